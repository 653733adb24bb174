//! Where somebody goes, and how.

use crate::brick::battle::{Charge, ChargeHow, Go, Movement, Target, Turn};
use crate::brick::orders::parse::{Parsed, Parser, Told};
use crate::brick::orders::say;
use crate::brick::orders::vocabulary::{Key, Verb};

impl Parser<'_> {
    pub(super) fn movement(&mut self, how: Verb, told: &Told) -> Parsed<Movement> {
        if how != Verb::Charge && !self.battle.setup().has_map {
            return Err(say::no_map(self.words[self.at.saturating_sub(1)].span.clone()));
        }
        match how {
            Verb::Charge => self.charge(told).map(Movement::Charge),
            Verb::Withdraw => {
                self.take(Key::To);
                let to = self.destination()?;
                let charges = self.is_key(Key::Then) && self.key_at(self.at + 1) == Some(Key::Charge);
                self.at += if charges { 2 } else { 0 };
                let then = if charges { Some(self.charge(told)?) } else { None };
                Ok(Movement::Withdraw { to, then })
            }
            Verb::Pivot => match (self.take(Key::Left), self.take(Key::Right)) {
                (true, _) => Ok(Movement::Pivot(Turn::Left)),
                (_, true) => Ok(Movement::Pivot(Turn::Right)),
                _ => Err(say::missing(self.here(), "\"left\" or \"right\"")),
            },
            Verb::Run if self.is_heading() || !self.is_key(Key::To) && self.tile_at(self.at).is_none() => {
                let heading = self.heading()?;
                let tiles = self.number()?;
                Ok(Movement::Run { heading, tiles, sprint: self.take(Key::Sprint) })
            }
            _ => {
                let leads = self.take(Key::To);
                // `move n 2`
                if let Some(span) = self.way_at(self.at).filter(|_| !leads) {
                    return Err(say::run_or_tile(span.clone(), &self.text[span]));
                }
                let go = self.go()?;
                Ok(Movement::Go(Go { sprint: go.sprint || how == Verb::Sprint, ..go }))
            }
        }
    }

    fn go(&mut self) -> Parsed<Go> {
        let mut go = Go::to(self.destination()?);
        loop {
            if self.take(Key::Via) {
                go.via.push(self.destination()?);
                while self.another() {
                    go.via.push(self.destination()?);
                }
            } else if self.take(Key::Sprint) {
                go.sprint = true;
            } else if self.take(Key::Break) {
                go.broken = true;
            } else if self.take(Key::Backwards) {
                go.backwards = true;
            } else if self.take(Key::Facing) {
                go.facing = Some(self.facing()?);
            } else {
                return Ok(go);
            }
        }
    }

    fn charge(&mut self, told: &Told) -> Parsed<Charge> {
        self.take_toward();
        let target = self.target(told)?;
        let how = ChargeHow::Weapon { with: None, keep_momentum: false };
        let mut charge = Charge { target, how, sprint: false, combine: None, nocrit: false };
        loop {
            if self.take(Key::With) {
                if self.take(Key::Body) {
                    charge.how = ChargeHow::Body;
                } else if self.take(Key::Shove) {
                    charge.how = ChargeHow::Shove;
                } else {
                    let with = Some(self.weapon_of(told.who, false)?);
                    charge.how = ChargeHow::Weapon { with, keep_momentum: self.take(Key::KeepMomentum) };
                }
            } else if self.take(Key::Body) {
                charge.how = ChargeHow::Body;
            } else if self.take(Key::Shove) {
                charge.how = ChargeHow::Shove;
            } else if self.take(Key::KeepMomentum) {
                if let ChargeHow::Weapon { keep_momentum, .. } = &mut charge.how {
                    *keep_momentum = true;
                }
            } else if self.take(Key::Sprint) {
                charge.sprint = true;
            } else if self.take(Key::Combine) {
                charge.combine = Some(self.tag()?);
            } else if self.take(Key::Single) {
                charge.target = Target::Single(self.unit()?);
            } else if self.take(Key::NoCrit) {
                charge.nocrit = true;
            } else if charge.how == (ChargeHow::Weapon { with: None, keep_momentum: false })
                && let Some(with) = self.bare_weapon(told.who, false)?
            {
                charge.how = ChargeHow::Weapon { with: Some(with), keep_momentum: false };
            } else {
                return Ok(charge);
            }
        }
    }
}
