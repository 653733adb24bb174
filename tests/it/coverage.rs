//! Everything that no shipped thread has ever shown: events, entries of `config/`, and options of scenarios. The list
//! is kept short, and a change that makes it longer fails here.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::threads::{SCENARIOS, told_by};

fn file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn text(path: &str) -> String {
    fs::read_to_string(file(path)).unwrap_or_else(|why| panic!("{path}: {why}"))
}

/// The variants of an enum as JSON writes them, read from its source file.
fn variants(path: &str, name: &str) -> Vec<String> {
    let text = text(path);
    let head = format!("pub enum {name} {{");
    let body = text.split_once(&head).unwrap_or_else(|| panic!("no {name} in {path}")).1;
    let body = body.split_once("\n}").expect("an end").0;
    let variant = |line: &str| {
        let word = line.strip_prefix("    ")?;
        let end = word.find(|it: char| !it.is_alphanumeric()).unwrap_or(word.len());
        let word = &word[..end];
        word.starts_with(|it: char| it.is_uppercase()).then(|| snake(word))
    };
    body.lines().filter_map(variant).collect()
}

fn snake(word: &str) -> String {
    let mut out = String::new();
    for letter in word.chars() {
        if letter.is_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.extend(letter.to_lowercase());
    }
    out
}

/// The entries of a table of a data file, each with its `name`.
fn entries(path: &str, table: &str) -> BTreeMap<String, String> {
    let data: toml::Table = text(path).parse().unwrap_or_else(|why| panic!("{path}: {why}"));
    let entries = data[table].as_table().expect("a table").iter();
    let name = |it: &toml::Value| it.get("name").and_then(|it| it.as_str()).map(str::to_owned);
    entries.map(|(key, it)| (key.clone(), name(it).unwrap_or_else(|| key.clone()))).collect()
}

/// Collects everything that a thread shows, as `what: which`.
fn collect_shown(scenario: &str, seen: &mut BTreeSet<String>) {
    let mut abilities: BTreeMap<u64, String> = BTreeMap::new();
    for line in told_by(scenario).events() {
        for it in line["abilities"].as_array().into_iter().flatten() {
            abilities.insert(it["id"].as_u64().expect("a number"), it["name"].as_str().expect("a name").to_owned());
        }
        let Some(event) = line["event"].as_object().and_then(|it| it.iter().next()) else { continue };
        note(event.0, event.1, &abilities, seen);
    }
    for word in words_of(&text(&format!("scenarios/{scenario}.toml"))) {
        seen.insert(word);
    }
}

fn note(kind: &str, event: &Value, abilities: &BTreeMap<u64, String>, seen: &mut BTreeSet<String>) {
    let word = |key: &str| event[key].as_str().map(str::to_owned);
    let mut see = |what: &str, which: &str| {
        seen.insert(format!("{what}: {which}"));
    };
    see("event", kind);
    match kind {
        "ability_used" => {
            let id = event["ability"].as_u64().expect("a number");
            see("ability", &abilities[&id]);
        }
        "ability_triggered" => word("trigger").into_iter().for_each(|it| see("trigger", &it)),
        "acted_ahead" | "unit_acted_ahead" => word("phase").into_iter().for_each(|it| see("ahead", &it)),
        "ended" => {
            word("outcome").into_iter().for_each(|it| see("outcome", &it));
            word("departure").into_iter().for_each(|it| see("departure", &it));
        }
        "charged" if !event["opposed"].is_null() => see("charge", "opposed"),
        "morale_tested" => {
            let by_abandoned = event["modifiers"].as_array().is_some_and(|it| it.iter().any(|it| it[0] == "abandoned"));
            if by_abandoned {
                see("morale", "after abandoning");
            }
        }
        "attacked" | "fire_held" => {
            let silent = event["silent"].as_array().into_iter().flatten();
            silent.filter_map(|it| it[1].as_str()).for_each(|it| see("silence", it));
        }
        "formation" => {
            if let Some((inner, _)) = event.as_object().and_then(|it| it.iter().next()) {
                see("formation", inner);
            }
        }
        _ => (),
    }
}

/// Conditions, rulings, troops and ground that a scenario's file uses.
fn words_of(text: &str) -> Vec<String> {
    let table: toml::Table = text.parse().expect("TOML");
    let mut found = Vec::new();
    for key in table.get("rules").and_then(|it| it.as_table()).into_iter().flat_map(|it| it.keys()) {
        found.push(format!("ruling: {key}"));
    }
    fn conditions(value: &toml::Value, found: &mut Vec<String>) {
        match value {
            toml::Value::Table(it) => it.iter().for_each(|(key, value)| {
                found.push(format!("condition: {key}"));
                conditions(value, found);
            }),
            toml::Value::Array(it) => it.iter().for_each(|it| conditions(it, found)),
            _ => (),
        }
    }
    for key in ["victory", "bonus", "defeat", "event"] {
        for goal in table.get(key).and_then(|it| it.as_array()).into_iter().flatten() {
            goal.get("when").into_iter().for_each(|it| conditions(it, &mut found));
        }
    }
    for squad in table.get("squad").and_then(|it| it.as_array()).into_iter().flatten() {
        let units = squad.get("units").and_then(|it| it.as_array()).into_iter().flatten();
        for unit in units {
            let key = unit.as_str().map(str::to_owned).or_else(|| Some(unit.get("unit")?.as_str()?.to_owned()));
            found.extend(
                key.map(|it| format!("unit: {}", it.trim_start_matches(|it: char| it.is_ascii_digit() || it == ' '))),
            );
        }
    }
    let standard: toml::Table = self::text("config/abilities.toml").parse().expect("TOML");
    for player in table.get("player").and_then(|it| it.as_array()).into_iter().flatten() {
        let class = player.get("hero").and_then(|it| it.get("class")?.as_str());
        let of = |data: &toml::Table| Some(data.get("class")?.get(class?)?.get("unit")?.as_str()?.to_owned());
        found.extend(of(&table).or_else(|| of(&standard)).map(|it| format!("unit: {it}")));
    }
    let legend = table["map"].get("legend").and_then(|it| it.as_table());
    found.extend(
        legend.into_iter().flat_map(|it| it.values()).filter_map(|it| Some(format!("terrain: {}", it.as_str()?))),
    );
    found
}

#[test]
fn what_no_shipped_thread_has_shown() {
    let mut all: BTreeSet<String> = BTreeSet::new();
    let mut add = |what: &str, of: Vec<String>| all.extend(of.iter().map(|it| format!("{what}: {it}")));
    add("event", variants("src/line/battle/event.rs", "Event"));
    add("formation", variants("src/line/battle/ranks/event.rs", "FormationEvent"));
    add("trigger", variants("src/line/battle/ability.rs", "Trigger"));
    add("outcome", variants("src/field/goal.rs", "Outcome"));
    add("departure", variants("src/field/goal.rs", "Departure"));
    add("ahead", ["shooting", "melee", "movement", "morale"].map(str::to_owned).to_vec());
    add("charge", vec!["opposed".to_owned()]);
    add("morale", vec!["after abandoning".to_owned()]);
    add("silence", vec!["undermanned".to_owned(), "crewing".to_owned()]);
    let conditions = "all any not reach survive killed annihilated lost hold capture score";
    add("condition", conditions.split(' ').map(str::to_owned).collect());
    add("ability", entries("config/abilities.toml", "ability").into_values().collect());
    add("unit", entries("config/units.toml", "unit").into_keys().collect());
    add("terrain", entries("config/terrain.toml", "terrain").into_keys().collect());
    let schema: Value = serde_json::from_str(&text("config/schema/scenario.json")).expect("JSON");
    let rules = schema["$defs"]["RulesFile"]["properties"].as_object().expect("the rulings of a scenario");
    add("ruling", rules.keys().cloned().collect());

    let mut seen = BTreeSet::new();
    SCENARIOS.iter().filter(|it| !it.starts_with("brick-")).for_each(|it| collect_shown(it, &mut seen));
    let never: Vec<&str> = all.difference(&seen).map(String::as_str).collect();
    assert_eq!(never, LEFT.map(|it| it.0), "each with its reason");
}

/// Collects every word in an event of the brick game, with its key.
fn walk(key: &str, value: &Value, seen: &mut BTreeSet<String>) {
    match value {
        Value::String(it) => drop(seen.insert(format!("{key}: {it}"))),
        Value::Array(all) => all.iter().for_each(|it| walk(key, it, seen)),
        Value::Object(fields) => {
            for (field, value) in fields {
                seen.insert(format!("{key}: {field}"));
                walk(field, value, seen);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => (),
    }
}

/// Collects everything that a thread of the brick game shows: events, rules, and reasons for refusals.
fn collect_shown_of_brick(scenario: &str, seen: &mut BTreeSet<String>) {
    for line in told_by(scenario).events() {
        seen.extend(line["rule"].as_str().map(|it| format!("rule: {it}")));
        walk("event", &line["event"], seen);
    }
    seen.extend(words_of(&text(&format!("scenarios/{scenario}.toml"))));
}

/// The rules that reports, answers and reasons of the brick game cite.
fn rules_cited() -> BTreeSet<String> {
    let path = "src/brick/report/why/mod.rs";
    let code = text(path);
    let ids = code.split('"').filter(|it| it.starts_with("BC-") || it.starts_with("BS-") || it.starts_with("BX-"));
    ids.filter(|it| it.len() < 9).map(|it| format!("rule: {it}")).collect()
}

#[test]
fn what_no_shipped_thread_of_the_brick_game_has_shown() {
    let event = "src/brick/battle/event.rs";
    let mut all: BTreeSet<String> = rules_cited();
    let kinds = [
        ("event", "Event"),
        ("why", "Refusal"),
        ("why", "Loss"),
        ("does", "Manoeuvre"),
        ("mods", "Mod"),
        ("on", "Deed"),
    ];
    for (key, name) in kinds {
        all.extend(variants(event, name).iter().map(|it| format!("{key}: {it}")));
    }
    all.extend(variants("src/brick/battle/policy.rs", "PolicyChange").iter().map(|it| format!("change: {it}")));
    let mut seen = BTreeSet::new();
    SCENARIOS.iter().filter(|it| it.starts_with("brick-")).for_each(|it| collect_shown_of_brick(it, &mut seen));
    let never: Vec<&str> = all.difference(&seen).map(String::as_str).collect();
    assert_eq!(never, LEFT_OF_BRICK.map(|it| it.0), "each with its reason");
}

/// What no thread of the brick game shows, and why none has to.
const LEFT_OF_BRICK: [(&str, &str); 7] = [
    ("event: arrival_delayed", "there is nearly always room within a Move; bs5_1_it_waits_while_there_is_no_room"),
    ("event: restored", "what a GM sets stands in the log, beside the rounds and not in them"),
    (
        "event: scored",
        "no shipped battle with a place that scores is held so long; the suite's cases of objectives show it",
    ),
    (
        "why: no_free_hand",
        "who has both hands full is told so at once, and nobody orders it; the test of grapples does",
    ),
    ("why: no_map", "who tells somebody to walk on a real table is told at once that there is no map"),
    ("why: not_a_member", "who isn't in a squad can't be told to leave it: that is said at once"),
    ("why: run_too_long", "who charges from too far off is told the inches at once, and takes it back"),
];

/// What no thread of the line game shows, and why none has to.
const LEFT: [(&str, &str); 13] = [
    ("ability: Dress Wounds", "HP given back, as by abilities of the suite's cases on command"),
    ("ability: Long Shot", "a number for a phase, as Steady Aim is"),
    ("ability: Pour It On", "a reroll for a phase, as Controlled Fire is"),
    ("departure: tap_out", "every thread is won; the suite's cases of objectives show what it costs"),
    ("event: ability_in_vain", "who is told that it comes to nothing takes it back; the tests of command show it"),
    ("event: arrival_delayed", "reserves nearly always find room; r1_reserves_without_room_wait_and_try_again"),
    ("event: edited", "what a GM sets stands in the log, beside the rounds and not in them"),
    ("formation: dissolved", "a formation seldom shrinks to one man before it breaks up"),
    ("formation: not_disbanded", "who asks twice is told before the round closes"),
    ("formation: stood_still", "nobody marches out of a melee twice; the suite's cases of formations show it"),
    ("outcome: defeat", "every thread is won; the suite's cases of objectives show it"),
    ("outcome: tapped_out", "every thread is won; the suite's cases of objectives show it"),
    ("outcome: time_up", "every thread is decided; o2_the_last_round_ends_it_as_a_victory_or_for_lack_of_time"),
];
