//! Changes to posts that were received lately, because Discord doesn't promise to send them in order.

use std::collections::VecDeque;

use poise::serenity_prelude::Timestamp;

/// The number of changes that are remembered for each thread.
const MAX: usize = 64;

/// The last changes to posts of a thread.
#[derive(Default)]
pub(super) struct Changes {
    all: VecDeque<(u64, Change)>,
}

/// What happened to a post.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Change {
    Edited { at: Option<Timestamp>, text: String },
    Deleted,
}

impl Changes {
    /// Remembers an edit of a post. Returns whether it is news.
    pub(super) fn edited(&mut self, post: u64, at: Option<Timestamp>, text: &str) -> bool {
        let is_old = match self.of(post) {
            Some(Change::Deleted) => true,
            Some(Change::Edited { at: known, .. }) => at.zip(*known).is_some_and(|(at, known)| at < known),
            None => false,
        };
        if !is_old {
            self.remember(post, Change::Edited { at, text: text.to_owned() });
        }
        !is_old
    }

    /// Remembers that a post was deleted.
    pub(super) fn deleted(&mut self, post: u64) {
        self.remember(post, Change::Deleted);
    }

    /// The last change of a post.
    pub(super) fn of(&self, post: u64) -> Option<&Change> {
        self.all.iter().find(|it| it.0 == post).map(|it| &it.1)
    }

    fn remember(&mut self, post: u64, change: Change) {
        self.all.retain(|it| it.0 != post);
        self.all.push_back((post, change));
        if MAX < self.all.len() {
            self.all.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Option<Timestamp> {
        Timestamp::from_unix_timestamp(second).ok()
    }

    #[test]
    fn the_last_change_counts_whichever_is_heard_last() {
        let mut changes = Changes::default();
        assert!(changes.edited(1, at(20), "second"));
        assert!(!changes.edited(1, at(10), "first"));
        assert_eq!(changes.of(1), Some(&Change::Edited { at: at(20), text: "second".to_owned() }));
        changes.deleted(1);
        assert!(!changes.edited(1, at(30), "third"));
        (2..=65).for_each(|it| changes.deleted(it));
        assert_eq!(changes.of(1), None);
    }
}
