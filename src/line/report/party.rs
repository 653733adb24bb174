//! The sides as parties of a picture.

use crate::line::battle::Side;
use crate::map::{Party, PartyId};

/// The place of a side among [`parties`].
pub fn party(side: Side) -> PartyId {
    PartyId(side as u8)
}

/// The parties of a picture, each in the place of its side.
pub fn parties() -> Vec<Party> {
    vec![Party::Yours, Party::Enemy]
}
