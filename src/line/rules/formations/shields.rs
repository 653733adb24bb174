//! F-2: shields beside each other.

use crate::field::UnitId;
use crate::line::battle::{Aim, AimSource, Battle, Shield};
use crate::line::rules::attack::{self, Plan};

/// **F-2** Makes the aims of a plan worse by 1 for each shield beside the victim, within the limits of S-8. The victim
/// is the member that the first hit would go to now.
pub(crate) fn add_shield_modifiers(battle: &Battle, plan: &mut Plan) {
    if battle.formations().is_empty() {
        return;
    }
    let shields = shields_by_victim(battle, &attack::hit_order(battle, plan));
    for aim in &mut plan.aims {
        *aim = behind_shields(aim, shields.first().copied().unwrap_or(0));
    }
}

/// **F-2** How many shields count beside each of these units, which hits go to in this order. By the time a hit goes to
/// a unit, those before it have fallen. Empty if there are no formations.
pub(crate) fn shields_by_victim(battle: &Battle, hit_order: &[UnitId]) -> Vec<i8> {
    if battle.formations().is_empty() {
        return Vec::new();
    }
    (0..hit_order.len()).map(|nth| shields_beside(battle, hit_order[nth], &hit_order[..nth])).collect()
}

/// **F-2** An aim at a unit behind `wall` shields.
pub(crate) fn behind_shields(aim: &Aim, wall: i8) -> Aim {
    let others = aim.modifiers.iter().copied().filter(|it| it.0 != AimSource::ShieldWall);
    let wall = (0 < wall).then_some((AimSource::ShieldWall, -wall));
    attack::aim(aim.base, others.chain(wall).collect(), aim.attacks.clone())
}

/// **F-2** How many shields count beside a unit: if it is in a formation and has at least a medium shield, its
/// neighbours of the same side that have any shield and aren't dazed, in whatever formation. Whether the unit itself is
/// dazed doesn't matter (FT-3), and the `fallen` don't count.
pub(super) fn shields_beside(battle: &Battle, unit: UnitId, fallen: &[UnitId]) -> i8 {
    let shield = |it: UnitId| battle.profile(it).drill.shield;
    if shield(unit) < Some(Shield::Medium) || battle.formation_of(unit).is_none() {
        return 0;
    }
    let side = battle.side(battle.unit(unit).squad);
    let helps = |it: &UnitId| {
        battle.are_neighbours(unit, *it) && shield(*it).is_some() && !battle.is_dazed(*it) && !fallen.contains(it)
    };
    battle.standing_of(side).filter(helps).count().min(100) as i8
}
