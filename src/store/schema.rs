//! The tables of a database, version after version.

use crate::store::Cause;

/// Marks a database as one of ours: in an SQLite file's header, `FPST`; on a server it names our lock.
pub(super) const APPLICATION: i64 = 0x4650_5354;

/// The version that the first step makes. Those before it were never released; version 6 had the same tables, with mail in
/// another form.
pub(super) const FIRST: usize = 7;

/// What leads from each version to the next, from an empty database on, in SQLite's words.
///
/// What is here was carried out on somebody's disk: parts are added, never changed.
const STEPS: &[&str] = &[include_str!("schema/7.sql")];

/// The version that this program writes.
pub(super) const VERSION: usize = FIRST - 1 + STEPS.len();

/// A version that a database says it has, if this program knows it; 0 where there are no tables.
pub(super) fn known(version: i64) -> Result<usize, Cause> {
    match usize::try_from(version) {
        Ok(1..FIRST) => Err(Cause::TooOld(version)),
        Ok(known) if known <= VERSION => Ok(known),
        _ => Err(Cause::TooNew(version)),
    }
}

/// The steps that lead on from a version, each with the version that it leads to.
pub(super) fn steps_from(version: usize) -> impl Iterator<Item = (usize, &'static str)> {
    (FIRST..).zip(STEPS.iter().copied()).skip_while(move |it| it.0 <= version)
}

/// A part in PostgreSQL's words.
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
