//! Fields for measuring commanders, each the same from either end: half is drawn, and the other half is that turned round.

use fieldpost::field::Tile;
use fieldpost::line::scenario::{self, Data, Scenario};

/// Half a field, from the west edge to the middle, and who starts there.
pub(crate) struct Mirror {
    pub(crate) name: &'static str,
    half: &'static [&'static str],
    squads: &'static [Squad],
}

/// Units, the corner and the width of the block that they start in, and how they are minded.
type Squad = (&'static str, (u8, u8), u8, &'static str);

/// No commander was tuned on these.
pub(crate) const MIRRORS: [Mirror; 6] = [
    Mirror {
        name: "Open Ground",
        half: &[
            "................",
            "......bb........",
            "................",
            "............,,..",
            "....b.......,,..",
            "................",
            ".......w........",
            "................",
            "...........b....",
            "................",
        ],
        squads: &[
            ("8 rifleman", (1, 1), 2, "aggressive"),
            ("8 rifleman", (1, 5), 2, "aggressive"),
            ("1 heavy-team, 3 rifleman", (4, 3), 2, "guard"),
        ],
    },
    Mirror {
        name: "The Town",
        half: &[
            "....##r##....##.",
            "....#...#....#..",
            "....r...r..bb...",
            "....##.##.......",
            "..........rr.#..",
            "...,,.....#..#..",
            "...,,.....#r##..",
            "................",
            "....rr#.....bb..",
            "....#.#...ww....",
            "....#r#...ww....",
            "................",
        ],
        squads: &[
            ("10 rifleman", (0, 1), 3, "objective"),
            ("8 trencher", (0, 6), 3, "objective"),
            ("1 officer, 6 veteran", (0, 9), 3, "aggressive"),
        ],
    },
    Mirror {
        name: "The Wood",
        half: &[
            "....www.....ww..",
            "...wwwww...www..",
            "....www....ww...",
            "................",
            "........www.....",
            "..ww...wwwww....",
            ".wwww...www...ww",
            "..ww.........www",
            "..............ww",
            "......ww........",
            ".....wwww...b...",
            "......ww........",
        ],
        squads: &[
            ("10 husk", (0, 1), 3, "aggressive"),
            ("10 militia", (0, 6), 3, "aggressive"),
            ("6 scout", (4, 8), 3, "skirmish"),
        ],
    },
    Mirror {
        name: "The Trenches",
        half: &[
            ".....t..........",
            ".....t....,,....",
            ".....t....,,..b.",
            ".....t..........",
            ".........rr.....",
            ".....t..........",
            ".....t......,,..",
            ".....t......,,..",
            ".....t....b.....",
            "................",
        ],
        squads: &[
            ("10 league-conscript", (1, 0), 2, "aggressive"),
            ("8 league-grenadier", (3, 0), 2, "objective"),
            ("1 league-captain, 5 rifleman", (1, 6), 2, "guard"),
            ("1 mortar-team, 2 rifleman", (3, 7), 2, "hold"),
        ],
    },
    Mirror {
        name: "The Pass",
        half: &[
            "...........####.",
            "...........####.",
            "............b...",
            "................",
            "......ww...####.",
            ".....www...####.",
            "......w....####.",
            "................",
            "............bb..",
            "...........####.",
        ],
        squads: &[
            ("8 rifleman", (0, 1), 2, "objective"),
            ("8 runner", (3, 1), 2, "aggressive"),
            ("6 veteran", (0, 6), 2, "objective"),
        ],
    },
    Mirror {
        name: "Outposts",
        half: &[
            "............",
            "...bb.......",
            ".........r..",
            "......,,....",
            "...b........",
            ".........bb.",
            "............",
        ],
        squads: &[("6 rifleman", (0, 1), 2, "aggressive"), ("1 officer, 5 trencher", (0, 4), 2, "objective")],
    },
];

impl Mirror {
    fn height(&self) -> usize {
        self.half.len()
    }

    /// The whole of it as a scenario file.
    pub(crate) fn text(&self) -> String {
        let turned = |row: usize| self.half[self.height() - 1 - row].chars().rev().collect::<String>();
        let rows: Vec<String> = (0..self.height()).map(|it| self.half[it].to_owned() + &turned(it)).collect();
        let (wide, high) = (rows[0].len() as u8, self.height() as u8);
        let mut text = format!(
            "name = \"{}\"\nruleset = \"line\"\nrounds = 10\n[map]\nlegend = {{ \".\" = \"open\", \"w\" = \"woods\", \
             \"r\" = \"ruins\", \"#\" = \"wall\", \"b\" = \"barricade\", \"t\" = \"trench\", \",\" = \"rough\" }}\n\
             tiles = \"\"\"\n{}\n\"\"\"\n",
            self.name,
            rows.join("\n")
        );
        for (side, end) in [("players", "West"), ("enemy", "East")] {
            for (n, (units, corner, across, stance)) in self.squads.iter().enumerate() {
                let place = |it: u8| {
                    let (x, y) = (corner.0 + it % across, corner.1 + it / across);
                    if side == "players" { Tile::new(x, y) } else { Tile::new(wide - 1 - x, high - 1 - y) }
                };
                let units: Vec<String> = units.split(", ").map(|it| format!("\"{it}\"")).collect();
                let count: u8 = units.iter().map(|it| figures(it)).sum();
                let tiles: Vec<String> = (0..count).map(|it| format!("\"{}\"", place(it))).collect();
                text += &format!(
                    "[[squad]]\nid = \"{end}-{n}\"\nname = \"{end} {n}\"\nside = \"{side}\"\nunits = [{}]\n\
                     tiles = [{}]\nstance = \"{stance}\"\n",
                    units.join(", "),
                    tiles.join(", ")
                );
            }
        }
        for (key, at) in
            [("near", Tile::new(wide / 2 - 1, high / 3)), ("far", Tile::new(wide / 2, high - 1 - high / 3))]
        {
            text += &format!(
                "[[objective]]\nid = \"{key}\"\nname = \"the {key} post\"\nat = \"{at}\"\nradius = 2\npoints = 1\n"
            );
        }
        text + "[[victory]]\ntext = \"Seven points, or nobody of the enemy left\"\n\
                when = { any = [{ score = 7, by = \"players\" }, { annihilated = \"enemy\" }] }\n\
                [[defeat]]\ntext = \"The enemy has seven points\"\nwhen = { score = 7, by = \"enemy\" }\n"
    }

    /// The scenario.
    pub(crate) fn scenario(&self) -> Scenario {
        scenario::read(self.name, &self.text(), Data::standard()).unwrap_or_else(|problems| panic!("{problems}"))
    }
}

/// How many figures an entry like `"1 heavy-team"` puts on the map.
fn figures(entry: &str) -> u8 {
    let (count, kind) = entry.trim_matches('"').split_once(' ').expect("a number and a word");
    let each = if kind.ends_with("-team") { 2 } else { 1 };
    count.parse::<u8>().expect("a number") * each
}
