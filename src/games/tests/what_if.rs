//! What holds of every what-if of a battle that goes on: it is made of what its maker may know, says what it is, and leaves the
//! battle alone.

use crate::dice::Seed;
use crate::dice::chaos::Chaos;
use crate::page::{Markup, WHAT_IF};
use crate::referee::Table;
use crate::store::ClosedBy;

/// What a Discord message holds.
const LETTERS_MAX: usize = 2_000;

/// Rounds that are played ahead.
const AHEAD: usize = 2;

/// A battle whose dice come from `seed`, and the same with other orders in secret, look the same to whoever asks what if.
pub(super) fn shows_what_its_maker_knows(chaos: &mut Chaos, table: &Table, seed: u64) {
    if table.stage().outcome.is_some() {
        return;
    }
    let seats: Vec<String> = table.stage().seats.iter().map(|it| it.name.clone()).collect();
    let asker = chaos.pick(&seats);
    let before = table.playing().digest();
    let mut other = Table::resume(table.log(), Seed::from(seed), 0, None).unwrap_or_else(|why| panic!("{why}"));
    let led_by_none: Vec<String> = table
        .playing()
        .roster()
        .iter()
        .filter(|it| it.seat.is_none())
        .map(|it| format!("!{}: hold", it.name))
        .collect();
    // Orders that can't be given are refused, which nobody else sees either.
    let _ = other.post_hidden("gm", &led_by_none.join("\n"));
    let fork_seed = chaos.next();
    assert_eq!(ahead(table, asker, fork_seed), ahead(&other, asker, fork_seed), "{asker}:\n{}", table.transcript());
    assert_eq!(before, table.playing().digest(), "the battle is as it was");
}

/// What the rounds played ahead come to, as it is told.
fn ahead(table: &Table, asker: &str, fork_seed: u64) -> Vec<String> {
    let mut copy = table.what_if(asker, Seed::from(fork_seed)).unwrap_or_else(|why| panic!("{why}"));
    for _ in 0..AHEAD {
        if copy.close(ClosedBy::Gm).is_err() {
            break;
        }
    }
    let mut told = Vec::new();
    for closed in copy.closed() {
        let public = Markup::Discord.render(&closed.report.public());
        assert!(public.chars().count() <= LETTERS_MAX, "{public}");
        for text in [public, Markup::Plain.render(&closed.report.document())] {
            assert!(text.trim_start_matches(['*', '#', ' ']).starts_with(WHAT_IF.trim_end()), "{text}");
            told.push(text);
        }
    }
    told
}
