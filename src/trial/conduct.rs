//! How believably commanders lead: counts of blunders that nobody at a table would believe.

use crate::game::{PlayedRound, Simulated};
use crate::trial::labels::Labels;
use crate::trial::series::{Series, play_out};

/// How many battles of a series are searched for blunders.
const BATTLES_MAX: usize = 40;

/// The blunders in the rounds of some battles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conduct {
    /// Rounds of squads, by party: one for each squad that stands when a round begins.
    pub turns: Vec<u64>,
    /// Each kind of blunder, and how often each party committed it.
    pub blunders: Vec<(&'static str, Vec<u64>)>,
}

impl<G: Simulated> Series<G> {
    /// Counts the blunders in the first battles of a series.
    pub fn conduct(&self) -> Conduct {
        let opening = G::open(&self.setup);
        let parties = Labels::of::<G>(&opening).parties.len();
        let mut conduct = Conduct {
            turns: vec![0; parties],
            blunders: G::BLUNDERS.iter().map(|it| (*it, vec![0; parties])).collect(),
        };
        for n in 0..self.battles.min(BATTLES_MAX) {
            let add = |round: &PlayedRound<G>, last: Option<&PlayedRound<G>>| conduct.add(&self.game, round, last);
            play_out(&self.game, &opening, &self.seed_of(n), self.levels, add);
        }
        conduct
    }
}

impl Conduct {
    fn add<G: Simulated>(&mut self, game: &G, round: &PlayedRound<G>, last: Option<&PlayedRound<G>>) {
        let standing = G::standing(&round.before);
        let party = |squad: usize| usize::from(standing.squads[squad].party.0);
        for squad in (0..standing.squads.len()).filter(|it| !standing.squads[*it].standing.is_empty()) {
            self.turns[party(squad)] += 1;
        }
        for (squad, blunder) in game.blunders(round, last) {
            self.blunders[blunder].1[party(usize::from(squad.0))] += 1;
        }
    }
}
