//! F-24: how a formation wheels around one of its members.

use crate::field::UnitId;
use crate::line::battle::{Battle, Turning};
use crate::line::rules::formations::step::Intent;

/// Where everybody is to stand after each Step of a quarter turn; `None` off the map. The outermost takes a tile in each; the others go
/// along in step with it, so that a line stays a line.
pub(super) fn arcs(battle: &Battle, members: &[UnitId], turning: Turning, pivot: Option<UnitId>) -> Vec<Vec<Intent>> {
    let Some(pivot) = pivot.filter(|it| members.contains(it)).or_else(|| flank(battle, members, turning)) else {
        return Vec::new();
    };
    let center = battle.unit(pivot).at;
    let offset = |unit: UnitId| battle.unit(unit).at.offset_from(center);
    let outermost = members.iter().map(|it| ring(offset(*it))).max().unwrap_or(0);
    let place = |unit: UnitId, step: i16| {
        let start = offset(unit);
        // A quarter of a ring is twice as long as the ring is far from its middle.
        let along = (step * ring(start) + outermost - 1) / outermost;
        let (dx, dy) = (0..along).fold(start, |at, _| next(at, turning));
        (unit, center.offset(dx, dy).filter(|it| battle.board().contains(*it)))
    };
    let after = |step: i16| members.iter().map(|it| place(*it, step)).collect();
    (1..=2 * outermost).map(after).collect()
}

/// The member that a turn goes around if nobody is named.
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

/// On which square ring around the middle a place is.
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
