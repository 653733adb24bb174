//! Makes a page with all keys of a kind of file, for authors of such files, from its JSON Schema.

use serde_json::{Map, Value};

use crate::diagnostic::one_of;

/// The page in Markdown: the keys of the file itself, then those of each table in it, with their values and meaning.
pub fn page(schema: &Value) -> String {
    let mut page = Page { schema, tables: Vec::new() };
    page.collect(schema, Place::File);
    let title = schema["title"].as_str().unwrap_or_default();
    let top = format!("# {title}\n\n{}\n\n{}", words(schema), page.keys(schema));
    let tables = page.tables.iter().map(|it| {
        let table = &schema["$defs"][&it.name];
        format!("## {}\n\n{}\n\n{}", it.heading, words(table), page.keys(table))
    });
    std::iter::once(top).chain(tables).collect::<Vec<_>>().join("\n")
}

struct Page<'a> {
    schema: &'a Value,
    tables: Vec<Table>,
}

/// A table that has a section of its own.
struct Table {
    name: String,
    heading: String,
}

/// Where a key stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    File,
    Table,
}

/// How a key contains tables.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    One,
    List,
    Named,
}

impl<'a> Page<'a> {
    /// Adds all tables that the keys of this one can contain. Those that come first in the file come first.
    fn collect(&mut self, table: &'a Value, place: Place) {
        let begin = self.tables.len();
        for (key, value) in properties(table) {
            for (name, holds) in self.held(value, Holds::One) {
                let name = self.first_of_its_kind(name);
                let heading = heading(key, holds, place);
                match self.tables.iter_mut().find(|it| it.name == name) {
                    None => self.tables.push(Table { name: name.to_owned(), heading }),
                    Some(known) if place == Place::File => known.heading += &format!(", {heading}"),
                    Some(_) => (),
                }
            }
        }
        for n in begin..self.tables.len() {
            let name = self.tables[n].name.clone();
            self.collect(&self.schema["$defs"][&name], Place::Table);
        }
    }

    /// The tables that a value may be or contain, and how it contains them.
    fn held(&self, value: &'a Value, holds: Holds) -> Vec<(&'a str, Holds)> {
        if let Some(name) = reference(value) {
            let definition = &self.schema["$defs"][name];
            return if definition["properties"].is_object() {
                vec![(name, holds)]
            } else {
                self.held(definition, holds)
            };
        }
        let choices = choices(value).flat_map(|it| self.held(it, holds));
        let items = value.get("items").into_iter().flat_map(|it| self.held(it, Holds::List));
        let named = value.get("additionalProperties").into_iter().flat_map(|it| self.held(it, Holds::Named));
        choices.chain(items).chain(named).collect()
    }

    /// The name of the first definition of a type. The schema defines a type that contains itself twice.
    fn first_of_its_kind<'b>(&self, name: &'b str) -> &'b str {
        let base = name.trim_end_matches(|it: char| it.is_ascii_digit());
        let keys = |name: &str| properties(&self.schema["$defs"][name]).map(|it| it.0).collect::<Vec<_>>();
        if keys(base) == keys(name) { base } else { name }
    }

    fn keys(&self, table: &Value) -> String {
        let needed = table["required"].as_array().map(|it| texts(it)).unwrap_or_default();
        let line = |(key, value): (&str, &Value)| {
            let is_needed = if needed.contains(&key) { ", needed" } else { "" };
            let about = words(value).replace('\n', " ");
            let gap = if about.is_empty() { "" } else { " " };
            format!("- `{key}` ({}{is_needed}).{gap}{about}\n", self.kind(value))
        };
        properties(table).map(|(key, value)| line((key, value))).collect()
    }

    /// A description of the values that a key can have.
    fn kind(&self, value: &Value) -> String {
        if let Some(name) = reference(value) {
            return match self.table(name) {
                Some(it) => format!("a table, see {}", it.heading),
                None => self.kind(&self.schema["$defs"][name]),
            };
        }
        let choices: Vec<&Value> = choices(value).collect();
        if let [one, many] = choices[..]
            && *one == many["items"]
        {
            return format!("one or a list: {}", self.kind(one));
        }
        if !choices.is_empty() {
            return choices.into_iter().map(|it| self.kind(it)).collect::<Vec<_>>().join(" or ");
        }
        if let Some(words) = value["enum"].as_array() {
            let words = one_of(&texts(words));
            return if value["description"].as_str().is_some_and(|it| it.contains(&words)) { "a word" } else { &words }
                .to_owned();
        }
        if let Some(word) = value["const"].as_str() {
            return one_of(&[word]);
        }
        let held = |value: &Value| reference(value).and_then(|it| self.table(it));
        match value["type"].as_str() {
            Some("boolean") => "true or false".to_owned(),
            Some("integer") => match (value["minimum"].as_i64(), value["maximum"].as_i64()) {
                (Some(low), Some(high)) if high < i64::MAX => format!("{low} to {high}"),
                _ => "a number".to_owned(),
            },
            Some("array") => match held(&value["items"]) {
                Some(it) => format!("tables, see {}", it.heading),
                None => format!("a list, each {}", self.kind(&value["items"])),
            },
            Some("object") => match held(&value["additionalProperties"]) {
                Some(it) => format!("tables, see {}", it.heading),
                None => format!("a table, each {}", self.kind(&value["additionalProperties"])),
            },
            _ => match value["examples"].as_array() {
                Some(examples) => format!("such as {}", one_of(&texts(examples))),
                None => "text".to_owned(),
            },
        }
    }

    fn table(&self, name: &str) -> Option<&Table> {
        let name = self.first_of_its_kind(name);
        self.tables.iter().find(|it| it.name == name)
    }
}

fn texts(values: &[Value]) -> Vec<&str> {
    values.iter().filter_map(Value::as_str).collect()
}

fn properties(table: &Value) -> impl Iterator<Item = (&str, &Value)> {
    table["properties"].as_object().into_iter().flat_map(Map::iter).map(|(key, value)| (key.as_str(), value))
}

fn choices(value: &Value) -> impl Iterator<Item = &Value> {
    ["anyOf", "oneOf"].into_iter().filter_map(|it| value[it].as_array()).flatten()
}

fn reference(value: &Value) -> Option<&str> {
    value["$ref"].as_str()?.strip_prefix("#/$defs/")
}

fn words(value: &Value) -> String {
    value["description"].as_str().unwrap_or_default().to_owned()
}

/// The heading under which a file writes a table.
fn heading(key: &str, holds: Holds, place: Place) -> String {
    match (place, holds) {
        (Place::File, Holds::One) => format!("`[{key}]`"),
        (Place::File, Holds::List) => format!("`[[{key}]]`"),
        (Place::File, Holds::Named) => format!("`[{key}.NAME]`"),
        (Place::Table, Holds::One) => format!("`{key} = {{ … }}`"),
        (Place::Table, Holds::List) => format!("`{key} = [{{ … }}]`"),
        (Place::Table, Holds::Named) => format!("`{key} = {{ NAME = {{ … }} }}`"),
    }
}
