//! Orders that make and change squads.

use crate::brick::battle::{Forming, Order, Organise, Plate, PlateOrder, Standard, Who};
use crate::brick::orders::names::Found;
use crate::brick::orders::parse::{Addressee, Parsed, Parser};
use crate::brick::orders::said::{Said, What};
use crate::brick::orders::vocabulary::Key;
use crate::brick::orders::{Word, say};
use crate::diagnostic::Diagnostic;
use crate::field::{SquadId, UnitId};
use crate::post::lexicon::Meaning;
use crate::post::words::{Gap, Kind};

impl Parser<'_> {
    pub(super) fn form(&mut self, name: String) -> Parsed<Said> {
        self.must_take(Key::From, "\"from\" and the units")?;
        let forming = self.forming(name, None)?;
        Ok(Said::naming(What::Order(Order::Organise(Organise::Form(forming))), &self.pending))
    }

    /// `Hank and Tex form a squad called Posse on a 2x1 plate`
    pub(super) fn form_up(&mut self, addressees: &[Addressee]) -> Parsed<Said> {
        let unit = |it: &Addressee| match it.who {
            Who::Unit(unit) => Ok(unit),
            Who::Squad(_) => Err(say::unknown(it.span.clone(), "unit", &self.text[it.span.clone()], &[])),
        };
        let units = addressees.iter().map(unit).collect::<Parsed<Vec<UnitId>>>()?;
        self.skip_while(|it| it.is_idle() || matches!(it.letters(), "up" | "called" | "named" | "as"));
        let ends = |it: &usize| {
            let word = &self.words[*it];
            let says_plate =
                matches!(self.key_at(*it), Some(Key::On | Key::With | Key::Plate | Key::Facing | Key::Standard));
            word.kind != Kind::Word && word.kind != Kind::Quoted
                || says_plate
                || Plate::size_written(word.folded()).is_some()
        };
        let end = (self.at..self.clause_end()).find(ends).unwrap_or(self.clause_end());
        let name = self.new_name(end)?;
        self.take_mark(Kind::Comma);
        if self.take_word(Key::On) || self.take_word(Key::With) {
            self.skip_idle();
        }
        let forming = self.formed(name, units, None)?;
        Ok(Said::naming(What::Order(Order::Organise(Organise::Form(forming))), &self.pending))
    }

    fn forming(&mut self, name: String, of: Option<SquadId>) -> Parsed<Forming> {
        let who = of.map(Who::Squad);
        let units = self.distinct(|it| it.own_unit(who))?;
        self.formed(name, units, who)
    }

    fn formed(&mut self, name: String, units: Vec<UnitId>, who: Option<Who>) -> Parsed<Forming> {
        let plate = self.plate(&units)?;
        let has_bearer = self.take(Key::Standard) && !self.take(Key::Center);
        let standard = if has_bearer { Standard::Bearer(self.unit_of(who)?) } else { Standard::Center };
        let squad = self.pending_id(&name);
        Ok(Forming { squad, name, units, plate, standard })
    }

    /// `Left: a1, a2 plate 2x1; Right: a3`: the parts of a split.
    pub(super) fn parts(&mut self, squad: SquadId) -> Parsed<Vec<Forming>> {
        let mut parts = Vec::new();
        loop {
            let colon = (self.at..self.words.len()).find(|it| self.words[*it].kind == Kind::Colon);
            let colon = colon.ok_or_else(|| say::missing(self.here(), "the name of each part, and a colon,"))?;
            // `Left: 1, 2. Right: 3`, `or Right: 3`
            let is_odd = |it: &Word| {
                let leads = |it: Key| matches!(it, Key::And | Key::Then | Key::With | Key::But | Key::Versus);
                let joins = it.meaning.is_some_and(|it| it.never().is_some() || it.key().is_some_and(leads));
                it.number().is_some() || joins || !parts.is_empty() && it.is_idle()
            };
            if self.words[self.at..colon].first().is_some_and(is_odd) {
                return Err(say::missing(self.here(), "a ; and the name of the next part"));
            }
            let name = self.new_name(colon)?;
            self.at = colon + 1;
            let from = self.at;
            let part = self.forming(name, Some(squad))?;
            let is_again = |it: &UnitId| parts.iter().any(|part: &Forming| part.units.contains(it));
            if let Some(again) = part.units.iter().find(|it| is_again(it)) {
                return Err(say::said_twice(self.span_from(from), &self.battle.setup().unit(*again).name));
            }
            parts.push(part);
            let is_verb = |it: &Word| it.verb().is_some();
            let is_part = |from: usize| {
                let rest = self.words.get(from..).unwrap_or_default();
                let end = rest.iter().position(|it| it.kind == Kind::Semicolon).unwrap_or(rest.len());
                let colon = rest[..end].iter().position(|it| it.kind == Kind::Colon);
                colon.is_some_and(|it| 0 < it && it + 1 < end && !is_verb(&rest[it + 1]) && !is_verb(&rest[0]))
            };
            let has_stroke = self.words.get(self.at).is_some_and(|it| it.gap.has(Gap::STROKE));
            let next = self.at + usize::from(self.is(Kind::Semicolon));
            if !(has_stroke || self.at < next) || !is_part(next) {
                return Ok(parts);
            }
            self.at = next;
        }
    }

    /// `leave a1, a2 from Alpha`, or `Alpha: leave a1`.
    pub(super) fn leave(&mut self, addressees: &[Addressee]) -> Parsed<Said> {
        let from = self.next_from_at();
        let (squad, after) = if from < self.words.len() {
            let units_at = std::mem::replace(&mut self.at, from + 1);
            let squad = self.own()?;
            (squad, std::mem::replace(&mut self.at, units_at))
        } else {
            let Some(one) = addressees.first() else { return Err(say::missing(self.here(), "\"from\" and the squad")) };
            (one.clone(), 0)
        };
        if let Some(other) = addressees.iter().find(|it| it.who != squad.who) {
            return Err(self.leaves_another(other, &squad));
        }
        let of = self.squad(&squad)?;
        let units = self.distinct(|it| it.member(squad.who))?;
        self.at = self.at.max(after);
        let order = Order::Organise(Organise::Leave { squad: of, units });
        Ok(Said::naming(What::Order(order), &self.pending))
    }

    // `drops leave Alpha 1 from Alpha`, `Bravo: leave 1 from Alpha`: another squad is named before the verb.
    fn leaves_another(&self, addressee: &Addressee, squad: &Addressee) -> Diagnostic {
        let (span, written) = (addressee.span.clone(), &self.text[addressee.span.clone()]);
        match self.names.who_called(written) {
            Found::Nothing(near) => say::unknown(span, "squad", written, &near),
            _ => say::leaves_another(span, self.battle.name(addressee.who), &self.text[squad.span.clone()]),
        }
    }

    /// `unit@x,y unit@x,y`
    pub(super) fn places(&mut self, who: Who) -> Parsed<Vec<(UnitId, (u8, u8))>> {
        let mut places = Vec::new();
        while !self.at_end() {
            let unit = self.member(who)?;
            let has_sign = self.take_at_sign();
            self.must_be(has_sign, "\"@\" and the place, such as @0,1,")?;
            let x = self.number()?;
            let has_comma = self.take_mark(Kind::Comma);
            self.must_be(has_comma, "a comma between column and row")?;
            places.push((unit, (x, self.number()?)));
            self.take_mark(Kind::Comma);
        }
        if places.is_empty() { Err(say::missing(self.here(), "who stands where")) } else { Ok(places) }
    }

    /// `[plate] [3x2] [facing N]`. Refuses a plate that is too small for these units.
    pub(super) fn plate(&mut self, units: &[UnitId]) -> Parsed<PlateOrder> {
        let mut plate = PlateOrder::default();
        loop {
            let here = self.here();
            let is_said = self.take(Key::Plate);
            let size = Plate::size_written(self.letters()).filter(|_| self.is(Kind::Word));
            if let Some((wide, deep)) = size {
                let span = self.words[self.at].span.clone();
                self.at += 1;
                let footprints = units.iter().map(|it| self.battle.profile(*it).footprint);
                let needs: u16 = footprints.map(|(columns, rows)| u16::from(columns) * u16::from(rows)).sum();
                if u16::from(wide) * u16::from(deep) < needs {
                    return Err(say::plate_too_small(span, (wide, deep), needs));
                }
                if plate.size.replace((wide, deep)).is_some() {
                    return Err(say::said_twice(span.clone(), &self.text[span]));
                }
                // `a 2x1 plate`
                if !is_said {
                    self.take_word(Key::Plate);
                }
            } else if is_said {
                return Err(say::missing(here, "the size of the plate, such as 3x2,"));
            } else if self.take(Key::Facing) {
                plate.facing = Some(self.facing()?);
            } else {
                return Ok(plate);
            }
        }
    }
}
