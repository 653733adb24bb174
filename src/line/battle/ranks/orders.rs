//! What formations can be told.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::field::{Direction, SquadId, Tile, Turning, UnitId};
use crate::line::battle::Queue;

/// What was ordered about formations, beside what squads do in the phases.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormationOrders {
    /// **F-10** One organisational order for each squad; one for several squads stands under the first that it names.
    pub ranging: Queue<SquadId, Ranging>,
    /// Squads whose members press in one by one, formation or not (M-3).
    pub break_ranks: BTreeSet<SquadId>,
}

impl FormationOrders {
    /// Whether nothing was ordered.
    pub fn is_empty(&self) -> bool {
        self.ranging.is_empty() && self.break_ranks.is_empty()
    }
}

/// An organisational order, in the Command phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ranging {
    FormUp(FormUp),
    /// Ends the formations that anybody of the squad is in.
    Disband,
}

/// **F-5** The order to start a formation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormUp {
    /// Whose standing units are to be in it; at least one squad, all of one side.
    pub squads: Vec<SquadId>,
    /// Units of these squads that are not.
    pub without: Vec<UnitId>,
    pub directed_by: DirectedBy,
    /// **F-11** Who takes one step first, and where to.
    pub shuffle: Vec<(UnitId, Tile)>,
}

/// **F-6** Who is to direct a formation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DirectedBy {
    /// Nobody if nobody is needed, or else the nearest who can.
    #[default]
    Anybody,
    Leader(UnitId),
    /// Nobody: all have been trained for it.
    Themselves,
}

/// **F-3** What a formation fires at together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VolleyAt {
    pub target: SquadId,
    /// `None`: the nearest of that squad.
    pub unit: Option<UnitId>,
}

/// **F-20** Part of a march: one Step, or the Steps of a wheel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormationStep {
    pub kind: StepKind,
    /// **F-24** Members that stand still in it.
    pub hold: Vec<UnitId>,
}

/// How a formation moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StepKind {
    /// Everybody one tile this way.
    March(Direction),
    /// **F-24** A quarter turn around one member, in as many Steps as the outermost takes; `None`: around the flank that
    /// the turn goes to, which is the westernmost member for a left wheel and the easternmost for a right one.
    Wheel { turning: Turning, pivot: Option<UnitId> },
    /// Everybody stands still.
    Stand,
}
