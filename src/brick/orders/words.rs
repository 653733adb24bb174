//! The words of an order line, each with its place in the post.

use std::ops::Range;

use crate::diagnostic::is_unseen;
use crate::post::fold::{fold, is_accent, is_apostrophe, plain_mark};
use crate::post::words::covering;

/// What stands between two blanks, or a mark by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    /// Bytes of the post.
    pub span: Range<usize>,
    /// As names and keywords are compared.
    pub folded: String,
    /// Whether it stood in quotes: then it is a name and nothing else.
    pub is_quoted: bool,
}

/// Marks that are words of their own.
const MARKS: [char; 5] = [',', ':', ';', '@', '|'];

/// A text as names are compared: lower case, without accents, punctuation as blanks, one blank between two words.
pub(crate) fn folded(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            it if it.is_alphanumeric() => fold(it, &mut folded),
            it if is_apostrophe(it) || is_accent(it) || is_unseen(it) || it == '.' => (),
            _ => folded.push(' '),
        }
    }
    folded.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The words of a part of a post, but for what is hidden: marks, and what they strike, quote or veil.
pub(super) fn words(text: &str, part: Range<usize>, hidden: &[Range<usize>]) -> Vec<Word> {
    let mut words = Vec::new();
    let mut at = part.start;
    while let Some(rest) = text.get(at..part.end).filter(|it| !it.is_empty()) {
        if let Some(over) = covering(hidden, at) {
            at = over.end;
            continue;
        }
        let next =
            hidden.get(hidden.partition_point(|it| it.start <= at)).map_or(part.end, |it| it.start.min(part.end));
        let rest = rest.get(..next - at).unwrap_or(rest);
        let Some(letter) = rest.chars().next() else { break };
        if letter.is_whitespace() || is_unseen(letter) || matches!(letter, '*' | '_' | '`') {
            at += letter.len_utf8();
        } else if MARKS.contains(&plain_mark(letter)) {
            let end = at + letter.len_utf8();
            words.push(Word { span: at..end, folded: plain_mark(letter).to_string(), is_quoted: false });
            at = end;
        } else if let Some(length) = quoted(rest) {
            let folded = folded(&rest[..length]);
            words.push(Word { span: at..at + length, folded, is_quoted: true });
            at += length;
        } else {
            let ends = |it: char| it.is_whitespace() || MARKS.contains(&plain_mark(it));
            let length = rest.find(ends).unwrap_or(rest.len());
            let bare = rest[..length].trim_end_matches(['.', '!', '?', '*', '_', '`', ')']);
            let folded = folded(bare);
            if !folded.is_empty() {
                words.push(Word { span: at..at + bare.len(), folded, is_quoted: false });
            }
            at += length;
        }
    }
    words
}

/// The length of a text in quotes that the rest of a line begins with.
fn quoted(rest: &str) -> Option<usize> {
    let open = rest.chars().next()?;
    let close = match open {
        '"' => '"',
        '“' | '„' => '”',
        '«' => '»',
        _ => return None,
    };
    let inner = &rest[open.len_utf8()..];
    let end = inner.find(close)?;
    (0 < end).then_some(open.len_utf8() + end + close.len_utf8())
}
