//! Pictures, maps and words of whole battles.

use expect_test::expect;

use crate::dice::D6;
use crate::field::{Board, ObjectiveId, Terrain, TerrainId, Tile, UnitId};
use crate::line::battle::scene::{scene_with, squad};
use crate::line::battle::{
    Battle, BySide, Event, Fate, Hit, Move, MoveKind, ObjectiveSetup, Setup, Shot, Side, Step, Volley, VolleyKind,
};
use crate::line::report::picture;
use crate::map::drawn::check_all;
use crate::map::{ArrowKind, MapRenderer, alt_text, description, text_map};

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
    "....S.S.........N...A.A.......",
    ".....S.........NN..AAA........",
    "................NN..AA........",
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

/// The ground of drawings: its letter on the text map, name, cost, whether it is opaque, cover, whether it conceals.
type GroundLine = (char, &'static str, Option<u8>, bool, u8, bool);
const GROUND: &[GroundLine] = &[
    ('.', "open", Some(1), false, 0, false),
    ('=', "road", Some(1), false, 0, false),
    (',', "rough", Some(2), false, 0, false),
    ('"', "woods", Some(2), false, 1, true),
    ('%', "ruins", Some(2), false, 2, false),
    ('#', "wall", None, true, 0, false),
    ('+', "barricade", Some(1), false, 1, false),
    ('~', "water", None, false, 0, false),
    ('^', "hill", Some(1), false, 0, false),
    ('_', "trench", Some(1), false, 2, false),
    (':', "smoke", Some(1), true, 0, false),
];

fn terrain(line: &GroundLine) -> Terrain {
    let (_, key, cost, opaque, cover, conceals) = *line;
    Terrain { key: key.to_owned(), name: key.to_owned(), cost, opaque, cover, conceals, drawn_like: None }
}

fn place(letter: char) -> TerrainId {
    let found = GROUND.iter().position(|it| it.0 == letter);
    TerrainId(found.expect("a letter of the text map") as u8)
}

fn board(rows: &[&str]) -> Board {
    let tiles = rows.iter().flat_map(|row| row.chars()).map(place).collect();
    Board::new(rows[0].len() as u8, GROUND.iter().map(terrain).collect(), tiles)
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
    let tiles = ["R13", "S13", "T13", "S12"].map(tile).to_vec();
    let mut events = vec![Event::GroundChanged { tiles, terrain: place(':'), until: 2 }];
    events.extend([
        fire(battle, "Heavy team", "Squiggoth", Fate::Hurt, 1),
        fire(battle, "Sherman", "Slugga Boyz 1", Fate::Killed, 2),
        fire(battle, "Bravo", "Nobz", Fate::Downed, 1),
        fire(battle, "Slugga Boyz 1", "Bravo", Fate::Downed, 2),
        fire(battle, "Slugga Boyz 2", "Free French", Fate::Downed, 4),
    ]);
    events.push(walk(battle, "Squiggoth", MoveKind::Plain, "I12 I11 I10 J10 K10"));
    events.push(walk(battle, "Sherman", MoveKind::Plain, "T14 S14 R14 R15 R16 R17"));
    events.push(walk(battle, "Nobz", MoveKind::Charge, "Q8 R8 S8"));
    events
        .push(Event::Abandoned { squad: id("Bravo"), units: vec![(battle.squad(id("Bravo")).members[5], tile("Z7"))] });
    let dice = [D6::showing(1), D6::showing(2)].map(|it| it.expect("a die shows 1 to 6"));
    events.push(Event::MoraleTested {
        squad: id("Bravo"),
        dice,
        modifiers: Vec::new(),
        needs: 7,
        by_hero: None,
        passed: false,
    });
    let control = BySide { players: 3, enemy: 3 };
    events.push(Event::ObjectiveCounted { objective: ObjectiveId(1), control, owner: None, contested: true });
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
        shots: battle.standing(by).map(shot).collect(),
        hits: battle.squad(at).members.iter().rev().take(count).map(hit).collect(),
        ..Volley::without_attacks(VolleyKind::Fire, by, at)
    }))
}

/// A squad goes where its first unit's path leads, every unit by the same distance.
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

#[test]
fn the_village_as_letters() {
    let (battle, events) = village();
    expect![[r#"
        Ridge at Dawn after round 1, 30 by 20 tiles, north up.
            A   B   C   D   E   F   G   H   I   J   K   L   M   N   O   P   Q   R   S   T   U   V   W   X   Y   Z   AA  AB  AC  AD
          1 .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
          2 .   .   "   "   "   "   .   .   .   .   .   .   .   .   =   =   .   .   .   .   .   .   .   .   ^   ^   ^   .   .   .
          3 .   "   "   "   "   "   "   .   .   .   .   .   .   .   =   =   .   .   .   .   .   .   .   B   *   ^   ^   ^   .   .
          4 .   "   "   "   "   "   .   .   .   .   .   .   .   .   =   =   .   .   .   .   .   .   ^   B   B   ^   ^   ^   .   .
          5 .   .   .   "   "   .   sb1 .   .   .   .   .   .   .   =   =   .   .   .   .   .   .   B   B   ^   ^   ^   .   .   .
          6 .   .   .   .   .   sb1 sb1 sb1 .   .   .   .   .   .   =   =   .   .   .   .   .   .   .   .   .   .   .   .   .   .
          7 .   .   .   .   %   %   %   .   .   .   #   #   #   #   #   =   =   .   .   .   .   .   .   .   .   .   ,   ,   ,   .
          8 .   .   .   .   sb1 *   %   .   .   .   #   .   .   .   #   =   =   .   n   .   A   +   A   .   .   ,   ,   ,   ,   .
          9 .   .   .   .   %   %   %   .   .   .   #   .   .   .   #   =   =   n   n   A   A   A   .   .   ,   ,   ,   ,   .   .
         10 .   .   .   .   .   .   .   .   .   .   sq  sq  .   .   =   =   .   .   n   n   A   A   .   .   .   .   .   .   .   .
         11 =   =   =   =   =   =   =   =   =   =   sq  sq  =   =   *   =   =   =   =   =   =   =   A   =   =   =   =   =   .   .
         12 .   .   .   .   .   .   .   .   .   .   .   .   .   .   =   =   .   .   :   .   .   .   A   .   .   .   .   .   .   .
         13 .   ~   ~   ~   ~   .   .   .   .   .   #   bu  bu  #   #   #   .   :   :   :   .   .   .   .   .   %   %   %   .   .
         14 ~   ~   ~   ~   ~   ~   .   .   .   .   #   bu  bu  .   .   #   .   .   .   .   .   .   .   .   .   %   %   .   .   .
         15 ~   ~   ~   ~   ~   ~   ~   .   .   .   #   .   .   .   .   #   .   .   .   .   _   _   .   .   .   %   .   .   .   .
         16 .   ~   ~   ~   ~   ~   .   .   .   .   #   #   #   #   #   #   .   .   .   .   _   _   HT  HT  HT  HT  _   _   _   _
         17 .   .   .   ~   ~   .   .   .   .   .   .   .   .   .   .   .   .   S   S   S   _   _   HT  .   .   .   .   .   .   .
         18 .   .   .   .   .   .   .   .   .   .   .   .   .   .   =   =   .   S   S   S   FF  .   .   "   "   "   "   .   .   .
         19 .   .   .   .   sb2 .   .   .   .   .   .   .   .   .   =   =   .   S   S   S   .   .   "   "   "   "   "   "   .   .
         20 .   .   .   sb2 sb2 sb2 .   .   .   .   .   .   .   .   =   =   .   .   .   .   .   .   .   "   "   "   .   .   .   .
            A   B   C   D   E   F   G   H   I   J   K   L   M   N   O   P   Q   R   S   T   U   V   W   X   Y   Z   AA  AB  AC  AD
        A Alpha, yours, 9 of 9
        B Bravo, yours, 5 of 7
        HT Heavy team, yours, 5 of 5
        S Sherman, yours, 1 of 1
        FF Free French, yours, 1 of 5
        sb1 Slugga Boyz 1, enemy, 5 of 7
        sb2 Slugga Boyz 2, enemy, 4 of 4
        n Nobz, enemy, 5 of 5
        sq Squiggoth, enemy, 1 of 1
        bu Bunker, enemy, 1 of 1
        * The ridge, Y3
        * Crossroads, O11
        * Old mill, F8
        . open
        = road
        , rough
        " woods
        % ruins
        # wall
        + barricade
        ~ water
        ^ hill
        _ trench
        : smoke"#]]
    .assert_eq(&text_map(&picture(&battle, &events)));
}

#[test]
fn the_village_as_alt_text() {
    let (battle, events) = village();
    expect!["Ridge at Dawn after round 1, 30 by 20 tiles, north up. Yours: Alpha with 9 at U8 behind barricade, engaged by Nobz; Bravo with 5 at X3, broken, carrying 1, 7 tiles from Nobz; Heavy team with 5 at W16 in trench, 9 tiles from Nobz; Sherman at R17, 7 tiles from Nobz; Free French with 1 at U18, carrying 4, 9 tiles from Nobz. Enemy: Slugga Boyz 1 with 5 at G5, 15 tiles from Alpha; Slugga Boyz 2 with 4 at E19, 13 tiles from Sherman; Nobz with 5 at S8, engaged by Alpha; Squiggoth at K10, 9 tiles from Alpha; Bunker at L13, 8 tiles from Sherman. Objectives: The ridge at Y3 is yours; Crossroads at O11 is nobody’s, contested; Old mill at F8 is the enemy’s. Walls run from K16 to P16. A wall runs from K7 to O7. A wall runs from K13 to P13 with a gap at M13. A wall runs from K13 to K16. A wall runs from P13 to P16. A wall runs from K7 to K9. A wall runs from O7 to O9."].assert_eq(&alt_text(&picture(&battle, &events)));
}

#[test]
fn the_village_described() {
    let (battle, events) = village();
    expect![[r#"
        Ridge at Dawn after round 1, 30 by 20 tiles, north up.
        The ridge at Y3 is yours.
        Crossroads at O11 is nobody’s, contested.
        Old mill at F8 is the enemy’s.
        Alpha (yours, A on the map): 9 of 9 standing at U8 behind barricade, cover +1 for 2 of them, engaged by Nobz.
        Bravo (yours, B on the map): 5 of 7 standing at X3 on hill, broken, carrying 1 downed, has shot, with Bravo Officer at X3. Nearest enemy: Nobz, 7 tiles away.
        Heavy team (yours, HT on the map): 5 of 5 standing at W16 in trench, cover +2 for 4 of them, has shot. Nearest enemy: Nobz, 9 tiles away.
        Sherman (yours, S on the map): 1 of 1 standing at R17, from R17 to T19, has shot. Nearest enemy: Nobz, 7 tiles away.
        Free French (yours, FF on the map): 1 of 5 standing at U18, carrying 4 downed. Nearest enemy: Nobz, 9 tiles away.
        Slugga Boyz 1 (enemy, SB1 on the map): 5 of 7 standing at G5, has shot. Nearest enemy: Alpha, 15 tiles away.
        Slugga Boyz 2 (enemy, SB2 on the map): 4 of 4 standing at E19, has shot. Nearest enemy: Sherman, 13 tiles away.
        Nobz (enemy, N on the map): 5 of 5 standing at S8, engaged by Alpha.
        Squiggoth (enemy, Sq on the map): 1 of 1 standing at K10, from K10 to L11. Nearest enemy: Alpha, 9 tiles away.
        Bunker (enemy, Bu on the map): 1 of 1 standing at L13 on wall, from L13 to M14. Nearest enemy: Sherman, 8 tiles away.
        Road: A2 to AB12 (48 tiles); O18 to P20 (6 tiles).
        Rough: Y7 to AC9 (11 tiles).
        Woods: B2 to G5 (17 tiles); W18 to AB20 (13 tiles).
        Ruins: E7 to G9 (8 tiles); Z13 to AB15 (6 tiles).
        Barricade: U8 to W8 (3 tiles).
        Water: A13 to G17 (24 tiles).
        Hill: W2 to AB5 (18 tiles).
        Trench: U15 to AD17 (14 tiles).
        Smoke: R12 to T13 (4 tiles).
        Walls run from K16 to P16.
        A wall runs from K7 to O7.
        A wall runs from K13 to P13 with a gap at M13.
        A wall runs from K13 to K16.
        A wall runs from P13 to P16.
        A wall runs from K7 to K9.
        A wall runs from O7 to O9.
        Killed at G8 and F9.
        Yours left behind at Z7."#]]
    .assert_eq(&description(&picture(&battle, &events)));
}

#[test]
fn the_village_as_a_picture() {
    let (battle, events) = village();
    let picture = picture(&battle, &events);
    check_all(&picture);
    let svg = MapRenderer::svg(&picture);
    for words in ["Ridge at Dawn", "after round 1", "Free French", "in melee", "broken", "charged", "fired at", "smoke"]
    {
        assert!(svg.contains(words), "{words} is missing");
    }
    assert!(!svg.contains("barred"), "the legend explains only what occurs");
}

#[test]
fn a_reserve_is_no_secret_that_the_map_tells() {
    let squads = "A Alpha players: rifle; B Bravo enemy: boy";
    let battle = battle(&["....", "...."], &["A..B", "...."], squads, |setup| setup.squads[1].in_reserve = true);
    let picture = picture(&battle, &[]);
    let all = [MapRenderer::svg(&picture), text_map(&picture), description(&picture), alt_text(&picture)];
    all.iter().for_each(|it| assert!(!it.contains("Bravo"), "{it}"));
}

#[test]
fn who_waits_in_reserve_takes_no_letter_from_those_who_are_there() {
    let squads = "B Asps players: rifle; A Apes players: rifle; C Crew enemy: boy";
    let battle = battle(&["......"], &["A.B..C"], squads, |setup| {
        setup.squads[0].in_reserve = true;
        for (squad, name) in [(0, "Mad Meg"), (1, "Lt. Marsh")] {
            let UnitId(unit) = setup.squads[squad].members[0];
            setup.units[usize::from(unit)].name = name.to_owned();
        }
    });
    let picture = picture(&battle, &[]);
    let apes = picture.squads.iter().find(|it| &*it.name == "Apes").expect("they are there");
    let mark = apes.units[0].hero.as_ref().map(|it| it.mark.as_str());
    assert_eq!((apes.label.as_str(), mark), ("A", Some("M")));
}

#[test]
fn a_squad_keeps_its_label_whoever_comes_and_goes() {
    let squads = "a Ants players: rifle; b Asps players: rifle; c Apes players: rifle";
    let mut battle = scene_with(".a . .b . .c", squads, |_| ());
    let labels = |battle: &Battle| -> Vec<(String, String)> {
        picture(battle, &[]).labels().map(|it| (it.0.to_owned(), it.1.to_owned())).collect()
    };
    let before = labels(&battle);
    let ants = squad(&battle, "Ants");
    let one = D6::showing(1).expect("a face");
    let rolls = battle.standing(ants).map(|it| (it, one)).collect();
    battle.apply(&Event::Disengaged { squad: ants, rolls });
    assert_eq!(labels(&battle), before[1..], "the first is gone");
}

#[test]
fn in_a_squad_of_people_with_names_only_a_hero_stands_out() {
    let squads =
        "a Alpha players: officer rifle rifle; b Bravo players: rifle; c Cole players: rifle; x Boyz enemy: boy";
    let battle = scene_with(".a .a .a . .c . .x\n.b .b . . . . .x", squads, |setup| {
        for (squad, member, name) in [(0, 1, "Ash"), (0, 2, "Ivy"), (1, 0, "Wren"), (2, 0, "Dan")] {
            let UnitId(unit) = setup.squads[squad].members[member];
            setup.units[usize::from(unit)].name = name.to_owned();
        }
    });
    let picture = picture(&battle, &[]);
    let heroes = picture.squads.iter().flat_map(|it| &it.units).filter_map(|it| it.hero.as_ref());
    let stars: Vec<&str> = heroes.map(|it| &*it.name).collect();
    // Wren is the only one of its squad with a name, and Dan is alone in Cole's squad.
    assert_eq!(stars, ["Alpha Officer", "Wren", "Dan"]);
}

#[test]
fn blows_close_quarters_fire_and_pressing_in_are_drawn() {
    let squads = "a Alpha players: rifle; b Bravo players: rifle; x Boyz enemy: boy; y Nobz enemy: boy";
    let battle = battle(&["............"; 2], &["aaa..x....by", "......x....."], squads, |_| ());
    let [alpha, bravo, boyz, nobz] = ["Alpha", "Bravo", "Boyz", "Nobz"].map(|it| squad(&battle, it));
    let blows = |by, at| {
        let shot = |unit| Shot { unit, aim: 0, die: None, again: None, hits: 0 };
        let shots = battle.standing(by).map(shot).collect();
        let volley = Volley { shots, ..Volley::without_attacks(VolleyKind::Blows, by, at) };
        Event::Attacked(Box::new(volley))
    };
    let close = Volley {
        shots: vec![Shot { unit: battle.squad(bravo).members[0], aim: 0, die: None, again: None, hits: 0 }],
        ..Volley::without_attacks(VolleyKind::CloseQuarters, bravo, nobz)
    };
    let press = |from: &str, to: &str, kind| {
        let steps = vec![Step { unit: battle.squad(alpha).members[2], from: tile(from), to: tile(to) }];
        let (path, squad) = (Vec::new(), alpha);
        Event::Moved(Box::new(Move { squad, kind, path, cost: 0, allowance: None, steps, cut_short: None, carried: 0 }))
    };
    let events = [
        Event::Attacked(Box::new(close)),
        press("A1", "B1", MoveKind::PressIn),
        blows(alpha, boyz),
        blows(boyz, alpha),
        press("B1", "C1", MoveKind::PressBack),
        blows(bravo, nobz),
    ];
    let picture = picture(&battle, &events);
    let places: Vec<(f32, f32)> = picture.clashes.iter().map(|it| (it.x, it.y)).collect();
    assert_eq!(places, [(3.5, 0.5), (11.0, 0.5)], "halfway between the closest, and once a pair");
    let arrows: Vec<_> = picture.arrows.iter().map(|it| (it.kind, it.points[0].x, it.points[1].x)).collect();
    assert_eq!(arrows, [(ArrowKind::Fire, 10.5, 11.5), (ArrowKind::Press, 0.5, 2.5)], "a unit's way in one");
    let svg = MapRenderer::svg(&picture);
    for words in ["exchanged blows", "pressed in", "fired at"] {
        assert!(svg.contains(words), "{words} is missing");
    }
}
