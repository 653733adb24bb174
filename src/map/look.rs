//! How kinds of ground look: a colour, a pattern that is distinct even without colour, and a letter.

use crate::field::{Look, Terrain};

/// All looks, in the order of [`Look`], which is the order of a legend: the letter in the text map, the colour under
/// the pattern, and the colour of the pattern and the border.
const LOOKS: [(Look, char, &str, &str); 12] = [
    (Look::Open, '.', "#f2eddf", "#d9d2be"),
    (Look::Road, '=', "#e2d5b9", "#b39d6d"),
    (Look::Rough, ',', "#e6dcc2", "#9a8c66"),
    (Look::Woods, '"', "#cfdfba", "#5b8550"),
    (Look::Ruins, '%', "#dcd7cf", "#7f776d"),
    (Look::Wall, '#', "#54504c", "#8d8882"),
    (Look::Barricade, '+', "#f2eddf", "#8a5f33"),
    (Look::Water, '~', "#c3dbe6", "#5b94b3"),
    (Look::Hill, '^', "#ecdfae", "#ad8a39"),
    (Look::Trench, '_', "#d8c8a8", "#7a6038"),
    (Look::Smoke, ':', "#dfdfe3", "#94949e"),
    (Look::Barred, '|', "#d3ccd6", "#83738c"),
];

impl Look {
    /// All looks, in the order of a legend.
    pub(super) fn all() -> impl Iterator<Item = Look> {
        LOOKS.iter().map(|it| it.0)
    }

    /// The look for an author's own kind of ground: that of the most similar kind.
    pub(super) fn by_nature(terrain: &Terrain) -> Look {
        match (terrain.cost, terrain.opaque, terrain.cover) {
            (None, true, _) => Look::Wall,
            (None, false, _) => Look::Barred,
            (_, true, _) => Look::Smoke,
            _ if terrain.conceals => Look::Woods,
            (_, _, 2..) => Look::Ruins,
            (_, _, 1) => Look::Barricade,
            (Some(2..), _, _) => Look::Rough,
            _ => Look::Open,
        }
    }

    /// Its letter in the text map.
    pub(super) fn letter(self) -> char {
        LOOKS[self as usize].1
    }

    /// The colour under the pattern.
    pub(super) fn fill(self) -> &'static str {
        LOOKS[self as usize].2
    }

    /// The colour of the pattern and of the border.
    pub(super) fn ink(self) -> &'static str {
        LOOKS[self as usize].3
    }

    /// Whether its area has a border.
    pub(super) fn has_border(self) -> bool {
        !matches!(self, Look::Open | Look::Barricade | Look::Trench | Look::Wall)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_look_has_the_row_of_its_place() {
        assert!(Look::all().enumerate().all(|(n, it)| it as usize == n));
    }
}
