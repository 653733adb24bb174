//! The short of a round, which is read first, and what each squad has left.

use std::collections::BTreeSet;

use crate::brick::battle::{Battle, TeamId, Who};
use crate::brick::report::words;
use crate::brick::rules::{progress, winners};
use crate::brick::seam::who_of;
use crate::field::{Condition, Goal, ObjectiveId};
use crate::page::words::{self as page_words, Holding, SoFar};
use crate::page::{Known, Rich, Table, say};

/// The lines that are read on a phone.
pub(super) fn short(after: &Battle, known: &Known) -> Vec<Rich> {
    let standing = words::summary::standing(after, &holdings(after));
    let ended = after.outcome().map(|_| ended(after));
    page_words::short(standing, known, |it| after.name(who_of(it)), ended.as_deref(), after.round())
}

/// How the battle ended: for whom, where there are several teams of players.
pub(crate) fn ended(after: &Battle) -> String {
    let Some(outcome) = after.outcome() else { return String::new() };
    let winners = words::tale::winners(after, &winners(after, outcome));
    winners.unwrap_or_else(|| outcome.name().to_owned())
}

/// Who holds each objective.
pub(crate) fn holdings(after: &Battle) -> Vec<Holding<'_>> {
    let holding = |place: usize| {
        let (now, name) = (after.objective(place), after.setup().objectives[place].name.as_str());
        let owner = now.owner.map_or("nobody's".to_owned(), |it| format!("held by {}", words::team_name(after, it)));
        Holding {
            name,
            owner,
            is_contested: now.is_contested,
            held: now.held(ObjectiveId(place as u8), &after.setup().goals),
        }
    };
    (0..after.setup().objectives.len()).map(holding).collect()
}

/// Squads and lone units that were there before and of which nobody stands any more.
pub(super) fn gone(before: &Battle, after: &Battle) -> Vec<Who> {
    let falls = |it: &Who| before.members(*it).iter().all(|it| !after.unit(*it).is_standing());
    before.everybody().filter(|it| !after.is_there(*it)).filter(falls).collect()
}

/// Every goal, and how far it has come, or whether it was met in a battle that `is_over`.
pub(super) fn goals(after: &Battle, is_over: bool) -> Vec<Rich> {
    let goal = |(n, it): (usize, &Goal<TeamId>)| {
        let owner = it.team.map(|it| after.setup().team(it).name.as_str());
        let (done, of) = progress(after, &it.when);
        let parts = match &it.when {
            Condition::All(parts) => parts.iter().map(|it| progress(after, it)).collect(),
            _ => Vec::new(),
        };
        let (met, so_far) = (after.goal_met(n), SoFar { done, of, parts });
        page_words::goal(it, words::players(after), owner, met, &so_far, is_over)
    };
    after.setup().goals.iter().enumerate().map(goal).collect()
}

/// What everybody has left as a round closes: a row for each who is there, or was, or arrives as the next round
/// opens. The last cell has the policies that aren't as usual.
pub(super) fn squads(before: &Battle, closed: &Battle, after: &Battle) -> Table {
    let everybody: BTreeSet<Who> = closed.everybody().chain(after.everybody()).chain(gone(before, closed)).collect();
    let mut table = Table::new(&["squad", "standing", "place", "state", "policies"]);
    for team in after.setup().team_ids() {
        for id in everybody.iter().filter(|it| after.team(**it) == Some(team)) {
            let comes = after.is_there(*id) && !before.is_there(*id) && !closed.is_there(*id);
            row(&mut table, if comes { after } else { closed }, *id);
        }
    }
    table
}

fn row(table: &mut Table, after: &Battle, id: Who) {
    let members = after.members(id);
    table.cell(|out| say!(out, "{}", words::who(after, id)));
    table.cell(|out| {
        if matches!(id, Who::Squad(_)) && !members.is_empty() {
            page_words::standing_of(out, members.len(), starting(after, id, members.len()));
            say!(out, ": {}", words::units(after, &members));
        }
    });
    table.cell(|out| words::summary::place(out, after, id));
    table.cell(|out| words::summary::state(out, after, id));
    table.cell(|out| {
        if after.is_there(id) {
            words::policy::unusual(out, after, &after.policies(id));
        }
    });
}

/// How many somebody began with: the members of a squad in the scenario, or those that stand, if they are more.
pub(super) fn starting(battle: &Battle, id: Who, standing: usize) -> u16 {
    let began = match id {
        Who::Squad(squad) => battle.setup().squads.get(usize::from(squad.0)).map_or(0, |it| it.members.len()),
        Who::Unit(_) => 1,
    };
    began.max(standing) as u16
}
