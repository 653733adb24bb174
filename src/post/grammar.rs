//! What a game says of its language, for whatever reads posts.

use std::cell::Cell;
use std::ops::Range;

use crate::diagnostic::Diagnostic;

use super::Reading;
use super::correct::Part;
use super::english::Listed;
use super::lexicon::{Lexicon, Meaning};
use super::names::Table;
use super::words::{Kind, Word, Words, is_compass_point};

/// How a game reads what one poster writes in a battle as it stands.
pub trait Grammar {
    /// What a word can mean.
    type Keyword: Meaning;
    /// What an order is.
    type Order: PartialEq;

    /// What words mean.
    fn lexicon(&self) -> &'static Lexicon<Self::Keyword>;
    /// All names that an order can use.
    fn tables(&self) -> Vec<&Table>;
    /// How many words from a place on are of a class that a row of [`idioms`](super::idioms) asks for: `named` of somebody,
    /// `place`, `weapon`, `goes` of a verb that moves somebody, and whatever only this game's own rows ask for.
    fn class_at(&self, class: &str, all: &[Word<Self::Keyword>], at: usize) -> Option<usize>;
    /// Arranges words in which names stand already for themselves.
    fn arrange(&self, words: &mut Words<Self::Keyword>);
    /// Reads a line of orders. Says whether it is only a name, for which the lines below may say what to do.
    fn parse(&self, line: &Line<'_, Self::Keyword>, reading: &mut Reading<Self::Order>) -> bool;
    /// An order in the words of the language.
    fn printed(&self, order: &Self::Order) -> String;

    /// What a reading tells, in the words of the language.
    fn told(&self, reading: &Reading<Self::Order>) -> Vec<String> {
        reading.orders().map(|it| self.printed(it)).collect()
    }

    /// Whether a line of fiction that begins with this word, folded, is worth reading as an order.
    fn may_begin(&self, first: &str) -> bool;
    /// Whether a line that begins with this word, folded, begins with a verb, or goes on with what was said before.
    fn begins_with_verb(&self, first: &str) -> bool;
    /// Whether a word may stand in what could be nothing but an order, by itself or behind a colon.
    fn is_plain(&self, word: &Word<Self::Keyword>, has_colon: bool) -> bool;
    /// Whether a line has words for which the language has others.
    fn is_said_otherwise(&self, words: &Words<Self::Keyword>) -> bool;
    /// Whether a line that ends so promises more below.
    fn goes_on_below(&self, words: &Words<Self::Keyword>) -> bool {
        let promises = |it: &Word<_>| it.joins() || it.kind == Kind::Semicolon || it.means(Self::Keyword::THEN);
        words.all().last().is_some_and(promises)
    }

    /// What words name that a correction may set right, and how many of them do.
    fn part_at(&self, words: &[Word<Self::Keyword>]) -> Option<(Part, usize)> {
        let article = usize::from(1 < words.len() && self.leads_to_name(&words[0]));
        let words = words.get(article..)?;
        let is_point = |it: &Word<_>| is_way(it) && is_compass_point(it.folded());
        let found = match way_at(words) {
            Some(length) => Some((Part::Way, length)),
            None if words.first().is_some_and(is_point) => Some((Part::Direction, 1)),
            None => self.named_at(words),
        };
        found.map(|(part, length)| (part, length + article))
    }
    /// Whether a word before a name says nothing.
    fn leads_to_name(&self, word: &Word<Self::Keyword>) -> bool {
        word.is_article()
    }
    /// What words name that a correction may set right, and how many of them do, where they are no way and have no article.
    fn named_at(&self, words: &[Word<Self::Keyword>]) -> Option<(Part, usize)>;
    /// How many words name somebody who takes the poster's orders.
    fn told_at(&self, words: &[Word<Self::Keyword>]) -> usize {
        self.part_at(words).filter(|it| it.0 == Part::Told).map_or(0, |it| it.1)
    }
    /// How many words name a hero who is in somebody's squad, and nobody who is told something by that name.
    fn hero_at(&self, _: &[Word<Self::Keyword>]) -> usize {
        0
    }
    /// Whether whoever is named is one of those who are named by other words.
    fn is_among(&self, _: &[Word<Self::Keyword>], _: &[Word<Self::Keyword>]) -> bool {
        false
    }
    /// Whether of two orders only the later one can count.
    fn replaces(&self, later: &Self::Order, earlier: &Self::Order) -> bool;

    /// Whether two orders tell the same squad or the same somebody what to do.
    fn is_told_to_same(&self, one: &Self::Order, other: &Self::Order) -> bool;

    /// Whether an order is to hold.
    fn is_hold(&self, order: &Self::Order) -> bool;
    /// Whether this verb says what an order does.
    fn does(&self, order: &Self::Order, verb: Self::Keyword) -> bool;

    /// Whether a refusal could be about a misspelt word, and not about what is forbidden.
    fn is_about_a_word(&self, refusal: &Diagnostic) -> bool;
    /// Whether a misspelt word may be taken for one of this meaning: nothing that decides is made of a slip.
    fn may_be_meant(&self, meaning: Self::Keyword) -> bool;
    /// Words that may be meant and that the lexicon doesn't have.
    fn more_words(&self) -> Option<&'static Listed> {
        None
    }
    /// Whether an order may be made of a line with a slip: none that can't be taken back.
    fn may_be_mended(&self, order: &Self::Order) -> bool;
    /// Whether an order may be taken where a story stands around it, and none of its words was mended.
    fn may_stand_in_story(&self, order: &Self::Order) -> bool {
        self.may_be_mended(order)
    }
    /// Whether what is told with this word may be guessed where others are left out.
    fn may_be_guessed(&self, _: &Word<Self::Keyword>) -> bool {
        true
    }
    /// Whether an order may be offered where words are left out: none that makes something of names.
    fn may_be_offered(&self, order: &Self::Order) -> bool;
}

fn is_way<K: Meaning>(word: &Word<K>) -> bool {
    word.meaning.is_some_and(K::is_way)
}

/// How many words say a way: `3 tiles to the north`, `north 3`.
fn way_at<K: Meaning>(words: &[Word<K>]) -> Option<usize> {
    let is_step = |it: &Word<K>| it.meaning.is_some_and(K::is_step);
    let adds = |it: &&Word<K>| is_step(it) || it.means(K::TO) || it.is_article() || it.is_polite();
    match words {
        [number, rest @ ..] if number.number().is_some() => {
            let added = rest.iter().take_while(adds).count();
            rest.get(added).is_some_and(is_way).then_some(added + 2)
        }
        [way, number, rest @ ..]
            if is_way(way) && number.number().is_some() && (K::HAS_WAYS_OF_A_LETTER || 1 < way.folded().len()) =>
        {
            Some(2 + usize::from(rest.first().is_some_and(is_step)))
        }
        _ => None,
    }
}

/// A line while it is read.
#[derive(Clone)]
pub struct Line<'a, K> {
    /// The post, or another text that is read as if its poster had written it.
    pub text: &'a str,
    /// Bytes of the text.
    pub span: Range<usize>,
    /// All lines of orders of the post.
    pub post: &'a [Range<usize>],
    pub words: &'a Words<K>,
    /// How many more unknown names may be answered with the nearest.
    pub suggestions: &'a Cell<u8>,
    pub manner: Manner,
}

/// How generously a line is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    Usual,
    /// As one that may be fiction: it names its squad, and says what an order says.
    Strict,
}
