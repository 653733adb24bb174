//! A: to hit, to wound, to save, and who takes it.

use expect_test::expect;

use super::{arm, duel, hurt, profile, unit, weapon};
use crate::line::battle::scene::{scene, scene_with};
use crate::line::battle::{Amount, Battle, Tag};
use crate::line::rules::Line;
use crate::line::rules::story::{after, check, check_with};

#[test]
fn a1_a_roll_of_acc_or_more_hits() {
    check(
        &duel(|setup| weapon(setup, "rifle").attacks = Amount::fixed(2)),
        "Alpha: shoot Boyz",
        "hit 3 4, wound 1",
        expect![[r#"
            Shooting:
            Alpha Fire Boyz with rifle: 3/4+ 4/4+
              Boyz 1: wound 1/4+ Unharmed"#]],
    );
}

#[test]
fn a1_a_natural_six_hits_whatever_is_needed() {
    check(
        &duel(|setup| weapon(setup, "rifle").accuracy = 7),
        "Alpha: shoot Boyz",
        "hit 6, wound 1",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 6/7+
          Boyz 1: wound 1/4+ Unharmed"#]],
    );
}

#[test]
fn a1_a_natural_one_is_not_special_unless_a_scenario_says_so() {
    let battle = duel(|setup| weapon(setup, "rifle").accuracy = 1);
    check(
        &battle,
        "Alpha: shoot Boyz",
        "hit 1, wound 1",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 1/1+
          Boyz 1: wound 1/4+ Unharmed"#]],
    );
    let rules = Line { natural_one_misses: true, ..Line::default() };
    check_with(
        &rules,
        &battle,
        "Alpha: shoot Boyz",
        "hit 1",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 1/1+"#]],
    );
}

#[test]
fn a2_a_natural_six_wounds_whoever_it_is() {
    check(
        &scene(".a . . . .b . .\n. . . . . . .\n. . . . . . .", "a Alpha players: rifle; b Tank enemy: tank"),
        "Alpha: shoot Tank",
        "hit 4, wound 6, save 1",
        expect![[r#"
            Shooting:
            Alpha Fire Tank with rifle: 4/4+
              Tank 1: wound 6/6+ save 1/2+ Hurt by 1"#]],
    );
}

#[test]
fn a2_each_hit_is_against_the_toughness_and_armour_of_whom_it_is_given_to() {
    check(
        &scene_with(".a . . . .b .b", "a Alpha players: rifle; b Mob enemy: boy gunner", |setup| {
            weapon(setup, "rifle").attacks = Amount::fixed(2);
            profile(setup, "gunner").toughness = 5;
            profile(setup, "gunner").save = Some(3);
        }),
        "Alpha: shoot Mob",
        "hit 4 4, wound 4, save 5, wound 5, save 3",
        expect![[r#"
            Shooting:
            Alpha Fire Mob with rifle: 4/4+ 4/4+
              Mob 1: wound 4/4+ save 5/6+ Downed by 1
              Mob 2: wound 5/5+ save 3/3+ Saved"#]],
    );
}

#[test]
fn a3_armour_penetration_is_taken_off_the_save_roll() {
    check(
        &duel(|setup| weapon(setup, "rifle").piercing = 1),
        "Alpha: shoot Boyz",
        "hit 4, wound 4, save 6",
        expect![[r#"
            Shooting:
            Alpha Fire Boyz with rifle: 4/4+
              Boyz 1: wound 4/4+ save 6/7+ Downed by 1"#]],
    );
}

#[test]
fn a3_a_save_has_no_special_naturals() {
    let tank = |piercing: u8| {
        scene_with(
            ".a . . . .b . .\n. . . . . . .\n. . . . . . .",
            "a Alpha players: rifle; b Tank enemy: tank",
            |setup| {
                weapon(setup, "rifle").piercing = piercing;
                profile(setup, "tank").save = Some(1);
            },
        )
    };
    check(
        &tank(0),
        "Alpha: shoot Tank",
        "hit 4, wound 6, save 1",
        expect![[r#"
        Shooting:
        Alpha Fire Tank with rifle: 4/4+
          Tank 1: wound 6/6+ save 1/1+ Saved"#]],
    );
    check(
        &tank(6),
        "Alpha: shoot Tank",
        "hit 4, wound 6, save 6",
        expect![[r#"
        Shooting:
        Alpha Fire Tank with rifle: 4/4+
          Tank 1: wound 6/6+ save 6/7+ Hurt by 1"#]],
    );
}

#[test]
fn a4_damage_does_not_carry_over_to_another_unit() {
    check(
        &duel(|setup| weapon(setup, "rifle").damage = Amount::fixed(5)),
        "Alpha: shoot Boyz",
        "hit 4, wound 4, save 1",
        expect![[r#"
            Shooting:
            Alpha Fire Boyz with rifle: 4/4+
              Boyz 1: wound 4/4+ save 1/6+ Killed by 5"#]],
    );
}

#[test]
fn a4_two_small_wounds_down_a_unit_that_one_large_one_would_kill() {
    let gunner = |damage: u8| {
        scene_with(".a . . . .b .b", "a Alpha players: rifle; b Guns enemy: gunner", |setup| {
            weapon(setup, "rifle").damage = Amount::fixed(damage);
            weapon(setup, "rifle").attacks = Amount::fixed(2);
        })
    };
    check(
        &gunner(1),
        "Alpha: shoot Guns",
        "hit 4 4, wound 4, save 1, wound 4, save 1",
        expect![[r#"
        Shooting:
        Alpha Fire Guns with rifle: 4/4+ 4/4+
          Guns 1: wound 4/4+ save 1/5+ Hurt by 1
          Guns 1: wound 4/4+ save 1/5+ Downed by 1"#]],
    );
    check(
        &gunner(4),
        "Alpha: shoot Guns",
        "hit 4 1, wound 4, save 1",
        expect![[r#"
        Shooting:
        Alpha Fire Guns with rifle: 4/4+ 1/4+
          Guns 1: wound 4/4+ save 1/5+ Killed by 4"#]],
    );
}

#[test]
fn a4_a_downed_unit_takes_no_further_hits() {
    check(
        &scene_with(".a . . . .b", "a Alpha players: rifle; b Boyz enemy: boy", |setup| {
            weapon(setup, "rifle").attacks = Amount::fixed(2);
        }),
        "Alpha: shoot Boyz",
        "hit 4 4, wound 4, save 1",
        expect![[r#"
            Shooting:
            Alpha Fire Boyz with rifle: 4/4+ 4/4+
              Boyz 1: wound 4/4+ save 1/6+ Downed by 1
              lost"#]],
    );
}

/// Three gunners at 4, 5 and 6 tiles from a rifleman who fires this often.
fn three(attacks: u8) -> Battle {
    scene_with(".a . . . .b .b .b", "a Alpha players: rifle; b Guns enemy: gunner", |setup| {
        weapon(setup, "rifle").attacks = Amount::fixed(attacks);
    })
}

#[test]
fn a5_the_closest_is_hit_first() {
    check(
        &three(1),
        "Alpha: shoot Guns",
        "hit 4, wound 4, save 1",
        expect![[r#"
        Shooting:
        Alpha Fire Guns with rifle: 4/4+
          Guns 1: wound 4/4+ save 1/5+ Hurt by 1"#]],
    );
}

#[test]
fn a5_whoever_is_hurt_is_hit_before_the_closest() {
    check(
        &hurt(three(1), "Guns 3", 1),
        "Alpha: shoot Guns",
        "hit 4, wound 4, save 1",
        expect![[r#"
        Shooting:
        Alpha Fire Guns with rifle: 4/4+
          Guns 3: wound 4/4+ save 1/5+ Downed by 1"#]],
    );
}

#[test]
fn a5_of_equally_close_units_the_first_in_the_roster_is_hit() {
    check(
        &scene(". . . . .b\n.a . . . .\n. . . . .b", "a Alpha players: rifle; b Guns enemy: gunner"),
        "Alpha: shoot Guns",
        "hit 4, wound 4, save 1",
        expect![[r#"
            Shooting:
            Alpha Fire Guns with rifle: 4/4+
              Guns 1: wound 4/4+ save 1/5+ Hurt by 1"#]],
    );
}

#[test]
fn a5_who_was_hurt_by_the_first_weapon_of_a_volley_is_hit_first_by_the_second() {
    // The cannon sees only the farther gunner and hurts him; the rifle sees both, and finishes him.
    let battle = scene_with(
        ".a . # . .b . . . .\n. . . . . . . . .\n. . . . . . . . .\n.a . . . . . . . .b",
        "a Alpha players: gunner rifle; b Guns enemy: gunner",
        |setup| weapon(setup, "cannon").damage = Amount::fixed(1),
    );
    let sees = |by, at| battle.sees(unit(&battle, by), unit(&battle, at));
    assert!(!sees("Alpha 1", "Guns 1") && sees("Alpha 2", "Guns 1"));
    check(
        &battle,
        "Alpha: shoot Guns",
        "hit 4, wound 2, save 6, hit 4, wound 4, save 1",
        expect![[r#"
        Shooting:
        Alpha Fire Guns with cannon: 4/4+
          Guns 2: wound 2/2+ save 6/7+ Hurt by 1
        Alpha Fire Guns with rifle: 4/4+
          Guns 2: wound 4/4+ save 1/5+ Downed by 1"#]],
    );
}

#[test]
fn a5_a_hit_with_nobody_left_to_take_it_is_lost() {
    check(
        &scene(". . . . # .b\n.a . . . . .\n.a . . . . .b", "a Alpha players: rifle; b Boyz enemy: boy"),
        "Alpha: shoot Boyz",
        "hit 4 4, wound 4, save 1",
        expect![[r#"
            Shooting:
            Alpha Fire Boyz with rifle: 4/4+ 4/4+
              Boyz 2: wound 4/4+ save 1/6+ Downed by 1
              lost"#]],
    );
    check(
        &scene_with(".a . . .b . . . . .b", "a Alpha players: rifle; b Boyz enemy: boy", |setup| {
            arm(setup, "rifle", &["pistol"]);
            weapon(setup, "pistol").attacks = Amount::fixed(2);
        }),
        "Alpha: shoot Boyz",
        "hit 4 4, wound 5, save 1",
        expect![[r#"
            Shooting:
            Alpha Fire Boyz with pistol: 4/4+ 4/4+
              Boyz 1: wound 5/5+ save 1/6+ Downed by 1
              lost"#]],
    );
}

/// A rifleman, and an officer in front of a rifleman of his squad.
fn escort(tags: &[Tag]) -> Battle {
    scene_with(".a . . . .b .b", "a Alpha players: rifle; b Staff enemy: officer rifle", |setup| {
        weapon(setup, "rifle").attacks = Amount::fixed(2);
        weapon(setup, "rifle").tags = tags.to_vec();
    })
}

#[test]
fn a5_an_embedded_hero_is_hit_last_though_he_is_the_closest() {
    check(
        &escort(&[]),
        "Alpha: shoot Staff",
        "hit 4 4, wound 3, save 1, wound 3, save 1",
        expect![[r#"
        Shooting:
        Alpha Fire Staff with rifle: 4/4+ 4/4+
          Staff 2: wound 3/3+ save 1/5+ Downed by 1
          Staff Officer: wound 3/3+ save 1/4+ Hurt by 1"#]],
    );
}

#[test]
fn a5_an_embedded_hero_is_hit_last_though_he_is_hurt() {
    check(
        &hurt(escort(&[]), "Staff Officer", 1),
        "Alpha: shoot Staff",
        "hit 4 1, wound 3, save 1",
        expect![[r#"
        Shooting:
        Alpha Fire Staff with rifle: 4/4+ 1/4+
          Staff 2: wound 3/3+ save 1/5+ Downed by 1"#]],
    );
}

#[test]
fn a5_precision_picks_the_embedded_hero() {
    check(
        &escort(&[Tag::Precision]),
        "Alpha: shoot Staff",
        "hit 4 1, wound 3, save 1",
        expect![[r#"
        Shooting:
        Alpha Fire Staff with rifle: 4/4+ 1/4+
          Staff Officer: wound 3/3+ save 1/4+ Hurt by 1"#]],
    );
}

#[test]
fn t5_a_weapon_makes_as_many_attacks_as_it_says() {
    let battle = duel(|setup| {
        let rifle = weapon(setup, "rifle");
        (rifle.attacks, rifle.accuracy) = (Amount::fixed(200), 6);
    });
    // All dice that are laid out must be rolled, and no others.
    after(&battle, "Alpha: shoot Boyz", &format!("hit {}", "1 ".repeat(200)));
}
