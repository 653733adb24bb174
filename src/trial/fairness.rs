//! Whether a battle is fair: played as it is written and with the sides' roles exchanged, commander against commander.

use std::sync::Arc;

use crate::dice::Seed;
use crate::field::Level;
use crate::game::{Levels, Play, Simulated, cores};
use crate::trial::card::Card;
use crate::trial::conduct::Conduct;
use crate::trial::findings::{Finding, findings};
use crate::trial::labels::Labels;
use crate::trial::series::Series;

/// What to play.
#[derive(Clone, Debug)]
pub struct SimulationOptions {
    /// How many battles. Each is played a second time with the roles exchanged.
    pub battles: usize,
    pub seed: Seed,
    /// The levels of the players' commander and of everyone else's. `None`: as the scenario says.
    pub players: Option<Level>,
    pub enemy: Option<Level>,
    /// `None`: one for each core. The result is the same for any number.
    pub threads: Option<usize>,
}

/// The result.
#[derive(Clone, Debug)]
pub struct Fairness {
    pub labels: Labels,
    pub seed: Seed,
    /// The level of each army's commander.
    pub levels: Levels,
    /// Battles as the scenario is written.
    pub written: Card,
    /// Battles with the parties' roles exchanged. With more than two sides, each party keeps its index in the card.
    pub exchanged: Card,
    /// Battles as the scenario is written, but with a green commander for the players, because newcomers play like
    /// that. `None` if their commander is green anyway.
    pub newcomers: Option<Card>,
    /// How believably the commanders led.
    pub conduct: Conduct,
    /// What the scenario's author should look at again.
    pub findings: Vec<Finding>,
}

/// Plays battles that begin as this one did. Calls `done` after each.
pub fn simulate<G: Simulated>(play: &Play<G>, wanted: &SimulationOptions, done: &(dyn Fn() + Sync)) -> Fairness {
    let SimulationOptions { battles, seed, .. } = wanted;
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
        // Here the players remain the players, and only the order of the parties is reversed.
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
