//! Battles as they are played: posts are accepted, edited and deleted; rounds are closed, reported and undone.
//!
//! Front ends only translate: they pass on who wrote what, and show the results.

mod answers;
mod brief;
mod choices;
pub mod commands;
mod entries;
mod fair;
mod fork;
mod import;
pub mod keeper;
mod look;
mod offers;
mod people;
mod posts;
pub mod refused;
mod replay;
mod rounds;
pub mod service;
#[cfg(test)]
pub(crate) mod tests;
pub mod thread;
pub mod transcript;
pub mod verify;
mod watch;

use std::collections::BTreeMap;

use rand::TryRng as _;
use rand::rngs::SysRng;

use crate::diagnostic::{Diagnostic, join};
use crate::dice::{Die, Purpose, Seed};
use crate::field::{SeatId, SquadId};
use crate::game::{RosterEntry, Stage};
use crate::games::{Playing, Scenario, last_part};
use crate::page::words::commands;
use crate::page::{self, Answer, Document, Known, Owed, Report};
use crate::post::{Language, Poster};
use crate::store::{self, Entry, Hash, Snapshot, Source};

use fork::WhatIf;
use people::People;
use watch::Watch;

pub use choices::Choices;
pub use fork::{ForkDice, NoFork};
pub(crate) use import::{EXPORT_WITH_SEED, why_not_twice};
pub(crate) use posts::NO_ORDERS_LEFT;
pub use posts::Taken;

pub use crate::trial::Rehearsal;
pub use rounds::Undoing;
pub(crate) use service::locked;
pub use service::{Clock, Location, Referee, SystemClock, Transaction};
pub(crate) use watch::time_zone;
pub use watch::{Due, Pace};

/// One battle on the table.
pub struct Table {
    playing: Playing,
    language: Language,
    seed: Seed,
    // All posts of the thread, in the order in which they were first posted.
    posts: Vec<Post>,
    // The rounds and changes that led to the present state, as far as they were played at this table.
    closed: Vec<Closed>,
    changed: Vec<Changed>,
    // How many closed rounds and changes by hand stand.
    decided: usize,
    people: People,
    watch: Watch,
    // How many posts the thread has seen. This is the number of the latest.
    posts_seen: u32,
    // Counts acceptances: later ones have higher numbers (Q-A2).
    clock: u64,
    log: Vec<Entry>,
    // The digest of `log`. Each entry's digest covers those before it.
    chain: Hash,
    // The open round of a log that is being read without playing it.
    unplayed: Option<u16>,
    // How many decisions were not played again, because a snapshot replaces them.
    decisions_skipped: usize,
    // The battle that this was made from, if it is a what-if.
    what_if: Option<WhatIf>,
}

#[derive(Clone, Debug)]
pub struct Post {
    /// Its position in the thread, from 1. Hidden posts are counted separately, above `HIDDEN`.
    pub number: u32,
    /// The front end's name for it.
    pub key: Option<String>,
    pub author: String,
    /// The round that was open when it was first posted.
    pub round: u16,
    /// Its text in the thread. `None` if it was deleted.
    pub text: Option<String>,
    /// The seat that it was posted from, or the GM.
    pub poster: Poster,
    // Its texts, one after another, each with the number of its acceptance.
    texts: Vec<(u64, String)>,
}

/// Hidden posts have numbers above this.
pub(crate) const HIDDEN: u32 = 1 << 30;

impl Post {
    /// Its latest text, even if it was deleted.
    pub fn written(&self) -> &str {
        self.texts.last().map_or("", |it| &it.1)
    }

    /// Its texts, one after another.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        self.texts.iter().map(|it| &*it.1)
    }

    /// Whether it is hidden from everyone but its poster and the GM.
    pub fn is_hidden(&self) -> bool {
        HIDDEN < self.number
    }
}

/// **R-2** A round that is over.
#[derive(Clone, Debug)]
pub struct Closed {
    /// Its number among all decisions that stand (closed rounds and changes by hand), from 1.
    pub number: usize,
    /// The number of its entry in the log, from 1.
    pub entry: usize,
    pub round: u16,
    /// **R-4** Every die of the round, in order.
    pub dice: Vec<(Purpose, Die)>,
    /// What the report says beyond the events.
    pub known: Known,
    pub report: Report,
    /// Players who were still waited for when it was closed.
    pub(crate) without_orders: Vec<Owed>,
    /// The players' secret orders that counted.
    pub(crate) secrets: BTreeMap<Poster, Vec<String>>,
    // The digests of its orders and of its words, from which its dice follow.
    orders: [u8; 32],
    words: [u8; 32],
}

/// A change that the GM made by hand.
#[derive(Clone, Debug)]
pub struct Changed {
    /// Its number among all decisions that stand, from 1.
    pub number: usize,
    /// The number of its entry in the log, from 1.
    pub entry: usize,
    /// As the GM wrote it.
    pub text: String,
    /// What it changed.
    pub difference: Document,
}

/// The number of a post, and its answer if there is one.
#[derive(Clone, Debug)]
pub struct Answered {
    pub number: u32,
    pub answer: Option<Answer>,
}

/// Why something could not be done. The battle is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    #[error("nobody called \"{name}\" has a seat in this battle. {help}")]
    NoSuchSeat { name: String, help: String },
    #[error("{seat} is {holder}'s seat. The GM can give it to somebody else")]
    SeatIsTaken { seat: String, holder: String },
    #[error("that player already has the seat {0}. Leave it first")]
    HasASeat(String),
    #[error("there is no post {} in this thread", post_name(*.0))]
    NoSuchPost(u32),
    #[error("post {} is not {name}'s", post_name(*.number))]
    NotTheirs { number: u32, name: String },
    #[error("the battle is over")]
    BattleIsOver,
    #[error("orders are missing from {0}. Wait for them, or close the round without them")]
    OrdersMissing(String),
    #[error("no round has been closed yet and nothing was changed by hand, so there is nothing to undo")]
    NothingToUndo,
    #[error("nothing that can be undone has the number {number}. {help}")]
    NoSuchDecision { number: usize, help: String },
    #[error("{0}")]
    Unclear(String),
}

impl Refused {
    /// The problems of a text, each under the words that it is about. Like every refusal, it ends without a full stop.
    fn of(text: &str, diagnostics: &[Diagnostic]) -> Refused {
        let told: Vec<String> = diagnostics.iter().map(|it| it.under(text)).collect();
        let told = told.join("\n");
        let then = if told.ends_with('?') { " Then write that" } else { "" };
        Refused::Unclear(format!("{}{then}", told.trim_end_matches('.')))
    }
}

/// A random seed.
///
/// # Errors
///
/// If the system provides no random numbers; in words.
pub(crate) fn drawn_seed() -> Result<Seed, String> {
    let mut bytes = [0; 32];
    SysRng.try_fill_bytes(&mut bytes).map_err(|why| format!("this system gives no random numbers: {why}"))?;
    Ok(Seed::from_bytes(bytes))
}

/// A post's number as people write it: `#3`, or `#h3` for a hidden one.
pub(crate) fn post_name(number: u32) -> String {
    if HIDDEN < number { format!("#h{}", number - HIDDEN) } else { format!("#{number}") }
}

impl Table {
    /// A table with a battle whose first round is open.
    pub fn new(playing: Playing, language: Language, seed: Seed) -> Table {
        Table {
            playing,
            language,
            seed,
            posts: Vec::new(),
            closed: Vec::new(),
            changed: Vec::new(),
            decided: 0,
            people: People::default(),
            watch: Watch::default(),
            posts_seen: 0,
            clock: 0,
            log: Vec::new(),
            chain: Hash([0; 32]),
            unplayed: None,
            decisions_skipped: 0,
            what_if: None,
        }
    }

    /// A table with the battle of a scenario. Its log begins with everything that is needed to play the battle again,
    /// and the commitment to its seed.
    pub fn open(scenario: &Scenario, language: Language, seed: Seed) -> Table {
        let source = |name: &str, text: &str| Source { name: last_part(name).to_owned(), text: text.to_owned() };
        let created = Entry::Created {
            format: store::FORMAT,
            ruleset: scenario.opening.name().to_owned(),
            scenario: source(&scenario.doubts.name, &scenario.doubts.text),
            data: scenario.data.iter().map(|(name, text)| source(name, text)).collect(),
            commitment: Hash(seed.commitment()),
        };
        let mut table = Table::new(scenario.opening.clone(), language, seed);
        table.note(created);
        table
    }

    /// Everything that was done at this table, with the results.
    pub fn log(&self) -> &[Entry] {
        &self.log
    }

    fn note(&mut self, entry: Entry) {
        self.chain = store::chained(self.chain, &entry);
        self.log.push(entry);
    }

    pub fn round(&self) -> u16 {
        self.unplayed.unwrap_or_else(|| self.stage().round)
    }

    /// The hash of the seed. It must be published before the first order.
    pub fn commitment(&self) -> Hash {
        Hash(self.seed.commitment())
    }

    /// Publishes the seed, so that everybody can check the dice. Nothing is played after that.
    pub fn reveal(&mut self) -> Hash {
        let seed = Hash(self.seed.reveal());
        if !self.is_revealed() {
            self.note(Entry::Revealed { seed, log: self.chain });
        }
        seed
    }

    pub(crate) fn seed(&self) -> &Seed {
        &self.seed
    }

    /// Whether the seed is published.
    pub fn is_revealed(&self) -> bool {
        matches!(self.log.last(), Some(Entry::Revealed { .. }))
    }

    /// Whether nothing more can be played, because the battle has an outcome or its seed is published.
    pub fn is_over(&self) -> bool {
        self.stage().outcome.is_some() || self.is_revealed()
    }

    /// The battle that is played here, with its rules.
    pub fn playing(&self) -> &Playing {
        &self.playing
    }

    /// What is played, by whom, and how far it has come.
    pub fn stage(&self) -> Stage<'_> {
        self.playing.stage()
    }

    /// The battle as it was when the round that was closed last opened: before the changes by hand in that round,
    /// because the report of the round tells of them.
    pub fn snapshot(&self) -> Option<Snapshot> {
        let [before @ .., last] = &self.closed[..] else { return None };
        let before = before.last().map_or(0, |it| it.number);
        let changed = self.changed.iter().find(|it| before < it.number && it.number < last.number);
        let (number, entry) = changed.map_or((last.number, last.entry), |it| (it.number, it.entry));
        Some(Snapshot { entries: entry as u32 - 1, bytes: self.playing.snapshot_before(number)? })
    }

    /// Closed rounds, in order. All of them, unless the table was resumed from a snapshot; then those that were played
    /// since, which include the last.
    pub fn closed(&self) -> &[Closed] {
        &self.closed
    }

    /// Changes by hand that stand, in order, as far as they were made at this table.
    pub fn changed(&self) -> &[Changed] {
        &self.changed
    }

    /// The prefix of orders in posts.
    pub fn prefix(&self) -> &str {
        &self.language.prefix
    }

    /// A poster's name in sentences.
    pub fn name_of(&self, poster: Poster) -> &str {
        match poster {
            Poster::Gm => "the GM",
            Poster::Seat(seat) => self.seat_name(seat),
        }
    }

    /// The name under which a poster's posts are accepted: the holder's if the seat has one, otherwise the seat's own.
    pub(crate) fn author_for(&self, poster: Poster) -> &str {
        match poster {
            Poster::Gm => commands::GM,
            Poster::Seat(seat) => self.holder(seat).unwrap_or(self.seat_name(seat)),
        }
    }

    pub(crate) fn seat_name(&self, seat: SeatId) -> &str {
        self.stage().seats.get(usize::from(seat.0)).map_or("", |it| &it.name)
    }

    pub fn seats(&self) -> impl Iterator<Item = SeatId> + use<> {
        (0..self.stage().seats.len()).map(|it| SeatId(it as u8))
    }

    /// A seat's squads on the map.
    pub fn squads_of(&self, seat: SeatId) -> Vec<RosterEntry<'_>> {
        self.playing.roster().into_iter().filter(|it| it.seat == Some(seat) && it.is_on_map).collect()
    }

    /// A sentence with the squads of a seat, and which of them come later.
    pub fn introduction(&self, seat: SeatId) -> String {
        let roster = self.playing.roster();
        let own = |is_it: fn(&RosterEntry<'_>) -> bool| {
            let names = roster.iter().filter(|it| it.seat == Some(seat) && is_it(it)).map(|it| it.name);
            names.collect::<Vec<_>>()
        };
        let here = own(|it| it.is_manned && !it.is_to_come);
        let text = format!("{} {}.", self.seat_name(seat), commands(["commands", "has"], &join(&here, "and")));
        match own(|it| it.is_to_come)[..] {
            [] => text,
            [one] => format!("{text} {one} comes later."),
            ref several => format!("{text} {} come later.", join(several, "and")),
        }
    }

    /// The name of a squad.
    pub(crate) fn squad_name(&self, squad: SquadId) -> String {
        let roster = self.playing.roster();
        roster.iter().find(|it| it.id == squad).map_or_else(String::new, |it| it.name.to_owned())
    }

    /// Why a line of a report says what it says; for a whole round, what its commander had in mind.
    pub fn why(&self, id: &str) -> Option<Document> {
        let round = id.parse().ok().and_then(|round: u16| self.closed.iter().find(|it| it.round == round));
        let line = |it: &Closed| {
            let line = it.report.line(id)?;
            Some(page::why(line, self.playing.reckoning(it.number, line), self.playing.rules()))
        };
        match round {
            Some(closed) => Some(self.commander_reasons(closed)),
            None => self.closed.iter().find_map(line),
        }
    }

    /// The report of the whole battle.
    pub fn final_report(&self) -> Document {
        self.playing.final_report(self.is_over())
    }
}
