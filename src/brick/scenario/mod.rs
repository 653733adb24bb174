//! TOML files → a battle of minifigs at round 1, with the place of every mistake.
//!
//! The tables are listed in `files`: the reader is made from that list, and tests hold the schema against it. Every sentence for
//! authors is in `say`, or in that of [`file`](crate::file).

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

/// What a file's table says of a battle; `None` if it is none, which has been said then.
pub(crate) fn from_table(reader: &mut Reader, root: &Value<'_>, data: &Data) -> Option<(Setup, Brick)> {
    let file = ScenarioFile::read(reader, root)?;
    let made = if reader.is_broken { None } else { build::scenario(reader, file, data) };
    reader.cite_only(&RULES);
    made
}

/// The text of the JSON Schema of a kind of file.
pub(crate) fn schema(kind: FileKind) -> String {
    match kind {
        FileKind::Scenario => include_str!("../../../config/schema/brick-scenario.json").to_owned(),
        FileKind::Data => include_str!("../../../config/schema/brick-data.json").to_owned(),
        FileKind::Events => schema_of_lines::<Event>("A line of events.jsonl for minifigs"),
    }
}
