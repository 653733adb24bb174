//! BC-16: the run-up, and how long it lasts.

use super::*;
#[test]
fn bc16_4_a_run_goes_on_over_rounds() {
    let battle = scene(".r . . . . . . . . . . . .\n. . . . . . . . . . . . .d", "r Rob red: fig; d Dan blue: fig");
    let end = after(&battle, "move Rob run E 5", "");
    assert_eq!(end.unit(unit_named(&end, "Rob")).run, Some(Run { heading: Heading::East, inches: 5 }));
    let end = after(&end, "move Rob run E 5", "");
    assert_eq!(end.unit(unit_named(&end, "Rob")).run, Some(Run { heading: Heading::East, inches: 10 }));
}

#[test]
fn bc16_5_stopping_short_or_turning_loses_it() {
    let battle = scene(".r . . . . . . . .\n. . . . . . . . .d", "r Rob red: fig; d Dan blue: fig");
    let short = after(&battle, "move Rob run E 4", "");
    assert_eq!(short.unit(unit_named(&short, "Rob")).run, None);
    let ran = after(&battle, "move Rob run E 5", "");
    let turned = after(&ran, "move Rob run W 5", "");
    assert_eq!(turned.unit(unit_named(&turned, "Rob")).run, Some(Run { heading: Heading::West, inches: 5 }));
}

#[test]
fn bc16_6_another_four_inches_bring_another() {
    let run = Run { heading: Heading::East, inches: 4 };
    assert!(run.has_momentum() && !Run { inches: 3, ..run }.has_momentum());
    let battle = scene(".r . . . . .d . . . . . . . . .", "r Rob red: fig; d Dan blue: fig");
    let after_hit = after(&battle, &quiet("move Rob charge Dan body sprint"), "sprint 6, mom 2, pop 1");
    assert_eq!(after_hit.unit(unit_named(&after_hit, "Rob")).run, Some(Run { heading: Heading::East, inches: 7 }));
}

#[test]
fn bc16_9_what_is_rolled_is_spent() {
    let battle = scene(".r . . . . . . .d . . .", JOUST);
    let end = after(&battle, &quiet("move Rob charge Dan with pike"), "attack 4, damage 1 1 1");
    assert_eq!(end.unit(unit_named(&end, "Rob")).run, None);
    // Also by a blow that kills: the inch that it then runs on is the first of another run.
    let end = after(&battle, &quiet("move Rob charge Dan with pike"), "attack 4, damage 2 2 1");
    assert_eq!(end.unit(unit_named(&end, "Rob")).run, Some(Run { heading: Heading::East, inches: 1 }));
}

#[test]
fn bx39_the_plate_has_the_momentum() {
    let people = "r Mob red 5x1: fig; d Dan blue: fig";
    let battle = scene(". . . . . .d\n. . . . . .\n. . . . . .\n. . . . . .\n. . . . . .\n.r .r .r .r .r .", people);
    let end = after(&battle, "move Mob run N 5", "");
    assert_eq!(
        end.squad(crate::field::SquadId(0)).and_then(|it| it.run),
        Some(Run { heading: Heading::North, inches: 5 })
    );
    let turned = after(&battle, "move Mob to D2", "");
    assert_eq!(turned.squad(crate::field::SquadId(0)).and_then(|it| it.run).map(Run::has_momentum), Some(false));
}

#[test]
fn bc16_2_momentum_needs_four_straight_inches() {
    check(
        &scene(".r . . . .d . . .", "r Rob red: fig; d Dan blue: fig"),
        &quiet("move Rob charge Dan body"),
        "",
        expect![[r#"
            Movement:
              red's pass
            Rob moves 3 to D1: Rob D1
            Rob has run E 3
            Rob and Dan in close combat
            Rob Charge refused: NoMomentum
              blue's pass
            Rob has no run"#]],
    );
    check(
        &scene(".r . . . . .d . . .", "r Rob red: fig; d Dan blue: fig"),
        &quiet("move Rob charge Dan body"),
        "mom 2, pop 3",
        expect![[r#"
        Movement:
          red's pass
        Rob moves 4 to E1: Rob E1
        Rob has run E 4
        Rob MOM 2=2
        Rob has no run
        Dan POP 3=3
        Rob held by Dan
        Rob and Dan in close combat"#]],
    );
}
