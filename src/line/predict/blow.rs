//! The chances of one attack and of one hit.

use crate::dice::D6;
use crate::line::predict::distribution::of_dice;
use crate::line::rules::preview::{Damage, ToHit, ToWound, saves};

/// **A-1** The results of one attack. The three chances add up to 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct AttackChances {
    pub(super) miss: f64,
    /// The chance of one hit that has to roll to wound.
    pub(super) hit: f64,
    /// The chance of a natural 6 that does more: it brings a first hit and `further` hits.
    pub(super) six: f64,
    pub(super) further: u8,
    /// Whether the first hit of a natural 6 wounds without rolling.
    pub(super) is_lethal: bool,
}

impl AttackChances {
    pub(super) fn of(to_hit: &ToHit) -> AttackChances {
        let further = to_hit.sustained;
        if to_hit.is_sure {
            return AttackChances { miss: 0.0, hit: 1.0, six: 0.0, further, is_lethal: false };
        }
        let (mut missed, mut six) = (0_u32, 0_u32);
        for (die, ways) in rolled_twice(|it| to_hit.is_rolled_again(it)) {
            match to_hit.hits(die) {
                0 => missed += ways,
                1 if !to_hit.is_lethal(die) => (),
                _ => six += ways,
            }
        }
        AttackChances {
            miss: f64::from(missed) / 36.0,
            hit: f64::from(36 - missed - six) / 36.0,
            six: f64::from(six) / 36.0,
            further,
            is_lethal: to_hit.lethal,
        }
    }
}

/// **A-2, A-3** How likely a hit is to go through.
#[derive(Clone, Copy, Debug)]
pub(super) struct HitChances {
    /// If it has to roll to wound.
    pub(super) rolled: f64,
    /// If it wounds without rolling (`[Lethal]`).
    pub(super) sure: f64,
}

impl HitChances {
    pub(super) fn of(to_wound: &ToWound, save_needs: Option<i8>) -> HitChances {
        let unsaved = save_needs.map_or(6, |needs| D6::ALL.iter().filter(|it| !saves(needs, **it)).count() as u32);
        let mut through = 0;
        for (die, ways) in rolled_twice(|it| to_wound.is_rolled_again(it)) {
            if to_wound.wounds(die) {
                through += ways * if to_wound.allows_no_save(die) { 6 } else { unsaved };
            }
        }
        HitChances { rolled: f64::from(through) / 216.0, sure: f64::from(unsaved) / 6.0 }
    }
}

/// The final faces of a die of which some faces are rolled once more, each with its number of ways out of 36.
fn rolled_twice(is_rolled_again: impl Fn(D6) -> bool) -> impl Iterator<Item = (D6, u32)> {
    let again = D6::ALL.iter().filter(|it| is_rolled_again(**it)).count() as u32;
    D6::ALL.into_iter().map(move |it| (it, again + if is_rolled_again(it) { 0 } else { 6 }))
}

/// **A-4** The HP that a wound may take off, each number with its chance.
pub(super) fn damage_chances(damage: &Damage) -> Vec<(u8, f64)> {
    let law = of_dice(damage.amount, |sum| damage.with_dice(sum).into());
    let chances = (0_u8..=u8::MAX).zip(law.chances().iter().copied());
    chances.filter(|it| 0.0 < it.1).collect()
}
