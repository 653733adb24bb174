//! **F-16** The names of formations and of their parts.

use super::*;
use crate::line::battle::{BreakCause, FormationId, Part};
use crate::line::rules::story::after_movement;

fn names(battle: &Battle) -> Vec<String> {
    battle.formations().iter().map(|it| battle.formation_name(it)).collect()
}

#[test]
fn f16_a_part_of_a_part_has_a_name_that_no_other_has_or_had() {
    let drawing = "
        .a .a .a .  .a .a .a .
        .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .";
    let battle = formed(field(drawing, "a Alpha players: rifle", trained), &["Alpha"]);
    let mut battle = after_movement(&battle, "Alpha: steps stand, stand", "");
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
    apply_event(&mut battle, FormationEvent::BrokeUp { formation: first, why: BreakCause::Gap, parts });
    assert_eq!(names(&battle), ["Alpha (2)", "Alpha (3)", "Alpha (4)"]);
}

#[test]
fn f16_a_part_goes_by_the_squads_that_are_in_it() {
    let squads = "a Alpha players: rifle; b Bravo players: rifle";
    let battle = formed(field(".a .a .b .b . .b .b", squads, trained), &["Alpha", "Bravo"]);
    let after = after_movement(&battle, "Alpha: steps stand, stand", "");
    assert_eq!(names(&after), ["Alpha + Bravo (1)", "Bravo (2)"]);
}

#[test]
fn f16_what_is_left_of_a_formation_goes_by_the_squads_that_are_still_in_it() {
    let squads = "a Alpha players: rifle; b Bravo players: rifle; c Carol players: rifle";
    let battle = formed(field(".a .a .b .b .c", squads, trained), &["Alpha", "Bravo", "Carol"]);
    let started = |squads: &[&str], members: &[&str]| {
        let mut after = battle.clone();
        let event = FormationEvent::Started {
            formation: battle.next_formation(),
            squads: squads.iter().map(|it| squad(&battle, it)).collect(),
            members: members.iter().map(|it| unit(&battle, it)).collect(),
            leader: None,
            stuck: Vec::new(),
        };
        apply_event(&mut after, event);
        names(&after)
    };
    assert_eq!(started(&["Alpha"], &["Alpha 1", "Alpha 2"]), ["Bravo + Carol", "Alpha"]);
    assert_eq!(started(&["Alpha"], &["Alpha 1"]), ["Alpha + Bravo + Carol", "Alpha"], "Alpha 2 stays");
    let bravo = started(&["Bravo", "Carol"], &["Bravo 1", "Carol 1"]);
    assert_eq!(bravo, ["Alpha + Bravo", "Bravo + Carol"]);
}
