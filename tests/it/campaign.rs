//! A campaign from the command line: begun, mustered, fought, ended and shown; and interrupted.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use assert_cmd::cargo::CommandCargoExt as _;
use fieldpost::field::Level;
use fieldpost::file::led_by;
use tempfile::TempDir;

use crate::program::arguments;

/// A folder with the shipped campaign of this name and a scenario for it.
fn folder(campaign: &str, scenario: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let copy = |from: PathBuf| {
        let name = from.file_name().expect("a name").to_owned();
        fs::copy(&from, folder.path().join(name)).expect("a file of our own");
    };
    copy(shipped.join("campaigns").join(campaign).with_extension("toml"));
    copy(shipped.join(scenario).with_extension("toml"));
    copy(shipped.join(scenario).with_extension("posts"));
    folder
}

fn program(folder: &TempDir, line: &str) -> Command {
    let mut command = Command::cargo_bin("fieldpost").expect("the program");
    command.current_dir(folder.path()).args(arguments(line));
    command
}

/// Runs a command line. Returns whether it succeeded, and what the program printed.
fn run(folder: &TempDir, line: &str) -> (bool, String) {
    let output = program(folder, line).output().expect("the program runs");
    let text = |it: &[u8]| String::from_utf8_lossy(it).into_owned();
    assert!(matches!(output.status.code(), Some(0..=2)), "{}", text(&output.stderr));
    (output.status.success(), text(&output.stdout) + &text(&output.stderr))
}

#[track_caller]
fn says(folder: &TempDir, line: &str, can: bool, expected: &[&str]) -> String {
    let (did, told) = run(folder, line);
    assert_eq!(did, can, "{told}");
    expected.iter().for_each(|it| assert!(told.contains(it), "{it} is not in\n{told}"));
    told
}

/// Writes the first round of a thread to a file. Returns the file's name.
fn begun(folder: &TempDir, posts: &str) -> String {
    let thread = fs::read_to_string(folder.path().join(posts)).expect("a thread");
    let (first, _) = thread.split_once("/resolve").expect("a round that is closed");
    let name = "begun.posts";
    fs::write(folder.path().join(name), format!("{first}/resolve\n")).expect("a file of our own");
    name.to_owned()
}

/// Plays a battle of the campaign as far as its thread goes.
fn play(folder: &TempDir, scenario: &str, posts: &str) {
    run(folder, &format!("play {scenario} --posts {posts} --seed 7 --out out"));
}

#[test]
fn a_battle_of_a_campaign_from_the_command_line() {
    let folder = folder("salt-road", "millers-ford");
    says(&folder, "campaign show", false, &["no campaign in this folder"]);
    says(&folder, "campaign new salt-road.toml", true, &["after 0 battles", "9 of 9 fit", "salt-road.log"]);
    says(&folder, "campaign new salt-road.toml", false, &["is there already"]);
    says(&folder, "campaign verify", true, &["1 line holds; nothing was changed since it was written."]);
    says(&folder, "campaign -c salt-road.log show", true, &["9 of 9 fit"]);
    let [file, away] = ["salt-road.toml", "away"].map(|it| folder.path().join(it));
    fs::rename(&file, &away).expect("a file of our own");
    says(&folder, "campaign show", false, &["salt-road.log is the log of a campaign", "salt-road.toml is missing"]);
    fs::rename(&away, &file).expect("a file of our own");
    says(&folder, "verify salt-road.log", false, &["it is the log of a campaign, not of a battle"]);
    says(&folder, "why --help", true, &["The battle's log"]);
    let muster = "campaign muster millers-ford.toml --without Wren --battles 4 --seed 1";
    says(&folder, muster, true, &["salt-road-1.toml", "Dobbs", "% for the players, as mustered"]);
    let written = fs::read_to_string(folder.path().join("salt-road-1.toml")).expect("a scenario");
    assert!(written.contains("muster = \"salt-road 1 ") && !written.contains("Wren"), "{written}");
    says(&folder, "check salt-road-1.toml salt-road.toml", true, &["-1.toml: no problems", "road.toml: no problems"]);
    says(&folder, "map salt-road.toml", false, &["a campaign's file, not a scenario", "fieldpost campaign new"]);
    says(&folder, "campaign show", true, &["in battle 1", "Wren · fit"]);
    play(&folder, "salt-road-1.toml", &begun(&folder, "millers-ford.posts"));
    says(
        &folder,
        "campaign end out/battle.log",
        false,
        &["out/battle.log: its battle isn't over", "play it with --given-up"],
    );
    says(
        &folder,
        "play salt-road-1.toml --posts begun.posts --seed 7 --out out --given-up",
        true,
        &["The battle was given up in round 2."],
    );
    let why = "out/battle.log: nobody has won after 1 round, and it can't go on, as its seed is published.";
    says(&folder, "campaign end out/battle.log", false, &[why, "--given-up"]);
    let why = "Not proved: out/battle.log: battle 1 of the campaign isn't entered yet. Enter it with `campaign end`.";
    says(&folder, "campaign verify out/battle.log", false, &[why]);
    says(&folder, "campaign end out/battle.log --given-up", true, &["1 · Patrol at Miller's Ford", "after 1 battle"]);
    says(&folder, "campaign end out/battle.log", true, &["Battle 1 is in already, nothing was done."]);
    says(&folder, "campaign rule 'Wren xp +6' --why 'she held the gate'", true, &["she held the gate"]);
    says(&folder, "campaign buy Wren 'Old Legs'", true, &["5 spent"]);
    says(&folder, "campaign verify", true, &["hold", "Not shown: battle 1"]);
    says(&folder, "campaign verify out/battle.log", true, &["Proved: battle 1"]);
    says(
        &folder,
        "campaign verify nothing.log out/battle.log",
        false,
        &["Proved: battle 1", "Not proved: can't read nothing.log"],
    );
    says(&folder, "campaign undo", true, &["Taken back: Old Legs, bought by Wren"]);
    says(&folder, "campaign show chronicle --discord", true, &["**"]);
    says(&folder, "campaign show roster --bbcode", true, &["[b]"]);
    says(&folder, "campaign show Nobody", false, &["nobody in this campaign is called"]);
}

#[test]
fn a_season_from_the_end_of_a_battle_names_what_it_leaves_out_and_one_from_the_log_leaves_nothing_out() {
    let folder = folder("salt-road", "millers-ford");
    says(&folder, "campaign new salt-road.toml", true, &[]);
    says(&folder, "campaign muster millers-ford.toml --battles 0", true, &[]);
    let posts = begun(&folder, "millers-ford.posts");
    run(&folder, &format!("play salt-road-1.toml --posts {posts} --seed 7 --out out --given-up"));
    says(&folder, "campaign end out/battle.log --given-up", true, &[]);
    says(&folder, "campaign rule 'Little Ott dead' --why 'the fever'", true, &[]);
    says(&folder, "campaign rule 'Big Hanne xp +9' --why 'the letter'", true, &[]);
    for it in ["a.toml", "b.toml"] {
        fs::copy(folder.path().join("salt-road.toml"), folder.path().join(it)).expect("a file of our own");
    }
    let left_out =
        "What came after the end of battle 1 is not taken over: a ruling on Little Ott and a ruling on Big Hanne.";
    let told = says(&folder, "campaign new a.toml --from salt-road.log@1", true, &[left_out]);
    assert!(told.contains("Little Ott · "), "{told}");
    let told = says(&folder, "campaign new b.toml --from salt-road.log", true, &["10 XP"]);
    assert!(!told.contains("not taken over") && !told.contains("Little Ott"), "{told}");
    says(&folder, "campaign new c.toml --from salt-road.log@x", false, &["the number of a battle"]);
}

#[test]
fn the_odds_of_a_muster_are_those_of_the_team_whose_people_go() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("a folder of our own");
    write(
        "tin.toml",
        r#"
        name = "Tin"
        game = "brick"
        names = ["Cog", "Bolt", "Nut", "Rivet"]
        squad = [{ id = "tin", name = "Tin", player = "ivy", units = ["4 redcoat"] }]
        "#,
    );
    let yard = include_str!("two-teams.toml");
    run(&folder, "campaign new tin.toml");
    for (id, odds) in
        [("p", "as written 0 % for Red, as mustered 0 %"), ("c", "as written 100 % for Blue, as mustered 100 %")]
    {
        write("yard.toml", &yard.replace(&format!("id = \"{id}\""), &format!("id = \"{id}\", from = \"tin\"")));
        says(&folder, "campaign muster yard.toml --battles 4 --seed 1", true, &[odds]);
        run(&folder, "campaign undo");
    }
}

#[test]
fn a_variable_for_the_campaign_that_is_set_to_nothing_counts_as_not_set() {
    let folder = folder("salt-road", "millers-ford");
    says(&folder, "campaign new salt-road.toml", true, &[]);
    for command in ["campaign show", "campaign -c salt-road.toml show"] {
        let output = program(&folder, command).env("FIELDPOST_CAMPAIGN", "").output().expect("the program runs");
        assert!(String::from_utf8_lossy(&output.stdout).contains("9 of 9 fit"), "{output:?}");
    }
}

/// The number of entries of a kind in a campaign's log.
fn entries(folder: &TempDir, kind: &str) -> usize {
    let log = fs::read_to_string(folder.path().join("salt-road.log")).expect("a log");
    log.matches(&format!("\"entry\":\"{kind}\"")).count()
}

#[test]
fn a_battle_is_entered_once_however_often_its_end_is_killed() {
    let folder = folder("salt-road", "millers-ford");
    run(&folder, "campaign new salt-road.toml");
    run(&folder, "campaign muster millers-ford.toml --battles 0");
    play(&folder, "salt-road-1.toml", "millers-ford.posts");
    for tries in 0..12_u64 {
        let mut child = program(&folder, "campaign end out/battle.log --given-up")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program runs");
        thread::sleep(Duration::from_millis(40 * tries * tries));
        // On Unix this is SIGKILL.
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        assert!(entries(&folder, "fought") <= 1);
        says(&folder, "campaign verify", true, &["hold"]);
    }
    says(&folder, "campaign end out/battle.log --given-up", true, &[]);
    says(&folder, "campaign end out/battle.log", true, &["is in already"]);
    assert_eq!(entries(&folder, "fought"), 1);
    says(&folder, "campaign verify out/battle.log", true, &["Proved: battle 1"]);
}

#[test]
fn a_muster_that_was_taken_back_leaves_nothing_in_the_way_of_the_next() {
    let folder = folder("salt-road", "millers-ford");
    let muster = "campaign muster millers-ford.toml --battles 0";
    let undo = "campaign undo";
    says(&folder, "campaign new salt-road.toml", true, &[]);
    says(&folder, muster, true, &["salt-road-1.toml"]);
    play(&folder, "salt-road-1.toml", &begun(&folder, "millers-ford.posts"));
    says(
        &folder,
        undo,
        true,
        &["the muster for battle 1", "is void", "salt-road-1.toml, unless you named it otherwise"],
    );
    let end = "campaign end out/battle.log --given-up";
    let why = "out/battle.log: the muster for battle 1 that its scenario was made by was taken back. Muster again";
    says(&folder, end, false, &[why]);
    let why = "Not proved: out/battle.log: its battle counts for nothing, as the muster for battle 1";
    says(&folder, "campaign verify out/battle.log", false, &["lines hold", why]);

    // Nothing is deleted: somebody may have chosen a level in it.
    let file = folder.path().join("salt-road-1.toml");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("a scenario");
    let led = led_by(&read("salt-road-1.toml"), Level::Elite);
    fs::write(&file, &led).expect("a file of our own");
    let moved = "The scenario of the muster that was taken back is";
    says(&folder, muster, true, &[&format!("{moved} salt-road-1.toml.void now."), "Battle 1: salt-road-1.toml."]);
    assert_eq!(read("salt-road-1.toml.void"), led);
    says(&folder, muster, false, &["nobody of Otter is fit"]);
    says(&folder, undo, true, &["is void", "The next muster adds .void to its name."]);
    let second = read("salt-road-1.toml");
    says(&folder, muster, true, &[&format!("{moved} salt-road-1.toml.void-2 now.")]);
    assert_eq!((read("salt-road-1.toml.void"), read("salt-road-1.toml.void-2")), (led, second));
    says(&folder, undo, true, &["is void"]);
    // Somebody's changes to the file may be worth keeping.
    let changed = read("salt-road-1.toml") + "# more\n";
    fs::write(&file, &changed).expect("a file of our own");
    says(&folder, muster, false, &["salt-road-1.toml is there already. Name another file with --output."]);
    assert_eq!(read("salt-road-1.toml"), changed);
    says(&folder, undo, false, &["nothing to undo"]);
}

/// The indented lines of a page between two of its lines.
fn excerpt(page: &str, from: &str, to: &str) -> String {
    let lines = page.lines().skip_while(|it| *it != from).skip(1).take_while(|it| *it != to);
    lines.filter_map(|it| it.strip_prefix("    ")).fold(String::new(), |text, it| text + it + "\n")
}

#[test]
fn the_campaign_that_the_page_shows_goes_to_the_battle_that_it_shows() {
    let folder = folder("salt-road", "millers-ford");
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let page = fs::read_to_string(shipped.join("CAMPAIGN.md")).expect("a page of our own");
    let file = excerpt(&page, "## The file", "## A battle");
    fs::write(folder.path().join("salt-road.toml"), file).expect("a file of our own");
    says(&folder, "campaign new salt-road.toml", true, &["Otter (robin)"]);
    says(&folder, "campaign muster millers-ford.toml --battles 0", true, &["They go: Dobbs, Wren, Ames"]);
}

#[test]
fn the_commands_in_the_head_of_a_shipped_campaign_can_be_given() {
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let file = fs::read_to_string(shipped.join("campaigns/salt-road.toml")).expect("a file of our own");
    let commands: Vec<&str> = file.lines().filter_map(|it| it.strip_prefix("#     fieldpost ")).collect();
    assert_eq!(commands.len(), 2, "{commands:?}");
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir_all(folder.path().join("scenarios/campaigns")).expect("a folder");
    for name in ["millers-ford.toml", "campaigns/salt-road.toml"] {
        fs::copy(shipped.join(name), folder.path().join("scenarios").join(name)).expect("a file of our own");
    }
    for command in commands {
        says(&folder, command, true, &[]);
    }
}
