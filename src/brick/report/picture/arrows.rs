//! The arrows of a round: who went where, and who shot at whom.

use crate::brick::battle::{Battle, Event, Manoeuvre, Moved, Rect, Target, Who};
use crate::brick::report::picture::party;
use crate::map::{Arrow, ArrowKind, Spot, bends};

/// Each movement, and each line of fire once.
pub(super) fn of(battle: &Battle, events: &[Event]) -> Vec<Arrow> {
    let mut arrows: Vec<Arrow> = Vec::new();
    let charges = |id: Who| {
        events.iter().any(|it| matches!(it, Event::Declared { by, does: Manoeuvre::Charge, .. } if *by == id))
    };
    for event in events {
        let arrow = match event {
            Event::Moved(it) => way(battle, it, if charges(it.who) { ArrowKind::Charge } else { ArrowKind::Move }),
            Event::Declared { by, does: Manoeuvre::Shoot, at: Some(at) } => {
                Some(line_of_fire(battle, *by, *at)).filter(|it| !arrows.contains(it))
            }
            _ => None,
        };
        arrows.extend(arrow);
    }
    arrows
}

fn middle(it: Rect) -> Spot {
    let half = |at: u8, length: u8| f32::from(at) + f32::from(length) / 2.0;
    Spot { x: half(it.at.x, it.columns), y: half(it.at.y, it.rows) }
}

fn way(battle: &Battle, it: &Moved, kind: ArrowKind) -> Option<Arrow> {
    let mut points: Vec<Spot> = bends(&it.way).into_iter().map(|it| middle(Rect::one(it))).collect();
    let ends_at_edge = it.plate.is_some_and(|it| end_at_edge(&mut points, it.rect));
    let short = if ends_at_edge { 0.1 } else { 0.45 };
    let party = party(battle, battle.team(it.who));
    (1 < points.len()).then_some(Arrow { kind, party, points, short, is_doubtful: false })
}

/// Ends a way where it comes to the edge of the plate, for those who stand on it would hide its tip. Not if it began on it.
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

/// From the middle of those who shoot to the middle of those who are shot at, as they stand when the round is over,
/// because that is where they are seen on the map.
fn line_of_fire(battle: &Battle, by: Who, at: Target) -> Arrow {
    let points = vec![middle(battle.rect(by)), middle(battle.target_rect(at))];
    Arrow { kind: ArrowKind::Fire, party: party(battle, battle.team(by)), points, short: 0.45, is_doubtful: false }
}
