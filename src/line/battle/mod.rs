//! What a battle is, and the one way in which it changes.
//!
//! [`Setup`] never changes, [`Battle`] is what is true between two events, and [`Battle::apply`] is the only way from
//! one to the next. No dice are rolled here and nothing is written for people.
#![deny(clippy::disallowed_types, clippy::disallowed_methods, clippy::float_arithmetic)]

mod ability;
mod apply;
mod arms;
mod contact;
mod edit;
mod event;
mod fit;
mod orders;
mod ranks;
#[cfg(test)]
pub(crate) mod scene;
mod setup;
mod snapshot;

pub use ability::*;
pub use arms::*;
pub use edit::*;
pub use event::*;
pub use orders::*;
pub use ranks::*;
pub use setup::*;

pub use crate::field::{Departure, Leaving, Level, Phase, Queue, Turning};

use std::collections::BTreeSet;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::field::{
    Board, Extent, Footing, Footprint, GoalKind, Objective, ObjectiveId, Outcome, SeatId, SquadId, Terrain, TerrainId,
    Tile, UnitId, line,
};

/// The state of a battle between two events.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Battle {
    #[serde(skip)]
    setup: Arc<Setup>,
    round: u16,
    phase: Phase,
    units: Vec<Unit>,
    squads: Vec<Squad>,
    cp: Vec<u8>,
    lasting: Vec<Lasting>,
    waiting: Vec<Waiting>,
    used: Vec<Used>,
    uses: Vec<Uses>,
    changed_ground: Vec<ChangedGround>,
    objectives: Vec<Objective<Side>>,
    // The round in which each goal was met, if it is met now.
    goals_met: Vec<Option<u16>>,
    // Each goal and its part that has come true for good, in the order in which they came true.
    parts_met: Vec<(u8, u8)>,
    // Whether each entry of the schedule has come due.
    scheduled: Vec<bool>,
    score: BySide<u32>,
    outcome: Option<Outcome>,
    // The state of formations. A battle without them is serialized without this field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ranks: Option<Box<Ranks>>,
    // The unit on each tile: derived from `units`, and kept up to date by `apply`.
    #[serde(skip)]
    occupied: Vec<Option<UnitId>>,
    // The ground of each tile now: derived from `changed_ground`, and empty while nothing is changed.
    #[serde(skip)]
    ground_now: Vec<TerrainId>,
    // The longest reach of any unit's profile, which limits how far around a unit enemies are looked for.
    #[serde(skip)]
    reach_max: u8,
    // The extent of the standing units of each squad: derived from `units`, and kept up to date by `apply`.
    #[serde(skip)]
    extents: Vec<Extent>,
    // Squads whose extent is out of date; none between two events.
    #[serde(skip)]
    stale_extents: Vec<SquadId>,
}

/// **T-8** The state of one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// The squad that it belongs to.
    pub squad: SquadId,
    pub state: UnitState,
    /// Its top left tile; for a downed or killed unit, where it fell.
    pub at: Tile,
    /// HP left; 0 or less is downed.
    pub hp: i16,
    /// Whether it fired in this round's shooting phase.
    pub has_fired: bool,
    /// The `[One Shot]` weapons that it has used up, a bit for each of its profile's weapons.
    spent: u32,
    // **C-6** The phases that it has carried out ahead this round, alone of its squad, a bit for each.
    acted_ahead: u8,
    // The size of its profile, kept here because footprints are asked for more often than anything else.
    #[serde(skip)]
    size: u8,
}

/// **T-8** Whether a unit is on its feet, and if not, where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum UnitState {
    Standing,
    /// Carried by its squad.
    Downed,
    /// **V-5** Downed, and left where `at` says.
    Abandoned,
    Killed,
    /// Not on the map yet.
    InReserve,
}

impl UnitState {
    /// What people call it.
    pub fn word(self) -> &'static str {
        match self {
            UnitState::Standing => "standing",
            UnitState::Downed => "downed",
            UnitState::Abandoned => "abandoned",
            UnitState::Killed => "killed",
            UnitState::InReserve => "in reserve",
        }
    }
}

/// The state of one squad.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Squad {
    /// In roster order; a hero who has joined comes last.
    pub members: Vec<UnitId>,
    /// **L-1** How many units it counts as having started with: heroes who have joined count, those who have left
    /// don't.
    pub starting: u16,
    pub in_reserve: bool,
    /// **L-3**
    pub is_broken: bool,
    /// **S-7**
    pub has_shot: bool,
    /// **V-3** Whether its fire costs it the faster move, charging and disengaging.
    pub is_slowed: bool,
    pub has_moved: bool,
    /// **A-6** Whether it moved last round, for `[Heavy]`.
    pub moved_last_round: bool,
    /// **V-6** Whether it has disengaged this round, and so may oppose charges.
    pub has_disengaged: bool,
    /// **L-2** How many units it has abandoned this round.
    pub abandoned: u8,
    // **C-6** The phases that it has carried out ahead this round, a bit for each.
    acted_ahead: u8,
}

/// **C-7** A lasting effect on a squad or a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lasting {
    pub squad: SquadId,
    /// The only unit that has the effect, and keeps it if it changes squads; `None` if the whole squad has it.
    pub unit: Option<UnitId>,
    pub boon: Boon,
    pub ability: AbilityId,
    /// The only phase in which it counts; `None` if it counts in all.
    pub phase: Option<Phase>,
    /// The last round in which it counts.
    pub until: u16,
}

/// **C-5** An ability that waits for its moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waiting {
    pub by: CasterId,
    pub ability: AbilityId,
    pub on: AbilityOn,
    pub trigger: Trigger,
}

/// **C-3** An ability that a side has used on a squad this round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Used {
    side: Side,
    ability: AbilityId,
    on: SquadId,
}

/// **C-4** How often a hero has used an ability of his.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Uses {
    by: CasterId,
    ability: AbilityId,
    this_round: u8,
    in_all: u8,
}

/// **C-7** A tile whose ground is not what the map says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangedGround {
    pub tile: Tile,
    pub terrain: TerrainId,
    /// The last round of the change.
    pub until: u16,
}

impl Battle {
    /// A battle at the start of its first round.
    ///
    /// # Panics
    ///
    /// If the setup puts a unit off the map, or two units on one tile. Code that makes a setup checks this first.
    pub fn new(setup: Arc<Setup>) -> Battle {
        let unit = |id: UnitId| {
            let mut squads = setup.squad_ids().zip(&setup.squads);
            let (squad, its) = squads.find(|it| it.1.members.contains(&id)).expect("every unit is in a squad");
            let state = if its.in_reserve { UnitState::InReserve } else { UnitState::Standing };
            let (at, hp) = (setup.unit(id).at, i16::from(setup.profile(id).hp));
            Unit { squad, state, at, hp, has_fired: false, spent: 0, acted_ahead: 0, size: 0 }
        };
        let squad = |it: &SquadSetup| Squad {
            members: it.members.clone(),
            starting: it.members.len() as u16,
            in_reserve: it.in_reserve,
            ..Squad::default()
        };
        let ranks = Ranks { units: vec![UnitInRanks::default(); setup.units.len()], ..Ranks::default() };
        let mut battle = Battle {
            round: 1,
            units: setup.unit_ids().map(unit).collect(),
            squads: setup.squads.iter().map(squad).collect(),
            cp: setup.casters.iter().map(|it| it.cp_max).collect(),
            objectives: setup.objectives.iter().map(|it| Objective::of(it.owner)).collect(),
            goals_met: vec![None; setup.goals.len()],
            scheduled: vec![false; setup.schedule.len()],
            ranks: setup.formations.map(|_| Box::new(ranks)),
            setup,
            ..Battle::default()
        };
        battle.derive_state();
        battle
    }

    /// The part that never changes.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// A shared pointer to the setup.
    pub fn setup_shared(&self) -> Arc<Setup> {
        Arc::clone(&self.setup)
    }

    pub fn board(&self) -> &Board {
        &self.setup.board
    }

    /// The round that is open or is being resolved, from 1.
    pub fn round(&self) -> u16 {
        self.round
    }

    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The battle as its players know it, without the schedule and without the stance, level and temper of the GM's
    /// squads.
    pub fn as_players_know_it(&self) -> Battle {
        let mut setup = Setup::clone(&self.setup);
        setup.schedule.clear();
        setup.is_for_players = true;
        setup.commander = Level::default();
        for squad in setup.squads.iter_mut().filter(|it| it.seat.is_none()) {
            (squad.stance, squad.objective) = (Stance::Aggressive, None);
            (squad.level, squad.temper) = (None, Temper::default());
        }
        Battle { setup: Arc::new(setup), scheduled: Vec::new(), ..self.clone() }
    }

    /// Whether a squad is in reserve and belongs to no seat: players learn of it when it arrives.
    pub fn is_kept_from_players(&self, squad: SquadId) -> bool {
        self.squad(squad).in_reserve && self.setup.squad(squad).seat.is_none()
    }

    /// How the battle ended; `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The state of a unit.
    pub fn unit(&self, id: UnitId) -> &Unit {
        &self.units[usize::from(id.0)]
    }

    /// The state of a squad.
    pub fn squad(&self, id: SquadId) -> &Squad {
        &self.squads[usize::from(id.0)]
    }

    /// The profile of a unit.
    pub fn profile(&self, unit: UnitId) -> &Profile {
        self.setup.profile(unit)
    }

    /// The side of a squad.
    pub fn side(&self, squad: SquadId) -> Side {
        self.setup.squad(squad).side
    }

    /// CP left in a caster's pool (C-1).
    pub fn cp(&self, caster: CasterId) -> u8 {
        self.cp[usize::from(caster.0)]
    }

    /// The state of an objective.
    pub fn objective(&self, id: ObjectiveId) -> &Objective<Side> {
        &self.objectives[usize::from(id.0)]
    }

    /// The round in which a goal, by its place in the setup, was met; `None` if it isn't met now.
    pub fn goal_met(&self, goal: usize) -> Option<u16> {
        self.goals_met[goal]
    }

    /// **O-2** Whether a part of a goal has come true for good.
    pub fn part_met(&self, goal: u8, part: u8) -> bool {
        self.parts_met.contains(&(goal, part))
    }

    /// The round in which each goal of a kind was met, in the order of the setup; `None` for one that isn't met now.
    pub fn goals_met(&self, kind: GoalKind) -> impl Iterator<Item = Option<u16>> + Clone {
        let goals = self.setup.goals.iter().zip(&self.goals_met);
        goals.filter(move |(goal, _)| goal.kind == kind).map(|(_, met)| *met)
    }

    /// **O-2, O-4** Whether all main goals are met and no failure is. A failure forbids victory, even if it comes true
    /// in the same round.
    pub fn is_won(&self) -> bool {
        self.has_met_main_goals() && !self.has_failed()
    }

    /// **O-2** Whether there are main goals and all are met.
    pub fn has_met_main_goals(&self) -> bool {
        let mut main = self.goals_met(GoalKind::Main).peekable();
        main.peek().is_some() && main.all(|it| it.is_some())
    }

    /// **O-4** Whether any failure has come true.
    pub fn has_failed(&self) -> bool {
        self.goals_met(GoalKind::Failure).any(|it| it.is_some())
    }

    /// Whether an entry of the schedule has come due.
    pub fn has_come(&self, entry: usize) -> bool {
        self.scheduled[entry]
    }

    /// The points of each side so far.
    pub fn score(&self) -> BySide<u32> {
        self.score
    }

    /// **C-5** The abilities that wait for their moment.
    pub fn waiting(&self) -> &[Waiting] {
        &self.waiting
    }

    /// The tiles whose ground is not what the map says.
    pub fn changed_ground(&self) -> &[ChangedGround] {
        &self.changed_ground
    }

    /// **C-3** Whether a side has used an ability on a squad this round.
    pub fn has_used(&self, side: Side, ability: AbilityId, on: SquadId) -> bool {
        self.used.contains(&Used { side, ability, on })
    }

    /// **C-4** How often a caster has used an ability this round, and in the whole battle.
    pub fn uses(&self, by: CasterId, ability: AbilityId) -> (u8, u8) {
        let known = self.uses.iter().find(|it| (it.by, it.ability) == (by, ability));
        known.map_or((0, 0), |it| (it.this_round, it.in_all))
    }

    /// The standing units of a squad, in roster order.
    pub fn standing(&self, squad: SquadId) -> impl DoubleEndedIterator<Item = UnitId> + Clone {
        self.squad(squad).members.iter().copied().filter(|it| self.unit(*it).is_standing())
    }

    /// The downed units that a squad carries (V-4).
    pub fn carried(&self, squad: SquadId) -> impl Iterator<Item = UnitId> {
        self.squad(squad).members.iter().copied().filter(|it| self.unit(*it).state == UnitState::Downed)
    }

    /// **T-8** Whether no unit of a squad stands any more. A squad in reserve is not annihilated, nor is one that has
    /// no members.
    pub fn is_annihilated(&self, squad: SquadId) -> bool {
        let it = self.squad(squad);
        !it.in_reserve && !it.members.is_empty() && self.standing(squad).next().is_none()
    }

    /// Whether any unit of a squad stands on the map.
    pub fn is_on_map(&self, squad: SquadId) -> bool {
        self.standing(squad).next().is_some()
    }

    /// The squads of a side with a unit on the map, in roster order.
    pub fn squads_of(&self, side: Side) -> impl Iterator<Item = SquadId> {
        self.setup.squad_ids().filter(move |it| self.side(*it) == side && self.is_on_map(*it))
    }

    /// The seats that have a squad on the map or in reserve.
    pub fn seats_in_it(&self) -> BTreeSet<SeatId> {
        let is_in_it = |it: &SquadId| self.is_on_map(*it) || self.squad(*it).in_reserve;
        self.setup.squad_ids().filter(is_in_it).filter_map(|it| self.setup.squad(it).seat).collect()
    }

    /// **V-2** The leader of a squad: its standing hero, or else its first standing unit.
    pub fn leader(&self, squad: SquadId) -> Option<UnitId> {
        self.hero(squad).or_else(|| self.standing(squad).next())
    }

    /// **H-1** The standing hero of a squad.
    pub fn hero(&self, squad: SquadId) -> Option<UnitId> {
        let mut heroes = self.setup.casters.iter().filter_map(|it| it.hero);
        heroes.find(|it| self.unit(*it).squad == squad && self.unit(*it).is_standing())
    }

    /// **T-2** Whether all standing units of a squad are structures.
    pub fn is_built(&self, squad: SquadId) -> bool {
        self.standing(squad).all(|it| self.profile(it).kind == Kind::Structure)
    }

    /// **T-2** The tiles that a unit stands on.
    pub fn footprint(&self, unit: UnitId) -> Footprint {
        let Unit { at, size, .. } = *self.unit(unit);
        Footprint { at, size }
    }

    /// The unit that stands on a tile of the map.
    pub fn who_stands_on(&self, tile: Tile) -> Option<UnitId> {
        self.occupied[self.board().index(tile)]
    }

    /// **T-10** The ground of a tile now.
    pub fn ground(&self, tile: Tile) -> &Terrain {
        self.board().kind(self.ground_kind(tile))
    }

    /// **T-10** The id of a tile's ground now.
    pub fn ground_kind(&self, tile: Tile) -> TerrainId {
        if self.ground_now.is_empty() { self.board().ground(tile) } else { self.ground_now[self.board().index(tile)] }
    }

    /// **T-10** What it costs a unit of size 1 to enter each tile of the current ground, with no unit in the way.
    pub fn footing(&self) -> Footing {
        let mut footing = self.board().footing().clone();
        for changed in &self.changed_ground {
            footing.set_cost(changed.tile, self.ground(changed.tile).cost);
        }
        footing
    }

    /// **V-1** What it costs a unit of size 1 of a side to enter each tile: enemies block their tiles, and their zones
    /// are marked.
    pub fn footing_of(&self, side: Side) -> Footing {
        let mut footing = self.footing();
        for enemy in self.standing_of(side.other()) {
            footing.mark_zone(self.board(), self.footprint(enemy), self.reach(enemy));
            footing.block(self.footprint(enemy));
        }
        footing
    }

    /// **T-2** The unit that stands on each tile, row by row.
    pub fn occupied(&self) -> &[Option<UnitId>] {
        &self.occupied
    }

    /// **T-2, T-10** Whether a tile of the map is passable and nobody stands on it.
    pub fn is_free(&self, tile: Tile) -> bool {
        self.ground(tile).cost.is_some() && self.who_stands_on(tile).is_none()
    }

    /// **T-9** Whether any tile of one footprint has a free line to any tile of the other. Sight is mutual, and doesn't
    /// depend on how the map is turned.
    pub fn is_seen_from(&self, here: Footprint, there: Footprint) -> bool {
        if here.size == 1 && there.size == 1 {
            return self.has_free_line(here.at, there.at);
        }
        here.tiles().any(|from| there.tiles().any(|to| self.has_free_line(from, to)))
    }

    /// **T-9** Whether no opaque ground lies between the centres of two tiles now.
    fn has_free_line(&self, from: Tile, to: Tile) -> bool {
        // The board keeps the lines of the map; only changed ground makes it necessary to check the line again.
        match self.changed_ground.is_empty() {
            true => self.board().sees(from, to),
            false => !line(from, to).any(|it| self.ground(it).opaque),
        }
    }

    /// **C-7** The lasting effects on a squad that count in a phase, and those on `unit` alone.
    pub fn boons_with(&self, squad: SquadId, unit: Option<UnitId>, phase: Phase) -> impl Iterator<Item = &Lasting> {
        let concerns = move |it: &&Lasting| it.unit.map_or(it.squad == squad, |only| unit == Some(only));
        self.lasting.iter().filter(concerns).filter(move |it| it.phase.is_none_or(|only| only == phase))
    }

    /// **C-7** What the lasting effects on a unit and on its squad add to its stat in a phase.
    pub fn boon_sum_of(&self, unit: UnitId, stat: Stat, phase: Phase) -> i8 {
        let boons = self.boons_with(self.unit(unit).squad, Some(unit), phase);
        boons.fold(0, |sum, it| sum.saturating_add(it.boon.adds_to(stat)))
    }

    /// **C-7** Whether a unit alone has effects on its weapons in a phase, so that they differ from those of its squad.
    pub fn has_own_boons(&self, unit: UnitId, phase: Phase) -> bool {
        let is_own = |it: &Lasting| it.unit == Some(unit) && it.phase.is_none_or(|only| only == phase);
        self.lasting.iter().any(|it| is_own(it) && it.boon.is_of_weapons())
    }

    /// **C-6** Whether a squad has carried out a phase ahead this round.
    pub fn has_acted_ahead(&self, squad: SquadId, phase: Phase) -> bool {
        self.squad(squad).acted_ahead >> phase as u8 & 1 == 1
    }

    /// **C-6** Whether a unit has carried out a phase ahead this round, alone of its squad.
    pub fn has_unit_acted_ahead(&self, unit: UnitId, phase: Phase) -> bool {
        self.unit(unit).acted_ahead >> phase as u8 & 1 == 1
    }

    /// **A-6** Whether a unit has used up a weapon, by its place in the profile's list.
    pub fn is_spent(&self, unit: UnitId, weapon: usize) -> bool {
        self.unit(unit).spent >> weapon & 1 == 1
    }

    /// **L-1** Whether fewer than half of the units that a squad started with stand. A squad of one counts HP instead.
    pub fn is_below_half(&self, squad: SquadId) -> bool {
        self.would_be_below_half(squad, self.standing(squad).count(), |it| self.unit(it).hp)
    }

    /// **L-1** Whether a squad would be below half with this many standing units, and with these HP if it is a squad of
    /// one.
    pub fn would_be_below_half(&self, squad: SquadId, standing: usize, hp: impl Fn(UnitId) -> i16) -> bool {
        let it = self.squad(squad);
        match it.members[..] {
            [one] if it.starting == 1 => 2 * hp(one) < i16::from(self.profile(one).hp),
            _ => 2 * standing < usize::from(it.starting),
        }
    }

    /// The hash of the whole state. Two battles with the same digest and setup are the same battle.
    pub fn digest(&self) -> [u8; 32] {
        let text = serde_json::to_vec(self).expect("a battle has no maps and no floats, so it is JSON");
        Sha256::digest(text).into()
    }
}

impl Unit {
    /// **T-8** Whether it is on its feet.
    pub fn is_standing(&self) -> bool {
        self.state == UnitState::Standing
    }
}
