//! How hits are dealt out: the same as the rules do it, for all hits that there can be at once.

use std::collections::BTreeMap;

use crate::brick::battle::Battle;
use crate::brick::odds::{Fall, Law, law};
use crate::brick::rules::Brick;
use crate::brick::rules::preview::{Falls, Taken, hp_lost};
use crate::brick::rules::roll::{Changes, Pool};
use crate::field::UnitId;

/// How many states are told apart on the way to an answer.
const STATES_MAX: usize = 20_000;
/// More units than this are not told apart.
const UNITS_MAX: usize = 64;

/// Who falls by attacks of these laws of damage, where no damage is a miss; `None`: there are too many ways.
pub(super) fn fall(rules: &Brick, battle: &Battle, falls: &Falls, attacks: &[Law]) -> Option<Fall> {
    let table = Table::of(rules, battle, falls, &|_| (Taken::default(), None));
    let states = table.deal(&kinds_of(falls, attacks)?)?;
    Some(table.told(&states))
}

/// What units have taken, and how likely that is.
pub(super) type Dealt = Vec<(Vec<(UnitId, Taken)>, f64)>;

/// What everybody has taken once attacks of these laws have been dealt out: `so_far` is what each has taken before, and how
/// many may still strike it, if that matters (BX-51).
pub(super) fn dealt(
    rules: &Brick,
    battle: &Battle,
    falls: &Falls,
    so_far: &dyn Fn(UnitId) -> (Taken, Option<usize>),
    attacks: &[Law],
) -> Option<Dealt> {
    // Who strikes is only told apart hit by hit.
    let falls = match falls {
        Falls::One(unit) if so_far(*unit).1.is_some() => &Falls::Sides(vec![vec![*unit]]),
        it => it,
    };
    let table = Table::of(rules, battle, falls, so_far);
    let mut all: BTreeMap<Vec<Taken>, f64> = BTreeMap::new();
    for (state, weight) in table.deal(&kinds_of(falls, attacks)?)? {
        *all.entry(state.units.iter().map(|it| it.taken).collect()).or_insert(0.0) += weight;
    }
    let ids = || table.units.iter().map(|it| it.id);
    Some(all.into_iter().map(|(taken, weight)| (ids().zip(taken).collect(), weight)).collect())
}

/// Attacks that are alike, and how many they are: **BC-3.1** on one unit all of them are one sum.
fn kinds_of(falls: &Falls, attacks: &[Law]) -> Option<Vec<(Law, u8)>> {
    if let Falls::One(_) = falls {
        return Some(vec![(attacks.iter().fold(Law::sure(0), |sum, it| sum.plus(it)), 1)]);
    }
    let mut kinds: Vec<(Law, u8)> = Vec::new();
    for law in attacks {
        match kinds.iter_mut().find(|it| it.0 == *law) {
            Some((_, n)) => *n = n.checked_add(1)?,
            None => kinds.push((law.clone(), 1)),
        }
    }
    Some(kinds)
}

/// Those whom hits may fall on.
struct Table {
    units: Vec<Target>,
    /// Their places, side by side.
    sides: Vec<Vec<usize>>,
}

struct Target {
    id: UnitId,
    /// What it had before it took anything of this pass.
    hp: u8,
    armor: Law,
    so_far: Taken,
    /// How many may still strike it; `None`: as many as like.
    room: Option<usize>,
}

/// What is true once some of the hits have been dealt.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    /// Attacks of each kind whose damage isn't known yet.
    left: Vec<u8>,
    units: Vec<Struck>,
    /// **BS-16.6** Who has taken a hit of this turn, a bit for each.
    taken: u64,
    /// **BS-13.2** Whose turn it is to take one.
    side: usize,
}

/// What one has taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Struck {
    taken: Taken,
    /// How often, where that is limited.
    hits: usize,
}

impl Table {
    fn of(rules: &Brick, battle: &Battle, falls: &Falls, so_far: &dyn Fn(UnitId) -> (Taken, Option<usize>)) -> Table {
        let armor = |id: UnitId| {
            let profile = battle.profile(id);
            let pool = Pool::of(profile.armor, profile.skill, Changes::default());
            match profile.armor.count() {
                0 => Law::sure(i16::from(profile.armor.plus)),
                _ => law::of_pool(&pool, profile.skill, rules.damage_crits, 0),
            }
        };
        let mut units = Vec::new();
        let mut places = Vec::new();
        let target = |id: &UnitId| {
            let (so_far, room) = so_far(*id);
            Target { id: *id, hp: battle.unit(*id).hp + so_far.lost, armor: armor(*id), so_far, room }
        };
        let sides = match falls {
            Falls::One(unit) => vec![vec![*unit]],
            Falls::Sides(sides) => sides.clone(),
        };
        for side in sides {
            let first = units.len();
            units.extend(side.iter().map(target));
            places.push((first..units.len()).collect());
        }
        Table { units, sides: places }
    }

    /// The strongest hits first: for each damage, the greatest first, how many of the attacks do it.
    fn deal(&self, kinds: &[(Law, u8)]) -> Option<BTreeMap<State, f64>> {
        if UNITS_MAX < self.units.len() {
            return None;
        }
        let deadly = self.units.iter().map(|it| i16::from(it.hp) * it.armor.greatest().max(1) + 1).max().unwrap_or(1);
        // What fells everybody whatever they wear is all the same.
        let kinds: Vec<(Law, u8)> = kinds.iter().map(|(law, n)| (law.map(|it| it.min(deadly)), *n)).collect();
        let mut states = BTreeMap::from([(self.start(&kinds), 1.0)]);
        let greatest = kinds.iter().map(|it| it.0.greatest()).max().unwrap_or(0);
        for damage in (1..=greatest).rev() {
            for (kind, (law, _)) in kinds.iter().enumerate() {
                let below: f64 = law.iter().filter(|it| it.0 <= damage).map(|it| it.1).sum();
                let chance = law.chance(damage) / below;
                if 0.0 < chance {
                    states = self.dealt(states, kind, damage, chance.min(1.0));
                }
                if STATES_MAX < states.len() {
                    return None;
                }
            }
        }
        Some(states)
    }

    fn start(&self, kinds: &[(Law, u8)]) -> State {
        let left = kinds.iter().map(|it| it.1).collect();
        let units = self.units.iter().map(|it| Struck { taken: it.so_far, hits: 0 }).collect();
        State { left, units, taken: 0, side: 0 }
    }

    /// Each attack of a kind that may do this much damage does it, or less.
    fn dealt(&self, states: BTreeMap<State, f64>, kind: usize, damage: i16, chance: f64) -> BTreeMap<State, f64> {
        let mut next = BTreeMap::new();
        for (state, weight) in states {
            let left = state.left[kind];
            let mut struck = vec![(state, weight)];
            for hits in 0..=left {
                let ways = binomial(left, hits, chance);
                for (state, weight) in &struck {
                    let mut state = state.clone();
                    state.left[kind] = left - hits;
                    *next.entry(state).or_insert(0.0) += weight * ways;
                }
                if hits < left {
                    struck = struck.iter().flat_map(|(state, weight)| self.hit(state, *weight, damage)).collect();
                }
            }
        }
        next.retain(|_, weight| 0.0 < *weight);
        next
    }

    /// One hit, on whoever is next.
    fn hit(&self, state: &State, weight: f64, damage: i16) -> Vec<(State, f64)> {
        let mut state = state.clone();
        let found = self.next(&state).or_else(|| {
            state.taken = 0;
            self.next(&state)
        });
        let Some((side, unit)) = found else { return vec![(state, weight)] };
        state.taken |= 1 << unit;
        state.side = (side + 1) % self.sides.len();
        if self.units[unit].room.is_some() {
            state.units[unit].hits += 1;
        }
        let armors: Vec<(i16, f64)> = match state.units[unit].taken.armor {
            Some(armor) => vec![(armor, 1.0)],
            None => self.units[unit].armor.iter().collect(),
        };
        let struck = |(armor, chance): (i16, f64)| {
            let mut state = state.clone();
            self.harm(&mut state, unit, damage, armor);
            (state, weight * chance)
        };
        armors.into_iter().map(struck).collect()
    }

    fn is_alive(&self, state: &State, unit: usize) -> bool {
        state.units[unit].taken.lost < self.units[unit].hp
    }

    fn next(&self, state: &State) -> Option<(usize, usize)> {
        (0..self.sides.len()).map(|n| (state.side + n) % self.sides.len()).find_map(|side| {
            let has_room = |it: usize| self.units[it].room.is_none_or(|room| state.units[it].hits < room);
            let may = |it: &&usize| self.is_alive(state, **it) && state.taken & (1 << **it) == 0 && has_room(**it);
            self.sides[side].iter().find(may).map(|it| (side, *it))
        })
    }

    fn harm(&self, state: &mut State, unit: usize, damage: i16, armor: i16) {
        let hp = self.units[unit].hp;
        let it = &mut state.units[unit].taken;
        it.total += damage;
        it.armor = Some(armor);
        it.lost = it.lost.max(hp_lost(it.total, armor)).min(hp);
        if it.lost == hp {
            // Of the fallen nothing else matters.
            state.units[unit] = Struck { taken: Taken { total: 0, armor: None, lost: hp }, hits: 0 };
            state.taken &= !(1 << unit);
        }
    }

    fn told(&self, states: &BTreeMap<State, f64>) -> Fall {
        let mut felled = vec![0.0; self.units.len() + 1];
        let mut each: Vec<(UnitId, f64)> = self.units.iter().map(|it| (it.id, 0.0)).collect();
        let mut lost = 0.0;
        for (state, weight) in states {
            let mut fallen = 0;
            for (unit, (_, chance)) in each.iter_mut().enumerate() {
                lost += weight * f64::from(state.units[unit].taken.lost);
                if !self.is_alive(state, unit) {
                    fallen += 1;
                    *chance += weight;
                }
            }
            felled[fallen] += weight;
        }
        Fall { felled, each, hp_lost: lost }
    }
}

/// How likely so many of so many are, if each is so likely.
fn binomial(of: u8, n: u8, chance: f64) -> f64 {
    let ways = (0..n).fold(1.0, |ways, it| ways * f64::from(of - it) / f64::from(it + 1));
    ways * chance.powi(i32::from(n)) * (1.0 - chance).powi(i32::from(of - n))
}
