//! Who, what and where an order names.

use std::ops::Range;

use crate::brick::battle::{Heading, Tag, WeaponId, Who};
use crate::brick::orders::names::Found;
use crate::brick::orders::parse::phrases::{is_mark, is_verb_at, key_at};
use crate::brick::orders::parse::{Parsed, Parser, Told};
use crate::brick::orders::said::PENDING;
use crate::brick::orders::say;
use crate::brick::orders::vocabulary::{Key, TELLING, Verb, verb};
use crate::brick::orders::words::{Word, folded};
use crate::field::{SquadId, Tile, UnitId};
use crate::post::Poster;

/// How long the name of a new squad may be.
const NAME_LETTERS_MAX: usize = 40;

impl Parser<'_> {
    /// Those before the verb: one, or several with commas or `and` between. A name that nobody has yet could be any word, so
    /// none stands where nothing leads to it: `Hank or Tex`, `Hank: pretend to`.
    pub(super) fn head(&mut self, end: usize) -> Parsed<Vec<Told>> {
        let mut told = Vec::new();
        let mut leads = true;
        let all = self.words;
        // Nothing of a name reaches past the verb.
        self.words = &all[..end];
        while self.at < end {
            leads |= self.is_mark(",") || self.is_key(Key::And);
            let tells = !told.is_empty() && TELLING.contains(&self.words[self.at].folded.as_str());
            if self.is_mark(",") || self.is_mark(":") || self.is_key(Key::And) || self.is_idle() || tells {
                self.at += 1;
                continue;
            }
            let named = if leads { self.own() } else { Err(say::stray(self.rest())) };
            match named {
                Ok(it) => told.push(it),
                Err(why) => {
                    self.words = all;
                    return Err(why);
                }
            }
            leads = false;
        }
        self.words = all;
        Ok(told)
    }

    /// Somebody of the poster's behind a verb.
    pub(super) fn somebody(&mut self, verb_span: Range<usize>, meaning: Verb) -> Parsed<Told> {
        if self.at_end() {
            return Err(say::nobody_told(verb_span, verb(meaning)));
        }
        // `standard Alpha 2`: what could be one unit's name is a squad's, and a number in it.
        if matches!(meaning, Verb::Arrange | Verb::Standard) {
            let length = self.names.longest(&self.words[self.at..]);
            let squad = self.words.get(self.at..self.at + length.saturating_sub(1)).unwrap_or_default();
            let number = self.words.get(self.at + squad.len());
            let is_number = number.is_some_and(|it| it.folded.parse::<u16>().is_ok());
            if is_number && self.names.longest(squad) == squad.len() && !squad.is_empty() {
                let (all, end) = (self.words, self.at + squad.len());
                self.words = &all[..end];
                let told = self.own();
                self.words = all;
                return told;
            }
        }
        self.own()
    }

    /// Somebody who takes the poster's orders. A name that nobody has may be that of a squad which the round makes.
    pub(in crate::brick::orders) fn own(&mut self) -> Parsed<Told> {
        let (name, span) = self.name()?;
        match self.names.who(&name) {
            Found::One(who) => {
                if self.battle.team(who).is_none() {
                    return Err(say::no_orders_for_things(span, self.battle.name(who)));
                }
                if !self.for_anybody && !self.poster.commands(self.battle.seat(who)) {
                    return Err(say::not_yours(span, self.battle.name(who)));
                }
                Ok(Told { who, span })
            }
            Found::Several(several) => Err(say::ambiguous(span.clone(), &self.text[span], &several)),
            Found::Nothing(_) => {
                if let Found::One(unit) = self.names.unit(&name) {
                    let squad = self.battle.name(self.battle.who(unit));
                    return Err(say::in_a_squad(span, &self.battle.setup().unit(unit).name, squad));
                }
                let written = self.text[span.clone()].trim_matches(['"', '“', '”', '„', '«', '»']).to_owned();
                let squad = self.pend(&written);
                Ok(Told { who: Who::Squad(squad), span })
            }
        }
    }

    /// The place that a squad which the round makes has among those that this order names.
    pub(super) fn pend(&mut self, name: &str) -> SquadId {
        let at = self.pending.iter().position(|it| folded(it) == folded(name)).unwrap_or_else(|| {
            self.pending.push(name.to_owned());
            self.pending.len() - 1
        });
        SquadId(PENDING + at as u16)
    }

    pub(super) fn squad(&self, told: &Told) -> Parsed<SquadId> {
        match told.who {
            Who::Squad(squad) => Ok(squad),
            Who::Unit(_) => Err(say::unknown(told.span.clone(), "squad", &self.text[told.span.clone()], &[])),
        }
    }

    pub(in crate::brick::orders) fn anybody(&mut self) -> Parsed<Who> {
        let (name, span) = self.name()?;
        self.found(self.names.who(&name), span, "squad or figure")
    }

    /// A unit by its name, wherever it is.
    pub(in crate::brick::orders) fn unit(&mut self) -> Parsed<UnitId> {
        self.unit_of(None)
    }

    /// A unit by its name, or by its number in this squad.
    pub(super) fn unit_of(&mut self, who: Option<Who>) -> Parsed<UnitId> {
        let (name, span) = self.name()?;
        if let (Some(who), Ok(_)) = (who, name.parse::<u16>()) {
            let numbered = folded(&format!("{} {name}", self.battle.name(who)));
            if let Found::One(unit) = self.names.unit(&numbered) {
                return Ok(unit);
            }
        }
        self.found(self.names.unit(&name), span, "unit")
    }

    /// A unit of this squad; of one that isn't there yet, any.
    pub(super) fn member(&mut self, who: Who) -> Parsed<UnitId> {
        let here = self.here();
        let unit = self.unit_of(Some(who))?;
        let is_there = self.battle.is_there(who);
        if is_there && !self.battle.members(who).contains(&unit) {
            let name = &self.battle.setup().unit(unit).name;
            return Err(say::not_a_member(here, name, self.battle.name(who)));
        }
        Ok(unit)
    }

    pub(super) fn members(&self, who: Who) -> Vec<UnitId> {
        self.battle.members(who)
    }

    pub(in crate::brick::orders) fn weapon(&mut self) -> Parsed<WeaponId> {
        let (name, span) = self.name()?;
        self.found(self.names.weapon(&name), span, "weapon")
    }

    /// A weapon that somebody of them has; one that shoots, if it is to.
    pub(super) fn weapon_of(&mut self, who: Who, to_shoot: bool) -> Parsed<WeaponId> {
        let (name, span) = self.name()?;
        let weapon = self.found(self.names.weapon(&name), span.clone(), "weapon")?;
        let setup = self.battle.setup();
        if to_shoot && setup.weapon(weapon).ranged.is_none() {
            return Err(say::no_shot(span, &setup.weapon(weapon).name));
        }
        let members = self.members(who);
        let mut held: Vec<WeaponId> = Vec::new();
        for item in members.iter().flat_map(|it| self.battle.held(*it)) {
            let it = self.battle.item(item).weapon;
            if !held.contains(&it) {
                held.push(it);
            }
        }
        if members.is_empty() || held.contains(&weapon) {
            return Ok(weapon);
        }
        let held: Vec<String> = held.into_iter().map(|it| setup.weapon(it).name.clone()).collect();
        Err(say::not_held(span, self.battle.name(who), &setup.weapon(weapon).name, &held))
    }

    pub(super) fn team_named(&mut self) -> Option<crate::brick::battle::TeamId> {
        let at = self.at;
        let (name, _) = self.name().ok()?;
        let own: Vec<_> = self.battle.everybody().filter(|it| self.commands(*it)).collect();
        match (self.names.who(&name), self.names.team(&name)) {
            (Found::Nothing(_), Found::One(team)) if own.iter().any(|it| self.battle.team(*it) == Some(team)) => {
                Some(team)
            }
            _ => {
                self.at = at;
                None
            }
        }
    }

    pub(in crate::brick::orders) fn is_gm(&self) -> bool {
        self.poster == Poster::Gm
    }

    pub(in crate::brick::orders) fn commands(&self, who: Who) -> bool {
        self.for_anybody || self.poster.commands(self.battle.seat(who))
    }

    /// The team of whoever writes.
    pub(super) fn own_team(&self, span: Range<usize>) -> Parsed<crate::brick::battle::TeamId> {
        let own = self.battle.everybody().find(|it| self.commands(*it));
        own.and_then(|it| self.battle.team(it)).ok_or_else(|| say::nobody_told(span, "have this policy"))
    }

    pub(in crate::brick::orders) fn found<T>(&self, found: Found<T>, span: Range<usize>, what: &str) -> Parsed<T> {
        let name = &self.text[span.clone()];
        match found {
            Found::One(it) => Ok(it),
            Found::Several(several) => Err(say::ambiguous(span, name, &several)),
            Found::Nothing(near) => Err(match self.names.gone(&folded(name)).filter(|_| what != "weapon") {
                Some(gone) => say::nobody_left(span, gone),
                None => say::unknown(span, what, name, &near),
            }),
        }
    }

    pub(in crate::brick::orders) fn tile(&mut self) -> Parsed<Tile> {
        self.take(Key::Tile);
        self.skip_idle();
        let here = self.here();
        let Some(tile) = self.words.get(self.at).and_then(|it| it.folded.to_uppercase().parse::<Tile>().ok()) else {
            return Err(say::missing(here, "a tile such as C7"));
        };
        if !self.battle.setup().has_map {
            return Err(say::no_map(here));
        }
        let board = &self.battle.setup().board;
        if !board.contains(tile) {
            let last = Tile::new(board.width() - 1, board.height() - 1);
            return Err(say::off_the_map(here, &tile.to_string(), &last.to_string()));
        }
        self.at += 1;
        Ok(tile)
    }

    pub(super) fn tag(&mut self) -> Parsed<Tag> {
        let word = self.words.get(self.at).filter(|it| it.folded.chars().all(char::is_alphanumeric));
        let Some(word) = word else { return Err(say::missing(self.here(), "a word for those who attack together")) };
        self.at += 1;
        Ok(Tag(word.folded.to_uppercase()))
    }

    pub(super) fn number(&mut self) -> Parsed<u8> {
        let number = self.words.get(self.at).and_then(|it| it.folded.parse().ok());
        let Some(number) = number else { return Err(say::missing(self.here(), "a number")) };
        self.at += 1;
        Ok(number)
    }

    pub(super) fn heading(&mut self) -> Parsed<Heading> {
        self.try_heading().ok_or_else(|| say::missing(self.here(), "a direction such as N or NE"))
    }

    pub(in crate::brick::orders) fn try_heading(&mut self) -> Option<Heading> {
        let word = self.words.get(self.at)?;
        let letters = match word.folded.as_str() {
            "north" => "n",
            "north east" | "northeast" => "ne",
            "east" => "e",
            "south east" | "southeast" => "se",
            "south" => "s",
            "south west" | "southwest" => "sw",
            "west" => "w",
            "north west" | "northwest" => "nw",
            other => other,
        };
        let heading = Heading::ALL.iter().find(|it| it.1.eq_ignore_ascii_case(letters))?.0;
        self.at += 1;
        Some(heading)
    }

    /// The name of a squad that isn't there yet: the words up to there, as they are written.
    pub(super) fn new_name(&mut self, end: usize) -> Parsed<String> {
        let end = end.min(self.words.len());
        let words = self.words.get(self.at..end).unwrap_or_default();
        let words: Vec<&Word> = words.iter().filter(|it| it.folded != ":" && it.folded != ",").collect();
        let (Some(first), Some(last)) = (words.first(), words.last()) else {
            return Err(say::missing(self.here(), "a name for the new squad"));
        };
        let span = first.span.start..last.span.end;
        let name = self.text[span.clone()].trim_matches(['"', '“', '”', '„', '«', '»', ' ']).to_owned();
        let is_fit = name.chars().count() <= NAME_LETTERS_MAX
            && !folded(&name).is_empty()
            && !name.chars().any(|it| it.is_control() || matches!(it, '"' | ';' | ':' | '|' | '@' | ','));
        if !is_fit {
            return Err(say::missing(span, "a name of at most 40 letters"));
        }
        self.at = end;
        Ok(name)
    }

    /// The words of a name: in quotes, or letter for letter that of somebody, or all up to the next word with a meaning.
    pub(in crate::brick::orders) fn name(&mut self) -> Parsed<(String, Range<usize>)> {
        self.skip_idle();
        let Some(first) = self.words.get(self.at) else { return Err(say::missing(self.here(), "a name")) };
        let length = if first.is_quoted {
            1
        } else {
            match self.names.longest(&self.words[self.at..]) {
                // Where a name has to stand, a word is one, even if it means something elsewhere: `Left`.
                0 if is_mark(first) => 0,
                0 => {
                    let from = self.at;
                    let is_end = |it: &usize| {
                        let word = &self.words[*it];
                        word.is_quoted
                            || is_mark(word)
                            || key_at(self.words, *it).is_some()
                            || is_verb_at(self.words, *it)
                    };
                    (from + 1..self.words.len()).find(is_end).unwrap_or(self.words.len()) - from
                }
                length => length,
            }
        };
        if length == 0 {
            return Err(say::missing(self.here(), "a name"));
        }
        let words = &self.words[self.at..self.at + length];
        let name = words.iter().map(|it| it.folded.as_str()).collect::<Vec<_>>().join(" ");
        let span = words[0].span.start..words[length - 1].span.end;
        self.at += length;
        Ok((name, span))
    }
}
