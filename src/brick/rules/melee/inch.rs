//! BC-7, BS-13, BS-14: the Angry Inch, reach, and who of a squad can strike.

use std::cmp::Reverse;

use crate::brick::battle::{
    Battle, Engage, Event, Heading, ItemId, Plate, Reach, Rect, Refusal, Return, Target, Using, WeaponId, Who,
};
use crate::brick::rules::melee::best_weapon;
use crate::brick::rules::{Round, organise, push, sight};
use crate::field::{Direction, Tile, UnitId};

/// How a unit is to strike.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Wish {
    pub(crate) with: Option<WeaponId>,
    pub(crate) two_handed: bool,
    pub(crate) skirmish: bool,
    /// **BX-52**
    pub(crate) nocrit: bool,
}

impl Wish {
    pub(super) fn of(order: &Engage) -> Wish {
        Wish { with: order.with, two_handed: order.two_handed, skirmish: order.skirmish, nocrit: order.nocrit }
    }

    /// How to strike back by this policy. `None` for not at all. **BC-12.3** Bare hands achieve nothing.
    pub(crate) fn back(policy: Return) -> Option<Wish> {
        match policy {
            Return::Strike(Using::Best) => Some(Wish::default()),
            Return::Strike(Using::Weapon(weapon)) => Some(Wish { with: Some(weapon), ..Wish::default() }),
            Return::Strike(Using::Bare) | Return::Hold => None,
        }
    }
}

/// **BC-7.1, BC-7.3** Brings a squad or a unit into reach of a target, with a step if needed, and returns the units
/// that can strike. **BS-14.2** A squad goes from contact to a skirmish this way, and back.
///
/// # Errors
///
/// If no unit can.
pub(crate) fn close_in(
    round: &mut Round<'_>,
    who: Who,
    able: &[UnitId],
    target: Target,
    wish: &Wish,
) -> Result<Vec<UnitId>, Refusal> {
    let armed: Vec<(UnitId, ItemId)> =
        able.iter().filter_map(|it| Some((*it, best_weapon(&round.battle, *it, wish)?))).collect();
    if armed.is_empty() {
        return Err(no_weapon(&round.battle, able, wish));
    }
    if !round.battle.setup().has_map {
        return on_a_table(&round.battle, who, &armed, target);
    }
    let here = round.battle.rect(who);
    let now = strikers(&round.battle, who, here, &armed, target, wish);
    // No step is needed if somebody can strike, except that a squad that could be in contact should be (BS-13.1).
    let has_short = armed.iter().any(|it| round.battle.weapon(it.1).class.reach().adjacent);
    let wants_contact = matches!(who, Who::Squad(_)) && !wish.skirmish && has_short;
    if !now.is_empty() && (!wants_contact || here.touches(round.battle.target_rect(target))) {
        return check_sight(&round.battle, here, target, now);
    }
    // **BC-7.4** Only a step that makes the manoeuvre possible is taken.
    let steps =
        inch_places(&round.battle, who, here).map(|it| (it, strikers(&round.battle, who, it, &armed, target, wish)));
    // The first of the steps after which the most units can strike.
    let best = steps.filter(|it| now.len() < it.1.len()).min_by_key(|it| Reverse(it.1.len()));
    match best {
        Some((there, units)) => {
            let units = check_sight(&round.battle, there, target, units)?;
            take_inch(round, who, there);
            Ok(units)
        }
        None if now.is_empty() => Err(out_of_reach(&round.battle, here, target, &armed)),
        None => check_sight(&round.battle, here, target, now),
    }
}

/// On a real table everybody is in reach, unless the distance was measured. An Angry Inch is added to the reach.
fn on_a_table(battle: &Battle, who: Who, armed: &[(UnitId, ItemId)], target: Target) -> Result<Vec<UnitId>, Refusal> {
    let far = battle.measured(who, target).range;
    let is_near = |item: ItemId| far.is_none_or(|it| it <= u16::from(battle.weapon(item).class.reach().tiles) + 1);
    let near: Vec<UnitId> = armed.iter().filter(|it| is_near(it.1)).map(|it| it.0).collect();
    if near.is_empty() { Err(Refusal::OutOfReach) } else { Ok(near) }
}

/// The free places that an Angry Inch can lead to. **BC-8.8** There is none for those who hold or are held,
/// **BC-7.5** or need the inch to get up.
pub(super) fn inch_places(battle: &Battle, who: Who, here: Rect) -> impl Iterator<Item = Rect> {
    let lies = matches!(who, Who::Unit(unit) if battle.unit(unit).is_disrupted);
    let is_bound = lies || battle.members(who).iter().any(|it| battle.is_in_grab(*it));
    let around = Direction::ALL.into_iter().filter_map(move |it| here.toward(it.into(), 1));
    around.filter(move |it| !is_bound && organise::is_free(battle, *it, &[who]) && is_step(battle, here, *it))
}

/// **BX-8** A step of at most one level up.
fn is_step(battle: &Battle, from: Rect, to: Rect) -> bool {
    let level = |rect: Rect| rect.tiles().map(|it| battle.setup().level(it)).max().unwrap_or(0);
    level(to) <= level(from) + 1
}

fn no_weapon(battle: &Battle, able: &[UnitId], wish: &Wish) -> Refusal {
    let other_hand_full = wish.two_handed
        && able.iter().any(|it| best_weapon(battle, *it, &Wish { two_handed: false, ..*wish }).is_some());
    if other_hand_full { Refusal::OtherHandFull } else { Refusal::NoWeapon }
}

fn out_of_reach(battle: &Battle, here: Rect, target: Target, armed: &[(UnitId, ItemId)]) -> Refusal {
    let touches = here.touches(battle.target_rect(target));
    let long = armed.iter().all(|it| !battle.weapon(it.1).class.reach().adjacent);
    if touches && long { Refusal::NoRoom } else { Refusal::OutOfReach }
}

/// **BC-1.2, BC-1.4** Nobody strikes through a wall.
fn check_sight(battle: &Battle, from: Rect, target: Target, units: Vec<UnitId>) -> Result<Vec<UnitId>, Refusal> {
    sight::view(battle, from, battle.target_rect(target)).map(|_| units).ok_or(Refusal::NoSight)
}

/// The units that can strike from `there`. **BS-13.1, BS-10.1** In contact every member can, wherever it stands.
/// **BS-14.1** Out of contact, those can that reach the target from where they stand. **BS-14.3, BT-7** Two-handed
/// weapons have no room in contact.
fn strikers(
    battle: &Battle,
    who: Who,
    there: Rect,
    armed: &[(UnitId, ItemId)],
    target: Target,
    wish: &Wish,
) -> Vec<UnitId> {
    let rect = battle.target_rect(target);
    let (dx, dy) = there.at.offset_from(battle.rect(who).at);
    let in_contact = there.touches(rect) && matches!(who, Who::Squad(_));
    let reaches = |unit: UnitId, item: ItemId| {
        let weapon = battle.weapon(item);
        let reach = weapon.class.reach();
        if in_contact {
            return reach.adjacent && !wish.skirmish;
        }
        let own = battle.unit_rect(unit);
        own.moved(dx, dy).is_some_and(|from| {
            push::reaches(reach, from, rect) && (!weapon.is_ahead_only || is_ahead(battle, unit, from, rect))
        })
    };
    armed.iter().filter(|(unit, item)| reaches(*unit, *item)).map(|it| it.0).collect()
}

/// **BC-1.3** Whether a target lies in the three tiles ahead of the plate, or ahead of where the unit looks.
pub(crate) fn is_ahead(battle: &Battle, unit: UnitId, from: Rect, target: Rect) -> bool {
    let squad = battle.unit(unit).squad.and_then(|it| battle.squad(it));
    let facing = squad.map(|it| Heading::from(it.plate.facing)).or(battle.setup().unit(unit).facing);
    let Some(facing) = facing else { return true };
    let to = Heading::between(from, target);
    [facing, facing.turned(1), facing.turned(7)].contains(&to)
}

/// **BC-7.1** Takes an Angry Inch, which isn't movement.
pub(crate) fn take_inch(round: &mut Round<'_>, who: Who, there: Rect) {
    let (plate, places) = shifted(&round.battle, who, there);
    round.emit(Event::Stepped { who, plate, places });
}

/// The plate and the places of a squad or a unit after it has moved `there` without turning.
pub(crate) fn shifted(battle: &Battle, who: Who, there: Rect) -> (Option<Plate>, Vec<(UnitId, Tile)>) {
    let (dx, dy) = there.at.offset_from(battle.rect(who).at);
    let of = |unit: UnitId| Some((unit, battle.unit(unit).at.offset(dx, dy)?));
    let places = battle.members(who).into_iter().filter_map(of).collect();
    let squad = who.squad().and_then(|it| battle.squad(it));
    (squad.map(|it| Plate { rect: there, ..it.plate }), places)
}

/// **BC-8.11** Arm's length.
pub(crate) const ARM: Reach = Reach { tiles: 1, adjacent: true };
