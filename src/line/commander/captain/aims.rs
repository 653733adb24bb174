//! What the goals of a battle make valuable, for either side.

use crate::field::{Area, GoalKind, SquadId};
use crate::line::battle::{Battle, Condition, Side, Subject};

/// What a main goal or a failure is worth.
const DECISIVE: u32 = 1000;
/// What a bonus goal is worth.
const BONUS: u32 = 300;
/// What an objective is worth without a goal about it.
const IDLE: u32 = 150;

/// What the goals are about, for one side.
#[derive(Debug, Default)]
pub(crate) struct Aims {
    /// What each objective is worth.
    pub(crate) objectives: Vec<u32>,
    /// What felling each squad is worth beyond its units, for squads of both sides.
    pub(crate) squads: Vec<u32>,
    /// Squads of this side that must not be lost.
    pub(crate) vital: Vec<SquadId>,
    /// Squads of this side that have to get somewhere, and where to.
    pub(crate) destinations: Vec<(SquadId, Area)>,
    /// Whether this side wins by lasting long enough, so that it may let the enemy come.
    pub(crate) can_wait: bool,
}

impl Aims {
    /// Takes the goals that are still open, or may be undone (O-2).
    pub(crate) fn of(battle: &Battle, side: Side) -> Aims {
        let setup = battle.setup();
        let mut aims = Aims {
            objectives: vec![IDLE; setup.objectives.len()],
            squads: vec![0; setup.squads.len()],
            ..Aims::default()
        };
        for (n, goal) in setup.goals.iter().enumerate() {
            let worth = if goal.kind == GoalKind::Bonus { BONUS } else { DECISIVE };
            if battle.goal_met(n).is_none() || !goal.when.is_for_good() {
                aims.add(battle, side, &goal.when, wanted_by(goal.kind), worth);
            }
        }
        aims
    }

    fn add(&mut self, battle: &Battle, side: Side, condition: &Condition, wanted_by: Side, worth: u32) {
        match condition {
            Condition::All(parts) | Condition::Any(parts) => {
                parts.iter().for_each(|it| self.add(battle, side, it, wanted_by, worth));
            }
            Condition::Not(part) => self.add(battle, side, part, wanted_by.other(), worth),
            Condition::Hold { objective, .. } | Condition::Capture { objective, .. } => {
                self.raise(usize::from(objective.0), worth);
            }
            Condition::Score { .. } => {
                let setup = battle.setup();
                let scoring = setup.objectives.iter().enumerate().filter(|it| 0 < it.1.points).map(|it| it.0);
                scoring.for_each(|it| self.raise(it, worth));
            }
            Condition::Reach { who, area, .. } => {
                for squad in squads_of(battle, *who) {
                    match (battle.side(squad) == side, battle.side(squad) == wanted_by) {
                        (true, true) => self.destinations.push((squad, area.clone())),
                        (false, true) => self.squads[usize::from(squad.0)] += worth / 2,
                        _ => (),
                    }
                }
            }
            Condition::Lost { who, .. } => {
                let is_everybody = matches!(who, Subject::Side(_));
                for squad in squads_of(battle, *who).filter(|it| battle.side(*it) != wanted_by && !is_everybody) {
                    self.squads[usize::from(squad.0)] += 2 * worth;
                    if battle.side(squad) == side {
                        self.vital.push(squad);
                    }
                }
            }
            Condition::Survive { .. } => self.can_wait |= wanted_by == side && DECISIVE <= worth,
        }
    }

    fn raise(&mut self, objective: usize, worth: u32) {
        let it = &mut self.objectives[objective];
        *it = worth.max(*it);
    }
}

/// The side that wants a goal of this kind met.
pub(crate) fn wanted_by(kind: GoalKind) -> Side {
    if kind == GoalKind::Failure { Side::Enemy } else { Side::Players }
}

/// The squads that a condition's subject means.
fn squads_of(battle: &Battle, who: Subject) -> impl Iterator<Item = SquadId> {
    battle.setup().squad_ids().filter(move |squad| match who {
        Subject::Squad(it) => it == *squad,
        Subject::Side(side) => battle.side(*squad) == side,
        Subject::Unit(unit) => battle.unit(unit).squad == *squad,
    })
}
