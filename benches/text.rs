//! Text in and text out: a post P1 read, hostile posts per byte beside it, and the report of a round like W1's.

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use fieldpost::battle::{
    Ability, AbilityId, AbilityTarget, Amount, Battle, Board, Caster, CasterId, Direction, Drill, Event, Fire,
    FirePart, Kind, Level, Movement, Orders, Profile, ProfileId, Route, RouteGoal, Seat, SeatId, Setup, Side, Spacing,
    SquadId, SquadSetup, Stance, Terrain, TerrainId, Tile, UnitId, UnitSetup, Weapon, WeaponId,
};
use fieldpost::dice::Dice;
use fieldpost::orders::{Language, Names, Poster, read};
use fieldpost::report::{Known, Markup, Owed, Report};
use fieldpost::rules::Ruleset;
use fieldpost::rules::line::Line;

/// Workload P1: ten orders in several spellings, an ability, and prose around them.
const P1: &str = "\
Dawn. Marsh counts heads twice; we are still \"here\".
!Alpha: shoot Slugga Boyz 1 with rifles; move to F2
!fire Bravo at Nobz
**!Carbine team**: shoot → the Trukk
!DELTA: move north 2 then east 3
> !Alpha: hold
!Echo engage slugga 2 with rifle, please
We go left.
!Foxtrot: move toward Nobz 3 take cover
!Golf: charge Lootas after move to D28
```orders
Hotel: move to H30 via G30
Índia: fight \"Lootas\" with bayonets
```
!use Steady On on Alpha by Marsh
Nobody shoots before I say so, she lies.
";

/// Letters of a hostile post.
const HOSTILE_LETTERS: usize = 2_000;

/// Rounds of all measurements; the best of each counts.
const ROUNDS: usize = 200;

/// How long one measurement goes on.
const STRETCH: Duration = Duration::from_micros(500);

fn main() {
    let battle = opening();
    let names = Names::new(&battle);
    let language = Language::default();
    let reading = |post: &str| read(black_box(post), &names, &battle, Poster::Seat(SeatId(0)), &language);

    let understood = reading(P1);
    assert_eq!(understood.diagnostics, [], "all of P1 is understood");
    let orders = understood.given.len();

    let hostile = [
        ("a name misspelt on every line", "!Alhpa Braov: shoot Sluga Boyz 1\n"),
        ("marks that nothing closes", "!Alpha: „hold <@1 `[quote ||\n"),
        ("orders without end", "!Alpha: hold; shoot Nobz, hold;;hold:"),
    ];
    let hostile = hostile.map(|(name, piece)| (name, piece.chars().cycle().take(HOSTILE_LETTERS).collect::<String>()));

    let (events, after) = round(&battle);
    let known = known(&battle);
    let report = Report::of(&battle, &events, &known);
    let document = report.document();

    let mut works: Vec<Work<'_>> = vec![("P1", Box::new(|| drop(black_box(reading(P1)))))];
    for (name, post) in &hostile {
        works.push((name, Box::new(|| drop(black_box(reading(post))))));
    }
    works.push(("report", Box::new(|| drop(black_box(Report::of(black_box(&battle), &events, &known))))));
    works.push(("document", Box::new(|| drop(black_box(black_box(&report).document())))));
    works.push(("render", Box::new(|| drop(black_box(Markup::Discord.render(black_box(&document)))))));
    let best = best_of(&works);

    let (p1, rest) = best.split_first().expect("P1 comes first");
    let (hostile_best, report_best) = rest.split_at(hostile.len());
    println!("{:<44}{:>12}  goal", "", "best");
    println!("{:<44}{:>9.0} ns  200 ns", format!("P1, an order (of {orders}, {} bytes)", P1.len()), p1 / orders as f64);
    let p1_byte = p1 / P1.len() as f64;
    println!("{:<44}{p1_byte:>9.2} ns", "P1, a byte");
    for ((name, post), best) in hostile.iter().zip(hostile_best) {
        let byte = best / post.len() as f64;
        println!("{:<44}{byte:>9.2} ns  {:.1} x P1, goal 3 x", format!("{name}, a byte"), byte / p1_byte);
    }
    let volleys = events.iter().filter(|it| matches!(it, Event::Attacked(_))).count();
    let moves = events.iter().filter(|it| matches!(it, Event::Moved(_))).count();
    let whole = report_best.iter().sum::<f64>() / 1000.0;
    println!("{:<44}{whole:>9.1} µs  20 µs", format!("report text ({volleys} volleys, {moves} moves)"));
    for ((name, _), best) in works.iter().skip(1 + hostile.len()).zip(report_best) {
        println!("{:<44}{:>9.1} µs", format!("  {name}"), best / 1000.0);
    }
    assert_eq!(after.round(), 2, "the round was played to its end");
}

/// What is measured, and its name.
type Work<'a> = (&'a str, Box<dyn Fn() + 'a>);

/// Nanoseconds that each piece of work takes at its best, all measured in turn.
fn best_of(works: &[Work<'_>]) -> Vec<f64> {
    let mut best = vec![f64::INFINITY; works.len()];
    for _ in 0..ROUNDS {
        for ((_, work), best) in works.iter().zip(&mut best) {
            let (mut runs, start) = (0_u32, Instant::now());
            while start.elapsed() < STRETCH {
                (0..8).for_each(|_| work());
                runs += 8;
            }
            *best = best.min(start.elapsed().as_nanos() as f64 / f64::from(runs));
        }
    }
    best
}

/// A round of twenty volleys and ten moves, by the rules, and the battle after it.
fn round(battle: &Battle) -> (Vec<Event>, Battle) {
    let mut orders = Orders::default();
    for n in 0..SQUADS {
        let (own, enemy) = (SquadId(n), SquadId(SQUADS + n));
        for (squad, target) in [(own, enemy), (enemy, own)] {
            orders.fire.put(squad, Fire::At(vec![FirePart { target, with: None }]));
        }
        let goal = RouteGoal::Steps(vec![(Direction::East, 3)]);
        orders.movement.put(own, Movement::Move(Route { via: Vec::new(), goal, spacing: Spacing::Usual }));
    }
    let events = Ruleset::Line(Line::default()).resolve(battle, &orders, &mut Dice::keyed([7; 32]));
    let mut after = battle.clone();
    events.iter().for_each(|it| after.apply(it));
    (events, after)
}

fn known(battle: &Battle) -> Known {
    let squads = battle.setup().squad_ids().filter(|it| battle.side(*it) == Side::Players).collect();
    Known { owed: vec![Owed { who: "alice".to_owned(), squads }], ..Known::default() }
}

/// Squads on each side.
const SQUADS: u16 = 10;

const OWN: [&str; SQUADS as usize] =
    ["Alpha", "Bravo", "Carbine team", "Delta", "Echo", "Foxtrot", "Golf", "Hotel", "India", "Juliett"];
const ENEMY: [&str; SQUADS as usize] = [
    "Slugga Boyz 1",
    "Slugga Boyz 2",
    "Slugga Boyz 3",
    "Nobz",
    "Trukk",
    "Lootas",
    "Shoota Boyz 1",
    "Shoota Boyz 2",
    "Stikk Bommas",
    "Burna Boyz",
];

/// Ten squads of ten on each side, as in W1 but within range of each other.
fn opening() -> Battle {
    let sides = [(Side::Players, &OWN), (Side::Enemy, &ENEMY)];
    let squads = sides.into_iter().flat_map(|(side, names)| (0..SQUADS).zip(names).map(move |it| (side, it)));
    let (mut setups, mut units) = (Vec::new(), Vec::new());
    for (side, (n, name)) in squads {
        let members: Vec<UnitId> = (0..10_u16).map(|unit| UnitId(units.len() as u16 + unit)).collect();
        let is_hero = |unit: u8| side == Side::Players && n == 0 && unit == 0;
        units.extend((0..10_u8).map(|unit| UnitSetup {
            name: if is_hero(unit) { "Marsh".to_owned() } else { format!("{name} {unit}") },
            profile: ProfileId(0),
            team: None,
            hero: is_hero(unit).then_some(CasterId(0)),
            alone: None,
            at: place(side, n as u8, unit),
        }));
        setups.push(SquadSetup {
            key: name.to_lowercase(),
            name: (*name).to_owned(),
            side,
            seat: (side == Side::Players).then_some(SeatId(0)),
            stance: Stance::Hold,
            objective: None,
            members,
            in_reserve: false,
        });
    }
    Battle::new(Arc::new(Setup {
        title: "Ridge at Dawn".to_owned(),
        briefing: String::new(),
        board: board(),
        seats: vec![Seat { name: "alice".to_owned() }],
        casters: vec![Caster {
            name: "Marsh".to_owned(),
            side: Side::Players,
            seat: Some(SeatId(0)),
            hero: Some(UnitId(0)),
            cp_max: 4,
            abilities: vec![AbilityId(0)],
        }],
        profiles: vec![profile()],
        weapons: vec![weapon("Rifle", Some(24), 4), weapon("Pistol", Some(6), 3), weapon("Bayonet", None, 3)],
        abilities: vec![ability()],
        squads: setups,
        units,
        objectives: Vec::new(),
        goals: Vec::new(),
        schedule: Vec::new(),
        rounds: Some(8),
        cp_per_round: 0,
        commander: Level::Green,
        tap_out_cost: None,
        formations: None,
    }))
}

fn place(side: Side, squad: u8, unit: u8) -> Tile {
    let (column, row) = (unit % 5, 4 * squad + 1 + unit / 5);
    Tile::new(if side == Side::Players { column } else { 22 - column }, row)
}

fn board() -> Board {
    let terrain = |key: &str, cover| Terrain {
        key: key.to_owned(),
        name: key.to_owned(),
        cost: Some(1),
        opaque: false,
        cover,
        conceals: false,
    };
    let is_ruin = |x: u32, y: u32| (x * 7 + y * 13).is_multiple_of(8);
    let tiles = (0..40).flat_map(|y| (0..60).map(move |x| TerrainId(u8::from(is_ruin(x, y))))).collect();
    Board::new(60, vec![terrain("open", 0), terrain("ruins", 1)], tiles)
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

fn weapon(name: &str, range: Option<u8>, strength: u8) -> Weapon {
    Weapon {
        key: name.to_lowercase(),
        name: name.to_owned(),
        range,
        attacks: Amount::fixed(1),
        accuracy: 4,
        strength,
        piercing: 0,
        damage: Amount::fixed(1),
        tags: Vec::new(),
    }
}

fn ability() -> Ability {
    Ability {
        key: "steady".to_owned(),
        name: "Steady On".to_owned(),
        text: String::new(),
        cost: 1,
        target: AbilityTarget::OwnSquad,
        range: None,
        needs_hero: true,
        trigger: None,
        effects: Vec::new(),
    }
}
