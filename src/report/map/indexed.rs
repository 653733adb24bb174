//! Pixels → an indexed PNG: few colours make it small.

use resvg::tiny_skia::Pixmap;

/// How many colours a picture has at most.
pub(super) const COLOURS_MAX: usize = 256;

/// Turns colours into places in a fixed palette. What it has worked out once it remembers.
pub(super) struct Palette {
    colours: Vec<[u8; 3]>,
    // For each colour of 5 bits red, 6 green and 5 blue, its place plus one; 0 while unknown.
    places: Vec<u16>,
}

impl Palette {
    /// A palette of flat colours, and of shades between each two that `blends` names: what smooth edges are made of.
    pub(super) fn new(flat: &[[u8; 3]], blends: &[([u8; 3], [u8; 3])]) -> Palette {
        let mut colours = flat.to_vec();
        for (from, to) in blends {
            colours.extend([1, 2, 3].map(|part| blend(*from, *to, part)));
        }
        colours.truncate(COLOURS_MAX);
        Palette { colours, places: vec![0; 1 << 16] }
    }

    /// The place of the colour most like this one.
    fn place(&mut self, red: u8, green: u8, blue: u8) -> u8 {
        let key = usize::from(red >> 3) << 11 | usize::from(green >> 2) << 5 | usize::from(blue >> 3);
        if self.places[key] == 0 {
            self.places[key] = self.nearest([red & 0xf8 | 4, green & 0xfc | 2, blue & 0xf8 | 4]) as u16 + 1;
        }
        (self.places[key] - 1) as u8
    }

    fn nearest(&self, [red, green, blue]: [u8; 3]) -> usize {
        let square = |a: u8, b: u8| (i32::from(a) - i32::from(b)).pow(2);
        let unlike = |it: &[u8; 3]| 2 * square(red, it[0]) + 4 * square(green, it[1]) + 3 * square(blue, it[2]);
        let nearest = self.colours.iter().enumerate().min_by_key(|(_, it)| unlike(it));
        nearest.map_or(0, |it| it.0)
    }
}

/// The colour this many quarters of the way from one to the other.
fn blend(from: [u8; 3], to: [u8; 3], quarters: u16) -> [u8; 3] {
    let mix = |a: u8, b: u8| ((u16::from(a) * (4 - quarters) + u16::from(b) * quarters + 2) / 4) as u8;
    [mix(from[0], to[0]), mix(from[1], to[1]), mix(from[2], to[2])]
}

/// Writes an opaque picture as a PNG.
pub(super) fn png(pixmap: &Pixmap, palette: &mut Palette) -> Result<Vec<u8>, png::EncodingError> {
    let data: Vec<u8> = indices(pixmap, palette);
    let mut out = Vec::with_capacity(data.len() / 16);
    let mut encoder = png::Encoder::new(&mut out, pixmap.width(), pixmap.height());
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette.colours.concat());
    encoder.set_deflate_compression(png::DeflateCompression::Level(2));
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&data)?;
    writer.finish()?;
    Ok(out)
}

fn indices(pixmap: &Pixmap, palette: &mut Palette) -> Vec<u8> {
    let mut last = ([0, 0, 0], palette.place(0, 0, 0));
    let index = |pixel: &[u8]| {
        let colour = [pixel[0], pixel[1], pixel[2]];
        if colour != last.0 {
            last = (colour, palette.place(colour[0], colour[1], colour[2]));
        }
        last.1
    };
    pixmap.data().chunks_exact(4).map(index).collect()
}
