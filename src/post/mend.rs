//! Mends misspelt words, if exactly one reading of a line makes it right.
//!
//! Only words in scope are tried: the verbs of the language and the names of the battle. Orders that can't be taken
//! back are never mended. An English word is no slip of another, except in a name whose other words are all right.

use std::cell::Cell;
use std::ops::Range;

use crate::diagnostic::{Diagnostic, Severity, capitalised};

use super::arrange::{merge_names_and_arrange, part_contractions};
use super::dictionary::is_english;
use super::english::Listed;
use super::grammar::{Grammar, Manner};
use super::near::{has_same_letters, is_one_slip, is_short_for, may_unmake, sounds_alike};
use super::read::Reader;
use super::words::{Kind, Word};
use super::{Reading, say};

/// Words of a line that can be mended.
const MENDED_MAX: usize = 8;

/// Words that a misspelt one may be read as. If there are more, none is tried.
const CANDIDATES_MAX: usize = 8;

/// Readings of a line in which all misspelt words are mended together.
const WAYS_MAX: usize = 8;

/// The byte where a mended word begins, and the word that was meant.
type Change = (usize, String);

/// The result of mending one word.
enum Step<O> {
    /// The whole line is understood.
    Done(Reading<O>),
    /// The line is understood further than before, but a later word is still wrong.
    Further(Change),
}

impl<G: Grammar> Reader<'_, G> {
    /// The reading of a line with its misspelt words mended, and a warning that names each.
    pub(super) fn mended(&mut self, line: &Range<usize>, refused: &Reading<G::Order>) -> Option<Reading<G::Order>> {
        if refused.says_no || !refused.diagnostics.iter().any(|it| self.is_about_a_word(it)) {
            return None;
        }
        self.mended_one_by_one(line).or_else(|| self.mended_together(line))
    }

    fn mended_one_by_one(&mut self, line: &Range<usize>) -> Option<Reading<G::Order>> {
        let mut changes: Vec<Change> = Vec::new();
        for _ in 0..MENDED_MAX {
            match self.mend_next(line, &changes)? {
                Step::Further(change) => changes.push(change),
                Step::Done(reading) => return Some(reading),
            }
        }
        None
    }

    fn mend_next(&mut self, line: &Range<usize>, changes: &[Change]) -> Option<Step<G::Order>> {
        let grammar = self.grammar;
        let before = self.read_changed(line, changes)?;
        let at = self.misspelt(&before, changes)?;
        let word = self.words.all().get(at)?;
        let (written, place, is_quoted) = (word.folded().to_owned(), word.span.start, word.kind == Kind::Quoted);
        let mut done: Vec<Reading<G::Order>> = Vec::new();
        let may_be_mended = |it: &Reading<G::Order>| it.orders().all(|it| grammar.may_be_mended(it));
        let mut further: Vec<String> = Vec::new();
        let candidates = match is_quoted {
            true => self.names_near(&written),
            false if is_english(&written) => self.in_names_near(at),
            false if written.len() <= 2 => [self.candidates(&written), self.in_names_near(at)].concat(),
            false => self.candidates(&written),
        };
        for meant in &candidates {
            let all: Vec<Change> = changes.iter().cloned().chain([(place, meant.clone())]).collect();
            let reading = self.read_changed(line, &all)?;
            match reading.first_error() {
                None if may_be_mended(&reading) => done.push(self.with_remark(line, reading, &all)),
                None => return None,
                Some(error) if place + written.len() < error => further.push(meant.clone()),
                Some(_) => (),
            }
        }
        let is_same = done.windows(2).all(|it| it[0].orders().eq(it[1].orders()));
        match (done.into_iter().next(), &further[..], &candidates[..]) {
            // Other candidates that got further are still wrong.
            (Some(reading), ..) if is_same => Some(Step::Done(reading)),
            // `adn mvoe to J12`: the refusal is about both words as long as either is wrong.
            (None, [only], _) | (None, [], [only]) => Some(Step::Further((place, only.clone()))),
            _ => None,
        }
    }

    // Mends all misspelt words at once, for lines in which one mistake hides another: `shooot gate gunns`.
    fn mended_together(&mut self, line: &Range<usize>) -> Option<Reading<G::Order>> {
        self.change(line, &[]);
        let tables = self.grammar.tables();
        let is_wrong = |it: &&Word<G::Keyword>| {
            let written = it.folded();
            let is_word = it.kind == Kind::Word && 1 < written.len() && written.chars().all(char::is_alphabetic);
            is_word && it.meaning.is_none() && !is_english(written) && !tables.iter().any(|it| it.has_word(written))
        };
        let wrong = self.words.all().iter().filter(is_wrong);
        let meant: Vec<_> = wrong.map(|it| (it.span.start, self.candidates(it.folded()))).collect();
        let mut ways: Vec<Vec<Change>> = vec![Vec::new()];
        for (place, candidates) in meant.iter().filter(|it| !it.1.is_empty()) {
            let with = |way: &Vec<_>, it: &String| [&way[..], &[(*place, it.clone())]].concat();
            ways = ways.iter().flat_map(|way| candidates.iter().map(|it| with(way, it)).collect::<Vec<_>>()).collect();
            if WAYS_MAX < ways.len() {
                return None;
            }
        }
        let mut meant: Option<Reading<G::Order>> = None;
        for changes in ways.iter().filter(|it| (2..=MENDED_MAX).contains(&it.len())) {
            let reading = self.read_changed(line, changes)?;
            if reading.has_errors(0) {
                continue;
            }
            let may_be_meant = reading.orders().all(|it| self.grammar.may_be_mended(it));
            if !may_be_meant || meant.as_ref().is_some_and(|it| it.orders().ne(reading.orders())) {
                return None;
            }
            meant = meant.or_else(|| Some(self.with_remark(line, reading, changes)));
        }
        meant
    }

    // Splits the line into words, with the changes applied.
    fn change(&mut self, line: &Range<usize>, changes: &[Change]) {
        let lexicon = self.grammar.lexicon();
        self.words.read(self.text, line.clone(), &self.hidden, lexicon);
        part_contractions(&mut self.words, self.text, lexicon, &self.grammar.tables());
        for (place, meant) in changes {
            if let Some(at) = self.words.all().iter().position(|it| it.span.start == *place) {
                self.words.rewrite(at, meant, lexicon);
            }
        }
        merge_names_and_arrange(self.grammar, &mut self.words);
    }

    // Reads the line with the changes applied. `None` if the budget is used up.
    fn read_changed(&mut self, line: &Range<usize>, changes: &[Change]) -> Option<Reading<G::Order>> {
        self.change(line, changes);
        self.line_budget.spend(line).then(|| self.parsed(line, Manner::Usual, &Cell::new(0)))
    }

    // The first word within the refusal that means nothing and is part of no name.
    fn misspelt(&self, refused: &Reading<G::Order>, changes: &[Change]) -> Option<usize> {
        let words = &self.words;
        let wrong = refused.diagnostics.iter().filter(|it| self.is_about_a_word(it)).min_by_key(|it| it.span.start)?;
        // If a name is ambiguous, the word after it may be the misspelt one.
        let behind =
            words.all().iter().find(|it| wrong.span.end <= it.span.start).map_or(wrong.span.end, |it| it.span.end);
        let tables = self.grammar.tables();
        let is_wrong = |at: &usize| {
            let Some(word) = words.all().get(*at) else { return false };
            let folded = word.folded();
            let is_known = changes.iter().any(|it| it.0 == word.span.start)
                || word.kind == Kind::Word && tables.iter().any(|it| it.has_word(folded));
            let is_word = word.kind == Kind::Word && 1 < folded.len() && folded.chars().all(char::is_alphabetic);
            (is_word && word.meaning.is_none() || word.kind == Kind::Quoted)
                && wrong.span.start < word.span.end
                && word.span.start < behind
                && !is_known
        };
        (0..words.all().len()).find(is_wrong)
    }

    // The words that this one may be a slip of.
    fn candidates(&self, written: &str) -> Vec<String> {
        let is_short = written.len() <= 2;
        let grammar = self.grammar;
        // `Alpha nto shoot Nobz`
        if may_unmake(written) {
            return Vec::new();
        }
        // `tp` is a slip of `to`, but not of an abbreviation such as `tc` or `mv`.
        let is_abbreviation = |it: &str| !it.contains(['a', 'e', 'i', 'o', 'u', 'y']);
        let may_be = |it: &(&str, G::Keyword)| {
            // `movd` is a past form.
            let is_past = written.ends_with('d') && !it.0.ends_with('d');
            let is_slip = is_one_slip(written, it.0) && !is_past;
            is_slip && grammar.may_be_meant(it.1) && 1 < it.0.len() && !is_abbreviation(it.0)
        };
        let words = grammar.lexicon().words().filter(may_be).map(|it| it.0);
        let tables = grammar.tables();
        let names = tables.iter().flat_map(|it| it.vocabulary());
        let more: Vec<&str> = grammar.more_words().into_iter().flat_map(Listed::words).copied().collect();
        let others = more.iter().copied().chain(names.filter(|it| !is_short && 2 < it.len()));
        // `omg` and `lm` are no slips of `lmg`, though `lgm` and `lmmg` are: in initials each letter counts.
        let are_others = |it: &str| {
            let is_changed = written.len() <= it.len() && !has_same_letters(written, it);
            is_changed && tables.iter().any(|table| table.has_initials(it))
        };
        let is_near = |it: &&str| is_one_slip(written, it) || !is_short && is_short_for(written, it);
        let all = sorted_if_few(words.chain(others.filter(|it| is_near(it) && !are_others(it))));
        // If two letters changed places, that is the only slip: `adn` is no slip of `adv`.
        let (same, others): (Vec<String>, Vec<String>) = all.into_iter().partition(|it| has_same_letters(written, it));
        if same.is_empty() { others } else { same }
    }

    // The words that may be meant here in a name of several words whose others all stand beside it: `the sewing
    // machine`.
    fn in_names_near(&self, at: usize) -> Vec<String> {
        let written = |it: usize| self.words.all().get(it).filter(|it| it.kind == Kind::Word).map(Word::folded);
        let tables = self.grammar.tables();
        let meant = tables.iter().flat_map(|it| it.full_names()).filter_map(|name| {
            let parts: Vec<&str> = name.split(' ').collect();
            let stands = |place: &usize| {
                at.checked_sub(*place).is_some_and(|start| {
                    (0..parts.len()).all(|it| it == *place || written(start + it) == Some(parts[it]))
                })
            };
            let place = (0..parts.len()).filter(|_| 1 < parts.len()).find(stands)?;
            let heard = written(at).filter(|it| !may_unmake(it))?;
            let meant = parts[place];
            let is_short = || heard.len() == 2 && is_short_for(heard, meant);
            (is_one_slip(heard, meant) || sounds_alike(heard, meant) || is_short()).then_some(meant)
        });
        sorted_if_few(meant.collect::<Vec<_>>().into_iter())
    }

    // The names that a quoted text may be a slip of.
    fn names_near(&self, written: &str) -> Vec<String> {
        sorted_if_few(self.grammar.tables().iter().flat_map(|it| it.full_names()).filter(|it| is_one_slip(written, it)))
    }

    fn is_about_a_word(&self, it: &Diagnostic) -> bool {
        it.severity == Severity::Error && self.grammar.is_about_a_word(it)
    }

    fn with_remark(
        &self,
        line: &Range<usize>,
        mut reading: Reading<G::Order>,
        changes: &[Change],
    ) -> Reading<G::Order> {
        let text = |it: Range<usize>| self.text.get(it).unwrap_or_default();
        let mut changed: Vec<(&Range<usize>, String)> = Vec::new();
        for (at, meant) in changes {
            let Some(span) = self.words.all().iter().map(|it| &it.span).find(|it| it.contains(at)) else { continue };
            // In a name of several words, one or more may be misspelt.
            let slip = text(*at..span.end).split_whitespace().next().unwrap_or_default();
            // Names are stored in lower case.
            let meant = if slip.starts_with(char::is_uppercase) { capitalised(meant) } else { meant.clone() };
            match changed.iter_mut().find(|it| it.0 == span) {
                Some((_, name)) => *name = name.replacen(slip, &meant, 1),
                None if meant.contains(' ') => changed.push((span, meant)),
                None => changed.push((span, text(span.clone()).replacen(slip, &meant, 1))),
            }
        }
        let first = changed.first().map_or(line, |it| it.0).clone();
        let read: Vec<(&str, String)> = changed.into_iter().map(|(span, it)| (text(span.clone()), it)).collect();
        reading.diagnostics.insert(0, say::taken_as(first, &self.grammar.printed_orders(&reading), &read));
        reading
    }
}

fn sorted_if_few<'n>(all: impl Iterator<Item = &'n str>) -> Vec<String> {
    let mut found: Vec<String> = all.map(str::to_owned).collect();
    found.sort();
    found.dedup();
    // Too many to choose from.
    if CANDIDATES_MAX < found.len() { Vec::new() } else { found }
}
