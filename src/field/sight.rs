//! T-9: all that can be seen from a tile, found in one go over the map instead of a line to each tile.
//!
//! The map falls into eight wedges around the tile. A wedge is gone through column by column, away from the viewer; whatever
//! blocks sight throws a shadow over all later columns, between the slopes of its outermost corners. A slope on the very
//! edge of a shadow is outside of it: one can see past a corner, and between two that meet.

/// So much to the side on so much ahead. Both are at most twice as long as a map is wide, and one ahead at least.
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

/// All slopes between two, without these.
#[derive(Clone, Copy, Debug)]
struct Shadow {
    low: Slope,
    high: Slope,
}

impl Shadow {
    /// Of a tile so many columns ahead and so many rows to the side.
    fn of(ahead: i32, aside: i32) -> Shadow {
        // Straight ahead its near corners are the outermost; the lower one of a tile farther aside is a far one.
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

/// Calls `see` for all tiles that can be seen from the one at 0, 0 among those that are within `reach` of it, at least once.
///
/// `is_opaque` is asked for tiles by columns and rows from there, and says `None` of those that are not on the map.
pub(super) fn look(reach: i32, is_opaque: impl Fn(i32, i32) -> Option<bool>, mut see: impl FnMut(i32, i32)) {
    see(0, 0);
    for (x, y) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
        wedge(reach, |ahead, aside| is_opaque(x * ahead, y * aside), |ahead, aside| see(x * ahead, y * aside));
        wedge(reach, |ahead, aside| is_opaque(x * aside, y * ahead), |ahead, aside| see(x * aside, y * ahead));
    }
}

fn wedge(reach: i32, is_opaque: impl Fn(i32, i32) -> Option<bool>, mut see: impl FnMut(i32, i32)) {
    // Apart from each other, from the lowest to the highest.
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

/// Adds a shadow, which may join others into one.
fn cast(shadows: &mut Vec<Shadow>, new: Shadow) {
    let from = shadows.partition_point(|it| !new.low.is_below(it.high));
    let joined = shadows[from..].iter().take_while(|it| it.meets(&new)).count();
    let all = shadows[from..from + joined].iter().fold(new, |all, it| all.and(*it));
    shadows.splice(from..from + joined, [all]);
}
