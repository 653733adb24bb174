//! What entering each tile costs.

use std::ops::Range;

use crate::field::paths::{Zones, may_step};
use crate::field::{Board, Direction, Footprint, Tile, UnitId};

/// What entering each tile costs a unit, where the tile is the top left one of its footprint.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Footing {
    // The cells of a row: its tiles, and one that can't be entered, which ends this row and begins the next.
    pub(super) stride: usize,
    // The map's rows, with a row above and one below that can't be entered. The low byte of a cell is the cost, or 0 if
    // it can't be entered. `ZONE` is set in enemy zones, and there is a bar for each direction in which the cell can't
    // be left.
    pub(super) cells: Vec<u16>,
    pub(super) cost_max: u16,
}

pub(super) const COST: u16 = 0x00ff;
pub(super) const ZONE: u16 = 0x0100;

/// The bit that bars leaving a cell in this direction.
#[inline]
pub(super) fn bar(way: Direction) -> u16 {
    0x0200 << way as u16
}

impl Footing {
    /// The bare ground of a board, ignoring units, for units of size 1 (T-10).
    pub(in crate::field) fn of_board(board: &Board) -> Footing {
        let stride = usize::from(board.width()) + 1;
        let rows = usize::from(board.height()) + 2;
        let mut footing = Footing { stride, cells: vec![0; stride * rows], cost_max: 1 };
        for tile in board.tiles() {
            footing.set_cost(tile, board.kind(board.ground(tile)).cost);
        }
        footing
    }

    /// The footing for units of this size. A place costs as much as the dearest tile that the unit would stand on, and
    /// is in a zone if one of its tiles is.
    pub fn for_size(&self, size: u8) -> Footing {
        let mut larger = self.clone();
        for at in 0..self.cells.len() {
            let tiles = (0..usize::from(size))
                .flat_map(|dy| (0..usize::from(size)).map(move |dx| at + dy * self.stride + dx))
                .map(|it| self.cells.get(it).copied().unwrap_or(0));
            larger.cells[at] = dearest(tiles);
        }
        larger
    }

    /// The footing for units that move together, each at one of the offsets in `shape`, right and down. A place costs
    /// as much as the dearest tile that any of them would enter, and is in a zone if one of those tiles is.
    pub fn for_shape(&self, board: &Board, shape: &[(i16, i16)]) -> Footing {
        let mut all = self.clone();
        for tile in board.tiles() {
            let places = shape.iter().map(|&(dx, dy)| tile.offset(dx, dy).filter(|it| board.contains(*it)));
            let at = self.index(tile);
            all.cells[at] = dearest(places.map(|it| it.map_or(0, |it| self.cells[self.index(it)])));
        }
        all
    }

    /// Makes these tiles impossible to enter.
    pub fn block(&mut self, footprint: Footprint) {
        for tile in footprint.tiles() {
            let at = self.index(tile);
            self.cells[at] &= !COST;
        }
    }

    /// Makes every tile with a unit on it impossible to enter. `occupied` holds the unit on each tile, row by row.
    pub fn block_taken(&mut self, occupied: &[Option<UnitId>]) {
        for (y, row) in occupied.chunks_exact(self.stride - 1).enumerate() {
            let first = (y + 1) * self.stride;
            for (cell, who) in self.cells[first..][..row.len()].iter_mut().zip(row) {
                if who.is_some() {
                    *cell &= !COST;
                }
            }
        }
    }

    /// Sets the cost of entering a tile. `None` makes it impossible.
    pub fn set_cost(&mut self, tile: Tile, cost: Option<u8>) {
        // With free ground a unit could walk for ever, so every step costs at least one.
        let cost = cost.map_or(0, |it| u16::from(it.max(1)));
        let at = self.index(tile);
        self.cells[at] = cost;
        self.cost_max = self.cost_max.max(cost);
    }

    /// Copies the costs of these tiles from another footing.
    pub fn restore(&mut self, footprint: Footprint, there: &Footing) {
        for tile in footprint.tiles() {
            let at = self.index(tile);
            self.cells[at] = self.cells[at] & !COST | there.cells[at] & COST;
        }
    }

    /// **T-7** Marks the zone of a unit with this footprint and reach.
    pub fn mark_zone(&mut self, board: &Board, of: Footprint, reach: u8) {
        let (columns, rows) = zone_bounds(board, of, 1, reach);
        for y in rows {
            let first = self.index(Tile::new(columns.start, y));
            let row = &mut self.cells[first..][..columns.len()];
            if reach == 1 {
                // With a reach of 1 the zone is the whole rectangle.
                row.iter_mut().for_each(|it| *it |= ZONE);
                continue;
            }
            for (x, cell) in columns.clone().zip(row) {
                if of.engages(reach, Footprint { at: Tile::new(x, y), size: 1 }) {
                    *cell |= ZONE;
                }
            }
        }
    }

    /// Bars leaving a tile in this direction.
    pub fn bar(&mut self, from: Tile, way: Direction) {
        let at = self.index(from);
        self.cells[at] |= bar(way);
    }

    /// Whether no bar keeps units from leaving a tile in this direction.
    pub fn may_leave(&self, from: Tile, way: Direction) -> bool {
        self.cells[self.index(from)] & bar(way) == 0
    }

    /// What entering a tile costs. `None` if it can't be entered.
    #[inline]
    pub fn cost(&self, tile: Tile) -> Option<u16> {
        Some(self.cells[self.index(tile)] & COST).filter(|it| *it != 0)
    }

    /// Whether a tile is in a zone.
    #[inline]
    pub fn is_in_zone(&self, tile: Tile) -> bool {
        self.cells[self.index(tile)] & ZONE != 0
    }

    /// Whether one of the two ways with at most one corner leads from `from` to `to` within the limit. This is quick,
    /// and true for most ways. If it is false, there may be another way.
    pub fn has_plain_way(&self, from: Tile, to: Tile, zones: Zones, limit: u16) -> bool {
        let across = (from.x.abs_diff(to.x), if from.x < to.x { Direction::East } else { Direction::West });
        let down = (from.y.abs_diff(to.y), if from.y < to.y { Direction::South } else { Direction::North });
        from.steps_to(to) <= limit
            && [[across, down], [down, across]].into_iter().any(|legs| {
                let ways = legs.into_iter().flat_map(|(count, way)| (0..count).map(move |_| way));
                self.cost_of(self.index(from), ways, zones).is_some_and(|it| it <= limit)
            })
    }

    /// The cost of these steps, if they can be taken.
    fn cost_of(&self, from: usize, mut ways: impl Iterator<Item = Direction>, zones: Zones) -> Option<u16> {
        let walk = ways.try_fold((from, 0_u16), |(here, sum), way| {
            let next = here.wrapping_add_signed(step(self.stride, way));
            let cost = self.cells[next] & COST;
            (cost != 0 && may_step(zones, bar(way), self.cells[here], self.cells[next]))
                .then_some((next, sum.saturating_add(cost)))
        });
        walk.map(|it| it.1)
    }

    /// Whether no tile costs more than one.
    pub(super) fn is_even(&self) -> bool {
        self.cost_max == 1
    }

    /// Whether a way may begin in a cell: on any tile of the map, even one that can't be entered.
    #[inline]
    pub(super) fn may_begin(&self, at: usize) -> bool {
        let is_on_map =
            || (self.stride..self.cells.len() - self.stride).contains(&at) && at % self.stride != self.stride - 1;
        self.cells[at] & COST != 0 || is_on_map()
    }

    pub(super) fn index(&self, tile: Tile) -> usize {
        index(self.stride, tile)
    }
}

/// A cell with the highest cost among these, in a zone if one of them is. It can't be entered if one of them can't.
fn dearest(cells: impl Iterator<Item = u16>) -> u16 {
    let (mut cost, mut zone) = (1, 0);
    for cell in cells {
        cost = if cost == 0 || cell & COST == 0 { 0 } else { cost.max(cell & COST) };
        zone |= cell & ZONE;
    }
    cost | zone
}

/// The distance in cells to the neighbour in this direction.
pub(super) fn step(stride: usize, way: Direction) -> isize {
    let (across, down) = way.offset();
    isize::from(across) + isize::from(down) * stride as isize
}

pub(super) fn index(stride: usize, tile: Tile) -> usize {
    (usize::from(tile.y) + 1) * stride + usize::from(tile.x)
}

/// **T-7** The tiles of the map where a unit of `size` would be in the zone of a unit with footprint `of` and this
/// reach, in reading order. Those under `of` itself are included.
pub fn zone_tiles(board: &Board, of: Footprint, size: u8, reach: u8) -> impl Iterator<Item = Tile> {
    let (columns, rows) = zone_bounds(board, of, size, reach);
    rows.flat_map(move |y| columns.clone().map(move |x| Tile::new(x, y)))
        .filter(move |&at| of.engages(reach, Footprint { at, size }))
}

/// The columns and rows of the smallest rectangle around [`zone_tiles`].
fn zone_bounds(board: &Board, of: Footprint, size: u8, reach: u8) -> (Range<u8>, Range<u8>) {
    let reach_around = reach.max(1);
    let bounds = |at: u8, edge: u8| {
        let before = reach_around.saturating_add(size - 1);
        at.saturating_sub(before)..at.saturating_add(reach_around).saturating_add(of.size).min(edge)
    };
    (bounds(of.at.x, board.width()), bounds(of.at.y, board.height()))
}
