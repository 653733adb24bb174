//! O-2: what is asked of a battle, and how far it has come.

use crate::field::{Area, Footprint, GoalKind, UnitId};
use crate::line::battle::{Battle, Condition, Event, Phase, Subject, UnitState};
use crate::line::rules::Round;

/// **O-2** How far a condition has come: `done` of `of`, and whether it is met now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    pub done: u32,
    pub of: u32,
    pub is_met: bool,
}

/// **O-2** Goals that have come true, or are so no longer, as a round ends. A failure that has come true stays so (O-4).
pub(super) fn meet(round: &mut Round<'_>) {
    for goal in 0..round.battle.setup().goals.len() {
        meet_parts(round, goal);
        let is_met = goal_progress(&round.battle, goal).is_met;
        let is_failure = round.battle.setup().goals[goal].kind == GoalKind::Failure;
        match (is_met, round.battle.goal_met(goal)) {
            (true, None) => round.emit(Event::GoalMet { goal: goal as u8 }),
            (false, Some(_)) if !is_failure => round.emit(Event::GoalUndone { goal: goal as u8 }),
            _ => (),
        }
    }
}

/// **O-2** Of a goal that is put together from several conditions those that come true for good now.
fn meet_parts(round: &mut Round<'_>, goal: usize) {
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

/// The conditions that one is put together from, in the order in which they stand in it, each with whether it is asked not to
/// be so; itself, if it is put together from none.
fn parts(condition: &Condition, is_denied: bool) -> Vec<(&Condition, bool)> {
    match condition {
        Condition::All(parts) | Condition::Any(parts) => {
            parts.iter().flat_map(|it| self::parts(it, is_denied)).collect()
        }
        Condition::Not(part) => self::parts(part, !is_denied),
        _ => vec![(condition, is_denied)],
    }
}

/// **O-2** Whether a goal asks that one of its parts is not so.
pub fn is_denied(battle: &Battle, goal: u8, part: u8) -> bool {
    let parts = parts(&battle.setup().goals[usize::from(goal)].when, false);
    parts.get(usize::from(part)).is_some_and(|it| it.1)
}

/// **O-2** How far a goal has come: what of it can't be undone and has come true once counts for good.
pub fn goal_progress(battle: &Battle, goal: usize) -> Progress {
    ask(battle, &battle.setup().goals[goal].when, &mut done_for_good(battle, goal))
}

/// **O-2** The same of each of its parts, if all of several are asked for.
pub fn parts_progress(battle: &Battle, goal: usize) -> Vec<Progress> {
    let Condition::All(parts) = &battle.setup().goals[goal].when else { return Vec::new() };
    let mut is_done = done_for_good(battle, goal);
    parts.iter().map(|it| ask(battle, it, &mut is_done)).collect()
}

/// Asked of each of the conditions of a goal in turn: whether it has come true for good. Of those who are not to fall it never
/// has: somebody who is down may stand up again.
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

/// **O-2** How far a condition has come, as things stand.
pub fn progress(battle: &Battle, condition: &Condition) -> Progress {
    ask(battle, condition, &mut |_| false)
}

/// The same, where `is_done` says of each of the parts in turn whether it has come true for good.
fn ask(battle: &Battle, condition: &Condition, is_done: &mut dyn FnMut(&Condition) -> bool) -> Progress {
    let mut met_among = |parts: &[Condition]| parts.iter().filter(|it| ask(battle, it, is_done).is_met).count() as u32;
    let (done, of) = match condition {
        Condition::All(parts) => (met_among(parts), parts.len() as u32),
        Condition::Any(parts) => (met_among(parts).min(1), 1),
        Condition::Not(part) => (1 - met_among(std::slice::from_ref(part)), 1),
        of_now => match is_done(of_now) {
            true => (u32::MAX, how_far(battle, of_now).1),
            false => how_far(battle, of_now),
        },
    };
    Progress { done: done.min(of), of, is_met: of <= done }
}

/// How far a condition has come that isn't put together from others, of how much.
fn how_far(battle: &Battle, condition: &Condition) -> (u32, u32) {
    match condition {
        Condition::All(_) | Condition::Any(_) | Condition::Not(_) => (0, 1),
        Condition::Reach { who, area, units } => (u32::from(inside(battle, *who, area)), u32::from(*units)),
        // While a round is open it isn't over; it is once morale has been seen to.
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

/// Standing units of a subject within an area.
fn inside(battle: &Battle, who: Subject, area: &Area) -> u16 {
    let at = Footprint { at: area.at, size: 1 };
    let is_inside =
        |it: &UnitId| battle.unit(*it).is_standing() && battle.footprint(*it).distance(at) <= u16::from(area.radius);
    units_of(battle, who).iter().filter(|it| is_inside(it)).count() as u16
}

/// How many of a subject no longer stand, and how many that would be of this share of all who belong to it; reserves are
/// not lost.
fn lost(battle: &Battle, who: Subject, percent: u32) -> (u32, u32) {
    let units = units_of(battle, who);
    let is_lost = |it: &&UnitId| !matches!(battle.unit(**it).state, UnitState::Standing | UnitState::InReserve);
    let lost = units.iter().filter(is_lost).count() as u32;
    (lost, (percent * units.len() as u32).div_ceil(100).max(1))
}

/// **O-2** A squad is the men on its roster now: who has left it doesn't count, who has joined it does.
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
