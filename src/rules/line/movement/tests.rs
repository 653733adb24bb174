//! Movement as a player meets it.

use expect_test::{Expect, expect};

use crate::battle::scene::{scene, scene_with, squad};
use crate::battle::{AbilityId, Battle, Boon, Event, Fate, MoveKind, Movement, Orders, Span, Stat, UnitId, WeaponId};
use crate::dice::{D6, Dice};
use crate::rules::line::movement::act_ahead;
use crate::rules::line::story::{after_movement, check_movement, orders_of};
use crate::rules::line::{Line, Round, preview};

#[track_caller]
fn check(battle: &Battle, orders: &str, dice: &str, expected: Expect) {
    check_movement(&Line::default(), battle, orders, dice, expected);
}

#[test]
fn v1_a_squad_walks_as_far_as_its_slowest() {
    let battle = scene(
        "
        .a .a . . . . . . . . . .
        .  .  . . . . . . . . . .",
        "a Alpha players: rifle gunner",
    );
    check(
        &battle,
        "Alpha: move L1",
        "",
        expect![[r#"
        Movement:
        Alpha Plain 7 of 7: Alpha 1 A1>H1, Alpha 2 B1>G1 (TooFar)"#]],
    );
}

#[test]
fn v1_terrain_is_paid_for_and_walked_round_where_that_is_cheaper() {
    let battle = scene(
        "
        .a w w w .
        .  . . . .",
        "a Alpha players: rifle",
    );
    check(
        &battle,
        "Alpha: move E1",
        "",
        expect![[r#"
        Movement:
        Alpha Plain 6 of 9: Alpha 1 A1>E1"#]],
    );
    check(
        &battle,
        "Alpha: east 4",
        "",
        expect![[r#"
        Movement:
        Alpha Plain 7 of 9: Alpha 1 A1>E1"#]],
    );
}

#[test]
fn v1_an_engaged_squad_does_not_walk_away() {
    let battle = scene(". .a .e . .", "a Alpha players: rifle; e Boyz enemy: boy");
    check(
        &battle,
        "Alpha: move A1",
        "",
        expect![[r#"
        Movement:
        Alpha stays: Engaged"#]],
    );
}

#[test]
fn v1_a_plain_move_keeps_out_of_enemy_zones() {
    let battle = scene(
        "
        .a . . . . . . .
        .  . . . # . . .
        .  . . .e # . . .",
        "a Alpha players: rifle; e Boyz enemy: boy",
    );
    check(
        &battle,
        "Alpha: move H1",
        "",
        expect![[r#"
        Movement:
        Alpha Plain 7 of 9: Alpha 1 A1>H1"#]],
    );
    check(
        &battle,
        "Alpha: move C3",
        "",
        expect![[r#"
        Movement:
        Alpha Plain 3 of 9: Alpha 1 A1>B3 (EnemyInTheWay)"#]],
    );
    check(
        &battle,
        "Alpha: east 2 south 2",
        "",
        expect![[r#"
        Movement:
        Alpha Plain 2 of 9: Alpha 1 A1>C1 (EnemyInTheWay)"#]],
    );
}

#[test]
fn v1_a_zone_that_closes_the_way_stops_the_squad_before_it() {
    let battle = scene(".a . . . .e . .", "a Alpha players: rifle; e Boyz enemy: boy");
    check(
        &battle,
        "Alpha: move G1",
        "",
        expect![[r#"
        Movement:
        Alpha Plain 2 of 9: Alpha 1 A1>C1 (EnemyInTheWay)"#]],
    );
    check(
        &battle,
        "Alpha: east 5",
        "",
        expect![[r#"
        Movement:
        Alpha Plain 2 of 9: Alpha 1 A1>C1 (EnemyInTheWay)"#]],
    );
}

#[test]
fn v1_a_scenario_may_let_squads_walk_into_contact() {
    let battle = scene(".a . . . .e", "a Alpha players: rifle; e Boyz enemy: boy");
    let rules = Line { walk_into_contact: true, ..Line::default() };
    check_movement(
        &rules,
        &battle,
        "Alpha: east 3",
        "",
        expect![[r#"
        Movement:
        Alpha Plain 3 of 9: Alpha 1 A1>D1"#]],
    );
}

#[test]
fn v1_friends_are_walked_through_and_never_stood_upon() {
    let battle = scene(
        ".a .b . .b . . .
         #  # # # # # #",
        "a Alpha players: rifle; b Bravo players: rifle",
    );
    check(
        &battle,
        "Alpha: move E1",
        "",
        expect![[r#"
        Movement:
        Alpha Plain 4 of 9: Alpha 1 A1>E1"#]],
    );
    check(
        &battle,
        "Alpha: move D1",
        "",
        expect![[r#"
        Movement:
        Alpha Plain 2 of 9: Alpha 1 A1>C1 (NoWay)"#]],
    );
}

#[test]
fn v1_a_goal_that_nobody_can_reach_is_approached() {
    let battle = scene(
        "
        .a . . # .
        .  . . # .",
        "a Alpha players: rifle",
    );
    check(
        &battle,
        "Alpha: move E1",
        "",
        expect![[r#"
        Movement:
        Alpha Plain 2 of 9: Alpha 1 A1>C1 (NoWay)"#]],
    );
    check(
        &battle,
        "Alpha: move D2",
        "",
        expect![[r#"
        Movement:
        Alpha Plain 3 of 9: Alpha 1 A1>C2 (NoWay)"#]],
    );
}

#[test]
fn v1_a_route_goes_by_its_waypoints() {
    let battle = scene(
        "
        .a . . . .
        .  . . . .
        .  . . . .",
        "a Alpha players: rifle",
    );
    check(
        &battle,
        "Alpha: move via A3 C1",
        "",
        expect![[r#"
        Movement:
        Alpha Plain 6 of 9: Alpha 1 A1>C1"#]],
    );
    check(
        &battle,
        "Alpha: move via C3 via A1 E3",
        "",
        expect![[r#"
        Movement:
        Alpha Plain 9 of 9: Alpha 1 A1>B1 (TooFar)"#]],
    );
}

#[test]
fn v1_toward_and_away_go_as_far_as_they_are_told() {
    let battle = scene(". . . .a . . . . . . . . . .e", "a Alpha players: rifle; e Boyz enemy: boy");
    check(
        &battle,
        "Alpha: toward Boyz",
        "",
        expect![[r#"
        Movement:
        Alpha Plain 8 of 9: Alpha 1 D1>L1"#]],
    );
    check(
        &battle,
        "Alpha: toward Boyz 2",
        "",
        expect![[r#"
        Movement:
        Alpha Plain 2 of 9: Alpha 1 D1>F1"#]],
    );
    check(
        &battle,
        "Alpha: from Boyz",
        "",
        expect![[r#"
        Movement:
        Alpha Plain 3 of 9: Alpha 1 D1>A1"#]],
    );
    check(
        &battle,
        "Alpha: from Boyz 1",
        "",
        expect![[r#"
        Movement:
        Alpha Plain 1 of 9: Alpha 1 D1>C1"#]],
    );
    check(
        &battle,
        "Alpha: toward Boyz 20",
        "",
        expect![[r#"
        Movement:
        Alpha Plain 8 of 9: Alpha 1 D1>L1 (TooFar)"#]],
    );
}

#[test]
fn v1_toward_a_near_enemy_stops_at_the_edge_of_its_zone() {
    let battle = scene(".a . . . . .e", "a Alpha players: rifle; e Boyz enemy: boy");
    check(
        &battle,
        "Alpha: toward Boyz",
        "",
        expect![[r#"
        Movement:
        Alpha Plain 3 of 9: Alpha 1 A1>D1"#]],
    );
}

#[test]
fn v1_a_squad_that_holds_or_has_no_order_stays() {
    let battle = scene(".a . . .", "a Alpha players: rifle");
    check(&battle, "Alpha: hold", "", expect![[r#""#]]);
    check(&battle, "", "", expect![[r#""#]]);
}

#[test]
fn v1_what_cannot_move_says_so() {
    let battle = scene(". .k . . .\n. . . . .", "k Fort enemy: bunker");
    check(
        &battle,
        "Fort: move D1",
        "",
        expect![[r#"
        Movement:
        Fort stays: Immobile"#]],
    );
    let battle = scene(".a # .", "a Alpha players: rifle");
    check(
        &battle,
        "Alpha: move C1",
        "",
        expect![[r#"
        Movement:
        Alpha stays: NoWay"#]],
    );
}

#[test]
fn v1_a_large_unit_fits_everywhere_on_its_way() {
    let battle = scene(
        "
        .a . . # . . .
        .  . . . . . .
        .  . . . . . .
        .  . . . . . .",
        "a Beast enemy: beast",
    );
    check(
        &battle,
        "Beast: move F1",
        "",
        expect![[r#"
        Movement:
        Beast Plain 7 of 12: Beast 1 A1>F1"#]],
    );
}

#[test]
fn v2_the_others_settle_around_their_leader() {
    let battle = scene(
        "
        .a . . . . . . . . .
        .a . . . . . . . . .
        .a . . . . . . . . .
        .a . . . . . . . . .
        .a . . . . . . . . .",
        "a Alpha players: rifle",
    );
    check(
        &battle,
        "Alpha: move H3",
        "",
        expect![[r#"
        Movement:
        Alpha Plain 9 of 9: Alpha 1 A1>H3, Alpha 5 A5>G3, Alpha 2 A2>H2, Alpha 4 A4>H4, Alpha 3 A3>I3"#]],
    );
    check(
        &battle,
        "Alpha: move H3 spread",
        "",
        expect![[r#"
        Movement:
        Alpha Plain 9 of 9: Alpha 1 A1>H3, Alpha 5 A5>F3, Alpha 2 A2>H1, Alpha 4 A4>H5, Alpha 3 A3>J3"#]],
    );
    check(
        &battle,
        "Alpha: move H3 tight",
        "",
        expect![[r#"
        Movement:
        Alpha Plain 9 of 9: Alpha 1 A1>H3, Alpha 5 A5>G3, Alpha 2 A2>H2, Alpha 4 A4>H4, Alpha 3 A3>I3"#]],
    );
}

#[test]
fn v2_cover_comes_first() {
    let battle = scene(
        "
        .a .a . . r .
        .a .  . . . b
        .  .  . . . r",
        "a Alpha players: rifle",
    );
    check(
        &battle,
        "Alpha: move D2",
        "",
        expect![[r#"
            Movement:
            Alpha Plain 4 of 9: Alpha 1 A1>D2, Alpha 2 B1>E1, Alpha 3 A2>F2"#]],
    );
    check(
        &battle,
        "Alpha: move D2 cover",
        "",
        expect![[r#"
        Movement:
        Alpha Plain 4 of 9: Alpha 1 A1>D2, Alpha 2 B1>E1, Alpha 3 A2>F2"#]],
    );
    check(
        &battle,
        "Alpha: move D2 tight",
        "",
        expect![[r#"
        Movement:
        Alpha Plain 4 of 9: Alpha 1 A1>D2, Alpha 2 B1>D1, Alpha 3 A2>C2"#]],
    );
}

#[test]
fn v2_nobody_settles_behind_a_wall() {
    let battle = scene(
        "
        .a .a . . . # .
        .a .a . . . # .
        .  .  . . . # .
        .  .  . . . # .",
        "a Alpha players: rifle",
    );
    check(
        &battle,
        "Alpha: move E2",
        "",
        expect![[r#"
        Movement:
        Alpha Plain 5 of 9: Alpha 1 A1>E2, Alpha 2 B1>E1, Alpha 3 A2>D2, Alpha 4 B2>E3"#]],
    );
}

#[test]
fn v2_members_walk_round_a_wall_if_their_steps_allow() {
    let battle = scene(
        "
        .  #  . . . .
        .a #  . . . .
        .a .a . . . .",
        "a Alpha players: rifle",
    );
    check(
        &battle,
        "Alpha: move D1",
        "",
        expect![[r#"
        Movement:
        Alpha Plain 6 of 9: Alpha 1 A2>D1, Alpha 2 A3>C1, Alpha 3 B3>D2"#]],
    );
}

#[test]
fn v2_who_cannot_keep_up_goes_as_far_as_he_can() {
    let battle = scene(".a . . . . .a . . . . . . . . . . .", "a Alpha players: rifle");
    check(
        &battle,
        "Alpha: east 9",
        "",
        expect![[r#"
        Movement:
        Alpha Plain 9 of 9: Alpha 1 A1>J1, Alpha 2 F1>I1"#]],
    );
    let battle = scene(".a . . . . .a . . . . . . . . . . . . .", "a Alpha players: rifle");
    let apart = scene_with(".a . . . . .a . . . . . . . . . . . . .", "a Alpha players: rifle", |setup| {
        setup.squads[0].members.reverse()
    });
    check(
        &battle,
        "Alpha: move A1",
        "",
        expect![[r#"
        Movement:
        Alpha Plain 0 of 9: Alpha 2 F1>B1"#]],
    );
    check(
        &apart,
        "Alpha: east 9",
        "",
        expect![[r#"
        Movement:
        Alpha Plain 9 of 9: Alpha 2 F1>O1, Alpha 1 A1>L1"#]],
    );
}

#[test]
fn v2_a_hero_leads() {
    let battle = scene(".a .a . . . . .", "a Alpha players: rifle officer");
    check(
        &battle,
        "Alpha: move F1",
        "",
        expect![[r#"
        Movement:
        Alpha Plain 4 of 9: Alpha Officer B1>F1, Alpha 1 A1>E1"#]],
    );
}

#[test]
fn v3_a_squad_that_has_not_shot_is_half_again_as_fast() {
    let battle = scene(".a . . . . . . . . . . .", "a Alpha players: rifle");
    check(
        &battle,
        "Alpha: move L1",
        "",
        expect![[r#"
        Movement:
        Alpha Plain 9 of 9: Alpha 1 A1>J1 (TooFar)"#]],
    );
    let shot = having_shot(&battle, "Alpha");
    check(
        &shot,
        "Alpha: move L1",
        "",
        expect![[r#"
        Movement:
        Alpha Plain 6 of 6: Alpha 1 A1>G1 (TooFar)"#]],
    );
}

#[test]
fn v3_a_squad_that_has_shot_neither_charges_nor_disengages() {
    let battle = scene(".a . . . . .e", "a Alpha players: rifle; e Boyz enemy: boy");
    let shot = having_shot(&battle, "Alpha");
    check(
        &shot,
        "Alpha: charge Boyz after C1",
        "",
        expect![[r#"
        Movement:
        Alpha BeforeCharge 2 of 6: Alpha 1 A1>C1
        Alpha stays: HasShot"#]],
    );
    check(
        &shot,
        "Alpha: disengage A1",
        "",
        expect![[r#"
        Movement:
        Alpha stays: HasShot"#]],
    );
}

#[test]
fn v4_each_downed_unit_slows_down_to_half() {
    let mut battle = scene(
        "
        .a .a .a .a .a .a .a . . . . . . . . . . .
        .a . . . . . . . . . . . . . . . . .",
        "a Alpha players: rifle",
    );
    battle = having_shot(&battle, "Alpha");
    let mut allowances = Vec::new();
    for downed in 0..5 {
        if downed > 0 {
            battle = felled(&battle, UnitId(downed));
        }
        let order = orders_of(&battle, "Alpha: move R1");
        let Movement::Move(route) = order.movement.get(squad(&battle, "Alpha")).expect("an order") else {
            unreachable!()
        };
        let plan = preview::route(&Line::default(), &battle, &order, squad(&battle, "Alpha"), route);
        allowances.push(plan.allowance.steps);
    }
    assert_eq!(allowances, [6, 5, 4, 3, 3]);
}

#[test]
fn v4_a_broken_squad_halves_first() {
    let mut battle = scene(".a . . . . . . . . . .", "a Alpha players: gunner");
    battle = broken(&battle, "Alpha");
    // MOV 5: half of it, up, is 3; half as much again, down, is 4.
    check(
        &battle,
        "Alpha: move K1",
        "",
        expect![[r#"
        Movement:
        Alpha Plain 4 of 4: Alpha 1 A1>E1 (TooFar)"#]],
    );
}

#[test]
fn v4_abilities_count_before_anything_else() {
    let mut battle = scene(".a . . . . . . . . . . . .", "a Alpha players: rifle");
    let boon = Boon::Modify { stat: Stat::Movement, by: 2 };
    let ability = AbilityId(0);
    battle.apply(&Event::BoonBegan { squad: squad(&battle, "Alpha"), boon, span: Span::Rounds(1), ability });
    check(
        &battle,
        "Alpha: move M1",
        "",
        expect![[r#"
        Movement:
        Alpha Plain 12 of 12: Alpha 1 A1>M1"#]],
    );
}

#[test]
fn v5_the_downed_are_left_before_the_squad_moves() {
    let battle = scene(".a .a .a .a .a .a . . . . . . . . . . . .", "a Alpha players: rifle");
    let battle = felled(&felled(&having_shot(&battle, "Alpha"), UnitId(1)), UnitId(2));
    check(
        &battle,
        "Alpha: move R1; Alpha: abandon 1",
        "",
        expect![[r#"
            Movement:
            Alpha abandons 1
            Alpha Plain 5 of 5: Alpha 1 A1>F1, Alpha 4 D1>E1, Alpha 5 E1>G1, Alpha 6 F1>D1 (TooFar)"#]],
    );
    check(
        &battle,
        "Alpha: move R1; Alpha: abandon",
        "",
        expect![[r#"
        Movement:
        Alpha abandons 2
        Alpha Plain 6 of 6: Alpha 1 A1>G1, Alpha 4 D1>F1, Alpha 5 E1>H1, Alpha 6 F1>E1 (TooFar)"#]],
    );
    check(
        &battle,
        "Alpha: abandon",
        "",
        expect![[r#"
        Movement:
        Alpha abandons 2"#]],
    );
}

#[test]
fn v5_who_was_carried_is_left_where_the_squad_is() {
    let battle = scene(".a .a .a .a . . . . . . . . . .", "a Alpha players: rifle");
    let battle = felled(&battle, UnitId(0));
    let battle = after_movement(&battle, "Alpha: east 8", "");
    let units = super::to_abandon(&battle, &orders_of(&battle, "Alpha: abandon"), squad(&battle, "Alpha"));
    assert_eq!(units, [(UnitId(0), "I1".parse().expect("a tile"))]);
}

#[test]
fn v6_each_engaged_unit_rolls_to_get_away() {
    let battle = scene(
        "
        .  .  .  . .  .  .
        .  .  .a .a .e . .
        .  .  .a .a .e . .
        .  .  .  .a .  . .",
        "a Alpha players: rifle; e Boyz enemy: boy",
    );
    check(
        &battle,
        "Alpha: disengage A2",
        "disengage 4 3 6",
        expect![[r#"
        Movement:
        Alpha disengages: Alpha 2 4, Alpha 4 3, Alpha 5 6
        Alpha Disengage 2 of 8: Alpha 1 C2>A2, Alpha 5 D4>B2, Alpha 2 D2>A1, Alpha 3 C3>A3"#]],
    );
    check(
        &battle,
        "Alpha: disengage",
        "disengage 4 4 6",
        expect![[r#"
        Movement:
        Alpha disengages: Alpha 2 4, Alpha 4 4, Alpha 5 6
        Alpha Disengage 3 of 9: Alpha 1 C2>A1, Alpha 5 D4>B1, Alpha 4 D3>A2, Alpha 2 D2>C1, Alpha 3 C3>B2"#]],
    );
}

#[test]
fn v6_a_squad_gets_out_even_through_zones() {
    let battle = scene(
        "
        #  #  #  # # # #
        .e .a .  . . . .
        #  .e #  # # # #
        #  .  .  . # # #",
        "a Alpha players: rifle; e Boyz enemy: boy",
    );
    check(
        &battle,
        "Alpha: disengage",
        "disengage 4",
        expect![[r#"
        Movement:
        Alpha disengages: Alpha 1 4
        Alpha Disengage 5 of 9: Alpha 1 B2>G2"#]],
    );
}

#[test]
fn v6_who_is_hemmed_in_stays_engaged() {
    let battle = scene(
        "
        .a .e .
        #  # #",
        "a Alpha players: rifle; e Boyz enemy: boy",
    );
    check(
        &battle,
        "Alpha: disengage",
        "disengage 4",
        expect![[r#"
        Movement:
        Alpha disengages: Alpha 1 4
        Alpha stays: NoWay"#]],
    );
}

#[test]
fn v6_who_is_not_engaged_rolls_nothing_but_may_oppose_charges() {
    let battle = scene(". . .a . . . .e", "a Alpha players: rifle; e Boyz enemy: boy");
    check(
        &battle,
        "Alpha: disengage; Boyz: charge Alpha",
        "charge 3 3, oppose 3 3",
        expect![[r#"
        Movement:
        Alpha disengages: 
        Boyz charges Alpha: needs 3, 3+3 against 3+3: missed"#]],
    );
    check(
        &battle,
        "Alpha: disengage; Boyz: charge Alpha",
        "charge 3 3, oppose 2 3",
        expect![[r#"
        Movement:
        Alpha disengages: 
        Boyz charges Alpha: needs 3, 3+3 against 2+3: made
        Boyz Charge: Boyz 1 G1>D1"#]],
    );
    check(
        &battle,
        "Alpha: disengage; Boyz: charge Alpha",
        "charge 1 1, oppose 1 1",
        expect![[r#"
        Movement:
        Alpha disengages: 
        Boyz charges Alpha: needs 3, 1+1 against 1+1: missed"#]],
    );
}

#[test]
fn v6_a_squad_that_falls_to_the_last_is_gone() {
    let battle = scene(". . .a .e .", "a Alpha players: rifle; e Boyz enemy: boy");
    check(
        &battle,
        "Alpha: disengage A1",
        "disengage 3",
        expect![[r#"
        Movement:
        Alpha disengages: Alpha 1 3"#]],
    );
}

#[test]
fn v7_a_charge_needs_the_steps_to_contact() {
    let battle = scene(
        "
        .a .a . . . . .e .
        .a .a . . . . .e .
        .  .  . . . . .  .",
        "a Alpha players: rifle; e Boyz enemy: boy",
    );
    check(
        &battle,
        "Alpha: charge Boyz",
        "charge 1 2",
        expect![[r#"
        Movement:
        Alpha charges Boyz: needs 4, 1+2: missed"#]],
    );
    check(
        &battle,
        "Alpha: charge Boyz",
        "charge 2 2",
        expect![[r#"
        Movement:
        Alpha charges Boyz: needs 4, 2+2: made
        Alpha Charge: Alpha 2 B1>F1, Alpha 4 B2>F2, Alpha 1 A1>E1, Alpha 3 A2>E2"#]],
    );
    check(
        &battle,
        "Alpha: charge Boyz",
        "charge 6 6",
        expect![[r#"
        Movement:
        Alpha charges Boyz: needs 4, 6+6: made
        Alpha Charge: Alpha 2 B1>F1, Alpha 4 B2>F2, Alpha 1 A1>F3, Alpha 3 A2>E2"#]],
    );
}

#[test]
fn v7_a_charge_comes_after_the_move() {
    let battle = scene(".a . . . . . . . . .e", "a Alpha players: rifle; e Boyz enemy: boy");
    check(
        &battle,
        "Alpha: charge Boyz after E1",
        "charge 1 2",
        expect![[r#"
        Movement:
        Alpha BeforeCharge 4 of 9: Alpha 1 A1>E1
        Alpha charges Boyz: needs 4, 1+2: missed"#]],
    );
}

#[test]
fn v7_a_longer_reach_needs_fewer_steps() {
    let battle = scene(".a . . . . .e", "a Alpha players: spearman; e Boyz enemy: boy");
    check(
        &battle,
        "Alpha: charge Boyz",
        "charge 1 2",
        expect![[r#"
        Movement:
        Alpha charges Boyz: needs 3, 1+2: made
        Alpha Charge: Alpha 1 A1>D1"#]],
    );
}

#[test]
fn v7_whoever_is_charged_first_needs_no_roll_to_charge_back() {
    let battle = scene(".a . . . .e", "a Alpha players: rifle; e Boyz enemy: boy");
    check(
        &battle,
        "Alpha: charge Boyz; Boyz: charge Alpha",
        "charge 2 2",
        expect![[r#"
        Movement:
        Alpha charges Boyz: needs 3, 2+2: made
        Alpha Charge: Alpha 1 A1>D1
        Boyz charges Alpha: needs 0, no roll: made"#]],
    );
}

#[test]
fn v7_a_charge_at_nobody_is_lost() {
    let battle = scene(".a . .e . . .f", "a Alpha players: rifle; e Boyz enemy: boy; f Nobz enemy: boy");
    let battle = felled(&battle, UnitId(1));
    check(
        &battle,
        "Alpha: charge Boyz after B1",
        "",
        expect![[r#"
        Movement:
        Alpha BeforeCharge 1 of 9: Alpha 1 A1>B1
        Alpha stays: TargetGone"#]],
    );
}

#[test]
fn v7_a_squad_in_a_melee_does_not_charge_out_of_it() {
    let battle = scene(".f .a . . .e", "a Alpha players: rifle; e Boyz enemy: boy; f Nobz enemy: boy");
    check(
        &battle,
        "Alpha: charge Boyz",
        "",
        expect![[r#"
        Movement:
        Alpha stays: Engaged"#]],
    );
}

#[test]
fn v7_a_charge_keeps_clear_of_other_enemies_if_it_can() {
    let battle = scene(
        "
        .a . . . .  . .e
        .  . . . .  . .
        .  . . # .f . .
        .  . . . .  . .",
        "a Alpha players: rifle; e Boyz enemy: boy; f Nobz enemy: boy",
    );
    check(
        &battle,
        "Alpha: charge Boyz",
        "charge 2 3",
        expect![[r#"
        Movement:
        Alpha charges Boyz: needs 5, 2+3: made
        Alpha Charge: Alpha 1 A1>F1"#]],
    );
    let narrow = scene(
        "
        .a . . .  . . .e
        #  # # .f # # #",
        "a Alpha players: rifle; e Boyz enemy: boy; f Nobz enemy: boy",
    );
    check(
        &narrow,
        "Alpha: charge Boyz",
        "charge 2 3",
        expect![[r#"
        Movement:
        Alpha charges Boyz: needs 5, 2+3: made
        Alpha Charge: Alpha 1 A1>F1"#]],
    );
}

#[test]
fn v7_without_a_way_in_nothing_is_rolled() {
    let battle = scene(".a . # . .e", "a Alpha players: rifle; e Boyz enemy: boy");
    check(
        &battle,
        "Alpha: charge Boyz",
        "",
        expect![[r#"
        Movement:
        Alpha charges Boyz: needs no way, no roll: missed"#]],
    );
}

#[test]
fn v8_disengages_come_first_then_moves_then_charges() {
    let battle = scene(
        "
        .  .  .e .a . . . . .b . . .
        .  .  .  .  . . . . .  . . .
        .  .  .  .  . . . . .  . . .f",
        "a Alpha players: rifle; b Bravo players: rifle; e Boyz enemy: boy; f Nobz enemy: boy",
    );
    check(
        &battle,
        "Bravo: charge Nobz; Nobz: move J3; Boyz: disengage; Alpha: disengage H1",
        "disengage 5, charge 5 5",
        expect![[r#"
            Movement:
            Alpha disengages: Alpha 1 5
            Alpha Disengage 4 of 9: Alpha 1 D1>H1
            Boyz disengages: 
            Nobz Plain 2 of 7: Nobz 1 L3>J3
            Bravo charges Nobz: needs 1, 5+5: made
            Bravo Charge: Bravo 1 I1>I2"#]],
    );
}

#[test]
fn c6_a_squad_moves_ahead_only_as_fast_as_its_orders_allow() {
    let battle = scene(".a . . . . . . . . . . .e", "a Alpha players: rifle; e Boyz enemy: boy");
    check_ahead(&battle, "Alpha: move K1", expect!["Plain 9 of Some(9)"]);
    check_ahead(&battle, "Alpha: move K1; Alpha: shoot Boyz", expect!["Plain 6 of Some(6)"]);
    check_ahead(
        &battle,
        "Alpha: charge Boyz after K1; Alpha: shoot Boyz",
        expect![[r#"
        BeforeCharge 6 of Some(6)
        Stayed { squad: SquadId(0), why: HasShot }"#]],
    );
}

#[test]
fn v7_what_a_preview_says_is_what_happens() {
    let battle = scene(
        "
        .a .a .a . . w .  .
        .a .  .  # . . .  .
        .  .  .  # . . .e .",
        "a Alpha players: rifle; e Boyz enemy: boy",
    );
    let orders = orders_of(&battle, "Alpha: charge Boyz after C1");
    let (alpha, boyz) = (squad(&battle, "Alpha"), squad(&battle, "Boyz"));
    let Some(Movement::Charge { after, .. }) = orders.movement.get(alpha) else { unreachable!() };
    let seen = preview::charge(&Line::default(), &battle, &orders, alpha, boyz, after.as_ref());
    let route = seen.route.expect("there is a move before it");
    let mut text = format!("needs {:?} after", seen.needed);
    for (unit, at) in route.places {
        text += &format!(" {unit:?}>{at}");
    }
    expect!["needs Some(1) after UnitId(0)>C1 UnitId(3)>B1 UnitId(1)>D1 UnitId(2)>F1"].assert_eq(&text);
    check(
        &battle,
        "Alpha: charge Boyz after C1",
        "charge 1 1",
        expect![[r#"
            Movement:
            Alpha BeforeCharge 2 of 9: Alpha 1 A1>C1, Alpha 4 A2>B1, Alpha 2 B1>D1, Alpha 3 C1>F1
            Alpha charges Boyz: needs 1, 1+1: made
            Alpha Charge: Alpha 3 F1>F2, Alpha 2 D1>E2, Alpha 1 C1>E1, Alpha 4 B1>D1"#]],
    );
}

fn having_shot(battle: &Battle, name: &str) -> Battle {
    let mut battle = battle.clone();
    let squad = squad(&battle, name);
    battle.apply(&Event::VolleyWasted { squad, target: squad, units: Vec::new() });
    battle
}

fn broken(battle: &Battle, name: &str) -> Battle {
    let mut battle = battle.clone();
    let squad = squad(&battle, name);
    let one = D6::showing(1).expect("a face");
    let (modifiers, by_hero) = (Vec::new(), None);
    battle.apply(&Event::MoraleTested { squad, dice: [one; 2], modifiers, needs: 7, by_hero, passed: false });
    battle
}

fn felled(battle: &Battle, unit: UnitId) -> Battle {
    let mut battle = battle.clone();
    let squad = battle.unit(unit).squad;
    let one = D6::showing(1).expect("a face");
    battle.apply(&Event::HazardRolled { squad, weapon: WeaponId(0), rolls: vec![(unit, one, Fate::Downed)] });
    battle
}

#[track_caller]
fn check_ahead(battle: &Battle, orders: &str, expected: Expect) {
    let orders: Orders = orders_of(battle, orders);
    let mut dice = Dice::scripted("");
    let (rules, alpha) = (Line::default(), squad(battle, "Alpha"));
    let mut round =
        Round { rules: &rules, battle: battle.clone(), orders: &orders, dice: &mut dice, events: Vec::new() };
    act_ahead(&mut round, alpha);
    let told: Vec<String> = round
        .events
        .iter()
        .map(|it| match it {
            Event::Moved(it) => format!("{:?} {} of {:?}", it.kind, it.cost, it.allowance.as_ref().map(|it| it.steps)),
            other => format!("{other:?}"),
        })
        .collect();
    expected.assert_eq(&told.join("\n"));
    assert!(round.events.iter().all(|it| !matches!(it, Event::Moved(it) if it.kind == MoveKind::Charge)));
}
