//! Battles as they are played: posts are taken, edited and taken back, rounds are closed, reported and undone.
//!
//! Front ends only translate: they hand over who wrote what, and show what comes back.

mod brief;
pub mod commands;
mod fair;
mod import;
pub mod keeper;
mod people;
mod posts;
mod rehearse;
mod replay;
mod rounds;
pub mod service;
#[cfg(test)]
mod tests;
pub mod thread;
pub mod transcript;
pub mod verify;
mod watch;

use crate::diagnostic::Diagnostic;
use crate::dice::{Die, Purpose, Seed};
use crate::field::{SeatId, SquadId};
use crate::game::Ruleset;
use crate::line::battle::{Battle, Event, Orders};
use crate::line::orders::{Accepted, Language, Names, Poster};
use crate::line::report;
use crate::line::report::{Answer, Known, Report};
use crate::line::scenario::Scenario;
use crate::page::Document;
use crate::store::{self, ClosedBy, Entry, Hash, Source};

use people::People;
use watch::Watch;

pub use import::Import;
pub use posts::Taken;
pub use rehearse::Rehearse;
pub use replay::Snapshot;
pub use rounds::Undoing;
pub use service::{Clock, Happened, Referee, Sheet, SystemClock};
pub use watch::{Due, Pace};

/// One battle on the table.
pub struct Table {
    ruleset: Ruleset,
    language: Language,
    seed: Seed,
    names: Names,
    battle: Battle,
    // Of the whole thread, in the order in which they were first posted.
    posts: Vec<Post>,
    // What led from the beginning to `battle`, as far as it was played at this table.
    closed: Vec<Closed>,
    changed: Vec<Changed>,
    // How many closed rounds and changes by hand stand.
    decided: usize,
    people: People,
    watch: Watch,
    // How many posts the thread has seen, which is the number of the last.
    posts_seen: u32,
    // Counts acceptances: a later one has a higher number (Q-A2).
    clock: u64,
    log: Vec<Entry>,
    // The digest of `log`, each entry over those before it.
    chain: Hash,
    // While a log is taken without playing it: the round that is open there.
    unplayed: Option<u16>,
    // Decisions that were not played again: a snapshot stands for them.
    cold: usize,
}

/// A post.
#[derive(Clone, Debug)]
pub struct Post {
    /// Its place in the thread, from 1. Hidden ones are counted apart, from [`HIDDEN`] on.
    pub number: u32,
    /// The front end's name for it.
    pub key: Option<String>,
    pub author: String,
    /// The round that was open when it was first posted.
    pub round: u16,
    /// As it stands in the thread; `None`: taken back.
    pub text: Option<String>,
    poster: Poster,
    // What stood there, one after the other, and when it was accepted.
    texts: Vec<(u64, String)>,
    // Of the open round, as it was understood.
    accepted: Option<Accepted>,
}

/// Hidden posts have numbers above this.
pub const HIDDEN: u32 = 1 << 30;

impl Post {
    /// Whose it is.
    pub fn poster(&self) -> Poster {
        self.poster
    }

    /// Whether nobody but the GM may see it before the battle is over.
    pub fn is_hidden(&self) -> bool {
        HIDDEN < self.number
    }
}

/// **R-2** A round that is over.
#[derive(Clone, Debug)]
pub struct Closed {
    /// Its number among all decisions that stand, closed rounds and changes by hand, from 1.
    pub number: usize,
    /// The number of its entry in the log, from 1.
    pub entry: usize,
    pub by: ClosedBy,
    /// The battle as the round was closed.
    pub before: Battle,
    /// All orders as they were then, the commander's included.
    pub orders: Orders,
    pub events: Vec<Event>,
    /// **R-4** Every die of the round, in order.
    pub dice: Vec<(Purpose, Die)>,
    /// What the report tells beside the events.
    pub known: Known,
    pub report: Report,
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
    pub before: Battle,
    pub events: Vec<Event>,
    /// What is different now.
    pub difference: Document,
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
    /// What there is to say about a text, under its own words. Like every refusal it has no full stop at its end.
    fn of(text: &str, diagnostics: &[Diagnostic]) -> Refused {
        let told: Vec<String> = diagnostics.iter().map(|it| it.under(text)).collect();
        Refused::Unclear(told.join("\n").trim_end_matches('.').to_owned())
    }
}

/// What people call a post.
pub fn post_name(number: u32) -> String {
    if HIDDEN < number { format!("#h{}", number - HIDDEN) } else { format!("#{number}") }
}

impl Table {
    /// Puts a battle on the table, its first round open.
    pub fn new(battle: Battle, ruleset: Ruleset, language: Language, seed: Seed) -> Table {
        Table {
            names: Names::new(&battle),
            ruleset,
            language,
            seed,
            people: People::of(battle.setup()),
            battle,
            posts: Vec::new(),
            closed: Vec::new(),
            changed: Vec::new(),
            decided: 0,
            watch: Watch::default(),
            posts_seen: 0,
            clock: 0,
            log: Vec::new(),
            chain: Hash([0; 32]),
            unplayed: None,
            cold: 0,
        }
    }

    /// Puts the battle of a scenario on the table. Its log then has all that it takes to play it again, and the
    /// commitment to its seed.
    pub fn open(scenario: &Scenario, language: Language, seed: Seed) -> Table {
        // Where a file lies is nobody's business, and a log is the same wherever it was written.
        let file_name = |name: &str| name.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
        let source = |(name, text): &(String, String)| Source { name: file_name(name), text: text.clone() };
        let created = Entry::Created {
            format: store::FORMAT,
            ruleset: scenario.ruleset.name().to_owned(),
            ruleset_version: scenario.ruleset.version(),
            scenario: Source { name: file_name(&scenario.doubts.name), text: scenario.doubts.text.clone() },
            data: scenario.data.iter().map(source).collect(),
            commitment: Hash(seed.commitment()),
        };
        let mut table = Table::new(scenario.battle(), scenario.ruleset.clone(), language, seed);
        table.note(created);
        table
    }

    /// Everything that was done at this table, and what came of it.
    pub fn log(&self) -> &[Entry] {
        &self.log
    }

    fn note(&mut self, entry: Entry) {
        self.chain = store::chained(self.chain, &entry);
        self.log.push(entry);
    }

    /// The number of the open round.
    pub fn round(&self) -> u16 {
        self.unplayed.unwrap_or_else(|| self.battle.round())
    }

    /// The hash of the seed, to be published before the first order.
    pub fn commitment(&self) -> Hash {
        Hash(self.seed.commitment())
    }

    /// Publishes the seed, once, so that everybody can check the dice. Nothing is played after that.
    pub fn reveal(&mut self) -> Hash {
        let seed = Hash(self.seed.reveal());
        if !self.is_revealed() {
            self.note(Entry::Revealed { seed, log: self.chain });
        }
        seed
    }

    /// Whether the seed is known to everybody.
    pub fn is_revealed(&self) -> bool {
        matches!(self.log.last(), Some(Entry::Revealed { .. }))
    }

    /// Whether nothing more can be played: somebody has won, or the seed was given away.
    pub fn is_over(&self) -> bool {
        self.battle.outcome().is_some() || self.is_revealed()
    }

    /// The battle as the open round finds it.
    pub fn battle(&self) -> &Battle {
        &self.battle
    }

    /// The rules it is fought by.
    pub fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// What things are called in its posts.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// Rounds that are over, the first first: all of them, unless the table was put back from a snapshot. Then only
    /// those that were played since, which is the last at least.
    pub fn closed(&self) -> &[Closed] {
        &self.closed
    }

    /// Changes that the GM made by hand and that stand, as far as [`Table::closed`] goes.
    pub fn changed(&self) -> &[Changed] {
        &self.changed
    }

    /// What people call a poster.
    pub fn name_of(&self, poster: Poster) -> &str {
        match poster {
            Poster::Gm => "the GM",
            Poster::Seat(seat) => &self.battle.setup().seat(seat).name,
        }
    }

    fn seat_name(&self, seat: SeatId) -> String {
        self.battle.setup().seat(seat).name.clone()
    }

    /// The squads that take orders from a seat and are on the map.
    pub fn squads_of(&self, seat: SeatId) -> impl Iterator<Item = SquadId> {
        let setup = self.battle.setup();
        setup.squad_ids().filter(move |it| setup.squad(*it).seat == Some(seat) && self.battle.is_on_map(*it))
    }

    /// Why a line of a report is so.
    pub fn why(&self, id: &str) -> Option<Document> {
        self.closed.iter().find_map(|it| report::why(&it.before, &it.events, &it.report, id))
    }

    /// Everything that has happened, in order.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        let closed = self.closed.iter().map(|it| (it.entry, &it.events));
        let changed = self.changed.iter().map(|it| (it.entry, &it.events));
        let mut all: Vec<_> = closed.chain(changed).collect();
        all.sort_by_key(|it| it.0);
        all.into_iter().flat_map(|it| it.1)
    }

    /// The report of the whole battle.
    pub fn final_report(&self) -> Document {
        report::final_report(&self.battle, self.events())
    }
}
