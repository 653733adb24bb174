//! Finds tiles for the units of a squad that comes onto the map.

use crate::field::{Board, Direction, Footprint, Tile};

/// Finds a place for each unit, given the edges of their footprints. The first unit stands at `at`, or as near to it as
/// there is room, and the others around it, nearest first by ground that can be walked. `None` if they don't all fit.
pub fn form_up(board: &Board, is_taken: impl Fn(Tile) -> bool, sizes: &[u8], at: Tile) -> Option<Vec<Tile>> {
    settle(board, |tile| board.kind(board.ground(tile)).cost.is_some(), is_taken, sizes, at)
}

/// [`form_up`] with `is_open` to say which ground can be walked.
pub fn settle(
    board: &Board,
    is_open: impl Fn(Tile) -> bool,
    is_taken: impl Fn(Tile) -> bool,
    sizes: &[u8],
    at: Tile,
) -> Option<Vec<Tile>> {
    let open: Vec<bool> = board.tiles().map(is_open).collect();
    let near = tiles_by_way(board, &open, at);
    let mut taken: Vec<bool> = board.tiles().zip(&open).map(|(tile, open)| !open || is_taken(tile)).collect();
    let mut places = Vec::new();
    for &size in sizes {
        let fits = |&&at: &&Tile| {
            let footprint = Footprint { at, size };
            board.holds(footprint) && footprint.tiles().all(|it| !taken[board.index(it)])
        };
        let place = *near.iter().find(fits)?;
        for tile in (Footprint { at: place, size }).tiles() {
            taken[board.index(tile)] = true;
        }
        places.push(place);
    }
    Some(places)
}

/// All tiles that can be walked to from `from`, fewest steps first.
fn tiles_by_way(board: &Board, open: &[bool], from: Tile) -> Vec<Tile> {
    let mut seen = vec![false; board.len()];
    seen[board.index(from)] = true;
    let mut found = vec![from];
    let mut done = 0;
    while let Some(&tile) = found.get(done) {
        done += 1;
        for next in Direction::ALL.into_iter().filter_map(|it| tile.step(it)) {
            if board.contains(next) && !seen[board.index(next)] && open[board.index(next)] {
                seen[board.index(next)] = true;
                found.push(next);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::field::Tile;
    use crate::field::drawn;

    use super::*;

    fn places(sizes: &[u8], at: &str) -> Option<String> {
        let board = drawn::board(". . # .\n. . # .\n. . # .");
        let places = form_up(&board, |_| false, sizes, at.parse().expect("a tile"))?;
        Some(places.iter().map(Tile::to_string).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn a_squad_forms_up_around_its_leader_and_not_across_a_wall() {
        assert_eq!(places(&[1, 1, 1, 1], "B1").as_deref(), Some("B1 B2 A1 B3"));
    }

    #[test]
    fn a_large_unit_takes_all_its_tiles() {
        assert_eq!(places(&[2, 1, 1], "A1").as_deref(), Some("A1 A3 B3"));
    }

    #[test]
    fn a_squad_that_does_not_fit_is_not_squeezed_in() {
        assert_eq!(places(&[1; 7], "A1"), None);
    }
}
