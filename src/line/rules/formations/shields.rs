//! F-2: shields beside each other.

use crate::field::UnitId;
use crate::line::battle::{AimSource, Battle, Formation, Shield};
use crate::line::rules::attack;
use crate::line::rules::attack::Plan;

/// **F-2** Whoever aims at a member of a shield wall aims worse by 1 for each shield beside him; S-8 bounds it together
/// with all else. It is the member that the first hit would go to who counts, as he stands now.
pub(in crate::line::rules) fn raise_shields(battle: &Battle, plan: &mut Plan) {
    if battle.formations().is_empty() {
        return;
    }
    let front = attack::in_line(battle, plan).first().copied();
    let beside = front.map_or(0, |it| shields_beside(battle, it));
    for aim in &mut plan.aims {
        let mut modifiers = std::mem::take(&mut aim.modifiers);
        modifiers.retain(|it| it.0 != AimSource::ShieldWall);
        if 0 < beside {
            modifiers.push((AimSource::ShieldWall, -beside));
        }
        *aim = attack::aim(aim.base, modifiers, std::mem::take(&mut aim.attacks));
    }
}

/// **F-2** For a member with a shield of medium size or larger: how many neighbours of his formation have a shield, of
/// any size, and are not dazed. Whether he is dazed himself does not matter (FT-3).
pub(super) fn shields_beside(battle: &Battle, unit: UnitId) -> i8 {
    let shield = |it: UnitId| battle.profile(it).drill.shield;
    let Some(formation) = battle.formation_of(unit).filter(|_| shield(unit) >= Some(Shield::Medium)) else { return 0 };
    let Formation { members, .. } = formation;
    let helps = |it: &&UnitId| battle.are_neighbours(unit, **it) && shield(**it).is_some() && !battle.is_dazed(**it);
    members.iter().filter(helps).count().min(100) as i8
}
