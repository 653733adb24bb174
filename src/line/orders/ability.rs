//! Abilities, who uses them, and on whom (C-1, C-5).

use std::ops::Range;

use crate::diagnostic::Diagnostic;
use crate::field::{Footprint, SquadId, UnitId};
use crate::line::battle::{AbilityId, AbilityOn, AbilityTarget, AbilityUse, CasterId};
use crate::post::english::OWN;
use crate::post::names::Found;
use crate::post::words::Gap;

use super::bind::{Subject, only_one, unambiguous};
use super::canonical::squad_name;
use super::clause::{Clause, WrittenName};
use super::keywords::Keyword;
use super::names::caster;
use super::verbs::Verb;
use super::{Kind, Order, Word, diagnostics};

impl Clause<'_> {
    /// **C-2, C-3, C-4**
    pub(super) fn ability(&mut self, subject: Option<&Subject<'_>>) -> Result<Order, Diagnostic> {
        while self.take(Keyword::Verb(Verb::Use))
            || self.take(Keyword::Article)
            || self.take_word(OWN)
            || self.take(Keyword::Orders)
        {}
        let start = self.span_of_next();
        let mut hero = self.hero_of(subject);
        // `use Marsh's Steady Aim`
        if self.names_hero(0) && self.names_ability().is_none() {
            let place = self.at;
            match self.caster() {
                Ok(owner) if self.names_ability().is_some() => hero = Some(owner),
                _ => self.at = place,
            }
        }
        let mut target = None;
        let (ability, span) = match (self.ability_named(), self.at) {
            (Ok(named), _) => named,
            // `Alpha with Steady Aim`
            (Err(refused), aimed_at) => {
                self.at += self.squad_and_ability(0).ok_or(refused)?;
                let named = self.ability_named()?;
                let place = self.at;
                self.at = aimed_at;
                self.take(Keyword::On);
                target = Some((self.named_target(named.0, hero)?, start.start..self.end_of_last()));
                self.at = place;
                named
            }
        };
        loop {
            // `Steady Aim on Alpha, by Marsh`
            self.advance_if(self.is_next(Kind::Comma) && self.meaning_at(1) == Some(Keyword::By), 1);
            // `Steady Aim on Alpha (Marsh)`
            let is_aside = self.peek().is_some_and(|it| it.gap.has(Gap::OPEN));
            // `Steady Aim on Alpha from Marsh`
            let is_from = self.names_hero(1 + self.count_at(1, Word::is_article)) && self.take(Keyword::From);
            if is_from || self.take(Keyword::By) || is_aside && self.names_hero(0) {
                hero = Some(self.caster()?);
            } else if target.is_none() && self.skip_to_target(ability) {
                let found = self.named_target(ability, hero)?;
                target = Some((found, start.start..self.end_of_last()));
            } else {
                break;
            }
        }
        let by = self.caster_of(ability, hero, span.clone())?;
        let (on, span) = match target {
            Some(named) => named,
            None => (self.implied_target(ability, by, subject, span.clone())?, span),
        };
        let used = AbilityUse { by, ability, on };
        self.check_target(used, span)?;
        self.doubts.extend(self.out_of_range(used, start.start..self.end_of_last()));
        Ok(Order::Ability(used))
    }

    /// How many words stand before an ability if its target is named first: `Alpha with Steady Aim`,
    /// `on Alpha: Steady Aim`.
    pub(super) fn squad_and_ability(&self, ahead: usize) -> Option<usize> {
        let named = ahead + usize::from(self.meaning_at(ahead) == Some(Keyword::On));
        let end = named + self.squads_at(self.ahead(named)).words;
        let joint = self.word_at(end).is_some_and(|it| it.kind == Kind::Colon || it.meaning == Some(Keyword::With));
        let ability = end + usize::from(joint);
        (named < end && self.names_ability_at(self.ahead(ability)).is_some()).then_some(ability - ahead)
    }

    fn names_hero(&self, ahead: usize) -> bool {
        0 < self.names.casters.find(self.ahead(ahead)).words
    }

    // Skips what leads to a target, and returns whether one comes next: `on Alpha`, `for Alpha`, or `Alpha`.
    fn skip_to_target(&mut self, ability: AbilityId) -> bool {
        self.take(Keyword::Verb(Verb::Use));
        // `Pin Them, on Boyz`, `Pin Them: on Boyz`
        let parts = self.is_next(Kind::Comma) || self.is_next(Kind::Colon);
        let is_parted = parts && matches!(self.meaning_at(1), Some(Keyword::On | Keyword::At));
        self.advance_if(is_parted, 1);
        if self.take(Keyword::On) || self.take(Keyword::At) || self.take(Keyword::For) || self.take(Keyword::To) {
            return true;
        }
        if self.advance_if(parts && self.names_squad(1) && !self.leads_to_subject(1), 1) {
            return true;
        }
        match self.battle.setup().ability(ability).target {
            AbilityTarget::Tile => self.tile_of_map_at(0).is_some(),
            _ => self.names_squad(0) && !self.leads_to_subject(0),
        }
    }

    fn implied_target(
        &mut self,
        ability: AbilityId,
        by: CasterId,
        subject: Option<&Subject<'_>>,
        span: Range<usize>,
    ) -> Result<AbilityOn, Diagnostic> {
        let it = self.battle.setup().ability(ability);
        // **C-4** The hero himself.
        if it.target == AbilityTarget::Own {
            let caster = self.battle.setup().caster(by);
            return caster.hero.map(AbilityOn::Unit).ok_or_else(|| diagnostics::no_hero(span, &caster.name));
        }
        let takes_squad = it.target != AbilityTarget::Tile && !it.target.is_unit();
        let squad = match subject {
            Some(Subject { squad: Ok(squad), .. }) if takes_squad && self.hero_of(subject).is_none() => Some(*squad),
            // The poster's only squad.
            _ if it.target == AbilityTarget::OwnSquad => self.only_squad(),
            _ => None,
        };
        squad.map(AbilityOn::Squad).ok_or_else(|| diagnostics::on_whom(span, &it.name, it.target, &[]))
    }

    pub(super) fn is_own_caster(&self, caster: CasterId) -> bool {
        self.poster.commands(self.battle.setup().caster(caster).seat)
    }

    /// Reads a hero of the poster.
    pub(super) fn caster(&mut self) -> Result<CasterId, Diagnostic> {
        let setup = self.battle.setup();
        let found = self.names.casters.find(self.rest());
        let WrittenName { named, span, written } = self.written_name(found.words);
        let (own, others): (Vec<CasterId>, Vec<CasterId>) =
            found.matches.iter().filter_map(caster).partition(|it| self.is_own_caster(*it));
        let name = |it: CasterId| setup.caster(it).name.as_str();
        let all_own = || setup.caster_ids().filter(|it| self.is_own_caster(*it)).map(name);
        let caster = unambiguous(&own, (span, written), name, |span| match others.first() {
            Some(foreign) => diagnostics::hero_of_other(span, name(*foreign)),
            None if written.is_empty() => diagnostics::which_hero(span, &all_own().collect::<Vec<_>>()),
            None => diagnostics::unknown(span, "hero of yours", written, &self.nearest(written, all_own()), ""),
        })?;
        self.at += named.len();
        Ok(caster)
    }

    /// **H-1** The hero that an order is for.
    pub(super) fn hero(&mut self, subject: Option<&Subject<'_>>, here: Range<usize>) -> Result<UnitId, Diagnostic> {
        let caster = match (self.hero_of(subject), subject) {
            (Some(hero), _) => hero,
            (None, Some(subject)) => {
                let squad = subject.squad.clone()?;
                return Err(diagnostics::only_heroes_join(here, self.name_of(squad)));
            }
            (None, None) => self.caster()?,
        };
        self.standing_hero(caster, here)
    }

    /// **H-2** The unit of a hero, unless it has fallen or is still to come.
    pub(super) fn standing_hero(&self, caster: CasterId, span: Range<usize>) -> Result<UnitId, Diagnostic> {
        let it = self.battle.setup().caster(caster);
        let hero = it.hero.ok_or_else(|| diagnostics::no_hero(span.clone(), &it.name))?;
        let stands = self.battle.unit(hero).is_standing();
        if stands { Ok(hero) } else { Err(diagnostics::hero_missing(span, &it.name, &self.why_missing(caster))) }
    }

    /// **H-2** Why a hero isn't on the field. It follows the hero's name in a sentence.
    fn why_missing(&self, caster: CasterId) -> String {
        let squad = self.battle.setup().caster(caster).hero.map(|it| self.battle.unit(it).squad);
        match squad.filter(|it| self.battle.squad(*it).in_reserve) {
            Some(squad) => format!("comes with {}, which isn't here yet", self.name_of(squad)),
            None => "is not standing".to_owned(),
        }
    }

    /// **H-1** Reads the squad that a hero is to join.
    pub(super) fn squad_to_join(&mut self, hero: UnitId) -> Result<SquadId, Diagnostic> {
        let battle = self.battle;
        let from = battle.unit(hero).squad;
        let found = self.squads_at(self.rest());
        let WrittenName { named, span, written } = self.written_name(found.words);
        let sorted = self.sort_squads(&found.matches, |it| battle.side(it) == battle.side(from));
        let squad = self.only_fitting(&sorted, (span.clone(), written), |wrong| match wrong {
            Some(enemy) => diagnostics::enemy_joined(span.clone(), self.name_of(enemy)),
            None => {
                let friends = battle.squads_of(battle.side(from)).map(|it| self.name_of(it));
                diagnostics::unknown(span.clone(), "squad of your side", written, &self.nearest(written, friends), "")
            }
        })?;
        if squad == from {
            return Err(diagnostics::in_it_already(span, &battle.setup().unit(hero).name, self.name_of(from)));
        }
        self.at += named.len();
        Ok(squad)
    }

    /// **H-1** A warning if a hero can't join this squad as things stand.
    pub(super) fn too_far_to_join(&self, hero: UnitId, squad: SquadId, span: Range<usize>) -> Option<Diagnostic> {
        let battle = self.battle;
        let name = &battle.setup().unit(hero).name;
        let from = battle.footprint(hero);
        let distance = battle.distance(from, battle.standing(squad))?;
        if 1 < distance {
            return Some(diagnostics::too_far_to_join(span, name, self.name_of(squad), distance));
        }
        battle.hero(squad).map(|_| diagnostics::has_a_hero(span, self.name_of(squad)))
    }

    /// **C-4** Reads an ability. Returns it, and where its name stands.
    pub(super) fn ability_named(&mut self) -> Result<(AbilityId, Range<usize>), Diagnostic> {
        let setup = self.battle.setup();
        let found = self.names.abilities.find(self.rest());
        // `uses it on Alpha`, where one is called Pour It On
        let says_nothing = |it: &Word| matches!(it.meaning, Some(Keyword::Pronoun | Keyword::On));
        let is_named = 0 < found.words && (found.is_exact() || !self.next_words(found.words).iter().all(says_nothing));
        let found = if is_named { found } else { Found::default() };
        let unknown = if is_named { None } else { self.unknown_up_to_target() };
        let WrittenName { named, span, written } = unknown.unwrap_or_else(|| self.written_name(found.words));
        let is_known = |it: &AbilityId| self.who_has(*it).next().is_some();
        let name = |it: AbilityId| setup.ability(it).name.as_str();
        let own: Vec<&str> = setup.ability_ids().filter(is_known).map(name).collect();
        if written.is_empty() || !is_named && !named.is_empty() && named.iter().all(says_nothing) {
            return Err(diagnostics::which_ability(span, &own));
        }
        let all: Vec<AbilityId> = found.matches.iter().map(|it| AbilityId(it.id)).collect();
        let known: Vec<AbilityId> = all.iter().copied().filter(is_known).collect();
        let unknown = |span, written, nearest: &[&str]| {
            diagnostics::unknown(span, "ability of yours", written, nearest, &diagnostics::abilities(&own))
        };
        // `Steady Ami on Alpha`: the right part of a misspelt name is no name.
        if !found.is_exact() && self.means_nothing(found.words) {
            let WrittenName { span, written, .. } = self.written_name(found.words + 1);
            let nearest = self.nearest(written, own.iter().copied());
            if !nearest.is_empty() {
                return Err(unknown(span, written, &nearest));
            }
        }
        let ability =
            unambiguous(if known.is_empty() { &all } else { &known }, (span.clone(), written), name, |span| {
                let nearest = self.nearest(written, own.iter().copied());
                unknown(span, written, &nearest)
            })?;
        self.at += named.len();
        Ok((ability, span))
    }

    // Whether the word this far ahead has no meaning and begins no squad's name.
    fn means_nothing(&self, ahead: usize) -> bool {
        let is_word = self.word_at(ahead).is_some_and(|it| it.kind == Kind::Word && it.meaning.is_none());
        is_word && !self.names_squad(ahead)
    }

    pub(super) fn who_has(&self, ability: AbilityId) -> impl Iterator<Item = CasterId> + '_ {
        let setup = self.battle.setup();
        setup.caster_ids().filter(move |it| self.is_own_caster(*it) && setup.caster(*it).abilities.contains(&ability))
    }

    /// **H-2** The hero who is to use an ability: this one, or the only one of the poster's who can.
    fn caster_of(
        &self,
        ability: AbilityId,
        hero: Option<CasterId>,
        span: Range<usize>,
    ) -> Result<CasterId, Diagnostic> {
        let battle = self.battle;
        let it = battle.setup().ability(ability);
        let name = |caster: CasterId| battle.setup().caster(caster).name.as_str();
        let able: Vec<CasterId> = self.who_has(ability).filter(|by| hero.is_none_or(|it| it == *by)).collect();
        let standing = |by: CasterId| battle.setup().caster(by).hero.filter(|it| battle.unit(*it).is_standing());
        let up: Vec<CasterId> = able.iter().copied().filter(|by| !it.needs_hero || standing(*by).is_some()).collect();
        match (&up[..], &able[..], hero) {
            ([by], ..) => Ok(*by),
            ([], [], Some(hero)) => Err(diagnostics::not_their_ability(span, name(hero), &it.name)),
            ([], [], None) => Err(diagnostics::nobodys_ability(span, &it.name)),
            ([], [down, ..], _) => {
                Err(diagnostics::hero_too_weak(span, name(*down), &self.why_missing(*down), &it.name))
            }
            (several, ..) => {
                let names: Vec<&str> = several.iter().map(|it| name(*it)).collect();
                Err(diagnostics::by_whom(span, &it.name, &names))
            }
        }
    }

    /// **C-4** Reads the target of an ability.
    fn named_target(&mut self, ability: AbilityId, hero: Option<CasterId>) -> Result<AbilityOn, Diagnostic> {
        let it = self.battle.setup().ability(ability);
        if it.target == AbilityTarget::Tile {
            return self.tile_on_map().map(AbilityOn::Tile);
        }
        let battle = self.battle;
        let side = if it.target.is_enemy() { self.own_side().other() } else { self.own_side() };
        if it.target.is_unit() {
            let (unit, place) = self.any_unit(&[], |unit| battle.side(battle.unit(unit).squad) == side)?;
            return self.standing_unit(unit, place).map(AbilityOn::Unit);
        }
        while self.take_word(OWN)
            || self.take(Keyword::Enemy)
            || self.names_squad(1) && (self.take(Keyword::Squad) || self.take(Keyword::Article))
        {}
        if let Some(squad) = self.squad_of_caster(ability, hero) {
            return Ok(AbilityOn::Squad(squad));
        }
        let found = self.squads_at(self.rest());
        let WrittenName { named, span, written } = self.written_name(found.words);
        let sorted = self.sort_squads(&found.matches, |it| battle.side(it) == side);
        let squad = self.only_fitting(&sorted, (span.clone(), written), |wrong| match wrong {
            Some(wrong) => diagnostics::wrong_target(span, &it.name, it.target, self.name_of(wrong)),
            None if written.is_empty() => {
                let names = battle.squads_of(side).map(|it| squad_name(battle, it));
                let quoted: Vec<String> = names.filter(|it| it.starts_with('"')).collect();
                diagnostics::on_whom(span, &it.name, it.target, &quoted)
            }
            None => {
                let nearest = self.nearest(written, battle.squads_of(side).map(|it| self.name_of(it)));
                diagnostics::unknown(span, "squad for it", written, &nearest, "")
            }
        })?;
        self.last_enemy = Some(squad).filter(|_| it.target.is_enemy()).or(self.last_enemy);
        self.at += named.len();
        self.take(Keyword::Squad);
        Ok(AbilityOn::Squad(squad))
    }

    // Reads `us` or `his own squad`: the squad of the hero who uses the ability.
    fn squad_of_caster(&mut self, ability: AbilityId, hero: Option<CasterId>) -> Option<SquadId> {
        let is_us = self.take_word(&["us", "ourselves"]);
        if !(is_us || self.take_word(&["own"]) && self.take(Keyword::Squad)) {
            return None;
        }
        let battle = self.battle;
        let hero = hero.or_else(|| only_one(self.who_has(ability)))?;
        let unit = battle.setup().caster(hero).hero?;
        Some(battle.unit(unit).squad)
    }

    /// **C-4** Checks that this hero's ability may be used on that target.
    fn check_target(&self, AbilityUse { by, ability, on }: AbilityUse, span: Range<usize>) -> Result<(), Diagnostic> {
        let battle = self.battle;
        let it = battle.setup().ability(ability);
        let Some(squad) = on.squad(battle) else { return Ok(()) };
        let caster = battle.setup().caster(by);
        let is_friend = caster.side == battle.side(squad);
        let fits = match it.target {
            AbilityTarget::OwnSquad | AbilityTarget::OwnUnit => {
                is_friend && battle.setup().squad(squad).seat == caster.seat
            }
            AbilityTarget::AlliedSquad | AbilityTarget::AlliedUnit => is_friend,
            AbilityTarget::EnemySquad | AbilityTarget::EnemyUnit => !is_friend,
            AbilityTarget::Own => caster.hero.map(AbilityOn::Unit) == Some(on),
            AbilityTarget::Tile => false,
        };
        if fits {
            return Ok(());
        }
        Err(diagnostics::wrong_target(span, &it.name, it.target, &diagnostics::target_name(battle, on)))
    }

    /// **C-4** A warning if the target is too far from the hero as things stand.
    fn out_of_range(&self, used: AbilityUse, span: Range<usize>) -> Option<Diagnostic> {
        let battle = self.battle;
        let it = battle.setup().ability(used.ability);
        let range = it.range?;
        let hero = battle.setup().caster(used.by).hero.filter(|hero| battle.unit(*hero).is_standing())?;
        let from = battle.footprint(hero);
        let distance = match used.on {
            AbilityOn::Squad(squad) => battle.distance(from, battle.standing(squad))?,
            AbilityOn::Unit(unit) => from.distance(battle.footprint(unit)),
            AbilityOn::Tile(tile) => from.distance(Footprint { at: tile, size: 1 }),
        };
        (u16::from(range) < distance).then(|| diagnostics::ability_out_of_range(span, &it.name, distance, range))
    }
}
