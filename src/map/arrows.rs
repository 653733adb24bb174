//! Arrows: who went where, and who fired at whom.

use crate::map::party::PartyId;
use crate::map::spot::Spot;

/// A way or a line of fire.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrow {
    pub kind: ArrowKind,
    pub party: PartyId,
    /// Where it bends, both ends included, counted in tiles from the top left corner of the map.
    pub points: Vec<Spot>,
    /// How far before its last point it ends, in tiles, so that it doesn't lie under who stands there.
    pub short: f32,
}

/// What an arrow shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrowKind {
    Move,
    Charge,
    /// Of a single unit that closes up in a melee.
    Press,
    Fire,
}
