//! BX-10: pushes, falls, and what they do to a close combat.

use crate::brick::battle::{Battle, Deed, Event, Hazard, Heading, Push, Reach, Rect, Who};
use crate::brick::rules::Round;
use crate::brick::rules::harm::{self, can_act, has_action, is_alive};
use crate::field::{Direction, Tile, UnitId};

/// Why a unit is moved against its will.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Force {
    /// **BC-8.13** It hurts nobody, whatever stops it.
    Shove,
    /// **BC-19.10** It smashes into what stops it.
    Knockback,
}

/// **BX-10** Moves a unit straight away. It stops before the first tile that is taken or can't be entered, and is
/// Disrupted in any case.
pub(super) fn throw(round: &mut Round<'_>, unit: UnitId, heading: Heading, tiles: u8, force: Force) {
    let (to, flown, stop) = flight(&round.battle, unit, heading, tiles);
    let smash = match (force, stop) {
        (Force::Knockback, Stop::Immovable) => tiles - flown,
        _ => 0,
    };
    let squad = round.battle.unit(unit).squad;
    round.emit(Event::Pushed(Box::new(Push { unit, heading, tiles, to, smash })));
    round.end_empty(squad);
    round.emit(Event::Disrupted { unit });
    meet_hazard(round, unit);
    harm::harm(round, unit, None, i16::from(smash));
    unlink_out_of_reach(round, unit);
}

/// What ends a flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stop {
    Nothing,
    /// Somebody stands there, or the map ends.
    Soft,
    /// **BC-19.10** A wall, or a fixed unit that is at least as large.
    Immovable,
}

fn flight(battle: &Battle, unit: UnitId, heading: Heading, tiles: u8) -> (Tile, u8, Stop) {
    let setup = battle.setup();
    let mut rect = battle.unit_rect(unit);
    if !setup.has_map {
        return (rect.at, tiles, Stop::Nothing);
    }
    // A large unit that would come down half on its own plate comes down where there last was room.
    let mut rest = (rect.at, 0);
    for flown in 0..tiles {
        let Some(next) = rect.toward(heading, 1).filter(|it| setup.contains(*it)) else {
            return (rest.0, rest.1, Stop::Soft);
        };
        if next.tiles().any(|it| setup.is_deadly(it)) && !straddles(battle, unit, next) {
            return (next.at, flown + 1, Stop::Nothing);
        }
        match what_stops(battle, unit, rect, next) {
            Stop::Nothing => rect = next,
            stop => return (rest.0, flown, stop),
        }
        if !straddles(battle, unit, rect) {
            rest = (rect.at, flown + 1);
        }
    }
    (rest.0, tiles, Stop::Nothing)
}

/// Whether a unit would stand half on its plate.
fn straddles(battle: &Battle, unit: UnitId, rect: Rect) -> bool {
    match battle.who(unit) {
        Who::Unit(_) => false,
        who @ Who::Squad(_) => battle.rect(who).gaps(rect) == (0, 0) && !battle.rect(who).holds(rect),
    }
}

fn what_stops(battle: &Battle, unit: UnitId, rect: Rect, next: Rect) -> Stop {
    let setup = battle.setup();
    let level = setup.level(rect.at);
    let is_wall = |it: Tile| setup.cost(it).is_none() || level + 1 < setup.level(it);
    if next.tiles().any(is_wall) {
        return Stop::Immovable;
    }
    let others = || next.tiles().filter_map(|it| blocker(battle, unit, it));
    let size = battle.profile(unit).size;
    let is_immovable =
        |it: Who| matches!(it, Who::Unit(it) if battle.profile(it).is_fixed && size <= battle.profile(it).size);
    match others().next() {
        None => Stop::Nothing,
        Some(_) if others().any(is_immovable) => Stop::Immovable,
        Some(_) => Stop::Soft,
    }
}

/// Who is in the way of a unit on this tile. On the unit's own plate, that is only the member who stands there.
fn blocker(battle: &Battle, unit: UnitId, tile: Tile) -> Option<Who> {
    let who = battle.on(tile)?;
    if who == Who::Unit(unit) {
        return None;
    }
    if battle.who(unit) == who {
        let mate = battle.members(who).into_iter().find(|it| *it != unit && battle.unit_rect(*it).covers(tile));
        return mate.map(Who::Unit);
    }
    Some(who)
}

/// **BX-10, BS-4.2** What hazards of the map do to a unit that has come to stand on them.
pub(super) fn meet_hazard(round: &mut Round<'_>, unit: UnitId) {
    let rect = round.battle.unit_rect(unit);
    for tile in rect.tiles() {
        match round.battle.setup().ground(tile).hazard {
            Some(Hazard::Deadly) if is_alive(&round.battle, unit) => {
                round.emit(Event::HazardMet { unit, at: tile, deadly: true });
                return round.emit(Event::Killed { unit, by: None, downed: false });
            }
            Some(Hazard::Mine { damage }) => {
                round.emit(Event::HazardMet { unit, at: tile, deadly: false });
                harm::harm(round, unit, None, i16::from(damage));
            }
            _ => (),
        }
    }
}

/// **BC-5.13** After a push, a close combat is over if neither could reach the other with weapon and Angry Inch.
pub(super) fn unlink_out_of_reach(round: &mut Round<'_>, unit: UnitId) {
    let who = round.battle.who(unit);
    if !round.battle.is_there(who) || !round.battle.setup().has_map {
        return;
    }
    for other in round.battle.engaged_with(who).collect::<Vec<_>>() {
        let is_near = could_reach(&round.battle, who, other) || could_reach(&round.battle, other, who);
        if !is_near {
            round.emit(Event::Unlinked { one: who, other });
        }
    }
}

/// Puts `one` in close combat with each of these foes that is there and could reach it.
pub(super) fn link_in_reach(round: &mut Round<'_>, one: Who, foes: &[Who]) {
    for &other in foes {
        let is_linked = round.battle.engaged_with(one).any(|it| it == other);
        if !is_linked && round.battle.is_there(other) && could_reach(&round.battle, other, one) {
            round.emit(Event::Linked { one, other });
        }
    }
}

/// Whether `who` could strike `other` after an Angry Inch. **BC-12.1** The step may end at a corner of the other.
pub(super) fn could_reach(battle: &Battle, who: Who, other: Who) -> bool {
    let target = battle.rect(other);
    let stands = match who {
        Who::Unit(_) => vec![battle.rect(who)],
        Who::Squad(_) => battle.members(who).iter().map(|it| battle.unit_rect(*it)).chain([battle.rect(who)]).collect(),
    };
    let longest = |unit| battle.held(unit).map(|it| battle.weapon(it).class.reach().tiles).max().unwrap_or(1);
    let tiles = battle.members(who).into_iter().map(longest).max().unwrap_or(1);
    let stepped = |it: &Rect| Direction::ALL.map(|way| it.toward(way.into(), 1)).into_iter().flatten().chain([*it]);
    stands.iter().flat_map(stepped).any(|it| reaches(Reach { tiles, adjacent: true }, it, target))
}

/// **BC-1.3, BX-4** Whether a weapon of this reach strikes from one rectangle of tiles into another.
pub(crate) fn reaches(reach: Reach, from: Rect, to: Rect) -> bool {
    let (dx, dy) = from.gaps(to);
    let is_adjacent = dx.max(dy) <= 1;
    if is_adjacent { reach.adjacent } else { dx + dy <= u16::from(reach.tiles) }
}

/// Whether something is within reach of the hands. On a real table whatever an order names is.
pub(super) fn is_at_hand(battle: &Battle, reach: Reach, from: Rect, to: Rect) -> bool {
    !battle.setup().has_map || reaches(reach, from, to)
}

/// **BX-12** Whether a unit may make a Response now.
pub(super) fn may_respond(battle: &Battle, unit: UnitId) -> bool {
    let is_free = !battle.unit(unit).has_responded && !battle.is_engaged(battle.who(unit));
    can_act(battle, unit) && has_action(battle, unit) && is_free
}

/// **BX-12** A unit makes a Response to somebody as its policy says, at the cost of its Action.
pub(super) fn respond(round: &mut Round<'_>, unit: UnitId, to: Who, pass: Deed) {
    round.emit(Event::Responded { unit, to, pass });
    round.spend(&[unit], Deed::Respond);
}
