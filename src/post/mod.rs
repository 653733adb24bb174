//! What a post is in any game: who wrote it, what was found in it, and when each of its orders was accepted.
//!
//! A post is text. [`markup`] takes the marks of every medium off it, and leaves what stands at each place where it was;
//! [`lines`] says where orders could stand; [`words`] takes a line apart by a game's own [`lexicon`]; [`names`] finds what
//! is named, and [`near`] what a misspelt word was meant to be. What the words come to is the game's.

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

/// Letters of a post that are read; what stands behind them is not.
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
    /// Whether a squad takes orders from this poster, given whose it is. The GM has the enemy's, and those that nobody
    /// sits for.
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
    /// What an order line begins with.
    pub prefix: String,
    /// Whether it is said what a line that isn't taken may mean. To find that, the line is read in up to a hundred ways.
    pub makes_offers: bool,
}

impl Default for Language {
    fn default() -> Language {
        Language { prefix: "!".to_owned(), makes_offers: true }
    }
}

/// What a squad does in a round in which its player gives it no orders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Absent {
    /// **R-3** Nothing.
    #[default]
    Hold,
    /// Shoots at who attacked it in the round before.
    ReturnFire,
    /// Shoots and moves as that squad does.
    Follow(SquadId),
    /// Is led by the scenario's commander, who sees what its player would.
    FightOn,
}
