//! S: the shooting phase.

use crate::dice::Label;
use crate::field::{SquadId, UnitId};
use crate::line::battle::{Battle, Event, Fate, Fire, FirePart, Phase, Side, Silence, Trigger};
use crate::line::rules::attack;
use crate::line::rules::attack::{Arm, Attacker, Plan};
use crate::line::rules::battery::{Planned, Use, assign, plan, uses_of};
use crate::line::rules::chance::{self, EventKind};
use crate::line::rules::{Round, command, formations, stray, targets};

/// **S-5** All of the players' fire lands before the enemy's begins; **R-5** each side's in the order in which it was
/// posted. **R-3** Only squads that were told to fire do.
pub(super) fn resolve(round: &mut Round<'_>) {
    round.begin(Phase::Shooting);
    let orders = round.orders;
    for side in Side::ALL {
        for (squad, order) in orders.fire.iter() {
            if round.battle.side(squad) == side && !round.battle.has_acted_ahead(squad, Phase::Shooting) {
                fire(round, squad, order);
            }
        }
    }
}

/// **C-6** One squad's fire, ahead of its phase; says whether it had an order to.
pub(super) fn act_ahead(round: &mut Round<'_>, squad: SquadId) -> bool {
    let orders = round.orders;
    let Some(order) = orders.fire.get(squad) else { return false };
    fire(round, squad, order);
    true
}

/// **C-6** One unit's part of its squad's fire, ahead of the phase; says whether it had a part in it.
pub(super) fn unit_acts_ahead(round: &mut Round<'_>, unit: UnitId) -> bool {
    let squad = round.battle.unit(unit).squad;
    let parts = match round.orders.fire.get(squad) {
        Some(Fire::At(parts)) if round.battle.side(squad) == Side::Enemy => retargeted(round, squad, parts),
        Some(Fire::At(parts)) => parts.clone(),
        Some(Fire::Volley(it)) => vec![FirePart { target: it.target, with: None }],
        Some(Fire::AtWill) => {
            let target = targets::best_target(round.rules, &round.battle, squad);
            target.map(|target| FirePart { target, with: None }).into_iter().collect()
        }
        None => Vec::new(),
    };
    let mut uses = assign(&round.battle, squad, &parts);
    uses.retain(|it| it.unit == unit);
    let Some(part) = uses.first().map(|it| it.part) else { return false };
    let fired = fire_part(round, squad, parts[part].target, &uses_of(&uses, part));
    fired.iter().for_each(|it| hazard(round, it));
    true
}

fn fire(round: &mut Round<'_>, squad: SquadId, order: &Fire) {
    if !round.battle.is_on_map(squad) {
        return;
    }
    match order {
        Fire::At(parts) if round.battle.side(squad) == Side::Enemy => {
            let parts = retargeted(round, squad, parts);
            fire_parts(round, squad, &parts);
        }
        Fire::At(parts) => fire_parts(round, squad, parts),
        Fire::Volley(it) => {
            if !formations::volley(round, squad, *it) {
                fire_parts(round, squad, &[FirePart { target: it.target, with: None }]);
            }
        }
        Fire::AtWill => {
            if let Some(target) = targets::best_target(round.rules, &round.battle, squad) {
                fire_parts(round, squad, &[FirePart { target, with: None }]);
            }
        }
    }
}

/// **S-6** Whatever the enemy was told, it picks again where a target is gone before its turn comes.
fn retargeted(round: &Round<'_>, squad: SquadId, parts: &[FirePart]) -> Vec<FirePart> {
    let battle = &round.battle;
    let target = |part: &FirePart| match battle.is_on_map(part.target) {
        true => Some(part.target),
        false => targets::best_target(round.rules, battle, squad),
    };
    parts.iter().filter_map(|part| Some(FirePart { target: target(part)?, ..*part })).collect()
}

fn fire_parts(round: &mut Round<'_>, squad: SquadId, parts: &[FirePart]) {
    let mut uses = assign(&round.battle, squad, parts);
    let fired_already = formations::fired_already(&round.battle, squad);
    uses.retain(|it| !fired_already.contains(&it.unit));
    if uses.is_empty() && !fired_already.is_empty() {
        for FirePart { target, .. } in parts {
            let silent = fired_already.iter().map(|it| (*it, Silence::Fired)).collect();
            round.emit(Event::FireHeld { squad, target: *target, silent });
        }
        return;
    }
    let mut fired = Vec::new();
    for (n, part) in parts.iter().enumerate() {
        fired.extend(fire_part(round, squad, part.target, &uses_of(&uses, n)));
    }
    // Once all of it has been fired, so that nobody falls to the first of his weapons before he uses the second.
    for plan in &fired {
        hazard(round, plan);
    }
}

/// Fires one part of a volley, and gives back what was fired.
fn fire_part(round: &mut Round<'_>, squad: SquadId, target: SquadId, uses: &[Use]) -> Vec<Plan> {
    if !round.battle.is_on_map(target) {
        waste(round, squad, target, uses);
        return Vec::new();
    }
    let mut planned = plan(&round.battle, squad, target, uses);
    // **C-5** What waited for this moment may change who can be hit, and how well, and who is left to fire.
    if !planned.plans.is_empty() && command::trigger(round, Trigger::ShotAt, target) {
        return fire_part(round, squad, target, uses);
    }
    if planned.plans.is_empty() {
        round.emit(Event::FireHeld { squad, target, silent: planned.silent });
        return Vec::new();
    }
    discharge_all(round, &mut planned);
    planned.plans
}

/// Weapon by weapon.
pub(super) fn discharge_all(round: &mut Round<'_>, planned: &mut Planned) {
    if let Some(first) = planned.plans.first_mut() {
        first.silent = std::mem::take(&mut planned.silent);
    }
    for plan in &mut planned.plans {
        // A stray of the weapon before may have felled one of them.
        plan.attackers.retain(|it| round.battle.unit(it.unit).is_standing());
        formations::raise_shields(&round.battle, plan);
        if !plan.attackers.is_empty() {
            discharge(round, plan);
        }
    }
}

/// **S-5** Those who were free to fire have done so for nothing. **S-7** Their squad counts as having shot.
fn waste(round: &mut Round<'_>, squad: SquadId, target: SquadId, uses: &[Use]) {
    let (units, slows) = wasted(&round.battle, squad, uses);
    round.emit(Event::VolleyWasted { squad, target, units, slows });
}

/// **V-3** Who would have fired, and whether that costs their squad its faster move.
pub(super) fn wasted(battle: &Battle, squad: SquadId, uses: &[Use]) -> (Vec<UnitId>, bool) {
    let is_free = |it: &&Use| {
        let is_held = || battle.is_engaged(it.unit) || formations::silence(battle, it.unit).is_some();
        battle.unit(it.unit).is_standing() && !is_held()
    };
    let free: Vec<&Use> = uses.iter().filter(is_free).collect();
    let mut units: Vec<UnitId> = free.iter().map(|it| it.unit).collect();
    units.dedup();
    let costs = |it: &&Use| !Arm::of(battle, squad, it.weapon, Phase::Shooting).traits.assault;
    let slows = free.is_empty() || free.iter().any(costs);
    (units, slows)
}

/// One volley and its strays.
fn discharge(round: &mut Round<'_>, plan: &Plan) {
    let volley = attack::roll(round.rules, &round.battle, plan, round.dice);
    let stray = stray::plan(&round.battle, plan, &volley);
    formations::land(round, plan, volley);
    if let Some(stray) = stray {
        let volley = attack::roll_stray(round.rules, &round.battle, &stray, round.dice);
        formations::land(round, &stray, volley);
    }
}

/// **A-6** `[Hazardous]`: a die for each weapon that was fired; a 1 does 1 damage to its user.
pub(super) fn hazard(round: &mut Round<'_>, plan: &Plan) {
    let Some(weapon) = plan.arm.weapon.filter(|_| plan.arm.traits.hazardous) else { return };
    let mut rolls = Vec::new();
    let dice =
        round.dice.event(Label { kind: EventKind::Hazard.into(), by: plan.by.0, at: plan.at.0, weapon: weapon.0 });
    for Attacker { unit, .. } in &plan.attackers {
        if round.battle.unit(*unit).is_standing() {
            let die = dice.d6(chance::HAZARD);
            let hp = round.battle.unit(*unit).hp - 1;
            let is_hurt = die.face() == 1;
            let fate = if is_hurt { attack::fate_of(hp, round.battle.profile(*unit).hp) } else { Fate::Unharmed };
            rolls.push((*unit, die, fate));
        }
    }
    if !rolls.is_empty() {
        round.emit(Event::HazardRolled { squad: plan.by, weapon, rolls });
    }
}
