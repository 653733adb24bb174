//! A file that is no healthy database of ours is named with the remedy, and left as it was.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, Executor as _};
use tokio::runtime::Builder;

use super::{SCENARIO, talk, waiting};
use crate::program::{fails, fieldpost};

/// A folder with a healthy database.
struct Place {
    folder: tempfile::TempDir,
    db: PathBuf,
}

impl Place {
    fn new() -> Place {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let db = folder.path().join("battles.db");
        let begun = talk(&db, "Otter: shoot Reed Husks\n/resolve\n/quit\n");
        assert!(begun.status.success(), "{}", begun.stderr);
        Place { folder, db }
    }

    /// Changes the database as another program could.
    fn change(&self, sql: &'static str) {
        let runtime = Builder::new_current_thread().enable_time().build().expect("a system that runs programs");
        runtime.block_on(async {
            let options = SqliteConnectOptions::new().filename(&self.db).create_if_missing(true);
            let mut connection = options.connect().await.expect("a database");
            connection.execute(sql).await.expect("plain SQL");
            connection.close().await.expect("a healthy file");
        });
    }

    fn spoil(&self, spoil: impl FnOnce(&mut Vec<u8>)) {
        let mut bytes = fs::read(&self.db).expect("the database");
        spoil(&mut bytes);
        fs::write(&self.db, bytes).expect("a file for the test");
    }

    /// Checks that the program refuses the file, says why, and touches nothing.
    #[track_caller]
    fn is_refused(&self, word: &str) {
        let before = fs::read(&self.db).expect("the database");
        let db = self.db.display().to_string();
        fails(["play", SCENARIO, "--db", &db], &db);
        fails(["play", SCENARIO, "--db", &db], word);
        assert!(fs::read(&self.db).expect("the database") == before, "the file was changed");
        let files = fs::read_dir(self.folder.path()).expect("a folder").count();
        assert_eq!(files, 1, "something was left beside the file");
    }
}

#[test]
fn a_healthy_file_is_whole_in_itself() {
    let place = Place::new();
    assert_eq!(fs::read_dir(place.folder.path()).expect("a folder").count(), 1);
    assert!(talk(&place.db, "/quit\n").stdout.contains("round 2 is open"));
}

#[test]
fn a_file_is_not_its_own_archive_and_not_its_own_export() {
    let place = Place::new();
    let before = fs::read(&place.db).expect("the database");
    let [db, same] = ["", "."].map(|it| place.folder.path().join(it).join("battles.db").display().to_string());
    fails(["battles", "--db", &db, "--archive", &same], "the battles are in that very database. Name another");
    fails(["export", "--db", &db, "1", "--out", &same], "is a database. Name another file");
    assert!(fs::read(&place.db).expect("the database") == before, "the file was changed");
}

#[test]
fn neither_a_database_nor_what_is_read_is_written_over_and_each_file_is_called_what_it_is() {
    let place = Place::new();
    let [db, other, log] =
        ["battles.db", "other.db", "battle.log"].map(|it| place.folder.path().join(it).display().to_string());
    fs::copy(&db, &other).expect("a file for the test");
    assert!(fieldpost(["export", "--db", &db, "1", "--with-seed", "-o", &log]).status.success());
    let before = [&other, &log].map(|it| fs::read(it).expect("a file"));
    fails(["export", "--db", &db, "1", "-o", &other], "is a database. Name another file; nothing was written.");
    fails(["export", "--db", &db, "1", "--with-seed", "-o", &other], "is a database");
    fails(["page", &log, "-o", &other], "is a database");
    let part = format!("{other}-wal");
    fails(["export", "--db", &db, "1", "-o", &part], "is a database");
    fails(["page", &log, "-o", &log], "is the file that is read. Name another; nothing was written.");
    assert!([&other, &log].map(|it| fs::read(it).expect("a file")) == before, "a file was changed");
    assert_eq!(fs::read_dir(place.folder.path()).expect("a folder").count(), 3);

    fails(
        ["verify", &other],
        "it is a database. Go on with its battle by fieldpost play SCENARIO --db FILE, or make a file of one",
    );
    for command in ["check", "play", "suite"] {
        fails([command, &other], "is a database");
    }
    fails(["fork", &log, "--round", "1"], "the seed has not been published yet");
    fs::write(&log, [0x1f, 0x8b, 8, 0, 0, 0, 0, 0]).expect("a file for the test");
    fails(["verify", &log], "it is compressed. Unpack it with gunzip");
    fails(["check", &log], "is compressed");
}

/// `-o /dev/stdout | …` once waited for ever, and a device or a link was once replaced by a file.
#[cfg(unix)]
#[test]
fn a_pipe_or_a_device_is_written_into_and_a_link_stays_one() {
    let place = Place::new();
    let [db, log, link] =
        ["battles.db", "battle.log", "link.log"].map(|it| place.folder.path().join(it).display().to_string());
    fs::write(&log, "").expect("a file for the test");
    std::os::unix::fs::symlink(&log, &link).expect("a link for the test");
    let export = |out: &str| fieldpost(["export", "--db", &db, "1", "-o", out]);
    assert!(export(&link).status.success());
    assert!(fs::symlink_metadata(&link).expect("a link").is_symlink());
    let written = fs::read_to_string(&log).expect("a log");
    assert!(written.starts_with('{'), "{written}");

    let piped = export("/dev/stdout");
    assert!(piped.status.success() && piped.stdout == written, "{}{}", piped.stdout, piped.stderr);
    assert!(piped.stderr.contains("was written to /dev/stdout"), "{}", piped.stderr);
    assert_eq!(fs::read_dir(place.folder.path()).expect("a folder").count(), 3);

    fs::remove_file(&log).expect("a file of the test");
    assert!(export(&link).status.success());
    assert!(fs::symlink_metadata(&link).expect("a link").is_symlink());
    assert_eq!(fs::read_to_string(&log).expect("what the link leads to"), written);
}

/// `-o /dev/stdout >> FILE` once replaced what the file held.
#[cfg(unix)]
#[test]
fn a_file_that_output_goes_to_keeps_what_it_holds() {
    let place = Place::new();
    let [db, all] = ["battles.db", "all.log"].map(|it| place.folder.path().join(it).display().to_string());
    fs::write(&all, "Before.\n").expect("a file for the test");
    let appended = fs::OpenOptions::new().append(true).open(&all).expect("a file of the test");
    let export = ["export", "--db", &db, "1", "-o", "/dev/stdout"];
    let done = Command::new(env!("CARGO_BIN_EXE_fieldpost")).args(export).stdout(appended).output();
    let done = done.expect("the program runs");
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success() && said.contains("was written to /dev/stdout"), "{said}");
    let held = fs::read_to_string(&all).expect("a file of the test");
    assert!(held.starts_with("Before.\n{"), "{held}");
}

#[test]
fn a_file_that_is_no_database_is_left_alone() {
    let place = Place::new();
    fs::write(&place.db, "Dear diary,\nnobody has answered from the mill. ".repeat(200)).expect("a file for the test");
    place.is_refused("not a database");
    fs::write(&place.db, "x").expect("a file for the test");
    place.is_refused("not a database");
}

#[test]
fn a_file_of_another_program_is_left_alone() {
    let place = Place::new();
    fs::remove_file(&place.db).expect("a file of the test");
    place.change("CREATE TABLE recipes (title TEXT); INSERT INTO recipes VALUES ('soup')");
    place.is_refused("another program");
}

#[test]
fn a_schema_of_another_version_is_not_guessed_at() {
    let place = Place::new();
    place.change("PRAGMA user_version = 99");
    place.is_refused("schema 99");
    place.change("PRAGMA user_version = 6");
    place.is_refused("schemas from 7 on). Export its battles with that version");
}

#[test]
fn files_that_a_crash_left_beside_a_refused_file_stay_there() {
    let place = Place::new();
    let beside = place.folder.path().join("battles.db-wal");
    let mut killed = waiting(&place.db);
    place.change("PRAGMA user_version = 99");
    killed.kill().expect("a child of ours");
    killed.wait().expect("a child of ours");
    let read = || [&place.db, &beside].map(|it| fs::read(it).expect("a file"));
    let before = read();
    fails(["play", SCENARIO, "--db", &place.db.display().to_string()], "schema 99");
    assert!(read() == before, "a file was changed");
}

#[test]
fn a_torn_file_is_found() {
    for percent in [30, 60, 95] {
        let place = Place::new();
        place.spoil(|bytes| bytes.truncate(bytes.len() * percent / 100));
        place.is_refused("damaged");
    }
}

#[test]
fn a_spoiled_file_is_found() {
    let place = Place::new();
    place.spoil(|bytes| bytes[0] = b'X');
    place.is_refused("not a database");
    let place = Place::new();
    place.spoil(|bytes| bytes[4096..].fill(0xa5));
    place.is_refused("damaged");
    let place = Place::new();
    place.change("UPDATE entries SET entry = replace(entry, 'Reed', 'Mill') WHERE number = 2");
    place.is_refused("damaged");
}

#[test]
fn a_folder_or_a_place_that_is_not_there_is_named() {
    let place = Place::new();
    let folder = place.folder.path().display().to_string();
    fails(["play", SCENARIO, "--db", &folder], "is a folder");
    fails(["play", SCENARIO, "--db", &format!("{folder}/no-such/battles.db")], "no-such");
    fails(["play", SCENARIO, "--db", &format!("{folder}/no-such/battles.db")], "the folder it should be in");
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_written_is_named() {
    use std::os::unix::fs::PermissionsExt as _;

    let place = Place::new();
    let allow = |path: &Path, mode: u32| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("a file of the test");
    };
    allow(&place.db, 0o444);
    allow(place.folder.path(), 0o555);
    // Root may write everywhere except in the kernel's folders.
    let is_root = fs::write(place.folder.path().join("try"), "").is_ok();
    if is_root {
        fails(["play", SCENARIO, "--db", "/proc/battles.db"], "read-only");
    } else {
        place.is_refused("read-only");
    }
    allow(place.folder.path(), 0o755);
}
