//! Corrections within a post: `Tex goes to D4. Wait, make that D5.` is an order to go to D5.
//!
//! A correction names one thing, which replaces the only thing of its kind that was named before. If anything else
//! stands with it, the line isn't taken.

use std::ops::Range;

use super::english::{Common, Listed, Never, PERSONS, TOO};
use super::lexicon::Meaning;
use super::words::{Gap, Kind, Word, Words, across, looks_like_a_tile};

/// What a correction can replace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Place,
    /// `3 tiles north`
    Way,
    /// `north`
    Direction,
    /// A squad or unit that takes the poster's orders.
    Addressee,
    Foe,
    Weapon,
    Number,
    /// `3x2`
    Size,
}

/// Returns what the first words name, and how many of them do.
pub(super) type FindPart<'a, K> = &'a dyn Fn(&[Word<K>]) -> Option<(Part, usize)>;

/// Words that begin a correction. A comma stands behind the last of them, or behind the words that they correct.
static CORRECTION_MARKS: Listed = Listed::new(
    "no, nope, sorry, wait, oops, whoops, rather, actually, correction, edit, no wait, wait no, scratch that, strike that, \
     scrap that, belay that, hm, hmm, argh, ugh, gah, apologies, pardon, my bad, hang on, er, err, erm, doh, duh, damn, drat, typo, my mistake, wrong one, wrong squad, wrong way, on second thought, on second thoughts",
);

/// Words that only take back what was said before.
static TAKING_BACK: Listed =
    Listed::new("no, nope, no wait, wait no, scratch that, strike that, scrap that, belay that, correction, hang on");

/// Words before a number that say what it measures.
const MEASURES: &[&str] = &["range", "cover", "height", "run"];

/// Verbs that begin a statement about what was just named.
static STATEMENT_VERBS: Listed = Listed::new("is, are, was, were, has, have, had, isnt, arent, wasnt, hasnt, havent");

/// Words for why the corrected thing is right. Anything else that is said of a thing says why it is wrong.
const BETTER: &[&str] = &["better", "closer", "nearer", "safer"];

/// Apologies behind a correction: `North 1, sorry.`
const PARDON: &[&str] = &["sorry", "apologies", "oops", "whoops", "pardon"];

/// Words that follow the correct value: `H14 instead`.
const MARKS_BEHIND_VALUE: &[&str] = &["rather", "instead"];

/// Words that mark the correct value, before it or behind it.
const VALUE_MARKS: &[&str] = &["i mean", "i meant", "make that", "make it", "rather", "that should be", "meant"];

/// The place where the last correction of a line begins, or `None` if there is none.
fn last_correction<K: Meaning>(all: &[Word<K>]) -> Option<usize> {
    let is_apart = |it: &Word<K>| it.gap.has(Gap::ENDS) || it.gap.has(Gap::OPEN);
    let is_comma = |at: usize| all.get(at.wrapping_sub(1)).is_some_and(|it| it.kind == Kind::Comma);
    // `moves to D2. Ah no, C3.`
    let sighs = |at: usize| all[at - 1].is_polite() && is_apart(&all[at - 1]);
    let may_begin = |at: usize| is_apart(&all[at]) || is_comma(at) || sighs(at);
    (1..all.len() - pardons(all)).rfind(|at| {
        let word = &all[*at];
        let is_mark = announces_correction(&all[*at..]) && !matches!(word.kind, Kind::Comma | Kind::Colon);
        let goes_on = all[at.saturating_sub(2)..*at].iter().any(|it| CORRECTION_MARKS.contains(it.folded()));
        is_mark && may_begin(*at) && !goes_on && !is_trailing_mark(all, *at)
    })
}

/// How many words at the end only apologise.
fn pardons<K: Meaning>(all: &[Word<K>]) -> usize {
    let begs = |it: &&Word<K>| PARDON.contains(&it.folded()) || it.kind == Kind::Comma;
    let end = all.iter().rev().take_while(begs).count();
    if all.last().is_some_and(|it| it.kind == Kind::Word) { end } else { 0 }
}

// Whether the last word marks what stands before it as right: `no, Hank I mean`.
pub(super) fn is_trailing_mark<K: Meaning>(all: &[Word<K>], at: usize) -> bool {
    at + 1 == all.len() && VALUE_MARKS.contains(&all[at].folded())
}

/// A correction that was applied.
pub(super) struct Correction {
    /// Bytes of the text that the correction took up.
    pub(super) span: Range<usize>,
    /// Bytes of the remarks beside it, such as `, they are in front`.
    pub(super) remarks: Vec<Range<usize>>,
}

/// Applies the correction on a line. The words behind it continue the order, except for a remark.
///
/// `says_wrong` says whether the line has already ruled out the wrong thing.
pub(super) fn apply_correction<K: Meaning>(
    words: &mut Words<K>,
    part: FindPart<'_, K>,
    says_wrong: bool,
) -> Option<Correction> {
    let part: FindPart<'_, K> = &|words| match part(words) {
        // A number alone is no name, even if some name ends with it.
        None | Some((_, 1)) if words.first().is_some_and(is_number) => Some((Part::Number, 1)),
        None if words.first().is_some_and(is_size) => Some((Part::Size, 1)),
        found => found,
    };
    leave_out_insisted(words, part);
    let all = words.all();
    let last = last_correction(all)?;
    let why = why_before(all, last, part);
    let from = why.start;
    let marks = last + (last..all.len()).take_while(|it| announces_correction(&all[*it..])).count();
    let said = marks..marks + reason_length(&all[marks..], &all[..from], part);
    let right = said.end + all[said.end..].iter().take_while(|it| leads(*it)).count();
    // `range 4. Wait, range 5.`
    let counted = all.get(right).filter(|it| MEASURES.contains(&it.folded()));
    let right = right + usize::from(counted.is_some());
    let (kind, length) = part(all.get(right..)?).filter(|it| counted.is_none() || it.0 == Part::Number)?;
    // `scratch that, the Rifles are at C7`, `no, D5 is taken`, and not `no, D5 is nearer`
    let said_of = &all[right + length..];
    let is_told_of = said_of.first().is_some_and(|it| STATEMENT_VERBS.contains(it.folded()));
    if is_told_of && (kind == Part::Addressee || !says_better(said_of)) {
        return None;
    }
    // `no, Hank I mean`
    let names_behind = all
        .get(right + length)
        .is_some_and(|it| VALUE_MARKS.contains(&it.folded()) || MARKS_BEHIND_VALUE.contains(&it.folded()));
    let names_right =
        says_wrong || names_behind || all[last..marks].iter().any(|it| VALUE_MARKS.contains(&it.folded()));
    // `no sorry 3`, `wait no that's wet, K12`
    let marked = all[last..marks].iter().flat_map(|it| it.folded().split(' ')).filter(|it| !it.is_empty()).count();
    let is_led_by_why = !said.is_empty() && all[said.end - 1].kind == Kind::Comma;
    let is_apart = all[marks - 1].kind != Kind::Word
        || is_led_by_why
        || 1 < marked
        || all.get(said.end).is_some_and(|it| it.gap.has(Gap::ENDS));
    if !names_right && (!is_apart || may_be_called(kind, &all[from..right])) {
        return None;
    }
    let behind = right + length + usize::from(names_behind);
    let ends = |at: usize| all.get(at).is_none_or(|it| it.gap.has(Gap::ENDS) || it.kind == Kind::Semicolon);
    let remark = (behind + 1..=all.len()).rfind(|it| ends(*it) && is_remark(&all[behind..*it], &all[..from], part));
    // The comma in `, wait, not the pan, the bottle, at Shade` belongs to the correction.
    let is_led = matches!(all.get(behind..), Some([comma, next, ..]) if comma.kind == Kind::Comma && leads(next));
    let end = remark.unwrap_or(behind + usize::from(is_led));
    // `no, H10. H10!!`
    let same = |it: &Word<K>, other: &Word<K>| it.kind == Kind::Word && it.folded() == other.folded();
    let insists = all[end..].iter().take_while(|it| it.is_polite()).count();
    let told_again = end + insists..end + insists + length;
    let again =
        all.get(told_again.clone()).filter(|it| it.iter().zip(&all[right..]).all(|(it, other)| same(it, other)));
    let end = if again.is_some() && ends(end) && ends(told_again.end) { told_again.end } else { end };
    let said_end = end;
    let end = if end + pardons(all) == all.len() { all.len() } else { end };
    let before = from - usize::from(all[from - 1].kind == Kind::Comma);
    let mut places = places_of(kind, &all[..from], part);
    places.retain(|it| counted.is_none_or(|word| 0 < it.start && all[it.start - 1].folded() == word.folded()));
    // `Varga uses it on Mule, sorry, on Kestrel`
    let lead = all[right - 1].folded();
    if 1 < places.len() && !lead.is_empty() {
        places.retain(|it| 0 < it.start && all[it.start - 1].folded() == lead);
    }
    // `no, with the bottle`, where no weapon was named before and there is only one blow that it can be about
    let with = (said.end..right).find(|it| all[*it].means(K::WITH)).filter(|_| kind == Part::Weapon);
    let is_one_blow = || {
        all[..from].iter().filter(|it| it.is_order()).count() == 1
            && places_of(Part::Foe, &all[..from], part).len() == 1
    };
    let (place, put) = match (&places[..], with) {
        ([place], _) => (place.clone(), right..right + length),
        ([], Some(with)) if is_one_blow() => (before..before, with..right + length),
        _ => return None,
    };
    // `no, K9 is Bramble's`
    if says_again(&all[right..right + length], &all[place.clone()]) {
        return None;
    }
    let is_marked = why.start < last && CORRECTION_MARKS.contains(all[why.start].folded());
    let said = [why.start + usize::from(is_marked)..last, said, behind..said_end];
    let remarks = said.into_iter().filter_map(|it| across(&all[it])).collect();
    let corrected = Correction { span: all[from].span.start..all[end - 1].span.end, remarks };
    words.put(place.clone(), put, before..end);
    if place.is_empty() {
        words.remove_marks_before(place.start);
    }
    Some(corrected)
}

/// A reason before the last mark of a correction: `Wait, I can't read maps, I mean D6`, `Misread the map, make it K9`.
fn why_before<K: Meaning>(all: &[Word<K>], last: usize, part: FindPart<'_, K>) -> Range<usize> {
    let is_parted = |it: &usize| all[*it].gap.has(Gap::ENDS) || all[it - 1].kind == Kind::Comma;
    let mark = (1..last).rfind(|it| CORRECTION_MARKS.contains(all[*it].folded()) && is_parted(it));
    let behind = |it: usize| it + (it..last).take_while(|it| announces_correction(&all[*it..])).count();
    let why = |it: &usize| {
        is_remark(&all[it + 1..last], &all[..*it], part) || says_why(&all[behind(*it)..last], &all[..*it], part)
    };
    if let Some(mark) = mark.filter(why) {
        return mark..last;
    }
    let sentence = (1..last).rfind(|it| all[*it].gap.has(Gap::ENDS));
    let tells_why =
        |it: &usize| 1 < last - it && all[last - 1].kind == Kind::Comma && says_why(&all[*it..last], &all[..*it], part);
    let unmarked = sentence.filter(|it| VALUE_MARKS.contains(&all[last].folded()) && tells_why(it));
    unmarked.unwrap_or(last)..last
}

/// Removes a correction that repeats the one before it: `I mean the Cobblers, sorry, the Cobblers`.
fn leave_out_insisted<K: Meaning>(words: &mut Words<K>, part: FindPart<'_, K>) {
    let all = words.all();
    let Some(last) = last_correction(all) else { return };
    let right = last + (last..all.len()).take_while(|it| announces_correction(&all[*it..])).count();
    let named = right + all[right..].iter().take_while(|it| leads(*it)).count();
    let Some((_, length)) = part(&all[named..]) else { return };
    let before = last - usize::from(all[last - 1].kind == Kind::Comma);
    let is_correction = last_correction(&all[..before]).is_some();
    if is_correction && length <= before && says_again(&all[named..named + length], &all[before - length..before]) {
        words.cut(before..named + length);
    }
}

/// Whether a statement says only that the thing is better: `D5 is nearer`, but not `D5 is better for Tex`.
fn says_better<K>(said_of: &[Word<K>]) -> bool {
    let [is, better, rest @ ..] = said_of else { return false };
    let ends = rest.first().is_none_or(|it| it.gap.has(Gap::ENDS) || it.kind == Kind::Semicolon);
    matches!(is.folded(), "is" | "are") && BETTER.contains(&better.folded()) && ends
}

/// How many words between a mark and the correct value only say why: `no, that's wet. K12.`, `wait, not the pan, the
/// bottle`, `wait, wrong furrow: the Second`.
fn reason_length<K: Meaning>(words: &[Word<K>], wrong: &[Word<K>], part: FindPart<'_, K>) -> usize {
    let led = |from: usize| from + words[from..].iter().take_while(|it| leads(*it)).count();
    let right = |from: usize| words.get(led(from)..).filter(|it| !it.is_empty()).and_then(part);
    // `scratch that, K9 is too open, J9 instead`
    let is_wrong = |it: (Part, usize)| says_again(&words[led(0)..led(0) + it.1], wrong);
    let Some(first) = words.first().filter(|_| right(0).is_none_or(is_wrong)) else { return 0 };
    let denied = right(1).filter(|_| first.folded() == "not").map(|it| led(1) + it.1);
    if let Some(comma) = denied.filter(|it| words.get(*it).is_some_and(|it| it.kind == Kind::Comma)) {
        return comma + 1;
    }
    let parts = |it: &Word<K>| matches!(it.kind, Kind::Comma | Kind::Colon);
    let begins = |it: &usize| words[*it].gap.has(Gap::ENDS) || parts(&words[it - 1]);
    let begins_right = |it: &usize| begins(it) && (announces_correction(&words[*it..]) || right(*it).is_some());
    let end = (1..words.len()).find(begins_right);
    end.filter(|it| says_why(&words[..*it], wrong, part))
        .map_or(0, |it| it + words[it..].iter().take_while(|it| VALUE_MARKS.contains(&it.folded())).count())
}

/// Whether words hold no part of an order. They may name an enemy, or repeat what is in `wrong`: `Ivo wants K8`.
fn says_why<K: Meaning>(words: &[Word<K>], wrong: &[Word<K>], part: FindPart<'_, K>) -> bool {
    const WHY: [Never; 3] = [Never::Negation, Never::Past, Never::Doubt];
    let is_why = |it: K| !it.decides() || it.never().is_some_and(|it| WHY.contains(&it));
    (0..words.len()).all(|at| {
        let word = &words[at];
        let is_noun = 0 < at && words[at - 1].is_article();
        let is_plain = matches!(word.kind, Kind::Word | Kind::Comma | Kind::Colon) && word.number().is_none();
        let names = part(&words[at..]);
        let is_wrong = names.is_some_and(|it| says_again(&words[at..at + it.1], wrong));
        // `Ivo wants K8`
        let is_told_of = || {
            let behind = names.filter(|it| it.0 == Part::Addressee).and_then(|it| words.get(at + it.1));
            behind.is_some_and(|it| matches!(it.folded(), "wants" | "needs" | "has" | "have" | "is" | "are"))
        };
        is_plain
            && word.meaning.is_none_or(|it| is_noun || is_why(it))
            && (is_wrong
                || !looks_like_a_tile(word.folded()) && (matches!(names, None | Some((Part::Foe, _))) || is_told_of()))
    })
}

/// Whether `before` contains these words.
fn says_again<K>(words: &[Word<K>], before: &[Word<K>]) -> bool {
    before.windows(words.len()).any(|it| it.iter().zip(words).all(|(it, word)| it.folded() == word.folded()))
}

/// A part of a line that replaces what the line said before: `Tex attacks Crow. No, scratch that, he goes to D5.`
pub(super) struct Replacement {
    /// The words that announce the replacement, and its reason. The first of them is a mark.
    pub(super) marks: Range<usize>,
    /// Whether these words take back what was said before.
    pub(super) says_no: bool,
}

/// The places where a line may begin to say something else instead.
pub(super) fn replacements<K: Meaning>(all: &[Word<K>], part: FindPart<'_, K>) -> Vec<Replacement> {
    // `sorry, misread the map: Alpha shoots the First Draft`
    let lead = heading_of_correction(all, part);
    let first = if all.get(lead).is_some_and(is_mark) { Some(lead) } else { last_correction(all) };
    let Some(first) = first else { return Vec::new() };
    let marks = first + (first..all.len()).take_while(|it| announces_correction(&all[*it..])).count();
    // In `attack Crow, no parry` and `hold, no need to shoot Nobz`, `no` may deny what follows; in `no he goes to D5`,
    // it can't.
    let denies = all[first..marks].last().is_some_and(|it| it.folded() == "no");
    let behind = &all[marks..];
    let says_who = behind.first().is_some_and(|it| PERSONS.contains(it.folded()))
        || part(behind).is_some_and(|it| it.0 == Part::Addressee);
    let mut goes_on = behind.iter().take_while(|it| !it.gap.has(Gap::ENDS) && !is_mark(it));
    if denies && !says_who && goes_on.any(Word::is_order) {
        return Vec::new();
    }
    let says_no = all[first..marks].iter().any(|it| TAKING_BACK.contains(it.folded()));
    let begins = |it: &usize| *it == marks || all[*it].gap.has(Gap::ENDS) || is_mark(&all[it - 1]);
    let is_right = |it: &usize| {
        let more = all[it + 1..].iter().take_while(|it| !it.gap.has(Gap::ENDS) && !is_mark(it)).count();
        let says_what = all[*it..=it + more].iter().any(Word::is_order);
        says_what || part(&all[*it..]).is_some_and(|it| it.0 == Part::Addressee)
    };
    let said = (marks..all.len()).filter(begins).filter(is_right);
    let said = said.filter(|it| says_why(&all[marks..*it], &all[..first], part));
    said.map(|right| Replacement { marks: first..right, says_no }).collect()
}

/// How many words are the heading of a line, a name and a colon: `Kestrel: no, scratch that`. 0 if it has none.
pub(super) fn heading<K: Meaning>(all: &[Word<K>], part: FindPart<'_, K>) -> usize {
    match part(all) {
        Some((Part::Addressee, name)) if all.get(name).is_some_and(|it| it.kind == Kind::Colon) => name + 1,
        _ => 0,
    }
}

/// The length of the heading of a line that begins with a correction behind it, or else 0.
pub(super) fn heading_of_correction<K: Meaning>(all: &[Word<K>], part: FindPart<'_, K>) -> usize {
    let heading = heading(all, part);
    if all.get(heading).is_some_and(may_correct) { heading } else { 0 }
}

/// Whether words begin with the name in a heading.
pub(super) fn begins_with_heading<K>(words: &[Word<K>], heading: &[Word<K>]) -> bool {
    let [name @ .., _] = heading else { return true };
    name.len() <= words.len() && name.iter().zip(words).all(|(it, word)| it.folded() == word.folded())
}

fn is_number<K>(word: &Word<K>) -> bool {
    word.kind == Kind::Word && word.folded().bytes().all(|it| it.is_ascii_digit())
}

fn is_size<K>(word: &Word<K>) -> bool {
    let is_digits = |it: &str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit());
    word.folded().split_once('x').is_some_and(|(wide, deep)| is_digits(wide) && is_digits(deep))
}

/// Whether a name behind these leading words may be a call to somebody: `Sorry, Crow!`, `Wait, Tex.`
fn may_be_called<K: Meaning>(kind: Part, leading: &[Word<K>]) -> bool {
    let says_no = leading.iter().any(|it| TAKING_BACK.contains(it.folded()));
    let is_led = leading.last().is_some_and(leads);
    match kind {
        Part::Addressee => !is_led,
        // Only a new sentence on the same line may call an enemy. Elsewhere `sorry, Shade` corrects the target.
        Part::Foe => {
            let is_sentence = |it: &Word<K>| it.gap.has(Gap::ENDS) && !it.gap.has(Gap::LINE);
            !says_no && !is_led && leading.first().is_some_and(is_sentence)
        }
        Part::Place | Part::Way | Part::Direction | Part::Weapon | Part::Number | Part::Size => false,
    }
}

/// The places where something of this kind is named.
fn places_of<K: Meaning>(kind: Part, words: &[Word<K>], part: FindPart<'_, K>) -> Vec<Range<usize>> {
    let mut places = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let (other, length) = part(&words[at..]).map_or((None, 1), |(other, length)| (Some(other), length));
        match other {
            // `moves 2 north. Make that 3.`
            Some(Part::Way) if kind == Part::Number => {
                places.extend((at..at + length).filter(|it| is_number(&words[*it])).map(|it| it..it + 1));
            }
            // `moves 2 north. I mean south.`
            Some(Part::Way) if kind == Part::Direction => {
                let is_it = |it: &usize| part(&words[*it..=*it]).is_some_and(|it| it.0 == kind);
                places.extend((at..at + length).filter(is_it).map(|it| it..it + 1));
            }
            other => places.extend((other == Some(kind)).then_some(at..at + length)),
        }
        at += length;
    }
    places
}

/// Whether words behind a correction are only a remark: `, they are in front`, `. I had the map upside down`, `,
/// Bramble has the other well in hand`, or a reason why what is in `wrong` is wrong: `, J5 is too near`.
pub(super) fn is_remark<K: Meaning>(words: &[Word<K>], wrong: &[Word<K>], part: FindPart<'_, K>) -> bool {
    const WHY: [Never; 2] = [Never::Negation, Never::Past];
    static WHERE: Listed = Listed::new(
        "just, up, down, in, on, by, behind, near, next, right, left, beside, among, over, the, that, where",
    );
    const SIDES: &[&str] = &["left", "right", "up", "down", "back"];
    let Some(first) = words.first() else { return false };
    // `G5 is nearer`
    let is_it = STATEMENT_VERBS.contains(first.folded());
    let is_apart = is_it || first.kind == Kind::Comma || first.gap.has(Gap::ENDS) || first.gap.has(Gap::OPEN);
    let who = words.iter().find(|it| it.kind == Kind::Word);
    let is_of_person = who.is_some_and(|it| PERSONS.contains(it.folded()));
    let says_where = first.kind == Kind::Comma && who.is_some_and(|it| WHERE.contains(it.folded()));
    if !is_apart
        || !is_of_person
            && !says_where
            && !is_it
            && !words.iter().skip(1).any(|it| STATEMENT_VERBS.contains(it.folded()))
    {
        return false;
    }
    // `Tex hasn't done anything to me yet`, where he was named by mistake
    let begins = words.iter().take_while(|it| it.kind == Kind::Comma).count();
    let is_of_wrong = part(&words[begins..]).is_some_and(|it| says_again(&words[begins..begins + it.1], wrong));
    let is_told_of = is_of_person || is_of_wrong;
    let small = [Common::Article, Common::Polite, Common::Telling].map(K::from);
    let says_little = |it: K| small.contains(&it) || it.joins() || it.leads() || it.never().is_some();
    let is_why = |it: K| it.never().map_or(!it.decides(), |it| WHY.contains(&it)) && (is_told_of || says_little(it));
    let says_nothing = |word: &Word<K>| {
        let is_plain = matches!(word.kind, Kind::Word | Kind::Comma) && word.number().is_none();
        let is_side = says_where && SIDES.contains(&word.folded());
        is_plain && (is_side || word.meaning.is_none_or(is_why)) && !looks_like_a_tile(word.folded())
    };
    let mut at = 0;
    while let Some(word) = words.get(at) {
        at += match part(&words[at..]) {
            // `Alpha has the First well in hand`
            Some((Part::Addressee | Part::Foe, length)) if !is_of_person => length,
            Some((_, length)) if says_again(&words[at..at + length], wrong) => length,
            // `H14, just left of the barricade`
            Some((Part::Place, length)) if says_where && !looks_like_a_tile(word.folded()) => length,
            None if says_nothing(word) => 1,
            _ => return false,
        };
    }
    true
}

/// Verbs that take back what they name.
pub(super) const TAKE_BACK_VERBS: &[&str] =
    &["forget", "ignore", "disregard", "scratch", "scrap", "cancel", "delete", "drop", "strike", "undo", "withdraw"];

/// How much a line takes back of what stands above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TakenBack {
    /// The whole line right above.
    Line,
    /// The last order of the line right above.
    Order,
    /// All orders of the post so far.
    All,
}

/// What a line takes back that begins like `no, scratch that`, `actually forget it` or `ignore the line above`, and how
/// many of its words say so.
pub(super) fn takes_back<K: Meaning>(words: &[Word<K>]) -> Option<(TakenBack, usize)> {
    static TAKES_THAT_BACK: Listed = Listed::new(
        "i take that back, ill take that back, i take it back, take that back, take it back, scratch that, strike that, scrap that, cancel that, forget that, forget it, drop that, drop it, never mind that, belay that, undo that, \
         ignore that, delete that, scratch it, cancel it, scrap it",
    );
    const WORDS_MAX: usize = 5;
    let adds = |it: &&Word<K>| is_mark(*it) || it.is_polite();
    let marks = |it: &&Word<K>| adds(it) && !TAKES_THAT_BACK.contains(it.folded());
    let before = words.iter().take_while(marks).count();
    let behind = words[before..].iter().enumerate();
    let said = behind.take_while(|(n, it)| it.kind == Kind::Word && (*n == 0 || !it.gap.has(Gap::ENDS)));
    let behind = said.take(WORDS_MAX).map(|it| it.1.folded()).collect::<Vec<_>>();
    // `forget that hill` and `forget it, no, keep it` take nothing back.
    const FURTHER: &[&str] = &["for", "i", "ill", "im", "now", "please", "pls", "plz", "sorry", "thanks"];
    let ends = |it: usize| behind.get(it).is_none_or(|it| FURTHER.contains(it));
    let is_that = (1..=behind.len()).any(|it| TAKES_THAT_BACK.contains(&behind[..it].join(" ")) && ends(it));
    let is_kept = words.iter().any(|it| matches!(it.folded(), "keep" | "keeps" | "if" | "unless"));
    let taken_back = if is_that { Some(TakenBack::Line) } else { takes_back_above(&behind) };
    taken_back.filter(|_| !is_kept).map(|it| (it, before + behind.len()))
}

/// `ignore my last order`, `forget the lines above`
fn takes_back_above(words: &[&str]) -> Option<TakenBack> {
    const ABOVE: &[&str] = &["above", "before", "last", "previous"];
    let [verb, rest @ ..] = words else { return None };
    let is_noun = |it: &&&str| matches!(it.trim_end_matches('s'), "line" | "order" | "post" | "one");
    let noun = rest.iter().find(is_noun);
    let says_which = |it: &&str| matches!(*it, "the" | "my" | "that" | "all" | "both") || ABOVE.contains(it);
    let said = rest.iter().take_while(|it| says_which(it) || Some(*it) == noun);
    let is_whole = noun.is_some() || said.clone().count() == rest.len();
    let is_above = is_whole && TAKE_BACK_VERBS.contains(verb) && said.clone().any(|it| ABOVE.contains(it));
    let is_all = said.clone().any(|it| matches!(*it, "all" | "both")) || noun.is_some_and(|it| it.ends_with('s'));
    let is_last = said.clone().any(|it| matches!(*it, "last" | "previous"));
    is_above.then_some(match noun.copied() {
        _ if is_all => TakenBack::All,
        Some("line" | "post") => TakenBack::Line,
        Some(_) => TakenBack::Order,
        None if is_last => TakenBack::Order,
        None => TakenBack::All,
    })
}

/// Whether words end with one that adds to what was said, like `the machine gun too`. That corrects nothing.
pub(super) fn adds_to_order<K: Meaning>(words: &[Word<K>]) -> bool {
    let last = |n: usize| words.len().checked_sub(n).map(|it| words[it..].iter().map(Word::folded).collect::<Vec<_>>());
    [1, 2].into_iter().filter_map(last).any(|it| TOO.contains(&it.join(" ").as_str()))
}

/// Whether a word may stand before the correct value: `no, at the Walkers`.
pub(super) fn leads<K: Meaning>(word: &Word<K>) -> bool {
    word.is_article()
        || word.is_polite()
        || word.means(K::WITH)
        || word.meaning.is_some_and(K::leads)
        || matches!(word.folded(), "to" | "on" | "at" | "over" | "against")
}

/// Whether a word only announces a correction.
pub(super) fn is_mark<K: Meaning>(word: &Word<K>) -> bool {
    CORRECTION_MARKS.contains(word.folded()) || matches!(word.kind, Kind::Comma | Kind::Colon)
}

/// Whether the first of these words only announces that the correct value follows: `no,`, `make that`, `or rather`.
pub(super) fn announces_correction<K: Meaning>(words: &[Word<K>]) -> bool {
    let is_rather =
        |it: &[Word<K>]| matches!(it, [or, rather, ..] if or.folded() == "or" && rather.folded() == "rather");
    words.first().is_some_and(|it| is_mark(it) || VALUE_MARKS.contains(&it.folded())) || is_rather(words)
}

/// Whether a word may be a sign of a correction.
pub(super) fn may_correct<K: Meaning>(word: &Word<K>) -> bool {
    matches!(word.never(), Some(Never::Correction | Never::Negation | Never::Choice | Never::But))
        || CORRECTION_MARKS.contains(word.folded())
}
