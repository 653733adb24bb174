//! To do nothing, and what stops what is said behind it.

use std::ops::Range;

use crate::brick::battle::Who;
use crate::brick::orders::parse::{Parsed, Parser};
use crate::brick::orders::vocabulary::{Key, Keyword, Sort, Verb};
use crate::brick::orders::{Word, say};
use crate::diagnostic::Diagnostic;
use crate::post::english::{HOLD_TAILS, Never};
use crate::post::words::{Gap, Kind};

impl Parser<'_> {
    /// `stay where you are`, `stays put at I4`: nothing is done, and where whoever is told stands already.
    pub(super) fn holds_at(&mut self, who: Who) -> Parsed<()> {
        // `stand in formation`: only those on a plate have one.
        let said = self.words.get(self.at..self.clause_end()).unwrap_or_default();
        let formation = said.iter().find(|it| it.folded().ends_with("formation") && matches!(who, Who::Unit(_)));
        if let Some(span) = formation.map(|it| it.span.clone()) {
            return Err(say::left_over(span.clone(), &self.text[span], Verb::Hold.word()));
        }
        self.skip_hold_tail();
        if self.tile_at(self.at).is_some() && !self.is_apart() {
            let at = self.at;
            let tile = self.tile()?;
            if !self.battle.is_there(who) || !self.battle.rect(who).covers(tile) {
                return Err(say::holds_elsewhere(self.span_from(at), self.battle.name(who), tile));
            }
        }
        Ok(())
    }

    pub(super) fn skip_hold_tail(&mut self) {
        while let Some(word) = self.words.get(self.at).filter(|it| {
            let is_apart = it.gap.has(Gap::ENDS) || it.gap.has(Gap::OPEN);
            it.kind == Kind::Word && !is_apart && HOLD_TAILS.contains(it.folded())
        }) {
            // `hold fire at Nobz` is no more than it says.
            let ends = self.words.get(self.at + 1).is_none_or(|it| it.kind != Kind::Word || it.gap.has(Gap::ENDS));
            if 0 < self.longest(self.at, self.words.len()) || word.folded() == "fire" && !ends {
                return;
            }
            self.at += 1;
        }
    }

    /// The words that are said with one, up to the end of its sentence: `Instead, hold`.
    pub(super) fn sentence_of(&self, at: usize) -> Range<usize> {
        let is_apart = |it: &Word| it.gap.has(Gap::ENDS) || it.kind == Kind::Semicolon;
        let before = self.words[..at].iter().rposition(|it| !it.is_idle() && it.kind != Kind::Comma);
        let behind = self.words[at + 1..].iter().position(is_apart);
        before.map_or(0, |it| it + 1)..behind.map_or(self.words.len(), |it| at + 1 + it)
    }

    /// Whether words only tell somebody to stay where he is. An order to stop, to hold fire, or to hold instead, in a sentence of
    /// its own takes back what was said before.
    pub(super) fn only_stays(said: &[Word]) -> bool {
        const STAYS: &[&str] = &["hold", "keep", "remain", "stand", "stay"];
        let stays = |it: &Word| STAYS.iter().any(|word| it.folded().starts_with(word)) && it.folded() != "stand down";
        let mut holds = said.iter().filter(|it| it.verb() == Some(Verb::Hold)).peekable();
        let takes_back = |it: &Word| it.folded().ends_with("fire") || it.folded() == "instead";
        holds.peek().is_some() && holds.all(stays) && !said.iter().any(takes_back)
    }

    /// Whether words say where somebody stays: `stay put`, `keeps his place`. `hold` and `stay` are to do nothing.
    pub(super) fn stays_put(said: &[Word]) -> bool {
        const PLACES: &[&str] = &["put", "place", "position", "ground", "here", "there", "are", "is"];
        let says_where = |it: &Word| it.folded().rsplit(' ').next().is_some_and(|it| PLACES.contains(&it));
        said.iter().skip_while(|it| it.verb() != Some(Verb::Hold)).any(says_where)
    }

    /// `attacks Crow when he gets there`: who gets where, nobody knows; but one who is told to go somewhere can look around there.
    pub(super) fn arrives(&self, end: usize) -> Option<Diagnostic> {
        let is_look =
            |at: usize| at.checked_sub(1).is_some_and(|it| matches!(self.meaning(it), Some(Keyword::Heading(_))));
        let at = (self.at..end).find(|it| self.key_at(*it) == Some(Key::Arrived) && !is_look(*it))?;
        Some(say::never(self.words[at].span.clone(), Some(Never::Condition)))
    }

    /// `skips the charge on Orcs`, `stop moving to C7`: a verb in the same breath behind one that stops.
    pub(super) fn stopped(&self, end: usize) -> Option<Diagnostic> {
        let (mut at, first) = self.find_verb(end)?;
        let (mut stop, mut is_policy) = (None, false);
        while at < end && first.sort() != Sort::Policy {
            let word = &self.words[at];
            is_policy &= !word.gap.has(Gap::ENDS);
            let is_joint = word.kind == Kind::Comma || matches!(self.key_at(at), Some(Key::And | Key::Then));
            if is_joint || word.gap.has(Gap::ENDS) {
                stop = None;
            }
            match self.verb_at(at) {
                // `stays where he stands`
                Some(_) if HOLD_TAILS.contains(word.folded()) && word.folded() != "fire" => (),
                // `moves to H8. React pass brace`
                _ if is_policy => (),
                Some(_) if stop.is_some() => return stop.map(|it| say::never(it, Some(Never::Negation))),
                Some(verb) if verb.sort() == Sort::Policy => is_policy = true,
                Some(verb) if verb.sort() == Sort::Stop => stop = Some(word.span.clone()),
                _ => (),
            }
            at += self.longest(at, end).max(1);
        }
        None
    }
}
