//! What one sentence tells a squad in several orders, as what it comes to.

use crate::line::battle::{Fire, FirePart, Movement, With};

use super::{Given, Order, Reading, diagnostics};

/// What one sentence tells a squad is told at once: who does something and holds stays where that leads, who falls back and
/// moves falls back there, and weapons told one by one fire at one time. What can't be both isn't taken.
pub(super) fn settle(reading: &mut Reading, first: usize) {
    if reading.given.len() < first + 2 {
        return;
    }
    let mut kept: Vec<Given> = Vec::new();
    let mut refused: Vec<usize> = Vec::new();
    for given in reading.given.split_off(first) {
        let same = kept.iter().position(|it| is_same_slot(&it.order, &given.order));
        match same.map(|at| (at, together(&kept[at].order, &given.order))) {
            None => kept.push(given),
            Some((at, Some(order))) => kept[at].order = order,
            Some((at, None)) => {
                reading.diagnostics.push(diagnostics::not_both(given.span));
                refused.push(at);
            }
        }
    }
    let mut at = 0..;
    kept.retain(|_| at.next().is_none_or(|it| !refused.contains(&it)));
    let holds = |it: &Given| matches!(it.order, Order::Movement(_, Movement::Hold));
    for at in 1..kept.len() {
        let squad = kept[at].order.squad();
        if let Some(first) = kept[..at].iter().position(|it| it.order.squad() == squad).filter(|_| holds(&kept[at])) {
            kept[first..=at].rotate_right(1);
        }
    }
    reading.given.append(&mut kept);
}

/// Weapons that several lines tell one squad to fire, each line others, all fire: a list has a line for each.
pub(super) fn join_fire(reading: &mut Reading) {
    let mut at = 1;
    while at < reading.given.len() {
        let (before, [later, ..]) = reading.given.split_at(at) else { return };
        let Order::Fire(squad, _) = later.order else {
            at += 1;
            continue;
        };
        let takes_back = |it: &Given| match it.order {
            Order::Movement(of, Movement::Hold) => of == squad,
            Order::Withdraw(_) => true,
            _ => false,
        };
        let is_fire = |it: &Given| matches!(it.order, Order::Fire(of, _) if of == squad);
        let earlier = before.iter().rposition(|it| is_fire(it) || takes_back(it)).filter(|it| is_fire(&before[*it]));
        let are_apart = |it: &Given| it.order != later.order && names_weapons(&it.order) && names_weapons(&later.order);
        let earlier = earlier.filter(|it| are_apart(&before[*it]));
        let joined = earlier.and_then(|it| Some((it, together(&before[it].order, &later.order)?)));
        match joined {
            Some((earlier, order)) => {
                reading.given[at].order = order;
                reading.given.remove(earlier);
            }
            None => at += 1,
        }
    }
}

fn names_weapons(order: &Order) -> bool {
    let Order::Fire(_, Fire::At(parts)) = order else { return false };
    parts.iter().all(|it| matches!(it.with, Some(With::Weapon(_))))
}

fn is_same_slot(a: &Order, b: &Order) -> bool {
    match (a, b) {
        (Order::Movement(one, _), Order::Movement(other, _))
        | (Order::Fire(one, _), Order::Fire(other, _))
        | (Order::Fight(one, _), Order::Fight(other, _)) => one == other,
        _ => false,
    }
}

/// Two orders of one kind that one sentence tells a squad, as one.
pub(super) fn together(before: &Order, after: &Order) -> Option<Order> {
    use Movement::{Disengage, Hold, Move};
    match (before, after) {
        _ if before == after => Some(after.clone()),
        (Order::Movement(_, Hold), _) => Some(after.clone()),
        (_, Order::Movement(_, Hold)) => Some(before.clone()),
        (Order::Movement(squad, Disengage(None)), Order::Movement(_, Move(route)))
        | (Order::Movement(squad, Move(route)), Order::Movement(_, Disengage(None))) => {
            Some(Order::Movement(*squad, Disengage(Some(route.clone()))))
        }
        (Order::Fire(squad, Fire::At(some)), Order::Fire(_, Fire::At(more))) => {
            let parts: Vec<FirePart> = some.iter().chain(more).copied().collect();
            let is_named =
                |it: &FirePart| it.with.is_some() && parts.iter().filter(|other| other.with == it.with).count() == 1;
            parts.iter().all(is_named).then_some(Order::Fire(*squad, Fire::At(parts)))
        }
        _ => None,
    }
}
