//! The parts of a picture one by one, as SVG elements in the same coordinates, for a page that moves some of them.

use serde::Serialize;

use crate::field::Tile;
use crate::map::base;
use crate::map::canvas::{Canvas, Rect};
use crate::map::flags;
use crate::map::formations;
use crate::map::frame::Frame;
use crate::map::ground::Ground;
use crate::map::overlay::{bodies, cross_of, reach_of, reach_style, signs};
use crate::map::picture::{ObjectiveView, PartyId, Picture, Plate, Shape};
use crate::map::plates;
use crate::map::spot::Plot;
use crate::map::svg;

/// A map that is drawn part by part.
#[derive(Debug)]
pub struct Parts<'a> {
    ground: &'a Ground,
    frame: Frame,
}

/// The sizes of a map's drawing, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Measures {
    pub columns: u8,
    pub rows: u8,
    /// The edge of a tile.
    pub tile: f32,
    /// The top left corner of the map.
    pub left: f32,
    pub top: f32,
    /// The map with its coordinates: left, top, width and height.
    #[serde(skip)]
    pub view: [f32; 4],
}

impl Measures {
    /// The `viewBox` of the visible part of the drawing.
    pub fn view_box(&self) -> String {
        self.view.map(|it| it.to_string()).join(" ")
    }

    /// The aspect ratio of the visible part.
    pub fn ratio(&self) -> String {
        let [.., width, height] = self.view;
        format!("{width} / {height}")
    }
}

impl<'a> Parts<'a> {
    /// The parts of the picture of a map with this ground.
    pub fn of(ground: &'a Ground) -> Parts<'a> {
        Parts { ground, frame: Frame::new(ground.width, ground.height) }
    }

    /// The sizes of the drawing.
    pub fn measures(&self) -> Measures {
        let Frame { columns, rows, tile, left, top, coordinates, .. } = self.frame;
        let map = self.frame.map_with_coordinates();
        let margin = (coordinates * 2.2).round();
        let view = [map.left - margin, map.top, map.width + 2.0 * margin, map.height];
        Measures { columns, rows, tile, left, top, view }
    }

    /// The ground and the coordinates, which never change.
    pub fn ground(&self) -> String {
        svg::own_picture(self.ground, &self.frame) + &svg::ground_layer(self.ground, &self.frame).elements
    }

    /// The changed ground, to be drawn over the original one; empty if nothing has changed.
    pub fn changed(&self, now: &Ground) -> String {
        Canvas::drawn(|canvas| base::draw_changed(canvas, now, &self.frame))
    }

    /// **O-1** The border of the tiles that count for an objective.
    pub fn reach(&self, objective: &ObjectiveView) -> String {
        let reach = reach_of(objective, self.ground, &self.frame);
        Canvas::drawn(|canvas| canvas.path(&reach, reach_style(objective.owner, &self.frame)))
    }

    /// The upper left corner of a tile.
    pub fn corner(&self, tile: Tile) -> (f32, f32) {
        let Rect { left, top, .. } = self.frame.tile(tile);
        (left, top)
    }

    /// The token of a unit that covers this many columns and rows, with its upper left corner at 0, 0. For a hero it
    /// has a star with these letters.
    pub fn token(&self, shape: Shape, party: PartyId, (columns, rows): (u8, u8), star: Option<&str>) -> String {
        let area = Rect { left: 0.0, top: 0.0, ..self.frame.plot(Plot { at: Tile::new(0, 0), columns, rows }) };
        Canvas::drawn(|canvas| {
            bodies(canvas, &[(shape, area)], party, false, self.frame.tile);
            signs(canvas, &[(shape, area, star)], self.frame.tile);
        })
    }

    /// The lines of a cross centred on 0, 0, with `name` as its id: for the dead, or for units of a party that are
    /// down, whether left behind or still to stand up again.
    pub fn cross(&self, left_behind: Option<PartyId>, name: &str) -> String {
        let area = Rect::around((0.0, 0.0), self.frame.tile);
        Canvas::drawn(|canvas| canvas.path(&cross_of(left_behind, area), format_args!("id=\"{name}\"")))
    }

    /// **F-1** The outlines of all formations of a picture, with their labels.
    pub fn formations(&self, picture: &Picture) -> String {
        Canvas::drawn(|canvas| {
            formations::draw(canvas, picture, &self.frame);
            formations::draw_labels(canvas, picture, &self.frame);
        })
    }

    /// A plate in two parts, its ground under the units on it and its front over them, with its upper left corner at 0,
    /// 0.
    pub fn plate(&self, party: PartyId, plate: &Plate) -> [String; 2] {
        let size = Plot { at: Tile::new(0, 0), columns: plate.width, rows: plate.height };
        let area = Rect { left: 0.0, top: 0.0, ..self.frame.plot(size) };
        let tile = self.frame.tile;
        [
            Canvas::drawn(|canvas| plates::ground(canvas, party, area, tile)),
            Canvas::drawn(|canvas| plates::front(canvas, party, plate.facing, area, tile)),
        ]
    }

    /// The standard of a party, on a tile whose upper left corner is at 0, 0.
    pub fn standard(&self, party: PartyId) -> String {
        let tile = Rect { left: 0.0, top: 0.0, ..self.frame.tile(Tile::new(0, 0)) };
        Canvas::drawn(|canvas| plates::standard(canvas, party, plates::above(tile)))
    }

    /// The flag of an objective, on a tile whose upper left corner is at 0, 0.
    pub fn flag(&self, owner: Option<PartyId>, is_contested: bool) -> String {
        let tile = Rect { left: 0.0, top: 0.0, ..self.frame.tile(Tile::new(0, 0)) };
        Canvas::drawn(|canvas| flags::flag(canvas, owner, is_contested, flags::usual_place(tile, &self.frame)))
    }
}
