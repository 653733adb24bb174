//! Printing results of a table in the terminal.

use std::io::{self, IsTerminal as _};

use crate::cli::{Trouble, print};
use crate::diagnostic::join;
use crate::page::Owed;
use crate::referee::Table;

/// Prints text for people. On a screen, lines break between words.
pub(super) fn tell(text: &str) -> Result<(), Trouble> {
    let width = io::stdout().is_terminal().then(terminal_size::terminal_size).flatten();
    match width {
        Some((columns, _)) => print(&wrapped(text, columns.0.into())),
        None => print(text),
    }
}

/// Breaks long lines between words, with the indent of the first part. A line with marks below it isn't broken, because
/// the marks would point elsewhere; nor is a line without words, such as a row of a map.
fn wrapped(text: &str, columns: usize) -> String {
    const NARROW: usize = 20;
    let mut out = String::new();
    let mut lines = text.split_inclusive('\n').peekable();
    while let Some(line) = lines.next() {
        let has_marks = lines.peek().is_some_and(|it| it.trim_start().starts_with('^'));
        let has_words = line.split_whitespace().any(|it| 3 < it.chars().count());
        if columns < NARROW || has_marks || !has_words || line.trim_end().chars().count() <= columns {
            out += line;
            continue;
        }
        let indent: String = line.chars().take_while(|it| *it == ' ').take(columns / 2).collect();
        let mut used = 0;
        for (n, word) in line.trim().split(' ').enumerate() {
            let letters = word.chars().count();
            if n == 0 || columns < used + 1 + letters {
                out += if n == 0 { "" } else { "\n" };
                out += &indent;
                used = indent.len();
            } else {
                out.push(' ');
                used += 1;
            }
            out += word;
            used += letters;
        }
        out += if line.ends_with('\n') { "\n" } else { "" };
    }
    out
}

/// A result to show.
pub(super) enum Output {
    /// Lines for people.
    Text(String),
    /// A round was closed. Holds its index.
    RoundClosed(usize),
}

/// A sentence that says who owes orders.
pub(super) fn owed(table: &Table) -> String {
    let one = |it: &Owed| format!("{} ({})", it.who, join(&it.squads, "and"));
    let owed: Vec<String> = table.waited_for().iter().map(one).collect();
    match owed.is_empty() {
        true => "Everybody has orders.".to_owned(),
        false => format!("Orders are owed by {}.", join(&owed, "and")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_break_between_words_and_marks_keep_their_place() {
        let text = "  Alpha fires on First Draft and on all the others.\nshort\n❌ !Alpha: dance with everybody here\n         ^^^^^\n. . . . . . . . . . . . . . . . . . . . .\n";
        let expected = "  Alpha fires on First\n  Draft and on all the\n  others.\nshort\n❌ !Alpha: dance with everybody here\n         ^^^^^\n. . . . . . . . . . . . . . . . . . . . .\n";
        assert_eq!(wrapped(text, 24), expected);
        assert_eq!(wrapped(text, 100), text);
    }
}
