//! Series of battles between commanders, with both ends of the field and both turns.

use std::sync::Arc;

use fieldpost::dice::Seed;
use fieldpost::field::Level;
use fieldpost::game::{Levels, Simulated};
use fieldpost::trial::{Card, Labels, Series};

/// The card of a series of battles.
pub(crate) fn card_of<G: Simulated>(series: &Series<G>) -> Card {
    Card::of(&Labels::of::<G>(&G::open(&series.setup)), &series.fight(2, &|| ()))
}

/// The share of wins, in thousandths, of an army led at the first level against one led at the second. `battles` are
/// fought for each end of the field and each side. A draw is half a win for each.
pub(crate) fn share<G: Simulated>(game: &G, setup: &Arc<G::Setup>, first: Level, second: Level, battles: usize) -> u64 {
    // Both ends of the field, and both turns.
    let won = [Arc::clone(setup), Arc::new(G::exchanged(setup))].map(|setup| {
        let fought = |levels| {
            card_of(&Series { game: game.clone(), setup: Arc::clone(&setup), seed: Seed::from(7), battles, levels })
        };
        let leads = fought(Levels { players: first, enemy: second }).twice_won_by_players();
        let follows = fought(Levels { players: second, enemy: first }).twice_won_by_enemy();
        leads + follows
    });
    1000 * won.iter().sum::<u64>() / (8 * battles as u64)
}

/// `FIELDPOST_BATTLES`, or `usual` if it isn't set.
pub(crate) fn battles(usual: usize) -> usize {
    std::env::var("FIELDPOST_BATTLES").map_or(usual, |it| it.parse().expect("a number of battles"))
}
