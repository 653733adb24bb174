//! Posts → orders: the language, the names, and what is said about both.
//!
//! A post is text. [`read`] finds its order lines, understands them and binds them to a battle ([`Reading`]); once the
//! post has been accepted its orders have a place in the round ([`Accepted`]); [`collect`] folds all posts of a round
//! into [`Orders`](crate::line::battle::Orders).

pub mod absence;
mod arrange;
mod bind;
mod clause;
mod collect;
pub mod edit;
mod formation;
mod keywords;
mod mend;
mod names;
mod parse;
mod question;
mod read;
mod route;
pub mod say;
#[cfg(test)]
mod tests;
mod verbs;

pub use absence::Absent;
pub use collect::{Accepted, Collected, InForce, Note, Numbered, Placed, collect};
pub use names::Names;
pub use question::{nerve_of, read_for_anybody};
pub use read::read;

use std::ops::Range;

use serde::Serialize;

use crate::diagnostic::Diagnostic;
use crate::field::{SeatId, SquadId, UnitId};
use crate::line::battle::{Abandon, AbilityUse, Battle, Departure, Fight, Fire, HeroMove, Movement, Ranging};

use crate::post::words;
use crate::post::words::Kind;

use keywords::Keyword;

/// A word of an order.
type Word = words::Word<Keyword>;

/// The words of a line of orders.
type Words = words::Words<Keyword>;

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

/// How a table writes its orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Language {
    /// What an order line begins with.
    pub prefix: String,
}

impl Default for Language {
    fn default() -> Language {
        Language { prefix: "!".to_owned() }
    }
}

/// What a post says: the orders that were understood, and all there is to say about the others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    pub given: Vec<Given>,
    /// In the order of their places.
    pub diagnostics: Vec<Diagnostic>,
}

/// An order and where it stands in the post.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// Bytes of the post.
    pub span: Range<usize>,
    pub order: Order,
}

/// One order, bound to a battle: every name in it exists.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    Fire(SquadId, Fire),
    Fight(SquadId, Fight),
    Movement(SquadId, Movement),
    Abandon(SquadId, Abandon),
    Hero(UnitId, HeroMove),
    Ability(AbilityUse),
    /// **F-10** For the formation of a squad, or of several of which this is the first.
    Ranging(SquadId, Ranging),
    /// **M-3** Members press in one by one.
    BreakRanks(SquadId),
    /// Takes back what the poster ordered for a squad; `None`: all of it.
    Withdraw(Option<SquadId>),
    Leave(Departure),
}

impl Reading {
    /// The orders alone.
    fn orders(&self) -> impl Iterator<Item = &Order> {
        self.given.iter().map(|it| &it.order)
    }

    /// Takes off what was read since.
    fn split_off(&mut self, (given, diagnostics): (usize, usize)) -> Reading {
        Reading { given: self.given.split_off(given), diagnostics: self.diagnostics.split_off(diagnostics) }
    }

    fn append(&mut self, mut more: Reading) {
        self.given.append(&mut more.given);
        self.diagnostics.append(&mut more.diagnostics);
    }

    /// Whether more was read than one post may hold.
    fn is_overfull(&self) -> bool {
        ORDERS_MAX < self.given.len() + self.diagnostics.len()
    }
}

impl Order {
    /// The squad that it is for, if it is for one.
    pub fn squad(&self) -> Option<SquadId> {
        match self {
            Order::Fire(squad, _)
            | Order::Fight(squad, _)
            | Order::Movement(squad, _)
            | Order::Abandon(squad, _)
            | Order::Ranging(squad, _)
            | Order::BreakRanks(squad) => Some(*squad),
            Order::Hero(..) | Order::Ability(_) | Order::Withdraw(_) | Order::Leave(_) => None,
        }
    }
}

impl Poster {
    /// Whether a squad takes orders from this poster. The GM has the enemy's, and those that nobody sits for.
    pub fn commands(self, battle: &Battle, squad: SquadId) -> bool {
        let seat = battle.setup().squad(squad).seat;
        match self {
            Poster::Seat(own) => seat == Some(own),
            Poster::Gm => seat.is_none(),
        }
    }
}
