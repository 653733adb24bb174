//! BS-5.9, BS-7, BS-8, BC-5.3, BC-5.6, BC-7.2, BC-8.14 to BC-8.18, BC-9.3: everybody goes where they go.

use expect_test::expect;

use crate::brick::battle::scene::{profile, scene, scene_with, unit_named, who};
use crate::brick::battle::{Battle, Event, Plate, Turn};
use crate::brick::rules::story::{after, check, plain, play};
use crate::field::{Direction, Tile};

/// Nobody fights back, so that only what is told of counts.
const QUIET: &str = "react red none then hold; react blue none then hold";

fn row(tiles: usize) -> String {
    vec!["."; tiles].join(" ")
}

#[test]
fn bs7_1_a_squad_is_as_fast_as_its_slowest() {
    let battle = scene_with(".a .a .a . . . . . .d", "a Mob red 3x1: fig | fig | rat; d Dan blue: fig", |setup| {
        profile(setup, "rat").movement = 3;
    });
    check(
        &battle,
        "move Mob to H1",
        "",
        expect![[r#"
            Movement:
              red's pass
            Mob moves 3 to E1: Mob-1 D1, Mob-2 E1, Mob-3 F1
            Mob has run E 3"#]],
    );
}

#[test]
fn bs7_2_the_way_is_that_of_the_standard_and_turning_is_free() {
    let battle = scene(
        &format!(".a .a .a {}\n{}\n{}\n{} .d", row(7), row(10), row(10), row(9)),
        "a Mob red 3x1: fig; d Dan blue: fig",
    );
    check(
        &battle,
        "move Mob to F2 facing E",
        "",
        expect![[r#"
            Movement:
              red's pass
            Mob moves 5 to F2: Mob-1 E2, Mob-2 F2, Mob-3 G2
            Mob has run S 1
            Mob moves 0 to F2: Mob-1 F1, Mob-2 F2, Mob-3 F3"#]],
    );
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
fn bs7_4_rubble_costs_the_whole_plate_its_inches() {
    let battle = scene(".a o o . . .\n.a . . . . .d", "a Mob red 1x2: fig; d Dan blue: fig");
    check(
        &battle,
        "move Mob to E2",
        "",
        expect![[r#"
        Movement:
          red's pass
        Mob moves 5 to D2: Mob-1 D1, Mob-2 D2
        Mob has run E 5"#]],
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
        Mob has run E 5"#]],
    );
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
        Mob has run E 4
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
        Mob has run E 4
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
fn bs8_1_infantry_go_any_way_whatever_they_face() {
    let battle = scene(".a .a . . . . .\n. . . . . . .d", "a Mob red 2x1 N: fig; d Dan blue: fig");
    check(
        &battle,
        "move Mob to D1",
        "",
        expect![[r#"
        Movement:
          red's pass
        Mob moves 3 to D1: Mob-1 D1, Mob-2 E1
        Mob has run E 3
          blue's pass
        Mob has no run"#]],
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
        Riders moves 10 to A13: Riders-1 A12
        Riders has run S 10"#]],
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

fn pass(first: &str) -> Battle {
    // A plate of four, a wall, and a gap of one tile in it.
    let people = format!("a Mob red 4x1: {first} knife | fig knife | fig knife | fig knife; d Dan blue: fig");
    scene_with(". . . . . .\n. . . . . .\n# # . # # #\n. . . . . .\n.a .a .a .a . .\n. . . . . .d", &people, |setup| {
        profile(setup, "fig").movement = 8;
        profile(setup, "officer").movement = 8;
    })
}

#[test]
fn bs5_9_a_squad_breaks_passes_and_forms_up_beyond() {
    check(
        &pass("fig"),
        "move Mob to B2 break",
        "",
        expect![[r#"
        Movement:
          red's pass
        Mob moves 3 to B2: Mob-1 A2, Mob-2 B2, Mob-3 C2, Mob-4 D2
        Mob-1, Mob-2, Mob-3, Mob-4 form up"#]],
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

#[test]
fn bs4_2_what_lies_under_the_feet_hits_who_stands_there() {
    let alone = scene(".a .d . m . .", "a Ann red: fig; d Dan blue: fig");
    check(
        &alone,
        "react Dan none then hold; react Ann none then hold; melee Ann shove Dan",
        "",
        expect![[r#"
        Melee:
          red's pass
        Ann declares Shove at Dan
        Ann and Dan in close combat
        Ann Shove Dan with bare hands: automatic hits
        Dan pushed E 2 to D1
        Dan disrupted
        Dan meets the hazard at D1
        Dan: 6 against 4, -1 HP
        Dan and Ann part
        Dan killed
        Morale:
        ended: Victory"#]],
    );
    let squad = scene(".a .a .a . .\n. . . . .\n. . m . .\n. . . . .d", "a Mob red 3x1: fig; d Dan blue: fig");
    check(
        &squad,
        "move Mob to B3",
        "",
        expect![[r#"
        Movement:
          red's pass
        Mob moves 2 to B3: Mob-1 A3, Mob-2 B3, Mob-3 C3
        Mob has run S 2
        Mob-3 meets the hazard at C3
        Mob-3: 6 against 4, -1 HP
        Mob-3 killed
          blue's pass
        Mob has no run"#]],
    );
}

#[test]
fn bc5_3_who_strays_into_reach_is_struck_at() {
    let battle = scene(".r . . . . .\n. . .s . . .", "r Run red: fig knife; s Spear blue: fig sword");
    let orders = "react Spear pass strike; react Spear none vs counter; react Run none then strike; move Run to F1";
    check(
        &battle,
        orders,
        "attack 3, damage 1, attack 2, damage 1",
        expect![[r#"
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
        Run declares Counterattack at Spear
        Run Counterattack Spear with knife: 2 of 2 hits
        Run damage with knife: 1=1
        Spear: 1 against 4, holds
          blue's pass
        Run has no run"#]],
    );
}

#[test]
fn bc5_6_who_fights_does_not_mind_who_passes() {
    let people = "r Run red: fig knife; z Zoe red: fig knife; s Spear blue: fig sword";
    let battle = scene(".r . . . . .\n. . .s .z . .", people);
    let fenced =
        after(&battle, &format!("{QUIET}; react Spear pass strike; melee Zoe attack Spear"), "attack 2, damage 1");
    check(
        &fenced,
        "move Run to F1; melee Spear ignore; melee Zoe ignore",
        "",
        expect![[r#"
        Melee:
          red's pass
        Zoe declares Ignore
          blue's pass
        Spear declares Ignore
        Movement:
          red's pass
        Run moves 5 to F1: Run F1
        Run has run E 5"#]],
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
fn bc9_3_the_responder_is_the_active_one() {
    let battle = scene(".r . . . . .\n. . .s . . .", "r Run red: fig knife pan; s Spear blue: fig sword");
    let orders =
        "react Spear pass strike; react Spear none vs counter; react Run parry pan then strike knife; move Run to F1";
    check(
        &battle,
        orders,
        "attack 3, parry 3, attack 2, damage 1",
        expect![[r#"
        Movement:
          red's pass
        Run moves 1 to B1: Run B1
        Run has run E 1
        Spear responds to Run
        Spear and Run in close combat
        Spear declares Response at Run
        Run against Spear: parry with pan
        Spear Response Run with sword: 3 of 3 hits
        Run parries Spear with pan: 3 of 3 deflects 1
        Spear damage with sword:  deflected 1=0
        Run declares Counterattack at Spear
        Run Counterattack Spear with knife: 2 of 2 hits
        Run damage with knife: 1=1
        Spear: 1 against 4, holds
          blue's pass
        Run has no run"#]],
    );
}

/// Two who fence, and room to run.
fn fenced(more: &str, drawing: &str) -> Battle {
    let battle = scene(drawing, &format!("y Yoko red: fig knife; d Dan blue: fig sword; {more}"));
    after(&battle, &format!("{QUIET}; melee Yoko attack Dan"), "attack 2, damage 1")
}

#[test]
fn bc8_14_who_withdraws_has_an_inch_more() {
    let battle = fenced("", ". . . . . . .y .d");
    check(
        &battle,
        "react Dan none then hold; move Yoko withdraw to A1",
        "",
        expect![[r#"
        Melee:
          blue's pass
        Dan declares Ignore
        Movement:
          red's pass
        Yoko declares Withdraw
        Yoko moves 6 to A1: Yoko A1
        Yoko has run W 6
        Yoko and Dan part
          blue's pass
        Yoko has no run"#]],
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
fn bc8_16_three_strike_at_who_leaves() {
    let people = "a Ann blue: fig knife; b Bob blue: fig knife; c Cat blue: fig knife; e Eve green: fig knife";
    let battle = scene_with(". . .a .b .c\n. . .e .v .\n. . . . .", &format!("v Vic red: fig; {people}"), |setup| {
        setup.teams[2].allies.push(crate::brick::battle::TeamId(1));
    });
    let orders = "react Vic none; react blue none then strike; react green none then strike; melee Ann attack Vic; melee Bob attack Vic; melee Cat attack Vic; melee Eve attack Vic";
    let linked =
        after(&battle, &format!("{orders}; melee Vic ignore"), "attack 2 2 2, damage 1 1 1, attack 3, damage 1");
    let leaves = "move Vic withdraw to D3";
    check(
        &linked,
        leaves,
        "attack 3, damage 1, attack 3, damage 1, attack 3, damage 1",
        expect![[r#"
        Melee:
          blue's pass
        Ann declares Ignore
        Bob declares Ignore
        Cat declares Ignore
          green's pass
        Eve declares Ignore
        Movement:
          red's pass
        Vic declares Withdraw
        Ann declares Counterattack at Vic
        Ann Counterattack Vic with knife: 3 of 2 hits
        Ann damage with knife: 1=1
        Vic: 1 against 4, holds
        Bob declares Counterattack at Vic
        Bob Counterattack Vic with knife: 3 of 2 hits
        Bob damage with knife: 1=1
        Vic: 2 against 4, holds
        Cat declares Counterattack at Vic
        Cat Counterattack Vic with knife: 3 of 2 hits
        Cat damage with knife: 1=1
        Vic: 3 against 4, holds
        Vic moves 1 to D3: Vic D3
        Vic has run S 1
        Vic and Ann part
        Vic and Bob part
        Vic and Cat part
        Vic and Eve part
          green's pass
        Vic has no run"#]],
    );
}

#[test]
fn bc3_11_all_may_strike_at_who_leaves_and_three_do() {
    let people = "a Ann blue: fig knife; b Bob blue: fig knife; c Cat blue: fig knife; e Eve blue: fig knife";
    let battle = scene(". . .a .b .c\n. . .e .v .\n. . . . .", &format!("v Vic red: fig; {people}"));
    let orders = "react Vic none; react blue none then strike; melee Ann attack Vic; melee Bob attack Vic; melee Cat attack Vic; melee Vic ignore";
    let linked = after(&battle, orders, "attack 2 2 2, damage 1 1 1");
    check(
        &linked,
        "move Vic withdraw to D3",
        "attack 3, damage 1, attack 3, damage 1, attack 3, damage 1",
        expect![[r#"
        Melee:
          blue's pass
        Ann declares Ignore
        Bob declares Ignore
        Cat declares Ignore
        Movement:
          red's pass
        Vic declares Withdraw
        Ann declares Counterattack at Vic
        Ann Counterattack Vic with knife: 3 of 2 hits
        Ann damage with knife: 1=1
        Vic: 1 against 4, holds
        Bob declares Counterattack at Vic
        Bob Counterattack Vic with knife: 3 of 2 hits
        Bob damage with knife: 1=1
        Vic: 2 against 4, holds
        Cat declares Counterattack at Vic
        Cat Counterattack Vic with knife: 3 of 2 hits
        Cat damage with knife: 1=1
        Vic: 3 against 4, holds
        Vic moves 1 to D3: Vic D3
        Vic has run S 1
        Vic and Ann part
        Vic and Bob part
        Vic and Cat part
          blue's pass
        Vic has no run"#]],
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
fn bc8_18_who_got_away_may_charge() {
    let people = "y Yoko red: fig bayonet; d Dan blue: fig; g Gus blue: fig";
    let battle = scene(".g . . . . . .y .d\n. . . . . . . .", people);
    let battle = after(&battle, &format!("{QUIET}; melee Yoko attack Dan"), "attack 3, damage 1");
    let orders = "move Yoko withdraw to F1 then charge Gus with bayonet";
    check(
        &battle,
        orders,
        "attack 3, damage 1 1",
        expect![[r#"
        Melee:
          blue's pass
        Dan declares Ignore
        Movement:
          red's pass
        Yoko declares Withdraw
        Yoko moves 1 to F1: Yoko F1
        Yoko has run W 1
        Yoko and Dan part
        Yoko moves 3 to C1: Yoko C1
        Yoko has run W 4
        Yoko declares Charge at Gus
        Yoko Charge Gus with bayonet: 3 of 3 hits
        Yoko damage with bayonet: 1,1+2=4
        Gus: 4 against 4, holds
        Yoko and Gus in close combat
        Yoko has no run"#]],
    );
}

#[test]
fn bx8_difficult_ground_costs_two_and_half_speed_rounds_up() {
    let battle = scene(".a . . o . . .d", "a Ann red: fig; d Dan blue: fig");
    check(
        &battle,
        "move Ann to E1",
        "",
        expect![[r#"
        Movement:
          red's pass
        Ann moves 5 to E1: Ann E1
        Ann has run E 5"#]],
    );
    let mud = scene("qa . . . . . .d", "a Ann red: fig; d Dan blue: fig");
    check(
        &mud,
        "move Ann to F1",
        "",
        expect![[r#"
        Movement:
          red's pass
        Ann moves 3 to D1: Ann D1
        Ann has run E 3"#]],
    );
    check(
        &battle,
        "move Ann to F1 sprint",
        "sprint 2",
        expect![[r#"
        Movement:
          red's pass
        Ann sprints 2=2
        Ann moves 6 to F1: Ann F1
        Ann has run E 6
          blue's pass
        Ann has no run"#]],
    );
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
fn bx12_who_has_an_action_may_leap_out_of_a_blast() {
    let battle = scene(".a . . .d . . . .", "a Ann red: fig grenade; d Dan blue: fig");
    check(
        &battle,
        "react Dan pass bail; shoot Ann at Dan",
        "attack 3, damage 9, bail 4",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with grenade: 3 of 3 hits
        Ann damage with grenade: 9=9
        explosion at D1, radius 2
        Dan responds to Ann
        Dan bails to H1: 4 evades
        Ann's grenade Thrown to nowhere
        Movement:
          blue's pass
        Dan recovers"#]],
    );
    check(
        &battle,
        "react Dan pass bail; shoot Ann at Dan",
        "attack 3, damage 9, bail 2",
        expect![[r#"
            Shooting:
              red's pass
            Ann declares Shoot at Dan
            Ann Shoot Dan with grenade: 3 of 3 hits
            Ann damage with grenade: 9=9
            explosion at D1, radius 2
            Dan responds to Ann
            Dan bails to F1: 2 too late
            Dan: 9 against 4, -1 HP
            Dan killed
            Ann's grenade Thrown to nowhere
            Morale:
            ended: Victory"#]],
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
fn bx10_a_push_stops_at_what_is_there_and_disrupts() {
    let people = "a Ann red: fig; d Dan blue: fig";
    check(
        &scene(".a .d #", people),
        "react Dan none then hold; react Ann none then hold; melee Ann shove Dan",
        "",
        expect![[r#"
        Melee:
          red's pass
        Ann declares Shove at Dan
        Ann and Dan in close combat
        Ann Shove Dan with bare hands: automatic hits
        Dan pushed E 2 to B1
        Dan disrupted
          blue's pass
        Dan declares Ignore
        Movement:
          blue's pass
        Dan recovers"#]],
    );
    check(
        &scene(".a .d .e", "a Ann red: fig; d Dan blue: fig; e Eve blue: fig"),
        "react Dan none then hold; react Ann none then hold; melee Ann shove Dan",
        "",
        expect![[r#"
        Melee:
          red's pass
        Ann declares Shove at Dan
        Ann and Dan in close combat
        Ann Shove Dan with bare hands: automatic hits
        Dan pushed E 2 to B1
        Dan disrupted
          blue's pass
        Dan declares Ignore
        Movement:
          blue's pass
        Dan recovers"#]],
    );
}

#[test]
fn bx21_a_hero_rolls_like_anybody() {
    let battle =
        scene_with(".a . . .d", "a Ann red: fig bow; d Dan blue: fig", |setup| profile(setup, "fig").is_hero = true);
    check(
        &battle,
        "shoot Ann at Dan",
        "attack 3, damage 1",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 3 of 3 hits
        Ann damage with bow: 1=1
        Dan: 1 against 4, holds"#]],
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
fn bx25_morale_is_off_unless_the_scenario_has_it() {
    let drawing = ".a .a .a . . . .d";
    let people = "a Mob red 3x1: fig; d Dan blue: fig bow";
    let battle = scene_with(drawing, people, |setup| profile(setup, "fig").leadership = Some(7));
    let mut few = battle.clone();
    for name in ["Mob-1", "Mob-2"] {
        few.apply(&Event::Killed { unit: unit_named(&battle, name), by: None, downed: false });
    }
    check(&few, "", "", expect![[r#""#]]);
    let rules = crate::brick::rules::Brick { morale: true, ..plain() };
    crate::brick::rules::story::check_with(
        &rules,
        &few,
        "",
        "morale 3 3",
        expect![[r#"
        Morale:
        Mob morale 3+3 against 7: false
        Mob-3 disrupted"#]],
    );
}

#[test]
fn bt13_a_leap_tries_its_way_and_then_the_next_clockwise() {
    let battle = scene("# # . .\n# . . .\n. .d . .\n. .y . .", "y Yoko red: fig knife; d Dan blue: fig");
    check(
        &battle,
        "react Yoko none then hold; react Dan bail N then hold; melee Yoko attack Dan",
        "attack 2, bail 3",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Dan against Yoko: Bail(Some(North))
        Yoko Attack Dan with knife: 2 of 2 hits
        Dan bails to B2: 3 evades
          blue's pass
        Dan declares Ignore
        Movement:
          blue's pass
        Dan recovers"#]],
    );
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
