//! Reads policies.

use std::collections::BTreeSet;

use crate::brick::battle::{
    Against, Benny, Defence, Heading, Hits, Misses, Order, Pass, PolicyChange, Return, Using, Who, Whose,
};
use crate::brick::orders::parse::{Addressee, Parsed, Parser};
use crate::brick::orders::said::{Said, What};
use crate::brick::orders::vocabulary::{FIRST_HITS, Key, Keyword, PASSES, REBUFFS, Verb};
use crate::brick::orders::{Word, say};
use crate::post::words::{Gap, Kind};

/// Pronouns for a squad or unit that was named before.
const SUBJECT_PRONOUNS: &[&str] = &["he", "she", "they", "it"];

/// Words for an unnamed attacker, as people write them in haste.
const ANYBODY: &[&str] =
    &["somebody", "someone", "some1", "sombody", "anybody", "anyone", "any1", "foe", "enemies", "foes"];

/// Both a condition and its subject: `whoever attacks Hank`.
const WHOEVER: &str = "whoever";

/// Something that is done to a squad or unit, and that a policy answers.
#[derive(Clone, Copy, Debug)]
enum Occasion {
    Attacked(Option<Against>),
    /// Somebody comes by.
    Passed,
    /// A unit takes hits.
    Hit,
}

/// The only squad or unit that was named before. `None` if there are several.
fn only_addressee(addressees: &[Addressee]) -> Option<Who> {
    if let [one] = addressees { Some(one.who) } else { None }
}

fn is_subject_pronoun(word: &Word) -> bool {
    SUBJECT_PRONOUNS.contains(&word.folded())
}

impl Parser<'_> {
    /// `strikes back`: whether a verb is a return blow. `Back` may also be a name.
    pub(super) fn strikes_back(&self, at: usize) -> bool {
        matches!(self.verb_at(at), Some(Verb::Attack | Verb::Melee | Verb::Hits))
            && self.key_at(at + 1) == Some(Key::Back)
            && self.exact_name_at(at + 1, self.words.len()) == 0
    }

    /// `no parry`, `don't strike back`
    pub(super) fn is_denied(&self, verb: usize) -> bool {
        const NO: &[&str] = &["no", "dont", "doesnt"];
        let before = verb.checked_sub(1).and_then(|it| self.words.get(it));
        let is_no = before.is_some_and(|it| NO.contains(&it.folded()));
        // `Hank has no parry` is a statement.
        let is_told = verb.checked_sub(2).and_then(|it| self.meaning(it)).is_some_and(Keyword::is_telling);
        let is_apart = |it: &Word| it.gap.has(Gap::ENDS) || it.gap.has(Gap::OPEN);
        let is_joined = is_no && !is_told && self.words.get(verb).is_some_and(|it| !is_apart(it));
        // `don't parry and strike back`: this could forbid both.
        let is_both = before.is_some_and(|it| it.folded() != "no")
            && matches!(self.key_at(verb + 1), Some(Key::And))
            && self.strikes_back(verb + 2);
        is_joined && !is_both && (self.verb_at(verb) == Some(Verb::Parry) || self.strikes_back(verb))
    }

    /// Where the verb begins, including a negation: `no parry`.
    pub(super) fn head_end(&self, verb: usize) -> usize {
        verb - usize::from(self.at < verb && self.is_denied(verb))
    }

    pub(super) fn policy(&mut self, verb: usize, meaning: Verb, addressees: &[Addressee]) -> Parsed<Vec<Said>> {
        let (verb_span, is_denied) = (self.words[verb].span.clone(), self.is_denied(verb));
        // `the hits on Alpha`
        self.take(Key::On);
        let whose: Vec<Whose> = if !addressees.is_empty() {
            addressees.iter().map(|it| Whose::One(it.who)).collect()
        } else if self.take(Key::Side) || self.take(Key::Everyone) {
            let own = self.battle.everybody().find(|it| self.commands(*it)).and_then(|it| self.battle.team(it));
            vec![Whose::Team(own.ok_or_else(|| say::nobody_told(verb_span, "have this policy"))?)]
        } else {
            match self.team_named() {
                Some(team) => vec![Whose::Team(team)],
                None => vec![Whose::One(self.addressee_behind_verb(verb_span, meaning)?.who)],
            }
        };
        self.take_mark(Kind::Colon);
        if matches!(meaning, Verb::Hits | Verb::Misses) {
            // `must go first to the`, `should`
            let leads = |it: &Self| it.is_telling() || it.letters() == "go" || it.is_idle();
            self.skip_while(|it| leads(it) || it.is_key(Key::First) || it.is_key(Key::To));
        }
        let change = match meaning {
            Verb::Hits => PolicyChange::Hits(self.hits(&whose)?),
            Verb::Misses => PolicyChange::Misses(self.misses()?),
            Verb::Benny => PolicyChange::Benny(self.benny()?),
            Verb::Rebuff => PolicyChange::Rebuff(self.one_of_these(REBUFFS, "back or break")?),
            Verb::Parry if is_denied => self.reaction(Some(Defence::Nothing))?,
            Verb::Parry => self.using().and_then(|it| self.reaction(Some(Defence::Parry(it))))?,
            Verb::Bail => {
                let defence = Defence::Bail(self.try_heading());
                self.reaction(Some(defence))?
            }
            Verb::React => self.react()?,
            // `strikes back with the bottle vs charge`
            _ => {
                self.take(Key::Back);
                let back = if is_denied { Return::Hold } else { Return::Strike(self.using()?) };
                self.against(None, Some(back))?
            }
        };
        if meaning == Verb::Hits {
            self.skip_ones();
        }
        let said = |whose| Said::naming(What::Order(Order::Policy(whose, change.clone())), &self.pending);
        Ok(whose.into_iter().map(said).collect())
    }

    /// `whenever somebody charges Hank, he bails out`, `Hank parries if anybody attacks him`: reads a policy. Only
    /// policies may have a condition, because the rules ask for them in the middle of a round.
    pub(super) fn conditional_policy(&mut self, addressees: &[Addressee]) -> Option<Vec<Said>> {
        // A policy stands until it is changed.
        const FOR_NOW: &[&str] = &["this round", "this turn", "this time"];
        let end = self.sentence_end(self.at);
        if self.words[self.at..end].iter().any(|it| FOR_NOW.contains(&it.folded())) {
            return None;
        }
        self.attempt(|it| {
            let first = it.attempt(|it| it.occasion_then_answer(addressees));
            let said = first.or_else(|| it.name_or_answer_first(addressees).map(|said| vec![said]));
            it.skip_idle();
            // `he parries and Bess attacks Shade`: the attack may depend on the condition, too.
            said.filter(|_| it.at_end() || it.is_apart() || it.is_remark())
        })
    }

    /// Remembers who a policy was for, if its name stands before the policy. In `Hank: if anybody attacks, parry; then
    /// …`, the next order may depend on the condition, and nobody is remembered.
    pub(super) fn note_guard(&mut self, from: usize, addressees: &mut Vec<Addressee>) {
        let behind = std::mem::replace(&mut self.at, from);
        let guard = self.own_name().map(|who| Addressee { who, span: self.span_from(from) });
        let is_first = self.is_when(self.at + usize::from(self.is(Kind::Colon)));
        self.at = behind;
        let next = self.words.get(behind + usize::from(self.is(Kind::Semicolon)));
        let may_hang = is_first && next.is_some_and(|it| it.is_idle() || it.key() == Some(Key::Then));
        match guard {
            Some(guard) if !addressees.is_empty() => *addressees = vec![guard],
            guard => self.on_guard = guard.filter(|_| !may_hang),
        }
    }

    /// The end of the sentence.
    fn sentence_end(&self, from: usize) -> usize {
        let ends = |it: &usize| self.words[*it].gap.has(Gap::ENDS) || self.words[*it].kind == Kind::Semicolon;
        (from + 1..self.words.len()).find(ends).unwrap_or(self.words.len().max(from))
    }

    /// Whether more than one of the poster's own were named before, so that `he` is unclear. It doesn't matter while
    /// the parser only looks for the ends of sentences.
    fn has_named_several(&mut self) -> bool {
        if self.seeks_sentence_ends {
            return false;
        }
        let named: BTreeSet<Who> = (0..self.at).filter_map(|at| self.look_from(at, Self::own_name)).collect();
        1 < named.len()
    }

    // Reads a policy that begins with its condition. `addressees` are those that `he` may mean.
    fn occasion_then_answer(&mut self, addressees: &[Addressee]) -> Option<Vec<Said>> {
        let (occasion, named) = self.occasion()?;
        let pronoun = self.lead_to_answer();
        let again = pronoun.is_some();
        // Of several, `he` is none in particular.
        let is_clear = pronoun == Some("they") || addressees.len() == 1 && !self.has_named_several();
        let addressees: Vec<Who> = match named {
            Some(who) => {
                if !again {
                    self.take_name_of(who);
                }
                vec![who]
            }
            None if again && !is_clear => return None,
            None if again => addressees.iter().map(|it| it.who).collect(),
            // `Hush moves, and if he gets hit, take the cheap ones first`: no name before the answer
            None => {
                let named = self.attempt(Self::own_name).or_else(|| only_addressee(addressees));
                vec![named.or_else(|| self.only_own(self.at - 1).map(|it| it.who))?]
            }
        };
        let from = self.at;
        let answer = |who: Who| {
            self.at = from;
            self.answer(who, occasion)
        };
        addressees.into_iter().map(answer).collect::<Option<Vec<Said>>>().filter(|it| !it.is_empty())
    }

    /// Goes on to the answer behind a condition. Returns the pronoun that begins it, if there is one.
    fn lead_to_answer(&mut self) -> Option<&'static str> {
        self.skip_while(|it| it.is(Kind::Comma) || it.is(Kind::Colon) || it.is_key(Key::Then) || it.is_idle());
        let again = SUBJECT_PRONOUNS.iter().find(|it| **it == self.letters()).copied();
        self.at += usize::from(again.is_some());
        again
    }

    /// `and parries with the pan if anyone attacks her`: whether an answer with its condition stands here.
    pub(super) fn is_answer_with_occasion(&self, at: usize) -> bool {
        let verb = at + usize::from(self.words.get(at).is_some_and(is_subject_pronoun));
        let answer = self.verb_at(verb);
        let end = self.sentence_end(verb);
        matches!(answer, Some(Verb::Parry | Verb::Bail | Verb::Brace)) && (verb..end).any(|it| self.is_when(it))
    }

    /// `Hank: if anybody attacks him, parry with the bottle`, `let Hank parry if anybody attacks him`: reads a policy
    /// that begins with a name, or with its answer.
    fn name_or_answer_first(&mut self, addressees: &[Addressee]) -> Option<Said> {
        // `and she parries if anybody attacks her`
        let is_clear = addressees.len() == 1 && !self.has_named_several();
        let is_he = |it: &Self| is_clear && it.words.get(it.at).is_some_and(is_subject_pronoun);
        self.skip_while(|it| it.is_idle() || it.is_telling() || is_he(it));
        // `; parry with the boathook if anybody attacks`
        let named = self.attempt(Self::own_name);
        let who = named.or_else(|| only_addressee(addressees))?;
        let _ = self.take_mark(Kind::Colon) || self.take_at_sign();
        let from = self.at;
        let when = (from..self.clause_end()).find(|it| self.is_when(*it))?;
        self.at = when;
        let (occasion, _) = self.occasion().filter(|it| it.1.is_none_or(|it| it == who))?;
        if when == from {
            named?;
            self.lead_to_answer();
            return self.answer(who, occasion);
        }
        self.look_from(from, |it| it.read_up_to(when, |it| it.answer(who, occasion).filter(|_| it.at_end())))
    }

    pub(super) fn own_name(&mut self) -> Option<Who> {
        self.skip_idle();
        let length = self.names.who_at(self.rest());
        let who = self.names.who.find(self.rest().get(..length).filter(|it| !it.is_empty())?).one()?;
        self.at += length;
        Some(who).filter(|it| self.commands(*it) && self.battle.team(*it).is_some())
    }

    pub(super) fn is_when(&self, at: usize) -> bool {
        const WHEN: &[&str] = &["when", "whenever", "if", "any time", "anytime", "each time", "every time"];
        self.words.get(at).is_some_and(|it| WHEN.contains(&it.folded()) || it.folded() == WHOEVER)
    }

    /// `when somebody charges Hank`: what happens, and to whom. The attacker must not be named.
    fn occasion(&mut self) -> Option<(Occasion, Option<Who>)> {
        let is_whoever = self.letters() == WHOEVER;
        if !self.take_if(self.is_when(self.at)) {
            return None;
        }
        if let passive @ Some(_) = self.attempt(Self::passive_occasion) {
            return passive;
        }
        let mut idle = self.rest().iter().take_while(|it| it.is_idle());
        let is_enemy = idle.any(|it| it.folded() == "enemy");
        self.skip_idle();
        let is_anybody = is_whoever || ANYBODY.contains(&self.letters());
        self.at += usize::from(is_anybody && !is_whoever);
        // `somebody is coming past`
        let is_doing = self.words.get(self.at + 1).is_some_and(|it| it.folded().ends_with("ing"));
        self.at += usize::from(is_doing && matches!(self.letters(), "is" | "are"));
        let verb = self.meaning(self.at)?.verb().filter(|_| is_anybody || is_enemy)?;
        let is_coming = matches!(self.letters(), "come" | "comes" | "coming");
        self.at += 1;
        let occasion = match verb {
            Verb::Attack | Verb::Melee | Verb::Hits => Occasion::Attacked(None),
            Verb::Charge => Occasion::Attacked(Some(Against::Charge)),
            Verb::Grab => Occasion::Attacked(Some(Against::Grab)),
            Verb::Shove => Occasion::Attacked(Some(Against::Shove)),
            Verb::Move if is_coming && self.take_word(Key::At) => Occasion::Attacked(None),
            Verb::Move | Verb::Run if self.take_word(Key::Via) || self.letters() == "by" => Occasion::Passed,
            Verb::Hold if matches!(self.words[self.at - 1].folded(), "pass" | "passes") => Occasion::Passed,
            _ => return None,
        };
        self.take_if(matches!(occasion, Occasion::Passed) && self.letters() == "by");
        self.skip_while(|it| it.is_idle() && !it.is_pronoun());
        // `when anybody attacks, Hank parries`
        if self.is(Kind::Comma) || self.is(Kind::Colon) || self.at_end() {
            return Some((occasion, None));
        }
        if self.is_pronoun() {
            // `Bess moves toward Morgan and parries if anyone attacks him`
            if matches!(self.letters(), "him" | "her") && self.has_named_several() {
                return None;
            }
            self.at += 1;
            return Some((occasion, None));
        }
        self.own_name().map(|it| (occasion, Some(it)))
    }

    /// `if Hank is charged`, `if attacked`
    fn passive_occasion(&mut self) -> Option<(Occasion, Option<Who>)> {
        const DEEDS: &[(&str, Option<Against>)] = &[
            ("attacked", None),
            ("struck", None),
            ("charged", Some(Against::Charge)),
            ("grabbed", Some(Against::Grab)),
            ("seized", Some(Against::Grab)),
            ("shoved", Some(Against::Shove)),
            ("pushed", Some(Against::Shove)),
        ];

        let at = self.at;
        // `they` may be foes that were named before.
        let names_foes = |it: &mut Self| (0..at).any(|before| it.names_foe(before));
        let names_own =
            matches!(self.letters(), "he" | "she") || matches!(self.letters(), "they" | "it") && !names_foes(self);
        self.at += usize::from(names_own);
        // `if Crow is attacked`: Crow is somebody else's.
        let names_other = !names_own && 0 < self.names.who_at(self.rest());
        let named = if names_own { None } else { self.own_name() };
        if named.is_none() && names_other {
            return None;
        }
        let leads = self.take_if(matches!(self.letters(), "is" | "are" | "get" | "gets"));
        if self.take_if(leads && self.letters() == "hit") {
            return Some((Occasion::Hit, named));
        }
        let deed = DEEDS.iter().find(|it| it.0 == self.letters()).filter(|_| leads || self.at == at)?;
        self.at += 1;
        // `if attacked by anyone`
        self.take_all(|it| it.take_if(it.letters() == "by") && it.take_if(ANYBODY.contains(&it.letters())));
        Some((Occasion::Attacked(deed.1), named))
    }

    /// Reads an answer without a condition. It is for any kind of attack.
    pub(super) fn plain_answer(&mut self, verb: usize, who: Who) -> Option<Said> {
        self.attempt(|it| {
            it.at = verb;
            let said = it.answer(who, Occasion::Attacked(None));
            said.filter(|_| it.at_end() || it.is_apart() || it.goes_on())
        })
    }

    /// `parries with the chair and then strikes back with it`
    fn answer(&mut self, who: Who, occasion: Occasion) -> Option<Said> {
        let said = |change| Said::of(What::Order(Order::Policy(Whose::One(who), change)));
        // `have her bail out`
        self.skip_while(|it| it.is_idle() || it.is_telling() || matches!(it.letters(), "him" | "her" | "them"));
        if matches!(occasion, Occasion::Hit)
            && let Some(hits) = self.attempt(|it| it.spared(who)).or_else(|| self.attempt(Self::taken_first))
        {
            return Some(said(PolicyChange::Hits(hits)));
        }
        // `no parry`
        let is_no = self.take_if(self.letters() == "no");
        let verb = self.meaning(self.at)?.verb().filter(|it| !is_no || *it == Verb::Parry)?;
        self.at += 1;
        let change = match (occasion, verb) {
            (Occasion::Passed, Verb::Attack) => {
                self.skip_whom();
                PolicyChange::Pass(Pass::Strike)
            }
            (Occasion::Passed, Verb::Bail) => PolicyChange::Pass(Pass::Bail),
            // **BS-17.3** A squad braces against a charge.
            (Occasion::Passed | Occasion::Attacked(Some(Against::Charge)), Verb::Brace) => {
                PolicyChange::Pass(Pass::Brace)
            }
            (Occasion::Passed, Verb::Hold) => PolicyChange::Pass(Pass::Nothing),
            (Occasion::Passed, _) => return None,
            (Occasion::Hit | Occasion::Attacked(_), verb) => {
                let against = if let Occasion::Attacked(against) = occasion { against } else { None };
                let defence = match verb {
                    Verb::Parry if is_no => Some(Defence::Nothing),
                    Verb::Parry => Some(Defence::Parry(self.using_of(who)?)),
                    Verb::Bail => Some(Defence::Bail(self.bail_direction())),
                    Verb::Hold if self.words[self.at - 1].folded().contains("nothing") => Some(Defence::Nothing),
                    Verb::Attack => None,
                    Verb::Hits | Verb::Melee if self.key_at(self.at) == Some(Key::Back) => None,
                    _ => return None,
                };
                let at = self.at;
                let goes_on = defence.is_some() && self.skip_joints();
                // `and he strikes back`
                self.take_if(goes_on && matches!(self.letters(), "he" | "she" | "they"));
                let strikes = defence.is_none() || goes_on && self.begins_strike();
                let back = if strikes {
                    self.at += usize::from(defence.is_some());
                    self.skip_whom();
                    Some(Return::Strike(self.using_of(who)?))
                } else {
                    self.at = at;
                    (defence.is_some() && self.take_no_return()).then_some(Return::Hold)
                };
                PolicyChange::React { against, defence, back }
            }
        };
        Some(said(change))
    }

    /// `, but doesn't strike back`
    fn take_no_return(&mut self) -> bool {
        const NOT: &[&str] = &["doesnt", "dont", "without"];
        self.take_all(|it| {
            let at = it.at;
            it.skip_while(|it| it.is(Kind::Comma) || it.is_key(Key::And) || it.letters() == "but");
            let does = it.take_if(matches!(it.letters(), "does" | "do"));
            let is_not = at < it.at && (does && it.letters() == "not" || NOT.contains(&it.letters()))
                || matches!(it.letters(), "without" | "no");
            let keeps = it.take_if(is_not) && it.take_verb(&[Verb::Attack]).is_some();
            it.skip_whom();
            keeps
        })
    }

    /// `to the east`
    fn bail_direction(&mut self) -> Option<Heading> {
        self.attempt(|it| {
            it.take(Key::To);
            it.skip_idle();
            it.try_heading()
        })
    }

    /// `take the cheap ones first`
    fn taken_first(&mut self) -> Option<Hits> {
        const TAKES: &[&str] = &["take", "takes", "remove", "removes", "lose", "loses"];
        if !self.take_if(TAKES.contains(&self.letters())) {
            return None;
        }
        self.skip_idle();
        let hits = self.one_of(FIRST_HITS)?;
        self.skip_ones();
        Some(hits)
    }

    /// `the cheap ones first`
    fn skip_ones(&mut self) {
        self.skip_while(|it| matches!(it.letters(), "one" | "ones" | "first"));
    }

    /// `spare Lt. Osei`, `Captain Pym is to be spared`
    fn spared(&mut self, who: Who) -> Option<Hits> {
        let is_first = self.take(Key::Spare);
        let members = self.battle.members(who);
        let units =
            self.distinct(|it| it.unit_of(Some(who))).ok().filter(|it| it.iter().all(|it| members.contains(it)))?;
        self.skip_while(|it| !is_first && it.is_telling());
        if !is_first && !self.take_if(self.letters() == "spared") {
            return None;
        }
        Some(Hits::Spare(units))
    }

    /// `strikes`, `hits back`
    fn begins_strike(&self) -> bool {
        match self.verb_at(self.at) {
            Some(Verb::Hits) => self.key_at(self.at + 1) == Some(Key::Back),
            verb => verb == Some(Verb::Attack),
        }
    }

    /// `strikes back`, `strikes at them`
    fn skip_whom(&mut self) {
        self.take_word(Key::Back);
        self.take_word(Key::At);
        self.at += usize::from(self.is_pronoun());
    }

    /// The weapon of an answer: one that this squad or unit holds. The best one, if none is named.
    fn using_of(&mut self, who: Who) -> Option<Using> {
        if !self.take_with(who) {
            // `parry katana`
            let named = self.weapon_ahead().is_some().then(|| self.attempt(|it| it.weapon_of(who, false).ok()));
            return Some(named.flatten().map_or(Using::Best, Using::Weapon));
        }
        if self.take(Key::Bare) {
            return Some(Using::Bare);
        }
        self.weapon_of(who, false).ok().map(Using::Weapon)
    }

    fn react(&mut self) -> Parsed<PolicyChange> {
        self.take(Key::With);
        if self.take(Key::Pass) {
            let pass = self.one_of_these(PASSES, "strike, bail, brace or none")?;
            return self.must_say_no_return().map(|()| PolicyChange::Pass(pass));
        }
        // `react brace vs charge`: bracing is only against charges.
        if self.take(Key::Brace) {
            if self.take(Key::Versus) {
                self.must_take(Key::Charge, "charge")?;
            }
            return self.must_say_no_return().map(|()| PolicyChange::Pass(Pass::Brace));
        }
        if self.take(Key::Drop) {
            return self.one_of_these(&[(Key::Yes, true), (Key::No, false)], "yes or no").map(PolicyChange::Drop);
        }
        let defence = self.defence()?.or_else(|| self.take(Key::None).then_some(Defence::Nothing));
        self.reaction(defence)
    }

    /// Refuses `react brace then strike`: a return blow stands behind a defence, or alone. `hold` counts as one only
    /// behind `then`.
    fn must_say_no_return(&mut self) -> Parsed<()> {
        let (at, is_joined) = (self.at, self.skip_joints());
        let says_then = is_joined && self.key_at(self.at - 1) == Some(Key::Then);
        let back = self.key_at(self.at).filter(|it| *it == Key::Strike && is_joined || *it == Key::Hold && says_then);
        self.at += 1;
        // `react brace, then strike Crow`: this is an attack.
        let says_how = [Key::Back, Key::With, Key::Versus].into_iter().any(|it| self.is_key(it));
        let is_return = self.at_end() || self.is_apart() || says_how || self.weapon_ahead().is_some();
        let span = self.span_from(at);
        self.at = at;
        back.filter(|_| is_return).map_or(Ok(()), |back| Err(say::no_defence(span, &back.to_string())))
    }

    /// `parry [with <item>]`, `bail [<direction>]`, or nothing.
    pub(in crate::brick::orders) fn defence(&mut self) -> Parsed<Option<Defence>> {
        Ok(if self.take(Key::Parry) {
            Some(Defence::Parry(self.using()?))
        } else {
            self.take(Key::Bail).then(|| Defence::Bail(self.try_heading()))
        })
    }

    /// `[then strike <item>|hold] [vs attack|grab|shove|charge|counter]` behind a defence.
    fn reaction(&mut self, defence: Option<Defence>) -> Parsed<PolicyChange> {
        let mut back = None;
        let behind = self.meaning(self.at + 1);
        let is_other =
            behind.is_some_and(|it| it.verb().is_some() && !matches!(it.key(), Some(Key::Strike | Key::Hold)));
        // `parry pan, strike pan`
        self.take_if(defence.is_some() && self.is(Kind::Comma) && self.key_at(self.at + 1) == Some(Key::Strike));
        let is_said = !is_other && self.take(Key::Then);
        if self.take(Key::Strike) {
            self.take(Key::Back);
            back = Some(Return::Strike(self.using()?));
        } else if self.take(Key::Hold) {
            back = Some(Return::Hold);
        } else if is_said {
            return Err(say::missing(self.here(), "strike or hold"));
        }
        if [Key::Parry, Key::Bail, Key::None].into_iter().any(|it| self.is_key(it)) {
            let here = self.here();
            return Err(say::said_twice(here.clone(), &self.text[here]));
        }
        self.against(defence, back)
    }

    /// `[vs attack|grab|shove|charge|counter]` at the end of a reaction.
    fn against(&mut self, defence: Option<Defence>, back: Option<Return>) -> Parsed<PolicyChange> {
        let mut against = None;
        if self.take(Key::Versus) {
            let kinds = [
                (Key::Attack, Against::Attack),
                (Key::Grab, Against::Grab),
                (Key::Shove, Against::Shove),
                (Key::Charge, Against::Charge),
                (Key::Counter, Against::Counter),
            ];
            against = Some(self.one_of_these(&kinds, "attack, grab, shove, charge or counter")?);
        }
        self.must_be(defence.is_some() || back.is_some(), "parry, bail, none, strike, hold, pass or drop")?;
        Ok(PolicyChange::React { against, defence, back })
    }

    fn using(&mut self) -> Parsed<Using> {
        // `parry w pan`
        self.take_if(self.letters() == "w" && 0 < self.names.weapon_at(&self.words[self.at + 1..]));
        self.take(Key::With);
        if self.take(Key::Bare) {
            return Ok(Using::Bare);
        }
        if self.take(Key::Best) || self.at_end() || self.key_at(self.at).is_some() {
            return Ok(Using::Best);
        }
        self.weapon().map(Using::Weapon)
    }

    fn hits(&mut self, whose: &[Whose]) -> Parsed<Hits> {
        if let Some(hits) = self.one_of(FIRST_HITS) {
            return Ok(hits);
        }
        let is_order = self.take(Key::Order);
        let is_there = is_order || self.take(Key::Spare);
        self.must_be(is_there, "cheap, dear, wounded, order or spare")?;
        let squad = if let [Whose::One(who)] = whose { Some(*who) } else { None };
        let units = self.distinct(|it| it.own_unit(squad))?;
        Ok(if is_order { Hits::Order(units) } else { Hits::Spare(units) })
    }

    /// One item, or several with commas or `and` between them. No item may be there twice.
    pub(in crate::brick::orders) fn distinct<T: PartialEq>(
        &mut self,
        mut one: impl FnMut(&mut Self) -> Parsed<T>,
    ) -> Parsed<Vec<T>> {
        let mut found = vec![one(self)?];
        while self.take_list_joint() {
            let at = self.at;
            let it = one(self)?;
            if found.contains(&it) {
                let span = self.span_from(at);
                return Err(say::said_twice(span.clone(), &self.text[span]));
            }
            found.push(it);
        }
        Ok(found)
    }

    fn misses(&mut self) -> Parsed<Misses> {
        if let Some(misses) = self.one_of(&[(Key::Worst, Misses::Worst), (Key::None, Misses::Harmless)]) {
            return Ok(misses);
        }
        self.must_take(Key::List, "worst, none or list")?;
        let mut list = vec![self.anybody()?];
        while self.take_list_joint() {
            list.push(self.anybody()?);
        }
        Ok(Misses::List(list))
    }

    /// `attack damage|hold, parry deflect|hold, bail feet|hold`
    fn benny(&mut self) -> Parsed<Benny> {
        let mut benny = Benny::default();
        let mut is_said = false;
        loop {
            let (slot, yes, words) = if self.take(Key::Attack) {
                (&mut benny.on_attack, Key::Damage, "damage or hold")
            } else if self.take(Key::Parry) {
                (&mut benny.on_parry, Key::Deflect, "deflect or hold")
            } else if self.take(Key::Bail) {
                (&mut benny.on_bail, Key::Feet, "feet or hold")
            } else if is_said {
                return Ok(benny);
            } else {
                return Err(say::missing(self.here(), "attack, parry or bail"));
            };
            *slot = self.one_of_these(&[(yes, true), (Key::Hold, false)], words)?;
            is_said = true;
            self.take_mark(Kind::Comma);
        }
    }

    /// One of these keywords. Refuses anything else.
    fn one_of_these<T: Clone>(&mut self, words: &[(Key, T)], which: &str) -> Parsed<T> {
        self.one_of(words).ok_or_else(|| say::missing(self.here(), which))
    }

    pub(in crate::brick::orders) fn one_of<T: Clone>(&mut self, words: &[(Key, T)]) -> Option<T> {
        words.iter().find(|it| self.take(it.0)).map(|it| it.1.clone())
    }
}
