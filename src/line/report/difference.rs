//! What is different between two states of one battle: after the GM has set something right, or taken a round back.

use crate::field::{SquadId, TerrainId, Tile, UnitId};
use crate::line::battle::{Battle, Formation, Plight, Unit, UnitState};
use crate::line::report::words::difference as words;
use crate::page::{Block, Document, Rich};

/// Before → after, a line for each thing that changed; one line says so if nothing has.
pub fn difference(before: &Battle, after: &Battle) -> Document {
    let mut lines = lines(before, after);
    if lines.is_empty() {
        lines.push(words::nothing());
    }
    Document { blocks: lines.into_iter().map(Block::Line).collect() }
}

/// The same as bare lines; none if nothing has changed.
pub(super) fn lines(before: &Battle, after: &Battle) -> Vec<Rich> {
    let setup = after.setup();
    let mut lines = Vec::new();
    if before.round() != after.round() {
        lines.push(words::round(before.round(), after.round()));
    }
    if before.outcome() != after.outcome() {
        lines.push(words::outcome(before.outcome(), after.outcome()));
    }
    setup.squad_ids().for_each(|it| squad(&mut lines, before, after, it));
    ranks(&mut lines, before, after);
    ground(&mut lines, before, after);
    for by in setup.caster_ids().filter(|it| before.cp(*it) != after.cp(*it)) {
        let it = setup.caster(by);
        lines.push(words::command(&it.name, before.cp(by), after.cp(by), it.cp_max));
    }
    for id in setup.objective_ids() {
        let (was, is) = (before.objective(id).owner, after.objective(id).owner);
        if was != is {
            lines.push(words::owner(&setup.objective(id).name, was, is));
        }
    }
    for side in crate::line::battle::Side::ALL {
        let (was, is) = (before.score()[side], after.score()[side]);
        if was != is {
            lines.push(words::score(side, was, is));
        }
    }
    lines
}

/// What changed about one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
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

fn squad(lines: &mut Vec<Rich>, before: &Battle, after: &Battle, id: SquadId) {
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
    for (change, units) in &changes {
        lines.push(words::units(before, after, id, *change, units));
    }
    for &unit in members.iter().filter(|it| before.unit(**it).squad != id) {
        lines.push(words::joined(after, unit, before.unit(unit).squad, id));
    }
    if before.squad(id).is_broken != after.squad(id).is_broken {
        lines.push(words::morale(after, id, after.squad(id).is_broken));
    }
}

/// Formations that began and ended, and who is dazed or frenzied now or no longer.
fn ranks(lines: &mut Vec<Rich>, before: &Battle, after: &Battle) {
    let is_in = |battle: &Battle, it: &Formation| battle.formation(it.id).is_some();
    for it in before.formations().iter().filter(|it| !is_in(after, it)) {
        lines.push(words::formation(before, it, false));
    }
    for it in after.formations().iter().filter(|it| !is_in(before, it)) {
        lines.push(words::formation(after, it, true));
    }
    for plight in [Plight::Dazed, Plight::Frenzied] {
        for is in [true, false] {
            let changed = |it: &UnitId| after.is_in(*it, plight) == is && before.is_in(*it, plight) != is;
            let units: Vec<UnitId> = after.setup().unit_ids().filter(changed).collect();
            if !units.is_empty() {
                lines.push(words::plight(after, &units, plight, is));
            }
        }
    }
}

/// Tiles whose ground is another, those that changed alike together.
fn ground(lines: &mut Vec<Rich>, before: &Battle, after: &Battle) {
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
    lines.extend(alike.iter().map(|((was, is), tiles)| words::ground(tiles, name(*was), name(*is))));
}
