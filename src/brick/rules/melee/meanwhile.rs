//! BC-8.19 to BC-8.21: what those do who Ignore a close combat.

use crate::brick::battle::{Deed, Event, ItemId, ItemPlace, Meanwhile, OrderKind, Rect, Refusal, Usable, Who};
use crate::brick::rules::harm::{can_be_touched_by, is_alive};
use crate::brick::rules::melee::inch::ARM;
use crate::brick::rules::shooting::{self, Moment};
use crate::brick::rules::{Round, push};
use crate::field::UnitId;

/// **BC-6.7, BC-14.4** Who is still standing, and hasn't spent its Action on an answer, is free to use it.
pub(super) fn do_it(round: &mut Round<'_>, who: Who, what: &Meanwhile) {
    match what {
        Meanwhile::Shoot(order) => {
            // **BT-11** The shot is an attack by itself, and the melee goes on adding up after it.
            let sums = std::mem::take(&mut round.sums);
            shooting::fire(round, &[(who, order)], Moment::Ignoring);
            round.sums = sums;
        }
        Meanwhile::Use(usable) => use_it(round, who, *usable),
    }
}

fn use_it(round: &mut Round<'_>, who: Who, what: Usable) {
    let members = round.battle.members(who);
    let able: Vec<UnitId> = members
        .iter()
        .copied()
        .filter(|it| is_alive(&round.battle, *it) && shooting::why_not(&round.battle, *it).is_none())
        .collect();
    let Some(&first) = able.first() else {
        let why = members.iter().find_map(|it| shooting::why_not(&round.battle, *it));
        return round.refuse(who, OrderKind::Melee, why.unwrap_or(Refusal::Gone));
    };
    let rect = round.battle.rect(who);
    match what {
        Usable::Object(object) => {
            // **BS-2.1** What the plate touches, every member has at hand.
            let is_near = push::is_at_hand(&round.battle, ARM, rect, round.battle.unit_rect(object));
            if !is_near || !round.battle.unit(object).is_standing() {
                return round.refuse(who, OrderKind::Melee, Refusal::NothingToUse);
            }
            // **BS-10.3** No more than have room around it.
            let limit = can_be_touched_by(round.battle.profile(object).size).unwrap_or(able.len());
            let users: Vec<UnitId> = able.into_iter().take(if limit == 2 { 1 } else { limit }).collect();
            for unit in &users {
                round.emit(Event::Used { unit: *unit, object });
            }
            round.spend(&members, Deed::Use);
        }
        Usable::Weapon(weapon) => {
            let lies = |it: &ItemId| match round.battle.item(*it).place {
                ItemPlace::Lies(tile) => {
                    round.battle.item(*it).weapon == weapon
                        && push::is_at_hand(&round.battle, ARM, rect, Rect::one(tile))
                }
                ItemPlace::Held(_) | ItemPlace::Gone => false,
            };
            let Some(item) = round.battle.item_ids().find(lies) else {
                return round.refuse(who, OrderKind::Melee, Refusal::NothingToUse);
            };
            round.emit(Event::ItemTaken { unit: first, item });
            // **BS-9.2** Whoever takes it up, the squad's Action is everybody's.
            round.spend(&members, Deed::Use);
        }
    }
}
