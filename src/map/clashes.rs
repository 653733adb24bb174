//! Where blows were exchanged.

use crate::map::canvas::{Anchor, Canvas, Ink, Path, Rect};
use crate::map::frame::Frame;
use crate::map::metrics::Weight;
use crate::map::picture::Picture;
use crate::map::style::{INK, WHITE};

/// Crossed swords between those who fought, small enough to leave their letters free.
pub(super) fn draw(canvas: &mut Canvas, picture: &Picture, frame: &Frame) {
    let edge = (frame.tile * 0.56).max((frame.width / 90.0).min(frame.tile));
    for it in &picture.clashes {
        let (x, y) = frame.spot(*it);
        clash(canvas, Rect { left: x - edge / 2.0, top: y - edge / 2.0, width: edge, height: edge });
    }
}

/// One of them.
pub(super) fn clash(canvas: &mut Canvas, area: Rect) {
    let (x, y) = (area.left + area.width / 2.0, area.top + area.height / 2.0);
    let mut disc = Path::default();
    disc.circle(x, y, area.width / 2.0);
    canvas.path(&disc, format_args!("fill=\"{WHITE}\" stroke=\"{INK}\" stroke-width=\"{:.1}\"", area.width * 0.06));
    let size = area.width * 0.82;
    let ink = Ink { size, weight: Weight::Bold, colour: INK, anchor: Anchor::Middle };
    canvas.text(x, y + size * 0.36, ink, "⚔");
}
