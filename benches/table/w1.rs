//! Workload W1: twenty squads of ten on 60 by 40 tiles with scattered walls, commander against commander.

use std::sync::Arc;

use fieldpost::field::{Board, Terrain, TerrainId, Tile, UnitId};
use fieldpost::line::battle::{
    Amount, Battle, Drill, Kind, Level, Profile, ProfileId, Setup, Side, SquadSetup, Stance, Tag, Temper, UnitSetup,
    Weapon, WeaponId,
};

/// W1 as its first round opens.
pub(crate) fn opening() -> Battle {
    Battle::new(Arc::new(setup()))
}

/// What never changes in it.
pub(crate) fn setup() -> Setup {
    let sides = [(Side::Players, "A"), (Side::Enemy, "B")];
    let squads = sides.into_iter().flat_map(|(side, name)| (0..10_u16).map(move |n| (side, name, n)));
    let (mut setups, mut units) = (Vec::new(), Vec::new());
    for (side, name, n) in squads {
        let members: Vec<UnitId> = (0..10_u16).map(|unit| UnitId(units.len() as u16 + unit)).collect();
        units.extend((0..10_u8).map(|unit| {
            let (column, row) = (unit % 5, 4 * n as u8 + 1 + unit / 5);
            let x = if side == Side::Players { column } else { 59 - column };
            soldier(format!("{name}{n} {}", unit + 1), Tile::new(x, row))
        }));
        setups.push(SquadSetup {
            key: format!("{name}{n}"),
            name: format!("{name}{n}"),
            side,
            seat: None,
            stance: if n % 2 == 1 { Stance::Aggressive } else { Stance::Hold },
            level: None,
            temper: Temper::default(),
            objective: None,
            members,
            in_reserve: false,
        });
    }
    let weapons = vec![
        weapon("Rifle", Some(24), 4, vec![]),
        weapon("Pistol", Some(6), 3, vec![Tag::CloseQuarters]),
        weapon("Bayonet", None, 3, vec![]),
    ];
    Setup {
        title: "Twenty squads".to_owned(),
        briefing: String::new(),
        board: board(),
        seats: Vec::new(),
        casters: Vec::new(),
        profiles: vec![profile()],
        weapons,
        abilities: Vec::new(),
        squads: setups,
        units,
        objectives: Vec::new(),
        goals: Vec::new(),
        schedule: Vec::new(),
        rounds: Some(8),
        has_secrets: false,
        words: Default::default(),
        cp_per_round: 0,
        commander: Level::Green,
        tap_out_cost: None,
        formations: None,
    }
}

/// Several such fields as one, two beside each other, with five in each squad.
pub(crate) fn fields(count: u8) -> Setup {
    let one = setup();
    let columns = count.min(2);
    let (mut squads, mut units) = (Vec::new(), Vec::new());
    for field in 0..count {
        let (right, down) = (one.board.width() * (field % columns), 40 * (field / columns));
        for squad in &one.squads {
            let first = units.len() as u16;
            units.extend(squad.members.iter().take(5).map(|it| {
                let UnitSetup { name, at, .. } = &one.units[usize::from(it.0)];
                soldier(format!("{name} of {field}"), Tile::new(at.x + right, at.y + down))
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

fn board() -> Board {
    let terrain = |key: &str, cost, opaque| Terrain {
        key: key.to_owned(),
        name: key.to_owned(),
        cost,
        opaque,
        cover: 0,
        conceals: false,
        drawn_like: None,
    };
    let is_wall = |x: u64, y: u64| (6..=53).contains(&x) && splitmix64(1_000_003 * y + x) % 100 < 8;
    let tiles = (0..40).flat_map(|y| (0..60).map(move |x| TerrainId(u8::from(is_wall(x, y))))).collect();
    Board::new(60, vec![terrain("open", Some(1), false), terrain("wall", None, true)], tiles)
}

/// The same field without walls, all of it with so much cover.
pub(crate) fn without_walls(board: &Board, cover: u8) -> Board {
    let ground = Terrain { cover, ..board.kind(TerrainId(0)).clone() };
    Board::new(board.width(), vec![ground], vec![TerrainId(0); board.len()])
}

/// The first number of the generator with this seed.
fn splitmix64(seed: u64) -> u64 {
    let mixed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

fn soldier(name: String, at: Tile) -> UnitSetup {
    UnitSetup { name, profile: ProfileId(0), team: None, hero: None, alone: None, at }
}

fn profile() -> Profile {
    Profile {
        key: "soldier".to_owned(),
        name: "Soldier".to_owned(),
        kind: Kind::Infantry,
        toughness: 3,
        save: Some(5),
        hp: 1,
        movement: 6,
        leadership: 7,
        control: 1,
        reach: 1,
        size: 1,
        weapons: vec![WeaponId(0), WeaponId(1), WeaponId(2)],
        drill: Drill::default(),
    }
}

fn weapon(name: &str, range: Option<u8>, strength: u8, tags: Vec<Tag>) -> Weapon {
    Weapon {
        key: name.to_lowercase(),
        name: name.to_owned(),
        range,
        attacks: Amount::fixed(1),
        accuracy: 4,
        strength,
        piercing: 0,
        damage: Amount::fixed(1),
        tags,
    }
}
