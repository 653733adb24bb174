//! A weapon against a squad of identical units, outside any battle.

use crate::line::battle::{Amount, Kind, Traits};
use crate::line::predict::blow::HitChances;
use crate::line::predict::distribution::Distribution;
use crate::line::predict::hit_chain::row_ends;
use crate::line::rules::Line;
use crate::line::rules::preview::{Damage, Reroll, ToHit, ToWound, blast_attacks, hit_needs, save_needs};

/// **T-5** A weapon that is fired, or struck with, once.
#[derive(Clone, Copy, Debug)]
pub struct Attack {
    /// ATK.
    pub attacks: Amount,
    /// ACC.
    pub accuracy: u8,
    /// **S-8** The modifiers to hit together, which count for -2 to +2.
    pub modifiers: i8,
    /// STR, at least 1.
    pub strength: u8,
    /// AP.
    pub piercing: u8,
    /// DMG.
    pub damage: Amount,
    /// **A-6** `[Rapid Fire]` counts as at half range; `[Heavy]` is among the modifiers.
    pub traits: Traits,
    pub reroll: Reroll,
}

/// A squad whose units are all alike.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    pub kind: Kind,
    /// T, at least 1.
    pub toughness: u8,
    /// SAV; `None` without armour.
    pub save: Option<u8>,
    /// **T-10** What cover adds to the save roll.
    pub cover: u8,
    /// HP of an unhurt unit, at least 1.
    pub hp: u8,
    /// HP that the unit that is hit first has left, from 1 to `hp`.
    pub first_hp: u8,
    pub units: u16,
}

/// The odds of an attack.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// **T-8** Units that no longer stand, including those that are killed.
    pub downed: Distribution,
    /// **A-4** Units that are killed.
    pub killed: Distribution,
}

/// The odds of an attack on a target. `None` if there are too many ways for it to end.
pub fn outcome(rules: &Line, attack: &Attack, target: &Target) -> Option<Outcome> {
    let Attack { traits, strength, piercing, .. } = attack;
    let to_wound = ToWound::of(traits, *strength, target.toughness, traits.anti[target.kind as usize]);
    let cover = if traits.ignores_cover { 0 } else { target.cover };
    let pierce = HitChances::of(&to_wound, target.save.map(|base| save_needs(base, *piercing, cover, 0)));
    let hp = |n: u16| u16::from(if n == 0 { target.first_hp } else { target.hp });
    let units = (0..target.units).map(|n| (hp(n), target.hp, pierce));
    let damage = Damage { amount: attack.damage, more: 0 };
    let to_hit = ToHit::of(rules, traits, hit_needs(attack.accuracy, attack.modifiers), attack.reroll);
    // **T-5** Attacks apart from those that dice decide.
    let crowd = if traits.blast { blast_attacks(usize::from(target.units)) } else { 0 };
    let fixed = i16::from(attack.attacks.plus) + i16::from(traits.rapid_fire) + crowd;
    let none = || Distribution::of(vec![0.0; usize::from(target.units) + 1]);
    let mut outcome = Outcome { downed: none(), killed: none() };
    for it in row_ends(units, &damage, &[(to_hit, fixed)], attack.attacks)? {
        outcome.downed.add(it.felled, it.chance);
        outcome.killed.add(it.killed, it.chance);
    }
    Some(outcome)
}
