//! What both databases are told: what work is for, the values of its statements, and by which clock it goes.

use std::sync::atomic::{AtomicI64, Ordering};

/// What work is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// All that is read is of one moment.
    Read,
    /// What is to be changed is locked: on SQLite all of it from the start, else the rows that are read `FOR UPDATE`.
    Write,
}

/// What is put in the place of `$1`, `$2`, …
#[derive(Clone, Copy)]
pub(super) enum Value<'a> {
    Number(Option<i64>),
    Text(Option<&'a str>),
    Bytes(&'a [u8]),
}

/// By how much the clock of a store is ahead; tests let time pass by it.
#[derive(Default)]
pub(super) struct Clock {
    pub(super) ahead: AtomicI64,
    /// So many statements go well, and the connection is lost at the next.
    #[cfg(test)]
    pub(super) until_lost: std::sync::Mutex<Option<u32>>,
}

impl Clock {
    pub(super) fn ahead(&self) -> i64 {
        self.ahead.load(Ordering::Relaxed)
    }

    /// Whether the connection is lost now, as a test has wanted.
    #[cfg(test)]
    pub(super) fn is_lost(&self) -> bool {
        let mut left = self.until_lost.lock().expect("nobody panics with it");
        let is_lost = *left == Some(0);
        *left = left.and_then(|it| it.checked_sub(1));
        is_lost
    }
}
