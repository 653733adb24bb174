//! F-13 to F-19.

use super::stepping::check;
use super::*;
use crate::line::battle::{BreakCause, FormationId, Part};
use crate::line::rules::{Line, story};
use expect_test::expect;
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
    let after = story::after_movement(&battle, orders);
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
fn f16_a_part_of_a_part_has_a_name_that_no_other_has_or_had() {
    let drawing = "
        .a .a .a .  .a .a .a .
        .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .";
    let battle = field(drawing, "a Alpha players: rifle", trained);
    let mut battle = formed(battle, &["Alpha"], None);
    let names =
        |battle: &Battle| -> Vec<String> { battle.formations().iter().map(|it| battle.formation_name(it)).collect() };
    battle = story::after_movement(&battle, "Alpha: steps stand, stand");
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

#[test]
fn f16_a_part_goes_by_the_squads_that_are_in_it() {
    let squads = "a Alpha players: rifle; b Bravo players: rifle";
    let battle = formed(field(".a .a .b .b . .b .b", squads, trained), &["Alpha", "Bravo"], None);
    let after = story::after_movement(&battle, "Alpha: steps stand, stand");
    let names: Vec<String> = after.formations().iter().map(|it| after.formation_name(it)).collect();
    assert_eq!(names, ["Alpha + Bravo (1)", "Bravo (2)"]);
}

#[test]
fn f16_what_is_left_of_a_formation_goes_by_the_squads_that_are_still_in_it() {
    let squads = "a Alpha players: rifle; b Bravo players: rifle; c Carol players: rifle";
    let battle = formed(field(".a .a .b .b .c", squads, trained), &["Alpha", "Bravo", "Carol"], None);
    let names =
        |battle: &Battle| -> Vec<String> { battle.formations().iter().map(|it| battle.formation_name(it)).collect() };
    let started = |squads: &[&str], members: &[&str]| {
        let mut after = battle.clone();
        let event = FormationEvent::Started {
            formation: battle.next_formation(),
            squads: squads.iter().map(|it| squad(&battle, it)).collect(),
            members: members.iter().map(|it| unit(&battle, it)).collect(),
            leader: None,
            stuck: Vec::new(),
        };
        tell(&mut after, event);
        names(&after)
    };
    assert_eq!(started(&["Alpha"], &["Alpha 1", "Alpha 2"]), ["Bravo + Carol", "Alpha"]);
    assert_eq!(started(&["Alpha"], &["Alpha 1"]), ["Alpha + Bravo + Carol", "Alpha"], "Alpha 2 stays");
    let bravo = started(&["Bravo", "Carol"], &["Bravo 1", "Carol 1"]);
    assert_eq!(bravo, ["Alpha + Bravo", "Bravo + Carol"]);
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
