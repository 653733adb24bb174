//! F-8, F-13, F-15: whether units stand as one block.

use crate::field::UnitId;
use crate::line::battle::{Battle, Formation};

/// **F-8** The groups of units that stand together, by the eight tiles around each (FX-8); each in the order of `units`,
/// the group of the first unit first.
pub(super) fn groups(battle: &Battle, units: &[UnitId]) -> Vec<Vec<UnitId>> {
    let mut left: Vec<UnitId> = units.to_vec();
    let mut found = Vec::new();
    while let Some(first) = left.first().copied() {
        let mut group = vec![first];
        let mut next = 0;
        while let Some(&unit) = group.get(next) {
            next += 1;
            let beside = left.iter().copied().filter(|it| battle.are_neighbours(unit, *it) && !group.contains(it));
            group.extend(beside.collect::<Vec<UnitId>>());
        }
        let (of_group, others): (Vec<UnitId>, Vec<UnitId>) = left.into_iter().partition(|it| group.contains(it));
        left = others;
        found.push(of_group);
    }
    found
}

/// **F-15** Whether a member is as good as nobody: panicked or frenzied. A dazed one is not; he just can't move.
pub(super) fn is_gap(battle: &Battle, unit: UnitId) -> bool {
    battle.is_frenzied(unit) || battle.squad(battle.unit(unit).squad).is_broken
}

/// **F-15** Members of a formation that are no gaps, and those that are.
pub(super) fn sound_and_gaps(battle: &Battle, formation: &Formation) -> (Vec<UnitId>, Vec<UnitId>) {
    formation.members.iter().copied().partition(|it| !is_gap(battle, *it))
}

/// **F-13, F-15** Whether a formation has a gap: somebody is one, or the others don't stand together.
pub(super) fn has_gap(battle: &Battle, formation: &Formation) -> bool {
    let (sound, gaps) = sound_and_gaps(battle, formation);
    !gaps.is_empty() || 1 < groups(battle, &sound).len()
}
