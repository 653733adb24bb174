//! A battle with the sides' parts exchanged.

use crate::field::GoalKind;
use crate::line::battle::{Condition, Goal, Scheduled, Setup, Side, Subject, When};

impl Setup {
    /// **S-5** The same battle with the sides' parts exchanged, so that those who fired second fire first: who were the
    /// enemy are the players now, and each army wants what it wanted.
    ///
    /// All main goals of the players met is the one failure of the new players; what was a failure that ends the battle is
    /// what they win by, and where there is none, that nobody is left of those who were the players.
    /// Bonus goals win and lose nothing, and are left out.
    pub fn exchanged(&self) -> Setup {
        let mut it = self.clone();
        it.squads.iter_mut().for_each(|it| it.side = it.side.other());
        it.casters.iter_mut().for_each(|it| it.side = it.side.other());
        it.objectives.iter_mut().for_each(|it| it.owner = it.owner.map(Side::other));
        let of_kind = |kind| {
            let wins = move |it: &&Goal| it.kind == kind && (kind == GoalKind::Main || it.ends);
            let goals = self.goals.iter().filter(wins);
            (
                goals.clone().map(|it| turned(&it.when)).collect::<Vec<_>>(),
                goals.map(|it| it.text.clone()).collect::<Vec<_>>(),
            )
        };
        let ((mains, main_texts), (failures, failure_texts)) = (of_kind(GoalKind::Main), of_kind(GoalKind::Failure));
        it.goals.clear();
        let (text, when) = match failures.is_empty() {
            false => (failure_texts.join("; or "), Condition::Any(failures)),
            true => {
                let who = Subject::Side(Side::Enemy);
                ("Nobody of them is left".to_owned(), Condition::Lost { who, percent: 100 })
            }
        };
        it.goals.push(Goal { kind: GoalKind::Main, text, when, ends: false });
        if !mains.is_empty() {
            let (text, when) = (main_texts.join("; and "), Condition::All(mains));
            it.goals.push(Goal { kind: GoalKind::Failure, text, when, ends: true });
        }
        it.schedule = self.schedule.iter().map(turned_entry).collect();
        it
    }
}

fn turned_entry(entry: &Scheduled) -> Scheduled {
    let when = match &entry.when {
        When::Round(round) => When::Round(*round),
        When::Condition(condition) => When::Condition(turned(condition)),
    };
    Scheduled { when, ..entry.clone() }
}

/// A condition with the sides exchanged.
fn turned(condition: &Condition) -> Condition {
    let all = |parts: &[Condition]| parts.iter().map(turned).collect();
    let who = |it: &Subject| match it {
        Subject::Side(side) => Subject::Side(side.other()),
        other => *other,
    };
    match condition {
        Condition::All(parts) => Condition::All(all(parts)),
        Condition::Any(parts) => Condition::Any(all(parts)),
        Condition::Not(part) => Condition::Not(Box::new(turned(part))),
        Condition::Reach { who: it, area, units } => {
            Condition::Reach { who: who(it), area: area.clone(), units: *units }
        }
        Condition::Survive { round } => Condition::Survive { round: *round },
        Condition::Lost { who: it, percent } => Condition::Lost { who: who(it), percent: *percent },
        Condition::Hold { objective, by, rounds } => {
            Condition::Hold { objective: *objective, by: by.other(), rounds: *rounds }
        }
        Condition::Capture { objective, by } => Condition::Capture { objective: *objective, by: by.other() },
        Condition::Score { by, points } => Condition::Score { by: by.other(), points: *points },
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::field::{ObjectiveId, Tile};
    use crate::line::battle::scene::{scene_with, squad};
    use crate::line::battle::{Battle, ObjectiveSetup};

    /// Two small squads with a place between them.
    fn setup() -> Arc<Setup> {
        let battle = scene_with(
            ".a .a . . . . . . .x .x\n.a .a . . . . . . .x .x",
            "a Alpha players@alice: rifle; x Boyz enemy: boy",
            |setup| {
                setup.rounds = Some(8);
                setup.objectives.push(ObjectiveSetup {
                    key: "mill".to_owned(),
                    name: "the mill".to_owned(),
                    at: Tile::new(4, 0),
                    radius: 2,
                    owner: Some(Side::Players),
                    points: 0,
                });
                let hold = |by, rounds| Condition::Hold { objective: ObjectiveId(0), by, rounds };
                let goal = |kind, when| Goal { kind, text: String::new(), when, ends: true };
                setup.goals.push(goal(GoalKind::Main, hold(Side::Players, 6)));
                setup.goals.push(goal(GoalKind::Failure, hold(Side::Enemy, 2)));
            },
        );
        battle.setup_shared()
    }

    #[test]
    fn s5_exchanged_each_army_wants_what_it_wanted_and_the_other_fires_first() {
        let (setup, other) = (setup(), setup().exchanged());
        let battle = Battle::new(Arc::new(other.clone()));
        assert_eq!(battle.side(squad(&battle, "Boyz")), Side::Players);
        assert_eq!(other.objectives[0].owner, Some(Side::Enemy));
        let hold = |by, rounds| Condition::Hold { objective: ObjectiveId(0), by, rounds };
        let goals: Vec<_> = other.goals.iter().map(|it| (it.kind, it.when.clone())).collect();
        let expected = [
            (GoalKind::Main, Condition::Any(vec![hold(Side::Players, 2)])),
            (GoalKind::Failure, Condition::All(vec![hold(Side::Enemy, 6)])),
        ];
        assert_eq!(goals, expected);
        assert_eq!(other.exchanged().squads, setup.squads);
    }
}
