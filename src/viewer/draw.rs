//! The page on which the author of a scenario draws its map, moves what stands on it, and looks from there.

use std::fmt::Write as _;
use std::sync::Arc;

use serde_json::{Value, json};

use crate::field::{Board, SquadId, Terrain, TerrainId, Tile, UnitId};
use crate::map::style::GRID;
use crate::map::{Cast, CastUnit, Frame, Ground, ObjectiveView, Parts, Placed, State};
use crate::viewer::field::Forms;
use crate::viewer::markup::escaped;
use crate::viewer::template::{data_block, draw_page};
use crate::viewer::theme::themed;

/// A map to draw on, from a scenario's file.
#[derive(Debug)]
pub struct Draft {
    pub title: String,
    /// What the page doesn't know about this map, in sentences.
    pub note: String,
    /// Everything that a tile can be made of. The entries of the legend come first.
    pub inks: Vec<Ink>,
    /// The legend as it is written. `None` unless it stands between braces.
    pub legend: Option<String>,
    pub width: u8,
    /// For each tile, the index in `inks`, row by row.
    pub tiles: Vec<TerrainId>,
    pub picture: Option<Arc<[u8]>>,
    pub placings: Vec<Placing>,
    pub cast: Cast,
    pub frame: Frame,
    pub objectives: Vec<ObjectiveView>,
}

/// A kind of ground.
#[derive(Clone, Debug)]
pub struct Ink {
    pub terrain: Terrain,
    /// `None` if the legend doesn't have it.
    pub letter: Option<char>,
}

/// A squad, a figure or an objective that the file places on the map.
#[derive(Debug)]
pub struct Placing {
    /// Its table in the file.
    pub table: &'static str,
    pub id: String,
    pub name: String,
    /// The tile of `at`, or all tiles of `tiles`.
    pub places: Vec<Tile>,
    pub is_each: bool,
    /// The squad that it places there. `None` for an objective.
    pub squad: Option<SquadId>,
    pub radius: u8,
    /// Its weapons: the name of each, its range, and the units that carry it.
    pub ranges: Vec<(String, u8, Vec<UnitId>)>,
}

impl Draft {
    pub fn page(&self) -> String {
        let kinds: Vec<Terrain> = self.inks.iter().map(|it| it.terrain.clone()).collect();
        let board = Board::new(self.width, kinds, self.tiles.clone()).with_picture(self.picture.clone());
        let ground = Ground::new(&board, []);
        let parts = Parts::of(&ground);
        let mut forms = Forms::default();
        for becomes in (0..self.inks.len()).map(|it| TerrainId(it as u8)) {
            forms.drawn += &swatch(&parts, &board, becomes);
        }
        let mut units = String::new();
        let mut figures = Vec::new();
        for (place, (unit, Placed { on, squad, .. })) in self.standing().enumerate() {
            let known = self.cast.squads.iter().find(|it| it.id == *squad);
            let form = known.map(|it| forms.of_unit(&parts, unit, it, (on.columns, on.rows))).unwrap_or_default();
            _ = writeln!(units, "<use data-unit=\"{place}\" href=\"#{form}\"/>");
            let piece = self.placings.iter().position(|it| it.squad == Some(*squad));
            figures.push(json!({ "piece": piece, "at": board.index(on.at), "columns": on.columns, "rows": on.rows }));
        }
        let flags =
            self.objectives.iter().map(|it| format!("<g>{}</g>\n", parts.flag(it.owner, false))).collect::<String>();
        let measures = parts.measures();
        let inks = self.inks.iter().map(|Ink { terrain, letter }| {
            let Terrain { key, name, cost, opaque, .. } = terrain;
            json!({ "letter": letter, "key": key, "name": name, "cost": cost, "opaque": opaque })
        });
        let data = json!({
            "board": measures,
            "inks": inks.collect::<Vec<_>>(),
            "legend": self.legend,
            "tiles": self.tiles,
            "pieces": self.placings.iter().map(|it| self.piece(it, &board)).collect::<Vec<_>>(),
            "units": figures,
        });
        let filling = vec![
            ("title", escaped(&self.title)),
            ("note", escaped(&self.note)),
            ("view", measures.view_box()),
            ("forms", themed(&forms.drawn)),
            ("ground", themed(&parts.ground())),
            ("units", units),
            ("flags", themed(&flags)),
            ("data", data_block(&data)),
        ];
        draw_page(&filling, &measures.ratio())
    }

    /// Everyone who stands on the map.
    fn standing(&self) -> impl Iterator<Item = (&CastUnit, &Placed)> {
        let placed = |id: &UnitId| self.frame.units.get(id).filter(|it| it.state == State::Standing);
        self.cast.units.iter().filter_map(move |it| Some((it, placed(&it.id)?)))
    }

    /// A placing for the script. Tiles and units are given by their indices.
    fn piece(&self, it: &Placing, board: &Board) -> Value {
        let place_of = |id: &UnitId| self.standing().position(|it| it.0.id == *id);
        let squad = self.cast.squads.iter().find(|squad| Some(squad.id) == it.squad);
        let range = |(weapon, tiles, who): &(String, u8, Vec<UnitId>)| {
            json!([weapon, tiles, who.iter().filter_map(place_of).collect::<Vec<_>>()])
        };
        let places = it.places.iter().filter(|it| board.contains(**it)).map(|it| board.index(*it));
        json!({
            "table": it.table, "id": it.id, "name": it.name, "party": squad.map_or(0, |it| it.party.0),
            "places": places.collect::<Vec<_>>(), "each": it.is_each,
            "radius": it.squad.is_none().then_some(it.radius),
            "ranges": it.ranges.iter().map(range).collect::<Vec<_>>(),
        })
    }
}

/// A tile of one kind of ground, drawn on the first tile of the map, with the grid lines around it.
fn swatch(parts: &Parts<'_>, board: &Board, becomes: TerrainId) -> String {
    let only = Ground::new(board, [(Tile::new(0, 0), becomes)]);
    let (edge, (x, y)) = (parts.measures().tile, parts.corner(Tile::new(0, 0)));
    let grid = format!("<path d=\"M{x} {y}h{edge}v{edge}h-{edge}z\" fill=\"none\" stroke=\"{GRID}\"/>");
    format!("<g id=\"ink-{}\">\n{}{grid}</g>\n", becomes.0, parts.changed(&only))
}
