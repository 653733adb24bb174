//! What an author may want to know: a scenario that can be played, and may not be what was meant.

use std::ops::Range;

use crate::brick::battle::{Setup, TeamId};
use crate::brick::scenario::data::Library;
use crate::field::{Area, Subject};
use crate::file::{Aim, Reader, doubt_seats, doubt_unused, doubt_ways};

/// Where the file says what.
pub(super) struct Places<'a> {
    pub objectives: Vec<Range<usize>>,
    pub areas: Vec<(Area, Subject<TeamId>, Range<usize>)>,
    /// The name of each seat.
    pub seats: &'a [Range<usize>],
}

/// Says every doubt about a battle. With errors around, nothing is doubted: the errors may be the reason.
pub(super) fn say(reader: &mut Reader, setup: &Setup, data: &Library, places: &Places<'_>) {
    if reader.has_errors() {
        return;
    }
    doubt_player_ways(reader, setup, places);
    doubt_seats(reader, &setup.seats, places.seats, |seat| setup.units.iter().any(|it| it.seat == Some(seat)));
    doubt_unused(reader, &data.weapons, "weapon", |key| setup.weapons.iter().any(|it| it.key == key));
    doubt_unused(reader, &data.units, "unit", |key| setup.profiles.iter().any(|it| it.key == key));
    doubt_unused(reader, &data.terrain, "terrain", |key| setup.board.kinds().iter().any(|it| it.key == key));
}

/// **O-2** Places that no player can walk to.
fn doubt_player_ways(reader: &mut Reader, setup: &Setup, places: &Places<'_>) {
    let is_theirs = |team: TeamId| setup.team(team).is_players;
    let starts = setup.units.iter().filter(|it| it.team.is_some_and(is_theirs)).map(|it| it.at);
    let objectives = setup.objectives.iter().zip(&places.objectives);
    let objectives =
        objectives.map(|(it, place)| Aim { name: &it.name, at: it.at, radius: it.radius, place: place.clone() });
    let team_of = |who: Subject<TeamId>| match who {
        Subject::Side(team) => Some(team),
        Subject::Squad(squad) => setup.squads.get(usize::from(squad.0)).map(|it| it.team),
        Subject::Unit(unit) => setup.unit(unit).team,
    };
    let areas = places.areas.iter().filter(|it| team_of(it.1).is_some_and(is_theirs));
    let areas = areas.map(|(it, _, place)| Aim { name: &it.name, at: it.at, radius: it.radius, place: place.clone() });
    doubt_ways(reader, &setup.board, starts, objectives.chain(areas));
}
