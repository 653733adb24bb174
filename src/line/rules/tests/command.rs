//! C-1 to C-6: what abilities cost, on whom they are used and when they take effect.

use expect_test::expect;

use super::{arm, hurt, modify, ordered_duel, ordered_duel_with, profile, squad, teach, weapon};
use crate::line::battle::scene::scene_with;
use crate::line::battle::{
    AbilityId, AbilityOn, AbilityTarget, AbilityUse, Battle, CasterId, Effect, Orders, Phase, Setup, Stat, Trigger,
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

#[test]
fn c4_a_shot_that_waits_for_its_moment_is_in_vain_without_an_order_to_fire() {
    let battle =
        scene_with(".a # .l . . . .e", "a Alpha players: rifle; l Lead players: officer; e Boyz enemy: boy", |setup| {
            teach(setup, "Ambush", vec![Effect::Immediately(Phase::Shooting)]).trigger = Some(Trigger::ShotAt);
        });
    let is_in_vain = |orders: &str| {
        let orders = story::orders_of(&battle, orders);
        preview::fires_without_order(&battle, &orders, orders.abilities[0])
    };
    assert!(is_in_vain("use Ambush on Alpha"));
    assert!(!is_in_vain("use Ambush on Alpha; Alpha: shoot Boyz"));
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
