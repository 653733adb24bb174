//! What is different between two states of one battle: after the GM has set something right, or taken a round back.

use crate::field::{Outcome, SquadId, TerrainId, Tile, UnitId};
use crate::line::battle::{Battle, Event, Formation, Plight, Side, Unit, UnitState};
use crate::line::report::words::{formation, how_many, squad, tiles};
use crate::page::{Block, Document, Rich, say};

/// Before → after, a line for each thing that changed; one line says so if nothing has.
pub fn difference(before: &Battle, after: &Battle) -> Document {
    let mut lines = lines(before, after);
    if lines.is_empty() {
        lines.push(nothing());
    }
    Document { blocks: lines.into_iter().map(Block::Line).collect() }
}

/// The same as bare lines; none if nothing has changed.
fn lines(before: &Battle, after: &Battle) -> Vec<Rich> {
    let setup = after.setup();
    let mut lines = Vec::new();
    if before.round() != after.round() {
        lines.push(round(before.round(), after.round()));
    }
    if before.outcome() != after.outcome() {
        lines.push(outcome(before.outcome(), after.outcome()));
    }
    setup.squad_ids().for_each(|it| add_squad(&mut lines, before, after, it));
    add_ranks(&mut lines, before, after);
    add_ground(&mut lines, before, after);
    for by in setup.caster_ids().filter(|it| before.cp(*it) != after.cp(*it)) {
        let it = setup.caster(by);
        lines.push(command(&it.name, before.cp(by), after.cp(by), it.cp_max));
    }
    for id in setup.objective_ids() {
        let (was, is) = (before.objective(id).owner, after.objective(id).owner);
        if was != is {
            lines.push(owner(&setup.objective(id).name, was, is));
        }
    }
    for side in Side::ALL {
        let (was, is) = (before.score()[side], after.score()[side]);
        if was != is {
            lines.push(score(side, was, is));
        }
    }
    lines
}

/// What changed about one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    Arrived,
    Moved,
    Hp { was: i16, is: i16 },
    Fell { was: UnitState, is: UnitState },
    Rose { was: UnitState, hp: i16 },
}

impl Change {
    fn of(was: &Unit, is: &Unit) -> Option<Change> {
        match (was.state, is.state) {
            (UnitState::InReserve, UnitState::Standing) => Some(Change::Arrived),
            (UnitState::Standing, UnitState::Standing) if was.at != is.at => Some(Change::Moved),
            (UnitState::Standing, UnitState::Standing) if was.hp != is.hp => {
                Some(Change::Hp { was: was.hp, is: is.hp })
            }
            (was, UnitState::Standing) if was != UnitState::Standing => Some(Change::Rose { was, hp: is.hp }),
            (was, is) if was != is => Some(Change::Fell { was, is }),
            _ => None,
        }
    }
}

fn add_squad(lines: &mut Vec<Rich>, before: &Battle, after: &Battle, id: SquadId) {
    let members = &after.squad(id).members;
    let mut changes: Vec<(Change, Vec<UnitId>)> = Vec::new();
    for &unit in members {
        let (was, is) = (before.unit(unit), after.unit(unit));
        let mut note = |change| match changes.iter_mut().find(|it| it.0 == change) {
            Some((_, units)) => units.push(unit),
            None => changes.push((change, vec![unit])),
        };
        let Some(change) = Change::of(was, is) else { continue };
        note(change);
        if change == Change::Moved && was.hp != is.hp {
            note(Change::Hp { was: was.hp, is: is.hp });
        }
    }
    for (change, who) in &changes {
        lines.push(units(before, after, id, *change, who));
    }
    for &unit in members.iter().filter(|it| before.unit(**it).squad != id) {
        lines.push(joined(after, unit, before.unit(unit).squad, id));
    }
    if before.squad(id).is_broken != after.squad(id).is_broken {
        lines.push(morale(after, id, after.squad(id).is_broken));
    }
}

/// Formations that began and ended, and who is dazed or frenzied now or no longer.
fn add_ranks(lines: &mut Vec<Rich>, before: &Battle, after: &Battle) {
    let is_in = |battle: &Battle, it: &Formation| battle.formation(it.id).is_some();
    for it in before.formations().iter().filter(|it| !is_in(after, it)) {
        lines.push(ranked(before, it, false));
    }
    for it in after.formations().iter().filter(|it| !is_in(before, it)) {
        lines.push(ranked(after, it, true));
    }
    for it in [Plight::Dazed, Plight::Frenzied] {
        for is in [true, false] {
            let changed = |unit: &UnitId| after.is_in(*unit, it) == is && before.is_in(*unit, it) != is;
            let units: Vec<UnitId> = after.setup().unit_ids().filter(changed).collect();
            if !units.is_empty() {
                lines.push(afflicted(after, &units, it, is));
            }
        }
    }
}

/// Tiles whose ground is another, those that changed alike together.
fn add_ground(lines: &mut Vec<Rich>, before: &Battle, after: &Battle) {
    let mut tiles: Vec<Tile> = before.changed_ground().iter().chain(after.changed_ground()).map(|it| it.tile).collect();
    tiles.sort();
    tiles.dedup();
    let mut alike: Vec<((TerrainId, TerrainId), Vec<Tile>)> = Vec::new();
    for tile in tiles {
        let kinds = (before.ground_kind(tile), after.ground_kind(tile));
        if kinds.0 == kinds.1 {
            continue;
        }
        match alike.iter_mut().find(|it| it.0 == kinds) {
            Some((_, tiles)) => tiles.push(tile),
            None => alike.push((kinds, vec![tile])),
        }
    }
    let name = |it: TerrainId| after.board().kind(it).name.as_str();
    lines.extend(alike.iter().map(|((was, is), tiles)| ground(tiles, name(*was), name(*is))));
}

/// **G-1** An edit in a report: `Set right by the GM: Alpha.3: HP 1 → 2.`
pub(super) fn edited(out: &mut Rich, battle: &Battle, event: &Event) {
    let mut after = battle.clone();
    after.apply(event);
    out.push("Set right by the GM: ");
    let lines = lines(battle, &after);
    if lines.is_empty() {
        out.push("nothing that can be seen");
    }
    for (n, line) in lines.iter().enumerate() {
        out.push(if n == 0 { "" } else { "; " });
        out.append(line);
    }
    out.push(".");
}

fn nothing() -> Rich {
    Rich::plain("Nothing has changed.")
}

fn round(was: u16, is: u16) -> Rich {
    Rich::plain(format!("Round {was} → {is}"))
}

fn outcome(was: Option<Outcome>, is: Option<Outcome>) -> Rich {
    let name = |it: Option<Outcome>| it.map_or("still being fought", Outcome::name);
    Rich::plain(format!("The battle: {} → {}", name(was), name(is)))
}

/// `Alpha: C5 → C7 (5 units)`, `Alpha.3: HP 1 → 2`, `Alpha.2: downed → standing at C7 with 1 HP`.
fn units(before: &Battle, after: &Battle, id: SquadId, change: Change, who: &[UnitId]) -> Rich {
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
        Change::Fell { was, is } => say!(out, ": {} → {}", was.word(), is.word()),
        Change::Rose { was, hp } => say!(out, ": {} → standing at {to} with {hp} HP", was.word()),
    }
    if 1 < who.len() {
        say!(out, " ({})", how_many(who.len(), "unit", "units"));
    }
    out
}

/// `Alpha` for several of it, `Alpha.3` for one, as edits name it.
fn subject(out: &mut Rich, after: &Battle, id: SquadId, who: &[UnitId]) {
    say!(out, "{}", squad(after, id));
    let members = &after.squad(id).members;
    if let [one] = who
        && 1 < members.len()
        && let Some(at) = members.iter().position(|it| it == one)
    {
        say!(out, ".{}", at + 1);
    }
}

fn joined(after: &Battle, unit: UnitId, was: SquadId, is: SquadId) -> Rich {
    let mut out = Rich::sentence();
    say!(out, "{}: with {} → with {}", super::unit(after, unit), squad(after, was), squad(after, is));
    out
}

fn morale(after: &Battle, id: SquadId, is_broken: bool) -> Rich {
    let mut out = Rich::sentence();
    say!(out, "{}", squad(after, id));
    out.push(if is_broken { ": steady → broken" } else { ": broken → steady" });
    out
}

/// `Alpha + Bravo: in formation`, `Alpha: in formation → no formation`.
fn ranked(battle: &Battle, it: &Formation, is_new: bool) -> Rich {
    let name = battle.formation_name(it);
    Rich::plain(if is_new { format!("{name}: in formation") } else { format!("{name}: in formation → no formation") })
}

/// `Alpha 2 and Alpha 3: dazed`, `Alpha 2: no longer frenzied`.
fn afflicted(battle: &Battle, units: &[UnitId], plight: Plight, is: bool) -> Rich {
    let mut out = Rich::sentence();
    out.list(units, |out, it| out.push(super::unit(battle, *it)));
    out.push(if is { ": " } else { ": no longer " });
    out.push(formation::plight(plight));
    out
}

fn ground(changed: &[Tile], was: &str, is: &str) -> Rich {
    let mut out = Rich::sentence();
    tiles(&mut out, changed);
    say!(out, ": {was} → {is}");
    out
}

fn command(name: &str, was: u8, is: u8, most: u8) -> Rich {
    Rich::plain(format!("{name}: {was} → {is} of {most} CP"))
}

fn owner(name: &str, was: Option<Side>, is: Option<Side>) -> Rich {
    let whose = |it: Option<Side>| match it {
        None => "nobody's",
        Some(Side::Players) => "the players'",
        Some(Side::Enemy) => "the enemy's",
    };
    Rich::plain(format!("{name}: {} → {}", whose(was), whose(is)))
}

fn score(side: Side, was: u32, is: u32) -> Rich {
    let whose = match side {
        Side::Players => "the players",
        Side::Enemy => "the enemy",
    };
    Rich::plain(format!("Score of {whose}: {was} → {is}"))
}
