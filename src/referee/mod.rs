//! Battles as they are played: posts are taken, edited and taken back, rounds are closed, reported and undone.
//!
//! Front ends only translate: they hand over who wrote what, and show what comes back.

pub mod keeper;
mod replay;
#[cfg(test)]
mod tests;
pub mod thread;
pub mod verify;

use sha2::{Digest as _, Sha256};

use crate::battle::{Battle, Event, Orders, SeatId};
use crate::commander;
use crate::dice::{D6, Purpose, Seed, words_digest};
use crate::orders::{self, Accepted, Language, Names, Poster};
use crate::report::{self, Answer, Asked, Document, Known, Owed, Report};
use crate::rules::Ruleset;
use crate::scenario::Scenario;
use crate::store::{self, Entry, Hash, Source};

/// One battle on the table.
pub struct Table {
    ruleset: Ruleset,
    language: Language,
    seed: Seed,
    names: Names,
    battle: Battle,
    // Of the open round, in the order in which they were first posted.
    posts: Vec<Post>,
    closed: Vec<Closed>,
    // How many posts the thread has seen, which is the number of the last.
    posts_seen: u32,
    // Counts acceptances: a later one has a higher number (Q-A2).
    clock: u64,
    log: Vec<Entry>,
}

/// A post of the open round.
#[derive(Clone, Debug)]
pub struct Post {
    /// Its place in the thread, from 1.
    pub number: u32,
    pub text: String,
    accepted: Accepted,
}

/// **R-2** A round that is over.
#[derive(Clone, Debug)]
pub struct Closed {
    /// The battle as the round was closed.
    pub before: Battle,
    /// All orders as they were then, the commander's included.
    pub orders: Orders,
    pub events: Vec<Event>,
    /// **R-4** Every die of the round, in order.
    pub dice: Vec<(Purpose, D6)>,
    pub report: Report,
    posts: Vec<Post>,
}

/// What is answered to a post: its number, and the answer if there is anything to say.
#[derive(Clone, Debug)]
pub struct Answered {
    pub number: u32,
    pub answer: Option<Answer>,
}

/// Why something could not be done. The battle is as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    #[error("nobody called \"{name}\" has a seat in this battle. {help}")]
    NoSuchSeat { name: String, help: String },
    #[error("there is no post #{0} in this thread")]
    NoSuchPost(u32),
    #[error("post #{number} is not {name}'s")]
    NotTheirs { number: u32, name: String },
    #[error("post #{number} belongs to round {round}, which is closed: its orders can't change any more (R-2)")]
    RoundIsClosed { number: u32, round: u16 },
    #[error("the battle is over")]
    BattleIsOver,
    #[error("no round has been closed yet, so there is nothing to undo")]
    NothingToUndo,
}

impl Table {
    /// Puts a battle on the table, its first round open.
    pub fn new(battle: Battle, ruleset: Ruleset, language: Language, seed: Seed) -> Table {
        Table {
            names: Names::new(&battle),
            ruleset,
            language,
            seed,
            battle,
            posts: Vec::new(),
            closed: Vec::new(),
            posts_seen: 0,
            clock: 0,
            log: Vec::new(),
        }
    }

    /// Puts the battle of a scenario on the table. Its log then has all that it takes to play it again, and the
    /// commitment to its seed.
    pub fn open(scenario: &Scenario, language: Language, seed: Seed) -> Table {
        let source = |(name, text): &(String, String)| Source { name: name.clone(), text: text.clone() };
        let created = Entry::Created {
            format: store::FORMAT,
            ruleset: scenario.ruleset.name().to_owned(),
            ruleset_version: scenario.ruleset.version(),
            scenario: Source { name: scenario.doubts.name.clone(), text: scenario.doubts.text.clone() },
            data: scenario.data.iter().map(source).collect(),
            commitment: Hash(seed.commitment()),
        };
        let mut table = Table::new(scenario.battle(), scenario.ruleset.clone(), language, seed);
        table.log.push(created);
        table
    }

    /// Everything that was done at this table, and what came of it.
    pub fn log(&self) -> &[Entry] {
        &self.log
    }

    /// The hash of the seed, to be published before the first order.
    pub fn commitment(&self) -> Hash {
        Hash(self.seed.commitment())
    }

    /// Publishes the seed, once, so that everybody can check the dice. Nothing is played after that.
    pub fn reveal(&mut self) -> Hash {
        let seed = Hash(self.seed.reveal());
        if !matches!(self.log.last(), Some(Entry::Revealed { .. })) {
            self.log.push(Entry::Revealed { seed });
        }
        seed
    }

    /// The battle as the open round finds it.
    pub fn battle(&self) -> &Battle {
        &self.battle
    }

    /// The rules it is fought by.
    pub fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// Rounds that are over, the first first.
    pub fn closed(&self) -> &[Closed] {
        &self.closed
    }

    /// Who sits under a name, any case.
    ///
    /// # Errors
    ///
    /// If nobody does.
    pub fn poster(&self, name: &str) -> Result<Poster, Refused> {
        if name.eq_ignore_ascii_case(thread::GM) {
            return Ok(Poster::Gm);
        }
        let setup = self.battle.setup();
        let seat = setup.seat_ids().find(|it| setup.seat(*it).name.to_lowercase() == name.to_lowercase());
        seat.map(Poster::Seat).ok_or_else(|| {
            let mut names: Vec<&str> = setup.seats.iter().map(|it| it.name.as_str()).collect();
            names.push(thread::GM);
            let help = format!("Those who have are {}", crate::diagnostic::join(&names, "and"));
            Refused::NoSuchSeat { name: name.chars().take(40).collect(), help }
        })
    }

    /// What people call a poster.
    pub fn name_of(&self, poster: Poster) -> &str {
        match poster {
            Poster::Gm => "the GM",
            Poster::Seat(seat) => &self.battle.setup().seat(seat).name,
        }
    }

    /// Takes a post. It gets a number, whoever wrote it and whatever it says.
    ///
    /// # Errors
    ///
    /// If nobody of that name has a seat, or the battle is over.
    pub fn post(&mut self, author: &str, text: &str) -> Result<Answered, Refused> {
        self.take(author, text)?;
        Ok(self.answered(self.posts.len() - 1))
    }

    /// Takes a post, unanswered.
    fn take(&mut self, author: &str, text: &str) -> Result<(), Refused> {
        self.posts_seen += 1;
        let number = self.posts_seen;
        let poster = self.poster(author)?;
        if self.battle.outcome().is_some() {
            return Err(Refused::BattleIsOver);
        }
        self.clock += 1;
        let reading = orders::read(text, &self.names, &self.battle, poster, &self.language);
        let accepted = Accepted::new(poster, reading, self.clock);
        self.log.push(Entry::Posted { number, author: author.to_owned(), text: text.to_owned() });
        self.posts.push(Post { number, text: text.to_owned(), accepted });
        Ok(())
    }

    /// Reads a post of the open round again.
    ///
    /// # Errors
    ///
    /// If there is no such post, it is somebody else's, or its round is closed.
    pub fn edit(&mut self, author: &str, number: u32, text: &str) -> Result<Answered, Refused> {
        let at = self.take_edit(author, number, text)?;
        Ok(self.answered(at))
    }

    /// Reads a post again, unanswered; its place among those of the round.
    fn take_edit(&mut self, author: &str, number: u32, text: &str) -> Result<usize, Refused> {
        let at = self.open_post(author, number)?;
        self.clock += 1;
        let poster = self.posts[at].accepted.poster;
        let reading = orders::read(text, &self.names, &self.battle, poster, &self.language);
        let post = &mut self.posts[at];
        post.accepted = post.accepted.carry_over(reading, self.clock);
        post.text = text.to_owned();
        self.log.push(Entry::Edited { number, author: author.to_owned(), text: text.to_owned() });
        Ok(at)
    }

    /// Takes a post of the open round back, with its orders.
    ///
    /// # Errors
    ///
    /// If there is no such post, it is somebody else's, or its round is closed.
    pub fn delete(&mut self, author: &str, number: u32) -> Result<(), Refused> {
        let at = self.open_post(author, number)?;
        self.posts.remove(at);
        self.log.push(Entry::Deleted { number, author: author.to_owned() });
        Ok(())
    }

    /// The place of a post that its author may still change.
    fn open_post(&self, author: &str, number: u32) -> Result<usize, Refused> {
        let poster = self.poster(author)?;
        let is_it = |it: &Post| it.number == number;
        if let Some(at) = self.posts.iter().position(is_it) {
            let is_theirs = self.posts[at].accepted.poster == poster;
            let name = self.name_of(poster).to_owned();
            return if is_theirs { Ok(at) } else { Err(Refused::NotTheirs { number, name }) };
        }
        match self.closed.iter().find(|it| it.posts.iter().any(is_it)) {
            Some(closed) => Err(Refused::RoundIsClosed { number, round: closed.before.round() }),
            None => Err(Refused::NoSuchPost(number)),
        }
    }

    fn answered(&self, at: usize) -> Answered {
        let posts = self.accepted();
        let collected = orders::collect(&self.battle, &posts);
        let post = &self.posts[at];
        let (rules, battle) = (&self.ruleset, &self.battle);
        let asked = Asked { rules, battle, text: &post.text, posts: &posts, collected: &collected, post: at };
        Answered { number: post.number, answer: report::answer(&asked) }
    }

    /// What is answered to every post of the open round now, with the name of whoever wrote it.
    pub fn answers(&self) -> impl Iterator<Item = (&str, Answered)> {
        let name = |it: &Post| self.name_of(it.accepted.poster);
        self.posts.iter().enumerate().map(move |(at, post)| (name(post), self.answered(at)))
    }

    fn accepted(&self) -> Vec<Accepted> {
        self.posts.iter().map(|it| it.accepted.clone()).collect()
    }

    /// What the players have ordered so far.
    pub fn orders(&self) -> Orders {
        orders::collect(&self.battle, &self.accepted()).orders
    }

    /// Who owes orders: seats with squads on the map that have been told nothing.
    pub fn owed(&self) -> Vec<Owed> {
        let orders = self.orders();
        if self.battle.outcome().is_some() {
            return Vec::new();
        }
        let setup = self.battle.setup();
        let of = |seat: SeatId| Owed {
            who: setup.seat(seat).name.clone(),
            squads: setup
                .squad_ids()
                .filter(|it| setup.squad(*it).seat == Some(seat))
                .filter(|it| self.battle.is_on_map(*it) && !orders.has_any_for(*it))
                .collect(),
        };
        setup.seat_ids().map(of).filter(|it| !it.squads.is_empty()).collect()
    }

    /// **R-2** Closes the round, plays it and opens the next. Squads without orders hold; the commander gives
    /// orders to those that are the GM's and have none.
    ///
    /// # Errors
    ///
    /// If the battle is over.
    pub fn close(&mut self) -> Result<&Closed, Refused> {
        if self.battle.outcome().is_some() {
            return Err(Refused::BattleIsOver);
        }
        let orders = commander::complete(&self.ruleset, &self.battle, &self.orders());
        let mut dice = self.seed.dice(self.battle.round(), &orders.digest(), &words_digest([]));
        let events = self.ruleset.resolve(&self.battle, &orders, &mut dice);
        let before = self.battle.clone();
        events.iter().for_each(|it| self.battle.apply(it));
        self.log.push(Entry::Closed {
            round: before.round(),
            orders: Hash(orders.digest()),
            dice: dice.rolled().iter().map(|it| it.1.to_string()).collect(),
            events: Hash(digest_of(&events)),
            state: Hash(self.battle.digest()),
        });
        let posts = std::mem::take(&mut self.posts);
        let known = Known { owed: self.owed(), deadline: None };
        let report = Report::of(&before, &events, &known);
        self.closed.push(Closed { before, orders, events, dice: dice.rolled().to_vec(), report, posts });
        Ok(&self.closed[self.closed.len() - 1])
    }

    /// Takes the last closed round back: it is open again, with its posts. Closed again with the same orders it gives
    /// the same dice.
    ///
    /// # Errors
    ///
    /// If no round has been closed.
    pub fn undo(&mut self) -> Result<u16, Refused> {
        let closed = self.closed.pop().ok_or(Refused::NothingToUndo)?;
        // What was posted since stays: it was read against another battle, but its squads are the same.
        let since = std::mem::replace(&mut self.posts, closed.posts);
        self.posts.extend(since);
        self.battle = closed.before;
        self.log.push(Entry::Undone { round: self.battle.round() });
        Ok(self.battle.round())
    }

    /// The next post is to have this number: some of the thread are not in the log.
    fn skip_to(&mut self, number: u32) {
        self.posts_seen = self.posts_seen.max(number.saturating_sub(1));
    }

    /// Why a line of a report is so.
    pub fn why(&self, id: &str) -> Option<Document> {
        self.closed.iter().find_map(|it| report::why(&it.before, &it.events, &it.report, id))
    }

    /// Everything that has happened, round after round.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        self.closed.iter().flat_map(|it| &it.events)
    }

    /// The report of the whole battle.
    pub fn final_report(&self) -> Document {
        report::final_report(&self.battle, self.events())
    }
}

/// The digest of what happened: SHA-256 over the events as JSON.
fn digest_of(events: &[Event]) -> [u8; 32] {
    let text = serde_json::to_vec(events).expect("events have no maps and no floats, so they are JSON");
    Sha256::digest(text).into()
}
