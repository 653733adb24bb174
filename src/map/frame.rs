//! The sizes of tiles, letters and margins, by the size of the map.

use crate::field::Tile;
use crate::map::canvas::Rect;
use crate::map::metrics::{Weight, width};
use crate::map::spot::{Plot, Spot};

/// The intended width of a map, in pixels. It is sharp on a phone, which shows it at about a third.
const WIDTH_AIM: f32 = 1110.0;
/// The least width of a picture, in pixels. A narrower one would have no room for a legend.
const WIDTH_MIN: f32 = 900.0;
const TILE_MIN: f32 = 12.0;
const TILE_MAX: f32 = 64.0;
/// A map that is lower than this many labels gets room for labels above and below it.
const LABELS_MIN: f32 = 10.0;

/// The measures of one map, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Frame {
    /// The edge of a tile: a whole number, so that the grid is sharp.
    pub(super) tile: f32,
    /// The top left corner of the map.
    pub(super) left: f32,
    pub(super) top: f32,
    pub(super) columns: u8,
    pub(super) rows: u8,
    /// The width of the whole picture.
    pub(super) width: f32,
    /// The bottom of the map with its lower coordinates and the room for labels below them.
    pub(super) bottom: f32,
    /// The height of the room for labels above the map, and likewise below it, beyond the coordinates; 0 if none is
    /// needed.
    pub(super) band: f32,
    /// Font sizes.
    pub(super) title: f32,
    pub(super) coordinates: f32,
    pub(super) label: f32,
    pub(super) legend: f32,
}

impl Frame {
    /// The measures for a map of this many tiles.
    pub(super) fn new(columns: u8, rows: u8) -> Frame {
        let tile = (WIDTH_AIM / f32::from(columns)).floor().clamp(TILE_MIN, TILE_MAX);
        let map = tile * f32::from(columns);
        let coordinates = (map.max(WIDTH_MIN) / 52.0).round();
        let margin = (width("200", coordinates, Weight::Bold) * 1.15).ceil();
        let whole = (map + 2.0 * margin).max(WIDTH_MIN);
        let title = (whole / 30.0).round();
        let label = (whole / 34.0).round();
        let height = tile * f32::from(rows);
        let band = ((label * LABELS_MIN - height) / 2.0).max(0.0).round();
        let top = (title * 1.75).round() + (coordinates * 1.5).round() + band;
        let bottom = top + height + (coordinates * 1.6).round() + band;
        Frame {
            tile,
            left: ((whole - map) / 2.0).floor(),
            top,
            columns,
            rows,
            width: whole,
            bottom,
            band,
            title,
            coordinates,
            label,
            legend: (whole / 38.0).round(),
        }
    }

    /// The map without its margins.
    pub(super) fn map(&self) -> Rect {
        let (width, height) = (self.tile * f32::from(self.columns), self.tile * f32::from(self.rows));
        Rect { left: self.left, top: self.top, width, height }
    }

    /// The map with the coordinates above and below it.
    pub(super) fn map_with_coordinates(&self) -> Rect {
        let Rect { top, height, .. } = self.map();
        let edge = (self.coordinates * 1.5).round();
        Rect { top: top - edge, height: height + 2.0 * edge, ..self.map() }
    }

    /// Where labels may be: on the map, and also above and below a low one.
    pub(super) fn room(&self) -> Rect {
        if self.band == 0.0 {
            return self.map();
        }
        let Rect { top, height, .. } = self.map_with_coordinates();
        Rect { top: top - self.band, height: height + 2.0 * self.band, ..self.map() }
    }

    /// The area of a tile.
    pub(super) fn tile(&self, tile: Tile) -> Rect {
        self.plot(Plot::one(tile))
    }

    /// The area of the tiles under a unit.
    pub(super) fn plot(&self, it: Plot) -> Rect {
        let length = |tiles: u8| self.tile * f32::from(tiles);
        let (left, top) = self.spot(Spot { x: f32::from(it.at.x), y: f32::from(it.at.y) });
        Rect { left, top, width: length(it.columns), height: length(it.rows) }
    }

    /// The point of a place on the map.
    pub(super) fn spot(&self, it: Spot) -> (f32, f32) {
        (self.left + it.x * self.tile, self.top + it.y * self.tile)
    }

    /// The interval at which columns and rows have coordinates, so that two never touch.
    pub(super) fn coordinate_every(&self) -> usize {
        let widest = width("MM", self.coordinates, Weight::Bold);
        let room = if self.columns <= 26 { self.coordinates } else { widest };
        [1, 2, 5, 10].into_iter().find(|it| room * 1.05 <= self.tile * *it as f32).unwrap_or(20)
    }

    /// The thickness of lines that are drawn on the map.
    pub(super) fn line(&self) -> f32 {
        (self.tile * 0.1).max(self.width / 500.0)
    }
}
