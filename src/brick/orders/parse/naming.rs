//! Reads the names, tiles and numbers of an order.

use std::ops::Range;

use crate::brick::battle::{Heading, Tag, WeaponId, Who};
use crate::brick::orders::names::{Found, is_too_near};
use crate::brick::orders::parse::{Addressee, Parsed, Parser};
use crate::brick::orders::said::PENDING;
use crate::brick::orders::vocabulary::{Key, Keyword, Verb};
use crate::brick::orders::{Word, compared, say};
use crate::diagnostic::nearest;
use crate::field::{Direction, SquadId, Tile, UnitId, place_of};
use crate::post::dictionary::is_english;
use crate::post::grammar::Manner;
use crate::post::lexicon::Meaning;
use crate::post::numbers;
use crate::post::words::{Gap, Kind, across, folded};

/// The most letters in the name of a new squad.
const NAME_LETTERS_MAX: usize = 40;

/// The words of a name, and their span.
pub(in crate::brick::orders) type Written<'a> = (&'a [Word], Range<usize>);

impl<'a> Parser<'a> {
    /// The names before the verb, with commas or `and` between them. Any unknown word could be a new name, so two names
    /// can't follow each other directly: `Hank or Tex`, `Hank: pretend to`.
    pub(super) fn head(&mut self, end: usize) -> Parsed<Vec<Addressee>> {
        // A name never includes the verb.
        self.read_up_to(end, Self::addressees)
    }

    /// Like [`Parser::head`], but `None` if a name is new or not understood. Then nothing is consumed.
    pub(super) fn known_head(&mut self, end: usize) -> Option<Vec<Addressee>> {
        let pending = self.pending.len();
        let addressees = self.attempt(|it| it.head(end).ok().filter(|_| it.pending.len() == pending));
        self.pending.truncate(pending);
        addressees
    }

    fn addressees(&mut self) -> Parsed<Vec<Addressee>> {
        let mut addressees: Vec<Addressee> = Vec::new();
        let mut leads = true;
        while self.at < self.words.len() {
            let joins = self.is(Kind::Comma) || self.is_key(Key::And);
            leads |= joins || self.words[self.at].gap.has(Gap::STROKE);
            let tells = self.is_telling() && self.exact_name_at(self.at, self.words.len()) == 0;
            // Not the `to` of `next to Tex`, which is a single word here.
            let to = !addressees.is_empty() && self.letters() == "to";
            if !addressees.is_empty() && self.take_at_sign() {
                continue;
            }
            let all = match self.key_at(self.at).filter(|_| !leads) {
                Some(Key::Both) => addressees.len() == 2,
                Some(Key::Everyone) => 1 < addressees.len(),
                _ => false,
            };
            let counts =
                addressees.is_empty() && self.is_key(Key::First) && self.exact_name_at(self.at, self.words.len()) == 0;
            // `both Hank and Tex`
            let both =
                addressees.is_empty() && self.is_key(Key::Both) && 0 < self.names.who_at(&self.words[self.at + 1..]);
            let adds_nothing = joins || counts || tells || to || all || both;
            if adds_nothing || self.is(Kind::Colon) || self.is_idle() || self.names_again(&addressees) {
                self.at += 1;
            } else if leads && self.take_everybody() {
                addressees.extend(self.everybody()?);
                leads = false;
            } else if leads {
                let named = self.own()?;
                self.skip_whereabouts(named.who);
                self.skip_from_where(&named);
                if addressees.iter().all(|it| it.who != named.who) {
                    addressees.push(named);
                }
                leads = false;
            } else {
                return Err(say::stray(self.span_from(self.at)));
            }
        }
        Ok(addressees)
    }

    /// `Hank goes to G4. He attacks Crow`: `he` is whoever got the last order. If a foe has been named, it is unclear.
    fn names_again(&self, addressees: &[Addressee]) -> bool {
        let is_one = matches!(self.letters(), "he" | "she") && addressees.len() < 2;
        let is_next = self.at + 1 == self.words.len() || self.words.get(self.at + 1).is_some_and(Word::is_idle);
        is_one && is_next && self.last_foes.is_empty()
    }

    fn take_everybody(&mut self) -> bool {
        self.exact_name_at(self.at, self.words.len()) == 0 && (self.take(Key::Everyone) || self.take(Key::Both))
    }

    /// All squads and units of the poster, except those that are named behind `but`.
    fn everybody(&mut self) -> Parsed<Vec<Addressee>> {
        let (span, is_both) = (self.words[self.at - 1].span.clone(), self.key_at(self.at - 1) == Some(Key::Both));
        let all = self.battle.everybody().filter(|it| self.commands(*it));
        let mut all: Vec<Addressee> = all.map(|who| Addressee { who, span: span.clone() }).collect();
        let mut leaves_out = self.take(Key::But);
        while leaves_out {
            let left_out = self.own()?.who;
            all.retain(|it| it.who != left_out);
            leaves_out = self.take_mark(Kind::Comma) || self.take(Key::And);
        }
        if all.is_empty() || is_both && all.len() != 2 { Err(say::nobody_is_meant(span)) } else { Ok(all) }
    }

    /// The poster's squad or unit that is named behind a verb.
    pub(super) fn addressee_behind_verb(&mut self, verb_span: Range<usize>, meaning: Verb) -> Parsed<Addressee> {
        self.skip_idle();
        if self.at_end() {
            return Err(say::nobody_told(verb_span, meaning.word()));
        }
        // `standard Alpha 2`: this could be a unit's name, but means the squad Alpha, and unit 2 in it.
        if matches!(meaning, Verb::Arrange | Verb::Standard) {
            let squad = self.exact_name_at(self.at, self.words.len()).saturating_sub(1);
            let end = self.at + squad;
            let is_number = self.words.get(end).is_some_and(|it| numbers::value(it.folded()).is_some());
            if is_number && 0 < squad && self.exact_name_at(self.at, end) == squad {
                return self.read_up_to(end, Self::own);
            }
        }
        self.own()
    }

    /// Whether the name at this place is an enemy's.
    pub(super) fn names_foe(&mut self, at: usize) -> bool {
        self.look_from(at, |it| {
            it.take_toward();
            it.name().is_ok_and(|name| it.names.who.find(name.0).one().is_some_and(|who| it.is_foe(who)))
        })
    }

    /// Whether somebody is an enemy of the poster.
    fn is_foe(&self, who: Who) -> bool {
        let own = self.battle.everybody().find(|it| self.commands(*it));
        own.is_some_and(|own| self.battle.is_hostile(own, who))
    }

    /// The poster's only squad or unit, for an order that names none.
    pub(super) fn only_own(&mut self, verb: usize) -> Option<Addressee> {
        let mut own = self.battle.everybody().filter(|it| !self.for_anybody && self.commands(*it));
        let (who, None) = (own.next()?, own.next()) else { return None };
        self.at = verb + 1;
        Some(Addressee { who, span: self.words[verb].span.clone() })
    }

    /// Whether the order that begins here is for one of the poster's own: for a friend who is named first, for the name
    /// before a colon, or for one of the poster's behind a verb. `None` if it is for nobody in particular. Nothing is
    /// consumed.
    pub(super) fn is_for_own(&mut self) -> Option<bool> {
        self.look_from(self.at, |it| {
            it.skip_while(|it| it.is_idle() || it.is_telling());
            let is_verb = it.verb_at(it.at).is_some();
            let is_friend = 0 < it.names.who_at(it.rest()) && !it.names_foe(it.at);
            // `move Alpha to S17` names Alpha, but `move toward Alpha` doesn't order it to do anything.
            it.at += usize::from(is_verb && !is_friend);
            it.skip_while(|it| is_verb && it.is_idle());
            let is_own = !is_verb && it.take_everybody() || it.own().is_ok_and(|own| it.battle.is_there(own.who));
            let is_named = is_friend || if is_verb { is_own } else { it.is(Kind::Colon) };
            is_named.then_some(is_own)
        })
    }

    /// Whether a name and a colon stand here.
    pub(super) fn is_headed(&self) -> bool {
        let behind = self.at + self.names.who_at(self.rest());
        self.at < behind && self.words.get(behind).is_some_and(|it| it.kind == Kind::Colon)
    }

    /// `attack Shade with Hank`: the squad that gets the order is named last. Cuts its name off.
    pub(super) fn addressee_at_end(&mut self, verb: usize, end: usize) -> Option<Vec<Addressee>> {
        let with = (verb + 1..end).rfind(|it| self.key_at(*it) == Some(Key::With))?;
        self.at = with + 1;
        let addressees = self.known_head(end).filter(|it| !it.is_empty());
        self.at = verb + 1;
        addressees.inspect(|_| self.words = &self.words[..with])
    }

    /// A squad or unit of the poster's. A name that nobody has may be that of a squad that the round makes.
    pub(in crate::brick::orders) fn own(&mut self) -> Parsed<Addressee> {
        let (name, span) = self.widest_name()?;
        match self.names.who.find(name) {
            Found::One(who) => {
                if self.battle.team(who).is_none() {
                    return Err(say::no_orders_for_things(span, self.battle.name(who)));
                }
                if !self.commands(who) {
                    return Err(say::not_yours(span, self.battle.name(who)));
                }
                Ok(Addressee { who, span })
            }
            Found::Several(several) => Err(say::ambiguous(span.clone(), &self.text[span], &several)),
            Found::Nothing(_) => {
                if let Found::One(unit) = self.names.units.find(name) {
                    let squad = self.battle.name(self.battle.who(unit));
                    return Err(say::in_a_squad(span, &self.battle.setup().unit(unit).name, squad));
                }
                let written = self.text[span.clone()].trim_matches(['"', '“', '”', '„', '«', '»']).to_owned();
                if self.line.manner == Manner::Strict || !self.may_be_new(name) {
                    let own = self.battle.everybody().filter(|it| self.commands(*it)).map(|it| self.battle.name(it));
                    let near: Vec<String> = nearest(&written, own).into_iter().map(str::to_owned).collect();
                    return Err(say::unknown(span, "squad or figure", &written, &near));
                }
                let squad = self.pending_id(&written);
                Ok(Addressee { who: Who::Squad(squad), span })
            }
        }
    }

    /// Whether an unknown name may be that of a squad that the round makes. It must not be close to another name, as no
    /// squad can have such a name, or contain a part of one.
    fn may_be_new(&self, name: &[Word]) -> bool {
        const PRONOUNS: &[&str] = &["he", "she", "it", "they", "him", "her", "them", "i", "we", "you"];
        // `Platoon, 2 go to F4`: how many, or which.
        if name.iter().all(|it| it.folded().bytes().all(|it| it.is_ascii_digit())) {
            return false;
        }
        if name.iter().any(|it| it.kind == Kind::Quoted) {
            return true;
        }
        // `ignore the above` names nobody. `Above: hold` may name a squad.
        let is_above = |it: &Word| it.folded() == "above" && !self.is(Kind::Colon);
        if matches!(name, [it] if PRONOUNS.contains(&it.folded()) || is_above(it)) {
            return false;
        }
        let folded: Vec<&str> = name.iter().map(crate::post::words::Word::folded).collect();
        let is_known = |it: &&str| numbers::value(it).is_none() && self.names.has_somebody(it);
        let leads = [Key::And, Key::Then, Key::But, Key::Everyone, Key::No, Key::None, Key::Yes, Key::To, Key::From];
        let is_word = |it: Keyword| it.key().is_some_and(|it| !leads.contains(&it)) && it.verb().is_none();
        let means = name.iter().any(|it| it.meaning.is_some_and(|it| name.len() != 1 || !is_word(it)));
        // `Yoko, swift and silent, strikes`
        let describes =
            |it: &Word| is_english(it.folded()) && self.text[it.span.clone()].starts_with(char::is_lowercase);
        let is_in_list = self.words[..self.at - name.len()].iter().any(|it| it.kind == Kind::Comma);
        let is_description = is_in_list && name.iter().all(describes);
        let is_taken = is_too_near(self.battle, &folded.join(" ")) || folded.iter().any(is_known);
        let is_article = name.len() == 1 && self.is_lone_article(self.at - 1);
        !is_description && !is_taken && (!means || is_article || self.is(Kind::Colon) && name.len() == 1)
    }

    /// The id that stands for a squad that the round makes.
    pub(super) fn pending_id(&mut self, name: &str) -> SquadId {
        let at = place_of(&mut self.pending, |it| folded(it) == folded(name), || name.to_owned());
        SquadId(PENDING + at as u16)
    }

    pub(super) fn squad(&self, addressee: &Addressee) -> Parsed<SquadId> {
        addressee.who.squad().ok_or_else(|| say::no_squad(addressee.span.clone(), self.battle.name(addressee.who)))
    }

    pub(in crate::brick::orders) fn anybody(&mut self) -> Parsed<Who> {
        let (name, span) = self.name()?;
        self.found(self.names.who.find(name), (name, span), "squad or figure")
    }

    /// A unit by its name, in any squad or none.
    pub(in crate::brick::orders) fn unit(&mut self) -> Parsed<UnitId> {
        self.unit_of(None)
    }

    /// A unit by its name, or by its number in `who`.
    pub(super) fn unit_of(&mut self, who: Option<Who>) -> Parsed<UnitId> {
        let (name, span) = self.name()?;
        let number = if let [word] = name { numbers::value(word.folded()) } else { None };
        if let Some((who, number)) = who.filter(|it| self.battle.is_there(*it)).zip(number) {
            return self.numbered(who, number, span);
        }
        // `form Line from Red and Blue`
        if let (Found::Nothing(_), Found::One(squad @ Who::Squad(_))) =
            (self.names.units.find(name), self.names.who.find(name))
        {
            let people = self.battle.members(squad).into_iter().map(|it| self.battle.setup().unit(it).name.clone());
            return Err(say::people_of(span, self.battle.name(squad), &people.collect::<Vec<_>>()));
        }
        self.found(self.names.units.find(name), (name, span), "unit")
    }

    /// The member of a squad with this number. After others joined, the number in another squad's name counts as well.
    fn numbered(&self, who: Who, number: u16, span: Range<usize>) -> Parsed<UnitId> {
        let squad = self.battle.name(who);
        let called = folded(&format!("{squad} {number}"));
        if let Some(unit) = self.names.unit_called(&called) {
            return Ok(unit);
        }
        let name = |it: &UnitId| &self.battle.setup().unit(*it).name;
        let mut members = self.battle.members(who);
        members.retain(|it| folded(name(it)).rsplit(' ').next() == Some(number.to_string().as_str()));
        let written = &self.text[span.clone()];
        match members[..] {
            [one] => Ok(one),
            [] => Err(match self.names.gone_called(&called) {
                Some(gone) => say::nobody_left(span, gone),
                None => say::not_a_member(span, written, squad),
            }),
            _ => Err(say::ambiguous(span, written, &members.iter().map(|it| name(it).clone()).collect::<Vec<_>>())),
        }
    }

    /// A unit of the poster's, by its name or by its number in `who`.
    pub(super) fn own_unit(&mut self, who: Option<Who>) -> Parsed<UnitId> {
        let at = self.at;
        let unit = self.unit_of(who)?;
        match self.commands(self.battle.who(unit)) {
            true => Ok(unit),
            false => Err(say::not_yours(self.span_from(at), &self.battle.setup().unit(unit).name)),
        }
    }

    /// A member of a squad. For a squad that doesn't exist yet, any unit.
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

    pub(in crate::brick::orders) fn weapon(&mut self) -> Parsed<WeaponId> {
        let (name, span) = self.name()?;
        self.found(self.names.weapons.find(name), (name, span), "weapon")
    }

    pub(super) fn team_named(&mut self) -> Option<crate::brick::battle::TeamId> {
        self.attempt(|it| {
            let (name, _) = it.name().ok()?;
            let is_own = |team| it.battle.everybody().any(|who| it.commands(who) && it.battle.team(who) == Some(team));
            match (it.names.who.find(name), it.names.teams.find(name)) {
                (Found::Nothing(_), Found::One(team)) if is_own(team) => Some(team),
                _ => None,
            }
        })
    }

    pub(in crate::brick::orders) fn commands(&self, who: Who) -> bool {
        self.for_anybody || self.poster.commands(self.battle.seat(who))
    }

    pub(in crate::brick::orders) fn found<T>(
        &self,
        found: Found<T>,
        (name, span): Written<'_>,
        what: &str,
    ) -> Parsed<T> {
        let written = &self.text[span.clone()];
        match found {
            Found::One(it) => Ok(it),
            Found::Several(several) => Err(say::ambiguous(span, written, &several)),
            Found::Nothing(near) => Err(match self.names.gone.matching(name).first().filter(|_| what != "weapon") {
                Some((gone, _)) => say::nobody_left(span, gone),
                None => say::unknown(span, what, written, &near),
            }),
        }
    }

    /// `E6`, or `E 6`.
    pub(in crate::brick::orders) fn tile(&mut self) -> Parsed<Tile> {
        self.take(Key::Tile);
        self.skip_idle();
        let at = self.at;
        let (tile, length) = self.tile_at(at).ok_or_else(|| say::missing(self.here(), "a tile such as C7"))?;
        self.at += length;
        let here = self.span_from(at);
        if !self.battle.setup().has_map {
            return Err(say::no_map(here));
        }
        let board = &self.battle.setup().board;
        if !board.contains(tile) {
            let last = Tile::new(board.width() - 1, board.height() - 1);
            return Err(say::off_the_map(here, &tile.to_string(), last));
        }
        Ok(tile)
    }

    /// Where somebody goes: a tile, an objective, or the place of a squad or figure.
    pub(super) fn destination(&mut self) -> Parsed<Tile> {
        self.take(Key::Tile);
        self.skip_idle();
        if self.tile_at(self.at).is_some() || self.words.len() <= self.at {
            return self.tile();
        }
        let is_column = self.is_column();
        // `retreat east`
        let is_way = self.is_heading() && !is_column && self.names.who_at(self.rest()) == 0;
        if is_way && self.names.place_at(self.rest()) == 0 {
            return Err(say::how_far(self.here(), self.letters()));
        }
        let (name, span) = self.name()?;
        if is_column && name.len() == 1 {
            return Err(say::missing(span, "the row of the tile, such as C7,"));
        }
        match (self.names.places.find(name), self.names.who.find(name)) {
            // `advance 2`: this is a distance, and not the Second Rank.
            (Found::Nothing(_), _) if name.iter().all(is_count) => {
                Err(say::missing(span, "a tile such as C7, or which way,"))
            }
            (Found::Nothing(_), who) => {
                self.found(who, (name, span), "tile, place or figure").map(|it| self.battle.origin(it).at)
            }
            (place, _) => self.found(place, (name, span), "tile, place or figure"),
        }
    }

    /// `moves to D`, `moves D`: the column of a tile, even if a name begins with it. `towards D` is a name.
    fn is_column(&self) -> bool {
        let is_led = self.at.checked_sub(1).is_some_and(|it| self.key_at(it) == Some(Key::To));
        let is_towards = is_led && self.words[self.at - 1].folded() != "to";
        let tile = format!("{}1", self.letters().to_uppercase()).parse::<Tile>();
        let is_one =
            self.letters().chars().all(char::is_alphabetic) && self.exact_name_at(self.at, self.words.len()) == 0;
        is_one && !is_towards && tile.is_ok_and(|it| self.battle.setup().board.contains(it))
    }

    /// `(F7)`, `at F7`: skips the tile behind a name that stands there. Behind a squad, `at F7` may single out a
    /// member.
    pub(super) fn skip_whereabouts(&mut self, who: Who) {
        let is_led = self.letters() == "at" && matches!(who, Who::Unit(_));
        let at = self.at + usize::from(is_led);
        let is_aside = self.words.get(self.at).is_some_and(|it| it.gap.has(Gap::OPEN));
        let Some((tile, length)) = self.tile_at(at).filter(|_| is_aside || is_led) else { return };
        let stands_there = self.battle.is_there(who) && self.battle.origin(who).covers(tile);
        self.at = if stands_there { at + length } else { self.at };
    }

    /// The tile at this place, and its number of words.
    pub(super) fn tile_at(&self, at: usize) -> Option<(Tile, usize)> {
        tile_at(self.words, at)
    }

    pub(super) fn tag(&mut self) -> Parsed<Tag> {
        // `combined with the Scouts`, `combine Scouts` are mistakes. A single letter is nobody's name, and a part of a
        // foe's name may be a tag: `gold`.
        let rest = &self.rest()[usize::from(self.is_key(Key::With))..];
        let name = &rest[..self.names.who_at(rest)];
        if name.first().is_some_and(|it| 1 < it.folded().len())
            && let Found::One(who) = self.names.who.find(name)
            && (!self.is_foe(who) || name.len() == self.names.exact_at(rest))
        {
            return Err(say::combines_with(across(name).unwrap_or_else(|| self.here()), self.battle.name(who)));
        }
        let says_more = |it: Keyword| it.verb().is_some() || it.key().is_some() || it.never().is_some();
        let says_more = self.meaning(self.at).is_some_and(says_more);
        let is_tag = self.is(Kind::Word) && !self.letters().is_empty() && !says_more;
        self.must_be(is_tag, "a word for those who attack together")?;
        let tag = Tag(self.letters().to_uppercase());
        self.at += 1;
        Ok(tag)
    }

    pub(super) fn number(&mut self) -> Parsed<u8> {
        let number = numbers::value(self.letters()).and_then(|it| it.try_into().ok());
        let Some(number) = number else { return Err(say::missing(self.here(), "a number")) };
        self.at += 1;
        Ok(number)
    }

    pub(super) fn heading(&mut self) -> Parsed<Heading> {
        self.try_heading().ok_or_else(|| say::missing(self.here(), "a direction such as N or NE"))
    }

    /// The direction behind `facing`.
    pub(super) fn facing(&mut self) -> Parsed<Direction> {
        // `looks there to the north`
        self.skip_idle();
        self.take_word(Key::To);
        self.skip_idle();
        let (here, heading) = (self.here(), self.heading()?);
        let facing = Direction::ALL.into_iter().find(|it| Heading::from(*it) == heading);
        facing.ok_or_else(|| say::missing(here, "a facing, N, E, S or W,"))
    }

    /// `n 2`: the span of a direction and a number.
    pub(super) fn way_at(&self, at: usize) -> Option<Range<usize>> {
        let is_way = matches!(self.meaning(at), Some(Keyword::Heading(_)));
        self.words.get(at + 1).filter(|it| is_way && numbers::value(it.folded()).is_some())?;
        across(self.words.get(at..at + 2)?)
    }

    pub(super) fn is_heading(&self) -> bool {
        matches!(self.meaning(self.at), Some(Keyword::Heading(_)))
    }

    pub(in crate::brick::orders) fn try_heading(&mut self) -> Option<Heading> {
        let Some(Keyword::Heading(heading)) = self.meaning(self.at) else { return None };
        self.at += 1;
        Some(heading)
    }

    /// The name of a new squad: the words up to `end`, as they are written.
    pub(super) fn new_name(&mut self, end: usize) -> Parsed<String> {
        let end = end.min(self.words.len());
        let words = self.words.get(self.at..end).unwrap_or_default();
        let mut words = words.iter().filter(|it| !matches!(it.kind, Kind::Colon | Kind::Comma));
        let first = words.next().ok_or_else(|| say::missing(self.here(), "a name for the new squad"))?;
        let last = words.next_back().unwrap_or(first);
        let span = first.span.start..last.span.end.max(first.span.end);
        let name = self.text[span.clone()].trim_matches(['"', '“', '”', '„', '«', '»', ' ']).to_owned();
        let is_fit = name.chars().count() <= NAME_LETTERS_MAX
            && !folded(&name).is_empty()
            && !name.chars().any(|it| it.is_control() || matches!(it, '"' | ';' | ':' | '|' | '@' | ','));
        if !is_fit {
            return Err(say::missing(span, "a name of at most 40 letters"));
        }
        self.is_nothing_else(span, &name)?;
        self.at = end;
        Ok(name)
    }

    /// Refuses the name of a tile, an objective or an object. Nobody could refer to such a squad.
    fn is_nothing_else(&self, span: Range<usize>, name: &str) -> Parsed<()> {
        let (battle, setup, wanted) = (self.battle, self.battle.setup(), compared(name));
        let is_tile = |it: Tile| !setup.has_map || setup.board.contains(it);
        let mut things = battle.standing().filter(|it| battle.team_of(*it).is_none());
        if wanted.to_uppercase().parse::<Tile>().is_ok_and(is_tile) {
            Err(say::name_of_tile(span, name))
        } else if setup.objectives.iter().any(|it| compared(&it.name) == wanted) {
            Err(say::name_of_place(span, name))
        } else if things.any(|it| compared(&setup.unit(it).name) == wanted) {
            Err(say::name_taken(span, name))
        } else {
            Ok(())
        }
    }

    /// The words of a name: words in quotes, an exact name, or all words up to the next that has a meaning. Of these,
    /// as many as could be a name.
    pub(in crate::brick::orders) fn name(&mut self) -> Parsed<Written<'a>> {
        let (name, _) = self.widest_name()?;
        let start = self.at - name.len();
        let likely = self.names.likely_at(name);
        if 0 < likely && likely < name.len() {
            self.at = start + likely;
        }
        Ok((&self.words[start..self.at], self.span_from(start)))
    }

    /// Like [`Parser::name`], but with all words up to the next that has a meaning, as a new name may have more of
    /// them.
    fn widest_name(&mut self) -> Parsed<Written<'a>> {
        self.skip_idle();
        let start = self.at;
        let length = match (self.words.get(start).map(|it| it.kind), self.exact_name_at(start, self.words.len())) {
            (Some(Kind::Quoted), _) => 1,
            // Where a name has to stand, even a word with a meaning is one: `Left`.
            (Some(Kind::Word), 0) if !self.letters().is_empty() => {
                let is_end = |it: &usize| {
                    let word = &self.words[*it];
                    let leads = word.meaning.is_some_and(|it| it.is_telling() || it.is_idle());
                    let means = leads || word.key().is_some() || word.verb().is_some();
                    word.kind != Kind::Word || means || word.gap.has(Gap::LINE) || word.gap.has(Gap::DASH)
                };
                (start + 1..self.words.len()).find(is_end).unwrap_or(self.words.len()) - start
            }
            (Some(Kind::Word), length) => length,
            _ => 0,
        };
        if length == 0 {
            return Err(say::missing(self.here(), "a name"));
        }
        self.at += length;
        Ok((&self.words[start..self.at], self.span_from(start)))
    }
}

/// Whether a word is a cardinal number, and no ordinal.
fn is_count(word: &Word) -> bool {
    word.number().is_some() && numbers::ordinal(word.folded()).is_none()
}

/// The tile at this place, and its number of words.
pub(in crate::brick::orders) fn tile_at(words: &[Word], at: usize) -> Option<(Tile, usize)> {
    let letters = |at: usize| words.get(at).filter(|it| it.kind == Kind::Word).map(crate::post::words::Word::folded);
    let parse = |it: &str| it.to_uppercase().parse::<Tile>().ok();
    if let Some(tile) = parse(letters(at)?) {
        return Some((tile, 1));
    }
    let (column, row) = (letters(at)?, letters(at + 1)?);
    let is_apart = words[at + 1].gap.has(Gap::ENDS);
    let is_split = column.chars().all(char::is_alphabetic) && row.bytes().all(|it| it.is_ascii_digit());
    parse(&format!("{column}{row}")).filter(|_| is_split && !is_apart).map(|it| (it, 2))
}
