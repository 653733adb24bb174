//! The short way for the commonest question: equals under weapons that always make the same attacks and damage. Each
//! attack then goes through or doesn't, with one chance, and what goes through only has to be counted.

use crate::line::odds::TooMuch;
use crate::line::odds::law::Law;
use crate::line::odds::squad::{Attack, Target, outcome};
use crate::line::rules::Line;
use crate::line::rules::preview::attacks;

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

    /// Each way that they may end for a target: whom they leave to be hit next, and its chance.
    #[inline]
    fn each(&self, ways: Binomial, target: &Target, mut end: impl FnMut(Next, f64)) {
        let (mut next, mut below, last) = (Next::first(target), 0.0, usize::from(target.units));
        for share in ways {
            if next.felled == last {
                break;
            }
            end(next, share);
            below += share;
            next = next.after(self.damage, target);
        }
        if next.felled == last {
            // The rest is that they all fell.
            end(next, (1.0_f64 - below).max(0.0));
        }
    }

    /// Adds how likely they leave so many down, from there on; these are the chances that none, one, two … go through.
    fn spread(&self, shares: &[f64], target: &Target, from: Next, chance: f64, downed: &mut [f64]) {
        let (mut next, mut below) = (from, 0.0);
        for share in shares {
            if next.felled == usize::from(target.units) {
                downed[next.felled] += chance * (1.0_f64 - below).max(0.0);
                return;
            }
            downed[next.felled] += chance * share;
            below += share;
            next = next.after(self.damage, target);
        }
    }
}

/// How many units of a target are felled by all of these, one after the other.
pub fn downed(rules: &Line, attacks: &[Attack], target: &Target) -> Result<Law, TooMuch> {
    match short_way(rules, attacks, target) {
        Some(law) => Ok(law),
        None => outcome(rules, attacks, target).map(|it| it.downed),
    }
}

/// How many units are felled, if the short way leads there.
pub(super) fn short_way(rules: &Line, attacks: &[Attack], target: &Target) -> Option<Law> {
    /// So many attacks of a second kind are few enough for each number of them to be looked at after each of the first's.
    const FEW: usize = 16;
    let trials = |attack: &Attack| Trials::of(rules, attack, target);
    // Asking for memory full of zeros takes longer than filling so little with them.
    let mut downed: Vec<f64> = (0..=target.units).map(|_| 0.0).collect();
    let [first, others @ ..] = attacks else {
        downed[0] = 1.0;
        return Some(Law::of(downed));
    };
    let first = trials(first)?;
    let ways = Binomial::of(&first)?;
    if others.is_empty() {
        first.each(ways, target, |next, chance| downed[next.felled] += chance);
        return Some(Law::of(downed));
    }
    if let [second] = others {
        let (second, mut few) = (trials(second)?, [0.0; FEW]);
        if let Some(shares) = few.get_mut(..=second.attacks as usize) {
            shares.iter_mut().zip(Binomial::of(&second)?).for_each(|(share, chance)| *share = chance);
            first.each(ways, target, |next, chance| second.spread(shares, target, next, chance, &mut downed));
            return Some(Law::of(downed));
        }
    }
    let mut row = Equals::under(&first, ways, target);
    for attack in others {
        row.suffer(&trials(attack)?);
    }
    Some(Law::of(row.downed()))
}

/// The unit that is hit next.
#[derive(Clone, Copy)]
struct Next {
    /// How many have fallen before it.
    felled: usize,
    /// HP it has left.
    left: u8,
}

impl Next {
    fn first(target: &Target) -> Next {
        Next { felled: 0, left: target.first_hp }
    }

    /// **A-4** Once one more attack goes through: damage ends with the unit it falls on.
    fn after(self, damage: u8, target: &Target) -> Next {
        match damage < self.left {
            true => Next { left: self.left - damage, ..self },
            false => Next { felled: self.felled + 1, left: target.hp },
        }
    }
}

/// The chances that none, one, two … of the attacks go through.
struct Binomial {
    chance: f64,
    odds: f64,
    left: u32,
    done: usize,
}

impl Binomial {
    /// `None` if there are too many of them: too many misses in a row are too unlikely for a float, and too many steps from
    /// them add up too many roundings.
    fn of(trials: &Trials) -> Option<Binomial> {
        const LEAST: f64 = 1e-200;
        const ATTACKS_MAX: u32 = 1000;
        if ATTACKS_MAX < trials.attacks {
            return None;
        }
        let miss = 1.0 - trials.chance;
        let all_miss = miss.powi(i32::try_from(trials.attacks).ok()?);
        let (odds, left) = (trials.chance / miss, trials.attacks + 1);
        (LEAST < all_miss).then_some(Binomial { chance: all_miss, odds, left, done: 0 })
    }
}

impl Iterator for Binomial {
    type Item = f64;

    #[inline]
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
    fn under(first: &Trials, ways: Binomial, target: &Target) -> Equals {
        let (first_hp, hp) = (usize::from(target.first_hp), usize::from(target.hp));
        let lost_with = |felled: usize| if felled == 0 { 0 } else { first_hp + hp * (felled - 1) };
        let states = lost_with(usize::from(target.units)) + 1;
        let mut row = Equals { chances: vec![0.0; states], lost_max: 0, first_hp, hp };
        first.each(ways, target, |next, chance| {
            let whole = if next.felled == 0 { first_hp } else { hp };
            let lost = lost_with(next.felled) + whole - usize::from(next.left);
            row.chances[lost] += chance;
            row.lost_max = row.lost_max.max(lost);
        });
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
