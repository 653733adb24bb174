//! One line → orders: who is told, by which verb, and what follows on the line. What follows a verb is read in `verbs`.

use std::ops::Range;

use crate::diagnostic::Diagnostic;
use crate::field::SquadId;
use crate::line::battle::{Fire, FirePart, Movement};
use crate::post::english::Never;
use crate::post::grammar::Manner;
use crate::post::words::Gap;

use super::bind::Subject;
use super::clause::{Clause, Context};
use super::keywords::{Keyword, PLAIN_VERBS, VERBS, lexicon};
use super::{Given, Kind, Names, Order, Reading, Word, Words, formation, say};

/// Reads a line of orders. Says whether it is only a name, for which the lines below may say what to do.
pub(super) fn line(context: &Context<'_>, line: Range<usize>, reading: &mut Reading) -> bool {
    let before = (reading.given.len(), reading.diagnostics.len());
    let mut subject: Option<Subject<'_>> = None;
    let mut is_lost = false;
    let mut is_heading = false;
    let mut sentence = reading.given.len();
    let mut parts = context.words.all().split(|it| it.kind == Kind::Semicolon).peekable();
    while let Some(words) = parts.next() {
        let mut clause = Clause::new(context, words);
        // `shoot Nobz; and hold` is one sentence.
        let goes_on = matches!(clause.keyword(), Some(Keyword::And | Keyword::Then));
        let begins = reading.given.len();
        clause.skip_joints();
        while clause.is_count() {
            clause.advance(1);
            clause.skip_joints();
        }
        if clause.is_done() || reading.is_overfull() {
            continue;
        }
        if let Some(refused) = clause.never() {
            reading.diagnostics.push(refused);
            match clause.subject(subject.is_some()) {
                Ok(Some(found)) => (subject, is_lost) = (Some(found), false),
                Ok(None) | Err(_) => is_lost |= subject.is_none(),
            }
            continue;
        }
        if let Some(sent) = clause.sends_member() {
            match sent {
                Ok(given) => reading.given.push(given),
                Err(refused) => reading.diagnostics.push(refused),
            }
            reading.diagnostics.append(&mut clause.doubts);
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
        if clause.is_done() {
            // `Alpha; shoot Nobz`: a slip for the colon.
            if parts.peek().is_some_and(|it| !it.is_empty()) {
                continue;
            }
            is_heading = true;
        }
        // `rifles at Nobz; LMG at Boyz`
        let has_verb = clause.peek().is_some_and(|it| clause.is_verb(it));
        let goes_on = goes_on || !has_verb && clause.aims_any(subject.as_ref());
        clause.orders(&mut subject, reading);
        if goes_on {
            settle(reading, sentence);
        }
        sentence = if goes_on { sentence } else { begins };
    }
    if before == (reading.given.len(), reading.diagnostics.len()) {
        reading.diagnostics.push(say::empty_line(line));
    }
    is_heading
}

/// Whether a line of fiction is worth reading as an order: it is short, and begins with a verb or a name.
pub(super) fn begins_like_an_order(line: &str, names: &Names) -> bool {
    const BYTES_MAX: usize = 200;
    const NAME_BYTES_MAX: usize = 40;
    let line = line.trim_start();
    if BYTES_MAX < line.len() {
        return false;
    }
    let line = line.trim_start_matches(|it: char| !it.is_alphanumeric());
    let first = line.split(|it: char| !it.is_alphanumeric()).next().unwrap_or_default();
    let may_be =
        |word: &str| small(word, |it| lexicon().meaning(it).is_some_and(Keyword::is_verb) || PLAIN_VERBS.contains(&it));
    line.bytes().take(NAME_BYTES_MAX).any(|it| it == b':')
        || may_be(first)
        || small(first, |it| names.squads.has_word(it))
}

/// Whether words could be nothing but an order: a squad and a colon, or a sentence that nobody would tell a story in.
pub(super) fn is_plainly_an_order(words: &Words) -> bool {
    let has_colon = words.all().iter().any(|it| it.kind == Kind::Colon);
    let is_plain = |(n, it): (usize, &Word)| {
        let folded = words.folded(it);
        let is_verb = it.meaning.is_some_and(Keyword::is_verb);
        let is_vague = matches!(it.meaning, Some(Keyword::Telling | Keyword::Both | Keyword::Pronoun));
        let goes_on = n == 0 || has_colon || !it.gap.has(Gap::STOP);
        goes_on && !is_vague && (!is_verb || has_colon || folded.contains(' ') || PLAIN_VERBS.contains(&folded))
    };
    words.all().iter().enumerate().all(is_plain)
}

/// Whether a line has words for which the language has others.
pub(super) fn is_said_otherwise(words: &Words) -> bool {
    words.all().iter().any(|it| match it.meaning {
        Some(
            Keyword::Both | Keyword::Telling | Keyword::Seize | Keyword::Place | Keyword::InMelee | Keyword::While,
        ) => true,
        Some(meaning) if meaning.is_verb() => {
            let folded = words.folded(it);
            !PLAIN_VERBS.contains(&folded) && !matches!(folded, "fall back" | "stand")
        }
        _ => false,
    })
}

/// Whether a line begins with a verb.
pub(super) fn begins_with_verb(line: &str, has_formations: bool) -> bool {
    let line = line.trim_start_matches(|it: char| !it.is_alphanumeric());
    let mut words = line.split(|it: char| !it.is_alphanumeric()).filter(|it| !it.is_empty());
    words.next().is_some_and(|first| {
        small(first, |it| {
            lexicon()
                .meaning(it)
                .is_some_and(|it| it.is_verb() || matches!(it, Keyword::Take | Keyword::Then | Keyword::And))
                || lexicon().leads(it)
                || has_formations && PLAIN_VERBS.contains(&it)
        })
    })
}

/// Whether a line that ends so promises more below.
pub(super) fn goes_on_below(words: &Words) -> bool {
    words.all().last().is_some_and(|it| {
        matches!(it.kind, Kind::Semicolon | Kind::Comma) || matches!(it.meaning, Some(Keyword::And | Keyword::Then))
    })
}

fn small(word: &str, is_it: impl Fn(&str) -> bool) -> bool {
    let mut letters = [0; 16];
    let Some(letters) = letters.get_mut(..word.len()) else { return false };
    letters.copy_from_slice(word.as_bytes());
    letters.make_ascii_lowercase();
    str::from_utf8(letters).is_ok_and(is_it)
}

impl<'a> Clause<'a> {
    /// What makes an order of nothing on this line: a condition, a negation, a question (S-4). A name may hold such a word.
    fn never(&self) -> Option<Diagnostic> {
        let all = self.all();
        let mut verbs = 0;
        let names_units = all.iter().any(|it| self.leaves_units_out(it));
        // `everyone but Alpha`
        let whom = self.place() + self.everybody(self.rest()).unwrap_or(0);
        let is_negation = |it: &Word| it.meaning == Some(Keyword::Never(Never::Negation));
        for (at, word) in all.iter().enumerate().filter(|it| it.0 < self.place() || whom <= it.0) {
            if word.kind == Kind::Question {
                return Some(say::never(word.span.clone(), None));
            }
            match word.meaning {
                // `but don't`: the second says why.
                Some(Keyword::Never(Never::Choice)) if all.get(at + 1).is_some_and(is_negation) => (),
                Some(Keyword::Never(why)) => {
                    let folded = self.context.words.folded(word);
                    let leaves_out = names_units && matches!(folded, "without" | "no" | "but" | "not" | "except");
                    let is_name = !folded.contains(' ') && self.is_in_name(at);
                    if !leaves_out && !is_name {
                        return Some(say::never(word.span.clone(), Some(why)));
                    }
                }
                // What is taken back in the same breath was never said.
                Some(Keyword::Cancel) if 0 < verbs => {
                    return Some(say::never(word.span.clone(), Some(Never::Correction)));
                }
                Some(Keyword::Hold) if self.keeps_from(at) => {
                    return Some(say::never(word.span.clone(), Some(Never::Negation)));
                }
                Some(Keyword::While | Keyword::After | Keyword::Before) if self.hangs_on_others(at) => {
                    return Some(say::never(word.span.clone(), Some(Never::Condition)));
                }
                Some(Keyword::Telling | Keyword::Will) if at == self.place() && self.asks() => {
                    return Some(say::never(word.span.clone(), Some(Never::Doubt)));
                }
                Some(Keyword::Hold) if 0 < verbs && self.is_second_thought(at) => {
                    return Some(say::never(word.span.clone(), Some(Never::Correction)));
                }
                Some(it) if it.is_verb() => verbs += 1,
                _ => (),
            }
        }
        None
    }

    // `stop shooting`, `pass on shooting Nobz`
    fn keeps_from(&self, at: usize) -> bool {
        let behind = self.all().get(at + 1..).unwrap_or_default();
        let on = usize::from(behind.first().is_some_and(|it| it.meaning == Some(Keyword::On)));
        let is_going_on =
            |it: &Word| self.is_verb(it) && self.context.words.folded(it).ends_with("ing") && !it.gap.has(Gap::ENDS);
        let written = self.all().get(at).map_or("", |it| self.context.words.folded(it));
        ["stop", "skip", "pass", "halt", "pause", "freez"].iter().any(|it| written.starts_with(it))
            && behind.get(on).is_some_and(is_going_on)
    }

    // `after they charge`, `while Nobz advance`: what others do.
    fn hangs_on_others(&self, at: usize) -> bool {
        let behind = self.all().get(at + 1..).unwrap_or_default();
        let article = usize::from(behind.first().is_some_and(|it| it.meaning == Some(Keyword::Article)));
        let named = behind.get(article..).unwrap_or_default();
        let Some(first) = named.first() else { return false };
        let found = self.squads_at(named);
        let is_own = found.matches.iter().any(|it| self.commands(super::names::Named::squad(*it)));
        let length = match (first.meaning, self.context.words.folded(first)) {
            (Some(Keyword::Enemy), _) | (_, "they" | "it" | "he" | "she") => 1,
            _ if !is_own => found.words,
            _ => 0,
        };
        let verb = named.get(length).filter(|_| 0 < length);
        verb.is_some_and(|it| self.is_verb(it) || matches!(it.meaning, Some(Keyword::Telling | Keyword::Never(_))))
    }

    // `should we tap out`, `is Alpha holding`: a question without its mark.
    fn asks(&self) -> bool {
        let asks = matches!(self.folded(), "should" | "shall" | "is" | "are" | "am" | "must" | "will" | "do" | "does");
        let who = self.rest().get(1).map_or("", |it| self.context.words.folded(it));
        asks && (matches!(who, "we" | "i" | "they" | "you" | "it") || self.names_squad(1))
    }

    // `shoot Nobz – wait, Gobz`: somebody else is meant now.
    fn is_second_thought(&self, at: usize) -> bool {
        let says_wait = self.all().get(at).is_some_and(|it| self.context.words.folded(it) == "wait");
        let behind = self.all().get(at + 1..).unwrap_or_default();
        says_wait
            && behind.first().is_some_and(|it| it.kind == Kind::Comma)
            && 0 < self.squads_at(behind.get(1..).unwrap_or_default()).words
    }

    // Whether a word that means something stands where a name of this battle has it.
    fn is_in_name(&self, at: usize) -> bool {
        let folded = self.all().get(at).map_or("", |it| self.context.words.folded(it));
        self.context.names.has_word(folded)
    }

    /// Goes past words between orders.
    pub(super) fn skip_joints(&mut self) {
        while self.peek().is_some_and(joins) {
            self.advance(1);
        }
    }

    /// The squad that the clause begins with, for itself and what follows on the line.
    fn subject(&mut self, is_known: bool) -> Result<Option<Subject<'a>>, Diagnostic> {
        self.skip_telling();
        let colon = self.rest().iter().position(|it| it.kind == Kind::Colon);
        if let Some(length) = colon {
            let named = self.rest().get(..length).unwrap_or_default();
            let found = self.subjects_named(named);
            let is_later =
                named.iter().skip(1).any(|it| self.is_verb(it)) || named.first().is_some_and(|it| self.is_verb(it));
            match found {
                Err(_) if is_later && 1 < named.len() => (),
                // `Marsh → Alpha: Steady Aim`
                Err(_) if let Some((hero, words)) = self.hero_aims() => {
                    self.advance(words);
                    return Ok(Some(hero));
                }
                // `Steady Aim: Alpha`
                Err(_) if self.names_ability() == Some(length) => (),
                found => {
                    let subject = found?;
                    self.advance(length + 1);
                    while self.peek().is_some_and(|it| it.kind == Kind::Colon) {
                        self.advance(1);
                    }
                    self.skip_telling();
                    return Ok(Some(subject));
                }
            }
        }
        let Some(first) = self.peek() else { return Ok(None) };
        if let Some(subject) = self.subject_ahead() {
            return Ok(Some(subject));
        }
        if self.is_verb(first) || self.begins_order_without_verb() {
            return Ok(self.subject_behind(is_known));
        }
        // `mortar at Boyz`, of whoever has one squad
        if let Some(only) = self.only_squad().filter(|_| !is_known)
            && self.aims_weapon(only)
        {
            return Ok(None);
        }
        self.subject_before_verb(is_known)
    }

    // Goes past `I want`, `please let`, and `with` or `for` before a squad.
    fn skip_telling(&mut self) {
        self.skip_teller();
        loop {
            let leads_on = match self.keyword() {
                Some(Keyword::Telling | Keyword::Polite | Keyword::Will) => !self.names_squad(0),
                Some(Keyword::Orders) => {
                    self.names_squad(1) || self.meaning_at(1) == Some(Keyword::For) && self.names_squad(2)
                }
                // `get Alpha to J8`
                Some(Keyword::Attack | Keyword::Take | Keyword::Use)
                    if matches!(self.folded(), "get" | "take" | "command") =>
                {
                    let length = self.rest().get(1..).and_then(|it| self.one_squad(it));
                    length.is_some_and(|it| {
                        self.meaning_at(1 + it) == Some(Keyword::To)
                            || self.meaning_at(1 + it).is_some_and(Keyword::is_verb)
                    })
                }
                Some(Keyword::With | Keyword::For | Keyword::At) => self.names_squad(1),
                Some(Keyword::Pronoun) => {
                    let to = usize::from(self.meaning_at(1) == Some(Keyword::To));
                    matches!(self.meaning_at(1), Some(Keyword::Then | Keyword::Telling))
                        || self.meaning_at(1 + to).is_some_and(Keyword::is_verb)
                }
                // `To Alpha: hold`
                Some(Keyword::To) => {
                    let length = || self.one_squad(self.rest().get(1..)?);
                    let is_colon = |it: usize| self.rest().get(1 + it).is_some_and(|it| it.kind == Kind::Colon);
                    self.meaning_at(1).is_some_and(Keyword::is_verb) || length().is_some_and(is_colon)
                }
                _ => false,
            };
            if !leads_on {
                return;
            }
            self.advance(1);
        }
    }

    // `Marsh orders Alpha to hold`: who tells it.
    fn skip_teller(&mut self) {
        let has_hero = self.peek().is_some_and(|it| it.kind == Kind::Word && it.meaning.is_none());
        let words = if has_hero { self.context.names.casters.find(self.context.words, self.rest()).words } else { 0 };
        let tells = matches!(self.meaning_at(words), Some(Keyword::Telling | Keyword::Orders));
        if 0 < words && tells && self.rest().get(words + 1..).is_some_and(|it| self.one_squad(it).is_some()) {
            self.advance(words + 1);
        }
    }

    pub(super) fn names_squad(&self, ahead: usize) -> bool {
        let rest = self.rest().get(ahead..).unwrap_or_default();
        0 < self.squads_at(rest).words
    }

    /// Squads that come next and that are then told something, by a verb or behind a colon.
    fn subject_ahead(&mut self) -> Option<Subject<'a>> {
        let start = self.place();
        let length = self.squads_ahead()?;
        let named = self.rest().get(..length).unwrap_or_default();
        self.advance(length);
        while self.peek().is_some_and(|it| it.kind == Kind::Comma || it.meaning == Some(Keyword::At)) {
            self.advance(1);
        }
        // `Alpha and Bravo both shoot`
        let says_all = matches!(self.keyword(), Some(Keyword::Both | Keyword::All));
        if says_all && self.meaning_at(1).is_some_and(Keyword::is_verb) {
            self.advance(1);
        }
        let had_colon = self.peek().is_some_and(|it| it.kind == Kind::Colon);
        self.advance(usize::from(had_colon));
        self.skip_telling();
        // `Alpha first shoots`
        self.advance(usize::from(self.is_count()));
        let is_told = had_colon || self.peek().is_some_and(|it| self.is_verb(it)) || self.begins_order_without_verb();
        if (is_told || self.squad_of(named).is_some_and(|it| self.aims_weapon(it)))
            && let Ok(subject) = self.subjects_named(named)
        {
            return Some(subject);
        }
        self.go_to(start);
        None
    }

    // A hero, what leads to a squad, and an ability behind that: how many words lead to the squad.
    fn hero_aims(&self) -> Option<(Subject<'a>, usize)> {
        let words = self.context.names.casters.find(self.context.words, self.rest()).words;
        let leads = matches!(self.meaning_at(words), Some(Keyword::At | Keyword::On | Keyword::To | Keyword::For));
        let is_it = 0 < words && leads && self.squad_and_ability(words + 1).is_some();
        let hero = self.rest().get(..words).filter(|_| is_it)?;
        Some((self.subject_named(hero).ok()?, words + 1))
    }

    fn squad_of(&self, named: &'a [Word]) -> Option<SquadId> {
        self.subject_named(named).ok()?.squad.ok()
    }

    /// Whether squads are named this many words further on, and are then told something.
    pub(super) fn leads_to_subject(&self, ahead: usize) -> bool {
        let rest = self.rest().get(ahead..).unwrap_or_default();
        let Some(length) = self.one_squad(rest) else { return false };
        let after = rest.get(length..).unwrap_or_default();
        let between = after.iter().take_while(|it| is_between(it)).count();
        let has_colon = after.iter().take(between).any(|it| it.kind == Kind::Colon);
        let verb = after.get(between).is_some_and(|it| self.is_verb(it));
        has_colon || verb && after.iter().take(between).all(|it| it.kind != Kind::Comma)
    }

    /// How many words name squads of the poster that come next, one after the other.
    pub(super) fn squads_ahead(&self) -> Option<usize> {
        let rest = self.rest();
        let mut length = self.one_squad(rest)?;
        loop {
            let after = rest.get(length..).unwrap_or_default();
            let joints = after
                .iter()
                .take(2)
                .take_while(|it| it.kind == Kind::Comma || it.meaning == Some(Keyword::And))
                .count();
            let next = after.get(joints..).unwrap_or_default();
            let is_stroke = next.first().is_some_and(|it| it.gap.has(Gap::STROKE));
            match self.one_squad(next).filter(|_| 0 < joints || is_stroke) {
                Some(more) => length += joints + more,
                None => return Some(length),
            }
        }
    }

    // How many words name one squad of the poster, or all of them.
    pub(super) fn one_squad(&self, from: &[Word]) -> Option<usize> {
        if let Some(length) = self.everybody(from) {
            return Some(length);
        }
        let before = from.iter().take_while(|it| self.is_company(it)).count();
        let says_squad = from.iter().take(before).any(|it| it.meaning == Some(Keyword::Squad));
        let from = from.get(before..)?;
        let found = self.squads_at(from);
        let is_own = found.matches.iter().any(|it| self.commands(super::names::Named::squad(*it)));
        let is_told = found.words == 0 || !is_own && from.first().is_some_and(|it| self.is_verb(it));
        if is_told && says_squad && self.only_squad().is_some() {
            return Some(before);
        }
        if found.words == 0 || !is_own {
            return None;
        }
        let aside = self.aside(from.get(found.words..).unwrap_or_default());
        let after = from.get(found.words + aside..).unwrap_or_default();
        let squad = after.iter().take_while(|it| it.meaning == Some(Keyword::Squad)).count();
        Some(before + found.words + aside + squad)
    }

    /// How many words stand between brackets that open here.
    fn aside(&self, from: &[Word]) -> usize {
        if !from.first().is_some_and(|it| it.gap.has(Gap::OPEN)) {
            return 0;
        }
        1 + from.iter().skip(1).take_while(|it| !it.gap.has(Gap::CLOSE) && it.kind != Kind::Colon).count()
    }

    // `shoot Nobz with Alpha`, `shoot Nobz, Alpha`: the squad stands at the end.
    fn subject_behind(&mut self, is_known: bool) -> Option<Subject<'a>> {
        let may_stand_behind = matches!(
            self.keyword(),
            Some(
                Keyword::Shoot
                    | Keyword::Melee
                    | Keyword::Move
                    | Keyword::Charge
                    | Keyword::Hold
                    | Keyword::Disengage
                    | Keyword::Seize
            )
        );
        let rest = self.rest();
        if !may_stand_behind || self.squads_from(1).is_some() {
            return None;
        }
        let is_comma = |it: &Word| it.kind == Kind::Comma;
        let leads = |it: &Word| matches!(it.meaning, Some(Keyword::With | Keyword::By)) || is_comma(it) && !is_known;
        let at = rest.iter().rposition(leads)?;
        let named = rest.get(at + 1..)?;
        if self.one_squad(named) != Some(named.len()) {
            return None;
        }
        // `with rifles` says with what, even where a squad is called so.
        let is_exact = || self.squads_at(named).matches.iter().any(|it| it.is_exact);
        let article = usize::from(named.first().is_some_and(|it| it.meaning == Some(Keyword::Article)));
        let weapons = || self.context.names.weapons.find(self.context.words, named.get(article..).unwrap_or_default());
        if (rest.get(at).is_some_and(is_comma) || 0 < weapons().words) && !is_exact() {
            return None;
        }
        let subject = self.subjects_named(named).ok()?;
        self.cut_at(self.place() + at);
        Some(subject)
    }

    fn squads_from(&self, ahead: usize) -> Option<usize> {
        let rest = self.rest().get(ahead..)?;
        let skipped = rest
            .iter()
            .take_while(|it| matches!(it.meaning, Some(Keyword::At | Keyword::On | Keyword::Article)))
            .count();
        self.one_squad(rest.get(skipped..)?)
    }

    // `Alpha shoot Boyz`, without the colon, where the name or the verb is none.
    fn subject_before_verb(&mut self, is_known: bool) -> Result<Option<Subject<'a>>, Diagnostic> {
        let context = self.context;
        let used = [&context.names.squads, &context.names.casters]
            .map(|table| table.find(context.words, self.rest()).words)
            .into_iter()
            .max()
            .unwrap_or(0);
        let after = self.rest().get(used..).unwrap_or_default();
        let skipped = after.iter().take_while(|it| is_between(it)).count();
        let verb = after.get(skipped).is_some_and(|it| self.is_verb(it));
        if 0 < used && verb {
            let named = self.rest().get(..used).unwrap_or_default();
            let subject = self.subject_named(named)?;
            self.advance(used + skipped);
            return Ok(Some(subject));
        }
        match after.get(skipped) {
            None if 0 < used => {
                let named = self.rest().get(..used).unwrap_or_default();
                let subject = self.subject_named(named)?;
                self.advance(used + skipped);
                Ok(Some(subject))
            }
            _ if is_known => Ok(None),
            // `Alpha 2`: another squad, if there is one.
            Some(verb) if 0 < used && skipped == 0 && self.number_in(verb).is_some() => {
                let named = self.rest().get(..used + 1).unwrap_or_default();
                Err(self.subject_named(named).err().unwrap_or_else(|| self.unknown_verb(verb)))
            }
            Some(verb) if 0 < used => Err(self.unknown_verb(verb)),
            _ if !self.misspelt_verb(self.peek()).is_empty() => Ok(None),
            _ if self.peek().is_some_and(|it| self.no_formations(it).is_some()) => Ok(None),
            _ => Err(self.not_an_order()),
        }
    }

    // The word that a line stumbles over: the first, unless a verb comes later, which somebody unknown is told.
    fn not_an_order(&self) -> Diagnostic {
        let rest = self.rest();
        let verb = rest.iter().position(|it| self.is_verb(it)).filter(|it| 0 < *it && *it <= 4);
        match verb {
            Some(at) => {
                let named = rest.get(..at).unwrap_or_default();
                self.subject_named(named).err().unwrap_or_else(|| say::not_an_order(self.span_of(rest)))
            }
            None => say::not_an_order(self.span_of(rest)),
        }
    }

    pub(super) fn unknown_verb(&self, word: &Word) -> Diagnostic {
        if let Some(refused) = self.no_formations(word) {
            return refused;
        }
        let written = self.context.text.get(word.span.clone()).unwrap_or_default();
        say::unknown_verb(
            word.span.clone(),
            written,
            &self.misspelt_verb(Some(word)),
            self.context.battle.has_formations(),
        )
    }

    fn misspelt_verb(&self, word: Option<&Word>) -> Vec<&'static str> {
        let Some(word) = word.filter(|it| it.kind == Kind::Word) else { return Vec::new() };
        let more = if self.context.battle.has_formations() { formation::VERBS } else { &[] };
        self.nearest(self.context.words.folded(word), VERBS.iter().chain(more).copied())
    }

    // All orders of a clause: `move to C7, shoot Boyz` are two.
    fn orders(&mut self, subject: &mut Option<Subject<'a>>, reading: &mut Reading) {
        let first = reading.given.len();
        let mut start = self.all().first().map_or(0, |it| it.span.start);
        // Whether something stands between this order and the one before.
        let mut is_joined = true;
        let mut says_then = false;
        loop {
            self.skip_joints();
            self.skip_telling();
            loop {
                if self.is_everybody_of(subject.as_ref()) {
                    self.take(Keyword::Article);
                } else if !self.is_count() {
                    break;
                }
                self.advance(1);
                self.skip_joints();
            }
            let before = (reading.given.len(), reading.diagnostics.len());
            if self.says_fire_again(reading) {
                self.advance(1);
                reading.diagnostics.append(&mut self.doubts);
                break;
            }
            let has_verb = self.peek().is_some_and(|it| self.is_verb(it));
            self.orders_of_all(subject.as_ref(), start, reading);
            self.skip_polite();
            let is_refused = reading.diagnostics.len() != before.1;
            let end = self.place();
            let goes_on = self.goes_on();
            if is_refused && reading.given.len() == before.0 {
                if !is_joined {
                    reading.given.truncate(first);
                }
                break;
            }
            if !goes_on && !self.is_done() && !self.is_remark() {
                let rest = self.rest();
                reading.given.truncate(if is_joined { before.0 } else { first });
                reading.diagnostics.truncate(before.1);
                reading.diagnostics.push(say::not_understood(self.span_of(rest), self.written(rest)));
                break;
            }
            reading.diagnostics.append(&mut self.doubts);
            if !goes_on || reading.is_overfull() {
                break;
            }
            start = self.here().start;
            let joint = self.all().get(end..self.place()).unwrap_or_default();
            says_then |= joint.iter().any(|it| it.meaning == Some(Keyword::Then));
            is_joined = end < self.place() || self.peek().is_some_and(|it| it.gap.has(Gap::ENDS));
            // `the LMG shoots Boyz while the rifles shoot Nobz`, where others are called rifles, too
            let is_next_weapon = !has_verb && self.aims_any(subject.as_ref());
            if !is_next_weapon && let Some(next) = self.subject_ahead() {
                *subject = Some(next);
            } else if subject.is_none() {
                *subject = self.subject_behind(true);
            }
        }
        settle(reading, first);
        if says_then {
            self.tell_what_comes_first(first, reading);
        }
    }

    // `move to C7, then shoot Boyz` isn't how a round goes.
    fn tell_what_comes_first(&self, first: usize, reading: &mut Reading) {
        let orders = reading.given.get(first..).unwrap_or_default();
        let moves = |squad: SquadId, before: &[Given]| {
            let is_move = |it: &Given| matches!(it.order, Order::Movement(mover, ref how) if mover == squad && *how != Movement::Hold);
            before.iter().any(is_move)
        };
        let warn = |(at, it): (usize, &Given)| match it.order {
            Order::Fire(squad, _) if moves(squad, orders.get(..at)?) => {
                Some(say::fires_first(it.span.clone(), self.name_of(squad)))
            }
            _ => None,
        };
        let warned: Vec<Diagnostic> = orders.iter().enumerate().filter_map(warn).collect();
        reading.diagnostics.extend(warned);
    }

    // `aim at Nobz and fire`
    fn says_fire_again(&self, reading: &Reading) -> bool {
        let has_fired = reading.given.last().is_some_and(|it| matches!(it.order, Order::Fire(..)));
        has_fired && self.keyword() == Some(Keyword::Shoot) && self.rest().len() == 1
    }

    // The order that comes next, for each squad that it is for.
    fn orders_of_all(&mut self, subject: Option<&Subject<'a>>, start: usize, reading: &mut Reading) {
        let place = self.place();
        let (squads, from) = self.each_of(subject);
        if squads.is_empty() {
            match self.order(subject) {
                Ok(order) => reading.given.push(Given { span: start..self.end().max(start), order }),
                Err(refused) => reading.diagnostics.push(refused),
            }
            return;
        }
        let mut read_to = from;
        for squad in squads {
            self.go_to(place);
            let one = Subject { squad: Ok(squad), named: &[], several: Vec::new() };
            let order = self.order_from(from, &one);
            match order {
                Ok(order) => reading.given.push(Given { span: start..self.end().max(start), order }),
                Err(refused) if reading.diagnostics.contains(&refused) => (),
                Err(refused) => reading.diagnostics.push(refused),
            }
            read_to = read_to.max(self.place());
        }
        self.go_to(read_to);
    }

    // Goes on to a further order: behind a comma, `and` or `then`, a stop, a dash, or nothing at all.
    fn goes_on(&mut self) -> bool {
        let place = self.place();
        loop {
            let aside = self.aside(self.rest());
            if 0 < aside && self.rest().get(..aside).is_some_and(|it| self.is_harmless(it)) {
                self.advance(aside);
            } else if self.is_between_orders() {
                self.advance(1);
            } else {
                break;
            }
        }
        let goes_on = self.peek().is_some_and(|it| self.is_verb(it))
            || self.names_ability().is_some()
            || self.takes_place()
            || self.turn().is_some()
            || {
                let here = self.place();
                let is_told = self.subject_ahead().is_some();
                self.go_to(here);
                is_told
            };
        if !goes_on && !self.is_done() {
            self.go_to(place);
        }
        goes_on
    }

    // Whether the next word only leads to a further order.
    fn is_between_orders(&self) -> bool {
        let Some(next) = self.peek() else { return false };
        let points_on = next.meaning == Some(Keyword::At) && self.meaning_at(1).is_some_and(Keyword::is_verb);
        let tells = next.meaning == Some(Keyword::Telling) && !self.names_squad(0);
        let is_and = next.meaning == Some(Keyword::Pronoun) || self.context.words.folded(next) == "n";
        let goes_on = self.rest().get(1).is_some_and(|it| {
            let is_verb = self.is_verb(it) && !self.context.words.folded(it).ends_with("ing");
            is_verb || matches!(it.meaning, Some(Keyword::Then | Keyword::Telling))
        });
        // `followed by a move to J8`
        let leads = goes_on && (is_and || next.meaning == Some(Keyword::Article));
        joins(next) || points_on || tells || leads || self.is_count()
    }

    // `1) shoot Nobz 2) move to J8`
    fn is_count(&self) -> bool {
        let first = self.peek().map_or("", |it| self.context.words.folded(it));
        let leads = self.rest().get(1).is_some_and(|it| it.kind == Kind::Comma || self.is_verb(it));
        let is_ordinal = matches!(first, "first" | "firstly" | "second" | "secondly" | "third" | "thirdly" | "lastly");
        let is_squad = || self.squads_at(self.rest()).matches.iter().any(|it| it.is_exact);
        if is_ordinal && leads && !is_squad() {
            return true;
        }
        let closes =
            self.rest().get(1).is_some_and(|it| (it.gap.has(Gap::CLOSE) || it.gap.has(Gap::STOP)) && self.is_verb(it));
        closes && (self.number_ahead().is_some() || first.len() == 1)
    }

    // `Alpha: everyone shoot Nobz`
    fn is_everybody_of(&self, subject: Option<&Subject<'_>>) -> bool {
        // `Alpha: the squad shoots`
        let article = usize::from(self.keyword() == Some(Keyword::Article));
        let is_company = |it| it == Keyword::All && article == 0 || it == Keyword::Squad;
        let is_told = self.meaning_at(article).is_some_and(is_company)
            && self.meaning_at(article + 1).is_some_and(Keyword::is_verb);
        subject.is_some() && is_told
    }

    // `and take the mill`
    fn takes_place(&self) -> bool {
        let goes = self.last_word().is_some_and(|it| it.meaning == Some(Keyword::Then))
            && self.peek().is_some_and(|it| self.is_tile_of_map(it));
        goes || self.keyword() == Some(Keyword::Take)
    }

    /// Whether what is left was said behind an order, and is none: `– they're tired`, `!!! WAAAGH`.
    fn is_remark(&self) -> bool {
        let apart = Gap::ENDS;
        let is_apart = self.peek().is_some_and(|it| it.gap.has(apart) || it.gap.has(Gap::OPEN));
        // `@gm`
        let is_mention = self.written(self.rest()).starts_with('@') && self.keyword() == Some(Keyword::At);
        is_apart && self.is_harmless(self.rest())
            || is_mention && self.is_harmless(self.rest().get(1..).unwrap_or_default())
    }

    // Whether words hold nothing that an order is made of.
    fn is_harmless(&self, words: &[Word]) -> bool {
        let names = self.context.names;
        let is_bracketed = words.first().is_some_and(|it| it.gap.has(Gap::OPEN));
        let is_harmless = |(at, it): (usize, &Word)| {
            let rest = words.get(at..).unwrap_or_default();
            let means_nothing = it.meaning.is_none_or(|it| {
                matches!(
                    it,
                    Keyword::Article
                        | Keyword::Polite
                        | Keyword::Telling
                        | Keyword::And
                        | Keyword::Pronoun
                        | Keyword::For
                        | Keyword::In
                        | Keyword::On
                        | Keyword::By
                        | Keyword::Squad
                        | Keyword::All
                        | Keyword::Both
                ) || is_bracketed && matches!(it, Keyword::Nearest | Keyword::Enemy | Keyword::Back | Keyword::Out)
            });
            let is_named = || {
                let found = [&names.squads, &names.objectives].map(|table| table.find(self.context.words, rest).words);
                it.meaning.is_none() && found.iter().any(|it| 0 < *it)
            };
            let is_word = matches!(it.kind, Kind::Word | Kind::Quoted) || it.kind == Kind::Comma;
            let folded = self.context.words.folded(it);
            is_word
                && means_nothing
                && !self.is_verb(it)
                && (is_bracketed || !folded.starts_with(|it: char| it.is_ascii_digit()))
                && !super::route::looks_like_a_tile(folded)
                && !is_named()
        };
        words.iter().enumerate().all(is_harmless)
    }

    /// Whether the line may be read as one of somebody who knows what he posts.
    pub(super) fn is_strict(&self) -> bool {
        self.context.manner == Manner::Strict
    }
}

/// Whether a word stands between two orders and means nothing else.
pub(super) fn joins(word: &Word) -> bool {
    word.kind == Kind::Comma
        || matches!(
            word.meaning,
            Some(Keyword::And | Keyword::Then | Keyword::Polite | Keyword::While | Keyword::Before | Keyword::After)
        )
}

/// Whether a word may stand between a squad and its verb.
fn is_between(word: &Word) -> bool {
    matches!(word.kind, Kind::Comma | Kind::Colon)
        || matches!(
            word.meaning,
            Some(Keyword::Telling | Keyword::Will | Keyword::To | Keyword::Polite | Keyword::Squad)
        )
}

/// What one sentence tells a squad is told at once: who does something and holds stays where that leads, who falls back and
/// moves falls back there, and weapons told one by one fire at one time. What can't be both isn't taken.
fn settle(reading: &mut Reading, first: usize) {
    if reading.given.len() < first + 2 {
        return;
    }
    let mut kept: Vec<Given> = Vec::new();
    let mut refused: Vec<usize> = Vec::new();
    for given in reading.given.split_off(first) {
        let same = kept.iter().position(|it| is_same_slot(&it.order, &given.order));
        match same.map(|at| (at, together(&kept[at].order, &given.order))) {
            None => kept.push(given),
            Some((at, Some(order))) => kept[at].order = order,
            Some((at, None)) => {
                reading.diagnostics.push(say::not_both(given.span));
                refused.push(at);
            }
        }
    }
    let mut at = 0..;
    kept.retain(|_| at.next().is_none_or(|it| !refused.contains(&it)));
    let holds = |it: &Given| matches!(it.order, Order::Movement(_, Movement::Hold));
    for at in 1..kept.len() {
        let squad = kept[at].order.squad();
        if let Some(first) = kept[..at].iter().position(|it| it.order.squad() == squad).filter(|_| holds(&kept[at])) {
            kept[first..=at].rotate_right(1);
        }
    }
    reading.given.append(&mut kept);
}

fn is_same_slot(a: &Order, b: &Order) -> bool {
    match (a, b) {
        (Order::Movement(one, _), Order::Movement(other, _))
        | (Order::Fire(one, _), Order::Fire(other, _))
        | (Order::Fight(one, _), Order::Fight(other, _)) => one == other,
        _ => false,
    }
}

/// Two orders of one kind that one sentence tells a squad, as one.
fn together(before: &Order, after: &Order) -> Option<Order> {
    use Movement::{Disengage, Hold, Move};
    match (before, after) {
        _ if before == after => Some(after.clone()),
        (Order::Movement(_, Hold), _) => Some(after.clone()),
        (_, Order::Movement(_, Hold)) => Some(before.clone()),
        (Order::Movement(squad, Disengage(None)), Order::Movement(_, Move(route)))
        | (Order::Movement(squad, Move(route)), Order::Movement(_, Disengage(None))) => {
            Some(Order::Movement(*squad, Disengage(Some(route.clone()))))
        }
        (Order::Fire(squad, Fire::At(some)), Order::Fire(_, Fire::At(more))) => {
            let parts: Vec<FirePart> = some.iter().chain(more).copied().collect();
            let is_named =
                |it: &FirePart| it.with.is_some() && parts.iter().filter(|other| other.with == it.with).count() == 1;
            parts.iter().all(is_named).then_some(Order::Fire(*squad, Fire::At(parts)))
        }
        _ => None,
    }
}
