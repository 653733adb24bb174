//! The bot's configuration: `config/fieldpost.toml` explains every setting, and each can be left out.

use std::env;
use std::fmt;
use std::fs;
use std::net::SocketAddr;
use std::ops::Range;
use std::path::{Path, PathBuf};

use secrecy::SecretString;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::diagnostic::{Diagnostic, nearest, one_of};
use crate::discord::trouble::Trouble;
use crate::referee::Pace;

/// Tables and their keys.
const KEYS: [(&str, &[&str]); 6] = [
    ("discord", &["token_file", "http_proxy", "gm_roles"]),
    ("database", &["place"]),
    ("battles", &["scenarios", "data", "seed"]),
    ("rounds", &["hours", "closes", "early", "remind_hours"]),
    ("quiet", &["from", "to", "zone"]),
    ("host", &["listen", "log"]),
];

/// How the bot is set up. It holds no secret: the token is read when it is needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The file that holds the token, where the environment doesn't.
    pub token_file: Option<PathBuf>,
    /// A proxy that keeps Discord's rate limits for several processes: `http://…`.
    pub http_proxy: Option<String>,
    /// The names of the roles whose members may be GM, beside whoever may manage the server.
    pub gm_roles: Vec<String>,
    /// Where battles are kept: an SQLite file, or `postgres://…`.
    pub database: String,
    /// The folder of the scenarios that battles can be begun with.
    pub scenarios: PathBuf,
    /// The folder with the data that their names come from; what is built in, if there is none.
    pub data: Option<PathBuf>,
    /// The seed of every new battle, for rehearsals: no secret, and said so in public.
    pub seed: Option<u64>,
    pub deadlines: Deadlines,
    /// When nobody is reminded who has set no hours of their own.
    pub quiet: Option<QuietHours>,
    /// Where health and metrics can be asked for.
    pub listen: Option<SocketAddr>,
    pub log: LogFormat,
}

/// How long a round stays open, where a battle doesn't say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deadlines {
    /// Hours until a round's deadline; none, if only the GM closes rounds.
    pub hours: Option<u32>,
    /// Whether the deadline closes the round by itself.
    pub closes: bool,
    /// Whether the round closes as soon as all players are ready.
    pub early: bool,
    /// How many hours before the deadline whoever gave no orders is reminded.
    pub remind_hours: u32,
}

/// A part of the day, which may reach over midnight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuietHours {
    /// Minutes after midnight.
    pub from_minute: u16,
    /// Minutes after midnight.
    pub to_minute: u16,
    /// The time zone's name, such as Europe/Berlin.
    pub zone: String,
}

/// How the log is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    Text,
    Json,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            token_file: None,
            http_proxy: None,
            gm_roles: vec!["GM".to_owned()],
            database: "fieldpost.db".to_owned(),
            scenarios: PathBuf::from("scenarios"),
            data: None,
            seed: None,
            deadlines: Deadlines { hours: Some(72), closes: false, early: false, remind_hours: 12 },
            quiet: None,
            listen: None,
            log: LogFormat::Text,
        }
    }
}

/// What is wrong with a configuration. It displays as lines for the terminal.
#[derive(Clone, Debug)]
pub struct Problems {
    pub name: String,
    pub text: String,
    pub diagnostics: Vec<Diagnostic>,
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown: Vec<String> = self.diagnostics.iter().map(|it| it.under(&self.text)).collect();
        write!(f, "{} can't be used:\n{}", self.name, shown.join("\n"))
    }
}

impl Config {
    /// Reads a configuration and finds everything that is wrong with it.
    pub fn read(name: &str, text: &str) -> Result<Config, Problems> {
        let (root, errors) = DeTable::parse_recoverable(text);
        let mut found: Vec<Diagnostic> = errors
            .iter()
            .map(|it| Diagnostic::error(it.span().unwrap_or(0..0), format!("this is not TOML: {}", it.message())))
            .collect();
        let mut reader = Reader { root: root.get_ref(), found: &mut found };
        reader.look_for_unknown();
        let config = reader.config();
        if found.is_empty() {
            return Ok(config);
        }
        found.sort_by_key(|it| it.span.start);
        Err(Problems { name: name.to_owned(), text: text.to_owned(), diagnostics: found })
    }

    /// How a new battle's rounds are opened and closed.
    pub fn pace(&self) -> Pace {
        const HOUR: u32 = 60 * 60;
        let Deadlines { hours, closes, early, remind_hours } = self.deadlines;
        let round = hours.map(|it| it.saturating_mul(HOUR));
        Pace { round, closes, early, remind: remind_hours.saturating_mul(HOUR) }
    }

    /// The bot's token: `FIELDPOST_TOKEN`, or what stands in the file.
    pub(super) fn token(&self) -> Result<SecretString, Trouble> {
        let said = match (env::var("FIELDPOST_TOKEN"), &self.token_file) {
            (Ok(said), _) if !said.trim().is_empty() => said,
            (_, Some(file)) => read_token(file)?,
            _ => return Err(Trouble::NoToken),
        };
        let token = said.trim();
        if token.is_empty() {
            return Err(Trouble::NoToken);
        }
        if !token.trim_start_matches("Bot ").chars().all(|it| it.is_ascii_graphic()) {
            let help = "Copy it again, alone and on one line.";
            return Err(Trouble::Setting(format!("what is given as the token has letters that no token has. {help}")));
        }
        Ok(SecretString::from(token))
    }
}

fn read_token(file: &Path) -> Result<String, Trouble> {
    fs::read_to_string(file)
        .map_err(|why| Trouble::Setting(format!("can't read {}, which token_file names: {why}.", file.display())))
}

/// Reads key by key, and remembers what is wrong.
struct Reader<'a, 'f> {
    root: &'a DeTable<'a>,
    found: &'f mut Vec<Diagnostic>,
}

impl<'a> Reader<'a, '_> {
    fn config(&mut self) -> Config {
        let usual = Config::default();
        Config {
            token_file: self.text("discord", "token_file").map(|it| PathBuf::from(it.0)),
            http_proxy: self.text("discord", "http_proxy").and_then(|it| self.proxy(it)),
            gm_roles: self.texts("discord", "gm_roles").unwrap_or(usual.gm_roles),
            database: self.text("database", "place").map_or(usual.database, |it| it.0),
            scenarios: self.text("battles", "scenarios").map_or(usual.scenarios, |it| PathBuf::from(it.0)),
            data: self.text("battles", "data").map(|it| PathBuf::from(it.0)),
            seed: self.seed(),
            deadlines: Deadlines {
                hours: self.number("rounds", "hours").map_or(usual.deadlines.hours, |it| (0 < it).then_some(it)),
                closes: self.flag("rounds", "closes").unwrap_or(usual.deadlines.closes),
                early: self.flag("rounds", "early").unwrap_or(usual.deadlines.early),
                remind_hours: self.number("rounds", "remind_hours").unwrap_or(usual.deadlines.remind_hours),
            },
            quiet: self.quiet(),
            listen: self.text("host", "listen").and_then(|it| self.address(it)),
            log: self.text("host", "log").and_then(|it| self.log(it)).unwrap_or(usual.log),
        }
    }

    fn look_for_unknown(&mut self) {
        let tables: Vec<&str> = KEYS.iter().map(|it| it.0).collect();
        for (key, value) in self.root {
            let Some((table, keys)) = KEYS.iter().find(|it| it.0 == key.get_ref()) else {
                self.unknown(key.span(), "table", key.get_ref(), &tables);
                continue;
            };
            let Some(entries) = value.get_ref().as_table() else {
                self.say(value.span(), format!("{table} is a table: write [{table}] on a line, and its keys below"));
                continue;
            };
            for key in entries.keys().filter(|it| !keys.contains(&it.get_ref().as_ref())) {
                self.unknown(key.span(), "key", key.get_ref(), keys);
            }
        }
    }

    fn unknown(&mut self, span: Range<usize>, what: &str, name: &str, names: &[&str]) {
        let help = match nearest(name, names.iter().copied()).first() {
            Some(near) => format!("Did you mean \"{near}\"?"),
            None => format!("There are {}.", one_of(names).replace(" or ", " and ")),
        };
        self.found.push(Diagnostic::error(span, format!("there is no {what} \"{name}\"")).with_help(help));
    }

    fn say(&mut self, span: Range<usize>, message: impl Into<String>) {
        self.found.push(Diagnostic::error(span, message));
    }

    fn value(&self, table: &str, key: &str) -> Option<&'a Spanned<DeValue<'a>>> {
        self.root.get(table)?.get_ref().as_table()?.get(key)
    }

    fn text(&mut self, table: &str, key: &str) -> Option<(String, Range<usize>)> {
        let value = self.value(table, key)?;
        match value.get_ref().as_str() {
            Some(text) if !text.trim().is_empty() => Some((text.to_owned(), value.span())),
            _ => {
                self.say(value.span(), format!("{key} is a text between \" marks, and not an empty one"));
                None
            }
        }
    }

    fn texts(&mut self, table: &str, key: &str) -> Option<Vec<String>> {
        let value = self.value(table, key)?;
        let texts = value.get_ref().as_array().and_then(|all| {
            all.iter().map(|it| it.get_ref().as_str().map(str::to_owned)).collect::<Option<Vec<String>>>()
        });
        if texts.is_none() {
            self.say(value.span(), format!("{key} is a list of texts, such as [\"GM\", \"Game Master\"]"));
        }
        texts
    }

    fn number(&mut self, table: &str, key: &str) -> Option<u32> {
        let value = self.value(table, key)?;
        let number = hours(value);
        if number.is_none() {
            self.say(value.span(), format!("{key} is a whole number of hours, 0 to 8760"));
        }
        number
    }

    fn seed(&mut self) -> Option<u64> {
        let value = self.value("battles", "seed")?;
        let number = value.get_ref().as_integer().and_then(|it| it.as_str().parse().ok());
        if number.is_none() {
            self.say(value.span(), "seed is a whole number, 0 or more");
        }
        number
    }

    fn flag(&mut self, table: &str, key: &str) -> Option<bool> {
        let value = self.value(table, key)?;
        let flag = value.get_ref().as_bool();
        if flag.is_none() {
            self.say(value.span(), format!("{key} is true or false"));
        }
        flag
    }

    fn proxy(&mut self, (text, span): (String, Range<usize>)) -> Option<String> {
        if text.starts_with("http://") || text.starts_with("https://") {
            return Some(text);
        }
        self.say(span, "http_proxy is an address such as \"http://127.0.0.1:8080\"");
        None
    }

    fn address(&mut self, (text, span): (String, Range<usize>)) -> Option<SocketAddr> {
        let address = text.parse().ok();
        if address.is_none() {
            self.say(span, "listen is an address and a port, such as \"127.0.0.1:9464\"");
        }
        address
    }

    fn log(&mut self, (text, span): (String, Range<usize>)) -> Option<LogFormat> {
        match text.as_str() {
            "text" => Some(LogFormat::Text),
            "json" => Some(LogFormat::Json),
            _ => {
                self.say(span, "log is \"text\" or \"json\"");
                None
            }
        }
    }

    fn quiet(&mut self) -> Option<QuietHours> {
        let span = self.root.get("quiet").map(Spanned::span)?;
        let (from, to) = (self.minute("from"), self.minute("to"));
        let zone = self.text("quiet", "zone").map_or_else(|| "UTC".to_owned(), |it| it.0);
        let is_half = self.value("quiet", "from").is_some() != self.value("quiet", "to").is_some();
        if is_half {
            self.say(span, "quiet hours have both from and to");
        }
        Some(QuietHours { from_minute: from?, to_minute: to?, zone })
    }

    fn minute(&mut self, key: &str) -> Option<u16> {
        let (text, span) = self.text("quiet", key)?;
        let minute = minute_of(&text);
        if minute.is_none() {
            self.say(span, format!("{key} is a time of day, such as \"23:00\""));
        }
        minute
    }
}

fn hours(value: &Spanned<DeValue<'_>>) -> Option<u32> {
    let number: u32 = value.get_ref().as_integer()?.as_str().parse().ok()?;
    (number <= 8760).then_some(number)
}

fn minute_of(text: &str) -> Option<u16> {
    let (hour, minute) = text.split_once(':')?;
    let (hour, minute): (u16, u16) = (hour.parse().ok()?, minute.parse().ok()?);
    (hour < 24 && minute < 60).then_some(hour * 60 + minute)
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    /// The shipped file, with the settings that are only explained in it switched on.
    fn shipped() -> String {
        let is_setting =
            |it: &str| it.split_once(" = ").is_some_and(|(key, _)| key.chars().all(|c| c.is_lowercase() || c == '_'));
        let switch_on = |line: &str| match line.strip_prefix("# ") {
            Some(setting) if is_setting(setting) || setting.starts_with('[') => setting.to_owned(),
            _ => line.to_owned(),
        };
        include_str!("../../config/fieldpost.toml").lines().map(switch_on).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn the_shipped_configuration_changes_nothing() {
        let text = include_str!("../../config/fieldpost.toml");
        assert_eq!(Config::read("fieldpost.toml", text).expect("it can be read"), Config::default());
        assert_eq!(Config::read("nothing", "").expect("it can be read"), Config::default());
    }

    #[test]
    fn the_shipped_configuration_explains_every_setting() {
        let text = shipped();
        Config::read("fieldpost.toml", &text).unwrap_or_else(|it| panic!("{it}"));
        for (table, keys) in KEYS {
            assert!(text.contains(&format!("[{table}]\n")), "{table}");
            for key in keys {
                assert!(text.lines().any(|it| it.starts_with(&format!("{key} = "))), "{table}.{key}");
            }
        }
    }

    #[test]
    fn everything_wrong_is_named_with_its_place() {
        let text = "\
[discord]
tokn_file = \"x\"
gm_roles = \"GM\"
http_proxy = \"127.0.0.1\"
[roundz]
[quiet]
from = \"25:00\"
[host]
listen = 9464
log = \"xml\"
[rounds]
hours = -1";
        let problems = Config::read("bot.toml", text).expect_err("it can't be used");
        expect![[r#"
            bot.toml can't be used:
            line 2: tokn_file = "x"
                    ^^^^^^^^^ there is no key "tokn_file". Did you mean "token_file"?
            line 3: gm_roles = "GM"
                               ^^^^ gm_roles is a list of texts, such as ["GM", "Game Master"].
            line 4: http_proxy = "127.0.0.1"
                                 ^^^^^^^^^^^ http_proxy is an address such as "http://127.0.0.1:8080".
            line 5: [roundz]
                     ^^^^^^ there is no table "roundz". Did you mean "rounds"?
            line 6: [quiet]
                    ^^^^^^^ quiet hours have both from and to.
            line 7: from = "25:00"
                           ^^^^^^^ from is a time of day, such as "23:00".
            line 9: listen = 9464
                             ^^^^ listen is a text between " marks, and not an empty one.
            line 10: log = "xml"
                           ^^^^^ log is "text" or "json".
            line 12: hours = -1
                             ^^ hours is a whole number of hours, 0 to 8760."#]]
        .assert_eq(&problems.to_string());
    }

    #[test]
    fn what_is_not_toml_is_named_too() {
        let problems = Config::read("bot.toml", "[discord\ngm_roles = [").expect_err("it can't be used");
        assert!(problems.to_string().contains("line 1"), "{problems}");
    }
}
