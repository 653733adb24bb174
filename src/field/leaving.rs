//! Who wants a battle to end before it is over, and how.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::field::SeatId;

/// **O-3, O-4** Who wants the battle to end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leaving {
    /// Seats that posted `END BATTLE`.
    pub end: BTreeSet<SeatId>,
    /// Seats that posted `TAP OUT`.
    pub tap_out: BTreeSet<SeatId>,
    /// The GM says so, for everyone.
    pub gm: Option<Departure>,
}

/// How the players leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Departure {
    /// **O-3** With the main goals met.
    End,
    /// **O-4** Without.
    TapOut,
}
