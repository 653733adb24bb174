//! The JSON Schema of a kind of file, for editors: made from the same list of keys as the reader.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::Value;

/// Gives JSON Schemas to types, which stand wherever such a value does: `schemas! { Save: { "type": "string" } }`. The
/// parameters of a type follow it, `where [T: JsonSchema]`, and then the name of the generator that its parts need.
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

/// The JSON Schema of the files that are read as this table.
pub fn schema_of<T: JsonSchema>(title: &str) -> Value {
    let generator = SchemaSettings::draft2020_12().into_generator();
    let mut schema = generator.into_root_schema_for::<T>().to_value();
    forbid_null(&mut schema);
    if let Some(root) = schema.as_object_mut() {
        root.insert("title".to_owned(), title.into());
    }
    schema
}

/// TOML has no null: what may be left out is a key that isn't there.
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

/// A choice of one is no choice.
fn unwrap_single_choice(object: &mut serde_json::Map<String, Value>) {
    let Some(Value::Array(choices)) = object.get("anyOf") else { return };
    let [Value::Object(only)] = &choices[..] else { return };
    let only = only.clone();
    object.remove("anyOf");
    for (key, value) in only {
        object.entry(key).or_insert(value);
    }
}
