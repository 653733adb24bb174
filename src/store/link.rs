//! One way to use both databases: statements with `$1`, `$2`, … and plain values.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use sqlx::postgres::{PgArguments, PgRow};
use sqlx::query::Query;
use sqlx::sqlite::{SqliteArguments, SqliteRow};
use sqlx::{Postgres, Row as _, Sqlite, TypeInfo as _, ValueRef as _};

use crate::store::purpose::{Clock, Purpose, Value};
use crate::store::{BattleId, Cause, Place, ProcessName, postgres, sqlite};

/// An open database of either kind.
pub(super) enum Link {
    Sqlite(sqlite::File),
    Postgres(postgres::Server),
}

/// A transaction. If it is dropped before [`Transaction::end`], it is rolled back.
pub(super) struct Transaction<'a> {
    kind: Kind<'a>,
    clock: &'a Clock,
}

enum Kind<'a> {
    Sqlite(sqlite::Transaction<'a>),
    Postgres(postgres::Transaction),
}

/// The value of a column in a row.
pub(super) enum Cell {
    Null,
    Number(i64),
    Text(String),
    Bytes(Vec<u8>),
}

/// A row, read column by column from the first.
pub(super) struct Row(std::vec::IntoIter<Cell>);

impl Link {
    pub(super) async fn open(place: &Place) -> Result<Link, Cause> {
        match place {
            Place::File(file) => sqlite::File::open(file).await.map(Link::Sqlite),
            Place::Server(server) => {
                postgres::Server::open(server).await.map(Link::Postgres).map_err(Cause::of_connecting)
            }
        }
    }

    pub(super) async fn begin(&self, purpose: Purpose) -> Result<Transaction<'_>, Cause> {
        let (kind, clock) = match self {
            Link::Sqlite(file) => (Kind::Sqlite(file.begin(purpose).await?), &file.clock),
            Link::Postgres(server) => (Kind::Postgres(server.begin(purpose).await?), &server.clock),
        };
        Ok(Transaction { kind, clock })
    }

    pub(super) async fn checkpoint(&self) -> Result<(), Cause> {
        match self {
            Link::Sqlite(file) => file.checkpoint().await,
            Link::Postgres(_) => Ok(()),
        }
    }

    pub(super) async fn close(self) -> Result<(), Cause> {
        match self {
            Link::Sqlite(file) => file.close().await,
            Link::Postgres(server) => {
                server.pool.close().await;
                Ok(())
            }
        }
    }
}

impl Transaction<'_> {
    /// Counts a statement. A test can make it fail as if the connection were lost.
    fn count(&self) -> Result<(), Cause> {
        metrics::counter!("fieldpost_statements_total").increment(1);
        #[cfg(test)]
        if self.clock.is_lost() {
            return Err(Cause::Lost("a test wants it".to_owned()));
        }
        Ok(())
    }

    /// Runs a statement. Returns the number of rows that it changed.
    pub(super) async fn execute(&mut self, sql: &'static str, values: &[Value<'_>]) -> Result<u64, Cause> {
        self.count()?;
        let changed = match &mut self.kind {
            Kind::Sqlite(transaction) => {
                sqlite_query(sql, values).execute(transaction.connection()).await?.rows_affected()
            }
            Kind::Postgres(transaction) => {
                let query = postgres_query(sql, values);
                transaction
                    .query(async |it| query.execute(it).await, postgres::STATEMENT_TIMEOUT)
                    .await?
                    .rows_affected()
            }
        };
        metrics::counter!("fieldpost_rows_changed_total").increment(changed);
        Ok(changed)
    }

    /// Runs statements one after the other, each with the same single value.
    pub(super) async fn execute_each(&mut self, all: &[&'static str], value: Value<'_>) -> Result<(), Cause> {
        for sql in all {
            self.execute(sql, &[value]).await?;
        }
        Ok(())
    }

    /// The rows that a statement returns.
    pub(super) async fn rows(&mut self, sql: &'static str, values: &[Value<'_>]) -> Result<Vec<Row>, Cause> {
        self.count()?;
        match &mut self.kind {
            Kind::Sqlite(transaction) => {
                let rows = sqlite_query(sql, values).fetch_all(transaction.connection()).await?;
                rows.iter().map(Row::of_sqlite).collect()
            }
            Kind::Postgres(transaction) => {
                let query = postgres_query(sql, values);
                let rows = transaction.query(async |it| query.fetch_all(it).await, postgres::STATEMENT_TIMEOUT).await?;
                rows.iter().map(Row::of_postgres).collect()
            }
        }
    }

    /// The values of the only column that a statement returns.
    pub(super) async fn column<T: FromCell>(
        &mut self,
        sql: &'static str,
        values: &[Value<'_>],
    ) -> Result<Vec<T>, Cause> {
        self.rows(sql, values).await?.into_iter().map(|mut it| it.take()).collect()
    }

    /// The first row that a statement returns, if there is one.
    pub(super) async fn row(&mut self, sql: &'static str, values: &[Value<'_>]) -> Result<Option<Row>, Cause> {
        Ok(self.rows(sql, values).await?.into_iter().next())
    }

    /// The time in milliseconds since 1970. A server's clock is used where there is one, so that all its processes
    /// agree.
    pub(super) async fn now(&mut self) -> Result<i64, Cause> {
        const NOW: &str = "SELECT CAST(floor(extract(epoch FROM clock_timestamp()) * 1000) AS BIGINT)";
        let now = match &mut self.kind {
            Kind::Sqlite(_) => milliseconds(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()),
            Kind::Postgres(_) => {
                let row = self.row(NOW, &[]).await?;
                row.ok_or_else(|| Cause::System("the server has no clock".to_owned()))?.take()?
            }
        };
        Ok(now.saturating_add(self.clock.ahead()))
    }

    /// Waits for a lock, which is released when the transaction ends. An SQLite file has one writer at a time anyway.
    pub(super) async fn lock(&mut self, number: i64) -> Result<(), Cause> {
        if let Kind::Postgres(_) = self.kind {
            self.rows("SELECT 1::BIGINT FROM pg_advisory_xact_lock($1)", &[number.into()]).await?;
        }
        Ok(())
    }

    /// Commits the transaction if its work succeeded, and rolls it back otherwise.
    pub(super) async fn end<T>(self, done: Result<T, Cause>) -> Result<T, Cause> {
        let done = done.and_then(|done| self.count().map(|()| done));
        match self.kind {
            Kind::Sqlite(transaction) => transaction.end(done).await,
            Kind::Postgres(transaction) => transaction.end(done).await,
        }
    }
}

/// A query for SQLite, which has one writer at a time and no `FOR UPDATE`.
fn sqlite_query(sql: &'static str, values: &[Value<'_>]) -> Query<'static, Sqlite, SqliteArguments> {
    let sql = sql.strip_suffix(" FOR UPDATE").unwrap_or(sql);
    values.iter().fold(sqlx::query(sql), |query, value| match value {
        Value::Number(it) => query.bind(*it),
        Value::Text(it) => query.bind(it.map(str::to_owned)),
        Value::Bytes(it) => query.bind(it.to_vec()),
    })
}

fn postgres_query(sql: &'static str, values: &[Value<'_>]) -> Query<'static, Postgres, PgArguments> {
    values.iter().fold(sqlx::query(sql), |query, value| match value {
        Value::Number(it) => query.bind(*it),
        // PostgreSQL can store every letter but this one.
        Value::Text(it) => query.bind(it.map(|it| it.replace('\0', "\u{fffd}"))),
        Value::Bytes(it) => query.bind(*it),
    })
}

/// A duration in milliseconds, as the databases store it.
pub(super) fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

/// Reads the columns of a row of either database. The literals are the database's names for the two types.
macro_rules! cells {
    ($row:ident, $number:literal, $bytes:literal) => {{
        let cell = |n: usize| {
            let value = $row.try_get_raw(n)?;
            Ok(match value.type_info().name() {
                _ if value.is_null() => Cell::Null,
                $number => Cell::Number($row.try_get(n)?),
                $bytes => Cell::Bytes($row.try_get(n)?),
                _ => Cell::Text($row.try_get(n)?),
            })
        };
        let cells: Result<Vec<Cell>, sqlx::Error> = (0..$row.len()).map(cell).collect();
        Ok(Row(cells?.into_iter()))
    }};
}

impl Row {
    fn of_sqlite(row: &SqliteRow) -> Result<Row, Cause> {
        cells!(row, "INTEGER", "BLOB")
    }

    fn of_postgres(row: &PgRow) -> Result<Row, Cause> {
        cells!(row, "INT8", "BYTEA")
    }

    /// The columns that weren't read.
    pub(super) fn cells(self) -> Vec<Cell> {
        self.0.collect()
    }

    /// Reads the next column.
    pub(super) fn take<T: FromCell>(&mut self) -> Result<T, Cause> {
        self.0.next().and_then(T::from_cell).ok_or_else(|| Cause::Damaged("a column holds something else".to_owned()))
    }
}

/// A type that a column can be read as.
pub(super) trait FromCell: Sized {
    fn from_cell(cell: Cell) -> Option<Self>;
}

macro_rules! read_from_cells {
    ($($what:ty: $cell:pat => $read:expr;)+) => {
        $(impl FromCell for $what {
            fn from_cell(cell: Cell) -> Option<$what> {
                if let $cell = cell { $read } else { None }
            }
        })+
    };
}

read_from_cells! {
    i64: Cell::Number(it) => Some(it);
    BattleId: Cell::Number(it) => Some(BattleId(it));
    u32: Cell::Number(it) => it.try_into().ok();
    bool: Cell::Number(it) => Some(it != 0);
    String: Cell::Text(it) => Some(it);
    Vec<u8>: Cell::Bytes(it) => Some(it);
    [u8; 32]: Cell::Bytes(it) => it.try_into().ok();
}

impl<T: FromCell> FromCell for Option<T> {
    fn from_cell(cell: Cell) -> Option<Option<T>> {
        if let Cell::Null = cell { Some(None) } else { T::from_cell(cell).map(Some) }
    }
}

macro_rules! write_as_values {
    ($($what:ty: $it:ident => $value:expr;)+) => {
        $(impl<'a> From<$what> for Value<'a> {
            fn from($it: $what) -> Value<'a> {
                $value
            }
        })+
    };
}

write_as_values! {
    Option<i64>: it => Value::Number(it);
    i64: it => Value::Number(Some(it));
    u32: it => Value::Number(Some(it.into()));
    bool: it => Value::Number(Some(it.into()));
    Option<&'a str>: it => Value::Text(it);
    &'a str: it => Value::Text(Some(it));
    &'a String: it => Value::Text(Some(it));
    &'a ProcessName: it => Value::Text(Some(&it.0));
    Option<&'a ProcessName>: it => Value::Text(it.map(|it| it.0.as_str()));
    &'a [u8]: it => Value::Bytes(it);
    &'a [u8; 32]: it => Value::Bytes(it);
}

impl<'a> From<&'a Cell> for Value<'a> {
    fn from(cell: &'a Cell) -> Value<'a> {
        match cell {
            Cell::Null => Value::Number(None),
            Cell::Number(it) => (*it).into(),
            Cell::Text(it) => it.into(),
            Cell::Bytes(it) => it.as_slice().into(),
        }
    }
}
