//! The brick game for simulations, which play its battles by the hundred.

use std::collections::BTreeSet;

use crate::brick::battle::{
    Battle, Charge, ChargeHow, Deed, Departure, Event, Manoeuvre, Melee, Movement, Orders, Setup, Target, Team, TeamId,
    UnitSetup, Who,
};
use crate::brick::commander;
use crate::brick::report::{party, sides};
use crate::brick::rules::{Brick, winners};
use crate::brick::seam::{seam_id, who_of};
use crate::dice::Mood;
use crate::field::{Goal, Level, ObjectiveSetup, Outcome, SquadId, UnitId};
use crate::game::{
    Activity, Game, GoalStanding, Levels, ObjectiveStanding, OpenRound, OutcomeKind, PLAYERS, PlayedRound, Simulated,
    SquadStanding, Standing, Survey, Terms, TrackedOutcome,
};
use crate::map::PartyId;

impl Simulated for Brick {
    const TERMS: Terms = Terms {
        goes_first: "has the first pass",
        first_go: "the first pass",
        rule_of_first: "BC-9.2",
        rule_of_objectives: "BX-60",
        rule_of_breaking: "BX-25",
    };

    const OUTCOMES: &'static [OutcomeKind] = &[
        // **BC-17.3** How often a charge with a weapon strikes home, of those that were ordered.
        OutcomeKind { heading: "Charges", words: [" charges home at ", ""], rule: "BC-17.3", is_told_if_never: true },
        // **BC-5.2** How often an attack finds its target near enough, of those that were ordered.
        OutcomeKind {
            heading: "Close combat",
            words: [" comes to blows with ", ""],
            rule: "BC-5.2",
            is_told_if_never: true,
        },
    ];

    const BLUNDERS: &'static [&'static str] = &["orders that came to nothing"];

    /// Squads and units alternate in the list, as their ids above the seam do: see `seam_id`.
    fn standing(battle: &Battle) -> Standing {
        let setup = battle.setup();
        let places = (2 * battle.squad_count()).max(2 * setup.units.len());
        let objectives = setup.objectives.iter().enumerate();
        Standing {
            // Only teams win, lose and hold anything.
            parties: sides(battle),
            are_all_players: setup.teams.iter().all(|it| it.is_players),
            squads: (0..places as u16).map(|it| squad_standing(battle, who_of(SquadId(it)))).collect(),
            objectives: objectives
                .map(|(n, it)| ObjectiveStanding {
                    key: it.key.clone(),
                    name: it.name.clone(),
                    owner: battle.objective(n).owner.map(|it| party(battle, Some(it))),
                    is_contested: battle.objective(n).is_contested,
                })
                .collect(),
            goals: GoalStanding::of(&setup.goals, |it| battle.goal_met(it).is_some(), |it| party(battle, Some(it))),
        }
    }

    fn are_hostile(battle: &Battle, one: PartyId, other: PartyId) -> bool {
        let teams = team_of(battle, one).zip(team_of(battle, other));
        teams.is_some_and(|(one, other)| battle.setup().is_hostile(one, other))
    }

    fn outcome_for(battle: &Battle, id: PartyId) -> Option<Outcome> {
        let outcome = battle.outcome()?;
        let winners = winners(battle, outcome);
        let is_players = team_of(battle, id).is_some_and(|it| battle.setup().team(it).is_players);
        Some(match outcome {
            Outcome::TimeUp | Outcome::TappedOut => outcome,
            _ if winners.iter().any(|it| party(battle, Some(*it)) == id) => Outcome::Victory,
            _ if !winners.is_empty() => Outcome::Defeat,
            // The outcome is the players' as a whole.
            _ if is_players => outcome,
            _ => outcome.for_their_enemies(),
        })
    }

    fn activity(events: &[Event]) -> Activity {
        let squads = events.iter().filter_map(|event| match event {
            Event::Declared { by, .. } => Some(*by),
            Event::Moved(it) => Some(it.who),
            _ => None,
        });
        let is_something = |it: &Event| {
            matches!(it, Event::Declared { .. } | Event::Moved(_) | Event::SquadFormed(_) | Event::Ended { .. })
                || matches!(it, Event::ActionSpent { on, .. } if !matches!(on, Deed::Brace))
        };
        Activity { squads: squads.map(seam_id).collect(), is_any: events.iter().any(is_something) }
    }

    fn blunders(&self, round: &PlayedRound<Brick>, _: Option<&PlayedRound<Brick>>) -> Vec<(SquadId, usize)> {
        let refused = |it: &Event| match it {
            Event::Refused { who, .. } => Some((seam_id(*who), REFUSED)),
            _ => None,
        };
        round.events.iter().filter_map(refused).collect()
    }

    fn survey(opening: &Battle) -> Survey {
        let can_act = |unit: UnitId| {
            let has_arms = opening.held(unit).any(|it| !opening.weapon(it).class.is_shield());
            0 < opening.profile(unit).movement || has_arms
        };
        let inert = opening.everybody().filter(|it| !opening.members(*it).into_iter().any(can_act));
        Survey { unreachable: Vec::new(), inert: inert.map(seam_id).collect() }
    }

    fn level(setup: &Setup) -> Level {
        setup.commander
    }

    /// The teams with their passes in the opposite order. Of two teams, the other one becomes the players'.
    fn exchanged(setup: &Setup) -> Setup {
        let other = |it: TeamId| TeamId((setup.teams.len() - 1 - usize::from(it.0)) as u8);
        let team = |it: &Team| Team { allies: it.allies.iter().map(|it| other(*it)).collect(), ..it.clone() };
        let mut exchanged = setup.clone();
        exchanged.teams = setup.teams.iter().rev().map(team).collect();
        exchanged.squads.iter_mut().for_each(|it| it.team = other(it.team));
        exchanged.units = setup.units.iter().map(|it| UnitSetup { team: it.team.map(other), ..it.clone() }).collect();
        let objective = |it: &ObjectiveSetup<TeamId>| ObjectiveSetup { owner: it.owner.map(other), ..it.clone() };
        exchanged.objectives = setup.objectives.iter().map(objective).collect();
        exchanged.schedule = setup.schedule.iter().map(|it| it.with_sides(&other)).collect();
        match &setup.teams[..] {
            [one, two] if one.is_players != two.is_players => {
                exchanged.teams.iter_mut().for_each(|it| it.is_players = !it.is_players);
                let theirs = setup.team_ids().find(|it| setup.team(*it).is_players).map_or(TeamId(0), other);
                exchanged.goals = Goal::exchanged(&setup.goals, theirs, &other);
            }
            _ => exchanged.goals.iter_mut().for_each(|it| {
                *it = Goal { when: it.when.with_sides(&other), team: it.team.map(other), ..it.clone() };
            }),
        }
        exchanged
    }

    fn command_all(&self, battle: &Battle, levels: Levels, _: Mood) -> Orders {
        let mut given = Orders::default();
        given.leaving.gm = Some(Departure::End);
        let all: Vec<Who> = battle.everybody().collect();
        let is_players = |who: Who| battle.team(who).is_some_and(|it| battle.setup().team(it).is_players);
        let level = |who: Who| if is_players(who) { levels.players } else { levels.enemy };
        commander::lead(self, battle, &given, &all, level).0
    }

    fn as_players_know_it(&self, open: &OpenRound<Brick>) -> (Battle, Orders) {
        (open.battle.as_players_know_it(), self.complete(open, Mood::default()).orders)
    }

    fn tracked_outcomes(orders: &Orders) -> BTreeSet<TrackedOutcome> {
        let charges = orders.movement.iter().filter_map(|(who, it)| match it {
            Movement::Charge(Charge { target, how: ChargeHow::Weapon { .. }, .. }) => tracked(CHARGE, who, *target),
            _ => None,
        });
        let attacks = orders.melee.iter().filter_map(|(who, it)| match it {
            Melee::Attack(it) => tracked(ATTACK, who, it.target),
            _ => None,
        });
        charges.chain(attacks).collect()
    }

    fn came_true(events: &[Event]) -> Vec<TrackedOutcome> {
        let true_now = events.iter().filter_map(|it| match it {
            Event::Declared { by, does: Manoeuvre::Charge, at: Some(at) } => tracked(CHARGE, *by, *at),
            Event::Declared { by, does: Manoeuvre::Attack, at: Some(at) } => tracked(ATTACK, *by, *at),
            _ => None,
        });
        true_now.collect::<BTreeSet<TrackedOutcome>>().into_iter().collect()
    }
}

/// Indices into [`Brick::OUTCOMES`].
const CHARGE: usize = 0;
const ATTACK: usize = 1;

/// The index into [`Brick::BLUNDERS`].
const REFUSED: usize = 0;

/// The team of a party. `None` for the party of what is nobody's.
fn team_of(battle: &Battle, id: PartyId) -> Option<TeamId> {
    battle.setup().team_ids().find(|it| party(battle, Some(*it)) == id)
}

/// What is tracked between two. `None` if the target is the ground.
fn tracked(kind: usize, who: Who, target: Target) -> Option<TrackedOutcome> {
    Some(TrackedOutcome { kind, who: seam_id(who), whom: seam_id(target.who()?) })
}

/// The standing of a squad or a lone unit, or an empty one for any other id.
fn squad_standing(battle: &Battle, who: Who) -> SquadStanding {
    let setup = battle.setup();
    let began = match who {
        Who::Squad(id) => setup.squads.get(usize::from(id.0)).map(|it| it.members.clone()),
        Who::Unit(id) => {
            let unit = setup.units.get(usize::from(id.0));
            unit.filter(|it| it.team.is_some() && setup.squad_of(id).is_none()).map(|_| vec![id])
        }
    };
    let Some(began) = began else { return SquadStanding::default() };
    let (standing, lost): (Vec<UnitId>, Vec<UnitId>) = began.iter().partition(|it| battle.unit(**it).is_standing());
    SquadStanding {
        key: battle.name(who).to_owned(),
        name: battle.name(who).to_owned(),
        party: battle.team(who).map_or(PLAYERS, |it| party(battle, Some(it))),
        units: began.len() as u16,
        lost: lost.len() as u16,
        standing,
        is_broken: false,
    }
}
