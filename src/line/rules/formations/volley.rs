//! F-3: the fire of a formation at one unit.

use std::collections::BTreeSet;

use crate::field::{SquadId, UnitId};
use crate::line::battle::{
    AimSource, Battle, Event, FirePart, Formation, FormationEvent, FormationId, Side, Silence, Trigger, VolleyAt,
};
use crate::line::rules::battery::{self, PlannedFire, Uses};
use crate::line::rules::{Line, Round, attack, discharge, targets};

/// **F-3** Lets the formations of a squad shoot at one unit together. Returns whether it has any.
pub(crate) fn volley(round: &mut Round<'_>, squad: SquadId, order: VolleyAt) -> bool {
    let ids: Vec<FormationId> = round.battle.formations_of(squad).map(|it| it.id).collect();
    for id in &ids {
        fire(round, *id, order);
    }
    !ids.is_empty()
}

/// **F-3** The units of a squad that have fired this round, with another squad of their formation, and don't fire
/// again; empty in a battle without formations.
pub(crate) fn fired_already(battle: &Battle, squad: SquadId) -> Vec<UnitId> {
    match battle.has_formations() {
        true => battle.standing(squad).filter(|it| battle.unit(*it).has_fired).collect(),
        false => Vec::new(),
    }
}

fn fire(round: &mut Round<'_>, id: FormationId, order: VolleyAt) {
    let Some(formation) = round.battle.formation(id).cloned() else { return };
    let Some(unit) = volley_target(round.rules, &round.battle, &formation, order) else {
        return waste(round, &formation, order);
    };
    let target = round.battle.unit(unit).squad;
    let volleys = volley_plans(&round.battle, &formation, unit);
    // **C-5** Abilities that waited for this moment may change who can be hit, and how easily.
    if volleys.iter().any(|it| !it.1.plans.is_empty()) && round.trigger(Trigger::ShotAt, target) {
        return fire(round, id, order);
    }
    let mut fired = Vec::new();
    for (squad, planned) in volleys {
        fired.extend(discharge::discharge_all(round, squad, target, planned));
    }
    discharge::hazard(round, &fired);
}

/// The unit that is shot at: the one that the order names, or else the nearest of its squad. **S-6** If that squad
/// is gone, the enemy picks another. `None` if there is no target.
pub(crate) fn volley_target(rules: &Line, battle: &Battle, formation: &Formation, order: VolleyAt) -> Option<UnitId> {
    if let Some(unit) = order.unit.filter(|it| battle.unit(*it).is_standing()) {
        return Some(unit);
    }
    let first = battle.unit(*formation.members.first()?).squad;
    let is_enemy = battle.side(first) == Side::Enemy;
    if order.unit.is_some() && !is_enemy {
        return None;
    }
    let other = || if is_enemy { Some(targets::best_fire(rules, battle, first)?.0) } else { None };
    let target = Some(order.target).filter(|it| battle.is_on_map(*it)).or_else(other)?;
    battle.standing(target).min_by_key(|it| battle.distance(battle.footprint(*it), &formation.members))
}

/// **F-3** Plans the fire of each squad of a formation at one unit. Each shooter after the first improves the aim of
/// all by 1. All else is as in any volley; what the unit can't take is lost.
pub(crate) fn volley_plans(battle: &Battle, formation: &Formation, unit: UnitId) -> Vec<(SquadId, PlannedFire)> {
    let target = battle.unit(unit).squad;
    let planned = |squad| (squad, battery::plan(battle, squad, target, &uses(battle, formation, squad), Some(unit)));
    let mut volleys: Vec<(SquadId, PlannedFire)> = battle.squads_in(formation).into_iter().map(planned).collect();
    let attackers = volleys.iter().flat_map(|it| &it.1.plans).flat_map(|it| &it.attackers);
    let shooters: BTreeSet<UnitId> = attackers.map(|it| it.unit).collect();
    let more = shooters.len().saturating_sub(1).min(100) as i8;
    if 0 < more {
        let aims = volleys.iter_mut().flat_map(|it| &mut it.1.plans).flat_map(|it| &mut it.aims);
        for aim in aims {
            let mut modifiers = std::mem::take(&mut aim.modifiers);
            modifiers.push((AimSource::Volley, more));
            *aim = attack::aim(aim.base, modifiers, std::mem::take(&mut aim.attacks));
        }
    }
    volleys
}

/// The weapons of a squad's members in the formation that have not fired yet.
fn uses(battle: &Battle, formation: &Formation, squad: SquadId) -> Uses {
    let mut uses = battery::assign(battle, squad, &[FirePart { target: squad, with: None }]);
    uses.each.retain(|it| formation.members.contains(&it.unit) && !battle.unit(it.unit).has_fired);
    uses
}

/// **S-5** Wastes the fire of a formation whose target is gone. **S-7** A squad in which nobody could have fired, or
/// all have fired before, loses nothing.
fn waste(round: &mut Round<'_>, formation: &Formation, order: VolleyAt) {
    for squad in round.battle.squads_in(formation) {
        let uses = uses(&round.battle, formation, squad);
        let target = order.target;
        let (units, slows) = discharge::wasted(&round.battle, squad, &uses);
        if units.is_empty() {
            let mut silent = battery::plan(&round.battle, squad, target, &uses, None).silent;
            let mut fired = fired_already(&round.battle, squad);
            fired.retain(|it| formation.members.contains(it));
            silent.extend(fired.into_iter().map(|it| (it, Silence::Fired)));
            round.emit(Event::FireHeld { squad, target, silent });
            continue;
        }
        match order.unit {
            Some(unit) => {
                let formation = formation.id;
                let lost = FormationEvent::VolleyLost { formation, squad, target, unit, units, slows };
                super::emit(round, lost);
            }
            None => round.emit(Event::VolleyWasted { squad, target, units, slows }),
        }
    }
}
