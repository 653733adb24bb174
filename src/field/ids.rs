//! Ids of squads, units and seats in any game, and helpers for lists.

use std::iter::Sum;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A squad, by its place in the roster of its battle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct SquadId(pub u16);

/// A unit, by its place in the roster of its battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct UnitId(pub u16);

/// A seat, by its place at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct SeatId(pub u8);

/// A place at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// The player's name in posts.
    pub name: String,
}

/// The index of the entry for which `is_it` holds. If there is none, `make` adds one at the end.
pub fn place_of<T>(list: &mut Vec<T>, is_it: impl Fn(&T) -> bool, make: impl FnOnce() -> T) -> usize {
    list.iter().position(is_it).unwrap_or_else(|| {
        list.push(make());
        list.len() - 1
    })
}

/// The items without repetitions, in the order of their first occurrence.
pub fn each_once<T: PartialEq>(all: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut found = Vec::new();
    for it in all {
        if !found.contains(&it) {
            found.push(it);
        }
    }
    found
}

/// The items grouped by key, in the order in which each key first occurs.
pub fn grouped<K: PartialEq, T>(items: impl IntoIterator<Item = (K, T)>) -> Vec<(K, Vec<T>)> {
    let mut groups: Vec<(K, Vec<T>)> = Vec::new();
    for (key, item) in items {
        match groups.iter_mut().find(|it| it.0 == key) {
            Some((_, same)) => same.push(item),
            None => groups.push((key, vec![item])),
        }
    }
    groups
}

/// The sum of the numbers of each key, in the order in which each key first occurs.
pub fn summed<K: PartialEq, N: Sum>(numbers: impl IntoIterator<Item = (K, N)>) -> Vec<(K, N)> {
    grouped(numbers).into_iter().map(|(key, them)| (key, them.into_iter().sum())).collect()
}

/// Maps the items that match a pattern and skips the others: `pick!(events, Event::Killed { unit, .. } => *unit)`.
macro_rules! pick {
    ($all:expr, $($such:pat $(if $so:expr)? => $said:expr),+ $(,)?) => {
        IntoIterator::into_iter($all).filter_map(|it| match it {
            $($such $(if $so)? => Some($said),)+
            _ => None,
        })
    };
}
pub(crate) use pick;

/// Whether a unit has only its squad's name, alone or with a number, and no name of its own: `Red 2` of Red, but not
/// `Redbeard`.
pub fn is_numbered(unit: &str, squad: &str) -> bool {
    let is_number = |it: &str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit());
    unit.strip_prefix(squad).is_some_and(|rest| rest.is_empty() || rest.strip_prefix(' ').is_some_and(is_number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_alike_stands_where_the_first_of_it_stood() {
        let items = [("b", 1), ("a", 2), ("b", 3)];
        assert_eq!(grouped(items), [("b", vec![1, 3]), ("a", vec![2])]);
        assert_eq!(summed(items), [("b", 4), ("a", 2)]);
    }

    #[test]
    fn a_name_of_its_own_may_begin_like_the_squads() {
        assert!(["Red", "Red 2", "Red 12"].iter().all(|it| is_numbered(it, "Red")));
        assert!(["Redbeard", "Red Penn", "Red2", "Red ", "Blue 2"].iter().all(|it| !is_numbered(it, "Red")));
    }
}
