//! Reads shots and melee.

use crate::brick::battle::{Engage, Meanwhile, Melee, Part, Shoot, Tag, Target, Usable, Who};
use crate::brick::orders::names::Found;
use crate::brick::orders::parse::{Addressee, Parsed, Parser};
use crate::brick::orders::vocabulary::{Key, Verb};
use crate::brick::orders::{Word, say};
use crate::post::english::TOO;
use crate::post::fold::is_possessive;
use crate::post::words::{Gap, Kind};

/// Parts of a body that an attack doesn't choose between.
const BODY: &[&str] = &[
    "head", "face", "skull", "nose", "jaw", "teeth", "neck", "chest", "ribs", "belly", "stomach", "back", "arm",
    "arms", "leg", "legs", "knee", "knees", "shins", "hat",
];

impl Parser<'_> {
    pub(super) fn shoot(&mut self, how: Verb, addressee: &Addressee) -> Parsed<Shoot> {
        // `throw grenade at Boyz`, `let fly with the bottle at Boyz`
        let with = self.weapon_first(addressee.who, true)?;
        let leads = self.take_toward();
        // `throws Crow`: a squad can't be thrown.
        if how == Verb::Throw && with.is_none() && !leads {
            return Err(self.nothing_to_throw(addressee.who));
        }
        let mut shoot = Shoot::at(self.target(addressee)?);
        (shoot.with, shoot.and) = with.map_or((None, None), |it| (Some(it.0), it.1));
        loop {
            if self.take_with(addressee.who) {
                if shoot.with.is_some() {
                    return Err(say::said_twice(self.here(), "with"));
                }
                let (with, and) = self.weapons_of(addressee.who, true)?;
                (shoot.with, shoot.and) = (Some(with), and);
                if and.is_none() && self.take_joint(Key::And) {
                    shoot.and = Some(self.weapon_of(addressee.who, true)?);
                }
            } else if self.take(Key::Aim) || self.take_aim_behind_comma() {
                shoot.aim = true;
            } else if self.take(Key::AtPart) || self.take_part_lead() {
                shoot.part = self.part()?;
            } else if self.take(Key::Blind) {
                shoot.blind = Some(self.tile()?);
            } else if self.take(Key::Momentum) {
                shoot.momentum = true;
            } else if shoot.with.is_none()
                && let Some(with) = self.bare_weapon(addressee.who, true)?
            {
                shoot.with = Some(with);
                shoot.and = self.bare_second(addressee.who)?;
                // `, rocket launcher as well`: all their weapons shoot.
                if TOO.contains(&self.letters()) {
                    (shoot.with, shoot.and) = (None, None);
                    self.at += 1;
                }
            } else if !self.any_attack(&mut shoot.target, &mut shoot.combine, &mut shoot.nocrit)? {
                return Ok(shoot);
            }
        }
    }

    /// Reads an option that any attack can have. Returns whether there was one.
    pub(super) fn any_attack(
        &mut self,
        target: &mut Target,
        combine: &mut Option<Tag>,
        nocrit: &mut bool,
    ) -> Parsed<bool> {
        if self.take(Key::Single) {
            *target = Target::Single(self.unit()?);
        } else if self.take(Key::Combine) {
            *combine = Some(self.tag()?);
        } else if self.take(Key::NoCrit) {
            *nocrit = true;
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    /// `, takes his time, aims`, `and aims`
    fn take_aim_behind_comma(&mut self) -> bool {
        self.take_all(|it| {
            it.skip_while(|it| it.is(Kind::Comma) || it.is_key(Key::And) || it.is_idle());
            it.take_word(Key::Aim)
        })
    }

    /// `Crow's head`, `in the head`, `, legs`, `(head)`, but not `(legs shaking)`
    fn take_part_lead(&mut self) -> bool {
        let is_whose = self.is_behind_possessive();
        let is_led = is_whose || self.is_apart() || self.is(Kind::Comma);
        self.take_all(|it| {
            it.take_mark(Kind::Comma);
            let leads = it.take_if(matches!(it.letters(), "in" | "on"));
            it.skip_idle();
            let is_part = matches!(it.letters(), "head" | "torso" | "legs");
            (is_led || leads) && is_part && (is_whose || it.ends_part())
        })
    }

    /// Whether the next word is followed by a mark, a word with a meaning, a weapon, or nothing.
    fn ends_part(&self) -> bool {
        let behind = self.words.get(self.at + 1..).unwrap_or_default();
        behind.first().is_none_or(|it| {
            let is_parted = it.kind != Kind::Word || it.gap.has(Gap::ENDS) || it.gap.has(Gap::CLOSE);
            is_parted || it.meaning.is_some() || 0 < self.names.weapon_at(behind)
        })
    }

    /// `head|torso|legs|item <name>|2x2|1x1`
    fn part(&mut self) -> Parsed<Part> {
        if self.take(Key::Item) {
            return self.weapon().map(Part::Item);
        }
        let part = match self.letters() {
            "2x2" => Part::TwoByTwo,
            "1x1" | "head" | "torso" | "legs" => Part::OneByOne,
            _ => return Err(say::missing(self.here(), "what is aimed at, 2x2, 1x1, head, torso, legs or item,")),
        };
        self.at += 1;
        Ok(part)
    }

    pub(super) fn melee(&mut self, how: Verb, addressee: &Addressee) -> Parsed<Melee> {
        match how {
            Verb::Release => {
                self.skip_held(addressee);
                Ok(Melee::Release)
            }
            Verb::Ignore => {
                let meanwhile = if self.is_key(Key::Then) { self.key_at(self.at + 1) } else { None };
                let meanwhile = meanwhile.filter(|it| matches!(it, Key::Use | Key::Shoot));
                self.at += if meanwhile.is_some() { 2 } else { 0 };
                Ok(Melee::Ignore(match meanwhile {
                    Some(Key::Use) => Some(Meanwhile::Use(self.usable()?)),
                    Some(_) => Some(Meanwhile::Shoot(self.shoot(Verb::Shoot, addressee)?)),
                    None => None,
                }))
            }
            Verb::Grab => {
                self.take_toward();
                // `grab the bottle`, which lies on the ground
                if let Some(what) = self.only_weapon(self.at) {
                    return Err(say::picks_up(self.here(), what));
                }
                let target = self.melee_target(addressee)?;
                Ok(Melee::Grab { target, release_after: self.take_release(target) })
            }
            Verb::Shove => {
                self.take_toward();
                Ok(Melee::Shove { target: self.melee_target(addressee)? })
            }
            _ => self.engage(how, addressee).map(Melee::Attack),
        }
    }

    /// `lets go of Shade`: takes the name or pronoun of somebody whom the squad holds.
    fn skip_held(&mut self, addressee: &Addressee) {
        let named = self.names.who_at(self.rest());
        let found = self.names.who.find(self.rest().get(..named).unwrap_or_default());
        let members = self.battle.members(addressee.who);
        let holds = |who: Who| {
            let victims = self.battle.members(who);
            self.battle.grabs().iter().any(|it| members.contains(&it.by) && victims.contains(&it.victim))
        };
        let is_held = self.is_pronoun() || matches!(found, Found::One(who) if holds(who));
        self.at += if is_held { named.max(1) } else { 0 };
    }

    /// `release after`, `and lets go of him again`.
    fn take_release(&mut self, target: Target) -> bool {
        let is_release = |it: &mut Self| {
            it.skip_joints();
            it.take_verb(&[Verb::Release]).is_some()
        };
        if !self.take_all(is_release) {
            return false;
        }
        if self.is_pronoun() || matches!(target, Target::Who(who) if self.take_name_of(who)) {
            self.at += usize::from(self.is_pronoun());
        }
        self.skip_while(|it| it.is_key(Key::After) || it.is_key(Key::Then) || it.is_idle());
        true
    }

    fn engage(&mut self, how: Verb, addressee: &Addressee) -> Parsed<Engage> {
        let wielded = self.wielded.take();
        let first = self.weapon_first(addressee.who, false)?;
        let with = first.map(|it| it.0).or(wielded.map(|it| it.weapon));
        self.must_be(how != Verb::Wield || with.is_some(), "the weapon, and whom it is for,")?;
        self.take_toward();
        let mut engage = Engage::at(self.melee_target(addressee)?);
        engage.with = with;
        engage.then = first.and_then(|it| it.1).or(wielded.and_then(|it| it.then));
        engage.two_handed = wielded.is_some_and(|it| it.two_handed);
        loop {
            if engage.then.is_none()
                && let Some(then) = self.second_weapon(addressee.who, engage.with.is_some())?
            {
                engage.then = Some(then);
            } else if self.take_with(addressee.who) {
                if engage.with.is_some() {
                    return Err(say::said_twice(self.here(), "with"));
                }
                let (with, then) = self.weapons_of(addressee.who, false)?;
                (engage.with, engage.then) = (Some(with), engage.then.or(then));
            } else if self.take(Key::TwoHanded) {
                engage.two_handed = true;
            } else if self.take(Key::Skirmish) || self.take_all(|it| it.take(Key::But) && it.take_word(Key::Skirmish)) {
                engage.skirmish = true;
            } else if engage.with.is_none()
                && let Some(with) = self.bare_weapon(addressee.who, false)?
            {
                engage.with = Some(with);
            // `attack Shade: knife, then bottle`
            } else if engage.with.is_none()
                && self.is(Kind::Colon)
                && 0 < self.names.weapon_at(&self.words[self.at + 1..])
            {
                self.at += 1;
            } else if !(self.skip_body()
                || engage.with.is_some() && self.take_first()
                || self.any_attack(&mut engage.target, &mut engage.combine, &mut engage.nocrit)?)
            {
                return Ok(engage);
            }
        }
    }

    /// `knife first`, `knife 1st`
    pub(super) fn take_first(&mut self) -> bool {
        self.take_if(self.is_key(Key::First) || self.letters() == "1st")
    }

    /// `Shade's head`, `in the face`: skips a part of the target's body.
    fn skip_body(&mut self) -> bool {
        const LEADS: &[&str] = &["in", "on", "over", "across", "to", "upon"];
        let leads = usize::from(LEADS.contains(&self.letters()));
        let adds = |it: &&Word| it.is_idle();
        let adds = self.rest().iter().skip(leads).take_while(adds).count();
        let is_part = self.rest().get(leads + adds).is_some_and(|it| BODY.contains(&it.folded()));
        let is_it = is_part && (0 < leads || adds == 0 && self.is_behind_possessive());
        self.at += if is_it { leads + adds + 1 } else { 0 };
        is_it
    }

    fn is_behind_possessive(&self) -> bool {
        let before = self.at.checked_sub(1).and_then(|it| self.words.get(it));
        before.is_some_and(|it| is_possessive(&self.text[it.span.clone()]))
    }

    fn usable(&mut self) -> Parsed<Usable> {
        match self.attempt(|it| it.weapon().ok()) {
            Some(weapon) => Ok(Usable::Weapon(weapon)),
            None => self.unit().map(Usable::Object),
        }
    }

    /// **BC-7.6** The target of a blow, a grab or a charge. A tile counts only if it is called one: `attack tile E6`.
    pub(super) fn melee_target(&mut self, addressee: &Addressee) -> Parsed<Target> {
        let from = self.at;
        let target = self.target(addressee)?;
        let is_called = (from..self.at).any(|it| self.key_at(it) == Some(Key::Tile));
        match target {
            Target::Tile(tile) if !is_called => Err(say::at_a_place(self.span_from(from), tile)),
            _ => Ok(target),
        }
    }

    /// The target of an attack: a squad, a figure, a member of a squad, an object, or a tile.
    pub(super) fn target(&mut self, addressee: &Addressee) -> Parsed<Target> {
        if self.take(Key::Tile) {
            return self.tile().map(Target::Tile);
        }
        let at = self.at;
        if let Ok(tile) = self.tile()
            && matches!(self.names.who.find(&self.words[at..self.at]), Found::Nothing(_))
        {
            return Ok(Target::Tile(tile));
        }
        self.at = at;
        if let Some(foe) = self.pronoun() {
            return Ok(foe);
        }
        match &self.attempt(|it| it.by_what_they_hold(addressee)).unwrap_or_default()[..] {
            [] => (),
            [described] => {
                self.last_foes.push(Target::Who(*described));
                return Ok(Target::Who(*described));
            }
            several => {
                let several: Vec<String> = several.iter().map(|it| self.battle.name(*it).to_owned()).collect();
                let span = self.span_from(at);
                return Err(say::ambiguous(span.clone(), &self.text[span], &several));
            }
        }
        let (name, span) = self.name()?;
        let who = self.names.who.find(name);
        let target = match (who, self.names.units.find(name)) {
            (Found::One(who), _) => Target::Who(who),
            (Found::Nothing(_), Found::One(unit)) => Target::Single(unit),
            (who, _) => return self.found(who, (name, span), "squad, figure or thing").map(Target::Who),
        };
        if target == Target::Who(addressee.who) {
            return Err(say::at_oneself(span, self.battle.name(addressee.who)));
        }
        if let Target::Who(who) = target {
            // `Hank, attack! Tex, stay!`: Tex is no target here.
            let is_told_next =
                at.checked_sub(1).filter(|_| self.words[at].gap.has(Gap::ENDS) && self.is_friend(addressee, who));
            if let Some(verb) = is_told_next {
                return Err(say::missing(self.words[verb].span.clone(), "whom this is for"));
            }
            self.skip_whereabouts(who);
        }
        self.last_foes.push(target);
        Ok(target)
    }

    /// Whether somebody is on the side of the squad that gets the order.
    fn is_friend(&self, addressee: &Addressee, who: Who) -> bool {
        let teams = self.battle.team(addressee.who).zip(self.battle.team(who));
        teams.is_some() && !self.battle.is_hostile(addressee.who, who)
    }

    /// Whether the next word is a pronoun for a target: `him`, but not `her` in `her pan`.
    pub(super) fn is_pronoun(&self) -> bool {
        let ends =
            |it: &Word| it.gap.has(Gap::ENDS) || it.kind != Kind::Word || it.meaning.is_some_and(|it| !it.is_idle());
        let is_alone = self.words.get(self.at + 1).is_none_or(ends);
        match self.letters() {
            "him" | "them" => true,
            "her" => is_alone,
            _ => false,
        }
    }

    /// The target that `him` means: the only one that this line has attacked.
    fn pronoun(&mut self) -> Option<Target> {
        let foe = *self.last_foes.first().filter(|_| self.is_pronoun())?;
        self.take_if(self.last_foes.iter().all(|it| *it == foe)).then_some(foe)
    }

    /// `the outlaw with the knife`, `the man with the knife, Crow`: the foes who hold that weapon.
    fn by_what_they_hold(&mut self, addressee: &Addressee) -> Option<Vec<Who>> {
        const ANYBODY: &[&str] = &[
            "man", "woman", "guy", "fellow", "bloke", "dude", "chap", "lady", "girl", "boy", "one", "figure",
            "fighter", "person",
        ];
        self.skip_idle();
        let noun = self.words.get(self.at..=self.at)?;
        let team = match self.names.teams.find(noun) {
            _ if ANYBODY.contains(&self.letters()) => None,
            // Where a squad has the name of its team, the squad is meant.
            Found::One(team) if self.names.who_at(noun) == 0 => Some(team),
            _ => return None,
        };
        self.at += 1;
        let leads = self.is_key(Key::With) || matches!(self.letters(), "holding" | "carrying");
        self.at += 1;
        self.at += self.weapon_ahead().filter(|_| leads)?;
        let (name, _) = self.name().ok()?;
        let weapon = self.names.weapons.find(name).one()?;
        let holds = |who: Who| {
            let mut held = self.battle.members(who).into_iter().flat_map(|it| self.battle.held(it));
            held.any(|it| self.battle.item(it).weapon == weapon)
        };
        let may_be = |it: &Who| {
            self.battle.is_hostile(addressee.who, *it)
                && holds(*it)
                && team.is_none_or(|team| self.battle.team(*it) == Some(team))
        };
        let all: Vec<Who> = self.battle.everybody().filter(may_be).collect();
        let at = self.at;
        self.take_mark(Kind::Comma);
        if let Some(named) = all.iter().find(|it| self.take_name_of(**it)) {
            return Some(vec![*named]);
        }
        // If the attacker holds such a weapon as well, it may be what he attacks with.
        let is_own = holds(addressee.who) && !self.take_with(addressee.who);
        self.at = at;
        (!is_own && !all.is_empty()).then_some(all)
    }

    /// Takes this name, if it stands here.
    pub(super) fn take_name_of(&mut self, who: Who) -> bool {
        let length = self.names.who_at(self.rest());
        let is_it = 0 < length && self.names.who.find(&self.rest()[..length]) == Found::One(who);
        self.at += if is_it { length } else { 0 };
        is_it
    }
}
