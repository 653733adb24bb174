//! O-1 to O-4 and R-1: how far goals are met, how a battle ends, and who arrives before that.

use super::{hurt, profile, squad, unit};
use crate::field::{Area, GoalKind, ObjectiveId, Outcome, Scheduled, SeatId, SquadId, UnitId, When};
use crate::line::battle::scene::scene_with;
use crate::line::battle::{
    Battle, Condition, Departure, Edited, Event, Goal, ObjectiveSetup, Orders, Setup, Side, Subject, UnitNow,
    UnitSetup, UnitState,
};
use crate::line::rules::preview;
use crate::line::rules::preview::{Progress, progress};
use crate::line::rules::story::{after, play_orders};

fn goal(setup: &mut Setup, kind: GoalKind, when: Condition) {
    setup.goals.push(Goal { kind, team: None, text: format!("{kind:?}"), when, ends: true });
}

/// A battle around a ridge at C1, with a rifleman and a boy at two tiles from it, and two more units farther away.
fn ridge(touch: impl FnOnce(&mut Setup)) -> Battle {
    scene_with(
        ".a . . . .b . . .\n. . . . . . . .\n. . . . . . . .d\n.c . . . . . . .",
        "a Alpha players@alice: rifle; b Boyz enemy: boy; c Bravo players@bob: rifle; d Nobz enemy: boy",
        |setup| {
            let (key, name) = ("ridge".to_owned(), "Ridge".to_owned());
            let at = "C1".parse().expect("a tile");
            setup.objectives.push(ObjectiveSetup { key, name, at, radius: 3, owner: None, points: 0 });
            touch(setup);
        },
    )
}

const MET: fn() -> Condition = || Condition::Survive { round: 0 };
const OPEN: fn() -> Condition = || Condition::Survive { round: 99 };

fn capture(by: Side) -> Condition {
    Condition::Capture { objective: ObjectiveId(0), by }
}

fn now(battle: &Battle, condition: Condition) -> (u32, u32, bool) {
    let Progress { done, of, is_met } = progress(battle, &condition);
    (done, of, is_met)
}

#[test]
fn o2_all_any_and_not_put_conditions_together() {
    let battle = ridge(|_| ());
    assert_eq!(now(&battle, Condition::All(vec![MET(), OPEN()])), (1, 2, false));
    assert_eq!(now(&battle, Condition::All(vec![MET(), MET()])), (2, 2, true));
    assert_eq!(now(&battle, Condition::Any(vec![OPEN(), MET()])), (1, 1, true));
    assert_eq!(now(&battle, Condition::Any(vec![OPEN()])), (0, 1, false));
    assert_eq!(now(&battle, Condition::Not(Box::new(OPEN()))), (1, 1, true));
    assert_eq!(now(&battle, Condition::Not(Box::new(MET()))), (0, 1, false));
    assert_eq!(now(&battle, Condition::Survive { round: 1 }), (0, 1, false), "the first round is still open");
}

#[test]
fn o2_reach_counts_standing_units_within_the_area() {
    let battle = scene_with(".a .a .a . . . .b\n. . . . . . .", "a Alpha players: rifle; b Boyz enemy: boy", |_| ());
    let area = || Area { name: "Gate".to_owned(), at: "A2".parse().expect("a tile"), radius: 2 };
    let reach = |who, units| Condition::Reach { who, area: area(), units };
    let alpha = Subject::Squad(squad(&battle, "Alpha"));
    assert_eq!(now(&battle, reach(alpha, 2)), (2, 2, true));
    assert_eq!(now(&battle, reach(alpha, 3)), (2, 3, false));
    assert_eq!(now(&battle, reach(Subject::Unit(UnitId(2)), 1)), (0, 1, false));
    assert_eq!(now(&battle, reach(Subject::Side(Side::Enemy), 1)), (0, 1, false));
    assert_eq!(now(&hurt(battle, "Alpha 1", 1), reach(alpha, 2)), (1, 2, false), "the downed don't count");
}

#[test]
fn o2_a_unit_is_lost_once_it_no_longer_stands_and_so_is_a_share_of_a_squad_or_a_side() {
    let squads = "a Alpha players: rifle; b Boyz enemy: boy; d Nobz enemy: gunner";
    let battle = scene_with(".a . . . .b .b .b . .d", squads, |_| ());
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

/// Two thirds are no whole percentage. 66 percent of 45 ask for exactly two thirds.
#[test]
fn o2_two_of_every_three_are_lost_with_the_thirtieth_of_forty_five() {
    let lost = Condition::Lost { who: Subject::Side(Side::Players), percent: 66 };
    let row = ".a ".repeat(45);
    let mut battle = scene_with(&format!("{row}. . .b"), "a Alpha players: rifle; b Boyz enemy: boy", |_| ());
    for n in 1..=30 {
        assert!(!now(&battle, lost.clone()).2, "{} of 45", n - 1);
        battle = hurt(battle, &format!("Alpha {n}"), 1);
    }
    assert!(now(&battle, lost).2);
}

#[test]
fn o2_reserves_are_not_lost() {
    let battle = ridge(|setup| setup.squads[3].in_reserve = true);
    let enemy = Condition::Lost { who: Subject::Side(Side::Enemy), percent: 100 };
    assert_eq!(now(&hurt(battle, "Boyz 1", 1), enemy), (1, 2, false));
}

#[test]
fn o2_holding_is_counted_in_a_row() {
    let hold = || Condition::Hold { objective: ObjectiveId(0), by: Side::Players, rounds: 2 };
    let taken = after(&ridge(|setup| profile(setup, "rifle").control = 2), "", "");
    let once = after(&taken, "", "");
    assert_eq!(
        [&taken, &once, &after(&once, "", "")].map(|it| now(it, hold())),
        [(0, 2, false), (1, 2, false), (2, 2, true)]
    );
}

/// The battle with a unit on its feet again.
fn stood_up(mut battle: Battle, unit: UnitId) -> Battle {
    let at = battle.unit(unit).at;
    let up = UnitNow { unit, state: UnitState::Standing, at, hp: 1 };
    battle.apply(&Event::Edited(Edited::Units(vec![up])));
    battle
}

#[test]
fn o2_a_part_that_cannot_be_undone_counts_for_good_and_the_others_now() {
    let lost = || Condition::Lost { who: Subject::Unit(UnitId(1)), percent: 100 };
    for (parts, down, up) in [
        (vec![lost(), capture(Side::Players), OPEN()], 2, 2), // He was down all the same.
        (vec![Condition::Not(Box::new(lost())), OPEN()], 0, 1), // He may be down for a while.
    ] {
        let battle = ridge(|setup| goal(setup, GoalKind::Main, Condition::All(parts)));
        let fallen = after(&hurt(battle, "Boyz 1", 1), "", "");
        let done = |battle: &Battle| preview::goal_progress(battle, 0).done;
        assert_eq!([done(&fallen), done(&stood_up(fallen, UnitId(1)))], [down, up]);
    }
}

/// The outcome of a battle that ends with this round; `None` if it goes on.
fn ended(battle: &Battle, tell: impl FnOnce(&mut Orders), dice: &str) -> Option<(Outcome, Option<Departure>)> {
    let mut orders = Orders::default();
    tell(&mut orders);
    play_orders(battle, &orders, dice).iter().find_map(|it| match it {
        Event::Ended { outcome, departure, .. } => Some((*outcome, *departure)),
        _ => None,
    })
}

#[test]
fn o3_o4_the_end_says_how_it_went_and_who_left() {
    let won = || {
        ridge(|setup| {
            goal(setup, GoalKind::Main, MET());
            goal(setup, GoalKind::Bonus, OPEN());
        })
    };
    let gm = |it| move |orders: &mut Orders| orders.leaving.gm = Some(it);
    let (end, tap_out) = (Departure::End, Departure::TapOut);
    assert_eq!(ended(&won(), gm(end), ""), Some((Outcome::Victory, Some(end))));
    assert_eq!(ended(&ridge(|_| ()), gm(end), ""), None);
    assert_eq!(ended(&ridge(|_| ()), gm(tap_out), ""), Some((Outcome::TappedOut, Some(tap_out))));
    // A player without standing units is not asked.
    let alice = |orders: &mut Orders| _ = orders.leaving.end.insert(SeatId(0));
    assert_eq!(ended(&won(), alice, ""), None);
    let without_bob = hurt(won(), "Bravo 1", 1);
    assert_eq!(ended(&without_bob, alice, "aftermath 6").map(|it| it.0), Some(Outcome::Victory));
}

#[test]
fn o2_o4_the_last_round_ends_it_by_its_goals() {
    let battle = |rounds, failure: Option<Condition>, main: Condition| {
        ridge(|setup| {
            setup.rounds = Some(rounds);
            goal(setup, GoalKind::Main, main);
            goal(setup, GoalKind::Bonus, OPEN());
            setup.goals.extend(failure.map(|when| Goal {
                kind: GoalKind::Failure,
                team: None,
                text: String::new(),
                when,
                ends: false,
            }));
        })
    };
    let nobody = |_: &mut Orders| ();
    let outcome = |battle: &Battle| ended(battle, nobody, "").map(|it| it.0);
    assert_eq!(outcome(&battle(1, None, OPEN())), Some(Outcome::TimeUp));
    assert_eq!(outcome(&battle(1, None, MET())), Some(Outcome::Victory));
    assert_eq!(outcome(&battle(1, Some(MET()), MET())), Some(Outcome::Defeat));
    // A failure that doesn't end the battle forbids victory, even by order of the GM.
    let second = after(&battle(3, Some(MET()), Condition::Survive { round: 2 }), "", "");
    let end = |orders: &mut Orders| orders.leaving.gm = Some(Departure::End);
    assert_eq!(ended(&second, end, ""), None);
    assert_eq!(outcome(&after(&second, "", "")), Some(Outcome::Defeat));
}

#[test]
fn o2_with_nobody_of_the_players_left_it_is_lost_unless_more_are_to_come() {
    let nobody = |_: &mut Orders| ();
    let gone = hurt(hurt(ridge(|_| ()), "Alpha 1", 1), "Bravo 1", 1);
    assert_eq!(ended(&gone, nobody, "aftermath 3 2"), Some((Outcome::Defeat, None)));
    let more = ridge(|setup| setup.squads[2].in_reserve = true);
    assert_eq!(ended(&hurt(more, "Alpha 1", 1), nobody, ""), None);
}

#[test]
fn r1_reserves_keep_clear_of_enemies_and_of_units_in_their_place() {
    let battle = ridge(|setup| {
        setup.squads[3].in_reserve = true;
        let entry = (SquadId(3), "A1".parse().expect("a tile"));
        setup.schedule.push(Scheduled { when: When::Round(2), reinforce: vec![entry], text: None });
    });
    let end = after(&battle, "", "");
    assert_eq!(end.unit(unit(&end, "Nobz 1")).at.to_string(), "C1");
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
            let entry = (SquadId(1), "A1".parse().expect("a tile"));
            setup.schedule.push(Scheduled { when: When::Round(2), reinforce: vec![entry], text: None });
        },
    );
    let first = after(&battle, "", "");
    assert!(first.squad(SquadId(1)).in_reserve);
    let second = after(&hurt(first, "Alpha 4", 1), "", "");
    assert_eq!(second.unit(unit(&second, "Bravo 1")).at.to_string(), "B2");
}
