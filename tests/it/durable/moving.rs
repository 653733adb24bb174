//! Battles on their way from one database to another: each is always in one of them, and goes on in one alone.

use std::fs;

use super::{THREAD, play, saved, talk};
use crate::program::{fails, fieldpost};

#[cfg(unix)]
#[test]
fn battles_are_not_moved_to_the_database_that_they_are_in() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = |name: &str| folder.path().join(name);
    fs::write(path("battle.posts"), THREAD).expect("a file for the test");
    assert!(play(&path("battle.posts"), &path("battles.db")).status.success());
    std::os::unix::fs::symlink(path("battles.db"), path("soft.db")).expect("a link for the test");
    fs::hard_link(path("battles.db"), path("hard.db")).expect("a link for the test");
    let before = fs::read(path("battles.db")).expect("the database");
    let db = path("battles.db").display().to_string();
    for name in ["battles.db", "./battles.db", "soft.db", "hard.db"] {
        let archive = path(name).display().to_string();
        fails(["battles", "--db", &db, "--archive", &archive], "the battles are in that very database");
        assert!(fs::read(path("battles.db")).expect("the database") == before, "the file was changed");
    }

    let elsewhere = path("archive.db").display().to_string();
    let moved = fieldpost(["battles", "--db", &db, "--archive", &elsewhere]).stdout;
    assert!(
        moved.contains("1 battle that is over.\nNo battle is here: none was begun, or all of them were moved"),
        "{moved}"
    );
    assert_eq!((saved(&path("battles.db")).len(), saved(&path("archive.db")).len()), (0, 1));
}

#[test]
fn a_battle_is_not_imported_beside_itself() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = |name: &str| folder.path().join(name);
    let [here, elsewhere, file] = ["here.db", "elsewhere.db", "battle.log"].map(|it| path(it).display().to_string());
    fs::write(path("battle.posts"), "@robin\n!Otter: hold\n").expect("a file for the test");
    assert!(play(&path("battle.posts"), &path("here.db")).status.success());
    let exported = fieldpost(["export", "1", "--db", &here, "--with-seed", "-o", &file]);
    assert!(exported.status.success(), "{}", exported.stderr);
    fails(["import", &file, "--db", &here], "Miller's Ford is battle 1 here already. Go on with that one.");
    assert_eq!(saved(&path("here.db")).len(), 1);

    // A battle of the same seed is another one if it began otherwise.
    let other = fieldpost(["play", "scenarios/ridge-at-dawn.toml", "--seed", "7", "--db", &elsewhere]);
    assert!(other.status.success(), "{}", other.stderr);
    let imported = fieldpost(["import", &file, "--db", &elsewhere]);
    assert!(imported.stdout.contains("is battle 2 in"), "{}{}", imported.stdout, imported.stderr);
    // One that has gone on is still the same.
    assert!(talk(&path("here.db"), "/resolve\n/quit\n").status.success());
    fails(["import", &file, "--db", &here], "is battle 1 here already");
    fails(["import", &file, "--db", &elsewhere], "is battle 2 here already");
}
