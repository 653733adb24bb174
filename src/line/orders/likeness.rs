//! What a line looks like before anybody reads it, and what the words of one that was read were.

use crate::post::lexicon::Meaning as _;
use crate::post::words::Gap;

use super::keywords::{Keyword, OTHERWISE, is_plain_verb, lexicon};
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
    let may_be = |it: &str| lexicon().meaning(it).is_some_and(begins) || is_plain_verb(it) || names.squads.has_word(it);
    line.as_bytes().get(..NAME_BYTES_MAX.min(line.len())).is_some_and(|it| it.contains(&b':')) || small(first, may_be)
}

/// Whether words could be nothing but an order: a squad and a colon, or a sentence that nobody would tell a story in.
pub(super) fn is_plainly_an_order(words: &Words) -> bool {
    let has_colon = words.all().iter().any(|it| it.kind == Kind::Colon);
    let is_plain = |(n, it): (usize, &Word)| {
        let folded = words.folded(it);
        let is_verb = it.meaning.is_some_and(Keyword::is_verb);
        let is_vague = matches!(it.meaning, Some(Keyword::Telling | Keyword::Both | Keyword::Pronoun));
        let goes_on = n == 0 || has_colon || !it.gap.has(Gap::STOP);
        goes_on && !is_vague && (!is_verb || has_colon || folded.contains(' ') || is_plain_verb(folded))
    };
    words.all().iter().enumerate().all(is_plain)
}

/// Whether a line has words for which the language has others.
pub(super) fn is_said_otherwise(words: &Words) -> bool {
    let is_other = |it: &Word| it.meaning.is_some_and(|meaning| meaning.kinds(words.folded(it)) & OTHERWISE != 0);
    words.may_mean(OTHERWISE) && words.all().iter().any(is_other)
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
                || has_formations && is_plain_verb(it)
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
    let mut letters = [0; 16];
    let Some(letters) = letters.get_mut(..word.len()) else { return false };
    letters.copy_from_slice(word.as_bytes());
    letters.make_ascii_lowercase();
    str::from_utf8(letters).is_ok_and(is_it)
}
