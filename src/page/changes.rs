//! The differences between two states of a battle.

use std::fmt;

use crate::page::{Block, Document, Rich};

/// A line for each thing that changed: `before → after`.
pub(crate) struct Changes {
    pub(crate) lines: Vec<Rich>,
    end: &'static str,
}

impl Changes {
    /// No lines yet. Each line will end with `end`.
    pub(crate) fn ending(end: &'static str) -> Changes {
        Changes { lines: Vec::new(), end }
    }

    pub(crate) fn line(&mut self, words: fmt::Arguments<'_>) {
        self.lines.push(Rich::said(format_args!("{words}{}", self.end)));
    }

    /// Adds a line such as `Ann: B2 → B3`, if the values differ.
    pub(crate) fn changed<T: PartialEq>(
        &mut self,
        what: impl fmt::Display,
        was: T,
        is: T,
        write: impl Fn(&T, &mut fmt::Formatter<'_>) -> fmt::Result,
    ) {
        if was != is {
            let [was, is] = [&was, &is].map(|it| fmt::from_fn(|f| write(it, f)));
            self.line(format_args!("{what}{was} → {is}"));
        }
    }

    /// A document of all lines, or of `nothing` if there are none.
    pub(crate) fn document(mut self, nothing: &str) -> Document {
        if self.lines.is_empty() {
            self.lines.push(Rich::plain(nothing));
        }
        Document { blocks: self.lines.into_iter().map(Block::Line).collect() }
    }
}
