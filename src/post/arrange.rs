//! Words of a line, arranged by tables: names that would mean something else, and words that stand for one together.

use super::english::{OWN, THEIR};
use super::fold::pair;
use super::lexicon::{Lexicon, Meaning};
use super::names::Table;
use super::words::{Gap, Kind, Words};

/// Makes one word of each name that would mean something else by itself: `Hammer & Tongs`, `Fire Team`, `Go, Go, Go!` are as
/// exact as if they stood between quotes. Says whether there was one.
pub(super) fn merge_names<K: Meaning>(words: &mut Words<K>, tables: &[&Table]) -> bool {
    let begins = tables.iter().fold(0, |all, it| all | it.tricky_begins());
    let mut has_names = false;
    let mut at = 0;
    while let Some(first) = words.all().get(at) {
        let begin = begins & pair(words.folded(first));
        if begin == 0 {
            at += 1;
            continue;
        }
        let rest = words.all().get(at..).unwrap_or_default();
        let may_begin = tables.iter().filter(|it| it.tricky_begins() & begin != 0);
        let longest = may_begin.filter_map(|it| it.tricky_at(words, rest)).max_by_key(|it| it.0);
        if let Some((length, name)) = longest {
            words.merge(at..at + length, Kind::Quoted, None, name);
            has_names = true;
        }
        at += 1;
    }
    has_names
}

/// Makes one word of each phrase.
pub fn merge_phrases<K: Meaning>(words: &mut Words<K>, lexicon: &Lexicon<K>, tables: &[&Table]) {
    let mut at = 0;
    while let Some(first) = words.all().get(at) {
        if let Some(first) = first.leads {
            let second = words.all().get(at + 1).map_or("", |it| words.folded(it));
            let found = lexicon.phrases(first, second).iter().find(|it| stands_at(words, at, &it.0));
            if let Some((phrase, meaning)) = found.filter(|it| !is_named(words, at, &it.0, tables)) {
                let length = phrase.split(' ').count();
                words.merge(at..at + length, Kind::Word, Some(*meaning), phrase);
            }
        }
        at += 1;
    }
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
