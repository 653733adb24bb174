//! Fieldpost referees play-by-post squad battles.
//!
//! A battle is a fold: **state + orders + dice → events**, and **state = events applied in order**.
//!
//! Read the modules in this order. Each may use only those above it (`tests/it/house.rs` holds the table).
//!
//! - [`dice`]: the one source of chance
//! - [`diagnostic`]: a message with a place, a rule and a remedy
//! - [`field`]: tiles, board, paths, objectives, goals: the table that any game is played on
//! - [`mod@file`]: TOML tables read with spans, and their schema
//! - [`page`]: text for people, in every medium
//! - [`map`]: a picture of a field
//! - [`post`]: what a post is in any game
//! - [`forum`]: a thread, read from saved pages of a forum
//! - [`game`]: the interface that every game implements
//! - [`mod@line`]: a game: squads with rifles and bayonets
//! - [`brick`]: a game: squads of minifigs on plates
//! - [`trial`]: simulated battles, and rehearsed rounds
//! - [`games`]: the one list of games
//! - [`suite`]: cases that say what the rules are, for any engine
//! - [`store`]: the durable log
//! - [`referee`]: battles as they are played
//! - [`viewer`]: a battle as one HTML file to watch
//! - [`campaign`]: people who live on from battle to battle
//! - [`discord`]: events in, messages out
//! - [`cli`]: the command line

pub mod brick;
pub mod campaign;
pub mod cli;
pub mod diagnostic;
pub mod dice;
pub mod discord;
pub mod field;
pub mod file;
pub mod forum;
pub mod game;
pub mod games;
pub mod line;
pub mod map;
pub mod page;
pub mod post;
pub mod referee;
pub mod store;
pub mod suite;
#[cfg(test)]
pub mod toy;
pub mod trial;
pub mod viewer;
