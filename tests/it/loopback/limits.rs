//! Discord's limits for a set of commands. One command over a limit, and the whole set is refused.

use serde_json::Value;

const COMMANDS: usize = 100;
const OPTIONS: usize = 25;
const CHOICES: usize = 25;
const NAME: usize = 32;
const DESCRIPTION: usize = 100;
/// The letters in all names, descriptions and choices of a command together.
const WHOLE_COMMAND: usize = 8000;

/// Everything in a set of commands that Discord would refuse it for.
pub(super) fn violations(commands: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let all = items(commands);
    if COMMANDS < all.len() {
        found.push(format!("{} commands, and {COMMANDS} are taken", all.len()));
    }
    for command in all {
        let name = text(command, "name");
        same_names("commands", all, &mut found);
        match command["type"].as_u64() {
            // A menu command has a name in free words, and no description.
            Some(2 | 3) if (1..=NAME).contains(&name.chars().count()) => (),
            Some(2 | 3) => found.push(format!("{name}: the name is not 1 to {NAME} letters")),
            _ => part(name, command, &mut found),
        }
        let length = length(command);
        if WHOLE_COMMAND < length {
            found.push(format!("/{name}: {length} letters in all, and {WHOLE_COMMAND} are taken"));
        }
    }
    found.sort();
    found.dedup();
    found
}

/// Checks a command, a subcommand or an option.
fn part(path: &str, part: &Value, found: &mut Vec<String>) {
    let (name, description) = (text(part, "name"), text(part, "description"));
    let is_letter = |c: char| c.is_alphanumeric() && !c.is_uppercase() || c == '-' || c == '_';
    if name.is_empty() || NAME < name.chars().count() || !name.chars().all(is_letter) {
        found.push(format!("/{path}: the name is not 1 to {NAME} small letters"));
    }
    if description.is_empty() || DESCRIPTION < description.chars().count() {
        found.push(format!("/{path}: the description is not 1 to {DESCRIPTION} letters"));
    }
    let (options, choices) = (items(&part["options"]), items(&part["choices"]));
    if OPTIONS < options.len() {
        found.push(format!("/{path}: {} options, and {OPTIONS} are taken", options.len()));
    }
    if CHOICES < choices.len() {
        found.push(format!("/{path}: {} choices, and {CHOICES} are taken", choices.len()));
    }
    same_names(path, options, found);
    let mut is_optional = false;
    for option in options {
        let is_required = option["required"] == Value::Bool(true);
        if is_optional && is_required {
            found.push(format!("/{path}: {} is required and comes after an optional one", text(option, "name")));
        }
        is_optional |= !is_required;
        self::part(&format!("{path} {}", text(option, "name")), option, found);
    }
}

fn same_names(path: &str, parts: &[Value], found: &mut Vec<String>) {
    let mut names: Vec<&str> = parts.iter().map(|it| text(it, "name")).collect();
    names.sort_unstable();
    for pair in names.windows(2).filter(|it| it[0] == it[1]) {
        found.push(format!("/{path}: {} is there twice", pair[0]));
    }
}

fn length(part: &Value) -> usize {
    let own: usize = ["name", "description", "value"].iter().map(|it| text(part, it).chars().count()).sum();
    let below = |key: &str| items(&part[key]).iter().map(length).sum::<usize>();
    own + below("options") + below("choices")
}

fn items(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_set_over_a_limit_is_seen() {
        let choices: Vec<Value> = (0..26).map(|it| json!({"name": it.to_string(), "value": it})).collect();
        let options = json!([
            {"name": "a", "description": "a", "type": 3},
            {"name": "b", "description": "b", "type": 3, "required": true},
            {"name": "a", "description": "a", "type": 3, "choices": choices},
        ]);
        let commands = json!([
            {"name": "Ping", "description": "ok"},
            {"name": "pong", "description": ""},
            {"name": "long", "description": "x".repeat(101), "options": options},
        ]);
        let expected = [
            "/Ping: the name is not 1 to 32 small letters",
            "/long a: 26 choices, and 25 are taken",
            "/long: a is there twice",
            "/long: b is required and comes after an optional one",
            "/long: the description is not 1 to 100 letters",
            "/pong: the description is not 1 to 100 letters",
        ];
        assert_eq!(violations(&commands), expected);
    }

    #[test]
    fn too_many_commands_are_seen() {
        let command = |it| json!({"name": format!("c{it}"), "description": "ok"});
        let commands: Vec<Value> = (0..101).map(command).collect();
        assert_eq!(violations(&commands.into()), ["101 commands, and 100 are taken"]);
    }
}
