//! What follows `shoot`: weapons and their targets (S-1, S-5).

use std::ops::Range;
use std::slice;

use crate::diagnostic::Diagnostic;
use crate::field::SquadId;
use crate::line::battle::{Fire, FirePart, With};
use crate::post::english::{OWN, TOO};
use crate::post::near::is_one_slip;
use crate::post::words::{Gap, folded};

use super::bind::{Subject, is_of_the_others};
use super::canonical::canonical;
use super::clause::Clause;
use super::formation::Drill;
use super::keywords::{ELSE, Keyword};
use super::parse::is_ordinal;
use super::verbs::Verb;
use super::{Kind, Order, Poster, Word, diagnostics};

/// The most words between `the rest` and its target: `the rest of them fire on Gobz`.
const LEADING_MAX: usize = 4;

impl Clause<'_> {
    /// **S-1, S-4**
    pub(super) fn fire(&mut self, subject: Option<&Subject<'_>>, verb: Range<usize>) -> Result<Order, Diagnostic> {
        let squad = self.squad(subject)?;
        let start = self.at;
        // `shoot a volley at Nobz`
        let article = usize::from(self.keyword() == Some(Keyword::Article));
        if self.advance_if(self.formation_verb(self.word_at(article)) == Some(Drill::Volley), article + 1) {
            return self.volley_of(&[squad], verb);
        }
        // `split fire, rifles at Nobz`
        if self.take_mark(Kind::Comma) && !self.aims_weapon(squad) && !self.names_foe_at(0, squad) {
            self.at -= 1;
        }
        self.take_aim();
        if self.take(Keyword::Will) {
            self.take_aim();
            // `fire at will on Nobz` names a target all the same.
            if !self.names_foe_at(0, squad) {
                return match self.poster {
                    Poster::Gm => Ok(Order::Fire(squad, Fire::AtWill)),
                    Poster::Seat(_) => Err(diagnostics::no_fire_at_will(verb)),
                };
            }
        }
        let mut parts = self.fire_parts(squad)?;
        if self.take(Keyword::InMelee) {
            // `engage Nobz in melee`
            self.at = start;
            return self.fight(Some(&Subject::of(squad, &[])));
        }
        if !self.can_shoot(squad) {
            return Err(diagnostics::cannot_shoot(verb, self.name_of(squad)));
        }
        self.further_parts(squad, &mut parts)?;
        // `rifles and machine gun both`
        self.advance_if(1 < parts.len() && self.keyword() == Some(Keyword::Both), 1);
        // `shoot Nobz with everything else`: nothing was named before.
        let told = self.words.get(start..self.at).unwrap_or_default();
        if parts.iter().all(|it| it.with.is_none())
            && let Some(it) = told.iter().find(|it| it.folded() == ELSE)
        {
            return Err(diagnostics::not_understood(it.span.clone(), self.written(slice::from_ref(it))));
        }
        Ok(Order::Fire(squad, Fire::At(parts)))
    }

    /// **S-5** Reads the parts of a split fire behind the first: `, mortar at Boyz`.
    fn further_parts(&mut self, squad: SquadId, parts: &mut Vec<FirePart>) -> Result<(), Diagnostic> {
        while self.advance_if(self.has_further_part(), 1) {
            self.take(Keyword::And);
            // `shoot Nobz, all weapons`
            if self.advance_if(self.names_all_weapons(squad) && parts.iter().all(|it| it.with.is_none()), 1) {
                continue;
            }
            // `Alpha shoots Nobz, Rifles at Boyz`: `Rifles` is a squad, or a weapon of Alpha.
            let is_vague = parts.iter().all(|it| it.with.is_none()) && self.names_own_squad(squad);
            if is_vague && self.aims_weapon(squad) {
                return Err(diagnostics::split_unclear(self.span_of(self.words), false));
            }
            let with = if self.lists_foe_of(squad) { None } else { self.further_weapon(squad) };
            // `shoot Nobz, rifles only`
            if let Some(last) = parts.last_mut().filter(|it| it.with.is_none() && with.is_some()) {
                // `, machine gun as well`: the squad fires everything.
                last.with = if self.take_word(TOO) { None } else { with };
                continue;
            }
            self.take_word(TOO);
            let further = match parts.last().filter(|_| with.is_some()) {
                Some(last) => vec![FirePart { target: last.target, with }],
                None => match self.not_a_target(squad, parts) {
                    Some(refused) => return Err(refused),
                    None => self.fire_parts(squad)?,
                },
            };
            if let Some(twice) = further.iter().find(|it| parts.iter().any(|other| it.with == other.with)) {
                return Err(diagnostics::split_unclear(self.span_of(self.words), twice.with.is_some()));
            }
            parts.extend(further);
        }
        Ok(())
    }

    // The refusal where no target comes next, but a weapon that is told something else, or the rest of the squad:
    // `, MG stays quiet`, `, the rest on Gobz`.
    fn not_a_target(&mut self, squad: SquadId, parts: &[FirePart]) -> Option<Diagnostic> {
        let span = self.span_of_next();
        let battle = self.battle;
        let told = |parts: Vec<FirePart>| canonical(battle, &Order::Fire(squad, Fire::At(parts)));
        let are_armed = parts.iter().all(|it| it.with.is_some());
        let led = self.count_at(0, |it| it.is_article() || OWN.contains(&it.folded()));
        if let Some((with, words)) = self.armament_of(self.ahead(led), squad) {
            let behind = led + words;
            let leads = matches!(self.meaning_at(behind), Some(Keyword::At | Keyword::On));
            // A verb of attack leads to an enemy, so the weapon is told nothing else.
            let is_else = |it: &Word| {
                let attacks = matches!(it.meaning, Some(Keyword::Verb(Verb::Shoot | Verb::Attack)));
                !it.gap.has(Gap::ENDS) && (it.folded() == "in" || self.is_verb(it) && !attacks)
            };
            let is_told = self.word_at(behind + usize::from(leads)).is_some_and(is_else);
            let is_new = are_armed && parts.iter().all(|it| it.with != Some(with));
            return is_told.then(|| diagnostics::weapon_told(span, is_new.then(|| told(parts.to_vec()))));
        }
        let others = self.count_at(0, |it| it.is_article() || it.meaning == Some(Keyword::All) || is_of_the_others(it));
        if !self.next_words(others).iter().any(is_of_the_others) || self.aims_weapon(squad) {
            return None;
        }
        let foe = (others..others + LEADING_MAX).find(|it| self.names_foe_at(*it, squad));
        let foe = foe.and_then(|it| self.only_match(&self.squads_at(self.ahead(it)).matches, |_| true));
        let all = foe.filter(|_| are_armed).map(|target| [parts, &[FirePart { target, with: None }]].concat());
        Some(diagnostics::which_rest(span, all.map(told)))
    }

    /// Skips what leads to a target: `fire at Boyz`, `fire on Boyz`, `fire a salvo at Boyz`.
    pub(super) fn take_aim(&mut self) {
        let article = usize::from(self.keyword() == Some(Keyword::Article));
        if matches!(self.meaning_at(article + 1), Some(Keyword::At | Keyword::On | Keyword::In)) {
            let what = self.folded_at(article);
            let is_ammunition =
                matches!(what, "arrows" | "shots" | "bullets" | "bolts" | "rounds" | "shells" | "salvo" | "burst")
                    || what == "volley" && !self.battle.has_formations();
            self.advance_if(is_ammunition, article + 1);
        }
        // `shoot behind Nobz` isn't at Nobz.
        let aims = |it: &Word| {
            let leads = matches!(it.meaning, Some(Keyword::At | Keyword::On | Keyword::Toward | Keyword::In));
            leads && it.folded() != "behind"
        };
        self.at += self.count_at(0, aims);
        // `aim for Nobz`
        self.advance_if(matches!(self.keyword(), Some(Keyword::For | Keyword::To)) && self.names_squad(1), 1);
    }

    /// Reads `with`, or a `w` before a weapon that the squad has. Returns whether it did.
    pub(super) fn take_with(&mut self, squad: SquadId) -> bool {
        let is_short = self.look_ahead(|it| it.take_word(&["w"]) && it.is_armed_with(squad));
        self.take(Keyword::With) || self.advance_if(is_short, 1)
    }

    // `Boyz with rifles`, `with rifles at Boyz`, `rifles and pistols at Boyz`, `rifles shoot Boyz`.
    fn fire_parts(&mut self, squad: SquadId) -> Result<Vec<FirePart>, Diagnostic> {
        let mut with = vec![None];
        if self.take_with(squad) || self.aims_weapon(squad) {
            with = self.ranged_weapons(squad)?;
            self.at += self.leads_to_fire().unwrap_or(0);
        }
        self.take_aim();
        let target = self.enemy(squad)?;
        self.skip_whereabouts(target);
        // `shoot Gate Gunns`, where the squad has a gunner: `Gunns` is a slip in the name of the target.
        let may_be_slip = folded(self.name_of(target)).split(' ').any(|it| is_one_slip(self.folded(), it));
        if self.take_with(squad) || self.names_weapon(squad) && !may_be_slip {
            if with != [None] {
                return Err(diagnostics::split_unclear(self.span_of(self.words), false));
            }
            with = vec![self.ranged_weapon(squad)?];
        }
        Ok(with.into_iter().map(|with| FirePart { target, with }).collect())
    }

    // How many words lead from the weapon to the target: `use rifles to shoot Nobz`.
    fn leads_to_fire(&self) -> Option<usize> {
        let to = usize::from(self.keyword() == Some(Keyword::To));
        (self.meaning_at(to) == Some(Keyword::Verb(Verb::Shoot))).then_some(to + 1)
    }

    // `rifles`, `the mortar and the machine gun`
    fn ranged_weapons(&mut self, squad: SquadId) -> Result<Vec<Option<With>>, Diagnostic> {
        let mut weapons = vec![self.ranged_weapon(squad)?];
        while self.advance_if(self.peek().is_some_and(Word::joins), 1) {
            if !self.is_armed_with(squad) || self.lists_foe_of(squad) {
                self.at -= 1;
                break;
            }
            let joint = self.at - 1;
            weapons.push(self.ranged_weapon(squad)?);
            // `with hmg, rifles hold`: the rifles are told something else.
            let is_told = self.peek().is_some_and(|it| !it.gap.has(Gap::ENDS) && self.is_verb(it));
            if is_told && self.keyword() != Some(Keyword::Verb(Verb::Shoot)) {
                weapons.pop();
                self.at = joint;
                break;
            }
        }
        Ok(weapons)
    }

    // Whether a weapon stands right behind the target and can't be anything else: `shoot Nobz (rifles)`.
    fn names_weapon(&mut self, squad: SquadId) -> bool {
        self.peek().is_some_and(|it| it.kind == Kind::Word && it.meaning.is_none())
            && self.armament(squad).is_some_and(|(_, words)| self.ends_behind(words))
    }

    /// Skips where the target stands: `shoot Nobz (R4)`, `shoot Nobz at R4`.
    pub(super) fn skip_whereabouts(&mut self, target: SquadId) {
        let ahead = usize::from(self.keyword() == Some(Keyword::At));
        const DISTANCE: &[&str] = &["dist", "distance", "range", "rng"];
        let there = self.tile_and_words_at(ahead).filter(|it| self.stands_on(target, it.0));
        let Some((_, words)) = there else { return };
        self.at += ahead + words;
        // `(R4, dist 16)`: the distance adds nothing.
        let comma = usize::from(self.is_next(Kind::Comma));
        if let [named, number, ..] = self.ahead(comma)
            && DISTANCE.contains(&named.folded())
            && number.number().is_some()
        {
            self.at += comma + 2;
        }
    }

    /// Whether a weapon comes next, with a target behind it.
    pub(super) fn aims_weapon(&mut self, squad: SquadId) -> bool {
        let aims = |it: &Word| matches!(it.meaning, Some(Keyword::At | Keyword::On)) || it.folded() == "into";
        self.look_ahead(|it| {
            let names_weapon = it.keyword() == Some(Keyword::All) || it.is_armed_with(squad);
            let is_read = names_weapon && it.ranged_weapons(squad).is_ok();
            is_read && (it.peek().is_some_and(aims) || it.leads_to_fire().is_some())
        })
    }

    pub(super) fn aims_any(&mut self, subject: Option<&Subject<'_>>) -> bool {
        let squad = subject.and_then(|it| it.squad.clone().ok());
        self.names_ability().is_none() && squad.is_some_and(|it| self.aims_weapon(it))
    }

    fn has_further_part(&self) -> bool {
        let Some(next) = self.peek() else { return false };
        let ahead = 1 + usize::from(next.kind == Kind::Comma && self.meaning_at(1) == Some(Keyword::And));
        use Keyword::{And, Polite, Take, Telling, Then, While};
        let ends = matches!(self.meaning_at(ahead), Some(Then | And | Polite | While | Telling | Take));
        // `first shoot Nobz, second move to J8`
        let counts = is_ordinal(self.folded_at(ahead)) && self.is_verb_at(ahead + 1);
        next.joins()
            && self.word_at(ahead).is_some_and(|it| !ends && !counts && !self.is_verb(it))
            && !self.leads_to_subject(ahead)
            // `shoot Nobz and Steady Aim on Alpha`
            && self.names_ability_at(self.ahead(ahead)).is_none()
            && !self.names_other_and_foe(ahead)
            // `shoot Nobz, last`, where nobody is called so
            && (self.turn_at(ahead).is_none() || 0 < self.squads_at(self.ahead(ahead)).words)
            && !self.is_vague()
    }

    // Whether `all weapons` or `both guns` comes next, with no target of its own behind it.
    fn names_all_weapons(&self, squad: SquadId) -> bool {
        const WEAPONS: &[&str] = &["weapon", "weapons", "gun", "guns", "wpns"];
        let names = self.folded().split(' ').next_back().is_some_and(|it| WEAPONS.contains(&it));
        let ends = self.word_at(1).is_none_or(|it| it.kind == Kind::Comma || it.meaning == Some(Keyword::Then));
        self.keyword() == Some(Keyword::All) && names && ends && !self.says_both_of_many(squad)
    }

    fn names_own_squad(&self, but: SquadId) -> bool {
        let named = self.squads_at(self.rest()).matches;
        named.iter().any(|it| it.squad() != but && self.commands(it.squad()))
    }

    pub(super) fn names_foe_at(&self, ahead: usize, squad: SquadId) -> bool {
        let (rest, side) = (self.ahead(ahead), self.battle.side(squad));
        let named = self.squads_at(rest);
        // `machine gun` is a weapon, even if a squad is called Sowing Machine.
        let is_weapon = !named.is_exact() && named.words < self.names.weapons.find(rest).words;
        !is_weapon && named.matches.iter().any(|it| self.battle.side(it.squad()) != side)
    }

    /// Whether an enemy comes next in a list of weapons: named in full, or with a weapon behind it. In
    /// `with rifles and the gun` it is a weapon, even if an enemy is called Gate Guns.
    fn lists_foe_of(&self, squad: SquadId) -> bool {
        let article = usize::from(self.keyword() == Some(Keyword::Article));
        let foe = self.squads_at(self.ahead(article));
        let words_in = |squad: SquadId| folded(self.name_of(squad)).split(' ').count();
        let is_whole = foe.matches.iter().any(|it| words_in(it.squad()) <= foe.words);
        (is_whole || self.meaning_at(article + foe.words) == Some(Keyword::With)) && self.names_foe_at(0, squad)
    }

    // Reads a further weapon for the same target: `with rifles, pistols`.
    fn further_weapon(&mut self, squad: SquadId) -> Option<With> {
        let place = self.at;
        self.take(Keyword::With);
        while self.take(Keyword::Article) || self.take_word(OWN) {}
        let Some((with, words)) = self.armament(squad) else {
            self.at = place;
            return None;
        };
        // `rifles at Nobz` is a part of its own.
        let is_to_foe = self.meaning_at(words) == Some(Keyword::To) && self.names_foe_at(words + 1, squad);
        // `rifles hold`: weapons can't be told that.
        let is_told = self.word_at(words).is_some_and(|it| !it.gap.has(Gap::ENDS) && self.is_verb(it));
        if is_to_foe || is_told || matches!(self.meaning_at(words), Some(Keyword::At | Keyword::On | Keyword::In)) {
            self.at = place;
            return None;
        }
        self.at += words;
        Some(with)
    }
}
