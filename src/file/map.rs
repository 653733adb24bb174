//! Reads the map: the kinds of ground, and the rows of letters that each stand for one.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use crate::field::{Board, EDGE_MAX, Look, Terrain, TerrainId, Tile, place_of};
use crate::file::catalog::{Catalog, name_of, said, small};
use crate::file::picture::{self, Grid};
use crate::file::read::{At, List, Named, Reader, table};
use crate::file::tiled::TiledMap;
use crate::file::values::{Cost, Drawing, Name, Number, Word};
use crate::file::{limits, say};

table! {
    /// The map, drawn as rows of letters, or in Tiled.
    pub MapFile {
        /// The terrain that each letter stands for: { "." = "open", "w" = "woods" }.
        legend: Option<Named<At<Name>, { limits::TERRAIN }>>,
        /// One letter for each tile, one line for each row, between """ marks.
        tiles: Option<At<Drawing>>,
        /// Instead of `legend` and `tiles`: a map that Tiled saved as JSON, "ridge.tmj", in the scenario's folder. What a tile
        /// is made of, its class or its property `terrain` says. An object named like the id of a squad or an objective
        /// is its place, if `at` is left out.
        tiled: Option<At<Name>>,
        /// A picture that is drawn under the grid: a PNG or a .dd2vtt file in the scenario's folder.
        picture: Option<At<Name>>,
        /// How many pixels of the picture a tile is wide and high. If left out, the picture shows the map from edge to
        /// edge; a .dd2vtt file says it itself.
        picture_tile: Option<At<Number<1, 2000>>>,
        /// How many pixels of the picture lie left of the map, and above it: [12, 8].
        picture_margin: Option<List<At<Number<0, 16_000>>, 2>>,
    }

    /// A kind of ground. If the name exists already, the entry changes only the keys that it has.
    pub TerrainFile {
        /// Another entry that supplies the keys that this one leaves out.
        like: Option<At<Name>>,
        /// What people call it.
        name: Option<At<Name>>,
        /// Steps to enter a tile of it, or "impassable"; 1, if left out.
        cost: Option<At<Cost>>,
        /// Whether nobody can see across it.
        opaque: Option<At<bool>>,
        /// What it adds to saves against shots, 0 to 2.
        cover: Option<At<Number<0, 2>>>,
        /// Whether those in it are harder to hit until they shoot.
        conceals: Option<At<bool>>,
        /// The kind of ground that it is drawn as; if left out, the one that is most like it.
        look: Option<At<Word<Look>>>,
    }
}

/// The ground of a battle.
pub struct Ground {
    width: u8,
    kinds: Vec<Terrain>,
    tiles: Vec<TerrainId>,
    picture: Option<Arc<[u8]>>,
    // The tiles of named objects in a map of Tiled.
    places: BTreeMap<String, Tile>,
}

impl Ground {
    /// Reads the ground. `None` if something is wrong with the map, after adding a problem.
    pub fn read(reader: &mut Reader, file: MapFile, catalog: &Catalog<Terrain>) -> Option<Ground> {
        let legend = legend(reader, &file, catalog);
        let ground = match (&file.tiles, &file.tiled) {
            (Some(drawing), None) => Ground::drawn(reader, drawing, &legend, catalog)?,
            (None, Some(tiled)) => Ground::tiled(reader, tiled, catalog)?,
            (Some(_), Some(tiled)) => {
                let help = "Keep one of them.";
                return reader.refuse(say::several_heads(tiled.span.clone(), "map", &["tiles", "tiled"], help));
            }
            (None, None) if file.is_flawed || reader.is_broken => return None,
            (None, None) => return reader.refuse(say::missing(file.span, "tiles")),
        };
        let picture = match &file.picture {
            Some(it) => Some(ground.picture(reader, it, &file)?),
            None => None,
        };
        Some(Ground { picture, ..ground })
    }

    fn drawn(reader: &mut Reader, drawing: &At<Drawing>, legend: &Legend, catalog: &Catalog<Terrain>) -> Option<Self> {
        let rows = rows(&reader.text, drawing);
        let width = check_edges(reader, drawing, &rows)?;
        let mut kinds: Vec<Terrain> = Vec::new();
        let mut tiles = Vec::with_capacity(rows.len() * width);
        let mut ids: BTreeMap<char, Option<TerrainId>> = BTreeMap::new();
        let mut unknown: BTreeMap<char, (Range<usize>, usize)> = BTreeMap::new();
        for row in &rows {
            for (offset, letter) in row.letters.char_indices() {
                let id = *ids.entry(letter).or_insert_with(|| kind_of(letter, legend, catalog, &mut kinds));
                tiles.extend(id);
                if !legend.contains_key(&letter) {
                    unknown.entry(letter).or_insert((row.place_of(offset, letter), 0)).1 += 1;
                }
            }
        }
        let known: String = legend.keys().collect();
        for (letter, (place, times)) in unknown {
            reader.say(say::unknown_letter(place, letter, times, &known));
        }
        for (letter, (_, place)) in legend {
            if !ids.contains_key(letter) {
                reader.say(say::unused(place.clone(), "letter", &letter.to_string()));
            }
        }
        let is_whole = rows.iter().all(|it| it.letters.chars().count() == width);
        let ground = Ground { width: u8::try_from(width).ok()?, kinds, tiles, picture: None, places: BTreeMap::new() };
        (is_whole && ground.tiles.len() == rows.len() * width).then_some(ground)
    }

    fn tiled(reader: &mut Reader, name: &At<Name>, catalog: &Catalog<Terrain>) -> Option<Ground> {
        let text = reader.text_beside(name)?;
        let mut read = TiledMap::read(&text);
        if let Ok(map) = &mut read {
            if !fits(map.width) || !fits(map.height) {
                let (columns, rows) = (map.width, map.height);
                return reader.refuse(say::map_edge(name.span.clone(), columns, rows, limits::EDGE_MIN, EDGE_MAX));
            }
            // Paths in Tiled's file are relative to the folder of the map.
            let folder = name.rsplit_once('/').map_or_else(String::new, |it| format!("{}/", it.0));
            let sources: BTreeSet<String> = map.sources().map(str::to_owned).collect();
            for source in sources {
                let file = Name(format!("{folder}{source}"));
                let text = reader.text_beside(&At { value: file, span: name.span.clone() })?;
                if let Err(why) = map.take_in(&source, &text) {
                    return reader.refuse(say::tiled(name.span.clone(), name, &why));
                }
            }
        }
        let found = read.and_then(|map| Ok((map.terrains()?, map.places()?, map)));
        let (terrains, places, map) =
            found.map_err(|why| reader.say(say::tiled(name.span.clone(), name, &why))).ok()?;
        let bare: Vec<usize> = (0..terrains.len()).filter(|it| terrains[*it].is_none()).collect();
        if let Some(first) = bare.first() {
            let first = Tile::new((first % map.width) as u8, (first / map.width) as u8);
            return reader.refuse(say::no_terrain(name.span.clone(), name, &first.to_string(), bare.len()));
        }
        let mut kinds: Vec<Terrain> = Vec::new();
        let mut tiles = Vec::new();
        for key in terrains.into_iter().flatten() {
            let terrain = catalog.find(reader, &At { value: Name(key), span: name.span.clone() })?;
            let Some(id) = id_of(&mut kinds, terrain) else {
                return reader.refuse(say::too_many_kinds(name.span.clone(), KINDS_MAX));
            };
            tiles.push(id);
        }
        Some(Ground { width: map.width as u8, kinds, tiles, picture: None, places })
    }

    /// The picture under the map, cut to its tiles. `None` if it can't be used, after adding a problem.
    fn picture(&self, reader: &mut Reader, name: &At<Name>, file: &MapFile) -> Option<Arc<[u8]>> {
        let edges = (self.width, (self.tiles.len() / usize::from(self.width)) as u8);
        let margin = file.picture_margin.as_ref().map(|it| it.items.iter().map(|it| it.get()).collect::<Vec<u32>>());
        let tile: Option<u32> = file.picture_tile.as_ref().map(|it| it.get());
        let made = reader.made_beside(name, |reader, bytes| {
            let is_vtt = [".dd2vtt", ".uvtt", ".df2vtt"].iter().any(|it| name.ends_with(it));
            let (png, own_tile) = match is_vtt {
                true => {
                    let vtt = picture::of_vtt(name, bytes).map_err(|it| reader.say(it)).ok()?;
                    let is_other = |(wide, high): &(f64, f64)| {
                        1.0 <= (wide - f64::from(edges.0)).abs() || 1.0 <= (high - f64::from(edges.1)).abs()
                    };
                    if let Some(size) = vtt.tiles.filter(is_other) {
                        reader.say(say::other_size(name.span.clone(), name, size, edges));
                    }
                    (Cow::Owned(vtt.image), Some(vtt.tile))
                }
                false => (Cow::Borrowed(bytes), None),
            };
            let at = |n: usize| margin.as_ref().and_then(|it| it.get(n)).copied().unwrap_or(0);
            let grid = Grid { tile: tile.map(f64::from).or(own_tile), at: (at(0), at(1)) };
            picture::cut(name, &png, edges, grid).map_err(|it| reader.say(it)).ok()
        })?;
        Some(made.into())
    }

    /// The tile of the object with this name, in a map of Tiled.
    pub fn place_of(&self, id: &At<Name>) -> Option<At<Tile>> {
        self.places.get(&*id.value.0).map(|it| At { value: *it, span: id.span.clone() })
    }

    /// The board with this ground.
    pub fn board(&self) -> Board {
        Board::new(self.width, self.kinds.clone(), self.tiles.clone()).with_picture(self.picture.clone())
    }

    /// The height of each tile, from a second drawing of the map with a digit for each tile, or `.` for 0. `None` if
    /// the drawing is wrong, after adding a problem.
    pub fn levels(&self, reader: &mut Reader, drawing: &At<Drawing>) -> Option<Vec<u8>> {
        let rows = rows(&reader.text, drawing);
        let height = self.tiles.len() / usize::from(self.width);
        if rows.len() != height {
            return reader.refuse(say::other_rows(drawing.span.clone(), rows.len(), height));
        }
        let mut levels = Vec::with_capacity(self.tiles.len());
        for (n, row) in rows.iter().enumerate() {
            let letters = row.letters.chars().count();
            if letters != usize::from(self.width) {
                reader.say(say::ragged_row(row.at.clone(), n + 1, letters, usize::from(self.width)));
            }
            for (offset, letter) in row.letters.char_indices() {
                let level = if letter == '.' { Some(0) } else { letter.to_digit(10) };
                if level.is_none() {
                    reader.say(say::no_level(row.place_of(offset, letter), letter));
                }
                levels.extend(level.and_then(|it| u8::try_from(it).ok()));
            }
        }
        (levels.len() == self.tiles.len()).then_some(levels)
    }

    /// The id of a kind of terrain, which is added if the map has none of it. If there are too many kinds then, a
    /// problem is added at `place`.
    pub fn kind(
        &mut self,
        reader: &mut Reader,
        place: &Range<usize>,
        key: &str,
        catalog: &Catalog<Terrain>,
    ) -> Option<TerrainId> {
        let id = id_of(&mut self.kinds, catalog.get(key)?);
        if id.is_none() {
            reader.say(say::too_many_kinds(place.clone(), KINDS_MAX));
        }
        id
    }
}

impl TerrainFile {
    /// The complete terrain, with what it takes from the entry it builds on.
    pub fn make(self, _: &mut Reader, key: &At<String>, base: Option<&Terrain>, (): &()) -> Option<Terrain> {
        Some(Terrain {
            key: key.value.clone(),
            name: name_of(self.name, base.map(|it| it.name.as_str()), key),
            cost: self.cost.map_or_else(|| base.map_or(Some(1), |it| it.cost), |it| it.value.0),
            opaque: said(self.opaque, base.is_some_and(|it| it.opaque)),
            cover: small(self.cover, base.map(|it| it.cover)).unwrap_or(0),
            conceals: said(self.conceals, base.is_some_and(|it| it.conceals)),
            drawn_like: self.look.map(|it| it.value.0).or_else(|| base.and_then(Terrain::look)),
        })
    }
}

/// A row of the drawing, and its place in the file.
pub(super) struct Row<'a> {
    pub(super) letters: &'a str,
    at: Range<usize>,
    /// Whether `at` begins at the first letter, so that the place of each letter is known.
    is_exact: bool,
}

impl Row<'_> {
    /// The place of a letter in the file, or of the whole drawing if that isn't known.
    fn place_of(&self, offset: usize, letter: char) -> Range<usize> {
        let at = self.at.start + offset;
        if self.is_exact { at..at + letter.len_utf8() } else { self.at.clone() }
    }
}

/// The terrain of each letter, and the letter's place. `None` for an unknown terrain, for which a problem was added.
type Legend = BTreeMap<char, (Option<String>, Range<usize>)>;

fn legend(reader: &mut Reader, file: &MapFile, catalog: &Catalog<Terrain>) -> Legend {
    let mut legend = Legend::new();
    for (key, terrain) in file.legend.iter().flat_map(|it| &it.entries) {
        let mut letters = key.chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) if !letter.is_whitespace() => {
                let known = terrain.as_ref().filter(|it| catalog.find(reader, it).is_some());
                legend.insert(letter, (known.map(|it| it.value.0.clone()), key.span.clone()));
            }
            _ => reader.say(say::legend_key(key.span.clone(), key)),
        }
    }
    legend
}

/// The rows of a drawing, without blank lines above and below and without blanks at either end.
pub(super) fn rows<'a>(text: &str, drawing: &'a At<Drawing>) -> Vec<Row<'a>> {
    let in_file = places_of_lines(text, drawing);
    let lines = drawing.0.lines().enumerate().map(|(n, line)| {
        let letters = line.trim();
        match in_file.get(n) {
            Some((line_at, raw)) if raw.trim_end() == line.trim_end() => {
                let from = line_at + (line.len() - line.trim_start().len());
                Row { letters, at: from..from + letters.len(), is_exact: true }
            }
            _ => Row { letters, at: drawing.span.clone(), is_exact: false },
        }
    });
    let mut rows: Vec<Row<'a>> = lines.skip_while(|it| it.letters.is_empty()).collect();
    while rows.last().is_some_and(|it| it.letters.is_empty()) {
        rows.pop();
    }
    rows
}

/// The lines between the quotes as they are in the file, and where each begins.
fn places_of_lines<'a>(text: &'a str, drawing: &At<Drawing>) -> Vec<(usize, &'a str)> {
    let raw = text.get(drawing.span.clone()).unwrap_or_default();
    let Some(quotes) = ["\"\"\"", "'''", "\"", "'"].into_iter().find(|it| raw.starts_with(it)) else {
        return Vec::new();
    };
    let inner = raw[quotes.len()..].strip_suffix(quotes).unwrap_or_default();
    let body = inner.strip_prefix("\r\n").or_else(|| inner.strip_prefix('\n')).unwrap_or(inner);
    let mut at = drawing.span.start + quotes.len() + (inner.len() - body.len());
    let mut lines = Vec::new();
    for line in body.split_inclusive('\n') {
        lines.push((at, line.trim_end_matches(['\n', '\r'])));
        at += line.len();
    }
    lines
}

/// **T-1** Adds problems about the size. Returns the width of most rows, or `None` if there are no rows or the edges
/// are too short or too long.
fn check_edges(reader: &mut Reader, drawing: &At<Drawing>, rows: &[Row<'_>]) -> Option<usize> {
    let Some(first) = rows.first() else { return reader.refuse(say::no_rows(drawing.span.clone())) };
    let letters = |row: &Row<'_>| row.letters.chars().count();
    let alike = |width: usize| rows.iter().filter(|it| letters(it) == width).count();
    // The most common width counts, so that a slip in one row isn't blamed on the others. If two are as common, the
    // first one counts.
    let width = rows.iter().map(letters).rev().max_by_key(|it| alike(*it)).unwrap_or(0);
    let height = rows.len();
    if !fits(width) || !fits(height) {
        return reader.refuse(say::map_edge(first.at.clone(), width, height, limits::EDGE_MIN, EDGE_MAX));
    }
    for (n, row) in rows.iter().enumerate() {
        let length = letters(row);
        if length != width {
            reader.say(say::ragged_row(row.at.clone(), n + 1, length, width));
        }
    }
    Some(width)
}

/// **T-1** Whether an edge of a map may have this length.
fn fits(edge: usize) -> bool {
    limits::EDGE_MIN <= edge && edge <= usize::from(EDGE_MAX)
}

fn kind_of(letter: char, legend: &Legend, catalog: &Catalog<Terrain>, kinds: &mut Vec<Terrain>) -> Option<TerrainId> {
    id_of(kinds, catalog.get(legend.get(&letter)?.0.as_deref()?)?)
}

/// The most kinds of ground in one battle, as many as [`TerrainId`] can number.
const KINDS_MAX: usize = 256;

/// The id of a kind of ground, which is added if it is missing. `None` if there are too many.
fn id_of(kinds: &mut Vec<Terrain>, terrain: &Terrain) -> Option<TerrainId> {
    let at = place_of(kinds, |it| it.key == terrain.key, || terrain.clone());
    u8::try_from(at).ok().map(TerrainId)
}

#[test]
fn of_more_kinds_of_ground_than_there_can_be_none_is_taken_for_another() {
    let kind = |n: usize| Terrain {
        key: format!("kind-{n}"),
        name: format!("kind {n}"),
        cost: Some(1),
        opaque: false,
        cover: 0,
        conceals: false,
        drawn_like: None,
    };
    let mut kinds = Vec::new();
    for n in 0..KINDS_MAX {
        assert_eq!(id_of(&mut kinds, &kind(n)), Some(TerrainId(n as u8)));
    }
    assert_eq!(id_of(&mut kinds, &kind(KINDS_MAX)), None);
    assert_eq!(id_of(&mut kinds, &kind(3)), Some(TerrainId(3)));
}
