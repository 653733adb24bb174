//! M: the melee phase, but for how units press in.

use expect_test::expect;

use super::{arm, broken, hurt, profile, squad, unit, weapon};
use crate::line::battle::scene::{scene, scene_with};
use crate::line::battle::{Amount, Battle, Phase, Tag};
use crate::line::rules::Line;
use crate::line::rules::story::{check, check_with, until};

/// Spearmen have neither fire nor armour piercing: one blow each.
fn spears(drawing: &str) -> Battle {
    scene_with(
        drawing,
        "a Alpha players: spearman; c Bravo players: spearman; b Boyz enemy: spearman; d Nobz enemy: spearman",
        |setup| {
            profile(setup, "spearman").reach = 1;
        },
    )
}

#[test]
fn m1_squads_in_contact_fight_and_others_do_not() {
    check(
        &spears(".a .b . .\n. . . .\n.c . .d ."),
        "",
        "hit 1 1",
        expect![[r#"
        Melee:
        Alpha Blows Boyz with spear: 1/4+
        Boyz Blows Alpha with spear: 1/4+"#]],
    );
}

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
fn m1_nobody_fights_a_downed_enemy() {
    check(&hurt(spears(".a .b .\n. . .\n. . .b"), "Boyz 1", 1), "", "", expect![[""]]);
}

#[test]
fn m2_those_who_did_not_fire_use_close_quarters_weapons_first_and_both_sides_at_once() {
    // Both sidearms hit: each fells the other, though one comes first.
    check(
        &scene(".a .b", "a Alpha players: rifle; b Boyz enemy: boy"),
        "",
        "hit 4, wound 5, save 1, hit 5, wound 3, save 1, aftermath 3",
        expect![[r#"
            Melee:
            Alpha CloseQuarters Boyz with pistol: 4/4+
              Boyz 1: wound 5/5+ save 1/6+ Downed by 1
            Boyz CloseQuarters Alpha with slugga: 5/5+
              Alpha 1: wound 3/3+ save 1/5+ Downed by 1
            Morale:
            ended: Defeat
            Alpha 1 3: wounded"#]],
    );
}

#[test]
fn m2_casualties_of_close_quarters_fire_strike_no_blows() {
    check(
        &scene(".a .b\n. .b", "a Alpha players: rifle; b Boyz enemy: boy"),
        "",
        "hit 4, wound 5, save 1, hit 1 1, hit 1, hit 1 1",
        expect![[r#"
            Melee:
            Alpha CloseQuarters Boyz with pistol: 4/4+
              Boyz 1: wound 5/5+ save 1/6+ Downed by 1
            Boyz CloseQuarters Alpha with slugga: 1/5+ 1/5+
            Alpha Blows Boyz with bayonet: 1/4+
            Boyz Blows Alpha with choppa: 1/4+ 1/4+"#]],
    );
}

#[test]
fn m2_a_unit_that_fired_cannot_join_but_its_engaged_mates_can() {
    check(
        &scene_with(
            ".d . . . . .\n. . . . . .\n.a . . .a .b .",
            "a Alpha players: rifle; b Boyz enemy: gunner; d Nobz enemy: gunner",
            |setup| {
                profile(setup, "rifle").movement = 0;
                weapon(setup, "pistol").range = Some(9);
            },
        ),
        "Alpha: shoot Nobz",
        "hit 1, hit 1, hit 1, hit 1",
        expect![[r#"
            Shooting:
            Alpha Fire Nobz with rifle: 1/4+
            Melee:
            Alpha CloseQuarters Boyz with pistol: 1/4+
            Alpha Blows Boyz with bayonet: 1/4+
            Boyz Blows Alpha with bare hands: 1/5+"#]],
    );
}

#[test]
fn m2_a_free_unit_whose_fire_was_wasted_cannot_join_but_its_engaged_mate_can() {
    // Bravo's B3 is free and would have fired; its D3 is engaged and never could.
    check(
        &scene_with(
            ".a . . . . .b\n. . . . . .\n. .c . .c .d .",
            "a Alpha players: rifle; c Bravo players: rifle; b Boyz enemy: boy; d Nobz enemy: gunner",
            |setup| profile(setup, "rifle").movement = 0,
        ),
        "Alpha: shoot Boyz; Bravo: shoot Boyz",
        "hit 4, wound 4, save 1, hit 1, hit 1, hit 1",
        expect![[r#"
            Shooting:
            Alpha Fire Boyz with rifle: 4/4+
              Boyz 1: wound 4/4+ save 1/6+ Downed by 1
            Bravo at Boyz: wasted
            Melee:
            Bravo CloseQuarters Nobz with pistol: 1/4+
            Bravo Blows Nobz with bayonet: 1/4+
            Nobz Blows Bravo with bare hands: 1/5+"#]],
    );
}

#[test]
fn m2_whoever_crewed_a_weapon_has_fired_as_well() {
    let battle = scene_with(
        ".a .a . .a .b . . . .d",
        "a Guns players: team; b Boyz enemy: spearman; d Nobz enemy: boy",
        |setup| {
            arm(setup, "team", &["machine gun", "pistol", "bayonet"]);
            profile(setup, "team").movement = 0;
        },
    );
    check(
        &battle,
        "Guns: shoot Nobz",
        "hit 1 1 1 1, hit 1, hit 1, hit 1",
        expect![[r#"
        Shooting:
        Guns Fire Nobz with machine gun: 1/4+ 1/4+ 1/4+ 1/4+
        Melee:
        Guns CloseQuarters Boyz with pistol: 1/4+
        Guns Blows Boyz with bayonet: 1/4+
        Boyz Blows Guns with spear: 1/4+"#]],
    );
}

#[test]
fn m2_a_free_mate_who_held_fire_joins_if_he_is_in_range_and_sees_them() {
    check(
        &scene_with(".a . . .a .b", "a Alpha players: rifle; b Boyz enemy: spearman", |setup| {
            weapon(setup, "pistol").range = Some(4);
            profile(setup, "rifle").movement = 0;
        }),
        "",
        "hit 1 1, hit 1, hit 1",
        expect![[r#"
            Melee:
            Alpha CloseQuarters Boyz with pistol: 1/4+ 1/4+
            Alpha Blows Boyz with bayonet: 1/4+
            Boyz Blows Alpha with spear: 1/4+"#]],
    );
}

#[test]
fn m2_close_quarters_fire_does_not_stray() {
    check(
        &scene(".a .b\n.c .", "a Alpha players: rifle; b Boyz enemy: spearman; c Bravo players: spearman"),
        "",
        "hit 3, hit 1 1 1",
        expect![[r#"
            Melee:
            Alpha CloseQuarters Boyz with pistol: 3/4+
            Alpha Blows Boyz with bayonet: 1/4+
            Bravo Blows Boyz with spear: 1/4+
            Boyz Blows Alpha with spear: 1/4+"#]],
    );
}

#[test]
fn m2_close_quarters_fire_is_not_shooting() {
    let battle = scene(".a .b", "a Alpha players: rifle; b Boyz enemy: spearman");
    let then = until(&battle, "", "hit 1, hit 1 1", Phase::Movement);
    assert!(!then.squad(squad(&battle, "Alpha")).has_shot);
    assert!(!then.unit(unit(&battle, "Alpha 1")).has_fired);
}

#[test]
fn m2_a_vehicle_fires_all_its_close_quarters_weapons() {
    check(
        &scene_with(".a . . .b\n. . . .\n. . . .", "a Tank players: tank; b Boyz enemy: spearman", |setup| {
            for key in ["rifle", "cannon"] {
                weapon(setup, key).tags = vec![Tag::CloseQuarters];
            }
        }),
        "",
        "hit 1 1 1",
        expect![[r#"
            Melee:
            Tank CloseQuarters Boyz with cannon: 1/4+
            Tank CloseQuarters Boyz with rifle: 1/4+
            Boyz Blows Tank with spear: 1/4+"#]],
    );
}

#[test]
fn m2_a_crewed_weapon_takes_its_crew_at_close_quarters_as_well() {
    check(
        &scene_with(".a .b\n.a .", "a Guns players: team; b Boyz enemy: spearman", |setup| {
            weapon(setup, "machine gun").tags = vec![Tag::Crew(2), Tag::CloseQuarters];
        }),
        "",
        "hit 1 1 1 1, hit 1 1, hit 1",
        expect![[r#"
            Melee:
            Guns CloseQuarters Boyz with machine gun: 1/4+ 1/4+ 1/4+ 1/4+
            Guns Blows Boyz with bayonet: 1/4+ 1/4+
            Boyz Blows Guns with spear: 1/4+"#]],
    );
}

#[test]
fn m4_who_is_reached_strikes_back_at_whom_it_cannot_reach() {
    check(
        &scene_with(".a . .b", "a Spears players: spearman; b Boyz enemy: rifle", |setup| {
            arm(setup, "rifle", &["bayonet"]);
        }),
        "",
        "hit 1 1",
        expect![[r#"
            Melee:
            Spears Blows Boyz with spear: 1/4+
            Boyz Blows Spears with bayonet: 1/4+"#]],
    );
}

#[test]
fn m4_a_unit_without_a_melee_weapon_strikes_with_bare_hands() {
    check(
        &scene_with(".a .b", "a Alpha players: gunner; b Boyz enemy: rifle", |setup| {
            arm(setup, "rifle", &["bayonet"]);
            profile(setup, "gunner").toughness = 5;
        }),
        "",
        "hit 5, wound 2, hit 1",
        expect![[r#"
            Melee:
            Alpha Blows Boyz with bare hands: 5/5+
              Boyz 1: wound 2/3+ Unharmed
            Boyz Blows Alpha with bayonet: 1/4+"#]],
    );
}

#[test]
fn m4_a_scenario_says_how_well_bare_hands_hit() {
    let battle = scene_with(".a .b", "a Alpha players: rifle; b Boyz enemy: rifle", |setup| arm(setup, "rifle", &[]));
    let rules = Line { bare_hands_accuracy: 3, ..Line::default() };
    check_with(
        &rules,
        &battle,
        "",
        "hit 3, wound 4, hit 2",
        expect![[r#"
        Melee:
        Alpha Blows Boyz with bare hands: 3/3+
          Boyz 1: wound 4/5+ Unharmed
        Boyz Blows Alpha with bare hands: 2/3+"#]],
    );
}

#[test]
fn m4_whose_only_melee_weapon_has_extra_attacks_uses_that_and_not_bare_hands() {
    check(
        &scene_with(".a .b", "a Alpha players: spearman; b Boyz enemy: rifle", |setup| {
            arm(setup, "rifle", &["bayonet"]);
            weapon(setup, "spear").tags = vec![Tag::ExtraAttacks];
        }),
        "",
        "hit 1 1",
        expect![[r#"
            Melee:
            Alpha Blows Boyz with spear: 1/4+
            Boyz Blows Alpha with bayonet: 1/4+"#]],
    );
}

#[test]
fn m4_the_strongest_melee_weapon_is_used() {
    check(
        &scene_with(".a .b", "a Alpha players: rifle; b Boyz enemy: spearman", |setup| {
            arm(setup, "rifle", &["bayonet", "choppa", "spear"]);
        }),
        "",
        "hit 1 1, hit 1",
        expect![[r#"
            Melee:
            Alpha Blows Boyz with choppa: 1/4+ 1/4+
            Boyz Blows Alpha with spear: 1/4+"#]],
    );
}

#[test]
fn m4_without_orders_the_squad_with_most_in_contact_is_struck_and_the_first_of_equals() {
    check(
        &spears(".d .a .b\n. .b ."),
        "",
        "hit 1 1 1 1",
        expect![[r#"
        Melee:
        Alpha Blows Boyz with spear: 1/4+
        Boyz Blows Alpha with spear: 1/4+ 1/4+
        Nobz Blows Alpha with spear: 1/4+"#]],
    );
    check(
        &spears(".d .a .b\n. . ."),
        "",
        "hit 1 1 1",
        expect![[r#"
        Melee:
        Alpha Blows Boyz with spear: 1/4+
        Boyz Blows Alpha with spear: 1/4+
        Nobz Blows Alpha with spear: 1/4+"#]],
    );
}

#[test]
fn m4_only_those_in_reach_are_hit() {
    // Boyz 2 is in contact with nobody, so the second hit is lost.
    check(
        &scene_with(".a .b . .b", "a Alpha players: spearman; b Boyz enemy: spearman", |setup| {
            profile(setup, "spearman").reach = 1;
            profile(setup, "spearman").movement = 0;
            weapon(setup, "spear").attacks = Amount::fixed(2);
        }),
        "",
        "hit 4 4, wound 3, save 1, hit 1 1",
        expect![[r#"
            Melee:
            Alpha Blows Boyz with spear: 4/4+ 4/4+
              Boyz 1: wound 3/3+ save 1/5+ Downed by 1
              lost
            Boyz Blows Alpha with spear: 1/4+ 1/4+"#]],
    );
}

#[test]
fn m5_melee_knows_neither_cover_nor_concealment() {
    check(
        &spears("wa wb"),
        "",
        "hit 4, wound 3, save 4, hit 3",
        expect![[r#"
            Melee:
            Alpha Blows Boyz with spear: 4/4+
              Boyz 1: wound 3/3+ save 4/5+ Downed by 1
            Boyz Blows Alpha with spear: 3/4+"#]],
    );
}

#[test]
fn m5_a_broken_squad_strikes_less_accurately() {
    check(
        &broken(spears(".a .b"), "Alpha"),
        "",
        "hit 5 4, wound 1",
        expect![[r#"
        Melee:
        Alpha Blows Boyz with spear: 5/6+
        Boyz Blows Alpha with spear: 4/4+
          Alpha 1: wound 1/3+ Unharmed
        Morale:
        Alpha recovers"#]],
    );
}

#[test]
fn m6_both_squads_may_end_with_nobody_standing() {
    check(
        &spears(".a .b"),
        "",
        "hit 4, wound 3, save 1, hit 4, wound 3, save 1, aftermath 3",
        expect![[r#"
        Melee:
        Alpha Blows Boyz with spear: 4/4+
          Boyz 1: wound 3/3+ save 1/5+ Downed by 1
        Boyz Blows Alpha with spear: 4/4+
          Alpha 1: wound 3/3+ save 1/5+ Downed by 1
        Morale:
        ended: Defeat
        Alpha 1 3: wounded"#]],
    );
}

#[test]
fn m6_a_unit_felled_on_the_way_still_makes_its_strike() {
    // Two against two: the first side fells both, and both still strike.
    check(
        &spears(".a .b\n.a .b"),
        "",
        "hit 4 4, wound 3, save 1, wound 3, save 1, hit 4 3, wound 3, save 1",
        expect![[r#"
            Melee:
            Alpha Blows Boyz with spear: 4/4+ 4/4+
              Boyz 1: wound 3/3+ save 1/5+ Downed by 1
              Boyz 2: wound 3/3+ save 1/5+ Downed by 1
            Boyz Blows Alpha with spear: 4/4+ 3/4+
              Alpha 1: wound 3/3+ save 1/5+ Downed by 1"#]],
    );
}

#[test]
fn m6_hits_go_to_those_who_still_stand_when_they_are_worked_off() {
    // Alpha fells one of the Boyz, and Bravo's hit goes to the other.
    check(
        &spears(".a .b .\n.c .b ."),
        "",
        "hit 4, wound 3, save 1, hit 4, wound 3, save 1, hit 1 1",
        expect![[r#"
            Melee:
            Alpha Blows Boyz with spear: 4/4+
              Boyz 1: wound 3/3+ save 1/5+ Downed by 1
            Bravo Blows Boyz with spear: 4/4+
              Boyz 2: wound 3/3+ save 1/5+ Downed by 1
            Boyz Blows Alpha with spear: 1/4+ 1/4+"#]],
    );
}

#[test]
fn m8_a_melee_order_names_whom_to_strike() {
    check(
        &spears(".d .a .b\n. .b ."),
        "Alpha: fight Nobz",
        "hit 1 1 1 1",
        expect![[r#"
        Melee:
        Alpha Blows Nobz with spear: 1/4+
        Boyz Blows Alpha with spear: 1/4+ 1/4+
        Nobz Blows Alpha with spear: 1/4+"#]],
    );
}

#[test]
fn m8_an_ordered_squad_out_of_reach_leaves_the_default() {
    check(
        &spears(".a .b .\n. . .\n. . .d"),
        "Alpha: fight Nobz",
        "hit 1 1",
        expect![[r#"
        Melee:
        Alpha Blows Boyz with spear: 1/4+
        Boyz Blows Alpha with spear: 1/4+"#]],
    );
}

#[test]
fn m8_a_melee_order_names_the_weapon() {
    let battle = scene_with(".a .b", "a Alpha players: rifle; b Boyz enemy: spearman", |setup| {
        arm(setup, "rifle", &["bayonet", "choppa"]);
    });
    check(
        &battle,
        "Alpha: fight Boyz with bayonet",
        "hit 1 1",
        expect![[r#"
        Melee:
        Alpha Blows Boyz with bayonet: 1/4+
        Boyz Blows Alpha with spear: 1/4+"#]],
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

#[test]
fn m8_an_order_of_the_enemy_counts_as_well() {
    check(
        &spears(".a .b .c"),
        "Boyz: fight Bravo",
        "hit 1 1 1",
        expect![[r#"
        Melee:
        Alpha Blows Boyz with spear: 1/4+
        Bravo Blows Boyz with spear: 1/4+
        Boyz Blows Bravo with spear: 1/4+"#]],
    );
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
fn m4_a_structure_strikes_no_blows_and_is_struck() {
    check(
        &besieged(),
        "",
        "hit 1, hit 4, wound 1",
        expect![[r#"
        Melee:
        Alpha CloseQuarters Fort with pistol: 1/4+
        Alpha Blows Fort with bayonet: 4/4+
          Fort 1: wound 1/6+ Unharmed"#]],
    );
}

#[test]
fn m4_a_vehicle_strikes_with_what_it_has_and_has_no_bare_hands() {
    let battle = |weapons: &[&str]| {
        scene_with(
            "
            .t . . .b
            .  . . .
            .  . . .",
            "t Tank players: tank; b Boyz enemy: spearman",
            |setup| arm(setup, "tank", weapons),
        )
    };
    check(
        &battle(&["cannon"]),
        "",
        "hit 1",
        expect![[r#"
        Melee:
        Boyz Blows Tank with spear: 1/4+"#]],
    );
    check(
        &battle(&["cannon", "claws"]),
        "",
        "hit 1 1 1 1, hit 1",
        expect![[r#"
        Melee:
        Tank Blows Boyz with claws: 1/3+ 1/3+ 1/3+ 1/3+
        Boyz Blows Tank with spear: 1/4+"#]],
    );
}
