//! Places on the map that need not be tiles, and the rectangles of tiles that things stand on.

use crate::field::{Footprint, Tile};

/// A place on the map, in tiles to the right and down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    pub x: f32,
    pub y: f32,
}

impl Spot {
    /// The mean of some places; `None` if there are none.
    pub(super) fn mean(spots: &[Spot]) -> Option<Spot> {
        let count = spots.len() as f32;
        let sum = spots.iter().fold((0.0, 0.0), |sum, it| (sum.0 + it.x, sum.1 + it.y));
        (!spots.is_empty()).then(|| Spot { x: sum.0 / count, y: sum.1 / count })
    }

    /// The place at this share of the way to another.
    pub fn towards(self, other: Spot, share: f32) -> Spot {
        Spot { x: self.x + (other.x - self.x) * share, y: self.y + (other.y - self.y) * share }
    }

    /// The straight-line distance to another place, in tiles.
    pub fn distance(self, other: Spot) -> f32 {
        (self.x - other.x).hypot(self.y - other.y)
    }
}

/// The place that is closest to the mean of some places; `None` if there are none.
pub fn middlemost(spots: &[Spot]) -> Option<Spot> {
    let mean = Spot::mean(spots)?;
    spots.iter().copied().min_by(|a, b| a.distance(mean).total_cmp(&b.distance(mean)))
}

/// A line from one place to another, and its length.
pub(super) type Line = (Spot, Spot, f32);

/// The shortest lines that join all items. `line` is the shortest line between two of them.
pub(super) fn shortest_joins<T>(mut apart: Vec<T>, line: impl Fn(&T, &T) -> Option<Line>) -> Vec<Line> {
    let mut joined: Vec<T> = apart.pop().into_iter().collect();
    let mut lines = Vec::new();
    while !apart.is_empty() {
        let near = |it: &T| joined.iter().filter_map(|joined| line(joined, it)).min_by(|a, b| a.2.total_cmp(&b.2));
        let ways = apart.iter().enumerate().filter_map(|(n, it)| Some((n, near(it)?)));
        let Some((n, way)) = ways.min_by(|a, b| a.1.2.total_cmp(&b.1.2)) else { break };
        lines.push(way);
        joined.push(apart.swap_remove(n));
    }
    lines
}

/// The tiles of a path at which it changes direction, both ends included.
pub fn bends(path: &[Tile]) -> Vec<Tile> {
    let turns = path.windows(3).filter(|it| it[1].offset_from(it[0]) != it[2].offset_from(it[1]));
    let inner = turns.map(|it| it[1]);
    path.first().copied().into_iter().chain(inner).chain(path.last().copied()).collect()
}

/// A rectangle of tiles on which one thing stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plot {
    /// Its top left tile.
    pub at: Tile,
    /// Tiles across, at least 1.
    pub columns: u8,
    /// Tiles down, at least 1.
    pub rows: u8,
}

impl From<Footprint> for Plot {
    fn from(Footprint { at, size }: Footprint) -> Plot {
        Plot { at, columns: size, rows: size }
    }
}

impl Plot {
    /// One tile.
    pub fn one(at: Tile) -> Plot {
        Plot { at, columns: 1, rows: 1 }
    }

    /// Its tiles, in reading order. Tiles whose coordinates would exceed a byte are left out.
    pub fn tiles(self) -> impl Iterator<Item = Tile> {
        let along = |from: u8, length: u8| from..=from.saturating_add(length.saturating_sub(1));
        let Plot { at, columns, rows } = self;
        along(at.y, rows).flat_map(move |y| along(at.x, columns).map(move |x| Tile::new(x, y)))
    }

    /// Its middle.
    pub fn middle(self) -> Spot {
        let half = |from: u8, length: u8| f32::from(from) + f32::from(length) / 2.0;
        Spot { x: half(self.at.x, self.columns), y: half(self.at.y, self.rows) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_is_drawn_by_its_bends() {
        let path: Vec<Tile> = ["A1", "B1", "C1", "C2", "C3"].iter().filter_map(|it| it.parse().ok()).collect();
        assert_eq!(bends(&path), [path[0], path[2], path[4]]);
    }
}
