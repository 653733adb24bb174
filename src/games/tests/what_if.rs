//! Every what-if of an open battle is made only of what its maker may know, says that it is one, and leaves the battle
//! alone.

use crate::dice::Seed;
use crate::dice::chaos::Chaos;
use crate::page::{Markup, WHAT_IF};
use crate::referee::Table;
use crate::store::ClosedBy;

/// The limit of a Discord message, in characters.
const LETTERS_MAX: usize = 2_000;

/// How many rounds are played ahead.
const AHEAD: usize = 2;

/// A player who asks "what if" sees the same whether or not the GM has given other orders in secret. The dice of the
/// battle come from `seed`.
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

/// What the rounds played ahead report.
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
