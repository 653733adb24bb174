//! How this game reads a post.

use crate::diagnostic::Diagnostic;
use crate::line::battle::Battle;
use crate::post;
use crate::post::correct::Part;
use crate::post::grammar::{Grammar, Line};
use crate::post::lexicon::Lexicon;
use crate::post::names::Table;

use super::clause::Context;
use super::keywords::{Keyword, lexicon};
use super::names::Named as _;
use super::{
    Language, Names, Order, Poster, Reading, Word, Words, arrange, canonical, formation, likeness, parse, settle,
};
use crate::post::words::looks_like_a_tile;

/// Reads a post. Whatever it holds, this ends soon and never fails.
pub fn read(text: &str, names: &Names, battle: &Battle, poster: Poster, language: &Language) -> Reading {
    let mut reading = post::read::read(&OrderGrammar { text, names, battle, poster }, text, language);
    settle::join_fire(&mut reading);
    reading
}

/// The orders of one poster.
struct OrderGrammar<'a> {
    text: &'a str,
    names: &'a Names,
    battle: &'a Battle,
    poster: Poster,
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
        arrange::arrange(words, self.names, |from| self.told_at(from));
    }

    fn parse(&self, line: &Line<'_, Keyword>, reading: &mut Reading) -> bool {
        let context = Context {
            text: self.text,
            names: self.names,
            battle: self.battle,
            poster: self.poster,
            words: line.words,
            post: line.post,
            suggestions: line.suggestions,
            manner: line.manner,
        };
        parse::line(&context, line.span.clone(), reading)
    }

    fn parse_other(&self, text: &str, line: &Line<'_, Keyword>, reading: &mut Reading) {
        OrderGrammar { text, ..*self }.parse(line, reading);
    }

    fn printed(&self, order: &Order) -> String {
        canonical::canonical(self.battle, order)
    }

    fn begins_like_an_order(&self, line: &str) -> bool {
        likeness::begins_like_an_order(line, self.names)
    }

    fn begins_with_verb(&self, line: &str) -> bool {
        likeness::begins_with_verb(line, self.battle.has_formations())
    }

    fn is_plainly_an_order(&self, words: &Words) -> bool {
        likeness::is_plainly_an_order(words)
    }

    fn is_said_otherwise(&self, words: &Words) -> bool {
        likeness::is_said_otherwise(words)
    }

    fn part_at(&self, words: &[Word]) -> Option<(Part, usize)> {
        let article = usize::from(1 < words.len() && words[0].meaning == Some(Keyword::Article));
        let words = words.get(article..)?;
        let first = words.first()?;
        let (squads, weapons) = (self.names.squads.find(words), self.names.weapons.find(words));
        let (part, length) = if looks_like_a_tile(first.folded()) {
            (Part::Place, 1)
        } else if squads.words < weapons.words {
            (Part::Weapon, weapons.words)
        } else if let [squad] = squads.matches[..] {
            let seat = self.battle.setup().squad(squad.squad()).seat;
            (if self.poster.commands(seat) { Part::Told } else { Part::Foe }, squads.words)
        } else {
            let found = self.names.objectives.find(words);
            (Part::Place, Some(found.words).filter(|it| 0 < *it && squads.words == 0)?)
        };
        Some((part, length + article))
    }

    fn hero_at(&self, words: &[Word]) -> usize {
        if self.names.squads.find(words).words == 0 { self.names.casters.find(words).words } else { 0 }
    }

    fn replaces(&self, later: &Order, earlier: &Order) -> bool {
        let slot = later.slot(self.poster);
        slot.is_some() && slot == earlier.slot(self.poster)
    }

    fn goes_on_below(&self, words: &Words) -> bool {
        likeness::goes_on_below(words)
    }

    fn is_about_a_word(&self, refusal: &Diagnostic) -> bool {
        !matches!(refusal.rule, Some("S-4" | "T-3"))
    }

    fn may_be_meant(&self, meaning: Keyword) -> bool {
        match meaning {
            Keyword::Verb(verb) => verb.row().heals,
            Keyword::Never(_)
            | Keyword::Diagonal
            | Keyword::All
            | Keyword::Both
            | Keyword::Except
            | Keyword::Pronoun
            | Keyword::Telling
            | Keyword::Polite
            | Keyword::Downed
            | Keyword::Will
            | Keyword::Number => false,
            _ => true,
        }
    }

    fn more_words(&self) -> &'static [&'static str] {
        if self.battle.has_formations() { formation::WORDS } else { &[] }
    }

    fn may_be_mended(&self, order: &Order) -> bool {
        !matches!(order, Order::Abandon(..) | Order::Leave(_) | Order::Ability(_))
    }

    fn may_be_offered(&self, order: &Order) -> bool {
        self.may_be_mended(order) && !matches!(order, Order::Ranging(..) | Order::Withdraw(_))
    }
}
