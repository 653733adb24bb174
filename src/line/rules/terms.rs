//! What the dice of an attack must reach, for code that rolls them and for code that computes odds.

use crate::dice::D6;
use crate::line::battle::{Amount, Fate, Traits};
use crate::line::rules::Line;

/// **C-7** Which hit dice an ability lets a squad roll again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reroll {
    #[default]
    None,
    Ones,
    Misses,
}

/// **A-1** What the hit die of an attack must reach, and what else it may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToHit {
    /// What the die must show, modifiers included; a natural 6 hits all the same.
    pub needs: u8,
    pub natural_one_misses: bool,
    pub reroll: Reroll,
    /// `[Torrent]`: no die is rolled.
    pub is_sure: bool,
    pub sustained: u8,
    pub lethal: bool,
}

impl ToHit {
    pub fn of(rules: &Line, traits: &Traits, needs: u8, reroll: Reroll) -> ToHit {
        let Traits { torrent, sustained, lethal, .. } = *traits;
        ToHit { needs, natural_one_misses: rules.natural_one_misses, reroll, is_sure: torrent, sustained, lethal }
    }

    /// **A-1** How many hits a die scores. With `[Sustained]` a 6 scores more than one.
    pub fn hits(&self, die: D6) -> u8 {
        match die.face() {
            6 => self.sustained.saturating_add(1),
            1 if self.natural_one_misses => 0,
            face => u8::from(self.needs <= face),
        }
    }

    /// **C-7** Whether a die is rolled once more. The second roll counts.
    pub fn is_rolled_again(&self, die: D6) -> bool {
        match self.reroll {
            Reroll::None => false,
            Reroll::Ones => die.face() == 1 && self.hits(die) == 0,
            Reroll::Misses => self.hits(die) == 0,
        }
    }

    /// **A-6** Whether the first hit of a die wounds without a roll.
    pub fn is_lethal(&self, die: D6) -> bool {
        is_lethal(self.lethal, die)
    }
}

/// **A-6** `[Lethal]`: a natural 6 to hit wounds without a roll.
pub(super) fn is_lethal(lethal: bool, die: D6) -> bool {
    lethal && die.face() == 6
}

/// **S-8** What a hit die must show: ACC less the sum of the modifiers, which is held within -2 to +2.
pub fn hit_needs(accuracy: u8, modifiers: i8) -> u8 {
    accuracy.saturating_add_signed(-modifiers.clamp(-2, 2)).max(1)
}

/// **T-5** How many attacks a weapon makes when its dice add up to `dice_sum`. At least 1.
pub fn attacks(fixed: i16, dice_sum: u16) -> u16 {
    fixed.saturating_add_unsigned(dice_sum).max(1).unsigned_abs()
}

/// **A-6** How many more attacks `[Blast]` makes at a squad with this many standing.
pub fn blast_attacks(standing: usize) -> i16 {
    i16::try_from(standing / 5).unwrap_or(i16::MAX)
}

/// **T-5** How much a die of an amount counts. A D3 is half of a D6, rounded up.
pub fn worth(amount: Amount, die: D6) -> u16 {
    u16::from(if amount.sides == 3 { die.face().div_ceil(2) } else { die.face() })
}

/// **A-2** What a wound die must reach, and what else it may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToWound {
    pub needs: u8,
    pub twin_linked: bool,
    pub devastating: bool,
}

impl ToWound {
    /// **A-2** The wound roll of a weapon against a toughness. `[Anti]` may need less; `anti` is 0 without that
    /// tag.
    pub fn of(traits: &Traits, strength: u8, toughness: u8, anti: u8) -> ToWound {
        let needs = wound_needs(strength, toughness);
        let needs = if anti == 0 { needs } else { needs.min(anti) };
        ToWound { needs, twin_linked: traits.twin_linked, devastating: traits.devastating }
    }

    pub fn wounds(&self, die: D6) -> bool {
        self.needs <= die.face()
    }

    /// **A-6** `[Twin-linked]`: whether a die is rolled once more. The second roll counts.
    pub fn is_rolled_again(&self, die: D6) -> bool {
        self.twin_linked && !self.wounds(die)
    }

    /// How often it wounds, in 36ths.
    pub fn mean_36(&self) -> u32 {
        let once = u32::from(7 - self.needs);
        if self.twin_linked { once * 6 + (6 - once) * once } else { once * 6 }
    }

    /// **A-6** `[Devastating]`: whether a wound with this die allows no save.
    pub fn allows_no_save(&self, die: D6) -> bool {
        self.devastating && die.face() == 6
    }
}

/// **A-2** What a die must show for a hit to wound. Never more than 6, so no target is immune.
pub(super) fn wound_needs(strength: u8, toughness: u8) -> u8 {
    let (strength, toughness) = (u16::from(strength), u16::from(toughness));
    if 2 * toughness <= strength {
        2
    } else if toughness < strength {
        3
    } else if toughness == strength {
        4
    } else if toughness < 2 * strength {
        5
    } else {
        6
    }
}

/// **A-3** What a save roll must reach: SAV, harder by AP, easier by cover (T-10) and abilities. 1 or less always
/// saves, 7 or more never.
pub fn save_needs(base: u8, piercing: u8, cover: u8, bonus: i8) -> i8 {
    let needs = i16::from(base) + i16::from(piercing) - i16::from(cover) - i16::from(bonus);
    needs.clamp(-100, 100) as i8
}

/// **A-3** Whether a save roll stops a wound.
pub fn saves(needs: i8, die: D6) -> bool {
    needs <= die.face() as i8
}

/// **A-3** How often a save fails, in sixths; always without armour.
pub(super) fn unsaved_6(needs: Option<i8>) -> u32 {
    needs.map_or(6, |it| u32::from((it - 1).clamp(0, 6).unsigned_abs()))
}

/// **A-4** How many wounds of average damage fell a unit. It is a whole number, because damage doesn't carry over.
pub(super) fn blows_to_fell(hp: u64, twice_damage: u64) -> u64 {
    (2 * hp).div_ceil(twice_damage)
}

/// **A-4** The damage of a weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damage {
    pub amount: Amount,
    /// What abilities add; may be negative.
    pub more: i8,
}

impl Damage {
    /// The damage when its dice add up to `dice_sum`. At least 1.
    pub fn with_dice(&self, dice_sum: u16) -> u8 {
        (i32::from(dice_sum) + i32::from(self.amount.plus) + i32::from(self.more)).clamp(1, 255) as u8
    }
}

/// **A-4** At 0 HP or less a unit is downed; at its full HP below zero it is killed.
pub fn fate_of(hp: i16, hp_max: u8) -> Fate {
    if 0 < hp {
        Fate::Hurt
    } else if -i16::from(hp_max) < hp {
        Fate::Downed
    } else {
        Fate::Killed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a2_strength_against_toughness_says_what_wounds() {
        for (strength, toughness, needs) in [
            (8, 4, 2), // twice
            (7, 4, 3),
            (4, 4, 4),
            (3, 4, 5),
            (2, 4, 6), // half
            (3, 5, 5), // half of 5 is 2.5, and 3 is more
        ] {
            assert_eq!(wound_needs(strength, toughness), needs, "S{strength} against T{toughness}");
        }
    }

    #[test]
    fn a4_a_unit_is_killed_at_its_full_hit_points_below_zero() {
        for (hp, hp_max, fate) in [
            (1, 1, Fate::Hurt),
            (0, 1, Fate::Downed),
            (-1, 1, Fate::Killed),
            (-2, 3, Fate::Downed),
            (-3, 3, Fate::Killed),
        ] {
            assert_eq!(fate_of(hp, hp_max), fate, "{hp} of {hp_max}");
        }
    }
}
