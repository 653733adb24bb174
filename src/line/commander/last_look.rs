//! What a commander looks at again before its orders stand.

use crate::field::SquadId;
use crate::line::battle::{Battle, Fire, FirePart, Movement, Orders, Place, Route, RouteGoal, Side, Spacing, Stance};
use crate::line::commander::chance_36;
use crate::line::commander::decision::{Decision, Why};
use crate::line::rules::{Line, preview};

/// The least chance of a charge, in 36ths of 2d6, with which anybody sets out.
pub(super) const CHARGE_CHANCE_MIN_36: u32 = 12;
/// Steps within which friends are near enough to fight on beside them.
const TOGETHER: u16 = 10;

/// Gives orders to those who are too few to fight: a quarter of their squad or less, who have more to carry than hands, or
/// nobody near. They fire if they can and get away from whoever is nearest; whoever holds, holds.
pub(super) fn withdraw_the_weak(
    rules: &Line,
    battle: &Battle,
    led: &[SquadId],
    orders: &mut Orders,
    decisions: &mut Vec<Decision>,
) {
    for &squad in led.iter().filter(|it| is_too_weak(battle, **it)) {
        let Some(foe) = nearest_foe(battle, squad) else { continue };
        if let Some((target, _)) = preview::best_fire(rules, battle, squad) {
            orders.fire.put(squad, Fire::At(vec![FirePart { target, with: None }]));
        }
        let goal = RouteGoal::AwayFrom { place: Place::Squad(foe), steps: None };
        orders.movement.put(squad, Movement::Move(Route { via: Vec::new(), goal, spacing: Spacing::TakeCover }));
        decisions.push(Decision { squad, why: Why::Withdraws { from: foe } });
    }
}

fn is_too_weak(battle: &Battle, squad: SquadId) -> bool {
    let it = battle.squad(squad);
    let standing = battle.standing(squad).count();
    let is_remnant = 2 < it.starting && 4 * standing <= usize::from(it.starting);
    let may_go = battle.setup().squad(squad).stance != Stance::Hold
        && battle.standing(squad).all(|it| 0 < battle.profile(it).movement)
        && battle.hero(squad).is_none_or(|it| !battle.unit(it).is_standing())
        && !battle.is_squad_engaged(squad);
    is_remnant && may_go && (standing < battle.carried(squad).count() || is_alone(battle, squad))
}

fn is_alone(battle: &Battle, squad: SquadId) -> bool {
    let here = battle.extent(squad);
    let mut friends = battle.squads_of(battle.side(squad)).filter(|it| *it != squad);
    friends.all(|it| TOGETHER < here.distance(battle.extent(it)))
}

fn nearest_foe(battle: &Battle, squad: SquadId) -> Option<SquadId> {
    let here = battle.extent(squad);
    battle.squads_of(battle.side(squad).other()).min_by_key(|it| (here.distance(battle.extent(*it)), *it))
}

/// **V-7** Takes back charges that can hardly get in once their own side has moved, or find the place taken by those who
/// charge before them. Whoever stays behind fires, and comes closer.
pub(super) fn take_back_charges(
    rules: &Line,
    battle: &Battle,
    led: &[SquadId],
    orders: &mut Orders,
    decisions: &mut [Decision],
) {
    for side in Side::ALL {
        let is_led = |it: SquadId| battle.side(it) == side && led.contains(&it);
        let charges: Vec<(SquadId, SquadId, Option<Route>)> = orders
            .movement
            .iter()
            .filter_map(|(squad, it)| match it {
                Movement::Charge { target, after } if is_led(squad) => Some((squad, *target, after.clone())),
                _ => None,
            })
            .collect();
        if charges.is_empty() {
            continue;
        }
        let mut ahead = preview::moved(rules, battle, orders, side);
        for (squad, target, after) in charges {
            let seen = preview::charge(rules, &ahead, orders, squad, target, after.as_ref());
            if seen.needed.is_some_and(|it| CHARGE_CHANCE_MIN_36 <= chance_36(it)) {
                ahead = preview::charged(&ahead, squad, target, &seen);
                continue;
            }
            if let Some((at, _)) = preview::best_fire(rules, battle, squad) {
                orders.fire.put(squad, Fire::At(vec![FirePart { target: at, with: None }]));
            }
            let goal = RouteGoal::Toward { place: Place::Squad(target), steps: None };
            let route = after.map(|it| Movement::Move(Route { goal, spacing: Spacing::TakeCover, ..it }));
            orders.movement.remove(squad);
            if let Some(route) = route {
                orders.movement.put(squad, route);
            }
            for it in decisions.iter_mut().filter(|it| it.squad == squad && matches!(it.why, Why::Charges { .. })) {
                it.why = Why::NoWayIn { to: target };
            }
        }
    }
}
