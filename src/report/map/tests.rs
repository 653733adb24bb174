//! Pictures, maps and words of whole scenes.

use crate::battle::scene::{scene_with, squad};
use crate::battle::{
    Battle, Board, Event, Expected, Fate, Hit, Move, MoveKind, ObjectiveSetup, Setup, Shot, Side, Step, Terrain,
    TerrainId, Tile, UnitId, Volley, VolleyKind,
};
use crate::report::map::look::Look;
use crate::report::map::{MapRenderer, Picture};

/// A village with every kind of ground, in the letters of the text map.
const VILLAGE: [&str; 20] = [
    "..............................",
    "..\"\"\"\"........==........^^^...",
    ".\"\"\"\"\"\".......==.......^^^^^..",
    ".\"\"\"\"\"........==......^^^^^^..",
    "...\"\".........==.......^^^^...",
    "..............==..............",
    "....%%%...#####==.........,,,.",
    "....%.%...#...#==...+++..,,,,.",
    "....%%%...#...#==.......,,,,..",
    "..............==..............",
    "============================..",
    "..............==..............",
    ".~~~~.....##.###.........%%%..",
    "~~~~~~....#....#.........%%...",
    "~~~~~~~...#....#....__...%....",
    ".~~~~~....######....__________",
    "...~~...............__........",
    "..............==.......\"\"\"\"...",
    "..............==......\"\"\"\"\"\"..",
    "..............==.......\"\"\"....",
];

/// Who stands where: a squad's letter on each tile, on the top left one for larger units.
const MUSTER: [&str; 20] = [
    "..............................",
    "..............................",
    ".......................B......",
    ".......................BB.....",
    "......S...............BBB.....",
    ".....SSS......................",
    ".....................B........",
    "....S.S...........N.A.A.......",
    ".....S...........NNAAA........",
    "..................NNAA........",
    "......................A.......",
    "........G.............A.......",
    "...........K..................",
    "...................T..........",
    "..............................",
    "......................HHHH....",
    "......................H.......",
    "....................F...FFF...",
    "....D....................F....",
    "...DDD........................",
];

const SQUADS: &str = "A Alpha players@alice: rifle; \
    B Bravo players@bob: officer rifle rifle rifle rifle rifle rifle; \
    H Heavy~team players@bob: team; T Sherman players@alice: tank; F Free~French players: rifle; \
    S Slugga~Boyz~1 enemy: boy; D Slugga~Boyz~2 enemy: boy; N Nobz enemy: boy; G Squiggoth enemy: beast; \
    K Bunker enemy: bunker";

fn terrain(look: Look) -> Terrain {
    let key = format!("{look:?}").to_lowercase();
    let (cost, opaque, cover, conceals) = match look {
        Look::Wall => (None, true, 0, false),
        Look::Water => (None, false, 0, false),
        Look::Woods => (Some(2), false, 1, true),
        Look::Ruins => (Some(2), false, 2, false),
        Look::Rough => (Some(2), false, 0, false),
        Look::Barricade => (Some(1), false, 1, false),
        Look::Trench => (Some(1), false, 2, false),
        Look::Smoke => (Some(1), true, 0, false),
        _ => (Some(1), false, 0, false),
    };
    Terrain { name: key.clone(), key, cost, opaque, cover, conceals }
}

fn board(rows: &[&str]) -> Board {
    let place = |letter| Look::ALL.iter().position(|it| it.letter() == letter).expect("a letter of the text map");
    let tiles = rows.iter().flat_map(|row| row.chars()).map(|it| TerrainId(place(it) as u8)).collect();
    Board::new(rows[0].len() as u8, Look::ALL.into_iter().map(terrain).collect(), tiles)
}

/// A battle on a drawn board.
fn battle(ground: &[&str], muster: &[&str], squads: &str, touch: impl FnOnce(&mut Setup)) -> Battle {
    let cell = |it: char| if it == '.' { ". ".to_owned() } else { format!(".{it} ") };
    let drawing: Vec<String> = muster.iter().map(|row| row.chars().map(cell).collect()).collect();
    scene_with(&drawing.join("\n"), squads, |setup| {
        setup.board = board(ground);
        setup.squads.iter_mut().for_each(|it| it.name = it.name.replace('~', " "));
        touch(setup);
    })
}

fn tile(name: &str) -> Tile {
    name.parse().expect("a tile")
}

fn objective(name: &str, at: &str, radius: u8, owner: Option<Side>) -> ObjectiveSetup {
    ObjectiveSetup { key: name.to_lowercase(), name: name.to_owned(), at: tile(at), radius, owner, points: 1 }
}

/// The village, and what happened there in one round.
fn village() -> (Battle, Vec<Event>) {
    let mut battle = battle(&VILLAGE, &MUSTER, SQUADS, |setup| {
        setup.title = "Ridge at Dawn".to_owned();
        setup.objectives.push(objective("The ridge", "Y3", 3, Some(Side::Players)));
        setup.objectives.push(objective("Crossroads", "O11", 2, None));
        setup.objectives.push(objective("Old mill", "F8", 1, Some(Side::Enemy)));
    });
    let events = round(&battle);
    events.iter().for_each(|it| battle.apply(it));
    (battle, events)
}

fn round(battle: &Battle) -> Vec<Event> {
    let id = |name: &str| squad(battle, name);
    let smoke = Look::ALL.iter().position(|it| *it == Look::Smoke).expect("smoke") as u8;
    let tiles = ["R13", "S13", "T13", "S12"].map(tile).to_vec();
    let mut events = vec![Event::GroundChanged { tiles, terrain: TerrainId(smoke), until: 2 }];
    events.extend([
        fire(battle, "Heavy team", "Squiggoth", Fate::Hurt, 1),
        fire(battle, "Sherman", "Slugga Boyz 1", Fate::Killed, 2),
        fire(battle, "Bravo", "Nobz", Fate::Downed, 1),
        fire(battle, "Slugga Boyz 1", "Bravo", Fate::Downed, 2),
        fire(battle, "Slugga Boyz 2", "Free French", Fate::Downed, 4),
    ]);
    events.push(walk(battle, "Squiggoth", MoveKind::Plain, "I12 I11 I10 J10 K10"));
    events.push(walk(battle, "Sherman", MoveKind::Plain, "T14 S14 R14 R15 R16 R17"));
    events.push(walk(battle, "Nobz", MoveKind::Charge, "S8 R8 Q8"));
    events
        .push(Event::Abandoned { squad: id("Bravo"), units: vec![(battle.squad(id("Bravo")).members[5], tile("Z7"))] });
    events
}

/// `count` hits of one squad on another, all with the same result.
fn fire(battle: &Battle, by: &str, at: &str, fate: Fate, count: usize) -> Event {
    let (by, at) = (squad(battle, by), squad(battle, at));
    let shot = |unit| Shot { unit, aim: 0, die: None, again: None, hits: 1 };
    let hit = |victim: &UnitId| Hit {
        shot: 0,
        victim: Some(*victim),
        wound: None,
        save: None,
        damage: 1,
        damage_dice: Vec::new(),
        fate,
    };
    Event::Attacked(Box::new(Volley {
        kind: VolleyKind::Fire,
        by,
        at,
        weapon: None,
        silent: Vec::new(),
        aims: Vec::new(),
        attack_dice: Vec::new(),
        shots: battle.standing(by).map(shot).collect(),
        hits: battle.squad(at).members.iter().rev().take(count).map(hit).collect(),
        expected: Expected::default(),
        slows: false,
        spends: false,
    }))
}

/// A squad goes where its first unit's path leads, everyone by as much.
fn walk(battle: &Battle, who: &str, kind: MoveKind, path: &str) -> Event {
    let id = squad(battle, who);
    let path: Vec<Tile> = path.split(' ').map(tile).collect();
    let (from, to) = (path[0], path[path.len() - 1]);
    let (dx, dy) = (i16::from(to.x) - i16::from(from.x), i16::from(to.y) - i16::from(from.y));
    let step = |unit: UnitId| {
        let from = battle.unit(unit).at;
        Step { unit, from, to: from.offset(dx, dy).expect("a tile of the map") }
    };
    let steps = battle.standing(id).map(step).collect();
    Event::Moved(Box::new(Move { squad: id, kind, path, cost: 0, allowance: None, steps, cut_short: None, carried: 0 }))
}

/// Writes the village for those who want to look at it.
#[test]
fn look() {
    let (battle, events) = village();
    let picture = Picture::new(&battle, &events);
    std::fs::write("/tmp/fp/village.svg", MapRenderer::svg(&picture)).unwrap();
    let png = MapRenderer::new().png(&picture).unwrap();
    std::fs::write("/tmp/fp/village.png", png).unwrap();
}
