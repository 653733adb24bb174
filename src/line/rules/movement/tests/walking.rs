//! V-1: walking.

use super::*;

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
fn v1_who_goes_toward_friends_has_arrived_beside_them() {
    let battle = scene(".a . . .c .\n. . . . .", "a Alpha players: rifle; c Charlie players: rifle");
    check(
        &battle,
        "Alpha: move toward Charlie",
        "",
        expect![[r#"
        Movement:
        Alpha Plain 2 of 9: Alpha 1 A1>C1"#]],
    );
}
