//! Tests of what the regular and veteran commanders do and the green one doesn't.

use super::*;
use crate::brick::battle::scene::{scene, scene_with};
use crate::brick::battle::{Event, Go, Melee, Movement, Pass, Target};
use crate::brick::orders::{added, with_added};
use crate::field::SquadId;

const LEVELS: [Level; 3] = [Level::Green, Level::Regular, Level::Veteran];

fn commanded(battle: &Battle, level: Level) -> Orders {
    let all: Vec<Who> = battle.everybody().collect();
    let (orders, reasons) = lead(&Brick::default(), battle, &Orders::default(), &all, |_| level);
    assert_eq!(lead(&Brick::default(), battle, &Orders::default(), &all, |_| level).0, orders, "the same every time");
    assert!(
        orders.shoot.iter().count() + orders.melee.iter().count() + orders.movement.iter().count() <= reasons.len(),
        "a reason for each"
    );
    let log = added(&Orders::default(), &orders);
    assert_eq!(with_added(battle, &Orders::default(), &log), Some(orders.clone()), "all of it can stand in a log");
    orders
}

fn first(battle: &Battle) -> Who {
    battle.everybody().next().expect("somebody")
}

#[test]
fn bc2_13_who_stays_to_shoot_aims() {
    let battle = scene(".a . . . .d", "a Ann red: fig bow; d Dan blue: fig bow");
    let aims = LEVELS.map(|it| commanded(&battle, it).shoot.get(first(&battle)).map(|it| it.aim));
    assert_eq!(aims, [Some(false), Some(true), Some(true)]);
}

#[test]
fn bc5_10_who_has_a_second_thing_in_hand_presses_on_with_it() {
    let battle = scene(". .a .d .", "a Ann red: fig knife dagger; d Dan blue: fig knife");
    let presses = LEVELS.map(|it| match commanded(&battle, it).melee.get(first(&battle)) {
        Some(Melee::Attack(it)) => it.then.is_some(),
        other => panic!("{other:?}"),
    });
    assert_eq!(presses, [false, true, true]);
}

#[test]
fn bc16_2_riders_charge_whom_their_move_and_their_lance_reach() {
    for (between, charges) in [(12, true), (13, false)] {
        let open = ". ".repeat(between);
        let land = format!(".a . {open}.d\n. . {open}.");
        let battle = scene(&land, "a Ann red: rider lance; d Dan blue: fig sword");
        for level in LEVELS {
            let order = commanded(&battle, level).movement.get(first(&battle)).cloned();
            assert_eq!(matches!(order, Some(Movement::Charge(_))), charges, "{level:?}: {order:?}");
        }
    }
}

#[test]
fn bx12_who_lives_by_blows_lets_those_come_who_come() {
    let mut battle = scene(". .a . . . . .d .", "a Ann red: fig sword; d Dan blue: fig sword");
    let waits = |battle: &Battle| LEVELS.map(|it| commanded(battle, it).movement.get(first(battle)).is_none());
    assert_eq!(waits(&battle), [false, false, false]);
    battle.apply(&Event::RoundBegan { round: 2 });
    assert_eq!(waits(&battle), [false, true, true], "Dan came nearer in the round before");
}

#[test]
fn bx20_who_is_far_away_sprints() {
    let battle = scene(&format!(".a {}.d", ". ".repeat(20)), "a Ann red: fig sword; d Dan blue: fig sword");
    let sprints = LEVELS.map(|it| match commanded(&battle, it).movement.get(first(&battle)) {
        Some(Movement::Go(go)) => go.sprint,
        other => panic!("{other:?}"),
    });
    assert_eq!(sprints, [false, true, true]);
}

#[test]
fn bx12_what_is_said_in_advance_is_said_once() {
    let mut battle = scene(".a . . . . . . .d", "a Ann red: fig sword; d Dan blue: fig sword");
    let orders = commanded(&battle, Level::Regular);
    assert!(!orders.policies.is_empty());
    for (whose, change) in &orders.policies {
        battle.apply(&Event::PolicySet { whose: *whose, change: change.clone() });
    }
    assert_eq!(battle.policies(first(&battle)).pass, Pass::Strike);
    assert_eq!(commanded(&battle, Level::Regular).policies, []);
}

#[test]
fn the_veteran_does_not_spend_two_volleys_on_one_man() {
    let people = "a Ann red: fig cannon; b Bob red: fig cannon; d Dan blue: fig bow; e Eve blue: fig bow";
    let battle = scene_with(".a . . . .d\n.b . . . .e", people, |_| ());
    let targets = |level| {
        let orders = commanded(&battle, level);
        let targets: Vec<Target> = orders
            .shoot
            .iter()
            .filter(|it| battle.team(it.0) == battle.team(first(&battle)))
            .map(|it| it.1.target)
            .collect();
        targets
    };
    let veteran = targets(Level::Veteran);
    assert!(veteran.len() == 2 && veteran[0] != veteran[1], "{veteran:?}");
    let regular = targets(Level::Regular);
    assert!(regular.len() == 2 && regular[0] == regular[1], "{regular:?}");
}

/// **BS-8.4** A squad that has to wheel can't end where a friend has moved before.
#[test]
fn bs8_4_riders_go_where_their_friends_leave_them_room() {
    let land = ". . . . . . . . . . . . . . . .
                . . . .f . . . . . . .a . . . . .
                . . . .f . . . . . . . . . . . .
                .d . . . . . . . . . . . . . . .
                . . . . . . . . . . . . . . . .
                . . . . . . . . . . . . . . . .";
    let people = "f Foot red 2x1 W: fig sword; a Riders red 2x2 W: rider lance; d Dan blue: fig sword";
    let battle = scene(land, people);
    let [foot, riders] = [0, 1].map(|it| Who::Squad(SquadId(it)));
    let dan = battle.rect(battle.everybody().last().expect("Dan"));
    let (rules, given) = (Brick::default(), Orders::default());
    let mut plan = Plan { rules: &rules, battle: &battle, given: &given, orders: given.clone(), reasons: Vec::new() };
    let go = |to| Movement::Go(Go::to(to));
    let nearest = plan.way_to(riders, dan).expect("a way");
    plan.orders.put(Order::Move(foot, go(nearest)));
    let left = plan.way_to(riders, dan).expect("a way");
    let goes = |to| {
        let after = preview::once_gone(&rules, &battle, [(foot, go(nearest)), (riders, go(to))]);
        after.rect(riders) != battle.rect(riders)
    };
    assert!(goes(left) && !goes(nearest), "{left} and {nearest}");
}
