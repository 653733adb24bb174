//! What drives the program from outside, and the house rules that the compiler cannot check. One binary, one link.

mod bad_input;
mod bot;
mod chaos;
mod durable;
mod edits;
mod fuzz;
mod house;
mod laws;
mod loopback;
mod loopback_itself;
mod maps;
mod program;
mod sequences;
mod snapshots;
mod threads;
mod two_hundred;
mod verify;
