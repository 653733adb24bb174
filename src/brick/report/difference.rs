//! What is different between two states of one battle: after the GM has set something right, or taken a round back.

use crate::brick::battle::{Battle, ItemPlace, UnitState, Who, Whose};
use crate::brick::report::words::difference as words;
use crate::field::{SquadId, UnitId};
use crate::page::{Block, Document, Rich};

/// Before → after, a line for each thing that changed; one line says so if nothing has.
pub fn difference(before: &Battle, after: &Battle) -> Document {
    let setup = after.setup();
    let mut lines = Vec::new();
    if before.round() != after.round() {
        lines.push(words::round(before.round(), after.round()));
    }
    if before.outcome() != after.outcome() {
        lines.push(words::outcome(before.outcome(), after.outcome()));
    }
    for id in (0..before.squad_count().max(after.squad_count())).map(|it| SquadId(it as u16)) {
        squad(&mut lines, before, after, id);
    }
    setup.unit_ids().for_each(|it| unit(&mut lines, before, after, it));
    items(&mut lines, before, after);
    close_combat(&mut lines, before, after);
    policies(&mut lines, before, after);
    for (place, it) in setup.objectives.iter().enumerate() {
        let (was, is) = (before.objective(place).owner, after.objective(place).owner);
        if was != is {
            lines.push(words::owner(after, &it.name, was, is));
        }
    }
    for team in setup.team_ids() {
        let (was, is) = (before.score(team), after.score(team));
        if was != is {
            lines.push(words::score(after, team, was, is));
        }
    }
    if lines.is_empty() {
        lines.push(words::nothing());
    }
    Document { blocks: lines.into_iter().map(Block::Line).collect() }
}

fn squad(lines: &mut Vec<Rich>, before: &Battle, after: &Battle, id: SquadId) {
    match (before.squad(id), after.squad(id)) {
        (None, None) => (),
        (None, Some(_)) => lines.push(words::squad_is(after, id, true)),
        (Some(_), None) => lines.push(words::squad_is(before, id, false)),
        (Some(was), Some(is)) => {
            if was.members != is.members {
                lines.push(words::members(after, id, &was.members, &is.members));
            }
            if was.plate != is.plate {
                lines.push(words::plate(after, id, was.plate, is.plate));
            }
            if was.standard != is.standard {
                lines.push(words::standard(after, id, was.standard, is.standard));
            }
            if was.is_braced != is.is_braced {
                lines.push(words::mark(after, Who::Squad(id), "braced", is.is_braced));
            }
            if was.run != is.run {
                lines.push(words::run(after, Who::Squad(id), was.run, is.run));
            }
        }
    }
}

fn unit(lines: &mut Vec<Rich>, before: &Battle, after: &Battle, id: UnitId) {
    let (was, is) = (before.unit(id), after.unit(id));
    if was.state != is.state {
        lines.push(words::state(after, id, was.state, is.state));
    }
    if is.state != UnitState::Standing {
        return;
    }
    if was.at != is.at {
        lines.push(words::at(after, id, was.at, is.at));
    }
    if was.hp != is.hp {
        lines.push(words::hp(after, id, was.hp, is.hp));
    }
    if was.run != is.run {
        lines.push(words::run(after, Who::Unit(id), was.run, is.run));
    }
    let marks = [
        ("disrupted", was.is_disrupted, is.is_disrupted),
        ("without an Action this round", was.has_acted, is.has_acted),
    ];
    for (word, was, is) in marks {
        if was != is {
            lines.push(words::mark(after, Who::Unit(id), word, is));
        }
    }
}

fn items(lines: &mut Vec<Rich>, before: &Battle, after: &Battle) {
    for id in after.item_ids() {
        let (was, is): (ItemPlace, ItemPlace) = (before.item(id).place, after.item(id).place);
        if was != is {
            lines.push(words::item(after, id, was, is));
        }
    }
}

/// **BC-5.13, BC-8.5** Who is in close combat with whom, and who has hold of whom, now or no longer.
fn close_combat(lines: &mut Vec<Rich>, before: &Battle, after: &Battle) {
    for (battle, other, is) in [(before, after, false), (after, before, true)] {
        for (one, with) in battle.links().filter(|it| !other.links().any(|of| of == *it)) {
            lines.push(words::link(battle, one, with, is));
        }
        for grab in battle.grabs().iter().filter(|it| !other.grabs().contains(it)) {
            lines.push(words::grab(battle, grab.by, grab.victim, is));
        }
    }
}

fn policies(lines: &mut Vec<Rich>, before: &Battle, after: &Battle) {
    let said = |battle: &Battle, whose: Whose| {
        battle.all_policies().iter().find(|it| it.0 == whose).map(|it| it.1.clone()).unwrap_or_default()
    };
    let mut whose: Vec<Whose> = before.all_policies().iter().chain(after.all_policies()).map(|it| it.0).collect();
    whose.sort();
    whose.dedup();
    for whose in whose {
        let (was, is) = (said(before, whose), said(after, whose));
        if was != is {
            lines.push(words::policies(after, whose, &is));
        }
    }
}
