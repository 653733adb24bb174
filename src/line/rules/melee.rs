//! M: the melee phase.

use std::collections::BTreeSet;

use crate::field::{SquadId, UnitId, place_of};
use crate::line::battle::{Aim, Battle, Fight, Kind, MoveKind, Orders, Phase, Trigger, VolleyKind, WeaponId};
use crate::line::rules::attack::{self, Arm, Armoury, Attacker, Plan};
use crate::line::rules::discharge::hazard;
use crate::line::rules::{Line, Round, battery, formations, movement, stray};

/// **M-1** Squads in contact fight: first with `[CloseQuarters]` fire, then with blows.
pub(super) fn resolve(round: &mut Round<'_>) {
    let striking = |round: &Round<'_>| would_strike(&round.battle, round.orders);
    if striking(round).is_empty() {
        return;
    }
    exchange(round, striking, close_quarters);
    movement::press(round, MoveKind::PressIn, None);
    exchange(round, striking, blows);
    movement::press(round, MoveKind::PressBack, None);
}

/// **R-5** The squads that strike in this phase, players first: those with melee orders in the order in which these
/// were posted, then the others in roster order. **M-1** They have a unit in contact, and haven't fought ahead of the
/// phase (C-6).
pub(super) fn would_strike(battle: &Battle, orders: &Orders) -> Vec<SquadId> {
    let strikes = |it: &SquadId| battle.is_squad_in_contact(*it) && !battle.has_acted_ahead(*it, Phase::Melee);
    let mut squads: Vec<SquadId> = battle.setup().squad_ids().filter(strikes).collect();
    let posted = |squad: SquadId| orders.fight.iter().position(|it| it.0 == squad).unwrap_or(usize::MAX);
    squads.sort_by_key(|it| (battle.side(*it), posted(*it)));
    squads
}

/// **C-6** Lets one squad fight ahead of the phase: nobody else strikes or presses in. Returns whether it was in a
/// melee.
pub(super) fn act_ahead(round: &mut Round<'_>, squad: SquadId) -> bool {
    if !round.battle.is_squad_in_contact(squad) {
        return false;
    }
    let alone = |_: &Round<'_>| vec![squad];
    exchange(round, alone, close_quarters);
    movement::press(round, MoveKind::PressIn, Some(squad));
    exchange(round, alone, blows);
    true
}

/// **C-6** Lets one unit strike ahead of the phase, alone of its squad. Returns whether it was in a melee.
pub(super) fn unit_acts_ahead(round: &mut Round<'_>, unit: UnitId) -> bool {
    if !round.battle.is_in_contact(unit) {
        return false;
    }
    let squad = round.battle.unit(unit).squad;
    let alone = |_: &Round<'_>| vec![squad];
    let of_him = |mut plans: Vec<Plan>| {
        plans.iter_mut().for_each(|it| it.attackers.retain(|it| it.unit == unit));
        plans.retain(|it| !it.attackers.is_empty());
        plans
    };
    exchange(round, alone, |round, squad| of_him(close_quarters(round, squad)));
    exchange(round, alone, |round, squad| of_him(blows(round, squad)));
    true
}

/// **M-6** Plans all strikes from one state of the battle, then rolls them all. A unit that is felled before its own
/// turn still makes its strike.
pub(super) fn exchange(
    round: &mut Round<'_>,
    squads: impl Fn(&Round<'_>) -> Vec<SquadId>,
    strikes: impl Fn(&Round<'_>, SquadId) -> Vec<Plan>,
) {
    let draw = |round: &Round<'_>| -> Vec<Plan> { squads(round).iter().flat_map(|it| strikes(round, *it)).collect() };
    let mut plans = draw(round);
    // **C-5** Abilities that waited for this moment take effect first, and may change the plans.
    if trigger(round, &plans) {
        plans = draw(round);
    }
    for plan in &plans {
        let volley = attack::roll(round.rules, &round.battle, plan, round.dice);
        formations::emit_volley(round, plan, volley);
    }
    hazard(round, &plans);
}

/// **C-5** Triggers abilities for the first strikes of a squad and the first at it. Close-quarters fire counts as fire
/// as well.
fn trigger(round: &mut Round<'_>, plans: &[Plan]) -> bool {
    let mut any = false;
    for plan in plans {
        for squad in [plan.by, plan.at] {
            any |= round.trigger(Trigger::Fights, squad);
        }
        if plan.kind == VolleyKind::CloseQuarters {
            any |= round.trigger(Trigger::ShotAt, plan.at);
        }
    }
    any
}

/// **C-6, FX-6** The standing units of a squad that may strike: not dazed, and without a strike ahead of the phase.
fn strikers(battle: &Battle, squad: SquadId) -> impl Iterator<Item = UnitId> {
    let strikes = |it: &UnitId| !battle.is_dazed(*it) && !battle.has_unit_acted_ahead(*it, Phase::Melee);
    battle.standing(squad).filter(strikes)
}

/// **M-8** The melee order of a squad; one that names nothing if it has none.
pub(super) fn order_of(orders: &Orders, squad: SquadId) -> Fight {
    orders.fight.get(squad).copied().unwrap_or(Fight { target: None, weapon: None })
}

/// **M-2** Plans the fire of units that did not fire this round and have a `[CloseQuarters]` weapon, at a squad that
/// they are in melee with, in range and in sight.
fn close_quarters(round: &Round<'_>, squad: SquadId) -> Vec<Plan> {
    let (battle, order) = (&round.battle, order_of(round.orders, squad));
    let contacts = battle.squad_contacts(squad);
    let Some(target) = target_among(battle, &contacts, order.target) else { return Vec::new() };
    let mut strikes: Vec<Strike> = Vec::new();
    let mut busy: Vec<UnitId> = battle.standing(squad).filter(|it| battle.unit(*it).has_fired).collect();
    let mut armoury = Armoury::new(battle, squad, Phase::Melee);
    for unit in strikers(battle, squad) {
        if busy.contains(&unit) {
            continue;
        }
        let mut has_chosen = false;
        for (is_choice, arm) in sidearms(&mut armoury, unit, order.weapon) {
            let victims = in_sight(battle, unit, target, &arm);
            if victims.is_empty() || (is_choice && has_chosen) || is_held_for_friends(battle, unit, target, &arm) {
                continue;
            }
            // **S-3** A crewed weapon needs its crew here as well.
            let is_busy = |it| busy.contains(&it);
            let Some(crew) = battery::crew_mates(battle, unit, arm.traits.crew, is_busy) else { continue };
            busy.extend(crew);
            has_chosen |= is_choice;
            strikes.push(Strike { unit, target, arm, victims });
            busy.push(unit);
        }
    }
    plans(battle, squad, VolleyKind::CloseQuarters, strikes)
}

/// **M-4** The squad to strike among those of the enemies in contact: the ordered one, or else the one with most units
/// in contact, or else the first in roster order.
fn target_among(battle: &Battle, contacts: &[UnitId], ordered: Option<SquadId>) -> Option<SquadId> {
    let is_there = |it: &SquadId| contacts.iter().any(|unit| battle.unit(*unit).squad == *it);
    ordered.filter(is_there).or_else(|| stray::squad_of_most(battle, contacts))
}

/// **M-2, S-2** The `[CloseQuarters]` weapons of a unit, the ordered one first, each with whether it is one of those
/// between which the unit has to choose. Weapons with `[Extra Attacks]` are not, nor are those of units other than
/// infantry.
fn sidearms(armoury: &mut Armoury<'_>, unit: UnitId, ordered: Option<WeaponId>) -> Vec<(bool, Arm)> {
    let is_infantry = armoury.battle.profile(unit).kind == Kind::Infantry;
    let arms = armoury.arms(unit, |it| it.range != 0 && it.traits.close_quarters);
    let with_choice = |it: Arm| (is_infantry && !it.traits.extra_attacks, it);
    let mut found: Vec<(bool, Arm)> = arms.map(with_choice).collect();
    found.sort_by_key(|it| it.1.weapon != ordered);
    found
}

/// **A-6** Whether a `[Blast]` weapon stays silent, because its target is in melee with friends of the unit.
fn is_held_for_friends(battle: &Battle, unit: UnitId, target: SquadId, arm: &Arm) -> bool {
    let has_friends_near = |it| battle.in_contact(it).iter().any(|friend| *friend != unit);
    arm.traits.blast && battle.standing(target).any(has_friends_near)
}

fn in_sight(battle: &Battle, unit: UnitId, target: SquadId, arm: &Arm) -> Vec<UnitId> {
    let here = battle.footprint(unit);
    battle.standing(target).filter(|it| arm.reaches(battle, here, battle.footprint(*it))).collect()
}

/// **M-4** Plans the blows of a squad: every unit in contact strikes with one melee weapon, or with bare hands.
fn blows(round: &Round<'_>, squad: SquadId) -> Vec<Plan> {
    blow_plans(round.rules, &round.battle, squad, &order_of(round.orders, squad))
}

pub(super) fn blow_plans(rules: &Line, battle: &Battle, squad: SquadId, order: &Fight) -> Vec<Plan> {
    let mut strikes = Vec::new();
    let mut armoury = Armoury::new(battle, squad, Phase::Melee);
    for unit in strikers(battle, squad) {
        let contacts = battle.in_contact(unit);
        let Some(target) = target_among(battle, &contacts, order.target) else { continue };
        let victims: Vec<UnitId> = contacts.into_iter().filter(|it| battle.unit(*it).squad == target).collect();
        for arm in melee_arms(rules, &mut armoury, unit, order.weapon) {
            strikes.push(Strike { unit, target, arm, victims: victims.clone() });
        }
    }
    plans(battle, squad, VolleyKind::Blows, strikes)
}

/// **F-4** Plans the first strikes of a spear wall's squad: each unit in `first` strikes with one weapon at the
/// chargers that it reaches.
pub(super) fn first_strikes(round: &Round<'_>, squad: SquadId, charger: SquadId, first: &[FirstStrike]) -> Vec<Plan> {
    let battle = &round.battle;
    let mut armoury = Armoury::new(battle, squad, Phase::Melee);
    let ordered = order_of(round.orders, squad).weapon;
    let mut strikes = Vec::new();
    for (unit, victims) in first.iter().filter(|it| battle.unit(it.0).squad == squad) {
        let arm = melee_arms(round.rules, &mut armoury, *unit, ordered).into_iter().next();
        strikes.extend(arm.map(|arm| Strike { unit: *unit, target: charger, arm, victims: victims.clone() }));
    }
    plans(battle, squad, VolleyKind::SpearWall, strikes)
}

/// Plans the blows of a whole squad at another, as if every unit had every enemy in reach.
pub(super) fn clash_plans(rules: &Line, battle: &Battle, squad: SquadId, target: SquadId) -> Vec<Plan> {
    let mut armoury = Armoury::new(battle, squad, Phase::Melee);
    let mut strikes = Vec::new();
    for unit in battle.standing(squad).filter(|it| !battle.is_dazed(*it)) {
        for arm in melee_arms(rules, &mut armoury, unit, None) {
            strikes.push(Strike { unit, target, arm, victims: Vec::new() });
        }
    }
    let mut plans = plans(battle, squad, VolleyKind::Blows, strikes);
    for plan in &mut plans {
        plan.pool = attack::pool(battle, &plan.attackers, battle.standing(target));
        formations::add_shield_modifiers(battle, plan);
    }
    plans
}

/// **M-4, M-8** The ordered melee weapon of a unit, or else the strongest, and all with `[Extra Attacks]`. A unit
/// without any strikes with bare hands, unless it is a vehicle. A structure never strikes.
fn melee_arms(rules: &Line, armoury: &mut Armoury<'_>, unit: UnitId, ordered: Option<WeaponId>) -> Vec<Arm> {
    let kind = armoury.battle.profile(unit).kind;
    if kind == Kind::Structure {
        return Vec::new();
    }
    let worth = |it: &Arm| (it.weapon == ordered, it.strength);
    let mut choice: Option<Arm> = None;
    let mut extra = Vec::new();
    for arm in armoury.arms(unit, |it| it.range == 0) {
        if arm.traits.extra_attacks {
            extra.push(arm);
        } else if choice.as_ref().is_none_or(|it| worth(it) < worth(&arm)) {
            choice = Some(arm);
        }
    }
    let mut found: Vec<Arm> = choice.into_iter().chain(extra).collect();
    if found.is_empty() && kind != Kind::Vehicle {
        found.push(Arm::bare_hands(rules, armoury.battle, unit));
    }
    found
}

/// **F-4** A unit that strikes first, and the enemies that it reaches.
pub(super) type FirstStrike = (UnitId, Vec<UnitId>);

/// One strike of one unit with one weapon at one squad.
struct Strike {
    unit: UnitId,
    target: SquadId,
    arm: Arm,
    victims: Vec<UnitId>,
}

/// Plans of strikes, with those of the same weapon at the same squad together.
fn plans(battle: &Battle, squad: SquadId, kind: VolleyKind, strikes: Vec<Strike>) -> Vec<Plan> {
    let mut plans: Vec<(Plan, BTreeSet<UnitId>)> = Vec::new();
    for Strike { unit, target, arm, victims } in strikes {
        let key = |it: &Arm| (it.weapon, it.strength, it.bearer);
        let is_same = |it: &(Plan, _)| it.0.at == target && key(&it.0.arm) == key(&arm);
        let new = || Plan { aims: vec![aim(battle, squad, &arm)], ..Plan::of(kind, squad, target, arm.clone()) };
        let n = place_of(&mut plans, is_same, || (new(), BTreeSet::new()));
        plans[n].0.attackers.push(Attacker { unit, aim: 0 });
        plans[n].1.extend(victims);
    }
    let with_pool = |(mut plan, victims): (Plan, BTreeSet<UnitId>)| {
        let in_roster_order = battle.standing(plan.at).filter(|it| victims.contains(it));
        plan.pool = attack::pool(battle, &plan.attackers, in_roster_order);
        formations::add_shield_modifiers(battle, &mut plan);
        plan
    };
    plans.into_iter().map(with_pool).collect()
}

/// **A-5** The units of a plan's target that its attackers can hit in the current state.
pub(super) fn reachable_victims(battle: &Battle, plan: &Plan) -> Vec<UnitId> {
    let reaches = |attacker: UnitId, it: UnitId| match plan.kind {
        VolleyKind::CloseQuarters => in_sight(battle, attacker, plan.at, &plan.arm).contains(&it),
        _ => battle.in_contact(attacker).contains(&it),
    };
    let victims = battle.standing(plan.at).filter(|it| plan.attackers.iter().any(|by| reaches(by.unit, *it)));
    attack::pool(battle, &plan.attackers, victims)
}

/// **M-5** The aim of blows. Neither cover nor concealment nor range counts, only the squad's own state.
fn aim(battle: &Battle, squad: SquadId, arm: &Arm) -> Aim {
    let modifiers = attack::own_modifiers(battle, squad, Phase::Melee, arm);
    attack::aim(arm.accuracy, modifiers, attack::own_attacks(battle, squad, Phase::Melee, arm))
}
