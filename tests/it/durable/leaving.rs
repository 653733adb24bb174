//! A battle is left and continued, by one program at a time.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;

use crate::line;
use fieldpost::dice::Seed;
use fieldpost::game::digest_of;
use fieldpost::games;
use fieldpost::post::Language;
use fieldpost::referee::Table;
use fieldpost::referee::keeper::Keeper;
use fieldpost::store::{ClosedBy, Entry, Place, Store};
use tokio::runtime::Builder;

use super::{SCENARIO, THREAD, arguments, last_line, log_text, play, stored_battles, talk, waiting};
use crate::program::{Folder, fails, fieldpost, run};

#[test]
fn a_conversation_goes_on_where_it_was_left() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let db = folder.path().join("battles.db");
    let begun = talk(&db, "@sam\nMagpie: hold\n/resolve\n@robin\nOtter: hold\n/quit\n");
    assert!(begun.stdout.contains("as battle 1") && begun.stdout.contains("Round 2 is open"), "{}", begun.stdout);
    assert!(!begun.stdout.contains("--seed"), "the seed is out before the end");
    let goes_on = talk(&db, "/orders\n/undo\n/orders\n/resolve\n/report\n");
    for said in ["goes on: round 2 is open, 1 round is closed", "Round 1 is open again", "#1 sam", "#2 robin"] {
        assert!(goes_on.stdout.contains(said), "nothing is said of {said}:\n{}", goes_on.stdout);
    }
    let ended = talk(&db, "/end\n/resolve\n");
    assert!(ended.stdout.contains("After the battle") && ended.stdout.contains("--seed"), "{}", ended.stdout);
    let again = talk(&db, "/quit\n");
    assert!(again.stdout.contains("Battle 1 of this scenario is over, so a new one begins"), "{}", again.stdout);
}

#[test]
fn a_thread_that_grows_is_taken_from_where_it_was() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let db = folder.path().join("battles.db");
    let thread = folder.path().join("battle.posts");
    let calm = folder.path().join("calm.db");
    fs::write(&thread, THREAD).expect("a file for the test");
    let undisturbed = play(&thread, &calm);
    for (at, _) in THREAD.match_indices('@').skip(1).chain([(THREAD.len(), "")]) {
        fs::write(&thread, &THREAD[..at]).expect("a file for the test");
        assert!(play(&thread, &db).status.success());
    }
    assert_eq!(log_text(&db), log_text(&calm));
    let again = play(&thread, &db);
    assert_eq!(last_line(&again.stdout), last_line(&undisturbed.stdout));
}

#[test]
fn the_files_of_a_battle_do_not_show_that_it_was_left() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let thread = folder.path().join("battle.posts");
    let [left, whole] = ["left", "whole"].map(|it| folder.path().join(it).display().to_string());
    let db = folder.path().join("battles.db");
    let part = "@robin\n!Otter: hold\n@gm\n/resolve\n";
    fs::write(&thread, part).expect("a file for the test");
    assert!(play(&thread, &db).status.success());
    fs::write(&thread, THREAD).expect("a file for the test");
    let with_out = |db: &Path, out: &str| {
        let mut arguments = arguments(&thread, db);
        arguments.extend(["--out".to_owned(), out.to_owned()]);
        assert!(run(&arguments, "").status.success());
    };
    with_out(&db, &left);
    with_out(&folder.path().join("calm.db"), &whole);
    let mut files = 0;
    for file in fs::read_dir(&whole).expect("a folder").map(|it| it.expect("a file").file_name()) {
        let read = |folder: &str| fs::read(Path::new(folder).join(&file)).expect("a file");
        assert!(read(&left) == read(&whole), "{} differs", file.display());
        files += 1;
    }
    assert!(10 < files);
    let verified = fieldpost(["verify", &format!("{left}/battle.log")]);
    assert!(verified.stdout.contains("Proved: every die"), "{}{}", verified.stdout, verified.stderr);
}

#[test]
fn another_seed_or_another_thread_is_refused() {
    let folder = Folder::new();
    let db = folder.path("battles.db");
    let thread = folder.file("a.posts", "@robin\n!Otter: hold\n@gm\n/resolve\n");
    let begun = fieldpost(["play", SCENARIO, "--posts", &thread, "--db", &db, "--seed", "7"]);
    assert!(begun.status.success(), "{}", begun.stderr);
    fails(["play", SCENARIO, "--posts", &thread, "--db", &db, "--seed", "8"], "another seed");
    let other = folder.file("b.posts", "@robin\n!Otter: north 1\n@gm\n/resolve\n");
    fails(
        ["play", SCENARIO, "--posts", &other, "--db", &db],
        "post 1 of this thread (line 1, by robin) is not as it was taken",
    );
    fails(["play", SCENARIO, "--posts", &other, "--db", &db], "@robin edits #1");
    let commands = folder.file("d.posts", "@robin\n!Otter: hold\n@gm\n/orders\n");
    fails(["play", SCENARIO, "--posts", &commands, "--db", &db], "does not begin with the 2 entries");
    fails(["play", SCENARIO, "--posts", &thread, "--db", &db, "--commander", "elite"], "has another commander");
    let short = folder.file("c.posts", "@robin\n!Otter: hold\n");
    fails(["play", SCENARIO, "--posts", &short, "--db", &db], "this one has 1");
    let without = fieldpost(["play", SCENARIO, "--posts", &thread, "--db", &db]);
    assert!(without.stdout.contains("goes on") && !without.stdout.contains("--seed"), "{}", without.stdout);
}

#[test]
fn a_battle_is_known_by_its_muster_and_its_commander_is_no_change_of_its_file() {
    let folder = Folder::new();
    let (db, thread) = (folder.path("battles.db"), folder.file("a.posts", THREAD));
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(SCENARIO)).expect("a scenario");
    let mustered = |name: &str, muster: &str| {
        let (first, rest) = text.split_once("\nname = ").expect("a name");
        folder.file(name, format!("{first}\nmuster = \"{muster}\"\nname = {rest}"));
    };
    mustered("one.toml", "road 1 aa");
    mustered("three.toml", "road 3 bb");
    let play = |name: &str, more: &[&str]| {
        let scenario = folder.path(name);
        let mut arguments = vec!["play", &scenario, "--posts", &thread, "--db", &db, "--seed", "7"];
        arguments.extend(more);
        let played = run(&arguments, "");
        (played.status.success(), played.stdout + &played.stderr)
    };
    let out = folder.path("out");
    let first = play("one.toml", &["--commander", "veteran", "--out", &out]).1;
    assert!(first.contains("as battle 1"), "{first}");
    let again = play("one.toml", &[]).1;
    assert!(again.contains("Battle 1 in") && again.contains("is over") && !again.contains("has changed"), "{again}");
    let other = play("three.toml", &[]).1;
    assert!(other.contains("as battle 2"), "{other}");
    let (is_done, into_other) = play("three.toml", &["--out", &out]);
    assert!(!is_done && into_other.contains("holds another battle already"), "{into_other}");
    folder.file("one.toml", folder.read("one.toml") + "# more\n");
    let changed = play("one.toml", &[]).1;
    assert!(changed.contains("is over") && changed.contains("The scenario file has changed since"), "{changed}");
}

#[test]
fn a_shorter_battle_leaves_nothing_of_a_longer_one_in_its_folder() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let out = folder.path().join("out");
    let thread = folder.path().join("battle.posts");
    for (posts, rounds) in [(THREAD.replace("/end\n", ""), 2), ("@gm\n/resolve\n".to_owned(), 1)] {
        fs::write(&thread, posts).expect("a file for the test");
        let (thread, out) = (thread.display().to_string(), out.display().to_string());
        let played = fieldpost(["play", SCENARIO, "--posts", &thread, "--seed", "7", "--out", &out]);
        assert!(played.status.success(), "{}", played.stderr);
        let is_there = |n: u32| Path::new(&out).join(format!("round-0{n}.txt")).exists();
        assert!(is_there(rounds) && !is_there(rounds + 1));
    }
}

#[test]
fn a_battle_that_is_played_otherwise_today_is_not_gone_on_with() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let db = folder.path().join("battles.db");
    assert!(talk(&db, "/resolve\n/quit\n").status.success());
    let runtime = Builder::new_current_thread().enable_time().build().expect("a system that runs programs");
    let store = runtime.block_on(Store::open(&Place::from(db.as_path()))).unwrap_or_else(|it| panic!("{it}"));
    let mut stored = stored_battles(&db).remove(0);
    let Some(Entry::Closed { events, .. }) = stored.log.last_mut() else { panic!("a round was closed") };
    events.0[0] ^= 1;
    let Err(why) = Keeper::resume(&Arc::new(store), &stored) else { panic!("it was gone on with") };
    assert!(why.to_string().contains("round 1: the orders and the dice do not give the events"), "{why}");
}

#[test]
fn a_table_is_rebuilt_as_it_was() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(SCENARIO);
    let scenario = games::load(&path).unwrap_or_else(|problems| panic!("{problems}"));
    let mut table = Table::open(&scenario, Language::default(), Seed::from(7));
    table.post("robin", "!Otter: north 1").expect("a seat");
    table.post("mallory", "!Otter: hold").expect_err("no seat");
    table.close(ClosedBy::Gm).expect("an open battle");
    table.post("sam", "!Magpie: hold").expect("a seat");
    table.edit("sam", 3, "!Magpie: north 1").expect("his post");
    table.undo(None).expect("a closed round");
    table.post("mallory", "Oh no.").expect_err("no seat");
    let mut again = Table::resume(table.log(), Seed::from(7), 4, None).unwrap_or_else(|it| panic!("{it}"));
    assert_eq!(again.log(), table.log());
    assert_eq!(line(&again).battle().digest(), line(&table).battle().digest());
    assert_eq!(digest_of(line(&again).orders()), digest_of(line(&table).orders()));
    let number = |table: &mut Table| table.post("sam", "Well then.").expect("a seat").number;
    assert_eq!((number(&mut again), number(&mut table)), (5, 5));
    assert!(Table::resume(table.log(), Seed::from(8), 4, None).is_err());
}

#[test]
fn of_two_programs_at_one_battle_the_second_is_refused() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let db = folder.path().join("battles.db");
    let mut overtaken = waiting(&db);
    assert!(talk(&db, "Otter: hold\n/quit\n").status.success());
    let stdin = overtaken.stdin.as_mut().expect("it is piped");
    stdin.write_all(b"Magpie: hold\n/resolve\n").expect("it listens");
    let ended = overtaken.wait_with_output().expect("a child of ours");
    let said = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(1), "{said}");
    assert!(said.contains("another fieldpost has gone on with this battle"), "{said}");
    let log = stored_battles(&db).remove(0).log;
    assert_eq!(log.len(), 2, "{log:?}");
}

#[test]
fn two_programs_that_race_through_a_thread_take_nothing_twice() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let thread = folder.path().join("battle.posts");
    fs::write(&thread, THREAD).expect("a file for the test");
    let calm = folder.path().join("calm.db");
    let undisturbed = play(&thread, &calm);
    for n in 0..6 {
        let db = folder.path().join(format!("{n}.db"));
        let runs = std::thread::scope(|scope| {
            let runs: Vec<_> = (0..3).map(|_| scope.spawn(|| play(&thread, &db))).collect();
            runs.into_iter().map(|it| it.join().expect("no panic")).collect::<Vec<_>>()
        });
        for shown in &runs {
            match shown.status.code() {
                Some(0) => assert_eq!(last_line(&shown.stdout), last_line(&undisturbed.stdout)),
                Some(1) => assert!(shown.stderr.contains("another "), "{}", shown.stderr),
                code => panic!("{code:?}: {}", shown.stderr),
            }
        }
        let again = play(&thread, &db);
        assert_eq!(last_line(&again.stdout), last_line(&undisturbed.stdout), "{}", again.stderr);
        assert_eq!(log_text(&db), log_text(&calm));
    }
}
