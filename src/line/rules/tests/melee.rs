//! M: the melee phase, but for how units press in.

use super::{arm, squad, unit};
use crate::line::battle::scene::{scene, scene_with};
use crate::line::battle::{Battle, Phase};
use crate::line::rules::story::{check, until};
use expect_test::expect;
#[test]
fn m1_a_squad_that_reaches_an_enemy_fights_though_it_is_not_engaged_itself() {
    let battle = scene(".a . .b", "a Spears players: spearman; b Alpha enemy: rifle");
    assert!(!battle.is_squad_engaged(squad(&battle, "Spears")));
    check(
        &battle,
        "",
        "hit 1, hit 1, hit 1",
        expect![[r#"
        Melee:
        Alpha CloseQuarters Spears with pistol: 1/4+
        Spears Blows Alpha with spear: 1/4+
        Alpha Blows Spears with bayonet: 1/4+"#]],
    );
}

#[test]
fn m2_close_quarters_fire_is_not_shooting() {
    let battle = scene(".a .b", "a Alpha players: rifle; b Boyz enemy: spearman");
    let then = until(&battle, "", "hit 1, hit 1 1", Phase::Movement);
    assert!(!then.squad(squad(&battle, "Alpha")).has_shot);
    assert!(!then.unit(unit(&battle, "Alpha 1")).has_fired);
}

/// A bunker that rifles stand beside; it has rifles as well, and blades for what good they do it.
fn besieged() -> Battle {
    scene_with(
        "
        .k . .a . . . . . .b
        .  . .  . . . . . .",
        "a Alpha players: rifle; k Fort enemy: bunker; b Boyz enemy: boy",
        |setup| {
            arm(setup, "bunker", &["rifle", "bayonet"]);
        },
    )
}

#[test]
fn t7_a_structure_holds_nobody_engaged() {
    let battle = besieged();
    let [alpha, fort] = ["Alpha", "Fort"].map(|it| squad(&battle, it));
    assert!(!battle.is_squad_engaged(alpha) && battle.is_squad_engaged(fort));
    // Whoever stands beside it fires, and walks away from it, as if it weren't there.
    check(
        &battle,
        "Alpha: shoot Boyz; Alpha: move C2; Fort: shoot Alpha",
        "hit 1, hit 1",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 1/4+
        Fort at Alpha: nobody fires (Fort 1 Engaged)
        Melee:
        Alpha Blows Fort with bayonet: 1/4+
        Movement:
        Alpha Plain 1 of 6: Alpha 1 C1>C2"#]],
    );
}

#[test]
fn m8_a_melee_order_names_the_weapon_for_close_quarters() {
    let battle = scene_with(".a .b", "a Alpha players: rifle; b Boyz enemy: spearman", |setup| {
        arm(setup, "rifle", &["pistol", "slugga", "bayonet"]);
    });
    check(
        &battle,
        "Alpha: fight Boyz with slugga",
        "hit 1 1 1",
        expect![[r#"
        Melee:
        Alpha CloseQuarters Boyz with slugga: 1/5+
        Alpha Blows Boyz with bayonet: 1/4+
        Boyz Blows Alpha with spear: 1/4+"#]],
    );
    check(
        &battle,
        "Alpha: fight Boyz",
        "hit 1 1 1",
        expect![[r#"
        Melee:
        Alpha CloseQuarters Boyz with pistol: 1/4+
        Alpha Blows Boyz with bayonet: 1/4+
        Boyz Blows Alpha with spear: 1/4+"#]],
    );
}
