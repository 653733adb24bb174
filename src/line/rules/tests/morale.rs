//! L: the morale phase.

use expect_test::expect;

use super::{hurt, lasting, profile, squad, teach};
use crate::line::battle::scene::{scene, scene_with};
use crate::line::battle::{AbilityTarget, Battle, Boon, Sort, Span, Stat, Trigger};
use crate::line::rules::story::{after, check};
use crate::line::rules::{Line, preview, story};

/// A squad of five riflemen of whom this many stand, and an enemy out of everybody's mind.
fn standing(count: usize) -> Battle {
    let battle = scene(".a .a .a .a .a . . . . . . .b", "a Alpha players: rifle; b Boyz enemy: boy");
    (count..5).fold(battle, |battle, n| hurt(battle, &format!("Alpha {}", n + 1), 1))
}

#[test]
fn l3_it_stays_broken_until_it_passes_a_test() {
    let alpha = |battle: &Battle| battle.squad(squad(battle, "Alpha")).is_broken;
    let first = after(&standing(2), "", "morale 1 1");
    assert!(alpha(&first));
    let second = after(&first, "", "morale 2 4");
    assert!(alpha(&second));
    let third = after(&second, "", "morale 5 2");
    assert!(!alpha(&third));
}

#[test]
fn l1_a_structure_is_never_tested() {
    let battle = scene(".k .\n. .", "k Fort enemy: bunker");
    check(&hurt(battle, "Fort 1", 11), "", "", expect![[r#""#]]);
}

#[test]
fn l1_the_better_of_squad_and_hero_counts() {
    let battle = scene_with(
        ".a .a .a .a .a . . . . . . .b",
        "a Alpha players: officer rifle rifle rifle rifle; b Boyz enemy: boy",
        |setup| profile(setup, "officer").leadership = 9,
    );
    let battle = (3..6).fold(battle, |battle, n| hurt(battle, &format!("Alpha {n}"), 1));
    check(
        &battle,
        "",
        "morale 3 4",
        expect![[r#"
        Morale:
        Alpha tests on 3+4+0 against 7: passes"#]],
    );
}

#[test]
fn l2_what_waits_for_a_test_is_foretold_if_it_counts_then() {
    for (weapons, on, counts) in [
        (None, "Alpha", true),
        (None, "Alpha Officer", true), // whose LD it is
        (None, "Alpha 2", false),
        (Some(Sort::Melee), "Alpha", false),
    ] {
        let battle = scene_with(
            ".a .a .a .a .a . . . . . . .b",
            "a Alpha players: officer rifle rifle rifle rifle; b Boyz enemy: boy",
            |setup| {
                let boon = Boon::Modify { stat: Stat::Leadership, by: 2, weapons };
                let order = teach(setup, "Order", lasting(boon, Span::Rounds(1)));
                (order.target, order.trigger) = (AbilityTarget::AlliedUnit, Some(Trigger::TestsMorale));
            },
        );
        let battle = (3..6).fold(battle, |battle, n| hurt(battle, &format!("Alpha {n}"), 1));
        let (alpha, orders) = (squad(&battle, "Alpha"), format!("use Order on {on}"));
        let commanded = preview::commanded(&Line::default(), &battle, &story::orders_of(&battle, &orders));
        let foretold = preview::morale(&commanded, alpha).passes(2 + 2);
        let passed = !after(&battle, &orders, "morale 2 2").squad(alpha).is_broken;
        assert_eq!((foretold, passed), (counts, counts), "{weapons:?} on {on}");
    }
}
