//! F-13 to F-19.

use expect_test::expect;

use super::stepping::{ALPHA, check, led, row};
use super::*;
use crate::line::battle::{BreakCause, Fate, FormationId, Part, WeaponId};
use crate::line::rules::{Line, story};

#[test]
fn f13_a_gap_may_be_closed_in_the_next_step() {
    let battle = row();
    check(
        &battle,
        "Alpha: steps north hold Alpha 1, north hold Alpha 1, south hold Alpha 1",
        expect![[r#"
        Movement:
        Alpha step 1: Alpha 2 B3>B2, Alpha 3 C3>C2, 1 MP, left 8 8 8
        Alpha step 2: Alpha 2 B2>B1, Alpha 3 C2>C1, 1 MP, left 7 7 7, gap
        Alpha step 3: Alpha 2 B1>B2, Alpha 3 C1>C2, 1 MP, left 6 6 6"#]],
    );
}

#[test]
fn f13_a_gap_that_a_step_begins_and_ends_with_breaks_a_formation() {
    check(
        &row(),
        "Alpha: steps east hold Alpha 1, east hold Alpha 1, stand, north",
        expect![[r#"
        Movement:
        Alpha step 1: Alpha 2 B3>C3, Alpha 3 C3>D3, 1 MP, left 8 8 8, gap
        Alpha step 2: Alpha 2 C3>D3, Alpha 3 D3>E3, 1 MP, left 7 7 7, gap
        Alpha breaks up (Gap): Alpha 2, Alpha 3 go on without a leader | Alpha 1 stop
        Alpha (1) step 3: , 0 MP, left 7 7
        Alpha (1) step 4: Alpha 2 D3>D2, Alpha 3 E3>E2, 1 MP, left 6 6"#]],
    );
}

#[test]
fn f13_a_gap_that_is_left_when_movement_is_over_breaks_a_formation() {
    check(
        &row(),
        "Alpha: steps east hold Alpha 1",
        expect![[r#"
        Movement:
        Alpha step 1: Alpha 2 B3>C3, Alpha 3 C3>D3, 1 MP, left 8 8 8, gap
        Alpha breaks up (GapAtEnd): Alpha 2, Alpha 3 go on without a leader | Alpha 1 stop"#]],
    );
}

#[test]
fn f13_a_formation_that_stays_is_looked_at_as_well() {
    let mut battle = row();
    battle.apply(&Event::HazardRolled {
        squad: squad(&battle, "Alpha"),
        weapon: crate::line::battle::WeaponId(0),
        rolls: vec![(unit(&battle, "Alpha 2"), D6::showing(1).expect("a face"), crate::line::battle::Fate::Downed)],
    });
    check(
        &battle,
        "",
        expect![[r#"
        Movement:
        Alpha breaks up (GapAtEnd): Alpha 1 stop | Alpha 3 stop"#]],
    );
    // Closed by a Step in time.
    check(
        &battle,
        "Alpha: steps east hold Alpha 3",
        expect![[r#"
        Movement:
        Alpha step 1: Alpha 1 A3>B3, 1 MP, left 7 7"#]],
    );
}

#[test]
fn f14_a_leader_may_be_out_of_range_for_a_step() {
    let battle = led(". . .a .a . . . .l . .");
    check(
        &battle,
        "Alpha: steps west hold Lead 1, west hold Alpha 1 & Alpha 2",
        expect![[r#"
            Movement:
            Alpha step 1: Alpha 1 C1>B1, Alpha 2 D1>C1, 1 MP, left 8 8 6, leader out at 5
            Alpha step 2: Lead 1 H1>G1, 1 MP, left 7 7 5"#]],
    );
}

#[test]
fn f14_a_leader_out_of_range_for_a_whole_step_loses_his_formation() {
    let battle = led(". . .a .a . . . .l . .");
    check(
        &battle,
        "Alpha: steps west hold Lead 1, stand, east",
        expect![[r#"
        Movement:
        Alpha step 1: Alpha 1 C1>B1, Alpha 2 D1>C1, 1 MP, left 8 8 6, leader out at 5
        Alpha step 2: , 0 MP, left 8 8 6, leader out at 5
        Alpha breaks up (Leader): Alpha 1, Alpha 2 stop"#]],
    );
}

#[test]
fn f15_the_panicked_are_gaps_and_the_dazed_are_not() {
    let squads = "a Alpha players: rifle; b Bravo players: rifle";
    let drawing = "
        . . .
        . . .
        .a .b .a";
    let battle = formed(field(drawing, squads, trained), &["Alpha", "Bravo"], None);
    check(
        &broken(battle.clone(), "Bravo"),
        "",
        expect![[r#"
        Movement:
        Alpha + Bravo breaks up (GapAtEnd): Alpha 1 stop | Alpha 2 stop | Bravo 1 stop"#]],
    );
    check(
        &dazed(battle.clone(), &["Bravo 1"]),
        "",
        expect![[r#"
        Movement:
        Dazed no more (Time): Bravo 1"#]],
    );
    check(
        &dazed(battle.clone(), &["Bravo 1"]),
        "Alpha: steps north",
        expect![[r#"
        Movement:
        Alpha + Bravo step 1: Alpha 1 A3>A2, Alpha 2 C3>C2 [Bravo 1 Unsteady(Dazed)], 1 MP, left 8 8 8
        Dazed no more (Time): Bravo 1"#]],
    );
    check(
        &dazed(battle.clone(), &["Bravo 1"]),
        "Alpha: steps north, north",
        expect![[r#"
        Movement:
        Alpha + Bravo step 1: Alpha 1 A3>A2, Alpha 2 C3>C2 [Bravo 1 Unsteady(Dazed)], 1 MP, left 8 8 8
        Alpha + Bravo step 2: Alpha 1 A2>A1, Alpha 2 C2>C1 [Bravo 1 Unsteady(Dazed)], 1 MP, left 7 7 7, gap
        Alpha + Bravo breaks up (GapAtEnd): Alpha 1 stop | Alpha 2 stop | Bravo 1 stop
        Dazed no more (Time): Bravo 1"#]],
    );
    check(
        &afflicted(battle, Plight::Frenzied, &["Bravo 1"]),
        "Alpha: steps north",
        expect![[r#"
        Movement:
        Alpha + Bravo step 1: Alpha 1 A3>A2, Alpha 2 C3>C2 [Bravo 1 Unsteady(Frenzied)], 1 MP, left 8 8 8, gap
        Alpha + Bravo breaks up (Gap): Alpha 1 stop | Alpha 2 stop | Bravo 1 stop
        Frenzied no more (Time): Bravo 1"#]],
    );
}

/// Two groups of three with a gap, as if whoever stood there had fallen; MOV 5.
fn halves(touch: impl FnOnce(&mut Setup), leader: Option<&str>) -> Battle {
    let drawing = "
        .a .a .a .  .a .a .a .  .  .
        .  .  .  .  .  .  .  .  .  .
        .  .  .  .l .  .  .  .  .  .";
    let battle = field(drawing, "a Alpha players: rifle; l Lead players: officer", |setup| {
        moves(setup, "rifle", 5);
        moves(setup, "officer", 5);
        touch(setup);
    });
    let battle = formed(battle, &["Alpha"], leader);
    having_fired(having_fired(battle, "Alpha", &[]), "Lead", &[])
}

#[test]
fn f16_one_leader_directs_one_part() {
    check(
        &halves(|_| (), Some("Lead Officer")),
        "Alpha: steps south, south",
        expect![[r#"
            Movement:
            Alpha step 1: Alpha 1 A1>A2, Alpha 2 B1>B2, Alpha 3 C1>C2, Alpha 4 E1>E2, Alpha 5 F1>F2, Alpha 6 G1>G2 [Lead Officer Impassable], 1 MP, left 4 4 4 4 4 4 4, gap
            Alpha breaks up (Gap): Alpha 1, Alpha 2, Alpha 3 go on under Lead Officer | Alpha 4, Alpha 5, Alpha 6 stop
            Alpha (1) step 2: Alpha 1 A2>A3, Alpha 2 B2>B3, Alpha 3 C2>C3 [Lead Officer Impassable], 1 MP, left 3 3 3 3"#]],
    );
    check(
        &halves(trained, None),
        "Alpha: steps south, south",
        expect![[r#"
            Movement:
            Alpha step 1: Alpha 1 A1>A2, Alpha 2 B1>B2, Alpha 3 C1>C2, Alpha 4 E1>E2, Alpha 5 F1>F2, Alpha 6 G1>G2, 1 MP, left 4 4 4 4 4 4, gap
            Alpha breaks up (Gap): Alpha 1, Alpha 2, Alpha 3 go on without a leader | Alpha 4, Alpha 5, Alpha 6 go on without a leader
            Alpha (1) step 2: Alpha 1 A2>A3, Alpha 2 B2>B3, Alpha 3 C2>C3, 1 MP, left 3 3 3
            Alpha (2) step 2: Alpha 4 E2>E3, Alpha 5 F2>F3, Alpha 6 G2>G3, 1 MP, left 3 3 3"#]],
    );
}

#[test]
fn f17_each_part_has_the_movement_that_was_left() {
    let drawing = "
        .  .  .  .  .  .  .  .
        .a .a .a .a .a .a .  .
        .  .  .  .  .  .  .  .";
    let battle = field(drawing, ALPHA, |setup| {
        trained(setup);
        moves(setup, "rifle", 5);
    });
    let battle = having_fired(formed(battle, &["Alpha"], None), "Alpha", &[]);
    let some = "hold Alpha 1 & Alpha 2 & Alpha 3";
    let orders = format!("Alpha: steps north, east {some}, east {some}, south, south, north");
    check(
        &battle,
        &orders,
        expect![[r#"
        Movement:
        Alpha step 1: Alpha 1 A2>A1, Alpha 2 B2>B1, Alpha 3 C2>C1, Alpha 4 D2>D1, Alpha 5 E2>E1, Alpha 6 F2>F1, 1 MP, left 4 4 4 4 4 4
        Alpha step 2: Alpha 4 D1>E1, Alpha 5 E1>F1, Alpha 6 F1>G1, 1 MP, left 3 3 3 3 3 3, gap
        Alpha step 3: Alpha 4 E1>F1, Alpha 5 F1>G1, Alpha 6 G1>H1, 1 MP, left 2 2 2 2 2 2, gap
        Alpha breaks up (Gap): Alpha 1, Alpha 2, Alpha 3 go on without a leader | Alpha 4, Alpha 5, Alpha 6 go on without a leader
        Alpha (1) step 4: Alpha 1 A1>A2, Alpha 2 B1>B2, Alpha 3 C1>C2, 1 MP, left 1 1 1
        Alpha (1) step 5: Alpha 1 A2>A3, Alpha 2 B2>B3, Alpha 3 C2>C3, 1 MP, left 0 0 0
        Alpha (2) step 4: Alpha 4 F1>F2, Alpha 5 G1>G2, Alpha 6 H1>H2, 1 MP, left 1 1 1
        Alpha (2) step 5: Alpha 4 F2>F3, Alpha 5 G2>G3, Alpha 6 H2>H3, 1 MP, left 0 0 0"#]],
    );
}

#[test]
fn f18_parts_that_meet_again_are_still_two() {
    let battle = halves(trained, None);
    let orders = "Alpha: steps stand, east hold Alpha 4 & Alpha 5 & Alpha 6";
    check(
        &battle,
        orders,
        expect![[r#"
        Movement:
        Alpha step 1: , 0 MP, left 5 5 5 5 5 5, gap
        Alpha breaks up (Gap): Alpha 1, Alpha 2, Alpha 3 go on without a leader | Alpha 4, Alpha 5, Alpha 6 go on without a leader
        Alpha (1) step 2: Alpha 1 A1>B1, Alpha 2 B1>C1, Alpha 3 C1>D1, 1 MP, left 4 4 4
        Alpha (2) step 2: , 0 MP, left 5 5 5"#]],
    );
    let after = story::after_movement(&battle, orders, "");
    assert_eq!(after.formations().len(), 2);
    let all: Vec<UnitId> = after.standing(squad(&after, "Alpha")).collect();
    assert_eq!(groups(&after, &all).len(), 1);
}

#[test]
fn f19_who_was_stopped_neither_charges_nor_moves_again() {
    let squads = "a Alpha players: rifle; b Bravo players: rifle; e Boyz enemy: boy";
    let drawing = ".a .  .b .  .  .  .\n.  .  .  .  .  .  .\n.  .  .  .  .  .e .";
    let battle = formed(field(drawing, squads, trained), &["Alpha", "Bravo"], None);
    check(
        &battle,
        "Alpha: steps south; Bravo: move D1",
        expect![[r#"
        Movement:
        Alpha + Bravo step 1: Alpha 1 A1>A2, Bravo 1 C1>C2, 1 MP, left 8 8, gap
        Alpha + Bravo breaks up (Gap): Alpha 1 stop | Bravo 1 stop
        Bravo stays: Stopped"#]],
    );
    story::check_movement(
        &Line::default(),
        &battle,
        "Alpha: charge Boyz after south 1; Bravo: charge Boyz",
        "",
        expect![[r#"
            Movement:
            Alpha + Bravo step 1: Alpha 1 A1>A2, Bravo 1 C1>C2, 1 MP, left 8 8, gap
            Alpha + Bravo breaks up (Gap): Alpha 1 stop | Bravo 1 stop
            Alpha stays: Stopped
            Bravo stays: Stopped"#]],
    );
}

#[test]
fn f19_one_man_left_over_stays_where_he_is() {
    let drawing = ".a . .a .a . . .\n. . . . . . .";
    let battle = formed(field(drawing, ALPHA, trained), &["Alpha"], None);
    check(
        &battle,
        "Alpha: steps south, east, east",
        expect![[r#"
        Movement:
        Alpha step 1: Alpha 1 A1>A2, Alpha 2 C1>C2, Alpha 3 D1>D2, 1 MP, left 8 8 8, gap
        Alpha breaks up (Gap): Alpha 2, Alpha 3 go on without a leader | Alpha 1 stop
        Alpha (1) step 2: Alpha 2 C2>D2, Alpha 3 D2>E2, 1 MP, left 7 7
        Alpha (1) step 3: Alpha 2 D2>E2, Alpha 3 E2>F2, 1 MP, left 6 6"#]],
    );
}

#[test]
fn f13_a_formation_that_charged_is_looked_at_afterwards() {
    let squads = "a Alpha players: rifle; e Boyz enemy: boy";
    let drawing = ".a .a .a . . . .e .";
    let battle = formed(field(drawing, squads, trained), &["Alpha"], None);
    story::check_movement(
        &Line::default(),
        &battle,
        "Alpha: charge Boyz after D1",
        "charge 3 3",
        expect![[r#"
        Movement:
        Alpha step 1: Alpha 1 A1>B1, Alpha 2 B1>C1, Alpha 3 C1>D1, 1 MP, left 8 8 8
        Alpha step 2: Alpha 1 B1>C1, Alpha 2 C1>D1, Alpha 3 D1>E1, 1 MP, left 7 7 7
        Alpha charges Boyz: needs 1, 3+3: made
        Alpha Charge: Alpha 3 E1>F1, Alpha 2 D1>E1, Alpha 1 C1>D1"#]],
    );
}

#[test]
fn f14_a_dazed_leader_in_range_keeps_his_formation() {
    let battle = dazed(led(". . .a .a . .l . . . ."), &["Lead 1"]);
    check(
        &battle,
        "Alpha: steps east, west",
        expect![[r#"
        Movement:
        Alpha step 1: Alpha 1 C1>D1, Alpha 2 D1>E1 [Lead 1 Unsteady(Dazed)], 1 MP, left 8 8 6
        Alpha step 2: Alpha 1 D1>C1, Alpha 2 E1>D1 [Lead 1 Unsteady(Dazed)], 1 MP, left 7 7 5
        Dazed no more (Time): Lead 1"#]],
    );
}

#[test]
fn f14_a_fallen_leader_is_told_as_such() {
    let mut battle = led(". . .a .a . .l . . . .");
    let (lead, rolls) = (unit(&battle, "Lead 1"), D6::showing(1).expect("a face"));
    let squad = squad(&battle, "Lead");
    let fell = vec![(lead, rolls, Fate::Downed)];
    battle.apply(&Event::HazardRolled { squad, weapon: WeaponId(0), rolls: fell });
    check(
        &battle,
        "Alpha: steps east, west, west",
        expect![[r#"
        Movement:
        Alpha step 1: Alpha 1 C1>D1, Alpha 2 D1>E1, 1 MP, left 8 8, leader down
        Alpha breaks up (LeaderDown): Alpha 1, Alpha 2 stop"#]],
    );
}

#[test]
fn f16_a_part_of_a_part_has_a_name_that_no_other_has_or_had() {
    let drawing = "
        .a .a .a .  .a .a .a .
        .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .";
    let battle = field(drawing, "a Alpha players: rifle", trained);
    let mut battle = formed(battle, &["Alpha"], None);
    let names =
        |battle: &Battle| -> Vec<String> { battle.formations().iter().map(|it| battle.formation_name(it)).collect() };
    battle = story::after_movement(&battle, "Alpha: steps stand, stand", "");
    assert_eq!(names(&battle), ["Alpha (1)", "Alpha (2)"]);
    let first = battle.formations()[0].id;
    let part = |members: &[&str], formation: u16| Part {
        formation: Some(FormationId(formation)),
        leader: None,
        members: members.iter().map(|it| unit(&battle, it)).collect(),
        why: Vec::new(),
    };
    let next = battle.next_formation().0;
    let parts = vec![part(&["Alpha 1"], next), part(&["Alpha 2", "Alpha 3"], next + 1)];
    tell(&mut battle, FormationEvent::BrokeUp { formation: first, why: BreakCause::Gap, parts });
    assert_eq!(names(&battle), ["Alpha (2)", "Alpha (3)", "Alpha (4)"]);
}
