//! A message with a place, a rule and a remedy, for orders and scenario files alike.

use std::fmt;
use std::ops::Range;

/// A rule that code, reports and tests can cite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    pub id: &'static str,
    /// The rule in one line, for a player who asks.
    pub gist: &'static str,
}

impl Rule {
    /// The rules of a page for players, in its order. Each is a line, `- **ID** gist`.
    pub fn all_of(page: &'static str) -> Vec<Rule> {
        let rules = page.lines().filter_map(|it| it.strip_prefix("- **")?.split_once("** "));
        rules.map(|(id, gist)| Rule { id, gist }).collect()
    }
}

/// A message about one place in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub severity: Severity,
    /// Bytes of the whole text that it is about. Both ends are character boundaries.
    pub span: Range<usize>,
    /// What is wrong, in the reader's words, without a full stop.
    pub message: String,
    /// The id of the rule that it is based on.
    pub rule: Option<&'static str>,
    /// What would be right, as a sentence.
    pub help: Option<String>,
    /// The orders that may be meant, one for each line of a post. They can be posted as they are.
    pub meant: Vec<String>,
}

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Nothing is wrong, but the reader may want to know.
    Hint,
    /// It was accepted, but may not do what was meant.
    Warning,
    /// It was not accepted.
    Error,
}

impl Diagnostic {
    pub fn error(span: Range<usize>, message: impl Into<String>) -> Diagnostic {
        let message = message.into();
        Diagnostic { severity: Severity::Error, span, message, rule: None, help: None, meant: Vec::new() }
    }

    pub fn warning(span: Range<usize>, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(span, message) }
    }

    pub fn hint(span: Range<usize>, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Hint, ..Diagnostic::error(span, message) }
    }

    #[must_use]
    pub fn by_rule(self, rule: &'static str) -> Diagnostic {
        Diagnostic { rule: Some(rule), ..self }
    }

    #[must_use]
    pub fn with_help(self, help: impl Into<String>) -> Diagnostic {
        Diagnostic { help: Some(help.into()).filter(|it| !it.is_empty()), ..self }
    }

    /// The line it is about, from 1, and the column of its first letter, from 1.
    pub fn place(&self, text: &str) -> (usize, usize) {
        let before = &text[..self.span.start];
        let line_start = before.rfind('\n').map_or(0, |it| it + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }

    /// The line that it is about with the words marked, and the message under them.
    pub fn under(&self, text: &str) -> String {
        self.under_excerpt(text, usize::MAX, |it| it)
    }

    /// [`under`](Diagnostic::under) with each letter replaced by `shown` of it. A line of more than `letters_max`
    /// letters is cut to the part around the words.
    pub(crate) fn under_excerpt(&self, text: &str, letters_max: usize, shown: impl Fn(char) -> char) -> String {
        const LETTERS_BEFORE: usize = 20;
        let (number, column) = self.place(text);
        let line = text.lines().nth(number - 1).unwrap_or_default();
        let marked = text.get(self.span.clone()).and_then(|it| it.lines().next()).unwrap_or_default().chars().count();
        let before = column - 1;
        let skipped = if line.chars().count() <= letters_max { 0 } else { before.saturating_sub(LETTERS_BEFORE) };
        let cut = if skipped == 0 { "" } else { "…" };
        let excerpt: String = line.chars().skip(skipped).take(letters_max).map(shown).collect();
        let end = letters_max.saturating_add(skipped);
        let more = if line.chars().nth(end).is_some() { "…" } else { "" };
        let head = format!("line {number}: {cut}");
        let indent = head.chars().count() + before - skipped;
        let length = marked.min(end.saturating_sub(before)).max(1);
        format!("{head}{excerpt}{more}\n{:indent$}{} {self}", "", "^".repeat(length))
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.message)?;
        if let Some(rule) = self.rule {
            write!(f, " ({rule})")?;
        }
        f.write_str(".")?;
        if let Some(help) = &self.help {
            write!(f, " {help}")?;
        }
        Ok(())
    }
}

/// Declares sentences, one in each row: a name and parameters, the severity, the rule that it is based on, what is
/// wrong, and behind `=>` what would be right. Each becomes a function from a place and the arguments to a
/// [`Diagnostic`].
macro_rules! sentences {
    ($($(#[$doc:meta])* $name:ident($($arg:ident: $type:ty),*) $kind:ident $($rule:literal)?:
        $text:literal $(, $value:expr)* $(=> $help:literal $(, $filling:expr)*)?;)*) => { $(
        $(#[$doc])*
        pub(crate) fn $name(span: std::ops::Range<usize>, $($arg: $type),*) -> $crate::diagnostic::Diagnostic {
            $crate::diagnostic::Diagnostic::$kind(span, format!($text $(, $value)*))
                $(.by_rule($rule))? $(.with_help(format!($help $(, $filling)*)))?
        }
    )* };
}
pub(crate) use sentences;

/// `"a"`, `"a" or "b"`, `"a", "b" or "c"`.
pub fn one_of(names: &[impl AsRef<str>]) -> String {
    let quoted: Vec<String> = names.iter().map(|it| format!("\"{}\"", it.as_ref())).collect();
    join(&quoted, "or")
}

/// `a`, `a and b`, `a, b and c`: `word` stands before the last.
pub fn join(items: &[impl AsRef<str>], word: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [most @ .., last] => {
            let most: Vec<&str> = most.iter().map(AsRef::as_ref).collect();
            format!("{} {word} {}", most.join(", "), last.as_ref())
        }
    }
}

/// The message that somebody doesn't hold something, and a sentence with what he does hold: `Ann has no knife`, `In
/// hand: bow.`
pub fn not_in_hand(who: &str, what: &str, held: &[impl AsRef<str>]) -> (String, String) {
    let instead = match held {
        [] => format!("{who} has nothing in hand."),
        held => format!("In hand: {}.", join(held, "and")),
    };
    (format!("{who} has no {what}"), instead)
}

/// The text before item `n` of a list with this many items.
pub fn joint(n: usize, items: usize) -> &'static str {
    match n {
        0 => "",
        _ if n + 1 == items => " and ",
        _ => ", ",
    }
}

/// Whether a letter is invisible, or changes the direction of reading.
pub fn is_unseen(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// The possessive of a name: `bob's`, `the apprentices'`.
pub fn possessive(name: &str) -> String {
    if name.ends_with('s') { format!("{name}'") } else { format!("{name}'s") }
}

/// The words with a capital at the beginning.
pub fn capitalised(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map(|it| it.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// `1 tile`, `2 tiles`.
pub fn count(n: impl Into<u64>, one: &str, many: &str) -> String {
    let n = n.into();
    format!("{n} {}", if n == 1 { one } else { many })
}

/// At most three names that are similar to `word`, the most similar first.
pub fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let scored = names.into_iter().map(|name| (likeness(word, name), name));
    let mut scored: Vec<(f64, &str)> = scored.filter(|it| 0.5 <= it.0).collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    scored.dedup_by(|a, b| a.1 == b.1);
    scored.into_iter().map(|it| it.1).take(3).collect()
}

/// How similar a word and a name are, from 0 to 1. A single word of the name counts nearly as much as the whole.
pub fn likeness(word: &str, name: &str) -> f64 {
    let (word, name) = (word.to_lowercase(), name.to_lowercase());
    let parts = name.split_whitespace().map(|part| likeness_whole(&word, part) * 0.95);
    parts.fold(likeness_whole(&word, &name), f64::max)
}

/// A set of the letters in a word, as bits.
pub fn letters_in(word: &str) -> u32 {
    word.bytes().fold(0, |all, it| all | 1 << (it & 31))
}

/// How similar two words are, or 0 if that is less than half.
fn likeness_whole(word: &str, name: &str) -> f64 {
    let (ours, theirs) = (letters_in(word), letters_in(name));
    // Each letter that only one of them has needs a change.
    let changes = (ours & !theirs).count_ones().max((theirs & !ours).count_ones()) as usize;
    let is_far = word.is_ascii() && name.is_ascii() && word.len().max(name.len()) < 2 * changes;
    let longest = word.chars().count().max(name.chars().count()).max(1);
    if is_far { 0.0 } else { 1.0 - strsim::osa_distance(word, name) as f64 / longest as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_stand_under_the_words_after_letters_of_several_bytes() {
        let text = "Some fiction.\nÉlan🚀: use Rally\n";
        let at = text.find("Rally").expect("the word");
        let shown = Diagnostic::error(at..at + 5, "Rally costs 2 CP and you have 1").by_rule("C-2").under(text);
        let expected = "line 2: Élan🚀: use Rally\n                   ^^^^^ Rally costs 2 CP and you have 1 (C-2).";
        assert_eq!(shown, expected);
    }

    #[test]
    fn a_place_at_the_very_end_of_a_text_can_be_shown() {
        let shown = Diagnostic::error(0..0, "the file is empty").under("");
        assert_eq!(shown, "line 1: \n        ^ the file is empty.");
    }

    #[test]
    fn the_nearest_names_come_first() {
        assert_eq!(nearest("Alfa", ["Bravo", "Alpha", "Carbine team"]), ["Alpha"]);
        assert_eq!(nearest("carbin", ["Bravo", "Alpha", "Carbine team"]), ["Carbine team"]);
        assert!(nearest("xyz", ["Bravo", "Alpha"]).is_empty());
    }

    #[test]
    fn lists_read_as_sentences_do() {
        assert_eq!(one_of(&["a", "b", "c"]), r#""a", "b" or "c""#);
        assert_eq!(join(&["a", "b"], "and"), "a and b");
        assert_eq!(count(1_u64, "tile", "tiles"), "1 tile");
    }
}
