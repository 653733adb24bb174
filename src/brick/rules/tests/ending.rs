//! How a battle ends.

use crate::brick::battle::scene::{scene_with, unit};
use crate::brick::battle::{Battle, Event, Orders, Phase, TeamId};
use crate::brick::rules::resolve;
use crate::brick::rules::story::{after, plain};
use crate::dice::Dice;
use crate::field::{Condition, Goal, GoalKind, Outcome, Seat, SeatId};

/// Ann beside Dan, with a failure that comes true in the first round and doesn't end the battle, or without it.
fn duel(has_failure: bool, rounds: Option<u16>, has_main_goal: bool) -> Battle {
    scene_with(".a .d", "a Ann red: fig knife; d Dan blue: fig knife", |setup| {
        let goal = |kind, round| {
            let when = Condition::<TeamId>::Survive { round };
            Goal { kind, team: None, text: "Wait".to_owned(), when, ends: false }
        };
        setup.rounds = rounds;
        setup.goals.extend(has_failure.then(|| goal(GoalKind::Failure, 1)));
        setup.goals.extend(has_main_goal.then(|| goal(GoalKind::Main, 9)));
    })
}

const ANN_KILLS_DAN: (&str, &str) = ("react Dan none then hold; melee Ann attack Dan", "attack 4, damage 6");

#[test]
fn bx60_who_is_left_after_a_failure_has_lost() {
    let (orders, dice) = ANN_KILLS_DAN;
    for (has_failure, expected) in [(false, Outcome::Victory), (true, Outcome::Defeat)] {
        assert_eq!(after(&duel(has_failure, None, false), orders, dice).outcome(), Some(expected));
    }
}

#[test]
fn bx60_a_last_round_after_a_failure_is_a_defeat() {
    for (has_failure, expected) in [(false, Outcome::TimeUp), (true, Outcome::Defeat)] {
        assert_eq!(after(&duel(has_failure, Some(1), true), "", "").outcome(), Some(expected));
    }
}

#[test]
fn bx60_with_main_goals_of_everybodys_open_a_battle_goes_on_though_nobody_hostile_is_left() {
    let (orders, dice) = ANN_KILLS_DAN;
    for has_failure in [false, true] {
        assert_eq!(after(&duel(has_failure, None, true), orders, dice).outcome(), None);
    }
}

#[test]
fn whoever_has_nobody_standing_is_not_asked_whether_to_tap_out() {
    let battle = scene_with(".a . . .d", "a Ann red: fig knife; d Dan blue: fig knife", |setup| {
        setup.seats = ["ann", "bob"].map(|it| Seat { name: it.to_owned() }).to_vec();
        unit(setup, "Ann").seat = Some(SeatId(0));
    });
    for (seat, is_over) in [(SeatId(0), true), (SeatId(1), false)] {
        let mut orders = Orders::default();
        orders.leaving.tap_out.insert(seat);
        let events = resolve(&plain(), &battle, &orders, &mut Dice::keyed([0; 32]), Phase::Morale);
        let tapped_out = |it: &Event| matches!(it, Event::Ended { outcome: Outcome::TappedOut, .. });
        assert_eq!(events.iter().any(tapped_out), is_over);
    }
}
