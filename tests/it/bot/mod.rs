//! The bot, against a Discord on this machine.

mod battles;
mod campaigns;
mod deadlines;
mod faults;
mod game;
mod handy;
mod places;
mod program;
mod rights;
mod running;
mod secrets;
mod unfriendly;
mod weight;
