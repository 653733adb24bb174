//! Draws melees: lines between squads that are locked in close combat, and signs where blows were exchanged.

use crate::map::canvas::{Canvas, Path, Point, Rect};
use crate::map::frame::Frame;
use crate::map::picture::{Picture, SquadView};
use crate::map::spot::shortest_joins;
use crate::map::style::{INK, WHITE, edged, line};

/// Draws all rings of squads that are locked in close combat.
pub(super) fn draw_rings(canvas: &mut Canvas, picture: &Picture, frame: &Frame) {
    for ring in &picture.rings {
        let squads: Vec<&SquadView> = picture.in_ring(ring).collect();
        for (from, to, steps) in shortest_joins(squads, |joined, it| joined.closest(it)) {
            // The line stops short of the units at its ends, so that they stay visible.
            let short = 0.34 / steps.max(1.0);
            let ends = (from.towards(to, short), to.towards(from, short));
            link(canvas, frame.spot(ends.0), frame.spot(ends.1), frame.line());
        }
    }
}

/// Draws a dark line with a ring in its middle.
pub(super) fn link(canvas: &mut Canvas, from: Point, to: Point, thick: f32) {
    for (colour, width) in [(WHITE, thick * 1.8), (INK, thick * 0.9)] {
        canvas.path(Path::default().go(from).line(to), line(colour, width));
    }
    let mut ring = Path::default();
    ring.circle(((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0), thick * 1.3);
    canvas.path(&ring, edged("none", WHITE, thick * 2.0));
    canvas.path(&ring, edged(WHITE, INK, thick * 0.9));
}

/// Draws crossed swords between squads that fought, small enough to leave the letters on units free.
pub(super) fn draw_clashes(canvas: &mut Canvas, picture: &Picture, frame: &Frame) {
    let edge = (frame.tile * 0.56).max((frame.width / 90.0).min(frame.tile));
    for it in &picture.clashes {
        clash(canvas, Rect::around(frame.spot(*it), edge));
    }
}

/// Draws crossed swords in a circle.
pub(super) fn clash(canvas: &mut Canvas, area: Rect) {
    let middle = area.middle();
    canvas.path(Path::default().circle(middle, area.width / 2.0), edged(WHITE, INK, area.width * 0.06));
    canvas.sign(middle, area.width * 0.82, INK, "⚔");
}
