//! The entries of a log, and how logs are written to files and read again. They are types of their own, so that a
//! change of the internal types doesn't change what old logs mean.
//!
//! A log is only ever added to. An exported log is a file of JSON objects, one a line, the first of which is
//! [`Entry::Created`].

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::store::Progress;
use crate::store::steps::chain;

/// The version of these types. A file of a later version is refused, not half understood.
pub const FORMAT: u32 = 1;

/// Something that happened to a battle from outside, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "entry", rename_all = "snake_case", deny_unknown_fields)]
pub enum Entry {
    /// The battle began.
    Created {
        format: u32,
        ruleset: String,
        scenario: Source,
        /// The data files that define the scenario's names, in the order in which they build on each other.
        data: Vec<Source>,
        /// The hash of the seed, published before the first order.
        commitment: Hash,
    },
    /// The battle is a what-if: a copy of another battle that goes on from one of its rounds. The log of a what-if
    /// begins with this entry.
    Forked {
        /// The commitment of the battle that was copied.
        of: Hash,
        round: u16,
        /// The seed of the what-if's own dice.
        seed: Hash,
    },
    /// A player took a seat, perhaps from another player.
    Seated {
        seat: String,
        /// The front end's name for the player.
        player: String,
    },
    /// A seat became free.
    Unseated { seat: String },
    Posted {
        /// The post's place in the thread, from 1.
        number: u32,
        author: String,
        text: String,
        /// The front end's name for the post, if it has one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<String>,
        /// Whether the post isn't in the thread: secret orders of the GM that nobody sees before the battle is over.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        hidden: bool,
    },
    /// A post was edited. If its round is closed, the edit counts only when that round is opened again.
    Edited { number: u32, author: String, text: String },
    /// A post was deleted.
    Deleted { number: u32, author: String },
    /// A player's word, which is mixed into the dice of this round and all later ones.
    Word { seat: String, word: String },
    /// A squad's stance: what it does in rounds for which its seat has given no orders.
    StandsIn {
        squad: String,
        /// The order as people write it.
        order: String,
    },
    /// Whether a seat is away: nobody waits for its orders.
    Away { seat: String, away: bool },
    /// Whether a seat has finished its orders for this round.
    Ready { seat: String, ready: bool },
    /// The hours in which a player wants no reminders.
    Quiet {
        seat: String,
        /// A time zone's IANA name.
        zone: String,
        /// Both in minutes since midnight.
        from: u16,
        to: u16,
    },
    /// Whether a player wants to be mentioned when a round opens.
    Calls { seat: String, wanted: bool },
    /// A player was mentioned when a round had opened.
    Called { seat: String },
    /// Somebody has read the battle up to this entry.
    Looked { author: String },
    /// The deadline of the open round was set or removed. A later deadline is an extension.
    Deadline {
        round: u16,
        /// Seconds since 1970.
        at: Option<i64>,
        /// When the deadline was set. Reminders come in the second half of the time between then and the deadline.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        since: Option<i64>,
    },
    /// How rounds are opened and closed.
    Pace {
        /// Seconds from the opening of a round to its deadline.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        round: Option<u32>,
        /// Whether the deadline closes the round.
        closes: bool,
        /// Whether the round closes early, once all players are ready.
        early: bool,
        /// How many seconds before the deadline those who owe orders are reminded.
        remind: u32,
    },
    /// Whether the battle is paused. While it is, no round closes by itself.
    Paused { paused: bool },
    /// A player was reminded to give orders.
    Reminded {
        seat: String,
        round: u16,
        /// The deadline that the reminder was about.
        at: i64,
    },
    /// The GM changed the battle by hand.
    Changed {
        /// The change as the GM wrote it.
        text: String,
        /// The digest of the battle after the change.
        state: Hash,
    },
    /// A round was closed and played.
    Closed {
        round: u16,
        by: ClosedBy,
        /// The orders that the commander and the stances added to those of the posts, as the game writes orders.
        commanded: serde_json::Value,
        /// The digest of all orders of the round, including the commander's.
        orders: Hash,
        /// The faces of all dice, in the order in which they were rolled.
        dice: String,
        /// The digest of the round's events.
        events: Hash,
        /// The digest of the battle after the round.
        state: Hash,
        /// The digest of all entries before this one.
        log: Hash,
    },
    /// The battle and its rounds are again as they were before a decision. Posts stay.
    Undone {
        /// The number of that decision, from 1. Closed rounds and changes by hand count, unless they were undone.
        before: u32,
        /// The round that is open now.
        round: u16,
    },
    /// Replaces, in a copy of a log, a post that only the GM may see before the battle is over. A battle's own log
    /// never has it.
    Withheld { number: u32 },
    /// The seed was published, because the battle is over or was given up.
    Revealed {
        seed: Hash,
        /// The digest of all entries before this one.
        log: Hash,
    },
}

/// What closed a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClosedBy {
    Gm,
    /// Its deadline came.
    Deadline,
    /// All players were ready.
    Players,
}

/// A file that a battle was made from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    pub name: String,
    pub text: String,
}

/// 32 bytes, written as 64 hexadecimal digits.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Hash(pub [u8; 32]);

/// The text isn't 64 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a hash has 64 hexadecimal digits")]
pub struct NotAHash;

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|it| write!(f, "{it:02x}"))
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hash({self})")
    }
}

impl From<Hash> for String {
    fn from(hash: Hash) -> String {
        hash.to_string()
    }
}

impl std::str::FromStr for Hash {
    type Err = NotAHash;

    fn from_str(text: &str) -> Result<Hash, NotAHash> {
        let digit = |it: u8| char::from(it).to_digit(16).and_then(|it| u8::try_from(it).ok()).ok_or(NotAHash);
        let mut bytes = [0; 32];
        if text.len() != 2 * bytes.len() {
            return Err(NotAHash);
        }
        for (byte, digits) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
            *byte = 16 * digit(digits[0])? + digit(digits[1])?;
        }
        Ok(Hash(bytes))
    }
}

impl TryFrom<String> for Hash {
    type Error = NotAHash;

    fn try_from(text: String) -> Result<Hash, NotAHash> {
        text.parse()
    }
}

/// The digest of a log with one more entry: SHA-256 over the digest of the entries before it (32 zero bytes if there
/// are none) and its JSON.
pub fn chained(before: Hash, entry: &Entry) -> Hash {
    let text = serde_json::to_string(entry).expect("entries have string keys only, so they are JSON");
    Hash(chain(before.0, &[text]))
}

/// The text of the scenario that a battle began with.
pub fn scenario_text(log: &[Entry]) -> Option<&str> {
    let Some(Entry::Created { scenario, .. }) = log.first() else { return None };
    Some(&scenario.text)
}

/// Why a file isn't the log of a battle.
#[derive(Debug, thiserror::Error)]
pub enum Unreadable {
    #[error("line {line} is not an entry of a battle's log. Take the log as fieldpost wrote it")]
    Line { line: usize },
    #[error("it is no log. A battle's is battle.log in the folder of --out")]
    NoLog,
    #[error("the file is cut off in line {line}. Take a copy that is whole")]
    CutOff { line: usize },
    #[error("it is the log of a campaign, not of a battle. A battle's is battle.log in the folder of --out")]
    Campaign,
    #[error("it does not begin with the creation of a battle, so it is not the log of one")]
    NoBeginning,
    #[error(
        "it was written by a later version (format {0}, and this program reads up to {FORMAT}). Use a newer fieldpost"
    )]
    TooNew(u32),
    #[error("it is the log of a what-if of the battle {of} from round {round}, which proves nothing about that battle")]
    WhatIf { of: Hash, round: u16 },
}

/// Returns a log as the text of a file.
///
/// # Errors
///
/// If an entry can't be written as JSON.
pub fn export(log: &[Entry]) -> Result<String, serde_json::Error> {
    log.iter().map(|entry| Ok(serde_json::to_string(entry)? + "\n")).collect()
}

/// What it takes, besides the log, to play a battle again. A battle that isn't over has it exported with its log, so
/// that it can go on elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResumeData {
    pub seed: Hash,
    #[serde(flatten)]
    pub(crate) progress: Progress,
}

/// The last line of an exported battle that isn't over. It isn't an entry.
#[derive(Serialize, Deserialize)]
struct ResumeLine {
    #[serde(rename = "carried")]
    resume_data: ResumeData,
}

/// Returns a log as the text of a file, along with what it takes to go on with the battle. Such a file holds the seed.
///
/// # Errors
///
/// If an entry can't be written as JSON.
pub fn export_with_seed(log: &[Entry], resume_data: Option<&ResumeData>) -> Result<String, serde_json::Error> {
    let mut text = export(log)?;
    if let Some(resume_data) = resume_data {
        text += &serde_json::to_string(&ResumeLine { resume_data: *resume_data })?;
        text.push('\n');
    }
    Ok(text)
}

/// Reads a log from the text of a file, and what it takes to play it again, if the text has that: after the log, or in
/// its last entry, which publishes the seed.
///
/// # Errors
///
/// If the text isn't a log, or a later version wrote it.
pub fn import_with_seed(text: &str) -> Result<(Vec<Entry>, Option<ResumeData>), Unreadable> {
    let text = text.trim_end();
    let (rest, last) = text.rsplit_once('\n').unwrap_or(("", text));
    if let Ok(line) = serde_json::from_str::<ResumeLine>(last) {
        return Ok((import(rest)?, Some(line.resume_data)));
    }
    let log = import(text)?;
    let resume_data = match log.last() {
        Some(Entry::Revealed { seed, .. }) => Some(ResumeData { seed: *seed, progress: Progress::default() }),
        _ => None,
    };
    Ok((log, resume_data))
}

/// Reads a log from the text of a file.
///
/// # Errors
///
/// If the text isn't a log, or a later version wrote it.
pub fn import(text: &str) -> Result<Vec<Entry>, Unreadable> {
    let mut log = Vec::new();
    for (n, line) in text.lines().enumerate().filter(|it| !it.1.trim().is_empty()) {
        // A later format may have other entries, so the format's number is checked first.
        if let Some(later) = format_of(line).filter(|it| FORMAT < *it) {
            return Err(Unreadable::TooNew(later));
        }
        log.push(serde_json::from_str(line).map_err(|why| not_an_entry(n + 1, line, &why))?);
    }
    match log.first() {
        Some(Entry::Created { .. }) => Ok(log),
        Some(Entry::Forked { of, round, .. }) => Err(Unreadable::WhatIf { of: *of, round: *round }),
        _ => Err(Unreadable::NoBeginning),
    }
}

/// Why a line isn't an entry.
fn not_an_entry(line: usize, text: &str, why: &serde_json::Error) -> Unreadable {
    let is_campaigns = || serde_json::from_str(text).is_ok_and(|it: serde_json::Value| it["entry"] == "begun");
    match line {
        1 if !text.starts_with('{') => Unreadable::NoLog,
        line if why.is_eof() => Unreadable::CutOff { line },
        1 if is_campaigns() => Unreadable::Campaign,
        line => Unreadable::Line { line },
    }
}

fn format_of(line: &str) -> Option<u32> {
    #[derive(Deserialize)]
    struct Format {
        format: u32,
    }
    serde_json::from_str(line).ok().map(|it: Format| it.format)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log() -> Vec<Entry> {
        let source = |name: &str| Source { name: name.to_owned(), text: "x = \"é\"\n".to_owned() };
        vec![
            Entry::Created {
                format: FORMAT,
                ruleset: "line".to_owned(),
                scenario: source("ridge.toml"),
                data: vec![source("units.toml")],
                commitment: Hash([7; 32]),
            },
            Entry::Posted {
                number: 1,
                author: "alice".to_owned(),
                text: "Hold.\n!Alpha: hold 🦀".to_owned(),
                key: None,
                hidden: false,
            },
            Entry::Revealed { seed: Hash([255; 32]), log: Hash([1; 32]) },
        ]
    }

    #[test]
    fn what_is_exported_is_imported() {
        let text = export(&log()).expect("plain types");
        assert_eq!(import(&text).expect("a log"), log());
        assert_eq!(text.lines().count(), 3);
    }

    #[test]
    fn what_is_no_log_is_refused_with_its_line() {
        let broken = export(&log()).expect("plain types").replace("\"posted\"", "\"shouted\"");
        assert!(import(&broken).expect_err("an unknown entry").to_string().starts_with("line 2"));
        assert!(matches!(import(""), Err(Unreadable::NoBeginning)));
        assert!(matches!(import("@alice\n!Alpha: hold\n"), Err(Unreadable::NoLog)));
        let whole = export(&log()).expect("plain types");
        assert!(matches!(import(&whole[..whole.len() - 9]), Err(Unreadable::CutOff { line: 3 })));
        let of_campaign = "{\"before\":\"00\",\"entry\":\"begun\",\"format\":1}";
        assert!(matches!(import(of_campaign), Err(Unreadable::Campaign)));
        assert!(matches!(import("{\"entry\":\"undone\",\"before\":2,\"round\":1}"), Err(Unreadable::NoBeginning)));
    }

    #[test]
    fn a_log_of_a_later_version_is_not_guessed_at() {
        let later = export(&log()).expect("plain types").replace("\"format\":1", "\"format\":2");
        assert!(matches!(import(&later), Err(Unreadable::TooNew(2))));
    }

    #[test]
    fn a_hash_is_its_digits() {
        let hash = Hash(std::array::from_fn(|n| n as u8));
        assert_eq!(hash.to_string().parse(), Ok(hash));
        for text in ["", "00", "zz", &"é".repeat(32), &"0".repeat(63)] {
            assert_eq!(text.parse::<Hash>(), Err(NotAHash));
        }
    }
}
