//! A battle can be put away and taken out again at any time; what isn't one is refused.

use fieldpost::dice::Seed;
use fieldpost::line::battle::{Battle, Orders};
use fieldpost::line::commander;
use fieldpost::line::rules::Line;
use proptest::prelude::*;

use crate::chaos::{self, Chaos};

const ROUNDS: usize = 3;

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_battle_comes_back_as_it_was(seed in any::<u64>()) {
        let mut chaos = Chaos(seed);
        let mut battle = chaos::battle(&mut chaos);
        for _ in 0..ROUNDS {
            let orders = orders(&mut chaos, &battle);
            for event in ruleset().resolve(&battle, &orders, &mut dice(&battle, &orders, seed)) {
                battle.apply(&event);
                if chaos.chance(10) {
                    comes_back(&battle);
                }
            }
            comes_back(&battle);
        }
    }

    #[test]
    fn damaged_snapshots_do_no_harm(seed in any::<u64>()) {
        let mut chaos = Chaos(seed);
        let mut battle = chaos::battle(&mut chaos);
        let orders = orders(&mut chaos, &battle);
        let events = ruleset().resolve(&battle, &orders, &mut dice(&battle, &orders, seed));
        let stop = chaos.next() as usize % (events.len() + 1);
        events[..stop].iter().for_each(|it| battle.apply(it));
        let snapshot = battle.snapshot();
        for _ in 0..40 {
            let bytes = damaged(&mut chaos, &snapshot);
            if let Ok(read) = Battle::from_snapshot(battle.setup_shared(), &bytes) {
                assert!(read.grid_agrees());
                plays_on(&mut chaos, read, seed);
            }
        }
    }
}

fn ruleset() -> Line {
    Line::default()
}

fn orders(chaos: &mut Chaos, battle: &Battle) -> Orders {
    commander::complete(&ruleset(), battle, &chaos::orders(chaos, battle))
}

fn dice(battle: &Battle, orders: &Orders, seed: u64) -> fieldpost::dice::Dice {
    Seed::from(seed).dice(battle.round(), &orders.digest(), &[0; 32])
}

fn comes_back(battle: &Battle) {
    let read = Battle::from_snapshot(battle.setup_shared(), &battle.snapshot()).expect("its own snapshot");
    assert_eq!(read.digest(), battle.digest());
    assert_eq!(format!("{read:?}"), format!("{battle:?}"), "what is derived as well");
}

/// Whatever was taken for a battle can be fought on.
fn plays_on(chaos: &mut Chaos, mut battle: Battle, seed: u64) {
    let orders = orders(chaos, &battle);
    for event in ruleset().resolve(&battle, &orders, &mut dice(&battle, &orders, seed)) {
        battle.apply(&event);
    }
}

/// The bytes with a few digits, letters, words or whole stretches changed.
fn damaged(chaos: &mut Chaos, snapshot: &[u8]) -> Vec<u8> {
    let mut bytes = snapshot.to_vec();
    for _ in 0..chaos.number(1, 3) {
        if bytes.len() < 100 {
            break;
        }
        let at = chaos.next() as usize % bytes.len();
        match chaos.number(0, 9) {
            0 => bytes[at] = chaos.number(0, 255),
            1 => drop(bytes.remove(at)),
            2 => bytes.truncate(at),
            3 => {
                let from = chaos.next() as usize % bytes.len();
                let piece = bytes[from..].iter().copied().take(12).collect::<Vec<_>>();
                bytes.splice(at..at, piece);
            }
            4 | 5 => swap_words(chaos, &mut bytes),
            // Most of what a battle holds are numbers: these change it and leave it readable.
            _ => {
                let digits: Vec<usize> = (0..bytes.len()).filter(|it| bytes[*it].is_ascii_digit()).collect();
                let Some(&at) = digits.get(chaos.next() as usize % digits.len().max(1)) else { break };
                bytes[at] = chaos.number(b'0', b'9');
                if chaos.chance(20) {
                    bytes.insert(at, chaos.number(b'1', b'9'));
                }
            }
        }
    }
    bytes
}

fn swap_words(chaos: &mut Chaos, bytes: &mut Vec<u8>) {
    let words =
        ["standing", "downed", "abandoned", "killed", "in_reserve", "true", "false", "null", "command", "morale"];
    let (old, new) = (*chaos.pick(&words), *chaos.pick(&words));
    let text = String::from_utf8_lossy(bytes).into_owned();
    let places: Vec<usize> = text.match_indices(old).map(|it| it.0).collect();
    if !places.is_empty() {
        let at = *chaos.pick(&places);
        *bytes = format!("{}{new}{}", &text[..at], &text[at + old.len()..]).into_bytes();
    }
}
