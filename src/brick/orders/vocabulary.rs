//! What words mean in orders: verbs, keywords, and their synonyms. What isn't here is a name.

use std::sync::LazyLock;

use crate::brick::battle::Heading;
use crate::post::english::{Common, Never, OWN};
use crate::post::lexicon::{Lexicon, Meaning};
use crate::post::words::folded;

/// A word that has a meaning in orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keyword {
    Verb(Verb),
    Key(Key),
    /// A verb, and a keyword where no verb can stand.
    Both(Verb, Key),
    Heading(Heading),
    Common(Common),
}

impl Keyword {
    pub(super) fn verb(self) -> Option<Verb> {
        match self {
            Keyword::Verb(verb) | Keyword::Both(verb, _) => Some(verb),
            _ => None,
        }
    }

    pub(super) fn key(self) -> Option<Key> {
        match self {
            Keyword::Key(key) | Keyword::Both(_, key) => Some(key),
            _ => None,
        }
    }

    /// Whether it says nothing, wherever it stands.
    pub(super) fn is_idle(self) -> bool {
        matches!(self, Keyword::Common(Common::Article | Common::Polite))
    }

    /// Whether it only leads from who is told to what to do.
    pub(super) fn tells(self) -> bool {
        self == Keyword::Common(Common::Telling)
    }

    pub(super) fn never(self) -> Option<Never> {
        match self {
            Keyword::Common(Common::Never(why)) => Some(why),
            _ => None,
        }
    }
}

impl From<Common> for Keyword {
    fn from(common: Common) -> Keyword {
        Keyword::Common(common)
    }
}

impl Meaning for Keyword {
    const AT: Keyword = Keyword::Key(Key::At);
    const AND: Keyword = Keyword::Key(Key::And);
    const WITH: Keyword = Keyword::Key(Key::With);

    fn is_letter_w(self) -> bool {
        self == Keyword::Heading(Heading::West)
    }
}

/// What an order begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verb {
    Form,
    Join,
    Split,
    Leave,
    Replate,
    Arrange,
    Standard,
    Brace,
    Reserve,
    Shoot,
    /// `melee Dan attack Yoko`: what is done comes after.
    Melee,
    Attack,
    Grab,
    Shove,
    Release,
    Ignore,
    /// `move Dan charge Yoko`: what is done may come after.
    Move,
    Run,
    Charge,
    Withdraw,
    Pivot,
    React,
    Parry,
    Bail,
    Hits,
    Misses,
    Benny,
    Rebuff,
    /// What only a real table knows.
    Measure,
    Hold,
    EndBattle,
    TapOut,
}

/// What stands between the parts of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    From,
    To,
    Into,
    On,
    At,
    Via,
    With,
    And,
    Then,
    Plate,
    Facing,
    Standard,
    Center,
    None,
    Aim,
    AtPart,
    Item,
    Single,
    Combine,
    Blind,
    NoCrit,
    Momentum,
    KeepMomentum,
    Tile,
    TwoHanded,
    Skirmish,
    Release,
    After,
    Shoot,
    Use,
    Sprint,
    Break,
    Backwards,
    Left,
    Right,
    Body,
    Shove,
    Charge,
    Parry,
    Bail,
    Strike,
    Hold,
    Versus,
    Pass,
    Brace,
    Drop,
    Yes,
    No,
    Bare,
    Best,
    Cheap,
    Dear,
    Wounded,
    Order,
    Spare,
    Worst,
    List,
    Attack,
    Damage,
    Deflect,
    Feet,
    Back,
    Grab,
    Counter,
    Side,
    Pivot,
    Run,
    Withdraw,
    Everyone,
    Range,
    Cover,
    Height,
    Below,
    Showing,
    Still,
    Moving,
    Outnumbered,
    NotOutnumbered,
    Near,
    But,
}

/// Every verb and what says the same, in all forms; orders are printed with the first.
const VERBS: &[(Verb, &str)] = &[
    (Verb::Form, "form, assemble, muster, build, make up"),
    (Verb::Join, "join, merge with, merge into"),
    (Verb::Split, "split, divide, break up"),
    (Verb::Leave, "leave, quit, detach"),
    (Verb::Replate, "replate, reshape"),
    (Verb::Arrange, "arrange, rearrange"),
    (Verb::Standard, "standard, banner"),
    (Verb::Brace, "brace, brace for impact, set pikes, set spears"),
    (Verb::Reserve, "reserve, wait, delay"),
    (
        Verb::Shoot,
        "shoot, fire, throw, hurl, toss, lob, snipe, blast, target, loose, open fire, take a shot, gun down, shoot down, \
         pepper, rake, bombard",
    ),
    (Verb::Melee, "melee, fight, brawl with, brawl, duel, grapple"),
    (
        Verb::Attack,
        "attack, engage, stab, strike, hit, slash, chop, bash, smash, whack, swing at, \
         go for, lunge at, have at, lay into",
    ),
    (Verb::Grab, "grab, seize, hold on to, get hold of, take hold of, wrestle"),
    (Verb::Shove, "shove, push"),
    (Verb::Release, "release, let go, let go of"),
    (Verb::Ignore, "ignore"),
    (
        Verb::Move,
        "move, go, walk, march, advance, head to, proceed, step, sneak, creep, crawl, hurry, rush, relocate, reposition, \
         redeploy, hustle, make for, head for, get to, move up, move over, go over, go back, head back, come, cross, \
         make their way, work their way, travel",
    ),
    (Verb::Run, "run"),
    (Verb::Charge, "charge, charge at, charge into, rush at"),
    (
        Verb::Withdraw,
        "withdraw, retreat, disengage, retire, fall back, pull back, pull out, back off, back away, break off, \
         break away, break contact",
    ),
    (Verb::Pivot, "pivot, wheel, turn"),
    (Verb::React, "react, respond"),
    (Verb::Parry, "parry, block"),
    (Verb::Bail, "bail, dodge, duck, evade, bail out"),
    (Verb::Rebuff, "rebuff"),
    (Verb::Measure, "measure"),
    (
        Verb::Hold,
        "hold, stay, halt, stop, pass, stand by, stand fast, stand firm, stand still, stand their ground, stay put, \
         stay here, stay there, hold fire, hold their fire, hold position, hold their position, hold the line, \
         hold their ground, keep still, sit tight, do nothing, idle, skip, cease fire",
    ),
    (Verb::EndBattle, "end battle, end the battle"),
    (Verb::TapOut, "tap out"),
];

/// Verbs that have one form.
const FIXED: &[(Verb, &str)] = &[
    (Verb::Hits, "hits"),
    (Verb::Misses, "misses"),
    (Verb::Benny, "benny, bennies"),
    (Verb::EndBattle, "leave field, leave the field"),
];

/// Every keyword and what says the same; orders are printed with the first.
const KEYS: &[(Key, &str)] = &[
    (Key::From, "from"),
    (Key::To, "to, onto, unto, toward, towards, over to, up to, as far as"),
    (Key::Into, "into, in to"),
    (Key::On, "on, upon"),
    (Key::At, "at"),
    (Key::Via, "via, through, by way of, thru, past"),
    (Key::With, "with, using, wielding"),
    (Key::And, "and, plus, as well as"),
    (Key::Then, "then, afterwards, next, after that, followed by"),
    (Key::Plate, "plate"),
    (Key::Facing, "facing, face, faces"),
    (Key::Standard, "standard, banner"),
    (Key::Center, "center, centre"),
    (Key::None, "none, nothing, nobody"),
    (Key::Aim, "aim, aiming, aimed"),
    (Key::AtPart, "at part"),
    (Key::Item, "item"),
    (Key::Single, "single, only"),
    (Key::Combine, "combine, combined"),
    (Key::Blind, "blind"),
    (Key::NoCrit, "nocrit, no crit"),
    (Key::Momentum, "mom, momentum"),
    (Key::KeepMomentum, "keepmom, keep mom"),
    (Key::Tile, "tile, position, square, spot"),
    (Key::TwoHanded, "twohanded, two handed, both hands, with both hands, in both hands"),
    (Key::Skirmish, "skirmish"),
    (Key::Release, "release"),
    (Key::After, "after"),
    (Key::Shoot, "shoot, fire"),
    (Key::Use, "use, pick up"),
    (Key::Sprint, "sprint, sprinting, at a sprint, flat out"),
    (Key::Break, "break, broken"),
    (Key::Backwards, "backwards, backward"),
    (Key::Left, "left"),
    (Key::Right, "right"),
    (Key::Body, "body, bodily"),
    (Key::Shove, "shove"),
    (Key::Charge, "charge"),
    (Key::Parry, "parry"),
    (Key::Bail, "bail, dodge"),
    (Key::Strike, "strike"),
    (Key::Counter, "counter, counterattack"),
    (Key::Hold, "hold"),
    (Key::Versus, "vs, versus, against"),
    (Key::Pass, "pass, passing"),
    (Key::Brace, "brace"),
    (Key::Drop, "drop"),
    (Key::Yes, "yes"),
    (Key::No, "no"),
    (Key::Bare, "bare, bare hands"),
    (Key::Best, "best"),
    (Key::Cheap, "cheap"),
    (Key::Dear, "dear"),
    (Key::Wounded, "wounded"),
    (Key::Order, "order"),
    (Key::Spare, "spare"),
    (Key::Worst, "worst"),
    (Key::List, "list"),
    (Key::Attack, "attack"),
    (Key::Damage, "damage"),
    (Key::Deflect, "deflect"),
    (Key::Feet, "feet"),
    (Key::Back, "back"),
    (Key::Grab, "grab"),
    (Key::Side, "side, team"),
    (Key::Pivot, "pivot"),
    (Key::Run, "run"),
    (Key::Withdraw, "withdraw"),
    (
        Key::Everyone,
        "everyone, everybody, all, each, all squads, all of them, everyone of mine, all my squads, all my men, all hands",
    ),
    (Key::Range, "range, distance"),
    (Key::Cover, "cover, hidden"),
    (Key::Height, "height, above, higher"),
    (Key::Below, "below, lower"),
    (Key::Showing, "showing"),
    (Key::Still, "still, stationary, standing still"),
    (Key::Moving, "moving"),
    (Key::Outnumbered, "outnumbered"),
    (Key::NotOutnumbered, "not outnumbered"),
    (Key::Near, "near, catching"),
    (Key::But, "but, except, excluding"),
];

/// Which way.
const HEADINGS: &[(Heading, &str)] = &[
    (Heading::North, "n, north, northward, northwards"),
    (Heading::NorthEast, "ne, north east, northeast"),
    (Heading::East, "e, east, eastward, eastwards"),
    (Heading::SouthEast, "se, south east, southeast"),
    (Heading::South, "s, south, southward, southwards"),
    (Heading::SouthWest, "sw, south west, southwest"),
    (Heading::West, "w, west, westward, westwards"),
    (Heading::NorthWest, "nw, north west, northwest"),
];

/// Whether orders can begin with this.
pub(crate) fn is_verb(words: &str) -> bool {
    lexicon().meaning(&folded(words)).is_some_and(|it| it.verb().is_some())
}

/// The tables, made ready once.
pub(super) fn lexicon() -> &'static Lexicon<Keyword> {
    static LEXICON: LazyLock<Lexicon<Keyword>> = LazyLock::new(|| {
        let of_verb = |word: &str| VERBS.iter().find(|it| it.1.split(", ").any(|it| it == word)).map(|it| it.0);
        let key = |(key, words): &(Key, &'static str)| {
            let key = *key;
            words
                .split(", ")
                .map(move |it| (of_verb(it).map_or(Keyword::Key(key), |verb| Keyword::Both(verb, key)), it))
        };
        let words = FIXED.iter().map(|it| (Keyword::Verb(it.0), it.1));
        let words = words.chain([(Keyword::Both(Verb::Move, Key::Moving), "moving")]);
        let words = words.chain(KEYS.iter().flat_map(key));
        let words = words.chain(HEADINGS.iter().map(|it| (Keyword::Heading(it.0), it.1)));
        let owners = OWN.iter().chain(&["enemy", "hostile", "squad"]);
        let owners = owners.map(|it| (Keyword::Common(Common::Polite), *it));
        let words = words.chain(owners).chain([(Keyword::Common(Common::Telling), "will")]);
        Lexicon::new(words, VERBS.iter().map(|it| (Keyword::Verb(it.0), it.1)))
    });
    &LEXICON
}

/// What an order can begin with: of each verb the word that orders are printed with.
pub(super) fn verbs() -> impl Iterator<Item = (Verb, &'static str)> {
    let is_again = |it: &(Verb, &str)| VERBS.iter().any(|other| other.0 == it.0);
    let all = VERBS.iter().chain(FIXED.iter().filter(move |it| !is_again(it)));
    all.map(|(verb, words)| (*verb, words.split(", ").next().unwrap_or_default()))
}

/// The word that orders are printed with.
pub(super) fn verb(meaning: Verb) -> &'static str {
    verbs().find(|it| it.0 == meaning).map_or("", |it| it.1)
}

/// The word that orders are printed with.
pub(super) fn key(meaning: Key) -> &'static str {
    let words = KEYS.iter().find(|it| it.0 == meaning).map_or("", |it| it.1);
    if meaning == Key::AtPart { "at-part" } else { words.split(", ").next().unwrap_or_default() }
}

/// Whether a folded word means something by itself or as the beginning of a phrase.
pub(super) fn is_taken(word: &str) -> bool {
    let entry = lexicon().entry(word);
    entry.is_some_and(|it| it.leads.is_some() || it.meaning.is_some_and(|it| !it.is_idle()))
}
