//! Sentences of the short of a round: what is read first, and what is left.

use crate::field::{ObjectiveId, SquadId, UnitId};
use crate::line::battle::{Battle, BySide, Side};
use crate::line::report::words::{squad, unit};
use crate::page::words::{counts, full_stop};
use crate::page::{Rich, say};

/// What is true of an objective, for its first sentence.
pub(in crate::line::report) struct Holding<'a> {
    pub(in crate::line::report) name: &'a str,
    pub(in crate::line::report) owner: Option<Side>,
    pub(in crate::line::report) is_contested: bool,
    /// Rounds it has been held and rounds it is to be held, if a goal asks for that.
    pub(in crate::line::report) held: Option<(u16, u16)>,
}

/// Units standing and units to begin with, on each side, of the squads that have come.
pub(in crate::line::report) struct Strength {
    pub(in crate::line::report) players: (usize, usize),
    pub(in crate::line::report) enemy: (usize, usize),
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
        Highlight::Goal(n) => return full_stop(out, &battle.setup().goals[n].text),
        Highlight::Gone(id) => {
            out.push("nobody of ");
            squad(out, battle, id);
            out.push(" is left standing");
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

/// Those of a squad who no longer stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::line::report) struct Down {
    pub(in crate::line::report) carried: usize,
    /// Downed, and nobody is left to carry them, or they were abandoned.
    pub(in crate::line::report) left_behind: usize,
    pub(in crate::line::report) killed: usize,
}

/// `1 carried, 2 left behind, 1 killed`
pub(in crate::line::report) fn down(out: &mut Rich, it: &Down) {
    counts(out, &[(it.carried, "carried"), (it.left_behind, "left behind"), (it.killed, "killed")]);
}

/// How a squad is.
pub(in crate::line::report) struct State {
    pub(in crate::line::report) is_gone: bool,
    pub(in crate::line::report) is_broken: bool,
    pub(in crate::line::report) is_engaged: bool,
    pub(in crate::line::report) is_in_cover: bool,
    pub(in crate::line::report) has_shot: bool,
    /// **F-1**
    pub(in crate::line::report) is_in_formation: bool,
    /// **FX-6** Whether somebody of it is.
    pub(in crate::line::report) is_dazed: bool,
    pub(in crate::line::report) is_frenzied: bool,
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

/// **X-1, X-2** What became of those who no longer stand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::line::report) struct Fallen {
    pub(in crate::line::report) wounded: usize,
    pub(in crate::line::report) dead: usize,
    /// Left behind, and not rolled for.
    pub(in crate::line::report) missing: usize,
    /// **X-3** What the dead carried, with how many of each.
    pub(in crate::line::report) gear: Vec<(String, usize)>,
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
