//! What a line looks like before anybody reads it, and what the words of one that was read were.

use crate::post::words::Gap;

use super::formation;
use super::keywords::{Keyword, lexicon};
use super::verbs;
use super::{Kind, Names, Word, Words};

/// Whether a line of fiction is worth reading as an order: it is short, and begins with a verb, a name or everybody.
pub(super) fn begins_like_an_order(line: &str, names: &Names) -> bool {
    const BYTES_MAX: usize = 200;
    const NAME_BYTES_MAX: usize = 40;
    let line = line.trim_start();
    if BYTES_MAX < line.len() {
        return false;
    }
    let line = line.trim_start_matches(|it: char| !it.is_alphanumeric());
    let first = line.split(|it: char| !it.is_alphanumeric()).next().unwrap_or_default();
    let begins = |it: Keyword| it.is_verb() || it == Keyword::All;
    let may_be = |it: &str| lexicon().meaning(it).is_some_and(begins) || is_plain(it) || names.squads.has_word(it);
    line.as_bytes().get(..NAME_BYTES_MAX.min(line.len())).is_some_and(|it| it.contains(&b':')) || small(first, may_be)
}

/// Whether words could be nothing but an order: a squad and a colon, or a sentence that nobody would tell a story in.
pub(super) fn is_plainly_an_order(words: &Words) -> bool {
    let has_colon = words.all().iter().any(|it| it.kind == Kind::Colon);
    let is_plain = |(n, it): (usize, &Word)| {
        let folded = it.folded();
        let is_verb = it.meaning.is_some_and(Keyword::is_verb);
        let is_vague = matches!(it.meaning, Some(Keyword::Telling | Keyword::Both | Keyword::Pronoun));
        let goes_on = n == 0 || has_colon || !it.gap.has(Gap::STOP);
        goes_on && !is_vague && (!is_verb || has_colon || folded.contains(' ') || is_plain(folded))
    };
    words.all().iter().enumerate().all(is_plain)
}

/// Whether a line has words for which the language has others.
pub(super) fn is_said_otherwise(words: &Words) -> bool {
    words.all().iter().any(|it| it.meaning.is_some_and(|meaning| meaning.is_said_otherwise(it.folded())))
}

/// Whether a line begins with a verb.
pub(super) fn begins_with_verb(line: &str, has_formations: bool) -> bool {
    let line = line.trim_start_matches(|it: char| !it.is_alphanumeric());
    let mut words = line.split(|it: char| !it.is_alphanumeric()).filter(|it| !it.is_empty());
    words.next().is_some_and(|first| {
        small(first, |it| {
            lexicon()
                .meaning(it)
                .is_some_and(|it| it.is_verb() || matches!(it, Keyword::Take | Keyword::Then | Keyword::And))
                || lexicon().leads(it)
                || has_formations && is_plain(it)
        })
    })
}

/// Whether a line that ends so promises more below.
pub(super) fn goes_on_below(words: &Words) -> bool {
    words.all().last().is_some_and(|it| {
        matches!(it.kind, Kind::Semicolon | Kind::Comma) || matches!(it.meaning, Some(Keyword::And | Keyword::Then))
    })
}

fn small(word: &str, is_it: impl Fn(&str) -> bool) -> bool {
    is_it(&word.to_ascii_lowercase())
}

fn is_plain(folded: &str) -> bool {
    verbs::is_plain(folded) || formation::is_plain(folded)
}
