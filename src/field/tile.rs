//! Tiles, directions, footprints, and the two ways of measuring between them.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// **T-1** One square of the map, counted from 0 at the top left; people write it `A1`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, JsonSchema)]
// In a schema, each place says what its tile is for: a tile has no description of its own.
#[schemars(inline, with = "String", description = "")]
#[schemars(extend("pattern" = "^[A-Za-z]{1,2}[0-9]{1,3}$", "examples" = ["K7"]))]
pub struct Tile {
    // Rows before columns: tiles sort in reading order.
    /// The row, from 0 at the top.
    pub y: u8,
    /// The column, from 0 at the left.
    pub x: u8,
}

impl Tile {
    pub const fn new(x: u8, y: u8) -> Tile {
        Tile { x, y }
    }

    /// The tile one step away. `None` if it has no coordinates within 0 to 255.
    pub fn step(self, direction: Direction) -> Option<Tile> {
        let (dx, dy) = direction.offset();
        self.offset(dx, dy)
    }

    /// The tile this far to the right and down. `None` if it has no coordinates within 0 to 255.
    pub fn offset(self, dx: i16, dy: i16) -> Option<Tile> {
        let x = u8::try_from(i16::from(self.x) + dx).ok()?;
        let y = u8::try_from(i16::from(self.y) + dy).ok()?;
        Some(Tile { x, y })
    }

    /// How far this tile is to the right of another, and below it.
    pub fn offset_from(self, other: Tile) -> (i16, i16) {
        (i16::from(self.x) - i16::from(other.x), i16::from(self.y) - i16::from(other.y))
    }

    /// **T-6** Cardinal steps from one tile to the other.
    pub fn steps_to(self, other: Tile) -> u16 {
        u16::from(self.x.abs_diff(other.x)) + u16::from(self.y.abs_diff(other.y))
    }
}

/// **T-1** Column letters, then the row from 1: `A1`, `C7`, `AA12`.
impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", column_name(self.x), u16::from(self.y) + 1)
    }
}

/// The letters above a column: A … Z, AA, AB …
pub fn column_name(x: u8) -> String {
    let letter = |n: u8| char::from(b'A' + n);
    match x / 26 {
        0 => letter(x).to_string(),
        more => format!("{}{}", letter(more - 1), letter(x % 26)),
    }
}

/// The error for a text that isn't column letters and a row from 1 within the range of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotATile;

impl FromStr for Tile {
    type Err = NotATile;

    fn from_str(text: &str) -> Result<Tile, NotATile> {
        let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
        let (column, row) = text.as_bytes().split_at(letters);
        if !(1..=2).contains(&letters) || !(1..=3).contains(&row.len()) || !row.iter().all(u8::is_ascii_digit) {
            return Err(NotATile);
        }
        let column = column.iter().fold(0_u16, |sum, it| sum * 26 + u16::from(it.to_ascii_uppercase() - b'A') + 1);
        let row = row.iter().fold(0_u16, |sum, it| sum * 10 + u16::from(it - b'0'));
        let number = |from_one: u16| from_one.checked_sub(1).and_then(|it| u8::try_from(it).ok()).ok_or(NotATile);
        Ok(Tile { x: number(column)?, y: number(row)? })
    }
}

impl Serialize for Tile {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Tile {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Tile, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(|NotATile| serde::de::Error::custom("a tile is written like C7"))
    }
}

/// A cardinal step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    #[default]
    North,
    East,
    South,
    West,
}

impl Direction {
    /// All four, clockwise from the top of the map.
    pub const ALL: [Direction; 4] = [Direction::North, Direction::East, Direction::South, Direction::West];

    /// Columns to the right and rows down.
    pub fn offset(self) -> (i16, i16) {
        [(0, -1), (1, 0), (0, 1), (-1, 0)][self as usize]
    }

    /// Its name in lower case.
    pub fn word(self) -> &'static str {
        ["north", "east", "south", "west"][self as usize]
    }

    /// The direction that begins with this lower-case letter.
    pub fn of_letter(letter: char) -> Option<Direction> {
        Direction::ALL.into_iter().find(|it| it.word().starts_with(letter))
    }

    pub fn opposite(self) -> Direction {
        Direction::ALL[(self as usize + 2) % 4]
    }

    /// The direction after a quarter turn.
    #[must_use]
    pub fn turned(self, turning: Turning) -> Direction {
        let quarters = match turning {
            Turning::Right => 1,
            Turning::Left => 3,
        };
        Direction::ALL[(self as usize + quarters) % 4]
    }
}

/// A quarter turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Turning {
    /// Counterclockwise.
    Left,
    /// Clockwise.
    Right,
}

/// **T-2** The square of tiles that a unit stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Footprint {
    /// Its top left tile.
    pub at: Tile,
    /// Tiles along each edge, at least 1.
    pub size: u8,
}

impl Footprint {
    /// The tiles, in reading order. Those with a coordinate above 255 are left out.
    pub fn tiles(self) -> impl Iterator<Item = Tile> {
        let Footprint { at, size } = self;
        let (right, bottom) = (at.x.saturating_add(size - 1), at.y.saturating_add(size - 1));
        let mut next = Some(at);
        std::iter::from_fn(move || {
            let tile = next?;
            next = if tile.x < right {
                Some(Tile::new(tile.x + 1, tile.y))
            } else {
                (tile.y < bottom).then(|| Tile::new(at.x, tile.y + 1))
            };
            Some(tile)
        })
    }

    /// Columns and rows between the closest tiles: 0 where the two share one, 1 where they are neighbours.
    fn gaps(self, other: Footprint) -> (u16, u16) {
        (gap(self.at.x, self.size, other.at.x, other.size), gap(self.at.y, self.size, other.at.y, other.size))
    }

    /// **T-6** Cardinal steps between the closest tiles of the two.
    pub fn distance(self, other: Footprint) -> u16 {
        let (dx, dy) = self.gaps(other);
        dx + dy
    }

    /// **T-7** Whether `other` stands in the zone of a unit with this footprint and reach: the tiles around it,
    /// diagonals included, and every tile within `reach` cardinal steps. A unit with a reach of 0 has no zone.
    pub fn engages(self, reach: u8, other: Footprint) -> bool {
        let (dx, dy) = self.gaps(other);
        0 < reach && (dx.max(dy) <= 1 || dx + dy <= u16::from(reach))
    }
}

/// The distance between two ranges of tiles in a row, from the nearest of one to the nearest of the other: 0 if they
/// share one.
#[inline]
pub fn gap(a: u8, a_length: u8, b: u8, b_length: u8) -> u16 {
    let (a, b) = (u16::from(a), u16::from(b));
    let (a_end, b_end) = (a + u16::from(a_length) - 1, b + u16::from(b_length) - 1);
    // One of the two terms is 0.
    b.saturating_sub(a_end) + a.saturating_sub(b_end)
}

/// The smallest rectangle of tiles around some footprints. Its distances are never greater than those of the
/// footprints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    columns: (u16, u16),
    rows: (u16, u16),
}

impl Extent {
    /// The extent around all of these footprints. Without any, it is at the greatest distance from everything.
    pub fn of(footprints: impl IntoIterator<Item = Footprint>) -> Extent {
        let nowhere = (u16::MAX, 0);
        let wider = |(low, high): (u16, u16), at: u8, size: u8| {
            (low.min(u16::from(at)), high.max(u16::from(at) + u16::from(size) - 1))
        };
        footprints.into_iter().fold(Extent { columns: nowhere, rows: nowhere }, |it, Footprint { at, size }| Extent {
            columns: wider(it.columns, at.x, size),
            rows: wider(it.rows, at.y, size),
        })
    }

    /// **T-6** Cardinal steps between two extents. No footprint within one is closer to a footprint within the other.
    pub fn distance(self, other: Extent) -> u16 {
        let gap = |a: (u16, u16), b: (u16, u16)| b.0.saturating_sub(a.1).max(a.0.saturating_sub(b.1));
        gap(self.columns, other.columns).saturating_add(gap(self.rows, other.rows))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tile(name: &str) -> Tile {
        name.parse().expect("a tile")
    }

    #[test]
    fn t1_a_tile_is_written_as_column_letters_and_row_number() {
        for (x, y, name) in [(0, 0, "A1"), (2, 6, "C7"), (25, 0, "Z1"), (26, 11, "AA12"), (199, 199, "GR200")] {
            assert_eq!(Tile::new(x, y).to_string(), name);
            assert_eq!(name.parse(), Ok(Tile::new(x, y)));
            assert_eq!(name.to_lowercase().parse(), Ok(Tile::new(x, y)));
        }
    }

    #[test]
    fn t1_what_is_no_tile_is_refused() {
        for text in ["", "A", "7", "A0", "A257", "ZZ1", "AAA1", "A1B", "Ä1", "A-1", "A٣", "A1000"] {
            assert_eq!(text.parse::<Tile>(), Err(NotATile), "{text}");
        }
    }

    #[test]
    fn t6_distance_counts_cardinal_steps_between_the_closest_tiles() {
        let unit = |at, size| Footprint { at: tile(at), size };
        for (a, b, steps) in [
            (unit("A1", 1), unit("A1", 1), 0),
            (unit("A1", 1), unit("B2", 1), 2),
            (unit("A1", 1), unit("D5", 1), 7),
            (unit("A1", 3), unit("D5", 1), 3),
            (unit("D5", 1), unit("A1", 3), 3),
            (unit("A1", 2), unit("A4", 2), 2),
        ] {
            assert_eq!(a.distance(b), steps, "{a:?} {b:?}");
        }
    }

    #[test]
    fn t7_a_zone_is_the_eight_tiles_around_and_what_reach_adds() {
        let zone = |reach, other: &str| {
            Footprint { at: tile("D4"), size: 1 }.engages(reach, Footprint { at: tile(other), size: 1 })
        };
        assert!(zone(1, "C3") && zone(1, "E5") && zone(1, "D5"));
        assert!(!zone(1, "D6") && !zone(1, "F4"));
        assert!(zone(2, "D6") && zone(2, "F4") && zone(2, "C3"));
        assert!(!zone(2, "F5"), "three steps away");
        assert!(zone(3, "F5") && !zone(3, "F6"));
    }

    #[test]
    fn t2_a_footprint_ends_at_the_edge_of_the_grid() {
        let tiles = |x, y, size| Footprint { at: Tile::new(x, y), size }.tiles().collect::<Vec<_>>();
        assert_eq!(tiles(3, 4, 1), [Tile::new(3, 4)]);
        assert_eq!(tiles(3, 4, 2), [(3, 4), (4, 4), (3, 5), (4, 5)].map(|(x, y)| Tile::new(x, y)));
        assert_eq!(tiles(254, 255, 3), [Tile::new(254, 255), Tile::new(255, 255)]);
    }

    #[test]
    fn t6_nobody_is_closer_than_the_extents_of_their_squads() {
        let unit = |at, size| Footprint { at: tile(at), size };
        let (few, many) = ([unit("C3", 1), unit("A6", 1)], [unit("F2", 2), unit("H9", 1)]);
        let (here, there) = (Extent::of(few), Extent::of(many));
        assert_eq!((here.distance(there), there.distance(here)), (3, 3));
        let closest = few.iter().flat_map(|a| many.iter().map(|b| a.distance(*b))).min();
        assert_eq!(closest, Some(3));
        assert_eq!(here.distance(here), 0);
        assert_eq!(here.distance(Extent::of([])), u16::MAX);
    }
}
