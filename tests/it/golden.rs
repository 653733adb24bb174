//! Logs of battles that were fought once: the battle of everything, and one of each shipped scenario that has a thread.
//! Each log verifies: its posts, orders, dice, events and states are those that were recorded. Beside each log of a
//! thread is a playthrough: the thread as its players see it, with every answer, every report, and the map in words.
//!
//! `cargo test --test it -- --ignored write_golden_logs` records all of them anew. Until the first release, a change of
//! the rules or of a thread needs that. Read the difference like code.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use expect_test::expect_file;
use fieldpost::dice::Seed;
use fieldpost::games;
use fieldpost::games::Data;
use fieldpost::map::{description, positions};
use fieldpost::page::{Answer, Markup};
use fieldpost::post::Language;
use fieldpost::referee::commands::{Command, Outcome, command_author};
use fieldpost::referee::thread::{self, Deed};
use fieldpost::referee::verify::verify;
use fieldpost::referee::{Refused, Table, Taken, transcript};
use fieldpost::store::{self, Entry};

use crate::trenches::everything;

/// The name of the battle that has no thread.
const EVERYTHING: &str = "everything";

/// The battles whose threads are verified too.
const AS_THREADS: [&str; 3] = [EVERYTHING, "ridge-at-dawn", "brick-duel"];

/// Fights the battle of a log to its end. Returns also the playthrough, if the battle has a thread.
fn fought(name: &str) -> (Table, Option<String>) {
    let file = |ending: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("scenarios/{name}.{ending}"));
        std::fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
    };
    if name == EVERYTHING {
        return (everything(), None);
    }
    let (table, shown) = played(&format!("{name}.toml"), &file("toml"), &file("posts"));
    (table, Some(shown))
}

/// The names of all logs that must exist.
fn names() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let files = std::fs::read_dir(folder).expect("the scenarios").map(|it| it.expect("a file of our own").path());
    let threads = files.filter(|it| it.extension().is_some_and(|it| it == "posts"));
    let stems = threads.filter_map(|it| it.file_stem().map(|it| it.to_string_lossy().into_owned()));
    stems.chain([EVERYTHING.to_owned()]).collect()
}

/// Plays the battle of a thread with seed 7 to its end. Returns also the thread as its players see it.
fn played(name: &str, scenario: &str, posts: &str) -> (Table, String) {
    let scenario = games::read(name, scenario, &Data::Standard).unwrap_or_else(|problems| panic!("{problems}"));
    let mut table = Table::open(&scenario, Language::default(), Seed::from(7));
    let stage = table.stage();
    let mut shown = format!("{}\n\n{}\n\n{}\n", stage.title, stage.briefing, description(&table.playing().picture()));
    for entry in thread::read(posts) {
        enter(&mut table, &entry, &mut shown).unwrap_or_else(|why| panic!("line {}: {why}", entry.line));
    }
    assert!(table.stage().outcome.is_some(), "the battle is fought to its end");
    shown += &format!("\n{}", Markup::Plain.render(&table.final_report()));
    table.reveal();
    (table, shown)
}

fn enter(table: &mut Table, entry: &thread::Entry, shown: &mut String) -> Result<(), Refused> {
    let told = |answer: Option<Answer>| answer.map_or(String::new(), |it| format!("{}\n", it.text()));
    let taken = |taken: Taken| match taken {
        Taken::Answered(it) => told(it.answer),
        Taken::Late { round, .. } => format!("Round {round} is closed.\n"),
    };
    *shown += &format!("\n@{}", entry.author);
    match &entry.deed {
        Deed::Posts(text) => {
            let (rest, commands) = thread::commands(text, command_author(&entry.author));
            *shown += &format!("\n{rest}\n");
            match table.post(&entry.author, &rest) {
                Ok(it) => *shown += &told(it.answer),
                // People without a seat may talk, and so may everybody after the battle.
                Err(Refused::NoSuchSeat { .. } | Refused::BattleIsOver) => (),
                Err(why) => return Err(why),
            }
            for command in commands {
                // Questions change nothing.
                let Some(read) = Command::read(&command).transpose()? else { continue };
                let outcome = table.carry_out(&entry.author, &read)?;
                // Hidden orders are shown to nobody else.
                if !matches!(read, Command::Hidden(_)) {
                    *shown += &format!("/{command}\n");
                    *shown += &match outcome {
                        Outcome::Text(text) => format!("{text}\n"),
                        Outcome::Answered(it) => told(it.answer),
                        Outcome::RoundClosed(n) => closed(table, n),
                    };
                }
            }
        }
        Deed::Edits { post, text } => {
            *shown += &format!(" edits #{post}\n{text}\n{}", taken(table.edit(&entry.author, *post, text)?));
        }
        Deed::Deletes { post } => {
            *shown += &format!(" deletes #{post}\n{}", taken(table.delete(&entry.author, *post)?));
        }
        Deed::Says(_) => (),
    }
    Ok(())
}

/// What everybody sees when a round is closed.
fn closed(table: &Table, n: usize) -> String {
    let report = Markup::Plain.render(&table.closed()[n].report.document());
    format!("\n{report}\n{}\n", positions(&table.playing().picture()))
}

fn file_of(name: &str, ending: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/it/golden/{name}.{ending}"))
}

#[test]
fn golden_logs_verify() {
    for name in names() {
        let text = std::fs::read_to_string(file_of(&name, "log")).unwrap_or_else(|why| panic!("{name}: {why}"));
        let log = store::import(&text).unwrap_or_else(|why| panic!("{name}: {why}"));
        verify(&log).unwrap_or_else(|why| panic!("{name} does not verify any more: {why}"));
        let [Entry::Created { scenario, .. }, .., Entry::Revealed { seed, .. }] = &log[..] else {
            panic!("{name} has a beginning and an end")
        };
        // Some threads are verified too, with the scenario as it is read today: every answer is made again.
        if !AS_THREADS.contains(&&*name) {
            continue;
        }
        let table = Table::resume(&log, Seed::from_bytes(seed.0), 0, None).unwrap_or_else(|why| panic!("{why}"));
        let today = games::read(&scenario.name, &scenario.text, &Data::Standard).unwrap_or_else(|it| panic!("{it}"));
        transcript::verify(&table.transcript(), &today).unwrap_or_else(|why| panic!("{name}: {why}"));
    }
}

#[test]
fn every_golden_log_is_that_of_a_battle_that_is_there() {
    let folder = file_of("any", "log");
    let files: BTreeSet<String> = std::fs::read_dir(folder.parent().expect("a folder"))
        .expect("the folder of the golden logs")
        .map(|it| it.expect("a file of our own").path().file_stem().expect("a name").to_string_lossy().into_owned())
        .collect();
    assert_eq!(files, names());
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

#[test]
fn every_thread_is_seen_as_it_was() {
    for name in names() {
        if let (_, Some(shown)) = fought(&name) {
            expect_file![file_of(&name, "txt")].assert_eq(&shown);
        }
    }
}

/// Fights every battle, and writes its log and its playthrough.
#[test]
#[ignore = "writes files of the project"]
fn write_golden_logs() {
    let write = |name: &str, ending: &str, text: String| {
        std::fs::write(file_of(name, ending), text).unwrap_or_else(|why| panic!("{name}: {why}"));
    };
    for name in names() {
        let (table, shown) = fought(&name);
        write(&name, "log", store::export(table.log()).expect("a log is JSON"));
        shown.into_iter().for_each(|it| write(&name, "txt", it));
    }
}
