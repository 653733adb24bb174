//! What the GM has set right by hand (G-1).

use schemars::JsonSchema;
use serde::Serialize;

use crate::field::{ObjectiveId, SquadId, TerrainId, Tile, UnitId};
use crate::line::battle::{CasterId, FormationId, Plight, Side, UnitState};

/// **G-1** What became of an edit, complete in itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Edited {
    /// How some units are from now on.
    Units(Vec<UnitNow>),
    /// **L-3** A squad breaks, or is steady again.
    Morale { squad: SquadId, is_broken: bool },
    /// **T-10** Ground that is changed, or as the map says.
    Ground { tiles: Vec<Tile>, terrain: Option<TerrainId> },
    /// **C-1** What a pool of CP holds.
    Command { by: CasterId, cp: u8 },
    /// A squad has come out of reserve.
    Arrived { squad: SquadId, places: Vec<(UnitId, Tile)> },
    /// **O-1** Whose an objective is.
    Owner { objective: ObjectiveId, owner: Option<Side> },
    /// The points of a side.
    Score { side: Side, points: u32 },
    /// **F-5** A formation that was made.
    Formed { formation: FormationId, squads: Vec<SquadId>, members: Vec<UnitId>, leader: Option<UnitId> },
    /// Formations that are no more.
    Disbanded { formations: Vec<FormationId> },
    /// **FX-6** Until the movement phase of that round is over.
    Afflicted { units: Vec<UnitId>, plight: Plight, until: u16 },
    /// **FX-6** Neither dazed nor frenzied any more.
    Steadied { units: Vec<UnitId> },
}

/// How a unit is from now on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct UnitNow {
    pub unit: UnitId,
    pub state: UnitState,
    pub at: Tile,
    pub hp: i16,
}

/// Until when ground that the GM has changed stays so.
pub const TO_THE_END: u16 = u16::MAX;
