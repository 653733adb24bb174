//! One line → orders. What follows a verb is read here, movement in `route`, names in `bind`.

use std::cell::Cell;
use std::ops::Range;

use crate::battle::{
    Abandon, AbilityId, AbilityOn, AbilityTarget, AbilityUse, Battle, CasterId, Departure, Fight, Fire, FirePart,
    GoalKind, HeroMove, Movement, SquadId, With,
};
use crate::diagnostic::Diagnostic;

use super::bind::Subject;
use super::formation;
use super::words::{Keyword, Kind, VERBS, Word, Words, is_verb};
use super::{Given, Names, Order, Poster, Reading, say};

/// What a line is read with.
pub(super) struct Context<'a> {
    pub(super) text: &'a str,
    pub(super) names: &'a Names,
    pub(super) battle: &'a Battle,
    pub(super) poster: Poster,
    pub(super) words: &'a Words,
    /// How many more unknown names may be answered with the nearest.
    pub(super) suggestions: &'a Cell<u8>,
}

/// A run of words, read from left to right.
pub(super) struct Clause<'a> {
    pub(super) context: &'a Context<'a>,
    words: &'a [Word],
    at: usize,
    /// Doubts that don't keep the order from being taken.
    pub(super) doubts: Vec<Diagnostic>,
}

/// Reads a line of orders.
pub(super) fn line(context: &Context<'_>, line: Range<usize>, reading: &mut Reading) {
    let before = (reading.given.len(), reading.diagnostics.len());
    let mut subject: Option<Subject<'_>> = None;
    let mut is_lost = false;
    for words in context.words.all().split(|it| it.kind == Kind::Semicolon) {
        let mut clause = Clause::new(context, words);
        if clause.is_done() || reading.is_overfull() {
            continue;
        }
        if let Some(refused) = clause.conditional() {
            reading.diagnostics.push(refused);
            match clause.subject(subject.is_some()) {
                Ok(Some(found)) => (subject, is_lost) = (Some(found), false),
                Ok(None) | Err(_) => is_lost |= subject.is_none(),
            }
            continue;
        }
        match clause.subject(subject.is_some()) {
            Ok(Some(found)) => (subject, is_lost) = (Some(found), false),
            Ok(None) if is_lost => continue,
            Ok(None) => (),
            Err(refused) => {
                reading.diagnostics.push(refused);
                (subject, is_lost) = (None, true);
                continue;
            }
        }
        clause.orders(subject.as_ref(), reading);
    }
    if before == (reading.given.len(), reading.diagnostics.len()) {
        reading.diagnostics.push(say::empty_line(line));
    }
}

/// Whether a line of fiction is worth reading as an order: it is short, and begins with a verb or a name and a colon.
pub(super) fn begins_like_an_order(line: Option<&str>) -> bool {
    const BYTES_MAX: usize = 200;
    const NAME_BYTES_MAX: usize = 40;
    let Some(line) = line.map(str::trim_start).filter(|it| it.len() <= BYTES_MAX) else { return false };
    let first = line.split(|it: char| !it.is_alphanumeric()).next().unwrap_or_default();
    line.bytes().take(NAME_BYTES_MAX).any(|it| it == b':') || is_verb(first)
}

/// Whether a line that lacks its prefix would be understood from end to end.
pub(super) fn reads_like_an_order(context: &Context<'_>, span: Range<usize>) -> bool {
    let quiet = Cell::new(0);
    let context = Context { suggestions: &quiet, ..*context };
    let mut reading = Reading::default();
    line(&context, span, &mut reading);
    reading.diagnostics.is_empty() && !reading.given.is_empty()
}

impl<'a> Clause<'a> {
    pub(super) fn new(context: &'a Context<'a>, words: &'a [Word]) -> Clause<'a> {
        let mut clause = Clause { context, words, at: 0, doubts: Vec::new() };
        clause.skip_polite();
        clause
    }

    /// The words that haven't been read.
    pub(super) fn rest(&self) -> &'a [Word] {
        self.words.get(self.at..).unwrap_or_default()
    }

    /// Whether all words have been read.
    pub(super) fn is_done(&self) -> bool {
        self.at >= self.words.len()
    }

    /// The next word.
    pub(super) fn peek(&self) -> Option<&'a Word> {
        self.words.get(self.at)
    }

    /// What the next word means by itself.
    pub(super) fn keyword(&self) -> Option<Keyword> {
        self.peek()?.keyword
    }

    /// What the word after the next means by itself.
    pub(super) fn second_keyword(&self) -> Option<Keyword> {
        self.words.get(self.at + 1)?.keyword
    }

    /// Goes on by this many words.
    pub(super) fn advance(&mut self, words: usize) {
        self.at += words;
    }

    /// Goes back to the word before.
    pub(super) fn step_back(&mut self) {
        self.at = self.at.saturating_sub(1);
    }

    /// Reads this word if it comes next.
    pub(super) fn take(&mut self, keyword: Keyword) -> bool {
        let is_next = self.keyword() == Some(keyword);
        self.at += usize::from(is_next);
        is_next
    }

    /// The letters of the next word, folded.
    pub(super) fn folded(&self) -> &'a str {
        self.peek().map_or("", |it| self.context.words.folded(it))
    }

    /// Reads one of these words if it comes next.
    pub(super) fn take_word(&mut self, any: &[&str]) -> bool {
        let is_next = !self.is_done() && any.contains(&self.folded());
        self.advance(usize::from(is_next));
        is_next
    }

    /// Reads a number if one comes next.
    pub(super) fn number(&mut self) -> Option<u16> {
        let number = self.number_ahead()?;
        self.at += 1;
        Some(number)
    }

    /// The number that comes next, if it is one.
    pub(super) fn number_ahead(&self) -> Option<u16> {
        self.number_in(self.peek()?)
    }

    /// A word as a number; one that is too large for anything is as large as can be.
    pub(super) fn number_in(&self, word: &Word) -> Option<u16> {
        let digits = self.context.words.folded(word);
        let is_number = !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_digit());
        is_number.then(|| digits.parse().unwrap_or(u16::MAX))
    }

    /// Where a run of words stands.
    pub(super) fn span_of(&self, words: &[Word]) -> Range<usize> {
        match (words.first(), words.last()) {
            (Some(first), Some(last)) => first.span.start..last.span.end,
            _ => self.here(),
        }
    }

    /// Where the next word stands, or else where the last one did.
    pub(super) fn here(&self) -> Range<usize> {
        self.peek().or_else(|| self.words.last()).map_or(0..0, |it| it.span.clone())
    }

    /// The word that was read last.
    pub(super) fn last_word(&self) -> Option<&'a Word> {
        self.words.get(self.at.saturating_sub(1))
    }

    /// Where the last word that was read ends.
    pub(super) fn end(&self) -> usize {
        self.last_word().map_or(0, |it| it.span.end)
    }

    /// A run of words as it was written.
    pub(super) fn written(&self, words: &[Word]) -> &'a str {
        if words.is_empty() { "" } else { self.context.text.get(self.span_of(words)).unwrap_or_default() }
    }

    /// The next words up to one that isn't part of a name; at least one, if there is one.
    pub(super) fn name_like(&self) -> &'a [Word] {
        let rest = self.rest();
        let is_name = |it: &Word| match it.kind {
            Kind::Word => it.keyword.is_none_or(|it| it == Keyword::Article),
            Kind::Quoted => true,
            _ => false,
        };
        let length = rest.iter().take_while(|it| is_name(it)).count().max(1);
        rest.get(..length).unwrap_or(rest)
    }

    fn skip_polite(&mut self) {
        while self.take(Keyword::Polite) {}
    }

    /// **S-4** Nothing may hang on what isn't known yet. A name may hold such a word.
    fn conditional(&self) -> Option<Diagnostic> {
        let squads = &self.context.names.squads;
        let is_conditional =
            |it: &&Word| it.keyword == Some(Keyword::Conditional) && !squads.has_word(self.context.words.folded(it));
        self.words.iter().find(is_conditional).map(|it| say::conditional(it.span.clone()))
    }

    /// The squad that the clause begins with, for itself and what follows on the line.
    fn subject(&mut self, is_known: bool) -> Result<Option<Subject<'a>>, Diagnostic> {
        let colon = self.rest().iter().position(|it| it.kind == Kind::Colon);
        if let Some(length) = colon {
            let named = self.rest().get(..length).unwrap_or_default();
            let subject = self.several_named(named).unwrap_or_else(|| self.subject_named(named))?;
            self.advance(length + 1);
            return Ok(Some(subject));
        }
        let Some(first) = self.peek() else { return Ok(None) };
        if self.is_verb(first) {
            return Ok(None);
        }
        match self.several_before_verb() {
            Some(subject) => subject.map(Some),
            None => self.subject_before_verb(is_known),
        }
    }

    // `Alpha shoot Boyz`, without the colon.
    fn subject_before_verb(&mut self, is_known: bool) -> Result<Option<Subject<'a>>, Diagnostic> {
        let context = self.context;
        let used = [&context.names.squads, &context.names.casters]
            .map(|table| table.find(context.words, self.rest()).words)
            .into_iter()
            .max()
            .unwrap_or(0);
        let after = self.rest().get(used..).unwrap_or_default();
        let commas = after.iter().take_while(|it| it.kind == Kind::Comma).count();
        let verb = after.get(commas).is_some_and(|it| self.is_verb(it));
        if 0 < used && verb {
            let named = self.rest().get(..used).unwrap_or_default();
            let subject = self.subject_named(named)?;
            self.advance(used + commas);
            return Ok(Some(subject));
        }
        match after.get(commas) {
            _ if is_known => Ok(None),
            Some(verb) if 0 < used => Err(self.unknown_verb(verb)),
            None if 0 < used => Err(say::no_verb(self.span_of(self.rest()))),
            _ if !self.misspelt_verb(self.peek()).is_empty() => Ok(None),
            _ if self.peek().is_some_and(|it| self.no_formations(it).is_some()) => Ok(None),
            _ => Err(say::not_an_order(self.span_of(self.rest()))),
        }
    }

    fn unknown_verb(&self, word: &Word) -> Diagnostic {
        if let Some(refused) = self.no_formations(word) {
            return refused;
        }
        let written = self.context.text.get(word.span.clone()).unwrap_or_default();
        say::unknown_verb(word.span.clone(), written, &self.misspelt_verb(Some(word)))
    }

    fn misspelt_verb(&self, word: Option<&Word>) -> Vec<&'static str> {
        let Some(word) = word else { return Vec::new() };
        let more = if self.context.battle.has_formations() { formation::VERBS } else { &[] };
        self.nearest(self.context.words.folded(word), VERBS.iter().chain(more).copied())
    }

    // All orders of a clause: `move to C7, shoot Boyz` are two.
    fn orders(&mut self, subject: Option<&Subject<'_>>, reading: &mut Reading) {
        let mut start = self.words.first().map_or(0, |it| it.span.start);
        loop {
            self.skip_polite();
            let order = self.order(subject);
            self.skip_polite();
            let end = self.last_word().map_or(start, |it| it.span.end);
            let goes_on = self.goes_on();
            match order {
                Err(refused) => return reading.diagnostics.push(refused),
                Ok(_) if !goes_on && !self.is_done() => {
                    let rest = self.rest();
                    return reading.diagnostics.push(say::not_understood(self.span_of(rest), self.written(rest)));
                }
                Ok(order) => {
                    reading.given.push(Given { span: start..end, order });
                    reading.diagnostics.append(&mut self.doubts);
                }
            }
            if !goes_on || reading.is_overfull() {
                return;
            }
            start = self.here().start;
        }
    }

    // Goes on to a further order behind a comma, `and` or `then`.
    fn goes_on(&mut self) -> bool {
        let joins = |it: &&Word| {
            it.kind == Kind::Comma || matches!(it.keyword, Some(Keyword::And | Keyword::Then | Keyword::Polite))
        };
        let between = self.rest().iter().take_while(joins).count();
        let goes_on = 0 < between && self.rest().get(between).is_some_and(|it| self.is_verb(it));
        if goes_on || between == self.rest().len() {
            self.advance(between);
        }
        goes_on
    }

    fn order(&mut self, subject: Option<&Subject<'_>>) -> Result<Order, Diagnostic> {
        let verb = self.here();
        let verb_is_missing = self.peek().is_none_or(|it| it.kind != Kind::Word);
        let keyword = self.keyword();
        let second = self.second_keyword();
        let formation_verb = self.formation_verb(self.peek());
        self.advance(1);
        if let Some(verb) = formation_verb {
            return self.formation_order(verb, subject);
        }
        match keyword {
            Some(Keyword::Shoot) => self.fire(subject),
            Some(Keyword::Melee) => self.fight(subject),
            Some(Keyword::Move) => self.movement(subject),
            Some(Keyword::Charge) => self.charge(subject),
            Some(Keyword::Withdraw) if second == Some(Keyword::Orders) => self.withdraw(subject),
            Some(Keyword::Fall) if second == Some(Keyword::Back) => {
                self.advance(1);
                self.disengage(subject)
            }
            Some(Keyword::Disengage | Keyword::Withdraw) => self.disengage(subject),
            Some(Keyword::Abandon) => self.abandon(subject),
            Some(Keyword::Hold) => Ok(Order::Movement(self.squad(subject)?, Movement::Hold)),
            Some(Keyword::Use) => self.ability(subject),
            Some(Keyword::Join) => self.join(subject),
            Some(Keyword::Leave) => self.leave(subject),
            Some(Keyword::End) if second == Some(Keyword::Battle) => {
                self.advance(1);
                self.doubts.extend(self.goals_open(verb));
                Ok(Order::Leave(Departure::End))
            }
            Some(Keyword::Tap) if second == Some(Keyword::Out) => {
                self.advance(1);
                Ok(Order::Leave(Departure::TapOut))
            }
            Some(Keyword::Attack) => Err(say::which_attack(verb)),
            _ => Err(self
                .last_word()
                .filter(|_| !verb_is_missing)
                .map_or_else(|| say::no_verb(verb), |it| self.unknown_verb(it))),
        }
    }

    /// **S-1, S-4**
    fn fire(&mut self, subject: Option<&Subject<'_>>) -> Result<Order, Diagnostic> {
        let verb = self.last_word().map_or_else(|| self.here(), |it| it.span.clone());
        let squad = self.squad(subject)?;
        if !self.can_shoot(squad) {
            return Err(say::cannot_shoot(verb, self.name_of(squad)));
        }
        if self.takes_volley() {
            return self.volley_of(&[squad], verb);
        }
        self.take_at();
        if self.keyword() == Some(Keyword::Will) {
            self.advance(1);
            return match self.context.poster {
                Poster::Gm => Ok(Order::Fire(squad, Fire::AtWill)),
                Poster::Seat(_) => Err(say::no_fire_at_will(verb)),
            };
        }
        let mut parts = vec![self.fire_part(squad)?];
        while self.has_further_part() {
            self.advance(1);
            let last = parts.last().map(|it| it.target);
            let part = match (last, self.further_weapon(squad)) {
                (Some(target), Some(with)) => FirePart { target, with: Some(with) },
                _ => self.fire_part(squad)?,
            };
            if parts.iter().any(|it| it.with == part.with) {
                return Err(say::split_unclear(self.span_of(self.words), part.with.is_some()));
            }
            parts.push(part);
        }
        Ok(Order::Fire(squad, Fire::At(parts)))
    }

    // `fire at Boyz` or `fire on Boyz`.
    fn take_at(&mut self) {
        if !self.take(Keyword::At) {
            self.take(Keyword::On);
        }
    }

    // `Boyz with rifles` or `with rifles at Boyz`.
    fn fire_part(&mut self, squad: SquadId) -> Result<FirePart, Diagnostic> {
        let mut with = None;
        if self.take(Keyword::With) {
            with = self.ranged(squad)?;
        }
        self.take_at();
        let target = self.enemy(squad)?;
        if self.take(Keyword::With) {
            with = self.ranged(squad)?;
        }
        Ok(FirePart { target, with })
    }

    fn has_further_part(&self) -> bool {
        let Some(next) = self.peek() else { return false };
        let joins = next.kind == Kind::Comma || next.keyword == Some(Keyword::And);
        let joint = |it: Keyword| matches!(it, Keyword::Then | Keyword::And | Keyword::Polite);
        let ends = |it: &Word| self.is_verb(it) || it.keyword.is_some_and(joint);
        joins && self.words.get(self.at + 1).is_some_and(|it| !ends(it))
    }

    // `with rifles, pistols`: a weapon more for the same target, unless an enemy goes by that name.
    fn further_weapon(&mut self, squad: SquadId) -> Option<With> {
        if !self.context.names.squads.find(self.context.words, self.rest()).matches.is_empty() {
            return None;
        }
        let (with, words) = self.armament(squad)?;
        self.advance(words);
        Some(with)
    }

    /// **M-8**
    fn fight(&mut self, subject: Option<&Subject<'_>>) -> Result<Order, Diagnostic> {
        let squad = self.squad(subject)?;
        if self.breaks_ranks() {
            return Ok(Order::BreakRanks(squad));
        }
        self.take_at();
        let names_target = !self.is_done() && self.keyword() != Some(Keyword::With);
        let target = if names_target { Some(self.enemy(squad)?) } else { None };
        let weapon = if self.take(Keyword::With) { Some(self.melee_weapon(squad)?) } else { None };
        Ok(Order::Fight(squad, Fight { target, weapon }))
    }

    /// **V-1**, and **V-7** if it ends in a charge.
    fn movement(&mut self, subject: Option<&Subject<'_>>) -> Result<Order, Diagnostic> {
        let squad = self.squad(subject)?;
        if let Some(steps) = self.steps_after_move(squad) {
            return steps;
        }
        let start = self.here();
        let route = self.route(squad)?;
        if self.context.battle.is_squad_engaged(squad) {
            self.doubts.push(say::engaged(start, self.name_of(squad)));
        }
        if self.leads_to_charge() {
            self.take_at();
            let target = self.enemy(squad)?;
            return Ok(Order::Movement(squad, Movement::Charge { target, after: Some(route) }));
        }
        Ok(Order::Movement(squad, Movement::Move(route)))
    }

    fn leads_to_charge(&mut self) -> bool {
        let commas = usize::from(self.peek().is_some_and(|it| it.kind == Kind::Comma));
        let joins = |it: &Word| matches!(it.keyword, Some(Keyword::Then | Keyword::And));
        let joined = self.rest().get(commas).is_some_and(joins);
        let charges = self.rest().get(commas + 1).is_some_and(|it| it.keyword == Some(Keyword::Charge));
        if joined && charges {
            self.advance(commas + 2);
        }
        joined && charges
    }

    /// **V-7**
    fn charge(&mut self, subject: Option<&Subject<'_>>) -> Result<Order, Diagnostic> {
        let squad = self.squad(subject)?;
        let start = self.here();
        self.take_at();
        let target = self.enemy(squad)?;
        let after = if self.take(Keyword::After) {
            self.take(Keyword::Move);
            Some(self.route(squad)?)
        } else {
            None
        };
        if self.context.battle.is_squad_engaged(squad) {
            self.doubts.push(say::engaged_charge(start, self.name_of(squad)));
        }
        Ok(Order::Movement(squad, Movement::Charge { target, after }))
    }

    /// **V-6**
    fn disengage(&mut self, subject: Option<&Subject<'_>>) -> Result<Order, Diagnostic> {
        let squad = self.squad(subject)?;
        let ends = self.rest().iter().all(|it| it.keyword == Some(Keyword::Polite) || it.kind == Kind::Comma);
        let ends = ends || self.rest().first().is_some_and(|it| it.kind == Kind::Comma);
        let route = if ends { None } else { Some(self.route(squad)?) };
        Ok(Order::Movement(squad, Movement::Disengage(route)))
    }

    /// **V-5**
    fn abandon(&mut self, subject: Option<&Subject<'_>>) -> Result<Order, Diagnostic> {
        let squad = self.squad(subject)?;
        let start = self.here();
        let count = if self.take(Keyword::All) {
            Abandon::All
        } else if let Some(count) = self.number() {
            Abandon::Count(u8::try_from(count).map_err(|_| say::too_many_to_abandon(start.clone()))?)
        } else {
            return Err(say::how_many_to_abandon(start));
        };
        self.take(Keyword::Article);
        self.take(Keyword::Downed);
        if self.context.battle.carried(squad).next().is_none() {
            self.doubts.push(say::nobody_to_abandon(start, self.name_of(squad)));
        }
        Ok(Order::Abandon(squad, count))
    }

    fn withdraw(&mut self, subject: Option<&Subject<'_>>) -> Result<Order, Diagnostic> {
        self.advance(1);
        if self.take(Keyword::For) && !self.take(Keyword::All) {
            return Ok(Order::Withdraw(Some(self.squad(None)?)));
        }
        Ok(Order::Withdraw(subject.map(|it| it.squad.clone()).transpose()?))
    }

    /// **C-2, C-3, C-4**
    fn ability(&mut self, subject: Option<&Subject<'_>>) -> Result<Order, Diagnostic> {
        let start = self.here();
        let (ability, span) = self.ability_named()?;
        let mut target = None;
        let mut hero = self.hero_of(subject);
        loop {
            if self.take(Keyword::By) {
                hero = Some(self.caster()?);
            } else if target.is_none() && (self.take(Keyword::On) || self.take(Keyword::At)) {
                let found = self.target_of(ability)?;
                target = Some((found, start.start..self.end()));
            } else {
                break;
            }
        }
        let by = self.caster_of(ability, hero, span.clone())?;
        let on = match target {
            Some((on, span)) => self.fitting(ability, by, on, span)?,
            None => self.target_unsaid(ability, by, subject, span.clone())?,
        };
        self.doubts.extend(self.out_of_range(ability, by, on, start.start..self.end()));
        Ok(Order::Ability(AbilityUse { by, ability, on }))
    }

    fn target_unsaid(
        &mut self,
        ability: AbilityId,
        by: CasterId,
        subject: Option<&Subject<'_>>,
        span: Range<usize>,
    ) -> Result<AbilityOn, Diagnostic> {
        let it = self.context.battle.setup().ability(ability);
        if it.target == AbilityTarget::Own {
            return self.squad_of_caster(by, span).map(AbilityOn::Squad);
        }
        match subject {
            Some(Subject { squad: Ok(squad), .. })
                if self.hero_of(subject).is_none() && it.target != AbilityTarget::Tile =>
            {
                self.fitting(ability, by, AbilityOn::Squad(*squad), span)
            }
            _ => Err(say::on_whom(span, &it.name, it.target)),
        }
    }

    /// **H-1**
    fn join(&mut self, subject: Option<&Subject<'_>>) -> Result<Order, Diagnostic> {
        let start = self.here();
        let hero = self.hero(subject, start.clone())?;
        self.take(Keyword::To);
        let squad = self.squad_to_join(hero)?;
        self.doubts.extend(self.too_far_to_join(hero, squad, start));
        Ok(Order::Hero(hero, HeroMove::Join(squad)))
    }

    /// **H-1**
    fn leave(&mut self, subject: Option<&Subject<'_>>) -> Result<Order, Diagnostic> {
        let start = self.last_word().map_or_else(|| self.here(), |it| it.span.clone());
        let hero = self.hero(subject, start.clone())?;
        let battle = self.context.battle;
        if battle.squad(battle.unit(hero).squad).members.len() == 1 {
            return Err(say::alone_already(start, &battle.setup().unit(hero).name));
        }
        // `leave Bravo` says the same as `leave`.
        let here = self.context.names.squads.find(self.context.words, self.rest());
        if here.matches.iter().any(|it| it.squad() == battle.unit(hero).squad) {
            self.advance(here.words);
        }
        Ok(Order::Hero(hero, HeroMove::Leave))
    }

    /// **O-3** Leaving is only free once the main goals are met.
    fn goals_open(&self, span: Range<usize>) -> Option<Diagnostic> {
        let battle = self.context.battle;
        let main = battle.setup().goals.iter().enumerate().filter(|it| it.1.kind == GoalKind::Main);
        let open = main.filter(|(n, _)| battle.goal_met(*n).is_none()).count();
        (0 < open).then(|| say::goals_open(span, open))
    }
}
