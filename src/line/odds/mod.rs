//! Exact odds: every way in which the dice can fall, worked out and never sampled.
//!
//! What a die is held against comes from the rules themselves ([`preview`](crate::line::rules::preview)); only chances are
//! added here. Chances are for people, so they are floats; nothing that happens in a battle depends on them.

mod blow;
mod chances;
mod charge;
mod discharge;
mod equals;
mod fire;
mod law;
mod melee;
mod row;
mod squad;
mod tally;
#[cfg(test)]
mod tests;
mod world;

pub use chances::{GetawayOdds, NerveOdds, charge, disengage, getaway, morale, passes};
pub use charge::{ChargeOdds, Needs, charge_in_turn};
pub use equals::downed;
pub use fire::{Order, Shots, fire, fire_in_turn, nerve, of_rolled};
pub use law::Law;
pub use melee::{FireBefore, LossOdds, MeleeOdds, melee};
pub use squad::{Attack, Outcome, Target, outcome};
pub use tally::{PartOdds, StrayOdds, UnitOdds};

/// There are more ways than are worth going through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there are too many ways for this to end to work all of them out")]
pub struct TooMuch;

/// How much work an answer is worth: about so many nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Patience(usize);

impl Patience {
    /// For an answer that nobody asked for, all its orders together: some hundredths of a second.
    pub const BRIEF: Patience = Patience(40_000_000);
    /// For one that somebody asked for: some tenths of a second.
    pub const LONG: Patience = Patience(250_000_000);

    /// Half of it, for one question of several.
    #[must_use]
    pub fn half(self) -> Patience {
        Patience(self.0 / 2)
    }

    /// What is left once a question was worth so much, of which so much is left.
    #[must_use]
    pub fn after(self, worth: Patience, left: Patience) -> Patience {
        Patience(self.0 - (worth.0 - left.0))
    }
}

/// What looking who can fire at whom counts for.
const LOOK_WORK: usize = 50_000;
/// What telling one more outcome apart counts for.
const OUTCOME_WORK: usize = 500;
/// How many outcomes may be told apart on the way to an answer.
const WORLDS_MAX: usize = 5_000;
/// What is less likely is left out on the way to an answer. So many of them together are still next to nothing.
const LEAST: f64 = 1e-18;
