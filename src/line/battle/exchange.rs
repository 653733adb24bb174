//! A battle with the sides' parts exchanged.

use crate::line::battle::{Goal, Setup, Side};

impl Setup {
    /// **S-5** The same battle with the sides' parts exchanged, so that those who fired second fire first: who were the
    /// enemy are the players now, and each army wants what it wanted.
    pub fn exchanged(&self) -> Setup {
        let mut it = self.clone();
        it.squads.iter_mut().for_each(|it| it.side = it.side.other());
        it.casters.iter_mut().for_each(|it| it.side = it.side.other());
        it.objectives.iter_mut().for_each(|it| it.owner = it.owner.map(Side::other));
        it.goals = Goal::exchanged(&self.goals, Side::Enemy, &Side::other);
        it.schedule = self.schedule.iter().map(|it| it.with_sides(&Side::other)).collect();
        it
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::field::{GoalKind, ObjectiveId, Tile};
    use crate::line::battle::scene::{scene_with, squad};
    use crate::line::battle::{Battle, Condition, ObjectiveSetup};

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
                let goal = |kind, when| Goal { kind, team: None, text: String::new(), when, ends: true };
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
