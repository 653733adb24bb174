//! Sentences of the short of a round: what is read first, and what is left.

use crate::brick::battle::{Battle, Standard, TeamId, Who};
use crate::brick::report::words::{standard, team_name};
use crate::field::UnitId;
use crate::page::{Bold, Rich, say};

/// What is true of an objective, for the first sentence.
pub(in crate::brick::report) struct Holding<'a> {
    pub(in crate::brick::report) name: &'a str,
    pub(in crate::brick::report) owner: Option<TeamId>,
    pub(in crate::brick::report) is_contested: bool,
    /// Rounds it has been held and rounds it is to be held, if a goal asks for that.
    pub(in crate::brick::report) held: Option<(u16, u16)>,
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
pub(in crate::brick::report) fn standing(battle: &Battle, holdings: &[Holding<'_>]) -> Rich {
    let setup = battle.setup();
    let mut out = Rich::sentence();
    out.joined(", ", holdings, |out, it| holding(out, battle, it));
    let strength = setup.team_ids().map(|team| {
        let all: Vec<UnitId> = setup.unit_ids().filter(|it| battle.team_of(*it) == Some(team)).collect();
        let standing = all.iter().filter(|it| battle.unit(**it).is_standing()).count();
        format!("{} {standing} of {}", team_name(battle, team), all.len())
    });
    let strength: Vec<String> = strength.collect();
    say!(out, "{}Standing: {}.", if holdings.is_empty() { "" } else { ". " }, strength.join(", "));
    if setup.team_ids().any(|it| 0 < battle.score(it)) {
        let points = setup.team_ids().map(|it| format!("{} {}", team_name(battle, it), battle.score(it)));
        say!(out, " Points: {}.", points.collect::<Vec<_>>().join(", "));
    }
    out
}

fn holding(out: &mut Rich, battle: &Battle, it: &Holding<'_>) {
    let owner = it.owner.map_or("nobody's".to_owned(), |it| format!("held by {}", team_name(battle, it)));
    let contested = if it.is_contested { ", contested" } else { "" };
    say!(out, "{}: {owner}{contested}", Bold(it.name));
    if let Some((held, wanted)) = it.held {
        say!(out, " ({held} of {wanted} rounds)");
    }
}

/// `on 3 by 2 at C3, facing east, standard with Ann`
pub(in crate::brick::report) fn place(out: &mut Rich, battle: &Battle, id: Who) {
    if !battle.setup().has_map {
        return;
    }
    let Who::Squad(squad) = id else { return say!(out, "at {}", battle.rect(id).at) };
    let Some(it) = battle.squad(squad) else { return };
    let (plate, facing) = (it.plate, it.plate.facing.word());
    say!(out, "on {} by {} at {}, facing {facing}", plate.wide(), plate.deep(), plate.rect.at);
    if let bearer @ Standard::Bearer(_) = it.standard {
        say!(out, ", standard with {}", standard(battle, bearer));
    }
}

/// `3 of 5 HP, braced, engaged, 1 disrupted`
pub(in crate::brick::report) fn state(out: &mut Rich, it: &State) {
    if it.is_gone {
        return out.bold("gone");
    }
    let words = [
        (it.is_engaged, "engaged"),
        (it.is_braced, "braced"),
        (it.has_momentum, "has momentum"),
        (it.has_shot, "has shot"),
    ];
    let words = words.iter().filter(|it| it.0).map(|it| it.1.to_owned());
    let counts = [(it.disrupted, "disrupted"), (it.held, "held")];
    let counts = counts.iter().filter(|it| 0 < it.0).map(|(n, word)| format!("{n} {word}"));
    let hp = it.hp.iter().map(|(hp, of)| format!("{hp} of {of} HP"));
    out.push(&hp.chain(words).chain(counts).collect::<Vec<_>>().join(", "));
}
