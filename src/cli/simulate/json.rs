//! What many battles came to, for programs.

use serde_json::{Value, json};

use crate::cli::simulate::{Results, words};
use crate::line::battle::{BySide, Setup};
use crate::line::commander::{Card, first_shot, wilson};
use crate::store::Hash;

/// Everything that is counted, and the shares that are told to people with their intervals.
pub(super) fn of(it: &Results<'_>) -> Value {
    let (won, of) = first_shot(&it.written, &it.exchanged);
    json!({
        "battle": it.setup.title,
        "battles": it.written.battles,
        "seed": Hash(it.seed.reveal()).to_string(),
        "commanders": { "players": it.levels.players, "enemy": it.levels.enemy },
        "as_written": card(it.setup, &it.written),
        "parts_exchanged": outcomes(&it.exchanged),
        "first_shot_wins": share(won, of),
    })
}

fn card(setup: &Setup, it: &Card) -> Value {
    let squads = setup.squads.iter().zip(&it.squads).filter(|(about, _)| !about.members.is_empty());
    let squad = |(about, it): (&crate::line::battle::SquadSetup, &crate::line::commander::SquadCard)| {
        json!({
            "id": about.key, "name": about.name, "side": words::side(about.side), "units": it.units, "lost": it.lost,
            "battles_on_the_map": it.came, "battles_active": it.acted, "battles_annihilated": it.gone,
        })
    };
    let by_side = |it: BySide<u64>| json!({ "players": it.players, "enemy": it.enemy });
    let objective = |(about, it): (&crate::line::battle::ObjectiveSetup, &crate::line::commander::ObjectiveCard)| {
        json!({
            "id": about.key, "name": about.name, "rounds_held": by_side(it.held), "times_taken": by_side(it.taken),
            "battles_taken": by_side(it.taken_in),
        })
    };
    let goal = |(about, met): (&crate::line::battle::Goal, &u64)| json!({ "text": about.text, "kind": about.kind, "battles_met": met });
    let mut all = outcomes(it);
    if let Value::Object(all) = &mut all {
        all.insert("battles_by_rounds".to_owned(), json!(it.by_rounds));
        all.insert("rounds".to_owned(), json!(it.rounds()));
        all.insert("dead_rounds".to_owned(), json!(it.dead_rounds));
        all.insert("squads".to_owned(), squads.map(squad).collect());
        all.insert("objectives".to_owned(), setup.objectives.iter().zip(&it.objectives).map(objective).collect());
        all.insert("goals".to_owned(), setup.goals.iter().zip(&it.goals).map(goal).collect());
    }
    all
}

fn outcomes(it: &Card) -> Value {
    json!({
        "players_win": share(2 * it.victories, it.battles),
        "enemy_wins": share(2 * it.defeats, it.battles),
        "time_is_up": share(2 * it.times_up, it.battles),
        "no_end": share(2 * it.unended, it.battles),
    })
}

/// A share from 0 to 1 with its 95 % confidence interval, rounded to six digits.
fn share(twice: u64, of: u64) -> Value {
    let round = |it: f64| (it * 1e6).round() / 1e6;
    let (share, low, high) = wilson(twice, of);
    json!({ "share": round(share), "low": round(low), "high": round(high) })
}
