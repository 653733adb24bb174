//! What came of something at a table in the terminal.

use crate::diagnostic::join;
use crate::page::Owed;
use crate::referee::Table;

/// What came of something, to be shown.
pub(super) enum Shown {
    /// Lines for people.
    Said(String),
    /// A round was closed; which one, from 0.
    RoundClosed(usize),
}

/// Who owes orders, in a sentence.
pub(super) fn owed(table: &Table) -> String {
    let one = |it: &Owed| format!("{} ({})", it.who, join(&it.squads, "and"));
    let owed: Vec<String> = table.waited_for().iter().map(one).collect();
    match owed.is_empty() {
        true => "Everybody has orders.".to_owned(),
        false => format!("Orders are owed by {}.", join(&owed, "and")),
    }
}
