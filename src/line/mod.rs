//! The `line` game: squads with rifles and bayonets on a grid of tiles.
//!
//! - [`battle`]: what a battle is, and the one way it changes
//! - [`rules`]: what happens in a round
//! - [`orders`]: posts → orders
//! - [`scenario`]: TOML files → a battle at round 1
//! - [`predict`]: how orders may turn out
//! - [`commander`]: orders for squads that nobody else gives orders to
//! - [`report`]: casualties, answers
//! - [`attack`]: the odds of one attack, outside any battle

pub mod attack;
pub mod battle;
pub mod commander;
mod game;
pub mod orders;
pub mod predict;
pub mod report;
pub mod rules;
pub mod scenario;
mod simulation;
