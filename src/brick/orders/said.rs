//! One order of a post, before all posts of the round are read together.

use crate::brick::battle::{Departure, Forming, Measure, Order, Organise, Who, Whose};
use crate::brick::orders::vocabulary::Verb;
use crate::field::{SquadId, place_of};
use crate::post;

/// A squad's id from here on stands for a name among [`Said::pending`].
pub(super) const PENDING: u16 = 0x8000;

/// What was found in a post.
pub type Reading = post::Reading<Said>;
/// A post that counts.
pub type Accepted = post::Accepted<Said>;

/// One order, as far as a post alone can say what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    pub what: What,
    /// Names of squads that aren't there yet; `PENDING` and a place in this list stand for their ids.
    pub pending: Vec<String>,
}

/// What is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    Order(Order),
    /// To do nothing.
    Hold(Who),
    /// Not to move.
    Stay(Who),
    /// To forget what they were told in this round.
    Withdraw(Who),
    /// The players want to go.
    Leave(Departure),
}

impl What {
    /// Who is told it, if it is for one.
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

    /// Whether this verb says what is done.
    pub(super) fn is_done_by(&self, verb: Verb) -> bool {
        match self {
            What::Hold(_) | What::Stay(_) => verb == Verb::Hold,
            What::Order(Order::Move(..)) => matches!(verb, Verb::Move | Verb::Run | Verb::Sprint | Verb::Charge),
            What::Order(Order::Shoot(..)) => matches!(verb, Verb::Shoot | Verb::Throw | Verb::Attack),
            What::Order(Order::Melee(..)) => matches!(verb, Verb::Melee | Verb::Attack),
            _ => false,
        }
    }

    /// The same with other ids for squads.
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

    /// One order of a line that may name more squads which aren't there yet than this order does.
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

    /// The name of a squad that isn't there yet, by the id that stands for it.
    pub fn pending_name(&self, squad: SquadId) -> Option<&str> {
        self.pending.get(usize::from(squad.0.checked_sub(PENDING)?)).map(String::as_str)
    }
}

/// The squads that an order names, in the order in which it is written.
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
