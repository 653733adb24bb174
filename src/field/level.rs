//! How well whoever leads squads that nobody gives orders to does so.

use serde::Serialize;

/// **S-6** How well the commander leads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Each squad for itself, at whoever it hurts most.
    #[default]
    Green,
    /// The squads together: fire, cover, range and the goals.
    Regular,
    /// The same, and it weighs what the enemy can do in return, and spends CP.
    Veteran,
    /// The same, and it tries its plans by playing them before it gives orders. The brick game's veterans know no better.
    Elite,
}

impl Level {
    /// Every level and the word that files use for it, the lowest first.
    pub const ALL: &[(&'static str, Level)] =
        &[("green", Level::Green), ("regular", Level::Regular), ("veteran", Level::Veteran), ("elite", Level::Elite)];

    /// The word for it.
    pub fn name(self) -> &'static str {
        Level::ALL[self as usize].0
    }
}
