//! Goes through a line word by word.

use std::ops::Range;

use crate::brick::orders::parse::{Parsed, Parser};
use crate::brick::orders::vocabulary::{Key, Keyword, Verb};
use crate::brick::orders::{Word, say};
use crate::post::english::Common;
use crate::post::words::{Gap, Kind, across};

impl<'a> Parser<'a> {
    /// The next word, folded. Empty at the end.
    pub(in crate::brick::orders) fn letters(&self) -> &'a str {
        self.words.get(self.at).map_or("", |it| it.folded())
    }

    pub(in crate::brick::orders) fn rest(&self) -> &'a [Word] {
        self.words.get(self.at..).unwrap_or_default()
    }

    /// Reads something, and goes back to the start if it isn't there.
    pub(in crate::brick::orders) fn attempt<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let at = self.at;
        let found = read(self);
        self.at = if found.is_some() { self.at } else { at };
        found
    }

    /// Reads everything that `read` reads, and goes back to the start if it returns `false`.
    pub(in crate::brick::orders) fn take_all(&mut self, read: impl FnOnce(&mut Self) -> bool) -> bool {
        self.attempt(|it| read(it).then_some(())).is_some()
    }

    /// Looks at the words from a place on. Nothing is consumed, and no pending name is kept.
    pub(super) fn look_from<T>(&mut self, at: usize, look: impl FnOnce(&mut Self) -> T) -> T {
        let (here, words, pending) = (self.at, self.words, self.pending.len());
        self.at = at;
        let seen = look(self);
        (self.at, self.words) = (here, words);
        self.pending.truncate(pending);
        seen
    }

    /// Reads as if the line ended at `end`.
    pub(super) fn read_up_to<T>(&mut self, end: usize, read: impl FnOnce(&mut Self) -> T) -> T {
        let all = self.words;
        self.words = &all[..end];
        let found = read(self);
        self.words = all;
        found
    }

    pub(in crate::brick::orders) fn meaning(&self, at: usize) -> Option<Keyword> {
        self.words.get(at)?.meaning
    }

    /// The end of this clause: its semicolon, or the end of the line.
    pub(super) fn clause_end(&self) -> usize {
        let end = self.rest().iter().position(|it| it.kind == Kind::Semicolon);
        end.map_or(self.words.len(), |it| self.at + it)
    }

    /// Whether a verb follows in this clause.
    pub(in crate::brick::orders) fn has_verb(&self) -> bool {
        self.find_verb(self.clause_end()).is_some()
    }

    /// The first verb before `end`: its place and its meaning.
    pub(super) fn find_verb(&self, end: usize) -> Option<(usize, Verb)> {
        let says_who = |it: Key| matches!(it, Key::Cheap | Key::Dear | Key::Wounded | Key::Order | Key::Spare);
        let mut at = self.at;
        while at < end {
            match self.verb_at(at) {
                // `Hank hits Shade` is an attack, and no policy about hits.
                Some(Verb::Hits) if 0 < at && !(at..end).any(|it| self.key_at(it).is_some_and(says_who)) => {
                    return Some((at, Verb::Attack));
                }
                Some(verb) => return Some((at, verb)),
                None => (),
            }
            // A verb inside a name is no verb.
            at += self.exact_name_at(at, end).max(1);
        }
        None
    }

    /// How many words from `at` on, and before `end`, are exactly a name.
    pub(super) fn exact_name_at(&self, at: usize, end: usize) -> usize {
        self.names.exact_at(self.words.get(at..end).unwrap_or_default())
    }

    /// Whether the words are a name, or could be the name of a squad or unit.
    pub(super) fn is_named(&self, at: usize) -> bool {
        let (word, rest) = (&self.words[at], &self.words[at..]);
        0 < self.names.exact_at(rest) || word.meaning.is_none() && 0 < self.names.who_at(rest)
    }

    pub(super) fn next_from_at(&self) -> usize {
        let is_from = |it: &usize| self.key_at(*it) == Some(Key::From);
        (self.at..self.clause_end()).find(is_from).unwrap_or(self.words.len())
    }

    pub(super) fn verb_at(&self, at: usize) -> Option<Verb> {
        self.words.get(at)?.verb()
    }

    /// Whether the next word only connects a squad with its order, as in `Hank will attack`.
    pub(in crate::brick::orders) fn is_telling(&self) -> bool {
        self.meaning(self.at).is_some_and(Keyword::is_telling)
    }

    pub(super) fn key_at(&self, at: usize) -> Option<Key> {
        self.words.get(at)?.key()
    }

    pub(super) fn is_key(&self, key: Key) -> bool {
        self.key_at(self.at) == Some(key)
    }

    pub(in crate::brick::orders) fn take(&mut self, key: Key) -> bool {
        let at = self.at;
        self.skip_idle();
        // `, facing E`, `and facing E`, unless the word can be a verb there
        let is_comma = self.take_mark(Kind::Comma);
        let is_and = self.take_if(self.is_key(Key::And) && self.key_at(self.at + 1) == Some(key));
        let is_last = self.at + 1 == self.clause_end();
        let is_verb = (is_comma || is_and) && !is_last && self.verb_at(self.at).is_some();
        let is_it = self.is_key(key) && !is_verb;
        self.at = if is_it { self.at + 1 } else { at };
        is_it
    }

    /// Takes the words before a target: `at`, `on`, `to`, `against`. Returns whether there were any.
    pub(super) fn take_toward(&mut self) -> bool {
        // `throws it next to Crow` is not an attack on Crow.
        let is_beside = |it: &str| ["near", "close", "next"].into_iter().any(|word| it.contains(word));
        let leads =
            |it: &Self| [Key::At, Key::On, Key::To, Key::Into, Key::Versus].map(Some).contains(&it.key_at(it.at));
        self.skip_while(|it| leads(it) && !is_beside(it.letters()))
    }

    /// Skips words as long as `is_so`. Returns whether there were any.
    pub(in crate::brick::orders) fn skip_while(&mut self, is_so: impl Fn(&Self) -> bool) -> bool {
        let at = self.at;
        while is_so(self) {
            self.at += 1;
        }
        at < self.at
    }

    /// Takes the next word if `is_so`, which it returns.
    pub(in crate::brick::orders) fn take_if(&mut self, is_so: bool) -> bool {
        self.at += usize::from(is_so);
        is_so
    }

    /// Takes the next word if it has this meaning. Unlike [`Parser::take`], it skips nothing.
    pub(super) fn take_word(&mut self, key: Key) -> bool {
        self.take_if(self.is_key(key))
    }

    /// Takes a word with this meaning.
    pub(in crate::brick::orders) fn must_take(&mut self, key: Key, what: &str) -> Parsed<()> {
        let is_there = self.take(key);
        self.must_be(is_there, what)
    }

    /// Refuses the order if something is missing here.
    pub(super) fn must_be(&self, is_there: bool, what: &str) -> Parsed<()> {
        if is_there { Ok(()) } else { Err(say::missing(self.here(), what)) }
    }

    /// Takes a word that connects two parts of an order, unless another order begins behind it.
    pub(super) fn take_joint(&mut self, key: Key) -> bool {
        // `with pistols and then move to C7`
        let joint = self.at + usize::from(self.is(Kind::Comma));
        let next = joint + 1 + usize::from(self.key_at(joint + 1) == Some(Key::Then));
        let is_other = self.verb_at(next).is_some() || self.key_at(next) == Some(Key::Aim);
        let is_more = self.key_at(joint) == Some(key) && is_other;
        !is_more && self.take(key)
    }

    /// Takes a comma, `and`, or both, if another item of a list follows.
    pub(in crate::brick::orders) fn take_list_joint(&mut self) -> bool {
        self.take_all(|it| {
            let joins = [it.take_mark(Kind::Comma), it.take(Key::And)].contains(&true);
            let polite = Keyword::Common(Common::Polite);
            let means = it.meaning(it.at).is_some_and(|it| it.verb().is_some() || it.key().is_some() || it == polite);
            joins && !it.at_end() && (!means || 0 < it.exact_name_at(it.at, it.words.len()))
        })
    }

    /// Skips commas, `and` and `then`. Returns whether there were any.
    pub(super) fn skip_joints(&mut self) -> bool {
        self.skip_while(|it| it.is(Kind::Comma) || it.is_key(Key::And) || it.is_key(Key::Then))
    }

    pub(super) fn take_verb(&mut self, any: &[Verb]) -> Option<Verb> {
        let verb = self.meaning(self.at)?.verb().filter(|it| any.contains(it))?;
        self.at += 1;
        Some(verb)
    }

    pub(in crate::brick::orders) fn is(&self, kind: Kind) -> bool {
        self.words.get(self.at).is_some_and(|it| it.kind == kind)
    }

    pub(in crate::brick::orders) fn take_mark(&mut self, kind: Kind) -> bool {
        self.take_if(self.is(kind))
    }

    /// `@`
    pub(super) fn take_at_sign(&mut self) -> bool {
        self.take_if(self.is_key(Key::At) && self.letters().is_empty())
    }

    pub(super) fn is_idle(&self) -> bool {
        self.words.get(self.at).is_some_and(Word::is_idle)
            && self.exact_name_at(self.at, self.words.len()) == 0
            && !self.is_lone_article(self.at)
    }

    /// `A: hold`, `shoot A at Orcs`: an article that belongs to no noun is the name of a squad that the round makes.
    pub(super) fn is_lone_article(&self, at: usize) -> bool {
        let leads_to_nothing = match self.words.get(at + 1) {
            Some(next) => next.kind == Kind::Colon || self.key_at(at + 1) == Some(Key::At),
            None => false,
        };
        self.words.get(at).is_some_and(|it| it.kind == Kind::Word && it.folded() == "a") && leads_to_nothing
    }

    pub(super) fn skip_idle(&mut self) {
        self.skip_while(Self::is_idle);
    }

    /// Whether thanks, `please` or a laugh stands just before.
    pub(super) fn follows_thanks(&self) -> bool {
        const THANKS: &[&str] =
            &["please", "pls", "plz", "thanks", "thank you", "thx", "ty", "cheers", "lol", "haha", "xd"];
        let before = self.words.get(..self.at).unwrap_or_default().iter().rev();
        let mut before = before.take_while(|it| it.is_idle());
        before.any(|it| THANKS.contains(&it.folded()))
    }

    pub(super) fn at_end(&self) -> bool {
        self.words.len() <= self.at || self.is(Kind::Semicolon)
    }

    /// Whether the next word begins a sentence or a bracket.
    pub(super) fn is_apart(&self) -> bool {
        self.words.get(self.at).is_some_and(|it| it.gap.has(Gap::ENDS) || it.gap.has(Gap::OPEN))
    }

    /// The place of the next word, or the end of the last one.
    pub(in crate::brick::orders) fn here(&self) -> Range<usize> {
        match self.words.get(self.at) {
            Some(word) => word.span.clone(),
            None => self.words.last().map_or(0..0, |it| it.span.end..it.span.end),
        }
    }

    /// The span from that word up to here.
    pub(in crate::brick::orders) fn span_from(&self, at: usize) -> Range<usize> {
        let end = self.at.max(at + 1).min(self.words.len());
        self.words.get(at..end).and_then(across).unwrap_or_else(|| self.here())
    }

    /// The span of this clause's words that have not been read.
    pub(in crate::brick::orders) fn left_over(&self) -> Option<Range<usize>> {
        let end = self.clause_end().max(self.at + 1).min(self.words.len());
        across(self.words.get(self.at..end)?)
    }
}
