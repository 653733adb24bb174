//! R: the round.

use expect_test::expect;

use super::{duel, squad, unit};
use crate::dice::{Dice, Seed, words_digest};
use crate::line::battle::scene::scene;
use crate::line::battle::{Battle, Event, Fire, FirePart, Orders, Phase};
use crate::line::rules::Line;
use crate::line::rules::story::{check, orders_of};

const FOUR: &str = "a Alpha players: rifle; c Bravo players: rifle; b Boyz enemy: boy; d Nobz enemy: boy";

#[test]
fn r1_the_phases_come_in_their_order_and_the_next_round_opens() {
    let battle = duel(|_| ());
    let orders = orders_of(&battle, "Alpha: shoot Boyz");
    let events = Line::default().resolve(&battle, &orders, &mut Dice::keyed([1; 32]));
    let phases: Vec<Phase> = events
        .iter()
        .filter_map(|it| match it {
            Event::PhaseBegan { phase } => Some(*phase),
            _ => None,
        })
        .collect();
    assert_eq!(phases, Phase::ALL.map(|it| it.0));
    assert!(matches!(events.last(), Some(Event::RoundBegan { round: 2 })));
}

#[test]
fn r1_a_battle_that_has_ended_is_not_played_on() {
    let battle = duel(|setup| setup.rounds = Some(1));
    let mut ended = battle.clone();
    let play = |battle: &Battle| Line::default().resolve(battle, &Orders::default(), &mut Dice::keyed([1; 32]));
    play(&battle).iter().for_each(|it| ended.apply(it));
    assert!(ended.outcome().is_some());
    assert_eq!(play(&ended), []);
}

#[test]
fn r2_a_later_order_replaces_the_one_before_and_takes_its_place_at_the_end() {
    let battle = scene(".a .c . . . .b .d", FOUR);
    let [alpha, bravo] = ["Alpha", "Bravo"].map(|it| squad(&battle, it));
    let at = |name| Fire::At(vec![FirePart { target: squad(&battle, name), with: None }]);
    let mut orders = Orders::default();
    assert_eq!(orders.fire.put(alpha, at("Boyz")), None);
    assert_eq!(orders.fire.put(bravo, at("Boyz")), None);
    assert_eq!(orders.fire.put(alpha, at("Nobz")), Some(at("Boyz")));
    let order: Vec<_> = orders.fire.iter().collect();
    assert_eq!(order, [(bravo, &at("Boyz")), (alpha, &at("Nobz"))]);
}

#[test]
fn r4_the_same_battle_orders_and_seed_give_the_same_events_and_the_same_end() {
    let battle = scene(
        ".a .a .a . . wb .b\n.a .c .c . . .d .d\n. .c . . . .d bd",
        "a Alpha players: rifle; c Bravo players: rifle; b Boyz enemy: boy; d Nobz enemy: boy",
    );
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

#[test]
fn r5_blows_come_in_the_order_of_melee_orders_and_then_of_the_roster() {
    let battle = scene(
        ".a .b\n. .\n. .\n.c .d",
        "a Alpha players: spearman; c Bravo players: spearman; b Boyz enemy: spearman; d Nobz enemy: spearman",
    );
    assert!(battle.is_in_contact(unit(&battle, "Alpha 1")));
    check(
        &battle,
        "Bravo: fight Nobz; Nobz: fight Bravo",
        "hit 1 1 1 1",
        expect![[r#"
        Melee:
        Bravo Blows Nobz with spear: 1/4+
        Alpha Blows Boyz with spear: 1/4+
        Nobz Blows Bravo with spear: 1/4+
        Boyz Blows Alpha with spear: 1/4+"#]],
    );
}
