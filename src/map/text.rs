//! The map made of letters, for those who have no picture: a letter for each tile, and what the letters mean.

use crate::field::{Tile, column_name};
use crate::map::names::Name;
use crate::map::picture::Picture;
use crate::map::squads::SquadView;
use crate::map::words::{formation, heading, plate, ring, whose};

/// The map as lines of equal letters, to be shown in a font where all are equally wide.
pub fn text_map(picture: &Picture) -> String {
    let grid = Grid::of(picture);
    let rows = (0..picture.ground.height).map(|y| format!("{:>3}{}", u16::from(y) + 1, grid.row(y)));
    let mut lines = vec![heading(picture)];
    lines.extend(columns(picture.ground.width));
    lines.extend(rows);
    lines.extend(columns(picture.ground.width));
    lines.extend(legend(picture));
    lines.join("\n")
}

/// What is seen on each tile: whoever stands there, or else the ground.
struct Grid {
    width: usize,
    letters: Vec<char>,
}

impl Grid {
    fn of(picture: &Picture) -> Grid {
        let ground = &picture.ground;
        let width = usize::from(ground.width);
        let mut letters: Vec<char> = ground.all().map(|it| ground.now(it).letter).collect();
        let mut put = |tile: Tile, letter| letters[usize::from(tile.y) * width + usize::from(tile.x)] = letter;
        for it in &picture.objectives {
            put(it.at, OBJECTIVE);
        }
        for squad in &picture.squads {
            for tile in squad.units.iter().flat_map(|it| it.footprint.tiles()) {
                put(tile, squad.label.letter);
            }
        }
        Grid { width, letters }
    }

    fn row(&self, y: u8) -> String {
        let start = usize::from(y) * self.width;
        self.letters[start..start + self.width].iter().collect()
    }
}

/// The tile of an objective on which nobody stands.
const OBJECTIVE: char = '*';

/// The names of the columns, read downwards; a single line while one letter is enough.
fn columns(width: u8) -> Vec<String> {
    let names: Vec<String> = (0..width).map(column_name).collect();
    let longest = names.iter().map(String::len).max().unwrap_or(1);
    let line = |n: usize| {
        let letter = |name: &String| {
            let blank = longest - name.len();
            n.checked_sub(blank).and_then(|it| name.chars().nth(it)).unwrap_or(' ')
        };
        format!("   {}", names.iter().map(letter).collect::<String>()).trim_end().to_owned()
    };
    (0..longest).map(line).collect()
}

fn legend(picture: &Picture) -> Vec<String> {
    let squads = picture.squads_by_party().map(|it| squad(picture, it));
    let kinds = picture.ground.occurring().map(|it| format!("{} {}", it.letter, it.name));
    let objectives = picture.objectives.iter().map(|it| format!("{OBJECTIVE} {}, {}", it.name, it.at));
    let formations = picture
        .formations
        .iter()
        .map(|it| format!("in formation, {}: {}", whose(picture.party(it.party)), formation(it)));
    let rings = picture.rings.iter().map(|it| format!("in close combat: {}", ring(picture, it)));
    squads.chain(formations).chain(rings).chain(objectives).chain(kinds).collect()
}

fn squad(picture: &Picture, it: &SquadView) -> String {
    let whose = whose(picture.party(it.party));
    let more = it.notes.iter().map(Name::to_string).chain(it.plate.iter().map(plate));
    let more: String = more.map(|it| format!(", {it}")).collect();
    format!("{} {}, {whose}, {} of {}{more}", it.label.letter, it.name, it.standing, it.starting)
}
