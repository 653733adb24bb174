//! Where things stand: rectangles of tiles, plates with a facing, and the eight headings.

use std::cmp::Reverse;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::brick::battle::Turn;
use crate::field::{Direction, Tile, gap};

/// **BX-11** A rectangle of tiles: what a plate covers, or a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct Rect {
    /// Its top left tile.
    pub at: Tile,
    /// Columns, at least 1.
    pub columns: u8,
    /// Rows, at least 1.
    pub rows: u8,
}

impl Rect {
    /// One tile.
    pub fn one(at: Tile) -> Rect {
        Rect { at, columns: 1, rows: 1 }
    }

    /// Its tiles in reading order, without those whose coordinates don't fit into a byte.
    pub fn tiles(self) -> impl Iterator<Item = Tile> + Clone {
        let rows = 0..i16::from(self.rows);
        rows.flat_map(move |y| (0..i16::from(self.columns)).filter_map(move |x| self.at.offset(x, y)))
    }

    pub fn covers(self, tile: Tile) -> bool {
        self.distance(Rect::one(tile)) == 0
    }

    /// Whether it covers all of another rectangle.
    pub fn holds(self, other: Rect) -> bool {
        let within = |low: u8, length: u8, other_low: u8, other_length: u8| {
            low <= other_low && u16::from(other_low) + u16::from(other_length) <= u16::from(low) + u16::from(length)
        };
        within(self.at.x, self.columns, other.at.x, other.columns)
            && within(self.at.y, self.rows, other.at.y, other.rows)
    }

    /// How many tiles it has.
    pub fn area(self) -> u16 {
        u16::from(self.columns) * u16::from(self.rows)
    }

    /// Tiles along its longest side.
    pub fn long_side(self) -> u8 {
        self.columns.max(self.rows)
    }

    /// **BX-59** Places rectangles of these sizes, columns and rows, on this one: the largest first, each at the
    /// first of `tiles` where it overlaps none of `taken` and of those placed before. `None` if they don't fit.
    pub fn packed(self, sizes: &[(u8, u8)], tiles: &[Tile], mut taken: Vec<Rect>) -> Option<Vec<Tile>> {
        let rect = |n: usize, at: Tile| Rect { at, columns: sizes[n].0, rows: sizes[n].1 };
        let mut order: Vec<usize> = (0..sizes.len()).collect();
        order.sort_by_key(|it| Reverse(rect(*it, self.at).area()));
        let mut places = vec![self.at; sizes.len()];
        for n in order {
            let is_free = |it: &Rect| self.holds(*it) && taken.iter().all(|other| other.distance(*it) != 0);
            let found = tiles.iter().map(|it| rect(n, *it)).find(is_free)?;
            places[n] = found.at;
            taken.push(found);
        }
        Some(places)
    }

    /// The rectangle moved by columns and rows. `None` if its coordinates don't fit into a byte.
    pub fn moved(self, dx: i16, dy: i16) -> Option<Rect> {
        let at = self.at.offset(dx, dy)?;
        at.offset(i16::from(self.columns) - 1, i16::from(self.rows) - 1)?;
        Some(Rect { at, ..self })
    }

    /// The rectangle moved by so many tiles in a direction.
    pub fn toward(self, heading: Heading, tiles: u8) -> Option<Rect> {
        let (dx, dy) = heading.offset();
        self.moved(dx * i16::from(tiles), dy * i16::from(tiles))
    }

    /// Whether another rectangle lies straight ahead in a direction.
    pub fn has_ahead(self, heading: Heading, other: Rect) -> bool {
        (1..=u8::MAX).map_while(|it| self.toward(heading, it)).any(|it| it.distance(other) == 0)
    }

    /// Columns and rows between the closest tiles of the two: 0 where they share one, 1 where they are neighbours.
    pub fn gaps(self, other: Rect) -> (u16, u16) {
        (gap(self.at.x, self.columns, other.at.x, other.columns), gap(self.at.y, self.rows, other.at.y, other.rows))
    }

    /// Cardinal steps between the closest tiles of the two.
    pub fn distance(self, other: Rect) -> u16 {
        let (dx, dy) = self.gaps(other);
        dx + dy
    }

    /// **BS-13.1** Whether the two are in contact: neighbours, corners included.
    pub fn touches(self, other: Rect) -> bool {
        let (dx, dy) = self.gaps(other);
        dx.max(dy) <= 1
    }

    /// **BS-3.1** The middle tile. Where a side has an even number of tiles, it is the lower left of the middle ones.
    pub fn middle(self) -> Tile {
        let (x, y) = (i16::from((self.columns - 1) / 2), i16::from(self.rows / 2));
        self.at.offset(x, y).unwrap_or(self.at)
    }

    /// Twice the middle, so that it is a whole number.
    fn middle_twice(self) -> (i16, i16) {
        let twice = |at: u8, length: u8| 2 * i16::from(at) + i16::from(length) - 1;
        (twice(self.at.x, self.columns), twice(self.at.y, self.rows))
    }
}

/// One of eight directions, clockwise from the top of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Heading {
    North,
    NorthEast,
    East,
    SouthEast,
    South,
    SouthWest,
    West,
    NorthWest,
}

impl Heading {
    /// All eight, clockwise from the top of the map, and the letters for each.
    pub const ALL: [(Heading, &'static str); 8] = [
        (Heading::North, "N"),
        (Heading::NorthEast, "NE"),
        (Heading::East, "E"),
        (Heading::SouthEast, "SE"),
        (Heading::South, "S"),
        (Heading::SouthWest, "SW"),
        (Heading::West, "W"),
        (Heading::NorthWest, "NW"),
    ];

    pub fn letters(self) -> &'static str {
        Heading::ALL[self as usize].1
    }

    /// Columns to the right and rows down.
    pub fn offset(self) -> (i16, i16) {
        [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)][self as usize]
    }

    /// What one tile this way costs in inches: a diagonal tile is two cardinal steps.
    pub fn inches(self) -> u8 {
        let (dx, dy) = self.offset();
        (dx.abs() + dy.abs()) as u8
    }

    /// The opposite direction.
    pub fn back(self) -> Heading {
        self.turned(4)
    }

    /// The direction after turning clockwise by eighths of a circle.
    pub fn turned(self, eighths: usize) -> Heading {
        Heading::ALL[(self as usize + eighths) % 8].0
    }

    /// **BX-10** The direction from one to the other that is nearest to the true one; north if they share a middle.
    pub fn between(from: Rect, to: Rect) -> Heading {
        let ((fx, fy), (tx, ty)) = (from.middle_twice(), to.middle_twice());
        let (dx, dy) = (i32::from(tx - fx), i32::from(ty - fy));
        let (less, more) = (dx.abs().min(dy.abs()), dx.abs().max(dy.abs()));
        // Past 22.5 degrees it is a diagonal. There are no ties, because the square root of two is irrational.
        let is_diagonal = 2 * more * more < (less + more) * (less + more);
        let (dx, dy) = match is_diagonal {
            true => (dx.signum(), dy.signum()),
            false if dx.abs() < dy.abs() => (0, dy.signum()),
            false => (dx.signum(), 0),
        };
        let is_it = |it: &Heading| it.offset() == (dx as i16, dy as i16);
        Heading::ALL.into_iter().map(|it| it.0).find(is_it).unwrap_or(Heading::North)
    }
}

impl From<Direction> for Heading {
    fn from(direction: Direction) -> Heading {
        Heading::ALL[2 * direction as usize].0
    }
}

/// **BX-11** What a squad stands on: a rectangle with a facing, along which its width and depth are seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Plate {
    pub rect: Rect,
    #[serde(with = "facing")]
    #[schemars(with = "String")]
    pub facing: Direction,
}

impl Plate {
    /// The most tiles that a side may have.
    pub const SIDE_MAX: u8 = 40;

    /// Parses width and depth as files and orders write them, such as `3x2`.
    pub fn size_written(text: &str) -> Option<(u8, u8)> {
        let (wide, deep) = text.trim().split_once(['x', 'X', '×'])?;
        let side = |text: &str| text.trim().parse().ok().filter(|it| (1..=Plate::SIDE_MAX).contains(it));
        Some((side(wide)?, side(deep)?))
    }

    /// A plate whose top left tile this is.
    pub fn new(at: Tile, wide: u8, deep: u8, facing: Direction) -> Plate {
        let (columns, rows) = if is_north_south(facing) { (wide, deep) } else { (deep, wide) };
        Plate { rect: Rect { at, columns, rows }, facing }
    }

    /// Tiles from side to side.
    pub fn wide(self) -> u8 {
        if is_north_south(self.facing) { self.rect.columns } else { self.rect.rows }
    }

    /// Tiles from front to back.
    pub fn deep(self) -> u8 {
        if is_north_south(self.facing) { self.rect.rows } else { self.rect.columns }
    }

    /// Whether a tile of it is in its front row.
    pub fn is_in_front(self, tile: Tile) -> bool {
        tile.step(self.facing).is_none_or(|ahead| !self.rect.covers(ahead))
    }

    /// The plate after a quarter turn around a point, and where the turn takes a tile of it. The point is in doubled
    /// coordinates of tile corners.
    fn turned(self, turn: Turn, (px, py): (i32, i32)) -> Option<(Plate, impl Fn(Tile) -> Option<Tile>)> {
        let of = move |tile: Tile| -> Option<Tile> {
            let (x, y) = (2 * i32::from(tile.x) + 1 - px, 2 * i32::from(tile.y) + 1 - py);
            let (x, y) = match turn {
                Turn::Right => (-y, x),
                Turn::Left => (y, -x),
            };
            let half = |it: i32| u8::try_from((it - 1) / 2).ok().filter(|_| 1 <= it);
            Some(Tile::new(half(x + px)?, half(y + py)?))
        };
        let tiles: Vec<Tile> = self.rect.tiles().map(of).collect::<Option<_>>()?;
        let x = tiles.iter().map(|it| it.x).min()?;
        let y = tiles.iter().map(|it| it.y).min()?;
        let rect = Rect { at: Tile::new(x, y), columns: self.rect.rows, rows: self.rect.columns };
        Some((Plate { rect, facing: self.facing.turned(turn) }, of))
    }

    /// **BS-8.3** The plate after a quarter turn around the front corner on the side to which it turns, and where the
    /// turn takes a tile of it.
    pub fn pivoted(self, turn: Turn) -> Option<(Plate, impl Fn(Tile) -> Option<Tile>)> {
        let Rect { at, columns, rows } = self.rect;
        let (left, top) = (2 * i32::from(at.x), 2 * i32::from(at.y));
        let (right, bottom) = (left + 2 * i32::from(columns), top + 2 * i32::from(rows));
        let corner = match (self.facing, turn) {
            (Direction::North, Turn::Right) | (Direction::East, Turn::Left) => (right, top),
            (Direction::North, Turn::Left) | (Direction::West, Turn::Right) => (left, top),
            (Direction::South, Turn::Right) | (Direction::West, Turn::Left) => (left, bottom),
            (Direction::South, Turn::Left) | (Direction::East, Turn::Right) => (right, bottom),
        };
        self.turned(turn, corner)
    }

    /// **BS-7.2** The plate after a quarter turn around the middle of a tile, and where the turn takes a tile of it.
    pub fn turned_around(self, turn: Turn, tile: Tile) -> Option<(Plate, impl Fn(Tile) -> Option<Tile>)> {
        self.turned(turn, (2 * i32::from(tile.x) + 1, 2 * i32::from(tile.y) + 1))
    }
}

fn is_north_south(facing: Direction) -> bool {
    matches!(facing, Direction::North | Direction::South)
}

/// Writes a facing as its letter.
pub(crate) mod facing {
    use serde::{Deserialize, Deserializer, Serializer};

    use super::Heading;
    use crate::field::Direction;

    pub(crate) fn serialize<S: Serializer>(facing: &Direction, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(Heading::from(*facing).letters())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Direction, D::Error> {
        of_letter(&String::deserialize(deserializer)?)
    }

    fn of_letter<E: serde::de::Error>(text: &str) -> Result<Direction, E> {
        let found = Direction::ALL.into_iter().find(|it| Heading::from(*it).letters() == text);
        found.ok_or_else(|| E::custom("a facing is N, E, S or W"))
    }

    /// Writes an optional facing.
    pub(crate) mod or_none {
        use serde::{Deserialize, Deserializer, Serialize, Serializer};

        use super::Heading;
        use crate::field::Direction;

        pub(crate) fn serialize<S: Serializer>(facing: &Option<Direction>, serializer: S) -> Result<S::Ok, S::Error> {
            facing.map(|it| Heading::from(it).letters()).serialize(serializer)
        }

        pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Direction>, D::Error> {
            let text: Option<String> = Option::deserialize(deserializer)?;
            text.map(|it| super::of_letter(&it)).transpose()
        }
    }
}
