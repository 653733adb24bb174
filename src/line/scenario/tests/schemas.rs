//! The JSON Schema says what the reader says.

use serde_json::Value;

use super::right::shipped;
use super::*;

const KINDS: [(FileKind, &str); 2] = [(FileKind::Scenario, "scenario.json"), (FileKind::Data, "data.json")];

fn json(text: &str) -> Value {
    let table: toml::Table = text.parse().expect("TOML");
    serde_json::to_value(table).expect("no TOML of ours has what JSON hasn't")
}

#[test]
fn every_shipped_file_keeps_to_its_schema() {
    for (path, is_scenario) in shipped() {
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
        ("rounds = 6", "rounds = \"6\""),
        ("side = \"enemy\"", "side = \"enemies\""),
        ("name = \"Good\"", ""),
        ("at = \"D4\"", "at = \"4D\""),
        ("[[objective]]", "[weapon.sidearm]\ntags = [\"Loud\"]\n[[objective]]"),
        ("[[objective]]", "[weapon.sidearm]\naccuracy = \"7+\"\n[[objective]]"),
        ("[[objective]]", "[weapon.sidearm]\nattacks = \"2D8\"\n[[objective]]"),
    ] {
        let text = changed(&[(old, new)]);
        assert!(read("bad.toml", &text, Library::standard()).is_err(), "the reader takes {new}");
        assert!(!validator.is_valid(&json(&text)), "the schema takes {new}");
    }
}

/// Rewrite them with `UPDATE_EXPECT=1`.
#[test]
fn the_schemas_for_editors_are_up_to_date() {
    for (kind, name) in KINDS {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("config/schema").join(name);
        let printed = serde_json::to_string_pretty(&schema(kind)).expect("JSON") + "\n";
        expect_test::expect_file![path].assert_eq(&printed);
    }
}
