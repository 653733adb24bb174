//! Cuts people's pictures of maps to the map's tiles, in a size that a battle can store.

use std::io::Cursor;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde::Deserialize;

use crate::diagnostic::Diagnostic;
use crate::file::read::At;
use crate::file::say;
use crate::file::values::Name;

/// The longest edge of a picture that is read, in pixels.
const EDGE_MAX: u32 = 16_384;
/// The most pixels of a picture that is read.
const PIXELS_MAX: u64 = 20_000_000;
/// The longest edge of a tile in the stored picture, in pixels. No map is drawn larger.
const TILE_MAX: usize = 40;
/// The longest edge of the stored picture, in pixels.
const KEPT_MAX: usize = 2400;
/// The shade of grey where the picture doesn't reach.
const PAPER: u8 = 0xf2;

/// The grid of a map's tiles in its picture, in pixels.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Grid {
    /// The edge of a tile. If `None`, the picture covers exactly the map.
    pub(super) tile: Option<f64>,
    /// The upper left corner of the upper left tile.
    pub(super) at: (u32, u32),
}

/// A map of a virtual tabletop, as its file has it.
#[derive(Deserialize)]
struct VttFile {
    resolution: Resolution,
    image: String,
}

#[derive(Deserialize)]
struct Resolution {
    map_size: Option<Size>,
    pixels_per_grid: f64,
}

#[derive(Deserialize)]
struct Size {
    x: f64,
    y: f64,
}

/// The picture in the map of a virtual tabletop.
#[derive(Debug, PartialEq)]
pub(super) struct Vtt {
    pub(super) image: Vec<u8>,
    /// The edge of a tile in it, in pixels.
    pub(super) tile: f64,
    /// Its width and height in tiles, as the file states them.
    pub(super) tiles: Option<(f64, f64)>,
}

/// Reads a `.dd2vtt` file.
pub(super) fn of_vtt(name: &At<Name>, bytes: &[u8]) -> Result<Vtt, Diagnostic> {
    let VttFile { resolution, image } = serde_json::from_slice(bytes).map_err(|it| broken(name, it))?;
    let tile = resolution.pixels_per_grid;
    if !(1.0..=2000.0).contains(&tile) {
        return Err(broken(name, format!("pixels_per_grid is {tile}")));
    }
    // Some programs write it as a data URL: `data:image/png;base64,…`.
    let image = image.rsplit(',').next().unwrap_or_default().trim();
    Ok(Vtt {
        image: BASE64.decode(image).map_err(|it| broken(name, it))?,
        tile,
        tiles: resolution.map_size.map(|it| (it.x, it.y)),
    })
}

fn broken(name: &At<Name>, why: impl ToString) -> Diagnostic {
    say::broken_picture(name.span.clone(), name, &why.to_string())
}

/// The format of a file that is no PNG, by its first bytes.
fn kind_of(bytes: &[u8]) -> &'static str {
    match bytes {
        [0xff, 0xd8, ..] => "JPEG",
        [b'R', b'I', b'F', b'F', ..] => "WebP",
        [b'G', b'I', b'F', ..] => "GIF",
        [b'B', b'M', ..] => "BMP",
        [b'<', ..] => "SVG",
        _ => "",
    }
}

/// Cuts out the part of a PNG that shows the tiles of a map, as a new PNG.
pub(super) fn cut(name: &At<Name>, bytes: &[u8], size: (u8, u8), grid: Grid) -> Result<Vec<u8>, Diagnostic> {
    let source = Source::read(name, bytes)?;
    let (columns, rows) = size;
    let (columns, rows) = (usize::from(columns), usize::from(rows));
    let edge = (KEPT_MAX / columns.max(rows)).clamp(1, TILE_MAX);
    let (width, height) = (columns * edge, rows * edge);
    let tile = |length: usize, tiles: usize| grid.tile.unwrap_or(length as f64 / tiles as f64);
    let (wide, high) = (tile(source.width, columns), tile(source.height, rows));
    let from = |at: u32, n: usize, tile: f64| (f64::from(at) + n as f64 * tile / edge as f64).floor() as usize;
    let mut pixels = Vec::with_capacity(width * height * 3);
    for y in 0..height {
        let down = from(grid.at.1, y, high)..from(grid.at.1, y + 1, high);
        for x in 0..width {
            let across = from(grid.at.0, x, wide)..from(grid.at.0, x + 1, wide);
            pixels.extend(source.mean(across, down.clone()));
        }
    }
    encoded(&pixels, width as u32, height as u32).map_err(|it| broken(name, it))
}

/// The decoded pixels of a picture.
struct Source {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
    channels: usize,
}

impl Source {
    /// Decodes a PNG, unless it is too large.
    fn read(name: &At<Name>, bytes: &[u8]) -> Result<Source, Diagnostic> {
        if !bytes.starts_with(b"\x89PNG") {
            return Err(say::no_png(name.span.clone(), name, kind_of(bytes)));
        }
        let broken = |it: png::DecodingError| broken(name, it);
        let mut decoder = png::Decoder::new(Cursor::new(bytes));
        decoder.set_transformations(png::Transformations::normalize_to_color8());
        let header = decoder.read_header_info().map_err(broken)?;
        let (width, height) = (header.width, header.height);
        let huge = || say::huge_picture(name.span.clone(), name, width, height);
        if EDGE_MAX < width.max(height) || PIXELS_MAX < u64::from(width) * u64::from(height) {
            return Err(huge());
        }
        let mut reader = decoder.read_info().map_err(broken)?;
        let size = reader.output_buffer_size().ok_or_else(huge)?;
        let mut pixels = vec![0; size];
        let info = reader.next_frame(&mut pixels).map_err(broken)?;
        let (width, height) = (width as usize, height as usize);
        Ok(Source { width, height, pixels, channels: info.color_type.samples() })
    }

    /// The mean colour of a block of pixels, rounded so that it compresses well. An empty block counts as one pixel.
    fn mean(&self, across: std::ops::Range<usize>, down: std::ops::Range<usize>) -> [u8; 3] {
        let (mut sums, mut count) = ([0_u32; 3], 0);
        // A block beyond the picture counts as one pixel of paper.
        for y in down.start..down.end.min(self.height).max(down.start + 1) {
            for x in across.start..across.end.min(self.width).max(across.start + 1) {
                let colour = self.pixel(x, y);
                (0..3).for_each(|it| sums[it] += u32::from(colour[it]));
                count += 1;
            }
        }
        sums.map(|it| ((it / count) as u8) & 0xf8 | 4)
    }

    fn pixel(&self, x: usize, y: usize) -> [u8; 3] {
        if self.width <= x || self.height <= y {
            return [PAPER; 3];
        }
        let at = (y * self.width + x) * self.channels;
        let (colour, alpha) = match self.pixels[at..at + self.channels] {
            [grey] => ([grey; 3], 255),
            [grey, alpha] => ([grey; 3], alpha),
            [red, green, blue] => ([red, green, blue], 255),
            [red, green, blue, alpha] => ([red, green, blue], alpha),
            _ => ([PAPER; 3], 255),
        };
        let over = |it: u8| (u32::from(it) * u32::from(alpha) + u32::from(PAPER) * u32::from(255 - alpha)) / 255;
        colour.map(|it| over(it) as u8)
    }
}

fn encoded(pixels: &[u8], width: u32, height: u32) -> Result<Vec<u8>, png::EncodingError> {
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_deflate_compression(png::DeflateCompression::Level(6));
    encoder.set_filter(png::Filter::Adaptive);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()?;
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name() -> At<Name> {
        At { value: Name("ford.png".to_owned()), span: 0..0 }
    }

    /// The width of a PNG, and the colours of its pixels, row by row.
    fn colours(png: &[u8]) -> (usize, Vec<[u8; 3]>) {
        let it = Source::read(&name(), png).expect("a PNG");
        (
            it.width,
            (0..it.height).flat_map(|y| (0..it.width).map(move |x| (x, y))).map(|(x, y)| it.pixel(x, y)).collect(),
        )
    }

    #[test]
    fn a_picture_is_cut_to_the_tiles_of_its_map() {
        // Two by two tiles of three pixels, behind a margin of one: white, black, black, white.
        let is_white = |x: u32, y: u32| 0 < x && 0 < y && ((x - 1) / 3 + (y - 1) / 3).is_multiple_of(2);
        let pixels: Vec<u8> =
            (0..7).flat_map(|y| (0..7).flat_map(move |x| [if is_white(x, y) { 255 } else { 0 }; 3])).collect();
        let png = encoded(&pixels, 7, 7).expect("a PNG");
        let (width, cut) =
            colours(&cut(&name(), &png, (2, 2), Grid { tile: Some(3.0), at: (1, 1) }).expect("it is cut"));
        assert_eq!(width, 2 * TILE_MAX);
        let middle = |x: usize, y: usize| cut[(y * TILE_MAX + TILE_MAX / 2) * width + x * TILE_MAX + TILE_MAX / 2];
        assert_eq!([middle(0, 0), middle(1, 0), middle(0, 1), middle(1, 1)], [[252; 3], [4; 3], [4; 3], [252; 3]]);
    }

    #[test]
    fn a_virtual_table_says_how_large_its_tiles_are_and_how_many() {
        let vtt = |pixels: &str, image: &str| {
            let size =
                format!(r#""map_origin":{{"x":0,"y":0}},"map_size":{{"x":22.5,"y":16}},"pixels_per_grid":{pixels}"#);
            of_vtt(&name(), format!(r#"{{"resolution":{{{size}}},"line_of_sight":[[]],"image":"{image}"}}"#).as_bytes())
        };
        let expected = || Ok(Vtt { image: b"png".to_vec(), tile: 70.4, tiles: Some((22.5, 16.0)) });
        assert_eq!(vtt("70.4", "cG5n"), expected());
        assert_eq!(vtt("70.4", "data:image/png;base64,cG5n"), expected());
        assert_eq!(vtt("0", "cG5n"), Err(broken(&name(), "pixels_per_grid is 0")));
        assert!(vtt("70", "c").is_err());
    }

    #[test]
    fn what_is_no_picture_is_refused_before_it_is_decoded() {
        let cut = |bytes: &[u8]| cut(&name(), bytes, (2, 2), Grid::default()).expect_err("it is refused").message;
        assert_eq!(cut(b"\xff\xd8\xff\xe0 a photo"), "\"ford.png\" holds a JPEG, and only PNG is read");
        assert_eq!(cut(b"some words"), "\"ford.png\" holds no PNG");
        assert!(cut(b"\x89PNG\r\n\x1a\n").starts_with("\"ford.png\" is damaged: "));
        let mut bomb = encoded(&[0; 3], 1, 1).expect("a PNG");
        bomb[16..24].copy_from_slice(&[0, 1, 0, 0, 0, 1, 0, 0]);
        let refused = cut(&bomb);
        assert!(refused.contains("65536 by 65536") || refused.contains("damaged"), "{refused}");
        assert!(of_vtt(&name(), b"{}").is_err());
    }
}
