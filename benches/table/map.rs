//! M1: the map of twenty squads of ten on 60 by 40 tiles, as a phone would get it.
//!
//! `FIELDPOST_MAP_OUT=m1.png` keeps the picture.

use std::sync::Arc;

use fieldpost::line::report;
use fieldpost::map::MapRenderer;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg;

use crate::measure::{Goal, Table, race};
use crate::w1;

pub(crate) fn measure(table: &mut Table) {
    let opening = w1::opening();
    let mut renderer = MapRenderer::default();
    let draw =
        |renderer: &mut MapRenderer| renderer.png(&report::picture(&opening, &[])).expect("the map can be drawn");
    let png = draw(&mut renderer);
    if let Some(path) = std::env::var_os("FIELDPOST_MAP_OUT") {
        std::fs::write(path, &png).expect("the picture can be written");
    }
    let svg = MapRenderer::svg(&report::picture(&opening, &[]));
    let plain = Plain::new();
    let plainly = plain.png(&svg);
    let (ours, theirs) = race(2, || draw(&mut renderer), || plain.png(&svg));
    let [ours, theirs] = [ours, theirs].map(|it| it / 1e6);
    let [kilobytes, theirs_kilobytes] = [&png, &plainly].map(|it| it.len() as f64 / 1e3);
    let mut beside = |what, unit, ours, theirs, most| {
        table.row(what, unit, ours, Some(("resvg and a 24-bit PNG", theirs)), Goal::Of(most));
    };
    beside("M1, the map of a later round", "ms", ours, theirs, 20.0);
    beside("its size", "kB", kilobytes, theirs_kilobytes, 80.0);
}

/// The partner: draws a whole SVG document, and writes it as a PNG that keeps every pixel's colour.
struct Plain(usvg::Options<'static>);

impl Plain {
    fn new() -> Plain {
        let mut fonts = usvg::fontdb::Database::new();
        fonts.load_font_data(include_bytes!("../../src/map/font/DejaVuSans.ttf").to_vec());
        fonts.load_font_data(include_bytes!("../../src/map/font/DejaVuSans-Bold.ttf").to_vec());
        let fontdb = Arc::new(fonts);
        Plain(usvg::Options { font_family: "DejaVu Sans".to_owned(), fontdb, ..usvg::Options::default() })
    }

    fn png(&self, svg: &str) -> Vec<u8> {
        let tree = usvg::Tree::from_str(svg, &self.0).expect("our own SVG");
        let size = tree.size().to_int_size();
        let mut pixmap = Pixmap::new(size.width(), size.height()).expect("a picture of some size");
        resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
        let rgb: Vec<u8> = pixmap.pixels().iter().flat_map(|it| [it.red(), it.green(), it.blue()]).collect();
        let mut written = Vec::new();
        let mut encoder = png::Encoder::new(&mut written, size.width(), size.height());
        encoder.set_color(png::ColorType::Rgb);
        let mut writer = encoder.write_header().expect("memory takes all");
        writer.write_image_data(&rgb).expect("memory takes all");
        writer.finish().expect("memory takes all");
        written
    }
}
