//! Single values of named entries, looked up in several files at once: those that build on each other, the last first.

use std::collections::BTreeSet;

use toml::{Table, Value};

/// The tables of files in the order in which they build on each other.
#[derive(Clone, Debug, Default)]
pub struct Tables(Vec<Table>);

/// How many entries may be like each other, one by one.
const LIKE_MAX: usize = 32;

impl Tables {
    /// Those of these texts, as far as they are TOML.
    pub fn of<'a>(texts: impl IntoIterator<Item = &'a str>) -> Tables {
        Tables(texts.into_iter().filter_map(|it| it.parse().ok()).collect())
    }

    /// The names of all entries of a sort, such as `unit`.
    pub fn names(&self, sort: &str) -> BTreeSet<&str> {
        let tables = self.0.iter().filter_map(|it| it.get(sort)?.as_table());
        tables.flat_map(Table::keys).map(String::as_str).collect()
    }

    /// What an entry says under a key, by itself or because it is like another.
    pub fn get(&self, sort: &str, name: &str, key: &str) -> Option<&Value> {
        let said = |name: &str, key: &str| self.0.iter().rev().find_map(|it| it.get(sort)?.get(name)?.get(key));
        let mut name = name;
        for _ in 0..LIKE_MAX {
            if let Some(found) = said(name, key) {
                return Some(found);
            }
            name = said(name, "like")?.as_str()?;
        }
        None
    }

    /// The keys of all entries of a sort that hold a number, or what a roll must reach.
    pub fn numbers(&self, sort: &str) -> BTreeSet<&str> {
        let tables = self.0.iter().filter_map(|it| it.get(sort)?.as_table());
        let entries = tables.flat_map(Table::values).filter_map(Value::as_table).flatten();
        entries.filter(|it| changed(it.1, 0).is_some()).map(|it| it.0.as_str()).collect()
    }
}

/// A number, or what a roll must reach, with something added, as TOML writes it.
pub fn changed(value: &Value, by: i64) -> Option<String> {
    match value {
        Value::Integer(number) => Some(number.saturating_add(by).to_string()),
        Value::String(text) => {
            let number: i64 = text.trim().strip_suffix('+')?.parse().ok()?;
            Some(format!("\"{}+\"", number.saturating_add(by)))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_says_what_the_last_file_says_and_what_it_is_like() {
        let tables = Tables::of([
            "[unit.man]\nmove = 5\nsave = \"5+\"\n[unit.fast]\nlike = \"man\"\nmove = 7\n",
            "[unit.man]\nsave = \"4+\"\n[unit.a]\nlike = \"b\"\n[unit.b]\nlike = \"a\"\n",
        ]);
        let get = |name, key| tables.get("unit", name, key).and_then(|it| changed(it, 1));
        assert_eq!(get("fast", "move").as_deref(), Some("8"));
        assert_eq!(get("fast", "save").as_deref(), Some("\"5+\""));
        assert_eq!((get("a", "move"), get("nobody", "move"), get("fast", "like")), (None, None, None));
        assert_eq!(tables.names("unit").into_iter().collect::<Vec<_>>(), ["a", "b", "fast", "man"]);
        assert_eq!(tables.numbers("unit").into_iter().collect::<Vec<_>>(), ["move", "save"]);
    }
}
