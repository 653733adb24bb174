//! Rows of cells that can be understood without their heads.

use crate::page::Rich;

/// A table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// What stands above each column.
    pub head: &'static [&'static str],
    // Row after row.
    cells: Vec<Rich>,
}

impl Table {
    /// No rows yet.
    pub(crate) fn new(head: &'static [&'static str]) -> Table {
        Table { head, cells: Vec::new() }
    }

    /// Adds the next cell, a whole row of them before the next row.
    pub(crate) fn cell(&mut self, write: impl FnOnce(&mut Rich)) {
        self.cells.push(Rich::written(write));
    }

    /// Each row's cells.
    pub fn rows(&self) -> impl Iterator<Item = &[Rich]> {
        self.cells.chunks(self.head.len())
    }
}
