//! Who and what a battle is about, as it is told of afterwards.

use std::ops::Deref;

use crate::field::{ObjectiveId, SquadId};
use crate::game::{Simulated, SquadStanding, Standing, Terms};
use crate::map::{Party, PartyId};

/// Who and what a battle is about: how it stood as it began.
#[derive(Clone, Debug)]
pub struct Labels {
    pub title: String,
    /// The game's own words.
    pub terms: Terms,
    opening: Standing,
}

impl Deref for Labels {
    type Target = Standing;

    fn deref(&self) -> &Standing {
        &self.opening
    }
}

impl Labels {
    /// Those of a battle as it begins.
    pub fn of<G: Simulated>(opening: &G::Battle) -> Labels {
        Labels { title: G::stage(opening).title.to_owned(), terms: G::TERMS, opening: G::standing(opening) }
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

    /// The squads that a card tells of, each with its number: those that somebody belongs to as the battle begins.
    pub fn manned(&self) -> impl Iterator<Item = (SquadId, &SquadStanding)> {
        (0..).map(SquadId).zip(&self.squads).filter(|it| 0 < it.1.units)
    }
}
