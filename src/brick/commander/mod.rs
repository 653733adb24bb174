//! What everybody does whom nobody gives orders to: a commander for every team, and stand-ins for the absent.
//!
//! It sees the map and what happened on it, as any player does: nobody's orders, and no die. The same battle makes it think
//! the same.

mod captain;
mod force;
mod green;
mod stand_in;
#[cfg(test)]
mod tests;

pub use stand_in::stand_in;

use crate::brick::battle::{Battle, Order, Orders, Who};
use crate::brick::rules::Brick;
use crate::field::Level;

/// What a commander makes somebody do, in a sentence for the GM.
pub type Reason = String;

/// The orders as they stand, completed with what the commander tells everybody who has no player and no orders.
pub fn complete(rules: &Brick, battle: &Battle, given: &Orders) -> (Orders, Vec<Reason>) {
    let led: Vec<Who> = battle.everybody().filter(|it| battle.seat(*it).is_none() && !given.has_any_for(*it)).collect();
    let level = battle.setup().commander;
    lead(rules, battle, given, &led, |_| level)
}

/// The same for these, whoever has them, each as well as it is led.
pub(crate) fn lead(
    rules: &Brick,
    battle: &Battle,
    given: &Orders,
    led: &[Who],
    level: impl Fn(Who) -> Level,
) -> (Orders, Vec<Reason>) {
    let mut plan = Plan { battle, orders: given.clone(), reasons: Vec::new() };
    if !battle.setup().has_map {
        // Only people see a real table.
        return (plan.orders, plan.reasons);
    }
    for who in led.iter().filter(|it| level(**it) == Level::Green) {
        green::decide(&mut plan, *who);
    }
    for team in battle.setup().team_ids() {
        for asked in [Level::Regular, Level::Veteran] {
            let is_led = |it: &Who| battle.team(*it) == Some(team) && level(*it).min(Level::Veteran) == asked;
            let led: Vec<Who> = led.iter().copied().filter(is_led).collect();
            captain::lead(rules, &mut plan, asked, &led);
        }
    }
    (plan.orders, plan.reasons)
}

/// Orders in the making.
struct Plan<'a> {
    battle: &'a Battle,
    orders: Orders,
    reasons: Vec<Reason>,
}

impl Plan<'_> {
    /// Somebody is told something, and why.
    fn tell(&mut self, who: Who, order: Option<Order>, why: &str) {
        order.into_iter().for_each(|it| self.orders.put(it));
        self.reasons.push(format!("{}: {why}", self.battle.name(who)));
    }
}
