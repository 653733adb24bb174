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
    /// Of what is still to come: whether dice may bring it to nothing, or to something else.
    pub is_doubtful: bool,
}

impl Arrow {
    /// Whether it shows the same, give or take who stands in the middle of a squad.
    pub fn is_like(&self, other: &Arrow) -> bool {
        let is_near =
            |a: Option<&Spot>, b: Option<&Spot>| matches!((a, b), (Some(a), Some(b)) if a.distance(*b) <= NEAR);
        (self.kind, self.party) == (other.kind, other.party)
            && is_near(self.points.first(), other.points.first())
            && is_near(self.points.last(), other.points.last())
    }
}

/// How far the middle of a squad may lie from where it was while it is taken for the same, in tiles.
const NEAR: f32 = 1.5;

/// What an arrow shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrowKind {
    Move,
    Charge,
    /// Of a single unit that closes up in a melee.
    Press,
    Fire,
}
