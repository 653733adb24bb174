//! The result of reading a post, and when each of its orders was accepted. `O` is the game's type of order.

use std::ops::Range;

use crate::diagnostic::{Diagnostic, Severity};
use crate::post::{ORDERS_MAX, Poster};

/// The orders of a post that were understood, and diagnostics about the rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading<O> {
    pub given: Vec<Given<O>>,
    /// In the order in which they stand in the post.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether a part of the post says that it is no order, with a negation, a condition or a question, or all of it
    /// has two readings. Its words aren't mended.
    pub says_no: bool,
}

/// An order and where it stands in the post.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given<O> {
    /// Bytes of the post.
    pub span: Range<usize>,
    pub order: O,
    /// The only thing that an order to hold rules out. `None` if it rules out everything, and for other orders.
    pub denies: Option<Denied>,
}

/// The only thing that an order to hold rules out. It takes back nothing else from earlier posts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Denied {
    Fire,
    Moves,
}

/// A post whose orders count, with the place of each order in the round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted<O> {
    pub poster: Poster,
    pub orders: Vec<Numbered<O>>,
    /// Diagnostics from when it was read.
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
    pub fn orders(&self) -> impl Iterator<Item = &O> {
        self.given.iter().map(|it| &it.order)
    }

    /// Whether there are orders, and nothing was refused.
    pub fn is_whole(&self) -> bool {
        !self.given.is_empty() && !self.has_errors(0)
    }

    /// Removes the orders that stand in this range, and returns them.
    pub fn taken_back(&mut self, here: &Range<usize>) -> Reading<O> {
        let (gone, given) = std::mem::take(&mut self.given).into_iter().partition(|it| here.contains(&it.span.start));
        self.given = given;
        Reading { given: gone, ..Reading::default() }
    }

    /// Removes and returns all orders and diagnostics after the first `given` and `diagnostics`.
    pub fn split_off(&mut self, (given, diagnostics): (usize, usize)) -> Reading<O> {
        let (given, diagnostics) = (self.given.split_off(given), self.diagnostics.split_off(diagnostics));
        Reading { given, diagnostics, says_no: std::mem::take(&mut self.says_no) }
    }

    /// Appends another reading.
    pub fn append(&mut self, mut more: Reading<O>) {
        self.given.append(&mut more.given);
        self.diagnostics.append(&mut more.diagnostics);
        self.says_no |= more.says_no;
    }

    /// Whether a diagnostic from this index on is an error.
    pub fn has_errors(&self, from: usize) -> bool {
        let said = self.diagnostics.get(from..).unwrap_or_default();
        said.iter().any(|it| it.severity == Severity::Error)
    }

    /// The place of the first error.
    pub fn first_error(&self) -> Option<usize> {
        self.diagnostics.iter().filter(|it| it.severity == Severity::Error).map(|it| it.span.start).min()
    }

    /// Whether there are more orders and diagnostics than one post may have orders.
    pub fn is_overfull(&self) -> bool {
        ORDERS_MAX < self.given.len() + self.diagnostics.len()
    }
}

/// An order whose place among others of its post may matter.
pub trait LastWord: PartialEq {
    /// Whether it matters which of two orders comes last: one replaces the other, takes it back, or is paid for first.
    fn conflicts_with(&self, other: &Self) -> bool;
}

impl<O: LastWord> Accepted<O> {
    /// A post that is accepted under the number `now`.
    pub fn new(poster: Poster, reading: Reading<O>, now: u64) -> Accepted<O> {
        let orders = reading.given.into_iter().map(|given| Numbered { number: now, given }).collect();
        Accepted { poster, orders, diagnostics: reading.diagnostics }
    }

    /// **Q-A3** The post after an edit. Orders that it already held keep their number, and new ones get `now`. The last
    /// word in a post counts, so an order never gets a lower number than one above it that it bears on.
    #[must_use]
    pub fn carry_over(&self, new: Reading<O>, now: u64) -> Accepted<O> {
        let mut old: Vec<&Numbered<O>> = self.orders.iter().collect();
        let mut orders: Vec<Numbered<O>> = Vec::new();
        for given in new.given {
            let same = old.iter().position(|it| it.given.order == given.order);
            let kept = same.map_or(now, |at| old.remove(at).number);
            let above = orders.iter().filter(|it| given.order.conflicts_with(&it.given.order));
            let number = above.map(|it| it.number).fold(kept, u64::max);
            orders.push(Numbered { number, given });
        }
        Accepted { poster: self.poster, orders, diagnostics: new.diagnostics }
    }
}

/// The place of an order: the index of its post, and its index in that post.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Placed {
    pub post: usize,
    pub order: usize,
}
