//! O-2: how far goals and conditions are met.

use crate::field::{Area, Footprint, GoalKind, UnitId};
use crate::line::battle::{Battle, Condition, Event, Phase, Subject, UnitState};
use crate::line::rules::Round;

/// **O-2** How far a condition is met: `done` out of `of`, and whether it is met now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    pub done: u32,
    pub of: u32,
    pub is_met: bool,
}

/// **O-2** Emits which goals are met, or no longer met, at the end of a round. A failure that has come true stays so
/// (O-4).
pub(super) fn check(round: &mut Round<'_>) {
    for goal in 0..round.battle.setup().goals.len() {
        check_parts(round, goal);
        let is_met = goal_progress(&round.battle, goal).is_met;
        let is_failure = round.battle.setup().goals[goal].kind == GoalKind::Failure;
        match (is_met, round.battle.goal_met(goal)) {
            (true, None) => round.emit(Event::GoalMet { goal: goal as u8 }),
            (false, Some(_)) if !is_failure => round.emit(Event::GoalUndone { goal: goal as u8 }),
            _ => (),
        }
    }
}

/// **O-2** Emits which parts of a goal come true for good now, if the goal is made of several conditions.
fn check_parts(round: &mut Round<'_>, goal: usize) {
    let battle = &round.battle;
    let when = &battle.setup().goals[goal].when;
    let parts = parts(when, false);
    if matches!(parts[..], [(only, _)] if std::ptr::eq(only, when)) {
        return;
    }
    let comes_true = |(part, (it, _)): &(u8, (&Condition, bool))| {
        it.is_for_good() && !battle.part_met(goal as u8, *part) && progress(battle, it).is_met
    };
    let new: Vec<u8> = (0_u8..).zip(parts).filter(comes_true).map(|it| it.0).collect();
    for part in new {
        round.emit(Event::GoalPartMet { goal: goal as u8, part });
    }
}

/// The simple conditions that a condition is made of, in their order, each with whether it must not be met. A simple
/// condition is its own only part.
fn parts(condition: &Condition, is_denied: bool) -> Vec<(&Condition, bool)> {
    match condition {
        Condition::All(parts) | Condition::Any(parts) => {
            parts.iter().flat_map(|it| self::parts(it, is_denied)).collect()
        }
        Condition::Not(part) => self::parts(part, !is_denied),
        _ => vec![(condition, is_denied)],
    }
}

/// **O-2** Whether a goal asks that one of its parts is not met.
pub fn is_denied(battle: &Battle, goal: u8, part: u8) -> bool {
    let parts = parts(&battle.setup().goals[usize::from(goal)].when, false);
    parts.get(usize::from(part)).is_some_and(|it| it.1)
}

/// **O-2** How far a goal is met. A part that can't be undone counts for good once it has come true.
pub fn goal_progress(battle: &Battle, goal: usize) -> Progress {
    progress_where(battle, &battle.setup().goals[goal].when, &mut done_for_good(battle, goal))
}

/// **O-2** How far each part of a goal is met, if it asks for all of several; empty for any other goal.
pub fn parts_progress(battle: &Battle, goal: usize) -> Vec<Progress> {
    let Condition::All(parts) = &battle.setup().goals[goal].when else { return Vec::new() };
    let mut is_done = done_for_good(battle, goal);
    parts.iter().map(|it| progress_where(battle, it, &mut is_done)).collect()
}

/// A function that says of each simple condition of a goal, in turn, whether it has come true for good. A loss that
/// must not happen never does, because units that are down may stand up again.
fn done_for_good(battle: &Battle, goal: usize) -> impl FnMut(&Condition) -> bool {
    let when = &battle.setup().goals[goal].when;
    let mut next = 0;
    move |it| {
        let part = next;
        next += 1;
        let may_stand_again = matches!(it, Condition::Lost { .. }) && is_denied(battle, goal as u8, part);
        it.is_for_good()
            && !may_stand_again
            && match std::ptr::eq(it, when) {
                true => battle.goal_met(goal).is_some(),
                false => battle.part_met(goal as u8, part),
            }
    }
}

/// **O-2** How far a condition is met in the current state alone.
pub fn progress(battle: &Battle, condition: &Condition) -> Progress {
    progress_where(battle, condition, &mut |_| false)
}

/// How far a condition is met, where `is_done` says of each simple condition in turn whether it has come true for good.
fn progress_where(battle: &Battle, condition: &Condition, is_done: &mut dyn FnMut(&Condition) -> bool) -> Progress {
    let mut met_among =
        |parts: &[Condition]| parts.iter().filter(|it| progress_where(battle, it, is_done).is_met).count() as u32;
    let (done, of) = match condition {
        Condition::All(parts) => (met_among(parts), parts.len() as u32),
        Condition::Any(parts) => (met_among(parts).min(1), 1),
        Condition::Not(part) => (1 - met_among(std::slice::from_ref(part)), 1),
        of_now => match is_done(of_now) {
            true => (u32::MAX, simple_progress(battle, of_now).1),
            false => simple_progress(battle, of_now),
        },
    };
    Progress { done: done.min(of), of, is_met: of <= done }
}

/// How far a simple condition is met, and out of how much.
fn simple_progress(battle: &Battle, condition: &Condition) -> (u32, u32) {
    match condition {
        Condition::All(_) | Condition::Any(_) | Condition::Not(_) => (0, 1),
        Condition::Reach { who, area, units } => (u32::from(inside(battle, *who, area)), u32::from(*units)),
        // A round counts as survived from its Morale phase on.
        Condition::Survive { round } => {
            let over = battle.round() - u16::from(battle.phase() != Phase::Morale);
            (u32::from(over), u32::from(*round))
        }
        Condition::Lost { who, percent } => lost(battle, *who, u32::from(*percent)),
        Condition::Hold { objective, by, rounds } => {
            let it = battle.objective(*objective);
            let held = if it.owner == Some(*by) { it.held_rounds } else { 0 };
            (u32::from(held), u32::from(*rounds))
        }
        Condition::Capture { objective, by } => {
            let it = battle.objective(*objective);
            (u32::from(it.owner == Some(*by) && !it.is_contested), 1)
        }
        Condition::Score { by, points } => (battle.score()[*by], *points),
    }
}

/// How many standing units of a subject are within an area.
fn inside(battle: &Battle, who: Subject, area: &Area) -> u16 {
    let at = Footprint { at: area.at, size: 1 };
    let is_inside =
        |it: &UnitId| battle.unit(*it).is_standing() && battle.footprint(*it).distance(at) <= u16::from(area.radius);
    units_of(battle, who).iter().filter(|it| is_inside(it)).count() as u16
}

/// How many units of a subject no longer stand, and how many `percent` of all its units are, at least 1. Reserves are
/// not lost.
fn lost(battle: &Battle, who: Subject, percent: u32) -> (u32, u32) {
    let units = units_of(battle, who);
    let is_lost = |it: &&UnitId| !matches!(battle.unit(**it).state, UnitState::Standing | UnitState::InReserve);
    let lost = units.iter().filter(is_lost).count() as u32;
    (lost, (percent * units.len() as u32).div_ceil(100).max(1))
}

/// **O-2** The units of a subject. For a squad these are its members now: a hero who has left it doesn't count, and one
/// who has joined it does.
fn units_of(battle: &Battle, who: Subject) -> Vec<UnitId> {
    match who {
        Subject::Unit(unit) => vec![unit],
        Subject::Squad(squad) => battle.squad(squad).members.clone(),
        Subject::Side(side) => {
            let squads = battle.setup().squad_ids().filter(|it| battle.side(*it) == side);
            squads.flat_map(|it| battle.squad(it).members.iter().copied()).collect()
        }
    }
}
