//! Generated fields of the line game that are the same from either end, for judging commanders on ground that nobody
//! has tuned them on.

use std::fmt::Write as _;

/// Fields that nobody has tuned the elite on: it was tuned on 1 to 16 and 300 to 312.
pub(crate) const UNTUNED: [u64; 6] = [206, 228, 234, 235, 266, 294];

/// The squads of a field: name, units, number of figures, and behaviour without orders.
const SQUADS: [(&str, &str, usize, &str); 9] = [
    ("line", r#""10 rifleman""#, 10, "aggressive"),
    ("second", r#""8 rifleman""#, 8, "aggressive"),
    ("militia", r#""10 militia""#, 10, "objective"),
    ("clubs", r#""8 trencher""#, 8, "objective"),
    ("scouts", r#""6 scout""#, 6, "objective"),
    ("marks", r#""4 marksman""#, 4, "skirmish"),
    ("crew", r#""1 heavy-team", "4 rifleman""#, 6, "aggressive"),
    ("guns", r#""2 gunner", "5 rifleman""#, 7, "aggressive"),
    ("sappers", r#""5 sapper""#, 5, "aggressive"),
];

const LEGEND: &str = r##"{ "." = "open", "w" = "woods", "r" = "ruins", "#" = "wall", "b" = "barricade", "t" = "trench", "," = "rough" }"##;

/// A random sequence that is the same on every machine (SplitMix64).
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % limit as u64) as usize
    }
}

/// A map that is symmetric: every tile has a counterpart opposite.
struct Map {
    width: usize,
    height: usize,
    tiles: Vec<Vec<char>>,
}

impl Map {
    fn put(&mut self, (x, y): (usize, usize), kind: char) {
        let (across, down) = self.opposite((x, y));
        self.tiles[y][x] = kind;
        self.tiles[down][across] = kind;
    }

    fn opposite(&self, (x, y): (usize, usize)) -> (usize, usize) {
        (self.width - 1 - x, self.height - 1 - y)
    }

    fn patch(&mut self, chance: &mut Chance) {
        let kind = ['w', 'w', 'r', '#', 'b', 't', ',', 'w', 'r'][chance.below(9)];
        let (mut x, mut y) = (chance.below(self.width), chance.below(self.height));
        let is_line = matches!(kind, '#' | 't' | 'b');
        let length = if is_line { 2 + chance.below(4) } else { 3 + chance.below(8) };
        let across = chance.below(2) == 0;
        for _ in 0..length {
            self.put((x, y), kind);
            let way = if is_line { usize::from(!across) } else { chance.below(4) };
            match way {
                0 => x = (x + 1).min(self.width - 1),
                1 => y = (y + 1).min(self.height - 1),
                2 => x = x.saturating_sub(1),
                _ => y = y.saturating_sub(1),
            }
        }
    }
}

fn tile((x, y): (usize, usize)) -> String {
    let letter = |n: usize| char::from(b'A' + n as u8);
    let tens = if x < 26 { String::new() } else { letter(x / 26 - 1).to_string() };
    format!("{tens}{}{}", letter(x % 26), y + 1)
}

/// The field of this number, as a scenario.
pub(crate) fn field(number: u64) -> String {
    let mut chance = Chance(number);
    let (width, height) = (36 + 2 * chance.below(9), 20 + 2 * chance.below(5));
    let mut map = Map { width, height, tiles: vec![vec!['.'; width]; height] };
    for _ in 0..14 + chance.below(14) {
        map.patch(&mut chance);
    }
    let count = 4 + chance.below(4);
    let mut squads = [String::new(), String::new()];
    for n in 0..count {
        let (key, units, figures, stance) = SQUADS[if n == 0 { 0 } else { chance.below(SQUADS.len()) }];
        let rows = height / count;
        let deep = rows.min(4);
        let (first, top) = (chance.below(4), n * rows + (rows - deep) / 2);
        let places: Vec<(usize, usize)> = (0..figures).map(|it| (first + it / deep, top + it % deep)).collect();
        places.iter().for_each(|it| map.put(*it, '.'));
        let ends = [places.clone(), places.iter().map(|it| map.opposite(*it)).collect()];
        for ((end, side), (text, places)) in
            [("West", "players"), ("East", "enemy")].into_iter().zip(squads.iter_mut().zip(ends))
        {
            let tiles: Vec<String> = places.into_iter().map(|it| format!("{:?}", tile(it))).collect();
            let tiles = tiles.join(", ");
            let told = format!("side = {side:?}\nunits = [{units}]\ntiles = [{tiles}]\nstance = {stance:?}\n");
            writeln!(text, "[[squad]]\nid = \"{end}-{key}-{n}\"\nname = \"{end} {key} {n}\"\n{told}").expect("text");
        }
    }
    let goals = goals(&mut map, &mut chance);
    let tiles: Vec<String> = map.tiles.iter().map(|it| it.iter().collect()).collect();
    format!(
        "name = \"Field {number}\"\nruleset = \"line\"\nrounds = 12\n\n[map]\nlegend = {LEGEND}\ntiles = \"\"\"\n{}\n\"\"\"\n\n{}{}{goals}",
        tiles.join("\n"),
        squads[0],
        squads[1]
    )
}

/// The victory conditions: points at two mounds or losses, losses alone, or points at two mounds in the middle or
/// losses.
fn goals(map: &mut Map, chance: &mut Chance) -> String {
    let place = match chance.below(3) {
        0 => (map.width / 3 + chance.below(map.width / 4), 3 + chance.below(map.height - 6)),
        1 => return ends("{ lost = \"enemy\", percent = 60 }", "{ lost = \"players\", percent = 60 }"),
        _ => (map.width / 2 - 1, map.height / 2 - 1),
    };
    map.put(place, '.');
    let objective = |key: &str, at| {
        format!(
            "[[objective]]\nid = {key:?}\nname = \"mound {key}\"\nat = \"{}\"\nradius = 2\npoints = 1\n\n",
            tile(at)
        )
    };
    let won =
        |by: &str, of: &str| format!("{{ any = [{{ score = 7, by = {by:?} }}, {{ lost = {of:?}, percent = 75 }}] }}");
    let goals = ends(&won("players", "enemy"), &won("enemy", "players"));
    format!("{}{}{goals}", objective("a", place), objective("b", map.opposite(place)))
}

fn ends(victory: &str, defeat: &str) -> String {
    format!("[[victory]]\ntext = \"Ours\"\nwhen = {victory}\n\n[[defeat]]\ntext = \"Theirs\"\nwhen = {defeat}\n")
}
