//! Reading the saved pages of a thread of five hundred posts, as each forum program writes them.

use std::hint::black_box;

use fieldpost::forum::{Players, gather};
use scraper::Html;

use crate::measure::{Goal, Table, race};
use crate::templates::{PROGRAMS, Piece, Tongue, Written};

const POSTS: u64 = 500;
const POSTS_A_PAGE: usize = 50;

pub(crate) fn measure(table: &mut Table) {
    let thread: Vec<Written> = (1..=POSTS).map(post).collect();
    let players = Players::default();
    for program in PROGRAMS {
        let pages = program.pages(&thread, POSTS_A_PAGE, Tongue::English);
        let read = || gather("", black_box(&pages), &players, &[]).expect("pages");
        let nodes = |page: &Vec<u8>| Html::parse_document(&String::from_utf8_lossy(page)).tree.values().count();
        let parse = || pages.iter().map(nodes).sum::<usize>();
        let (ours, theirs) = race(3, read, parse);
        let is_html = !program.name.ends_with("JSON");
        let what = format!("ten pages of fifty posts, {}", program.name);
        let partner = is_html.then_some(("their HTML parsed, and no more", theirs / 1e6));
        table.row(&what, "ms", ours / 1e6, partner, if is_html { Goal::Times(2.0) } else { Goal::None });
    }
}

/// A post as people write them, with a quotation in every third.
fn post(id: u64) -> Written {
    let story = "The ridge is ours, and it is raining. Nobody has slept.\n\n".repeat(8);
    let mut body =
        vec![Piece::Text(format!("{story}!Alpha: shoot First Draft; move to C7 take cover\n!Bramble: hold"))];
    if id.is_multiple_of(3) {
        body.insert(0, Piece::Quote("alice".to_owned(), vec![Piece::Text("!Alpha: hold".to_owned())]));
    }
    Written::new(id, if id.is_multiple_of(2) { "alice" } else { "Games Master" }, body)
}
