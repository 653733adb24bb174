//! Orders that are set right in the same breath: `Tex goes to D4. Wait, make that D5.` is an order to go to D5.
//!
//! A correction names one thing, and takes the place of the only thing of its kind that was named before. Whatever else stands
//! with it makes an order of nothing.

use std::ops::Range;

use super::english::{Common, Listed, Never, PERSONS};
use super::lexicon::Meaning;
use super::words::{Gap, Kind, Word, Words, across, looks_like_a_tile};

/// What a correction can be about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Place,
    /// `3 tiles north`
    Way,
    /// Somebody who takes the poster's orders.
    Told,
    Foe,
    Weapon,
    Number,
}

/// Words that begin a correction; a comma follows the last of them, or what they correct.
const BEGIN: Listed = Listed(
    "no, nope, sorry, wait, oops, whoops, rather, actually, correction, edit, no wait, wait no, scratch that, strike that, \
     scrap that, hm, hmm, argh, ugh, gah, apologies, pardon, my bad",
);

/// Words that name what is right, before it or behind it.
const RIGHT: &[&str] = &["i mean", "i meant", "make that", "make it", "rather", "that should be", "meant"];

/// Where the words of a correction begin, if a line ends with one.
fn begins<K: Meaning>(all: &[Word<K>]) -> Option<usize> {
    let is_apart = |it: &Word<K>| it.gap.has(Gap::ENDS) || it.gap.has(Gap::OPEN);
    let may_begin =
        |at: usize| is_apart(&all[at]) || all.get(at.wrapping_sub(1)).is_some_and(|it| it.kind == Kind::Comma);
    (1..all.len()).rfind(|at| {
        let word = &all[*at];
        let is_mark = sets_right(&all[*at..]) && !matches!(word.kind, Kind::Comma | Kind::Colon);
        let goes_on = all[at.saturating_sub(2)..*at].iter().any(|it| BEGIN.contains(it.folded()));
        is_mark && may_begin(*at) && !goes_on && !is_behind_what_is_right(all, *at)
    })
}

// `no, Hank I mean`: it names what stands before it.
fn is_behind_what_is_right<K: Meaning>(all: &[Word<K>], at: usize) -> bool {
    at + 1 == all.len() && RIGHT.contains(&all[at].folded())
}

/// A correction that was put in its place.
pub(super) struct Corrected {
    /// Where its words stood.
    pub(super) span: Range<usize>,
    /// What was said behind it and is no part of the order: `, they are in front`.
    pub(super) remark: Option<Range<usize>>,
}

/// Puts what a line corrects in its place. Whatever follows goes on with the order, but for a remark. `part` says what words name,
/// and how many of them do.
pub(super) fn corrected<K: Meaning>(
    words: &mut Words<K>,
    part: impl Fn(&[Word<K>]) -> Option<(Part, usize)>,
) -> Option<Corrected> {
    // A number by itself is no name, though somebody's may end with it.
    let is_number = |it: &Word<K>| it.kind == Kind::Word && it.folded().bytes().all(|it| it.is_ascii_digit());
    let part = |words: &[Word<K>]| match part(words) {
        None | Some((_, 1)) if words.first().is_some_and(is_number) => Some((Part::Number, 1)),
        found => found,
    };
    let all = words.all();
    let from = begins(all)?;
    let mut right = from;
    let mut names_right = false;
    while sets_right(&all[right..]) {
        names_right |= RIGHT.contains(&all[right].folded());
        right += 1;
    }
    let says_what = |names_right: bool| {
        names_right
            || all.get(right - 1).is_some_and(|it| it.kind != Kind::Word)
            || all.get(right).is_some_and(|it| it.gap.has(Gap::ENDS))
    };
    let leading = all[right..].iter().take_while(|it| leads(*it)).count();
    let named = all.get(right + leading..)?;
    let (kind, length) = part(named)?;
    // `no, Hank I mean`
    let is_named_behind = named.get(length).is_some_and(|it| RIGHT.contains(&it.folded()));
    names_right |= is_named_behind;
    if !says_what(names_right) {
        return None;
    }
    let right = right + leading;
    let behind = right + length + usize::from(is_named_behind);
    let remark = (behind + 1..=all.len()).rev().find(|end| {
        let is_end = all.get(*end).is_none_or(|it| it.gap.has(Gap::ENDS) || it.kind == Kind::Semicolon);
        is_end && is_remark(&all[behind..*end], &part)
    });
    let end = remark.unwrap_or(behind);
    // `Sorry, Crow!` and `Wait, Tex.` may be said to them.
    let says_no = all[from..right].iter().any(|it| {
        matches!(it.folded(), "no" | "nope" | "no wait" | "wait no" | "scratch that" | "strike that" | "scrap that")
    });
    let may_be_called = match kind {
        Part::Told => !names_right,
        Part::Foe => !names_right && !says_no && leading == 0 && all[from].gap.has(Gap::ENDS),
        Part::Place | Part::Way | Part::Weapon | Part::Number => false,
    };
    if may_be_called {
        return None;
    }
    let mut places = Vec::new();
    let mut at = 0;
    while at < from {
        match part(&all[at..from]) {
            // `moves 2 north. Make that 3.`
            Some((Part::Way, length)) if kind == Part::Number => {
                places.extend((at..at + length).filter(|it| is_number(&all[*it])).map(|it| it..it + 1));
                at += length;
            }
            Some((other, length)) => {
                places.extend((other == kind).then_some(at..at + length));
                at += length;
            }
            None => at += 1,
        }
    }
    let is_comma = |it: &Word<K>| it.kind == Kind::Comma;
    let before = from - usize::from(all.get(from - 1).is_some_and(is_comma));
    // `no, with the bottle`, where nothing was said of that.
    let [place] = &places[..] else { return None };
    let corrected =
        Corrected { span: all[from].span.start..all[end - 1].span.end, remark: across(all.get(behind..end)?) };
    words.put(place.clone(), right..right + length, before..end);
    Some(corrected)
}

/// Whether words behind a correction say nothing more than why: `, they are in front`, `. I had the map upside down`,
/// `, Bramble has the other well in hand`.
fn is_remark<K: Meaning>(words: &[Word<K>], part: impl Fn(&[Word<K>]) -> Option<(Part, usize)>) -> bool {
    const WHY: [Never; 2] = [Never::Negation, Never::Past];
    const IS: Listed = Listed("is, are, was, were, has, have, had, isnt, arent, wasnt, hasnt, havent");
    let Some(first) = words.first() else { return false };
    let is_apart = first.kind == Kind::Comma || first.gap.has(Gap::ENDS) || first.gap.has(Gap::OPEN);
    let who = words.iter().find(|it| it.kind == Kind::Word);
    let is_of_person = who.is_some_and(|it| PERSONS.contains(it.folded()));
    if !is_apart || !is_of_person && !words.iter().skip(1).any(|it| IS.contains(it.folded())) {
        return false;
    }
    let small = [Common::Article, Common::Polite, Common::Telling].map(K::from);
    let says_little = |it: K| small.contains(&it) || it.joins() || it.leads() || it.never().is_some();
    let is_why = |it: K| it.never().map_or(!it.decides(), |it| WHY.contains(&it)) && (is_of_person || says_little(it));
    let says_nothing = |word: &Word<K>| {
        let is_plain = matches!(word.kind, Kind::Word | Kind::Comma) && word.number().is_none();
        is_plain && word.meaning.is_none_or(is_why) && !looks_like_a_tile(word.folded())
    };
    let mut at = 0;
    while let Some(word) = words.get(at) {
        at += match part(&words[at..]) {
            // `Alpha has the First well in hand`
            Some((Part::Told | Part::Foe, length)) if !is_of_person => length,
            None if says_nothing(word) => 1,
            _ => return false,
        };
    }
    true
}

/// Whether a line begins by taking back the one above it: `no, scratch that`, `actually forget it`.
pub(super) fn takes_back<K: Meaning>(words: &[Word<K>]) -> bool {
    const TAKE_BACK: Listed = Listed(
        "scratch that, strike that, scrap that, cancel that, forget that, forget it, never mind that, belay that, undo that, \
         ignore that, delete that, scratch it, cancel it, scrap it",
    );
    let adds = |it: &&Word<K>| is_mark(*it) || it.meaning == Some(K::from(Common::Polite));
    let marks = |it: &&Word<K>| adds(it) && !TAKE_BACK.contains(it.folded());
    let behind = words.iter().skip_while(marks).take(2).map(Word::folded).collect::<Vec<_>>();
    TAKE_BACK.contains(behind.first().copied().unwrap_or_default()) || TAKE_BACK.contains(&behind.join(" "))
}

/// Whether a word leads to what is right: `no, at the Walkers`.
pub(super) fn leads<K: Meaning>(word: &Word<K>) -> bool {
    let means = |it: K| it.leads() || it == K::WITH || it.is_article() || it == K::from(Common::Polite);
    word.meaning.is_some_and(means) || matches!(word.folded(), "to" | "on" | "at" | "over" | "against")
}

/// Whether a word only says that something is set right.
pub(super) fn is_mark<K: Meaning>(word: &Word<K>) -> bool {
    BEGIN.contains(word.folded()) || matches!(word.kind, Kind::Comma | Kind::Colon)
}

/// Whether the first of these words only says that what follows is right: `no,`, `make that`, `or rather`.
pub(super) fn sets_right<K: Meaning>(words: &[Word<K>]) -> bool {
    let is_rather =
        |it: &[Word<K>]| matches!(it, [or, rather, ..] if or.folded() == "or" && rather.folded() == "rather");
    words.first().is_some_and(|it| is_mark(it) || RIGHT.contains(&it.folded())) || is_rather(words)
}

/// Whether a word takes back what stands with it, so that a line may hold a correction.
pub(super) fn may_correct<K: Meaning>(word: &Word<K>) -> bool {
    let never = |why| word.meaning == Some(K::from(Common::Never(why)));
    never(Never::Correction) || never(Never::Negation) || never(Never::Choice) || BEGIN.contains(word.folded())
}
