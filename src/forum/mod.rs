//! The thread of a forum on which no bot runs, read from pages that somebody saved. Nothing in a page is run or fetched.
//!
//! `page` takes a page apart, whichever program made it; `prose` makes lines of text of what somebody wrote; `people`
//! says who of them sits where; `thread` goes on with a thread of plain text by what is new.

mod page;
mod people;
mod prose;
mod shapes;
mod thread;

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
    #[error("its elements stand in each other deeper than any forum's do. {again}", again = AGAIN)]
    TooDeep,
    #[error("it begins as JSON and goes on otherwise ({0}). Save it once more")]
    NotJson(String),
    #[error("it is a page to log in at. Log in in the browser first. {again}", again = AGAIN)]
    LogIn,
    #[error("it is a page for printing, on which posts have no numbers to know them again by. {again}", again = AGAIN)]
    Print,
    #[error(
        "it is no page of a thread. It was looked through for {all}. {again}",
        all = shapes::looked_for(),
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
    /// What was there before the pages wasn't read from pages.
    #[error("it is there, and wasn't read from the pages of a forum. Name another file")]
    NotOurs,
}

const AGAIN: &str = "Open the thread in the browser and save its pages as \"web page, HTML only\"";
