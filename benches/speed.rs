//! What is fast and what isn't: each figure beside the one it is compared with, both from this run.
//!
//! The machine may be busy, so partners take turns and the best of several turns counts for each. Where there is no
//! partner the figure stands alone.

mod w1;

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use fieldpost::battle::{
    Amount, Battle, Direction, Event, Field, Fire, FirePart, Footing, Orders, Profile, ProfileId, Seat, SeatId, Side,
    SquadId, Tile, Zones,
};
use fieldpost::commander::{self, Rehearsing};
use fieldpost::dice::{Dice, EventKind, Label, Purpose, Seed, words_digest};
use fieldpost::orders::{Language, Names, Poster, read};
use fieldpost::report::map::{MapRenderer, Picture};
use fieldpost::report::{Known, Markup, Report};
use fieldpost::rules::Ruleset;
use fieldpost::rules::line::Line;
use pathfinding::prelude::{dijkstra_all, dijkstra_reach};
use rand::SeedableRng;
use rand::rand_core::Rng;
use rand::rngs::ChaCha12Rng;

/// How often partners take turns.
const TURNS: usize = 9;

fn main() {
    println!("{:<40} {:>16} {:>16} {:>9}   goal", "what", "ours", "partner", "ratio");
    attack_sequence();
    battles();
    rehearsal();
    fields();
    map();
    report();
    posts();
}

/// A row of the table: what is ours, and what it is compared with.
fn row(what: &str, unit: &str, ours: f64, partner: Option<f64>, goal: &str) {
    let figure = |it: f64| format!("{it:.2} {unit}");
    let ratio = partner.map_or("-".to_owned(), |it| format!("{:.3}", ours / it));
    println!("{what:<40} {:>16} {:>16} {ratio:>9}   {goal}", figure(ours), partner.map_or("-".to_owned(), figure));
}

/// The best time of each in nanoseconds per run, taking turns; `runs` of each in a turn.
fn race<A, B>(runs: u32, mut ours: impl FnMut() -> A, mut partner: impl FnMut() -> B) -> (f64, f64) {
    let mut best = (f64::MAX, f64::MAX);
    for _ in 0..TURNS {
        best.0 = best.0.min(time(runs, &mut ours));
        best.1 = best.1.min(time(runs, &mut partner));
    }
    best
}

fn best_of<A>(runs: u32, mut ours: impl FnMut() -> A) -> f64 {
    (0..TURNS).map(|_| time(runs, &mut ours)).fold(f64::MAX, f64::min)
}

fn time<A>(runs: u32, it: &mut impl FnMut() -> A) -> f64 {
    let start = Instant::now();
    for _ in 0..runs {
        black_box(it());
    }
    start.elapsed().as_secs_f64() * 1e9 / f64::from(runs)
}

fn mean(times: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = times.fold((0.0, 0.0), |(sum, count), it| (sum + it, count + 1.0));
    sum / count
}

fn ruleset() -> Ruleset {
    Ruleset::Line(Line::default())
}

/// One volley of 1,200 shots with its whole log, against the bare dice of the generator it uses. Next to the volley
/// the rest of its round is nothing.
fn attack_sequence() {
    let mut setup = w1::setup();
    setup.weapons[0].attacks = Amount::fixed(120);
    setup.profiles.push(Profile { hp: 255, ..setup.profiles[0].clone() });
    for (unit, y) in setup.units[100..110].iter_mut().zip(1..) {
        (unit.profile, unit.at) = (ProfileId(1), Tile::new(6, y));
    }
    let battle = Battle::new(Arc::new(setup));
    let mut orders = Orders::default();
    orders.fire.put(SquadId(0), Fire::At(vec![FirePart { target: SquadId(10), with: None }]));
    let dice = || Dice::keyed([1; 32]);
    let mut rolled = dice();
    let events = ruleset().resolve(&battle, &orders, &mut rolled);
    let shots: usize = events.iter().map(|it| if let Event::Attacked(it) = it { it.shots.len() } else { 0 }).sum();
    assert!(1000 < shots, "the volley has {shots} shots");
    let count = rolled.rolled().len();

    let (whole, bare) = race(20, || ruleset().resolve(&battle, &orders, &mut dice()), || bare_dice(count));
    let (rest, recorded) = race(
        20,
        || ruleset().resolve(&battle, &Orders::default(), &mut dice()),
        || {
            let mut dice = dice();
            let dice = dice.event(Label::of(EventKind::Fire, 0));
            (0..count).map(|_| u32::from(dice.d6(Purpose::Hit).face())).sum::<u32>()
        },
    );
    let per_die = |it: f64| it / count as f64;
    let ours = per_die(whole - rest);
    row("attack with its log, a die", "ns", ours, Some(per_die(bare)), "<= 1.5 x bare dice");
    row("attack with its log, a die", "ns", ours, Some(per_die(recorded)), "(recorded dice)");
}

/// As many dice as that: words of the generator, ten digits in base 6 from each.
fn bare_dice(count: usize) -> u32 {
    let mut generator = ChaCha12Rng::from_seed([7; 32]);
    let (mut word, mut left, mut sum) = (0, 0, 0);
    for _ in 0..count {
        while left == 0 {
            word = generator.next_u32();
            left = if word < 71 * 6_u32.pow(10) { 10 } else { 0 };
        }
        sum += word % 6 + 1;
        word /= 6;
        left -= 1;
    }
    sum
}

/// Whole battles of W1, commander against commander, and their parts.
fn battles() {
    let opening = w1::opening();
    // What can be seen from where is worked out once for a map.
    let rounds: Vec<Vec<(Battle, Orders)>> = (0..10).map(|seed| play(&opening, seed)).collect();
    let whole = mean((0..10).map(|seed| best_of(1, || play(&opening, seed))));
    row("W1, whole battle", "us", whole / 1e3, None, &format!("<= 500 us; {:.0} battles a second", 1e9 / whole));
    let all = || rounds.iter().flatten();
    let thinking = mean(all().map(|it| best_of(1, || commander::complete(&ruleset(), &it.0, &Orders::default()))));
    let resolving = mean(all().map(|it| best_of(1, || resolve(&it.0, &it.1, 0))));
    row("W1, the commander's part of a round", "us", thinking / 1e3, None, "");
    row("W1, a round with all its events", "us", resolving / 1e3, None, "<= 250 us");
    let seeds: Vec<u64> = (0..40).collect();
    let alone = || seeds.iter().map(|it| play(&opening, *it).len()).sum::<usize>();
    let together = || {
        std::thread::scope(|scope| {
            let halves = seeds.chunks(seeds.len() / 2);
            let half = |seeds: &[u64]| seeds.iter().map(|it| play(&opening, *it).len()).sum::<usize>();
            let threads: Vec<_> = halves.map(|it| scope.spawn(move || half(it))).collect();
            threads.into_iter().map(|it| it.join().expect("a battle doesn't panic")).sum::<usize>()
        })
    };
    let (two, one) = race(1, together, alone);
    row(
        "W1, 40 battles on two threads",
        "ms",
        two / 1e6,
        Some(one / 1e6),
        "<= 0.526 of one thread (on an idle machine)",
    );
}

/// Every round of a battle as it closed.
fn play(opening: &Battle, seed: u64) -> Vec<(Battle, Orders)> {
    let mut battle = opening.clone();
    let mut rounds = Vec::new();
    while battle.outcome().is_none() {
        let orders = commander::complete(&ruleset(), &battle, &Orders::default());
        let events = resolve(&battle, &orders, seed);
        let before = battle.clone();
        events.iter().for_each(|it| battle.apply(it));
        rounds.push((before, orders));
    }
    rounds
}

fn resolve(battle: &Battle, orders: &Orders, seed: u64) -> Vec<Event> {
    ruleset().resolve(battle, orders, &mut Seed::from(seed).dice(battle.round(), &[0; 32], &words_digest([])))
}

/// A round in the thick of W1, ten squads a side, played as often as whoever plans it has it played.
fn rehearsal() {
    let (battle, _) = &play(&w1::opening(), 7)[3];
    let round = Rehearsing::new(&ruleset(), battle, &Orders::default());
    let ours = best_of(1, || round.run(commander::RUNS)) / 1e6;
    row("rehearsal of a W1 round, 2,000 runs", "ms", ours, None, "<= 2,000; then 200");
}

/// Ways across W1's map, from its middle.
fn fields() {
    let opening = w1::opening();
    let footing = Footing::of_ground(&opening);
    let from = Tile::new(30, 20);
    let ways = |at: &Tile| {
        let beside = Direction::ALL.into_iter().filter_map(|it| at.step(it));
        let on_map = beside.filter(|it| opening.board().contains(*it));
        on_map.filter_map(|it| Some((it, footing.cost(it)?))).collect::<Vec<(Tile, u16)>>()
    };
    let mut field = Field::default();
    let whole = || dijkstra_all(&from, ways);
    let near = || dijkstra_reach(&from, ways).take_while(|it| it.total_cost <= 9).count();

    field.flood(&footing, from, Zones::Ignore, None);
    let partner = whole();
    let costs = |at: Tile| if at == from { Some(0) } else { partner.get(&at).map(|it| it.1) };
    assert!(opening.board().tiles().all(|it| field.cost(it) == costs(it)), "the fields differ");
    field.flood(&footing, from, Zones::Ignore, Some(9));
    assert_eq!(field.reached().count(), near(), "the reach sets differ");

    let (ours, theirs) = race(30, || field.flood(&footing, from, Zones::Ignore, None), whole);
    row("distances over 60 x 40 tiles", "us", ours / 1e3, Some(theirs / 1e3), "<= 0.05 of dijkstra_all");
    let (ours, theirs) = race(100, || field.flood(&footing, from, Zones::Ignore, Some(9)), near);
    row("reach set of 9 steps", "us", ours / 1e3, Some(theirs / 1e3), "<= 0.05 of dijkstra_reach");
}

/// M1: the opening of W1 as a phone would get it.
fn map() {
    let opening = w1::opening();
    let mut renderer = MapRenderer::new();
    let draw = |renderer: &mut MapRenderer| renderer.png(&Picture::new(&opening, &[])).expect("the map can be drawn");
    let bytes = draw(&mut renderer).len() as f64;
    let drawn = best_of(2, || draw(&mut renderer)) / 1e6;
    let first = best_of(1, || draw(&mut MapRenderer::new())) / 1e6;
    row("M1, the map", "ms", drawn, None, "<= 20 ms");
    row("M1, the first of a battle", "ms", first, None, "");
    row("M1, its size", "kB", bytes / 1e3, None, "<= 80 kB");
    row("M1, drawn and sent at 2.5 MB/s", "ms", drawn + bytes / 2.5e3, None, "<= 50 ms, then 12 ms");
}

/// The report of the round of W1 in which most happens.
fn report() {
    let rounds = play(&w1::opening(), 1);
    let told = rounds.iter().map(|(battle, orders)| (battle, resolve(battle, orders, 1)));
    let (before, events) = told.max_by_key(|it| it.1.len()).expect("a battle has rounds");
    let write = || Markup::Discord.render(&Report::of(before, &events, &Known::default()).document());
    let letters = write().len();
    let ours = best_of(20, write);
    row(
        "round report, as text",
        "us",
        ours / 1e3,
        None,
        &format!("<= 20 us; {letters} bytes, {} events", events.len()),
    );
}

const P1: &str = "The smoke over the ridge had not lifted when the whistle went.
!A1: shoot B1
!A2: fire at B2 with rifles; move to H10
A3 looked at each other. Nobody spoke.
!A4 - move north 3, take cover
!A5: charge B5 after move to K21
> !A9: move to C3
!A6: attack B6 with Rifle, B7 with Pistol
!A7: hold
!use Rally on A8
*\"Steady,\" said the sergeant, and they were steady.*
!A8: move towards B8
!A0: move to D4, spread out
Above the far wall somebody waved a rag, and nobody could tell whose it was.
";

/// P1, and posts that are meant to take long.
fn posts() {
    let mut setup = w1::setup();
    setup.seats.push(Seat { name: "alice".to_owned() });
    setup.squads.iter_mut().filter(|it| it.side == Side::Players).for_each(|it| it.seat = Some(SeatId(0)));
    let battle = Battle::new(Arc::new(setup));
    let (names, language) = (Names::new(&battle), Language::default());
    let poster = Poster::Seat(SeatId(0));
    let take = |post: &str| read(post, &names, &battle, poster, &language);
    let orders = take(P1).given.len() + take(P1).diagnostics.len();
    let hostile = [
        "!".repeat(2_000),
        "!A1: shoot ".repeat(180),
        "!Aq1: shoot Bq2; ".repeat(117),
        "!A1: move to C7 via ".repeat(100),
        "!use \u{201c}".repeat(300),
        "||`~~[quote]".repeat(166),
        "!A1;;:,->".repeat(220),
    ];
    let mut worst: Option<(f64, f64)> = None;
    for post in &hostile {
        let (theirs, ours) = race(20, || take(post), || take(P1));
        let per_byte = (theirs / post.len() as f64, ours / P1.len() as f64);
        worst = worst.filter(|it| per_byte.0 / per_byte.1 < it.0 / it.1).or(Some(per_byte));
    }
    let ours = best_of(100, || take(P1));
    row("P1, an order", "ns", ours / orders as f64, None, &format!("<= 200 ns; {orders} orders, {} bytes", P1.len()));
    let (hostile, usual) = worst.expect("there are hostile posts");
    row("the worst hostile post, a byte", "ns", hostile, Some(usual), "<= 3 x P1");
}
