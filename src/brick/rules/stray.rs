//! BC-15: shots that missed.

use std::cmp::Reverse;

use crate::brick::battle::{Amount, Battle, Event, Misses, Rating, Rect, Target, TeamId, Who, Whose};
use crate::brick::rules::aim::Shot;
use crate::brick::rules::blast::{self, Blast};
use crate::brick::rules::harm::{self, Blow, is_alive};
use crate::brick::rules::roll::{Changes, Pool};
use crate::brick::rules::{Round, Track, sight};
use crate::field::{Tile, UnitId};

/// A shot that missed, and how far from its target it may land.
#[derive(Clone, Copy, Debug)]
pub(super) struct Missed<'a> {
    pub(super) shot: &'a Shot<'a>,
    pub(super) within: u16,
}

/// Tracks a missed shot, **BC-15.8** such as the axe at the ninja that found the pirate.
///
/// **BC-15.1** A miss goes nowhere unless it is tracked (BC-15.2). Returns where it landed, if it was.
pub(super) fn track(round: &mut Round<'_>, target: Target, missed: &Missed<'_>) -> Option<Tile> {
    // Its own miss, or another's, may have felled the shooter. The shot is in the air all the same.
    if round.rules.track == Track::Off || !round.battle.setup().has_map {
        return None;
    }
    let Missed { shot, within } = *missed;
    let (weapon, ranged) = (round.battle.item(shot.item).weapon, shot.ranged);
    let around = ground_of(&round.battle, target);
    let chooser = chooser(&round.battle, shot.by, target)?;
    let victim = choose_victim(round, missed, chooser, around, target);
    if victim.is_none() && round.rules.track == Track::Auto && ranged.blast.is_none() {
        return None;
    }
    let at = match victim {
        Some(it) => round.battle.unit_rect(it).at,
        None => harmless_spot(&round.battle, missed, chooser, around),
    };
    round.emit(Event::MissTracked { by: shot.by, within, at, victim });
    if victim.is_none() && ranged.blast.is_none() {
        return Some(at);
    }
    // **BC-15.7** The usual damage, less what the real distance takes. **BT-10** Skill isn't rolled again.
    let origin = round.battle.origin(round.battle.who(shot.by));
    let distance = origin.distance(Rect::one(at));
    let less = if ranged.blast.is_some() { 0 } else { distance.saturating_sub(shot.range) };
    let is_worn = ranged.blast.is_none() && victim.is_some_and(|it| round.battle.profile(it).has_heavy_armor);
    let changes = Changes { levels: u8::from(is_worn), ..Changes::default() };
    let (by, amount) = (shot.by, ranged.damage);
    let blow = Blow { by, at: victim, weapon, amount, changes, less, nocrit: shot.order.nocrit };
    let damage = harm::roll_damage(round, &blow);
    // **BC-3.4, BT-11** It is compared with armor by itself.
    round.sums.clear();
    if let Some(radius) = ranged.blast {
        blast::explode(round, shot.by, at, Blast::of(radius, &damage));
    } else if let Some(victim) = victim {
        harm::harm(round, victim, Some(shot.by), damage.total);
    }
    harm::remove_casualties(round);
    round.sums.clear();
    Some(at)
}

/// **BC-15.3, BC-15.5** Where the chooser lets a miss land that is to hurt nobody: as far from its own units as it
/// can.
fn harmless_spot(battle: &Battle, missed: &Missed<'_>, chooser: TeamId, around: Rect) -> Tile {
    let own: Vec<Rect> = battle.standing_of(chooser).map(|it| battle.unit_rect(it)).collect();
    let far = |it: Tile| own.iter().map(|rect| rect.distance(Rect::one(it))).min();
    let tiles = battle.setup().board.tiles().filter(|it| around.distance(Rect::one(*it)) <= missed.within);
    let from = missed.shot.view.from;
    let open = tiles.filter(|it| battle.setup().cost(*it).is_some() && sight::look(battle, from, *it).is_clear);
    open.min_by_key(|it| (Reverse(far(*it)), *it)).unwrap_or(around.at)
}

/// The ground that a target stands on, or the middle of it if the squad there is no more.
fn ground_of(battle: &Battle, target: Target) -> Rect {
    let rect = battle.target_rect(target);
    match target {
        Target::Who(who @ Who::Squad(_)) if !battle.is_there(who) => Rect::one(rect.middle()),
        _ => rect,
    }
}

/// **BC-15.4** The team that chooses where a miss goes: the target's, if it is hostile, else the first hostile one in
/// turn order.
pub(crate) fn chooser(battle: &Battle, by: UnitId, target: Target) -> Option<TeamId> {
    let own = battle.team_of(by)?;
    let theirs = battle.target_who(target).and_then(|it| battle.team(it));
    let is_foe = |it: &TeamId| battle.setup().is_hostile(own, *it);
    theirs.filter(is_foe).or_else(|| battle.setup().team_ids().find(is_foe))
}

/// **BC-15.5, BC-15.6, BT-9** The units that a miss may hit: those of the chooser's team or the shooter's side that
/// are near enough to the target and in a clear line of the shot.
fn candidates(battle: &Battle, missed: &Missed<'_>, chooser: TeamId, around: Rect) -> Vec<UnitId> {
    let Missed { shot, within } = *missed;
    let is_theirs = |it: UnitId| battle.team_of(it) == Some(chooser) || battle.is_friend(Who::Unit(shot.by), it);
    battle
        .standing()
        .filter(|it| *it != shot.by && is_alive(battle, *it) && is_theirs(*it))
        .filter(|it| battle.unit_rect(*it).distance(around) <= within)
        .filter(|it| battle.unit_rect(*it).tiles().any(|to| sight::look(battle, shot.view.from, to).is_clear))
        .collect()
}

/// The unit that a miss hits by the chooser's policy. **BX-56** `Worst` never picks one of the chooser's own.
fn choose_victim(
    round: &Round<'_>,
    missed: &Missed<'_>,
    chooser: TeamId,
    around: Rect,
    target: Target,
) -> Option<UnitId> {
    let battle = &round.battle;
    let found = candidates(battle, missed, chooser, around);
    let policy = match battle.target_who(target) {
        Some(who) if battle.team(who) == Some(chooser) => battle.policies(who).misses,
        _ => battle.word_of(Whose::Team(chooser)).map_or(Misses::Worst, |it| it.misses.clone()),
    };
    match policy {
        Misses::Harmless => None,
        Misses::List(list) => list.iter().find_map(|who| found.iter().copied().find(|it| battle.who(*it) == *who)),
        Misses::Worst => {
            let others = found.into_iter().filter(|it| battle.team_of(*it) != Some(chooser));
            let chance = |it: UnitId| kill_chance(battle, missed.shot, it);
            let rest = |it: UnitId| (Reverse(battle.profile(it).value), battle.unit_rect(it).distance(around), it);
            others.min_by(|a, b| {
                let ((a_ways, a_all), (b_ways, b_all)) = (chance(*a), chance(*b));
                (b_ways * a_all).cmp(&(a_ways * b_all)).then(rest(*a).cmp(&rest(*b)))
            })
        }
    }
}

/// In how many of all possible rolls the shot would kill this unit, bonus dice aside.
fn kill_chance(battle: &Battle, shot: &Shot<'_>, unit: UnitId) -> (u128, u128) {
    let ranged = shot.ranged;
    let distance = battle.origin(battle.who(shot.by)).distance(battle.unit_rect(unit));
    let less = if ranged.blast.is_some() { 0 } else { distance.saturating_sub(shot.range) };
    let damage = distribution(ranged.damage, battle.profile(shot.by).skill, less as i16);
    let profile = battle.profile(unit);
    let armor = distribution(profile.armor, profile.skill, 0);
    let all = |of: &[(i16, u128)]| of.iter().map(|it| it.1).sum::<u128>();
    let hp = battle.unit(unit).hp;
    let kills = |(damage, ways): &(i16, u128)| -> u128 {
        armor.iter().filter(|it| hp <= harm::hp_lost(*damage, it.0)).map(|it| it.1 * ways).sum()
    };
    (damage.iter().map(kills).sum(), all(&damage) * all(&armor))
}

/// Each possible sum, with the number of rolls that give it.
fn distribution(amount: Amount, skill: Rating, less: i16) -> Vec<(i16, u128)> {
    let pool = Pool::of(amount, skill, Changes::default());
    let mut sums: Vec<(i16, u128)> = vec![(pool.plus, 1)];
    for piece in pool.pieces {
        let (count, sides, plus) = piece.dice(skill);
        sums.iter_mut().for_each(|it| it.0 += plus);
        for _ in 0..count {
            let mut next = std::collections::BTreeMap::new();
            for (sum, ways) in &sums {
                for face in 1..=i16::from(sides.count()) {
                    *next.entry(sum + face - less).or_insert(0) += ways;
                }
            }
            sums = next.into_iter().collect();
        }
    }
    sums.into_iter().map(|(sum, ways)| (sum.max(0), ways)).collect()
}
