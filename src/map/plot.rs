//! What something stands on.

use crate::field::{Footprint, Tile};
use crate::map::spot::Spot;

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

    /// Its tiles, in reading order. Those past the edge of the grid of bytes are left out.
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
