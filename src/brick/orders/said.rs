//! One order of a post, before all posts of the round are read together.

use crate::brick::battle::{Departure, Order, Who};
use crate::field::SquadId;
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
    /// The players want to go.
    Leave(Departure),
}

impl Said {
    pub(super) fn of(what: What) -> Said {
        Said { what, pending: Vec::new() }
    }

    /// The name of a squad that isn't there yet, by the id that stands for it.
    pub fn pending_name(&self, squad: SquadId) -> Option<&str> {
        self.pending.get(usize::from(squad.0.checked_sub(PENDING)?)).map(String::as_str)
    }
}
