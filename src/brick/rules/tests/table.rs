//! Battles on a real table: what is said with an attack stands for the map.

use expect_test::{Expect, expect};

use crate::brick::battle::scene::{scene_with, who};
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
fn bc3_7_dan_attacks_yoko_with_knife_outnumbered_parry_pan() {
    check(
        "a Yoko red: fig sword; b Dan blue: fig knife pan",
        "measure Dan at Yoko outnumbered; react Dan parry pan vs counter; react Yoko none; \
         melee Dan attack Yoko with knife",
        "attack 4, damage 3, attack 4, parry 4",
        expect![[r#"
            Dan at Yoko: {"is_outnumbered":true}
            Melee:
              blue's pass
            Dan declares Attack at Yoko
            Dan and Yoko in close combat
            Dan Attack Yoko with knife: 4 -1 Outnumbered of 2 hits
            Dan damage with knife: 3=3
            Yoko: 3 against 4, holds
            Yoko declares Counterattack at Dan
            Dan against Yoko: parry with pan
            Yoko Counterattack Dan with sword: 4 of 3 hits
            Dan parries Yoko with pan: 4 -1 Outnumbered of 3 deflects 1
            Yoko damage with sword:  deflected 1=0"#]],
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
fn bx5_a_blast_catches_whom_it_hits_and_who_was_said_to_be_near() {
    check(
        "a Ann red: fig grenade; b Dan blue: fig; c Eve blue: fig; d Fay blue: fig",
        "measure Ann at Dan range=3 near=Fay; shoot Ann at Dan",
        "attack 3, damage 4",
        expect![[r#"
            Ann at Dan: {"range":3,"near":[3]}
            Shooting:
              red's pass
            Ann declares Shoot at Dan
            Ann Shoot Dan with grenade: 3 of 3 hits
            Ann damage with grenade: 4=4
            explosion at C1, radius 2
            Dan: 4 against 4, holds
            Fay: 4 against 4, holds
            Dan pushed E 1 to C1
            Dan disrupted
            Fay pushed E 1 to G1
            Fay disrupted
            Ann's grenade Thrown to nowhere
            Movement:
              blue's pass
            Dan recovers
            Fay recovers"#]],
    );
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
fn bc19_8_a_collision_on_a_table_says_how_far_and_moves_nobody() {
    check(
        "a Ann red: fig; b Dan blue: fig",
        "measure Ann at Dan run=5; move Ann charge Dan body",
        "mom 6, pop 2",
        expect![[r#"
            Ann at Dan: {"run":5}
            Movement:
              red's pass
            Ann MOM 6=6
            Ann has no run
            Dan POP 2=2
            Dan pushed N 4 to C1
            Dan disrupted"#]],
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
