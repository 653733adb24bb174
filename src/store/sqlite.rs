//! An SQLite file: how it is opened, what is refused, and the one connection that does all work.

use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, Executor as _};
use tokio::sync::{Mutex, MutexGuard};

use crate::store::purpose::{Clock, Purpose};
use crate::store::{Cause, make_for_owner, schema};

/// How long to wait while another program is writing.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// A file of battles.
pub(super) struct File {
    // SQLite allows one writer at a time.
    session: Mutex<Session>,
    pub(super) clock: Clock,
}

/// A connection that knows whether a transaction is open on it. SQLite ends some transactions by itself, for example
/// when the disk is full, and sqlx's own transactions would never recover from that.
pub(super) struct Session {
    connection: SqliteConnection,
    is_in_transaction: bool,
}

/// The connection with an open transaction, which nobody else can use meanwhile.
pub(super) struct Transaction<'a>(MutexGuard<'a, Session>);

impl File {
    pub(super) async fn open(place: &Path) -> Result<File, Cause> {
        // To SQLite, names such as ":memory:" and "file:x" have a special meaning.
        let absolute = std::path::absolute(place).map_err(|it| Cause::System(it.to_string()))?;
        let target = target_of(absolute);
        is_plausible(&target)?;
        let connection = connect(&target).await?;
        let session = Mutex::new(Session { connection, is_in_transaction: false });
        Ok(File { session, clock: Clock::default() })
    }

    /// Waits until nobody else uses the connection, and begins a transaction.
    pub(super) async fn begin(&self, purpose: Purpose) -> Result<Transaction<'_>, Cause> {
        let mut session = self.free().await;
        session.is_in_transaction = true;
        let begin = match purpose {
            Purpose::Read => "BEGIN",
            Purpose::Write => "BEGIN IMMEDIATE",
        };
        session.connection.execute(begin).await?;
        Ok(Transaction(session))
    }

    /// Moves what is still in the journal beside the file into the file.
    pub(super) async fn checkpoint(&self) -> Result<(), Cause> {
        let mut session = self.free().await;
        let (is_busy, _, _): (i64, i64, i64) =
            sqlx::query_as("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut session.connection).await?;
        if is_busy == 0 { Ok(()) } else { Err(Cause::Busy) }
    }

    /// The connection, once nobody else uses it.
    async fn free(&self) -> MutexGuard<'_, Session> {
        let mut session = self.session.lock().await;
        if session.is_in_transaction {
            // The last transaction was dropped before its end.
            session.roll_back().await;
        }
        session
    }

    pub(super) async fn close(self) -> Result<(), Cause> {
        Ok(self.session.into_inner().connection.close().await?)
    }
}

impl Transaction<'_> {
    pub(super) fn connection(&mut self) -> &mut SqliteConnection {
        &mut self.0.connection
    }

    /// Commits the transaction if its work succeeded, and rolls it back otherwise.
    pub(super) async fn end<T>(mut self, done: Result<T, Cause>) -> Result<T, Cause> {
        let done = match done {
            Ok(done) => self.connection().execute("COMMIT").await.map(|_| done).map_err(Cause::from),
            Err(cause) => Err(cause),
        };
        match &done {
            Ok(_) => self.0.is_in_transaction = false,
            Err(_) => self.0.roll_back().await,
        }
        done
    }
}

impl Session {
    /// Undoes an unfinished transaction. SQLite may have done so already, for example because the disk was full; the
    /// error then doesn't matter.
    async fn roll_back(&mut self) {
        let _ = self.connection.execute("ROLLBACK").await;
        self.is_in_transaction = false;
    }
}

/// The identity of an existing file: no other file has it, and all names and links of the file lead to it.
pub(super) fn identity_of(file: &Path) -> Result<String, Cause> {
    #[cfg(unix)]
    let identity = {
        use std::os::unix::fs::MetadataExt as _;
        std::fs::metadata(file).map(|it| format!("file {} {}", it.dev(), it.ino()))
    };
    #[cfg(not(unix))]
    let identity = std::fs::canonicalize(file).map(|it| format!("file {}", it.display()));
    identity.map_err(|it| Cause::System(it.to_string()))
}

/// The file that a path leads to through links, whether or not the file exists.
fn target_of(path: PathBuf) -> PathBuf {
    // As many links as Linux follows. SQLite reports links that lead in a circle.
    const LINKS_MAX: usize = 40;
    let mut target = path;
    for _ in 0..LINKS_MAX {
        let Ok(next) = std::fs::read_link(&target) else { break };
        target.pop();
        target.push(next);
    }
    target
}

/// Refuses a place where there can't be a database and none can be made.
fn is_plausible(place: &Path) -> Result<(), Cause> {
    // SQLite takes a file of one byte for an empty one, but a database has at least one page of 512 bytes.
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

/// Opens the file and brings its tables up to date. If it can't be used, it and the files beside it stay as they are.
async fn connect(place: &Path) -> Result<SqliteConnection, Cause> {
    let options = SqliteConnectOptions::new()
        .filename(place)
        .create_if_missing(true)
        .foreign_keys(true)
        .busy_timeout(BUSY_TIMEOUT)
        .disable_statement_logging();
    // A journal beside the file holds what a crash kept from being moved into the file.
    let mut journal = place.as_os_str().to_owned();
    journal.push("-wal");
    let has_journal = Path::new(&journal).exists();
    // SQLite gives the files that it writes beside a database the database's mode. An existing file keeps its mode, and
    // SQLite itself reports a file that can't be made.
    let _ = make_for_owner(place);
    let mut connection = options.connect().await?;
    let Err(cause) = prepare(&mut connection).await else { return Ok(connection) };
    if has_journal {
        // Closing the connection would move the journal into the file.
        std::mem::forget(connection);
    } else {
        // An error on closing adds nothing to the cause.
        let _ = connection.close().await;
    }
    Err(cause)
}

/// Checks a database before anything is written, and brings its tables up to date.
async fn prepare(connection: &mut SqliteConnection) -> Result<(), Cause> {
    if 0 < version_of(connection).await? {
        is_healthy(connection).await?;
    }
    connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL").await?;
    // Begins even if nothing is out of date, because that shows whether the file can be written.
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    // Another program may have brought it up to date meanwhile.
    let version = version_of(&mut transaction).await?;
    for (version, step) in schema::steps_from(version) {
        transaction.execute(step).await?;
        let marked = format!("PRAGMA application_id = {}; PRAGMA user_version = {version}", schema::APPLICATION);
        transaction.execute(AssertSqlSafe(marked)).await?;
    }
    Ok(transaction.commit().await?)
}

/// Checks for torn, missing or damaged pages.
async fn is_healthy(connection: &mut SqliteConnection) -> Result<(), Cause> {
    let (found,): (String,) = sqlx::query_as("PRAGMA quick_check(1)").fetch_one(connection).await?;
    let first = found.lines().last().unwrap_or_default();
    if found == "ok" { Ok(()) } else { Err(Cause::Damaged(first.trim_end_matches('.').to_owned())) }
}

/// The version of the tables in a file; 0 if the file is empty. Refuses files of other programs.
async fn version_of(connection: &mut SqliteConnection) -> Result<usize, Cause> {
    let (application, version, tables): (i64, i64, i64) = sqlx::query_as(
        "SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema)
        FROM pragma_application_id, pragma_user_version",
    )
    .fetch_one(connection)
    .await?;
    match (application, tables) {
        (schema::APPLICATION, _) => schema::known(version),
        (0, 0) if version == 0 => Ok(0),
        _ => Err(Cause::NotOurs),
    }
}
