//! The sides as parties of a picture.

use crate::line::battle::Side;
use crate::map::{Party, PartyId};

/// The index of a side in [`parties`].
pub fn party(side: Side) -> PartyId {
    PartyId(side as u8)
}

/// The parties of a picture, in the order of the sides.
pub fn parties() -> Vec<Party> {
    vec![Party::Yours, Party::Enemy]
}
