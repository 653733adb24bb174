//! Writes pixels as an indexed PNG, which is small because it has few colours.

use png::{BitDepth, EncodingError};
use resvg::tiny_skia::Pixmap;

/// The most colours that a picture may have.
const COLOURS_MAX: usize = 256;
/// With at most this many colours, a pixel takes half a byte.
const COLOURS_FEW: usize = 16;
/// A picture with more flat colours than this would lose too much with few colours.
const FLAT_FEW: usize = 12;

/// Maps colours to a fixed palette, and caches the results.
pub(super) struct Palette {
    // Flat colours come first.
    pub(super) colours: Vec<[u8; 3]>,
    pub(super) flat: usize,
    // For each colour of 5 bits red, 6 green and 5 blue: its index in the palette plus one, or 0 while unknown.
    places: Vec<u16>,
}

impl Palette {
    /// A palette of flat colours, and of the shades half-way between the pairs in `blends`, which smooth edges consist
    /// of.
    pub(super) fn new(flat: &[[u8; 3]], blends: &[([u8; 3], [u8; 3])]) -> Palette {
        let mut colours = flat.to_vec();
        colours.extend(blends.iter().map(|(a, b)| std::array::from_fn::<u8, 3, _>(|it| a[it].midpoint(b[it]))));
        colours.truncate(COLOURS_MAX);
        Palette { colours, flat: flat.len(), places: vec![0; 1 << 16] }
    }

    /// This palette with as many of a picture's commonest colours as it has room for, for a map with a picture of its
    /// own.
    pub(super) fn with_colours_of(self, pixmap: &Pixmap) -> Palette {
        let mut counts = vec![(0_u32, [0_u32; 3]); 1 << 12];
        for [red, green, blue, _] in pixmap.data().as_chunks().0 {
            let (count, sums) =
                &mut counts[usize::from(red >> 4) << 8 | usize::from(green & 0xf0) | usize::from(blue >> 4)];
            *count += 1;
            [red, green, blue].iter().zip(sums).for_each(|(it, sum)| *sum += u32::from(**it));
        }
        counts.sort_by_key(|it| std::cmp::Reverse(it.0));
        let means = counts.iter().filter(|it| 0 < it.0).map(|(count, sums)| sums.map(|it| (it / count) as u8));
        let colours: Vec<[u8; 3]> = self.colours.into_iter().chain(means).take(COLOURS_MAX).collect();
        Palette { flat: colours.len(), colours, places: self.places }
    }

    /// The index of the colour that is most like this one.
    pub(super) fn place(&mut self, [red, green, blue]: [u8; 3]) -> u8 {
        let key = usize::from(red >> 3) << 11 | usize::from(green >> 2) << 5 | usize::from(blue >> 3);
        if self.places[key] == 0 {
            let middle = [red & 0xf8 | 4, green & 0xfc | 2, blue & 0xf8 | 4];
            self.places[key] = nearest(middle, self.colours.iter()) as u16 + 1;
        }
        (self.places[key] - 1) as u8
    }

    /// A palette of few colours, which are the flat colours that occur and the commonest shades, and for each index in
    /// this palette the index in that one. `None` if too many flat colours occur.
    fn few(&self, counts: &[u32; COLOURS_MAX]) -> Option<([u8; COLOURS_MAX], Vec<[u8; 3]>)> {
        let mut chosen: Vec<usize> = (0..self.flat).filter(|it| counts[*it] > 0).collect();
        if FLAT_FEW < chosen.len() {
            return None;
        }
        let mut shades: Vec<usize> = (self.flat..self.colours.len()).filter(|it| counts[*it] > 0).collect();
        shades.sort_by_key(|it| std::cmp::Reverse(counts[*it]));
        chosen.extend(shades.into_iter().take(COLOURS_FEW - chosen.len()));
        let colours: Vec<[u8; 3]> = chosen.iter().map(|it| self.colours[*it]).collect();
        let mut becomes = [0; COLOURS_MAX];
        for (place, colour) in self.colours.iter().enumerate() {
            becomes[place] = nearest(*colour, colours.iter()) as u8;
        }
        Some((becomes, colours))
    }
}

/// The index of the colour that is most like this one. Green counts most, as it does to the eye.
fn nearest<'a>([red, green, blue]: [u8; 3], colours: impl Iterator<Item = &'a [u8; 3]>) -> usize {
    let square = |a: u8, b: u8| (i32::from(a) - i32::from(b)).pow(2);
    let unlike = |it: &[u8; 3]| 2 * square(red, it[0]) + 4 * square(green, it[1]) + 3 * square(blue, it[2]);
    colours.enumerate().min_by_key(|(_, it)| unlike(it)).map_or(0, |it| it.0)
}

/// Writes an opaque picture as a PNG.
pub(super) fn png(pixmap: &Pixmap, mut palette: Palette) -> Result<Vec<u8>, EncodingError> {
    // How often each index occurs.
    let mut counts = [0; COLOURS_MAX];
    let pixels = pixmap.data().as_chunks().0.iter();
    let places = pixels.map(|[red, green, blue, _]| palette.place([*red, *green, *blue]));
    let data: Vec<u8> = places.inspect(|it| counts[usize::from(*it)] += 1).collect();
    match palette.few(&counts) {
        Some((becomes, colours)) => {
            let data = halved(&data, pixmap.width() as usize, &becomes);
            encoded(pixmap, BitDepth::Four, &colours, &data)
        }
        None => encoded(pixmap, BitDepth::Eight, &palette.colours, &data),
    }
}

fn encoded(pixmap: &Pixmap, depth: BitDepth, colours: &[[u8; 3]], data: &[u8]) -> Result<Vec<u8>, EncodingError> {
    let mut out = Vec::with_capacity(data.len() / 16);
    let mut encoder = png::Encoder::new(&mut out, pixmap.width(), pixmap.height());
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(depth);
    encoder.set_palette(colours.concat());
    encoder.set_deflate_compression(png::DeflateCompression::Level(5));
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(data)?;
    writer.finish()?;
    Ok(out)
}

/// Packs two pixels into a byte. Each row begins with a new byte.
fn halved(data: &[u8], width: usize, becomes: &[u8; COLOURS_MAX]) -> Vec<u8> {
    let new = |it: u8| becomes[usize::from(it)];
    let mut halved = Vec::with_capacity(data.len().div_ceil(width) * width.div_ceil(2));
    for row in data.chunks(width) {
        halved.extend(row.chunks(2).map(|pair| new(pair[0]) << 4 | pair.get(1).map_or(0, |it| new(*it))));
    }
    halved
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_pixels_share_a_byte_and_a_row_begins_with_its_own() {
        let becomes = std::array::from_fn(|it| it as u8);
        assert_eq!(halved(&[1, 2, 3, 4, 5, 6], 3, &becomes), [0x12, 0x30, 0x45, 0x60]);
    }
}
