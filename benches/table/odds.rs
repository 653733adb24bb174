//! Odds: one question, a panel of a hundred, and a question asked of a battle.
//!
//! With `FIELDPOST_SAMPLES=1000000` so many rounds of ten volleys are rolled besides, and held against the odds: that takes
//! minutes.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::sync::Arc;

use fieldpost::dice::Seed;
use fieldpost::field::{SquadId, Tile, UnitId};
use fieldpost::line::battle::{
    Amount, Battle, Edited, Event, Fire, FirePart, Kind, Orders, Tag, Traits, UnitNow, UnitState,
};
use fieldpost::line::odds;
use fieldpost::line::odds::{Attack, Order, Patience, Target};
use fieldpost::line::rules::Line;
use fieldpost::line::rules::preview::Reroll;

use crate::measure::{Goal, Row, Table, race};
use crate::w1;

/// The partner, in the table.
const CHAIN: &str = "a plain chain over HP lost";

pub(crate) fn measure(table: &mut Table) {
    one_question(table);
    panel(table);
    in_battle(table);
    given_up(table);
    if let Some(rounds) = std::env::var("FIELDPOST_SAMPLES").ok().and_then(|it| it.parse().ok()) {
        samples(table, rounds);
    }
}

pub(crate) fn weapon(weapons: u16, strength: u8, piercing: u8, damage: u8, modifiers: i8) -> Attack {
    Attack {
        weapons,
        attacks: Amount::fixed(1),
        accuracy: 4,
        modifiers,
        strength,
        piercing,
        damage: Amount::fixed(damage),
        traits: Traits::default(),
        reroll: Reroll::None,
        is_near: false,
    }
}

pub(crate) fn target(toughness: u8, save: u8, hp: u8, units: u16) -> Target {
    Target { kind: Kind::Infantry, toughness, save: Some(save), cover: 0, hp, first_hp: hp, units }
}

/// What a weapon does, worked out anew by hand: the chance that an attack goes through, and its damage.
pub(crate) fn by_hand(attack: &Attack, target: &Target) -> (f64, usize) {
    let sixths = |needs: i32| f64::from(7 - needs.clamp(1, 7)) / 6.0;
    let needs = i32::from(attack.accuracy) - i32::from(attack.modifiers);
    let hit = sixths(needs.min(6));
    let (strength, toughness) = (i32::from(attack.strength), i32::from(target.toughness));
    let wound = match (strength - toughness).signum() {
        _ if 2 * toughness <= strength => 2,
        1 => 3,
        0 => 4,
        _ if toughness < 2 * strength => 5,
        _ => 6,
    };
    let save = i32::from(target.save.unwrap_or(7)) + i32::from(attack.piercing);
    (hit * sixths(wound) * (1.0 - sixths(save)), usize::from(attack.damage.plus))
}

/// The partner: a chain over HP lost, attack by attack, without any short cut.
fn chain(attacks: &[Attack], target: &Target) -> Vec<f64> {
    let hp = usize::from(target.hp);
    let all = hp * usize::from(target.units);
    let mut chances = vec![0.0; all + 1];
    chances[0] = 1.0;
    for attack in attacks {
        let (through, damage) = by_hand(attack, target);
        for _ in 0..attack.weapons {
            let mut next = vec![0.0; all + 1];
            for (lost, chance) in chances.iter().enumerate() {
                if lost == all {
                    next[lost] += chance;
                    continue;
                }
                next[lost] += chance * (1.0 - through);
                next[(lost + damage).min((lost / hp + 1) * hp)] += chance * through;
            }
            chances = next;
        }
    }
    let mut downed = vec![0.0; usize::from(target.units) + 1];
    for (lost, chance) in chances.iter().enumerate() {
        downed[lost / hp] += chance;
    }
    downed
}

fn error(attacks: &[Attack], target: &Target) -> f64 {
    let ours = odds::downed(&Line::default(), attacks, target).expect("few enough ways");
    let partner = chain(attacks, target);
    (0..partner.len()).map(|n| (ours.chance(n) - partner[n]).abs()).fold(0.0, f64::max)
}

/// Twenty rifles at ten guards.
fn one_question(table: &mut Table) {
    let (rules, attacks, guards) = (Line::default(), [weapon(20, 4, 0, 1, 0)], target(3, 5, 1, 10));
    let (ours, partner) = race(
        20_000,
        || odds::downed(&rules, black_box(&attacks), black_box(&guards)),
        || chain(black_box(&attacks), black_box(&guards)),
    );
    table.row(&Row {
        what: "20 rifles at 10 guards",
        unit: "ns",
        ours,
        partner: Some((CHAIN, partner)),
        goal: Goal::Of(250.0),
    });
    table.alone("its largest difference, 1e-15", "", error(&attacks, &guards) * 1e15, Goal::Of(1_000.0));
    let (ours, partner) = race(
        2_000,
        || odds::outcome(&rules, black_box(&attacks), black_box(&guards)),
        || chain(black_box(&attacks), black_box(&guards)),
    );
    let what = "the same, with killed and HP unit by unit";
    table.row(&Row { what, unit: "ns", ours, partner: Some((CHAIN, partner)), goal: Goal::None });
}

/// O2: ten kinds of attackers, and ten kinds of targets.
pub(crate) fn o2() -> (Vec<Vec<Attack>>, Vec<Target>) {
    let attackers: Vec<Vec<Attack>> = (0..10_u16)
        .map(|i| {
            let mut attacks = vec![weapon(10 - i % 4, 4, 0, 1, (i % 3) as i8 - 1)];
            if i % 2 == 1 {
                attacks.push(weapon(3, 7, 2, 2, 0));
            }
            attacks
        })
        .collect();
    let targets =
        (0..10_u16).map(|j| target(3 + (j % 4) as u8, 3 + (j % 4) as u8, 1 + (j % 3) as u8, 10 - j % 5)).collect();
    (attackers, targets)
}

fn panel(table: &mut Table) {
    let rules = Line::default();
    let (attackers, targets) = o2();
    let pairs = || attackers.iter().flat_map(|a| targets.iter().map(move |t| (a, t)));
    let (ours, partner) = race(
        500,
        || pairs().filter_map(|(a, t)| odds::downed(&rules, a, t).ok()).collect::<Vec<_>>(),
        || pairs().map(|(a, t)| chain(a, t)).collect::<Vec<_>>(),
    );
    let (ours, partner) = (ours / 1e3, Some((CHAIN, partner / 1e3)));
    table.row(&Row { what: "O2, a panel of 100", unit: "us", ours, partner, goal: Goal::Of(12.0) });
    let largest = pairs().map(|(a, t)| error(a, t)).fold(0.0, f64::max);
    table.alone("its largest difference, 1e-15", "", largest * 1e15, Goal::Of(1_000.0));
}

/// What an answer to a post asks: W1's first two squads at one, the second after the first; in the open, and in a melee
/// where misses go astray.
fn in_battle(table: &mut Table) {
    let (rules, battle) = (Line::default(), w1::opening());
    let parts = [FirePart { target: SquadId(10), with: None }];
    let order = |squad| Order::at(SquadId(squad), &parts);
    for (x, runs, what) in [(6, 50, "two volleys in a battle"), (5, 5, "two volleys into a melee")] {
        let mut near = battle.clone();
        let steps = (100..110).map(|unit| UnitNow {
            unit: UnitId(unit),
            state: UnitState::Standing,
            at: Tile::new(x, (unit - 99) as u8),
            hp: 1,
        });
        near.apply(&Event::Edited(Edited::Units(steps.collect())));
        assert_eq!(near.is_squad_engaged(SquadId(10)), x == 5);
        let two = || odds::fire(&rules, &near, &[order(0), order(1)], Patience::LONG);
        let one = || odds::fire(&rules, &near, &[order(0)], Patience::LONG);
        let (two, one) = race(runs, two, one);
        let partner = Some(("one volley", one / 1e3));
        table.row(&Row { what, unit: "us", ours: two / 1e3, partner, goal: Goal::None });
    }
}

/// What the worst questions cost that are given up: ten squads fire into a melee, with weapons that have as many ends as
/// there can be.
fn given_up(table: &mut Table) {
    let mut setup = w1::setup();
    setup.board = w1::without_walls(&setup.board, 0);
    let d6 = Amount { dice: 1, sides: 6, plus: 0 };
    (setup.weapons[0].attacks, setup.weapons[0].damage) = (d6, d6);
    setup.weapons[0].range = Some(200);
    setup.weapons[0].tags = vec![Tag::Sustained(2), Tag::Lethal, Tag::TwinLinked];
    setup.profiles[0].hp = 9;
    for unit in 100..110_usize {
        setup.units[unit].at = Tile::new(5, (unit - 99) as u8);
    }
    let battle = Battle::new(Arc::new(setup));
    let rules = Line::default();
    let parts = [FirePart { target: SquadId(10), with: None }];
    let queue: Vec<Order<'_>> = (0..10).map(|it| Order::at(SquadId(it), &parts)).collect();
    for squads in [1, 2, 10] {
        let ask = |patience| odds::fire(&rules, &battle, &queue[..squads], patience).is_ok();
        let (long, brief) = race(1, || ask(Patience::LONG), || ask(Patience::BRIEF));
        let told = |patience| if ask(patience) { "told" } else { "given up" };
        let what = format!("{squads} of the worst at length, {}", told(Patience::LONG));
        let partner = format!("in brief, {}", told(Patience::BRIEF));
        let partner = Some((partner.as_str(), brief / 1e3));
        table.row(&Row { what: &what, unit: "us", ours: long / 1e3, partner, goal: Goal::None });
    }
}

/// So many rounds of ten volleys through the rules, against the odds.
fn samples(table: &mut Table, rounds: u64) {
    let mut setup = w1::setup();
    // Without walls, so that all of them see their targets.
    setup.board = w1::without_walls(&setup.board, 1);
    setup.weapons[0].damage = Amount { dice: 1, sides: 3, plus: 0 };
    setup.weapons[0].tags = vec![Tag::Sustained(1), Tag::TwinLinked];
    setup.profiles[0].hp = 2;
    for unit in 0..100_usize {
        let squad = unit / 10;
        let place = |x: u8| Tile::new(x + (unit % 5) as u8, (4 * squad + 1 + unit % 10 / 5) as u8);
        setup.units[unit].at = place(0);
        setup.units[100 + unit].at = place(55);
    }
    setup.weapons[0].range = Some(200);
    let battle = Battle::new(Arc::new(setup));
    let (rules, mut orders) = (Line::default(), Orders::default());
    for squad in 0..10 {
        orders.fire.put(SquadId(squad), Fire::At(vec![FirePart { target: SquadId(10 + squad), with: None }]));
    }
    let mut seen: BTreeMap<(SquadId, usize), u32> = BTreeMap::new();
    let mut fired: BTreeMap<SquadId, u32> = BTreeMap::new();
    for seed in 0..rounds {
        let mut dice = Seed::from(seed).dice(1, &[0; 32], &[0; 32]);
        for event in rules.clone().resolve(&battle, &orders, &mut dice) {
            if let Event::Attacked(volley) = event {
                let felled = volley.hits.iter().filter(|it| it.fate.is_felled()).count();
                *seen.entry((volley.by, felled)).or_insert(0) += 1;
                *fired.entry(volley.by).or_insert(0) += 1;
            }
        }
    }
    let (mut chi, mut freedom, mut farthest) = (0.0, 0_u32, 0.0_f64);
    for (&squad, &volleys) in &fired {
        let parts = [FirePart { target: SquadId(squad.0 + 10), with: None }];
        let found = odds::fire(&rules, &battle, &[Order::at(squad, &parts)], Patience::LONG).expect("few enough ways");
        for (felled, chance) in found[0].downed.chances().iter().enumerate() {
            let expected = chance * f64::from(volleys);
            if 20.0 < expected {
                let count = f64::from(seen.get(&(squad, felled)).copied().unwrap_or(0));
                chi += (count - expected).powi(2) / expected;
                farthest = farthest.max((count - expected).abs() / (expected * (1.0 - chance)).sqrt());
                freedom += 1;
            }
        }
        freedom -= 1;
    }
    let volleys: u32 = fired.values().sum();
    table.note(&format!(
        "{volleys} volleys: chi squared {chi:.1} with {freedom} degrees of freedom, {farthest:.2} deviations at most"
    ));
}
