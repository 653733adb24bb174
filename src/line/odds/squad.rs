//! Weapons against a squad of equals, apart from any battle.

use crate::line::battle::{Amount, Kind, Traits};
use crate::line::odds::blow::{Pierce, Shot, wounds_by};
use crate::line::odds::law::{Law, dice_sum};
use crate::line::odds::row::{Mass, Row};
use crate::line::odds::{Patience, TooMuch};
use crate::line::rules::Line;
use crate::line::rules::preview::{Damage, Reroll, ToHit, ToWound, attacks, blast_attacks, hit_needs, save_needs};

/// **T-5** Weapons of one kind, each fired or struck with once.
#[derive(Clone, Copy, Debug)]
pub struct Attack {
    /// How many of them.
    pub weapons: u16,
    /// ATK of each.
    pub attacks: Amount,
    /// ACC.
    pub accuracy: u8,
    /// **S-8** What makes it easier (or harder) to hit, held within -2 to +2.
    pub modifiers: i8,
    /// STR, at least 1.
    pub strength: u8,
    /// AP.
    pub piercing: u8,
    /// DMG.
    pub damage: Amount,
    pub traits: Traits,
    pub reroll: Reroll,
    /// **A-6** Whether the target is at half range or less, for `[Rapid Fire]`.
    pub is_near: bool,
}

/// Units that are all alike.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    pub kind: Kind,
    /// T, at least 1.
    pub toughness: u8,
    /// SAV; `None` without armour.
    pub save: Option<u8>,
    /// **T-10** What cover adds to the save roll.
    pub cover: u8,
    /// HP of a whole unit, at least 1.
    pub hp: u8,
    /// HP that the unit which is hit first has left, at least 1 and at most `hp`.
    pub first_hp: u8,
    pub units: u16,
}

/// What becomes of a target.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// **T-8** Units that no longer stand, those who are killed among them.
    pub downed: Law,
    /// **A-4** Units that are killed.
    pub killed: Law,
    /// HP left to each unit, the first to be hit first; 0 if it no longer stands.
    pub hp: Vec<Law>,
    /// How likely each is killed.
    pub each_killed: Vec<f64>,
}

impl Attack {
    pub(super) fn shot(&self, rules: &Line) -> Shot {
        Shot::of(&ToHit::of(rules, &self.traits, hit_needs(self.accuracy, self.modifiers), self.reroll))
    }

    pub(super) fn pierce(&self, target: &Target) -> Pierce {
        let anti = self.traits.anti[target.kind as usize];
        let to_wound = ToWound::of(&self.traits, self.strength, target.toughness, anti);
        let cover = if self.traits.ignores_cover { 0 } else { target.cover };
        Pierce::of(&to_wound, target.save.map(|base| save_needs(base, self.piercing, cover, 0)))
    }

    pub(super) fn damage(&self) -> Damage {
        Damage { amount: self.damage, more: 0 }
    }

    /// **T-5** Attacks of each weapon before its dice.
    pub(super) fn fixed_attacks(&self, target: &Target) -> i16 {
        let near = if self.is_near { i16::from(self.traits.rapid_fire) } else { 0 };
        let crowd = if self.traits.blast { blast_attacks(usize::from(target.units)) } else { 0 };
        i16::from(self.attacks.plus) + near + crowd
    }
}

/// What becomes of a target under all of these, one after the other.
pub fn outcome(rules: &Line, attacks: &[Attack], target: &Target) -> Result<Outcome, TooMuch> {
    let hardship = Hardship::of(attacks, target);
    let hardship = attacks.iter().try_fold(hardship, |it, attack| it.after(rules, attack, target))?;
    Ok(hardship.outcome(target))
}

/// A target on its way through several weapons: how likely each number of killed is with each number of HP lost.
///
/// Between two weapons only those matter, as units that fell are out of the row and one at most is hurt.
struct Hardship {
    mass: Mass,
    each_killed: Vec<f64>,
    can_kill: bool,
}

/// What nobody does.
const NOTHING: Pierce = Pierce { rolled: 0.0, sure: 0.0 };

impl Hardship {
    /// Nobody hit yet.
    fn of(attacks: &[Attack], target: &Target) -> Hardship {
        let can_kill = |it: &Attack| row_of(target, NOTHING, wounds_by(&it.damage())).can_kill();
        let each_killed = vec![0.0; usize::from(target.units)];
        let mut hardship = Hardship { mass: Mass::new(), each_killed, can_kill: attacks.iter().any(can_kill) };
        hardship.mass = hardship.row(target, NOTHING, Vec::new()).untouched(1.0);
        hardship
    }

    fn row(&self, target: &Target, pierce: Pierce, damage: Vec<(u8, f64)>) -> Row {
        let row = row_of(target, pierce, damage);
        if self.can_kill { row.with_kills() } else { row }
    }

    fn after(mut self, rules: &Line, attack: &Attack, target: &Target) -> Result<Hardship, TooMuch> {
        let row = self.row(target, attack.pierce(target), wounds_by(&attack.damage()));
        let shot = attack.shot(rules);
        let counts = counts(attack.fixed_attacks(target), attack.attacks);
        let hits = usize::from(attack.weapons) * counts.chances().len() * (1 + usize::from(shot.further));
        if Patience::LONG.0 < hits.saturating_mul(row.work()) {
            return Err(TooMuch);
        }
        for _ in 0..attack.weapons {
            self.mass = fired(&row, self.mass, &[shot], &counts, &mut self.each_killed);
        }
        Ok(self)
    }

    fn outcome(self, target: &Target) -> Outcome {
        let row = self.row(target, NOTHING, Vec::new());
        let units = usize::from(target.units);
        let mut outcome = Outcome {
            downed: Law::of(vec![0.0; units + 1]),
            killed: Law::of(vec![0.0; units + 1]),
            hp: vec![Law::none(); units],
            each_killed: self.each_killed,
        };
        for it in row.outcomes(&self.mass) {
            outcome.downed.add(it.felled, it.chance);
            outcome.killed.add(it.killed, it.chance);
            for (n, law) in outcome.hp.iter_mut().enumerate() {
                let whole = if n == 0 { target.first_hp } else { target.hp };
                let left = match n.cmp(&it.felled) {
                    std::cmp::Ordering::Less => 0,
                    std::cmp::Ordering::Equal => usize::from(whole) - usize::from(it.lost),
                    std::cmp::Ordering::Greater => usize::from(whole),
                };
                law.add(left, it.chance);
            }
        }
        outcome
    }
}

fn row_of(target: &Target, pierce: Pierce, damage: Vec<(u8, f64)>) -> Row {
    let hp = |n: u16| u16::from(if n == 0 { target.first_hp } else { target.hp });
    Row::new((0..target.units).map(|n| (hp(n), target.hp, pierce)), damage)
}

/// How many attacks one weapon makes.
pub(super) fn counts(fixed: i16, amount: Amount) -> Law {
    let mut law = Law::none();
    for (sum, chance) in (0_u16..).zip(dice_sum(amount).chances()) {
        law.add(usize::from(attacks(fixed, sum)), *chance);
    }
    law
}

/// One weapon's attacks at a row, as [`Row::each_shot`] has them.
pub(super) fn fired(row: &Row, mass: Mass, shots: &[Shot], counts: &Law, kills: &mut [f64]) -> Mass {
    let (mut now, mut all) = (mass, None);
    for n in 0..counts.chances().len() {
        if 0 < n {
            let mut next = row.empty();
            row.each_shot(shots, &now, |shot, mass| {
                next.iter_mut().zip(mass).for_each(|(next, it)| *next += shot.miss * it);
                row.add_shot(shot, counts.at_least(n), mass, &mut next, kills);
            });
            now = next;
        }
        match counts.chance(n) {
            0.0 => (),
            // It always makes so many.
            1.0 => return now,
            ends => {
                let all = all.get_or_insert_with(|| row.empty());
                all.iter_mut().zip(&now).for_each(|(all, now)| *all += ends * now);
            }
        }
    }
    all.unwrap_or(now)
}
