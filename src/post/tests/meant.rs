//! A small order language for tests of the code that all games share.

use crate::post::english::{Common, Never};
use crate::post::lexicon::{Lexicon, Meaning};

#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::post) enum Meant {
    Common(Common),
    At,
    And,
    Then,
    To,
    With,
    Fire,
    West,
}

impl From<Common> for Meant {
    fn from(common: Common) -> Meant {
        Meant::Common(common)
    }
}

impl Meaning for Meant {
    const AT: Meant = Meant::At;
    const AND: Meant = Meant::And;
    const THEN: Meant = Meant::Then;
    const TO: Meant = Meant::To;
    const WITH: Meant = Meant::With;
    const W: Meant = Meant::West;

    fn decides(self) -> bool {
        self == Meant::Fire
    }

    fn never(self) -> Option<Never> {
        if let Meant::Common(Common::Never(why)) = self { Some(why) } else { None }
    }
}

pub(in crate::post) fn lexicon() -> Lexicon<Meant> {
    let words = [(Meant::At, "at"), (Meant::And, "and"), (Meant::Fire, "fire"), (Meant::West, "w")];
    Lexicon::new(words.into_iter(), std::iter::empty())
}
