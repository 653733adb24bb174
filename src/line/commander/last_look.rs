//! What a commander looks at again before its orders stand: nobody is told what can't succeed.

use crate::field::SquadId;
use crate::line::battle::{AbilityUse, Battle, Fire, Level, Movement, Orders, Place, Route, RouteGoal, Side, Spacing};
use crate::line::commander::decision::Why::{Guards, Moves, NoWayIn, Regroups, Withdraws};
use crate::line::commander::decision::{Decision, Why};
use crate::line::commander::{Led, Planned, chance_36};
use crate::line::rules::{Line, preview};

/// The least chance of a charge, in 36ths of 2d6, with which anybody sets out.
pub(super) const CHARGE_CHANCE_MIN_36: u32 = 12;

/// Takes back what can hardly succeed once the others of its side have done what they are told. What was ordered before, by
/// people, stays as it is.
pub(super) fn take_back_the_hopeless(given: &Orders, led: &Led<'_>, plan: &mut Planned) {
    for side in Side::ALL {
        take_back_ways(side, led, plan);
        while take_back_abilities(given, side, led, plan) {
            take_back_ways(side, led, plan);
        }
    }
}

/// **V-7, V-8** Charges that find the place taken or the way closed, and moves without a step. Whoever doesn't charge fires,
/// and comes closer.
fn take_back_ways(side: Side, led: &Led<'_>, plan: &mut Planned) {
    let Led { rules, battle, .. } = *led;
    let Planned { orders, decisions, .. } = plan;
    let may_fail = |squad: SquadId, it: &Movement| match it {
        Movement::Charge { .. } => true,
        // Whoever is told a tile has been seen to get there; his own, where one of them stands, may have no room to make.
        Movement::Move(Route { goal: RouteGoal::Tile(at), .. }) => {
            battle.who_stands_on(*at).is_some_and(|it| battle.unit(it).squad == squad)
        }
        Movement::Move(_) => true,
        _ => false,
    };
    let is_led = |squad: SquadId| battle.side(squad) == side && led.squads.contains(&squad);
    // Each look takes something back, until there is nothing left to.
    while orders.movement.iter().any(|(squad, it)| is_led(squad) && may_fail(squad, it)) {
        let ways = match orders.abilities.is_empty() {
            true => preview::ways(rules, battle, orders, side),
            false => preview::ways(rules, &preview::commanded_by(rules, battle, orders, side), orders, side),
        };
        let is_hopeless = |squad: SquadId, needed: Option<u16>| {
            // A green squad sets out where it can get in at all.
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

/// **C-4** Abilities that come to nothing, or keep whoever they are used on from what he is told; says whether there were
/// any.
fn take_back_abilities(given: &Orders, side: Side, led: &Led<'_>, plan: &mut Planned) -> bool {
    let Led { rules, battle, .. } = *led;
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

/// Takes back what was decided of abilities that are ordered no more.
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
