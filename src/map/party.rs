//! Parties: whose is what.

use crate::map::names::Name;

/// A party as those who read the map call it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Party {
    /// The readers' own.
    Yours,
    /// Whom the readers fight, where there is only one such.
    Enemy,
    /// One of several, by its name.
    Called(Name),
    /// Those who are on nobody's side, such as a door.
    Nobody,
}

/// A party of a picture, by its place among [`Picture::parties`](crate::map::Picture::parties).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct PartyId(pub u8);

/// What tells the things of parties apart without their colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Round,
    Square,
    /// With its corners cut off.
    Cut,
}

impl PartyId {
    /// The form of what is this party's: the first three parties each have one of their own.
    pub(super) fn form(self) -> Form {
        [Form::Round, Form::Square, Form::Cut][usize::from(self.0) % 3]
    }
}
