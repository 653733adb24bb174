//! What is different between two states of one battle, after the GM has corrected something or taken a round back.

use std::collections::BTreeSet;
use std::fmt::{self, Display as _};

use crate::brick::battle::{Battle, ItemPlace, Run, Standard, UnitState, Whose};
use crate::brick::report::words;
use crate::field::{Outcome, SquadId, UnitId};
use crate::page::{Changes, Document, Rich};

/// Before → after, a line for each thing that changed, or one line if nothing has.
pub fn difference(before: &Battle, after: &Battle) -> Document {
    let setup = after.setup();
    let mut found = Changes::ending(".");
    found.changed("Round ", before.round(), after.round(), fmt::Display::fmt);
    let outcome =
        |it: &Option<Outcome>, f: &mut fmt::Formatter<'_>| f.write_str(it.map_or("still being fought", Outcome::name));
    found.changed("The battle: ", before.outcome(), after.outcome(), outcome);
    for id in (0..before.squad_count().max(after.squad_count())).map(|it| SquadId(it as u16)) {
        squad(&mut found, before, after, id);
    }
    setup.unit_ids().for_each(|it| unit(&mut found, before, after, it));
    for id in after.item_ids() {
        let place = |it: &ItemPlace, f: &mut fmt::Formatter<'_>| match it {
            ItemPlace::Held(by) => write!(f, "with {}", words::unit(after, *by)),
            ItemPlace::Lies(at) => write!(f, "on the ground at {at}"),
            ItemPlace::Gone => f.write_str("gone"),
        };
        let what = format!("{}: ", words::item(after, id));
        found.changed(what, before.item(id).place, after.item(id).place, place);
    }
    close_combat(&mut found, before, after);
    policies(&mut found, before, after);
    for (place, it) in setup.objectives.iter().enumerate() {
        let (was, is) = (before.objective(place).owner, after.objective(place).owner);
        found.changed(format!("{}: ", it.name), was, is, |it, f| {
            write!(f, "of {}", it.map_or("nobody", |it| words::team_name(after, it)))
        });
    }
    for team in setup.team_ids() {
        let what = format!("Points of {}: ", words::team_name(after, team));
        found.changed(what, before.score(team), after.score(team), fmt::Display::fmt);
    }
    found.document("Nothing is different.")
}

/// `Ann: disrupted.`, `Ann: no longer disrupted.`
fn marked(found: &mut Changes, name: impl fmt::Display, mark: &str, was: bool, is: bool) {
    if was != is {
        let no_longer = if is { "" } else { "no longer " };
        found.line(format_args!("{name}: {no_longer}{mark}"));
    }
}

/// **BC-16.4**
fn run(found: &mut Changes, name: impl fmt::Display, was: Option<Run>, is: Option<Run>) {
    found.changed(format_args!("{name}: run "), was, is, |it, f| match it {
        Some(run) => write!(f, "{} in {}", run.inches, run.heading.letters()),
        None => f.write_str("none"),
    });
}

fn squad(found: &mut Changes, before: &Battle, after: &Battle, id: SquadId) {
    let name = &words::squad(if after.squad(id).is_some() { after } else { before }, id);
    match (before.squad(id), after.squad(id)) {
        (None, None) => (),
        (None, Some(is)) => found.line(format_args!("{name} is there: {}", words::units(after, &is.members))),
        (Some(_), None) => found.line(format_args!("{name} is no more")),
        (Some(was), Some(is)) => {
            members(found, after, id, [&was.members, &is.members]);
            found.changed(format_args!("{name}: plate "), was.plate, is.plate, |it, f| words::plate(*it).fmt(f));
            let standard = |it: &Standard, f: &mut fmt::Formatter<'_>| words::standard(after, *it).fmt(f);
            found.changed(format_args!("{name}: standard "), was.standard, is.standard, standard);
            marked(found, name, "braced", was.is_braced, is.is_braced);
            run(found, name, was.run, is.run);
        }
    }
}

/// Who came to a squad, and who left it.
fn members(found: &mut Changes, battle: &Battle, id: SquadId, [was, is]: [&Vec<UnitId>; 2]) {
    let but = |of: &[UnitId], them: &[UnitId]| of.iter().copied().filter(|it| !them.contains(it)).collect();
    let (gone, come): (Vec<UnitId>, Vec<UnitId>) = (but(was, is), but(is, was));
    let name = words::squad(battle, id);
    match (words::units(battle, &gone), words::units(battle, &come)) {
        _ if gone.is_empty() && come.is_empty() => (),
        (without, _) if come.is_empty() => found.line(format_args!("{name}: without {without}")),
        (_, with) if gone.is_empty() => found.line(format_args!("{name}: with {with}")),
        (without, with) => found.line(format_args!("{name}: without {without}, with {with}")),
    }
}

fn unit(found: &mut Changes, before: &Battle, after: &Battle, id: UnitId) {
    let (was, is, name) = (before.unit(id), after.unit(id), &words::unit(after, id));
    let state = |it: &UnitState, f: &mut fmt::Formatter<'_>| {
        f.write_str(match it {
            UnitState::Standing => "standing",
            UnitState::Killed => "killed",
            UnitState::Downed => "down",
            UnitState::InReserve => "in reserve",
        })
    };
    found.changed(format_args!("{name}: "), was.state, is.state, state);
    if is.state != UnitState::Standing {
        return;
    }
    found.changed(format_args!("{name}: "), was.at, is.at, fmt::Display::fmt);
    if was.hp != is.hp {
        found.line(format_args!("{name}: {} → {} of {} HP", was.hp, is.hp, after.profile(id).hp));
    }
    run(found, name, was.run, is.run);
    marked(found, name, "disrupted", was.is_disrupted, is.is_disrupted);
    marked(found, name, "without an Action this round", was.has_acted, is.has_acted);
}

/// **BC-5.13, BC-8.5** Close combats and grabs that are new, or no longer there.
fn close_combat(found: &mut Changes, before: &Battle, after: &Battle) {
    for (battle, other, now) in [(before, after, " no longer"), (after, before, "")] {
        for (one, with) in battle.links().filter(|it| !other.links().any(|of| of == *it)) {
            found.line(format_args!("{} are in close combat{now}", words::all(battle, &[one, with])));
        }
        for grab in battle.grabs().iter().filter(|it| !other.grabs().contains(it)) {
            let (by, victim) = (words::unit(battle, grab.by), words::unit(battle, grab.victim));
            found.line(format_args!("{by} has hold of {victim}{now}"));
        }
    }
}

fn policies(found: &mut Changes, before: &Battle, after: &Battle) {
    let said = |battle: &Battle, whose: Whose| battle.word_of(whose).cloned().unwrap_or_default();
    let whose: BTreeSet<Whose> = before.all_policies().iter().chain(after.all_policies()).map(|it| it.0).collect();
    for whose in whose.into_iter().filter(|it| said(before, *it) != said(after, *it)) {
        let mut out = Rich::said(format_args!("{}, policies: ", words::policy::owner(after, whose)));
        let start = out.text().len();
        words::policy::unusual(&mut out, after, &said(after, whose));
        out.push(if out.text().len() == start { "the usual." } else { "." });
        found.lines.push(out);
    }
}
