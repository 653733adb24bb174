//! **F-1** Draws formations, each as an outline around its members.

use crate::field::{Direction, Tile};
use crate::map::canvas::{Anchor, Canvas, Ink, Path, Rect};
use crate::map::frame::Frame;
use crate::map::metrics::{Weight, width};
use crate::map::picture::{FormationView, PartyId, Picture};
use crate::map::style::{WHITE, colour, edged, line};

/// Draws the outline of each formation, around the tiles that its members stand on.
pub(super) fn draw(canvas: &mut Canvas, picture: &Picture, frame: &Frame) {
    for it in &picture.formations {
        let tiles: Vec<Tile> = it.units.iter().flat_map(|it| it.tiles()).collect();
        outline(canvas, &border(frame, tiles.iter().copied(), |it| tiles.contains(&it)), it.party, frame.line());
    }
}

/// Draws the label of each formation, on the upper left corner of its outline.
pub(super) fn draw_labels(canvas: &mut Canvas, picture: &Picture, frame: &Frame) {
    for (name, it) in picture.labelled_formations() {
        if let Some(area) = label_area(&name, it, frame) {
            label(canvas, &name, it.party, area);
        }
    }
}

/// The area of a formation's label.
pub(super) fn label_area(label: &str, it: &FormationView, frame: &Frame) -> Option<Rect> {
    let first = it.units.iter().map(|it| it.at).min_by_key(|it| (it.y, it.x))?;
    let tile = frame.tile(first);
    let size = (frame.tile * 0.5).max(frame.label * 0.6);
    let wide = width(label, size, Weight::Bold) + size * 0.5;
    Some(Rect { left: tile.left - wide * 0.5, top: tile.top - size * 0.65, width: wide, height: size * 1.2 })
}

/// Draws a line around a formation, in the colour of its party.
pub(super) fn outline(canvas: &mut Canvas, path: &Path, party: PartyId, thick: f32) {
    for (colour, width) in [(WHITE, thick * 2.2), (colour(party), thick * 1.2)] {
        canvas.path(path, line(colour, width) + " stroke-linejoin=\"round\"");
    }
}

/// Draws a white plate with the label of a formation.
pub(super) fn label(canvas: &mut Canvas, label: &str, party: PartyId, area: Rect) {
    let colour = colour(party);
    canvas.rect(area, edged(WHITE, colour, area.height * 0.09));
    let ink = Ink { size: area.height / 1.2, weight: Weight::Bold, colour, anchor: Anchor::Middle };
    canvas.text(area.left + area.width / 2.0, area.top + area.height * 0.8, ink, label);
}

/// The outer edges of some tiles.
pub(super) fn border(frame: &Frame, tiles: impl Iterator<Item = Tile>, is_in: impl Fn(Tile) -> bool) -> Path {
    let mut path = Path::default();
    for tile in tiles {
        let Rect { left, top, width, height } = frame.tile(tile);
        let corners = [(left, top), (left + width, top), (left + width, top + height), (left, top + height)];
        for (n, direction) in Direction::ALL.into_iter().enumerate() {
            if !tile.step(direction).is_some_and(&is_in) {
                path.go(corners[n]).line(corners[(n + 1) % 4]);
            }
        }
    }
    path
}
