//! Turns the words of a line into orders. A name that nobody has may be that of a squad that the round makes.

mod combat;
mod cursor;
mod hold;
mod movement;
mod naming;
mod organise;
mod policy;
mod weapons;

pub(super) use naming::tile_at;

use std::collections::BTreeSet;
use std::ops::Range;

use crate::brick::battle::{Battle, Departure, Melee, Order, Organise, PlateOrder, Standard, Target, WeaponId, Who};
use crate::brick::orders::names::{Found, Names};
use crate::brick::orders::said::{PENDING, Said, What};
use crate::brick::orders::vocabulary::{Key, Keyword, Sort, Verb};
use crate::brick::orders::{Reading, Word, say};
use crate::diagnostic::Diagnostic;
use crate::post::aside::begins_remark;
use crate::post::dictionary::is_english;
use crate::post::english::Never;
use crate::post::grammar::Line;
use crate::post::near::is_one_slip;
use crate::post::requests::may_be_address;
use crate::post::words::{Gap, Kind, across};
use crate::post::{self, Given, Poster};

/// The orders of one poster in a battle.
pub(super) struct OrderGrammar<'a> {
    pub(super) names: &'a Names,
    pub(super) battle: &'a Battle,
    pub(super) poster: Poster,
    /// Whether any squad may get orders, as in questions about the odds.
    pub(super) for_anybody: bool,
}

/// A squad or unit that gets an order, and where it is named.
#[derive(Clone, Debug)]
pub(super) struct Addressee {
    pub(super) who: Who,
    span: Range<usize>,
}

/// A weapon that is taken in hand before the verb that uses it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wielded {
    pub(super) weapon: WeaponId,
    /// The weapon of the second blow.
    pub(super) then: Option<WeaponId>,
    pub(super) two_handed: bool,
}

/// Reads a line of orders.
pub(super) struct Parser<'a> {
    pub(super) text: &'a str,
    pub(super) line: Line<'a, Keyword>,
    /// The words that may be read: those of the line, or a part of them.
    pub(super) words: &'a [Word],
    pub(super) at: usize,
    pub(super) names: &'a Names,
    pub(super) battle: &'a Battle,
    pub(super) poster: Poster,
    /// Whether any squad may get orders, as in questions about the odds.
    for_anybody: bool,
    /// The names of squads that don't exist yet.
    pub(super) pending: Vec<String>,
    /// The squads and units that have got an order from this line.
    has_told: BTreeSet<Who>,
    /// Whoever was named before a policy such as `if anybody attacks, parry`. What follows is for it, unless it names
    /// another.
    on_guard: Option<Addressee>,
    /// The verb of the attack just before, for others who do the same.
    attack: Option<Verb>,
    /// The targets of this line's attacks, for `him`.
    last_foes: Vec<Target>,
    /// The last weapon that was named, and who has it, for `it`.
    named_weapon: Option<(Who, WeaponId)>,
    /// The weapon taken in hand for the next order.
    wielded: Option<Wielded>,
    /// Whether the parser only looks for the ends of sentences.
    seeks_sentence_ends: bool,
    /// Whether the last refusal was for a squad that isn't the poster's. What follows and names nobody is for that
    /// squad, too.
    is_lost: bool,
}

/// What was read, or why it can't be an order.
pub(super) type Parsed<T> = Result<T, Diagnostic>;

impl<'a> Parser<'a> {
    pub(super) fn new(orders: &OrderGrammar<'a>, line: Line<'a, Keyword>) -> Parser<'a> {
        let OrderGrammar { names, battle, poster, for_anybody } = *orders;
        let (text, words) = (line.text, line.words.all());
        Parser {
            text,
            line,
            words,
            at: 0,
            names,
            battle,
            poster,
            for_anybody,
            pending: Vec::new(),
            has_told: BTreeSet::new(),
            on_guard: None,
            attack: None,
            last_foes: Vec::new(),
            named_weapon: None,
            wielded: None,
            seeks_sentence_ends: false,
            is_lost: false,
        }
    }

    /// Reads the whole line: orders, each with a name before or behind its verb. Returns whether the line is only a
    /// name.
    pub(super) fn read(&mut self, reading: &mut Reading) -> bool {
        let before = (reading.given.len(), reading.diagnostics.len());
        let mut addressees: Vec<Addressee> = Vec::new();
        // `!1. Hank: hold`
        let is_number = |it: &Word| it.number().is_some() && it.folded().starts_with(|it: char| it.is_ascii_digit());
        if let [first, second, ..] = self.words
            && is_number(first)
            && (second.gap.has(Gap::STOP) || second.gap.has(Gap::CLOSE))
        {
            self.at = 1;
        }
        let all = self.words;
        for end in self.ends_before_occasions() {
            self.words = all.get(..end).unwrap_or_default();
            if self.read_clauses(&mut addressees, reading) {
                return true;
            }
        }
        // A split must be complete: without one of its parts, it would leave some units behind.
        if reading.has_errors(before.1) {
            let is_split =
                |it: &Given<Said>| matches!(it.order.what, What::Order(Order::Organise(Organise::Split { .. })));
            let given = reading.given.split_off(before.0);
            reading.given.extend(given.into_iter().filter(|it| !is_split(it)));
        }
        if before == (reading.given.len(), reading.diagnostics.len()) {
            reading.diagnostics.push(say::empty_line(self.line.span.clone()));
        }
        false
    }

    /// Reads orders up to the end of the words. Returns whether they are only a name.
    fn read_clauses(&mut self, addressees: &mut Vec<Addressee>, reading: &mut Reading) -> bool {
        let first = reading.given.len();
        let mut sentence = first;
        let mut says_then = false;
        while self.at < self.words.len() && !reading.is_overfull() {
            sentence = if self.is(Kind::Semicolon) { reading.given.len() } else { sentence };
            if self.is(Kind::Semicolon) || self.is_joint() {
                says_then |= self.is_key(Key::Then);
                self.at += 1;
                continue;
            }
            // `First Rank: shoot Gold; move to S17`: if First Rank is somebody else's, the move is not for the poster's
            // only squad, and not for a squad that was named earlier.
            let asks = addressees.is_empty() || self.is_lost || self.is_headed();
            let is_for_own = if asks { self.is_for_own() } else { Some(true) };
            if self.is_lost && is_for_own.is_none() {
                let end = self.clause_end();
                // `shoot Garrison with Scouts`
                let verb = self.find_verb(end);
                let names_own =
                    |it: &(usize, Verb)| self.look_from(self.at, |of| of.addressee_at_end(it.0, end).is_some());
                if let Some((verb, meaning)) = verb.filter(names_own) {
                    reading.diagnostics.push(say::nobody_told(self.words[verb].span.clone(), meaning.word()));
                }
                self.at = end;
                continue;
            }
            let start = self.at;
            // The squad that gets all orders of the line may be one that doesn't exist yet: its name is kept.
            let kept = |it: &Addressee| Some(usize::from(it.who.squad()?.0.checked_sub(PENDING)?) + 1);
            self.pending.truncate(addressees.iter().filter_map(kept).max().unwrap_or(0));
            let said = self.clause(addressees);
            // `First Rank: hold; Scouts: shoot Gold; move to S17`: the Scouts move.
            self.is_lost &= addressees.is_empty() || is_for_own != Some(true);
            let says_then = std::mem::take(&mut says_then);
            // In `Meanwhile Tex moves to D5`, the idle word begins the next order. In `Ok wait` it doesn't.
            let idle = self.rest().iter().take_while(|it| it.is_idle()).count();
            let names_next = 0 < self.names.who_at(self.rest().get(idle..).unwrap_or_default());
            if !(names_next && self.is_apart() && self.goes_on()) {
                self.skip_idle();
            }
            let said = match (said, self.left_over()) {
                (Ok(said), Some(rest)) if !self.at_end() && !self.goes_on() && self.is_vague() => {
                    let words = self.text[rest.clone()].trim_start_matches([',', ' ']);
                    reading.diagnostics.push(say::not_taken(rest, words));
                    self.at = self.clause_end();
                    Ok(said)
                }
                (Ok(_), Some(rest)) if !self.at_end() && !self.goes_on() && !self.is_remark() => {
                    Err(self.why_next_is_no_order().unwrap_or_else(|| self.left_over_words(start, rest)))
                }
                (said, _) => said,
            };
            match said {
                Ok(mut said) => {
                    let span = self.span_from(start);
                    self.leave_out_holds(&mut said, start, &reading.given[first..], sentence - first);
                    let moved = &reading.given[first..];
                    if says_then
                        && said.iter().any(|it| moved.iter().any(|moved| comes_before(&it.what, &moved.order.what)))
                    {
                        reading.diagnostics.push(say::moves_come_last(span.clone()));
                    }
                    self.has_told.extend(said.iter().filter_map(|it| it.what.who()));
                    reading.given.extend(said.into_iter().map(|order| Given {
                        span: span.clone(),
                        order,
                        denies: None,
                    }));
                    if !self.goes_on() {
                        self.at = self.clause_end();
                    }
                }
                Err(why) => {
                    // `Hank:`, a heading above his orders
                    let all = self.words.len();
                    let is_name = |it: &mut Self| {
                        it.find_verb(all).is_none() && it.known_head(all).is_some_and(|it| !it.is_empty())
                    };
                    let is_heading = start == 0 && addressees.is_empty() && self.look_from(0, is_name);
                    self.is_lost = is_for_own == Some(false);
                    reading.diagnostics.push(why);
                    // `Hank: dance; attack Shade`: the attack is for Hank, too.
                    if let Some(named) = self.named_before_colon(start) {
                        *addressees = named;
                    }
                    if is_heading {
                        return true;
                    }
                    // The parts of a split are separated by semicolons.
                    let clause = self.words.get(start..self.clause_end()).unwrap_or_default();
                    let is_split = clause.iter().any(|it| it.verb() == Some(Verb::Split));
                    self.at = if is_split { self.words.len() } else { self.clause_end() };
                }
            }
        }
        false
    }

    /// The squads and units that are named before a colon.
    fn named_before_colon(&mut self, start: usize) -> Option<Vec<Addressee>> {
        let colon = (start..self.clause_end()).find(|it| self.words[*it].kind == Kind::Colon)?;
        self.look_from(start, |it| it.known_head(colon)).filter(|it| !it.is_empty())
    }

    /// The diagnostic for words left over behind an order that begins at `start`.
    fn left_over_words(&self, start: usize, rest: Range<usize>) -> Diagnostic {
        let verb = (start..self.at).find_map(|it| self.verb_at(it)).map_or("this order", Verb::word);
        // The span ends with its sentence.
        let next = (self.at + 1..self.clause_end()).find(|it| self.words[*it].gap.has(Gap::STOP));
        match next.and_then(|it| across(&self.words[self.at..it])) {
            Some(first) => say::left_over_and_more(first.clone(), &self.text[first], verb),
            None => say::left_over(rest.clone(), &self.text[rest], verb),
        }
    }

    /// The places where the words are cut before they are read: before each policy that begins with a condition, as in
    /// `Dan walks to G4. If anyone attacks him, he parries.`, and at the end of the line.
    fn ends_before_occasions(&mut self) -> Vec<usize> {
        let at = self.at;
        // `let Dan move to G2. And if anybody attacks him, he parries.`
        let named = self.look_from(at, |it| {
            it.skip_while(|it| it.is_idle() || it.is_telling());
            Some(Addressee { span: it.here(), who: it.own_name()? })
        });
        let addressees: Vec<Addressee> = named.into_iter().collect();
        // `, and if anybody comes past them, they brace`
        let joints = |it: usize| self.words[..it].iter().rev().take_while(|it| it.joins()).count();
        let begins = |it: &usize| {
            let is_apart = self.words[*it].gap.has(Gap::ENDS) || 0 < joints(*it);
            at < *it && is_apart && (self.is_when(*it) || self.is_answer_with_occasion(*it))
        };
        let starts = (at..self.words.len()).filter(begins).map(|it| (it, it - joints(it)));
        let starts: Vec<(usize, usize)> = starts.filter(|it| at < it.1).collect();
        let all = self.words.len();
        self.seeks_sentence_ends = true;
        let is_answered = |it: &(usize, usize)| self.look_from(it.0, |of| of.conditional_policy(&addressees).is_some());
        let ends = starts.into_iter().filter(is_answered).map(|it| it.1);
        let ends: Vec<usize> = ends.chain([all]).collect();
        self.seeks_sentence_ends = false;
        ends
    }

    /// Whether a word only separates two orders.
    fn is_joint(&self) -> bool {
        // `attacks Crow but doesn't parry`
        let is_but = self.is_key(Key::But) && self.is_denied(self.at + 2);
        self.is(Kind::Comma) || self.is_key(Key::And) || self.is_key(Key::Then) || self.is_idle() || is_but
    }

    /// Whether another order follows, behind a comma, `and`, `then`, or the end of a sentence.
    pub(super) fn goes_on(&mut self) -> bool {
        self.look_from(self.at, |it| {
            let mut is_joined = it.is_apart();
            while !it.at_end() && it.is_joint() {
                is_joined |= !it.is_idle();
                it.at += 1;
            }
            let (end, pending) = (it.clause_end(), it.pending.len());
            // `, Tex to E5`, `, Bess takes two steps west`
            let goes = |it: &mut Self| {
                let goes =
                    it.addressees_before_tile(end).is_some() || matches!(it.addressees_before_steps(end), Ok(Some(_)));
                goes && it.pending.len() == pending
            };
            let orders = |it: &mut Self, verb| {
                let head = it.head_end(verb);
                head == it.at || it.known_head(head).is_some()
            };
            it.attacks_as_well().is_some()
                || is_joined && (it.look_from(it.at, goes) || it.find_verb(end).is_some_and(|verb| orders(it, verb.0)))
        })
    }

    /// `, Tex hodls`, `. Osei shoots Quill`: the diagnostic for words that name another squad of the poster's, or a
    /// member of one, and are no order.
    fn why_next_is_no_order(&mut self) -> Option<Diagnostic> {
        let (end, is_apart) = (self.clause_end(), self.is_apart());
        self.look_from(self.at, |it| {
            let is_joined = it.skip_while(Self::is_joint);
            let length = it.exact_name_at(it.at, end);
            let named = it.names.who.find(&it.words[it.at..it.at + length]);
            let is_own = matches!(named, Found::One(who) if 0 < length && it.commands(who));
            if is_own && is_joined && it.at + length < end {
                Some(it.missing_verb(end))
            } else if (is_joined || is_apart) && it.tells_member() {
                it.own().err()
            } else {
                None
            }
        })
    }

    /// Whether the words name a member of one of the poster's squads, with a verb behind it.
    fn tells_member(&self) -> bool {
        let behind = self.at + self.names.who_at(self.rest());
        let named = self.names.units.find(&self.words[self.at..behind]).one().map(|it| self.battle.who(it));
        let is_colon = self.words.get(behind).is_some_and(|it| it.kind == Kind::Colon);
        named.is_some_and(|it| it.squad().is_some() && self.commands(it))
            && self.verb_at(behind + usize::from(is_colon)).is_some()
    }

    /// Whether the rest is a remark that is no part of the order: `, please`, `thx gm`, `– they're tired`, `(for
    /// glory)`.
    pub(super) fn is_remark(&self) -> bool {
        let is_courtesy = |it: &Word| it.kind == Kind::Comma || it.is_idle();
        let rest = self.at..self.clause_end();
        self.words[rest.clone()].iter().all(is_courtesy)
            || (self.is_apart() || self.follows_thanks() || begins_remark(&self.words[rest.clone()]))
                && rest.clone().all(|it| self.says_nothing(it))
    }

    /// Whether the rest asks for something more that no order says: `and guard the door`. The order itself still
    /// counts.
    fn is_vague(&self) -> bool {
        let from = self.at + self.rest().iter().take_while(|it| it.joins()).count();
        let is_joined = (self.at..from).any(|it| self.key_at(it) == Some(Key::And));
        let mut rest = from..self.clause_end();
        is_joined && !rest.is_empty() && rest.all(|it| self.says_nothing(it)) && !self.is_remark()
    }

    /// Whether a word is neither a part of an order nor a name.
    fn says_nothing(&self, at: usize) -> bool {
        let word = &self.words[at];
        let leads = |it: Key| matches!(it, Key::And | Key::At | Key::From | Key::Into | Key::On | Key::To | Key::With);
        let is_plain = |it: Key| {
            let is_turn = matches!(it, Key::Back | Key::Left | Key::Right | Key::Side);
            is_turn || matches!(it, Key::Best | Key::Worst | Key::Feet | Key::Order)
        };
        let idle = |it: Keyword| {
            it.is_idle()
                || it.is_telling()
                || it.verb().is_none() && it.key().is_some_and(|it| leads(it) || is_plain(it))
        };
        // `out of range`: without a number, it is no measurement.
        let is_length = matches!(self.key_at(at), Some(Key::Range | Key::Height | Key::Near))
            && self.words.get(at + 1).is_none_or(|it| it.number().is_none());
        let is_number = word.folded().starts_with(|it: char| it.is_ascii_digit()) || self.tile_at(at).is_some();
        let is_word = matches!(word.kind, Kind::Word | Kind::Quoted | Kind::Comma);
        is_word && (is_length || word.meaning.is_none_or(idle)) && !is_number && !self.is_named(at)
    }

    /// Reads one order, and returns one for each squad or unit that it is for.
    pub(super) fn clause(&mut self, addressees: &mut Vec<Addressee>) -> Parsed<Vec<Said>> {
        let end = self.clause_end();
        self.wielded = None;
        let from = self.at;
        if let Some(said) = self.conditional_policy(addressees) {
            self.note_guard(from, addressees);
            return Ok(said);
        }
        if let Some(never) = self.why_no_order(end) {
            return Err(never);
        }
        if let Some((verb, who)) = self.attacks_as_well() {
            *addressees = vec![who];
            return self.orders(verb, addressees);
        }
        if let Some(named) = self.addressees_before_tile(end) {
            *addressees = named;
            return self.orders(Verb::Move, addressees);
        }
        if let Some(named) = self.addressees_before_steps(end)? {
            *addressees = if named.is_empty() { std::mem::take(addressees) } else { named };
            return self.orders(Verb::Move, addressees);
        }
        if let Some(said) = self.order_by_weapon(addressees, end)? {
            return Ok(said);
        }
        let wielded = self.wielded(addressees, end)?;
        let Some((at, meaning)) = self.find_verb(end) else { return Err(self.missing_verb(end)) };
        self.attack = None;
        self.wielded = wielded;
        let head_end = self.head_end(at);
        if self.at < head_end {
            if meaning == Verb::Form {
                return self.form_by_head(at, end).map(|it| vec![it]);
            }
            if meaning == Verb::Parry && self.key_at(at - 1) == Some(Key::Single) {
                return Err(say::only_parries(self.words[at - 1].span.clone()));
            }
            self.take_head(head_end, meaning, addressees)?;
        }
        self.at = at + 1;
        self.take_mark(Kind::Colon);
        self.behind_verb(at, meaning, addressees, end)
    }

    /// `Hank and Tex form a squad`, `Left: form from …`: the units that form it, or its name, stand before the verb.
    fn form_by_head(&mut self, at: usize, end: usize) -> Parsed<Said> {
        if end <= self.next_from_at()
            && let Some(named) = self.attempt(|it| it.known_head(at).filter(|it| !it.is_empty()))
        {
            self.at = at + 1;
            return self.form_up(&named);
        }
        let name = self.new_name(at)?;
        self.at = at + 1;
        self.form(name)
    }

    /// Reads the names before the verb, if there are any. From now on orders are for them.
    fn take_head(&mut self, at: usize, meaning: Verb, addressees: &mut Vec<Addressee>) -> Parsed<()> {
        let says = |any: &[&str]| self.words[self.at..at].iter().any(|it| any.contains(&it.folded()));
        let (says_one, says_you) = (says(&["he", "she"]), says(&["you", "youll"]));
        let is_several = says_you && self.could_be_any(addressees);
        let named = self.head(at)?;
        if says_one && 1 < named.len().max(addressees.len()) || is_several && named.is_empty() {
            let one = &self.words[at - 1];
            return Err(post::say::which_of_several(one.span.clone(), one.folded()));
        }
        if named.is_empty() {
            return Ok(());
        }
        if self.wielded.is_some() {
            return Err(say::nobody_told(self.words[at].span.clone(), meaning.word()));
        }
        *addressees = named;
        Ok(())
    }

    /// Whether `you` could mean only some of those that have got orders from the line. It doesn't if the next order is
    /// for all of them.
    fn could_be_any(&self, addressees: &[Addressee]) -> bool {
        let is_told = |who: &Who| addressees.iter().any(|it| it.who == *who);
        1 < self.has_told.len() && (!self.has_told.iter().all(is_told) || self.may_be_address(addressees))
    }

    /// Whether the names may be a call rather than the beginning of an order.
    fn may_be_address(&self, addressees: &[Addressee]) -> bool {
        let (Some(first), Some(last)) = (addressees.first(), addressees.last()) else { return false };
        let from = self.words.iter().position(|it| first.span.start <= it.span.start).unwrap_or_default();
        let end = self.words.iter().position(|it| last.span.end <= it.span.start).unwrap_or(self.words.len());
        may_be_address(self.words.get(from..end).unwrap_or_default(), self.words.get(end))
    }

    /// Reads what follows a verb, and returns its orders. If `addressees` is empty, the name stands behind the verb.
    fn behind_verb(&mut self, at: usize, meaning: Verb, addressees: &[Addressee], end: usize) -> Parsed<Vec<Said>> {
        let verb_span = self.words[at].span.clone();
        match meaning {
            // `withdraw orders` without a name is for all squads.
            Verb::TakeBack if addressees.is_empty() && self.at_end() => {
                let all = self.battle.everybody().filter(|it| !self.for_anybody && self.commands(*it));
                return Ok(all.map(|who| Said::of(What::Withdraw(who))).collect());
            }
            // `grabs Crow. Tap out!`: this is said to somebody, and doesn't leave the battle.
            Verb::EndBattle | Verb::TapOut if !addressees.is_empty() => {
                return Err(say::players_leave(verb_span, meaning.word()));
            }
            Verb::EndBattle => return Ok(vec![Said::of(What::Leave(Departure::End))]),
            Verb::TapOut => return Ok(vec![Said::of(What::Leave(Departure::TapOut))]),
            Verb::Form => {
                let name_end = self.next_from_at();
                let name = self.new_name(name_end)?;
                return self.form(name).map(|it| vec![it]);
            }
            Verb::Leave => return self.leave(addressees).map(|it| vec![it]),
            Verb::Measure => return self.measure().map(|it| vec![it]),
            _ => (),
        }
        // `strikes back with the bottle`: a policy
        let strikes_back = self.strikes_back(at);
        if let [one] = addressees
            && (strikes_back || matches!(meaning, Verb::Parry | Verb::Bail))
            && let Some(said) = self.plain_answer(at - usize::from(self.is_denied(at)), one.who)
        {
            return Ok(vec![said]);
        }
        if meaning.sort() == Sort::Policy || strikes_back && !addressees.is_empty() {
            return self.policy(at, meaning, addressees);
        }
        // `attacks Crow. Heads up Tex`: this calls Tex, and is no move.
        let is_call = self.words[at].folded() == "heads up" && self.words[at].gap.has(Gap::ENDS);
        if is_call && !addressees.is_empty() && 0 < self.names.who_at(self.rest()) {
            return Err(say::missing(self.here(), "\"to\" and where they go"));
        }
        // A name before a colon gets all that follows in the line. A name behind a verb gets only that order.
        if !addressees.is_empty() {
            return self.orders(meaning, addressees);
        }
        // `fire muskets at Gold Lancers`, `replate 3x2`, by the poster's only squad
        let begins = self.words[..at].iter().all(Word::is_idle);
        let is_size = |it: &str| it.split_once('x').is_some_and(|it| it.0.parse::<u8>().is_ok());
        let says_what = match meaning {
            Verb::Replate => is_size(self.letters()),
            _ => self.weapon_ahead() == Some(0),
        };
        if begins
            && says_what
            && let Some(only) = self.only_own(at)
        {
            return self.orders(meaning, &[only]);
        }
        let names_weapon = self.weapon_ahead().is_some();
        let why = match self.addressee_behind_verb(verb_span.clone(), meaning) {
            Ok(it) => return self.orders(meaning, &[it]),
            Err(why) => why,
        };
        // `Hank: parry with the bottle if anybody attacks; move to E6`
        if let Some(guard) = self.on_guard.clone() {
            self.at = at + 1;
            return self.orders(meaning, &[guard]);
        }
        let is_against = meaning.sort() == Sort::Attack && (names_weapon || self.names_foe(at + 1));
        let why = if is_against { say::nobody_told(verb_span, meaning.word()) } else { why };
        // `split Garrison into A: 1`, where Garrison is somebody else's: it can't be a part of the poster's only squad.
        let names_whom = meaning == Verb::Split && self.key_at(at + 1) != Some(Key::Into);
        if !names_whom && let Some(only) = self.only_own(at) {
            return self.orders(meaning, &[only]);
        }
        let all = self.words;
        let Some(behind) = self.addressee_at_end(at, end) else { return Err(why) };
        let said = self.orders(meaning, &behind);
        self.at = if self.at_end() { end } else { self.at };
        self.words = all;
        said
    }

    /// The diagnostic for words without a verb.
    fn missing_verb(&mut self, end: usize) -> Diagnostic {
        let (from, pending) = (self.at, self.pending.len());
        let colon = (from..end).rfind(|it| self.words[*it].kind == Kind::Colon);
        let behind = colon.map_or_else(|| self.behind_names(from, end), |it| it + 1);
        let (head, is_new) = self.look_from(from, |it| (it.head(behind), it.pending.len() != pending));
        let is_named = match head {
            // A misspelt name before the colon is reported first, and so is a squad that isn't the poster's.
            Err(why) if colon.is_some() || from < behind => return why,
            head => head.is_ok_and(|it| !it.is_empty()) && !is_new,
        };
        let word = self.words.get(behind).filter(|_| behind < end);
        match word {
            None if is_named => say::no_verb(across(&self.words[from..end]).unwrap_or_else(|| self.here())),
            Some(_) if is_named && let Some(span) = self.way_at(behind) => {
                say::way_or_tile(span.clone(), &self.text[span])
            }
            // `Hank: Shade`
            Some(word)
                if is_named && 0 < self.exact_name_at(behind, end) && 0 < self.names.who_at(&self.words[behind..]) =>
            {
                say::no_verb(word.span.clone())
            }
            Some(word) if word.key() == Some(Key::None) => {
                say::nothing_alone(word.span.clone(), &self.text[word.span.clone()])
            }
            Some(word) if word.key() == Some(Key::Spare) => say::spares(word.span.clone()),
            Some(word)
                if self.is_picking_up(behind)
                    && let Some(what) = self.only_weapon(behind + 1) =>
            {
                say::picks_up(word.span.clone(), what)
            }
            word => {
                let word = word.unwrap_or(&self.words[from]);
                let left = self.line.suggestions.replace(self.line.suggestions.get().saturating_sub(1));
                // An English word is no misspelt verb, but it may begin one: `tap otu`. Before a foe or a direction it
                // may be misspelt after all: `attach Crow`, `rum N 2`.
                let (letters, is_meant) = (word.folded(), word.folded().split(' ').all(is_english));
                let is_way = |it: &Word| it.number().is_some() || matches!(it.meaning, Some(Keyword::Heading(_)));
                let leads_on = self.words.get(behind + 1).is_some_and(is_way) || self.names_foe(behind + 1);
                let is_slip =
                    |it: &str| is_meant && leads_on && it.get(..1) == letters.get(..1) && is_one_slip(letters, it);
                let may_be = |it: &&str| !is_meant || it.split(' ').next() == Some(letters) || is_slip(it);
                let verbs = Verb::all().filter(|it| 0 < left && *it != Verb::EndBattle);
                let near: Vec<&str> = verbs.map(Verb::word).filter(may_be).collect();
                say::unknown_verb(word.span.clone(), &self.text[word.span.clone()], &near)
            }
        }
    }

    /// The end of the names that begin at `from`: `Hank and Tex`, or a part of the name of one of the poster's own, as
    /// in `mab whistles`.
    fn behind_names(&self, from: usize, end: usize) -> usize {
        let words = self.words.get(from..end).unwrap_or_default();
        let part = self.names.who_at(words);
        let is_own = self.names.who.find(&words[..part]).one().is_some_and(|it| self.commands(it));
        let mut at = from + self.exact_name_at(from, end).max(if is_own { part } else { 0 });
        loop {
            let joins = |it: &usize| self.words[*it].kind == Kind::Comma || self.key_at(*it) == Some(Key::And);
            let next = (at..end).find(|it| !joins(it)).unwrap_or(end);
            let length = self.exact_name_at(next, end);
            if at == from || next == at || length == 0 {
                return at;
            }
            at = next + length;
        }
    }

    /// Why these words are no order: a condition, a negation, a doubt, a question. Such a word may also be part of a
    /// name.
    fn why_no_order(&self, end: usize) -> Option<Diagnostic> {
        const STAY_PUT: &str = "Not to move is \"stay put\".";
        const NO_PARRY: &str = "Not to parry is \"react none\". Put \"then strike\" or \"then hold\" behind it.";
        let tables = self.names.tables();
        let behind_comma = |at: usize| at.checked_sub(1).is_some_and(|it| self.words[it].kind == Kind::Comma);
        let never = (self.at..end).find_map(|at| {
            let it = &self.words[at];
            if it.kind == Kind::Question {
                return Some(say::never(it.span.clone(), None));
            }
            // `attacks Shade, no parry`
            if self.is_denied(at + 1) {
                return None;
            }
            // `attacks Shade, wait, no`
            let is_apart = self.at < at && (behind_comma(at) || it.gap.has(Gap::ENDS));
            let is_no = self.key_at(at) == Some(Key::No) && self.key_at(at + 1) != Some(Key::Cover);
            if is_apart && is_no || self.waits_after_all(at) {
                return Some(say::never(it.span.clone(), Some(Never::Correction)));
            }
            let folded = it.folded();
            let why = it.never()?;
            let is_name = !folded.contains(' ') && tables.iter().any(|it| it.has_word(folded));
            let why = match self.verb_at(at + 1).filter(|_| why == Never::Negation) {
                Some(Verb::Move) => say::not_done(it.span.clone(), STAY_PUT),
                Some(Verb::Parry) => say::not_done(it.span.clone(), NO_PARRY),
                _ => say::never(it.span.clone(), Some(why)),
            };
            (!is_name).then_some(why)
        });
        never.or_else(|| self.arrival_condition(end)).or_else(|| self.stopped_verb(end))
    }

    /// `attacks Shade, wait`, `attacks Shade. You wait and see.`: this may take back the attack.
    fn waits_after_all(&self, at: usize) -> bool {
        let ends = self.words.get(at + 1).is_none_or(|it| it.kind != Kind::Word || it.gap.has(Gap::ENDS));
        let is_wait = matches!(self.words[at].folded(), "wait" | "wait and see") && ends;
        if !is_wait || self.find_verb(at).is_none_or(|it| it.1.sort() != Sort::Attack) {
            return false;
        }
        let start = at - usize::from(self.words[at - 1].folded() == "you");
        // `Tex, wait` is an order for Tex.
        let is_called = |comma: usize| {
            let begins = (self.at..comma).rfind(|it| self.words[*it].gap.has(Gap::ENDS));
            begins
                .is_some_and(|it| self.names.who.find(&self.words[it..comma]).one().is_some_and(|it| self.commands(it)))
        };
        let word = &self.words[start];
        word.gap.has(Gap::ENDS)
            || word.gap.has(Gap::OPEN)
            || self.words[start - 1].kind == Kind::Comma && !is_called(start - 1)
    }

    /// `Hank attacks Shade, Tex Crow`: another of the poster's who makes the same kind of attack, with a foe of his
    /// behind his name.
    fn attacks_as_well(&mut self) -> Option<(Verb, Addressee)> {
        let (verb, at, end) = (self.attack?, self.at, self.clause_end());
        let own = self.exact_name_at(at, end);
        let who = self.names.who.find(&self.words[at..at + own]).one()?;
        let foe = at + own + self.exact_name_at(at + own, end);
        let named = self.names.who.find(&self.words[at + own..foe]);
        let is_foe = matches!(named, Found::One(foe) if self.battle.is_hostile(who, foe));
        let ends = foe == end || self.words[foe].kind == Kind::Comma || self.key_at(foe) == Some(Key::And);
        if !is_foe || !ends || !self.commands(who) {
            return None;
        }
        self.at = at + own;
        Some((verb, Addressee { who, span: self.span_from(at) }))
    }

    /// Reads what follows a verb, once for each of these squads and units.
    fn orders(&mut self, meaning: Verb, addressees: &[Addressee]) -> Parsed<Vec<Said>> {
        self.attack = Some(meaning).filter(|it| it.sort() == Sort::Attack);
        let (from, pending, wielded, mut said) = (self.at, self.pending.len(), self.wielded, Vec::new());
        for it in addressees {
            (self.at, self.wielded) = (from, wielded);
            let what = self.order(meaning, it)?;
            let behind = self.attack_details(it, &what)?;
            said.extend([what].into_iter().chain(behind).map(|what| Said::naming(what, &self.pending)));
            self.pending.truncate(pending);
        }
        // A weapon taken in both hands has to be used for a blow.
        if let Some(wielded) = self.wielded.take().filter(|it| it.two_handed) {
            let weapon = &self.battle.setup().weapon(wielded.weapon).name;
            return Err(say::missing(self.here(), &format!("whom the {weapon} is for")));
        }
        self.weapon_for_each(addressees, &mut said)?;
        Ok(said)
    }

    fn order(&mut self, meaning: Verb, addressee: &Addressee) -> Parsed<What> {
        let who = addressee.who;
        let order = match meaning {
            Verb::Join => {
                self.take(Key::To);
                let to = self.own()?;
                Order::Organise(Organise::Join { who, to: self.squad(&to)? })
            }
            Verb::Split => {
                let squad = self.squad(addressee)?;
                self.take(Key::Into);
                Order::Organise(Organise::Split { squad, into: self.parts(squad)? })
            }
            Verb::Replate => {
                let squad = self.squad(addressee)?;
                self.skip_idle();
                // Units may leave before that: the answer to the post says who fits.
                let plate = self.plate(&[])?;
                self.must_be(plate != PlateOrder::default(), "the size of the plate, such as 3x2,")?;
                Order::Organise(Organise::Replate { squad, plate })
            }
            Verb::Arrange => {
                Order::Organise(Organise::Arrange { squad: self.squad(addressee)?, places: self.places(who)? })
            }
            Verb::Standard => {
                let squad = self.squad(addressee)?;
                self.take(Key::To);
                let is_center = self.take(Key::Center) || self.take(Key::None);
                let standard = if is_center { Standard::Center } else { Standard::Bearer(self.member(who)?) };
                Order::Organise(Organise::Standard { squad, standard })
            }
            Verb::Brace => Order::Brace(self.squad(addressee)?),
            Verb::Reserve => {
                self.skip_hold_tail();
                Order::Reserve(who)
            }
            Verb::Shoot | Verb::Throw => Order::Shoot(who, self.shoot(meaning, addressee)?),
            Verb::Melee => {
                let how = self.take_verb(&[Verb::Attack, Verb::Grab, Verb::Shove, Verb::Release, Verb::Ignore]);
                // The next squad fights in the same way. `ignore` and `release` have no target.
                self.attack = how.map_or(self.attack, |it| Some(it).filter(|it| it.sort() == Sort::Attack));
                Order::Melee(who, self.melee(how.unwrap_or(Verb::Attack), addressee)?)
            }
            Verb::Attack => {
                let start = self.at;
                match self.melee(meaning, addressee)? {
                    // `attack Crow with the pistol` is a shot.
                    Melee::Attack(it) if it.with.is_some_and(|it| self.only_shoots(it)) => {
                        self.at = start;
                        Order::Shoot(who, self.shoot(Verb::Shoot, addressee)?)
                    }
                    melee => Order::Melee(who, melee),
                }
            }
            Verb::Wield | Verb::Grab | Verb::Shove | Verb::Release | Verb::Ignore => {
                Order::Melee(who, self.melee(meaning, addressee)?)
            }
            Verb::Move | Verb::Run | Verb::Sprint | Verb::Charge | Verb::Withdraw | Verb::Pivot => {
                let hows = [Verb::Run, Verb::Sprint, Verb::Charge, Verb::Withdraw, Verb::Pivot];
                let how = if meaning == Verb::Move { self.take_verb(&hows) } else { None };
                Order::Move(who, self.movement(how.unwrap_or(meaning), addressee)?)
            }
            Verb::TakeBack => return Ok(What::Withdraw(who)),
            Verb::Hold => {
                let from = self.at;
                self.holds_at(who)?;
                return Ok(if self.stays_put(from) { What::Stay(who) } else { What::Hold(who) });
            }
            // `behind_verb` has read all other verbs.
            _ => return Err(say::missing(self.here(), "an order")),
        };
        Ok(What::Order(order))
    }
}

/// Whether the first order, a shot or melee, is carried out before the second, a move of the same squad.
fn comes_before(what: &What, moved: &What) -> bool {
    match (what, moved) {
        (What::Order(Order::Melee(who, _) | Order::Shoot(who, _)), What::Order(Order::Move(it, _))) => who == it,
        _ => false,
    }
}
