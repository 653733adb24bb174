//! S: who fires, at whom, and what it costs.

use expect_test::expect;

use super::{arm, broken, duel, hurt, modify, ordered_duel_with, profile, squad, teach, unit, weapon};
use crate::line::battle::scene::{scene, scene_with};
use crate::line::battle::{AbilityTarget, Battle, Boon, Effect, Kind, Phase, Span, Stat, Tag};
use crate::line::rules::story::{after, check, until};

const TWO_AGAINST_TWO: &str = "a Alpha players: rifle; c Bravo players: rifle; b Boyz enemy: boy; d Nobz enemy: boy";

#[test]
fn s1_units_that_are_engaged_out_of_range_or_out_of_sight_are_skipped_and_the_others_fire() {
    // A1 is engaged, A7 is too far, E1 sees nothing over the wall, E3 fires.
    check(
        &scene_with(
            ".a .d . # .a # .b\n. . . . . . .\n. . . . .a . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n.a . . . . . .",
            "a Alpha players: rifle; b Boyz enemy: bunker; d Gretchin enemy: bunker",
            |setup| {
                arm(setup, "rifle", &["pistol"]);
                profile(setup, "rifle").movement = 0;
                profile(setup, "bunker").size = 1;
                profile(setup, "bunker").kind = Kind::Monster;
                weapon(setup, "pistol").tags.clear();
            },
        ),
        "Alpha: shoot Boyz",
        "hit 3, hit 1 1",
        expect![[r#"
            Shooting:
            Alpha Fire Boyz with pistol: 3/4+
            Melee:
            Alpha Blows Gretchin with bare hands: 1/5+
            Gretchin Blows Alpha with bare hands: 1/5+"#]],
    );
}

#[test]
fn s1_a_squad_of_which_nobody_can_fire_holds_its_fire_and_has_not_shot() {
    let battle = duel(|setup| arm(setup, "rifle", &["pistol"]));
    check(
        &battle,
        "Alpha: shoot Boyz",
        "",
        expect![[r#"
        Shooting:
        Alpha at Boyz: nobody fires (Alpha 1 OutOfRange { distance: 7, range: 6 })"#]],
    );
}

#[test]
fn s2_infantry_fires_one_weapon_the_first_that_can_be_used() {
    check(
        &scene(".a . . . .b", "a Alpha players: rifle; b Boyz enemy: boy"),
        "Alpha: shoot Boyz with pistol",
        "hit 1",
        expect![[r#"
            Shooting:
            Alpha Fire Boyz with pistol: 1/4+"#]],
    );
    check(
        &scene_with(".a . . . . . . . .b", "a Alpha players: rifle; b Boyz enemy: boy", |setup| {
            arm(setup, "rifle", &["pistol", "rifle"]);
        }),
        "Alpha: shoot Boyz",
        "hit 1",
        expect![[r#"
            Shooting:
            Alpha Fire Boyz with rifle: 1/4+"#]],
    );
}

#[test]
fn s2_a_vehicle_fires_all_its_weapons_each_at_its_own_target() {
    check(
        &scene(
            ".a . . . . . .b\n. . . . . . .\n. . . . . . .d",
            "a Tank players: tank; b Boyz enemy: boy; d Brutes enemy: gunner",
        ),
        "Tank: shoot Boyz with rifle, Brutes with cannon",
        "hit 1, hit 1",
        expect![[r#"
            Shooting:
            Tank Fire Boyz with rifle: 1/4+
            Tank Fire Brutes with cannon: 1/4+"#]],
    );
}

#[test]
fn s3_a_crewed_weapon_takes_two_who_fire_nothing_else_while_the_others_do() {
    check(
        &team("team team rifle"),
        "Guns: shoot Boyz",
        "hit 1 1 1 1, hit 1",
        expect![[r#"
        Shooting:
        Guns Fire Boyz with machine gun: 1/4+ 1/4+ 1/4+ 1/4+
        Guns Fire Boyz with rifle: 1/4+"#]],
    );
}

#[test]
fn s3_with_a_mate_down_the_other_fires_his_own_weapon() {
    let battle = hurt(team("team team rifle"), "Guns 2", 1);
    check(
        &battle,
        "Guns: shoot Boyz",
        "hit 1, hit 1",
        expect![[r#"
        Shooting:
        Guns Fire Boyz with rifle: 1/4+ 1/4+"#]],
    );
}

#[test]
fn s3_a_mate_who_is_engaged_cannot_crew() {
    let battle = scene_with(
        ".a . . . . . .b\n. . . . . . .\n.a .d . . . . .",
        "a Guns players: team; b Boyz enemy: boy; d Wall enemy: bunker",
        |setup| {
            profile(setup, "bunker").size = 1;
            profile(setup, "bunker").kind = Kind::Monster;
            profile(setup, "team").movement = 0;
        },
    );
    check(
        &battle,
        "Guns: shoot Boyz",
        "hit 1, hit 1 1",
        expect![[r#"
        Shooting:
        Guns Fire Boyz with rifle: 1/4+
        Melee:
        Guns Blows Wall with bayonet: 1/4+
        Wall Blows Guns with bare hands: 1/5+"#]],
    );
}

#[test]
fn s3_somebody_of_another_team_cannot_crew() {
    let battle = scene_with(".a .a . . . . .b", "a Guns players: team; b Boyz enemy: boy", |setup| {
        setup.units[1].team = Some(1);
    });
    check(
        &battle,
        "Guns: shoot Boyz",
        "hit 1 1",
        expect![[r#"
        Shooting:
        Guns Fire Boyz with rifle: 1/4+ 1/4+"#]],
    );
}

#[test]
fn s3_out_of_its_range_the_crew_fire_their_own_weapons() {
    let battle = scene_with(".a .a . . . . .b", "a Guns players: team; b Boyz enemy: boy", |setup| {
        weapon(setup, "machine gun").range = Some(3);
    });
    check(
        &battle,
        "Guns: shoot Boyz",
        "hit 1 1",
        expect![[r#"
        Shooting:
        Guns Fire Boyz with rifle: 1/4+ 1/4+"#]],
    );
}

#[test]
fn s3_of_three_in_a_team_two_crew_and_one_is_free() {
    check(
        &team("team team team"),
        "Guns: shoot Boyz",
        "hit 1 1 1 1, hit 1",
        expect![[r#"
        Shooting:
        Guns Fire Boyz with machine gun: 1/4+ 1/4+ 1/4+ 1/4+
        Guns Fire Boyz with rifle: 1/4+"#]],
    );
}

#[test]
fn s3_two_crews_of_one_squad_each_fire_their_weapon() {
    check(
        &team("team team team team"),
        "Guns: shoot Boyz",
        "hit 1 1 1 1 1 1 1 1",
        expect![[r#"
        Shooting:
        Guns Fire Boyz with machine gun: 1/4+ 1/4+ 1/4+ 1/4+ 1/4+ 1/4+ 1/4+ 1/4+"#]],
    );
}

#[test]
fn s3_whoever_crews_still_fires_a_weapon_with_extra_attacks() {
    let battle = scene_with(".a .a . . . .b", "a Guns players: team; b Boyz enemy: boy", |setup| {
        weapon(setup, "pistol").tags = vec![Tag::ExtraAttacks];
        arm(setup, "team", &["machine gun", "rifle", "pistol"]);
    });
    check(
        &battle,
        "Guns: shoot Boyz",
        "hit 1 1 1 1, hit 1 1",
        expect![[r#"
        Shooting:
        Guns Fire Boyz with machine gun: 1/4+ 1/4+ 1/4+ 1/4+
        Guns Fire Boyz with pistol: 1/4+ 1/4+"#]],
    );
}

#[test]
fn s3_the_free_third_of_a_team_joins_the_other_part_of_a_split_volley() {
    check(
        &split("team team team"),
        "Guns: shoot Boyz with machine gun, Nobz with rifle",
        "hit 1 1 1 1, hit 1",
        expect![[r#"
            Shooting:
            Guns Fire Boyz with machine gun: 1/4+ 1/4+ 1/4+ 1/4+
            Guns Fire Nobz with rifle: 1/4+"#]],
    );
}

#[test]
fn s3_a_split_volley_without_a_crew_leaves_the_others_their_own_weapons() {
    let battle = hurt(split("team team rifle"), "Guns 2", 1);
    check(
        &battle,
        "Guns: shoot Boyz with machine gun, Nobz with rifle",
        "hit 1 1",
        expect![[r#"
            Shooting:
            Guns at Boyz: nobody fires (Guns 1 Undermanned)
            Guns Fire Nobz with rifle: 1/4+ 1/4+"#]],
    );
}

/// A team of five with two kinds of crewed weapons, and two squads of boys.
fn mixed(kinds: &str) -> Battle {
    let rows = vec![".a . . . . . .b"; kinds.split(' ').count()].join("\n");
    scene_with(
        &format!("{rows}\n. . . . . . .d"),
        &format!("a Guns players: {kinds}; b Boyz enemy: boy; d Nobz enemy: boy"),
        |setup| {
            weapon(setup, "cannon").tags = vec![Tag::Crew(2)];
            setup.units.iter_mut().for_each(|it| it.team = Some(0));
        },
    )
}

#[test]
fn s3_whoever_works_a_weapon_in_one_part_of_a_volley_works_none_in_another() {
    // Two of the five work the machine gun and two a cannon; the last gunner has nobody to work his with.
    check(
        &mixed("team rifle gunner rifle gunner"),
        "Guns: shoot Boyz with machine gun, Nobz with cannon",
        "hit 1 1 1 1, hit 1",
        expect![[r#"
            Shooting:
            Guns Fire Boyz with machine gun: 1/4+ 1/4+ 1/4+ 1/4+
            Guns Fire Nobz with cannon: 1/4+"#]],
    );
    // The other way round as well.
    check(
        &mixed("team rifle gunner rifle gunner"),
        "Guns: shoot Nobz with cannon, Boyz with machine gun",
        "hit 1, hit 1 1 1 1",
        expect![[r#"
            Shooting:
            Guns Fire Nobz with cannon: 1/4+
            Guns Fire Boyz with machine gun: 1/4+ 1/4+ 1/4+ 1/4+"#]],
    );
}

#[test]
fn s3_a_vehicle_that_works_a_weapon_with_another_fires_nothing_else_in_the_other_part() {
    let battle = scene_with(
        ".a . . . . . .b\n.a . . . . . .\n.a . . . . . .d",
        "a Tanks players: tank; b Boyz enemy: boy; d Nobz enemy: boy",
        |setup| {
            profile(setup, "tank").size = 1;
            weapon(setup, "cannon").tags = vec![Tag::Crew(2)];
            setup.units[..3].iter_mut().for_each(|it| it.team = Some(0));
        },
    );
    check(
        &battle,
        "Tanks: shoot Boyz with rifle, Nobz with cannon",
        "hit 1, hit 1",
        expect![[r#"
        Shooting:
        Tanks Fire Boyz with rifle: 1/4+
        Tanks Fire Nobz with cannon: 1/4+"#]],
    );
}

#[test]
fn s3_whoever_has_fired_ahead_of_his_squad_works_no_weapon_afterwards() {
    let battle = scene_with(
        ".a . . . . .b\n.a . . . . .\n. . . . . .\n.l . . . . .",
        "a Guns players: team rifle; b Boyz enemy: boy; l Lead players: officer",
        |setup| {
            setup.units[1].team = Some(0);
            teach(setup, "Now", vec![Effect::Immediately(Phase::Shooting)]).target = AbilityTarget::AlliedUnit;
        },
    );
    check(
        &battle,
        "use Now on Guns 2; Guns: shoot Boyz",
        "hit 1, hit 1",
        expect![[r#"
        Now on Guns 2 for 1 CP
        Guns Fire Boyz with rifle: 1/4+
        Guns 2 has done its Shooting
        Shooting:
        Guns Fire Boyz with rifle: 1/4+"#]],
    );
}

/// A column of gunners, and boys in the open.
fn team(kinds: &str) -> Battle {
    let rows = vec![".a . . . . . .b"; kinds.split(' ').count()].join("\n");
    scene(&rows, &format!("a Guns players: {kinds}; b Boyz enemy: boy"))
}

/// Three gunners in a column, and two squads of boys.
fn split(kinds: &str) -> Battle {
    scene(
        ".a . . . . . .b\n.a . . . . . .\n.a . . . . . .d",
        &format!("a Guns players: {kinds}; b Boyz enemy: boy; d Nobz enemy: boy"),
    )
}

#[test]
fn s4_a_volley_is_split_by_weapon() {
    check(
        &scene(
            ".a .a . . . .b .\n.a .a . . . . .\n. . . . . .d .\n. . . . . . .",
            "a Alpha players: rifle gunner rifle gunner; b Boyz enemy: boy; d Nobz enemy: beast",
        ),
        "Alpha: shoot Nobz with cannon, Boyz with rifle",
        "hit 1 1, hit 1 1",
        expect![[r#"
            Shooting:
            Alpha Fire Nobz with cannon: 1/4+ 1/4+
            Alpha Fire Boyz with rifle: 1/4+ 1/4+"#]],
    );
}

#[test]
fn s4_a_volley_is_split_by_team() {
    check(
        &scene(
            ".a .a .a . . . .b\n. . . . . . .d",
            "a Alpha players: rifle gunner gunner; b Boyz enemy: boy; d Nobz enemy: boy",
        ),
        "Alpha: shoot Boyz with gunner, Nobz",
        "hit 1, hit 1 1",
        expect![[r#"
            Shooting:
            Alpha Fire Boyz with cannon: 1/4+ 1/4+
            Alpha Fire Nobz with rifle: 1/4+"#]],
    );
}

#[test]
fn s4_a_part_that_names_nothing_is_for_the_rest() {
    check(
        &scene(
            ".a .a .a . . .b\n. . . . . .d",
            "a Alpha players: rifle gunner rifle; b Boyz enemy: boy; d Nobz enemy: boy",
        ),
        "Alpha: shoot Boyz, Nobz with cannon",
        "hit 1 1, hit 1",
        expect![[r#"
            Shooting:
            Alpha Fire Boyz with rifle: 1/4+ 1/4+
            Alpha Fire Nobz with cannon: 1/4+"#]],
    );
}

#[test]
fn s4_each_unit_fires_for_one_part_only() {
    // Who has both weapons keeps to the first part.
    check(
        &scene(".a .a . . . .b\n. . . . . .d", "a Alpha players: rifle; b Boyz enemy: boy; d Nobz enemy: boy"),
        "Alpha: shoot Boyz with pistol, Nobz with rifle",
        "hit 1 1",
        expect![[r#"
            Shooting:
            Alpha Fire Boyz with pistol: 1/4+ 1/4+
            Alpha at Nobz: nobody fires ()"#]],
    );
}

#[test]
fn s5_fire_at_a_squad_that_is_gone_by_then_is_wasted() {
    check(
        &scene(".a .c . . . .b .d", TWO_AGAINST_TWO),
        "Alpha: shoot Boyz; Bravo: shoot Boyz",
        "hit 4, wound 4, save 5",
        expect![[r#"
            Shooting:
            Alpha Fire Boyz with rifle: 4/4+
              Boyz 1: wound 4/4+ save 5/6+ Downed by 1
            Bravo at Boyz: wasted"#]],
    );
}

#[test]
fn s5_only_the_part_whose_target_is_gone_is_wasted() {
    check(
        &scene(
            ".a .c .c . . .b .d",
            "a Alpha players: rifle; c Bravo players: rifle gunner; b Boyz enemy: boy; d Nobz enemy: boy",
        ),
        "Alpha: shoot Boyz; Bravo: shoot Boyz with rifle, Nobz with cannon",
        "hit 4, wound 4, save 5, hit 1",
        expect![[r#"
            Shooting:
            Alpha Fire Boyz with rifle: 4/4+
              Boyz 1: wound 4/4+ save 5/6+ Downed by 1
            Bravo at Boyz: wasted
            Bravo Fire Nobz with cannon: 1/4+"#]],
    );
}

#[test]
fn s5_the_enemy_fires_with_what_is_left_of_it() {
    check(
        &scene(".a . . . .b .b", "a Alpha players: rifle; b Boyz enemy: boy"),
        "Boyz: shoot Alpha; Alpha: shoot Boyz",
        "hit 4, wound 4, save 5, hit 1",
        expect![[r#"
            Shooting:
            Alpha Fire Boyz with rifle: 4/4+
              Boyz 1: wound 4/4+ save 5/6+ Downed by 1
            Boyz Fire Alpha with slugga: 1/5+"#]],
    );
}

#[test]
fn s6_the_enemy_picks_what_it_hurts_most_when_its_turn_comes() {
    check(
        &scene(".a . .c . . . .b", "a Alpha players: gunner; c Bravo players: rifle; b Boyz enemy: rifle"),
        "Boyz: at will",
        "hit 1",
        expect![[r#"
            Shooting:
            Boyz Fire Bravo with rifle: 1/4+"#]],
    );
    // The gunner is nearer, and tougher.
    check(
        &scene(".c . .a . . . .b", "a Alpha players: gunner; c Bravo players: rifle; b Boyz enemy: rifle"),
        "Boyz: at will",
        "hit 1",
        expect![[r#"
            Shooting:
            Boyz Fire Bravo with rifle: 1/4+"#]],
    );
}

#[test]
fn s6_the_next_enemy_squad_turns_to_somebody_else_when_the_first_has_finished_one() {
    check(
        &scene(".a . . . .b .d\n. .c . . . .", TWO_AGAINST_TWO),
        "Boyz: at will; Nobz: at will",
        "hit 5, wound 3, save 4, hit 1",
        expect![[r#"
            Shooting:
            Boyz Fire Alpha with slugga: 5/5+
              Alpha 1: wound 3/3+ save 4/5+ Downed by 1
            Nobz Fire Bravo with slugga: 1/5+"#]],
    );
}

#[test]
fn s6_an_enemy_squad_that_was_given_a_target_picks_again_if_it_is_gone() {
    check(
        &scene(".a . . . .b .d\n. .c . . . .", TWO_AGAINST_TWO),
        "Boyz: shoot Bravo; Nobz: shoot Bravo",
        "hit 5, wound 3, save 4, hit 1",
        expect![[r#"
            Shooting:
            Boyz Fire Bravo with slugga: 5/5+
              Bravo 1: wound 3/3+ save 4/5+ Downed by 1
            Nobz Fire Alpha with slugga: 1/5+"#]],
    );
}

#[test]
fn s6_within_one_volley_the_enemy_does_not_turn_to_another_target() {
    check(
        &scene(".a . .c . .b .b", "a Alpha players: gunner; c Bravo players: rifle; b Boyz enemy: boy"),
        "Boyz: at will",
        "hit 5 5, wound 3, save 4",
        expect![[r#"
            Shooting:
            Boyz Fire Bravo with slugga: 5/5+ 5/5+
              Bravo 1: wound 3/3+ save 4/5+ Downed by 1
              lost"#]],
    );
}

#[test]
fn s6_the_enemy_does_not_pick_a_squad_in_melee_with_its_friends() {
    check(
        &scene_with(
            ".a .d . . . .b\n. . . . . .\n. . . . . .\n. . . .c . .",
            "a Alpha players: spearman; c Bravo players: gunner; b Boyz enemy: boy; d Nobz enemy: spearman",
            |setup| profile(setup, "spearman").reach = 1,
        ),
        "Boyz: at will",
        "hit 1, hit 1 1",
        expect![[r#"
            Shooting:
            Boyz Fire Bravo with slugga: 1/5+
            Melee:
            Alpha Blows Nobz with spear: 1/4+
            Nobz Blows Alpha with spear: 1/4+"#]],
    );
}

#[test]
fn s7_a_squad_has_shot_if_one_unit_fired_and_until_the_round_ends() {
    let battle = scene(".a . . . . . . . .\n.a . . . . . . . .b", "a Alpha players: rifle; b Boyz enemy: boy");
    let alpha = squad(&battle, "Alpha");
    check(
        &battle,
        "Alpha: shoot Boyz with pistol",
        "",
        expect![[r#"
        Shooting:
        Alpha at Boyz: nobody fires (Alpha 1 OutOfRange { distance: 9, range: 6 }, Alpha 2 OutOfRange { distance: 8, range: 6 })"#]],
    );
    assert!(!during(&battle, "Alpha: shoot Boyz with pistol", "").squad(alpha).has_shot);
    assert!(during(&battle, "Alpha: shoot Boyz", "hit 1 1").squad(alpha).has_shot);
    assert!(!after(&battle, "Alpha: shoot Boyz", "hit 1 1").squad(alpha).has_shot);
}

#[test]
fn s7_a_squad_whose_fire_was_wasted_has_shot() {
    let battle = scene(".a .c . . . .b .d", TWO_AGAINST_TWO);
    let then = during(&battle, "Alpha: shoot Boyz; Bravo: shoot Boyz", "hit 4, wound 4, save 5");
    let bravo = then.squad(squad(&battle, "Bravo"));
    assert!(bravo.has_shot && bravo.is_slowed);
    assert!(then.unit(unit(&battle, "Bravo 1")).has_fired);
}

#[test]
fn s7_an_engaged_unit_has_not_fired_when_its_squads_fire_was_wasted() {
    let battle = scene_with(
        ".a . . . . .b\n. . . . . .\n. .c . .c .d .",
        "a Alpha players: rifle; c Bravo players: rifle; b Boyz enemy: boy; d Nobz enemy: gunner",
        |setup| profile(setup, "rifle").movement = 0,
    );
    let then = during(&battle, "Alpha: shoot Boyz; Bravo: shoot Boyz", "hit 4, wound 4, save 5, hit 1 1 1");
    let fired = ["Bravo 1", "Bravo 2"].map(|it| then.unit(unit(&battle, it)).has_fired);
    assert_eq!(fired, [true, false]);
}

/// The battle as it is when the movement phase of such a round begins.
fn during(battle: &Battle, orders: &str, dice: &str) -> Battle {
    until(battle, orders, dice, Phase::Movement)
}

#[test]
fn s8_range_grows_by_half_at_most_however_many_abilities_say_so() {
    let reach = |columns: usize| {
        let more = ". ".repeat(columns);
        let row = format!(".a {more}.b\n. {more}.\n. {more}.\n.l {more}.");
        scene_with(&row, "a Alpha players: rifle; b Boyz enemy: boy; l Lead players: officer", |setup| {
            arm(setup, "rifle", &["pistol"]);
            for name in ["Eyes", "Sights"] {
                teach(setup, name, modify(Stat::Range, 2));
            }
        })
    };
    let orders = "use Eyes on Alpha; use Sights on Alpha; Alpha: shoot Boyz";
    check(
        &reach(8),
        orders,
        "hit 1",
        expect![[r#"
            Eyes on Alpha for 1 CP
            Alpha: Modify { stat: Range, by: 2, weapons: None } for Rounds(1)
            Sights on Alpha for 1 CP
            Alpha: Modify { stat: Range, by: 2, weapons: None } for Rounds(1)
            Shooting:
            Alpha Fire Boyz with pistol: 1/4+"#]],
    );
    check(
        &reach(9),
        orders,
        "",
        expect![[r#"
            Eyes on Alpha for 1 CP
            Alpha: Modify { stat: Range, by: 2, weapons: None } for Rounds(1)
            Sights on Alpha for 1 CP
            Alpha: Modify { stat: Range, by: 2, weapons: None } for Rounds(1)
            Shooting:
            Alpha at Boyz: nobody fires (Alpha 1 OutOfRange { distance: 10, range: 9 })"#]],
    );
}

#[test]
fn s8_penalties_of_all_kinds_are_held_at_two() {
    // Broken, concealed and an ability: four worse is still two worse.
    let battle = broken(
        scene_with(
            ".a . . . wb\n. . . . .\n.l . . . .",
            "a Alpha players: gunner; b Boyz enemy: boy; l Lead players: officer",
            |setup| {
                teach(setup, "Order", modify(Stat::Accuracy, -1));
            },
        ),
        "Alpha",
    );
    check(
        &battle,
        "use Order on Alpha; Alpha: shoot Boyz",
        "hit 5",
        expect![[r#"
            Order on Alpha for 1 CP
            Alpha: Modify { stat: Accuracy, by: -1, weapons: None } for Rounds(1)
            Shooting:
            Alpha Fire Boyz with cannon: 5/6+
            Morale:
            Alpha recovers"#]],
    );
}

#[test]
fn s8_bonuses_are_summed_with_penalties_before_the_bound() {
    // Three better and two worse: one better.
    let battle = broken(ordered_duel_with(modify(Stat::Accuracy, 3), |setup| arm(setup, "rifle", &["rifle"])), "Alpha");
    check(
        &battle,
        "use Order on Alpha; Alpha: shoot Boyz",
        "hit 3, wound 1",
        expect![[r#"
            Order on Alpha for 1 CP
            Alpha: Modify { stat: Accuracy, by: 3, weapons: None } for Rounds(1)
            Shooting:
            Alpha Fire Boyz with rifle: 3/3+
              Boyz 1: wound 1/4+ Unharmed
            Morale:
            Alpha recovers"#]],
    );
}

#[test]
fn s8_a_reroll_is_not_a_modifier() {
    let effects = vec![
        Effect::Lasting { boon: Boon::Modify { stat: Stat::Accuracy, by: 2, weapons: None }, span: Span::Rounds(1) },
        Effect::Lasting { boon: Boon::RerollMisses, span: Span::Rounds(1) },
    ];
    check(
        &ordered_duel_with(effects, |_| ()),
        "use Order on Alpha; Alpha: shoot Boyz",
        "hit 1, hit-again 1",
        expect![[r#"
            Order on Alpha for 1 CP
            Alpha: Modify { stat: Accuracy, by: 2, weapons: None } for Rounds(1)
            Alpha: RerollMisses for Rounds(1)
            Shooting:
            Alpha Fire Boyz with rifle: 1>1/2+"#]],
    );
}
