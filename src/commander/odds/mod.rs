//! Exact odds: every way in which the dice can fall, worked out and never sampled.
//!
//! What a die is held against comes from the rules themselves ([`preview`](crate::rules::line::preview)); only chances are
//! added here. Chances are for people, so they are floats; nothing that happens in a battle depends on them.

mod blow;
mod chances;
mod equals;
mod fire;
mod law;
mod row;
mod squad;
#[cfg(test)]
mod tests;

pub use chances::{charge, disengage, morale};
pub use fire::{Order, PartOdds, StrayOdds, UnitOdds, blows, fire, fire_in_turn};
pub use law::Law;
pub use squad::{Attack, Outcome, Target, downed, outcome};

/// There are more ways than are worth going through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there are too many ways for this to end to work all of them out")]
pub struct TooMuch;

/// How many sums and products one question may take.
const WORK_MAX: usize = 100_000_000;
/// How many outcomes may be told apart on the way to an answer.
const WORLDS_MAX: usize = 5_000;
