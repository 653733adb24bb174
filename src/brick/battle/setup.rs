//! What never changes during a battle: its names, the map, the teams, the units with their weapons, and the goals.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::brick::battle::{Heading, Plate, Profile, ProfileId, Rect, Standard, Weapon, WeaponId};
use crate::field::{Board, Goal, Level, ObjectiveSetup, Scheduled, Seat, SeatId, SquadId, Tile, UnitId, is_numbered};

/// A team, by its place in [`Setup::teams`]: the order in which teams have their passes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct TeamId(pub u8);

/// A team, which is hostile to every other one that it isn't allied with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Team {
    /// What files call it.
    pub key: String,
    /// What people call it.
    pub name: String,
    /// Whether it is a team of players.
    pub is_players: bool,
    /// **BX-13** Teams that it fights beside.
    pub allies: Vec<TeamId>,
}

/// What a kind of terrain means to minifigs, beyond what it is on any board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ground {
    /// **BC-2.8** Sections, out of three, that it hides of a figure on it or behind it.
    pub sections: u8,
    /// **BC-1.2** Whether it blocks sight and lets shots through, as smoke and paper do.
    pub is_smoke: bool,
    /// **BX-8** Whether it is crossed at Half Speed.
    pub is_slow: bool,
    /// **BX-10** What it does to units that come to stand on it.
    pub hazard: Option<Hazard>,
}

/// What dangerous ground does to a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hazard {
    /// Kills every unit that comes there: a pit, lava, the water under a plank.
    Deadly,
    /// **BS-4.2** Damages a unit that comes to stand on it.
    Mine { damage: u8 },
}

/// Everything about a battle that doesn't change while it is fought.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    pub title: String,
    /// What the players read when the battle opens.
    pub briefing: String,
    /// Without a map everybody stands on the players' own table. The board then only shows who is there, and attacks
    /// come with their measurements.
    pub has_map: bool,
    pub board: Board,
    /// What each kind of terrain of the board means to minifigs, in the same order.
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
    /// What happens during the battle.
    pub schedule: Vec<Scheduled<TeamId>>,
    /// The last round, if there is one.
    pub rounds: Option<u16>,
    /// Whether players may give orders that nobody else sees before the round is over.
    pub has_secrets: bool,
    /// The scenario's own phrases for reports.
    pub words: OwnWords,
    /// The level of the commander who leads those without orders.
    pub commander: Level,
}

/// Phrases of a scenario that reports use instead of their own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnWords {
    /// For an attack that missed.
    pub missed: Vec<String>,
    /// For a figure that fell.
    pub fell: Vec<String>,
}

/// **BS-1.3** A squad as the battle begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SquadSetup {
    /// What people call it.
    pub name: String,
    pub team: TeamId,
    /// `None` if the GM commands it.
    pub seat: Option<SeatId>,
    pub members: Vec<UnitId>,
    /// In reserve it has no place yet, and its top left tile is that of the map.
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
    /// `None` if it is nobody's, such as a door.
    pub team: Option<TeamId>,
    /// `None` if the GM commands it.
    pub seat: Option<SeatId>,
    /// What it has in hand, the main hand first.
    pub items: Vec<WeaponId>,
    /// Its top left tile.
    pub at: Tile,
    /// **BC-2.12** Whether it counts as having stood still before the first round.
    pub is_dug_in: bool,
    /// **BC-1.3** Where it looks, for weapons that only strike ahead.
    pub facing: Option<Heading>,
    /// **BC-2.14** The vehicle that it rides in.
    pub aboard: Option<UnitId>,
}

/// Whether two of these teams fight each other.
pub(crate) fn are_hostile(teams: &[Team], one: TeamId, other: TeamId) -> bool {
    let is_ally = |one: TeamId, other: TeamId| teams[usize::from(one.0)].allies.contains(&other);
    one != other && !is_ally(one, other) && !is_ally(other, one)
}

impl Setup {
    pub fn unit(&self, id: UnitId) -> &UnitSetup {
        &self.units[usize::from(id.0)]
    }

    /// Whether a unit waits in reserve as the battle begins.
    pub fn begins_in_reserve(&self, unit: UnitId) -> bool {
        self.squads.iter().any(|it| it.in_reserve && it.members.contains(&unit))
    }

    /// The squad of a unit as the battle begins.
    pub fn squad_of(&self, unit: UnitId) -> Option<SquadId> {
        self.squads.iter().position(|it| it.members.contains(&unit)).map(|it| SquadId(it as u16))
    }

    /// The name of a unit's squad, if the unit is called by that name, with or without a number. `None` if it has a
    /// name of its own.
    pub fn counted_in(&self, id: UnitId) -> Option<&str> {
        let mut squads = self.squads.iter().filter(|it| it.members.contains(&id));
        squads.find(|it| is_numbered(&self.unit(id).name, &it.name)).map(|it| it.name.as_str())
    }

    pub fn profile(&self, unit: UnitId) -> &Profile {
        &self.profiles[usize::from(self.unit(unit).profile.0)]
    }

    pub fn weapon(&self, id: WeaponId) -> &Weapon {
        &self.weapons[usize::from(id.0)]
    }

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

    /// What a tile means to minifigs.
    pub fn ground(&self, tile: Tile) -> Ground {
        self.grounds[usize::from(self.board.ground(tile).0)]
    }

    /// **BC-4.3** How high a tile lies, in inches.
    pub fn level(&self, tile: Tile) -> u8 {
        self.levels[self.board.index(tile)]
    }

    /// Whether all of a rectangle is on the map.
    pub fn contains(&self, rect: Rect) -> bool {
        let map = Rect { at: Tile::new(0, 0), columns: self.board.width(), rows: self.board.height() };
        map.holds(rect)
    }

    /// **BX-10** Whether a tile kills every unit that comes there.
    pub fn is_deadly(&self, tile: Tile) -> bool {
        self.ground(tile).hazard == Some(Hazard::Deadly)
    }

    /// **BX-8** Inches that entering a tile costs. `None` if nobody can enter it.
    pub fn cost(&self, tile: Tile) -> Option<u8> {
        self.board.kind(self.board.ground(tile)).cost
    }
}
