//! The words that mean something by themselves.

use crate::field::Direction;

/// A word that has a meaning in orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keyword {
    // Verbs
    Shoot,
    Melee,
    Move,
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
    Attack,
    // What stands between the names
    And,
    At,
    With,
    To,
    Via,
    Then,
    After,
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
    Downed,
    Orders,
    Battle,
    Out,
    Back,
    Will,
    Step,
    Direction(Direction),
    Diagonal,
    /// A word that makes an order hang on something.
    Conditional,
    Article,
    Polite,
}

/// Every word with a meaning of its own, folded.
const KEYWORDS: &[(&str, Keyword)] = &[
    ("shoot", Keyword::Shoot),
    ("shoots", Keyword::Shoot),
    ("fire", Keyword::Shoot),
    ("fires", Keyword::Shoot),
    ("engage", Keyword::Shoot),
    ("melee", Keyword::Melee),
    ("fight", Keyword::Melee),
    ("fights", Keyword::Melee),
    ("strike", Keyword::Melee),
    ("move", Keyword::Move),
    ("moves", Keyword::Move),
    ("moving", Keyword::Move),
    ("go", Keyword::Move),
    ("advance", Keyword::Move),
    ("charge", Keyword::Charge),
    ("charges", Keyword::Charge),
    ("disengage", Keyword::Disengage),
    ("withdraw", Keyword::Withdraw),
    ("abandon", Keyword::Abandon),
    ("hold", Keyword::Hold),
    ("holds", Keyword::Hold),
    ("command", Keyword::Use),
    ("use", Keyword::Use),
    ("uses", Keyword::Use),
    ("cp", Keyword::Use),
    ("ability", Keyword::Use),
    ("join", Keyword::Join),
    ("joins", Keyword::Join),
    ("leave", Keyword::Leave),
    ("leaves", Keyword::Leave),
    ("form", Keyword::Form),
    ("split", Keyword::Form),
    ("end", Keyword::End),
    ("tap", Keyword::Tap),
    ("fall", Keyword::Fall),
    ("falls", Keyword::Fall),
    ("attack", Keyword::Attack),
    ("and", Keyword::And),
    ("at", Keyword::At),
    ("with", Keyword::With),
    ("using", Keyword::With),
    ("to", Keyword::To),
    ("via", Keyword::Via),
    ("through", Keyword::Via),
    ("then", Keyword::Then),
    ("after", Keyword::After),
    ("toward", Keyword::Toward),
    ("towards", Keyword::Toward),
    ("away", Keyword::Away),
    ("from", Keyword::From),
    ("on", Keyword::On),
    ("by", Keyword::By),
    ("for", Keyword::For),
    ("take", Keyword::Take),
    ("taking", Keyword::Take),
    ("in", Keyword::In),
    ("into", Keyword::In),
    ("cover", Keyword::Cover),
    ("tight", Keyword::Tight),
    ("spread", Keyword::Spread),
    ("all", Keyword::All),
    ("everything", Keyword::All),
    ("everyone", Keyword::All),
    ("downed", Keyword::Downed),
    ("wounded", Keyword::Downed),
    ("orders", Keyword::Orders),
    ("order", Keyword::Orders),
    ("battle", Keyword::Battle),
    ("combat", Keyword::Battle),
    ("out", Keyword::Out),
    ("back", Keyword::Back),
    ("will", Keyword::Will),
    ("tile", Keyword::Step),
    ("tiles", Keyword::Step),
    ("step", Keyword::Step),
    ("steps", Keyword::Step),
    ("north", Keyword::Direction(Direction::North)),
    ("n", Keyword::Direction(Direction::North)),
    ("up", Keyword::Direction(Direction::North)),
    ("east", Keyword::Direction(Direction::East)),
    ("e", Keyword::Direction(Direction::East)),
    ("right", Keyword::Direction(Direction::East)),
    ("south", Keyword::Direction(Direction::South)),
    ("s", Keyword::Direction(Direction::South)),
    ("down", Keyword::Direction(Direction::South)),
    ("west", Keyword::Direction(Direction::West)),
    ("w", Keyword::Direction(Direction::West)),
    ("left", Keyword::Direction(Direction::West)),
    ("ne", Keyword::Diagonal),
    ("nw", Keyword::Diagonal),
    ("se", Keyword::Diagonal),
    ("sw", Keyword::Diagonal),
    ("northeast", Keyword::Diagonal),
    ("northwest", Keyword::Diagonal),
    ("southeast", Keyword::Diagonal),
    ("southwest", Keyword::Diagonal),
    ("if", Keyword::Conditional),
    ("unless", Keyword::Conditional),
    ("otherwise", Keyword::Conditional),
    ("else", Keyword::Conditional),
    ("when", Keyword::Conditional),
    ("whenever", Keyword::Conditional),
    ("until", Keyword::Conditional),
    ("till", Keyword::Conditional),
    ("provided", Keyword::Conditional),
    ("once", Keyword::Conditional),
    ("depending", Keyword::Conditional),
    ("the", Keyword::Article),
    ("a", Keyword::Article),
    ("an", Keyword::Article),
    ("please", Keyword::Polite),
    ("pls", Keyword::Polite),
    ("plz", Keyword::Polite),
    ("thanks", Keyword::Polite),
    ("thx", Keyword::Polite),
];

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

impl Keyword {
    /// Whether an order can begin with it.
    pub(super) fn is_verb(self) -> bool {
        use Keyword::{
            Abandon, Attack, Charge, Disengage, End, Fall, Form, Hold, Join, Leave, Melee, Move, Shoot, Tap, Use,
            Withdraw,
        };
        matches!(
            self,
            Shoot
                | Melee
                | Move
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
        )
    }
}

/// Where in `KEYWORDS` a word is, one more than that, at the word's own place or soon behind it; 0 where none is.
const PLACES: [u8; 512] = places();

const fn places() -> [u8; 512] {
    let mut places = [0; 512];
    let mut n = 0;
    while n < KEYWORDS.len() {
        let mut at = own_place(KEYWORDS[n].0.as_bytes());
        while places[at] != 0 {
            at = (at + 1) % places.len();
        }
        n += 1;
        places[at] = n as u8;
    }
    places
}

// Four letters and the length tell nearly all keywords apart.
const fn own_place(word: &[u8]) -> usize {
    let length = word.len();
    if length == 0 {
        return 0;
    }
    let (first, last) = (word[0] as u32, word[length - 1] as u32);
    let (second, middle) = (word[(length - 1) / 4] as u32, word[length / 2] as u32);
    let mixed = (length as u32) << 25 ^ first << 18 ^ second << 12 ^ middle << 6 ^ last;
    (mixed.wrapping_mul(0x9e37_79b1) >> 23) as usize
}

/// What a folded word means by itself: every word of every post is looked up here.
pub(super) fn keyword(word: &str) -> Option<Keyword> {
    let mut at = own_place(word.as_bytes());
    loop {
        let (candidate, keyword) = KEYWORDS.get(usize::from(PLACES[at]).checked_sub(1)?)?;
        if *candidate == word {
            return Some(*keyword);
        }
        at = (at + 1) % PLACES.len();
    }
}

/// Whether an order can begin with this word.
pub(super) fn is_verb(word: &str) -> bool {
    let mut letters = [0; 16];
    let Some(letters) = letters.get_mut(..word.len()) else { return false };
    letters.copy_from_slice(word.as_bytes());
    letters.make_ascii_lowercase();
    str::from_utf8(letters).ok().and_then(keyword).is_some_and(Keyword::is_verb)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_keyword_is_found() {
        for (word, expected) in KEYWORDS {
            assert_eq!(keyword(word), Some(*expected), "{word}");
        }
        assert_eq!(keyword("antidisestablishmentarianism"), None);
    }
}
