//! H: heroes.

use expect_test::expect;

use super::{hurt, modify, squad, teach, unit, weapon};
use crate::line::battle::scene::{scene, scene_with};
use crate::line::battle::{Battle, Setup, Stat};
use crate::line::rules::Line;
use crate::line::rules::story::{after, check, check_with};

/// A hero beside Alpha and away from Bravo.
fn staff(touch: impl FnOnce(&mut Setup)) -> Battle {
    scene_with(
        ".a .l . . . . .b\n. . . . . . .\n. . . . . . .\n.c . . . . . .",
        "a Alpha players: rifle; c Bravo players: rifle; l Lead players: officer; b Boyz enemy: boy",
        touch,
    )
}

#[test]
fn h1_a_hero_joins_a_squad_beside_him_and_acts_with_it() {
    let battle = staff(|setup| weapon(setup, "pistol").range = Some(6));
    check(
        &battle,
        "Lead Officer: join Alpha; Alpha: shoot Boyz",
        "hit 1, hit 1",
        expect![[r#"
        Lead Officer joins Alpha
        Shooting:
        Alpha Fire Boyz with rifle: 1/4+
        Alpha Fire Boyz with pistol: 1/4+"#]],
    );
    let then = after(&battle, "Lead Officer: join Alpha", "");
    let alpha = then.squad(squad(&then, "Alpha"));
    assert_eq!((alpha.members.len(), alpha.starting), (2, 2));
    assert_eq!(then.squad(squad(&then, "Lead")).starting, 0);
    assert!(!then.is_annihilated(squad(&then, "Lead")));
}

#[test]
fn h1_a_hero_does_not_reach_a_squad_further_off() {
    check(&staff(|_| ()), "Lead Officer: join Bravo", "", expect!["Lead Officer stays: TooFar { distance: 4 }"]);
}

#[test]
fn h1_a_hero_leaves_his_squad_and_is_one_of_his_own() {
    let battle = scene(".a .a . . . . . .b", "a Alpha players: officer rifle; b Boyz enemy: boy");
    check(&battle, "Alpha Officer: leave", "", expect!["Alpha Officer joins Alpha Officer"]);
    let then = after(&battle, "Alpha Officer: leave", "");
    assert_eq!(then.squad(squad(&then, "Alpha")).starting, 1);
    let alone = then.unit(unit(&then, "Alpha Officer")).squad;
    assert_eq!(then.squad(alone).members, [unit(&then, "Alpha Officer")]);
    check(&then, "Alpha Officer: join Alpha", "", expect!["Alpha Officer joins Alpha"]);
}

#[test]
fn h1_a_downed_hero_stays_where_he_is() {
    check(
        &hurt(staff(|_| ()), "Lead Officer", 3),
        "Lead Officer: join Alpha",
        "",
        expect!["Lead Officer stays: IsDown"],
    );
}

#[test]
fn h1_a_squad_has_one_hero_unless_a_scenario_says_so() {
    let battle =
        scene(".a .a .l . . . . .b", "a Alpha players: rifle officer; l Lead players: officer; b Boyz enemy: boy");
    check(&battle, "Lead Officer: join Alpha", "", expect!["Lead Officer stays: SquadHasAHero"]);
    let rules = Line { several_heroes: true, ..Line::default() };
    check_with(&rules, &battle, "Lead Officer: join Alpha", "", expect!["Lead Officer joins Alpha"]);
}

#[test]
fn h2_a_fallen_hero_keeps_his_points_but_cannot_use_what_needs_him() {
    let battle = staff(|setup| {
        teach(setup, "Example", modify(Stat::Accuracy, 1)).needs_hero = true;
        teach(setup, "Drill", modify(Stat::Accuracy, 1));
    });
    check(
        &hurt(battle, "Lead Officer", 3),
        "use Example on Alpha; use Drill on Alpha",
        "",
        expect![[r#"
            Example on Alpha refused: HeroIsDown
            Drill on Alpha for 1 CP
            Alpha: Modify { stat: Accuracy, by: 1, weapons: None } for Rounds(1)"#]],
    );
}
