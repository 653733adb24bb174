//! The green commander: every squad and unit acts on its own, against the nearest foe or the one that it can harm most.

use std::cmp::Reverse;

use crate::brick::battle::{
    Battle, Charge, ChargeHow, Engage, Go, Kind, Melee, Movement, Order, Run, Shoot, Target, Who,
};
use crate::brick::commander::{Plan, force};
use crate::brick::rules::{preview, sight};
use crate::field::UnitId;

/// Decides for one squad or unit.
pub(super) fn decide(plan: &mut Plan<'_>, who: Who) {
    let battle = plan.battle;
    let foes = foes(battle, who);
    let Some(nearest) = foes.first().copied() else { return };
    if !force::can_act(battle, who) {
        return;
    }
    let name = |who: Who| battle.name(who);
    if let Some(foe) = foes.iter().copied().find(|it| force::can_strike(battle, who, *it)) {
        let order = Order::Melee(who, Melee::Attack(Engage::at(Target::Who(foe))));
        plan.record(who, Some(order), &format!("attacks {}, who is in reach", name(foe)));
    } else if let Some(foe) = best_shot(battle, who, &foes) {
        let order = Order::Shoot(who, Shoot::at(Target::Who(foe)));
        plan.record(who, Some(order), &format!("shoots at {}, who is in sight and in range", name(foe)));
    } else if let Some(foe) = foes.iter().copied().find(|it| can_charge(battle, who, *it)) {
        let how = ChargeHow::Weapon { with: None, keep_momentum: false };
        let charge = Charge { target: Target::Who(foe), how, sprint: false, combine: None, nocrit: false };
        let order = Order::Move(who, Movement::Charge(charge));
        plan.record(who, Some(order), &format!("charges {}, who stands straight ahead", name(foe)));
    } else if let Some(to) = plan.way_to(who, battle.rect(nearest)) {
        let order = Order::Move(who, Movement::Go(Go::to(to)));
        plan.record(who, Some(order), &format!("closes in on {}", name(nearest)));
    } else {
        plan.record(who, None, &format!("finds no way to {}", name(nearest)));
    }
}

/// All hostile squads and units. Those that are engaged with it come first, then the nearest.
fn foes(battle: &Battle, who: Who) -> Vec<Who> {
    let mut foes = force::foes(battle, who);
    let rect = battle.rect(who);
    foes.sort_by_key(|it| (!battle.engaged_with(who).any(|foe| foe == *it), rect.distance(battle.rect(*it)), *it));
    foes
}

/// **BC-16.2, BS-17.2** Whether riders have a straight run at a foe, within their Move and long enough for momentum.
fn can_charge(battle: &Battle, who: Who, foe: Who) -> bool {
    let members = battle.members(who);
    let rides = |it: &UnitId| battle.profile(*it).kind == Kind::Rider && !battle.unit(*it).is_disrupted;
    let how = ChargeHow::Weapon { with: None, keep_momentum: false };
    members.iter().all(rides)
        && force::can_walk(battle, who)
        && preview::run_up(battle, who, foe, how).is_some_and(|it| Run::MOMENTUM <= it)
}

/// The target that takes the most damage beyond its armor, and of equal ones the first.
fn best_shot(battle: &Battle, who: Who, foes: &[Who]) -> Option<Who> {
    if battle.is_engaged(who) {
        return None;
    }
    let shots = foes.iter().filter_map(|it| Some((harm_to(battle, who, *it)?, *it)));
    shots.min_by_key(|it| Reverse(it.0)).map(|it| it.1)
}

/// Twice the mean damage of their shots at a foe, less its armor, cover and distance. `None` if nobody can shoot at it.
fn harm_to(battle: &Battle, who: Who, foe: Who) -> Option<i32> {
    let (origin, target) = (battle.origin(who), battle.rect(foe));
    let view = sight::view(battle, battle.rect(who), target).filter(|it| !it.is_blind())?;
    let distance = origin.distance(target);
    let able = force::able(battle, who).into_iter();
    let shot = |unit: UnitId| {
        let shots = force::shots_of(battle, unit).filter(|it| force::is_in_range(&it.1, distance));
        shots.map(|it| it.1.damage.mean_twice(battle.profile(unit).skill)).max()
    };
    let harm: i32 = able.filter_map(shot).sum();
    if harm == 0 {
        return None;
    }
    let armor = |it: UnitId| battle.profile(it).armor.mean_twice(battle.profile(it).skill);
    let armor = battle.members(foe).into_iter().map(armor).min().unwrap_or(0);
    Some(harm - armor - i32::from(view.hidden) - i32::from(distance))
}
