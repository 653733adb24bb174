//! what a seed determines, and a battle that has ended.

use expect_test::expect;

use super::squad;
use crate::dice::{Dice, Seed, words_digest};
use crate::line::battle::scene::{scene, scene_with};
use crate::line::battle::{Battle, Event, Orders};
use crate::line::rules::Line;
use crate::line::rules::story::orders_of;

const FOUR: &str = "a Alpha players: rifle; c Bravo players: rifle; b Boyz enemy: boy; d Nobz enemy: boy";

#[test]
fn r1_a_battle_that_has_ended_is_not_played_on() {
    let battle = scene_with(".a . . . . . .b", FOUR, |setup| setup.rounds = Some(1));
    let mut ended = battle.clone();
    let play = |battle: &Battle| Line::default().resolve(battle, &Orders::default(), &mut Dice::keyed([1; 32]));
    play(&battle).iter().for_each(|it| ended.apply(it));
    assert!(ended.outcome().is_some());
    assert_eq!(play(&ended), []);
}

#[test]
fn r4_the_same_battle_orders_and_seed_give_the_same_events_and_the_same_end() {
    let battle = scene(".a .a .a . . wb .b\n.a .c .c . . .d .d\n. .c . . . .d bd", FOUR);
    let orders = orders_of(&battle, "Alpha: shoot Boyz; Bravo: shoot Nobz; Boyz: at will; Nobz: at will");
    let play = || {
        let mut dice = Seed::from(7).dice(battle.round(), &orders.digest(), &words_digest([]));
        let events = Line::default().resolve(&battle, &orders, &mut dice);
        let mut end = battle.clone();
        events.iter().for_each(|it| end.apply(it));
        let rolled: Vec<String> = dice.rolled().iter().map(|it| it.1.to_string()).collect();
        (events, end.digest(), rolled.join(""))
    };
    let (events, digest, rolled) = play();
    assert_eq!(play(), (events, digest, rolled.clone()));
    expect!["143322524211352"].assert_eq(&rolled);
}

#[test]
fn r4_a_volley_rolls_the_same_whatever_is_fired_before_it() {
    let battle = scene(".a .a .a .c .c . . . .b .b .d .d", FOUR);
    let bravo = squad(&battle, "Bravo");
    let volley = |orders: &str| {
        let rules = Line::default();
        let events = rules.resolve(&battle, &orders_of(&battle, orders), &mut Dice::keyed([1; 32]));
        events.into_iter().find(|it| matches!(it, Event::Attacked(it) if it.by == bravo)).expect("Bravo fires")
    };
    let alone = volley("Bravo: shoot Nobz");
    assert_eq!(volley("Alpha: shoot Boyz; Bravo: shoot Nobz"), alone);
    assert_eq!(volley("Bravo: shoot Nobz; Alpha: shoot Boyz"), alone);
    assert_eq!(volley("Boyz: charge Alpha; Nobz: shoot Alpha; Bravo: shoot Nobz"), alone);
}
