//! Fieldpost referees play-by-post squad battles.
//!
//! A battle is a fold: **state + orders + dice → events**, and **state = events applied in order**.
//!
//! Read the modules in this order; each may use only those above it (`tests/it/house.rs` holds the table).
//!
//! - [`dice`]: the one source of chance
//! - [`diagnostic`]: a message with a place, a rule and a remedy
//! - [`battle`]: what a battle is, and the one way it changes
//! - [`rules`]: what happens in a round
//! - [`orders`]: posts → orders
//! - [`scenario`]: TOML files → a battle at round 1
//! - [`commander`]: what the squads do that nobody gives orders to
//! - [`report`]: map, casualties, answers
//! - [`store`]: the durable log
//! - [`referee`]: battles as they are played
//! - [`discord`]: events in, messages out
//! - [`cli`]: the program's face

pub mod battle;
pub mod cli;
pub mod commander;
pub mod diagnostic;
pub mod dice;
pub mod discord;
pub mod orders;
pub mod referee;
pub mod report;
pub mod rules;
pub mod scenario;
pub mod store;
