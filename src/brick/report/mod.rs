//! What people see of the brick game: the map, the answer to a post, the casualty report of a round, why each line of
//! it is so, and the report of the whole battle.
//!
//! Nothing is decided here. `words` and `why` make the sentences, one function each; `gather` says which events share
//! a line; and [`Markup`](crate::page::Markup) knows what each place can show.

mod aftermath;
mod answer;
mod difference;
mod fates;
mod film;
mod gather;
mod json;
mod look;
mod picture;
mod round;
mod summary;
mod tale;
#[cfg(test)]
mod tests;
mod why;
mod words;

pub use aftermath::final_report;
pub use answer::{PostContext, Understood, answer, forecast, foretold, leaving, nerve, none_to_take_back, replaced};
pub use difference::difference;
pub use fates::fates;
pub use film::{beats, cast, frame};
pub use json::json_lines;
pub use look::{look, ranges};
pub use picture::picture;
pub(crate) use picture::{party, sides};
pub use round::tell;
pub(crate) use summary::{ended, holdings};
#[cfg(test)]
pub(crate) use tests::tale::tells_all;
pub use why::reckoning;
