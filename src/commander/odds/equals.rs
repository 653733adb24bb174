//! The short way for the commonest question: equals under weapons that always make the same attacks and damage. Each
//! attack then goes through or doesn't, with one chance, and what goes through only has to be counted.

use crate::commander::odds::law::Law;
use crate::commander::odds::squad::{Attack, Target};
use crate::rules::line::Line;
use crate::rules::line::preview::attacks;

/// So many attacks that go through with this chance each, for this much damage.
struct Trials {
    attacks: u32,
    chance: f64,
    damage: u8,
}

impl Trials {
    /// `None` if dice decide more than whether an attack goes through.
    fn of(rules: &Line, attack: &Attack, target: &Target) -> Option<Trials> {
        let shot = attack.shot(rules);
        if 0 < attack.attacks.dice || 0 < attack.damage.dice || (0 < shot.further && 0.0 < shot.six) {
            return None;
        }
        let pierce = attack.pierce(target);
        let first = if shot.is_lethal { pierce.sure } else { pierce.rolled };
        Some(Trials {
            attacks: u32::from(attack.weapons) * u32::from(attacks(attack.fixed_attacks(target), 0)),
            chance: shot.hit * pierce.rolled + shot.six * first,
            damage: attack.damage().with_dice(0),
        })
    }

    /// Too many misses in a row are too unlikely for a float, and too many steps from them add up too many roundings.
    fn all_miss(&self) -> Option<f64> {
        const LEAST: f64 = 1e-200;
        const ATTACKS_MAX: u32 = 1000;
        if ATTACKS_MAX < self.attacks {
            return None;
        }
        let it = (1.0 - self.chance).powi(i32::try_from(self.attacks).ok()?);
        (LEAST < it).then_some(it)
    }
}

/// How many units are felled, if the short way leads there.
pub(super) fn downed(rules: &Line, attacks: &[Attack], target: &Target) -> Option<Law> {
    let [first, others @ ..] = attacks else { return Some(Law::of(felled_nobody(target))) };
    let trials = Trials::of(rules, first, target)?;
    if others.is_empty() {
        return Some(Law::of(by_one(&trials, target, trials.all_miss()?)));
    }
    let mut row = Equals::under(&trials, target, trials.all_miss()?);
    for attack in others {
        row.suffer(&Trials::of(rules, attack, target)?);
    }
    Some(Law::of(row.downed()))
}

fn felled_nobody(target: &Target) -> Vec<f64> {
    let mut chances = vec![0.0; usize::from(target.units) + 1];
    chances[0] = 1.0;
    chances
}

/// One kind of weapon: so many hits fell each unit, and the number of those that go through has a binomial law.
fn by_one(trials: &Trials, target: &Target, all_miss: f64) -> Vec<f64> {
    let mut downed = felled_nobody(target);
    let blows = |hp: u8| u32::from(hp.div_ceil(trials.damage));
    let (mut felled, mut left, last) = (0, blows(target.first_hp), usize::from(target.units));
    let mut below = 0.0;
    downed[0] = 0.0;
    for chance in Binomial::of(trials, all_miss) {
        if felled == last {
            break;
        }
        downed[felled] += chance;
        below += chance;
        left -= 1;
        if left == 0 {
            felled += 1;
            left = blows(target.hp);
        }
    }
    // The rest is that they all fell, or what rounding left over.
    downed[felled] += (1.0 - below).max(0.0);
    downed
}

/// The chances that none, one, two … of the attacks go through.
struct Binomial {
    chance: f64,
    odds: f64,
    left: u32,
    done: usize,
}

impl Binomial {
    fn of(trials: &Trials, all_miss: f64) -> Binomial {
        let odds = trials.chance / (1.0 - trials.chance);
        Binomial { chance: all_miss, odds, left: trials.attacks + 1, done: 0 }
    }
}

impl Iterator for Binomial {
    type Item = f64;

    fn next(&mut self) -> Option<f64> {
        let now = self.chance;
        self.left = self.left.checked_sub(1)?;
        self.done += 1;
        let share = SHARES.get(self.done).copied().unwrap_or_else(|| 1.0 / self.done as f64);
        self.chance *= self.odds * f64::from(self.left) * share;
        Some(now)
    }
}

/// 1/n: dividing takes longer than looking it up.
const SHARES: [f64; 64] = {
    let mut shares = [0.0; 64];
    let mut n = 1;
    while n < shares.len() {
        shares[n] = 1.0 / n as f64;
        n += 1;
    }
    shares
};

/// A row of equals: how likely it has lost how many HP, all of a unit's once it falls.
struct Equals {
    chances: Vec<f64>,
    /// No more than that are lost yet.
    lost_max: usize,
    first_hp: usize,
    hp: usize,
}

impl Equals {
    fn under(trials: &Trials, target: &Target, all_miss: f64) -> Equals {
        let (first_hp, hp) = (usize::from(target.first_hp), usize::from(target.hp));
        let states = match target.units {
            0 => 1,
            units => first_hp + hp * usize::from(units - 1) + 1,
        };
        let mut row = Equals { chances: vec![0.0; states], lost_max: 0, first_hp, hp };
        let damage = usize::from(trials.damage);
        let (mut lost, mut end, mut below) = (0, first_hp, 0.0);
        for chance in Binomial::of(trials, all_miss) {
            if lost + 1 == states {
                break;
            }
            row.chances[lost] = chance;
            below += chance;
            row.lost_max = lost;
            lost = (lost + damage).min(end);
            if lost == end {
                end += hp;
            }
        }
        row.chances[lost] += (1.0 - below).max(0.0);
        row.lost_max = row.lost_max.max(lost);
        row
    }

    /// **A-4** HP lost once one more hit goes through: damage ends with the unit it falls on.
    fn next(&self, lost: usize, damage: usize) -> usize {
        (lost + damage).min(self.end_of_unit(lost))
    }

    /// HP lost once the unit that is hit next has fallen.
    fn end_of_unit(&self, lost: usize) -> usize {
        match lost.checked_sub(self.first_hp) {
            None => self.first_hp,
            Some(after) => lost + self.hp - after % self.hp,
        }
    }

    fn suffer(&mut self, trials: &Trials) {
        let (all, damage) = (self.chances.len() - 1, usize::from(trials.damage));
        if all == 0 {
            return;
        }
        for _ in 0..trials.attacks {
            let last = self.lost_max.min(all - 1);
            let mut end = self.end_of_unit(last);
            let mut start = self.start_of_unit(end);
            // From the end, so that nobody is hit twice by one attack.
            for lost in (0..=last).rev() {
                if lost < start {
                    end = start;
                    start = self.start_of_unit(end);
                }
                let hit = self.chances[lost] * trials.chance;
                self.chances[lost] -= hit;
                self.chances[(lost + damage).min(end)] += hit;
            }
            self.lost_max = self.next(last, damage).max(self.lost_max);
        }
    }

    fn start_of_unit(&self, end: usize) -> usize {
        if end == self.first_hp { 0 } else { end - self.hp }
    }

    fn downed(&self) -> Vec<f64> {
        let (mut downed, mut end) = (Vec::with_capacity(self.chances.len()), self.first_hp);
        downed.push(0.0);
        for (lost, chance) in self.chances.iter().enumerate() {
            if lost == end {
                downed.push(0.0);
                end += self.hp;
            }
            if let Some(last) = downed.last_mut() {
                *last += chance;
            }
        }
        downed
    }
}
