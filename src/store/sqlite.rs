//! An SQLite file: how it is opened, what is refused, and the one connection that all work goes over.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use futures_util::TryStreamExt as _;
use sqlx::sqlite::{SqliteArguments, SqliteConnectOptions, SqliteConnection, SqliteRow};
use sqlx::{Arguments as _, AssertSqlSafe, ConnectOptions as _, Connection as _, Either, Executor as _};
use tokio::sync::{Mutex, MutexGuard};

use crate::store::purpose::{Clock, Purpose, Value};
use crate::store::{Cause, schema};

/// How long to wait for another program that is writing.
const PATIENCE: Duration = Duration::from_secs(5);

/// A file of battles.
pub(super) struct File {
    // One writer at a time is all that SQLite has.
    line: Mutex<Line>,
    pub(super) clock: Clock,
}

/// A connection that knows whether a transaction is open on it. SQLite ends some by itself, as when the disk is full, and
/// sqlx's own transactions would take that amiss for ever.
struct Line {
    connection: SqliteConnection,
    is_at_work: bool,
}

/// The connection, which nobody else has meanwhile.
pub(super) struct Turn<'a>(MutexGuard<'a, Line>);

/// The connection with a transaction on it.
pub(super) struct Busy<'a> {
    line: MutexGuard<'a, Line>,
    ahead: Ahead,
}

/// Statements whose outcome nobody waits for, the beginning of the transaction first. They are carried out with what comes
/// next: SQLite runs on a thread of its own, and each way there and back costs more than most statements.
#[derive(Default)]
struct Ahead {
    sql: String,
    values: SqliteArguments,
    /// Of each statement, whether it changes rows. SQLite says of those that don't what the last one did.
    changes: Vec<bool>,
}

/// Statements that go together at most: each such text is kept as SQLite has read it, and a whole log may come at once.
const AHEAD_MAX: usize = 16;

impl File {
    pub(super) async fn open(place: &Path) -> Result<File, Cause> {
        // SQLite gives a meaning of its own to names such as ":memory:" and "file:x".
        let absolute = std::path::absolute(place).map_err(|it| Cause::System(it.to_string()))?;
        is_plausible(&absolute)?;
        let connection = connect(&absolute).await?;
        let line = Mutex::new(Line { connection, is_at_work: false });
        Ok(File { line, clock: Clock::default() })
    }

    /// Waits until nobody else uses the connection.
    pub(super) async fn turn(&self) -> Turn<'_> {
        Turn(self.line.lock().await)
    }

    pub(super) async fn close(self) -> Result<(), Cause> {
        Ok(self.line.into_inner().connection.close().await?)
    }
}

impl<'a> Turn<'a> {
    pub(super) async fn begin(self, purpose: Purpose) -> Result<Busy<'a>, Cause> {
        let Turn(mut line) = self;
        if line.is_at_work {
            // Whoever began it went away in the middle.
            line.roll_back().await;
        }
        line.is_at_work = true;
        let mut ahead = Ahead::default();
        ahead.add(
            match purpose {
                Purpose::Read => "BEGIN",
                Purpose::Write => "BEGIN IMMEDIATE",
            },
            &[],
        )?;
        Ok(Busy { line, ahead })
    }
}

impl Busy<'_> {
    /// Carries out a statement: how many rows it changed, and those that it gives.
    pub(super) async fn run(&mut self, sql: &str, values: &[Value<'_>]) -> Result<(u64, Vec<SqliteRow>), Cause> {
        self.ahead.add(sql, values)?;
        self.run_all().await
    }

    /// Has a statement carried out before what comes next.
    pub(super) async fn run_ahead(&mut self, sql: &str, values: &[Value<'_>]) -> Result<(), Cause> {
        self.ahead.add(sql, values)?;
        if AHEAD_MAX <= self.ahead.changes.len() {
            self.run_all().await?;
        }
        Ok(())
    }

    async fn run_all(&mut self) -> Result<(u64, Vec<SqliteRow>), Cause> {
        let Ahead { sql, values, changes } = std::mem::take(&mut self.ahead);
        let (mut changed, mut rows, mut changes) = (0, Vec::new(), changes.into_iter());
        let mut results = self.line.connection.fetch_many(sqlx::query_with(AssertSqlSafe(sql), values));
        while let Some(result) = results.try_next().await? {
            match result {
                Either::Left(done) => {
                    changed = if changes.next() == Some(true) { done.rows_affected() } else { 0 };
                    metrics::counter!("fieldpost_rows_changed_total").increment(changed);
                }
                Either::Right(row) => rows.push(row),
            }
        }
        Ok((changed, rows))
    }

    /// Makes what was done last, or undoes it.
    pub(super) async fn end<T>(mut self, done: Result<T, Cause>) -> Result<T, Cause> {
        let done = match done {
            Ok(done) => self.run("COMMIT", &[]).await.map(|_| done),
            Err(cause) => Err(cause),
        };
        match &done {
            Ok(_) => self.line.is_at_work = false,
            Err(_) => self.line.roll_back().await,
        }
        done
    }
}

impl Ahead {
    /// Adds a statement behind those that are there, and its values behind theirs.
    fn add(&mut self, sql: &str, values: &[Value<'_>]) -> Result<(), Cause> {
        if !self.sql.is_empty() {
            self.sql += ";\n";
        }
        self.changes.push(["INSERT", "UPDATE", "DELETE"].iter().any(|it| sql.starts_with(it)));
        let before = self.values.len();
        let mut parts = sql.split('$');
        self.sql += parts.next().unwrap_or_default();
        for part in parts {
            let (number, rest) = part.split_at(part.find(|it: char| !it.is_ascii_digit()).unwrap_or(part.len()));
            let number = number.parse::<usize>().map_err(|_| Cause::System("a value has no number".to_owned()))?;
            let _ = write!(self.sql, "${}{rest}", before + number);
        }
        for value in values {
            let added = match value {
                Value::Number(it) => self.values.add(*it),
                Value::Text(it) => self.values.add(it.map(str::to_owned)),
                Value::Bytes(it) => self.values.add(it.to_vec()),
            };
            added.map_err(|it| Cause::System(it.to_string()))?;
        }
        Ok(())
    }
}

impl Line {
    /// Undoes what wasn't finished. That there is nothing to undo any more, as after a full disk, is as well.
    async fn roll_back(&mut self) {
        let _ = self.connection.execute("ROLLBACK").await;
        self.is_at_work = false;
    }
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
    for (n, step) in schema::STEPS.iter().enumerate().skip(version) {
        transaction.execute(*step).await?;
        let marked = format!("PRAGMA application_id = {}; PRAGMA user_version = {}", schema::APPLICATION, n + 1);
        transaction.execute(AssertSqlSafe(marked)).await?;
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
