//! What follows a verb, but for movement, which is read in `route`, and names, in `bind`.

use std::ops::Range;

use crate::diagnostic::Diagnostic;
use crate::field::{GoalKind, SquadId};
use crate::line::battle::{
    Abandon, AbilityId, AbilityOn, AbilityTarget, AbilityUse, CasterId, Departure, Fight, Fire, FirePart, HeroMove,
    Movement, With,
};

use super::bind::Subject;
use super::clause::Clause;
use super::words::{Keyword, Kind, Word};
use super::{Order, Poster, say};

impl Clause<'_> {
    /// The order that comes next, from its verb on.
    pub(super) fn order(&mut self, subject: Option<&Subject<'_>>) -> Result<Order, Diagnostic> {
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
                return Err(say::split_unclear(self.span_of(self.all()), part.with.is_some()));
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
        joins && self.rest().get(1).is_some_and(|it| !ends(it))
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
            return self.hero_himself(by, span);
        }
        match subject {
            Some(Subject { squad: Ok(squad), .. })
                if self.hero_of(subject).is_none() && it.target != AbilityTarget::Tile && !it.target.is_unit() =>
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
        let open = battle.goals_met(GoalKind::Main).filter(Option::is_none).count();
        (0 < open).then(|| say::goals_open(span, open))
    }
}
