//! Odds of one attack: one question, and a panel of a hundred.

use std::hint::black_box;

use fieldpost::line::battle::{Amount, Kind, Traits};
use fieldpost::line::predict::{Attack, Target, outcome};
use fieldpost::line::rules::Line;
use fieldpost::line::rules::preview::Reroll;

use crate::measure::{Goal, Table, race};

/// The partner's name in the table.
const CHAIN: &str = "a plain chain over HP lost";

pub(crate) fn measure(table: &mut Table) {
    one_question(table);
    panel(table);
}

fn weapon(attacks: u8, strength: u8, piercing: u8, damage: u8, modifiers: i8) -> Attack {
    Attack {
        attacks: Amount::fixed(attacks),
        accuracy: 4,
        modifiers,
        strength,
        piercing,
        damage: Amount::fixed(damage),
        traits: Traits::default(),
        reroll: Reroll::None,
    }
}

fn target(toughness: u8, save: u8, hp: u8, units: u16) -> Target {
    Target { kind: Kind::Infantry, toughness, save: Some(save), cover: 0, hp, first_hp: hp, units }
}

/// The chance that an attack goes through, and its damage, computed independently of the rules.
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

/// The partner: a chain over HP lost, attack by attack, without any shortcut.
fn chain(attack: &Attack, target: &Target) -> Vec<f64> {
    let hp = usize::from(target.hp);
    let all = hp * usize::from(target.units);
    let mut chances = vec![0.0; all + 1];
    chances[0] = 1.0;
    let (through, damage) = by_hand(attack, target);
    for _ in 0..attack.attacks.plus {
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
    let mut downed = vec![0.0; usize::from(target.units) + 1];
    for (lost, chance) in chances.iter().enumerate() {
        downed[lost / hp] += chance;
    }
    downed
}

fn error(attack: &Attack, target: &Target) -> f64 {
    let ours = outcome(&Line::default(), attack, target).expect("few enough ways").downed;
    let partner = chain(attack, target);
    (0..partner.len()).map(|n| (ours.chance(n) - partner[n]).abs()).fold(0.0, f64::max)
}

/// Twenty shots at ten guards.
fn one_question(table: &mut Table) {
    let (rules, shots, guards) = (Line::default(), weapon(20, 4, 0, 1, 0), target(3, 5, 1, 10));
    let (ours, partner) = race(
        20_000,
        || outcome(&rules, black_box(&shots), black_box(&guards)),
        || chain(black_box(&shots), black_box(&guards)),
    );
    table.row("20 shots at 10 guards", "ns", ours, Some((CHAIN, partner)), Goal::Of(5_000.0));
    table.alone("its largest difference, 1e-15", "", error(&shots, &guards) * 1e15, Goal::Of(1_000.0));
}

/// Workload O2: ten kinds of attacks and ten kinds of targets.
fn o2() -> (Vec<Attack>, Vec<Target>) {
    let attacks = (0..10_u8).map(|i| match i % 2 {
        0 => weapon(10 - i % 4, 4, 0, 1, (i % 3) as i8 - 1),
        _ => weapon(3, 7, 2, 2, 0),
    });
    let targets =
        (0..10_u16).map(|j| target(3 + (j % 4) as u8, 3 + (j % 4) as u8, 1 + (j % 3) as u8, 10 - j % 5)).collect();
    (attacks.collect(), targets)
}

fn panel(table: &mut Table) {
    let rules = Line::default();
    let (attacks, targets) = o2();
    let pairs = || attacks.iter().flat_map(|a| targets.iter().map(move |t| (a, t)));
    let (ours, partner) = race(
        500,
        || pairs().filter_map(|(a, t)| outcome(&rules, a, t)).collect::<Vec<_>>(),
        || pairs().map(|(a, t)| chain(a, t)).collect::<Vec<_>>(),
    );
    table.row("O2, a panel of 100", "us", ours / 1e3, Some((CHAIN, partner / 1e3)), Goal::Of(500.0));
    let largest = pairs().map(|(a, t)| error(a, t)).fold(0.0, f64::max);
    table.alone("its largest difference, 1e-15", "", largest * 1e15, Goal::Of(1_000.0));
}
