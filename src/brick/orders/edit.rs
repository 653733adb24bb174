//! Reads the GM's manual changes: `Dan hp 1`, `move Redcoats to C7`, `give knife to Dan`, or orders that change squads
//! and policies.

use std::cell::Cell;

use crate::brick::battle::{Battle, Event, ItemId, ItemPlace, Loss, Moved, Order, Orders, Plate, Rect, Who};
use crate::brick::orders::collect::{Fate, collect};
use crate::brick::orders::names::{Found, Names};
use crate::brick::orders::parse::{OrderGrammar, Parsed, Parser};
use crate::brick::orders::said::{Accepted, Reading, What};
use crate::brick::orders::vocabulary::Key;
use crate::brick::orders::{Words, say};
use crate::brick::rules::preview;
use crate::diagnostic::Diagnostic;
use crate::field::{SquadId, Tile, UnitId};
use crate::post::arrange;
use crate::post::grammar::{Line, Manner};
use crate::post::words::Kind;
use crate::post::{Given, LETTERS_MAX, Poster};

/// Reads a manual change and returns the events that make it.
///
/// # Errors
///
/// If the change is not understood or not possible.
pub fn edit(text: &str, names: &Names, battle: &Battle) -> Result<Vec<Event>, Vec<Diagnostic>> {
    let text = text.char_indices().nth(LETTERS_MAX).map_or(text, |(end, _)| &text[..end]);
    let grammar = OrderGrammar { names, battle, poster: Poster::Gm, for_anybody: true };
    let (mut words, span) = (Words::default(), 0..text.len());
    arrange::words(&grammar, &mut words, text, span.clone(), &[]);
    let line = Line { text, span, post: &[], words: &words, suggestions: &Cell::new(1), manner: Manner::Usual };
    let mut parser = Parser::new(&grammar, line);
    let events = parser.edit().map_err(|it| vec![it])?;
    match parser.left_over() {
        Some(rest) => Err(vec![say::left_over(rest.clone(), &text[rest], "a change by hand")]),
        None => Ok(events),
    }
}

/// A change of a single unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum UnitEdit {
    Hp,
    Stand,
    Fall { downed: bool },
    Disrupt,
    Move,
}

impl UnitEdit {
    fn of(word: &str) -> Option<UnitEdit> {
        Some(match word {
            "hp" | "health" => UnitEdit::Hp,
            "standing" | "stand" | "stands" | "up" | "alive" => UnitEdit::Stand,
            "killed" | "dead" | "kill" => UnitEdit::Fall { downed: false },
            "downed" | "down" => UnitEdit::Fall { downed: true },
            "disrupted" | "prone" => UnitEdit::Disrupt,
            "to" | "at" => UnitEdit::Move,
            _ => return None,
        })
    }
}

impl Parser<'_> {
    fn edit(&mut self) -> Parsed<Vec<Event>> {
        let (here, said) = (self.here(), self.letters());
        self.take_if(matches!(said, "kill" | "move" | "put" | "give" | "take"));
        match said {
            "kill" => self.unit_or_fallen().map(|(unit, _)| self.fall(unit, false)),
            "move" | "put" => self.unit_or_squad().and_then(|who| self.put(who)),
            "give" => self.give(),
            "take" => self.take_away(),
            _ if let Some(((unit, span), edit)) = self.attempt(|it| it.unit_or_fallen().ok().zip(it.unit_edit())) => {
                self.edit_unit(unit, span, edit)
            }
            // `Redcoats to C7`: the subject is a squad.
            _ if let Some(who) =
                self.attempt(|it| it.anybody().ok().filter(|_| it.unit_edit() == Some(UnitEdit::Move))) =>
            {
                self.put(who)
            }
            "" => Err(say::no_edit(here)),
            _ => self.edit_by_order(),
        }
    }

    /// A unit, standing or fallen, and the place of its name in the text.
    fn unit_or_fallen(&mut self) -> Parsed<(UnitId, std::ops::Range<usize>)> {
        let (name, span) = self.name()?;
        match (self.names.units.find(name), self.names.gone.find(name)) {
            (Found::Nothing(_), Found::One(Who::Unit(unit))) => Ok((unit, span)),
            (found, _) => self.found(found, (name, span.clone()), "unit").map(|it| (it, span)),
        }
    }

    fn unit_or_squad(&mut self) -> Parsed<Who> {
        let (name, span) = self.name()?;
        match (self.names.who.find(name), self.names.units.find(name)) {
            (Found::Nothing(_), Found::One(unit)) => Ok(Who::Unit(unit)),
            (found, _) => self.found(found, (name, span), "squad or figure"),
        }
    }

    fn unit_edit(&mut self) -> Option<UnitEdit> {
        self.skip_while(|it| it.is(Kind::Comma) || it.is(Kind::Colon) || matches!(it.letters(), "is" | "has"));
        let edit = UnitEdit::of(self.letters())?;
        self.at += 1;
        Some(edit)
    }

    fn edit_unit(&mut self, unit: UnitId, span: std::ops::Range<usize>, edit: UnitEdit) -> Parsed<Vec<Event>> {
        let stands = self.battle.unit(unit).is_standing();
        match edit {
            UnitEdit::Fall { downed } => Ok(self.fall(unit, downed)),
            UnitEdit::Disrupt if stands => Ok(vec![Event::Disrupted { unit }]),
            UnitEdit::Hp if stands => {
                let hp = self.hp(unit)?;
                Ok(vec![Event::Restored { unit, hp, at: self.battle.unit(unit).at }])
            }
            UnitEdit::Stand if stands => Ok(vec![Event::Recovered { unit }]),
            UnitEdit::Stand => self.raise(unit),
            UnitEdit::Move if stands => {
                self.at -= 1;
                self.put(Who::Unit(unit))
            }
            UnitEdit::Hp | UnitEdit::Disrupt | UnitEdit::Move => {
                Err(say::nobody_left(span, &self.battle.setup().unit(unit).name))
            }
        }
    }

    /// `2`, or `full`.
    fn hp(&mut self, unit: UnitId) -> Parsed<u8> {
        let most = self.battle.profile(unit).hp;
        let here = self.here();
        let said = self.letters();
        let hp = if said == "full" { Some(most) } else { said.parse().ok().filter(|it| (1..=most).contains(it)) };
        self.at += 1;
        hp.ok_or_else(|| say::impossible(here, "hp", 1, u16::from(most)))
    }

    fn fall(&self, unit: UnitId, downed: bool) -> Vec<Event> {
        let it = self.battle.unit(unit);
        let falls = it.is_standing().then_some(Event::Killed { unit, by: None, downed });
        falls.into_iter().chain(it.squad.and_then(|it| self.ended(it))).collect()
    }

    /// The end of a squad, if its only member leaves it.
    fn ended(&self, squad: SquadId) -> Option<Event> {
        (self.battle.members(Who::Squad(squad)).len() == 1).then_some(Event::SquadEnded { squad })
    }

    /// `standing [at C7] [hp 2]`: brings back a fallen unit, on its own.
    fn raise(&mut self, unit: UnitId) -> Parsed<Vec<Event>> {
        let here = self.here();
        let battle = self.battle;
        let at = if self.take(Key::At) { Some(self.tile()?) } else { None };
        let hp = if self.take_if(self.letters() == "hp") { self.hp(unit)? } else { battle.profile(unit).hp };
        let rect = |at: Tile| Rect { at, ..battle.unit_rect(unit) };
        let at = match at {
            Some(at) => at,
            // The tile where the unit fell, or the nearest one that is free.
            None => {
                let fell = battle.unit(unit).at;
                let tiles = battle.setup().board.tiles().filter(|it| self.blocked(rect(*it), None).is_none());
                let nearest = tiles.min_by_key(|it| (fell.steps_to(*it), *it));
                nearest.ok_or_else(|| say::no_room(here.clone(), &battle.setup().unit(unit).name, fell))?
            }
        };
        match self.blocked(rect(at), None) {
            Some(tile) => Err(say::no_room(here, &battle.setup().unit(unit).name, tile)),
            None => Ok(vec![Event::Restored { unit, hp, at }]),
        }
    }

    /// The first tile of a rectangle that is blocked. `but` doesn't block.
    fn blocked(&self, rect: Rect, but: Option<Who>) -> Option<Tile> {
        let (setup, battle) = (self.battle.setup(), self.battle);
        if !setup.contains(rect) {
            return Some(rect.at);
        }
        let is_free = |it: &Tile| setup.cost(*it).is_some() && battle.on(*it).is_none_or(|it| Some(it) == but);
        rect.tiles().find(|it| !is_free(it))
    }

    /// Moves a squad, or a unit that is in none, so that its top left tile is the named one. A member of a squad leaves
    /// its plate.
    fn put(&mut self, who: Who) -> Parsed<Vec<Event>> {
        let (here, battle) = (self.here(), self.battle);
        let _ = self.take(Key::To) || self.take(Key::At);
        let to = self.tile()?;
        let is_free = |rect, but| match self.blocked(rect, but) {
            Some(tile) => Err(say::no_room(here.clone(), battle.name(who), tile)),
            None => Ok(()),
        };
        if let Who::Unit(unit) = who
            && let Some(squad) = battle.unit(unit).squad
        {
            is_free(Rect { at: to, ..battle.unit_rect(unit) }, None)?;
            let left = Event::LeftSquad { squad, unit, at: to, inches: 0 };
            return Ok([left].into_iter().chain(self.ended(squad)).collect());
        }
        let from = battle.rect(who).at;
        let (dx, dy) = (i16::from(to.x) - i16::from(from.x), i16::from(to.y) - i16::from(from.y));
        let rect = battle.rect(who).moved(dx, dy);
        let rect = rect.ok_or_else(|| say::no_room(here.clone(), battle.name(who), to))?;
        is_free(rect, Some(who))?;
        let place = |unit: UnitId| Some((unit, battle.unit(unit).at.offset(dx, dy)?));
        let places = battle.members(who).into_iter().filter_map(place).collect();
        let plate = who.squad().and_then(|it| battle.squad(it)).map(|it| Plate { rect, ..it.plate });
        Ok(vec![Event::Moved(Box::new(Moved { who, plate, places, way: vec![from, to], inches: 0 }))])
    }

    /// `give knife to Dan`: an item that lies on the ground or is gone, or else one that somebody else holds.
    fn give(&mut self) -> Parsed<Vec<Event>> {
        let here = self.here();
        let weapon = self.weapon()?;
        self.must_take(Key::To, "\"to\" and a unit")?;
        let unit = self.unit()?;
        let battle = self.battle;
        let is_it = |it: &ItemId| battle.item(*it).weapon == weapon && battle.item(*it).place != ItemPlace::Held(unit);
        let rank = |it: &ItemId| match battle.item(*it).place {
            ItemPlace::Lies(_) => (0, *it),
            ItemPlace::Gone => (1, *it),
            ItemPlace::Held(_) => (2, *it),
        };
        let item = battle.item_ids().filter(is_it).min_by_key(rank);
        let item = item.ok_or_else(|| say::no_other(here, &battle.setup().weapon(weapon).name))?;
        let lost = match battle.item(item).place {
            ItemPlace::Held(unit) => Some(Event::ItemLost { unit, item, to: None, why: Loss::Dropped }),
            _ => None,
        };
        Ok(lost.into_iter().chain([Event::ItemTaken { unit, item }]).collect())
    }

    /// `take knife from Dan`.
    fn take_away(&mut self) -> Parsed<Vec<Event>> {
        let here = self.here();
        let weapon = self.weapon()?;
        self.must_take(Key::From, "\"from\" and a unit")?;
        let unit = self.unit()?;
        let (battle, setup) = (self.battle, self.battle.setup());
        let Some(item) = battle.held(unit).find(|it| battle.item(*it).weapon == weapon) else {
            let held: Vec<String> = battle.held(unit).map(|it| battle.weapon(it).name.clone()).collect();
            return Err(say::not_held(here, &setup.unit(unit).name, &setup.weapon(weapon).name, &held));
        };
        Ok(vec![Event::ItemLost { unit, item, to: None, why: Loss::Dropped }])
    }

    /// Makes an order about squads or policies take effect at once, without costing an Action.
    fn edit_by_order(&mut self) -> Parsed<Vec<Event>> {
        let here = self.here();
        if !self.has_verb() {
            return Err(say::no_edit(here));
        }
        let said = self.clause(&mut Vec::new())?;
        let is_meant = |it: &What| matches!(it, What::Order(Order::Organise(_) | Order::Policy(..) | Order::Brace(_)));
        if !said.iter().all(|it| is_meant(&it.what)) {
            return Err(say::no_edit(here));
        }
        let span = self.span_from(0);
        let given = said.into_iter().map(|order| Given { span: span.clone(), order, denies: None }).collect();
        let posts = [Accepted::new(Poster::Gm, Reading { given, ..Reading::default() }, 1)];
        let collected = collect(self.battle, &posts);
        if let Some(Fate::Refused(why)) = collected.fates.into_values().find(|it| matches!(it, Fate::Refused(_))) {
            return Err(why);
        }
        let Orders { policies, brace, organise, .. } = collected.orders;
        let mut events = preview::organised(self.battle, organise);
        for event in &mut events {
            match event {
                Event::Refused { why, .. } | Event::NotFormed { why, .. } => {
                    return Err(say::cannot_form_up(span, *why));
                }
                Event::FormedUp { pays, .. } => *pays = false,
                _ => (),
            }
        }
        events.extend(policies.into_iter().map(|(whose, change)| Event::PolicySet { whose, change }));
        events.extend(brace.into_iter().map(|squad| Event::Braced { squad, free: true }));
        Ok(events)
    }
}
