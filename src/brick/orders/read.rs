//! Reads a post with the grammar of this game.

use crate::brick::battle::{Battle, Order, Organise};
use crate::brick::orders::arrange::{arrange, class_at};
use crate::brick::orders::names::{Found, Names};
use crate::brick::orders::parse::{OrderGrammar, Parser, tile_at};
use crate::brick::orders::said::{Reading, Said, What};
use crate::brick::orders::show::told;
use crate::brick::orders::vocabulary::{Key, Keyword, Sort, lexicon};
use crate::brick::orders::{Word, Words, collect};
use crate::diagnostic::Diagnostic;
use crate::post::correct::Part;
use crate::post::grammar::{Grammar, Line};
use crate::post::lexicon::Lexicon;
use crate::post::names::Table;
use crate::post::{self, Language, Poster};

/// Finds the orders of a post. It never fails, and its time is limited, whatever the post holds.
pub fn read(text: &str, names: &Names, battle: &Battle, poster: Poster, language: &Language) -> Reading {
    let grammar = OrderGrammar { names, battle, poster, for_anybody: false };
    post::read::read(&grammar, text, language)
}

/// Like [`read`], but any squad may get orders, as in questions about the odds.
pub fn read_as_owner(text: &str, names: &Names, battle: &Battle, language: &Language) -> Reading {
    let grammar = OrderGrammar { names, battle, poster: Poster::Gm, for_anybody: true };
    post::read::read(&grammar, text, language)
}

impl Grammar for OrderGrammar<'_> {
    type Keyword = Keyword;
    type Order = Said;

    fn lexicon(&self) -> &'static Lexicon<Keyword> {
        lexicon()
    }

    fn tables(&self) -> Vec<&Table> {
        self.names.tables()
    }

    fn arrange(&self, words: &mut Words) {
        arrange(self, words);
    }

    fn class_at(&self, class: &str, all: &[Word], at: usize) -> Option<usize> {
        class_at(self, class, all, at)
    }

    fn parse(&self, line: &Line<'_, Keyword>, reading: &mut Reading) -> bool {
        Parser::new(self, line.clone()).read(reading)
    }

    fn printed(&self, order: &Said) -> String {
        told(self.battle, order)
    }

    fn may_begin(&self, first: &str) -> bool {
        let begins = |it: Keyword| it.verb().is_some() || it.key() == Some(Key::Everyone);
        lexicon().meaning(first).is_some_and(begins) || self.names.tables().iter().any(|it| it.has_word(first))
    }

    fn begins_with_verb(&self, first: &str) -> bool {
        let leads = |it: Keyword| it.verb().is_some() || matches!(it.key(), Some(Key::Then | Key::And | Key::Facing));
        lexicon().meaning(first).is_some_and(leads) || lexicon().leads(first)
    }

    fn is_plain(&self, word: &Word, has_colon: bool) -> bool {
        word.verb().is_none_or(|it| has_colon || word.folded() == it.word())
    }

    fn leads_to_name(&self, word: &Word) -> bool {
        word.is_idle()
    }

    fn named_at(&self, words: &[Word]) -> Option<(Part, usize)> {
        Some(match (self.names.weapon_at(words), self.names.who_at(words)) {
            (0, 0) => tile_at(words, 0).map(|it| (Part::Place, it.1))?,
            (0, length) => {
                let (name, is_own) = (&words[..length], |it| self.poster.commands(self.battle.seat(it)));
                match (self.names.who.find(name), self.names.units.find(name)) {
                    (Found::One(who), _) if self.for_anybody || is_own(who) => (Part::Addressee, length),
                    (Found::One(_), _) => (Part::Foe, length),
                    // A member of a squad gets no orders of its own.
                    (_, Found::One(unit)) => {
                        let own = self.battle.everybody().find(|it| is_own(*it)).and_then(|it| self.battle.team(it))?;
                        let is_foe = self.battle.team_of(unit).is_some_and(|it| it != own);
                        (Part::Foe, Some(length).filter(|_| is_foe)?)
                    }
                    _ => return None,
                }
            }
            (length, _) => (Part::Weapon, length),
        })
    }

    fn is_among(&self, one: &[Word], all: &[Word]) -> bool {
        match (self.names.units.find(one), self.names.who.find(all)) {
            (Found::One(unit), Found::One(who)) => self.battle.who(unit) == who,
            _ => false,
        }
    }

    fn replaces(&self, later: &Said, earlier: &Said) -> bool {
        collect::replaces(later, earlier)
    }

    fn has_same_addressee(&self, one: &Said, other: &Said) -> bool {
        collect::has_same_addressee(one, other)
    }

    fn is_hold(&self, order: &Said) -> bool {
        matches!(order.what, What::Hold(_))
    }

    fn does(&self, order: &Said, verb: Keyword) -> bool {
        verb.verb().is_some_and(|it| order.what.is_done_by(it))
    }

    // Every answer repeats the order in the words of the language anyway.
    fn is_said_otherwise(&self, _: &Words) -> bool {
        false
    }

    fn is_about_a_word(&self, refusal: &Diagnostic) -> bool {
        refusal.rule.is_none()
    }

    fn may_be_meant(&self, meaning: Keyword) -> bool {
        let is_final = meaning.verb().is_some_and(|it| it.sort() == Sort::Leaving);
        let key = meaning.key();
        let answers = matches!(key, Some(Key::Yes | Key::No | Key::None | Key::NotOutnumbered));
        let says_who = matches!(key, Some(Key::Everyone | Key::But));
        let decides = answers || says_who || matches!(key, Some(Key::Left | Key::Right));
        !is_final && !decides && !matches!(meaning, Keyword::Heading(_) | Keyword::Common(_))
    }

    fn may_be_mended(&self, order: &Said) -> bool {
        !matches!(order.what, What::Leave(_) | What::Withdraw(_) | What::Order(Order::Organise(Organise::Split { .. })))
    }

    // `Tex is at E4` is a statement, and `E 2` could be a direction or a tile.
    fn may_be_guessed(&self, word: &Word) -> bool {
        let is_letter = word.folded().len() == 1 && matches!(word.meaning, Some(Keyword::Heading(_)));
        !is_letter && !matches!(word.folded(), "is" | "are" | "am")
    }

    fn may_be_offered(&self, order: &Said) -> bool {
        // No order is offered for a squad that doesn't exist.
        self.may_be_mended(order) && order.pending.is_empty() && !matches!(order.what, What::Order(Order::Organise(_)))
    }
}
