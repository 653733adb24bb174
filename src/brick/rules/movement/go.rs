//! BS-7, BS-8: moves, runs and turns.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use crate::brick::battle::{Battle, Event, Go, Heading, Moved, Refusal, Turn, Who};
use crate::brick::rules::harm::has_action;
use crate::brick::rules::melee::inch;
use crate::brick::rules::movement::walk::{break_up, keep_run, meet_ground, straight, walk};
use crate::brick::rules::movement::ways::{self, Manner, Way};
use crate::brick::rules::movement::{allowance, collide, respond, sprint};
use crate::brick::rules::{Round, organise};
use crate::field::{SquadId, Tile, UnitId};

/// **BS-7.2** Goes where the order says, or as far as the inches last.
pub(super) fn go(round: &mut Round<'_>, who: Who, order: &Go) -> Result<(), Refusal> {
    let sprinted = if order.sprint { sprint(round, who)? } else { 0 };
    if order.broken {
        return break_through(round, who, order, sprinted);
    }
    let manner = Manner { backwards: order.backwards };
    let inches = allowance(round, who);
    // **BS-8.4** Cavalry goes backwards at half speed.
    let is_half = order.backwards && round.battle.is_cavalry(who);
    let mut left = sprinted + if is_half { inches.div_ceil(2) } else { inches };
    for to in order.via.iter().chain([&order.to]) {
        let is_bound = round.battle.is_cavalry(who);
        let way = ways::way(&round.battle, who, *to, manner);
        let way = way.ok_or(if is_bound { Refusal::NotAhead } else { Refusal::NoWay })?;
        let Some(rest) = walk(round, who, &way, left) else { return Ok(()) };
        left = rest;
    }
    let faced = face(round, who, order);
    keep_run(round, who, left);
    faced
}

/// **BS-7.2, BS-8.1** Infantry turn around their Standard for nothing, if they fit.
fn face(round: &mut Round<'_>, who: Who, order: &Go) -> Result<(), Refusal> {
    let (Some(facing), Who::Squad(squad)) = (order.facing, who) else { return Ok(()) };
    if round.battle.is_cavalry(who) {
        return Err(Refusal::NotAhead);
    }
    while let Some(it) = round.battle.squad(squad).filter(|it| it.plate.facing != facing) {
        let origin = round.battle.origin(who).at;
        let (next, of) = it.plate.turned_around(Turn::Right, origin).ok_or(Refusal::NoRoomForPlate)?;
        let places = turned_places(&round.battle, who, of);
        if !organise::is_free(&round.battle, next.rect, &[who]) {
            return Err(Refusal::NoRoomForPlate);
        }
        let moved = Moved { who, plate: Some(next), places, way: vec![origin], inches: 0 };
        round.emit(Event::Moved(Box::new(moved)));
    }
    Ok(())
}

/// Where members stand after their plate has turned. A unit of several tiles is placed by the corner that is its top
/// left then.
fn turned_places(battle: &Battle, who: Who, of: impl Fn(Tile) -> Option<Tile>) -> Vec<(UnitId, Tile)> {
    let place = |unit: UnitId| Some((unit, battle.unit_rect(unit).tiles().filter_map(&of).min()?));
    battle.members(who).into_iter().filter_map(place).collect()
}

/// **BC-16.4** Goes straight on, **BC-19.1** into whatever is in the way, if there is momentum.
pub(super) fn run(round: &mut Round<'_>, who: Who, heading: Heading, tiles: u8, sprints: bool) -> Result<(), Refusal> {
    let allowed = allowance(round, who);
    let sprinted = if sprints { sprint(round, who)? } else { 0 };
    let ahead = Heading::from(ways::place_of(&round.battle, who).facing);
    if round.battle.is_cavalry(who) && heading != ahead {
        return Err(Refusal::NotAhead);
    }
    let (way, blocked) = straight(&round.battle, who, heading, tiles);
    let Some(left) = walk(round, who, &way, allowed + sprinted) else { return Ok(()) };
    let went_all = way.last().is_none_or(|it| it.place.rect == round.battle.rect(who));
    let momentum = round.battle.run(who).is_some_and(|it| it.has_momentum() && it.heading == heading);
    match blocked {
        Some(other) if went_all && momentum && 0 < left => {
            if collide::run_into(round, who, heading, other, left) {
                let (way, _) = straight(&round.battle, who, heading, tiles - way.len() as u8);
                if let Some(rest) = walk(round, who, &way, left) {
                    keep_run(round, who, rest);
                }
            }
        }
        _ => {
            keep_run(round, who, left);
            // A run that can't take its first step is refused, like a move that has no way.
            if way.is_empty() {
                return Err(Refusal::NoWay);
            }
        }
    }
    Ok(())
}

/// **BS-8.3** A quarter turn on the spot.
pub(super) fn pivot(round: &mut Round<'_>, who: Who, turn: Turn) -> Result<(), Refusal> {
    if !matches!(who, Who::Squad(_)) {
        return Ok(());
    }
    let here = ways::place_of(&round.battle, who);
    let inches = allowance(round, who);
    let turned = ways::pivot(&round.battle, who, here, turn).ok_or(Refusal::NoWay)?;
    if inches < turned.price || !ways::passes(&round.battle, who, turned.place.rect, &BTreeSet::new()) {
        return Err(Refusal::NoRoomForPlate);
    }
    walk(round, who, &[turned], inches);
    Ok(())
}

/// **BS-5.9, BS-7.4** Members go one by one, each by its own way, and form up again beyond. That is an Action,
/// **BS-6.5** unless an Officer is among them. If a member has none left, the squad stays broken up there.
fn break_through(round: &mut Round<'_>, who: Who, order: &Go, sprinted: u16) -> Result<(), Refusal> {
    let Who::Squad(squad) = who else { return Err(Refusal::NoWay) };
    let members = round.battle.members(who);
    let start = ways::place_of(&round.battle, who);
    let origin = round.battle.origin(who).at;
    let (dx, dy) = order.to.offset_from(origin);
    let there = start.rect.moved(dx, dy).filter(|it| organise::is_free(&round.battle, *it, &[who]));
    let rect = there.ok_or(Refusal::NoRoomForPlate)?;
    let loose = ways::loosened(&round.battle, &members);
    let mates: BTreeSet<UnitId> = members.iter().copied().collect();
    let mut walks: Vec<(UnitId, Tile, u16)> = Vec::new();
    let mut is_watched = false;
    for unit in &members {
        let inches = ways::left_to_walk(&round.battle, *unit, round.movement.slowed.contains(unit)) + sprinted;
        let to = round.battle.unit(*unit).at.offset(dx, dy);
        let way = to.and_then(|to| Some((to, way_past_mates(&loose, &mates, *unit, to, inches)?)));
        let (to, way) = way.ok_or(Refusal::TooFar { unit: *unit })?;
        is_watched |= way.iter().any(|it| !respond::who_would(round, who, it.place.rect).is_empty());
        walks.push((*unit, to, inches));
    }
    if is_watched {
        one_by_one(round, squad, (dx, dy), walks);
        return Ok(());
    }
    let (plate, places) = inch::shifted(&round.battle, who, rect);
    let inches = origin.steps_to(order.to);
    let moved = Moved { who, plate, places, way: vec![origin, order.to], inches };
    round.emit(Event::Moved(Box::new(moved)));
    meet_ground(round, who);
    let units = round.battle.members(who);
    let led = round.battle.has_officer(&units);
    if led || units.iter().all(|it| has_action(&round.battle, *it)) {
        round.emit(Event::FormedUp { squad, units, pays: !led });
    } else {
        break_up(round, squad);
    }
    Ok(())
}

/// **BX-12** Where an enemy waits to strike at those who come by, the members really go one after the other, the
/// foremost first, and don't form up beyond.
fn one_by_one(round: &mut Round<'_>, squad: SquadId, (dx, dy): (i16, i16), mut walks: Vec<(UnitId, Tile, u16)>) {
    break_up(round, squad);
    walks.sort_by_key(|(unit, to, _)| (Reverse(i16::from(to.x) * dx + i16::from(to.y) * dy), *unit));
    for (unit, to, inches) in walks {
        let who = Who::Unit(unit);
        if let Some(way) = ways::way(&round.battle, who, to, Manner::default()) {
            walk(round, who, &way, inches);
        }
    }
}

/// The way of a unit to a tile within these inches, past the other members, who move as well.
fn way_past_mates(battle: &Battle, mates: &BTreeSet<UnitId>, unit: UnitId, to: Tile, inches: u16) -> Option<Way> {
    let flood = ways::flood_past(battle, Who::Unit(unit), Manner::default(), inches, mates);
    flood.reached().find(|it| it.place.rect.at == to).map(|it| flood.way_to(it.place))
}
