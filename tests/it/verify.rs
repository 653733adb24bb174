//! Anybody can check the log of a battle, and no change of it goes unnoticed.

use std::path::Path;

use fieldpost::dice::Seed;
use fieldpost::games;
use fieldpost::post::Language;
use fieldpost::referee::Table;
use fieldpost::referee::verify::{Difference, verify};
use fieldpost::store::{self, ClosedBy, Entry, Hash};
use proptest::prelude::*;

use crate::program::{Folder, fails, fieldpost};

/// The log of a short battle with an edit, a deletion and an undone round.
fn log() -> Vec<Entry> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/ridge-at-dawn.toml");
    let scenario = games::load(&path).unwrap_or_else(|problems| panic!("{problems}"));
    let mut table = Table::open(&scenario, Language::default(), Seed::from(7));
    let post = |table: &mut Table, author: &str, text: &str| table.post(author, text).expect("a seat").number;
    post(&mut table, "alice", "Here they come.\n!Alpha: move to J9\n!Bramble: hold");
    let second = post(&mut table, "bela", "!Kestrel: shoot First Draft");
    table.edit("bela", second, "!Kestrel: shoot Third Draft").expect("his post");
    table.post("mallory", "!Alpha: hold").expect_err("no seat");
    table.add_word("chidi", "swordfish").expect("a seat");
    table.close(ClosedBy::Gm).expect("an open battle");
    let third = post(&mut table, "chidi", "!Lantern: move to E10 take cover");
    post(&mut table, "gm", "!Hammers: hold");
    table.delete("chidi", third).expect("his post");
    table.close(ClosedBy::Gm).expect("an open battle");
    table.undo(None).expect("a closed round");
    post(&mut table, "chidi", "!Lantern: hold");
    table.close(ClosedBy::Gm).expect("an open battle");
    table.reveal();
    table.log().to_vec()
}

#[test]
fn a_battle_verifies_also_after_a_journey_through_a_file() {
    let text = store::export(&log()).expect("a log is JSON");
    let verified = verify(&store::import(&text).expect("a log")).unwrap_or_else(|it| panic!("{it}"));
    assert_eq!((verified.rounds, verified.posts, &verified.undone[..]), (2, 5, &[2_u16][..]));
    assert!(100 < verified.dice);
}

#[test]
fn without_its_seed_nothing_is_proved() {
    let mut log = log();
    log.pop();
    assert!(matches!(verify(&log), Err(Difference::NoSeed)));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_change_of_a_die_an_order_or_the_seed_is_found(entry in any::<prop::sample::Index>(), place in any::<prop::sample::Index>(), other in 1_u8..6) {
        let mut log = log();
        let entry = entry.index(log.len());
        change(&mut log[entry], place, other);
        prop_assert!(verify(&log).is_err(), "entry {entry} was changed unnoticed");
    }
}

/// Changes something in an entry: orders, dice, digests, people or the seed.
fn change(entry: &mut Entry, place: prop::sample::Index, other: u8) {
    let flip = |hash: &mut Hash| hash.0[place.index(32)] ^= other;
    match entry {
        Entry::Created { commitment, .. } => flip(commitment),
        Entry::Posted { text, .. } | Entry::Edited { text, .. } => match other {
            // Changes a word of the fiction, or an order.
            1 | 2 => text.push('.'),
            _ => {
                *text =
                    "!Alpha: hold\n!Kestrel: hold\n!Boars: hold\n!Hammers: charge Alpha\n!Lantern: north 1".to_owned();
            }
        },
        Entry::Deleted { number, .. } => *number += 1,
        Entry::Word { word, .. } => word.push('s'),
        Entry::Closed { round, orders, dice, events, state, log, .. } => match other {
            1 => flip(orders),
            2 => flip(events),
            3 => flip(state),
            4 => *round += 1,
            5 if place.index(2) == 0 => flip(log),
            _ => {
                let at = place.index(dice.len());
                let face = if dice.as_bytes()[at] == b'6' { "1" } else { "6" };
                dice.replace_range(at..=at, face);
            }
        },
        Entry::Undone { round, .. } => *round += 1,
        Entry::Revealed { seed, log } => flip(if other < 3 { seed } else { log }),
        other => panic!("the battle of this test has no {other:?}"),
    }
}

#[test]
fn the_program_verifies_what_it_wrote() {
    let folder = Folder::new();
    let thread = folder.file("short.posts", "@alice\n!Alpha: hold\n@gm\n!tap out\n/resolve\n");
    let out = folder.path("battle");
    // The commander's level isn't the scenario's own.
    let play = ["play", "scenarios/ridge-at-dawn.toml", "--posts", &thread, "--out", &out, "--commander", "green"];
    let played = fieldpost(play);
    assert!(played.status.success(), "{}", played.stderr);
    let log = folder.path("battle/battle.log");
    let verified = fieldpost(["verify", &log]);
    assert!(verified.stdout.contains("Proved: every die"), "{}{}", verified.stdout, verified.stderr);

    let text = folder.read("battle/battle.log");
    let at = text.find("\"dice\":\"").expect("dice") + 12;
    let face = if text.as_bytes()[at] == b'1' { "2" } else { "1" };
    let changed = format!("{}{face}{}", &text[..at], &text[at + 1..]);
    folder.file("battle/battle.log", changed);
    fails(["verify", &log], "die 5 of");
    let posts = "scenarios/ridge-at-dawn.posts";
    fails(["verify", posts], "ridge-at-dawn.posts is a thread, which is played again from its scenario. Name it too");
    fails(["verify", posts, "scenarios/ridge-at-dawn.toml"], "nothing was said of the dice");
    fails(["verify", &folder.file("empty.txt", "")], "empty.txt is neither a log nor a thread");
    fails(["verify", "README.md", "scenarios/ridge-at-dawn.toml"], "README.md is neither a log nor a thread");

    let thread = folder.path("battle/thread.txt");
    let shown = fieldpost(["verify", &thread, "scenarios/ridge-at-dawn.toml"]);
    assert!(shown.stdout.contains("Proved: those orders"), "{}{}", shown.stdout, shown.stderr);
    fails(["verify", &thread, "scenarios/millers-ford.toml"], "another scenario");
    let text = folder.read("battle/thread.txt");
    let moved = text.replace("!Alpha: hold", "!Alpha: move to J9");
    assert_ne!(text, moved);
    let figure = text.lines().find(|it| it.starts_with("1.1 ")).expect("a line of the report");
    let (words, number) = figure.split_at(figure.rfind(|it: char| it.is_ascii_digit()).expect("a figure"));
    let other = if number.starts_with('9') { "8" } else { "9" };
    folder.file("battle/thread.txt", text.replace(figure, &format!("{words}{other}{}", &number[1..])));
    fails(["verify", &thread, "scenarios/ridge-at-dawn.toml"], "the report of round 1 says");
    folder.file("battle/thread.txt", moved);
    fails(["verify", &thread, "scenarios/ridge-at-dawn.toml"], "round 1 was played with orders");
    // Prose without orders isn't verified: readers have to compare it themselves, as the page for players says.
    folder.file("battle/thread.txt", text.replace("!Alpha: hold", "!Alpha: hold\nIt rains."));
    let told = fieldpost(["verify", &thread, "scenarios/ridge-at-dawn.toml"]);
    assert!(told.stdout.contains("Proved: those orders"), "{}{}", told.stdout, told.stderr);
}

/// Some editors put a byte order mark before every text that they save.
#[test]
fn a_byte_order_mark_is_no_difference() {
    let folder = Folder::new();
    let mark = |name: &str| folder.file(name, format!("\u{feff}{}", folder.read(name)));
    let ridge = "scenarios/ridge-at-dawn.toml";
    let posts = folder.file("own.posts", "\u{feff}@alice\n!Alpha: hold\n@gm\n/resolve\n");
    let out = folder.path("out");
    let played = fieldpost(["play", ridge, "--posts", &posts, "--seed", "7", "--given-up", "--out", &out]);
    assert!(played.stdout.contains("✅ Alpha: holds"), "{}{}", played.stdout, played.stderr);
    let (log, thread) = (mark("out/battle.log"), mark("out/thread.txt"));
    let refused = fieldpost(["refused", &log]);
    assert!(refused.stdout.contains("Nothing was refused"), "{}{}", refused.stdout, refused.stderr);
    for verified in [fieldpost(["verify", &log]), fieldpost(["verify", &thread, ridge])] {
        assert!(verified.stdout.contains("Proved"), "{}{}", verified.stdout, verified.stderr);
    }
}
