//! Names in an order → the squads, weapons, abilities and heroes of the battle, or the reason why not.

use std::ops::Range;

use crate::diagnostic::{Diagnostic, nearest};
use crate::field::{Footprint, ObjectiveId, SquadId, Tile, UnitId};
use crate::line::battle::{
    Ability, AbilityId, AbilityOn, AbilityTarget, CasterId, Place, ProfileId, Side, WeaponId, With,
};

use crate::post::Few;
use crate::post::names::{Found, Match};
use crate::post::words::Gap;

use super::arrange::is_possessive;
use super::clause::{Called, Clause};
use super::keywords::{HAVING, Keyword};
use super::names::Named as _;
use super::{Kind, Poster, Word, say};
use crate::post::english::OWN;

/// Whom a line is for. A name may be a squad's, a hero's, or both.
#[derive(Debug)]
pub(super) struct Subject<'a> {
    /// The squad, or why the name is none that takes orders.
    pub(super) squad: Result<SquadId, Diagnostic>,
    pub(super) named: &'a [Word],
    /// **F-10** All squads that a line about a formation names, if there are several.
    pub(super) several: Vec<SquadId>,
}

/// How squads of one name can fare as the subject or target of an order.
#[derive(Default)]
pub(super) struct Sorted {
    pub(super) fitting: Few<SquadId>,
    /// Right, but nobody of it is on the map.
    pub(super) absent: Few<SquadId>,
    wrong: Few<SquadId>,
}

impl<'a> Clause<'a> {
    /// What a squad is called.
    pub(super) fn name_of(&self, squad: SquadId) -> &'a str {
        &self.context.battle.setup().squad(squad).name
    }

    /// The names most like what was written, as long as the post hasn't asked too often.
    pub(super) fn nearest<'n>(&self, written: &str, names: impl IntoIterator<Item = &'n str>) -> Vec<&'n str> {
        const LONGEST: usize = 40;
        let left = self.context.suggestions.get();
        if left == 0 || LONGEST < written.len() {
            return Vec::new();
        }
        self.context.suggestions.set(left - 1);
        nearest(written, names)
    }

    /// The squad or hero that these words name, all of them.
    pub(super) fn subject_named(&self, named: &'a [Word]) -> Result<Subject<'a>, Diagnostic> {
        let whole = self.squads_at(named);
        let is_whole = whole.words == named.len() && whole.matches.len() == 1;
        let (named, says_squad) = if is_whole { (named, false) } else { self.without_company(named) };
        let span = self.span_of(named);
        if let Some(only) = self.only_squad().filter(|_| says_squad && named.iter().all(|it| self.is_company(it))) {
            return Ok(Subject { squad: Ok(only), named, several: Vec::new() });
        }
        let found = if is_whole { whole } else { self.squads_at(named) };
        let matches = if found.words == named.len() { found.matches } else { Few::default() };
        let squad = match self.own_squad(&matches, span.clone(), self.written(named)) {
            Ok(squad) => Ok(squad),
            Err(refused) => {
                let hero = self.hero_named(named).ok_or(refused)?;
                let unit = self.context.battle.setup().caster(hero).hero;
                let whole = unit.map(|it| self.context.battle.unit(it).squad);
                let means_squad = says_squad || is_possessive(self.written(named));
                match whole.filter(|it| means_squad && self.commands(*it)) {
                    Some(squad) => Ok(squad),
                    None => self.squad_of_hero(hero, span),
                }
            }
        };
        Ok(Subject { squad, named, several: Vec::new() })
    }

    // `Alpha` of `Alpha squad (8 men)`, and whether it says that it is a squad.
    fn without_company(&self, named: &'a [Word]) -> (&'a [Word], bool) {
        let is_company = |it: &Word| it.meaning == Some(Keyword::Squad);
        let aside = named.iter().skip(1).position(|it| it.gap.has(Gap::OPEN)).map_or(named.len(), |it| it + 1);
        let mut kept = named.get(..aside).unwrap_or(named);
        while let [rest @ .., last] = kept
            && !rest.is_empty()
            && (is_company(last)
                || matches!(last.meaning, Some(Keyword::Telling | Keyword::Polite | Keyword::Orders))
                || last.kind == Kind::Comma)
        {
            kept = rest;
        }
        while let [first, rest @ ..] = kept
            && !rest.is_empty()
            && (self.is_company(first) || first.meaning == Some(Keyword::Telling))
        {
            kept = rest;
        }
        (kept, named.iter().any(is_company))
    }

    /// Whether a word only says that a squad is named behind it: `squad`, `both`, `all of`.
    pub(super) fn is_company(&self, word: &Word) -> bool {
        matches!(word.meaning, Some(Keyword::Squad | Keyword::Both | Keyword::All))
            || word.kind == Kind::Word && self.context.words.folded(word) == "of"
    }

    /// The squads that these words name, all of them: one, several, or everybody.
    pub(super) fn subjects_named(&self, named: &'a [Word]) -> Result<Subject<'a>, Diagnostic> {
        if self.everybody(named) == Some(named.len()) {
            return self.all_squads(named);
        }
        let found = self.squads_at(named);
        if found.words == named.len() {
            return self.subject_named(named);
        }
        match self.several_named(named) {
            Some(several) => several,
            None => self.subject_named(named),
        }
    }

    /// How many words say that everybody is meant: `everyone`, `all three squads`, `both`, `all except Otter`.
    pub(super) fn everybody(&self, from: &[Word]) -> Option<usize> {
        let first = from.first()?;
        let is_many = matches!(self.context.words.folded(first), "squads" | "teams");
        if !(is_many || matches!(first.meaning, Some(Keyword::All | Keyword::Both))) || self.is_squad(from) {
            return None;
        }
        let adds = |it: &Word| {
            let folded = self.context.words.folded(it);
            matches!(it.meaning, Some(Keyword::Squad | Keyword::Article))
                || matches!(folded, "of" | "units" | "unit" | "them" | "us" | "teams" | "hands" | "else" | "troops")
                || OWN.contains(&folded)
                || self.number_in(it).is_some()
        };
        let mut length = 1;
        while from.get(length).is_some_and(|it| adds(it) && !self.is_squad(from.get(length..).unwrap_or_default())) {
            length += 1;
        }
        let is_except = |it: &Word| it.meaning == Some(Keyword::Except) || self.context.words.folded(it) == "but";
        if !from.get(length).is_some_and(is_except) {
            // `both Alpha and Bravo`, `all of Alpha`
            let names_them = from.get(length..).is_some_and(|it| {
                let found = self.squads_at(it);
                let is_word = it.first().is_some_and(|it| it.meaning.is_none());
                found.matches.iter().any(|it| is_word || it.is_exact)
            });
            return Some(length).filter(|_| !names_them);
        }
        length += 1;
        while let Some(rest) = from.get(length..).filter(|it| self.is_squad(it)) {
            length += self.squads_at(rest).words;
            let joins = from.get(length).is_some_and(|it| it.kind == Kind::Comma || it.meaning == Some(Keyword::And));
            if !joins || !self.is_squad(from.get(length + 1..).unwrap_or_default()) {
                break;
            }
            length += 1;
        }
        Some(length)
    }

    fn is_squad(&self, from: &[Word]) -> bool {
        0 < self.squads_at(from).words
    }

    // All squads of the poster that are on the map, but for those that are left out.
    fn all_squads(&self, named: &'a [Word]) -> Result<Subject<'a>, Diagnostic> {
        let battle = self.context.battle;
        let span = self.span_of(named);
        let own = battle.setup().squad_ids().filter(|it| self.commands(*it) && battle.is_on_map(*it));
        let mut several: Vec<SquadId> = own.collect();
        let says = named.iter().find_map(|it| self.number_in(it).filter(|_| it.kind == Kind::Word));
        let says = says.or_else(|| named.first().filter(|it| it.meaning == Some(Keyword::Both)).map(|_| 2));
        if says.is_some_and(|it| usize::from(it) != several.len()) || several.is_empty() {
            return Err(say::not_so_many(span, &self.names_of(&several)));
        }
        let is_except = |it: &Word| it.meaning == Some(Keyword::Except) || self.context.words.folded(it) == "but";
        if let Some(at) = named.iter().position(is_except) {
            let joins = |it: &Word| it.kind == Kind::Comma || it.meaning == Some(Keyword::And);
            for name in named.get(at + 1..).unwrap_or_default().split(joins).filter(|it| !it.is_empty()) {
                let out = self.subject_named(name)?.squad?;
                several.retain(|it| *it != out);
            }
        }
        let squad = several.first().copied().ok_or_else(|| say::which_squad(span, &self.own_squads()))?;
        if several.len() == 1 {
            several.clear();
        }
        Ok(Subject { squad: Ok(squad), named, several })
    }

    /// Each squad that an order is for, if there are several, and where the order goes on behind them.
    pub(super) fn each_of(&mut self, subject: Option<&Subject<'_>>) -> (Vec<SquadId>, usize) {
        let place = self.place();
        let from = place + 1;
        let is_for_formation = self.formation_verb(self.peek()).is_some();
        if is_for_formation {
            return (Vec::new(), from);
        }
        if let Some(subject) = subject {
            return (subject.several.clone(), place);
        }
        let may_name_several = matches!(
            self.keyword(),
            Some(
                Keyword::Shoot | Keyword::Melee | Keyword::Move | Keyword::Charge | Keyword::Hold | Keyword::Disengage
            )
        );
        if !may_name_several {
            return (Vec::new(), from);
        }
        self.advance(1);
        let length = self.squads_ahead();
        let named = length.and_then(|it| self.rest().get(..it));
        // `shoot all` says no more than whom to shoot.
        let named = named.filter(|it| self.everybody(it).is_none() || !self.fires_at_all(place));
        let several = named.and_then(|it| self.subjects_named(it).ok()).map(|it| it.several).unwrap_or_default();
        self.go_to(place);
        (several, from + length.unwrap_or(0))
    }

    fn fires_at_all(&self, verb: usize) -> bool {
        let verb = self.all().get(verb).and_then(|it| it.meaning);
        matches!(verb, Some(Keyword::Shoot | Keyword::Melee | Keyword::Charge))
    }

    /// The poster's hero that these words name, all of them.
    fn hero_named(&self, named: &[Word]) -> Option<CasterId> {
        let found = self.context.names.casters.find(self.context.words, named);
        let casters = found.matches.iter().filter_map(|it| it.caster());
        let mut own = casters.filter(|it| self.is_own_caster(*it) && found.words == named.len());
        own.next().filter(|_| own.next().is_none())
    }

    /// The hero that a line is for, if its subject is one.
    pub(super) fn hero_of(&self, subject: Option<&Subject<'_>>) -> Option<CasterId> {
        self.hero_named(subject?.named)
    }

    /// The squad that an order is for: the subject of its line, or else what is named here, or the poster's only one.
    pub(super) fn squad(&mut self, subject: Option<&Subject<'_>>) -> Result<SquadId, Diagnostic> {
        if let Some(subject) = subject {
            return subject.squad.clone();
        }
        let found = self.squads_at(self.rest());
        let is_own = found.matches.iter().any(|it| self.commands(it.squad()));
        if !is_own && let Some(only) = self.only_squad() {
            return Ok(only);
        }
        if self.is_done() || found.words == 0 && self.keyword().is_some_and(|it| it != Keyword::Article) {
            let span = self.last_word().map_or_else(|| self.here(), |it| it.span.clone());
            return Err(say::which_squad(span, &self.own_squads()));
        }
        let Called { named, span, written } = self.called(found.words);
        let squad = self.own_squad(&found.matches, span.clone(), written).or_else(|refused| {
            let hero = self.context.names.casters.find(self.context.words, named).matches;
            let hero = hero.first().and_then(|it| it.caster()).filter(|it| self.is_own_caster(*it));
            let enemies = self.sort(&found.matches, |it| self.context.battle.side(it) != self.own_side()).fitting;
            match (hero, &enemies[..]) {
                (Some(hero), _) => self.squad_of_hero(hero, span),
                (None, [enemy]) => Err(say::enemy_only(span, self.name_of(*enemy), &self.own_squads())),
                (None, _) => Err(refused),
            }
        })?;
        self.advance(named.len());
        self.take(Keyword::Squad);
        Ok(squad)
    }

    /// The poster's only squad on the map. Fiction doesn't mean it without its name.
    pub(super) fn only_squad(&self) -> Option<SquadId> {
        let (battle, poster) = (self.context.battle, self.context.poster);
        if self.is_strict() || poster == Poster::Gm {
            return None;
        }
        let mut own = battle.setup().squad_ids().filter(|it| self.commands(*it) && battle.is_on_map(*it));
        let only = own.next()?;
        own.next().is_none().then_some(only)
    }

    fn own_squad(&self, matches: &[Match], span: Range<usize>, written: &str) -> Result<SquadId, Diagnostic> {
        let sorted = self.sort(matches, |it| self.commands(it));
        self.only(&sorted, (span.clone(), written), |wrong| match wrong {
            Some(foreign) => self.foreign(span, foreign),
            None => {
                // Whoever has been told them several times knows what they are called.
                let own = if self.context.suggestions.get() == 0 { Vec::new() } else { self.own_squads() };
                let nearest = self.nearest(written, own.iter().copied());
                say::unknown_squad(span, written, &nearest, &own)
            }
        })
    }

    /// The one squad that is right, or why there is none: it isn't on the map, there are several, or what is said of one that
    /// is wrong, or of nobody at all.
    fn only(
        &self,
        sorted: &Sorted,
        (span, written): (Range<usize>, &str),
        refused: impl FnOnce(Option<SquadId>) -> Diagnostic,
    ) -> Result<SquadId, Diagnostic> {
        match (&sorted.fitting[..], &sorted.absent[..], &sorted.wrong[..]) {
            ([squad], ..) => Ok(*squad),
            ([], [absent, ..], _) => Err(self.absent(span, *absent)),
            ([], [], wrong) => Err(refused(wrong.first().copied())),
            (several, ..) => Err(say::ambiguous(span, written, &self.names_of(several))),
        }
    }

    // The names of the squads that the poster commands.
    pub(super) fn own_squads(&self) -> Vec<&'a str> {
        let battle = self.context.battle;
        let own = battle.setup().squad_ids().filter(|it| self.commands(*it) && battle.is_on_map(*it));
        own.map(|it| self.name_of(it)).collect()
    }

    // A squad that nobody of is on the map: not yet, or not any more.
    pub(super) fn absent(&self, span: Range<usize>, squad: SquadId) -> Diagnostic {
        let name = self.name_of(squad);
        if self.context.battle.squad(squad).in_reserve { say::in_reserve(span, name) } else { say::gone(span, name) }
    }

    fn foreign(&self, span: Range<usize>, squad: SquadId) -> Diagnostic {
        let setup = self.context.battle.setup();
        let name = self.name_of(squad);
        match setup.squad(squad).seat {
            Some(seat) => say::squad_of_other(span, name, &setup.seat(seat).name),
            None if self.context.battle.side(squad) != self.own_side() => say::squad_of_enemy(span, name),
            None => say::squad_of_gm(span, name),
        }
    }

    /// The side that the poster fights on; the GM's is the enemy, who has more to be kept secret from.
    fn own_side(&self) -> Side {
        match self.context.poster {
            Poster::Seat(_) => Side::Players,
            Poster::Gm => Side::Enemy,
        }
    }

    // A hero who is alone is a squad; one who is with others follows their orders (H-1).
    fn squad_of_hero(&self, hero: CasterId, span: Range<usize>) -> Result<SquadId, Diagnostic> {
        let battle = self.context.battle;
        let name = &battle.setup().caster(hero).name;
        let Some(unit) = battle.setup().caster(hero).hero else { return Err(say::no_hero(span, name)) };
        let squad = battle.unit(unit).squad;
        if !battle.unit(unit).is_standing() {
            return Err(say::hero_down(span, name));
        }
        if 1 < battle.squad(squad).members.len() {
            return Err(say::hero_in_squad(span, name, self.name_of(squad)));
        }
        Ok(squad)
    }

    // Squads that never had anybody are left out, and so are the enemy's reserves: nobody is told of them.
    pub(super) fn sort(&self, matches: &[Match], fits: impl Fn(SquadId) -> bool) -> Sorted {
        let battle = self.context.battle;
        let mut sorted = Sorted::default();
        for squad in matches.iter().map(|it| it.squad()) {
            let is_secret = battle.squad(squad).in_reserve
                && self.context.poster != Poster::Gm
                && battle.side(squad) != self.own_side();
            if battle.squad(squad).members.is_empty() || is_secret {
                continue;
            }
            match (fits(squad), battle.is_on_map(squad)) {
                (true, true) => sorted.fitting.push(squad),
                (true, false) => sorted.absent.push(squad),
                (false, _) => sorted.wrong.push(squad),
            }
        }
        sorted
    }

    pub(super) fn names_of(&self, squads: &[SquadId]) -> Vec<&'a str> {
        squads.iter().map(|it| self.name_of(*it)).collect()
    }

    /// An enemy that a squad is to deal with.
    pub(super) fn enemy(&mut self, squad: SquadId) -> Result<SquadId, Diagnostic> {
        let battle = self.context.battle;
        let side = battle.side(squad);
        let start = self.here();
        let company = self.company_ahead();
        if let Some(target) = self.near_enemy(squad)? {
            self.last_enemy = Some(target);
            return Ok(target);
        }
        if self.keyword() == Some(Keyword::Pronoun)
            && let Some(target) = self.last_enemy.filter(|_| matches!(self.folded(), "them" | "it" | "em" | "him"))
        {
            self.advance(1);
            return Ok(target);
        }
        let rest = self.rest().get(company..).unwrap_or_default();
        let found = self.squads_at(rest);
        if 0 < found.words {
            self.advance(company);
        }
        let Called { named, span, written } = self.called(found.words);
        let says_nobody = found.words == 0 && self.keyword().is_some_and(|it| !matches!(it, Keyword::Article));
        if named.is_empty() || says_nobody {
            let here = if self.is_done() { self.here_or_last() } else { self.here() };
            return Err(say::no_target(here, self.name_of(squad), &self.enemies_of(squad)));
        }
        if found.words == 0
            && let Some(target) = self.enemy_at_tile(side)
        {
            self.last_enemy = target.as_ref().ok().copied();
            return target;
        }
        let span = if found.words == 0 { start.start..span.end } else { span };
        let sorted = self.sort(&found.matches, |it| battle.side(it) != side);
        let target = self.only(&sorted, (span.clone(), written), |wrong| match wrong {
            Some(friend) => say::friend_as_target(span, self.name_of(friend)),
            None => {
                let enemies = battle.squads_of(side.other()).map(|it| self.name_of(it));
                let nearest = self.nearest(written, enemies);
                say::unknown_target(span, written, &nearest, &self.enemies_of(squad))
            }
        })?;
        self.advance(named.len());
        self.take(Keyword::Squad);
        self.last_enemy = Some(target);
        Ok(target)
    }

    // `R4`, `the squad at R4`: whoever stands there.
    fn enemy_at_tile(&mut self, side: Side) -> Option<Result<SquadId, Diagnostic>> {
        let battle = self.context.battle;
        let leads = |it: &&Word| {
            let is_filler = matches!(
                it.meaning,
                Some(
                    Keyword::Article
                        | Keyword::Squad
                        | Keyword::Enemy
                        | Keyword::At
                        | Keyword::On
                        | Keyword::In
                        | Keyword::Step
                )
            );
            is_filler || matches!(self.context.words.folded(it), "ones" | "guys" | "target")
        };
        let skipped = self.rest().iter().take_while(leads).count();
        let word = self.rest().get(skipped).filter(|it| self.is_tile_of_map(it))?;
        let tile = self.context.words.folded(word).parse::<Tile>().ok()?;
        let squad = battle.who_stands_on(tile).map(|it| battle.unit(it).squad);
        let target = squad.filter(|it| battle.side(*it) != side);
        let nobody = || say::nobody_there(word.span.clone(), tile);
        self.advance(if target.is_some() { skipped + 1 } else { 0 });
        Some(target.ok_or_else(nobody))
    }

    // How many words only say that an enemy squad follows: `the enemy squad`.
    fn company_ahead(&self) -> usize {
        let adds = |it: &&Word| matches!(it.meaning, Some(Keyword::Article | Keyword::Enemy | Keyword::Squad));
        let length = self.rest().iter().take_while(adds).count();
        let says_so = |it: &Word| matches!(it.meaning, Some(Keyword::Enemy | Keyword::Squad));
        if self.rest().iter().take(length).any(says_so) { length } else { 0 }
    }

    // `the nearest enemy`, `the closest Boyz`.
    fn near_enemy(&mut self, squad: SquadId) -> Result<Option<SquadId>, Diagnostic> {
        let article = usize::from(self.keyword() == Some(Keyword::Article));
        if self.meaning_at(article) != Some(Keyword::Nearest) {
            return Ok(None);
        }
        let start = self.here().start;
        self.advance(article + 1);
        let side = self.context.battle.side(squad);
        while matches!(self.keyword(), Some(Keyword::Enemy | Keyword::Squad))
            || matches!(self.folded(), "unit" | "of" | "one" | "target")
        {
            self.advance(1);
        }
        let found = self.squads_at(self.rest());
        let among = self.sort(&found.matches, |it| self.context.battle.side(it) != side).fitting;
        self.advance(if among.is_empty() { 0 } else { found.words });
        match self.nearest_enemy(squad, |it| among.is_empty() || among.contains(&it)) {
            Some(target) => Ok(Some(target)),
            None => Err(say::no_target(start..self.end(), self.name_of(squad), &[])),
        }
    }

    /// The enemy that is nearest to a squad, of those that may be meant.
    pub(super) fn nearest_enemy(&self, squad: SquadId, may_be: impl Fn(SquadId) -> bool) -> Option<SquadId> {
        self.enemies_by_distance(squad).into_iter().map(|it| it.1).find(|it| may_be(*it))
    }

    fn enemies_by_distance(&self, squad: SquadId) -> Vec<(u16, SquadId)> {
        let battle = self.context.battle;
        let distance = |target: SquadId| {
            let here = battle.standing(squad).map(|it| battle.footprint(it));
            here.flat_map(|it| battle.standing(target).map(move |other| it.distance(battle.footprint(other)))).min()
        };
        let enemies = battle.squads_of(battle.side(squad).other());
        let mut enemies: Vec<(u16, SquadId)> = enemies.filter_map(|it| Some((distance(it)?, it))).collect();
        enemies.sort();
        enemies
    }

    // The names of those that could be meant, the nearest first; none if the post has asked too often.
    fn enemies_of(&self, squad: SquadId) -> Vec<&'a str> {
        const LISTED: usize = 4;
        let left = self.context.suggestions.get();
        if left == 0 {
            return Vec::new();
        }
        self.context.suggestions.set(left - 1);
        self.enemies_by_distance(squad).into_iter().take(LISTED).map(|it| self.name_of(it.1)).collect()
    }

    fn here_or_last(&self) -> Range<usize> {
        self.peek().or(self.last_word()).map_or(0..0, |it| it.span.clone())
    }

    /// A squad or an objective that a squad can make for.
    pub(super) fn somewhere(&mut self, squad: SquadId) -> Result<Place, Diagnostic> {
        let (names, words) = (self.context.names, self.context.words);
        if let Some(target) = self.near_enemy(squad)? {
            return Ok(Place::Squad(target));
        }
        let company = self.company_ahead();
        self.advance(company);
        let squads = self.squads_at(self.rest());
        let objectives = names.objectives.find(words, self.rest());
        let longest = squads.words.max(objectives.words);
        let Called { named, span, written } = self.called(longest);
        let present = |found: &Found| if found.words == longest { found.matches.clone() } else { Few::default() };
        let sorted = self.sort(&present(&squads), |it| it != squad);
        let objective = |it: &Match| u8::try_from(it.id).ok().map(|id| Place::Objective(ObjectiveId(id)));
        let mut places: Vec<Place> = sorted.fitting.iter().map(|it| Place::Squad(*it)).collect();
        places.extend(present(&objectives).iter().filter_map(objective));
        let place = match (&places[..], &sorted.absent[..]) {
            ([place], _) => *place,
            ([], [absent, ..]) => return Err(self.absent(span, *absent)),
            ([], []) if !sorted.wrong.is_empty() => return Err(say::toward_itself(span, written)),
            ([], []) => return Err(self.unknown_place(span, written)),
            (several, _) => {
                let names: Vec<&str> = several.iter().map(|it| self.name_of_place(*it)).collect();
                return Err(say::ambiguous(span, written, &names));
            }
        };
        self.advance(named.len());
        self.take(Keyword::Squad);
        Ok(place)
    }

    pub(super) fn name_of_place(&self, place: Place) -> &'a str {
        match place {
            Place::Squad(squad) => self.name_of(squad),
            Place::Objective(it) => &self.context.battle.setup().objective(it).name,
        }
    }

    fn unknown_place(&self, span: Range<usize>, written: &str) -> Diagnostic {
        let battle = self.context.battle;
        let squads = Side::ALL.into_iter().flat_map(|side| battle.squads_of(side)).map(|it| self.name_of(it));
        let objectives = battle.setup().objectives.iter().map(|it| it.name.as_str());
        say::unknown_place(span, written, &self.nearest(written, squads.chain(objectives)))
    }

    /// **S-1** Whether anybody of a squad has something to shoot with.
    pub(super) fn can_shoot(&self, squad: SquadId) -> bool {
        let battle = self.context.battle;
        let mut carried = battle.standing(squad).flat_map(|it| &battle.profile(it).weapons);
        carried.any(|it| !battle.setup().weapon(*it).is_melee())
    }

    fn has(&self, squad: SquadId, weapon: WeaponId) -> bool {
        let battle = self.context.battle;
        battle.standing(squad).any(|it| battle.profile(it).weapons.contains(&weapon))
    }

    fn weapons_of(&self, squad: SquadId) -> Vec<WeaponId> {
        let battle = self.context.battle;
        let mut weapons = Vec::new();
        for weapon in battle.standing(squad).flat_map(|it| &battle.profile(it).weapons) {
            if !weapons.contains(weapon) {
                weapons.push(*weapon);
            }
        }
        weapons
    }

    /// A weapon or team that a squad has, and how many words name it.
    pub(super) fn armament(&self, squad: SquadId) -> Option<(With, usize)> {
        let (names, words, battle) = (self.context.names, self.context.words, self.context.battle);
        let weapons = names.weapons.find(words, self.rest());
        let mut fitting = weapons.matches.iter().map(|it| WeaponId(it.id)).filter(|it| self.has(squad, *it));
        if let Some(weapon) = fitting.next().filter(|_| fitting.next().is_none()) {
            return Some((With::Weapon(weapon), weapons.words));
        }
        let profiles = names.profiles.find(words, self.rest());
        let is_member = |it: &ProfileId| battle.standing(squad).any(|unit| battle.setup().unit(unit).profile == *it);
        let mut fitting = profiles.matches.iter().map(|it| ProfileId(it.id)).filter(is_member);
        let profile = fitting.next().filter(|_| fitting.next().is_none())?;
        Some((With::Team(profile), profiles.words))
    }

    /// **S-4** A weapon to shoot with, or a team; `None`: everything.
    pub(super) fn ranged(&mut self, squad: SquadId) -> Result<Option<With>, Diagnostic> {
        let start = self.place();
        if self.take(Keyword::All) {
            self.skip_own();
            if self.armament(squad).is_none() {
                self.take_word(&["weapons", "guns", "arms", "weaponry"]);
                while self.take_word(HAVING) {}
                return Ok(None);
            }
        }
        self.skip_own();
        let here = self.here();
        let count = self.number_of_weapons();
        let Some((with, words)) = self.armament(squad) else {
            self.go_to(start);
            return Err(self.unknown_weapon(squad, false));
        };
        if let With::Weapon(weapon) = with
            && self.context.battle.setup().weapon(weapon).is_melee()
        {
            return Err(say::melee_weapon_fired(here, &self.context.battle.setup().weapon(weapon).name));
        }
        if let Some((count, span)) = count {
            self.check_count(squad, with, count, span)?;
        }
        self.advance(words);
        Ok(Some(with))
    }

    // `their`, `the`, `all of its`.
    fn skip_own(&mut self) {
        while matches!(self.keyword(), Some(Keyword::Article | Keyword::Both)) || self.take_word_ahead(OWN) {
            self.advance(1);
        }
    }

    fn take_word_ahead(&self, any: &[&str]) -> bool {
        !self.is_done() && (any.contains(&self.folded()) || matches!(self.folded(), "of" | "own"))
    }

    // `8 rifles`: a weapon may have a number in its name.
    fn number_of_weapons(&mut self) -> Option<(u16, Range<usize>)> {
        let span = self.here();
        let count = self.number_ahead()?;
        let is_name = 0 < self.context.names.weapons.find(self.context.words, self.rest()).words;
        if is_name {
            return None;
        }
        self.advance(1);
        Some((count, span))
    }

    /// **S-4** Weapons fire together: a number of them is all of them.
    fn check_count(&self, squad: SquadId, with: With, count: u16, span: Range<usize>) -> Result<(), Diagnostic> {
        let battle = self.context.battle;
        let carries = |it: &UnitId| match with {
            With::Weapon(weapon) => battle.profile(*it).weapons.contains(&weapon),
            With::Team(profile) => battle.setup().unit(*it).profile == profile,
        };
        let all = battle.standing(squad).filter(carries).count();
        let name = match with {
            With::Weapon(weapon) => &battle.setup().weapon(weapon).name,
            With::Team(profile) => &battle.setup().profiles[usize::from(profile.0)].name,
        };
        if usize::from(count) == all { Ok(()) } else { Err(say::weapons_fire_together(span, name, all)) }
    }

    /// Whether a weapon comes next that a squad has.
    pub(super) fn is_armed_with(&mut self, squad: SquadId) -> bool {
        let place = self.place();
        self.take(Keyword::All);
        self.skip_own();
        self.number_of_weapons();
        let is_armed = self.armament(squad).is_some();
        self.go_to(place);
        is_armed
    }

    /// **M-8** A weapon to strike with.
    pub(super) fn melee_weapon(&mut self, squad: SquadId) -> Result<WeaponId, Diagnostic> {
        let here = self.here();
        self.take(Keyword::All);
        self.skip_own();
        match self.armament(squad) {
            Some((With::Weapon(weapon), words)) if self.context.battle.setup().weapon(weapon).is_melee() => {
                self.advance(words);
                Ok(weapon)
            }
            Some((With::Weapon(weapon), _)) => {
                Err(say::ranged_weapon_struck_with(here, &self.context.battle.setup().weapon(weapon).name))
            }
            _ => Err(self.unknown_weapon(squad, true)),
        }
    }

    fn unknown_weapon(&self, squad: SquadId, melee: bool) -> Diagnostic {
        let setup = self.context.battle.setup();
        if let Some(words) = self.names_ability() {
            let ability = self.written(self.rest().get(..words).unwrap_or_default());
            let span = self.span_of(self.rest().get(..words).unwrap_or_default());
            return say::ability_as_weapon(span, ability, self.name_of(squad));
        }
        let named = self.name_like();
        let carried: Vec<&str> = self
            .weapons_of(squad)
            .into_iter()
            .map(|it| setup.weapon(it))
            .filter(|it| it.is_melee() == melee)
            .map(|it| it.name.as_str())
            .collect();
        say::unknown_weapon(self.span_of(named), self.name_of(squad), self.written(named), &carried)
    }

    fn is_own_caster(&self, caster: CasterId) -> bool {
        let seat = self.context.battle.setup().caster(caster).seat;
        match self.context.poster {
            Poster::Seat(own) => seat == Some(own),
            Poster::Gm => seat.is_none(),
        }
    }

    /// A hero of the poster.
    pub(super) fn caster(&mut self) -> Result<CasterId, Diagnostic> {
        let setup = self.context.battle.setup();
        let found = self.context.names.casters.find(self.context.words, self.rest());
        let Called { named, span, written } = self.called(found.words);
        let casters: Vec<CasterId> = found.matches.iter().filter_map(|it| it.caster()).collect();
        let own: Vec<CasterId> = casters.iter().copied().filter(|it| self.is_own_caster(*it)).collect();
        let name = |it: CasterId| setup.caster(it).name.as_str();
        match (&own[..], &casters[..]) {
            ([caster], _) => {
                self.advance(named.len());
                Ok(*caster)
            }
            ([], [foreign, ..]) => Err(say::hero_of_other(span, name(*foreign))),
            ([], []) => {
                let own = setup.caster_ids().filter(|it| self.is_own_caster(*it)).map(name);
                Err(say::unknown_hero(span, written, &self.nearest(written, own)))
            }
            (several, _) => {
                let names: Vec<&str> = several.iter().map(|it| name(*it)).collect();
                Err(say::ambiguous(span, written, &names))
            }
        }
    }

    /// **H-1** The hero that an order is for.
    pub(super) fn hero(&mut self, subject: Option<&Subject<'_>>, here: Range<usize>) -> Result<UnitId, Diagnostic> {
        let setup = self.context.battle.setup();
        let caster = match (self.hero_of(subject), subject) {
            (Some(hero), _) => hero,
            (None, Some(subject)) => {
                let squad = subject.squad.clone()?;
                return Err(say::only_heroes_join(here, self.name_of(squad)));
            }
            (None, None) => self.caster()?,
        };
        let name = &setup.caster(caster).name;
        let hero = setup.caster(caster).hero.ok_or_else(|| say::no_hero(here.clone(), name))?;
        if !self.context.battle.unit(hero).is_standing() {
            return Err(say::hero_down(here, name));
        }
        Ok(hero)
    }

    /// **H-1** The squad that a hero is to join.
    pub(super) fn squad_to_join(&mut self, hero: UnitId) -> Result<SquadId, Diagnostic> {
        let battle = self.context.battle;
        let from = battle.unit(hero).squad;
        let found = self.squads_at(self.rest());
        let Called { named, span, written } = self.called(found.words);
        let sorted = self.sort(&found.matches, |it| battle.side(it) == battle.side(from));
        let squad = self.only(&sorted, (span.clone(), written), |wrong| match wrong {
            Some(enemy) => say::enemy_joined(span.clone(), self.name_of(enemy)),
            None => {
                let friends = battle.squads_of(battle.side(from)).map(|it| self.name_of(it));
                say::unknown_friend(span.clone(), written, &self.nearest(written, friends))
            }
        })?;
        if squad == from {
            return Err(say::in_it_already(span, &battle.setup().unit(hero).name, self.name_of(from)));
        }
        self.advance(named.len());
        Ok(squad)
    }

    /// **H-1** What may keep a hero from joining, unless something changes before.
    pub(super) fn too_far_to_join(&self, hero: UnitId, squad: SquadId, span: Range<usize>) -> Option<Diagnostic> {
        let battle = self.context.battle;
        let name = &battle.setup().unit(hero).name;
        let from = battle.footprint(hero);
        let distance = battle.standing(squad).map(|it| from.distance(battle.footprint(it))).min()?;
        if 1 < distance {
            return Some(say::too_far_to_join(span, name, self.name_of(squad), distance));
        }
        battle.hero(squad).map(|_| say::has_a_hero(span, self.name_of(squad)))
    }

    /// **C-4** An ability, and where its name stands.
    pub(super) fn ability_named(&mut self) -> Result<(AbilityId, Range<usize>), Diagnostic> {
        let setup = self.context.battle.setup();
        let found = self.context.names.abilities.find(self.context.words, self.rest());
        let Called { named, span, written } = self.called(found.words);
        let own = || -> Vec<&str> {
            let own = setup.ability_ids().filter(|it| self.who_has(*it).next().is_some());
            own.map(|it| setup.ability(it).name.as_str()).collect()
        };
        if named.is_empty() {
            return Err(say::which_ability(span, &own()));
        }
        let all: Vec<AbilityId> = found.matches.iter().map(|it| AbilityId(it.id)).collect();
        let known: Vec<AbilityId> = all.iter().copied().filter(|it| self.who_has(*it).next().is_some()).collect();
        let name = |it: &AbilityId| setup.ability(*it).name.as_str();
        let ability = match (&known[..], &all[..]) {
            ([ability], _) | ([], [ability]) => *ability,
            ([], []) => {
                let nearest = self.nearest(written, own());
                return Err(say::unknown_ability(span, written, &nearest, &own()));
            }
            ([], several) | (several, _) => {
                let names: Vec<&str> = several.iter().map(name).collect();
                return Err(say::ambiguous(span, written, &names));
            }
        };
        self.advance(named.len());
        Ok((ability, span))
    }

    pub(super) fn who_has(&self, ability: AbilityId) -> impl Iterator<Item = CasterId> + '_ {
        let setup = self.context.battle.setup();
        setup.caster_ids().filter(move |it| self.is_own_caster(*it) && setup.caster(*it).abilities.contains(&ability))
    }

    /// **H-2** Who is to use an ability.
    pub(super) fn caster_of(
        &self,
        ability: AbilityId,
        named: Option<CasterId>,
        span: Range<usize>,
    ) -> Result<CasterId, Diagnostic> {
        let battle = self.context.battle;
        let it = battle.setup().ability(ability);
        let name = |caster: CasterId| battle.setup().caster(caster).name.as_str();
        let able: Vec<CasterId> = self.who_has(ability).filter(|by| named.is_none_or(|it| it == *by)).collect();
        let up: Vec<CasterId> = able.iter().copied().filter(|by| !it.needs_hero || self.is_up(*by)).collect();
        match (&up[..], &able[..], named) {
            ([by], ..) => Ok(*by),
            ([], [], Some(hero)) => Err(say::not_their_ability(span, name(hero), &it.name)),
            ([], [], None) => Err(say::nobodys_ability(span, &it.name)),
            ([], [down, ..], _) => Err(say::hero_too_weak(span, name(*down), &it.name)),
            (several, ..) => {
                let names: Vec<&str> = several.iter().map(|it| name(*it)).collect();
                Err(say::by_whom(span, &it.name, &names))
            }
        }
    }

    fn is_up(&self, caster: CasterId) -> bool {
        let battle = self.context.battle;
        battle.setup().caster(caster).hero.is_some_and(|it| battle.unit(it).is_standing())
    }

    /// **C-4** What an ability is to be used on, as far as it is named here.
    pub(super) fn target_of(&mut self, ability: AbilityId) -> Result<AbilityOn, Diagnostic> {
        let it = self.context.battle.setup().ability(ability);
        if it.target == AbilityTarget::Tile {
            return self.tile_on_map().map(AbilityOn::Tile);
        }
        if it.target.is_unit() {
            let side = if it.target.is_enemy() { self.own_side().other() } else { self.own_side() };
            let battle = self.context.battle;
            let (unit, place) = self.any_unit(&[], |_, unit| battle.side(battle.unit(unit).squad) == side)?;
            return self.standing_unit(unit, place).map(AbilityOn::Unit);
        }
        while self.take_word(OWN)
            || self.take(Keyword::Enemy)
            || self.names_squad(1) && (self.take(Keyword::Squad) || self.take(Keyword::Article))
        {}
        let found = self.squads_at(self.rest());
        let Called { named, span, written } = self.called(found.words);
        let wants_enemy = it.target.is_enemy();
        let own = self.own_side();
        let battle = self.context.battle;
        let sorted = self.sort(&found.matches, |it| (battle.side(it) != own) == wants_enemy);
        let squad = self.only(&sorted, (span.clone(), written), |wrong| match wrong {
            Some(wrong) => say::wrong_target(span, &it.name, it.target, self.name_of(wrong)),
            None => {
                let side = if wants_enemy { own.other() } else { own };
                let nearest = self.nearest(written, battle.squads_of(side).map(|it| self.name_of(it)));
                say::unknown_ability_target(span, written, &nearest)
            }
        })?;
        self.advance(named.len());
        self.take(Keyword::Squad);
        Ok(AbilityOn::Squad(squad))
    }

    /// **C-4** Whether an ability of this hero may be used on that.
    pub(super) fn fitting(
        &self,
        ability: AbilityId,
        by: CasterId,
        on: AbilityOn,
        span: Range<usize>,
    ) -> Result<AbilityOn, Diagnostic> {
        let battle = self.context.battle;
        let it: &Ability = battle.setup().ability(ability);
        let Some(squad) = on.squad(battle) else { return Ok(on) };
        let caster = battle.setup().caster(by);
        let fits = match it.target {
            AbilityTarget::OwnSquad | AbilityTarget::OwnUnit => {
                battle.setup().squad(squad).seat == caster.seat && self.is_friend(by, squad)
            }
            AbilityTarget::AlliedSquad | AbilityTarget::AlliedUnit => self.is_friend(by, squad),
            AbilityTarget::EnemySquad | AbilityTarget::EnemyUnit => !self.is_friend(by, squad),
            AbilityTarget::Own => caster.hero.map(AbilityOn::Unit) == Some(on),
            AbilityTarget::Tile => false,
        };
        let is_one = matches!(on, AbilityOn::Unit(_));
        let named = || say::target_name(battle, on);
        if fits && is_one == it.target.is_unit() {
            Ok(on)
        } else {
            Err(say::wrong_target(span, &it.name, it.target, &named()))
        }
    }

    fn is_friend(&self, caster: CasterId, squad: SquadId) -> bool {
        self.context.battle.setup().caster(caster).side == self.context.battle.side(squad)
    }

    /// **C-4** The hero himself.
    pub(super) fn hero_himself(&self, by: CasterId, span: Range<usize>) -> Result<AbilityOn, Diagnostic> {
        let caster = self.context.battle.setup().caster(by);
        caster.hero.map(AbilityOn::Unit).ok_or_else(|| say::no_hero(span, &caster.name))
    }

    /// **C-4** A target that is too far from the hero, unless somebody moves before.
    pub(super) fn out_of_range(
        &self,
        ability: AbilityId,
        by: CasterId,
        on: AbilityOn,
        span: Range<usize>,
    ) -> Option<Diagnostic> {
        let battle = self.context.battle;
        let it = battle.setup().ability(ability);
        let range = it.range?;
        let hero = battle.setup().caster(by).hero.filter(|hero| battle.unit(*hero).is_standing())?;
        let from = battle.footprint(hero);
        let distance = match on {
            AbilityOn::Squad(squad) => battle.standing(squad).map(|it| from.distance(battle.footprint(it))).min()?,
            AbilityOn::Unit(unit) => from.distance(battle.footprint(unit)),
            AbilityOn::Tile(tile) => from.distance(Footprint { at: tile, size: 1 }),
        };
        (u16::from(range) < distance).then(|| say::ability_out_of_range(span, &it.name, distance, range))
    }
}
