//! Removes words that add nothing, such as numbers of a list or the pronoun in `Alpha, it moves`, and marks similar
//! words that may mean somebody else.

use std::ops::Range;

use super::idioms::Idioms;
use super::lexicon::{Lexicon, Meaning};
use super::words::{Gap, Kind, Naming, Word, Words};

/// Removes the numbers and letters of a list, at the start of a line or behind a name, and separates its items: `Alpha:
/// 1) hold`. `own_name` returns how many words name one of the poster's own.
pub(super) fn leave_out_list_numbers<K: Meaning>(words: &mut Words<K>, own_name: impl Naming<K>) {
    const LETTERS: &[&str] = &["a", "b", "c", "d", "e", "f", "g", "h"];
    let all = words.all();
    let is_listed = |at: usize| {
        let Some([colon, number, next, ..]) = at.checked_sub(1).and_then(|it| all.get(it..)) else { return false };
        let is_number = number.number().is_some() && number.folded().bytes().all(|it| it.is_ascii_digit());
        // `Bess: 1. throw bottle at Shade, 2. move to J7`
        let is_second = || {
            let colon = all[..at - 1].iter().rposition(|it| it.kind == Kind::Colon);
            let first = colon.and_then(|it| all.get(it + 1..it + 3));
            first.is_some_and(|it| it[0].number() == Some(1) && it[1].is_order())
        };
        let begins = colon.kind == Kind::Colon || colon.kind == Kind::Comma && next.is_order() && is_second();
        begins && is_number && (next.gap.has(Gap::STOP) || next.gap.has(Gap::CLOSE))
    };
    let listed: Vec<usize> = (0..all.len()).filter(|it| is_listed(*it)).collect();
    // `a) fire at Cobblers b) step back to L9`
    let is_item = |at: usize, n: usize| {
        let written = all[at].folded();
        let is_it = || written == n.to_string() || LETTERS.get(n - 1) == Some(&written);
        let bracket = || (0..=at).rev().find(|it| all[*it].gap.has(Gap::OPEN) || all[*it].gap.has(Gap::CLOSE));
        let is_inside = || bracket().is_some_and(|it| it != at && all[it].gap.has(Gap::OPEN));
        all.get(at + 1).is_some_and(|it| it.gap.has(Gap::CLOSE)) && is_it() && !is_inside()
    };
    let mut items: Vec<usize> = Vec::new();
    while let Some(at) = (items.last().map_or(0, |it| it + 1)..all.len()).find(|it| is_item(*it, items.len() + 1)) {
        items.push(at);
    }
    // Other words before a list apply to all its items, and a word that rules out one item may rule out all of them:
    // `if they come: a) …`, `either a) …`, `1) if they come 2) …`
    let adds = |it: &&Word<K>| it.is_article() || it.is_polite();
    let begins_list = |first: usize| {
        let named = all[..first].iter().take_while(adds).count();
        let named = named + own_name(&all[named..first]);
        all[named..first].iter().all(|it| matches!(it.kind, Kind::Comma | Kind::Colon))
    };
    let unmakes = |it: &Word<K>| it.never().is_some() || it.kind == Kind::Question;
    let is_list = match items[..] {
        [] | [0] => true,
        [first, ..] => begins_list(first) && 1 < items.len() && !all.iter().any(unmakes),
    };
    if !is_list {
        items.clear();
    }
    // `c) Bows hold`, on a line of its own
    if items.is_empty() && (1..=LETTERS.len()).any(|n| !all.is_empty() && is_item(0, n)) {
        items.push(0);
    }
    for at in listed.iter().chain(&items) {
        words.remove_marks_before(at + 1);
    }
    for at in items.iter().skip(1) {
        words.merge(*at..at + 1, Kind::Semicolon, None, "");
    }
    words.leave_out(|_, at| listed.contains(&at) || items.first() == Some(&at));
}

/// Pronouns that repeat the name before them: `Drummer he moves to J4`, `Bess, she makes two steps`, `Fitz, he is
/// walking`; and, if only one was named, `and then she moves to J4`. If two were named, `he` is ambiguous, and `they`
/// may mean one or both.
pub static ECHOES: Idioms = Idioms::new(&[
    "START NAMED -COMMA? -he|she|it|they ORDER|make|makes|take|takes",
    "START NAMED -COMMA? -he|she|it|they is|are ORDER",
    "THEN ONE_TOLD -it|they ORDER|make|makes|take|takes",
    "THEN ONE_TOLD ONE_NAMED -he|she ORDER|make|makes|take|takes",
]);

/// Words that name those who get the order in another way, or once more.
pub(super) static ALL_OF_THEM: Idioms = Idioms::new(&[
    // `Bess: then walk to H8`, behind the orders above.
    "FIRST ARTICLE* TOLD COLON|COMMA? -THEN ORDER|to",
    // `asks that the Bows hold, and that the Old Guard moves`
    "ask_that|asks_that|asking_that|request_that|requests_that|requesting_that|i_want_that|we_want_that ... JOINT -that ARTICLE* TOLD",
    // `All of the Scouts move`: the words add nothing, because an order is to a whole squad.
    "FIRST -all -of ARTICLE* TOLD",
    // `Sparrow fires, and then all of them go north`, `Then they all go`: they are the only squad that was named.
    "ONE_TOLD &all &of them=they ORDER",
    "ONE_TOLD &they all=they ORDER",
]);

/// Words that may describe an enemy that was named before, as in `Alpha shoots the Boyz. They are moving to J4` and `as
/// they move to J4`, and a question without its mark: `Alpha: should we shoot the Boyz`.
pub static DOUBTS: Idioms = Idioms::new(&[
    "should|shall=perhaps we|i ORDER",
    "FOE ... he|she|it|they=perhaps is|are DOING",
    "FOE ... hes|shes|theyre=perhaps DOING",
    "FOE ... as_they|as_it=perhaps",
]);

/// Words that negate the verb behind them.
const NOT: &[&str] = &["no", "not", "dont"];

/// Words for nothing in a field.
pub(super) const NOTHING: &[&str] = &["none", "nothing", "nil"];

fn stops<K>(word: &Word<K>) -> bool {
    NOT.contains(&word.folded()) || word.folded().starts_with("hold") || word.folded().starts_with("ceas")
}

/// Whether a text tells somebody to stop or to hold more than once: `hold fire, stay put`, `Shoot: none. Move: none`.
pub fn stops_twice<K: Meaning>(text: &str, hold: K, lexicon: &Lexicon<K>) -> bool {
    let words = Words::of(text, 0..text.len(), &[], lexicon);
    let stops = |it: &&Word<K>| stops(*it) || NOTHING.contains(&it.folded()) || it.meaning == Some(hold);
    1 < words.all().iter().filter(stops).count()
}

/// The only verb that an order to hold rules out: `hold its fire`, `don't move`, `Move: none`. `None` for any other
/// text.
pub fn denied<K: Meaning>(text: &str, lexicon: &Lexicon<K>) -> Option<K> {
    let words = Words::of(text, 0..text.len(), &[], lexicon);
    let said: Vec<&Word<K>> = words.all().iter().filter(|it| !it.is_polite()).collect();
    let (last, before) = said.split_last()?;
    let verb = match before {
        [.., verb, colon] if colon.kind == Kind::Colon && NOTHING.contains(&last.folded()) => verb,
        // `holds all its fire`
        _ if before.iter().rev().take(3).any(|it| stops(it)) => last,
        _ => return None,
    };
    verb.meaning.filter(|_| verb.is_order())
}

/// Rewrites a denial beside an order as an order to hold: `shoot Nobz, no moving`, `move to J8, don't fire`.
///
/// `hold` is the meaning and the words of that order. `does` says which verbs are denied, `acts` which verbs say what
/// is done beside that, and `own_name` returns how many words name one of the poster's own.
pub fn denials_to_holds<K: Meaning>(
    words: &mut Words<K>,
    hold: (K, &str),
    does: impl Fn(&Word<K>) -> bool,
    acts: impl Fn(&Word<K>) -> bool,
    own_name: impl Naming<K>,
) {
    let all = words.all();
    let ends = |at: usize| {
        let behind = all[at..].iter().find(|it| !it.is_polite());
        behind.is_none_or(|it| it.kind != Kind::Word || it.gap.has(Gap::ENDS))
    };
    let is_denial = |at: usize| NOT.contains(&all[at].folded()) && all.get(at + 1).is_some_and(&does) && ends(at + 2);
    let is_it = |at: usize| {
        let start = all[..at].iter().rposition(|it| it.kind == Kind::Semicolon).map_or(0, |it| it + 1);
        let before = &all[start..at];
        let is_apart = before.last().is_some_and(Word::joins) || all[at].gap.has(Gap::ENDS);
        is_apart && before.iter().any(&acts) && !before.iter().any(&does)
    };
    let parts = |it: &Word<K>| it.joins() || it.kind == Kind::Semicolon;
    // `don't shoot, move to J8`, `don't shoot; move to J8`, at the beginning or right behind a name
    let comes_first = |at: usize| {
        let start = all[..at].iter().rposition(|it| it.kind == Kind::Semicolon).map_or(0, |it| it + 1);
        let named = start + own_name(&all[start..]);
        let adds_nothing = |it: &Word<K>| matches!(it.kind, Kind::Colon | Kind::Comma) || it.is_polite();
        let is_told = (start == 0 || start < named) && all.get(named..at).is_some_and(|it| it.iter().all(adds_nothing));
        let mut behind = all[at + 2..].iter().skip_while(|it| parts(it) || it.is_polite());
        is_told && behind.next().is_some_and(|it| acts(it) && !does(it))
    };
    if let Some(at) = (0..all.len()).find(|it| is_denial(*it) && comes_first(*it)) {
        let joints = all[at + 2..].iter().take_while(|it| parts(it)).count();
        words.cut(at + 2..at + 2 + joints);
        words.merge(at..at + 2, Kind::Word, Some(hold.0), hold.1);
        return words.end_sentence_before(at + 1);
    }
    let Some(at) = (1..all.len()).find(|it| is_denial(*it) && is_it(*it)) else { return };
    let joints = all[..at].iter().rev().take_while(|it| it.joins()).count();
    words.cut(at - joints..at);
    hold_first(words, at - joints..at - joints + 2, hold, own_name);
}

/// Merges a denial into an order to hold, and moves it before the other orders of the same squad. There it takes back
/// earlier orders, and none of this line's.
pub(super) fn hold_first<K: Meaning>(
    words: &mut Words<K>,
    place: Range<usize>,
    hold: (K, &str),
    own_name: impl Naming<K>,
) {
    let (all, at) = (words.all(), place.start);
    let heads = |it: usize| all[it].kind == Kind::Colon && it.checked_sub(1).is_some_and(|it| !all[it].is_order());
    let is_behind = |it: usize| all[it].kind == Kind::Semicolon || heads(it);
    let begins = |it: &usize| it.checked_sub(1).is_none_or(is_behind) || 0 < own_name(&all[*it..]);
    let last = all[..at].iter().rposition(Word::is_order);
    let first = last.map(|last| {
        let start = (0..=last).rfind(begins).unwrap_or(0);
        (start..=last).find(|it| all[*it].is_order()).unwrap_or(last)
    });
    // If a name stands behind the first verb, it is unclear whose order the hold is: `shoot Alpha at Nobz, no moving`,
    // `Alpha moves to J8, Bravo to K9, no shooting`, `Alpha: Move: J8, Bravo: Shoot: none`.
    let parts = |it: &Word<K>| it.joins() || it.kind == Kind::Semicolon;
    let tells = |first: usize, it: usize| it == first || all[it].gap.has(Gap::ENDS) || parts(&all[it - 1]);
    if first.is_some_and(|it| (it + 1..at).any(|at| tells(it + 1, at) && 0 < own_name(&all[at..]))) {
        return;
    }
    words.merge(place, Kind::Word, Some(hold.0), hold.1);
    if let Some(first) = first {
        words.move_before(first, at..at + 1);
        words.remove_marks_before(first);
        words.end_sentence_before(first + 1);
    }
}
