//! The words of a line → orders. Names that nobody has yet may be those of squads that the round makes.

mod combat;
mod cursor;
mod movement;
mod naming;
mod organise;
mod phrases;
mod policy;

use std::ops::Range;

use crate::brick::battle::{Battle, Departure, Order, Organise, PlateOrder, Standard, Who};
use crate::brick::orders::names::Names;
use crate::brick::orders::parse::phrases::{is_condition, is_doubt, is_negation, is_policy, is_split, key_at, verb_of};
use crate::brick::orders::said::{PENDING, Said, What};
use crate::brick::orders::say;
use crate::brick::orders::vocabulary::{Key, VERBS, Verb, verb};
use crate::brick::orders::words::Word;
use crate::diagnostic::Diagnostic;
use crate::field::SquadId;
use crate::post::{Given, Poster};

/// Whoever is told to do something.
#[derive(Clone, Debug)]
pub(super) struct Told {
    pub(super) who: Who,
    span: Range<usize>,
}

/// A line while it is read.
pub(super) struct Parser<'a> {
    pub(super) text: &'a str,
    pub(super) words: &'a [Word],
    pub(super) at: usize,
    pub(super) names: &'a Names,
    pub(super) battle: &'a Battle,
    poster: Poster,
    /// Whether anybody may be told anything, as in questions about the odds.
    for_anybody: bool,
    /// Squads that aren't there, by their names.
    pub(super) pending: Vec<String>,
    pub given: Vec<Given<Said>>,
    pub diagnostics: Vec<Diagnostic>,
}

/// What is wrong, if an order can't be read.
pub(super) type Parsed<T> = Result<T, Diagnostic>;

impl<'a> Parser<'a> {
    pub(super) fn new(
        text: &'a str,
        words: &'a [Word],
        names: &'a Names,
        battle: &'a Battle,
        (poster, for_anybody): (Poster, bool),
    ) -> Parser<'a> {
        let (pending, given, diagnostics) = (Vec::new(), Vec::new(), Vec::new());
        Parser { text, words, at: 0, names, battle, poster, for_anybody, pending, given, diagnostics }
    }

    /// Reads the whole line: orders between semicolons, each with a name before it or after its verb.
    pub(super) fn line(&mut self) {
        let mut told: Vec<Told> = Vec::new();
        while self.at < self.words.len() {
            if self.is_mark(";") || self.is_mark(",") || self.is_idle() {
                self.at += 1;
                continue;
            }
            let start = self.at;
            // Who is told all of the line may be a squad that isn't there yet.
            let kept = |it: &Told| match it.who {
                Who::Squad(SquadId(id)) => id.checked_sub(PENDING).map(|it| usize::from(it) + 1),
                Who::Unit(_) => None,
            };
            self.pending.truncate(told.iter().filter_map(kept).max().unwrap_or(0));
            match self.clause(&mut told) {
                Ok(said) => {
                    self.skip_idle();
                    if self.at < self.words.len() && !self.is_mark(";") {
                        let rest = self.rest();
                        let words = self.text[rest.clone()].to_owned();
                        let named = self.words[start..self.at].iter().find_map(|it| verb_of(&it.folded));
                        self.diagnostics.push(match is_condition(&self.words[self.at].folded) {
                            true => say::conditional(rest),
                            false => say::left_over(rest, &words, named.map_or("this order", verb)),
                        });
                        self.skip_clause();
                        continue;
                    }
                    let end = self.words[self.at.saturating_sub(1).max(start)].span.end;
                    let span = self.words[start].span.start..end;
                    self.given.extend(said.into_iter().map(|order| Given { span: span.clone(), order }));
                }
                Err(why) => {
                    self.diagnostics.push(why);
                    // The parts of a split stand behind semicolons, too.
                    match self.words[start..].iter().take_while(|it| it.folded != ";").any(is_split) {
                        true => self.at = self.words.len(),
                        false => self.skip_clause(),
                    }
                }
            }
        }
    }

    fn skip_clause(&mut self) {
        while self.at < self.words.len() && !self.is_mark(";") {
            self.at += 1;
        }
    }

    /// One order, or one each for several who are told.
    pub(super) fn clause(&mut self, told: &mut Vec<Told>) -> Parsed<Vec<Said>> {
        let end = self.clause_end();
        if let Some(never) = self.never(end) {
            return Err(never);
        }
        let Some((at, length, meaning)) = self.find_verb(end) else {
            let span = self.words[self.at].span.start..self.words[end - 1].span.end;
            let words = self.text[span.clone()].to_owned();
            let verbs: Vec<&str> = VERBS.iter().map(|it| it.0).collect();
            let tried = words.split(':').next_back().unwrap_or_default().split_whitespace().next().unwrap_or_default();
            let tried = if tried.is_empty() { &words } else { tried };
            return Err(say::no_verb(span, tried, &verbs));
        };
        let has_head = self.at < at;
        if has_head && meaning == Verb::Form {
            // `Left: form from …` names the new squad first.
            let name = self.new_name(at)?;
            self.at = at + length;
            return self.form(name).map(|it| vec![it]);
        }
        if has_head {
            *told = self.head(at)?;
        }
        self.at = at + length;
        let verb_span = self.words[at].span.start..self.words[self.at - 1].span.end;
        match meaning {
            Verb::EndBattle => return Ok(vec![Said::of(What::Leave(Departure::End))]),
            Verb::TapOut => return Ok(vec![Said::of(What::Leave(Departure::TapOut))]),
            Verb::Form => {
                let name_end = self.next_key_at(Key::From);
                let name = self.new_name(name_end)?;
                return self.form(name).map(|it| vec![it]);
            }
            Verb::Leave => return self.leave(told).map(|it| vec![it]),
            Verb::Measure => return self.measure().map(|it| vec![it]),
            _ => (),
        }
        if is_policy(meaning) {
            return self.policy(meaning, told, verb_span);
        }
        // Who stands before a colon is told all that follows in the line; who stands behind a verb, that alone.
        let subjects = if told.is_empty() { vec![self.somebody(verb_span, meaning)?] } else { told.clone() };
        self.orders(meaning, &subjects)
    }

    /// What makes no order of these words: a condition, a negation, a doubt, a question. A name may hold such a word.
    fn never(&self, end: usize) -> Option<Diagnostic> {
        let mut at = self.at;
        while at < end {
            let word = &self.words[at];
            let named = if word.is_quoted { 1 } else { self.names.longest(&self.words[at..end]) };
            let last = &self.words[at + named.max(1) - 1].span;
            if self.text[last.end..].starts_with('?') {
                return Some(say::question(last.end..last.end + 1));
            }
            let span = || word.span.clone();
            match word.folded.as_str() {
                _ if 0 < named => (),
                it if is_condition(it) => return Some(say::conditional(span())),
                it if is_negation(it) && key_at(self.words, at).is_none() => return Some(say::negated(span())),
                it if is_doubt(it) => return Some(say::undecided(span())),
                _ => (),
            }
            at += named.max(1);
        }
        None
    }

    /// The order that a verb gives to each of these.
    fn orders(&mut self, meaning: Verb, told: &[Told]) -> Parsed<Vec<Said>> {
        let (from, mut said) = (self.at, Vec::new());
        let mut first = Vec::new();
        for it in told {
            self.at = from;
            first.clone_from(&self.pending);
            let what = self.order(meaning, it)?;
            let behind = self.behind(it, &what)?;
            let pending = &self.pending;
            said.extend([what].into_iter().chain(behind).map(|what| Said::naming(what, pending)));
            self.pending.clone_from(&first);
        }
        Ok(said)
    }

    fn order(&mut self, meaning: Verb, told: &Told) -> Parsed<What> {
        let who = told.who;
        let order = match meaning {
            Verb::Join => {
                self.take(Key::To);
                let to = self.own()?;
                Order::Organise(Organise::Join { who, to: self.squad(&to)? })
            }
            Verb::Split => {
                let squad = self.squad(told)?;
                self.take(Key::Into);
                Order::Organise(Organise::Split { squad, into: self.parts(squad)? })
            }
            Verb::Replate => {
                let squad = self.squad(told)?;
                let plate = self.plate(&self.members(who))?;
                if plate == PlateOrder::default() {
                    return Err(say::missing(self.here(), "the size of the plate, such as 3x2,"));
                }
                Order::Organise(Organise::Replate { squad, plate })
            }
            Verb::Arrange => Order::Organise(Organise::Arrange { squad: self.squad(told)?, places: self.places(who)? }),
            Verb::Standard => {
                let squad = self.squad(told)?;
                self.take(Key::To);
                let standard = match self.take(Key::Center) || self.take(Key::None) {
                    true => Standard::Center,
                    false => Standard::Bearer(self.member(who)?),
                };
                Order::Organise(Organise::Standard { squad, standard })
            }
            Verb::Brace => Order::Brace(self.squad(told)?),
            Verb::Reserve => Order::Reserve(who),
            Verb::Shoot => Order::Shoot(who, self.shoot(told)?),
            Verb::Melee => {
                match self.take_verb(&[Verb::Attack, Verb::Grab, Verb::Shove, Verb::Release, Verb::Ignore]) {
                    Some(how) => Order::Melee(who, self.melee(how, told)?),
                    None => Order::Melee(who, self.melee(Verb::Attack, told)?),
                }
            }
            Verb::Attack | Verb::Grab | Verb::Shove | Verb::Release | Verb::Ignore => {
                Order::Melee(who, self.melee(meaning, told)?)
            }
            Verb::Move => match self.take_verb(&[Verb::Run, Verb::Charge, Verb::Withdraw, Verb::Pivot]) {
                Some(how) => Order::Move(who, self.movement(how, told)?),
                None => Order::Move(who, self.movement(Verb::Move, told)?),
            },
            Verb::Run | Verb::Charge | Verb::Withdraw | Verb::Pivot => Order::Move(who, self.movement(meaning, told)?),
            Verb::Hold => return Ok(What::Hold(who)),
            Verb::Form
            | Verb::Leave
            | Verb::React
            | Verb::Parry
            | Verb::Bail
            | Verb::Hits
            | Verb::Misses
            | Verb::Benny
            | Verb::Rebuff
            | Verb::Measure
            | Verb::EndBattle
            | Verb::TapOut => return Err(say::missing(self.here(), "an order")),
        };
        Ok(What::Order(order))
    }

    // Organising

    // Shooting and Melee

    // Movement

    // Policies

    // Names

    // Words
}
