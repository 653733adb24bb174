//! A PostgreSQL server: a few connections, tables in a schema of our own, and what happens when a connection is lost.

use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, Executor as _, Postgres};
use tokio::time::timeout;

use crate::store::purpose::{Clock, Purpose};
use crate::store::{Cause, schema};

/// The most connections, and so the most transactions at once.
const CONNECTIONS: u32 = 8;

/// How long to wait for a transaction to begin, for a connection, for a sign that a connection is still there, and for
/// the answer to a statement. The last is a little longer than the server's own limit for a statement.
const BEGIN_TIMEOUT: Duration = Duration::from_secs(10);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(4);
const PING_TIMEOUT: Duration = Duration::from_secs(2);
pub(super) const STATEMENT_TIMEOUT: Duration = Duration::from_secs(10);

/// The number of the lock for changes of leases. Without it, two processes that change many rows could each wait for
/// the other.
pub(super) const LEASES_LOCK: i64 = schema::APPLICATION + 1;

/// The number of the lock for imports, so that no two import the same battle.
pub(super) const IMPORTS_LOCK: i64 = schema::APPLICATION + 2;

/// The settings of every connection. Our tables are in a schema of their own. No statement or lock takes forever, and
/// the server notices when we are gone, so nothing stays locked. What is committed is on the disk, even if the server's
/// default is to commit faster.
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
        let connecting = timeout(BEGIN_TIMEOUT, options.connect()).await;
        let connected = connecting.map_err(|_| Cause::Unreachable(SILENT.to_owned()))?;
        let mut connection = connected.map_err(|it| match it {
            // sqlx reports a certificate that it doesn't trust like this.
            sqlx::Error::Io(why) if why.kind() == std::io::ErrorKind::InvalidData => Cause::Tls(why.to_string()),
            other => other.into(),
        })?;
        let prepared = prepare(&mut connection).await;
        // An error on closing adds nothing.
        let _ = connection.close().await;
        prepared?;
        let pool = PgPoolOptions::new()
            .max_connections(CONNECTIONS)
            .acquire_timeout(CONNECT_TIMEOUT)
            // Waiting for a connection is no news. Getting none is.
            .acquire_slow_threshold(CONNECT_TIMEOUT)
            // The `BEGIN` shows whether a connection is still there.
            .test_before_acquire(false)
            .after_connect(|connection, _| Box::pin(async move { connection.execute(SETTINGS).await.map(|_| ()) }))
            .connect_lazy_with(options);
        Ok(Server { pool, clock: Clock::default() })
    }

    /// Begins a transaction, on a new connection if the existing ones are lost or silent.
    pub(super) async fn begin(&self, purpose: Purpose) -> Result<Transaction, Cause> {
        let begin = match purpose {
            Purpose::Read => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
            Purpose::Write => "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE",
        };
        let begun = async {
            let mut lost = 0;
            loop {
                let begun = async {
                    let mut transaction = Transaction(Some(self.pool.acquire().await?));
                    transaction.run(begin, PING_TIMEOUT).await.map(|()| transaction)
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
        let begun = timeout(BEGIN_TIMEOUT, begun).await;
        begun.unwrap_or_else(|_| Err(Cause::Lost(SILENT.to_owned()))).map_err(Cause::of_connecting)
    }

    /// Closes idle connections so that new ones are made: if one is lost or silent, the idle ones probably are too.
    fn replace_idle(&self) {
        while let Some(mut idle) = self.pool.try_acquire() {
            idle.close_on_drop();
        }
    }
}

const SILENT: &str = "it does not answer";

/// A connection with an open transaction. If it is dropped before its end, the connection is closed and the server
/// rolls the transaction back.
pub(super) struct Transaction(Option<PoolConnection<Postgres>>);

impl Transaction {
    /// Runs a query. A connection that doesn't answer in time is closed.
    pub(super) async fn query<T>(
        &mut self,
        query: impl AsyncFnOnce(&mut PgConnection) -> Result<T, sqlx::Error>,
        limit: Duration,
    ) -> Result<T, Cause> {
        let silent = || Cause::Lost(SILENT.to_owned());
        let connection = self.0.as_mut().ok_or_else(silent)?;
        match timeout(limit, query(connection)).await {
            Ok(answer) => Ok(answer?),
            Err(_) => {
                self.0.take().iter_mut().for_each(PoolConnection::close_on_drop);
                Err(silent())
            }
        }
    }

    /// Commits the transaction if its work succeeded, and rolls it back otherwise.
    pub(super) async fn end<T>(mut self, done: Result<T, Cause>) -> Result<T, Cause> {
        let last = if done.is_ok() { "COMMIT" } else { "ROLLBACK" };
        let ended = self.run(last, STATEMENT_TIMEOUT).await;
        if ended.is_ok()
            && let Some(mut connection) = self.0.take()
        {
            // Returning a connection waits for a sign of it, which a silent one never gives.
            tokio::spawn(timeout(PING_TIMEOUT, connection.return_to_pool()));
        }
        // If the connection is gone, the server rolls back by itself.
        done.and_then(|done| ended.map(|()| done))
    }

    async fn run(&mut self, sql: &'static str, limit: Duration) -> Result<(), Cause> {
        self.query(async |it| it.execute(sql).await.map(|_| ()), limit).await
    }
}

impl Drop for Transaction {
    fn drop(&mut self) {
        self.0.iter_mut().for_each(PoolConnection::close_on_drop);
    }
}

/// Checks a database before anything is written, and brings its tables up to date.
async fn prepare(connection: &mut PgConnection) -> Result<(), Cause> {
    let (encoding,): (String,) = sqlx::query_as("SHOW server_encoding").fetch_one(&mut *connection).await?;
    if encoding != "UTF8" {
        return Err(Cause::Encoding(encoding));
    }
    version_of(connection).await?;
    let mut tx = connection.begin_with("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE").await?;
    sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(schema::APPLICATION).execute(&mut *tx).await?;
    // Another process may have brought it up to date meanwhile.
    let version = version_of(&mut tx).await?;
    if version == 0 {
        // Somebody may have made the schema for a user who isn't allowed to.
        let (schemas,): (i64,) =
            sqlx::query_as("SELECT count(*) FROM pg_namespace WHERE nspname = 'fieldpost'").fetch_one(&mut *tx).await?;
        if schemas == 0 {
            let made = tx.execute("CREATE SCHEMA fieldpost").await;
            made.map_err(|it| match Cause::from(it) {
                Cause::Forbidden(why) => Cause::NoCreate(why),
                other => other,
            })?;
        }
        tx.execute("CREATE TABLE fieldpost.versions (version BIGINT PRIMARY KEY)").await?;
    }
    tx.execute("SET LOCAL search_path TO fieldpost").await?;
    for (version, step) in schema::steps_from(version) {
        tx.execute(AssertSqlSafe(schema::for_postgres(step))).await?;
        tx.execute(AssertSqlSafe(format!("INSERT INTO versions VALUES ({version})"))).await?;
    }
    Ok(tx.commit().await?)
}

/// The version of our tables; 0 if there are none. Refuses tables of other programs.
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
