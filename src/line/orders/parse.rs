//! One line → orders: who is told, by which verb, and what follows on the line. What follows a verb is read in `verbs`.

use std::cell::Cell;
use std::ops::Range;

use crate::diagnostic::Diagnostic;

use super::bind::Subject;
use super::clause::{Clause, Context};
use super::formation;
use super::keywords::{VERBS, is_verb};
use super::words::{Keyword, Kind, Word};
use super::{Given, Reading, say};

/// Reads a line of orders.
pub(super) fn line(context: &Context<'_>, line: Range<usize>, reading: &mut Reading) {
    let before = (reading.given.len(), reading.diagnostics.len());
    let mut subject: Option<Subject<'_>> = None;
    let mut is_lost = false;
    for words in context.words.all().split(|it| it.kind == Kind::Semicolon) {
        let mut clause = Clause::new(context, words);
        if clause.is_done() || reading.is_overfull() {
            continue;
        }
        if let Some(refused) = clause.conditional() {
            reading.diagnostics.push(refused);
            match clause.subject(subject.is_some()) {
                Ok(Some(found)) => (subject, is_lost) = (Some(found), false),
                Ok(None) | Err(_) => is_lost |= subject.is_none(),
            }
            continue;
        }
        match clause.subject(subject.is_some()) {
            Ok(Some(found)) => (subject, is_lost) = (Some(found), false),
            Ok(None) if is_lost => continue,
            Ok(None) => (),
            Err(refused) => {
                reading.diagnostics.push(refused);
                (subject, is_lost) = (None, true);
                continue;
            }
        }
        clause.orders(subject.as_ref(), reading);
    }
    if before == (reading.given.len(), reading.diagnostics.len()) {
        reading.diagnostics.push(say::empty_line(line));
    }
}

/// Whether a line of fiction is worth reading as an order: it is short, and begins with a verb or a name and a colon.
pub(super) fn begins_like_an_order(line: Option<&str>) -> bool {
    const BYTES_MAX: usize = 200;
    const NAME_BYTES_MAX: usize = 40;
    let Some(line) = line.map(str::trim_start).filter(|it| it.len() <= BYTES_MAX) else { return false };
    let first = line.split(|it: char| !it.is_alphanumeric()).next().unwrap_or_default();
    line.bytes().take(NAME_BYTES_MAX).any(|it| it == b':') || is_verb(first)
}

/// Whether a line that lacks its prefix would be understood from end to end.
pub(super) fn reads_like_an_order(context: &Context<'_>, span: Range<usize>) -> bool {
    let quiet = Cell::new(0);
    let context = Context { suggestions: &quiet, ..*context };
    let mut reading = Reading::default();
    line(&context, span, &mut reading);
    reading.diagnostics.is_empty() && !reading.given.is_empty()
}

impl<'a> Clause<'a> {
    /// **S-4** Nothing may hang on what isn't known yet. A name may hold such a word.
    fn conditional(&self) -> Option<Diagnostic> {
        let squads = &self.context.names.squads;
        let is_conditional =
            |it: &&Word| it.keyword == Some(Keyword::Conditional) && !squads.has_word(self.context.words.folded(it));
        self.all().iter().find(is_conditional).map(|it| say::conditional(it.span.clone()))
    }

    /// The squad that the clause begins with, for itself and what follows on the line.
    fn subject(&mut self, is_known: bool) -> Result<Option<Subject<'a>>, Diagnostic> {
        let colon = self.rest().iter().position(|it| it.kind == Kind::Colon);
        if let Some(length) = colon {
            let named = self.rest().get(..length).unwrap_or_default();
            let subject = self.several_named(named).unwrap_or_else(|| self.subject_named(named))?;
            self.advance(length + 1);
            return Ok(Some(subject));
        }
        let Some(first) = self.peek() else { return Ok(None) };
        if self.is_verb(first) {
            return Ok(None);
        }
        match self.several_before_verb() {
            Some(subject) => subject.map(Some),
            None => self.subject_before_verb(is_known),
        }
    }

    // `Alpha shoot Boyz`, without the colon.
    fn subject_before_verb(&mut self, is_known: bool) -> Result<Option<Subject<'a>>, Diagnostic> {
        let context = self.context;
        let used = [&context.names.squads, &context.names.casters]
            .map(|table| table.find(context.words, self.rest()).words)
            .into_iter()
            .max()
            .unwrap_or(0);
        let after = self.rest().get(used..).unwrap_or_default();
        let commas = after.iter().take_while(|it| it.kind == Kind::Comma).count();
        let verb = after.get(commas).is_some_and(|it| self.is_verb(it));
        if 0 < used && verb {
            let named = self.rest().get(..used).unwrap_or_default();
            let subject = self.subject_named(named)?;
            self.advance(used + commas);
            return Ok(Some(subject));
        }
        match after.get(commas) {
            _ if is_known => Ok(None),
            Some(verb) if 0 < used => Err(self.unknown_verb(verb)),
            None if 0 < used => Err(say::no_verb(self.span_of(self.rest()))),
            _ if !self.misspelt_verb(self.peek()).is_empty() => Ok(None),
            _ if self.peek().is_some_and(|it| self.no_formations(it).is_some()) => Ok(None),
            _ => Err(say::not_an_order(self.span_of(self.rest()))),
        }
    }

    pub(super) fn unknown_verb(&self, word: &Word) -> Diagnostic {
        if let Some(refused) = self.no_formations(word) {
            return refused;
        }
        let written = self.context.text.get(word.span.clone()).unwrap_or_default();
        say::unknown_verb(word.span.clone(), written, &self.misspelt_verb(Some(word)))
    }

    fn misspelt_verb(&self, word: Option<&Word>) -> Vec<&'static str> {
        let Some(word) = word else { return Vec::new() };
        let more = if self.context.battle.has_formations() { formation::VERBS } else { &[] };
        self.nearest(self.context.words.folded(word), VERBS.iter().chain(more).copied())
    }

    // All orders of a clause: `move to C7, shoot Boyz` are two.
    fn orders(&mut self, subject: Option<&Subject<'_>>, reading: &mut Reading) {
        let mut start = self.all().first().map_or(0, |it| it.span.start);
        loop {
            self.skip_polite();
            let order = self.order(subject);
            self.skip_polite();
            let end = self.last_word().map_or(start, |it| it.span.end);
            let goes_on = self.goes_on();
            match order {
                Err(refused) => return reading.diagnostics.push(refused),
                Ok(_) if !goes_on && !self.is_done() => {
                    let rest = self.rest();
                    return reading.diagnostics.push(say::not_understood(self.span_of(rest), self.written(rest)));
                }
                Ok(order) => {
                    reading.given.push(Given { span: start..end, order });
                    reading.diagnostics.append(&mut self.doubts);
                }
            }
            if !goes_on || reading.is_overfull() {
                return;
            }
            start = self.here().start;
        }
    }

    // Goes on to a further order behind a comma, `and` or `then`.
    fn goes_on(&mut self) -> bool {
        let joins = |it: &&Word| {
            it.kind == Kind::Comma || matches!(it.keyword, Some(Keyword::And | Keyword::Then | Keyword::Polite))
        };
        let between = self.rest().iter().take_while(joins).count();
        let goes_on = 0 < between && self.rest().get(between).is_some_and(|it| self.is_verb(it));
        if goes_on || between == self.rest().len() {
            self.advance(between);
        }
        goes_on
    }
}
