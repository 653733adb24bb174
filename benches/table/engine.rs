//! The engine: a round, a whole battle, rehearsals, and paths across the map.

use std::sync::Arc;

use fieldpost::dice::{Seed, words_digest};
use fieldpost::field::{Direction, Field, Tile, Zones};
use fieldpost::game::OpenRound;
use fieldpost::line::battle::{Battle, Event, Orders};
use fieldpost::line::commander;
use fieldpost::line::rules::Line;
use fieldpost::trial::{RUNS, Rehearsing};
use pathfinding::prelude::{dijkstra_all, dijkstra_reach};

use crate::measure::{Goal, Table, best_of, mean, race};
use crate::w1;

pub(crate) fn measure(table: &mut Table) {
    battles(table);
    many_squads(table);
    rehearsal(table);
    fields(table);
}

/// Measures whole battles of W1, commander against commander, and their parts.
fn battles(table: &mut Table) {
    let opening = w1::opening();
    // The first battle works out the lines of sight, once for a map.
    let rounds: Vec<Vec<(Battle, Orders)>> = (0..10).map(|seed| play(&opening, seed)).collect();
    let whole = mean((0..10).map(|seed| best_of(1, || play(&opening, seed))));
    table.alone("W1, a whole battle", "us", whole / 1e3, Goal::Of(2_500.0));
    table.note(&format!("{:.0} battles a second on a core", 1e9 / whole));
    let all = || rounds.iter().flatten();
    let resolving = mean(all().map(|it| best_of(1, || resolve(&it.0, &it.1, 0))));
    table.alone("W1, a round with all its events", "us", resolving / 1e3, Goal::Of(150.0));
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
    let partner = Some(("on one; on an idle machine", one / 1e6));
    table.row("W1, 40 battles on two threads", "ms", two / 1e6, partner, Goal::Fewer(1.8));
}

/// Measures a round of two hundred squads, commander against commander. It shows what grows faster than the number of
/// squads that can reach each other.
fn many_squads(table: &mut Table) {
    // Each battle is new, because the lines of sight belong to it.
    let round = |fields: u8| {
        let opening = Battle::new(Arc::new(w1::fields(fields)));
        let rounds = play(&opening, 7).len() as f64;
        best_of(1, || play(&Battle::new(Arc::new(w1::fields(fields))), 7)) / rounds
    };
    let ours = round(10) / 1e6;
    let partner = Some(("ten rounds of 20 squads", 10.0 * round(1) / 1e6));
    table.row("a round of 200 squads", "ms", ours, partner, Goal::Times(4.0));
}

/// Plays a battle. Returns each round's state and orders as it closed.
pub(crate) fn play(opening: &Battle, seed: u64) -> Vec<(Battle, Orders)> {
    let mut battle = opening.clone();
    let mut rounds = Vec::new();
    while battle.outcome().is_none() {
        let orders = commander::complete(&Line::default(), &battle, &Orders::default());
        let events = resolve(&battle, &orders, seed);
        let before = battle.clone();
        events.iter().for_each(|it| battle.apply(it));
        rounds.push((before, orders));
    }
    rounds
}

pub(crate) fn resolve(battle: &Battle, orders: &Orders, seed: u64) -> Vec<Event> {
    Line::default().resolve(battle, orders, &mut Seed::from(seed).dice(battle.round(), &[0; 32], &words_digest([])))
}

/// Measures the rehearsal of a round in the thick of W1, ten squads a side, with as many runs as a player's rehearsal
/// has.
fn rehearsal(table: &mut Table) {
    let (battle, _) = play(&w1::opening(), 7).remove(3);
    let open = OpenRound { battle, last_round: Vec::new(), given: Orders::default(), absent: Vec::new() };
    let round = Rehearsing::new(&Line::default(), &open);
    let ours = best_of(1, || round.run(RUNS)) / 1e6;
    table.alone("rehearsal of a W1 round, 2,000 runs", "ms", ours, Goal::Of(300.0));
}

/// Measures paths across W1's map, from its middle.
fn fields(table: &mut Table) {
    let opening = w1::opening();
    let footing = opening.footing();
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
    let mut beside = |what, name, ours, theirs| {
        table.row(what, "us", ours / 1e3, Some((name, theirs / 1e3)), Goal::Fewer(20.0));
    };
    beside("distances over 60 x 40 tiles", "pathfinding's dijkstra_all", ours, theirs);
    let (ours, theirs) = race(100, || field.flood(&footing, from, Zones::Ignore, Some(9)), near);
    beside("reach set of 9 steps", "pathfinding's dijkstra_reach", ours, theirs);
}
