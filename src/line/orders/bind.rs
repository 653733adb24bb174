//! Names in an order → the squads and heroes that it is for, or why there are none.

use std::ops::Range;

use crate::diagnostic::{Diagnostic, nearest};
use crate::field::SquadId;
use crate::line::battle::{CasterId, Side};
use crate::post::arrange::part_contractions;
use crate::post::english::OWN;
use crate::post::fold::is_possessive;
use crate::post::names::Match;
use crate::post::words::Gap;

use super::clause::{Clause, WrittenName};
use super::keywords::{Keyword, THE_REST, is_both_weapons, lexicon};
use super::names::caster;
use super::verbs::Verb;
use super::{Kind, Poster, Word, Words, diagnostics};

/// Whom a line is for. A name may be a squad's, a hero's, or both.
#[derive(Debug)]
pub(super) struct Subject<'a> {
    /// The squad, or why the name isn't that of one squad that takes orders.
    pub(super) squad: Result<SquadId, Diagnostic>,
    pub(super) named: &'a [Word],
    /// All squads that are named, if there are several. **F-10** They may form up together.
    pub(super) several: Vec<SquadId>,
}

impl<'a> Subject<'a> {
    /// A single squad, which takes orders from the poster.
    pub(super) fn of(squad: SquadId, named: &'a [Word]) -> Subject<'a> {
        Subject { squad: Ok(squad), named, several: Vec::new() }
    }
}

/// The squads that a name could mean, by whether they can be the subject or the target of an order.
#[derive(Default)]
pub(super) struct SortedSquads {
    pub(super) fitting: Vec<SquadId>,
    /// Right, but with nobody on the map.
    pub(super) absent: Vec<SquadId>,
    pub(super) wrong: Vec<SquadId>,
}

/// The only item; `None` if there are none or several.
pub(super) fn only_one<T>(mut all: impl Iterator<Item = T>) -> Option<T> {
    all.next().filter(|_| all.next().is_none())
}

/// The one of `all` that these words mean, or why it isn't clear: there is none, or there are several.
pub(super) fn unambiguous<'n, T: Copy>(
    all: &[T],
    (span, written): (Range<usize>, &str),
    name: impl Fn(T) -> &'n str,
    none: impl FnOnce(Range<usize>) -> Diagnostic,
) -> Result<T, Diagnostic> {
    match all {
        [one] => Ok(*one),
        [] => Err(none(span)),
        several => Err(diagnostics::ambiguous(span, written, several.iter().map(|it| name(*it)))),
    }
}

// Whether a word means those that the post doesn't name: `everyone else`, `the rest`.
pub(super) fn is_of_the_others(word: &Word) -> bool {
    matches!(word.folded(), "else" | "rest" | "other" | "others" | "remaining" | "remainder" | THE_REST)
}

fn is_company_of_others(word: &Word) -> bool {
    word.meaning == Some(Keyword::Squad)
        || matches!(word.folded(), "of" | "units" | "them" | "us" | "teams" | "troops")
        || OWN.contains(&word.folded())
}

fn is_except(word: &Word) -> bool {
    word.meaning == Some(Keyword::Except) || word.folded() == "but"
}

impl<'a> Clause<'a> {
    pub(super) fn name_of(&self, squad: SquadId) -> &'a str {
        &self.battle.setup().squad(squad).name
    }

    /// The names nearest to what was written; none if the post has used up its suggestions.
    pub(super) fn nearest<'n>(&self, written: &str, names: impl IntoIterator<Item = &'n str>) -> Vec<&'n str> {
        const LONGEST: usize = 40;
        if LONGEST < written.len() || !self.spend_suggestion() { Vec::new() } else { nearest(written, names) }
    }

    /// Whether a diagnostic may list names once more, which uses up one of the post's suggestions. A poster who has
    /// read the names several times knows them.
    pub(super) fn spend_suggestion(&self) -> bool {
        let left = self.line.suggestions.get();
        self.line.suggestions.set(left.saturating_sub(1));
        0 < left
    }

    /// The squad or hero that all of these words name.
    pub(super) fn subject_named(&self, named: &'a [Word]) -> Result<Subject<'a>, Diagnostic> {
        let whole = self.squads_at(named);
        let is_whole = whole.words == named.len() && whole.matches.len() == 1;
        let (named, says_squad) = if is_whole { (named, false) } else { self.without_company(named) };
        let span = self.span_of(named);
        if let Some(only) = self.only_squad().filter(|_| says_squad && named.iter().all(|it| self.is_company(it))) {
            return Ok(Subject::of(only, named));
        }
        let found = if is_whole { whole } else { self.squads_at(named) };
        let matches = if found.words == named.len() { found.matches } else { Vec::new() };
        let refused = match self.own_squad(&matches, span.clone(), self.written(named)) {
            Ok(squad) => return Ok(Subject::of(squad, named)),
            Err(refused) => refused,
        };
        let hero = self.hero_named(named).ok_or(refused)?;
        let unit = self.battle.setup().caster(hero).hero;
        let means_squad = says_squad || is_possessive(self.written(named));
        let whole = unit.map(|it| self.battle.unit(it).squad).filter(|it| means_squad && self.commands(*it));
        let squad = whole.map_or_else(|| self.squad_of_hero(hero, span), Ok);
        Ok(Subject { squad, named, several: Vec::new() })
    }

    // `Alpha` of `Alpha squad (8 men)`, and whether the words say that it is a squad.
    fn without_company(&self, named: &'a [Word]) -> (&'a [Word], bool) {
        let is_company = |it: &Word| it.meaning == Some(Keyword::Squad);
        let aside = named.iter().skip(1).position(|it| it.gap.has(Gap::OPEN)).map_or(named.len(), |it| it + 1);
        let begins = |it: &Word| self.is_company(it) || it.meaning == Some(Keyword::Telling);
        let ends = |it: &Word| {
            let adds = matches!(it.meaning, Some(Keyword::Telling | Keyword::Polite | Keyword::Orders));
            is_company(it) || adds || it.kind == Kind::Comma
        };
        let end = named[..aside].iter().rposition(|it| !ends(it)).map_or(1, |it| it + 1).min(named.len());
        let start = named[..end].iter().position(|it| !begins(it)).unwrap_or(end.saturating_sub(1));
        (&named[start..end], named.iter().any(is_company))
    }

    /// Whether a word only says that a squad is named behind it: `squad`, `both`, `all of`.
    pub(super) fn is_company(&self, word: &Word) -> bool {
        matches!(word.meaning, Some(Keyword::Squad | Keyword::Both | Keyword::All))
            || word.kind == Kind::Word && word.folded() == "of"
    }

    /// The squads that all of these words name: one, several, or everybody.
    pub(super) fn subjects_named(&self, named: &'a [Word]) -> Result<Subject<'a>, Diagnostic> {
        if self.words_for_everybody(named) == Some(named.len()) {
            return self.all_squads(named);
        }
        let has_joint = named.iter().any(Word::joins) || named.iter().skip(1).any(|it| it.gap.has(Gap::STROKE));
        let are_several = has_joint && self.squads_at(named).words != named.len();
        if are_several { self.several_named(named) } else { self.subject_named(named) }
    }

    // Whether `the rest` may be the rest of a squad, and not the other squads: `hmg at Nobz, the rest holds`,
    // `gunner on Nobz, the others hold`, `hmg at Nobz; the rest: rifles at Gobz`.
    fn may_be_rest_of_squad(&self, first: &Word, behind: &[Word]) -> bool {
        let all = self.line.words.all();
        let at = all.iter().take_while(|it| it.span.start < first.span.start).count();
        let begins = |it: &usize| all[*it].gap.has(Gap::ENDS) || *it == 0 || all[it - 1].kind == Kind::Semicolon;
        let sentence = (0..=at.min(all.len().saturating_sub(1))).rfind(begins).unwrap_or(0);
        let is_armed = |it: &[Word]| self.own_squads().any(|squad| self.armament_of(it, squad).is_some());
        let names_weapon =
            |it: &[Word]| (0 < self.names.weapons.find(it).words || is_armed(it)) && 0 == self.squads_at(it).words;
        let colon = usize::from(behind.first().is_some_and(|it| it.kind == Kind::Colon));
        let from = if names_weapon(&behind[colon..]) { 0 } else { sentence };
        (from..at).any(|it| names_weapon(&all[it..]))
    }

    /// How many words mean everybody: `everyone`, `all three squads`, `both`, `all except Otter`, `the others`.
    pub(super) fn words_for_everybody(&self, from: &[Word]) -> Option<usize> {
        let first = from.first()?;
        let article = usize::from(first.folded() != THE_REST);
        let says_the_others = (article == 0 || first.is_article())
            && from.get(article).is_some_and(is_of_the_others)
            && !self.is_squad(from)
            && !self.is_squad(&from[article..]);
        if says_the_others {
            let company = from.iter().skip(article + 1).take_while(|it| is_company_of_others(it)).count();
            let length = article + 1 + company;
            return Some(length).filter(|_| !self.may_be_rest_of_squad(first, &from[length..]));
        }
        let is_many = || matches!(first.folded(), "squads" | "teams");
        let says_all = matches!(first.meaning, Some(Keyword::All | Keyword::Both)) && !is_both_weapons(first);
        if !(says_all || is_many()) || self.is_squad(from) {
            return None;
        }
        let adds = |it: &Word| {
            is_company_of_others(it)
                || it.is_article()
                || matches!(it.folded(), "unit" | "hands")
                || is_of_the_others(it)
                || it.number().is_some()
        };
        // `both squads 3 north`
        let counts_steps = |at: usize| {
            let next = from.get(at + 1).and_then(|it| it.meaning);
            let adds = |it: &&Word| it.is_article() || it.meaning == Some(Keyword::To);
            let way = from.iter().skip(at + 1).find(|it| !adds(it)).and_then(|it| it.meaning);
            let is_way = next == Some(Keyword::Step) || matches!(way, Some(Keyword::Direction(_)));
            is_way && from.get(at).is_some_and(|it| it.number().is_some())
        };
        let squad_at = |at: usize| from.get(at..).is_some_and(|it| self.is_squad(it));
        let mut length = 1;
        while from.get(length).is_some_and(adds) && !squad_at(length) && !counts_steps(length) {
            length += 1;
        }
        if !from.get(length).is_some_and(is_except) {
            // `both Alpha and Bravo`, `all of Alpha`
            let named = from.get(length..).filter(|_| !counts_steps(length));
            let names_them = named.is_some_and(|it| {
                let found = self.squads_at(it);
                let is_word = it.first().is_some_and(|it| it.meaning.is_none());
                found.matches.iter().any(|it| is_word || it.is_exact)
            });
            return Some(length).filter(|_| !names_them);
        }
        length += 1;
        while let Some(rest) = from.get(length..).filter(|it| self.is_squad(it)) {
            length += self.squads_at(rest).words;
            if !from.get(length).is_some_and(Word::joins) || !squad_at(length + 1) {
                break;
            }
            length += 1;
        }
        Some(length)
    }

    // The poster's squads that the order lines of this post name outside of these words.
    fn named_in_post(&self, but: &[Word]) -> Vec<SquadId> {
        let here = self.span_of(but);
        let mut named = Vec::new();
        let mut words = Words::default();
        for line in self.line.post {
            words.read(self.line.text, line.clone(), &[], lexicon());
            part_contractions(&mut words, self.line.text, lexicon(), &self.names.tables());
            let mut rest = words.all();
            while let Some(first) = rest.first() {
                let found = self.squads_at(rest);
                let own = self.only_match(&found.matches, |it| self.commands(it));
                named.extend(own.filter(|_| !here.contains(&first.span.start)));
                rest = rest.get(found.words.max(1)..).unwrap_or_default();
            }
        }
        named
    }

    fn is_squad(&self, from: &[Word]) -> bool {
        0 < self.squads_at(from).words
    }

    // All squads of the poster on the map, without those that are left out.
    fn all_squads(&self, named: &'a [Word]) -> Result<Subject<'a>, Diagnostic> {
        let span = self.span_of(named);
        let mut several: Vec<SquadId> = self.own_squads().collect();
        if named.iter().any(is_of_the_others) {
            let others = self.named_in_post(named);
            several.retain(|it| !others.contains(it));
            if others.is_empty() && 1 < several.len() {
                return Err(diagnostics::which_others(span, &self.names_of(&several)));
            }
            if several.is_empty() {
                return Err(diagnostics::no_others(span));
            }
        }
        let says = named.iter().find_map(Word::number);
        let says = says.or_else(|| named.first().filter(|it| it.meaning == Some(Keyword::Both)).map(|_| 2));
        if says.is_some_and(|it| usize::from(it) != several.len()) || several.is_empty() {
            return Err(diagnostics::not_so_many(span, &self.names_of(&several)));
        }
        if let Some(at) = named.iter().position(is_except) {
            for name in named.get(at + 1..).unwrap_or_default().split(Word::joins).filter(|it| !it.is_empty()) {
                let out = self.subject_named(name)?.squad?;
                several.retain(|it| *it != out);
            }
        }
        let squad =
            several.first().copied().ok_or_else(|| diagnostics::which_squad(span, &self.suggest_own_squads()))?;
        Ok(Subject { squad: Ok(squad), named, several })
    }

    /// The refusal of an order for everybody else that comes next, because the post names everybody or nobody.
    pub(super) fn nobody_is_left(&self) -> Option<Diagnostic> {
        let named = self.next_words(self.words_for_everybody(self.rest())?);
        let is_told = self.is_verb_at(named.len()) || self.word_at(named.len())?.kind == Kind::Colon;
        if !is_told || !named.iter().any(is_of_the_others) {
            return None;
        }
        self.all_squads(named).err()
    }

    /// The squads that an order is for, if there are several, and the place behind their names, where the order goes
    /// on.
    pub(super) fn each_of(&mut self, subject: Option<&Subject<'_>>) -> (Vec<SquadId>, usize) {
        let place = self.at;
        let from = place + 1;
        // `Bows and Old Guard each form up`, `each squad forms up`: each by itself.
        let is_each = |it: &Word| matches!(it.folded(), "each" | "every");
        let says_each = self.last_word().is_some_and(is_each) || subject.is_some_and(|it| it.named.iter().any(is_each));
        // `each form up together`: `together` has been left out of the words.
        let line = self.line.text[self.line.span.clone()].to_lowercase();
        let is_as_one = !says_each || line.contains("together");
        if self.formation_verb(self.peek()).is_some() && is_as_one {
            return (Vec::new(), from);
        }
        if let Some(subject) = subject {
            return (subject.several.clone(), place);
        }
        let verb = self.keyword().and_then(Keyword::verb).filter(|it| it.row().takes_squads);
        let Some(verb) = verb else { return (Vec::new(), from) };
        self.at += 1;
        // `hold Alpha, and Bramble should go to L8`
        let moves = matches!(verb, Verb::Move | Verb::Seize | Verb::Disengage);
        let length = self.words_for_squads_ahead(|ahead| !self.leads_to_subject_at_once(ahead, moves));
        let named = length.and_then(|it| self.rest().get(..it));
        // In `shoot all`, `all` is whom to shoot.
        let attacks = matches!(verb, Verb::Shoot | Verb::Melee | Verb::Charge);
        let named = named.filter(|it| !attacks || self.words_for_everybody(it).is_none());
        let several = named.and_then(|it| self.without_suggestions(|| self.subjects_named(it))).map(|it| it.several);
        self.at = place;
        (several.unwrap_or_default(), from + length.unwrap_or(0))
    }

    /// The poster's hero that all of these words name.
    fn hero_named(&self, named: &[Word]) -> Option<CasterId> {
        let found = self.names.casters.find(named);
        let casters = found.matches.iter().filter_map(caster);
        only_one(casters.filter(|it| self.is_own_caster(*it) && found.words == named.len()))
    }

    /// The hero that a line is for, if its subject is one.
    pub(super) fn hero_of(&self, subject: Option<&Subject<'_>>) -> Option<CasterId> {
        self.hero_named(subject?.named)
    }

    /// The squad that an order is for: the subject of its line, or the squad that is named next, or the poster's only
    /// one.
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
            return Err(diagnostics::which_squad(self.span_of_last(), &self.suggest_own_squads()));
        }
        let WrittenName { named, span, written } = self.written_name(found.words);
        let squad = self.own_squad(&found.matches, span.clone(), written).or_else(|refused| {
            let hero = self.names.casters.find(named).matches;
            let hero = hero.first().and_then(caster).filter(|it| self.is_own_caster(*it));
            let enemies = self.sort_squads(&found.matches, |it| self.battle.side(it) != self.own_side()).fitting;
            match (hero, &enemies[..]) {
                (Some(hero), _) => self.squad_of_hero(hero, span),
                (None, [enemy]) => Err(diagnostics::enemy_only(span, self.name_of(*enemy), &self.suggest_own_squads())),
                (None, _) => Err(refused),
            }
        })?;
        self.at += named.len();
        self.take(Keyword::Squad);
        Ok(squad)
    }

    /// The player's only squad on the map. A line that may be fiction has to name it.
    pub(super) fn only_squad(&self) -> Option<SquadId> {
        if self.is_strict() || self.poster == Poster::Gm { None } else { only_one(self.own_squads()) }
    }

    /// Runs `ask` where nobody reads why it is refused, so that no names are suggested.
    pub(super) fn without_suggestions<T>(&self, ask: impl FnOnce() -> Result<T, Diagnostic>) -> Option<T> {
        let left = self.line.suggestions.replace(0);
        let answer = ask();
        self.line.suggestions.set(left);
        answer.ok()
    }

    fn own_squad(&self, matches: &[Match], span: Range<usize>, written: &str) -> Result<SquadId, Diagnostic> {
        let sorted = self.sort_squads(matches, |it| self.commands(it));
        self.only_fitting(&sorted, (span.clone(), written), |wrong| match wrong {
            Some(foreign) => self.owned_by_other(span, foreign),
            None => {
                let own = if self.line.suggestions.get() == 0 { Vec::new() } else { self.own_names() };
                let nearest = self.nearest(written, own.iter().copied());
                diagnostics::unknown(span, "squad of yours", written, &nearest, diagnostics::yours(&own).trim_start())
            }
        })
    }

    /// The squad of the only match, if it `fits` and is on the map.
    pub(super) fn only_match(&self, matches: &[Match], fits: impl Fn(SquadId) -> bool) -> Option<SquadId> {
        let [only] = matches else { return None };
        Some(only.squad()).filter(|it| fits(*it) && self.battle.is_on_map(*it))
    }

    /// The one squad that fits. The error says that several do, that it isn't on the map, or what `refused` says of a
    /// wrong squad or of none.
    pub(super) fn only_fitting(
        &self,
        sorted: &SortedSquads,
        place: (Range<usize>, &str),
        refused: impl FnOnce(Option<SquadId>) -> Diagnostic,
    ) -> Result<SquadId, Diagnostic> {
        let name = |it: SquadId| self.name_of(it);
        unambiguous(&sorted.fitting, place, name, |span| match sorted.absent[..] {
            [absent, ..] => self.not_on_map(span, absent),
            [] => refused(sorted.wrong.first().copied()),
        })
    }

    /// The names of the poster's squads on the map; none if the post has used up its suggestions.
    pub(super) fn suggest_own_squads(&self) -> Vec<&'a str> {
        if self.spend_suggestion() { self.own_names() } else { Vec::new() }
    }

    fn own_names(&self) -> Vec<&'a str> {
        self.own_squads().map(|it| self.name_of(it)).collect()
    }

    // The squads on the map that the poster commands.
    fn own_squads(&self) -> impl Iterator<Item = SquadId> {
        self.battle.setup().squad_ids().filter(|it| self.commands(*it) && self.battle.is_on_map(*it))
    }

    /// The refusal of a squad with nobody on the map: it hasn't come yet, or has fallen.
    pub(super) fn not_on_map(&self, span: Range<usize>, squad: SquadId) -> Diagnostic {
        let absent = if self.battle.squad(squad).in_reserve { diagnostics::in_reserve } else { diagnostics::gone };
        absent(span, self.name_of(squad))
    }

    fn owned_by_other(&self, span: Range<usize>, squad: SquadId) -> Diagnostic {
        let setup = self.battle.setup();
        let name = self.name_of(squad);
        match setup.squad(squad).seat {
            Some(seat) => diagnostics::squad_of_other(span, name, &setup.seat(seat).name),
            None if self.battle.side(squad) != self.own_side() => diagnostics::squad_of_enemy(span, name),
            None => diagnostics::squad_of_gm(span, name),
        }
    }

    /// The side that the poster fights on. The GM counts as the enemy, who has more to keep secret.
    pub(super) fn own_side(&self) -> Side {
        if self.poster == Poster::Gm { Side::Enemy } else { Side::Players }
    }

    // A hero alone is a squad. A hero with others follows their orders (H-1).
    fn squad_of_hero(&self, hero: CasterId, span: Range<usize>) -> Result<SquadId, Diagnostic> {
        let battle = self.battle;
        let squad = battle.unit(self.standing_hero(hero, span.clone())?).squad;
        if 1 < battle.squad(squad).members.len() {
            return Err(diagnostics::hero_in_squad(span, &battle.setup().caster(hero).name, self.name_of(squad)));
        }
        Ok(squad)
    }

    /// Sorts the squads of these matches by whether they fit. Squads that never had anybody are left out, and so are
    /// the enemy's reserves, of which players mustn't learn.
    pub(super) fn sort_squads(&self, matches: &[Match], fits: impl Fn(SquadId) -> bool) -> SortedSquads {
        let battle = self.battle;
        let mut sorted = SortedSquads::default();
        for squad in matches.iter().map(|it| it.squad()) {
            let is_secret =
                battle.squad(squad).in_reserve && self.poster != Poster::Gm && battle.side(squad) != self.own_side();
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
}
