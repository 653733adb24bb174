//! Odds: one question, a panel of a hundred, and a question asked of a battle, each beside what it is compared with.
//!
//! Partners take turns in one process, and the best of several turns counts for each. With `FIELDPOST_SAMPLES=1000000` so
//! many rounds of ten volleys are rolled besides, and held against the odds: that takes minutes.

mod w1;

use std::collections::BTreeMap;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use fieldpost::battle::{
    Amount, Battle, Board, Edited, Event, Fire, FirePart, Kind, Orders, SquadId, Tag, Terrain, TerrainId, Tile, Traits,
    UnitId, UnitNow, UnitState,
};
use fieldpost::commander::odds::{self, Attack, Order, Patience, Target};
use fieldpost::dice::Seed;
use fieldpost::rules::Ruleset;
use fieldpost::rules::line::Line;
use fieldpost::rules::line::preview::Reroll;

/// How often partners take turns.
const TURNS: usize = 9;

fn main() {
    println!("{:<44} {:>12} {:>12} {:>8}   goal", "what", "ours", "partner", "ratio");
    one_question();
    panel();
    in_battle();
    given_up();
    if let Some(rounds) = std::env::var("FIELDPOST_SAMPLES").ok().and_then(|it| it.parse().ok()) {
        samples(rounds);
    }
}

fn row(what: &str, ours: f64, partner: f64, goal: &str) {
    println!("{what:<44} {ours:>9.0} ns {partner:>9.0} ns {:>8.3}   {goal}", ours / partner);
}

/// The best time of each in nanoseconds per run, taking turns.
fn race<A, B>(runs: u32, mut ours: impl FnMut() -> A, mut partner: impl FnMut() -> B) -> (f64, f64) {
    let mut best = (f64::MAX, f64::MAX);
    for _ in 0..TURNS {
        best.0 = best.0.min(time(runs, &mut ours));
        best.1 = best.1.min(time(runs, &mut partner));
    }
    best
}

fn time<A>(runs: u32, it: &mut impl FnMut() -> A) -> f64 {
    let start = Instant::now();
    for _ in 0..runs {
        black_box(it());
    }
    start.elapsed().as_secs_f64() * 1e9 / f64::from(runs)
}

fn weapon(weapons: u16, strength: u8, piercing: u8, damage: u8, modifiers: i8) -> Attack {
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

fn target(toughness: u8, save: u8, hp: u8, units: u16) -> Target {
    Target { kind: Kind::Infantry, toughness, save: Some(save), cover: 0, hp, first_hp: hp, units }
}

/// What a weapon does, worked out anew by hand: the chance that an attack goes through, and its damage.
fn by_hand(attack: &Attack, target: &Target) -> (f64, usize) {
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
fn one_question() {
    let (rules, attacks, guards) = (Line::default(), [weapon(20, 4, 0, 1, 0)], target(3, 5, 1, 10));
    let (ours, partner) = race(
        20_000,
        || odds::downed(&rules, black_box(&attacks), black_box(&guards)),
        || chain(black_box(&attacks), black_box(&guards)),
    );
    row("20 rifles at 10 guards", ours, partner, "<= 250 ns");
    println!("{:<44} {:>12.1e}", "its largest difference", error(&attacks, &guards));
    let (ours, partner) = race(
        2_000,
        || odds::outcome(&rules, black_box(&attacks), black_box(&guards)),
        || chain(black_box(&attacks), black_box(&guards)),
    );
    row("the same, with killed and HP unit by unit", ours, partner, "");
}

/// O2: ten kinds of attackers at ten kinds of targets.
fn panel() {
    let rules = Line::default();
    let attackers: Vec<Vec<Attack>> = (0..10_u16)
        .map(|i| {
            let mut attacks = vec![weapon(10 - i % 4, 4, 0, 1, (i % 3) as i8 - 1)];
            if i % 2 == 1 {
                attacks.push(weapon(3, 7, 2, 2, 0));
            }
            attacks
        })
        .collect();
    let targets: Vec<Target> =
        (0..10_u16).map(|j| target(3 + (j % 4) as u8, 3 + (j % 4) as u8, 1 + (j % 3) as u8, 10 - j % 5)).collect();
    let pairs = || attackers.iter().flat_map(|a| targets.iter().map(move |t| (a, t)));
    let (ours, partner) = race(
        500,
        || pairs().filter_map(|(a, t)| odds::downed(&rules, a, t).ok()).collect::<Vec<_>>(),
        || pairs().map(|(a, t)| chain(a, t)).collect::<Vec<_>>(),
    );
    row("O2, a panel of 100", ours, partner, "<= 12 us");
    let largest = pairs().map(|(a, t)| error(a, t)).fold(0.0, f64::max);
    println!("{:<44} {:>12.1e}", "its largest difference", largest);
}

/// What an answer to a post asks: W1's first two squads at one, the second after the first; in the open, and in a melee
/// where misses go astray.
fn in_battle() {
    let (rules, battle) = (Line::default(), w1::opening());
    let parts = [FirePart { target: SquadId(10), with: None }];
    let order = |squad| Order { squad: SquadId(squad), parts: &parts };
    for (x, runs, what) in [(6, 50, "two volleys in a battle, and one"), (5, 5, "two volleys into a melee, and one")] {
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
        row(what, two, one, "");
    }
}

/// What the worst questions cost that are given up: ten squads fire into a melee, with weapons that have as many ends as
/// there can be.
fn given_up() {
    let mut setup = w1::setup();
    let ground = setup.board.kind(TerrainId(0)).clone();
    setup.board = Board::new(60, vec![ground], vec![TerrainId(0); 60 * 40]);
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
    let queue: Vec<Order<'_>> = (0..10).map(|it| Order { squad: SquadId(it), parts: &parts }).collect();
    for squads in [1, 2, 10] {
        let ask = |patience| odds::fire(&rules, &battle, &queue[..squads], patience).is_ok();
        let (long, brief) = race(1, || ask(Patience::LONG), || ask(Patience::BRIEF));
        let told = |patience| if ask(patience) { "told" } else { "given up" };
        let what = format!("{squads} of the worst, at length, and in brief");
        row(&what, long, brief, &format!("{}, {}", told(Patience::LONG), told(Patience::BRIEF)));
    }
}

/// So many rounds of ten volleys through the rules, against the odds.
fn samples(rounds: u64) {
    let mut setup = w1::setup();
    // Without walls, so that all of them see their targets.
    let ground = Terrain { cover: 1, ..setup.board.kind(TerrainId(0)).clone() };
    setup.board = Board::new(60, vec![ground], vec![TerrainId(0); 60 * 40]);
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
        for event in Ruleset::Line(rules.clone()).resolve(&battle, &orders, &mut dice) {
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
        let found =
            odds::fire(&rules, &battle, &[Order { squad, parts: &parts }], Patience::LONG).expect("few enough ways");
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
    println!(
        "{volleys} volleys: chi squared {chi:.1} with {freedom} degrees of freedom, {farthest:.2} deviations at most"
    );
}
