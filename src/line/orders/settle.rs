//! What one sentence tells a squad in several orders, as what it comes to.

use crate::line::battle::{Fire, FirePart, Movement, RouteGoal, With};

use super::keywords::{HOLD, lexicon};
use super::{Given, Order, Reading, diagnostics};
use crate::post::surplus::denied;

/// What one sentence of a post tells a squad is told at once: who falls back and moves falls back there, and weapons told one
/// by one fire at one time. What can't be both isn't taken. Who moves and holds, or waits and moves, moves; else an order to
/// hold, as of fire, comes first, so that it takes back what the squad was told before and nothing of this.
pub(super) fn settle(reading: &mut Reading, first: usize, text: &str) {
    let mut kept: Vec<Given> = Vec::new();
    let mut refused: Vec<usize> = Vec::new();
    let holds = |it: &Given| it.order.is_hold();
    let moves = |it: &Given| matches!(it.order, Order::Movement(..)) && !holds(it);
    // `move to J8, but hold fire`, `do nothing but move to J8`
    let says_what_not = |it: &Given| {
        let written = text.get(it.span.clone()).unwrap_or_default();
        let says = |word: &str| written.to_lowercase().contains(word);
        denied(written, lexicon()).is_some_and(|it| it != HOLD) || says("nothing") || says("only")
    };
    for mut given in reading.given.split_off(first.min(reading.given.len())) {
        let is_of_same = |it: &Given| it.order.squad() == given.order.squad();
        if holds(&given)
            && let Some(moved) = kept.iter().find(|it| moves(it) && is_of_same(it))
        {
            if !says_what_not(&given) {
                continue;
            }
            given.span = moved.span.clone();
        } else if moves(&given)
            && !kept.iter().any(|it| moves(it) && is_of_same(it))
            && let Some(hold) = kept.iter_mut().find(|it| holds(it) && is_of_same(it))
        {
            // `wait, then move to J8`; what was settled before has one place.
            if hold.span != given.span && !says_what_not(hold) {
                *hold = given;
                continue;
            }
            hold.span = given.span.clone();
        }
        let same = kept.iter().position(|it| is_same_slot(&it.order, &given.order));
        match same.map(|at| (at, together(&kept[at].order, &given.order))) {
            None => kept.push(given),
            Some((at, Some(order))) => kept[at].order = order,
            Some((at, None)) => {
                refused.extend((0..kept.len()).filter(|it| *it == at || holds(&kept[*it]) && is_of_same(&kept[*it])));
                reading.diagnostics.push(diagnostics::not_both(given.span));
            }
        }
    }
    let mut at = 0..;
    kept.retain(|_| at.next().is_none_or(|it| !refused.contains(&it)));
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
        match joined(&reading.given[..at], &reading.given[at].order) {
            Some((earlier, order)) => {
                reading.given[at].order = order;
                reading.given.remove(earlier);
            }
            None => at += 1,
        }
    }
}

// Which of the orders before it a later one joins, and what both come to.
fn joined(before: &[Given], later: &Order) -> Option<(usize, Order)> {
    let Order::Fire(squad, _) = *later else { return None };
    // An order to hold takes back what was said before it.
    let is_last_word = |it: &Given| match it.order {
        Order::Fire(of, _) | Order::Movement(of, Movement::Hold) => of == squad,
        Order::Withdraw(_) => true,
        _ => false,
    };
    let earlier = before.iter().rposition(is_last_word)?;
    Some((earlier, both_fired(&before[earlier].order, later)?))
}

/// Two orders of one squad that fire other weapons, as one.
pub(super) fn both_fired(order: &Order, later: &Order) -> Option<Order> {
    let are_apart = order != later && names_weapons(order) && names_weapons(later);
    together(order, later).filter(|_| are_apart)
}

fn names_weapons(order: &Order) -> bool {
    let Order::Fire(_, Fire::At(parts)) = order else { return false };
    parts.iter().all(|it| matches!(it.with, Some(With::Weapon(_))))
}

fn is_same_slot(a: &Order, b: &Order) -> bool {
    match (a, b) {
        (Order::Movement(one, _), Order::Movement(other, _)) => one == other && a.is_hold() == b.is_hold(),
        (Order::Fire(one, _), Order::Fire(other, _)) | (Order::Fight(one, _), Order::Fight(other, _)) => one == other,
        _ => false,
    }
}

/// Two orders of one kind that one sentence tells a squad, as one.
pub(super) fn together(before: &Order, after: &Order) -> Option<Order> {
    use Movement::{Disengage, Move};
    match (before, after) {
        // `move north 1, then move north 1` goes two tiles.
        _ if before == after && !goes_some_steps(after) => Some(after.clone()),
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

// Whether somebody who is told it twice goes twice as far.
fn goes_some_steps(order: &Order) -> bool {
    use RouteGoal::{AwayFrom, Steps, Toward};
    match order {
        Order::Movement(_, Movement::Move(route)) => {
            matches!(route.goal, Steps(_) | Toward { steps: Some(_), .. } | AwayFrom { steps: Some(_), .. })
        }
        Order::Movement(_, Movement::Steps(_)) => true,
        _ => false,
    }
}
