//! What a battle as it stands is worth to a side.

use crate::field::{GoalKind, ObjectiveId, Outcome};
use crate::line::battle::{Battle, Condition, Side};
use crate::line::commander::captain::{Aims, appraise, wanted_by};
use crate::line::rules::preview;

/// What a main goal or a failure is worth, in hundredths of all units of both sides.
const MAIN: i64 = 50;
/// What a bonus goal is worth, in the same hundredths.
const BONUS: i64 = 10;
/// What the end of the battle is worth beyond the goals that ended it, in the same hundredths. Measured: if it is worth
/// much more, only the end counts, and which side gets there is chance while both are close to it.
const OVER: i64 = 25;
/// The share of a broken squad's worth that is left, in hundredths.
const BROKEN: i64 = 50;

/// What there is to win in a battle, at the worth that squads had when this was made.
pub(super) struct Prize {
    side: Side,
    /// What one unit of each squad is worth, in thousandths of a usual one.
    units: Vec<i64>,
    /// What all units of both sides are worth together.
    all: i64,
    objectives: Vec<u32>,
}

impl Prize {
    pub(super) fn of(battle: &Battle, side: Side) -> Prize {
        let aims = Aims::of(battle, side);
        let units = appraise(battle, side, &aims);
        let worth = |(squad, unit): (_, &i64)| unit * battle.standing(squad).count() as i64;
        let all = battle.setup().squad_ids().zip(&units).map(worth).sum();
        Prize { side, units, all, objectives: aims.objectives }
    }

    /// What the side has in a battle, less what the other side has.
    pub(super) fn worth(&self, battle: &Battle) -> i64 {
        let ours = |side: Side, worth: i64| if side == self.side { worth } else { -worth };
        let squads = battle.setup().squad_ids().zip(&self.units).map(|(squad, unit)| {
            let worth = unit * battle.standing(squad).count() as i64;
            let left = if battle.squad(squad).is_broken { BROKEN } else { 100 };
            ours(battle.side(squad), worth * left / 100)
        });
        let objectives = self.objectives.iter().enumerate().map(|(n, worth)| {
            let owner = battle.objective(ObjectiveId(n as u8)).owner;
            owner.map_or(0, |it| ours(it, i64::from(*worth)))
        });
        let goals = battle.setup().goals.iter().enumerate().map(|(n, goal)| {
            let worth = if goal.kind == GoalKind::Bonus { BONUS } else { MAIN };
            let done = if battle.goal_met(n).is_some() { 1000 } else { done(battle, &goal.when) };
            ours(wanted_by(goal.kind), self.all * worth / 100 * done / 1000)
        });
        let outcome = match battle.outcome() {
            Some(Outcome::Victory) => ours(Side::Players, self.all * OVER / 100),
            Some(Outcome::Defeat) => ours(Side::Enemy, self.all * OVER / 100),
            _ => 0,
        };
        squads.sum::<i64>() + objectives.sum::<i64>() + goals.sum::<i64>() + outcome
    }
}

/// **O-2** How far a condition is met, in thousandths.
fn done(battle: &Battle, condition: &Condition) -> i64 {
    match condition {
        Condition::All(parts) => parts.iter().map(|it| done(battle, it)).sum::<i64>() / (parts.len() as i64).max(1),
        Condition::Any(parts) => parts.iter().map(|it| done(battle, it)).max().unwrap_or(0),
        Condition::Not(part) => 1000 - done(battle, part),
        it => {
            let it = preview::progress(battle, it);
            i64::from(1000 * it.done / it.of.max(1))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::{Goal, Tile};
    use crate::line::battle::scene::scene_with;
    use crate::line::battle::{Event, ObjectiveSetup};

    #[test]
    fn o1_an_objective_is_worth_something_to_whoever_holds_it() {
        let worth = |owner: Option<Side>| {
            let battle = scene_with(".a .a . . . . . .x .x", "a Alpha players: rifle; x Boyz enemy: rifle", |setup| {
                setup.objectives.push(ObjectiveSetup {
                    key: "mound".to_owned(),
                    name: "the mound".to_owned(),
                    at: Tile::new(4, 0),
                    radius: 2,
                    owner,
                    points: 0,
                });
            });
            Prize::of(&battle, Side::Players).worth(&battle)
        };
        assert!(worth(Some(Side::Enemy)) < worth(None) && worth(None) < worth(Some(Side::Players)));
    }

    #[test]
    fn that_the_battle_is_over_is_worth_less_than_the_goal_that_ended_it() {
        let drawing = ".a .a .a .a . . . .x .x .x .x";
        let mut battle = scene_with(drawing, "a Alpha players: rifle; x Boyz enemy: boy", |setup| {
            let when = Condition::Survive { round: 4 };
            setup.goals.push(Goal { kind: GoalKind::Main, team: None, text: String::new(), when, ends: true });
        });
        let prize = Prize::of(&battle, Side::Players);
        let open = prize.worth(&battle);
        battle.apply(&Event::GoalMet { goal: 0 });
        let met = prize.worth(&battle);
        battle.apply(&Event::Ended { outcome: Outcome::Victory, departure: None });
        let over = prize.worth(&battle);
        assert!(0 < over - met && over - met < met - open, "{open} {met} {over}");
    }
}
