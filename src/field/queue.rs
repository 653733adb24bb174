//! A queue of orders of one kind, at most one for each recipient.

use serde::{Deserialize, Serialize};

/// **R-5** At most one order for each key, in the order in which they were posted. A later order replaces the earlier
/// one and goes to the end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Queue<K, T> {
    entries: Vec<(K, T)>,
}

impl<K, T> Default for Queue<K, T> {
    fn default() -> Queue<K, T> {
        Queue { entries: Vec::new() }
    }
}

impl<K: Copy + PartialEq, T> Queue<K, T> {
    /// Puts an order at the end. Returns the one that it replaces.
    pub fn put(&mut self, who: K, order: T) -> Option<T> {
        let replaced = self.remove(who);
        self.entries.push((who, order));
        replaced
    }

    /// Replaces an order in its place. Does nothing if there is none.
    pub(crate) fn change(&mut self, who: K, order: T) {
        if let Some(it) = self.entries.iter_mut().find(|it| it.0 == who) {
            it.1 = order;
        }
    }

    pub fn remove(&mut self, who: K) -> Option<T> {
        let at = self.entries.iter().position(|it| it.0 == who)?;
        Some(self.entries.remove(at).1)
    }

    pub(crate) fn retain(&mut self, is_kept: impl Fn(&T) -> bool) {
        self.entries.retain(|it| is_kept(&it.1));
    }

    pub fn get(&self, who: K) -> Option<&T> {
        self.entries.iter().find(|it| it.0 == who).map(|it| &it.1)
    }

    /// The orders, in the order in which they were posted.
    pub fn iter(&self) -> impl Iterator<Item = (K, &T)> {
        self.entries.iter().map(|(who, order)| (*who, order))
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = (K, &mut T)> {
        self.entries.iter_mut().map(|(who, order)| (*who, order))
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

impl<K: Copy + PartialEq, T: Clone + PartialEq> Queue<K, T> {
    /// The orders in `all` that aren't in this queue.
    pub(crate) fn added_in(&self, all: &Queue<K, T>) -> Queue<K, T> {
        Queue { entries: all.entries.iter().filter(|it| !self.entries.contains(it)).cloned().collect() }
    }

    /// Adds the orders of another queue at the end, for the keys that `may` allows.
    pub(crate) fn add(&mut self, others: &Queue<K, T>, may: impl Fn(&K) -> bool) {
        for (who, order) in others.iter().filter(|it| may(&it.0)) {
            self.put(who, order.clone());
        }
    }

    /// **R-5** Sorts the orders of one owner by `rank` among the places that they already have.
    pub(crate) fn arrange(&mut self, is_owned: impl Fn(K) -> bool, rank: impl Fn(K) -> u8) {
        let places: Vec<usize> = (0..self.entries.len()).filter(|it| is_owned(self.entries[*it].0)).collect();
        let mut owned: Vec<(K, T)> = places.iter().map(|it| self.entries[*it].clone()).collect();
        owned.sort_by_key(|it| rank(it.0));
        for (place, it) in places.into_iter().zip(owned) {
            self.entries[place] = it;
        }
    }
}
