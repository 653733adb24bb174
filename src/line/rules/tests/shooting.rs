//! S: who fires, at whom, and what it costs.

use expect_test::expect;

use super::{arm, duel, hurt, modify, profile, squad, teach, unit};
use crate::line::battle::scene::{scene, scene_with};
use crate::line::battle::{Battle, Phase, Stat};
use crate::line::rules::story::{after, check, until};

const TWO_AGAINST_TWO: &str = "a Alpha players: rifle; c Bravo players: rifle; b Boyz enemy: boy; d Nobz enemy: boy";

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

/// Three gunners in a column, and two squads of boys.
fn split(kinds: &str) -> Battle {
    scene(
        ".a . . . . . .b\n.a . . . . . .\n.a . . . . . .d",
        &format!("a Guns players: {kinds}; b Boyz enemy: boy; d Nobz enemy: boy"),
    )
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
