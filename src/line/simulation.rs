//! The line game for simulations, which play its battles by the hundred.

mod conduct;

use std::collections::BTreeSet;

use crate::dice::Mood;
use crate::field::{Field, Level, ObjectiveId, Outcome, SquadId, Zones};
use crate::game::{
    Activity, GoalStanding, Levels, ObjectiveStanding, OpenRound, OutcomeKind, PLAYERS, PlayedRound, Simulated,
    SquadStanding, Standing, Survey, Terms, TrackedOutcome,
};
use crate::line::battle::{
    Battle, BySide, Departure, Event, Fire, FormationEvent, Goal, Movement, Orders, Setup, Side, UnitState, VolleyKind,
};
use crate::line::commander::{self, Leads};
use crate::line::report::{parties, party};
use crate::line::rules::Line;
use crate::map::PartyId;

/// Indexes into [`Simulated::OUTCOMES`].
const CHARGE: usize = 0;
const WASTED: usize = 1;

impl Simulated for Line {
    const TERMS: Terms = Terms {
        goes_first: "fires first",
        first_go: "the first shot",
        rule_of_first: "S-5",
        rule_of_objectives: "O-1",
        rule_of_breaking: "L-3",
    };

    const OUTCOMES: &'static [OutcomeKind] = &[
        // **V-7** Charges that were ordered, and how often each was made.
        OutcomeKind { heading: "Charges", words: [" reaches ", ""], rule: "V-7", is_told_if_never: true },
        // **S-5** Volleys that were ordered, and how often each found nobody left to fire at.
        OutcomeKind {
            heading: "Wasted fire",
            words: [" finds nobody of ", " left to fire at"],
            rule: "S-5",
            is_told_if_never: false,
        },
    ];

    const BLUNDERS: &'static [&'static str] = &conduct::Blunder::NAMES;

    fn standing(battle: &Battle) -> Standing {
        let setup = battle.setup();
        let squad = |id: SquadId| {
            let (about, now) = (setup.squad(id), battle.squad(id));
            let is_lost = |it: UnitState| !matches!(it, UnitState::Standing | UnitState::InReserve);
            SquadStanding {
                key: about.key.clone(),
                name: about.name.clone(),
                party: party(about.side),
                units: now.members.len() as u16,
                lost: now.members.iter().filter(|it| is_lost(battle.unit(**it).state)).count() as u16,
                standing: battle.standing(id).collect(),
                is_broken: now.is_broken,
            }
        };
        let objective = |id: ObjectiveId| {
            let (about, now) = (setup.objective(id), battle.objective(id));
            let (key, name) = (about.key.clone(), about.name.clone());
            ObjectiveStanding { key, name, owner: now.owner.map(party), is_contested: now.is_contested }
        };
        Standing {
            parties: parties(),
            are_all_players: false,
            squads: setup.squad_ids().map(squad).collect(),
            objectives: setup.objective_ids().map(objective).collect(),
            goals: GoalStanding::of(&setup.goals, |it| battle.goal_met(it).is_some(), party),
        }
    }

    fn are_hostile(_: &Battle, one: PartyId, other: PartyId) -> bool {
        one != other
    }

    fn outcome_for(battle: &Battle, party: PartyId) -> Option<Outcome> {
        battle.outcome().map(|it| if party == PLAYERS { it } else { it.for_their_enemies() })
    }

    fn activity(events: &[Event]) -> Activity {
        let squads = events.iter().filter_map(|event| match event {
            Event::Attacked(it) if it.kind != VolleyKind::Stray => Some(it.by),
            Event::VolleyWasted { squad, .. } | Event::Disengaged { squad, .. } => Some(*squad),
            Event::Moved(it) => Some(it.squad),
            Event::Charged(it) => Some(it.squad),
            _ => None,
        });
        Activity { squads: squads.collect(), is_any: events.iter().any(is_something) }
    }

    fn blunders(&self, round: &PlayedRound<Line>, last: Option<&PlayedRound<Line>>) -> Vec<(SquadId, usize)> {
        conduct::blunders(self, round, last).into_iter().map(|(squad, it)| (squad, it as usize)).collect()
    }

    fn survey(opening: &Battle) -> Survey {
        let setup = opening.setup();
        let can_act = |squad: SquadId| {
            let mut profiles = setup.squad(squad).members.iter().map(|it| setup.profile(*it));
            profiles.any(|it| 0 < it.movement || !it.weapons.is_empty())
        };
        Survey {
            unreachable: setup.objective_ids().filter(|it| !is_reachable(opening, *it)).collect(),
            inert: setup.squad_ids().filter(|it| !can_act(*it)).collect(),
        }
    }

    fn level(setup: &Setup) -> Level {
        setup.commander
    }

    /// **S-5** The army that fired second fires first: the enemy become the players and the players the enemy, and each
    /// army keeps its goals.
    fn exchanged(setup: &Setup) -> Setup {
        let mut it = setup.clone();
        it.squads.iter_mut().for_each(|it| it.side = it.side.other());
        it.casters.iter_mut().for_each(|it| it.side = it.side.other());
        it.objectives.iter_mut().for_each(|it| it.owner = it.owner.map(Side::other));
        it.goals = Goal::exchanged(&setup.goals, Side::Enemy, &Side::other);
        it.schedule = setup.schedule.iter().map(|it| it.with_sides(&Side::other)).collect();
        it
    }

    fn command_all(&self, battle: &Battle, levels: Levels, mood: Mood) -> Orders {
        // **O-3** Nobody stays for bonus goals at the risk of what is won.
        let mut given = Orders::default();
        given.leaving.gm = Some(Departure::End);
        let levels = BySide { players: levels.players, enemy: levels.enemy };
        commander::plan(self, battle, &given, levels, Leads::Everybody, mood).orders
    }

    /// Left out is what no player can see: the scenario's schedule, and how the squads of the GM are minded. Those
    /// squads get the orders that their commander, who knows their purpose, would give them, never orders that were
    /// given.
    fn as_players_know_it(&self, open: &OpenRound<Line>) -> (Battle, Orders) {
        let OpenRound { battle, last_round, given, absent } = open;
        let given = commander::stand_in(self, battle, last_round, given, absent);
        let orders = commander::complete(self, battle, &given);
        (battle.as_players_know_it(), orders)
    }

    fn tracked_outcomes(orders: &Orders) -> BTreeSet<TrackedOutcome> {
        let charges = orders.movement.iter().filter_map(|(who, it)| match it {
            Movement::Charge { target, .. } => Some(TrackedOutcome { kind: CHARGE, who, whom: *target }),
            _ => None,
        });
        let volleys = orders.fire.iter().flat_map(|(who, it)| match it {
            Fire::At(parts) => parts.iter().map(|part| wasted(who, part.target)).collect(),
            Fire::Volley(it) => vec![wasted(who, it.target)],
            Fire::AtWill => Vec::new(),
        });
        charges.chain(volleys).collect()
    }

    fn came_true(events: &[Event]) -> Vec<TrackedOutcome> {
        let true_now = events.iter().filter_map(|event| match (event, event.of_formation()) {
            (Event::Charged(it), _) if it.made => Some(TrackedOutcome { kind: CHARGE, who: it.squad, whom: it.target }),
            (Event::VolleyWasted { squad, target, .. }, _)
            | (_, Some(FormationEvent::VolleyLost { squad, target, .. })) => Some(wasted(*squad, *target)),
            _ => None,
        });
        true_now.collect()
    }
}

/// **S-5** A volley that finds nobody left to fire at.
fn wasted(who: SquadId, whom: SquadId) -> TrackedOutcome {
    TrackedOutcome { kind: WASTED, who, whom }
}

/// Whether an event is something that a squad or the scenario did.
fn is_something(event: &Event) -> bool {
    matches!(
        event,
        Event::Attacked(_)
            | Event::VolleyWasted { .. }
            | Event::Moved(_)
            | Event::Charged(_)
            | Event::Disengaged { .. }
            | Event::Abandoned { .. }
            | Event::AbilityUsed { .. }
            | Event::HeroMoved { .. }
            | Event::ScheduleCame { .. }
            | Event::Arrived { .. }
            | Event::Ended { .. }
    )
}

/// **O-1** Whether any unit can walk from where it stands or arrives to where it counts at an objective.
fn is_reachable(opening: &Battle, objective: ObjectiveId) -> bool {
    let setup = opening.setup();
    let place = setup.objective(objective);
    let standing = setup.unit_ids().filter(|it| opening.unit(*it).is_standing()).map(|it| setup.unit(it).at);
    let arriving = setup.schedule.iter().flat_map(|it| &it.reinforce).map(|it| it.1);
    let mut field = Field::default();
    field.flood_to(&opening.footing(), standing.chain(arriving), Zones::Ignore, None);
    field.reached().any(|it| it.0.steps_to(place.at) <= u16::from(place.radius))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::field::GoalKind;
    use crate::line::battle::Condition;
    use crate::line::battle::scene::{around_a_mill, squad};

    #[test]
    fn s5_exchanged_each_army_wants_what_it_wanted_and_the_other_fires_first() {
        let setup = around_a_mill();
        let other = Line::exchanged(&setup);
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
        assert_eq!(Line::exchanged(&other).squads, setup.squads);
    }
}
