//! O and X: what is fought for, how it ends, and who lives.

use expect_test::expect;

use super::{hurt, profile, squad, tile, unit};
use crate::field::{Area, GoalKind, ObjectiveId, UnitId};
use crate::line::battle::scene::scene_with;
use crate::line::battle::{Battle, Condition, Goal, ObjectiveSetup, Setup, Side, Subject};
use crate::line::rules::preview::{Progress, progress};
use crate::line::rules::story::{after, check};

fn objective(setup: &mut Setup, at: &str) {
    setup.objectives.push(ObjectiveSetup {
        key: "ridge".to_owned(),
        name: "Ridge".to_owned(),
        at: tile(at),
        radius: 3,
        owner: None,
        points: 0,
    });
}

pub(super) fn goal(setup: &mut Setup, kind: GoalKind, when: Condition) {
    let text = format!("{kind:?}");
    setup.goals.push(Goal { kind, team: None, text, when, ends: true });
}

/// A ridge at C1 between a rifleman and a boy, each two tiles from it; neither can hurt the other.
pub(super) fn ridge(touch: impl FnOnce(&mut Setup)) -> Battle {
    scene_with(
        ".a . . . .b . . .\n. . . . . . . .\n. . . . . . . .d\n.c . . . . . . .",
        "a Alpha players@alice: rifle; b Boyz enemy: boy; c Bravo players@bob: rifle; d Nobz enemy: boy",
        |setup| {
            objective(setup, "C1");
            touch(setup);
        },
    )
}

#[test]
fn o1_a_contested_objective_keeps_its_owner_who_does_not_hold_it() {
    let battle = after(&ridge(|setup| setup.objectives[0].owner = Some(Side::Players)), "", "");
    let it = *battle.objective(ObjectiveId(0));
    assert_eq!((it.owner, it.is_contested, it.held_rounds), (Some(Side::Players), true, 0));
}

#[test]
fn o1_with_nobody_near_it_stays_whose_it_was() {
    let battle = ridge(|setup| {
        setup.objectives[0].owner = Some(Side::Enemy);
        setup.objectives[0].radius = 1;
    });
    check(
        &battle,
        "",
        "",
        expect![[r#"
        Morale:
        Ridge: 0 to 0, owner Some(Enemy)"#]],
    );
    assert_eq!(after(&battle, "", "").objective(ObjectiveId(0)).held_rounds, 1);
}

fn now(battle: &Battle, condition: Condition) -> (u32, u32, bool) {
    let Progress { done, of, is_met } = progress(battle, &condition);
    (done, of, is_met)
}

pub(super) fn capture(by: Side) -> Condition {
    Condition::Capture { objective: ObjectiveId(0), by }
}

pub(super) const MET: fn() -> Condition = || Condition::Survive { round: 0 };
pub(super) const OPEN: fn() -> Condition = || Condition::Survive { round: 99 };

#[test]
fn o2_all_any_and_not_put_conditions_together() {
    let battle = ridge(|_| ());
    assert_eq!(now(&battle, Condition::All(vec![MET(), OPEN()])), (1, 2, false));
    assert_eq!(now(&battle, Condition::All(vec![MET(), MET()])), (2, 2, true));
    assert_eq!(now(&battle, Condition::Any(vec![OPEN(), MET()])), (1, 1, true));
    assert_eq!(now(&battle, Condition::Any(vec![OPEN()])), (0, 1, false));
    assert_eq!(now(&battle, Condition::Not(Box::new(OPEN()))), (1, 1, true));
    assert_eq!(now(&battle, Condition::Not(Box::new(MET()))), (0, 1, false));
}

#[test]
fn o2_reach_counts_standing_units_within_the_area() {
    let battle = scene_with(".a .a .a . . . .b\n. . . . . . .", "a Alpha players: rifle; b Boyz enemy: boy", |_| ());
    let reach =
        |who, units| Condition::Reach { who, area: Area { name: "Gate".to_owned(), at: tile("A2"), radius: 2 }, units };
    let alpha = Subject::Squad(squad(&battle, "Alpha"));
    assert_eq!(now(&battle, reach(alpha, 2)), (2, 2, true));
    assert_eq!(now(&battle, reach(alpha, 3)), (2, 3, false));
    assert_eq!(now(&battle, reach(Subject::Unit(UnitId(2)), 1)), (0, 1, false));
    assert_eq!(now(&battle, reach(Subject::Side(Side::Enemy), 1)), (0, 1, false));
    let battle = hurt(battle, "Alpha 1", 1);
    assert_eq!(now(&battle, reach(alpha, 2)), (1, 2, false), "the downed don't count");
}

#[test]
fn o2_survive_is_met_once_that_round_is_over() {
    let battle = ridge(|setup| goal(setup, GoalKind::Main, Condition::Survive { round: 2 }));
    assert_eq!(now(&battle, Condition::Survive { round: 1 }), (0, 1, false), "the first round is still open");
    check(
        &battle,
        "",
        "",
        expect![[r#"
        Morale:
        Ridge: 1 to 1, owner None, contested"#]],
    );
    check(
        &after(&battle, "", ""),
        "",
        "",
        expect![[r#"
        Morale:
        Ridge: 1 to 1, owner None, contested
        met: Main
        ended: Victory"#]],
    );
}

#[test]
fn o2_a_unit_is_lost_once_it_no_longer_stands_and_so_is_a_share_of_a_squad_or_a_side() {
    let battle =
        scene_with(".a . . . .b .b .b . .d", "a Alpha players: rifle; b Boyz enemy: boy; d Nobz enemy: gunner", |_| ());
    let lost = |who, percent| Condition::Lost { who, percent };
    let boyz = Subject::Squad(squad(&battle, "Boyz"));
    let nob = Subject::Unit(unit(&battle, "Nobz 1"));
    assert_eq!(now(&battle, lost(nob, 100)), (0, 1, false));
    let battle = hurt(battle, "Boyz 1", 1);
    assert_eq!(now(&battle, lost(boyz, 34)), (1, 2, false));
    assert_eq!(now(&battle, lost(boyz, 33)), (1, 1, true));
    assert_eq!(now(&battle, lost(Subject::Side(Side::Enemy), 25)), (1, 1, true));
    let battle = hurt(battle, "Nobz 1", 1);
    assert_eq!(now(&battle, lost(nob, 100)), (0, 1, false), "hurt, and standing");
    assert_eq!(now(&hurt(battle, "Nobz 1", 1), lost(nob, 100)), (1, 1, true));
}

/// Two thirds are no whole number of hundredths, and are what 66 of them ask for.
#[test]
fn o2_two_of_every_three_are_lost_with_the_second_of_three_and_the_thirtieth_of_forty_five() {
    let lost = Condition::Lost { who: Subject::Side(Side::Players), percent: 66 };
    for (size, enough) in [(3, 2), (45, 30)] {
        let row = ".a ".repeat(size);
        let mut battle = scene_with(&format!("{row}. . .b"), "a Alpha players: rifle; b Boyz enemy: boy", |_| ());
        for n in 1..=enough {
            assert!(!now(&battle, lost.clone()).2, "{} of {size}", n - 1);
            battle = hurt(battle, &format!("Alpha {n}"), 1);
        }
        assert!(now(&battle, lost.clone()).2, "{enough} of {size}");
    }
}

#[test]
fn o2_reserves_are_not_lost() {
    let battle = ridge(|setup| {
        setup.squads[3].in_reserve = true;
    });
    let enemy = Condition::Lost { who: Subject::Side(Side::Enemy), percent: 100 };
    assert_eq!(now(&hurt(battle, "Boyz 1", 1), enemy), (1, 2, false));
}

#[test]
fn o2_a_captured_objective_counts_unless_it_is_contested() {
    let contested = after(&ridge(|setup| setup.objectives[0].owner = Some(Side::Players)), "", "");
    assert_eq!(now(&contested, capture(Side::Players)), (0, 1, false));
    let taken = after(&ridge(|setup| profile(setup, "rifle").control = 2), "", "");
    assert_eq!(now(&taken, capture(Side::Players)), (1, 1, true));
    assert_eq!(now(&taken, capture(Side::Enemy)), (0, 1, false));
}

#[test]
fn o2_holding_is_counted_from_the_round_after_it_was_taken_and_in_a_row() {
    let hold = || Condition::Hold { objective: ObjectiveId(0), by: Side::Players, rounds: 2 };
    let taken = after(&ridge(|setup| profile(setup, "rifle").control = 2), "", "");
    assert_eq!(now(&taken, hold()), (0, 2, false));
    let once = after(&taken, "", "");
    assert_eq!(now(&once, hold()), (1, 2, false));
    let twice = after(&once, "", "");
    assert_eq!(now(&twice, hold()), (2, 2, true));
}

#[test]
fn o2_a_squad_in_a_goal_is_the_men_on_its_roster_now() {
    let battle =
        scene_with(".a .a .l . . . .b", "a Alpha players: rifle; l Lead players: officer; b Boyz enemy: boy", |_| ());
    let lost = |battle: &Battle| {
        let who = Subject::Squad(squad(battle, "Alpha"));
        let (lost, of, _) = now(battle, Condition::Lost { who, percent: 100 });
        (lost, of)
    };
    let joined = after(&battle, "Lead Officer: join Alpha", "");
    let fallen = hurt(hurt(joined, "Alpha 1", 1), "Alpha 2", 1);
    assert_eq!(lost(&fallen), (2, 3), "the hero who has joined counts");
    let left = after(&fallen, "Lead Officer: leave", "");
    assert_eq!(lost(&left), (2, 2), "and once he has left he doesn't");
}
