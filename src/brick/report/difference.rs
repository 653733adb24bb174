//! What is different between two states of one battle: after the GM has set something right, or taken a round back.

use std::fmt;

use crate::brick::battle::{Battle, ItemPlace, Run, UnitState, Who, Whose};
use crate::brick::report::words;
use crate::field::{Outcome, SquadId, UnitId};
use crate::page::{Block, Document, Rich, say};

/// Before → after, a line for each thing that changed; one line says so if nothing has.
pub fn difference(before: &Battle, after: &Battle) -> Document {
    let setup = after.setup();
    let mut found = Found(Vec::new());
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
    if found.0.is_empty() {
        found.line(format_args!("Nothing is different."));
    }
    Document { blocks: found.0.into_iter().map(Block::Line).collect() }
}

/// The lines so far.
struct Found(Vec<Rich>);

impl Found {
    fn line(&mut self, words: fmt::Arguments<'_>) {
        let mut out = Rich::sentence();
        say!(out, "{words}");
        self.0.push(out);
    }

    /// `Ann: B2 → B3.`, if it is another.
    fn changed<T: PartialEq>(
        &mut self,
        what: impl fmt::Display,
        was: T,
        is: T,
        write: impl Fn(&T, &mut fmt::Formatter<'_>) -> fmt::Result,
    ) {
        if was != is {
            let [was, is] = [&was, &is].map(|it| fmt::from_fn(|f| write(it, f)));
            self.line(format_args!("{what}{was} → {is}."));
        }
    }

    /// `Ann: disrupted.`, `Ann: no longer disrupted.`
    fn marked(&mut self, battle: &Battle, id: Who, mark: &str, was: bool, is: bool) {
        if was != is {
            let no_longer = if is { "" } else { "no longer " };
            self.line(format_args!("{}: {no_longer}{mark}.", words::who(battle, id)));
        }
    }

    /// **BC-16.4**
    fn run(&mut self, battle: &Battle, id: Who, was: Option<Run>, is: Option<Run>) {
        self.changed(fmt::from_fn(|f| write!(f, "{}: run ", words::who(battle, id))), was, is, |it, f| match it {
            Some(run) => write!(f, "{} in {}", run.inches, run.heading.letters()),
            None => f.write_str("none"),
        });
    }
}

fn squad(found: &mut Found, before: &Battle, after: &Battle, id: SquadId) {
    let name = words::squad(if after.squad(id).is_some() { after } else { before }, id);
    match (before.squad(id), after.squad(id)) {
        (None, None) => (),
        (None, Some(is)) => found.line(format_args!("{name} is there: {}.", words::units(after, &is.members))),
        (Some(_), None) => found.line(format_args!("{name} is no more.")),
        (Some(was), Some(is)) => {
            members(found, after, id, [&was.members, &is.members]);
            let of = |what: &'static str| fmt::from_fn(move |f| write!(f, "{}: {what} ", words::squad(after, id)));
            found.changed(of("plate"), was.plate, is.plate, |it, f| write!(f, "{}", words::plate(*it)));
            found.changed(of("standard"), was.standard, is.standard, |it, f| {
                write!(f, "{}", words::standard(after, *it))
            });
            found.marked(after, Who::Squad(id), "braced", was.is_braced, is.is_braced);
            found.run(after, Who::Squad(id), was.run, is.run);
        }
    }
}

/// Who came to a squad, and who left it.
fn members(found: &mut Found, battle: &Battle, id: SquadId, [was, is]: [&Vec<UnitId>; 2]) {
    let but = |of: &[UnitId], them: &[UnitId]| of.iter().copied().filter(|it| !them.contains(it)).collect();
    let parts: [(&str, Vec<UnitId>); 2] = [("without", but(was, is)), ("with", but(is, was))];
    let parts: Vec<&(&str, Vec<UnitId>)> = parts.iter().filter(|it| !it.1.is_empty()).collect();
    if parts.is_empty() {
        return;
    }
    let parts = fmt::from_fn(|f| {
        parts.iter().enumerate().try_for_each(|(n, (word, them))| {
            write!(f, "{}{word} {}", if n == 0 { "" } else { ", " }, words::units(battle, them))
        })
    });
    found.line(format_args!("{}: {parts}.", words::squad(battle, id)));
}

fn unit(found: &mut Found, before: &Battle, after: &Battle, id: UnitId) {
    let (was, is, who) = (before.unit(id), after.unit(id), Who::Unit(id));
    let name = || fmt::from_fn(|f| write!(f, "{}: ", words::unit(after, id)));
    let state = |it: &UnitState, f: &mut fmt::Formatter<'_>| {
        f.write_str(match it {
            UnitState::Standing => "standing",
            UnitState::Killed => "killed",
            UnitState::Downed => "down",
            UnitState::InReserve => "in reserve",
        })
    };
    found.changed(name(), was.state, is.state, state);
    if is.state != UnitState::Standing {
        return;
    }
    found.changed(name(), was.at, is.at, fmt::Display::fmt);
    if was.hp != is.hp {
        found.line(format_args!("{}{} → {} of {} HP.", name(), was.hp, is.hp, after.profile(id).hp));
    }
    found.run(after, who, was.run, is.run);
    found.marked(after, who, "disrupted", was.is_disrupted, is.is_disrupted);
    found.marked(after, who, "without an Action this round", was.has_acted, is.has_acted);
}

/// **BC-5.13, BC-8.5** Who is in close combat with whom, and who has hold of whom, now or no longer.
fn close_combat(found: &mut Found, before: &Battle, after: &Battle) {
    for (battle, other, now) in [(before, after, " no longer"), (after, before, "")] {
        for (one, with) in battle.links().filter(|it| !other.links().any(|of| of == *it)) {
            found.line(format_args!("{} are in close combat{now}.", words::all(battle, &[one, with])));
        }
        for grab in battle.grabs().iter().filter(|it| !other.grabs().contains(it)) {
            let (by, victim) = (words::unit(battle, grab.by), words::unit(battle, grab.victim));
            found.line(format_args!("{by} has hold of {victim}{now}."));
        }
    }
}

fn policies(found: &mut Found, before: &Battle, after: &Battle) {
    let said = |battle: &Battle, whose: Whose| {
        battle.all_policies().iter().find(|it| it.0 == whose).map(|it| it.1.clone()).unwrap_or_default()
    };
    let mut whose: Vec<Whose> = before.all_policies().iter().chain(after.all_policies()).map(|it| it.0).collect();
    whose.sort();
    whose.dedup();
    for whose in whose.into_iter().filter(|it| said(before, *it) != said(after, *it)) {
        let mut out = Rich::sentence();
        say!(out, "{}, policies: ", words::policy::owner(after, whose));
        let start = out.end();
        words::policy::unusual(&mut out, after, &said(after, whose));
        out.push(if out.end() == start { "the usual." } else { "." });
        found.0.push(out);
    }
}
