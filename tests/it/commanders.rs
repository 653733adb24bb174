//! Commanders against each other on a field that is the same from either end: the better one wins, and equals draw
//! even.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use fieldpost::brick::rules::Brick;
use fieldpost::dice::{Mood, Seed};
use fieldpost::field::{Level, SquadId, Tile};
use fieldpost::game::{Levels, Play, Simulated};
use fieldpost::games::{self, Playing};
use fieldpost::line::battle::{Battle, BySide, Movement, Orders, Route, RouteGoal, Setup, Side, Spacing};
use fieldpost::line::commander::{Leads, plan};
use fieldpost::line::rules::Line;
use fieldpost::trial::{Card, Series};

use crate::program::{fails, fieldpost, run};
use crate::tournament::{battles, card_of, share};
use crate::{fields, line};

const MIRROR: &str = "scenarios/bench-mirror.toml";

fn line_share(mirror: &Play<Line>, first: Level, second: Level, battles: usize) -> u64 {
    share(mirror.game(), mirror.setup(), first, second, battles)
}

fn mirror() -> Play<Line> {
    line::load("bench-mirror")
}

/// Fields that are the same from either end: twenty squads between walls, twenty in the open, and ten in the open.
fn brick_fields() -> [(&'static str, String); 3] {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/bench-bricks.toml");
    let walls = fs::read_to_string(path).expect("the scenario of the bench");
    let (before, rest) = walls.split_once("tiles = \"\"\"\n").expect("a map");
    let (tiles, after) = rest.split_once("\"\"\"").expect("the end of the map");
    let tiles: String = tiles.chars().map(|it| if it == '\n' { it } else { '.' }).collect();
    let open = format!("{before}tiles = \"\"\"\n{tiles}\"\"\"{after}");
    let stays = |squad: &&str| {
        !["lancers", "guards", "pikes", "second-rifles", "gunners"].iter().any(|it| squad.contains(&format!("-{it}\"")))
    };
    let (squads, goals) = open.split_once("[[victory]]").expect("goals");
    let few: Vec<&str> = squads.split("[[squad]]").filter(stays).collect();
    let few = format!("{}[[victory]]{goals}", few.join("[[squad]]"));
    [("twenty squads between walls", walls), ("twenty squads in the open", open), ("ten squads in the open", few)]
}

fn opening(scenario: &str) -> Playing {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("field.toml");
    fs::write(&path, scenario).expect("written");
    games::load(&path).unwrap_or_else(|problems| panic!("{problems}")).opening
}

fn bricks(scenario: &str) -> (Brick, Arc<fieldpost::brick::battle::Setup>) {
    let Playing::Brick(play) = opening(scenario) else { panic!("a battle of bricks") };
    (play.game().clone(), Arc::clone(play.setup()))
}

/// The generated field of this number.
fn generated(number: u64) -> Play<Line> {
    line::read("field.toml", &fields::field(number)).unwrap_or_else(|problems| panic!("{problems}"))
}

/// The share that each commander of bricks wins against the next lower level.
fn brick_shares(scenario: &str, battles: usize) -> Vec<(Level, u64)> {
    let (game, setup) = bricks(scenario);
    // Levels above Veteran play bricks no better.
    let levels = Level::ALL.iter().map(|it| it.1).filter(|it| *it <= Level::Veteran).collect::<Vec<_>>();
    let pairs = levels.windows(2).map(|it| (it[0], it[1]));
    pairs.map(|(worse, better)| (better, share(&game, &setup, better, worse, battles))).collect()
}

#[test]
fn each_commander_of_bricks_beats_the_one_below() {
    let [.., (_, ten)] = brick_fields();
    for (level, share) in brick_shares(&ten, 3) {
        assert!(550 <= share, "{level:?}: {share} of 1000");
    }
}

#[test]
#[ignore = "takes minutes: cargo test --release --test it -- --ignored commanders"]
fn each_commander_of_bricks_wins_most_battles_against_the_one_below() {
    let mut least = u64::MAX;
    for (field, scenario) in brick_fields() {
        for (level, share) in brick_shares(&scenario, battles(100)) {
            println!("{field}, {} against the one below: {share} of 1000", level.name());
            least = least.min(share);
        }
    }
    assert!(550 <= least, "{least} of 1000");
}

/// What the drill is worth where it is needed: with a charge to receive, and nothing to hide behind.
#[test]
fn f2_f4_who_forms_up_at_cold_barrow_is_beaten_less_often_and_loses_fewer() {
    let wall = line::load("the-shield-wall-at-cold-barrow");
    let fought = |setup: Setup| {
        let (game, levels) = (wall.game().clone(), Levels::both(Level::Regular));
        let card = card_of(&Series { game, setup: Arc::new(setup), seed: Seed::from(7), battles: 30, levels });
        (card.defeats, card.squads.iter().zip(["long", "short"]).map(|it| it.0.lost).sum::<u64>())
    };
    let (formed, loose) =
        (fought(Setup::clone(wall.setup())), fought(Setup { formations: None, ..Setup::clone(wall.setup()) }));
    println!("of 30 battles: {formed:?} lost, and shields lost, in formation, {loose:?} without");
    assert!(formed.0 + 3 <= loose.0 && 10 * formed.1 <= 9 * loose.1, "{formed:?} and {loose:?}");
}

#[test]
fn the_veteran_beats_the_green_commander() {
    let share = line_share(&mirror(), Level::Veteran, Level::Green, 15);
    assert!(650 <= share, "{share} of 1000");
}

#[test]
#[ignore = "takes minutes: cargo test --release --test it -- --ignored commanders"]
fn the_veteran_wins_seventy_of_a_hundred_battles_of_two_thousand() {
    let share = line_share(&mirror(), Level::Veteran, Level::Green, 500);
    println!("veteran against green: {share} of 1000");
    assert!(700 <= share, "{share} of 1000");
}

#[test]
fn fields_made_by_number_are_the_same_from_either_end() {
    for number in 1..=20 {
        let field = generated(number);
        let places = |setup: &Setup| {
            let mut places: Vec<Tile> = setup.units.iter().map(|it| it.at).collect();
            places.sort_unstable();
            places
        };
        assert_eq!(places(&other_ends(field.setup())), places(field.setup()), "field {number}");
    }
}

/// Played on fields that nobody has tuned the commander on: it was tuned on the fields 21 to 32.
#[test]
#[ignore = "takes minutes: cargo test --release --test it -- --ignored commanders"]
fn the_veteran_wins_most_battles_against_the_regular_on_most_made_fields() {
    let share = |number| line_share(&generated(number), Level::Veteran, Level::Regular, battles(50));
    let mut shares: Vec<u64> = (41..=60).map(share).collect();
    println!("fields 41 to 60, veteran against regular: {shares:?} of 1000");
    shares.sort_unstable();
    assert!(550 <= shares[9] && 550 <= shares.iter().sum::<u64>() / 20, "{shares:?}");
}

#[test]
#[ignore = "takes hours: cargo test --release --test it -- --ignored elite"]
fn the_elite_wins_most_battles_against_the_veteran_on_six_made_fields() {
    let shares = fields::UNTUNED.map(|it| line_share(&generated(it), Level::Elite, Level::Veteran, battles(500)));
    println!("fields {:?}, elite against veteran: {shares:?} of 1000", fields::UNTUNED);
    assert!(shares.iter().all(|it| 650 <= *it), "{shares:?}");
}

#[test]
#[ignore = "takes minutes: cargo test --release --test it -- --ignored commanders"]
fn between_equals_it_is_even_once_each_has_fired_first() {
    let mirror = mirror();
    for level in [Level::Green, Level::Regular, Level::Veteran] {
        let west = [Arc::clone(mirror.setup()), Arc::new(Line::exchanged(mirror.setup()))].map(|setup| {
            let won_by_west = match setup.squads[0].side {
                Side::Players => Card::twice_won_by_players,
                Side::Enemy => Card::twice_won_by_enemy,
            };
            let (game, levels) = (mirror.game().clone(), Levels::both(level));
            won_by_west(&card_of(&Series { game, setup, seed: Seed::from(7), battles: 1000, levels }))
        });
        let share = 1000 * west.iter().sum::<u64>() / 4000;
        println!("{level:?} against its equal: the west wins {share} of 1000");
        assert!((470..=530).contains(&share), "{share} of 1000");
    }
}

/// The same armies with their ends of the field exchanged: everybody stands where they would if the map were turned by
/// 180°.
fn other_ends(setup: &Setup) -> Setup {
    let mut it = setup.clone();
    let turned = |at: Tile| Tile::new(setup.board.width() - 1 - at.x, setup.board.height() - 1 - at.y);
    let ground = |at| setup.board.kind(setup.board.ground(at));
    assert!(setup.board.tiles().all(|it| ground(it) == ground(turned(it))), "both ends of the map are the same");
    it.units.iter_mut().for_each(|it| it.at = turned(it.at));
    it.objectives.iter_mut().for_each(|it| it.at = turned(it.at));
    it
}

#[test]
fn v2_a_battle_is_the_same_from_either_end_of_a_map_whose_ends_are() {
    let mirror = mirror();
    for level in [Level::Green, Level::Regular, Level::Veteran] {
        let fought = |setup| {
            let levels = Levels::both(level);
            Series { game: mirror.game().clone(), setup, seed: Seed::from(3), battles: 3, levels }.fight(2, &|| ())
        };
        let there = fought(Arc::new(other_ends(mirror.setup())));
        assert_eq!(fought(Arc::clone(mirror.setup())), there, "{level:?}");
    }
}

/// A tile seen from the other end of the field.
fn turned(battle: &Battle, at: Tile) -> Tile {
    Tile::new(battle.board().width() - 1 - at.x, battle.board().height() - 1 - at.y)
}

/// The squad's counterpart at the other end.
fn opposite(battle: &Battle, squad: SquadId) -> SquadId {
    let count = battle.setup().squads.len();
    SquadId(((usize::from(squad.0) + count / 2) % count) as u16)
}

/// The tile that a squad is ordered to and its spacing there, seen from its own end.
fn ordered_place(battle: &Battle, orders: &Orders, squad: SquadId) -> Option<(Tile, Spacing)> {
    match orders.movement.get(squad) {
        Some(Movement::Move(Route { goal: RouteGoal::Tile(at), spacing, .. })) => {
            let is_west = battle.setup().squad(squad).side == Side::Players;
            Some((if is_west { *at } else { turned(battle, *at) }, *spacing))
        }
        _ => None,
    }
}

#[test]
fn a_mirrored_position_gives_mirrored_orders() {
    let mirror = mirror();
    let battle = mirror.battle();
    for level in [Level::Regular, Level::Veteran] {
        let levels = BySide { players: level, enemy: level };
        let orders = plan(mirror.game(), battle, &Orders::default(), levels, Leads::Everybody, Mood::default()).orders;
        let mut told = 0;
        for squad in battle.setup().squad_ids() {
            let place = ordered_place(battle, &orders, squad);
            assert_eq!(place, ordered_place(battle, &orders, opposite(battle, squad)), "{squad:?}");
            told += usize::from(place.is_some());
        }
        assert!(0 < told, "somebody moves");
    }
}

#[test]
fn simulate_tells_people_and_programs_the_same_on_any_number_of_threads() {
    let run = |threads| {
        let arguments =
            ["simulate", "scenarios/millers-ford.toml", "--battles", "12", "--seed", "7", "--threads", threads];
        fieldpost(arguments).stdout
    };
    let told = run("1");
    assert_eq!(told, run("2"));
    for word in ["Miller's Ford", "the players win", "parts exchanged", "Who fires first wins", "rounds", "objective"] {
        assert!(told.contains(word), "nothing of {word}:\n{told}");
    }
    let json = ["simulate", "scenarios/millers-ford.toml", "--battles", "12", "--seed", "7", "--json"];
    let json: serde_json::Value = serde_json::from_str(&fieldpost(json).stdout).expect("JSON");
    assert_eq!(json["battles"], 12);
    let share = |of: &str| json["as_written"][of]["share"].as_f64().expect("a share");
    let all: f64 = ["players_win", "enemy_wins", "time_is_up", "no_end"].map(share).iter().sum();
    assert!((all - 1.0).abs() < 1e-5, "{json}");
}

#[test]
fn simulate_tells_how_often_each_team_of_players_wins() {
    let duel = ["simulate", "scenarios/brick-duel.toml", "--battles", "20", "--seed", "7"];
    let told = fieldpost(duel).stdout;
    for words in
        ["won by the guest", "won by the kitchen", "nobody wins", "turns reversed", "The guest and the kitchen, "]
    {
        assert!(told.contains(words), "nothing of {words}:\n{told}");
    }
    assert!(!told.contains("the players win"), "{told}");
    let json: serde_json::Value =
        serde_json::from_str(&run(&[duel.as_slice(), &["--json"]].concat(), "").stdout).expect("JSON");
    let share = |it: &serde_json::Value| it["share"].as_f64().expect("a share");
    for way in ["as_written", "parts_exchanged"] {
        let it = &json[way];
        let all = share(&it["wins"]["the guest"]) + share(&it["wins"]["the kitchen"]) + share(&it["nobody_wins"]);
        assert!((all - 1.0).abs() < 1e-5, "one of the two wins, or nobody: {json}");
    }
}

#[test]
fn simulate_tells_whose_each_goal_is() {
    let yard = ["simulate", "tests/it/two-teams.toml", "--battles", "2", "--seed", "7"];
    let told = fieldpost(yard).stdout;
    assert!(told.contains("  for Blue: Blue waits\n") && told.contains("  for Red: Red kills\n"), "{told}");
    let json = run(&[yard.as_slice(), &["--json"]].concat(), "").stdout;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["as_written"]["goals"][0]["side"], "Blue", "{json}");
}

#[test]
fn simulate_draws_what_it_tells_beside_the_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let drawn = |name: &str, threads| {
        let file = folder.path().join(name);
        let path = file.to_str().expect("a name in UTF-8");
        let battles = ["simulate", "scenarios/millers-ford.toml", "--battles", "4", "--seed", "7"];
        let told = run(&[battles.as_slice(), &["--threads", threads, "--plot", path]].concat(), "").stdout;
        assert!(told.contains("the players win"), "the table is told as ever:\n{told}");
        std::fs::read(&file).expect("a picture")
    };
    let png = drawn("card.png", "1");
    assert!(png.starts_with(b"\x89PNG"));
    assert!(png == drawn("again.png", "2"), "the same battles, the same bytes");
    let svg = String::from_utf8(drawn("card.svg", "2")).expect("an SVG");
    assert!(svg.starts_with("<svg") && svg.contains("Miller's Ford") && svg.contains("The enemy’s"), "{svg}");
}

#[test]
fn simulate_refuses_a_picture_of_no_kind_or_nowhere_before_it_fights() {
    // If the battles were fought, they would take hours.
    let asked = |file| fieldpost(["simulate", MIRROR, "--battles", "1000000", "--plot", file]);
    for file in ["card.jpg", "card", "png"] {
        let shown = asked(file);
        assert_eq!(shown.status.code(), Some(2), "{}", shown.stderr);
        assert!(shown.stderr.contains("nd its name with .png or .svg"), "{}", shown.stderr);
    }
    let shown = asked("no-such-folder/card.png");
    assert_eq!(shown.status.code(), Some(1), "{}", shown.stderr);
    assert!(shown.stderr.contains("Check that the folder exists"), "{}", shown.stderr);
}

#[test]
fn simulate_refuses_what_makes_no_sense() {
    fails(["simulate", "scenarios/no-such.toml"], "no-such.toml");
    for wrong in [["--battles", "0"], ["--battles", "many"], ["--threads", "0"], ["--enemy", "genius"]] {
        let shown = fieldpost(["simulate", MIRROR, wrong[0], wrong[1]]);
        assert_eq!(shown.status.code(), Some(2), "{}", shown.stderr);
    }
}
