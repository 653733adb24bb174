//! The commander that thinks by playing.
//!
//! It takes what a veteran would order, and what he would order if his squads were minded otherwise, and rehearses the
//! rounds to come against what a veteran would answer. Squad by squad the order stays that comes to most. How much it
//! rehearses is counted in rounds, so that it thinks the same on every machine.

use crate::dice::{Seed, words_digest};
use crate::field::SquadId;
use crate::line::battle::{Abandon, Battle, Fight, Fire, Movement, Orders, Queue, Ranging, Side, Stance};
use crate::line::commander::captain::scales::Scales;
use crate::line::commander::captain::{self, Manner};
use crate::line::commander::decision::Decision;
use crate::line::rules::Line;

/// With how many sequences of dice each plan is tried; always the same, so that luck favours none.
const TRIALS: u64 = 12;
/// A plan that is no better after so many trials is given up.
const FIRST_LOOK: usize = 4;
/// How many times its standard error a gain must be, in tenths: what may be luck changes no plan.
const SIGNIFICANT_TENTHS: i128 = 15;
/// Rounds that a rehearsal goes on beyond the one that is ordered.
const AHEAD: usize = 1;
/// What else squads might be minded to do.
const OTHERWISE: [Stance; 5] = [Stance::Aggressive, Stance::Objective, Stance::Skirmish, Stance::Guard, Stance::Hold];
/// Gives orders to squads of one side that have none.
pub(super) fn lead(
    rules: &Line,
    battle: &Battle,
    side: Side,
    led: &[SquadId],
    orders: &mut Orders,
    decisions: &mut Vec<Decision>,
) {
    if led.is_empty() {
        return;
    }
    let ours = of_side(battle, orders, side);
    let answer =
        planned(rules, battle, Manner { side: side.other(), is_wary: true, all_minded: None }, &Orders::default());
    let manner = |all_minded| Manner { side, is_wary: true, all_minded };
    let plain = planned(rules, battle, manner(None), &ours);
    let others: Vec<Plan> = OTHERWISE.iter().map(|it| planned(rules, battle, manner(Some(*it)), &ours)).collect();

    let table = Table { rules, battle, answer: &answer.orders, scales: Scales::of(battle, side) };
    let (mut best, mut best_tried) = (plain.orders.clone(), table.tried(&plain.orders));
    let mut chosen: Vec<(SquadId, &Plan)> = led.iter().map(|it| (*it, &plain)).collect();
    for other in &others {
        if let Some(tried) = table.better(&other.orders, &best_tried) {
            (best, best_tried) = (other.orders.clone(), tried);
            chosen.iter_mut().for_each(|it| it.1 = other);
        }
    }
    for (squad, chosen) in &mut chosen {
        let mut seen = vec![Told::of(&best, *squad)];
        for other in others.iter().chain([&plain]) {
            let told = Told::of(&other.orders, *squad);
            if seen.contains(&told) {
                continue;
            }
            let mut changed = best.clone();
            told.give(&mut changed, *squad);
            seen.push(told);
            if let Some(tried) = table.better(&changed, &best_tried) {
                (best, best_tried) = (changed, tried);
                *chosen = other;
            }
        }
    }
    for (squad, plan) in chosen {
        Told::of(&best, squad).give(orders, squad);
        decisions.extend(plan.decisions.iter().filter(|it| it.squad == squad));
    }
    orders.abilities.extend(best.abilities.iter().skip(ours.abilities.len()));
}

/// Orders, and why.
struct Plan {
    orders: Orders,
    decisions: Vec<Decision>,
}

/// What a captain orders everybody of a side who has none.
fn planned(rules: &Line, battle: &Battle, manner: Manner, given: &Orders) -> Plan {
    let led: Vec<SquadId> = battle.squads_of(manner.side).filter(|it| !given.has_any_for(*it)).collect();
    let mut plan = Plan { orders: given.clone(), decisions: Vec::new() };
    captain::lead(rules, battle, manner, &led, &mut plan.orders, &mut plan.decisions);
    plan
}

/// The orders of one side alone: what the other has ordered nobody knows.
fn of_side(battle: &Battle, orders: &Orders, side: Side) -> Orders {
    let mut ours = orders.clone();
    let setup = battle.setup();
    for squad in setup.squad_ids().filter(|it| battle.side(*it) != side) {
        ours.withdraw(squad);
    }
    ours.abilities.retain(|it| setup.caster(it.by).side == side);
    ours
}

/// All that one squad is told.
#[derive(PartialEq)]
struct Told {
    fire: Option<Fire>,
    fight: Option<Fight>,
    movement: Option<Movement>,
    abandon: Option<Abandon>,
    ranging: Option<Ranging>,
}

impl Told {
    fn of(orders: &Orders, squad: SquadId) -> Told {
        Told {
            fire: orders.fire.get(squad).cloned(),
            fight: orders.fight.get(squad).copied(),
            movement: orders.movement.get(squad).cloned(),
            abandon: orders.abandon.get(squad).copied(),
            ranging: orders.formations.ranging.get(squad).cloned(),
        }
    }

    /// In place of whatever it was told before.
    fn give(&self, orders: &mut Orders, squad: SquadId) {
        orders.withdraw(squad);
        fn put<T: Clone>(queue: &mut Queue<SquadId, T>, squad: SquadId, told: Option<&T>) {
            if let Some(told) = told {
                queue.put(squad, told.clone());
            }
        }
        put(&mut orders.fire, squad, self.fire.as_ref());
        put(&mut orders.fight, squad, self.fight.as_ref());
        put(&mut orders.movement, squad, self.movement.as_ref());
        put(&mut orders.abandon, squad, self.abandon.as_ref());
        put(&mut orders.formations.ranging, squad, self.ranging.as_ref());
    }
}

/// Where plans are tried.
struct Table<'a> {
    rules: &'a Line,
    battle: &'a Battle,
    answer: &'a Orders,
    scales: Scales,
}

impl Table<'_> {
    /// What a plan comes to, trial by trial.
    fn tried(&self, plan: &Orders) -> Vec<i64> {
        let orders = plan.with_added(self.answer);
        (0..TRIALS).map(|trial| self.play(&orders, trial)).collect()
    }

    /// The same of a plan that is surely better than one that came to this; `None` if it isn't.
    fn better(&self, plan: &Orders, known: &[i64]) -> Option<Vec<i64>> {
        let orders = plan.with_added(self.answer);
        let (mut sum, mut squares) = (0_i128, 0_i128);
        let mut tried = Vec::with_capacity(known.len());
        for (trial, was) in (0..).zip(known) {
            let now = self.play(&orders, trial);
            let gain = i128::from(now - was);
            (sum, squares) = (sum + gain, squares + gain * gain);
            tried.push(now);
            if tried.len() == FIRST_LOOK && sum <= 0 {
                return None;
            }
        }
        let is_sure = 0 < sum && SIGNIFICANT_TENTHS * SIGNIFICANT_TENTHS * squares < 100 * sum * sum;
        is_sure.then_some(tried)
    }

    fn play(&self, orders: &Orders, trial: u64) -> i64 {
        let mut battle = self.battle.clone();
        self.round(&mut battle, orders, trial);
        for _ in 0..AHEAD {
            let mut both = Orders::default();
            for side in Side::ALL {
                let manner = Manner { side, is_wary: false, all_minded: None };
                both = planned(self.rules, &battle, manner, &both).orders;
            }
            self.round(&mut battle, &both, trial);
        }
        self.scales.weigh(&battle)
    }

    fn round(&self, battle: &mut Battle, orders: &Orders, trial: u64) {
        let mut dice = Seed::from(trial).dice(battle.round(), &[0; 32], &words_digest(THOUGHT));
        for event in self.rules.resolve(battle, orders, &mut dice) {
            battle.apply(&event);
        }
    }
}

/// Keeps these dice apart from those of any battle: seats have names, and this has none.
const THOUGHT: [(&str, &str); 1] = [("", "thought")];
