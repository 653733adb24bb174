//! The brick game: squads of minifigs on plates, any number of teams, and hands that never rest.

pub mod battle;
pub mod odds;
pub mod report;
pub mod rules;
