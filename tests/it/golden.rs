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
use fieldpost::referee::{Refused, Table};
use fieldpost::store::{self, Entry, Hash};
use sha2::{Digest as _, Sha256};

use crate::trenches::everything;

/// A log: its name, the digest of its file, and that of the battle as it ended.
type Log = (&'static str, &'static str, &'static str);

/// These rows are added to, and never changed.
const LOGS: &[Log] = &[
    (
        "everything",
        "d1015b8268e5ab948ba6d65ff39c79d3cd7f6916733266a82e46be04d441d3e1",
        "4c562f52743919c90bf9d62a3544a72529c3de3dce4c4fc6cf88c2641b129960",
    ),
    (
        "last-bell-at-harrow",
        "92f69a7c8052e491eb2cfd1c561e338e82a738d696a5fd06399a4504a89ac0ef",
        "13f5b50ea198855b4772edd83525a2849a5ccfc298676c78957efe260f778302",
    ),
    (
        "millers-ford",
        "ff38f777f8c0c3ae585a140e120e38c5265e666016eba8c006317ac9fdc17078",
        "cc6bedc3191fcb7270122fdee672aaa605f51b0d5906102a150bc526211c7bfa",
    ),
    (
        "out-of-saltmarket",
        "a1bdf0d894c5831c296ef5229d5791dacd1bf54f8fba3c7387e14075d5cb60a4",
        "a3d99cdfa5aa0e308eb3d2efc531eb7590d38822f5fca24ad8907fba0a12eb12",
    ),
    (
        "ridge-at-dawn",
        "c5799890d8315b5c2bbd4ca1ca30cab6aa2d336846622bbf33f7e8d757e8a59e",
        "8ac2b7429c5129c6ed18b1fda5aeb2d7bf84000fffd8784733659e5be3f0e04a",
    ),
    (
        "the-bad-bridge",
        "0f5804471ba39a2d002bf19e578481f140deb7669d172305db169b6c964345e8",
        "06d7a08a8072183fa37e43bda5e7083349d54ac1629b9bc417b6ef2ff6ae3de5",
    ),
    (
        "the-mast-on-grey-hill",
        "f5b825c4afcc8994e7d8908f3aa4e915d902a0f509801c500e16d9134d841a93",
        "bbee9023762fe996531df801cf7e0dfb8788278aa547027b3eadc6ae172143ac",
    ),
    (
        "the-proving-yard",
        "6aedb3dfc00d4b721e3404d16862f33181a21f6f8405178b3343c2142eb429ce",
        "0ae0d6b35dba910a7937d640a24b15f76dc4d83a8c7762df2ebe88e4fb78a98d",
    ),
    (
        "the-shield-wall-at-cold-barrow",
        "f45255dd9efcff54b0004264ae034ec6c8d27749a616e90cc4fe4db5f323533e",
        "f1beb2cf25b8a8d343c11b58ef9dee0ea5c1b07cbb9ccc2e0da78efc6d4d264d",
    ),
];

/// Fights a battle.
type Fought = fn() -> Table;

/// The battle of a shipped scenario's thread.
macro_rules! thread {
    ($name:literal) => {
        ($name, || {
            let scenario = include_str!(concat!("../../scenarios/", $name, ".toml"));
            played(concat!($name, ".toml"), scenario, include_str!(concat!("../../scenarios/", $name, ".posts")))
        })
    };
}

/// How a battle is fought of which the log is kept.
fn fought() -> [(&'static str, Fought); 9] {
    [
        ("everything", everything),
        thread!("last-bell-at-harrow"),
        thread!("millers-ford"),
        thread!("out-of-saltmarket"),
        thread!("ridge-at-dawn"),
        thread!("the-bad-bridge"),
        thread!("the-mast-on-grey-hill"),
        thread!("the-proving-yard"),
        thread!("the-shield-wall-at-cold-barrow"),
    ]
}

/// The battle of a thread, at seed 7, to its end.
fn played(name: &str, scenario: &str, posts: &str) -> Table {
    let scenario = games::read(name, scenario, &Data::Standard).unwrap_or_else(|problems| panic!("{problems}"));
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
