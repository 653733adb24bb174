//! The squads of a picture.

use crate::field::{Direction, Terrain, Tile};
use crate::map::names::Name;
use crate::map::party::PartyId;
use crate::map::plot::Plot;
use crate::map::spot::Spot;

/// A squad with somebody on the map.
#[derive(Clone, Debug)]
pub struct SquadView {
    pub name: Name,
    /// What stands for it where its name has no room.
    pub label: String,
    pub party: PartyId,
    /// How many stand.
    pub standing: usize,
    /// Those who stand.
    pub units: Vec<UnitView>,
    pub starting: u16,
    /// Downed whom it carries.
    pub carried: usize,
    /// Where its leader stands.
    pub at: Tile,
    /// The ground of that tile.
    pub stands_in: Terrain,
    /// Names of the squads that have some of it in their zone.
    pub engaged_by: Vec<Name>,
    /// The nearest enemy, and how many tiles away.
    pub nearest: Option<(Name, u16)>,
    pub is_broken: bool,
    pub has_shot: bool,
    /// What else is true of it for now, in a word or two each.
    pub notes: Vec<Name>,
    /// What all of it stands on and moves with.
    pub plate: Option<Plate>,
}

/// A rectangle of tiles that a squad stands on. Who stands where on it, its units say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plate {
    /// Its upper left tile.
    pub at: Tile,
    pub width: u8,
    pub height: u8,
    pub facing: Direction,
    /// The tile of the standard.
    pub standard: Option<Tile>,
}

/// What a unit is drawn as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Figure,
    Vehicle,
    /// Somebody on a mount.
    Rider,
    Monster,
    Structure,
}

/// One who stands.
#[derive(Clone, Debug)]
pub struct UnitView {
    pub on: Plot,
    pub shape: Shape,
    pub hero: Option<Hero>,
    pub is_engaged: bool,
}

/// Who has a star.
#[derive(Clone, Debug)]
pub struct Hero {
    pub name: Name,
    /// What stands on the star.
    pub mark: String,
}

impl Plate {
    /// Its lower right tile.
    pub(super) fn last(&self) -> Tile {
        let end = |from: u8, size: u8| from.saturating_add(size.saturating_sub(1));
        Tile::new(end(self.at.x, self.width), end(self.at.y, self.height))
    }
}

impl SquadView {
    /// Whether an enemy has some of it in its zone.
    pub(super) fn is_engaged(&self) -> bool {
        !self.engaged_by.is_empty()
    }

    /// Those of two squads who stand closest together: their middles, and how far they are apart.
    pub(super) fn closest(&self, other: &SquadView) -> Option<(Spot, Spot, f32)> {
        let middles = |it: &SquadView| it.units.iter().map(|it| it.on.middle()).collect::<Vec<_>>();
        let (mine, theirs) = (middles(self), middles(other));
        let pairs = mine.iter().flat_map(|from| theirs.iter().map(|to| (*from, *to, from.distance(*to))));
        pairs.min_by(|a, b| a.2.total_cmp(&b.2))
    }
}
