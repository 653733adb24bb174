//! Tests of scenario and data files of this game.

mod mistakes;
mod right;
mod schemas;

use super::*;
use crate::file::{Catalogs, Problems, parse};

/// A scenario without mistakes. Tests change it.
const GOOD: &str = r##"
name = "Good"
ruleset = "brick"
rounds = 6

[map]
legend = { "." = "open", "#" = "wall", "w" = "low-wall" }
tiles = """
........
...##...
..www...
........
........
"""

[[player]]
name = "alice"

[[squad]]
id = "line"
name = "Redcoats"
player = "alice"
units = ["4 redcoat", { unit = "officer", name = "Captain Pym" }]
plate = "3x2"
at = "A4"
standard = "Redcoats 2"

[[figure]]
name = "Yoko"
unit = "minifig"
team = "enemy"
weapons = ["katana"]
at = "H1"

[[object]]
name = "Door"
unit = "door"
at = "E1"

[[objective]]
id = "wall"
at = "D3"
radius = 1

[[victory]]
text = "Yoko is gone"
when = { killed = "Yoko" }
"##;

/// The good scenario with each first text replaced by the second.
fn changed(changes: &[(&str, &str)]) -> String {
    changes.iter().fold(GOOD.to_owned(), |text, (old, new)| {
        assert!(text.contains(old), "the scenario has {old}");
        text.replacen(old, new, 1)
    })
}

/// The battle of a text, and its problems.
fn read(text: &str) -> (Option<(Setup, Brick)>, Problems) {
    parse("test.toml", text, |reader, root| from_table(reader, root, Library::standard()))
}

/// The problems of a text, each with its place marked.
fn problems(text: &str) -> String {
    read(text).1.diagnostics.iter().map(|it| it.under(text) + "\n").collect()
}
