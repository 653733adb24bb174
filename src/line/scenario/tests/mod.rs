//! Scenario and data files, right and wrong.

mod anything;
mod formations;
mod mistakes;
mod muster;
mod right;
mod schemas;
mod world;

use crate::game::FileKind;
use crate::games::check;

use super::*;

/// A scenario with nothing wrong, to be changed.
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

fn setup_of(text: &str) -> std::sync::Arc<crate::line::battle::Setup> {
    let read = read("test.toml", text, Data::standard()).unwrap_or_else(|it| panic!("{it}"));
    read.setup
}

/// What is wrong with a text, each place under its line.
fn problems(text: &str) -> String {
    let problems = match read("test.toml", text, Data::standard()) {
        Ok(scenario) => scenario.doubts,
        Err(problems) => problems,
    };
    problems.diagnostics.iter().map(|it| it.under(text) + "\n").collect()
}
