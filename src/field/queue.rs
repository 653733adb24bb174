//! Orders of one kind, by who is to follow them.

use serde::{Deserialize, Serialize};

/// **R-5** One order each, in the order in which they were posted. A later order replaces the earlier one and takes its
/// place at the end.
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
    /// Puts an order at the end, and takes out the one it replaces.
    pub fn put(&mut self, who: K, order: T) -> Option<T> {
        let replaced = self.remove(who);
        self.entries.push((who, order));
        replaced
    }

    /// Puts an order in the place of the one that there is, if there is one.
    pub(crate) fn change(&mut self, who: K, order: T) {
        if let Some(it) = self.entries.iter_mut().find(|it| it.0 == who) {
            it.1 = order;
        }
    }

    /// Takes an order out.
    pub fn remove(&mut self, who: K) -> Option<T> {
        let at = self.entries.iter().position(|it| it.0 == who)?;
        Some(self.entries.remove(at).1)
    }

    /// Keeps those of which this is true.
    pub(crate) fn retain(&mut self, is_kept: impl Fn(&T) -> bool) {
        self.entries.retain(|it| is_kept(&it.1));
    }

    /// The order for `who`.
    pub fn get(&self, who: K) -> Option<&T> {
        self.entries.iter().find(|it| it.0 == who).map(|it| &it.1)
    }

    /// All of them, in the order in which they were posted.
    pub fn iter(&self) -> impl Iterator<Item = (K, &T)> {
        self.entries.iter().map(|(who, order)| (*who, order))
    }

    /// The same, to be changed where they stand.
    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = (K, &mut T)> {
        self.entries.iter_mut().map(|(who, order)| (*who, order))
    }

    /// Whether nobody has an order.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

impl<K: Copy + PartialEq, T: Clone + PartialEq> Queue<K, T> {
    /// Those of `all` that are not among these.
    pub(crate) fn added_in(&self, all: &Queue<K, T>) -> Queue<K, T> {
        Queue { entries: all.entries.iter().filter(|it| !self.entries.contains(it)).cloned().collect() }
    }

    /// Puts those of others at the end who may have one.
    pub(crate) fn add(&mut self, others: &Queue<K, T>, may: impl Fn(&K) -> bool) {
        for (who, order) in others.iter().filter(|it| may(&it.0)) {
            self.put(who, order.clone());
        }
    }

    /// **R-5** Sorts those of one owner among the places that they have.
    pub(crate) fn arrange(&mut self, is_owned: impl Fn(K) -> bool, rank: impl Fn(K) -> u8) {
        let places: Vec<usize> = (0..self.entries.len()).filter(|it| is_owned(self.entries[*it].0)).collect();
        let mut owned: Vec<(K, T)> = places.iter().map(|it| self.entries[*it].clone()).collect();
        owned.sort_by_key(|it| rank(it.0));
        for (place, it) in places.into_iter().zip(owned) {
            self.entries[place] = it;
        }
    }
}
