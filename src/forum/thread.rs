//! Adds new posts from a forum's pages to a thread of plain text.
//!
//! The text itself remembers what was read. Each opening line names its post of the forum, and the head lists the
//! pages. Text that is there never changes: edits and deletions are appended, as if they had been announced in the
//! thread.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::ops::RangeInclusive;

use sha2::{Digest as _, Sha256};

use crate::diagnostic::{count, join};
use crate::forum::people::{People, plain_lines};
use crate::forum::{Body, Edited, Page, Players, Post, Unread, page};
use crate::post::markup;
use crate::post::thread::{BOT, Deed, GM, NOTHING, Origin, read_all};

/// The beginning of the last line of our own reports. A post's text above such a line is ignored.
const MARK: &str = "Refereed by Fieldpost";

/// The last line of a report that is pasted into a forum.
pub fn mark(round: u16) -> String {
    format!("{MARK}: round {round}. What stands above this line is its report, and is not read.")
}

/// The result of reading pages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gathered {
    /// The whole thread, with what was there before.
    pub text: String,
    /// The part of the text that is new.
    pub added: String,
    /// Sentences about what was read and what was left out.
    pub summary: Vec<String>,
}

/// Reads pages, in any order, and adds their new posts to a thread. `seats` are the seats of the battle, if it is
/// known.
///
/// # Errors
///
/// The index of the first page that can't be read, and why. If the thread itself can't, the index is the number of
/// pages.
pub fn gather(before: &str, pages: &[Vec<u8>], players: &Players, seats: &[&str]) -> Result<Gathered, (usize, Unread)> {
    let (mut head, body) = Head::read(before).ok_or((pages.len(), Unread::NotOurs))?;
    let mut known = ThreadSoFar::read(before, players);
    let mut read = Vec::new();
    for (n, bytes) in pages.iter().enumerate() {
        if head.pages.insert(digest(bytes)) {
            let page = page::read(bytes).map_err(|why| (n, why))?;
            head.check_thread(&page).and_then(|()| known.check_complete(&page)).map_err(|why| (n, why))?;
            read.push(page);
        }
    }
    let found = Found::of(&read);
    let changes = known.changes(&found);
    let tally = Tally { pages: (read.len(), pages.len() - read.len()), ..Tally::default() };
    let mut writer = Writer { known: &mut known, text: String::new(), tally };
    writer.write(&found, changes);
    let Writer { text: added, tally, .. } = writer;
    let summary = tally.summary(&mut known, &found, seats);
    let parted = if body.is_empty() || body.ends_with('\n') { "" } else { "\n" };
    Ok(Gathered { text: format!("{}\n\n{body}{parted}{added}", head.write()), added, summary })
}

/// The lines above a thread: where it is from, and the pages that were read.
#[derive(Default)]
struct Head {
    place: String,
    pages: BTreeSet<String>,
}

impl Head {
    /// Splits the text into its head and the rest. `None` if it wasn't written by [`Head::write`].
    fn read(text: &str) -> Option<(Head, &str)> {
        if text.trim().is_empty() {
            return Some((Head::default(), ""));
        }
        let (place, rest) = text.split_once('\n')?;
        let (pages, body) = rest.split_once('\n')?;
        let place = place.strip_prefix("Read from ")?.split_once(" by fieldpost")?.0.to_owned();
        let pages = pages.strip_prefix("Pages: ")?.split_whitespace().map(str::to_owned).collect();
        Some((Head { place, pages }, body.trim_start()))
    }

    fn write(&self) -> String {
        let pages: Vec<&str> = self.pages.iter().map(String::as_str).collect();
        let place = &self.place;
        format!("Read from {place} by fieldpost, which goes on at the end of this file.\nPages: {}", pages.join(" "))
    }

    /// Refuses a page of another thread.
    fn check_thread(&mut self, page: &Page) -> Result<(), Unread> {
        let thread = page.thread.map_or_else(String::new, |it| format!(", thread {it}"));
        let place = format!("{}{thread}", page.program);
        if self.place.is_empty() {
            self.place = place;
        } else if self.place != place {
            return Err(Unread::OtherThread { is: place, was: self.place.clone() });
        }
        Ok(())
    }
}

/// The first 8 bytes of the page's digest. They are enough to recognise it.
fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().take(8).map(|it| format!("{it:02x}")).collect()
}

/// The posts of all pages.
struct Found<'a> {
    posts: BTreeMap<u64, &'a Post>,
    /// The ids from the first to the last post of each page.
    pages: Vec<RangeInclusive<u64>>,
    goes_on: bool,
}

impl<'a> Found<'a> {
    /// Of a post that is on several pages, the text that was edited last counts. If that is unknown, the page that goes
    /// further counts.
    fn of(pages: &'a [Page]) -> Found<'a> {
        let last = |page: &Page| page.posts.last().map(|it| it.id);
        let mut by_age: Vec<&Page> = pages.iter().collect();
        by_age.sort_by_key(|it| last(it));
        let mut posts: BTreeMap<u64, &Post> = BTreeMap::new();
        for post in by_age.iter().flat_map(|it| &it.posts) {
            let kept = posts.entry(post.id).or_insert(post);
            if kept.edited <= post.edited {
                *kept = post;
            }
        }
        let range = |page: &&Page| Some(page.posts.first()?.id..=page.posts.last()?.id);
        let goes_on = by_age.last().is_some_and(|it| it.goes_on);
        Found { posts, pages: by_age.iter().filter_map(range).collect(), goes_on }
    }
}

/// The thread so far.
struct ThreadSoFar<'a> {
    people: People<'a>,
    posts: BTreeMap<u64, KnownPost>,
    /// The number of posts in the thread.
    count: u32,
}

/// A post of the thread so far.
#[derive(Clone)]
struct KnownPost {
    /// Its number in the thread. `None` for our own reports.
    post: Option<u32>,
    number: Option<u32>,
    author: String,
    /// The author's name in the thread.
    name: String,
    text: String,
    edited: Edited,
    is_gone: bool,
}

/// An edit or a deletion of a post of the thread so far.
struct Change {
    id: u64,
    edited: Edited,
    /// The new text. `None` if the post was deleted.
    text: Option<String>,
}

impl<'a> ThreadSoFar<'a> {
    fn read(text: &str, players: &'a Players) -> ThreadSoFar<'a> {
        let mut known = ThreadSoFar { people: People::new(players), posts: BTreeMap::new(), count: 0 };
        for entry in read_all(text, &[]) {
            let origin = entry.origin.unwrap_or_default();
            match entry.deed {
                Deed::Posts(text) => {
                    known.people.remember(&origin.author, &entry.author);
                    known.add(&origin, Some(entry.author), text);
                }
                Deed::Says(text) => known.add(&origin, None, text),
                Deed::Edits { text, .. } => {
                    known.posts.entry(origin.id).and_modify(|it| (it.text, it.edited) = (text, origin.edited));
                }
                Deed::Deletes { .. } => {
                    known.posts.entry(origin.id).and_modify(|it| it.is_gone = true);
                }
            }
        }
        known
    }

    /// Remembers a post. Without a name it is one of our own reports.
    fn add(&mut self, origin: &Origin, name: Option<String>, text: String) {
        self.count += u32::from(name.is_some());
        let post = name.is_some().then_some(self.count);
        let (number, author, name) = (origin.number, origin.author.clone(), name.unwrap_or_default());
        let before = KnownPost { post, number, author, name, text, edited: origin.edited, is_gone: false };
        self.posts.insert(origin.id, before);
    }

    /// The edits and deletions of known posts. Pages that are older than what is known don't count.
    fn changes(&mut self, found: &Found) -> Vec<Change> {
        let mut changes = Vec::new();
        for (id, before) in self.posts.iter().filter(|(_, it)| !it.is_gone && it.post.is_some()) {
            let gone = Change { id: *id, edited: Edited::Never, text: None };
            match found.posts.get(id).map(|it| (&it.body, it.edited)) {
                Some((Body::Text(text), edited)) if before.edited <= edited => {
                    let text = Prepared::of(&before.author, text, false, &mut self.people).text;
                    if text != before.text {
                        let edited = edited.max(Edited::Sometime);
                        changes.push(Change { id: *id, edited, text: Some(text) });
                    }
                }
                Some((Body::TakenBack, _)) => changes.push(gone),
                None if found.pages.iter().any(|it| it.contains(id)) => changes.push(gone),
                _ => (),
            }
        }
        changes
    }

    /// Refuses a page with a post that was missing when later ones were read. It would be added behind them, perhaps in
    /// a later round. A post with a number that another post has wasn't missing: the forum showed it later.
    fn check_complete(&self, page: &Page) -> Result<(), Unread> {
        let Some((last, _)) = self.posts.last_key_value() else { return Ok(()) };
        let was_missing = |post: &&Post| {
            let is_late = post.id < *last && !self.posts.contains_key(&post.id) && matches!(post.body, Body::Text(_));
            is_late && post.number.is_none_or(|_| self.posts.values().all(|it| it.number != post.number))
        };
        match page.posts.iter().find(was_missing) {
            Some(post) => Err(Unread::Late { author: post.author.clone(), id: post.id }),
            None => Ok(()),
        }
    }

    /// Whether a post still has to be written. That includes one that was deleted and is back.
    fn is_new(&self, post: &Post) -> bool {
        let is_there = matches!(post.body, Body::Text(_));
        self.posts.get(&post.id).is_none_or(|it| it.is_gone && is_there)
    }
}

/// A post as it will be in the thread.
struct Prepared {
    text: String,
    /// Whether one of our own reports was removed.
    had_report: bool,
    /// Why the author doesn't get the seat that they claim.
    refused: Option<String>,
}

impl Prepared {
    fn of(author: &str, text: &str, opened_thread: bool, people: &mut People) -> Prepared {
        let own = behind_report(text);
        let had_report = own.is_some();
        let text = own.unwrap_or(text).trim();
        let (text, refused) = match people.claim(author, text, opened_thread) {
            Ok(rest) => (rest, None),
            Err(why) => (text.to_owned(), Some(why)),
        };
        Prepared { text: guarded(&text), had_report, refused }
    }
}

/// The text behind one of our reports. `None` if the post has no report.
fn behind_report(text: &str) -> Option<&str> {
    if !text.contains(MARK) {
        return None;
    }
    let last = plain_lines(text).into_iter().rfind(|it| text[it.clone()].trim_start().starts_with(MARK))?;
    Some(&text[last.end..])
}

/// Protects a text from being misread in the thread: no line can open a post, and no line that is quoted, hidden or
/// code can be a command.
fn guarded(text: &str) -> String {
    let is_risky = |line: &str| line.starts_with('@') || line.trim_start().starts_with('/');
    if !text.lines().any(is_risky) {
        return text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    }
    let plain: BTreeSet<usize> = plain_lines(text).iter().map(|it| it.start).collect();
    let mut guarded = String::new();
    for span in markup::lines(text) {
        let line = text[span.clone()].trim_end();
        if line.starts_with('@') || line.trim_start().starts_with('/') && !plain.contains(&span.start) {
            guarded.push(NOTHING);
        }
        guarded += line;
        guarded.push('\n');
    }
    guarded.trim_end().to_owned()
}

/// The number of quotations in a text.
fn quotations(text: &str) -> u64 {
    let is_quoted: Vec<bool> = text.lines().map(|it| it.starts_with('>')).collect();
    let begins = |pair: &[bool]| !pair[0] && pair[1];
    u64::from(is_quoted.first() == Some(&true)) + is_quoted.windows(2).filter(|it| begins(it)).count() as u64
}

/// Writes the new part of the thread.
struct Writer<'a, 'b> {
    known: &'a mut ThreadSoFar<'b>,
    text: String,
    tally: Tally,
}

impl Writer<'_, '_> {
    /// Writes new posts and changes in order. An edit with a known time goes where it happened among the new posts.
    /// Other changes go first.
    fn write(&mut self, found: &Found, changes: Vec<Change>) {
        let new: Vec<&Post> = found.posts.values().copied().filter(|it| self.known.is_new(it)).collect();
        let behind = |change: &Change| match change.edited {
            Edited::At(at) => new.iter().rposition(|it| it.at.is_some_and(|it| it <= at)).map_or(0, |it| it + 1),
            Edited::Never | Edited::Sometime => 0,
        };
        let mut changes: Vec<(usize, Change)> = changes.into_iter().map(|it| (behind(&it), it)).collect();
        changes.sort_by_key(|it| it.0);
        let mut changes = changes.into_iter().peekable();
        for n in 0..=new.len() {
            while let Some((_, change)) = changes.next_if(|it| it.0 == n) {
                self.change(change);
            }
            if let Some(post) = new.get(n) {
                self.post(post);
            }
        }
    }

    fn post(&mut self, post: &Post) {
        let Body::Text(text) = &post.body else {
            let count = if post.body == Body::Unseen { &mut self.tally.unseen } else { &mut self.tally.taken_back };
            *count += 1;
            return;
        };
        let opened_thread = post.number.map_or(self.known.posts.is_empty(), |it| it == 1);
        let Prepared { text, had_report, refused } =
            Prepared::of(&post.author, text, opened_thread, &mut self.known.people);
        self.tally.refused.extend(refused);
        self.tally.reports += u64::from(had_report);
        let Post { id, number, at, edited, .. } = *post;
        let origin = Origin { id, number, at, edited, author: post.author.clone() };
        if had_report && text.is_empty() {
            self.open(BOT, &origin, "(a report)");
            return self.known.add(&origin, None, text);
        }
        self.tally.quotations += quotations(&text);
        self.tally.posts += 1;
        self.tally.edited += u64::from(post.edited != Edited::Never);
        let name = self.known.people.name(&post.author);
        self.open(&name, &origin, &text);
        self.tally.names.insert(name.clone());
        self.known.add(&origin, Some(name), text);
    }

    fn change(&mut self, change: Change) {
        let Some(before) = self.known.posts.get(&change.id).cloned() else { return };
        let (name, number) = (&before.name, before.post.unwrap_or_default());
        let origin = Origin { id: change.id, edited: change.edited, ..Origin::default() };
        match change.text {
            Some(text) => {
                self.open(&format!("{name} edits #{number}"), &origin, &text);
                self.tally.edits += 1;
            }
            None => {
                self.open(&format!("{name} deletes #{number}"), &origin, "");
                self.tally.deletions += 1;
                self.known.posts.entry(change.id).and_modify(|it| it.is_gone = true);
            }
        }
    }

    fn open(&mut self, opening: &str, origin: &Origin, text: &str) {
        writeln!(self.text, "@{opening}{origin}").expect("a String takes all");
        if !text.is_empty() {
            self.text += text;
            self.text.push('\n');
        }
        self.text.push('\n');
    }
}

/// Counts what was read and what was left out.
#[derive(Default)]
struct Tally {
    /// The number of pages that were read now, and of those read before.
    pages: (usize, usize),
    posts: u64,
    edits: u64,
    deletions: u64,
    /// New posts that had been edited before they were first read.
    edited: u64,
    reports: u64,
    quotations: u64,
    taken_back: u64,
    unseen: u64,
    refused: Vec<String>,
    /// The authors of new posts.
    names: BTreeSet<String>,
}

impl Tally {
    fn summary(&self, known: &mut ThreadSoFar, found: &Found, seats: &[&str]) -> Vec<String> {
        let mut summary = vec![self.read()];
        summary.extend(self.left_out_sentence());
        let numbers = known.posts.values().filter_map(|it| it.number);
        let missing = missing(numbers.chain(found.posts.values().filter_map(|it| it.number)).collect());
        if !missing.is_empty() {
            let missing = join(&missing, "and");
            let help = "If they are missing, save their pages, too, and read all pages at once into a new file";
            summary.push(format!("Posts that are missing or were deleted: {missing}. {help}."));
        }
        // The page that follows may have been read before.
        if found.goes_on && known.posts.keys().max() <= found.posts.keys().max() {
            summary.push("The last of these pages is followed by another one, which isn't here.".to_owned());
        }
        if 0 < self.edited {
            let edited = count(self.edited, "post had", "posts had");
            summary.push(format!(
                "{edited} been edited before they were read; the page no longer shows their first version."
            ));
        }
        let has_seat = |it: &&str| seats.iter().any(|seat| seat.eq_ignore_ascii_case(it));
        let is_seatless = |it: &&str| !seats.is_empty() && *it != GM && !has_seat(it);
        let seatless: Vec<&str> = self.names.iter().map(String::as_str).filter(is_seatless).collect();
        if !seatless.is_empty() {
            let authors = count(seatless.len() as u64, "author has", "authors have");
            let help = "Players write `!I am` and the seat's name in a post, or stand under [forum] players";
            summary.push(format!("{authors} no seat: {}. {help}.", join(&seatless, "and")));
        }
        for (author, before, now) in renamed(known) {
            let help = "To read them all, begin with a new file";
            summary
                .push(format!("{author} is {now} from here on. Posts that were read before stay {before}'s. {help}."));
        }
        summary.extend(self.refused.iter().map(|it| format!("{it}.")));
        summary
    }

    fn read(&self) -> String {
        let (pages, again) = (count(self.pages.0 as u64, "page", "pages"), self.pages.1);
        let again = if again == 0 { String::new() } else { format!(" ({again} more had been read before)") };
        let posts = count(self.posts, "new post", "new posts");
        let (edits, deletions) = (count(self.edits, "edit", "edits"), count(self.deletions, "deletion", "deletions"));
        format!("{pages} read{again}: {posts}, {edits}, {deletions}.")
    }

    fn left_out_sentence(&self) -> Option<String> {
        let counts = [
            (self.quotations, "quotation", "quotations"),
            (self.reports, "report of ours", "reports of ours"),
            (self.taken_back, "post that was taken back", "posts that were taken back"),
            (self.unseen, "post that the page doesn't show", "posts that the pages don't show"),
        ];
        let counts: Vec<String> = counts.iter().filter(|it| 0 < it.0).map(|it| count(it.0, it.1, it.2)).collect();
        (!counts.is_empty()).then(|| format!("Left out: {}.", join(&counts, "and")))
    }
}

/// Authors whose name in the thread has changed since their posts were read: their forum name, the old and the new
/// name.
fn renamed(known: &mut ThreadSoFar) -> BTreeSet<(String, String, String)> {
    let posts = known.posts.values().filter(|it| it.post.is_some());
    let names = posts.map(|it| (it.author.clone(), it.name.clone(), known.people.name(&it.author)));
    names.filter(|(_, before, now)| now != before).collect()
}

/// The missing numbers below the highest one, as ranges.
fn missing(numbers: BTreeSet<u32>) -> Vec<String> {
    let mut missing = Vec::new();
    let mut next = 1;
    for number in numbers {
        match number.checked_sub(next) {
            Some(0) | None => (),
            Some(1) => missing.push(next.to_string()),
            Some(_) => missing.push(format!("{next} to {}", number - 1)),
        }
        next = number.saturating_add(1);
    }
    missing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_post_has_the_lines_that_it_was_written_in_whoever_it_calls() {
        for (written, kept) in [
            ("Hi\r\nyou\r\n!Alpha: hold", "Hi\nyou\n!Alpha: hold".to_owned()),
            ("Hi\r\n@you\r\n!Alpha: hold", format!("Hi\n{NOTHING}@you\n!Alpha: hold")),
            ("Hi\r\n\r\n@you", format!("Hi\n\n{NOTHING}@you")),
        ] {
            assert_eq!(guarded(written), kept, "{written:?}");
        }
    }
}
