//! How kinds of ground look: a colour, a pattern that tells it apart without colour, and a letter.

use crate::field::Terrain;

/// A way to draw ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Look {
    Open,
    Road,
    Rough,
    Woods,
    Ruins,
    Wall,
    Barricade,
    Water,
    Hill,
    Trench,
    Smoke,
    /// Impassable in a way of its own.
    Barred,
}

impl Look {
    /// All of them, in the order in which a legend lists them.
    pub(super) const ALL: [Look; 12] = [
        Look::Open,
        Look::Road,
        Look::Rough,
        Look::Woods,
        Look::Ruins,
        Look::Wall,
        Look::Barricade,
        Look::Water,
        Look::Hill,
        Look::Trench,
        Look::Smoke,
        Look::Barred,
    ];

    /// How ground that everybody knows looks, by its key.
    pub(super) fn by_key(key: &str) -> Option<Look> {
        let look = match key {
            "open" => Look::Open,
            "road" => Look::Road,
            "rough" => Look::Rough,
            "woods" => Look::Woods,
            "ruins" => Look::Ruins,
            "wall" => Look::Wall,
            "barricade" => Look::Barricade,
            "water" => Look::Water,
            "hill" => Look::Hill,
            "trench" => Look::Trench,
            "smoke" => Look::Smoke,
            _ => return None,
        };
        Some(look)
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
        match self {
            Look::Open => '.',
            Look::Road => '=',
            Look::Rough => ',',
            Look::Woods => '"',
            Look::Ruins => '%',
            Look::Wall => '#',
            Look::Barricade => '+',
            Look::Water => '~',
            Look::Hill => '^',
            Look::Trench => '_',
            Look::Smoke => ':',
            Look::Barred => '|',
        }
    }

    /// The colour under its pattern.
    pub(super) fn fill(self) -> &'static str {
        match self {
            Look::Open | Look::Barricade => "#f2eddf",
            Look::Road => "#e2d5b9",
            Look::Rough => "#e6dcc2",
            Look::Woods => "#cfdfba",
            Look::Ruins => "#dcd7cf",
            Look::Wall => "#54504c",
            Look::Water => "#c3dbe6",
            Look::Hill => "#ecdfae",
            Look::Trench => "#d8c8a8",
            Look::Smoke => "#dfdfe3",
            Look::Barred => "#d3ccd6",
        }
    }

    /// The colour of its pattern and of its border.
    pub(super) fn ink(self) -> &'static str {
        match self {
            Look::Open => "#d9d2be",
            Look::Road => "#b39d6d",
            Look::Rough => "#9a8c66",
            Look::Woods => "#5b8550",
            Look::Ruins => "#7f776d",
            Look::Wall => "#8d8882",
            Look::Barricade => "#8a5f33",
            Look::Water => "#5b94b3",
            Look::Hill => "#ad8a39",
            Look::Trench => "#7a6038",
            Look::Smoke => "#94949e",
            Look::Barred => "#83738c",
        }
    }

    /// Whether a line marks where it ends.
    pub(super) fn has_border(self) -> bool {
        !matches!(self, Look::Open | Look::Barricade | Look::Trench | Look::Wall)
    }
}
