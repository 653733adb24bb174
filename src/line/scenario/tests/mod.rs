//! Scenario and data files, with and without mistakes.

mod anything;
mod formations;
mod mistakes;
mod muster;
mod right;
mod schemas;
mod world;

use std::path::Path;
use std::sync::Arc;

use expect_test::Expect;

use crate::file::{Catalogs as _, Problems, open, parse};
use crate::games;
use crate::games::check;
use crate::line::battle::Battle;

use super::*;

#[derive(Debug)]
struct Scenario {
    setup: Arc<Setup>,
    doubts: Problems,
}

impl Scenario {
    fn battle(&self) -> Battle {
        Battle::new(Arc::clone(&self.setup))
    }
}

fn load(path: &Path) -> Result<Scenario, Problems> {
    let (name, text) = open(path)?;
    read(&name, &text, Library::standard())
}

fn read(name: &str, text: &str, data: &Data) -> Result<Scenario, Problems> {
    let (made, doubts) = parse(name, text, |reader, root| from_table(reader, root, data));
    match made {
        Some((setup, _)) => Ok(Scenario { setup: Arc::new(setup), doubts }),
        None => Err(doubts),
    }
}

/// A scenario without mistakes, which tests change.
const GOOD: &str = r##"
name = "Good"
rounds = 6

[map]
legend = { "." = "open", "#" = "wall" }
tiles = """
........
...##...
........
........
"""

[[player]]
name = "alice"
hero = { name = "Lt. Marsh", class = "officer", in = "alpha" }

[[squad]]
id = "alpha"
name = "Alpha"
player = "alice"
units = ["3 rifleman", "1 heavy-team"]
at = "B2"

[[squad]]
id = "drafts"
name = "Drafts"
side = "enemy"
units = ["3 league-conscript", { unit = "league-captain", name = "Stahl" }]
tiles = ["H1", "H2", "H3", "H4"]

[[objective]]
id = "ridge"
at = "D4"
radius = 1

[[victory]]
text = "Hold the ridge"
when = { hold = "ridge", rounds = 2 }
"##;

/// The good scenario with each first text replaced by the second.
fn changed(changes: &[(&str, &str)]) -> String {
    changes.iter().fold(GOOD.to_owned(), |text, (old, new)| {
        assert!(text.contains(old), "the scenario has {old}");
        text.replacen(old, new, 1)
    })
}

fn setup_of(text: &str) -> Arc<Setup> {
    let read = read("test.toml", text, Library::standard()).unwrap_or_else(|it| panic!("{it}"));
    read.setup
}

/// The messages about a text, each with its line and the place under it.
fn problems(text: &str) -> String {
    let found = games::read("test.toml", text, &games::Data::Standard);
    let problems = found.map_or_else(|problems| problems, |scenario| scenario.doubts);
    problems.diagnostics.iter().map(|it| it.under(text) + "\n").collect()
}

/// Checks the messages about the good scenario with each set of changes, one after another.
#[track_caller]
fn check_each(cases: &[&[(&str, &str)]], expected: Expect) {
    let found: Vec<String> = cases.iter().map(|it| problems(&changed(it))).collect();
    expected.assert_eq(&found.join("\n"));
}
