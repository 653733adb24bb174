//! V-2: settling around the leader.

use super::*;
#[test]
fn v1_nobody_is_sent_out_of_a_melee_or_into_a_zone() {
    let battle = scene(
        "
        .a .a .a . . . . .
        .  .  .  . . . . .
        .  .  .  . .e . . .",
        "a Alpha players: rifle; e Boyz enemy: boy",
    );
    check(
        &battle,
        "Alpha: send Alpha 3 to D3",
        "",
        expect![[r#"
            Movement:
            Alpha Plain 1 of 9: Alpha 3 C1>C2 (Squad)"#]],
    );
    check(
        &battle,
        "Boyz: send Boyz 1 to C2",
        "",
        expect![[r#"
        Movement:
        Boyz Plain 2 of 7: Boyz 1 E3>C3 (EnemyInTheWay)"#]],
    );
    let melee = scene(".a .a .a .e . .\n. . . . . .", "a Alpha players: rifle; e Boyz enemy: boy");
    check(
        &melee,
        "Alpha: send Alpha 1 to A2",
        "",
        expect![[r#"
        Movement:
        Alpha stays: Engaged"#]],
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
            Alpha Plain 9 of 9: Alpha 1 A1>H3, Alpha 5 A5>H4, Alpha 2 A2>H2, Alpha 4 A4>G3, Alpha 3 A3>I3"#]],
    );
    check(
        &battle,
        "Alpha: move H3 spread",
        "",
        expect![[r#"
            Movement:
            Alpha Plain 9 of 9: Alpha 1 A1>H3, Alpha 5 A5>H5, Alpha 2 A2>F3, Alpha 4 A4>J3, Alpha 3 A3>H1"#]],
    );
    check(
        &battle,
        "Alpha: move H3 tight",
        "",
        expect![[r#"
            Movement:
            Alpha Plain 9 of 9: Alpha 1 A1>H3, Alpha 5 A5>H4, Alpha 2 A2>H2, Alpha 4 A4>G3, Alpha 3 A3>I3"#]],
    );
}

#[test]
fn v2_who_is_sent_ends_on_his_tile_and_nobody_takes_it_from_him() {
    let battle = scene(
        "
        .a .a . . . . . . .
        .a .a . . . . r . .
        .  .  . . . . . . .",
        "a Alpha players: rifle",
    );
    check(
        &battle,
        "Alpha: move G1",
        "",
        expect![[r#"
        Movement:
        Alpha Plain 6 of 9: Alpha 1 A1>G1, Alpha 3 A2>G2, Alpha 4 B2>F1, Alpha 2 B1>H1"#]],
    );
    check(
        &battle,
        "Alpha: move G1; Alpha: send Alpha 4 to I1",
        "",
        expect![[r#"
        Movement:
        Alpha Plain 6 of 9: Alpha 1 A1>G1, Alpha 3 A2>G2, Alpha 4 B2>I1, Alpha 2 B1>F1"#]],
    );
    check(
        &battle,
        "Alpha: move G1; Alpha: send Alpha 4 to G2",
        "",
        expect![[r#"
        Movement:
        Alpha Plain 6 of 9: Alpha 1 A1>G1, Alpha 3 A2>F1, Alpha 4 B2>G2, Alpha 2 B1>H1"#]],
    );
    // Nobody comes there: he settles like the others.
    check(
        &battle,
        "Alpha: move G1; Alpha: send Alpha 4 to A3",
        "",
        expect![[r#"
        Movement:
        Alpha Plain 6 of 9: Alpha 1 A1>G1, Alpha 3 A2>G2, Alpha 2 B1>F1, Alpha 4 B2>H1"#]],
    );
    // Who leads ends where the squad is told to.
    check(
        &battle,
        "Alpha: move G1; Alpha: send Alpha 1 to I1",
        "",
        expect![[r#"
        Movement:
        Alpha Plain 6 of 9: Alpha 1 A1>G1, Alpha 3 A2>G2, Alpha 4 B2>F1, Alpha 2 B1>H1"#]],
    );
}
