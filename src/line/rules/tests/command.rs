//! C-1 to C-6: what abilities cost, on whom they are used and when they take effect.

use expect_test::expect;

use super::{
    arm, hurt, lasting, modify, ordered_duel, ordered_duel_with, ordered_melee, profile, squad, teach, weapon,
};
use crate::line::battle::scene::scene_with;
use crate::line::battle::{
    AbilityId, AbilityOn, AbilityTarget, AbilityUse, Battle, Boon, CasterId, Effect, Orders, Phase, Setup, Sort, Span,
    Stat, Tag, Trigger,
};
use crate::line::rules::story::{after, check, check_orders};
use crate::line::rules::{Line, preview, story};

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
            Alpha: Modify { stat: Strength, by: 1, weapons: None } for Rounds(1)
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
            Alpha: Modify { stat: Strength, by: 1, weapons: None } for Rounds(1)
            Order on Bravo refused: NotEnoughCommand { cost: 3, left: 1 }
            Cheap on Bravo for 1 CP
            Bravo: Modify { stat: Range, by: 1, weapons: None } for Rounds(1)"#]],
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
            Alpha: Modify { stat: Strength, by: 1, weapons: None } for Rounds(1)
            Order on Alpha refused: AlreadyUsedOnIt
            Order on Bravo for 1 CP
            Bravo: Modify { stat: Strength, by: 1, weapons: None } for Rounds(1)"#]],
    );
    let next = after(&battle, "use Order on Alpha", "");
    check(
        &next,
        "use Order on Alpha",
        "",
        expect![[r#"
            Order on Alpha for 1 CP
            Alpha: Modify { stat: Strength, by: 1, weapons: None } for Rounds(1)"#]],
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
            Alpha: Modify { stat: Strength, by: 1, weapons: None } for Rounds(1)
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
            Alpha: Modify { stat: Strength, by: 1, weapons: None } for Rounds(1)
            Push on Alpha for 1 CP
            Alpha: Modify { stat: Strength, by: 3, weapons: None } for Rounds(1)
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
            Bravo: Modify { stat: Strength, by: 1, weapons: None } for Rounds(1)"#]],
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
            Boyz: Modify { stat: Save, by: 2, weapons: None } for Rounds(1)
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
            Alpha: Modify { stat: Accuracy, by: 1, weapons: None } for Rounds(1)
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
            Boyz: Modify { stat: Save, by: 1, weapons: None } for Rounds(1)
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
            Boyz: Modify { stat: Save, by: 1, weapons: None } for Rounds(1)
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
            Boyz: Modify { stat: Save, by: 1, weapons: None } for Rounds(1)
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
            Alpha: Modify { stat: Leadership, by: 1, weapons: None } for Rounds(1)
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
    let mut effects =
        lasting(Boon::Modify { stat: Stat::Accuracy, by: 1, weapons: None }, Span::Phase(Phase::Shooting));
    effects.push(Effect::Immediately(Phase::Shooting));
    check(
        &ordered_duel(effects),
        "use Order on Alpha; Alpha: shoot Boyz",
        "hit 3, wound 1",
        expect![[r#"
            Order on Alpha for 1 CP
            Alpha: Modify { stat: Accuracy, by: 1, weapons: None } for Phase(Shooting)
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
        expect![[r#"
            Order on Alpha for 1 CP
            Order on Alpha is in vain"#]],
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

#[test]
fn c4_a_hero_uses_an_ability_no_more_often_than_it_may_be_used() {
    let battle = scene_with(
        ".a .b .l\n. . .\n. . .\n. . .\n. .e .",
        "a Alpha players: rifle; b Bravo players: rifle; l Lead players: officer; e Boyz enemy: bunker",
        |setup| {
            profile(setup, "bunker").size = 1;
            teach(setup, "Round", modify(Stat::Save, 1)).per_round = Some(1);
            teach(setup, "Battle", modify(Stat::Save, 1)).per_battle = Some(1);
        },
    );
    let all = "use Round on Alpha; use Round on Bravo; use Battle on Alpha";
    check(
        &battle,
        all,
        "",
        expect![[r#"
        Round on Alpha for 1 CP
        Alpha: Modify { stat: Save, by: 1, weapons: None } for Rounds(1)
        Round on Bravo refused: UsedUp { times: 1, is_for_battle: false }
        Battle on Alpha for 1 CP
        Alpha: Modify { stat: Save, by: 1, weapons: None } for Rounds(1)"#]],
    );
    check(
        &after(&battle, all, ""),
        "use Round on Alpha; use Battle on Bravo",
        "",
        expect![[r#"
        Round on Alpha for 1 CP
        Alpha: Modify { stat: Save, by: 1, weapons: None } for Rounds(1)
        Battle on Bravo refused: UsedUp { times: 1, is_for_battle: true }"#]],
    );
}

#[test]
fn c4_what_does_nothing_is_told_and_paid_for() {
    let battle =
        scene_with(".a # .l . . . .e", "a Alpha players: rifle; l Lead players: officer; e Boyz enemy: boy", |setup| {
            teach(setup, "Now", vec![Effect::Immediately(Phase::Shooting)]);
            teach(setup, "Rally", vec![Effect::Rally]);
        });
    let orders = "use Now on Alpha; use Rally on Alpha";
    check(
        &battle,
        orders,
        "",
        expect![[r#"
        Now on Alpha for 1 CP
        Now on Alpha is in vain
        Rally on Alpha for 1 CP
        Rally on Alpha is in vain"#]],
    );
    assert_eq!(after(&battle, orders, "").cp(CasterId(0)), 2);
    let orders = story::orders_of(&battle, orders);
    let in_vain = |it: &&AbilityUse| preview::is_in_vain(&Line::default(), &battle, &orders, **it);
    assert_eq!(orders.abilities.iter().filter(in_vain).count(), 2);
}

/// Three riflemen, one of them with more attacks than the others, and two boys far away.
fn alone(effects: Vec<Effect>) -> Battle {
    scene_with(
        ".a .a .a . . . . . .b .b\n. . . . . . . . . .\n.l . . . . . . . . .",
        "a Alpha players: rifle; b Boyz enemy: boy; l Lead players: officer",
        |setup| {
            teach(setup, "Order", effects).target = AbilityTarget::AlliedUnit;
        },
    )
}

#[test]
fn c4_an_effect_on_one_unit_is_his_alone() {
    let effects = [modify(Stat::Accuracy, 1), modify(Stat::Attacks, 1), modify(Stat::Movement, 2)].concat();
    check(
        &alone(effects),
        "use Order on Alpha 2; Alpha: shoot Boyz; Alpha: move A2",
        "hit 1 1, hit 1 1",
        expect![[r#"
            Order on Alpha 2 for 1 CP
            Alpha 2: Modify { stat: Accuracy, by: 1, weapons: None } for Rounds(1)
            Alpha 2: Modify { stat: Attacks, by: 1, weapons: None } for Rounds(1)
            Alpha 2: Modify { stat: Movement, by: 2, weapons: None } for Rounds(1)
            Shooting:
            Alpha Fire Boyz with rifle: 1/4+ 1/4+
            Alpha Fire Boyz with rifle: 1/3+ 1/3+
            Movement:
            Alpha Plain 1 of 6: Alpha 1 A1>A2, Alpha 3 C1>B2, Alpha 2 B1>A1"#]],
    );
}

#[test]
fn c4_self_is_the_hero_and_not_his_squad() {
    let battle = scene_with(".a .a .b", "a Alpha players: rifle officer; b Boyz enemy: spearman", |setup| {
        teach(setup, "Guard", modify(Stat::Save, 2)).target = AbilityTarget::Own;
        profile(setup, "spearman").reach = 1;
    });
    check(
        &battle,
        "use Guard on Alpha Officer",
        "hit 1 1, hit 1, hit 4, wound 6, save 3",
        expect![[r#"
        Guard on Alpha Officer for 1 CP
        Alpha Officer: Modify { stat: Save, by: 2, weapons: None } for Rounds(1)
        Melee:
        Alpha CloseQuarters Boyz with pistol: 1/4+ 1/4+
        Alpha Blows Boyz with bayonet: 1/4+
        Boyz Blows Alpha with spear: 4/4+
          Alpha Officer: wound 6/3+ save 3/2+ Saved"#]],
    );
}

#[test]
fn c6_one_unit_acts_ahead_and_the_others_when_the_phase_comes() {
    check(
        &alone(vec![Effect::Immediately(Phase::Shooting)]),
        "use Order on Alpha 2; Alpha: shoot Boyz",
        "hit 1, hit 1 1",
        expect![[r#"
            Order on Alpha 2 for 1 CP
            Alpha Fire Boyz with rifle: 1/4+
            Alpha 2 has done its Shooting
            Shooting:
            Alpha Fire Boyz with rifle: 1/4+ 1/4+"#]],
    );
    check(
        &alone(vec![Effect::Immediately(Phase::Movement)]),
        "use Order on Alpha 2; Alpha: move A2",
        "",
        expect![[r#"
            Order on Alpha 2 for 1 CP
            Alpha Plain 2 of 9: Alpha 2 B1>A2
            Alpha 2 has done its Movement
            Movement:
            Alpha Plain 0 of 9: Alpha 3 C1>B1 (NoWay)"#]],
    );
    let melee = scene_with(
        ".b .a .a .b\n. . . .\n.l . . .",
        "a Alpha players: rifle; b Boyz enemy: spearman; l Lead players: officer",
        |setup| {
            teach(setup, "Order", vec![Effect::Immediately(Phase::Melee)]).target = AbilityTarget::AlliedUnit;
            profile(setup, "spearman").reach = 1;
        },
    );
    check(
        &melee,
        "use Order on Alpha 1",
        "hit 1, hit 1, hit 1, hit 1, hit 1 1",
        expect![[r#"
        Order on Alpha 1 for 1 CP
        Alpha CloseQuarters Boyz with pistol: 1/4+
        Alpha Blows Boyz with bayonet: 1/4+
        Alpha 1 has done its Melee
        Melee:
        Alpha CloseQuarters Boyz with pistol: 1/4+
        Alpha Blows Boyz with bayonet: 1/4+
        Boyz Blows Alpha with spear: 1/4+ 1/4+"#]],
    );
}

#[test]
fn c7_what_is_for_melee_weapons_does_nothing_for_pistols() {
    let effects = vec![Effect::Lasting {
        boon: Boon::Modify { stat: Stat::Attacks, by: 1, weapons: Some(Sort::Melee) },
        span: Span::Phase(Phase::Melee),
    }];
    check(
        &ordered_melee(effects),
        "use Order on Alpha",
        "hit 1, hit 1 1, hit 1 1, hit 1 1 1 1",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha: Modify { stat: Attacks, by: 1, weapons: Some(Melee) } for Phase(Melee)
        Melee:
        Alpha CloseQuarters Boyz with pistol: 1/4+
        Boyz CloseQuarters Alpha with slugga: 1/5+ 1/5+
        Alpha Blows Boyz with bayonet: 1/4+ 1/4+
        Boyz Blows Alpha with choppa: 1/4+ 1/4+ 1/4+ 1/4+"#]],
    );
}
