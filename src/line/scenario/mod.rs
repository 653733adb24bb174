//! TOML files → a battle at round 1, with the place of every mistake.
//!
//! [`load`] reads a scenario, [`check`] finds everything that is wrong with a file. The tables are listed in `files`,
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

pub use data::Data;
pub use leaves::{amount, kind, tag};
pub use schema::{SchemaKind, schema};

use std::path::Path;
use std::sync::Arc;

use toml::de::DeTable;

use crate::file::{Problems, Read as _, open, parse};
use crate::game::Ruleset;
use crate::line::battle::{Battle, Setup};
use crate::line::scenario::files::{DataFile, ScenarioFile};

/// A battle that is ready to begin.
#[derive(Clone, Debug)]
pub struct Scenario {
    pub setup: Arc<Setup>,
    pub ruleset: Ruleset,
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

    /// The same by another version of the rules; `None` if this program doesn't have it.
    pub fn at_version(self, version: u32) -> Option<Scenario> {
        let ruleset = self.ruleset.clone().at_version(version)?;
        Some(Scenario { ruleset, ..self })
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
    let (reader, built) = parse(text, |reader, root| {
        let file = ScenarioFile::read(reader, root)?;
        if reader.is_broken { None } else { build::scenario(reader, text, file, data) }
    });
    let problems = Problems { name: name.to_owned(), text: text.to_owned(), diagnostics: reader.finish() };
    match built {
        Some((setup, ruleset)) if problems.errors() == 0 => {
            Ok(Scenario { setup: Arc::new(setup), ruleset, doubts: problems, data: data.files().to_vec() })
        }
        _ => Err(problems),
    }
}

/// Finds everything that is wrong with a scenario or data file: errors and warnings.
pub fn check(path: &Path) -> Problems {
    let (name, text) = match open(path) {
        Ok(found) => found,
        Err(problems) => return problems,
    };
    if is_data(&text) {
        return Data::standard().clone().add_file(&name, &text);
    }
    match read(&name, &text, Data::standard()) {
        Ok(scenario) => scenario.doubts,
        Err(problems) => problems,
    }
}

impl Data {
    /// Takes in the entries of a data file, over those of the same name, and says what is wrong with it.
    pub fn add_file(&mut self, name: &str, text: &str) -> Problems {
        let (reader, _) = parse(text, |reader, root| {
            let file = DataFile::read(reader, root)?;
            self.add(reader, file);
            Some(())
        });
        self.settle();
        self.files.push((name.to_owned(), text.to_owned()));
        Problems { name: name.to_owned(), text: text.to_owned(), diagnostics: reader.finish() }
    }

    /// The entries that are compiled in, and over them those of the data files in a directory: `terrain.toml`,
    /// `weapons.toml`, `units.toml` and `abilities.toml`, of which any may be missing.
    pub fn load(directory: &Path) -> Result<Data, Problems> {
        let mut data = Data::standard().clone();
        for (file, _) in data::FILES {
            let path = directory.join(file);
            if !path.exists() {
                continue;
            }
            let (name, text) = open(&path)?;
            // What is compiled in already needn't be kept with every battle again. After a file that isn't, order counts.
            let is_standard = data.files.len() == data::FILES.len() && data.files.iter().any(|it| it.1 == text);
            if is_standard {
                continue;
            }
            let problems = data.add_file(&name, &text);
            if 0 < problems.errors() {
                return Err(problems);
            }
        }
        Ok(data)
    }
}

/// Whether a text has entries for scenarios and nothing of a battle.
fn is_data(text: &str) -> bool {
    let (table, _) = DeTable::parse_recoverable(text);
    let has = |keys: &[&str]| keys.iter().any(|it| table.get_ref().contains_key(*it));
    has(&["terrain", "weapon", "unit", "ability", "class"]) && !has(&["map", "squad", "player", "victory"])
}
