//! A PostgreSQL server: a few connections, tables in a schema of our own, and what to do when a connection is lost.

use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, Executor as _, Postgres, Transaction};

use crate::store::purpose::{Clock, Purpose};
use crate::store::{Cause, schema};

/// How many battles are worked at once.
const CONNECTIONS: u32 = 8;

/// How long to wait for a connection.
const PATIENCE: Duration = Duration::from_secs(10);

/// The number of the lock under which leases change hands.
pub(super) const LEASES: i64 = schema::APPLICATION + 1;

/// What is set on every connection. Our tables are in a schema of their own, and what is committed is on the disk, also
/// where the server is set to be quick about it.
const SETTINGS: &str = "
    SET search_path TO fieldpost;
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
        let connecting = tokio::time::timeout(PATIENCE, options.connect()).await;
        let mut connection = connecting.map_err(|_| Cause::Unreachable("it does not answer".to_owned()))??;
        let prepared = prepare(&mut connection).await;
        // That it can't be closed well is no news.
        let _ = connection.close().await;
        prepared?;
        let pool = PgPoolOptions::new()
            .max_connections(CONNECTIONS)
            .acquire_timeout(PATIENCE)
            // Whether a connection is still there shows at its `BEGIN`.
            .test_before_acquire(false)
            .after_connect(|connection, _| Box::pin(async move { connection.execute(SETTINGS).await.map(|_| ()) }))
            .connect_lazy_with(options);
        Ok(Server { pool, clock: Clock::default() })
    }

    /// Begins a transaction, over a new connection if those that are there were lost.
    pub(super) async fn begin(&self, purpose: Purpose) -> Result<Transaction<'static, Postgres>, Cause> {
        let begin = match purpose {
            Purpose::Read => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
            Purpose::Write => "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE",
        };
        let mut lost = 0;
        loop {
            match self.pool.begin_with(begin).await.map_err(Cause::from) {
                Err(Cause::Lost(_)) if lost < CONNECTIONS => lost += 1,
                begun => return begun.map_err(Cause::of_connecting),
            }
        }
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
            work.execute("CREATE SCHEMA fieldpost").await?;
        }
        work.execute("CREATE TABLE fieldpost.versions (version BIGINT PRIMARY KEY)").await?;
    }
    work.execute("SET LOCAL search_path TO fieldpost").await?;
    for (n, step) in schema::STEPS.iter().enumerate().skip(version) {
        work.execute(AssertSqlSafe(schema::for_postgres(step))).await?;
        work.execute(AssertSqlSafe(format!("INSERT INTO versions VALUES ({})", n + 1))).await?;
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
    let version = version.unwrap_or_default();
    match usize::try_from(version) {
        Ok(0) => Err(Cause::NotOurs),
        Ok(known) if known <= schema::VERSION => Ok(known),
        _ => Err(Cause::TooNew(version)),
    }
}
