//! Battles on a real table, where what is measured with an attack stands for the map.

use crate::brick::battle::Battle;
use crate::brick::battle::scene::{scene_with, unit_named, who};
use crate::brick::rules::story::{after, plain, play};
use crate::brick::rules::tests::refusals::refused;

/// It only shows who is there, because there is no map.
const SHELF: &str = "
    .a . .b . .c . .d . .e
    .  . .  . .  . .  . .f
    .g . .  .h . .  . .i .
    .  . .  . .  . .  . . ";

fn table(people: &str) -> Battle {
    scene_with(SHELF, people, |setup| setup.has_map = false)
}

#[test]
fn bc1_4_the_distance_of_a_shot_is_what_was_measured() {
    for (said, hits_on, damage) in [
        ("range=6", 3, "damage 5"),
        ("range=7", 4, "damage 5"),
        ("range=9 height=3", 3, "damage 5"), // BC-4.1
        ("range=12 height=9", 4, "damage 5"),
        ("range=6 cover=1", 4, "damage 5"),   // BC-2.8
        ("range=6 cover=3", 6, "damage 4 5"), // BC-4.7
        ("range=6 still", 2, "damage 5"),     // BC-2.12
        ("range=6 outnumbered", 4, "damage 5"),
    ] {
        let battle = table("a Ann red: fig bow; b Dan blue: fig knife");
        let orders = format!("measure Ann at Dan {said}; shoot Ann at Dan");
        // All scripted dice must be rolled: only what hits does damage.
        play(&plain(), &battle, &orders, &format!("attack {hits_on}, {damage}"));
        play(&plain(), &battle, &orders, &format!("attack {}", hits_on - 1));
    }
}

#[test]
fn bc1_4_what_nobody_measured_comes_to_nothing() {
    let battle = table("a Ann red: fig bow; b Dan blue: fig knife");
    assert_eq!(refused(&plain(), &battle, "shoot Ann at Dan; move Dan to A1", ""), "Shoot NotMeasured, Move NoMap");
    let battle = table("a Ann red: fig lance; b Dan blue: fig");
    assert_eq!(refused(&plain(), &battle, "move Ann charge Dan with lance", ""), "Charge NotMeasured");
}

#[test]
fn bc7_1_what_is_farther_than_weapon_and_inch_is_out_of_reach() {
    for (inches, dice, why) in [(1, "attack 1", ""), (2, "attack 1", ""), (3, "", "Melee OutOfReach")] {
        let battle = table("a Ann red: fig knife; b Dan blue: fig");
        let orders = format!("measure Ann at Dan range={inches}; melee Ann attack Dan");
        assert_eq!(refused(&plain(), &battle, &orders, dice), why, "{inches} inches");
    }
}

#[test]
fn bc16_2_a_charge_brings_the_momentum_that_its_run_was_long_enough_for() {
    for (inches, dice, is_killed) in
        [(4, "attack 4, damage 1, damage 1, damage 3", true), (3, "attack 4, damage 1, damage 3", false)]
    {
        let battle = table("a Ann red: fig lance; b Dan blue: fig");
        let orders =
            format!("measure Ann at Dan run={inches}; react Dan none then hold; move Ann charge Dan with lance");
        let end = after(&battle, &orders, dice);
        assert_eq!(end.is_there(who(&end, "Dan")), !is_killed, "{inches} inches");
    }
}

#[test]
fn bc5_13_who_is_near_whom_is_said_anew_each_round() {
    let end = after(&table("a Ann red: fig knife; b Dan blue: fig"), "melee Ann attack Dan", "attack 1, attack 1");
    assert!(!end.is_engaged(who(&end, "Ann")));
    assert!(end.measures().is_empty());
}

#[test]
fn bs5_6_on_a_table_squads_form_wherever_they_are() {
    let people = "a Ann red: fig; g Bob red: fig; i Cid red: fig; b Dan blue: fig";
    let end = after(&table(people), "form Trio from Ann,Bob,Cid", "");
    assert_eq!(end.members(who(&end, "Trio")).len(), 3);
}

#[test]
fn bs5_4_what_was_measured_of_a_squad_is_true_of_the_one_that_its_people_form() {
    let battle = table("a Ann red: fig bow; b Men blue 1x1: fig");
    let orders = "form Band from Men-1 1x1; measure Ann at Men range=6; shoot Ann at Men";
    // A shot rolls nothing if nobody measured it.
    play(&plain(), &battle, orders, "attack 1");
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
