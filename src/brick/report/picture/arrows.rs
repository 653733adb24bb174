//! The arrows of a round: who went where, and who shot at whom.

use crate::brick::battle::{Battle, Event, Manoeuvre, Moved, Rect, Target, Who};
use crate::brick::report::picture::{party, plot};
use crate::field::{each_once, pick};
use crate::map::{Arrow, ArrowKind, Plot, Spot, bends};

/// Each movement and each line of fire, once.
pub(super) fn of(battle: &Battle, events: &[Event]) -> Vec<Arrow> {
    let charges = |id: Who| {
        events.iter().any(|it| matches!(it, Event::Declared { by, does: Manoeuvre::Charge, .. } if *by == id))
    };
    let arrows = pick!(
        events,
        Event::Moved(it) => way(battle, it, if charges(it.who) { ArrowKind::Charge } else { ArrowKind::Move }),
        Event::Declared { by, does: Manoeuvre::Shoot, at: Some(at) } => Some(line_of_fire(battle, *by, *at)),
    );
    each_once(arrows.flatten())
}

fn way(battle: &Battle, it: &Moved, kind: ArrowKind) -> Option<Arrow> {
    let mut points: Vec<Spot> = bends(&it.way).into_iter().map(|it| Plot::one(it).middle()).collect();
    let ends_at_edge = it.plate.is_some_and(|it| end_at_edge(&mut points, it.rect));
    let short = if ends_at_edge { 0.1 } else { 0.45 };
    let party = party(battle, battle.team(it.who));
    (1 < points.len()).then_some(Arrow { kind, party, points, short, is_doubtful: false })
}

/// Ends a way at the edge of the plate, because those who stand on the plate would hide its tip. Not if it began
/// there.
fn end_at_edge(points: &mut [Spot], plate: Rect) -> bool {
    let [.., before, last] = points else { return false };
    let within = |at: f32, from: u8, length: u8| at.clamp(f32::from(from), f32::from(from) + f32::from(length));
    let edge = Spot { x: within(before.x, plate.at.x, plate.columns), y: within(before.y, plate.at.y, plate.rows) };
    let comes_from_outside = edge != *before;
    if comes_from_outside {
        *last = edge;
    }
    comes_from_outside
}

/// A line from the middle of the shooters to the middle of their target, as they stand when the round is over,
/// because that is where the map shows them.
fn line_of_fire(battle: &Battle, by: Who, at: Target) -> Arrow {
    let points = vec![plot(battle.rect(by)).middle(), plot(battle.target_rect(at)).middle()];
    Arrow { kind: ArrowKind::Fire, party: party(battle, battle.team(by)), points, short: 0.45, is_doubtful: false }
}
