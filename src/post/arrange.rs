//! Words of a line, arranged by tables: names that would mean something else, and words that stand for one together.

use super::english::{OWN, THEIR};
use super::grammar::Grammar;
use super::lexicon::{Lexicon, Meaning};
use super::names::Table;
use super::words::{Gap, Kind, Words};

/// Makes one word of each name that would mean something else by itself: `Hammer & Tongs`, `Fire Team`, `Go, Go, Go!` are as
/// exact as if they stood between quotes. Says whether there was one that may be read as something else.
pub(super) fn merge_names<G: Grammar>(words: &mut Words<G::Keyword>, grammar: &G) -> bool {
    let begins = grammar.tricky_begins();
    let mut is_two_faced = false;
    let mut at = 0;
    while let Some(first) = words.position(at, |it| begins.may_hold(it.letters)) {
        at = first;
        let rest = words.all().get(at..).unwrap_or_default();
        let letters = rest.first().map_or(0, |it| it.letters);
        let tables = grammar.tables();
        let may_begin = tables.iter().filter(|it| it.tricky_begins().may_hold(letters));
        let longest = may_begin.filter_map(|it| it.tricky_at(words, rest)).max_by_key(|it| it.words);
        if let Some(found) = longest {
            let end = at + found.words;
            let is_in_phrase = |from: usize| {
                phrase_at(words, from, grammar.lexicon()).is_some_and(|it| at < from + it.0.split(' ').count())
            };
            is_two_faced |= found.is_two_faced || (at.saturating_sub(PHRASE_WORDS_MAX)..end).any(is_in_phrase);
            words.merge(at..end, Kind::Quoted, None, found.name);
        }
        at += 1;
    }
    is_two_faced
}

/// No phrase that is about a name begins more words before it.
const PHRASE_WORDS_MAX: usize = 4;

/// Makes one word of each phrase.
pub fn merge_phrases<K: Meaning>(words: &mut Words<K>, lexicon: &Lexicon<K>, tables: &[&Table]) {
    let mut at = 0;
    while let Some(leads) = words.position(at, |it| it.leads.is_some()) {
        at = leads;
        let found = phrase_at(words, at, lexicon);
        if let Some((phrase, meaning)) = found.filter(|it| !is_named(words, at, &it.0, tables)) {
            let length = phrase.split(' ').count();
            words.merge(at..at + length, Kind::Word, Some(*meaning), phrase);
        }
        at += 1;
    }
}

// The longest phrase that stands here, and what it means.
fn phrase_at<'l, K: Meaning>(words: &Words<K>, at: usize, lexicon: &'l Lexicon<K>) -> Option<&'l (String, K)> {
    let first = words.all().get(at)?.leads?;
    let second = words.all().get(at + 1)?.letters;
    lexicon.phrases(first, second).iter().find(|it| stands_at(words, at, &it.0))
}

// Whether the rest of a phrase stands behind its first word.
fn stands_at<K: Meaning>(words: &Words<K>, at: usize, phrase: &str) -> bool {
    let [first, rest @ ..] = words.all().get(at..).unwrap_or_default() else { return false };
    let phrase = phrase.as_bytes().get(words.folded(first).len() + 1..).unwrap_or_default();
    let next = rest.first().and_then(|it| words.folded(it).as_bytes().first());
    if next != phrase.first() && !phrase.starts_with(THEIR.as_bytes()) {
        return false;
    }
    phrase.split(|it| *it == b' ').enumerate().all(|(n, part)| {
        rest.get(n).is_some_and(|it| {
            it.kind == Kind::Word
                && (words.folded(it).as_bytes() == part || part == THEIR.as_bytes() && OWN.contains(&words.folded(it)))
                && !it.gap.has(Gap::ENDS)
                && !it.gap.has(Gap::OPEN)
        })
    })
}

// A name that holds all of it is meant by it.
fn is_named<K: Meaning>(words: &Words<K>, at: usize, phrase: &str, tables: &[&Table]) -> bool {
    let length = phrase.split(' ').count();
    let rest = words.all().get(at..).unwrap_or_default();
    tables.iter().any(|table| {
        let found = table.find(words, rest);
        length <= found.words && found.matches.iter().any(|it| it.is_exact)
    })
}
