//! What a scenario's author should look at again, after many battles of it.

use crate::field::{GoalKind, ObjectiveId, SquadId};
use crate::game::{Simulated, Survey};
use crate::map::{Party, PartyId};
use crate::trial::card::Card;
use crate::trial::labels::Labels;

/// A share of dead rounds, in percent, from which on a battle is dull.
const DULL_PERCENT: u64 = 20;

/// A share of battles, in percent, from which on a goal that is met in the first round asks for too little.
const AT_ONCE_PERCENT: u64 = 20;

/// Something that may not be meant so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// Nobody of any party can walk to it.
    Unreachable(ObjectiveId),
    /// Nobody ever held it.
    NeverHeld(ObjectiveId),
    /// It was on the map and never moved or attacked.
    Idle(SquadId),
    /// It waits in reserve, and nothing ever brought it.
    NeverCame(SquadId),
    /// Nobody ever won nor lost it.
    NobodyWins,
    /// A goal, by its place in the scenario, was met when the first round was over, in so many percent of the battles.
    AtOnce(usize, u64),
    /// Players got nothing out of any battle. The failure, by its place in the scenario, that was met in most battles, if one
    /// was, and in so many percent of them.
    NeverWon(PartyId, Option<(usize, u64)>),
    /// Nor did those who are against them.
    AlwaysWon(PartyId),
    /// All teams won all battles together.
    AlwaysShared,
    /// So many battles did not end.
    NoEnd(u64),
    /// In so many percent of all rounds nobody did anything.
    Dull(u64),
}

/// Everything that many battles show, in the order of the scenario.
pub fn findings<G: Simulated>(opening: &G::Battle, card: &Card) -> Vec<Finding> {
    let (labels, Survey { unreachable, inert }) = (Labels::of::<G>(opening), G::survey(opening));
    let mut found = Vec::new();
    for (objective, it) in (0..).map(ObjectiveId).zip(&card.objectives) {
        if unreachable.contains(&objective) {
            found.push(Finding::Unreachable(objective));
        } else if it.held.iter().sum::<u64>() == 0 {
            found.push(Finding::NeverHeld(objective));
        }
    }
    let came = |it: SquadId| card.squads[usize::from(it.0)].came;
    found.extend(labels.manned().map(|it| it.0).filter(|it| came(*it) == 0).map(Finding::NeverCame));
    found.extend(card.idle().filter(|it| !inert.contains(it)).map(Finding::Idle));
    for (goal, met) in card.goals_at_once.iter().enumerate() {
        let percent = share(card, *met);
        if AT_ONCE_PERCENT <= percent {
            found.push(Finding::AtOnce(goal, percent));
        }
    }
    // A battle that runs out of time went to whoever had nothing to do but last.
    if card.decided == 0 {
        found.push(Finding::NobodyWins);
    } else {
        found.extend(one_sided(&labels, card));
    }
    if 0 < card.unended {
        found.push(Finding::NoEnd(card.unended));
    }
    let dull = (100 * card.dead_rounds).checked_div(card.rounds()).unwrap_or(0);
    if DULL_PERCENT <= dull {
        found.push(Finding::Dull(dull));
    }
    found
}

/// So many battles in percent, rounded down.
fn share(card: &Card, battles: u64) -> u64 {
    (100 * battles).checked_div(card.battles).unwrap_or(0)
}

/// The failure that was met in most battles, the first of several, and in how many percent.
fn worst_failure(labels: &Labels, card: &Card) -> Option<(usize, u64)> {
    let failures = labels.goals.iter().zip(&card.goals).enumerate().filter(|it| it.1.0.kind == GoalKind::Failure);
    let (goal, (_, met)) = failures.rev().max_by_key(|it| it.1.1)?;
    Some((goal, share(card, *met))).filter(|it| 0 < it.1)
}

/// Who always wins, or else who never does: the players, or each of their teams where these are against each other.
fn one_sided(labels: &Labels, card: &Card) -> Vec<Finding> {
    let all = (0..).map(PartyId).zip(&card.won);
    let players = labels.place_of(&Party::Yours);
    let sides: Vec<(PartyId, u64)> =
        all.filter(|it| players.is_none_or(|players| players == it.0)).map(|it| (it.0, *it.1)).collect();
    let who_won = |battles: u64| sides.iter().filter(move |it| it.1 == battles).map(|it| it.0);
    match who_won(card.battles).count() {
        0 => who_won(0).map(|it| Finding::NeverWon(it, worst_failure(labels, card))).collect(),
        n if 1 < n && n == sides.len() => vec![Finding::AlwaysShared],
        _ => who_won(card.battles).map(Finding::AlwaysWon).collect(),
    }
}
