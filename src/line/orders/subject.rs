//! Whom a clause is for: what stands before its verb, or right behind it.

use crate::diagnostic::Diagnostic;
use crate::field::SquadId;
use crate::post::words::Gap;

use super::bind::Subject;
use super::clause::Clause;
use super::keywords::Keyword;
use super::verbs::Verb;
use super::{Kind, Word};

impl<'a> Clause<'a> {
    /// Reads the subject of the clause, which also holds for the rest of the line. `None` if the clause has none. `is_known`:
    /// whether the line has a subject already.
    pub(super) fn subject(&mut self, is_known: bool) -> Result<Option<Subject<'a>>, Diagnostic> {
        if let Some(hero) = self.hero_with_ability() {
            return Ok(Some(hero));
        }
        self.skip_telling();
        if let Some(subject) = self.subject_with_friends() {
            return Ok(Some(subject));
        }
        if let Some(length) = self.rest().iter().position(|it| it.kind == Kind::Colon) {
            let named = self.next_words(length);
            let is_later = 1 < named.len() && named.iter().any(|it| self.is_verb(it));
            let ask = || self.subjects_named(named);
            match if is_later { self.without_suggestions(ask).map(Ok) } else { Some(ask()) } {
                None => (),
                // `Steady Aim: Alpha`
                Some(Err(_)) if self.names_ability() == Some(length) => (),
                Some(found) => {
                    let subject = found?;
                    self.at += length + 1;
                    while self.take_mark(Kind::Colon) {}
                    self.skip_telling();
                    return Ok(Some(subject));
                }
            }
        }
        let Some(first) = self.peek() else { return Ok(None) };
        if let Some(subject) = self.subject_ahead() {
            return Ok(Some(subject));
        }
        if let Some(refused) = self.nobody_is_left() {
            return Err(refused);
        }
        if self.is_verb(first) || self.begins_order_without_verb() {
            return Ok(self.subject_behind(is_known));
        }
        // `mortar at Boyz`, of a player with one squad
        if let Some(only) = self.only_squad().filter(|_| !is_known)
            && self.aims_weapon(only)
        {
            return Ok(None);
        }
        self.subject_before_verb(is_known)
    }

    /// Skips `I want`, `please let`, and `with` or `for` before a squad.
    pub(super) fn skip_telling(&mut self) {
        self.skip_teller();
        loop {
            let leads_on = match self.keyword() {
                Some(Keyword::Telling | Keyword::Polite | Keyword::Will) => !self.names_squad(0),
                Some(Keyword::Orders) => {
                    self.names_squad(1) || self.meaning_at(1) == Some(Keyword::For) && self.names_squad(2)
                }
                // `get Alpha to J8`
                Some(Keyword::Verb(Verb::Attack) | Keyword::Take | Keyword::Verb(Verb::Use))
                    if matches!(self.folded(), "get" | "take" | "command") =>
                {
                    let tells = |it: Keyword| it == Keyword::To || it.is_verb();
                    let squad = self.words_for_squad(self.ahead(1));
                    squad.is_some_and(|it| self.meaning_at(1 + it).is_some_and(tells))
                }
                Some(Keyword::With | Keyword::For | Keyword::At) => self.names_squad(1),
                Some(Keyword::Pronoun) => {
                    let to = usize::from(self.meaning_at(1) == Some(Keyword::To));
                    matches!(self.meaning_at(1), Some(Keyword::Then | Keyword::Telling))
                        || self.meaning_at(1 + to).is_some_and(Keyword::is_verb)
                }
                // `To Alpha: hold`
                Some(Keyword::To) => {
                    let is_colon = |it: usize| self.word_at(1 + it).is_some_and(|it| it.kind == Kind::Colon);
                    self.meaning_at(1).is_some_and(Keyword::is_verb)
                        || self.words_for_squad(self.ahead(1)).is_some_and(is_colon)
                }
                _ => false,
            };
            if !self.advance_if(leads_on, 1) {
                return;
            }
        }
    }

    // Skips the hero who gives the order: `Marsh orders Alpha to hold`.
    fn skip_teller(&mut self) {
        let words = self.names.casters.find(self.rest()).words;
        let tells = matches!(self.meaning_at(words), Some(Keyword::Telling | Keyword::Orders));
        self.advance_if(0 < words && tells && self.words_for_squad(self.ahead(words + 1)).is_some(), words + 1);
    }

    pub(super) fn names_squad(&self, ahead: usize) -> bool {
        0 < self.squads_at(self.ahead(ahead)).words
    }

    /// Reads the squads that come next, if they are then told something by a verb or behind a colon.
    pub(super) fn subject_ahead(&mut self) -> Option<Subject<'a>> {
        if let Some(subject) = self.subject_with_friends() {
            return Some(subject);
        }
        let start = self.at;
        let does_the_same = self.names_other_and_foe(0);
        let length = self.words_for_squads_ahead(|_| true)?;
        let named = self.next_words(length);
        self.at += length;
        while self.take_mark(Kind::Comma) || self.take(Keyword::At) {}
        // `Alpha and Bravo both shoot`
        let says_all = matches!(self.keyword(), Some(Keyword::Both | Keyword::All));
        self.advance_if(says_all && self.is_verb_at(1), 1);
        let had_colon = self.take_mark(Kind::Colon);
        self.skip_telling();
        // `Alpha first shoots`, `Alpha also moves`
        self.advance_if(self.is_order_number() || self.folded() == "also" && self.is_verb_at(1), 1);
        let is_told = had_colon || self.is_verb_at(0) || self.begins_order_without_verb();
        let names_target = |it: &mut Self, squad| it.aims_weapon(squad) || it.names_foe_and_weapon(squad);
        if (is_told || does_the_same || self.squad_of(named).is_some_and(|it| names_target(self, it)))
            && let Some(subject) = self.without_suggestions(|| self.subjects_named(named))
        {
            return Some(subject);
        }
        self.at = start;
        None
    }

    // Reads a hero with an ability behind his name: `Marsh orders Steady Aim for Alpha`, `Marsh → Alpha: Steady Aim`,
    // `Varga dresses the wounds of Alpha`.
    fn hero_with_ability(&mut self) -> Option<Subject<'a>> {
        let words = self.names.casters.find(self.rest()).words;
        let leads = |it: Keyword| {
            matches!(it, Keyword::Telling | Keyword::Orders | Keyword::At | Keyword::On | Keyword::To | Keyword::For)
        };
        let led = usize::from(self.meaning_at(words).is_some_and(leads));
        let ability = self.ahead(words + led);
        let is_done = ability.first().is_some_and(|it| it.kind == Kind::Quoted);
        let is_it = (led == 1 || is_done) && self.names_ability_at(ability).is_some()
            || led == 1 && self.squad_and_ability(words + led).is_some();
        let hero = Some(self.next_words(words)).filter(|_| 0 < words && is_it)?;
        let hero = self.without_suggestions(|| self.subject_named(hero))?;
        self.at += words + led;
        Some(hero)
    }

    fn squad_of(&self, named: &'a [Word]) -> Option<SquadId> {
        self.without_suggestions(|| self.subject_named(named))?.squad.ok()
    }

    /// Whether a squad is named this far ahead, and is then told something in the same sentence. If the verb before
    /// `moves` squads, a way behind several names is for all of them.
    pub(super) fn leads_to_subject_at_once(&self, ahead: usize, moves: bool) -> bool {
        let goes_on = |it: usize| self.word_at(ahead + it).is_some_and(|it| !it.gap.has(Gap::ENDS));
        let Some(length) = self.words_for_squad(self.ahead(ahead)).filter(|it| goes_on(*it)) else { return false };
        self.is_told_at(ahead + length) || !moves && self.goes_its_way(ahead, length)
    }

    /// Whether squads are named this far ahead, and are then told something.
    pub(super) fn leads_to_subject(&self, ahead: usize) -> bool {
        let length = self.words_for_squad(self.ahead(ahead));
        length.is_some_and(|it| self.is_told_at(ahead + it) || self.goes_its_way(ahead, it))
    }

    // Whether a verb or a colon stands this far ahead, behind the names of squads.
    fn is_told_at(&self, after: usize) -> bool {
        let verb = after + self.count_at(after, may_precede_verb);
        let has = |kind: Kind| (after..verb).any(|it| self.word_at(it).is_some_and(|it| it.kind == kind));
        has(Kind::Colon) || self.is_verb_at(verb) && !has(Kind::Comma)
    }

    // Whether the squad that is named this far ahead is told a way: `, Old Guard 2 steps south`,
    // `, Old Guard to the mill`. In `, rifles to the mill` it may be a part of the squad before.
    fn goes_its_way(&self, ahead: usize, length: usize) -> bool {
        let (named, after) = (self.ahead(ahead), ahead + length);
        let may_be_part = 0 < self.names.weapons.find(named).words && !self.squads_at(named).is_exact();
        self.tile_of_map_at(after).is_some() || self.names_way(after) || !may_be_part && self.leads_somewhere(after)
    }

    /// How many words name squads of the poster that come next, one after the other. `belongs` says whether a further
    /// squad, which is named that many words ahead, is one of them.
    pub(super) fn words_for_squads_ahead(&self, belongs: impl Fn(usize) -> bool) -> Option<usize> {
        let rest = self.rest();
        let mut length = self.words_for_squad(rest)?;
        loop {
            let after = rest.get(length..).unwrap_or_default();
            let joints = after.iter().take(2).take_while(|it| it.joins()).count();
            let next = after.get(joints..).unwrap_or_default();
            let is_stroke = next.first().is_some_and(|it| it.gap.has(Gap::STROKE));
            match self.words_for_squad(next).filter(|_| (0 < joints || is_stroke) && belongs(length + joints)) {
                Some(more) => length += joints + more,
                None => return Some(length),
            }
        }
    }

    /// How many of these words, from the first on, name one squad of the poster, or all of them.
    pub(super) fn words_for_squad(&self, from: &[Word]) -> Option<usize> {
        if let Some(length) = self.words_for_everybody(from) {
            return Some(length);
        }
        let before = from.iter().take_while(|it| self.is_company(it)).count();
        let says_squad = from.iter().take(before).any(|it| it.meaning == Some(Keyword::Squad));
        let from = from.get(before..)?;
        let found = self.squads_at(from);
        let is_own = found.matches.iter().any(|it| self.commands(it.squad()));
        let is_told = found.words == 0 || !is_own && from.first().is_some_and(|it| self.is_verb(it));
        if is_told && says_squad && self.only_squad().is_some() {
            return Some(before);
        }
        if found.words == 0 || !is_own {
            return None;
        }
        let aside = self.words_in_brackets(from.get(found.words..).unwrap_or_default());
        let after = from.get(found.words + aside..).unwrap_or_default();
        let squad = after.iter().take_while(|it| it.meaning == Some(Keyword::Squad)).count();
        Some(before + found.words + aside + squad)
    }

    /// How many words stand in the brackets that open here; 0 if they hold an order.
    pub(super) fn words_in_brackets(&self, from: &[Word]) -> usize {
        let Some(first) = from.first().filter(|it| it.gap.has(Gap::OPEN)) else { return 0 };
        let length = 1 + from.iter().skip(1).take_while(|it| !it.gap.has(Gap::CLOSE) && it.kind != Kind::Colon).count();
        // `Alpha (hold), Rifles (move to J8)`: the brackets hold orders.
        let ends = from.get(length).is_none_or(Word::joins);
        if ends && self.is_verb(first) { 0 } else { length }
    }

    /// Takes the squad off the end of the clause: `shoot Nobz with Alpha`, `shoot Nobz, Alpha`.
    pub(super) fn subject_behind(&mut self, is_known: bool) -> Option<Subject<'a>> {
        let may_stand_behind = self.keyword().and_then(Keyword::verb).is_some_and(|it| it.row().takes_squads);
        let leads = |it: &Word| matches!(it.meaning, Some(Keyword::At | Keyword::On | Keyword::Article));
        let is_told_at_once = || self.words_for_squad(self.ahead(1 + self.count_at(1, leads))).is_some();
        if !may_stand_behind || is_told_at_once() {
            return None;
        }
        let rest = self.rest();
        let is_comma = |it: &Word| it.kind == Kind::Comma;
        let leads = |it: &Word| matches!(it.meaning, Some(Keyword::With | Keyword::By)) || is_comma(it) && !is_known;
        let at = rest.iter().rposition(leads)?;
        let named = rest.get(at + 1..)?;
        if self.words_for_squad(named) != Some(named.len()) {
            return None;
        }
        // `with rifles` says with what, even if a squad is called Rifles.
        let is_exact = || self.squads_at(named).is_exact();
        let article = usize::from(named.first().is_some_and(|it| it.meaning == Some(Keyword::Article)));
        let weapons = || self.names.weapons.find(named.get(article..).unwrap_or_default());
        if (rest.get(at).is_some_and(is_comma) || 0 < weapons().words) && !is_exact() {
            return None;
        }
        let subject = self.without_suggestions(|| self.subjects_named(named))?;
        self.words = &self.words[..self.at + at];
        Some(subject)
    }

    // Reads a subject without a colon: `Alpha shoot Boyz`. Here the name or the verb may be unknown.
    fn subject_before_verb(&mut self, is_known: bool) -> Result<Option<Subject<'a>>, Diagnostic> {
        let used = self.squads_at(self.rest()).words.max(self.names.casters.find(self.rest()).words);
        let skipped = self.count_at(used, may_precede_verb);
        let verb = self.word_at(used + skipped);
        if 0 < used && verb.is_none_or(|it| self.is_verb(it)) {
            let subject = self.subject_named(self.next_words(used))?;
            self.at += used + skipped;
            return Ok(Some(subject));
        }
        if is_known {
            return Ok(None);
        }
        let hero = self.without_suggestions(|| self.subject_named(self.next_words(used)));
        if let Some(meant) = self.ability_meant(self.at + used + skipped, hero.as_ref()) {
            return Err(meant);
        }
        match verb {
            // `Alpha 2` is another squad, if there is one. `Red-Eye sends 3 north` may be about somebody else's squad.
            Some(verb) if 0 < used && verb.number().is_some() => {
                let named = self.next_words(used + usize::from(skipped == 0));
                Err(self.subject_named(named).err().unwrap_or_else(|| self.unknown_verb(verb)))
            }
            Some(verb) if 0 < used => Err(self.names_ally().unwrap_or_else(|| self.unknown_verb(verb))),
            _ if !self.misspelt_verb(self.peek()).is_empty() => Ok(None),
            _ if self.peek().is_some_and(|it| self.no_formations(it).is_some()) => Ok(None),
            _ => Err(self.not_an_order()),
        }
    }

    // The refusal of an order for several squads, if one of them is an ally's: `Otter and Magpie hold`. An enemy among
    // them is no reason, because a squad beside him may be told to attack him.
    fn names_ally(&self) -> Option<Diagnostic> {
        let is_ally = |it: SquadId| self.battle.side(it) == self.own_side() && !self.commands(it);
        let joins = |it: &Word| it.joins() || matches!(it.meaning, Some(Keyword::Squad | Keyword::Both));
        let (mut end, mut refused) = (0, None);
        loop {
            let found = self.squads_at(self.ahead(end));
            if self.only_match(&found.matches, is_ally).is_some() {
                let named = self.ahead(end).get(..found.words).unwrap_or_default();
                refused = refused.or_else(|| self.subject_named(named).err());
            }
            let joints = self.count_at(end + found.words, joins);
            end += found.words + joints;
            if found.words == 0 || joints == 0 {
                break;
            }
        }
        refused.filter(|_| self.is_verb_at(end + self.count_at(end, may_precede_verb)))
    }
}

/// Whether a word may stand between a squad and its verb.
pub(super) fn may_precede_verb(word: &Word) -> bool {
    // `shoot Nobz, Rifles also move to J8`
    matches!(word.kind, Kind::Comma | Kind::Colon)
        || word.folded() == "also"
        || matches!(
            word.meaning,
            Some(Keyword::Telling | Keyword::Will | Keyword::To | Keyword::Polite | Keyword::Squad)
        )
}
