//! Abilities that wait for their moment (C-5), and nerve.

use std::cell::Cell;

use super::{check, orders_of, profile, weapon};
use crate::line::battle::scene::{ability, scene_with, squad};
use crate::line::battle::{
    Ability, AbilityId, AbilityOn, Amount, Battle, Boon, CasterId, Effect, Event, Setup, Span, Stat, Trigger,
};
use crate::line::odds::{Patience, charge, charge_in_turn, fire, getaway, nerve, passes};
use crate::line::rules::Line;
use crate::line::rules::preview;

/// A battle in which an ability with these effects waits on the squad called Boyz.
fn waiting(
    drawing: &str,
    squads: &str,
    trigger: Trigger,
    effects: &[Effect],
    touch: impl FnOnce(&mut Setup),
) -> Battle {
    let squads = format!("{squads}; o Staff enemy: officer");
    let mut battle = scene_with(drawing, &squads, |setup| {
        let wait = ability("Wait", effects.to_vec());
        setup.abilities.push(Ability { cost: 0, trigger: Some(trigger), ..wait });
        touch(setup);
    });
    let on = AbilityOn::Squad(squad(&battle, "Boyz"));
    let (by, ability) = (CasterId(0), AbilityId(0));
    battle.apply(&Event::AbilityUsed { by, ability, on, cost: 0, waits_for: Some(trigger) });
    battle
}

fn modify(stat: Stat, by: i8) -> Effect {
    Effect::Lasting { boon: Boon::Modify { stat, by, weapons: None }, span: Span::Rounds(1) }
}

const DUEL: &str = ".a .d . . . . . .b .b\n. . . . . . . . .\n. . . . . . . . .o";
const DUELLISTS: &str = "a Alpha players: rifle; d Delta players: rifle; b Boyz enemy: boy";

#[test]
fn c5_what_waits_for_a_shot_counts_from_the_first_on() {
    for effect in [modify(Stat::Save, 2), modify(Stat::Toughness, 3), Effect::Heal(1), Effect::CountAsNotShot] {
        let battle = waiting(DUEL, DUELLISTS, Trigger::ShotAt, &[effect], |_| ());
        check(&battle, "Alpha: Boyz");
        check(&battle, "Alpha: Boyz; Delta: Boyz");
    }
}

#[test]
fn c5_what_waits_for_something_else_does_not_count() {
    let now = |trigger| {
        let battle = waiting(DUEL, DUELLISTS, trigger, &[modify(Stat::Save, 2)], |_| ());
        let orders = orders_of(&battle, "Alpha: Boyz");
        fire(&Line::default(), &battle, &super::parts_of(&orders), Patience::LONG).expect("few enough ways")
    };
    assert_ne!(now(Trigger::ShotAt), now(Trigger::Charged));
    assert_eq!(now(Trigger::Charged), now(Trigger::Fights));
}

#[test]
fn c5_a_charge_needs_what_is_true_once_it_comes() {
    let drawing = ".a . . . . . .b\n. . . . . . .o";
    let squads = "a Alpha players: rifle; b Boyz enemy: boy";
    let needed = |trigger| {
        let battle = waiting(drawing, squads, trigger, &[modify(Stat::Reach, 1)], |_| ());
        let [alpha, boyz] = ["Alpha", "Boyz"].map(|it| squad(&battle, it));
        {
            let patience = Cell::new(Patience::LONG);
            let orders = crate::line::battle::Orders::default();
            charge_in_turn(&Line::default(), &battle, &orders, (alpha, boyz), None, &patience).1.needed
        }
    };
    assert_eq!((needed(Trigger::ShotAt), needed(Trigger::Charged)), (Some(5), Some(4)));
}

#[test]
fn l1_a_squad_breaks_as_often_as_it_is_below_half_and_fails() {
    let battle = scene_with(".a . . . . .b .b .b", "a Alpha players: rifle; b Boyz enemy: boy", |setup| {
        weapon(setup, "rifle").attacks = Amount::fixed(4);
    });
    let orders = orders_of(&battle, "Alpha: Boyz");
    let odds = fire(&Line::default(), &battle, &super::parts_of(&orders), Patience::LONG).expect("few enough ways");
    let expected = odds[0].downed.chance(2) * 15.0 / 36.0;
    assert!((odds[0].breaks - expected).abs() < 1e-12, "{} and not {expected}", odds[0].breaks);

    let patience = Cell::new(Patience::LONG);
    let it = nerve(&Line::default(), &battle, &orders, squad(&battle, "Boyz"), &patience).expect("few enough ways");
    assert!((it.breaks - expected).abs() < 1e-12);
    assert!((it.tested - odds[0].downed.chance(2)).abs() < 1e-12);
    assert!((it.gone - odds[0].gone).abs() < 1e-12);
    assert_eq!(it.volleys, 1);
    let of_alpha = nerve(&Line::default(), &battle, &orders, squad(&battle, "Alpha"), &patience).expect("few enough");
    assert_eq!((of_alpha.tested, of_alpha.breaks, of_alpha.volleys), (0.0, 0.0, 0));
}

#[test]
fn l1_whoever_is_left_lends_his_leadership() {
    let battle = scene_with(".a . . . .b .b .b", "a Alpha players: rifle; b Staff enemy: boy boy officer", |setup| {
        weapon(setup, "rifle").attacks = Amount::fixed(3);
        profile(setup, "officer").hp = 1;
    });
    let orders = orders_of(&battle, "Alpha: Staff");
    let odds = fire(&Line::default(), &battle, &super::parts_of(&orders), Patience::LONG).expect("few enough ways");
    // The hero falls last, so it is his LD of 6 that counts: 26 of 36 pairs.
    let expected = odds[0].downed.chance(2) * 10.0 / 36.0;
    assert!((odds[0].breaks - expected).abs() < 1e-12);
}

#[test]
fn c5_what_waits_for_the_test_or_its_failure_counts() {
    let told = |trigger, effect| {
        let battle = waiting(DUEL, DUELLISTS, trigger, &[effect], |_| ());
        preview::morale(&battle, squad(&battle, "Boyz"))
    };
    let plain = told(Trigger::ShotAt, modify(Stat::Leadership, 2));
    let better = told(Trigger::TestsMorale, modify(Stat::Leadership, 2));
    let saved = told(Trigger::FailsMorale, Effect::Rally);
    assert_eq!((plain.modifiers, better.modifiers), (0, 2));
    assert!(passes(&plain) < passes(&better));
    assert!(saved.is_rallied && !plain.is_rallied);
}

#[test]
fn v6_a_squad_that_is_told_to_get_away_rolls_against_a_charge() {
    let battle = scene_with(".a . . . . .b", "a Alpha players: rifle; b Boyz enemy: boy", |_| ());
    let [alpha, boyz] = ["Alpha", "Boyz"].map(|it| squad(&battle, it));
    let mut orders = crate::line::battle::Orders::default();
    let patience = Cell::new(Patience::LONG);
    let odds = |orders: &_| charge_in_turn(&Line::default(), &battle, orders, (boyz, alpha), None, &patience).1;
    let plain = odds(&orders);
    orders.movement.put(alpha, crate::line::battle::Movement::Disengage(None));
    let opposed = odds(&orders);
    assert_eq!((plain.needed, plain.is_opposed), (Some(4), false));
    assert_eq!((opposed.needed, opposed.is_opposed), (Some(4), true));
    assert_eq!(opposed.chance, plain.chance_if_opposed);
    assert!(opposed.chance < plain.chance);
}

#[test]
fn v6_somebody_is_left_unless_all_who_roll_fall() {
    let battle = scene_with(".a .b .\n.a . .\n. . .a", "a Alpha players: rifle; b Boyz enemy: boy", |_| ());
    let it = getaway(&battle, squad(&battle, "Alpha"));
    assert_eq!((it.standing, it.engaged, it.away), (3, 2, 1.0));
    let it = getaway(&battle, squad(&battle, "Boyz"));
    assert_eq!((it.standing, it.engaged, it.away), (1, 1, 0.5));
}

#[test]
fn v7_a_charge_comes_after_the_fire_of_its_own_side_at_its_target() {
    let drawing = ".a . . . .b . . . . .b\n.c . . . .  . . . . .";
    let battle = scene_with(drawing, "a Alpha players: rifle; c Carl players: rifle; b Boyz enemy: boy", |_| ());
    let [alpha, boyz] = ["Alpha", "Boyz"].map(|it| squad(&battle, it));
    let (orders, patience) = (orders_of(&battle, "Carl: Boyz"), Cell::new(Patience::LONG));
    let odds = |orders| charge_in_turn(&Line::default(), &battle, orders, (alpha, boyz), None, &patience).1;
    let (alone, fired) = (odds(&crate::line::battle::Orders::default()), odds(&orders));
    let felled = fire(&Line::default(), &battle, &super::parts_of(&orders), Patience::LONG).expect("few enough ways");
    let felled = felled[0].downed.chance(1);
    assert_eq!((alone.needed, alone.after_fire), (Some(3), None));
    assert_eq!((fired.needed, fired.after_fire.and_then(|it| it.between)), (Some(3), Some((3, 8))));
    let expected = (1.0 - felled) * charge(3, false) + felled * charge(8, false);
    assert!((fired.chance - expected).abs() < 1e-12, "{} and not {expected}", fired.chance);
}
