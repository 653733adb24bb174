//! F-20, F-17: how formations march, Step by Step, and their parts after them.

use std::collections::{BTreeSet, VecDeque};

use crate::field::{Direction, SquadId, Tile, UnitId};
use crate::line::battle::{
    Battle, BreakCause, CutShort, Event, Formation, FormationEvent, FormationId, FormationStep, LeaderOut, Route,
    Standstill, Stay, StepKind, Trigger,
};
use crate::line::rules::Round;
use crate::line::rules::formations::block::has_gap;
use crate::line::rules::formations::breakup::break_up;
use crate::line::rules::formations::emit;
use crate::line::rules::formations::lead::out_of_range;
use crate::line::rules::formations::route::{Body, STEPS_MAX, Way, way};
use crate::line::rules::formations::step::{Column, Intent, Purse, bar, purse_of, take};
use crate::line::rules::formations::wheel::arcs;
use crate::line::rules::movement::allowance::allowance_of;

/// What a squad's formations are told to do.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Told<'a> {
    Steps(&'a [FormationStep]),
    Route(&'a Route),
}

/// **F-20** The formations of a squad march; says whether it has any. **F-1** Whoever waits for the end of a squad's move
/// is told once, when all of it is done: nobody reacts to a single member.
pub(crate) fn march(round: &mut Round<'_>, squad: SquadId, told: Told<'_>) -> bool {
    let before = round.events.len();
    let has_formations = take_steps(round, squad, told);
    for squad in moved_since(round, before) {
        round.trigger(Trigger::EndsMove, squad);
    }
    has_formations
}

/// **F-20** The same without whoever waits for its end.
pub(crate) fn take_steps(round: &mut Round<'_>, squad: SquadId, told: Told<'_>) -> bool {
    let formations: Vec<Formation> = round.battle.formations_of(squad).cloned().collect();
    if formations.is_empty() || round.battle.is_squad_frenzied(squad) {
        return false;
    }
    let before = round.events.len();
    for it in &formations {
        set_out(round, it.id, told);
    }
    let is_loose = |unit: UnitId| formations.iter().all(|it| !it.members.contains(&unit) && it.leader != Some(unit));
    if !moved_since(round, before).is_empty() && round.battle.standing(squad).any(is_loose) {
        round.emit(Event::Stayed { squad, why: Stay::OthersMarch });
    }
    true
}

/// Squads of which somebody has taken a step in these events, each once.
fn moved_since(round: &Round<'_>, event: usize) -> BTreeSet<SquadId> {
    let steps = round.events[event..].iter().filter_map(Event::step).flat_map(|it| &it.steps);
    steps.map(|it| round.battle.unit(it.unit).squad).collect()
}

/// What is still to be done.
#[derive(Clone, Debug)]
enum Task {
    /// A Step as it was ordered.
    Step(FormationStep),
    /// **F-24** A Step of a wheel: where everybody is to be after it.
    Arc { places: Vec<Intent>, hold: Vec<UnitId> },
}

fn set_out(round: &mut Round<'_>, id: FormationId, told: Told<'_>) {
    let Some(formation) = round.battle.formation(id).cloned() else { return };
    let purses = purses(round, &formation);
    let step = |way: Direction| Task::Step(FormationStep { kind: StepKind::March(way), hold: Vec::new() });
    let tasks = match (standstill(&round.battle, &formation, &purses), told) {
        (Some(why), _) => Err(why),
        (None, Told::Steps(steps)) => Ok(steps.iter().cloned().map(Task::Step).collect()),
        (None, Told::Route(route)) => {
            let found = way_of(round, &formation, route);
            found.map(|(_, way)| way.steps.into_iter().map(step).collect())
        }
    };
    match tasks {
        Ok(tasks) => go_on(round, Column { id, purses, number: 0 }, tasks),
        Err(why) => emit(round, FormationEvent::StoodStill { formation: id, why }),
    }
}

fn standstill(battle: &Battle, formation: &Formation, purses: &[Purse]) -> Option<Standstill> {
    if formation.has_moved {
        Some(Standstill::MovedAlready)
    } else if formation.members.iter().any(|it| battle.is_engaged(*it)) {
        Some(Standstill::Engaged)
    } else if !formation.members.iter().any(|it| may_move(battle, purses, *it)) {
        Some(Standstill::NobodyMayMove)
    } else {
        None
    }
}

fn may_move(battle: &Battle, purses: &[Purse], unit: UnitId) -> bool {
    bar(battle, unit).is_none() && 0 < purse_of(purses, unit)
}

/// What everybody can pay who moves with the formation: its members, and whoever directs it from outside.
fn purses(round: &Round<'_>, formation: &Formation) -> Vec<Purse> {
    let outside = formation.leader.filter(|it| goes_along(round, formation, *it));
    let goers = formation.members.iter().copied().chain(outside);
    goers.map(|it| (it, allowance_of(&round.battle, round.orders, it).steps)).collect()
}

/// **FT-2** Whether a leader who is no member moves in the Steps: he does unless he is busy otherwise.
fn goes_along(round: &Round<'_>, formation: &Formation, leader: UnitId) -> bool {
    let battle = &round.battle;
    let squad = battle.unit(leader).squad;
    let is_of_it = formation.members.iter().any(|it| battle.unit(*it).squad == squad);
    let is_told = round.orders.movement.get(squad).is_some() && !is_of_it;
    !formation.members.contains(&leader)
        && battle.unit(leader).is_standing()
        && battle.formation_of(leader).is_none()
        && !battle.is_engaged(leader)
        && !is_told
}

/// Who is to come where a route leads, its leader if he marches with it, and the way of all.
fn way_of(round: &Round<'_>, formation: &Formation, route: &Route) -> Result<(UnitId, Way), Standstill> {
    let (battle, purses) = (&round.battle, purses(round, formation));
    let movers: Vec<UnitId> = purses.iter().map(|it| it.0).filter(|it| may_move(battle, &purses, *it)).collect();
    let leader = formation.leader.filter(|it| formation.members.contains(it) && movers.contains(it));
    let guide = leader.or(movers.first().copied()).ok_or(Standstill::NobodyMayMove)?;
    let budget = movers.iter().map(|it| purse_of(&purses, *it)).min().unwrap_or(0);
    Ok((guide, way(round.rules, battle, &Body { movers: &movers, guide, budget }, route)?))
}

/// Who of a squad's first formation is to come where a route leads, and why he gets less far, if he does; `None` if it
/// would stay.
pub(crate) fn guide(round: &Round<'_>, squad: SquadId, route: &Route) -> Option<(UnitId, Option<CutShort>)> {
    let formation = round.battle.formations_of(squad).next()?;
    let (guide, way) = way_of(round, formation, route).ok()?;
    Some((guide, way.cut_short))
}

/// **F-20** Step after Step, until all is done, nobody can move any more or the formation breaks up; **F-17** then part
/// after part, each with the MP it has left.
fn go_on(round: &mut Round<'_>, mut column: Column, mut tasks: VecDeque<Task>) {
    let Some(formation) = round.battle.formation(column.id).cloned() else { return };
    let mut had_gap = has_gap(&round.battle, &formation);
    let mut was_out = out_of_range(&round.battle, &formation).is_some();
    while let Some(task) = tasks.pop_front() {
        let is_spent = !formation.members.iter().any(|it| may_move(&round.battle, &column.purses, *it));
        if STEPS_MAX <= column.number || is_spent {
            return;
        }
        if let Task::Step(FormationStep { kind: StepKind::Wheel { turning, pivot }, hold }) = &task {
            for places in arcs(&round.battle, &formation.members, *turning, *pivot).into_iter().rev() {
                tasks.push_front(Task::Arc { places, hold: hold.clone() });
            }
            continue;
        }
        column.number += 1;
        let wanted = wanted(&round.battle, &formation, &column, &task);
        let taken = take(round, &formation, &column, &wanted);
        column.purses.clone_from(&taken.left);
        let (has_gap, leader_out) = (taken.has_gap, taken.leader_out);
        emit(round, FormationEvent::Stepped(taken));
        // **F-13** before **F-14** (FT-6).
        if had_gap && has_gap {
            return split(round, &column, &tasks, BreakCause::Gap);
        }
        match leader_out.filter(|_| was_out) {
            Some(LeaderOut::OutOfRange(_)) => return split(round, &column, &tasks, BreakCause::Leader),
            Some(LeaderOut::IsDown) => return split(round, &column, &tasks, BreakCause::LeaderDown),
            None => (had_gap, was_out) = (has_gap, leader_out.is_some()),
        }
    }
}

/// **F-16, F-17** The parts that may go on do so, one after the other.
fn split(round: &mut Round<'_>, column: &Column, tasks: &VecDeque<Task>, why: BreakCause) {
    for id in break_up(round, column.id, why) {
        let Some(part) = round.battle.formation(id).cloned() else { continue };
        let left = |(unit, whole): Purse| {
            let known = column.purses.iter().find(|it| it.0 == unit);
            known.copied().unwrap_or((unit, whole))
        };
        let purses = purses(round, &part).into_iter().map(left).collect();
        go_on(round, Column { id, purses, number: column.number }, tasks.clone());
    }
}

/// Where everybody wants to step; `None` where the map ends.
fn wanted(battle: &Battle, formation: &Formation, column: &Column, task: &Task) -> Vec<Intent> {
    let goers = column.purses.iter().map(|it| it.0);
    match task {
        Task::Step(FormationStep { kind: StepKind::March(way), hold }) => {
            let step = |it: UnitId| (it, battle.unit(it).at.step(*way));
            goers.filter(|it| !hold.contains(it)).map(step).collect()
        }
        Task::Step(_) => Vec::new(),
        Task::Arc { places, hold } => {
            let turns = |it: &&Intent| formation.members.contains(&it.0) && !hold.contains(&it.0);
            let step = |&(unit, to): &Intent| match to {
                Some(to) => toward(battle, unit, to),
                None => Some((unit, None)),
            };
            places.iter().filter(turns).filter_map(step).collect()
        }
    }
}

/// The step that brings a unit to its place, or nearer to it if it has fallen behind.
fn toward(battle: &Battle, unit: UnitId, to: Tile) -> Option<Intent> {
    let here = battle.unit(unit).at;
    let steps = Direction::ALL.into_iter().filter_map(|it| here.step(it));
    let nearer = steps.filter(|it| it.steps_to(to) < here.steps_to(to)).min_by_key(|it| (it.steps_to(to), *it));
    nearer.map(|it| (unit, Some(it)))
}
