//! A PostgreSQL server: a few connections, tables in a schema of our own, and what to do when a connection is lost.

use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, Executor as _, Postgres};
use tokio::time::timeout;

use crate::store::purpose::{Clock, Purpose};
use crate::store::{Cause, schema};

/// How many battles are worked at once.
const CONNECTIONS: u32 = 8;

/// How long to wait until work can begin, for a connection, for a sign that one is still there, and for the answer to a
/// statement: a little longer than the server works at one.
const PATIENCE: Duration = Duration::from_secs(10);
const CALL: Duration = Duration::from_secs(4);
const SIGN: Duration = Duration::from_secs(2);
pub(super) const ANSWER: Duration = Duration::from_secs(10);

/// The number of the lock under which it changes who holds which battle. Whoever changes many rows could else wait for
/// somebody who waits for him.
pub(super) const LEASES: i64 = schema::APPLICATION + 1;

/// The number of the lock under which battles come from elsewhere, so that no two bring the same one.
pub(super) const IMPORTS: i64 = schema::APPLICATION + 2;

/// What is set on every connection. Our tables are in a schema of their own; nothing is worked at or waited for without an
/// end, and the server notices when we are gone, so that nobody waits for what was left locked; and what is committed is on
/// the disk, also where the server is set to be quick about it.
const SETTINGS: &str = "
    SET search_path TO fieldpost;
    SET statement_timeout = '8s';
    SET lock_timeout = '4s';
    SET idle_in_transaction_session_timeout = '5s';
    SET tcp_keepalives_idle = 10;
    SET tcp_keepalives_interval = 5;
    SET tcp_keepalives_count = 3;
    SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'
";

/// A server with battles.
pub(super) struct Server {
    pub(super) pool: PgPool,
    pub(super) clock: Clock,
}

impl Server {
    pub(super) async fn open(options: &PgConnectOptions) -> Result<Server, Cause> {
        let options = options.clone().application_name("fieldpost").disable_statement_logging();
        let connecting = timeout(PATIENCE, options.connect()).await;
        let connected = connecting.map_err(|_| Cause::Unreachable(SILENT.to_owned()))?;
        let mut connection = connected.map_err(|it| match it {
            // This is how sqlx reports a certificate that it doesn't trust.
            sqlx::Error::Io(why) if why.kind() == std::io::ErrorKind::InvalidData => Cause::Tls(why.to_string()),
            other => other.into(),
        })?;
        let prepared = prepare(&mut connection).await;
        // That it can't be closed well is no news.
        let _ = connection.close().await;
        prepared?;
        let pool = PgPoolOptions::new()
            .max_connections(CONNECTIONS)
            .acquire_timeout(CALL)
            // That one was waited for is no news: that there was none is.
            .acquire_slow_threshold(CALL)
            // Whether a connection is still there shows at its `BEGIN`.
            .test_before_acquire(false)
            .after_connect(|connection, _| Box::pin(async move { connection.execute(SETTINGS).await.map(|_| ()) }))
            .connect_lazy_with(options);
        Ok(Server { pool, clock: Clock::default() })
    }

    /// Begins a transaction, over a new connection if those that are there were lost or say nothing.
    pub(super) async fn begin(&self, purpose: Purpose) -> Result<Busy, Cause> {
        let begin = match purpose {
            Purpose::Read => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
            Purpose::Write => "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE",
        };
        let begun = async {
            let mut lost = 0;
            loop {
                let begun = async {
                    let mut busy = Busy(Some(self.pool.acquire().await?));
                    busy.say(begin, SIGN).await.map(|()| busy)
                };
                match begun.await {
                    Err(Cause::Lost(_) | Cause::Unreachable(_)) if lost < CONNECTIONS => {
                        lost += 1;
                        self.replace_idle();
                    }
                    begun => return begun,
                }
            }
        };
        let begun = timeout(PATIENCE, begun).await;
        begun.unwrap_or_else(|_| Err(Cause::Lost(SILENT.to_owned()))).map_err(Cause::of_connecting)
    }

    /// Has new connections made: where one was lost or says nothing, those that nobody uses are likely to do the same.
    fn replace_idle(&self) {
        while let Some(mut idle) = self.pool.try_acquire() {
            idle.close_on_drop();
        }
    }
}

const SILENT: &str = "it does not answer";

/// A connection with a transaction on it. If it is dropped before its end it is closed, and the server undoes what was done.
pub(super) struct Busy(Option<PoolConnection<Postgres>>);

impl Busy {
    /// Asks the server something. A connection that doesn't answer is given up.
    pub(super) async fn ask<T>(
        &mut self,
        question: impl AsyncFnOnce(&mut PgConnection) -> Result<T, sqlx::Error>,
        patience: Duration,
    ) -> Result<T, Cause> {
        let silent = || Cause::Lost(SILENT.to_owned());
        let connection = self.0.as_mut().ok_or_else(silent)?;
        match timeout(patience, question(connection)).await {
            Ok(answer) => Ok(answer?),
            Err(_) => {
                self.0.take().iter_mut().for_each(PoolConnection::close_on_drop);
                Err(silent())
            }
        }
    }

    /// Makes what was done last, or undoes it.
    pub(super) async fn end<T>(mut self, done: Result<T, Cause>) -> Result<T, Cause> {
        let last = if done.is_ok() { "COMMIT" } else { "ROLLBACK" };
        let ended = self.say(last, ANSWER).await;
        if ended.is_ok()
            && let Some(mut connection) = self.0.take()
        {
            // By itself it would wait for a last sign of a connection that has fallen silent.
            tokio::spawn(timeout(SIGN, connection.return_to_pool()));
        }
        // What can't be undone, as the connection is gone, was undone by the server.
        done.and_then(|done| ended.map(|()| done))
    }

    async fn say(&mut self, words: &'static str, patience: Duration) -> Result<(), Cause> {
        self.ask(async |it| it.execute(words).await.map(|_| ()), patience).await
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.iter_mut().for_each(PoolConnection::close_on_drop);
    }
}

/// Looks at a database before anything is written, and brings its tables up to date.
async fn prepare(connection: &mut PgConnection) -> Result<(), Cause> {
    let (encoding,): (String,) = sqlx::query_as("SHOW server_encoding").fetch_one(&mut *connection).await?;
    if encoding != "UTF8" {
        return Err(Cause::Encoding(encoding));
    }
    version_of(connection).await?;
    let mut work = connection.begin_with("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE").await?;
    sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(schema::APPLICATION).execute(&mut *work).await?;
    // Another process may have been faster.
    let version = version_of(&mut work).await?;
    if version == 0 {
        // Somebody may have made the schema for a user who may not.
        let (schemas,): (i64,) = sqlx::query_as("SELECT count(*) FROM pg_namespace WHERE nspname = 'fieldpost'")
            .fetch_one(&mut *work)
            .await?;
        if schemas == 0 {
            let made = work.execute("CREATE SCHEMA fieldpost").await;
            made.map_err(|it| match Cause::from(it) {
                Cause::Forbidden(why) => Cause::NoCreate(why),
                other => other,
            })?;
        }
        work.execute("CREATE TABLE fieldpost.versions (version BIGINT PRIMARY KEY)").await?;
    }
    work.execute("SET LOCAL search_path TO fieldpost").await?;
    for (version, step) in schema::steps_from(version) {
        work.execute(AssertSqlSafe(schema::for_postgres(step))).await?;
        work.execute(AssertSqlSafe(format!("INSERT INTO versions VALUES ({version})"))).await?;
    }
    Ok(work.commit().await?)
}

/// The version of our tables; 0 if there are none. What isn't ours is refused.
async fn version_of(connection: &mut PgConnection) -> Result<usize, Cause> {
    const TABLES: &str = "SELECT count(*), count(*) FILTER (WHERE tablename = 'versions')
        FROM pg_tables WHERE schemaname = 'fieldpost'";
    let (tables, versions): (i64, i64) = sqlx::query_as(TABLES).fetch_one(&mut *connection).await?;
    match (tables, versions) {
        (0, _) => return Ok(0),
        (_, 0) => return Err(Cause::NotOurs),
        _ => (),
    }
    let (version,): (Option<i64>,) =
        sqlx::query_as("SELECT max(version) FROM fieldpost.versions").fetch_one(connection).await?;
    match version.unwrap_or_default() {
        0 => Err(Cause::NotOurs),
        version => schema::known(version),
    }
}
