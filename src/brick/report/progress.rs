//! How far a goal has come.

use crate::brick::battle::{Battle, Phase, Rect, TeamId};
use crate::field::{Area, Condition, Subject, UnitId};
use crate::page::words::SoFar;

/// How far a goal has come.
pub(super) fn so_far(battle: &Battle, condition: &Condition<TeamId>) -> SoFar {
    let (done, of) = progress(battle, condition);
    let parts = match condition {
        Condition::All(parts) => parts.iter().map(|it| progress(battle, it)).collect(),
        _ => Vec::new(),
    };
    SoFar { done, of, parts }
}

/// So much is done, of so much.
fn progress(battle: &Battle, condition: &Condition<TeamId>) -> (u32, u32) {
    let (done, of) = match condition {
        Condition::All(parts) => (met_among(battle, parts), parts.len() as u32),
        Condition::Any(parts) => (met_among(battle, parts).min(1), 1),
        Condition::Not(part) => (u32::from(!is_met(battle, part)), 1),
        Condition::Reach { who, area, units } => (inside(battle, *who, area), u32::from(*units)),
        // While a round is open it isn't over.
        Condition::Survive { round } => {
            (u32::from(battle.round() - u16::from(battle.phase() != Phase::Morale)), u32::from(*round))
        }
        Condition::Lost { who, percent } => (lost_percent(battle, *who), u32::from(*percent)),
        Condition::Hold { objective, by, rounds } => {
            let it = battle.objective(usize::from(objective.0));
            (if it.owner == Some(*by) { u32::from(it.held_rounds) } else { 0 }, u32::from(*rounds))
        }
        Condition::Capture { objective, by } => {
            let it = battle.objective(usize::from(objective.0));
            (u32::from(it.owner == Some(*by) && !it.is_contested), 1)
        }
        Condition::Score { by, points } => (battle.score(*by), *points),
    };
    (done.min(of), of)
}

fn is_met(battle: &Battle, condition: &Condition<TeamId>) -> bool {
    let (done, of) = progress(battle, condition);
    of <= done
}

fn met_among(battle: &Battle, parts: &[Condition<TeamId>]) -> u32 {
    parts.iter().filter(|it| is_met(battle, it)).count() as u32
}

/// Standing units of a subject within an area.
fn inside(battle: &Battle, who: Subject<TeamId>, area: &Area) -> u32 {
    let is_inside = |it: &&UnitId| {
        battle.unit(**it).is_standing() && battle.unit_rect(**it).distance(Rect::one(area.at)) <= u16::from(area.radius)
    };
    subjects(battle, who).iter().filter(is_inside).count() as u32
}

/// How much of a subject no longer stands, of all it began with.
fn lost_percent(battle: &Battle, who: Subject<TeamId>) -> u32 {
    let units = subjects(battle, who);
    let lost = units.iter().filter(|it| !battle.unit(**it).is_standing()).count();
    (100 * lost).checked_div(units.len()).unwrap_or(0) as u32
}

/// Everybody that a condition speaks of, as the battle began.
fn subjects(battle: &Battle, who: Subject<TeamId>) -> Vec<UnitId> {
    let setup = battle.setup();
    match who {
        Subject::Unit(unit) => vec![unit],
        Subject::Squad(squad) => {
            setup.squads.get(usize::from(squad.0)).map(|it| it.members.clone()).unwrap_or_default()
        }
        Subject::Side(team) => setup.unit_ids().filter(|it| battle.team_of(*it) == Some(team)).collect(),
    }
}
