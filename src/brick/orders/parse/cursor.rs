//! Word by word through a clause.

use std::ops::Range;

use crate::brick::orders::parse::Parser;
use crate::brick::orders::parse::phrases::{key_at, keys_at, verb_at};
use crate::brick::orders::vocabulary::{IDLE, Key, Verb};

impl Parser<'_> {
    /// Where this order ends.
    pub(super) fn clause_end(&self) -> usize {
        let rest = self.words[self.at..].iter().position(|it| it.folded == ";" && !it.is_quoted);
        rest.map_or(self.words.len(), |it| self.at + it)
    }

    /// The verb of this order: where it stands, how many words it has, and what it means.
    pub(super) fn find_verb(&self, end: usize) -> Option<(usize, usize, Verb)> {
        let mut at = self.at;
        while at < end {
            if !self.words[at].is_quoted {
                if let Some((length, meaning)) = verb_at(&self.words[..end], at) {
                    return Some((at, length, meaning));
                }
                // Words of a name are no verbs.
                at += self.names.longest(&self.words[at..end]).max(1);
            } else {
                at += 1;
            }
        }
        None
    }

    pub(super) fn next_key_at(&self, key: Key) -> usize {
        let end = self.clause_end();
        let is_it = |it: &usize| !self.words[*it].is_quoted && key_at(self.words, *it).is_some_and(|it| it.0 == key);
        (self.at..end).find(is_it).unwrap_or(self.words.len())
    }

    pub(super) fn key_here(&self) -> Option<(Key, usize)> {
        key_at(self.words, self.at)
    }

    pub(super) fn is_key(&self, key: Key) -> bool {
        keys_at(self.words, self.at).any(|it| it.0 == key)
    }

    pub(in crate::brick::orders) fn take(&mut self, key: Key) -> bool {
        let at = self.at;
        self.skip_idle();
        let found = keys_at(self.words, self.at).find(|it| it.0 == key).map(|it| it.1);
        match found {
            Some(length) => self.at += length,
            None => self.at = at,
        }
        found.is_some()
    }

    pub(super) fn take_verb(&mut self, any: &[Verb]) -> Option<Verb> {
        let at = self.at;
        let (length, meaning) = verb_at(self.words, at)?;
        if !any.contains(&meaning) {
            return None;
        }
        self.at += length;
        Some(meaning)
    }

    pub(super) fn is_mark(&self, mark: &str) -> bool {
        self.words.get(self.at).is_some_and(|it| !it.is_quoted && it.folded == mark)
    }

    pub(in crate::brick::orders) fn take_mark(&mut self, mark: &str) -> bool {
        let is_it = self.is_mark(mark);
        self.at += usize::from(is_it);
        is_it
    }

    pub(super) fn is_idle(&self) -> bool {
        self.words.get(self.at).is_some_and(|it| !it.is_quoted && IDLE.contains(&it.folded.as_str()))
            && self.names.longest(&self.words[self.at..]) == 0
    }

    pub(super) fn skip_idle(&mut self) {
        while self.is_idle() {
            self.at += 1;
        }
    }

    pub(super) fn at_end(&self) -> bool {
        self.words.len() <= self.at || self.is_mark(";")
    }

    /// Where the next word stands, or else the end of the last.
    pub(in crate::brick::orders) fn here(&self) -> Range<usize> {
        match self.words.get(self.at) {
            Some(word) => word.span.clone(),
            None => self.words.last().map_or(0..0, |it| it.span.end..it.span.end),
        }
    }

    /// Words that nobody has read.
    pub(in crate::brick::orders) fn left_over(&self) -> Option<Range<usize>> {
        (self.at < self.words.len()).then(|| self.rest())
    }

    /// The words from there to here.
    pub(in crate::brick::orders) fn span_from(&self, at: usize) -> Range<usize> {
        let last = self.at.saturating_sub(1).max(at).min(self.words.len().saturating_sub(1));
        self.words.get(at).map_or_else(|| self.here(), |it| it.span.start..self.words[last].span.end)
    }

    /// The rest of this order.
    pub(super) fn rest(&self) -> Range<usize> {
        let end = self.clause_end().max(self.at + 1);
        self.words[self.at].span.start..self.words[end.min(self.words.len()) - 1].span.end
    }
}
