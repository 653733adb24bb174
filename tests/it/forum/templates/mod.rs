//! Threads as forums show them: posts, and the pages that each program makes of them.

mod discourse;
mod nodebb;
mod phpbb;
mod smf;
mod vbulletin;
mod xenforo;

use std::fmt::Write as _;
use std::iter::Peekable;
use std::slice::Iter;

#[derive(Clone, Debug)]
pub(crate) struct Written {
    pub(crate) id: u64,
    pub(crate) author: String,
    pub(crate) body: Vec<Piece>,
    /// The number of edits.
    pub(crate) edits: u32,
    /// Whether the post was deleted, and only its place is left in programs that keep the place.
    pub(crate) is_taken_back: bool,
}

/// A part of a post's content.
#[derive(Clone, Debug)]
pub(crate) enum Piece {
    /// Lines, and empty ones between paragraphs.
    Text(String),
    /// The quoted author, and the quoted pieces.
    Quote(String, Vec<Piece>),
    /// The spoiler's title, and what it hides.
    Spoiler(String, String),
    Code(String),
    List(Vec<String>),
    Struck(String),
    Smiley,
}

/// The language of the forum's interface. People's posts stay in their own language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tongue {
    English,
    German,
}

/// A page of a thread: its number, the number of pages, and the number of its first post.
#[derive(Clone, Debug)]
pub(crate) struct Leaf<'a> {
    pub(crate) posts: &'a [Written],
    pub(crate) page: usize,
    pub(crate) pages: usize,
    pub(crate) first: usize,
    pub(crate) tongue: Tongue,
}

/// A forum program, or one of the ways to save its threads.
#[derive(Clone, Copy)]
pub(crate) struct Program {
    pub(crate) name: &'static str,
    pub(crate) page: fn(&Leaf) -> String,
    /// Whether the program allows no blanks in names.
    pub(crate) has_one_word: bool,
}

pub(crate) const PROGRAMS: [Program; 9] = [
    Program { name: "SMF 2.0", page: smf::page_of_2_0, has_one_word: false },
    Program { name: "SMF 2.1", page: smf::page_of_2_1, has_one_word: false },
    Program { name: "XenForo", page: xenforo::page, has_one_word: false },
    Program { name: "phpBB", page: phpbb::page, has_one_word: false },
    Program { name: "vBulletin", page: vbulletin::page, has_one_word: false },
    Program { name: "Discourse", page: discourse::page, has_one_word: true },
    Program { name: "Discourse, JSON", page: discourse::json, has_one_word: true },
    Program { name: "NodeBB", page: nodebb::page, has_one_word: false },
    Program { name: "NodeBB, JSON", page: nodebb::json, has_one_word: false },
];

impl Program {
    pub(crate) fn pages(&self, thread: &[Written], posts_a_page: usize, tongue: Tongue) -> Vec<Vec<u8>> {
        let chunks: Vec<&[Written]> = thread.chunks(posts_a_page).collect();
        let pages = chunks.len();
        let leaf = |(n, posts)| Leaf { posts, page: n + 1, pages, first: n * posts_a_page + 1, tongue };
        chunks.into_iter().enumerate().map(|it| (self.page)(&leaf(it)).into_bytes()).collect()
    }
}

impl Written {
    pub(crate) fn new(id: u64, author: &str, body: Vec<Piece>) -> Written {
        Written { id, author: author.to_owned(), body, edits: 0, is_taken_back: false }
    }

    pub(crate) fn plain(id: u64, author: &str, text: &str) -> Written {
        Written::new(id, author, vec![Piece::Text(text.to_owned())])
    }

    /// When the post was written, in seconds since 1970: an hour after the post before it.
    pub(crate) fn at(&self) -> i64 {
        1_767_600_000 + self.id as i64 * 3_600
    }

    /// When the post was last edited, in seconds since 1970.
    pub(crate) fn edited_at(&self) -> i64 {
        self.at() + i64::from(self.edits) * 600
    }
}

impl Leaf<'_> {
    /// Each post with its number.
    fn numbered(&self) -> impl Iterator<Item = (usize, &Written)> {
        (self.first..).zip(self.posts)
    }

    fn body(&self, pieces: &[Piece], piece: fn(&Piece, &Leaf) -> String) -> String {
        pieces.iter().map(|it| piece(it, self)).collect()
    }

    /// The link to the next page, or an empty text. `at` returns the address of a page.
    fn next(&self, at: impl Fn(usize) -> String, end: &str) -> String {
        let next = (self.page < self.pages).then(|| at(self.page + 1));
        next.map_or_else(String::new, |it| format!("<link rel=\"next\" href=\"{it}\"{end}>\n"))
    }

    fn says(&self, english: &'static str, german: &'static str) -> &'static str {
        if self.tongue == Tongue::English { english } else { german }
    }

    /// A time in the words of the forum's language.
    fn words(&self, at: i64) -> String {
        let hours = (at / 3_600) % 24;
        self.says("Today at HH:12:33", "Heute um HH:12:33").replace("HH", &format!("{hours:02}"))
    }
}

/// A time in ISO 8601.
fn iso(at: i64) -> String {
    jiff::Timestamp::from_second(at).expect("a time of our own").to_string()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The lines of a text, escaped and joined by `end`.
fn lines(text: &str, end: &str) -> String {
    text.lines().map(escaped).collect::<Vec<_>>().join(end)
}

/// The items of a list, each between `opening` and `end`.
fn items(items: &[String], opening: &str, end: &str) -> String {
    items.iter().map(|it| format!("{opening}{}</li>{end}", escaped(it))).collect()
}

/// How a program renders Markdown.
struct Markdown {
    /// The opening of a paragraph.
    opening: &'static str,
    /// The end of a line in a paragraph.
    end: &'static str,
    smiley: &'static str,
    block: fn(&Piece, &Leaf) -> String,
}

impl Markdown {
    fn paragraphs(&self, text: &str) -> String {
        let mut out = String::new();
        for paragraph in text.split("\n\n").filter(|it| !it.trim().is_empty()) {
            let _ = writeln!(out, "{}{}</p>", self.opening, lines(paragraph.trim(), self.end));
        }
        out
    }

    fn body(&self, pieces: &[Piece], leaf: &Leaf) -> String {
        let mut out = String::new();
        let mut pieces = pieces.iter().peekable();
        while let Some(it) = pieces.next() {
            match it {
                Piece::Text(text) if !matches!(pieces.peek(), Some(Piece::Struck(_) | Piece::Smiley)) => {
                    out += &self.paragraphs(text);
                }
                Piece::Text(_) | Piece::Struck(_) | Piece::Smiley => {
                    let _ = writeln!(out, "{}{}</p>", self.opening, self.line(it, &mut pieces).trim());
                }
                block => out += &(self.block)(block, leaf),
            }
        }
        out
    }

    /// A text with the inline pieces beside it, which make one paragraph.
    fn line(&self, first: &Piece, pieces: &mut Peekable<Iter<'_, Piece>>) -> String {
        let mut line = self.inline(first);
        while let Some(more) = pieces.next_if(|it| {
            matches!(first, Piece::Text(_)) && matches!(it, Piece::Struck(_) | Piece::Smiley | Piece::Text(_))
        }) {
            line += &self.inline(more);
        }
        line
    }

    fn inline(&self, piece: &Piece) -> String {
        match piece {
            Piece::Struck(text) => format!("<s>{}</s>", escaped(text)),
            Piece::Text(text) => lines(text, self.end),
            _ => self.smiley.to_owned(),
        }
    }
}
