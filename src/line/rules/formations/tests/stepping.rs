//! F-1, and F-20 to F-24.

use super::*;
use crate::line::rules::{Line, preview, story};
use expect_test::{Expect, expect};
/// Plays the movement phase.
#[track_caller]
pub(super) fn check(battle: &Battle, orders: &str, expected: Expect) {
    story::check_movement(&Line::default(), battle, orders, "", expected);
}

pub(super) const ALPHA: &str = "a Alpha players: rifle";

/// A row of three on open ground.
pub(super) fn row() -> Battle {
    let drawing = "
        .  .  .  .  .  .
        .  .  .  .  .  .
        .a .a .a .  .  .
        .  .  .  .  .  .";
    formed(field(drawing, ALPHA, trained), &["Alpha"], None)
}

#[test]
fn f20_who_is_in_no_formation_stays_while_the_others_march() {
    let battle = field(".a .a .a . . .", ALPHA, trained);
    story::check(
        &battle,
        "Alpha: form without Alpha 1; Alpha: steps east",
        "",
        expect![[r#"
        Alpha forms up without a leader: Alpha 2, Alpha 3
        Movement:
        Alpha step 1: Alpha 2 B1>C1, Alpha 3 C1>D1, 1 MP, left 8 8
        Alpha stays: OthersMarch"#]],
    );
    let slow = field(".a .a .a . . .", ALPHA, |setup| {
        trained(setup);
        moves(setup, "rifle", 0);
    });
    story::check(
        &slow,
        "Alpha: form without Alpha 1; Alpha: steps east",
        "",
        expect![[r#"
        Alpha forms up without a leader: Alpha 2, Alpha 3
        Movement:
        Alpha stands still: NobodyMayMove"#]],
    );
}

#[test]
fn f20_a_step_is_one_tile_for_everybody() {
    let drawing = ".a .  .  .  .  .  .  .  .\n.a .  .  .  .  .  .  .  .";
    let battle = field(drawing, ALPHA, |setup| {
        trained(setup);
        moves(setup, "rifle", 5);
    });
    let battle = having_fired(formed(battle, &["Alpha"], None), "Alpha", &[]);
    check(
        &battle,
        "Alpha: steps east, east, east, east, east, east, east",
        expect![[r#"
        Movement:
        Alpha step 1: Alpha 1 A1>B1, Alpha 2 A2>B2, 1 MP, left 4 4
        Alpha step 2: Alpha 1 B1>C1, Alpha 2 B2>C2, 1 MP, left 3 3
        Alpha step 3: Alpha 1 C1>D1, Alpha 2 C2>D2, 1 MP, left 2 2
        Alpha step 4: Alpha 1 D1>E1, Alpha 2 D2>E2, 1 MP, left 1 1
        Alpha step 5: Alpha 1 E1>F1, Alpha 2 E2>F2, 1 MP, left 0 0"#]],
    );
    check(
        &battle,
        "Alpha: move I1",
        expect![[r#"
        Movement:
        Alpha step 1: Alpha 1 A1>B1, Alpha 2 A2>B2, 1 MP, left 4 4
        Alpha step 2: Alpha 1 B1>C1, Alpha 2 B2>C2, 1 MP, left 3 3
        Alpha step 3: Alpha 1 C1>D1, Alpha 2 C2>D2, 1 MP, left 2 2
        Alpha step 4: Alpha 1 D1>E1, Alpha 2 D2>E2, 1 MP, left 1 1
        Alpha step 5: Alpha 1 E1>F1, Alpha 2 E2>F2, 1 MP, left 0 0"#]],
    );
    check(
        &battle,
        "Alpha: east 3 ",
        expect![[r#"
        Movement:
        Alpha step 1: Alpha 1 A1>B1, Alpha 2 A2>B2, 1 MP, left 4 4
        Alpha step 2: Alpha 1 B1>C1, Alpha 2 B2>C2, 1 MP, left 3 3
        Alpha step 3: Alpha 1 C1>D1, Alpha 2 C2>D2, 1 MP, left 2 2"#]],
    );
    check(
        &battle,
        "Alpha: toward Alpha",
        expect![[r#"
        Movement:
        Alpha stands still: NoWay"#]],
    );
}

#[test]
fn f20_a_formation_in_melee_or_without_a_way_stays() {
    let squads = "a Alpha players: rifle; e Boyz enemy: boy";
    let battle = formed(field(".a .a .e . .", squads, trained), &["Alpha"], None);
    check(
        &battle,
        "Alpha: steps west",
        expect![[r#"
        Movement:
        Alpha stands still: Engaged"#]],
    );
    let battle = formed(field(".a .a # . .", squads, trained), &["Alpha"], None);
    check(
        &battle,
        "Alpha: move E1",
        expect![[r#"
        Movement:
        Alpha stands still: NoWay"#]],
    );
    check(
        &battle,
        "Alpha: toward Boyz",
        expect![[r#"
        Movement:
        Alpha stands still: TargetGone"#]],
    );
    let battle = formed(field(".a .a . . .e", squads, trained), &["Alpha"], None);
    check(
        &battle,
        "Alpha: steps east, east",
        expect![[r#"
        Movement:
        Alpha step 1: Alpha 1 A1>B1, Alpha 2 B1>C1, 1 MP, left 8 8
        Alpha step 2:  [Alpha 2 EnemyZone, Alpha 1 Taken], 0 MP, left 8 8"#]],
    );
}

#[test]
fn f20_a_march_that_is_asked_for_is_the_one_that_comes() {
    let (rules, battle) = (Line::default(), row());
    let alpha = squad(&battle, "Alpha");
    for text in ["Alpha: steps north, east hold Alpha 1, stand", "Alpha: move F1", "Alpha: charge Alpha after F1"] {
        let orders = story::orders_of(&battle, text);
        let seen = preview::march(&rules, &battle, &orders, alpha).expect("it has a formation");
        let mut now = battle.clone();
        seen.iter().for_each(|it| now.apply(it));
        let only_moves = text.replace("charge Alpha after", "move");
        let after = story::after_movement(&battle, &only_moves);
        let places = |it: &Battle| it.standing(alpha).map(|unit| it.unit(unit).at).collect::<Vec<_>>();
        assert_eq!(places(&now), places(&after), "{text}");
    }
    let hold = story::orders_of(&battle, "Alpha: hold");
    assert_eq!(preview::march(&rules, &battle, &hold, alpha), None);
    let orders = story::orders_of(&battle, "Alpha: move F1");
    let alone = field(".a .a .", ALPHA, trained);
    assert_eq!(preview::march(&rules, &alone, &orders, squad(&alone, "Alpha")), None);
}

#[test]
fn f22_who_cannot_pay_in_full_has_nothing_left_and_stays_a_member() {
    let drawing = "
        . . .
        . . .
        . o .
        .a .a .";
    let squads = "a Alpha players: rifle boy";
    let battle = field(drawing, squads, |setup| {
        trained(setup);
        moves(setup, "rifle", 1);
        moves(setup, "boy", 5);
    });
    let battle = having_fired(formed(battle, &["Alpha"], None), "Alpha", &[]);
    check(
        &battle,
        "Alpha: steps north, north",
        expect![[r#"
        Movement:
        Alpha step 1: Alpha 1 A4>A3, Alpha 2 B4>B3, 2 MP, left 0 3
        Alpha step 2: Alpha 2 B3>B2 [Alpha 1 TooDear { cost: 1, left: 0 }], 1 MP, left 0 2"#]],
    );
    let after = story::after_movement(&battle, "Alpha: steps north");
    assert_eq!(after.formations()[0].members.len(), 2);
}

#[test]
fn f23_who_has_fired_stays_where_he_is() {
    let battle = having_fired(row(), "Alpha", &["Alpha 1"]);
    check(
        &battle,
        "Alpha: steps east",
        expect![[r#"
        Movement:
        Alpha step 1: Alpha 2 B3>C3, Alpha 3 C3>D3 [Alpha 1 NoComplexAction], 1 MP, left 5 5 5, gap
        Alpha breaks up (GapAtEnd): Alpha 2, Alpha 3 go on without a leader | Alpha 1 stop"#]],
    );
    check(
        &battle,
        "Alpha: steps north, north",
        expect![[r#"
        Movement:
        Alpha step 1: Alpha 2 B3>B2, Alpha 3 C3>C2 [Alpha 1 NoComplexAction], 1 MP, left 5 5 5
        Alpha step 2: Alpha 2 B2>B1, Alpha 3 C2>C1 [Alpha 1 NoComplexAction], 1 MP, left 4 4 4, gap
        Alpha breaks up (GapAtEnd): Alpha 2, Alpha 3 go on without a leader | Alpha 1 stop"#]],
    );
    let all = having_fired(row(), "Alpha", &["Alpha 1", "Alpha 2", "Alpha 3"]);
    check(
        &all,
        "Alpha: steps north",
        expect![[r#"
        Movement:
        Alpha stands still: NobodyMayMove"#]],
    );
    let drawing = ".a .a . .";
    let battle = field(drawing, ALPHA, |setup| {
        let rules = FormationSetup { autonomous: true, shoot_and_move: true, ..Default::default() };
        setup.formations = Some(rules);
    });
    let battle = having_fired(formed(battle, &["Alpha"], None), "Alpha", &["Alpha 1"]);
    check(
        &battle,
        "Alpha: steps east",
        expect![[r#"
        Movement:
        Alpha step 1: Alpha 1 A1>B1, Alpha 2 B1>C1, 1 MP, left 5 5"#]],
    );
}

#[test]
fn f20_two_squads_in_one_formation_march_once() {
    let squads = "a Alpha players: rifle; b Bravo players: rifle";
    let battle = formed(field(".a .b . . .", squads, trained), &["Alpha", "Bravo"], None);
    check(
        &battle,
        "Bravo: steps east; Alpha: move E1",
        expect![[r#"
        Movement:
        Alpha + Bravo step 1: Alpha 1 A1>B1, Bravo 1 B1>C1, 1 MP, left 8 8
        Alpha + Bravo stands still: MovedAlready"#]],
    );
}

#[test]
fn f20_others_in_the_way_send_nobody_farther_off_and_a_wall_is_walked_around() {
    let squads = "a Alpha players: rifle; b Bravo players: rifle";
    let march = |barrier: &str| {
        let rows = (0..12).map(|y| match y {
            0 | 1 => format!(".a . {barrier} . ."),
            2..10 => format!(". . {barrier} . ."),
            _ => ". . . . .".to_owned(),
        });
        let battle = formed(field(&rows.collect::<Vec<_>>().join("\n"), squads, trained), &["Alpha"], None);
        let after = story::after_movement(&battle, "Alpha: move E1");
        after.unit(unit(&after, "Alpha 1")).at.to_string()
    };
    assert_eq!(march(".b"), "B1", "nine Steps down along Bravo would end eight farther off");
    assert_eq!(march("#"), "B9", "no other way leads there");
}

#[test]
fn v6_who_disengages_leaves_the_formation() {
    let squads = "a Alpha players: rifle; b Bravo players: rifle; e Boyz enemy: boy";
    let drawing = ".b .a .a .e\n. . . .\n. . . .";
    let battle = formed(field(drawing, squads, trained), &["Alpha", "Bravo"], None);
    story::check_movement(
        &Line::default(),
        &battle,
        "Alpha: disengage A3",
        "disengage 5",
        expect![[r#"
            Movement:
            Alpha 1, Alpha 2 leave Alpha + Bravo
            Alpha disengages: Alpha 2 5
            Alpha Disengage 3 of 9: Alpha 1 B1>A3, Alpha 2 C1>B3
            Bravo is over"#]],
    );
}

#[test]
fn f24_a_line_wheels_around_the_man_who_stands_still() {
    let drawing = "
        . . . . .
        . . . . .
        . .a .a .a .
        . . . . .
        . . . . .";
    let battle = formed(field(drawing, ALPHA, trained), &["Alpha"], None);
    check(
        &battle,
        "Alpha: steps left around Alpha 2",
        expect![[r#"
        Movement:
        Alpha step 1: Alpha 1 B3>B4, Alpha 3 D3>D2, 1 MP, left 8 8 8
        Alpha step 2: Alpha 1 B4>C4, Alpha 3 D2>C2, 1 MP, left 7 7 7"#]],
    );
    check(
        &battle,
        "Alpha: steps left",
        expect![[r#"
        Movement:
        Alpha step 1: Alpha 2 C3>C2, Alpha 3 D3>D2, 1 MP, left 8 8 8
        Alpha step 2: Alpha 3 D2>D1, 1 MP, left 7 7 7
        Alpha step 3: Alpha 2 C2>B2, Alpha 3 D1>C1, 1 MP, left 6 6 6
        Alpha step 4: Alpha 3 C1>B1, 1 MP, left 5 5 5"#]],
    );
    check(
        &battle,
        "Alpha: steps right",
        expect![[r#"
        Movement:
        Alpha step 1: Alpha 1 B3>B2, Alpha 2 C3>C2, 1 MP, left 8 8 8
        Alpha step 2: Alpha 1 B2>B1, 1 MP, left 7 7 7
        Alpha step 3: Alpha 1 B1>C1, Alpha 2 C2>D2, 1 MP, left 6 6 6
        Alpha step 4: Alpha 1 C1>D1, 1 MP, left 5 5 5"#]],
    );
}
