//! Workload W1: twenty squads of ten on 60 by 40 tiles with scattered walls, commander against commander.

use std::path::Path;
use std::sync::Arc;

use fieldpost::field::{Board, Tile, UnitId};
use fieldpost::games::{self, Playing};
use fieldpost::line::battle::{Battle, Setup, SquadSetup, UnitSetup};

/// W1 as its first round opens.
pub(crate) fn opening() -> Battle {
    Battle::new(Arc::new(setup()))
}

/// The setup of W1, without ways to win and without abilities, which aren't measured.
pub(crate) fn setup() -> Setup {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/bench-w1.toml");
    let opening = games::load(&path).unwrap_or_else(|problems| panic!("{problems}")).opening;
    let Playing::Line(opening) = opening else { panic!("a battle of the line game") };
    Setup { goals: Vec::new(), abilities: Vec::new(), ..Setup::clone(opening.setup()) }
}

/// Several fields of W1 as one, in two columns, with five units in each squad.
pub(crate) fn fields(count: u8) -> Setup {
    let one = setup();
    let columns = count.min(2);
    let (mut squads, mut units) = (Vec::new(), Vec::new());
    for field in 0..count {
        let (right, down) = (one.board.width() * (field % columns), 40 * (field / columns));
        for squad in &one.squads {
            let first = units.len() as u16;
            units.extend(squad.members.iter().take(5).map(|it| {
                let unit = &one.units[usize::from(it.0)];
                let at = Tile::new(unit.at.x + right, unit.at.y + down);
                UnitSetup { name: format!("{} of {field}", unit.name), at, ..unit.clone() }
            }));
            let (key, name) = (format!("{}-{field}", squad.key), format!("{} of {field}", squad.name));
            let members = (first..units.len() as u16).map(UnitId).collect();
            squads.push(SquadSetup { key, name, members, ..squad.clone() });
        }
    }
    let at = |x: u8, y: u8| one.board.ground(Tile::new(x % one.board.width(), y % 40));
    let rows = 40 * count.div_ceil(columns);
    let width = one.board.width() * columns;
    let ground = (0..rows).flat_map(|y| (0..width).map(move |x| at(x, y))).collect();
    let board = Board::new(width, one.board.kinds().to_vec(), ground);
    Setup { board, squads, units, ..one }
}
