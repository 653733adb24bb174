//! From TOML with places to typed tables: collects every mistake instead of stopping at the first.
//!
//! [`table!`] makes a struct, its reader and, for tests, its JSON Schema out of one list of fields.

use std::ops::{Deref, Range};
use std::path::PathBuf;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::diagnostic::{Diagnostic, Rule, Severity};
use crate::file::say;

/// A value of the file and where it stands.
pub type Value<'i> = Spanned<DeValue<'i>>;

/// How many problems of one file are reported; nobody reads more at once.
pub(super) const PROBLEMS_MAX: usize = 100;

/// Collects what is wrong with one file.
#[derive(Default)]
pub struct Reader {
    /// What is being read.
    pub text: String,
    diagnostics: Vec<Diagnostic>,
    /// The key whose value is being read, for sentences.
    key: String,
    /// Keys that the file may have above its tables, and doesn't.
    top: Option<Vec<String>>,
    /// Whether the file isn't TOML throughout, so that what is missing may only have been misread.
    pub is_broken: bool,
    /// Where the files are that this one names.
    pub beside: Beside,
    /// Those that were used, each with its name and text: what it takes to make the same battle again.
    pub used_beside: Vec<(String, String)>,
}

/// Where files are that a scenario names.
#[derive(Clone, Debug, Default)]
pub enum Beside {
    /// The scenario is a text without a place.
    #[default]
    Nowhere,
    /// In the scenario's folder.
    Folder(PathBuf),
    /// With the battle, each with its name and text.
    Kept(Vec<(String, String)>),
}

/// Something that can be read from a value.
pub trait Read: Sized {
    /// The value as this type; `None` if it isn't, which has been said then.
    fn read(reader: &mut Reader, value: &Value<'_>) -> Option<Self>;

    /// What stands for a key that isn't there; `None` if it has to be.
    fn absent() -> Option<Self> {
        None
    }

    /// What is read where it is missing although it has to be there; `None` if its table is worth nothing then.
    fn failed() -> Option<Self> {
        None
    }

    /// Whether it is a value, or a list of values, and no table.
    fn is_plain() -> bool {
        false
    }

    /// Where it stands, if it is there: for [`head`], of what may be left out.
    fn place(&self) -> Option<Range<usize>> {
        None
    }
}

/// A table that `table!` made.
pub trait Table {
    /// Where the table stands.
    fn span(&self) -> Range<usize>;

    /// Whether something in it couldn't be read.
    fn is_flawed(&self) -> bool;

    /// The keys that are there, and where their values stand.
    fn keys(&self) -> Vec<(&'static str, Range<usize>)>;
}

impl Reader {
    /// One that has read nothing of this text yet.
    pub fn of(text: &str) -> Reader {
        Reader { text: text.to_owned(), ..Reader::default() }
    }

    /// Remembers a problem.
    pub fn say(&mut self, diagnostic: Diagnostic) {
        if !self.is_full() {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Leaves out of what was said each rule that isn't of this rulebook: what is wrong with a file is wrong in any game, and a
    /// player of this one knows no other's ids.
    pub fn cite_only(&mut self, rules: &[Rule]) {
        for it in &mut self.diagnostics {
            it.rule = it.rule.filter(|id| rules.iter().any(|rule| rule.id == *id));
        }
    }

    /// Remembers a problem, unless the same has been said of another place.
    pub fn say_once(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.iter().all(|it| it.message != diagnostic.message) {
            self.say(diagnostic);
        }
    }

    /// Remembers a problem that leaves nothing to go on with.
    pub fn refuse<T>(&mut self, diagnostic: Diagnostic) -> Option<T> {
        self.say(diagnostic);
        None
    }

    /// What stands at a key of a table that another of its keys needs; says so if nothing does, and nothing else is wrong with
    /// the table.
    pub fn needed<T>(&mut self, table: &impl Table, key: &str, value: Option<T>) -> Option<T> {
        if value.is_none() && !table.is_flawed() {
            self.say(say::missing(table.span(), key));
        }
        value
    }

    /// Takes back that headings of the key that is being read stand twice: one of them lacks its second bracket, and the
    /// others are right.
    fn allow_headings_twice(&mut self) {
        let (text, key) = (&self.text, &self.key);
        let is_heading = |span: &Range<usize>| {
            text.get(..span.start).is_some_and(|it| it.ends_with('[')) && text.get(span.clone()) == Some(key)
        };
        self.diagnostics.retain(|it| it.message != say::STANDS_TWICE || !is_heading(&it.span));
    }

    /// Whether more problems were found than anybody will read.
    pub fn is_full(&self) -> bool {
        self.diagnostics.len() >= PROBLEMS_MAX
    }

    /// Whether something was refused.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|it| it.severity == Severity::Error)
    }

    /// Whether there is a problem within this part of the file.
    pub fn has_spoken_of(&self, part: &Range<usize>) -> bool {
        self.diagnostics.iter().any(|it| part.start <= it.span.start && it.span.end <= part.end)
    }

    /// How many problems there are so far.
    pub fn count(&self) -> usize {
        self.diagnostics.len()
    }

    /// Every problem, in the order of the file.
    pub fn finish(mut self) -> Vec<Diagnostic> {
        self.diagnostics.sort_by_key(|it| (it.span.start, it.span.end));
        self.diagnostics.dedup();
        self.diagnostics
    }

    /// The value as a table that may have these keys, or any if there are none.
    pub fn table<'a, 'i>(&mut self, value: &'a Value<'i>, keys: &[&str]) -> Option<&'a DeTable<'i>> {
        let table = value.get_ref().as_table();
        if table.is_none() {
            self.say(say::no_table(value.span(), &self.key, &found(value.get_ref()), keys));
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

    /// Says which keys of a table nobody asked for. `plain` is which of those that are known hold no tables.
    pub fn refuse_unknown(&mut self, table: &DeTable<'_>, known: &[&str], plain: &[bool]) {
        // The first table to be read is the file itself.
        let is_top = self.top.is_none();
        if is_top {
            let open = known.iter().zip(plain).filter(|(key, is_plain)| **is_plain && !table.contains_key(**key));
            self.top = Some(open.map(|it| (*it.0).to_owned()).collect());
        }
        for key in table.keys() {
            let name = key.get_ref().as_ref();
            if self.is_full() || known.contains(&name) {
                continue;
            }
            let is_of_the_top = !is_top && self.is_alone(key.span().start);
            match self.top.iter().flatten().any(|it| it == name) && is_of_the_top {
                true => self.say(say::key_of_the_top(key.span(), name)),
                false => self.say(say::unknown_key(key.span(), name, known)),
            }
        }
    }

    /// Whether nothing stands before this place on its line.
    fn is_alone(&self, at: usize) -> bool {
        let before = self.text.get(..at).unwrap_or_default();
        before.rsplit('\n').next().is_none_or(|it| it.trim().is_empty())
    }
}

/// What an author would call what stands there.
fn found(value: &DeValue<'_>) -> String {
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

/// Makes structs that are read from tables: a key for each field. In the JSON Schema, which tests make of the same list, the
/// comment of a field explains its key. A field that may be left out is an `Option`. A table may have one parameter, for whom a
/// game calls a side.
macro_rules! table {
    ($($(#[$meta:meta])* $visibility:vis $name:ident $(<$side:ident: $bound:ident>)? {
        $($(#[$field_meta:meta])* $field:ident: $type:ty,)*
    })*) => { $(
        #[derive(Clone)]
        #[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
        $(#[$meta])*
        $visibility struct $name $(<$side: $bound>)? {
            /// Where the table stands.
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

/// What has to be there. If it isn't, the rest of its table is read all the same, for its mistakes.
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

/// A value without parts, and where it stands.
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

/// What a value without parts can be.
pub trait Leaf: Sized {
    /// What belongs there, for a sentence.
    const WHAT: &'static str = "";

    /// The same where it takes reckoning: `a whole number from 1 to 9`.
    fn what() -> String {
        Self::WHAT.to_owned()
    }

    /// The value, if it is one of these.
    fn leaf(value: &DeValue<'_>) -> Option<Self>;

    /// The words that can stand there, if they are a list.
    fn known() -> Vec<String> {
        Vec::new()
    }
}

impl<T: Leaf> Read for At<T> {
    fn read(reader: &mut Reader, value: &Value<'_>) -> Option<Self> {
        let leaf = T::leaf(value.get_ref());
        if leaf.is_none() && !reader.is_full() {
            let found = found(value.get_ref());
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

/// A list of at most `MAX` things. Those that couldn't be read are left out.
#[derive(Clone)]
pub struct List<T, const MAX: usize> {
    pub items: Vec<T>,
    pub span: Range<usize>,
    /// Whether the file lists nothing.
    pub is_empty: bool,
    /// What those are called that couldn't be read, so that nobody is told they don't exist.
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
                None => list.lost.extend(names_in(value)),
            }
        }
        list.lost.extend(array.iter().skip(MAX).flat_map(names_in));
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
    /// Says that it takes a list, and reads the one thing that is there instead for its mistakes.
    fn read_one(reader: &mut Reader, value: &Value<'_>) -> Option<Self> {
        let is_table = value.get_ref().is_table();
        let written = reader.text.get(value.span()).filter(|_| is_table);
        reader.say(say::no_list(value.span(), &reader.key, written, &found(value.get_ref())));
        if is_table {
            reader.allow_headings_twice();
        }
        let items = if is_table { T::read(reader, value).into_iter().collect() } else { Vec::new() };
        Some(List { items, span: value.span(), is_empty: false, lost: names_in(value) })
    }
}

/// What a table calls itself.
fn names_in(value: &Value<'_>) -> Vec<String> {
    let table = value.get_ref().as_table();
    let name = |key: &str| table?.get(key)?.get_ref().as_str().map(str::to_owned);
    ["id", "name"].into_iter().filter_map(name).collect()
}

/// One thing, or a list of at most `MAX`.
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

/// Entries by name, in the order of the file; at most `MAX`.
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

/// The one key of a table that says what it is, of those in `heads`; says so if there is none or several, and which other
/// keys don't go with it. Beside each head stand the keys that may go with it.
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
