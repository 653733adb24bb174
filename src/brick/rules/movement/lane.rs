//! BC-16, BC-17: who charges, with what, and on which straight way.

use std::collections::BTreeSet;

use crate::brick::battle::{
    Battle, ChargeHow, Class, Event, Heading, ItemId, Plate, Reach, Rect, Refusal, Run, WeaponId, Who,
};
use crate::brick::rules::melee::inch::ARM;
use crate::brick::rules::movement::ways::{self, Manner, Stride, Way};
use crate::brick::rules::{Round, push};
use crate::field::UnitId;

/// A charger on its lane.
#[derive(Clone, Debug)]
pub(super) struct Charger {
    pub(super) who: Who,
    pub(super) how: ChargeHow,
    pub(super) heading: Heading,
    /// **BC-16.2** Whether the run was long enough.
    pub(super) has_momentum: bool,
    /// The units that strike, and whose momentum counts.
    pub(super) units: Vec<UnitId>,
    /// Inches that it may still run.
    pub(super) left: u16,
    pub(super) nocrit: bool,
}

/// **BC-17.1, BC-17.2** The weapon that a unit charges with: a Heavy or Two-Handed one, which has to be for thrusts
/// unless the unit can fly; or one that the data allows.
pub(super) fn charge_weapon(battle: &Battle, unit: UnitId, with: Option<WeaponId>) -> Option<ItemId> {
    let flies = battle.profile(unit).can_fly;
    let is_it = |it: &ItemId| {
        let weapon = battle.weapon(*it);
        let is_large = matches!(weapon.class, Class::Heavy | Class::TwoHanded);
        weapon.close.is_some()
            && (weapon.is_charge || (is_large && (weapon.is_thrust || flies)))
            && with.is_none_or(|with| battle.item(*it).weapon == with)
    };
    battle.unused(unit).find(is_it)
}

/// The longest reach of those who charge, at the end of their run. `None` if they have nothing to charge with.
pub(super) fn reach_of(battle: &Battle, members: &[UnitId], how: ChargeHow) -> Option<Reach> {
    let ChargeHow::Weapon { with, .. } = how else { return Some(ARM) };
    let items = members.iter().filter_map(|it| charge_weapon(battle, *it, with));
    items.map(|it| battle.weapon(it).class.reach()).max_by_key(|it| it.tiles)
}

/// The members that charge. **BS-17.1** In Infantry that is everybody, wherever they stand. **BS-17.2** In Cavalry it
/// is those in the front row whose way meets the target.
pub(super) fn chargers_of(battle: &Battle, who: Who, target: Rect, heading: Heading) -> Vec<UnitId> {
    let members: Vec<UnitId> = battle.members(who).into_iter().filter(|it| !battle.unit(*it).is_disrupted).collect();
    if !battle.is_cavalry(who) {
        return members;
    }
    let plate = ways::place_of(battle, who);
    let meets = |unit: &UnitId| {
        let rect = battle.unit_rect(*unit);
        rect.tiles().any(|it| plate.is_in_front(it)) && in_lane(battle, rect, heading, target)
    };
    members.into_iter().filter(meets).collect()
}

/// **BC-16.10** Whether going straight on leads into a target. On a real table it always does.
pub(super) fn in_lane(battle: &Battle, from: Rect, heading: Heading, target: Rect) -> bool {
    !battle.setup().has_map || from.has_ahead(heading, target)
}

/// A straight way to a target.
pub(super) struct Lane {
    pub(super) walk: Way,
    pub(super) heading: Heading,
    pub(super) run: Way,
    /// Inches of the run, with those that were run before (BC-16.4).
    pub(super) run_up: u16,
}

/// **BC-16.2** The straight way to a target: from where the charger stands, if that is long enough for momentum; else
/// after a walk to where it is; else the short one, which brings none.
///
/// **BC-17.5** A charger that misses keeps its momentum, **BC-16.6** and one that spent it runs up for another.
pub(super) fn lane(battle: &Battle, who: Who, target: Rect, reach: Reach, inches: u16) -> Option<Lane> {
    let shortest = |lanes: Vec<Lane>| lanes.into_iter().min_by_key(|it| (it.run_up, it.heading));
    let from_here = from_here(battle, who, target, reach).filter(|it| ways::inches_of(&it.run) <= inches);
    let (long, short): (Vec<Lane>, Vec<Lane>) = from_here.partition(|it| Run::MOMENTUM <= it.run_up);
    shortest(long).or_else(|| around(battle, who, target, reach, inches)).or_else(|| shortest(short))
}

/// The straight ways from where a squad or a unit stands, however long they are.
fn from_here(battle: &Battle, who: Who, target: Rect, reach: Reach) -> impl Iterator<Item = Lane> {
    let start = ways::place_of(battle, who);
    let carried = move |heading: Heading| battle.run(who).filter(|it| it.heading == heading).map_or(0, |it| it.inches);
    headings(battle, who, start).filter_map(move |heading| {
        let run = run_to(battle, who, start, heading, target, reach)?;
        Some(Lane { walk: Way::new(), heading, run_up: run_up(&run, heading, carried(heading)), run })
    })
}

/// Why there is no lane to a target: the straight way takes more inches than it `has`, or there is none.
pub(super) fn why_no_lane(battle: &Battle, who: Who, target: Rect, reach: Reach, has: u16) -> Refusal {
    let needs = from_here(battle, who, target, reach).map(|it| ways::inches_of(&it.run)).min();
    needs.map_or(Refusal::NoLane, |needs| Refusal::RunTooLong { needs, has })
}

/// **BC-16.5** Inches of a run at the end of a way, with those before it.
fn run_up(way: &[Stride], heading: Heading, before: u16) -> u16 {
    way.iter().fold(before, |run, it| Run::inches_after(run, heading, it.price))
}

/// The directions in which a squad or a unit can run from a place.
pub(super) fn headings(battle: &Battle, who: Who, place: Plate) -> impl Iterator<Item = Heading> + use<> {
    let ahead = battle.is_cavalry(who).then(|| Heading::from(place.facing));
    Heading::ALL.into_iter().map(|it| it.0).filter(move |it| ahead.is_none_or(|ahead| ahead == *it))
}

fn around(battle: &Battle, who: Who, target: Rect, reach: Reach, inches: u16) -> Option<Lane> {
    let flood = ways::flood(battle, who, Manner::default(), inches.saturating_sub(Run::MOMENTUM));
    let ends = flood.reached().filter(|it| ways::may_end(battle, it.place.rect));
    let runs = ends.flat_map(|it| headings(battle, who, it.place).map(move |heading| (it, heading)));
    let good = runs.filter_map(|(it, heading)| {
        let run = run_to(battle, who, it.place, heading, target, reach)?;
        let (total, run_up) = (it.cost + ways::inches_of(&run), run_up(&run, heading, 0));
        (Run::MOMENTUM <= run_up && total <= inches).then_some((total, it.place, heading, run, run_up))
    });
    let (_, place, heading, run, run_up) = good.min_by_key(|it| it.0)?;
    Some(Lane { walk: flood.way_to(place), heading, run, run_up })
}

/// The straight run from a place to where the weapon first reaches the target, which must lie ahead.
fn run_to(battle: &Battle, who: Who, from: Plate, heading: Heading, target: Rect, reach: Reach) -> Option<Way> {
    if !in_lane(battle, from.rect, heading, target) {
        return None;
    }
    let nobody = BTreeSet::new();
    let mut ahead = ways::ahead(battle, who, from, heading, &nobody);
    let mut way = Way::new();
    while !push::reaches(reach, way.last().map_or(from, |it| it.place).rect, target) {
        way.push(ahead.next()?);
    }
    Some(way)
}

pub(super) fn link(round: &mut Round<'_>, one: Who, other: Who) {
    let reacts = round.battle.members(other).iter().any(|it| round.battle.profile(*it).is_reactive);
    if round.battle.is_there(one) && round.battle.is_there(other) && reacts {
        round.emit(Event::Linked { one, other });
    }
}
