//! C-7: what abilities do.

use expect_test::expect;

use super::{
    arm, broken, hurt, lasting, modify, ordered_duel, ordered_duel_with, ordered_melee, squad, teach, tile, unit,
    weapon,
};
use crate::battle::scene::{scene, scene_with};
use crate::battle::{Amount, Battle, Boon, Effect, Phase, Setup, Span, SquadId, Stat, Tag, TerrainId, UnitState};
use crate::rules::line::story::{after, check, until};

const SHOOT: &str = "use Order on Alpha; Alpha: shoot Boyz";
const ACC: Boon = Boon::Modify { stat: Stat::Accuracy, by: 1 };

#[test]
fn c7_accuracy() {
    check(
        &ordered_duel(modify(Stat::Accuracy, 1)),
        SHOOT,
        "hit 3, wound 1",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha: Modify { stat: Accuracy, by: 1 } for Rounds(1)
        Shooting:
        Alpha Fire Boyz with rifle: 3/3+
          Boyz 1: wound 1/4+ Unharmed"#]],
    );
    check(
        &ordered_duel(modify(Stat::Accuracy, -1)),
        SHOOT,
        "hit 4",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha: Modify { stat: Accuracy, by: -1 } for Rounds(1)
        Shooting:
        Alpha Fire Boyz with rifle: 4/5+"#]],
    );
}

#[test]
fn c7_strength() {
    check(
        &ordered_duel(modify(Stat::Strength, 4)),
        SHOOT,
        "hit 4, wound 2, save 6",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha: Modify { stat: Strength, by: 4 } for Rounds(1)
        Shooting:
        Alpha Fire Boyz with rifle: 4/4+
          Boyz 1: wound 2/2+ save 6/6+ Saved"#]],
    );
    check(
        &ordered_duel(modify(Stat::Strength, -9)),
        SHOOT,
        "hit 4, wound 5",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha: Modify { stat: Strength, by: -9 } for Rounds(1)
        Shooting:
        Alpha Fire Boyz with rifle: 4/4+
          Boyz 1: wound 5/6+ Unharmed"#]],
    );
}

#[test]
fn c7_armour_penetration() {
    check(
        &ordered_duel(modify(Stat::Piercing, 1)),
        SHOOT,
        "hit 4, wound 4, save 6",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha: Modify { stat: Piercing, by: 1 } for Rounds(1)
        Shooting:
        Alpha Fire Boyz with rifle: 4/4+
          Boyz 1: wound 4/4+ save 6/7+ Downed by 1"#]],
    );
}

#[test]
fn c7_damage() {
    check(
        &ordered_duel(modify(Stat::Damage, 1)),
        SHOOT,
        "hit 4, wound 4, save 5",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha: Modify { stat: Damage, by: 1 } for Rounds(1)
        Shooting:
        Alpha Fire Boyz with rifle: 4/4+
          Boyz 1: wound 4/4+ save 5/6+ Killed by 2"#]],
    );
}

#[test]
fn c7_damage_that_is_reduced_is_still_one_and_dice_are_reduced_as_well() {
    let battle = scene_with(
        ".a . . . .b\n. . . . .\n. . . . .\n.l . . . .",
        "a Alpha players: rifle; b Beast enemy: officer; l Lead players: officer",
        |setup| {
            weapon(setup, "rifle").damage = Amount { dice: 1, sides: 6, plus: 0 };
            teach(setup, "Order", modify(Stat::Damage, -2));
        },
    );
    let orders = "use Order on Alpha; Alpha: shoot Beast";
    check(
        &battle,
        orders,
        "hit 4, wound 3, save 3, damage 4, morale 6 6",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha: Modify { stat: Damage, by: -2 } for Rounds(1)
        Shooting:
        Alpha Fire Beast with rifle: 4/4+
          Beast Officer: wound 3/3+ save 3/4+ Hurt by 2
        Morale:
        Beast tests on 6+6+0 against 6: passes"#]],
    );
    check(
        &battle,
        orders,
        "hit 4, wound 3, save 3, damage 1",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha: Modify { stat: Damage, by: -2 } for Rounds(1)
        Shooting:
        Alpha Fire Beast with rifle: 4/4+
          Beast Officer: wound 3/3+ save 3/4+ Hurt by 1"#]],
    );
}

#[test]
fn c7_attacks() {
    check(
        &ordered_duel(modify(Stat::Attacks, 2)),
        SHOOT,
        "hit 1 1 1",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha: Modify { stat: Attacks, by: 2 } for Rounds(1)
        Shooting:
        Alpha Fire Boyz with rifle: 1/4+ 1/4+ 1/4+"#]],
    );
    check(
        &ordered_duel(modify(Stat::Attacks, -2)),
        SHOOT,
        "hit 1",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha: Modify { stat: Attacks, by: -2 } for Rounds(1)
        Shooting:
        Alpha Fire Boyz with rifle: 1/4+"#]],
    );
}

#[test]
fn c7_range() {
    let battle = |by| ordered_duel_with(modify(Stat::Range, by), |setup| arm(setup, "rifle", &["pistol"]));
    check(
        &battle(2),
        SHOOT,
        "hit 1",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha: Modify { stat: Range, by: 2 } for Rounds(1)
        Shooting:
        Alpha Fire Boyz with pistol: 1/4+"#]],
    );
    check(
        &battle(1),
        SHOOT,
        "hit 1",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha: Modify { stat: Range, by: 1 } for Rounds(1)
        Shooting:
        Alpha Fire Boyz with pistol: 1/4+"#]],
    );
    check(
        &battle(-1),
        SHOOT,
        "",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha: Modify { stat: Range, by: -1 } for Rounds(1)
        Shooting:
        Alpha at Boyz: nobody fires (Alpha 1 OutOfRange { distance: 7, range: 5 })"#]],
    );
}

#[test]
fn c7_saves() {
    check(
        &ordered_duel(modify(Stat::Save, 1)),
        "use Order on Boyz; Alpha: shoot Boyz",
        "hit 4, wound 4, save 5",
        expect![[r#"
            Order on Boyz for 1 CP
            Boyz: Modify { stat: Save, by: 1 } for Rounds(1)
            Shooting:
            Alpha Fire Boyz with rifle: 4/4+
              Boyz 1: wound 4/4+ save 5/5+ Saved"#]],
    );
}

#[test]
fn c7_toughness() {
    check(
        &ordered_duel(modify(Stat::Toughness, 1)),
        "use Order on Boyz; Alpha: shoot Boyz",
        "hit 4, wound 4",
        expect![[r#"
            Order on Boyz for 1 CP
            Boyz: Modify { stat: Toughness, by: 1 } for Rounds(1)
            Shooting:
            Alpha Fire Boyz with rifle: 4/4+
              Boyz 1: wound 4/5+ Unharmed"#]],
    );
}

#[test]
fn c7_engagement_range() {
    // Two tiles apart: raised to 2, Alpha has the spearless enemy in its zone and silences it.
    let battle = scene_with(
        ".a . .b\n. . .\n. . .\n. . .\n.l . .",
        "a Alpha players: rifle; b Boyz enemy: rifle; l Lead players: officer",
        |setup| {
            arm(setup, "rifle", &["rifle", "bayonet"]);
            teach(setup, "Order", modify(Stat::Reach, 1));
        },
    );
    check(
        &battle,
        "Boyz: shoot Alpha",
        "hit 1",
        expect![[r#"
        Shooting:
        Boyz Fire Alpha with rifle: 1/4+"#]],
    );
    check(
        &battle,
        "use Order on Alpha; Boyz: shoot Alpha",
        "hit 1 1",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha: Modify { stat: Reach, by: 1 } for Rounds(1)
        Shooting:
        Boyz at Alpha: nobody fires (Boyz 1 Engaged)
        Melee:
        Alpha Blows Boyz with bayonet: 1/4+
        Boyz Blows Alpha with bayonet: 1/4+"#]],
    );
}

#[test]
fn c7_an_effect_for_a_phase_counts_in_no_other() {
    let battle = ordered_melee(lasting(ACC, Span::Phase(Phase::Shooting)));
    check(
        &battle,
        "use Order on Alpha",
        "hit 3, hit 1 1, hit 3, hit 1 1 1 1",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha: Modify { stat: Accuracy, by: 1 } for Phase(Shooting)
        Melee:
        Alpha CloseQuarters Boyz with pistol: 3/4+
        Boyz CloseQuarters Alpha with slugga: 1/5+ 1/5+
        Alpha Blows Boyz with bayonet: 3/4+
        Boyz Blows Alpha with choppa: 1/4+ 1/4+ 1/4+ 1/4+"#]],
    );
    let battle = ordered_melee(lasting(ACC, Span::Phase(Phase::Melee)));
    check(
        &battle,
        "use Order on Alpha",
        "hit 3, wound 1, hit 1 1, hit 3, wound 1, hit 1 1 1 1",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha: Modify { stat: Accuracy, by: 1 } for Phase(Melee)
        Melee:
        Alpha CloseQuarters Boyz with pistol: 3/3+
          Boyz 1: wound 1/5+ Unharmed
        Boyz CloseQuarters Alpha with slugga: 1/5+ 1/5+
        Alpha Blows Boyz with bayonet: 3/3+
          Boyz 1: wound 1/5+ Unharmed
        Boyz Blows Alpha with choppa: 1/4+ 1/4+ 1/4+ 1/4+"#]],
    );
}

#[test]
fn c7_an_effect_for_the_round_is_over_with_it() {
    let battle = after(&ordered_duel(lasting(ACC, Span::Rounds(1))), "use Order on Alpha", "");
    check(
        &battle,
        "Alpha: shoot Boyz",
        "hit 3",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 3/4+"#]],
    );
}

#[test]
fn c7_an_effect_for_two_rounds_counts_in_the_next_and_no_longer() {
    let second = after(&ordered_duel(lasting(ACC, Span::Rounds(2))), "use Order on Alpha", "");
    check(
        &second,
        "Alpha: shoot Boyz",
        "hit 3, wound 1",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 3/3+
          Boyz 1: wound 1/4+ Unharmed"#]],
    );
    let third = after(&second, "", "");
    check(
        &third,
        "Alpha: shoot Boyz",
        "hit 3",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 3/4+"#]],
    );
}

#[test]
fn c7_misses_are_rolled_once_more() {
    let battle = ordered_duel(lasting(Boon::RerollMisses, Span::Rounds(1)));
    check(
        &battle,
        SHOOT,
        "hit 3, hit-again 4, wound 1",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha: RerollMisses for Rounds(1)
        Shooting:
        Alpha Fire Boyz with rifle: 3>4/4+
          Boyz 1: wound 1/4+ Unharmed"#]],
    );
    check(
        &battle,
        SHOOT,
        "hit 3, hit-again 3",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha: RerollMisses for Rounds(1)
        Shooting:
        Alpha Fire Boyz with rifle: 3>3/4+"#]],
    );
    check(
        &battle,
        SHOOT,
        "hit 4, wound 1",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha: RerollMisses for Rounds(1)
        Shooting:
        Alpha Fire Boyz with rifle: 4/4+
          Boyz 1: wound 1/4+ Unharmed"#]],
    );
}

#[test]
fn c7_ones_are_rolled_once_more() {
    let battle = ordered_duel(lasting(Boon::RerollOnes, Span::Rounds(1)));
    check(
        &battle,
        SHOOT,
        "hit 1, hit-again 4, wound 1",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha: RerollOnes for Rounds(1)
        Shooting:
        Alpha Fire Boyz with rifle: 1>4/4+
          Boyz 1: wound 1/4+ Unharmed"#]],
    );
    check(
        &battle,
        SHOOT,
        "hit 3",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha: RerollOnes for Rounds(1)
        Shooting:
        Alpha Fire Boyz with rifle: 3/4+"#]],
    );
}

#[test]
fn c7_cover_is_ignored() {
    let battle = |effects| {
        scene_with(
            ".a . . . rb\n. . . . .\n. . . . .\n.l . . . .",
            "a Alpha players: rifle; b Boyz enemy: boy; l Lead players: officer",
            |setup| {
                teach(setup, "Order", effects);
            },
        )
    };
    check(
        &battle(lasting(Boon::IgnoreCover, Span::Rounds(1))),
        SHOOT,
        "hit 4, wound 4, save 6",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha: IgnoreCover for Rounds(1)
        Shooting:
        Alpha Fire Boyz with rifle: 4/4+
          Boyz 1: wound 4/4+ save 6/6+ Saved"#]],
    );
    check(
        &battle(Vec::new()),
        SHOOT,
        "hit 4, wound 4, save 4",
        expect![[r#"
        Order on Alpha for 1 CP
        Shooting:
        Alpha Fire Boyz with rifle: 4/4+
          Boyz 1: wound 4/4+ save 4/4+ Saved"#]],
    );
}

#[test]
fn c7_concealment_is_ignored() {
    let battle = scene_with(
        ".a . . . wb\n. . . . .\n. . . . .\n.l . . . .",
        "a Alpha players: rifle; b Boyz enemy: boy; l Lead players: officer",
        |setup| {
            teach(setup, "Order", lasting(Boon::IgnoreConcealment, Span::Rounds(1)));
        },
    );
    check(
        &battle,
        SHOOT,
        "hit 4, wound 1",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha: IgnoreConcealment for Rounds(1)
        Shooting:
        Alpha Fire Boyz with rifle: 4/4+
          Boyz 1: wound 1/4+ Unharmed"#]],
    );
}

#[test]
fn c7_a_tag_is_granted() {
    let battle = ordered_duel(lasting(Boon::Grant(Tag::Lethal), Span::Rounds(1)));
    check(
        &battle,
        SHOOT,
        "hit 6, save 6",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha: Grant(Lethal) for Rounds(1)
        Shooting:
        Alpha Fire Boyz with rifle: 6/4+
          Boyz 1: wound auto/4+ save 6/6+ Saved"#]],
    );
}

#[test]
fn c7_granted_extra_attacks_let_a_unit_use_all_its_weapons() {
    let battle = scene_with(
        ".a . . . .b\n. . . . .\n. . . . .\n.l . . . .",
        "a Alpha players: rifle; b Boyz enemy: boy; l Lead players: officer",
        |setup| {
            teach(setup, "Order", lasting(Boon::Grant(Tag::ExtraAttacks), Span::Rounds(1)));
        },
    );
    check(
        &battle,
        SHOOT,
        "hit 1, hit 1",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha: Grant(ExtraAttacks) for Rounds(1)
        Shooting:
        Alpha Fire Boyz with rifle: 1/4+
        Alpha Fire Boyz with pistol: 1/4+"#]],
    );
}

#[test]
fn c7_granted_close_quarters_lets_rifles_be_fired_in_melee() {
    let battle = scene_with(
        ".a .b .\n. . .\n. . .\n. . .\n.l . .",
        "a Alpha players: rifle; b Boyz enemy: spearman; l Lead players: officer",
        |setup| {
            teach(setup, "Order", lasting(Boon::Grant(Tag::CloseQuarters), Span::Rounds(1)));
        },
    );
    check(
        &battle,
        "use Order on Alpha; Alpha: fight Boyz with rifle",
        "hit 1, hit 1, hit 1",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha: Grant(CloseQuarters) for Rounds(1)
        Melee:
        Alpha CloseQuarters Boyz with rifle: 1/4+
        Alpha Blows Boyz with bayonet: 1/4+
        Boyz Blows Alpha with spear: 1/4+"#]],
    );
}

/// Three riflemen and a hero who stands apart.
fn three(effects: Vec<Effect>, touch: impl FnOnce(&mut Setup)) -> Battle {
    scene_with(
        ".a .a .a . . . . . .b\n. . . . . . . . .\n. . . . . . . . .\n.l . . . . . . . .",
        "a Alpha players: gunner; b Boyz enemy: boy; l Lead players: officer",
        |setup| {
            teach(setup, "Order", effects);
            touch(setup);
        },
    )
}

#[test]
fn c7_rally_clears_a_break_and_does_nothing_else() {
    check(
        &broken(three(vec![Effect::Rally], |_| ()), "Alpha"),
        "use Order on Alpha",
        "",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha rallies"#]],
    );
    check(&three(vec![Effect::Rally], |_| ()), "use Order on Alpha", "", expect!["Order on Alpha for 1 CP"]);
}

#[test]
fn c7_healing_goes_to_whoever_lacks_most_and_never_above_the_maximum() {
    let battle = hurt(three(vec![Effect::Heal(5)], |_| ()), "Alpha 3", 1);
    check(
        &battle,
        "use Order on Alpha",
        "",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha 3 has 2 HP"#]],
    );
    let battle = hurt(battle, "Alpha 2", 1);
    check(
        &battle,
        "use Order on Alpha",
        "",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha 2 has 2 HP"#]],
    );
}

#[test]
fn c7_healing_stands_nobody_up() {
    let battle = hurt(three(vec![Effect::Heal(5)], |_| ()), "Alpha 3", 2);
    check(&battle, "use Order on Alpha", "", expect!["Order on Alpha for 1 CP"]);
}

#[test]
fn c7_downed_units_stand_up_beside_their_leader() {
    let stand = vec![Effect::StandUp { units: 1, hp: 9 }];
    let battle = hurt(hurt(three(stand, |_| ()), "Alpha 2", 2), "Alpha 3", 2);
    check(
        &battle,
        "use Order on Alpha",
        "",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha 2 stands up on B1 with 2 HP"#]],
    );
    let then = after(&battle, "use Order on Alpha", "");
    assert_eq!(then.unit(unit(&then, "Alpha 3")).state, UnitState::Downed);
}

#[test]
fn c7_the_killed_do_not_stand_up() {
    let battle = scene_with(
        ".a .a . . . .b\n. . . . . .\n. . . . . .\n.l . . . . .",
        "a Alpha players: rifle; b Boyz enemy: boy; l Lead players: officer",
        |setup| {
            weapon(setup, "slugga").damage = Amount::fixed(2);
            teach(setup, "Order", vec![Effect::StandUp { units: 2, hp: 1 }]);
        },
    );
    let battle = after(&battle, "Boyz: shoot Alpha", "hit 5, wound 3, save 1");
    check(&battle, "use Order on Alpha", "", expect!["Order on Alpha for 1 CP"]);
}

#[test]
fn c7_a_squad_that_shot_counts_as_not_having_shot() {
    let effects = vec![Effect::Immediately(Phase::Shooting), Effect::CountAsNotShot];
    let battle = ordered_duel(effects);
    check(
        &battle,
        SHOOT,
        "hit 1",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha Fire Boyz with rifle: 1/4+
        Alpha has done its Shooting
        Alpha counts as not having shot"#]],
    );
    let then = until(&battle, SHOOT, "hit 1", Phase::Movement);
    let alpha = then.squad(squad(&then, "Alpha"));
    assert_eq!((alpha.has_shot, alpha.is_slowed), (false, false));
    check(&ordered_duel(vec![Effect::CountAsNotShot]), "use Order on Alpha", "", expect!["Order on Alpha for 1 CP"]);
}

fn smoke(rounds: u8) -> Battle {
    ordered_duel(vec![Effect::Ground { terrain: TerrainId(7), radius: 1, rounds }])
}

#[test]
fn c7_smoke_blocks_sight_for_its_rounds() {
    let orders = "use Order on D1; Alpha: shoot Boyz";
    check(
        &smoke(1),
        orders,
        "",
        expect![[r#"
        Order on D1 for 1 CP
        4 tiles change until round 1
        Shooting:
        Alpha at Boyz: nobody fires (Alpha 1 OutOfSight)
        Morale:
        4 tiles are as they were"#]],
    );
    let next = after(&smoke(1), orders, "");
    check(
        &next,
        "Alpha: shoot Boyz",
        "hit 1",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 1/4+"#]],
    );
    let next = after(&smoke(2), orders, "");
    check(
        &next,
        "Alpha: shoot Boyz",
        "",
        expect![[r#"
        Shooting:
        Alpha at Boyz: nobody fires (Alpha 1 OutOfSight)
        Morale:
        4 tiles are as they were"#]],
    );
}

#[test]
fn c7_ground_that_is_cleared_lets_one_see_through() {
    let battle = scene_with(
        ".a . s . .b\n. . . . .\n. . . . .\n.l . . . .",
        "a Alpha players: rifle; b Boyz enemy: boy; l Lead players: officer",
        |setup| {
            teach(setup, "Order", vec![Effect::Ground { terrain: TerrainId(0), radius: 0, rounds: 1 }]);
        },
    );
    check(
        &battle,
        "Alpha: shoot Boyz",
        "",
        expect![[r#"
        Shooting:
        Alpha at Boyz: nobody fires (Alpha 1 OutOfSight)"#]],
    );
    check(
        &battle,
        "use Order on C1; Alpha: shoot Boyz",
        "hit 1",
        expect![[r#"
        Order on C1 for 1 CP
        1 tiles change until round 1
        Shooting:
        Alpha Fire Boyz with rifle: 1/4+
        Morale:
        1 tiles are as they were"#]],
    );
}

#[test]
fn c7_ground_that_nobody_can_enter_changes_nothing_under_anybody() {
    let battle = scene_with(
        ".a . # . .b\n. . . . .\n. . . . .\n.l . . . .",
        "a Alpha players: rifle; b Boyz enemy: boy; l Lead players: officer",
        |setup| {
            teach(setup, "Order", vec![Effect::Ground { terrain: TerrainId(4), radius: 1, rounds: 1 }]);
        },
    );
    check(
        &battle,
        "use Order on B1",
        "",
        expect![[r#"
        Order on B1 for 1 CP
        2 tiles change until round 1
        Morale:
        2 tiles are as they were"#]],
    );
}

/// Bravo waits in reserve, to be summoned.
fn summoned(at: Option<&str>) -> Battle {
    ordered_duel_with(Vec::new(), |setup| {
        setup.squads[1].in_reserve = true;
        let effect = Effect::Reinforce { squad: SquadId(1), at: at.map(tile) };
        setup.abilities[0].effects = vec![effect];
        setup.squads[1].side = crate::battle::Side::Players;
    })
}

#[test]
fn c7_reinforcements_come_to_the_tile_that_was_named_or_to_their_own() {
    check(
        &summoned(None),
        "use Order on C2",
        "",
        expect![[r#"
        Order on C2 for 1 CP
        Boyz arrives at C2 C1
        Morale:
        ended: Victory"#]],
    );
    check(
        &summoned(Some("H1")),
        "use Order on C2",
        "",
        expect![[r#"
        Order on C2 for 1 CP
        Boyz arrives at H1 I1
        Morale:
        ended: Victory"#]],
    );
}

#[test]
fn c7_points_come_back_up_to_the_maximum() {
    let battle = ordered_duel_with(vec![Effect::RegainCommand(3)], |setup| setup.abilities[0].cost = 2);
    check(
        &battle,
        "use Order on Alpha",
        "",
        expect![[r#"
        Order on Alpha for 2 CP
        2 CP regained"#]],
    );
    assert_eq!(after(&battle, "use Order on Alpha", "").cp(crate::battle::CasterId(0)), 4);
}

#[test]
fn c7_immediate_morale_then_rally_go_in_the_order_of_the_data() {
    let effects = vec![Effect::Immediately(Phase::Morale), Effect::Rally];
    let battle = hurt(hurt(three(effects, |_| ()), "Alpha 2", 2), "Alpha 3", 2);
    check(
        &battle,
        "use Order on Alpha",
        "morale 1 1",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha tests on 1+1+0 against 7: breaks
        Alpha has done its Morale
        Alpha rallies"#]],
    );
}

#[test]
fn c7_nothing_is_changed_for_those_it_is_not_used_on() {
    let battle = scene(".a . . . .b", "a Alpha players: rifle; b Boyz enemy: boy");
    assert_eq!(battle.boon_sum(squad(&battle, "Alpha"), Stat::Accuracy, Phase::Shooting), 0);
    let battle = until(&ordered_duel(modify(Stat::Accuracy, 1)), "use Order on Alpha", "", Phase::Shooting);
    assert_eq!(battle.boon_sum(squad(&battle, "Alpha"), Stat::Accuracy, Phase::Shooting), 1);
    assert_eq!(battle.boon_sum(squad(&battle, "Boyz"), Stat::Accuracy, Phase::Shooting), 0);
}
