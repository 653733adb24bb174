//! Orders about formations.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::field::{Direction, SquadId, Tile, Turning, UnitId};
use crate::line::battle::Queue;

/// The orders about formations of a round, except for those to move and to fire.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormationOrders {
    /// **F-10** One organisational order for each squad. An order for several squads is stored under the first that it
    /// names.
    pub ranging: Queue<SquadId, OrganisationalOrder>,
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
pub enum OrganisationalOrder {
    FormUp(FormUp),
    /// Ends all formations that any unit of the squad is in.
    Disband,
}

/// **F-5** The order to start a formation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormUp {
    /// The squads whose standing units are to be members: at least one, all of one side.
    pub squads: Vec<SquadId>,
    /// Units of these squads that are left out.
    pub without: Vec<UnitId>,
    pub directed_by: DirectedBy,
    /// **F-11** Units that take one step first, and where to.
    pub shuffle: Vec<(UnitId, Tile)>,
}

/// **F-6** Who is to direct a formation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DirectedBy {
    /// Nobody if the members need nobody, or else the nearest leader who can.
    #[default]
    Anybody,
    Leader(UnitId),
    /// Nobody. All members must be trained to do without a leader.
    Themselves,
}

/// **F-3** What a formation fires at together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VolleyAt {
    pub target: SquadId,
    /// `None`: the nearest unit of the squad.
    pub unit: Option<UnitId>,
}

/// **F-20** One part of a march: a Step, or all Steps of a wheel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormationStep {
    pub kind: StepKind,
    /// **F-24** Members that stand still meanwhile.
    pub hold: Vec<UnitId>,
}

/// How a formation moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StepKind {
    /// Each member moves one tile in this direction.
    March(Direction),
    /// **F-24** A quarter turn around one member, in as many Steps as the outermost member needs. Without a `pivot` it
    /// goes around the flank on the side of the turn: the westernmost member for a left wheel, the easternmost for a
    /// right one.
    Wheel { turning: Turning, pivot: Option<UnitId> },
    /// All members stand still.
    Stand,
}
