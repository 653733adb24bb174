//! The words of the language and what they mean: data, in English. Forms of a word and words that say the same stand beside it.

use std::sync::LazyLock;

use crate::field::Direction;
use crate::post::lexicon::{Lexicon, Meaning};

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
    /// `squad`, beside a name.
    Squad,
    /// `enemy`, beside a name.
    Enemy,
    Nearest,
    /// Somebody who was named before, or nobody in particular.
    Pronoun,
    /// `number`, before one.
    Number,
    /// Who gives the order, and that it is one: `I want`, `shall`, `has to`.
    Telling,
    /// Makes an order of nothing that stands with it.
    Never(Never),
    Article,
    /// Adds nothing.
    Polite,
}

/// Why a word makes an order of nothing that stands with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Never {
    /// It hangs on something.
    Condition,
    Negation,
    /// Nobody has decided yet.
    Doubt,
    Choice,
    Later,
    Past,
    Correction,
    /// Only a part of a squad, or of what it would do.
    Part,
    /// What was done before is done again.
    Repeat,
}

impl Meaning for Keyword {
    const AT: Keyword = Keyword::At;
    const AND: Keyword = Keyword::And;
    const WITH: Keyword = Keyword::With;

    fn is_article(self) -> bool {
        self == Keyword::Article
    }

    fn joins(self) -> bool {
        self == Keyword::And
    }

    fn is_letter_w(self) -> bool {
        self == Keyword::Direction(Direction::West)
    }
}

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

/// The tables, made ready once.
pub(super) fn lexicon() -> &'static Lexicon<Keyword> {
    static LEXICON: LazyLock<Lexicon<Keyword>> =
        LazyLock::new(|| Lexicon::new(WORDS, PHRASES).with_forms(LEMMAS, K::Never(Never::Past)));
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
pub(super) const PLAIN_VERBS: &[&str] = &[
    "shoot",
    "fire",
    "engage",
    "melee",
    "fight",
    "strike",
    "move",
    "go",
    "advance",
    "charge",
    "disengage",
    "fall",
    "withdraw",
    "abandon",
    "hold",
    "use",
    "command",
    "cp",
    "ability",
    "join",
    "leave",
    "end",
    "tap",
    "form",
    "formation",
    "disband",
    "volley",
    "step",
    "steps",
    "march",
    "wheel",
    "break",
];

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
    "quiet",
    "silent",
    "right",
    "now",
    "tile",
];

/// Words behind `everything` that only say whose it is: `everything they have got`.
pub(super) const HAVING: &[&str] = &[
    "they", "we", "it", "you", "i", "he", "she", "has", "have", "had", "got", "theyve", "weve", "youve", "ive", "own",
    "can",
];

/// Words behind a weapon, or before it, that only say that it is all of it.
pub(super) const OWN: &[&str] = &["their", "its", "his", "her", "our", "my", "your"];

/// Words that are no typo of a verb that can't be taken back: they are others.
pub(super) const NO_TYPOS: &[&str] = &[
    "change", "changes", "changed", "large", "barge", "charger", "shot", "shut", "shout", "short", "sight", "might",
    "right", "light", "night", "tight", "eight", "more", "love", "gold", "cold", "told", "old", "bold", "sold", "fold",
    "mold", "fine", "fired", "five", "file", "firm", "wire", "hire", "dire", "tire", "form", "farm", "from", "join",
    "coin", "loin", "leave", "leaves", "leaf", "lease", "lave", "cover", "lover", "over", "trike", "stroke", "string",
    "bus", "fuse", "muse", "sue", "tap", "top", "tip", "cap", "gap", "map", "nap", "rap", "sap", "end", "and", "send",
    "bend", "fend", "lend", "mend", "tend", "word", "world", "work", "works", "worse", "worst", "not", "now", "know",
    "no", "on", "in", "out", "our", "put", "past", "pass", "part", "post", "most", "must", "just", "wait", "want",
    "what", "when", "then", "than", "they", "them", "this", "that", "there", "their", "where", "here", "hear", "her",
    "hers", "have", "hand", "hard", "half", "help", "hell", "hull", "held", "head", "heal", "hope", "home", "hole",
    "some", "same", "come", "came", "game", "name", "none", "nine", "once", "only", "open", "oven", "even", "ever",
    "every", "very", "were", "ware", "wave", "save", "gave", "give", "live", "life", "like", "lake", "make", "made",
    "male", "mile", "mine", "mind", "find", "kind", "wind", "wide", "side", "size", "sine", "line", "link", "lines",
    "lions", "ruse", "rust", "dust", "rush", "push", "bush", "boys", "toys", "to", "too", "two", "twos", "tow",
    "towed", "toward", "reward", "award", "aboard", "around", "ground", "round", "found", "sound", "bound", "wound",
    "withdrew", "without", "within", "white", "while", "whole", "who", "why", "how", "hows",
];

use Keyword as K;

/// Every word with a meaning of its own, folded.
const WORDS: &[(&str, Keyword)] = &[
    // shoot
    ("targetting", K::Shoot),
    // melee
    // move
    ("mv", K::Move),
    ("step", K::Step),
    ("steps", K::Step),
    // charge
    // disengage
    ("cancelling", K::Cancel),
    ("nevermind", K::Cancel),
    ("nvm", K::Cancel),
    // hold
    ("standby", K::Hold),
    // use
    ("command", K::Use),
    ("using", K::With),
    ("cp", K::Use),
    ("ability", K::Use),
    // heroes
    // formations, and the whole
    ("end", K::End),
    ("tap", K::Tap),
    // what doesn't say how
    ("cover", K::Cover),
    // what stands between
    ("and", K::And),
    ("plus", K::And),
    ("n", K::Direction(Direction::North)),
    ("at", K::At),
    ("against", K::At),
    ("upon", K::On),
    ("on", K::On),
    ("onto", K::To),
    ("unto", K::To),
    ("into", K::In),
    ("in", K::In),
    ("inside", K::In),
    ("behind", K::In),
    ("with", K::With),
    ("to", K::To),
    ("via", K::Via),
    ("through", K::Via),
    ("thru", K::Via),
    ("then", K::Then),
    ("afterwards", K::Then),
    ("afterward", K::Then),
    ("also", K::Then),
    ("next", K::Then),
    ("finally", K::Then),
    ("thereafter", K::Then),
    ("subsequently", K::Then),
    ("while", K::While),
    ("whilst", K::While),
    ("meanwhile", K::While),
    ("after", K::After),
    ("before", K::Before),
    ("toward", K::Toward),
    ("towards", K::Toward),
    ("away", K::Away),
    ("from", K::From),
    ("by", K::By),
    ("for", K::For),
    ("tight", K::Tight),
    ("tightly", K::Tight),
    ("all", K::All),
    ("everything", K::All),
    ("everyone", K::All),
    ("everybody", K::All),
    ("each", K::All),
    ("every", K::All),
    ("both", K::Both),
    ("except", K::Except),
    ("excluding", K::Except),
    ("downed", K::Downed),
    ("wounded", K::Downed),
    ("orders", K::Orders),
    ("order", K::Orders),
    ("battle", K::Battle),
    ("combat", K::Battle),
    ("out", K::Out),
    ("back", K::Back),
    ("will", K::Will),
    // how far and which way
    ("tile", K::Step),
    ("tiles", K::Step),
    ("space", K::Step),
    ("spaces", K::Step),
    ("square", K::Step),
    ("squares", K::Step),
    ("hex", K::Step),
    ("hexes", K::Step),
    ("cell", K::Step),
    ("cells", K::Step),
    ("pace", K::Step),
    ("paces", K::Step),
    ("position", K::Place),
    ("grid", K::Place),
    ("coordinate", K::Place),
    ("coordinates", K::Place),
    ("coords", K::Place),
    ("location", K::Place),
    ("spot", K::Place),
    ("north", K::Direction(Direction::North)),
    ("northward", K::Direction(Direction::North)),
    ("northwards", K::Direction(Direction::North)),
    ("up", K::Direction(Direction::North)),
    ("east", K::Direction(Direction::East)),
    ("eastward", K::Direction(Direction::East)),
    ("eastwards", K::Direction(Direction::East)),
    ("e", K::Direction(Direction::East)),
    ("right", K::Direction(Direction::East)),
    ("south", K::Direction(Direction::South)),
    ("southward", K::Direction(Direction::South)),
    ("southwards", K::Direction(Direction::South)),
    ("s", K::Direction(Direction::South)),
    ("down", K::Direction(Direction::South)),
    ("west", K::Direction(Direction::West)),
    ("westward", K::Direction(Direction::West)),
    ("westwards", K::Direction(Direction::West)),
    ("w", K::Direction(Direction::West)),
    ("left", K::Direction(Direction::West)),
    ("ne", K::Diagonal),
    ("nw", K::Diagonal),
    ("se", K::Diagonal),
    ("sw", K::Diagonal),
    ("northeast", K::Diagonal),
    ("northwest", K::Diagonal),
    ("southeast", K::Diagonal),
    ("southwest", K::Diagonal),
    ("diagonal", K::Diagonal),
    ("diagonally", K::Diagonal),
    // beside names
    ("squad", K::Squad),
    ("squads", K::Squad),
    ("team", K::Squad),
    ("teams", K::Squad),
    ("platoon", K::Squad),
    ("section", K::Squad),
    ("unit", K::Squad),
    ("troops", K::Squad),
    ("enemy", K::Enemy),
    ("enemies", K::Enemy),
    ("hostile", K::Enemy),
    ("hostiles", K::Enemy),
    ("foe", K::Enemy),
    ("foes", K::Enemy),
    ("nearest", K::Nearest),
    ("closest", K::Nearest),
    ("number", K::Number),
    ("nr", K::Number),
    ("num", K::Number),
    ("them", K::Pronoun),
    ("em", K::Pronoun),
    ("him", K::Pronoun),
    ("it", K::Pronoun),
    ("someone", K::Pronoun),
    ("somebody", K::Pronoun),
    ("something", K::Pronoun),
    ("anything", K::Pronoun),
    ("anyone", K::Pronoun),
    ("anybody", K::Pronoun),
    ("whoever", K::Pronoun),
    ("whatever", K::Pronoun),
    // that it is an order
    ("i", K::Telling),
    ("we", K::Telling),
    ("shall", K::Telling),
    ("must", K::Telling),
    ("should", K::Telling),
    ("is", K::Telling),
    ("are", K::Telling),
    ("am", K::Telling),
    ("im", K::Telling),
    ("ill", K::Telling),
    ("well", K::Telling),
    ("be", K::Telling),
    ("has", K::Telling),
    ("have", K::Telling),
    ("let", K::Telling),
    ("lets", K::Telling),
    ("want", K::Telling),
    ("wants", K::Telling),
    ("need", K::Telling),
    ("needs", K::Telling),
    ("tell", K::Telling),
    ("begin", K::Telling),
    ("begins", K::Telling),
    ("start", K::Telling),
    ("starts", K::Telling),
    ("continue", K::Telling),
    ("continues", K::Telling),
    ("keep", K::Telling),
    ("keeps", K::Telling),
    ("gonna", K::Telling),
    ("they", K::Telling),
    ("my", K::Telling),
    ("our", K::Telling),
    ("you", K::Telling),
    ("ought", K::Telling),
    ("ordered", K::Telling),
    ("send", K::Telling),
    ("sends", K::Telling),
    ("bring", K::Telling),
    ("brings", K::Telling),
    ("make", K::Telling),
    ("makes", K::Telling),
    ("theyll", K::Telling),
    ("itll", K::Telling),
    ("youll", K::Telling),
    ("theyre", K::Telling),
    ("youre", K::Telling),
    ("weve", K::Telling),
    // never
    ("if", K::Never(Never::Condition)),
    ("unless", K::Never(Never::Condition)),
    ("otherwise", K::Never(Never::Condition)),
    ("else", K::Never(Never::Condition)),
    ("when", K::Never(Never::Condition)),
    ("whenever", K::Never(Never::Condition)),
    ("until", K::Never(Never::Condition)),
    ("till", K::Never(Never::Condition)),
    ("til", K::Never(Never::Condition)),
    ("provided", K::Never(Never::Condition)),
    ("providing", K::Never(Never::Condition)),
    ("once", K::Never(Never::Condition)),
    ("depending", K::Never(Never::Condition)),
    ("assuming", K::Never(Never::Condition)),
    ("supposing", K::Never(Never::Condition)),
    ("whether", K::Never(Never::Condition)),
    ("failing", K::Never(Never::Condition)),
    ("overwatch", K::Never(Never::Condition)),
    ("lest", K::Never(Never::Condition)),
    ("because", K::Never(Never::Condition)),
    ("not", K::Never(Never::Negation)),
    ("dont", K::Never(Never::Negation)),
    ("doesnt", K::Never(Never::Negation)),
    ("didnt", K::Never(Never::Negation)),
    ("wont", K::Never(Never::Negation)),
    ("cant", K::Never(Never::Negation)),
    ("cannot", K::Never(Never::Negation)),
    ("wouldnt", K::Never(Never::Negation)),
    ("shouldnt", K::Never(Never::Negation)),
    ("couldnt", K::Never(Never::Negation)),
    ("mustnt", K::Never(Never::Negation)),
    ("isnt", K::Never(Never::Negation)),
    ("arent", K::Never(Never::Negation)),
    ("shant", K::Never(Never::Negation)),
    ("aint", K::Never(Never::Negation)),
    ("neednt", K::Never(Never::Negation)),
    ("rarely", K::Never(Never::Negation)),
    ("seldom", K::Never(Never::Negation)),
    ("never", K::Never(Never::Negation)),
    ("no", K::Never(Never::Negation)),
    ("nope", K::Never(Never::Negation)),
    ("nobody", K::Never(Never::Negation)),
    ("noone", K::Never(Never::Negation)),
    ("none", K::Never(Never::Negation)),
    ("nothing", K::Never(Never::Negation)),
    ("neither", K::Never(Never::Negation)),
    ("nor", K::Never(Never::Negation)),
    ("without", K::Never(Never::Negation)),
    ("ready", K::Never(Never::Later)),
    ("readies", K::Never(Never::Later)),
    ("later", K::Never(Never::Later)),
    ("soon", K::Never(Never::Later)),
    ("tomorrow", K::Never(Never::Later)),
    ("eventually", K::Never(Never::Later)),
    ("maybe", K::Never(Never::Doubt)),
    ("perhaps", K::Never(Never::Doubt)),
    ("possibly", K::Never(Never::Doubt)),
    ("probably", K::Never(Never::Doubt)),
    ("might", K::Never(Never::Doubt)),
    ("may", K::Never(Never::Doubt)),
    ("could", K::Never(Never::Doubt)),
    ("would", K::Never(Never::Doubt)),
    ("id", K::Never(Never::Doubt)),
    ("dunno", K::Never(Never::Doubt)),
    ("unsure", K::Never(Never::Doubt)),
    ("almost", K::Never(Never::Doubt)),
    ("nearly", K::Never(Never::Doubt)),
    ("hardly", K::Never(Never::Doubt)),
    ("barely", K::Never(Never::Doubt)),
    ("scarcely", K::Never(Never::Doubt)),
    ("or", K::Never(Never::Choice)),
    ("either", K::Never(Never::Choice)),
    ("rather", K::Never(Never::Choice)),
    ("but", K::Never(Never::Choice)),
    ("shot", K::Never(Never::Past)),
    ("fired", K::Never(Never::Past)),
    ("moved", K::Never(Never::Past)),
    ("went", K::Never(Never::Past)),
    ("ran", K::Never(Never::Past)),
    ("held", K::Never(Never::Past)),
    ("charged", K::Never(Never::Past)),
    ("fought", K::Never(Never::Past)),
    ("attacked", K::Never(Never::Past)),
    ("retreated", K::Never(Never::Past)),
    ("advanced", K::Never(Never::Past)),
    ("was", K::Never(Never::Past)),
    ("were", K::Never(Never::Past)),
    ("had", K::Never(Never::Past)),
    ("did", K::Never(Never::Past)),
    ("took", K::Never(Never::Past)),
    ("fell", K::Never(Never::Past)),
    ("stood", K::Never(Never::Past)),
    ("came", K::Never(Never::Past)),
    ("struck", K::Never(Never::Past)),
    ("withdrew", K::Never(Never::Past)),
    ("actually", K::Never(Never::Correction)),
    ("oops", K::Never(Never::Correction)),
    ("sorry", K::Never(Never::Correction)),
    ("correction", K::Never(Never::Correction)),
    ("edit", K::Never(Never::Correction)),
    ("half", K::Never(Never::Part)),
    ("some", K::Never(Never::Part)),
    ("most", K::Never(Never::Part)),
    ("few", K::Never(Never::Part)),
    ("ditto", K::Never(Never::Repeat)),
    ("same", K::Never(Never::Repeat)),
    ("likewise", K::Never(Never::Repeat)),
    ("repeat", K::Never(Never::Repeat)),
    // adds nothing
    ("the", K::Article),
    ("teh", K::Article),
    ("a", K::Article),
    ("an", K::Article),
    ("those", K::Article),
    ("these", K::Article),
    ("please", K::Polite),
    ("pls", K::Polite),
    ("plz", K::Polite),
    ("plx", K::Polite),
    ("kindly", K::Polite),
    ("thanks", K::Polite),
    ("thank", K::Polite),
    ("thx", K::Polite),
    ("ty", K::Polite),
    ("again", K::Polite),
    ("now", K::Polite),
    ("immediately", K::Polite),
    ("quickly", K::Polite),
    ("slowly", K::Polite),
    ("carefully", K::Polite),
    ("quietly", K::Polite),
    ("swiftly", K::Polite),
    ("directly", K::Polite),
    ("straight", K::Polite),
    ("forward", K::Polite),
    ("forwards", K::Polite),
    ("just", K::Polite),
    ("so", K::Polite),
    ("ok", K::Polite),
    ("okay", K::Polite),
    ("alright", K::Polite),
    ("lol", K::Polite),
    ("haha", K::Polite),
    ("xd", K::Polite),
    ("simply", K::Polite),
    ("only", K::Polite),
    ("instead", K::Polite),
    ("still", K::Polite),
    ("cautiously", K::Polite),
    ("steadily", K::Polite),
    ("bravely", K::Polite),
    ("boldly", K::Polite),
    ("rapidly", K::Polite),
    ("silently", K::Polite),
    ("stealthily", K::Polite),
    ("hastily", K::Polite),
    ("promptly", K::Polite),
    ("briskly", K::Polite),
    ("calmly", K::Polite),
    ("firmly", K::Polite),
    ("heavily", K::Polite),
    ("grimly", K::Polite),
    ("gladly", K::Polite),
    ("gently", K::Polite),
    ("together", K::Polite),
    ("forthwith", K::Polite),
    ("asap", K::Polite),
    ("sir", K::Polite),
    ("guys", K::Polite),
    ("folks", K::Polite),
    ("mate", K::Polite),
    ("mates", K::Polite),
    ("dude", K::Polite),
    ("bro", K::Polite),
    ("cheers", K::Polite),
    ("indeed", K::Polite),
    ("really", K::Polite),
    ("fully", K::Polite),
    ("hereby", K::Polite),
    ("meantime", K::Polite),
    ("onward", K::Polite),
    ("onwards", K::Polite),
    ("ahead", K::Polite),
    ("yes", K::Polite),
    ("yeah", K::Polite),
    ("ah", K::Polite),
    ("oh", K::Polite),
    ("hey", K::Polite),
    ("hello", K::Polite),
    ("hi", K::Polite),
];

/// Verbs, and phrases that begin with one, by what they mean: each stands for all its forms, and `their` for anybody's.
const LEMMAS: &[(Keyword, &str)] = &[
    (
        K::Shoot,
        "shoot, fire, engage, target, shell, bombard, barrage, strafe, blast, snipe, pepper, rake, loose, \
         open fire, make fire, give fire, return fire, concentrate fire, focus fire, lay down fire, \
         lay fire, pour fire, put fire, direct fire, open up, let loose, take a shot, take shots, \
         fire a shot, fire shots, fire away, blaze away, take aim, gun down, shoot down, shoot up, \
         rain fire, unload",
    ),
    (K::Melee, "melee, fight, strike, stab, brawl, grapple, duel"),
    (
        K::Move,
        "move, go, advance, run, walk, dash, sprint, march, rush, head, proceed, relocate, reposition, \
         redeploy, travel, sneak, creep, crawl, jog, hurry, cross, come, shift, push, trot, slip, scurry, \
         scramble, hustle, race, wander, stroll, edge, transfer, maneuver, manoeuvre, return, head for, \
         make for, get to, get over, get back, move back, go back, run back, head back, come back, \
         make their way, work their way, find their way, move out, move over, move along, go over, run over, \
         head over, come over, fall in, take position, take positions, take up position, take up positions, \
         set off, set out, close in, press on, push on, push forward, double time",
    ),
    (K::Seize, "reach, capture, seize, occupy, secure, claim, enter"),
    (K::Toward, "approach, close with, close on, close in on, press toward"),
    (K::Charge, "charge, assault"),
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
         loiter, camp, stand by, stand fast, stand firm, stand still, stand down, stand their ground, \
         stand guard, maintain position, maintain their position, hunker down, sit tight, sit still, \
         lie low, lay low, lie down, do nothing, keep position, keep still, keep their position, \
         keep their ground, cease fire, take no action, take a breather, catch their breath, sit this out, \
         sit it out, sit this one out",
    ),
    (K::Use, "use, activate, cast, invoke, trigger, play, employ"),
    (K::Join, "join"),
    (K::Leave, "leave"),
    (K::Form, "form, split"),
    (
        K::Attack,
        "attack, kill, destroy, eliminate, slay, smash, crush, harass, hit, deal, get, murder, finish, \
         neutralise, neutralize, annihilate, obliterate, exterminate, wipe, hunt, handle, engulf, light up, \
         take out, take down, mow down, cut down, finish off, wipe out, go after, deal with, take care of",
    ),
    (K::Defend, "defend, protect"),
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
         stay behind cover, duck into cover, hide",
    ),
    (K::Never(Never::Condition), "wait for, hold for, ambush"),
    (K::Never(Never::Later), "prepare, plan, intend, get ready, be ready, make ready, stand ready"),
    (K::Never(Never::Doubt), "wonder, think, guess, suppose, consider, try, threaten, hope, think about"),
    (
        K::Never(Never::Negation),
        "refuse, avoid, ignore, cease, forbid, pretend, feign, fake, fail, decline, hesitate, quit shooting, \
         quit firing, quit moving, quit charging, quit fighting, quit advancing, cease shooting, \
         cease firing, cease moving, cease charging, cease fighting, cease advancing",
    ),
];

/// Words that stand together for one, folded.
const PHRASES: &[(&str, Keyword)] = &[
    ("over to", K::To),
    ("up to", K::To),
    ("down to", K::To),
    ("across to", K::To),
    ("as far as", K::To),
    ("all the way to", K::To),
    ("in direction of", K::Toward),
    ("in the direction of", K::Toward),
    ("in direction to", K::Toward),
    ("closer to", K::Toward),
    ("next to", K::Toward),
    ("close to", K::Toward),
    ("nearer to", K::Toward),
    ("nearer", K::Toward),
    ("by way of", K::Via),
    ("away from", K::Away),
    ("as well as", K::And),
    ("the whole of", K::Article),
    ("further from", K::Away),
    ("farther from", K::Away),
    ("without moving", K::Hold),
    ("no orders", K::Hold),
    ("no order", K::Hold),
    ("in melee", K::InMelee),
    ("in close combat", K::InMelee),
    ("in hand to hand", K::InMelee),
    ("in hand to hand combat", K::InMelee),
    ("hand to hand", K::InMelee),
    ("at close quarters", K::InMelee),
    ("in close quarters", K::InMelee),
    ("under cover", K::Cover),
    ("behind cover", K::Cover),
    ("in case", K::Never(Never::Condition)),
    ("as soon as", K::Never(Never::Condition)),
    ("as long as", K::Never(Never::Condition)),
    ("so long as", K::Never(Never::Condition)),
    ("in the event", K::Never(Never::Condition)),
    ("in response", K::Never(Never::Condition)),
    ("should they", K::Never(Never::Condition)),
    ("should the", K::Never(Never::Condition)),
    ("should any", K::Never(Never::Condition)),
    ("should anyone", K::Never(Never::Condition)),
    ("no wait", K::Never(Never::Correction)),
    ("instead of", K::Never(Never::Negation)),
    ("rather than", K::Never(Never::Choice)),
    ("anyone but", K::Never(Never::Negation)),
    ("anybody but", K::Never(Never::Negation)),
    ("will be", K::Telling),
    ("is going to", K::Telling),
    ("are going to", K::Telling),
    ("is to", K::Telling),
    ("are to", K::Telling),
    ("has to", K::Telling),
    ("have to", K::Telling),
    ("need to", K::Telling),
    ("needs to", K::Telling),
    ("ought to", K::Telling),
    ("want to", K::Telling),
    ("wants to", K::Telling),
    ("next round", K::Never(Never::Later)),
    ("next turn", K::Never(Never::Later)),
    ("the round after", K::Never(Never::Later)),
    ("later on", K::Never(Never::Later)),
    ("last round", K::Never(Never::Past)),
    ("last turn", K::Never(Never::Past)),
    ("previous round", K::Never(Never::Past)),
    ("as last round", K::Never(Never::Repeat)),
    ("as before", K::Never(Never::Repeat)),
    ("same as last round", K::Never(Never::Repeat)),
    ("same as before", K::Never(Never::Repeat)),
    ("what do you think", K::Never(Never::Doubt)),
    ("after that", K::Then),
    ("after this", K::Then),
    ("after which", K::Then),
    ("followed by", K::Then),
    ("as they", K::While),
    ("as it", K::While),
    ("once more", K::Polite),
    ("one more time", K::Polite),
    ("once again", K::Polite),
    ("for now", K::Polite),
    ("of course", K::Polite),
    ("as usual", K::Polite),
    ("at full speed", K::Polite),
    ("no matter what", K::Polite),
    ("good luck", K::Polite),
    ("at once", K::Polite),
    ("right now", K::Polite),
    ("right away", K::Polite),
    ("as planned", K::Polite),
    ("in formation", K::Polite),
    ("keep formation", K::Polite),
    ("keeps formation", K::Polite),
    ("keeping formation", K::Polite),
    ("if you please", K::Polite),
    ("thank you", K::Polite),
    ("with all speed", K::Polite),
    ("as fast as possible", K::Polite),
    ("this round", K::Polite),
    ("this turn", K::Polite),
    ("all weapons", K::All),
    ("all their weapons", K::All),
    ("all guns", K::All),
    ("all their guns", K::All),
    ("every weapon", K::All),
    ("my men", K::Squad),
    ("my boys", K::Squad),
    ("my lads", K::Squad),
    ("my people", K::Squad),
    ("my guys", K::Squad),
    ("my soldiers", K::Squad),
    ("my fighters", K::Squad),
    ("our men", K::Squad),
    ("our boys", K::Squad),
    ("our lads", K::Squad),
    ("our people", K::Squad),
    ("our guys", K::Squad),
    ("our soldiers", K::Squad),
    ("our fighters", K::Squad),
    ("every gun", K::All),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_keyword_is_found() {
        for (word, expected) in WORDS {
            assert_eq!(lexicon().meaning(word), Some(*expected), "{word}");
        }
        assert_eq!(lexicon().meaning("antidisestablishmentarianism"), None);
    }

    #[test]
    fn no_word_and_no_phrase_stands_twice() {
        for table in [WORDS, PHRASES] {
            let mut words: Vec<&str> = table.iter().map(|it| it.0).collect();
            words.sort_unstable();
            let count = words.len();
            words.dedup();
            assert_eq!(words.len(), count);
        }
    }
}
