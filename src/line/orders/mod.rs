//! Posts → orders: the language of orders, the names in it, and the diagnostics about both.
//!
//! A post is text. [`read`] finds its order lines, understands them and binds them to a battle ([`Reading`]). Once the
//! post has been accepted, its orders have a place in the round ([`Accepted`]). [`collect`] folds all posts of a round
//! into [`Orders`].

mod ability;
mod arguments;
mod arrange;
mod bind;
pub mod canonical;
mod clause;
mod collect;
pub mod diagnostics;
pub mod edit;
mod fire;
pub(crate) mod formation;
mod keywords;
mod member;
mod names;
mod never;
mod parse;
mod phrases;
mod question;
mod read;
mod route;
mod settle;
mod subject;
mod target;
#[cfg(test)]
mod tests;
mod verbs;
mod weapons;

pub(crate) use crate::post::names::compared;
pub use collect::{Collected, Note, PostStatus, collect};
pub(crate) use keywords::meaning;
pub use names::Names;
pub use phrases::phrases;
pub use question::{read_as_owner, squad_asked_about};
pub use read::read;

use serde::Serialize;

use crate::diagnostic::Diagnostic;
use crate::field::{SquadId, UnitId};
use crate::line::battle::{
    Abandon, AbilityId, AbilityUse, Departure, Fight, Fire, HeroMove, Movement, Orders, OrganisationalOrder, Station,
    Turn,
};
use crate::post;
use crate::post::words::{self, Kind};
use crate::post::{Absent, Denied, Language, LastWord, Poster};

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

/// Reads what a squad does while its player is away. It may follow one of its `friends`.
///
/// # Errors
///
/// If the text is not understood, or names none of these friends.
pub fn absence(text: &str, squad: SquadId, friends: &[(SquadId, &str)]) -> Result<Absent, Diagnostic> {
    post::absence::read(text, keywords::lexicon(), squad, friends)
}

/// The slot of an order in its round. A slot holds one order, so the last word counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Slot {
    Fire(SquadId),
    Fight(SquadId),
    Movement(SquadId),
    Abandon(SquadId),
    OrganisationalOrder(SquadId),
    BreakRanks(SquadId),
    Turn(SquadId),
    Station(UnitId, SquadId),
    Hero(UnitId),
    Leave(Poster),
}

impl Slot {
    /// Whether an order to hold takes back what this squad is told in this slot. `denied` is all that `hold fire` or
    /// `don't move` takes back. An order to form up stands beside any hold.
    fn is_stood_down(self, squad: SquadId, denied: Option<Denied>) -> bool {
        match self {
            Slot::Fire(it) => it == squad && denied != Some(Denied::Moves),
            Slot::Station(_, it) => it == squad && denied != Some(Denied::Fire),
            Slot::Fight(it) | Slot::Abandon(it) => it == squad && denied.is_none(),
            _ => false,
        }
    }
}

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
    /// **F-10** Forms up or disbands a squad, or several of which this is the first.
    OrganisationalOrder(SquadId, OrganisationalOrder),
    /// **M-3** Members press in one by one.
    BreakRanks(SquadId),
    /// **R-5** The squad acts before or after its owner's other squads, in every phase.
    Turn(SquadId, Turn),
    /// Takes back what the poster ordered.
    Withdraw(Withdrawn),
    Leave(Departure),
}

/// What an order to withdraw takes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Withdrawn {
    All,
    /// The orders of a squad. Abilities used on it stay.
    Squad(SquadId),
    /// The use of an ability on this squad if there is one, else every use of it.
    Ability(AbilityId, Option<SquadId>),
}

impl Order {
    /// The squad that the order is for; `None` if an order of its kind is for no squad.
    pub fn squad(&self) -> Option<SquadId> {
        match *self {
            Order::Fire(squad, _)
            | Order::Fight(squad, _)
            | Order::Movement(squad, _)
            | Order::Abandon(squad, _)
            | Order::Station(_, Station { squad, .. })
            | Order::OrganisationalOrder(squad, _)
            | Order::BreakRanks(squad)
            | Order::Turn(squad, _) => Some(squad),
            Order::Hero(..) | Order::Ability(_) | Order::Withdraw(_) | Order::Leave(_) => None,
        }
    }

    /// The slot that the order takes. `None` if several of its kind may stand side by side, or if it only takes others
    /// back.
    fn slot(&self, poster: Poster) -> Option<Slot> {
        Some(match *self {
            Order::Fire(squad, _) => Slot::Fire(squad),
            Order::Fight(squad, _) => Slot::Fight(squad),
            Order::Movement(squad, _) => Slot::Movement(squad),
            Order::Abandon(squad, _) => Slot::Abandon(squad),
            Order::Station(unit, it) => Slot::Station(unit, it.squad),
            Order::Hero(hero, _) => Slot::Hero(hero),
            Order::OrganisationalOrder(squad, _) => Slot::OrganisationalOrder(squad),
            Order::BreakRanks(squad) => Slot::BreakRanks(squad),
            Order::Turn(squad, _) => Slot::Turn(squad),
            Order::Leave(_) => Slot::Leave(poster),
            Order::Ability(_) | Order::Withdraw(_) => return None,
        })
    }

    fn is_hold(&self) -> bool {
        matches!(self, Order::Movement(_, Movement::Hold))
    }

    /// Whether it takes back another order of the same poster that isn't in its own slot.
    fn takes_back(&self, other: &Order) -> bool {
        match self {
            Order::Movement(squad, Movement::Hold) => {
                other.slot(Poster::Gm).is_some_and(|it| it.is_stood_down(*squad, None))
            }
            Order::Withdraw(Withdrawn::All) => true,
            Order::Withdraw(Withdrawn::Squad(squad)) => other.squad() == Some(*squad),
            Order::Withdraw(Withdrawn::Ability(..)) => matches!(other, Order::Ability(_)),
            _ => false,
        }
    }

    /// Adds the order behind the others of its round. Abilities and turns aren't added here: abilities are paid for
    /// first (C-2), and turns sort the other orders.
    fn put_into(&self, orders: &mut Orders, poster: Poster) {
        match self {
            Order::Fire(squad, it) => drop(orders.fire.put(*squad, it.clone())),
            Order::Fight(squad, it) => drop(orders.fight.put(*squad, *it)),
            // `hold fire` in a later post leaves the move of an earlier one.
            Order::Movement(squad, Movement::Hold) if orders.movement.get(*squad).is_some() => (),
            Order::Movement(squad, it) => drop(orders.movement.put(*squad, it.clone())),
            Order::Abandon(squad, it) => drop(orders.abandon.put(*squad, *it)),
            Order::Station(unit, it) => drop(orders.stations.put(*unit, *it)),
            Order::Hero(hero, it) => drop(orders.heroes.put(*hero, *it)),
            Order::OrganisationalOrder(squad, it) => drop(orders.formations.ranging.put(*squad, it.clone())),
            Order::BreakRanks(squad) => drop(orders.formations.break_ranks.insert(*squad)),
            Order::Leave(departure) => match (poster, departure) {
                (Poster::Gm, _) => orders.leaving.gm = Some(*departure),
                (Poster::Seat(seat), Departure::End) => drop(orders.leaving.end.insert(seat)),
                (Poster::Seat(seat), Departure::TapOut) => drop(orders.leaving.tap_out.insert(seat)),
            },
            Order::Ability(_) | Order::Turn(..) | Order::Withdraw(_) => (),
        }
    }
}

impl LastWord for Order {
    // Both orders are of one poster; which one doesn't matter. Abilities have no slot, so any two of them bear on each
    // other: what is used first is paid for first (C-2).
    fn conflicts_with(&self, other: &Order) -> bool {
        self.slot(Poster::Gm) == other.slot(Poster::Gm) || self.takes_back(other) || other.takes_back(self)
    }
}
