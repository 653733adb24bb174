//! The parts of a round.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The parts of a round, in their order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    #[default]
    Command,
    Shooting,
    Melee,
    Movement,
    Morale,
}

impl Phase {
    /// All of them, in their order, and the word for each.
    pub const ALL: [(Phase, &str); 5] = [
        (Phase::Command, "Command"),
        (Phase::Shooting, "Shooting"),
        (Phase::Melee, "Melee"),
        (Phase::Movement, "Movement"),
        (Phase::Morale, "Morale"),
    ];

    /// The word for it.
    pub fn name(self) -> &'static str {
        Phase::ALL[self as usize].1
    }
}
