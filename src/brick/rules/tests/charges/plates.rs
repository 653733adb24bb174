//! BS-17: squads that charge, and squads that are charged.

use super::*;

#[test]
fn bs17_6_a_braced_plate_moves_whole_or_breaks() {
    let people = "r Mob red 4x1: fig; d Men blue 4x1: fig";
    let battle = scene(
        ". . . .\n. . . .\n. . . .\n. . . .\n.d .d .d .d\n. . . .\n. . . .\n. . . .\n. . . .\n.r .r .r .r",
        people,
    );
    let orders = quiet("brace Men; move Mob charge Men body");
    check(
        &battle,
        &orders,
        "mom 3 3 3 1, pop 2 2 2 2",
        expect![[r#"
        Men braced
        Movement:
          red's pass
        Mob moves 4 to B6: Mob-1 A6, Mob-2 B6, Mob-3 C6, Mob-4 D6
        Mob has run N 4
        Mob braced free
        Mob-1, Mob-2, Mob-3, Mob-4 MOM 3,3,3,1=10
        Mob has no run
        Men-1, Men-2, Men-3, Men-4 POP 2,2,2,2=8
        Men knocked 2 to A3
        Mob moves 1 to B5: Mob-1 A5, Mob-2 B5, Mob-3 C5, Mob-4 D5
        Mob has run N 1"#]],
    );
}

#[test]
fn bs17_1_all_of_an_infantry_squad_bring_their_momentum() {
    let battle = scene(
        ". . . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . .\n.d . . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . .\n.r . . . .\n.r . . . .\n.r . . . .\n.r . . . .\n.r . . . .",
        "r Column red 1x5: fig; d Dan blue: fig",
    );
    check(
        &battle,
        &quiet("move Column charge Dan body"),
        "mom 1 1 1 1 1, pop 2",
        expect![[r#"
        Movement:
          red's pass
        Column moves 4 to A9: Column-1 A7, Column-2 A8, Column-3 A9, Column-4 A10, Column-5 A11
        Column has run N 4
        Column braced free
        Column-1, Column-2, Column-3, Column-4, Column-5 MOM 1,1,1,1,1=5
        Column has no run
        Dan POP 2=2
        Dan pushed N 3 to A3
        Dan disrupted
        Column moves 1 to A8: Column-1 A6, Column-2 A7, Column-3 A8, Column-4 A9, Column-5 A10
        Column has run N 1"#]],
    );
}

#[test]
fn bs17_2_of_cavalry_only_the_front_row_that_meets_the_target() {
    let drawing = format!(
        "{row}\n{row}\n{row}\n. . .d . . .\n{row}\n{row}\n{row}\n{row}\n.r . .r . .r .\n{row}\n.r . .r . .r .\n{row}",
        row = ". . . . . ."
    );
    let battle = scene(&drawing, "r Knights red 6x4 N: rider; d Dan blue: fig");
    check(
        &battle,
        &quiet("move Knights charge Dan body"),
        "mom 3 4, pop 2",
        expect![[r#"
        Movement:
          red's pass
        Knights moves 4 to C7: Knights-1 A5, Knights-2 C5, Knights-3 E5, Knights-4 A7, Knights-5 C7, Knights-6 E7
        Knights has run N 4
        Knights braced free
        Knights-2 MOM 3,4=7
        Knights has no run
        Dan POP 2=2
        Dan pushed N 5 to C1
        Dan disrupted
        Knights moves 3 to C4: Knights-1 A2, Knights-2 C2, Knights-3 E2, Knights-4 A4, Knights-5 C4, Knights-6 E4
        Knights has run N 3
          blue's pass
        Knights has no run"#]],
    );
}

#[test]
fn bs17_3_a_squad_that_is_charged_braces_or_is_so_many_men() {
    let people = "r Rob red: giant; d Men blue 3x1: fig";
    let drawing =
        ". . . . .\n. . . . .\n.d .d .d . .\n. . . . .\n. . . . .\n. . . . .\n. . . . .\n.r . . . .\n. . . . .";
    let battle = scene(drawing, people);
    check(
        &battle,
        &quiet("react Men pass brace; move Rob charge Men body"),
        "mom 1 1 1 1, pop 2 2 2",
        expect![[r#"
        Movement:
          red's pass
        Rob moves 4 to A4: Rob A4
        Rob has run N 4
        Men braced
        Rob MOM 1,1,1,1=4
        Rob has no run
        Men-1, Men-2, Men-3 POP 2,2,2=6
        Rob held by Men
        Rob and Men in close combat"#]],
    );
    check(
        &battle,
        &quiet("move Rob charge Men body"),
        "mom 1 1 1 1, pop 4",
        expect![[r#"
        Movement:
          red's pass
        Rob moves 4 to A4: Rob A4
        Rob has run N 4
        Rob MOM 1,1,1,1=4
        Rob has no run
        Men-1 POP 4=4
        Rob held by Men
        Rob and Men in close combat"#]],
    );
}

#[test]
fn bs17_4_bracing_costs_the_action_and_adds_up_the_opposition() {
    let people = "r Mob red 5x1: fig; d Men blue 6x1: fig";
    let battle = scene(
        ". . . . . .\n.d .d .d .d .d .d\n. . . . . .\n. . . . . .\n. . . . . .\n. . . . . .\n.r .r .r .r .r .",
        people,
    );
    let events = story::play(
        &story::plain(),
        &battle,
        &quiet("brace Men; move Mob charge Men body"),
        "mom 6 6 6 6 6, pop 5 5 5 5 5 5",
    );
    let spent = events
        .iter()
        .any(|it| matches!(it, crate::brick::battle::Event::ActionSpent { on: crate::brick::battle::Deed::Brace, .. }));
    assert!(spent);
    check(
        &battle,
        &quiet("brace Men; move Mob charge Men body"),
        "mom 6 6 6 6 6, pop 5 5 5 5 5 5",
        expect![[r#"
        Men braced
        Movement:
          red's pass
        Mob moves 4 to C3: Mob-1 A3, Mob-2 B3, Mob-3 C3, Mob-4 D3, Mob-5 E3
        Mob has run N 4
        Mob braced free
        Mob-1, Mob-2, Mob-3, Mob-4, Mob-5 MOM 6,6,6,6,6=30
        Mob has no run
        Men-1, Men-2, Men-3, Men-4, Men-5, Men-6 POP 5,5,5,5,5,5=30
        Mob held by Men
        Mob and Men in close combat"#]],
    );
}

#[test]
fn bs17_5_who_charges_is_braced_for_nothing() {
    let people = "r Mob red 2x1: fig; d Dan blue: fig";
    let battle = scene(".r .r . . . . . .d . . .", people);
    let events = story::play(&story::plain(), &battle, &quiet("move Mob charge Dan body"), "mom 1 1, pop 2");
    assert!(events.iter().any(|it| matches!(it, crate::brick::battle::Event::Braced { free: true, .. })));
}

#[test]
fn bs17_7_an_unbraced_squad_is_ploughed_through() {
    let people = "r Mob red 3x3: fig; d Men blue 1x3: fig";
    let drawing = format!(
        ". . . . . . . . . . . . . . .\n.r .r .r . . . . .d . . . . . . .\n.r .r .r . . . . .d . . . . . . .\n.r .r .r . . . . .d . . . . . . .\n{}",
        vec!["."; 15].join(" ")
    );
    let battle = scene(&drawing, people);
    check(
        &battle,
        &quiet("move Mob charge Men body"),
        "mom 1 1 1 1 1 1 1 1 1, pop 2 4 5",
        expect![[r#"
        Movement:
          red's pass
        Mob moves 4 to F3: Mob-1 E2, Mob-2 F2, Mob-3 G2, Mob-4 E3, Mob-5 F3, Mob-6 G3, Mob-7 E4, Mob-8 F4, Mob-9 G4
        Mob has run E 4
        Mob braced free
        Mob-1, Mob-2, Mob-3, Mob-4, Mob-5, Mob-6, Mob-7, Mob-8, Mob-9 MOM 1,1,1,1,1,1,1,1,1=9
        Mob has no run
        Men-1 POP 2=2
        Men-1 pushed E 7 to O2
        Men-1 disrupted
        Men-2 POP 4=4
        Men-2 pushed E 3 to K3
        Men-2 disrupted
        Men-3 POP 5=5
        Mob held by Men
        Mob and Men in close combat"#]],
    );
}

#[test]
fn bs9_4_a_squad_does_one_kind_of_thing() {
    let battle = scene(".a .a . . . . . .d .", "a Spears red 2x1: fig spear; d Dan blue: fig");
    check(
        &battle,
        &quiet("shoot Spears at Dan; move Spears charge Dan with spear"),
        "attack 1 1",
        expect![[r#"
        Shooting:
          red's pass
        Spears declares Shoot at Dan
        Spears-1 Shoot Dan with spear: 1 less 4 of 2! misses
        Spears-2 Shoot Dan with spear: 1 less 4 of 2! misses
        Spears-1's spear Thrown to H1
        Spears-2's spear Thrown to H1
        Movement:
          red's pass
        Spears Charge refused: NoAction { unit: UnitId(0) }"#]],
    );
}
