//! What a post is in any game: its author, the orders found in it, and when each order was accepted.
//!
//! A post is text. [`markup`] finds the markup of every medium in it without moving anything; [`lines`] finds the lines
//! that may hold orders; [`words`] splits a line into words by the game's own [`lexicon`]; [`names`] finds what the
//! words name, and [`near`] what a misspelt word was meant to be. Each game decides what the words mean as orders.

pub mod absence;
pub mod arrange;
pub mod aside;
pub mod correct;
pub mod dictionary;
pub mod english;
pub mod fold;
pub mod grammar;
mod guess;
pub mod idioms;
pub mod lexicon;
pub mod lines;
pub mod markup;
mod mend;
pub mod names;
pub mod near;
pub mod numbers;
pub mod read;
mod reading;
pub mod repeat;
pub mod requests;
pub mod say;
pub mod surplus;
#[cfg(test)]
pub(crate) mod tests;
pub mod thread;
pub mod words;

pub use reading::{Accepted, Denied, Given, LastWord, Numbered, Placed, Reading};

use serde::{Deserialize, Serialize};

use crate::field::{SeatId, SquadId};

/// Letters of a post that are read. The rest is ignored.
pub const LETTERS_MAX: usize = 20_000;

/// Orders that one post may hold.
pub const ORDERS_MAX: usize = 200;

/// Who wrote a post.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Poster {
    Seat(SeatId),
    Gm,
}

impl Poster {
    /// Whether this poster commands a squad of this seat. The GM commands the squads without a seat: the enemy's, and
    /// those that nobody plays.
    pub fn commands(self, seat: Option<SeatId>) -> bool {
        match self {
            Poster::Seat(own) => seat == Some(own),
            Poster::Gm => seat.is_none(),
        }
    }
}

/// How a table writes its orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Language {
    /// The mark at the start of an order line.
    pub prefix: String,
    /// Whether a refused line is answered with what it may mean. Finding that takes up to 120 readings.
    pub makes_offers: bool,
}

impl Default for Language {
    fn default() -> Language {
        Language { prefix: "!".to_owned(), makes_offers: true }
    }
}

/// What a squad does in a round without orders from its player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Absent {
    /// **R-3** Nothing.
    #[default]
    Hold,
    /// Shoots at a squad that attacked it in the round before.
    ReturnFire,
    /// Shoots and moves as another squad does.
    Follow(SquadId),
    /// Is led by the scenario's commander, who sees only what its player could see.
    FightOn,
}
