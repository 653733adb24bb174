//! The events of a round for programs, one JSON object a line, as in `events.jsonl`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::Serialize;
use serde_json::{Value, json};

use crate::field::Phase;
use crate::game::Game;
use crate::page::{Part, Report};

/// An event, and how it is told.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct Told<E> {
    round: u16,
    /// The line of the report that tells of it, such as `3.4`; `why` takes it.
    line: Option<String>,
    /// The part of the round.
    phase: String,
    /// What people read; empty where nothing of it is for everybody.
    text: String,
    /// The id of the rule by which it came.
    rule: &'static str,
    event: E,
}

/// A line that names everything by its id, then a line for each event: its part of the round, its text, its rule, and
/// the line of the report that tells of it, if one does. `names` gets the battle after all events. `tell` gets the
/// battle just before an event, the event, and whether a line tells of it; it returns the event's text and rule.
///
/// # Errors
///
/// If an event can't be written as JSON.
pub(crate) fn json_lines<G: Game>(
    before: &G::Battle,
    events: &[G::Event],
    report: &Report,
    names: impl FnOnce(&G::Battle) -> Value,
    part_after: impl Fn(Part, &G::Event) -> Part,
    tell: impl Fn(&G::Battle, &G::Event, bool) -> (String, &'static str),
) -> Result<String, serde_json::Error> {
    let (mut battle, mut part, mut lines) = (before.clone(), Part::Of(Phase::Command), String::new());
    for (event, line) in events.iter().zip(report.lines_of_events(events.len())) {
        part = part_after(part, event);
        let (text, rule) = tell(&battle, event, line.is_some());
        G::apply(&mut battle, event);
        let told = Told { round: report.round, line, phase: part.key(), text, rule, event };
        // The keys of a value are sorted.
        let sorted: Value = serde_json::from_slice(&serde_json::to_vec(&told)?)?;
        lines += &format!("\n{sorted}");
    }
    Ok(format!("{}{lines}\n", names(&battle)))
}

/// A list of names, each with its place as its id.
pub(crate) fn named<'a>(names: impl Iterator<Item = &'a String>) -> Vec<Value> {
    names.enumerate().map(|(id, name)| json!({ "id": id, "name": name })).collect()
}

/// The text of the JSON Schema of each line.
pub(crate) fn schema_of_lines<E: JsonSchema>(title: &str) -> String {
    let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut schema = generator.into_root_schema_for::<Line<E>>();
    schema.insert("title".to_owned(), title.into());
    format!("{:#}\n", schema.to_value())
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
