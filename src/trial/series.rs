//! Plays battles of commander against commander, by the hundred.

use std::sync::Arc;

use crate::dice::{Seed, sha256, words_digest};
use crate::field::Outcome;
use crate::game::{Levels, PlayedRound, Simulated, Standing, on_threads};
use crate::map::PartyId;
use crate::trial::card::{Card, ObjectiveCard, SquadCard};

/// Rounds after which a battle counts as one that never ends.
pub const ROUNDS_MAX: u16 = 60;

/// Battles that differ only in their dice.
#[derive(Clone, Debug)]
pub struct Series<G: Simulated> {
    pub game: G,
    pub setup: Arc<G::Setup>,
    /// The source of all dice: battle `n` of the same series and seed is always the same.
    pub seed: Seed,
    pub battles: usize,
    /// The level of each army's commander.
    pub levels: Levels,
}

impl<G: Simulated> Series<G> {
    /// Plays all battles on this many threads. Returns their cards in order. Calls `done` after each battle.
    pub fn fight(&self, threads: usize, done: &(dyn Fn() + Sync)) -> Vec<Card> {
        let opening = G::open(&self.setup);
        on_threads(threads, self.battles, |n| {
            let fought = fight(&self.game, &opening, &self.seed_of(n), self.levels);
            done();
            fought
        })
    }

    /// The seed of a battle: SHA-256 of the series' seed and the battle's index.
    pub(super) fn seed_of(&self, n: usize) -> Seed {
        Seed::from_bytes(sha256(&[b"fieldpost series 1\0", &self.seed.reveal(), &(n as u64).to_le_bytes()]))
    }
}

/// Plays a battle to its end.
pub fn fight<G: Simulated>(game: &G, opening: &G::Battle, seed: &Seed, levels: Levels) -> Card {
    let mut record = Record::of(&G::standing(opening));
    let end = play_out(game, opening, seed, levels, |it, _| record.round::<G>(&it.events, &G::standing(&it.after)));
    let after = G::standing(&end);
    let has_won = |it: usize| u64::from(G::outcome_for(&end, PartyId(it as u8)) == Some(Outcome::Victory));
    let won = (0..after.parties.len()).map(has_won).collect();
    record.finish(G::stage(&end).outcome, won, &after)
}

/// Plays a battle to its end. Calls `look` with each round and the round before it.
pub(crate) fn play_out<G: Simulated>(
    game: &G,
    opening: &G::Battle,
    seed: &Seed,
    levels: Levels,
    mut look: impl FnMut(&PlayedRound<G>, Option<&PlayedRound<G>>),
) -> G::Battle {
    let mut battle = opening.clone();
    let words = words_digest([]);
    let mut last = None;
    while G::stage(&battle).outcome.is_none() && G::stage(&battle).round <= ROUNDS_MAX {
        let orders = game.command_all(&battle, levels, seed.mood());
        let mut dice = seed.dice(G::stage(&battle).round, &[0; 32], &words);
        let events = game.resolve(&battle, &orders, &mut dice);
        let after = G::after(&battle, &events);
        let round = PlayedRound { before: std::mem::replace(&mut battle, after.clone()), orders, events, after };
        look(&round, last.as_ref());
        last = Some(round);
    }
    battle
}

/// The record of a battle while it is played.
struct Record {
    card: Card,
    rounds: u16,
    /// The owner of each objective when the round began.
    owners: Vec<Option<PartyId>>,
}

impl Record {
    fn of(opening: &Standing) -> Record {
        let objectives = vec![ObjectiveCard::blank(opening.parties.len()); opening.objectives.len()];
        let owners = opening.objectives.iter().map(|it| it.owner).collect();
        let mut record = Record { card: Card { battles: 1, objectives, ..Card::default() }, rounds: 0, owners };
        record.see(opening);
        record
    }

    /// Counts the squads that are on the map. Some may have been made in play.
    fn see(&mut self, now: &Standing) {
        let squads = &mut self.card.squads;
        squads.resize_with(now.squads.len().max(squads.len()), SquadCard::default);
        for (card, squad) in squads.iter_mut().zip(&now.squads) {
            card.came |= u64::from(!squad.standing.is_empty());
        }
    }

    fn round<G: Simulated>(&mut self, events: &[G::Event], after: &Standing) {
        let deeds = G::activity(events);
        self.see(after);
        let card = &mut self.card;
        self.rounds += 1;
        if self.rounds == 1 {
            card.goals_at_once = met(after);
        }
        card.dead_rounds += u64::from(!deeds.is_any);
        for squad in deeds.squads {
            if let Some(card) = card.squads.get_mut(usize::from(squad.0)) {
                card.acted = 1;
            }
        }
        for ((card, was), now) in card.objectives.iter_mut().zip(&mut self.owners).zip(&after.objectives) {
            if let Some(owner) = now.owner {
                let party = usize::from(owner.0);
                card.held[party] += u64::from(!now.is_contested);
                card.taken[party] += u64::from(*was != Some(owner));
            }
            *was = now.owner;
        }
    }

    fn finish(self, outcome: Option<Outcome>, won: Vec<u64>, after: &Standing) -> Card {
        let Record { mut card, rounds, .. } = self;
        match outcome {
            Some(Outcome::Victory) => card.victories = 1,
            Some(Outcome::Defeat) => card.defeats = 1,
            Some(Outcome::TimeUp | Outcome::TappedOut) => card.times_up = 1,
            None => card.unended = 1,
        }
        card.decided = u64::from(won.contains(&1));
        card.won = won;
        card.by_rounds = vec![0; usize::from(rounds)];
        card.by_rounds.push(1);
        for (card, squad) in card.squads.iter_mut().zip(&after.squads).filter(|it| it.0.came == 1) {
            (card.units, card.lost) = (squad.units.into(), squad.lost.into());
            card.gone = u64::from(0 < squad.units && squad.units == squad.lost);
        }
        for it in &mut card.objectives {
            it.taken_in = it.taken.iter().map(|it| u64::from(0 < *it)).collect();
        }
        card.goals = met(after);
        card
    }
}

/// 1 for each goal that is met, and 0 for the others.
fn met(standing: &Standing) -> Vec<u64> {
    standing.goals.iter().map(|it| it.is_met.into()).collect()
}
