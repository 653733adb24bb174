//! The JSON Schema of this game's files.

use serde_json::Value;

use crate::file::schema_of;
use crate::game::FileKind;
use crate::game::told::schema_of_lines;
use crate::line::scenario::files::{DataFile, ScenarioFile};

/// The JSON Schema of a kind of file.
pub fn schema(kind: FileKind) -> Value {
    match kind {
        FileKind::Scenario => schema_of::<ScenarioFile>("A Fieldpost scenario"),
        FileKind::Data => schema_of::<DataFile>("Fieldpost data"),
        FileKind::Events => schema_of_lines::<crate::line::battle::Event>("A line of events.jsonl"),
    }
}
