//! Trials of battles that a game of this house plays.

mod findings;
mod pictures;
mod rehearsal;
mod series;
mod sides;
