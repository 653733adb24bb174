//! T: what the words mean.

use expect_test::expect;

use super::{arm, duel, hurt, profile, squad, tile, unit, weapon};
use crate::field::SquadId;
use crate::line::battle::scene::{scene, scene_with};
use crate::line::battle::{Amount, Kind, UnitState};
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
fn t3_one_order_is_for_all_units_of_the_squad() {
    check(
        &scene(".a . . . .b\n.a . . . .", "a Alpha players: rifle; b Boyz enemy: boy"),
        "Alpha: shoot Boyz",
        "hit 1 2",
        expect![[r#"
            Shooting:
            Alpha Fire Boyz with rifle: 1/4+ 2/4+"#]],
    );
}

#[test]
fn t4_a_unit_without_sav_makes_no_save_roll() {
    check(
        &duel(|setup| profile(setup, "boy").save = None),
        "Alpha: shoot Boyz",
        "hit 4, wound 4",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 4/4+
          Boyz 1: wound 4/4+ Downed by 1"#]],
    );
}

#[test]
fn t5_a_d3_of_attacks_is_half_a_die_rounded_up() {
    check(
        &duel(|setup| weapon(setup, "rifle").attacks = Amount { dice: 1, sides: 3, plus: 0 }),
        "Alpha: shoot Boyz",
        "attacks 3, hit 1 2",
        expect![[r#"
            Shooting:
            Alpha Fire Boyz with rifle: 1/4+ 2/4+"#]],
    );
}

#[test]
fn t5_two_dice_of_attacks_and_one_are_added_up_for_each_unit() {
    check(
        &duel(|setup| weapon(setup, "rifle").attacks = Amount { dice: 2, sides: 6, plus: 1 }),
        "Alpha: shoot Boyz",
        "attacks 1 2, hit 1 1 2 2",
        expect![[r#"
            Shooting:
            Alpha Fire Boyz with rifle: 1/4+ 1/4+ 2/4+ 2/4+"#]],
    );
}

#[test]
fn t5_damage_dice_are_rolled_for_each_wound_that_goes_through() {
    check(
        &scene_with(".a . . . .b .\n. . . . . .", "a Guns players: gunner; b Brutes enemy: beast", |setup| {
            weapon(setup, "cannon").damage = Amount { dice: 1, sides: 3, plus: 1 };
            weapon(setup, "cannon").attacks = Amount::fixed(2);
        }),
        "Guns: shoot Brutes",
        "hit 4 4, wound 3, save 4, damage 5, wound 3, save 5, morale 6 6",
        expect![[r#"
            Shooting:
            Guns Fire Brutes with cannon: 4/4+ 4/4+
              Brutes 1: wound 3/3+ save 4/5+ Hurt by 4
              Brutes 1: wound 3/3+ save 5/5+ Saved
            Morale:
            Brutes tests on 6+6+0 against 7: passes"#]],
    );
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
fn t6_what_stands_between_does_not_lengthen_the_range() {
    check(
        &scene_with(".a ~ ~ ~ ~ ~ .b", "a Alpha players: rifle; b Boyz enemy: boy", |setup| {
            arm(setup, "rifle", &["pistol"]);
        }),
        "Alpha: shoot Boyz",
        "hit 1",
        expect![[r#"
            Shooting:
            Alpha Fire Boyz with pistol: 1/4+"#]],
    );
}

#[test]
fn t7_a_unit_at_a_corner_is_engaged_and_stays_silent_while_its_mate_fires() {
    check(
        &scene_with(
            ". .b . . . .\n.a . . . . .\n. . . .a . .",
            "a Alpha players: rifle; b Boyz enemy: bunker",
            |setup| {
                profile(setup, "bunker").size = 1;
                profile(setup, "bunker").kind = Kind::Monster;
                profile(setup, "rifle").movement = 0;
            },
        ),
        "Alpha: shoot Boyz",
        "hit 4, wound 5, hit 1, hit 1, hit 1",
        expect![[r#"
            Shooting:
            Alpha Fire Boyz with rifle: 4/4+
              Boyz 1: wound 5/6+ Unharmed
            Melee:
            Alpha CloseQuarters Boyz with pistol: 1/4+
            Alpha Blows Boyz with bayonet: 1/4+
            Boyz Blows Alpha with bare hands: 1/5+"#]],
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
fn t9_a_large_unit_is_seen_and_sees_with_any_of_its_tiles() {
    // From A1 the wall hides what the beast has in row 1, and nothing of what it has in row 2.
    let battle = scene_with(
        "
        .a . . # .b .
        .  . . . .  .",
        "a Alpha players: rifle; b Beast enemy: beast",
        |setup| arm(setup, "beast", &["rifle"]),
    );
    check(
        &battle,
        "Alpha: shoot Beast; Beast: shoot Alpha",
        "hit 1, hit 1",
        expect![[r#"
        Shooting:
        Alpha Fire Beast with rifle: 1/4+
        Beast Fire Alpha with rifle: 1/4+"#]],
    );
}

#[test]
fn t9_units_of_either_side_block_nothing() {
    check(
        &scene(
            ".a . .c . .d . .b",
            "a Alpha players: rifle; b Boyz enemy: boy; c Bravo players: rifle; d Nobz enemy: boy",
        ),
        "Alpha: shoot Boyz",
        "hit 1",
        expect![[r#"
            Shooting:
            Alpha Fire Boyz with rifle: 1/4+"#]],
    );
}

#[test]
fn t9_only_those_that_somebody_sees_can_be_hit() {
    // The nearer boy is behind the wall, so the farther one takes the hit.
    check(
        &scene(". . # .b . .\n.a . . . . .b", "a Alpha players: rifle; b Boyz enemy: boy"),
        "Alpha: shoot Boyz",
        "hit 4, wound 3",
        expect![[r#"
            Shooting:
            Alpha Fire Boyz with rifle: 4/4+
              Boyz 2: wound 3/4+ Unharmed"#]],
    );
}

#[test]
fn t10_cover_is_added_to_save_rolls_of_the_unit_that_stands_in_it() {
    // Open ground 6+, a barricade 5+, ruins 4+: each by the tile of whoever is hit.
    check(
        &scene_with(".a . . . .b bb rb . .b .b", "a Alpha players: rifle; b Boyz enemy: boy", |setup| {
            weapon(setup, "rifle").attacks = Amount::fixed(3);
        }),
        "Alpha: shoot Boyz",
        "hit 4 4 4, wound 4, save 5, wound 4, save 4, wound 4, save 4",
        expect![[r#"
            Shooting:
            Alpha Fire Boyz with rifle: 4/4+ 4/4+ 4/4+
              Boyz 1: wound 4/4+ save 5/6+ Downed by 1
              Boyz 2: wound 4/4+ save 4/5+ Downed by 1
              Boyz 3: wound 4/4+ save 4/4+ Saved"#]],
    );
}

#[test]
fn t10_a_large_unit_has_the_best_cover_of_its_tiles() {
    check(
        &scene(".a . . .b .\n. . . . r", "a Guns players: gunner; b Brutes enemy: beast"),
        "Guns: shoot Brutes",
        "hit 4, wound 3, save 3",
        expect![[r#"
            Shooting:
            Guns Fire Brutes with cannon: 4/4+
              Brutes 1: wound 3/3+ save 3/3+ Saved"#]],
    );
}

#[test]
fn t11_units_in_concealing_ground_are_harder_to_hit() {
    check(
        &scene(".a . . . .b\n. . . . .", "a Alpha players: rifle; b Boyz enemy: boy"),
        "Alpha: shoot Boyz",
        "hit 3",
        expect![[r#"
            Shooting:
            Alpha Fire Boyz with rifle: 3/4+"#]],
    );
    check(
        &scene(".a . . . wb\n. . . . .", "a Alpha players: rifle; b Boyz enemy: boy"),
        "Alpha: shoot Boyz",
        "hit 4",
        expect![[r#"
            Shooting:
            Alpha Fire Boyz with rifle: 4/5+"#]],
    );
}

#[test]
fn t11_whoever_has_shot_is_no_longer_concealed() {
    check(
        &scene("wa . . . .b", "a Alpha players: rifle; b Boyz enemy: boy"),
        "Alpha: shoot Boyz; Boyz: shoot Alpha",
        "hit 1, hit 4",
        expect![[r#"
            Shooting:
            Alpha Fire Boyz with rifle: 1/4+
            Boyz Fire Alpha with slugga: 4/5+"#]],
    );
}

#[test]
fn t11_whoever_wasted_its_fire_is_no_longer_concealed_either() {
    check(
        &scene(
            ".a . . .b\nwc . . .d\n",
            "a Alpha players: rifle; c Bravo players: rifle; b Boyz enemy: boy; d Nobz enemy: boy",
        ),
        "Alpha: shoot Boyz; Bravo: shoot Boyz; Nobz: shoot Bravo",
        "hit 4, wound 4, save 1, hit 4",
        expect![[r#"
            Shooting:
            Alpha Fire Boyz with rifle: 4/4+
              Boyz 1: wound 4/4+ save 1/6+ Downed by 1
            Bravo at Boyz: wasted
            Nobz Fire Bravo with slugga: 4/5+"#]],
    );
}

#[test]
fn t11_a_large_unit_is_concealed_only_if_all_of_it_is() {
    check(
        &scene(".a . . . wb w\n. . . . w w", "a Guns players: gunner; b Brutes enemy: beast"),
        "Guns: shoot Brutes",
        "hit 4",
        expect![[r#"
            Shooting:
            Guns Fire Brutes with cannon: 4/5+"#]],
    );
    check(
        &scene(".a . . . wb .\n. . . . w w", "a Guns players: gunner; b Brutes enemy: beast"),
        "Guns: shoot Brutes",
        "hit 3",
        expect![[r#"
            Shooting:
            Guns Fire Brutes with cannon: 3/4+"#]],
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
