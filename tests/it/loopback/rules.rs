//! Discord's limits. Whatever is over a limit is refused, and fails the test.

use serde_json::Value;

const TEXT: usize = 2000;
const FILES: usize = 10;
const FILE_BYTES: usize = 10 * 1024 * 1024;
const ROWS: usize = 5;
const BUTTONS: usize = 5;
const CHOICES: usize = 25;
const CUSTOM_ID: usize = 100;
const NONCE: usize = 25;

/// What is wrong with a new message or an edit.
pub(crate) fn message(body: &Value, files: &[(String, usize)], is_new: bool) -> Vec<String> {
    let mut found = Vec::new();
    at_most("content", &body["content"], TEXT, &mut found);
    // The bot sends no embeds, so none are allowed here.
    too_many("embeds", items(&body["embeds"]).len(), 0, &mut found);
    rows(&body["components"], &mut found);
    attachments(body, files, &mut found);
    if is_new {
        let has_something = ["content", "components", "sticker_ids", "poll"].iter().any(|it| !is_empty(&body[it]));
        if !has_something && files.is_empty() {
            found.push("a message without anything in it".to_owned());
        }
        if body.get("allowed_mentions").is_none_or(Value::is_null) {
            found.push("a message without allowed_mentions".to_owned());
        }
    }
    if !items(&body["allowed_mentions"]["parse"]).is_empty() {
        found.push("allowed_mentions that let a text call whomever it names".to_owned());
    }
    nonce(body, &mut found);
    found
}

fn nonce(body: &Value, found: &mut Vec<String>) {
    let nonce = match &body["nonce"] {
        Value::String(it) => it.clone(),
        Value::Number(it) => it.to_string(),
        _ => String::new(),
    };
    too_many("letters in a nonce", nonce.chars().count(), NONCE, found);
    if body["enforce_nonce"] == Value::Bool(true) && nonce.is_empty() {
        found.push("enforce_nonce without a nonce".to_owned());
    }
}

fn attachments(body: &Value, files: &[(String, usize)], found: &mut Vec<String>) {
    too_many("files", files.len(), FILES, found);
    for (name, bytes) in files {
        too_many(&format!("bytes in {name}"), *bytes, FILE_BYTES, found);
    }
    for attachment in items(&body["attachments"]) {
        let text = attachment["description"].as_str().unwrap_or_default();
        let is_new = !files.is_empty() && attachment["filename"].is_string();
        if is_new && text.is_empty() {
            found.push(format!("{} has no description for those who can't see it", attachment["filename"]));
        }
        too_many("letters in a file's description", text.chars().count(), 1024, found);
    }
    if items(&body["attachments"]).len() < files.len() {
        found.push("a file without an entry in attachments".to_owned());
    }
}

/// Checks rows of buttons and lists.
fn rows(rows: &Value, found: &mut Vec<String>) {
    too_many("rows of components", items(rows).len(), ROWS, found);
    let mut ids = Vec::new();
    for row in items(rows) {
        let parts = items(&row["components"]);
        let (buttons, others) =
            (parts.iter().filter(|it| it["type"] == 2).count(), parts.iter().filter(|it| it["type"] != 2).count());
        too_many("buttons in a row", buttons, BUTTONS, found);
        if 1 < others || 0 < others && 0 < buttons || parts.is_empty() {
            found.push("a row is up to 5 buttons, or one of something else".to_owned());
        }
        for part in parts {
            at_most("a button's label", &part["label"], 80, found);
            at_most("a list's placeholder", &part["placeholder"], 150, found);
            let is_link = part["style"] == 5 && part["type"] == 2;
            if !is_link && is_empty(&part["custom_id"]) {
                found.push("a component without custom_id".to_owned());
            }
            at_most("a custom_id", &part["custom_id"], CUSTOM_ID, found);
            ids.extend(part["custom_id"].as_str());
            let options = items(&part["options"]);
            too_many("options in a list", options.len(), CHOICES, found);
            for option in options {
                at_most("an option's label", &option["label"], 100, found);
                at_most("an option's value", &option["value"], 100, found);
            }
        }
    }
    ids.sort_unstable();
    for pair in ids.windows(2).filter(|it| it[0] == it[1]) {
        found.push(format!("the custom_id {} is there twice", pair[0]));
    }
}

/// What is wrong with the choices of an autocompletion.
pub(crate) fn choices(choices: &[Value]) -> Vec<String> {
    let mut found = Vec::new();
    too_many("choices", choices.len(), CHOICES, &mut found);
    for choice in choices {
        at_most("a choice's name", &choice["name"], 100, &mut found);
        at_most("a choice's value", &choice["value"], 100, &mut found);
    }
    found
}

/// What is wrong with a thread's name.
pub(crate) fn thread_name(body: &Value) -> Vec<String> {
    let mut found = Vec::new();
    at_most("a thread's name", &body["name"], 100, &mut found);
    if body.get("name").is_some() && is_empty(&body["name"]) {
        found.push("a thread without a name".to_owned());
    }
    found
}

fn at_most(what: &str, value: &Value, limit: usize, found: &mut Vec<String>) {
    let letters = value.as_str().map_or(0, |it| it.chars().count());
    if limit < letters {
        found.push(format!("{what} of {letters} letters; {limit} are taken"));
    }
}

fn too_many(what: &str, count: usize, limit: usize, found: &mut Vec<String>) {
    if limit < count {
        found.push(format!("{count} {what}; {limit} are taken"));
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(it) => it.trim().is_empty(),
        Value::Array(it) => it.is_empty(),
        _ => false,
    }
}

pub(crate) fn items(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}
