//! Orders for squads and units that nobody commands: a commander for every team, and stand-ins for absent players.
//!
//! A commander sees what any player sees: the map and past events, but no orders and no dice. The same battle always
//! leads to the same decisions.

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

/// A sentence for the GM about what the commander decided for a squad or unit.
pub type Reason = String;

/// Adds the commander's orders for everybody who has no player and no orders.
pub fn complete(rules: &Brick, battle: &Battle, given: &Orders) -> (Orders, Vec<Reason>) {
    let led: Vec<Who> = battle.everybody().filter(|it| battle.seat(*it).is_none() && !given.has_any_for(*it)).collect();
    let level = battle.setup().commander;
    lead(rules, battle, given, &led, |_| level)
}

/// Like [`complete`], but for the squads and units in `led`, even those of players, with a level for each.
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

/// The orders so far, and the reasons for them.
struct Plan<'a> {
    rules: &'a Brick,
    battle: &'a Battle,
    /// The orders of posts. They are here only so that the commander can leave them out.
    given: &'a Orders,
    orders: Orders,
    reasons: Vec<Reason>,
}

impl Plan<'_> {
    /// The tile for the Standard that brings a squad or unit as near to a target as it can go. `None` if it is there
    /// already.
    ///
    /// **BS-8.4** A squad that has to wheel doesn't move if something stands in its way at the end, and friends who
    /// move first may come to stand there.
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

    /// Adds an order, if there is one, with a reason for what is done.
    fn record(&mut self, who: Who, order: Option<Order>, why: &str) {
        order.into_iter().for_each(|it| self.orders.put(it));
        self.reasons.push(format!("{}: {why}", self.battle.name(who)));
    }
}
