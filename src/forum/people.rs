//! The seat of each author, from the GM's list or from what authors say themselves.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::post::markup;
use crate::post::thread::{BOT, GM};
use crate::post::words::covering;

/// The seat of each author in the GM's list, by their name in the forum.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Players(BTreeMap<String, String>);

impl Players {
    /// Makes the list from names in the forum and their seats. Blanks may be written as `_`, and case doesn't matter.
    pub fn new<'a>(said: impl IntoIterator<Item = (&'a str, &'a str)>) -> Players {
        Players(said.into_iter().map(|(name, seat)| (folded(name), one_word(seat))).collect())
    }
}

/// The authors of a thread.
pub(super) struct People<'a> {
    players: &'a Players,
    /// By folded name in the forum.
    names: BTreeMap<String, Named>,
}

/// An author's name in the thread.
struct Named {
    name: String,
    /// Whether the name is a seat that they were given or took, rather than their name in the forum.
    is_seat: bool,
}

impl<'a> People<'a> {
    pub(super) fn new(players: &'a Players) -> People<'a> {
        People { players, names: BTreeMap::new() }
    }

    /// Remembers an author's name from the thread so far.
    pub(super) fn remember(&mut self, author: &str, name: &str) {
        let is_seat = !one_word(author).eq_ignore_ascii_case(name.trim_end_matches('_'));
        self.names.insert(folded(author), Named { name: name.to_owned(), is_seat });
    }

    /// An author's name in the thread. A name in the forum makes nobody the GM, and gives nobody another's seat.
    pub(super) fn name(&mut self, author: &str) -> String {
        if let Some(seat) = self.players.0.get(&folded(author)) {
            return seat.clone();
        }
        if let Some(named) = self.names.get(&folded(author)) {
            return named.name.clone();
        }
        let mut name = one_word(author);
        while is_reserved(&name) || self.is_somebodys(&name) {
            name.push('_');
        }
        self.names.insert(folded(author), Named { name: name.clone(), is_seat: false });
        name
    }

    /// Whether an author has a seat, from the GM's list or by their own word.
    pub(super) fn has_seat(&self, author: &str) -> bool {
        let author = folded(author);
        self.players.0.contains_key(&author) || self.names.get(&author).is_some_and(|it| it.is_seat)
    }

    fn is_somebodys(&self, name: &str) -> bool {
        let mut taken = self.players.0.values().chain(self.names.values().map(|it| &it.name));
        taken.any(|it| it.eq_ignore_ascii_case(name))
    }

    /// Gives the author the seat that a line such as `!I am alice` claims, and returns the post without that line. The
    /// author who opened the thread can be the GM.
    ///
    /// # Errors
    ///
    /// If the line doesn't count, the reason.
    pub(super) fn claim(&mut self, author: &str, text: &str, opened_thread: bool) -> Result<String, String> {
        let Some((line, seat)) = claimed(text) else { return Ok(text.to_owned()) };
        let seat = match one_word(seat) {
            it if ["gm", "the_gm"].contains(&it.to_lowercase().as_str()) => GM.to_owned(),
            it => it,
        };
        let known = self.name(author);
        let refused = |why: &str| Err(format!("{author} claims to be {seat}, but {why}"));
        if !known.eq_ignore_ascii_case(&seat) {
            if self.has_seat(author) {
                return refused(&format!("is {known}"));
            }
            if seat == GM && !opened_thread || seat.eq_ignore_ascii_case(BOT) {
                return refused("only who opened the thread can be that by saying so");
            }
            if self.is_somebodys(&seat) {
                return refused("somebody else is");
            }
        }
        self.names.insert(folded(author), Named { name: seat, is_seat: true });
        let rest = [&text[..line.start], text[line.end..].trim_start_matches('\n')].concat();
        Ok(rest.trim().to_owned())
    }
}

/// The lines of a post's own text: not quoted, hidden or in code.
pub(super) fn plain_lines(text: &str) -> Vec<Range<usize>> {
    let markup = markup::read(text);
    markup.plain.into_iter().filter(|it| covering(&markup.covered, it.start).is_none()).collect()
}

/// The first line that claims a seat, and the seat.
fn claimed(text: &str) -> Option<(Range<usize>, &str)> {
    const WORDS: &str = "!i am ";
    plain_lines(text).into_iter().find_map(|span| {
        let line = text.get(span.clone())?.trim();
        let seat = line.get(WORDS.len()..).filter(|_| line[..WORDS.len()].eq_ignore_ascii_case(WORDS))?;
        let seat = seat.trim().trim_start_matches('@').trim_end_matches(['.', '!']);
        (!seat.is_empty()).then_some((span, seat))
    })
}

fn is_reserved(name: &str) -> bool {
    name.is_empty() || name.eq_ignore_ascii_case(GM) || name.eq_ignore_ascii_case(BOT)
}

/// A name as it is written in a thread of plain text.
pub(super) fn one_word(name: &str) -> String {
    name.split(|it: char| it.is_whitespace() || it.is_control())
        .filter(|it| !it.is_empty())
        .collect::<Vec<_>>()
        .join("_")
}

/// A name for comparison.
fn folded(name: &str) -> String {
    one_word(name).to_lowercase()
}
