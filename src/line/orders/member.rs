//! Orders for one member of a squad: `Alpha.3: move to L5`, `Alpha.Penn to L5`, `Penn: go to L5`.

use crate::diagnostic::Diagnostic;
use crate::field::{SquadId, Tile, UnitId};
use crate::line::battle::{COHESION, Station};

use super::bind::{Subject, only_one};
use super::clause::Clause;
use super::keywords::Keyword;
use crate::post::names::Match;
use crate::post::words::looks_like_a_tile;

use super::verbs::Verb;
use super::{Given, Kind, Order, Word, canonical, diagnostics};

impl Clause<'_> {
    /// **V-2** The order that sends one member of a squad to a tile; `None` if the clause isn't about one member.
    pub(super) fn sends_member(&mut self) -> Option<Result<Given, Diagnostic>> {
        let start = self.at;
        let from = self.span_of_next();
        let (unit, words, is_certain) = self.member_ahead()?;
        self.at += words;
        let member = from.start..self.end_of_last();
        while self.take_mark(Kind::Colon) {}
        self.take(Keyword::Telling);
        let goes = [Keyword::Verb(Verb::Move), Keyword::To, Keyword::At].map(|it| self.take(it)).contains(&true);
        let leads_to_tile = self.tile_of_map_at(0).is_some() && self.rest().len() == 1;
        if !leads_to_tile || !goes && !is_certain {
            // `Penn: hold`
            let is_told = self.words.get(start + words).is_some_and(|it| it.kind == Kind::Colon || self.is_verb(it));
            let setup = self.battle.setup();
            if is_certain || is_told && setup.is_named(unit) {
                let (name, written) = (&setup.unit(unit).name, canonical::unit_name(self.battle, unit));
                return Some(Err(diagnostics::only_to_a_tile(member, name, &written, self.free_tile_near(unit))));
            }
            self.at = start;
            return None;
        }
        Some(self.station(unit, member).map(|order| Given {
            span: from.start..self.end_of_last(),
            order,
            denies: None,
        }))
    }

    /// The refusal of `Alpha sends 3 north`, which could mean three of Alpha, or three steps.
    pub(super) fn sends_some(&self, subject: Option<&Subject<'_>>) -> Option<Diagnostic> {
        const SENDS: &[&str] = &["send", "sends", "sending"];
        self.last_word().filter(|it| SENDS.contains(&it.folded()))?;
        let count = self.number_at(0)?;
        let adds = |it: &Word| matches!(it.meaning, Some(Keyword::To | Keyword::Article));
        let behind = 1 + self.count_at(1, adds);
        let Some(Keyword::Direction(way)) = self.meaning_at(behind) else { return None };
        let squad = subject.map_or_else(|| self.only_squad(), |it| it.squad.clone().ok())?;
        let written = self.span_of(self.next_words(behind + 1));
        Some(diagnostics::units_or_steps(written, self.name_of(squad), count, way.word()))
    }

    /// The member of one of the poster's squads that comes next, how many words name it, and whether they can only mean
    /// a member, as a squad's name with a dot and a number does.
    fn member_ahead(&self) -> Option<(UnitId, usize, bool)> {
        let rest = self.rest();
        let found = self.squads_at(rest);
        if 0 < found.words {
            let squad = only_one(found.matches.iter().filter(|it| self.commands(it.squad())))?;
            let named = rest.get(found.words..)?;
            let (last, first) = (rest.get(found.words - 1)?, named.first()?);
            let is_dotted = self.line.text.get(last.span.end..first.span.start) == Some(".");
            // `Alpha's 3`, `3 of Alpha`: how many, and not which.
            let written = self.line.text.get(last.span.clone()).unwrap_or_default();
            let is_next = last.span.end <= first.span.start && !written.contains(['\'', '’']);
            let is_meant = is_dotted || squad.is_exact && is_next && Self::is_numbered(named);
            let (unit, words) = self.member_of(squad.squad(), named).filter(|_| is_meant)?;
            return Some((unit, found.words + words, true));
        }
        let named = self.names.units.find(rest);
        let setup = self.battle.setup();
        // `Penn` of `Archivist Penn`
        let is_meant = |it: &&Match| it.is_exact || setup.is_named(UnitId(it.id));
        let own = named.matches.iter().filter(is_meant).map(|it| UnitId(it.id)).filter(|it| {
            let unit = self.battle.unit(*it);
            unit.is_standing() && self.commands(unit.squad) && setup.unit(*it).hero.is_none()
        });
        Some((only_one(own)?, named.words, false))
    }

    /// **V-2** An example of a tile that a member may be sent to: the nearest free one within two tiles of another
    /// member.
    fn free_tile_near(&self, unit: UnitId) -> Tile {
        let battle = self.battle;
        let here = battle.unit(unit).at;
        let mates = || battle.standing(battle.unit(unit).squad).filter(|it| *it != unit);
        let is_beside = |it: UnitId, at: Tile| battle.footprint(it).tiles().any(|it| it.steps_to(at) <= COHESION);
        let is_near_mates = |at: Tile| mates().next().is_none() || mates().any(|it| is_beside(it, at));
        let is_free = |at: Tile| battle.ground(at).cost.is_some() && battle.who_stands_on(at).is_none();
        let free = battle.board().tiles().filter(|it| is_free(*it) && is_near_mates(*it));
        free.min_by_key(|it| it.steps_to(here)).unwrap_or(here)
    }

    // Whether a number comes next that is told something: `3:`, `3 goes to J7`, `3 to J7`.
    fn is_numbered(behind_squad: &[Word]) -> bool {
        let [number, next, rest @ ..] = behind_squad else { return false };
        let is_told = match next.meaning {
            Some(Keyword::Verb(Verb::Move)) => true,
            Some(Keyword::To) => rest.first().is_some_and(|it| looks_like_a_tile(it.folded())),
            _ => next.kind == Kind::Colon,
        };
        number.number().is_some() && is_told
    }

    fn member_of(&self, squad: SquadId, named: &[Word]) -> Option<(UnitId, usize)> {
        let members = &self.battle.squad(squad).members;
        if let Some(number) = named.first().and_then(Word::number) {
            let unit = usize::from(number).checked_sub(1).and_then(|it| members.get(it))?;
            return Some((*unit, 1));
        }
        let found = self.names.units.find(named);
        let unit = found.matches.iter().map(|it| UnitId(it.id)).find(|it| members.contains(it))?;
        Some((unit, found.words))
    }

    fn station(&mut self, unit: UnitId, member: std::ops::Range<usize>) -> Result<Order, Diagnostic> {
        let battle = self.battle;
        let squad = battle.unit(unit).squad;
        self.standing_unit(unit, member.clone())?;
        let at = self.tile(squad)?;
        if battle.leader(squad) == Some(unit) {
            let name = &battle.setup().unit(unit).name;
            self.doubts.push(diagnostics::leads(member, name, self.name_of(squad)));
        }
        Ok(Order::Station(unit, Station { squad, at }))
    }
}
