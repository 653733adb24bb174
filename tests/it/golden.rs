//! Logs of battles that were fought once. Whatever becomes of the program, each verifies for ever and leads to the state
//! that was recorded: people have such files at home.
//!
//! A new one is made by adding its name and how it is fought to [`fought`], and then
//! `cargo test --test it -- --ignored --nocapture write_golden_logs`, which says the row for [`LOGS`]. What is there is
//! never written over.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::PathBuf;

use crate::line;
use fieldpost::dice::Seed;
use fieldpost::games;
use fieldpost::games::Data;
use fieldpost::post::Language;
use fieldpost::referee::commands::Command;
use fieldpost::referee::thread::{self, Deed};
use fieldpost::referee::verify::verify;
use fieldpost::referee::{Refused, Table, transcript};
use fieldpost::store::{self, Entry, Hash};
use sha2::{Digest as _, Sha256};

use crate::trenches::everything;

/// A log: its name, the digest of its file, and that of the battle as it ended.
type Log = (&'static str, &'static str, &'static str);

/// These rows are added to, and never changed.
const LOGS: &[Log] = &[
    (
        "everything-1",
        "886b6e8b369916dceacb70e720e2d2dd39456cadc4fd85ed56e7627ee6cfa9e9",
        "1d70d6abfd3b36b0dcbcd5511d61a04212e18c2384d628ef547cf950c5f5da8b",
    ),
    (
        "millers-ford-1",
        "a49f4dda59243b66104f44e1039f3782e2e215ce15b8066d81f4d5b8c6705797",
        "2e70f3e2febe1116ded92690ea7c61f240738473e813ff08e72faccd6857356c",
    ),
    (
        "ridge-at-dawn-1",
        "3986455b46dce11c11036d92e08902fb9057dda335910136c333102cc97302c2",
        "4cc12b1293744a559b31e420d756a930df711d5df812ca1614ca0808ffff9bc7",
    ),
    (
        "ridge-at-dawn-2",
        "73d9c69cca170100862cb8d2998fefee8d0de69eb41567b93c6c6502c154a236",
        "fdd140adb4fc2b4107341d2816cfa941d07f8c0224a49687dfd9b940ff02bc4c",
    ),
    (
        "the-shield-wall-at-cold-barrow-1",
        "b88ec97bfef677bb33f32562f0382c9a09b3ddca0323e788fe9d2a1126d0eb75",
        "5631c34b23f1e253cb8c1000e208a6bb14febc33110d77415121506c9cbf3413",
    ),
];

/// Fights a battle.
type Fought = fn() -> Table;

/// How a battle is fought of which the log is kept.
fn fought() -> [(&'static str, Fought); 5] {
    [
        ("everything-1", everything),
        ("millers-ford-1", || {
            let scenario = include_str!("../../scenarios/millers-ford.toml");
            played("millers-ford.toml", scenario, include_str!("../../scenarios/millers-ford.posts"))
        }),
        ("ridge-at-dawn-1", || {
            let scenario = include_str!("../../scenarios/ridge-at-dawn.toml");
            played("ridge-at-dawn.toml", scenario, include_str!("../../scenarios/ridge-at-dawn.posts"))
        }),
        ("ridge-at-dawn-2", || {
            let scenario = include_str!("../../scenarios/ridge-at-dawn.toml");
            let even = scenario.replace("even_ends = false", "even_ends = true");
            played("ridge-at-dawn.toml", &even, include_str!("../../scenarios/ridge-at-dawn.posts"))
        }),
        ("the-shield-wall-at-cold-barrow-1", || {
            let scenario = include_str!("../../scenarios/the-shield-wall-at-cold-barrow.toml");
            let posts = include_str!("../../scenarios/the-shield-wall-at-cold-barrow.posts");
            played("the-shield-wall-at-cold-barrow.toml", scenario, posts)
        }),
    ]
}

/// The battle of a thread, at seed 7, to its end.
fn played(name: &str, scenario: &str, posts: &str) -> Table {
    let scenario = games::read(name, scenario, Data::standard()).unwrap_or_else(|problems| panic!("{problems}"));
    let mut table = Table::open(&scenario, Language::default(), Seed::from(7));
    for entry in thread::read(posts) {
        enter(&mut table, &entry).unwrap_or_else(|why| panic!("line {}: {why}", entry.line));
    }
    assert!(line(&table).battle().outcome().is_some(), "the battle is fought to its end");
    table.reveal();
    table
}

fn enter(table: &mut Table, entry: &thread::Entry) -> Result<(), Refused> {
    match &entry.deed {
        Deed::Posts(text) => {
            let (rest, commands) = thread::commands(text, thread::giver(&entry.author));
            match table.post(&entry.author, &rest) {
                // Anybody may talk, also when the battle is over.
                Ok(_) | Err(Refused::NoSuchSeat { .. } | Refused::BattleIsOver) => (),
                Err(why) => return Err(why),
            }
            for command in commands {
                // Questions change nothing.
                if let Some(command) = Command::read(&command).transpose()? {
                    table.carry_out(&entry.author, &command)?;
                }
            }
        }
        Deed::Edits { post, text } => drop(table.edit(&entry.author, *post, text)?),
        Deed::Deletes { post } => drop(table.delete(&entry.author, *post)?),
        Deed::Says(_) => (),
    }
    Ok(())
}

fn file_of(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/it/golden/{name}.log"))
}

fn digest_of(text: &str) -> String {
    Hash(Sha256::digest(text).into()).to_string()
}

/// The log in a file, and the digest of the battle that it leads to.
fn read(text: &str) -> (Vec<Entry>, String) {
    let log = store::import(text).unwrap_or_else(|why| panic!("{why}"));
    let Some(Entry::Revealed { seed, .. }) = log.last() else { panic!("its seed is not published") };
    let table = Table::resume(&log, Seed::from_bytes(seed.0), 0, None).unwrap_or_else(|why| panic!("{why}"));
    let state = Hash(line(&table).battle().digest()).to_string();
    (log, state)
}

#[test]
fn golden_logs_verify_for_ever() {
    for (name, file, state) in LOGS {
        let text = std::fs::read_to_string(file_of(name)).unwrap_or_else(|why| panic!("{name}: {why}"));
        assert_eq!(digest_of(&text), *file, "{name} was changed, and golden logs never are");
        let (log, reached) = read(&text);
        verify(&log).unwrap_or_else(|why| panic!("{name} does not verify any more: {why}"));
        assert_eq!(reached, *state, "{name} leads to another state than it did");
    }
}

#[test]
fn v2_a_battle_goes_on_by_the_version_of_the_rules_that_it_began_with() {
    let mut versions = BTreeSet::new();
    for (name, ..) in LOGS {
        let text = std::fs::read_to_string(file_of(name)).unwrap_or_else(|why| panic!("{name}: {why}"));
        let log = store::import(&text).unwrap_or_else(|why| panic!("{why}"));
        let [Entry::Created { ruleset_version, scenario, data, .. }, .., Entry::Revealed { seed, .. }] = &log[..]
        else {
            panic!("{name} has a beginning and an end")
        };
        let table = Table::resume(&log, Seed::from_bytes(seed.0), 0, None).unwrap_or_else(|why| panic!("{why}"));
        assert_eq!(line(&table).game().version(), *ruleset_version, "{name}");
        // So does its thread, with the scenario as anybody reads it today.
        let standard = Data::standard();
        if data.iter().map(|it| &it.text).eq(standard.files().iter().map(|it| &it.1)) {
            let today = games::read(&scenario.name, &scenario.text, standard).unwrap_or_else(|it| panic!("{it}"));
            transcript::verify(&table.transcript(), &today).unwrap_or_else(|why| panic!("{name}: {why}"));
        }
        versions.insert(*ruleset_version);
    }
    assert_eq!(versions, BTreeSet::from([2, 3]));
}

#[test]
fn every_golden_log_has_its_row_and_its_way_to_be_made() {
    let folder = file_of("any");
    let files: BTreeSet<String> = std::fs::read_dir(folder.parent().expect("a folder"))
        .expect("the folder of the golden logs")
        .map(|it| it.expect("a file of our own").path().file_stem().expect("a name").to_string_lossy().into_owned())
        .collect();
    let rows: BTreeSet<String> = LOGS.iter().map(|it| it.0.to_owned()).collect();
    assert_eq!(files, rows);
    let made: BTreeSet<String> = fought().iter().map(|it| it.0.to_owned()).collect();
    assert!(made.is_subset(&rows), "not written yet: {:?}", made.difference(&rows));
}

#[test]
fn in_the_battle_of_everything_everything_happens_that_a_log_can_tell_of() {
    let table = everything();
    let kind = |entry: &Entry| {
        let entry = serde_json::to_value(entry).expect("an entry is JSON");
        entry["entry"].as_str().expect("its kind").to_owned()
    };
    let kinds: BTreeSet<String> = table.log().iter().map(kind).collect();
    let all = "away changed closed created deadline deleted edited looked pace paused posted quiet ready reminded \
               revealed seated stands_in undone unseated word";
    assert_eq!(kinds.iter().map(String::as_str).collect::<Vec<_>>().join(" "), all);
    assert!(table.log().iter().any(|it| matches!(it, Entry::Posted { hidden: true, .. })));
    assert!(table.closed().iter().any(|it| !it.known.stood_in.is_empty()), "somebody stands in");
}

/// Writes the logs that aren't there yet.
#[test]
#[ignore = "adds files to the project"]
fn write_golden_logs() {
    for (name, fight) in fought() {
        let text = store::export(fight().log()).expect("a log is JSON");
        let path = file_of(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder for the logs");
        match std::fs::File::create_new(&path) {
            Ok(mut file) => file.write_all(text.as_bytes()).expect("a file can be written"),
            Err(why) => {
                println!("{name} stays as it is: {why}");
                continue;
            }
        }
        let (_, state) = read(&text);
        println!("    (\n        \"{name}\",\n        \"{}\",\n        \"{state}\",\n    ),", digest_of(&text));
    }
}
