//! V-2: settling around the leader.

use super::*;

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
            Alpha Plain 6 of 9: Alpha 1 A2>D1, Alpha 2 A3>D2, Alpha 3 B3>C1"#]],
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
        setup.squads[0].members.reverse();
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
fn v2_one_is_sent_to_a_tile_while_the_others_stay() {
    let battle = scene(
        "
        .a .a .a . . . . . .
        .  .  .  . . . . . .",
        "a Alpha players: rifle",
    );
    check(
        &battle,
        "Alpha: send Alpha 3 to E1",
        "",
        expect![[r#"
            Movement:
            Alpha Plain 1 of 9: Alpha 3 C1>D1 (Squad)"#]],
    );
    // No farther than two tiles from another, however far it is told.
    check(
        &battle,
        "Alpha: send Alpha 3 to H1",
        "",
        expect![[r#"
            Movement:
            Alpha Plain 1 of 9: Alpha 3 C1>D1 (Squad)"#]],
    );
    check(
        &battle,
        "Alpha: hold; Alpha: send Alpha 1 to A2; Alpha: send Alpha 2 to A1",
        "",
        expect![[r#"
        Movement:
        Alpha Plain 1 of 9: Alpha 1 A1>A2
        Alpha Plain 1 of 9: Alpha 2 B1>A1"#]],
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
