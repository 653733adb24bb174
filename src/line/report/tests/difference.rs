//! Differences between two states of a battle, and edits in a report.

use expect_test::expect;

use super::*;
use crate::line::battle::Edited;
use crate::line::orders::{self, Names};
use crate::line::report::difference;

/// The battle after these edits, all of which must be allowed, and their events.
fn edited(before: &Battle, texts: &[&str]) -> (Battle, Vec<Event>) {
    let mut after = before.clone();
    let mut all = Vec::new();
    for text in texts {
        let events = orders::edit::events(text, &Names::new(&after), &after);
        let events = events.unwrap_or_else(|it| panic!("{text}: {}", it[0]));
        events.iter().for_each(|it| after.apply(it));
        all.extend(events);
    }
    (after, all)
}

#[test]
fn what_is_different_is_listed_before_and_after() {
    let before = ridge();
    let (after, events) = edited(
        &before,
        &[
            "Bravo to A6",
            "kill Alpha.2",
            "Beast hp 2",
            "Boyz downed",
            "Alpha broken",
            "terrain J1 J2 woods",
            "cp Marsh 1",
            "objective ridge enemy",
            "score players 3",
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

    let (raised, _) = edited(&after, &["Alpha.2 standing with full hp"]);
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
    let shown = |texts: &[&str]| Markup::Plain.render(&difference(&before, &edited(&before, texts).0));
    assert_eq!(shown(&["Alpha.3 downed"]), "Ames of Alpha: standing → downed\n");
    assert_eq!(shown(&["Alpha.1 downed", "Alpha.2 downed"]), "Alpha: standing → downed (Fox and Wren)\n");
    let with_nameless = shown(&["Alpha.1 downed", "Alpha.4 downed"]);
    assert_eq!(with_nameless, "Alpha: standing → downed (2 units)\n");
}

#[test]
fn who_is_brought_in_is_told_and_the_gm_stands_for_it() {
    let before = ridge_with(|setup| {
        setup.squads.iter_mut().find(|it| it.name == "Bravo").expect("Bravo").in_reserve = true;
    });
    let (after, events) = edited(&before, &["reinforce Bravo at A6"]);
    expect![[r#"
        Bravo: in reserve → at A6 (2 units)
    "#]]
    .assert_eq(&Markup::Plain.render(&difference(&before, &after)));
    let report = tell(&before, &events, &Known::default());
    let why = full_explanation(&before, &events, &report, "1.1").expect("a line");
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
