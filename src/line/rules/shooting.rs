//! S: the shooting phase.

use crate::field::{SquadId, UnitId};
use crate::line::battle::{Event, Fire, FirePart, Phase, Side, Silence, Trigger};
use crate::line::rules::attack::Plan;
use crate::line::rules::battery::{Uses, assign, plan};
use crate::line::rules::discharge::{discharge_all, hazard, wasted};
use crate::line::rules::{Round, formations, targets};

/// **S-5** The players fire before the enemy, **R-5** each side in the order of its posts. **R-3** Only squads with an
/// order to fire do so.
pub(super) fn resolve(round: &mut Round<'_>) {
    for side in Side::ALL {
        for (squad, order) in round.orders.fire.iter() {
            if round.battle.side(squad) == side && !round.battle.has_acted_ahead(squad, Phase::Shooting) {
                fire(round, squad, order);
            }
        }
    }
}

/// **C-6** Lets one squad fire ahead of the phase. Returns whether it had an order to fire.
pub(super) fn act_ahead(round: &mut Round<'_>, squad: SquadId) -> bool {
    let Some(order) = round.orders.fire.get(squad) else { return false };
    fire(round, squad, order);
    true
}

/// **C-6** Lets one unit fire its part of its squad's order, ahead of the phase. Returns whether it had a part.
pub(super) fn unit_acts_ahead(round: &mut Round<'_>, unit: UnitId) -> bool {
    let squad = round.battle.unit(unit).squad;
    let parts = round.orders.fire.get(squad).map_or_else(Vec::new, |it| parts_of(round, squad, it));
    let mut uses = assign(&round.battle, squad, &parts);
    uses.each.retain(|it| it.unit == unit);
    let Some(part) = uses.each.first().map(|it| it.part) else { return false };
    let fired = fire_part(round, squad, parts[part].target, &uses.of(part));
    hazard(round, &fired);
    true
}

/// Carries out a squad's order to fire, part by part.
fn fire(round: &mut Round<'_>, squad: SquadId, order: &Fire) {
    if !round.battle.is_on_map(squad) {
        return;
    }
    if let Fire::Volley(it) = order
        && formations::volley(round, squad, *it)
    {
        return;
    }
    let parts = parts_of(round, squad, order);
    let mut uses = assign(&round.battle, squad, &parts);
    let fired_already = formations::fired_already(&round.battle, squad);
    uses.each.retain(|it| !fired_already.contains(&it.unit));
    if uses.each.is_empty() && !fired_already.is_empty() {
        for FirePart { target, .. } in parts {
            let silent = fired_already.iter().map(|it| (*it, Silence::Fired)).collect();
            round.emit(Event::FireHeld { squad, target, silent });
        }
        return;
    }
    let mut fired = Vec::new();
    for (n, part) in parts.iter().enumerate() {
        fired.extend(fire_part(round, squad, part.target, &uses.of(n)));
    }
    hazard(round, &fired);
}

/// The parts of a squad's fire. **S-6** The enemy picks another target, whatever its order, if one is gone before the
/// squad's turn comes.
fn parts_of(round: &Round<'_>, squad: SquadId, order: &Fire) -> Vec<FirePart> {
    let battle = &round.battle;
    let best = || targets::best_fire(round.rules, battle, squad).map(|it| it.0);
    let picks_again = |it: &FirePart| battle.side(squad) == Side::Enemy && !battle.is_on_map(it.target);
    let target = |it: &FirePart| if picks_again(it) { best() } else { Some(it.target) };
    match order {
        Fire::At(parts) => parts.iter().filter_map(|it| Some(FirePart { target: target(it)?, ..*it })).collect(),
        Fire::Volley(it) => vec![FirePart { target: it.target, with: None }],
        Fire::AtWill => best().map(|target| FirePart { target, with: None }).into_iter().collect(),
    }
}

/// Fires one part of a volley. Returns what was fired.
fn fire_part(round: &mut Round<'_>, squad: SquadId, target: SquadId, uses: &Uses) -> Vec<Plan> {
    if !round.battle.is_on_map(target) {
        // **S-5** The units that were free to fire did so in vain. **S-7** Their squad counts as having shot.
        let (units, slows) = wasted(&round.battle, squad, uses);
        round.emit(Event::VolleyWasted { squad, target, units, slows });
        return Vec::new();
    }
    let planned = plan(&round.battle, squad, target, uses, None);
    // **C-5** Abilities that waited for this moment may change who can be hit, how easily, and who is left to fire.
    if !planned.plans.is_empty() && round.trigger(Trigger::ShotAt, target) {
        return fire_part(round, squad, target, uses);
    }
    discharge_all(round, squad, target, planned)
}
