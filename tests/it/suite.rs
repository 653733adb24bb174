//! The suite of cases: played here and on another engine, and refused if a case is malformed.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use fieldpost::games::{self, NAMES};

/// Every file of cases.
fn files() -> Vec<PathBuf> {
    let suite = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite");
    let folders = ["line", "brick"].map(|it| fs::read_dir(suite.join(it)).expect("a folder of the suite"));
    let files = folders.into_iter().flatten().map(|it| it.expect("a file").path());
    let mut files: Vec<PathBuf> = files.filter(|it| !it.ends_with("common.toml")).collect();
    files.sort();
    files
}

fn fieldpost() -> Command {
    Command::cargo_bin("fieldpost").expect("the program")
}

#[test]
fn every_case_passes() {
    let output = fieldpost().arg("suite").args(files()).output().expect("the program runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}");
}

#[test]
fn an_id_is_used_once() {
    let texts: String = files().iter().map(|it| fs::read_to_string(it).expect("a file of cases")).collect();
    let mut ids: Vec<&str> = texts.lines().filter(|it| it.starts_with("id = ")).collect();
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all);
}

/// Rules without a case: R-4 is about the dice themselves, and BX-16 is about what nobody rolls.
const WITHOUT_A_CASE: &[&str] = &["R-4", "BX-16"];

#[test]
fn every_rule_has_a_case() {
    let texts: String = files().iter().map(|it| fs::read_to_string(it).expect("a file of cases")).collect();
    let cited: BTreeSet<&str> =
        texts.lines().filter_map(|it| it.strip_prefix("rules = ")).flat_map(|it| it.split('"')).collect();
    let rules = NAMES.iter().flat_map(|it| games::rules(it).expect("a game").1).map(|it| it.id);
    let without: Vec<&str> = rules.filter(|it| !cited.contains(it)).collect();
    assert_eq!(without, WITHOUT_A_CASE);
}

#[test]
fn another_engine_passes_the_chapter_on_attacks() {
    if std::process::Command::new("python3").arg("--version").output().is_err() {
        println!("NOT tested: there is no python3 here");
        return;
    }
    let suite = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite");
    let engine = format!("python3 '{}'", suite.join("engine.py").display());
    let output = fieldpost()
        .args(["suite", "--with", &engine])
        .arg(suite.join("line/A-attack.toml"))
        .output()
        .expect("the program runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains(", 0 failed, 0 skipped."), "{said}");
}

/// The program's output for a file of cases in which `this` replaces `instead_of`.
fn output_for(instead_of: &str, this: &str) -> String {
    const CASE: &str = r#"suite = 1
game = "line"

[[case]]
id = "line.A.1"
rules = ["A-1"]
says = "Reaching ACC hits."
map = [
    ".a . .b",
    ". . .",
]
people = ["a Alpha players: rifleman", "b Boyz enemy: husk"]
orders = [["players", "Alpha: shoot Boyz"]]
dice = "hit 1"
after = { "Boyz 1" = "standing" }
"#;
    assert!(CASE.contains(instead_of), "{instead_of}");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("case.toml");
    fs::write(&file, CASE.replacen(instead_of, this, 1)).expect("a file");
    let output = fieldpost().arg("suite").arg(&file).output().expect("the program runs");
    let said = [output.stdout, output.stderr].concat();
    String::from_utf8_lossy(&said).replace(&file.display().to_string(), "case.toml")
}

#[test]
fn a_case_that_differs_fails_with_the_first_difference() {
    let differs = |instead_of, this, expected: &str| {
        let said = output_for(instead_of, this);
        assert!(said.contains(&format!("case.toml:5: line.A.1: fail: {expected}")), "{said}");
    };
    assert!(output_for("Reaching", "Reaching").contains("1 case passed, 0 failed"));
    differs("hit 1", "hit 1 1", "die 2: nobody asked for hit 1");
    differs("hit 1", "", "die 1: asked for a d6 for hit, and no die was left");
    differs("hit 1", "hti 1", "die 1: asked for a d6 for hit, laid out was hti 1");
    differs("hit 1", "hit d10:7", "die 1: asked for a d6 for hit, laid out was hit d10:7");
    differs("standing", "downed", "Boyz 1: state is \"standing\", and not \"downed\"");
    differs("Boyz 1\" =", "Boyz 7\" =", "nothing is said of Boyz 7");
    differs(
        "after = {",
        "refused = [{ line = 1, rule = \"S-4\" }]\nafter = {",
        "refused nothing, and not line 1 by S-4",
    );
}

#[test]
fn a_file_that_is_none_is_refused_with_place_and_reason() {
    let refused = |instead_of, this, place: &str, why: &str| {
        let said = output_for(instead_of, this);
        assert!(said.contains(&format!("case.toml:{place}")) && said.contains(why), "{said}");
    };
    refused("    \". . .\",", "    \". .\",", "10:5", "this row has 2 tiles, and the first has 3");
    let wide = format!("    \"{}\",", ". ".repeat(300));
    refused("    \". . .\",", &wide, "10:5", "this row has 300 tiles, and the first has 3");
    refused("    \".a . .b\",", "    \".aa . .b\",", "9:5", "one for who stands there");
    refused("people =", "levels = [\"0 0 1\"]\npeople =", "5:6", "levels");
    refused("husk", "nobody", "5:6", "nobody");
    refused("\"players\", \"Alpha", "\"enemy\", \"Alpha", "5:6", "\"enemy\" is no seat, nor \"gm\"");
    refused("b Boyz enemy", "c Boyz enemy", "12:40", "nobody on the map has this letter");
    refused(", \"b Boyz enemy: husk\"", "", "9:5", "nobody says who \"b\" is");
    refused("after = { \"Boyz 1\" = \"standing\" }", "", "5:6", "neither what is true after it nor what is refused");
    refused("\"A-1\"", "\"A-99\"", "6:10", "no rule has the id \"A-99\"");
    refused("hit 1", "hit", "14:8", "\"hit\" is no die");
    refused("says =", "sasy =", "7:1", "sasy");
    refused("\"line\"", "\"chess\"", "2:8", "there is no game \"chess\"");
    let twice = "after = { \"Boyz 1\" = \"standing\" }\n\n[[case]]\nid = \"line.A.1\"\nrules = []\nsays = \"\"\nmap = [\".a .b\"]\n\
                 people = [\"a Alpha players: rifleman\", \"b Boyz enemy: husk\"]\nafter = {}";
    refused("after = { \"Boyz 1\" = \"standing\" }", twice, "18:6", "another case has this id");
}

#[test]
fn an_engine_that_is_silent_gone_or_talks_nonsense_is_broken() {
    let case = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/line/A-attack.toml");
    let said_with = |engine: &str| {
        let output = fieldpost().args(["suite", "--with", engine]).arg(&case).output().expect("the program runs");
        assert!(!output.status.success(), "{engine}");
        String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
    };
    let started = "read it; echo '{\"engine\":\"x\"}'; read it; ";
    assert!(said_with("true").contains("it is gone"));
    assert!(said_with("echo nonsense; cat >/dev/null").contains("its line can't be read"));
    assert!(said_with(started).contains("broken: it is gone"));
    let other = format!("{started} echo '{{\"id\":\"other\",\"asked\":[],\"after\":{{}}}}'; cat >/dev/null");
    assert!(said_with(&other).contains("broken: it answered to other"));
}
