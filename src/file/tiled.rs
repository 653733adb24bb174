//! Reads maps that Tiled saved as JSON, as much of the format as a battle needs.
//!
//! The crate `tiled` only reads the XML of `.tmx` files and brings an XML parser; JSON can be read without a new
//! dependency.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use crate::field::Tile;

/// A map as it is in its file.
#[derive(Deserialize)]
pub(super) struct TiledMap {
    pub(super) width: usize,
    pub(super) height: usize,
    #[serde(default)]
    orientation: String,
    #[serde(default)]
    infinite: bool,
    tilewidth: f64,
    tileheight: f64,
    #[serde(default)]
    layers: Vec<Layer>,
    #[serde(default)]
    tilesets: Vec<Tileset>,
}

#[derive(Deserialize)]
struct Layer {
    #[serde(default)]
    name: String,
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    data: Value,
    #[serde(default)]
    layers: Vec<Layer>,
    #[serde(default)]
    objects: Vec<Object>,
    // Its offset in pixels.
    #[serde(default)]
    offsetx: f64,
    #[serde(default)]
    offsety: f64,
}

#[derive(Deserialize)]
struct Object {
    #[serde(default)]
    name: String,
    x: f64,
    y: f64,
    #[serde(default)]
    width: f64,
    #[serde(default)]
    height: f64,
    /// Clockwise around its position, in degrees.
    #[serde(default)]
    rotation: f64,
    gid: Option<u32>,
    /// Corners, relative to its position.
    #[serde(default, alias = "polyline")]
    polygon: Vec<Corner>,
    /// The file with the values that this object leaves out.
    template: Option<String>,
}

#[derive(Deserialize)]
struct Corner {
    x: f64,
    y: f64,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Tileset {
    firstgid: u32,
    source: Option<String>,
    /// The point of a tile that is at the position of its object.
    objectalignment: String,
    tiles: Vec<Kind>,
}

/// A tile of a tileset.
#[derive(Clone, Deserialize)]
struct Kind {
    id: u32,
    // `class` in files of Tiled 1.9.
    #[serde(default, alias = "class", rename = "type")]
    class: String,
    #[serde(default)]
    properties: Vec<Property>,
}

#[derive(Clone, Deserialize)]
struct Property {
    name: String,
    #[serde(default)]
    value: Value,
}

/// The key of each tile's terrain. `None` for a tile without terrain in any layer.
pub(super) type Terrains = Vec<Option<String>>;

/// The bits of a tile's number that say how it is turned.
const TURN_BITS: u32 = 0xf000_0000;

impl TiledMap {
    /// Reads a map.
    ///
    /// # Errors
    ///
    /// If it can't be used: why, and what to do.
    pub(super) fn read(text: &str) -> Result<TiledMap, String> {
        let map: TiledMap = serde_json::from_str(text)
            .map_err(|it| format!("it is no map that Tiled saved as JSON: {it}. In Tiled, save it as a .tmj file"))?;
        if TILESETS_MAX < map.tilesets.len() {
            return Err(format!("it has {} tilesets, and {TILESETS_MAX} are the most", map.tilesets.len()));
        }
        if map.infinite {
            return Err("its map is infinite. In Tiled's map properties, turn off Infinite".to_owned());
        }
        if !matches!(map.orientation.as_str(), "" | "orthogonal") {
            return Err(format!("its map is {}. Only orthogonal maps have tiles in rows and columns", map.orientation));
        }
        Ok(map)
    }

    /// The files of the map's external tilesets.
    pub(super) fn sources(&self) -> impl Iterator<Item = &str> {
        self.tilesets.iter().filter_map(|it| it.source.as_deref())
    }

    /// Adds the text of an external tileset.
    ///
    /// # Errors
    ///
    /// If it can't be read: why, and what to do.
    pub(super) fn take_in(&mut self, source: &str, text: &str) -> Result<(), String> {
        let read: Tileset = serde_json::from_str(text).map_err(|it| {
            format!(
                "its tileset {source} can't be read: {it}. In Tiled, embed the tileset in the map, or save it as .tsj"
            )
        })?;
        for it in self.tilesets.iter_mut().filter(|it| it.source.as_deref() == Some(source)) {
            it.tiles.clone_from(&read.tiles);
            it.objectalignment.clone_from(&read.objectalignment);
        }
        Ok(())
    }

    /// The terrain of each tile, row by row, from the uppermost layer that has one there.
    pub(super) fn terrains(&self) -> Result<Terrains, String> {
        let mut terrains = vec![None; self.width.saturating_mul(self.height).min(TILES_MAX)];
        for (layer, (right, down)) in flattened(&self.layers).into_iter().filter(|it| it.0.kind == "tilelayer") {
            let wrong = |why: &str| Err(format!("its layer \"{}\" {why}", layer.name));
            if self.tilewidth / 2.0 <= right.abs() || self.tileheight / 2.0 <= down.abs() {
                return wrong("is moved off its tiles. In Tiled, set the layer's offset to 0");
            }
            let Value::Array(numbers) = &layer.data else {
                return wrong("is packed. In Tiled's map properties, choose CSV as Tile Layer Format");
            };
            if numbers.len() != terrains.len() {
                return wrong(&format!("has {} tiles instead of {}", numbers.len(), terrains.len()));
            }
            for (number, terrain) in numbers.iter().zip(&mut terrains) {
                let number = number.as_u64().and_then(|it| u32::try_from(it).ok()).unwrap_or(0) & !TURN_BITS;
                if let Some(found) = self.kind(number).and_then(Kind::terrain) {
                    *terrain = Some(found.to_owned());
                }
            }
        }
        Ok(terrains)
    }

    /// The tileset of the tile with this number.
    fn tileset_of(&self, number: u32) -> Option<&Tileset> {
        self.tilesets.iter().filter(|it| it.firstgid <= number && 0 < number).max_by_key(|it| it.firstgid)
    }

    fn kind(&self, number: u32) -> Option<&Kind> {
        let set = self.tileset_of(number)?;
        set.tiles.iter().find(|it| it.id == number - set.firstgid)
    }

    /// The tile under the middle of each named object. If several share a name, the first counts.
    pub(super) fn places(&self) -> Result<BTreeMap<String, Tile>, String> {
        let mut places = BTreeMap::new();
        for (layer, (right, down)) in flattened(&self.layers) {
            for it in layer.objects.iter().filter(|it| !it.name.trim().is_empty()) {
                let name = it.name.trim();
                if it.template.is_some() {
                    let help = "In Tiled, open its menu and choose Detach";
                    return Err(format!("its object \"{name}\" is made from a template. {help}"));
                }
                let (x, y) = self.middle(it);
                let (x, y) = ((x + right) / self.tilewidth, (y + down) / self.tileheight);
                let is_on = |at: f64, tiles: usize| 0.0 <= at && at < tiles as f64 && at < 255.0;
                if is_on(x, self.width) && is_on(y, self.height) {
                    places.entry(name.to_owned()).or_insert(Tile::new(x as u8, y as u8));
                }
            }
        }
        Ok(places)
    }

    /// The middle of an object, in pixels.
    fn middle(&self, it: &Object) -> (f64, f64) {
        let of_set = |gid: u32| self.tileset_of(gid & !TURN_BITS).map_or("", |it| it.objectalignment.as_str());
        let (left, up) = it.gid.map_or((0.0, 0.0), |gid| aligned(of_set(gid)));
        let between = |of: fn(&Corner) -> f64| {
            let (least, most) =
                it.polygon.iter().map(of).fold((f64::MAX, f64::MIN), |it, at| (it.0.min(at), it.1.max(at)));
            (least + most) / 2.0
        };
        let (x, y) = match it.polygon.is_empty() {
            true => (it.width * (0.5 - left), it.height * (0.5 - up)),
            false => (between(|it| it.x), between(|it| it.y)),
        };
        let (sin, cos) = it.rotation.to_radians().sin_cos();
        (it.x + x * cos - y * sin, it.y + x * sin + y * cos)
    }
}

/// The point of a tile that an alignment names, right and down from its upper left corner in widths and heights. The
/// default is the lower left corner.
fn aligned(alignment: &str) -> (f64, f64) {
    let along = |least: &str, most: &str| match alignment {
        it if it.contains(least) => 0.0,
        it if it.contains(most) => 1.0,
        _ => 0.5,
    };
    match alignment {
        "" | "unspecified" => (0.0, 1.0),
        _ => (along("left", "right"), along("top", "bottom")),
    }
}

/// The most tilesets of one map.
const TILESETS_MAX: usize = 32;

/// More tiles than any map has.
const TILES_MAX: usize = 1 << 20;

impl Kind {
    fn terrain(&self) -> Option<&str> {
        let property = self.properties.iter().find(|it| it.name == "terrain").and_then(|it| it.value.as_str());
        property.or(Some(self.class.as_str())).filter(|it| !it.is_empty())
    }
}

/// All layers, including those in groups, from the lowest up, each with its offset.
fn flattened(layers: &[Layer]) -> Vec<(&Layer, (f64, f64))> {
    let mut found = Vec::new();
    for it in layers {
        found.push((it, (it.offsetx, it.offsety)));
        found
            .extend(flattened(&it.layers).into_iter().map(|(inner, (x, y))| (inner, (x + it.offsetx, y + it.offsety))));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAP: &str = r#"{
        "width": 3, "height": 2, "tilewidth": 16, "tileheight": 16, "orientation": "orthogonal", "infinite": false,
        "layers": [
            { "type": "tilelayer", "name": "ground", "data": [1, 1, 1, 1, 2, 1] },
            { "type": "group", "layers": [
                { "type": "tilelayer", "name": "trees", "data": [0, 0, 2147483651, 0, 4, 0] },
                { "type": "objectgroup", "objects": [
                    { "name": "alpha", "x": 33, "y": 2, "point": true },
                    { "name": "mill", "x": 16, "y": 32, "width": 16, "height": 16, "gid": 4 },
                    { "name": "far", "x": 160, "y": 2 }
                ] }
            ] }
        ],
        "tilesets": [{ "firstgid": 1, "tiles": [
            { "id": 0, "type": "open" },
            { "id": 1, "class": "road" },
            { "id": 2, "type": "tree", "properties": [{ "name": "terrain", "value": "woods" }] }
        ] }]
    }"#;

    #[test]
    fn the_uppermost_tile_with_a_terrain_counts_and_objects_are_places() {
        let map = TiledMap::read(MAP).expect("a map");
        let terrains: Vec<String> = map.terrains().expect("tiles").into_iter().flatten().collect();
        assert_eq!(terrains, ["open", "open", "woods", "open", "road", "open"]);
        let places: Vec<String> =
            map.places().expect("places").iter().map(|(name, at)| format!("{name} {at}")).collect();
        assert_eq!(places, ["alpha C1", "mill B2"]);
    }

    #[test]
    fn an_object_is_where_its_middle_is_drawn() {
        let is_at = |from: &str, to: &str, expected: &str| {
            let map = TiledMap::read(&MAP.replacen(from, to, 1)).expect("a map");
            let places = map.places().expect("places");
            assert!(places.iter().any(|(name, at)| format!("{name} {at}") == expected), "{to}: {places:?}");
        };
        is_at("\"y\": 32, \"width\"", "\"y\": 16, \"width\"", "mill B1");
        is_at("\"firstgid\": 1,", "\"firstgid\": 1, \"objectalignment\": \"bottom\",", "mill B2");
        is_at("\"firstgid\": 1,", "\"firstgid\": 1, \"objectalignment\": \"bottomright\",", "mill A2");
        let object = "\"x\": 33, \"y\": 2, \"point\": true";
        is_at(object, "\"x\": 44, \"y\": 24, \"width\": 16, \"height\": 2, \"rotation\": 180", "alpha C2");
        is_at(object, "\"x\": 2, \"y\": 2, \"polygon\": [{\"x\": 0, \"y\": 0}, {\"x\": 30, \"y\": 28}]", "alpha B2");
        is_at("\"objectgroup\",", "\"objectgroup\", \"offsetx\": -16,", "alpha B1");
        is_at("\"group\",", "\"group\", \"offsety\": 15,", "alpha C2");
    }

    #[test]
    fn what_cannot_be_read_says_what_to_do() {
        for (from, to, expected) in [
            ("\"infinite\": false", "\"infinite\": true", "turn off Infinite"),
            ("orthogonal", "hexagonal", "Only orthogonal"),
            ("[1, 1, 1, 1, 2, 1]", "\"eJxjYGBg\"", "choose CSV"),
            ("[1, 1, 1, 1, 2, 1]", "[1]", "1 tiles instead of 6"),
            ("\"width\": 3", "\"width\": -3", "save it as a .tmj"),
            ("\"name\": \"ground\"", "\"name\": \"ground\", \"offsetx\": 16", "offset to 0"),
            ("\"point\": true", "\"template\": \"squad.tj\"", "Detach"),
        ] {
            let read = TiledMap::read(&MAP.replacen(from, to, 1));
            let read = read.and_then(|it| it.terrains().and_then(|_| it.places()));
            let why = read.expect_err("it is refused");
            assert!(why.contains(expected), "{why}");
        }
    }
}
