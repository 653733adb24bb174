//! What can go wrong with a database file, and what to do about it.

use crate::store::schema;

/// The store couldn't do what was asked; nothing of it was done.
#[derive(Debug, thiserror::Error)]
#[error("can't {doing} {place}: {cause}")]
pub struct Failed {
    pub doing: &'static str,
    pub place: String,
    pub cause: Cause,
}

/// Why, and the remedy.
#[derive(Debug, thiserror::Error)]
pub enum Cause {
    #[error("it is a folder. Name a file in it, such as battles.db.")]
    Folder,
    #[error("the folder it should be in is not there. Make it, or check the name.")]
    NoFolder,
    #[error("it is not a database. Name another file; this one was left as it is.")]
    NotADatabase,
    #[error("it is a database, but of another program. Name another file; this one was left as it is.")]
    NotOurs,
    #[error(
        "a later version of fieldpost wrote it (schema {0}, and this one knows schemas up to {known}). Use that version; \
         the file was left as it is.",
        known = schema::VERSION
    )]
    TooNew(i64),
    #[error("the database is damaged: {0}. Put a backup in its place; the file was left as it is.")]
    Damaged(String),
    #[error("the file or its folder is read-only. Allow fieldpost to write there, or name a file elsewhere.")]
    ReadOnly,
    #[error("the disk is full. Make room and start again; whatever was answered is kept.")]
    Full,
    #[error("another program is working on it. Wait until it is done, or end it, and start again.")]
    Busy,
    #[error("another fieldpost has gone on with this battle meanwhile. Start again to go on from there.")]
    WentOn,
    #[error("it has no battle {0}. Check the number.")]
    NoBattle(super::BattleId),
    #[error("the system says: {0}. Check that fieldpost may read and write there, and that the disk is well.")]
    System(String),
}

impl From<sqlx::Error> for Cause {
    /// What an error of the database means to whoever named the file.
    fn from(error: sqlx::Error) -> Cause {
        // A page that ends before its end.
        const SHORT_READ: i64 = 522;
        let sqlx::Error::Database(why) = &error else { return Cause::System(error.to_string()) };
        let extended: i64 = why.code().and_then(|it| it.parse().ok()).unwrap_or_default();
        if extended == SHORT_READ {
            return Cause::Damaged("its end is missing".to_owned());
        }
        // The lowest byte is the kind: https://www.sqlite.org/rescode.html
        match extended & 0xff {
            5 | 6 => Cause::Busy,
            // That a file can't be opened says no more than that, once it is no folder and lies in one.
            8 | 14 => Cause::ReadOnly,
            11 => Cause::Damaged(why.message().to_owned()),
            13 => Cause::Full,
            26 => Cause::NotADatabase,
            _ => Cause::System(why.message().to_owned()),
        }
    }
}
