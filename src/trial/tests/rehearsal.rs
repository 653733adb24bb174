//! Rehearsals of rounds of the line game.

use crate::field::{GoalKind, ObjectiveId, SquadId, Tile};
use crate::game::OpenRound;
use crate::line::battle::scene::{scene, scene_with, squad};
use crate::line::battle::{
    Battle, Condition, Fire, FirePart, Goal, Level, Movement, ObjectiveSetup, Orders, Side, Stance,
};
use crate::line::rules::Line;
use crate::trial::{RUNS, RehearsalResult, Rehearsing, SquadResult};

fn rehearsing(battle: &Battle, given: Orders) -> Rehearsing<Line> {
    let open = OpenRound { battle: battle.clone(), last_round: Vec::new(), given, absent: Vec::new() };
    Rehearsing::new(&Line::default(), &open)
}

/// How often the one outcome between these two squads came true.
fn came_true(told: &RehearsalResult, who: SquadId, whom: SquadId) -> u32 {
    let mut outcomes = told.outcomes.iter().filter(|it| (it.0.who, it.0.whom) == (who, whom));
    outcomes.next().expect("something is at stake").1
}

#[test]
fn every_run_is_counted_once_and_comes_to_the_same_again() {
    let battle = scene(".A .A .A . . . . .B .B", "A Alpha players@alice: rifle; B Boyz enemy: boy");
    let round = rehearsing(&battle, Orders::default());
    let all = round.run(101);
    assert_eq!(all, round.run(101));
    assert_eq!(all.runs, 101);
    assert!(all.squads.iter().all(|it| it.lost.iter().sum::<u32>() == 101));
}

#[test]
fn s5_fire_at_a_squad_that_others_may_fell_first_is_wasted_now_and_then() {
    let battle = scene(
        ".A .A .A .A .A .A . . . . .E\n.B .B . . . . . . . . .",
        "A Alpha players@alice: rifle; B Bravo players@bob: rifle; E Boyz enemy: boy",
    );
    let [alpha, bravo, boyz] = ["Alpha", "Bravo", "Boyz"].map(|it| squad(&battle, it));
    let mut orders = Orders::default();
    for squad in [alpha, bravo] {
        orders.fire.put(squad, Fire::At(vec![FirePart { target: boyz, with: None }]));
    }
    let told = rehearsing(&battle, orders).run(200);
    assert_eq!(came_true(&told, alpha, boyz), 0, "it fires first");
    let wasted = came_true(&told, bravo, boyz);
    assert!((1..200).contains(&wasted), "{wasted}");
}

#[test]
fn v7_a_charge_is_made_as_often_as_two_dice_reach_so_far() {
    let battle = scene(".A . . . . . . . .E", "A Alpha players@alice: rifle; E Mast enemy: boy");
    let [alpha, mast] = ["Alpha", "Mast"].map(|it| squad(&battle, it));
    let mut orders = Orders::default();
    orders.movement.put(alpha, Movement::Charge { target: mast, after: None });
    orders.movement.put(mast, Movement::Hold);
    let told = rehearsing(&battle, orders).run(RUNS);
    // Seven steps to the tile beside them: 21 of the 36 rolls of two dice.
    let (made, expected) = (came_true(&told, alpha, mast), RUNS * 21 / 36);
    assert!(made.abs_diff(expected) < RUNS / 20, "{made} of {RUNS}, and {expected} were expected");
}

#[test]
fn o1_the_enemy_makes_for_the_objective_that_it_is_there_for_and_not_for_whoever_is_nearest() {
    let told = |stance| {
        let battle = scene_with(
            ".E .E .E . . . . . . . .
             .  .  .  . . . . . . . .
             .  .  .  . . . . . . . .
             .A .A .  . . . . . . . .",
            "A Alpha players@alice: boy; E Crawler enemy: boy",
            |setup| {
                setup.squads[1].stance = stance;
                setup.commander = Level::Regular;
                setup.objectives.push(ObjectiveSetup {
                    key: "station".to_owned(),
                    name: "the signal station".to_owned(),
                    at: Tile::new(6, 0),
                    radius: 2,
                    owner: Some(Side::Players),
                    points: 0,
                });
                let hold = Condition::Hold { objective: ObjectiveId(0), by: Side::Enemy, rounds: 2 };
                setup.goals.push(Goal {
                    kind: GoalKind::Failure,
                    team: None,
                    text: String::new(),
                    when: hold,
                    ends: true,
                });
            },
        );
        let mut orders = Orders::default();
        orders.movement.put(squad(&battle, "Alpha"), Movement::Hold);
        rehearsing(&battle, orders).run(100).objectives[0].clone()
    };
    assert_eq!(told(Stance::Hold), [100, 0], "nobody goes there");
    assert_eq!(told(Stance::Objective), [0, 100]);
}

#[test]
fn losses_are_told_by_how_many_are_not_exceeded() {
    let prospect = SquadResult { squad: SquadId(0), lost: vec![50, 30, 15, 5], broken: 0 };
    assert_eq!([10, 50, 51, 80, 95, 100].map(|it| prospect.at_most(it)), [0, 0, 1, 1, 2, 3]);
    assert_eq!((prospect.standing(), prospect.mean_tenths(), prospect.annihilated()), (3, 8, 5));
}
