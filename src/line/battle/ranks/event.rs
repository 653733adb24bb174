//! What can happen to formations, and to the units in them.

use schemars::JsonSchema;
use serde::Serialize;

use crate::field::{SquadId, Tile, UnitId};
use crate::line::battle::{AbilityId, FormationId, Step, WeaponId};

/// One thing that happened to a formation, or to who may be in one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FormationEvent {
    // Starting
    /// **F-11** Units took a step into place, all at once.
    Shuffled { squads: Vec<SquadId>, steps: Vec<Step> },
    /// **F-5, F-10** A formation was started. Formations that its members were in have lost them.
    Started {
        formation: FormationId,
        squads: Vec<SquadId>,
        members: Vec<UnitId>,
        /// **F-6** `None`: they need nobody.
        leader: Option<UnitId>,
        /// **F-11** Who was told to take a step and could not, which did no harm.
        stuck: Vec<StartTrouble>,
    },
    /// **F-5, F-12** A formation could not be started; here is all that was in the way.
    StartFailed {
        squads: Vec<SquadId>,
        members: Vec<UnitId>,
        leader: Option<UnitId>,
        why: Vec<StartTrouble>,
        /// **F-12** Whether they lose their Move and their Complex Action.
        costs_turn: bool,
    },
    /// **F-10** A formation was given up by order.
    Disbanded { formation: FormationId },
    /// A squad was to give its formation up; here is why nothing came of it.
    NotDisbanded { squad: SquadId, why: NotDisbanded },

    // Moving
    /// **F-20** A Step.
    Stepped(StepTaken),
    /// A formation that was to move did not, or was stopped.
    StoodStill { formation: FormationId, why: Standstill },
    /// Members left it without breaking it, in the order in which they stand in it.
    Left { formation: FormationId, units: Vec<UnitId> },
    /// **F-13, F-14, F-16** A formation broke up. Its parts hold exactly its old members.
    BrokeUp { formation: FormationId, why: BreakCause, parts: Vec<Part> },
    /// A formation of fewer than two ended with the phase.
    Dissolved { formation: FormationId },

    // Fighting
    /// **F-3, S-5** The unit to be shot at was gone before its turn came; these would have fired.
    VolleyLost {
        formation: FormationId,
        squad: SquadId,
        target: SquadId,
        unit: UnitId,
        units: Vec<UnitId>,
        /// **V-3** As in a volley.
        slows: bool,
    },

    // States
    /// **FX-6** Units are dazed or frenzied until the movement phase of round `until` is over.
    PlightBegan { plight: Plight, units: Vec<UnitId>, until: u16, cause: PlightCause },
    /// **FX-6** They are no more.
    PlightEnded { plight: Plight, units: Vec<UnitId>, why: PlightEnd },
}

/// **FX-6** What takes a unit out of its commander's hands, beside a morale break.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Plight {
    /// It can neither shoot nor strike nor move.
    Dazed,
    /// It must charge or strike the nearest enemy.
    Frenzied,
}

/// What dazed or frenzied somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlightCause {
    /// **A-6** A `[Stun]` weapon hurt it.
    Stun { by: SquadId, weapon: WeaponId },
    /// **C-7**
    Ability(AbilityId),
}

/// Why somebody is dazed or frenzied no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlightEnd {
    /// The movement phase is over.
    Time,
    /// **C-7**
    Ability(AbilityId),
}

/// **F-5** One thing that is in the way of a formation, with all whom it concerns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StartTrouble {
    /// Fewer than two would be in it.
    TooFew { members: Vec<UnitId> },
    /// **F-6** Nobody who could direct it is in range, and these need somebody.
    NoLeader {
        untrained: Vec<UnitId>,
        /// The nearest who is able, how far from the nearest member he is, and how far he may be.
        nearest: Option<(UnitId, u16, u8)>,
    },
    /// **F-6, F-10** The one who was named can't direct it.
    Leader { leader: UnitId, why: LeaderTrouble },
    /// **F-6** It was to do without a leader, and these can't.
    Untrained { units: Vec<UnitId> },
    /// **F-7** These have no training for any formation.
    Undrilled { units: Vec<UnitId> },
    /// **F-8** They stand in several groups.
    Gaps { groups: Vec<Vec<UnitId>> },
    /// **F-9** These are not steady.
    Unsteady { units: Vec<(UnitId, Unsteady)> },
    /// **F-10** These have spent their Free Action already.
    NoFreeAction { units: Vec<UnitId> },
    /// **F-11** This one could not take its step.
    Stuck { unit: UnitId, to: Tile, why: ShuffleTrouble },
}

/// **F-9** What makes somebody unfit to be in a formation for now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Unsteady {
    Dazed,
    /// **L-3** Its squad is broken.
    Panicked,
    Frenzied,
}

/// **FX-3** Why somebody can't direct a formation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LeaderTrouble {
    /// He doesn't stand.
    IsDown,
    /// He is on the other side.
    IsEnemy,
    /// He leads nobody.
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

/// **F-11** Why somebody could not take a step into place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ShuffleTrouble {
    /// It is not to be in the formation.
    NoMember,
    /// The tile is not one step away.
    NotOneStep,
    Engaged,
    /// It is dazed, or can't move at all.
    CannotMove,
    /// Nobody can stand there.
    Impassable,
    /// **V-1** An enemy has it in his zone.
    EnemyZone,
    /// Somebody stands there, or steps there as well.
    Taken,
}

/// Why a formation was not given up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NotDisbanded {
    /// The squad is in none.
    InNone,
    /// **F-10** These have spent their Free Action already.
    NoFreeAction { units: Vec<UnitId> },
}

/// **F-20, F-21** One Step of a formation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StepTaken {
    pub formation: FormationId,
    /// From 1, counted through the whole round; the parts of a formation count on.
    pub number: u8,
    /// Who moved, at most one tile each; the directing leader may be among them.
    pub steps: Vec<Step>,
    /// Who was to move and stayed, and why.
    pub stayed: Vec<(UnitId, NoStep)>,
    /// **F-21** What everybody was charged.
    pub price: u16,
    /// **F-22** What everybody has left, the directing leader included.
    pub left: Vec<(UnitId, u16)>,
    /// **F-13** Whether there is a gap now.
    pub has_gap: bool,
    /// **F-14** What has become of its leader, if he isn't where he could direct it.
    pub leader_out: Option<LeaderOut>,
}

/// **F-14** Why a formation is without its leader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LeaderOut {
    /// He is so far from the nearest member.
    OutOfRange(u16),
    /// He doesn't stand any more.
    IsDown,
}

/// **F-20** Why a member did not take the step it was to take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NoStep {
    /// Ground that nobody can enter, or the edge of the map.
    Impassable,
    /// **V-1**
    EnemyZone,
    /// Somebody stands there.
    Taken,
    /// **F-22** It can't pay for it.
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
    /// **V-1** Somebody of it is in melee.
    Engaged,
    /// No way leads nearer to where it was to go.
    NoWay,
    /// It has moved with another squad of it, or ahead of the phase.
    MovedAlready,
    /// **F-23** Not one member may move.
    NobodyMayMove,
    /// What it was to approach is gone.
    TargetGone,
}

/// Why a formation broke up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BreakCause {
    /// **F-13** A gap, which a Step began and ended with.
    Gap,
    /// **F-13** A gap that is left when Movement is over.
    GapAtEnd,
    /// **F-14** A Step began and ended with the leader out of range.
    Leader,
    /// **F-14** A Step began and ended after the leader had fallen.
    LeaderDown,
}

/// **F-16** What is left of a formation that broke up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Part {
    /// `Some`: it goes on as this formation. **F-19** `None`: it ends its movement, and is no formation.
    pub formation: Option<FormationId>,
    pub leader: Option<UnitId>,
    pub members: Vec<UnitId>,
    /// Why it doesn't go on.
    pub why: Vec<StartTrouble>,
}
