//! Words of a line, arranged by tables: names that would mean something else, words that stand for one together, and those
//! that add nothing.

use std::ops::Range;

use crate::post::fold::is_apostrophe;
use crate::post::names::initial;
use crate::post::numbers::value;
use crate::post::words::Gap;

use super::keywords::{Keyword, Never, OWN, lexicon};
use super::route::looks_like_a_tile;
use super::{Kind, Names, Word, Words};

/// Reads a line into words and arranges them. Says whether a name was found that could be read as something else.
pub(super) fn line(words: &mut Words, text: &str, line: Range<usize>, hidden: &[Range<usize>], names: &Names) -> bool {
    words.read(text, line, hidden, lexicon());
    tell_contractions(words, text);
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
    let begins = tables.iter().fold(0, |all, it| all | it.tricky_begins());
    let mut has_names = false;
    let mut at = 0;
    while let Some(rest @ [first, ..]) = words.all().get(at..) {
        if begins & initial(words.folded(first)) == 0 {
            at += 1;
            continue;
        }
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
    for at in 0..words.all().len() {
        if words.all()[at].kind == Kind::Semicolon && is_how_to_stand(words, at + 1) {
            words.merge(at..at + 1, Kind::Comma, None, "");
        }
    }
    for at in 0..words.all().len() {
        if let [from, tile, verb, ..] = words.all().get(at..).unwrap_or_default()
            && matches!(from.meaning, Some(Keyword::From | Keyword::Via))
            && looks_like_a_tile(words.folded(tile))
            && verb.meaning == Some(Keyword::Move)
        {
            words.move_before(at, at + 2..at + 3);
        }
    }
    let may_add_nothing =
        |it: &Word| matches!(it.meaning, Some(Keyword::Polite | Keyword::Number | Keyword::Never(Never::Negation)));
    if words.all().iter().any(may_add_nothing) {
        words.leave_out(|words, at| adds_nothing(words, at, names));
    }
}

// `we're` has the letters of `were`.
fn tell_contractions(words: &mut Words, text: &str) {
    for at in 0..words.all().len() {
        let word = &words.all()[at];
        let written = || text.get(word.span.clone()).unwrap_or_default();
        if words.folded(word) == "were" && written().contains(is_apostrophe) {
            words.rewrite(at, "we", lexicon());
        }
    }
}

// `move to J8; take cover`: how to stand there, and no order by itself.
fn is_how_to_stand(words: &Words, from: usize) -> bool {
    let meaning = |at: usize| words.all().get(at).and_then(|it| it.meaning);
    let leads = usize::from(matches!(meaning(from), Some(Keyword::Take | Keyword::In)));
    let stands = matches!(meaning(from + leads), Some(Keyword::Cover | Keyword::Tight | Keyword::Spread));
    let after = from + leads + 1 + usize::from(meaning(from + leads + 1) == Some(Keyword::Out));
    stands && words.all().get(after).is_none_or(|it| it.kind == Kind::Semicolon)
}

fn merge_phrases(words: &mut Words, names: &Names) {
    let mut at = 0;
    while let Some(first) = words.all().get(at) {
        if first.leads {
            let found = lexicon().phrases_from(words.folded(first)).iter().find(|it| stands_at(words, at, &it.0));
            if let Some((phrase, meaning)) = found.filter(|it| !is_named(words, at, &it.0, names)) {
                let length = phrase.split(' ').count();
                words.merge(at..at + length, Kind::Word, Some(*meaning), phrase);
            }
        }
        at += 1;
    }
}

// Whether the rest of a phrase stands behind its first word.
fn stands_at(words: &Words, at: usize, phrase: &str) -> bool {
    let [first, rest @ ..] = words.all().get(at..).unwrap_or_default() else { return false };
    let phrase = phrase.as_bytes().get(words.folded(first).len() + 1..).unwrap_or_default();
    let next = rest.first().and_then(|it| words.folded(it).as_bytes().first());
    if next != phrase.first() && !phrase.starts_with(b"their") {
        return false;
    }
    phrase.split(|it| *it == b' ').enumerate().all(|(n, part)| {
        rest.get(n).is_some_and(|it| {
            it.kind == Kind::Word
                && (words.folded(it).as_bytes() == part || part == b"their" && OWN.contains(&words.folded(it)))
                && !it.gap.has(Gap::ENDS)
                && !it.gap.has(Gap::OPEN)
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
        Some(Keyword::Polite) => !names.has_word(words.folded(word)) && !leads_forward(words, at),
        Some(Keyword::Number) => leads_to_number(words, at),
        Some(Keyword::Never(Never::Negation)) => words.folded(word) == "no" && is_numero(words, at, names),
        _ => false,
    }
}

// `Boyz no. 2`, `Boyz no 2` where some are called so: else it is a negation.
fn is_numero(words: &Words, at: usize, names: &Names) -> bool {
    let folded = |at: usize| words.all().get(at).map_or("", |it| words.folded(it));
    let (named, number) = (folded(at.wrapping_sub(1)), folded(at + 1));
    let is_called_so = |name: &str| {
        name.split(' ').next_back() == Some(number) && name.split(' ').any(|it| !named.is_empty() && it == named)
    };
    leads_to_number(words, at)
        && (words.all().get(at + 1).is_some_and(|it| it.gap.has(Gap::STOP))
            || names.tables().iter().any(|it| it.full_names().any(is_called_so)))
}

// `forward 3`, `3 tiles forward`: nobody knows which way that is.
fn leads_forward(words: &Words, at: usize) -> bool {
    let folded = words.all().get(at).map_or("", |it| words.folded(it));
    let before = at.checked_sub(1).and_then(|it| words.all().get(it));
    matches!(folded, "forward" | "forwards" | "ahead" | "onward" | "onwards")
        && (leads_to_number(words, at)
            || before.is_some_and(|it| it.meaning == Some(Keyword::Step) || value(words.folded(it)).is_some()))
}

// `Boyz number 2`
fn leads_to_number(words: &Words, at: usize) -> bool {
    let next = words.all().get(at + 1);
    next.is_some_and(|it| {
        let folded = words.folded(it);
        folded.bytes().next().is_some_and(|it| it.is_ascii_digit()) || value(folded).is_some()
    })
}

/// Whether a word was written as somebody's: `Marsh's`.
pub(super) fn is_possessive(written: &str) -> bool {
    written.strip_suffix('s').is_some_and(|it| it.ends_with(is_apostrophe))
        || written.ends_with("s'")
        || written.ends_with("s’")
}
