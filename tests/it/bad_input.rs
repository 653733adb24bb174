//! Bad input gets a clear message and exit code 1, never a panic.

use crate::program::{Folder, fails, fieldpost, run};

#[test]
fn a_missing_file_is_named() {
    fails(["play", "scenarios/no-such.toml"], "no-such.toml");
    fails(["check", "scenarios/no-such.toml"], "no-such.toml");
    fails(["play", "scenarios/ridge-at-dawn.toml", "--posts", "no-such.posts"], "no-such.posts");
}

#[test]
fn a_line_behind_its_log_is_put_in_its_place() {
    fails(["why", "battle.log", "1.3"], "fieldpost why 1.3 battle.log");
}

#[test]
fn a_configuration_is_checked_as_one() {
    let place = Folder::new();
    let checked = fieldpost(["check", "config/fieldpost.toml"]);
    assert!(checked.stdout.contains("config/fieldpost.toml: no problems."), "{}{}", checked.stdout, checked.stderr);
    let pace = place.file("pace.toml", "[rounds]\nhours = 3\n");
    let checked = fieldpost(["check", &pace]);
    assert!(checked.stdout.contains("pace.toml: no problems."), "{}{}", checked.stdout, checked.stderr);
    for (name, text) in [("fieldpost.toml", "# Nothing yet.\n"), ("empty.toml", "#:schema schema/bot.json\n")] {
        let checked = fieldpost(["check", &place.file(name, text)]);
        assert!(checked.stdout.contains(": no problems."), "{}{}", checked.stdout, checked.stderr);
    }
    for heading in ["hosts", "Host"] {
        let checked = fieldpost(["check", &place.file("slip.toml", format!("[{heading}]\nlog = \"json\"\n"))]);
        assert!(
            checked.stdout.contains("Did you mean \"host\"?") && checked.stderr.contains("1 error found"),
            "{}",
            checked.stdout
        );
    }
    let text =
        "[database]\nplace = \"postgres://anna:hunter2@db/war\"\n[rounds]\nhours = \"many\"\n[host]\nlog = \"xml\"\n";
    let wrong = place.file("bot.toml", text);
    let checked = fieldpost(["check", &wrong]);
    let said = checked.stdout + &checked.stderr;
    assert!(
        said.contains("bot.toml can't be used") && said.contains("line 4") && said.contains("2 errors found"),
        "{said}"
    );
    assert!(!said.contains("squad") && !said.contains("hunter2"), "{said}");
    // A long message is broken into lines.
    for before in ["play", "suite"] {
        let played = fieldpost([before, &wrong]).stderr;
        assert!(played.contains("configuration") && !played.contains("hunter2"), "{played}");
    }
    for text in [
        "place = \"postgres://anna:hunter2@db/war\"",
        "[bot]\ntoken = \"MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE.hunter2\"",
        "token = \"hunter2\"",
        "token_file = \"MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE.hunter2\"",
        "FIELDPOST_TOKEN=hunter2",
        "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE.hunter2",
        "[db]\nurl = \"postgres://anna:hunter2@db/war\"",
        "name = \"bot\"\n[database]\nplace = \"postgres://anna:hunter2@db/war\"",
    ] {
        let checked = fieldpost(["check", &place.file("bot.toml", text)]);
        let said = checked.stdout + &checked.stderr;
        assert!(said.contains("bot.toml can't be used") && !said.contains("hunter2"), "{said}");
    }
}

#[test]
fn no_password_of_a_database_is_shown_from_the_command_line() {
    let addresses = [
        "postgres://bot:hunter2@db:five/war",
        "mysql://bot:hunter2@db/war",
        "sqlite://hunter2.db",
        "host=db password=hunter2",
        "postgres:/bot:hunter2@db/war",
        "bot:hunter2@db/war",
    ];
    let archived = ["battles", "--db", "none.db", "--archive"].as_slice();
    for (given, address) in
        addresses.iter().flat_map(|it| [["battles", "--db"].as_slice(), archived].map(|to| (to, *it)))
    {
        let shown = run(&[given, &[address]].concat(), "");
        let said = shown.stdout + &shown.stderr;
        assert!(shown.status.code() == Some(2) && !said.contains("hunter2"), "{said}");
        assert!(said.contains("Write it as postgres://USER:PASSWORD@HOST"), "{said}");
    }
    let loose = fieldpost(["battles", "postgres://bot:hunter2@db/war"]);
    assert!(loose.status.code() == Some(2) && !loose.stderr.contains("hunter2"), "{}", loose.stderr);
    for before in [
        ["page", "-o", "x.html"].as_slice(),
        &["page", "battle.log", "-o"],
        &["verify"],
        &["why", "1.1"],
        &["import", "--db", "none.db"],
        &["export", "--db", "none.db", "1", "-o"],
        &["check"],
        &["play"],
        &["serve", "--config"],
        &["campaign", "show", "-c"],
    ] {
        let shown = run(&[before, &["postgres://bot:hunter2@db/war"]].concat(), "");
        let said = shown.stdout + &shown.stderr;
        assert!(shown.status.code() == Some(2) && !said.contains("hunter2"), "{said}");
        assert!(said.contains("an address stands where a file should be named"), "{said}");
    }
}

#[test]
fn what_would_change_nothing_beside_a_log_is_refused() {
    let log = "tests/it/golden/ridge-at-dawn.log";
    fails(["why", "1.4", log, "--seed", "8"], "brings its dice, posts and data. Leave out --seed");
    fails(["verify", log, "scenarios/millers-ford.toml"], "played again from its own scenario. Leave out the scenario");
    for option in [["--seat", "alice"], ["--battle", "2"]] {
        let place = Folder::new();
        let page = place.path("x.html");
        let shown = fieldpost(["page", log, option[0], option[1], "-o", &page]);
        let is_named = shown.stderr.contains(option[0]) && shown.stderr.contains("cannot be used with");
        assert!(shown.status.code() == Some(2) && is_named, "{}", shown.stderr);
    }
}

/// Covers every kind of file that `play --out` writes.
#[test]
fn a_file_of_another_kind_is_called_what_it_is() {
    let place = Folder::new();
    let ridge = "scenarios/ridge-at-dawn.toml";
    let out = place.path("out");
    let played = fieldpost(["play", ridge, "--posts", &thread(&place), "--seed", "7", "--given-up", "--out", &out]);
    assert!(played.status.success(), "{}", played.stderr);
    let [log, thread, page] = ["battle.log", "thread.txt", "battle.html"].map(|it| format!("{out}/{it}"));
    fails(["why", "1.3", &thread], "thread.txt is a thread of posts. Name the battle's log");
    fails(["why", "1.3", &page], "battle.html is a page. Name the battle's log");
    fails(["fork", &thread, "--round", "1"], "it is no log. A battle's is battle.log");
    fails(["verify", &page, ridge], "battle.html is neither a log nor a thread");
    fails(
        ["play", ridge, "--posts", &log],
        "battle.log is the log of a battle, not a thread. Its thread is thread.txt",
    );
    fails(["play", &log], "this is the log of a battle, or a map of Tiled, not a scenario");
    fails(["check", &thread], "this is a thread of posts, not a scenario");
    fails(["check", "scenarios/ridge-at-dawn.posts"], "this is a thread of posts, not a scenario");
}

#[test]
fn a_folder_is_no_file() {
    fails(["play", "scenarios"], "folder");
    fails(["play", "scenarios/ridge-at-dawn.toml", "--data", "no/such"], "there is no folder no/such");
    fails(["play", "scenarios/ridge-at-dawn.toml", "--posts", "scenarios"], "scenarios");
}

#[test]
fn an_empty_file_is_told_what_it_lacks() {
    let place = Folder::new();
    let empty = place.file("empty.toml", "");
    fails(["play", &empty], "empty");
    fails(["play", "scenarios/ridge-at-dawn.toml", "--posts", &empty], "no posts");
}

#[test]
fn a_file_that_is_not_text_is_refused() {
    let place = Folder::new();
    let bytes = place.file("noise.toml", [0xff, 0xfe, 0x00, 0x80]);
    fails(["play", &bytes], "UTF-8");
    fails(["play", "scenarios/ridge-at-dawn.toml", "--posts", &bytes], "UTF-8");
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let place = Folder::new();
    let file = place.file("taken", "a file where a folder should be");
    fails(["play", "scenarios/ridge-at-dawn.toml", "--posts", &thread(&place), "--out", &file], "taken");
}

#[test]
fn a_post_of_ten_megabytes_is_read_as_far_as_it_goes() {
    let place = Folder::new();
    let mut text = "@alice\n!Alpha: hold\n".to_owned();
    text += &"Mud, and more mud. ".repeat(10 * 1024 * 1024 / 19);
    text += "\n!Alpha: shoot Nobody\n@gm\n/resolve\n";
    let thread = place.file("long.posts", &text);
    let shown = fieldpost(["play", "scenarios/ridge-at-dawn.toml", "--seed", "7", "--posts", &thread]);
    assert!(shown.status.success(), "{}", shown.stderr);
    assert!(shown.stdout.contains("Alpha") && shown.stdout.contains("20000 letters"), "{}", shown.stdout);
    assert!(shown.stdout.contains("Round 1"));
}

#[test]
fn an_objective_that_nobody_can_reach_is_a_warning() {
    let place = Folder::new();
    let shown = fieldpost(["check", &place.file("far.toml", far_hill())]);
    assert!(shown.status.success(), "a warning is no error: {}{}", shown.stdout, shown.stderr);
    assert!(shown.stdout.to_lowercase().contains("hill"), "{}", shown.stdout);
}

#[test]
fn simulate_with_check_tells_what_check_warns_of() {
    let place = Folder::new();
    let far = place.file("far.toml", far_hill());
    let warned = fieldpost(["check", &far]).stdout;
    let simulated = fieldpost(["simulate", &far, "--check", "--battles", "1", "--seed", "7"]).stdout;
    let found = simulated.strip_prefix(&warned).unwrap_or_else(|| panic!("{warned}\nand\n{simulated}"));
    assert!(found.starts_with("Skirmish"), "what the battles show is told behind that: {found}");
}

#[test]
fn wrong_usage_has_an_exit_code_of_its_own() {
    assert_eq!(fieldpost(["march"]).status.code(), Some(2));
    assert_eq!(fieldpost(["play"]).status.code(), Some(2));
    assert_eq!(fieldpost(["--help"]).status.code(), Some(0));
}

/// Two squads, and an objective behind a wall.
fn far_hill() -> String {
    skirmish(".....#....\n.....#....") + "[[objective]]\nid = \"hill\"\nname = \"Hill\"\nat = \"H1\"\nradius = 1\n"
}

/// Two squads of two on a map.
fn skirmish(tiles: &str) -> String {
    format!(
        r##"name = "Skirmish"
ruleset = "line"
briefing = "Two squads meet."
[map]
legend = {{ "." = "open", "#" = "wall" }}
tiles = """
{tiles}
"""
[[player]]
name = "alice"
[[squad]]
id = "alpha"
name = "Alpha"
side = "players"
player = "alice"
units = ["2 rifleman"]
at = "A1"
[[squad]]
id = "raiders"
name = "Raiders"
side = "enemy"
units = ["2 rifleman"]
at = "J1"
[[victory]]
text = "Drive them off"
when = {{ annihilated = "enemy" }}
"##
    )
}

/// Writes a thread of one round to a file.
fn thread(place: &Folder) -> String {
    place.file("short.posts", "@alice\n!Alpha: hold\n@gm\n/resolve\n")
}
