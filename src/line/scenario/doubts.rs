//! Warnings about a scenario that can be played, but may not be what its author meant.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use crate::field::{GoalKind, SquadId};
use crate::file::{
    Reader, Sources, Station, counts_late, doubt_names, doubt_reserves, doubt_seats, doubt_unused, doubt_ways,
    points_max,
};
use crate::line::battle::{Battle, Condition, Effect, Setup, Side, Stance, Subject, Tag};
use crate::line::orders;
use crate::line::rules::preview::progress;
use crate::line::scenario::data::Library;
use crate::line::scenario::say;
use crate::line::scenario::squads::UnplacedSquad;

/// An example of a last round, for a battle that has none.
const ROUNDS: u16 = 8;

/// Reports every doubt about a battle. Nothing is reported if there are errors, because they may be the reason.
pub(super) fn say(
    reader: &mut Reader,
    setup: &Setup,
    data: &Library,
    sources: &Sources<Side>,
    squads: &[UnplacedSquad],
    seats: &[Range<usize>],
) {
    if reader.has_errors() {
        return;
    }
    doubt_player_ways(reader, setup, sources);
    doubt_goals(reader, setup, &sources.goals);
    doubt_main_goals(reader, setup, &sources.goals);
    doubt_squads(reader, setup, squads);
    let leads = |seat| setup.squads.iter().any(|it| it.seat == Some(seat) && !it.members.is_empty());
    doubt_seats(reader, &setup.seats, seats, leads);
    doubt_melees(reader, setup, squads);
    doubt_names(reader, squads, orders::meaning);
    doubt_entries(reader, setup, data);
    doubt_modules(reader, setup, data);
}

/// **O-2** Reports places that no player can walk to.
fn doubt_player_ways(reader: &mut Reader, setup: &Setup, sources: &Sources<Side>) {
    let is_theirs = |squad: SquadId| setup.squad(squad).side == Side::Players;
    let standing = setup.squad_ids().filter(|it| is_theirs(*it) && !setup.squad(*it).in_reserve);
    let units = standing.flat_map(|it| &setup.squad(it).members).map(|it| setup.unit(*it).at);
    let arriving = setup.schedule.iter().flat_map(|it| &it.reinforce).filter(|it| is_theirs(it.0)).map(|it| it.1);
    let areas = sources.areas.iter().filter(|it| side_of(setup, it.1) == Side::Players);
    let objectives = setup.objectives.iter().zip(&sources.tiles);
    doubt_ways(reader, &setup.board, units.chain(arriving), objectives, areas);
}

/// **O-2** Reports goals that are met when the battle begins, and goals that can't be met.
fn doubt_goals(reader: &mut Reader, setup: &Setup, places: &[Range<usize>]) {
    let opening = Battle::new(Arc::new(setup.clone()));
    for (goal, span) in setup.goals.iter().zip(places) {
        if progress(&opening, &goal.when).is_met {
            reader.say(say::met_at_once(span.clone(), &goal.text, goal.kind, setup.rounds.unwrap_or(ROUNDS)));
        } else if !reader.has_spoken_of(span) && !can_come_true(&opening, &goal.when) {
            reader.say(say::never_met(span.clone(), &goal.text));
        }
    }
}

/// Whether a condition may come true, as far as that is plain. It can't if it takes longer than the battle lasts, or if
/// it asks that something is not so which is so for good.
fn can_come_true(opening: &Battle, condition: &Condition) -> bool {
    let setup = opening.setup();
    let rounds = setup.rounds.unwrap_or(u16::MAX);
    match condition {
        Condition::All(parts) => parts.iter().all(|it| can_come_true(opening, it)),
        Condition::Any(parts) => parts.iter().any(|it| can_come_true(opening, it)),
        Condition::Not(part) => !(part.is_for_good() && progress(opening, part).is_met),
        Condition::Survive { round } => *round <= rounds,
        Condition::Hold { objective, by, rounds: held } => {
            held.saturating_add(counts_late(setup.objective(*objective), *by)) <= rounds
        }
        Condition::Score { by, points } => u64::from(*points) <= points_max(&setup.objectives, *by, rounds),
        Condition::Reach { .. } | Condition::Lost { .. } | Condition::Capture { .. } => true,
    }
}

/// **O-2** Reports main goals that are never met together with those before them.
fn doubt_main_goals(reader: &mut Reader, setup: &Setup, places: &[Range<usize>]) {
    let mut asked: Vec<&Condition> = Vec::new();
    for (goal, span) in setup.goals.iter().zip(places).filter(|it| it.0.kind == GoalKind::Main) {
        // A loss counts for good even if the fallen stand up again, so it excludes nothing.
        let needs = goal.when.needs().into_iter().filter(|it| !matches!(it, Condition::Lost { .. }));
        let all: Vec<&Condition> = asked.iter().copied().chain(needs).collect();
        match Condition::exclude_each_other(&all) {
            true if !reader.has_spoken_of(span) => reader.say(say::never_together(span.clone(), &goal.text)),
            true => (),
            false => asked = all,
        }
    }
}

fn side_of(setup: &Setup, who: Subject) -> Side {
    match who {
        Subject::Side(side) => side,
        Subject::Squad(squad) => setup.squad(squad).side,
        Subject::Unit(unit) => {
            setup.squads.iter().find(|it| it.members.contains(&unit)).map_or(Side::Players, |it| it.side)
        }
    }
}

fn doubt_squads(reader: &mut Reader, setup: &Setup, squads: &[UnplacedSquad]) {
    doubt_reserves(reader, squads, &setup.schedule, |it| setup.is_summoned(it));
    for squad in squads {
        if squad.setup.stance == Stance::Objective && setup.objectives.is_empty() && squad.alone.is_none() {
            reader.say(say::no_objectives(squad.span.clone()));
        }
    }
}

/// **M-1** Reports squads that start in contact with the enemy although their own tile isn't: it is too near to him, or
/// has no room for all of them. Of two squads, the one that forms up last is reported, because its units end farthest
/// away.
fn doubt_melees(reader: &mut Reader, setup: &Setup, squads: &[UnplacedSquad]) {
    let opening = Battle::new(Arc::new(setup.clone()));
    let squads: Vec<(SquadId, &UnplacedSquad)> = setup.squad_ids().zip(squads).collect();
    let mut told = BTreeSet::new();
    for (id, squad) in squads.into_iter().rev() {
        let Station::Around(at) = &squad.station else { continue };
        // A squad whose own tile is in contact with the enemy is meant to be.
        let leaders = opening.standing(id).filter(|it| setup.unit(*it).at == at.value);
        let is_meant = leaders.flat_map(|it| opening.in_contact(it)).next().is_some();
        for other in opening.squads_in_contact(id) {
            if told.insert([id.min(other), id.max(other)]) && !is_meant {
                reader.say(say::starts_in_melee(at.span.clone(), &squad.setup.name, &setup.squad(other).name));
            }
        }
    }
}

/// Reports entries of the scenario that nothing uses.
fn doubt_entries(reader: &mut Reader, setup: &Setup, data: &Library) {
    doubt_unused(reader, &data.weapons, |key| setup.weapons.iter().any(|it| it.key == key));
    doubt_unused(reader, &data.units, |key| setup.profiles.iter().any(|it| it.key == key));
    doubt_unused(reader, &data.abilities, |key| setup.abilities.iter().any(|it| it.key == key));
    doubt_unused(reader, &data.terrain, |key| setup.board.kinds().iter().any(|it| it.key == key));
}

/// Reports entries of the scenario that do something only with a module that is off.
fn doubt_modules(reader: &mut Reader, setup: &Setup, data: &Library) {
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
