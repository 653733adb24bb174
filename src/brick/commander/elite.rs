//! The commander that thinks by playing: what a veteran would order, and what lesser ones would, is played through against
//! what a veteran would answer. Squad by squad the order stays that comes to most. How much it plays is counted in rounds,
//! so that it thinks the same on every machine.

use crate::brick::battle::{Battle, Order, Orders, TeamId, Who};
use crate::brick::commander::{Plan, lead as lead_at};
use crate::brick::orders::with_added;
use crate::brick::rules::{Brick, resolve};
use crate::dice::{Seed, words_digest};
use crate::field::{Level, Outcome};

/// Rounds that it plays at most before it gives its orders.
const BUDGET: usize = 160;
/// With how many sequences of dice each plan is tried; always the same, so that luck favours none.
const TRIALS: u64 = 3;
/// What a change has to be worth, in thousandths of a unit's value, over all trials.
const GAIN_MIN: i64 = 300;
/// What an objective is worth that is held, and the battle.
const OBJECTIVE: i64 = 20_000;
const VICTORY: i64 = 1_000_000;

/// Decides for those of one team that this commander leads.
pub(super) fn lead(rules: &Brick, plan: &mut Plan<'_>, led: &[Who]) {
    let Some(team) = led.first().and_then(|it| plan.battle.team(*it)) else { return };
    let battle = plan.battle;
    let (mut best, reasons) = lead_at(rules, battle, &plan.orders, led, |_| Level::Veteran);
    let others: Vec<Orders> = [Level::Regular, Level::Green]
        .map(|level| lead_at(rules, battle, &plan.orders, led, |_| level).0)
        .into_iter()
        .filter(|it| *it != best)
        .collect();
    let rest: Vec<Who> = battle.everybody().filter(|it| battle.team(*it) != Some(team)).collect();
    let answer = lead_at(rules, battle, &Orders::default(), &rest, |_| Level::Veteran).0;
    let table = Table { rules, battle, team, answer };
    let (mut worth, mut played) = (table.try_out(&best), TRIALS as usize);
    let mut changed: Vec<Who> = Vec::new();
    for who in led {
        for other in &others {
            let mut tried = best.clone();
            give(&mut tried, other, *who);
            if tried == best || BUDGET < played {
                continue;
            }
            played += TRIALS as usize;
            let now = table.try_out(&tried);
            if worth + GAIN_MIN < now {
                (best, worth) = (tried, now);
                changed.push(*who);
            }
        }
    }
    plan.orders = best;
    let is_as_planned = |it: &String| !changed.iter().any(|who| it.starts_with(&format!("{}: ", battle.name(*who))));
    plan.reasons.extend(reasons.into_iter().filter(is_as_planned));
    changed.dedup();
    changed.into_iter().for_each(|who| plan.tell(who, None, "does what came to most when it was played through"));
}

/// What somebody is told in one set of orders, in the other.
fn give(to: &mut Orders, from: &Orders, who: Who) {
    to.withdraw(who);
    let orders = [
        from.shoot.get(who).map(|it| Order::Shoot(who, it.clone())),
        from.melee.get(who).map(|it| Order::Melee(who, it.clone())),
        from.movement.get(who).map(|it| Order::Move(who, it.clone())),
    ];
    orders.into_iter().flatten().for_each(|it| to.put(it));
}

/// What plans are tried out on.
struct Table<'a> {
    rules: &'a Brick,
    battle: &'a Battle,
    team: TeamId,
    /// What everybody else is likely to do.
    answer: Orders,
}

impl Table<'_> {
    /// What a plan comes to, over all trials.
    fn try_out(&self, orders: &Orders) -> i64 {
        let all = with_added(self.battle, orders, &self.answer).unwrap_or_else(|| orders.clone());
        let trial = |n: u64| {
            let mut dice = Seed::from(n).dice(self.battle.round(), &[0; 32], &words_digest([]));
            let mut battle = self.battle.clone();
            resolve(self.rules, &battle, &all, &mut dice).iter().for_each(|it| battle.apply(it));
            self.worth(&battle)
        };
        (0..TRIALS).map(trial).sum()
    }

    fn worth(&self, battle: &Battle) -> i64 {
        let setup = battle.setup();
        let sign = |team: TeamId| if setup.is_hostile(self.team, team) { -1 } else { 1 };
        let unit = |it| {
            let (profile, now) = (battle.profile(it), battle.unit(it));
            let whole = 1000 * i64::from(profile.value).max(1) * i64::from(now.hp) / i64::from(profile.hp.max(1));
            // Who lies there can be struck before it gets up.
            let whole = if now.is_disrupted { whole * 3 / 4 } else { whole };
            battle.team_of(it).map_or(0, |team| sign(team) * whole)
        };
        let held = (0..setup.objectives.len()).filter_map(|it| battle.objective(it).owner);
        let mine = if setup.team(self.team).is_players { 1 } else { -1 };
        let end = match battle.outcome() {
            Some(Outcome::Victory) => mine * VICTORY,
            Some(Outcome::Defeat) => -mine * VICTORY,
            _ => 0,
        };
        battle.standing().map(unit).sum::<i64>() + held.map(|it| sign(it) * OBJECTIVE).sum::<i64>() + end
    }
}
