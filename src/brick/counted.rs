//! The brick game as those see it who play its battles by the hundred.

use crate::brick::battle::{
    Battle, Class, Deed, Departure, Event, Orders, Setup, Team, TeamId, UnitSetup, UnitState, Who,
};
use crate::brick::commander;
use crate::brick::report::{parties, party};
use crate::brick::rules::Brick;
use crate::brick::seam::{seam_id, who_of};
use crate::field::{Condition, Goal, Level, ObjectiveSetup, SquadId, Subject, UnitId};
use crate::game::{
    Counted, Deeds, GoalStanding, Idiom, Levels, ObjectiveStanding, PLAYERS, SquadStanding, Stake, StakeKind, Standing, Survey,
};
use crate::post::Absent;

impl Counted for Brick {
    const IDIOM: Idiom = Idiom {
        goes_first: "has the first pass",
        first_go: "the first pass",
        rule_of_first: "BC-9.2",
        rule_of_objectives: "BX-25",
        rule_of_breaking: "BX-25",
    };

    const STAKES: &'static [StakeKind] = &[];

    /// Squads and figures take turns in the list, as their numbers above the seam do: see `seam_id`.
    fn standing(battle: &Battle) -> Standing<'_> {
        let setup = battle.setup();
        let places = (2 * battle.squad_count()).max(2 * setup.units.len());
        let goals = setup.goals.iter().enumerate();
        let objectives = setup.objectives.iter().enumerate();
        Standing {
            parties: parties(battle),
            squads: (0..places as u16).map(|it| squad_standing(battle, who_of(SquadId(it)))).collect(),
            objectives: objectives
                .map(|(n, it)| ObjectiveStanding {
                    key: &it.key,
                    name: &it.name,
                    owner: battle.objective(n).owner.map(|it| party(battle, Some(it))),
                    is_contested: battle.objective(n).is_contested,
                })
                .collect(),
            goals: goals
                .map(|(n, it)| GoalStanding { text: &it.text, kind: it.kind, is_met: battle.goal_met(n).is_some() })
                .collect(),
        }
    }

    fn deeds(events: &[Event]) -> Deeds {
        let squads = events.iter().filter_map(|event| match event {
            Event::Declared { by, .. } => Some(*by),
            Event::Moved(it) => Some(it.who),
            _ => None,
        });
        let is_something = |it: &Event| {
            matches!(it, Event::Declared { .. } | Event::Moved(_) | Event::SquadFormed(_) | Event::Ended { .. })
                || matches!(it, Event::ActionSpent { on, .. } if !matches!(on, Deed::Brace))
        };
        Deeds { squads: squads.map(seam_id).collect(), is_any: events.iter().any(is_something) }
    }

    fn survey(opening: &Battle) -> Survey {
        let can_act = |unit: UnitId| {
            let has_arms =
                opening.held(unit).any(|it| !matches!(opening.weapon(it).class, Class::Shield | Class::HeavyShield));
            0 < opening.profile(unit).movement || has_arms
        };
        let inert = opening.everybody().filter(|it| !opening.members(*it).into_iter().any(can_act));
        Survey { unreachable: Vec::new(), inert: inert.map(seam_id).collect() }
    }

    fn level(setup: &Setup) -> Level {
        setup.commander
    }

    /// Teams have their passes in the opposite order.
    fn exchanged(setup: &Setup) -> Setup {
        let other = |it: TeamId| TeamId((setup.teams.len() - 1 - usize::from(it.0)) as u8);
        let team = |it: &Team| Team { allies: it.allies.iter().map(|it| other(*it)).collect(), ..it.clone() };
        let subject = |it: Subject<TeamId>| match it {
            Subject::Side(it) => Subject::Side(other(it)),
            it => it,
        };
        let mut exchanged = setup.clone();
        exchanged.teams = setup.teams.iter().rev().map(team).collect();
        exchanged.squads.iter_mut().for_each(|it| it.team = other(it.team));
        exchanged.units = setup.units.iter().map(|it| UnitSetup { team: it.team.map(other), ..it.clone() }).collect();
        let objective = |it: &ObjectiveSetup<TeamId>| ObjectiveSetup { owner: it.owner.map(other), ..it.clone() };
        exchanged.objectives = setup.objectives.iter().map(objective).collect();
        let goal = |it: &Goal<TeamId>| Goal { when: exchanged_condition(&it.when, &other, &subject), ..it.clone() };
        exchanged.goals = setup.goals.iter().map(goal).collect();
        exchanged
    }

    fn command_all(&self, battle: &Battle, levels: Levels) -> Orders {
        let mut given = Orders::default();
        given.leaving.gm = Some(Departure::End);
        let all: Vec<Who> = battle.everybody().collect();
        let is_players = |who: Who| battle.team(who).map(|it| party(battle, Some(it))) == Some(PLAYERS);
        let level = |who: Who| if is_players(who) { levels.players } else { levels.enemy };
        commander::lead(self, battle, &given, &all, level).0
    }

    fn as_players_know_it(
        &self,
        battle: &Battle,
        last_round: &[Event],
        given: &Orders,
        absent: &[(SquadId, Absent)],
    ) -> (Battle, Orders) {
        let given = commander::stand_in(self, battle, last_round, given, absent, who_of);
        (battle.clone(), commander::complete(self, battle, &given).0)
    }

    fn stakes(_: &Orders) -> Vec<Stake> {
        Vec::new()
    }

    fn came_true(_: &[Event]) -> Vec<Stake> {
        Vec::new()
    }
}

/// How somebody stands; of a place that is nobody's, nobody.
fn squad_standing(battle: &Battle, who: Who) -> SquadStanding<'_> {
    let setup = battle.setup();
    let began = match who {
        Who::Squad(id) => setup.squads.get(usize::from(id.0)).map(|it| it.members.clone()),
        Who::Unit(id) => {
            let is_alone = |id: UnitId| !setup.squads.iter().any(|it| it.members.contains(&id));
            setup.units.get(usize::from(id.0)).filter(|it| it.team.is_some() && is_alone(id)).map(|_| vec![id])
        }
    };
    let Some(began) = began else {
        return SquadStanding { key: "", name: "", party: PLAYERS, units: 0, lost: 0, standing: Vec::new(), is_broken: false };
    };
    let (standing, lost): (Vec<UnitId>, Vec<UnitId>) =
        began.iter().partition(|it| battle.unit(**it).state == UnitState::Standing);
    SquadStanding {
        key: battle.name(who),
        name: battle.name(who),
        party: battle.team(who).map_or(PLAYERS, |it| party(battle, Some(it))),
        units: began.len() as u16,
        lost: lost.len() as u16,
        standing,
        is_broken: false,
    }
}

fn exchanged_condition(
    condition: &Condition<TeamId>,
    other: &impl Fn(TeamId) -> TeamId,
    subject: &impl Fn(Subject<TeamId>) -> Subject<TeamId>,
) -> Condition<TeamId> {
    let all = |them: &[Condition<TeamId>]| them.iter().map(|it| exchanged_condition(it, other, subject)).collect();
    match condition {
        Condition::All(them) => Condition::All(all(them)),
        Condition::Any(them) => Condition::Any(all(them)),
        Condition::Not(it) => Condition::Not(Box::new(exchanged_condition(it, other, subject))),
        Condition::Reach { who, area, units } => {
            Condition::Reach { who: subject(*who), area: area.clone(), units: *units }
        }
        Condition::Survive { round } => Condition::Survive { round: *round },
        Condition::Lost { who, percent } => Condition::Lost { who: subject(*who), percent: *percent },
        Condition::Hold { objective, by, rounds } => {
            Condition::Hold { objective: *objective, by: other(*by), rounds: *rounds }
        }
        Condition::Capture { objective, by } => Condition::Capture { objective: *objective, by: other(*by) },
        Condition::Score { by, points } => Condition::Score { by: other(*by), points: *points },
    }
}
