//! Sentences of the short of a round: what is read first, and what is left.

use crate::brick::battle::{Battle, TeamId, Who};
use crate::brick::report::words::{standard, team_name, unit, who};
use crate::diagnostic::possessive;
use crate::field::{ObjectiveId, UnitId};
use crate::page::words::{counts, full_stop};
use crate::page::{Rich, say};

/// What is true of an objective, for the first sentence.
pub(in crate::brick::report) struct Holding<'a> {
    pub(in crate::brick::report) name: &'a str,
    pub(in crate::brick::report) owner: Option<TeamId>,
    pub(in crate::brick::report) is_contested: bool,
    /// Rounds it has been held and rounds it is to be held, if a goal asks for that.
    pub(in crate::brick::report) held: Option<(u16, u16)>,
}

/// A team: units standing and units to begin with, and its points.
pub(in crate::brick::report) struct Strength {
    pub(in crate::brick::report) team: TeamId,
    pub(in crate::brick::report) standing: usize,
    pub(in crate::brick::report) starting: usize,
    pub(in crate::brick::report) points: u32,
}

/// How somebody is.
pub(in crate::brick::report) struct State {
    pub(in crate::brick::report) is_gone: bool,
    /// Of those larger than a minifig: HP left, and HP to begin with.
    pub(in crate::brick::report) hp: Option<(u16, u16)>,
    pub(in crate::brick::report) is_engaged: bool,
    /// **BS-17.4**
    pub(in crate::brick::report) is_braced: bool,
    /// **BC-16.2**
    pub(in crate::brick::report) has_momentum: bool,
    pub(in crate::brick::report) has_shot: bool,
    /// **BX-9** How many.
    pub(in crate::brick::report) disrupted: usize,
    /// **BC-8.8** How many somebody has hold of.
    pub(in crate::brick::report) held: usize,
}

/// Who holds what, how many stand, and the points.
pub(in crate::brick::report) fn standing(battle: &Battle, holdings: &[Holding<'_>], strength: &[Strength]) -> Rich {
    let mut out = Rich::sentence();
    for (n, it) in holdings.iter().enumerate() {
        out.push(if n == 0 { "" } else { ", " });
        holding(&mut out, battle, it);
    }
    out.push(if holdings.is_empty() { "Standing: " } else { ". Standing: " });
    for (n, it) in strength.iter().enumerate() {
        out.push(if n == 0 { "" } else { ", " });
        say!(out, "{} {} of {}", team_name(battle, it.team), it.standing, it.starting);
    }
    out.push(".");
    if strength.iter().any(|it| 0 < it.points) {
        out.push(" Points: ");
        for (n, it) in strength.iter().enumerate() {
            out.push(if n == 0 { "" } else { ", " });
            say!(out, "{} {}", team_name(battle, it.team), it.points);
        }
        out.push(".");
    }
    out
}

fn holding(out: &mut Rich, battle: &Battle, it: &Holding<'_>) {
    out.bold(it.name);
    match it.owner {
        Some(team) => say!(out, ": {}", possessive(team_name(battle, team))),
        None => out.push(": nobody's"),
    }
    if it.is_contested {
        out.push(", contested");
    }
    if let Some((held, wanted)) = it.held {
        say!(out, " ({held} of {wanted} rounds)");
    }
}

/// The one thing of a round that one side will remember.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::brick::report) enum Highlight {
    /// By its place in the setup.
    Goal(usize),
    Gone(Who),
    Fell(UnitId),
    Taken(ObjectiveId, TeamId),
    /// How many a team lost.
    Lost(TeamId, usize),
}

/// `Worst: nobody of Bravo is left. Best: Reds lost 2.`
pub(in crate::brick::report) fn highlights(battle: &Battle, worst: Option<Highlight>, best: Option<Highlight>) -> Rich {
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
            who(out, battle, id);
            out.push(" is left");
        }
        Highlight::Fell(id) => {
            unit(out, battle, id);
            out.push(" fell");
        }
        Highlight::Taken(id, team) => {
            say!(out, "{} took {}", team_name(battle, team), battle.setup().objectives[usize::from(id.0)].name);
        }
        Highlight::Lost(team, n) => say!(out, "{} lost {n}", team_name(battle, team)),
    }
    out.push(".");
}

/// `on 3 by 2 at C3, facing east, standard with Ann`
pub(in crate::brick::report) fn place(out: &mut Rich, battle: &Battle, id: Who) {
    if !battle.setup().has_map {
        return;
    }
    let Who::Squad(squad) = id else { return say!(out, "at {}", battle.rect(id).at) };
    let Some(it) = battle.squad(squad) else { return };
    let facing = crate::brick::report::words::facing(it.plate.facing);
    say!(out, "on {} by {} at {}, facing {facing}", it.plate.wide(), it.plate.deep(), it.plate.rect.at);
    if let bearer @ crate::brick::battle::Standard::Bearer(_) = it.standard {
        out.push(", standard with ");
        standard(out, battle, bearer);
    }
}

/// `3 of 5 HP, braced, engaged, 1 disrupted`
pub(in crate::brick::report) fn state(out: &mut Rich, it: &State) {
    if it.is_gone {
        return out.bold("gone");
    }
    let mut comma = "";
    if let Some((hp, of)) = it.hp {
        say!(out, "{hp} of {of} HP");
        comma = ", ";
    }
    let start = out.end();
    let words = [
        (it.is_engaged, "engaged"),
        (it.is_braced, "braced"),
        (it.has_momentum, "has momentum"),
        (it.has_shot, "has shot"),
    ];
    for (_, word) in words.iter().filter(|it| it.0) {
        say!(out, "{comma}{word}");
        comma = ", ";
    }
    if 0 < it.disrupted + it.held {
        out.push(if out.end() == start && comma.is_empty() { "" } else { ", " });
        counts(out, &[(it.disrupted, "disrupted"), (it.held, "held")]);
    }
}
