//! What people see: the map, the answer to a post, the casualty report of a round, why each line of it is so, and the
//! report of the whole battle.
//!
//! Nothing is decided here. `words` and `why` make the sentences, one function each; `gather` decides which events
//! share a line; and [`Markup`](crate::page::Markup) writes them for each medium.

mod aftermath;
mod answer;
mod chances;
mod fates;
mod film;
mod forecast;
mod gather;
mod json;
mod look;
mod numbers;
mod party;
mod picture;
mod plan;
mod round;
mod summary;
mod tale;
mod tally;
#[cfg(test)]
mod tests;
mod why;
mod words;

pub use aftermath::final_report;
pub use answer::{PostContext, answer, answer_nerve, answer_with_odds, read};
pub use fates::fates;
pub use film::{beats, cast, frame};
pub use forecast::OrderOdds;
pub use json::json_lines;
pub use look::{look, ranges};
pub use numbers::{CasualtyOdds, numbers};
pub use party::{parties, party};
pub use picture::picture;
pub use plan::plan;
pub use round::tell;
#[cfg(test)]
pub(crate) use tests::tale::tells_all;
pub use why::reckoning;
pub use words::difference::difference;
pub use words::whose;
