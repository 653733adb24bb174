//! The events of formations, and of the units in them.

use schemars::JsonSchema;
use serde::Serialize;

use crate::field::{SquadId, Tile, UnitId};
use crate::line::battle::{AbilityId, FormationId, Step, WeaponId};

/// One thing that happened to a formation, or to units that may be in one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FormationEvent {
    // Starting
    /// **F-11** Units took one step into place, all at once.
    Shuffled { squads: Vec<SquadId>, steps: Vec<Step> },
    /// **F-5, F-10** A formation was started. Its members have left the formations that they were in.
    Started {
        formation: FormationId,
        squads: Vec<SquadId>,
        members: Vec<UnitId>,
        /// **F-6** `None` if they need nobody to direct them.
        leader: Option<UnitId>,
        /// **F-11** The units that couldn't take their step into place, which didn't stop the start.
        stuck: Vec<StartTrouble>,
    },
    /// **F-5, F-12** A formation could not be started. `why` is everything that was in the way.
    StartFailed {
        squads: Vec<SquadId>,
        members: Vec<UnitId>,
        leader: Option<UnitId>,
        why: Vec<StartTrouble>,
        /// **F-12** Whether the members lose their Move and their Complex Action.
        costs_turn: bool,
    },
    /// **F-10** A formation was disbanded by order.
    Disbanded { formation: FormationId },
    /// A squad was ordered to disband its formations and couldn't.
    NotDisbanded { squad: SquadId, why: NotDisbanded },

    // Moving
    /// **F-20** A formation took a Step.
    Stepped(StepTaken),
    /// A formation that was ordered to move didn't.
    StoodStill { formation: FormationId, why: Standstill },
    /// Members left a formation without breaking it up, in its order of members.
    Left { formation: FormationId, units: Vec<UnitId> },
    /// **F-13, F-14, F-16** A formation broke up. Its parts hold exactly its old members.
    BrokeUp { formation: FormationId, why: BreakCause, parts: Vec<Part> },
    /// A formation with fewer than two members ended with the Movement phase.
    Dissolved { formation: FormationId },

    // Fighting
    /// **F-3, S-5** The unit to shoot at was gone before the formation's turn to fire came. `units` would have fired.
    VolleyLost {
        formation: FormationId,
        squad: SquadId,
        target: SquadId,
        unit: UnitId,
        units: Vec<UnitId>,
        /// **V-3** Whether it costs the squad its faster move, charge and disengage.
        slows: bool,
    },

    // States
    /// **FX-6** Units are dazed or frenzied until the movement phase of round `until` is over.
    PlightBegan { plight: Plight, units: Vec<UnitId>, until: u16, cause: PlightCause },
    /// **FX-6** Units are no longer dazed or frenzied.
    PlightEnded { plight: Plight, units: Vec<UnitId>, why: PlightEnd },
}

/// **FX-6** A state that keeps a unit from acting as ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Plight {
    /// It can neither shoot nor strike nor move.
    Dazed,
    /// It must charge or strike the nearest enemy.
    Frenzied,
}

/// What dazed units or made them frenzied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlightCause {
    /// **A-6** A `[Stun]` weapon hurt it.
    Stun { by: SquadId, weapon: WeaponId },
    /// **C-7**
    Ability(AbilityId),
}

/// Why units are no longer dazed or frenzied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlightEnd {
    /// The movement phase is over.
    Time,
    /// **C-7**
    Ability(AbilityId),
}

/// **F-5** One thing that keeps a formation from being started, with all units that it concerns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StartTrouble {
    /// It would have fewer than two members.
    TooFew { members: Vec<UnitId> },
    /// **F-6** No leader is in range, and the `untrained` need one.
    NoLeader {
        untrained: Vec<UnitId>,
        /// The nearest able leader, his distance from the nearest member, and how far away he may be.
        nearest: Option<(UnitId, u16, u8)>,
    },
    /// **F-6, F-10** The leader who was named can't direct it.
    Leader { leader: UnitId, why: LeaderTrouble },
    /// **F-6** The order asks for no leader, and these units need one.
    Untrained { units: Vec<UnitId> },
    /// **F-7** These units aren't drilled.
    Undrilled { units: Vec<UnitId> },
    /// **F-8** The members stand in several groups.
    Gaps { groups: Vec<Vec<UnitId>> },
    /// **F-9** These units aren't steady.
    Unsteady { units: Vec<(UnitId, Unsteady)> },
    /// **F-10** These units have spent their Free Action already.
    NoFreeAction { units: Vec<UnitId> },
    /// **F-11** This unit couldn't take its step into place.
    Stuck { unit: UnitId, to: Tile, why: ShuffleTrouble },
}

/// **F-9** What keeps a unit from being in a formation for now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Unsteady {
    Dazed,
    /// **L-3** Its squad is broken.
    Panicked,
    Frenzied,
}

/// **FX-3** Why a unit can't direct a formation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LeaderTrouble {
    /// He doesn't stand.
    IsDown,
    /// He is on the other side.
    IsEnemy,
    /// He is no leader.
    NoLeader,
    /// **FX-3** He is dazed or frenzied, or his squad is broken.
    Unsteady(Unsteady),
    /// **FX-2**
    OutOfRange { distance: u16, lead: u8 },
    /// **F-16** He directs another formation, or has done so this round.
    Directs,
    /// **F-10**
    NoFreeAction,
}

/// **F-11** Why a unit could not take its step into place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ShuffleTrouble {
    /// It is not to be a member.
    NoMember,
    /// The tile is not one step away.
    NotOneStep,
    Engaged,
    /// It is dazed, or its MOV is 0.
    CannotMove,
    /// The tile is impassable or off the map, or the unit doesn't fit there.
    Impassable,
    /// **V-1** The tile is in an enemy's zone.
    EnemyZone,
    /// Another unit stands there, or steps there as well.
    Taken,
}

/// Why a squad's formations were not disbanded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NotDisbanded {
    /// The squad is in no formation.
    InNone,
    /// **F-10** These units have spent their Free Action already.
    NoFreeAction { units: Vec<UnitId> },
}

/// **F-20, F-21** One Step of a formation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StepTaken {
    pub formation: FormationId,
    /// From 1, counted through the whole round. The parts of a formation that broke up continue its count.
    pub number: u8,
    /// The units that moved, at most one tile each. A leader from outside may be among them.
    pub steps: Vec<Step>,
    /// The units that were to move and stayed, with the reason.
    pub stayed: Vec<(UnitId, NoStep)>,
    /// **F-21** What each unit was charged, also one that couldn't pay it in full (F-22).
    pub price: u16,
    /// **F-22** What each unit has left, including a leader from outside who moves along.
    pub left: Vec<(UnitId, u16)>,
    /// **F-13** Whether the formation has a gap now.
    pub has_gap: bool,
    /// **F-14** Why its leader can't direct it now; `None` if he can, or if it needs none.
    pub leader_out: Option<LeaderOut>,
}

/// **F-14** Why a leader can't direct his formation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LeaderOut {
    /// He is this far from the nearest member.
    OutOfRange(u16),
    /// He doesn't stand any more.
    IsDown,
}

/// **F-20** Why a unit did not take its step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NoStep {
    /// Ground that nobody can enter, or the edge of the map.
    Impassable,
    /// **V-1**
    EnemyZone,
    /// Another unit stands there, or steps there as well.
    Taken,
    /// **F-22** It can't pay for the step.
    TooDear { cost: u16, left: u16 },
    /// **F-23**
    NoComplexAction,
    /// **FX-6** It is dazed or frenzied, or its squad is broken.
    Unsteady(Unsteady),
    /// **F-12**
    LostTurn,
}

/// Why a formation stays where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Standstill {
    /// **V-1** A member is engaged.
    Engaged,
    /// No way leads nearer to its goal.
    NoWay,
    /// It has moved already, with another of its squads or ahead of the phase.
    MovedAlready,
    /// **F-23** No member may move.
    NobodyMayMove,
    /// The squad that it was to approach or avoid is gone.
    TargetGone,
}

/// Why a formation broke up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BreakCause {
    /// **F-13** A gap with which a Step began and ended.
    Gap,
    /// **F-13** A gap that was left when Movement was over.
    GapAtEnd,
    /// **F-14** A Step began and ended with the leader out of range.
    Leader,
    /// **F-14** A Step began and ended after the leader had fallen.
    LeaderDown,
}

/// **F-16** A part of a formation that broke up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Part {
    /// The formation that it goes on as. **F-19** `None` if it is no formation, and ends its movement.
    pub formation: Option<FormationId>,
    pub leader: Option<UnitId>,
    pub members: Vec<UnitId>,
    /// Why it doesn't go on; empty if it does.
    pub why: Vec<StartTrouble>,
}
