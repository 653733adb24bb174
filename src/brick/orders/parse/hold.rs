//! Orders to hold, and words that forbid the verb behind them.

use std::ops::Range;

use crate::brick::battle::{Order, Who};
use crate::brick::orders::parse::{Parsed, Parser};
use crate::brick::orders::said::{Said, What};
use crate::brick::orders::vocabulary::{Key, Keyword, Sort, Verb, lexicon, says_where};
use crate::brick::orders::{Word, say};
use crate::diagnostic::Diagnostic;
use crate::post::Given;
use crate::post::english::{AFTER_HOLD, Never};
use crate::post::surplus::denied;
use crate::post::words::{Gap, Kind};

impl Parser<'_> {
    /// `stay where you are`, `stays put at I4`: reads the rest of an order to hold. A tile must be the one where the
    /// squad stands.
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
            it.kind == Kind::Word && !is_apart && AFTER_HOLD.contains(it.folded())
        }) {
            // `hold fire at Nobz` names a target, so it is more than an order to hold.
            let ends = self.words.get(self.at + 1).is_none_or(|it| it.kind != Kind::Word || it.gap.has(Gap::ENDS));
            if 0 < self.exact_name_at(self.at, self.words.len()) || word.folded() == "fire" && !ends {
                return;
            }
            self.at += 1;
        }
    }

    /// The sentence around a word: `Instead, hold`.
    pub(super) fn sentence_of(&self, at: usize) -> Range<usize> {
        let is_apart = |it: &Word| it.gap.has(Gap::ENDS) || it.kind == Kind::Semicolon;
        let before = self.words[..at].iter().rposition(|it| !it.is_idle() && it.kind != Kind::Comma);
        let behind = self.words[at + 1..].iter().position(is_apart);
        before.map_or(0, |it| it + 1)..behind.map_or(self.words.len(), |it| at + 1 + it)
    }

    /// `goes to D5 and holds`: leaves out an order to hold that only repeats the end of an earlier order. `line` is the
    /// line's orders so far, `sentence` how many of them stand before the last semicolon, and `start` the first word.
    pub(super) fn leave_out_holds(&self, said: &mut Vec<Said>, start: usize, line: &[Given<Said>], sentence: usize) {
        let own_sentence = self.sentence_of(start);
        let is_apart = self.words[own_sentence.start..=start].iter().any(|it| it.gap.has(Gap::ENDS));
        // `and Hank holds there`: where all of them go
        let says_there = self.words[start..self.at].iter().any(|it| it.folded().ends_with("there"));
        // `attacks Crow; stay` holds, but `Tex: D6; both stay put` names who stays.
        let names = |it| self.is_named(it) || matches!(self.key_at(it), Some(Key::Everyone | Key::Both));
        let goes_on = says_there || !(start..self.at).any(names);
        let before = &line[match is_apart {
            _ if goes_on && Self::only_stays(&self.words[own_sentence]) => 0,
            true => line.len(),
            false => sentence,
        }..];
        let who = |it: &Given<Said>| it.order.what.who();
        let hold: Vec<Who> = said.iter().filter_map(|it| it.what.who()).collect();
        let is_other = |it: &Given<Said>| who(it).is_some_and(|it| !hold.contains(&it));
        // `all attack Crow, Tex stays put`: an order for one of several replaces everything that they were ordered
        // together.
        let is_of_several = |one: Who| {
            let mut orders = line.iter().filter(|it| who(it) == Some(one));
            orders.any(|order| line.iter().any(|it| it.span == order.span && is_other(it)))
        };
        for it in said.iter_mut() {
            if let What::Stay(one) = it.what
                && !is_apart
                && is_of_several(one)
            {
                it.what = What::Hold(one);
            }
        }
        let is_of_all = |of: &Given<Said>| !before.iter().any(|it| of.span.start <= it.span.start && is_other(it));
        // `goes to D5 and holds fire`: this takes back an order to shoot.
        let denied = denied(&self.text[self.span_from(start)], lexicon()).and_then(Keyword::verb);
        let is_said = |verb| before.iter().any(|it| it.order.what.is_done_by(verb));
        let says_what_not = denied.is_some_and(|it| it != Verb::Hold && !is_said(it));
        // `attacks Crow and waits`: the attack uses the Action that waiting would reserve.
        let only_waits = self.words[start..self.at].iter().any(|it| matches!(it.folded(), "wait" | "waits"));
        let is_after = |what: &What, of: &What| match (what, of) {
            (What::Order(Order::Reserve(who)), What::Order(Order::Melee(it, _) | Order::Shoot(it, _))) => {
                only_waits && who == it
            }
            _ => holds_behind(what, of),
        };
        said.retain(|it| {
            let is_behind = |of: &Given<Said>| is_after(&it.what, &of.order.what) && (says_there || is_of_all(of));
            says_what_not || !before.iter().any(is_behind)
        });
    }

    /// Whether words only say that somebody stays where he is. An order to stop, to hold fire, or to hold instead, in a
    /// sentence of its own, takes back what came before.
    pub(super) fn only_stays(said: &[Word]) -> bool {
        const STAYS: &[&str] = &["hold", "keep", "remain", "stand", "stay"];
        let stays = |it: &Word| STAYS.iter().any(|word| it.folded().starts_with(word)) && it.folded() != "stand down";
        let mut holds = said.iter().filter(|it| it.verb() == Some(Verb::Hold)).peekable();
        let takes_back = |it: &Word| it.folded().ends_with("fire") || it.folded() == "instead";
        holds.peek().is_some() && holds.all(stays) && !said.iter().any(takes_back)
    }

    /// Whether the last verb to hold before `from`, or a word from there up to here, says where somebody stays: `stay
    /// put`, `keeps his place`. `hold` and `stay` alone mean to do nothing.
    pub(super) fn stays_put(&self, from: usize) -> bool {
        let verb = self.words[..from].iter().rfind(|it| it.verb() == Some(Verb::Hold));
        verb.into_iter().chain(&self.words[from..self.at]).any(|it| says_where(it.folded()))
    }

    /// `attacks Crow when he gets there`: refuses an order that depends on an arrival. Looking around on arrival is
    /// allowed.
    pub(super) fn arrival_condition(&self, end: usize) -> Option<Diagnostic> {
        let is_look =
            |at: usize| at.checked_sub(1).is_some_and(|it| matches!(self.meaning(it), Some(Keyword::Heading(_))));
        let at = (self.at..end).find(|it| self.key_at(*it) == Some(Key::Arrived) && !is_look(*it))?;
        Some(say::never(self.words[at].span.clone(), Some(Never::Condition)))
    }

    /// `skips the charge on Orcs`, `stop moving to C7`: refuses a verb behind one that stops it, with no comma, `and`,
    /// `then` or end of a sentence between them.
    pub(super) fn stopped_verb(&self, end: usize) -> Option<Diagnostic> {
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
                Some(_) if AFTER_HOLD.contains(word.folded()) && word.folded() != "fire" => (),
                // `moves to H8. React pass brace`
                _ if is_policy => (),
                Some(_) if stop.is_some() => return stop.map(|it| say::never(it, Some(Never::Negation))),
                Some(verb) if verb.sort() == Sort::Policy => is_policy = true,
                Some(verb) if verb.sort() == Sort::Stop => stop = Some(word.span.clone()),
                _ => (),
            }
            at += self.exact_name_at(at, end).max(1);
        }
        None
    }
}

/// Whether an order to hold comes behind another order in the same sentence, or says to stay where a move ends.
fn holds_behind(what: &What, before: &What) -> bool {
    match (what, before) {
        (What::Hold(who) | What::Stay(who), What::Order(Order::Move(it, _))) => who == it,
        (What::Hold(who), What::Order(Order::Melee(it, _) | Order::Shoot(it, _) | Order::Reserve(it))) => who == it,
        (What::Hold(who), What::Order(Order::Brace(squad))) => *who == Who::Squad(*squad),
        _ => false,
    }
}
