//! Trials of battles, with the games of this program.

mod findings;
mod pictures;
mod rehearsal;
mod series;
mod sides;
