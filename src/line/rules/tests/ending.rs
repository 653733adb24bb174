//! O-2 to O-4 and X: how a battle ends, who lives, and who comes before that.

use super::objectives::{MET, OPEN, capture, goal, ridge};
use super::{hurt, profile, tile, unit};
use crate::dice::Dice;
use crate::field::{GoalKind, ObjectiveId, SeatId, SquadId, UnitId};
use crate::line::battle::scene::scene_with;
use crate::line::battle::{
    Battle, Condition, Departure, Edited, Event, Leaving, Orders, Scheduled, Setup, Side, Subject, UnitNow, UnitSetup,
    UnitState, When,
};
use crate::line::rules::preview::Progress;
use crate::line::rules::story::{after, check, check_orders};
use crate::line::rules::{Line, preview};
use expect_test::expect;
/// Nobody has shown himself at the ridge for this side.
fn not_theirs(by: Side) -> Condition {
    Condition::Not(Box::new(Condition::Capture { objective: ObjectiveId(0), by }))
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
    let up = stood_up(after(&battle, "", ""), UnitId(1));
    let Progress { done, of, .. } = preview::goal_progress(&up, 0);
    assert_eq!((done, of), (2, 3), "he is on his feet again, and was down all the same");
}

#[test]
fn o2_who_is_not_to_fall_may_be_down_for_a_while() {
    let battle = ridge(|setup| {
        let not_lost = Condition::Not(Box::new(Condition::Lost { who: Subject::Unit(UnitId(1)), percent: 100 }));
        goal(setup, GoalKind::Main, Condition::All(vec![not_lost, OPEN()]));
    });
    let down = after(&hurt(battle, "Boyz 1", 1), "", "");
    let done = |battle: &Battle| preview::goal_progress(battle, 0).done;
    assert_eq!(done(&down), 0);
    assert_eq!(done(&stood_up(down, UnitId(1))), 1, "he is on his feet again");
}

/// The same with somebody on his feet again.
fn stood_up(mut battle: Battle, unit: UnitId) -> Battle {
    let at = battle.unit(unit).at;
    let up = UnitNow { unit, state: UnitState::Standing, at, hp: 1 };
    battle.apply(&Event::Edited(Edited::Units(vec![up])));
    battle
}

fn leaving(tell: impl FnOnce(&mut Orders)) -> Orders {
    let mut orders = Orders::default();
    tell(&mut orders);
    orders
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

/// A battle whose main goal is met and whose bonus goal is open.
fn won() -> Battle {
    ridge(|setup| {
        goal(setup, GoalKind::Main, MET());
        goal(setup, GoalKind::Bonus, OPEN());
    })
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
