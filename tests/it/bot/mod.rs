//! The bot, against a Discord on this machine: the real program, and handlers of the tests' own.

mod battles;
mod deadlines;
mod faults;
mod game;
mod handlers;
mod handy;
mod places;
mod program;
mod rights;
mod running;
mod secrets;
mod unfriendly;
mod weight;
