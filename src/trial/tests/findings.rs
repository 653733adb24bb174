//! Findings after battles of the line game.

use crate::dice::Seed;
use crate::field::{GoalKind, ObjectiveId, SquadId, Tile, UnitId};
use crate::game::Levels;
use crate::line::battle::scene::scene_with;
use crate::line::battle::{Condition, Goal, ObjectiveSetup, Setup, Side};
use crate::line::rules::Line;
use crate::trial::{Card, Finding, Labels, Series, findings, words};

fn found(drawing: &str, squads: &str, touch: impl FnOnce(&mut Setup)) -> Vec<Finding> {
    let opening = scene_with(drawing, squads, touch);
    let (game, setup) = (Line::default(), opening.setup_shared());
    let series = Series { game, setup, seed: Seed::from(3), battles: 4, levels: Levels::default() };
    findings::<Line>(&opening, &Card::of(&Labels::of::<Line>(&opening), &series.fight(1, &|| ())))
}

fn objective(x: u8) -> ObjectiveSetup {
    let (key, name) = ("mill".to_owned(), "the mill".to_owned());
    ObjectiveSetup { key, name, at: Tile::new(x, 0), radius: 0, owner: None, points: 0 }
}

#[test]
fn squads_that_are_walled_in_never_act_and_the_battle_never_ends() {
    let found = found(".a # .x", "a Alpha players: rifle; x Boyz enemy: rifle", |_| ());
    let idle = [SquadId(0), SquadId(1)].map(Finding::Idle);
    let rest = [Finding::NobodyWins, Finding::NoEnd(4), Finding::Dull(100)];
    assert_eq!(found, [idle.as_slice(), &rest].concat());
}

#[test]
fn a_battle_that_only_time_ends_is_won_by_nobody() {
    let found = found(".a # .x", "a Alpha players: rifle; x Boyz enemy: rifle", |setup| setup.rounds = Some(3));
    assert!(found.contains(&Finding::NobodyWins), "{found:?}");
    assert!(!found.iter().any(|it| matches!(it, Finding::NeverWon(..) | Finding::AlwaysWon(_))), "{found:?}");
}

#[test]
fn o2_a_goal_that_is_met_when_the_first_round_is_over_is_found() {
    let found = found(".a # .x", "a Alpha players: rifle; x Boyz enemy: rifle", |setup| {
        setup.rounds = Some(3);
        setup.objectives.push(ObjectiveSetup { owner: Some(Side::Players), ..objective(0) });
        let hold = |rounds| Condition::Hold { objective: ObjectiveId(0), by: Side::Players, rounds };
        let goal =
            |rounds| Goal { kind: GoalKind::Bonus, team: None, text: String::new(), when: hold(rounds), ends: false };
        setup.goals.extend([1, 2].map(goal));
    });
    assert!(found.contains(&Finding::AtOnce(0, 100)), "{found:?}");
    assert!(!found.iter().any(|it| matches!(it, Finding::AtOnce(1, _))), "{found:?}");
}

#[test]
fn o4_the_failure_that_battles_end_with_is_named_to_players_who_never_won() {
    let (drawing, squads) = (".a # .x", "a Alpha players: rifle; x Boyz enemy: rifle");
    let touch = |setup: &mut Setup| {
        let goal = |(kind, text, round): (GoalKind, &str, u16)| {
            let ends = kind == GoalKind::Failure;
            Goal { kind, team: None, text: text.to_owned(), when: Condition::Survive { round }, ends }
        };
        setup.rounds = Some(3);
        setup.goals.extend([(GoalKind::Main, "Hold out", 3), (GoalKind::Failure, "Too few are left", 2)].map(goal));
    };
    let found = found(drawing, squads, touch);
    let lost = found.iter().find(|it| matches!(it, Finding::NeverWon(..))).unwrap_or_else(|| panic!("{found:?}"));
    let told = words::finding(&Labels::of::<Line>(&scene_with(drawing, squads, touch)), lost);
    assert_eq!(told, "The players never won: \"Too few are left\" was met in 100 % of the battles.");
}

#[test]
fn objectives_behind_walls_and_reserves_that_nothing_brings_are_found() {
    let found = found(". .a . .x # .", "a Alpha players: rifle rifle; x Boyz enemy: rifle", |setup| {
        setup.rounds = Some(2);
        setup.objectives.extend([objective(5), objective(0)]);
        let mut late = setup.squads[0].clone();
        late.in_reserve = true;
        late.members = vec![UnitId(setup.units.len() as u16)];
        setup.units.push(setup.units[0].clone());
        setup.squads.push(late);
    });
    assert!(found.contains(&Finding::Unreachable(ObjectiveId(0))), "{found:?}");
    assert!(found.contains(&Finding::NeverHeld(ObjectiveId(1))), "{found:?}");
    assert!(found.contains(&Finding::NeverCame(SquadId(2))), "{found:?}");
}
