//! What attacks may come to. One attack by itself has its exact law; everything that depends on more than that attack is
//! found by playing the round.
//!
//! What is rolled comes from the rules themselves (`preview`). Chances are for people, so they are floats; nothing that
//! happens in a battle depends on them.

mod law;
mod played;
#[cfg(test)]
mod tests;

pub use law::Law;
pub use played::{Happened, Played};

use std::collections::BTreeMap;

use crate::brick::battle::{Amount, Battle, DamageRoll, Rating, Refusal, Shoot, SkillRoll, Swing, Verdict, Who};
use crate::brick::rules::Brick;
use crate::brick::rules::preview::{self, Shot, hp_lost};
use crate::brick::rules::roll::{Changes, Faces, Pool};
use crate::dice::{Die, Sides};
use crate::field::UnitId;

/// What an attack may come to.
#[derive(Clone, Debug)]
pub struct Odds {
    pub shots: Vec<ShotOdds>,
    /// What becomes of the one unit that all of it falls on; `None` where it may fall on others.
    pub fall: Option<(UnitId, Fall)>,
    /// Those who can't take part, and why.
    pub refused: Vec<(Who, Refusal)>,
}

/// One Attack Roll.
#[derive(Clone, Debug)]
pub struct ShotOdds {
    /// What it is made of. Its dice are none that will be rolled.
    pub swing: Swing,
    /// **BX-1** How likely it is to hit, **BC-20.2** and with an Overskill Benny at that.
    pub hits: f64,
    pub overskills: f64,
    /// Damage on average of a shot that hits.
    pub damage: Option<f64>,
}

/// What becomes of some units.
#[derive(Clone, Debug, PartialEq)]
pub struct Fall {
    /// How likely each number of them is to fall, from 0 on.
    pub felled: Vec<f64>,
    /// HP that they lose on average.
    pub hp_lost: f64,
}

impl Fall {
    /// How many fall on average.
    pub fn mean(&self) -> f64 {
        self.felled.iter().enumerate().map(|(n, chance)| n as f64 * chance).sum()
    }

    /// How likely it is that any of them falls.
    pub fn any(&self) -> f64 {
        1.0 - self.felled.first().copied().unwrap_or(1.0)
    }

    /// **BX-14** One unit that a sum of damage meets, in which a miss is no damage.
    fn of_one(rules: &Brick, battle: &Battle, unit: UnitId, damage: &Law) -> Fall {
        let (profile, hp) = (battle.profile(unit), battle.unit(unit).hp);
        let armor = self::damage(profile.armor, profile.skill, 0, rules.damage_crits);
        let lost = |armor: i16| damage.map(|it| i16::from(hp_lost(it, armor).min(hp)));
        let lost = Law::mixed(&armor.iter().map(|(armor, chance)| (chance, lost(armor))).collect::<Vec<_>>());
        let falls = lost.chance(i16::from(hp));
        Fall { felled: vec![1.0 - falls, falls], hp_lost: lost.mean() }
    }
}

/// How a Skill roll can come out.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SkillOdds {
    /// An ordinary success.
    pub succeeds: f64,
    /// **BC-20.2** With an Overskill Benny.
    pub overskills: f64,
}

impl SkillOdds {
    /// Of an attack; one without a roll hits as a matter of course.
    fn of(swing: &Swing) -> SkillOdds {
        swing.roll.as_ref().map_or(SkillOdds { succeeds: 1.0, overskills: 0.0 }, skill_of)
    }

    /// Whether it does what is tried.
    pub fn hits(self) -> f64 {
        self.succeeds + self.overskills
    }
}

/// **BC-1.8, BX-1** How a roll of so many dice can come out, if `by` is added to them in all.
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

/// The same for a roll that was made, whatever it showed.
fn skill_of(roll: &SkillRoll) -> SkillOdds {
    let Some(first) = roll.dice.first() else { return SkillOdds::default() };
    let lowered = roll.less as i16 * roll.dice.len() as i16;
    let by = i16::from(roll.plus) - lowered + roll.mods.iter().map(|it| it.1).sum::<i16>();
    skill(roll.dice.len(), first.sides(), by, roll.needs)
}

/// How likely a roll that was made was to succeed.
pub fn of_rolled(roll: &SkillRoll) -> f64 {
    skill_of(roll).hits()
}

/// What dice that were added up come to in the mean, the dice aside that highest faces earn.
pub fn mean_of_rolled(roll: &DamageRoll) -> f64 {
    law::of_rolled(roll).mean()
}

/// **BC-1.9** What an amount of damage comes to once so many levels of Deflection have taken dice from it (BX-7), with bonus
/// dice or without (BX-2).
pub fn damage(amount: Amount, skill: Rating, levels: u8, crits: bool) -> Law {
    law::of_pool(&Pool::of(amount, skill, Changes { levels, ..Changes::default() }), skill, crits, 0)
}

/// What those who shoot together may come to, as things stand.
pub fn shoot(rules: &Brick, battle: &Battle, together: &[(Who, &Shoot)]) -> Odds {
    let volley = preview::volley(rules, battle, together);
    let (shots, laws): (Vec<ShotOdds>, Vec<Law>) = volley.shots.into_iter().map(|it| landing(battle, it)).unzip();
    let damage = || laws.iter().fold(Law::sure(0), |sum, it| sum.plus(it));
    let fall = volley.falls_on.map(|it| (it, Fall::of_one(rules, battle, it, &damage())));
    Odds { shots, fall, refused: volley.refused }
}

/// The attacks of one step of a fight, each with what it hits with.
pub fn blows<'a>(swings: impl IntoIterator<Item = &'a Swing>) -> Vec<ShotOdds> {
    let odds = |swing: &Swing| {
        let skill = SkillOdds::of(swing);
        ShotOdds { swing: swing.clone(), hits: skill.hits(), overskills: skill.overskills, damage: None }
    };
    swings.into_iter().map(odds).collect()
}

/// One Attack Roll, and the law of its damage, in which a miss is no damage.
fn landing(battle: &Battle, shot: Shot) -> (ShotOdds, Law) {
    let rating = battle.profile(shot.swing.by).skill;
    let odds = SkillOdds::of(&shot.swing);
    let law = |overskill: u8| {
        let changes = Changes { overskill, levels: shot.levels, ..Changes::default() };
        law::of_pool(&Pool::of(shot.amount, rating, changes), rating, shot.crits, shot.less)
    };
    let (plain, better) = (law(0), law(u8::from(shot.overskills)));
    let mean = plain.mean() * odds.succeeds + better.mean() * odds.overskills;
    let mean_of_hit = if 0.0 < odds.hits() { mean / odds.hits() } else { 0.0 };
    let damage = Law::mixed(&[(1.0 - odds.hits(), Law::sure(0)), (odds.succeeds, plain), (odds.overskills, better)]);
    let (hits, overskills) = (odds.hits(), odds.overskills);
    (ShotOdds { swing: shot.swing, hits, overskills, damage: Some(mean_of_hit) }, damage)
}
