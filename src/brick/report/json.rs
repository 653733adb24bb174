//! The report for programs: an object a line.

use serde_json::{Value, json};

use crate::brick::battle::{Battle, Event, Who};
use crate::brick::report::gather::part_after;
use crate::brick::report::{why, words};
use crate::brick::rules::Brick;
use crate::field::{SquadId, UnitId};
use crate::game::told::{self, named};
use crate::page::Report;

/// A line that names everything by its id, then a line for each event: `events.jsonl`.
///
/// # Errors
///
/// If an event can't be written as JSON.
pub fn json_lines(before: &Battle, events: &[Event], report: &Report) -> Result<String, serde_json::Error> {
    let names = |after: &Battle| names(before, after);
    told::json_lines::<Brick>(before, events, report, names, part_after, |battle, event, _| {
        (words::sentence(battle, event).text().to_owned(), why::rule_of(battle, event))
    })
}

/// What the numbers in events stand for; squads that the round made are among them.
fn names(before: &Battle, after: &Battle) -> Value {
    let setup = before.setup();
    let squads = (0..after.squad_count()).map(|it| SquadId(it as u16));
    let squad = |id| json!({ "id": id, "name": after.name(Who::Squad(id)), "team": after.team(Who::Squad(id)) });
    json!({
        "battle": setup.title,
        "round": before.round(),
        "teams": named(setup.teams.iter().map(|it| &it.name)),
        "squads": squads.map(squad).collect::<Vec<_>>(),
        "units": setup.unit_ids().map(|id| unit(before, id)).collect::<Vec<_>>(),
        "weapons": named(setup.weapons.iter().map(|it| &it.name)),
        "items": before.item_ids().map(|id| json!({ "id": id, "weapon": before.item(id).weapon })).collect::<Vec<_>>(),
        "objectives": named(setup.objectives.iter().map(|it| &it.name)),
        "goals": named(setup.goals.iter().map(|it| &it.text)),
        "terrain": named(setup.board.kinds().iter().map(|it| &it.name)),
    })
}

/// A unit, and how it was as the round closed.
fn unit(before: &Battle, id: UnitId) -> Value {
    let it = before.unit(id);
    json!({
        "id": id, "name": before.setup().unit(id).name, "profile": before.profile(id).name, "team": before.team_of(id),
        "squad": it.squad, "state": it.state, "at": it.at, "hp": it.hp,
    })
}
