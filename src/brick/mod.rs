//! The brick game: squads of minifigs on plates, and any number of teams.

pub mod attack;
pub mod battle;
pub mod commander;
mod game;
pub mod orders;
pub mod predict;
pub mod report;
pub mod rules;
pub mod scenario;
mod seam;
mod simulation;
