//! Melees: lines between squads that are locked in close combat, and where blows were exchanged.

use crate::map::canvas::{Canvas, Path, Point, Rect};
use crate::map::frame::Frame;
use crate::map::picture::{Picture, SquadView};
use crate::map::spot::joining;
use crate::map::style::{INK, WHITE, edged, line};

/// All rings.
pub(super) fn draw_rings(canvas: &mut Canvas, picture: &Picture, frame: &Frame) {
    for ring in &picture.rings {
        let squads: Vec<&SquadView> = picture.in_ring(ring).collect();
        for (from, to, steps) in joining(squads, |joined, it| joined.closest(it)) {
            // Who stands at its ends stays seen.
            let short = 0.34 / steps.max(1.0);
            let ends = (from.towards(to, short), to.towards(from, short));
            link(canvas, frame.spot(ends.0), frame.spot(ends.1), frame.line());
        }
    }
}

/// A dark line with a ring in its middle.
pub(super) fn link(canvas: &mut Canvas, from: Point, to: Point, thick: f32) {
    for (colour, width) in [(WHITE, thick * 1.8), (INK, thick * 0.9)] {
        canvas.path(Path::default().go(from).line(to), line(colour, width));
    }
    let mut ring = Path::default();
    ring.circle(((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0), thick * 1.3);
    canvas.path(&ring, edged("none", WHITE, thick * 2.0));
    canvas.path(&ring, edged(WHITE, INK, thick * 0.9));
}

/// Crossed swords between those who fought, small enough to leave their letters free.
pub(super) fn draw_clashes(canvas: &mut Canvas, picture: &Picture, frame: &Frame) {
    let edge = (frame.tile * 0.56).max((frame.width / 90.0).min(frame.tile));
    for it in &picture.clashes {
        clash(canvas, Rect::around(frame.spot(*it), edge));
    }
}

/// One of them.
pub(super) fn clash(canvas: &mut Canvas, area: Rect) {
    let middle = area.middle();
    canvas.path(Path::default().circle(middle, area.width / 2.0), edged(WHITE, INK, area.width * 0.06));
    canvas.sign(middle, area.width * 0.82, INK, "⚔");
}
