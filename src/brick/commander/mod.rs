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

use crate::brick::battle::{Battle, Movement, Order, Orders, Rect, Who};
use crate::brick::rules::{Brick, preview};
use crate::field::{Level, Tile};

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
    let mut plan = Plan { rules, battle, given, orders: given.clone(), reasons: Vec::new() };
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
    rules: &'a Brick,
    battle: &'a Battle,
    /// What people have told somebody: nothing for the commander to know.
    given: &'a Orders,
    orders: Orders,
    reasons: Vec<Reason>,
}

impl Plan<'_> {
    /// Where somebody's Standard goes so that it comes as near to a target as there is a way; `None` if that is where it is.
    ///
    /// **BS-8.4** Who has to wheel goes nowhere if somebody stands in the way of the place that the order names. Friends who
    /// go first may come to stand there.
    fn way_to(&self, who: Who, target: Rect) -> Option<Tile> {
        let battle = self.battle;
        let to = force::way_to(battle, who, target)?;
        if !battle.is_cavalry(who) {
            return Some(to);
        }
        let is_ours = |it: Who| battle.team(it) == battle.team(who) && self.given.movement.get(it).is_none();
        let goes_first = |it: &(Who, &Movement)| is_ours(it.0) && !matches!(it.1, Movement::Charge(_));
        let friends = self.orders.movement.iter().filter(goes_first).map(|(who, it)| (who, it.clone()));
        let then = preview::once_gone(self.rules, battle, friends);
        let is_open = preview::spots(&then, who).iter().any(|it| it.to == to);
        if is_open { Some(to) } else { force::way_to(&then, who, target) }
    }

    /// Somebody is told something, and why.
    fn tell(&mut self, who: Who, order: Option<Order>, why: &str) {
        order.into_iter().for_each(|it| self.orders.put(it));
        self.reasons.push(format!("{}: {why}", self.battle.name(who)));
    }
}
