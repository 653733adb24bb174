//! What-ifs: a battle is continued from one of its rounds, and nothing of that reaches the battle.

use std::fs;

use fieldpost::dice::Seed;
use fieldpost::games::{self, Data};
use fieldpost::map::MapRenderer;
use fieldpost::page::{Markup, WHAT_IF};
use fieldpost::post::Language;
use fieldpost::referee::{ForkDice, NoFork, Table};
use fieldpost::store::{self, ClosedBy, Entry, Hash};

use crate::program::{Folder, fails, fieldpost, run};
use crate::secrets::none_to_come_has_a_name;

fn log_of(name: &str) -> String {
    format!("{}/tests/it/golden/{name}.log", env!("CARGO_MANIFEST_DIR"))
}

fn golden(name: &str) -> Vec<Entry> {
    let text = fs::read_to_string(log_of(name)).unwrap_or_else(|why| panic!("{name}: {why}"));
    store::import(&text).expect("a log of our own")
}

fn ridge() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/ridge-at-dawn.toml");
    fs::read_to_string(path).expect("our own scenario")
}

/// The rounds that were not undone, with the state after each.
fn rounds(table: &Table) -> Vec<(u16, Hash)> {
    let state = |entry: usize| match &table.log()[entry - 1] {
        Entry::Closed { state, .. } => *state,
        other => panic!("{other:?} closed no round"),
    };
    table.closed().iter().map(|it| (it.round, state(it.entry))).collect()
}

fn whole(log: &[Entry]) -> Table {
    let Some(Entry::Revealed { seed, .. }) = log.last() else { panic!("a battle that is over") };
    Table::resume(log, Seed::from_bytes(seed.0), 0, None).unwrap_or_else(|why| panic!("{why}"))
}

const LOGS: [&str; 6] = [
    "ridge-at-dawn",
    "last-bell-at-harrow",
    "the-shield-wall-at-cold-barrow",
    "everything",
    "brick-yard",
    "brick-relay-station",
];

#[test]
fn a_battle_gone_on_with_unchanged_goes_as_it_went_from_each_of_its_rounds() {
    for name in LOGS {
        let log = golden(name);
        let then = rounds(&whole(&log));
        for (round, _) in &then {
            let mut fork = Table::fork(&log, *round, ForkDice::Fell, Seed::from(99)).expect("a round of the battle");
            while fork.stage().outcome.is_none() && fork.closed().len() < then.len() {
                fork.close(ClosedBy::Gm).expect("an open round");
            }
            assert_eq!(rounds(&fork), then, "{name} from round {round}");
            let told = Markup::Plain.render(&fork.comparison().expect("a what-if"));
            assert!(told.contains("Every line is as it was."), "{name} from round {round}: {told}");
        }
    }
}

/// The what-ifs whose first twenty dice are compared with the real dice.
const FORKS: u64 = 60;

#[test]
fn dice_of_its_own_agree_with_those_that_fell_no_oftener_than_chance() {
    let log = golden("ridge-at-dawn");
    let faces = |table: &Table, round: u16| -> Vec<u8> {
        let closed = table.closed().iter().find(|it| it.round == round).expect("a closed round");
        closed.dice.iter().map(|it| it.1.face()).collect()
    };
    let then = whole(&log);
    let forks = std::env::var("FIELDPOST_FORKS").map_or(FORKS, |it| it.parse().expect("a number of what-ifs"));
    let (mut same, mut all) = (0_u32, 0_u32);
    for seed in 0..forks {
        let mut fork = Table::fork(&log, 3, ForkDice::Fresh, Seed::from(seed)).expect("a round of the battle");
        fork.close(ClosedBy::Gm).expect("an open round");
        // The first dice are asked for in the same order. Which dice follow depends on what these show.
        for (a, b) in faces(&fork, 3).iter().zip(faces(&then, 3)).take(20) {
            all += 1;
            same += u32::from(*a == b);
        }
    }
    let (share, sigma) = (f64::from(same) / f64::from(all), (5.0 / 36.0 / f64::from(all)).sqrt());
    assert!((share - 1.0 / 6.0).abs() < 3.0 * sigma, "{same} of {all} dice agree");
}

#[test]
fn orders_of_a_what_if_count_and_what_they_change_is_told() {
    let log = golden("ridge-at-dawn");
    let mut fork = Table::fork(&log, 2, ForkDice::Fell, Seed::from(1)).expect("a round of the battle");
    fork.post("alice", "!Alpha: hold").expect("a seat");
    fork.close(ClosedBy::Gm).expect("an open round");
    let told = Markup::Plain.render(&fork.comparison().expect("a what-if"));
    expect_test::expect_file!["shown/what-if.txt"].assert_eq(&told);
    assert_eq!(log, golden("ridge-at-dawn"), "the battle is as it was");
}

#[test]
fn what_a_what_if_shows_says_so() {
    let log = golden("millers-ford");
    let mut fork = Table::fork(&log, 2, ForkDice::Fresh, Seed::from(3)).expect("a round of the battle");
    fork.close(ClosedBy::Gm).expect("an open round");
    let report = &fork.closed().last().expect("a closed round").report;
    for markup in [Markup::Plain, Markup::Discord] {
        for document in [report.public(), report.document()] {
            let text = markup.render(&document);
            let text = text.trim_start_matches(['*', '#', ' ']);
            assert!(text.starts_with(WHAT_IF.trim_end()), "{text}");
            assert!(!text.contains("owed by"), "nobody does: {text}");
        }
    }
    assert!(report.public().blocks.len() > 1 && Markup::Discord.render(&report.public()).chars().count() <= 2_000);
    let line = report.lines.first().expect("something happened").id();
    assert!(line.starts_with("w2."), "{line}");
    assert!(fork.why(&line).is_some() && fork.why(line.trim_start_matches('w')).is_none(), "{line}");
    let picture = fork.playing().picture().as_what_if();
    let svg = MapRenderer::svg(&picture);
    assert!(svg.contains("What if · ") && svg.contains("stroke-dasharray"));
}

#[test]
fn there_is_no_what_if_of_what_is_no_round_of_a_battle_that_is_over() {
    let log = golden("millers-ford");
    let fork = |log: &[Entry], round| Table::fork(log, round, ForkDice::Fresh, Seed::from(1)).map(|_| ());
    assert!(matches!(fork(&log, 0), Err(NoFork::Round { round: 0, .. })));
    assert!(matches!(fork(&log, 99), Err(NoFork::Round { round: 99, .. })));
    let running = &log[..log.len() - 1];
    assert!(matches!(fork(running, 1), Err(NoFork::Log(_))), "its seed isn't published");
    let mut tampered = log.clone();
    let posted = tampered.iter_mut().find_map(|it| match it {
        Entry::Posted { text, .. } => Some(text),
        _ => None,
    });
    posted.expect("a post").push_str("\n!Otter: hold");
    assert!(matches!(fork(&tampered, 1), Err(NoFork::Log(_))), "it doesn't hold");
    let copy = Table::fork(&log, 1, ForkDice::Fresh, Seed::from(1)).expect("a round");
    let text = store::export(copy.log()).expect("a log is JSON");
    let why = store::import(&text).expect_err("the log of a what-if").to_string();
    assert!(why.contains("what-if") && why.contains("proves nothing"), "{why}");
}

#[test]
fn the_program_plays_a_what_if_and_its_files_are_no_battles() {
    let folder = Folder::new();
    let posts = folder.file("mine.posts", "@alice\n!Alpha: hold\n");
    let (log, out) = (log_of("ridge-at-dawn"), folder.path("out"));
    let arguments = [
        "fork", &log, "--round", "2", "--posts", &posts, "--dice", "fell", "--rounds", "2", "--seed", "5", "--out",
        &out,
    ];
    let said = fieldpost(arguments).stdout;
    assert!(said.contains("What if · Round 2") && said.contains("What if · Round 3"), "{said}");
    assert!(said.contains("the first difference"), "{said}");
    let mut files: Vec<String> = fs::read_dir(&out)
        .expect("a folder")
        .flatten()
        .map(|it| it.file_name().to_string_lossy().into_owned())
        .collect();
    files.sort();
    assert!(files.iter().all(|it| it.starts_with("what-if-")), "{files:?}");
    assert!(files.contains(&"what-if-02.png".to_owned()) && !files.contains(&"what-if-01.png".to_owned()));
    let [copied, database] = ["out/what-if-battle.log", "battles.db"].map(|it| folder.path(it));
    fails(["verify", &copied], "what-if");
    fails(["import", &copied, "--db", &database], "what-if");
    fails(["fork", &copied, "--round", "2", "--posts", &posts], "what-if");
    fails(["fork", &log, "--round", "0", "--posts", &posts], "rounds 1 to");
    fails(["fork", &log, "--round", "99", "--posts", &posts], "rounds 1 to");
}

#[test]
fn what_is_different_is_told_at_the_end_unless_it_was_just_asked_for() {
    let log = log_of("ridge-at-dawn");
    let told = |typed: &str| {
        let shown = run(&["fork", &log, "--round", "2", "--dice", "fell", "--seed", "5"], typed);
        assert!(shown.status.success(), "{}", shown.stderr);
        shown.stdout.matches("After round 2, then → here:").count()
    };
    assert_eq!(told("Alpha: hold\n/resolve\n/quit\n"), 1);
    assert_eq!(told("Alpha: hold\n/resolve\n/compare\n/quit\n"), 1);
    assert_eq!(told("Alpha: hold\n/resolve\n/compare\n/look\n/quit\n"), 2);
}

#[test]
fn a_conversation_comes_before_the_rounds_that_are_played_on() {
    let log = log_of("ridge-at-dawn");
    let arguments = ["fork", &log, "--round", "2", "--dice", "fell", "--seed", "5", "--rounds", "2"];
    let shown = run(&arguments, "Alpha: hold\n/quit\n");
    let posted = "Posted for round 2 by alice: !Alpha: hold";
    assert!(shown.stdout.contains(posted) && shown.stdout.contains("Here: round 4 is open."), "{}", shown.stdout);
    assert!(!shown.stdout.contains("--db"), "it has no such option: {}", shown.stdout);
}

#[test]
fn at_its_end_a_what_if_does_not_ask_for_orders_that_nobody_will_give() {
    let log = log_of("ridge-at-dawn");
    let shown = run(&["fork", &log, "--round", "2", "--dice", "fell", "--seed", "5"], "Alpha: hold\n/resolve\n/quit\n");
    assert!(shown.stdout.trim_end().ends_with("Here: round 3 is open."), "{}", shown.stdout);
}

/// Two battles that a player can't tell apart give the same what-if for the same seed.
#[test]
fn nothing_hidden_reaches_a_what_if_of_a_battle_that_is_going_on() {
    let text = ridge();
    // The other scenario has another commander level, and events that come in other rounds.
    let other = text.replace("level = \"regular\"", "level = \"green\"").replace("at_round = 2", "at_round = 3");
    assert_ne!(text, other, "the scenarios differ in what is hidden");
    let shown = |text: &str, seed: u64, hidden: &str| {
        let scenario = games::read("ridge.toml", text, &Data::Standard).unwrap_or_else(|why| panic!("{why}"));
        let mut table = Table::open(&scenario, Language::default(), Seed::from(seed));
        table.post("alice", "!Alpha: move to J9\n!Bramble: hold").expect("a seat");
        table.post_hidden("gm", hidden).expect("the GM");
        let mut copy = table.what_if("alice", Seed::from(5)).expect("a seat");
        for _ in 0..3 {
            copy.close(ClosedBy::Gm).expect("three rounds ahead");
        }
        assert!(copy.close(ClosedBy::Gm).is_err(), "no further");
        assert_eq!(table.closed().len(), 0, "the battle is as it was");
        copy.closed().iter().map(|it| Markup::Plain.render(&it.report.document())).collect::<String>()
    };
    let one = shown(&text, 1, "!Third Draft: hold");
    assert_eq!(one, shown(&text, 2, "!First Draft: hold"));
    assert_eq!(one, shown(&other, 3, "!Second Draft: hold"));
    assert!(one.starts_with("What if"), "{one}");
}

/// Naming a squad that is still to come gets the same answer as an unknown name.
#[test]
fn nobody_who_is_kept_from_players_has_a_name_in_a_what_if() {
    let text = ridge();
    let scenario = games::read("ridge.toml", &text, &Data::Standard).unwrap_or_else(|why| panic!("{why}"));
    let table = Table::open(&scenario, Language::default(), Seed::from(1));
    let mut copy = table.what_if("alice", Seed::from(5)).expect("a seat");
    none_to_come_has_a_name(&mut copy, "alice", "Alpha", "Third Draft");
    // Here players lead the enemy too.
    none_to_come_has_a_name(&mut copy, "gm", "First Draft", "Kestrel");
}
