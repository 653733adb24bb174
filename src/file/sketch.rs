//! A scenario's map as its author wrote it: the letters, and the tables with a place on it.

use std::ops::Range;

use toml::de::{DeTable, DeValue};

use crate::field::Tile;
use crate::file::map::rows;
use crate::file::read::{At, Value};
use crate::file::values::Drawing;

/// A map that is drawn with letters, and the tables with a place on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sketch {
    /// The terrain of each letter, in the order of the file.
    pub legend: Vec<(char, String)>,
    /// The text of the legend, if it is written between braces.
    pub legend_text: Option<String>,
    pub rows: Vec<String>,
    /// Whether the file gives the height of each tile.
    pub has_levels: bool,
    pub pieces: Vec<Piece>,
}

/// A table with a place on the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The name of the table.
    pub table: &'static str,
    /// Its id.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// The tile of `at`, or all of `tiles`.
    pub places: Vec<Tile>,
    /// Whether the tiles come from `tiles`.
    pub is_each: bool,
}

/// Why there is no map to draw on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoSketch {
    /// The scenario has none.
    NoMap,
    /// It was drawn in Tiled.
    Tiled,
}

/// The tables that have a place.
const TABLES: [&str; 3] = ["squad", "figure", "objective"];

/// The map of a scenario that can be read.
///
/// # Errors
///
/// If it has no map with letters.
pub fn sketch(text: &str) -> Result<Sketch, NoSketch> {
    let (table, _) = DeTable::parse_recoverable(text);
    let root = table.get_ref();
    let map = root.get("map").and_then(|it| it.get_ref().as_table()).ok_or(NoSketch::NoMap)?;
    if map.contains_key("tiled") {
        return Err(NoSketch::Tiled);
    }
    let drawn = map.get("tiles").and_then(|it| Some((it.get_ref().as_str()?, it.span()))).ok_or(NoSketch::NoMap)?;
    let drawing = At { value: Drawing(drawn.0.to_owned()), span: drawn.1 };
    let legend = map.get("legend");
    let mut letters: Vec<(Range<usize>, char, String)> = Vec::new();
    for (letter, terrain) in legend.and_then(|it| it.get_ref().as_table()).into_iter().flatten() {
        if let (Some(letter_of), Some(terrain)) = (letter.get_ref().chars().next(), terrain.get_ref().as_str()) {
            letters.push((letter.span(), letter_of, terrain.to_owned()));
        }
    }
    letters.sort_by_key(|it| it.0.start);
    let legend_text = legend.and_then(|it| text.get(it.span())).filter(|it| it.starts_with('{'));
    Ok(Sketch {
        legend: letters.into_iter().map(|it| (it.1, it.2)).collect(),
        legend_text: legend_text.map(str::to_owned),
        rows: rows(text, &drawing).iter().map(|it| it.letters.to_owned()).collect(),
        has_levels: map.contains_key("levels"),
        pieces: TABLES.iter().flat_map(|it| pieces(it, root.get(*it))).collect(),
    })
}

/// The tables of one kind that have a place.
fn pieces(table: &'static str, list: Option<&Value<'_>>) -> Vec<Piece> {
    let list = list.and_then(|it| it.get_ref().as_array());
    list.into_iter().flat_map(|it| it.iter()).filter_map(|it| piece(table, it)).collect()
}

fn piece(table: &'static str, value: &Value<'_>) -> Option<Piece> {
    let keys = value.get_ref().as_table()?;
    let text = |key: &str| keys.get(key).and_then(|it| it.get_ref().as_str());
    let tile = |it: &DeValue<'_>| it.as_str().and_then(|it| it.parse::<Tile>().ok());
    let name = text("name").or_else(|| text("id"))?;
    let each = keys.get("tiles").and_then(|it| it.get_ref().as_array());
    let places: Vec<Tile> = match each {
        Some(all) => all.iter().filter_map(|it| tile(it.get_ref())).collect(),
        None => keys.get("at").and_then(|it| tile(it.get_ref())).into_iter().collect(),
    };
    let id = text("id").unwrap_or(name).to_owned();
    (!places.is_empty()).then(|| Piece { table, id, name: name.to_owned(), places, is_each: each.is_some() })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r##"
        squad = [{ id = "alpha", name = "Alpha", at = "b1" }, { id = "raiders", tiles = ["A2", "C2"] }, { id = "later", reserve = true }]
        [[objective]]
        id = "mill"
        at = "C1"
        [map]
        legend = { "w" = "woods", "." = "open" }
        tiles = """
        .w.
        ...
        """
    "##;

    #[test]
    fn a_sketch_has_the_letters_and_whoever_has_a_place() {
        let found = sketch(TEXT).expect("a map");
        assert_eq!(found.legend, [('w', "woods".to_owned()), ('.', "open".to_owned())]);
        assert_eq!(found.legend_text.as_deref(), Some("{ \"w\" = \"woods\", \".\" = \"open\" }"));
        assert_eq!(found.rows, [".w.", "..."]);
        let described = |it: &Piece| {
            let places: Vec<String> = it.places.iter().map(Tile::to_string).collect();
            format!(
                "{} {} ({}) {}{}",
                it.table,
                it.id,
                it.name,
                places.join(" "),
                if it.is_each { " each" } else { "" }
            )
        };
        let pieces: Vec<String> = found.pieces.iter().map(described).collect();
        assert_eq!(
            pieces,
            ["squad alpha (Alpha) B1", "squad raiders (raiders) A2 C2 each", "objective mill (mill) C1"]
        );
    }

    #[test]
    fn without_letters_there_is_no_sketch() {
        assert_eq!(sketch("name = \"x\"\nmap = \"real\""), Err(NoSketch::NoMap));
        assert_eq!(sketch("[map]\ntiled = \"ridge.tmj\""), Err(NoSketch::Tiled));
    }
}
