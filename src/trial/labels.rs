//! The names of everyone and everything in a battle, for its results.

use std::ops::Deref;

use crate::field::{ObjectiveId, SquadId};
use crate::game::{Simulated, SquadStanding, Standing, Terms};
use crate::map::{Party, PartyId};

/// The names of everyone and everything in a battle, from its state at the start.
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
    /// The labels of a battle in its opening state.
    pub fn of<G: Simulated>(opening: &G::Battle) -> Labels {
        Labels { title: G::stage(opening).title.to_owned(), terms: G::TERMS, opening: G::standing(opening) }
    }

    /// Whether the players fight at most one enemy. Otherwise teams go one after the other, and teams of players may be
    /// opponents.
    pub fn are_two_sides(&self) -> bool {
        self.parties.len() <= 2 && self.has_one_side_of_players()
    }

    /// Whether all players win and lose together.
    pub fn has_one_side_of_players(&self) -> bool {
        self.place_of(&Party::Yours).is_some()
    }

    /// The id of a party.
    pub fn place_of(&self, party: &Party) -> Option<PartyId> {
        (0..).map(PartyId).zip(&self.parties).find(|it| it.1 == party).map(|it| it.0)
    }

    /// The party with an id.
    pub fn party(&self, PartyId(id): PartyId) -> &Party {
        &self.parties[usize::from(id)]
    }

    pub fn squad(&self, id: SquadId) -> &str {
        &self.squads[usize::from(id.0)].name
    }

    pub fn objective(&self, id: ObjectiveId) -> &str {
        &self.objectives[usize::from(id.0)].name
    }

    /// The squads that a card counts, with their ids: those that had members when the battle began.
    pub fn manned(&self) -> impl Iterator<Item = (SquadId, &SquadStanding)> {
        (0..).map(SquadId).zip(&self.squads).filter(|it| 0 < it.1.units)
    }
}
