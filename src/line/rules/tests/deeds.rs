//! C-7: what abilities do at once: rally, heal, hide, smoke, reinforce.

use super::{broken, hurt, modify, ordered_duel, ordered_duel_with, squad, teach, unit, weapon};
use crate::field::TerrainId;
use crate::line::battle::scene::{scene, scene_with};
use crate::line::battle::{Amount, Battle, CasterId, Effect, Phase, Setup, Stat, UnitState};
use crate::line::rules::story::{after, check, until};
use expect_test::expect;
const SHOOT: &str = "use Order on Alpha; Alpha: shoot Boyz";

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
    check(
        &three(vec![Effect::Rally], |_| ()),
        "use Order on Alpha",
        "",
        expect![[r#"
        Order on Alpha for 1 CP
        Order on Alpha is in vain"#]],
    );
}

#[test]
fn c7_healing_stands_nobody_up() {
    let battle = hurt(three(vec![Effect::Heal(5)], |_| ()), "Alpha 3", 2);
    check(
        &battle,
        "use Order on Alpha",
        "",
        expect![[r#"
        Order on Alpha for 1 CP
        Order on Alpha is in vain"#]],
    );
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
    check(
        &battle,
        "use Order on Alpha",
        "",
        expect![[r#"
        Order on Alpha for 1 CP
        Order on Alpha is in vain"#]],
    );
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
    check(
        &ordered_duel(vec![Effect::CountAsNotShot]),
        "use Order on Alpha",
        "",
        expect![[r#"
        Order on Alpha for 1 CP
        Order on Alpha is in vain"#]],
    );
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
    assert_eq!(after(&battle, "use Order on Alpha", "").cp(CasterId(0)), 4);
}

#[test]
fn c7_nothing_is_changed_for_those_it_is_not_used_on() {
    let battle = scene(".a . . . .b", "a Alpha players: rifle; b Boyz enemy: boy");
    let sum = |battle: &Battle, name| {
        let unit = battle.leader(squad(battle, name)).expect("somebody stands");
        battle.boon_sum_of(unit, Stat::Accuracy, Phase::Shooting)
    };
    assert_eq!(sum(&battle, "Alpha"), 0);
    let battle = until(&ordered_duel(modify(Stat::Accuracy, 1)), "use Order on Alpha", "", Phase::Shooting);
    assert_eq!([sum(&battle, "Alpha"), sum(&battle, "Boyz")], [1, 0]);
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
