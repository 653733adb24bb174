//! Changes that the GM makes by hand.

use crate::brick::battle::{Battle, Event, Moved, Plate, Who};
use crate::brick::orders::names::{Found, Names};
use crate::brick::orders::say;
use crate::brick::orders::words::folded;
use crate::diagnostic::Diagnostic;
use crate::field::{Tile, UnitId};

/// Reads a change by hand and judges it: `kill Redcoats 3`, or `move Redcoats to C7`.
///
/// # Errors
///
/// What is wrong with it.
pub fn edit(text: &str, names: &Names, battle: &Battle) -> Result<Vec<Event>, Vec<Diagnostic>> {
    let said = folded(text);
    let read = match said.split_once(' ') {
        Some(("kill", name)) => kill(name, names, battle, text.len()),
        Some(("move", rest)) => put(rest, names, battle, text.len()),
        _ => Err(say::missing(0..text.len(), "\"kill\" and a unit, or \"move\", a name, \"to\" and a tile,")),
    };
    read.map_err(|it| vec![it])
}

fn kill(name: &str, names: &Names, battle: &Battle, end: usize) -> Result<Vec<Event>, Diagnostic> {
    let unit = found(names.unit(name), name, "unit", end)?;
    let mut events = vec![Event::Killed { unit, by: None, downed: false }];
    if let Some(squad) = battle.unit(unit).squad
        && battle.members(Who::Squad(squad)).len() == 1
    {
        events.push(Event::SquadEnded { squad });
    }
    Ok(events)
}

/// Puts a squad, or one who stands alone, with the top left tile there.
fn put(rest: &str, names: &Names, battle: &Battle, end: usize) -> Result<Vec<Event>, Diagnostic> {
    let Some((name, tile)) = rest.rsplit_once(" to ") else { return Err(say::missing(0..end, "\"to\" and a tile")) };
    let who = found(names.who(name), name, "squad or figure", end)?;
    let Ok(to) = tile.trim().to_uppercase().parse::<Tile>() else {
        return Err(say::missing(0..end, "a tile such as C7"));
    };
    let setup = battle.setup();
    let from = battle.rect(who).at;
    let (dx, dy) = (i16::from(to.x) - i16::from(from.x), i16::from(to.y) - i16::from(from.y));
    let there = battle.rect(who).moved(dx, dy).filter(|it| setup.contains(*it));
    let Some(rect) = there else {
        let last = Tile::new(setup.board.width() - 1, setup.board.height() - 1);
        return Err(say::off_the_map(0..end, &to.to_string(), &last.to_string()));
    };
    let is_free = |tile: Tile| setup.cost(tile).is_some() && battle.on(tile).is_none_or(|it| it == who);
    if let Some(tile) = rect.tiles().find(|it| !is_free(*it)) {
        return Err(say::no_room(0..end, battle.name(who), &tile.to_string()));
    }
    let place = |unit: UnitId| Some((unit, battle.unit(unit).at.offset(dx, dy)?));
    let places = battle.members(who).into_iter().filter_map(place).collect();
    let plate = match who {
        Who::Squad(squad) => battle.squad(squad).map(|it| Plate { rect, ..it.plate }),
        Who::Unit(_) => None,
    };
    Ok(vec![Event::Moved(Box::new(Moved { who, plate, places, way: vec![from, to], inches: 0 }))])
}

fn found<T>(found: Found<T>, name: &str, what: &str, end: usize) -> Result<T, Diagnostic> {
    match found {
        Found::One(it) => Ok(it),
        Found::Several(several) => Err(say::ambiguous(0..end, name, &several)),
        Found::Nothing(near) => Err(say::unknown(0..end, what, name, &near)),
    }
}
