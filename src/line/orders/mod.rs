//! Posts → orders: the language, the names, and what is said about both.
//!
//! A post is text. [`read`] finds its order lines, understands them and binds them to a battle ([`Reading`]); once the
//! post has been accepted its orders have a place in the round ([`Accepted`]); [`collect`] folds all posts of a round
//! into [`Orders`](crate::line::battle::Orders).

pub mod absence;
mod bind;
mod clause;
mod collect;
pub mod edit;
mod few;
mod formation;
mod keywords;
mod lines;
mod names;
mod parse;
mod question;
mod route;
pub mod say;
#[cfg(test)]
mod tests;
mod verbs;
mod words;

pub use collect::{Collected, InForce, Note, collect};
pub use names::Names;
pub use question::{nerve_of, read_for_anybody};

use std::cell::Cell;
use std::ops::Range;

use serde::Serialize;

use crate::field::{SquadId, UnitId};
use crate::line::battle::{Abandon, AbilityUse, Battle, Departure, Fight, Fire, HeroMove, Movement, Ranging};
use crate::post;
use crate::post::{LETTERS_MAX, Language, ORDERS_MAX, Poster};

use clause::Context;
use words::Words;

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

/// Reads a post. Whatever it holds, this ends soon and never fails.
pub fn read(text: &str, names: &Names, battle: &Battle, poster: Poster, language: &Language) -> Reading {
    let (read, unread) = within_limit(text);
    let lines = lines::find(read, &language.prefix);
    let mut words = Words::with_room();
    let suggestions = Cell::new(SUGGESTIONS_MAX);
    let mut reading =
        Reading { given: Vec::with_capacity(2 * lines.orders.len().min(ORDERS_MAX)), ..Reading::default() };

    for line in &lines.orders {
        words.read(read, line.clone(), &lines.hidden);
        let context = Context { text: read, names, battle, poster, words: &words, suggestions: &suggestions };
        parse::line(&context, line.clone(), &mut reading);
        if reading.is_overfull() {
            reading.given.truncate(ORDERS_MAX);
            reading.diagnostics.push(say::too_many_orders(line.clone()));
            break;
        }
    }
    let promising = lines.plain.iter().filter(|it| parse::begins_like_an_order(read.get((*it).clone())));
    for line in promising.take(HINTS_MAX) {
        words.read(read, line.clone(), &lines.hidden);
        let context = Context { text: read, names, battle, poster, words: &words, suggestions: &suggestions };
        if parse::reads_like_an_order(&context, line.clone()) {
            reading.diagnostics.push(say::missing_prefix(line.clone(), &language.prefix));
        }
    }
    if let Some(fence) = lines.unclosed.filter(|it| it.is_orders || holds_prefix(read, it.span.end, language)) {
        reading.diagnostics.push(say::unclosed_fence(fence.span, fence.is_orders));
    }
    if !unread.is_empty() && (!reading.given.is_empty() || holds_prefix(text, unread.start, language)) {
        reading.diagnostics.push(say::post_too_long(unread));
    }
    reading.diagnostics.sort_by_key(|it| it.span.start);
    reading
}

/// Names are only suggested for this many unknown ones of a post: looking for likeness takes time.
const SUGGESTIONS_MAX: u8 = 5;

/// Lines of fiction that are looked at for orders that lack their prefix.
const HINTS_MAX: usize = 8;

/// The part of a post that is read, and the bytes of the first letter that isn't.
fn within_limit(text: &str) -> (&str, Range<usize>) {
    // A letter is a byte at least.
    if text.len() <= LETTERS_MAX {
        return (text, 0..0);
    }
    match text.char_indices().nth(LETTERS_MAX) {
        Some((end, letter)) => (text.get(..end).unwrap_or_default(), end..end + letter.len_utf8()),
        None => (text, 0..0),
    }
}

/// Whether a line behind this place begins with the prefix.
fn holds_prefix(text: &str, from: usize, language: &Language) -> bool {
    let rest = text.get(from..).unwrap_or_default();
    rest.split('\n').skip(1).any(|it| it.trim_start().starts_with(&language.prefix))
}
