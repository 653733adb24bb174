//! Sentences of the short of a round: what is read first, and what is left.

use crate::brick::battle::{Battle, Run, Standard, TeamId, UnitState, Who};
use crate::brick::report::words::{standard, team_name};
use crate::field::UnitId;
use crate::page::words::{self as page_words, Holding};
use crate::page::{Rich, say};

/// Who holds what, how many stand, and the points. Units in reserve aren't counted, because nobody knows of them yet.
pub(crate) fn standing(battle: &Battle, holdings: &[Holding<'_>]) -> Rich {
    let setup = battle.setup();
    let side = |team: TeamId| {
        let has_come = |it: &UnitId| battle.unit(*it).state != UnitState::InReserve;
        let all = || setup.unit_ids().filter(|it| battle.team_of(*it) == Some(team)).filter(has_come);
        let standing = all().filter(|it| battle.unit(*it).is_standing()).count();
        (team_name(battle, team), [standing, all().count()], battle.score(team))
    };
    page_words::standing(holdings, &[], &setup.team_ids().map(side).collect::<Vec<_>>())
}

/// `on 3 by 2 at C3, facing east, standard with Ann`
pub(crate) fn place(out: &mut Rich, battle: &Battle, id: Who) {
    if !battle.setup().has_map || !battle.is_there(id) {
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

/// `3 of 5 HP, engaged, braced, 1 disrupted`
pub(crate) fn state(out: &mut Rich, battle: &Battle, id: Who) {
    let members = battle.members(id);
    if members.is_empty() {
        return out.bold("gone");
    }
    let words = [
        (battle.is_engaged(id), "engaged"),
        (is_braced(battle, id), "braced"),
        // **BC-16.2**
        (battle.run(id).is_some_and(Run::has_momentum), "has momentum"),
        (members.iter().any(|it| battle.unit(*it).has_shot), "has shot"),
    ];
    let words = words.iter().filter(|it| it.0).map(|it| it.1.to_owned());
    let hp = hp(battle, &members).map(|(hp, of)| format!("{hp} of {of} HP"));
    out.push(&hp.into_iter().chain(words).chain(troubles(battle, &members)).collect::<Vec<_>>().join(", "));
}

/// **BS-17.4**
pub(crate) fn is_braced(battle: &Battle, id: Who) -> bool {
    matches!(id, Who::Squad(it) if battle.squad(it).is_some_and(|it| it.is_braced))
}

/// HP left, and full HP, if any of the members has more than one.
pub(crate) fn hp(battle: &Battle, members: &[UnitId]) -> Option<(u16, u16)> {
    let sum = |of: &dyn Fn(UnitId) -> u8| members.iter().map(|it| u16::from(of(*it))).sum::<u16>();
    let most = sum(&|it| battle.profile(it).hp);
    (members.len() < usize::from(most)).then(|| (sum(&|it| battle.unit(it).hp), most))
}

/// **BX-9, BC-8.8** How many are disrupted, and how many somebody has hold of.
pub(crate) fn troubles(battle: &Battle, members: &[UnitId]) -> impl Iterator<Item = String> {
    let disrupted = members.iter().filter(|it| battle.unit(**it).is_disrupted).count();
    let held = members.iter().filter(|it| battle.is_held(**it)).count();
    let counts = [(disrupted, "disrupted"), (held, "held")];
    counts.into_iter().filter(|it| 0 < it.0).map(|(n, word)| format!("{n} {word}"))
}
