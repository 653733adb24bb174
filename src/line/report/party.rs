//! The sides as parties of a picture.

use crate::line::battle::Side;
use crate::map::{Party, PartyId};

/// The place of a side among the parties of a picture.
pub fn party(side: Side) -> PartyId {
    match side {
        Side::Players => PartyId(0),
        Side::Enemy => PartyId(1),
    }
}

/// The parties of a picture, each in the place of its side.
pub fn parties() -> Vec<Party> {
    vec![Party::Yours, Party::Enemy]
}
