//! The squads of a picture.

use crate::field::{Footprint, Terrain, Tile};
use crate::map::labels::Label;
use crate::map::names::Name;
use crate::map::party::PartyId;

/// A squad with somebody on the map.
#[derive(Clone, Debug)]
pub struct SquadView {
    pub name: Name,
    pub label: Label,
    pub party: PartyId,
    /// Those who stand.
    pub units: Vec<UnitView>,
    pub starting: u16,
    /// Downed whom it carries.
    pub carried: usize,
    /// Where its leader stands.
    pub at: Tile,
    pub stands_in: StandsIn,
    /// Names of the squads that have some of it in their zone.
    pub engaged_by: Vec<Name>,
    /// The nearest enemy, and how many tiles away.
    pub nearest: Option<(Name, u16)>,
    pub is_broken: bool,
    pub has_shot: bool,
}

/// What the leader's tile is and does.
#[derive(Clone, Debug)]
pub struct StandsIn {
    pub name: Name,
    pub is_open: bool,
    pub cover: u8,
    pub conceals: bool,
}

impl StandsIn {
    /// On ground of this kind.
    pub fn on(ground: &Terrain) -> StandsIn {
        StandsIn {
            name: Name::new(&ground.name),
            is_open: ground.key == "open",
            cover: ground.cover,
            conceals: ground.conceals,
        }
    }
}

/// What a unit is drawn as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Figure,
    Vehicle,
    Monster,
    Structure,
}

/// One who stands.
#[derive(Clone, Copy, Debug)]
pub struct UnitView {
    pub footprint: Footprint,
    pub shape: Shape,
    pub is_hero: bool,
    pub is_engaged: bool,
}

impl SquadView {
    /// How many stand.
    pub(super) fn standing(&self) -> usize {
        self.units.len()
    }

    /// Whether an enemy has some of it in its zone.
    pub(super) fn is_engaged(&self) -> bool {
        !self.engaged_by.is_empty()
    }
}
