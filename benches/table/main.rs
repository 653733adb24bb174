//! What is fast and what isn't: each figure beside what it is compared with, both from this run.
//!
//! `cargo bench` prints the whole table, and `cargo bench -- odds text` only those parts. The machine may be busy, so a
//! figure and its partner take turns in one run, and the best of several turns counts for each: a ratio can be trusted
//! where a single time can't.

mod bot;
mod bricks;
mod d1;
mod engine;
mod forum;
mod hosts;
mod map;
mod measure;
mod odds;
mod p1;
mod store;
#[path = "../../tests/it/forum/templates/mod.rs"]
#[allow(dead_code, reason = "some of it only tests ask")]
mod templates;
mod text;
mod w1;

use std::time::{Duration, Instant};

use measure::Table;

/// A part of the table.
type Part = (&'static str, fn(&mut Table));

const PARTS: [Part; 9] = [
    ("engine", engine::measure),
    ("bricks", bricks::measure),
    ("odds", odds::measure),
    ("text", text::measure),
    ("forum", forum::measure),
    ("map", map::measure),
    ("battles", store::battles),
    ("hosts", hosts::measure),
    ("bot", bot::measure),
];

fn main() {
    // Cargo adds options of its own.
    let asked: Vec<String> = std::env::args().skip(1).filter(|it| !it.starts_with('-')).collect();
    if let Some(unknown) = asked.iter().find(|it| PARTS.iter().all(|(name, _)| it != name)) {
        let names = PARTS.map(|it| it.0).join(", ");
        eprintln!("There is no part \"{unknown}\"; there are {names}.");
        std::process::exit(2);
    }
    warm_up();
    let mut table = Table::default();
    for (name, measure) in PARTS {
        if asked.is_empty() || asked.iter().any(|it| it == name) {
            table.part(name);
            measure(&mut table);
        }
    }
    table.end();
}

/// Keeps the processor busy for a while, because an idle one is slow at first.
fn warm_up() {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(1) {
        std::hint::spin_loop();
    }
}
