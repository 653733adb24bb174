//! BC-3, BC-14, BC-15, BS-11: shots together, and shots that miss.

use expect_test::expect;

use crate::brick::battle::scene::scene;
use crate::brick::rules::story::{after, check};

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
