//! Any text can be read as a post or a scenario: reading ends without a panic, and its messages point to places in the
//! text.
//!
//! A small part runs with every test. `cargo test --release --test it -- --ignored million` runs a million.

use fieldpost::field::SeatId;
use fieldpost::games::{self, Data, Playing};
use fieldpost::line::battle::Battle;
use fieldpost::line::orders;
use fieldpost::line::orders::Names;
use fieldpost::post::{Language, ORDERS_MAX, Poster};

use crate::chaos::Chaos;
use crate::line;
use crate::readings::Case;

const RIDGE: &str = include_str!("../../scenarios/ridge-at-dawn.toml");
const FORD: &str = include_str!("../../scenarios/millers-ford.toml");
const POSTS: &[&str] = &[
    include_str!("../../scenarios/ridge-at-dawn.posts"),
    include_str!("../../scenarios/millers-ford.posts"),
    include_str!("../../scenarios/the-mast-on-grey-hill.posts"),
];

/// Fragments that mean something in posts, in TOML, or to a parser of text.
const PIECES: &[&str] = &[
    "!",
    "\n",
    "\r\n",
    ";",
    ":",
    ",",
    "\"",
    "'",
    "“",
    ">",
    "||",
    "~~",
    "```",
    "```orders\n",
    "[quote]",
    "[/quote]",
    "@",
    "->",
    "→",
    "<",
    "🚀",
    "e\u{301}",
    "İ",
    "\u{200d}",
    "\u{202e}",
    "\0",
    "99999",
    "-1",
    "C7",
    "AA99",
    "Alpha",
    "First Draft",
    " if ",
    " with ",
    " via ",
    "shoot ",
    "move to ",
    "use ",
    "on ",
    "tap out",
    "[",
    "]",
    "[[",
    "{",
    "}",
    "=",
    "#",
    "\"\"\"",
    "like = \"alpha\"\n",
    "at = \"A1\"\n",
    "1e999",
    "0x",
    "true",
    "units = [\"99 husk\"]\n",
    "rounds = 0\n",
    ".",
    "\\u0000",
];

#[test]
fn posts_and_scenarios_of_any_kind_are_read_without_harm() {
    posts(8_000, 1);
    scenarios(2_000, 2);
}

#[test]
#[ignore = "a million inputs; run it in release"]
fn million() {
    posts(900_000, 3);
    scenarios(100_000, 4);
}

fn posts(count: u64, seed: u64) {
    let opening = line::load("ridge-at-dawn");
    let (battle, names, posts) = (opening.battle(), opening.names(), valid_posts());
    let posts: Vec<&str> = posts.iter().map(String::as_str).collect();
    for n in 0..count {
        let mut chaos = Chaos(seed << 40 | n);
        let text = if n % 4 == 0 { noise(&mut chaos, 400) } else { mutated(&mut chaos, &posts) };
        read_post(battle, names, &mut chaos, &text);
    }
}

/// The posts of the shipped threads, and posts as people write them.
fn valid_posts() -> Vec<String> {
    let people = Case::all(include_str!("../suite/readings/line.jsonl")).into_iter().map(|it| it.text);
    POSTS.iter().flat_map(|it| it.split("\n@")).map(str::to_owned).chain(people).collect()
}

fn read_post(battle: &Battle, names: &Names, chaos: &mut Chaos, text: &str) {
    let poster = *chaos.pick(&[Poster::Seat(SeatId(0)), Poster::Seat(SeatId(1)), Poster::Gm]);
    let reading = orders::read(text, names, battle, poster, &Language::default());
    assert!(reading.given.len() <= ORDERS_MAX);
    assert!(reading.given.iter().all(|it| text.get(it.span.clone()).is_some()), "{text:?}");
    for diagnostic in &reading.diagnostics {
        assert!(text.get(diagnostic.span.clone()).is_some(), "{diagnostic} is about no part of {text:?}");
        assert!(!diagnostic.under(text).is_empty());
    }
}

fn scenarios(count: u64, seed: u64) {
    for n in 0..count {
        let mut chaos = Chaos(seed << 40 | n);
        let text = if n % 8 == 0 { noise(&mut chaos, 2_000) } else { mutated(&mut chaos, &[RIDGE, FORD]) };
        read_scenario(&text);
    }
}

fn read_scenario(text: &str) {
    match games::read("any.toml", text, &Data::Standard).map(|it| it.opening) {
        Ok(Playing::Line(play)) => assert!(crate::laws::grid_agrees(play.battle())),
        Ok(_) => (),
        Err(problems) => {
            assert!(0 < problems.errors());
            let is_in_text = |it: &fieldpost::diagnostic::Diagnostic| text.get(it.span.clone()).is_some();
            assert!(problems.diagnostics.iter().all(is_in_text), "{text}");
        }
    }
}

/// Random bytes, read as text.
fn noise(chaos: &mut Chaos, length_max: u64) -> String {
    let length = chaos.next() % length_max;
    let is_ascii = chaos.chance(50);
    let bytes: Vec<u8> =
        (0..length).map(|_| if is_ascii { chaos.number(9, 126) } else { chaos.next() as u8 }).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A valid text, changed in one to eight places.
fn mutated(chaos: &mut Chaos, from: &[&str]) -> String {
    let mut text = (*chaos.pick(from)).to_owned();
    for _ in 0..chaos.number(1, 8) {
        change(chaos, &mut text, from);
    }
    text
}

fn change(chaos: &mut Chaos, text: &mut String, from: &[&str]) {
    let at = place(chaos, text);
    let end = text.floor_char_boundary((at + usize::from(chaos.number(0, 30))).min(text.len()));
    match chaos.number(0, 4) {
        0 => text.replace_range(at..end, ""),
        1 => text.insert_str(at, chaos.pick::<&str>(PIECES)),
        2 => text.replace_range(at..end, chaos.pick::<&str>(PIECES)),
        3 => text.insert_str(at, &text[at..end].to_owned().repeat(usize::from(chaos.number(1, 4)))),
        _ => {
            let other = *chaos.pick(from);
            let start = place(chaos, other);
            let stop = other.floor_char_boundary((start + usize::from(chaos.number(0, 120))).min(other.len()));
            text.insert_str(at, &other[start..stop]);
        }
    }
}

/// A random place between two letters.
fn place(chaos: &mut Chaos, text: &str) -> usize {
    text.floor_char_boundary((chaos.next() % (text.len() as u64 + 1)) as usize)
}
