//! Plays the toy game by the hundred.

use std::collections::BTreeSet;

use crate::dice::Mood;
use crate::field::{Level, Outcome, SquadId, UnitId};
use crate::game::{
    Activity, Levels, OpenRound, OutcomeKind, PLAYERS, PlayedRound, Simulated, SquadStanding, Standing, Survey, Terms,
    TrackedOutcome,
};
use crate::map::{Party, PartyId};
use crate::toy::{Battle, Event, NAMES, Setup, Toy};

impl Simulated for Toy {
    const TERMS: Terms = Terms {
        goes_first: "throws first",
        first_go: "the first throw",
        rule_of_first: "Y-1",
        rule_of_objectives: "Y-1",
        rule_of_breaking: "Y-1",
    };
    const OUTCOMES: &'static [OutcomeKind] = &[];
    const BLUNDERS: &'static [&'static str] = &[];

    fn standing(battle: &Battle) -> Standing {
        let squad = |n: usize| SquadStanding {
            key: NAMES[n].to_owned(),
            name: NAMES[n].to_owned(),
            party: PartyId(n as u8),
            units: 1,
            lost: u16::from(!battle.now.stands[n]),
            standing: battle.now.stands[n].then_some(UnitId(n as u16)).into_iter().collect(),
            is_broken: false,
        };
        Standing {
            parties: vec![Party::Yours, Party::Enemy],
            are_all_players: false,
            squads: (0..2).map(squad).collect(),
            objectives: Vec::new(),
            goals: Vec::new(),
        }
    }

    fn are_hostile(_: &Battle, one: PartyId, other: PartyId) -> bool {
        one != other
    }

    fn outcome_for(battle: &Battle, party: PartyId) -> Option<Outcome> {
        battle.now.outcome.map(|it| if party == PLAYERS { it } else { it.for_their_enemies() })
    }

    fn activity(events: &[Event]) -> Activity {
        let threw = |it: &Event| match it {
            Event::Threw { by, .. } => Some(SquadId(u16::from(*by))),
            _ => None,
        };
        let squads: Vec<SquadId> = events.iter().filter_map(threw).collect();
        Activity { is_any: !squads.is_empty(), squads }
    }

    fn blunders(&self, _: &PlayedRound<Toy>, _: Option<&PlayedRound<Toy>>) -> Vec<(SquadId, usize)> {
        Vec::new()
    }

    fn survey(_: &Battle) -> Survey {
        Survey::default()
    }

    fn level(_: &Setup) -> Level {
        Level::default()
    }

    fn exchanged(setup: &Setup) -> Setup {
        setup.clone()
    }

    fn command_all(&self, _: &Battle, _: Levels, _: Mood) -> BTreeSet<SquadId> {
        BTreeSet::from([SquadId(0), SquadId(1)])
    }

    fn as_players_know_it(&self, open: &OpenRound<Toy>) -> (Battle, BTreeSet<SquadId>) {
        (open.battle.clone(), open.given.clone())
    }

    fn tracked_outcomes(_: &BTreeSet<SquadId>) -> BTreeSet<TrackedOutcome> {
        BTreeSet::new()
    }

    fn came_true(_: &[Event]) -> Vec<TrackedOutcome> {
        Vec::new()
    }
}
