//! BC-3, BS-16: dealing out damage.

use crate::brick::battle::{Battle, Event, Hits, Standard, Target, Who};
use crate::brick::rules::Round;
use crate::brick::rules::blast::{self, Blast};
use crate::brick::rules::harm::{harm, is_alive, may_strike, note_strike, unit_on};
use crate::field::{Tile, UnitId, line};

/// **BS-16.7** What else a hit does. The more complicated comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Effect {
    Explosion(Blast),
    Overkill { range: u8 },
    Nothing,
}

/// One Damage Roll, to be dealt.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hit {
    pub(super) by: UnitId,
    pub(super) damage: i16,
    pub(super) effect: Effect,
}

/// The units that hits may fall on.
#[derive(Clone, Debug)]
pub(super) enum Onto {
    /// **BC-3.1** One unit: all hits are one sum.
    One(UnitId),
    /// **BS-16.6** The squad that was aimed at and those that are mixed up with it (BS-13.2): hit by hit.
    Sides(Vec<Vec<UnitId>>),
    /// **BC-2.16** The ground.
    Ground(Tile),
}

/// **BC-3.9, BT-5** Whether the number of attackers that may strike a target on this turn is limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Limit {
    Touch,
    None,
}

/// **BS-16.6, BS-16.7, BS-16.4** Deals out hits: first explosions, then overkill, then the rest, and the strongest
/// first of each kind.
pub(super) fn deal(round: &mut Round<'_>, mut hits: Vec<Hit>, onto: &Onto, limit: Limit) {
    let class = |it: &Hit| match it.effect {
        Effect::Explosion(_) => 0,
        Effect::Overkill { .. } => 1,
        Effect::Nothing => 2,
    };
    hits.sort_by_key(|it| (class(it), -it.damage));
    match onto {
        Onto::One(unit) => deal_to_one(round, &hits, *unit, limit),
        Onto::Sides(sides) => deal_around(round, &hits, sides, limit),
        Onto::Ground(tile) => {
            for hit in hits {
                if let Effect::Explosion(blast) = hit.effect {
                    blast::explode(round, hit.by, *tile, blast);
                }
            }
        }
    }
}

/// **BC-3.1** All damage on a single target is one sum, compared with its armor once.
fn deal_to_one(round: &mut Round<'_>, hits: &[Hit], unit: UnitId, limit: Limit) {
    let (mut damage, mut last, mut overkill) = (0, None, None);
    for hit in hits {
        if limit == Limit::Touch && !may_strike(round, hit.by, unit) {
            round.emit(Event::HitWasted { by: hit.by, damage: hit.damage });
            continue;
        }
        if limit == Limit::Touch {
            note_strike(round, hit.by, unit);
        }
        match hit.effect {
            Effect::Explosion(blast) => {
                let at = round.battle.unit(unit).at;
                blast::explode(round, hit.by, at, blast);
                continue;
            }
            Effect::Overkill { range } => overkill = overkill.or(Some((hit.by, range))),
            Effect::Nothing => (),
        }
        damage += hit.damage;
        last = last.or(Some(hit.by));
    }
    if !is_alive(&round.battle, unit) {
        return;
    }
    let excess = harm(round, unit, last, damage);
    if let (Some(excess), Some((by, range))) = (excess, overkill) {
        carry_overkill(round, by, unit, excess, range);
    }
}

/// **BS-16.6** Each unit gets one hit before any gets a second, always in the order that the defender prefers
/// (BT-23). **BS-10.2** So damage is shared unevenly, **BS-4.1, BS-2.4** wherever on the plate the units stand.
///
/// **BS-13.2** Where several sides are mixed up, hits alternate between them, but no unit gets a second one before
/// all have had one. **BX-44** An alternation that was broken off goes on with the side that didn't take the last
/// hit.
fn deal_around(round: &mut Round<'_>, hits: &[Hit], sides: &[Vec<UnitId>], limit: Limit) {
    let orders: Vec<Vec<UnitId>> = sides.iter().map(|it| hit_order(round, it)).collect();
    let mut taken: Vec<UnitId> = Vec::new();
    let mut turn = 0;
    for hit in hits {
        let next = |round: &Round<'_>, taken: &[UnitId]| {
            (0..orders.len()).map(|n| (turn + n) % orders.len()).find_map(|side| {
                let may = |it: &&UnitId| {
                    is_alive(&round.battle, **it)
                        && !taken.contains(it)
                        && (limit == Limit::None || may_strike(round, hit.by, **it))
                };
                orders[side].iter().find(may).map(|it| (side, *it))
            })
        };
        let found = next(round, &taken).or_else(|| {
            let all_have_one = orders.iter().flatten().all(|it| !is_alive(&round.battle, *it) || taken.contains(it));
            // **BX-51** Units that can't be struck any more aren't waited for.
            if all_have_one || limit == Limit::Touch {
                taken.clear();
            }
            next(round, &taken)
        });
        let Some((side, unit)) = found else {
            round.emit(Event::HitWasted { by: hit.by, damage: hit.damage });
            continue;
        };
        taken.push(unit);
        turn = (side + 1) % orders.len();
        if limit == Limit::Touch {
            note_strike(round, hit.by, unit);
        }
        strike(round, *hit, unit);
    }
}

/// **BS-4.3, BS-16.5** The defender chose the first victim. What follows starts where it stands.
fn strike(round: &mut Round<'_>, hit: Hit, unit: UnitId) {
    if let Effect::Explosion(blast) = hit.effect {
        let at = round.battle.unit(unit).at;
        return blast::explode(round, hit.by, at, blast);
    }
    let excess = harm(round, unit, Some(hit.by), hit.damage);
    if let (Some(excess), Effect::Overkill { range }) = (excess, hit.effect) {
        carry_overkill(round, hit.by, unit, excess, range);
    }
}

/// **BX-15** Carries overkill on to the next unit behind, as one blow, and from there again.
fn carry_overkill(round: &mut Round<'_>, by: UnitId, mut from: UnitId, mut damage: i16, range: u8) {
    let origin = round.battle.unit(by).at;
    loop {
        let next = next_behind(&round.battle, origin, from, range);
        round.emit(Event::OverkillCarried { from, to: next, damage });
        let Some(next) = next else { return };
        round.sums.remove(&next);
        let Some(excess) = harm(round, next, Some(by), damage) else { return };
        (from, damage) = (next, excess);
    }
}

/// The next unit on the straight line from here through a victim, in Range.
fn next_behind(battle: &Battle, origin: Tile, victim: UnitId, range: u8) -> Option<UnitId> {
    let at = battle.unit(victim).at;
    let (dx, dy) = at.offset_from(origin);
    // On a real table it isn't known who stands behind a victim.
    if (dx, dy) == (0, 0) || !battle.setup().has_map {
        return None;
    }
    let board = &battle.setup().board;
    let far = (2..).map_while(|n| origin.offset(dx * n, dy * n).filter(|it| board.contains(*it))).last()?;
    let past = line(origin, far).chain([far]).skip_while(|it| *it != at).skip(1);
    let in_range = past.take_while(|it| origin.steps_to(*it) <= u16::from(range));
    in_range.filter_map(|it| unit_on(battle, it)).find(|it| *it != victim)
}

/// **BX-45** The order in which a squad's members take hits, by its policy.
pub(super) fn hit_order(round: &Round<'_>, units: &[UnitId]) -> Vec<UnitId> {
    let battle = &round.battle;
    let Some(first) = units.first() else { return Vec::new() };
    let policy = battle.policies(battle.who(*first)).hits;
    let is_bearer = |it: UnitId| {
        let squad = battle.unit(it).squad.and_then(|it| battle.squad(it));
        squad.is_some_and(|squad| squad.standard == Standard::Bearer(it))
    };
    let cheap = |it: UnitId| {
        let profile = battle.profile(it);
        (profile.is_officer || is_bearer(it), profile.value, it)
    };
    let hurt = |it: UnitId| {
        let sum = round.sums.get(&it).map_or(0, |it| it.total);
        (i16::from(battle.profile(it).hp) - i16::from(battle.unit(it).hp), sum)
    };
    let mut order = units.to_vec();
    order.sort_by_key(|it| cheap(*it));
    match policy {
        Hits::Cheap => (),
        Hits::Dear => order.sort_by_key(|it| (std::cmp::Reverse(battle.profile(*it).value), *it)),
        Hits::Wounded => order.sort_by_key(|it| std::cmp::Reverse(hurt(*it))),
        Hits::Order(first) => order.sort_by_key(|it| first.iter().position(|of| of == it).unwrap_or(usize::MAX)),
        Hits::Spare(last) => order.sort_by_key(|it| last.iter().position(|of| of == it).map_or(0, |it| it + 1)),
    }
    order
}

/// **BT-18, BS-13.2** What shots at a target fall on: the target itself and, if a squad takes part, **BX-57** the
/// hostile squads and units in close combat with it, team by team. Those are returned as well.
pub(super) fn shot_falls_on(battle: &Battle, target: Target) -> (Onto, Vec<Who>) {
    let Target::Who(who) = target else { return (onto_target(battle, target), Vec::new()) };
    let mut linked: Vec<Who> = battle.engaged_with(who).filter(|it| battle.is_hostile(who, *it)).collect();
    linked.sort();
    let has_squad = linked.iter().chain([&who]).any(|it| matches!(it, Who::Squad(_)));
    if linked.is_empty() || !has_squad {
        return (onto_target(battle, target), Vec::new());
    }
    let mut sides = vec![battle.members(who)];
    for team in battle.setup().team_ids() {
        let side: Vec<UnitId> =
            linked.iter().filter(|it| battle.team(**it) == Some(team)).flat_map(|it| battle.members(*it)).collect();
        if !side.is_empty() {
            sides.push(side);
        }
    }
    (Onto::Sides(sides), linked)
}

/// **BT-4** What hits on a target fall on: a single unit takes them as a sum, a squad hit by hit, **BT-23** in the
/// order that its own side prefers.
pub(super) fn onto_target(battle: &Battle, target: Target) -> Onto {
    match target {
        Target::Who(Who::Unit(unit)) | Target::Single(unit) => Onto::One(unit),
        Target::Who(who) => Onto::Sides(vec![battle.members(who)]),
        Target::Tile(tile) => Onto::Ground(tile),
    }
}
