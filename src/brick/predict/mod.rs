//! Predicts what attacks may do. A single attack has an exact distribution. Everything else is predicted by playing the
//! round many times.
//!
//! The rules themselves (`preview`) say what is rolled. Chances are floats because only people read them: no battle
//! depends on them.

mod distribution;
mod played;
#[cfg(test)]
mod tests;

pub use distribution::Distribution;
pub use played::{Happened, Played};

use std::collections::BTreeMap;

use crate::brick::battle::{Amount, Battle, DamageRoll, Rating, Refusal, Shoot, SkillRoll, Swing, Verdict, Who};
use crate::brick::rules::Brick;
use crate::brick::rules::preview::{self, Shot, hp_lost};
use crate::brick::rules::roll::{Changes, Faces, Pool};
use crate::dice::{Die, Sides};
use crate::field::UnitId;

/// What an attack may do.
#[derive(Clone, Debug)]
pub struct Odds {
    pub shots: Vec<ShotOdds>,
    /// What becomes of the unit that takes all of it. `None` if others may be hit as well.
    pub fall: Option<(UnitId, Fall)>,
    /// Those that can't take part, and why.
    pub refused: Vec<(Who, Refusal)>,
}

/// An Attack Roll.
#[derive(Clone, Debug)]
pub struct ShotOdds {
    /// The dice and modifiers of the roll. The faces of the dice are not predictions.
    pub swing: Swing,
    /// **BX-1** The chance of a hit. `overskills` is the chance of a hit with an Overskill Benny (**BC-20.2**).
    pub hits: f64,
    pub overskills: f64,
    /// Mean damage of a shot that hits.
    pub damage: Option<f64>,
}

/// What becomes of some units.
#[derive(Clone, Debug, PartialEq)]
pub struct Fall {
    /// The chance of each number of units to fall, from 0 on.
    pub felled: Vec<f64>,
    /// The mean HP that they lose.
    pub hp_lost: f64,
}

impl Fall {
    /// The mean number of units that fall.
    pub fn mean(&self) -> f64 {
        self.felled.iter().enumerate().map(|(n, chance)| n as f64 * chance).sum()
    }

    /// The chance that any unit falls.
    pub fn any(&self) -> f64 {
        1.0 - self.felled.first().copied().unwrap_or(1.0)
    }

    /// **BX-14** What a sum of damage does to a single unit. A miss counts as no damage.
    fn of_one(rules: &Brick, battle: &Battle, unit: UnitId, damage: &Distribution) -> Fall {
        let (profile, hp) = (battle.profile(unit), battle.unit(unit).hp);
        let armor = self::damage(profile.armor, profile.skill, 0, rules.damage_crits);
        let lost = |armor: i16| damage.map(|it| i16::from(hp_lost(it, armor).min(hp)));
        let lost = Distribution::mixed(&armor.iter().map(|(armor, chance)| (chance, lost(armor))).collect::<Vec<_>>());
        let falls = lost.chance(i16::from(hp));
        Fall { felled: vec![1.0 - falls, falls], hp_lost: lost.mean() }
    }
}

/// The chances of a Skill roll.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SkillOdds {
    /// A success without an Overskill Benny.
    pub succeeds: f64,
    /// **BC-20.2** A success with an Overskill Benny.
    pub overskills: f64,
}

impl SkillOdds {
    /// The chances of an attack. One without a roll always hits.
    fn of(swing: &Swing) -> SkillOdds {
        swing.roll.as_ref().map_or(SkillOdds { succeeds: 1.0, overskills: 0.0 }, skill_of)
    }

    /// The chance of any success.
    pub fn hits(self) -> f64 {
        self.succeeds + self.overskills
    }
}

/// **BC-1.8, BX-1** The chances of a roll of several dice with a total modifier of `by`.
pub fn skill(dice: usize, sides: Sides, by: i16, needs: Option<u8>) -> SkillOdds {
    let die: Vec<Die> = (1..=sides.count()).filter_map(|it| Die::showing(sides, it)).collect();
    let mut hands = BTreeMap::from([((Faces::default(), by), 1.0)]);
    for _ in 0..dice {
        let mut larger = BTreeMap::new();
        for ((faces, total), chance) in hands {
            for shown in &die {
                let hand = (faces.and(*shown), total + i16::from(shown.face()));
                *larger.entry(hand).or_default() += chance / die.len() as f64;
            }
        }
        hands = larger;
    }
    let mut odds = SkillOdds::default();
    for ((faces, total), chance) in hands {
        match faces.verdict(total, needs) {
            Verdict::Success => odds.succeeds += chance,
            Verdict::CriticalSuccess => odds.overskills += chance,
            Verdict::Failure | Verdict::CriticalFailure => (),
        }
    }
    odds
}

/// The chances of a roll before it was made.
fn skill_of(roll: &SkillRoll) -> SkillOdds {
    let Some(first) = roll.dice.first() else { return SkillOdds::default() };
    let lowered = roll.less as i16 * roll.dice.len() as i16;
    let by = i16::from(roll.plus) - lowered + roll.mods.iter().map(|it| it.1).sum::<i16>();
    skill(roll.dice.len(), first.sides(), by, roll.needs)
}

/// The chance of success that a roll had before it was made.
pub fn of_rolled(roll: &SkillRoll) -> f64 {
    skill_of(roll).hits()
}

/// The mean of a damage roll before it was made, without bonus dice.
pub fn mean_of_rolled(roll: &DamageRoll) -> f64 {
    distribution::of_rolled(roll).mean()
}

/// **BC-1.9** The distribution of an amount of damage, after levels of Deflection have taken dice from it (BX-7), with
/// or without bonus dice (BX-2).
pub fn damage(amount: Amount, skill: Rating, levels: u8, crits: bool) -> Distribution {
    distribution::of_pool(&Pool::of(amount, skill, Changes { levels, ..Changes::default() }), skill, crits, 0)
}

/// The odds of those that shoot together, as the battle stands.
pub fn shoot(rules: &Brick, battle: &Battle, together: &[(Who, &Shoot)]) -> Odds {
    let volley = preview::volley(rules, battle, together);
    let (shots, distributions): (Vec<ShotOdds>, Vec<Distribution>) =
        volley.shots.into_iter().map(|it| shot_odds(battle, it)).unzip();
    let damage = || distributions.iter().fold(Distribution::certain(0), |sum, it| sum.plus(it));
    let fall = volley.falls_on.map(|it| (it, Fall::of_one(rules, battle, it, &damage())));
    Odds { shots, fall, refused: volley.refused }
}

/// The odds of the attacks of one step of a fight.
pub fn blows<'a>(swings: impl IntoIterator<Item = &'a Swing>) -> Vec<ShotOdds> {
    let odds = |swing: &Swing| {
        let skill = SkillOdds::of(swing);
        ShotOdds { swing: swing.clone(), hits: skill.hits(), overskills: skill.overskills, damage: None }
    };
    swings.into_iter().map(odds).collect()
}

/// The odds of an Attack Roll, and the distribution of its damage, where a miss counts as 0.
fn shot_odds(battle: &Battle, shot: Shot) -> (ShotOdds, Distribution) {
    let rating = battle.profile(shot.swing.by).skill;
    let odds = SkillOdds::of(&shot.swing);
    let distribution = |overskill: u8| {
        let changes = Changes { overskill, levels: shot.levels, ..Changes::default() };
        distribution::of_pool(&Pool::of(shot.amount, rating, changes), rating, shot.crits, shot.less)
    };
    let (plain, better) = (distribution(0), distribution(u8::from(shot.overskills)));
    let mean = plain.mean() * odds.succeeds + better.mean() * odds.overskills;
    let mean_of_hit = if 0.0 < odds.hits() { mean / odds.hits() } else { 0.0 };
    let damage = Distribution::mixed(&[
        (1.0 - odds.hits(), Distribution::certain(0)),
        (odds.succeeds, plain),
        (odds.overskills, better),
    ]);
    let (hits, overskills) = (odds.hits(), odds.overskills);
    (ShotOdds { swing: shot.swing, hits, overskills, damage: Some(mean_of_hit) }, damage)
}
