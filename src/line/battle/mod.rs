//! What a battle is, and the one way it changes.
//!
//! [`Setup`] is what never changes, [`Battle`] what is true between two events, and [`Battle::apply`] the only way from
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

/// Everything that is true of a battle between two events.
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
    // Goals and which of their parts have come true for good, in the order in which they did.
    parts_met: Vec<(u8, u8)>,
    // Which of the schedule's entries have come.
    scheduled: Vec<bool>,
    score: BySide<u32>,
    outcome: Option<Outcome>,
    // What is true of formations, in a battle that is played with them; the bytes of all others know nothing of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ranks: Option<Box<Ranks>>,
    // Who stands on each tile: derived from `units`, and kept in step with them by `apply`.
    #[serde(skip)]
    occupied: Vec<Option<UnitId>>,
    // What each tile is made of now: derived from `changed_ground`, and empty while nothing is changed.
    #[serde(skip)]
    ground_now: Vec<TerrainId>,
    // The longest reach of any profile: how far around a unit enemies are looked for.
    #[serde(skip)]
    reach_max: u8,
    // Around the standing units of each squad: derived from `units`, and kept in step with them by `apply`.
    #[serde(skip)]
    extents: Vec<Extent>,
    // Squads whose extent is out of date; none between two events.
    #[serde(skip)]
    unmeasured: Vec<SquadId>,
}

/// **T-8** What is true of one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// The squad it belongs to.
    pub squad: SquadId,
    pub state: UnitState,
    /// Its top left tile; for a downed or killed unit, where it fell.
    pub at: Tile,
    /// HP left; 0 or less is downed.
    pub hp: i16,
    /// Whether it fired in this round's shooting phase.
    pub has_fired: bool,
    /// `[One Shot]` weapons it has used up, a bit for each of its profile's weapons.
    spent: u32,
    // **C-6** Phases it has done ahead of its squad this round, a bit for each.
    acted_ahead: u8,
    // Its profile's size: nothing is asked for as often as where somebody stands.
    #[serde(skip)]
    size: u8,
}

/// **T-8** How a unit is.
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

/// What is true of one squad.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Squad {
    /// In roster order; a hero who joined comes last.
    pub members: Vec<UnitId>,
    /// **L-1** How many units it counts as having started with.
    pub starting: u16,
    pub in_reserve: bool,
    /// **L-3**
    pub is_broken: bool,
    /// **S-7**
    pub has_shot: bool,
    /// **V-3** Whether what it fired costs it the faster move, a charge and a disengage.
    pub is_slowed: bool,
    pub has_moved: bool,
    /// **A-6** `[Heavy]`
    pub moved_last_round: bool,
    /// **V-6** Whether it may oppose charges this round.
    pub has_disengaged: bool,
    /// **L-2** Units it abandoned this round.
    pub abandoned: u8,
    // **C-6** Phases it has done ahead this round, a bit for each.
    acted_ahead: u8,
}

/// **C-7** A lasting effect on a squad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lasting {
    pub squad: SquadId,
    /// The only unit of it that has it, if there is one; it keeps it wherever it goes.
    pub unit: Option<UnitId>,
    pub boon: Boon,
    pub ability: AbilityId,
    /// The only phase it counts in, if there is one.
    pub phase: Option<Phase>,
    /// The last round it counts in.
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

/// **C-7** A tile that is something else for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangedGround {
    pub tile: Tile,
    pub terrain: TerrainId,
    /// The last round it is so.
    pub until: u16,
}

impl Battle {
    /// A battle as its first round opens.
    ///
    /// # Panics
    ///
    /// If the setup puts a unit off the map or two on one tile: whoever makes a setup checks this first.
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
        let ranks = Ranks { units: vec![Ranker::default(); setup.units.len()], ..Ranks::default() };
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
        battle.settle();
        battle
    }

    /// What never changes.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The same, to be kept beside the battle.
    pub fn setup_shared(&self) -> Arc<Setup> {
        Arc::clone(&self.setup)
    }

    /// The map.
    pub fn board(&self) -> &Board {
        &self.setup.board
    }

    /// The round that is open or being resolved, from 1.
    pub fn round(&self) -> u16 {
        self.round
    }

    /// The phase that is being resolved; `Command` while the round is open.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The battle as its players know it: what the scenario holds ready, and how the squads that the GM leads are
    /// minded, is nobody's to know.
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

    /// Whether a squad of the GM's waits in reserve: players learn of it when it comes.
    pub fn is_kept_from_players(&self, squad: SquadId) -> bool {
        self.squad(squad).in_reserve && self.setup.squad(squad).seat.is_none()
    }

    /// How it ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// A unit of this battle.
    pub fn unit(&self, id: UnitId) -> &Unit {
        &self.units[usize::from(id.0)]
    }

    /// A squad of this battle.
    pub fn squad(&self, id: SquadId) -> &Squad {
        &self.squads[usize::from(id.0)]
    }

    /// What a unit is.
    pub fn profile(&self, unit: UnitId) -> &Profile {
        self.setup.profile(unit)
    }

    /// Whose a squad is.
    pub fn side(&self, squad: SquadId) -> Side {
        self.setup.squad(squad).side
    }

    /// CP left in a pool (C-1).
    pub fn cp(&self, caster: CasterId) -> u8 {
        self.cp[usize::from(caster.0)]
    }

    /// What is true of an objective.
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

    /// The rounds in which the goals of a kind were met, each in its turn.
    pub fn goals_met(&self, kind: GoalKind) -> impl Iterator<Item = Option<u16>> + Clone {
        let goals = self.setup.goals.iter().zip(&self.goals_met);
        goals.filter(move |(goal, _)| goal.kind == kind).map(|(_, met)| *met)
    }

    /// **O-2, O-4** Whether all main goals are met and no failure is: a failure forbids the victory, also one of the same
    /// round.
    pub fn is_won(&self) -> bool {
        self.has_met_main_goals() && !self.has_failed()
    }

    /// **O-2** Whether there are main goals and all are met.
    pub fn has_met_main_goals(&self) -> bool {
        let mut main = self.goals_met(GoalKind::Main).peekable();
        main.peek().is_some() && main.all(|it| it.is_some())
    }

    /// **O-4** Whether a failure has come true.
    pub fn has_failed(&self) -> bool {
        self.goals_met(GoalKind::Failure).any(|it| it.is_some())
    }

    /// Whether an entry of the schedule has come.
    pub fn has_come(&self, entry: usize) -> bool {
        self.scheduled[entry]
    }

    /// Points so far.
    pub fn score(&self) -> BySide<u32> {
        self.score
    }

    /// **C-5** Abilities that wait for their moment.
    pub fn waiting(&self) -> &[Waiting] {
        &self.waiting
    }

    /// Tiles that are not what the map says, for now.
    pub fn changed_ground(&self) -> &[ChangedGround] {
        &self.changed_ground
    }

    /// **C-3** Whether this side has used the ability on the squad this round.
    pub fn has_used(&self, side: Side, ability: AbilityId, on: SquadId) -> bool {
        self.used.contains(&Used { side, ability, on })
    }

    /// **C-4** How often a hero has used an ability this round, and in all.
    pub fn uses(&self, by: CasterId, ability: AbilityId) -> (u8, u8) {
        let known = self.uses.iter().find(|it| (it.by, it.ability) == (by, ability));
        known.map_or((0, 0), |it| (it.this_round, it.in_all))
    }

    /// Standing units of a squad, in roster order.
    pub fn standing(&self, squad: SquadId) -> impl DoubleEndedIterator<Item = UnitId> + Clone {
        self.squad(squad).members.iter().copied().filter(|it| self.unit(*it).is_standing())
    }

    /// Downed units that a squad carries (V-4).
    pub fn carried(&self, squad: SquadId) -> impl Iterator<Item = UnitId> {
        self.squad(squad).members.iter().copied().filter(|it| self.unit(*it).state == UnitState::Downed)
    }

    /// **T-8** Whether nobody of the squad stands any more. A squad in reserve is not annihilated, nor is one that
    /// never had anybody.
    pub fn is_annihilated(&self, squad: SquadId) -> bool {
        let it = self.squad(squad);
        !it.in_reserve && !it.members.is_empty() && self.standing(squad).next().is_none()
    }

    /// Whether somebody of the squad stands on the map.
    pub fn is_on_map(&self, squad: SquadId) -> bool {
        self.standing(squad).next().is_some()
    }

    /// Squads of a side with somebody on the map, in roster order.
    pub fn squads_of(&self, side: Side) -> impl Iterator<Item = SquadId> {
        self.setup.squad_ids().filter(move |it| self.side(*it) == side && self.is_on_map(*it))
    }

    /// Seats that have somebody on the map, or still to come.
    pub fn seats_in_it(&self) -> BTreeSet<SeatId> {
        let is_in_it = |it: &SquadId| self.is_on_map(*it) || self.squad(*it).in_reserve;
        self.setup.squad_ids().filter(is_in_it).filter_map(|it| self.setup.squad(it).seat).collect()
    }

    /// **V-2** Who leads a squad: its standing hero, or else the first who stands.
    pub fn leader(&self, squad: SquadId) -> Option<UnitId> {
        self.hero(squad).or_else(|| self.standing(squad).next())
    }

    /// **H-1** The standing hero of a squad.
    pub fn hero(&self, squad: SquadId) -> Option<UnitId> {
        let mut heroes = self.setup.casters.iter().filter_map(|it| it.hero);
        heroes.find(|it| self.unit(*it).squad == squad && self.unit(*it).is_standing())
    }

    /// **T-2** Whether nobody stands in a squad but structures.
    pub fn is_built(&self, squad: SquadId) -> bool {
        self.standing(squad).all(|it| self.profile(it).kind == Kind::Structure)
    }

    /// **T-2** The tiles a unit stands on.
    pub fn footprint(&self, unit: UnitId) -> Footprint {
        let Unit { at, size, .. } = *self.unit(unit);
        Footprint { at, size }
    }

    /// Who stands on a tile of the map.
    pub fn who_stands_on(&self, tile: Tile) -> Option<UnitId> {
        self.occupied[self.board().index(tile)]
    }

    /// **T-10** What a tile is made of now.
    pub fn ground(&self, tile: Tile) -> &Terrain {
        self.board().kind(self.ground_kind(tile))
    }

    /// **T-10** Which kind of ground a tile is made of now.
    pub fn ground_kind(&self, tile: Tile) -> TerrainId {
        if self.ground_now.is_empty() { self.board().ground(tile) } else { self.ground_now[self.board().index(tile)] }
    }

    /// **T-10** What entering each tile costs a unit of one tile as the ground is now, as if nobody stood on it.
    pub fn footing(&self) -> Footing {
        let mut footing = self.board().footing().clone();
        for changed in &self.changed_ground {
            footing.set_cost(changed.tile, self.ground(changed.tile).cost);
        }
        footing
    }

    /// **V-1** The same for those of a side: their enemies stand in the way, and the zones of these are marked.
    pub fn footing_of(&self, side: Side) -> Footing {
        let mut footing = self.footing();
        for enemy in self.standing_of(side.other()) {
            footing.mark_zone(self.board(), self.footprint(enemy), self.reach(enemy));
            footing.block(self.footprint(enemy));
        }
        footing
    }

    /// **T-2** Who stands on each tile, row by row.
    pub fn occupied(&self) -> &[Option<UnitId>] {
        &self.occupied
    }

    /// **T-2, T-10** Whether a tile of the map can be stood on, and nobody does.
    pub fn is_free(&self, tile: Tile) -> bool {
        self.ground(tile).cost.is_some() && self.who_stands_on(tile).is_none()
    }

    /// **T-9** Whether who stands there can be seen by who stands here: from any tile of the one to any of the other, so
    /// that both see each other, however the map is turned.
    pub fn is_seen_from(&self, here: Footprint, there: Footprint) -> bool {
        if here.size == 1 && there.size == 1 {
            return self.has_free_line(here.at, there.at);
        }
        here.tiles().any(|from| there.tiles().any(|to| self.has_free_line(from, to)))
    }

    /// **T-9** Whether the ground as it is now lets one see from the centre of one tile to the centre of the other.
    fn has_free_line(&self, from: Tile, to: Tile) -> bool {
        // What the map lets one see is kept; only changed ground makes it worth a look along the line.
        match self.changed_ground.is_empty() {
            true => self.board().sees(from, to),
            false => !line(from, to).any(|it| self.ground(it).opaque),
        }
    }

    /// **C-7** Lasting effects on a squad that count in a phase of this round, and those on one unit beside them.
    pub fn boons_with(&self, squad: SquadId, unit: Option<UnitId>, phase: Phase) -> impl Iterator<Item = &Lasting> {
        let concerns = move |it: &&Lasting| it.unit.map_or(it.squad == squad, |only| unit == Some(only));
        self.lasting.iter().filter(concerns).filter(move |it| it.phase.is_none_or(|only| only == phase))
    }

    /// **C-7** What lasting effects on a unit, and on its squad, add to its stat in a phase.
    pub fn boon_sum_of(&self, unit: UnitId, stat: Stat, phase: Phase) -> i8 {
        let boons = self.boons_with(self.unit(unit).squad, Some(unit), phase);
        boons.fold(0, |sum, it| sum.saturating_add(it.boon.adds_to(stat)))
    }

    /// **C-7** Whether a unit has effects of its own in a phase of this round that make its weapons differ from others'.
    pub fn has_own_boons(&self, unit: UnitId, phase: Phase) -> bool {
        let is_own = |it: &Lasting| it.unit == Some(unit) && it.phase.is_none_or(|only| only == phase);
        self.lasting.iter().any(|it| is_own(it) && it.boon.is_of_weapons())
    }

    /// **C-6** Whether a squad has done a phase's work ahead this round.
    pub fn has_acted_ahead(&self, squad: SquadId, phase: Phase) -> bool {
        self.squad(squad).acted_ahead >> phase as u8 & 1 == 1
    }

    /// **C-6** Whether a unit has done a phase's work ahead of its squad this round.
    pub fn has_unit_acted_ahead(&self, unit: UnitId, phase: Phase) -> bool {
        self.unit(unit).acted_ahead >> phase as u8 & 1 == 1
    }

    /// **A-6** Whether a unit has used up the weapon at this place of its profile's list.
    pub fn is_spent(&self, unit: UnitId, weapon: usize) -> bool {
        self.unit(unit).spent >> weapon & 1 == 1
    }

    /// **L-1** Whether fewer than half of the units that a squad started with stand; a squad of one counts HP instead.
    pub fn is_below_half(&self, squad: SquadId) -> bool {
        self.would_be_below_half(squad, self.standing(squad).count(), |it| self.unit(it).hp)
    }

    /// **L-1** The same, if so many stood and its only unit had so many HP.
    pub fn would_be_below_half(&self, squad: SquadId, standing: usize, hp: impl Fn(UnitId) -> i16) -> bool {
        let it = self.squad(squad);
        match it.members[..] {
            [one] if it.starting == 1 => 2 * hp(one) < i16::from(self.profile(one).hp),
            _ => 2 * standing < usize::from(it.starting),
        }
    }

    /// The hash of everything that is true: two battles with the same digest are the same battle.
    pub fn digest(&self) -> [u8; 32] {
        let text = serde_json::to_vec(self).expect("a battle has no maps and no floats, so it is JSON");
        Sha256::digest(text).into()
    }
}

impl Unit {
    /// **T-8** On its feet and able to act.
    pub fn is_standing(&self) -> bool {
        self.state == UnitState::Standing
    }
}
