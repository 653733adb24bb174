//! TOML files → a battle at round 1, with the place of every mistake.
//!
//! [`load`] reads a scenario. The tables are listed in `files`,
//! and reader and [`schema`] are made from that list; every sentence for authors is in `say`.

mod abilities;
mod build;
mod data;
mod doubts;
mod files;
mod leaves;
mod limits;
mod say;
mod schema;
mod squads;
#[cfg(test)]
mod tests;

pub use data::{Data, Stock};
pub use leaves::{amount, kind, tag};
pub use schema::schema;

use std::path::Path;
use std::sync::Arc;

use crate::file::{Problems, Read as _, Reader, Value, open, parse, ruleset};
use crate::line::battle::{Battle, Setup};
use crate::line::rules::Line;
use crate::line::scenario::files::ScenarioFile;

/// What files call the rules of this game.
const NAME: &str = "line";

/// A battle that is ready to begin.
#[derive(Clone, Debug)]
pub struct Scenario {
    pub setup: Arc<Setup>,
    pub ruleset: Line,
    /// What its author may want to know: warnings, no errors.
    pub doubts: Problems,
    /// The data files that its names come from, each with its name and text, in the order in which they build on each
    /// other.
    pub data: Vec<(String, String)>,
}

impl Scenario {
    /// The battle as its first round opens.
    pub fn battle(&self) -> Battle {
        Battle::new(Arc::clone(&self.setup))
    }
}

/// Reads a scenario from a file, with the entries that are compiled in.
pub fn load(path: &Path) -> Result<Scenario, Problems> {
    load_with(path, Data::standard())
}

/// Reads a scenario from a file, with these entries.
pub fn load_with(path: &Path, data: &Data) -> Result<Scenario, Problems> {
    let (name, text) = open(path)?;
    read(&name, &text, data)
}

/// Reads a scenario from a text.
pub fn read(name: &str, text: &str, data: &Data) -> Result<Scenario, Problems> {
    let (made, doubts) = parse(name, text, |reader, root| {
        let ruleset = ruleset(root).filter(|it| &*it.value.0 != NAME && !reader.is_broken);
        if let Some(other) = ruleset {
            reader.say(say::unknown_ruleset(other.span, &other.value, &[NAME]));
        }
        from_table(reader, root, text, data)
    });
    match made {
        Some((setup, ruleset)) => Ok(Scenario { setup: Arc::new(setup), ruleset, doubts, data: data.files().to_vec() }),
        None => Err(doubts),
    }
}

/// What a file's table says of a battle, whichever rules it names; `None` if it is none, which has been said then.
pub fn from_table(reader: &mut Reader, root: &Value<'_>, text: &str, data: &Data) -> Option<(Setup, Line)> {
    let file = ScenarioFile::read(reader, root)?;
    if reader.is_broken { None } else { build::scenario(reader, text, file, data) }
}
