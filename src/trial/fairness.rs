//! Whether a battle is fair: as it is written and with the parts exchanged, commander against commander.

use std::sync::Arc;

use crate::dice::Seed;
use crate::field::Level;
use crate::game::{Levels, Play, Simulated, cores};
use crate::trial::card::Card;
use crate::trial::conduct::Conduct;
use crate::trial::findings::{Finding, findings};
use crate::trial::labels::Labels;
use crate::trial::series::Series;

/// What is to be fought.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// How many battles; each is fought a second time with the parts exchanged.
    pub battles: usize,
    pub seed: Seed,
    /// Who leads the players, and whoever else fights; `None`: as the scenario says.
    pub players: Option<Level>,
    pub enemy: Option<Level>,
    /// `None`: as many as there are cores. The result is the same for any number.
    pub threads: Option<usize>,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Fairness {
    pub labels: Labels,
    pub seed: Seed,
    /// Who led each army.
    pub levels: Levels,
    /// Of battles as the scenario is written.
    pub written: Card,
    /// Of battles with the parties' parts exchanged; where they are more than two sides, each keeps its place in the card.
    pub exchanged: Card,
    /// Of battles as the scenario is written with the players led by a green commander, as people are who are new to it;
    /// `None` if they are anyway.
    pub newcomers: Option<Card>,
    /// How believably they led.
    pub conduct: Conduct,
    /// What its author should look at again.
    pub findings: Vec<Finding>,
}

/// Fights battles that begin as this one did. `done` is told of each that is over.
pub fn simulate<G: Simulated>(play: &Play<G>, wanted: &Wanted, done: &(dyn Fn() + Sync)) -> Fairness {
    let Wanted { battles, seed, .. } = wanted;
    let setup = play.setup();
    let threads = wanted.threads.unwrap_or_else(cores);
    let level = |asked: Option<Level>| asked.unwrap_or_else(|| G::level(setup));
    let levels = Levels { players: level(wanted.players), enemy: level(wanted.enemy) };
    let opening = G::open(setup);
    let labels = Labels::of::<G>(&opening);
    let series = |setup: Arc<G::Setup>, levels| {
        let (game, seed) = (play.game().clone(), seed.clone());
        Series { game, setup, seed, battles: *battles, levels }
    };
    let fight = |series: &Series<G>| Card::of(&labels, &series.fight(threads, done));
    let as_written = series(Arc::clone(setup), levels);
    let (written, conduct) = (fight(&as_written), as_written.conduct());
    let exchanged = Arc::new(G::exchanged(setup));
    let exchanged = match labels.are_two_sides() {
        true => fight(&series(exchanged, levels.exchanged())),
        // The players are the same people then, and go in the opposite order.
        false => {
            let mut card = fight(&series(exchanged, levels));
            card.won.reverse();
            card
        }
    };
    let newcomers = (levels.players != Level::Green)
        .then(|| fight(&series(Arc::clone(setup), Levels { players: Level::Green, ..levels })));
    let findings = findings::<G>(&opening, &written);
    Fairness { labels, seed: seed.clone(), levels, written, exchanged, newcomers, conduct, findings }
}
