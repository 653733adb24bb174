//! The JSON Schema says what the reader says.

use std::path::Path;

use serde_json::Value;

use super::*;

const KINDS: [(FileKind, &str); 2] = [(FileKind::Scenario, "brick-scenario.json"), (FileKind::Data, "brick-data.json")];

fn json(text: &str) -> Value {
    let table: toml::Table = text.parse().expect("TOML");
    serde_json::to_value(table).expect("no TOML of ours has what JSON hasn't")
}

#[test]
fn every_shipped_file_keeps_to_its_schema() {
    for (path, is_scenario) in right::shipped() {
        let kind = if is_scenario { FileKind::Scenario } else { FileKind::Data };
        let validator = jsonschema::validator_for(&schema(kind)).expect("a schema");
        let text = std::fs::read_to_string(&path).expect("a shipped file");
        let errors: Vec<String> =
            validator.iter_errors(&json(&text)).map(|it| format!("{}: {it}", it.instance_path())).collect();
        assert!(errors.is_empty(), "{}: {errors:#?}", path.display());
        assert!(text.starts_with("#:schema "), "{} says where its schema is", path.display());
    }
}

#[test]
fn the_schema_refuses_what_the_reader_refuses() {
    let validator = jsonschema::validator_for(&schema(FileKind::Scenario)).expect("a schema");
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

/// Rewrite them with `UPDATE_EXPECT=1`.
#[test]
fn the_schemas_for_editors_are_up_to_date() {
    for (kind, name) in KINDS {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("config/schema").join(name);
        let text = serde_json::to_string_pretty(&schema(kind)).expect("a schema is JSON");
        expect_test::expect_file![path].assert_eq(&format!("{text}\n"));
    }
}
