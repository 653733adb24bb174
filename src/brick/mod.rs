//! The brick game: squads of minifigs on plates, any number of teams, and hands that never rest.

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
