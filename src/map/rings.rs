//! Rings: lines between squads that are locked in close combat.

use crate::map::canvas::{Canvas, Path, Point};
use crate::map::frame::Frame;
use crate::map::picture::Picture;
use crate::map::spot::joining;
use crate::map::squads::SquadView;
use crate::map::style::{INK, WHITE, edged};

/// All rings.
pub(super) fn draw(canvas: &mut Canvas, picture: &Picture, frame: &Frame) {
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
pub(super) fn link(canvas: &mut Canvas, from: Point, to: Point, line: f32) {
    let style = "fill=\"none\" stroke-linecap=\"round\"";
    for (colour, width) in [(WHITE, line * 1.8), (INK, line * 0.9)] {
        let how = format_args!("{style} stroke=\"{colour}\" stroke-width=\"{width:.1}\"");
        canvas.path(Path::default().go(from).line(to), how);
    }
    let mut ring = Path::default();
    ring.circle(((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0), line * 1.3);
    canvas.path(&ring, edged("none", WHITE, line * 2.0));
    canvas.path(&ring, edged(WHITE, INK, line * 0.9));
}
