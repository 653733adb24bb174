//! The picture of a battle: all that its map shows.

mod arrows;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use crate::brick::battle::{Battle, Event, ItemPlace, Kind, Manoeuvre, Rect, TeamId, UnitState, Who};
use crate::brick::report::summary;
use crate::brick::report::words::summary::{hp, is_braced, troubles};
use crate::field::{Tile, UnitId, each_once, pick};
use crate::map::{
    Fallen, Ground, Hero, Moment, Name, ObjectiveView, Party, PartyId, Picture, Plate, Plot, Shape, SquadView, UnitView,
};

/// The picture of a battle, with arrows for the events of a round. There are no events while the round is open.
pub fn picture(battle: &Battle, events: &[Event]) -> Picture {
    let (setup, shown) = (battle.setup(), shown(battle));
    let ended = battle.outcome().map(|_| summary::ended(battle));
    let opened = pick!(events, Event::RoundBegan { round } => *round).last();
    let (labels, marks) = (labels(battle, &shown), marks(battle));
    let view = |id: &Who| view(battle, events, *id, labels[battle.name(*id)].clone(), &marks);
    let of = (&setup.objectives[..], &setup.goals[..]);
    Picture {
        is_what_if: false,
        title: Name::title(&setup.title),
        moment: Moment::of(battle.round(), ended, opened, !events.is_empty()),
        ground: Ground::new(&setup.board, []).with_heights(&setup.levels).if_real(!setup.has_map),
        parties: parties(battle),
        squads: shown.iter().map(view).collect(),
        gone: gone(battle),
        objectives: ObjectiveView::all(of, |it| battle.objective(it), |it| party(battle, Some(it))),
        fallen: fallen(battle),
        lying: lying(battle),
        arrows: arrows::of(battle, events),
        formations: Vec::new(),
        clashes: Vec::new(),
        rings: rings(battle, &shown),
    }
}

/// The teams, and last a party for what is nobody's, if there is anything.
pub(super) fn parties(battle: &Battle) -> Vec<Party> {
    let has_things = battle.setup().units.iter().any(|it| it.team.is_none());
    sides(battle).into_iter().chain(has_things.then_some(Party::Nobody)).collect()
}

/// The teams as parties. If there are two, and one is the players', readers know which is the enemy.
pub(crate) fn sides(battle: &Battle) -> Vec<Party> {
    let teams = &battle.setup().teams;
    let players = teams.iter().filter(|it| it.is_players).count();
    let side = |it: &crate::brick::battle::Team| match (players, it.is_players) {
        (1, true) => Party::Yours,
        (1, false) if teams.len() == 2 => Party::Enemy,
        _ => Party::Called(Name::new(&it.name)),
    };
    teams.iter().map(side).collect()
}

pub(crate) fn party(battle: &Battle, team: Option<TeamId>) -> PartyId {
    PartyId(team.map_or(battle.setup().teams.len() as u8, |it| it.0))
}

/// Everybody on the map, and every object.
fn shown(battle: &Battle) -> Vec<Who> {
    let objects = battle.standing().filter(|it| battle.team_of(*it).is_none()).map(Who::Unit);
    battle.everybody().chain(objects).collect()
}

/// The mark on the star of each hero, which stays the same for the whole battle.
pub(super) fn marks(battle: &Battle) -> BTreeMap<UnitId, String> {
    let setup = battle.setup();
    let heroes = setup.unit_ids().filter(|it| battle.profile(*it).is_hero);
    let heroes = crate::map::in_turn(heroes, |it| setup.begins_in_reserve(*it));
    let marks = crate::map::star_marks(heroes.iter().map(|it| setup.unit(*it).name.as_str()));
    heroes.into_iter().zip(marks).collect()
}

/// The label of each name, which stays the same for the whole battle. Names of the scenario come first.
pub(super) fn labels<'a>(battle: &'a Battle, shown: &[Who]) -> BTreeMap<&'a str, String> {
    let setup = battle.setup();
    let squads = setup.squads.iter().map(|it| (it.name.as_str(), it.in_reserve));
    let units = setup.unit_ids().map(|it| (setup.unit(it).name.as_str(), setup.begins_in_reserve(it)));
    let of_setup = crate::map::in_turn(squads.chain(units), |it| it.1).into_iter().map(|it| it.0);
    let names = each_once(of_setup.chain(shown.iter().map(|it| battle.name(*it))));
    names.iter().copied().zip(crate::map::labels(names.iter().copied())).collect()
}

fn name(battle: &Battle, id: Who) -> Name {
    Name::new(battle.name(id))
}

fn view(battle: &Battle, events: &[Event], id: Who, label: String, marks: &BTreeMap<UnitId, String>) -> SquadView {
    let setup = battle.setup();
    let at = battle.origin(id).at;
    let members = battle.members(id);
    SquadView {
        name: name(battle, id).or(&label),
        label,
        party: party(battle, battle.team(id)),
        standing: members.len(),
        units: members.iter().map(|it| unit(battle, *it, marks)).collect(),
        starting: summary::starting(battle, id, members.len()),
        carried: 0,
        at,
        stands_in: setup.board.kind(setup.board.ground(at)).clone(),
        engaged_by: battle.engaged_with(id).map(|it| name(battle, it)).collect(),
        nearest: nearest(battle, id),
        is_broken: false,
        has_shot: has_shot(battle, events, id),
        notes: notes(battle, events, id),
        plate: plate(battle, id),
    }
}

fn unit(battle: &Battle, id: UnitId, marks: &BTreeMap<UnitId, String>) -> UnitView {
    UnitView {
        on: plot(battle.unit_rect(id)),
        shape: shape(battle, id),
        hero: marks.get(&id).map(|mark| Hero { name: Name::new(&battle.setup().unit(id).name), mark: mark.clone() }),
        is_engaged: battle.is_engaged(battle.who(id)),
    }
}

pub(super) fn plot(Rect { at, columns, rows }: Rect) -> Plot {
    Plot { at, columns, rows }
}

pub(super) fn shape(battle: &Battle, id: UnitId) -> Shape {
    let Rect { columns, rows, .. } = battle.unit_rect(id);
    match battle.profile(id).kind {
        Kind::Object => Shape::Structure,
        Kind::Vehicle => Shape::Vehicle,
        Kind::Rider => Shape::Rider,
        Kind::Foot if 1 < columns.max(rows) => Shape::Monster,
        Kind::Foot => Shape::Figure,
    }
}

/// The nearest enemy, or the first by id of several at that distance, with the distance.
fn nearest(battle: &Battle, id: Who) -> Option<(Name, u16)> {
    if !battle.setup().has_map {
        return None;
    }
    let foes = battle.everybody().filter(|it| battle.is_hostile(id, *it));
    let (foe, steps) = foes.map(|it| (it, battle.rect(id).distance(battle.rect(it)))).min_by_key(|it| it.1)?;
    Some((name(battle, foe), steps))
}

fn has_shot(battle: &Battle, events: &[Event], id: Who) -> bool {
    let shoots = |it: &Event| matches!(it, Event::Declared { by, does: Manoeuvre::Shoot, .. } if *by == id);
    events.iter().any(shoots) || battle.members(id).iter().any(|it| battle.unit(*it).has_shot)
}

/// What else there is to know of somebody: braced, momentum, an Officer, how many are disrupted or held, HP.
fn notes(battle: &Battle, events: &[Event], id: Who) -> Vec<Name> {
    let them = battle.members(id);
    // **BS-17.4** Until the round ended.
    let was_braced = events.iter().any(|it| matches!(it, Event::Braced { squad, .. } if Who::Squad(*squad) == id));
    let braced = was_braced || is_braced(battle, id);
    let has_officer = matches!(id, Who::Squad(_)) && battle.has_officer(&them);
    let marks = [
        braced.then(|| "braced".to_owned()),
        battle.run(id).filter(|it| it.has_momentum()).map(|it| format!("MOM {}", it.heading.letters())),
        has_officer.then(|| "Officer".to_owned()),
    ];
    let hp = hp(battle, &them).filter(|it| it.0 < it.1).map(|(hp, of)| format!("{hp} of {of} HP"));
    let notes = marks.into_iter().flatten().chain(troubles(battle, &them)).chain(hp);
    notes.map(|it| Name::new(&it)).collect()
}

pub(crate) fn plate(battle: &Battle, id: Who) -> Option<Plate> {
    let facing = battle.squad(id.squad()?)?.plate.facing;
    let Rect { at, columns: width, rows: height } = battle.rect(id);
    Some(Plate { at, width, height, facing, standard: Some(battle.origin(id).at) })
}

/// **BS-13.3** Engagement Rings, as indices into `shown`.
fn rings(battle: &Battle, shown: &[Who]) -> Vec<Vec<usize>> {
    let ring = |id: &Who| -> Vec<usize> {
        let ring = battle.ring(*id);
        (0..shown.len()).filter(|it| ring.contains(&shown[*it])).collect()
    };
    each_once(shown.iter().map(ring).filter(|it| 1 < it.len()))
}

/// Squads that the battle began with, and lone units, of which nobody is left.
fn gone(battle: &Battle) -> Vec<(Name, PartyId)> {
    let setup = battle.setup();
    let is_gone = |it: &UnitId| battle.unit(*it).has_fallen();
    let squads = setup.squads.iter().filter(|it| it.members.iter().all(is_gone));
    let squads = squads.map(|it| (Name::new(&it.name), party(battle, Some(it.team))));
    let units = setup.unit_ids().filter(|it| is_gone(it) && setup.squad_of(*it).is_none());
    squads.chain(units.map(|it| (name(battle, Who::Unit(it)), party(battle, battle.team_of(it))))).collect()
}

/// Those who fell, one mark a tile.
fn fallen(battle: &Battle) -> Vec<Fallen> {
    let mark = |id| {
        let (it, party) = (battle.unit(id), party(battle, battle.team_of(id)));
        it.has_fallen().then_some(Fallen { at: it.at, party, is_killed: it.state == UnitState::Killed })
    };
    Fallen::by_tile(battle.setup().unit_ids().filter_map(mark))
}

/// **BX-33** Items that lie there for anybody to take, in reading order. On their own table, the players see them.
fn lying(battle: &Battle) -> Vec<(Name, Tile)> {
    let place = |id| match battle.item(id).place {
        ItemPlace::Lies(at) if battle.setup().has_map => Some((Name::new(&battle.weapon(id).name), at)),
        _ => None,
    };
    let mut found: Vec<(Name, Tile)> = battle.item_ids().filter_map(place).collect();
    found.sort_by_key(|it| it.1);
    found
}
