//! What a scenario's author should look at again after many battles.

use crate::field::{GoalKind, ObjectiveId, SquadId};
use crate::game::{Simulated, Survey};
use crate::map::{Party, PartyId};
use crate::trial::card::Card;
use crate::trial::labels::Labels;

/// A battle with at least this share of dead rounds, in percent, is dull.
const DULL_PERCENT: u64 = 20;

/// A goal that is met in the first round of at least this share of battles, in percent, asks for too little.
const AT_ONCE_PERCENT: u64 = 20;

/// Something that the author may not have intended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// Nobody of any party can walk to this objective.
    Unreachable(ObjectiveId),
    /// Nobody ever held this objective.
    NeverHeld(ObjectiveId),
    /// This squad was on the map, and never moved nor attacked.
    Idle(SquadId),
    /// This squad waits in reserve, and nothing ever brought it.
    NeverCame(SquadId),
    /// Nobody ever won or lost.
    NobodyWins,
    /// A goal, by its index in the scenario, was met after the first round, in this percentage of the battles.
    AtOnce(usize, u64),
    /// A team of players, or all players, never won. With the failure that was met in most battles, if any was: its
    /// index in the scenario, and the percentage of battles.
    NeverWon(PartyId, Option<(usize, u64)>),
    /// A team of players, or all players, won every battle.
    AlwaysWon(PartyId),
    /// All teams won every battle together.
    AlwaysShared,
    /// This many battles did not end.
    NoEnd(u64),
    /// In this percentage of all rounds nobody did anything.
    Dull(u64),
}

/// All findings, in the order of the scenario.
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
    // Running out of time is no victory, so battles that all end like that show no one-sided result.
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

/// A number of battles in percent of all, rounded down.
fn share(card: &Card, battles: u64) -> u64 {
    (100 * battles).checked_div(card.battles).unwrap_or(0)
}

/// The failure that was met in most battles (the first, if several were), and the percentage of battles.
fn worst_failure(labels: &Labels, card: &Card) -> Option<(usize, u64)> {
    let failures = labels.goals.iter().zip(&card.goals).enumerate().filter(|it| it.1.0.kind == GoalKind::Failure);
    let (goal, (_, met)) = failures.rev().max_by_key(|it| it.1.1)?;
    Some((goal, share(card, *met))).filter(|it| 0 < it.1)
}

/// Sides that always win; if there are none, sides that never win. A side is the players, or each of their teams where
/// these are opponents.
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
