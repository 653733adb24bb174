//! Battles of commander against commander, by the hundred.

use std::sync::Arc;

use sha2::{Digest as _, Sha256};

use crate::dice::{Seed, words_digest};
use crate::field::Outcome;
use crate::game::{Levels, Seen, Simulated, Standing, on_threads};
use crate::map::PartyId;

/// Rounds after which a battle counts as one that never ends.
pub const ROUNDS_MAX: u16 = 60;

/// What one battle came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fought {
    /// `None`: it did not end within [`ROUNDS_MAX`].
    pub outcome: Option<Outcome>,
    pub rounds: u16,
    /// Rounds in which nobody did anything.
    pub dead_rounds: u16,
    /// Of each squad, in roster order.
    pub squads: Vec<SquadFate>,
    /// Of each objective.
    pub objectives: Vec<ObjectiveFate>,
    /// Whether each goal was met, and whether it was when the first round was over.
    pub goals: Vec<bool>,
    pub goals_at_once: Vec<bool>,
}

/// What became of a squad.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SquadFate {
    /// Units that it had, those who joined it included.
    pub units: u16,
    /// Those who no longer stood.
    pub lost: u16,
    /// Whether it was ever on the map.
    pub came: bool,
    /// Whether it ever attacked or moved.
    pub acted: bool,
}

/// What became of an objective.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectiveFate {
    /// Rounds at whose end each party held it.
    pub held: Vec<u16>,
    /// How often each party took it from another or from nobody.
    pub taken: Vec<u16>,
}

/// Battles that are fought one like the other, but for the dice.
#[derive(Clone, Debug)]
pub struct Series<G: Simulated> {
    pub game: G,
    pub setup: Arc<G::Setup>,
    /// What all dice come from: battle `n` of the same series and seed is always the same.
    pub seed: Seed,
    pub battles: usize,
    /// Who leads each army.
    pub levels: Levels,
}

impl<G: Simulated> Series<G> {
    /// Fights all battles on so many threads, and gives them in their order, whoever fought them. `done` is told of each
    /// that is over.
    pub fn fight(&self, threads: usize, done: &(dyn Fn() + Sync)) -> Vec<Fought> {
        let opening = G::open(&self.setup);
        on_threads(threads, self.battles, |n| {
            let fought = fight(&self.game, &opening, &self.seed_of(n), self.levels);
            done();
            fought
        })
    }

    /// The seed of one battle: SHA-256 over that of the series and the battle's number.
    pub(super) fn seed_of(&self, n: usize) -> Seed {
        let mut hash = Sha256::new();
        hash.update(b"fieldpost series 1\0");
        hash.update(self.seed.reveal());
        hash.update((n as u64).to_le_bytes());
        Seed::from_bytes(hash.finalize().into())
    }
}

/// Fights one battle to its end.
pub fn fight<G: Simulated>(game: &G, opening: &G::Battle, seed: &Seed, levels: Levels) -> Fought {
    let mut record = Record::of(&G::standing(opening));
    let end = play_out(game, opening, seed, levels, |it, _| record.round::<G>(&it.events, &G::standing(&it.after)));
    record.finish(G::stage(&end).outcome, &G::standing(&end))
}

/// Plays one battle to its end, and has each of its rounds looked at, with the round before it.
pub(crate) fn play_out<G: Simulated>(
    game: &G,
    opening: &G::Battle,
    seed: &Seed,
    levels: Levels,
    mut look: impl FnMut(&Seen<G>, Option<&Seen<G>>),
) -> G::Battle {
    let mut battle = opening.clone();
    let words = words_digest([]);
    let mut last = None;
    while G::stage(&battle).outcome.is_none() && G::stage(&battle).round <= ROUNDS_MAX {
        let orders = game.command_all(&battle, levels, seed.mood());
        let mut dice = seed.dice(G::stage(&battle).round, &[0; 32], &words);
        let events = game.resolve(&battle, &orders, &mut dice);
        let after = G::after(&battle, &events);
        let round = Seen { before: std::mem::replace(&mut battle, after.clone()), orders, events, after };
        look(&round, last.as_ref());
        last = Some(round);
    }
    battle
}

/// A battle as it is written down.
struct Record {
    fought: Fought,
    /// Whose each objective was when the round began.
    owners: Vec<Option<PartyId>>,
}

impl Record {
    fn of(opening: &Standing<'_>) -> Record {
        let nobody = vec![0; opening.parties.len()];
        let objective = ObjectiveFate { held: nobody.clone(), taken: nobody };
        let objectives = vec![objective; opening.objectives.len()];
        let owners = opening.objectives.iter().map(|it| it.owner).collect();
        let mut record = Record { fought: Fought { objectives, ..Fought::default() }, owners };
        record.see(opening);
        record
    }

    /// Who is there; some may have been made in play.
    fn see(&mut self, now: &Standing<'_>) {
        let squads = &mut self.fought.squads;
        squads.resize_with(now.squads.len().max(squads.len()), SquadFate::default);
        for (fate, squad) in squads.iter_mut().zip(&now.squads) {
            fate.came |= !squad.standing.is_empty();
        }
    }

    fn round<G: Simulated>(&mut self, events: &[G::Event], after: &Standing<'_>) {
        let deeds = G::activity(events);
        self.see(after);
        let fought = &mut self.fought;
        fought.rounds += 1;
        if fought.rounds == 1 {
            fought.goals_at_once = after.goals.iter().map(|it| it.is_met).collect();
        }
        fought.dead_rounds += u16::from(!deeds.is_any);
        for squad in deeds.squads {
            if let Some(fate) = fought.squads.get_mut(usize::from(squad.0)) {
                fate.acted = true;
            }
        }
        for ((fate, was), now) in fought.objectives.iter_mut().zip(&mut self.owners).zip(&after.objectives) {
            if let Some(owner) = now.owner {
                let party = usize::from(owner.0);
                fate.held[party] += u16::from(!now.is_contested);
                fate.taken[party] += u16::from(*was != Some(owner));
            }
            *was = now.owner;
        }
    }

    fn finish(self, outcome: Option<Outcome>, after: &Standing<'_>) -> Fought {
        let mut fought = self.fought;
        for (fate, squad) in fought.squads.iter_mut().zip(&after.squads) {
            (fate.units, fate.lost) = (squad.units, squad.lost);
        }
        Fought { outcome, goals: after.goals.iter().map(|it| it.is_met).collect(), ..fought }
    }
}
