//! Targets and destinations: enemies and places by their names, tiles or distance.

use std::ops::Range;

use crate::diagnostic::Diagnostic;
use crate::field::{SquadId, UnitId};
use crate::line::battle::{Place, ProfileId, Side};
use crate::post::names::{Found, Match};
use crate::post::words::Gap;

use super::bind::{only_one, unambiguous};
use super::canonical::squad_name;
use super::clause::{Clause, WrittenName};
use super::keywords::Keyword;
use super::names::objective;
use super::{Kind, Word, diagnostics};

impl<'a> Clause<'a> {
    /// Reads the enemy that an order of a squad is against, and remembers it as the last one.
    pub(super) fn enemy(&mut self, squad: SquadId) -> Result<SquadId, Diagnostic> {
        let target = self.enemy_named(squad)?;
        self.last_enemy = Some(target);
        Ok(target)
    }

    fn enemy_named(&mut self, squad: SquadId) -> Result<SquadId, Diagnostic> {
        let battle = self.battle;
        let side = battle.side(squad);
        let start = self.span_of_next();
        let company = self.company_ahead();
        if let Some(target) = self.near_enemy(squad)? {
            return Ok(target);
        }
        if let Some(target) = self.last_enemy
            && self.keyword() == Some(Keyword::Pronoun)
            && self.take_word(&["them", "it", "em", "him"])
        {
            return Ok(target);
        }
        let found = self.squads_at(self.ahead(company));
        self.advance_if(0 < found.words, company);
        let WrittenName { named, span, written } = self.written_name(found.words);
        // `shoot, K7`
        let is_mark = self.is_next(Kind::Comma);
        let says_nobody = found.words == 0 && (is_mark || self.keyword().is_some_and(|it| it != Keyword::Article));
        if named.is_empty() || says_nobody {
            let here = self.peek().or(self.last_word()).map_or(0..0, |it| it.span.clone());
            return Err(diagnostics::no_target(here, self.name_of(squad), &self.enemies_of(squad)));
        }
        if found.words == 0 {
            if let Some(target) = self.enemy_at_tile(side) {
                return target;
            }
            if let Some(target) = self.enemy_of_kind(side).or_else(|| self.enemy_with_member(side)) {
                return Ok(target);
            }
        }
        let span = if found.words == 0 { start.start..span.end } else { span };
        let sorted = self.sort_squads(&found.matches, |it| battle.side(it) != side);
        let target = self.only_fitting(&sorted, (span.clone(), written), |wrong| match wrong {
            Some(friend) => diagnostics::friend_as_target(span, self.name_of(friend)),
            None => {
                let enemies = battle.squads_of(side.other()).map(|it| self.name_of(it));
                let nearest = self.nearest(written, enemies);
                diagnostics::unknown(
                    span,
                    "enemy squad",
                    written,
                    &nearest,
                    &diagnostics::nearest_are(&self.enemies_of(squad)),
                )
            }
        })?;
        self.at += named.len();
        // `the big red one`
        self.advance_if(self.folded() == "one" && self.peek().is_some_and(|it| !it.gap.has(Gap::ENDS)), 1);
        self.take(Keyword::Squad);
        Ok(target)
    }

    // The enemy on the tile that comes next: `R4`, `the squad at R4`, `the conscripts at R4`. An error if no enemy is
    // there, or nobody of the kind that is named.
    fn enemy_at_tile(&mut self, side: Side) -> Option<Result<SquadId, Diagnostic>> {
        let battle = self.battle;
        let leads = |it: &Word| {
            let is_company = matches!(it.meaning, Some(Keyword::Article | Keyword::Squad | Keyword::Enemy));
            let is_at = matches!(it.meaning, Some(Keyword::At | Keyword::On | Keyword::In | Keyword::Step));
            is_company || is_at || matches!(it.folded(), "ones" | "guys" | "target")
        };
        let skipped = self.ground_ahead(0).unwrap_or_else(|| self.count_at(0, leads));
        let (tile, words) = self.tile_and_words_at(skipped)?;
        let span = self.span_of(&self.ahead(skipped)[..words]);
        let squad = battle.who_stands_on(tile).map(|it| battle.unit(it).squad);
        let are_others = |it: &SquadId| {
            let kinds = (0..skipped).map(|at| self.names.profiles.find(&self.rest()[at..skipped]));
            let mut said = kinds.flat_map(|it| it.matches).filter(|it| it.is_exact).peekable();
            let has =
                |kind: &Match| battle.standing(*it).any(|it| battle.setup().unit(it).profile == ProfileId(kind.id));
            said.peek().is_some() && !said.any(|it| has(&it))
        };
        let target = squad.filter(|it| battle.side(*it) != side && !are_others(it));
        self.advance_if(target.is_some(), skipped + words);
        Some(target.ok_or_else(|| diagnostics::nobody_there(span, tile)))
    }

    // The only enemy squad with units of the kind that comes next: `the crawler`.
    fn enemy_of_kind(&mut self, side: Side) -> Option<SquadId> {
        let battle = self.battle;
        let article = usize::from(self.keyword() == Some(Keyword::Article));
        let found = self.names.profiles.find(self.ahead(article));
        let is_it =
            |unit| found.matches.iter().any(|it| it.is_exact && ProfileId(it.id) == battle.setup().unit(unit).profile);
        let target = only_one(battle.squads_of(side.other()).filter(|it| battle.standing(*it).any(is_it)))?;
        self.at += article + found.words;
        Some(target)
    }

    // The squad of an enemy unit that is named next: `the Sexton`, one of Choir. An order is against all of his squad.
    fn enemy_with_member(&mut self, side: Side) -> Option<SquadId> {
        let (battle, setup) = (self.battle, self.battle.setup());
        let hero = |it: &Match| setup.casters.get(usize::from(it.id))?.hero;
        let (units, heroes) = (self.names.units.find(self.rest()), self.names.casters.find(self.rest()));
        let units = units.matches.iter().map(|it| (Some(UnitId(it.id)), it.is_exact, units.words));
        let heroes = heroes.matches.iter().map(|it| (hero(it), it.is_exact, heroes.words));
        let is_foe = |it: &UnitId| battle.unit(*it).is_standing() && battle.side(battle.unit(*it).squad) != side;
        let mut found = units.chain(heroes).filter_map(|(unit, is_exact, words)| {
            let unit = unit.filter(|it| is_exact && setup.is_named(*it) && is_foe(it))?;
            Some((unit, words))
        });
        let (unit, words) = found.next()?;
        if found.any(|it| it.0 != unit) {
            return None;
        }
        let start = self.span_of_next().start;
        self.at += words;
        let squad = battle.unit(unit).squad;
        let told = diagnostics::one_of_target(start..self.end_of_last(), &setup.unit(unit).name, self.name_of(squad));
        if !self.doubts.contains(&told) {
            self.doubts.push(told);
        }
        Some(squad)
    }

    // How many words only say that an enemy squad follows: `the enemy squad`.
    fn company_ahead(&self) -> usize {
        let says_so = |it: &Word| matches!(it.meaning, Some(Keyword::Enemy | Keyword::Squad));
        let length = self.count_at(0, |it| it.is_article() || says_so(it));
        if self.next_words(length).iter().any(says_so) { length } else { 0 }
    }

    // Reads the nearest enemy: `the nearest enemy`, `the closest Boyz`.
    fn near_enemy(&mut self, squad: SquadId) -> Result<Option<SquadId>, Diagnostic> {
        let article = usize::from(self.keyword() == Some(Keyword::Article));
        if self.meaning_at(article) != Some(Keyword::Nearest) {
            return Ok(None);
        }
        let start = self.span_of_next().start;
        self.at += article + 1;
        let side = self.battle.side(squad);
        while matches!(self.keyword(), Some(Keyword::Enemy | Keyword::Squad))
            || matches!(self.folded(), "unit" | "of" | "one" | "target")
        {
            self.at += 1;
        }
        let ends = self.peek().is_some_and(|it| it.gap.has(Gap::ENDS));
        // `the nearest cover` isn't the nearest enemy, to be reached in cover.
        let cover = self.words_before_cover(0);
        if !ends && self.last_word().is_some_and(Word::is_nearest) && self.folded_at(cover) == "cover" {
            let written = self.next_words(cover + 1);
            return Err(diagnostics::nearest_what(self.span_of(written), self.written(written)));
        }
        let found = if ends { Found::default() } else { self.squads_at(self.rest()) };
        let among = self.sort_squads(&found.matches, |it| self.battle.side(it) != side).fitting;
        self.advance_if(!among.is_empty(), found.words);
        let target = self.nearest_enemy(squad, |it| among.is_empty() || among.contains(&it));
        let nobody = || diagnostics::no_target(start..self.end_of_last(), self.name_of(squad), &[]);
        target.map(Some).ok_or_else(nobody)
    }

    /// The nearest enemy of a squad that `may_be` meant.
    pub(super) fn nearest_enemy(&self, squad: SquadId, may_be: impl Fn(SquadId) -> bool) -> Option<SquadId> {
        self.enemies_by_distance(squad).into_iter().map(|it| it.1).find(|it| may_be(*it))
    }

    fn enemies_by_distance(&self, squad: SquadId) -> Vec<(u16, SquadId)> {
        let battle = self.battle;
        let from = |it: UnitId, target: SquadId| battle.distance(battle.footprint(it), battle.standing(target));
        let distance = |target: SquadId| battle.standing(squad).filter_map(|it| from(it, target)).min();
        let enemies = battle.squads_of(battle.side(squad).other());
        let mut enemies: Vec<(u16, SquadId)> = enemies.filter_map(|it| Some((distance(it)?, it))).collect();
        enemies.sort();
        enemies
    }

    // The names of a squad's nearest enemies, by distance; none if the post has used up its suggestions.
    fn enemies_of(&self, squad: SquadId) -> Vec<String> {
        const LISTED: usize = 4;
        if !self.spend_suggestion() {
            return Vec::new();
        }
        self.enemies_by_distance(squad).into_iter().take(LISTED).map(|it| squad_name(self.battle, it.1)).collect()
    }

    /// Reads a squad or an objective that a squad can go toward.
    pub(super) fn squad_or_objective(&mut self, squad: SquadId) -> Result<Place, Diagnostic> {
        if let Some(target) = self.near_enemy(squad)? {
            return Ok(Place::Squad(target));
        }
        self.at += self.company_ahead();
        // `away from the enemy`
        if self.is_done() {
            return Err(diagnostics::nobody_to_go_by(self.span_of_last()));
        }
        let squads = self.squads_at(self.rest());
        let objectives = self.names.objectives.find(self.rest());
        let longest = squads.words.max(objectives.words);
        let WrittenName { named, span, written } = self.written_name(longest);
        let present = |found: &Found| if found.words == longest { found.matches.clone() } else { Vec::new() };
        let sorted = self.sort_squads(&present(&squads), |it| it != squad);
        let mut places: Vec<Place> = sorted.fitting.iter().map(|it| Place::Squad(*it)).collect();
        places.extend(present(&objectives).iter().filter_map(objective).map(Place::Objective));
        let name = |it: Place| self.name_of_place(it);
        let place = unambiguous(&places, (span, written), name, |span| match sorted.absent[..] {
            [absent, ..] => self.not_on_map(span, absent),
            [] if !sorted.wrong.is_empty() => diagnostics::toward_itself(span, written),
            [] => self.unknown_place(span, written),
        })?;
        self.at += named.len();
        self.take(Keyword::Squad);
        Ok(place)
    }

    pub(super) fn name_of_place(&self, place: Place) -> &'a str {
        match place {
            Place::Squad(squad) => self.name_of(squad),
            Place::Objective(it) => &self.battle.setup().objective(it).name,
        }
    }

    fn unknown_place(&self, span: Range<usize>, written: &str) -> Diagnostic {
        let battle = self.battle;
        let squads = Side::ALL.into_iter().flat_map(|side| battle.squads_of(side)).map(|it| self.name_of(it));
        let objectives = battle.setup().objectives.iter().map(|it| it.name.as_str());
        let nearest = self.nearest(written, squads.chain(objectives));
        // `8J`, `J1O`
        let is_like_a_tile = written.len() <= 4 && written.contains(|it: char| it.is_ascii_digit());
        if nearest.is_empty() && is_like_a_tile && written.contains(char::is_alphabetic) {
            return diagnostics::not_a_tile(span, written);
        }
        diagnostics::unknown(span, "tile, squad or objective", written, &nearest, "")
    }
}
