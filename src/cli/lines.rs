//! Reads lines that somebody types, with editing, history and completion. Lines from a pipe are read as they are.

use std::collections::BTreeSet;
use std::io::{self, BufRead as _, IsTerminal as _};
use std::path::Path;

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use crate::cli::Trouble;

/// The result of waiting for a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Line {
    Typed(String),
    /// Ctrl-C: the typed text is dropped.
    Cleared,
    /// The end of the input.
    End,
}

/// The source of lines.
pub(super) enum Lines {
    Typed(Box<Editor<Words, DefaultHistory>>),
    Piped,
}

impl Lines {
    /// Standard input, with editing if somebody types there.
    pub(super) fn open() -> Lines {
        let config = Config::builder().completion_type(CompletionType::List).build();
        let editor = io::stdin().is_terminal().then(|| Editor::with_config(config)).and_then(Result::ok);
        editor.map_or(Lines::Piped, |it| Lines::Typed(Box::new(it)))
    }

    /// Reads the next line. `words` returns what it may be completed with.
    pub(super) fn next(&mut self, prompt: &str, words: impl FnOnce() -> Words) -> Result<Line, Trouble> {
        let trouble = |it| Trouble::reading(Path::new("standard input"), it);
        match self {
            Lines::Typed(editor) => {
                editor.set_helper(Some(words()));
                match editor.readline(prompt) {
                    Ok(line) => {
                        // History is a convenience, so errors don't matter.
                        let _ = editor.add_history_entry(&line);
                        Ok(Line::Typed(line))
                    }
                    Err(ReadlineError::Interrupted) => Ok(Line::Cleared),
                    Err(ReadlineError::Eof) => Ok(Line::End),
                    Err(ReadlineError::Io(why)) => Err(trouble(why)),
                    Err(why) => Err(trouble(io::Error::other(why))),
                }
            }
            Lines::Piped => {
                let mut bytes = Vec::new();
                let read = io::stdin().lock().read_until(b'\n', &mut bytes).map_err(trouble)?;
                match read {
                    0 => Ok(Line::End),
                    _ => Ok(Line::Typed(String::from_utf8_lossy(&bytes).into_owned())),
                }
            }
        }
    }
}

/// What a line may be completed with.
#[derive(Default)]
pub(super) struct Words {
    /// Names and commands.
    pub(super) names: Vec<String>,
    /// For each squad that may be ordered, the phrases of its orders.
    pub(super) phrases: Vec<(String, Vec<String>)>,
}

impl Words {
    /// Where the completed part of a typed text begins, and its completions. The part is the longest end of the text
    /// that begins a name or a phrase. If the text names a squad, only that squad's phrases count.
    fn completions(&self, typed: &str) -> (usize, Vec<String>) {
        let breaks = typed.char_indices().filter(|it| it.1.is_whitespace() || matches!(it.1, ':' | ';' | '!' | '@'));
        let starts = std::iter::once(0).chain(breaks.map(|(at, it)| at + it.len_utf8()));
        let named = typed.rsplit_once(':').map(|(before, _)| before.trim_start_matches('!').trim().to_lowercase());
        let is_meant = |squad: &str| named.as_ref().is_none_or(|it| it.lines().any(|it| it == squad.to_lowercase()));
        let phrases = self.phrases.iter().filter(|it| is_meant(&it.0)).flat_map(|it| &it.1);
        let all: BTreeSet<&String> = self.names.iter().chain(phrases).collect();
        let fitting = |start: usize| -> Vec<String> {
            let begun = typed[start..].to_lowercase();
            let is_it = |it: &&&String| !begun.trim().is_empty() && it.to_lowercase().starts_with(&begun);
            all.iter().filter(is_it).map(|it| (*it).clone()).collect()
        };
        let mut found = starts.map(|it| (it, fitting(it)));
        found.find(|it| !it.1.is_empty()).unwrap_or((typed.len(), Vec::new()))
    }
}

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(self.completions(line.get(..at).unwrap_or_default()))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_end_that_something_begins_with_is_completed() {
        let words = |all: &[&str]| all.iter().map(|it| (*it).to_owned()).collect::<Vec<String>>();
        let words = Words {
            names: words(&["Alpha", "First Draft", "Draft Horses", "/resolve"]),
            phrases: vec![
                ("Alpha".to_owned(), words(&["shoot", "use \"Steady Aim\" on"])),
                ("Bravo".to_owned(), words(&["shoot", "use \"Rally\" on"])),
            ],
        };
        for (typed, from, with) in [
            ("al", 0, vec!["Alpha"]),
            ("!al", 1, vec!["Alpha"]),
            ("Alpha: sh", 7, vec!["shoot"]),
            ("Alpha: shoot first dr", 13, vec!["First Draft"]),
            ("Alpha: shoot dr", 13, vec!["Draft Horses"]),
            ("/re", 0, vec!["/resolve"]),
            ("Bravo: use", 7, vec!["use \"Rally\" on"]),
            ("Alpha: ", 7, vec![]),
            ("é: x", 5, vec![]),
        ] {
            assert_eq!(words.completions(typed), (from, with.into_iter().map(str::to_owned).collect()), "{typed}");
        }
    }
}
