//! Warnings to an author, about battles that can be played but may not be what was meant.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::diagnostic::{Diagnostic, Severity, is_unseen};
use crate::field::{
    Area, Board, Condition, Field, ObjectiveSetup, Scheduled, Seat, SeatId, SquadId, Subject, Tile, When, Zones,
};
use crate::file::catalog::Catalog;
use crate::file::placement::{Stander, Stationed};
use crate::file::read::Reader;
use crate::file::say;

/// **O-2** Warns of objectives, and of areas that the players have to reach, that no way leads to from any of their
/// starting tiles. Each comes with its place in the file.
pub fn doubt_ways<'a, S: 'a>(
    reader: &mut Reader,
    board: &Board,
    starts: impl IntoIterator<Item = Tile>,
    objectives: impl Iterator<Item = (&'a ObjectiveSetup<S>, &'a Range<usize>)>,
    areas: impl Iterator<Item = &'a (Area, Subject<S>, Range<usize>)>,
) {
    let mut field = Field::default();
    let starts = starts.into_iter().filter(|it| board.contains(*it));
    field.flood_to(board.footing(), starts, Zones::Ignore, None);
    // Impassable ground can be a start, but no destination.
    let is_walked = |it: &(Tile, u16)| it.1 == 0 || board.footing().cost(it.0).is_some();
    let reached: Vec<Tile> = field.reached().filter(is_walked).map(|it| it.0).collect();
    let objectives = objectives.map(|(it, place)| (&it.name, it.at, it.radius, place));
    let areas = areas.map(|(it, _, place)| (&it.name, it.at, it.radius, place));
    for (name, at, radius, place) in objectives.chain(areas) {
        if !reached.iter().any(|it| it.steps_to(at) <= u16::from(radius)) {
            reader.say(say::unreachable(place.clone(), name));
        }
    }
}

/// Warns of names that mean something else in an order, or can't be typed. `meaning` returns what a word means in
/// orders.
pub fn doubt_names<Q: Stationed>(reader: &mut Reader, squads: &[Q], meaning: impl Fn(&str) -> Option<&'static str>) {
    for squad in squads {
        name_doubts(squad.name(), squad.place(), &meaning).into_iter().for_each(|it| reader.say(it));
        for (place, Stander { name, named, .. }) in squad.standers().into_iter().enumerate() {
            let Some(span) = named.cloned() else { continue };
            match numbered(squads, name) {
                Some((other, number)) if other.place() != squad.place() || number != place + 1 => {
                    reader.say(say::named_like_a_number(span, name, number, other.name()));
                }
                _ => name_doubts(name, span, &meaning).into_iter().for_each(|it| reader.say(it)),
            }
        }
    }
}

/// Refuses a permanent name that means something else in an order, or can't be typed. `squads` are the names of the
/// squads whose members can be called by number.
pub fn refuse_name<'a>(
    reader: &mut Reader,
    name: &str,
    place: Range<usize>,
    squads: impl IntoIterator<Item = &'a str>,
    meaning: impl Fn(&str) -> Option<&'static str>,
) {
    let numbered = name.rsplit_once([' ', '.']).and_then(|it| Some((it.0.trim(), it.1.parse().ok()?)));
    let squad = numbered.and_then(|it| Some((squads.into_iter().find(|name| name.eq_ignore_ascii_case(it.0))?, it.1)));
    let mut doubts = name_doubts(name, place.clone(), &meaning);
    doubts.extend(squad.map(|(squad, number)| say::named_like_a_number(place, name, number, squad)));
    doubts.into_iter().for_each(|it| reader.say(Diagnostic { severity: Severity::Error, ..it }));
}

struct NamedThing {
    name: String,
    /// Its place in the file.
    place: Range<usize>,
    /// The kind of thing that has it: `a squad`.
    what: &'static str,
}

/// Refuses names that orders can't tell apart: those of squads and of named units, and those of squads and of the
/// objectives that they can go to.
///
/// `stands_alone` tells whether a squad is one unit, and `is_nobodys` whether it is a thing, which may have the name of
/// the objective that it stands at. `compared` returns a name in the form in which orders compare it.
pub fn refuse_alike<Q: Stationed>(
    reader: &mut Reader,
    squads: &[Q],
    (objectives, places): (&[ObjectiveSetup<Q::Side>], &[Range<usize>]),
    stands_alone: impl Fn(&Q) -> bool,
    is_nobodys: impl Fn(&Q) -> bool,
    compared: impl Fn(&str) -> String,
) {
    let what = |it: &Q| if stands_alone(it) { "a unit" } else { "a squad" };
    let squad = |it: &'_ Q| NamedThing { name: it.name().to_owned(), place: it.place(), what: what(it) };
    let unit =
        |it: Stander<'_>| Some(NamedThing { name: it.name.to_owned(), place: it.named?.clone(), what: "a unit" });
    let people = squads.iter().filter(|it| !stands_alone(it)).map(squad);
    let people = people.chain(squads.iter().flat_map(Stationed::standers).filter_map(unit));
    refuse_same(reader, people, &compared);
    let goals = squads.iter().filter(|it| !is_nobodys(it)).map(squad);
    let objective = |it: &ObjectiveSetup<Q::Side>| it.name.clone();
    let objectives = objectives.iter().map(objective).zip(places.iter().cloned());
    let goals = goals.chain(objectives.map(|(name, place)| NamedThing { name, place, what: "an objective" }));
    refuse_same(reader, goals, &compared);
}

/// Adds a problem about each name that equals an earlier one when compared.
fn refuse_same(reader: &mut Reader, names: impl Iterator<Item = NamedThing>, compared: &impl Fn(&str) -> String) {
    let mut known: BTreeMap<String, NamedThing> = BTreeMap::new();
    for it in names {
        let key = compared(&it.name);
        match known.get(&key) {
            Some(first) if first.name == it.name => reader.say(say::same_name(it.place, &it.name, first.what)),
            Some(first) => reader.say(say::same_in_orders(it.place, &it.name, &first.name, first.what)),
            None if key.is_empty() => (),
            None => _ = known.insert(key, it),
        }
    }
}

/// The doubts about a name that means something else in an order, or can't be typed.
fn name_doubts(name: &str, place: Range<usize>, meaning: &impl Fn(&str) -> Option<&'static str>) -> Vec<Diagnostic> {
    let mut doubts = Vec::new();
    if name.parse::<Tile>().is_ok() {
        doubts.push(say::read_as_other(place.clone(), name, "a tile"));
    } else if let Some(sign) = name.chars().find(|it| ":@?".contains(*it)) {
        // A colon ends the name that an order is for, `@` mentions people, and a question is no order.
        doubts.push(say::read_as_other(place.clone(), name, &format!("more than a name, for its \"{sign}\"")));
    } else if let Some(meaning) = meaning(name) {
        doubts.push(say::read_as_other(place.clone(), name, meaning));
    }
    if name.chars().any(|it| it.is_control() || is_unseen(it)) {
        doubts.push(say::unseen_letters(place, name));
    }
    doubts
}

/// The squad and the number in it that orders would read a name as: `Otter 3`.
fn numbered<'a, Q: Stationed>(squads: &'a [Q], name: &str) -> Option<(&'a Q, usize)> {
    let (squad, number) = name.rsplit_once([' ', '.'])?;
    let number = number.parse().ok()?;
    squads.iter().find(|it| it.name().eq_ignore_ascii_case(squad.trim())).map(|it| (it, number))
}

/// Warns of squads in reserve that never arrive, because nothing calls them, or only an event that waits for squads
/// that never arrive. `is_summoned` tells whether something other than an event can call a squad.
pub fn doubt_reserves<Q: Stationed>(
    reader: &mut Reader,
    squads: &[Q],
    schedule: &[Scheduled<Q::Side>],
    is_summoned: impl Fn(SquadId) -> bool,
) {
    let is_there = |(n, it): (usize, &Q)| !it.is_in_reserve() || is_summoned(SquadId(n as u16));
    let mut there: Vec<bool> = squads.iter().enumerate().map(is_there).collect();
    // An arrival can make other events happen.
    loop {
        let happens = |it: &&Scheduled<Q::Side>| squad_waited_for(squads, &there, it).is_none();
        let called = schedule.iter().filter(happens).flat_map(|it| &it.reinforce).map(|it| usize::from(it.0.0));
        let new: Vec<usize> = called.filter(|it| there.get(*it) == Some(&false)).collect();
        if new.is_empty() {
            break;
        }
        new.into_iter().for_each(|it| there[it] = true);
    }
    for (n, squad) in squads.iter().enumerate().filter(|it| !there[it.0]) {
        let caller = schedule.iter().find(|it| it.reinforce.iter().any(|it| usize::from(it.0.0) == n));
        let missed = caller.and_then(|it| squad_waited_for(squads, &there, it));
        reader.say(match missed {
            Some(missed) => say::called_too_late(squad.place(), squad.name(), squads[missed].name()),
            None => say::never_arrives(squad.place(), squad.name()),
        });
    }
}

/// The missing squad that has to be there before an event can happen. `None` if there is none.
fn squad_waited_for<Q: Stationed>(squads: &[Q], there: &[bool], event: &Scheduled<Q::Side>) -> Option<usize> {
    match &event.when {
        When::Round(_) => None,
        When::Condition(condition) => missing_squad(squads, there, condition),
    }
}

fn missing_squad<Q: Stationed>(squads: &[Q], there: &[bool], condition: &Condition<Q::Side>) -> Option<usize> {
    match condition {
        Condition::All(parts) => parts.iter().find_map(|it| missing_squad(squads, there, it)),
        Condition::Any(parts) => {
            let all: Option<Vec<usize>> = parts.iter().map(|it| missing_squad(squads, there, it)).collect();
            all?.first().copied()
        }
        Condition::Reach { who, .. } | Condition::Lost { who, .. } => {
            squad_of(squads, *who).filter(|it| there.get(*it) == Some(&false))
        }
        Condition::Not(_)
        | Condition::Survive { .. }
        | Condition::Hold { .. }
        | Condition::Capture { .. }
        | Condition::Score { .. } => None,
    }
}

/// The squad itself, or the squad of a unit. `None` for a side.
fn squad_of<Q: Stationed>(squads: &[Q], who: Subject<Q::Side>) -> Option<usize> {
    match who {
        Subject::Side(_) => None,
        Subject::Squad(squad) => Some(usize::from(squad.0)),
        Subject::Unit(unit) => {
            let units = squads.iter().enumerate().flat_map(|(n, it)| it.standers().into_iter().map(move |_| n));
            units.into_iter().nth(usize::from(unit.0))
        }
    }
}

/// Warns of seats that lead no squad. `places` are the places of their names.
pub fn doubt_seats(reader: &mut Reader, seats: &[Seat], places: &[Range<usize>], leads: impl Fn(SeatId) -> bool) {
    for (n, (seat, place)) in seats.iter().zip(places).enumerate() {
        if !leads(SeatId(n as u8)) {
            reader.say(say::idle_seat(place.clone(), &seat.name));
        }
    }
}

/// Warns of entries in the file that is being read that nothing uses.
pub fn doubt_unused<T: Clone>(reader: &mut Reader, catalog: &Catalog<T>, is_used: impl Fn(&str) -> bool) {
    for (key, place) in catalog.here() {
        if !is_used(key) {
            reader.say(say::unused(place, catalog.what, key));
        }
    }
}
