//! Renders SVG to PNG. The ground, which is the same in every round, is drawn once.

use std::sync::Arc;

use resvg::tiny_skia::{FilterQuality, IntSize, Pixmap, PixmapPaint, Transform};
use resvg::usvg;

use crate::field::Look;
use crate::map::canvas::Rect;
use crate::map::frame::Frame;
use crate::map::ground::Ground;
use crate::map::indexed::{self, Palette};
use crate::map::metrics::FACES;
use crate::map::picture::Picture;
use crate::map::style;
use crate::map::svg::{self, Layer};

/// How many bytes of grounds a renderer keeps, apart from the last one: enough for several usual maps.
const GROUNDS_BYTES_MAX: usize = 32_000_000;

/// The scale of a large picture.
const LARGE: f32 = 2.0;

/// How many parties a drawing without ground may show.
const DRAWN_PARTIES: usize = 2;

/// Renders pictures. It reads the fonts once, and keeps the grounds of the last maps.
pub struct MapRenderer {
    options: usvg::Options<'static>,
    // The last one that was used comes first.
    grounds: Vec<(Ground, Pixmap)>,
}

/// Why a picture could not be drawn. The battle is not affected.
#[derive(Debug, thiserror::Error)]
pub enum NoPicture {
    #[error("the picture could not be read back: {0}")]
    Svg(#[from] usvg::Error),
    #[error("a picture of {width} by {height} pixels is too large")]
    TooLarge { width: f32, height: f32 },
    #[error("the picture could not be written as PNG: {0}")]
    Png(#[from] png::EncodingError),
    #[error("the picture under the map can't be read: {0}")]
    Under(#[from] png::DecodingError),
}

impl Default for MapRenderer {
    /// A renderer with the fonts that are compiled in, and no others.
    fn default() -> MapRenderer {
        let mut fonts = usvg::fontdb::Database::new();
        FACES.iter().for_each(|it| fonts.load_font_data(it.to_vec()));
        let options = usvg::Options {
            font_family: "DejaVu Sans".to_owned(),
            fontdb: Arc::new(fonts),
            ..usvg::Options::default()
        };
        MapRenderer { options, grounds: Vec::new() }
    }
}

impl MapRenderer {
    /// The picture as an SVG document.
    pub fn svg(picture: &Picture) -> String {
        svg::document(picture)
    }

    /// The picture as a PNG with a palette. The same picture always gives the same bytes.
    ///
    /// # Errors
    ///
    /// If the picture is too large to be drawn.
    pub fn png(&mut self, picture: &Picture) -> Result<Vec<u8>, NoPicture> {
        let frame = Frame::new(picture.ground.width, picture.ground.height);
        let over = svg::picture_layer(picture, &frame);
        let mut pixmap = extended(self.kept_ground(&picture.ground, &frame)?, &over)?;
        self.draw(&over, &mut pixmap, Transform::identity())?;
        Ok(indexed::png(&pixmap, palette_of(picture, &pixmap))?)
    }

    /// The picture as a PNG with edges twice as long, for people who look closely.
    ///
    /// # Errors
    ///
    /// If the picture is too large to be drawn.
    pub fn large_png(&self, picture: &Picture) -> Result<Vec<u8>, NoPicture> {
        let frame = Frame::new(picture.ground.width, picture.ground.height);
        let layers = [svg::ground_layer(&picture.ground, &frame), svg::picture_layer(picture, &frame)];
        let [_, Layer { width, height, .. }] = layers;
        let mut pixmap = page(Vec::new(), LARGE * width, LARGE * height)?;
        lay_picture(&picture.ground, &frame, &mut pixmap, LARGE)?;
        for layer in &layers {
            self.draw(layer, &mut pixmap, Transform::from_scale(LARGE, LARGE))?;
        }
        Ok(indexed::png(&pixmap, palette_of(picture, &pixmap))?)
    }

    /// A drawing without ground, as a PNG. The same drawing always gives the same bytes.
    ///
    /// # Errors
    ///
    /// If it is too large to be drawn.
    pub(crate) fn drawing(&self, layer: &Layer) -> Result<Vec<u8>, NoPicture> {
        let mut pixmap = page(Vec::new(), layer.width, layer.height)?;
        self.draw(layer, &mut pixmap, Transform::identity())?;
        Ok(indexed::png(&pixmap, style::palette(DRAWN_PARTIES, &[], false))?)
    }

    /// The drawn ground of a map. It is drawn now if it isn't kept.
    fn kept_ground(&mut self, ground: &Ground, frame: &Frame) -> Result<&Pixmap, NoPicture> {
        match self.grounds.iter().position(|it| it.0.has_same_original(ground)) {
            Some(kept) => self.grounds[..=kept].rotate_right(1),
            None => {
                let layer = svg::ground_layer(ground, frame);
                let mut pixmap = page(Vec::new(), layer.width, layer.height)?;
                lay_picture(ground, frame, &mut pixmap, 1.0)?;
                self.draw(&layer, &mut pixmap, Transform::identity())?;
                let mut left = GROUNDS_BYTES_MAX;
                self.grounds.retain(|it| {
                    left = left.saturating_sub(it.1.data().len());
                    0 < left
                });
                self.grounds.insert(0, (ground.clone(), pixmap));
            }
        }
        Ok(&self.grounds[0].1)
    }

    fn draw(&self, layer: &Layer, pixmap: &mut Pixmap, scale: Transform) -> Result<(), NoPicture> {
        let tree = usvg::Tree::from_str(&layer.document(), &self.options)?;
        resvg::render(&tree, scale, &mut pixmap.as_mut());
        Ok(())
    }
}

/// Draws a map's own picture under its tiles.
fn lay_picture(ground: &Ground, frame: &Frame, pixmap: &mut Pixmap, scale: f32) -> Result<(), NoPicture> {
    let Some(bytes) = &ground.picture else { return Ok(()) };
    let own = Pixmap::decode_png(bytes)?;
    let Rect { left, top, width, height } = frame.map();
    let (across, down) = (scale * width / own.width() as f32, scale * height / own.height() as f32);
    let place = Transform::from_row(across, 0.0, 0.0, down, scale * left, scale * top);
    let paint = PixmapPaint { quality: FilterQuality::Bilinear, ..PixmapPaint::default() };
    pixmap.draw_pixmap(0, 0, own.as_ref(), &paint, place, None);
    Ok(())
}

/// The palette of a picture.
fn palette_of(picture: &Picture, pixmap: &Pixmap) -> Palette {
    let changed = picture.ground.changed.values().map(|it| it.0);
    let occurs =
        |kind: usize| picture.ground.tiles.iter().copied().chain(changed.clone()).any(|it| usize::from(it) == kind);
    let kinds = picture.ground.kinds.iter().enumerate().filter(|it| occurs(it.0));
    let looks: Vec<Look> = kinds.map(|it| it.1.look).collect();
    let has_heroes = picture.squads.iter().flat_map(|it| &it.units).any(|it| it.hero.is_some());
    let palette = style::palette(picture.parties.len(), &looks, has_heroes);
    if picture.ground.picture.is_some() { palette.with_colours_of(pixmap) } else { palette }
}

/// A copy of a drawing on a page that is long enough for another layer.
fn extended(under: &Pixmap, over: &Layer) -> Result<Pixmap, NoPicture> {
    let mut pixels = Vec::with_capacity(under.width() as usize * over.height as usize * 4);
    pixels.extend_from_slice(under.data());
    page(pixels, over.width, over.height)
}

/// A page that begins with these pixels, and is paper after them.
fn page(mut pixels: Vec<u8>, width: f32, height: f32) -> Result<Pixmap, NoPicture> {
    let too_large = || NoPicture::TooLarge { width, height };
    let size = IntSize::from_wh(width as u32, height as u32).ok_or_else(too_large)?;
    let [red, green, blue] = style::PAPER_RGB;
    let whole = size.width() as usize * size.height() as usize * 4;
    let row = [red, green, blue, 255].repeat(size.width() as usize);
    pixels.reserve_exact(whole.saturating_sub(pixels.len()));
    while pixels.len() < whole {
        pixels.extend_from_slice(&row);
    }
    Pixmap::from_vec(pixels, size).ok_or_else(too_large)
}
