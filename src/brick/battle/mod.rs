//! What a brick battle is, and the one way it changes.
//!
//! [`Setup`] is what never changes, [`Battle`] what is true between two events, and [`Battle::apply`] the only way from
//! one to the next. No dice are rolled here and nothing is written for people.
#![deny(clippy::disallowed_types, clippy::disallowed_methods, clippy::float_arithmetic)]

mod apply;
mod arms;
mod event;
mod measure;
mod orders;
mod place;
mod policy;
#[cfg(test)]
pub(crate) mod scene;
mod setup;

pub use arms::{Amount, Class, Close, Kind, Profile, ProfileId, Ranged, Rating, Reach, Weapon, WeaponId};
pub use event::{
    Arrival, Bail, Chain, DamageRoll, Deed, Event, Formed, HandUse, Harm, Loss, Manoeuvre, Mod, Moved, OrderKind,
    Parry, Push, Refusal, SkillRoll, Swing, Verdict,
};
pub use measure::{Measure, Measured};
pub use orders::{
    Charge, ChargeHow, Engage, Forming, Go, Meanwhile, Melee, Movement, Order, Orders, Organise, Part, PlateOrder,
    Shoot, Standard, Tag, Target, Usable, Who, Whose,
};
pub use place::{Heading, Plate, Rect};
pub use policy::{
    Against, Benny, Defence, Hits, Misses, Pass, Policies, PolicyChange, Reaction, Rebuff, Return, Using,
};
pub(crate) use setup::are_hostile;
pub use setup::{Ground, Hazard, OwnWords, Setup, SquadSetup, Team, TeamId, UnitSetup};

pub use crate::field::{Departure, Leaving, Phase, Queue, Turning as Turn};

use std::collections::BTreeSet;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::field::{Level, Objective, Outcome, SeatId, SquadId, Subject, Tile, UnitId};

/// Everything that is true of a battle between two events.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Battle {
    #[serde(skip)]
    setup: Arc<Setup>,
    round: u16,
    phase: Phase,
    // The team whose pass it is.
    turn: Option<TeamId>,
    units: Vec<Unit>,
    squads: Vec<Squad>,
    items: Vec<Item>,
    links: BTreeSet<(Who, Who)>,
    grabs: Vec<Grab>,
    ledger: Vec<HandUse>,
    policies: Vec<(Whose, Policies)>,
    // Measurements of this round, on a real table.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    measures: Vec<Measure>,
    objectives: Vec<Objective<TeamId>>,
    // The round in which each goal was met.
    goals_met: Vec<Option<u16>>,
    // Entries of the schedule that have come due, by index.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    come: BTreeSet<u8>,
    score: Vec<u32>,
    outcome: Option<Outcome>,
    // Who covers each tile. It follows from where everybody stands, and `apply` keeps it in step.
    #[serde(skip)]
    occupied: Vec<Option<Who>>,
}

/// What is true of one unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    /// The squad on whose plate it stands.
    pub squad: Option<SquadId>,
    pub state: UnitState,
    /// Its top left tile, or where it fell.
    pub at: Tile,
    pub hp: u8,
    /// **BX-9**
    pub is_disrupted: bool,
    /// **BT-2** Its Action of this round is gone.
    pub has_acted: bool,
    /// **BT-2** It countered or struck back this round.
    pub has_countered: bool,
    /// **BC-14.3** It shot this round.
    pub has_shot: bool,
    /// It engaged in its own Melee pass of this round.
    pub has_engaged: bool,
    /// **BS-5.5** It formed up at the cost of its Action, and takes no part in what its squad does.
    pub has_formed_up: bool,
    /// **BS-5.10** It joined its squad this round.
    pub has_joined: bool,
    /// **BX-12** It keeps its Action.
    pub is_reserved: bool,
    /// **BX-12** It made its Response of this round.
    pub has_responded: bool,
    /// **BC-2.12** Whether it changed tile in the last Movement phase.
    pub has_moved: bool,
    /// Inches of this round's Move that are used.
    pub inches_used: u16,
    /// **BC-16.4**
    pub run: Option<Run>,
    /// **BX-31** The item that it grips with both hands though one would do.
    pub grip: Option<ItemId>,
}

/// The state of a unit. There is none between standing and gone (BX-24).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnitState {
    #[default]
    Standing,
    Killed,
    /// **BX-24** Down rather than killed, where a campaign wants to know who lives.
    Downed,
    /// Not on the map yet.
    InReserve,
}

/// **BC-16.4** A straight run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Run {
    pub heading: Heading,
    pub inches: u16,
}

impl Run {
    /// **BC-16.2** Inches of a straight run that make a MOM.
    pub const MOMENTUM: u16 = 4;

    /// **BC-16.2, BC-16.3** Whether the run is long enough for a MOM.
    pub fn has_momentum(self) -> bool {
        Run::MOMENTUM <= self.inches
    }

    /// **BC-16.4** Inches of a run after one more step in its direction. **BC-16.5** A step that costs more than open
    /// ground breaks the run, which starts again from 0.
    pub fn inches_after(before: u16, heading: Heading, price: u16) -> u16 {
        if u16::from(heading.inches()) < price { 0 } else { before + price }
    }
}

/// **BS-1.3** The state of one squad, **BS-1.1** which may mix any kinds of units, **BS-5.1** and exists from the
/// start or is formed in play.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Squad {
    pub name: String,
    pub team: TeamId,
    /// `None` if the GM commands it.
    pub seat: Option<SeatId>,
    /// In order of id. Empty if the squad is no more, or was never formed.
    pub members: Vec<UnitId>,
    pub plate: Plate,
    pub standard: Standard,
    /// **BS-17.4**
    pub is_braced: bool,
    /// **BS-3.3** Whether its plate changed this round.
    pub is_replated: bool,
    /// **BS-3.3** Whether its bearer is gone and no Standard has been named since.
    pub has_lost_bearer: bool,
    /// **BX-39**
    pub run: Option<Run>,
}

/// An item, by its index in the battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct ItemId(pub u16);

/// A weapon, and where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Item {
    pub weapon: WeaponId,
    pub place: ItemPlace,
}

/// Where an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ItemPlace {
    Held(UnitId),
    Lies(Tile),
    Gone,
}

/// **BC-8.5** One unit holds another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grab {
    pub by: UnitId,
    pub victim: UnitId,
}

impl Battle {
    /// A battle as its first round opens.
    ///
    /// # Panics
    ///
    /// If the setup puts a unit off the map. Whoever makes a setup checks that first, and that no two units share a
    /// tile.
    pub fn new(setup: Arc<Setup>) -> Battle {
        let mut items = Vec::new();
        let mut units = Vec::new();
        for (id, unit) in setup.unit_ids().zip(&setup.units) {
            items.extend(unit.items.iter().map(|it| Item { weapon: *it, place: ItemPlace::Held(id) }));
            units.push(Unit { at: unit.at, hp: setup.profile(id).hp, has_moved: !unit.is_dug_in, ..Unit::default() });
        }
        let mut squads = Vec::new();
        for (place, squad) in setup.squads.iter().enumerate() {
            for member in &squad.members {
                let unit = &mut units[usize::from(member.0)];
                match squad.in_reserve {
                    true => unit.state = UnitState::InReserve,
                    false => unit.squad = Some(SquadId(place as u16)),
                }
            }
            squads.push(Squad {
                name: squad.name.clone(),
                team: squad.team,
                seat: squad.seat,
                members: if squad.in_reserve { Vec::new() } else { squad.members.clone() },
                plate: squad.plate,
                standard: squad.standard,
                ..Squad::default()
            });
        }
        let mut battle = Battle {
            round: 1,
            units,
            squads,
            items,
            objectives: setup.objectives.iter().map(|it| Objective::of(it.owner)).collect(),
            goals_met: vec![None; setup.goals.len()],
            score: vec![0; setup.teams.len()],
            setup,
            ..Battle::default()
        };
        battle.update_occupied();
        battle
    }

    /// Restores the battle of this setup that was written as these bytes. The caller has checked their digest,
    /// because other bytes may be inconsistent.
    ///
    /// # Errors
    ///
    /// If the bytes are no battle.
    pub fn restore(setup: Arc<Setup>, bytes: &[u8]) -> serde_json::Result<Battle> {
        let mut battle: Battle = serde_json::from_slice(bytes)?;
        battle.setup = setup;
        battle.update_occupied();
        Ok(battle)
    }

    /// What never changes.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The setup, to be kept beside the battle.
    pub fn setup_shared(&self) -> Arc<Setup> {
        Arc::clone(&self.setup)
    }

    /// The round that is open or being resolved, from 1.
    pub fn round(&self) -> u16 {
        self.round
    }

    /// The phase that is being resolved; `Command` while the round is open.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The team whose pass of the phase it is.
    pub fn turn(&self) -> Option<TeamId> {
        self.turn
    }

    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    pub fn unit(&self, id: UnitId) -> &Unit {
        &self.units[usize::from(id.0)]
    }

    pub fn profile(&self, unit: UnitId) -> &Profile {
        self.setup.profile(unit)
    }

    /// All units that stand, in order of id, objects included.
    pub fn standing(&self) -> impl Iterator<Item = UnitId> {
        self.setup.unit_ids().filter(|it| self.unit(*it).is_standing())
    }

    /// The standing units of a team, in order of id.
    pub fn standing_of(&self, team: TeamId) -> impl Iterator<Item = UnitId> {
        self.standing().filter(move |it| self.team_of(*it) == Some(team))
    }

    /// How many squads there are or were. The next one gets this index as its id.
    pub fn squad_count(&self) -> usize {
        self.squads.len()
    }

    /// A squad. `None` if it was never formed, or is no more.
    pub fn squad(&self, id: SquadId) -> Option<&Squad> {
        self.squads.get(usize::from(id.0)).filter(|it| !it.members.is_empty())
    }

    /// A squad, even if nobody is left in it.
    pub fn squad_ever(&self, id: SquadId) -> Option<&Squad> {
        self.squads.get(usize::from(id.0))
    }

    /// Squads that have members, in order of id.
    pub fn squad_ids(&self) -> impl Iterator<Item = SquadId> + Clone {
        (0..self.squads.len()).map(|it| SquadId(it as u16)).filter(|it| self.squad(*it).is_some())
    }

    /// Everybody who can be given orders: squads, then units that are in none. Objects are not among them.
    pub fn everybody(&self) -> impl Iterator<Item = Who> {
        let alone = self.standing().filter(|it| self.unit(*it).squad.is_none() && self.team_of(*it).is_some());
        self.squad_ids().map(Who::Squad).chain(alone.map(Who::Unit))
    }

    /// Seats with somebody on the map, or still to come.
    pub fn seats_in_it(&self) -> BTreeSet<SeatId> {
        let squads = (0..self.squads.len()).map(|it| SquadId(it as u16));
        let to_come = squads.filter(|it| self.is_in_reserve(*it)).map(Who::Squad);
        self.everybody().chain(to_come).filter_map(|it| self.seat(it)).collect()
    }

    /// Whether a squad has members, or a unit stands and is in no squad.
    pub fn is_there(&self, who: Who) -> bool {
        match who {
            Who::Squad(id) => self.squad(id).is_some(),
            Who::Unit(id) => self.units.get(usize::from(id.0)).is_some_and(|it| it.is_standing() && it.squad.is_none()),
        }
    }

    /// Its standing units, in order of id.
    pub fn members(&self, who: Who) -> Vec<UnitId> {
        match who {
            Who::Squad(id) => self.squad(id).map(|it| it.members.clone()).unwrap_or_default(),
            Who::Unit(id) => Some(id).filter(|_| self.is_there(who)).into_iter().collect(),
        }
    }

    /// The squad that a unit is in, or the unit itself.
    pub fn who(&self, unit: UnitId) -> Who {
        self.unit(unit).squad.map_or(Who::Unit(unit), Who::Squad)
    }

    /// The team of a unit. `None` if it is nobody's.
    pub fn team_of(&self, unit: UnitId) -> Option<TeamId> {
        self.setup.unit(unit).team
    }

    pub fn team(&self, who: Who) -> Option<TeamId> {
        match who {
            Who::Squad(id) => self.squad_ever(id).map(|it| it.team),
            Who::Unit(id) => self.team_of(id),
        }
    }

    /// The seat that gives it orders. `None` if the GM does.
    pub fn seat(&self, who: Who) -> Option<SeatId> {
        match who {
            Who::Squad(id) => self.squad_ever(id)?.seat,
            Who::Unit(id) => self.setup.unit(id).seat,
        }
    }

    pub fn name(&self, who: Who) -> &str {
        match who {
            Who::Squad(id) => self.squad_ever(id).map_or("", |it| &it.name),
            Who::Unit(id) => &self.setup.unit(id).name,
        }
    }

    /// Whether the two fight each other. What is nobody's fights nobody.
    pub fn is_hostile(&self, one: Who, other: Who) -> bool {
        let teams = self.team(one).zip(self.team(other));
        teams.is_some_and(|(one, other)| self.setup.is_hostile(one, other))
    }

    /// **BX-13** Whether two of the same side shoot as one: with the same tag, at the same target.
    pub fn shoot_as_one(&self, one: (Who, &Shoot), other: (Who, &Shoot)) -> bool {
        let is_alike = (&one.1.combine, one.1.target) == (&other.1.combine, other.1.target);
        one.1.combine.is_some() && is_alike && !self.is_hostile(one.0, other.0)
    }

    /// Whether a unit belongs to a team, and that team isn't hostile to `one`.
    pub fn is_friend(&self, one: Who, unit: UnitId) -> bool {
        let teams = self.team(one).zip(self.team_of(unit));
        teams.is_some_and(|(one, other)| !self.setup.is_hostile(one, other))
    }

    /// The tiles that a unit covers.
    pub fn unit_rect(&self, unit: UnitId) -> Rect {
        let (columns, rows) = self.profile(unit).footprint;
        Rect { at: self.unit(unit).at, columns, rows }
    }

    /// **BS-3.2** The tiles that it counts as: a squad's plate, or a unit's own tiles.
    pub fn rect(&self, who: Who) -> Rect {
        match who {
            Who::Squad(id) => self.squads[usize::from(id.0)].plate.rect,
            Who::Unit(id) => self.unit_rect(id),
        }
    }

    /// The tiles that an attack at this target may reach.
    pub fn target_rect(&self, target: Target) -> Rect {
        match target {
            Target::Who(who) => self.rect(who),
            Target::Single(unit) => self.unit_rect(unit),
            Target::Tile(tile) => Rect::one(tile),
        }
    }

    /// The squad or lone unit that a target is or belongs to. `None` for the ground.
    pub fn target_who(&self, target: Target) -> Option<Who> {
        match target {
            Target::Who(who) => Some(who),
            Target::Single(unit) => Some(self.who(unit)),
            Target::Tile(_) => None,
        }
    }

    /// The units of a target. Empty for the ground.
    pub fn target_units(&self, target: Target) -> Vec<UnitId> {
        match target {
            Target::Who(who) => self.members(who),
            Target::Single(unit) => vec![unit],
            Target::Tile(_) => Vec::new(),
        }
    }

    /// **BC-16.4** The straight run of a squad or a unit.
    pub fn run(&self, who: Who) -> Option<Run> {
        match who {
            Who::Squad(squad) => self.squad(squad)?.run,
            Who::Unit(unit) => self.unit(unit).run,
        }
    }

    /// The units that a goal is about. Squads are as the battle began.
    pub fn subjects(&self, who: Subject<TeamId>) -> Vec<UnitId> {
        match who {
            Subject::Unit(unit) => vec![unit],
            Subject::Squad(squad) => {
                self.setup.squads.get(usize::from(squad.0)).map(|it| it.members.clone()).unwrap_or_default()
            }
            Subject::Side(team) => self.setup.unit_ids().filter(|it| self.team_of(*it) == Some(team)).collect(),
        }
    }

    /// **BS-3.1** Where distances from a squad or a unit are measured: its Standard, or all tiles of the unit.
    pub fn origin(&self, who: Who) -> Rect {
        let Who::Squad(id) = who else { return self.rect(who) };
        let squad = &self.squads[usize::from(id.0)];
        Rect::one(match squad.standard {
            Standard::Bearer(unit) if self.unit(unit).squad == Some(id) => self.unit(unit).at,
            _ => squad.plate.rect.middle(),
        })
    }

    /// Who covers a tile.
    pub fn on(&self, tile: Tile) -> Option<Who> {
        self.occupied[self.setup.board.index(tile)]
    }

    pub fn item(&self, id: ItemId) -> Item {
        self.items[usize::from(id.0)]
    }

    /// The weapon that an item is.
    pub fn weapon(&self, id: ItemId) -> &Weapon {
        self.setup.weapon(self.item(id).weapon)
    }

    /// All items, held or not.
    pub fn item_ids(&self) -> impl Iterator<Item = ItemId> + use<> {
        (0..self.items.len()).map(|it| ItemId(it as u16))
    }

    /// What a unit holds, the main hand first.
    pub fn held(&self, unit: UnitId) -> impl Iterator<Item = ItemId> {
        self.item_ids().filter(move |it| self.item(*it).place == ItemPlace::Held(unit))
    }

    /// **BX-31** How many hands of its holder an item takes.
    pub fn hands_of(&self, unit: UnitId, item: ItemId) -> u8 {
        if self.unit(unit).grip == Some(item) { 2 } else { self.weapon(item).hands() }
    }

    /// **BC-5.9** Hands of a unit that it hasn't used yet on this turn, less those that keep hold of somebody (BC-8.7).
    pub fn hands_left(&self, unit: UnitId) -> u8 {
        let used: u8 = self.used_on_this_turn(unit).map(|it| it.hands).sum();
        self.profile(unit).hands.saturating_sub(used).saturating_sub(self.hands_that_hold(unit))
    }

    /// Hands that hold nothing and nobody, used or not.
    pub fn hands_empty(&self, unit: UnitId) -> u8 {
        let full: u8 = self.held(unit).map(|it| self.hands_of(unit, it)).sum();
        self.profile(unit).hands.saturating_sub(full).saturating_sub(self.hands_that_hold(unit))
    }

    /// **BC-8.7** Hands that keep hold of somebody.
    pub fn hands_that_hold(&self, unit: UnitId) -> u8 {
        self.grabs.iter().filter(|it| it.by == unit).count() as u8
    }

    fn used_on_this_turn(&self, unit: UnitId) -> impl Iterator<Item = &HandUse> {
        self.ledger.iter().filter(move |it| it.unit == unit && Some(it.turn) == self.turn)
    }

    /// **BC-5.9** What a unit holds and can still use on this turn.
    pub fn unused(&self, unit: UnitId) -> impl Iterator<Item = ItemId> {
        let left = self.hands_left(unit);
        let is_used = move |item: ItemId| self.used_on_this_turn(unit).any(|it| it.item == Some(item));
        self.held(unit).filter(move |it| !is_used(*it) && self.hands_of(unit, *it).min(2) <= left)
    }

    /// **BC-5.13** The opponents of a squad or a unit in close combat.
    pub fn engaged_with(&self, who: Who) -> impl Iterator<Item = Who> {
        self.links.iter().filter_map(move |(one, other)| match who {
            _ if *one == who => Some(*other),
            _ if *other == who => Some(*one),
            _ => None,
        })
    }

    /// **BC-5.2** Whether a squad or a unit is in close combat.
    pub fn is_engaged(&self, who: Who) -> bool {
        self.engaged_with(who).next().is_some()
    }

    /// All pairs in close combat.
    pub fn links(&self) -> impl Iterator<Item = (Who, Who)> {
        self.links.iter().copied()
    }

    /// **BS-13.3** The Engagement Ring of a squad or a unit, in order of id. It is alone in it if it fights nobody.
    pub fn ring(&self, who: Who) -> BTreeSet<Who> {
        let mut ring = BTreeSet::from([who]);
        let mut open = vec![who];
        while let Some(next) = open.pop() {
            open.extend(self.engaged_with(next).filter(|it| ring.insert(*it)).collect::<Vec<_>>());
        }
        ring
    }

    /// **BC-8.5** All grabs.
    pub fn grabs(&self) -> &[Grab] {
        &self.grabs
    }

    /// **BC-8.8** Whether a unit holds somebody or is held.
    pub fn is_in_grab(&self, unit: UnitId) -> bool {
        self.grabs.iter().any(|it| it.by == unit || it.victim == unit)
    }

    /// **BC-8.15** Whether somebody holds this unit.
    pub fn is_held(&self, unit: UnitId) -> bool {
        self.grabs.iter().any(|it| it.victim == unit)
    }

    /// The policies of a squad or a unit: its own, else its team's, else the defaults.
    pub fn policies(&self, who: Who) -> Policies {
        let own = self.word_of(Whose::One(who));
        own.or_else(|| self.word_of(Whose::Team(self.team(who)?))).cloned().unwrap_or_default()
    }

    /// The policies that were set for exactly this owner, if any were.
    pub fn word_of(&self, whose: Whose) -> Option<&Policies> {
        self.policies.iter().find(|it| it.0 == whose).map(|it| &it.1)
    }

    /// All policies that were set, each with its owner.
    pub fn all_policies(&self) -> &[(Whose, Policies)] {
        &self.policies
    }

    /// **BS-6.2** Whether a standing Officer is among them.
    pub fn has_officer(&self, units: &[UnitId]) -> bool {
        units.iter().any(|it| self.unit(*it).is_standing() && self.profile(*it).is_officer)
    }

    /// **BS-8.2** Whether it is a squad that moves as Cavalry.
    pub fn is_cavalry(&self, who: Who) -> bool {
        let rides = |it: &UnitId| matches!(self.profile(*it).kind, Kind::Rider | Kind::Vehicle);
        matches!(who, Who::Squad(_)) && self.members(who).iter().any(rides)
    }

    /// An objective's state, by its index.
    pub fn objective(&self, place: usize) -> Objective<TeamId> {
        self.objectives[place]
    }

    /// The round in which a goal was met, by its index in the setup.
    pub fn goal_met(&self, goal: usize) -> Option<u16> {
        self.goals_met[goal]
    }

    /// The battle as its players know it: without the schedule, and without the level of the commander who leads
    /// those without orders.
    pub fn as_players_know_it(&self) -> Battle {
        let mut setup = Setup::clone(&self.setup);
        setup.schedule.clear();
        setup.commander = Level::default();
        Battle { setup: Arc::new(setup), ..self.clone() }
    }

    /// Whether an entry of the schedule has come due, by its index.
    pub fn has_come(&self, entry: usize) -> bool {
        u8::try_from(entry).is_ok_and(|it| self.come.contains(&it))
    }

    /// Whether a squad of the setup has not come onto the map yet.
    pub fn is_in_reserve(&self, squad: SquadId) -> bool {
        let first = self.setup.squads.get(usize::from(squad.0)).and_then(|it| it.members.first());
        first.is_some_and(|it| self.unit(*it).state == UnitState::InReserve)
    }

    /// Points of a team so far.
    pub fn score(&self, team: TeamId) -> u32 {
        self.score[usize::from(team.0)]
    }
}

impl Unit {
    /// Whether it is on the map.
    pub fn is_standing(&self) -> bool {
        self.state == UnitState::Standing
    }

    /// Whether it was killed or downed.
    pub fn has_fallen(&self) -> bool {
        matches!(self.state, UnitState::Killed | UnitState::Downed)
    }
}
