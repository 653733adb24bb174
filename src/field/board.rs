//! The map: the terrain of each tile, and sight across it.

use std::sync::{Arc, OnceLock};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::field::{Field, Footing, Footprint, Tile, Zones, sight};

/// **T-10** What a kind of ground does to those who cross it, stand in it and look over it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terrain {
    /// Its key in files.
    pub key: String,
    /// Its name for people.
    pub name: String,
    /// Steps to enter a tile of it. `None` if it is impassable.
    pub cost: Option<u8>,
    /// Whether it blocks sight (T-9).
    pub opaque: bool,
    /// Added to save rolls of those in it against ranged attacks, 0 to 2.
    pub cover: u8,
    /// Whether attacks at those in it are less accurate (T-11).
    pub conceals: bool,
    /// The look that its author chose. [`Terrain::look`] fills in a default.
    pub drawn_like: Option<Look>,
}

impl Terrain {
    /// The look that its author chose, or else the usual one for its key, if there is one.
    pub fn look(&self) -> Option<Look> {
        self.drawn_like.or_else(|| Look::by_key(&self.key))
    }
}

/// A way to draw ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Look {
    Open,
    Road,
    Rough,
    Woods,
    Ruins,
    Wall,
    Barricade,
    Water,
    Hill,
    Trench,
    Smoke,
    /// Any other impassable ground.
    Barred,
}

impl Look {
    /// The usual looks, by the key of the terrain.
    pub const KNOWN: &[(&str, Look)] = &[
        ("open", Look::Open),
        ("road", Look::Road),
        ("rough", Look::Rough),
        ("woods", Look::Woods),
        ("ruins", Look::Ruins),
        ("wall", Look::Wall),
        ("barricade", Look::Barricade),
        ("water", Look::Water),
        ("hill", Look::Hill),
        ("trench", Look::Trench),
        ("smoke", Look::Smoke),
    ];

    /// The usual look for the key of a terrain.
    pub fn by_key(key: &str) -> Option<Look> {
        Look::KNOWN.iter().find(|it| it.0 == key).map(|it| it.1)
    }
}

/// A kind of terrain, by its place in [`Board::kinds`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct TerrainId(pub u8);

/// The map as it was when the battle began. It never changes, and results computed from it are cached. The default
/// board has no tiles.
#[derive(Clone, Debug, Default)]
pub struct Board {
    width: u8,
    height: u8,
    kinds: Vec<Terrain>,
    // `width * height` indices into `kinds`, row by row.
    ground: Vec<TerrainId>,
    // What can be seen from each tile, computed when it is first needed.
    sight: Vec<OnceLock<Box<Seen>>>,
    // What entering each tile costs, computed when it is first needed.
    footing: OnceLock<Footing>,
    // What it costs to reach each tile from all others, computed when it is first needed.
    ways: Vec<OnceLock<Box<Field>>>,
    // The author's picture. It is only for people; no rule looks at it.
    picture: Option<Arc<[u8]>>,
}

/// Tiles in each direction that are checked at once for sight from a tile. Hardly anything reaches farther.
const AROUND: i32 = 31;

/// The tiles around one that can be seen from it: an integer for each row, a bit for each column.
type Seen = [u64; 2 * AROUND as usize + 1];

/// The longest edge of a map, in tiles.
pub const EDGE_MAX: u8 = 200;

impl Board {
    /// A map of this width, with its tiles given row by row.
    ///
    /// # Panics
    ///
    /// If the tiles don't fill whole rows, an edge is 0 or longer than [`EDGE_MAX`], or a tile's kind is missing. Code
    /// that reads maps checks this first.
    pub fn new(width: u8, kinds: Vec<Terrain>, ground: Vec<TerrainId>) -> Board {
        assert!((1..=EDGE_MAX).contains(&width), "a map has 1 to {EDGE_MAX} columns");
        let rows = ground.len() / usize::from(width);
        assert_eq!(rows * usize::from(width), ground.len(), "the tiles fill whole rows");
        let height = u8::try_from(rows).ok().filter(|it| (1..=EDGE_MAX).contains(it)).expect("1 to 200 rows");
        assert!(ground.iter().all(|it| usize::from(it.0) < kinds.len()), "every tile has a kind");
        let sight = ground.iter().map(|_| OnceLock::new()).collect();
        let ways = ground.iter().map(|_| OnceLock::new()).collect();
        Board { width, height, kinds, ground, sight, footing: OnceLock::new(), ways, picture: None }
    }

    /// Sets the picture of the map, a PNG that covers all its tiles.
    #[must_use]
    pub fn with_picture(self, picture: Option<Arc<[u8]>>) -> Board {
        Board { picture, ..self }
    }

    /// The picture of the map, a PNG that covers all its tiles, if there is one.
    pub fn picture(&self) -> Option<&Arc<[u8]>> {
        self.picture.as_ref()
    }

    /// The number of columns.
    pub fn width(&self) -> u8 {
        self.width
    }

    /// The number of rows.
    pub fn height(&self) -> u8 {
        self.height
    }

    /// The number of tiles.
    pub fn len(&self) -> usize {
        self.ground.len()
    }

    /// Whether it has no tiles. Only the default board has none.
    pub fn is_empty(&self) -> bool {
        self.ground.is_empty()
    }

    /// The kinds of terrain, which a [`TerrainId`] is an index into.
    pub fn kinds(&self) -> &[Terrain] {
        &self.kinds
    }

    pub fn kind(&self, id: TerrainId) -> &Terrain {
        &self.kinds[usize::from(id.0)]
    }

    pub fn contains(&self, tile: Tile) -> bool {
        tile.x < self.width && tile.y < self.height
    }

    /// The index of a tile of this map in an array with an entry for each tile.
    pub fn index(&self, tile: Tile) -> usize {
        debug_assert!(self.contains(tile), "{tile} is off the map");
        usize::from(tile.y) * usize::from(self.width) + usize::from(tile.x)
    }

    /// The tile at this index of an array with an entry for each tile.
    pub fn tile(&self, index: usize) -> Tile {
        let (y, x) = (index / usize::from(self.width), index % usize::from(self.width));
        Tile::new(x as u8, y as u8)
    }

    /// Every tile, in reading order.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> {
        (0..self.len()).map(|it| self.tile(it))
    }

    /// The terrain of a tile when the battle began.
    pub fn ground(&self, tile: Tile) -> TerrainId {
        self.ground[self.index(tile)]
    }

    /// **T-10** What entering each tile cost a unit of size 1 when the battle began.
    pub fn footing(&self) -> &Footing {
        self.footing.get_or_init(|| Footing::of_board(self))
    }

    /// **T-10** What it costs to reach a tile from every other one, over the ground as it was when the battle began and
    /// ignoring units. The result stays in memory, with a number for each tile of the map, so this is only for the few
    /// destinations that every round asks for.
    pub fn ways_to(&self, to: Tile) -> &Field {
        self.ways[self.index(to)].get_or_init(|| {
            let mut ways = Box::<Field>::default();
            ways.flood_to(self.footing(), [to], Zones::Ignore, None);
            ways
        })
    }

    /// Whether every tile of the footprint is on the map.
    pub fn holds(&self, footprint: Footprint) -> bool {
        let end = |from: u8| u16::from(from) + u16::from(footprint.size);
        end(footprint.at.x) <= u16::from(self.width) && end(footprint.at.y) <= u16::from(self.height)
    }

    /// **T-9** Whether the ground lets the centre of one tile be seen from the centre of the other, in either
    /// direction.
    ///
    /// The first call for a tile computes all that can be seen around it; later ones read one bit.
    pub fn sees(&self, from: Tile, to: Tile) -> bool {
        // Sight is symmetric, so the bits of either tile will do.
        let is_known = |it: Tile| self.sight[self.index(it)].get().is_some();
        let (from, to) = if !is_known(from) && is_known(to) { (to, from) } else { (from, to) };
        let across = i32::from(to.x) - i32::from(from.x) + AROUND;
        let down = i32::from(to.y) - i32::from(from.y) + AROUND;
        if !(0..=2 * AROUND).contains(&across) || !(0..=2 * AROUND).contains(&down) {
            return !line(from, to).any(|it| self.kind(self.ground(it)).opaque);
        }
        let seen = self.sight[self.index(from)].get_or_init(|| self.look_from(from));
        seen[down as usize] >> across & 1 == 1
    }

    fn look_from(&self, from: Tile) -> Box<Seen> {
        let mut seen: Box<Seen> = Box::new([0; 2 * AROUND as usize + 1]);
        let at = |x: i32, y: i32| {
            let (x, y) = (i32::from(from.x) + x, i32::from(from.y) + y);
            let is_on_map = (0..i32::from(self.width)).contains(&x) && (0..i32::from(self.height)).contains(&y);
            is_on_map.then(|| (y * i32::from(self.width) + x) as usize)
        };
        let is_opaque = |x, y| at(x, y).map(|it| self.kind(self.ground[it]).opaque);
        sight::look(AROUND, is_opaque, |x, y| seen[(y + AROUND) as usize] |= 1 << (x + AROUND));
        seen
    }
}

/// **T-9** The tiles that the straight line between two centres crosses, without the two at its ends.
///
/// A tile whose corner the line only touches isn't crossed. So sight passes the corner of a wall, and passes between
/// two walls that meet at a corner. The result is exact, in whole numbers, and the same from either end.
pub fn line(from: Tile, to: Tile) -> impl Iterator<Item = Tile> {
    let (dx, dy) = to.offset_from(from);
    let [width, height, right, down] = [dx.abs(), dy.abs(), dx.signum(), dy.signum()].map(i32::from);
    let (mut across, mut along) = (0, 0);
    std::iter::from_fn(move || {
        // The sign says where the line leaves the tile: into the next column, into the next row, or at the corner.
        let turn = (1 + 2 * across) * height - (1 + 2 * along) * width;
        across += i32::from(turn <= 0);
        along += i32::from(turn >= 0);
        if across + along >= width + height {
            return None;
        }
        let (x, y) = (i32::from(from.x) + right * across, i32::from(from.y) + down * along);
        Some(Tile::new(x as u8, y as u8))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(rows: &[&str]) -> Board {
        let kind = |key: &str, opaque| Terrain {
            key: key.to_owned(),
            name: key.to_owned(),
            cost: Some(1),
            opaque,
            cover: 0,
            conceals: false,
            drawn_like: None,
        };
        let ground = rows.concat().chars().map(|it| TerrainId(u8::from(it == '#'))).collect();
        Board::new(rows[0].len() as u8, vec![kind("open", false), kind("wall", true)], ground)
    }

    fn tile(name: &str) -> Tile {
        name.parse().expect("a tile")
    }

    #[test]
    fn t9_an_opaque_tile_on_the_line_blocks_sight() {
        let board = board(&[".....", "..#..", "....."]);
        assert!(!board.sees(tile("A2"), tile("E2")));
        assert!(board.sees(tile("A1"), tile("E1")));
        assert!(!board.sees(tile("A1"), tile("E3")));
    }

    #[test]
    fn t9_a_corner_that_is_only_touched_does_not_block() {
        let board = board(&[".#", "#."]);
        assert!(board.sees(tile("A1"), tile("B2")));
    }

    #[test]
    fn t9_the_tiles_at_the_ends_do_not_count() {
        let board = board(&["#.#"]);
        assert!(board.sees(tile("A1"), tile("C1")));
    }

    #[test]
    fn t9_sight_is_what_the_straight_line_says_and_the_same_both_ways() {
        let mut state = 9_u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state >> 32
        };
        for walls_of_32 in [1, 4, 12] {
            let mut row = || (0..37).map(|_| if next() % 32 < walls_of_32 { '#' } else { '.' }).collect();
            let rows: Vec<String> = (0..13).map(|_| row()).collect();
            let board = board(&rows.iter().map(String::as_str).collect::<Vec<_>>());
            for a in board.tiles() {
                for b in board.tiles() {
                    let is_free = !line(a, b).any(|it| board.kind(board.ground(it)).opaque);
                    assert_eq!((board.sees(a, b), board.sees(b, a)), (is_free, is_free), "{a} {b}");
                    let mut there: Vec<Tile> = line(a, b).collect();
                    let mut back: Vec<Tile> = line(b, a).collect();
                    there.sort();
                    back.sort();
                    assert_eq!(there, back, "{a} {b}");
                }
            }
        }
    }
}
