//! Odds held against dice: small attacks against every way in which their dice can fall, through the rules themselves.

mod bounds;
mod chances;
mod every_way;
mod melees;
mod moments;
mod random;
mod rolled;
mod samples;
mod short_way;
mod together;

use std::collections::BTreeMap;

use crate::dice::{Dice, Die, Purpose};
use crate::field::SquadId;
use crate::line::battle::scene::squad;
use crate::line::battle::{
    Battle, Event, Fate, Fire, FirePart, FormationEvent, Orders, Setup, VolleyAt, VolleyKind, Weapon, With,
};
use crate::line::odds::{Law, Order, PartOdds, Patience, Shots, fire};
use crate::line::rules::preview::{Phases, played};
use crate::line::rules::{Line, preview};

/// What may be true after some volleys, each with its chance.
type Facts = BTreeMap<String, f64>;

fn weapon<'a>(setup: &'a mut Setup, key: &str) -> &'a mut Weapon {
    setup.weapons.iter_mut().find(|it| it.key == key).expect("a weapon of the scene")
}

fn profile<'a>(setup: &'a mut Setup, key: &str) -> &'a mut crate::line::battle::Profile {
    setup.profiles.iter_mut().find(|it| it.key == key).expect("a profile of the scene")
}

/// Orders as `Alpha: Boyz with rifle, Nobz; Bravo: Boyz`; of formations as `Alpha: together Boyz` and `Alpha: together Boyz 2`.
fn orders_of(battle: &Battle, text: &str) -> Orders {
    let part = |text: &str| {
        let (name, with) = text.split_once(" with ").map_or((text, None), |(name, with)| (name, Some(with)));
        let weapon = |key: &str| With::Weapon(crate::line::battle::scene::weapon(battle.setup(), key));
        FirePart { target: squad(battle, name.trim()), with: with.map(weapon) }
    };
    let mut orders = Orders::default();
    for order in text.split("; ") {
        let (who, parts) = order.split_once(": ").expect("`Squad: Target`");
        if let Some(at) = parts.strip_prefix("together ") {
            orders.fire.put(squad(battle, who), Fire::Volley(volley_at(battle, at)));
            continue;
        }
        orders.fire.put(squad(battle, who), Fire::At(parts.split(", ").map(part).collect()));
    }
    orders
}

fn volley_at(battle: &Battle, name: &str) -> VolleyAt {
    let setup = battle.setup();
    let unit = setup.unit_ids().find(|it| setup.unit(*it).name == name);
    VolleyAt { target: unit.map_or_else(|| squad(battle, name), |it| battle.unit(it).squad), unit }
}

fn parts_of(orders: &Orders) -> Vec<Order<'_>> {
    orders.fire.iter().filter_map(|(squad, fire)| Order::of(squad, fire)).collect()
}

/// The most that each part of an order, or each formation that it is for, can fell.
fn most_of(rules: &Line, battle: &Battle, order: &Order<'_>) -> Vec<usize> {
    let at = match order.shots {
        Shots::At(parts) => return preview::fire(rules, battle, order.squad, parts).iter().map(|it| it.most).collect(),
        Shots::Together(at) => at,
    };
    match battle.formations_of(order.squad).count() {
        0 => most_of(rules, battle, &Order::at(order.squad, &[FirePart { target: at.target, with: None }])),
        formations => vec![1; formations],
    }
}

/// **F-3** On whose order a squad fires: that of the first that its formation was told to fire by.
fn by_order(battle: &Battle, orders: &Orders, by: SquadId) -> SquadId {
    parts_of(orders).iter().find(|it| it.shooters(battle).contains(&by)).map_or(by, |it| it.squad)
}

/// The odds say of these orders what every way of the dice together says.
#[track_caller]
fn check(battle: &Battle, text: &str) {
    check_with(&Line::default(), battle, text);
}

#[track_caller]
fn check_with(rules: &Line, battle: &Battle, text: &str) {
    let orders = orders_of(battle, text);
    let (dice, ways) = by_dice(rules, battle, &orders, 200_000).expect("not too many ways for a test");
    let odds = fire(rules, battle, &parts_of(&orders), Patience::LONG).expect("few enough ways");
    odds.iter().for_each(is_whole);
    // **A-1** No more falls than is told where odds are given up.
    let most = parts_of(&orders).into_iter().flat_map(|it| most_of(rules, battle, &it));
    for (part, most) in odds.iter().zip(most) {
        assert_eq!(part.downed.at_least(most + 1), 0.0, "{most} at most, and {:?}", part.downed);
    }
    agree(&facts_of(battle, &odds), &dice);
    assert!(1 < ways, "nothing depends on dice");
}

#[track_caller]
fn agree(odds: &Facts, dice: &Facts) {
    for fact in odds.keys().chain(dice.keys()) {
        let chance = |facts: &Facts| facts.get(fact).copied().unwrap_or(0.0);
        let (odds, dice) = (chance(odds), chance(dice));
        assert!((odds - dice).abs() <= 1e-12, "{fact}: {odds} by odds, {dice} by dice");
    }
}

#[track_caller]
fn is_whole(part: &PartOdds) {
    let laws = [&part.downed, &part.killed, &part.users_downed];
    for law in laws.into_iter().chain(part.units.iter().map(|it| &it.hp)).chain(part.strays.iter().map(|it| &it.downed))
    {
        sums_to_one(law);
    }
}

#[track_caller]
fn sums_to_one(law: &Law) {
    let sum: f64 = law.chances().iter().sum();
    assert!((sum - 1.0).abs() <= 1e-12, "{law:?}");
    assert!(law.chances().iter().all(|it| 0.0 <= *it), "{law:?}");
}

/// What odds say, fact by fact.
fn facts_of(battle: &Battle, odds: &[PartOdds]) -> Facts {
    let mut facts = Facts::new();
    let mut put = |fact: String, chance: f64| *facts.entry(fact).or_insert(0.0) += chance;
    for (n, part) in odds.iter().enumerate() {
        let name = |squad: SquadId| &battle.setup().squad(squad).name;
        let head = format!("{} at {}", name(part.squad), name(part.target));
        put(format!("{head} wasted"), part.wasted);
        let mut law = |what: &str, law: &Law| {
            for (number, chance) in law.chances().iter().enumerate().filter(|it| 0 < it.0) {
                put(format!("{head} {what} {number}"), *chance);
            }
        };
        law("downed", &part.downed);
        law("killed", &part.killed);
        if let Some(strays) = &part.strays {
            law("astray", &strays.downed);
        }
        let is_last_of_squad = odds[n + 1..].iter().all(|it| it.squad != part.squad);
        if is_last_of_squad {
            for (number, chance) in part.users_downed.chances().iter().enumerate().filter(|it| 0 < it.0) {
                put(format!("{} users {number}", name(part.squad)), *chance);
            }
        }
        let kills = |unit| odds.iter().flat_map(|it| &it.units).filter(move |it| it.unit == unit).map(|it| it.killed);
        if odds[n + 1..].iter().all(|it| it.target != part.target) {
            put(format!("{} gone", name(part.target)), part.gone);
            let left: f64 = part.units.iter().map(|it| f64::from(battle.unit(it.unit).hp) - it.hp.mean()).sum();
            let lost: f64 = odds.iter().filter(|it| it.target == part.target).map(|it| it.hp_lost).sum();
            // **A-6** What its own dangerous weapons cost it, no part tells.
            let has_fired = odds.iter().any(|it| it.squad == part.target);
            assert!(
                has_fired || (left - lost).abs() < 1e-9,
                "{} loses {lost} HP, and has {left} fewer",
                name(part.target)
            );
            for it in &part.units {
                let unit = &battle.setup().unit(it.unit).name;
                for (hp, chance) in it.hp.chances().iter().enumerate() {
                    put(format!("{unit} has {hp}"), *chance);
                }
                put(format!("{unit} killed"), kills(it.unit).sum());
            }
        }
    }
    facts
}

/// What every way of the dice comes to, fact by fact, and how many ways there are; `None` if there are more than that.
fn by_dice(rules: &Line, battle: &Battle, orders: &Orders, ways_max: u32) -> Option<(Facts, u32)> {
    let happened = |events: &[Event]| happened(battle, orders, events);
    by_dice_of(Phases::Shooting, rules, battle, orders, ways_max, happened)
}

fn by_dice_of(
    phases: Phases,
    rules: &Line,
    battle: &Battle,
    orders: &Orders,
    ways_max: u32,
    happened: impl Fn(&[Event]) -> Vec<String>,
) -> Option<(Facts, u32)> {
    const DICE_MAX: u32 = 48;
    let mut weights: BTreeMap<String, u128> = BTreeMap::new();
    let (mut rolled, mut ways): (Option<Vec<(Purpose, Die)>>, u32) = (None, 0);
    while let Some(mut dice) = Dice::next_way(rolled.as_deref()) {
        let events = played(phases, rules, battle, orders, &mut dice);
        let count = dice.rolled().len() as u32;
        let weight = 6_u128.pow(DICE_MAX.checked_sub(count).expect("not too many dice for a test"));
        for fact in happened(&events) {
            *weights.entry(fact).or_insert(0) += weight;
        }
        ways += 1;
        if ways_max < ways {
            return None;
        }
        rolled = Some(dice.rolled().to_vec());
    }
    let chance = |weight: u128| weight as f64 / 6_u128.pow(DICE_MAX) as f64;
    Some((weights.into_iter().map(|(fact, weight)| (fact, chance(weight))).collect(), ways))
}

/// What is true once these events have happened.
fn happened(battle: &Battle, orders: &Orders, events: &[Event]) -> Vec<String> {
    let name = |squad: SquadId| &battle.setup().squad(squad).name;
    let unit = |unit| &battle.setup().unit(unit).name;
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut facts = Vec::new();
    let mut after = battle.clone();
    let mut at = None;
    for event in events {
        match event {
            Event::VolleyWasted { squad, target, .. } => {
                facts.push(format!("{} at {} wasted", name(by_order(battle, orders, *squad)), name(*target)));
            }
            Event::Formation(it) => {
                if let FormationEvent::VolleyLost { squad, target, .. } = **it {
                    facts.push(format!("{} at {} wasted", name(by_order(battle, orders, squad)), name(target)));
                }
            }
            Event::Attacked(volley) => {
                let is_stray = volley.kind == VolleyKind::Stray;
                at = if is_stray { at } else { Some(volley.at) };
                let target = at.expect("a stray follows what it strayed from");
                let head = format!("{} at {}", name(by_order(battle, orders, volley.by)), name(target));
                let felled = volley.hits.iter().filter(|it| it.fate.is_felled()).count();
                let killed = || volley.hits.iter().filter(|it| it.fate == Fate::Killed);
                *counts.entry(format!("{head} {}", if is_stray { "astray" } else { "downed" })).or_default() += felled;
                if !is_stray {
                    *counts.entry(format!("{head} killed")).or_default() += killed().count();
                    facts.extend(killed().filter_map(|it| Some(format!("{} killed", unit(it.victim?)))));
                }
            }
            Event::HazardRolled { squad, rolls, .. } => {
                let felled = rolls.iter().filter(|it| it.2.is_felled()).count();
                *counts.entry(format!("{} users", name(by_order(battle, orders, *squad)))).or_default() += felled;
            }
            _ => (),
        }
        after.apply(event);
    }
    facts.extend(counts.iter().filter(|it| 0 < *it.1).map(|(what, number)| format!("{what} {number}")));
    let mut targets: Vec<SquadId> = parts_of(orders).iter().flat_map(Order::targets).collect();
    targets.sort();
    targets.dedup();
    for target in targets {
        if after.is_annihilated(target) {
            facts.push(format!("{} gone", name(target)));
        }
        let standing: Vec<_> = battle.standing(target).collect();
        facts.extend(standing.into_iter().map(|it| format!("{} has {}", unit(it), after.unit(it).hp.max(0))));
    }
    // Each squad of a formation says that it fired for nothing.
    facts.sort();
    facts.dedup();
    facts
}
