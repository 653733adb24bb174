//! C-1 to C-6: what abilities cost, on whom they are used and when they take effect.

use expect_test::expect;

use super::{arm, hurt, lasting, modify, ordered_duel, ordered_duel_with, squad, teach, weapon};
use crate::line::battle::scene::scene_with;
use crate::line::battle::{
    AbilityId, AbilityOn, AbilityTarget, AbilityUse, Battle, Boon, CasterId, Effect, Orders, Phase, Setup, Span, Stat,
    Tag, Trigger,
};
use crate::line::rules::story::{after, check, check_orders};

/// Two heroes with an ability of 3 CP each, a squad of either, and an enemy.
fn two_heroes(touch: impl FnOnce(&mut Setup)) -> Battle {
    scene_with(
        ".a . . . . . .b\n. . . . . . .\n.c . . . . . .\n. . . . . . .\n.l . . . .m . .",
        "a Alpha players: rifle; c Bravo players: rifle; b Boyz enemy: boy; l Lead players: officer; m Major players: officer",
        |setup| {
            teach(setup, "Order", modify(Stat::Strength, 1)).cost = 3;
            let same = setup.casters[0].abilities.clone();
            setup.casters[1].abilities = same;
            touch(setup);
        },
    )
}

#[test]
fn c1_the_pool_starts_full_and_regains_what_the_scenario_says_up_to_its_maximum() {
    let battle = two_heroes(|setup| setup.cp_per_round = 2);
    let lead = CasterId(0);
    assert_eq!(battle.cp(lead), 4);
    check(
        &battle,
        "use Order on Alpha",
        "",
        expect![[r#"
        Order on Alpha for 3 CP
        Alpha: Modify { stat: Strength, by: 1 } for Rounds(1)
        Morale:
        2 CP regained"#]],
    );
    let second = after(&battle, "use Order on Alpha", "");
    assert_eq!(second.cp(lead), 3);
    check(
        &second,
        "",
        "",
        expect![[r#"
        Morale:
        1 CP regained"#]],
    );
    assert_eq!(after(&second, "", "").cp(lead), 4);
}

#[test]
fn c1_by_default_nothing_comes_back() {
    let battle = after(&two_heroes(|_| ()), "use Order on Alpha", "");
    assert_eq!(battle.cp(CasterId(0)), 1);
}

#[test]
fn c2_what_overdraws_is_refused_and_what_is_cheaper_still_works() {
    let battle = two_heroes(|setup| {
        teach(setup, "Cheap", modify(Stat::Range, 1));
    });
    check(
        &battle,
        "use Order on Alpha; use Order on Bravo; use Cheap on Bravo",
        "",
        expect![[r#"
        Order on Alpha for 3 CP
        Alpha: Modify { stat: Strength, by: 1 } for Rounds(1)
        Order on Bravo refused: NotEnoughCommand { cost: 3, left: 1 }
        Cheap on Bravo for 1 CP
        Bravo: Modify { stat: Range, by: 1 } for Rounds(1)"#]],
    );
}

#[test]
fn c3_one_ability_is_used_on_one_squad_once_a_round() {
    let battle = two_heroes(|setup| setup.abilities[0].cost = 1);
    check(
        &battle,
        "use Order on Alpha; use Order on Alpha; use Order on Bravo",
        "",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha: Modify { stat: Strength, by: 1 } for Rounds(1)
        Order on Alpha refused: AlreadyUsedOnIt
        Order on Bravo for 1 CP
        Bravo: Modify { stat: Strength, by: 1 } for Rounds(1)"#]],
    );
    let next = after(&battle, "use Order on Alpha", "");
    check(
        &next,
        "use Order on Alpha",
        "",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha: Modify { stat: Strength, by: 1 } for Rounds(1)"#]],
    );
}

#[test]
fn c3_whoever_uses_it() {
    let battle = two_heroes(|_| ());
    let use_by =
        |by| AbilityUse { by: CasterId(by), ability: AbilityId(0), on: AbilityOn::Squad(squad(&battle, "Alpha")) };
    let orders = Orders { abilities: vec![use_by(0), use_by(1)], ..Default::default() };
    check_orders(
        &battle,
        &orders,
        "",
        expect![[r#"
        Order on Alpha for 3 CP
        Alpha: Modify { stat: Strength, by: 1 } for Rounds(1)
        Order on Alpha refused: AlreadyUsedOnIt"#]],
    );
}

#[test]
fn c3_different_abilities_stack() {
    let battle = ordered_duel_with(modify(Stat::Strength, 1), |setup| {
        teach(setup, "Push", modify(Stat::Strength, 3));
    });
    check(
        &battle,
        "use Order on Alpha; use Push on Alpha; Alpha: shoot Boyz",
        "hit 4, wound 2, save 6",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha: Modify { stat: Strength, by: 1 } for Rounds(1)
        Push on Alpha for 1 CP
        Alpha: Modify { stat: Strength, by: 3 } for Rounds(1)
        Shooting:
        Alpha Fire Boyz with rifle: 4/4+
          Boyz 1: wound 2/2+ save 6/6+ Saved"#]],
    );
}

#[test]
fn c4_an_ability_out_of_its_range_or_at_nobody_is_refused_and_costs_nothing() {
    let battle = two_heroes(|setup| {
        setup.abilities[0].range = Some(3);
        teach(setup, "Mark", modify(Stat::Save, -1)).target = AbilityTarget::EnemySquad;
    });
    check(
        &battle,
        "use Order on Alpha; use Order on Bravo",
        "",
        expect![[r#"
        Order on Alpha refused: OutOfRange { distance: 4, range: 3 }
        Order on Bravo for 3 CP
        Bravo: Modify { stat: Strength, by: 1 } for Rounds(1)"#]],
    );
    check(
        &hurt(two_heroes(|_| ()), "Alpha 1", 1),
        "use Order on Alpha",
        "",
        expect!["Order on Alpha refused: TargetIsGone"],
    );
}

fn waiting_for(trigger: Trigger, effects: Vec<Effect>) -> Battle {
    ordered_duel_with(effects, |setup| {
        setup.abilities[0].trigger = Some(trigger);
        setup.rounds = Some(9);
    })
}

#[test]
fn c4_points_are_spent_though_the_moment_never_comes() {
    let battle = waiting_for(Trigger::ShotAt, modify(Stat::Save, 1));
    check(
        &battle,
        "use Order on Boyz",
        "",
        expect![[r#"
        Order on Boyz for 1 CP
        Morale:
        Order on Boyz lapses"#]],
    );
    assert_eq!(after(&battle, "use Order on Boyz", "").cp(CasterId(0)), 3);
}

#[test]
fn c5_first_shot_at_takes_effect_before_the_dice_and_once() {
    let battle = scene_with(
        ".a .c . . . . .b\n. . . . . . .\n. . . . . . .\n.l . . . . . .",
        "a Alpha players: rifle; c Bravo players: rifle; b Boyz enemy: boy; l Lead players: officer",
        |setup| teach(setup, "Order", modify(Stat::Save, 2)).trigger = Some(Trigger::ShotAt),
    );
    check(
        &battle,
        "use Order on Boyz; Alpha: shoot Boyz; Bravo: shoot Boyz",
        "hit 4, wound 4, save 4, hit 4, wound 4, save 4",
        expect![[r#"
            Order on Boyz for 1 CP
            Shooting:
            Order on Boyz: ShotAt
            Boyz: Modify { stat: Save, by: 2 } for Rounds(1)
            Alpha Fire Boyz with rifle: 4/4+
              Boyz 1: wound 4/4+ save 4/4+ Saved
            Bravo Fire Boyz with rifle: 4/4+
              Boyz 1: wound 4/4+ save 4/4+ Saved"#]],
    );
}

#[test]
fn c5_fire_that_nobody_can_deliver_is_not_the_moment() {
    let battle = waiting_for(Trigger::ShotAt, modify(Stat::Save, 1));
    check(
        &battle,
        "use Order on Boyz; Alpha: shoot Boyz with pistol",
        "",
        expect![[r#"
        Order on Boyz for 1 CP
        Shooting:
        Alpha at Boyz: nobody fires (Alpha 1 OutOfRange { distance: 7, range: 6 })
        Morale:
        Order on Boyz lapses"#]],
    );
}

#[test]
fn c5_whoever_shoots_back_first_may_stop_the_volley() {
    let battle = scene_with(
        ".a . . . . .b .b\n. . . . . . .\n. . . . . . .\n.l . . . . . .",
        "a Alpha players: rifle; b Boyz enemy: boy; l Lead players: officer",
        |setup| {
            weapon(setup, "slugga").range = Some(9);
            let ability = teach(setup, "Order", vec![Effect::Immediately(Phase::Shooting)]);
            ability.trigger = Some(Trigger::ShotAt);
        },
    );
    check(
        &battle,
        "use Order on Boyz; Alpha: shoot Boyz; Boyz: shoot Alpha",
        "hit 5 1, wound 3, save 1",
        expect![[r#"
            Order on Boyz for 1 CP
            Shooting:
            Order on Boyz: ShotAt
            Boyz Fire Alpha with slugga: 5/5+ 1/5+
              Alpha 1: wound 3/3+ save 1/5+ Downed by 1
            Boyz has done its Shooting
            Alpha at Boyz: nobody fires ()"#]],
    );
}

/// A rifleman and a spearman in melee, and a hero apart.
fn melee_waiting_for(trigger: Trigger, effects: Vec<Effect>) -> Battle {
    scene_with(
        ".a .b .\n. . .\n. . .\n. . .\n.l . .",
        "a Alpha players: rifle; b Boyz enemy: spearman; l Lead players: officer",
        |setup| teach(setup, "Order", effects).trigger = Some(trigger),
    )
}

#[test]
fn c5_fights_takes_effect_before_the_first_strikes_of_a_squad_or_at_it() {
    let battle = melee_waiting_for(Trigger::Fights, modify(Stat::Accuracy, 1));
    check(
        &battle,
        "use Order on Alpha",
        "hit 3, wound 1, hit 3, wound 1, hit 1",
        expect![[r#"
        Order on Alpha for 1 CP
        Melee:
        Order on Alpha: Fights
        Alpha: Modify { stat: Accuracy, by: 1 } for Rounds(1)
        Alpha CloseQuarters Boyz with pistol: 3/3+
          Boyz 1: wound 1/4+ Unharmed
        Alpha Blows Boyz with bayonet: 3/3+
          Boyz 1: wound 1/4+ Unharmed
        Boyz Blows Alpha with spear: 1/4+"#]],
    );
    let battle = melee_waiting_for(Trigger::Fights, modify(Stat::Save, 1));
    check(
        &battle,
        "use Order on Boyz",
        "hit 4, wound 4, save 4, hit 1, hit 1",
        expect![[r#"
        Order on Boyz for 1 CP
        Melee:
        Order on Boyz: Fights
        Boyz: Modify { stat: Save, by: 1 } for Rounds(1)
        Alpha CloseQuarters Boyz with pistol: 4/4+
          Boyz 1: wound 4/4+ save 4/4+ Saved
        Alpha Blows Boyz with bayonet: 1/4+
        Boyz Blows Alpha with spear: 1/4+"#]],
    );
}

#[test]
fn c5_a_squad_that_fights_ahead_of_its_phase_fights() {
    let battle = scene_with(
        ".a .b .\n. . .\n. . .\n. . .\n.l . .",
        "a Alpha players: spearman; b Boyz enemy: spearman; l Lead players: officer",
        |setup| {
            teach(setup, "Ready", modify(Stat::Save, 1)).trigger = Some(Trigger::Fights);
            teach(setup, "Order", vec![Effect::Immediately(Phase::Melee)]);
        },
    );
    check(
        &battle,
        "use Ready on Boyz; use Order on Alpha",
        "hit 4, wound 3, save 4, hit 1",
        expect![[r#"
        Ready on Boyz for 1 CP
        Order on Alpha for 1 CP
        Ready on Boyz: Fights
        Boyz: Modify { stat: Save, by: 1 } for Rounds(1)
        Alpha Blows Boyz with spear: 4/4+
          Boyz 1: wound 3/3+ save 4/4+ Saved
        Alpha has done its Melee
        Melee:
        Boyz Blows Alpha with spear: 1/4+"#]],
    );
}

#[test]
fn c5_close_quarters_fire_is_fire_at_a_squad() {
    let battle = melee_waiting_for(Trigger::ShotAt, modify(Stat::Save, 1));
    check(
        &battle,
        "use Order on Boyz",
        "hit 4, wound 4, save 4, hit 1 1",
        expect![[r#"
        Order on Boyz for 1 CP
        Melee:
        Order on Boyz: ShotAt
        Boyz: Modify { stat: Save, by: 1 } for Rounds(1)
        Alpha CloseQuarters Boyz with pistol: 4/4+
          Boyz 1: wound 4/4+ save 4/4+ Saved
        Alpha Blows Boyz with bayonet: 1/4+
        Boyz Blows Alpha with spear: 1/4+"#]],
    );
}

/// Three riflemen of whom one stands, and a hero apart.
fn shaken(trigger: Trigger, effects: Vec<Effect>) -> Battle {
    let battle = scene_with(
        ".a .a .a . . .b\n. . . . . .\n. . . . . .\n.l . . . . .",
        "a Alpha players: rifle; b Boyz enemy: boy; l Lead players: officer",
        |setup| {
            teach(setup, "Order", effects).trigger = Some(trigger);
        },
    );
    hurt(hurt(battle, "Alpha 2", 1), "Alpha 3", 1)
}

#[test]
fn c5_tests_morale_takes_effect_before_the_dice() {
    check(
        &shaken(Trigger::TestsMorale, modify(Stat::Leadership, 1)),
        "use Order on Alpha",
        "morale 3 3",
        expect![[r#"
            Order on Alpha for 1 CP
            Morale:
            Order on Alpha: TestsMorale
            Alpha: Modify { stat: Leadership, by: 1 } for Rounds(1)
            Alpha tests on 3+3+1 against 7: passes"#]],
    );
}

#[test]
fn c5_fails_morale_takes_effect_once_it_is_broken_and_not_if_it_holds() {
    let battle = shaken(Trigger::FailsMorale, vec![Effect::Rally]);
    check(
        &battle,
        "use Order on Alpha",
        "morale 3 3",
        expect![[r#"
        Order on Alpha for 1 CP
        Morale:
        Alpha tests on 3+3+0 against 7: breaks
        Order on Alpha: FailsMorale
        Alpha rallies"#]],
    );
    check(
        &battle,
        "use Order on Alpha",
        "morale 3 4",
        expect![[r#"
        Order on Alpha for 1 CP
        Morale:
        Alpha tests on 3+4+0 against 7: passes
        Order on Alpha lapses"#]],
    );
}

#[test]
fn c6_immediate_shooting_is_done_in_command_and_not_again() {
    check(
        &ordered_duel(vec![Effect::Immediately(Phase::Shooting)]),
        "use Order on Alpha; Alpha: shoot Boyz",
        "hit 4, wound 4, save 6",
        expect![[r#"
            Order on Alpha for 1 CP
            Alpha Fire Boyz with rifle: 4/4+
              Boyz 1: wound 4/4+ save 6/6+ Saved
            Alpha has done its Shooting"#]],
    );
}

#[test]
fn c6_immediate_shooting_follows_all_rules_of_the_phase() {
    let battle = ordered_duel_with(vec![Effect::Immediately(Phase::Shooting)], |setup| {
        arm(setup, "rifle", &["pistol"]);
    });
    check(
        &battle,
        "use Order on Alpha; Alpha: shoot Boyz",
        "",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha at Boyz: nobody fires (Alpha 1 OutOfRange { distance: 7, range: 6 })
        Alpha has done its Shooting"#]],
    );
}

#[test]
fn c6_effects_for_the_shooting_phase_count_for_immediate_shooting() {
    let mut effects = lasting(Boon::Modify { stat: Stat::Accuracy, by: 1 }, Span::Phase(Phase::Shooting));
    effects.push(Effect::Immediately(Phase::Shooting));
    check(
        &ordered_duel(effects),
        "use Order on Alpha; Alpha: shoot Boyz",
        "hit 3, wound 1",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha: Modify { stat: Accuracy, by: 1 } for Phase(Shooting)
        Alpha Fire Boyz with rifle: 3/3+
          Boyz 1: wound 1/4+ Unharmed
        Alpha has done its Shooting"#]],
    );
}

#[test]
fn c6_immediate_melee_is_one_sided_and_the_squad_sits_the_phase_out() {
    let battle = scene_with(
        ".a .b .\n. . .\n. . .\n. . .\n.l . .",
        "a Alpha players: rifle; b Boyz enemy: spearman; l Lead players: officer",
        |setup| {
            teach(setup, "Order", vec![Effect::Immediately(Phase::Melee)]);
        },
    );
    check(
        &battle,
        "use Order on Alpha",
        "hit 1, hit 1, hit 1",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha CloseQuarters Boyz with pistol: 1/4+
        Alpha Blows Boyz with bayonet: 1/4+
        Alpha has done its Melee
        Melee:
        Boyz Blows Alpha with spear: 1/4+"#]],
    );
}

#[test]
fn c6_a_squad_without_work_in_that_phase_has_not_done_it() {
    check(
        &ordered_duel(vec![Effect::Immediately(Phase::Melee)]),
        "use Order on Alpha",
        "",
        expect!["Order on Alpha for 1 CP"],
    );
}

#[test]
fn c6_immediate_morale_is_tested_now_and_not_at_the_end() {
    let battle = scene_with(
        ".a .a .a . . .b\n. . . . . .\n. . . . . .\n.l . . . . .",
        "a Alpha players: rifle; b Boyz enemy: boy; l Lead players: officer",
        |setup| {
            weapon(setup, "rifle").tags = vec![Tag::Hazardous];
            teach(setup, "Order", vec![Effect::Immediately(Phase::Morale)]);
        },
    );
    let battle = hurt(hurt(battle, "Alpha 2", 1), "Alpha 3", 1);
    check(
        &battle,
        "use Order on Alpha",
        "morale 1 1",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha tests on 1+1+0 against 7: breaks
        Alpha has done its Morale"#]],
    );
    check(
        &battle,
        "use Order on Alpha; Alpha: shoot Boyz",
        "morale 1 1, hit 4, hazard 2",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha tests on 1+1+0 against 7: breaks
        Alpha has done its Morale
        Shooting:
        Alpha Fire Boyz with rifle: 4/6+
        Alpha hazard: Alpha 1 2 Unharmed"#]],
    );
}
