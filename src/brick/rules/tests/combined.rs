//! BC-3, BC-14, BC-15, BS-11: shots together, and shots that miss.

use super::DUEL;
use crate::brick::battle::scene::scene;
use crate::brick::rules::story::{after, check, check_with, plain};
use crate::brick::rules::{Brick, Track};
use expect_test::expect;
#[test]
fn bc14_2_who_has_shot_has_had_its_target() {
    let battle = scene(".a . . .d .", "a Ann red: fig pistol; d Dan blue: fig");
    check(
        &battle,
        "shoot Ann at Dan; melee Ann ignore then shoot Dan",
        "attack 2",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with pistol: 2 of 3 misses
        Melee:
          red's pass
        Ann Shoot refused: OneTarget"#]],
    );
}

const VIKING: &str = "v Viking red: fig axe; n Ninja blue: fig; p Pirate red: fig";

#[test]
fn bx33_what_is_thrown_lies_where_it_fell() {
    let battle = scene(".v . . .n .p", VIKING);
    let end = after(&battle, "shoot Viking at Ninja", "attack 2, damage 1");
    assert_eq!(end.held(crate::field::UnitId(0)).count(), 0);
    check(
        &end,
        "shoot Viking at Ninja",
        "",
        expect![[r#"
        Shooting:
          red's pass
        Viking Shoot refused: NoWeapon"#]],
    );
}

#[test]
fn bt10_a_tracked_miss_rolls_no_skill() {
    let battle = scene(".v . . .n .p", VIKING);
    check_with(
        &tracked(),
        &battle,
        "shoot Viking at Ninja",
        "attack 1, damage 5",
        expect![[r#"
        Shooting:
          red's pass
        Viking declares Shoot at Ninja
        Viking Shoot Ninja with axe: 1 of 2! misses
        Viking's miss by 1 goes to E1: Pirate
        Viking damage with axe: 5 less 1=4
        Pirate: 4 against 4, holds
        Viking's axe Thrown to E1"#]],
    );
}

#[test]
fn bx33_of_two_that_are_thrown_each_lies_where_it_fell_itself() {
    let battle = scene(".v . . .n .p", "v Viking red: fig axe axe; n Ninja blue: fig; p Pirate red: fig");
    check_with(
        &tracked(),
        &battle,
        "shoot Viking at Ninja with axe and axe",
        "attack 1, attack 2, damage 1, damage 5",
        expect![[r#"
        Shooting:
          red's pass
        Viking declares Shoot at Ninja
        Viking Shoot Ninja with axe: 1 of 2! misses
        Viking Shoot Ninja with axe: 2 of 2 hits
        Viking damage with axe: 1=1
        Ninja: 1 against 4, holds
        Viking's miss by 1 goes to E1: Pirate
        Viking damage with axe: 5 less 1=4
        Pirate: 4 against 4, holds
        Viking's axe Thrown to E1
        Viking's axe Thrown to D1"#]],
    );
}

fn tracked() -> Brick {
    Brick { track: Track::On, ..plain() }
}

#[test]
fn bc15_2_somebody_may_insist_on_tracking_it() {
    let battle = scene(".a . . .d .e", "a Ann red: fig bow; d Dan blue: fig; e Eve red: fig");
    check_with(
        &tracked(),
        &battle,
        "shoot Ann at Dan",
        "attack 2, damage 3",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 2 of 3 misses
        Ann's miss by 1 goes to E1: Eve
        Ann damage with bow: 3=3
        Eve: 3 against 4, holds"#]],
    );
    let auto = Brick { track: Track::Auto, ..plain() };
    let alone = scene(".a . . .d .", DUEL);
    check_with(
        &auto,
        &alone,
        "shoot Ann at Dan",
        "attack 2",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 2 of 3 misses"#]],
    );
    check_with(
        &auto,
        &battle,
        "shoot Ann at Dan",
        "attack 2, damage 3",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 2 of 3 misses
        Ann's miss by 1 goes to E1: Eve
        Ann damage with bow: 3=3
        Eve: 3 against 4, holds"#]],
    );
}
