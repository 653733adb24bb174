//! Steps, wheels, and who holds during them (F-20, F-24).

use crate::diagnostic::Diagnostic;
use crate::field::{Direction, SquadId};
use crate::line::battle::{DirectedBy, FormationStep, Movement, StepKind, Turning};

use super::super::bind::Subject;
use super::super::clause::Clause;
use super::super::keywords::Keyword;
use super::super::route::is_joint;
use super::super::{Kind, Order, diagnostics};
use super::Drill;
use crate::post::numbers;

/// The most Steps of one order, more than any round has room for.
const STEPS_MAX: usize = 200;

pub(super) const HOLDS: &[&str] = &["hold", "holds", "holding", "except", "without", "but"];
const STANDS: &[&str] = &["stand", "stay", "wait"];

impl Clause<'_> {
    /// **F-20, F-24** Reads Steps, or a move like any other if a place is named.
    pub(super) fn march(&mut self, subject: Option<&Subject<'_>>) -> Result<Order, Diagnostic> {
        let squads = self.squads_of_one_formation(subject)?;
        self.take(Keyword::In);
        self.take_word(&["formation", "ranks"]);
        use Keyword::{At, Away, To, Toward, Via};
        let names_place = matches!(self.keyword(), Some(To | At | Via | Toward | Away));
        // `steps E2` is no tile, and neither is `steps: E2`.
        let said = self.words.get(..self.at).unwrap_or_default().iter().rfind(|it| it.kind != Kind::Colon);
        let says_steps = said.is_some_and(|it| it.meaning == Some(Keyword::Step));
        if self.is_tile_at(0) && !says_steps || names_place {
            return Ok(Order::Movement(squads[0], Movement::Move(self.route(squads[0])?)));
        }
        self.march_steps(&squads, Vec::new())
    }

    /// Reads `Alpha: wheel left, N`, `wheel Alpha left`.
    pub(super) fn wheel_order(&mut self, subject: Option<&Subject<'_>>) -> Result<Order, Diagnostic> {
        let squads = self.squads_of_one_formation(subject)?;
        let kind = self.wheel(&squads)?;
        self.wheel_and_steps(&squads, kind)
    }

    /// Reads how often the formation wheels, and what follows.
    pub(super) fn wheel_and_steps(&mut self, squads: &[SquadId], kind: StepKind) -> Result<Order, Diagnostic> {
        let step = FormationStep { kind, hold: Vec::new() };
        let turns = usize::from(self.wheel_times());
        if turns == 0 || STEPS_MAX < turns {
            return Err(diagnostics::bad_step_count(self.span_of_last()));
        }
        self.march_steps(squads, vec![step; turns])
    }

    /// Reads the Steps behind `move`, if a march or a wheel is named there.
    pub(crate) fn steps_after_move(&mut self, squad: SquadId) -> Option<Result<Order, Diagnostic>> {
        let verb = self.formation_verb(self.peek()).filter(|it| matches!(it, Drill::March | Drill::Wheel))?;
        self.advance_if(verb == Drill::March, 1);
        Some(self.march_steps(&[squad], Vec::new()))
    }

    // Reads Steps behind those that have been read. A `hold` is about the Steps before it, back to the last `hold`.
    pub(super) fn march_steps(
        &mut self,
        squads: &[SquadId],
        mut steps: Vec<FormationStep>,
    ) -> Result<Order, Diagnostic> {
        let mut held = 0;
        while let Some(skipped) = self.leads_to_step() {
            self.at += skipped;
            let here = self.span_of_next();
            if self.take_word(HOLDS) {
                self.take_word(&["not"]);
                let hold = self.members(squads)?;
                if held == steps.len() {
                    return Err(diagnostics::holds_in_no_step(here));
                }
                steps.iter_mut().skip(held).for_each(|it| it.hold.clone_from(&hold));
                held = steps.len();
                continue;
            }
            // `turn left and right`, but `wheel left, right 2`
            let wheels_on = self.names_turn(0).is_none()
                && matches!(steps.last(), Some(FormationStep { kind: StepKind::Wheel { .. }, .. }))
                && matches!(self.folded(), "left" | "right")
                && self.number_at(1).or_else(|| self.times_at(1)).is_none();
            let (kinds, count) =
                if wheels_on { (vec![self.wheel(squads)?], self.wheel_times()) } else { self.step(squads)? };
            if count == 0 || STEPS_MAX < steps.len() + kinds.len() * usize::from(count) {
                return Err(diagnostics::bad_step_count(here));
            }
            let all = (0..count).flat_map(|_| &kinds);
            steps.extend(all.map(|kind| FormationStep { kind: *kind, hold: Vec::new() }));
        }
        if steps.is_empty() {
            return Err(diagnostics::no_steps(self.span_of_next()));
        }
        Ok(Order::Movement(squads[0], Movement::Steps(steps)))
    }

    // How many words to skip before the next Step or `hold`; `None` if there is none.
    pub(super) fn leads_to_step(&self) -> Option<usize> {
        let joined = self.count_at(0, is_joint);
        // `wheel left, steps E`, `wheel left then march east`, but not `march E2`, which may be a tile.
        let verb = self.word_at(joined).filter(|it| self.formation_verb(Some(it)) == Some(Drill::March));
        let says_steps = verb.is_some_and(|it| it.meaning == Some(Keyword::Step) || !self.is_tile_at(joined + 1));
        let skipped = joined + usize::from(0 < joined && says_steps);
        let word = self.word_at(skipped)?;
        let folded = word.folded();
        // `hold` alone is an order by itself.
        let names_unit = self.word_at(skipped + 1).is_some_and(|it| it.kind != Kind::Comma && !self.is_verb(it));
        let is_step = matches!(word.meaning, Some(Keyword::Direction(_) | Keyword::Diagonal))
            || word.number().is_some()
            || ways_written_together(folded).is_some()
            || self.formation_verb(Some(word)) == Some(Drill::Wheel)
            || self.names_turn(skipped).is_some()
            || STANDS.contains(&folded);
        (is_step || HOLDS.contains(&folded) && names_unit).then_some(skipped)
    }

    // Reads one part of a march, and how often it is done: `N`, `N 2`, `2 north`, `nne`, `n2`, `wheel left`, `stand`.
    fn step(&mut self, squads: &[SquadId]) -> Result<(Vec<StepKind>, u16), Diagnostic> {
        let here = self.span_of_next();
        if let Some(turning) = self.names_turn(0) {
            self.at += 2;
            return Ok((vec![StepKind::Wheel { turning, pivot: None }], self.wheel_times()));
        }
        if self.advance_if(self.formation_verb(self.peek()) == Some(Drill::Wheel), 1) {
            return Ok((vec![self.wheel(squads)?], self.wheel_times()));
        }
        if self.take_word(STANDS) {
            self.take_word(&["still"]);
            return Ok((vec![StepKind::Stand], self.times()));
        }
        let count = self.number();
        if count.is_some() {
            while self.take(Keyword::Step) || self.take(Keyword::To) || self.take(Keyword::Article) {}
        }
        match (self.keyword(), count) {
            (Some(Keyword::Direction(way)), _) => {
                self.at += 1;
                let count = count.unwrap_or_else(|| self.times());
                Ok((vec![StepKind::March(way)], count))
            }
            (Some(Keyword::Diagonal), _) => Err(diagnostics::diagonal(self.span_of_next())),
            (_, Some(_)) => Err(diagnostics::which_way(here)),
            (_, None) => {
                let (ways, count) = ways_written_together(self.folded()).ok_or_else(|| diagnostics::no_steps(here))?;
                self.at += 1;
                Ok((ways.into_iter().map(StepKind::March).collect(), count))
            }
        }
    }

    fn times(&mut self) -> u16 {
        // `N 2 E` is two Steps north and one east. `N, 2 E` is one north and two east.
        let Some(count) = self.number().or_else(|| self.times_written_together()) else { return 1 };
        while self.take(Keyword::Step) {}
        count
    }

    // Reads how often a formation wheels: `wheel left twice`.
    pub(super) fn wheel_times(&mut self) -> u16 {
        let times = match self.folded() {
            "once" => 1,
            "twice" => 2,
            "thrice" => 3,
            _ => return self.times_written_together().unwrap_or(1),
        };
        self.at += 1;
        times
    }

    // Reads `x2`.
    pub(crate) fn times_written_together(&mut self) -> Option<u16> {
        let count = self.times_at(0)?;
        self.at += 1;
        Some(count)
    }

    /// How often something is done, by the word this far ahead: `south x3`.
    pub(crate) fn times_at(&self, ahead: usize) -> Option<u16> {
        let count = self.folded_at(ahead).strip_prefix('x')?;
        numbers::value(count).filter(|_| count.bytes().all(|it| it.is_ascii_digit()))
    }

    // Reads the way and the pivot of a wheel: `left`, `to the right around u3`.
    fn wheel(&mut self, squads: &[SquadId]) -> Result<StepKind, Diagnostic> {
        while self.take(Keyword::To) || self.take(Keyword::Article) {}
        let here = self.span_of_next();
        let turning = match self.folded() {
            "left" | "anticlockwise" | "counterclockwise" => Turning::Left,
            "right" | "clockwise" => Turning::Right,
            _ => return Err(diagnostics::wheel_which_way(here)),
        };
        self.at += 1;
        let names_pivot = self.take_word(&["around", "about", "round", "on"]);
        let pivot = if names_pivot { Some(self.member(squads, DirectedBy::Anybody)?) } else { None };
        Ok(StepKind::Wheel { turning, pivot })
    }
}

/// Ways written together, and how often they are gone: `nne` is one Step each, `n2` two Steps north, `2n3e` two and
/// three.
fn ways_written_together(folded: &str) -> Option<(Vec<Direction>, u16)> {
    const LETTERS_MAX: usize = 40;
    if LETTERS_MAX < folded.len() {
        return None;
    }
    if let [count @ b'0'..=b'9', _, rest @ ..] = folded.as_bytes() {
        let (ways, _) = ways_written_together(folded.get(1..2)?)?;
        let rest = if rest.is_empty() { Vec::new() } else { ways_written_together(folded.get(2..)?)?.0 };
        return Some((ways.repeat(usize::from(count - b'0')).into_iter().chain(rest).collect(), 1));
    }
    let length = folded.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (ways, digits) = folded.split_at_checked(length).filter(|it| !it.0.is_empty())?;
    let ways: Vec<Direction> = ways.chars().map(Direction::of_letter).collect::<Option<_>>()?;
    let count = if digits.is_empty() { 1 } else { digits.parse().ok().filter(|_| ways.len() == 1)? };
    Some((ways, count))
}
