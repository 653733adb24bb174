//! Two databases that are spoken to in the same way: statements with `$1`, `$2`, … and plain values.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{Postgres, Row as _, TypeInfo as _, ValueRef as _};

use crate::store::purpose::{Clock, Purpose, Value};
use crate::store::{Cause, Place, postgres, sqlite};

/// A way to a database.
pub(super) enum Link {
    Sqlite(sqlite::File),
    Postgres(postgres::Server),
}

/// Something that is done whole or not at all: not, if it is dropped before [`Work::end`].
pub(super) struct Work<'a> {
    kind: Kind<'a>,
    clock: &'a Clock,
}

enum Kind<'a> {
    Sqlite(sqlite::Busy<'a>),
    Postgres(postgres::Busy),
}

/// What a column of a row holds.
pub(super) enum Cell {
    Null,
    Number(i64),
    Text(String),
    Bytes(Vec<u8>),
}

/// A row, to be read from its first column to its last.
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

    pub(super) async fn begin(&self, purpose: Purpose) -> Result<Work<'_>, Cause> {
        match self {
            Link::Sqlite(file) => Ok(Work::of_sqlite(file.turn().await.begin(purpose).await?, &file.clock)),
            Link::Postgres(server) => {
                Ok(Work { kind: Kind::Postgres(server.begin(purpose).await?), clock: &server.clock })
            }
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

    #[cfg(test)]
    pub(super) fn pass(&self, time: Duration) {
        let clock = match self {
            Link::Sqlite(file) => &file.clock,
            Link::Postgres(server) => &server.clock,
        };
        clock.ahead.fetch_add(milliseconds(time), std::sync::atomic::Ordering::Relaxed);
    }

    /// Loses the connection after so many statements.
    #[cfg(test)]
    pub(super) fn lose_after(&self, statements: u32) {
        let clock = match self {
            Link::Sqlite(file) => &file.clock,
            Link::Postgres(server) => &server.clock,
        };
        *clock.until_lost.lock().expect("nobody panics with it") = Some(statements);
    }

    /// The pool of connections to a server.
    #[cfg(test)]
    pub(super) fn pool(&self) -> Option<&sqlx::PgPool> {
        match self {
            Link::Sqlite(_) => None,
            Link::Postgres(server) => Some(&server.pool),
        }
    }
}

impl<'a> Work<'a> {
    pub(super) fn of_sqlite(busy: sqlite::Busy<'a>, clock: &'a Clock) -> Work<'a> {
        Work { kind: Kind::Sqlite(busy), clock }
    }

    /// Counts a statement.
    fn count(&self) -> Result<(), Cause> {
        metrics::counter!("fieldpost_statements_total").increment(1);
        #[cfg(test)]
        if self.clock.is_lost() {
            return Err(Cause::Lost("a test wants it".to_owned()));
        }
        Ok(())
    }

    /// Carries out a statement: how many rows it changed.
    pub(super) async fn execute(&mut self, sql: &'static str, values: &[Value<'_>]) -> Result<u64, Cause> {
        self.count()?;
        match &mut self.kind {
            Kind::Sqlite(busy) => Ok(busy.run(of_sqlite(sql), values).await?.0),
            Kind::Postgres(busy) => {
                let query = postgres_query(sql, values);
                let changed = busy.ask(async |it| query.execute(it).await, postgres::ANSWER).await?.rows_affected();
                metrics::counter!("fieldpost_rows_changed_total").increment(changed);
                Ok(changed)
            }
        }
    }

    /// Carries out a statement by the time of what comes next, at the latest the end.
    pub(super) async fn execute_ahead(&mut self, sql: &'static str, values: &[Value<'_>]) -> Result<(), Cause> {
        match &mut self.kind {
            Kind::Sqlite(busy) => {
                busy.run_ahead(of_sqlite(sql), values).await?;
                self.count()
            }
            Kind::Postgres(_) => self.execute(sql, values).await.map(|_| ()),
        }
    }

    /// The rows that a statement gives.
    pub(super) async fn rows(&mut self, sql: &'static str, values: &[Value<'_>]) -> Result<Vec<Row>, Cause> {
        self.count()?;
        match &mut self.kind {
            Kind::Sqlite(busy) => {
                let (_, rows) = busy.run(of_sqlite(sql), values).await?;
                rows.iter().map(Row::of_sqlite).collect()
            }
            Kind::Postgres(busy) => {
                let query = postgres_query(sql, values);
                let rows = busy.ask(async |it| query.fetch_all(it).await, postgres::ANSWER).await?;
                rows.iter().map(Row::of_postgres).collect()
            }
        }
    }

    /// The only row that a statement gives, if it gives one.
    pub(super) async fn row(&mut self, sql: &'static str, values: &[Value<'_>]) -> Result<Option<Row>, Cause> {
        Ok(self.rows(sql, values).await?.into_iter().next())
    }

    /// The time in milliseconds since 1970: by the server's clock, so that all who use it agree, or by the only one
    /// there is.
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

    /// Waits until nobody else changes who holds which battle. Whoever changes many rows could else wait for somebody who
    /// waits for him.
    pub(super) async fn lock_leases(&mut self) -> Result<(), Cause> {
        if let Kind::Postgres(_) = self.kind {
            self.rows("SELECT 1::BIGINT FROM pg_advisory_xact_lock($1)", &[postgres::LEASES.into()]).await?;
        }
        Ok(())
    }

    /// Makes what was done last, or undoes it.
    pub(super) async fn end<T>(self, done: Result<T, Cause>) -> Result<T, Cause> {
        let done = done.and_then(|done| self.count().map(|()| done));
        match self.kind {
            Kind::Sqlite(busy) => busy.end(done).await,
            Kind::Postgres(busy) => busy.end(done).await,
        }
    }
}

type PostgresQuery = sqlx::query::Query<'static, Postgres, sqlx::postgres::PgArguments>;

/// A statement as SQLite takes it: a file has one writer at a time, and no words for locking rows.
fn of_sqlite(sql: &'static str) -> &'static str {
    sql.strip_suffix(" FOR UPDATE").unwrap_or(sql)
}

fn postgres_query(sql: &'static str, values: &[Value<'_>]) -> PostgresQuery {
    values.iter().fold(sqlx::query(sql), |query, value| match value {
        Value::Number(it) => query.bind(*it),
        // The one letter that PostgreSQL can't keep.
        Value::Text(it) => query.bind(it.map(|it| it.replace('\0', "\u{fffd}"))),
        Value::Bytes(it) => query.bind(*it),
    })
}

/// A time as the databases count it.
pub(super) fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

impl Row {
    fn of_sqlite(row: &SqliteRow) -> Result<Row, Cause> {
        let cell = |n: usize| {
            let value = row.try_get_raw(n)?;
            Ok(match value.type_info().name() {
                _ if value.is_null() => Cell::Null,
                "INTEGER" => Cell::Number(row.try_get(n)?),
                "BLOB" => Cell::Bytes(row.try_get(n)?),
                _ => Cell::Text(row.try_get(n)?),
            })
        };
        let cells: Result<Vec<Cell>, sqlx::Error> = (0..row.len()).map(cell).collect();
        Ok(Row(cells?.into_iter()))
    }

    fn of_postgres(row: &PgRow) -> Result<Row, Cause> {
        let cell = |n: usize| {
            let value = row.try_get_raw(n)?;
            Ok(match value.type_info().name() {
                _ if value.is_null() => Cell::Null,
                "INT8" => Cell::Number(row.try_get(n)?),
                "BYTEA" => Cell::Bytes(row.try_get(n)?),
                _ => Cell::Text(row.try_get(n)?),
            })
        };
        let cells: Result<Vec<Cell>, sqlx::Error> = (0..row.len()).map(cell).collect();
        Ok(Row(cells?.into_iter()))
    }

    /// All columns that were not read.
    pub(super) fn cells(self) -> Vec<Cell> {
        self.0.collect()
    }

    /// The next column.
    pub(super) fn take<T: FromCell>(&mut self) -> Result<T, Cause> {
        self.0.next().and_then(T::from_cell).ok_or_else(|| Cause::Damaged("a column holds something else".to_owned()))
    }
}

/// What a column can be read as.
pub(super) trait FromCell: Sized {
    fn from_cell(cell: Cell) -> Option<Self>;
}

impl FromCell for i64 {
    fn from_cell(cell: Cell) -> Option<i64> {
        if let Cell::Number(it) = cell { Some(it) } else { None }
    }
}

impl FromCell for u32 {
    fn from_cell(cell: Cell) -> Option<u32> {
        i64::from_cell(cell)?.try_into().ok()
    }
}

impl FromCell for bool {
    fn from_cell(cell: Cell) -> Option<bool> {
        Some(i64::from_cell(cell)? != 0)
    }
}

impl FromCell for String {
    fn from_cell(cell: Cell) -> Option<String> {
        if let Cell::Text(it) = cell { Some(it) } else { None }
    }
}

impl FromCell for Vec<u8> {
    fn from_cell(cell: Cell) -> Option<Vec<u8>> {
        if let Cell::Bytes(it) = cell { Some(it) } else { None }
    }
}

impl FromCell for [u8; 32] {
    fn from_cell(cell: Cell) -> Option<[u8; 32]> {
        Vec::from_cell(cell)?.try_into().ok()
    }
}

impl<T: FromCell> FromCell for Option<T> {
    fn from_cell(cell: Cell) -> Option<Option<T>> {
        if let Cell::Null = cell { Some(None) } else { T::from_cell(cell).map(Some) }
    }
}

impl From<Option<i64>> for Value<'_> {
    fn from(it: Option<i64>) -> Self {
        Value::Number(it)
    }
}

impl From<i64> for Value<'_> {
    fn from(number: i64) -> Self {
        Value::Number(Some(number))
    }
}

impl From<u32> for Value<'_> {
    fn from(number: u32) -> Self {
        Value::Number(Some(number.into()))
    }
}

impl From<bool> for Value<'_> {
    fn from(is: bool) -> Self {
        Value::Number(Some(is.into()))
    }
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Value<'a> {
        Value::Text(Some(text))
    }
}

impl<'a> From<&'a String> for Value<'a> {
    fn from(text: &'a String) -> Value<'a> {
        Value::Text(Some(text))
    }
}

impl<'a> From<Option<&'a str>> for Value<'a> {
    fn from(text: Option<&'a str>) -> Value<'a> {
        Value::Text(text)
    }
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

impl<'a> From<&'a [u8]> for Value<'a> {
    fn from(bytes: &'a [u8]) -> Value<'a> {
        Value::Bytes(bytes)
    }
}

impl<'a> From<&'a [u8; 32]> for Value<'a> {
    fn from(bytes: &'a [u8; 32]) -> Value<'a> {
        Value::Bytes(bytes)
    }
}
