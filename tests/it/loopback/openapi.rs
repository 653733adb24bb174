//! Request bodies against Discord's own description of its API, which `FIELDPOST_DISCORD_OPENAPI` names.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex};

use jsonschema::{Draft, Registry, Validator};
use serde_json::{Value, json};

static DESCRIPTION: LazyLock<Option<Description>> = LazyLock::new(Description::load);

struct Description {
    /// Method and path of every request with a JSON body, split into parts.
    routes: Vec<(String, Vec<String>, String)>,
    registry: Registry<'static>,
    made: Mutex<BTreeMap<String, Arc<Validator>>>,
}

/// What is wrong with a request's body according to the description of the API.
pub(crate) fn complaints(method: &str, path: &[&str], body: &Value) -> Vec<String> {
    DESCRIPTION.as_ref().map_or_else(Vec::new, |it| it.complaints(method, path, body))
}

impl Description {
    fn load() -> Option<Description> {
        let path = std::env::var_os("FIELDPOST_DISCORD_OPENAPI")?;
        let text = std::fs::read_to_string(&path).expect("FIELDPOST_DISCORD_OPENAPI names a file");
        let spec: Value = serde_json::from_str(&text).expect("FIELDPOST_DISCORD_OPENAPI names a JSON file");
        let mut routes = Vec::new();
        for (path, methods) in spec["paths"].as_object().expect("a description of an API has paths") {
            for (method, operation) in methods.as_object().into_iter().flatten() {
                if operation.pointer("/requestBody/content/application~1json/schema").is_some() {
                    let parts = path.trim_start_matches('/').split('/').map(str::to_owned).collect();
                    let escaped = path.replace('~', "~0").replace('/', "~1").replace('{', "%7B").replace('}', "%7D");
                    let place =
                        format!("urn:discord#/paths/{escaped}/{method}/requestBody/content/application~1json/schema");
                    routes.push((method.to_uppercase(), parts, place));
                }
            }
        }
        let registry = Registry::new().add("urn:discord", spec).and_then(jsonschema::RegistryBuilder::prepare);
        Some(Description { routes, registry: registry.expect("its references are sound"), made: Mutex::default() })
    }

    fn complaints(&'static self, method: &str, path: &[&str], body: &Value) -> Vec<String> {
        let fits = |parts: &[String]| {
            parts.len() == path.len() && parts.iter().zip(path).all(|(part, it)| part.starts_with('{') || part == it)
        };
        let words = |parts: &[String]| parts.iter().filter(|it| !it.starts_with('{')).count();
        let routes = self.routes.iter().filter(|it| it.0 == method && fits(&it.1));
        let Some((_, _, place)) = routes.max_by_key(|it| words(&it.1)) else { return Vec::new() };
        let validator = self.validator(place);
        let errors = validator.iter_errors(body).take(3);
        errors.map(|it| format!("the API's description says of {}: {it}", it.instance_path())).collect()
    }

    fn validator(&'static self, place: &str) -> Arc<Validator> {
        let mut made = self.made.lock().expect("nobody panics with it");
        let make = || {
            let options = jsonschema::options().with_draft(Draft::Draft202012).with_registry(&self.registry);
            Arc::new(options.build(&json!({"$ref": place})).expect("its schemas are sound"))
        };
        Arc::clone(made.entry(place.to_owned()).or_insert_with(make))
    }
}

/// serenity writes ids of attachments as numbers and permissions as texts. Discord accepts both, but its description
/// wants the opposite.
pub(crate) fn with_texts_for_ids(body: &Value) -> Value {
    let mut body = body.clone();
    for place in ["/attachments", "/data/attachments", "/message/attachments"] {
        for it in body.pointer_mut(place).and_then(Value::as_array_mut).into_iter().flatten() {
            if it["id"].is_number() {
                it["id"] = json!(it["id"].to_string());
            }
        }
    }
    for command in body.as_array_mut().into_iter().flatten() {
        let permissions = command["default_member_permissions"].as_str().and_then(|it| it.parse::<u64>().ok());
        if let Some(permissions) = permissions {
            command["default_member_permissions"] = json!(permissions);
        }
    }
    body
}
