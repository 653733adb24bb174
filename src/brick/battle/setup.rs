//! What never changes during a battle: the map, the teams, who fights with what, and what for. Names live here.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::brick::battle::{Heading, Plate, Profile, ProfileId, Rect, Standard, Weapon, WeaponId};
use crate::field::{Board, Goal, Level, ObjectiveSetup, Scheduled, Seat, SeatId, SquadId, Tile, UnitId, is_numbered};

/// A team, by its place in [`Setup::teams`]: the order in which teams have their passes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct TeamId(pub u8);

/// A group that is hostile to every other one that it isn't allied with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Team {
    /// What files call it.
    pub key: String,
    /// What people call it.
    pub name: String,
    /// Whether the players are of it.
    pub is_players: bool,
    /// **BX-13** Teams that it fights beside.
    pub allies: Vec<TeamId>,
}

/// What a kind of terrain is to minifigs, beside what it is on any board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ground {
    /// **BC-2.8** How many of three sections of somebody on it or behind it are hidden.
    pub sections: u8,
    /// **BC-1.2** Whether what blocks sight here stops nothing else: smoke, or paper.
    pub is_smoke: bool,
    /// **BX-8** Whether it is crossed at Half Speed.
    pub is_slow: bool,
    /// **BX-10** What it does to those who end on it.
    pub hazard: Option<Hazard>,
}

/// What the map does to those who fall into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hazard {
    /// Whoever falls in is gone: a pit, lava, the water under a plank.
    Deadly,
    /// **BS-4.2** Damage to whoever enters.
    Mine { damage: u8 },
}

/// Everything about a battle that doesn't change while it is fought.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    pub title: String,
    /// What the players read when it opens.
    pub briefing: String,
    /// Without a map everybody stands on the players' own table: the board is a shelf to show who is there, and attacks
    /// come with their numbers.
    pub has_map: bool,
    pub board: Board,
    /// What each kind of terrain of the board is to minifigs, in the same order.
    pub grounds: Vec<Ground>,
    /// **BC-4.3** How high each tile lies, in inches; in the board's order of tiles.
    pub levels: Vec<u8>,
    pub seats: Vec<Seat>,
    pub teams: Vec<Team>,
    pub profiles: Vec<Profile>,
    pub weapons: Vec<Weapon>,
    /// As the battle begins.
    pub squads: Vec<SquadSetup>,
    pub units: Vec<UnitSetup>,
    pub objectives: Vec<ObjectiveSetup<TeamId>>,
    pub goals: Vec<Goal<TeamId>>,
    /// What happens on the way.
    pub schedule: Vec<Scheduled<TeamId>>,
    /// The last round, if there is one.
    pub rounds: Option<u16>,
    /// Whether players may give orders that nobody else sees before the round is over.
    pub has_secrets: bool,
    /// What reports say in words of its own.
    pub words: OwnWords,
    /// How well those are led whom nobody gives orders to.
    pub commander: Level,
}

/// What reports say in the scenario's words instead of their own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnWords {
    /// What an attack did that missed.
    pub missed: Vec<String>,
    /// What somebody did who fell.
    pub fell: Vec<String>,
}

/// **BS-1.3** A squad as the battle begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SquadSetup {
    /// What people call it.
    pub name: String,
    pub team: TeamId,
    /// `None`: the GM's.
    pub seat: Option<SeatId>,
    pub members: Vec<UnitId>,
    /// Of no place in reserve: its top left tile is that of the map.
    pub plate: Plate,
    pub standard: Standard,
    /// Whether it waits in reserve until an event calls it.
    pub in_reserve: bool,
}

/// One figure, or one object of the map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnitSetup {
    pub name: String,
    pub profile: ProfileId,
    /// `None`: nobody's, such as a door.
    pub team: Option<TeamId>,
    /// `None`: the GM's.
    pub seat: Option<SeatId>,
    /// What it has in hand, the main hand first.
    pub items: Vec<WeaponId>,
    /// Its top left tile.
    pub at: Tile,
    /// **BC-2.12** Whether it has stood still before the first round.
    pub is_dug_in: bool,
    /// **BC-1.3** Where it looks, for weapons that only strike ahead.
    pub facing: Option<Heading>,
    /// **BC-2.14** What it rides in.
    pub aboard: Option<UnitId>,
}

/// Whether two of these teams fight each other.
pub(crate) fn are_hostile(teams: &[Team], one: TeamId, other: TeamId) -> bool {
    let is_ally = |one: TeamId, other: TeamId| teams[usize::from(one.0)].allies.contains(&other);
    one != other && !is_ally(one, other) && !is_ally(other, one)
}

impl Setup {
    /// The unit of this id.
    pub fn unit(&self, id: UnitId) -> &UnitSetup {
        &self.units[usize::from(id.0)]
    }

    /// Whether a unit waits in reserve as the battle begins.
    pub fn begins_in_reserve(&self, unit: UnitId) -> bool {
        self.squads.iter().any(|it| it.in_reserve && it.members.contains(&unit))
    }

    /// The squad that a unit is of as the battle begins.
    pub fn squad_of(&self, unit: UnitId) -> Option<SquadId> {
        self.squads.iter().position(|it| it.members.contains(&unit)).map(|it| SquadId(it as u16))
    }

    /// The squad of a unit that has no name of its own: it is called as the squad, with a number or without.
    pub fn counted_in(&self, id: UnitId) -> Option<&str> {
        let mut squads = self.squads.iter().filter(|it| it.members.contains(&id));
        squads.find(|it| is_numbered(&self.unit(id).name, &it.name)).map(|it| it.name.as_str())
    }

    /// The profile of a unit.
    pub fn profile(&self, unit: UnitId) -> &Profile {
        &self.profiles[usize::from(self.unit(unit).profile.0)]
    }

    /// The weapon of this id.
    pub fn weapon(&self, id: WeaponId) -> &Weapon {
        &self.weapons[usize::from(id.0)]
    }

    /// The team of this id.
    pub fn team(&self, id: TeamId) -> &Team {
        &self.teams[usize::from(id.0)]
    }

    /// All teams, in the order of their passes.
    pub fn team_ids(&self) -> impl Iterator<Item = TeamId> + use<> {
        (0..self.teams.len()).map(|it| TeamId(it as u8))
    }

    /// All units, in roster order.
    pub fn unit_ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units.len()).map(|it| UnitId(it as u16))
    }

    /// Whether two teams fight each other.
    pub fn is_hostile(&self, one: TeamId, other: TeamId) -> bool {
        are_hostile(&self.teams, one, other)
    }

    /// What a tile is to minifigs.
    pub fn ground(&self, tile: Tile) -> Ground {
        self.grounds[usize::from(self.board.ground(tile).0)]
    }

    /// **BC-4.3** How high a tile lies.
    pub fn level(&self, tile: Tile) -> u8 {
        self.levels[self.board.index(tile)]
    }

    /// Whether all of a rectangle is on the map.
    pub fn contains(&self, rect: Rect) -> bool {
        let map = Rect { at: Tile::new(0, 0), columns: self.board.width(), rows: self.board.height() };
        map.holds(rect)
    }

    /// **BX-10** Whether whoever comes there is gone.
    pub fn is_deadly(&self, tile: Tile) -> bool {
        self.ground(tile).hazard == Some(Hazard::Deadly)
    }

    /// **BX-8** Inches that entering a tile costs; `None` if nobody can.
    pub fn cost(&self, tile: Tile) -> Option<u8> {
        self.board.kind(self.board.ground(tile)).cost
    }
}
