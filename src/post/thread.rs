//! A thread of posts as plain text: the format that `--posts` reads, tests use, and a channel exports to.
//!
//! A line that is only `@name` opens a post by that person. The name may have several words if it is a seat's. `@name
//! edits #3` gives their post number 3 a new text, and `@name deletes #3` deletes it. Posts are numbered from 1 through
//! the whole thread; edits and deletions don't count. Each of these lines may end with the origin of the post: ` · post
//! 102 · #2 · 2026-01-05T17:12:00Z · by Ann the Red`.

use std::fmt;

use jiff::Timestamp;

use crate::post::fold::fold;

/// One act of somebody in a thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The number of the line that opens it, from 1.
    pub line: usize,
    /// The author's name, as the thread writes it.
    pub author: String,
    pub deed: Deed,
    /// Where it was read. `None` if it was written by hand.
    pub origin: Option<Origin>,
}

/// An act in a thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Writes a new post.
    Posts(String),
    /// Gives an earlier post a new text.
    Edits { post: u32, text: String },
    /// Deletes an earlier post.
    Deletes { post: u32 },
    /// A post by the bot itself.
    Says(String),
}

/// A post in the place that a thread was read from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The id of the post in that place.
    pub id: u64,
    /// Its number in the thread there, from 1. Posts that were skipped count.
    pub number: Option<u32>,
    /// When it was written, in seconds since the Unix epoch.
    pub at: Option<i64>,
    pub edited: Edited,
    /// The author's name in that place.
    pub author: String,
}

/// When a post was last edited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Edited {
    #[default]
    Never,
    /// The post was edited, at an unknown time.
    Sometime,
    /// In seconds since the Unix epoch.
    At(i64),
}

impl Edited {
    /// The value for a post that was edited or not, and the time of its last edit if that is known.
    pub fn of(is_edited: bool, at: Option<i64>) -> Edited {
        match at {
            _ if !is_edited => Edited::Never,
            None => Edited::Sometime,
            Some(at) => Edited::At(at),
        }
    }
}

/// The name under which the GM posts.
pub const GM: &str = "gm";

/// The name under which the bot posts. Its posts have no number.
pub const BOT: &str = "fieldpost";

/// An invisible letter, put before a line that would otherwise open a post or be a command.
pub const NOTHING: char = '\u{200b}';

/// Reads a thread, without the bot's own posts. Text before the first post belongs to nobody and is left out.
pub fn read(text: &str) -> Vec<Entry> {
    read_for(text, &[])
}

/// Reads a thread of a battle with these seats, without the bot's own posts.
pub fn read_for(text: &str, seats: &[&str]) -> Vec<Entry> {
    let mut entries = read_all(text, seats);
    entries.retain(|it| !matches!(it.deed, Deed::Says(_)));
    entries
}

/// Reads a thread of a battle with these seats, with the bot's own posts.
pub fn read_all(text: &str, seats: &[&str]) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    let lines: Vec<&str> = text.lines().collect();
    for (n, line) in lines.iter().enumerate() {
        let opened = opening(line, seats).or_else(|| {
            let before = n.checked_sub(1).and_then(|it| lines.get(it)).copied().unwrap_or_default();
            let author = author_without_seat(before, line, &lines[n + 1..], seats)?;
            Some((author, Deed::Posts(String::new()), None))
        });
        if let Some((author, deed, origin)) = opened {
            entries.push(Entry { line: n + 1, author, deed, origin });
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

/// Whether two names are equal apart from case and accents.
pub fn is_same_name(one: &str, other: &str) -> bool {
    let folded = |text: &str| {
        let mut folded = String::new();
        text.chars().for_each(|it| if it.is_alphanumeric() { fold(it, &mut folded) } else { folded.push(it) });
        folded
    };
    folded(one) == folded(other)
}

/// The number of the first line, from 1, that is an order before the first post, and so belongs to nobody.
pub fn order_of_nobody(text: &str, seats: &[&str]) -> Option<usize> {
    let first = read_all(text, seats).first().map_or(usize::MAX, |it| it.line);
    let mut before = text.lines().enumerate().take_while(|(n, _)| n + 1 < first);
    before.find(|(_, line)| is_order(line)).map(|it| it.0 + 1)
}

fn is_order(line: &str) -> bool {
    line.trim_start().starts_with('!')
}

/// The name in a line that looks like an opening by a person without a seat, whose name has several words. The line
/// must be a paragraph of its own, with an order right below. Refusing that order is better than giving it to the
/// author of the post before.
fn author_without_seat(before: &str, line: &str, below: &[&str], seats: &[&str]) -> Option<String> {
    const WORDS_MAX: usize = 4;
    let name = line.strip_prefix('@')?.trim_end();
    let words: Vec<&str> = name.split(' ').collect();
    let is_name = |it: &&str| !it.is_empty() && it.chars().all(|it| it.is_alphanumeric() || "'’.-".contains(it));
    let speaks_to =
        |it: &&str| is_same_name(it, words[0]) || it.split(' ').next().is_some_and(|it| is_same_name(it, words[0]));
    let is_one = !seats.is_empty() && before.trim().is_empty() && (2..=WORDS_MAX).contains(&words.len());
    let is_one = is_one && words.iter().all(is_name) && !seats.iter().any(speaks_to);
    let next = below.iter().find(|it| !it.trim().is_empty())?;
    (is_one && is_order(next)).then(|| name.to_owned())
}

/// The author, the act and the origin in a line that opens an entry. `None` if the line doesn't.
fn opening(line: &str, seats: &[&str]) -> Option<(String, Deed, Option<Origin>)> {
    let (line, origin) = match line.split_once(ORIGIN_SEPARATOR) {
        Some((opening, origin)) => (opening, Some(Origin::read(origin)?)),
        None => (line, None),
    };
    let name = line.strip_prefix('@').filter(|it| !it.starts_with(char::is_whitespace))?;
    let words: Vec<&str> = name.split_whitespace().collect();
    let seat = seats.iter().filter(|it| {
        let count = it.split_whitespace().count();
        words.get(..count).is_some_and(|words| is_same_name(&words.join(" "), it))
    });
    let (author, count) = match seat.max_by_key(|it| it.len()) {
        Some(seat) => ((*seat).to_owned(), seat.split_whitespace().count()),
        // The origin stands at the end, so the name may have several words.
        None if origin.is_some() => {
            let verb = words.iter().rposition(|it| ["edits", "deletes"].contains(it)).filter(|it| 0 < *it);
            let count = verb.unwrap_or(words.len());
            (words[..count].join(" "), count)
        }
        None => ((*words.first()?).to_owned(), 1),
    };
    let mut words = words[count..].iter().copied();
    let deed = match words.next() {
        None if author.eq_ignore_ascii_case(BOT) => Deed::Says(String::new()),
        None => Deed::Posts(String::new()),
        Some("edits") => Deed::Edits { post: number(words.next()?)?, text: String::new() },
        Some("deletes") => Deed::Deletes { post: number(words.next()?)? },
        Some(_) => return None,
    };
    words.next().is_none().then_some((author, deed, origin))
}

fn number(word: &str) -> Option<u32> {
    word.strip_prefix('#')?.parse().ok()
}

/// The separator between an opening and its origin.
const ORIGIN_SEPARATOR: &str = " · post ";

impl Origin {
    fn read(text: &str) -> Option<Origin> {
        let (text, author) = text.split_once(" · by ").unwrap_or((text, ""));
        let mut parts = text.split(" · ");
        let id = parts.next()?.parse().ok()?;
        let mut origin = Origin { id, author: author.to_owned(), ..Origin::default() };
        for part in parts {
            if let Some(number) = number(part) {
                origin.number = Some(number);
            } else if let Some(when) = part.strip_prefix("edited") {
                origin.edited = Edited::of(true, seconds(when.trim()));
            } else {
                origin.at = Some(seconds(part)?);
            }
        }
        Some(origin)
    }
}

fn seconds(moment: &str) -> Option<i64> {
    moment.parse::<Timestamp>().ok().map(Timestamp::as_second)
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{ORIGIN_SEPARATOR}{}", self.id)?;
        if let Some(number) = self.number {
            write!(f, " · #{number}")?;
        }
        let moment = |at: i64| Timestamp::from_second(at).map_or_else(|_| String::new(), |it| it.to_string());
        if let Some(at) = self.at {
            write!(f, " · {}", moment(at))?;
        }
        match self.edited {
            Edited::Never => (),
            Edited::Sometime => f.write_str(" · edited")?,
            Edited::At(at) => write!(f, " · edited {}", moment(at))?,
        }
        if !self.author.is_empty() {
            write!(f, " · by {}", self.author)?;
        }
        Ok(())
    }
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
        let thread = "@alice\n@bob, hold the line!\n@ bob\n@bob edits 3\n@everyone look at this\n@bob · post me\n";
        assert_eq!(read(thread).len(), 1);
    }

    #[test]
    fn a_seat_may_have_several_words_and_be_written_without_accents() {
        let seats = ["Ann the Red", "zoë", "bob"];
        let thread = "@ann the red\n!Alpha: hold\n@Zoe\n!Bravo: hold\n@Ann the Red edits #1\nx\n@bob please hold\n!Bravo: hold\n";
        let authors: Vec<String> = read_for(thread, &seats).into_iter().map(|it| it.author).collect();
        assert_eq!(authors, ["Ann the Red", "zoë", "Ann the Red"]);
        let origin = Origin { id: 7, ..Origin::default() };
        assert_eq!(read(&format!("@Ann the Red{origin}\n@Ann the Red edits #1{origin}\n"))[1].author, "Ann the Red");
    }

    #[test]
    fn an_order_below_a_name_that_nobody_has_is_not_taken_for_the_posters_before() {
        let seats = ["alice", "bob"];
        let authors = |text: &str| -> Vec<String> { read_for(text, &seats).into_iter().map(|it| it.author).collect() };
        assert_eq!(authors("@alice\nGo.\n\n@Ann the Red\n!Alpha: hold\n"), ["alice", "Ann the Red"]);
        for talk in ["@bob please hold\n!Alpha: hold", "@everyone, look at this\n!Alpha: hold", "@everyone look\nRain."]
        {
            assert_eq!(authors(&format!("@alice\nGo.\n\n{talk}\n")), ["alice"], "{talk}");
        }
        assert_eq!(order_of_nobody("Round 1\n!Alpha: hold\n@alice\n!Alpha: hold\n", &seats), Some(2));
        assert_eq!(order_of_nobody("Round 1\n@alice\n!Alpha: hold\n", &seats), None);
    }

    #[test]
    fn what_the_bot_says_is_no_post_of_anybodys() {
        let thread = "@fieldpost\nRound 1\n@alice\n!Alpha: hold\n";
        assert_eq!(read(thread).len(), 1);
        assert_eq!(read_all(thread, &[]).len(), 2);
    }

    #[test]
    fn letters_of_several_bytes_after_the_sign_are_no_trouble() {
        assert_eq!(read("@élise\nx\n@\n@🦀 edits #1\n").len(), 2);
    }

    #[test]
    fn where_a_post_comes_from_stands_behind_its_opening() {
        let author = "Ann · the Red".to_owned();
        let edited = Edited::At(1_767_633_180);
        let whole = Origin { id: 102, number: Some(2), at: Some(1_767_633_120), edited, author };
        let short = Origin { id: 7, edited: Edited::Sometime, ..Origin::default() };
        let thread = format!("@alice{whole}\n!Alpha: hold\n@alice edits #1{short}\n!Alpha: shoot Boyz\n");
        assert!(
            thread.starts_with(
                "@alice · post 102 · #2 · 2026-01-05T17:12:00Z · edited 2026-01-05T17:13:00Z · by Ann · the Red\n"
            ),
            "{thread}"
        );
        assert_eq!(read(&thread).into_iter().map(|it| it.origin).collect::<Vec<_>>(), [Some(whole), Some(short)]);
    }
}
