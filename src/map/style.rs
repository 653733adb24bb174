//! The few colours of a picture, and the palette that they and the shades between them make.

use crate::line::battle::Side;
use crate::map::indexed::Palette;
use crate::map::look::Look;

/// The page around the map.
pub(crate) const PAPER: &str = "#fbf9f3";
/// The same, for a page without SVG.
pub(super) const PAPER_RGB: [u8; 3] = [0xfb, 0xf9, 0xf3];
/// Letters, and whatever else is dark.
pub(crate) const INK: &str = "#1f2328";
/// Whatever is nobody's, or no more.
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

/// The colour of a side: a blue and an orange that the colour-blind tell apart.
pub(crate) fn colour(side: Side) -> &'static str {
    match side {
        Side::Players => "#0b57a4",
        Side::Enemy => "#c2470a",
    }
}

/// The colour of whoever has something, or of nobody.
pub(crate) fn colour_of(owner: Option<Side>) -> &'static str {
    owner.map_or(FADED, colour)
}

/// The colours of a picture with these looks, and the shades that their edges have.
pub(super) fn palette(looks: &[Look], has_heroes: bool) -> Palette {
    let sides = Side::ALL.map(colour);
    let mut flat = vec![PAPER, INK, FADED, WHITE, GRID, GRID_FIFTH, sides[0], sides[1], Look::Open.fill()];
    let mut blends = vec![(INK, PAPER), (INK, WHITE), (sides[0], WHITE), (sides[1], WHITE), (FADED, PAPER)];
    for look in looks {
        flat.extend([look.fill(), look.ink()]);
        blends.push((look.fill(), look.ink()));
        blends.extend(sides.map(|side| (side, look.fill())));
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
}
