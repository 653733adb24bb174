//! What differs between two states of one battle: after the GM has set something right, or taken a round back.

use std::collections::BTreeSet;
use std::fmt;

use crate::field::{Outcome, SquadId, TerrainId, Tile, UnitId, grouped};
use crate::line::battle::{Battle, Event, Formation, Plight, Side, Unit, UnitState};
use crate::line::report::words::formation::plight;
use crate::line::report::words::{how_many, list, squad, tiles, unit};
use crate::page::{Changes, Document, Rich, say_if};

/// A line for each thing that changed, as before → after. If nothing has, one line says so.
pub fn difference(before: &Battle, after: &Battle) -> Document {
    changes(before, after).document("Nothing has changed.")
}

fn changes(before: &Battle, after: &Battle) -> Changes {
    let setup = after.setup();
    let mut found = Changes::ending("");
    found.changed("Round ", before.round(), after.round(), fmt::Display::fmt);
    let outcome =
        |it: &Option<Outcome>, f: &mut fmt::Formatter<'_>| f.write_str(it.map_or("still being fought", Outcome::name));
    found.changed("The battle: ", before.outcome(), after.outcome(), outcome);
    setup.squad_ids().for_each(|it| add_squad(&mut found, before, after, it));
    add_ranks(&mut found, before, after);
    add_ground(&mut found, before, after);
    for by in setup.caster_ids().filter(|it| before.cp(*it) != after.cp(*it)) {
        let it = setup.caster(by);
        found.line(format_args!("{}: {} → {} of {} CP", it.name, before.cp(by), after.cp(by), it.cp_max));
    }
    let whose = |it: &Option<Side>, f: &mut fmt::Formatter<'_>| {
        f.write_str(match it {
            None => "nobody's",
            Some(Side::Players) => "the players'",
            Some(Side::Enemy) => "the enemy's",
        })
    };
    for id in setup.objective_ids() {
        let (was, is) = (before.objective(id).owner, after.objective(id).owner);
        found.changed(format_args!("{}: ", setup.objective(id).name), was, is, whose);
    }
    for (side, of) in [(Side::Players, "Score of the players: "), (Side::Enemy, "Score of the enemy: ")] {
        found.changed(of, before.score()[side], after.score()[side], fmt::Display::fmt);
    }
    found
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
    fn of(was: &Unit, is: &Unit) -> Vec<Change> {
        match (was.state, is.state) {
            (UnitState::InReserve, UnitState::Standing) => vec![Change::Arrived],
            (UnitState::Standing, UnitState::Standing) => {
                let moved = (was.at != is.at).then_some(Change::Moved);
                let hp = (was.hp != is.hp).then_some(Change::Hp { was: was.hp, is: is.hp });
                moved.into_iter().chain(hp).collect()
            }
            (was, UnitState::Standing) => vec![Change::Rose { was, hp: is.hp }],
            (was, is) if was != is => vec![Change::Fell { was, is }],
            _ => Vec::new(),
        }
    }
}

fn add_squad(found: &mut Changes, before: &Battle, after: &Battle, id: SquadId) {
    let members = &after.squad(id).members;
    let changes_of = |it: &UnitId| Change::of(before.unit(*it), after.unit(*it));
    for (change, who) in grouped(members.iter().flat_map(|it| changes_of(it).into_iter().map(move |of| (of, *it)))) {
        add_units(found, before, after, id, change, &who);
    }
    for &it in members.iter().filter(|it| before.unit(**it).squad != id) {
        let (was, is) = (squad(after, before.unit(it).squad), squad(after, id));
        found.line(format_args!("{}: with {was} → with {is}", unit(after, it)));
    }
    let morale = |it: &bool, f: &mut fmt::Formatter<'_>| f.write_str(if *it { "broken" } else { "steady" });
    let (was, is) = (before.squad(id).is_broken, after.squad(id).is_broken);
    found.changed(format_args!("{}: ", squad(after, id)), was, is, morale);
}

/// Adds formations that began or ended, and units that became dazed or frenzied, or no longer are.
fn add_ranks(found: &mut Changes, before: &Battle, after: &Battle) {
    let is_in = |battle: &Battle, it: &Formation| battle.formation(it.id).is_some();
    for it in before.formations().iter().filter(|it| !is_in(after, it)) {
        found.line(format_args!("{}: in formation → no formation", before.formation_name(it)));
    }
    for it in after.formations().iter().filter(|it| !is_in(before, it)) {
        found.line(format_args!("{}: in formation", after.formation_name(it)));
    }
    for it in [Plight::Dazed, Plight::Frenzied] {
        for (is, word) in [(true, ""), (false, "no longer ")] {
            let changed = |unit: &UnitId| after.is_in(*unit, it) == is && before.is_in(*unit, it) != is;
            let units: Vec<UnitId> = after.setup().unit_ids().filter(changed).collect();
            if !units.is_empty() {
                found.line(format_args!("{}: {word}{}", list(&units, |it| unit(after, *it)), plight(it)));
            }
        }
    }
}

/// Adds tiles whose ground changed. Tiles that changed alike are together.
fn add_ground(found: &mut Changes, before: &Battle, after: &Battle) {
    let all: BTreeSet<Tile> = before.changed_ground().iter().chain(after.changed_ground()).map(|it| it.tile).collect();
    let kinds = all.into_iter().map(|it| ((before.ground_kind(it), after.ground_kind(it)), it));
    let name = |it: TerrainId| after.board().kind(it).name.as_str();
    for ((was, is), changed) in grouped(kinds.filter(|it| it.0.0 != it.0.1)) {
        found.line(format_args!("{}: {} → {}", tiles(&changed), name(was), name(is)));
    }
}

/// **G-1** An edit in a report: `Set right by the GM: Alpha.3: HP 1 → 2.`
pub(super) fn edited(out: &mut Rich, battle: &Battle, event: &Event) {
    let mut after = battle.clone();
    after.apply(event);
    out.push("Set right by the GM: ");
    let lines = changes(battle, &after).lines;
    say_if!(out, lines.is_empty(), "nothing that can be seen");
    out.joined("; ", &lines, Rich::append);
    out.push(".");
}

/// `Alpha: C5 → C7 (5 units)`, `Alpha.3: HP 1 → 2`, `Fox of Alpha: standing → downed`, `Alpha: standing → downed (Fox
/// and Wren)`. A unit without a name, of a squad of several, has the number by which edits name it.
fn add_units(found: &mut Changes, before: &Battle, after: &Battle, id: SquadId, change: Change, who: &[UnitId]) {
    let (home, members) = (squad(after, id), &after.squad(id).members);
    let setup = after.setup();
    // A squad of one shares its unit's name.
    let has_name = |it: &UnitId| setup.is_named(*it) && *unit(after, *it) != *setup.squad(id).name;
    let is_about_place = matches!(change, Change::Arrived | Change::Moved);
    let (shown, number, count) = match who {
        [one] => (*one, members.iter().position(|it| it == one).filter(|_| 1 < members.len()), String::new()),
        several => {
            let shown = after.leader(id).filter(|it| several.contains(it)).unwrap_or(several[0]);
            let count = match several.iter().all(has_name) && !is_about_place {
                true => list(several, |it| unit(after, *it)).to_string(),
                false => how_many(several.len(), "unit", "units").to_string(),
            };
            (shown, None, format!(" ({count})"))
        }
    };
    let named = fmt::from_fn(|f| match (who, number) {
        ([one], _) if has_name(one) => write!(f, "{} of {home}", unit(after, *one)),
        (_, Some(at)) => write!(f, "{home}.{}", at + 1),
        _ => write!(f, "{home}"),
    });
    let (from, to) = (before.unit(shown).at, after.unit(shown).at);
    let what = match change {
        Change::Arrived => format!("in reserve → at {to}"),
        Change::Moved => format!("{from} → {to}"),
        Change::Hp { was, is } => format!("HP {was} → {is}"),
        Change::Fell { was, is } => format!("{} → {}", was.word(), is.word()),
        Change::Rose { was, hp } => format!("{} → standing at {to} with {hp} HP", was.word()),
    };
    found.line(format_args!("{named}: {what}{count}"));
}
