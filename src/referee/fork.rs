//! What-ifs: battles that continue from a round of another battle, with other orders.
//!
//! A what-if is a battle of its own, and says so in everything that it shows. Nothing that is done in it reaches the
//! original battle. A what-if of a battle that is over begins at any of its rounds; the posts and orders of that time
//! are repeated as long as they still make sense. A what-if of a battle that is going on begins at the open round, and
//! holds only what its maker may know.

use std::collections::BTreeMap;

use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::dice::{Dice, Seed};
use crate::page::{Block, Document, ReportLine, Rich};
use crate::post::Poster;
use crate::referee::commands::GM;
use crate::referee::replay::Difference;
use crate::referee::{Answered, Closed, Refused, Table};
use crate::store::{Entry, Hash};

/// The dice of a what-if.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForkDice {
    /// Dice that no battle rolls.
    Fresh,
    /// The dice that fell in the original battle, whatever the orders, so that only the orders make a difference.
    /// Rounds that the original didn't have get dice of their own.
    Fell,
}

/// How much of a post is shown in a comparison, in letters.
const LETTERS_MAX: usize = 200;

/// Why a what-if can't be made.
#[derive(Debug, thiserror::Error)]
pub enum NoFork {
    #[error(transparent)]
    Log(#[from] Difference),
    #[error("the battle has no round {round}. It was fought in rounds 1 to {last}: name one of them")]
    Round { round: u16, last: u16 },
    #[error("no round of the battle was closed, so there is nothing to go on from")]
    NoRounds,
}

/// The battle that a what-if was made from.
pub(super) enum WhatIf {
    Over(Box<Fork>),
    /// A battle that is going on, and the last round that may be played in the what-if.
    Running {
        last: u16,
    },
}

/// How many rounds a what-if of an open battle may play.
const ROUNDS_AHEAD: u16 = 3;

/// A finished battle, and how far it has been repeated.
pub(super) struct Fork {
    /// The original battle.
    original: Table,
    from: u16,
    dice: ForkDice,
    /// How many entries of the original log have been dealt with here.
    entries_done: usize,
    /// The last round whose posts have been repeated.
    last_repeated: u16,
    /// Posts of later rounds that were written before a round was taken back, each with its round; and their edits and
    /// deletions.
    waiting: Vec<(u16, Entry)>,
    /// For each post of the original that was repeated, its number here.
    numbers: BTreeMap<u32, u32>,
    /// Whether entries are being repeated right now.
    is_repeating: bool,
    /// What was posted only here: the round, the poster and the text.
    posted: Vec<(u16, Poster, String)>,
}

impl Table {
    /// A what-if of a finished battle, at the moment before `round` was closed, with the posts of that round. `seed` is
    /// the what-if's own.
    ///
    /// # Errors
    ///
    /// If the log is inconsistent, its seed isn't published, or it has no such round.
    pub fn fork(log: &[Entry], round: u16, dice: ForkDice, seed: Seed) -> Result<Table, NoFork> {
        let Some(Entry::Revealed { seed: then_seed, .. }) = log.last() else { return Err(Difference::NoSeed.into()) };
        let then_seed = Seed::from_bytes(then_seed.0);
        let then = Table::resume(log, then_seed.clone(), 0, None)?;
        let Some(last) = then.closed.last().map(|it| it.round) else { return Err(NoFork::NoRounds) };
        let closed = then.closed.iter().find(|it| it.round == round).ok_or(NoFork::Round { round, last })?;
        let done = closed.entry;
        let mut table = Table::resume(&log[..done - 1], then_seed, 0, None)?;
        let forked = Entry::Forked { of: then.commitment(), round, seed: Hash(seed.reveal()) };
        table.seed = seed;
        table.chain = Hash([0; 32]);
        let before = std::mem::take(&mut table.log);
        std::iter::once(forked).chain(before).for_each(|it| table.note(it));
        // The log has a new first entry.
        table.closed.iter_mut().for_each(|it| it.entry += 1);
        table.changed.iter_mut().for_each(|it| it.entry += 1);
        let numbers = table.posts.iter().map(|it| (it.number, it.number)).collect();
        table.what_if = Some(WhatIf::Over(Box::new(Fork {
            original: then,
            from: round,
            dice,
            entries_done: done,
            last_repeated: round,
            waiting: Vec::new(),
            numbers,
            is_repeating: false,
            posted: Vec::new(),
        })));
        Ok(table)
    }

    /// A what-if of the open round as its author may know it, with the orders that the author can see. It leaves out
    /// others' hidden orders, the plans of the GM's squads, reserves, and events to come. `seed` is the what-if's own,
    /// and must not depend on the battle.
    ///
    /// # Errors
    ///
    /// If nobody of this name has a seat, the battle is over, or this is a what-if itself.
    pub fn what_if(&self, author: &str, seed: Seed) -> Result<Table, Refused> {
        let poster = self.poster(author)?;
        if self.is_what_if() {
            return Err(Refused::Unclear("this is a what-if already. Leave it first".to_owned()));
        }
        self.refuse_if_over()?;
        let mut table = Table::new(self.playing.as_players_know_it(), self.language.clone(), seed);
        table.what_if = Some(WhatIf::Running { last: self.round().saturating_add(ROUNDS_AHEAD - 1) });
        table.people.stand_ins.clone_from(&self.people.stand_ins);
        for post in self.open_posts().filter(|it| !it.is_hidden() || it.poster == poster) {
            let Some(text) = &post.text else { continue };
            let name = match post.poster {
                Poster::Seat(seat) => self.seat_name(seat),
                Poster::Gm => GM,
            };
            // A post that the copy refuses didn't count in the battle either.
            let _ = if post.is_hidden() { table.take_hidden(name, text) } else { table.take(name, text, None) };
        }
        Ok(table)
    }

    /// Takes a post of a what-if, in which anybody may order the squads of any side. Its poster becomes somebody who
    /// commands the squads in it; `asker` is tried first. If nobody could post it, it is answered as a post by the
    /// owner of the squad that it begins with.
    ///
    /// # Errors
    ///
    /// If the battle is over.
    pub fn post_for_its_owner(&mut self, asker: Option<Poster>, text: &str) -> Result<Answered, Refused> {
        let mut all = asker.into_iter().chain([Poster::Gm]).chain(self.seats().map(Poster::Seat));
        let could_post = all.find(|it| self.playing.reads(text, *it, &self.language));
        let of_first = || {
            let told = text.trim_start_matches(self.prefix()).trim_start().to_lowercase();
            let roster = self.playing.roster();
            let named = roster.iter().filter(|it| told.starts_with(&it.name.to_lowercase()));
            named.max_by_key(|it| it.name.len()).map(|it| it.seat.map_or(Poster::Gm, Poster::Seat))
        };
        // While the battle goes on, an answer for the GM must not reveal reserves to a player.
        let may_be_seen = |it: &Poster| {
            let answer = self.playing.ask(text, *it, &self.language, self.clock + 1, &|_| true);
            let told = answer.map_or_else(String::new, |it| it.text());
            let is_open = asker == Some(Poster::Gm) || matches!(self.what_if, Some(WhatIf::Over(_)));
            is_open || !self.playing.roster().iter().any(|it| !it.is_known && told.contains(it.name))
        };
        let poster = could_post.or_else(|| of_first().filter(may_be_seen)).or(asker).unwrap_or(Poster::Gm);
        let author = self.author_for(poster).to_owned();
        self.post(&author, text)
    }

    pub fn is_what_if(&self) -> bool {
        self.what_if.is_some()
    }

    fn as_fork(&self) -> Option<&Fork> {
        self.what_if.as_ref()?.fork()
    }

    fn as_fork_mut(&mut self) -> Option<&mut Fork> {
        let Some(WhatIf::Over(fork)) = &mut self.what_if else { return None };
        Some(fork)
    }

    /// Refuses to play the open round if a what-if of an open battle has already looked far enough ahead.
    pub(super) fn may_close(&self) -> Result<(), Refused> {
        match self.what_if {
            Some(WhatIf::Running { last }) if last < self.round() => Err(Refused::Unclear(format!(
                "a what-if of a battle that is going on looks {ROUNDS_AHEAD} rounds ahead, and these are played. /leave, and \
                 /what-if begins another"
            ))),
            _ => Ok(()),
        }
    }

    /// The orders that the commander and stand-ins added to this round in the original battle. `None` unless the battle
    /// stands as it did then.
    pub(super) fn original_commanded(&self) -> Option<Value> {
        let fork = self.as_fork()?;
        let closed = fork.closed(self.round())?;
        let before = fork.original.playing.snapshot_before(closed.number)?;
        let is_the_same = <[u8; 32]>::from(Sha256::digest(before)) == self.playing.digest();
        match fork.original.log.get(closed.entry - 1) {
            Some(Entry::Closed { commanded, .. }) if is_the_same => Some(commanded.clone()),
            _ => None,
        }
    }

    /// Repeats what was posted and done for the open round in the original battle, as far as possible.
    pub(super) fn repeat_posts(&mut self) {
        let round = self.round();
        let Some(fork) = self.as_fork_mut().filter(|it| it.last_repeated < round) else { return };
        fork.last_repeated = round;
        let Some(entry) = fork.closed(round).map(|it| it.entry) else { return };
        let entries = std::mem::replace(&mut fork.entries_done, entry)..entry - 1;
        let (now, later): (Vec<_>, Vec<_>) = fork.waiting.drain(..).partition(|it| it.0 <= round);
        fork.waiting = later;
        let mut to_do: Vec<Entry> = now.into_iter().map(|it| it.1).collect();
        // A round that was closed and taken back may have left posts of the next one.
        let mut open = round;
        for n in entries {
            let Some(entry) = fork.original.log.get(n) else { continue };
            let waits = |number: &u32| {
                let is_it = |it: &(u16, Entry)| matches!(&it.1, Entry::Posted { number: n, .. } if n == number);
                fork.waiting.iter().find(|it| is_it(it)).map(|it| it.0)
            };
            let of_round = match entry {
                Entry::Closed { .. } => {
                    open += 1;
                    continue;
                }
                Entry::Undone { round, .. } => {
                    open = *round;
                    continue;
                }
                Entry::Posted { .. } => open,
                Entry::Edited { number, .. } | Entry::Deleted { number, .. } => waits(number).unwrap_or(round),
                Entry::Changed { .. } if !fork.original.changed.iter().any(|it| it.entry == n + 1) => continue,
                _ => round,
            };
            match round < of_round {
                true => fork.waiting.push((of_round, entry.clone())),
                false => to_do.push(entry.clone()),
            }
        }
        fork.is_repeating = true;
        for entry in to_do {
            // The battle has changed, so what is no longer possible is left out.
            let _ = self.repeat(&entry);
        }
        if let Some(fork) = self.as_fork_mut() {
            fork.is_repeating = false;
        }
    }

    fn repeat(&mut self, entry: &Entry) -> Result<(), Refused> {
        let here = |table: &Table, number: &u32| {
            let known = table.as_fork().and_then(|it| it.numbers.get(number).copied());
            known.ok_or(Refused::NoSuchPost(*number))
        };
        match entry {
            Entry::Posted { number, author, text, hidden, .. } => {
                let taken = if *hidden { self.take_hidden(author, text)? } else { self.take(author, text, None)? };
                if let Some(fork) = self.as_fork_mut() {
                    fork.numbers.insert(*number, taken);
                }
                Ok(())
            }
            Entry::Edited { number, author, text } => self.take_edit(author, here(self, number)?, text),
            Entry::Deleted { number, author } => self.take_deletion(author, here(self, number)?),
            Entry::Changed { text, .. } => self.change(text).map(|_| ()),
            Entry::Seated { .. }
            | Entry::Unseated { .. }
            | Entry::Word { .. }
            | Entry::StandsIn { .. }
            | Entry::Away { .. }
            | Entry::Ready { .. } => self.apply_entry(entry.clone()),
            // Rounds are closed here by people, and calls and reminders aren't repeated.
            _ => Ok(()),
        }
    }

    /// Notes a post that wasn't in the original battle.
    pub(super) fn note_posted(&mut self, poster: Poster, text: &str) {
        let round = self.round();
        if let Some(fork) = self.as_fork_mut().filter(|it| !it.is_repeating) {
            fork.posted.push((round, poster, text.to_owned()));
        }
    }

    /// How the what-if differs from the original battle: the other posts, the first line that differs, and the state
    /// after the last round that both have. `None` if this is no what-if of a finished battle.
    pub fn comparison(&self) -> Option<Document> {
        let fork = self.as_fork()?;
        let dice = match fork.dice {
            ForkDice::Fresh => "with other dice",
            ForkDice::Fell => "with the dice as they fell",
        };
        let title = format!("{} · from round {} · {dice}", self.stage().title, fork.from);
        let mut blocks = vec![Block::Heading(Rich::plain(title))];
        let mut line = |text: String| blocks.push(Block::Line(Rich::plain(text)));
        if fork.posted.is_empty() {
            line("Nothing was posted but what was posted then.".to_owned());
        }
        for (round, poster, text) in &fork.posted {
            let author = self.name_of(*poster);
            let orders = text.split_whitespace().collect::<Vec<_>>().join(" ");
            let orders: String = orders.chars().take(LETTERS_MAX).collect();
            line(format!("Posted for round {round} by {author}: {orders}"));
        }
        let here: Vec<&Closed> = self.closed.iter().filter(|it| fork.from <= it.round).collect();
        let pairs: Vec<(&Closed, &Closed)> =
            here.iter().filter_map(|here| Some((*here, fork.closed(here.round)?))).collect();
        match pairs.iter().find_map(|(here, then)| first_difference(here, then)) {
            Some(text) => line(text),
            None if pairs.is_empty() => line("No round has been closed here yet.".to_owned()),
            None => line("Every line is as it was.".to_owned()),
        }
        if let Some((here, then)) = pairs.last() {
            let round = here.round;
            line(format!("After round {round}, then → here:"));
            let state = |table: &Table, number: usize| table.playing.snapshot_after(number);
            if let (Some(here), Some(then)) = (state(self, here.number), state(&fork.original, then.number)) {
                blocks.extend(self.playing.difference(&then, &here).into_iter().flat_map(|it| it.blocks));
            }
        }
        for (round, what) in [(&fork.original, "Then"), (self, "Here")] {
            let ended = round.stage().outcome.map(|_| round.playing.ended());
            let text = match ended {
                Some(ended) => format!("{what}: {ended}, after round {}.", round.stage().round),
                None => format!("{what}: round {} is open.", round.stage().round),
            };
            blocks.push(Block::Line(Rich::plain(text)));
        }
        Some(Document { blocks })
    }
}

/// The first line that differs between the reports of a round.
fn first_difference(here: &Closed, then: &Closed) -> Option<String> {
    let (ours, theirs) = (&here.report.lines, &then.report.lines);
    let pair = |n: usize| (ours.get(n), theirs.get(n));
    let differs = |n: &usize| pair(*n).0.map(|it| it.text.text()) != pair(*n).1.map(|it| it.text.text());
    let (ours, theirs) = pair((0..ours.len().max(theirs.len())).find(differs)?);
    let told = |line: Option<&ReportLine>| {
        line.map_or_else(|| "nothing more".to_owned(), |it| it.text.text().trim_end_matches('.').to_owned())
    };
    let id = ours.map_or_else(|| format!("Round {}", here.round), ReportLine::id);
    Some(format!("{id}, the first difference: {}. Then it was: {}.", told(ours), told(theirs)))
}

impl Fork {
    /// A round of the original battle that stands in the end.
    fn closed(&self, round: u16) -> Option<&Closed> {
        self.original.closed.iter().find(|it| it.round == round)
    }

    /// The dice of a round in the original battle, if this what-if uses them.
    pub(super) fn dice(&self, round: u16) -> Option<Dice> {
        let closed = self.closed(round).filter(|_| self.dice == ForkDice::Fell)?;
        Some(self.original.seed.dice(round, &closed.orders, &closed.words))
    }
}

impl WhatIf {
    /// The original of a what-if of a finished battle.
    pub(super) fn fork(&self) -> Option<&Fork> {
        let WhatIf::Over(fork) = self else { return None };
        Some(fork)
    }
}
