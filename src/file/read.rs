//! Reads typed tables from TOML, and collects every mistake with its place instead of stopping at the first.
//!
//! [`table!`] makes a struct, its reader and, for tests, its JSON Schema from one list of fields.

use std::ops::{Deref, Range};
use std::path::PathBuf;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::diagnostic::{Diagnostic, Rule, Severity};
use crate::file::say;

/// A value of the file, and its place.
pub type Value<'i> = Spanned<DeValue<'i>>;

/// The most problems of one file that are reported. Nobody reads more at once.
pub(super) const PROBLEMS_MAX: usize = 100;

/// Collects the problems of one file.
#[derive(Default)]
pub struct Reader {
    /// The text that is being read.
    pub text: String,
    diagnostics: Vec<Diagnostic>,
    /// The key whose value is being read, for use in sentences.
    key: String,
    /// Keys that the file may have above its tables, but doesn't.
    missing_top_keys: Option<Vec<String>>,
    /// Whether parts of the file aren't TOML, so that a missing key may only be unreadable.
    pub is_broken: bool,
    /// Where to find the files that this one names.
    pub beside: Beside,
    /// The names and texts of the files that were used. They are enough to make the same battle again.
    pub used_beside: Vec<(String, String)>,
}

/// Where to find the files that a scenario names.
#[derive(Clone, Debug, Default)]
pub enum Beside {
    /// Nowhere: the scenario is a text without a folder.
    #[default]
    Nowhere,
    /// In the scenario's folder.
    Folder(PathBuf),
    /// Stored with the battle, each with its name and text.
    Kept(Vec<(String, String)>),
}

/// A type that can be read from a value.
pub trait Read: Sized {
    /// The value as this type. `None` if it isn't one, after adding a problem.
    fn read(reader: &mut Reader, value: &Value<'_>) -> Option<Self>;

    /// The value for a missing key. `None` if the key is required.
    fn absent() -> Option<Self> {
        None
    }

    /// The value for a key that is missing although it is required. `None` if its table can't be used then.
    fn failed() -> Option<Self> {
        None
    }

    /// Whether it is a value or a list of values, and no table.
    fn is_plain() -> bool {
        false
    }

    /// Its place. `None` if it was left out. [`head`] needs it for optional keys.
    fn place(&self) -> Option<Range<usize>> {
        None
    }
}

/// A table declared with `table!`.
pub trait Table {
    /// The place of the table.
    fn span(&self) -> Range<usize>;

    /// Whether something in it couldn't be read.
    fn is_flawed(&self) -> bool;

    /// The keys that are there, and where their values stand.
    fn keys(&self) -> Vec<(&'static str, Range<usize>)>;
}

impl Reader {
    /// A reader of this text.
    pub fn of(text: &str) -> Reader {
        Reader { text: text.to_owned(), ..Reader::default() }
    }

    /// Adds a problem.
    pub fn say(&mut self, diagnostic: Diagnostic) {
        if !self.is_full() {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Removes citations of rules that aren't in this rulebook from the problems. Some problems are the same in every
    /// game, and a player of this one doesn't know the ids of another.
    pub fn cite_only(&mut self, rules: &[Rule]) {
        for it in &mut self.diagnostics {
            it.rule = it.rule.filter(|id| rules.iter().any(|rule| rule.id == *id));
        }
    }

    /// Adds a problem, unless one with the same message was added for another place.
    pub fn say_once(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.iter().all(|it| it.message != diagnostic.message) {
            self.say(diagnostic);
        }
    }

    /// Adds a problem, and returns `None`.
    pub fn refuse<T>(&mut self, diagnostic: Diagnostic) -> Option<T> {
        self.say(diagnostic);
        None
    }

    /// Returns the value of a key that another key of the table needs. Adds a problem if it is missing, unless the
    /// table has other problems.
    pub fn needed<T>(&mut self, table: &impl Table, key: &str, value: Option<T>) -> Option<T> {
        if value.is_none() && !table.is_flawed() {
            self.say(say::missing(table.span(), key));
        }
        value
    }

    /// Removes the problems about duplicate headings of the current key. One of the headings lacks its second bracket,
    /// and the others are right.
    fn allow_headings_twice(&mut self) {
        let (text, key) = (&self.text, &self.key);
        let is_heading = |span: &Range<usize>| {
            text.get(..span.start).is_some_and(|it| it.ends_with('[')) && text.get(span.clone()) == Some(key)
        };
        self.diagnostics.retain(|it| it.message != say::STANDS_TWICE || !is_heading(&it.span));
    }

    /// Whether the number of problems has reached the limit.
    pub fn is_full(&self) -> bool {
        self.diagnostics.len() >= PROBLEMS_MAX
    }

    /// Whether a problem is an error.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|it| it.severity == Severity::Error)
    }

    /// Whether there is a problem within this part of the file.
    pub fn has_spoken_of(&self, part: &Range<usize>) -> bool {
        self.diagnostics.iter().any(|it| part.start <= it.span.start && it.span.end <= part.end)
    }

    /// The number of problems so far.
    pub fn count(&self) -> usize {
        self.diagnostics.len()
    }

    /// The problems, in the order of the file.
    pub fn finish(mut self) -> Vec<Diagnostic> {
        self.diagnostics.sort_by_key(|it| (it.span.start, it.span.end));
        self.diagnostics.dedup();
        self.diagnostics
    }

    /// The value as a table. `keys` are those that it may have, for the problem that is added if it is no table.
    pub fn table<'a, 'i>(&mut self, value: &'a Value<'i>, keys: &[&str]) -> Option<&'a DeTable<'i>> {
        let table = value.get_ref().as_table();
        if table.is_none() {
            self.say(say::no_table(value.span(), &self.key, &in_words(value.get_ref()), keys));
        }
        table
    }

    /// Reads the value of one key of a table.
    pub fn field<T: Read>(&mut self, table: &DeTable<'_>, place: Range<usize>, key: &str) -> Option<T> {
        let Some(value) = table.get(key) else {
            let absent = T::absent();
            if absent.is_none() && !self.is_broken {
                self.say(say::missing(place, key));
            }
            return absent.or_else(T::failed);
        };
        let outer = std::mem::replace(&mut self.key, key.to_owned());
        let read = T::read(self, value);
        self.key = outer;
        read
    }

    /// Adds a problem about each unknown key of a table. `plain` says which of the known keys hold no tables.
    pub fn refuse_unknown(&mut self, table: &DeTable<'_>, known: &[&str], plain: &[bool]) {
        // The first table that is read is the file itself.
        let is_top = self.missing_top_keys.is_none();
        if is_top {
            let open = known.iter().zip(plain).filter(|(key, is_plain)| **is_plain && !table.contains_key(**key));
            self.missing_top_keys = Some(open.map(|it| (*it.0).to_owned()).collect());
        }
        for key in table.keys() {
            let name = key.get_ref().as_ref();
            if self.is_full() || known.contains(&name) {
                continue;
            }
            let is_of_the_top = !is_top && self.is_first_on_line(key.span().start);
            match self.missing_top_keys.iter().flatten().any(|it| it == name) && is_of_the_top {
                true => self.say(say::key_of_the_top(key.span(), name)),
                false => self.say(say::unknown_key(key.span(), name, known)),
            }
        }
    }

    /// Whether nothing stands before this place on its line.
    fn is_first_on_line(&self, at: usize) -> bool {
        let before = self.text.get(..at).unwrap_or_default();
        before.rsplit('\n').next().is_none_or(|it| it.trim().is_empty())
    }
}

/// A value in words, for sentences.
fn in_words(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => say::quoted(text),
        DeValue::Integer(number) => say::shortened(&number.to_string()),
        DeValue::Float(number) => say::shortened(number.as_str()),
        DeValue::Boolean(yes) => yes.to_string(),
        DeValue::Datetime(_) => "a date".to_owned(),
        DeValue::Array(_) => "a list".to_owned(),
        DeValue::Table(_) => "a table".to_owned(),
    }
}

/// Makes structs that are read from tables, with a field for each key. In the JSON Schema, which tests make from the
/// same list, the comment of a field explains its key. An optional key is an `Option`. A table may have one parameter,
/// a game's type of side.
macro_rules! table {
    ($($(#[$meta:meta])* $visibility:vis $name:ident $(<$side:ident: $bound:ident>)? {
        $($(#[$field_meta:meta])* $field:ident: $type:ty,)*
    })*) => { $(
        #[derive(Clone)]
        #[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
        $(#[$meta])*
        $visibility struct $name $(<$side: $bound>)? {
            #[cfg_attr(test, schemars(skip))]
            pub span: std::ops::Range<usize>,
            /// Whether something in it couldn't be read.
            #[cfg_attr(test, schemars(skip))]
            pub is_flawed: bool,
            $($(#[$field_meta])* pub $field: $type,)*
        }

        impl $(<$side: $bound>)? $crate::file::Read for $name $(<$side>)? {
            fn read(
                reader: &mut $crate::file::Reader,
                value: &$crate::file::Value<'_>,
            ) -> Option<Self> {
                let before = reader.count();
                let keys = [$(stringify!($field).trim_start_matches("r#")),*];
                let table = reader.table(value, &keys)?;
                let span = value.span();
                let plain = [$(<$type as $crate::file::Read>::is_plain()),*];
                reader.refuse_unknown(table, &keys, &plain);
                $(let $field = reader.field(table, span.clone(), stringify!($field).trim_start_matches("r#"));)*
                Some($name { $($field: $field?,)* span, is_flawed: before < reader.count() })
            }

            fn place(&self) -> Option<std::ops::Range<usize>> {
                Some(self.span.clone())
            }
        }

        impl $(<$side: $bound>)? $crate::file::Table for $name $(<$side>)? {
            fn span(&self) -> std::ops::Range<usize> {
                self.span.clone()
            }

            fn is_flawed(&self) -> bool {
                self.is_flawed
            }

            fn keys(&self) -> Vec<(&'static str, std::ops::Range<usize>)> {
                let all = [$((
                    stringify!($field).trim_start_matches("r#"),
                    $crate::file::Read::place(&self.$field),
                )),*];
                all.into_iter().filter_map(|(key, place)| Some((key, place?))).collect()
            }
        }
    )* };
}
pub(crate) use table;

impl<T: Read> Read for Option<T> {
    fn read(reader: &mut Reader, value: &Value<'_>) -> Option<Self> {
        Some(T::read(reader, value))
    }

    fn absent() -> Option<Self> {
        Some(None)
    }

    fn is_plain() -> bool {
        T::is_plain()
    }

    fn place(&self) -> Option<Range<usize>> {
        self.as_ref()?.place()
    }
}

/// A required value. If it is missing, the rest of its table is still read for mistakes.
#[derive(Clone)]
pub struct Must<T>(pub Option<T>);

impl<T: Read> Read for Must<T> {
    fn read(reader: &mut Reader, value: &Value<'_>) -> Option<Self> {
        Some(Must(T::read(reader, value)))
    }

    fn failed() -> Option<Self> {
        Some(Must(None))
    }

    fn is_plain() -> bool {
        T::is_plain()
    }
}

impl<T: Read> Read for Box<T> {
    fn read(reader: &mut Reader, value: &Value<'_>) -> Option<Self> {
        T::read(reader, value).map(Box::new)
    }

    fn place(&self) -> Option<Range<usize>> {
        T::place(self)
    }
}

/// A value without parts, and its place.
#[derive(Clone)]
pub struct At<T> {
    pub value: T,
    pub span: Range<usize>,
}

impl<T> Deref for At<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

/// A type of value without parts.
pub trait Leaf: Sized {
    /// The expected value, for use in sentences.
    const WHAT: &'static str = "";

    /// [`WHAT`](Leaf::WHAT), for types that compute it: `a whole number from 1 to 9`.
    fn what() -> String {
        Self::WHAT.to_owned()
    }

    /// The value as this type. `None` if it isn't one.
    fn leaf(value: &DeValue<'_>) -> Option<Self>;

    /// The possible words, if they are a fixed list.
    fn known() -> Vec<String> {
        Vec::new()
    }
}

impl<T: Leaf> Read for At<T> {
    fn read(reader: &mut Reader, value: &Value<'_>) -> Option<Self> {
        let leaf = T::leaf(value.get_ref());
        if leaf.is_none() && !reader.is_full() {
            let found = in_words(value.get_ref());
            reader.say(say::wrong_value(value.span(), &reader.key, &T::what(), &found, &T::known()));
        }
        Some(At { value: leaf?, span: value.span() })
    }

    fn is_plain() -> bool {
        true
    }

    fn place(&self) -> Option<Range<usize>> {
        Some(self.span.clone())
    }
}

/// A list of at most `MAX` items. Items that couldn't be read are left out.
#[derive(Clone)]
pub struct List<T, const MAX: usize> {
    pub items: Vec<T>,
    pub span: Range<usize>,
    /// Whether the list in the file is empty.
    pub is_empty: bool,
    /// The names of items that couldn't be read, so that they aren't reported as unknown.
    pub lost: Vec<String>,
}

impl<T: Read, const MAX: usize> Read for List<T, MAX> {
    fn read(reader: &mut Reader, value: &Value<'_>) -> Option<Self> {
        let Some(array) = value.get_ref().as_array() else {
            return Self::read_one(reader, value);
        };
        if MAX < array.len() {
            let first_too_many = array.get(MAX).map_or(value.span(), Spanned::span);
            reader.say(say::list_too_long(first_too_many, &reader.key, MAX, array.len()));
        }
        let mut list = List { items: Vec::new(), span: value.span(), is_empty: array.is_empty(), lost: Vec::new() };
        for value in array.iter().take(MAX) {
            match T::read(reader, value) {
                Some(item) => list.items.push(item),
                None => list.lost.extend(own_names(value)),
            }
        }
        list.lost.extend(array.iter().skip(MAX).flat_map(own_names));
        Some(list)
    }

    fn is_plain() -> bool {
        T::is_plain()
    }

    fn place(&self) -> Option<Range<usize>> {
        Some(self.span.clone())
    }
}

impl<T: Read, const MAX: usize> List<T, MAX> {
    /// Adds a problem that this should be a list, and reads the single item for its mistakes.
    fn read_one(reader: &mut Reader, value: &Value<'_>) -> Option<Self> {
        let is_table = value.get_ref().is_table();
        let written = reader.text.get(value.span()).filter(|_| is_table);
        reader.say(say::no_list(value.span(), &reader.key, written, &in_words(value.get_ref())));
        if is_table {
            reader.allow_headings_twice();
        }
        let items = if is_table { T::read(reader, value).into_iter().collect() } else { Vec::new() };
        Some(List { items, span: value.span(), is_empty: false, lost: own_names(value) })
    }
}

/// The names that a table gives itself.
fn own_names(value: &Value<'_>) -> Vec<String> {
    let table = value.get_ref().as_table();
    let name = |key: &str| table?.get(key)?.get_ref().as_str().map(str::to_owned);
    ["id", "name"].into_iter().filter_map(name).collect()
}

/// One item, or a list of at most `MAX`.
#[derive(Clone)]
pub struct OneOrMany<T, const MAX: usize>(pub Vec<T>);

impl<T: Read, const MAX: usize> Read for OneOrMany<T, MAX> {
    fn read(reader: &mut Reader, value: &Value<'_>) -> Option<Self> {
        if value.get_ref().is_array() {
            return List::<T, MAX>::read(reader, value).map(|it| OneOrMany(it.items));
        }
        T::read(reader, value).map(|it| OneOrMany(vec![it]))
    }
}

/// At most `MAX` named entries, in the order of the file.
#[derive(Clone)]
pub struct Named<T, const MAX: usize> {
    pub entries: Vec<(At<String>, Option<T>)>,
}

impl<T: Read, const MAX: usize> Read for Named<T, MAX> {
    fn read(reader: &mut Reader, value: &Value<'_>) -> Option<Self> {
        let table = reader.table(value, &[])?;
        if MAX < table.len() {
            reader.say(say::list_too_long(value.span(), &reader.key, MAX, table.len()));
        }
        let mut entries = Vec::new();
        for (key, value) in table.iter().take(MAX) {
            let name = At { value: key.get_ref().to_string(), span: key.span() };
            let outer = std::mem::replace(&mut reader.key, name.value.clone());
            entries.push((name, T::read(reader, value)));
            reader.key = outer;
        }
        entries.sort_by_key(|it| it.0.span.start);
        Some(Named { entries })
    }
}

/// The single key among `heads` that says what kind of table this is. Adds a problem if there is none, or several, or
/// if other keys don't belong to it. Each head comes with the keys that may accompany it.
pub fn head(
    reader: &mut Reader,
    what: &str,
    table: &impl Table,
    heads: &[(&'static str, &[&str])],
    instead_of_several: &str,
) -> Option<&'static str> {
    let is_head = |key: &str| heads.iter().any(|it| it.0 == key);
    let (said, beside): (Vec<_>, Vec<_>) = table.keys().into_iter().partition(|it| is_head(it.0));
    match &said[..] {
        [(head, _)] => {
            let may = heads.iter().find(|it| it.0 == *head)?.1;
            for (key, span) in beside.into_iter().filter(|it| !may.contains(&it.0)) {
                reader.say(say::stray_key(span, key, head));
            }
            return Some(head);
        }
        _ if table.is_flawed() => (),
        [] => reader.say(say::no_head(table.span(), what, &heads.iter().map(|it| it.0).collect::<Vec<_>>())),
        [.., (_, last)] => {
            let names: Vec<&str> = said.iter().map(|it| it.0).collect();
            reader.say(say::several_heads(last.clone(), what, &names, instead_of_several));
        }
    }
    None
}
