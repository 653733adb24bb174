//! BC-16: the run-up, and how long it lasts.

use super::*;

#[test]
fn bc16_1_a_charge_is_made_with_a_weapon_with_the_body_or_with_a_shove() {
    let battle = scene(".r . . . . .d . . .", JOUST);
    let far = scene(".r . . . . . . .d . . .", JOUST);
    check(
        &far,
        &quiet("move Rob charge Dan with pike"),
        "attack 4, damage 1 1 1",
        expect![[r#"
        Movement:
          red's pass
        Rob moves 4 to E1: Rob E1
        Rob has run E 4
        Rob declares Charge at Dan
        Rob Charge Dan with pike: 4 of 4 hits
        Rob damage with pike: 1,1,1=3
        Dan: 3 against 4, holds
        Rob and Dan in close combat
        Rob has no run"#]],
    );
    check(
        &battle,
        &quiet("move Rob charge Dan body"),
        "mom 3, pop 3",
        expect![[r#"
        Movement:
          red's pass
        Rob moves 4 to E1: Rob E1
        Rob has run E 4
        Rob MOM 3=3
        Rob has no run
        Dan POP 3=3
        Rob held by Dan
        Rob and Dan in close combat"#]],
    );
    check(
        &battle,
        &quiet("move Rob charge Dan shove"),
        "mom d10:3, pop 3",
        expect![[r#"
        Movement:
          red's pass
        Rob moves 4 to E1: Rob E1
        Rob has run E 4
        Rob MOM 3=3
        Rob has no run
        Dan POP 3=3
        Rob held by Dan
        Rob and Dan in close combat"#]],
    );
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

#[test]
fn bc16_3_a_minifig_has_one_mom_however_far_it_ran() {
    let battle = scene_with(".r . . . . . . . . . . . . .d . .", "r Rob red: fig; d Dan blue: fig", |setup| {
        profile(setup, "fig").movement = 13;
    });
    check(
        &battle,
        &quiet("move Rob charge Dan body"),
        "mom 2, pop 3",
        expect![[r#"
        Movement:
          red's pass
        Rob moves 12 to M1: Rob M1
        Rob has run E 12
        Rob MOM 2=2
        Rob has no run
        Dan POP 3=3
        Rob held by Dan
        Rob and Dan in close combat"#]],
    );
}

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
fn bc16_7_a_run_carries_a_throw_farther() {
    let mut battle = scene(".r . . . . . . .d", "r Rob red: fig spear; d Dan blue: fig");
    battle.apply(&crate::brick::battle::Event::Ran {
        who: who(&battle, "Rob"),
        run: Some(Run { heading: Heading::East, inches: 5 }),
    });
    check(
        &battle,
        "shoot Rob at Dan mom",
        "mom 4, attack 2, damage 1",
        expect![[r#"
        Shooting:
          red's pass
        Rob MOM 4=4
        Rob has no run
        Rob declares Shoot at Dan
        Rob Shoot Dan with spear: 2 of 2 hits
        Rob damage with spear: 1=1
        Dan: 1 against 4, holds
        Rob's spear Thrown to H1"#]],
    );
}

#[test]
fn bc16_8_momentum_is_another_skill_die_of_damage() {
    let battle = scene(".r . . . . . . .d . .", "r Rob red: officer pike; d Dan blue: fig");
    check(
        &battle,
        &quiet("move Rob charge Dan with pike"),
        "attack d8:4, damage d8:1 d8:1 d8:1",
        expect![[r#"
        Movement:
          red's pass
        Rob moves 4 to E1: Rob E1
        Rob has run E 4
        Rob declares Charge at Dan
        Rob Charge Dan with pike: 4 of 4 hits
        Rob damage with pike: 1,1,1=3
        Dan: 3 against 4, holds
        Rob and Dan in close combat
        Rob has no run"#]],
    );
}

#[test]
fn bc16_9_what_is_rolled_is_spent() {
    let battle = scene(".r . . . . . . .d . . .", JOUST);
    let end = after(&battle, &quiet("move Rob charge Dan with pike"), "attack 4, damage 1 1 1");
    assert_eq!(end.unit(unit_named(&end, "Rob")).run, None);
}

#[test]
fn bc16_10_momentum_works_only_straight_ahead() {
    let mut battle = scene(".r . .d\n# # #\n. . .", JOUST);
    let run = Some(Run { heading: Heading::South, inches: 6 });
    battle.apply(&crate::brick::battle::Event::Ran { who: who(&battle, "Rob"), run });
    check(
        &battle,
        &quiet("move Rob charge Dan body"),
        "",
        expect![[r#"
        Movement:
          red's pass
        Rob moves 1 to B1: Rob B1
        Rob has run E 1
        Rob and Dan in close combat
          blue's pass
        Rob has no run"#]],
    );
}

#[test]
fn bc16_11_momentum_carries_on_to_the_end_of_the_move() {
    let people = "r Rob red: fig pike; d Dan blue: fig";
    let battle = scene(".r . . . . . . .d . . . . . . . .", people);
    check(
        &battle,
        &quiet("move Rob charge Dan with pike sprint"),
        "sprint 6, attack 4, damage 2 2 2",
        expect![[r#"
        Movement:
          red's pass
        Rob sprints 6=6
        Rob moves 4 to E1: Rob E1
        Rob has run E 4
        Rob declares Charge at Dan
        Rob Charge Dan with pike: 4 of 4 hits
        Rob damage with pike: 2,2,2=6
        Dan: 6 against 4, -1 HP
        Dan killed
        Rob moves 7 to L1: Rob L1
        Rob has run E 11
        Morale:
        ended: Victory"#]],
    );
    let cliff = scene(".r . . . . . . .d . ~ . . .", people);
    check(
        &cliff,
        &quiet("move Rob charge Dan with pike sprint"),
        "sprint 6, attack 4, damage 2 2 2",
        expect![[r#"
        Movement:
          red's pass
        Rob sprints 6=6
        Rob moves 4 to E1: Rob E1
        Rob has run E 4
        Rob declares Charge at Dan
        Rob Charge Dan with pike: 4 of 4 hits
        Rob damage with pike: 2,2,2=6
        Dan: 6 against 4, -1 HP
        Dan killed
        Rob moves 5 to J1: Rob J1
        Rob has run E 9
        Rob meets the hazard at J1, deadly
        Rob killed
        Morale:
        ended: Defeat"#]],
    );
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
fn bx32_the_charger_passes_over_who_fell_and_does_not_end_on_them() {
    let people = "r Rob red: fig; d Dan blue: fig";
    let battle = scene(".r . . . . .d . . . . . .", people);
    check(
        &battle,
        &quiet("move Rob charge Dan shove sprint"),
        "sprint 4, mom d10:5, pop 2",
        expect![[r#"
        Movement:
          red's pass
        Rob sprints 4=4
        Rob moves 4 to E1: Rob E1
        Rob has run E 4
        Rob MOM 5=5
        Rob has no run
        Dan POP 2=2
        Dan pushed E 3 to I1
        Dan disrupted
        Rob moves 5 to J1: Rob J1
        Rob has run E 5"#]],
    );
    check(
        &battle,
        &quiet("move Rob charge Dan shove sprint"),
        "sprint 3, mom d10:5, pop 2",
        expect![[r#"
        Movement:
          red's pass
        Rob sprints 3=3
        Rob moves 4 to E1: Rob E1
        Rob has run E 4
        Rob MOM 5=5
        Rob has no run
        Dan POP 2=2
        Dan pushed E 3 to I1
        Dan disrupted
        Rob moves 3 to H1: Rob H1
        Rob has run E 3"#]],
    );
}
