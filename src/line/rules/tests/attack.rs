//! A: to hit, to wound, to save, and who takes it.

use expect_test::expect;

use super::{duel, unit, weapon};
use crate::line::battle::Amount;
use crate::line::battle::scene::scene_with;
use crate::line::rules::story::{after, check};

#[test]
fn a5_who_was_hurt_by_the_first_weapon_of_a_volley_is_hit_first_by_the_second() {
    // The cannon sees only the farther gunner and hurts him; the rifle sees both, and finishes him.
    let battle = scene_with(
        ".a . # . .b . . . .\n. . . . . . . . .\n. . . . . . . . .\n.a . . . . . . . .b",
        "a Alpha players: gunner rifle; b Guns enemy: gunner",
        |setup| weapon(setup, "cannon").damage = Amount::fixed(1),
    );
    let sees = |by, at| battle.sees(unit(&battle, by), unit(&battle, at));
    assert!(!sees("Alpha 1", "Guns 1") && sees("Alpha 2", "Guns 1"));
    check(
        &battle,
        "Alpha: shoot Guns",
        "hit 4, wound 2, save 6, hit 4, wound 4, save 1",
        expect![[r#"
        Shooting:
        Alpha Fire Guns with cannon: 4/4+
          Guns 2: wound 2/2+ save 6/7+ Hurt by 1
        Alpha Fire Guns with rifle: 4/4+
          Guns 2: wound 4/4+ save 1/5+ Downed by 1"#]],
    );
}

#[test]
fn t5_a_weapon_makes_as_many_attacks_as_it_says() {
    let battle = duel(|setup| {
        let rifle = weapon(setup, "rifle");
        (rifle.attacks, rifle.accuracy) = (Amount::fixed(200), 6);
    });
    // All dice that are laid out must be rolled, and no others.
    after(&battle, "Alpha: shoot Boyz", &format!("hit {}", "1 ".repeat(200)));
}
