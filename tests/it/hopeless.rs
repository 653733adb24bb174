//! No commander gives an order that can't succeed: its orders are checked as players' orders are.

use std::sync::Arc;

use fieldpost::dice::Seed;
use fieldpost::field::SquadId;
use fieldpost::game::Levels;
use fieldpost::line::battle::{Battle, BySide, Fire, Level, Movement, Orders, OrganisationalOrder, Side};
use fieldpost::line::commander::{Leads, plan};
use fieldpost::line::rules::Line;
use fieldpost::line::rules::preview::{self, Course};
use fieldpost::trial::Series;

use crate::chaos::{self, Chaos};
use crate::line::STORIES;
use crate::{laws, line};

/// Random battles with formations, and random battles without. Each is fought for a few rounds at every level.
/// `FIELDPOST_BATTLES=500` fights three thousand.
const BATTLES: u64 = 25;
const ROUNDS: usize = 4;

/// The fights of each shipped battle at every level.
const FOUGHT: u64 = 1;

const LEVELS: [Level; 3] = [Level::Green, Level::Regular, Level::Veteran];

#[test]
fn v7_s1_no_order_that_cannot_succeed_in_random_battles() {
    let battles = std::env::var("FIELDPOST_BATTLES").map_or(BATTLES, |it| it.parse().expect("a number of battles"));
    let mut found = Found::default();
    for seed in 0..battles {
        for battle in [chaos::battle(&mut Chaos(seed)), chaos::ranked(&mut Chaos(seed))] {
            for level in LEVELS {
                found.fight(&laws::ruleset(), battle.clone(), level, seed, ROUNDS);
            }
        }
    }
    found.expect_none();
}

#[test]
fn v7_s1_no_order_that_cannot_succeed_in_shipped_battles() {
    let mut found = Found::default();
    for name in ["bench-mirror"].into_iter().chain(STORIES) {
        let play = line::load(name);
        for level in LEVELS {
            for seed in 0..FOUGHT {
                found.fight(play.game(), play.battle().clone(), level, seed, 20);
            }
        }
    }
    found.expect_none();
}

/// How many of each blunder are allowed per thousand rounds of a squad, in the order of the line game's list.
const BARS: [u64; 6] = [0, 8, 3, 3, 6, 16];

#[test]
fn blunders_are_rare_at_every_level() {
    for level in LEVELS {
        let (mut turns, mut counts) = (0, vec![0; BARS.len()]);
        for name in STORIES {
            let play = line::load(name);
            let (game, setup) = (play.game().clone(), Arc::clone(play.setup()));
            let series = Series { game, setup, seed: Seed::from(7), battles: 1, levels: Levels::both(level) };
            let conduct = series.conduct();
            turns += conduct.turns.iter().sum::<u64>();
            counts.iter_mut().zip(&conduct.blunders).for_each(|(sum, it)| *sum += it.1.iter().sum::<u64>());
        }
        let shares: Vec<u64> = counts.iter().map(|it| 1000 * it / turns).collect();
        println!("{level:?}: {counts:?} in {turns} rounds of a squad, {shares:?} of a thousand");
        assert!(shares.iter().zip(BARS).all(|(share, bar)| *share <= bar) && counts[0] == 0, "{level:?}: {shares:?}");
    }
}

/// The number of charges that were ordered, and the orders that could not succeed.
#[derive(Default)]
struct Found {
    charges: usize,
    hopeless: Vec<String>,
}

impl Found {
    fn fight(&mut self, rules: &Line, mut battle: Battle, level: Level, seed: u64, rounds: usize) {
        let levels = BySide { players: level, enemy: level };
        for _ in 0..rounds {
            if battle.outcome().is_some() {
                return;
            }
            let orders =
                plan(rules, &battle, &Orders::default(), levels, Leads::Everybody, Seed::from(seed).mood()).orders;
            for (squad, what) in Side::ALL
                .into_iter()
                .flat_map(|it| hopeless_orders(rules, &battle, &orders_of_side(&battle, &orders, it)))
            {
                let name = &battle.setup().squad(squad).name;
                self.hopeless.push(format!(
                    "{}, {level:?}, seed {seed}, round {}: {name} {what}",
                    battle.setup().title,
                    battle.round()
                ));
            }
            for side in Side::ALL {
                let name = |it| &battle.setup().squad(it).name;
                let found = preview::hopeless(rules, &battle, &orders, side).into_iter().map(name);
                self.hopeless.extend(found.map(|it| format!("{} seed {seed}: {it}", battle.setup().title)));
            }
            self.charges += orders.movement.iter().filter(|it| matches!(it.1, Movement::Charge { .. })).count();
            battle = laws::played(rules, &battle, &orders, seed);
        }
    }

    fn expect_none(self) {
        println!("{} charges, {} orders hopeless", self.charges, self.hopeless.len());
        assert!(0 < self.charges);
        assert!(self.hopeless.is_empty(), "{}:\n{}", self.hopeless.len(), self.hopeless.join("\n"));
    }
}

/// The orders of one side, which doesn't know the other side's.
fn orders_of_side(battle: &Battle, orders: &Orders, side: Side) -> Orders {
    let mut ours = orders.clone();
    ours.abilities.retain(|it| battle.setup().caster(it.by).side == side);
    for squad in battle.setup().squad_ids().filter(|it| battle.side(*it) != side) {
        ours.fire.remove(squad);
        ours.movement.remove(squad);
        ours.formations.ranging.remove(squad);
    }
    ours
}

/// Every order that an answer would warn of, because it can't succeed as things stand.
fn hopeless_orders(rules: &Line, battle: &Battle, orders: &Orders) -> Vec<(SquadId, &'static str)> {
    let mut found = Vec::new();
    for it in &orders.abilities {
        if preview::is_in_vain(rules, battle, orders, *it) {
            found.extend(it.on.squad(battle).map(|it| (it, "gets an ability for nothing")));
        }
    }
    let battle = &preview::commanded(rules, battle, orders);
    for (squad, it) in orders.fire.iter() {
        let is_silent = match it {
            Fire::AtWill => false,
            Fire::At(parts) => preview::fire(rules, battle, squad, parts).iter().any(|it| it.firing.is_empty()),
            Fire::Volley(at) => {
                let volleys = preview::volley(rules, battle, squad, *at);
                volleys.iter().flat_map(|it| &it.fire).all(|it| it.1.firing.is_empty())
            }
        };
        found.extend(is_silent.then_some((squad, "fires, and nobody can")));
    }
    for (squad, it) in orders.formations.ranging.iter() {
        let OrganisationalOrder::FormUp(it) = it else { continue };
        let is_in_vain = preview::form_up(rules, battle, it).start.is_err();
        found.extend(is_in_vain.then_some((squad, "forms up, and can't")));
    }
    for (squad, it) in orders.movement.iter() {
        let mut course = Course::of(rules, battle, orders);
        let why = match it {
            Movement::Charge { target, after } => {
                let seen = course.charge_in_turn(squad, *target, after.as_ref());
                seen.needed.is_none_or(|it| 12 < it).then_some("charges, and can't get in")
            }
            Movement::Move(way) => {
                let before = course.set_out(squad);
                let stays = preview::march(rules, &before, orders, squad).is_none()
                    && preview::route(rules, &before, orders, squad, way).stays.is_some();
                stays.then_some("moves, and takes no step")
            }
            Movement::Disengage(_) => {
                let away = course.getting_away(squad);
                away.is_none().then_some("gets away, and may not")
            }
            Movement::Hold | Movement::Steps(_) => None,
        };
        found.extend(why.map(|it| (squad, it)));
    }
    found
}
