//! The few colours of a picture, and the palette of these and the shades between them.

use crate::field::Look;
use crate::map::indexed::Palette;
use crate::map::picture::PartyId;

/// The page around the map.
pub(crate) const PAPER: &str = "#fbf9f3";
/// The colour of the paper for a page without SVG.
pub(super) const PAPER_RGB: [u8; 3] = [0xfb, 0xf9, 0xf3];
/// Letters, and everything else that is dark.
pub(crate) const INK: &str = "#1f2328";
/// Things that are nobody's, or gone.
pub(crate) const FADED: &str = "#5f5a4e";
/// Edges that set things off from the ground.
pub(crate) const WHITE: &str = "#ffffff";
/// Lines of the grid, and every fifth of them.
pub(crate) const GRID: &str = "#d9d2be";
pub(crate) const GRID_FIFTH: &str = "#bfb69c";
/// Heroes' stars.
pub(super) const STAR: &str = "#ffd23f";
/// The crowns of trees.
pub(super) const TREE: &str = "#93b684";
/// The puffs of smoke.
pub(super) const PUFF: &str = "#f1f1f4";

/// The colours of parties. White letters are readable on all of them, and colour-blind people can tell any two apart.
pub(crate) const PARTIES: [&str; 6] = ["#0b57a4", "#c2470a", "#334c26", "#b25986", "#4c00e6", "#330000"];

/// The colour of a party. Colours repeat if there are more parties than colours.
pub(crate) fn colour(party: PartyId) -> &'static str {
    PARTIES[usize::from(party.0) % PARTIES.len()]
}

/// The colour of an owner, or of nobody.
pub(crate) fn colour_of(owner: Option<PartyId>) -> &'static str {
    owner.map_or(FADED, colour)
}

/// The style of a line with round ends.
pub(super) fn line(colour: &str, width: f32) -> String {
    format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width:.1}\" stroke-linecap=\"round\"")
}

/// The style of a filled shape with an edge.
pub(super) fn edged(fill: &str, edge: &str, width: f32) -> String {
    format!("fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"{width:.1}\"")
}

/// The palette of a picture with this many parties and these looks, with the shades at the edges between its colours.
pub(super) fn palette(parties: usize, looks: &[Look], has_heroes: bool) -> Palette {
    let parties = &PARTIES[..parties.min(PARTIES.len())];
    let mut flat = vec![PAPER, INK, FADED, WHITE, GRID, GRID_FIFTH, Look::Open.fill()];
    flat.extend(parties);
    let mut blends = vec![(INK, PAPER), (INK, WHITE)];
    blends.extend(parties.iter().map(|it| (*it, WHITE)));
    blends.push((FADED, PAPER));
    for look in looks {
        flat.extend([look.fill(), look.ink()]);
        blends.push((look.fill(), look.ink()));
        blends.extend(parties.iter().map(|it| (*it, look.fill())));
    }
    if looks.contains(&Look::Woods) {
        flat.push(TREE);
        blends.extend([(Look::Woods.ink(), TREE), (TREE, Look::Woods.fill())]);
    }
    if looks.contains(&Look::Smoke) {
        flat.push(PUFF);
        blends.push((Look::Smoke.ink(), PUFF));
    }
    if has_heroes {
        flat.push(STAR);
        blends.push((INK, STAR));
    }
    let mut flat: Vec<[u8; 3]> = flat.into_iter().map(rgb).collect();
    flat.sort_unstable();
    flat.dedup();
    let blends: Vec<_> = blends.into_iter().map(|(a, b)| (rgb(a), rgb(b))).collect();
    Palette::new(&flat, &blends)
}

/// The bytes of a colour written as `#rrggbb`.
fn rgb(hex: &str) -> [u8; 3] {
    let byte = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).expect("colours here are written in hex");
    [byte(1), byte(3), byte(5)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_paper_is_the_same_with_and_without_svg() {
        assert_eq!(rgb(PAPER), PAPER_RGB);
    }

    #[test]
    fn a_flat_colour_stays_what_it_is() {
        let mut palette = palette(PARTIES.len(), &Look::all().collect::<Vec<Look>>(), true);
        for n in 0..palette.flat {
            assert_eq!(usize::from(palette.place(palette.colours[n])), n, "{:?}", palette.colours[n]);
        }
    }

    #[test]
    fn white_letters_can_be_read_on_every_party() {
        for it in PARTIES {
            let [red, green, blue] = light(it);
            let luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
            assert!(4.5 <= 1.05 / (luminance + 0.05), "{it}");
        }
    }

    #[test]
    fn the_colour_blind_tell_any_two_parties_apart() {
        let least = |a, b| EYES.iter().map(|eye| unlike(seen(a, eye), seen(b, eye))).fold(f64::INFINITY, f64::min);
        for (n, a) in PARTIES.iter().enumerate() {
            for b in &PARTIES[..n] {
                assert!(18.0 <= least(a, b), "{a} and {b}: {}", least(a, b));
            }
        }
    }

    /// How an eye transforms red, green and blue light: not at all, or as without one of the three kinds of cones
    /// (Machado, Oliveira and Fernandes 2009).
    const EYES: [[[f64; 3]; 3]; 4] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
    ];

    /// The linear red, green and blue light of a colour.
    fn light(hex: &str) -> [f64; 3] {
        rgb(hex).map(|it| {
            let share = f64::from(it) / 255.0;
            if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        })
    }

    /// A colour as this eye sees it, in CIELAB.
    fn seen(hex: &str, eye: &[[f64; 3]; 3]) -> [f64; 3] {
        let light = light(hex);
        let [red, green, blue] = eye.map(|row| row.iter().zip(light).map(|(a, b)| a * b).sum::<f64>().clamp(0.0, 1.0));
        let bent = |it: f64| if it > 0.008856 { it.cbrt() } else { 7.787 * it + 16.0 / 116.0 };
        let x = bent((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047);
        let y = bent(0.2126 * red + 0.7152 * green + 0.0722 * blue);
        let z = bent((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883);
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    fn unlike(a: [f64; 3], b: [f64; 3]) -> f64 {
        a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
    }
}
