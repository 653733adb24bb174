//! Battles for tests, drawn as text.

use std::collections::BTreeSet;
use std::sync::Arc;

use sha2::{Digest as _, Sha256};

use crate::brick::battle::{
    Amount, Battle, Class, Close, Ground, HandUse, Hazard, Heading, Kind, Plate, Profile, ProfileId, Ranged, Rating,
    Rect, Setup, SquadSetup, Standard, Team, TeamId, UnitSetup, Weapon, WeaponId, Who,
};
use crate::dice::Sides;
use crate::field::{Board, Direction, SquadId, Terrain, TerrainId, Tile, UnitId};

/// The terrain of scenes: its letter, name, cost, whether it is opaque, and what it is to minifigs.
type GroundLine = (char, &'static str, Option<u8>, bool, Ground);
const PLAIN: Ground = Ground { sections: 0, is_smoke: false, is_slow: false, hazard: None };
const GROUND: &[GroundLine] = &[
    ('.', "open", Some(1), false, PLAIN),
    ('#', "wall", None, true, PLAIN),
    ('l', "low wall", Some(1), false, Ground { sections: 1, ..PLAIN }),
    ('h', "slit", Some(1), false, Ground { sections: 2, ..PLAIN }),
    ('s', "smoke", Some(1), true, Ground { is_smoke: true, ..PLAIN }),
    ('o', "rubble", Some(2), false, PLAIN),
    ('q', "mud", Some(1), false, Ground { is_slow: true, ..PLAIN }),
    ('~', "pit", None, false, Ground { hazard: Some(Hazard::Deadly), ..PLAIN }),
    ('m', "mine", Some(1), false, Ground { hazard: Some(Hazard::Mine { damage: 6 }), ..PLAIN }),
];

/// A weapon of scenes: its key, its class, how it strikes if not like its class, how it shoots if it does, and
/// whether it is for thrusts, is for charges, and only strikes ahead.
type WeaponLine = (&'static str, Class, Option<Close>, Option<Ranged>, [bool; 3]);
const fn shot(needs: u8, range: u8, damage: Amount) -> Option<Ranged> {
    Some(Ranged { needs, range, damage, is_thrown: false, blast: None })
}

fn weapons() -> Vec<WeaponLine> {
    let d6 = Amount::rolled(1, Sides::D6, 0);
    let d10 = Amount::rolled(1, Sides::D10, 0);
    let thrown = |needs, damage| Some(Ranged { needs, range: 3, damage, is_thrown: true, blast: None });
    vec![
        ("knife", Class::Hand, None, None, [false; 3]),
        ("dagger", Class::Hand, None, None, [false; 3]),
        ("sabre", Class::Hand, None, None, [false; 3]),
        ("sword", Class::Heavy, None, None, [false; 3]),
        ("pan", Class::Tool, None, None, [false; 3]),
        ("chair", Class::Object, None, None, [false; 3]),
        ("pike", Class::TwoHanded, None, None, [true, false, false]),
        ("lance", Class::TwoHanded, None, None, [true, false, true]),
        ("poleaxe", Class::TwoHanded, None, None, [false; 3]),
        ("bayonet", Class::Heavy, None, None, [true, false, false]),
        ("horns", Class::Heavy, None, None, [false, true, false]),
        ("shield", Class::Shield, None, None, [false; 3]),
        ("heavyshield", Class::HeavyShield, None, None, [false; 3]),
        ("pistol", Class::Pistol, None, shot(3, 6, d6), [false; 3]),
        ("rifle", Class::Rifle, None, shot(3, 10, Amount::rolled(1, Sides::D6, 1)), [false; 3]),
        ("artillery", Class::Rifle, None, shot(4, 12, d10), [false; 3]),
        ("bow", Class::Pistol, None, shot(3, 6, d6), [false; 3]),
        ("cannon", Class::Pistol, None, shot(3, 6, Amount::rolled(2, Sides::D6, 0)), [false; 3]),
        ("axe", Class::Hand, None, thrown(2, d6), [false; 3]),
        ("spear", Class::Heavy, None, thrown(2, d6), [true, false, false]),
        (
            "grenade",
            Class::Object,
            None,
            Some(Ranged { needs: 3, range: 3, damage: d10, is_thrown: true, blast: Some(2) }),
            [false; 3],
        ),
    ]
}

/// The profiles of scenes: key, kind, skill, armor, move, size.
fn profiles() -> Vec<Profile> {
    let d8 = Rating { dice: 1, sides: Sides::D8, plus: 0 };
    let d10 = Amount::rolled(1, Sides::D10, 0);
    let of = |key: &str, kind: Kind, skill: Rating, armor: Amount, movement: u8, size: u8| Profile {
        key: key.to_owned(),
        name: key.to_owned(),
        kind,
        skill,
        armor,
        movement,
        size,
        footprint: Profile::usual_footprint(kind, size),
        hp: Profile::usual_hp(size),
        hands: 2,
        is_short: key == "short",
        is_officer: key == "officer",
        is_hero: false,
        can_fly: false,
        can_climb: false,
        is_reactive: kind != Kind::Object,
        has_heavy_armor: false,
        is_fixed: key == "door" || key == "statue",
        value: if key == "officer" { 30 } else { 10 },
        leadership: None,
        control: 1,
    };
    let four = Amount::fixed(4);
    vec![
        of("fig", Kind::Foot, Rating::REGULAR, four, 5, 1),
        of("officer", Kind::Foot, d8, d10, 6, 1),
        of("short", Kind::Foot, Rating::REGULAR, four, 5, 1),
        of("rat", Kind::Foot, Rating::REGULAR, four, 5, 0),
        of("rider", Kind::Rider, Rating::REGULAR, four, 10, 2),
        of("giant", Kind::Foot, Rating::REGULAR, Amount::fixed(6), 5, 4),
        of("door", Kind::Object, Rating::REGULAR, Amount::fixed(6), 0, 2),
        of("statue", Kind::Object, Rating::REGULAR, Amount::fixed(6), 0, 1),
        of("barrel", Kind::Object, Rating::REGULAR, four, 0, 1),
        of("cart", Kind::Object, Rating::REGULAR, four, 0, 2),
        of("wagon", Kind::Vehicle, Rating::REGULAR, Amount::fixed(6), 8, 4),
    ]
}

/// A battle from a drawing and a list of people.
///
/// The drawing has a line for each row of tiles, with blanks between tiles. A tile is a letter for its ground, then a
/// digit for its level unless that is 0, then a letter if the top left tile of a unit is there. The list is separated
/// by `;`, and each entry is `letter Name team: profile item…`. Where a letter stands for several units, `|`
/// separates their kinds in reading order; a single kind is everybody's. An entry with `WxD` after its team is a
/// squad on a plate of that size. It faces north, unless a facing such as `E` follows. The plate's top left corner is
/// that of its units, or the tile after `@`. The units of a squad, and several units of one letter, are called
/// `Name-1`, `Name-2`. The first team is the players'. Those of team `none` are nobody's.
pub(crate) fn scene(drawing: &str, people: &str) -> Battle {
    scene_with(drawing, people, |_| ())
}

/// [`scene`] with a change to its setup.
pub(crate) fn scene_with(drawing: &str, people: &str, touch: impl FnOnce(&mut Setup)) -> Battle {
    let mut setup = setup(drawing, people);
    touch(&mut setup);
    let battle = Battle::new(Arc::new(setup));
    assert!(battle.grid_agrees(), "the scene puts two on one tile, or somebody off the map or their plate");
    battle
}

/// A profile of the scene, to be changed.
pub(crate) fn profile<'a>(setup: &'a mut Setup, key: &str) -> &'a mut Profile {
    setup.profiles.iter_mut().find(|it| it.key == key).expect("a profile of the scene")
}

/// A weapon of the scene, to be changed.
pub(crate) fn weapon<'a>(setup: &'a mut Setup, key: &str) -> &'a mut Weapon {
    setup.weapons.iter_mut().find(|it| it.key == key).expect("a weapon of the scene")
}

/// A unit of the scene, to be changed.
pub(crate) fn unit<'a>(setup: &'a mut Setup, name: &str) -> &'a mut UnitSetup {
    setup.units.iter_mut().find(|it| it.name == name).expect("a unit of the scene")
}

/// The squad or unit of this name.
pub(crate) fn who(battle: &Battle, name: &str) -> Who {
    let squads = (0..battle.squad_count()).map(|it| Who::Squad(SquadId(it as u16)));
    let units = battle.setup().unit_ids().map(Who::Unit);
    squads.chain(units).find(|it| battle.name(*it) == name).unwrap_or_else(|| panic!("nobody is called `{name}`"))
}

/// The unit of this name.
pub(crate) fn unit_named(battle: &Battle, name: &str) -> UnitId {
    let setup = battle.setup();
    setup.unit_ids().find(|it| setup.unit(*it).name == name).unwrap_or_else(|| panic!("no unit is called `{name}`"))
}

/// The weapon of this name.
pub(crate) fn weapon_named(battle: &Battle, name: &str) -> WeaponId {
    let found = battle.setup().weapons.iter().position(|it| it.key == name);
    WeaponId(found.unwrap_or_else(|| panic!("no weapon is called `{name}`")) as u16)
}

struct Cell {
    ground: char,
    level: u8,
    letter: Option<char>,
}

fn setup(drawing: &str, people: &str) -> Setup {
    let cell = |text: &str| {
        let mut letters = text.chars().peekable();
        let ground = letters.next().expect("a letter of the ground");
        let level = letters.next_if(char::is_ascii_digit).map_or(0, |it| it as u8 - b'0');
        Cell { ground, level, letter: letters.next() }
    };
    let row = |line: &str| line.split_whitespace().map(cell).collect::<Vec<Cell>>();
    let cells: Vec<Vec<Cell>> = drawing.lines().map(row).filter(|it| !it.is_empty()).collect();
    let ground = |letter: char| GROUND.iter().position(|it| it.0 == letter).expect("a letter of the ground") as u8;
    let terrain = |line: &GroundLine| {
        let name = line.1.to_owned();
        Terrain { key: name.clone(), name, cost: line.2, opaque: line.3, cover: 0, conceals: false, drawn_like: None }
    };
    let tiles = cells.iter().flatten().map(|it| TerrainId(ground(it.ground))).collect();
    let mut setup = Setup {
        title: "Scene".to_owned(),
        briefing: String::new(),
        has_map: true,
        board: Board::new(cells[0].len() as u8, GROUND.iter().map(terrain).collect(), tiles),
        grounds: GROUND.iter().map(|it| it.4).collect(),
        levels: cells.iter().flatten().map(|it| it.level).collect(),
        seats: Vec::new(),
        teams: Vec::new(),
        profiles: profiles(),
        weapons: weapons().iter().map(weapon_of).collect(),
        squads: Vec::new(),
        units: Vec::new(),
        objectives: Vec::new(),
        goals: Vec::new(),
        schedule: Vec::new(),
        rounds: None,
        has_secrets: false,
        words: Default::default(),
        commander: crate::field::Level::Green,
    };
    for line in people.split(';').map(str::trim).filter(|it| !it.is_empty()) {
        add(&mut setup, &cells, line);
    }
    setup
}

fn weapon_of(line: &WeaponLine) -> Weapon {
    let (key, class, close, ranged, [is_thrust, is_charge, is_ahead_only]) = *line;
    Weapon {
        key: key.to_owned(),
        name: key.to_owned(),
        class,
        close: close.or_else(|| class.in_close_combat()),
        ranged,
        is_thrust,
        is_charge,
        is_ahead_only,
        has_overkill: false,
    }
}

fn add(setup: &mut Setup, cells: &[Vec<Cell>], line: &str) {
    let (head, kinds) = line.split_once(':').expect("`letter Name team: profile item…`");
    let mut words = head.split_whitespace();
    let letter = words.next().and_then(|it| it.chars().next()).expect("a letter");
    let name = words.next().expect("a name");
    let team = words.next().filter(|it| *it != "none").map(|it| team(setup, it));
    let rest: Vec<&str> = words.collect();
    let size =
        rest.iter().find_map(|it| it.split_once('x').and_then(|(w, d)| Some((w.parse().ok()?, d.parse().ok()?))));
    let facing = rest.iter().find_map(|it| ["N", "E", "S", "W"].iter().position(|of| of == it));
    let facing = Direction::ALL[facing.unwrap_or(0)];
    let corner: Option<Tile> = rest.iter().find_map(|it| it.strip_prefix('@')).map(|it| it.parse().expect("a tile"));
    let kinds: Vec<Vec<&str>> = kinds.split('|').map(|it| it.split_whitespace().collect()).collect();
    let at: Vec<Tile> = places(cells, letter);
    assert!(!at.is_empty(), "`{letter}` is nowhere in the drawing");
    let mut members = Vec::new();
    for (n, &at_tile) in at.iter().enumerate() {
        let kind = if kinds.len() == 1 { &kinds[0] } else { &kinds[n] };
        let profile = setup.profiles.iter().position(|it| it.key == kind[0]).expect("a profile of the scene");
        let item = |key: &&str| setup.weapons.iter().position(|it| it.key == **key).expect("a weapon of the scene");
        let items = kind[1..].iter().map(|it| WeaponId(item(it) as u16)).collect();
        members.push(UnitId(setup.units.len() as u16));
        let alone = size.is_none() && at.len() == 1;
        setup.units.push(UnitSetup {
            name: if alone { name.to_owned() } else { format!("{name}-{}", n + 1) },
            profile: ProfileId(profile as u16),
            team,
            seat: None,
            items,
            at: at_tile,
            is_dug_in: false,
            facing: None::<Heading>,
            aboard: None,
        });
    }
    if let (Some((wide, deep)), Some(team)) = (size, team) {
        let x = at.iter().map(|it| it.x).min().expect("somebody");
        let y = at.iter().map(|it| it.y).min().expect("somebody");
        let plate = Plate::new(corner.unwrap_or(Tile::new(x, y)), wide, deep, facing);
        let standard = Standard::Center;
        setup.squads.push(SquadSetup {
            name: name.to_owned(),
            team,
            seat: None,
            members,
            plate,
            standard,
            in_reserve: false,
        });
    }
}

fn team(setup: &mut Setup, name: &str) -> TeamId {
    let at = setup.teams.iter().position(|it| it.key == name).unwrap_or_else(|| {
        let is_players = setup.teams.is_empty();
        setup.teams.push(Team { key: name.to_owned(), name: name.to_owned(), is_players, allies: Vec::new() });
        setup.teams.len() - 1
    });
    TeamId(at as u8)
}

fn places(cells: &[Vec<Cell>], letter: char) -> Vec<Tile> {
    let row = |(y, row): (usize, &Vec<Cell>)| {
        let found = row.iter().enumerate().filter(|(_, cell)| cell.letter == Some(letter));
        found.map(move |(x, _)| Tile::new(x as u8, y as u8)).collect::<Vec<_>>()
    };
    cells.iter().enumerate().flat_map(row).collect()
}

#[test]
fn bx11_a_plate_is_a_rectangle_with_a_facing() {
    let plate = Plate::new(Tile::new(1, 1), 3, 2, Direction::North);
    assert_eq!((plate.wide(), plate.deep(), plate.rect.columns, plate.rect.rows), (3, 2, 3, 2));
    let east = Plate::new(Tile::new(1, 1), 3, 2, Direction::East);
    assert_eq!((east.wide(), east.deep(), east.rect.columns, east.rect.rows), (3, 2, 2, 3));
    assert_eq!(Rect { at: Tile::new(0, 0), columns: 8, rows: 1 }.area(), 8);
    for (kind, size, tiles) in [(Kind::Foot, 1, 1), (Kind::Rider, 2, 4), (Kind::Foot, 4, 8), (Kind::Foot, 0, 1)] {
        let (columns, rows) = Profile::usual_footprint(kind, size);
        assert_eq!(u16::from(columns) * u16::from(rows), tiles, "{kind:?} of Size {size}");
    }
}

impl Amount {
    /// Dice of one kind, and a number.
    pub(crate) fn rolled(count: u8, sides: Sides, plus: i8) -> Amount {
        let mut dice = [0; 5];
        dice[sides as usize] = count;
        Amount { skill: 0, dice, plus }
    }
}

/// What only tests ask of a battle.
impl Battle {
    /// **BC-5.9** All uses of hands this round.
    pub fn ledger(&self) -> &[HandUse] {
        &self.ledger
    }

    /// SHA-256 over everything that is true of it, as JSON.
    pub fn digest(&self) -> [u8; 32] {
        let text = serde_json::to_vec(self).expect("a battle has no maps and no floats, so it is JSON");
        Sha256::digest(text).into()
    }

    /// Whether the grid agrees with where everybody stands, nobody is off the map or their plate, and no two share a
    /// tile.
    pub fn grid_agrees(&self) -> bool {
        let mut covered = vec![None; self.setup.board.len()];
        let everything: Vec<Who> = self.squad_ids().map(Who::Squad).chain(self.units_alone().map(Who::Unit)).collect();
        for who in everything {
            if !self.setup.contains(self.rect(who)) {
                return false;
            }
            for tile in self.rect(who).tiles() {
                let under = &mut covered[self.setup.board.index(tile)];
                if under.replace(who).is_some() {
                    return false;
                }
            }
        }
        let on_plates = self.squad_ids().all(|id| {
            let squad = &self.squads[usize::from(id.0)];
            let mut taken = BTreeSet::new();
            squad.members.iter().all(|it| {
                let rect = self.unit_rect(*it);
                self.unit(*it).is_standing()
                    && squad.plate.rect.holds(rect)
                    && rect.tiles().all(|tile| taken.insert(tile))
            })
        });
        on_plates && covered == self.occupied
    }
}
