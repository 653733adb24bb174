//! Draws plates: squads that stand and move as one, each with its outline, its facing, and its standard.

use crate::field::Direction;
use crate::map::canvas::{Canvas, Path, Rect};
use crate::map::frame::Frame;
use crate::map::picture::{PartyId, Picture, Plate};
use crate::map::style::{INK, WHITE, colour, edged, line};

/// Draws the ground of all plates, under the units.
pub(super) fn draw(canvas: &mut Canvas, picture: &Picture, frame: &Frame) {
    for (party, plate) in plates(picture) {
        ground(canvas, party, area_of(&plate, frame), frame.tile);
    }
}

/// Draws the fronts and standards of all plates, over the units.
pub(super) fn draw_fronts(canvas: &mut Canvas, picture: &Picture, frame: &Frame) {
    // All edges come before all wedges, so that none covers a wedge where two plates meet front to front.
    for draw in [edge, wedge] {
        for (party, plate) in plates(picture) {
            draw(canvas, party, plate.facing, area_of(&plate, frame), frame.tile);
        }
    }
    for (party, plate) in plates(picture) {
        if let Some(at) = plate.standard {
            standard(canvas, party, above(frame.tile(at)));
        }
    }
}

fn plates(picture: &Picture) -> impl Iterator<Item = (PartyId, Plate)> {
    picture.squads.iter().filter_map(|it| Some((it.party, it.plate?)))
}

fn area_of(plate: &Plate, frame: &Frame) -> Rect {
    frame.tile(plate.at).joined(frame.tile(plate.last()))
}

/// The area of a standard: above its tile, so that its bearer stays visible.
pub(super) fn above(tile: Rect) -> Rect {
    Rect { top: tile.top - tile.height * 0.45, ..tile }
}

/// Draws the ground of a plate, in the colour of its party.
pub(super) fn ground(canvas: &mut Canvas, party: PartyId, area: Rect, tile: f32) {
    let (colour, line) = (colour(party), tile * 0.07);
    let plate = area.grown(-line / 2.0);
    let halo = line * 2.2;
    let white = format!("fill=\"{WHITE}\" fill-opacity=\"0.55\" stroke=\"{WHITE}\"");
    canvas.rect(plate, format_args!("{white} stroke-width=\"{halo:.1}\""));
    let tint = format!("fill=\"{colour}\" fill-opacity=\"0.2\" stroke=\"{colour}\"");
    canvas.rect(plate, format_args!("{tint} stroke-width=\"{line:.1}\""));
}

/// Draws the front of a plate: its edge, and a wedge on it.
pub(super) fn front(canvas: &mut Canvas, party: PartyId, facing: Direction, area: Rect, tile: f32) {
    edge(canvas, party, facing, area, tile);
    wedge(canvas, party, facing, area, tile);
}

/// Draws the front edge of a plate, thicker than the others.
fn edge(canvas: &mut Canvas, party: PartyId, facing: Direction, area: Rect, tile: f32) {
    let (dx, dy) = facing.offset();
    let thick = tile * 0.12;
    let (width, height) = if dx == 0 { (area.width, thick) } else { (thick, area.height) };
    let left = if 0 < dx { area.left + area.width - thick } else { area.left };
    let top = if 0 < dy { area.top + area.height - thick } else { area.top };
    canvas.rect(Rect { left, top, width, height }, format_args!("fill=\"{}\"", colour(party)));
}

/// Draws a wedge on the middle of the front edge, which points away from the plate.
fn wedge(canvas: &mut Canvas, party: PartyId, facing: Direction, area: Rect, tile: f32) {
    let (dx, dy) = facing.offset();
    let (ahead, aside) = ((f32::from(dx), f32::from(dy)), (f32::from(-dy), f32::from(dx)));
    let middle = (area.left + area.width / 2.0 * (1.0 + ahead.0), area.top + area.height / 2.0 * (1.0 + ahead.1));
    let at = |on: f32, out: f32| (middle.0 + aside.0 * on + ahead.0 * out, middle.1 + aside.1 * on + ahead.1 * out);
    let (half, height, thin) = (tile * 0.28, tile * 0.3, tile * 0.04);
    let style = format!("fill=\"{}\" stroke=\"{WHITE}\" stroke-linejoin=\"round\"", colour(party));
    let shape = [at(-half, 0.0), at(0.0, height), at(half, 0.0)];
    canvas.path(Path::default().polygon(&shape), format_args!("{style} stroke-width=\"{thin:.1}\""));
}

/// Draws a banner that hangs from a pole, in the colour of its party.
pub(super) fn standard(canvas: &mut Canvas, party: PartyId, area: Rect) {
    let at = |x: f32, y: f32| (area.left + x * area.width, area.top + y * area.height);
    let (mut pole, mut cloth) = (Path::default(), Path::default());
    pole.go(at(0.96, 0.95)).line(at(0.96, 0.04)).go(at(0.74, 0.12)).line(at(1.18, 0.12));
    cloth.polygon(&[at(0.77, 0.12), at(1.15, 0.12), at(1.15, 0.6), at(0.96, 0.48), at(0.77, 0.6)]);
    let thin = area.width * 0.06;
    canvas.path(&pole, line(WHITE, thin * 2.6));
    canvas.path(&cloth, line(WHITE, thin * 2.6));
    canvas.path(&cloth, edged(colour(party), INK, thin));
    canvas.path(&pole, line(INK, thin));
}
