//! Posts → orders. [`read`] understands a post by itself, [`collect`] all posts of a round together.
//!
//! A post may name a squad that the round makes: such a name is bound only when all posts are read together.

mod absence;
mod added;
mod collect;
mod edit;
mod measure;
mod names;
mod parse;
mod said;
mod say;
mod show;
#[cfg(test)]
mod tests;
mod vocabulary;
mod words;

pub use absence::absence;
pub use added::{added, with_added};
pub use collect::{Collected, Fate, collect};
pub use edit::edit;
pub use names::Names;
pub use said::{Accepted, Reading, Said, What};
pub use show::{shown, shown_policy};

use crate::brick::battle::Battle;
use crate::brick::orders::parse::Parser;
use crate::post::lines;
use crate::post::{LETTERS_MAX, Language, ORDERS_MAX, Poster};

/// Finds the orders of a post. Whatever it holds, this ends soon and never fails.
pub fn read(text: &str, names: &Names, battle: &Battle, poster: Poster, language: &Language) -> Reading {
    read_as(text, names, battle, (poster, false), language)
}

/// The same, where anybody may be told anything.
pub fn read_for_anybody(text: &str, names: &Names, battle: &Battle, language: &Language) -> Reading {
    read_as(text, names, battle, (Poster::Gm, true), language)
}

fn read_as(text: &str, names: &Names, battle: &Battle, poster: (Poster, bool), language: &Language) -> Reading {
    let text = match text.char_indices().nth(LETTERS_MAX) {
        Some((end, _)) => &text[..end],
        None => text,
    };
    let mut reading = Reading::default();
    let lines = lines::find(text, &language.prefix);
    for line in lines.orders {
        let words = words::words(text, line.clone(), &lines.hidden);
        let mut parser = Parser::new(text, &words, names, battle, poster);
        parser.line();
        reading.given.extend(parser.given);
        reading.diagnostics.extend(parser.diagnostics);
        if reading.is_overfull() {
            reading.given.truncate(ORDERS_MAX);
            reading.diagnostics.truncate(ORDERS_MAX);
            reading.diagnostics.push(say::too_many(line, ORDERS_MAX));
            break;
        }
    }
    reading
}

/// What an order can begin with: of each verb the word that orders are printed with.
pub fn phrases() -> Vec<String> {
    let mut phrases: Vec<String> = Vec::new();
    for (n, (word, verb)) in vocabulary::VERBS.iter().enumerate() {
        if vocabulary::VERBS.iter().take(n).all(|it| it.1 != *verb) {
            phrases.push((*word).to_owned());
        }
    }
    phrases
}
