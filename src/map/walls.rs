//! Walls in words: where they run, and where they have gaps.

use std::collections::BTreeSet;

use crate::field::{Look, Tile};
use crate::map::ground::Ground;
use crate::map::words::{list, span};

/// The fewest tiles of a run.
const RUN_MIN: usize = 2;
/// The widest gap that doesn't end a run.
const GAP_MAX: usize = 2;

/// A straight wall.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Run {
    tiles: Vec<Tile>,
    // No gap is empty.
    gaps: Vec<Vec<Tile>>,
}

/// Sentences about all walls, the longest first; empty if there are none. Only tiles that touch no other stand apart.
pub(super) fn sentences(ground: &Ground) -> Vec<String> {
    let mut left: BTreeSet<Tile> = ground.all().filter(|it| ground.now(*it).look == Look::Wall).collect();
    let mut runs: Vec<Run> = lines(ground).flat_map(|line| runs(&line, &left)).collect();
    runs.sort_by_key(|it| (std::cmp::Reverse(it.tiles.len()), it.tiles[0]));
    let mut said = Vec::new();
    // A corner belongs to two runs. Runs with a single tile that no sentence has covered yet come last, and may be
    // covered by then.
    for few in [2, 1] {
        for run in &runs {
            if few <= run.tiles.iter().filter(|it| left.contains(it)).count() {
                run.tiles.iter().for_each(|it| _ = left.remove(it));
                said.push(sentence(run, said.is_empty()));
            }
        }
    }
    let left: Vec<Tile> = left.into_iter().collect();
    match &left[..] {
        [] => (),
        [only] => said.push(format!("One wall tile stands alone at {only}.")),
        apart => said.push(format!("{} wall tiles stand apart, at {}.", apart.len(), list(apart))),
    }
    said
}

/// Every row and every column of the map.
fn lines(ground: &Ground) -> impl Iterator<Item = Vec<Tile>> + use<> {
    let (width, height) = (ground.width, ground.height);
    let rows = (0..height).map(move |y| (0..width).map(|x| Tile::new(x, y)).collect());
    let columns = (0..width).map(move |x| (0..height).map(|y| Tile::new(x, y)).collect());
    rows.chain(columns)
}

/// The runs of one row or column.
fn runs(line: &[Tile], walls: &BTreeSet<Tile>) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut gap: Vec<Tile> = Vec::new();
    for &tile in line {
        if !walls.contains(&tile) {
            gap.push(tile);
            continue;
        }
        let since = std::mem::take(&mut gap);
        match runs.last_mut() {
            Some(run) if since.is_empty() => run.tiles.push(tile),
            Some(run) if since.len() <= GAP_MAX => {
                run.gaps.push(since);
                run.tiles.push(tile);
            }
            _ => runs.push(Run { tiles: vec![tile], gaps: Vec::new() }),
        }
    }
    // A row of posts with too many gaps for its tiles is not a run, but tiles in it that touch are.
    let is_wall = |it: &Run| 2 * it.gaps.len() < it.tiles.len();
    let touching = |it: &Run| -> Vec<Run> {
        let parts = it.tiles.chunk_by(|a, b| a.steps_to(*b) == 1);
        parts.map(|it| Run { tiles: it.to_vec(), gaps: Vec::new() }).collect()
    };
    let runs = runs.into_iter().flat_map(|it| if is_wall(&it) { vec![it] } else { touching(&it) });
    runs.filter(|it| RUN_MIN <= it.tiles.len()).collect()
}

fn sentence(run: &Run, is_first: bool) -> String {
    let (from, to) = (run.tiles[0], run.tiles[run.tiles.len() - 1]);
    let head = if is_first { "Walls run" } else { "A wall runs" };
    let gaps: Vec<String> = run.gaps.iter().map(|it| span(it[0], it[it.len() - 1])).collect();
    let gaps = match gaps.len() {
        0 => String::new(),
        1 => format!(" with a gap at {}", gaps[0]),
        _ => format!(" with gaps at {}", gaps.join(" and ")),
    };
    format!("{head} from {from} to {to}{gaps}.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::drawn::board;

    #[test]
    fn only_wall_tiles_that_touch_no_other_stand_apart() {
        for (drawing, told) in [
            (". # # .\n. # # .", "Walls run from B1 to C1. A wall runs from B2 to C2."),
            (
                "# # #\n# . #\n# . #\n# . #",
                "Walls run from A1 to A4. A wall runs from C1 to C4. A wall runs from A1 to C1.",
            ),
            ("# . # . # . # #", "Walls run from G1 to H1. 3 wall tiles stand apart, at A1, C1 and E1."),
            ("# . .\n. # .", "2 wall tiles stand apart, at A1 and B2."),
            ("# . .\n. . .", "One wall tile stands alone at A1."),
        ] {
            assert_eq!(sentences(&Ground::new(&board(drawing), [])).join(" "), told, "{drawing}");
        }
    }
}
