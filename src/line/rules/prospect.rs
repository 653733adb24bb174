//! What a weapon would do to a unit, wherever the two stand: for plans beyond the current round.

use crate::field::SquadId;
use crate::line::battle::{Battle, Phase, Profile, WeaponId};
use crate::line::rules::attack::{self, Arm};
use crate::line::rules::terms;

/// A weapon as a squad uses it, and the average result of one use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prospect {
    /// In tiles; 0 for a melee weapon.
    pub range: u16,
    /// **S-3** How many units work it; 0 for a weapon without a crew.
    pub crew: u8,
    /// **S-2** Whether a unit fires it in addition to its other weapons.
    pub is_extra: bool,
    /// **M-2** Whether it may be fired in melee.
    pub close_quarters: bool,
    /// Units felled, in thousandths, behind cover of 0, 1 and 2.
    pub felled_milli: [u32; 3],
}

/// What a squad's weapon does to units of a profile, in a squad with `crowd` standing.
pub fn prospect(battle: &Battle, squad: SquadId, weapon: WeaponId, target: &Profile, crowd: usize) -> Prospect {
    let phase = if battle.setup().weapon(weapon).is_melee() { Phase::Melee } else { Phase::Shooting };
    let arm = Arm::of(battle, squad, None, weapon, phase);
    let modifiers = attack::own_modifiers(battle, squad, phase, &arm).iter().map(|it| i16::from(it.1)).sum::<i16>();
    let needs = terms::hit_needs(arm.accuracy, modifiers.clamp(-2, 2) as i8);
    let faces = u32::from(7_u8.saturating_sub(needs));
    let hits = if arm.traits.torrent { 6 } else { faces.max(1) + u32::from(arm.traits.sustained) };
    let blast = if arm.traits.blast { 2 * terms::blast_attacks(crowd).unsigned_abs() } else { 0 };
    let twice_attacks = arm.attacks.twice_mean() + u32::from(blast);
    let anti = arm.traits.anti[target.kind as usize];
    let wounds = terms::ToWound::of(&arm.traits, arm.strength, target.toughness, anti).mean_36();
    let fails = |cover: u8| {
        let cover = if arm.traits.ignores_cover { 0 } else { cover };
        terms::unsaved_6(target.save.map(|it| terms::save_needs(it, arm.piercing, cover, 0)))
    };
    let blows = terms::blows_to_fell(target.hp.into(), arm.damage.amount.twice_mean().max(2).into()) as u32;
    let felled = |cover| 1000 * twice_attacks * hits * wounds * fails(cover) / (2 * 6 * 36 * 6 * blows);
    Prospect {
        range: arm.range,
        crew: arm.traits.crew,
        is_extra: arm.traits.extra_attacks,
        close_quarters: arm.traits.close_quarters,
        felled_milli: [0, 1, 2].map(felled),
    }
}
