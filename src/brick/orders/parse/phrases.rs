//! What a word, or a few of them, may be.

use crate::brick::battle::Heading;
use crate::brick::orders::vocabulary::{KEYS, Key, VERBS, Verb};
use crate::brick::orders::words::Word;
use crate::field::Direction;

pub(super) fn is_split(word: &Word) -> bool {
    !word.is_quoted && verb_of(&word.folded) == Some(Verb::Split)
}

pub(super) fn is_mark(word: &Word) -> bool {
    !word.is_quoted && matches!(word.folded.as_str(), "," | ":" | ";" | "@" | "|")
}

pub(super) fn is_policy(meaning: Verb) -> bool {
    matches!(meaning, Verb::React | Verb::Parry | Verb::Bail | Verb::Hits | Verb::Misses | Verb::Benny | Verb::Rebuff)
}

pub(super) fn is_condition(word: &str) -> bool {
    matches!(word, "if" | "unless" | "when" | "until" | "otherwise" | "else")
}

/// Whether a word says what isn't to be done.
pub(super) fn is_negation(word: &str) -> bool {
    const WORDS: [&str; 15] = [
        "dont", "doesnt", "didnt", "not", "never", "cant", "cannot", "wont", "shouldnt", "mustnt", "refuse", "refuses",
        "refusing", "avoid", "avoids",
    ];
    WORDS.contains(&word)
}

/// Whether a word leaves it open what is to be done.
pub(super) fn is_doubt(word: &str) -> bool {
    matches!(word, "maybe" | "perhaps" | "probably" | "possibly" | "might" | "could" | "would")
}

pub(super) fn direction(heading: Heading) -> Option<Direction> {
    Direction::ALL.into_iter().find(|it| Heading::from(*it) == heading)
}

pub(super) fn verb_of(word: &str) -> Option<Verb> {
    VERBS.iter().find(|it| it.0 == word).map(|it| it.1)
}

/// Up to three words from here on, as they are compared.
pub(super) fn joined(words: &[Word], at: usize, length: usize) -> Option<String> {
    let words = words.get(at..at + length)?;
    (!words.iter().any(|it| it.is_quoted))
        .then(|| words.iter().map(|it| it.folded.as_str()).collect::<Vec<_>>().join(" "))
}

pub(super) fn verb_at(words: &[Word], at: usize) -> Option<(usize, Verb)> {
    [2, 1].into_iter().find_map(|length| Some((length, verb_of(&joined(words, at, length)?)?)))
}

pub(super) fn is_verb_at(words: &[Word], at: usize) -> bool {
    verb_at(words, at).is_some()
}

/// What the words from here on can mean, the longest run first, and how many they are.
pub(super) fn keys_at(words: &[Word], at: usize) -> impl Iterator<Item = (Key, usize)> + '_ {
    [3, 2, 1].into_iter().filter_map(move |length| {
        let text = joined(words, at, length)?;
        KEYS.iter().find(|it| it.0 == text).map(|it| (it.1, length))
    })
}

pub(super) fn key_at(words: &[Word], at: usize) -> Option<(Key, usize)> {
    keys_at(words, at).next()
}
