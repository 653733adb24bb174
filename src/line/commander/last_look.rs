//! A commander's last look at its orders, which takes back those that can't succeed.

use crate::field::SquadId;
use crate::line::battle::{AbilityUse, Battle, Fire, Level, Movement, Orders, Place, Route, RouteGoal, Side, Spacing};
use crate::line::commander::decision::Why::{Guards, Moves, NoWayIn, Regroups, Withdraws};
use crate::line::commander::decision::{Decision, Why};
use crate::line::commander::{LedSquads, Planned, chance_36};
use crate::line::rules::{Line, preview};

/// The least chance, in 36ths, with which a squad sets out to charge.
pub(super) const CHARGE_CHANCE_MIN_36: u32 = 12;

/// Takes back orders that can hardly succeed once the rest of the side has carried out its own. Orders in `given`,
/// which people gave, stay as they are.
pub(super) fn take_back_the_hopeless(given: &Orders, led: &LedSquads<'_>, plan: &mut Planned) {
    for side in Side::ALL {
        take_back_ways(side, led, plan);
        while take_back_abilities(given, side, led, plan) {
            take_back_ways(side, led, plan);
        }
    }
}

/// **V-7, V-8** Takes back charges that have no place or no way to get in, or hardly a chance, and moves
/// without a step. A squad that doesn't charge fires instead, and comes closer.
fn take_back_ways(side: Side, led: &LedSquads<'_>, plan: &mut Planned) {
    let LedSquads { rules, battle, .. } = *led;
    let Planned { orders, decisions, .. } = plan;
    let may_fail = |squad: SquadId, it: &Movement| match it {
        Movement::Charge { .. } => true,
        // A move to a tile was planned along a way that exists. But if a unit of the squad stands on that tile, there
        // may be no step to make.
        Movement::Move(Route { goal: RouteGoal::Tile(at), .. }) => {
            battle.who_stands_on(*at).is_some_and(|it| battle.unit(it).squad == squad)
        }
        Movement::Move(_) => true,
        _ => false,
    };
    let is_led = |squad: SquadId| battle.side(squad) == side && led.squads.contains(&squad);
    // Each pass takes something back, until nothing is left to take back.
    while orders.movement.iter().any(|(squad, it)| is_led(squad) && may_fail(squad, it)) {
        let ways = match orders.abilities.is_empty() {
            true => preview::ways(rules, battle, orders, side),
            false => preview::ways(rules, &preview::after_command_of(rules, battle, orders, side), orders, side),
        };
        let is_hopeless = |squad: SquadId, needed: Option<u16>| {
            // A green squad sets out whenever it can get in at all.
            let least = if (led.levels)(squad) == Level::Green { 1 } else { CHARGE_CHANCE_MIN_36 };
            is_led(squad) && needed.is_none_or(|it| chance_36(it) < least)
        };
        let charges = ways.charges.into_iter().filter(|it| is_hopeless(it.0, it.2));
        let charges: Vec<(SquadId, SquadId)> = charges.map(|it| (it.0, it.1)).collect();
        let stays: Vec<SquadId> = ways.stays.into_iter().filter(|it| is_led(*it)).collect();
        if charges.is_empty() && stays.is_empty() {
            return;
        }
        for (squad, target) in charges {
            take_back_charge(rules, battle, squad, target, orders);
            change(decisions, squad, NoWayIn { to: target }, |it| matches!(it, Why::Charges { .. }));
        }
        for squad in stays {
            orders.movement.remove(squad);
            let went =
                |it: &Why| matches!(it, Moves(_) | NoWayIn { .. } | Withdraws { .. } | Guards { .. } | Regroups { .. });
            change(decisions, squad, Why::Stays, went);
        }
    }
}

/// **C-4** Takes back abilities that do nothing, or that keep their squad from its orders. Returns whether there were
/// any.
fn take_back_abilities(given: &Orders, side: Side, led: &LedSquads<'_>, plan: &mut Planned) -> bool {
    let LedSquads { rules, battle, .. } = *led;
    let orders = &mut plan.orders;
    let is_ours = |it: &AbilityUse| !given.abilities.contains(it) && battle.setup().caster(it.by).side == side;
    if !orders.abilities.iter().any(is_ours) {
        return false;
    }
    let hopeless = preview::hopeless(rules, battle, orders, side);
    if hopeless.is_empty() {
        return false;
    }
    let is_at_fault = |it: &AbilityUse| it.on.squad(battle).is_some_and(|it| hopeless.contains(&it));
    let any_at_fault = orders.abilities.iter().any(|it| is_ours(it) && is_at_fault(it));
    let goes = |it: &AbilityUse| is_ours(it) && (!any_at_fault || is_at_fault(it));
    let gone: Vec<AbilityUse> = orders.abilities.iter().copied().filter(goes).collect();
    orders.abilities.retain(|it| !gone.contains(it));
    forget_uses(battle, plan);
    true
}

/// Drops the decisions about abilities that are no longer ordered.
pub(super) fn forget_uses(battle: &Battle, plan: &mut Planned) {
    plan.decisions.retain(|decision| {
        let Why::Uses { ability, .. } = decision.why else { return true };
        let is_it = |it: &AbilityUse| it.ability == ability && it.on.squad(battle) == Some(decision.squad);
        plan.orders.abilities.iter().any(is_it)
    });
}

fn take_back_charge(rules: &Line, battle: &Battle, squad: SquadId, target: SquadId, orders: &mut Orders) {
    if let Some((at, _)) = preview::best_fire(rules, battle, squad) {
        orders.fire.put(squad, Fire::all_at(at));
    }
    if let Some(Movement::Charge { after: Some(after), .. }) = orders.movement.remove(squad) {
        let goal = RouteGoal::Toward { place: Place::Squad(target), steps: None };
        orders.movement.put(squad, Movement::Move(Route { goal, spacing: Spacing::TakeCover, ..after }));
    }
}

fn change(decisions: &mut [Decision], squad: SquadId, why: Why, is_it: impl Fn(&Why) -> bool) {
    for it in decisions.iter_mut().filter(|it| it.squad == squad && is_it(&it.why)) {
        it.why = why;
    }
}
