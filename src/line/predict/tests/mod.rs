//! Odds against dice: small attacks are compared with every way in which their dice can fall, by the rules themselves,
//! and rounds that are played with exact odds.

mod apart;
mod chances;
mod every_way;
mod played;
mod random;
mod rolled;

use std::collections::BTreeMap;

use crate::dice::{Dice, Die, Purpose};
use crate::field::SquadId;
use crate::line::battle::scene::squad;
use crate::line::battle::{Battle, Event, Fate, Fire, FirePart, Orders, Profile, Setup, Weapon};
use crate::line::predict::{Distribution, FireOdds, volley};
use crate::line::rules::{Line, story};

/// What may be true after a volley, each with its chance.
type Facts = BTreeMap<String, f64>;

fn weapon<'a>(setup: &'a mut Setup, key: &str) -> &'a mut Weapon {
    setup.weapons.iter_mut().find(|it| it.key == key).expect("a weapon of the scene")
}

fn profile<'a>(setup: &'a mut Setup, key: &str) -> &'a mut Profile {
    setup.profiles.iter_mut().find(|it| it.key == key).expect("a profile of the scene")
}

/// Alpha, and its fire at the first squad of the other side.
fn duelists(battle: &Battle) -> (SquadId, FirePart) {
    let alpha = squad(battle, "Alpha");
    let target = battle.squads_of(battle.side(alpha).other()).next().expect("an enemy");
    (alpha, FirePart { target, with: None })
}

fn orders_of(battle: &Battle) -> Orders {
    let (alpha, part) = duelists(battle);
    let mut orders = Orders::default();
    orders.fire.put(alpha, Fire::At(vec![part]));
    orders
}

/// The exact odds of Alpha's fire.
fn volley_of(rules: &Line, battle: &Battle) -> FireOdds {
    let (alpha, part) = duelists(battle);
    volley(rules, battle, alpha, part).expect("one weapon, and few enough ways")
}

/// Checks that the exact odds of Alpha's fire agree with every way of the dice together.
#[track_caller]
fn check(battle: &Battle) {
    check_with(&Line::default(), battle);
}

#[track_caller]
fn check_with(rules: &Line, battle: &Battle) {
    let (dice, ways) = by_dice(rules, battle, 200_000).expect("not too many ways for a test");
    let odds = volley_of(rules, battle);
    [&odds.downed, &odds.killed].into_iter().for_each(sums_to_one);
    agree(&facts_of(&odds), &dice);
    assert!(1 < ways, "nothing depends on dice");
}

#[track_caller]
fn agree(odds: &Facts, dice: &Facts) {
    for fact in odds.keys().chain(dice.keys()) {
        let chance = |facts: &Facts| facts.get(fact).copied().unwrap_or(0.0);
        let (odds, dice) = (chance(odds), chance(dice));
        assert!((odds - dice).abs() <= 1e-9, "{fact}: {odds} by odds, {dice} by dice");
    }
}

#[track_caller]
fn sums_to_one(law: &Distribution) {
    let sum: f64 = law.chances().iter().sum();
    assert!((sum - 1.0).abs() <= 1e-12, "{law:?}");
    assert!(law.chances().iter().all(|it| 0.0 <= *it), "{law:?}");
}

/// The facts that odds state.
fn facts_of(odds: &FireOdds) -> Facts {
    let mut facts = Facts::from([("gone".to_owned(), odds.gone), ("HP lost".to_owned(), odds.hp_lost)]);
    for (what, law) in [("downed", &odds.downed), ("killed", &odds.killed)] {
        let numbers = law.chances().iter().enumerate().filter(|it| 0 < it.0);
        facts.extend(numbers.map(|(number, chance)| (format!("{what} {number}"), *chance)));
    }
    facts
}

/// The facts after every way of the dice of Alpha's fire together, and the number of ways. `None` if there are more
/// than `ways_max`.
fn by_dice(rules: &Line, battle: &Battle, ways_max: u32) -> Option<(Facts, u32)> {
    let (orders, (_, FirePart { target, .. })) = (orders_of(battle), duelists(battle));
    let (mut rolled, mut ways): (Option<Vec<(Purpose, Die)>>, u32) = (None, 0);
    let mut facts = Facts::new();
    while let Some(mut dice) = Dice::next_way(rolled.as_deref()) {
        let events = story::fired(rules, battle, &orders, &mut dice);
        let chance = 6_f64.powi(-(dice.rolled().len() as i32));
        for (fact, number) in happened(battle, target, &events) {
            *facts.entry(fact).or_insert(0.0) += chance * number;
        }
        ways += 1;
        if ways_max < ways {
            return None;
        }
        rolled = Some(dice.rolled().to_vec());
    }
    Some((facts, ways))
}

/// The facts about a target after these events, each with its number.
fn happened(battle: &Battle, target: SquadId, events: &[Event]) -> Vec<(String, f64)> {
    let mut after = battle.clone();
    events.iter().for_each(|it| after.apply(it));
    let hits = events.iter().filter_map(|it| match it {
        Event::Attacked(volley) => Some(&volley.hits),
        _ => None,
    });
    let fates: Vec<Fate> = hits.flatten().map(|it| it.fate).collect();
    let hp = |it: &Battle| it.standing(target).map(|unit| f64::from(it.unit(unit).hp)).sum::<f64>();
    vec![
        (format!("downed {}", fates.iter().filter(|it| it.is_felled()).count()), 1.0),
        (format!("killed {}", fates.iter().filter(|it| **it == Fate::Killed).count()), 1.0),
        ("gone".to_owned(), f64::from(u8::from(after.is_annihilated(target)))),
        ("HP lost".to_owned(), hp(battle) - hp(&after)),
    ]
    .into_iter()
    .filter(|it| it.0 != "downed 0" && it.0 != "killed 0")
    .collect()
}
