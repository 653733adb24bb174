//! How well the commander leads squads without orders.

use serde::Serialize;

/// **S-6** How well the commander leads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Each squad acts alone, against the enemy it hurts most.
    #[default]
    Green,
    /// The squads act together, with regard to fire, cover, range and the goals.
    Regular,
    /// Also weighs what the enemy can do in return, and spends CP.
    Veteran,
    /// Also tries plans by playing them out before it gives orders. The brick game's elite plays like its veteran.
    Elite,
}

impl Level {
    /// Every level and its word in files, the lowest first.
    pub const ALL: &[(&'static str, Level)] =
        &[("green", Level::Green), ("regular", Level::Regular), ("veteran", Level::Veteran), ("elite", Level::Elite)];

    pub fn name(self) -> &'static str {
        Level::ALL[self as usize].0
    }
}
