//! The JSON Schema of this game's files.

use serde_json::Value;

use crate::file::schema_of;
use crate::line::scenario::files::{DataFile, ScenarioFile};

/// Which files a schema is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SchemaKind {
    /// Those in `scenarios/`.
    Scenario,
    /// Terrain, weapons, units and abilities in `config/`.
    Data,
}

/// The JSON Schema of a kind of file.
pub fn schema(kind: SchemaKind) -> Value {
    match kind {
        SchemaKind::Scenario => schema_of::<ScenarioFile>("A Fieldpost scenario"),
        SchemaKind::Data => schema_of::<DataFile>("Fieldpost data"),
    }
}
