//! Words of a line, arranged by tables: names that would mean something else, words that stand for one together, and those
//! that add nothing.

use std::ops::Range;

use crate::post::fold::is_apostrophe;
use crate::post::words::Gap;

use super::keywords::{Keyword, Never, lexicon};
use super::{Kind, Names, Words};

/// Reads a line into words and arranges them. Says whether a name was found that could be read as something else.
pub(super) fn line(words: &mut Words, text: &str, line: Range<usize>, hidden: &[Range<usize>], names: &Names) -> bool {
    words.read(text, line, hidden, lexicon());
    let has_names = merge_names(words, names);
    arrange(words, names);
    has_names
}

/// The same, but that no word is kept for a name.
pub(super) fn line_without_names(
    words: &mut Words,
    text: &str,
    line: Range<usize>,
    hidden: &[Range<usize>],
    names: &Names,
) {
    words.read(text, line, hidden, lexicon());
    arrange(words, names);
}

/// Arranges words that were read and changed.
pub(super) fn again(words: &mut Words, names: &Names) {
    merge_names(words, names);
    arrange(words, names);
}

// `Hammer & Tongs`, `Fire Team`, `Go, Go, Go!`: as exact as if they stood between quotes.
fn merge_names(words: &mut Words, names: &Names) -> bool {
    let tables = names.tables();
    if !tables.iter().any(|it| it.has_tricky()) {
        return false;
    }
    let mut has_names = false;
    let mut at = 0;
    while at < words.all().len() {
        let rest = words.all().get(at..).unwrap_or_default();
        let longest = tables.iter().filter_map(|it| it.tricky_at(words, rest)).max_by_key(|it| it.0);
        if let Some((length, name)) = longest {
            words.merge(at..at + length, Kind::Quoted, None, name);
            has_names = true;
        }
        at += 1;
    }
    has_names
}

fn arrange(words: &mut Words, names: &Names) {
    // A verb between quotes is a verb.
    for at in 0..words.all().len() {
        let Some(word) = words.all().get(at).filter(|it| it.kind == Kind::Quoted) else { continue };
        let folded = words.folded(word);
        let is_name = names.tables().iter().any(|it| it.full_names().any(|it| it == folded));
        let meaning = lexicon().meaning(folded).filter(|it| it.is_verb() && !is_name);
        if let Some(meaning) = meaning {
            let folded = folded.to_owned();
            words.merge(at..at + 1, Kind::Word, Some(meaning), &folded);
        }
    }
    merge_phrases(words, names);
    words.leave_out(|words, at| adds_nothing(words, at, names));
}

fn merge_phrases(words: &mut Words, names: &Names) {
    let mut at = 0;
    while let Some(first) = words.all().get(at) {
        if first.kind == Kind::Word {
            let found = lexicon().phrases_from(words.folded(first)).find(|it| stands_at(words, at, it.0));
            if let Some((phrase, meaning)) = found.filter(|it| !is_named(words, at, it.0, names)) {
                let length = phrase.split(' ').count();
                words.merge(at..at + length, Kind::Word, Some(meaning), phrase);
            }
        }
        at += 1;
    }
}

fn stands_at(words: &Words, at: usize, phrase: &str) -> bool {
    let rest = words.all().get(at..).unwrap_or_default();
    let parts_with = Gap::ENDS;
    phrase.split(' ').enumerate().all(|(n, part)| {
        rest.get(n).is_some_and(|it| {
            it.kind == Kind::Word
                && words.folded(it) == part
                && (n == 0 || !it.gap.has(parts_with) && !it.gap.has(Gap::OPEN))
        })
    })
}

// A name that holds all of it is meant by it.
fn is_named(words: &Words, at: usize, phrase: &str, names: &Names) -> bool {
    let length = phrase.split(' ').count();
    let rest = words.all().get(at..).unwrap_or_default();
    names.tables().iter().any(|table| {
        let found = table.find(words, rest);
        length <= found.words && found.matches.iter().any(|it| it.is_exact)
    })
}

fn adds_nothing(words: &Words, at: usize, names: &Names) -> bool {
    let Some(word) = words.all().get(at).filter(|it| it.kind == Kind::Word) else { return false };
    match word.meaning {
        Some(Keyword::Polite) => !names.has_word(words.folded(word)),
        Some(Keyword::Number) => leads_to_number(words, at),
        Some(Keyword::Never(Never::Negation)) => words.folded(word) == "no" && is_stopped_number(words, at),
        _ => false,
    }
}

// `Boyz no. 2`: without the stop it is a negation.
fn is_stopped_number(words: &Words, at: usize) -> bool {
    leads_to_number(words, at) && words.all().get(at + 1).is_some_and(|it| it.gap.has(Gap::STOP))
}

// `Boyz number 2`
fn leads_to_number(words: &Words, at: usize) -> bool {
    let next = words.all().get(at + 1);
    next.is_some_and(|it| words.folded(it).bytes().next().is_some_and(|it| it.is_ascii_digit()))
}

/// Whether a word was written as somebody's: `Marsh's`.
pub(super) fn is_possessive(written: &str) -> bool {
    written.strip_suffix('s').is_some_and(|it| it.ends_with(is_apostrophe))
        || written.ends_with("s'")
        || written.ends_with("s’")
}
