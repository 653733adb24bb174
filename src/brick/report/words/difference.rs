//! Sentences about what is different between two states of a battle.

use crate::brick::battle::{Battle, ItemId, ItemPlace, Plate, Policies, Run, Standard, TeamId, UnitState, Who, Whose};
use crate::brick::report::words::{self, all, team_name, unit, units, who};
use crate::field::{Outcome, SquadId, Tile, UnitId};
use crate::page::{Rich, say};

/// Nothing is different.
pub(in crate::brick::report) fn nothing() -> Rich {
    Rich::plain("Nothing is different.")
}

/// The number of the open round.
pub(in crate::brick::report) fn round(was: u16, is: u16) -> Rich {
    Rich::plain(format!("Round {was} → {is}."))
}

/// How the battle ended.
pub(in crate::brick::report) fn outcome(was: Option<Outcome>, is: Option<Outcome>) -> Rich {
    let name = |it: Option<Outcome>| it.map_or("still being fought", Outcome::name);
    Rich::plain(format!("The battle: {} → {}.", name(was), name(is)))
}

/// A squad that is there now, or no longer.
pub(in crate::brick::report) fn squad_is(battle: &Battle, id: SquadId, is_there: bool) -> Rich {
    let mut out = Rich::sentence();
    who(&mut out, battle, Who::Squad(id));
    if !is_there {
        out.push(" is no more.");
        return out;
    }
    out.push(" is there: ");
    units(&mut out, battle, &battle.members(Who::Squad(id)));
    out.push(".");
    out
}

/// Who came to a squad, and who left it.
pub(in crate::brick::report) fn members(battle: &Battle, id: SquadId, was: &[UnitId], is: &[UnitId]) -> Rich {
    let without =
        |of: &[UnitId], them: &[UnitId]| of.iter().copied().filter(|it| !them.contains(it)).collect::<Vec<UnitId>>();
    let mut out = Rich::sentence();
    who(&mut out, battle, Who::Squad(id));
    let mut comma = ": ";
    for (them, word) in [(without(was, is), "without "), (without(is, was), "with ")] {
        if !them.is_empty() {
            say!(out, "{comma}{word}");
            units(&mut out, battle, &them);
            comma = ", ";
        }
    }
    out.push(".");
    out
}

/// Another plate, or the same elsewhere.
pub(in crate::brick::report) fn plate(battle: &Battle, id: SquadId, was: Plate, is: Plate) -> Rich {
    changed(battle, Who::Squad(id), "plate", |out, is_now| words::plate(out, if is_now { is } else { was }))
}

/// **BS-3.3** Another standard.
pub(in crate::brick::report) fn standard(battle: &Battle, id: SquadId, was: Standard, is: Standard) -> Rich {
    changed(battle, Who::Squad(id), "standard", |out, is_now| {
        words::standard(out, battle, if is_now { is } else { was });
    })
}

/// **BC-16.4** Another run.
pub(in crate::brick::report) fn run(battle: &Battle, id: Who, was: Option<Run>, is: Option<Run>) -> Rich {
    changed(battle, id, "run", |out, is_now| match if is_now { is } else { was } {
        Some(run) => say!(out, "{} in {}", run.inches, run.heading.letters()),
        None => out.push("none"),
    })
}

fn changed(battle: &Battle, id: Who, what: &str, write: impl Fn(&mut Rich, bool)) -> Rich {
    let mut out = Rich::sentence();
    who(&mut out, battle, id);
    say!(out, ": {what} ");
    write(&mut out, false);
    out.push(" → ");
    write(&mut out, true);
    out.push(".");
    out
}

/// Something is true of somebody now, or no longer.
pub(in crate::brick::report) fn mark(battle: &Battle, id: Who, word: &str, is: bool) -> Rich {
    let mut out = Rich::sentence();
    who(&mut out, battle, id);
    say!(out, ": {}{word}.", if is { "" } else { "no longer " });
    out
}

/// Somebody fell, or stands again.
pub(in crate::brick::report) fn state(battle: &Battle, id: UnitId, was: UnitState, is: UnitState) -> Rich {
    let word = |it: UnitState| match it {
        UnitState::Standing => "standing",
        UnitState::Killed => "killed",
        UnitState::Downed => "down",
        UnitState::InReserve => "in reserve",
    };
    let mut out = Rich::sentence();
    unit(&mut out, battle, id);
    say!(out, ": {} → {}.", word(was), word(is));
    out
}

/// Somebody stands elsewhere.
pub(in crate::brick::report) fn at(battle: &Battle, id: UnitId, was: Tile, is: Tile) -> Rich {
    let mut out = Rich::sentence();
    unit(&mut out, battle, id);
    say!(out, ": {was} → {is}.");
    out
}

/// Somebody has more or fewer HP.
pub(in crate::brick::report) fn hp(battle: &Battle, id: UnitId, was: u8, is: u8) -> Rich {
    let mut out = Rich::sentence();
    unit(&mut out, battle, id);
    say!(out, ": {was} → {is} of {} HP.", battle.profile(id).hp);
    out
}

/// Something to hold is elsewhere.
pub(in crate::brick::report) fn item(battle: &Battle, id: ItemId, was: ItemPlace, is: ItemPlace) -> Rich {
    let place = |out: &mut Rich, it: ItemPlace| match it {
        ItemPlace::Held(by) => {
            out.push("with ");
            unit(out, battle, by);
        }
        ItemPlace::Lies(at) => say!(out, "on the ground at {at}"),
        ItemPlace::Gone => out.push("gone"),
    };
    let mut out = Rich::sentence();
    say!(out, "{}: ", words::item(battle, id));
    place(&mut out, was);
    out.push(" → ");
    place(&mut out, is);
    out.push(".");
    out
}

/// Two are in close combat now, or no longer.
pub(in crate::brick::report) fn link(battle: &Battle, one: Who, other: Who, is: bool) -> Rich {
    let mut out = Rich::sentence();
    all(&mut out, battle, &[one, other]);
    say!(out, " are in close combat{}.", if is { "" } else { " no longer" });
    out
}

/// One has hold of another now, or no longer.
pub(in crate::brick::report) fn grab(battle: &Battle, by: UnitId, victim: UnitId, is: bool) -> Rich {
    let mut out = Rich::sentence();
    unit(&mut out, battle, by);
    out.push(" has hold of ");
    unit(&mut out, battle, victim);
    out.push(if is { "." } else { " no longer." });
    out
}

/// What somebody has said in advance is something else.
pub(in crate::brick::report) fn policies(battle: &Battle, whose: Whose, is: &Policies) -> Rich {
    let mut out = Rich::sentence();
    match whose {
        Whose::One(id) => who(&mut out, battle, id),
        Whose::Team(team) => say!(out, "Everybody of {}", team_name(battle, team)),
    }
    out.push(", policies: ");
    let mut said = Rich::sentence();
    words::policy::unusual(&mut said, battle, is);
    if said.is_empty() {
        out.push("the usual");
    } else {
        out.append(&said);
    }
    out.push(".");
    out
}

/// An objective has another owner.
pub(in crate::brick::report) fn owner(battle: &Battle, name: &str, was: Option<TeamId>, is: Option<TeamId>) -> Rich {
    let whose = |it: Option<TeamId>| it.map_or("nobody", |it| team_name(battle, it));
    Rich::plain(format!("{name}: of {} → of {}.", whose(was), whose(is)))
}

/// A team has other points.
pub(in crate::brick::report) fn score(battle: &Battle, team: TeamId, was: u32, is: u32) -> Rich {
    Rich::plain(format!("Points of {}: {was} → {is}.", team_name(battle, team)))
}
