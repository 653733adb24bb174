//! F-8, F-13, F-15: whether units stand as one block.

use crate::field::UnitId;
use crate::line::battle::{Battle, Formation};

/// **F-8** The groups of units that stand together, corners included (FX-8). Each is in the order of `units`, and the
/// group of the first unit comes first.
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

/// **F-15** Whether a member counts as a gap: it is panicked or frenzied. A dazed member doesn't.
pub(super) fn is_gap(battle: &Battle, unit: UnitId) -> bool {
    battle.is_frenzied(unit) || battle.squad(battle.unit(unit).squad).is_broken
}

/// **F-15** The members of a formation that don't count as gaps, and those that do.
pub(super) fn sound_and_gaps(battle: &Battle, formation: &Formation) -> (Vec<UnitId>, Vec<UnitId>) {
    formation.members.iter().copied().partition(|it| !is_gap(battle, *it))
}

/// **F-13, F-15** Whether a formation has a gap: a member counts as one, or the others don't stand together.
pub(super) fn has_gap(battle: &Battle, formation: &Formation) -> bool {
    let (sound, gaps) = sound_and_gaps(battle, formation);
    !gaps.is_empty() || 1 < groups(battle, &sound).len()
}
