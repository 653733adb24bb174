//! The interface between a game's order language and the code that reads posts.

use std::cell::Cell;
use std::ops::Range;

use crate::diagnostic::Diagnostic;

use super::Reading;
use super::correct::Part;
use super::english::Listed;
use super::lexicon::{Lexicon, Meaning};
use super::names::Table;
use super::words::{Kind, Word, Words, is_compass_point};

/// How a game reads the posts of one poster in the current battle.
///
/// Methods whose name ends in `_at` and that return a number count the first words that fit. They return 0 if none do.
pub trait Grammar {
    /// The meanings of words.
    type Keyword: Meaning;
    type Order: PartialEq;

    /// The meanings of words and phrases.
    fn lexicon(&self) -> &'static Lexicon<Self::Keyword>;
    /// All names that an order can use. The first table holds those who can be given orders.
    fn tables(&self) -> Vec<&Table>;
    /// How many words from `at` on are of a class that a row of [`idioms`](super::idioms) asks for: `named` for names
    /// of squads and units, `place`, `weapon`, `goes` for verbs of movement, and the classes that only rows of this
    /// game ask for.
    fn class_at(&self, class: &str, all: &[Word<Self::Keyword>], at: usize) -> Option<usize>;
    /// Arranges words. Names are already merged.
    fn arrange(&self, words: &mut Words<Self::Keyword>);
    /// Reads a line of orders into `reading`. Returns whether the line is only a name, so that the lines below it may
    /// hold its orders.
    fn parse(&self, line: &Line<'_, Self::Keyword>, reading: &mut Reading<Self::Order>) -> bool;
    /// An order in canonical form.
    fn printed(&self, order: &Self::Order) -> String;

    /// The orders of a reading in canonical form.
    fn printed_orders(&self, reading: &Reading<Self::Order>) -> Vec<String> {
        reading.orders().map(|it| self.printed(it)).collect()
    }

    /// Whether a line of fiction that begins with this word, folded, is worth reading as an order.
    fn may_begin(&self, first: &str) -> bool;
    /// Whether a line that begins with this word, folded, begins with a verb or continues the line above it.
    fn begins_with_verb(&self, first: &str) -> bool;
    /// Whether a word may be part of a line that is plainly an order, with or without a colon in it.
    fn is_plain(&self, word: &Word<Self::Keyword>, has_colon: bool) -> bool;
    /// Whether a line has words for which the language has more usual ones.
    fn is_said_otherwise(&self, words: &Words<Self::Keyword>) -> bool;
    /// Whether the end of a line shows that it continues below.
    fn goes_on_below(&self, words: &Words<Self::Keyword>) -> bool {
        let promises = |it: &Word<_>| it.joins() || it.kind == Kind::Semicolon || it.means(Self::Keyword::THEN);
        words.all().last().is_some_and(promises)
    }

    /// What the first words name that a correction can replace, and how many of them do.
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
    /// Whether a word before a name adds nothing to it.
    fn leads_to_name(&self, word: &Word<Self::Keyword>) -> bool {
        word.is_article()
    }
    /// As [`part_at`](Grammar::part_at), for words that are no way and have no article before them.
    fn named_at(&self, words: &[Word<Self::Keyword>]) -> Option<(Part, usize)>;
    /// How many words name a squad or unit that takes the poster's orders.
    fn addressee_at(&self, words: &[Word<Self::Keyword>]) -> usize {
        self.part_at(words).filter(|it| it.0 == Part::Addressee).map_or(0, |it| it.1)
    }
    /// How many words name a hero who belongs to a squad and takes no orders under that name.
    fn hero_at(&self, _: &[Word<Self::Keyword>]) -> usize {
        0
    }
    /// Whether the squad or unit named by the first words belongs to the one named by the second.
    fn is_among(&self, _: &[Word<Self::Keyword>], _: &[Word<Self::Keyword>]) -> bool {
        false
    }
    /// Whether the later order replaces the earlier one.
    fn replaces(&self, later: &Self::Order, earlier: &Self::Order) -> bool;

    /// Whether two orders are for the same squad or unit.
    fn has_same_addressee(&self, one: &Self::Order, other: &Self::Order) -> bool;

    /// Whether an order is to hold.
    fn is_hold(&self, order: &Self::Order) -> bool;
    /// Whether an order does what this verb says.
    fn does(&self, order: &Self::Order, verb: Self::Keyword) -> bool;

    /// Whether a refusal may be due to a misspelt word, and not to a rule.
    fn is_about_a_word(&self, refusal: &Diagnostic) -> bool;
    /// Whether a misspelt word may be read as a word with this meaning.
    fn may_be_meant(&self, meaning: Self::Keyword) -> bool;
    /// Words that a misspelt one may be read as and that the lexicon doesn't have.
    fn more_words(&self) -> Option<&'static Listed> {
        None
    }
    /// Whether an order may be read from a line with misspelt words. Orders that can't be taken back may not.
    fn may_be_mended(&self, order: &Self::Order) -> bool;
    /// Whether an order may be read from the middle of a story, if none of its words was misspelt.
    fn may_stand_in_story(&self, order: &Self::Order) -> bool {
        self.may_be_mended(order)
    }
    /// Whether a line with this word may be guessed at, with other words left out.
    fn may_be_guessed(&self, _: &Word<Self::Keyword>) -> bool {
        true
    }
    /// Whether an order may be offered for a line of which words were left out.
    fn may_be_offered(&self, order: &Self::Order) -> bool;
}

fn is_way<K: Meaning>(word: &Word<K>) -> bool {
    word.meaning.is_some_and(K::is_way)
}

/// How many words are a way: `3 tiles to the north`, `north 3`.
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

/// A line of a post, as it is given to [`Grammar::parse`].
#[derive(Clone)]
pub struct Line<'a, K> {
    /// The post, or another text that is read as if it were one.
    pub text: &'a str,
    /// Bytes of the text.
    pub span: Range<usize>,
    /// All order lines of the post.
    pub post: &'a [Range<usize>],
    pub words: &'a Words<K>,
    /// How many more unknown names may be answered with a suggestion.
    pub suggestions: &'a Cell<u8>,
    pub manner: Manner,
}

/// How strictly a line is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    Usual,
    /// The line may be fiction. It must name its squad, and hold a complete order.
    Strict,
}
