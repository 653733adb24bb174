//! Units of a formation as players name them: `u3`, `Alpha.3`, `unit 3 of Alpha`, or by their own names.

use std::ops::Range;

use crate::diagnostic::Diagnostic;
use crate::field::{SquadId, UnitId};
use crate::line::battle::DirectedBy;

use super::super::bind::unambiguous;
use super::super::clause::{Clause, WrittenName};
use super::super::keywords::Keyword;
use super::super::{Kind, Word, diagnostics};
use super::is_form_up_detail;
use super::march::HOLDS;

const UNITS: &[&str] = &["unit", "units", "no", "number", "man", "member"];

impl<'a> Clause<'a> {
    /// Reads one or several units of these squads.
    pub(super) fn members(&mut self, squads: &[SquadId]) -> Result<Vec<UnitId>, Diagnostic> {
        let mut members = vec![self.member(squads, DirectedBy::Anybody)?];
        while self.advance_if(self.has_further_member(), 1) {
            let member = self.member(squads, DirectedBy::Anybody)?;
            if !members.contains(&member) {
                members.push(member);
            }
        }
        Ok(members)
    }

    /// Whether a comma or `and` leads to one more unit, and not to a Step or a further order.
    pub(super) fn has_further_member(&self) -> bool {
        let [next, after @ ..] = self.rest() else { return false };
        let Some(first) = after.first().filter(|_| next.joins()) else { return false };
        let folded = first.folded();
        if is_form_up_detail(folded) && !UNITS.contains(&folded) || HOLDS.contains(&folded) || self.is_verb(first) {
            return false;
        }
        // `hold u3, 2 north` goes on with Steps.
        let is_way = |it: &Word| matches!(it.meaning, Some(Keyword::Direction(_) | Keyword::Step));
        let counts_steps = after.get(1).is_some_and(is_way);
        let names = self.names;
        short_number(folded).is_some()
            || UNITS.contains(&folded)
            || first.number().is_some() && !counts_steps
            || !is_way(first) && [&names.squads, &names.units].iter().any(|table| 0 < table.find(after).words)
    }

    /// Reads `u3`, `unit 3` or `3`, if it comes next.
    pub(super) fn number_of_unit(&mut self) -> Option<u16> {
        let first = self.peek().filter(|it| it.kind == Kind::Word)?;
        let named = usize::from(UNITS.contains(&first.folded()));
        let number = short_number(first.folded()).or_else(|| self.number_at(named))?;
        self.at += named + 1;
        Some(number)
    }

    /// The unit with this number in a squad, counted from 1.
    pub(super) fn numbered(&self, squad: SquadId, number: u16, place: Range<usize>) -> Result<UnitId, Diagnostic> {
        let members = &self.battle.squad(squad).members;
        match usize::from(number).checked_sub(1).and_then(|it| members.get(it)) {
            Some(unit) => self.standing_unit(*unit, place),
            None => Err(diagnostics::no_such_unit(place, self.name_of(squad), members.len())),
        }
    }

    /// The unit, if it is standing.
    pub(crate) fn standing_unit(&self, unit: UnitId, place: Range<usize>) -> Result<UnitId, Diagnostic> {
        let stands = self.battle.unit(unit).is_standing();
        if stands { Ok(unit) } else { Err(diagnostics::unit_down(place, self.unit_name(unit))) }
    }

    pub(crate) fn unit_name(&self, unit: UnitId) -> &'a str {
        &self.battle.setup().unit(unit).name
    }

    /// Reads a unit of these squads, or the `leader`, who may be of another.
    pub(super) fn member(&mut self, squads: &[SquadId], leader: DirectedBy) -> Result<UnitId, Diagnostic> {
        let battle = self.battle;
        let may_be = |it: UnitId| squads.contains(&battle.unit(it).squad) || leader == DirectedBy::Leader(it);
        let (unit, place) = self.any_unit(squads, may_be)?;
        if may_be(unit) {
            return self.standing_unit(unit, place);
        }
        Err(diagnostics::in_none_of(place, self.unit_name(unit), &self.names_of(squads)))
    }

    // Reads a unit. Returns it, and where it is named. A number alone is a unit of these squads. Of units with the same
    // name, those that `may_be` meant come first.
    pub(crate) fn any_unit(
        &mut self,
        squads: &[SquadId],
        may_be: impl Fn(UnitId) -> bool,
    ) -> Result<(UnitId, Range<usize>), Diagnostic> {
        let start = self.span_of_next();
        if let Some(number) = self.number_of_unit() {
            let squad = match squads {
                _ if self.take_word(&["of", "from"]) => self.squad(None)?,
                [only] => *only,
                _ => return Err(diagnostics::number_of_several(start, number, &self.names_of(squads))),
            };
            return Ok((self.numbered(squad, number, start.clone())?, start));
        }
        let found = self.squads_at(self.rest());
        if let Some(number) = self.number_at(found.words).filter(|_| 0 < found.words) {
            let mut fitting = squads.iter().filter(|it| found.matches.iter().any(|found| found.squad() == **it));
            let squad = match (fitting.next(), fitting.next(), &found.matches[..]) {
                (Some(squad), None, _) => *squad,
                (.., [only]) => only.squad(),
                (.., several) => {
                    let names = several.iter().map(|it| self.name_of(it.squad()));
                    return Err(diagnostics::ambiguous(start, self.written(self.next_words(found.words)), names));
                }
            };
            self.at += found.words + 1;
            let place = start.start..self.end_of_last();
            return Ok((self.numbered(squad, number, place.clone())?, place));
        }
        self.unit_called(may_be)
    }

    fn unit_called(&mut self, may_be: impl Fn(UnitId) -> bool) -> Result<(UnitId, Range<usize>), Diagnostic> {
        let found = self.names.units.find(self.rest());
        let WrittenName { named, span, written } = self.written_name(found.words);
        let all: Vec<UnitId> = found.matches.iter().map(|it| UnitId(it.id)).collect();
        let fitting: Vec<UnitId> = all.iter().copied().filter(|it| may_be(*it)).collect();
        let name = |it: UnitId| self.unit_name(it);
        let unit =
            unambiguous(if fitting.is_empty() { &all } else { &fitting }, (span.clone(), written), name, |span| {
                let units = self.battle.setup().unit_ids().filter(|it| may_be(*it));
                diagnostics::unknown(
                    span,
                    "unit",
                    written,
                    &self.nearest(written, units.map(name)),
                    "Write it like SQUAD.3.",
                )
            })?;
        self.at += named.len();
        Ok((unit, span))
    }

    /// **F-6** Reads who is to direct a formation of these squads: any unit of the poster's that can.
    pub(super) fn leader(&mut self, squads: &[SquadId]) -> Result<UnitId, Diagnostic> {
        let battle = self.battle;
        let side = |it: UnitId| battle.side(battle.unit(it).squad);
        let (own_side, poster) = (battle.side(squads[0]), self.poster);
        let seat = |it: UnitId| battle.setup().squad(battle.unit(it).squad).seat;
        let is_own = |it: UnitId| side(it) == own_side && poster.commands(seat(it));
        let (unit, span) = self.any_unit(squads, is_own)?;
        let name = self.unit_name(unit);
        if side(unit) != own_side {
            return Err(diagnostics::enemy_leader(span, name));
        }
        if !is_own(unit) {
            return Err(diagnostics::leader_of_other(span, name));
        }
        let unit = self.standing_unit(unit, span.clone())?;
        if battle.lead(unit).is_none() {
            let can = |it: &UnitId| is_own(*it) && battle.lead(*it).is_some() && battle.unit(*it).is_standing();
            let able: Vec<&str> = battle.setup().unit_ids().filter(can).map(|it| self.unit_name(it)).collect();
            return Err(diagnostics::cannot_lead(span, name, &able));
        }
        Ok(unit)
    }
}

/// The number of `u3`.
fn short_number(folded: &str) -> Option<u16> {
    let digits = folded.strip_prefix('u')?;
    let is_number = !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_digit());
    is_number.then(|| digits.parse().unwrap_or(u16::MAX))
}
