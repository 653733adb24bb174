//! S-6: whom it pays most to fire at.

use crate::field::SquadId;
use crate::line::battle::{Battle, FirePart};
use crate::line::rules::attack::Outlook;
use crate::line::rules::battery::{Battery, assign};
use crate::line::rules::{Line, stray};

/// **S-6** The squad it pays most to fire at now: most expected damage, then the nearest, then the one with fewest
/// standing, then roster order. Nobody who is gone, and nobody in melee with friends.
pub(super) fn best_target(rules: &Line, battle: &Battle, squad: SquadId) -> Option<SquadId> {
    best_target_among(rules, battle, squad, |_| true)
}

pub(super) fn best_target_among(
    rules: &Line,
    battle: &Battle,
    squad: SquadId,
    may_be: impl Fn(SquadId) -> bool,
) -> Option<SquadId> {
    best_fire_among(rules, battle, squad, may_be).map(|it| it.0)
}

/// **S-6** The same, and what to expect of all of the squad's fire at it.
pub(super) fn best_fire_among(
    rules: &Line,
    battle: &Battle,
    squad: SquadId,
    may_be: impl Fn(SquadId) -> bool,
) -> Option<(SquadId, Outlook)> {
    let leader = battle.footprint(battle.leader(squad)?);
    let candidates = prospects(rules, battle, squad, may_be).into_iter().filter_map(|(target, outlook)| {
        let distance = battle.standing(target).map(|it| leader.distance(battle.footprint(it))).min()?;
        let rank = (std::cmp::Reverse(outlook.damage), distance, battle.standing(target).count(), target);
        Some((rank, (target, outlook)))
    });
    candidates.min_by_key(|it| it.0).map(|it| it.1)
}

/// What all of a squad's fire would do to each enemy squad that it can hit without danger to friends.
pub(super) fn prospects(
    rules: &Line,
    battle: &Battle,
    squad: SquadId,
    may_be: impl Fn(SquadId) -> bool,
) -> Vec<(SquadId, Outlook)> {
    let uses = assign(battle, squad, &[FirePart { target: squad, with: None }]);
    if uses.is_empty() {
        return Vec::new();
    }
    let battery = Battery::of(battle, squad, &uses);
    let enemies = battle.squads_of(battle.side(squad).other()).filter(|it| may_be(*it));
    let prospect = |target| {
        let sum = battery.outlook(rules, target);
        (0 < sum.damage && stray::melee_friend(battle, squad, target).is_none()).then_some((target, sum))
    };
    enemies.filter_map(prospect).collect()
}

/// What all of a squad's fire would do to another.
pub(super) fn barrage(rules: &Line, battle: &Battle, squad: SquadId, target: SquadId) -> Outlook {
    let uses = assign(battle, squad, &[FirePart { target, with: None }]);
    Battery::of(battle, squad, &uses).outlook(rules, target)
}
