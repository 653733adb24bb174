//! Orders that are repeated for somebody else: `Alpha holds, and Bramble does the same`.

use std::ops::Range;

use super::english::{Common, TOO};
use super::grammar::Grammar;
use super::idioms::Idioms;
use super::lexicon::Meaning;
use super::words::{Gap, Kind, Naming, Word, Words, looks_like_a_tile};

/// Words for repeating an order.
const SAME: &[&str] = &["same", "likewise", "ditto"];

/// `so does Bramble`, `the same goes for Bramble`. The second form is only read for the poster's own: `the same for` an
/// enemy may name a target.
static SO_DOES: Idioms = Idioms::new(&["so do|does <NAMED", "ARTICLE? same|likewise|ditto -goes? -for <TOLD"]);

/// Copies an order to those who do the same: `Alpha holds, and Bramble does the same` becomes `Alpha holds, and Bramble
/// holds`, and so does `Alpha holds, Bramble too`.
pub fn do_the_same<G: Grammar>(grammar: &G, words: &mut Words<G::Keyword>) {
    // Words that are copied at most, so that repeated copies stay short.
    const COPIED_WORDS_MAX: usize = 24;
    let says_again = |it: &Word<_>| it.folded() == "so" || SAME.contains(&it.folded()) || TOO.contains(&it.folded());
    if !words.all().iter().any(says_again) {
        return;
    }
    let named = |from: &[Word<G::Keyword>]| grammar.class_at("named", from, 0).unwrap_or(0);
    let own_name = |from: &[Word<G::Keyword>]| grammar.addressee_at(from);
    SO_DOES.rewrite(grammar, words);
    // The words that were copied last, and where the copy ends.
    let mut again: Option<(Range<usize>, usize)> = None;
    let mut at = 1;
    while at < words.all().len() {
        let begins = words.all()[at].gap.has(Gap::ENDS) || words.all()[at - 1].kind == Kind::Semicolon;
        let who = if begins { listed(&words.all()[at..], &own_name) } else { named(&words.all()[at..]) };
        let is_own = 0 < own_name(&words.all()[at..]);
        if let Some(end) = does_the_same(&words.all()[at..], who, is_own)
            && let Some(order) = words_to_copy(words.all(), at, again.as_ref(), &named)
            && let Some(order) = without_weapon(words.all(), order, at + end)
            && order.len() <= COPIED_WORDS_MAX
            && !words.all()[at + end..].iter().any(may_be_both)
        {
            words.copy(at + who..at + end, order.clone());
            at += who + order.len();
            again = Some((order, at));
        } else {
            at += 1;
        }
    }
}

// Whether a pronoun may mean one squad or both: `Mule does the same, and then they go west`.
fn may_be_both<K>(word: &Word<K>) -> bool {
    matches!(word.folded(), "they" | "both" | "them")
}

// The words to copy: what was copied last if nothing stands between, or else the order to those before.
fn words_to_copy<K: Meaning>(
    all: &[Word<K>],
    at: usize,
    again: Option<&(Range<usize>, usize)>,
    named: &impl Naming<K>,
) -> Option<Range<usize>> {
    let joints = all[..at].iter().rev().take_while(|it| it.joins()).count();
    let is_led = 0 < joints || all[at].gap.has(Gap::ENDS);
    let of_last = again.filter(|it| is_led && it.1 == at - joints).map(|it| it.0.clone());
    of_last.or_else(|| Some(order_before(all, at, named)?..at - joints))
}

// The words to copy, without their weapon if another one follows behind `end`: `Bess does the same with the pan`.
// `None` if a further order follows the weapon.
fn without_weapon<K: Meaning>(all: &[Word<K>], order: Range<usize>, end: usize) -> Option<Range<usize>> {
    let with = |from: &[Word<K>]| from.iter().position(|it| it.means(K::WITH));
    let Some(means) = with(&all[order.clone()]).filter(|_| with(&all[end..]).is_some()) else { return Some(order) };
    let means = order.start + means;
    let is_last =
        !all[means + 1..order.end].iter().any(|it| it.kind == Kind::Semicolon || it.meaning.is_some_and(K::decides));
    is_last.then_some(order.start..means)
}

// How many words name somebody, or several: `Ned and Tom`.
fn listed<K: Meaning>(words: &[Word<K>], own_name: &impl Naming<K>) -> usize {
    let first = own_name(words);
    let rest = words.get(first..).filter(|_| 0 < first).unwrap_or_default();
    let joints = rest.iter().take_while(|it| it.joins()).count();
    let others = rest.get(joints..).filter(|_| 0 < joints).map_or(0, |it| listed(it, own_name));
    first + if 0 < others { joints + others } else { 0 }
}

// The number of words, with the name, that say that somebody does the same: `Bramble does the same too`.
fn does_the_same<K: Meaning>(words: &[Word<K>], who: usize, is_own: bool) -> Option<usize> {
    let adds = |it: &&Word<K>| {
        let says_so = it.is_article() || TOO.contains(&it.folded());
        it.kind == Kind::Colon || it.means(Common::Telling) || says_so
    };
    let added = words.get(who..).filter(|_| 0 < who)?.iter().take_while(adds).count();
    // `Bramble too`
    let is_too = added == 1 && words.get(who).is_some_and(|it| TOO.contains(&it.folded()));
    let is_same = words.get(who + added).is_some_and(|it| SAME.contains(&it.folded()));
    let same = who + if is_too && !is_same { 0 } else { added };
    let says_so = match words.get(same)?.folded() {
        it if SAME.contains(&it) => 1,
        it if TOO.contains(&it) && is_own && same == who => 1,
        "so" => 1 + words.get(same + 1).filter(|it| matches!(it.folded(), "do" | "does")).map(|_| 1)?,
        _ => return None,
    };
    let too =
        words.get(same + says_so..)?.iter().take_while(|it| TOO.contains(&it.folded()) || it.folded() == "please");
    let end = same + says_so + too.count();
    let is_last = |it: &Word<K>| it.kind != Kind::Word || it.gap.has(Gap::ENDS) || it.means(K::WITH);
    // `the same, but with the knife`
    let but = words.get(end..)?.iter().take_while(|it| it.kind == Kind::Comma || it.folded() == "but").count();
    let with = words.get(end + but).filter(|it| 0 < but && it.means(K::WITH));
    let end = if with.is_some() { end + but } else { end };
    words.get(end).is_none_or(is_last).then_some(end)
}

// The place behind the name of the last one told something before `at`, if that is a single order to one squad.
fn order_before<K: Meaning>(all: &[Word<K>], at: usize, named: &impl Naming<K>) -> Option<usize> {
    let parted = all[..at].iter().rposition(|it| it.kind == Kind::Semicolon).map_or(0, |it| it + 1);
    let adds = |it: &&Word<K>| it.is_polite() || it.means(Common::Telling);
    let behind_name = |start: usize| {
        let first = start + all[start..at].iter().take_while(adds).count();
        Some(first + named(&all[first..at])).filter(|it| first < *it)
    };
    // The last sentence that names somebody.
    let begins = |it: &usize| *it == parted || all[*it].gap.has(Gap::ENDS);
    // `Marsh lifts one hand, and Alpha shoots the Nobz. Bramble does the same.`
    let behind_story = |start: usize| {
        let clause = (start + 1..at).find(|it| all[it - 1].joins() && 0 < named(&all[*it..at]))?;
        let says_what = |it: &Word<K>| {
            it.meaning.is_some_and(K::decides) || it.kind == Kind::Colon || looks_like_a_tile(it.folded())
        };
        let is_story = 2 < clause - start && !all[start..clause].iter().any(says_what);
        behind_name(clause).filter(|it| is_story && *it < at)
    };
    let behind = (parted..at).rev().filter(begins).find_map(|it| behind_story(it).or_else(|| behind_name(it)))?;
    let decides = |it: usize| all[it].kind == Kind::Colon || all[it].meaning.is_some_and(K::decides);
    // `Alpha 5 steps north`, `Alpha J8`
    let goes = all.get(behind).is_some_and(|it| it.number().is_some() || looks_like_a_tile(it.folded()));
    let verb = (behind..at).find(|it| decides(*it)).or_else(|| goes.then_some(behind))?;
    let tells = |it: &usize| {
        let who = named(&all[*it..at]);
        0 < who && it + who < at && decides(it + who)
    };
    let is_led = all[at - 1].joins() || all[at].gap.has(Gap::ENDS);
    (is_led && !(verb + 1..at).any(|it| tells(&it))).then_some(behind)
}
