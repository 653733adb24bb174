//! BC-2, BC-4: what makes an attack easier or harder.

use crate::brick::battle::{Battle, ItemId, Kind, Mod, Part, Ranged, Rect, Shoot, Target, Who};
use crate::brick::rules::harm::can_act;
use crate::brick::rules::sight::{SECTIONS, View};
use crate::field::{Tile, UnitId};

/// One shot of one weapon.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shot<'a> {
    pub(super) by: UnitId,
    pub(super) item: ItemId,
    pub(super) ranged: Ranged,
    pub(super) order: &'a Shoot,
    pub(super) target: Target,
    pub(super) view: View,
    pub(super) distance: u16,
    pub(super) range: u16,
}

/// What an attack is aimed at, as far as it matters for the Attack Roll.
#[derive(Clone, Debug)]
pub(super) struct Mark {
    pub(super) rect: Rect,
    /// Every unit that it may fall on.
    pub(super) units: Vec<UnitId>,
    /// **BC-2.5, BS-16.2** The longest side of a plate, or the Size of a unit.
    pub(super) size: u8,
    pub(super) part: Part,
}

impl Mark {
    /// **BS-16.1** A squad is aimed at as a whole, by whatever shows of its plate. **BS-16.2** For shots and charges,
    /// the longest side of the plate is its Size.
    pub(super) fn of(battle: &Battle, target: Target, part: Part) -> Mark {
        let rect = battle.target_rect(target);
        let units = battle.target_units(target);
        let size = match (target, units.as_slice()) {
            (Target::Who(Who::Squad(_)), _) => rect.long_side(),
            (_, [unit]) => battle.profile(*unit).size,
            _ => 1,
        };
        Mark { rect, units, size, part }
    }

    /// The unit that it falls on, if it can't fall on another.
    pub(super) fn only(&self) -> Option<UnitId> {
        match self.units[..] {
            [unit] => Some(unit),
            _ => None,
        }
    }

    /// **BS-16.2** In close combat the Size of the unit itself counts; of several, that of the smallest.
    pub(super) fn up_close(battle: &Battle, target: Target) -> Mark {
        let mark = Mark::of(battle, target, Part::Whole);
        let size = mark.units.iter().map(|it| battle.profile(*it).size).min().unwrap_or(1);
        Mark { size, ..mark }
    }
}

/// **BC-2.1** The modifiers that come from the target. Different ones add up without a cap.
pub(super) fn target_mods(battle: &Battle, mark: &Mark, view: Option<View>, size: u8) -> Vec<(Mod, i16)> {
    let is_short = !mark.units.is_empty() && mark.units.iter().all(|it| battle.profile(*it).is_short);
    let sight = match view {
        Some(view) if view.is_blind() => (Mod::Blind, BLIND),
        Some(view) if mark.part == Part::Whole => (Mod::Cover, cover(view.hidden, is_short)),
        _ => (Mod::Cover, 0),
    };
    let (large, small) = ((Mod::LargeTarget, large(size)), (Mod::SmallArea, small(mark.part)));
    vec![large, small, sight, (Mod::Short, -i16::from(is_short))]
}

/// **BC-4.7** For a target that can't be seen.
const BLIND: i16 = -5;

/// **BC-2.3** One for every full two inches.
pub(crate) fn large(size: u8) -> i16 {
    i16::from(size / 2)
}

/// **BC-2.6** How much harder a part of a minifig's size is to hit. **BC-2.7** Equipment counts as the smallest.
pub(crate) fn small(part: Part) -> i16 {
    match part {
        Part::Whole => 0,
        Part::TwoByTwo => -1,
        Part::OneByOne | Part::Item(_) => -2,
    }
}

/// **BC-2.8** Each hidden section makes the target harder to hit, **BC-2.11** but not the first one of a Short
/// minifig, which is harder to hit already (BC-2.9).
pub(crate) fn cover(hidden: u8, is_short: bool) -> i16 {
    -i16::from(hidden.min(SECTIONS - 1).saturating_sub(u8::from(is_short)))
}

/// **BC-2.12** Whether a target is stationary. On a real table the players say so. **BC-2.15** In close combat nobody
/// is, **BX-9** except those who can't fight.
pub(super) fn is_stationary(battle: &Battle, by: UnitId, target: Target, units: &[UnitId]) -> bool {
    if !battle.setup().has_map {
        return battle.measured(battle.who(by), target).is_still.unwrap_or_else(|| is_helpless(battle, units));
    }
    let stays = |it: UnitId| !battle.unit(it).has_moved && !battle.is_engaged(battle.who(it));
    units.iter().all(|it| stays(*it) || is_helpless(battle, &[*it]))
}

/// **BX-55** Whether none of the units can fight. In close combat and in charges only such units are stationary.
pub(super) fn is_helpless(battle: &Battle, units: &[UnitId]) -> bool {
    let is_it = |it: &UnitId| battle.unit(*it).is_disrupted || battle.profile(*it).kind == Kind::Object;
    !units.is_empty() && units.iter().all(is_it)
}

/// **BC-3.7** Whether a unit's side of a close combat has fewer fighters than the other, **BC-3.8** whatever teams
/// they are of and whoever's turn it is.
pub(super) fn is_outnumbered(battle: &Battle, unit: UnitId) -> bool {
    let who = battle.who(unit);
    if battle.team_of(unit).is_none() {
        return false;
    }
    // On a real table the players say so.
    if battle.measures().iter().rev().find_map(|it| it.it.is_outnumbered.filter(|_| it.by == who)) == Some(true) {
        return true;
    }
    if !battle.is_engaged(who) {
        return false;
    }
    let ring = battle.ring(who).into_iter().filter(|it| battle.team(*it).is_some());
    let fighters = ring.flat_map(|it| battle.members(it)).filter(|it| is_fighter(battle, *it));
    let (foes, friends): (Vec<UnitId>, Vec<UnitId>) = fighters.partition(|it| battle.is_hostile(who, battle.who(*it)));
    friends.len() < foes.len()
}

/// **BX-37** Whether a unit counts as a fighter, **BC-9.4, BX-9, BC-11.4** and so can answer.
pub(super) fn is_fighter(battle: &Battle, unit: UnitId) -> bool {
    can_act(battle, unit) && battle.profile(unit).is_reactive
}

/// **BC-4.8** Whether a hostile unit is within an inch of where a blind shot goes.
pub(super) fn is_somebody_near(battle: &Battle, who: Who, tile: Tile) -> bool {
    let near = |it: &UnitId| battle.unit_rect(*it).touches(Rect::one(tile)) && battle.is_hostile(who, battle.who(*it));
    battle.standing().any(|it| near(&it))
}
