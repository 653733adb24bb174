//! What is different from before, and edits in a report.

use expect_test::expect;

use super::*;
use crate::line::battle::{Edit, Edited, Hp, Wanted, Whom};
use crate::line::report::difference;

/// The battle after some edits, each allowed, and their events.
fn edited(before: &Battle, edits: &[Edit]) -> (Battle, Vec<Event>) {
    let mut after = before.clone();
    let mut all = Vec::new();
    for edit in edits {
        let events = after.edit(edit).unwrap_or_else(|it| panic!("{edit:?}: {it:?}"));
        events.iter().for_each(|it| after.apply(it));
        all.extend(events);
    }
    (after, all)
}

#[test]
fn what_is_different_is_listed_before_and_after() {
    let before = ridge();
    let [alpha, bravo, boyz] = ["Alpha", "Bravo", "Boyz"].map(|it| squad(&before, it));
    let someone = unit(&before, "Alpha", 2);
    let (after, events) = edited(
        &before,
        &[
            Edit::Move { who: Whom::Squad(bravo), to: tile("A6") },
            Edit::State { who: Whom::Unit(someone), state: Wanted::Killed },
            Edit::Hp { who: Whom::Squad(squad(&before, "Beast")), hp: Hp::Exactly(2) },
            Edit::State { who: Whom::Squad(boyz), state: Wanted::Downed },
            Edit::Morale { squad: alpha, is_broken: true },
            Edit::Ground { tiles: vec![tile("J1"), tile("J2")], terrain: Some(crate::field::TerrainId(2)) },
            Edit::Command { by: MARSH, cp: 1 },
            Edit::Owner { objective: ObjectiveId(0), owner: Some(Side::Enemy) },
            Edit::Score { side: Side::Players, points: 3 },
        ],
    );
    let shown = |before, after| Markup::Plain.render(&difference(before, after));
    expect![[r#"
        Alpha.2: standing → killed
        Alpha: steady → broken
        Bravo: A4 → A6 (2 units)
        Boyz: standing → downed (3 units)
        Beast: HP 6 → 2
        J1 and J2: open → woods
        Lt. Marsh: 4 → 1 of 4 CP
        The ridge: the players' → the enemy's
        Score of the players: 0 → 3
    "#]]
    .assert_eq(&shown(&before, &after));
    assert_eq!(shown(&before, &before), "Nothing has changed.\n");

    let raised = Edit::State { who: Whom::Unit(someone), state: Wanted::Standing { at: None, hp: Hp::Full } };
    let (raised, _) = edited(&after, &[raised]);
    expect![[r#"
        Alpha.2: killed → standing at B1 with 1 HP
    "#]]
    .assert_eq(&shown(&after, &raised));

    check(
        &before,
        &events,
        expect![[r#"
        1.1 Set right by the GM: Bravo: A4 → A6 (2 units).
        1.2 Set right by the GM: Alpha.2: standing → killed.
        1.3 Set right by the GM: Beast: HP 6 → 2.
        1.4 Set right by the GM: Boyz: standing → downed (3 units).
        1.5 Set right by the GM: Alpha: steady → broken.
        1.6 Set right by the GM: J1 and J2: open → woods.
        1.7 Set right by the GM: Lt. Marsh: 4 → 1 of 4 CP.
        1.8 Set right by the GM: The ridge: the players' → the enemy's.
        1.9 Set right by the GM: Score of the players: 0 → 3."#]],
    );
}

#[test]
fn people_are_called_by_their_names() {
    let before = ridge_with(|setup| {
        for (unit, name) in setup.units.iter_mut().zip(["Fox", "Wren", "Ames"]) {
            unit.name = name.to_owned();
        }
    });
    let [fox, wren, ames] = [1, 2, 3].map(|it| unit(&before, "Alpha", it));
    let down = |who: UnitId| Edit::State { who: Whom::Unit(who), state: Wanted::Downed };
    let shown = |edits: &[Edit]| Markup::Plain.render(&difference(&before, &edited(&before, edits).0));
    assert_eq!(shown(&[down(ames)]), "Ames of Alpha: standing → downed\n");
    assert_eq!(shown(&[down(fox), down(wren)]), "Alpha: standing → downed (Fox and Wren)\n");
    let nameless = unit(&before, "Alpha", 4);
    assert_eq!(shown(&[down(fox), down(nameless)]), "Alpha: standing → downed (2 units)\n");
}

#[test]
fn who_is_brought_in_is_told_and_the_gm_stands_for_it() {
    let before = ridge_with(|setup| {
        setup.squads.iter_mut().find(|it| it.name == "Bravo").expect("Bravo").in_reserve = true;
    });
    let bravo = squad(&before, "Bravo");
    let (after, events) = edited(&before, &[Edit::Reinforce { squad: bravo, at: tile("A6") }]);
    expect![[r#"
        Bravo: in reserve → at A6 (2 units)
    "#]]
    .assert_eq(&Markup::Plain.render(&difference(&before, &after)));
    let report = tell(&before, &events, &Known::default());
    let why = why_of(&before, &events, &report, "1.1").expect("a line");
    expect![[r#"
        Why 1.1 · round 1, command
        Set right by the GM: Bravo: in reserve → at A6 (2 units).
        The GM set this right by hand; no rule and no die had a part in it (G-1).

        Rules
        G-1 The GM may set anything right by hand while a round is open, and everyone is told what.
    "#]]
    .assert_eq(&Markup::Plain.render(&why));
}

#[test]
fn an_edit_that_nobody_can_see_is_told_as_a_whole_sentence() {
    let before = ridge();
    let same = Event::Edited(Edited::Score { side: Side::Players, points: 0 });
    check(&before, &[same], expect!["1.1 Set right by the GM: nothing that can be seen."]);
}
