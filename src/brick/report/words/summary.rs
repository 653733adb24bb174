//! Sentences of the short of a round: what is read first, and what is left.

use crate::brick::battle::{Battle, Standard, TeamId, Who};
use crate::brick::report::words::{standard, team_name};
use crate::page::words::{self as page_words, Holding};
use crate::page::{Rich, say};

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
    let side = |team: TeamId| {
        let all = || setup.unit_ids().filter(|it| battle.team_of(*it) == Some(team));
        let standing = all().filter(|it| battle.unit(*it).is_standing()).count();
        (team_name(battle, team), [standing, all().count()], battle.score(team))
    };
    page_words::standing(holdings, &setup.team_ids().map(side).collect::<Vec<_>>())
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
