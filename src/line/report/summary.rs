//! The short form of a round: what is read first, and what each squad has left.

use crate::field::{GoalKind, ObjectiveId, Outcome, SquadId};
use crate::line::battle::{Battle, Goal, Side};
use crate::line::report::fates;
use crate::line::report::words::{summary as words, whose};
use crate::line::rules::preview::{Progress, goal_progress, parts_progress};
use crate::page::words::{self as page_words, Holding, Players, SoFar};
use crate::page::{Known, Rich, Table, say};

/// The lines to read on a phone. **O-3** The line about what is owed next also says that the players may leave.
pub(super) fn short(after: &Battle, known: &Known, is_of_round: bool) -> Vec<Rich> {
    let is_open = |n: &usize| {
        after.setup().goals[*n].kind == GoalKind::Main && after.goal_met(*n).is_none() && after.outcome().is_none()
    };
    // Somebody who only looks how things stand reads about the goals right below.
    let open = (0..after.setup().goals.len()).filter(|it| is_of_round && is_open(it));
    let missing = open.flat_map(|n| page_words::missing(&after.setup().goals[n], &so_far(after, n)));
    let standing = standing(after, &missing.collect::<Vec<_>>());
    let name = |squad| after.setup().squad(squad).name.as_str();
    let mut lines = page_words::short(standing, known, name, after.outcome().map(Outcome::name), after.round());
    if let Some(next) = lines.last_mut().filter(|_| after.is_won() && after.outcome().is_none()) {
        say!(next, " {}", page_words::MAY_END);
    }
    lines
}

/// Who holds each objective, what the goals still need, how many stand of the squads that have come, and the points.
fn standing(after: &Battle, goals: &[String]) -> Rich {
    let holding = |id: ObjectiveId| {
        let now = after.objective(id);
        let (name, owner) = (after.setup().objective(id).name.as_str(), whose(now.owner).to_owned());
        Holding { name, owner, is_contested: now.is_contested, held: now.held(id, &after.setup().goals) }
    };
    let side = |(who, side): (&'static str, Side)| {
        let came = |it: &SquadId| after.side(*it) == side && !after.squad(*it).in_reserve;
        let squads = || after.setup().squad_ids().filter(came);
        let starting = squads().map(|it| usize::from(after.squad(it).starting)).sum();
        (who, [squads().map(|it| after.standing(it).count()).sum(), starting], after.score()[side])
    };
    let holdings: Vec<Holding> = after.setup().objective_ids().map(holding).collect();
    page_words::standing(&holdings, goals, &[("you", Side::Players), ("enemy", Side::Enemy)].map(side))
}

/// **O-2** Every goal, and how far it has come, or whether it was met in a battle that `is_over`.
pub(super) fn goals(after: &Battle, is_over: bool) -> Vec<Rich> {
    let goal = |(n, it): (usize, &Goal)| {
        page_words::goal(it, Players::Together, None, after.goal_met(n), &so_far(after, n), is_over)
    };
    after.setup().goals.iter().enumerate().map(goal).collect()
}

fn so_far(after: &Battle, goal: usize) -> SoFar {
    let Progress { done, of, .. } = goal_progress(after, goal);
    SoFar { done, of, parts: parts_progress(after, goal).iter().map(|it| (it.done, it.of)).collect() }
}

/// What each squad has left: a row for each that has ever been on the map. `closed` is the battle as the round closed,
/// and says whether a squad has shot.
pub(super) fn squads(closed: &Battle, after: &Battle) -> Table {
    let mut table = Table::new(&["squad", "standing", "down", "place", "state"]);
    for id in Side::ALL.into_iter().flat_map(|side| squads_of(after, side)) {
        table.cell(|out| words::row_name(out, after, id));
        table.cell(|out| page_words::standing_of(out, after.standing(id).count(), after.squad(id).starting));
        table.cell(|out| words::down(out, fates::count_fallen(after, id, &[])));
        let place = after.leader(id).map(|it| after.unit(it).at);
        table.cell(|out| place.iter().for_each(|it| say!(out, "{it}")));
        table.cell(|out| words::state(out, after, id, closed.squad(id).has_shot));
    }
    table
}

/// The squads of a side that have ever been on the map and have members.
pub(super) fn squads_of(battle: &Battle, side: Side) -> impl Iterator<Item = SquadId> {
    let came = |it: &SquadId| !battle.squad(*it).in_reserve && !battle.squad(*it).members.is_empty();
    battle.setup().squad_ids().filter(move |it| battle.side(*it) == side).filter(came)
}
