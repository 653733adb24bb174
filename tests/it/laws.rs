//! Laws that hold in every battle, whatever anybody orders.

use std::collections::BTreeSet;

use fieldpost::dice::{Dice, Seed, words_digest};
use fieldpost::field::UnitId;
use fieldpost::game::digest_of;
use fieldpost::line::battle::{Battle, Event, FormationEvent, MoveKind, Orders, Phase, Stat, VolleyKind};
use fieldpost::line::commander;
use fieldpost::line::rules::Line;
use proptest::prelude::*;

use crate::chaos::{self, Chaos};

const ROUNDS: usize = 4;

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_battle_keeps_the_laws(seed in any::<u64>()) {
        fight(seed, chaos::battle, chaos::orders);
    }

    #[test]
    fn every_battle_with_formations_keeps_the_laws(seed in any::<u64>()) {
        fight(seed, chaos::ranked, chaos::ranked_orders);
    }
}

#[test]
fn battles_that_once_broke_a_law_keep_them_all() {
    let all_of_one_side = 5_755_456_744_550_579_960;
    for seed in [10_590_256_052_596_081_100, 7_577_212_574_496_892_823, 5_781_333_894_646_962_731, all_of_one_side] {
        fight(seed, chaos::battle, chaos::orders);
    }
}

/// Fights a few rounds of the battle that `seed` makes.
fn fight(seed: u64, battle: fn(&mut Chaos) -> Battle, orders: fn(&mut Chaos, &Battle) -> Orders) {
    let mut chaos = Chaos(seed);
    let mut battle = battle(&mut chaos);
    for _ in 0..ROUNDS {
        let orders = commander::complete(&ruleset(), &battle, &orders(&mut chaos, &battle));
        battle = play(&battle, &orders, seed);
    }
}

pub(crate) fn ruleset() -> Line {
    Line::default()
}

/// The battle after a round.
pub(crate) fn played(rules: &Line, before: &Battle, orders: &Orders, seed: u64) -> Battle {
    let mut after = before.clone();
    rules.resolve(before, orders, &mut dice(before, orders, seed)).iter().for_each(|it| after.apply(it));
    after
}

pub(crate) fn dice(battle: &Battle, orders: &Orders, seed: u64) -> Dice {
    Seed::from(seed).dice(battle.round(), &digest_of(orders), &words_digest([]))
}

/// Plays a round, and checks the laws after each of its events. Returns the battle after it.
pub(crate) fn play(before: &Battle, orders: &Orders, seed: u64) -> Battle {
    let mut rolled = dice(before, orders, seed);
    let events = ruleset().resolve(before, orders, &mut rolled);

    let mut again = dice(before, orders, seed);
    assert_eq!(ruleset().resolve(before, orders, &mut again), events, "R-4: the same dice tell another story");
    assert_eq!(rolled.rolled(), again.rolled());

    let mut battle = before.clone();
    // The units that stood when the last exchange began: in melee the felled still strike (M-6), whatever abilities
    // wait for it.
    let (mut exchange, mut kind) = (standing(&battle), None);
    for event in &events {
        let begins = match event {
            Event::Attacked(it) => kind.replace(it.kind) != Some(it.kind),
            _ => matches!(event, Event::PhaseBegan { .. } | Event::Moved(_) | Event::AbilityUsed { .. }),
        };
        if begins {
            exchange = standing(&battle);
        }
        nobody_acts_who_does_not_stand(&battle, &exchange, event);
        nobody_moves_farther_than_allowed(&battle, event);
        battle.apply(event);
        hold(&battle, event);
    }
    let mut folded = before.clone();
    events.iter().for_each(|it| folded.apply(it));
    assert_eq!(folded.digest(), battle.digest());
    let read = Battle::restore(battle.setup_shared(), &serde_json::to_vec(&battle).expect("a battle is JSON"))
        .expect("its own snapshot");
    assert_eq!(format!("{read:?}"), format!("{battle:?}"), "what is derived as well");
    battle
}

/// Checks what is true after every event.
pub(crate) fn hold(battle: &Battle, event: &Event) {
    assert!(grid_agrees(battle), "two on a tile, or none where one stands, after {event:?}");
    everybody_stands_on_passable_ground(battle, event);
    every_pool_is_within_its_bounds(battle, event);
    formations_hold(battle, event);
}

fn standing(battle: &Battle) -> BTreeSet<UnitId> {
    battle.setup().unit_ids().filter(|it| battle.unit(*it).is_standing()).collect()
}

fn nobody_acts_who_does_not_stand(battle: &Battle, exchange: &BTreeSet<UnitId>, event: &Event) {
    let now = standing(battle);
    match event {
        Event::Attacked(it) => {
            let able = if matches!(it.kind, VolleyKind::Fire | VolleyKind::Stray) { &now } else { exchange };
            assert!(it.shots.iter().all(|shot| able.contains(&shot.unit)), "the fallen attack: {event:?}");
            let victims = it.hits.iter().filter_map(|hit| hit.victim);
            assert!(victims.clone().all(|victim| now.contains(&victim)), "the fallen are hit: {event:?}");
        }
        Event::Moved(it) => {
            assert!(it.steps.iter().all(|step| now.contains(&step.unit)), "the fallen move: {event:?}");
        }
        _ => (),
    }
}

/// **F-20** One tile in a Step; **F-8** nobody is in two formations.
fn formations_hold(battle: &Battle, event: &Event) {
    if let Event::Formation(it) = event
        && let FormationEvent::Stepped(it) = &**it
    {
        assert!(it.steps.iter().all(|it| it.from.steps_to(it.to) == 1), "F-20: {event:?}");
    }
    let members: Vec<UnitId> = battle.formations().iter().flat_map(|it| it.members.iter().copied()).collect();
    let once: BTreeSet<UnitId> = members.iter().copied().collect();
    assert_eq!(once.len(), members.len(), "somebody is in two formations after {event:?}");
    assert!(members.iter().all(|it| battle.unit(*it).is_standing()), "the fallen are in formation after {event:?}");
}

fn nobody_moves_farther_than_allowed(battle: &Battle, event: &Event) {
    let Event::Moved(it) = event else { return };
    if let Some(allowance) = &it.allowance {
        assert!(it.cost <= allowance.steps, "V-1: the leader paid {} of {}", it.cost, allowance.steps);
    }
    for step in &it.steps {
        let bound = match (it.kind, &it.allowance) {
            (MoveKind::PressIn | MoveKind::PressBack, _) => {
                // Abilities that add to MOV count for pressing in too.
                let more = battle.boon_sum_of(step.unit, Stat::Movement, Phase::Melee);
                Some(u16::from(battle.profile(step.unit).movement.saturating_add_signed(more)))
            }
            (MoveKind::Charge, _) => Some(12),
            (_, Some(allowance)) => Some(allowance.steps + 2),
            (_, None) => None,
        };
        let went = step.from.steps_to(step.to);
        assert!(bound.is_none_or(|it| went <= it), "V-2: {went} steps of {bound:?} in {event:?}");
    }
}

fn everybody_stands_on_passable_ground(battle: &Battle, event: &Event) {
    for unit in standing(battle) {
        let mut tiles = battle.footprint(unit).tiles();
        assert!(tiles.all(|it| battle.ground(it).cost.is_some()), "{unit:?} is inside a wall after {event:?}");
    }
}

fn every_pool_is_within_its_bounds(battle: &Battle, event: &Event) {
    // A pool below zero would have panicked, because its number is unsigned.
    let mut pools = battle.setup().caster_ids();
    assert!(pools.all(|it| battle.cp(it) <= battle.setup().caster(it).cp_max), "C-1: after {event:?}");
}

/// Whether each entry of the grid agrees with its unit.
pub(crate) fn grid_agrees(battle: &Battle) -> bool {
    let (setup, board) = (battle.setup(), battle.board());
    let standing = setup.unit_ids().filter(|it| battle.unit(*it).is_standing());
    let under: Vec<_> = standing.flat_map(|it| battle.footprint(it).tiles().map(move |tile| (tile, it))).collect();
    board.tiles().filter(|it| battle.who_stands_on(*it).is_some()).count() == under.len()
        && under.iter().all(|(tile, unit)| battle.who_stands_on(*tile) == Some(*unit))
}
