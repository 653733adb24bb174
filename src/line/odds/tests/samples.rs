//! Larger attacks against many throws of seeded dice.

use super::{Facts, facts_of, happened, orders_of, parts_of, profile, weapon};
use crate::dice::{Dice, Seed};
use crate::line::battle::scene::scene_with;
use crate::line::battle::{Amount, Battle, Tag};
use crate::line::odds::{Patience, fire};
use crate::line::rules::Line;
use crate::line::rules::preview::{Phases, played};

/// Two squads of ten at ten guards of whom some stand in cover.
pub(super) fn volleys() -> Battle {
    scene_with(
        ".a .a .a .a .a . . . . . . . rb .b .b rb .b\n.a .a .a .a .a . . . . . . . .b rb .b .b .b\n.d .d .d .d .d . . . . . . . . . . . .\n.d .d .d .d .d . . . . . . . . . . . .",
        "a Alpha players: rifle; d Delta players: gunner; b Guards enemy: rifle",
        |setup| {
            weapon(setup, "rifle").tags = vec![Tag::Sustained(1), Tag::TwinLinked];
            weapon(setup, "cannon").damage = Amount { dice: 1, sides: 3, plus: 0 };
            weapon(setup, "cannon").tags = vec![Tag::Devastating, Tag::Hazardous];
            profile(setup, "rifle").hp = 2;
        },
    )
}

const ORDERS: &str = "Alpha: Guards; Delta: Guards";

fn sampled(battle: &Battle, samples: u32) -> Facts {
    let (rules, orders) = (Line::default(), orders_of(battle, ORDERS));
    let mut facts = Facts::new();
    for n in 0..samples {
        let mut dice: Dice = Seed::from(u64::from(n)).dice(1, &[0; 32], &[0; 32]);
        for fact in happened(battle, &orders, &played(Phases::Shooting, &rules, battle, &orders, &mut dice)) {
            *facts.entry(fact).or_insert(0.0) += 1.0 / f64::from(samples);
        }
    }
    facts
}

/// The largest distance between odds and samples, in standard deviations, over facts that aren't too rare to tell.
fn farthest(battle: &Battle, samples: u32) -> (String, f64) {
    let (rules, orders) = (Line::default(), orders_of(battle, ORDERS));
    let odds = facts_of(battle, &fire(&rules, battle, &parts_of(&orders), Patience::LONG).expect("few enough ways"));
    let dice = sampled(battle, samples);
    assert!(dice.keys().all(|it| odds.contains_key(it)), "dice do what has no chance");
    let count = f64::from(samples);
    let far = |(fact, chance): (String, f64)| {
        let deviation = (chance * (1.0 - chance) / count).sqrt();
        let seen = dice.get(&fact).copied().unwrap_or(0.0);
        (fact, (seen - chance).abs() / deviation)
    };
    let common = odds.into_iter().filter(|it| 20.0 / count < it.1 && it.1 < 1.0 - 20.0 / count);
    common.map(far).max_by(|a, b| a.1.total_cmp(&b.1)).expect("some facts are common")
}

#[test]
fn large_volleys_fall_as_the_odds_say() {
    let (fact, deviations) = farthest(&volleys(), 2_000);
    assert!(deviations < 6.0, "{fact} is {deviations:.1} standard deviations off");
}

/// Minutes in a build without optimisation: for whoever changes the odds or the attack sequence.
#[test]
#[ignore = "takes minutes"]
fn ten_million_large_volleys_fall_as_the_odds_say() {
    let (fact, deviations) = farthest(&volleys(), 5_000_000);
    println!("10,000,000 volleys: the farthest is {fact}, {deviations:.2} standard deviations off");
    assert!(deviations < 6.0, "{fact} is {deviations:.1} standard deviations off");
}
