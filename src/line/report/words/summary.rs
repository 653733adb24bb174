//! Sentences of the short of a round: what is read first, and what is left.

use crate::field::{GoalKind, ObjectiveId, Outcome, SquadId, UnitId};
use crate::line::battle::{Battle, BySide, Condition, Goal, Side, Subject};
use crate::line::report::aftermath::Fallen;
use crate::line::report::summary::{Down, Holding, State, Strength};
use crate::line::report::words::{end, squad, unit};
use crate::line::rules::preview::Progress;
use crate::page::{Known, Owed, Rich, StoodIn, Style, say};

/// `Round 3 of 8 · Ridge at Dawn`
pub(in crate::line::report) fn headline(round: u16, of: Option<u16>, title: &str) -> Rich {
    let mut out = Rich::sentence();
    say!(out, "Round {round}");
    if let Some(of) = of {
        say!(out, " of {of}");
    }
    say!(out, " · {title}");
    out
}

/// Who holds what, how many stand, and the points.
pub(in crate::line::report) fn standing(holdings: &[Holding<'_>], strength: &Strength, score: BySide<u32>) -> Rich {
    let mut out = Rich::sentence();
    for (n, it) in holdings.iter().enumerate() {
        out.push(if n == 0 { "" } else { ", " });
        holding(&mut out, it);
    }
    if !holdings.is_empty() {
        out.push(". ");
    }
    let ((yours, your_start), (theirs, their_start)) = (strength.players, strength.enemy);
    say!(out, "Standing: you {yours} of {your_start}, enemy {theirs} of {their_start}.");
    if score != BySide::default() {
        say!(out, " Points: you {}, enemy {}.", score.players, score.enemy);
    }
    out
}

fn holding(out: &mut Rich, it: &Holding<'_>) {
    out.bold(it.name);
    out.push(match it.owner {
        Some(Side::Players) => ": yours",
        Some(Side::Enemy) => ": the enemy's",
        None => ": nobody's",
    });
    if it.is_contested {
        out.push(", contested");
    }
    if let Some((held, wanted)) = it.held {
        say!(out, " ({held} of {wanted} rounds)");
    }
}

/// The one thing of a round that one side will remember.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::line::report) enum Highlight {
    /// By its place in the setup.
    Goal(usize),
    Gone(SquadId),
    HeroFell(UnitId),
    Broke(SquadId),
    Taken(ObjectiveId, Side),
    /// How many units it lost.
    Lost(SquadId, usize),
}

/// `Worst: Bravo broke. Best: Slugga Boyz 1 is gone.`
pub(in crate::line::report) fn highlights(battle: &Battle, worst: Option<Highlight>, best: Option<Highlight>) -> Rich {
    let mut out = Rich::sentence();
    for (word, it) in [("Worst:", worst), ("Best:", best)] {
        let Some(it) = it else { continue };
        out.push(if out.is_empty() { "" } else { " " });
        out.bold(word);
        out.push(" ");
        highlight(&mut out, battle, it);
    }
    out
}

fn highlight(out: &mut Rich, battle: &Battle, it: Highlight) {
    match it {
        Highlight::Goal(n) => return end::full_stop(out, &battle.setup().goals[n].text),
        Highlight::Gone(id) => {
            squad(out, battle, id);
            out.push(" is gone");
        }
        Highlight::HeroFell(id) => say!(out, "{} fell", unit(battle, id)),
        Highlight::Broke(id) => {
            squad(out, battle, id);
            out.push(" broke");
        }
        Highlight::Taken(id, Side::Players) => say!(out, "you took {}", battle.setup().objective(id).name),
        Highlight::Taken(id, Side::Enemy) => say!(out, "the enemy took {}", battle.setup().objective(id).name),
        Highlight::Lost(id, n) => {
            squad(out, battle, id);
            say!(out, " lost {n}");
        }
    }
    out.push(".");
}

/// What is owed next, by whom and by when.
pub(in crate::line::report) fn next(battle: &Battle, known: &Known) -> Rich {
    let mut out = Rich::sentence();
    out.bold("Next:");
    say!(out, " orders for round {}", battle.round());
    if let Some(deadline) = &known.deadline {
        out.push(" by ");
        match deadline.unix_seconds {
            Some(seconds) => out.marked(Style::Moment(seconds), |out| out.push(&deadline.words)),
            None => out.push(&deadline.words),
        }
    }
    for (n, Owed { who, squads }) in known.owed.iter().enumerate() {
        out.push(if n == 0 { "; owed by " } else { ", " });
        out.bold(who);
        for (n, squad) in squads.iter().enumerate() {
            out.push(if n == 0 { " (" } else { ", " });
            out.push(squad);
        }
        out.push(if squads.is_empty() { "" } else { ")" });
    }
    out.push(".");
    out
}

/// Who gave no orders, and what their squads did instead: never passed off as their own doing.
pub(in crate::line::report) fn stood_in(battle: &Battle, them: &[StoodIn]) -> Rich {
    let mut out = Rich::plain("Stood in for players who gave no orders: ");
    out.list(them, |out, it| {
        out.bold(&battle.setup().squad(it.squad).name);
        say!(out, " ({})", it.how);
    });
    out.push(".");
    out
}

/// There is no next round.
pub(in crate::line::report) fn over(outcome: Outcome) -> Rich {
    let mut out = Rich::sentence();
    out.push("The battle is over: ");
    out.bold(end::outcome_name(outcome));
    out.push(".");
    out
}

/// **O-2** A goal, and how far it has come.
pub(in crate::line::report) fn goal(goal: &Goal, met: Option<u16>, progress: Progress) -> Rich {
    let mut out = Rich::sentence();
    match (met, goal.kind) {
        (Some(round), GoalKind::Failure) => say!(out, "Came true in round {round}: "),
        (Some(round), _) => say!(out, "Met in round {round}: "),
        (None, GoalKind::Main) => out.push("Open: "),
        (None, GoalKind::Bonus) => out.push("Bonus, open: "),
        (None, GoalKind::Failure) => out.push("You lose if this comes true: "),
    }
    end::full_stop(&mut out, &goal.text);
    if met.is_none() {
        how_far(&mut out, &goal.when, progress);
    }
    out
}

fn how_far(out: &mut Rich, when: &Condition, Progress { done, of, .. }: Progress) {
    match when {
        // One of them stands or doesn't: there is nothing between.
        Condition::Lost { who: Subject::Unit(_), .. } => (),
        Condition::Lost { .. } => say!(out, " So far {done} % of {of} %."),
        _ if 1 < of => say!(out, " So far {done} of {of}."),
        _ => (),
    }
}

/// `7 of 8 standing`
pub(in crate::line::report) fn standing_of(out: &mut Rich, standing: usize, starting: u16) {
    say!(out, "{standing} of {starting} standing");
}

/// `1 carried, 2 left behind, 1 killed`
pub(in crate::line::report) fn down(out: &mut Rich, it: &Down) {
    counts(out, &[(it.carried, "carried"), (it.left_behind, "left behind"), (it.killed, "killed")]);
}

/// Each number that there is with its word.
fn counts(out: &mut Rich, counts: &[(usize, &str)]) {
    let mut comma = "";
    for (n, word) in counts.iter().filter(|it| 0 < it.0) {
        say!(out, "{comma}{n} {word}");
        comma = ", ";
    }
}

/// `broken, engaged, in cover, has shot`
pub(in crate::line::report) fn state(out: &mut Rich, it: &State) {
    if it.is_gone {
        return out.bold("gone");
    }
    let words = [
        (it.is_broken, "broken"),
        (it.is_dazed, "dazed"),
        (it.is_frenzied, "frenzied"),
        (it.is_in_formation, "in formation"),
        (it.is_engaged, "engaged"),
        (it.is_in_cover, "in cover"),
        (it.has_shot, "has shot"),
    ];
    let mut comma = "";
    for (_, word) in words.iter().filter(|it| it.0) {
        out.push(comma);
        out.push(word);
        comma = ", ";
    }
}

/// `After the battle · Ridge at Dawn: Victory`
pub(in crate::line::report) fn after_battle(title: &str, outcome: Option<Outcome>) -> Rich {
    let mut out = Rich::sentence();
    say!(out, "After the battle · {title}");
    if let Some(outcome) = outcome {
        say!(out, ": {}", end::outcome_name(outcome));
    }
    out
}

/// **X-3** `2 wounded, 1 dead; lost: rifle (1) and bayonet (1)`
pub(in crate::line::report) fn fallen(out: &mut Rich, it: &Fallen) {
    counts(out, &[(it.wounded, "wounded"), (it.dead, "dead"), (it.missing, "missing")]);
    if !it.gear.is_empty() {
        out.push("; lost: ");
        out.list(&it.gear, |out, (name, n)| say!(out, "{name} ({n})"));
    }
}

/// **X-3** `felled 3`
pub(in crate::line::report) fn felled(out: &mut Rich, n: u16) {
    say!(out, "felled {n}");
}

/// **X-3** `3 CP spent`, for squads with a pool of their own.
pub(in crate::line::report) fn cp_spent(out: &mut Rich, spent: Option<u32>) {
    if let Some(spent) = spent {
        say!(out, "{spent} CP spent");
    }
}
