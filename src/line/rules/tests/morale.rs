//! L: the morale phase.

use expect_test::expect;

use super::{broken, duel, hurt, modify, ordered_duel, profile, squad, teach, unit};
use crate::line::battle::scene::{scene, scene_with};
use crate::line::battle::{Battle, Effect, Event, Stat};
use crate::line::rules::story::{after, check};

/// A squad of five riflemen of whom this many stand, and an enemy out of everybody's mind.
fn standing(count: usize) -> Battle {
    let battle = scene(".a .a .a .a .a . . . . . . .b", "a Alpha players: rifle; b Boyz enemy: boy");
    (count..5).fold(battle, |battle, n| hurt(battle, &format!("Alpha {}", n + 1), 1))
}

#[test]
fn l1_below_half_a_squad_rolls_two_dice_against_its_leadership() {
    check(
        &standing(2),
        "",
        "morale 3 4",
        expect![[r#"
        Morale:
        Alpha tests on 3+4+0 against 7: passes"#]],
    );
    check(
        &standing(2),
        "",
        "morale 3 3",
        expect![[r#"
        Morale:
        Alpha tests on 3+3+0 against 7: breaks"#]],
    );
}

#[test]
fn l1_at_half_or_more_it_does_not() {
    check(&standing(3), "", "", expect![[""]]);
    let four = scene(".a .a .a .a . . . . . . . .b", "a Alpha players: rifle; b Boyz enemy: boy");
    check(&hurt(hurt(four, "Alpha 1", 1), "Alpha 2", 1), "", "", expect![[""]]);
}

#[test]
fn l1_a_squad_of_one_is_tested_below_half_its_hit_points() {
    let beast = scene(".a . . . . . . . . .b .\n. . . . . . . . . . .", "a Beast players: beast; b Boyz enemy: boy");
    check(&hurt(beast.clone(), "Beast 1", 3), "", "", expect![[""]]);
    check(
        &hurt(beast, "Beast 1", 4),
        "",
        "morale 1 1",
        expect![[r#"
        Morale:
        Beast tests on 1+1+0 against 7: breaks"#]],
    );
}

#[test]
fn l1_an_embedded_hero_lends_his_leadership_while_he_stands() {
    let battle =
        scene(".a .a .a .a .a . . . . . . .b", "a Alpha players: officer rifle rifle rifle rifle; b Boyz enemy: boy");
    let battle = (3..6).fold(battle, |battle, n| hurt(battle, &format!("Alpha {n}"), 1));
    check(
        &battle,
        "",
        "morale 3 3",
        expect![[r#"
        Morale:
        Alpha tests on 3+3+0 against 6: passes"#]],
    );
    let without = hurt(battle, "Alpha Officer", 3);
    check(
        &without,
        "",
        "morale 3 3",
        expect![[r#"
        Morale:
        Alpha tests on 3+3+0 against 7: breaks"#]],
    );
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
fn l1_the_enemy_is_tested_after_the_players_wherever_the_roster_has_it() {
    let battle = scene(".a .a .a . . . . . .b .b .b", "b Boyz enemy: boy; a Alpha players: rifle");
    let battle = ["Alpha 1", "Alpha 2", "Boyz 1", "Boyz 2"].into_iter().fold(battle, |it, name| hurt(it, name, 1));
    check(
        &battle,
        "",
        "morale 6 6 1 1",
        expect![[r#"
            Morale:
            Alpha tests on 6+6+0 against 7: passes
            Boyz tests on 1+1+0 against 7: breaks"#]],
    );
}

#[test]
fn l1_an_annihilated_squad_is_not_tested() {
    check(&hurt(hurt(duel(|_| ()), "Boyz 1", 1), "Boyz 2", 1), "", "", expect![""]);
}

#[test]
fn l2_each_unit_abandoned_this_round_is_one_less() {
    let mut battle = standing(2);
    let left = ["Alpha 3", "Alpha 4"].map(|it| (unit(&battle, it), battle.unit(unit(&battle, it)).at));
    battle.apply(&Event::Abandoned { squad: squad(&battle, "Alpha"), units: left.to_vec() });
    check(
        &battle,
        "",
        "morale 4 4",
        expect![[r#"
        Morale:
        Alpha tests on 4+4-2 against 7: breaks"#]],
    );
    let next = after(&battle, "", "morale 4 5");
    check(
        &next,
        "",
        "morale 3 4",
        expect![[r#"
        Morale:
        Alpha tests on 3+4+0 against 7: passes"#]],
    );
}

#[test]
fn l2_abilities_add_to_the_roll_too() {
    let battle = scene_with(
        ".a .a .a . . . . . . . . .b\n. . . . . . . . . . . .\n.l . . . . . . . . . . .",
        "a Alpha players: rifle; b Boyz enemy: boy; l Lead players: officer",
        |setup| {
            teach(setup, "Order", modify(Stat::Leadership, 2));
        },
    );
    let battle = hurt(hurt(battle, "Alpha 1", 1), "Alpha 2", 1);
    check(
        &battle,
        "use Order on Alpha",
        "morale 2 3",
        expect![[r#"
            Order on Alpha for 1 CP
            Alpha: Modify { stat: Leadership, by: 2, weapons: None } for Rounds(1)
            Morale:
            Alpha tests on 2+3+2 against 7: passes"#]],
    );
}

#[test]
fn l3_a_broken_squad_fires_two_worse() {
    check(
        &broken(duel(|_| ()), "Alpha"),
        "Alpha: shoot Boyz",
        "hit 5",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 5/6+
        Morale:
        Alpha recovers"#]],
    );
    check(
        &broken(duel(|_| ()), "Alpha"),
        "Alpha: shoot Boyz",
        "hit 6, wound 1",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 6/6+
          Boyz 1: wound 1/4+ Unharmed
        Morale:
        Alpha recovers"#]],
    );
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
fn l4_a_broken_squad_that_is_no_longer_below_half_recovers_without_a_roll() {
    let battle = scene_with(
        ".a .a .a . . . . . . . . .b\n. . . . . . . . . . . .\n.l . . . . . . . . . . .",
        "a Alpha players: rifle; b Boyz enemy: boy; l Lead players: officer",
        |setup| {
            teach(setup, "Order", vec![Effect::StandUp { units: 1, hp: 1 }]);
        },
    );
    let battle = broken(hurt(hurt(battle, "Alpha 1", 1), "Alpha 2", 1), "Alpha");
    check(
        &battle,
        "use Order on Alpha",
        "",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha 1 stands up on D1 with 1 HP
        Morale:
        Alpha recovers"#]],
    );
}

#[test]
fn l4_a_squad_below_half_does_not_recover_by_itself() {
    check(
        &broken(standing(2), "Alpha"),
        "",
        "morale 1 2",
        expect![[r#"
        Morale:
        Alpha tests on 1+2+0 against 7: breaks"#]],
    );
}

#[test]
fn l4_nothing_happens_to_squads_that_are_in_order() {
    check(&ordered_duel(Vec::new()), "", "", expect![[""]]);
}

#[test]
fn l1_a_structure_is_never_tested() {
    let battle = scene(".k .\n. .", "k Fort enemy: bunker");
    check(&hurt(battle, "Fort 1", 11), "", "", expect![[r#""#]]);
}
