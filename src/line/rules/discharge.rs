//! S: fires what has been planned, and resolves what that does to the firing squad.

use crate::dice::Label;
use crate::field::{SquadId, UnitId};
use crate::line::battle::{Battle, Event, Fate, Phase};
use crate::line::rules::attack::{self, Arm, Attacker, Plan};
use crate::line::rules::battery::{PlannedFire, Use, Uses, is_kept_from_firing};
use crate::line::rules::chance::{self, EventKind};
use crate::line::rules::{Round, formations, stray};

/// Fires a squad's plans, weapon by weapon, or emits why nobody fires. Returns the plans.
pub(super) fn discharge_all(round: &mut Round<'_>, squad: SquadId, target: SquadId, planned: PlannedFire) -> Vec<Plan> {
    let PlannedFire { mut plans, silent } = planned;
    match plans.first_mut() {
        Some(first) => first.silent = silent,
        None => round.emit(Event::FireHeld { squad, target, silent }),
    }
    for plan in &mut plans {
        // A stray of the previous weapon may have felled an attacker.
        plan.attackers.retain(|it| round.battle.unit(it.unit).is_standing());
        formations::add_shield_modifiers(&round.battle, plan);
        if !plan.attackers.is_empty() {
            discharge(round, plan);
        }
    }
    plans
}

/// Rolls one volley and its strays.
fn discharge(round: &mut Round<'_>, plan: &Plan) {
    let volley = attack::roll(round.rules, &round.battle, plan, round.dice);
    let stray = stray::plan(&round.battle, plan, &volley);
    formations::emit_volley(round, plan, volley);
    if let Some(stray) = stray {
        let volley = attack::roll_stray(round.rules, &round.battle, &stray, round.dice);
        formations::emit_volley(round, &stray, volley);
    }
}

/// **A-6** `[Hazardous]`: rolls a die for each weapon that was fired; a 1 does 1 damage to its user. This comes after
/// all fire, so that no unit falls to its first weapon before it uses the second.
pub(super) fn hazard(round: &mut Round<'_>, fired: &[Plan]) {
    for plan in fired {
        let Some(weapon) = plan.arm.weapon.filter(|_| plan.arm.traits.hazardous) else { continue };
        let mut rolls = Vec::new();
        let label = Label { kind: EventKind::Hazard as u8, by: plan.by.0, at: plan.at.0, weapon: weapon.0 };
        let dice = round.dice.event(label);
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
}

/// **V-3** The units that would have fired, and whether that costs their squad its faster move.
pub(super) fn wasted(battle: &Battle, squad: SquadId, uses: &Uses) -> (Vec<UnitId>, bool) {
    let is_free = |it: &&Use| battle.unit(it.unit).is_standing() && !is_kept_from_firing(battle, it.unit);
    let free: Vec<&Use> = uses.each.iter().filter(is_free).collect();
    let mut units: Vec<UnitId> = free.iter().map(|it| it.unit).collect();
    units.dedup();
    let costs = |it: &&Use| !Arm::of(battle, squad, None, it.weapon, Phase::Shooting).traits.assault;
    let slows = free.is_empty() || free.iter().any(costs);
    (units, slows)
}
