//! V-2: which of several equally good tiles a squad takes.

use crate::field::{Around, Direction, Footprint, SquadId, Tile};
use crate::line::battle::Battle;

/// The direction that a squad faces, which puts equal tiles in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Facing {
    /// No direction: tiles come by row, then by column.
    Nowhere,
    /// The direction as a vector, `across` the map and `down` it; never both 0.
    To { across: i32, down: i32 },
}

impl Facing {
    /// **V-2** A squad faces the enemy: the sum of the vectors from its leader to each standing enemy. On a map whose
    /// two ends are the same, squads at both ends thus choose mirrored tiles, and neither end is better.
    pub(super) fn of(battle: &Battle, squad: SquadId) -> Facing {
        let Some(leader) = battle.leader(squad) else { return Facing::Nowhere };
        let (x, y) = middle(battle.footprint(leader));
        let others = battle.standing_of(battle.side(squad).other()).map(|it| middle(battle.footprint(it)));
        let sum = others.fold((0, 0), |sum, it| (sum.0 + it.0 - x, sum.1 + it.1 - y));
        let board = battle.board();
        // Without enemies, or if the vectors cancel each other out, it faces the middle of the map.
        let inwards = (i32::from(board.width()) - x, i32::from(board.height()) - y);
        match (sum, inwards) {
            ((0, 0), (0, 0)) => Facing::Nowhere,
            ((0, 0), (across, down)) | ((across, down), _) => Facing::To { across, down },
        }
    }

    /// The key that puts equal tiles in order, the least first: tiles farther ahead, then tiles farther to the left.
    pub(super) fn order(self, at: Tile) -> [i32; 2] {
        let (x, y) = (i32::from(at.x), i32::from(at.y));
        self.order_of(x, y)
    }

    /// The order of the tiles beside a tile.
    pub(super) fn around(self) -> Around {
        let Facing::To { .. } = self else { return Around::default() };
        let mut directions = Direction::ALL;
        directions.sort_by_key(|it| {
            let (across, down) = it.offset();
            self.order_of(across.into(), down.into())
        });
        Around(directions)
    }

    fn order_of(self, x: i32, y: i32) -> [i32; 2] {
        match self {
            Facing::Nowhere => [y, x],
            Facing::To { across, down } => [-(across * x + down * y), across * y - down * x],
        }
    }
}

/// The centre of a footprint, in half tiles.
fn middle(it: Footprint) -> (i32, i32) {
    let middle = |at: u8| 2 * i32::from(at) + i32::from(it.size);
    (middle(it.at.x), middle(it.at.y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::battle::scene::{scene, squad};

    fn tiles(battle: &Battle, facing: Facing) -> String {
        let mut all: Vec<Tile> = battle.board().tiles().collect();
        all.sort_by_key(|it| facing.order(*it));
        all.iter().map(Tile::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn v2_equal_tiles_come_in_the_order_in_which_a_squad_faces_them() {
        let battle = scene(".a . .\n. . .e", "a Alpha players: rifle; e Boyz enemy: boy");
        let told = |name| tiles(&battle, Facing::of(&battle, squad(&battle, name)));
        assert_eq!(told("Alpha"), "C2 C1 B2 B1 A2 A1");
        assert_eq!(told("Boyz"), "A1 A2 B1 B2 C1 C2", "what Alpha has, turned by half");
    }

    #[test]
    fn v2_nobody_left_to_face_a_squad_faces_the_middle() {
        let battle = scene(". . .\n. . .a", "a Alpha players: rifle");
        let facing = Facing::of(&battle, squad(&battle, "Alpha"));
        assert_eq!(facing, Facing::To { across: -2, down: -1 });
        assert_eq!(facing.around().0, [Direction::West, Direction::North, Direction::South, Direction::East]);
        let alone = scene(". . .\n. .a .\n. . .", "a Alpha players: rifle");
        assert_eq!(Facing::of(&alone, squad(&alone, "Alpha")), Facing::Nowhere);
    }
}
