//! What both databases need for a transaction: its purpose, the values of its statements, and the clock.

use std::sync::atomic::{AtomicI64, Ordering};

/// What a transaction is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Reading. Everything that it reads was so at the same moment.
    Read,
    /// Writing. SQLite locks the whole file from the start; PostgreSQL locks the rows that are read `FOR UPDATE`.
    Write,
}

/// A value for `$1`, `$2`, …
#[derive(Clone, Copy)]
pub(super) enum Value<'a> {
    Number(Option<i64>),
    Text(Option<&'a str>),
    Bytes(&'a [u8]),
}

/// How far the clock of a store is ahead, in milliseconds. Tests use it to let time pass.
#[derive(Default)]
pub(super) struct Clock {
    pub(super) ahead: AtomicI64,
    /// The number of statements that succeed before the connection is lost.
    #[cfg(test)]
    pub(super) until_lost: std::sync::Mutex<Option<u32>>,
}

impl Clock {
    pub(super) fn ahead(&self) -> i64 {
        self.ahead.load(Ordering::Relaxed)
    }

    /// Whether a test wants the connection to be lost now.
    #[cfg(test)]
    pub(super) fn is_lost(&self) -> bool {
        let mut left = self.until_lost.lock().expect("nobody panics with it");
        let is_lost = *left == Some(0);
        *left = left.and_then(|it| it.checked_sub(1));
        is_lost
    }
}
