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
CREATE INDEX messages_in_order ON messages (battle, rank, number) WHERE fate = 0;
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
