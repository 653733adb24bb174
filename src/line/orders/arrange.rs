//! Words of a line, arranged: phrases, what says how to stand, and what adds nothing.

use crate::post::arrange::merge_phrases;
use crate::post::english::Never;
use crate::post::fold::is_apostrophe;
use crate::post::numbers::value;
use crate::post::words::Gap;

use super::keywords::{Keyword, lexicon};
use super::route::looks_like_a_tile;
use super::{Kind, Names, Word, Words};

/// Arranges words in which names stand already for themselves.
pub(super) fn arrange(words: &mut Words, names: &Names) {
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
    merge_phrases(words, lexicon(), &names.tables());
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

// `move to J8; take cover`: how to stand there, and no order by itself.
fn is_how_to_stand(words: &Words, from: usize) -> bool {
    let meaning = |at: usize| words.all().get(at).and_then(|it| it.meaning);
    let leads = usize::from(matches!(meaning(from), Some(Keyword::Take | Keyword::In)));
    let stands = matches!(meaning(from + leads), Some(Keyword::Cover | Keyword::Tight | Keyword::Spread));
    let after = from + leads + 1 + usize::from(meaning(from + leads + 1) == Some(Keyword::Out));
    stands && words.all().get(after).is_none_or(|it| it.kind == Kind::Semicolon)
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
