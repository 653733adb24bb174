//! The report for programs: an object a line.

use serde_json::{Value, json};

use crate::battle::{Battle, Event, Side};
use crate::report::{Part, Report, why, words};

/// A line that names everything by its id, then a line for each event: `events.jsonl`.
///
/// # Errors
///
/// If an event can't be written as JSON.
pub fn json_lines(before: &Battle, events: &[Event], report: &Report) -> Result<String, serde_json::Error> {
    let mut out = serde_json::to_string(&names(before))?;
    out.push('\n');
    let mut told_on: Vec<Option<String>> = vec![None; events.len()];
    for line in &report.lines {
        for &event in &line.events {
            told_on[event] = Some(line.id());
        }
    }
    let mut battle = before.clone();
    let mut part = Part::Command;
    for (event, line) in events.iter().zip(told_on) {
        part = part.after(event);
        let told = json!({
            "round": report.round,
            "line": line,
            "phase": part.key(),
            "text": words::sentence(&battle, &[event]).text(),
            "rule": why::rule_of(event),
            "event": serde_json::to_value(event)?,
        });
        out.push_str(&serde_json::to_string(&told)?);
        out.push('\n');
        battle.apply(event);
    }
    Ok(out)
}

/// What the numbers in events stand for: each list in the order of its ids.
fn names(before: &Battle) -> Value {
    let setup = before.setup();
    json!({
        "battle": setup.title,
        "round": before.round(),
        "squads": setup.squad_ids().zip(&setup.squads).map(|(id, it)| json!({
            "id": id, "key": it.key, "name": it.name, "side": it.side,
        })).collect::<Vec<_>>(),
        "units": setup.unit_ids().map(|id| json!({
            "id": id, "name": setup.unit(id).name, "profile": setup.profile(id).name, "squad": before.unit(id).squad,
        })).collect::<Vec<_>>(),
        "weapons": named(setup.weapons.iter().map(|it| &it.name)),
        "abilities": named(setup.abilities.iter().map(|it| &it.name)),
        "casters": named(setup.casters.iter().map(|it| &it.name)),
        "objectives": named(setup.objectives.iter().map(|it| &it.name)),
        "goals": named(setup.goals.iter().map(|it| &it.text)),
        "terrain": named(setup.board.kinds().iter().map(|it| &it.name)),
        "standing": standing(before),
    })
}

fn named<'a>(names: impl Iterator<Item = &'a String>) -> Vec<Value> {
    names.enumerate().map(|(id, name)| json!({ "id": id, "name": name })).collect()
}

/// Units on their feet as the round closed, and where.
fn standing(before: &Battle) -> Vec<Value> {
    let ids = Side::ALL.into_iter().flat_map(|it| before.standing_of(it));
    ids.map(|it| json!({ "unit": it, "at": before.unit(it).at, "hp": before.unit(it).hp })).collect()
}
