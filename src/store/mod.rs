//! The durable log of battles, in types of its own, and the embedded database that it is kept in.

mod log;
mod schema;
mod sqlite;
#[cfg(test)]
mod tests;
mod trouble;

use std::fmt;

pub use log::{
    Carried, ClosedBy, Entry, FORMAT, Hash, NotAHash, Source, Unreadable, chained, export, export_running, import,
    import_running,
};
pub use sqlite::Store;
pub use trouble::{Cause, Failed};

/// A battle's number in its store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BattleId(i64);

impl fmt::Display for BattleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The number of the last post, whoever wrote it.
    pub posts_seen: u32,
    /// How many entries of the thread were taken.
    pub thread_entries: u32,
    /// The digest of those entries.
    pub thread: Hash,
}

impl Default for Progress {
    /// Nothing was taken yet.
    fn default() -> Progress {
        Progress { posts_seen: 0, thread_entries: 0, thread: Hash([0; 32]) }
    }
}

/// A battle as the list of all of them shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    pub id: BattleId,
    pub title: String,
    /// When it was begun, in seconds since 1970.
    pub begun: i64,
    /// How many entries its log has.
    pub entries: u32,
    /// Its seed was published: nothing is added any more.
    pub is_over: bool,
}

/// A battle as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved {
    pub id: BattleId,
    pub seed: Secret,
    pub log: Vec<Entry>,
    pub progress: Progress,
    /// How many steps were kept, the beginning counted. Whoever adds one names it, so that no two add the same.
    pub steps: u32,
}

/// What a battle begins with.
#[derive(Clone, Copy, Debug)]
pub struct Beginning<'a> {
    pub title: &'a str,
    pub seed: Secret,
    pub first: &'a Entry,
    /// The last battle of that title that was there when somebody looked.
    pub after: Option<BattleId>,
}

/// What is kept together or not at all.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// How many steps were kept before it.
    pub after: u32,
    pub entries: &'a [Entry],
    pub progress: Progress,
}
