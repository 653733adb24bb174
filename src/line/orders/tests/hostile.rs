//! Whatever is posted, reading it ends soon, never fails, and only marks places in the post.

use expect_test::expect;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use crate::line::orders::{Accepted, collect};
use crate::post::ORDERS_MAX;

use super::formations::with_formations;
use super::*;

/// Reads a post, as a poster that depends on its length, and checks that no law is broken.
fn assert_laws(battle: &Battle, names: &Names, post: &str) {
    let poster = [ALICE, BOB, Poster::Gm][post.len() % 3];
    let reading = read(post, names, battle, poster, &Language::default());
    assert_spans(&reading, post);
    assert!(reading.given.len() <= ORDERS_MAX);
    assert!(reading.diagnostics.len() <= ORDERS_MAX + 20, "{} diagnostics", reading.diagnostics.len());
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

const FORMATION_SEEDS: &[&str] = &[
    "!form up Alpha and Spears under Marsh Officer, without u2 and Spears 1, shuffle Alpha.3@C2, Spears.2 to B6",
    "!Alpha + Heavy: formation led by Alpha Officer; disband; form a shield wall on their own; break ranks",
    "!Alpha: volley at Boyz 1.2; shoot volley at the nearest of Nobz; volley at u3 of Slugga Boyz 2; volley at nearest",
    "!Spears: steps N N E hold u2, n2 nne then wheel left around Spears.1, stand 3; march to C7; wheel right; split",
];

/// Letters and marks that mean something somewhere, and some that never do.
#[rustfmt::skip] // one below the other they would fill a page
const PIECES: &[&str] = &[
    "!", "!", "\n", "\n", " ", " ", ";", ":", ",", "\r\n", "\t", "\"", "“", "”", "'", ">", "> ", "|", "||", "~~", "`", "```",
    "```orders\n", "[quote]", "[/quote]", "[s]", "[/s]", "@", "->", "-", "→", "<@1>", "<", "🚀", "é", "e\u{301}", "ß", "İ",
    "\u{200d}", "\u{202e}", "\0", "0", "1", "99999", "A1", "C7", "zz999", "Alpha", "Nobz", "Boyz", "the", "if", "n", "ne",
    "shoot", "move", "with", "at", "to", "use", "via", "then", "and",
];

/// Any number of pieces, in any order.
fn random() -> impl Strategy<Value = String> {
    let piece = |it: usize| PIECES.get(it % (PIECES.len() + 1)).copied().unwrap_or(" x");
    prop::collection::vec(any::<usize>(), 0..40).prop_map(move |it| it.into_iter().map(piece).collect())
}

/// Cuts, doubles and mixes posts that are understood, with random pieces in between.
fn mutated(seeds: &'static [&str]) -> impl Strategy<Value = String> {
    let cut = move |(at, length): (usize, usize)| {
        let seed = seeds[at % seeds.len()];
        let start = at / seeds.len() % seed.len();
        let cut: String = seed.chars().skip(start).take(length % 40).collect();
        cut + PIECES.get(length / 40 % (3 * PIECES.len())).copied().unwrap_or_default()
    };
    prop::collection::vec(any::<(usize, usize)>(), 1..10).prop_map(move |it| it.into_iter().map(cut).collect())
}

/// How many posts of each kind are tried; `FIELDPOST_FUZZ_CASES` asks for more.
fn cases() -> u32 {
    std::env::var("FIELDPOST_FUZZ_CASES").ok().and_then(|it| it.parse().ok()).unwrap_or(1_000)
}

fn for_all(battle: &Battle, posts: impl Strategy<Value = String>) {
    let config = Config { cases: cases(), failure_persistence: None, ..Config::default() };
    let names = Names::new(battle);
    let outcome = TestRunner::new(config).run(&posts, |post| {
        assert_laws(battle, &names, &post);
        Ok(())
    });
    outcome.expect("no post breaks the laws");
}

#[test]
fn random_text_is_read_without_harm() {
    for_all(&battle(), random());
}

#[test]
fn mutated_orders_are_read_without_harm() {
    for_all(&battle(), mutated(SEEDS).prop_map(|it| format!("!{it}")));
}

#[test]
fn mutated_orders_for_formations_are_read_without_harm() {
    for_all(&with_formations(), mutated(FORMATION_SEEDS).prop_map(|it| format!("!{it}")));
}

#[test]
fn a_hostile_post_is_read_in_time() {
    let battle = battle();
    let names = Names::new(&battle);
    let pieces = [
        "!x:hold\n",
        "!",
        ";a",
        "Alpha:",
        "[quote]",
        "||",
        "~~a~~",
        "\"",
        "shoot Nobz with a,",
        "```\n",
        "a b ",
        "hold, ",
        "„",
        "‚",
        "「",
        "«",
        "!a:",
        "`",
        "\n",
        "> \n",
        "[quote]\n",
        "[/quote]",
        "<@",
        "via C4, ",
        "n 1 ",
        "move n 1 then ",
        "and, ",
        "please ",
        "close to Alpha, ",
        "then he goes ",
        "No, K9. ",
        "\"a\" says b, ",
        "they are moving ",
        "1) ",
        "if ",
        "the ",
        "Boyz ",
    ];
    let with = with_formations();
    let with_names = Names::new(&with);
    for piece in pieces {
        let post = format!("!Alpha: {}", piece.repeat(30_000 / piece.len()));
        assert_laws(&battle, &names, &post);
        assert_laws(&with, &with_names, &post);
    }
    for piece in
        ["form up u3, ", "steps n hold u1 and ", "n 9 ", "nne ", "Alpha and ", "Alpha + Spears form up without u1, "]
    {
        for start in ["!", "!Alpha: form up without ", "!Alpha: steps ", "!Alpha: volley at "] {
            let post = format!("{start}{}", piece.repeat(20_000 / piece.len()));
            assert_laws(&with, &with_names, &post);
        }
    }
}

#[test]
fn a_long_silence_is_read_to_its_end() {
    let battle = battle();
    let names = Names::new(&battle);
    for post in ["\n".repeat(1_000_000), format!("```\n{}", "\n".repeat(19_000)), " \n\t".repeat(300_000)] {
        assert_laws(&battle, &names, &post);
    }
}

#[test]
fn a_huge_post_is_refused_at_once() {
    let post = format!("!Alpha: hold\n{}", "é".repeat(5_000_000));
    let reading = read_by(&battle(), ALICE, &post);
    let [given] = &reading.given[..] else { panic!("one order") };
    assert_eq!(&post[given.span.clone()], "Alpha: hold");
    let [diagnostic] = &reading.diagnostics[..] else { panic!("one diagnostic") };
    // A line that doesn't end within the limit isn't read at all, so that no word is cut.
    assert_eq!(diagnostic.span.start, "!Alpha: hold\n".len());
    expect!["only the first 20000 letters of a post are read, and this one is longer. Post the rest separately."]
        .assert_eq(&diagnostic.to_string());
}

#[test]
fn a_post_has_a_bounded_number_of_orders() {
    let reading = read_by(&battle(), ALICE, &"!Alpha: hold; hold; hold\n".repeat(100));
    assert_eq!(reading.given.len(), ORDERS_MAX);
    let last = reading.diagnostics.last().expect("a diagnostic");
    expect!["only the first 200 orders of a post are read, and this one has more."].assert_eq(&last.to_string());
}

#[test]
fn what_is_told_again_is_told_to_each() {
    let battle = battle();
    let told = |post: &str| {
        let reading = read_by(&battle, ALICE, post);
        assert!(reading.diagnostics.iter().all(|it| it.meant.is_empty()), "{post}");
        reading.orders().map(|it| canonical(&battle, it)).collect::<Vec<_>>()
    };
    let each = ["Alpha: hold", "Spears: hold", "Heavy team: hold"];
    assert_eq!(told("!Alpha holds, Spears does the same, and so does Heavy team"), each);
    assert_eq!(told("!Alpha: hold. Spears do likewise. Heavy team does the same."), each);
}

/// Every repetition adds no more than one order.
#[test]
fn the_same_told_again_and_again_does_not_grow() {
    let battle = battle();
    for begun in ["!Alpha holds", "!Alpha soup holds", "!Alpha: shoot Nobz with rifles"] {
        for again in [", and Spears does the same", ", and so does Spears", ". Spears do likewise"] {
            let reading = read_by(&battle, ALICE, &format!("{begun}{}", again.repeat(60)));
            assert!(reading.orders().count() <= 61);
        }
    }
}
