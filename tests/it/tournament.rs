//! Battles by the hundred between commanders, both ways round.

use std::sync::Arc;

use fieldpost::dice::Seed;
use fieldpost::field::Level;
use fieldpost::game::{Levels, Simulated};
use fieldpost::trial::{Card, Labels, Series};

/// What a series of battles came to.
pub(crate) fn card_of<G: Simulated>(series: &Series<G>) -> Card {
    Card::of(&Labels::of::<G>(&G::open(&series.setup)), &series.fight(2, &|| ()))
}

/// The share, in thousandths, that the army of the first level wins against that of the second: in so many battles each
/// of the two goes first, a battle that nobody wins is half a win for each.
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

/// How many battles, or as many as the environment says.
pub(crate) fn battles(usual: usize) -> usize {
    std::env::var("FIELDPOST_BATTLES").map_or(usual, |it| it.parse().expect("a number of battles"))
}
