//! A thread of posts as plain text: what `--posts` reads, what tests use, and what a channel exports to.
//!
//! A line that is `@name` and nothing else opens a post by that person; `@name edits #3` gives their post number 3 a new
//! text, `@name deletes #3` takes it back. Posts are numbered from 1 through the whole thread, edits and deletions not
//! counted. In a post of the GM, lines that start with `/` are commands, carried out once the rest has been taken.

use sha2::{Digest as _, Sha256};

use crate::referee::commands::{Command, Giver};
use crate::store::{Hash, Progress};

/// One thing somebody did in a thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The line of the thread that opens it, from 1.
    pub line: usize,
    /// Who did it, as the thread writes it.
    pub author: String,
    pub deed: Deed,
}

/// What somebody did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    Posts(String),
    Edits {
        post: u32,
        text: String,
    },
    Deletes {
        post: u32,
    },
    /// What the bot itself posted.
    Says(String),
}

/// The name under which the bot posts. Its posts have no number.
pub const BOT: &str = "fieldpost";

/// Reads a thread, but for what the bot itself says in it. What stands before its first post belongs to nobody and is
/// left out.
pub fn read(text: &str) -> Vec<Entry> {
    let mut entries = read_all(text);
    entries.retain(|it| !matches!(it.deed, Deed::Says(_)));
    entries
}

/// Reads a thread, with what the bot itself says in it.
pub fn read_all(text: &str) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    for (n, line) in text.lines().enumerate() {
        if let Some((author, deed)) = opening(line) {
            entries.push(Entry { line: n + 1, author, deed });
        } else if let Some(Entry { deed: Deed::Posts(text) | Deed::Edits { text, .. } | Deed::Says(text), .. }) =
            entries.last_mut()
        {
            text.push_str(line);
            text.push('\n');
        }
    }
    for entry in &mut entries {
        if let Deed::Posts(text) | Deed::Edits { text, .. } | Deed::Says(text) = &mut entry.deed {
            text.truncate(text.trim_end().len());
        }
    }
    entries
}

/// The digest of what was done in a thread, one entry after the other. Threads with the same one are the same so far.
pub fn digest(entries: &[Entry]) -> Hash {
    entries.iter().fold(Progress::default().thread, digest_with)
}

/// The digest of a thread with one more entry. Where in the file it stands doesn't matter.
pub fn digest_with(before: Hash, entry: &Entry) -> Hash {
    let (kind, post, text) = match &entry.deed {
        Deed::Posts(text) => ("posts", 0, text.as_str()),
        Deed::Edits { post, text } => ("edits", *post, text.as_str()),
        Deed::Deletes { post } => ("deletes", *post, ""),
        Deed::Says(text) => ("says", 0, text.as_str()),
    };
    let mut hash = Sha256::new();
    hash.update(before.0);
    hash.update(post.to_le_bytes());
    for part in [entry.author.as_str(), kind, text] {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    Hash(hash.finalize().into())
}

/// The line as the opening of an entry, if it is one.
fn opening(line: &str) -> Option<(String, Deed)> {
    let mut words = line.strip_prefix('@')?.split_whitespace();
    let author = words.next().filter(|_| !line[1..].starts_with(char::is_whitespace))?.to_owned();
    let deed = match words.next() {
        None if author.eq_ignore_ascii_case(BOT) => Deed::Says(String::new()),
        None => Deed::Posts(String::new()),
        Some("edits") => Deed::Edits { post: number(words.next()?)?, text: String::new() },
        Some("deletes") => Deed::Deletes { post: number(words.next()?)? },
        Some(_) => return None,
    };
    words.next().is_none().then_some((author, deed))
}

fn number(word: &str) -> Option<u32> {
    word.strip_prefix('#')?.parse().ok()
}

/// A post, its commands taken out: the rest, and the commands without their `/`. Every line of the GM's that begins with
/// `/` is one; of a player's only those that are a player's, as fiction may begin so.
pub fn commands(text: &str, giver: Giver) -> (String, Vec<String>) {
    let mut rest = String::new();
    let mut commands: Vec<String> = Vec::new();
    for line in text.lines() {
        let command = line.trim_start().strip_prefix('/').map(str::trim);
        match command.filter(|it| giver == Giver::Gm || is_a_players(it)) {
            Some(command) => commands.push(command.to_owned()),
            None => {
                rest.push_str(line);
                rest.push('\n');
            }
        }
    }
    rest.truncate(rest.trim_end().len());
    // Hidden orders that follow each other are one post.
    let is_hidden = |it: &String| it.split_whitespace().next().is_some_and(|it| it.eq_ignore_ascii_case("hidden"));
    let mut joined: Vec<String> = Vec::new();
    for command in commands {
        match joined.last_mut().filter(|it| is_hidden(it) && is_hidden(&command)) {
            Some(before) => {
                before.push('\n');
                // One without words is an empty line.
                before.push_str(command["hidden".len()..].trim());
            }
            None => joined.push(command),
        }
    }
    (rest, joined)
}

fn is_a_players(command: &str) -> bool {
    matches!(Command::read(command), Some(Ok(it)) if it.giver() == Giver::Player)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_is_read_post_by_post() {
        let thread = "Ridge at Dawn\n\n@alice\nThe ridge is ours.\n!Alpha: hold\n\n@bob edits #1\n!Bravo: hold\n@bob deletes #2\n@gm\n/resolve\n";
        let deeds: Vec<(usize, String, Deed)> =
            read(thread).into_iter().map(|it| (it.line, it.author, it.deed)).collect();
        assert_eq!(
            deeds,
            [
                (3, "alice".to_owned(), Deed::Posts("The ridge is ours.\n!Alpha: hold".to_owned())),
                (7, "bob".to_owned(), Deed::Edits { post: 1, text: "!Bravo: hold".to_owned() }),
                (9, "bob".to_owned(), Deed::Deletes { post: 2 }),
                (10, "gm".to_owned(), Deed::Posts("/resolve".to_owned())),
            ]
        );
    }

    #[test]
    fn a_line_that_speaks_to_somebody_opens_no_post() {
        let thread = "@alice\n@bob, hold the line!\n@ bob\n@bob edits 3\n@everyone look at this\n";
        assert_eq!(read(thread).len(), 1);
    }

    #[test]
    fn commands_of_the_gm_are_taken_out_of_the_post() {
        let (rest, commands) = commands("Smoke rises.\n!Boyz: charge Alpha\n/resolve\n /map now", Giver::Gm);
        assert_eq!(rest, "Smoke rises.\n!Boyz: charge Alpha");
        assert_eq!(commands, ["resolve", "map now"]);
    }

    #[test]
    fn hidden_orders_that_follow_each_other_are_one_post_and_may_have_empty_lines() {
        let (_, commands) =
            commands("/hidden !Boyz: hold\n/hidden\n/HIDDEN  Smoke.\n/map\n/hidden !Nobz: hold", Giver::Gm);
        assert_eq!(commands, ["hidden !Boyz: hold\n\nSmoke.", "map", "hidden !Nobz: hold"]);
        for text in ["!Boyz: hold\n\nSmoke.", "!Boyz: hold"] {
            let (_, again) = super::commands(&Command::Hidden(text.to_owned()).line(), Giver::Gm);
            assert_eq!(again, [format!("hidden {text}")]);
        }
    }

    #[test]
    fn a_player_gives_only_a_players_commands() {
        let (rest, commands) = commands("/me waves\n/ready\n/resolve\n/stance Alpha: hold", Giver::Player);
        assert_eq!(rest, "/me waves\n/resolve");
        assert_eq!(commands, ["ready", "stance Alpha: hold"]);
    }

    #[test]
    fn what_the_bot_says_is_no_post_of_anybodys() {
        let thread = "@fieldpost\nRound 1\n@alice\n!Alpha: hold\n";
        assert_eq!(read(thread).len(), 1);
        assert_eq!(read_all(thread).len(), 2);
    }

    #[test]
    fn the_digest_of_a_thread_goes_by_what_was_done() {
        let digest = |text: &str| digest(&read(text));
        let thread = "@alice\n!Alpha: hold\n@bob deletes #2\n";
        assert_eq!(digest(thread), digest(&format!("A heading\n\n{thread}\n\n")));
        for other in ["@alice\n!Alpha: hold\n", "@alice\n!Alpha: hold\n@bob deletes #3\n", "@alicia\n", ""] {
            assert_ne!(digest(thread), digest(other), "{other}");
        }
    }

    #[test]
    fn letters_of_several_bytes_after_the_sign_are_no_trouble() {
        assert_eq!(read("@élise\nx\n@\n@🦀 edits #1\n").len(), 2);
    }
}
