//! Posts → orders: the language, the names, and what is said about both.
//!
//! A post is text. [`read`] finds its order lines, understands them and binds them to a battle ([`Reading`]); once the
//! post has been accepted its orders have a place in the round ([`Accepted`]); [`collect`] folds all posts of a round
//! into [`Orders`](crate::line::battle::Orders).

mod ability;
pub mod absence;
mod arrange;
mod bind;
mod clause;
mod collect;
pub mod edit;
mod fire;
mod formation;
mod keywords;
mod likeness;
mod member;
mod names;
mod never;
mod parse;
mod phrases;
mod question;
mod read;
mod route;
pub mod say;
mod settle;
mod subject;
mod target;
#[cfg(test)]
mod tests;
mod verbs;
mod weapons;

pub use collect::{Collected, InForce, Note, collect};
pub(crate) use keywords::is_verb;
pub use names::Names;
pub use phrases::phrases;
pub use question::{nerve_of, read_for_anybody};
pub use read::read;

use serde::Serialize;

use crate::field::{SquadId, UnitId};
use crate::line::battle::{Abandon, AbilityUse, Departure, Fight, Fire, HeroMove, Movement, Ranging, Station, Turn};
use crate::post;
use crate::post::words;
use crate::post::words::Kind;
use crate::post::{Language, Poster};

use keywords::Keyword;

/// A word of an order.
type Word = words::Word<Keyword>;

/// The words of a line of orders.
type Words = words::Words<Keyword>;

/// What a post of this game says.
pub type Reading = post::Reading<Order>;
/// An order of this game and where it stands in the post.
pub type Given = post::Given<Order>;
/// A post of this game that counts.
pub type Accepted = post::Accepted<Order>;

/// One order, bound to a battle: every name in it exists.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    Fire(SquadId, Fire),
    Fight(SquadId, Fight),
    Movement(SquadId, Movement),
    Abandon(SquadId, Abandon),
    /// **V-2** One member goes to a tile of its own.
    Station(UnitId, Station),
    Hero(UnitId, HeroMove),
    Ability(AbilityUse),
    /// **F-10** For the formation of a squad, or of several of which this is the first.
    Ranging(SquadId, Ranging),
    /// **M-3** Members press in one by one.
    BreakRanks(SquadId),
    /// **R-5** Before or after its owner's other squads, in every phase.
    Turn(SquadId, Turn),
    /// Takes back what the poster ordered for a squad; `None`: all of it.
    Withdraw(Option<SquadId>),
    Leave(Departure),
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
            | Order::Turn(squad, _)
            | Order::BreakRanks(squad) => Some(*squad),
            Order::Station(_, it) => Some(it.squad),
            Order::Hero(..) | Order::Ability(_) | Order::Withdraw(_) | Order::Leave(_) => None,
        }
    }
}
