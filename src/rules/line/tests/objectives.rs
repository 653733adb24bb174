//! O and X: what is fought for, how it ends, and who lives.

use expect_test::expect;

use super::{broken, hurt, modify, profile, squad, teach, tile, unit};
use crate::battle::scene::scene_with;
use crate::battle::{
    Area, Battle, Condition, Departure, Event, Goal, GoalKind, ObjectiveId, ObjectiveSetup, Orders, Scheduled, SeatId,
    Setup, Side, Stat, Subject, UnitId, When,
};
use crate::dice::Dice;
use crate::rules::line::preview::{Progress, progress};
use crate::rules::line::story::{after, check, check_orders, check_with};
use crate::rules::line::{Line, resolve};

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

fn goal(setup: &mut Setup, kind: GoalKind, when: Condition) {
    let text = format!("{kind:?}");
    setup.goals.push(Goal { kind, text, when });
}

/// A ridge at C1 between a rifleman and a boy, each two tiles from it; neither can hurt the other.
fn ridge(touch: impl FnOnce(&mut Setup)) -> Battle {
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
fn o1_equal_control_contests_and_nobody_takes_it() {
    check(
        &ridge(|_| ()),
        "",
        "",
        expect![[r#"
        Morale:
        Ridge: 1 to 1, owner None, contested"#]],
    );
}

#[test]
fn o1_more_control_takes_it() {
    check(
        &ridge(|setup| profile(setup, "rifle").control = 2),
        "",
        "",
        expect![[r#"
        Morale:
        Ridge: 2 to 1, owner Some(Players)"#]],
    );
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

#[test]
fn o1_the_distance_is_counted_in_cardinal_steps() {
    // A1 is two steps from C1, E1 as well; A4 is five.
    check(
        &ridge(|setup| setup.objectives[0].radius = 5),
        "",
        "",
        expect![[r#"
        Morale:
        Ridge: 2 to 1, owner Some(Players)"#]],
    );
    check(
        &ridge(|setup| setup.objectives[0].radius = 4),
        "",
        "",
        expect![[r#"
        Morale:
        Ridge: 1 to 1, owner None, contested"#]],
    );
}

#[test]
fn o1_a_squad_adds_its_control_once_however_many_of_it_are_near() {
    let battle =
        scene_with(".a .a .a . .b . . .", "a Alpha players: rifle; b Boyz enemy: boy", |setup| objective(setup, "C1"));
    check(
        &battle,
        "",
        "",
        expect![[r#"
        Morale:
        Ridge: 1 to 1, owner None, contested"#]],
    );
}

#[test]
fn o1_an_embedded_hero_adds_his_while_he_stands() {
    let battle = scene_with(".a .a . . .b . . .", "a Alpha players: rifle officer; b Boyz enemy: boy", |setup| {
        objective(setup, "C1")
    });
    check(
        &battle,
        "",
        "",
        expect![[r#"
        Morale:
        Ridge: 2 to 1, owner Some(Players)"#]],
    );
    check(
        &hurt(battle, "Alpha Officer", 3),
        "",
        "",
        expect![[r#"
        Morale:
        Ridge: 1 to 1, owner None, contested"#]],
    );
}

#[test]
fn o1_a_broken_squad_adds_nothing() {
    let battle =
        scene_with(".a .a .a . .b . . .", "a Alpha players: rifle; b Boyz enemy: boy", |setup| objective(setup, "C1"));
    let battle = broken(hurt(hurt(battle, "Alpha 1", 1), "Alpha 2", 1), "Alpha");
    check(
        &battle,
        "",
        "morale 1 1",
        expect![[r#"
        Morale:
        Alpha tests on 1+1+0 against 7: breaks
        Ridge: 0 to 1, owner Some(Enemy)"#]],
    );
}

#[test]
fn o1_an_ability_raises_control() {
    let battle = scene_with(
        ".a . . . .b . . .\n. . . . . . . .\n. . . . . . . .\n.l . . . . . . .",
        "a Alpha players: rifle; b Boyz enemy: boy; l Lead players: officer",
        |setup| {
            objective(setup, "C1");
            teach(setup, "Order", modify(Stat::Control, 1));
        },
    );
    check(
        &battle,
        "use Order on Alpha",
        "",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha: Modify { stat: Control, by: 1 } for Rounds(1)
        Morale:
        Ridge: 2 to 1, owner Some(Players)"#]],
    );
}

#[test]
fn o1_points_go_to_whoever_holds_it_and_to_nobody_while_it_is_contested() {
    let points = |control: u8| {
        ridge(|setup| {
            setup.objectives[0].points = 5;
            profile(setup, "rifle").control = control;
        })
    };
    check(
        &points(2),
        "",
        "",
        expect![[r#"
        Morale:
        Ridge: 2 to 1, owner Some(Players)
        Players scores 5"#]],
    );
    check(
        &points(1),
        "",
        "",
        expect![[r#"
        Morale:
        Ridge: 1 to 1, owner None, contested"#]],
    );
}

fn now(battle: &Battle, condition: Condition) -> (u32, u32, bool) {
    let Progress { done, of, is_met } = progress(battle, &condition);
    (done, of, is_met)
}

fn capture(by: Side) -> Condition {
    Condition::Capture { objective: ObjectiveId(0), by }
}

const MET: fn() -> Condition = || Condition::Survive { round: 0 };
const OPEN: fn() -> Condition = || Condition::Survive { round: 99 };

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
    assert_eq!(now(&battle, lost(nob, 100)), (0, 100, false));
    let battle = hurt(battle, "Boyz 1", 1);
    assert_eq!(now(&battle, lost(boyz, 34)), (33, 34, false));
    assert_eq!(now(&battle, lost(boyz, 33)), (33, 33, true));
    assert_eq!(now(&battle, lost(Subject::Side(Side::Enemy), 25)), (25, 25, true));
    let battle = hurt(battle, "Nobz 1", 1);
    assert_eq!(now(&battle, lost(nob, 100)), (0, 100, false), "hurt, and standing");
    assert_eq!(now(&hurt(battle, "Nobz 1", 1), lost(nob, 100)), (100, 100, true));
}

#[test]
fn o2_reserves_are_not_lost() {
    let battle = ridge(|setup| {
        setup.squads[3].in_reserve = true;
    });
    let enemy = Condition::Lost { who: Subject::Side(Side::Enemy), percent: 100 };
    assert_eq!(now(&hurt(battle, "Boyz 1", 1), enemy), (50, 100, false));
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
fn o2_a_score_is_reached() {
    let battle = ridge(|setup| {
        setup.objectives[0].points = 5;
        profile(setup, "rifle").control = 2;
        goal(setup, GoalKind::Main, Condition::Score { by: Side::Players, points: 10 });
    });
    let battle = after(&battle, "", "");
    check(
        &battle,
        "",
        "",
        expect![[r#"
        Morale:
        Ridge: 2 to 1, owner Some(Players)
        Players scores 5
        met: Main
        ended: Victory"#]],
    );
}

#[test]
fn o2_all_main_goals_win_and_what_was_met_stays_met() {
    let battle = ridge(|setup| {
        goal(setup, GoalKind::Main, Condition::Not(Box::new(Condition::Survive { round: 2 })));
        goal(setup, GoalKind::Main, Condition::Survive { round: 2 });
    });
    check(
        &battle,
        "",
        "",
        expect![[r#"
        Morale:
        Ridge: 1 to 1, owner None, contested
        met: Main"#]],
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
fn o2_a_failure_loses() {
    check(
        &ridge(|setup| goal(setup, GoalKind::Failure, MET())),
        "",
        "",
        expect![[r#"
        Morale:
        Ridge: 1 to 1, owner None, contested
        met: Failure
        ended: Defeat"#]],
    );
}

#[test]
fn o2_main_goals_and_a_failure_met_together_are_a_victory() {
    check(
        &ridge(|setup| {
            goal(setup, GoalKind::Main, MET());
            goal(setup, GoalKind::Failure, MET());
            goal(setup, GoalKind::Bonus, OPEN());
        }),
        "",
        "",
        expect![[r#"
            Morale:
            Ridge: 1 to 1, owner None, contested
            met: Main
            met: Failure
            ended: Victory"#]],
    );
}

#[test]
fn o2_with_bonus_goals_open_the_battle_goes_on() {
    let battle = ridge(|setup| {
        goal(setup, GoalKind::Main, MET());
        goal(setup, GoalKind::Bonus, Condition::Survive { round: 2 });
    });
    check(
        &battle,
        "",
        "",
        expect![[r#"
        Morale:
        Ridge: 1 to 1, owner None, contested
        met: Main"#]],
    );
    check(
        &after(&battle, "", ""),
        "",
        "",
        expect![[r#"
        Morale:
        Ridge: 1 to 1, owner None, contested
        met: Bonus
        ended: Victory"#]],
    );
}

#[test]
fn o2_the_last_round_ends_it_as_a_victory_or_for_lack_of_time() {
    let battle = |main: fn() -> Condition| {
        ridge(|setup| {
            setup.rounds = Some(1);
            goal(setup, GoalKind::Main, main());
            goal(setup, GoalKind::Bonus, OPEN());
        })
    };
    check(
        &battle(OPEN),
        "",
        "",
        expect![[r#"
        Morale:
        Ridge: 1 to 1, owner None, contested
        ended: TimeUp"#]],
    );
    check(
        &battle(MET),
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
fn o2_with_no_enemy_left_it_is_over_unless_more_are_to_come() {
    let battle = ridge(|_| ());
    check(
        &hurt(hurt(battle, "Boyz 1", 1), "Nobz 1", 1),
        "",
        "",
        expect![[r#"
        Morale:
        Ridge: 1 to 0, owner Some(Players)
        ended: Victory"#]],
    );
    let more = ridge(|setup| setup.squads[3].in_reserve = true);
    check(
        &hurt(more, "Boyz 1", 1),
        "",
        "",
        expect![[r#"
        Morale:
        Ridge: 1 to 0, owner Some(Players)"#]],
    );
}

#[test]
fn o2_with_nobody_of_the_players_left_it_is_lost_unless_more_are_to_come() {
    let battle = hurt(ridge(|_| ()), "Alpha 1", 1);
    check(
        &hurt(battle, "Bravo 1", 1),
        "",
        "aftermath 3 2",
        expect![[r#"
        Morale:
        Ridge: 0 to 1, owner Some(Enemy)
        ended: Defeat
        Alpha 1 3: wounded
        Bravo 1 2: dead"#]],
    );
    let more = ridge(|setup| setup.squads[2].in_reserve = true);
    check(
        &hurt(more, "Alpha 1", 1),
        "",
        "",
        expect![[r#"
        Morale:
        Ridge: 0 to 1, owner Some(Enemy)"#]],
    );
}

/// A battle whose main goal is met and whose bonus goal is open.
fn won() -> Battle {
    ridge(|setup| {
        goal(setup, GoalKind::Main, MET());
        goal(setup, GoalKind::Bonus, OPEN());
    })
}

fn leaving(tell: impl FnOnce(&mut Orders)) -> Orders {
    let mut orders = Orders::default();
    tell(&mut orders);
    orders
}

#[test]
fn o3_all_players_together_may_end_it_once_the_main_goals_are_met() {
    let some = |seats: &[u8]| leaving(|it| it.leaving.end.extend(seats.iter().map(|it| SeatId(*it))));
    check_orders(
        &won(),
        &some(&[0]),
        "",
        expect![[r#"
        Morale:
        Ridge: 1 to 1, owner None, contested
        met: Main"#]],
    );
    check_orders(
        &won(),
        &some(&[0, 1]),
        "",
        expect![[r#"
        Morale:
        Ridge: 1 to 1, owner None, contested
        met: Main
        ended: Victory"#]],
    );
    check_orders(
        &ridge(|_| ()),
        &some(&[0, 1]),
        "",
        expect![[r#"
        Morale:
        Ridge: 1 to 1, owner None, contested"#]],
    );
}

#[test]
fn o3_a_player_with_nobody_standing_is_not_asked() {
    let alice = leaving(|it| {
        it.leaving.end.insert(SeatId(0));
    });
    check_orders(
        &hurt(won(), "Bravo 1", 1),
        &alice,
        "aftermath 6",
        expect![[r#"
        Morale:
        Ridge: 1 to 1, owner None, contested
        met: Main
        ended: Victory
        Bravo 1 6: wounded"#]],
    );
}

#[test]
fn o3_the_gm_may_end_it_alone_once_the_main_goals_are_met() {
    let gm = leaving(|it| it.leaving.gm = Some(Departure::End));
    check_orders(
        &won(),
        &gm,
        "",
        expect![[r#"
        Morale:
        Ridge: 1 to 1, owner None, contested
        met: Main
        ended: Victory"#]],
    );
    check_orders(
        &ridge(|_| ()),
        &gm,
        "",
        expect![[r#"
        Morale:
        Ridge: 1 to 1, owner None, contested"#]],
    );
}

#[test]
fn o4_the_players_may_tap_out_by_consent_or_by_word_of_the_gm() {
    let all = leaving(|it| it.leaving.tap_out.extend([SeatId(0), SeatId(1)]));
    let one = leaving(|it| {
        it.leaving.tap_out.insert(SeatId(1));
    });
    let gm = leaving(|it| it.leaving.gm = Some(Departure::TapOut));
    check_orders(
        &ridge(|_| ()),
        &all,
        "",
        expect![[r#"
        Morale:
        Ridge: 1 to 1, owner None, contested
        ended: TappedOut"#]],
    );
    check_orders(
        &ridge(|_| ()),
        &one,
        "",
        expect![[r#"
        Morale:
        Ridge: 1 to 1, owner None, contested"#]],
    );
    check_orders(
        &ridge(|_| ()),
        &gm,
        "",
        expect![[r#"
        Morale:
        Ridge: 1 to 1, owner None, contested
        ended: TappedOut"#]],
    );
}

#[test]
fn o4_whoever_loses_in_the_same_round_has_not_tapped_out() {
    let gm = leaving(|it| it.leaving.gm = Some(Departure::TapOut));
    check_orders(
        &ridge(|setup| goal(setup, GoalKind::Failure, MET())),
        &gm,
        "",
        expect![[r#"
        Morale:
        Ridge: 1 to 1, owner None, contested
        met: Failure
        ended: Defeat"#]],
    );
}

/// A last round after which Alpha carries one of its two, and Bravo is gone.
fn losses(touch: impl FnOnce(&mut Setup)) -> Battle {
    let battle = scene_with(
        ".a .a . . . . .b .b\n. . . . . . . .\n.c .c . . . . .d .",
        "a Alpha players: rifle; c Bravo players: rifle; b Boyz enemy: boy; d Nobz enemy: boy",
        |setup| {
            setup.rounds = Some(1);
            touch(setup);
        },
    );
    ["Alpha 1", "Bravo 1", "Bravo 2", "Boyz 1", "Nobz 1"].into_iter().fold(battle, |it, name| hurt(it, name, 1))
}

#[test]
fn x1_those_whose_squad_still_carries_them_live() {
    let battle = after(&losses(|_| ()), "", "aftermath 1 1");
    let state = battle.unit(unit(&battle, "Alpha 1")).state;
    assert_eq!(state, crate::battle::UnitState::Downed);
}

#[test]
fn x2_of_an_annihilated_squad_each_is_dead_on_one_or_two() {
    check(
        &losses(|_| ()),
        "",
        "aftermath 2 3",
        expect![[r#"
        Morale:
        ended: TimeUp
        Bravo 1 2: dead
        Bravo 2 3: wounded"#]],
    );
}

#[test]
fn x2_so_is_whoever_was_abandoned_though_his_squad_lives() {
    let mut battle = losses(|_| ());
    let left = unit(&battle, "Alpha 1");
    battle.apply(&Event::Abandoned { squad: squad(&battle, "Alpha"), units: vec![(left, tile("A1"))] });
    check(
        &battle,
        "",
        "aftermath 1 3 6",
        expect![[r#"
        Morale:
        ended: TimeUp
        Alpha 1 1: dead
        Bravo 1 3: wounded
        Bravo 2 6: wounded"#]],
    );
}

#[test]
fn x2_the_enemy_is_rolled_for_only_if_a_scenario_says_so() {
    let rules = Line { enemy_aftermath: true, ..Line::default() };
    check_with(
        &rules,
        &losses(|_| ()),
        "",
        "aftermath 2 3 1",
        expect![[r#"
        Morale:
        ended: TimeUp
        Bravo 1 2: dead
        Bravo 2 3: wounded
        Nobz 1 1: dead"#]],
    );
}

#[test]
fn x3_the_killed_are_dead_and_nobody_rolls_for_them() {
    let battle = scene_with(".a . . . .b", "a Alpha players: rifle; b Boyz enemy: boy", |setup| {
        super::weapon(setup, "slugga").damage = crate::battle::Amount::fixed(2);
    });
    check(
        &battle,
        "Boyz: shoot Alpha",
        "hit 5, wound 3, save 1",
        expect![[r#"
        Shooting:
        Boyz Fire Alpha with slugga: 5/5+
          Alpha 1: wound 3/3+ save 1/5+ Killed by 2
        Morale:
        ended: Defeat"#]],
    );
}

#[test]
fn x3_a_squad_is_credited_with_the_enemies_it_fells_and_not_with_friends() {
    let battle = super::duel(|_| ());
    let then = after(&battle, "Alpha: shoot Boyz", "hit 4, wound 4, save 1");
    assert_eq!(then.squad(squad(&then, "Alpha")).felled, 1);
    let stray = crate::battle::scene::scene(
        ".a . . . . .f .b",
        "a Alpha players: rifle; f Friends players: spearman; b Boyz enemy: spearman",
    );
    let then = after(&stray, "Alpha: shoot Boyz", "hit 3, stray 4, wound 3, save 1");
    assert_eq!(then.squad(squad(&then, "Alpha")).felled, 0);
}

fn reinforced(touch: impl FnOnce(&mut Setup)) -> Battle {
    ridge(|setup| {
        setup.objectives.clear();
        setup.squads[3].in_reserve = true;
        let nobz = crate::battle::SquadId(3);
        let at = tile("H1");
        setup.schedule.push(Scheduled { when: When::Round(2), reinforce: vec![(nobz, at)], text: None });
        touch(setup);
    })
}

#[test]
fn r1_reserves_come_as_their_round_opens() {
    check(
        &reinforced(|_| ()),
        "",
        "",
        expect![[r#"
        Morale:
        schedule 0
        Nobz arrives at H1"#]],
    );
    check(&reinforced(|setup| setup.schedule[0].when = When::Round(3)), "", "", expect![[""]]);
}

#[test]
fn r1_reserves_come_once_their_condition_has_come_true() {
    let when = When::Condition(Condition::Lost { who: Subject::Side(Side::Enemy), percent: 50 });
    let battle = reinforced(|setup| setup.schedule[0].when = when);
    check(&battle, "", "", expect![[""]]);
    check(
        &hurt(battle, "Boyz 1", 1),
        "",
        "",
        expect![[r#"
        Morale:
        schedule 0
        Nobz arrives at H1"#]],
    );
}

#[test]
fn r1_reserves_keep_clear_of_enemies_and_of_units_in_their_place() {
    check(
        &reinforced(|setup| setup.schedule[0].reinforce[0].1 = tile("A1")),
        "",
        "",
        expect![[r#"
        Morale:
        schedule 0
        Nobz arrives at C1"#]],
    );
}

#[test]
fn r1_reserves_without_room_wait_and_try_again() {
    let battle = scene_with(
        ".a .a # . .b\n.a .a # . .",
        "a Alpha players: rifle; c Bravo players: rifle; b Boyz enemy: boy",
        |setup| {
            let members = vec![UnitId(setup.units.len() as u16)];
            let unit = crate::battle::UnitSetup { name: "Bravo 1".to_owned(), ..setup.units[0].clone() };
            setup.units.push(unit);
            setup.squads[1].members = members;
            setup.squads[1].in_reserve = true;
            let entry = (crate::battle::SquadId(1), tile("A1"));
            setup.schedule.push(Scheduled { when: When::Round(2), reinforce: vec![entry], text: None });
        },
    );
    check(
        &battle,
        "",
        "",
        expect![[r#"
        Morale:
        schedule 0
        Bravo has no room to arrive"#]],
    );
    let battle = hurt(after(&battle, "", ""), "Alpha 4", 1);
    check(
        &battle,
        "",
        "",
        expect![[r#"
        Morale:
        Bravo arrives at B2"#]],
    );
}

#[test]
fn o4_the_departure_is_told_with_the_end() {
    let gm = leaving(|it| it.leaving.gm = Some(Departure::TapOut));
    let events = resolve(&Line::default(), &ridge(|_| ()), &gm, &mut Dice::scripted(""));
    assert!(events.iter().any(|it| matches!(it, Event::Ended { departure: Some(Departure::TapOut), .. })));
}
