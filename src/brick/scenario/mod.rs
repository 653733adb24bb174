//! Turns TOML files into battles at round 1. Every mistake is reported with its place.
//!
//! `files` lists the tables of the files. The reader is made from that list, and tests compare the schema with it.
//! Every sentence for authors is in `say`, or in [`file::say`](crate::file::say).

mod build;
mod case;
mod data;
mod doubts;
mod files;
mod limits;
mod places;
mod roster;
mod say;
#[cfg(test)]
mod tests;
mod values;

pub(crate) use build::table;
pub use case::scenario_of;
pub use data::{Data, Library};
pub(crate) use roster::team;
pub(crate) use values::{amount, rating};

use crate::brick::battle::{Event, Setup};
use crate::brick::rules::{Brick, RULES};
use crate::brick::scenario::files::ScenarioFile;
use crate::file::{Read as _, Reader, Value};
use crate::game::FileKind;
use crate::game::told::schema_of_lines;

/// The battle that a file describes. `None` if it describes none, which has been reported.
pub(crate) fn from_table(reader: &mut Reader, root: &Value<'_>, data: &Data) -> Option<(Setup, Brick)> {
    let file = ScenarioFile::read(reader, root)?;
    let made = if reader.is_broken { None } else { build::scenario(reader, file, data) };
    reader.cite_only(&RULES);
    made
}

/// The JSON Schema of a kind of file, as text.
pub(crate) fn schema(kind: FileKind) -> String {
    match kind {
        FileKind::Scenario => include_str!("../../../config/schema/brick-scenario.json").to_owned(),
        FileKind::Data => include_str!("../../../config/schema/brick-data.json").to_owned(),
        FileKind::Events => schema_of_lines::<Event>("A line of events.jsonl for minifigs"),
    }
}
