//! Who is who at a battle, in any game.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A squad, by its place in the roster of its battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct SquadId(pub u16);

/// A unit, by its place in the roster of its battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct UnitId(pub u16);

/// A seat, by its place at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct SeatId(pub u8);

/// A place at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Seat {
    /// What posts call whoever sits there.
    pub name: String,
}
