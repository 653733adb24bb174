//! What an author may want to know: a scenario that can be played, and may not be what was meant.

use std::ops::Range;

use crate::brick::battle::{Setup, TeamId};
use crate::brick::scenario::data::Library;
use crate::brick::scenario::say;
use crate::field::{GoalKind, Subject, UnitId};
use crate::file::{Reader, Sources, doubt_seats, doubt_unused, doubt_ways};

/// Where the file says what.
pub(super) struct Places<'a> {
    /// The name of the battle.
    pub title: Range<usize>,
    /// That squads test their nerve, if it says so.
    pub morale: Option<Range<usize>>,
    pub sources: Sources<TeamId>,
    /// The name of each seat.
    pub seats: &'a [Range<usize>],
    /// For each unit the name of its squad, or its own.
    pub units: Vec<Range<usize>>,
}

/// Says every doubt about a battle. With errors around, nothing is doubted: the errors may be the reason.
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

/// **O-2** Teams of players that no goal is for, where others have their own.
fn doubt_hopeless(reader: &mut Reader, setup: &Setup, title: &Range<usize>) {
    let main = || setup.goals.iter().filter(|it| it.kind == GoalKind::Main);
    for team in setup.team_ids().filter(|it| setup.team(*it).is_players) {
        let is_theirs = |owner: TeamId| !setup.is_hostile(owner, team);
        if main().next().is_some() && !main().any(|it| it.team.is_none_or(is_theirs)) {
            reader.say(say::nothing_to_win(title.clone(), &setup.team(team).key));
        }
    }
}

/// **BX-25** That squads test their nerve, where nobody has what they would test it with.
fn doubt_morale(reader: &mut Reader, setup: &Setup, place: Option<&Range<usize>>) {
    let has_nerve = |it: UnitId| setup.profile(it).leadership.is_some();
    if let Some(place) = place.filter(|_| !setup.unit_ids().any(has_nerve)) {
        reader.say(say::nobody_has_nerve(place.clone()));
    }
}

/// Who stands where nobody can come to: what the ground does, it does to those who come there.
fn doubt_deadly_ground(reader: &mut Reader, setup: &Setup, places: &[Range<usize>]) {
    let stand = setup.units.iter().zip(places).filter(|it| it.0.team.is_some() && setup.is_deadly(it.0.at));
    for (unit, place) in stand {
        let ground = &setup.board.kind(setup.board.ground(unit.at)).name;
        reader.say(say::stands_on_deadly(place.clone(), &unit.name, ground));
    }
}

/// **O-2** Places that no player can walk to.
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
