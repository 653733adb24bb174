//! Plays a round thousands of times in private, to show what its orders may achieve.

use std::collections::BTreeSet;

use crate::dice::Dice;
use crate::field::{Outcome, SquadId, UnitId};
use crate::game::{OpenRound, Simulated, Standing, TrackedOutcome, cores, digest_of, on_threads};
use crate::map::PartyId;

/// How many times a round is played for a rehearsal.
pub const RUNS: u32 = 2_000;

/// A round to rehearse, as the people who ask know it.
#[derive(Clone, Debug)]
pub struct Rehearsing<G: Simulated> {
    game: G,
    battle: G::Battle,
    orders: G::Orders,
    /// The digest of the orders. All dice come from it.
    digest: [u8; 32],
}

/// The results of a rehearsal, counted in runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RehearsalResult {
    /// How many times the round was played.
    pub runs: u32,
    /// The squads that stand when the round begins, in roster order.
    pub squads: Vec<SquadResult>,
    /// Other outcomes that the orders may have, and how many times each came true.
    pub outcomes: Vec<(TrackedOutcome, u32)>,
    /// For each objective, how many times each party owned it afterwards.
    pub objectives: Vec<Vec<u32>>,
    /// How many times each party won, and lost, a battle that ended in this round.
    pub won: Vec<u32>,
    pub lost: Vec<u32>,
}

/// What may become of a squad.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SquadResult {
    pub squad: SquadId,
    /// How many runs cost the squad each number of its standing units, indexed by that number.
    pub lost: Vec<u32>,
    /// How many times some of it stood afterwards and the squad was broken.
    pub broken: u32,
}

impl SquadResult {
    /// How many units stand when the round begins.
    pub fn standing(&self) -> usize {
        self.lost.len() - 1
    }

    /// The least number of losses that isn't exceeded in this percentage of runs.
    pub fn at_most(&self, percent: u32) -> usize {
        let runs: u64 = self.lost.iter().map(|it| u64::from(*it)).sum();
        let mut sum = 0;
        let enough = self.lost.iter().position(|it| {
            sum += u64::from(*it);
            u64::from(percent) * runs <= 100 * sum
        });
        enough.unwrap_or(self.standing())
    }

    /// Average losses, in tenths of a unit, rounded.
    pub fn mean_tenths(&self) -> u64 {
        let runs: u64 = self.lost.iter().map(|it| u64::from(*it)).sum();
        let all: u64 = self.lost.iter().enumerate().map(|(n, it)| n as u64 * u64::from(*it)).sum();
        if runs == 0 { 0 } else { (20 * all + runs) / (2 * runs) }
    }

    /// How many times nobody was standing afterwards.
    pub fn annihilated(&self) -> u32 {
        self.lost.last().copied().unwrap_or(0)
    }
}

impl<G: Simulated> Rehearsing<G> {
    /// A round as players know it: what is hidden from them is left out.
    pub fn new(game: &G, open: &OpenRound<G>) -> Rehearsing<G> {
        let (battle, orders) = game.as_players_know_it(open);
        Rehearsing::of(game, battle, orders)
    }

    /// A round of which everything is known.
    pub(crate) fn of(game: &G, battle: G::Battle, orders: G::Orders) -> Rehearsing<G> {
        let digest = digest_of(&orders);
        Rehearsing { game: game.clone(), battle, orders, digest }
    }

    /// The battle, as far as it is known.
    pub fn battle(&self) -> &G::Battle {
        &self.battle
    }

    /// Plays the round `runs` times, on all cores. The same round gives the same results on any number of cores. No
    /// battle ever rolls these dice.
    pub fn run(&self, runs: u32) -> RehearsalResult {
        let before = &G::standing(&self.battle);
        let mut sum = self.blank(before);
        let played = on_threads(cores(), runs as usize, |run| self.play(run as u32, before));
        played.iter().for_each(|it| sum.add(it));
        sum
    }

    fn blank(&self, before: &Standing) -> RehearsalResult {
        let standing = (0..).map(SquadId).zip(before.squads.iter().map(|it| it.standing.len()));
        let blank = |(squad, n): (SquadId, usize)| SquadResult { squad, lost: vec![0; n + 1], broken: 0 };
        RehearsalResult {
            squads: standing.filter(|it| 0 < it.1).map(blank).collect(),
            outcomes: G::tracked_outcomes(&self.orders).into_iter().map(|it| (it, 0)).collect(),
            objectives: vec![vec![0; before.parties.len()]; before.objectives.len()],
            won: vec![0; before.parties.len()],
            lost: vec![0; before.parties.len()],
            ..RehearsalResult::default()
        }
    }

    /// Plays the round once. Returns the results of that run.
    fn play(&self, run: u32, before: &Standing) -> RehearsalResult {
        let mut sum = RehearsalResult { runs: 1, ..self.blank(before) };
        let mut dice = Dice::for_trial(run, G::stage(&self.battle).round, &self.digest);
        let events = self.game.resolve(&self.battle, &self.orders, &mut dice);
        let after = G::after(&self.battle, &events);
        for it in G::came_true(&events) {
            if let Some(stake) = sum.outcomes.iter_mut().find(|stake| stake.0 == it) {
                stake.1 += 1;
            }
        }
        let now = G::standing(&after);
        let stand: BTreeSet<UnitId> = now.squads.iter().flat_map(|it| &it.standing).copied().collect();
        for it in &mut sum.squads {
            let squad = usize::from(it.squad.0);
            let left = before.squads[squad].standing.iter().filter(|it| stand.contains(it)).count();
            let lost = it.standing() - left;
            it.lost[lost] += 1;
            it.broken += u32::from(0 < left && now.squads.get(squad).is_some_and(|now| now.is_broken));
        }
        for (owned, it) in sum.objectives.iter_mut().zip(&now.objectives) {
            if let Some(PartyId(owner)) = it.owner {
                owned[usize::from(owner)] += 1;
            }
        }
        for (party, (won, lost)) in (0..).map(PartyId).zip(sum.won.iter_mut().zip(&mut sum.lost)) {
            match G::outcome_for(&after, party) {
                Some(Outcome::Victory) => *won = 1,
                Some(Outcome::Defeat) => *lost = 1,
                _ => (),
            }
        }
        sum
    }
}

impl RehearsalResult {
    fn add(&mut self, other: &RehearsalResult) {
        self.runs += other.runs;
        let add = |mine: &mut [u32], its: &[u32]| mine.iter_mut().zip(its).for_each(|(mine, its)| *mine += its);
        add(&mut self.won, &other.won);
        add(&mut self.lost, &other.lost);
        for (mine, its) in self.squads.iter_mut().zip(&other.squads) {
            add(&mut mine.lost, &its.lost);
            mine.broken += its.broken;
        }
        self.outcomes.iter_mut().zip(&other.outcomes).for_each(|(mine, its)| mine.1 += its.1);
        for (mine, its) in self.objectives.iter_mut().zip(&other.objectives) {
            add(mine, its);
        }
    }
}
