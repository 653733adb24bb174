//! The words of the language and what they mean: data, in English. Forms of a word and words that say the same stand beside it.

use std::sync::LazyLock;

use crate::field::Direction;
use crate::post::english::{Common, Never};
use crate::post::lexicon::{Lexicon, Meaning};
use crate::post::words::folded;

/// A word that has a meaning in orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keyword {
    // Verbs
    Shoot,
    Melee,
    Move,
    /// Goes to an objective, and nowhere else.
    Seize,
    Charge,
    Disengage,
    Withdraw,
    Abandon,
    Hold,
    Use,
    Join,
    Leave,
    Form,
    End,
    Tap,
    Fall,
    /// What could be done in several ways.
    Attack,
    /// It is said to keep a place, and not how.
    Defend,
    /// Takes something back, and doesn't say what.
    Cancel,
    // What stands between the names
    And,
    At,
    With,
    To,
    Via,
    Then,
    /// What happens at the same time: orders do.
    While,
    After,
    Before,
    Toward,
    Away,
    From,
    On,
    By,
    For,
    Take,
    In,
    Cover,
    Tight,
    Spread,
    All,
    Both,
    Except,
    Downed,
    Orders,
    Battle,
    Out,
    Back,
    Will,
    Step,
    Direction(Direction),
    Diagonal,
    /// A word before a tile: `position F4`.
    Place,
    /// Said behind an enemy: how he is fought.
    InMelee,
    /// Said behind an enemy: what he is taken, kept or put under.
    UnderFire,
    /// `squad`, beside a name.
    Squad,
    /// `enemy`, beside a name.
    Enemy,
    Nearest,
    /// Somebody who was named before, or nobody in particular.
    Pronoun,
    /// `number`, before one.
    Number,
    /// What it is in every game.
    Telling,
    Never(Never),
    Article,
    Polite,
}

impl From<Common> for Keyword {
    fn from(common: Common) -> Keyword {
        match common {
            Common::Article => Keyword::Article,
            Common::Polite => Keyword::Polite,
            Common::Telling => Keyword::Telling,
            Common::Never(why) => Keyword::Never(why),
        }
    }
}

impl Meaning for Keyword {
    const AT: Keyword = Keyword::At;
    const AND: Keyword = Keyword::And;
    const WITH: Keyword = Keyword::With;

    fn is_letter_w(self) -> bool {
        self == Keyword::Direction(Direction::West)
    }

    fn says_what(self) -> bool {
        self == Keyword::Squad
    }

    fn leads(self) -> bool {
        matches!(self, Keyword::At | Keyword::On | Keyword::In | Keyword::To | Keyword::For)
    }

    fn kinds(self, written: &str) -> u32 {
        let is_other = self.is_verb() && !is_plain_verb(written) && !matches!(written, "fall back" | "stand");
        let otherwise = if is_other { OTHERWISE } else { 0 };
        otherwise
            | match self {
                Keyword::Never(Never::Negation) => IDLE | STOPS,
                Keyword::Never(_) | Keyword::Cancel | Keyword::Hold | Keyword::After | Keyword::Before => STOPS,
                Keyword::While => STOPS | OTHERWISE,
                Keyword::Telling => STOPS | TELLS | OTHERWISE,
                Keyword::Will => STOPS | TELLS,
                Keyword::Orders => TELLS,
                Keyword::From | Keyword::Via => WAYS,
                Keyword::Tight | Keyword::Spread => SPACING,
                Keyword::Polite | Keyword::Number => IDLE,
                Keyword::Squad => IDLE | COMPANY,
                Keyword::All => COMPANY,
                Keyword::Both => COMPANY | OTHERWISE,
                Keyword::Seize | Keyword::Place | Keyword::InMelee => OTHERWISE,
                Keyword::Use => IDLE | USES,
                Keyword::Then => PARTS,
                Keyword::With | Keyword::By => WITH,
                Keyword::UnderFire => FIRE,
                _ => 0,
            }
    }
}

/// Words that may make an order of nothing.
pub(super) const STOPS: u32 = 1;
/// Words that say who tells it, and that it is told.
pub(super) const TELLS: u32 = 2;
/// Ways to go.
pub(super) const WAYS: u32 = 4;
/// How close to stand.
pub(super) const SPACING: u32 = 8;
/// What may add nothing.
pub(super) const IDLE: u32 = 16;
/// What leads to an ability.
pub(super) const USES: u32 = 32;
/// What parts one order from the next.
pub(super) const PARTS: u32 = 64;
/// What leads to those who do it, or to what with.
pub(super) const WITH: u32 = 128;
/// What makes another verb one of fire.
pub(super) const FIRE: u32 = 256;
/// What says that squads are named, or all of them meant.
pub(super) const COMPANY: u32 = 512;
/// Words for which the language has others.
pub(super) const OTHERWISE: u32 = 1024;

impl Keyword {
    /// Whether an order can begin with it.
    pub(super) fn is_verb(self) -> bool {
        use Keyword::{
            Abandon, Attack, Cancel, Charge, Defend, Disengage, End, Fall, Form, Hold, Join, Leave, Melee, Move, Seize,
            Shoot, Tap, Use, Withdraw,
        };
        matches!(
            self,
            Shoot
                | Melee
                | Move
                | Seize
                | Charge
                | Disengage
                | Withdraw
                | Abandon
                | Hold
                | Use
                | Join
                | Leave
                | Form
                | End
                | Tap
                | Fall
                | Attack
                | Defend
                | Cancel
        )
    }
}

/// Whether orders can begin with this.
pub(crate) fn is_verb(words: &str) -> bool {
    lexicon().meaning(&folded(words)).is_some_and(Keyword::is_verb)
}

/// The tables, made ready once.
pub(super) fn lexicon() -> &'static Lexicon<Keyword> {
    static LEXICON: LazyLock<Lexicon<Keyword>> =
        LazyLock::new(|| Lexicon::new(WORDS.iter().copied(), LEMMAS.iter().copied()));
    &LEXICON
}

/// The verbs as help and suggestions name them.
pub(super) const VERBS: &[&str] = &[
    "shoot",
    "fire",
    "engage",
    "melee",
    "fight",
    "strike",
    "move",
    "charge",
    "disengage",
    "fall back",
    "withdraw",
    "abandon",
    "hold",
    "use",
    "command",
    "join",
    "leave",
    "end battle",
    "tap out",
];

/// Forms of verbs that only an order has: a line that lacks its prefix is taken for one if its verbs are among them.
pub(super) fn is_plain_verb(folded: &str) -> bool {
    matches!(
        folded,
        "shoot"
            | "fire"
            | "engage"
            | "melee"
            | "fight"
            | "strike"
            | "move"
            | "go"
            | "advance"
            | "charge"
            | "disengage"
            | "fall"
            | "withdraw"
            | "abandon"
            | "hold"
            | "use"
            | "command"
            | "cp"
            | "ability"
            | "join"
            | "leave"
            | "end"
            | "tap"
            | "form"
            | "formation"
            | "disband"
            | "volley"
            | "step"
            | "steps"
            | "march"
            | "wheel"
            | "break"
    )
}

/// Words that follow `hold`, `stay` or `wait` and add nothing.
pub(super) const HOLD_TAILS: &[&str] = &[
    "position",
    "positions",
    "fire",
    "ground",
    "line",
    "formation",
    "still",
    "here",
    "there",
    "put",
    "place",
    "post",
    "posts",
    "station",
    "steady",
    "firm",
    "fast",
    "tight",
    "by",
    "where",
    "you",
    "are",
    "they",
    "is",
    "it",
    "stand",
    "standing",
    "stationary",
    "your",
    "their",
    "its",
    "his",
    "her",
    "our",
    "my",
    "the",
    "in",
    "at",
    "current",
    "this",
    "that",
    "ready",
    "on",
    "guard",
    "low",
    "back",
    "quiet",
    "silent",
    "right",
    "now",
    "tile",
    "turn",
    "round",
    "trench",
    "trenches",
    "cover",
];

/// Words behind `everything` that only say whose it is: `everything they have got`.
pub(super) const HAVING: &[&str] = &[
    "they", "we", "it", "you", "i", "he", "she", "has", "have", "had", "got", "theyve", "weve", "youve", "ive", "own",
];

use Keyword as K;

/// Words, and several that stand together for one, folded, by what they mean.
const WORDS: &[(Keyword, &str)] = &[
    (K::Shoot, "targetting, suppressive fire, suppressing fire, covering fire, harassing fire"),
    (K::Move, "mv, movement"),
    (K::Step, "step, steps, tile, tiles, space, spaces, square, squares, hex, hexes, cell, cells, pace, paces"),
    (K::Cancel, "cancelling, nevermind, nvm"),
    (K::Hold, "standby, without moving, no orders, no order, no action, on hold"),
    (K::Charge, "bayonet charge"),
    (K::Disengage, "fallback"),
    (K::Use, "command, commands, cp, ability"),
    (K::With, "using, with"),
    (K::End, "end"),
    (K::Tap, "tap"),
    (K::Cover, "cover, under cover, behind cover"),
    (K::UnderFire, "under fire, under their fire"),
    (K::And, "and, plus, as well as, together with, along with, alongside"),
    (K::Direction(Direction::North), "n, north, northward, northwards, up"),
    (K::At, "at, against, into melee with, into close combat with, into combat with, into contact with"),
    (K::On, "upon, on"),
    (K::To, "onto, unto, to, over to, up to, down to, across to, as far as, all the way to"),
    (K::In, "into, in, inside, behind"),
    (
        K::Via,
        "via, through, thru, over, by way of, passing through, passing by, passing over, going through, going over",
    ),
    (
        K::Then,
        "then, afterwards, afterward, also, next, finally, thereafter, subsequently, after that, after this, \
         after which, followed by, and from there",
    ),
    (K::While, "while, whilst, meanwhile, as they, as it"),
    (K::After, "after"),
    (K::Before, "before"),
    (
        K::Toward,
        "toward, towards, in direction of, in the direction of, in direction to, closer to, next to, close \
         to, nearer to, nearer, as close as possible to, as near as possible to",
    ),
    (K::Away, "away, away from, further from, farther from"),
    (K::From, "from"),
    (K::By, "by"),
    (K::For, "for"),
    (K::Tight, "tight, tightly, bunched up, shoulder to shoulder, in close order, in tight formation"),
    (K::Spread, "spaced out, dispersed, scattered, in open order, in loose order, in loose formation"),
    (
        K::All,
        "all, everything, everyone, everybody, each, every, all weapons, all their weapons, all guns, all \
         their guns, every weapon, every gun, everything they can, everything we can, everything you can, \
         everything it can",
    ),
    (K::Both, "both"),
    (K::Except, "except, excluding"),
    (K::Downed, "downed, wounded"),
    (K::Orders, "orders, order"),
    (K::Battle, "battle, combat"),
    (K::Out, "out"),
    (K::Back, "back"),
    (K::Will, "will"),
    (K::Place, "position, grid, coordinate, coordinates, coords, location, spot, tile at, square at, position at"),
    (K::Direction(Direction::East), "east, eastward, eastwards, e, right"),
    (K::Direction(Direction::South), "south, southward, southwards, s, down"),
    (K::Direction(Direction::West), "west, westward, westwards, w, left"),
    (K::Diagonal, "ne, nw, se, sw, northeast, northwest, southeast, southwest, diagonal, diagonally"),
    (
        K::Squad,
        "squad, squads, sqd, squadron, team, teams, platoon, section, unit, troops, men, soldiers, fighters, \
         lads, my men, my boys, my lads, my people, my guys, my soldiers, my fighters, our men, our boys, our \
         lads, our people, our guys, our soldiers, our fighters",
    ),
    (K::Enemy, "enemy, enemies, hostile, hostiles, foe, foes"),
    (K::Nearest, "nearest, closest"),
    (K::Number, "number, nr, num"),
    (K::Pronoun, "them, em, him, it, someone, somebody, something, anything, anyone, anybody, whoever, whatever"),
    (
        K::InMelee,
        "in melee, in close combat, in hand to hand, in hand to hand combat, hand to hand, at close quarters, \
         in close quarters",
    ),
];

/// Verbs, and phrases that begin with one, by what they mean: each stands for all its forms, and `their` for anybody's.
const LEMMAS: &[(Keyword, &str)] = &[
    (
        K::Shoot,
        "shoot, fire, engage, target, shell, bombard, barrage, strafe, blast, snipe, pepper, rake, loose, \
         pound, lay into, pick off, deliver fire, keep up fire, keep up the fire, maintain fire, unleash \
         fire, bring fire to bear, bring fire, put rounds, put lead, open fire, make fire, give fire, return \
         fire, concentrate fire, concentrate their fire, focus fire, focus their fire, lay down fire, lay \
         fire, pour fire, put fire, direct fire, direct their fire, provide fire, provide covering fire, give \
         covering fire, lay down covering fire, lay down suppressing fire, lay down suppressive fire, \
         pin down, open up, let loose, take a shot, take shots, fire a shot, fire shots, fire away, blaze \
         away, take aim, take aim and fire, aim at, aim for, aim and fire, aim the, aim their, point the, \
         point their, train the, train their, split fire, split their fire, divide fire, divide their fire, \
         concentrate all fire, focus all fire, direct all fire, put all fire, suppress, hose, spray, zero in \
         on, draw a bead on, pour it into, pour it on, gun down, mow down, light up, shoot down, shoot up, \
         rain fire, unload, lob, hurl, discharge",
    ),
    (K::Melee, "melee, fight, strike, stab, brawl, grapple, duel"),
    (
        K::Move,
        "move, go, advance, run, walk, dash, sprint, march, rush, head, proceed, relocate, reposition, \
         redeploy, travel, sneak, creep, crawl, jog, hurry, cross, come, shift, push, trot, slip, scurry, \
         scramble, hustle, race, wander, stroll, edge, transfer, maneuver, manoeuvre, return, bound, leap, \
         jump, dart, stalk, prowl, hike, swing, climb, wade, drive, roll, ride, gallop, head for, step back, \
         make for, get to, get over, get back, move back, go back, run back, head back, come back, make their \
         way, work their way, find their way, move out, move over, move along, go over, run over, head over, \
         come over, fall in, take position, take positions, take up position, take up positions, take a \
         position, take up a position, get into, get in, get onto, make a dash, make a run, make a break, make \
         a move, set off, set out, close in, press on, push on, push forward, double time",
    ),
    (K::Seize, "reach, capture, seize, occupy, secure, claim, enter"),
    (
        K::Toward,
        "approach, close with, close on, close in on, press toward, get close to, get closer to, get as close \
         to, get near, get nearer to, move as close to",
    ),
    (K::Charge, "charge, assault, storm"),
    (
        K::Disengage,
        "disengage, retreat, retire, fall back, pull back, pull out, pull away, back off, back away, \
         break off, break contact, break away",
    ),
    (K::Withdraw, "withdraw"),
    (
        K::Cancel,
        "revoke, rescind, retract, cancel, undo, belay, disregard, scratch, scrap, delete, forget, \
         never mind, forget it, forget that, take back, take that back, take it back, scratch that, \
         strike that, call off",
    ),
    (K::Fall, "fall"),
    (K::Abandon, "abandon"),
    (
        K::Hold,
        "hold, wait, halt, pass, stay, remain, skip, idle, rest, stop, freeze, stand, pause, sit, linger, \
         loiter, camp, hold for now, wait for now, hold for this round, hold for the round, stand by, stand \
         fast, stand firm, stand still, stand down, stand their ground, stand guard, maintain position, \
         maintain their position, hunker down, sit tight, sit still, lie low, lay low, lie down, do nothing, \
         keep position, keep still, keep their position, keep their ground, dig in, cease fire, take no \
         action, take a breather, catch their breath, take a rest, bide their time, sit this out, sit it out, \
         sit this one out",
    ),
    (K::Use, "use, activate, cast, invoke, trigger, play, employ, spend"),
    (K::Join, "join"),
    (K::Leave, "leave"),
    (K::Form, "form, split"),
    (
        K::Attack,
        "attack, kill, destroy, eliminate, slay, smash, crush, harass, hit, deal, get, murder, finish, \
         neutralise, neutralize, annihilate, obliterate, exterminate, wipe, hunt, handle, engulf, light up, \
         take out, take down, mow down, cut down, finish off, wipe out, go after, deal with, take care of, \
         give, grant",
    ),
    (K::Defend, "defend, protect, garrison"),
    (K::Take, "take, seek"),
    (
        K::Tight,
        "stay tight, stay close, stay together, keep tight, keep together, keep close, bunch up, close up, \
         stick together",
    ),
    (K::Spread, "spread, stay spread, stay spread out, keep spread, fan out, disperse, scatter"),
    (
        K::Cover,
        "get into cover, get in cover, get to cover, get behind cover, go into cover, go to cover, \
         find cover, use cover, make use of cover, stay in cover, keep in cover, keep to cover, \
         stay behind cover, duck into cover, hide, hug cover, hug the cover",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_keyword_is_found() {
        for (expected, words) in WORDS {
            for word in words.split(", ").filter(|it| !it.contains(' ')) {
                assert_eq!(lexicon().meaning(word), Some(*expected), "{word}");
            }
        }
        assert_eq!(lexicon().meaning("antidisestablishmentarianism"), None);
    }

    #[test]
    fn no_word_and_no_phrase_stands_twice() {
        let mut words: Vec<&str> = WORDS.iter().flat_map(|it| it.1.split(", ")).collect();
        words.sort_unstable();
        let count = words.len();
        words.dedup();
        assert_eq!(words.len(), count);
    }
}
