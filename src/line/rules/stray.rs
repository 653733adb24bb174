//! S-9: fire into a melee, and the friends that it hits by mistake.

use crate::field::{SquadId, UnitId};
use crate::line::battle::{AimSource, Battle, Phase, Side, Volley, VolleyKind};
use crate::line::rules::attack::{self, Attacker, Plan};

/// **S-9** The friendly squad that strays of `by` would hit: among its side's units in melee with the target, the squad
/// with most of them.
pub fn melee_friend(battle: &Battle, by: SquadId, target: SquadId) -> Option<SquadId> {
    squad_of_most(battle, &friends_in_melee(battle, by, target))
}

/// The squad that most of these units belong to; of several such squads, the first in roster order.
pub(super) fn squad_of_most(battle: &Battle, units: &[UnitId]) -> Option<SquadId> {
    let squad = |it: &UnitId| battle.unit(*it).squad;
    let count = |it: &SquadId| units.iter().filter(|unit| squad(unit) == *it).count();
    units.iter().map(squad).max_by_key(|it| (count(it), std::cmp::Reverse(*it)))
}

/// **S-9** The units on the side of the firing squad that are in contact with its target. Of the firing squad itself
/// only engaged units count: a unit that merely has an enemy in its zone fires like any other (T-7), and isn't its own
/// victim.
fn friends_in_melee(battle: &Battle, by: SquadId, target: SquadId) -> Vec<UnitId> {
    if !battle.may_be_in_contact(target) {
        return Vec::new();
    }
    let is_friend = |it: &UnitId| {
        let squad = battle.unit(*it).squad;
        battle.side(squad) == battle.side(by) && (squad != by || battle.is_engaged(*it))
    };
    let mut found = battle.squad_contacts(target);
    found.retain(is_friend);
    found
}

/// **S-9** Plans the strays of a volley: each attack that missed an enemy in melee goes at the friends who fight it.
/// They may be of the firing squad itself. `None` if there are no strays.
pub(super) fn plan(battle: &Battle, plan: &Plan, volley: &Volley) -> Option<Plan> {
    // In roster order.
    let mut friends = friends_in_melee(battle, plan.by, plan.at);
    let friend = squad_of_most(battle, &friends)?;
    friends.retain(|it| battle.unit(*it).squad == friend);
    let missed = volley.shots.iter().filter(|it| it.hits == 0);
    let attackers: Vec<Attacker> = missed.map(|it| Attacker { unit: it.unit, aim: 0 }).collect();
    if attackers.is_empty() {
        return None;
    }
    let mut modifiers = attack::own_modifiers(battle, plan.by, Phase::Shooting, &plan.arm);
    modifiers.extend(melee_odds(battle, battle.side(plan.by), plan.at));
    Some(Plan {
        pool: attack::pool(battle, &attackers, friends.into_iter()),
        aims: vec![attack::aim(plan.arm.accuracy, modifiers, Vec::new())],
        attackers,
        ..Plan::of(VolleyKind::Stray, plan.by, friend, plan.arm.clone())
    })
}

/// **S-9** The modifiers to strays: friends who are more or larger are easier to hit, and enemies who are shield them.
fn melee_odds(battle: &Battle, side: Side, target: SquadId) -> Vec<(AimSource, i8)> {
    let fight = cluster(battle, target);
    let units =
        |side: Side| fight.iter().filter(move |it| battle.side(**it) == side).flat_map(|it| battle.standing(*it));
    let count = |side| units(side).count();
    let size = |side| units(side).map(|it| battle.profile(it).size).max().unwrap_or(0);
    let mut found = Vec::new();
    for (who, by) in [(side, 1), (side.other(), -1)] {
        if count(who.other()) < count(who) {
            found.push((AimSource::MoreInMelee(who), by));
        }
        if size(who.other()) < size(who) {
            found.push((AimSource::LargerInMelee(who), by));
        }
    }
    found
}

/// The squads of one melee: a squad, those in contact with it, those in contact with these, and so on.
pub(super) fn cluster(battle: &Battle, from: SquadId) -> Vec<SquadId> {
    let mut found = vec![from];
    let mut next = 0;
    while let Some(&squad) = found.get(next) {
        next += 1;
        let others = battle.squads_in_contact(squad).into_iter().filter(|it| !found.contains(it));
        found.extend(others.collect::<Vec<SquadId>>());
    }
    found
}
