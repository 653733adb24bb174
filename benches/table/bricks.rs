//! The brick game: a round of twenty squads with its events, and a whole battle of them, including commanders.

use std::path::Path;

use fieldpost::brick::battle::{Battle, Event, Orders};
use fieldpost::brick::rules::Brick;
use fieldpost::dice::{Mood, Seed, words_digest};
use fieldpost::field::Level;
use fieldpost::game::{Game as _, Levels, Simulated as _};
use fieldpost::games::{self, Playing};

use crate::measure::{Goal, Table, best_of, mean};

pub(crate) fn measure(table: &mut Table) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/bench-bricks.toml");
    let mirror = games::load(&path).unwrap_or_else(|problems| panic!("{problems}")).opening;
    let Playing::Brick(mirror) = mirror else { panic!("a battle of bricks") };
    let (rules, opening) = (mirror.game().clone(), mirror.battle().clone());
    let play = |seed| play(&rules, &opening, seed);
    let rounds: Vec<(Battle, Orders)> = (0..4).flat_map(play).collect();
    let resolving = mean(rounds.iter().map(|it| best_of(1, || resolve(&rules, &it.0, &it.1, 0))));
    table.alone("bricks, a round of twenty squads with its events", "us", resolving / 1e3, Goal::Of(5_000.0));
    let whole = mean((0..4).map(|seed| best_of(1, || play(seed))));
    table.alone("bricks, a whole battle, commanders included", "ms", whole / 1e6, Goal::Of(500.0));
}

/// Plays a battle. Returns each round's state and orders as it closed.
fn play(rules: &Brick, opening: &Battle, seed: u64) -> Vec<(Battle, Orders)> {
    let mut battle = opening.clone();
    let mut rounds = Vec::new();
    while battle.outcome().is_none() {
        let orders = rules.command_all(&battle, Levels::both(Level::Veteran), Mood::default());
        let before = battle.clone();
        resolve(rules, &battle, &orders, seed).iter().for_each(|it| battle.apply(it));
        rounds.push((before, orders));
    }
    rounds
}

fn resolve(rules: &Brick, battle: &Battle, orders: &Orders, seed: u64) -> Vec<Event> {
    rules.resolve(battle, orders, &mut Seed::from(seed).dice(battle.round(), &[0; 32], &words_digest([])))
}
