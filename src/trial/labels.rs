//! Who and what a battle is about, as it is told of afterwards.

use crate::field::{GoalKind, ObjectiveId, SquadId};
use crate::game::{Simulated, Terms};
use crate::map::{Party, PartyId};

/// Who and what a battle is about.
#[derive(Clone, Debug)]
pub struct Labels {
    pub title: String,
    /// The game's own words.
    pub terms: Terms,
    /// In the order in which they go.
    pub parties: Vec<Party>,
    /// Whether every party is one of players.
    pub are_all_players: bool,
    pub squads: Vec<SquadRole>,
    pub objectives: Vec<ObjectiveRole>,
    pub goals: Vec<GoalRole>,
}

/// A squad that a battle begins with.
#[derive(Clone, Debug)]
pub struct SquadRole {
    /// What files call it.
    pub key: String,
    pub name: String,
    pub party: PartyId,
    /// Whether anybody belongs to it as the battle begins. Nobody is told of the others.
    pub is_manned: bool,
}

/// An objective.
#[derive(Clone, Debug)]
pub struct ObjectiveRole {
    /// What files call it.
    pub key: String,
    pub name: String,
}

/// A goal.
#[derive(Clone, Debug)]
pub struct GoalRole {
    pub text: String,
    pub kind: GoalKind,
    /// Whose it is, if not everybody's.
    pub party: Option<PartyId>,
}

impl Labels {
    /// Those of a battle as it begins.
    pub fn of<G: Simulated>(opening: &G::Battle) -> Labels {
        let standing = G::standing(opening);
        let squads = standing.squads.iter().map(|it| SquadRole {
            key: it.key.to_owned(),
            name: it.name.to_owned(),
            party: it.party,
            is_manned: 0 < it.units,
        });
        let objectives = standing.objectives.iter();
        let goals = standing.goals.iter();
        Labels {
            title: G::stage(opening).title.to_owned(),
            terms: G::TERMS,
            squads: squads.collect(),
            objectives: objectives
                .map(|it| ObjectiveRole { key: it.key.to_owned(), name: it.name.to_owned() })
                .collect(),
            goals: goals.map(|it| GoalRole { text: it.text.to_owned(), kind: it.kind, party: it.party }).collect(),
            parties: standing.parties,
            are_all_players: standing.are_all_players,
        }
    }

    /// Whether the players fight one enemy at most. Otherwise teams have their turns in an order, and the players' may be
    /// among the hostile ones.
    pub fn are_two_sides(&self) -> bool {
        self.parties.len() <= 2 && self.has_one_side_of_players()
    }

    /// Whether all players win and lose together.
    pub fn has_one_side_of_players(&self) -> bool {
        self.place_of(&Party::Yours).is_some()
    }

    /// The place of a party.
    pub fn place_of(&self, party: &Party) -> Option<PartyId> {
        (0..).map(PartyId).zip(&self.parties).find(|it| it.1 == party).map(|it| it.0)
    }

    /// Who has a place among the parties.
    pub fn party(&self, PartyId(id): PartyId) -> &Party {
        &self.parties[usize::from(id)]
    }

    /// What a squad is called.
    pub fn squad(&self, id: SquadId) -> &str {
        &self.squads[usize::from(id.0)].name
    }

    /// What an objective is called.
    pub fn objective(&self, id: ObjectiveId) -> &str {
        &self.objectives[usize::from(id.0)].name
    }

    /// The squads that a card tells of, each with its number.
    pub fn manned(&self) -> impl Iterator<Item = (SquadId, &SquadRole)> {
        (0..).map(SquadId).zip(&self.squads).filter(|it| it.1.is_manned)
    }
}
