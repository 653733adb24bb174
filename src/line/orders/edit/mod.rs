//! What the GM sets right by hand, in words: `Alpha to C7`, `Alpha.3 hp 2`, `terrain D7..F9 woods` (G-1).
//!
//! Names are found as in orders, but on both sides and in reserve too, because only the GM writes this and reads the
//! answer.

mod diagnostics;
mod judge;
#[cfg(test)]
mod tests;

use crate::diagnostic::Diagnostic;
use crate::field::{ObjectiveId, SquadId, TerrainId, Tile, UnitId};
use crate::line::battle::{Battle, CasterId, Edited, Event, Plight, Side, UnitState};

use crate::post::names::{Match, Table};
use crate::post::words::looks_like_a_tile;

use judge::{EditResult, EditSubject, Hp, TILES_MAX};

use super::bind::unambiguous;
use super::clause::{self, Clause, WrittenName};
use super::diagnostics::{ambiguous, no_such_unit, unknown};
use super::keywords::{Keyword, lexicon};
use super::names::{caster, objective};
use super::verbs::Verb;
use super::{Kind, Names, Poster, Word};

/// The most letters of an edit.
const LETTERS_MAX: usize = 500;

/// The events that an edit makes happen.
///
/// # Errors
///
/// If the edit is not understood, or would make a battle that can't be. The diagnostics are all there is to say about
/// it.
pub fn events(text: &str, names: &Names, battle: &Battle) -> Result<Vec<Event>, Vec<Diagnostic>> {
    if text.chars().nth(LETTERS_MAX).is_some() {
        return Err(vec![diagnostics::too_long(0..0, LETTERS_MAX)]);
    }
    clause::read_text(text, names, battle, Poster::Gm, event).map(|it| vec![it]).map_err(|it| vec![it])
}

/// Reads an edit to its end, so that what isn't understood is refused before what this battle doesn't allow.
fn event(clause: &mut Clause<'_>) -> Result<Event, Diagnostic> {
    if let Some(second) = clause.words.iter().find(|it| it.kind == Kind::Semicolon) {
        return Err(diagnostics::one_at_a_time(second.span.clone()));
    }
    let edited = clause.edit()?;
    if !clause.is_done() {
        let rest = clause.rest();
        return Err(diagnostics::not_understood(clause.span_of(rest), clause.written(rest)));
    }
    if clause.battle.outcome().is_some() {
        return Err(diagnostics::battle_is_over(clause.whole_span()));
    }
    edited.map(Event::Edited)
}

/// What an edit can change about units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum UnitChange {
    Move,
    Hp,
    Stand,
    Fall(UnitState),
    Morale { is_broken: bool },
    Suffer(Option<Plight>),
}

impl UnitChange {
    fn of(word: &Word) -> Option<UnitChange> {
        if matches!(word.meaning, Some(Keyword::To | Keyword::At | Keyword::Verb(Verb::Move))) {
            return Some(UnitChange::Move);
        }
        Some(match word.folded() {
            "hp" | "health" => UnitChange::Hp,
            "standing" | "stand" | "stands" | "up" | "alive" => UnitChange::Stand,
            "downed" | "down" => UnitChange::Fall(UnitState::Downed),
            "abandoned" | "abandon" => UnitChange::Fall(UnitState::Abandoned),
            "killed" | "kill" | "dead" => UnitChange::Fall(UnitState::Killed),
            "broken" | "break" | "breaks" => UnitChange::Morale { is_broken: true },
            "dazed" | "stunned" | "daze" => UnitChange::Suffer(Some(Plight::Dazed)),
            "frenzied" | "berserk" | "frenzy" => UnitChange::Suffer(Some(Plight::Frenzied)),
            "clear" | "cleared" | "calm" => UnitChange::Suffer(None),
            "steady" | "unbroken" | "rallied" | "rally" | "rallies" => UnitChange::Morale { is_broken: false },
            _ => return None,
        })
    }
}

fn is_filler(word: &Word) -> bool {
    matches!(word.folded(), "is" | "are" | "has" | "have" | "now" | "be" | "set")
}

impl<'a> Clause<'a> {
    /// Reads an edit, and judges it if it is understood.
    fn edit(&mut self) -> Result<EditResult, Diagnostic> {
        self.skip_fillers();
        let Some(first) = self.peek() else { return Err(diagnostics::nothing_said(self.span_of_next())) };
        let behind = self.units_ahead().map(|it| it.1 + self.count_at(it.1, is_filler));
        if behind.and_then(|it| UnitChange::of(self.word_at(it)?)).is_some() {
            return self.about_units();
        }
        let verb = first.folded();
        self.at += 1;
        match verb {
            "kill" => self.edit_subject().map(|who| self.felled(who, UnitState::Killed)),
            "move" | "put" => self.edit_subject().and_then(|who| self.destination_of(who)),
            "terrain" | "ground" => self.terrain(),
            "cp" | "command" => self.command(),
            "reinforce" | "reinforcements" => self.reinforce(),
            "objective" => self.owner(),
            "score" | "points" => self.score(),
            "form" => self.form_up(),
            "disband" => self.squad_alone().map(|squad| self.disbanded(squad)),
            _ => {
                self.at -= 1;
                Err(self.unknown_edit())
            }
        }
    }

    /// The next `found` words, which are a name; if there are none, the words up to a tile or a number, which may be
    /// meant as one.
    fn name_before_number(&self, found: usize) -> WrittenName<'a> {
        let named = self.name_like();
        let is_other = |it: &Word| it.number().is_some() || looks_like_a_tile(it.folded());
        let length = named.iter().position(is_other).unwrap_or(named.len());
        self.written_name(if found == 0 { length.max(1).min(named.len()) } else { found })
    }

    fn skip_fillers(&mut self) {
        self.at += self.count_at(0, is_filler);
    }

    // Units

    /// How many of the next words name a squad, and how many do with the number of a unit behind it. A unit's own name
    /// counts as both.
    fn units_ahead(&self) -> Option<(usize, usize)> {
        if let Some(dot) = self.dotted() {
            return Some((dot, dot + 1));
        }
        let found = self.squads_at(self.rest()).words;
        if found == 0 {
            let unit = self.unit_names().find(self.rest()).words;
            return (0 < unit).then_some((unit, unit));
        }
        Some((found, found + usize::from(self.number_at(found).is_some())))
    }

    /// The index of the number in `Alpha.3`, which only a dot parts from the word before.
    fn dotted(&self) -> Option<usize> {
        let is_dotted = |[before, after]: &[Word; 2]| {
            let between = self.line.text.get(before.span.end..after.span.start);
            between == Some(".") && after.number().is_some()
        };
        self.rest().array_windows().position(is_dotted).map(|it| it + 1)
    }

    fn unit_names(&self) -> Table {
        let units = self.battle.setup().units.iter().map(|it| it.name.as_str());
        Table::new(units.enumerate(), false, lexicon())
    }

    fn about_units(&mut self) -> Result<EditResult, Diagnostic> {
        let start = self.span_of_next().start;
        let who = self.edit_subject()?;
        let named = start..self.end_of_last();
        self.skip_fillers();
        let Some(change) = self.peek().and_then(UnitChange::of) else { return Err(self.unknown_edit()) };
        self.advance_if(change != UnitChange::Move, 1);
        match change {
            UnitChange::Move => self.destination_of(who),
            UnitChange::Hp => self.hp().map(|hp| self.hp_set(who, hp)),
            UnitChange::Stand => self.standing(who),
            UnitChange::Fall(state) => Ok(self.felled(who, state)),
            UnitChange::Suffer(plight) => Ok(self.afflicted(who, plight)),
            UnitChange::Morale { is_broken } => match who {
                EditSubject::Squad(squad) => {
                    Ok(self.check_somebody_stands(squad).map(|()| Edited::Morale { squad, is_broken }))
                }
                EditSubject::Unit(_) => Err(diagnostics::morale_of_one(named)),
            },
        }
    }

    fn destination_of(&mut self, who: EditSubject) -> Result<EditResult, Diagnostic> {
        while self.take(Keyword::Verb(Verb::Move)) || self.take(Keyword::To) || self.take(Keyword::At) {}
        self.tile_on_map().map(|to| self.moved(who, to))
    }

    fn hp(&mut self) -> Result<Hp, Diagnostic> {
        self.take(Keyword::To);
        if self.take_word(&["full", "max"]) {
            return Ok(Hp::Full);
        }
        self.number().map(Hp::Exactly).ok_or_else(|| diagnostics::how_many_hp(self.span_of_next()))
    }

    // What follows `standing`: nothing, `at C7`, `hp 2`, `at C7 with full HP`.
    fn standing(&mut self, who: EditSubject) -> Result<EditResult, Diagnostic> {
        let (mut at, mut hp) = (None, Hp::Exactly(1));
        loop {
            if self.take(Keyword::At) || self.take(Keyword::On) || self.take(Keyword::To) {
                at = Some(self.tile_on_map()?);
            } else if self.take(Keyword::With) || self.take_word(&["hp"]) {
                self.take_word(&["hp"]);
                hp = self.hp()?;
                self.take_word(&["hp"]);
            } else {
                return Ok(self.raised(who, at, hp));
            }
        }
    }

    /// Reads the units that an edit is about: a squad by its name, or one unit by its number or its own name.
    fn edit_subject(&mut self) -> Result<EditSubject, Diagnostic> {
        let Some((name, all)) = self.units_ahead() else {
            return Err(self.unknown_squad(self.name_before_number(0).named));
        };
        let named = self.next_words(name);
        let found = self.squads_at(named);
        let has_units = found.matches.iter().any(|it| self.has_units(it.squad()));
        let units = self.unit_names().find(named);
        // A hero with others: the squad that he is when alone has no members.
        if all == name && !has_units && units.words == name {
            let names = units.matches.iter().map(|it| self.unit_name(UnitId(it.id)));
            let [unit] = units.matches[..] else {
                return Err(ambiguous(self.span_of(named), self.written(named), names));
            };
            self.at += all;
            return Ok(EditSubject::Unit(UnitId(unit.id)));
        }
        let matches = if found.words == name { &found.matches[..] } else { &[] };
        let squad = self.any_squad(matches, named)?;
        let number = self.number_at(name).filter(|_| name < all);
        let span = self.span_of(self.next_words(all));
        self.at += all;
        let Some(number) = number else { return Ok(EditSubject::Squad(squad)) };
        let members = &self.battle.squad(squad).members;
        let unit = usize::from(number).checked_sub(1).and_then(|it| members.get(it));
        unit.map(|it| EditSubject::Unit(*it)).ok_or_else(|| no_such_unit(span, self.name_of(squad), members.len()))
    }

    /// A squad of either side, on the map or not.
    fn any_squad(&self, matches: &[Match], named: &[Word]) -> Result<SquadId, Diagnostic> {
        let squads: Vec<SquadId> = matches.iter().map(|it| it.squad()).filter(|it| self.has_units(*it)).collect();
        let place = (self.span_of(named), self.written(named));
        unambiguous(&squads, place, |it| self.name_of(it), |_| self.unknown_squad(named))
    }

    fn has_units(&self, squad: SquadId) -> bool {
        !self.battle.squad(squad).members.is_empty()
    }

    fn squad_alone(&mut self) -> Result<SquadId, Diagnostic> {
        let found = self.squads_at(self.rest());
        let squad = self.any_squad(&found.matches, self.name_before_number(found.words).named)?;
        self.at += found.words;
        Ok(squad)
    }

    fn unknown_squad(&self, named: &[Word]) -> Diagnostic {
        let squads = self.battle.setup().squad_ids().filter(|it| self.has_units(*it));
        let written = self.written(named);
        let nearest = self.nearest(written, squads.map(|it| self.name_of(it)));
        unknown(self.span_of(named), "squad", written, &nearest, "")
    }

    /// The refusal of an edit that has none of the known forms.
    fn unknown_edit(&self) -> Diagnostic {
        let rest = self.rest();
        // A name, and then nothing that could be done with it.
        if let Some((_, all)) = self.units_ahead() {
            let after = self.ahead(all);
            return diagnostics::nothing_to_set(self.span_of(if after.is_empty() { rest } else { after }));
        }
        let written = self.name_before_number(0).written;
        let squads = self.battle.setup().squads.iter().map(|it| it.name.as_str());
        let verbs = ["terrain", "reinforce", "objective", "score", "kill", "form", "disband"];
        let nearest = self.nearest(written, squads.chain(verbs));
        diagnostics::not_an_edit(self.span_of(rest), written, &nearest)
    }

    // All else

    /// **T-10**
    fn terrain(&mut self) -> Result<EditResult, Diagnostic> {
        let mut tiles = Vec::new();
        while self.is_tile_at(0) {
            let from = self.tile_on_map()?;
            let to = if self.is_range() { self.tile_on_map()? } else { from };
            let area = u16::from(from.x.abs_diff(to.x) + 1) * u16::from(from.y.abs_diff(to.y) + 1);
            if TILES_MAX < tiles.len() + usize::from(area) {
                return Err(diagnostics::too_much_ground(self.span_of_last(), TILES_MAX));
            }
            let columns = from.x.min(to.x)..=from.x.max(to.x);
            let rows = from.y.min(to.y)..=from.y.max(to.y);
            tiles.extend(rows.flat_map(|y| columns.clone().map(move |x| Tile::new(x, y))));
        }
        if tiles.is_empty() {
            return Err(diagnostics::which_tiles(self.span_of_next()));
        }
        self.skip_fillers();
        self.take(Keyword::To);
        if self.take_word(&["restore", "restored", "original", "back"]) {
            return Ok(self.ground_laid(tiles, None));
        }
        self.terrain_named().map(|it| self.ground_laid(tiles, Some(it)))
    }

    // `D7..F9`, `D7-F9`, `D7:F9`, `D7 to F9`.
    fn is_range(&mut self) -> bool {
        let (Some(last), Some(next)) = (self.last_word(), self.peek()) else { return false };
        if self.advance_if(next.meaning == Some(Keyword::To) && looks_like_a_tile(self.folded_at(1)), 1) {
            return true;
        }
        let between = self.line.text.get(last.span.end..next.span.start).unwrap_or_default().trim();
        self.is_tile_at(0) && matches!(between, ".." | "..." | "…" | "-" | "–" | ":")
    }

    fn terrain_named(&mut self) -> Result<TerrainId, Diagnostic> {
        let kinds = self.battle.board().kinds();
        let names = kinds.iter().enumerate().flat_map(|(n, it)| [(n, it.name.as_str()), (n, it.key.as_str())]);
        let found = Table::new(names, true, lexicon()).find(self.rest());
        let WrittenName { span, written, .. } = self.name_before_number(found.words);
        let all: Vec<TerrainId> =
            found.matches.iter().filter_map(|it| u8::try_from(it.id).ok().map(TerrainId)).collect();
        let name = |it: TerrainId| self.battle.board().kind(it).name.as_str();
        let terrain = unambiguous(&all, (span, written), name, |span| match written {
            "" => diagnostics::which_terrain(self.span_of_last(), kinds),
            _ => diagnostics::no_such_terrain(span, written, kinds),
        })?;
        self.at += found.words;
        Ok(terrain)
    }

    /// **C-1** The CP of a pool, which goes by its hero, by the squad he is in, or by its owner.
    fn command(&mut self) -> Result<EditResult, Diagnostic> {
        self.take_word(&["seat", "of", "for"]);
        let battle = self.battle;
        let setup = battle.setup();
        let pools = setup.caster_ids().flat_map(|id| {
            let it = setup.caster(id);
            let hero = it.hero.map(|hero| setup.unit(hero).name.as_str());
            let squad = it.hero.map(|hero| setup.squad(battle.unit(hero).squad).name.as_str());
            let whose = it.seat.map_or("GM", |it| setup.seat(it).name.as_str());
            let names = [Some(it.name.as_str()), hero, squad, Some(whose)];
            names.into_iter().flatten().map(move |name| (usize::from(id.0), name))
        });
        // `Alpha's` is read as a plural is.
        let found = Table::new(pools, true, lexicon()).find(self.rest());
        let WrittenName { span, written, .. } = self.name_before_number(found.words);
        let casters: Vec<CasterId> = found.matches.iter().filter_map(caster).collect();
        let name = |it: CasterId| setup.caster(it).name.as_str();
        let by = unambiguous(&casters, (span, written), name, |span| {
            unknown(span, "pool of CP", written, &self.nearest(written, setup.caster_ids().map(name)), "")
        })?;
        self.at += found.words;
        while self.take_word(&["caster", "hero", "pool", "cp", "has"]) || self.take(Keyword::To) {}
        let cp = self.number().ok_or_else(|| diagnostics::how_many_cp(self.span_of_next(), setup.caster(by).cp_max))?;
        Ok(self.cp_set(by, cp))
    }

    fn reinforce(&mut self) -> Result<EditResult, Diagnostic> {
        let squad = self.squad_alone()?;
        if self.take(Keyword::At) || self.take(Keyword::To) || self.take(Keyword::On) || self.is_tile_at(0) {
            return self.tile_on_map().map(|at| self.brought_in(squad, at));
        }
        let mut planned = self.battle.setup().schedule.iter().flat_map(|it| &it.reinforce);
        let arrival = planned.find(|it| it.0 == squad).map(|it| self.brought_in(squad, it.1));
        arrival.ok_or_else(|| diagnostics::where_to(self.span_of_next(), self.name_of(squad)))
    }

    /// **O-1**
    fn owner(&mut self) -> Result<EditResult, Diagnostic> {
        let found = self.names.objectives.find(self.rest());
        let WrittenName { span, written, .. } = self.name_before_number(found.words);
        let setup = self.battle.setup();
        let name = |it: ObjectiveId| setup.objective(it).name.as_str();
        let all: Vec<ObjectiveId> = found.matches.iter().filter_map(objective).collect();
        let objective = unambiguous(&all, (span, written), name, |span| {
            unknown(span, "objective", written, &self.nearest(written, setup.objective_ids().map(name)), "")
        })?;
        self.at += found.words;
        self.skip_fillers();
        self.take(Keyword::To);
        let is_nobodys = self.take_word(&["nobody", "none", "neutral", "nobodys"]);
        let owner =
            if is_nobodys { None } else { Some(self.side().ok_or_else(|| diagnostics::whose(self.span_of_next()))?) };
        Ok(Ok(Edited::Owner { objective, owner }))
    }

    /// **F-5** `form Alpha and Bravo under Marsh`
    fn form_up(&mut self) -> Result<EditResult, Diagnostic> {
        self.take_word(&["up", "formation"]);
        let mut squads = vec![self.squad_alone()?];
        while self.take(Keyword::And) || self.take(Keyword::With) || self.names_squad(0) {
            let squad = self.squad_alone()?;
            if !squads.contains(&squad) {
                squads.push(squad);
            }
        }
        if !self.take_word(&["under", "led", "leader"]) {
            return Ok(self.formed_up(squads, None));
        }
        self.take(Keyword::By);
        let battle = self.battle;
        let leader = match self.edit_subject()? {
            EditSubject::Unit(unit) => Some(unit),
            EditSubject::Squad(squad) => battle.leader(squad).or_else(|| battle.squad(squad).members.first().copied()),
        };
        Ok(self.formed_up(squads, leader))
    }

    fn side(&mut self) -> Option<Side> {
        self.take(Keyword::Article);
        let side = match self.folded() {
            "players" | "player" | "us" | "ours" | "allies" => Side::Players,
            "enemy" | "enemies" | "enemys" | "theirs" | "foe" => Side::Enemy,
            _ => return None,
        };
        self.at += 1;
        Some(side)
    }

    fn score(&mut self) -> Result<EditResult, Diagnostic> {
        let side = self.side().ok_or_else(|| diagnostics::whose_score(self.span_of_next()))?;
        self.skip_fillers();
        self.take(Keyword::To);
        let points = self.folded().parse::<u32>().map_err(|_| diagnostics::how_many_points(self.span_of_next()))?;
        self.at += 1;
        Ok(self.scored(side, points))
    }
}
