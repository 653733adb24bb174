//! A clause: words read from left to right, and what they are read with.

use std::cell::Cell;
use std::ops::Range;

use crate::diagnostic::Diagnostic;
use crate::field::SquadId;
use crate::line::battle::Battle;

use super::keywords::{Keyword, lexicon};
use super::{Kind, Names, Poster, Word, Words};
use crate::post::grammar::{Line, Manner};
use crate::post::names::Found;
use crate::post::words::{Gap, across};

/// Reads a text that is no post, without the marks and the courtesy in it.
pub(super) fn alone<T>(
    text: &str,
    names: &Names,
    battle: &Battle,
    poster: Poster,
    read: impl FnOnce(&mut Clause<'_>) -> T,
) -> T {
    const SUGGESTIONS: u8 = 3;
    let words = Words::of(text, 0..text.len(), &[], lexicon());
    let means_nothing = |it: &Word| matches!(it.kind, Kind::Colon | Kind::Comma) || it.meaning == Some(Keyword::Polite);
    let kept: Vec<Word> = words.all().iter().filter(|it| !means_nothing(it)).cloned().collect();
    let suggestions = Cell::new(SUGGESTIONS);
    let (span, manner) = (0..text.len(), Manner::Usual);
    let line = Line { text, span, post: &[], words: &words, suggestions: &suggestions, manner };
    read(&mut Clause::new(OrderGrammar::of(names, battle, poster), &line, &kept))
}

/// The orders of one poster.
#[derive(Clone, Copy)]
pub(super) struct OrderGrammar<'a> {
    pub(super) names: &'a Names,
    pub(super) battle: &'a Battle,
    pub(super) poster: Poster,
}

impl<'a> OrderGrammar<'a> {
    /// Those of this poster, who knows no other names than are his to know.
    pub(super) fn of(names: &'a Names, battle: &'a Battle, poster: Poster) -> OrderGrammar<'a> {
        OrderGrammar { names: names.known_to(poster), battle, poster }
    }
}

/// A run of words, read from left to right.
pub(super) struct Clause<'a> {
    pub(super) names: &'a Names,
    pub(super) battle: &'a Battle,
    pub(super) poster: Poster,
    pub(super) line: &'a Line<'a, Keyword>,
    /// All words, those that have been read as well.
    pub(super) words: &'a [Word],
    /// The place of the next word among them.
    pub(super) at: usize,
    /// Doubts that don't keep the order from being taken.
    pub(super) doubts: Vec<Diagnostic>,
    /// The enemy that was named last.
    pub(super) last_enemy: Option<SquadId>,
    /// The verb of the order before, if it is one against enemies, for squads that do the same.
    pub(super) last_attack: Option<&'a Word>,
}

/// What stands where a name is looked for.
pub(super) struct Called<'a> {
    pub(super) named: &'a [Word],
    pub(super) span: Range<usize>,
    /// As it was written.
    pub(super) written: &'a str,
}

impl<'a> Clause<'a> {
    /// Words of a line of orders.
    pub(super) fn new(orders: OrderGrammar<'a>, line: &'a Line<'a, Keyword>, words: &'a [Word]) -> Clause<'a> {
        let OrderGrammar { names, battle, poster } = orders;
        let (doubts, last_enemy, last_attack) = (Vec::new(), None, None);
        let mut clause = Clause { names, battle, poster, line, words, at: 0, doubts, last_enemy, last_attack };
        clause.skip_polite();
        clause
    }

    /// The words that haven't been read.
    pub(super) fn rest(&self) -> &'a [Word] {
        self.words.get(self.at..).unwrap_or_default()
    }

    /// The words from one further on.
    pub(super) fn ahead(&self, words: usize) -> &'a [Word] {
        self.rest().get(words..).unwrap_or_default()
    }

    /// So many words that come next.
    pub(super) fn next_words(&self, words: usize) -> &'a [Word] {
        self.rest().get(..words).unwrap_or_default()
    }

    /// A word further on.
    pub(super) fn word_at(&self, ahead: usize) -> Option<&'a Word> {
        self.rest().get(ahead)
    }

    /// How many words are so, one after the other, from one further on.
    pub(super) fn count_at(&self, ahead: usize, is_so: impl Fn(&Word) -> bool) -> usize {
        self.ahead(ahead).iter().take_while(|it| is_so(it)).count()
    }

    /// Whether all words have been read.
    pub(super) fn is_done(&self) -> bool {
        self.at >= self.words.len()
    }

    /// The next word.
    pub(super) fn peek(&self) -> Option<&'a Word> {
        self.words.get(self.at)
    }

    /// What the next word means by itself.
    pub(super) fn keyword(&self) -> Option<Keyword> {
        self.peek()?.meaning
    }

    /// Goes on by this many words if it is so, and says whether it is.
    pub(super) fn advance_if(&mut self, is_so: bool, words: usize) -> bool {
        self.at += if is_so { words } else { 0 };
        is_so
    }

    /// Reads this word if it comes next.
    pub(super) fn take(&mut self, keyword: Keyword) -> bool {
        self.advance_if(self.keyword() == Some(keyword), 1)
    }

    /// The letters of the next word, folded.
    pub(super) fn folded(&self) -> &'a str {
        self.folded_at(0)
    }

    /// The letters of a word further on, folded.
    pub(super) fn folded_at(&self, ahead: usize) -> &'a str {
        self.word_at(ahead).map_or("", |it| it.folded())
    }

    /// Whether a mark comes next.
    pub(super) fn is(&self, kind: Kind) -> bool {
        self.peek().is_some_and(|it| it.kind == kind)
    }

    /// Reads a mark if it comes next.
    pub(super) fn take_mark(&mut self, kind: Kind) -> bool {
        self.advance_if(self.is(kind), 1)
    }

    /// Reads one of these words if it comes next.
    pub(super) fn take_word(&mut self, any: &[&str]) -> bool {
        self.advance_if(!self.is_done() && any.contains(&self.folded()), 1)
    }

    /// Reads a number if one comes next.
    pub(super) fn number(&mut self) -> Option<u16> {
        let number = self.number_at(0)?;
        self.at += 1;
        Some(number)
    }

    /// The number that a word further on is.
    pub(super) fn number_at(&self, ahead: usize) -> Option<u16> {
        self.word_at(ahead)?.number()
    }

    /// Where a run of words stands.
    pub(super) fn span_of(&self, words: &[Word]) -> Range<usize> {
        across(words).unwrap_or_else(|| self.here())
    }

    /// Where the next word stands, or else where the last one did.
    pub(super) fn here(&self) -> Range<usize> {
        self.peek().or_else(|| self.words.last()).map_or(0..0, |it| it.span.clone())
    }

    /// The word that was read last.
    pub(super) fn last_word(&self) -> Option<&'a Word> {
        self.words.get(self.at.saturating_sub(1))
    }

    /// Where the word that was read last stands, or else the next.
    pub(super) fn span_of_last(&self) -> Range<usize> {
        self.last_word().map_or_else(|| self.here(), |it| it.span.clone())
    }

    /// Where the last word that was read ends.
    pub(super) fn end(&self) -> usize {
        self.last_word().map_or(0, |it| it.span.end)
    }

    /// A run of words as it was written.
    pub(super) fn written(&self, words: &[Word]) -> &'a str {
        if words.is_empty() { "" } else { self.line.text.get(self.span_of(words)).unwrap_or_default() }
    }

    /// The next words up to one that isn't part of a name; at least one, if there is one.
    pub(super) fn name_like(&self) -> &'a [Word] {
        let rest = self.rest();
        let is_name = |(n, it): (usize, &Word)| {
            // `Sgt. Ko`: a stop behind a few letters ends no sentence.
            let is_short = rest.get(n.wrapping_sub(1)).is_some_and(|it| it.folded().len() <= 4);
            let goes_on = n == 0 || !it.gap.has(Gap::ENDS) || is_short && !it.gap.has(Gap::LINE);
            let is_plain = |it| matches!(it, Keyword::Article | Keyword::Squad | Keyword::Enemy);
            goes_on && (it.kind == Kind::Quoted || it.kind == Kind::Word && it.meaning.is_none_or(is_plain))
        };
        let length = rest.iter().enumerate().take_while(|it| is_name(*it)).count().max(1);
        rest.get(..length).unwrap_or(rest)
    }

    /// The words that come next and were found to be a name, or else what looks like one.
    pub(super) fn called(&self, found: usize) -> Called<'a> {
        let named = if found == 0 { self.name_like() } else { self.next_words(found) };
        Called { named, span: self.span_of(named), written: self.written(named) }
    }

    /// What stands between a verb and a target, and says nothing there that is known, whatever its words mean elsewhere: `use Heads
    /// Down on Alpha`, of which no words are left.
    pub(super) fn unknown_up_to_target(&self) -> Option<Called<'a>> {
        let leads = |it: Keyword| matches!(it, Keyword::On | Keyword::At | Keyword::For | Keyword::To | Keyword::With);
        let is_plain = |it: &Word| matches!(it.kind, Kind::Word | Kind::Quoted) && !it.gap.has(Gap::ENDS);
        let length = self.count_at(0, |it| is_plain(it) && !it.meaning.is_some_and(leads));
        let target = self.word_at(length).filter(|it| it.meaning.is_some_and(leads))?;
        let verb = self.words.get(self.at.checked_sub(1)?)?;
        let between = self.line.text.get(verb.span.end..target.span.start)?;
        let written = between.trim();
        let start = target.span.start - between.trim_start().len();
        let called = Called { named: self.next_words(length), span: start..start + written.len(), written };
        written.contains(char::is_alphanumeric).then_some(called)
    }

    /// The squads that words name, beginning with the first.
    pub(super) fn squads_at(&self, from: &[Word]) -> Found {
        self.names.squads.find(from)
    }

    /// Goes past words of courtesy.
    pub(super) fn skip_polite(&mut self) {
        while self.take(Keyword::Polite) {}
    }

    /// Whether a squad takes orders from the poster.
    pub(super) fn commands(&self, squad: SquadId) -> bool {
        self.poster.commands(self.battle.setup().squad(squad).seat)
    }

    /// Reads what comes next, and is where it was, and knows what it knew: what is only looked at names nobody and is no
    /// cause for doubts.
    pub(super) fn look<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        let (place, last_enemy, doubts) = (self.at, self.last_enemy, self.doubts.len());
        let found = read(self);
        (self.at, self.last_enemy) = (place, last_enemy);
        self.doubts.truncate(doubts);
        found
    }

    /// What a word further on means by itself.
    pub(super) fn meaning_at(&self, ahead: usize) -> Option<Keyword> {
        self.word_at(ahead)?.meaning
    }
}
