//! Tests that drive the program from outside, and the house rules that the compiler cannot check. They are one binary,
//! so that they link once.

mod as_people_write;
mod bad_input;
mod bot;
mod campaign;
mod chaos;
mod commanders;
mod coverage;
mod durable;
mod edits;
mod fields;
mod forks;
mod forum;
mod fuzz;
mod golden;
mod hopeless;
mod house;
mod keyboard;
mod laws;
mod line;
mod loopback;
mod loopback_itself;
mod maps;
mod odds;
mod orders_page;
mod page;
mod people;
mod program;
#[path = "../../src/post/tests/readings.rs"]
mod readings;
mod refusals;
mod rehearsal;
mod secrets;
mod sentences;
mod sequences;
#[path = "../../src/post/tests/slips.rs"]
mod slips;
mod suite;
mod tampering;
mod terminal;
mod threads;
mod tournament;
mod trenches;
mod two_hundred;
mod verify;

use fieldpost::game::Play;
use fieldpost::games::Playing;
use fieldpost::line::rules::Line;
use fieldpost::referee::Table;

/// The line game's side of a table.
fn line(table: &Table) -> &Play<Line> {
    let Playing::Line(it) = table.playing() else { panic!("a battle of the line game") };
    it
}
