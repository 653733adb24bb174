//! Reads what follows an attack: its numbers, if there is no map to know them, and how a return blow is taken.

use std::ops::RangeInclusive;

use crate::brick::battle::{Against, Measure, Measured, Order, PolicyChange, Whose};
use crate::brick::orders::parse::{Addressee, Parsed, Parser};
use crate::brick::orders::said::{Said, What};
use crate::brick::orders::vocabulary::{Key, Verb};
use crate::brick::orders::{Word, say};
use crate::field::{UnitId, each_once};
use crate::post::words::{Gap, Kind};
use crate::post::{Poster, numbers};

/// The largest length that anybody measures on a table, in inches.
const INCHES_MAX: u16 = 200;

impl Parser<'_> {
    /// `, outnumbered, range 7, parry pan`: reads what follows an attack. Each item is an order of its own.
    pub(super) fn attack_details(&mut self, addressee: &Addressee, what: &What) -> Parsed<Vec<What>> {
        let What::Order(order) = what else { return Ok(Vec::new()) };
        let Some(target) = order.target() else { return Ok(Vec::new()) };
        let (mut more, mut said, here) = (Vec::new(), Measured::default(), self.at);
        loop {
            let at = self.at;
            if !self.take_mark(Kind::Comma) && !self.take_mark(Kind::Colon) {
                self.take(Key::And);
            }
            // `attack Crow. Parry with the pan.`: in a sentence of its own, the policy is for every blow, not only for
            // blows in return.
            let is_own = self.words.get(self.at).is_some_and(|it| it.gap.has(Gap::STOP) || it.gap.has(Gap::LINE));
            if !is_own && let defence @ Some(_) = self.defence()? {
                let change = PolicyChange::React { against: Some(Against::Counter), defence, back: None };
                more.push(What::Order(Order::Policy(Whose::One(addressee.who), change)));
            } else if !self.read_measurement(&mut said)? {
                self.at = at;
                break;
            }
        }
        if said.is_empty() {
            return Ok(more);
        }
        if self.battle.setup().has_map {
            return Err(say::map_says_so(self.span_from(here)));
        }
        if let Some(at) = self.battle.target_who(target) {
            more.push(What::Order(Order::Measure(Measure { by: addressee.who, at, it: said })));
        }
        Ok(more)
    }

    /// `measure Dan at Yoko range 7 cover 1`: the GM may measure for anybody, players only for their own.
    pub(super) fn measure(&mut self) -> Parsed<Said> {
        let here = self.at;
        let by = match self.anybody() {
            Ok(by) if self.poster == Poster::Gm || self.commands(by) => by,
            Ok(by) => return Err(say::not_yours(self.span_from(here), self.battle.name(by))),
            Err(_) => {
                self.at = here;
                self.own()?.who
            }
        };
        if !self.take(Key::At) {
            self.take(Key::To);
        }
        let at = self.anybody()?;
        let mut said = Measured::default();
        while self.take_mark(Kind::Comma) || self.take(Key::And) || self.read_measurement(&mut said)? {}
        if said.is_empty() {
            return Err(say::missing(self.here(), &format!("what to {}, such as \"range 7\",", Verb::Measure)));
        }
        if self.battle.setup().has_map {
            return Err(say::map_says_so(self.span_from(here)));
        }
        Ok(Said::naming(What::Order(Order::Measure(Measure { by, at, it: said })), &self.pending))
    }

    /// Reads one measured number, if there is one. Returns whether there was.
    fn read_measurement(&mut self, said: &mut Measured) -> Parsed<bool> {
        if self.take_all(|it| it.take(Key::No) && it.take(Key::Cover)) {
            said.cover = Some(0);
        } else if let Some(inches) = self.attempt(Self::inches_away) {
            said.range = Some(inches);
        } else if self.take(Key::Range) {
            // `the range is 9`
            self.at += usize::from(self.is_telling());
            said.range = Some(self.inches("range", 0..=INCHES_MAX)?);
        } else if self.take(Key::Cover) {
            said.cover = Some(self.inches("cover", 0..=3)? as u8);
        } else if self.take(Key::Height) {
            said.height = Some(self.inches("height", 0..=INCHES_MAX)? as u8);
        } else if self.take(Key::Below) {
            // **BC-4.2** Shooting upwards costs nothing, so the number doesn't matter.
            self.inches("height", 0..=INCHES_MAX)?;
            said.height = Some(0);
        } else if self.take(Key::Showing) {
            said.showing = Some(self.inches("what shows", 1..=INCHES_MAX)? as u8);
        } else if self.take(Key::Run) {
            said.run = Some(self.inches("the run-up", 0..=INCHES_MAX)?);
        } else if let is_still @ Some(_) = self.one_of(&[(Key::Still, true), (Key::Moving, false)]) {
            said.is_still = is_still;
        } else if let is_so @ Some(_) = self.one_of(&[(Key::Outnumbered, true), (Key::NotOutnumbered, false)]) {
            said.is_outnumbered = is_so;
        } else if self.take(Key::Near) {
            said.near = each_once(self.distinct(Self::near)?.concat());
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    /// Those near a blast: a figure, or all members of a squad.
    fn near(&mut self) -> Parsed<Vec<UnitId>> {
        match self.attempt(|it| it.anybody().ok()) {
            Some(who) => Ok(self.battle.members(who)),
            None => self.unit().map(|it| vec![it]),
        }
    }

    /// `11 inches away`: a range in other words.
    fn inches_away(&mut self) -> Option<u16> {
        numbers::value(self.letters())?;
        let inches = self.inches("range", 0..=INCHES_MAX).ok()?;
        self.take_if(matches!(self.letters(), "away" | "off")).then_some(inches)
    }

    /// A length as people write it at a table: `7`, `7"`, `7 inches`.
    fn inches(&mut self, what: &str, good: RangeInclusive<u16>) -> Parsed<u16> {
        // `range: 7`
        self.take_mark(Kind::Colon);
        let at = self.at;
        // `-2`, `2.5`: these are numbers, but not allowed.
        self.take_mark(Kind::Stray);
        let word = self.letters();
        let number = numbers::value(word.strip_suffix("in").unwrap_or(word)).filter(|_| self.at == at);
        self.at += usize::from(self.is(Kind::Word));
        let end = self.words.get(self.at.saturating_sub(1)).map_or(0, |it| it.span.end);
        let is_part = |it: &Word| it.span.start == end + 1 && it.gap.has(Gap::STOP);
        let has_part = self.take_if(self.words.get(self.at).is_some_and(is_part));
        let Some(number) = number.filter(|it| good.contains(it) && !has_part) else {
            let here = if at < self.at { self.span_from(at) } else { self.here() };
            return Err(say::impossible(here, what, *good.start(), *good.end()));
        };
        self.take_if(self.is(Kind::Stray) || matches!(self.letters(), "in" | "inch" | "inches"));
        Ok(number)
    }
}
