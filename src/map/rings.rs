//! Rings: lines between squads that are locked in close combat.

use crate::map::canvas::{Canvas, Path, Point};
use crate::map::frame::Frame;
use crate::map::picture::Picture;
use crate::map::spot::Spot;
use crate::map::squads::SquadView;
use crate::map::style::{INK, WHITE, edged};

/// All rings.
pub(super) fn draw(canvas: &mut Canvas, picture: &Picture, frame: &Frame) {
    for ring in &picture.rings {
        for (from, to, steps) in links(picture, ring) {
            // Who stands at its ends stays seen.
            let short = 0.34 / steps.max(1.0);
            let ends = (from.towards(to, short), to.towards(from, short));
            link(canvas, frame.spot(ends.0), frame.spot(ends.1), frame.line());
        }
    }
}

/// The shortest lines that join the squads of a ring, each between those who stand closest together, and how long it is.
fn links(picture: &Picture, ring: &[usize]) -> Vec<(Spot, Spot, f32)> {
    let mut apart: Vec<&SquadView> = picture.in_ring(ring).collect();
    let mut joined: Vec<&SquadView> = apart.pop().into_iter().collect();
    let mut links = Vec::new();
    while !apart.is_empty() {
        let near =
            |it: &SquadView| joined.iter().filter_map(|other| other.closest(it)).min_by(|a, b| a.2.total_cmp(&b.2));
        let ways = apart.iter().enumerate().filter_map(|(n, it)| Some((n, near(it)?)));
        let Some((n, way)) = ways.min_by(|a, b| a.1.2.total_cmp(&b.1.2)) else { break };
        links.push(way);
        joined.push(apart.swap_remove(n));
    }
    links
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
