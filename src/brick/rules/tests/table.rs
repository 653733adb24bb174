//! Battles on a real table: what is said with an attack stands for the map.

use expect_test::{Expect, expect};

use crate::brick::battle::scene::{scene_with, unit_named, who};
use crate::brick::battle::{Battle, Event, Refusal};
use crate::brick::rules::story::{after, check as checked, plain, play, told};

/// Nobody stands where the drawing has them: there is no map.
const SHELF: &str = "
    .a . .b . .c . .d . .e
    .  . .  . .  . .  . .f
    .g . .  .h . .  . .i .
    .  . .  . .  . .  . . ";

fn table(people: &str) -> Battle {
    scene_with(SHELF, people, |setup| setup.has_map = false)
}

#[track_caller]
fn check(people: &str, orders: &str, dice: &str, expected: Expect) {
    checked(&table(people), orders, dice, expected);
}

#[test]
fn bc1_4_the_distance_of_a_shot_is_what_was_measured() {
    for (said, dice, expected) in [
        ("range=6", "attack 3, damage 5", "3 of 3"),
        ("range=7", "attack 4, damage 5", "4 less 1 of 3"),
        ("range=9 height=3", "attack 3, damage 5", "3 of 3"), // BC-4.1
        ("range=12 height=9", "attack 4, damage 5", "4 less 1 of 3"),
        ("range=6 cover=1", "attack 4, damage 5", "4 -1 Cover of 3"), // BC-2.8
        ("range=6 cover=3", "attack 6, damage 4, damage 5", "6 -5 Blind of 3!"), // BC-4.7
        ("range=6 still", "attack 2, damage 5", "2 +1 Stationary of 3"), // BC-2.12
        ("range=6 outnumbered", "attack 4, damage 5", "4 -1 Outnumbered of 3"),
    ] {
        let battle = table("a Ann red: fig bow; b Dan blue: fig knife");
        let orders = format!("measure Ann at Dan {said}; shoot Ann at Dan");
        let events = play(&plain(), &battle, &orders, dice);
        let story = told(&battle, &events);
        assert!(story.contains(&format!("bow: {expected}")), "{said}: {story}");
    }
}

#[test]
fn bc1_4_a_shot_that_nobody_measured_comes_to_nothing() {
    check(
        "a Ann red: fig bow; b Dan blue: fig knife",
        "shoot Ann at Dan; move Dan to A1",
        "",
        expect![[r#"
            Shooting:
              red's pass
            Ann Shoot refused: NotMeasured
            Movement:
              blue's pass
            Dan Move refused: NoMap"#]],
    );
}

#[test]
fn bc7_1_what_is_farther_than_weapon_and_inch_is_out_of_reach() {
    for (inches, is_refused) in [(1, false), (2, false), (3, true)] {
        let battle = table("a Ann red: fig knife; b Dan blue: fig");
        let orders = format!("measure Ann at Dan range={inches}; melee Ann attack Dan");
        // Whoever is attacked and does nothing about it is struck at again in their own pass.
        let dice = if is_refused { "" } else { "attack 1, attack 1" };
        let events = play(&plain(), &battle, &orders, dice);
        let is_it = |it: &Event| matches!(it, Event::Refused { why: Refusal::OutOfReach, .. });
        assert_eq!(events.iter().any(is_it), is_refused, "{inches} inches");
    }
}

#[test]
fn bc16_2_a_charge_brings_the_momentum_that_its_run_was_long_enough_for() {
    let people = "a Ann red: fig lance; b Dan blue: fig";
    let run = |inches: u8| {
        format!("measure Ann at Dan run={inches}; react Dan none then hold; move Ann charge Dan with lance")
    };
    for (inches, dice, is_killed) in
        [(4, "attack 4, damage 1, damage 1, damage 3", true), (3, "attack 4, damage 1, damage 3", false)]
    {
        let end = after(&table(people), &run(inches), dice);
        assert_eq!(end.is_there(who(&end, "Dan")), !is_killed, "{inches} inches");
    }
    check(
        people,
        "move Ann charge Dan with lance",
        "",
        expect![[r#"
            Movement:
              red's pass
            Ann Charge refused: NotMeasured"#]],
    );
}

#[test]
fn bc5_13_who_is_near_whom_is_said_anew_each_round() {
    let end = after(&table("a Ann red: fig knife; b Dan blue: fig"), "melee Ann attack Dan", "attack 1, attack 1");
    assert!(!end.is_engaged(who(&end, "Ann")));
    assert!(end.measures().is_empty());
}

#[test]
fn bs5_6_on_a_table_squads_form_wherever_they_are() {
    let end = after(
        &table("a Ann red: fig; g Bob red: fig; i Cid red: fig; b Dan blue: fig"),
        "form Trio from Ann,Bob,Cid",
        "",
    );
    assert_eq!(end.members(who(&end, "Trio")).len(), 3);
}

#[test]
fn bs5_4_what_was_measured_of_a_squad_is_true_of_the_one_that_its_people_form() {
    let battle = table("a Ann red: fig bow; b Men blue 1x1: fig");
    let orders = "form Band from Men-1 1x1; measure Ann at Men range=6; shoot Ann at Men";
    let story = told(&battle, &play(&plain(), &battle, orders, "attack 1"));
    assert!(story.contains("Ann at Band: {\"range\":6}") && story.contains("Ann declares Shoot at Band"), "{story}");
}

#[test]
fn bx5_a_blast_catches_those_on_the_plate_who_are_near_whom_it_hits() {
    for (said, eve_stands) in [("", true), (" near=Eve", false)] {
        let people = "a Ann red: fig grenade; d Men blue 4x1: fig; e Eve blue: fig";
        let battle = scene_with(".a . . .d .d .d .d .e", people, |setup| setup.has_map = false);
        let orders = format!("measure Ann at Men range=3{said}; shoot Ann at Men");
        let end = after(&battle, &orders, "attack 4, damage 5");
        let stands = ["Men-1", "Men-2", "Men-3", "Men-4", "Eve"].map(|it| end.unit(unit_named(&end, it)).is_standing());
        assert_eq!(stands, [false, false, false, true, eve_stands], "{said}");
    }
}
