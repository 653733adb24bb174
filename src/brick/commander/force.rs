//! What those who fight can do to each other, as their commanders reckon it.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::brick::battle::{Amount, Battle, ItemId, Profile, ProfileId, Ranged, Rating, Rect, Who};
use crate::brick::predict::{self, Law};
use crate::brick::rules::Brick;
use crate::brick::rules::preview::{self, close_of, hp_lost};
use crate::field::{Tile, UnitId};

/// **BC-7.1** How much farther than its weapon reaches somebody strikes.
const ANGRY_INCH: u16 = 1;

/// Everybody who is hostile.
pub(super) fn foes(battle: &Battle, who: Who) -> Vec<Who> {
    battle.everybody().filter(|it| battle.is_hostile(who, *it)).collect()
}

/// Whether anybody of it has hands to do something with.
pub(super) fn can_act(battle: &Battle, who: Who) -> bool {
    battle.members(who).iter().any(|it| 0 < battle.profile(*it).hands)
}

/// Whether nothing keeps somebody from going where they like.
pub(super) fn can_walk(battle: &Battle, who: Who) -> bool {
    !battle.is_engaged(who) && !battle.members(who).iter().any(|it| battle.is_in_grab(*it))
}

/// Those of somebody who are on their feet.
pub(super) fn able(battle: &Battle, who: Who) -> Vec<UnitId> {
    battle.members(who).into_iter().filter(|it| !battle.unit(*it).is_disrupted).collect()
}

/// Where somebody's Standard goes so that it comes as near to a target as there is a way; `None` if that is where it is.
pub(super) fn way_to(battle: &Battle, who: Who, target: Rect) -> Option<Tile> {
    if !can_walk(battle, who) {
        return None;
    }
    let spots = preview::spots(battle, who);
    // **BC-16.10, BS-8.3** Who has to wheel ends face to face, if there is a way for that.
    let best = spots.iter().min_by_key(|it| (it.rect.distance(target), !it.faces(target), it.inches, it.to))?;
    (best.rect != battle.rect(who)).then_some(best.to)
}

/// Whether somebody can strike at somebody from where they stand, with an Angry Inch.
pub(super) fn can_strike(battle: &Battle, who: Who, foe: Who) -> bool {
    let distance = battle.rect(who).distance(battle.rect(foe));
    let reaches = |unit: &UnitId| {
        let weapons = battle.held(*unit).filter(|it| close_of(battle, *it).is_some());
        let far = weapons.map(|it| u16::from(battle.weapon(it).class.reach().tiles)).max();
        far.is_some_and(|it| distance <= it + ANGRY_INCH)
    };
    battle.engaged_with(who).any(|it| it == foe) || able(battle, who).iter().any(reaches)
}

/// What a unit can shoot with, the main hand first.
pub(super) fn shots_of(battle: &Battle, unit: UnitId) -> impl Iterator<Item = (ItemId, Ranged)> {
    battle.held(unit).filter_map(|it| Some((it, battle.weapon(it).ranged?)))
}

/// Whether a weapon carries so far, and its blast not back: one's own side may stand there.
pub(super) fn is_in_range(weapon: &Ranged, distance: u16) -> bool {
    distance <= u16::from(weapon.range) && weapon.blast.is_none_or(|it| u16::from(it) < distance)
}

/// How attacks are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Way {
    /// From so far, and so much easier or harder than as a rule.
    Shots { distance: u16, by: i16 },
    /// With the best in hand.
    Blows,
}

/// Attacks are worth what they destroy in the mean, in thousandths of a unit's value.
pub(super) struct Force<'a> {
    rules: &'a Brick,
    battle: &'a Battle,
    known: RefCell<BTreeMap<(Who, Who, Way), i64>>,
    /// By whom it falls on: units of one kind are many.
    felled: RefCell<BTreeMap<(Attack, ProfileId, u8), f64>>,
}

impl<'a> Force<'a> {
    pub(super) fn new(rules: &'a Brick, battle: &'a Battle) -> Force<'a> {
        Force { rules, battle, known: RefCell::default(), felled: RefCell::default() }
    }

    /// What everybody of it is worth.
    pub(super) fn value(&self, who: Who) -> i64 {
        self.battle.members(who).iter().map(|it| 1000 * value(self.battle.profile(*it))).sum()
    }

    /// Shots from so far away, so much easier or harder.
    pub(super) fn shots(&self, who: Who, foe: Who, distance: u16, by: i16) -> i64 {
        self.worth(who, foe, Way::Shots { distance, by })
    }

    /// Blows with the best that each has in hand.
    pub(super) fn blows(&self, who: Who, foe: Who) -> i64 {
        self.worth(who, foe, Way::Blows)
    }

    /// How far somebody's weapons carry.
    pub(super) fn range(&self, who: Who) -> u16 {
        let ranges = able(self.battle, who).into_iter().flat_map(|it| shots_of(self.battle, it).collect::<Vec<_>>());
        ranges.map(|it| u16::from(it.1.range)).max().unwrap_or(0)
    }

    fn worth(&self, who: Who, foe: Who, way: Way) -> i64 {
        *self.known.borrow_mut().entry((who, foe, way)).or_insert_with(|| self.reckon(who, foe, way))
    }

    fn reckon(&self, who: Who, foe: Who, way: Way) -> i64 {
        let battle = self.battle;
        let targets = battle.members(foe);
        let attacks: Vec<Attack> = able(battle, who).iter().filter_map(|it| self.attack(*it, way)).collect();
        let Some(first) = targets.first().filter(|_| !attacks.is_empty()) else { return 0 };
        let worth = match foe {
            Who::Unit(_) => {
                // **BC-3.9** Three strike at one.
                let room = match way {
                    Way::Blows => preview::can_be_touched_by(battle.profile(*first).size).unwrap_or(usize::MAX),
                    Way::Shots { .. } => usize::MAX,
                };
                let laws = attacks.iter().take(room).map(|it| self.law(it, *first));
                let sum = laws.fold(Law::sure(0), |sum, it| self.clamped(&sum.plus(&it), *first));
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

    fn attack(&self, unit: UnitId, way: Way) -> Option<Attack> {
        let battle = self.battle;
        let skill = battle.profile(unit).skill;
        let (needs, damage, by) = match way {
            Way::Shots { distance, by } => {
                let (_, ranged) = shots_of(battle, unit).find(|it| is_in_range(&it.1, distance))?;
                (ranged.needs, ranged.damage, by)
            }
            Way::Blows => {
                let close = battle.held(unit).filter_map(|it| close_of(battle, it));
                let close = close.min_by_key(|it| (Reverse(it.damage.mean_twice(skill)), it.needs))?;
                (close.needs, close.damage, 0)
            }
        };
        Some(Attack { skill, damage, needs, by })
    }

    /// How much of somebody it fells in the mean.
    fn fells(&self, attack: &Attack, at: UnitId) -> f64 {
        let key = (*attack, self.battle.setup().unit(at).profile, self.battle.unit(at).hp);
        *self.felled.borrow_mut().entry(key).or_insert_with(|| self.felled(&self.law(attack, at), at))
    }

    /// Its damage, none if it misses.
    fn law(&self, attack: &Attack, at: UnitId) -> Law {
        let levels = u8::from(self.battle.profile(at).has_heavy_armor);
        let damage = predict::damage(attack.damage, attack.skill, levels, self.rules.damage_crits);
        let Attack { skill, needs, by, .. } = attack;
        let roll = predict::skill(usize::from(skill.dice), skill.sides, by + i16::from(skill.plus), Some(*needs));
        let hits = roll.hits();
        self.clamped(&Law::mixed(&[(1.0 - hits, Law::sure(0)), (hits, damage)]), at)
    }

    /// What fells it whatever happens is all the same.
    fn clamped(&self, law: &Law, at: UnitId) -> Law {
        let armor = self.armor(at).greatest().max(1);
        let deadly = armor * i16::from(self.battle.unit(at).hp) + 1;
        law.map(|it| it.min(deadly))
    }

    fn armor(&self, at: UnitId) -> Law {
        let profile = self.battle.profile(at);
        predict::damage(profile.armor, profile.skill, 0, false)
    }

    /// How much of it a sum of damage fells in the mean, in parts of all that it can take.
    fn felled(&self, sum: &Law, at: UnitId) -> f64 {
        let hp = self.battle.unit(at).hp.max(1);
        let lost = |armor: i16| -> f64 {
            sum.iter().map(|(damage, chance)| f64::from(hp_lost(damage, armor).min(hp)) * chance).sum()
        };
        self.armor(at).iter().map(|(armor, chance)| lost(armor) * chance).sum::<f64>() / f64::from(hp)
    }
}

/// One attack: the same dice, whoever throws them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Attack {
    skill: Rating,
    damage: Amount,
    needs: u8,
    /// So much easier or harder than as a rule.
    by: i16,
}

/// Nobody is worth nothing.
fn value(profile: &Profile) -> i64 {
    i64::from(profile.value).max(1)
}
