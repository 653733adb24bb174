//! The JSON Schema agrees with the reader.

use serde_json::Value;

use crate::file::{Leaf as _, check_kept, schema_of, schemas};
use crate::line::battle::{Amount, Kind, TAGS, Tag, TagForm};
use crate::line::scenario::files::DataFile;
use crate::line::scenario::values::{Press, Reach, Save};

use super::right::shipped;
use super::*;

schemas! {
    Amount: {
        "oneOf": [
            { "type": "integer", "minimum": 1, "maximum": 99 },
            { "type": "string", "pattern": "^[0-9]?[Dd][36](\\+[0-9]{1,2})?$|^[0-9]{1,2}$", "examples": ["D6", "2D3+1"] }
        ]
    }
    Tag: { "type": "string", "pattern": (tag_pattern()), "examples": (Tag::known()) }
    Save: { "type": "string", "pattern": "^([2-6]\\+|-)$", "examples": ["4+", "-"] }
    Reach: {
        "oneOf": [{ "type": "integer", "minimum": 1, "maximum": 200 }, { "const": "melee" }]
    }
    Press: {
        "oneOf": [{ "type": "integer", "minimum": 0, "maximum": 30 }, { "const": "move" }]
    }
}

/// A regular expression for weapon tags.
fn tag_pattern() -> String {
    let forms = TAGS.iter().map(|(name, form, _)| match form {
        TagForm::Plain(_) => (*name).to_owned(),
        TagForm::Number(_) => format!("{name} [1-9]"),
        TagForm::Against(_) => {
            format!("{name} ({}) [2-6]\\+", Kind::ALL.iter().map(|it| it.0).collect::<Vec<_>>().join("|"))
        }
    });
    format!("^({})$", forms.collect::<Vec<_>>().join("|"))
}

fn schema_of_scenarios() -> Value {
    let mut schema = schema_of::<ScenarioFile>("A Fieldpost scenario");
    // All goals are the players'. What the enemy wants is a defeat.
    schema["$defs"]["GoalFile"]["properties"]["team"]["enum"] = serde_json::json!(["players"]);
    schema
}

fn schema_of_data() -> Value {
    schema_of::<DataFile>("Fieldpost data")
}

fn json(text: &str) -> Value {
    let table: toml::Table = text.parse().expect("TOML");
    serde_json::to_value(table).expect("no TOML of ours has what JSON hasn't")
}

#[test]
fn every_shipped_file_keeps_to_its_schema() {
    for (path, is_scenario) in shipped() {
        let schema = if is_scenario { schema_of_scenarios() } else { schema_of_data() };
        let validator = jsonschema::validator_for(&schema).expect("a schema");
        let text = std::fs::read_to_string(&path).expect("a shipped file");
        let errors: Vec<String> =
            validator.iter_errors(&json(&text)).map(|it| format!("{}: {it}", it.instance_path())).collect();
        assert!(errors.is_empty(), "{}: {errors:#?}", path.display());
        assert!(text.starts_with("#:schema "), "{} says where its schema is", path.display());
    }
}

#[test]
fn the_schema_refuses_what_the_reader_refuses() {
    let validator = jsonschema::validator_for(&schema_of_scenarios()).expect("a schema");
    assert!(validator.is_valid(&json(GOOD)));
    for (old, new) in [
        ("name = \"Good\"", "nam = \"Good\""),
        ("rounds = 6", "rounds = 0"),
        ("rounds = 6", "rounds = \"6\""),
        ("side = \"enemy\"", "side = \"enemies\""),
        ("name = \"Good\"", ""),
        ("at = \"D4\"", "at = \"4D\""),
        ("[[objective]]", "[weapon.sidearm]\ntags = [\"Loud\"]\n[[objective]]"),
        ("[[objective]]", "[weapon.sidearm]\naccuracy = \"7+\"\n[[objective]]"),
        ("[[objective]]", "[weapon.sidearm]\nattacks = \"2D8\"\n[[objective]]"),
        ("[[victory]]", "[[victory]]\nteam = \"enemy\""),
    ] {
        let text = changed(&[(old, new)]);
        assert!(read("bad.toml", &text, Library::standard()).is_err(), "the reader takes {new}");
        assert!(!validator.is_valid(&json(&text)), "the schema takes {new}");
    }
}

/// Rewrite them with `UPDATE_EXPECT=1`.
#[test]
fn the_schemas_for_editors_are_up_to_date() {
    check_kept(&schema_of_scenarios(), "config/schema/scenario.json", Some("scenarios/KEYS.md"));
    check_kept(&schema_of_data(), "config/schema/data.json", None);
}
