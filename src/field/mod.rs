//! The table that any game is played on: tiles, the board, ways across it, ids, objectives and goals.
#![deny(clippy::disallowed_types, clippy::disallowed_methods, clippy::float_arithmetic)]

mod board;
#[cfg(test)]
pub(crate) mod drawn;
mod formation;
mod goal;
mod ids;
mod level;
mod paths;
mod phase;
mod queue;
mod sight;
mod tile;

pub use board::{Board, EDGE_MAX, Look, Terrain, TerrainId, line};
pub use formation::{form_up, settle};
pub use goal::{
    Area, Condition, Departure, Goal, GoalKind, Leaving, Objective, ObjectiveId, ObjectiveSetup, Outcome, Scheduled,
    Subject, When,
};
pub(crate) use ids::pick;
pub use ids::{Seat, SeatId, SquadId, UnitId, each_once, grouped, is_numbered, place_of, summed};
pub use level::Level;
pub use paths::{Around, Field, Footing, Zones, zone_tiles};
pub use phase::Phase;
pub use queue::Queue;
pub use tile::{Direction, Extent, Footprint, NotATile, Tile, Turning, column_name, gap};
