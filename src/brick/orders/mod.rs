//! Turns posts into orders: [`read`] understands one post, [`collect`] all posts of a round together.
//!
//! A post may name a squad that the round makes. Such a name is bound only when all posts are read together.

mod added;
mod arrange;
mod collect;
mod edit;
mod measure;
mod names;
mod parse;
mod read;
mod said;
mod say;
mod show;
#[cfg(test)]
mod tests;
mod vocabulary;

pub(crate) use crate::post::names::compared;
pub use added::{added, with_added};
pub use collect::{Collected, Fate, collect};
pub use edit::edit;
pub use names::{Names, asks_nerve};
pub use read::{read, read_as_owner};
pub use said::{Accepted, Reading, Said, What};
pub use show::{shown, told};
pub(crate) use vocabulary::meaning;

use crate::brick::orders::vocabulary::{Key, Keyword, Verb};
use crate::diagnostic::Diagnostic;
use crate::field::SquadId;
use crate::post::{self, Absent, words};

/// A word of an order.
type Word = words::Word<Keyword>;

impl Word {
    /// The verb that this word can be.
    fn verb(&self) -> Option<Verb> {
        self.meaning?.verb()
    }

    /// What this word means between the parts of an order.
    fn key(&self) -> Option<Key> {
        self.meaning?.key()
    }

    /// Whether this word means nothing, wherever it stands.
    fn is_idle(&self) -> bool {
        self.meaning.is_some_and(Keyword::is_idle)
    }
}

/// The words of a line of orders.
type Words = words::Words<Keyword>;

/// Reads what a squad does while its player is away.
///
/// # Errors
///
/// If the text is not understood, or names no friend of the squad.
pub fn absence(text: &str, squad: SquadId, friends: &[(SquadId, &str)]) -> Result<Absent, Diagnostic> {
    post::absence::read(text, vocabulary::lexicon(), squad, friends)
}

/// The words that an order can begin with: for each verb the one that orders are printed with.
pub fn phrases() -> Vec<String> {
    Verb::all().map(|it| it.to_string()).collect()
}
