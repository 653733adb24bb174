//! F-24: how a formation wheels around one of its members.

use crate::field::UnitId;
use crate::line::battle::{Battle, Turning};
use crate::line::rules::formations::step::Intent;

/// The places of all members after each Step of a quarter turn; `None` off the map. The outermost member moves one tile
/// in each Step, and the others in proportion, so that a line stays a line.
pub(super) fn wheel_steps(
    battle: &Battle,
    members: &[UnitId],
    turning: Turning,
    pivot: Option<UnitId>,
) -> Vec<Vec<Intent>> {
    let Some(pivot) = pivot.filter(|it| members.contains(it)).or_else(|| flank(battle, members, turning)) else {
        return Vec::new();
    };
    let center = battle.unit(pivot).at;
    let offset = |unit: UnitId| battle.unit(unit).at.offset_from(center);
    let outermost = members.iter().map(|it| ring(offset(*it))).max().unwrap_or(0);
    let place = |unit: UnitId, step: i16| {
        let start = offset(unit);
        // A quarter of a ring has twice as many tiles as its distance from the centre.
        let along = (step * ring(start) + outermost - 1) / outermost;
        let (dx, dy) = (0..along).fold(start, |at, _| next(at, turning));
        (unit, center.offset(dx, dy).filter(|it| battle.board().contains(*it)))
    };
    let after = |step: i16| members.iter().map(|it| place(*it, step)).collect();
    (1..=2 * outermost).map(after).collect()
}

/// The pivot of a wheel that names none.
fn flank(battle: &Battle, members: &[UnitId], turning: Turning) -> Option<UnitId> {
    let place = |it: &UnitId| {
        let at = battle.unit(*it).at;
        (at.x, at.y)
    };
    let members = members.iter().copied();
    match turning {
        Turning::Left => members.min_by_key(place),
        Turning::Right => members.max_by_key(place),
    }
}

/// The number of the square ring around the centre that a place is on.
fn ring((dx, dy): (i16, i16)) -> i16 {
    dx.abs().max(dy.abs())
}

/// The next place along the ring.
fn next((dx, dy): (i16, i16), turning: Turning) -> (i16, i16) {
    let ring = ring((dx, dy));
    match turning {
        Turning::Right => {
            let (mirrored, dy) = next((-dx, dy), Turning::Left);
            (-mirrored, dy)
        }
        Turning::Left if dx == ring && -ring < dy => (dx, dy - 1),
        Turning::Left if dy == -ring && -ring < dx => (dx - 1, dy),
        Turning::Left if dx == -ring && dy < ring => (dx, dy + 1),
        Turning::Left => (dx + 1, dy),
    }
}
