//! The results of many battles, for programs.

use serde_json::{Map, Value, json};

use crate::field::SquadId;
use crate::game::{GoalStanding, ObjectiveStanding, SquadStanding};
use crate::trial::card::{Card, GoingFirst, ObjectiveCard, wilson};
use crate::trial::conduct::Conduct;
use crate::trial::fairness::Fairness;
use crate::trial::labels::Labels;
use crate::trial::table::digits;
use crate::trial::words::key;

impl Fairness {
    /// Every count, and the shares that people see, with their intervals.
    pub fn json(&self) -> Value {
        let GoingFirst { first, last, of } = GoingFirst::of(&self.labels, &self.written, &self.exchanged);
        let outcomes = |it: &Card| outcomes(&self.labels, it);
        let mut all = json!({
            "battle": self.labels.title,
            "battles": self.written.battles,
            "seed": digits(&self.seed),
            "commanders": { "players": self.levels.players, "enemy": self.levels.enemy },
            "as_written": card(&self.labels, &self.written),
            "parts_exchanged": outcomes(&self.exchanged),
            "first_shot_wins": share(first, of),
            "players_led_by_green": self.newcomers.as_ref().map(outcomes),
            "conduct": conduct(&self.labels, &self.conduct),
        });
        if let Some(last) = last {
            all["last_shot_wins"] = share(last, of);
        }
        all
    }
}

fn card(labels: &Labels, it: &Card) -> Value {
    let squad = |(squad, about): (SquadId, &SquadStanding)| {
        let it = it.squads[usize::from(squad.0)];
        json!({
            "id": about.key, "name": about.name, "side": key(&labels.parties[usize::from(about.party.0)]),
            "units": it.units, "lost": it.lost,
            "battles_on_the_map": it.came, "battles_active": it.acted, "battles_annihilated": it.gone,
        })
    };
    let objective = |(about, it): (&ObjectiveStanding, &ObjectiveCard)| {
        json!({
            "id": about.key, "name": about.name, "rounds_held": by_party(labels, &it.held), "times_taken": by_party(labels, &it.taken),
            "battles_taken": by_party(labels, &it.taken_in),
        })
    };
    let goal = |(about, met): (&GoalStanding, &u64)| {
        let side = about.party.map(|it| key(labels.party(it)));
        json!({ "text": about.text, "kind": about.kind, "side": side, "battles_met": met })
    };
    let mut all = outcomes(labels, it);
    all["battles_by_rounds"] = json!(it.by_rounds);
    all["rounds"] = json!(it.rounds());
    all["dead_rounds"] = json!(it.dead_rounds);
    all["squads"] = labels.manned().map(squad).collect();
    all["objectives"] = labels.objectives.iter().zip(&it.objectives).map(objective).collect();
    all["goals"] = labels.goals.iter().zip(&it.goals).map(goal).collect();
    all
}

fn conduct(labels: &Labels, it: &Conduct) -> Value {
    let blunders: Vec<Value> =
        it.blunders.iter().map(|(what, counts)| json!({ "what": what, "times": by_party(labels, counts) })).collect();
    json!({ "squad_rounds": by_party(labels, &it.turns), "lapses": blunders })
}

fn by_party(labels: &Labels, counts: &[u64]) -> Map<String, Value> {
    labels.parties.iter().zip(counts).map(|(party, it)| (key(party).to_owned(), json!(it))).collect()
}

fn outcomes(labels: &Labels, it: &Card) -> Value {
    let share = |n: u64| share(2 * n, it.battles);
    if !labels.has_one_side_of_players() {
        let won = labels.parties.iter().zip(&it.won);
        let won: Map<String, Value> = won.map(|(party, n)| (key(party).to_owned(), share(*n))).collect();
        return json!({
            "wins": won,
            "nobody_wins": share(it.battles - it.decided - it.unended),
            "no_end": share(it.unended),
        });
    }
    json!({
        "players_win": share(it.victories),
        "enemy_wins": share(it.defeats),
        "time_is_up": share(it.times_up),
        "no_end": share(it.unended),
    })
}

/// A share from 0 to 1 with its 95 % confidence interval, rounded to six digits.
fn share(twice: u64, of: u64) -> Value {
    let round = |it: f64| (it * 1e6).round() / 1e6;
    let (share, low, high) = wilson(twice, of);
    json!({ "share": round(share), "low": round(low), "high": round(high) })
}
