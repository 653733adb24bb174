//! Battles of the line game, read as the program reads them.

use std::path::Path;

use fieldpost::game::Play;
use fieldpost::games::{self, Data, Playing, Problems, Scenario};
use fieldpost::line::rules::Line;

/// The shipped scenarios that tell a story.
pub(crate) const STORIES: [&str; 8] = [
    "last-bell-at-harrow",
    "millers-ford",
    "out-of-saltmarket",
    "ridge-at-dawn",
    "the-bad-bridge",
    "the-mast-on-grey-hill",
    "the-proving-yard",
    "the-shield-wall-at-cold-barrow",
];

/// Reads a scenario of the line game. Returns an error if it is wrong, or of another game.
pub(crate) fn read(name: &str, text: &str) -> Result<Play<Line>, Problems> {
    games::read(name, text, &Data::Standard).map(of)
}

/// A scenario of the project, by its name.
pub(crate) fn load(name: &str) -> Play<Line> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("scenarios/{name}.toml"));
    games::load(&path).map(of).unwrap_or_else(|problems| panic!("{problems}"))
}

fn of(scenario: Scenario) -> Play<Line> {
    let Playing::Line(play) = scenario.opening else { panic!("a battle of the line game") };
    play
}
