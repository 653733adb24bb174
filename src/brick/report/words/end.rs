//! Sentences about morale, objectives and the end.

use crate::brick::battle::{Arrival, Battle, Departure, TeamId, Who};
use crate::brick::report::words::{team_name, unit, who};
use crate::diagnostic::possessive;
use crate::field::{GoalKind, ObjectiveId, Outcome, SquadId};
use crate::page::words::{count, full_stop};
use crate::page::{Rich, say};

/// **BX-25**
pub(super) fn morale(out: &mut Rich, battle: &Battle, id: Who, passed: bool) {
    who(out, battle, id);
    if passed {
        return out.push(" kept its nerve.");
    }
    out.push(" lost its nerve: ");
    out.bold("broken up");
    out.push(".");
}

/// What the players read as something happens that the scenario held ready.
pub(super) fn announced(out: &mut Rich, battle: &Battle, entry: u8) {
    if let Some(text) = &battle.setup().schedule[usize::from(entry)].text {
        full_stop(out, text);
    }
}

/// `Lifeboat came to C3: Lifeboat 1 and Lifeboat 2.`
pub(super) fn arrived(out: &mut Rich, battle: &Battle, it: &Arrival) {
    who(out, battle, Who::Squad(it.squad));
    say!(out, " came to {}: ", it.plate.rect.at);
    out.list(&it.places, |out, (id, _)| unit(out, battle, *id));
    out.push(".");
}

/// No room for a squad out of reserve.
pub(super) fn arrival_delayed(out: &mut Rich, battle: &Battle, squad: SquadId) {
    who(out, battle, Who::Squad(squad));
    out.push(" found no room to arrive, and waits.");
}

/// CON was counted at an objective.
pub(super) fn counted(
    out: &mut Rich,
    battle: &Battle,
    objective: ObjectiveId,
    control: &[u16],
    owner: Option<TeamId>,
    contested: bool,
) {
    let place = usize::from(objective.0);
    let it = &battle.setup().objectives[place];
    let before = battle.objective(place).owner;
    say!(out, "{} ({}): CON ", it.name, it.at);
    let present: Vec<(TeamId, u16)> =
        battle.setup().team_ids().zip(control.iter().copied()).filter(|it| 0 < it.1).collect();
    if present.is_empty() {
        out.push("of nobody");
    }
    out.list(&present, |out, (team, control)| say!(out, "{} {control}", team_name(battle, *team)));
    out.push(": ");
    match owner.map(|it| team_name(battle, it)) {
        _ if contested => {
            out.bold("contested");
            match owner {
                Some(team) => say!(out, ", it stays {} but nobody holds it.", possessive(team_name(battle, team))),
                None => out.push(", it stays nobody's."),
            }
        }
        None => out.push("nobody has it."),
        Some(name) if owner == before => say!(out, "{name} kept it."),
        Some(name) => {
            out.marked(crate::page::Style::Bold, |out| say!(out, "{name} took it"));
            out.push(", from the next round on.");
        }
    }
}

/// Points for what is held.
pub(super) fn scored(out: &mut Rich, battle: &Battle, team: TeamId, points: u32) {
    say!(out, "{} scored ", team_name(battle, team));
    count(out, points as usize, "point", "points");
    say!(out, ", {} in all.", battle.score(team).saturating_add(points));
}

/// A goal was met.
pub(super) fn goal_met(out: &mut Rich, battle: &Battle, goal: u8) {
    let it = &battle.setup().goals[usize::from(goal)];
    out.bold(match it.kind {
        GoalKind::Main => "Goal met: ",
        GoalKind::Bonus => "Bonus goal met: ",
        GoalKind::Failure => "It has come to this: ",
    });
    full_stop(out, &it.text);
}

/// The battle is over.
pub(super) fn ended(out: &mut Rich, outcome: Outcome, departure: Option<Departure>) {
    out.bold(outcome.name());
    out.push(match (outcome, departure) {
        (Outcome::Victory, None) => ": the battle is won.",
        (Outcome::Victory, Some(_)) => ": the goals are met and the players leave the field.",
        (Outcome::Defeat, _) => ": the battle is lost.",
        (Outcome::TimeUp, _) => ": the last round is over, with goals open.",
        (Outcome::TappedOut, _) => ": the players leave the field with goals open.",
    });
}
