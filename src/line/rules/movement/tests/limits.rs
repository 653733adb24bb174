//! V-3 to V-5, C-6: how far, and at what price.

use super::*;

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
            Alpha Plain 5 of 5: Alpha 1 A1>F1, Alpha 4 D1>E1, Alpha 5 E1>G1, Alpha 6 F1>H1 (TooFar)"#]],
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
    let battle = after_movement(&battle, "Alpha: east 8");
    let units = to_abandon(&battle, &orders_of(&battle, "Alpha: abandon"), squad(&battle, "Alpha"));
    assert_eq!(units, [(UnitId(0), "I1".parse().expect("a tile"))]);
}
