//! Whole reports, and what else is read.

use super::*;
use crate::brick::battle::TeamId;
use crate::brick::battle::scene::{scene_with, unit_named, who};
use crate::brick::report::{difference, final_report, json_lines, look, words};
use crate::field::{Condition, Goal, GoalKind, ObjectiveId, ObjectiveSetup, UnitId};
use crate::page::Rich;
use expect_test::expect;

const ORDERS: &str =
    "form Wall from Cy,Di 2x1; hits Bows spare Bows-3; brace Dogs; shoot Bows at Dogs; move Dogs to G3";
const DICE: &str = "attack 5 4 2, damage 6 5";

/// Bowmen with an officer, two who stand alone, and dogs who come for the hill.
fn hill() -> Battle {
    let drawing = "
        .a .a .a . . . . . .
        .c .e .  . . . . . .
        .  .  .  . . . .d .d .
        .  .  .  . . . .d .d .
        .  .  .  l l . . . .";
    let people = "a Bows red 3x1 S: fig bow knife | fig bow | officer bow; c Cy red: fig knife; e Di red: fig knife; \
        d Dogs blue 2x2 W: fig knife";
    scene_with(drawing, people, |setup| {
        setup.title = "The Hill".to_owned();
        setup.rounds = Some(4);
        setup.objectives.push(ObjectiveSetup {
            key: "hill".to_owned(),
            name: "The hill".to_owned(),
            at: "D4".parse().expect("a tile"),
            radius: 3,
            owner: Some(TeamId(0)),
            points: 2,
        });
        let when = Condition::Hold { objective: ObjectiveId(0), by: TeamId(0), rounds: 3 };
        setup.goals.push(Goal {
            kind: GoalKind::Main,
            team: None,
            text: "Hold the hill for three rounds".to_owned(),
            when,
            ends: false,
        });
    })
}

/// The battle, the events of a round of it, and how it stands after that.
fn round() -> (Battle, Vec<Event>, Battle) {
    let battle = hill();
    let (events, _) = played(&plain(), &battle, ORDERS, DICE);
    let mut after = battle.clone();
    events.iter().for_each(|it| after.apply(it));
    (battle, events, after)
}

#[test]
fn a_squad_from_near() {
    let (_, _, after) = round();
    expect![[r#"
        Bows
          on 3 by 1 at A1, facing south
          Bows-1 at A1 (fig): Skill 1d6, Armor 4, Move 5, 1 of 1 HP; 0 of 2 hands empty; bow (Use 3, Range 6, 1d6; parry Use 4); knife (close combat Use 2, Skill; parry Use 2)
          Bows-2 at B1 (fig): Skill 1d6, Armor 4, Move 5, 1 of 1 HP; 1 of 2 hands empty; bow (Use 3, Range 6, 1d6; parry Use 4)
          Bows-3 at C1 (officer): Skill 1d8, Armor 1d10, Move 6, 1 of 1 HP, Officer; 1 of 2 hands empty; bow (Use 3, Range 6, 1d6; parry Use 4)
          hits go last to Bows-3
    "#]].assert_eq(&look(&after, who(&after, "Bows")));
}

#[test]
fn what_is_different() {
    let (battle, _, after) = round();
    expect![[r#"
        Round 1 → 2.
        Dogs: without Dogs-1.
        Dogs: plate 2 wide and 2 deep at G3, facing west → 2 wide and 2 deep at G2, facing west.
        Wall is there: Cy and Di.
        Dogs-1: standing → killed.
        Dogs-2: H3 → H2.
        Dogs-3: G4 → G3.
        Dogs-4: H4 → H3.
        knife: with Dogs-1 → on the ground at G3.
        Bows, policies: hits go last to Bows-3.
        Points of red: 0 → 2.
    "#]]
    .assert_eq(&Markup::Plain.render(&difference(&battle, &after)));
    expect!["Nothing is different.\n"].assert_eq(&Markup::Plain.render(&difference(&battle, &battle)));
}

#[test]
fn the_report_of_the_battle() {
    let (_, events, after) = round();
    expect![[r#"
        So far · The Hill
        Standing: red 5 of 5, blue 3 of 4. Points: red 2, blue 0.
        Open: Hold the hill for three rounds. So far held for 1 of 3 rounds.

        Red
        Bows-1 stands, having felled Dogs-1.
        Bows-2, Bows-3, Cy and Di stand unhurt.

        Blue
        Dogs-1 fell to Bows-1 in round 1.
        Dogs-2, Dogs-3 and Dogs-4 stand unhurt.
    "#]]
    .assert_eq(&Markup::Plain.render(&final_report(&after, &events, after.outcome().is_some())));
}

#[test]
fn those_of_a_squad_whom_nobody_felled_are_told_last() {
    let battle = hill();
    let them: Vec<UnitId> = ["Dogs-1", "Dogs-2", "Dogs-3"].map(|it| unit_named(&battle, it)).to_vec();
    let hands = [(None, 1), (Some(Rich::plain("Ann")), 2)];
    let told = words::aftermath::rest(&battle, &them, &hands, &[]);
    assert!(told.text().ends_with("; 2 fell to Ann and 1 otherwise."), "{}", told.text());
}

#[test]
fn a_round_for_programs() {
    let battle = hill();
    let (events, report) = played(&plain(), &battle, ORDERS, DICE);
    let text = json_lines(&battle, &events, &report).expect("JSON");
    assert_eq!(text.lines().count(), 1 + events.len());
    let shot = text.lines().find(|it| it.contains("attack_rolled")).expect("a shot");
    expect![[r#"{"event":{"attack_rolled":{"at":{"who":{"squad":1}},"by":0,"distance":7,"does":"shoot","hits":true,"part":"whole","roll":{"dice":["5"],"less":1,"mods":[],"needs":3,"plus":0,"total":4,"verdict":"success"},"weapon":16}},"line":"1.4","phase":"shooting","round":1,"rule":"BC-1.8","text":"Bows-1 shot at Dogs with bow and hit."}"#]].assert_eq(shot);
    assert!(text.contains(&format!("\"id\":{}", unit_named(&battle, "Cy").0)));
}
