//! Turns the tables of a scenario into the setup of its battle.

use std::ops::Range;

use crate::brick::battle::{OwnWords, Plate, Rect, Setup, SquadSetup, Standard, Team, TeamId, UnitSetup, are_hostile};
use crate::brick::orders;
use crate::brick::rules::Brick;
use crate::brick::scenario::data::Library;
use crate::brick::scenario::files::{DataFile, LandFile, RulesFile, ScenarioFile};
use crate::brick::scenario::places::Stand;
use crate::brick::scenario::roster::{Footing, Muster, Recruits, Teams};
use crate::brick::scenario::{doubts, places, say};
use crate::field::{Board, Level, Subject, Terrain, TerrainId, Tile, UnitId};
use crate::file::{self, Aims, At, Catalog, MapFile, Name, Reader, check_objectives, objectives, refuse_alike, texts};

/// **O-1** The radius of an objective in tiles, unless the file sets another.
const OBJECTIVE_RADIUS: u8 = 3;

/// The battle of a scenario. `None` if it can't be made, which has been reported. There may be errors even if it can.
pub(super) fn scenario(reader: &mut Reader, mut file: ScenarioFile, standard: &Library) -> Option<(Setup, Brick)> {
    let place = file.name.0.as_ref().map_or(0..0, |it| it.span.clone());
    let mut data = standard.clone();
    let ScenarioFile { terrain, weapon, unit, .. } = file;
    data.take_in(reader, DataFile { ruleset: None, terrain, weapon, unit, span: place.clone(), is_flawed: false });
    let rules = file.rules.as_ref();
    let radius = rules.and_then(|it| it.objective_radius.as_ref()).map_or(OBJECTIVE_RADIUS, |it| it.get());
    let ruleset = rules.map_or_else(Brick::default, ruleset);
    let land = data.terrain.map(|it| it.terrain.clone());
    let has_map = !matches!(file.map.0, Some(LandFile::Real));
    let (ground, levels) = file.map.0.map_or((None, None), |it| drawn(reader, it, &land));

    let teams = Teams::read(reader, file.team);
    let mut names = teams.names();
    let (objectives, sources) = objectives(reader, file.objective, radius, &mut names, ground.as_ref());
    let place_of = |name: &At<Name>, at: &mut Option<At<Tile>>| {
        *at = at.take().or_else(|| ground.as_ref()?.place_of(name));
    };
    for it in file.squad.iter_mut().flat_map(|it| &mut it.items) {
        if !it.reserve.as_ref().is_some_and(|it| it.value) {
            place_of(&it.id, &mut it.at);
        }
    }
    file.figure.iter_mut().flat_map(|it| &mut it.items).for_each(|it| place_of(&it.name, &mut it.at));
    file.object.iter_mut().flat_map(|it| &mut it.items).for_each(|it| place_of(&it.name, &mut it.at));
    if let Some(place) = sources.tiles.first().filter(|_| !has_map) {
        reader.say(say::no_places(place.clone(), "an objective"));
    }
    let mut muster = Muster::new(&data, has_map, teams, names);
    muster.seat(reader, file.player);
    muster.names.listed(file.squad).into_iter().for_each(|it| muster.add_squad(reader, it));
    let squad_count = muster.all.len();
    muster.names.listed(file.figure).into_iter().for_each(|it| muster.add_figure(reader, it));
    muster.names.listed(file.object).into_iter().for_each(|it| muster.add_object(reader, it));
    check_teams(reader, &muster, &place);
    let stands_alone = |it: &Recruits| matches!(it.ground, Footing::Alone { .. });
    let places = (&objectives[..], &sources.names[..]);
    refuse_alike(reader, &muster.all, places, stands_alone, |it| it.team.is_none(), orders::compared);

    let (board, levels) = match has_map {
        true => (ground.as_ref().map(file::Ground::board), levels),
        false => shelf(reader, &mut muster, &place).unzip(),
    };
    let (squads, units) = line_up(reader, &mut muster, board.as_ref());
    if let Some(board) = &board {
        check_objectives(reader, board, &objectives, &sources.tiles);
    }
    let rounds: Option<u16> = file.rounds.map(|it| it.get());
    let teams = &muster.teams.teams;
    let players = Vec::from_iter((0..teams.len()).filter(|it| teams[*it].is_players).map(|it| TeamId(it as u8)));
    let mut aims = Aims {
        names: &muster.names,
        objectives: &objectives,
        board: board.as_ref(),
        squads: &muster.all,
        players: &players,
        owner: None,
        last_round: rounds,
        radius,
        sources,
    };
    // Where players fight each other, the last team that stands has won.
    let is_among_players = has_foes(teams, &players);
    let title = place.clone();
    let goals = aims.goals(reader, Some(place).filter(|_| !is_among_players), file.victory, file.bonus, file.defeat);
    let schedule = aims.events(reader, file.event);
    let sources = aims.sources;
    if let Some((_, _, place)) = sources.areas.first().filter(|_| !has_map) {
        reader.say(say::no_places(place.clone(), "a place"));
    }

    let board = board?;
    let grounds = board_grounds(&board, &data);
    let setup = Setup {
        title: file.name.0?.value.0,
        has_map,
        briefing: file.briefing.map_or_else(String::new, |it| it.value.0),
        board,
        grounds,
        levels: levels?,
        seats: muster.seats.seats,
        teams: muster.teams.teams,
        profiles: muster.arsenal.profiles,
        weapons: muster.arsenal.weapons,
        squads,
        units,
        objectives,
        goals,
        schedule,
        rounds,
        has_secrets: file.secret_orders.is_some_and(|it| it.value),
        words: file.words.map(|it| OwnWords { missed: texts(it.missed), fell: texts(it.fell) }).unwrap_or_default(),
        commander: file.commander.and_then(|it| it.level).map_or(Level::default(), |it| it.value.0),
    };
    // Objects are last. They get no orders.
    let fighters = muster.all.iter().position(|it| it.team.is_none()).unwrap_or(muster.all.len());
    file::doubt_names(reader, &muster.all[..fighters], orders::meaning);
    file::doubt_reserves(reader, &muster.all[..squad_count], &setup.schedule, |_| false);
    let units = muster.all.iter().flat_map(|it| it.figures.iter().map(|_| it.span.clone())).collect();
    let places = doubts::Places {
        title,
        morale: rules.and_then(|it| it.morale.as_ref()).filter(|it| it.value).map(|it| it.span.clone()),
        sources,
        seats: &muster.seats.places,
        units,
    };
    doubts::all(reader, &setup, &data, &places);
    // With errors, a unit may have no place. Such a setup must never become a battle.
    (!reader.has_errors()).then_some((setup, ruleset))
}

/// The map as it is drawn, and the height of each tile.
fn drawn(reader: &mut Reader, file: LandFile, land: &Catalog<Terrain>) -> (Option<file::Ground>, Option<Vec<u8>>) {
    let LandFile::Drawn(file) = file else { return (None, None) };
    let file = *file;
    let map = MapFile {
        span: file.span,
        is_flawed: file.is_flawed,
        legend: file.legend,
        tiles: file.tiles,
        tiled: file.tiled,
        picture: file.picture,
        picture_tile: file.picture_tile,
        picture_margin: file.picture_margin,
    };
    let Some(ground) = file::Ground::read(reader, map, land) else { return (None, None) };
    let levels = match &file.levels {
        Some(levels) => ground.levels(reader, levels),
        None => Some(vec![0; ground.board().len()]),
    };
    (Some(ground), levels)
}

/// The board that stands for a real table.
fn shelf(reader: &mut Reader, muster: &mut Muster<'_>, place: &Range<usize>) -> Option<(Board, Vec<u8>)> {
    let Some((columns, rows)) = places::shelve(&mut muster.all) else {
        return reader.refuse(say::too_many_for_a_table(place.clone()));
    };
    let tiles = usize::from(columns) * usize::from(rows);
    Some((Board::new(columns, vec![table()], vec![TerrainId(0); tiles]), vec![0; tiles]))
}

/// The ground of a battle without a map.
pub(crate) fn table() -> Terrain {
    let (key, name) = ("open".to_owned(), "table".to_owned());
    Terrain { key, name, cost: Some(1), opaque: false, cover: 0, conceals: false, drawn_like: None }
}

/// The rules of the game with the rulings that the file changes.
fn ruleset(rules: &RulesFile) -> Brick {
    let mut brick = Brick::default();
    let set = |ruling: &mut bool, given: &Option<At<bool>>| *ruling = given.as_ref().map_or(*ruling, |it| it.value);
    set(&mut brick.damage_crits, &rules.damage_crits);
    set(&mut brick.out_of_range, &rules.out_of_range);
    set(&mut brick.treason, &rules.treason);
    set(&mut brick.downed, &rules.downed);
    set(&mut brick.morale, &rules.morale);
    set(&mut brick.overkill_all, &rules.overkill_all);
    brick.track = rules.track.as_ref().map_or(brick.track, |it| it.value.0);
    brick.melee_first = rules.melee_first.as_ref().map_or(brick.melee_first, |it| it.value.0);
    brick
}

/// The properties of each kind of ground on the board.
fn board_grounds(board: &Board, data: &Library) -> Vec<crate::brick::battle::Ground> {
    let of = |key: &str| data.terrain.get(key).map(|it| it.ground).unwrap_or_default();
    (0..board.kinds().len()).map(|it| of(&board.kind(TerrainId(it as u8)).key)).collect()
}

/// Reports if no teams would fight, or if a player leads a team that isn't a players' team.
fn check_teams(reader: &mut Reader, muster: &Muster<'_>, place: &Range<usize>) {
    let teams = &muster.teams.teams;
    let fielded = |it: &TeamId| muster.all.iter().any(|who| who.team == Some(*it));
    let ids: Vec<TeamId> = (0..teams.len()).map(|it| TeamId(it as u8)).filter(fielded).collect();
    if !has_foes(teams, &ids) && !muster.names.has_lost_some() && !reader.has_errors() {
        reader.say(say::nobody_to_fight(place.clone()));
    }
    for who in &muster.all {
        let (Some(team_id), Some(seat_id)) = (who.team, who.seat) else { continue };
        let (team, seat) = (&teams[usize::from(team_id.0)], usize::from(seat_id.0));
        // If their teams differ, that has been reported.
        if !team.is_players && muster.team_of(seat_id) == team_id {
            let place = muster.seats.places[seat].clone();
            reader.say(say::not_players(place, &muster.seats.seats[seat].name, &team.key));
        }
    }
}

/// Whether any of these teams fight each other.
fn has_foes(teams: &[Team], them: &[TeamId]) -> bool {
    them.iter().any(|one| them.iter().any(|other| are_hostile(teams, *one, *other)))
}

/// The squads and units of the battle, with their places. Also names the units.
fn line_up(reader: &mut Reader, muster: &mut Muster<'_>, board: Option<&Board>) -> (Vec<SquadSetup>, Vec<UnitSetup>) {
    let mut places = board.map(|it| file::Places::new(it, &muster.all));
    let mut squads = Vec::new();
    let mut units: Vec<UnitSetup> = Vec::new();
    for (n, who) in muster.all.iter().enumerate() {
        let stand = places.as_mut().and_then(|it| places::take(reader, it, n));
        let first = units.len();
        for (n, figure) in who.figures.iter().enumerate() {
            let id = UnitId(units.len() as u16);
            if let Some(span) = &figure.named {
                muster.names.name(reader, &figure.unit.name, span.clone(), Subject::Unit(id), "a unit");
            }
            let at = stand.as_ref().and_then(|it| it.tiles.get(n)).copied().unwrap_or(Tile::new(0, 0));
            units.push(UnitSetup { at, ..figure.unit.clone() });
        }
        if let (Some(Stand { plate: Some(plate), .. }), Some(team)) = (&stand, who.team) {
            let members: Vec<UnitId> = (first..units.len()).map(|it| UnitId(it as u16)).collect();
            let bearer = if who.is_whole { bearer(reader, who, *plate, &units[first..]) } else { None };
            let standard = bearer.map_or(Standard::Center, |it| Standard::Bearer(members[it]));
            let name = who.name.clone();
            let (plate, in_reserve) = (*plate, who.in_reserve);
            squads.push(SquadSetup { name, team, seat: who.seat, members, plate, standard, in_reserve });
        }
    }
    board_vehicles(reader, &muster.all, &mut units, muster.has_map);
    (squads, units)
}

/// **BS-3.3** The index of the member that bears the standard. It stands within 1 tile of the middle of the plate.
/// `None` if there is no bearer.
fn bearer(reader: &mut Reader, who: &Recruits, plate: Plate, members: &[UnitSetup]) -> Option<usize> {
    let Footing::Plate { standard: Some(name), .. } = &who.ground else { return None };
    if name.eq_ignore_ascii_case("center") {
        return None;
    }
    let found = members.iter().position(|it| it.name == *name.value.0);
    let Some(member) = found else { return reader.refuse(say::not_a_member(name.span.clone(), name, &who.name)) };
    if !Rect::one(members[member].at).touches(Rect::one(plate.rect.middle())) {
        reader.say(say::standard_off_center(name.span.clone(), name, &who.name));
    }
    Some(member)
}

/// **BC-2.14** Puts riders aboard their vehicles.
fn board_vehicles(reader: &mut Reader, all: &[Recruits], units: &mut [UnitSetup], has_map: bool) {
    for who in all {
        let Footing::Alone { aboard: Some(aboard), .. } = &who.ground else { continue };
        let found = units.iter().position(|it| it.name == *aboard.value.0);
        let rider = units.iter().position(|it| it.name == who.name);
        match (found, rider) {
            (Some(found), Some(rider)) if found != rider => {
                units[rider].aboard = Some(UnitId(found as u16));
                let places = [place_alone(all, &who.name), place_alone(all, &aboard.value.0)];
                if let [Some(rider), Some(vehicle)] = places
                    && has_map
                    && !rider.touches(vehicle)
                {
                    reader.say(say::boards_from_afar(aboard.span.clone(), &who.name, aboard));
                }
            }
            _ => reader.say(say::nothing_to_board(aboard.span.clone(), aboard)),
        }
    }
}

/// The tiles of a figure that stands alone.
fn place_alone(all: &[Recruits], name: &str) -> Option<Rect> {
    let who = all.iter().find(|it| it.name == name)?;
    let Footing::Alone { at: Some(at), .. } = &who.ground else { return None };
    let (columns, rows) = who.figures.first()?.footprint;
    Some(Rect { at: at.value, columns, rows })
}
