//! A clause: a run of words that is read from left to right, and the grammar that it is read with.

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

/// Reads a text that isn't a post, without its colons, commas and polite words.
pub(super) fn read_text<T>(
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

/// The grammar of one poster's orders in a battle.
#[derive(Clone, Copy)]
pub(super) struct OrderGrammar<'a> {
    pub(super) names: &'a Names,
    pub(super) battle: &'a Battle,
    pub(super) poster: Poster,
}

impl<'a> OrderGrammar<'a> {
    /// The grammar for a poster, with no more names than that poster may know.
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
    /// All words, including those that have been read.
    pub(super) words: &'a [Word],
    /// The index of the next word.
    pub(super) at: usize,
    /// Warnings and hints that don't keep the order from being taken.
    pub(super) doubts: Vec<Diagnostic>,
    /// The enemy that was named last.
    pub(super) last_enemy: Option<SquadId>,
    /// The verb of the order before, if that is an attack. A squad that is named with nothing but an enemy repeats it.
    pub(super) last_attack: Option<&'a Word>,
}

/// The words that stand where a name is expected.
pub(super) struct WrittenName<'a> {
    pub(super) named: &'a [Word],
    pub(super) span: Range<usize>,
    /// These words as they were written.
    pub(super) written: &'a str,
}

impl<'a> Clause<'a> {
    /// A clause of these words, from the first that isn't polite.
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

    /// The unread words behind the next `words`.
    pub(super) fn ahead(&self, words: usize) -> &'a [Word] {
        self.rest().get(words..).unwrap_or_default()
    }

    /// The next `words` words, or none if there are fewer.
    pub(super) fn next_words(&self, words: usize) -> &'a [Word] {
        self.rest().get(..words).unwrap_or_default()
    }

    /// The word this many words ahead; at 0, the next one.
    pub(super) fn word_at(&self, ahead: usize) -> Option<&'a Word> {
        self.rest().get(ahead)
    }

    /// The number of words in a row, from this far ahead, for which `is_so` holds.
    pub(super) fn count_at(&self, ahead: usize, is_so: impl Fn(&Word) -> bool) -> usize {
        self.ahead(ahead).iter().take_while(|it| is_so(it)).count()
    }

    /// Whether all words have been read.
    pub(super) fn is_done(&self) -> bool {
        self.at >= self.words.len()
    }

    pub(super) fn peek(&self) -> Option<&'a Word> {
        self.words.get(self.at)
    }

    /// What the next word means by itself.
    pub(super) fn keyword(&self) -> Option<Keyword> {
        self.peek()?.meaning
    }

    /// Moves on by `words` if `is_so`. Returns `is_so`.
    pub(super) fn advance_if(&mut self, is_so: bool, words: usize) -> bool {
        self.at += if is_so { words } else { 0 };
        is_so
    }

    /// Reads the next word if it has this meaning. Returns whether it did.
    pub(super) fn take(&mut self, keyword: Keyword) -> bool {
        self.advance_if(self.keyword() == Some(keyword), 1)
    }

    /// The letters of the next word, folded; none at the end.
    pub(super) fn folded(&self) -> &'a str {
        self.folded_at(0)
    }

    /// The letters of the word this far ahead, folded; none behind the end.
    pub(super) fn folded_at(&self, ahead: usize) -> &'a str {
        self.word_at(ahead).map_or("", |it| it.folded())
    }

    /// Whether the next word is of this kind.
    pub(super) fn is_next(&self, kind: Kind) -> bool {
        self.peek().is_some_and(|it| it.kind == kind)
    }

    /// Reads the next word if it is a mark of this kind. Returns whether it did.
    pub(super) fn take_mark(&mut self, kind: Kind) -> bool {
        self.advance_if(self.is_next(kind), 1)
    }

    /// Reads the next word if it is one of these. Returns whether it did.
    pub(super) fn take_word(&mut self, any: &[&str]) -> bool {
        self.advance_if(!self.is_done() && any.contains(&self.folded()), 1)
    }

    /// Reads a number if one comes next.
    pub(super) fn number(&mut self) -> Option<u16> {
        let number = self.number_at(0)?;
        self.at += 1;
        Some(number)
    }

    /// The number this far ahead, if a number stands there.
    pub(super) fn number_at(&self, ahead: usize) -> Option<u16> {
        self.word_at(ahead)?.number()
    }

    /// The span of a run of words. An empty run has the span of the next word.
    pub(super) fn span_of(&self, words: &[Word]) -> Range<usize> {
        across(words).unwrap_or_else(|| self.span_of_next())
    }

    /// The span of the next word, or of the last one at the end.
    pub(super) fn span_of_next(&self) -> Range<usize> {
        self.peek().or_else(|| self.words.last()).map_or(0..0, |it| it.span.clone())
    }

    /// The word that was read last.
    pub(super) fn last_word(&self) -> Option<&'a Word> {
        self.words.get(self.at.saturating_sub(1))
    }

    /// The span of the word that was read last.
    pub(super) fn span_of_last(&self) -> Range<usize> {
        self.last_word().map_or_else(|| self.span_of_next(), |it| it.span.clone())
    }

    /// The end of the word that was read last.
    pub(super) fn end_of_last(&self) -> usize {
        self.last_word().map_or(0, |it| it.span.end)
    }

    /// The text of a run of words, as it was written.
    pub(super) fn written(&self, words: &[Word]) -> &'a str {
        if words.is_empty() { "" } else { self.line.text.get(self.span_of(words)).unwrap_or_default() }
    }

    /// The next words up to one that can't be part of a name. At least one word, except at the end.
    pub(super) fn name_like(&self) -> &'a [Word] {
        let rest = self.rest();
        let is_name = |(n, it): (usize, &Word)| {
            // `Sgt. Ko`: a full stop behind a short word doesn't end the sentence.
            let is_short = rest.get(n.wrapping_sub(1)).is_some_and(|it| it.folded().len() <= 4);
            let goes_on = n == 0 || !it.gap.has(Gap::ENDS) || is_short && !it.gap.has(Gap::LINE);
            let is_plain = |it| matches!(it, Keyword::Article | Keyword::Squad | Keyword::Enemy);
            goes_on && (it.kind == Kind::Quoted || it.kind == Kind::Word && it.meaning.is_none_or(is_plain))
        };
        let length = rest.iter().enumerate().take_while(|it| is_name(*it)).count().max(1);
        rest.get(..length).unwrap_or(rest)
    }

    /// The next `found` words, which are a name; if there are none, the words that look like one.
    pub(super) fn written_name(&self, found: usize) -> WrittenName<'a> {
        let named = if found == 0 { self.name_like() } else { self.next_words(found) };
        WrittenName { named, span: self.span_of(named), written: self.written(named) }
    }

    /// The text between a verb and its target, as an unknown name. It is taken from the line itself, because words that
    /// seemed to add nothing have been left out: `use Heads Down on Alpha`.
    pub(super) fn unknown_up_to_target(&self) -> Option<WrittenName<'a>> {
        let leads = |it: Keyword| matches!(it, Keyword::On | Keyword::At | Keyword::For | Keyword::To | Keyword::With);
        let is_plain = |it: &Word| matches!(it.kind, Kind::Word | Kind::Quoted) && !it.gap.has(Gap::ENDS);
        let length = self.count_at(0, |it| is_plain(it) && !it.meaning.is_some_and(leads));
        let target = self.word_at(length).filter(|it| it.meaning.is_some_and(leads))?;
        let verb = self.words.get(self.at.checked_sub(1)?)?;
        let between = self.line.text.get(verb.span.end..target.span.start)?;
        let written = between.trim();
        let start = target.span.start - between.trim_start().len();
        let called = WrittenName { named: self.next_words(length), span: start..start + written.len(), written };
        written.contains(char::is_alphanumeric).then_some(called)
    }

    /// The squads that these words could name, from the first word on.
    pub(super) fn squads_at(&self, from: &[Word]) -> Found {
        self.names.squads.find(from)
    }

    pub(super) fn skip_polite(&mut self) {
        while self.take(Keyword::Polite) {}
    }

    /// Whether the poster commands a squad.
    pub(super) fn commands(&self, squad: SquadId) -> bool {
        self.poster.commands(self.battle.setup().squad(squad).seat)
    }

    /// Runs `read`, and then restores the place, the last enemy and the doubts to what they were before.
    pub(super) fn look_ahead<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        let (place, last_enemy, doubts) = (self.at, self.last_enemy, self.doubts.len());
        let found = read(self);
        (self.at, self.last_enemy) = (place, last_enemy);
        self.doubts.truncate(doubts);
        found
    }

    /// What the word this far ahead means by itself.
    pub(super) fn meaning_at(&self, ahead: usize) -> Option<Keyword> {
        self.word_at(ahead)?.meaning
    }
}
