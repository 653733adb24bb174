//! Trials of battles that a game of this house plays.

mod flight;
mod pictures;
mod rehearsal;
mod series;
