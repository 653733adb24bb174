//! F-2: shields beside each other.

use crate::field::UnitId;
use crate::line::battle::{Aim, AimSource, Battle, Shield};
use crate::line::rules::attack::{self, Plan};

/// **F-2** Whoever aims at a member of a shield wall aims worse by 1 for each shield beside him; S-8 bounds it together
/// with all else. It is the member that the first hit would go to who counts, as he stands now.
pub(crate) fn raise_shields(battle: &Battle, plan: &mut Plan) {
    if battle.formations().is_empty() {
        return;
    }
    let walls = walls(battle, &attack::in_line(battle, plan));
    for aim in &mut plan.aims {
        *aim = behind(aim, walls.first().copied().unwrap_or(0));
    }
}

/// **F-2** What the shields beside each of these are worth, to whom hits go in this order: by the time they go to one,
/// those before him have fallen. Nothing where there are no formations.
pub(crate) fn walls(battle: &Battle, in_line: &[UnitId]) -> Vec<i8> {
    if battle.formations().is_empty() {
        return Vec::new();
    }
    (0..in_line.len()).map(|nth| shields_beside(battle, in_line[nth], &in_line[..nth])).collect()
}

/// **F-2** The same aim, at one beside whom the shields are worth so much.
pub(crate) fn behind(aim: &Aim, wall: i8) -> Aim {
    let others = aim.modifiers.iter().copied().filter(|it| it.0 != AimSource::ShieldWall);
    let wall = (0 < wall).then_some((AimSource::ShieldWall, -wall));
    attack::aim(aim.base, others.chain(wall).collect(), aim.attacks.clone())
}

/// **F-2** For a member with a shield of medium size or larger: how many neighbours of his side have a shield, of any size,
/// and are not dazed, whatever formation they stand in. Whether he is dazed himself does not matter
/// (FT-3), and those who have `fallen` don't count.
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
