//! The durable log of battles and its database: an SQLite file, or a PostgreSQL server that many processes may share.
//!
//! Operations are written once, for both databases ([`Store`]). `sqlite`, `postgres` and `link` hold what differs: how
//! a database is opened, and the few words of SQL that aren't the same.

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
pub use leases::{Assignment, ProcessName};
pub use log::{
    ClosedBy, Entry, FORMAT, Hash, NotAHash, ResumeData, Source, Unreadable, chained, export, export_with_seed, import,
    import_with_seed, scenario_text,
};
pub use outbox::{Fate, MessageId, NewMessage, OutboxRow, Outgoing, Rank, Waiting};
pub(crate) use owned::make_for_owner;
pub use pending_replies::PendingReply;
pub(crate) use place::may_be_address;
pub use place::{NotAPlace, Place};
pub use sender::{Deliver, Sender, Undelivered};
pub(crate) use steps::chain;
pub use trouble::{Cause, StoreError};

use rand::TryRng as _;
use rand::rngs::SysRng;
use serde::{Deserialize, Serialize};

use link::{Link, Transaction};
use purpose::Purpose;

/// A battle's number in its store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BattleId(i64);

impl BattleId {
    /// The id with this number, whether or not there is such a battle.
    pub fn of(number: i64) -> BattleId {
        BattleId(number)
    }
}

impl fmt::Display for BattleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The seed of a battle. It is stored apart from the log, and `Debug` doesn't show it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct SecretSeed(pub [u8; 32]);

impl fmt::Debug for SecretSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretSeed(..)")
    }
}

/// How much of a thread of posts was read. The log can't tell, because many entries of a thread leave nothing in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Progress {
    /// The number of the last post that was read.
    pub(crate) posts_seen: u32,
    /// How many entries of the thread were read.
    pub(crate) thread_entries: u32,
    /// The digest of those entries.
    #[serde(rename = "thread")]
    pub thread_digest: Hash,
}

/// A battle in a list of battles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BattleSummary {
    pub id: BattleId,
    /// The front end's own name for the battle.
    pub key: Option<String>,
    /// Its home, if it has one: the process that serves the home's part serves the battle.
    pub home: Option<i64>,
    pub title: String,
    /// What the front end stores with the battle.
    pub front_state: String,
    /// When the battle began, in seconds since 1970.
    pub begun: i64,
    /// The number of entries in its log.
    pub entries: u32,
    /// Whether its seed was published. Nothing is added after that.
    pub is_over: bool,
    /// When something is next due in the battle, in seconds since 1970.
    pub alarm: Option<i64>,
}

/// The state of a battle after some of its entries, so that they needn't be played again. Only the caller knows what
/// the bytes mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// The number of entries that lead to it.
    pub entries: u32,
    pub bytes: Vec<u8>,
}

/// A battle as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredBattle {
    pub id: BattleId,
    /// The front end's own name for the battle.
    pub key: Option<String>,
    pub title: String,
    /// What the front end stores with the battle.
    pub front_state: String,
    pub seed: SecretSeed,
    pub log: Vec<Entry>,
    pub progress: Progress,
    /// The number of its steps, including the one that began it. A step names the number of those before it, so only
    /// one step can follow another.
    pub steps: u32,
    /// Whether its seed was published. Nothing is added after that.
    pub is_over: bool,
    /// The last snapshot. `None` if there is none, or it is damaged.
    pub snapshot: Option<Snapshot>,
}

/// Where a battle began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    Here,
    /// In another database, which exported it. If this database has the battle already, it is refused.
    Elsewhere,
}

/// The battle that a database has already when somebody imports it again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExistingBattle {
    pub battle: BattleId,
    pub is_over: bool,
}

/// What a battle begins with.
#[derive(Clone, Copy, Debug)]
pub struct NewBattle<'a> {
    pub title: &'a str,
    /// The front end's own name for the battle, such as its thread's id. At most one battle of a key is open.
    pub key: Option<&'a str>,
    /// Its home, as a number of the front end's: the process that serves the home's part serves the battle. `None`: the
    /// battle has a lease of its own.
    pub home: Option<i64>,
    pub origin: Origin,
    pub seed: SecretSeed,
    /// The last battle of that key that the caller knows of. If there is a later one, this one is refused.
    pub after: Option<BattleId>,
    /// The process that holds the battle from the start, and for how long.
    pub holder: Option<(&'a ProcessName, Duration)>,
    /// The first step: the creation, or a whole log that was exported elsewhere.
    pub step: Step<'a>,
}

impl<'a> NewBattle<'a> {
    /// A battle that has no key, no home and no holder.
    pub fn new(title: &'a str, seed: SecretSeed, entries: &'a [Entry]) -> NewBattle<'a> {
        let step = Step { entries, ..Step::default() };
        NewBattle { title, key: None, home: None, origin: Origin::Here, seed, after: None, holder: None, step }
    }
}

/// A change that is stored whole or not at all.
#[derive(Clone, Copy, Debug, Default)]
pub struct Step<'a> {
    /// The number of steps before it.
    pub after: u32,
    pub entries: &'a [Entry],
    pub progress: Progress,
    /// Replaces the last snapshot.
    pub snapshot: Option<&'a Snapshot>,
    /// The messages that it causes, in the order in which to send them.
    pub messages: &'a [NewMessage],
    /// Replaces what the front end stores with the battle.
    pub front_state: Option<&'a str>,
    /// When something is next due in the battle, in seconds since 1970. `None`: never by itself.
    pub alarm: Option<i64>,
    /// The process that adds it. If another has taken the battle over, the step is refused.
    pub holder: Option<&'a ProcessName>,
    /// The line that it adds to a campaign.
    pub campaign: Option<&'a CampaignLine>,
}

/// A database of battles.
pub struct Store {
    link: Link,
    place: Place,
}

impl Store {
    /// Opens a database of battles, or makes one. The tables of an earlier version are brought up to date.
    ///
    /// # Errors
    ///
    /// If it can't be reached, isn't one of ours, is damaged, was written by a later version or a very early one, or
    /// can't be written. It stays as it was then.
    pub async fn open(place: &Place) -> Result<Store, StoreError> {
        let opened = Link::open(place).await;
        let link = opened.map_err(|cause| StoreError { doing: "open", place: place.to_string(), cause })?;
        Ok(Store { link, place: place.clone() })
    }

    pub fn place(&self) -> &Place {
        &self.place
    }

    /// Makes a copy of an SQLite file by itself whole, until more is written. Nothing is lost without it.
    ///
    /// # Errors
    ///
    /// If that fails. What was stored stays stored.
    pub(crate) async fn checkpoint(&self) -> Result<(), StoreError> {
        self.link.checkpoint().await.map_err(|cause| self.error("tidy up", cause))
    }

    /// Ends all work and tidies up. Nothing is lost without it, but only afterwards is a copy of an SQLite file by
    /// itself whole.
    ///
    /// # Errors
    ///
    /// If that fails. What was stored stays stored.
    pub async fn close(self) -> Result<(), StoreError> {
        let Store { link, place } = self;
        link.close().await.map_err(|cause| StoreError { doing: "close", place: place.to_string(), cause })
    }

    /// Does some work in one transaction, whole or not at all.
    async fn transact<T>(
        &self,
        purpose: Purpose,
        doing: &'static str,
        deed: impl AsyncFnOnce(&mut Transaction<'_>) -> Result<T, Cause>,
    ) -> Result<T, StoreError> {
        self.run(purpose, deed).await.map_err(|cause| self.error(doing, cause))
    }

    async fn run<T>(
        &self,
        purpose: Purpose,
        deed: impl AsyncFnOnce(&mut Transaction<'_>) -> Result<T, Cause>,
    ) -> Result<T, Cause> {
        let mut tx = self.link.begin(purpose).await?;
        let done = deed(&mut tx).await;
        tx.end(done).await
    }

    fn error(&self, doing: &'static str, cause: Cause) -> StoreError {
        StoreError { doing, place: self.place.to_string(), cause }
    }
}

/// 24 random letters, which nothing else has.
fn nonce() -> Result<String, Cause> {
    let mut bytes = [0; 12];
    SysRng.try_fill_bytes(&mut bytes).map_err(|it| Cause::System(it.to_string()))?;
    Ok(bytes.iter().map(|it| format!("{it:02x}")).collect())
}
