//! T: what the words mean.

use expect_test::expect;

use super::{arm, duel, hurt, squad, tile, unit, weapon};
use crate::field::SquadId;
use crate::line::battle::scene::{scene, scene_with};
use crate::line::battle::{Amount, UnitState};
use crate::line::rules::story::{after, check};

#[test]
#[should_panic(expected = "both stand on B1")]
fn t2_two_standing_units_never_share_a_tile() {
    scene(".a .b\n. .", "a Brutes players: beast; b Boyz enemy: boy");
}

#[test]
fn t2_a_large_unit_stands_on_all_its_tiles() {
    let battle = scene(".a . .\n. . .\n. . .b", "a Brutes players: beast; b Boyz enemy: boy");
    for name in ["A1", "B1", "A2", "B2"] {
        assert_eq!(battle.who_stands_on(tile(name)), Some(unit(&battle, "Brutes 1")), "{name}");
    }
    assert!(battle.is_engaged(unit(&battle, "Boyz 1")), "C3 touches B2 at a corner");
}

#[test]
fn t6_range_is_counted_in_cardinal_steps_to_the_closest_tile() {
    let battle = |column: &str| {
        scene_with(
            &format!(".a . . . . .\n. . . . . .\n. . . . . .\n. . . . . .\n{column}\n. . . . . .\n. . . . . ."),
            "a Alpha players: rifle; b Tank enemy: tank",
            |setup| arm(setup, "rifle", &["pistol"]),
        )
    };
    // From A1 to C5 it is 2 + 4, which is all a pistol's range; to D5 it is one more.
    check(
        &battle(". . .b . . ."),
        "Alpha: shoot Tank",
        "hit 1",
        expect![[r#"
        Shooting:
        Alpha Fire Tank with pistol: 1/4+"#]],
    );
    check(
        &battle(". . . .b . ."),
        "Alpha: shoot Tank",
        "",
        expect![[r#"
        Shooting:
        Alpha at Tank: nobody fires (Alpha 1 OutOfRange { distance: 7, range: 6 })"#]],
    );
}

#[test]
fn t7_who_reaches_further_may_fire_while_whom_it_reaches_may_not() {
    let battle = scene_with(".a . .b", "a Spears players: spearman; b Boyz enemy: boy", |setup| {
        arm(setup, "spearman", &["rifle"]);
        arm(setup, "boy", &["rifle"]);
    });
    assert!(!battle.is_engaged(unit(&battle, "Spears 1")));
    assert!(battle.is_engaged(unit(&battle, "Boyz 1")));
    check(
        &battle,
        "Spears: shoot Boyz; Boyz: shoot Spears",
        "hit 1, hit 1 1",
        expect![[r#"
        Shooting:
        Spears Fire Boyz with rifle: 1/4+
        Boyz at Spears: nobody fires (Boyz 1 Engaged)
        Melee:
        Spears Blows Boyz with bare hands: 1/5+
        Boyz Blows Spears with bare hands: 1/5+"#]],
    );
}

#[test]
fn t8_a_downed_unit_leaves_the_grid_and_is_carried() {
    let battle = after(&duel(|_| ()), "Alpha: shoot Boyz", "hit 4, wound 4, save 5");
    let boy = unit(&battle, "Boyz 1");
    assert_eq!((battle.unit(boy).state, battle.unit(boy).hp), (UnitState::Downed, 0));
    assert_eq!(battle.who_stands_on(tile("H1")), None);
    assert_eq!(battle.carried(squad(&battle, "Boyz")).collect::<Vec<_>>(), [boy]);
}

#[test]
fn t8_damage_that_reaches_full_hp_below_zero_kills() {
    let battle = after(
        &duel(|setup| weapon(setup, "rifle").damage = Amount::fixed(2)),
        "Alpha: shoot Boyz",
        "hit 4, wound 4, save 5",
    );
    assert_eq!(battle.unit(unit(&battle, "Boyz 1")).state, UnitState::Killed);
    assert_eq!(battle.carried(squad(&battle, "Boyz")).count(), 0);
}

#[test]
fn t8_a_squad_with_nobody_standing_is_annihilated() {
    let battle = hurt(duel(|_| ()), "Boyz 1", 1);
    assert!(!battle.is_annihilated(squad(&battle, "Boyz")));
    assert!(hurt(battle, "Boyz 2", 1).is_annihilated(SquadId(1)));
}

#[test]
fn t9_a_wall_blocks_fire() {
    check(
        &scene(".a . # . .b", "a Alpha players: rifle; b Boyz enemy: boy"),
        "Alpha: shoot Boyz",
        "",
        expect![[r#"
        Shooting:
        Alpha at Boyz: nobody fires (Alpha 1 OutOfSight)"#]],
    );
}

#[test]
fn t12_only_units_of_the_other_side_engage() {
    let battle = scene(
        ".a .c . .b .d",
        "a Alpha players@alice: rifle; c Bravo players@bob: rifle; b Boyz enemy: boy; d Nobz enemy: boy",
    );
    assert!(battle.setup().unit_ids().all(|it| !battle.is_engaged(it)));
}
