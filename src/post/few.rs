//! Lists that are nearly always short.

use std::ops::{Deref, DerefMut};

/// How many items need no memory of their own.
const SHORT: usize = 4;

/// A list that takes no memory of its own while it is short, as what a name could mean nearly always is.
#[derive(Clone, Debug)]
pub struct Few<T> {
    // Of its length; copies of the first item stand behind them.
    short: Option<[T; SHORT]>,
    length: usize,
    // All items, once there are too many.
    long: Vec<T>,
}

impl<T> Default for Few<T> {
    fn default() -> Few<T> {
        Few { short: None, length: 0, long: Vec::new() }
    }
}

impl<T: Copy> Few<T> {
    pub fn push(&mut self, item: T) {
        match self.short.get_or_insert([item; SHORT]).get_mut(self.length) {
            Some(free) => {
                *free = item;
                self.length += 1;
            }
            None => {
                if self.long.is_empty() {
                    self.long.extend(self.short.iter().flatten());
                }
                self.long.push(item);
            }
        }
    }
}

impl<T: Copy> FromIterator<T> for Few<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Few<T> {
        let mut few = Few::default();
        items.into_iter().for_each(|it| few.push(it));
        few
    }
}

impl<T> Deref for Few<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        match &self.short {
            Some(short) if self.long.is_empty() => &short[..self.length],
            _ => &self.long,
        }
    }
}

impl<T> DerefMut for Few<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        match &mut self.short {
            Some(short) if self.long.is_empty() => &mut short[..self.length],
            _ => &mut self.long,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_list_holds_as_much_as_a_short_one() {
        for length in 0..3 * SHORT {
            let mut few: Few<usize> = (0..length).collect();
            few.iter_mut().for_each(|it| *it += 1);
            assert_eq!(few[..], (1..=length).collect::<Vec<_>>());
        }
    }
}
