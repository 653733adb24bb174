//! Battles on their way from one database to another: each is always in one of them, and goes on in one alone.

use std::fs;

use super::{THREAD, play, saved};
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
