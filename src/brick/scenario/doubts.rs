//! Warnings about scenarios that can be played, but may not be what the author meant.

use std::ops::Range;

use crate::brick::battle::{Setup, TeamId};
use crate::brick::scenario::data::Library;
use crate::brick::scenario::say;
use crate::field::{GoalKind, Subject, UnitId};
use crate::file::{Reader, Sources, doubt_seats, doubt_unused, doubt_ways};

/// Where the file says the things that can be doubted.
pub(super) struct Places<'a> {
    /// The name of the battle.
    pub title: Range<usize>,
    /// The key that turns on morale, if it does.
    pub morale: Option<Range<usize>>,
    pub sources: Sources<TeamId>,
    /// The name of each seat.
    pub seats: &'a [Range<usize>],
    /// For each unit, the name of its squad, or its own.
    pub units: Vec<Range<usize>>,
}

/// Reports every doubt about a battle. There are none if there are errors, which may be the reason for them.
pub(super) fn all(reader: &mut Reader, setup: &Setup, data: &Library, places: &Places<'_>) {
    if reader.has_errors() {
        return;
    }
    doubt_player_ways(reader, setup, places);
    doubt_hopeless(reader, setup, &places.title);
    doubt_deadly_ground(reader, setup, &places.units);
    doubt_morale(reader, setup, places.morale.as_ref());
    doubt_seats(reader, &setup.seats, places.seats, |seat| setup.units.iter().any(|it| it.seat == Some(seat)));
    doubt_unused(reader, &data.weapons, |key| setup.weapons.iter().any(|it| it.key == key));
    doubt_unused(reader, &data.units, |key| setup.profiles.iter().any(|it| it.key == key));
    doubt_unused(reader, &data.terrain, |key| setup.board.kinds().iter().any(|it| it.key == key));
}

/// **O-2** Doubts players' teams that no main goal is for, while other teams have goals.
fn doubt_hopeless(reader: &mut Reader, setup: &Setup, title: &Range<usize>) {
    let main = || setup.goals.iter().filter(|it| it.kind == GoalKind::Main);
    for team in setup.team_ids().filter(|it| setup.team(*it).is_players) {
        let is_theirs = |owner: TeamId| !setup.is_hostile(owner, team);
        if main().next().is_some() && !main().any(|it| it.team.is_none_or(is_theirs)) {
            reader.say(say::nothing_to_win(title.clone(), &setup.team(team).key));
        }
    }
}

/// **BX-25** Doubts morale where no unit has leadership.
fn doubt_morale(reader: &mut Reader, setup: &Setup, place: Option<&Range<usize>>) {
    let has_nerve = |it: UnitId| setup.profile(it).leadership.is_some();
    if let Some(place) = place.filter(|_| !setup.unit_ids().any(has_nerve)) {
        reader.say(say::nobody_has_nerve(place.clone()));
    }
}

/// Doubts units that begin on deadly ground. It harms only those who enter it later.
fn doubt_deadly_ground(reader: &mut Reader, setup: &Setup, places: &[Range<usize>]) {
    let stand = setup.units.iter().zip(places).filter(|it| it.0.team.is_some() && setup.is_deadly(it.0.at));
    for (unit, place) in stand {
        let ground = &setup.board.kind(setup.board.ground(unit.at)).name;
        reader.say(say::stands_on_deadly(place.clone(), &unit.name, ground));
    }
}

/// **O-2** Doubts places that no player can walk to.
fn doubt_player_ways(reader: &mut Reader, setup: &Setup, places: &Places<'_>) {
    let is_theirs = |team: TeamId| setup.team(team).is_players;
    let starts = setup.units.iter().filter(|it| it.team.is_some_and(is_theirs)).map(|it| it.at);
    let team_of = |who: Subject<TeamId>| match who {
        Subject::Side(team) => Some(team),
        Subject::Squad(squad) => setup.squads.get(usize::from(squad.0)).map(|it| it.team),
        Subject::Unit(unit) => setup.unit(unit).team,
    };
    let areas = places.sources.areas.iter().filter(|it| team_of(it.1).is_some_and(is_theirs));
    doubt_ways(reader, &setup.board, starts, setup.objectives.iter().zip(&places.sources.tiles), areas);
}
