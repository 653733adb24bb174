//! What was found in a post, and when each of its orders was accepted. `O` is what a game calls an order.

use std::ops::Range;

use crate::diagnostic::{Diagnostic, Severity};
use crate::post::{ORDERS_MAX, Poster};

/// What a post says: the orders that were understood, and all there is to say about the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading<O> {
    pub given: Vec<Given<O>>,
    /// In the order of their places.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether a part of it says that it is no order: a negation, a condition, a question; or all of it says two things.
    /// Nothing is made of it.
    pub says_no: bool,
}

/// An order and where it stands in the post.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given<O> {
    /// Bytes of the post.
    pub span: Range<usize>,
    pub order: O,
    /// What alone isn't to be done, of an order to hold that says no more than that.
    pub denies: Option<Denied>,
}

/// What an order to hold says isn't to be done, if it says no more than that: it takes back no more of an earlier post.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Denied {
    Fire,
    Moves,
}

/// A post that counts, with the place of each of its orders in the round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted<O> {
    pub poster: Poster,
    pub orders: Vec<Numbered<O>>,
    /// What there was to say when it was read.
    pub diagnostics: Vec<Diagnostic>,
}

/// An order and when it was accepted: orders with lower numbers come first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbered<O> {
    pub number: u64,
    pub given: Given<O>,
}

impl<O> Default for Reading<O> {
    fn default() -> Reading<O> {
        Reading { given: Vec::new(), diagnostics: Vec::new(), says_no: false }
    }
}

impl<O> Reading<O> {
    /// The orders alone.
    pub fn orders(&self) -> impl Iterator<Item = &O> {
        self.given.iter().map(|it| &it.order)
    }

    /// Whether there are orders, and all of it was understood.
    pub fn is_whole(&self) -> bool {
        !self.given.is_empty() && !self.has_errors(0)
    }

    /// Takes out the orders that stand here.
    pub fn taken_back(&mut self, here: &Range<usize>) -> Reading<O> {
        let (gone, given) = std::mem::take(&mut self.given).into_iter().partition(|it| here.contains(&it.span.start));
        self.given = given;
        Reading { given: gone, ..Reading::default() }
    }

    /// Takes off what was read since there were so many orders and diagnostics.
    pub fn split_off(&mut self, (given, diagnostics): (usize, usize)) -> Reading<O> {
        let (given, diagnostics) = (self.given.split_off(given), self.diagnostics.split_off(diagnostics));
        Reading { given, diagnostics, says_no: std::mem::take(&mut self.says_no) }
    }

    /// Puts what was read behind what was read before.
    pub fn append(&mut self, mut more: Reading<O>) {
        self.given.append(&mut more.given);
        self.diagnostics.append(&mut more.diagnostics);
        self.says_no |= more.says_no;
    }

    /// Whether something was refused, from this diagnostic on.
    pub fn has_errors(&self, from: usize) -> bool {
        let said = self.diagnostics.get(from..).unwrap_or_default();
        said.iter().any(|it| it.severity == Severity::Error)
    }

    /// Where the first of what was refused stands.
    pub fn first_error(&self) -> Option<usize> {
        self.diagnostics.iter().filter(|it| it.severity == Severity::Error).map(|it| it.span.start).min()
    }

    /// Whether more was read than one post may hold.
    pub fn is_overfull(&self) -> bool {
        ORDERS_MAX < self.given.len() + self.diagnostics.len()
    }
}

/// An order among others of its post.
pub trait LastWord: PartialEq {
    /// Whether it matters which of two orders is said last: one takes the place of the other, takes it back, or is paid for first.
    fn bears_on(&self, other: &Self) -> bool;
}

impl<O: LastWord> Accepted<O> {
    /// A post that is accepted now.
    pub fn new(poster: Poster, reading: Reading<O>, now: u64) -> Accepted<O> {
        let orders = reading.given.into_iter().map(|given| Numbered { number: now, given }).collect();
        Accepted { poster, orders, diagnostics: reading.diagnostics }
    }

    /// **Q-A3** The same post after an edit: orders that it held before keep their place, the others come now. The last word of
    /// a post is the one that stands last, so an order comes no sooner than one further up on which it bears.
    #[must_use]
    pub fn carry_over(&self, new: Reading<O>, now: u64) -> Accepted<O> {
        let mut old: Vec<&Numbered<O>> = self.orders.iter().collect();
        let mut orders: Vec<Numbered<O>> = Vec::new();
        for given in new.given {
            let same = old.iter().position(|it| it.given.order == given.order);
            let kept = same.map_or(now, |at| old.remove(at).number);
            let above = orders.iter().filter(|it| given.order.bears_on(&it.given.order));
            let number = above.map(|it| it.number).fold(kept, u64::max);
            orders.push(Numbered { number, given });
        }
        Accepted { poster: self.poster, orders, diagnostics: new.diagnostics }
    }
}

/// Where an order stands: which post, and which of its orders, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Placed {
    pub post: usize,
    pub order: usize,
}
