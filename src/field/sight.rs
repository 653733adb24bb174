//! T-9: finds all tiles that can be seen from one in a single pass over the map, instead of with a line to each.
//!
//! The map is divided into eight wedges around the viewer's tile. Each wedge is scanned column by column, away from the
//! viewer. An opaque tile casts a shadow over all later columns, between the slopes of its outermost corners. A slope
//! on the very edge of a shadow is outside it: sight passes a corner, and passes between two corners that meet.

/// A slope: `aside` to the side for `ahead` forward. Both are at most about twice the width of a map, and `ahead` is at
/// least 1.
#[derive(Clone, Copy, Debug)]
struct Slope {
    aside: i32,
    ahead: i32,
}

impl Slope {
    fn is_below(self, other: Slope) -> bool {
        self.aside * other.ahead < other.aside * self.ahead
    }
}

/// All slopes between two, without those two.
#[derive(Clone, Copy, Debug)]
struct Shadow {
    low: Slope,
    high: Slope,
}

impl Shadow {
    /// The shadow of a tile this many columns ahead and rows to the side.
    fn of(ahead: i32, aside: i32) -> Shadow {
        // Straight ahead, the near corners of a tile are its outermost. Further aside, its lower outermost corner is a
        // far one.
        let low_ahead = if aside == 0 { 2 * ahead - 1 } else { 2 * ahead + 1 };
        Shadow {
            low: Slope { aside: 2 * aside - 1, ahead: low_ahead },
            high: Slope { aside: 2 * aside + 1, ahead: 2 * ahead - 1 },
        }
    }

    fn meets(&self, other: &Shadow) -> bool {
        self.low.is_below(other.high) && other.low.is_below(self.high)
    }

    fn and(self, other: Shadow) -> Shadow {
        Shadow {
            low: if other.low.is_below(self.low) { other.low } else { self.low },
            high: if self.high.is_below(other.high) { other.high } else { self.high },
        }
    }
}

/// Calls `see` at least once for each tile within `reach` of the one at 0, 0 that can be seen from it.
///
/// `is_opaque` is called with columns and rows relative to that tile, and returns `None` for tiles that aren't on the
/// map.
pub(super) fn look(reach: i32, is_opaque: impl Fn(i32, i32) -> Option<bool>, mut see: impl FnMut(i32, i32)) {
    see(0, 0);
    for (x, y) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
        wedge(reach, |ahead, aside| is_opaque(x * ahead, y * aside), |ahead, aside| see(x * ahead, y * aside));
        wedge(reach, |ahead, aside| is_opaque(x * aside, y * ahead), |ahead, aside| see(x * aside, y * ahead));
    }
}

fn wedge(reach: i32, is_opaque: impl Fn(i32, i32) -> Option<bool>, mut see: impl FnMut(i32, i32)) {
    // They don't overlap, and are sorted from the lowest to the highest.
    let mut shadows: Vec<Shadow> = Vec::new();
    let mut thrown: Vec<Shadow> = Vec::new();
    for ahead in 1..=reach {
        let mut next = 0;
        for aside in 0..=ahead {
            let Some(blocks) = is_opaque(ahead, aside) else { break };
            let at = Slope { aside, ahead };
            while shadows.get(next).is_some_and(|it| !at.is_below(it.high)) {
                next += 1;
            }
            if !shadows.get(next).is_some_and(|it| it.low.is_below(at)) {
                see(ahead, aside);
            }
            if blocks {
                thrown.push(Shadow::of(ahead, aside));
            }
        }
        thrown.drain(..).for_each(|it| cast(&mut shadows, it));
    }
}

/// Adds a shadow and merges it with those that it overlaps.
fn cast(shadows: &mut Vec<Shadow>, new: Shadow) {
    let from = shadows.partition_point(|it| !new.low.is_below(it.high));
    let joined = shadows[from..].iter().take_while(|it| it.meets(&new)).count();
    let all = shadows[from..from + joined].iter().fold(new, |all, it| all.and(*it));
    shadows.splice(from..from + joined, [all]);
}
