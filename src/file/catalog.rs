//! Catalogs of named entries, such as terrain and weapons, that scenarios use, extend or override.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::file::read::{At, List, Named, Reader, Table};
use crate::file::say;
use crate::file::values::{Name, Number, Roll};

/// The entries of one sort.
#[derive(Clone)]
pub struct Catalog<T> {
    /// The word for such an entry in sentences.
    pub(super) what: &'static str,
    entries: BTreeMap<String, Entry<T>>,
    /// Names of entries that couldn't be read, for which a problem was added.
    failed: BTreeSet<String>,
}

#[derive(Clone)]
struct Entry<T> {
    value: T,
    /// The place of its name, if it is in the file that is being read.
    here: Option<Range<usize>>,
}

impl<T: Clone> Catalog<T> {
    /// An empty catalog. `what` is the word for an entry in sentences.
    pub fn of(what: &'static str) -> Catalog<T> {
        Catalog { what, entries: BTreeMap::new(), failed: BTreeSet::new() }
    }

    pub fn get(&self, key: &str) -> Option<&T> {
        self.entries.get(key).map(|it| &it.value)
    }

    /// The entry that the file names here. Adds a problem if there is none.
    pub fn find(&self, reader: &mut Reader, name: &At<Name>) -> Option<&T> {
        let found = self.get(name);
        if found.is_none() && !self.failed.contains(&*name.value) && !reader.is_full() {
            reader.say(say::unknown_name(name.span.clone(), self.what, name, self.keys()));
        }
        found
    }

    pub fn keys(&self) -> impl Iterator<Item = &str> + Clone {
        self.entries.keys().map(String::as_str)
    }

    pub fn values(&self) -> impl Iterator<Item = &T> {
        self.entries.values().map(|it| &it.value)
    }

    /// The names of the entries in the file that is being read, and their places.
    pub fn here(&self) -> impl Iterator<Item = (&str, Range<usize>)> {
        self.entries.iter().filter_map(|(key, it)| Some((key.as_str(), it.here.clone()?)))
    }

    /// A catalog with the same names and what `of` returns for each entry.
    pub fn map<U>(&self, of: impl Fn(&T) -> U) -> Catalog<U> {
        let entries = self.entries.iter();
        let entries = entries.map(|(key, it)| (key.clone(), Entry { value: of(&it.value), here: it.here.clone() }));
        Catalog { what: self.what, entries: entries.collect(), failed: self.failed.clone() }
    }

    /// Adds the entries of a file, each after the one that it is `like`.
    ///
    /// `make` completes an entry with the one that it builds on, or returns `None` after adding a problem. `beside` are
    /// the catalogs that the entries refer to. From now on this is the file that is being read.
    pub fn fill<F, B, const MAX: usize>(
        &mut self,
        reader: &mut Reader,
        files: Option<Named<F, MAX>>,
        like: impl Fn(&F) -> Option<&At<Name>>,
        make: impl Fn(F, &mut Reader, &At<String>, Option<&T>, &B) -> Option<T>,
        beside: &B,
    ) {
        self.failed.clear();
        self.entries.values_mut().for_each(|it| it.here = None);
        let mut waiting = Vec::new();
        for (key, file) in files.into_iter().flat_map(|it| it.entries) {
            match file {
                Some(file) => waiting.push((key, file)),
                None => _ = self.failed.insert(key.value),
            }
        }
        let waits = |(key, file): &(At<String>, F), all: &[(At<String>, F)]| {
            let is_among = |like: &At<Name>| all.iter().any(|it| *it.0.value == *like.value.0);
            like(file).is_some_and(|like| *like.value.0 != *key.value && is_among(like))
        };
        while let Some(next) = waiting.iter().position(|it| !waits(it, &waiting)) {
            let (key, file) = waiting.remove(next);
            let base = self.base(reader, &key, like(&file));
            match base.and_then(|base| make(file, reader, &key, base.as_ref(), beside)) {
                Some(value) => {
                    self.failed.remove(&*key);
                    self.entries.insert(key.value, Entry { value, here: Some(key.span) });
                }
                None => _ = self.failed.insert(key.value),
            }
        }
        for (key, _) in waiting {
            reader.say(say::like_in_a_circle(key.span, &key.value));
            self.failed.insert(key.value);
        }
    }

    /// The entry that an entry builds on: the one that it is like, or else an earlier one of the same name, if any.
    /// `None` if the one that it is like doesn't exist, after adding a problem.
    fn base(&self, reader: &mut Reader, key: &At<String>, like: Option<&At<Name>>) -> Option<Option<T>> {
        match like {
            Some(like) if *like.value == *key.value && self.get(key).is_none() => {
                reader.refuse(say::like_in_a_circle(like.span.clone(), key))
            }
            Some(like) => self.find(reader, like).cloned().map(Some),
            None => Some(self.get(key).cloned()),
        }
    }
}

/// The name in the entry, or else that of the entry it builds on, or else its key.
pub fn name_of(given: Option<At<Name>>, base: Option<&str>, key: &At<String>) -> String {
    given.map_or_else(|| base.unwrap_or(&key.value).to_owned(), |it| it.value.0)
}

/// The number in the file, or else that of the entry it builds on.
pub fn small<const MIN: i64, const MAX: i64>(given: Option<At<Number<MIN, MAX>>>, base: Option<u8>) -> Option<u8> {
    given.map(|it| it.get()).or(base)
}

/// The yes or no in the file, or else `was`.
pub fn said(given: Option<At<bool>>, was: bool) -> bool {
    given.map_or(was, |it| it.value)
}

/// The roll in the file, or else that of the entry it builds on.
pub fn rolled<const MAX: u8>(given: Option<At<Roll<MAX>>>, base: Option<u8>) -> Option<u8> {
    given.map(|it| it.value.0).or(base)
}

/// Adds a problem about the needed keys that a new entry lacks, unless some of it couldn't be read. An entry that
/// builds on another has them all. A key in an inner table is written with the key of that table: `close.use`.
pub fn check_complete<T>(
    reader: &mut Reader,
    (what, key): (&str, &At<String>),
    file: &impl Table,
    base: Option<T>,
    needed: &[&str],
) {
    let there = file.keys();
    let is_there = |it: &&str| there.iter().any(|key| it.rsplit('.').next() == Some(key.0));
    let missing: Vec<&str> = needed.iter().copied().filter(|it| !is_there(it)).collect();
    if base.is_none() && !missing.is_empty() && !file.is_flawed() && !reader.is_broken {
        reader.say(say::incomplete(key.span.clone(), what, key, &missing));
    }
}

/// The names in a list that are in the catalog, or else those of the entry it builds on.
pub fn names<T: Clone, const MAX: usize>(
    reader: &mut Reader,
    given: Option<List<At<Name>, MAX>>,
    base: Option<&Vec<String>>,
    catalog: &Catalog<T>,
) -> Vec<String> {
    let Some(given) = given else { return base.cloned().unwrap_or_default() };
    given.items.into_iter().filter(|it| catalog.find(reader, it).is_some()).map(|it| it.value.0).collect()
}
