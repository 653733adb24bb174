//! Battles in an SQLite file: nothing to install, and nothing acknowledged is ever lost.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use sha2::{Digest as _, Sha256};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _, Executor as _};
use tokio::sync::{Mutex, MutexGuard};

use crate::store::{BattleId, Beginning, Cause, Entry, Failed, Hash, Listed, Progress, Saved, Secret, Step, schema};

/// How long to wait for another program that is writing.
const PATIENCE: Duration = Duration::from_secs(5);

/// A file of battles.
pub struct Store {
    // One writer at a time is all that SQLite has.
    link: Mutex<Link>,
    place: PathBuf,
}

/// A connection that knows whether a transaction is open on it. SQLite ends some by itself, as when the disk is full, and
/// sqlx's own transactions would take that amiss for ever.
pub(super) struct Link {
    pub(super) connection: SqliteConnection,
    is_at_work: bool,
}

impl Store {
    /// Opens a file of battles, or makes one. What an earlier version wrote is brought up to date.
    ///
    /// # Errors
    ///
    /// If it is no such file, is damaged, was written by a later version, or can't be written. It is as it was then.
    pub async fn open(place: &Path) -> Result<Store, Failed> {
        let failed = |cause| Failed { doing: "open", place: place.display().to_string(), cause };
        // SQLite gives a meaning of its own to names such as ":memory:" and "file:x".
        let absolute = std::path::absolute(place).map_err(|it| failed(Cause::System(it.to_string())))?;
        is_plausible(&absolute).map_err(failed)?;
        let connection = connect(&absolute).await.map_err(failed)?;
        Ok(Store { link: Mutex::new(Link { connection, is_at_work: false }), place: place.to_owned() })
    }

    /// The file.
    pub fn place(&self) -> &Path {
        &self.place
    }

    /// All battles, the oldest first.
    ///
    /// # Errors
    ///
    /// If they can't be read.
    pub async fn battles(&self) -> Result<Vec<Listed>, Failed> {
        self.list().await.map_err(|cause| self.failed("list the battles in", cause))
    }

    /// Begins a battle: its first entry, and the seed that the entry has the hash of.
    ///
    /// # Errors
    ///
    /// If it can't be kept, or a battle of that title was begun meanwhile or isn't over.
    pub async fn begin(&self, beginning: &Beginning<'_>) -> Result<BattleId, Failed> {
        let begun = self.insert(beginning).await;
        begun.map_err(|cause| self.failed("begin a battle in", cause))
    }

    /// A battle as it is kept.
    ///
    /// # Errors
    ///
    /// If there is none of that number, or it isn't what was written.
    pub async fn load(&self, battle: BattleId) -> Result<Saved, Failed> {
        self.read(battle).await.map_err(|cause| self.failed("read a battle from", cause))
    }

    /// Adds a step to a battle, all of it or nothing. Once this has returned, no crash can undo it.
    ///
    /// # Errors
    ///
    /// If it can't be kept, or another step was added since the one it comes after.
    pub async fn append(&self, battle: BattleId, step: &Step<'_>) -> Result<(), Failed> {
        self.add(battle, step).await.map_err(|cause| self.failed("write to", cause))
    }

    /// Ends all work on the file and tidies up beside it. Nothing is lost without it, but a copy of the file alone is
    /// whole only after it.
    ///
    /// # Errors
    ///
    /// If the file can't be tidied; whatever was kept is kept.
    pub async fn close(self) -> Result<(), Failed> {
        let Store { link, place } = self;
        let closed = link.into_inner().connection.close().await;
        closed.map_err(|it| Failed { doing: "close", place: place.display().to_string(), cause: it.into() })
    }

    fn failed(&self, doing: &'static str, cause: Cause) -> Failed {
        Failed { doing, place: self.place.display().to_string(), cause }
    }

    #[cfg(test)]
    pub(super) async fn link(&self) -> MutexGuard<'_, Link> {
        self.link.lock().await
    }

    /// The connection with a transaction on it that may write, to be ended with [`Store::end`].
    async fn begin_work(&self) -> Result<MutexGuard<'_, Link>, Cause> {
        let mut link = self.link.lock().await;
        if link.is_at_work {
            // Whoever began it went away in the middle.
            link.roll_back().await;
        }
        link.is_at_work = true;
        link.connection.execute("BEGIN IMMEDIATE").await?;
        Ok(link)
    }

    /// Makes what was done last, or undoes it.
    async fn end<T>(&self, mut link: MutexGuard<'_, Link>, done: Result<T, Cause>) -> Result<T, Cause> {
        let done = match done {
            Ok(done) => link.connection.execute("COMMIT").await.map(|_| done).map_err(Cause::from),
            Err(cause) => Err(cause),
        };
        match &done {
            Ok(_) => link.is_at_work = false,
            Err(_) => link.roll_back().await,
        }
        done
    }

    async fn list(&self) -> Result<Vec<Listed>, Cause> {
        let rows: Vec<(i64, String, i64, i64, bool)> =
            sqlx::query_as("SELECT id, title, begun, entries, is_over FROM battles ORDER BY id")
                .fetch_all(&mut self.link.lock().await.connection)
                .await?;
        let listed = |(id, title, begun, entries, is_over)| {
            Ok(Listed { id: BattleId(id), title, begun, entries: count(entries)?, is_over })
        };
        rows.into_iter().map(listed).collect()
    }

    async fn insert(&self, beginning: &Beginning<'_>) -> Result<BattleId, Cause> {
        let mut link = self.begin_work().await?;
        let inserted = insert_battle(&mut link.connection, beginning).await;
        self.end(link, inserted).await
    }

    async fn read(&self, battle: BattleId) -> Result<Saved, Cause> {
        // Within one transaction all questions are about one moment.
        let mut link = self.begin_work().await?;
        let saved = select_battle(&mut link.connection, battle).await;
        self.end(link, saved).await
    }

    async fn add(&self, battle: BattleId, step: &Step<'_>) -> Result<(), Cause> {
        let mut link = self.begin_work().await?;
        let added = insert_step(&mut link.connection, battle, step).await;
        self.end(link, added).await
    }
}

impl Link {
    /// Undoes what wasn't finished. That there is nothing to undo any more, as after a full disk, is as well.
    async fn roll_back(&mut self) {
        let _ = self.connection.execute("ROLLBACK").await;
        self.is_at_work = false;
    }
}

async fn insert_battle(connection: &mut SqliteConnection, beginning: &Beginning<'_>) -> Result<BattleId, Cause> {
    let Beginning { title, seed, first, after } = beginning;
    let (last,): (Option<i64>,) =
        sqlx::query_as("SELECT max(id) FROM battles WHERE title = ?").bind(title).fetch_one(&mut *connection).await?;
    if last != after.map(|it| it.0) {
        return Err(Cause::WentOn);
    }
    let text = json_of(first)?;
    let none = Progress::default();
    let (id,): (i64,) = sqlx::query_as(
        "INSERT INTO battles (title, seed, begun, is_over, steps, entries, chain, posts_seen, thread_entries, thread)
        VALUES (?, ?, ?, 0, 1, 1, ?, ?, ?, ?) RETURNING id",
    )
    .bind(title)
    .bind(&seed.0[..])
    .bind(now())
    .bind(&chained([0; 32], &text)[..])
    .bind(none.posts_seen)
    .bind(none.thread_entries)
    .bind(&none.thread.0[..])
    .fetch_one(&mut *connection)
    .await
    .map_err(|it| match it.as_database_error() {
        // The last one isn't over.
        Some(why) if why.is_unique_violation() => Cause::WentOn,
        _ => it.into(),
    })?;
    let battle = BattleId(id);
    insert_entry(connection, battle, 1, &text).await?;
    Ok(battle)
}

async fn insert_entry(
    connection: &mut SqliteConnection,
    battle: BattleId,
    number: i64,
    text: &str,
) -> Result<(), Cause> {
    sqlx::query("INSERT INTO entries (battle, number, entry) VALUES (?, ?, ?)")
        .bind(battle.0)
        .bind(number)
        .bind(text)
        .execute(connection)
        .await?;
    Ok(())
}

async fn select_battle(connection: &mut SqliteConnection, id: BattleId) -> Result<Saved, Cause> {
    // The columns in the order in which they are asked for.
    type Row = (Vec<u8>, i64, Vec<u8>, i64, i64, Vec<u8>);
    let row: Option<Row> =
        sqlx::query_as("SELECT seed, steps, chain, posts_seen, thread_entries, thread FROM battles WHERE id = ?")
            .bind(id.0)
            .fetch_optional(&mut *connection)
            .await?;
    let texts: Vec<(String,)> = sqlx::query_as("SELECT entry FROM entries WHERE battle = ? ORDER BY number")
        .bind(id.0)
        .fetch_all(connection)
        .await?;
    let (seed, steps, chain, posts_seen, thread_entries, thread) = row.ok_or(Cause::NoBattle(id))?;
    let log = log_of(id, &texts, &bytes(&chain)?)?;
    let progress = Progress {
        posts_seen: count(posts_seen)?,
        thread_entries: count(thread_entries)?,
        thread: Hash(bytes(&thread)?),
    };
    Ok(Saved { id, seed: Secret(bytes(&seed)?), log, progress, steps: count(steps)? })
}

async fn insert_step(connection: &mut SqliteConnection, battle: BattleId, step: &Step<'_>) -> Result<(), Cause> {
    let row: Option<(i64, i64, Vec<u8>, bool)> =
        sqlx::query_as("SELECT steps, entries, chain, is_over FROM battles WHERE id = ?")
            .bind(battle.0)
            .fetch_optional(&mut *connection)
            .await?;
    let (steps, mut entries, chain, is_over) = row.ok_or(Cause::NoBattle(battle))?;
    if is_over || steps != i64::from(step.after) {
        return Err(Cause::WentOn);
    }
    let mut chain = bytes(&chain)?;
    for entry in step.entries {
        let text = json_of(entry)?;
        chain = chained(chain, &text);
        entries += 1;
        insert_entry(connection, battle, entries, &text).await?;
    }
    sqlx::query(
        "UPDATE battles
        SET steps = ?, entries = ?, chain = ?, is_over = ?, posts_seen = ?, thread_entries = ?, thread = ?
        WHERE id = ?",
    )
    .bind(steps + 1)
    .bind(entries)
    .bind(&chain[..])
    .bind(step.entries.iter().any(|it| matches!(it, Entry::Revealed { .. })))
    .bind(step.progress.posts_seen)
    .bind(step.progress.thread_entries)
    .bind(&step.progress.thread.0[..])
    .bind(battle.0)
    .execute(connection)
    .await?;
    Ok(())
}

/// Whether there can be a database in that place, or be made in it.
fn is_plausible(place: &Path) -> Result<(), Cause> {
    // SQLite takes a file of one byte for an empty one; a database has a page of 512 at least.
    const BYTES_MIN: u64 = 512;
    let size = std::fs::metadata(place).map_or(0, |it| it.len());
    if place.is_dir() {
        Err(Cause::Folder)
    } else if !place.parent().is_some_and(Path::is_dir) {
        Err(Cause::NoFolder)
    } else if 0 < size && size < BYTES_MIN {
        Err(Cause::NotADatabase)
    } else {
        Ok(())
    }
}

/// Opens the file and brings its tables up to date. If it can't be used, it and what lies beside it stay as they are.
async fn connect(place: &Path) -> Result<SqliteConnection, Cause> {
    let options = SqliteConnectOptions::new()
        .filename(place)
        .create_if_missing(true)
        .foreign_keys(true)
        .busy_timeout(PATIENCE)
        .disable_statement_logging();
    // What a crash left to be moved into the file.
    let has_journal = journal_of(place).exists();
    let mut connection = options.connect().await?;
    let Err(cause) = prepare(&mut connection).await else { return Ok(connection) };
    if has_journal {
        // Closing the connection would move it there.
        std::mem::forget(connection);
    } else {
        // That it can't be closed well is no news now.
        let _ = connection.close().await;
    }
    Err(cause)
}

/// The file beside a database in which SQLite writes first.
fn journal_of(place: &Path) -> PathBuf {
    let mut name = place.as_os_str().to_owned();
    name.push("-wal");
    name.into()
}

/// Looks at a database before anything is written, and brings its tables up to date.
async fn prepare(connection: &mut SqliteConnection) -> Result<(), Cause> {
    if 0 < version_of(connection).await? {
        is_healthy(connection).await?;
    }
    connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL").await?;
    // Also with nothing to bring up to date: it shows whether the file can be written.
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    // Another program may have been faster.
    let version = version_of(&mut transaction).await?;
    for step in &schema::STEPS[version..] {
        transaction.execute(*step).await?;
    }
    Ok(transaction.commit().await?)
}

/// Looks for pages that are torn, missing or spoiled.
async fn is_healthy(connection: &mut SqliteConnection) -> Result<(), Cause> {
    let (found,): (String,) = sqlx::query_as("PRAGMA quick_check(1)").fetch_one(connection).await?;
    let first = found.lines().last().unwrap_or_default();
    if found == "ok" { Ok(()) } else { Err(Cause::Damaged(first.trim_end_matches('.').to_owned())) }
}

/// The version of the tables in a file; 0 if it is empty. What isn't ours is refused.
async fn version_of(connection: &mut SqliteConnection) -> Result<usize, Cause> {
    let (application, version, tables): (i64, i64, i64) = sqlx::query_as(
        "SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema)
        FROM pragma_application_id, pragma_user_version",
    )
    .fetch_one(connection)
    .await?;
    match (application, tables) {
        (schema::APPLICATION, _) => match usize::try_from(version) {
            Ok(known) if known <= schema::VERSION => Ok(known),
            _ => Err(Cause::TooNew(version)),
        },
        (0, 0) if version == 0 => Ok(0),
        _ => Err(Cause::NotOurs),
    }
}

/// The entries of a battle, if they are all that was written.
fn log_of(battle: BattleId, texts: &[(String,)], chain: &[u8; 32]) -> Result<Vec<Entry>, Cause> {
    let mut written = [0; 32];
    for (text,) in texts {
        written = chained(written, text);
    }
    if written != *chain {
        return Err(Cause::Damaged(format!("the entries of battle {battle} are not those that were written")));
    }
    let entry = |(text,): &(String,)| {
        serde_json::from_str(text).map_err(|why| Cause::Damaged(format!("battle {battle} can't be read: {why}")))
    };
    texts.iter().map(entry).collect()
}

/// The digest of a log with one more entry.
fn chained(before: [u8; 32], entry: &str) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(before);
    hash.update(entry);
    hash.finalize().into()
}

fn json_of(entry: &Entry) -> Result<String, Cause> {
    serde_json::to_string(entry).map_err(|it| Cause::System(it.to_string()))
}

fn count(number: i64) -> Result<u32, Cause> {
    u32::try_from(number).map_err(|_| Cause::Damaged(format!("{number} is no count")))
}

fn bytes(found: &[u8]) -> Result<[u8; 32], Cause> {
    found.try_into().map_err(|_| Cause::Damaged(format!("a digest has {} bytes", found.len())))
}

/// Seconds since 1970; a clock before that is no reason to stop.
fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or_default()
}
