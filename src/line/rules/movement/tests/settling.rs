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
