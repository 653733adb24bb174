//! Words of a line that are no part of its order: a story before it or in its midst, as in `Otter, grumbling about soup,
//! advances to J8`, and a weapon that isn't meant where another is named, as in `with rifles, no pistols`.

use std::ops::Range;

use super::correct::Part;
use super::dictionary::is_english;
use super::english::OWN;
use super::grammar::Grammar;
use super::lexicon::Meaning;
use super::names::Table;
use super::words::{Gap, Kind, Word};

/// A story that begins so may say when.
const WHEN: &[&str] = &["after", "before", "following", "upon"];

/// Fewer words could be a name that nobody has, or take back what stands with them.
const STORY_WORDS_MIN: usize = 3;

/// Where such words stand, with the commas that part them from the order.
pub(super) fn find<G: Grammar>(grammar: &G, all: &[Word<G::Keyword>]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    while let Some(comma) = (start..all.len()).find(|it| ends(&all[*it])) {
        let segment = &all[start..comma];
        let goes_on = all[comma].kind == Kind::Comma && comma + 1 < all.len();
        if goes_on && tells_story(grammar, segment) {
            found.push(before(all, start)..comma + 1);
        }
        start = comma + 1;
    }
    found.extend((1..all.len()).filter_map(|it| excluded(grammar, all, it)).next());
    found
}

fn ends<K: Meaning>(word: &Word<K>) -> bool {
    matches!(word.kind, Kind::Comma | Kind::Colon | Kind::Semicolon)
}

/// The place of the comma before these words, if there is one.
fn before<K: Meaning>(all: &[Word<K>], start: usize) -> usize {
    let is_comma = start.checked_sub(1).and_then(|it| all.get(it)).is_some_and(|it| it.kind == Kind::Comma);
    start - usize::from(is_comma)
}

/// Whether words hold nothing that an order is made of, nor anything that would unmake one.
fn tells_story<G: Grammar>(grammar: &G, words: &[Word<G::Keyword>]) -> bool {
    let tables = grammar.tables();
    let is_of_story = |(at, it): (usize, &Word<G::Keyword>)| {
        let is_plain = match it.meaning {
            Some(meaning) => !meaning.decides(),
            None => is_english(it.folded()) && tables.iter().all(|table| !table.has_word(it.folded())),
        };
        let is_named = || grammar.part_at(&words[at..]).is_some();
        let is_apart = 0 < at && (it.gap.has(Gap::ENDS) || it.gap.has(Gap::OPEN) || it.gap.has(Gap::CLOSE));
        it.kind == Kind::Word && is_plain && !is_apart && it.number().is_none() && !is_named()
    };
    let says_when = words.first().is_some_and(|it| WHEN.contains(&it.folded()));
    STORY_WORDS_MIN <= words.len() && !says_when && words.iter().enumerate().all(is_of_story)
}

/// `, but not with the rocket launcher`, `, no machine gun`: another weapon than one that was named before, at the end.
fn excluded<G: Grammar>(grammar: &G, all: &[Word<G::Keyword>], start: usize) -> Option<Range<usize>> {
    const NOT: &[&str] = &["no", "not", "without"];
    const AND: &[&str] = &["but", "and"];
    let joins = usize::from(AND.contains(&all[start].folded()));
    let says_not = NOT.contains(&all.get(start + joins)?.folded());
    let rest = all.get(start + joins + 1..).filter(|_| says_not)?;
    let leads = |it: &&Word<G::Keyword>| {
        it.meaning.is_some_and(|it| it == G::Keyword::WITH || it.is_article()) || OWN.contains(&it.folded())
    };
    let led = rest.iter().take_while(leads).count();
    let named = rest.get(led..)?;
    let weapon = |from: &[Word<G::Keyword>]| grammar.part_at(from).filter(|it| it.0 == Part::Weapon).map(|it| it.1);
    let is_last = weapon(named)? == named.len();
    let tables = grammar.tables();
    let other = |at: usize| weapon(&all[at..start]).is_some_and(|it| !may_be_same(&tables, &all[at..at + it], named));
    (is_last && (0..start).any(other)).then(|| before(all, start)..all.len())
}

fn may_be_same<K: Meaning>(tables: &[&Table], one: &[Word<K>], other: &[Word<K>]) -> bool {
    tables.iter().any(|table| {
        let [one, other] = [one, other].map(|it| table.find(it).matches);
        one.iter().any(|it| other.iter().any(|other| it.id == other.id))
    })
}
