//! A round played thousands of times in private: what orders may come to.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::thread;

use crate::dice::{Seed, words_digest};
use crate::field::{ObjectiveId, Outcome, SquadId, UnitId};
use crate::line::battle::{Battle, BySide, Event, Fire, FormationEvent, Movement, Orders, Side};
use crate::line::commander;
use crate::line::rules::Line;

/// How often a round is usually played.
pub const RUNS: u32 = 2_000;

/// A round that is to be rehearsed, as those know it who ask.
#[derive(Clone, Debug)]
pub struct Rehearsing {
    ruleset: Line,
    battle: Battle,
    orders: Orders,
    /// Of the orders; all dice come from it.
    digest: [u8; 32],
}

/// What came of it, counted in runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rehearsal {
    /// How often the round was played.
    pub runs: u32,
    /// The squads that stand as the round begins, in roster order.
    pub squads: Vec<Prospect>,
    /// **V-7** Charges that were ordered, and how often each was made.
    pub charges: BTreeMap<(SquadId, SquadId), u32>,
    /// **S-5** Volleys that were ordered, and how often each found nobody left to fire at.
    pub wasted: BTreeMap<(SquadId, SquadId), u32>,
    /// **O-1** How often each objective was a side's afterwards.
    pub objectives: Vec<BySide<u32>>,
    pub victories: u32,
    pub defeats: u32,
}

/// What may become of a squad.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prospect {
    pub squad: SquadId,
    /// In how many runs so many of those who stand don't stand afterwards: by their number.
    pub lost: Vec<u32>,
    /// **L-3** How often somebody stands afterwards and the squad is broken.
    pub broken: u32,
}

impl Prospect {
    /// How many stand now.
    pub fn standing(&self) -> usize {
        self.lost.len() - 1
    }

    /// The least number of losses that isn't exceeded in so many of a hundred runs.
    pub fn at_most(&self, percent: u32) -> usize {
        let runs: u64 = self.lost.iter().map(|it| u64::from(*it)).sum();
        let mut sum = 0;
        let enough = self.lost.iter().position(|it| {
            sum += u64::from(*it);
            u64::from(percent) * runs <= 100 * sum
        });
        enough.unwrap_or(self.standing())
    }

    /// Losses on average, in tenths of a unit, rounded.
    pub fn mean_tenths(&self) -> u64 {
        let runs: u64 = self.lost.iter().map(|it| u64::from(*it)).sum();
        let all: u64 = self.lost.iter().enumerate().map(|(n, it)| n as u64 * u64::from(*it)).sum();
        if runs == 0 { 0 } else { (20 * all + runs) / (2 * runs) }
    }

    /// **T-8** How often nobody stands afterwards.
    pub fn annihilated(&self) -> u32 {
        self.lost.last().copied().unwrap_or(0)
    }
}

impl Rehearsing {
    /// A round with orders that everybody can see. What nobody can is left out: what the scenario holds ready, and how
    /// the squads that the GM leads are minded. They are taken to go for whoever is nearest.
    pub fn new(ruleset: &Line, battle: &Battle, public: &Orders) -> Rehearsing {
        let battle = battle.as_players_know_it();
        let orders = commander::complete(ruleset, &battle, public);
        let digest = orders.digest();
        Rehearsing { ruleset: ruleset.clone(), battle, orders, digest }
    }

    /// The battle, as far as it is known.
    pub fn battle(&self) -> &Battle {
        &self.battle
    }

    /// Plays the round so many times, on all cores. The same round gives the same figures, on any number of them; the
    /// dice are none that any battle has.
    pub fn run(&self, runs: u32) -> Rehearsal {
        let threads = thread::available_parallelism().map_or(1, NonZero::get).min(runs as usize).max(1);
        let count = |first: usize| {
            let mut sum = self.blank();
            (first as u32..runs).step_by(threads).for_each(|run| self.play(run, &mut sum));
            sum
        };
        thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|first| scope.spawn(move || count(first))).collect();
            let mut sum = count(0);
            for other in others {
                // Only a bug ends a thread early, and it is no less one here.
                sum.add(&other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
            sum
        })
    }

    fn blank(&self) -> Rehearsal {
        let standing = |it: SquadId| (it, self.battle.standing(it).count());
        let squads = self.battle.setup().squad_ids().map(standing).filter(|it| 0 < it.1);
        let charges = self.orders.movement.iter().filter_map(|(squad, it)| match it {
            Movement::Charge { target, .. } => Some(((squad, *target), 0)),
            _ => None,
        });
        let volleys = self.orders.fire.iter().flat_map(|(squad, it)| match it {
            Fire::At(parts) => parts.iter().map(|part| ((squad, part.target), 0)).collect(),
            Fire::Volley(it) => vec![((squad, it.target), 0)],
            Fire::AtWill => Vec::new(),
        });
        Rehearsal {
            squads: squads.map(|(squad, n)| Prospect { squad, lost: vec![0; n + 1], broken: 0 }).collect(),
            charges: charges.collect(),
            wasted: volleys.collect(),
            objectives: vec![BySide::default(); self.battle.setup().objectives.len()],
            ..Rehearsal::default()
        }
    }

    /// Plays the round once, and counts what came of it.
    fn play(&self, run: u32, sum: &mut Rehearsal) {
        let seed = Seed::from(u64::from(run));
        let mut dice = seed.dice(self.battle.round(), &self.digest, &words_digest(REHEARSAL));
        let events = self.ruleset.resolve(&self.battle, &self.orders, &mut dice);
        let mut after = self.battle.clone();
        for event in &events {
            match event {
                Event::Charged(it) if it.made => count(&mut sum.charges, (it.squad, it.target)),
                Event::VolleyWasted { squad, target, .. } => count(&mut sum.wasted, (*squad, *target)),
                Event::Formation(it) => {
                    if let FormationEvent::VolleyLost { squad, target, .. } = &**it {
                        count(&mut sum.wasted, (*squad, *target));
                    }
                }
                _ => (),
            }
            after.apply(event);
        }
        sum.runs += 1;
        let stands = |it: &UnitId| after.unit(*it).is_standing();
        for prospect in &mut sum.squads {
            let left = self.battle.standing(prospect.squad).filter(stands).count();
            let lost = prospect.standing() - left;
            prospect.lost[lost] += 1;
            prospect.broken += u32::from(0 < left && after.squad(prospect.squad).is_broken);
        }
        for (n, owned) in sum.objectives.iter_mut().enumerate() {
            if let Some(side) = after.objective(ObjectiveId(n as u8)).owner {
                owned[side] += 1;
            }
        }
        match after.outcome() {
            Some(Outcome::Victory) => sum.victories += 1,
            Some(Outcome::Defeat) => sum.defeats += 1,
            _ => (),
        }
    }
}

/// Keeps these dice apart from those of any battle: seats have names, and this has none.
const REHEARSAL: [(&str, &str); 1] = [("", "rehearsal")];

fn count(counts: &mut BTreeMap<(SquadId, SquadId), u32>, key: (SquadId, SquadId)) {
    if let Some(count) = counts.get_mut(&key) {
        *count += 1;
    }
}

impl Rehearsal {
    fn add(&mut self, other: &Rehearsal) {
        self.runs += other.runs;
        self.victories += other.victories;
        self.defeats += other.defeats;
        for (mine, its) in self.squads.iter_mut().zip(&other.squads) {
            mine.lost.iter_mut().zip(&its.lost).for_each(|(mine, its)| *mine += its);
            mine.broken += its.broken;
        }
        for (mine, its) in [(&mut self.charges, &other.charges), (&mut self.wasted, &other.wasted)] {
            mine.values_mut().zip(its.values()).for_each(|(mine, its)| *mine += its);
        }
        for (mine, its) in self.objectives.iter_mut().zip(&other.objectives) {
            Side::ALL.into_iter().for_each(|side| mine[side] += its[side]);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::line::battle::FirePart;
    use crate::line::battle::scene::{scene, squad};
    use crate::line::rules::Line;

    use super::*;

    #[test]
    fn every_run_is_counted_once_on_however_many_threads() {
        let battle = scene(".A .A .A . . . . .B .B", "A Alpha players@alice: rifle; B Boyz enemy: boy");
        let round = Rehearsing::new(&Line::default(), &battle, &Orders::default());
        let all = round.run(101);
        assert_eq!(all, round.run(101));
        assert_eq!(all.runs, 101);
        assert!(all.squads.iter().all(|it| it.lost.iter().sum::<u32>() == 101));
        let mut one_by_one = round.blank();
        (0..101).for_each(|run| round.play(run, &mut one_by_one));
        assert_eq!(all, one_by_one);
    }

    #[test]
    fn s5_fire_at_a_squad_that_others_may_fell_first_is_wasted_now_and_then() {
        let battle = scene(
            ".A .A .A .A .A .A . . . . .E\n.B .B . . . . . . . . .",
            "A Alpha players@alice: rifle; B Bravo players@bob: rifle; E Boyz enemy: boy",
        );
        let [alpha, bravo, boyz] = ["Alpha", "Bravo", "Boyz"].map(|it| squad(&battle, it));
        let mut orders = Orders::default();
        for squad in [alpha, bravo] {
            orders.fire.put(squad, Fire::At(vec![FirePart { target: boyz, with: None }]));
        }
        let told = Rehearsing::new(&Line::default(), &battle, &orders).run(200);
        assert_eq!(told.wasted[&(alpha, boyz)], 0, "it fires first");
        let wasted = told.wasted[&(bravo, boyz)];
        assert!((1..200).contains(&wasted), "{wasted}");
    }

    #[test]
    fn v7_a_charge_is_made_as_often_as_two_dice_reach_so_far() {
        let battle = scene(".A . . . . . . . .E", "A Alpha players@alice: rifle; E Mast enemy: boy");
        let [alpha, mast] = ["Alpha", "Mast"].map(|it| squad(&battle, it));
        let mut orders = Orders::default();
        orders.movement.put(alpha, Movement::Charge { target: mast, after: None });
        orders.movement.put(mast, Movement::Hold);
        let told = Rehearsing::new(&Line::default(), &battle, &orders).run(RUNS);
        // Seven steps to the tile beside them: 21 of 36 pairs.
        let (made, expected) = (told.charges[&(alpha, mast)], RUNS * 21 / 36);
        assert!(made.abs_diff(expected) < RUNS / 20, "{made} of {RUNS}, and {expected} were expected");
    }

    #[test]
    fn losses_are_told_by_how_many_are_not_exceeded() {
        let prospect = Prospect { squad: SquadId(0), lost: vec![50, 30, 15, 5], broken: 0 };
        assert_eq!([10, 50, 51, 80, 95, 100].map(|it| prospect.at_most(it)), [0, 0, 1, 1, 2, 3]);
        assert_eq!((prospect.standing(), prospect.mean_tenths(), prospect.annihilated()), (3, 8, 5));
    }
}
