//! `verify` finds every change of an exported battle, however small.

use fieldpost::referee::verify::{Difference, verify};
use fieldpost::store::{self, Entry, Hash};
use serde_json::Value;

use crate::chaos::Chaos;
use crate::trenches::everything;

/// The number of changes unless `FIELDPOST_CHANGES` is set.
const CHANGES: u64 = 5_000;

#[test]
fn every_single_change_of_an_exported_battle_is_found() {
    let changes = std::env::var("FIELDPOST_CHANGES").map_or(CHANGES, |it| it.parse().expect("a number of changes"));
    let log = everything().log().to_vec();
    let exported = store::export(&log).expect("a log is JSON");
    verify(&store::import(&exported).expect("a log")).unwrap_or_else(|why| panic!("{why}"));
    let lines: Vec<&str> = exported.lines().collect();
    let find = |numbers: std::ops::Range<u64>| {
        for number in numbers {
            let (text, changed) = changed(&mut Chaos(number), &lines, &log);
            assert!(verify(&changed).is_err(), "change {number} goes unnoticed:\n{}", difference(&exported, &text));
        }
    };
    // Two threads, because the smallest machines have two cores.
    std::thread::scope(|scope| {
        scope.spawn(|| find(0..changes / 2));
        find(changes / 2..changes);
    });
}

/// An exported log with one change that can still be read, but as a different log.
fn changed(chaos: &mut Chaos, lines: &[&str], log: &[Entry]) -> (String, Vec<Entry>) {
    loop {
        let (at, lines) = change(chaos, lines);
        if lines.get(at).is_some_and(|it| serde_json::from_str::<Entry>(it).is_err()) {
            continue;
        }
        let text = lines.join("\n") + "\n";
        match store::import(&text) {
            Ok(changed) if changed != log => return (text, changed),
            _ => (),
        }
    }
}

/// Changes a letter, a value, or the order of entries. Returns the line that was changed, and all lines.
fn change(chaos: &mut Chaos, lines: &[&str]) -> (usize, Vec<String>) {
    let mut lines: Vec<String> = lines.iter().map(|it| (*it).to_owned()).collect();
    let at = (chaos.next() % lines.len() as u64) as usize;
    match chaos.number(0, 19) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[at].clone()),
        2 => {
            let other = (chaos.next() % lines.len() as u64) as usize;
            lines.swap(at, other);
        }
        3..=10 => lines[at] = with_another_letter(chaos, &lines[at]),
        _ => lines[at] = with_another_value(chaos, &lines[at]),
    }
    (at, lines)
}

fn with_another_letter(chaos: &mut Chaos, line: &str) -> String {
    let mut letters: Vec<char> = line.chars().collect();
    let at = (chaos.next() % letters.len() as u64) as usize;
    let any = char::from(chaos.number(b' ', b'~'));
    match chaos.number(0, 9) {
        0 => drop(letters.remove(at)),
        1 => letters.insert(at, any),
        2 if letters[at].is_ascii_lowercase() => letters[at] = letters[at].to_ascii_uppercase(),
        _ if letters[at].is_ascii_digit() => letters[at] = char::from(chaos.number(b'0', b'9')),
        _ if letters[at].is_ascii_lowercase() => letters[at] = char::from(chaos.number(b'a', b'z')),
        _ => letters[at] = any,
    }
    letters.into_iter().collect()
}

fn with_another_value(chaos: &mut Chaos, line: &str) -> String {
    let mut entry: Value = serde_json::from_str(line).expect("a line of our own");
    let mut places = Vec::new();
    places_of(&entry, String::new(), &mut places);
    let place = chaos.pick(&places).clone();
    let value = entry.pointer_mut(&place).expect("it has just been found");
    *value = match value.take() {
        Value::Bool(it) => Value::Bool(!it),
        Value::Number(it) if chaos.chance(50) => Value::from(it.as_i64().unwrap_or_default() + 1),
        Value::Number(it) => Value::from(it.as_i64().unwrap_or_default() - 1),
        Value::Null => Value::from(chaos.number(0, 9)),
        Value::String(it) if it.parse::<Hash>().is_ok() => Value::String(with_another_digit(chaos, &it)),
        Value::String(it) => Value::String(with_other_words(chaos, &it)),
        other => other,
    };
    entry.to_string()
}

/// The paths of the values in an entry.
fn places_of(value: &Value, place: String, places: &mut Vec<String>) {
    let mut inner = |key: &str, it: &Value| places_of(it, format!("{place}/{key}"), places);
    match value {
        Value::Object(map) => map.iter().for_each(|(key, it)| inner(key, it)),
        Value::Array(list) => list.iter().enumerate().for_each(|(n, it)| inner(&n.to_string(), it)),
        _ => places.push(place),
    }
}

fn with_another_digit(chaos: &mut Chaos, hash: &str) -> String {
    let mut digits = hash.as_bytes().to_vec();
    let at = (chaos.next() % digits.len() as u64) as usize;
    digits[at] = *chaos.pick(b"0123456789abcdef");
    String::from_utf8(digits).expect("digits")
}

fn with_other_words(chaos: &mut Chaos, words: &str) -> String {
    const OTHERS: &[&str] =
        &["alice", "bela", "gm", "user:1", "user:2", "user:3", "hold", "UTC", "!Alpha: hold", "line"];
    match chaos.number(0, 5) {
        0 => format!("{words} "),
        1 => words.to_uppercase(),
        2 => (*chaos.pick(OTHERS)).to_owned(),
        3 => String::new(),
        _ if words.is_empty() => "x".to_owned(),
        _ => with_another_letter(chaos, words),
    }
}

/// The first three lines that differ.
fn difference(exported: &str, text: &str) -> String {
    let differ = exported.lines().zip(text.lines()).filter(|it| it.0 != it.1);
    let cut = |it: &str| it.chars().take(2_000).collect::<String>();
    differ.take(3).map(|(was, is)| format!("- {}\n+ {}\n", cut(was), cut(is))).collect()
}

#[test]
fn what_the_dice_and_rounds_are_is_proved_even_if_the_digests_of_the_log_are_made_to_fit() {
    let log = everything().log().to_vec();
    verify(&with_fitting_digests(log.clone())).unwrap_or_else(|why| panic!("{why}"));
    for number in 0..300 {
        let mut chaos = Chaos(number);
        let mut log = log.clone();
        let at = (chaos.next() % log.len() as u64) as usize;
        let was = log[at].clone();
        change_what_was_played(&mut chaos, &mut log[at]);
        if log[at] != was {
            let found = verify(&with_fitting_digests(log.clone()));
            assert!(found.is_err(), "unnoticed: {:?}", log[at]);
            assert!(!matches!(found, Err(Difference::Log(_))), "the digests fit");
        }
    }
}

/// A changed log with the digests that would fit it.
fn with_fitting_digests(mut log: Vec<Entry>) -> Vec<Entry> {
    let mut chain = Hash([0; 32]);
    for entry in &mut log {
        if let Entry::Closed { log, .. } | Entry::Revealed { log, .. } = entry {
            *log = chain;
        }
        chain = store::chained(chain, entry);
    }
    log
}

/// Changes a part of an entry that affects the play or follows from it.
fn change_what_was_played(chaos: &mut Chaos, entry: &mut Entry) {
    let byte = usize::from(chaos.number(0, 31));
    let flip = |hash: &mut Hash| hash.0[byte] ^= 1;
    match entry {
        Entry::Created { commitment, .. } => flip(commitment),
        Entry::Posted { text, .. } if text.contains("!Draft") => "!Draft: charge Alpha".clone_into(text),
        Entry::Posted { text, .. } if text.contains("!Bravo: move to C3") => "!Bravo: hold".clone_into(text),
        Entry::Word { word, .. } => word.push('s'),
        Entry::Changed { state, .. } => flip(state),
        Entry::Undone { round, .. } => *round += 1,
        Entry::Revealed { seed, .. } => flip(seed),
        Entry::Closed { round, orders, dice, events, state, .. } => match chaos.number(0, 4) {
            0 => *round += 1,
            1 => flip(orders),
            2 => flip(events),
            3 => flip(state),
            _ if dice.is_empty() => dice.push('6'),
            _ => {
                let at = (chaos.next() % dice.len() as u64) as usize;
                dice.replace_range(at..=at, if dice.as_bytes()[at] == b'6' { "1" } else { "6" });
            }
        },
        _ => (),
    }
}
