//! What can go wrong with a database, and what people can do about it.

use sqlx::postgres::PgDatabaseError;

use crate::store::{BattleId, ExistingBattle, MessageId, schema};

/// An operation of the store that failed. Nothing of it was done.
#[derive(Debug, thiserror::Error)]
#[error("can't {doing} {place}: {cause}")]
pub struct StoreError {
    pub(crate) doing: &'static str,
    pub place: String,
    pub(crate) cause: Cause,
}

/// Why an operation failed, and the remedy.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Cause {
    #[error("it is a folder. Name a file in it, such as battles.db.")]
    Folder,
    #[error("the folder it should be in is not there. Make it, or check the name.")]
    NoFolder,
    #[error("it is not a database. Name another file; this one was left as it is.")]
    NotADatabase,
    #[error("it is a database, but of another program. Name another; this one was left as it is.")]
    NotOurs,
    #[error(
        "a later version of fieldpost wrote it (schema {0}, and this one knows schemas up to {known}). Use that version; \
         it was left as it is.",
        known = schema::VERSION
    )]
    TooNew(i64),
    #[error(
        "an early version of fieldpost wrote it (schema {0}, and this one knows schemas from {first} on). Export its battles \
         with that version, and import them into a new database; it was left as it is.",
        first = schema::FIRST
    )]
    TooOld(i64),
    #[error("the database is damaged: {0}. Put a backup in its place; it was left as it is.")]
    Damaged(String),
    #[error("the file or its folder is read-only. Allow fieldpost to write there, or name a file elsewhere.")]
    ReadOnly,
    #[error("the disk is full. Make room and start again; whatever was answered is kept.")]
    Full,
    #[error("another program is working on it. Wait until it is done, or end it, and start again.")]
    Busy,
    #[error("another fieldpost has gone on with this battle meanwhile. Start again to go on from there.")]
    Conflict,
    #[error("another process has taken this battle over. Leave the battle to it.")]
    HeldElsewhere,
    #[error("it has this battle already, as battle {}. Name another database.", .0.battle)]
    AlreadyImported(ExistingBattle),
    #[error("it has no battle {0}. Check the number.")]
    NoBattle(BattleId),
    #[error("the battles are in that very database. Name another; nothing was moved.")]
    Itself,
    #[error("it has no message {0}. Check the number.")]
    NoMessage(MessageId),
    #[error("the server can't be reached: {0}. Check its address, and that it is running.")]
    Unreachable(String),
    #[error("the connection to the server was lost: {0}. Try again; whatever was answered is kept.")]
    Lost(String),
    #[error(
        "the server lets nobody in with that name and password: {0}. Check the address, or ask who runs the server."
    )]
    Refused(String),
    #[error("the server has no such database. Make it with createdb, or name another.")]
    NoDatabase,
    #[error(
        "the server does not allow it: {0}. Have somebody grant the user CREATE on the database, or make the user its \
         owner."
    )]
    NoCreate(String),
    #[error(
        "the server does not allow it: {0}. The schema fieldpost and all that is in it have to belong to this user. Restore \
         a backup as this user, with pg_restore --no-owner, or have its owner say ALTER SCHEMA fieldpost OWNER TO this user, \
         and ALTER TABLE for each of its tables."
    )]
    Forbidden(String),
    #[error(
        "the server can't be reached by TLS: {0}. Check sslmode and sslrootcert in the address, and the server's certificate."
    )]
    Tls(String),
    #[error("the server only lets the database be read. Connect to the server that is written to.")]
    Standby,
    #[error(
        "the database holds text as {0}. Make one that holds it as UTF8: createdb --encoding=UTF8 --template=template0."
    )]
    Encoding(String),
    #[error("the system says: {0}. Check that fieldpost may read and write there, and that the disk is well.")]
    System(String),
}

impl Cause {
    /// The cause as it is called while connecting, when there is no connection yet that could be lost.
    pub(super) fn of_connecting(self) -> Cause {
        match self {
            Cause::Lost(why) => Cause::Unreachable(why),
            other => other,
        }
    }
}

impl From<sqlx::Error> for Cause {
    /// Translates an error of the database for its user.
    fn from(error: sqlx::Error) -> Cause {
        match &error {
            sqlx::Error::Database(why) => match why.try_downcast_ref::<PgDatabaseError>() {
                Some(why) => of_postgres(why.code(), why.message()),
                None => of_sqlite(why.code().and_then(|it| it.parse().ok()).unwrap_or_default(), why.message()),
            },
            sqlx::Error::PoolTimedOut => Cause::Unreachable("it does not answer".to_owned()),
            sqlx::Error::Io(why) => Cause::Lost(why.to_string()),
            sqlx::Error::Tls(why) => Cause::Tls(why.to_string()),
            sqlx::Error::Protocol(why) => Cause::Lost(why.clone()),
            _ => Cause::System(error.to_string()),
        }
    }
}

/// <https://www.sqlite.org/rescode.html>
fn of_sqlite(extended: i64, message: &str) -> Cause {
    // SQLITE_IOERR_SHORT_READ: the file ends before a page does.
    const SHORT_READ: i64 = 522;
    // SQLITE_IOERR_SHMSIZE: no room for the shared memory file beside the database.
    const NO_ROOM_BESIDE: i64 = 4874;
    match extended {
        SHORT_READ => return Cause::Damaged("its end is missing".to_owned()),
        NO_ROOM_BESIDE => return Cause::Full,
        _ => (),
    }
    // The lowest byte is the primary code.
    match extended & 0xff {
        5 | 6 => Cause::Busy,
        // SQLite doesn't say why a file can't be opened. Folders and missing folders were ruled out before.
        8 | 14 => Cause::ReadOnly,
        11 => Cause::Damaged(message.to_owned()),
        13 => Cause::Full,
        26 => Cause::NotADatabase,
        _ => Cause::System(message.to_owned()),
    }
}

/// <https://www.postgresql.org/docs/current/errcodes-appendix.html>
fn of_postgres(code: &str, message: &str) -> Cause {
    let message = message.to_owned();
    match code {
        // The server was told to end the connection, or it is shutting down or starting.
        "57P01" | "57P02" | "57P03" | "57P05" | "25P03" => Cause::Lost(message),
        "28000" | "28P01" => Cause::Refused(message),
        "3D000" => Cause::NoDatabase,
        "25006" => Cause::Standby,
        "42501" => Cause::Forbidden(message),
        "53100" => Cause::Full,
        // Too many connections, a deadlock, or a wait that took too long.
        "53300" | "40P01" | "55P03" | "57014" => Cause::Busy,
        "XX001" | "XX002" => Cause::Damaged(message),
        code if code.starts_with("08") => Cause::Lost(message),
        _ => Cause::System(message),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disk_that_is_full_is_called_so_wherever_room_is_missing() {
        for code in [13, 4874] {
            assert!(matches!(of_sqlite(code, "disk I/O error"), Cause::Full), "{code}");
        }
    }
}
