//! Posts as players write them, and what any fair referee would make of each: `people.txt`, a post a line.
//!
//! `@ hattie, novelist` says who writes the posts below, and what kind of writer they are. Behind ` => ` stands what is to come
//! of a post, and behind each ` ## ` what else may: `!…` the same as of these orders; `R` a refusal of all of it; `H` a hint, or
//! a refusal; `F` no word, as it is fiction. `\n` ends a line.

use super::*;
use crate::brick::scenario::{Library, from_table};
use crate::file::{Catalogs as _, parse};

const POSTS: &str = include_str!("people.txt");
const BAR: &str = include_str!("../../../../scenarios/brick-last-orders.toml");
const RELAY: &str = include_str!("../../../../scenarios/brick-relay-station.toml");

fn battle_of(text: &str) -> Battle {
    let (read, _) = parse("scenario.toml", text, |reader, root| from_table(reader, root, text, Library::standard()));
    Battle::new(std::sync::Arc::new(read.expect("our own scenario").0))
}

/// What is taken of a post when the round is read, and whether any of it is refused.
pub(super) fn taken(battle: &Battle, by: Poster, reading: &Reading) -> (Vec<What>, bool) {
    let fates = collect(battle, &[Accepted::new(by, reading.clone(), 1)]).fates;
    let is_refused = reading.has_errors(0) || fates.values().any(|it| matches!(it, Fate::Refused(_)));
    let taken = fates.into_values().filter_map(|it| match it {
        Fate::Counts(what) => Some(what),
        Fate::Replaced { .. } | Fate::Refused(_) => None,
    });
    (taken.collect(), is_refused)
}

/// A post as one of its players reads it, and what any of its expectations says.
fn comes_to(battle: &Battle, by: Poster, post: &str, expected: &str) -> bool {
    let reading = read_by(battle, by, post);
    let (taken, is_refused) = taken(battle, by, &reading);
    match expected {
        "F" => taken.is_empty() && reading.diagnostics.is_empty(),
        "H" => taken.is_empty() && !reading.diagnostics.is_empty(),
        "R" => taken.is_empty() && is_refused,
        orders => taken == self::taken(battle, by, &read_by(battle, by, orders)).0 && !taken.is_empty() && !is_refused,
    }
}

#[test]
fn posts_of_every_kind_of_writer_come_to_what_was_meant() {
    let (bar, relay) = (battle_of(BAR), battle_of(RELAY));
    let (mut battle, mut by, mut count) = (&bar, Poster::Gm, 0);
    let mut wrong = Vec::new();
    for line in POSTS.lines() {
        if let Some(who) = line.strip_prefix("@ ") {
            let name = who.split(',').next().unwrap_or_default();
            battle = if name == "vic" { &relay } else { &bar };
            let seat = battle.setup().seats.iter().position(|it| it.name == name).expect("a seat");
            by = Poster::Seat(SeatId(seat as u8));
            continue;
        }
        let (post, expected) = line.rsplit_once(" => ").expect("a post and what comes of it");
        let post = post.replace("\\n", "\n");
        count += 1;
        if !expected.split(" ## ").any(|it| comes_to(battle, by, &post, it)) {
            let reading = read_by(battle, by, &post);
            let taken: Vec<String> = reading.orders().map(|it| shown(battle, it)).collect();
            let said: Vec<String> = reading.diagnostics.iter().map(|it| it.under(&post)).collect();
            wrong.push(format!("{line}\n    {taken:?}\n    {}", said.join("\n    ")));
        }
    }
    assert!(wrong.is_empty(), "{} of {count} posts come to something else:\n{}", wrong.len(), wrong.join("\n"));
}
