//! Several orders that one sentence gives to one squad, settled into what they mean together.

use crate::line::battle::{Fire, FirePart, Movement, RouteGoal, With};

use super::keywords::{HOLD, lexicon};
use super::{Given, Order, Reading, diagnostics};
use crate::post::surplus::denied;

/// Settles the orders of one sentence, squad by squad. A retreat and a move become a retreat to that place, and weapons
/// that are told one by one fire together. Orders that exclude each other are refused. Of a move and a plain hold, as
/// in `wait, then move`, the move is kept. Any other order to hold, like `hold fire`, is put first, so that it takes
/// back what the squad was told before and nothing of this sentence.
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
            // `wait, then move to J8`. A hold and a move that were settled before have the same span.
            if hold.span != given.span && !says_what_not(hold) {
                *hold = given;
                continue;
            }
            hold.span = given.span.clone();
        }
        let same = kept.iter().position(|it| is_same_slot(&it.order, &given.order));
        match same.map(|at| (at, combine(&kept[at].order, &given.order))) {
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

/// Joins orders of several lines that tell one squad to fire different weapons: all of the weapons fire.
pub(super) fn join_fire(reading: &mut Reading) {
    let mut at = 1;
    while at < reading.given.len() {
        match join_with_earlier(&reading.given[..at], &reading.given[at].order) {
            Some((earlier, order)) => {
                reading.given[at].order = order;
                reading.given.remove(earlier);
            }
            None => at += 1,
        }
    }
}

// The index of the earlier order that a later one joins, and what the two are as one.
fn join_with_earlier(before: &[Given], later: &Order) -> Option<(usize, Order)> {
    let Order::Fire(squad, _) = *later else { return None };
    // An order to hold takes back what was said before it.
    let is_last_word = |it: &Given| match it.order {
        Order::Fire(of, _) | Order::Movement(of, Movement::Hold) => of == squad,
        Order::Withdraw(_) => true,
        _ => false,
    };
    let earlier = before.iter().rposition(is_last_word)?;
    Some((earlier, combine_fire(&before[earlier].order, later)?))
}

/// Two orders of one squad that fire different weapons, as one.
pub(super) fn combine_fire(order: &Order, later: &Order) -> Option<Order> {
    let are_apart = order != later && names_weapons(order) && names_weapons(later);
    combine(order, later).filter(|_| are_apart)
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

/// Two orders of one kind that one sentence gives to one squad, as one; `None` if they exclude each other.
pub(super) fn combine(before: &Order, after: &Order) -> Option<Order> {
    use Movement::{Disengage, Move};
    match (before, after) {
        // `move north 1, then move north 1` goes two tiles.
        _ if before == after && !is_relative_move(after) => Some(after.clone()),
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

// Whether a squad that is given this order twice goes twice as far.
fn is_relative_move(order: &Order) -> bool {
    use RouteGoal::{AwayFrom, Steps, Toward};
    match order {
        Order::Movement(_, Movement::Move(route)) => {
            matches!(route.goal, Steps(_) | Toward { steps: Some(_), .. } | AwayFrom { steps: Some(_), .. })
        }
        Order::Movement(_, Movement::Steps(_)) => true,
        _ => false,
    }
}
