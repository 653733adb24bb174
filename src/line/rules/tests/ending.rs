//! O-2 to O-4 and X: how a battle ends, who lives, and who comes before that.

use expect_test::expect;

use super::objectives::{MET, OPEN, capture, goal, ridge};
use super::{duel, hurt, profile, squad, tile, unit, weapon};
use crate::dice::Dice;
use crate::field::{GoalKind, ObjectiveId, SeatId, SquadId, UnitId};
use crate::line::battle::scene::{scene, scene_with};
use crate::line::battle::{
    Amount, Battle, Condition, Departure, Event, Leaving, Orders, Scheduled, Setup, Side, Subject, UnitSetup,
    UnitState, When,
};
use crate::line::rules::preview::Progress;
use crate::line::rules::story::{after, check, check_orders, check_with};
use crate::line::rules::{Line, preview};

/// Nobody has shown himself at the ridge for this side.
fn not_theirs(by: Side) -> Condition {
    Condition::Not(Box::new(Condition::Capture { objective: ObjectiveId(0), by }))
}

#[test]
fn o2_all_main_goals_win_once_they_are_true_at_once() {
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
        part 0 of Main
        open again: Main
        met: Main"#]],
    );
}

#[test]
fn o2_what_is_asked_of_the_moment_is_asked_anew_each_round() {
    // Theirs as the first round ends; then Alpha comes near, and more of it.
    let battle = ridge(|setup| {
        setup.objectives[0].owner = Some(Side::Enemy);
        profile(setup, "rifle").control = 2;
        goal(setup, GoalKind::Main, not_theirs(Side::Players));
        goal(setup, GoalKind::Main, OPEN());
    });
    let away = after(&battle, "Alpha: move A2; Boyz: move E2", "");
    let away = after(&away, "Alpha: move A4; Boyz: move D2", "");
    assert_eq!(away.goal_met(0), Some(2));
    check(
        &away,
        "Alpha: move B2",
        "",
        expect![[r#"
        Movement:
        Alpha Plain 2 of 9: Alpha 1 A3>B2
        Morale:
        Ridge: 2 to 1, owner Some(Players)
        open again: Main"#]],
    );
}

#[test]
fn o2_a_part_that_cannot_be_undone_counts_for_good_and_the_others_now() {
    let battle = ridge(|setup| {
        let boyz = Subject::Squad(SquadId(1));
        let parts = vec![Condition::Lost { who: boyz, percent: 100 }, capture(Side::Players), OPEN()];
        goal(setup, GoalKind::Main, Condition::All(parts));
    });
    let battle = hurt(battle, "Boyz 1", 1);
    check(
        &battle,
        "",
        "",
        expect![[r#"
        Morale:
        Ridge: 1 to 0, owner Some(Players)
        part 0 of Main"#]],
    );
    let after = after(&battle, "", "");
    let mut up = after.clone();
    up.apply(&Event::Edited(crate::line::battle::Edited::Units(vec![crate::line::battle::UnitNow {
        unit: UnitId(1),
        state: crate::line::battle::UnitState::Standing,
        at: after.unit(UnitId(1)).at,
        hp: 1,
    }])));
    let Progress { done, of, .. } = preview::goal_progress(&up, 0);
    assert_eq!((done, of), (2, 3), "he is on his feet again, and was down all the same");
}

#[test]
fn o4_a_failure_that_does_not_end_the_battle_forbids_the_victory() {
    let battle = ridge(|setup| {
        goal(setup, GoalKind::Failure, MET());
        setup.goals[0].ends = false;
        goal(setup, GoalKind::Main, Condition::Survive { round: 2 });
        setup.rounds = Some(3);
    });
    check(
        &battle,
        "",
        "",
        expect![[r#"
        Morale:
        Ridge: 1 to 1, owner None, contested
        met: Failure"#]],
    );
    let second = after(&battle, "", "");
    check(
        &second,
        "",
        "",
        expect![[r#"
        Morale:
        Ridge: 1 to 1, owner None, contested
        met: Main"#]],
    );
    let gm = |departure| Orders { leaving: Leaving { gm: Some(departure), ..Leaving::default() }, ..Orders::default() };
    check_orders(
        &second,
        &gm(Departure::End),
        "",
        expect![[r#"
        Morale:
        Ridge: 1 to 1, owner None, contested
        met: Main"#]],
    );
    check_orders(
        &second,
        &gm(Departure::TapOut),
        "",
        expect![[r#"
        Morale:
        Ridge: 1 to 1, owner None, contested
        met: Main
        ended: TappedOut"#]],
    );
    check(
        &after(&second, "", ""),
        "",
        "",
        expect![[r#"
        Morale:
        Ridge: 1 to 1, owner None, contested
        ended: Defeat"#]],
    );
}

#[test]
fn o4_what_fails_in_the_round_of_the_last_main_goal_comes_first() {
    for ends in [false, true] {
        let battle = ridge(|setup| {
            goal(setup, GoalKind::Main, MET());
            goal(setup, GoalKind::Failure, MET());
            setup.goals[1].ends = ends;
            setup.rounds = Some(1);
        });
        check(
            &battle,
            "",
            "",
            expect![[r#"
            Morale:
            Ridge: 1 to 1, owner None, contested
            met: Main
            met: Failure
            ended: Defeat"#]],
        );
    }
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
fn o2_that_no_enemy_is_left_wins_only_where_it_is_a_goal() {
    let gone = |battle: Battle| hurt(hurt(battle, "Boyz 1", 1), "Nobz 1", 1);
    let open = gone(ridge(|setup| goal(setup, GoalKind::Main, OPEN())));
    check(
        &open,
        "",
        "",
        expect![[r#"
        Morale:
        Ridge: 1 to 0, owner Some(Players)"#]],
    );
    let nobody_left = Condition::Lost { who: Subject::Side(Side::Enemy), percent: 100 };
    check(
        &gone(ridge(|setup| goal(setup, GoalKind::Main, nobody_left.clone()))),
        "",
        "",
        expect![[r#"
        Morale:
        Ridge: 1 to 0, owner Some(Players)
        met: Main
        ended: Victory"#]],
    );
    let more_to_come = ridge(|setup| {
        setup.squads[3].in_reserve = true;
        goal(setup, GoalKind::Main, nobody_left.clone());
    });
    check(
        &hurt(more_to_come, "Boyz 1", 1),
        "",
        "",
        expect![[r#"
        Morale:
        Ridge: 1 to 0, owner Some(Players)"#]],
    );
}

#[test]
fn o2_a_side_that_never_had_anybody_is_not_beaten() {
    check(&scene(".a .", "a Alpha players: rifle"), "", "", expect![[""]]);
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

/// Alpha's two are in melee, Bravo is not.
fn in_melee(touch: impl FnOnce(&mut Setup)) -> Battle {
    scene_with(
        ".a .b . . .\n.a . . . .\n. . . . .\n. . . .c .",
        "a Alpha players@alice: spearman; c Bravo players@alice: rifle; b Boyz enemy: spearman",
        |setup| {
            profile(setup, "spearman").reach = 1;
            touch(setup);
        },
    )
}

#[test]
fn o3_units_in_melee_roll_to_get_away_and_are_carried_if_they_fail() {
    let won = |setup: &mut Setup| {
        goal(setup, GoalKind::Main, MET());
        goal(setup, GoalKind::Bonus, OPEN());
    };
    let alice = leaving(|it| {
        it.leaving.end.insert(SeatId(0));
    });
    check_orders(
        &in_melee(won),
        &alice,
        "hit 1 1 1, disengage 3 4",
        expect![[r#"
        Melee:
        Alpha Blows Boyz with spear: 1/4+ 1/4+
        Boyz Blows Alpha with spear: 1/4+
        Morale:
        met: Main
        Alpha disengages: Alpha 1 3, Alpha 2 4
        ended: Victory"#]],
    );
}

#[test]
fn o4_a_squad_that_falls_to_the_last_as_it_leaves_is_left_behind() {
    let gm = leaving(|it| it.leaving.gm = Some(Departure::TapOut));
    check_orders(
        &in_melee(|_| ()),
        &gm,
        "hit 1 1 1, disengage 1 2, aftermath 2 5",
        expect![[r#"
        Melee:
        Alpha Blows Boyz with spear: 1/4+ 1/4+
        Boyz Blows Alpha with spear: 1/4+
        Morale:
        Alpha disengages: Alpha 1 1, Alpha 2 2
        ended: TappedOut
        Alpha 1 2: dead
        Alpha 2 5: wounded"#]],
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
    assert_eq!(state, UnitState::Downed);
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
        weapon(setup, "slugga").damage = Amount::fixed(2);
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
    let battle = duel(|_| ());
    let then = after(&battle, "Alpha: shoot Boyz", "hit 4, wound 4, save 1");
    assert_eq!(then.squad(squad(&then, "Alpha")).felled, 1);
    let stray =
        scene(".a . . . . .f .b", "a Alpha players: rifle; f Friends players: spearman; b Boyz enemy: spearman");
    let then = after(&stray, "Alpha: shoot Boyz", "hit 3, stray 4, wound 3, save 1");
    assert_eq!(then.squad(squad(&then, "Alpha")).felled, 0);
}

fn reinforced(touch: impl FnOnce(&mut Setup)) -> Battle {
    ridge(|setup| {
        setup.objectives.clear();
        setup.squads[3].in_reserve = true;
        let nobz = SquadId(3);
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
            let unit = UnitSetup { name: "Bravo 1".to_owned(), ..setup.units[0].clone() };
            setup.units.push(unit);
            setup.squads[1].members = members;
            setup.squads[1].in_reserve = true;
            let entry = (SquadId(1), tile("A1"));
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
    let events = Line::default().resolve(&ridge(|_| ()), &gm, &mut Dice::scripted(""));
    assert!(events.iter().any(|it| matches!(it, Event::Ended { departure: Some(Departure::TapOut), .. })));
}
