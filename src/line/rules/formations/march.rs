//! F-20, F-17: how formations march Step by Step, and then their parts.

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
use crate::line::rules::formations::step::{Intent, MarchState, StepsLeft, step_trouble, steps_left_of, take};
use crate::line::rules::formations::wheel::wheel_steps;
use crate::line::rules::movement::allowance::allowance_of;

/// The march that a squad's formations are ordered to make.
#[derive(Clone, Copy, Debug)]
pub(crate) enum MarchOrder<'a> {
    Steps(&'a [FormationStep]),
    Route(&'a Route),
}

/// **F-20** Lets the formations of a squad march. Returns whether it has any and isn't frenzied. **F-1** Abilities
/// that wait for the end of a squad's move are triggered once, after the whole march: nothing reacts to a single
/// member.
pub(crate) fn march(round: &mut Round<'_>, squad: SquadId, order: MarchOrder<'_>) -> bool {
    let before = round.events.len();
    let has_formations = take_steps(round, squad, order);
    for squad in moved_since(round, before) {
        round.trigger(Trigger::EndsMove, squad);
    }
    has_formations
}

/// **F-20** As [`march`], without triggers at the end. Returns whether the squad has formations and isn't frenzied.
pub(crate) fn take_steps(round: &mut Round<'_>, squad: SquadId, order: MarchOrder<'_>) -> bool {
    let formations: Vec<Formation> = round.battle.formations_of(squad).cloned().collect();
    if formations.is_empty() || round.battle.is_squad_frenzied(squad) {
        return false;
    }
    let before = round.events.len();
    for it in &formations {
        set_out(round, it.id, order);
    }
    let is_loose = |unit: UnitId| formations.iter().all(|it| !it.members.contains(&unit) && it.leader != Some(unit));
    if !moved_since(round, before).is_empty() && round.battle.standing(squad).any(is_loose) {
        round.emit(Event::Stayed { squad, why: Stay::OthersMarch });
    }
    true
}

/// The squads with a unit that has taken a step since this event.
fn moved_since(round: &Round<'_>, event: usize) -> BTreeSet<SquadId> {
    let steps = round.events[event..].iter().filter_map(Event::step).flat_map(|it| &it.steps);
    steps.map(|it| round.battle.unit(it.unit).squad).collect()
}

/// One part of a march that is still to be done.
#[derive(Clone, Debug)]
enum Task {
    /// A Step as ordered.
    Step(FormationStep),
    /// **F-24** One Step of a wheel, with the place of each member after it.
    WheelStep { places: Vec<Intent>, hold: Vec<UnitId> },
}

fn set_out(round: &mut Round<'_>, id: FormationId, order: MarchOrder<'_>) {
    let Some(formation) = round.battle.formation(id).cloned() else { return };
    let steps_left = steps_left(round, &formation);
    let step = |way: Direction| Task::Step(FormationStep { kind: StepKind::March(way), hold: Vec::new() });
    let tasks = match (standstill(&round.battle, &formation, &steps_left), order) {
        (Some(why), _) => Err(why),
        (None, MarchOrder::Steps(steps)) => Ok(steps.iter().cloned().map(Task::Step).collect()),
        (None, MarchOrder::Route(route)) => {
            let found = way_of(round, &formation, route);
            found.map(|(_, way)| way.steps.into_iter().map(step).collect())
        }
    };
    match tasks {
        Ok(tasks) => go_on(round, MarchState { id, steps_left, number: 0 }, tasks),
        Err(why) => emit(round, FormationEvent::StoodStill { formation: id, why }),
    }
}

fn standstill(battle: &Battle, formation: &Formation, steps_left: &[StepsLeft]) -> Option<Standstill> {
    if formation.has_moved {
        Some(Standstill::MovedAlready)
    } else if formation.members.iter().any(|it| battle.is_engaged(*it)) {
        Some(Standstill::Engaged)
    } else if !formation.members.iter().any(|it| may_move(battle, steps_left, *it)) {
        Some(Standstill::NobodyMayMove)
    } else {
        None
    }
}

fn may_move(battle: &Battle, steps_left: &[StepsLeft], unit: UnitId) -> bool {
    step_trouble(battle, unit).is_none() && 0 < steps_left_of(steps_left, unit)
}

/// What each unit that moves with the formation can pay: its members, and a leader from outside.
fn steps_left(round: &Round<'_>, formation: &Formation) -> Vec<StepsLeft> {
    let outside = formation.leader.filter(|it| goes_along(round, formation, *it));
    let goers = formation.members.iter().copied().chain(outside);
    goers.map(|it| (it, allowance_of(&round.battle, round.orders, it).steps)).collect()
}

/// **FT-2** Whether a leader who is no member takes the Steps too. He does if he stands, unless he is engaged or in
/// another formation, or his squad has a movement order of its own and no unit in this formation.
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

/// The unit that is to reach the goal of a route, which is a leader who is a member or else the first that can move,
/// and the way of the formation.
fn way_of(round: &Round<'_>, formation: &Formation, route: &Route) -> Result<(UnitId, Way), Standstill> {
    let (battle, steps_left) = (&round.battle, steps_left(round, formation));
    let movers: Vec<UnitId> =
        steps_left.iter().map(|it| it.0).filter(|it| may_move(battle, &steps_left, *it)).collect();
    let leader = formation.leader.filter(|it| formation.members.contains(it) && movers.contains(it));
    let guide = leader.or(movers.first().copied()).ok_or(Standstill::NobodyMayMove)?;
    let budget = movers.iter().map(|it| steps_left_of(&steps_left, *it)).min().unwrap_or(0);
    Ok((guide, way(round.rules, battle, &Body { movers: &movers, guide, budget }, route)?))
}

/// The unit of a squad's first formation that is to reach the goal of a route, and why it gets less far, if it does;
/// `None` if the formation would stay.
pub(crate) fn guide(round: &Round<'_>, squad: SquadId, route: &Route) -> Option<(UnitId, Option<CutShort>)> {
    let formation = round.battle.formations_of(squad).next()?;
    let (guide, way) = way_of(round, formation, route).ok()?;
    Some((guide, way.cut_short))
}

/// **F-20** Takes Step after Step, until all are taken, nobody can move any more, or the formation breaks up. **F-17**
/// Then its parts go on one after the other, each with the movement that it had left.
fn go_on(round: &mut Round<'_>, mut state: MarchState, mut tasks: VecDeque<Task>) {
    let Some(formation) = round.battle.formation(state.id).cloned() else { return };
    let mut had_gap = has_gap(&round.battle, &formation);
    let mut was_out = out_of_range(&round.battle, &formation).is_some();
    while let Some(task) = tasks.pop_front() {
        let is_spent = !formation.members.iter().any(|it| may_move(&round.battle, &state.steps_left, *it));
        if STEPS_MAX <= state.number || is_spent {
            return;
        }
        if let Task::Step(FormationStep { kind: StepKind::Wheel { turning, pivot }, hold }) = &task {
            for places in wheel_steps(&round.battle, &formation.members, *turning, *pivot).into_iter().rev() {
                tasks.push_front(Task::WheelStep { places, hold: hold.clone() });
            }
            continue;
        }
        state.number += 1;
        let wanted = wanted(&round.battle, &formation, &state, &task);
        let taken = take(round, &formation, &state, &wanted);
        state.steps_left.clone_from(&taken.left);
        let (has_gap, leader_out) = (taken.has_gap, taken.leader_out);
        emit(round, FormationEvent::Stepped(taken));
        // **F-13** before **F-14** (FT-6).
        if had_gap && has_gap {
            return split(round, &state, &tasks, BreakCause::Gap);
        }
        match leader_out.filter(|_| was_out) {
            Some(LeaderOut::OutOfRange(_)) => return split(round, &state, &tasks, BreakCause::Leader),
            Some(LeaderOut::IsDown) => return split(round, &state, &tasks, BreakCause::LeaderDown),
            None => (had_gap, was_out) = (has_gap, leader_out.is_some()),
        }
    }
}

/// **F-16, F-17** Breaks a formation up and lets its parts march on, one after the other.
fn split(round: &mut Round<'_>, state: &MarchState, tasks: &VecDeque<Task>, why: BreakCause) {
    for id in break_up(round, state.id, why) {
        let Some(part) = round.battle.formation(id).cloned() else { continue };
        let left = |(unit, whole): StepsLeft| {
            let known = state.steps_left.iter().find(|it| it.0 == unit);
            known.copied().unwrap_or((unit, whole))
        };
        let steps_left = steps_left(round, &part).into_iter().map(left).collect();
        go_on(round, MarchState { id, steps_left, number: state.number }, tasks.clone());
    }
}

/// Where each unit is to step; `None` off the map.
fn wanted(battle: &Battle, formation: &Formation, state: &MarchState, task: &Task) -> Vec<Intent> {
    let goers = state.steps_left.iter().map(|it| it.0);
    match task {
        Task::Step(FormationStep { kind: StepKind::March(way), hold }) => {
            let step = |it: UnitId| (it, battle.unit(it).at.step(*way));
            goers.filter(|it| !hold.contains(it)).map(step).collect()
        }
        Task::Step(_) => Vec::new(),
        Task::WheelStep { places, hold } => {
            let turns = |it: &&Intent| formation.members.contains(&it.0) && !hold.contains(&it.0);
            let step = |&(unit, to): &Intent| match to {
                Some(to) => toward(battle, unit, to),
                None => Some((unit, None)),
            };
            places.iter().filter(turns).filter_map(step).collect()
        }
    }
}

/// The step that brings a unit to its place, or nearer to it if it has fallen behind. `None` if it is there.
fn toward(battle: &Battle, unit: UnitId, to: Tile) -> Option<Intent> {
    let here = battle.unit(unit).at;
    let steps = Direction::ALL.into_iter().filter_map(|it| here.step(it));
    let nearer = steps.filter(|it| it.steps_to(to) < here.steps_to(to)).min_by_key(|it| (it.steps_to(to), *it));
    nearer.map(|it| (unit, Some(it)))
}
