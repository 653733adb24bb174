//! Weapons against a squad of equals, apart from any battle.

use crate::line::battle::{Amount, Kind, Traits};
use crate::line::predict::blow::{Pierce, Shot, wounds_by};
use crate::line::predict::distribution::{Distribution, dice_sum};
use crate::line::predict::hit_chain::{HitChain, Mass};
use crate::line::predict::{STEPS_MAX, TooManyWays};
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
    pub downed: Distribution,
    /// **A-4** Units that are killed.
    pub killed: Distribution,
}

impl Attack {
    fn pierce(&self, target: &Target) -> Pierce {
        let anti = self.traits.anti[target.kind as usize];
        let to_wound = ToWound::of(&self.traits, self.strength, target.toughness, anti);
        let cover = if self.traits.ignores_cover { 0 } else { target.cover };
        Pierce::of(&to_wound, target.save.map(|base| save_needs(base, self.piercing, cover, 0)))
    }

    /// **T-5** Attacks of each weapon before its dice.
    fn fixed_attacks(&self, target: &Target) -> i16 {
        let near = if self.is_near { i16::from(self.traits.rapid_fire) } else { 0 };
        let crowd = if self.traits.blast { blast_attacks(usize::from(target.units)) } else { 0 };
        i16::from(self.attacks.plus) + near + crowd
    }
}

/// What becomes of a target under all of these, one after the other.
///
/// Between two weapons only the HP lost and the number of killed matter, as units that fell are out of the chain and one at
/// most is hurt.
pub fn outcome(rules: &Line, attacks: &[Attack], target: &Target) -> Result<Outcome, TooManyWays> {
    let hp = |n: u16| u16::from(if n == 0 { target.first_hp } else { target.hp });
    let chain_of = |it: &Attack| {
        let pierce = it.pierce(target);
        let damage = Damage { amount: it.damage, more: 0 };
        HitChain::new((0..target.units).map(|n| (hp(n), target.hp, pierce)), wounds_by(&damage))
    };
    let mut chains: Vec<HitChain> = attacks.iter().map(chain_of).collect();
    if chains.iter().any(HitChain::can_kill) {
        chains = chains.into_iter().map(HitChain::with_kills).collect();
    }
    let mut mass = chains.first().map_or_else(Mass::new, HitChain::untouched);
    for (attack, chain) in attacks.iter().zip(&chains) {
        let needs = hit_needs(attack.accuracy, attack.modifiers);
        let shot = Shot::of(&ToHit::of(rules, &attack.traits, needs, attack.reroll));
        let counts = counts(attack.fixed_attacks(target), attack.attacks);
        let hits = usize::from(attack.weapons) * counts.chances().len() * (1 + usize::from(shot.further));
        if STEPS_MAX < hits.saturating_mul(chain.work()) {
            return Err(TooManyWays);
        }
        for _ in 0..attack.weapons {
            mass = fired(chain, mass, &shot, &counts);
        }
    }
    let none = || Distribution::of(vec![0.0; usize::from(target.units) + 1]);
    let mut outcome = Outcome { downed: none(), killed: none() };
    for it in chains.iter().take(1).flat_map(|it| it.outcomes(&mass)) {
        outcome.downed.add(it.felled, it.chance);
        outcome.killed.add(it.killed, it.chance);
    }
    Ok(outcome)
}

/// How many attacks one weapon makes.
pub(super) fn counts(fixed: i16, amount: Amount) -> Distribution {
    let sums = dice_sum(amount);
    (0_u16..).zip(sums.chances()).map(|(sum, chance)| (usize::from(attacks(fixed, sum)), *chance)).collect()
}

/// One weapon's attacks at those whom hits go to.
pub(super) fn fired(chain: &HitChain, mass: Mass, shot: &Shot, counts: &Distribution) -> Mass {
    let (mut now, mut all) = (mass, None);
    for n in 0..counts.chances().len() {
        if 0 < n {
            let mut next: Mass = now.iter().map(|it| it * shot.miss).collect();
            chain.add_shot(shot, &now, &mut next);
            now = next;
        }
        match counts.chance(n) {
            0.0 => (),
            // It always makes so many.
            1.0 => return now,
            ends => {
                let all = all.get_or_insert_with(|| chain.empty());
                all.iter_mut().zip(&now).for_each(|(all, now)| *all += ends * now);
            }
        }
    }
    all.unwrap_or(now)
}
