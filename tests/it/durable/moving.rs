//! Battles on their way from one database to another: each is always in one of them, and continues only there.

use std::fs;

use super::{THREAD, last_line, log_text, play, stored_battles, talk};
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
    assert_eq!((stored_battles(&path("battles.db")).len(), stored_battles(&path("archive.db")).len()), (0, 1));
    // The battle may have another number there, and the list says where it was played.
    assert!(play(&path("battle.posts"), &path("battles.db")).status.success());
    let listed = fieldpost(["battles", "--db", &db]).stdout;
    assert!(
        listed.contains("    2  over ") && listed.trim_end().ends_with("Patrol at Miller's Ford, terminal"),
        "{listed}"
    );
    let other = path("other.db").display().to_string();
    let moved = fieldpost(["battles", "--db", &db, "--archive", &other]).stdout;
    assert!(moved.contains("1 battle that is over.\nBattle 2 is battle 1 there.\n"), "{moved}");
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
    assert_eq!(stored_battles(&path("here.db")).len(), 1);

    // A battle with the same seed but another beginning is another battle.
    let other = fieldpost(["play", "scenarios/ridge-at-dawn.toml", "--seed", "7", "--db", &elsewhere]);
    assert!(other.status.success(), "{}", other.stderr);
    let imported = fieldpost(["import", &file, "--db", &elsewhere]);
    assert!(imported.stdout.contains("is battle 2 in"), "{}{}", imported.stdout, imported.stderr);
    // A battle that has gone on is still the same battle.
    assert!(talk(&path("here.db"), "/resolve\n/quit\n").status.success());
    fails(["import", &file, "--db", &here], "is battle 1 here already");
    fails(["import", &file, "--db", &elsewhere], "is battle 2 here already");
    // A battle that is over can't be continued.
    let over = path("over.db");
    fs::write(path("over.posts"), THREAD).expect("a file for the test");
    assert!(play(&path("over.posts"), &over).status.success());
    let over = over.display().to_string();
    fails(["import", &file, "--db", &over], "Miller's Ford is battle 1 here already, and is over.");
}

#[test]
fn a_battle_goes_on_in_the_terminal_that_it_was_moved_to() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = |name: &str| folder.path().join(name);
    let [here, there, file] = ["here.db", "there.db", "battle.log"].map(|it| path(it).display().to_string());
    let (thread, part) = (path("battle.posts"), THREAD.split_inclusive("/resolve\n").next().expect("a round"));
    fs::write(&thread, part).expect("a file for the test");
    assert!(play(&thread, &path("here.db")).status.success());
    assert!(fieldpost(["export", "1", "--db", &here, "--with-seed", "-o", &file]).status.success());
    let imported = fieldpost(["import", &file, "--db", &there]).stdout;
    assert!(imported.contains("fieldpost play SCENARIO, with the same --db."), "{imported}");
    // No post of its thread is taken twice.
    fs::write(&thread, THREAD).expect("a file for the test");
    let [left, moved] = ["here.db", "there.db"].map(|it| (play(&thread, &path(it)), log_text(&path(it))));
    assert_eq!(left.1, moved.1);
    assert_eq!(last_line(&left.0.stdout), last_line(&moved.0.stdout));
    // A terminal plays one battle of each scenario.
    assert!(talk(&path("other.db"), "/quit\n").status.success());
    let other = path("other.db").display().to_string();
    fails(["import", &file, "--db", &other], "a battle of its scenario is going on there");
}

#[cfg(unix)]
#[test]
fn files_with_a_seed_are_private_from_the_moment_they_are_made() {
    use std::os::unix::fs::PermissionsExt as _;
    use std::path::Path;

    use super::waiting;

    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = |name: &str| folder.path().join(name);
    let mode = |path: &Path| fs::metadata(path).expect("a file").permissions().mode() & 0o777;
    let mut played = waiting(&path("battles.db"));
    let files: Vec<_> = fs::read_dir(folder.path()).expect("a folder").map(|it| it.expect("a file").path()).collect();
    assert!(files.contains(&path("battles.db-wal")), "{files:?}");
    files.iter().for_each(|it| assert_eq!(mode(it) & 0o077, 0, "{}", it.display()));
    played.kill().expect("a child of ours");
    played.wait().expect("a child of ours");

    let [db, carried, shown] = ["battles.db", "carried.log", "shown.log"].map(|it| path(it).display().to_string());
    fs::write(path("carried.log.part"), "what a crash has left").expect("a file for the test");
    assert!(fieldpost(["export", "1", "--db", &db, "--with-seed", "-o", &carried]).status.success());
    assert!(fieldpost(["export", "1", "--db", &db, "-o", &shown]).status.success());
    fs::write(path("as-usual"), "").expect("a file for the test");
    assert_eq!((mode(&path("carried.log")) & 0o077, mode(&path("shown.log"))), (0, mode(&path("as-usual"))));

    // A link may lead to a file that doesn't exist yet.
    std::os::unix::fs::symlink("second.db", path("first.db")).expect("a link for the test");
    std::os::unix::fs::symlink(path("target.db"), path("second.db")).expect("a link for the test");
    let mut played = waiting(&path("first.db"));
    for name in ["target.db", "target.db-wal"] {
        assert_eq!(mode(&path(name)) & 0o077, 0, "{name}");
    }
    played.kill().expect("a child of ours");
    played.wait().expect("a child of ours");

    // An existing file keeps the permissions that its owner has set.
    fs::set_permissions(path("battles.db"), fs::Permissions::from_mode(0o640)).expect("a file of the test");
    assert!(talk(&path("battles.db"), "/quit\n").status.success());
    assert_eq!(mode(&path("battles.db")), 0o640);
}
