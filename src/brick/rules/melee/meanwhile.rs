//! BC-8.19 to BC-8.21: what is done while Ignoring a close combat.

use crate::brick::battle::{Deed, Event, ItemId, ItemPlace, Meanwhile, OrderKind, Rect, Refusal, Usable, Who};
use crate::brick::rules::harm::{can_be_touched_by, is_alive};
use crate::brick::rules::melee::inch::ARM;
use crate::brick::rules::{Round, push, shooting};
use crate::field::{Tile, UnitId};

/// **BC-6.7, BC-14.4** Units that still stand, and haven't spent their Action on an answer, are free to use it.
pub(super) fn carry_out(round: &mut Round<'_>, who: Who, what: &Meanwhile) {
    match what {
        Meanwhile::Shoot(order) => {
            // **BT-11** The shot is an attack by itself. The melee goes on adding up after it.
            let sums = std::mem::take(&mut round.sums);
            shooting::fire(round, &[(who, order)]);
            round.sums = sums;
        }
        Meanwhile::Use(usable) => {
            let done = use_it(round, who, *usable);
            round.or_refuse(who, OrderKind::Melee, done);
        }
    }
}

fn use_it(round: &mut Round<'_>, who: Who, what: Usable) -> Result<(), Refusal> {
    let members = round.battle.members(who);
    let why_not = |it: &UnitId| shooting::why_sits_out(&round.battle, *it);
    let able: Vec<UnitId> =
        members.iter().copied().filter(|it| is_alive(&round.battle, *it) && why_not(it).is_none()).collect();
    let first = *able.first().ok_or_else(|| members.iter().find_map(why_not).unwrap_or(Refusal::Gone))?;
    let rect = round.battle.rect(who);
    match what {
        Usable::Object(object) => {
            // **BS-2.1** Every member has at hand what the plate touches.
            let is_near = push::is_at_hand(&round.battle, ARM, rect, round.battle.unit_rect(object));
            if !is_near || !round.battle.unit(object).is_standing() {
                return Err(Refusal::NothingToUse);
            }
            // **BS-10.3** No more than there is room for around it: one at a small thing. **BS-10.4** All at a large
            // one.
            let room = match round.battle.profile(object).size {
                0 => 1,
                size => can_be_touched_by(size).unwrap_or(able.len()),
            };
            for unit in able.into_iter().take(room) {
                round.emit(Event::Used { unit, object });
            }
            round.spend(&members, Deed::Use);
        }
        Usable::Weapon(weapon) => {
            let is_near = |tile: Tile| push::is_at_hand(&round.battle, ARM, rect, Rect::one(tile));
            let lies = |it: &ItemId| {
                let item = round.battle.item(*it);
                item.weapon == weapon && matches!(item.place, ItemPlace::Lies(tile) if is_near(tile))
            };
            let item = round.battle.item_ids().find(lies).ok_or(Refusal::NothingToUse)?;
            round.emit(Event::ItemTaken { unit: first, item });
            // **BS-9.2** Whichever member takes it up, the squad's Action is the Action of each.
            round.spend(&members, Deed::Use);
        }
    }
    Ok(())
}
