//! The text map, for people who have no picture: letters for each tile, and what the letters mean.

use crate::field::{Tile, column_name};
use crate::map::names::Name;
use crate::map::picture::{PartyId, Picture, SquadView};
use crate::map::words::{formation, heading, heights, plate, ring, whose};

/// The map as lines of text for a monospaced font: a cell for each tile, as wide as the longest label. The first party
/// has its labels in capital letters, the others have theirs in small letters. For the players' own table, only what
/// the letters mean.
pub fn text_map(picture: &Picture) -> String {
    if picture.ground.is_real {
        return std::iter::once(heading(picture)).chain(legend(picture)).collect::<Vec<_>>().join("\n");
    }
    let (width, tiles) = (picture.ground.width, tiles(picture));
    let longest_column = column_name(width.saturating_sub(1)).len();
    let label = tiles.iter().map(|it| it.chars().count()).max().unwrap_or(1);
    // A blank separates labels of several letters, so that they can be counted by ear.
    let cell = if 1 < label { label + 1 } else { label }.max(longest_column);
    let columns = line("", (0..width).map(|it| head(it, cell)), cell);
    let rows = tiles.chunks(usize::from(width).max(1)).zip(1..);
    let rows = rows.map(|(row, number): (&[String], u16)| line(&number.to_string(), row.iter().cloned(), cell));
    let mut lines = vec![heading(picture), columns.clone()];
    lines.extend(rows);
    lines.push(columns);
    lines.extend(legend(picture));
    lines.join("\n")
}

/// The text of each tile, row by row: the squad there, or else the objective, or else the ground.
fn tiles(picture: &Picture) -> Vec<String> {
    let ground = &picture.ground;
    let mut tiles: Vec<String> = ground.all().map(|it| ground.now(it).letter.to_string()).collect();
    let mut put = |tile: Tile, it: String| tiles[ground.index(tile)] = it;
    for it in &picture.objectives {
        put(it.at, OBJECTIVE.to_string());
    }
    for squad in &picture.squads {
        let label = label(squad);
        squad.units.iter().flat_map(|it| it.on.tiles()).for_each(|it| put(it, label.clone()));
    }
    tiles
}

/// A squad's label, in the letter case of its party.
pub(super) fn label(it: &SquadView) -> String {
    if it.party == PartyId(0) { it.label.to_uppercase() } else { it.label.to_lowercase() }
}

/// The letter of an objective on which nobody stands.
const OBJECTIVE: char = '*';

/// The head of a column. Names that fill their cells are written over every other column.
fn head(column: u8, cell: usize) -> String {
    let name = column_name(column);
    if name.len() < cell || cell == 1 || column.is_multiple_of(2) { name } else { String::new() }
}

/// A line of cells, after the name of the row.
fn line(name: &str, cells: impl Iterator<Item = String>, cell: usize) -> String {
    let cells: String = cells.map(|it| format!("{it:<cell$}")).collect();
    format!("{name:>3}{}{cells}", if cell == 1 { "" } else { " " }).trim_end().to_owned()
}

fn legend(picture: &Picture) -> Vec<String> {
    let squads = picture.squads_by_party().map(|it| squad(picture, it));
    let kinds =
        picture.ground.occurring().filter(|_| !picture.ground.is_real).map(|it| format!("{} {}", it.letter, it.name));
    let objectives = picture.objectives.iter().map(|it| format!("{OBJECTIVE} {}, {}", it.name, it.at));
    let formations = picture
        .labelled_formations()
        .map(|(label, it)| format!("{label} in formation, {}: {}", whose(picture.party(it.party)), formation(it)));
    let rings = picture.rings.iter().map(|it| format!("in close combat: {}", ring(picture, it)));
    squads.chain(formations).chain(rings).chain(objectives).chain(kinds).chain(heights(picture)).collect()
}

fn squad(picture: &Picture, it: &SquadView) -> String {
    let whose = whose(picture.party(it.party));
    let more =
        it.notes.iter().map(Name::to_string).chain(it.plate.iter().filter(|_| !picture.ground.is_real).map(plate));
    let more: String = more.map(|it| format!(", {it}")).collect();
    format!("{} {}, {whose}, {} of {}{more}", label(it), it.name, it.standing, it.starting)
}
