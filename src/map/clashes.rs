//! Where blows were exchanged.

use crate::map::canvas::{Canvas, Path, Rect};
use crate::map::frame::Frame;
use crate::map::picture::Picture;
use crate::map::style::{INK, WHITE, edged};

/// Crossed swords between those who fought, small enough to leave their letters free.
pub(super) fn draw(canvas: &mut Canvas, picture: &Picture, frame: &Frame) {
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
