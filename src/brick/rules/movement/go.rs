//! BS-7, BS-8: moves, runs and turns.

use std::collections::BTreeSet;

use crate::brick::battle::{Battle, Event, Go, Heading, Moved, OrderKind, Refusal, Turn, Who};
use crate::brick::rules::melee::inch;
use crate::brick::rules::movement::walk::{break_up, keep_run, straight, walk};
use crate::brick::rules::movement::ways::{self, Manner, Step, Way};
use crate::brick::rules::movement::{March, allowance, collide, has_action, sprint};
use crate::brick::rules::{Round, organise};
use crate::field::{Tile, UnitId};

/// **BS-7.2** Somebody goes where the order says, or as far as the inches last.
pub(super) fn go(round: &mut Round<'_>, march: &mut March, who: Who, order: &Go) {
    let mut sprinted = 0;
    if order.sprint {
        match sprint(round, who) {
            Ok(more) => sprinted = more,
            Err(why) => return round.refuse(who, OrderKind::Move, why),
        }
    }
    if order.broken {
        return break_through(round, who, order, sprinted);
    }
    let manner = Manner { backwards: order.backwards };
    let mut left = allowance(round, march, who) + sprinted;
    for to in order.via.iter().chain([&order.to]) {
        let Some(way) = ways::way(&round.battle, who, *to, manner) else {
            let ahead = round.battle.is_cavalry(who);
            return round.refuse(who, OrderKind::Move, if ahead { Refusal::NotAhead } else { Refusal::NoWay });
        };
        match walk(round, march, who, &way, left) {
            Some(rest) => left = rest,
            None => return,
        }
    }
    face(round, who, order);
    keep_run(round, march, who, left);
}

/// **BS-7.2, BS-8.1** Infantry turn around their Standard for nothing, if they fit.
fn face(round: &mut Round<'_>, who: Who, order: &Go) {
    let (Some(facing), Who::Squad(squad)) = (order.facing, who) else { return };
    if round.battle.is_cavalry(who) {
        return round.refuse(who, OrderKind::Move, Refusal::NotAhead);
    }
    for _ in 0..4 {
        let Some(it) = round.battle.squad(squad) else { return };
        if it.plate.facing == facing {
            return;
        }
        let (plate, origin) = (it.plate, round.battle.origin(who).at);
        let Some((next, of)) = plate.turned_around(Turn::Right, origin) else {
            return round.refuse(who, OrderKind::Move, Refusal::NoRoomForPlate);
        };
        let places = turned_places(&round.battle, who, of);
        if !organise::is_free(&round.battle, next.rect, &[who]) {
            return round.refuse(who, OrderKind::Move, Refusal::NoRoomForPlate);
        }
        let moved = Moved { who, plate: Some(next), places, way: vec![origin], inches: 0 };
        round.emit(Event::Moved(Box::new(moved)));
    }
}

/// Where members come to stand when their plate is turned: a unit of several tiles by the corner that is its top left then.
fn turned_places(battle: &Battle, who: Who, of: impl Fn(Tile) -> Option<Tile>) -> Vec<(UnitId, Tile)> {
    let place = |unit: UnitId| {
        let corner = battle.unit_rect(unit).tiles().filter_map(&of).min_by_key(|it| (it.y, it.x))?;
        Some((unit, corner))
    };
    battle.members(who).into_iter().filter_map(place).collect()
}

/// **BC-16.4** So many tiles straight on; **BC-19.1** into whoever is in the way, if there is momentum.
pub(super) fn run(round: &mut Round<'_>, march: &mut March, who: Who, heading: Heading, tiles: u8, sprints: bool) {
    let mut left = allowance(round, march, who);
    if sprints {
        match sprint(round, who) {
            Ok(more) => left += more,
            Err(why) => return round.refuse(who, OrderKind::Move, why),
        }
    }
    let ahead = Heading::from(ways::place_of(&round.battle, who).facing);
    if round.battle.is_cavalry(who) && heading != ahead {
        return round.refuse(who, OrderKind::Move, Refusal::NotAhead);
    }
    let (way, blocked) = straight(&round.battle, who, heading, tiles);
    let wanted = way.steps.len();
    match walk(round, march, who, &way, left) {
        Some(rest) => left = rest,
        None => return,
    }
    let went_all = round.battle.rect(who) == way.steps.last().map_or(round.battle.rect(who), |it| it.1.rect);
    let momentum = round.battle.run(who).is_some_and(|it| it.has_momentum() && it.heading == heading);
    match blocked {
        Some(other) if went_all && momentum && wanted < usize::from(tiles) && 0 < left => {
            collide::bump(round, march, who, heading, other, left);
        }
        _ => keep_run(round, march, who, left),
    }
}

/// **BS-8.3** A quarter turn on the spot.
pub(super) fn pivot(round: &mut Round<'_>, march: &mut March, who: Who, turn: Turn) {
    if !matches!(who, Who::Squad(_)) {
        return;
    }
    let here = ways::place_of(&round.battle, who);
    let inches = allowance(round, march, who);
    match ways::pivot(&round.battle, who, here, turn) {
        Some((place, price)) if price <= inches && ways::passes(&round.battle, who, place.rect, &BTreeSet::new()) => {
            let way = Way { steps: vec![(Step::Pivot(turn), place, price)] };
            walk(round, march, who, &way, inches);
        }
        Some(_) => round.refuse(who, OrderKind::Move, Refusal::NoRoomForPlate),
        None => round.refuse(who, OrderKind::Move, Refusal::NoWay),
    }
}

/// **BS-5.9, BS-7.4** Members go one by one, each by its own way, and form up again beyond; that is an Action, **BS-6.5**
/// unless an Officer is among them. Who has none left stays loose there.
fn break_through(round: &mut Round<'_>, who: Who, order: &Go, sprinted: u16) {
    let Who::Squad(squad) = who else { return round.refuse(who, OrderKind::Move, Refusal::NoWay) };
    let members = round.battle.members(who);
    let start = ways::place_of(&round.battle, who);
    let origin = round.battle.origin(who).at;
    let (dx, dy) = (i16::from(order.to.x) - i16::from(origin.x), i16::from(order.to.y) - i16::from(origin.y));
    let Some(rect) = start.rect.moved(dx, dy).filter(|it| organise::is_free(&round.battle, *it, &[who])) else {
        return round.refuse(who, OrderKind::Move, Refusal::NoRoomForPlate);
    };
    // On their own they are as free as anybody: what the plate covered is open ground to all of them.
    let mut loose = round.battle.clone();
    for unit in &members {
        let at = loose.unit(*unit).at;
        loose.apply(&Event::LeftSquad { squad, unit: *unit, at, inches: 0 });
    }
    for unit in &members {
        let to = round.battle.unit(*unit).at.offset(dx, dy);
        let reach = organise::left_to_walk(&round.battle, *unit) + sprinted;
        if to.is_none_or(|to| !reaches(&loose, &members, *unit, to, reach)) {
            return round.refuse(who, OrderKind::Move, Refusal::TooFar { unit: *unit });
        }
    }
    let led = round.battle.has_officer(&members);
    let can_form = led || members.iter().all(|it| has_action(&round.battle, *it));
    let (plate, places) = inch::shifted(&round.battle, who, rect);
    let inches = origin.steps_to(order.to);
    let moved = Moved { who, plate, places, way: vec![origin, order.to], inches };
    round.emit(Event::Moved(Box::new(moved)));
    if can_form {
        round.emit(Event::FormedUp { squad, units: members, pays: !led });
    } else {
        break_up(round, squad);
    }
}

/// Whether a unit comes there for so many inches, past its mates, who move as well.
fn reaches(battle: &Battle, mates: &[UnitId], unit: UnitId, to: Tile, inches: u16) -> bool {
    let mut alone = battle.clone();
    for mate in mates.iter().filter(|it| **it != unit) {
        alone.apply(&Event::Killed { unit: *mate, by: None, downed: false });
    }
    let flood = ways::flood(&alone, Who::Unit(unit), Manner::default(), inches);
    flood.reached().any(|it| it.place.rect.at == to)
}
