//! Posts as players write them, with the readings that a fair referee would accept: `tests/suite/readings/brick.jsonl`.

use std::collections::BTreeMap;

use super::*;
use crate::brick::battle::Who;
use crate::brick::scenario::{Library, from_table};
use crate::file::{Catalogs as _, parse};
use crate::post::tests::readings::{Case, Expected};

const READINGS: &str = include_str!("../../../../tests/suite/readings/brick.jsonl");

/// The battle of a shipped scenario.
fn battle_of(scenario: &str) -> Battle {
    let text = std::fs::read_to_string(format!("scenarios/{scenario}.toml")).expect("one of the project's");
    let (read, _) = parse("scenario.toml", &text, |reader, root| from_table(reader, root, Library::standard()));
    Battle::new(std::sync::Arc::new(read.expect("our own scenario").0))
}

/// The orders of a post that count in the round, and whether any is refused.
pub(super) fn taken(battle: &Battle, by: Poster, reading: &Reading) -> (Vec<What>, bool) {
    let fates = collect(battle, &[Accepted::new(by, reading.clone(), 1)]).fates;
    let is_refused = reading.has_errors(0) || fates.values().any(|it| matches!(it, Fate::Refused(_)));
    let taken = fates.into_values().filter_map(|it| match it {
        Fate::Counts(what) => Some(what),
        Fate::Replaced { .. } | Fate::Refused(_) => None,
    });
    let taken: Vec<What> = taken.collect();
    // `stay put` alone means to hold. Beside another order of the same squad it changes nothing.
    let acts = |who: Who| taken.iter().any(|it| matches!(it, What::Order(order) if order.acts() == Some(who)));
    let settled = taken.iter().filter_map(|it| match it {
        What::Stay(who) => (!acts(*who)).then_some(What::Hold(*who)),
        it => Some(it.clone()),
    });
    (settled.collect(), is_refused)
}

/// Whether a post is read as expected.
fn comes_to(battle: &Battle, by: Poster, post: &str, expected: &Expected) -> bool {
    let reading = read_by(battle, by, post);
    let (taken, is_refused) = taken(battle, by, &reading);
    let is_kept = |orders: &str| taken == self::taken(battle, by, &read_by(battle, by, orders)).0;
    if let Some(orders) = &expected.same_as {
        return is_kept(orders) && !taken.is_empty() && !is_refused;
    }
    if let Some(refused) = &expected.refused {
        let said = reading.diagnostics.iter().any(|it| refused.is_said(post, &it.span, &it.to_string()));
        return is_kept(&refused.keeps) && is_refused && (said || refused.mark.is_empty());
    }
    if expected.hint {
        return is_kept(expected.keeps.as_deref().unwrap_or_default()) && !reading.diagnostics.is_empty();
    }
    expected.fiction && taken.is_empty() && reading.diagnostics.is_empty()
}

#[test]
fn posts_of_every_kind_of_writer_come_to_what_was_meant() {
    let mut battles = BTreeMap::new();
    let mut wrong = Vec::new();
    let cases = Case::all(READINGS);
    for case in &cases {
        let battle = &*battles.entry(&case.scenario).or_insert_with(|| battle_of(&case.scenario));
        let seat = battle.setup().seats.iter().position(|it| it.name == case.by).expect("a seat");
        let by = Poster::Seat(SeatId(seat as u8));
        if !case.expected().any(|it| comes_to(battle, by, &case.text, it)) {
            let reading = read_by(battle, by, &case.text);
            let taken: Vec<String> = reading.orders().map(|it| shown(battle, it)).collect();
            let said: Vec<String> = reading.diagnostics.iter().map(|it| it.under(&case.text)).collect();
            wrong.push(format!("{}: {}\n    {taken:?}\n    {}", case.id, case.text, said.join("\n    ")));
        }
    }
    assert!(wrong.is_empty(), "{} of {} posts come to something else:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}
