//! Reads weapons: by name, by a word that describes them, or by a pronoun.

use std::ops::Range;

use crate::brick::battle::{Melee, Order, WeaponId, Who};
use crate::brick::orders::names::Found;
use crate::brick::orders::parse::{Addressee, Parsed, Parser, Wielded};
use crate::brick::orders::said::{Said, What};
use crate::brick::orders::vocabulary::{Key, Keyword, Verb};
use crate::brick::orders::{Word, say};
use crate::diagnostic::Diagnostic;
use crate::field::{UnitId, each_once};
use crate::post::dictionary::is_english;
use crate::post::english::OWN;
use crate::post::words::{Gap, Kind, across, folded};

/// A weapon, and the one in the other hand if there is one.
type InHand = (WeaponId, Option<WeaponId>);

impl<'a> Parser<'a> {
    /// How many words stand before the name of a weapon and only describe it: `one of`, `his old`, `the other`. `None`
    /// if no weapon follows.
    pub(super) fn weapon_ahead(&self) -> Option<usize> {
        const DESCRIBED_MAX: usize = 2;
        let counts = self.rest().iter().take_while(|it| is_count(it)).count();
        let rest = self.rest().get(counts..)?;
        let described =
            (0..=DESCRIBED_MAX).find(|it| rest.get(*it..).is_some_and(|it| 0 < self.names.weapon_at(it)))?;
        let describes = |it: &Word| {
            let is_word = it.kind == Kind::Word && it.meaning.is_none() && 2 < it.folded().len();
            is_word && it.folded() != "for" && is_english(it.folded()) && !it.gap.has(Gap::ENDS)
        };
        rest.iter().take(described).all(describes).then_some(counts + described)
    }

    /// Whether a word means to take something up.
    pub(super) fn is_picking_up(&self, at: usize) -> bool {
        let says_so = |it: &Word| matches!(it.folded(), "get" | "gets" | "collect" | "collects");
        matches!(self.key_at(at), Some(Key::Use | Key::Take)) || self.words.get(at).is_some_and(says_so)
    }

    /// `up the bottle`, `the bottle up`: the name of a weapon, if the rest of the clause is nothing else.
    pub(super) fn only_weapon(&self, from: usize) -> Option<&'a str> {
        let rest = self.words.get(from..self.clause_end())?;
        let is_less = |it: &Word| it.is_idle() || it.kind == Kind::Comma || it.folded() == "up";
        let at = rest.iter().take_while(|it| is_less(it)).count();
        let length = self.names.weapon_at(&rest[at..]);
        let (name, behind) = rest[at..].split_at(length);
        across(name).filter(|_| behind.iter().all(is_less)).map(|it| &self.text[it])
    }

    /// A weapon that one of them holds. With `to_shoot`, one that shoots.
    pub(super) fn weapon_of(&mut self, who: Who, to_shoot: bool) -> Parsed<WeaponId> {
        if matches!(self.letters(), "it" | "them")
            && let Some((_, weapon)) = self.named_weapon.filter(|it| it.0 == who)
        {
            self.at += 1;
            return Ok(weapon);
        }
        // `with Crow's bottle`
        let whose = if 0 < self.names.weapon_at(self.rest()) { 0 } else { self.names.who_at(self.rest()) };
        if 0 < whose && matches!(self.names.who.find(&self.rest()[..whose]), Found::One(it) if it != who) {
            let behind = &self.rest()[whose..];
            let length = whose + self.names.weapon_at(behind);
            if whose < length
                && let Some(span) = across(&self.rest()[..length])
            {
                return Err(say::left_over(span.clone(), &self.text[span], "use"));
            }
        }
        self.at += self.weapon_ahead().unwrap_or(0);
        let (name, span) = self.name()?;
        let called = self.found(self.names.weapons.find(name), (name, span.clone()), "weapon")?;
        let setup = self.battle.setup();
        let members = self.battle.members(who);
        let held = members.iter().flat_map(|it| self.battle.held(*it));
        let held = each_once(held.map(|it| self.battle.item(it).weapon));
        // `throws his knife`: a throwing knife, if he has one
        let serves = |it: &WeaponId| held.contains(it) && !(to_shoot && setup.weapon(*it).ranged.is_none());
        let is_called_so = |it: &WeaponId| {
            let called = folded(&setup.weapon(*it).name);
            name.iter().all(|word| called.split(' ').any(|it| it == word.folded()))
        };
        let mut meant = held.iter().copied().filter(|it| serves(it) && is_called_so(it));
        let weapon = match (meant.next(), meant.next()) {
            (Some(one), None) if !serves(&called) => one,
            _ => called,
        };
        if to_shoot && setup.weapon(weapon).ranged.is_none() {
            return Err(say::no_shot(span, &setup.weapon(weapon).name));
        }
        if members.is_empty() || held.contains(&weapon) {
            self.named_weapon = Some((who, weapon));
            return Ok(weapon);
        }
        Err(self.not_held(span, who, &setup.weapon(weapon).name))
    }

    fn not_held(&self, span: Range<usize>, who: Who, weapon: &str) -> Diagnostic {
        let members = self.battle.members(who);
        let held = each_once(members.iter().flat_map(|it| self.battle.held(*it)).map(|it| self.battle.item(it).weapon));
        let held: Vec<String> = held.into_iter().map(|it| self.battle.setup().weapon(it).name.clone()).collect();
        say::not_held(span, self.battle.name(who), weapon, &held)
    }

    /// `throw the bottle at Crow`, with an unknown word for the bottle: the diagnostic for the word before the target.
    pub(super) fn nothing_to_throw(&mut self, who: Who) -> Diagnostic {
        const WORDS_MAX: usize = 3;
        self.skip_idle();
        let (from, end) = (self.at, self.clause_end());
        let at = (from + 1..end).find(|it| self.key_at(*it) == Some(Key::At));
        let is_oneself = |it: &Word| it.folded().ends_with("self") || it.folded().ends_with("selves");
        let is_thing = |it: &Word| it.kind == Kind::Word && it.meaning.is_none() && !is_oneself(it);
        let words = at.and_then(|it| self.words.get(from..it)).unwrap_or_default();
        let is_named = words.len() <= WORDS_MAX && words.iter().all(is_thing) && self.battle.is_there(who);
        match across(words).filter(|_| is_named) {
            // Without a rule, the misspelt word can still be corrected.
            Some(span) => {
                Diagnostic { rule: None, ..self.not_held(span.clone(), who, &say::harmless(&self.text[span])) }
            }
            None => say::missing(self.here(), "what is thrown, and at whom,"),
        }
    }

    /// A weapon, and the one in the other hand if both are meant.
    pub(super) fn weapons_of(&mut self, who: Who, to_shoot: bool) -> Parsed<InHand> {
        let at = self.at;
        let is_both = self.take_both();
        let weapon = self.weapon_of(who, to_shoot)?;
        if !is_both {
            return Ok((weapon, None));
        }
        let of_it = |unit: UnitId| self.battle.held(unit).filter(|it| self.battle.item(*it).weapon == weapon).count();
        let each: Vec<usize> = self.battle.members(who).into_iter().map(of_it).collect();
        // In a squad, two members may have one each.
        let has_two = each.iter().any(|it| 2 <= *it);
        if !each.is_empty() && each.iter().sum::<usize>() < 2 {
            let name = &self.battle.setup().weapon(weapon).name;
            return Err(say::not_two(self.span_from(at), self.battle.name(who), name));
        }
        Ok((weapon, has_two.then_some(weapon)))
    }

    /// `both knives`, `both of her knives`, `two knives`.
    fn take_both(&mut self) -> bool {
        self.take_all(|it| {
            it.skip_idle();
            let is_both = it.take_if(matches!(it.letters(), "both" | "two" | "2"));
            it.take_if(is_both && it.letters() == "of");
            is_both && it.weapon_ahead().is_some()
        })
    }

    /// `with the bottle at Dan`, `the bottle at Dan`: a weapon before the target.
    pub(super) fn weapon_first(&mut self, who: Who, to_shoot: bool) -> Parsed<Option<InHand>> {
        if self.take_with(who) {
            return self.weapons_of(who, to_shoot).map(Some);
        }
        let at = self.at;
        let names_one = self.look_from(at, |it| it.weapon_ahead().is_some() || it.letters() == "it" || it.take_both());
        let weapon = if names_one { Some(self.weapons_of(who, to_shoot)) } else { None };
        let mut leads = false;
        while let "down" | "over" | "hard" | "right" = self.letters() {
            // A bottle that is thrown over somebody isn't thrown at him.
            leads |= !to_shoot && self.letters() == "over";
            self.at += 1;
        }
        leads |= self.take_toward();
        self.at = if leads && weapon.is_some() { self.at } else { at };
        weapon.filter(|_| leads).transpose()
    }

    /// `attack Crow (bottle)`: a weapon behind the target, without a `with`.
    pub(super) fn bare_weapon(&mut self, who: Who, to_shoot: bool) -> Parsed<Option<WeaponId>> {
        let at = self.at;
        self.take_mark(Kind::Comma);
        self.at += usize::from(matches!(self.letters(), "all" | "every" | "each"));
        let name =
            self.words.get(self.at..self.at + self.exact_name_at(self.at, self.clause_end())).unwrap_or_default();
        if name.is_empty() || self.names.weapon_at(name) != name.len() {
            self.at = at;
            return Ok(None);
        }
        self.weapon_of(who, to_shoot).map(Some)
    }

    /// `, rifles and the rocket launcher`: a second weapon that shoots.
    pub(super) fn bare_second(&mut self, who: Who) -> Parsed<Option<WeaponId>> {
        let is_there = self.take_all(|it| {
            let joins = it.take_word(Key::And);
            it.skip_idle();
            joins && 0 < it.names.weapon_at(it.rest())
        });
        if is_there { self.weapon_of(who, true).map(Some) } else { Ok(None) }
    }

    /// `then bottle`, `and with the bottle after that`, `, bottle second`: the weapon in the other hand.
    pub(super) fn second_weapon(&mut self, who: Who, has_first: bool) -> Parsed<Option<WeaponId>> {
        let at = self.at;
        let is_comma = self.take_mark(Kind::Comma);
        // In `attacks Shade and table leg`, the first weapon is missing: `table leg` could be a second target.
        let is_and = self.take_word(Key::And) && has_first;
        let is_then = self.take_word(Key::Then);
        let is_with = self.take_with(who) || is_then && self.take_word(Key::With);
        self.skip_idle();
        // `knife + 2nd knife`
        self.at += usize::from(self.letters() == "2nd");
        let is_off_hand = self.is_key(Key::Second);
        let names_one = self.weapon_ahead().is_some();
        if names_one && (is_and || is_then || is_comma) {
            let weapon = self.weapon_of(who, false);
            // `, katana then knife`: here `then` doesn't end the phrase.
            let ends_with_then = self.take_all(|it| it.take_word(Key::Then) && it.weapon_ahead().is_none());
            let is_second = self.take_word(Key::Second) || ends_with_then || self.take_word(Key::After);
            if is_and || is_then || is_second || is_off_hand {
                return weapon.map(Some);
            }
        } else if is_then
            && (is_with
                || !is_comma && !is_and && self.meaning(self.at).is_none() && self.names.who_at(self.rest()) == 0)
        {
            return self.weapon_of(who, false).map(Some);
        }
        self.at = at;
        Ok(None)
    }

    /// `takes the chair in both hands and …`: the weapon taken in hand for the verb that follows.
    pub(super) fn wielded(&mut self, addressees: &mut Vec<Addressee>, end: usize) -> Parsed<Option<Wielded>> {
        let start = self.at;
        let verb = self.find_verb(end).map_or(end, |it| it.0);
        let Some(take) = (start..verb).find(|it| self.key_at(*it) == Some(Key::Take)) else { return Ok(None) };
        self.at = take + 1;
        if self.weapon_ahead().is_none() {
            self.at = start;
            return Ok(None);
        }
        self.at = start;
        let named = self.head(take)?;
        if !named.is_empty() {
            *addressees = named;
        }
        self.at = take + 1;
        let [one] = &addressees[..] else { return Err(say::nobody_told(self.words[take].span.clone(), "take")) };
        let what = self.only_weapon(self.at);
        let weapon = match (self.weapon_of(one.who, false), what) {
            (Err(_), Some(what)) => return Err(say::picks_up(self.words[take].span.clone(), what)),
            (weapon, _) => weapon?,
        };
        let two_handed = self.take(Key::TwoHanded);
        let is_joined = self.is(Kind::Comma) || self.is_key(Key::And) || self.is_key(Key::Then);
        self.skip_while(Self::is_joint);
        self.must_be(is_joined && !self.at_end(), "what is done with it")?;
        Ok(Some(Wielded { weapon, then: None, two_handed }))
    }

    /// `Shade: knife, Hank`, `Kit: pistol at Finch`: an order without a verb, with a weapon that has only one use.
    pub(super) fn order_by_weapon(&mut self, addressees: &mut Vec<Addressee>, end: usize) -> Parsed<Option<Vec<Said>>> {
        let has_verb = self.find_verb(end).is_some();
        let verb = if has_verb { None } else { self.attempt(|it| it.unspoken_attack(addressees, end)) };
        verb.map(|it| self.orders(it, addressees)).transpose()
    }

    // The verb for a weapon and a foe that stand without one. The parser goes on behind the weapon.
    fn unspoken_attack(&mut self, addressees: &mut Vec<Addressee>, end: usize) -> Option<Verb> {
        self.skip_idle();
        let start = self.at;
        self.at += self.names.who_at(self.rest());
        let is_own = |it: &Who| self.commands(*it) && self.battle.team(*it).is_some();
        let who = self.names.who.find(&self.words[start..self.at]).one().filter(is_own)?;
        let named = Addressee { who, span: self.span_from(start) };
        self.take_mark(Kind::Colon);
        let from = self.at;
        // `Crow gives the knife to Hank` is a story.
        let is_plain = |it: &Word| is_count(it) || it.is_idle() || OWN.contains(&it.folded());
        self.weapon_ahead().filter(|it| self.rest()[..*it].iter().all(is_plain))?;
        let weapon = self.weapon_of(who, false).ok()?;
        // `bottle first and then knife, on Hank`
        self.take_first();
        let then = self.second_weapon(who, true).ok()?;
        self.take_mark(Kind::Comma);
        let is_aimed = self.is_key(Key::At);
        let leads = self.take_toward();
        // `grenade on tile M5`
        let ground = if self.is_key(Key::Tile) { 1 + self.tile_at(self.at + 1)?.1 } else { 0 };
        let foe = ground.max(self.names.who_at(self.rest()));
        let target = self.names.who.find(&self.rest()[..foe]).one();
        let is_hostile = target.is_some_and(|it| self.battle.is_hostile(who, it));
        // `pistol at Dan, range 6`
        let is_option = |at: usize| self.words[at].kind == Kind::Comma || self.key_at(at).is_some();
        if self.at + foe != end && !is_option(self.at + foe) || ground == 0 && !is_hostile {
            return None;
        }
        *addressees = vec![named];
        let it = self.battle.setup().weapon(weapon);
        match (it.close.is_some(), it.ranged.is_some()) {
            (true, false) if ground == 0 => {
                self.wielded = Some(Wielded { weapon, then, two_handed: false });
                Some(Verb::Attack)
            }
            // A weapon that can be used both ways is shot if `at` leads to the target.
            (false, true) | (true, true) if then.is_none() && leads && (is_aimed || it.close.is_none()) => {
                self.at = from;
                Some(Verb::Shoot)
            }
            _ => None,
        }
    }

    /// `Hank and Tex attack Crow, Hank with the table leg and Tex with the chair`: a weapon for each.
    pub(super) fn weapon_for_each(&mut self, addressees: &[Addressee], said: &mut [Said]) -> Parsed<()> {
        while 1 < addressees.len() {
            let at = self.at;
            let is_joined = self.skip_while(|it| it.is(Kind::Comma) || it.is_key(Key::And));
            let named = addressees.iter().find(|it| is_joined && self.take_name_of(it.who));
            let Some(named) = named.filter(|it| self.take_with(it.who)) else {
                self.at = at;
                return Ok(());
            };
            let here = self.here();
            let attack = said.iter_mut().find_map(|it| match &mut it.what {
                What::Order(Order::Melee(who, Melee::Attack(it))) if *who == named.who => Some((&mut it.with, false)),
                What::Order(Order::Shoot(who, it)) if *who == named.who => Some((&mut it.with, true)),
                _ => None,
            });
            match attack {
                Some((with, is_shot)) if with.is_none() => *with = Some(self.weapon_of(named.who, is_shot)?),
                _ => return Err(say::said_twice(here.clone(), &self.text[here])),
            }
        }
        Ok(())
    }

    /// Whether a weapon does nothing in close combat.
    pub(super) fn only_shoots(&self, weapon: WeaponId) -> bool {
        let it = self.battle.setup().weapon(weapon);
        it.close.is_none() && it.ranged.is_some()
    }

    /// `with`, or `w` before a weapon that they hold.
    pub(super) fn take_with(&mut self, who: Who) -> bool {
        if self.take(Key::With) {
            return true;
        }
        let is_with = self.letters() == "w" && self.look_from(self.at + 1, |it| it.weapons_of(who, false).is_ok());
        self.take_if(is_with)
    }
}

/// Whether a word only says which or how many of a kind: `one knife`, `the other knife`, `all pistols`.
fn is_count(word: &Word) -> bool {
    let counts = |it: Keyword| it.is_idle() || matches!(it.key(), Some(Key::Other | Key::Second));
    word.meaning.is_some_and(counts) || matches!(word.folded(), "one" | "all" | "every" | "each")
}
