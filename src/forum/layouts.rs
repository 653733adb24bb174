//! Where the pages of each forum program hold the parts of a post.

use std::sync::LazyLock;

use jiff::{Timestamp, Zoned};
use scraper::{ElementRef, Selector};

use crate::diagnostic::join;
use crate::forum::{Body, Edited, Post, prose};

/// A place in a post: an element of it, or the post itself. The value is that of the attribute, or else the text.
struct Place {
    element: Option<Selector>,
    attribute: &'static str,
}

/// The layout of one program's pages. All places are within the post. `@` comes before an attribute.
pub(super) struct Layout {
    pub(super) program: &'static str,
    /// What identifies a post, in a message for people.
    look: &'static str,
    pub(super) post: Selector,
    id: Place,
    author: Place,
    body: Selector,
    number: Place,
    /// Added to the number on the page, so that the first post gets 1.
    counts_from: u32,
    at: Place,
    edited: Place,
    /// Selects a post that was deleted.
    taken_back: Selector,
    /// The part of a page's address before the thread's number.
    thread: &'static str,
}

/// The known programs.
pub(super) static ALL: LazyLock<[Layout; 6]> = LazyLock::new(|| {
    [
        Layout {
            program: "SMF 2",
            look: "div#msg_N",
            post: selector(".post_wrapper"),
            id: Place::of(".inner[id^='msg_'] @id"),
            author: Place::of(".poster h4"),
            body: selector(".inner[id^='msg_']"),
            // `Reply #3 on:` in 2.0, `#3` in 2.1. The first post has no number.
            number: Place::of(".page_number, .keyinfo .smalltext strong"),
            counts_from: 1,
            at: Place::of(".postinfo time @datetime"),
            edited: Place::of("[id^='modified_']"),
            taken_back: selector(".deleted"),
            thread: "topic=",
        },
        Layout {
            program: "XenForo 2",
            look: "article.message--post[data-content=post-N]",
            post: selector(".message--post[data-content]"),
            id: Place::of("@data-content"),
            author: Place::of("@data-author"),
            body: selector(".message-body .bbWrapper"),
            number: Place::of(".message-attribution-opposite li:last-child a"),
            counts_from: 0,
            at: Place::of(".message-attribution-main time[datetime] @datetime"),
            edited: Place::of(".message-lastEdit time[datetime] @datetime"),
            taken_back: selector(".message--deleted"),
            thread: "threads/",
        },
        Layout {
            program: "phpBB 3",
            look: "div#pN.post",
            post: selector("div.post[id^='p']"),
            id: Place::of("@id"),
            author: Place::of(".postprofile dt .username, .postprofile dt .username-coloured"),
            body: selector(".content"),
            number: Place::of(""),
            counts_from: 0,
            at: Place::of("p.author time[datetime] @datetime"),
            edited: Place::of(".notice:not(.post_deleted_msg)"),
            taken_back: selector(".deleted"),
            thread: "t=",
        },
        Layout {
            program: "vBulletin 4",
            look: "li#post_N.postcontainer",
            post: selector("li[id^='post_']"),
            id: Place::of("@id"),
            author: Place::of(".username_container .username, .username_container .guest"),
            body: selector(".postcontent"),
            number: Place::of(".postcounter"),
            counts_from: 0,
            at: Place::of(".posthead time[datetime] @datetime"),
            edited: Place::of(".lastedited"),
            taken_back: selector(".postbitdeleted"),
            thread: "showthread.php?",
        },
        Layout {
            program: "Discourse",
            look: "article[data-post-id]",
            post: selector("article[id^='post_']"),
            id: Place::of("@id"),
            author: Place::of(".names [data-user-card] @data-user-card"),
            body: selector(".cooked"),
            number: Place::of("@id"),
            counts_from: 0,
            at: Place::of(".post-date [data-time] @data-time"),
            edited: Place::of(".post-info.edits"),
            taken_back: selector(".deleted article, .user-deleted article"),
            thread: "/t/",
        },
        Layout {
            program: "NodeBB",
            look: "[component=post][data-pid=N]",
            post: selector("[component='post'][data-pid]"),
            id: Place::of("@data-pid"),
            author: Place::of("@data-username"),
            body: selector("[component='post/content']"),
            number: Place::of("@data-index"),
            counts_from: 1,
            at: Place::of("@data-timestamp"),
            edited: Place::of("[component='post/editor'] .timeago @title"),
            taken_back: selector(".deleted"),
            thread: "/topic/",
        },
    ]
});

/// What identifies the posts of each program, for a sentence.
pub(super) fn looked_for() -> String {
    let each: Vec<String> = ALL.iter().map(|it| format!("{} ({})", it.program, it.look)).collect();
    join(&each, "and")
}

pub(super) fn selector(words: &str) -> Selector {
    Selector::parse(words).expect("our own selectors are in order")
}

impl Place {
    fn of(words: &'static str) -> Place {
        let (element, attribute) = words.split_once('@').unwrap_or((words, ""));
        let element = element.trim();
        Place { element: (!element.is_empty()).then(|| selector(element)), attribute }
    }

    /// The value at this place of a post, if there is one.
    fn value(&self, post: ElementRef) -> Option<String> {
        let element = match &self.element {
            Some(selector) => post.select(selector).next()?,
            None if self.attribute.is_empty() => return None,
            None => post,
        };
        let said = match self.attribute {
            "" => element.text().collect::<String>(),
            attribute => element.attr(attribute)?.to_owned(),
        };
        Some(said.split_whitespace().collect::<Vec<&str>>().join(" ")).filter(|it| !it.is_empty())
    }
}

impl Layout {
    /// Reads a post. `None` if the element is no post.
    pub(super) fn read(&self, post: ElementRef) -> Option<Post> {
        let id = last_number(&self.id.value(post)?)?;
        let author = self.author.value(post)?;
        let body = match post.select(&self.body).next() {
            _ if self.taken_back.matches(&post) => Body::TakenBack,
            Some(body) => Body::Text(prose::text(body)),
            None => Body::Unseen,
        };
        let number =
            self.number.value(post).and_then(|it| place_in_thread(&it)).map(|it| it.saturating_add(self.counts_from));
        let edited = self.edited.value(post);
        let edited = Edited::of(edited.is_some(), edited.and_then(|it| moment(&it)));
        let at = self.at.value(post).and_then(|it| moment(&it));
        Some(Post { id, number, author, at, edited, body })
    }

    /// The number of the thread in the address of a page.
    pub(super) fn thread(&self, address: &str) -> Option<u64> {
        let mut before = '/';
        let mut rest = address.split_once(self.thread)?.1;
        while let Some(letter) = rest.chars().next() {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let (number, behind) = rest.split_at(digits);
            // A number inside a title doesn't count.
            if 0 < digits && "/.=".contains(before) && behind.chars().next().is_none_or(|it| "/?&.;-#".contains(it)) {
                return number.parse().ok();
            }
            let over = if 0 < digits { digits } else { letter.len_utf8() };
            before = rest[..over].chars().next_back().unwrap_or(' ');
            rest = &rest[over..];
        }
        None
    }
}

/// The last number in a text: `post_message_102`.
fn last_number(said: &str) -> Option<u64> {
    said.rsplit(|it: char| !it.is_ascii_digit()).find(|it| !it.is_empty())?.parse().ok()
}

/// The place of a post in its thread, as people read it: `#3`, `Reply #3 on:`, `#1,234`.
fn place_in_thread(said: &str) -> Option<u32> {
    let number = said.rsplit_once(['#', '_']).map_or(said, |it| it.1);
    let is_part = |it: &char| it.is_ascii_digit() || ",.\u{202f}\u{a0}".contains(*it);
    let digits: String = number.chars().take_while(is_part).filter(char::is_ascii_digit).collect();
    digits.parse().ok()
}

/// A point in time that is written for machines: in ISO format, or as seconds or milliseconds since 1970. Smaller
/// numbers count edits instead.
pub(super) fn moment(said: &str) -> Option<i64> {
    const SECONDS_FROM: i64 = 100_000_000;
    const MILLISECONDS_FROM: i64 = 100_000_000_000;
    match said.parse::<i64>() {
        Ok(number) if MILLISECONDS_FROM <= number => Some(number / 1000),
        Ok(number) => (SECONDS_FROM <= number).then_some(number),
        Err(_) => said.parse::<Timestamp>().ok().map(Timestamp::as_second).or_else(|| {
            // XenForo writes the time zone without a colon.
            Zoned::strptime("%Y-%m-%dT%H:%M:%S%z", said).ok().map(|it| it.timestamp().as_second())
        }),
    }
}
