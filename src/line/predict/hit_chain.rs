//! Hits that work their way through a row of units: a Markov chain over which unit is next and how many HP it has left.

use crate::line::battle::{Amount, Fate};
use crate::line::predict::blow::{AttackChances, HitChances, damage_chances};
use crate::line::predict::distribution::{Distribution, of_dice};
use crate::line::rules::preview::{Damage, ToHit, attacks, fate_of};

/// The most steps of a chain that are calculated. They take some tenths of a second.
const STEPS_MAX: usize = 250_000_000;

/// **A-1** The ways in which a row of units may end up under all attacks with one weapon. Each attack is worked off at
/// once, since the order of the hits doesn't change the chances of dice that aren't rolled yet. `None` if there are too
/// many ways.
///
/// `units` holds each unit's HP, its HP when whole, and how likely hits go through. `attackers` holds what each
/// attacker needs to hit, and the number of his attacks before the dice of `amount`.
pub(super) fn row_ends(
    units: impl Iterator<Item = (u16, u8, HitChances)>,
    damage: &Damage,
    attackers: &[(ToHit, i16)],
    amount: Amount,
) -> Option<Vec<RowEnd>> {
    let chain = HitChain::new(units, damage_chances(damage));
    let (mut mass, mut steps) = (chain.empty(), 0_usize);
    // Nobody has been hit yet.
    mass[0] = 1.0;
    for (to_hit, fixed) in attackers {
        let shot = AttackChances::of(to_hit);
        let counts = of_dice(amount, |sum| attacks(*fixed, sum).into());
        let hits = counts.chances().len() * (1 + usize::from(shot.further));
        steps = steps.saturating_add(hits.saturating_mul(chain.work()));
        if STEPS_MAX < steps {
            return None;
        }
        mass = after_attacks(&chain, mass, &shot, &counts);
    }
    Some(chain.ends(&mass).collect())
}

/// The chances after one attacker's attacks, whose number is `counts`.
fn after_attacks(chain: &HitChain, mass: Mass, shot: &AttackChances, counts: &Distribution) -> Mass {
    let (mut now, mut all) = (mass, chain.empty());
    for (n, ends) in counts.chances().iter().enumerate() {
        if 0 < n {
            let mut next: Mass = now.iter().map(|it| it * shot.miss).collect();
            chain.add_attack(shot, &now, &mut next);
            now = next;
        }
        all.iter_mut().zip(&now).for_each(|(all, now)| *all += ends * now);
    }
    all
}

/// **A-5** The units that hits go to, one after the other.
///
/// A state is the number of HP that the row has lost, where a unit that falls loses all of its HP. As damage never
/// carries over, a state says which unit is next and how many HP it has left. Beside it the number of killed
/// units is kept, if any unit can be killed at all.
struct HitChain {
    units_in_row: Vec<RowUnit>,
    damage: Vec<(u8, f64)>,
    states: usize,
    slots: usize,
}

/// One unit of a row.
struct RowUnit {
    /// The state in which the unit is next and hasn't lost any HP yet.
    first: usize,
    hp: u16,
    hp_max: u8,
    pierce: HitChances,
}

/// The chance of each state and number killed. Together they add up to the chance of what led to the row.
type Mass = Vec<f64>;

impl HitChain {
    /// The units come as the HP that each has left, its HP when whole, and how likely hits go through.
    fn new(units: impl Iterator<Item = (u16, u8, HitChances)>, damage: Vec<(u8, f64)>) -> HitChain {
        let (mut units_in_row, mut first) = (Vec::with_capacity(units.size_hint().0), 0);
        let mut can_kill = false;
        let damage_max = damage.iter().map(|it| i16::from(it.0)).max().unwrap_or(0);
        for (hp, hp_max, pierce) in units {
            units_in_row.push(RowUnit { first, hp, hp_max, pierce });
            first += usize::from(hp);
            can_kill |= fate_of(1 - damage_max, hp_max) == Fate::Killed;
        }
        let slots = if can_kill { units_in_row.len() + 1 } else { 1 };
        HitChain { units_in_row, damage, states: first + 1, slots }
    }

    fn empty(&self) -> Mass {
        vec![0.0; self.states * self.slots]
    }

    /// How many numbers one step calculates.
    fn work(&self) -> usize {
        self.states * self.slots * self.damage.len().max(1)
    }

    /// Each state whose chance isn't 0.
    fn ends(&self, mass: &Mass) -> impl Iterator<Item = RowEnd> {
        let mut felled = 0;
        (0..self.states).flat_map(move |state| {
            while self.units_in_row.get(felled).is_some_and(|it| it.first + usize::from(it.hp) <= state) {
                felled += 1;
            }
            let lost = self.units_in_row.get(felled).map_or(0, |it| (state - it.first) as u16);
            let outcome =
                move |killed: usize| RowEnd { chance: mass[state * self.slots + killed], felled, lost, killed };
            (0..self.slots).map(outcome).filter(|it| 0.0 < it.chance)
        })
    }

    /// **A-2 to A-5** Adds to `to` the chances after one more hit, each multiplied by `share`. If `is_sure`, the hit
    /// wounds without rolling.
    fn add_hit(&self, is_sure: bool, share: f64, from: &[f64], to: &mut [f64]) {
        let slots = self.slots;
        for row_unit in &self.units_in_row {
            let pierce = if is_sure { row_unit.pierce.sure } else { row_unit.pierce.rolled };
            let next = (row_unit.first + usize::from(row_unit.hp)) * slots;
            for lost in 0..row_unit.hp {
                let here = (row_unit.first + usize::from(lost)) * slots;
                let left = row_unit.hp - lost;
                for killed in 0..slots {
                    let mass = from[here + killed] * share;
                    if mass == 0.0 {
                        continue;
                    }
                    to[here + killed] += mass * (1.0 - pierce);
                    for &(damage, chance) in &self.damage {
                        let end = match fate_of(left as i16 - i16::from(damage), row_unit.hp_max) {
                            Fate::Killed => next + killed + 1,
                            Fate::Downed => next + killed,
                            _ => here + usize::from(damage) * slots + killed,
                        };
                        to[end] += mass * pierce * chance;
                    }
                }
            }
        }
        let end = (self.states - 1) * slots;
        for killed in end..end + slots {
            to[killed] += from[killed] * share;
        }
    }

    /// **A-1** Adds to `to` the chances after the hits of one attack. Misses are left out.
    fn add_attack(&self, shot: &AttackChances, from: &[f64], to: &mut [f64]) {
        self.add_hit(false, shot.hit, from, to);
        if 0.0 < shot.six {
            let mut now = self.empty();
            self.add_hit(shot.is_lethal, shot.six, from, &mut now);
            for _ in 0..shot.further {
                let mut next = self.empty();
                self.add_hit(false, 1.0, &now, &mut next);
                now = next;
            }
            to.iter_mut().zip(now).for_each(|(to, now)| *to += now);
        }
    }
}

/// One way in which a row may end up.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowEnd {
    pub(super) chance: f64,
    pub(super) felled: usize,
    /// HP that the first unit still standing has lost.
    pub(super) lost: u16,
    pub(super) killed: usize,
}
