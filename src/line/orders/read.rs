//! How this game reads a post.

use std::ops::Range;

use crate::diagnostic::Diagnostic;
use crate::line::battle::{Battle, HeroMove, Movement};
use crate::post::correct::Part;
use crate::post::english::Listed;
use crate::post::grammar::{Grammar, Line};
use crate::post::lexicon::Lexicon;
use crate::post::names::{Match, Table};
use crate::post::surplus::{denied, stops_twice};
use crate::post::{self, Denied};

use super::clause::OrderGrammar;
use super::keywords::{AND_BUT, HOLD, Keyword, lexicon};
use super::verbs::Verb;
use super::{
    Language, Names, Order, Poster, Reading, Word, Words, arrange, canonical, formation, parse, settle, verbs,
};
use crate::post::words::looks_like_a_tile;

/// Reads a post. It never fails, and it ends soon whatever the post holds.
pub fn read(text: &str, names: &Names, battle: &Battle, poster: Poster, language: &Language) -> Reading {
    let mut reading = post::read::read(&OrderGrammar::of(names, battle, poster), text, language);
    settle::join_fire(&mut reading);
    let starts: Vec<usize> = reading.given.iter().map(|it| it.span.start).collect();
    for hold in reading.given.iter_mut().filter(|it| it.order.is_hold()) {
        hold.denies = denies(text, &hold.span, &starts);
    }
    reading
}

// What an order to hold denies, if nothing more is said up to the next order. `hold fire and stay put` denies nothing
// in particular: it is an order to hold.
fn denies(text: &str, span: &Range<usize>, starts: &[usize]) -> Option<Denied> {
    let (said, behind) = (text.get(span.clone())?, text.get(span.end..)?);
    let next = starts.iter().filter_map(|it| it.checked_sub(span.end)).min();
    let end = next.into_iter().chain(behind.find(['\n', ';', '('])).min().unwrap_or(behind.len());
    let rest = Words::of(behind, 0..end, &[], lexicon());
    let adds_nothing = |it: &Word| it.joins() || it.is_polite();
    if stops_twice(said, HOLD, lexicon()) || !rest.all().iter().all(adds_nothing) {
        return None;
    }
    match denied(said, lexicon())? {
        Keyword::Verb(Verb::Shoot) => Some(Denied::Fire),
        Keyword::Verb(Verb::Move) => Some(Denied::Moves),
        _ => None,
    }
}

impl Grammar for OrderGrammar<'_> {
    type Keyword = Keyword;
    type Order = Order;

    fn lexicon(&self) -> &'static Lexicon<Keyword> {
        lexicon()
    }

    fn tables(&self) -> Vec<&Table> {
        self.names.tables().to_vec()
    }

    fn arrange(&self, words: &mut Words) {
        arrange::arrange(self, words);
    }

    fn class_at(&self, class: &str, all: &[Word], at: usize) -> Option<usize> {
        arrange::class_at(self, class, all, at)
    }

    fn parse(&self, line: &Line<'_, Keyword>, reading: &mut Reading) -> bool {
        parse::line(*self, line, reading)
    }

    fn printed(&self, order: &Order) -> String {
        canonical::canonical(self.battle, order)
    }

    fn may_begin(&self, first: &str) -> bool {
        let begins = |it: Keyword| it.is_verb() || it == Keyword::All;
        lexicon().meaning(first).is_some_and(begins) || is_plain(first) || self.names.squads.has_word(first)
    }

    fn begins_with_verb(&self, first: &str) -> bool {
        let leads = |it: Keyword| it.is_verb() || matches!(it, Keyword::Take | Keyword::Then | Keyword::And);
        lexicon().meaning(first).is_some_and(leads)
            || lexicon().leads(first)
            || self.battle.has_formations() && is_plain(first)
    }

    fn is_plain(&self, word: &Word, has_colon: bool) -> bool {
        let is_vague = matches!(word.meaning, Some(Keyword::Telling | Keyword::Both | Keyword::Pronoun));
        let is_verb = word.meaning.is_some_and(Keyword::is_verb);
        let folded = word.folded();
        !is_vague && (!is_verb || has_colon || folded.contains(' ') || is_plain(folded))
    }

    fn is_said_otherwise(&self, words: &Words) -> bool {
        words.all().iter().any(|it| it.meaning.is_some_and(|meaning| meaning.is_said_otherwise(it.folded())))
    }

    fn named_at(&self, words: &[Word]) -> Option<(Part, usize)> {
        let (squads, weapons) = (self.names.squads.find(words), self.names.weapons.find(words));
        Some(if looks_like_a_tile(words.first()?.folded()) {
            (Part::Place, 1)
        } else if squads.words < weapons.words {
            (Part::Weapon, weapons.words)
        } else if let [squad] = squads.matches[..] {
            let seat = self.battle.setup().squad(squad.squad()).seat;
            (if self.poster.commands(seat) { Part::Addressee } else { Part::Foe }, squads.words)
        } else {
            let found = self.names.objectives.find(words);
            (Part::Place, Some(found.words).filter(|it| 0 < *it && squads.words == 0)?)
        })
    }

    fn hero_at(&self, words: &[Word]) -> usize {
        let squads = self.names.squads.find(words);
        // The squad that a hero is when alone has no members while he is with others.
        let has_somebody = |it: &Match| !self.battle.squad(it.squad()).members.is_empty();
        if squads.matches.iter().any(has_somebody) { 0 } else { self.names.casters.find(words).words }
    }

    fn replaces(&self, later: &Order, earlier: &Order) -> bool {
        let slot = later.slot(self.poster);
        slot.is_some() && slot == earlier.slot(self.poster)
    }

    fn has_same_addressee(&self, one: &Order, other: &Order) -> bool {
        match (one, other) {
            (Order::Ability(one), Order::Ability(other)) => one.by == other.by,
            _ => one.squad().is_some() && one.squad() == other.squad(),
        }
    }

    fn is_hold(&self, order: &Order) -> bool {
        order.is_hold()
    }

    fn does(&self, order: &Order, verb: Keyword) -> bool {
        let Keyword::Verb(verb) = verb else { return false };
        match order {
            Order::Movement(_, Movement::Hold) => verb == Verb::Hold,
            Order::Movement(..) | Order::Station(..) => matches!(verb, Verb::Move | Verb::Seize | Verb::Charge),
            Order::Fire(..) => matches!(verb, Verb::Shoot | Verb::Attack),
            Order::Fight(..) => matches!(verb, Verb::Melee | Verb::Attack),
            _ => false,
        }
    }

    fn is_about_a_word(&self, refusal: &Diagnostic) -> bool {
        !matches!(refusal.rule, Some("S-4" | "T-3"))
    }

    fn may_be_meant(&self, meaning: Keyword) -> bool {
        match meaning {
            Keyword::Verb(verb) => verb.row().may_be_misspelt,
            // Words that keep something from being an order, or add nothing to one.
            Keyword::Never(_) | Keyword::Telling | Keyword::Polite | Keyword::Will | Keyword::Diagonal => false,
            // Who is meant, and how many.
            Keyword::All | Keyword::Both | Keyword::Except | Keyword::Pronoun => false,
            Keyword::Downed | Keyword::Number => false,
            _ => true,
        }
    }

    fn more_words(&self) -> Option<&'static Listed> {
        self.battle.has_formations().then_some(&formation::WORDS)
    }

    fn may_be_mended(&self, order: &Order) -> bool {
        !matches!(order, Order::Abandon(..) | Order::Leave(_) | Order::Ability(_))
    }

    fn may_stand_in_story(&self, order: &Order) -> bool {
        !matches!(order, Order::Abandon(..) | Order::Leave(_))
    }

    // `wheel left` doesn't go west, and `but stay put` or `though stay put` takes back the move.
    fn may_be_guessed(&self, word: &Word) -> bool {
        !matches!(word.folded(), "left" | "right" | "though" | "although" | "however" | AND_BUT)
            && !word.folded().starts_with("wheel")
    }

    fn may_be_offered(&self, order: &Order) -> bool {
        let leaves = matches!(order, Order::Hero(_, HeroMove::Leave));
        self.may_be_mended(order) && !leaves && !matches!(order, Order::OrganisationalOrder(..) | Order::Withdraw(_))
    }
}

/// Whether a word is a form of a verb that only orders use.
fn is_plain(folded: &str) -> bool {
    verbs::is_plain(folded) || formation::is_plain(folded)
}
