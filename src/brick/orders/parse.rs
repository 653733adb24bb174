//! The words of a line → orders. Names that nobody has yet may be those of squads that the round makes.

use std::ops::Range;

use crate::brick::battle::{
    Against, Battle, Benny, Charge, ChargeHow, Defence, Departure, Engage, Forming, Go, Heading, Hits, Meanwhile,
    Melee, Misses, Movement, Order, Organise, Part, Pass, PlateOrder, PolicyChange, Rebuff, Return, Shoot, Standard,
    Tag, Target, Turn, Usable, Using, WeaponId, Who, Whose,
};
use crate::brick::orders::names::{Found, Names};
use crate::brick::orders::said::{PENDING, Said, What};
use crate::brick::orders::say;
use crate::brick::orders::vocabulary::{IDLE, KEYS, Key, VERBS, Verb, verb};
use crate::brick::orders::words::{Word, folded};
use crate::brick::scenario::plate_size;
use crate::diagnostic::Diagnostic;
use crate::field::{Direction, SquadId, Tile, UnitId};
use crate::post::{Given, Poster};

/// How long the name of a new squad may be.
const NAME_LETTERS_MAX: usize = 40;

/// Whoever is told to do something.
#[derive(Clone, Debug)]
pub(super) struct Told {
    pub(super) who: Who,
    span: Range<usize>,
}

/// A line while it is read.
pub(super) struct Parser<'a> {
    pub(super) text: &'a str,
    pub(super) words: &'a [Word],
    pub(super) at: usize,
    pub(super) names: &'a Names,
    pub(super) battle: &'a Battle,
    poster: Poster,
    /// Whether anybody may be told anything, as in questions about the odds.
    for_anybody: bool,
    /// Squads that aren't there, by their names.
    pub(super) pending: Vec<String>,
    pub given: Vec<Given<Said>>,
    pub diagnostics: Vec<Diagnostic>,
}

/// What is wrong, if an order can't be read.
pub(super) type Parsed<T> = Result<T, Diagnostic>;

impl<'a> Parser<'a> {
    pub(super) fn new(
        text: &'a str,
        words: &'a [Word],
        names: &'a Names,
        battle: &'a Battle,
        (poster, for_anybody): (Poster, bool),
    ) -> Parser<'a> {
        let (pending, given, diagnostics) = (Vec::new(), Vec::new(), Vec::new());
        Parser { text, words, at: 0, names, battle, poster, for_anybody, pending, given, diagnostics }
    }

    /// Reads the whole line: orders between semicolons, each with a name before it or after its verb.
    pub(super) fn line(&mut self) {
        let mut told: Vec<Told> = Vec::new();
        while self.at < self.words.len() {
            if self.is_mark(";") || self.is_mark(",") || self.is_idle() {
                self.at += 1;
                continue;
            }
            let start = self.at;
            // Who is told all of the line may be a squad that isn't there yet.
            let kept = |it: &Told| match it.who {
                Who::Squad(SquadId(id)) => id.checked_sub(PENDING).map(|it| usize::from(it) + 1),
                Who::Unit(_) => None,
            };
            self.pending.truncate(told.iter().filter_map(kept).max().unwrap_or(0));
            match self.clause(&mut told) {
                Ok(said) => {
                    self.skip_idle();
                    if self.at < self.words.len() && !self.is_mark(";") {
                        let rest = self.rest();
                        let words = self.text[rest.clone()].to_owned();
                        let named = self.words[start..self.at].iter().find_map(|it| verb_of(&it.folded));
                        self.diagnostics.push(match is_condition(&self.words[self.at].folded) {
                            true => say::conditional(rest),
                            false => say::left_over(rest, &words, named.map_or("this order", verb)),
                        });
                        self.skip_clause();
                        continue;
                    }
                    let end = self.words[self.at.saturating_sub(1).max(start)].span.end;
                    let span = self.words[start].span.start..end;
                    self.given.extend(said.into_iter().map(|order| Given { span: span.clone(), order }));
                }
                Err(why) => {
                    self.diagnostics.push(why);
                    // The parts of a split stand behind semicolons, too.
                    match self.words[start..].iter().take_while(|it| it.folded != ";").any(is_split) {
                        true => self.at = self.words.len(),
                        false => self.skip_clause(),
                    }
                }
            }
        }
    }

    fn skip_clause(&mut self) {
        while self.at < self.words.len() && !self.is_mark(";") {
            self.at += 1;
        }
    }

    /// One order, or one each for several who are told.
    pub(super) fn clause(&mut self, told: &mut Vec<Told>) -> Parsed<Vec<Said>> {
        let end = self.clause_end();
        let Some((at, length, meaning)) = self.find_verb(end) else {
            let span = self.words[self.at].span.start..self.words[end - 1].span.end;
            let words = self.text[span.clone()].to_owned();
            let verbs: Vec<&str> = VERBS.iter().map(|it| it.0).collect();
            let tried = words.split(':').next_back().unwrap_or_default().split_whitespace().next().unwrap_or_default();
            let tried = if tried.is_empty() { &words } else { tried };
            return Err(say::no_verb(span, tried, &verbs));
        };
        let has_head = self.at < at;
        if has_head && meaning == Verb::Form {
            // `Left: form from …` names the new squad first.
            let name = self.new_name(at)?;
            self.at = at + length;
            return self.form(name).map(|it| vec![it]);
        }
        if has_head {
            *told = self.head(at)?;
        }
        self.at = at + length;
        let verb_span = self.words[at].span.start..self.words[self.at - 1].span.end;
        match meaning {
            Verb::EndBattle => return Ok(vec![Said::of(What::Leave(Departure::End))]),
            Verb::TapOut => return Ok(vec![Said::of(What::Leave(Departure::TapOut))]),
            Verb::Form => {
                let name_end = self.next_key_at(Key::From);
                let name = self.new_name(name_end)?;
                return self.form(name).map(|it| vec![it]);
            }
            Verb::Leave => return self.leave(told).map(|it| vec![it]),
            Verb::Measure => return self.measure().map(|it| vec![it]),
            _ => (),
        }
        if is_policy(meaning) {
            return self.policy(meaning, told, verb_span);
        }
        // Who stands before a colon is told all that follows in the line; who stands behind a verb, that alone.
        let subjects = if told.is_empty() { vec![self.somebody(verb_span, meaning)?] } else { told.clone() };
        self.orders(meaning, &subjects)
    }

    /// The order that a verb gives to each of these.
    fn orders(&mut self, meaning: Verb, told: &[Told]) -> Parsed<Vec<Said>> {
        let (from, mut said) = (self.at, Vec::new());
        let mut first = Vec::new();
        for it in told {
            self.at = from;
            first.clone_from(&self.pending);
            let what = self.order(meaning, it)?;
            let behind = self.behind(it, &what)?;
            let pending = &self.pending;
            said.extend([what].into_iter().chain(behind).map(|what| Said { what, pending: pending.clone() }));
            self.pending.clone_from(&first);
        }
        Ok(said)
    }

    fn order(&mut self, meaning: Verb, told: &Told) -> Parsed<What> {
        let who = told.who;
        let order = match meaning {
            Verb::Join => {
                self.take(Key::To);
                let to = self.own()?;
                Order::Organise(Organise::Join { who, to: self.squad(&to)? })
            }
            Verb::Split => {
                let squad = self.squad(told)?;
                self.take(Key::Into);
                Order::Organise(Organise::Split { squad, into: self.parts(squad)? })
            }
            Verb::Replate => {
                let squad = self.squad(told)?;
                let plate = self.plate(&self.members(who))?;
                if plate == PlateOrder::default() {
                    return Err(say::missing(self.here(), "the size of the plate, such as 3x2,"));
                }
                Order::Organise(Organise::Replate { squad, plate })
            }
            Verb::Arrange => Order::Organise(Organise::Arrange { squad: self.squad(told)?, places: self.places(who)? }),
            Verb::Standard => {
                let squad = self.squad(told)?;
                self.take(Key::To);
                let standard = match self.take(Key::Center) || self.take(Key::None) {
                    true => Standard::Center,
                    false => Standard::Bearer(self.member(who)?),
                };
                Order::Organise(Organise::Standard { squad, standard })
            }
            Verb::Brace => Order::Brace(self.squad(told)?),
            Verb::Reserve => Order::Reserve(who),
            Verb::Shoot => Order::Shoot(who, self.shoot(told)?),
            Verb::Melee => {
                match self.take_verb(&[Verb::Attack, Verb::Grab, Verb::Shove, Verb::Release, Verb::Ignore]) {
                    Some(how) => Order::Melee(who, self.melee(how, told)?),
                    None => Order::Melee(who, self.melee(Verb::Attack, told)?),
                }
            }
            Verb::Attack | Verb::Grab | Verb::Shove | Verb::Release | Verb::Ignore => {
                Order::Melee(who, self.melee(meaning, told)?)
            }
            Verb::Move => match self.take_verb(&[Verb::Run, Verb::Charge, Verb::Withdraw, Verb::Pivot]) {
                Some(how) => Order::Move(who, self.movement(how, told)?),
                None => Order::Move(who, self.movement(Verb::Move, told)?),
            },
            Verb::Run | Verb::Charge | Verb::Withdraw | Verb::Pivot => Order::Move(who, self.movement(meaning, told)?),
            Verb::Hold => return Ok(What::Hold(who)),
            Verb::Form
            | Verb::Leave
            | Verb::React
            | Verb::Parry
            | Verb::Bail
            | Verb::Hits
            | Verb::Misses
            | Verb::Benny
            | Verb::Rebuff
            | Verb::Measure
            | Verb::EndBattle
            | Verb::TapOut => return Err(say::missing(self.here(), "an order")),
        };
        Ok(What::Order(order))
    }

    // Organising

    fn form(&mut self, name: String) -> Parsed<Said> {
        if !self.take(Key::From) {
            return Err(say::missing(self.here(), "\"from\" and the units"));
        }
        let forming = self.forming(name, None)?;
        Ok(Said { what: What::Order(Order::Organise(Organise::Form(forming))), pending: self.pending.clone() })
    }

    fn forming(&mut self, name: String, of: Option<SquadId>) -> Parsed<Forming> {
        let who = of.map(Who::Squad);
        let mut units = vec![self.unit_of(who)?];
        while self.take_mark(",") || self.take(Key::And) {
            units.push(self.unit_of(who)?);
        }
        let plate = self.plate(&units)?;
        let standard = match self.take(Key::Standard) {
            true if self.take(Key::Center) => Standard::Center,
            true => Standard::Bearer(self.unit_of(who)?),
            false => Standard::Center,
        };
        let squad = self.pend(&name);
        Ok(Forming { squad, name, units, plate, standard })
    }

    /// `Left: a1, a2 plate 2x1; Right: a3`: what a split makes.
    fn parts(&mut self, squad: SquadId) -> Parsed<Vec<Forming>> {
        let mut parts = Vec::new();
        loop {
            let colon =
                (self.at..self.words.len()).find(|it| self.words[*it].folded == ":" && !self.words[*it].is_quoted);
            let Some(colon) = colon else {
                return Err(say::missing(self.here(), "the name of each part, and a colon,"));
            };
            let name = self.new_name(colon)?;
            self.at = colon + 1;
            parts.push(self.forming(name, Some(squad))?);
            let is_more = |from: usize| {
                let rest = &self.words[from..];
                let end = rest.iter().position(|it| it.folded == ";").unwrap_or(rest.len());
                let colon = rest[..end].iter().position(|it| it.folded == ":");
                colon.is_some_and(|it| 0 < it && it + 1 < end && verb_of(&rest[it + 1].folded).is_none())
                    && verb_of(&rest[0].folded).is_none()
            };
            let has_mark = self.is_mark(";") || self.is_mark("|");
            if has_mark && self.at + 1 < self.words.len() && is_more(self.at + 1) {
                self.at += 1;
            } else {
                return Ok(parts);
            }
        }
    }

    /// `leave a1, a2 from Alpha`, or `Alpha: leave a1`.
    fn leave(&mut self, told: &[Told]) -> Parsed<Said> {
        let from = self.next_key_at(Key::From);
        let squad = if from < self.words.len() {
            let units_at = std::mem::replace(&mut self.at, from + 1);
            let squad = self.own()?;
            let after = std::mem::replace(&mut self.at, units_at);
            (squad, after)
        } else {
            let Some(one) = told.first() else { return Err(say::missing(self.here(), "\"from\" and the squad")) };
            (one.clone(), 0)
        };
        let (told, after) = squad;
        let mut units = vec![self.member(told.who)?];
        while self.take_mark(",") || self.take(Key::And) {
            units.push(self.member(told.who)?);
        }
        self.at = self.at.max(after);
        let squad = self.squad(&told)?;
        let order = Order::Organise(Organise::Leave { squad, units });
        Ok(Said { what: What::Order(order), pending: self.pending.clone() })
    }

    /// `unit@x,y unit@x,y`
    fn places(&mut self, who: Who) -> Parsed<Vec<(UnitId, (u8, u8))>> {
        let mut places = Vec::new();
        while self.at < self.words.len() && !self.is_mark(";") {
            let unit = self.member(who)?;
            if !self.take_mark("@") {
                return Err(say::missing(self.here(), "\"@\" and the place, such as @0,1,"));
            }
            let x = self.number()?;
            if !self.take_mark(",") {
                return Err(say::missing(self.here(), "a comma between column and row"));
            }
            places.push((unit, (x, self.number()?)));
            self.take_mark(",");
        }
        if places.is_empty() { Err(say::missing(self.here(), "who stands where")) } else { Ok(places) }
    }

    /// `[plate] [3x2] [facing N]`. Says if these units don't fit on it.
    fn plate(&mut self, units: &[UnitId]) -> Parsed<PlateOrder> {
        let mut plate = PlateOrder::default();
        loop {
            let here = self.here();
            let is_said = self.take(Key::Plate);
            let size = self.words.get(self.at).filter(|it| !it.is_quoted).and_then(|it| plate_size(&it.folded));
            if let Some(size) = size {
                let span = self.words[self.at].span.clone();
                self.at += 1;
                let footprints = units.iter().map(|it| self.battle.profile(*it).footprint);
                let needs: u16 = footprints.map(|(columns, rows)| u16::from(columns) * u16::from(rows)).sum();
                if u16::from(size.wide) * u16::from(size.deep) < needs {
                    return Err(say::plate_too_small(span, (size.wide, size.deep), needs));
                }
                if plate.size.replace((size.wide, size.deep)).is_some() {
                    return Err(say::said_twice(span.clone(), &self.text[span]));
                }
            } else if is_said {
                return Err(say::missing(here, "the size of the plate, such as 3x2,"));
            } else if self.take(Key::Facing) {
                let heading = self.heading()?;
                let facing = direction(heading).ok_or_else(|| say::missing(here, "a facing, N, E, S or W,"))?;
                plate.facing = Some(facing);
            } else {
                return Ok(plate);
            }
        }
    }

    // Shooting and Melee

    fn shoot(&mut self, told: &Told) -> Parsed<Shoot> {
        // `throw grenade at Boyz`: the weapon may stand first.
        let mut with = None;
        if !self.is_key(Key::At) && self.next_key_at(Key::At) < self.clause_end() {
            let at = self.at;
            match self.weapon_of(told.who, true) {
                Ok(weapon) if self.is_key(Key::At) => with = Some(weapon),
                _ => self.at = at,
            }
        }
        self.take(Key::At);
        let mut shoot = Shoot::at(self.target(told)?);
        shoot.with = with;
        loop {
            if self.take(Key::With) {
                if shoot.with.is_some() {
                    return Err(say::said_twice(self.here(), "with"));
                }
                shoot.with = Some(self.weapon_of(told.who, true)?);
                if self.take(Key::And) {
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
        let word = self.words.get(self.at).map(|it| it.folded.as_str());
        let part = match word {
            Some("2x2") => Part::TwoByTwo,
            Some("1x1" | "head" | "torso" | "legs") => Part::OneByOne,
            _ => return Err(say::missing(self.here(), "what is aimed at, 2x2, 1x1, head, torso, legs or item,")),
        };
        self.at += 1;
        Ok(part)
    }

    fn melee(&mut self, how: Verb, told: &Told) -> Parsed<Melee> {
        match how {
            Verb::Release => Ok(Melee::Release),
            Verb::Ignore => {
                if !self.take(Key::Then) {
                    return Ok(Melee::Ignore(None));
                }
                if self.take(Key::Use) {
                    return Ok(Melee::Ignore(Some(Meanwhile::Use(self.usable()?))));
                }
                if !self.take(Key::Shoot) {
                    return Err(say::missing(self.here(), "\"shoot\" or \"use\""));
                }
                Ok(Melee::Ignore(Some(Meanwhile::Shoot(self.shoot(told)?))))
            }
            Verb::Grab => {
                self.take(Key::At);
                let target = self.target(told)?;
                let release_after = self.take(Key::Release) && {
                    self.take(Key::After);
                    true
                };
                Ok(Melee::Grab { target, release_after })
            }
            Verb::Shove => {
                self.take(Key::At);
                Ok(Melee::Shove { target: self.target(told)? })
            }
            _ => self.engage(told).map(Melee::Attack),
        }
    }

    fn engage(&mut self, told: &Told) -> Parsed<Engage> {
        self.take(Key::At);
        self.take(Key::Versus);
        let mut engage = Engage::at(self.target(told)?);
        loop {
            if self.take(Key::With) {
                if engage.with.is_some() {
                    return Err(say::said_twice(self.here(), "with"));
                }
                engage.with = Some(self.weapon_of(told.who, false)?);
            } else if self.take(Key::Then) {
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

    // Movement

    fn movement(&mut self, how: Verb, told: &Told) -> Parsed<Movement> {
        if how != Verb::Charge && !self.battle.setup().has_map {
            return Err(say::no_map(self.words[self.at.saturating_sub(1)].span.clone()));
        }
        match how {
            Verb::Charge => self.charge(told).map(Movement::Charge),
            Verb::Withdraw => {
                self.take(Key::To);
                let to = self.tile()?;
                let then = match self.take(Key::Then) {
                    true if self.take(Key::Charge) => Some(self.charge(told)?),
                    true => return Err(say::missing(self.here(), "\"charge\"")),
                    false => None,
                };
                Ok(Movement::Withdraw { to, then })
            }
            Verb::Pivot => match (self.take(Key::Left), self.take(Key::Right)) {
                (true, _) => Ok(Movement::Pivot(Turn::Left)),
                (_, true) => Ok(Movement::Pivot(Turn::Right)),
                _ => Err(say::missing(self.here(), "\"left\" or \"right\"")),
            },
            Verb::Run => {
                let heading = self.heading()?;
                let tiles = self.number()?;
                Ok(Movement::Run { heading, tiles, sprint: self.take(Key::Sprint) })
            }
            _ => {
                self.take(Key::To);
                self.go().map(Movement::Go)
            }
        }
    }

    fn go(&mut self) -> Parsed<Go> {
        let mut go = Go::to(self.tile()?);
        loop {
            if self.take(Key::Via) {
                go.via.push(self.tile()?);
                while self.take_mark(",") || self.take(Key::And) {
                    go.via.push(self.tile()?);
                }
            } else if self.take(Key::Sprint) {
                go.sprint = true;
            } else if self.take(Key::Break) {
                go.broken = true;
            } else if self.take(Key::Backwards) {
                go.backwards = true;
            } else if self.take(Key::Facing) {
                let here = self.here();
                let heading = self.heading()?;
                go.facing = Some(direction(heading).ok_or_else(|| say::missing(here, "a facing, N, E, S or W,"))?);
            } else {
                return Ok(go);
            }
        }
    }

    fn charge(&mut self, told: &Told) -> Parsed<Charge> {
        self.take(Key::At);
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
            } else {
                return Ok(charge);
            }
        }
    }

    // Policies

    fn policy(&mut self, meaning: Verb, told: &[Told], verb_span: Range<usize>) -> Parsed<Vec<Said>> {
        let whose: Vec<Whose> = if !told.is_empty() {
            told.iter().map(|it| Whose::One(it.who)).collect()
        } else if self.take(Key::Side) || self.take(Key::Everyone) {
            vec![Whose::Team(self.own_team(verb_span)?)]
        } else {
            match self.team_named() {
                Some(team) => vec![Whose::Team(team)],
                None => vec![Whose::One(self.somebody(verb_span, meaning)?.who)],
            }
        };
        let changes = match meaning {
            Verb::Hits => vec![PolicyChange::Hits(self.hits()?)],
            Verb::Misses => vec![PolicyChange::Misses(self.misses()?)],
            Verb::Benny => vec![PolicyChange::Benny(self.benny()?)],
            Verb::Rebuff => vec![PolicyChange::Rebuff(self.rebuff()?)],
            Verb::Parry => {
                let defence = Defence::Parry(self.using()?);
                vec![self.reaction(Some(defence))?]
            }
            Verb::Bail => {
                let defence = Defence::Bail(self.try_heading());
                vec![self.reaction(Some(defence))?]
            }
            _ => vec![self.react()?],
        };
        let said = |(whose, change): (&Whose, &PolicyChange)| Said {
            what: What::Order(Order::Policy(*whose, change.clone())),
            pending: self.pending.clone(),
        };
        Ok(whose.iter().flat_map(|it| changes.iter().map(move |change| (it, change))).map(said).collect())
    }

    fn react(&mut self) -> Parsed<PolicyChange> {
        if self.take(Key::Pass) {
            let pass = [
                (Key::Strike, Pass::Strike),
                (Key::Bail, Pass::Bail),
                (Key::Brace, Pass::Brace),
                (Key::None, Pass::Nothing),
            ];
            return match self.one_of(&pass) {
                Some(pass) => Ok(PolicyChange::Pass(pass)),
                None => Err(say::missing(self.here(), "strike, bail, brace or none")),
            };
        }
        if self.take(Key::Drop) {
            return match self.one_of(&[(Key::Yes, true), (Key::No, false)]) {
                Some(yes) => Ok(PolicyChange::Drop(yes)),
                None => Err(say::missing(self.here(), "yes or no")),
            };
        }
        let defence = if self.take(Key::Parry) {
            Some(Defence::Parry(self.using()?))
        } else if self.take(Key::Bail) {
            Some(Defence::Bail(self.try_heading()))
        } else if self.take(Key::None) {
            Some(Defence::Nothing)
        } else {
            None
        };
        self.reaction(defence)
    }

    /// `[then strike <item>|hold] [vs attack|grab|shove|charge|counter]` behind a defence.
    fn reaction(&mut self, defence: Option<Defence>) -> Parsed<PolicyChange> {
        let mut back = None;
        let is_said = self.take(Key::Then);
        if self.take(Key::Strike) {
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
        let mut against = None;
        if self.take(Key::Versus) {
            let kinds = [
                (Key::Attack, Against::Attack),
                (Key::Grab, Against::Grab),
                (Key::Shove, Against::Shove),
                (Key::Charge, Against::Charge),
                (Key::Counter, Against::Counter),
            ];
            against = self.one_of(&kinds);
            if against.is_none() {
                return Err(say::missing(self.here(), "attack, grab, shove, charge or counter"));
            }
        }
        if defence.is_none() && back.is_none() {
            return Err(say::missing(self.here(), "parry, bail, none, strike, hold, pass or drop"));
        }
        Ok(PolicyChange::React { against, defence, back })
    }

    pub(super) fn using(&mut self) -> Parsed<Using> {
        if self.take(Key::Bare) {
            return Ok(Using::Bare);
        }
        if self.take(Key::Best) || self.at_end() || self.key_here().is_some() {
            return Ok(Using::Best);
        }
        self.take(Key::With);
        self.weapon().map(Using::Weapon)
    }

    fn hits(&mut self) -> Parsed<Hits> {
        if let Some(hits) =
            self.one_of(&[(Key::Cheap, Hits::Cheap), (Key::Dear, Hits::Dear), (Key::Wounded, Hits::Wounded)])
        {
            return Ok(hits);
        }
        let is_order = self.take(Key::Order);
        if !is_order && !self.take(Key::Spare) {
            return Err(say::missing(self.here(), "cheap, dear, wounded, order or spare"));
        }
        let units = self.units()?;
        Ok(if is_order { Hits::Order(units) } else { Hits::Spare(units) })
    }

    pub(super) fn units(&mut self) -> Parsed<Vec<UnitId>> {
        let mut units = vec![self.unit()?];
        loop {
            let at = self.at;
            if !self.take_mark(",") && !self.take(Key::And) {
                return Ok(units);
            }
            // What else is said of an order stands behind a comma, too.
            if self.key_here().is_some() && self.names.longest(&self.words[self.at..]) == 0 {
                self.at = at;
                return Ok(units);
            }
            units.push(self.unit()?);
        }
    }

    fn misses(&mut self) -> Parsed<Misses> {
        if let Some(misses) = self.one_of(&[(Key::Worst, Misses::Worst), (Key::None, Misses::Harmless)]) {
            return Ok(misses);
        }
        if !self.take(Key::List) {
            return Err(say::missing(self.here(), "worst, none or list"));
        }
        let mut list = vec![self.anybody()?];
        while self.take_mark(",") || self.take(Key::And) {
            list.push(self.anybody()?);
        }
        Ok(Misses::List(list))
    }

    /// `attack damage|hold, parry deflect|hold, bail feet|hold`
    fn benny(&mut self) -> Parsed<Benny> {
        let mut benny = Benny::default();
        let mut is_said = false;
        loop {
            let slot = if self.take(Key::Attack) {
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
            let (slot, yes, words) = slot;
            match self.one_of(&[(yes, true), (Key::Hold, false)]) {
                Some(it) => *slot = it,
                None => return Err(say::missing(self.here(), words)),
            }
            is_said = true;
            self.take_mark(",");
        }
    }

    fn rebuff(&mut self) -> Parsed<Rebuff> {
        let found = self.one_of(&[(Key::Back, Rebuff::Back), (Key::Break, Rebuff::Break)]);
        found.ok_or_else(|| say::missing(self.here(), "back or break"))
    }

    fn one_of<T: Clone>(&mut self, words: &[(Key, T)]) -> Option<T> {
        words.iter().find(|it| self.take(it.0)).map(|it| it.1.clone())
    }

    // Names

    /// Those before the verb: one, or several between commas.
    fn head(&mut self, end: usize) -> Parsed<Vec<Told>> {
        let mut told = Vec::new();
        let all = self.words;
        // Nothing of a name reaches past the verb.
        self.words = &all[..end];
        while self.at < end {
            if self.is_mark(",") || self.is_mark(":") || self.is_key(Key::And) || self.is_idle() {
                self.at += 1;
                continue;
            }
            match self.own() {
                Ok(it) => told.push(it),
                Err(why) => {
                    self.words = all;
                    return Err(why);
                }
            }
        }
        self.words = all;
        Ok(told)
    }

    /// Somebody of the poster's behind a verb.
    fn somebody(&mut self, verb_span: Range<usize>, meaning: Verb) -> Parsed<Told> {
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
    pub(super) fn own(&mut self) -> Parsed<Told> {
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
    fn pend(&mut self, name: &str) -> SquadId {
        let at = self.pending.iter().position(|it| folded(it) == folded(name)).unwrap_or_else(|| {
            self.pending.push(name.to_owned());
            self.pending.len() - 1
        });
        SquadId(PENDING + at as u16)
    }

    fn squad(&self, told: &Told) -> Parsed<SquadId> {
        match told.who {
            Who::Squad(squad) => Ok(squad),
            Who::Unit(_) => Err(say::unknown(told.span.clone(), "squad", &self.text[told.span.clone()], &[])),
        }
    }

    pub(super) fn anybody(&mut self) -> Parsed<Who> {
        let (name, span) = self.name()?;
        self.found(self.names.who(&name), span, "squad or figure")
    }

    /// A unit by its name, wherever it is.
    pub(super) fn unit(&mut self) -> Parsed<UnitId> {
        self.unit_of(None)
    }

    /// A unit by its name, or by its number in this squad.
    fn unit_of(&mut self, who: Option<Who>) -> Parsed<UnitId> {
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
    fn member(&mut self, who: Who) -> Parsed<UnitId> {
        let here = self.here();
        let unit = self.unit_of(Some(who))?;
        let is_there = self.battle.is_there(who);
        if is_there && !self.battle.members(who).contains(&unit) {
            let name = &self.battle.setup().unit(unit).name;
            return Err(say::not_a_member(here, name, self.battle.name(who)));
        }
        Ok(unit)
    }

    fn members(&self, who: Who) -> Vec<UnitId> {
        self.battle.members(who)
    }

    pub(super) fn weapon(&mut self) -> Parsed<WeaponId> {
        let (name, span) = self.name()?;
        self.found(self.names.weapon(&name), span, "weapon")
    }

    /// A weapon that somebody of them has; one that shoots, if it is to.
    fn weapon_of(&mut self, who: Who, to_shoot: bool) -> Parsed<WeaponId> {
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

    fn team_named(&mut self) -> Option<crate::brick::battle::TeamId> {
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

    pub(super) fn is_gm(&self) -> bool {
        self.poster == Poster::Gm
    }

    pub(super) fn commands(&self, who: Who) -> bool {
        self.for_anybody || self.poster.commands(self.battle.seat(who))
    }

    /// The team of whoever writes.
    fn own_team(&self, span: Range<usize>) -> Parsed<crate::brick::battle::TeamId> {
        let own = self.battle.everybody().find(|it| self.commands(*it));
        own.and_then(|it| self.battle.team(it)).ok_or_else(|| say::nobody_told(span, "have this policy"))
    }

    pub(super) fn found<T>(&self, found: Found<T>, span: Range<usize>, what: &str) -> Parsed<T> {
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

    /// What is attacked: a squad, a figure, one unit of a squad, a thing, or a tile.
    fn target(&mut self, told: &Told) -> Parsed<Target> {
        let is_tile = self.take(Key::Tile);
        let at = self.at;
        if let Ok(tile) = self.tile()
            && (is_tile || matches!(self.names.who(&self.words[at].folded), Found::Nothing(_)))
        {
            return Ok(Target::Tile(tile));
        }
        self.at = at;
        if is_tile {
            return self.tile().map(Target::Tile);
        }
        let (name, span) = self.name()?;
        let who = self.names.who(&name);
        let target = match (who, self.names.unit(&name)) {
            (Found::One(who), _) => Target::Who(who),
            (Found::Nothing(_), Found::One(unit)) => Target::Single(unit),
            (who, _) => return self.found(who, span, "squad, figure or thing").map(Target::Who),
        };
        if target == Target::Who(told.who) {
            return Err(say::at_oneself(span, self.battle.name(told.who)));
        }
        Ok(target)
    }

    pub(super) fn tile(&mut self) -> Parsed<Tile> {
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

    fn tag(&mut self) -> Parsed<Tag> {
        let word = self.words.get(self.at).filter(|it| it.folded.chars().all(char::is_alphanumeric));
        let Some(word) = word else { return Err(say::missing(self.here(), "a word for those who attack together")) };
        self.at += 1;
        Ok(Tag(word.folded.to_uppercase()))
    }

    fn number(&mut self) -> Parsed<u8> {
        let number = self.words.get(self.at).and_then(|it| it.folded.parse().ok());
        let Some(number) = number else { return Err(say::missing(self.here(), "a number")) };
        self.at += 1;
        Ok(number)
    }

    fn heading(&mut self) -> Parsed<Heading> {
        self.try_heading().ok_or_else(|| say::missing(self.here(), "a direction such as N or NE"))
    }

    pub(super) fn try_heading(&mut self) -> Option<Heading> {
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
    fn new_name(&mut self, end: usize) -> Parsed<String> {
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
    pub(super) fn name(&mut self) -> Parsed<(String, Range<usize>)> {
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

    // Words

    /// Where this order ends.
    fn clause_end(&self) -> usize {
        let rest = self.words[self.at..].iter().position(|it| it.folded == ";" && !it.is_quoted);
        rest.map_or(self.words.len(), |it| self.at + it)
    }

    /// The verb of this order: where it stands, how many words it has, and what it means.
    fn find_verb(&self, end: usize) -> Option<(usize, usize, Verb)> {
        let mut at = self.at;
        while at < end {
            if !self.words[at].is_quoted {
                if let Some((length, meaning)) = verb_at(&self.words[..end], at) {
                    return Some((at, length, meaning));
                }
                // Words of a name are no verbs.
                at += self.names.longest(&self.words[at..end]).max(1);
            } else {
                at += 1;
            }
        }
        None
    }

    fn next_key_at(&self, key: Key) -> usize {
        let end = self.clause_end();
        let is_it = |it: &usize| !self.words[*it].is_quoted && key_at(self.words, *it).is_some_and(|it| it.0 == key);
        (self.at..end).find(is_it).unwrap_or(self.words.len())
    }

    fn key_here(&self) -> Option<(Key, usize)> {
        key_at(self.words, self.at)
    }

    fn is_key(&self, key: Key) -> bool {
        keys_at(self.words, self.at).any(|it| it.0 == key)
    }

    pub(super) fn take(&mut self, key: Key) -> bool {
        let at = self.at;
        self.skip_idle();
        let found = keys_at(self.words, self.at).find(|it| it.0 == key).map(|it| it.1);
        match found {
            Some(length) => self.at += length,
            None => self.at = at,
        }
        found.is_some()
    }

    fn take_verb(&mut self, any: &[Verb]) -> Option<Verb> {
        let at = self.at;
        let (length, meaning) = verb_at(self.words, at)?;
        if !any.contains(&meaning) {
            return None;
        }
        self.at += length;
        Some(meaning)
    }

    fn is_mark(&self, mark: &str) -> bool {
        self.words.get(self.at).is_some_and(|it| !it.is_quoted && it.folded == mark)
    }

    pub(super) fn take_mark(&mut self, mark: &str) -> bool {
        let is_it = self.is_mark(mark);
        self.at += usize::from(is_it);
        is_it
    }

    fn is_idle(&self) -> bool {
        self.words.get(self.at).is_some_and(|it| !it.is_quoted && IDLE.contains(&it.folded.as_str()))
            && self.names.longest(&self.words[self.at..]) == 0
    }

    fn skip_idle(&mut self) {
        while self.is_idle() {
            self.at += 1;
        }
    }

    fn at_end(&self) -> bool {
        self.words.len() <= self.at || self.is_mark(";")
    }

    /// Where the next word stands, or else the end of the last.
    pub(super) fn here(&self) -> Range<usize> {
        match self.words.get(self.at) {
            Some(word) => word.span.clone(),
            None => self.words.last().map_or(0..0, |it| it.span.end..it.span.end),
        }
    }

    /// Words that nobody has read.
    pub(super) fn left_over(&self) -> Option<Range<usize>> {
        (self.at < self.words.len()).then(|| self.rest())
    }

    /// The words from there to here.
    pub(super) fn span_from(&self, at: usize) -> Range<usize> {
        let last = self.at.saturating_sub(1).max(at).min(self.words.len().saturating_sub(1));
        self.words.get(at).map_or_else(|| self.here(), |it| it.span.start..self.words[last].span.end)
    }

    /// The rest of this order.
    fn rest(&self) -> Range<usize> {
        let end = self.clause_end().max(self.at + 1);
        self.words[self.at].span.start..self.words[end.min(self.words.len()) - 1].span.end
    }
}

fn is_split(word: &Word) -> bool {
    !word.is_quoted && verb_of(&word.folded) == Some(Verb::Split)
}

fn is_mark(word: &Word) -> bool {
    !word.is_quoted && matches!(word.folded.as_str(), "," | ":" | ";" | "@" | "|")
}

fn is_policy(meaning: Verb) -> bool {
    matches!(meaning, Verb::React | Verb::Parry | Verb::Bail | Verb::Hits | Verb::Misses | Verb::Benny | Verb::Rebuff)
}

fn is_condition(word: &str) -> bool {
    matches!(word, "if" | "unless" | "when" | "until" | "otherwise" | "else")
}

fn direction(heading: Heading) -> Option<Direction> {
    Direction::ALL.into_iter().find(|it| Heading::from(*it) == heading)
}

fn verb_of(word: &str) -> Option<Verb> {
    VERBS.iter().find(|it| it.0 == word).map(|it| it.1)
}

/// Up to three words from here on, as they are compared.
fn joined(words: &[Word], at: usize, length: usize) -> Option<String> {
    let words = words.get(at..at + length)?;
    (!words.iter().any(|it| it.is_quoted))
        .then(|| words.iter().map(|it| it.folded.as_str()).collect::<Vec<_>>().join(" "))
}

fn verb_at(words: &[Word], at: usize) -> Option<(usize, Verb)> {
    [2, 1].into_iter().find_map(|length| Some((length, verb_of(&joined(words, at, length)?)?)))
}

fn is_verb_at(words: &[Word], at: usize) -> bool {
    verb_at(words, at).is_some()
}

/// What the words from here on can mean, the longest run first, and how many they are.
fn keys_at(words: &[Word], at: usize) -> impl Iterator<Item = (Key, usize)> + '_ {
    [3, 2, 1].into_iter().filter_map(move |length| {
        let text = joined(words, at, length)?;
        KEYS.iter().find(|it| it.0 == text).map(|it| (it.1, length))
    })
}

fn key_at(words: &[Word], at: usize) -> Option<(Key, usize)> {
    keys_at(words, at).next()
}
