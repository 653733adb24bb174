//! Estimates what squads and units can do to each other, for commanders.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::brick::battle::{Amount, Battle, ItemId, Profile, ProfileId, Ranged, Rating, Rect, Who};
use crate::brick::predict::{self, Distribution};
use crate::brick::rules::Brick;
use crate::brick::rules::preview::{self, close_of, hp_lost};
use crate::field::{Tile, UnitId};

/// **BC-7.1** Inches that a blow reaches beyond its weapon.
const ANGRY_INCH: u16 = 1;

/// All hostile squads and units.
pub(super) fn foes(battle: &Battle, who: Who) -> Vec<Who> {
    battle.everybody().filter(|it| battle.is_hostile(who, *it)).collect()
}

/// Whether any of its units has hands to act with.
pub(super) fn can_act(battle: &Battle, who: Who) -> bool {
    battle.members(who).iter().any(|it| 0 < battle.profile(*it).hands)
}

/// Whether nothing keeps it from moving freely.
pub(super) fn can_walk(battle: &Battle, who: Who) -> bool {
    !battle.is_engaged(who) && !battle.members(who).iter().any(|it| battle.is_in_grab(*it))
}

/// Its units that are on their feet.
pub(super) fn able(battle: &Battle, who: Who) -> Vec<UnitId> {
    battle.members(who).into_iter().filter(|it| !battle.unit(*it).is_disrupted).collect()
}

/// The tile for the Standard that brings a squad or unit as near to a target as it can go. `None` if it is there
/// already.
pub(super) fn way_to(battle: &Battle, who: Who, target: Rect) -> Option<Tile> {
    if !can_walk(battle, who) {
        return None;
    }
    let spots = preview::spots(battle, who);
    // **BC-16.10, BS-8.3** A squad that has to wheel ends face to face with its target, if it can.
    let best = spots.iter().min_by_key(|it| (it.rect.distance(target), !it.faces(target), it.inches, it.to))?;
    (best.rect != battle.rect(who)).then_some(best.to)
}

/// Whether it can strike a foe from where it stands, with an Angry Inch.
pub(super) fn can_strike(battle: &Battle, who: Who, foe: Who) -> bool {
    let distance = battle.rect(who).distance(battle.rect(foe));
    let reaches = |unit: &UnitId| {
        let weapons = battle.held(*unit).filter(|it| close_of(battle, *it).is_some());
        let far = weapons.map(|it| u16::from(battle.weapon(it).class.reach().tiles)).max();
        far.is_some_and(|it| distance <= it + ANGRY_INCH)
    };
    battle.engaged_with(who).any(|it| it == foe) || able(battle, who).iter().any(reaches)
}

/// The ranged weapons that a unit holds, the main hand first.
pub(super) fn shots_of(battle: &Battle, unit: UnitId) -> impl Iterator<Item = (ItemId, Ranged)> {
    battle.held(unit).filter_map(|it| Some((it, battle.weapon(it).ranged?)))
}

/// Whether a weapon carries that far, and its blast doesn't reach back to the shooter.
pub(super) fn is_in_range(weapon: &Ranged, distance: u16) -> bool {
    distance <= u16::from(weapon.range) && weapon.blast.is_none_or(|it| u16::from(it) < distance)
}

/// A kind of attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum AttackKind {
    /// Shots from a distance, with a modifier to hit.
    Shots { distance: u16, by: i16 },
    /// Blows with each unit's best weapon.
    Blows,
}

/// Estimates attacks by the mean of what they destroy, in thousandths of a unit's value.
pub(super) struct Force<'a> {
    rules: &'a Brick,
    battle: &'a Battle,
    worths: RefCell<BTreeMap<(Who, Who, AttackKind), i64>>,
    /// Shares of a unit that attacks destroy. By profile and hit points, because many units share them.
    felled: RefCell<BTreeMap<(Attack, ProfileId, u8), f64>>,
}

impl<'a> Force<'a> {
    pub(super) fn new(rules: &'a Brick, battle: &'a Battle) -> Force<'a> {
        Force { rules, battle, worths: RefCell::default(), felled: RefCell::default() }
    }

    /// The value of all its units, in thousandths.
    pub(super) fn value(&self, who: Who) -> i64 {
        self.battle.members(who).iter().map(|it| 1000 * value(self.battle.profile(*it))).sum()
    }

    /// What shots from a distance destroy, with a modifier to hit.
    pub(super) fn shots(&self, who: Who, foe: Who, distance: u16, by: i16) -> i64 {
        self.worth(who, foe, AttackKind::Shots { distance, by })
    }

    /// What blows with each unit's best weapon destroy.
    pub(super) fn blows(&self, who: Who, foe: Who) -> i64 {
        self.worth(who, foe, AttackKind::Blows)
    }

    /// The longest range of its weapons.
    pub(super) fn range(&self, who: Who) -> u16 {
        let ranges = able(self.battle, who).into_iter().flat_map(|it| shots_of(self.battle, it).collect::<Vec<_>>());
        ranges.map(|it| u16::from(it.1.range)).max().unwrap_or(0)
    }

    fn worth(&self, who: Who, foe: Who, kind: AttackKind) -> i64 {
        *self.worths.borrow_mut().entry((who, foe, kind)).or_insert_with(|| self.compute_worth(who, foe, kind))
    }

    fn compute_worth(&self, who: Who, foe: Who, kind: AttackKind) -> i64 {
        let battle = self.battle;
        let targets = battle.members(foe);
        let attacks: Vec<Attack> = able(battle, who).iter().filter_map(|it| self.attack(*it, kind)).collect();
        let Some(first) = targets.first().filter(|_| !attacks.is_empty()) else { return 0 };
        let worth = match foe {
            Who::Unit(_) => {
                // **BC-3.9** Three can strike at one unit.
                let room = match kind {
                    AttackKind::Blows => preview::can_be_touched_by(battle.profile(*first).size).unwrap_or(usize::MAX),
                    AttackKind::Shots { .. } => usize::MAX,
                };
                let distributions = attacks.iter().take(room).map(|it| self.damage_distribution(it, *first));
                let sum = distributions.fold(Distribution::certain(0), |sum, it| self.clamped(&sum.plus(&it), *first));
                value(battle.profile(*first)) as f64 * self.felled(&sum, *first)
            }
            Who::Squad(_) => {
                let count = targets.len() as f64;
                let each = |it: &Attack| targets.iter().map(|unit| self.fells(it, *unit)).sum::<f64>() / count;
                let felled: f64 = attacks.iter().map(each).sum();
                let all: i64 = targets.iter().map(|it| value(battle.profile(*it))).sum();
                felled.min(count) / count * all as f64
            }
        };
        (1000.0 * worth) as i64
    }

    fn attack(&self, unit: UnitId, kind: AttackKind) -> Option<Attack> {
        let battle = self.battle;
        let skill = battle.profile(unit).skill;
        let (needs, damage, by) = match kind {
            AttackKind::Shots { distance, by } => {
                let (_, ranged) = shots_of(battle, unit).find(|it| is_in_range(&it.1, distance))?;
                (ranged.needs, ranged.damage, by)
            }
            AttackKind::Blows => {
                let close = battle.held(unit).filter_map(|it| close_of(battle, it));
                let close = close.min_by_key(|it| (Reverse(it.damage.mean_twice(skill)), it.needs))?;
                (close.needs, close.damage, 0)
            }
        };
        Some(Attack { skill, damage, needs, by })
    }

    /// The mean share of a unit that an attack destroys.
    fn fells(&self, attack: &Attack, at: UnitId) -> f64 {
        let key = (*attack, self.battle.setup().unit(at).profile, self.battle.unit(at).hp);
        *self.felled.borrow_mut().entry(key).or_insert_with(|| self.felled(&self.damage_distribution(attack, at), at))
    }

    /// The distribution of its damage, where a miss counts as 0.
    fn damage_distribution(&self, attack: &Attack, at: UnitId) -> Distribution {
        let levels = u8::from(self.battle.profile(at).has_heavy_armor);
        let damage = predict::damage(attack.damage, attack.skill, levels, self.rules.damage_crits);
        let Attack { skill, needs, by, .. } = attack;
        let roll = predict::skill(usize::from(skill.dice), skill.sides, by + i16::from(skill.plus), Some(*needs));
        let hits = roll.hits();
        self.clamped(&Distribution::mixed(&[(1.0 - hits, Distribution::certain(0)), (hits, damage)]), at)
    }

    /// Damage beyond what surely destroys the unit makes no difference.
    fn clamped(&self, distribution: &Distribution, at: UnitId) -> Distribution {
        let armor = self.armor(at).greatest().max(1);
        let deadly = armor * i16::from(self.battle.unit(at).hp) + 1;
        distribution.map(|it| it.min(deadly))
    }

    fn armor(&self, at: UnitId) -> Distribution {
        let profile = self.battle.profile(at);
        predict::damage(profile.armor, profile.skill, 0, false)
    }

    /// The mean share of a unit's hit points that a sum of damage takes.
    fn felled(&self, sum: &Distribution, at: UnitId) -> f64 {
        let hp = self.battle.unit(at).hp.max(1);
        let lost = |armor: i16| -> f64 {
            sum.iter().map(|(damage, chance)| f64::from(hp_lost(damage, armor).min(hp)) * chance).sum()
        };
        self.armor(at).iter().map(|(armor, chance)| lost(armor) * chance).sum::<f64>() / f64::from(hp)
    }
}

/// The numbers of one attack. Units with the same numbers share what is computed for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Attack {
    skill: Rating,
    damage: Amount,
    needs: u8,
    /// The modifier to hit.
    by: i16,
}

/// The value of a unit, at least 1.
fn value(profile: &Profile) -> i64 {
    i64::from(profile.value).max(1)
}
