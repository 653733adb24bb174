//! Battles by the hundred, of any game: commander against commander, and rounds rehearsed with what players know.
//!
//! It stands above [`game`](crate::game) and below `games`: it plays whatever is [`Counted`](crate::game::Counted), and a battle
//! of any game forwards to it, so that nobody above has to know which game is tried. No game uses it: a game only says how
//! a battle stands.

mod card;
mod cast;
mod conduct;
mod fairness;
mod flight;
mod json;
mod picture;
mod rehearsal;
mod rehearsed;
mod series;
mod table;
#[cfg(test)]
mod tests;
mod told;
mod words;

pub use card::{Card, ObjectiveCard, SquadCard, first_shot, wilson};
pub use cast::Cast;
pub use conduct::Conduct;
pub use fairness::{Fairness, Wanted, simulate};
pub use flight::{Finding, findings};
pub use rehearsal::{RUNS, Rehearsed, Rehearsing, SquadRehearsed};
pub use rehearsed::Rehearsal;
#[cfg(test)]
pub(crate) use series::play_out;
pub use series::{Fought, ROUNDS_MAX, Series, fight};
pub use told::Doubts;
