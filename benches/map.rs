//! M1: the map of twenty squads of ten on 60 by 40 tiles, as a phone would get it.

use std::sync::Arc;

use divan::{Bencher, black_box};
use fieldpost::battle::{
    Battle, Board, Kind, Profile, ProfileId, Setup, Side, SquadSetup, Stance, Terrain, TerrainId, Tile, UnitId,
    UnitSetup,
};
use fieldpost::report::map::{MapRenderer, Picture, alt_text, positions, text_map};

fn main() {
    let battle = opening();
    let mut renderer = MapRenderer::new();
    let picture = renderer.png(&Picture::new(&battle, &[])).expect("the map can be drawn");
    println!("M1 is {} bytes", picture.len());
    if let Some(path) = std::env::var_os("FIELDPOST_MAP_OUT") {
        std::fs::write(path, picture).expect("the picture can be written");
    }
    divan::main();
}

/// From the battle to the PNG, the ground having been drawn in an earlier round.
#[divan::bench]
fn picture_of_a_round(bencher: Bencher) {
    let battle = opening();
    let mut renderer = MapRenderer::new();
    renderer.png(&Picture::new(&battle, &[])).expect("the map can be drawn");
    bencher.bench_local(|| renderer.png(&Picture::new(black_box(&battle), &[])));
}

/// The same for the first time: fonts and ground as well.
#[divan::bench]
fn first_picture(bencher: Bencher) {
    let battle = opening();
    bencher.bench_local(|| MapRenderer::new().png(&Picture::new(black_box(&battle), &[])));
}

#[divan::bench]
fn model(bencher: Bencher) {
    let battle = opening();
    bencher.bench_local(|| Picture::new(black_box(&battle), &[]));
}

#[divan::bench]
fn svg(bencher: Bencher) {
    let picture = Picture::new(&opening(), &[]);
    bencher.bench_local(|| MapRenderer::svg(black_box(&picture)));
}

#[divan::bench]
fn words(bencher: Bencher) {
    let picture = Picture::new(&opening(), &[]);
    bencher.bench_local(|| (text_map(black_box(&picture)), positions(&picture), alt_text(&picture)));
}

/// The opening of workload W1.
fn opening() -> Battle {
    let sides = [(Side::Players, "A"), (Side::Enemy, "B")];
    let squads = sides.into_iter().flat_map(|(side, name)| (0..10_u16).map(move |n| (side, name, n)));
    let (mut setups, mut units) = (Vec::new(), Vec::new());
    for (side, name, n) in squads {
        let members: Vec<UnitId> = (0..10_u16).map(|unit| UnitId(units.len() as u16 + unit)).collect();
        units.extend((0..10_u8).map(|unit| {
            let (column, row) = (unit % 5, 4 * n as u8 + 1 + unit / 5);
            let x = if side == Side::Players { column } else { 59 - column };
            soldier(format!("{name}_{n} {unit}"), Tile::new(x, row))
        }));
        setups.push(SquadSetup {
            key: format!("{name}_{n}"),
            name: format!("{name}_{n}"),
            side,
            seat: None,
            stance: Stance::Hold,
            objective: None,
            members,
            in_reserve: false,
        });
    }
    Battle::new(Arc::new(Setup {
        title: "Twenty squads".to_owned(),
        briefing: String::new(),
        board: board(),
        seats: Vec::new(),
        casters: Vec::new(),
        profiles: vec![profile()],
        weapons: Vec::new(),
        abilities: Vec::new(),
        squads: setups,
        units,
        objectives: Vec::new(),
        goals: Vec::new(),
        schedule: Vec::new(),
        rounds: Some(8),
        cp_per_round: 0,
        tap_out_cost: None,
    }))
}

fn board() -> Board {
    let terrain = |key: &str, cost, opaque| Terrain {
        key: key.to_owned(),
        name: key.to_owned(),
        cost,
        opaque,
        cover: 0,
        conceals: false,
    };
    let is_wall = |x: u64, y: u64| (6..=53).contains(&x) && splitmix64(1_000_003 * y + x) % 100 < 8;
    let tiles = (0..40).flat_map(|y| (0..60).map(move |x| TerrainId(u8::from(is_wall(x, y))))).collect();
    Board::new(60, vec![terrain("open", Some(1), false), terrain("wall", None, true)], tiles)
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
        weapons: Vec::new(),
    }
}
