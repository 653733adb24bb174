//! The report for programs, as lines of JSON.

use serde_json::{Value, json};

use crate::field::{SquadId, UnitId};
use crate::game::told::{self, named};
use crate::line::battle::{Battle, Event, Side, UnitState};
use crate::line::report::gather::part_after;
use crate::line::report::{why, words};
use crate::line::rules::Line;
use crate::page::Report;

/// A line that names everything by its id, then a line for each event: `events.jsonl`.
///
/// # Errors
///
/// If an event can't be written as JSON.
pub fn json_lines(before: &Battle, events: &[Event], report: &Report) -> Result<String, serde_json::Error> {
    let setup = before.setup();
    // Squads that are still in reserve when the round is over aren't named.
    let names = |after: &Battle| {
        let squads = || setup.squad_ids().filter(|it| !after.squad(*it).in_reserve);
        json!({
            "battle": setup.title,
            "round": before.round(),
            "squads": squads().map(|id| squad(before, id)).collect::<Vec<_>>(),
            "units": squads().flat_map(|id| &before.squad(id).members).map(|id| unit(before, *id)).collect::<Vec<_>>(),
            "weapons": named(setup.weapons.iter().map(|it| &it.name)),
            "abilities": named(setup.abilities.iter().map(|it| &it.name)),
            "casters": named(setup.casters.iter().map(|it| &it.name)),
            "objectives": named(setup.objectives.iter().map(|it| &it.name)),
            "goals": named(setup.goals.iter().map(|it| &it.text)),
            "terrain": named(setup.board.kinds().iter().map(|it| &it.name)),
        })
    };
    told::json_lines::<Line>(before, events, report, names, part_after, |battle, event, is_told| {
        // A delayed arrival that the report leaves out is a secret of the enemy.
        let is_hidden = matches!(event, Event::ArrivalDelayed { .. }) && !is_told;
        let text = if is_hidden { String::new() } else { words::sentence(battle, &[event]).text().to_owned() };
        (text, why::rule_of(event))
    })
}

fn squad(before: &Battle, id: SquadId) -> Value {
    let it = before.setup().squad(id);
    json!({ "id": id, "key": it.key, "name": it.name, "side": it.side, "broken": before.squad(id).is_broken })
}

/// A unit as it was when the round closed.
fn unit(before: &Battle, id: UnitId) -> Value {
    let it = before.unit(id);
    json!({
        "id": id, "name": before.setup().unit(id).name, "profile": before.profile(id).name,
        "squad": it.squad, "state": state(before, id), "at": it.at, "hp": it.hp,
    })
}

/// **X-1** The state of a unit. Once a battle is over, the players' fallen are dead or wounded.
fn state(battle: &Battle, id: UnitId) -> Value {
    let it = battle.unit(id);
    let is_cared_for = battle.outcome().is_some() && battle.setup().squad(it.squad).side == Side::Players;
    match it.state {
        UnitState::Downed | UnitState::Abandoned if is_cared_for => "wounded".into(),
        UnitState::Killed if is_cared_for => "dead".into(),
        state => json!(state),
    }
}
