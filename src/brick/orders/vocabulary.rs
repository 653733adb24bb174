//! What words mean in orders: verbs, keywords, and their synonyms. What isn't here is a name.

use std::fmt;
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

/// What kind of order a verb gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// Who stands behind it is attacked, and not who is told.
    Attack,
    /// What is said in advance.
    Policy,
    /// To do nothing, or nothing yet: never what is said behind it.
    Stop,
    /// The players leave. No squad is told so, and no slip of the finger says it.
    Leaving,
    Other,
}

/// Makes an enum of meanings from the table of the words for each. The first is the one that orders are written with.
macro_rules! meanings {
    ($(#[$doc:meta])* $name:ident, $table:ident: $row:ty { $($meaning:ident: $words:expr,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum $name { $($meaning),* }

        const $table: &[($name, $row)] = &[$(($name::$meaning, $words)),*];
    };
}

meanings! {
    /// What an order begins with. Each word is taken in all its forms.
    Verb, VERBS: (Sort, &str) {
        Form: (Sort::Other, "form, assemble, muster, build, make up"),
        Join: (Sort::Other, "join, merge with, merge into"),
        Split: (Sort::Other, "split, divide, break up"),
        Leave: (Sort::Other, "leave, quit, detach"),
        Replate: (Sort::Other, "replate, reshape"),
        Arrange: (Sort::Other, "arrange, rearrange"),
        Standard: (Sort::Other, "standard, banner"),
        Brace: (Sort::Other, "brace, brace for impact, set pikes, set spears"),
        Reserve: (Sort::Stop, "reserve, wait, delay"),
        Shoot: (
            Sort::Attack,
            "shoot, fire, throw, hurl, toss, lob, chuck, fling, snipe, blast, target, loose, open fire, fire at will, \
             let fly, volley, fire for effect, take a shot, gun down, shoot down, pepper, rake, bombard",
        ),
        // `melee Dan attack Yoko`: what is done comes after.
        Melee: (Sort::Attack, "melee, fight, brawl with, brawl, duel, grapple"),
        Attack: (
            Sort::Attack,
            "attack, atk, engage, stab, strike, hit, slash, chop, bash, smash, whack, club, kick, punch, beat, \
             clobber, swing at, go for, go at, lunge at, have at, lay into, finish, finish off, take out, take down, \
             deal with",
        ),
        Grab: (Sort::Attack, "grab, seize, pin, hold on to, get hold of, take hold of, grab hold of, wrestle"),
        Shove: (Sort::Attack, "shove, push, push over, knock over"),
        Release: (Sort::Other, "release, let go, let go of"),
        Ignore: (Sort::Other, "ignore"),
        // `move Dan charge Yoko`: what is done may come after.
        Move: (
            Sort::Other,
            "move, mv, go, walk, march, advance, head to, proceed, step, sneak, creep, crawl, hurry, rush, relocate, \
             reposition, redeploy, hustle, make for, head for, get to, move up, move over, go over, go back, \
             head back, come, slink, slide, slide over, cross, make their way, work their way, travel",
        ),
        Run: (Sort::Other, "run"),
        Sprint: (Sort::Other, "sprint, dash, sprint for, dash for"),
        Charge: (Sort::Attack, "charge, charge at, charge into, rush at, run at, assault, storm"),
        Withdraw: (
            Sort::Other,
            "withdraw, retreat, disengage, retire, fall back, pull back, pull out, back off, back away, break off, \
             break away, break contact, get out, get away, flee, escape",
        ),
        Pivot: (Sort::Other, "pivot, wheel, turn"),
        React: (Sort::Policy, "react, respond"),
        Parry: (Sort::Policy, "parry, block"),
        Bail: (Sort::Policy, "bail, dodge, duck, evade, bail out"),
        Hits: (Sort::Policy, "hits"),
        Misses: (Sort::Policy, "misses"),
        Benny: (Sort::Policy, "benny"),
        Rebuff: (Sort::Policy, "rebuff"),
        // What only a real table knows.
        Measure: (Sort::Other, "measure"),
        Hold: (
            Sort::Stop,
            "hold, stay, halt, stop, pass, stand by, stand fast, stand firm, stand still, stand their ground, \
             stay put, stay here, stay there, hold fire, hold their fire, hold position, hold their position, \
             hold the line, hold their ground, keep still, sit tight, do nothing, idle, skip, cease fire",
        ),
        EndBattle: (Sort::Leaving, "end battle, end the battle, leave field, leave the field"),
        TapOut: (Sort::Leaving, "tap out"),
    }
}

impl Verb {
    pub(super) fn sort(self) -> Sort {
        VERBS[self as usize].1.0
    }

    pub(super) fn word(self) -> &'static str {
        first(VERBS[self as usize].1.1)
    }

    /// All words that say so, each in one form.
    #[cfg(test)]
    pub(super) fn words(self) -> impl Iterator<Item = &'static str> {
        VERBS[self as usize].1.1.split(", ")
    }

    /// All of them.
    pub(super) fn all() -> impl Iterator<Item = Verb> {
        VERBS.iter().map(|it| it.0)
    }
}

meanings! {
    /// What stands between the parts of an order.
    Key, KEYS: &str {
        From: "from",
        To: "to, onto, unto, toward, towards, over to, up to, as far as",
        Into: "into, in to",
        On: "on, upon",
        At: "at",
        Via: "via, through, by way of, thru, past",
        With: "with, using, wielding",
        And: "and, plus, as well as",
        Then: "then, afterwards, next, after that, followed by",
        Plate: "plate",
        Facing: "facing, face, faces",
        Standard: "standard, banner",
        Center: "center, centre",
        None: "none, nothing, nobody",
        Aim: "aim, aiming, aimed",
        AtPart: "at part",
        Item: "item",
        Single: "single, only",
        Combine: "combine, combined",
        Blind: "blind",
        NoCrit: "nocrit, no crit",
        Momentum: "mom, momentum",
        KeepMomentum: "keepmom, keep mom",
        Tile: "tile, position, square, spot",
        TwoHanded: "twohanded, two handed, both hands, with both hands, in both hands",
        Skirmish: "skirmish",
        Release: "release",
        After: "after",
        Shoot: "shoot, fire",
        Use: "use, pick up",
        Sprint: "sprint, sprinting, at a sprint, flat out",
        Break: "break, broken",
        Backwards: "backwards, backward",
        Left: "left",
        Right: "right",
        Body: "body, bodily",
        Shove: "shove",
        Charge: "charge",
        Parry: "parry",
        Bail: "bail, dodge",
        Strike: "strike",
        Counter: "counter, counterattack",
        Hold: "hold",
        Versus: "vs, versus, against",
        Pass: "pass, passing",
        Brace: "brace",
        Drop: "drop",
        Yes: "yes",
        No: "no",
        Bare: "bare, bare hands",
        Best: "best",
        Cheap: "cheap",
        Dear: "dear",
        Wounded: "wounded",
        Order: "order",
        Spare: "spare",
        Worst: "worst",
        List: "list",
        Attack: "attack",
        Damage: "damage",
        Deflect: "deflect",
        Feet: "feet",
        Back: "back",
        Grab: "grab",
        Side: "side, team",
        Run: "run",
        Everyone: "everyone, everybody, all, each, all squads, all of them, everyone of mine, all my squads, all my men, all hands",
        Both: "both, both of them, both of mine, both of us, both figures, the two of them",
        Range: "range, distance",
        Cover: "cover, hidden",
        Height: "height, above, higher",
        Below: "below, lower",
        Showing: "showing",
        Still: "still, stationary, standing still",
        Moving: "moving",
        Outnumbered: "outnumbered",
        NotOutnumbered: "not outnumbered",
        Near: "near, catching",
        But: "but, except, excluding",
    }
}

/// As orders are written.
impl fmt::Display for Verb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// As orders are written.
impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Key::AtPart { "at-part" } else { first(KEYS[*self as usize].1) })
    }
}

fn first(words: &'static str) -> &'static str {
    words.split(", ").next().unwrap_or_default()
}

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

/// Words that add nothing.
const ASIDES: &str = "too, also, as well, gm, dm, boss, ur, u";

/// Words that take back what stands with them.
const CORRECTIONS: &str = "nvm, nevermind, never mind, scratch that, strike that, make that, make it, i mean, i meant, \
    cancelled, canceled, kidding, just kidding, jk, void, draft, changed my mind, on hold, tbd, wip, tentative, \
    tentatively, ignore that, ignore this, disregard, disregard that, my mistake, undo that, wait no";

/// Words that keep somebody from what is said behind them.
const STOPS: &[&str] =
    &["refrain, hold back, hold off, leave off, call off, cancel, forget, abandon, abort, give up, put off, \
     postpone, forgo, scrap"];

/// What these words are in an order, unless they are nothing but a name.
pub(crate) fn meaning(words: &str) -> Option<&'static str> {
    let meaning = lexicon().meaning(&folded(words))?;
    Some(if meaning.verb().is_some() { "what to do" } else { "another word" })
}

/// The tables, made ready once.
pub(super) fn lexicon() -> &'static Lexicon<Keyword> {
    static LEXICON: LazyLock<Lexicon<Keyword>> = LazyLock::new(|| {
        let of_verb = |word: &str| VERBS.iter().find(|it| it.1.1.split(", ").any(|it| it == word)).map(|it| it.0);
        let keys = KEYS.iter().flat_map(|(key, words)| words.split(", ").map(|it| (*key, it)));
        let keys = keys.map(|(key, it)| (of_verb(it).map_or(Keyword::Key(key), |verb| Keyword::Both(verb, key)), it));
        let words = keys.chain([(Keyword::Both(Verb::Move, Key::Moving), "moving")]);
        // `hits` by itself is no form of `hit`.
        let words = words.chain(Verb::all().map(|it| (Keyword::Verb(it), it.word())));
        let words = words.chain(HEADINGS.iter().map(|it| (Keyword::Heading(it.0), it.1)));
        let idle = OWN.iter().chain(&["enemy", "hostile", "squad", ASIDES]);
        let idle = idle.map(|it| (Keyword::Common(Common::Polite), *it));
        let words = words
            .chain(idle)
            .chain([(Keyword::Common(Common::Never(Never::Correction)), CORRECTIONS)])
            .chain([(Keyword::Common(Common::Telling), "will")]);
        let never = STOPS.iter().map(|it| (Keyword::Common(Common::Never(Never::Negation)), *it));
        Lexicon::new(words, VERBS.iter().map(|it| (Keyword::Verb(it.0), it.1.1)).chain(never))
    });
    &LEXICON
}

/// Whether a folded word means something by itself or as the beginning of a phrase.
pub(super) fn is_taken(word: &str) -> bool {
    lexicon().leads(word) || lexicon().meaning(word).is_some_and(|it| !it.is_idle())
}
