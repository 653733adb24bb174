//! The bot's configuration: `config/fieldpost.toml` explains every setting, and each can be left out.

use std::env;
use std::fmt;
use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use jiff::tz::TimeZone;
use secrecy::SecretString;
use toml::de::DeValue;

use crate::discord::trouble::Trouble;
use crate::file::{self, At, Leaf, List, Named, Number, Prose, Read as _, Word, is_token, parse, table, words};
use crate::forum::Players;
use crate::page::Forum;
use crate::referee::Pace;
use crate::store::Place;

table! {
    /// How the bot runs. Everything can be left out.
    #[derive(Default)]
    pub(super) ConfigFile {
        /// How it reaches Discord.
        discord: Option<DiscordFile>,
        /// Where battles are kept.
        database: Option<DatabaseFile>,
        /// What new battles are made from.
        battles: Option<BattlesFile>,
        /// How long rounds stay open.
        rounds: Option<RoundsFile>,
        /// Hours in which the bot reminds no player who has set none of their own.
        quiet: Option<QuietFile>,
        /// A forum on which battles are played: what it runs on, and which seats its posters have.
        forum: Option<ForumFile>,
        /// What the host sees.
        host: Option<HostFile>,
    }

    /// How the bot reaches Discord.
    #[derive(Default)]
    pub(super) DiscordFile {
        /// The file that holds the bot's token, if the environment doesn't.
        token_file: Option<At<TokenFile>>,
        /// A proxy that keeps Discord's rate limits for several processes.
        http_proxy: Option<At<Proxy>>,
        /// How many shards Discord's servers are divided into: "auto" for as many as Discord recommends.
        shards: Option<At<Shards>>,
        /// The names of roles whose members may be GM; so may everybody who may manage the server.
        gm_roles: Option<List<At<Prose>, ROLES_MAX>>,
    }

    /// Where battles are kept.
    #[derive(Default)]
    pub(super) DatabaseFile {
        /// An SQLite file, or postgres://user@host/name.
        place: Option<At<DatabasePlace>>,
    }

    /// What new battles are made from.
    #[derive(Default)]
    pub(super) BattlesFile {
        /// The folder of the scenarios.
        scenarios: Option<At<Prose>>,
        /// The folder with the data that the scenarios' names come from.
        data: Option<At<Prose>>,
        /// The seed of every new battle, for rehearsals. Anybody who reads it knows the dice.
        seed: Option<At<Number<0, { i64::MAX }>>>,
    }

    /// How long rounds stay open, where a battle doesn't say.
    #[derive(Default)]
    pub(super) RoundsFile {
        /// Hours until a round's deadline. 0: none.
        hours: Option<At<Hours>>,
        /// Whether the deadline closes the round by itself.
        closes: Option<At<bool>>,
        /// Whether a round closes as soon as all players are ready.
        early: Option<At<bool>>,
        /// How many hours before the deadline players without orders are reminded, once.
        remind_hours: Option<At<Hours>>,
    }

    /// Hours in which the bot reminds no player who has set none of their own.
    pub(super) QuietFile {
        /// When they begin: "23:00".
        from: At<TimeOfDay>,
        /// When they end: "07:00".
        to: At<TimeOfDay>,
        /// The time zone, such as "Europe/Berlin"; UTC, if left out.
        zone: Option<At<Zone>>,
    }

    /// A forum on which battles are played: what it runs on, and which seats its posters have.
    #[derive(Default)]
    pub(super) ForumFile {
        /// What the forum runs on, which decides which codes a report uses: "smf", "xenforo", "phpbb", "vbulletin" or "other".
        software: Option<At<Word<Forum>>>,
        /// The seat of each player, by the player's name in the forum; "gm" is the GM's.
        players: Option<Named<At<Prose>, PLAYERS_MAX>>,
    }

    /// What the host sees.
    #[derive(Default)]
    pub(super) HostFile {
        /// An address and a port for /health and /metrics.
        listen: Option<At<Listen>>,
        /// How the log is written to stderr: "text" or "json".
        log: Option<At<Word<LogFormat>>>,
    }
}

/// Roles whose members may be GM.
const ROLES_MAX: usize = 100;

/// Players of all battles that are played in forums.
const PLAYERS_MAX: usize = 1_000;

/// More shards than even the largest bots have.
const SHARDS_MAX: u32 = 100_000;

/// In seconds.
const HOUR: u32 = 60 * 60;

/// At most the hours of a year.
type Hours = Number<0, 8760>;

/// How the bot is set up. It holds no secret: the token is read when it is needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The file with the token, if the environment doesn't have it.
    pub token_file: Option<PathBuf>,
    /// A proxy that keeps Discord's rate limits for several processes: `http://…`.
    pub http_proxy: Option<String>,
    /// The number of shards. `None`: as many as Discord recommends.
    pub shards: Option<u32>,
    /// The names of roles whose members may be GM. Anybody who may manage the server may be GM too.
    pub gm_roles: Vec<String>,
    /// Where battles are kept: an SQLite file, or `postgres://…`.
    pub database: String,
    /// The folder of the scenarios that battles can be begun with.
    pub scenarios: PathBuf,
    /// The folder with the data that define the scenarios' names. `None`: a folder beside theirs, or else the built-in
    /// data.
    pub data: Option<PathBuf>,
    /// The seed of every new battle, for rehearsals. It is no secret, and battles say so in public.
    pub seed: Option<u64>,
    /// How rounds of a new battle open and close.
    pub pace: Pace,
    /// Hours in which the bot reminds no player who has set none of their own.
    pub quiet: Option<QuietHours>,
    /// The seat of each poster in forums.
    pub players: Players,
    /// The forum software that reports for a forum are written for.
    pub forum: Forum,
    /// The address of `/health` and `/metrics`.
    pub listen: Option<SocketAddr>,
    pub log: LogFormat,
}

/// A part of the day. It may reach past midnight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuietHours {
    /// Minutes after midnight.
    pub(crate) from_minute: u16,
    /// Minutes after midnight.
    pub(crate) to_minute: u16,
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
        Config::of(ConfigFile::default())
    }
}

/// Why a configuration can't be used. It displays as lines for the terminal.
#[derive(Clone, Debug)]
pub struct InvalidConfig(pub file::Problems);

impl fmt::Display for InvalidConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = without_secrets(&self.0.text);
        // Only the wrong lines are shown, and neither they nor the messages hold a secret.
        let shown = self.0.diagnostics.iter().map(|it| {
            let mut it = it.clone();
            let hides = text.get(it.span.clone()) != self.0.text.get(it.span.clone());
            if let Some(end) = it.message.find(", not ").filter(|_| hides) {
                it.message.truncate(end);
            }
            let key = self.0.text.get(it.span.clone()).unwrap_or_default().to_lowercase();
            if it.message.starts_with("nothing here is called") && key.contains("token") && !key.contains("file") {
                it.help = Some(NO_TOKEN_HERE.to_owned());
            }
            let said = self.0.text.get(it.span.clone()).unwrap_or_default().trim_matches(['"', '\'']);
            if let Some(why) = said.parse::<Place>().err().filter(|_| it.message.starts_with("`place`")) {
                it.help = Some(format!("Here {why}"));
            }
            it.under(&text)
        });
        write!(f, "{} can't be used:\n{}", self.0.name, shown.collect::<Vec<_>>().join("\n"))
    }
}

const NO_TOKEN_HERE: &str = "The token never stands in this file: give it as the environment variable FIELDPOST_TOKEN, or in a \
    file of its own that `token_file` names.";

/// Settings into which nobody would write a token or a password.
const PUBLIC: &str =
    "shards gm_roles scenarios data seed hours closes early remind_hours from to zone software listen log";

/// Replaces everything in a configuration that may be a token or a password by asterisks: all but headings and public
/// settings. There is an asterisk for each byte, so spans still fit.
fn without_secrets(text: &str) -> String {
    let line = |line: &str| {
        let end = match line.trim_start().starts_with('[') {
            true => line.find(|it: char| !it.is_alphabetic() && !"[]_ ".contains(it)).unwrap_or(line.len()),
            false => line.find('=').map_or(0, |it| it + 1),
        };
        let is_secret = |it: &str| it.contains('@') || it.split(['"', '\'', '=']).any(is_token);
        let (shown, rest) = line.split_at(if is_secret(&line[..end]) { 0 } else { end });
        let is_public = |setting: &str| PUBLIC.split(' ').any(|it| it == setting);
        if is_public(shown.trim_end_matches('=').trim()) && !is_secret(rest) {
            return line.to_owned();
        }
        let hidden = rest.bytes().map(|it| if it.is_ascii_whitespace() { char::from(it) } else { '*' });
        shown.chars().chain(hidden).collect()
    };
    text.split_inclusive('\n').map(line).collect()
}

impl Config {
    /// Reads a configuration, and finds everything that is wrong with it.
    pub fn read(name: &str, text: &str) -> Result<Config, InvalidConfig> {
        if text.trim().is_empty() {
            return Ok(Config::default());
        }
        let (config, problems) = parse(name, text, |reader, root| ConfigFile::read(reader, root).map(Config::of));
        config.ok_or(InvalidConfig(problems))
    }

    /// The settings of a file, with defaults for those that it leaves out.
    fn of(file: ConfigFile) -> Config {
        let (discord, battles) = (file.discord.unwrap_or_default(), file.battles.unwrap_or_default());
        let (rounds, forum) = (file.rounds.unwrap_or_default(), file.forum.unwrap_or_default());
        let host = file.host.unwrap_or_default();
        let (path, seconds) = (|it: At<Prose>| PathBuf::from(it.value.0), |it: At<Hours>| HOUR * it.get::<u32>());
        let is_so = |it: Option<At<bool>>| it.is_some_and(|it| it.value);
        let players = forum.players.iter().flat_map(|it| &it.entries);
        let seats = players.filter_map(|(name, seat)| Some((name.value.as_str(), seat.as_ref()?.value.0.as_str())));
        Config {
            token_file: discord.token_file.map(|it| PathBuf::from(it.value.0)),
            http_proxy: discord.http_proxy.map(|it| it.value.0),
            shards: discord.shards.and_then(|it| it.value.0),
            gm_roles: match discord.gm_roles {
                Some(roles) => roles.items.into_iter().map(|it| it.value.0).collect(),
                None => vec!["GM".to_owned()],
            },
            database: file.database.and_then(|it| it.place).map_or_else(|| "fieldpost.db".to_owned(), |it| it.value.0),
            scenarios: battles.scenarios.map_or_else(|| PathBuf::from("scenarios"), path),
            data: battles.data.map(path),
            seed: battles.seed.map(|it| it.get()),
            pace: Pace {
                round: Some(rounds.hours.map_or(72 * HOUR, seconds)).filter(|it| 0 < *it),
                closes: is_so(rounds.closes),
                early: is_so(rounds.early),
                remind: rounds.remind_hours.map_or(12 * HOUR, seconds),
            },
            quiet: file.quiet.map(|it| QuietHours {
                from_minute: it.from.value.0,
                to_minute: it.to.value.0,
                zone: it.zone.map_or_else(|| "UTC".to_owned(), |it| it.value.0),
            }),
            players: Players::new(seats),
            forum: forum.software.map(|it| it.value.0).unwrap_or_default(),
            listen: host.listen.map(|it| it.value.0),
            log: host.log.map_or(LogFormat::Text, |it| it.value.0),
        }
    }

    /// Checks the database's address and the folders that the configuration names. A configuration may be read on
    /// another machine, so only the bot itself checks them.
    pub(super) fn check_places(&self) -> Result<(), Trouble> {
        place_of(&self.database)?;
        // The default folder may be missing: existing battles go on without it.
        let usual = Config::default().scenarios;
        let scenarios = Some(&self.scenarios).filter(|it| **it != usual);
        if scenarios.is_none() && !usual.is_dir() {
            let place = std::path::absolute(&usual).unwrap_or(usual);
            tracing::warn!(
                "there is no folder {}, so no battle can be begun. Start the bot in the folder where `scenarios` is, or name \
                 another as `scenarios` in [battles] of the configuration.",
                place.display()
            );
        }
        for (key, folder) in [("scenarios", scenarios), ("data", self.data.as_ref())] {
            if let Some(folder) = folder.filter(|it| !it.is_dir()) {
                return Err(Trouble::Setting(format!(
                    "there is no folder {}, which `{key}` in [battles] of the configuration names. Paths count from the \
                     folder that the bot is started in.",
                    folder.display()
                )));
            }
        }
        Ok(())
    }

    /// The bot's token: `FIELDPOST_TOKEN`, or the content of the token file.
    pub(super) fn token(&self) -> Result<SecretString, Trouble> {
        let said = match (env::var("FIELDPOST_TOKEN"), &self.token_file) {
            (Ok(said), _) if !said.trim().is_empty() => said,
            (_, Some(file)) => read_token(file)?,
            _ => return Err(Trouble::NoToken),
        };
        // Neither source returns an empty token.
        let token = said.trim();
        if !token.trim_start_matches("Bot ").chars().all(|it| it.is_ascii_graphic()) {
            let help = "Copy it again, alone and on one line.";
            return Err(Trouble::Setting(format!("what is given as the token has letters that no token has. {help}")));
        }
        Ok(SecretString::from(token))
    }
}

/// The database of the battles. The setting may hold a password, so errors never show it.
pub(super) fn place_of(database: &str) -> Result<Place, Trouble> {
    database.parse().map_err(|it| Trouble::Setting(format!("`place` in [database] of the configuration: {it}")))
}

fn read_token(file: &Path) -> Result<String, Trouble> {
    let name = file.display();
    let token = fs::read_to_string(file)
        .map_err(|why| Trouble::Setting(format!("can't read {name}, which token_file names: {why}.")))?;
    if token.trim().is_empty() {
        let help = "Put the bot's token into it.";
        return Err(Trouble::Setting(format!("{name}, which token_file names, is empty. {help}")));
    }
    // Secrets in a container are readable by all, and nobody else is there, so this is no error.
    if is_open_to_all(file) {
        tracing::warn!(
            "everybody on this machine may read {name}, which token_file names, and act as the bot with it. Let only the bot \
             read it: chmod 600 {name}."
        );
    }
    Ok(token)
}

/// Whether users of this machine other than a file's owner and group may read it.
#[cfg(unix)]
fn is_open_to_all(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(file).is_ok_and(|it| it.permissions().mode() & 0o004 != 0)
}

#[cfg(not(unix))]
fn is_open_to_all(_: &Path) -> bool {
    false
}

/// The number of shards: "auto" is `None`.
#[derive(Clone, Copy)]
pub(super) struct Shards(Option<u32>);

/// Settings that are texts of some kind: the type, its name in messages, and how it is read.
macro_rules! texts {
    ($($(#[$about:meta])+ $name:ident($of:ty): $what:literal, $read:expr;)+) => {
        $($(#[$about])+
        #[derive(Clone)]
        pub(super) struct $name($of);

        impl Leaf for $name {
            fn what() -> String {
                $what.to_owned()
            }

            fn leaf(value: &DeValue<'_>) -> Option<$name> {
                value.as_str().map(str::trim).and_then($read).map($name)
            }
        })+
    };
}

texts! {
    /// The path of the file with the token. The token itself is refused.
    TokenFile(String): "the name of a file with the token in it, and never the token itself", |it| {
        (!it.is_empty() && !is_token(it)).then(|| it.to_owned())
    };
    /// The path or the address of a database.
    DatabasePlace(String): "the path of an SQLite file, or an address such as \"postgres://user@host/name\"", |it| {
        (!it.is_empty() && it.parse::<Place>().is_ok()).then(|| it.to_owned())
    };
    /// The address of a proxy.
    Proxy(String): "an address such as \"http://127.0.0.1:8080\"", |it| {
        let is_whole = (it.starts_with("http://") || it.starts_with("https://")) && it.parse::<reqwest::Url>().is_ok();
        is_whole.then(|| it.to_owned())
    };
    /// Minutes after midnight, written `23:00`.
    TimeOfDay(u16): "a time of day, such as \"23:00\"", minutes;
    /// The name of a time zone.
    Zone(String): "a time zone, such as \"Europe/Berlin\" or \"UTC\"", |it| {
        TimeZone::get(it).is_ok().then(|| it.to_owned())
    };
    /// An address and a port.
    Listen(SocketAddr): "an address and a port, such as \"127.0.0.1:9464\"", |it| it.parse().ok();
}

impl Leaf for Shards {
    fn what() -> String {
        format!("\"auto\" or a number from 1 to {SHARDS_MAX}")
    }

    fn leaf(value: &DeValue<'_>) -> Option<Shards> {
        if let Some(text) = value.as_str() {
            return (text.trim() == "auto").then_some(Shards(None));
        }
        let number: u32 = value.as_integer()?.as_str().parse().ok()?;
        (1..=SHARDS_MAX).contains(&number).then_some(Shards(Some(number)))
    }
}

/// Reads a time of day. Returns minutes after midnight.
pub(super) fn minutes(text: &str) -> Option<u16> {
    let (hour, minute) = text.trim().split_once(':')?;
    let (hour, minute): (u16, u16) = (hour.parse().ok()?, minute.parse().ok()?);
    (hour < 24 && minute < 60).then_some(hour * 60 + minute)
}

impl file::Words for Forum {
    const WORDS: &'static [(&'static str, Forum)] = Forum::ALL;
}

words! {
    LogFormat { "text" => LogFormat::Text, "json" => LogFormat::Json, }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::{check_kept, schema_of, schemas};
    use expect_test::expect;
    use serde_json::Value;

    schemas! {
        TokenFile: { "type": "string", "minLength": 1 }
        DatabasePlace: { "type": "string", "minLength": 1 }
        Proxy: { "type": "string", "pattern": "^https?://", "examples": ["http://localhost:8080"] }
        Shards: { "anyOf": [{ "const": "auto" }, { "type": "integer", "minimum": 1, "maximum": 100_000 }] }
        TimeOfDay: { "type": "string", "pattern": "^[0-9]{1,2}:[0-9]{1,2}$", "examples": ["22:30"] }
        Zone: { "type": "string", "minLength": 1, "examples": ["Europe/Berlin"] }
        Listen: { "type": "string", "minLength": 1 }
    }

    fn schema() -> Value {
        schema_of::<ConfigFile>("Fieldpost's configuration")
    }

    fn is_setting(line: &str) -> bool {
        line.split_once(" = ").is_some_and(|(key, _)| key.chars().all(|it| it.is_lowercase() || it == '_'))
    }

    /// The shipped file, with its commented-out settings switched on.
    fn shipped() -> String {
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
        let schema = schema();
        let validator = jsonschema::validator_for(&schema).expect("a schema");
        let table: toml::Table = text.parse().expect("TOML");
        assert!(validator.is_valid(&serde_json::to_value(&table).expect("JSON")));
        for (name, kind) in schema["$defs"].as_object().expect("a table for each") {
            for key in kind["properties"].as_object().expect("keys").keys() {
                assert!(text.lines().any(|it| it.starts_with(&format!("{key} = "))), "{name}: {key}");
            }
        }
        for name in schema["properties"].as_object().expect("tables").keys() {
            assert!(text.contains(&format!("[{name}]\n")), "{name}");
        }
    }

    #[test]
    fn the_shipped_configuration_tells_examples_from_what_the_bot_does_without_them() {
        let text = shipped();
        let all = Config::read("all", &text).expect("it can be read");
        let lines: Vec<&str> = text.lines().collect();
        for (number, line) in lines.iter().enumerate().filter(|it| is_setting(it.1)) {
            let without = [&lines[..number], &lines[number + 1..]].concat().join("\n");
            let changes_something = Config::read("without it", &without).ok().as_ref() != Some(&all);
            assert_eq!(line.ends_with("  # an example"), changes_something, "{line}");
        }
    }

    /// Rewrite it with `UPDATE_EXPECT=1`.
    #[test]
    fn the_schema_for_editors_is_up_to_date() {
        check_kept(&schema(), "config/schema/bot.json", None);
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
zone = \"Europe/Berlinn\"
[host]
listen = 9464
log = \"xml\"
[rounds]
hours = -1";
        let problems = Config::read("bot.toml", text).expect_err("it can't be used");
        expect![[r#"
            bot.toml can't be used:
            line 2: tokn_file = ***
                    ^^^^^^^^^ nothing here is called "tokn_file". Did you mean "token_file"?
            line 3: gm_roles = "GM"
                               ^^^^ `gm_roles` should be a list, not "GM". Write gm_roles = [ … ].
            line 4: http_proxy = ***********
                                 ^^^^^^^^^^^ `http_proxy` should be an address such as "http://127.0.0.1:8080".
            line 5: [roundz]
                     ^^^^^^ nothing here is called "roundz". Did you mean "rounds"?
            line 6: [quiet]
                    ^^^^^^^ `to` is missing here.
            line 7: from = "25:00"
                           ^^^^^^^ `from` should be a time of day, such as "23:00", not "25:00".
            line 8: zone = "Europe/Berlinn"
                           ^^^^^^^^^^^^^^^^ `zone` should be a time zone, such as "Europe/Berlin" or "UTC", not "Europe/Berlinn".
            line 10: listen = 9464
                              ^^^^ `listen` should be an address and a port, such as "127.0.0.1:9464", not 9464.
            line 11: log = "xml"
                           ^^^^^ `log` should be "text" or "json", not "xml".
            line 13: hours = -1
                             ^^ `hours` should be a whole number from 0 to 8760, not -1."#]]
        .assert_eq(&problems.to_string());
    }

    #[test]
    fn no_secret_is_shown_wherever_it_was_written() {
        const TOKEN: &str = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE.SECRETsecret";
        let lines = [
            format!("[discord]\ntoken = \"{TOKEN}\""),
            format!("[discord]\ntoken_file = \"{TOKEN}\""),
            format!("[discord] token = \"{TOKEN}\""),
            format!("discord = {{ token = \"{TOKEN}\" }}"),
            format!("[discord]\ngm_roles = \"{TOKEN}\""),
            format!("[discord]\n{TOKEN}"),
            format!("[discord]\ntoken = {TOKEN}"),
            "[discord]\nhttp_proxy = \"socks5://user:SECRETsecret@host:1080\"".to_owned(),
            "[discord]\nhttp_proxy = \"SECRETsecret\"".to_owned(),
            "[discord]\nhttp_proxy = \"http://user:SECRETsecret@[::1\"".to_owned(),
            "[database]\nplace = \"mysql://bot:SECRETsecret@db/war\"".to_owned(),
            "[host]\nlisten = \"postgres://bot:SECRETsecret@db/war\"".to_owned(),
        ];
        for text in lines {
            let said = Config::read("bot.toml", &text).expect_err("it can't be used").to_string();
            assert!(!said.contains("SECRET") && !said.contains("MTIz"), "{text}:\n{said}");
        }
        let said =
            Config::read("bot.toml", "[database]\nplace = \"postgres://anna:hunter2@db/war?sslmod=verify-full\"");
        let said = said.expect_err("it can't be used").to_string();
        assert!(said.contains("it has no option \"sslmod\"") && !said.contains("hunter2"), "{said}");
        let said = Config::read("bot.toml", "[discord]\ntoken = \"x\"").expect_err("it can't be used").to_string();
        assert!(
            said.ends_with(&format!("token = ***\n        ^^^^^ nothing here is called \"token\". {NO_TOKEN_HERE}")),
            "{said}"
        );
        for file in ["/etc/fieldpost/token", "My-fieldpost-token-of-2026.secret.txt"] {
            let text = format!("[discord]\ntoken_file = \"{file}\"");
            assert!(Config::read("bot.toml", &text).is_ok(), "{file}");
        }
    }

    #[test]
    fn places_that_are_not_there_and_an_empty_token_are_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let config = |scenarios: &str, data: Option<&str>| Config {
            scenarios: folder.path().join(scenarios),
            data: data.map(|it| folder.path().join(it)),
            ..Config::default()
        };
        assert!(config("", None).check_places().is_ok());
        for (config, key) in [(config("nowhere", None), "`scenarios`"), (config("", Some("nowhere")), "`data`")] {
            let why = config.check_places().expect_err("it is missing").to_string();
            assert!(why.contains("nowhere") && why.contains(key), "{why}");
        }
        let broken = Config { database: "postgres://anna:hunter2@db:many/war".to_owned(), ..Config::default() };
        let why = broken.check_places().expect_err("no port").to_string();
        assert!(why.starts_with("`place` in [database]") && !why.contains("hunter2"), "{why}");
        let file = folder.path().join("token");
        fs::write(&file, "\n").expect("a file");
        assert!(read_token(&file).expect_err("it is empty").to_string().contains("token_file names, is empty"));
    }

    #[test]
    fn what_is_not_toml_is_named_too() {
        let problems = Config::read("bot.toml", "[discord\ngm_roles = [").expect_err("it can't be used");
        assert!(problems.to_string().contains("line 1"), "{problems}");
    }
}
