//! Reads the setup of a battle from TOML files, and reports every mistake with its place.
//!
//! The tables are listed in `files`: the reader is made from that list, and tests compare [`schema()`] with it. Every
//! sentence for authors is in `say`.

mod abilities;
mod build;
mod case;
mod data;
mod doubts;
mod files;
mod limits;
mod say;
mod squads;
#[cfg(test)]
mod tests;
mod values;

pub use case::scenario_of;
pub use data::{Data, Library};
pub use values::{amount, kind, tag};

use crate::file::{Read as _, Reader, Value};
use crate::game::FileKind;
use crate::game::told::schema_of_lines;
use crate::line::battle::{Event, Setup};
use crate::line::rules::Line;
use crate::line::scenario::files::ScenarioFile;

/// The setup and rulings of a scenario, from the root table of its file. `None` if they can't be made, which is
/// reported then.
pub fn from_table(reader: &mut Reader, root: &Value<'_>, data: &Data) -> Option<(Setup, Line)> {
    let file = ScenarioFile::read(reader, root)?;
    if reader.is_broken { None } else { build::scenario(reader, file, data) }
}

/// The text of the JSON Schema of a kind of file.
pub fn schema(kind: FileKind) -> String {
    match kind {
        FileKind::Scenario => include_str!("../../../config/schema/scenario.json").to_owned(),
        FileKind::Data => include_str!("../../../config/schema/data.json").to_owned(),
        FileKind::Events => schema_of_lines::<Event>("A line of events.jsonl"),
    }
}
