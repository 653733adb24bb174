//! What an author may want to know: a scenario that can be played, and may not be what was meant.

use std::collections::VecDeque;
use std::ops::Range;

use crate::field::{Area, Direction, SquadId, Tile};
use crate::file::Reader;
use crate::line::battle::{Effect, Setup, Side, SquadSetup, Stance, Subject, Tag};
use crate::line::scenario::data::Data;
use crate::line::scenario::say;
use crate::line::scenario::squads::Recruits;

/// Where the file says what.
pub(super) struct Places<'a> {
    pub objectives: Vec<Range<usize>>,
    pub areas: Vec<(Area, Subject, Range<usize>)>,
    pub squads: &'a [Recruits],
    /// The name of each seat.
    pub seats: &'a [Range<usize>],
}

/// Says every doubt about a battle. With errors around, nothing is doubted: the errors may be the reason.
pub(super) fn say(reader: &mut Reader, setup: &Setup, data: &Data, places: &Places<'_>) {
    if reader.has_errors() {
        return;
    }
    doubt_ways(reader, setup, places);
    doubt_squads(reader, setup, places);
    doubt_entries(reader, setup, data);
    doubt_modules(reader, setup, data);
}

/// **O-2** Places that no player can walk to.
fn doubt_ways(reader: &mut Reader, setup: &Setup, places: &Places<'_>) {
    let reached = ground_of(setup, Side::Players);
    let can_reach = |at: Tile, radius: u8| {
        setup.board.tiles().zip(&reached).any(|(tile, reached)| *reached && tile.steps_to(at) <= u16::from(radius))
    };
    for (objective, span) in setup.objectives.iter().zip(&places.objectives) {
        if !can_reach(objective.at, objective.radius) {
            reader.say(say::unreachable(span.clone(), &objective.name));
        }
    }
    for (area, who, span) in &places.areas {
        if side_of(setup, *who) == Side::Players && !can_reach(area.at, area.radius) {
            reader.say(say::unreachable(span.clone(), &area.name));
        }
    }
}

fn side_of(setup: &Setup, who: Subject) -> Side {
    match who {
        Subject::Side(side) => side,
        Subject::Squad(squad) => setup.squad(squad).side,
        Subject::Unit(unit) => {
            let squad = setup.squads.iter().find(|it| it.members.contains(&unit));
            squad.map_or(Side::Players, |it| it.side)
        }
    }
}

/// Every tile that somebody of the side can walk to, from where they stand or arrive.
fn ground_of(setup: &Setup, side: Side) -> Vec<bool> {
    let standing = setup.squads.iter().filter(|it| it.side == side && !it.in_reserve);
    let arriving = setup.schedule.iter().flat_map(|it| &it.reinforce).filter(|it| setup.squad(it.0).side == side);
    let starts = standing.flat_map(|it| &it.members).map(|it| setup.unit(*it).at).chain(arriving.map(|it| it.1));
    let board = &setup.board;
    let mut reached = vec![false; board.len()];
    let mut queue: VecDeque<Tile> = starts.filter(|it| board.contains(*it)).collect();
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

fn doubt_squads(reader: &mut Reader, setup: &Setup, places: &Places<'_>) {
    for (id, squad) in setup.squad_ids().zip(places.squads) {
        let is_called =
            setup.schedule.iter().any(|it| it.reinforce.iter().any(|it| it.0 == id)) || is_summoned(setup, id);
        if squad.setup.in_reserve && !is_called {
            reader.say(say::never_arrives(squad.span.clone(), &squad.setup.name));
        }
        if squad.setup.stance == Stance::Objective && setup.objectives.is_empty() && squad.alone.is_none() {
            reader.say(say::no_objectives(squad.span.clone()));
        }
    }
    for (seat, span) in setup.seat_ids().zip(places.seats) {
        let leads = |it: &SquadSetup| it.seat == Some(seat) && !it.members.is_empty();
        if !setup.squads.iter().any(leads) {
            reader.say(say::idle_seat(span.clone(), &setup.seat(seat).name));
        }
    }
}

/// Whether an ability brings the squad.
fn is_summoned(setup: &Setup, id: SquadId) -> bool {
    let brings = |effect: &Effect| matches!(effect, Effect::Reinforce { squad, .. } if *squad == id);
    setup.abilities.iter().any(|it| it.effects.iter().any(brings))
}

/// Entries of the scenario that nobody uses.
fn doubt_entries(reader: &mut Reader, setup: &Setup, data: &Data) {
    for (key, span) in data.weapons.here() {
        if !setup.weapons.iter().any(|it| it.key == key) {
            reader.say(say::unused(span, "weapon", key));
        }
    }
    for (key, span) in data.units.here() {
        if !setup.profiles.iter().any(|it| it.key == key) {
            reader.say(say::unused(span, "unit", key));
        }
    }
    for (key, span) in data.abilities.here() {
        if !setup.abilities.iter().any(|it| it.key == key) {
            reader.say(say::unused(span, "ability", key));
        }
    }
    for (key, span) in data.terrain.here() {
        if !setup.board.kinds().iter().any(|it| it.key == key) {
            reader.say(say::unused(span, "terrain", key));
        }
    }
}

/// Entries of the scenario that do something only with a module that it doesn't turn on.
fn doubt_modules(reader: &mut Reader, setup: &Setup, data: &Data) {
    if setup.formations.is_some() {
        return;
    }
    for (key, span) in data.weapons.here() {
        if data.weapons.get(key).is_some_and(|it| it.tags.contains(&Tag::Stun)) {
            reader.say(say::needs_module(span, key, "formations"));
        }
    }
    let is_of_it = |it: &Effect| matches!(it, Effect::Afflict { .. } | Effect::Steady);
    for (key, span) in data.abilities.here() {
        if setup.abilities.iter().any(|it| it.key == key && it.effects.iter().any(is_of_it)) {
            reader.say(say::needs_module(span, key, "formations"));
        }
    }
}
