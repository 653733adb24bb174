//! Tests that the JSON Schemas agree with the reader.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::Value;

use crate::brick::battle::{Amount, Rating};
use crate::brick::scenario::files::{DataFile, LandFile, MapFile};
use crate::brick::scenario::values::PlateSize;
use crate::file::{check_kept, schema_of, schemas};

use super::*;

schemas! {
    PlateSize: { "type": "string", "pattern": "^[0-9]{1,2} ?[x×] ?[0-9]{1,2}$", "examples": ["4x2"] }
    Rating: { "type": "string", "pattern": "^[1-9]?[Dd](4|6|8|10|12)([+-][0-9]{1,2})?$", "examples": ["1d6"] }
    Amount: {
        "oneOf": [
            { "type": "integer", "minimum": 0, "maximum": 60 },
            {
                "type": "string",
                "pattern": "^([1-9]? ?[Ss]kill|[1-9]?[Dd](4|6|8|10|12)|[0-9]{1,2})( ?[+-] ?([1-9]? ?[Ss]kill|[1-9]?[Dd](4|6|8|10|12)|[0-9]{1,2}))*$",
                "examples": ["1d10", "skill+2"]
            }
        ]
    }
}

impl JsonSchema for LandFile {
    fn schema_name() -> Cow<'static, str> {
        "Land".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let drawn = generator.subschema_for::<MapFile>();
        json_schema!({ "anyOf": [{ "const": "real" }, drawn] })
    }
}

fn schema_of_scenarios() -> Value {
    schema_of::<ScenarioFile>("A Fieldpost scenario for minifigs")
}

fn schema_of_data() -> Value {
    schema_of::<DataFile>("Fieldpost data for minifigs")
}

fn json(text: &str) -> Value {
    let table: toml::Table = text.parse().expect("TOML");
    serde_json::to_value(table).expect("no TOML of ours has what JSON hasn't")
}

#[test]
fn every_shipped_file_keeps_to_its_schema() {
    for (path, is_scenario) in right::shipped() {
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
        ("plate = \"3x2\"", "plate = \"3 by 2\""),
        ("[[objective]]", "[weapon.pistol]\nclass = \"gun\"\n[[objective]]"),
        ("[[objective]]", "[unit.redcoat]\nskill = \"1d7\"\n[[objective]]"),
        ("[[objective]]", "[unit.redcoat]\narmor = \"thick\"\n[[objective]]"),
    ] {
        let text = changed(&[(old, new)]);
        assert!(read(&text).0.is_none(), "the reader takes {new}");
        assert!(!validator.is_valid(&json(&text)), "the schema takes {new}");
    }
}

#[test]
fn the_schema_takes_dice_in_capital_letters_as_the_reader_does() {
    let validator = jsonschema::validator_for(&schema_of_scenarios()).expect("a schema");
    let dice = "[unit.redcoat]\nskill = \"1D8\"\narmor = \"D6+Skill\"\n[[objective]]";
    let text = changed(&[("[[objective]]", dice)]);
    assert!(read(&text).0.is_some() && validator.is_valid(&json(&text)));
}

/// Rewrite them with `UPDATE_EXPECT=1`.
#[test]
fn the_schemas_for_editors_are_up_to_date() {
    check_kept(&schema_of_scenarios(), "config/schema/brick-scenario.json", Some("scenarios/BRICK-KEYS.md"));
    check_kept(&schema_of_data(), "config/schema/brick-data.json", None);
}
