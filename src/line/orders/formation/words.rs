//! Orders for formations in the words of sentences: units by their names, and no word that only the language of orders
//! needs.

use crate::diagnostic::join;
use crate::field::UnitId;
use crate::line::battle::{Battle, DirectedBy, FormUp, FormationStep, StepKind, VolleyAt};

use super::super::canonical::step;

/// `form up with Bravo under Sgt. Ko`
pub(crate) fn form_up(battle: &Battle, order: &FormUp) -> String {
    let unit = |it: &UnitId| battle.setup().unit(*it).name.as_str();
    let others: Vec<&str> = order.squads.iter().skip(1).map(|it| battle.setup().squad(*it).name.as_str()).collect();
    let with = if others.is_empty() { String::new() } else { format!(" with {}", join(&others, "and")) };
    let led = match order.directed_by {
        DirectedBy::Anybody => String::new(),
        DirectedBy::Leader(it) => format!(" under {}", unit(&it)),
        DirectedBy::Themselves => " without a leader".to_owned(),
    };
    let without: Vec<&str> = order.without.iter().map(unit).collect();
    let without = if without.is_empty() { String::new() } else { format!(", leaving out {}", join(&without, "and")) };
    let steps: Vec<String> = order.shuffle.iter().map(|(it, to)| format!("{} to {to}", unit(it))).collect();
    let steps = if steps.is_empty() { String::new() } else { format!(", shuffling {}", join(&steps, "and")) };
    format!("form up{with}{led}{without}{steps}")
}

/// `volley at Boyz 3`
pub(crate) fn volley(battle: &Battle, it: VolleyAt) -> String {
    match it.unit {
        Some(unit) => format!("volley at {}", battle.setup().unit(unit).name),
        None => format!("volley at the nearest of {}", battle.setup().squad(it.target).name),
    }
}

/// `march north 2, east then wheel left`
pub(crate) fn march(battle: &Battle, it: &[FormationStep]) -> String {
    let wheels = matches!(it, [FormationStep { kind: StepKind::Wheel { .. }, .. }, ..]);
    if wheels { steps(battle, it) } else { format!("march {}", steps(battle, it)) }
}

fn steps(battle: &Battle, steps: &[FormationStep]) -> String {
    let alike = |a: &FormationStep, b: &FormationStep| a == b && !matches!(a.kind, StepKind::Wheel { .. });
    let mut parts: Vec<String> = Vec::new();
    for run in steps.chunk_by(alike) {
        let times = if run.len() == 1 { String::new() } else { format!(" {}", run.len()) };
        let held: Vec<&str> = run[0].hold.iter().map(|it| battle.setup().unit(*it).name.as_str()).collect();
        let held = if held.is_empty() { String::new() } else { format!(" ({} holding)", join(&held, "and")) };
        parts.push(format!("{}{times}{held}", step(run[0].kind, |it| battle.setup().unit(it).name.clone())));
    }
    join(&parts, "then")
}
