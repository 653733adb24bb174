//! What happened in a round, for programs: an object a line, as `events.jsonl` has them.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::Serialize;
use serde_json::Value;

/// An event, and how it is told.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Told<E> {
    pub(crate) round: u16,
    /// The line of the report that tells of it, such as `3.4`; `why` takes it.
    pub(crate) line: Option<String>,
    /// The part of the round.
    pub(crate) phase: String,
    /// What people read; empty where nothing of it is for everybody.
    pub(crate) text: String,
    /// The id of the rule by which it came.
    pub(crate) rule: &'static str,
    pub(crate) event: E,
}

/// A line that names everything by its id, then a line for each event.
///
/// # Errors
///
/// If an event can't be written as JSON.
pub(crate) fn json_lines<E: Serialize>(
    names: &Value,
    told: impl Iterator<Item = Told<E>>,
) -> Result<String, serde_json::Error> {
    let mut lines = names.to_string();
    for it in told {
        // As a value first: its keys are sorted.
        lines += &format!("\n{}", serde_json::to_value(it)?);
    }
    Ok(lines + "\n")
}

/// The JSON Schema of each line.
pub(crate) fn schema_of_lines<E: JsonSchema>(title: &str) -> Value {
    let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut schema = generator.into_root_schema_for::<Line<E>>().to_value();
    if let Some(root) = schema.as_object_mut() {
        root.insert("title".to_owned(), title.into());
    }
    schema
}

/// A line of `events.jsonl`.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it is the schema of what is written")]
enum Line<E> {
    Names(Names),
    Told(Told<E>),
}

/// What the numbers in events stand for: first in every round.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "it is the schema of what is written")]
struct Names {
    /// What the battle is called.
    battle: String,
    round: u16,
    /// Lists of what has an `id` and a `name`: `squads`, `units` and what else there is.
    #[serde(flatten)]
    lists: BTreeMap<String, Vec<Value>>,
}
