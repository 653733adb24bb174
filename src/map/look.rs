//! How kinds of ground look: a colour, a pattern that tells it apart without colour, and a letter.

use crate::field::{Look, Terrain};

/// Each by its order in [`Look`], which is a legend's: what it is on a map made of letters, the colour under its pattern, and
/// the colour of its pattern and of its border.
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
    /// All of them, in the order in which a legend lists them.
    pub(super) fn all() -> impl Iterator<Item = Look> {
        LOOKS.iter().map(|it| it.0)
    }

    /// How ground looks that only its author knows: like what is most like it.
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

    /// What it is on a map made of letters.
    pub(super) fn letter(self) -> char {
        LOOKS[self as usize].1
    }

    /// The colour under its pattern.
    pub(super) fn fill(self) -> &'static str {
        LOOKS[self as usize].2
    }

    /// The colour of its pattern and of its border.
    pub(super) fn ink(self) -> &'static str {
        LOOKS[self as usize].3
    }

    /// Whether a line marks where it ends.
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
