//! Sentences about what is different from before, and about what the GM set right.

use crate::field::{Outcome, SquadId, Tile, UnitId};
use crate::line::battle::{Battle, Event, Formation, Plight, Side, UnitState};
use crate::line::report::difference;
use crate::line::report::difference::Change;
use crate::line::report::words::{count, squad, tiles};
use crate::page::words::outcome_name;
use crate::page::{Rich, say};

/// **G-1** An edit in a report: `Set right by the GM: Alpha.3: HP 1 → 2.`
pub(super) fn edited(out: &mut Rich, battle: &Battle, event: &Event) {
    let mut after = battle.clone();
    after.apply(event);
    out.push("Set right by the GM: ");
    let lines = difference::lines(battle, &after);
    if lines.is_empty() {
        out.push("nothing that can be seen");
    }
    for (n, line) in lines.iter().enumerate() {
        out.push(if n == 0 { "" } else { "; " });
        out.append(line);
    }
    out.push(".");
}

pub(in crate::line::report) fn nothing() -> Rich {
    Rich::plain("Nothing has changed.")
}

pub(in crate::line::report) fn round(was: u16, is: u16) -> Rich {
    Rich::plain(format!("Round {was} → {is}"))
}

pub(in crate::line::report) fn outcome(was: Option<Outcome>, is: Option<Outcome>) -> Rich {
    let name = |it: Option<Outcome>| it.map_or("still being fought", outcome_name);
    Rich::plain(format!("The battle: {} → {}", name(was), name(is)))
}

/// `Alpha: C5 → C7 (5 units)`, `Alpha.3: HP 1 → 2`, `Alpha.2: downed → standing at C7 with 1 HP`.
pub(in crate::line::report) fn units(
    before: &Battle,
    after: &Battle,
    id: SquadId,
    change: Change,
    who: &[UnitId],
) -> Rich {
    let mut out = Rich::sentence();
    let shown = match who {
        [one] => *one,
        several => after.leader(id).filter(|it| several.contains(it)).unwrap_or(several[0]),
    };
    subject(&mut out, after, id, who);
    let (from, to) = (before.unit(shown).at, after.unit(shown).at);
    match change {
        Change::Arrived => say!(out, ": in reserve → at {to}"),
        Change::Moved => say!(out, ": {from} → {to}"),
        Change::Hp { was, is } => say!(out, ": HP {was} → {is}"),
        Change::Fell { was, is } => say!(out, ": {} → {}", state(was), state(is)),
        Change::Rose { was, hp } => say!(out, ": {} → standing at {to} with {hp} HP", state(was)),
    }
    if 1 < who.len() {
        out.push(" (");
        count(&mut out, who.len(), "unit", "units");
        out.push(")");
    }
    out
}

/// `Alpha` for several of it, `Alpha.3` for one, as edits name it.
fn subject(out: &mut Rich, after: &Battle, id: SquadId, who: &[UnitId]) {
    squad(out, after, id);
    let members = &after.squad(id).members;
    if let [one] = who
        && 1 < members.len()
        && let Some(at) = members.iter().position(|it| it == one)
    {
        say!(out, ".{}", at + 1);
    }
}

fn state(it: UnitState) -> &'static str {
    match it {
        UnitState::Standing => "standing",
        UnitState::Downed => "downed",
        UnitState::Abandoned => "abandoned",
        UnitState::Killed => "killed",
        UnitState::InReserve => "in reserve",
    }
}

pub(in crate::line::report) fn joined(after: &Battle, unit: UnitId, was: SquadId, is: SquadId) -> Rich {
    let mut out = Rich::sentence();
    say!(out, "{}: with ", super::unit(after, unit));
    squad(&mut out, after, was);
    out.push(" → with ");
    squad(&mut out, after, is);
    out
}

pub(in crate::line::report) fn morale(after: &Battle, id: SquadId, is_broken: bool) -> Rich {
    let mut out = Rich::sentence();
    squad(&mut out, after, id);
    out.push(if is_broken { ": steady → broken" } else { ": broken → steady" });
    out
}

/// `Alpha + Bravo: in formation`, `Alpha: in formation → no formation`.
pub(in crate::line::report) fn formation(battle: &Battle, it: &Formation, is_new: bool) -> Rich {
    let name = battle.formation_name(it);
    Rich::plain(if is_new { format!("{name}: in formation") } else { format!("{name}: in formation → no formation") })
}

/// `Alpha 2 and Alpha 3: dazed`, `Alpha 2: no longer frenzied`.
pub(in crate::line::report) fn plight(battle: &Battle, units: &[UnitId], plight: Plight, is: bool) -> Rich {
    let mut out = Rich::sentence();
    out.list(units, |out, it| out.push(super::unit(battle, *it)));
    out.push(if is { ": " } else { ": no longer " });
    out.push(match plight {
        Plight::Dazed => "dazed",
        Plight::Frenzied => "frenzied",
    });
    out
}

pub(in crate::line::report) fn ground(changed: &[Tile], was: &str, is: &str) -> Rich {
    let mut out = Rich::sentence();
    tiles(&mut out, changed);
    say!(out, ": {was} → {is}");
    out
}

pub(in crate::line::report) fn command(name: &str, was: u8, is: u8, most: u8) -> Rich {
    Rich::plain(format!("{name}: {was} → {is} of {most} CP"))
}

pub(in crate::line::report) fn owner(name: &str, was: Option<Side>, is: Option<Side>) -> Rich {
    let whose = |it: Option<Side>| match it {
        None => "nobody's",
        Some(Side::Players) => "the players'",
        Some(Side::Enemy) => "the enemy's",
    };
    Rich::plain(format!("{name}: {} → {}", whose(was), whose(is)))
}

pub(in crate::line::report) fn score(side: Side, was: u32, is: u32) -> Rich {
    let whose = match side {
        Side::Players => "the players",
        Side::Enemy => "the enemy",
    };
    Rich::plain(format!("Score of {whose}: {was} → {is}"))
}
