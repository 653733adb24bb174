//! Reads the thread of a forum without a bot from pages that somebody saved. Nothing in a page is run or fetched.
//!
//! `page` reads a page, whichever program made it; `prose` turns the HTML of a post into lines of text; `people` knows
//! which seat each author has; `thread` adds new posts to a thread of plain text.

mod layouts;
mod page;
mod people;
mod prose;
mod thread;

pub use page::{is_page, read};
pub use people::Players;
pub use thread::{Gathered, gather, mark};

pub use crate::post::thread::Edited;

/// A saved page of a thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The program that made the page.
    pub program: &'static str,
    /// The thread's number in that program, if the page says so.
    pub thread: Option<u64>,
    /// Sorted by id, without duplicates.
    pub posts: Vec<Post>,
    /// Whether the page says that another page follows.
    pub goes_on: bool,
}

/// A post on a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Post {
    /// The post's number in the forum's program. A later post has a higher one.
    pub id: u64,
    /// Its place in the thread, counted from 1, if the page says so.
    pub number: Option<u32>,
    /// The author's name, as the forum writes it.
    pub author: String,
    /// When it was written, in seconds since 1970. `None` if the page says so only in words.
    pub at: Option<i64>,
    pub edited: Edited,
    pub body: Body,
}

/// The text of a post, as far as a page shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    Text(String),
    /// It was deleted, and only its place is left.
    TakenBack,
    /// The person who saved the page can't see the author's posts.
    Unseen,
}

/// Why a page can't be read, in a sentence that says what to do instead.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unread {
    #[error(
        "it has {mebibytes} MiB, and pages are read up to {most} MiB. {again}",
        most = page::BYTES_MAX >> 20,
        again = AGAIN
    )]
    TooLarge { mebibytes: usize },
    #[error("there is nothing in it. {again}", again = AGAIN)]
    Empty,
    #[error("it ends in the middle, so its last post may lack words. Save it once more")]
    CutOff,
    #[error("its elements are nested deeper than any forum's. {again}", again = AGAIN)]
    TooDeep,
    #[error("it begins like JSON but isn't valid ({0}). Save it once more")]
    NotJson(String),
    #[error("it is a page to log in at. Log in in the browser first. {again}", again = AGAIN)]
    LogIn,
    #[error("it is a page for printing, on which posts have no numbers to know them again by. {again}", again = AGAIN)]
    Print,
    #[error(
        "it is not a page of a thread. It was searched for {all}. {again}",
        all = layouts::looked_for(),
        again = AGAIN
    )]
    Unknown,
    #[error(
        "it is JSON without the posts of a thread. Discourse has them at …/t/ID.json?print=true, NodeBB at …/api/topic/ID"
    )]
    NoThread,
    #[error("it is of {is}, and what was read before is of {was}. Read each thread into a file of its own")]
    OtherThread { is: String, was: String },
    #[error(
        "it has a post by {author} (post {id} of the forum) that later ones were read without, and it would count behind them. \
         Read all pages at once, into a new file"
    )]
    Late { author: String, id: u64 },
    /// The file holds a thread that wasn't read from pages.
    #[error("it is there, and wasn't read from the pages of a forum. Name another file")]
    NotOurs,
}

const AGAIN: &str = "Open the thread in the browser and save its pages as \"web page, HTML only\"";
