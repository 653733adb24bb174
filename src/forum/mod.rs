//! The thread of a forum on which no bot runs, read from pages that somebody saved. Nothing in a page is run or fetched.
//!
//! `page` takes a page apart, whichever program made it; `prose` makes lines of text of what somebody wrote; `people`
//! says who of them sits where; `thread` goes on with a thread of plain text by what is new.

mod page;
mod people;
mod prose;
mod shapes;
mod thread;

use std::fmt;

pub use page::{is_page, read};
pub use people::Players;
pub use thread::{Gathered, gather, mark};

pub use crate::post::thread::Edited;

/// A page of a thread as it was saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The program that made it.
    pub program: &'static str,
    /// What that program calls the thread, if the page says so.
    pub thread: Option<u64>,
    /// In the order of their ids, each of them once.
    pub posts: Vec<Post>,
    /// Whether the page says that another one follows it.
    pub goes_on: bool,
}

/// A post as a page has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Post {
    /// What the forum itself calls it. A later post has a higher one.
    pub id: u64,
    /// Its place in the thread, from 1, if the page says so.
    pub number: Option<u32>,
    /// As the forum writes the name.
    pub author: String,
    /// When it was written, in seconds since 1970, if the page says so otherwise than in words.
    pub at: Option<i64>,
    pub edited: Edited,
    pub body: Body,
}

/// What a page shows of a post.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    Text(String),
    /// It was taken back, and only its place is there.
    TakenBack,
    /// Whoever saved the page doesn't see what its author writes.
    Unseen,
}

/// Why a page can't be read: sentences that say what to do instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unread {
    TooLarge {
        mebibytes: usize,
    },
    Empty,
    CutOff,
    TooDeep,
    NotJson(String),
    LogIn,
    Print,
    Unknown,
    NoThread,
    OtherThread {
        is: String,
        was: String,
    },
    /// What was there before the pages wasn't read from pages.
    NotOurs,
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let again = "Open the thread in the browser and save its pages as \"web page, HTML only\".";
        match self {
            Unread::TooLarge { mebibytes } => {
                write!(f, "it has {mebibytes} MiB, and pages are read up to {} MiB. {again}", page::BYTES_MAX >> 20)
            }
            Unread::Empty => write!(f, "there is nothing in it. {again}"),
            Unread::CutOff => write!(f, "it ends in the middle, so its last post may lack words. Save it once more"),
            Unread::TooDeep => write!(f, "its elements stand in each other deeper than any forum's do. {again}"),
            Unread::NotJson(why) => write!(f, "it begins as JSON and goes on otherwise ({why}). Save it once more"),
            Unread::LogIn => write!(f, "it is a page to log in at. Log in in the browser first. {again}"),
            Unread::Print => {
                write!(f, "it is a page for printing, on which posts have no numbers to know them again by. {again}")
            }
            Unread::Unknown => {
                write!(f, "it is no page of a thread. It was looked through for {}. {again}", shapes::looked_for())
            }
            Unread::NoThread => write!(
                f,
                "it is JSON without the posts of a thread. Discourse has them at …/t/ID.json?print=true, NodeBB at …/api/topic/ID"
            ),
            Unread::OtherThread { is, was } => {
                write!(
                    f,
                    "it is of {is}, and what was read before is of {was}. Read each thread into a file of its own"
                )
            }
            Unread::NotOurs => write!(f, "it is there, and wasn't read from the pages of a forum. Name another file"),
        }
    }
}
