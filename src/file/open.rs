//! Opens a file: checks its size and format, and collects its problems.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use toml::de::{DeTable, DeValue};

use crate::diagnostic::{Diagnostic, Severity};
use crate::file::read::{At, Leaf as _, Reader, Value};
use crate::file::values::Name;
use crate::file::{limits, say, syntax};

/// The problems of a file. They display as lines for the terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problems {
    /// The name of the file.
    pub name: String,
    /// The text of the file. Empty if it couldn't be read.
    pub text: String,
    /// In the order of the file.
    pub diagnostics: Vec<Diagnostic>,
}

impl Problems {
    /// The number of errors.
    pub fn errors(&self) -> usize {
        self.diagnostics.iter().filter(|it| it.severity == Severity::Error).count()
    }
}

impl std::error::Error for Problems {}

/// The name and the text of a file.
pub fn open(path: &Path) -> Result<(String, String), Problems> {
    let name = path.display().to_string();
    let problems = |diagnostic| Problems { name: name.clone(), text: String::new(), diagnostics: vec![diagnostic] };
    let bytes = bytes_of(path).map_err(|error| {
        problems(match error.kind() {
            io::ErrorKind::IsADirectory => say::folder(0..0, &name),
            _ => say::unreadable(&name, &error),
        })
    })?;
    if let Some((kind, help)) = other_bytes(&bytes) {
        return Err(problems(say::no_text(0..0, &name, kind, help)));
    }
    if limits::FILE_BYTES < bytes.len() as u64 {
        return Err(problems(say::too_large(0..0, &name, limits::FILE_BYTES)));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        problems(say::not_utf8(0..0, &name, before.iter().filter(|it| **it == b'\n').count() + 1))
    })?;
    Ok((name, text.strip_prefix('\u{feff}').map_or_else(|| text.clone(), str::to_owned)))
}

/// The bytes of a file, up to one byte over the limit.
fn bytes_of(path: &Path) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let mut bytes = Vec::new();
    file.take(limits::FILE_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Calls `make` with the table of a text, as far as the text can be read, and returns its result and all problems. With
/// errors, the result is `None`.
pub fn parse<T>(
    name: &str,
    text: &str,
    make: impl FnOnce(&mut Reader, &Value<'_>) -> Option<T>,
) -> (Option<T>, Problems) {
    if let Some(kind) = other_kind(text) {
        let diagnostics = vec![say::not_toml(0..0, kind)];
        return (None, Problems { name: name.to_owned(), text: String::new(), diagnostics });
    }
    let mut reader = Reader::of(text);
    let mut made = None;
    if text.trim().is_empty() {
        reader.say(say::empty_file(0..0));
    } else if limits::FILE_BYTES < text.len() as u64 {
        reader.say(say::too_large(0..0, "this text", limits::FILE_BYTES));
    } else {
        // Parts that aren't TOML became blanks, so every place is the same in both texts.
        let sound = syntax::sound_part(&mut reader, text);
        let (table, _) = DeTable::parse_recoverable(&sound);
        let root = Value::new(table.span(), DeValue::Table(table.into_inner()));
        made = make(&mut reader, &root);
    }
    let problems = Problems { name: name.to_owned(), text: text.to_owned(), diagnostics: reader.finish() };
    (made.filter(|_| problems.errors() == 0), problems)
}

/// The first bytes of an SQLite file.
pub const DATABASE: &[u8; 16] = b"SQLite format 3\0";

/// The kind of a file that isn't text but is written by fieldpost or packs a text, and what to do with it.
pub fn other_bytes(bytes: &[u8]) -> Option<(&'static str, &'static str)> {
    match bytes {
        it if it.starts_with(DATABASE) => Some((
            "a database",
            "Go on with its battle by fieldpost play SCENARIO --db FILE, or make a file of one: fieldpost export --db FILE NUMBER \
             -o battle.log.",
        )),
        [0x1f, 0x8b, ..] => Some(("compressed", "Unpack it with gunzip.")),
        _ => None,
    }
}

/// The kind of a text that isn't TOML, but that fieldpost reads or writes.
pub fn other_kind(text: &str) -> Option<&'static str> {
    // A thread may have a heading in words.
    let mut heading = text.lines().take_while(|it| !it.contains('=') && !it.starts_with('['));
    if heading.any(|it| it.starts_with('@')) {
        return Some("a thread of posts");
    }
    let text = text.trim_start();
    match text.chars().next()? {
        '{' => Some("the log of a battle, or a map of Tiled"),
        // Not "<<<<<<<", with which git marks a conflict.
        '<' if !text.starts_with("<<") => Some("a page"),
        _ => None,
    }
}

/// The rules that a file is for, by its key `ruleset`. `None` if it doesn't say.
pub fn ruleset(root: &Value<'_>) -> Option<At<Name>> {
    let value = root.get_ref().get("ruleset")?;
    Some(At { value: Name::leaf(value.get_ref())?, span: value.span() })
}

/// The first of these keys that a scenario has at its top or in a squad, and its place.
pub fn key_among<'a>(root: &Value<'_>, keys: &[&'a str]) -> Option<At<&'a str>> {
    let table = root.get_ref().as_table()?;
    let squads = table.get("squad").and_then(|it| it.get_ref().as_array()).into_iter().flatten();
    let tables = std::iter::once(table).chain(squads.filter_map(|it| it.get_ref().as_table()));
    tables.flat_map(|it| it.iter()).find_map(|(key, _)| {
        let text: &str = key.get_ref();
        let known = keys.iter().copied().find(|it| *it == text)?;
        Some(At { value: known, span: key.span() })
    })
}

/// Whether a text is a data file: it has entries for scenarios, and no battle.
pub fn is_data(text: &str) -> bool {
    has_keys(text, &["terrain", "weapon", "unit", "ability", "class"], &["map", "squad", "player", "victory"])
}

/// Whether a text is a campaign's file: it has keys of campaigns, and no battle.
pub fn is_campaign(text: &str) -> bool {
    const ITS_OWN: [&str; 10] =
        ["game", "names", "hero", "fallen", "injuries", "xp", "buy", "replacements", "medal", "costs"];
    has_keys(text, &ITS_OWN, &["ruleset", "map", "player", "objective", "victory", "event"])
}

/// Whether a text is the bot's configuration, and no battle. Signs of one are its first line, the schema for editors;
/// its tables, also with capital letters or with a missing or surplus "s"; its settings without a heading; and a token
/// or a password anywhere.
pub fn is_configuration(text: &str) -> bool {
    const ITS_OWN: &str = "discord database battle round quiet forum host token_file http_proxy place listen";
    const OF_A_BATTLE: [&str; 5] = ["name", "ruleset", "map", "squad", "player"];
    let (table, _) = DeTable::parse_recoverable(text);
    let has_its_own = table.get_ref().iter().any(|(key, value)| {
        let key = key.get_ref().to_lowercase();
        let key = key.strip_suffix('s').unwrap_or(&key);
        // In a battle, `rounds` is a number.
        ITS_OWN.split(' ').any(|it| it == key) && (key != "round" || value.get_ref().as_table().is_some())
    });
    let says_so =
        text.lines().next().is_some_and(|it| it.starts_with("#:schema") && it.trim_end().ends_with("bot.json"));
    (says_so || has_its_own) && !has_keys(text, &OF_A_BATTLE, &[])
        || has_secret(text) && !has_keys(text, &["map", "squad"], &[]) && !is_data(text)
}

/// Whether a text may hold a token or a password.
fn has_secret(text: &str) -> bool {
    let dense = text.split_whitespace().collect::<String>().to_lowercase();
    let is_secret = |line: &str| {
        line.split_once("://").is_some_and(|it| it.1.contains('@')) || line.split(['"', '\'', '=']).any(is_token)
    };
    ["token=", "password="].iter().any(|it| dense.contains(it)) || text.lines().any(is_secret)
}

/// Whether a text has the form of a bot's token: three parts, of which the first is the bot's id in Base64.
pub fn is_token(text: &str) -> bool {
    const NUMBER_MIN: usize = 22;
    let parts: Vec<&str> = text.trim().trim_start_matches("Bot ").split('.').collect();
    let is_number = |it: &str| {
        NUMBER_MIN <= it.len() && it.starts_with(['M', 'N', 'O']) && it.chars().all(|it| it.is_ascii_alphanumeric())
    };
    matches!(parts[..], [number, _, key] if is_number(number) && !key.is_empty())
}

/// Whether a text has some of these keys at its top, and none of the others.
fn has_keys(text: &str, some: &[&str], none: &[&str]) -> bool {
    let (table, _) = DeTable::parse_recoverable(text);
    let has = |keys: &[&str]| keys.iter().any(|it| table.get_ref().contains_key(*it));
    has(some) && !has(none)
}
