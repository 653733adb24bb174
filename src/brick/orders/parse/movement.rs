//! Reads moves: where somebody goes, and how.

use std::cmp::Reverse;
use std::ops::Range;

use crate::brick::battle::{Charge, ChargeHow, Go, Heading, Movement, Turn, Who};
use crate::brick::orders::parse::{Addressee, Parsed, Parser};
use crate::brick::orders::vocabulary::{Key, Keyword, Verb};
use crate::brick::orders::{Word, say};
use crate::brick::rules::preview::{self, Spot};
use crate::field::Tile;
use crate::post::words::{Gap, Kind};

impl Parser<'_> {
    pub(super) fn movement(&mut self, how: Verb, addressee: &Addressee) -> Parsed<Movement> {
        if how != Verb::Charge && !self.battle.setup().has_map {
            return Err(say::no_map(self.words[self.at.saturating_sub(1)].span.clone()));
        }
        match how {
            Verb::Charge => self.charge(addressee).map(Movement::Charge),
            Verb::Withdraw => {
                self.must_go_from_there(how, addressee)?;
                self.skip_from_whom();
                // `disengages and moves to E6`
                let (goes, leads) = (self.take_joined_verb(Verb::Move), self.take(Key::To));
                self.must_say_where_to(how, goes || leads, addressee)?;
                let to = self.steps_away(addressee)?.map_or_else(|| self.destination_led(leads), Ok)?;
                self.skip_from_whom();
                let charges = self.take_joined_verb(Verb::Charge);
                let then = if charges { Some(self.charge(addressee)?) } else { None };
                Ok(Movement::Withdraw { to, then })
            }
            Verb::Pivot => {
                self.take(Key::To);
                let at = self.at;
                let (turn, other) = match self.take(Key::Left) {
                    true => (Turn::Left, Key::Right),
                    false if self.take(Key::Right) => (Turn::Right, Key::Left),
                    false => return Err(say::missing(self.here(), "\"left\" or \"right\"")),
                };
                // A name may begin so: `pivot left, Right Wing holds`.
                if self.take_all(|it| it.take(other) && it.at_end()) {
                    return Err(say::both_ways(self.span_from(at)));
                }
                Ok(Movement::Pivot(turn))
            }
            Verb::Run if let Some((heading, tiles)) = self.attempt(|it| it.steps(true)) => {
                let at = self.at;
                // A run has no turns.
                match self.attempt(Self::further_steps) {
                    Some(_) => Err(say::left_over(self.span_from(at), &self.text[self.span_from(at)], how.word())),
                    None => Ok(Movement::Run { heading, tiles, sprint: self.take(Key::Sprint) }),
                }
            }
            // The direction or the distance is missing.
            Verb::Run if self.is_heading() || !self.is_key(Key::To) && self.tile_at(self.at).is_none() => {
                self.heading()?;
                Err(say::missing(self.here(), "a number"))
            }
            _ => {
                self.skip_carried_weapon(addressee);
                self.must_go_from_there(how, addressee)?;
                // `moves away from Crow`
                if self.letters() == "away" {
                    self.skip_from_whom();
                    let leads = self.take(Key::To);
                    self.must_say_where_to(how, leads, addressee)?;
                }
                let (here, sprint) = (self.here(), how == Verb::Sprint);
                if let Some(mut to) = self.steps_away(addressee)? {
                    let mut via = Vec::new();
                    while let Some(steps) = self.attempt(Self::further_steps) {
                        let further = self.tiles_away(to, steps, here.clone())?;
                        via.push(std::mem::replace(&mut to, further));
                    }
                    return self.go(Go { via, sprint, ..Go::to(to) }).map(Movement::Go);
                }
                let via = self.via()?;
                let leads = self.take(Key::To) || self.take_into();
                self.must_be(via.is_empty() || leads, "\"to\" and where they go")?;
                let to = self.destination_led(leads)?;
                self.go(Go { via, sprint, ..Go::to(to) }).map(Movement::Go)
            }
        }
    }

    /// Where somebody goes. Without a `to`, `n 2` may be a direction.
    fn destination_led(&mut self, leads: bool) -> Parsed<Tile> {
        match self.way_at(self.at).filter(|_| !leads) {
            Some(span) => Err(say::way_or_tile(span.clone(), &self.text[span])),
            None => self.destination(),
        }
    }

    /// `goes into C4`, `move → C4`, and not `goes into Crow`
    fn take_into(&mut self) -> bool {
        let leads = self.is_key(Key::Into) || self.is_key(Key::At) && self.letters().is_empty();
        self.take_if(leads && self.tile_at(self.at + 1).is_some())
    }

    /// Takes a verb behind `and`, `then` or a comma.
    fn take_joined_verb(&mut self, verb: Verb) -> bool {
        self.take_all(|it| it.skip_joints() && it.take_verb(&[verb]).is_some())
    }

    /// `from E4`: skips the tile where the squad stands.
    pub(super) fn skip_from_where(&mut self, addressee: &Addressee) {
        let at = self.at;
        let stands_there =
            |it: &Self, tile| it.battle.is_there(addressee.who) && it.battle.rect(addressee.who).covers(tile);
        let is_there = self.take(Key::From) && self.tile_at(self.at).is_some_and(|it| stands_there(self, it.0));
        let length = self.tile_at(self.at).map_or(0, |it| it.1);
        self.at = if is_there { self.at + length } else { at };
    }

    /// Refuses `from B12` if the squad doesn't stand there.
    fn must_go_from_there(&mut self, how: Verb, addressee: &Addressee) -> Parsed<()> {
        self.skip_from_where(addressee);
        let is_from = self.is_key(Key::From) && self.battle.is_there(addressee.who);
        match self.tile_at(self.at + 1).filter(|_| is_from) {
            Some((tile, length)) => {
                let from = self.at;
                self.at += 1 + length;
                Err(say::not_from_there(self.span_from(from), self.battle.name(addressee.who), tile, how.word()))
            }
            None => Ok(()),
        }
    }

    /// `carries his chair to G8`: skips a weapon that the squad holds. It goes along anyway.
    fn skip_carried_weapon(&mut self, addressee: &Addressee) {
        self.take_all(|it| {
            it.weapon_ahead().is_some() && it.weapon_of(addressee.who, false).is_ok() && it.is_key(Key::To)
        });
    }

    /// Refuses `retreats`, and `retreats Shade`, where `from` is missing: nobody withdraws towards a foe.
    fn must_say_where_to(&mut self, how: Verb, leads: bool, addressee: &Addressee) -> Parsed<()> {
        self.skip_idle();
        let is_place = leads || self.tile_at(self.at).is_some() || 0 < self.names.place_at(self.rest());
        let ends = self.at_end() || self.is_joint() || self.is_apart();
        if is_place || !ends && self.names.who_at(self.rest()) == 0 {
            return Ok(());
        }
        let example = self.farthest_from_foes(addressee.who).map_or("C7".to_owned(), |it| it.to_string());
        Err(say::missing(self.here(), &format!("where to, such as \"{how} to {example}\",")))
    }

    /// The tile within reach that is farthest from any foe.
    fn farthest_from_foes(&self, who: Who) -> Option<Tile> {
        let (battle, left) = (self.battle, self.line.suggestions.get());
        if left == 0 || !battle.is_there(who) {
            return None;
        }
        self.line.suggestions.set(left - 1);
        let foes: Vec<Who> = battle.everybody().filter(|it| battle.is_hostile(who, *it)).collect();
        let apart = |it: &Spot| foes.iter().map(|foe| it.rect.distance(battle.rect(*foe))).min();
        let inches = preview::inches(battle, who);
        let spots = preview::spots(battle, who).into_iter().filter(|it| 0 < it.inches && it.inches <= inches);
        spots.max_by_key(|it| (apart(it), Reverse((it.inches, it.to)))).map(|it| it.to)
    }

    /// `from Shade`, `away from her`, `from the fight`: skips what a squad withdraws from.
    fn skip_from_whom(&mut self) {
        let at = self.at;
        self.take_if(self.letters() == "away");
        let is_whom = self.take(Key::From)
            && (self.is_pronoun() || 0 < self.names.who_at(self.rest()) || {
                self.skip_idle();
                matches!(self.letters(), "fight" | "melee" | "combat")
            });
        self.at += if !is_whom { 0 } else { self.names.who_at(self.rest()).max(1) };
        self.at = if is_whom { self.at } else { at };
    }

    /// `Tex: E6`, `Tex → E6`, `Tex E6 sprint`, `Tex: to E6, facing north`: the names before a tile. The parser goes on
    /// with the tile.
    pub(super) fn addressees_before_tile(&mut self, end: usize) -> Option<Vec<Addressee>> {
        const HOW: &[Key] = &[Key::Via, Key::Sprint, Key::Break, Key::Backwards, Key::Facing, Key::And, Key::Then];
        let is_led = |at: usize| self.key_at(at - 1) == Some(Key::To);
        let ends = |at: usize| {
            let Some(word) = self.words.get(at).filter(|_| at < end) else { return true };
            let goes_on = self.key_at(at).is_some_and(|it| HOW.contains(&it));
            goes_on || word.kind == Kind::Comma || word.gap.has(Gap::ENDS)
        };
        let is_last = |at: &usize| self.tile_at(*at).is_some_and(|(_, length)| ends(at + length));
        let is_aside = |at: &usize| self.words[*at].gap.has(Gap::OPEN);
        let is_last = |at: &usize| is_last(at) && !is_aside(at) && (is_led(*at) || self.way_at(*at).is_none());
        let verb = self.find_verb(end).map_or(end, |it| it.0);
        let tile = (self.at + 1..verb).find(is_last)?;
        let is_sign = |it: &Word| it.kind == Kind::Colon || it.folded().is_empty();
        let leads = |at: usize| is_sign(&self.words[at - 1]) || self.key_at(at - 1) == Some(Key::To);
        // `: to E6`
        let mut head = tile - usize::from(leads(tile));
        head -= usize::from(head < tile && self.at < head && self.words[head - 1].kind == Kind::Colon);
        let addressees = self.attempt(|it| it.known_head(head).filter(|it| !it.is_empty()))?;
        self.at = tile;
        Some(addressees)
    }

    /// `Tex takes two steps west`: the names before the steps. The parser goes on with the number.
    pub(super) fn addressees_before_steps(&mut self, end: usize) -> Parsed<Option<Vec<Addressee>>> {
        let verb = self.find_verb(end).map_or(end, |it| it.0);
        let is_number = |at: usize| self.words.get(at).is_some_and(|it| it.number().is_some());
        let steps = |at: usize| matches!(self.key_at(at), Some(Key::Step | Key::Tile));
        let are_steps = |at: usize| self.words[at].folded().starts_with("step");
        let is_led = |at: usize| at.checked_sub(1).is_some_and(|it| self.key_at(it) == Some(Key::Take));
        let leads_on = |at: usize| matches!(self.meaning(at), Some(Keyword::Heading(_)));
        let is_it =
            |at: &usize| is_number(*at) && steps(at + 1) && (is_led(*at) || are_steps(at + 1) || leads_on(at + 2));
        let Some(at) = (self.at..verb.min(end)).find(is_it) else { return Ok(None) };
        let addressees = self.head(at - usize::from(is_led(at)))?;
        self.at = at;
        Ok(Some(addressees))
    }

    /// `two squares west`, `2 to the west`, `west 2 squares`, `north 2`: direction and distance. A short direction
    /// before a number could be a tile, except in a run.
    fn steps(&mut self, is_run: bool) -> Option<(Heading, u8)> {
        let one = self.at.checked_sub(1).is_some_and(|it| self.words[it].folded().ends_with("a step"));
        self.skip_idle();
        let before = self.number().ok();
        // `3"`: an inch is a tile.
        let says_inches = before.is_some() && self.take_mark(Kind::Stray);
        let mut says_steps = says_inches || self.take_word(Key::Step) || self.take_word(Key::Tile);
        self.skip_idle();
        // `three steps, east`
        let is_comma = says_steps && self.is(Kind::Comma);
        self.at += usize::from(is_comma && matches!(self.meaning(self.at + 1), Some(Keyword::Heading(_))));
        if self.take_word(Key::To) {
            self.skip_idle();
        }
        let is_word = 2 < self.letters().len();
        let heading = self.try_heading()?;
        let behind = if before.is_none() && !one { self.number().ok() } else { None };
        says_steps |= behind.is_some() && (self.take_word(Key::Step) || self.take_word(Key::Tile));
        let tiles = before.or(behind).or(one.then_some(1))?;
        // A tile begins with a letter, so a number first is a distance.
        (says_steps || is_word || is_run || before.is_some() || one).then_some((heading, tiles))
    }

    /// The tile to which such steps lead.
    fn steps_away(&mut self, addressee: &Addressee) -> Parsed<Option<Tile>> {
        let here = self.here();
        let Some(steps) = self.attempt(|it| it.steps(false)) else { return Ok(None) };
        if !self.battle.is_there(addressee.who) {
            return Err(say::missing(here, "a tile such as C7"));
        }
        self.tiles_away(self.battle.origin(addressee.who).at, steps, here).map(Some)
    }

    /// `, then one south`, `and goes one south`: more steps.
    fn further_steps(&mut self) -> Option<(Heading, u8)> {
        let is_joined = self.skip_joints() || self.is_apart();
        let goes = self.is_key(Key::Take) || self.verb_at(self.at) == Some(Verb::Move);
        self.take_if(goes);
        if is_joined { self.steps(false) } else { None }
    }

    fn tiles_away(&self, from: Tile, (heading, tiles): (Heading, u8), here: Range<usize>) -> Parsed<Tile> {
        let (dx, dy) = heading.offset();
        let tiles = i16::from(tiles);
        let board = &self.battle.setup().board;
        let to = from.offset(dx * tiles, dy * tiles).filter(|it| board.contains(*it));
        let last = Tile::new(board.width() - 1, board.height() - 1);
        to.ok_or_else(|| say::off_the_map(here.clone(), &self.text[here], last))
    }

    /// `via J5, J6`
    fn via(&mut self) -> Parsed<Vec<Tile>> {
        let mut via = Vec::new();
        if self.take(Key::Via) {
            via.push(self.destination()?);
            while self.take_list_joint() {
                via.push(self.destination()?);
            }
        }
        Ok(via)
    }

    fn go(&mut self, mut go: Go) -> Parsed<Go> {
        loop {
            let via = self.via()?;
            if !via.is_empty() {
                go.via.extend(via);
            } else if self.take_next_leg() {
                let to = self.tile()?;
                go.via.push(std::mem::replace(&mut go.to, to));
            } else if self.take(Key::Sprint) {
                go.sprint = true;
            } else if self.take(Key::Break) {
                go.broken = true;
            } else if self.take(Key::Backwards) {
                go.backwards = true;
            } else if self.take(Key::Facing) {
                go.facing = Some(self.facing()?);
                self.take(Key::Arrived);
            } else {
                return Ok(go);
            }
        }
    }

    /// `, then to D6`, `and then goes to D6`: the next leg of the same move.
    fn take_next_leg(&mut self) -> bool {
        self.take_all(|it| {
            let from = it.at;
            it.skip_joints();
            let says_then = (from..it.at).any(|at| it.key_at(at) == Some(Key::Then));
            let goes = it.verb_at(it.at) == Some(Verb::Move);
            it.take_if(goes);
            let leads = it.take(Key::To);
            says_then && it.tile_at(it.at).is_some() && (leads || it.way_at(it.at).is_none())
        })
    }

    fn charge(&mut self, addressee: &Addressee) -> Parsed<Charge> {
        self.take_toward();
        let target = self.melee_target(addressee)?;
        let how = ChargeHow::Weapon { with: None, keep_momentum: false };
        let mut charge = Charge { target, how, sprint: false, combine: None, nocrit: false };
        loop {
            let is_with = self.take_with(addressee.who);
            if self.take(Key::Body) {
                charge.how = ChargeHow::Body;
            } else if self.take(Key::Shove) {
                charge.how = ChargeHow::Shove;
            } else if is_with {
                let with = Some(self.weapon_of(addressee.who, false)?);
                charge.how = ChargeHow::Weapon { with, keep_momentum: self.take(Key::KeepMomentum) };
            } else if self.take(Key::KeepMomentum) {
                if let ChargeHow::Weapon { keep_momentum, .. } = &mut charge.how {
                    *keep_momentum = true;
                }
            } else if self.take(Key::Sprint) {
                charge.sprint = true;
            } else if charge.how == (ChargeHow::Weapon { with: None, keep_momentum: false })
                && let Some(with) = self.bare_weapon(addressee.who, false)?
            {
                charge.how = ChargeHow::Weapon { with: Some(with), keep_momentum: false };
            } else if !self.any_attack(&mut charge.target, &mut charge.combine, &mut charge.nocrit)? {
                return Ok(charge);
            }
        }
    }
}
