//! Writes a whole picture as SVG.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;

use crate::map::base;
use crate::map::canvas::{Anchor, Canvas, FONTS, Ink, Rect};
use crate::map::frame::Frame;
use crate::map::ground::Ground;
use crate::map::legend;
use crate::map::metrics::{Weight, fit, width};
use crate::map::overlay;
use crate::map::picture::Picture;
use crate::map::style::{INK, PAPER, edged};
use crate::map::tags;

/// One layer of a picture: SVG elements, and their size.
pub(crate) struct Layer {
    pub(crate) elements: String,
    pub(crate) width: f32,
    pub(crate) height: f32,
}

impl Layer {
    /// The layer as an SVG document of its own.
    pub(crate) fn document(&self) -> String {
        let Layer { elements, width, height } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"{FONTS}\">\n{elements}</svg>\n"
        )
    }

    /// The layer as an SVG document on paper, with a title for screen readers.
    pub(crate) fn on_paper(self, title: &str) -> String {
        let whole = Rect { left: 0.0, top: 0.0, width: self.width, height: self.height };
        let page = Canvas::drawn(|page| {
            page.title(title);
            page.rect(whole, format_args!("fill=\"{PAPER}\""));
        });
        Layer { elements: page + &self.elements, ..self }.document()
    }
}

/// The picture as an SVG document.
pub(super) fn document(picture: &Picture) -> String {
    let frame = Frame::new(picture.ground.width, picture.ground.height);
    let (under, over) = (ground_layer(&picture.ground, &frame), picture_layer(picture, &frame));
    let elements = own_picture(&picture.ground, &frame) + &under.elements + &over.elements;
    Layer { elements, ..over }.on_paper(&format!("{} {}", picture.title, picture.moment))
}

/// A map's own picture, which is drawn under its tiles.
pub(super) fn own_picture(ground: &Ground, frame: &Frame) -> String {
    let own = ground.picture.as_ref().map(|png| BASE64.encode(png));
    Canvas::drawn(|canvas| own.iter().for_each(|png| canvas.image(frame.map(), png)))
}

/// The ground and the coordinates, which never change.
pub(super) fn ground_layer(ground: &Ground, frame: &Frame) -> Layer {
    let elements = Canvas::drawn(|canvas| base::draw(canvas, ground, frame));
    Layer { elements, width: frame.width, height: frame.bottom }
}

/// Everything that changes from round to round, with the title and the legend.
pub(super) fn picture_layer(picture: &Picture, frame: &Frame) -> Layer {
    let mut canvas = Canvas::default();
    base::draw_changed(&mut canvas, &picture.ground, frame);
    overlay::draw(&mut canvas, picture, frame);
    tags::draw(&mut canvas, picture, frame);
    heading(&mut canvas, picture, frame);
    if picture.is_what_if {
        let (edge, dash) = (edged("none", INK, frame.line() * 2.0), frame.width / 60.0);
        canvas.rect(frame.map(), format_args!("{edge} stroke-dasharray=\"{dash:.1} {dash:.1}\""));
    }
    let height = legend::draw(&mut canvas, picture, frame);
    Layer { elements: canvas.into_elements(), width: frame.width, height }
}

/// Draws the title and the moment.
fn heading(canvas: &mut Canvas, picture: &Picture, frame: &Frame) {
    let size = frame.title;
    let (left, y) = (frame.legend * 0.6, size * 1.3);
    let moment = format!(" {}", picture.moment);
    let north = "N ↑";
    let room = frame.width - 2.5 * left - width(north, size, Weight::Bold) - width(&moment, size, Weight::Plain);
    let name = fit(&picture.title, size, Weight::Bold, room);
    let ink = |weight, anchor| Ink { size, weight, colour: INK, anchor };
    canvas.text(left, y, ink(Weight::Bold, Anchor::Start), &name);
    let after = left + width(&name, size, Weight::Bold) + size * 0.35;
    canvas.text(after, y, ink(Weight::Plain, Anchor::Start), moment.trim_start());
    canvas.text(frame.width - left, y, ink(Weight::Bold, Anchor::End), north);
}
