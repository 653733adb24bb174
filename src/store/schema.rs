//! The tables of a database, version after version.

use crate::store::Cause;

/// Marks a database as one of ours: in an SQLite file's header, `FPST`; on a server it names our lock.
pub(super) const APPLICATION: i64 = 0x4650_5354;

/// The version that the first step makes. Those before it were never released.
pub(super) const FIRST: usize = 6;

/// What leads from each version to the next, from an empty database on, in SQLite's words.
///
/// What is here was carried out on somebody's disk: parts are added, never changed.
const STEPS: &[&str] = &["
    CREATE TABLE battles (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        key TEXT,
        title TEXT NOT NULL,
        front TEXT NOT NULL,
        -- What all dice come from. It stands in no entry until it is published.
        seed BLOB NOT NULL,
        begun INTEGER NOT NULL,
        is_over INTEGER NOT NULL,
        steps INTEGER NOT NULL,
        -- What the last step is known by, to whoever lost the connection while it was kept.
        mark TEXT NOT NULL,
        entries INTEGER NOT NULL,
        -- The digest of all entries, each over the one before.
        chain BLOB NOT NULL,
        posts_seen INTEGER NOT NULL,
        thread_entries INTEGER NOT NULL,
        thread BLOB NOT NULL,
        -- How many messages it has had.
        messages INTEGER NOT NULL,
        -- When something is next due in it, in seconds since 1970.
        alarm INTEGER,
        -- Where it is at home: whoever serves that part of all homes serves it. None: it is a part of its own.
        home INTEGER,
        -- One that is over is packed: front, entries, and no more.
        is_packed INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE UNIQUE INDEX one_open_battle_of_a_key ON battles (key) WHERE is_over = 0;
    CREATE INDEX battles_of_a_key ON battles (key, id);
    CREATE INDEX battles_that_are_open ON battles (id) WHERE is_over = 0;
    CREATE INDEX battles_by_alarm ON battles (alarm) WHERE alarm IS NOT NULL;
    CREATE INDEX battles_to_pack ON battles (id) WHERE is_over = 1 AND is_packed = 0;
    CREATE TABLE entries (
        battle INTEGER NOT NULL REFERENCES battles (id),
        number INTEGER NOT NULL,
        entry TEXT NOT NULL,
        PRIMARY KEY (battle, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE snapshots (
        battle INTEGER PRIMARY KEY REFERENCES battles (id),
        entries INTEGER NOT NULL,
        bytes BLOB NOT NULL,
        digest BLOB NOT NULL
    ) STRICT;
    CREATE TABLE packs (
        battle INTEGER PRIMARY KEY REFERENCES battles (id),
        bytes BLOB NOT NULL
    ) STRICT;
    -- Of those that were sent only the last of each tag is kept.
    CREATE TABLE messages (
        -- 2^32 times its battle, and its number there.
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        battle INTEGER NOT NULL REFERENCES battles (id),
        number INTEGER NOT NULL,
        nonce TEXT NOT NULL,
        tag TEXT,
        body TEXT NOT NULL,
        -- 0 waiting, 1 sent, 2 given up
        fate INTEGER NOT NULL,
        attempts INTEGER NOT NULL,
        next_at INTEGER NOT NULL,
        receipt TEXT,
        why TEXT,
        -- 0 the battle's own, 1 what waits until all of those are sent; of these one may have the fate 3, replaced
        rank INTEGER NOT NULL DEFAULT 0,
        UNIQUE (battle, number)
    ) STRICT;
    CREATE INDEX messages_by_time ON messages (next_at) WHERE fate = 0;
    CREATE INDEX messages_in_order ON messages (battle, number) WHERE fate = 0;
    CREATE INDEX messages_of_a_tag ON messages (battle, tag) WHERE tag IS NOT NULL;
    CREATE TABLE processes (
        name TEXT PRIMARY KEY,
        -- Since when it has said that it lives, and until when it is taken to, in milliseconds since 1970.
        since INTEGER NOT NULL,
        until INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE leases (
        -- The number of a part of the homes, or minus the number of a battle that is a part of its own.
        part INTEGER PRIMARY KEY,
        -- The process that serves it.
        holder TEXT,
        -- How often a part of the homes has changed hands.
        term INTEGER NOT NULL DEFAULT 0,
        -- Until when; that of a part of the homes ends with its process.
        until INTEGER NOT NULL
    ) STRICT;
    -- on a server: ALTER TABLE messages ALTER COLUMN id DROP IDENTITY;
    -- on a server: ALTER TABLE processes SET (fillfactor = 20, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200);
    -- on a server: ALTER TABLE leases SET (fillfactor = 20, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200);
    -- on a server: ALTER TABLE battles SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);
    -- on a server: ALTER TABLE messages SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);
    -- on a server: ALTER TABLE snapshots SET (autovacuum_vacuum_scale_factor = 0.02);
    -- What somebody waits for.
    CREATE TABLE pleas (
        -- The front end's own name for it.
        name TEXT PRIMARY KEY,
        -- The process that is to answer.
        holder TEXT NOT NULL,
        -- Whether another was asked, which has died.
        is_inherited INTEGER NOT NULL DEFAULT 0,
        -- What it takes to answer.
        front TEXT NOT NULL,
        -- Until when that can be done, in milliseconds since 1970.
        until INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    -- on a server: ALTER TABLE pleas SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
    CREATE TABLE campaign_lines (
        -- Where the campaign is led, in the front end's numbers, and what it is called there.
        place INTEGER NOT NULL,
        name TEXT NOT NULL,
        number INTEGER NOT NULL,
        line TEXT NOT NULL,
        PRIMARY KEY (place, name, number)
    ) STRICT, WITHOUT ROWID;
"];

/// The version that this program writes.
pub(super) const VERSION: usize = FIRST - 1 + STEPS.len();

/// A version that a database says it has, if this program knows it; 0 where there are no tables.
pub(super) fn known(version: i64) -> Result<usize, Cause> {
    match usize::try_from(version) {
        Ok(1..FIRST) => Err(Cause::TooOld(version)),
        Ok(known) if known <= VERSION => Ok(known),
        _ => Err(Cause::TooNew(version)),
    }
}

/// The steps that lead on from a version, each with the version that it leads to.
pub(super) fn steps_from(version: usize) -> impl Iterator<Item = (usize, &'static str)> {
    (FIRST..).zip(STEPS.iter().copied()).skip_while(move |it| it.0 <= version)
}

/// A part in PostgreSQL's words.
pub(super) fn for_postgres(step: &str) -> String {
    let words = [
        (") STRICT, WITHOUT ROWID;", ");"),
        (") STRICT;", ");"),
        ("INTEGER PRIMARY KEY AUTOINCREMENT", "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY"),
        ("INTEGER", "BIGINT"),
        ("BLOB", "BYTEA"),
        ("-- on a server: ", ""),
    ];
    words.iter().fold(step.to_owned(), |text, (ours, theirs)| text.replace(ours, theirs))
}
