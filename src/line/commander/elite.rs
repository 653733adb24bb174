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

/// Rounds that it rehearses at most before it gives its orders.
const BUDGET: usize = 400;
/// With how many sequences of dice each plan is tried; always the same, so that luck favours none.
const TRIALS: u64 = 4;
/// Rounds that a rehearsal goes on beyond the one that is ordered.
const AHEAD: usize = 1;
/// What else squads might be minded to do.
const OTHERWISE: [Stance; 5] = [Stance::Aggressive, Stance::Objective, Stance::Skirmish, Stance::Guard, Stance::Hold];
/// What a change has to be worth, in thousandths of a usual unit, over all trials.
const GAIN_MIN: i64 = 100;

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
    let mut best = plain.orders.clone();
    let mut best_worth = table.try_out(&best);
    let mut rehearsed = TRIALS as usize * (1 + AHEAD);
    let mut chosen: Vec<(SquadId, usize)> = Vec::new();
    for &squad in led {
        let mut seen = vec![Told::of(&plain.orders, squad)];
        for (n, other) in others.iter().enumerate() {
            let told = Told::of(&other.orders, squad);
            if seen.contains(&told) || BUDGET < rehearsed {
                continue;
            }
            let mut changed = best.clone();
            told.give(&mut changed, squad);
            seen.push(told);
            let worth = table.try_out(&changed);
            rehearsed += TRIALS as usize * (1 + AHEAD);
            if best_worth + GAIN_MIN < worth {
                (best, best_worth) = (changed, worth);
                chosen.retain(|it| it.0 != squad);
                chosen.push((squad, n));
            }
        }
    }
    for &squad in led {
        Told::of(&best, squad).give(orders, squad);
        let plan = chosen.iter().find(|it| it.0 == squad).map_or(&plain, |it| &others[it.1]);
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
    /// What a plan comes to, over all trials.
    fn try_out(&self, plan: &Orders) -> i64 {
        let orders = plan.with_added(self.answer);
        (0..TRIALS).map(|trial| self.play(&orders, trial)).sum()
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
