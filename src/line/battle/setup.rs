//! What never changes during a battle: the map, the squads with their weapons, and the goals. Names are only here.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::field::{self, Board, Level, ObjectiveId, Seat, SeatId, SquadId, Tile, UnitId, is_numbered};
use crate::line::battle::{Ability, AbilityId, Effect, FormationSetup, Profile, ProfileId, Weapon, WeaponId};

/// A caster, by its place in [`Setup::casters`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct CasterId(pub u8);

/// **T-12** One of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    Players,
    Enemy,
}

impl Side {
    /// Both sides, in the order in which they act.
    pub const ALL: [Side; 2] = [Side::Players, Side::Enemy];

    pub fn other(self) -> Side {
        match self {
            Side::Players => Side::Enemy,
            Side::Enemy => Side::Players,
        }
    }
}

/// A value for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BySide<T> {
    pub players: T,
    pub enemy: T,
}

impl<T> std::ops::Index<Side> for BySide<T> {
    type Output = T;

    fn index(&self, side: Side) -> &T {
        match side {
            Side::Players => &self.players,
            Side::Enemy => &self.enemy,
        }
    }
}

impl<T> std::ops::IndexMut<Side> for BySide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::Players => &mut self.players,
            Side::Enemy => &mut self.enemy,
        }
    }
}

/// **O-1** A place worth holding.
pub type ObjectiveSetup = field::ObjectiveSetup<Side>;
/// **O-2** A goal.
pub type Goal = field::Goal<Side>;
/// The units that a condition is about.
pub type Subject = field::Subject<Side>;
/// **O-2** A condition that is checked when a round ends.
pub type Condition = field::Condition<Side>;
/// An entry of the schedule.
pub type Scheduled = field::Scheduled<Side>;
/// When an entry of the schedule comes due.
pub type When = field::When<Side>;

/// How a squad without orders is led.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stance {
    /// Goes for the nearest enemy.
    Aggressive,
    /// Stays, and fires at what comes.
    Hold,
    /// Goes for the objectives.
    Objective,
    /// Stays near its post, and meets enemies that come near.
    Guard,
    /// Keeps its distance and fires.
    Skirmish,
}

/// When a squad without orders breaks off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Temper {
    /// It fights to the last.
    Fanatic,
    /// It breaks off once three quarters of it are gone, if no friend is near or it carries more downed units than
    /// stand.
    #[default]
    Steady,
    /// It breaks off once half of it is gone.
    Wavering,
}

/// Everything about a battle that doesn't change while it is fought.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    pub title: String,
    /// What the players read when the battle opens.
    pub briefing: String,
    pub board: Board,
    pub seats: Vec<Seat>,
    pub casters: Vec<Caster>,
    pub profiles: Vec<Profile>,
    pub weapons: Vec<Weapon>,
    pub abilities: Vec<Ability>,
    /// **R-5** In roster order.
    pub squads: Vec<SquadSetup>,
    /// Squad by squad, each squad in roster order.
    pub units: Vec<UnitSetup>,
    pub objectives: Vec<ObjectiveSetup>,
    pub goals: Vec<Goal>,
    pub schedule: Vec<Scheduled>,
    /// The last round, if there is one.
    pub rounds: Option<u16>,
    /// Whether players may give orders that nobody else sees before the round is over.
    pub has_secrets: bool,
    /// **C-1** CP that every pool regains as a round begins.
    pub cp_per_round: u8,
    /// The level of the commander who leads the squads without orders.
    pub commander: Level,
    /// What tapping out costs, in the scenario's words (O-4).
    pub tap_out_cost: Option<String>,
    /// Sentences of the scenario that reports use.
    pub words: OwnWords,
    /// `None`: the battle is played without formations.
    pub formations: Option<FormationSetup>,
    /// Whether this is the battle as players know it: they learn of reserves when those arrive, even where they lead
    /// the enemy.
    pub is_for_players: bool,
}

/// Sentences of the scenario that reports use instead of their own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnWords {
    /// For fire that fells nobody.
    pub vain: Vec<String>,
    /// For enemies that break.
    pub broke: Vec<String>,
}

/// **C-1** A hero, or the GM for the enemy, with a pool of CP and abilities.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caster {
    /// The hero's name.
    pub name: String,
    /// **H-1** The hero's class, as people call it; empty for the GM.
    pub class: String,
    pub side: Side,
    /// `None`: the GM's.
    pub seat: Option<SeatId>,
    pub hero: Option<UnitId>,
    /// The most CP the pool can hold; it starts full.
    pub cp_max: u8,
    /// In the order in which the files list them.
    pub abilities: Vec<AbilityId>,
}

/// **T-3** Units that get orders together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SquadSetup {
    /// What files call it.
    pub key: String,
    /// What people call it.
    pub name: String,
    pub side: Side,
    /// `None`: the GM's.
    pub seat: Option<SeatId>,
    pub stance: Stance,
    /// The level of the commander who leads it without orders; `None`: as in [`Setup::commander`].
    pub level: Option<Level>,
    pub temper: Temper,
    /// The objective that it goes for, with stance `Objective`; `None` for the nearest.
    pub objective: Option<ObjectiveId>,
    /// Its members when the battle begins, in roster order. Empty for the squad that an embedded hero would be alone.
    pub members: Vec<UnitId>,
    /// Whether it begins in reserve.
    pub in_reserve: bool,
}

/// **T-2** One figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitSetup {
    pub name: String,
    pub profile: ProfileId,
    /// **S-3** Units of one squad with the same number operate their `[Crew]` weapons together.
    pub team: Option<u8>,
    /// **H-1** Its caster, if it is a hero.
    pub hero: Option<CasterId>,
    /// The squad that it is when alone, if it is a hero.
    pub alone: Option<SquadId>,
    /// Where it stands when the battle begins; without meaning for a unit in reserve.
    pub at: Tile,
}

impl Setup {
    pub fn squad(&self, id: SquadId) -> &SquadSetup {
        &self.squads[usize::from(id.0)]
    }

    /// Whether a unit is in reserve when the battle begins.
    pub fn begins_in_reserve(&self, unit: UnitId) -> bool {
        self.squad_of(unit).is_some_and(|it| it.in_reserve)
    }

    /// The squad that a unit belongs to when the battle begins.
    fn squad_of(&self, unit: UnitId) -> Option<&SquadSetup> {
        self.squads.iter().find(|it| it.members.contains(&unit))
    }

    /// Whether an ability brings a squad out of reserve.
    pub fn is_summoned(&self, squad: SquadId) -> bool {
        let brings = |effect: &Effect| matches!(effect, Effect::Reinforce { squad: it, .. } if *it == squad);
        self.abilities.iter().any(|it| it.effects.iter().any(brings))
    }

    /// Whether a unit has a name of its own. Other units have the name of their squad and a number.
    pub fn is_named(&self, unit: UnitId) -> bool {
        !self.squad_of(unit).is_some_and(|it| is_numbered(&self.unit(unit).name, &it.name))
    }

    /// Whether a unit has a name of its own and stands out by it: it is the only unit of its squad, heroes apart, or
    /// some of the others have no name of their own.
    pub fn is_set_apart_by_name(&self, unit: UnitId) -> bool {
        let others = self.squad_of(unit).into_iter().flat_map(|it| &it.members).filter(|it| **it != unit);
        let mut privates = others.filter(|it| self.unit(**it).hero.is_none()).peekable();
        self.is_named(unit) && (privates.peek().is_none() || privates.any(|it| !self.is_named(*it)))
    }

    /// Whether a unit is no hero, and at least four units of its squad, heroes apart, have names of their own. Reports
    /// name such a squad as a whole.
    pub fn is_in_named_squad(&self, unit: UnitId) -> bool {
        const MANY: usize = 4;
        let is_private = |it: &&UnitId| self.unit(**it).hero.is_none() && self.is_named(**it);
        self.unit(unit).hero.is_none()
            && self.squad_of(unit).is_some_and(|it| MANY <= it.members.iter().filter(is_private).count())
    }

    pub fn unit(&self, id: UnitId) -> &UnitSetup {
        &self.units[usize::from(id.0)]
    }

    pub fn profile(&self, unit: UnitId) -> &Profile {
        &self.profiles[usize::from(self.unit(unit).profile.0)]
    }

    pub fn weapon(&self, id: WeaponId) -> &Weapon {
        &self.weapons[usize::from(id.0)]
    }

    pub fn ability(&self, id: AbilityId) -> &Ability {
        &self.abilities[usize::from(id.0)]
    }

    pub fn caster(&self, id: CasterId) -> &Caster {
        &self.casters[usize::from(id.0)]
    }

    pub fn objective(&self, id: ObjectiveId) -> &ObjectiveSetup {
        &self.objectives[usize::from(id.0)]
    }

    pub fn seat(&self, id: SeatId) -> &Seat {
        &self.seats[usize::from(id.0)]
    }

    /// The ids of all squads, in roster order.
    pub fn squad_ids(&self) -> impl Iterator<Item = SquadId> + use<> {
        (0..self.squads.len()).map(|it| SquadId(it as u16))
    }

    /// The ids of all units, in roster order.
    pub fn unit_ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units.len()).map(|it| UnitId(it as u16))
    }

    /// The ids of all objectives, in the order of the file.
    pub fn objective_ids(&self) -> impl Iterator<Item = ObjectiveId> + use<> {
        (0..self.objectives.len()).map(|it| ObjectiveId(it as u8))
    }

    pub fn caster_ids(&self) -> impl Iterator<Item = CasterId> + use<> {
        (0..self.casters.len()).map(|it| CasterId(it as u8))
    }

    pub fn ability_ids(&self) -> impl Iterator<Item = AbilityId> + use<> {
        (0..self.abilities.len()).map(|it| AbilityId(it as u16))
    }

    pub fn seat_ids(&self) -> impl Iterator<Item = SeatId> + use<> {
        (0..self.seats.len()).map(|it| SeatId(it as u8))
    }
}
