//! What an author of any game may want to know: a battle that can be played, and may not be what was meant.

use std::collections::VecDeque;
use std::ops::Range;

use crate::diagnostic::{Diagnostic, Severity, is_unseen};
use crate::field::{Area, Board, Direction, ObjectiveSetup, Seat, SeatId, SquadId, Subject, Tile};
use crate::file::catalog::Catalog;
use crate::file::placement::{Stander, Stationed};
use crate::file::read::Reader;
use crate::file::say;

/// **O-2** Says to which objectives, and to which areas that the players have to reach, no way leads from any of the tiles
/// where they start. Beside each stands where the file says so.
pub fn doubt_ways<'a, S: 'a>(
    reader: &mut Reader,
    board: &Board,
    starts: impl IntoIterator<Item = Tile>,
    objectives: impl Iterator<Item = (&'a ObjectiveSetup<S>, &'a Range<usize>)>,
    areas: impl Iterator<Item = &'a (Area, Subject<S>, Range<usize>)>,
) {
    let reached = ground_around(board, starts);
    let objectives = objectives.map(|(it, place)| (&it.name, it.at, it.radius, place));
    let areas = areas.map(|(it, _, place)| (&it.name, it.at, it.radius, place));
    for (name, at, radius, place) in objectives.chain(areas) {
        let is_near = |tile: Tile| tile.steps_to(at) <= u16::from(radius);
        if !board.tiles().zip(&reached).any(|(tile, reached)| *reached && is_near(tile)) {
            reader.say(say::unreachable(place.clone(), name));
        }
    }
}

/// Every tile that somebody can walk to from one of these.
fn ground_around(board: &Board, starts: impl IntoIterator<Item = Tile>) -> Vec<bool> {
    let mut reached = vec![false; board.len()];
    let mut queue: VecDeque<Tile> = starts.into_iter().filter(|it| board.contains(*it)).collect();
    queue.iter().for_each(|it| reached[board.index(*it)] = true);
    while let Some(tile) = queue.pop_front() {
        for next in Direction::ALL.into_iter().filter_map(|it| tile.step(it)).filter(|it| board.contains(*it)) {
            let index = board.index(next);
            if !reached[index] && board.kind(board.ground(next)).cost.is_some() {
                reached[index] = true;
                queue.push_back(next);
            }
        }
    }
    reached
}

/// Says whose names are something else in an order, or can't be copied by hand; `meaning` is what a word
/// is in the language of orders.
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

/// Refuses a name that is something else in an order, or can't be copied by hand, where somebody is to have it for ever.
/// `squads` are those whose members may be called by a number.
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

/// What there is to say of a name that is something else in an order, or can't be copied by hand.
fn name_doubts(name: &str, place: Range<usize>, meaning: &impl Fn(&str) -> Option<&'static str>) -> Vec<Diagnostic> {
    let mut doubts = Vec::new();
    if name.parse::<Tile>().is_ok() {
        doubts.push(say::read_as_other(place.clone(), name, "a tile"));
    } else if let Some(sign) = name.chars().find(|it| ":@?".contains(*it)) {
        // What stands before a colon is told, `@` calls people, and a question is no order.
        doubts.push(say::read_as_other(place.clone(), name, &format!("more than a name, for its \"{sign}\"")));
    } else if let Some(meaning) = meaning(name) {
        doubts.push(say::read_as_other(place.clone(), name, meaning));
    }
    if name.chars().any(|it| it.is_control() || is_unseen(it)) {
        doubts.push(say::unseen_letters(place, name));
    }
    doubts
}

/// The squad, and the number in it, that orders take a name for: `Otter 3`.
fn numbered<'a, Q: Stationed>(squads: &'a [Q], name: &str) -> Option<(&'a Q, usize)> {
    let (squad, number) = name.rsplit_once([' ', '.'])?;
    let number = number.parse().ok()?;
    squads.iter().find(|it| it.name().eq_ignore_ascii_case(squad.trim())).map(|it| (it, number))
}

/// Says which squads wait in reserve that nothing calls.
pub fn doubt_reserves<Q: Stationed>(reader: &mut Reader, squads: &[Q], is_called: impl Fn(SquadId) -> bool) {
    for (n, squad) in squads.iter().enumerate() {
        if squad.is_in_reserve() && !is_called(SquadId(n as u16)) {
            reader.say(say::never_arrives(squad.place(), squad.name()));
        }
    }
}

/// Says which seats lead nobody; `places` are those of their names.
pub fn doubt_seats(reader: &mut Reader, seats: &[Seat], places: &[Range<usize>], leads: impl Fn(SeatId) -> bool) {
    for (n, (seat, place)) in seats.iter().zip(places).enumerate() {
        if !leads(SeatId(n as u8)) {
            reader.say(say::idle_seat(place.clone(), &seat.name));
        }
    }
}

/// Says which entries of the file that is being read nobody uses.
pub fn doubt_unused<T: Clone>(reader: &mut Reader, catalog: &Catalog<T>, what: &str, is_used: impl Fn(&str) -> bool) {
    for (key, place) in catalog.here() {
        if !is_used(key) {
            reader.say(say::unused(place, what, key));
        }
    }
}
