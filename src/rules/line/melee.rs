//! M: the melee phase.

use crate::battle::{
    Aim, Battle, Event, Fight, Kind, MoveKind, Phase, Side, SquadId, Trigger, UnitId, VolleyKind, WeaponId,
};
use crate::rules::line::attack::{self, Arm, Attacker, Plan};
use crate::rules::line::{Line, Round, command, movement, shooting};

/// **M-1** Squads in contact fight: first with what can be fired at arm's length, then with blows.
pub(super) fn resolve(round: &mut Round<'_>) {
    round.begin(Phase::Melee);
    let fighting = fighting(&round.battle);
    if fighting.is_empty() {
        return;
    }
    for &squad in &fighting {
        command::trigger(round, Trigger::Fights, squad);
    }
    let striking = |round: &Round<'_>| -> Vec<SquadId> {
        let mut squads = in_order(round);
        squads.retain(|it| !round.battle.has_acted_ahead(*it, Phase::Melee));
        squads
    };

    let plans = each(&striking(round), |squad| close_quarters(round, squad));
    exchange(round, &plans);
    movement::press(round, MoveKind::PressIn, None);
    let plans = each(&striking(round), |squad| blows(round, squad));
    exchange(round, &plans);
    movement::press(round, MoveKind::PressBack, None);
}

/// **C-6** One squad fights ahead of its phase: nobody else strikes or presses in. Says whether it was in a melee.
pub(super) fn act_ahead(round: &mut Round<'_>, squad: SquadId) -> bool {
    if !is_fighting(&round.battle, squad) {
        return false;
    }
    let plans = close_quarters(round, squad);
    exchange(round, &plans);
    movement::press(round, MoveKind::PressIn, Some(squad));
    let plans = blows(round, squad);
    exchange(round, &plans);
    true
}

fn each(squads: &[SquadId], plans: impl Fn(SquadId) -> Vec<Plan>) -> Vec<Plan> {
    squads.iter().flat_map(|it| plans(*it)).collect()
}

/// **M-6** Who strikes, with what and at whom was fixed from one picture. All of it is rolled, though some fall on the
/// way; a unit felled before its own turn still makes its strike.
fn exchange(round: &mut Round<'_>, plans: &[Plan]) {
    for plan in plans {
        let volley = attack::roll(round.rules, &round.battle, plan, round.dice);
        round.emit(Event::Attacked(Box::new(volley)));
    }
    for plan in plans {
        shooting::hazard(round, plan);
    }
}

/// **M-1** Squads with a unit in contact, players first, in roster order.
pub(super) fn fighting(battle: &Battle) -> Vec<SquadId> {
    let of = |side| battle.squads_of(side).filter(|it| is_fighting(battle, *it));
    Side::ALL.into_iter().flat_map(of).collect()
}

fn is_fighting(battle: &Battle, squad: SquadId) -> bool {
    battle.standing(squad).any(|it| battle.is_in_contact(it))
}

/// **R-5** Fighting squads, players first: those with melee orders as they were posted, then the others.
fn in_order(round: &Round<'_>) -> Vec<SquadId> {
    let fighting = fighting(&round.battle);
    let mut ordered = Vec::new();
    for side in Side::ALL {
        let is_of = |it: &SquadId| round.battle.side(*it) == side;
        let posted = round.orders.fight.iter().map(|it| it.0).filter(|it| is_of(it) && fighting.contains(it));
        let told: Vec<SquadId> = posted.collect();
        let others = fighting.iter().copied().filter(|it| is_of(it) && !told.contains(it));
        ordered.extend(told.iter().copied().chain(others));
    }
    ordered
}

/// **M-8** What a squad was told, or nothing.
fn order_of(round: &Round<'_>, squad: SquadId) -> Fight {
    round.orders.fight.get(squad).copied().unwrap_or(Fight { target: None, weapon: None })
}

/// **M-2** Units that did not fire this round fire a [CloseQuarters] weapon at a squad they are in melee with, if it is
/// in range and they see it.
fn close_quarters(round: &Round<'_>, squad: SquadId) -> Vec<Plan> {
    let battle = &round.battle;
    let Some(target) = melee_target(battle, squad, order_of(round, squad).target) else { return Vec::new() };
    let mut strikes: Vec<Strike> = Vec::new();
    for unit in battle.standing(squad).filter(|it| !battle.unit(*it).has_fired) {
        for weapon in usable(battle, unit, |weapon| is_for_close_quarters(battle, squad, weapon)) {
            let arm = Arm::of(battle, squad, weapon, Phase::Melee);
            let victims = in_sight(battle, unit, target, &arm);
            if !victims.is_empty() {
                strikes.push(Strike { unit, target, arm, victims });
            }
        }
    }
    plans(battle, squad, VolleyKind::CloseQuarters, strikes)
}

/// The ordered squad, if it is in contact, else the one with most units in contact.
fn melee_target(battle: &Battle, squad: SquadId, ordered: Option<SquadId>) -> Option<SquadId> {
    let mut contacts: Vec<UnitId> = battle.standing(squad).flat_map(|it| battle.in_contact(it)).collect();
    contacts.sort();
    contacts.dedup();
    target_among(battle, &contacts, ordered)
}

/// **M-4** Of these enemies' squads the ordered one, else the one with most of them, else the first in roster order.
fn target_among(battle: &Battle, contacts: &[UnitId], ordered: Option<SquadId>) -> Option<SquadId> {
    let squad = |it: &UnitId| battle.unit(*it).squad;
    if let Some(ordered) = ordered.filter(|it| contacts.iter().any(|unit| squad(unit) == *it)) {
        return Some(ordered);
    }
    let count = |it: &SquadId| contacts.iter().filter(|unit| squad(unit) == *it).count();
    contacts.iter().map(squad).max_by_key(|it| (count(it), std::cmp::Reverse(*it)))
}

fn is_for_close_quarters(battle: &Battle, squad: SquadId, weapon: WeaponId) -> bool {
    let line = battle.setup().weapon(weapon);
    !line.is_melee() && Arm::of(battle, squad, weapon, Phase::Melee).traits.close_quarters
}

/// The weapons of one sort that a unit uses at once: the first, and those with [Extra Attacks]; all of them for other
/// kinds than infantry (S-2), if they are fired.
fn usable(battle: &Battle, unit: UnitId, is_of_sort: impl Fn(WeaponId) -> bool) -> Vec<WeaponId> {
    let profile = battle.profile(unit);
    let mut found = Vec::new();
    let mut has_chosen = false;
    for (slot, &weapon) in profile.weapons.iter().enumerate().filter(|(_, it)| is_of_sort(**it)) {
        let traits = battle.setup().weapon(weapon).traits();
        if traits.one_shot && battle.is_spent(unit, slot) {
            continue;
        }
        if traits.extra_attacks || profile.kind != Kind::Infantry {
            found.push(weapon);
        } else if !has_chosen {
            has_chosen = true;
            found.push(weapon);
        }
    }
    found
}

fn in_sight(battle: &Battle, unit: UnitId, target: SquadId, arm: &Arm) -> Vec<UnitId> {
    let here = battle.footprint(unit);
    let can_hit = |it: &UnitId| {
        here.distance(battle.footprint(*it)) <= arm.range && (arm.traits.indirect || battle.sees(unit, *it))
    };
    battle.standing(target).filter(can_hit).collect()
}

/// **M-4** Every unit in contact strikes with one melee weapon, or with bare hands.
fn blows(round: &Round<'_>, squad: SquadId) -> Vec<Plan> {
    blow_plans(round.rules, &round.battle, squad, &order_of(round, squad))
}

pub(super) fn blow_plans(rules: &Line, battle: &Battle, squad: SquadId, order: &Fight) -> Vec<Plan> {
    let mut strikes = Vec::new();
    for unit in battle.standing(squad) {
        let contacts = battle.in_contact(unit);
        let Some(target) = target_among(battle, &contacts, order.target) else { continue };
        let victims: Vec<UnitId> = contacts.into_iter().filter(|it| battle.unit(*it).squad == target).collect();
        for arm in melee_arms(rules, battle, unit, order.weapon) {
            strikes.push(Strike { unit, target, arm, victims: victims.clone() });
        }
    }
    plans(battle, squad, VolleyKind::Blows, strikes)
}

/// The blows of a whole squad at another, as if every unit had every enemy in reach.
pub(super) fn clash_plans(rules: &Line, battle: &Battle, squad: SquadId, target: SquadId) -> Vec<Plan> {
    let victims: Vec<UnitId> = battle.standing(target).collect();
    let strike = |unit, arm| Strike { unit, target, arm, victims: victims.clone() };
    let of_unit = |unit| melee_arms(rules, battle, unit, None).into_iter().map(move |arm| strike(unit, arm));
    let strikes = battle.standing(squad).flat_map(of_unit).collect();
    plans(battle, squad, VolleyKind::Blows, strikes)
}

/// **M-4, M-8** The ordered weapon, else the strongest, and those with [Extra Attacks].
fn melee_arms(rules: &Line, battle: &Battle, unit: UnitId, ordered: Option<WeaponId>) -> Vec<Arm> {
    let squad = battle.unit(unit).squad;
    let arms = battle.profile(unit).weapons.iter().enumerate().filter_map(|(slot, &weapon)| {
        let line = battle.setup().weapon(weapon);
        let is_usable = line.is_melee() && !(line.traits().one_shot && battle.is_spent(unit, slot));
        is_usable.then(|| Arm::of(battle, squad, weapon, Phase::Melee))
    });
    let (mut extra, choice): (Vec<Arm>, Vec<Arm>) = arms.partition(|it| it.traits.extra_attacks);
    let ordered_one = choice.iter().position(|it| it.weapon == ordered && ordered.is_some());
    let strongest = || (0..choice.len()).rev().max_by_key(|it| choice[*it].strength);
    let chosen = ordered_one.or_else(strongest).map(|it| choice[it].clone());
    extra.insert(0, chosen.unwrap_or_else(|| Arm::bare_hands(rules, battle, unit)));
    extra
}

/// One weapon in one unit's hands, at one squad.
struct Strike {
    unit: UnitId,
    target: SquadId,
    arm: Arm,
    victims: Vec<UnitId>,
}

/// Puts strikes with the same weapon at the same squad together.
fn plans(battle: &Battle, squad: SquadId, kind: VolleyKind, strikes: Vec<Strike>) -> Vec<Plan> {
    let mut plans: Vec<Plan> = Vec::new();
    let mut reachable: Vec<Vec<UnitId>> = Vec::new();
    for strike in strikes {
        let is_same = |it: &Plan| {
            (it.at, it.arm.weapon, it.arm.strength) == (strike.target, strike.arm.weapon, strike.arm.strength)
        };
        let n = plans.iter().position(is_same).unwrap_or_else(|| {
            plans.push(Plan {
                kind,
                by: squad,
                at: strike.target,
                aims: vec![aim(battle, squad, &strike.arm)],
                arm: strike.arm,
                attackers: Vec::new(),
                pool: Vec::new(),
                silent: Vec::new(),
            });
            reachable.push(Vec::new());
            plans.len() - 1
        });
        plans[n].attackers.push(Attacker { unit: strike.unit, aim: 0 });
        reachable[n].extend(strike.victims);
    }
    for (plan, mut victims) in plans.iter_mut().zip(reachable) {
        victims.sort();
        victims.dedup();
        let near = victims.into_iter().map(|it| {
            let distance = |by: &Attacker| battle.footprint(by.unit).distance(battle.footprint(it));
            (it, plan.attackers.iter().map(distance).min().unwrap_or(0))
        });
        plan.pool = attack::allocation(battle, plan.at, near, plan.arm.traits.precision);
    }
    plans
}

/// **M-5** Neither cover nor concealment nor range: only the squad's own state counts.
fn aim(battle: &Battle, squad: SquadId, arm: &Arm) -> Aim {
    let modifiers = attack::own_modifiers(battle, squad, Phase::Melee);
    attack::aim(arm.accuracy, modifiers, attack::own_attacks(battle, squad, Phase::Melee, arm))
}
