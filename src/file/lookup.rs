//! Looks up the names of entries in several files at once.

use std::collections::BTreeSet;

use toml::Table;

#[derive(Clone, Debug, Default)]
pub struct Tables(Vec<Table>);

impl Tables {
    /// The tables of these texts. Texts that aren't TOML are skipped.
    pub fn of<'a>(texts: impl IntoIterator<Item = &'a str>) -> Tables {
        Tables(texts.into_iter().filter_map(|it| it.parse().ok()).collect())
    }

    /// The names of all entries of a sort, such as `unit`.
    pub fn names(&self, sort: &str) -> BTreeSet<&str> {
        let tables = self.0.iter().filter_map(|it| it.get(sort)?.as_table());
        tables.flat_map(Table::keys).map(String::as_str).collect()
    }
}
