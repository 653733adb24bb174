//! The durable log of battles, in types of its own, and the database that it is kept in: an SQLite file, which needs
//! nothing installed, or a PostgreSQL server, which many processes may use.
//!
//! What an operation says is written once, for both databases ([`Store`]); how each of them is opened, and the few words
//! that differ, is in `sqlite`, `postgres` and `link`.

mod battles;
mod campaigns;
mod leases;
mod link;
mod log;
mod outbox;
mod owned;
mod packs;
mod pending_replies;
mod place;
mod postgres;
mod purpose;
mod schema;
mod sender;
mod sqlite;
mod steps;
#[cfg(test)]
pub(crate) mod tests;
mod trouble;

use std::fmt;
use std::time::Duration;

pub use campaigns::CampaignLine;
pub use leases::{Duty, Holder};
pub use log::{
    Carried, ClosedBy, Entry, FORMAT, Hash, NotAHash, Source, Unreadable, chained, export, export_running, import,
    import_running, scenario_text,
};
pub use outbox::{Fate, MessageId, NewMessage, OutboxRow, Outgoing, Rank, Waiting};
pub(crate) use owned::make_for_owner;
pub use pending_replies::PendingReply;
pub(crate) use place::may_be_address;
pub use place::{NotAPlace, Place};
pub use sender::{Deliver, Sender, Undelivered};
pub(crate) use steps::chain;
pub use trouble::{Cause, Failed};

use rand::TryRng as _;
use rand::rngs::SysRng;
use serde::{Deserialize, Serialize};

use link::{Link, Work};
use purpose::Purpose;

/// A battle's number in its store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BattleId(i64);

impl BattleId {
    /// The battle of this number, if there is one.
    pub fn of(number: i64) -> BattleId {
        BattleId(number)
    }
}

impl fmt::Display for BattleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The seed of a battle. It is kept apart from the log, and its `Debug` shows nothing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Secret(pub [u8; 32]);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

/// How far a thread of posts has been taken: what a log doesn't tell, as much of a thread leaves no trace in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Progress {
    /// The number of the last post of the thread.
    pub(crate) posts_seen: u32,
    /// How many entries of the thread were taken.
    pub(crate) thread_entries: u32,
    /// The digest of those entries.
    pub thread: Hash,
}

/// A battle as the list of all of them shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    pub id: BattleId,
    /// The front end's own name for it.
    pub key: Option<String>,
    /// Its home, if it has one: the process that serves this part of all homes serves it.
    pub home: Option<i64>,
    pub title: String,
    /// What the front end keeps with it.
    pub front: String,
    /// When it was begun, in seconds since 1970.
    pub begun: i64,
    /// How many entries its log has.
    pub entries: u32,
    /// Its seed was published: nothing is added any more.
    pub is_over: bool,
    /// When something is next due in it, in seconds since 1970.
    pub alarm: Option<i64>,
}

/// A battle as it was after some of its entries, so that they needn't be played again. What the bytes mean is the
/// caller's affair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// How many entries lead to it.
    pub entries: u32,
    pub bytes: Vec<u8>,
}

/// A battle as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved {
    pub id: BattleId,
    /// The front end's own name for it.
    pub key: Option<String>,
    pub title: String,
    /// What the front end keeps with it.
    pub front: String,
    pub seed: Secret,
    pub log: Vec<Entry>,
    pub progress: Progress,
    /// How many steps were kept, the beginning counted. A step names the number before it, so that no two are the same.
    pub steps: u32,
    /// Its seed was published: nothing is added any more.
    pub is_over: bool,
    /// The last that was kept, if it is whole.
    pub snapshot: Option<Snapshot>,
}

/// Where a battle was begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    Here,
    /// In another database, which exported it. A battle that is here already is refused.
    Elsewhere,
}

/// A battle that is here already when somebody brings it from elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Present {
    pub battle: BattleId,
    pub is_over: bool,
}

/// What a battle begins with.
#[derive(Clone, Copy, Debug)]
pub struct Beginning<'a> {
    pub title: &'a str,
    /// A front end's own name for it, such as its thread's id. Of all battles with a key one is open at most.
    pub key: Option<&'a str>,
    /// Where it is at home, in a front end's numbers: whoever serves that part of all homes serves it. None: it has a lease
    /// of its own.
    pub home: Option<i64>,
    pub origin: Origin,
    pub seed: Secret,
    /// The last battle of that key that was there when somebody looked.
    pub after: Option<BattleId>,
    /// Who holds it from the first moment on, and for how long.
    pub held: Option<(&'a Holder, Duration)>,
    /// Its first step: the creation, or a whole log that was exported elsewhere.
    pub step: Step<'a>,
}

impl<'a> Beginning<'a> {
    /// A battle of nobody's, the first of no key.
    pub fn new(title: &'a str, seed: Secret, entries: &'a [Entry]) -> Beginning<'a> {
        let step = Step { entries, ..Step::default() };
        Beginning { title, key: None, home: None, origin: Origin::Here, seed, after: None, held: None, step }
    }
}

/// What is kept together or not at all.
#[derive(Clone, Copy, Debug, Default)]
pub struct Step<'a> {
    /// How many steps were kept before it.
    pub after: u32,
    pub entries: &'a [Entry],
    pub progress: Progress,
    /// Takes the place of the last snapshot.
    pub snapshot: Option<&'a Snapshot>,
    /// What is to be sent because of it, in this order.
    pub messages: &'a [NewMessage],
    /// Takes the place of what the front end keeps with the battle.
    pub front: Option<&'a str>,
    /// When something is next due in the battle, in seconds since 1970; nothing: never by itself.
    pub alarm: Option<i64>,
    /// Who adds it: refused if another has taken the battle over.
    pub holder: Option<&'a Holder>,
    /// What a campaign has more because of it.
    pub campaign: Option<&'a CampaignLine>,
}

/// A database of battles.
pub struct Store {
    link: Link,
    place: Place,
}

impl Store {
    /// Opens a database of battles, or makes one. What an earlier version wrote is brought up to date.
    ///
    /// # Errors
    ///
    /// If it can't be reached, isn't one of ours, is damaged, was written by a later version or a very early one, or can't
    /// be written. It is as it was then.
    pub async fn open(place: &Place) -> Result<Store, Failed> {
        let opened = Link::open(place).await;
        let link = opened.map_err(|cause| Failed { doing: "open", place: place.to_string(), cause })?;
        Ok(Store { link, place: place.clone() })
    }

    /// Where it is.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// Has a copy of an SQLite file alone be whole, until more is written. Nothing is lost without it.
    ///
    /// # Errors
    ///
    /// If it can't be made so; whatever was kept is kept.
    pub(crate) async fn settle(&self) -> Result<(), Failed> {
        self.link.settle().await.map_err(|cause| self.failed("tidy up", cause))
    }

    /// Ends all work and tidies up. Nothing is lost without it, but a copy of an SQLite file alone is whole only after it.
    ///
    /// # Errors
    ///
    /// If it can't be tidied; whatever was kept is kept.
    pub async fn close(self) -> Result<(), Failed> {
        let Store { link, place } = self;
        link.close().await.map_err(|cause| Failed { doing: "close", place: place.to_string(), cause })
    }

    /// Does something in one transaction, whole or not at all.
    async fn transact<T>(
        &self,
        purpose: Purpose,
        doing: &'static str,
        deed: impl AsyncFnOnce(&mut Work<'_>) -> Result<T, Cause>,
    ) -> Result<T, Failed> {
        self.work(purpose, deed).await.map_err(|cause| self.failed(doing, cause))
    }

    async fn work<T>(
        &self,
        purpose: Purpose,
        deed: impl AsyncFnOnce(&mut Work<'_>) -> Result<T, Cause>,
    ) -> Result<T, Cause> {
        let mut work = self.link.begin(purpose).await?;
        let done = deed(&mut work).await;
        work.end(done).await
    }

    fn failed(&self, doing: &'static str, cause: Cause) -> Failed {
        Failed { doing, place: self.place.to_string(), cause }
    }
}

/// 24 letters by chance, which nothing else has.
fn nonce() -> Result<String, Cause> {
    let mut bytes = [0; 12];
    SysRng.try_fill_bytes(&mut bytes).map_err(|it| Cause::System(it.to_string()))?;
    Ok(bytes.iter().map(|it| format!("{it:02x}")).collect())
}
