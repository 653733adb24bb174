//! S-6: which target it pays most to fire at.

use crate::field::SquadId;
use crate::line::battle::{Battle, Expected, FirePart};
use crate::line::rules::battery::{Battery, assign};
use crate::line::rules::{Line, stray};

/// **S-6** The enemy squad that it pays most to fire at now, with the average result of all the squad's fire at it. It
/// is the one with the most expected damage, then the nearest, then the one with fewest standing, then the first in
/// roster order. Squads in melee with friends are left out.
pub fn best_fire(rules: &Line, battle: &Battle, squad: SquadId) -> Option<(SquadId, Expected)> {
    best_fire_among(rules, battle, squad, |_| true)
}

/// **S-6** As [`best_fire`], among the squads that pass `may_be`.
pub fn best_fire_among(
    rules: &Line,
    battle: &Battle,
    squad: SquadId,
    may_be: impl Fn(SquadId) -> bool,
) -> Option<(SquadId, Expected)> {
    let leader = battle.footprint(battle.leader(squad)?);
    let candidates = prospects(rules, battle, squad).into_iter().filter(|it| may_be(it.0));
    candidates.min_by_key(|(target, expected)| {
        let distance = battle.distance(leader, battle.standing(*target));
        (std::cmp::Reverse(expected.damage_milli), distance, battle.standing(*target).count(), *target)
    })
}

/// The average result of all of a squad's fire at each enemy squad that it can hit without danger to friends.
pub fn prospects(rules: &Line, battle: &Battle, squad: SquadId) -> Vec<(SquadId, Expected)> {
    let uses = assign(battle, squad, &[FirePart { target: squad, with: None }]);
    if uses.each.is_empty() {
        return Vec::new();
    }
    let battery = Battery::of(battle, squad, &uses);
    let expected = |target| {
        let sum = battery.expected(rules, target);
        (0 < sum.damage_milli && stray::melee_friend(battle, squad, target).is_none()).then_some((target, sum))
    };
    battle.squads_of(battle.side(squad).other()).filter_map(expected).collect()
}

/// The average result of all of a squad's fire at another.
pub fn all_fire_at(rules: &Line, battle: &Battle, squad: SquadId, target: SquadId) -> Expected {
    let uses = assign(battle, squad, &[FirePart { target, with: None }]);
    Battery::of(battle, squad, &uses).expected(rules, target)
}
