//! The tables of a database, version after version.

/// Marks a database as one of ours, in its header: `FPST`.
pub(super) const APPLICATION: i64 = 0x4650_5354;

/// What leads from each version to the next, from an empty database on. Each part ends with its number.
///
/// What is here was carried out on somebody's disk: parts are added, never changed.
pub(super) const STEPS: &[&str] = &["
    CREATE TABLE battles (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        title TEXT NOT NULL,
        -- What all dice come from. It stands in no entry until it is published.
        seed BLOB NOT NULL,
        begun INTEGER NOT NULL,
        is_over INTEGER NOT NULL,
        steps INTEGER NOT NULL,
        entries INTEGER NOT NULL,
        -- The digest of all entries, each over the one before.
        chain BLOB NOT NULL,
        posts_seen INTEGER NOT NULL,
        thread_entries INTEGER NOT NULL,
        thread BLOB NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX one_open_battle_of_a_title ON battles (title) WHERE is_over = 0;
    CREATE TABLE entries (
        battle INTEGER NOT NULL REFERENCES battles (id),
        number INTEGER NOT NULL,
        entry TEXT NOT NULL,
        PRIMARY KEY (battle, number)
    ) STRICT, WITHOUT ROWID;
    PRAGMA application_id = 0x46505354;
    PRAGMA user_version = 1;
"];

/// The version that this program writes.
pub(super) const VERSION: usize = STEPS.len();
