//! Changes that the GM makes by hand (G-1).

use schemars::JsonSchema;
use serde::Serialize;

use crate::field::{ObjectiveId, SquadId, TerrainId, Tile, UnitId};
use crate::line::battle::{CasterId, FormationId, Plight, Side, UnitState};

/// **G-1** A change by the GM, with the values that hold from now on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Edited {
    /// Units have a new state, place or HP.
    Units(Vec<UnitNow>),
    /// **L-3** A squad breaks, or is no longer broken.
    Morale { squad: SquadId, is_broken: bool },
    /// **T-10** Tiles have a new ground; `None`: the ground of the map.
    Ground { tiles: Vec<Tile>, terrain: Option<TerrainId> },
    /// **C-1** A pool holds this many CP.
    Command { by: CasterId, cp: u8 },
    /// A squad has come out of reserve.
    Arrived { squad: SquadId, places: Vec<(UnitId, Tile)> },
    /// **O-1** An objective has this owner.
    Owner { objective: ObjectiveId, owner: Option<Side> },
    /// A side has this many points.
    Score { side: Side, points: u32 },
    /// **F-5** Units are a formation.
    Formed { formation: FormationId, squads: Vec<SquadId>, members: Vec<UnitId>, leader: Option<UnitId> },
    /// Formations end.
    Disbanded { formations: Vec<FormationId> },
    /// **FX-6** Units are dazed or frenzied until the movement phase of round `until` is over.
    Afflicted { units: Vec<UnitId>, plight: Plight, until: u16 },
    /// **FX-6** Units are neither dazed nor frenzied any more.
    Steadied { units: Vec<UnitId> },
}

/// The state, place and HP of a unit from now on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct UnitNow {
    pub unit: UnitId,
    pub state: UnitState,
    pub at: Tile,
    pub hp: i16,
}

/// The last round of ground that the GM has changed: it never changes back.
pub const NEVER_RESTORED: u16 = u16::MAX;
