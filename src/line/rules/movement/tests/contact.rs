//! V-6 to V-8: getting out of a melee and into one.

use super::*;
#[test]
fn v6_nobody_runs_between_the_enemies_that_he_flees() {
    let battle = scene(
        "
        . . .  .  .  . .
        . . .e .a .e . .
        . . .  .  .  . .
        . . .  .  .  . .
        . . .  .  .  . .",
        "a Alpha players: rifle; e Boyz enemy: boy",
    );
    check(
        &battle,
        "Alpha: disengage",
        "disengage 4",
        expect![[r#"
        Movement:
        Alpha disengages: Alpha 1 4
        Alpha Disengage 3 of 9: Alpha 1 D2>D5"#]],
    );
    check(
        &battle,
        "Alpha: disengage A1",
        "disengage 4",
        expect![[r#"
        Movement:
        Alpha disengages: Alpha 1 4
        Alpha Disengage 2 of 9: Alpha 1 D2>D4 (EnemyInTheWay)"#]],
    );
    check(
        &battle,
        "Alpha: disengage south 3 west 2",
        "disengage 4",
        expect![[r#"
        Movement:
        Alpha disengages: Alpha 1 4
        Alpha Disengage 3 of 9: Alpha 1 D2>D5 (EnemyInTheWay)"#]],
    );
}

#[test]
fn v6_nobody_gets_away_through_a_zone_that_he_was_not_in() {
    let battle = scene(
        "
        .e .a .  .  .  .  .
        #  #  .  .  .f .  .
        #  #  #  #  #  #  #",
        "a Alpha players: rifle; e Boyz enemy: boy; f Nobz enemy: boy",
    );
    check(
        &battle,
        "Alpha: disengage G1",
        "disengage 4",
        expect![[r#"
        Movement:
        Alpha disengages: Alpha 1 4
        Alpha Disengage 1 of 9: Alpha 1 B1>C1 (EnemyInTheWay)"#]],
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
    let seen = preview::Course::of(&Line::default(), &battle, &orders).charge(alpha, boyz, after.as_ref());
    let route = seen.route.expect("there is a move before it");
    let mut text = format!("needs {:?} after", seen.needed);
    for (unit, at) in route.places {
        text += &format!(" {unit:?}>{at}");
    }
    expect!["needs Some(3) after UnitId(0)>C1 UnitId(3)>C2 UnitId(1)>B1 UnitId(2)>D1"].assert_eq(&text);
    check(
        &battle,
        "Alpha: charge Boyz after C1",
        "charge 2 1",
        expect![[r#"
            Movement:
            Alpha BeforeCharge 2 of 9: Alpha 1 A1>C1, Alpha 4 A2>C2, Alpha 3 C1>D1
            Alpha charges Boyz: needs 3, 2+1: made
            Alpha Charge: Alpha 3 D1>F2, Alpha 1 C1>E2, Alpha 2 B1>E1"#]],
    );
}

#[test]
fn v7_what_cannot_move_does_not_charge() {
    let battle = scene(
        "
        .  . .a . . .e .
        .  . .  . . .  .",
        "a Alpha players: bunker; e Boyz enemy: boy",
    );
    check(
        &battle,
        "Alpha: charge Boyz after B1",
        "",
        expect![[r#"
        Movement:
        Alpha stays: Immobile"#]],
    );
}

#[test]
fn v7_a_target_that_is_gone_is_told_once() {
    let battle = felled(
        &scene(".a . . . . . . .e .f", "a Alpha players: rifle; e Boyz enemy: boy; f Nobz enemy: boy"),
        UnitId(1),
    );
    check(
        &battle,
        "Alpha: charge Boyz after toward Boyz",
        "",
        expect![[r#"
        Movement:
        Alpha stays: TargetGone"#]],
    );
}

#[test]
fn v6_a_structure_gets_away_from_nothing() {
    let battle = scene(
        "
        .k . .e .
        .  . .  .",
        "k Fort players: bunker; e Boyz enemy: boy",
    );
    check(
        &battle,
        "Fort: disengage",
        "",
        expect![[r#"
        Movement:
        Fort stays: Immobile"#]],
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
fn v5_who_falls_on_the_way_out_is_left_behind_as_well() {
    let battle = scene(
        "
        .a .a .e
        .a .  .
        .  .  .",
        "a Alpha players: rifle; e Boyz enemy: boy",
    );
    let battle = felled(&battle, UnitId(0));
    check(
        &battle,
        "Alpha: abandon all; Alpha: disengage A3",
        "disengage 2",
        expect![[r#"
        Movement:
        Alpha abandons 1
        Alpha disengages: Alpha 2 2
        Alpha abandons 1
        Alpha Disengage 1 of 9: Alpha 3 A2>A3"#]],
    );
    check(
        &battle,
        "Alpha: abandon 2; Alpha: disengage A3",
        "disengage 2",
        expect![[r#"
        Movement:
        Alpha abandons 1
        Alpha disengages: Alpha 2 2
        Alpha abandons 1
        Alpha Disengage 1 of 9: Alpha 3 A2>A3"#]],
    );
    check(
        &battle,
        "Alpha: abandon 1; Alpha: disengage A3",
        "disengage 2",
        expect![[r#"
        Movement:
        Alpha abandons 1
        Alpha disengages: Alpha 2 2
        Alpha Disengage 1 of 8: Alpha 3 A2>A3"#]],
    );
}
