//! One line → orders: who is told, by which verb, and what follows on the line. What follows a verb is read in
//! `arguments`.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::diagnostic::Diagnostic;
use crate::field::{SquadId, Tile};
use crate::line::battle::{Fire, HeroMove, Movement};
use crate::post;
use crate::post::arrange::merge_phrases;
use crate::post::aside::begins_remark;
use crate::post::dictionary::is_english;
use crate::post::english::{LIKE_TILES, NOT_MEANT};
use crate::post::grammar::{Line, Manner};
use crate::post::names::Table;
use crate::post::requests::may_be_address;
use crate::post::words::{Gap, looks_like_a_tile};

use super::bind::Subject;
use super::canonical::canonical;
use super::clause::{Clause, OrderGrammar};
use super::formation::Drill;
use super::keywords::{AND_BUT, FROM_THERE, Keyword, lexicon};
use super::settle::settle;
use super::verbs::{self, Verb};
use super::{Given, Kind, Order, Reading, Word, Words, diagnostics, formation};

/// The orders that are taken back with one that is refused.
#[derive(Clone, Copy)]
struct TiedOrders {
    /// The index of the first of them among the orders given.
    from: usize,
    /// Whether a "but" stands before the refused order. It is about how to move, so only the moves before it are taken
    /// back; if there are none, all orders are.
    is_but: bool,
}

/// The orders of a clause while it is read.
#[derive(Default)]
struct Sequence<'a> {
    /// The index of the first of them among the orders given.
    first: usize,
    /// The index of the first order for the same squad as the next one.
    first_of_subject: usize,
    /// Where the next order begins in the post.
    start: usize,
    /// The verb of the last order, if it has one, and the place of the word behind that order.
    verb: Option<&'a Word>,
    end: usize,
    /// What is taken back if the next order is refused.
    tied: Option<TiedOrders>,
    says_then: bool,
    /// Whether the clause begins with `before`.
    begins_before: bool,
    /// Where the order begins that stands last and is to be done first: `shoot Boyz after moving to C7`,
    /// `before shooting Boyz, move to C7`.
    after: Option<usize>,
}

/// Reads a line of orders. Returns whether it is only a name, for which the lines below may say what to do.
pub(super) fn line(orders: OrderGrammar<'_>, line: &Line<'_, Keyword>, reading: &mut Reading) -> bool {
    if let Some((span, tile, word)) = Clause::new(orders, line, line.words.all()).tile_or_word() {
        reading.diagnostics.push(diagnostics::tile_or_word(span, tile, word));
        reading.says_no = true;
        return false;
    }
    let before = (reading.given.len(), reading.diagnostics.len());
    let mut subject: Option<Subject<'_>> = None;
    let mut is_lost = false;
    let mut is_heading = false;
    let mut sentence = reading.given.len();
    let mut parts = line.words.all().split(|it| it.kind == Kind::Semicolon).peekable();
    while let Some(words) = parts.next() {
        let mut clause = Clause::new(orders, line, words);
        // `shoot Nobz; and hold` is one sentence.
        let says_then = clause.keyword() == Some(Keyword::Then);
        let goes_on = says_then || clause.keyword() == Some(Keyword::And);
        let begins = reading.given.len();
        clause.skip_joints();
        while clause.advance_if(clause.is_order_number(), 1) {
            clause.skip_joints();
        }
        if clause.is_done() || reading.is_overfull() {
            continue;
        }
        if let Some(refused) = clause.never() {
            reading.diagnostics.push(refused);
            reading.says_no = true;
            match clause.subject(subject.is_some()) {
                Ok(Some(found)) => (subject, is_lost) = (Some(found), false),
                Ok(None) | Err(_) => is_lost |= subject.is_none(),
            }
            continue;
        }
        if let Some(sent) = clause.sends_member() {
            match sent {
                Ok(given) => reading.given.push(given),
                Err(refused) => reading.diagnostics.push(refused),
            }
            reading.diagnostics.append(&mut clause.doubts);
            continue;
        }
        // `Alpha holds; Bravo shoots Nobz; they move to C7`
        let told = reading.given.get(before.0..).unwrap_or_default();
        if let Some(refused) = clause.could_be_anybody(clause.at..clause.at + 1, told, subject.as_ref()) {
            reading.diagnostics.push(refused);
            (subject, is_lost) = (None, true);
            continue;
        }
        match clause.subject(subject.is_some()) {
            Ok(Some(found)) => {
                clause.doubts.extend(clause.leaves_others(&found));
                (subject, is_lost) = (Some(found), false);
            }
            Ok(None) if is_lost => continue,
            Ok(None) => (),
            Err(refused) => {
                reading.diagnostics.push(refused);
                (subject, is_lost) = (None, true);
                continue;
            }
        }
        if clause.is_done() {
            // `Alpha; shoot Nobz`: a slip for the colon.
            if parts.peek().is_some_and(|it| !it.is_empty()) {
                continue;
            }
            is_heading = true;
        }
        // `rifles at Nobz; LMG at Boyz`
        let has_verb = clause.is_verb_at(0);
        let goes_on = goes_on || !has_verb && clause.aims_any(subject.as_ref());
        clause.orders(&mut subject, reading);
        if goes_on {
            settle(reading, sentence, line.text);
            clause.warn_that_fire_comes_first(sentence, says_then, None, reading);
        }
        sentence = if goes_on { sentence } else { begins };
    }
    if before == (reading.given.len(), reading.diagnostics.len()) {
        reading.diagnostics.push(diagnostics::empty_line(line.span.clone()));
    }
    is_heading
}

impl<'a> Clause<'a> {
    /// Skips words between orders.
    fn skip_joints(&mut self) {
        self.at += self.count_at(0, links_orders);
    }

    // A tile at the beginning that is also short for a word, and that word, if either could be meant: `w8, shoot Nobz`,
    // `m8 hold`. With a capital letter, as tiles are written, it is the tile before an order: `W8, shoot Nobz`. Before
    // a squad that is told something it could still be either: `W8, Otter holds`. For a player with several squads a
    // tile by itself is no order, unless a squad is named before it: `Otter: w8, shoot Nobz`.
    fn tile_or_word(&mut self) -> Option<(Range<usize>, Tile, &'static str)> {
        let named =
            self.words_for_squad(self.rest()).filter(|it| self.word_at(*it).is_some_and(|it| it.kind == Kind::Colon));
        self.at += named.map_or(0, |it| it + 1);
        let (tile, words) = self.tile_and_words_at(0)?;
        let [first, ..] = self.rest() else { return None };
        let next = self.word_at(words)?;
        let (_, word) = LIKE_TILES.iter().find(|it| it.0.parse::<Tile>() == Ok(tile))?;
        // `m-8`, where an `m` may be anybody
        let names_squad = words <= self.squads_at(self.rest()).words;
        if self.battle.ground(tile).cost.is_none()
            || named.or(self.only_squad().map(|_| 0)).is_none()
            || names_squad
            || next.gap.has(Gap::LINE)
        {
            return None;
        }
        let behind = words + self.count_at(words, links_orders);
        let squad = self.words_for_squad(self.ahead(behind));
        let tells_squad = squad.is_some_and(|it| self.word_at(behind + it).is_some());
        let span = self.span_of(self.next_words(words));
        let is_capital = self.line.text.get(first.span.clone()).is_some_and(|it| it.starts_with(char::is_uppercase));
        let between = self.line.text.get(span.end..next.span.start).unwrap_or_default();
        let is_ellipsis = between.contains("..") || between.contains('…');
        let is_apart = next.kind == Kind::Comma
            || next.gap.has(Gap::DASH)
            || next.gap.has(Gap::STOP) && (is_ellipsis || !is_capital)
            || !next.gap.has(Gap::ENDS) && !is_capital && self.is_verb(next);
        let is_tile = is_capital
            && self.look_ahead(|it| {
                it.at += behind;
                it.is_done() || it.is_verb_at(0) || it.begins_order_without_verb()
            });
        (tells_squad || is_apart && !is_tile).then_some((span, tile, *word))
    }

    /// The refusal of a line without an order: of the unknown squad before its verb, if a verb comes soon, or of the line.
    pub(super) fn not_an_order(&self) -> Diagnostic {
        let rest = self.rest();
        let verb = rest.iter().position(|it| self.is_verb(it)).filter(|it| 0 < *it && *it <= 4);
        let unknown = verb.and_then(|it| self.subject_named(rest.get(..it)?).err());
        unknown.unwrap_or_else(|| diagnostics::not_an_order(self.span_of(rest), &self.suggest_own_squads()))
    }

    /// The refusal of words that begin no order, but may mean an ability of the poster's: a part of its name, and its
    /// target, as in `smoke on K10`.
    pub(super) fn ability_meant(&mut self, place: usize, subject: Option<&Subject<'_>>) -> Option<Diagnostic> {
        if self.names.abilities.find(self.words.get(place..)?).words == 0 {
            return None;
        }
        // No names are suggested meanwhile.
        let left = self.line.suggestions.replace(0);
        let meant = self.look_ahead(|it| {
            it.at = place;
            let order = it.ability(subject).ok()?;
            let words = it.words.get(place..it.at).unwrap_or_default();
            it.ends_behind(0).then(|| (it.span_of(words), canonical(it.battle, &order)))
        });
        self.line.suggestions.set(left);
        meant.map(|(span, told)| diagnostics::ability_meant(span, &told))
    }

    pub(super) fn unknown_verb(&self, word: &Word) -> Diagnostic {
        if let Some(refused) = self.no_formations(word) {
            return refused;
        }
        let written = self.line.text.get(word.span.clone()).unwrap_or_default();
        // `Alpha > Boyz`
        if !written.contains(char::is_alphanumeric) {
            return diagnostics::no_verb(word.span.clone());
        }
        let nearest = self.misspelt_verb(Some(word));
        diagnostics::unknown_verb(word.span.clone(), written, &nearest, self.battle.has_formations())
    }

    pub(super) fn misspelt_verb(&self, word: Option<&Word>) -> Vec<&'static str> {
        let Some(word) = word.filter(|it| it.kind == Kind::Word) else { return Vec::new() };
        let folded = word.folded();
        if self.line.suggestions.get() == 0 || is_english(folded) {
            return Vec::new();
        }
        // What can't be taken back is only suggested if the first letter is right.
        let may_be =
            |it: &&str| !matches!(*it, "tap out" | "end battle") || it.as_bytes().first() == folded.as_bytes().first();
        let drills = formation::names().filter(|_| self.battle.has_formations());
        self.nearest(folded, verbs::names().chain(drills).filter(may_be))
    }

    /// Reads all orders of a clause: `move to C7, shoot Boyz` are two.
    pub(super) fn orders(&mut self, subject: &mut Option<Subject<'a>>, reading: &mut Reading) {
        let first = reading.given.len();
        let begins_before =
            matches!(self.next_words(self.count_at(0, links_orders)), [.., it] if it.meaning == Some(Keyword::Before));
        let mut so_far = Sequence {
            first,
            first_of_subject: first,
            start: self.words.first().map_or(0, |it| it.span.start),
            end: self.at,
            begins_before,
            ..Sequence::default()
        };
        loop {
            self.skip_to_order(subject.as_ref(), &mut so_far);
            let goes_on = self.one_order(subject.as_ref(), &mut so_far, reading);
            if !goes_on || !self.go_to_next_order(subject, &mut so_far, reading) {
                break;
            }
        }
        settle(reading, first, self.line.text);
        self.warn_that_fire_comes_first(first, so_far.says_then, so_far.after, reading);
    }

    // The warning that `Only Alpha shoots Nobz` leaves the orders of other squads as they are.
    fn leaves_others(&self, subject: &Subject<'_>) -> Option<Diagnostic> {
        let start = subject.named.first()?.span.start;
        let before = self.line.text.get(self.line.span.start..start)?;
        let word = before.split_whitespace().rev().find(|it| !it.eq_ignore_ascii_case("the"))?;
        let says_only = word.trim_start_matches(|it: char| !it.is_alphanumeric()).eq_ignore_ascii_case("only");
        says_only.then(|| diagnostics::leaves_others(self.span_of(subject.named)))
    }

    // Skips what only leads to an order.
    fn skip_to_order(&mut self, subject: Option<&Subject<'_>>, so_far: &mut Sequence<'_>) {
        let joints = self.next_words(self.count_at(0, links_orders));
        // `after moving to C7, shoot Boyz`
        so_far.says_then |= joints.iter().any(|it| it.meaning == Some(Keyword::After));
        self.at += joints.len();
        self.skip_telling();
        loop {
            if self.is_everybody_of(subject) {
                self.take(Keyword::Article);
            } else if !self.is_order_number() {
                break;
            }
            self.at += 1;
            self.skip_joints();
        }
    }

    // Reads one order, and what is said behind it. Returns whether a further one follows.
    fn one_order(&mut self, subject: Option<&Subject<'a>>, so_far: &mut Sequence<'a>, reading: &mut Reading) -> bool {
        // `aim at Nobz and fire`
        let has_fired = reading.given.last().is_some_and(|it| matches!(it.order, Order::Fire(..)));
        let fires = self.keyword() == Some(Keyword::Verb(Verb::Shoot)) && self.rest().len() == 1;
        if self.advance_if(has_fired && fires, 1) {
            return false;
        }
        let before = (reading.given.len(), reading.diagnostics.len());
        so_far.verb = self.peek().filter(|it| self.is_verb(it));
        let tied = self.tied_to_next(so_far, reading);
        self.orders_of_all(subject, so_far.start, reading);
        self.skip_polite();
        let is_refused = reading.diagnostics.len() != before.1;
        so_far.end = self.at;
        let goes_on = self.goes_on();
        if is_refused && reading.given.len() == before.0 {
            take_back(tied, reading);
            return false;
        }
        let is_vague = !goes_on && self.is_vague();
        let rest = self.rest();
        if !goes_on && !self.is_done() && !self.is_remark() && !is_vague {
            // `shoot Nobz, hold the MG`: the order before it would fire the MG.
            let fires = |it: &Given| matches!(it.order, Order::Fire(..));
            let told = reading.given.get(so_far.first_of_subject..).unwrap_or_default();
            let names_weapon = told.iter().any(fires) && self.names_weapon_at(rest);
            let of_squad = TiedOrders { from: so_far.first_of_subject, is_but: false };
            let tied = if names_weapon { Some(of_squad) } else { tied };
            // `with rifles, MG quiet`
            let adds_weapon = matches!(reading.given.last(), Some(Given { order: Order::Fire(_, Fire::At(parts)), .. })
                if matches!(parts[..], [.., one, last] if one.target == last.target));
            let given = reading.given.split_off(before.0);
            reading.diagnostics.truncate(before.1);
            let refused = match self.keyword() {
                // The help mustn't lead to an order that can't be taken back.
                _ if given.iter().any(|it| matches!(it.order, Order::Leave(_) | Order::Hero(_, HeroMove::Leave))) => {
                    diagnostics::not_understood_of_leaving
                }
                _ if self.last_word().is_some_and(Word::is_nearest) => diagnostics::nearest_what,
                Some(Keyword::Except) => diagnostics::leaves_out,
                _ if names_weapon || adds_weapon => diagnostics::behind_weapon,
                _ => diagnostics::not_understood,
            };
            reading.diagnostics.push(refused(self.span_of(rest), self.written(rest)));
            take_back(tied, reading);
            return false;
        }
        reading.diagnostics.append(&mut self.doubts);
        if is_vague {
            reading.diagnostics.push(diagnostics::left_aside_in_doubt(self.span_of(rest), self.written(rest)));
        } else if !goes_on {
            reading.diagnostics.extend(self.remark(rest));
        }
        goes_on && !reading.is_overfull()
    }

    // `off` isn't an Officer's Pistol, but `pistols` is.
    fn names_weapon_at(&self, rest: &[Word]) -> bool {
        let found = self.names.weapons.find(rest);
        let is_whole =
            |it: &Word| !is_english(it.folded()) || self.names.weapons.has_word(it.folded().trim_end_matches('s'));
        found.says_more() || found.words == 1 && rest.first().is_some_and(is_whole)
    }

    // What is taken back if the next order is refused.
    fn tied_to_next(&self, so_far: &Sequence<'_>, reading: &Reading) -> Option<TiedOrders> {
        // `move to J8, going around the woods`: the second is about how, and no order by itself.
        let is_move = matches!(reading.given.get(so_far.first..), Some([.., Given { order: Order::Movement(..), .. }]));
        let is_how = is_move && so_far.verb.is_some_and(|it| it.folded().ends_with("ing"));
        // `move to J8, but shoot Nobz`: either can be done without the other.
        let tied = so_far.tied.filter(|it| !it.is_but || self.says_how_to_move(so_far.verb));
        tied.or(is_how.then_some(TiedOrders { from: so_far.first, is_but: false }))
    }

    // Goes on to the next order: finds whom it is for, and what is taken back if it is refused. Returns whether there
    // is one.
    fn go_to_next_order(
        &mut self,
        subject: &mut Option<Subject<'a>>,
        so_far: &mut Sequence<'a>,
        reading: &mut Reading,
    ) -> bool {
        so_far.start = self.span_of_next().start;
        let joint = self.words.get(so_far.end..self.at).unwrap_or_default();
        so_far.says_then |= joint.iter().any(|it| matches!(it.meaning, Some(Keyword::Then | Keyword::Before)));
        // `Alpha holds, Bravo shoots Nobz, you move to C7`
        let told = reading.given.get(so_far.first..).unwrap_or_default();
        let refused = self.could_be_anybody(so_far.end..self.at, told, subject.as_ref());
        if let Some(refused) = refused.or_else(|| self.nobody_is_left()) {
            reading.diagnostics.push(refused);
            let Some((at, next)) = self.skip_to_next_subject() else { return false };
            (so_far.start, *subject, so_far.first_of_subject, so_far.tied) =
                (at, Some(next), reading.given.len(), None);
            return true;
        }
        let says_after = joint.iter().any(|it| it.meaning == Some(Keyword::After));
        if so_far.begins_before && so_far.after.is_none() || says_after {
            so_far.after = Some(so_far.start);
        }
        let is_joined = so_far.end < self.at || self.peek().is_some_and(|it| it.gap.has(Gap::ENDS));
        // `the LMG shoots Boyz while the rifles shoot Nobz`, where others are called rifles, too
        let is_next_weapon = so_far.verb.is_none() && self.aims_any(subject.as_ref());
        if !is_next_weapon && let Some(next) = self.subject_ahead() {
            *subject = Some(next);
            so_far.first_of_subject = reading.given.len();
        }
        // `move to J8, but go around the woods`: a squad that can't do the second isn't to do the first.
        let is_but = joint.iter().any(|it| it.folded() == AND_BUT);
        let from = if is_but { so_far.first_of_subject } else { so_far.first };
        so_far.tied = (is_but || !is_joined).then_some(TiedOrders { from, is_but });
        true
    }

    // Warns that squads fire before they move: `move to C7, then shoot Boyz`, `shoot Boyz after moving to C7`,
    // `from there`.
    fn warn_that_fire_comes_first(&self, first: usize, says_then: bool, after: Option<usize>, reading: &mut Reading) {
        let orders = reading.given.get(first..).unwrap_or_default();
        let from_there = self.orders_from_there(orders);
        for (n, it) in orders.iter().enumerate() {
            let Order::Fire(squad, _) = it.order else { continue };
            let is_late = says_then || from_there.contains(&it.span.start);
            let is_said_before = |(at, it): (usize, &Given)| {
                let moves = matches!(&it.order, Order::Movement(who, how) if *who == squad && *how != Movement::Hold);
                moves && (at < n && is_late || n < at && after == Some(it.span.start))
            };
            let told = diagnostics::fires_first(it.span.clone(), self.name_of(squad));
            if orders.iter().enumerate().any(is_said_before) && !reading.diagnostics.contains(&told) {
                reading.diagnostics.push(told);
            }
        }
    }

    // Where the orders begin that are to be carried out "from there", which is said before or behind them:
    // `move to C7, from there shoot Boyz`.
    fn orders_from_there(&self, orders: &[Given]) -> Vec<usize> {
        // A single order is carried out from where the squad stands.
        let [first, _, ..] = orders else { return Vec::new() };
        // The line is read once more, because words that add nothing to an order have been left out of its words.
        let mut words = Words::of(self.line.text, first.span.start..self.line.span.end, &[], lexicon());
        merge_phrases(&mut words, lexicon(), &self.names.tables());
        let all = words.all();
        // Whether another sentence begins.
        let begins = |it: &Word| {
            matches!(it.kind, Kind::Semicolon | Kind::Question) || it.gap.has(Gap::STOP) || it.gap.has(Gap::LINE)
        };
        let is_apart = |from: usize, to: usize| all.iter().any(|it| (from..=to).contains(&it.span.start) && begins(it));
        let leads_on = |it: &Word| {
            let is_mark = matches!(it.kind, Kind::Colon | Kind::Semicolon | Kind::Question);
            it.joins() || is_mark || it.meaning == Some(Keyword::Then) || it.folded() == "but"
        };
        let whose = |at: usize| {
            let there = &all[at];
            let is_led = there.meaning == Some(Keyword::Then) || all[..at].last().is_some_and(leads_on);
            let is_joined = is_led || there.gap.has(Gap::ENDS);
            let (start, end) = (there.span.start, there.span.end);
            let behind = orders.iter().filter(|it| it.span.start < start && !is_apart(it.span.end, start));
            let ahead = orders.iter().filter(|it| start < it.span.start && !is_apart(end, it.span.start));
            let (behind, ahead) = (behind.map(|it| it.span.start).max(), ahead.map(|it| it.span.start).min());
            if is_joined { ahead.or(behind) } else { behind }
        };
        let says_so = |at: &usize| all[*at].kind == Kind::Word && all[*at].folded().ends_with(FROM_THERE);
        (0..all.len()).filter(says_so).filter_map(whose).collect()
    }

    /// Whether an order with this verb, or without one, may say how another is meant: where to go, and where to stay.
    pub(super) fn says_how_to_move(&self, verb: Option<&Word>) -> bool {
        use Verb::{Charge, Defend, Disengage, Fall, Hold, Move, Seize, Withdraw};
        let moves = |it: Keyword| {
            matches!(it, Keyword::Verb(Move | Seize | Charge | Disengage | Withdraw | Fall | Hold | Defend))
        };
        let is_drill = |it| matches!(self.formation_verb(Some(it)), Some(Drill::March | Drill::Wheel));
        verb.is_none_or(|it| it.meaning.is_some_and(moves) || is_drill(it))
    }

    // The refusal of the first pronoun at these places, if it could mean any of several squads: `you` could be any that
    // the line tells something, and `they` any of the same sentence. `they all` is all of them.
    fn could_be_anybody(
        &self,
        mut places: Range<usize>,
        orders: &[Given],
        subject: Option<&Subject<'_>>,
    ) -> Option<Diagnostic> {
        let (all, end) = (self.words, places.start);
        let stands_for_several = |it: &Word| matches!(it.folded(), "you" | "youll" | "they" | "theyll" | "them");
        let at = places.find(|it| all.get(*it).is_some_and(stands_for_several))?;
        let who = all.get(at)?;
        let is_you = matches!(who.folded(), "you" | "youll");
        let says_all = all.get(at + 1).is_some_and(|it| matches!(it.meaning, Some(Keyword::All | Keyword::Both)));
        let told = if is_you { orders } else { self.orders_of_sentence(orders, end) };
        let is_unclear = (is_you || !says_all) && self.could_be_any(told, subject, is_you);
        is_unclear.then(|| post::say::which_of_several(who.span.clone(), who.folded()))
    }

    // The orders of the sentence that goes on behind `end`; all orders, if a sentence begins there.
    fn orders_of_sentence<'g>(&self, orders: &'g [Given], end: usize) -> &'g [Given] {
        let begins = |it: &Word| it.gap.has(Gap::STOP) || it.gap.has(Gap::LINE);
        let (before, behind) = self.words.split_at(end.min(self.words.len()));
        let is_anew = behind.iter().take(self.at + 1 - end.min(self.at)).any(begins);
        // `Alpha holds. Bravo moves to C7; they shoot Nobz`: the sentence may have begun before the semicolon.
        let start = self.words.first().map_or(0, |it| it.span.start);
        let in_line = || self.line.words.all().iter().rfind(|it| it.span.start < start && begins(it));
        let sentence = before.iter().rfind(|it| begins(it)).or_else(in_line).map_or(0, |it| it.span.start);
        let earlier = orders.iter().take_while(|it| !is_anew && it.span.start < sentence).count();
        orders.get(earlier..).unwrap_or_default()
    }

    // Whether `you` or `they` could be any of several squads that these orders tell something. If the next order is for
    // all of them, it is all. A squad that only holds isn't one of those that do something more:
    // `Alpha holds; Bravo moves to C7; they shoot Nobz`.
    fn could_be_any(&self, orders: &[Given], subject: Option<&Subject<'_>>, is_you: bool) -> bool {
        let told = |it: &Given| match it.order {
            Order::Ability(used) => used.on.squad(self.battle).filter(|it| self.commands(*it)),
            _ => it.order.squad(),
        };
        let acts = |it: &&Given| !it.order.is_hold();
        let all: BTreeSet<SquadId> = orders.iter().filter_map(told).collect();
        let acting: BTreeSet<SquadId> = orders.iter().filter(acts).filter_map(told).collect();
        let is_hold = self.rest().iter().find_map(|it| it.meaning?.verb()) == Some(Verb::Hold);
        let meant = if is_you || is_hold || acting.is_empty() { &all } else { &acting };
        let is_all = |it: &Subject<'_>| {
            let names =
                |squad: &SquadId| it.several.contains(squad) || it.several.is_empty() && it.squad.as_ref() == Ok(squad);
            meant.iter().all(names) && !self.may_be_address(it.named)
        };
        1 < all.len() && !subject.is_some_and(is_all)
    }

    // Whether the first of these squads may only be called, and isn't told anything: `Bramble, Alpha hold`.
    fn may_be_address(&self, named: &[Word]) -> bool {
        let end = self.span_of(named).end;
        may_be_address(named, self.line.words.all().iter().find(|it| end <= it.span.start))
    }

    // Skips to the next squad that is told something. Returns its place and the squad.
    fn skip_to_next_subject(&mut self) -> Option<(usize, Subject<'a>)> {
        while !self.is_done() {
            let start = self.span_of_next().start;
            if let Some(next) = self.subject_ahead() {
                return Some((start, next));
            }
            self.at += 1;
        }
        None
    }

    // Reads the order that comes next, for each squad that it is for.
    fn orders_of_all(&mut self, subject: Option<&Subject<'a>>, start: usize, reading: &mut Reading) {
        let place = self.at;
        let (squads, from) = self.each_of(subject);
        if squads.is_empty() {
            match self.order(subject, place) {
                Ok(order) => {
                    reading.given.push(Given { span: start..self.end_of_last().max(start), order, denies: None });
                }
                Err(refused) => reading.diagnostics.push(refused),
            }
            return;
        }
        let before = place.checked_sub(1).and_then(|it| self.words.get(it));
        if let Some(one) = before.filter(|it| 1 < squads.len() && matches!(it.folded(), "it" | "he" | "she")) {
            return reading.diagnostics.push(post::say::which_of_several(one.span.clone(), one.folded()));
        }
        let mut read_to = from;
        for squad in squads {
            self.at = place;
            match self.order(Some(&Subject::of(squad, &[])), from) {
                Ok(order) => {
                    reading.given.push(Given { span: start..self.end_of_last().max(start), order, denies: None });
                }
                Err(refused) if reading.diagnostics.contains(&refused) => (),
                Err(refused) => reading.diagnostics.push(refused),
            }
            read_to = read_to.max(self.at);
        }
        self.at = read_to;
    }

    // Skips what leads to a further order: a comma, `and` or `then`, a full stop, a dash, or nothing at all. Returns
    // whether one follows.
    fn goes_on(&mut self) -> bool {
        if self.is_done() {
            return false;
        }
        let place = self.at;
        let mut remarks = Vec::new();
        loop {
            let rest = self.rest();
            let aside = rest.get(..self.words_in_brackets(rest)).filter(|it| !it.is_empty() && self.is_harmless(it));
            if let Some(aside) = aside {
                remarks.extend(self.remark(aside));
                self.at += aside.len();
            } else if !self.advance_if(self.is_between_orders(), 1) {
                break;
            }
        }
        let here = self.at;
        let goes_on = self.is_verb_at(0)
            || self.names_ability().is_some() && !self.is_said_aloud()
            || self.goes_on_to_place()
            || self.names_steps()
            || self.turn_at(0).is_some()
            || self.subject_ahead().is_some()
            || self.nobody_is_left().is_some();
        self.at = here;
        if goes_on || self.is_done() {
            self.doubts.append(&mut remarks);
        } else {
            self.at = place;
        }
        goes_on
    }

    // Whether the next word only leads to a further order.
    fn is_between_orders(&self) -> bool {
        let Some(next) = self.peek().filter(|_| self.words_for_everybody(self.rest()).is_none()) else { return false };
        let points_on = next.meaning == Some(Keyword::At) && self.meaning_at(1).is_some_and(Keyword::is_verb);
        let tells = next.meaning == Some(Keyword::Telling) && !self.names_squad(0);
        let is_and = next.meaning == Some(Keyword::Pronoun) || next.folded() == "n";
        let goes_on = self.word_at(1).is_some_and(|it| {
            let is_verb = self.is_verb(it) && !it.folded().ends_with("ing");
            is_verb || matches!(it.meaning, Some(Keyword::Then | Keyword::Telling))
        });
        // `followed by a move to J8`, `and after that to move to J8`
        let leads = goes_on && (is_and || matches!(next.meaning, Some(Keyword::Article | Keyword::To)));
        links_orders(next) || points_on || tells || leads || self.is_order_number()
    }

    /// Whether a number comes next that counts orders: `first, shoot Nobz`, `1) shoot Nobz 2) move to J8`,
    /// `1. Alpha: hold`, `2. Steady Aim on Alpha`.
    pub(super) fn is_order_number(&self) -> bool {
        let [word, next, ..] = self.rest() else { return false };
        let names_squad = || self.squads_at(self.rest()).is_exact();
        if is_ordinal(word.folded()) && (next.kind == Kind::Comma || self.is_verb(next)) {
            return !names_squad();
        }
        // Anybody's squad counts, because the better answer is that it isn't the player's own.
        let leads_to_squad =
            || (self.names_squad(1) || self.words_for_squad(self.ahead(1)).is_some()) && !names_squad();
        (next.gap.has(Gap::CLOSE) || next.gap.has(Gap::STOP))
            && (word.folded().len() == 1 || word.number().is_some())
            && (self.is_verb(next) || self.names_ability_at(self.ahead(1)).is_some() || leads_to_squad())
    }

    // Whether the subject's own members are named before its verb: `Alpha: everyone shoot Nobz`.
    fn is_everybody_of(&self, subject: Option<&Subject<'_>>) -> bool {
        // `Alpha: the squad shoots`
        let article = usize::from(self.keyword() == Some(Keyword::Article));
        let is_company = |it| it == Keyword::All && article == 0 || it == Keyword::Squad;
        subject.is_some()
            && self.meaning_at(article).is_some_and(is_company)
            && self.meaning_at(article + 1).is_some_and(Keyword::is_verb)
    }

    // Whether the next word is only said aloud: `Alpha moves to D7. "Rally!"`
    fn is_said_aloud(&self) -> bool {
        let [said, behind @ ..] = self.rest() else { return false };
        let ends = behind.first().is_none_or(|it| it.gap.has(Gap::ENDS));
        said.kind == Kind::Quoted && said.gap.has(Gap::ENDS) && ends
    }

    // Whether a place to go to follows: `and take the mill`.
    fn goes_on_to_place(&self) -> bool {
        let goes = self.last_word().is_some_and(|it| it.meaning == Some(Keyword::Then))
            && (self.tile_of_map_at(0).is_some() || self.leads_somewhere(0) || self.names_way(0));
        goes || self.keyword() == Some(Keyword::Take)
    }

    /// Whether the rest is a remark behind an order: `– they're tired`, `!!! WAAAGH`.
    fn is_remark(&self) -> bool {
        let is_apart = self.peek().is_some_and(|it| it.gap.has(Gap::ENDS) || it.gap.has(Gap::OPEN));
        // `@gm`
        let is_mention = self.written(self.rest()).starts_with('@') && self.keyword() == Some(Keyword::At);
        (is_apart || begins_remark(self.rest())) && self.is_harmless(self.rest())
            || is_mention && self.is_harmless(self.ahead(1))
    }

    /// Whether the rest wants something that no order says: `and guard the left flank`. The order before it is taken
    /// all the same.
    pub(super) fn is_vague(&self) -> bool {
        let joints = self.count_at(0, Word::joins);
        let rest = self.ahead(joints);
        let [first, second, ..] = rest else { return false };
        let is_loose = |it: &Word| {
            let leads = matches!(
                it.meaning,
                Some(Keyword::Direction(_) | Keyword::At | Keyword::To | Keyword::From | Keyword::Back | Keyword::With)
            );
            leads && !it.folded().is_empty() || self.is_harmless(std::slice::from_ref(it))
        };
        let says_what = first.meaning.is_none() && is_english(first.folded()) && second.kind == Kind::Word;
        let names_nobody = self.is_harmless(std::slice::from_ref(first));
        let is_joined = self.next_words(joints).iter().any(|it| it.meaning == Some(Keyword::And));
        is_joined && says_what && names_nobody && !self.is_strict() && rest.iter().all(is_loose)
    }

    /// The diagnostic for words that are left behind an order: none of them is dropped without a word.
    fn remark(&self, rest: &[Word]) -> Option<Diagnostic> {
        let says_something = |it: &Word| {
            it.meaning.is_none() && matches!(it.kind, Kind::Word | Kind::Quoted)
                || it.meaning == Some(Keyword::Both)
                || it.folded().ends_with("cp")
        };
        if !rest.iter().any(says_something) {
            return None;
        }
        let could_be_one = |(at, it): (usize, &Word)| {
            let is_name = |table: &Table| it.meaning.is_none() && table.find(&rest[at..]).is_exact();
            matches!(it.meaning, Some(Keyword::Both | Keyword::All | Keyword::Squad))
                || it.number().is_some()
                || is_ordinal(it.folded())
                || it.folded() == "last"
                || it.folded().ends_with("cp")
                || is_name(&self.names.abilities)
                || is_name(&self.names.weapons)
        };
        let is_doubtful = rest.iter().enumerate().any(could_be_one);
        let left_aside = if is_doubtful { diagnostics::left_aside_in_doubt } else { diagnostics::left_aside };
        Some(left_aside(self.span_of(rest), self.written(rest)))
    }

    // Whether these words hold nothing that an order is made of.
    pub(super) fn is_harmless(&self, words: &[Word]) -> bool {
        let is_bracketed = words.first().is_some_and(|it| it.gap.has(Gap::OPEN));
        let is_harmless = |(at, it): (usize, &Word)| {
            let means_nothing = it.meaning.is_none_or(|it| {
                let tells = matches!(it, Keyword::Article | Keyword::Polite | Keyword::Telling);
                let leads = matches!(it, Keyword::And | Keyword::For | Keyword::In | Keyword::On | Keyword::By);
                let is_company = matches!(it, Keyword::Squad | Keyword::All | Keyword::Both | Keyword::Pronoun);
                let is_aside = matches!(it, Keyword::Nearest | Keyword::Enemy | Keyword::Back | Keyword::Out);
                tells || leads || is_company || is_bracketed && is_aside
            });
            let is_name = |table: &Table| it.meaning.is_none() && 0 < table.find(&words[at..]).words;
            let folded = it.folded();
            matches!(it.kind, Kind::Word | Kind::Quoted | Kind::Comma)
                && means_nothing
                && !self.is_verb(it)
                && (is_bracketed || !folded.starts_with(|it: char| it.is_ascii_digit()))
                && !looks_like_a_tile(folded)
                && (is_bracketed || !NOT_MEANT.contains(folded))
                && !is_name(&self.names.squads)
                && !is_name(&self.names.objectives)
        };
        words.iter().enumerate().all(is_harmless)
    }

    /// Whether the line may be fiction, so that it has to name its squad and say what an order says.
    pub(super) fn is_strict(&self) -> bool {
        self.line.manner == Manner::Strict
    }
}

// Takes back the orders that fall with one that is refused. If a "but" takes them, a diagnostic says so.
fn take_back(tied: Option<TiedOrders>, reading: &mut Reading) {
    let Some(TiedOrders { from, is_but }) = tied else { return };
    let fallen = reading.given.split_off(from.min(reading.given.len()));
    if !is_but {
        return;
    }
    let says_so = |it: &Diagnostic| *it == diagnostics::moves_or_stays(it.span.clone());
    let says_neither = reading.diagnostics.last().is_some_and(says_so);
    let is_move = |it: &Given| matches!(it.order, Order::Movement(..));
    let are_moves = fallen.iter().any(is_move);
    for it in fallen {
        if are_moves && !is_move(&it) {
            reading.given.push(it);
            continue;
        }
        let told = diagnostics::tied_by_but(it.span);
        if !says_neither && !reading.diagnostics.contains(&told) {
            reading.diagnostics.push(told);
        }
    }
}

/// Whether a word numbers orders.
pub(super) fn is_ordinal(folded: &str) -> bool {
    matches!(
        folded,
        "first" | "firstly" | "1st" | "second" | "secondly" | "2nd" | "third" | "thirdly" | "3rd" | "lastly"
    )
}

/// Whether a word stands between two orders and means nothing else.
pub(super) fn links_orders(word: &Word) -> bool {
    word.kind == Kind::Comma
        || matches!(
            word.meaning,
            Some(Keyword::And | Keyword::Then | Keyword::Polite | Keyword::While | Keyword::Before | Keyword::After)
        )
}
