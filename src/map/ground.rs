//! The ground of a picture: its kinds, their looks, and what has changed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::field::{Board, Look, Terrain, TerrainId, Tile};
use crate::map::names::clean;

/// The ground of every tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ground {
    /// Tiles from west to east.
    pub width: u8,
    pub(super) height: u8,
    pub(super) kinds: Vec<Kind>,
    /// The index in `kinds` of each tile's ground when the battle began, row by row.
    pub(super) tiles: Vec<u8>,
    /// The tiles whose ground has changed, with their current ground.
    pub(super) changed: BTreeMap<Tile, TerrainId>,
    /// The map's own picture, a PNG of all tiles, which is drawn under the grid.
    pub picture: Option<Arc<[u8]>>,
    /// The height of each tile in inches, row by row; empty if all are level.
    heights: Vec<u8>,
    /// Whether the units stand on the players' own table, so that this ground is only drawn.
    pub(super) is_real: bool,
}

/// A kind of ground.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Kind {
    pub(super) name: String,
    pub(super) look: Look,
    /// Its letter in the text map.
    pub(super) letter: char,
    /// The sign that tells it from other kinds with the same look: its letter in the text map. Letters of the alphabet
    /// are for squads.
    pub(super) mark: Option<char>,
    /// Added to the save rolls of units on it.
    pub(super) cover: u8,
    pub(super) conceals: bool,
}

/// Removes the mark of the commonest of the kinds with the same look, from which the others stand out by their marks.
fn unmark_commonest(kinds: &mut [Kind], board: &Board) {
    let mut counts = vec![0_usize; kinds.len()];
    board.tiles().for_each(|it| counts[usize::from(board.ground(it).0)] += 1);
    for look in Look::all() {
        let alike = || (0..kinds.len()).filter(|it| kinds[*it].look == look && 0 < counts[*it]);
        let is_plain_there = alike().any(|it| kinds[it].mark.is_none());
        if let Some(commonest) = alike().max_by_key(|it| counts[*it]).filter(|_| !is_plain_there) {
            kinds[commonest].mark = None;
        }
    }
}

fn kind(terrain: &Terrain, taken: &mut Vec<char>) -> Kind {
    let look = terrain.look().unwrap_or_else(|| Look::by_nature(terrain));
    let name = clean(&terrain.name, 24);
    let spare = [';', '!', '/', '(', ')', '{', '}', '[', ']', '<', '>', '?', '&'];
    let letter = std::iter::once(look.letter()).chain(spare).find(|it| !taken.contains(it)).unwrap_or(look.letter());
    taken.push(letter);
    let mark = (Look::by_key(&terrain.key) != Some(look)).then_some(letter);
    Kind { name, look, letter, mark, cover: terrain.cover, conceals: terrain.conceals }
}

impl Ground {
    /// The ground of a board with changed tiles. The last change of a tile counts.
    pub fn new(board: &Board, changes: impl IntoIterator<Item = (Tile, TerrainId)>) -> Ground {
        let mut taken = Vec::new();
        let mut kinds: Vec<Kind> = board.kinds().iter().map(|it| kind(it, &mut taken)).collect();
        unmark_commonest(&mut kinds, board);
        Ground {
            width: board.width(),
            height: board.height(),
            kinds,
            tiles: board.tiles().map(|it| board.ground(it).0).collect(),
            changed: changes.into_iter().collect(),
            picture: board.picture().cloned(),
            heights: Vec::new(),
            is_real: false,
        }
    }

    /// This ground with heights in inches, row by row.
    #[must_use]
    pub fn with_heights(self, heights: &[u8]) -> Ground {
        let heights = if heights.iter().any(|it| 0 < *it) { heights.to_vec() } else { Vec::new() };
        Ground { heights, ..self }
    }

    /// This ground, for units that stand on the players' own table.
    #[must_use]
    pub fn if_real(self, is_real: bool) -> Ground {
        Ground { is_real, ..self }
    }

    /// Whether two grounds were the same when their battles began, so that they have the same drawing under all
    /// changes.
    pub(super) fn has_same_original(&self, other: &Ground) -> bool {
        let Ground { width, height, kinds, tiles, changed: _, picture, heights, is_real: _ } = other;
        (&self.width, &self.height, &self.kinds, &self.tiles, &self.picture, &self.heights)
            == (width, height, kinds, tiles, picture, heights)
    }

    /// The height of a tile, in inches.
    pub(super) fn height_of(&self, tile: Tile) -> u8 {
        self.heights.get(self.index(tile)).copied().unwrap_or(0)
    }

    /// The raised ground by its height, as rectangles, each given by its first and its last tile.
    pub(super) fn heights(&self) -> BTreeMap<u8, Vec<(Tile, Tile)>> {
        let mut rectangles: BTreeMap<u8, Vec<(Tile, Tile)>> = BTreeMap::new();
        let mut taken = BTreeSet::new();
        for first in self.all() {
            let height = self.height_of(first);
            let is_more = |x: u8, y: u8, taken: &BTreeSet<Tile>| {
                self.height_of(Tile { x, y }) == height && !taken.contains(&Tile { x, y })
            };
            if height == 0 || taken.contains(&first) {
                continue;
            }
            let right = (first.x..self.width).take_while(|x| is_more(*x, first.y, &taken)).last().unwrap_or(first.x);
            let is_row = |y: &u8| (first.x..=right).all(|x| is_more(x, *y, &taken));
            let low = (first.y..self.height).take_while(is_row).last().unwrap_or(first.y);
            taken.extend((first.y..=low).flat_map(|y| (first.x..=right).map(move |x| Tile { x, y })));
            rectangles.entry(height).or_default().push((first, Tile { x: right, y: low }));
        }
        rectangles
    }

    /// The kind of a tile's ground when the battle began.
    pub(super) fn original(&self, tile: Tile) -> &Kind {
        &self.kinds[usize::from(self.tiles[self.index(tile)])]
    }

    /// The kind of a tile's ground now.
    pub(super) fn now(&self, tile: Tile) -> &Kind {
        &self.kinds[self.kind_now(tile)]
    }

    /// The index in `kinds` of a tile's ground now.
    fn kind_now(&self, tile: Tile) -> usize {
        self.changed_kind(tile).unwrap_or_else(|| usize::from(self.tiles[self.index(tile)]))
    }

    /// The index in `kinds` of a tile's changed ground; `None` if it hasn't changed.
    pub(super) fn changed_kind(&self, tile: Tile) -> Option<usize> {
        self.changed.get(&tile).map(|it| usize::from(it.0))
    }

    /// Whether the map has this tile.
    pub(super) fn contains(&self, tile: Tile) -> bool {
        tile.x < self.width && tile.y < self.height
    }

    /// All tiles, in reading order.
    pub(super) fn all(&self) -> impl Iterator<Item = Tile> + use<> {
        let width = self.width;
        (0..self.height).flat_map(move |y| (0..width).map(move |x| Tile::new(x, y)))
    }

    /// The kinds that occur now, in the order of `kinds`.
    pub(super) fn occurring(&self) -> impl Iterator<Item = &Kind> {
        let mut occurs = vec![false; self.kinds.len()];
        self.all().for_each(|it| occurs[self.kind_now(it)] = true);
        self.kinds.iter().zip(occurs).filter_map(|(kind, occurs)| occurs.then_some(kind))
    }

    /// The index of a tile in reading order.
    pub(super) fn index(&self, tile: Tile) -> usize {
        usize::from(tile.y) * usize::from(self.width) + usize::from(tile.x)
    }
}
