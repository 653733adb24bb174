//! What holds of every report, whatever was ordered and however the dice fell.

use super::*;
use crate::brick::battle::Who;
use crate::brick::report::{json_lines, look, picture, why, words};
use crate::brick::rules::tests::laws::rounds;
use crate::map::{ALT_TEXT_MAX, alt_text, description, positions, text_map};

/// Every event has words and reasons with a rule, and each is told once at most; what is told is true of the state.
fn holds(battle: &Battle, events: &[Event]) {
    let mut state = battle.clone();
    for event in events {
        let told = words::sentence(&state, event);
        let text = told.text();
        assert!(text.ends_with('.'), "{event:?}: {text}");
        assert!(!text.contains("  ") && !text.contains("..") && !text.contains(" ."), "{event:?}: {text}");
        let reason = why::explain(&state, event, events);
        assert!(RULES.iter().any(|rule| reason.text().contains(rule.id)), "{event:?}: {reason:?}");
        assert!(RULES.iter().any(|it| it.id == why::rule_of(&state, event)), "{event:?}");
        state.apply(event);
    }
    let report = tell(battle, events, &Known::default());
    let told: Vec<usize> = report.lines.iter().flat_map(|it| it.events.clone()).collect();
    assert!(told.windows(2).all(|it| it[0] < it[1]), "each event is told once, in order: {told:?}");
    let lines = lines(&report);
    assert!(!lines.contains("  ") && !lines.contains(".."), "{lines}");
    for event in events {
        if let Event::Killed { unit, downed, .. } = event {
            let name = &battle.setup().unit(*unit).name;
            let fell = if *downed { "went down" } else { "fell" };
            let falls = |it: &&str| it.contains(name.as_str()) && (it.contains(fell) || it.contains("destroyed"));
            assert!(lines.lines().any(|it| falls(&it)), "{name} fell, and nobody says so: {lines}");
        }
    }
    left(&report, battle, &state);
    json_lines(battle, events, &report).expect("JSON");
    seen(&state, events);
}

/// Those who stand are in the table of what is left, and nobody else is.
fn left(report: &Report, before: &Battle, after: &Battle) {
    let rows: Vec<Vec<String>> =
        report.squads.rows().map(|row| row.iter().map(|it| it.text().to_owned()).collect()).collect();
    for id in after.everybody() {
        let row = rows.iter().find(|it| it[0] == after.name(id));
        let row = row.unwrap_or_else(|| panic!("{} is left, and not in {rows:?}", after.name(id)));
        assert_ne!(row[3], "gone", "{row:?}");
        if let Who::Squad(_) = id {
            assert!(row[1].starts_with(&format!("{} of ", after.members(id).len())), "{row:?}");
        }
    }
    for row in rows.iter().filter(|it| it[3] == "gone") {
        let was = before.everybody().find(|it| before.name(*it) == row[0]).expect("it was there");
        assert!(before.members(was).iter().all(|it| !after.unit(*it).is_standing()), "{row:?}");
    }
}

/// The picture and its words agree with the state.
fn seen(after: &Battle, events: &[Event]) {
    let picture = picture(after, events);
    assert!(alt_text(&picture).chars().count() <= ALT_TEXT_MAX);
    let words = [text_map(&picture), positions(&picture), description(&picture)];
    for id in after.everybody() {
        let name = after.name(id);
        assert!(words.iter().all(|it| it.contains(name)), "{name} is missing in {words:?}");
        if let Who::Squad(squad) = id {
            assert!(look(after, Who::Squad(squad)).contains(name));
        }
    }
}

#[test]
fn whatever_happens_it_can_be_told() {
    let mut kinds = std::collections::BTreeSet::new();
    for seed in 0..12 {
        rounds(seed, |_, battle, _, events| {
            holds(battle, events);
            kinds.extend(events.iter().map(kind));
        });
    }
    assert!(45 < kinds.len(), "{kinds:?}");
}

fn kind(event: &Event) -> String {
    let value = serde_json::to_value(event).expect("JSON");
    match value.as_object().and_then(|it| it.keys().next()) {
        Some(key) => key.clone(),
        None => value.to_string(),
    }
}
