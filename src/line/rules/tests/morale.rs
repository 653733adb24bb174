//! L: the morale phase.

use super::{hurt, profile, squad};
use crate::line::battle::Battle;
use crate::line::battle::scene::{scene, scene_with};
use crate::line::rules::story::{after, check};
use expect_test::expect;
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
