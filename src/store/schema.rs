//! The tables of a database, in every version.

use crate::store::Cause;

/// Marks a database as one of ours: `FPST`, in the header of an SQLite file. On a server it is the number of our lock.
pub(super) const APPLICATION: i64 = 0x4650_5354;

/// The version that the first step leads to. Earlier versions were never released; version 6 had the same tables, with
/// messages in another form.
pub(super) const FIRST: usize = 7;

/// The steps from each version to the next, starting with an empty database, in SQLite's SQL.
///
/// Databases out there were made by these steps: add steps, but never change one.
const STEPS: &[&str] = &[include_str!("schema/7.sql")];

/// The version that this program writes.
pub(super) const VERSION: usize = FIRST - 1 + STEPS.len();

/// Checks that this program knows the version that a database says it has; 0 if there are no tables.
pub(super) fn known(version: i64) -> Result<usize, Cause> {
    match usize::try_from(version) {
        Ok(1..FIRST) => Err(Cause::TooOld(version)),
        Ok(known) if known <= VERSION => Ok(known),
        _ => Err(Cause::TooNew(version)),
    }
}

/// The steps that follow a version, each with the version that it leads to.
pub(super) fn steps_from(version: usize) -> impl Iterator<Item = (usize, &'static str)> {
    (FIRST..).zip(STEPS.iter().copied()).skip_while(move |it| it.0 <= version)
}

/// A step in PostgreSQL's SQL.
pub(super) fn for_postgres(step: &str) -> String {
    let words = [
        (") STRICT, WITHOUT ROWID;", ");"),
        (") STRICT;", ");"),
        ("INTEGER PRIMARY KEY AUTOINCREMENT", "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY"),
        ("INTEGER", "BIGINT"),
        ("BLOB", "BYTEA"),
        ("-- on a server: ", ""),
    ];
    words.iter().fold(step.to_owned(), |text, (ours, theirs)| text.replace(ours, theirs))
}
