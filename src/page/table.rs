//! Rows of cells that can be understood without their heads.

use crate::page::{Place, Rich, Words};

/// A table. The words of all its cells stand in one text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// What stands above each column.
    pub head: &'static [&'static str],
    words: Rich,
    // Where each cell ends, row after row.
    ends: Vec<Place>,
}

impl Table {
    /// No rows yet, and room for some.
    pub(crate) fn new(head: &'static [&'static str], rows: usize) -> Table {
        Table { head, words: Rich::with_room(48 * rows, rows), ends: Vec::with_capacity(rows * head.len()) }
    }

    /// Adds the next cell, a whole row of them before the next row.
    pub(crate) fn cell(&mut self, write: impl FnOnce(&mut Rich)) {
        write(&mut self.words);
        self.ends.push(self.words.end());
    }

    /// Each row's cells.
    pub fn rows(&self) -> impl Iterator<Item = impl Iterator<Item = Words<'_>>> {
        let mut row_start = Place::default();
        self.ends.chunks(self.head.len()).map(move |row| {
            let mut start = row_start;
            row_start = row.last().map_or(start, |it| *it);
            row.iter().map(move |end| self.words.part(std::mem::replace(&mut start, *end), *end))
        })
    }
}
