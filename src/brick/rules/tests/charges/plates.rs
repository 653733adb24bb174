//! BS-17: squads that charge, and squads that are charged.

use super::*;

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
