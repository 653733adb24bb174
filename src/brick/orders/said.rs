//! One order of a post, before all posts of the round are read together.

use crate::brick::battle::{Departure, Forming, Measure, Order, Organise, Who, Whose};
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
    /// To stay where they are and do nothing.
    Hold(Who),
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
            What::Order(Order::Brace(squad)) => Some(Who::Squad(*squad)),
            What::Order(
                Order::Reserve(who)
                | Order::Shoot(who, _)
                | Order::Melee(who, _)
                | Order::Move(who, _)
                | Order::Policy(Whose::One(who), _),
            )
            | What::Hold(who)
            | What::Withdraw(who) => Some(*who),
            What::Order(Order::Policy(Whose::Team(_), _) | Order::Measure(_)) | What::Leave(_) => None,
        }
    }

    /// The same with other ids for squads.
    pub(super) fn rebound(&self, resolve: &mut impl FnMut(SquadId) -> SquadId) -> What {
        match self {
            What::Order(order) => What::Order(rebound(order, resolve)),
            What::Hold(who) => What::Hold(whom(*who, resolve)),
            What::Withdraw(who) => What::Withdraw(whom(*who, resolve)),
            What::Leave(it) => What::Leave(*it),
        }
    }
}

impl Said {
    pub(super) fn of(what: What) -> Said {
        Said { what, pending: Vec::new() }
    }

    /// One order of a line that may name more squads which aren't there yet than this order does.
    pub(super) fn naming(what: What, pending: &[String]) -> Said {
        let mut named: Vec<String> = Vec::new();
        let what = what.rebound(&mut |squad| {
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

fn whom(who: Who, resolve: &mut impl FnMut(SquadId) -> SquadId) -> Who {
    match who {
        Who::Squad(it) => Who::Squad(resolve(it)),
        Who::Unit(_) => who,
    }
}

/// The same order with other ids of squads.
fn rebound(order: &Order, resolve: &mut impl FnMut(SquadId) -> SquadId) -> Order {
    match order.clone() {
        Order::Organise(it) => Order::Organise(organised(it, resolve)),
        Order::Brace(squad) => Order::Brace(resolve(squad)),
        Order::Reserve(who) => Order::Reserve(whom(who, resolve)),
        Order::Shoot(who, it) => Order::Shoot(whom(who, resolve), it),
        Order::Melee(who, it) => Order::Melee(whom(who, resolve), it),
        Order::Move(who, it) => Order::Move(whom(who, resolve), it),
        Order::Measure(it) => Order::Measure(Measure { by: whom(it.by, resolve), at: whom(it.at, resolve), ..it }),
        Order::Policy(Whose::One(who), it) => Order::Policy(Whose::One(whom(who, resolve)), it),
        Order::Policy(Whose::Team(team), it) => Order::Policy(Whose::Team(team), it),
    }
}

fn organised(order: Organise, resolve: &mut impl FnMut(SquadId) -> SquadId) -> Organise {
    match order {
        Organise::Leave { squad, units } => Organise::Leave { squad: resolve(squad), units },
        Organise::Split { squad, into } => {
            let squad = resolve(squad);
            Organise::Split {
                squad,
                into: into.into_iter().map(|it| Forming { squad: resolve(it.squad), ..it }).collect(),
            }
        }
        Organise::Form(it) => Organise::Form(Forming { squad: resolve(it.squad), ..it }),
        Organise::Join { who, to } => Organise::Join { who: whom(who, resolve), to: resolve(to) },
        Organise::Replate { squad, plate } => Organise::Replate { squad: resolve(squad), plate },
        Organise::Arrange { squad, places } => Organise::Arrange { squad: resolve(squad), places },
        Organise::Standard { squad, standard } => Organise::Standard { squad: resolve(squad), standard },
    }
}
