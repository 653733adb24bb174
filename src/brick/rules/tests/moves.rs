//! BS-5.9, BS-7, BS-8, BC-5.3, BC-5.6, BC-7.2, BC-8.14 to BC-8.18, BC-9.3: everybody goes where they go.

use crate::brick::battle::scene::{profile, scene, scene_with, unit_named, who};
use crate::brick::battle::{Battle, Event, Plate, Turn};
use crate::brick::rules::story::{after, check, plain, play};
use crate::field::{Direction, Tile};
use expect_test::expect;
/// Nobody fights back, so that only what is told of counts.
const QUIET: &str = "react red none then hold; react blue none then hold";

fn row(tiles: usize) -> String {
    vec!["."; tiles].join(" ")
}

#[test]
fn bs7_3_a_plate_that_does_not_fit_does_not_pass() {
    let door = "# # . # #\n.a . . . .\n.a . . . .\n. . . . .d";
    check(
        &scene(door, "a Mob red 1x2: fig; d Dan blue: fig"),
        "move Mob to C2",
        "",
        expect![[r#"
        Movement:
          red's pass
        Mob moves 3 to C2: Mob-1 C1, Mob-2 C2
        Mob has run N 1
          blue's pass
        Mob has no run"#]],
    );
    let wide = "# # . # #\n# # . # #\n.a .a .a . .\n. . . . .d";
    check(
        &scene(wide, "a Mob red 3x1: fig; d Dan blue: fig"),
        "move Mob to C1",
        "",
        expect![[r#"
        Movement:
          red's pass
        Mob moves 1 to C3: Mob-1 B3, Mob-2 C3, Mob-3 D3
        Mob has run E 1
          blue's pass
        Mob has no run"#]],
    );
    let narrow = "# . . . #\n# # . # #\n. .a .a .a .\n. . . . .d";
    check(
        &scene(narrow, "a Mob red 3x1: fig; d Dan blue: fig"),
        "move Mob to C1",
        "",
        expect![[r#"
        Movement:
          red's pass
        Mob Move refused: NoWay"#]],
    );
}

#[test]
fn bs7_5_nobody_ends_half_way_up_a_wall() {
    let climbers = |inches: u8| {
        scene_with(".a .a .3 . . .\n. . .3 . . .d", "a Mob red 1x2 E: fig; d Dan blue: fig", move |setup| {
            let fig = profile(setup, "fig");
            (fig.can_climb, fig.movement) = (true, inches);
        })
    };
    check(
        &climbers(3),
        "move Mob to E1",
        "",
        expect![[r#"
        Movement:
          red's pass
        Mob Move refused: NoWay"#]],
    );
    check(
        &climbers(5),
        "move Mob to E1",
        "",
        expect![[r#"
        Movement:
          red's pass
        Mob moves 5 to D1: Mob-1 D1, Mob-2 E1
        Mob has run E 2"#]],
    );
}

#[test]
fn bs8_2_one_rider_makes_a_squad_cavalry() {
    let people = "a Foot red 2x1: fig; b Mixed red 4x2: fig | rider; d Dan blue: fig";
    let battle = scene(". . . . . .\n.a .a . . . .\n.b .b . . . .\n. . . . . .d", people);
    assert!(!battle.is_cavalry(who(&battle, "Foot")) && battle.is_cavalry(who(&battle, "Mixed")));
    check(
        &battle,
        "move Mixed to E3 ",
        "",
        expect![[r#"
        Movement:
          red's pass
        Mixed Move refused: NotAhead"#]],
    );
}

#[test]
fn bs8_3_cavalry_turn_around_a_front_corner() {
    for (wide, deep, price) in [(2, 2, 3), (3, 2, 3), (4, 2, 5), (6, 2, 7)] {
        let plate = Plate::new(Tile::new(10, 10), wide, deep, Direction::North);
        let (turned, of) = plate.pivoted(Turn::Right).expect("room");
        let standard = plate.rect.middle();
        assert_eq!(standard.steps_to(of(standard).expect("room")), price, "{wide}x{deep}");
        assert_eq!((turned.facing, turned.wide(), turned.deep()), (Direction::East, wide, deep));
    }
    let battle = scene(
        &format!("{}\n{}\n. . .a . {}\n{}\n{} .d", row(12), row(12), row(8), row(12), row(11)),
        "a Riders red 2x2 N: rider; d Dan blue: fig",
    );
    check(
        &battle,
        "move Riders pivot right",
        "",
        expect![[r#"
        Movement:
          red's pass
        Riders moves 3 to C1: Riders-1 C1"#]],
    );
}

#[test]
fn bs8_4_cavalry_go_ahead_or_back_at_half_speed_and_not_aside() {
    let drawing = format!(
        "{}\n{}\n{}\n{}\n{}\n{}\n.a . .\n. . .d\n{}\n{}\n{}\n{}\n{}\n{}\n{}",
        row(3),
        row(3),
        row(3),
        row(3),
        row(3),
        row(3),
        row(3),
        row(3),
        row(3),
        row(3),
        row(3),
        row(3),
        row(3)
    );
    let battle = scene(&drawing, "a Riders red 2x2 N: rider; d Dan blue: fig");
    check(
        &battle,
        "move Riders to A14 backwards",
        "",
        expect![[r#"
        Movement:
          red's pass
        Riders moves 5 to A13: Riders-1 A12
        Riders has run S 5"#]],
    );
    let tight = scene("# .d . .\n.a . # .\n. . # .\n# # # #", "a Riders red 2x2 N: rider; d Dan blue: fig");
    check(
        &tight,
        "move Riders to D1",
        "",
        expect![[r#"
        Movement:
          red's pass
        Riders Move refused: NotAhead"#]],
    );
}

#[test]
fn bc7_2_who_fights_goes_nowhere_but_by_withdrawing() {
    let battle = scene(".y .d . . .", "y Yoko red: fig knife; d Dan blue: fig");
    let orders = format!("{QUIET}; melee Yoko attack Dan; move Yoko to A1; move Dan to E1");
    check(
        &battle,
        &orders,
        "attack 2, damage 1",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Yoko Attack Dan with knife: 2 of 2 hits
        Yoko damage with knife: 1=1
        Dan: 1 against 4, holds
          blue's pass
        Dan declares Ignore
        Movement:
          red's pass
        Yoko Move refused: Engaged
          blue's pass
        Dan Move refused: Engaged"#]],
    );
}

#[test]
fn bc8_15_who_holds_lets_go_and_who_is_held_stays() {
    let battle = scene(". . . .y .d", "y Yoko red: fig; d Dan blue: fig");
    let held = after(&battle, &format!("{QUIET}; melee Yoko grab Dan"), "");
    check(
        &held,
        "move Yoko withdraw to A1",
        "",
        expect![[r#"
        Melee:
          blue's pass
        Dan declares Ignore
        Movement:
          red's pass
        Yoko releases Dan
        Yoko declares Withdraw
        Yoko moves 3 to A1: Yoko A1
        Yoko has run W 3
        Yoko and Dan part
          blue's pass
        Yoko has no run"#]],
    );
    check(
        &held,
        "move Dan withdraw to E1",
        "",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Ignore
        Movement:
          blue's pass
        Dan Withdraw refused: Held"#]],
    );
}

#[test]
fn bc8_17_an_answer_on_the_way_costs_the_action() {
    let battle = scene(
        ". . . . . . .y .d\n. . . . . . . .\n.g . . . . . . .",
        "y Yoko red: fig bayonet pan; d Dan blue: fig sword; g Gus blue: fig",
    );
    let battle = after(&battle, &format!("{QUIET}; melee Yoko attack Dan with pan"), "attack 3, damage 1");
    let orders = "react Dan none then strike; move Yoko withdraw to F2 then charge Gus with bayonet";
    check(
        &battle,
        &format!("react Yoko parry pan vs counter; {orders}"),
        "attack 3, parry 3",
        expect![[r#"
        Melee:
          blue's pass
        Dan declares Ignore
        Movement:
          red's pass
        Yoko declares Withdraw
        Dan declares Counterattack at Yoko
        Yoko against Dan: parry with pan
        Dan Counterattack Yoko with sword: 3 of 3 hits
        Yoko parries Dan with pan: 3 of 3 deflects 1
        Dan damage with sword:  deflected 1=0
        Yoko moves 2 to F2: Yoko F2
        Yoko has run S 1
        Yoko and Dan part
        Yoko Charge refused: NoAction { unit: UnitId(0) }
          blue's pass
        Yoko has no run"#]],
    );
}

#[test]
fn bx20_one_action_a_round_and_moving_is_none() {
    let battle = scene(".a .b . . . . . .d", "a Ann red: fig; b Bob red: fig; d Dan blue: fig");
    check(
        &battle,
        "form Pair from Ann,Bob 2x1; move Pair to F1 sprint",
        "",
        expect![[r#"
        Pair forms on 2x1 North at A1: Ann A1, Bob B1
        Ann, Bob form up
        Movement:
          red's pass
        Pair Move refused: NoAction { unit: UnitId(0) }"#]],
    );
    check(
        &battle,
        "form Pair from Ann,Bob 2x1; move Pair to F1",
        "",
        expect![[r#"
        Pair forms on 2x1 North at A1: Ann A1, Bob B1
        Ann, Bob form up
        Movement:
          red's pass
        Pair moves 5 to F1: Ann F1, Bob G1
        Pair has run E 5"#]],
    );
}

#[test]
fn bx22_a_door_has_size_armor_and_hit_points() {
    let battle = scene_with(".y .d .", "y Yoko red: fig sword; d Door none: door", |_| ());
    check(
        &battle,
        "melee Yoko attack Door",
        "damage 5",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Door
        Yoko Attack Door with sword: automatic hits
        Yoko damage with sword: 5+2=7
        Door: 7 against 6, -1 HP
        Morale:
        ended: Victory"#]],
    );
    assert_eq!(battle.unit(unit_named(&battle, "Door")).hp, 2);
}

#[test]
fn bx9_who_gets_up_in_movement_goes_at_half_speed() {
    let mut battle = scene(".y . . . . . .d", "y Yoko red: fig knife; d Dan blue: fig");
    battle.apply(&Event::Disrupted { unit: unit_named(&battle, "Yoko") });
    check(
        &battle,
        "move Yoko to F1",
        "",
        expect![[r#"
        Movement:
          red's pass
        Yoko recovers
          red's pass
        Yoko moves 3 to D1: Yoko D1
        Yoko has run E 3"#]],
    );
    let events = play(&plain(), &battle, "", "");
    assert!(events.iter().any(|it| matches!(it, Event::Recovered { .. })));
}

#[test]
fn bs7_6_who_is_stopped_in_a_crossing_goes_back_or_breaks_up() {
    let people = "a Mob red 1x2 E: fig knife; g Gus blue: fig sword";
    let battle = scene_with(".a .a .3 . . .\n. . .3 . .g .", people, |setup| profile(setup, "fig").can_climb = true);
    let orders = "react Gus pass strike; react Gus none then hold vs counter; react Mob none then strike; hits Mob order Mob-2; move Mob to E1";
    check(
        &battle,
        orders,
        "attack 1, attack 1 1",
        expect![[r#"
        Movement:
          red's pass
        Mob moves 4 to C1: Mob-1 C1, Mob-2 D1
        Mob has run E 1
        Gus responds to Mob
        Gus and Mob in close combat
        Gus declares Response at Mob
        Gus Response Mob with sword: 1 -1 Outnumbered of 3! misses
        Mob declares Counterattack at Gus
        Mob-1 Counterattack Gus with knife: 1 of 2! misses
        Mob-2 Counterattack Gus with knife: 1 of 2! misses
        Mob moves 0 to A1: Mob-1 A1, Mob-2 B1
          blue's pass
        Mob has no run"#]],
    );
    check(
        &battle,
        &format!("rebuff Mob break; {orders}"),
        "attack 1, attack 1 1",
        expect![[r#"
        Movement:
          red's pass
        Mob moves 4 to C1: Mob-1 C1, Mob-2 D1
        Mob has run E 1
        Gus responds to Mob
        Gus and Mob in close combat
        Gus declares Response at Mob
        Gus Response Mob with sword: 1 -1 Outnumbered of 3! misses
        Mob declares Counterattack at Gus
        Mob-1 Counterattack Gus with knife: 1 of 2! misses
        Mob-2 Counterattack Gus with knife: 1 of 2! misses
        Mob is no more
        Mob-1 and Gus in close combat
        Mob-2 and Gus in close combat"#]],
    );
}

#[test]
fn bs6_5_with_an_officer_breaking_and_forming_up_is_free() {
    check(
        &pass("officer"),
        "move Mob to B2 break",
        "",
        expect![[r#"
        Movement:
          red's pass
        Mob moves 3 to B2: Mob-1 A2, Mob-2 B2, Mob-3 C2, Mob-4 D2
        Mob-1, Mob-2, Mob-3, Mob-4 form up free"#]],
    );
}

fn pass(first: &str) -> Battle {
    // A plate of four, a wall, and a gap of one tile in it.
    let people = format!("a Mob red 4x1: {first} knife | fig knife | fig knife | fig knife; d Dan blue: fig");
    scene_with(". . . . . .\n. . . . . .\n# # . # # #\n. . . . . .\n.a .a .a .a . .\n. . . . . .d", &people, |setup| {
        profile(setup, "fig").movement = 8;
        profile(setup, "officer").movement = 8;
    })
}

#[test]
fn bx12_one_response_a_round_and_only_with_an_action() {
    let people = "r Run red: fig knife; q Quick red: fig knife; s Spear blue: fig sword bow";
    let battle = scene(".r . . . . .\n. . .s . . .\n.q . . . . .", people);
    let orders = "react red none then hold; reserve Spear; react Spear pass strike; react Spear none then hold; move Run to F1; move Quick to F3";
    check(
        &battle,
        orders,
        "attack 3, damage 1",
        expect![[r#"
        Spear reserves
        Movement:
          red's pass
        Run moves 1 to B1: Run B1
        Run has run E 1
        Spear responds to Run
        Spear and Run in close combat
        Spear declares Response at Run
        Spear Response Run with sword: 3 of 3 hits
        Spear damage with sword: 1+2=3
        Run: 3 against 4, holds
        Run and Spear part
        Run moves 4 to F1: Run F1
        Run has run E 5
        Quick moves 5 to F3: Quick F3
        Quick has run E 5"#]],
    );
    let shot = format!("shoot Spear at Run; {orders}").replace("reserve Spear; ", "");
    check(
        &battle,
        &shot,
        "attack 2",
        expect![[r#"
        Shooting:
          blue's pass
        Spear declares Shoot at Run
        Spear Shoot Run with bow: 2 of 3 misses
        Movement:
          red's pass
        Run moves 5 to F1: Run F1
        Run has run E 5
        Quick moves 5 to F3: Quick F3
        Quick has run E 5"#]],
    );
}

#[test]
fn bc16_4_who_cannot_take_the_first_step_of_a_run_is_told_so() {
    let battle = scene(".y # . .", "y Yoko red: fig");
    check(
        &battle,
        "move Yoko run E 3",
        "",
        expect![[r#"
        Movement:
          red's pass
        Yoko Move refused: NoWay
        Morale:
        ended: Victory"#]],
    );
}
