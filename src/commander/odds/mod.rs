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

/// How much work an answer is worth: about so many sums and products.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Patience(usize);

impl Patience {
    /// For an answer that nobody asked for: some hundredths of a second.
    pub const BRIEF: Patience = Patience(10_000_000);
    /// For one that somebody waits for: some seconds at most.
    pub const LONG: Patience = Patience(500_000_000);
}

/// What looking who can fire at whom counts for.
const LOOK_WORK: usize = 50_000;
/// What telling one more outcome apart counts for.
const OUTCOME_WORK: usize = 500;
/// How many outcomes may be told apart on the way to an answer.
const WORLDS_MAX: usize = 5_000;
