//! Boards for tests, drawn as text.

use crate::field::{Board, Terrain, TerrainId};

/// A terrain of drawings: letter, name, cost, whether it is opaque, cover, whether it conceals.
type GroundLine = (char, &'static str, Option<u8>, bool, u8, bool);
const GROUND: &[GroundLine] = &[
    ('.', "open", Some(1), false, 0, false),
    ('#', "wall", None, true, 0, false),
    ('w', "woods", Some(2), false, 1, true),
    ('r', "ruins", Some(2), false, 2, false),
    ('~', "water", None, false, 0, false),
    ('b', "barricade", Some(1), false, 1, false),
    ('o', "rough", Some(2), false, 0, false),
    ('s', "smoke", Some(1), true, 0, false),
];

/// A board from a drawing with a line for each row. Tiles are separated by blanks, and each begins with the letter of
/// its terrain.
pub(crate) fn board(drawing: &str) -> Board {
    let cells = cells(drawing);
    let ground = |letter: char| GROUND.iter().position(|it| it.0 == letter).expect("a letter of the ground") as u8;
    let tiles = cells.iter().flatten().map(|cell| TerrainId(ground(cell[0]))).collect();
    Board::new(cells[0].len() as u8, GROUND.iter().map(terrain).collect(), tiles)
}

/// The letters of each tile, row by row.
pub(crate) fn cells(drawing: &str) -> Vec<Vec<Vec<char>>> {
    let row = |line: &str| line.split_whitespace().map(|it| it.chars().collect()).collect();
    drawing.lines().map(row).filter(|row: &Vec<_>| !row.is_empty()).collect()
}

fn terrain(line: &GroundLine) -> Terrain {
    let (_, key, cost, opaque, cover, conceals) = *line;
    Terrain { key: key.to_owned(), name: key.to_owned(), cost, opaque, cover, conceals, drawn_like: None }
}
