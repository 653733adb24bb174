//! Where a squad is to go: tiles, steps, and toward or away from something (V-1, V-2).

use std::borrow::Cow;
use std::ops::Range;
use std::slice;

use crate::diagnostic::Diagnostic;
use crate::field::{Direction, Footprint, SquadId, Terrain, Tile};
use crate::line::battle::{Route, RouteGoal, Spacing};

use super::clause::{Clause, WrittenName};
use super::keywords::Keyword;
use super::{Kind, Word, diagnostics};
use crate::post::dictionary::is_english;
use crate::post::lexicon::Meaning;
use crate::post::words::{Gap, articles, looks_like_a_tile};

/// The most steps in one direction: the longest edge of a map.
const STEPS_MAX: u8 = 200;

/// The most words that describe what is at a tile: `the last old trees at C7`.
const DESCRIPTION_WORDS: usize = 3;

/// A route as far as it has been read.
#[derive(Default)]
struct Draft {
    via: Vec<Tile>,
    goal: Option<RouteGoal>,
    spacing: Spacing,
}

impl Draft {
    fn takes_steps(&self) -> bool {
        matches!(self.goal, None | Some(RouteGoal::Steps(_)))
    }
}

impl Clause<'_> {
    /// **V-1, V-2** Reads all that can follow `move`.
    pub(super) fn route(&mut self, squad: SquadId) -> Result<Route, Diagnostic> {
        let start = self.span_of_next();
        let mut draft = Draft::default();
        // `moves, four tiles east`, `moves, to J8`
        self.advance_if(self.is_next(Kind::Comma) && (self.number_at(1).is_some() || self.leads_somewhere(1)), 1);
        while self.route_part(squad, &mut draft)? {}
        let Draft { via, goal, spacing } = draft;
        let goal = goal.ok_or_else(|| self.not_a_destination(start.start))?;
        self.check_steps(squad, &goal, start.start..self.end_of_last())?;
        Ok(Route { via, goal, spacing })
    }

    /// Reads a route that begins with an objective or a tile, with or without a word like `to` before it.
    pub(super) fn route_to(&mut self, squad: SquadId) -> Result<Route, Diagnostic> {
        while self.take(Keyword::Article) || self.take(Keyword::To) || self.take(Keyword::At) {}
        let mut draft = Draft::default();
        self.destination(squad, &mut draft)?;
        while self.route_part(squad, &mut draft)? {}
        let Draft { via, goal, spacing } = draft;
        let goal = goal.ok_or_else(|| diagnostics::no_destination(self.span_of_next()))?;
        Ok(Route { via, goal, spacing })
    }

    // Reads one part of a route. Returns whether there was one.
    fn route_part(&mut self, squad: SquadId, draft: &mut Draft) -> Result<bool, Diagnostic> {
        if self.spacing(draft) {
            return Ok(true);
        }
        match self.keyword() {
            // `→ take cover`
            Some(Keyword::At) if draft.goal.is_some() && self.is_spacing(1) => self.at += 1,
            _ if self.names_further_tile(draft) => self.go_further(squad, draft)?,
            Some(Keyword::To | Keyword::At | Keyword::For | Keyword::On) => {
                self.at += 1;
                // `on over to J8`
                self.take(Keyword::To);
                self.destination(squad, draft)?;
            }
            Some(Keyword::From) if draft.goal.is_none() && self.is_tile_at(1) => self.check_start(squad)?,
            Some(Keyword::Via) => {
                self.at += 1;
                draft.via.push(self.tile(squad)?);
                while self.advance_if(self.peek().is_some_and(is_joint) && self.is_tile_at(1), 1) {
                    draft.via.push(self.tile(squad)?);
                }
            }
            Some(Keyword::Toward | Keyword::Away) => self.toward_or_away(squad, draft, None)?,
            Some(Keyword::In) if draft.goal.is_none() => {
                let is_behind = self.folded() == "behind";
                self.at += 1;
                let place = self.at;
                self.take(Keyword::Article);
                let names_objective = 0 < self.names.objectives.find(self.rest()).words;
                if is_behind && (self.names_squad(0) || names_objective || self.is_tile_at(0)) {
                    return Err(diagnostics::behind_whom(self.span_of_next()));
                }
                self.at = place;
                self.destination(squad, draft)?;
            }
            Some(Keyword::Diagonal) => return Err(diagnostics::diagonal(self.span_of_next())),
            // `out to J8`
            Some(Keyword::Out | Keyword::Back)
                if draft.goal.is_none()
                    && (self.is_tile_at(1)
                        || self.names_way(1)
                        || matches!(self.meaning_at(1), Some(Keyword::To | Keyword::Toward))) =>
            {
                self.at += 1;
            }
            // `east to J8`
            Some(Keyword::Direction(direction)) if draft.goal.is_none() && self.leads_this_way(squad, direction) => {
                self.at += 1;
            }
            Some(Keyword::Direction(direction)) => {
                self.at += 1;
                self.steps(direction, None, draft)?;
            }
            _ if draft.takes_steps() && self.is_steps(0) => self.steps_written_together(draft)?,
            _ if self.peek().is_some_and(is_joint) => {
                // `and they will take cover`
                let tells = |it: &Word| matches!(it.meaning, Some(Keyword::Telling | Keyword::Will));
                let joints = self.count_at(0, |it| is_joint(it) || tells(it));
                return Ok(self.advance_if(self.continues(joints, draft), joints));
            }
            _ if draft.goal.is_none() || draft.takes_steps() && self.number_at(0).is_some() => {
                return self.tile_or_steps(squad, draft);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    // Whether the tile behind a direction lies that way: `east to J8`.
    fn leads_this_way(&self, squad: SquadId, direction: Direction) -> bool {
        let battle = self.battle;
        let [_, to, tile, ..] = self.rest() else { return false };
        let tile = tile.folded().parse::<Tile>().ok().filter(|_| to.meaning == Some(Keyword::To));
        let (Some(tile), Some(leader)) = (tile, battle.leader(squad)) else { return false };
        let (from, (x, y)) = (battle.unit(leader).at, direction.offset());
        0 < (tile.x as i16 - from.x as i16) * x + (tile.y as i16 - from.y as i16) * y
    }

    // Whether what follows `then`, `and` or a comma belongs to this route.
    fn continues(&self, joints: usize, draft: &Draft) -> bool {
        match self.meaning_at(joints) {
            Some(Keyword::Direction(_) | Keyword::Diagonal) => draft.takes_steps(),
            Some(Keyword::Via | Keyword::Tight | Keyword::Spread) => true,
            Some(Keyword::Take | Keyword::In | Keyword::Cover) => self.is_spacing(joints),
            _ => self.number_at(joints).is_some() && matches!(draft.goal, Some(RouteGoal::Steps(_))),
        }
    }

    // Whether a further tile follows, so that the one before is on the way: `to J8, then to K6`, `to G6 → J8`.
    fn names_further_tile(&self, draft: &Draft) -> bool {
        let is_arrow = |it: &Word| it.meaning == Some(Keyword::At) && it.folded().is_empty();
        let skipped = self.count_at(0, |it| is_joint(it) || is_arrow(it));
        let is_then = |it: &Word| it.meaning == Some(Keyword::Then) || is_arrow(it);
        let says_then = self.next_words(skipped).iter().any(is_then);
        let to = usize::from(self.meaning_at(skipped) == Some(Keyword::To));
        matches!(draft.goal, Some(RouteGoal::Tile(_))) && says_then && self.is_tile_at(skipped + to)
    }

    fn go_further(&mut self, squad: SquadId, draft: &mut Draft) -> Result<(), Diagnostic> {
        let leads = |it: &Word| is_joint(it) || matches!(it.meaning, Some(Keyword::To | Keyword::At));
        self.at += self.count_at(0, leads);
        let battle = self.battle;
        let stands_there = |at: Tile| battle.who_stands_on(at).is_some_and(|it| battle.unit(it).squad == squad);
        // `D6 → J8` from where it stands
        if let Some(RouteGoal::Tile(on_the_way)) =
            draft.goal.take().filter(|it| !matches!(it, RouteGoal::Tile(at) if stands_there(*at)))
        {
            draft.via.push(on_the_way);
        }
        draft.goal = Some(RouteGoal::Tile(self.tile(squad)?));
        Ok(())
    }

    // Reads `from D10`, which is refused unless the squad stands there.
    fn check_start(&mut self, squad: SquadId) -> Result<(), Diagnostic> {
        self.at += 1;
        let span = self.span_of_next();
        let from = self.tile_on_map()?;
        let is_there = self.stands_on(squad, from);
        if is_there { Ok(()) } else { Err(diagnostics::not_standing_there(span, self.name_of(squad), from)) }
    }

    // Whether words about the spacing of a squad come this far ahead.
    fn is_spacing(&self, ahead: usize) -> bool {
        let leads = matches!(self.meaning_at(ahead), Some(Keyword::Take | Keyword::In));
        self.is_spacing_word(ahead + usize::from(leads))
    }

    fn is_spacing_word(&self, ahead: usize) -> bool {
        self.meaning_at(ahead + self.words_before_cover(ahead)).is_some_and(Keyword::says_how)
    }

    // How many words stand before a spacing: an article, or `what`, `any` or `whatever` before `cover`.
    pub(super) fn words_before_cover(&self, ahead: usize) -> usize {
        const WHICH: &[&str] = &["what", "whatever", "any", "some", "good", "all", "there"];
        let describes = |it: &Word| it.is_article() || WHICH.contains(&it.folded());
        let words = self.count_at(ahead, describes).min(2);
        let leads = self.meaning_at(ahead + words) == Some(Keyword::Cover);
        if leads { words } else { usize::from(self.meaning_at(ahead) == Some(Keyword::Article)) }
    }

    // Skips where there is cover, which the map says: `cover among the stones`, `what cover there is`.
    fn skip_where_cover_is(&mut self) {
        const WHERE: &[&str] = &[
            "among", "amongst", "between", "beneath", "under", "there", "that", "the", "they", "it", "where",
            "wherever",
        ];
        let leads = self.keyword() == Some(Keyword::In) || WHERE.contains(&self.folded());
        let ends = |it: &Word| is_joint(it) || it.gap.has(Gap::ENDS) || it.gap.has(Gap::OPEN);
        let length = self.count_at(0, |it| !ends(it));
        let told = self.next_words(length);
        let says_nothing = |it: &Word| {
            let is_word = it.meaning.is_some() || is_english(it.folded());
            it.meaning == Some(Keyword::Will) || is_word && self.is_harmless(slice::from_ref(it))
        };
        if leads && 0 < length && told.iter().all(says_nothing) {
            self.doubts.push(diagnostics::left_aside(self.span_of(told), self.written(told)));
            self.at += length;
        }
    }

    // Reads a tile or a number of steps without a word before it. Returns whether there was one.
    fn tile_or_steps(&mut self, squad: SquadId, draft: &mut Draft) -> Result<bool, Diagnostic> {
        let here = self.span_of_next();
        self.advance_if(matches!(self.keyword(), Some(Keyword::Place | Keyword::Step)) && self.is_tile_at(1), 1);
        // `move 2 J8`
        self.advance_if(self.folded() == "2" && self.is_tile_at(1) && draft.goal.is_none(), 1);
        let Some(count) = self.number() else {
            // `heads for Otter`, where the verb says "to"
            let leads = |it: &Word| [" for", " to"].iter().any(|to| it.folded().ends_with(to));
            let names_friend_or_foe = || self.last_word().is_some_and(leads) && self.names_squad(0);
            let names_place =
                self.is_tile_at(0) || draft.goal.is_none() && (self.names_objective() || names_friend_or_foe());
            if names_place {
                self.destination(squad, draft)?;
            }
            return Ok(names_place);
        };
        let count = step_count(count).ok_or_else(|| diagnostics::bad_step_count(here.clone()))?;
        self.take(Keyword::Step);
        self.take(Keyword::To);
        self.take(Keyword::Article);
        match self.keyword() {
            Some(Keyword::Direction(direction)) => {
                self.at += 1;
                self.steps(direction, Some(count), draft)?;
            }
            Some(Keyword::Toward | Keyword::Away) => self.toward_or_away(squad, draft, Some(count))?,
            Some(Keyword::Diagonal) => return Err(diagnostics::diagonal(self.span_of_next())),
            _ => return Err(diagnostics::which_way(here)),
        }
        Ok(true)
    }

    /// The text this far ahead that is written like a tile, and its number of words: one, or two as in `F 4`.
    fn written_tile(&self, ahead: usize) -> Option<(Cow<'_, str>, usize)> {
        let [word, behind @ ..] = self.ahead(ahead) else { return None };
        let letters = word.folded();
        if looks_like_a_tile(letters) {
            return Some((letters.into(), 1)).filter(|_| word.kind == Kind::Word);
        }
        let number = behind.first().filter(|it| it.kind == Kind::Word && !it.gap.has(Gap::ENDS))?.folded();
        let is_split = (1..=2).contains(&letters.len())
            && (1..=3).contains(&number.len())
            && letters.bytes().all(|it| it.is_ascii_alphabetic())
            && number.bytes().all(|it| it.is_ascii_digit());
        is_split.then(|| (format!("{letters}{number}").into(), 2))
    }

    /// Whether a tile is written this far ahead, on the map or not. Two words are a tile only if the first means
    /// nothing else: `N 4` are steps.
    pub(super) fn is_tile_at(&self, ahead: usize) -> bool {
        self.written_tile(ahead).is_some_and(|it| it.1 == 1 || self.meaning_at(ahead).is_none())
    }

    /// The tile of the map that is named this far ahead.
    pub(super) fn tile_of_map_at(&self, ahead: usize) -> Option<Tile> {
        self.tile_and_words_at(ahead).map(|it| it.0)
    }

    /// The tile of the map that is named this far ahead, and the number of its words: `K9` is one, and `K-9` are two.
    /// `K 9` is a tile only behind `to`, because elsewhere it may be short for something else.
    pub(super) fn tile_and_words_at(&self, ahead: usize) -> Option<(Tile, usize)> {
        let (written, words) = self.written_tile(ahead)?;
        if let [word, number] = self.ahead(ahead).get(..words)? {
            let before = (self.at + ahead).checked_sub(1).and_then(|it| self.words.get(it));
            let is_led = before.is_some_and(|it| it.meaning == Some(Keyword::To));
            let between = self.line.text.get(word.span.end..number.span.start).unwrap_or_default();
            let is_one = is_led || between.contains(['-', '\u{2010}', '\u{2011}', '\u{2212}', '\u{2013}']);
            if word.meaning.is_some() || !is_one {
                return None;
            }
        }
        let tile = written.parse().ok().filter(|it| self.battle.board().contains(*it))?;
        Some((tile, words))
    }

    /// Whether anybody of a squad stands on a tile.
    pub(super) fn stands_on(&self, squad: SquadId, tile: Tile) -> bool {
        self.battle.standing(squad).any(|it| self.battle.footprint(it).tiles().any(|it| it == tile))
    }

    fn names_objective(&self) -> bool {
        self.squads_at(self.rest()).words < self.names.objectives.find(self.rest()).words
    }

    // Reads a destination: `to C7`, `to the ridge`, `to Bravo`.
    fn destination(&mut self, squad: SquadId, draft: &mut Draft) -> Result<(), Diagnostic> {
        if draft.goal.is_some() {
            return Err(diagnostics::two_destinations(self.span_of_next()));
        }
        while self.take(Keyword::Place)
            || self.take(Keyword::Step)
            || matches!(self.meaning_at(1), Some(Keyword::Place | Keyword::Step)) && self.take(Keyword::Article)
        {
        }
        if self.keyword() == Some(Keyword::Article)
            && (matches!(self.meaning_at(1), Some(Keyword::Direction(_))) && !self.names_place() || self.is_tile_at(1))
        {
            self.at += 1;
        }
        let goes_by_keyword = matches!(
            self.keyword(),
            Some(Keyword::Direction(_) | Keyword::Diagonal | Keyword::Toward | Keyword::Away | Keyword::Via)
        );
        let is_tile = self.written_tile(0).is_some();
        // `up to 4 tiles toward`
        let counts = self.number_at(0).is_some() && self.meaning_at(1) == Some(Keyword::Step);
        if goes_by_keyword && !is_tile && !self.names_place() || counts || self.is_done() {
            return Ok(());
        }
        if is_tile {
            draft.goal = Some(RouteGoal::Tile(self.tile(squad)?));
            // `the J8 tile`
            self.take(Keyword::Step);
            let tile = self.last_word().and_then(|it| it.folded().parse::<Tile>().ok());
            self.skip_ground_near(tile.as_slice());
            return Ok(());
        }
        if let Some(words) = self.ground_ahead(0) {
            self.at += words;
            draft.goal = Some(RouteGoal::Tile(self.tile(squad)?));
            return Ok(());
        }
        let start = self.at;
        let place = self.squad_or_objective(squad)?;
        let steps = if self.leads_to_count().is_some() { self.steps_toward_or_away(None)? } else { None };
        draft.goal = Some(RouteGoal::Toward { place, steps });
        // `to Pier 4`, where there is only a Pier 3.
        match self.peek().filter(|it| it.number().is_some() && !it.gap.has(Gap::ENDS)) {
            Some(number) => {
                let span = self.words.get(start).map_or(number.span.start, |it| it.span.start)..number.span.end;
                let written = self.line.text.get(span.clone()).unwrap_or_default();
                Err(diagnostics::unknown(span, "tile, squad or objective", written, &[self.name_of_place(place)], ""))
            }
            None => Ok(()),
        }
    }

    /// How far ahead a tile stands behind words that only say what is there: `the woods at E4`, `the old trees at E4`.
    pub(super) fn ground_ahead(&self, ahead: usize) -> Option<usize> {
        let begins = ahead + usize::from(self.meaning_at(ahead) == Some(Keyword::Article));
        let described = self.rest().get(begins..)?;
        let is_kind = described.first().is_some_and(|it| self.is_ground(it.folded()));
        if is_kind && self.is_tile_at(begins + 1) {
            return Some(begins + 1);
        }
        let leads = |it: &Word| matches!(it.meaning, Some(Keyword::At | Keyword::In | Keyword::On));
        let words = described.iter().take(DESCRIPTION_WORDS + 1).position(leads)?;
        let is_plain = |it: &Word| {
            it.kind == Kind::Word && !it.gap.has(Gap::ENDS) && (it.meaning.is_none() || self.is_ground(it.folded()))
        };
        let names = self.names;
        let is_named = |at: usize| {
            let from = described.get(at..).unwrap_or_default();
            [&names.squads, &names.objectives].iter().any(|it| at + it.find(from).words == words)
        };
        let describes = described.get(..words)?.iter().all(is_plain) && !(0..words).any(is_named);
        let tile = begins + words + 1;
        (0 < words && describes && self.is_tile_at(tile)).then_some(tile)
    }

    /// Whether this is a kind of ground on the map.
    pub(super) fn is_ground(&self, folded: &str) -> bool {
        self.battle.board().kinds().iter().any(|it| is_called(it, folded))
    }

    // Skips `along the trench` in `west 2 along the trench`: the steps say which way.
    fn skip_ground_along(&mut self) {
        let article = usize::from(self.meaning_at(1) == Some(Keyword::Article));
        let ground = self.folded_at(1 + article);
        let says_along = matches!(self.folded(), "along" | "across") && self.is_ground(ground);
        self.advance_if(says_along && self.ends_behind(2 + article), 2 + article);
    }

    /// Skips `, behind the barricade` in `J8, behind the barricade`, if there is one at these tiles or beside them.
    pub(super) fn skip_ground_near(&mut self, tiles: &[Tile]) {
        let battle = self.battle;
        let is_filler = |it: &Word| {
            it.kind == Kind::Comma
                || matches!(it.meaning, Some(Keyword::In | Keyword::At | Keyword::By | Keyword::On | Keyword::Article))
        };
        let skipped = self.count_at(0, is_filler);
        let Some(word) = self.word_at(skipped) else { return };
        let is_near = |at: &Tile| tiles.iter().any(|it| it.steps_to(*at) <= 1);
        let is_there = battle.board().tiles().filter(is_near).any(|it| is_called(battle.ground(it), word.folded()));
        self.advance_if(is_there && self.ends_behind(skipped + 1), skipped + 1);
    }

    fn names_place(&self) -> bool {
        let tables = [&self.names.objectives, &self.names.squads];
        tables.iter().any(|it| it.find(self.rest()).is_exact())
    }

    /// Reads a tile that a squad can go to.
    pub(super) fn tile(&mut self, squad: SquadId) -> Result<Tile, Diagnostic> {
        let tile = self.tile_on_map()?;
        let battle = self.battle;
        let size = battle.leader(squad).map_or(1, |it| battle.profile(it).size);
        let span = self.span_of_last();
        self.check_footprint(Footprint { at: tile, size }, span)?;
        Ok(tile)
    }

    /// Reads a tile of the map.
    pub(super) fn tile_on_map(&mut self) -> Result<Tile, Diagnostic> {
        while self.take(Keyword::Place) || self.take(Keyword::Step) {}
        if self.is_done() {
            return Err(diagnostics::no_destination(self.span_of_next()));
        }
        let Some((written, words)) = self.written_tile(0) else {
            return Err(diagnostics::not_a_tile(self.span_of_next(), self.written(self.name_like())));
        };
        let (span, board) = (self.span_of(self.next_words(words)), self.battle.board());
        let tile = written.parse().ok().filter(|it| board.contains(*it));
        let tile = tile.ok_or_else(|| diagnostics::off_map(span, &written, board))?;
        self.at += words;
        Ok(tile)
    }

    fn check_footprint(&self, footprint: Footprint, span: Range<usize>) -> Result<(), Diagnostic> {
        let battle = self.battle;
        if !battle.board().holds(footprint) {
            return Err(diagnostics::no_room_at_edge(span, footprint.at));
        }
        let blocked = footprint.tiles().map(|it| battle.ground(it)).find(|it| it.cost.is_none());
        blocked.map_or(Ok(()), |ground| Err(diagnostics::impassable(span, footprint.at, &ground.name)))
    }

    // Reads a move by a squad or an objective: `toward the mill`, `away from Boyz 3 tiles`.
    fn toward_or_away(&mut self, squad: SquadId, draft: &mut Draft, steps: Option<u8>) -> Result<(), Diagnostic> {
        let is_away = self.take(Keyword::Away);
        self.take(if is_away { Keyword::From } else { Keyword::Toward });
        // A squad that goes toward a tile goes to it, as far as it gets.
        if !is_away && steps.is_none() && self.is_tile_at(0) {
            return self.destination(squad, draft);
        }
        if draft.goal.is_some() {
            return Err(diagnostics::two_destinations(self.span_of_next()));
        }
        if self.is_done() {
            return Err(diagnostics::nobody_to_go_by(self.span_of_last()));
        }
        let place = self.squad_or_objective(squad)?;
        let steps = self.steps_toward_or_away(steps)?;
        draft.goal = Some(match is_away {
            true => RouteGoal::AwayFrom { place, steps },
            false => RouteGoal::Toward { place, steps },
        });
        Ok(())
    }

    // Reads how many steps are meant, if that stands behind the place; otherwise they are `steps`, said before it.
    fn steps_toward_or_away(&mut self, steps: Option<u8>) -> Result<Option<u8>, Diagnostic> {
        self.advance_if(self.keyword() == Some(Keyword::By) && self.number_at(1).is_some(), 1);
        if steps.is_none() {
            self.at += self.leads_to_count().unwrap_or(0);
        }
        let here = self.span_of_next();
        let Some(count) = self.number() else { return Ok(steps) };
        let count = step_count(count).ok_or_else(|| diagnostics::bad_step_count(here))?;
        self.take(Keyword::Step);
        Ok(Some(count))
    }

    // How many words lead to a number of steps: `toward the mill, for 3 tiles`.
    fn leads_to_count(&self) -> Option<usize> {
        let leads = |it: &Word| it.kind == Kind::Comma || matches!(it.meaning, Some(Keyword::By | Keyword::For));
        let ahead = self.count_at(0, leads);
        let is_count = self.number_at(ahead).is_some() && self.meaning_at(ahead + 1) == Some(Keyword::Step);
        is_count.then_some(ahead)
    }

    // Whether steps are written together this far ahead: `2n1e`.
    pub(super) fn is_steps(&self, ahead: usize) -> bool {
        let word = self.folded_at(ahead);
        word.starts_with(|it: char| it.is_ascii_digit())
            && word.ends_with(['n', 'e', 's', 'w'])
            && word.bytes().zip(word.bytes().skip(1)).all(|it| it.0.is_ascii_digit() || it.1.is_ascii_digit())
            && word.bytes().all(|it| it.is_ascii_digit() || b"nesw".contains(&it))
    }

    fn steps_written_together(&mut self, draft: &mut Draft) -> Result<(), Diagnostic> {
        let word = self.folded();
        self.at += 1;
        for part in word.split_inclusive(['n', 'e', 's', 'w']) {
            let (count, letter) = part.split_at(part.len() - 1);
            let count = count.parse().ok().and_then(step_count);
            let count = count.ok_or_else(|| diagnostics::bad_step_count(self.span_of_last()))?;
            let direction = letter.chars().next().and_then(Direction::of_letter).unwrap_or(Direction::West);
            self.steps(direction, Some(count), draft)?;
        }
        Ok(())
    }

    fn steps(&mut self, direction: Direction, count: Option<u8>, draft: &mut Draft) -> Result<(), Diagnostic> {
        if matches!(self.keyword(), Some(Keyword::Direction(_))) {
            return Err(diagnostics::diagonal(self.span_of_last()));
        }
        let here = self.span_of_last();
        let count = match count {
            Some(count) => count,
            None => {
                // `north by 3`, `north for 3 tiles`
                self.take(Keyword::By);
                self.take(Keyword::For);
                // `south, 2 tiles`
                let is_apart = self.is_next(Kind::Comma);
                self.advance_if(is_apart && self.meaning_at(2) == Some(Keyword::Step), 1);
                let number = self.number().or_else(|| self.times_written_together());
                let number = number.ok_or_else(|| diagnostics::how_many_steps(here.clone(), direction.word()))?;
                self.take(Keyword::Step);
                // `up two tiles north`
                let is_told_again = self.keyword() == Some(Keyword::Direction(direction))
                    && self.word_at(1).is_none_or(|it| it.number().is_none());
                self.advance_if(is_told_again, 1);
                step_count(number).ok_or_else(|| diagnostics::bad_step_count(here.clone()))?
            }
        };
        match &mut draft.goal {
            None => draft.goal = Some(RouteGoal::Steps(vec![(direction, count)])),
            Some(RouteGoal::Steps(steps)) => steps.push((direction, count)),
            Some(_) => return Err(diagnostics::two_destinations(here)),
        }
        self.skip_ground_along();
        Ok(())
    }

    // Reads a spacing: `take cover`, `for cover`, `w/ cover`, `spread out`. Returns whether there was one.
    fn spacing(&mut self, draft: &mut Draft) -> bool {
        let before =
            usize::from(matches!(self.keyword(), Some(Keyword::Take | Keyword::In | Keyword::For | Keyword::With)));
        let leads = 0 < before || self.keyword().is_some_and(Keyword::says_how);
        if !leads || !self.is_spacing_word(before) {
            return false;
        }
        self.at += before + self.words_before_cover(before) + 1;
        draft.spacing = match self.last_word().and_then(|it| it.meaning) {
            Some(Keyword::Tight) => Spacing::Tight,
            Some(Keyword::Spread) => {
                self.take(Keyword::Out);
                Spacing::Spread
            }
            _ => {
                self.skip_where_cover_is();
                Spacing::TakeCover
            }
        };
        true
    }

    // Checks that steps end at a place to stand.
    fn check_steps(&self, squad: SquadId, goal: &RouteGoal, span: Range<usize>) -> Result<(), Diagnostic> {
        let battle = self.battle;
        let (RouteGoal::Steps(steps), Some(leader)) = (goal, battle.leader(squad)) else { return Ok(()) };
        let mut at = battle.unit(leader).at;
        for (direction, count) in steps {
            let (dx, dy) = direction.offset();
            let count = i16::from(*count);
            let Some(next) = at.offset(dx * count, dy * count).filter(|it| battle.board().contains(*it)) else {
                return Err(diagnostics::steps_off_map(span, at));
            };
            at = next;
        }
        self.check_footprint(Footprint { at, size: battle.profile(leader).size }, span)
    }

    fn not_a_destination(&self, start: usize) -> Diagnostic {
        let WrittenName { named, span, written } = self.written_name(0);
        // `takes cover and shoots`
        if self.is_done() || self.peek().is_some_and(is_joint) {
            diagnostics::no_destination(start.min(self.span_of_last().start)..self.end_of_last())
        } else if let [nearest, behind @ ..] = self.ahead(articles(self.rest()))
            && nearest.is_nearest()
            && !behind.is_empty()
        {
            diagnostics::nearest_what(self.span_of(behind), self.written(behind))
        } else if let [squad, ..] = self.squads_at(named).matches[..] {
            diagnostics::squad_as_tile(span, written, self.battle.side(squad.squad()) != self.own_side())
        } else {
            diagnostics::not_a_tile(span, written)
        }
    }
}

/// Whether a word leads on: a comma, `and`, `then`.
pub(super) fn is_joint(word: &Word) -> bool {
    word.kind == Kind::Comma || matches!(word.meaning, Some(Keyword::Then | Keyword::And))
}

fn is_called(ground: &Terrain, folded: &str) -> bool {
    ground.name.eq_ignore_ascii_case(folded) || ground.key == folded
}

fn step_count(count: u16) -> Option<u8> {
    u8::try_from(count).ok().filter(|it| (1..=STEPS_MAX).contains(it))
}
