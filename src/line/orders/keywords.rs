//! The words of the language of orders and what they mean, as data. All forms and synonyms of a word stand together.

use std::sync::LazyLock;

use crate::field::Direction;
use crate::post::english::{Common, Never};
use crate::post::lexicon::{Lexicon, Meaning};
use crate::post::words::{Word, folded};

use super::verbs::{self, Row, VERBS, Verb};

/// A word that has a meaning in orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keyword {
    /// A verb that an order can begin with.
    Verb(Verb),
    // Words between names.
    And,
    At,
    With,
    To,
    Via,
    Then,
    /// `while`: it joins two orders, which are of one round anyway.
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
    /// How an enemy is fought, behind his name.
    InMelee,
    /// What an enemy is taken, kept or put under, behind his name.
    UnderFire,
    /// `squad`, beside a name.
    Squad,
    /// `enemy`, beside a name.
    Enemy,
    Nearest,
    /// A pronoun: somebody who was named before, or nobody in particular.
    Pronoun,
    /// `number`, before a number.
    Number,
    /// This and the following mean the same in every game.
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
    const THEN: Keyword = Keyword::Then;
    const TO: Keyword = Keyword::To;
    const WITH: Keyword = Keyword::With;
    const W: Keyword = Keyword::Direction(Direction::West);

    fn decides(self) -> bool {
        self.is_verb() || matches!(self, Keyword::Never(_))
    }

    fn never(self) -> Option<Never> {
        if let Keyword::Never(why) = self { Some(why) } else { None }
    }

    fn says_what(self) -> bool {
        self == Keyword::Squad
    }

    fn is_way(self) -> bool {
        matches!(self, Keyword::Direction(_))
    }

    fn is_step(self) -> bool {
        self == Keyword::Step
    }

    fn says_how(self) -> bool {
        matches!(self, Keyword::Cover | Keyword::Tight | Keyword::Spread)
    }

    fn leads(self) -> bool {
        matches!(self, Keyword::At | Keyword::On | Keyword::In | Keyword::To | Keyword::For)
    }
}

impl Keyword {
    /// Whether the language has a more usual word for what is `written`.
    pub(super) fn is_said_otherwise(self, written: &str) -> bool {
        let is_other =
            matches!(self, Keyword::While | Keyword::Telling | Keyword::Both | Keyword::Place | Keyword::InMelee);
        is_other || self.is_verb() && !verbs::is_plain(written) && written != "stand"
    }

    /// Whether an order can begin with it.
    pub(super) fn is_verb(self) -> bool {
        self.verb().is_some()
    }

    pub(super) fn verb(self) -> Option<Verb> {
        if let Keyword::Verb(verb) = self { Some(verb) } else { None }
    }
}

/// What these words mean in an order; `None` if they can only be a name.
pub(crate) fn meaning(words: &str) -> Option<&'static str> {
    let meaning = lexicon().meaning(&folded(words))?;
    Some(if meaning.is_verb() { "what to do" } else { "another word" })
}

/// The lexicon, built once from the tables.
pub(super) fn lexicon() -> &'static Lexicon<Keyword> {
    static LEXICON: LazyLock<Lexicon<Keyword>> = LazyLock::new(|| {
        let verbs = |of: fn(&Row) -> &'static str| {
            VERBS.iter().map(move |it| (Keyword::Verb(it.verb), of(it))).filter(|it| !it.1.is_empty())
        };
        Lexicon::new(
            verbs(|it| it.words).chain(WORDS.iter().copied()),
            verbs(|it| it.lemmas).chain(LEMMAS.iter().copied()),
        )
    });
    &LEXICON
}

/// The verb of orders to hold.
pub(super) const HOLD: Keyword = Keyword::Verb(Verb::Hold);

/// A `but` that joins two orders, unlike the one in `all but Otter`.
pub(super) const AND_BUT: &str = "and but";

/// What `first` becomes where it says when a squad acts. No name holds these words.
pub(super) const ACT_FIRST: &str = "act first";

/// What `last` becomes where it says when a squad acts.
pub(super) const ACT_LAST: &str = "act last";

/// The end of a phrase that places an order where a move has led, like `and from there`.
pub(super) const FROM_THERE: &str = "from there";

/// The end of `stand in formation`.
pub(super) const IN_FORMATION: &str = "in formation";

/// What `rest` and `others` become where they mean all other squads: `rest: hold`.
pub(super) const THE_REST: &str = "the rest";

/// Whether a word is a phrase like `both guns`.
pub(super) fn is_both_weapons(word: &Word<Keyword>) -> bool {
    word.meaning == Some(Keyword::All) && word.folded().starts_with("both ")
}

/// Behind `everything`: the weapons that no other part of the squad's fire names.
pub(super) const ELSE: &str = "else";

/// Words behind `everything` that only say whose it is: `everything they have got`.
pub(super) const HAVING: &[&str] = &[
    "they", "we", "it", "you", "i", "he", "she", "has", "have", "had", "got", "theyve", "weve", "youve", "ive", "own",
];

use Keyword as K;

/// Words and phrases by what they mean, folded.
const WORDS: &[(Keyword, &str)] = &[
    (
        K::Step,
        "step, steps, tile, tiles, space, spaces, square, squares, hex, hexes, cell, cells, pace, paces, field, fields",
    ),
    (K::With, "using, with, wit, but only with, only with"),
    (
        K::Cover,
        "cover, cvr, tc, for taking cover, under cover, behind cover, cover if any, cover if there is any, cover if there is some",
    ),
    (K::UnderFire, "under fire, under their fire"),
    (K::And, "and, and but, plus, as well as, together with, along with, alongside"),
    (K::Direction(Direction::North), "n, north, northward, northwards, up"),
    (K::At, "at, against, vs, versus, into melee with, into close combat with, into combat with, into contact with"),
    (K::On, "upon, on"),
    (
        K::To,
        "in direction, onto, unto, to, out to, along to, away to, off to, over to, up to, down to, across to, as far as, all the way to",
    ),
    (
        K::In,
        "into, in, inside, behind, up into, down into, over into, out into, up onto, down onto, over onto, out onto",
    ),
    (
        K::Via,
        "via, through, thru, over, by way of, passing through, passing by, passing over, going through, going over",
    ),
    (
        K::Then,
        "then, afterwards, afterward, also, next, finally, thereafter, subsequently, after that, after this, \
         after which, followed by, and from there, when it gets there, when they get there, when he gets there, \
         when she gets there, when there, once there, once it is there, once they are there, once it gets there, \
         once they get there, on arrival",
    ),
    (K::While, "while, whilst, meanwhile, as they, as it"),
    (K::After, "after"),
    (K::Before, "before"),
    (
        K::Toward,
        "toward, towards, twd, twds, in direction of, in the direction of, in direction to, closer to, next to, close \
         to, nearer to, nearer, as close as possible to, as near as possible to",
    ),
    (K::Away, "away, away from, further from, farther from"),
    (K::From, "from"),
    (K::By, "by"),
    (K::For, "for"),
    (
        K::Tight,
        "tight, tightly, all tight, all tight together, all close together, all of them close together, bunched up, all bunched up, shoulder to shoulder, in close order, in tight formation, huddled, huddled together, huddled close together",
    ),
    (
        K::Spread,
        "spaced out, stand spread, and there they stand spread, and stand there spread, dispersed, scattered, in open order, in loose order, in loose formation",
    ),
    (
        K::All,
        "all, everything, everyone, everybody, each, every, all weapons, all their weapons, all guns, all \
         their guns, both weapons, both their weapons, both guns, both their guns, all of mine, all my squads, all of my squads, all wpns, every weapon, every gun, everything they can, everything we can, everything you can, \
         everything it can",
    ),
    (K::Both, "both, both squads, both of mine, both of them, both my squads, both of my squads"),
    (K::Except, "except, excluding"),
    (K::Downed, "downed, wounded"),
    (K::Orders, "orders, order"),
    (K::Battle, "battle, combat"),
    (K::Out, "out"),
    (K::Back, "back"),
    (K::Will, "will"),
    (K::Place, "position, grid, coordinate, coordinates, coords, location, spot, tile at, square at, position at"),
    (K::Direction(Direction::East), "east, est, eastward, eastwards, e, right"),
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

/// Verbs that no order begins with, and phrases that begin with a verb, by what they mean. As in the table of verbs,
/// they stand for all their forms.
const LEMMAS: &[(Keyword, &str)] = &[
    (
        K::Toward,
        "approach, close with, close on, close in on, press toward, get close to, get closer to, get as close \
         to, get near, get nearer to, move as close to",
    ),
    (K::Take, "take, tk, seek"),
    (
        K::Tight,
        "tight together, close together, stay close together, keep close together, keep tight together, stay tight, stay close, stay together, stand tight, stand close together, keep \
         tight, keep together, keep close, bunch up, close up, stick together",
    ),
    (K::Spread, "spread, stay spread, stay spread out, keep spread, fan out, disperse, scatter"),
    (
        K::Cover,
        "get into cover, have cover, get in cover, get to cover, get behind cover, go into cover, go to cover, \
         find cover, search cover, search for cover, look for cover, use cover, make use of cover, stay in cover, keep in cover, keep to cover, \
         stay behind cover, duck into cover, hide, hide in cover, hide in the cover, hide behind cover, hide behind the cover, hug cover, hug the cover, hug the \
         barricade, hug the barricades, hug the wall, hug the walls, get behind the barricade, get behind that barricade, get behind the wall, get \
         behind that wall, get behind something, get under something, get into cover there",
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
        let all = VERBS.iter().map(|it| it.words).filter(|it| !it.is_empty()).chain(WORDS.iter().map(|it| it.1));
        let mut words: Vec<&str> = all.flat_map(|it| it.split(", ")).collect();
        words.sort_unstable();
        let count = words.len();
        words.dedup();
        assert_eq!(words.len(), count);
    }
}
