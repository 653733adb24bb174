//! Where a squad is to go: tiles, steps, and toward or away from something (V-1, V-2).

use std::ops::Range;

use crate::diagnostic::Diagnostic;
use crate::field::{Direction, Footprint, SquadId, Tile};
use crate::line::battle::{Place, Route, RouteGoal, Spacing};

use super::clause::Clause;
use super::say;
use super::words::{Keyword, Kind};

/// More steps than any map is wide and high.
const STEPS_MAX: u16 = 200;

/// A route as far as it has been read.
#[derive(Default)]
struct Draft {
    via: Vec<Tile>,
    goal: Option<RouteGoal>,
    spacing: Spacing,
}

impl Clause<'_> {
    /// **V-1, V-2** All that can follow `move`.
    pub(super) fn route(&mut self, squad: SquadId) -> Result<Route, Diagnostic> {
        let start = self.here();
        let mut draft = Draft::default();
        while self.route_part(squad, &mut draft)? {}
        let Draft { via, goal, spacing } = draft;
        let Some(goal) = goal else {
            return Err(if self.is_done() { say::no_destination(start) } else { self.not_a_destination() });
        };
        self.check_steps(squad, &goal, start.start..self.end())?;
        Ok(Route { via, goal, spacing })
    }

    // Reads one part of a route, and says whether there was one.
    fn route_part(&mut self, squad: SquadId, draft: &mut Draft) -> Result<bool, Diagnostic> {
        match self.keyword() {
            Some(Keyword::To | Keyword::At) => {
                self.advance(1);
                self.destination(squad, draft)?;
            }
            Some(Keyword::Via) => {
                self.advance(1);
                self.waypoints(squad, draft)?;
            }
            Some(Keyword::Toward) => {
                self.advance(1);
                self.toward(squad, draft, None)?;
            }
            Some(Keyword::Away) => {
                self.advance(1);
                self.take(Keyword::From);
                self.away(squad, draft, None)?;
            }
            Some(Keyword::Take | Keyword::In | Keyword::Cover | Keyword::Tight | Keyword::Spread) => {
                return Ok(self.spacing(draft));
            }
            Some(Keyword::Diagonal) => return Err(say::diagonal(self.here())),
            Some(Keyword::Direction(direction)) => {
                self.advance(1);
                self.steps(direction, None, draft)?;
            }
            _ if self.peek().is_some_and(|it| it.kind == Kind::Comma) || self.joins() => {
                let goes_on = self.continues(draft);
                self.advance(usize::from(goes_on));
                return Ok(goes_on);
            }
            _ if draft.goal.is_none() || self.counts_further_steps(draft) => return self.bare(squad, draft),
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn joins(&self) -> bool {
        matches!(self.keyword(), Some(Keyword::Then | Keyword::And))
    }

    // Whether what follows `then`, `and` or a comma belongs to this route.
    fn continues(&self, draft: &Draft) -> bool {
        let after = self.rest().get(1..).unwrap_or_default();
        let is_number = after.first().is_some_and(|it| self.number_in(it).is_some());
        match after.first().and_then(|it| it.keyword) {
            Some(Keyword::Direction(_) | Keyword::Diagonal) => matches!(draft.goal, Some(RouteGoal::Steps(_)) | None),
            Some(Keyword::Via | Keyword::Take | Keyword::In | Keyword::Cover | Keyword::Tight | Keyword::Spread) => {
                true
            }
            _ => is_number && matches!(draft.goal, Some(RouteGoal::Steps(_))),
        }
    }

    fn counts_further_steps(&self, draft: &Draft) -> bool {
        matches!(draft.goal, Some(RouteGoal::Steps(_))) && self.number_ahead().is_some()
    }

    // A tile, or a number of steps, without a word before it.
    fn bare(&mut self, squad: SquadId, draft: &mut Draft) -> Result<bool, Diagnostic> {
        let here = self.here();
        let Some(count) = self.number() else {
            if self.is_tile() {
                self.destination(squad, draft)?;
                return Ok(true);
            }
            return Ok(false);
        };
        let count = steps_of(count).ok_or_else(|| say::bad_step_count(here.clone()))?;
        self.take(Keyword::Step);
        match self.keyword() {
            Some(Keyword::Direction(direction)) => {
                self.advance(1);
                self.steps(direction, Some(count), draft)?;
            }
            Some(Keyword::Toward) => {
                self.advance(1);
                self.toward(squad, draft, Some(count))?;
            }
            Some(Keyword::Away) => {
                self.advance(1);
                self.take(Keyword::From);
                self.away(squad, draft, Some(count))?;
            }
            Some(Keyword::Diagonal) => return Err(say::diagonal(self.here())),
            _ => return Err(say::which_way(here)),
        }
        Ok(true)
    }

    /// Whether a tile comes next.
    pub(super) fn is_tile(&self) -> bool {
        self.peek().is_some_and(|it| looks_like_a_tile(self.context.words.folded(it)))
    }

    // `to C7`, `to the ridge`, `to Bravo`.
    fn destination(&mut self, squad: SquadId, draft: &mut Draft) -> Result<(), Diagnostic> {
        if draft.goal.is_some() {
            return Err(say::two_destinations(self.here()));
        }
        let goes_by_keyword = matches!(
            self.keyword(),
            Some(Keyword::Direction(_) | Keyword::Diagonal | Keyword::Toward | Keyword::Away | Keyword::Via)
        );
        if goes_by_keyword || self.is_done() {
            return Ok(());
        }
        draft.goal = Some(if self.is_tile() {
            RouteGoal::Tile(self.tile(squad)?)
        } else {
            RouteGoal::Toward { place: self.place(squad)?, steps: None }
        });
        Ok(())
    }

    fn waypoints(&mut self, squad: SquadId, draft: &mut Draft) -> Result<(), Diagnostic> {
        loop {
            draft.via.push(self.tile(squad)?);
            let comma = self.peek().is_some_and(|it| it.kind == Kind::Comma) || self.joins();
            let tile = self.rest().get(1).is_some_and(|it| looks_like_a_tile(self.context.words.folded(it)));
            if !comma || !tile {
                return Ok(());
            }
            self.advance(1);
        }
    }

    /// A tile that a squad can go to.
    pub(super) fn tile(&mut self, squad: SquadId) -> Result<Tile, Diagnostic> {
        let tile = self.tile_on_map()?;
        let battle = self.context.battle;
        let size = battle.leader(squad).map_or(1, |it| battle.profile(it).size);
        let span = self.words_before();
        self.check_footprint(Footprint { at: tile, size }, tile, span)?;
        Ok(tile)
    }

    fn words_before(&self) -> Range<usize> {
        let end = self.end();
        let start = self.last_word().map_or(end, |it| it.span.start);
        start..end
    }

    /// A tile of the map.
    pub(super) fn tile_on_map(&mut self) -> Result<Tile, Diagnostic> {
        let Some(word) = self.peek() else { return Err(say::no_destination(self.here())) };
        let written = self.context.words.folded(word);
        let board = self.context.battle.board();
        let tile = written.parse::<Tile>().ok().filter(|it| board.contains(*it));
        let span = word.span.clone();
        match tile {
            Some(tile) => {
                self.advance(1);
                Ok(tile)
            }
            None if looks_like_a_tile(written) => Err(say::off_map(span, written, board)),
            None => Err(say::not_a_tile(span, self.written(self.name_like()))),
        }
    }

    fn check_footprint(&self, footprint: Footprint, tile: Tile, span: Range<usize>) -> Result<(), Diagnostic> {
        let battle = self.context.battle;
        if !battle.board().holds(footprint) {
            return Err(say::no_room_at_edge(span, tile));
        }
        let blocked = footprint.tiles().map(|it| battle.ground(it)).find(|it| it.cost.is_none());
        blocked.map_or(Ok(()), |ground| Err(say::impassable(span, tile, &ground.name)))
    }

    fn toward(&mut self, squad: SquadId, draft: &mut Draft, steps: Option<u8>) -> Result<(), Diagnostic> {
        let (place, steps) = self.place_and_steps(squad, draft, steps)?;
        draft.goal = Some(RouteGoal::Toward { place, steps });
        Ok(())
    }

    fn away(&mut self, squad: SquadId, draft: &mut Draft, steps: Option<u8>) -> Result<(), Diagnostic> {
        let (place, steps) = self.place_and_steps(squad, draft, steps)?;
        draft.goal = Some(RouteGoal::AwayFrom { place, steps });
        Ok(())
    }

    fn place_and_steps(
        &mut self,
        squad: SquadId,
        draft: &Draft,
        steps: Option<u8>,
    ) -> Result<(Place, Option<u8>), Diagnostic> {
        if draft.goal.is_some() {
            return Err(say::two_destinations(self.here()));
        }
        let place = self.place(squad)?;
        let here = self.here();
        let Some(count) = self.number() else { return Ok((place, steps)) };
        let count = steps_of(count).ok_or_else(|| say::bad_step_count(here))?;
        self.take(Keyword::Step);
        Ok((place, Some(count)))
    }

    fn steps(&mut self, direction: Direction, count: Option<u8>, draft: &mut Draft) -> Result<(), Diagnostic> {
        if matches!(self.keyword(), Some(Keyword::Direction(_))) {
            return Err(say::diagonal(self.words_before()));
        }
        let here = self.words_before();
        let count = match count {
            Some(count) => count,
            None => {
                let number = self.number().ok_or_else(|| say::how_many_steps(here.clone()))?;
                self.take(Keyword::Step);
                steps_of(number).ok_or_else(|| say::bad_step_count(here.clone()))?
            }
        };
        match &mut draft.goal {
            None => draft.goal = Some(RouteGoal::Steps(vec![(direction, count)])),
            Some(RouteGoal::Steps(steps)) => steps.push((direction, count)),
            Some(_) => return Err(say::two_destinations(here)),
        }
        Ok(())
    }

    fn spacing(&mut self, draft: &mut Draft) -> bool {
        let words = match (self.keyword(), self.second_keyword()) {
            (Some(Keyword::Take | Keyword::In), Some(Keyword::Cover)) => 2,
            (Some(Keyword::Cover | Keyword::Tight | Keyword::Spread), _) => 1,
            _ => return false,
        };
        self.advance(words);
        draft.spacing = match self.last_word().and_then(|it| it.keyword) {
            Some(Keyword::Tight) => Spacing::Tight,
            Some(Keyword::Spread) => {
                self.take(Keyword::Out);
                Spacing::Spread
            }
            _ => Spacing::TakeCover,
        };
        true
    }

    // Steps have an end, too, and it must be a place to stand.
    fn check_steps(&self, squad: SquadId, goal: &RouteGoal, span: Range<usize>) -> Result<(), Diagnostic> {
        let battle = self.context.battle;
        let (RouteGoal::Steps(steps), Some(leader)) = (goal, battle.leader(squad)) else { return Ok(()) };
        let mut at = battle.unit(leader).at;
        for (direction, count) in steps {
            let (dx, dy) = direction.offset();
            let count = i16::from(*count);
            let Some(next) = at.offset(dx * count, dy * count).filter(|it| battle.board().contains(*it)) else {
                return Err(say::steps_off_map(span, at));
            };
            at = next;
        }
        self.check_footprint(Footprint { at, size: battle.profile(leader).size }, at, span)
    }

    fn not_a_destination(&self) -> Diagnostic {
        let words = self.name_like();
        say::not_a_tile(self.span_of(words), self.written(words))
    }
}

fn steps_of(count: u16) -> Option<u8> {
    (1..=STEPS_MAX).contains(&count).then_some(count).and_then(|it| u8::try_from(it).ok())
}

/// One to three letters and then a number: whoever writes this means a tile.
pub(super) fn looks_like_a_tile(folded: &str) -> bool {
    let letters = folded.bytes().take_while(u8::is_ascii_alphabetic).count();
    let digits = folded.bytes().skip(letters).take_while(u8::is_ascii_digit).count();
    (1..=3).contains(&letters) && 0 < digits && letters + digits == folded.len()
}
