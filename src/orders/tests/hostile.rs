//! Whatever is posted, reading it ends soon, fails never, and speaks only of places in the post.

use std::time::{Duration, Instant};

use expect_test::expect;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use crate::orders::{Accepted, LETTERS_MAX, ORDERS_MAX, collect};

use super::*;

/// Reads a post as one poster or another, and holds what comes of it to the laws.
fn holds(battle: &Battle, names: &Names, post: &str) {
    let poster = [ALICE, BOB, Poster::Gm][post.len() % 3];
    let reading = read(post, names, battle, poster, &Language::default());
    assert_spans(&reading, post);
    assert!(reading.given.len() <= ORDERS_MAX);
    for diagnostic in &reading.diagnostics {
        assert!(!diagnostic.message.contains('@'), "{diagnostic}");
        let _ = diagnostic.under(post);
    }
    let collected = collect(battle, &[Accepted::new(poster, reading, 0)]);
    assert!(collected.posts.iter().flat_map(|it| &it.notes).all(|it| post.get(it.diagnostic.span.clone()).is_some()));
}

const SEEDS: &[&str] = &[
    "!Alpha: shoot Slugga Boyz 1 with rifles, Nobz with pistols; move to C7 via C4, D5 take cover",
    "```orders\nSpears: charge Nobz after move to C7\n```\n> !quoted\n~~struck~~ ||spoiler|| [quote=x]a[/quote]",
    "!use \"Rally\" on Élan by Alpha Officer -> ; withdraw orders for “Alpha”; tap out; end battle 🚀",
    "!Marsh: join Heavy team; leave; move n 3 then e 2; abandon 2 downed; fall back to A6; ne 3",
];

/// Cuts, doubles and mixes a post that is understood.
fn mutated() -> impl Strategy<Value = String> {
    let piece = (0..SEEDS.len(), any::<prop::sample::Index>(), 0..24_usize);
    let noise = prop_oneof![Just(String::new()), "\\PC{0,3}", "[!;:,\"'>|~`@\\[\\]\\-\n\r\t0-9a-z é🚀]{0,4}"];
    prop::collection::vec((piece, noise), 1..12).prop_map(|pieces| {
        let cut = |((seed, at, length), noise): ((usize, prop::sample::Index, usize), String)| {
            let letters: Vec<char> = SEEDS[seed].chars().collect();
            let start = at.index(letters.len());
            let piece: String = letters[start..(start + length).min(letters.len())].iter().collect();
            format!("{piece}{noise}")
        };
        pieces.into_iter().map(cut).collect::<Vec<_>>().concat()
    })
}

/// Cases for each kind of post; `FIELDPOST_FUZZ_CASES` asks for more.
fn cases() -> u32 {
    std::env::var("FIELDPOST_FUZZ_CASES").ok().and_then(|it| it.parse().ok()).unwrap_or(10_000)
}

fn for_all(posts: impl Strategy<Value = String>) {
    let (battle, config) = (battle(), Config { cases: cases(), failure_persistence: None, ..Config::default() });
    let names = Names::new(&battle);
    let outcome = TestRunner::new(config).run(&posts, |post| {
        holds(&battle, &names, &post);
        Ok(())
    });
    outcome.expect("no post breaks the laws");
}

#[test]
fn random_text_is_read_without_harm() {
    for_all("(!|\\PC|[ \n;:,]){0,60}");
}

#[test]
fn mutated_orders_are_read_without_harm() {
    for_all(mutated().prop_map(|it| format!("!{it}")));
}

#[test]
fn a_hostile_post_is_read_in_time() {
    let battle = battle();
    let names = Names::new(&battle);
    for piece in [
        "!x:hold\n",
        "!",
        "!Alpha:",
        "[quote]",
        "||",
        "~~a~~",
        "!\"",
        "!Alpha: shoot Nobz with a,",
        "```\n",
        "!a b c d e ",
    ] {
        let post = piece.repeat(30_000 / piece.len());
        let start = Instant::now();
        holds(&battle, &names, &post);
        assert!(start.elapsed() < Duration::from_secs(5), "{piece:?} took {:?}", start.elapsed());
    }
}

#[test]
fn a_huge_post_is_refused_at_once() {
    let post = format!("!Alpha: hold\n{}", "é".repeat(5_000_000));
    let reading = read_by(&battle(), ALICE, &post);
    let [given] = &reading.given[..] else { panic!("one order") };
    assert_eq!(&post[given.span.clone()], "Alpha: hold");
    let [diagnostic] = &reading.diagnostics[..] else { panic!("one diagnostic") };
    assert_eq!(post[..diagnostic.span.start].chars().count(), LETTERS_MAX);
    expect!["only the first 20000 letters of a post are read, and this one is longer. Post the rest by itself."]
        .assert_eq(&diagnostic.to_string());
}

#[test]
fn a_post_has_a_bounded_number_of_orders() {
    let reading = read_by(&battle(), ALICE, &"!Alpha: hold; hold; hold\n".repeat(100));
    assert_eq!(reading.given.len(), ORDERS_MAX);
    let last = reading.diagnostics.last().expect("a diagnostic");
    expect!["only the first 200 orders of a post are read, and this one has more."].assert_eq(&last.to_string());
}
