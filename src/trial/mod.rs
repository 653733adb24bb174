//! Plays battles by the hundred, commander against commander, and rehearses rounds with what players know. For any
//! game.
//!
//! It stands above [`game`](crate::game) and below `games`. It plays anything that is
//! [`Simulated`](crate::game::Simulated); a battle of any game forwards to it, so nothing above needs to know the game.
//! No game uses it: a game only says how a battle stands.

mod card;
mod conduct;
mod fairness;
mod findings;
mod json;
mod labels;
mod picture;
mod rehearsal;
mod report;
mod series;
mod table;
#[cfg(test)]
mod tests;
mod words;

pub use card::{Card, GoingFirst, ObjectiveCard, SquadCard, wilson};
pub use conduct::Conduct;
pub use fairness::{Fairness, SimulationOptions, simulate};
pub use findings::{Finding, findings};
pub use labels::Labels;
pub use picture::Doubts;
pub use rehearsal::{RUNS, RehearsalResult, Rehearsing, SquadResult};
pub use report::Rehearsal;
#[cfg(test)]
pub(crate) use series::play_out;
pub use series::{ROUNDS_MAX, Series, fight};
pub(crate) use words::party;
