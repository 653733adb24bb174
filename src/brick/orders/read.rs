//! How this game reads a post.

use crate::brick::battle::{Battle, Order, Organise};
use crate::brick::orders::arrange::{arrange, class_at};
use crate::brick::orders::names::{Found, Names};
use crate::brick::orders::parse::{OrderGrammar, Parser, tile_at};
use crate::brick::orders::said::{Reading, Said, What};
use crate::brick::orders::show::shown;
use crate::brick::orders::vocabulary::{Key, Keyword, Sort, lexicon};
use crate::brick::orders::{Word, Words, collect};
use crate::diagnostic::Diagnostic;
use crate::post::correct::Part;
use crate::post::grammar::{Grammar, Line};
use crate::post::lexicon::Lexicon;
use crate::post::names::Table;
use crate::post::words::{Gap, Kind, folded, is_compass_point};
use crate::post::{self, Language, Poster};

/// Finds the orders of a post. Whatever it holds, this ends soon and never fails.
pub fn read(text: &str, names: &Names, battle: &Battle, poster: Poster, language: &Language) -> Reading {
    let grammar = OrderGrammar { names, battle, poster, for_anybody: false };
    post::read::read(&grammar, text, language)
}

/// The same, where anybody may be told anything.
pub fn read_for_anybody(text: &str, names: &Names, battle: &Battle, language: &Language) -> Reading {
    let grammar = OrderGrammar { names, battle, poster: Poster::Gm, for_anybody: true };
    post::read::read(&grammar, text, language)
}

/// The first word of a line, folded, and what it means.
fn meaning_of_first(line: &str) -> (String, Option<Keyword>) {
    let line = line.trim_start_matches(|it: char| !it.is_alphanumeric());
    let first = folded(line.split(|it: char| !it.is_alphanumeric()).next().unwrap_or_default());
    let meaning = lexicon().meaning(&first);
    (first, meaning)
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
        shown(self.battle, order)
    }

    fn begins_like_an_order(&self, line: &str) -> bool {
        const BYTES_MAX: usize = 200;
        const NAME_BYTES_MAX: usize = 40;
        let line = line.trim_start();
        let (first, meaning) = meaning_of_first(line.get(..BYTES_MAX).map_or(line, |_| ""));
        let begins = meaning.is_some_and(|it| it.verb().is_some() || it.key() == Some(Key::Everyone));
        line.len() <= BYTES_MAX
            && (line.bytes().take(NAME_BYTES_MAX).any(|it| it == b':')
                || begins
                || !first.is_empty() && self.names.tables().iter().any(|it| it.has_word(&first)))
    }

    fn begins_with_verb(&self, line: &str) -> bool {
        let (first, meaning) = meaning_of_first(line);
        let leads = |it: Keyword| it.verb().is_some() || matches!(it.key(), Some(Key::Then | Key::And | Key::Facing));
        meaning.is_some_and(leads) || lexicon().leads(&first)
    }

    fn is_plainly_an_order(&self, words: &Words) -> bool {
        let has_colon = words.all().iter().any(|it| it.kind == Kind::Colon);
        words.all().iter().enumerate().all(|(n, it)| {
            let verb = it.verb();
            let goes_on = n == 0 || has_colon || !it.gap.has(Gap::STOP);
            goes_on && verb.is_none_or(|of| has_colon || it.folded() == of.word())
        })
    }

    fn part_at(&self, words: &[Word]) -> Option<(Part, usize)> {
        let article = usize::from(1 < words.len() && words[0].is_idle());
        let words = words.get(article..)?;
        if let Some(length) = way_at(words) {
            return Some((Part::Way, length + article));
        }
        let is_way = |it: &Word| matches!(it.meaning, Some(Keyword::Heading(_))) && is_compass_point(it.folded());
        if words.first().is_some_and(is_way) {
            return Some((Part::Direction, article + 1));
        }
        let found = match (self.names.weapon_at(words), self.names.somebody(words)) {
            (0, 0) => tile_at(words, 0).map(|it| (Part::Place, it.1))?,
            (0, length) => {
                let (name, is_own) = (&words[..length], |it| self.poster.commands(self.battle.seat(it)));
                match (self.names.who.find(name), self.names.units.find(name)) {
                    (Found::One(who), _) if self.for_anybody || is_own(who) => (Part::Told, length),
                    (Found::One(_), _) => (Part::Foe, length),
                    // One of a squad is told nothing by himself.
                    (_, Found::One(unit)) => {
                        let own = self.battle.everybody().find(|it| is_own(*it)).and_then(|it| self.battle.team(it))?;
                        let is_foe = self.battle.team_of(unit).is_some_and(|it| it != own);
                        (Part::Foe, Some(length).filter(|_| is_foe)?)
                    }
                    _ => return None,
                }
            }
            (length, _) => (Part::Weapon, length),
        };
        Some((found.0, found.1 + article))
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

    fn is_told_to_same(&self, one: &Said, other: &Said) -> bool {
        collect::is_told_to_same(one, other)
    }

    fn is_hold(&self, order: &Said) -> bool {
        matches!(order.what, What::Hold(_))
    }

    fn does(&self, order: &Said, verb: Keyword) -> bool {
        verb.verb().is_some_and(|it| order.what.is_done_by(it))
    }

    // Every answer tells the order in the words of the language anyhow.
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

    // `Tex is at E4` tells where he is, and `E 2` could be a way or a tile.
    fn may_be_guessed(&self, word: &Word) -> bool {
        let is_letter = word.folded().len() == 1 && matches!(word.meaning, Some(Keyword::Heading(_)));
        !is_letter && !matches!(word.folded(), "is" | "are" | "am")
    }

    fn may_be_offered(&self, order: &Said) -> bool {
        // Nobody is offered an order for a squad that isn't there.
        self.may_be_mended(order) && order.pending.is_empty() && !matches!(order.what, What::Order(Order::Organise(_)))
    }
}

/// How many words say a way: `3 tiles to the north`, `north 3`.
fn way_at(words: &[Word]) -> Option<usize> {
    let is_way = |it: &Word| matches!(it.meaning, Some(Keyword::Heading(_)));
    let is_step = |it: &Word| matches!(it.key(), Some(Key::Step | Key::Tile));
    let adds = |it: &&Word| is_step(it) || it.meaning.is_some_and(|it| it.key() == Some(Key::To) || it.is_idle());
    match words {
        [number, rest @ ..] if number.number().is_some() => {
            let added = rest.iter().take_while(adds).count();
            rest.get(added).is_some_and(is_way).then_some(added + 2)
        }
        [way, number, rest @ ..] if is_way(way) && number.number().is_some() && 1 < way.folded().len() => {
            Some(2 + usize::from(rest.first().is_some_and(is_step)))
        }
        _ => None,
    }
}
