//! Shots and close combat.

use crate::brick::battle::{Engage, Meanwhile, Melee, Part, Shoot, Target, Usable};
use crate::brick::orders::names::Found;
use crate::brick::orders::parse::{Parsed, Parser, Told};
use crate::brick::orders::say;
use crate::brick::orders::vocabulary::{Key, Verb};

impl Parser<'_> {
    pub(super) fn shoot(&mut self, told: &Told) -> Parsed<Shoot> {
        // `throw grenade at Boyz`: the weapon may stand first.
        let mut with = None;
        let leads = |it: &Self| it.is_key(Key::At) || it.is_key(Key::On);
        if !leads(self) && self.next_key_at(Key::At).min(self.next_key_at(Key::On)) < self.clause_end() {
            let at = self.at;
            match self.weapon_of(told.who, true) {
                Ok(weapon) if leads(self) => with = Some(weapon),
                _ => self.at = at,
            }
        }
        self.take_toward();
        let mut shoot = Shoot::at(self.target(told)?);
        shoot.with = with;
        loop {
            if self.take_with(told.who) {
                if shoot.with.is_some() {
                    return Err(say::said_twice(self.here(), "with"));
                }
                shoot.with = Some(self.weapon_of(told.who, true)?);
                if self.take_joint(Key::And) {
                    shoot.and = Some(self.weapon_of(told.who, true)?);
                }
            } else if self.take(Key::Aim) {
                shoot.aim = true;
            } else if self.take(Key::AtPart) {
                shoot.part = self.part()?;
            } else if self.take(Key::Single) {
                shoot.target = Target::Single(self.unit()?);
            } else if self.take(Key::Combine) {
                shoot.combine = Some(self.tag()?);
            } else if self.take(Key::Blind) {
                shoot.blind = Some(self.tile()?);
            } else if self.take(Key::NoCrit) {
                shoot.nocrit = true;
            } else if self.take(Key::Momentum) {
                shoot.momentum = true;
            } else if shoot.with.is_none()
                && let Some(with) = self.bare_weapon(told.who, true)?
            {
                shoot.with = Some(with);
            } else {
                return Ok(shoot);
            }
        }
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

    pub(super) fn melee(&mut self, how: Verb, told: &Told) -> Parsed<Melee> {
        match how {
            Verb::Release => Ok(Melee::Release),
            Verb::Ignore => {
                let meanwhile = if self.is_key(Key::Then) { self.key_at(self.at + 1) } else { None };
                let meanwhile = meanwhile.filter(|it| matches!(it, Key::Use | Key::Shoot));
                self.at += if meanwhile.is_some() { 2 } else { 0 };
                Ok(Melee::Ignore(match meanwhile {
                    Some(Key::Use) => Some(Meanwhile::Use(self.usable()?)),
                    Some(_) => Some(Meanwhile::Shoot(self.shoot(told)?)),
                    None => None,
                }))
            }
            Verb::Grab => {
                self.take_toward();
                let target = self.target(told)?;
                let release_after = self.take(Key::Release) && {
                    self.take(Key::After);
                    true
                };
                Ok(Melee::Grab { target, release_after })
            }
            Verb::Shove => {
                self.take_toward();
                Ok(Melee::Shove { target: self.target(told)? })
            }
            _ => self.engage(told).map(Melee::Attack),
        }
    }

    fn engage(&mut self, told: &Told) -> Parsed<Engage> {
        self.take_toward();
        let mut engage = Engage::at(self.target(told)?);
        loop {
            if self.take_with(told.who) {
                if engage.with.is_some() {
                    return Err(say::said_twice(self.here(), "with"));
                }
                engage.with = Some(self.weapon_of(told.who, false)?);
            } else if self.take_joint(Key::Then) {
                self.take(Key::With);
                engage.then = Some(self.weapon_of(told.who, false)?);
            } else if self.take(Key::TwoHanded) {
                engage.two_handed = true;
            } else if self.take(Key::Skirmish) {
                engage.skirmish = true;
            } else if self.take(Key::Single) {
                engage.target = Target::Single(self.unit()?);
            } else if self.take(Key::Combine) {
                engage.combine = Some(self.tag()?);
            } else if self.take(Key::NoCrit) {
                engage.nocrit = true;
            } else if engage.with.is_none()
                && let Some(with) = self.bare_weapon(told.who, false)?
            {
                engage.with = Some(with);
            } else {
                return Ok(engage);
            }
        }
    }

    fn usable(&mut self) -> Parsed<Usable> {
        let at = self.at;
        if let Ok(weapon) = self.weapon() {
            return Ok(Usable::Weapon(weapon));
        }
        self.at = at;
        self.unit().map(Usable::Object)
    }

    /// What is attacked: a squad, a figure, one unit of a squad, a thing, or a tile.
    pub(super) fn target(&mut self, told: &Told) -> Parsed<Target> {
        let is_tile = self.take(Key::Tile);
        let at = self.at;
        if let Ok(tile) = self.tile()
            && (is_tile || matches!(self.names.who(&self.words[at..self.at]), Found::Nothing(_)))
        {
            return Ok(Target::Tile(tile));
        }
        self.at = at;
        if is_tile {
            return self.tile().map(Target::Tile);
        }
        let (name, span) = self.name()?;
        let who = self.names.who(name);
        let target = match (who, self.names.unit(name)) {
            (Found::One(who), _) => Target::Who(who),
            (Found::Nothing(_), Found::One(unit)) => Target::Single(unit),
            (who, _) => return self.found(who, (name, span), "squad, figure or thing").map(Target::Who),
        };
        if target == Target::Who(told.who) {
            return Err(say::at_oneself(span, self.battle.name(told.who)));
        }
        if let Target::Who(who) = target {
            self.skip_whereabouts(who);
        }
        Ok(target)
    }
}
