//! The JSON Schema of a kind of file, made from the same list of keys as the reader. It must equal the stored one in
//! `config/schema/`, which the program prints.

use std::borrow::Cow;
use std::path::Path;

use expect_test::expect_file;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::Value;

use crate::file::values::{NAME_LETTERS_MAX, PROSE_LETTERS_MAX};
use crate::file::{
    self, At, Cost, Drawing, Leaf as _, List, Must, Name, Named, NamedUnitFile, Number, OneOrMany, Prose, Roll,
    UnitsFile, Word, Words,
};

/// Gives types a JSON Schema, which is inlined wherever such a value stands: `schemas! { Save: { "type": "string" } }`.
/// A generic type is followed by its parameters, `where [T: JsonSchema]`, and then by a name for the generator that its
/// parts need.
macro_rules! schemas {
    ($($type:ty $(where [$($parameter:tt)*])? $(, $generator:ident)?: $schema:tt)*) => { $(
        impl $(<$($parameter)*>)? schemars::JsonSchema for $type {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(_generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                $(let $generator = _generator;)?
                schemars::json_schema!($schema)
            }

            fn inline_schema() -> bool {
                true
            }
        }
    )* };
}
pub(crate) use schemas;

schemas! {
    Name: { "type": "string", "minLength": 1, "maxLength": NAME_LETTERS_MAX }
    Prose: { "type": "string", "minLength": 1, "maxLength": PROSE_LETTERS_MAX }
    Drawing: { "type": "string" }
    Cost: { "oneOf": [{ "type": "integer", "minimum": 1, "maximum": 9 }, { "const": "impassable" }] }
    Number<MIN, MAX> where [const MIN: i64, const MAX: i64]: { "type": "integer", "minimum": MIN, "maximum": MAX }
    Roll<MAX> where [const MAX: u8]: { "enum": (2..=MAX).map(|it| format!("{it}+")).collect::<Vec<_>>() }
    Word<T> where [T: Words]: { "enum": (Self::known()) }
    List<T, MAX> where [T: JsonSchema, const MAX: usize], generator: {
        "type": "array", "maxItems": MAX, "items": (generator.subschema_for::<T>())
    }
    OneOrMany<T, MAX> where [T: JsonSchema, const MAX: usize], generator: {
        "anyOf": [(generator.subschema_for::<T>()), (List::<T, MAX>::json_schema(generator))]
    }
    Named<T, MAX> where [T: JsonSchema, const MAX: usize], generator: {
        "type": "object", "maxProperties": MAX, "additionalProperties": (generator.subschema_for::<T>())
    }
}

/// Gives wrapper types the JSON Schema of their value.
macro_rules! schema_of_the_value {
    ($($wrapper:ident)*) => { $(
        impl<T: JsonSchema> JsonSchema for $wrapper<T> {
            fn schema_name() -> Cow<'static, str> {
                T::schema_name()
            }

            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                T::json_schema(generator)
            }

            fn inline_schema() -> bool {
                T::inline_schema()
            }
        }
    )* };
}
schema_of_the_value! { Must At }

impl JsonSchema for UnitsFile {
    fn schema_name() -> Cow<'static, str> {
        "Units".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let named = generator.subschema_for::<NamedUnitFile>();
        json_schema!({ "anyOf": [{ "type": "string", "minLength": 1 }, named] })
    }
}

/// The JSON Schema of files with this table at the top.
pub(crate) fn schema_of<T: JsonSchema>(title: &str) -> Value {
    let generator = SchemaSettings::draft2020_12().into_generator();
    let mut schema = generator.into_root_schema_for::<T>().to_value();
    forbid_null(&mut schema);
    if let Some(root) = schema.as_object_mut() {
        root.insert("title".to_owned(), title.into());
    }
    schema
}

/// Compares a schema with its stored text, and the page of all keys with the stored one, if any. `UPDATE_EXPECT=1`
/// rewrites them.
pub(crate) fn check_kept(schema: &Value, text: &str, page: Option<&str>) {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    expect_file![project.join(text)].assert_eq(&format!("{schema:#}\n"));
    if let Some(page) = page {
        expect_file![project.join(page)].assert_eq(&file::page(schema));
    }
}

/// Removes null from a schema. TOML has none; an optional key is simply missing.
fn forbid_null(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            if let Some(Value::Array(types)) = object.get_mut("type") {
                types.retain(|it| it != "null");
                if let [one] = &types[..] {
                    let one = one.clone();
                    object.insert("type".to_owned(), one);
                }
            }
            for key in ["anyOf", "oneOf", "enum"] {
                if let Some(Value::Array(choices)) = object.get_mut(key) {
                    choices.retain(|it| !it.is_null() && it.get("type").is_none_or(|it| it != "null"));
                }
            }
            unwrap_single_choice(object);
            object.values_mut().for_each(forbid_null);
        }
        Value::Array(items) => items.iter_mut().for_each(forbid_null),
        _ => (),
    }
}

/// Replaces a choice of one by that one.
fn unwrap_single_choice(object: &mut serde_json::Map<String, Value>) {
    let Some(Value::Array(choices)) = object.get("anyOf") else { return };
    let [Value::Object(only)] = &choices[..] else { return };
    let only = only.clone();
    object.remove("anyOf");
    for (key, value) in only {
        object.entry(key).or_insert(value);
    }
}
