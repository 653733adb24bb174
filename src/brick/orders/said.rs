//! The orders of a single post, before all posts of the round are read together.

use crate::brick::battle::{Departure, Forming, Measure, Order, Organise, Who, Whose};
use crate::brick::orders::vocabulary::Verb;
use crate::field::{SquadId, place_of};
use crate::post;

/// From this number on, a squad id stands for a name in [`Said::pending`].
pub(super) const PENDING: u16 = 0x8000;

/// What was found in a post.
pub type Reading = post::Reading<Said>;
pub type Accepted = post::Accepted<Said>;

/// An order as far as a single post can tell what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    pub what: What,
    /// Names of squads that don't exist yet. Their ids are `PENDING` plus the index in this list.
    pub pending: Vec<String>,
}

/// What an order asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    Order(Order),
    /// To do nothing.
    Hold(Who),
    /// Not to move.
    Stay(Who),
    /// To forget the orders of this round.
    Withdraw(Who),
    /// The players want to leave the battle.
    Leave(Departure),
}

impl What {
    /// The squad or unit that the order is for. `None` for a team's policy, a measurement, or players who leave.
    pub(super) fn who(&self) -> Option<Who> {
        match self {
            What::Order(Order::Organise(it)) => Some(it.who()),
            What::Order(Order::Policy(Whose::One(who), _))
            | What::Hold(who)
            | What::Stay(who)
            | What::Withdraw(who) => Some(*who),
            What::Order(order) => order.acts(),
            What::Leave(_) => None,
        }
    }

    /// Whether this verb describes what the order does.
    pub(super) fn is_done_by(&self, verb: Verb) -> bool {
        match self {
            What::Hold(_) | What::Stay(_) => verb == Verb::Hold,
            What::Order(Order::Move(..)) => matches!(verb, Verb::Move | Verb::Run | Verb::Sprint | Verb::Charge),
            What::Order(Order::Shoot(..)) => matches!(verb, Verb::Shoot | Verb::Throw | Verb::Attack),
            What::Order(Order::Melee(..)) => matches!(verb, Verb::Melee | Verb::Attack),
            _ => false,
        }
    }

    /// Returns the order with each squad id replaced by what `resolve` returns for it.
    pub(super) fn rebound(mut self, mut resolve: impl FnMut(SquadId) -> SquadId) -> What {
        let squads = match &mut self {
            What::Order(order) => squads(order),
            What::Hold(who) | What::Stay(who) | What::Withdraw(who) => squad_of(who).into_iter().collect(),
            What::Leave(_) => Vec::new(),
        };
        squads.into_iter().for_each(|it| *it = resolve(*it));
        self
    }
}

impl Said {
    pub(super) fn of(what: What) -> Said {
        Said { what, pending: Vec::new() }
    }

    /// Makes one order out of a line. `pending` holds all new names of the line; only those that this order uses are
    /// kept.
    pub(super) fn naming(what: What, pending: &[String]) -> Said {
        let mut named: Vec<String> = Vec::new();
        let what = what.rebound(|squad| {
            let Some(name) = squad.0.checked_sub(PENDING).and_then(|it| pending.get(usize::from(it))) else {
                return squad;
            };
            let at = place_of(&mut named, |it| it == name, || name.clone());
            SquadId(PENDING + at as u16)
        });
        Said { what, pending: named }
    }

    /// The name behind a pending id. `None` for a squad that exists.
    pub fn pending_name(&self, squad: SquadId) -> Option<&str> {
        self.pending.get(usize::from(squad.0.checked_sub(PENDING)?)).map(String::as_str)
    }
}

/// The squads that an order names, as they are written from left to right.
fn squads(order: &mut Order) -> Vec<&mut SquadId> {
    match order {
        Order::Brace(squad)
        | Order::Organise(
            Organise::Leave { squad, .. }
            | Organise::Form(Forming { squad, .. })
            | Organise::Replate { squad, .. }
            | Organise::Arrange { squad, .. }
            | Organise::Standard { squad, .. },
        ) => vec![squad],
        Order::Organise(Organise::Split { squad, into }) => {
            [squad].into_iter().chain(into.iter_mut().map(|it| &mut it.squad)).collect()
        }
        Order::Organise(Organise::Join { who, to }) => squad_of(who).into_iter().chain([to]).collect(),
        Order::Measure(Measure { by, at, .. }) => [by, at].into_iter().filter_map(squad_of).collect(),
        Order::Reserve(who)
        | Order::Shoot(who, _)
        | Order::Melee(who, _)
        | Order::Move(who, _)
        | Order::Policy(Whose::One(who), _) => squad_of(who).into_iter().collect(),
        Order::Policy(Whose::Team(_), _) => Vec::new(),
    }
}

fn squad_of(who: &mut Who) -> Option<&mut SquadId> {
    match who {
        Who::Squad(it) => Some(it),
        Who::Unit(_) => None,
    }
}
