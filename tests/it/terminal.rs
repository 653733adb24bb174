//! The terminal: the input that it takes, its answers to mistakes, and the files that it leaves.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::process::{Command, Stdio};

use crate::program::{Folder, run};

const RIDGE: &str = "scenarios/ridge-at-dawn.toml";
const POSTS: &str = "scenarios/ridge-at-dawn.posts";

/// The program's output and errors, whether it succeeds or fails.
#[track_caller]
fn output_of(arguments: &[&str], input: &str) -> String {
    let shown = run(arguments, input);
    assert!(matches!(shown.status.code(), Some(0..=2)), "{}", shown.stderr);
    format!("{}{}", shown.stdout, shown.stderr)
}

#[track_caller]
fn says(arguments: &[&str], input: &str, expected: &[&str]) -> String {
    let told = output_of(arguments, input);
    for it in expected {
        assert!(told.contains(it), "{it:?} is not in\n{told}");
    }
    told
}

fn talk(input: &str) -> String {
    output_of(&["play", RIDGE, "--seed", "7"], input)
}

#[test]
fn wrong_arguments_are_refused_with_a_remedy() {
    let place = Folder::new();
    says(&["play", RIDGE, "--seed", "-1"], "", &["a seed is a whole number from 0 up, such as 7"]);
    says(&["play", RIDGE, "--out", "Cargo.toml"], "", &["Cargo.toml is a file. --out names a folder"]);
    says(&["battles", "--db", &place.path("typo.db")], "", &["there is no file", "nothing was made"]);
    assert!(fs::read_dir(place.path("")).expect("the folder").next().is_none(), "nothing was made");
}

#[test]
fn a_seat_without_a_squad_is_said_to_have_none() {
    let place = Folder::new();
    let ford = fs::read_to_string("scenarios/millers-ford.toml").expect("one of the project's");
    let ford = place.file("ford.toml", ford.replacen("[[player]]", "[[player]]\nname = \"bob\"\n\n[[player]]", 1));
    let expected = ["\nbob has no squad on the map yet.\n", "\nsam commands Magpie.\n"];
    says(&["play", &ford, "--seed", "7"], "", &expected);
}

#[test]
fn ones_own_reinforcements_are_named_at_the_beginning_but_not_the_enemys() {
    let told = output_of(&["play", "scenarios/last-bell-at-harrow.toml", "--seed", "7"], "");
    let quin = "\nquin commands Milestone Outpost. Relief Column, Iron Duke and Field Battery come later.\n";
    assert!(told.contains(quin) && !told.contains("Glass Choir"), "{told}");
}

#[test]
fn a_running_battle_is_not_over_and_a_finished_one_explains_itself() {
    let place = Folder::new();
    let out = place.path("");
    let last = output_of(&["play", RIDGE, "--posts", POSTS, "--seed", "7", "--out", &out, "--json"], "");
    let last: serde_json::Value = serde_json::from_str(last.lines().last().expect("a line")).expect("JSON");
    assert!(last["seed"].as_str().is_some_and(|it| it.len() == 64), "{last}");
    says(&["why", "1.4", &place.path("battle.log")], "", &["Alpha", "To hit"]);
    let text = place.read("battle.log");
    let running: Vec<&str> = text.lines().take_while(|it| !it.contains("\"revealed\"")).collect();
    let log = place.file("battle.log", running.join("\n") + "\n");
    says(&["verify", &log], "", &["its battle isn't over"]);
    let help = "the battle is going on and the file has no seed. Until it is over, ask /why where it is played";
    says(&["why", "1.4", &log], "", &[help]);
}

/// `play --out DIR | head` once stopped in mid-battle, and reported success.
#[test]
fn a_thread_is_played_to_its_end_into_a_folder_also_if_nobody_reads_on() {
    let place = Folder::new();
    let mut child = Command::new(env!("CARGO_BIN_EXE_fieldpost"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["play", RIDGE, "--posts", POSTS, "--seed", "7", "--out"])
        .arg(place.path(""))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    drop(child.stdout.take());
    assert!(child.wait().expect("it ends").success());
    for file in ["battle.log", "battle.html", "aftermath.txt"] {
        assert!(fs::exists(place.path(file)).expect("it can be asked"), "{file}");
    }
}

#[test]
fn a_thread_comes_by_a_pipe_and_a_report_is_short_unless_the_ledger_is_asked_for() {
    let thread = fs::read_to_string(POSTS).expect("a thread");
    let short = says(&["play", RIDGE, "--posts", "-", "--seed", "7"], &thread, &["After the battle"]);
    assert!(!short.contains("\n1.4 Alpha fired"), "{short}");
    says(&["play", RIDGE, "--posts", POSTS, "--seed", "7", "--ledger"], "", &["\n1.4 Alpha fired at First Draft"]);
}

#[test]
fn in_a_conversation_quotes_and_fiction_are_no_orders_and_questions_are_answered_after_the_end() {
    let said = talk("> !Alpha: hold\nThe fog lifts at last.\nAlpha: hold\n/orders\n/quit\n");
    assert_eq!(said.matches("Alpha: holds").count(), 2, "{said}");
    assert!(!said.contains("❌") && said.contains("Nothing of this battle is kept"), "{said}");
    let said = talk(
        "Alpha: shoot First Draft\\\nThe fog lifts.\n/edit Alpha: hold\n/edit 1 Alpha: shoot First Draft\n/delete\n/edit 7 x\n/quit\n",
    );
    for it in ["#1 ✅ Alpha: fires on First Draft", "#1 ✅ Alpha: holds", "#1 is taken back", "there is no post #7"] {
        assert!(said.contains(it), "{it} is not in\n{said}");
    }
    says(
        &["play", "scenarios/millers-ford.toml", "--seed", "7"],
        "@sam\n/can\n/quit\n",
        &["!Magpie: shoot Reed Husks"],
    );
    let said = talk("@bela\n/can mule\n/quit\n");
    assert!(said.contains("!Mule Battery: shoot First Draft"), "{said}");
    let said = talk("/look more\n/can Alpha\n/can Alpha move\n/help R-1\n/look Frist Draft\n/quit\n");
    for it in [
        "Steady Aim, 1 CP",
        "MOV 5: 7 tiles now if it doesn't shoot (V-3), and a charge goes 2d6 beyond that (V-7)",
        "Who stands within 3 tiles of the signal station or 3 tiles of the crossroads counts there.",
        "!Alpha: shoot First Draft\n    fires on First Draft",
        "    or Second Draft, Third Draft",
        "for 1 CP: Breathe out, then squeeze.",
        "!Alpha: move to Second Draft\n    moves toward Second Draft",
        "R-1: ",
        "Try First Draft",
    ] {
        assert!(said.contains(it), "{it} is not in\n{said}");
    }
    let said = talk("/away\n/orders\n/resolve\n/undoing\n/undoing 1.1\n/undoing 2\n/quit\n");
    let (_, away) = said.split_once("Nobody waits for alice").expect("she is away");
    let owed = away.lines().find(|it| it.starts_with("Orders are owed by")).expect("others owe orders");
    assert!(!owed.contains("alice"), "{away}");
    assert_eq!(
        away.matches("Would be taken back: round 1 was closed.").count(),
        2,
        "the last, and that of line 1.1: {away}"
    );
    assert!(away.contains("nothing that can be taken back is called that. There is: round 1 was closed."), "{away}");
    let said = talk("@gm\n!tap out\n/resolve\n/why 1.1\n/report\n/quit\n");
    let (_, after) = said.split_once("The battle is over. /report").expect("it is over");
    assert!(after.contains("Rules") && after.contains("What is left"), "{after}");
}

#[test]
fn of_a_post_that_is_taken_back_is_told_whether_it_had_orders_and_nothing_of_fiction() {
    let post = |n: u8, text: &str| format!("@alice\n{text}\n\n@alice deletes #{n}\n\n");
    let thread = post(1, "The fog lifts.") + &post(2, "!Alpha: dance") + &post(3, "!Alpha: hold");
    let shown = output_of(&["play", RIDGE, "--posts", "-", "--seed", "7"], &thread);
    let gone: Vec<&str> = shown.lines().filter(|it| it.contains("took a post back")).collect();
    assert_eq!(gone, ["alice took a post back.", "alice took a post back, and its orders with it."]);
    let said = talk("The fog lifts.\n/delete 1\nAlpha: hold\n/delete\n/quit\n");
    for it in ["#1 is taken back.\n", "#2 is taken back, and its orders with it.\n"] {
        assert!(said.contains(it), "{it} is not in\n{said}");
    }
}

#[test]
fn in_a_conversation_a_refusal_points_at_its_place() {
    let told = talk("@alice\n!Alpha: dance\n/quit\n");
    let lines: Vec<&str> = told.lines().collect();
    let at = lines.iter().position(|it| it.contains("dance")).unwrap_or_else(|| panic!("no refusal:\n{told}"));
    // The emoji takes one letter but two columns.
    let column = |line: &str, of: &str| line.find(of).map(|it| line[..it].chars().count());
    let place = column(lines[at], "dance").map(|it| it + 1);
    assert_eq!(column(lines[at + 1], "^"), place, "{told}");
}

/// Each answer was once twice as long.
#[test]
fn questions_in_a_conversation_get_short_answers() {
    for (play, question, words_max) in [
        ("ridge-at-dawn", "/look", 480),
        ("ridge-at-dawn", "/can Alpha", 460),
        ("ridge-at-dawn", "/look Alpha", 490),
        ("brick-last-orders", "/look", 340),
        ("brick-last-orders", "/can Hank", 200),
        ("brick-thin-red-line", "/look more", 430),
    ] {
        let scenario = format!("scenarios/{play}.toml");
        let said = output_of(&["play", &scenario, "--seed", "7"], &format!("{question}\n/quit\n"));
        let (_, answer) = said.split_once("\nOrders are owed by").expect("the conversation begins");
        let (answer, _) = answer.split_once("Nothing of this battle is kept").expect("it ends");
        let words = answer.split_whitespace().count();
        assert!((30..=words_max).contains(&words), "{question}: {words} words\n{answer}");
    }
}

#[test]
fn what_a_refused_line_may_mean_is_given_by_a_yes() {
    let duel = "scenarios/brick-duel.toml";
    let posts = "@yuki\n!Yoko reaches behind her and hits old Dan with the katana\nyes\n/quit\n";
    let said = says(&["play", duel, "--seed", "7"], posts, &["Did you mean \"Yoko: attack Dan with katana\"?"]);
    let (_, taken) = said.split_once("(\"yes\" gives that order.)").expect("it is offered");
    assert!(taken.contains("✅ Yoko: attack Dan with katana"), "{taken}");
}

#[test]
fn authors_are_told_what_a_scenario_can_name() {
    for (sort, game, expected) in [
        ("weapons", "line", &["bolt-action-rifle: Bolt-Action Rifle\n    ", "accuracy = \"4+\"", "range = 24"][..]),
        ("units", "line", &["rifleman: ", "weapons = [", "toughness = "]),
        ("abilities", "line", &["steady-aim: Steady Aim\n    Breathe out, then squeeze."]),
        ("terrain", "line", &["woods: "]),
        ("weapons", "brick", &["knife: "]),
        ("units", "brick", &["minifig: "]),
        ("abilities", "brick", &["The brick game has none."]),
    ] {
        says(&["list", sort, game], "", expected);
    }
}

#[test]
fn an_event_of_a_scenario_can_be_waited_for() {
    let said = says(&["play", RIDGE, "--seed", "7", "--until", "on tracks, in no hurry"], "/quit\n", &["Old Crawler"]);
    assert!(said.contains("Round 3 of 8") && !said.contains("Round 4 of 8"), "{said}");
}

#[test]
fn a_forum_gets_what_was_understood_in_codes_that_it_has() {
    let place = Folder::new();
    let posts = "@alice\n!Alpha: hold\n!Brambel: dance [b]\n@bela\n!Kestrel: shoot First Draft\n";
    let posts = place.file("own.posts", posts);
    for (software, has_codes) in [("phpbb", false), ("xenforo", true)] {
        let config = place.file("own.toml", format!("[forum]\nsoftware = \"{software}\"\n"));
        let out = place.path(software);
        output_of(&["play", RIDGE, "--posts", &posts, "--seed", "7", "--config", &config, "--out", &out], "");
        let answers = place.read(&format!("{software}/round-01.answers.bbcode"));
        let at = |it: &str| answers.find(it).unwrap_or_else(|| panic!("{it} is not in {answers}"));
        assert!(at("alice, #1, line 2: \"!Brambel: dance") < at("✅ Alpha: holds."), "{answers}");
        assert!(at("Kestrel: fires on First Draft") < at("Refereed by Fieldpost: round 1"), "{answers}");
        assert!(!answers.contains('^') && !answers.lines().any(|it| it.starts_with('!')), "{answers}");
        output_of(&["play", RIDGE, "--posts", POSTS, "--seed", "7", "--config", &config, "--out", &out], "");
        let report = place.read(&format!("{software}/round-01.bbcode"));
        assert_eq!((report.contains("[table]"), report.contains("[spoiler]")), (has_codes, has_codes), "{software}");
    }
}

#[test]
fn shells_and_readers_are_told_of_every_command() {
    for shell in ["bash", "fish", "zsh"] {
        says(&["completions", shell], "", &["simulate", "posts"]);
    }
    says(&["man"], "", &[".TH", ".TH fieldpost-campaign-muster", "simulate", "Plays a battle in the terminal"]);
}

#[test]
fn in_a_conversation_nothing_is_met_with_silence() {
    for (line, answer) in [
        ("Alpha dances to the mill", "❌"),
        ("The fog lifts at last.", "💡 There is no order in that, so it counts as a story."),
        ("help", "/resolve"),
        ("?", "/resolve"),
        ("undo", "Commands begin with a /. Write /undo"),
        ("@gm\n/hidden first draft holds", "Write /hidden !first draft holds"),
        ("/why", "no round has been closed"),
        ("/can Lantern", "Lantern isn't yours to order"),
        ("@bela\n/can Mule shoot", "!Mule Battery: shoot"),
        ("/end tomorrow?", "/end takes nothing behind it, and nothing was done"),
        ("/resolve when bela has posted", "/resolve takes nothing behind it"),
        ("/dry-run", "/dry-run is for the GM"),
        ("/what-if 2", "/what-if takes nothing behind it, and nothing was done: \"2\" stands there"),
        (
            "/what-if 2",
            "There /resolve plays a round, three times at most while the battle is going on, and /leave goes back.",
        ),
        ("/What-If", "/leave goes back"),
        ("/report 1", "/report takes nothing behind it"),
        ("/losses mine", "/losses takes nothing behind it"),
        ("/quit the field", "/quit takes nothing behind it"),
        ("/undoing all", "there is nothing to undo"),
        ("/stance", "Write /stance Alpha: return fire"),
        ("/help move", "order: move to … such as "),
        ("/help why", "/why 3.4: why a line of a report is so"),
    ] {
        let said = talk(&format!("{line}\n/quit\n"));
        let (_, after) = said.split_once("Orders are owed by").expect("the conversation begins");
        assert!(after.contains(answer), "{line}: {answer:?} is not in\n{after}");
        assert!(!after.contains("was closed"), "{line}: {after}");
    }
    let edited = talk("The fog lifts.\n/edit 1 The fog stays.\n/quit\n");
    assert_eq!(edited.matches("so it counts as a story").count(), 2, "{edited}");
    assert!(talk("quit\n").contains("Nothing of this battle is kept"));
}

#[test]
fn after_a_round_the_map_is_shown_and_the_news_are_told() {
    let said = talk("Alpha: hold\n/resolve\n/brief\n/quit\n");
    let row = said.lines().find(|it| it.trim_start().starts_with("1 ")).expect("the first row of the map");
    let number = row.split_whitespace().next().expect("its number");
    let rows = said.lines().filter(|it| it.split_whitespace().next() == Some(number) && it.len() == row.len()).count();
    assert!(2 <= rows, "the map is there before and after the round:\n{said}");
    assert!(said.contains("Round 1 was closed.") && !said.contains("Nothing has changed"), "{said}");
}

#[test]
fn a_thread_knows_seats_of_several_words_and_tells_of_posts_that_are_nobodys() {
    let place = Folder::new();
    let scenario = fs::read_to_string(RIDGE).expect("a scenario");
    let scenario = scenario.replace("\"alice\"", "\"Ann the Red\"").replace("\"bela\"", "\"Zoë\"");
    let scenario = place.file("own.toml", scenario);
    let thread = "!Alpha: shoot First Draft\n@ann the red\n!Alpha: hold\n@zoe\n!Kestrel: hold\n\n@Bob Smith\n!Alpha: move to K9\n";
    let posts = place.file("own.posts", thread);
    let said = says(
        &["play", &scenario, "--posts", &posts, "--seed", "7"],
        "",
        &[
            "line 1: this order stands before the first post",
            "✅ Alpha: holds",
            "✅ Kestrel: holds",
            "nobody called \"Bob Smith\"",
        ],
    );
    assert!(!said.contains("K9") && !said.contains("fires"), "{said}");
    let commands = place.file("commands.posts", "@gm\n/look\n/end today\n/what-if\n");
    says(
        &["play", RIDGE, "--posts", &commands],
        "",
        &[
            "gm (line 1 of the thread), /look",
            "gm (line 1 of the thread), /end today\n/end takes nothing behind it",
            "/what-if is for a conversation at the keyboard: fieldpost play without --posts.",
        ],
    );
}

#[test]
fn an_answer_and_the_round_agree_on_who_fires_what_and_who_charges() {
    let said = talk(
        "Alpha: shoot First Draft and charge them\n@bela\nMule Battery: shoot First Draft\n/resolve\n/report\n/quit\n",
    );
    for it in [
        "fires on First Draft with 1 Field Mortar and 2 Bolt-Action Rifles",
        "Mule Battery fired at First Draft with Field Mortar (1) and Bolt-Action Rifle (2)",
        "⚠️ Alpha: charges First Draft, but it shoots before",
        "Alpha stayed at K7: who has shot neither charges nor disengages (V-3)",
    ] {
        assert!(said.contains(it), "{it} is not in\n{said}");
    }
}

#[test]
fn a_hero_is_looked_at_with_the_squad() {
    let said = talk("/look Lt. Marsh\n/quit\n");
    assert!(said.contains("Lt. Marsh has 4 of 4 CP") && !said.contains("0 of 0 standing"), "{said}");
}

#[test]
fn a_missing_file_is_reported_before_anything_else() {
    says(&["why", "1.3", "/nonexist"], "", &["can't read /nonexist"]);
    says(&["play", RIDGE, "--posts", POSTS, "--config", "/nonexist"], "", &["can't read /nonexist"]);
}

#[test]
fn a_battle_that_goes_on_is_written_without_its_seed() {
    let place = Folder::new();
    let [out, db, carried] = ["out", "one.db", "carried.log"].map(|it| place.path(it));
    let posts = place.file("open.posts", "@alice\n!Alpha: hold\n@gm\n/resolve\n");
    says(&["play", RIDGE, "--posts", &posts, "--out", &out], "", &["Round 2 is open.", "Played with --seed "]);
    for (name, secret) in [("battle.html", "Given up"), ("thread.txt", "the seed was"), ("battle.log", "revealed")] {
        let text = fs::read_to_string(format!("{out}/{name}")).expect("a file of the battle");
        assert!(!text.contains(secret), "{name} has {secret:?}");
    }
    let log = format!("{out}/battle.log");
    says(&["verify", &log], "", &["can't be verified yet, as its battle isn't over"]);

    output_of(&["play", RIDGE, "--posts", &posts, "--db", &db], "");
    output_of(&["export", "--db", &db, "1", "-o", &carried, "--with-seed"], "");
    says(&["verify", &carried], "", &["can't be verified yet, as its battle isn't over"]);
    says(&["refused", &db, "7"], "", &["it has no battle 7. Check the number."]);
    says(&["refused", &carried, "7"], "", &["is the log of one battle, so leave out the 7."]);
}

/// The files of an earlier run in the folder don't matter.
#[test]
fn a_folder_holds_the_files_of_its_last_run_alone() {
    let place = Folder::new();
    let files = |name: &str| {
        let found = fs::read_dir(place.path(name)).expect("a folder").map(|it| it.expect("a file"));
        let read = |it: fs::DirEntry| (it.file_name(), fs::read(it.path()).expect("a file"));
        found.map(read).collect::<BTreeMap<_, _>>()
    };
    let play = |posts: &str, out: &str| {
        let posts = place.file("own.posts", posts);
        output_of(&["play", RIDGE, "--posts", &posts, "--seed", "7", "--out", &place.path(out)], "");
    };
    let round = "@gm\n/resolve\n";
    for (n, posts) in ["@alice\n!Alpha: hold\n", "@gm\n/resolve\n\n@gm\n/undo\n", round].into_iter().enumerate() {
        play(&format!("@alice\n!Alpha: hold\n{round}{round}@alice\n!Alpha: hold\n"), "used");
        let fresh = format!("fresh-{n}");
        play(posts, "used");
        play(posts, &fresh);
        assert_eq!(files("used"), files(&fresh), "{posts}");
        assert_eq!(files("used").contains_key(OsStr::new("events.jsonl")), posts == round, "{posts}");
    }
}

/// The first seed is random, so nobody could play a replaced battle again.
#[test]
fn a_folder_keeps_the_battle_that_is_in_it_from_one_with_other_dice() {
    let place = Folder::new();
    let out = place.path("out");
    let posts = place.file("own.posts", "@alice\n!Alpha: hold\n@gm\n/resolve\n");
    let first = output_of(&["play", RIDGE, "--posts", &posts, "--out", &out], "");
    let log = || place.read("out/battle.log");
    let before = log();
    for input in ["/quit\n", "/resolve\n/quit\n"] {
        says(&["play", RIDGE, "--out", &out], input, &["holds another battle already (", "add its --seed"]);
        assert!(log() == before, "another log is there");
    }
    let (_, seed) = first.trim().rsplit_once("Played with --seed ").expect("a seed");
    says(&["play", RIDGE, "--posts", &posts, "--seed", seed, "--out", &out], "", &["Round 2 is open."]);
    assert!(log() == before, "another log is there");
}

#[test]
fn a_change_that_may_be_meant_otherwise_is_refused_in_whole_sentences() {
    let said = talk("/set foo\n/set Alfa to C7\n/quit\n");
    assert!(said.contains("Did you mean \"form\"? Then write that.") && !said.contains("?."), "{said}");
}
