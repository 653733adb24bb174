//! Reading text: the post P1, hostile posts beside it, and many posts in one round.

use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use fieldpost::dice::Seed;
use fieldpost::field::SeatId;
use fieldpost::games;
use fieldpost::line::orders::{Names, read};
use fieldpost::post::{LETTERS_MAX, Language, Poster};
use fieldpost::referee;

use crate::measure::{Goal, Table, best_of, race};
use crate::p1::{self, P1};

/// Letters in hostile posts: many, and as many as are read at most.
const HOSTILE_LETTERS: [usize; 2] = [2_000, LETTERS_MAX];

/// What hostile posts repeat.
const HOSTILE: [(&str, &str); 9] = [
    ("a name misspelt on every line", "!Alhpa Braov: shoot Sluga Boyz 1\n"),
    ("marks that nothing closes", "!Alpha: „hold <@1 `[quote ||\n"),
    ("orders without end", "!Alpha: hold; shoot Nobz, hold;;hold:"),
    ("nothing but marks of an order", "!"),
    ("names of nobody on one line", "!Alhpa: shoot Sluga; "),
    ("ways without end", "!Golf: move to C7 via "),
    ("quotes that open", "!use \u{201c}"),
    ("spoilers and quotes in each other", "||`~~[quote]"),
    ("marks between", "!Alpha;;:,->"),
];

pub(crate) fn measure(table: &mut Table) {
    posts(table);
    round_of_posts(table);
}

/// Measures P1, and posts that are meant to take long.
fn posts(table: &mut Table) {
    let battle = p1::opening();
    let (names, language) = (Names::new(&battle), Language::default());
    let reading = |post: &str| read(black_box(post), &names, &battle, Poster::Seat(SeatId(0)), &language);
    let understood = reading(P1);
    assert_eq!(understood.diagnostics, [], "all of P1 is understood");
    let orders = understood.given.len() as f64;
    table.alone("P1, an order", "ns", best_of(100, || reading(P1)) / orders, Goal::Of(3_000.0));
    for (what, piece) in HOSTILE {
        // A cost that grows faster than the length shows in posts of the greatest length.
        let in_letters = |letters: usize| {
            let post: String = piece.chars().cycle().take(letters).collect();
            let (theirs, ours) = race(20, || reading(&post), || reading(P1));
            (theirs / post.len() as f64, ours / P1.len() as f64)
        };
        let by_ratio = |a: &(f64, f64), b: &(f64, f64)| (a.0 / a.1).total_cmp(&(b.0 / b.1));
        let worst = HOSTILE_LETTERS.map(in_letters).into_iter().max_by(by_ratio);
        let (theirs, ours) = worst.expect("two lengths");
        table.row(&format!("{what}, a byte"), "ns", theirs, Some(("P1, a byte", ours)), Goal::Times(3.0));
    }
}

/// Measures posts of one round with an order each, which are answered one after the other.
fn round_of_posts(table: &mut Table) {
    let scenario =
        games::load(Path::new("scenarios/ridge-at-dawn.toml")).unwrap_or_else(|problems| panic!("{problems}"));
    let taken = |posts: usize| {
        let mut battle = referee::Table::open(&scenario, Language::default(), Seed::from(7));
        let orders = ["!Alpha: hold", "!Alpha: move to K8", "!Bramble: hold", "!Bramble: move to N6"];
        let start = Instant::now();
        for order in orders.iter().cycle().take(posts) {
            black_box(battle.post("alice", order)).expect("a seat");
        }
        start.elapsed().as_secs_f64()
    };
    let (thousand, ten_thousand) = (taken(1_000), taken(10_000));
    let partner = Some(("ten times a thousand", 10.0 * thousand));
    table.row("ten thousand posts in a round", "s", ten_thousand, partner, Goal::Of(1.0));
}
