//! A thread is read again and again as it grows: what was read stays, and what is new follows it.

use fieldpost::forum::{Gathered, Players, gather, mark};
use fieldpost::referee::thread::{self, Deed};

use super::templates::{PROGRAMS, Piece, Program, Tongue, Written};

const SMF: Program = PROGRAMS[1];
const XENFORO: Program = PROGRAMS[2];

fn read(before: &str, pages: &[Vec<u8>]) -> Gathered {
    gather(before, pages, &Players::default(), &[]).unwrap_or_else(|(n, why)| panic!("page {}: {why}", n + 1))
}

fn posts(texts: &[(&str, &str)]) -> Vec<Written> {
    (1..).zip(texts).map(|(id, (author, text))| Written::plain(id, author, text)).collect()
}

fn pages(program: &Program, thread: &[Written], posts_a_page: usize) -> Vec<Vec<u8>> {
    program.pages(thread, posts_a_page, Tongue::English)
}

/// The entries of a thread in short.
fn deeds(text: &str) -> Vec<String> {
    let one = |it: thread::Entry| match it.deed {
        Deed::Posts(text) => format!("{}: {text}", it.author),
        Deed::Edits { post, text } => format!("{} edits #{post}: {text}", it.author),
        Deed::Deletes { post } => format!("{} deletes #{post}", it.author),
        Deed::Says(_) => "a report".to_owned(),
    };
    thread::read_all(text, &[]).into_iter().map(one).collect()
}

const BEGUN: [(&str, &str); 5] = [
    ("Games Master", "!I am the GM\nWelcome."),
    ("alice", "!Alpha: hold"),
    ("bob", "oops"),
    ("alice", "Nice."),
    ("bob", "!Bravo: hold"),
];

#[test]
fn edits_and_deletions_follow_what_was_read_before() {
    for program in PROGRAMS {
        let mut thread = posts(&BEGUN);
        let begun = read("", &pages(&program, &thread, 3));
        let gm = if program.has_one_word { "Games_Master" } else { "Games Master" };
        assert!(begun.text.contains("@gm · post 1 · #1"), "{}: {}", program.name, begun.text);
        assert!(begun.text.contains(&format!(" · by {gm}\n")), "{}: {}", program.name, begun.text);
        // One post is deleted, so the next moves to the page before. One post is edited, and two are new.
        thread.remove(2);
        thread[1] = Written { edits: 1, ..Written::plain(2, "alice", "!Alpha: shoot First Draft") };
        thread.push(Written::plain(6, "alice", "And now?"));
        thread.push(Written::plain(7, "Games Master", "/resolve"));
        let grown = read(&begun.text, &pages(&program, &thread, 3));
        let body = |text: &str| text.split_once("\n\n").expect("a head").1.to_owned();
        assert!(body(&grown.text).starts_with(&body(&begun.text)), "{}: {}", program.name, grown.text);
        assert_eq!(
            deeds(&grown.text),
            [
                "gm: Welcome.",
                "alice: !Alpha: hold",
                "bob: oops",
                "alice: Nice.",
                "bob: !Bravo: hold",
                "alice edits #2: !Alpha: shoot First Draft",
                "bob deletes #3",
                "alice: And now?",
                "gm: /resolve",
            ],
            "{}",
            program.name
        );
        assert!(grown.summary[0].ends_with("2 new posts, 1 edit, 1 deletion."), "{:?}", grown.summary);
        // Old and new pages together, in any order, change nothing.
        let mut all = [pages(&program, &thread, 3), pages(&program, &posts(&BEGUN), 3)].concat();
        all.reverse();
        let again = read(&grown.text, &all);
        assert_eq!((again.text, again.added.as_str()), (grown.text, ""), "{}", program.name);
    }
}

#[test]
fn the_order_of_pages_does_not_matter_and_a_page_may_be_there_twice() {
    let thread = posts(&BEGUN);
    let pages = pages(&SMF, &thread, 2);
    let whole = read("", &pages).text;
    let [a, b, c] = pages.try_into().expect("three pages");
    for other in [vec![c.clone(), a.clone(), b.clone()], vec![b.clone(), b.clone(), c.clone(), a.clone(), a.clone()]] {
        assert_eq!(read("", &other).text, whole);
    }
}

#[test]
fn an_older_copy_of_a_page_changes_nothing() {
    let old = posts(&BEGUN);
    let mut new = old.clone();
    new[1] = Written { edits: 1, ..Written::plain(2, "alice", "!Alpha: shoot First Draft") };
    new.push(Written::plain(6, "bob", "!Bravo: move to C7"));
    let grown = read("", &pages(&SMF, &new, 9)).text;
    // Not the file that was read, but one saved earlier.
    let copy = String::from_utf8(pages(&SMF, &old, 9).remove(0)).expect("text").replace("Full Member", "Hero Member");
    assert_eq!(read(&grown, &[copy.clone().into_bytes()]).added, "");
    let both = [copy.into_bytes(), pages(&SMF, &new, 9).remove(0)];
    assert_eq!(deeds(&read("", &both).text), deeds(&grown));
}

#[test]
fn a_post_is_taken_back_only_if_its_page_is_there() {
    let thread = posts(&BEGUN);
    let begun = read("", &pages(&SMF, &thread, 2)).text;
    let fewer =
        |without: &[u64]| -> Vec<Written> { thread.iter().filter(|it| !without.contains(&it.id)).cloned().collect() };
    // Only the last page was saved anew.
    assert_eq!(read(&begun, &pages(&SMF, &fewer(&[1, 2, 3]), 9)).added, "");
    let gone = read(&begun, &pages(&SMF, &fewer(&[2]), 9));
    assert_eq!(deeds(&gone.text).last().map(String::as_str), Some("alice deletes #2"));
    // A moderator put the post back.
    let back = read(&gone.text, &pages(&SMF, &thread, 9));
    assert_eq!(deeds(&back.text).last().map(String::as_str), Some("alice: !Alpha: hold"));
}

#[test]
fn what_is_missing_is_told() {
    let thread = posts(&BEGUN);
    for program in PROGRAMS.into_iter().filter(|it| !it.name.starts_with("Discourse")) {
        let mut pages = pages(&program, &thread, 1);
        pages.remove(3);
        pages.remove(1);
        pages.pop();
        let summary = read("", &pages).summary.join("\n");
        assert!(summary.contains("missing or were deleted: 2."), "{}: {summary}", program.name);
        assert!(summary.contains("followed by another one"), "{}: {summary}", program.name);
    }
    let quoted = Written::new(2, "dad", vec![Piece::Quote("bob".to_owned(), vec![Piece::Text("hm".to_owned())])]);
    let thread = [Written::plain(1, "alice", "x"), quoted, Written::plain(3, "Someone Else", "y")];
    let summary = gather("", &pages(&SMF, &thread, 9), &Players::default(), &["alice", "bob"]).expect("pages").summary;
    assert_eq!(
        summary,
        [
            "1 page read: 3 new posts, 0 edits, 0 deletions.",
            "Left out: 1 quotation.",
            "2 authors have no seat: Someone_Else and dad. Players write `!I am` and the seat's name in a post, or \
             stand under [forum] players."
        ]
    );
}

/// The orders of a late page would count in the round after the one that they were written for.
#[test]
fn a_page_that_comes_late_is_refused_and_a_post_that_the_forum_shows_late_is_not() {
    let mut thread = posts(&BEGUN);
    thread.push(Written::plain(6, "Games Master", "/resolve"));
    for program in PROGRAMS.into_iter().filter(|it| !it.name.starts_with("Discourse")) {
        let all = pages(&program, &thread, 4);
        let [first, last] = all.as_slice() else { panic!("{}: two pages", program.name) };
        let begun = read("", std::slice::from_ref(last));
        let summary = begun.summary.join("\n");
        let help = "1 to 4. If they are missing, save their pages, too, and read all pages at once into a new file.";
        assert!(summary.contains(help), "{}: {summary}", program.name);
        let late = gather(&begun.text, std::slice::from_ref(first), &Players::default(), &[]).expect_err("a late page");
        assert!(late.1.to_string().contains("(post 1 of the forum)"), "{}: {}", program.name, late.1);
        assert_eq!(deeds(&read("", &all).text).len(), 6, "{}", program.name);
        // A moderator held the third post back until the round was closed.
        let without: Vec<Written> = thread.iter().filter(|it| it.id != 3).cloned().collect();
        let shown = read(&read("", &pages(&program, &without, 4)).text, &all[..1]);
        assert_eq!(deeds(&shown.added), ["bob: oops"], "{}", program.name);
        assert!(!shown.summary.join("\n").contains("followed by another one"), "{}: {:?}", program.name, shown.summary);
    }
}

#[test]
fn who_is_who_is_what_the_gm_says_or_the_first_who_says_so() {
    let thread = posts(&[
        ("Games Master", "Welcome."),
        ("gm", "/resolve"),
        ("Fieldpost", "Round 1"),
        ("Ann the Red", "!Alpha: hold"),
        ("bob", "!I am alice\n!Alpha: shoot First Draft"),
        ("bob", "!i am Bela.\n!Kestrel: hold"),
        ("Bela", "!Kestrel: move to C7"),
        ("dad", "> !I am chidi\n!I am gm"),
        ("BOB", "Good."),
    ]);
    let players = Players::new([("Ann_the_Red", "alice"), ("games master", "gm")]);
    let found = gather("", &pages(&SMF, &thread, 9), &players, &[]).expect("pages");
    assert_eq!(
        deeds(&found.text),
        [
            "gm: Welcome.",
            "gm_: /resolve",
            "Fieldpost_: Round 1",
            "alice: !Alpha: hold",
            "bob: !I am alice\n!Alpha: shoot First Draft",
            "Bela: !Kestrel: hold",
            "Bela_: !Kestrel: move to C7",
            "dad: > !I am chidi\n!I am gm",
            "Bela: Good.",
        ]
    );
    let summary = found.summary.join("\n");
    assert!(summary.contains("bob claims to be alice, but somebody else is."), "{summary}");
    assert!(
        summary.contains("dad claims to be gm, but only who opened the thread can be that by saying so."),
        "{summary}"
    );
}

#[test]
fn our_own_reports_are_passed_over_and_what_stands_behind_them_is_not() {
    let report = format!("Round 1 of 8\n!Alpha: hold\n{}", mark(1));
    let thread = posts(&[
        ("Games Master", "!I am gm\n/resolve"),
        ("Games Master", &report),
        ("Games Master", &format!("{report}\n\nOn we go.\n/orders")),
        ("alice", "!Alpha: hold"),
    ]);
    for program in PROGRAMS {
        let found = read("", &pages(&program, &thread, 9));
        let expected = ["gm: /resolve", "a report", "gm: On we go.\n/orders", "alice: !Alpha: hold"];
        assert_eq!(deeds(&found.text), expected, "{}", program.name);
        assert!(found.summary.join("\n").contains("Left out: 2 reports of ours."), "{:?}", found.summary);
    }
    // A post that quotes a report still gives orders.
    let quoted = Written::new(
        5,
        "alice",
        vec![
            Piece::Text("!Alpha: shoot First Draft".to_owned()),
            Piece::Quote("Games Master".to_owned(), vec![Piece::Text(report)]),
        ],
    );
    let found = read("", &pages(&XENFORO, &[quoted], 9));
    assert!(deeds(&found.text)[0].starts_with("alice: !Alpha: shoot First Draft\n> Round 1"), "{}", found.text);
}

#[test]
fn nothing_that_is_quoted_hidden_or_a_name_does_anything() {
    let body = vec![
        Piece::Quote("Games Master".to_owned(), vec![Piece::Text("/resolve".to_owned())]),
        Piece::Spoiler("x".to_owned(), "/resolve\n@bob".to_owned()),
        Piece::Code("/undo".to_owned()),
        Piece::Text("@bob\n@bob deletes #1\n@bob · post 7\n /orders".to_owned()),
    ];
    let thread = [Written::plain(1, "Games Master", "!I am gm\nHello."), Written::new(2, "Games Master", body)];
    for program in PROGRAMS {
        let text = read("", &pages(&program, &thread, 9)).text;
        let entries = thread::read_all(&text, &[]);
        assert_eq!(entries.len(), 2, "{}: {text}", program.name);
        let Deed::Posts(text) = &entries[1].deed else { panic!("a post") };
        let (_, commands) = thread::commands(text, fieldpost::referee::commands::command_author("gm"));
        assert_eq!(commands, ["orders"], "{}: {text}", program.name);
    }
}

#[test]
fn an_edit_stands_where_it_happened_if_its_time_is_known() {
    let mut thread = posts(&BEGUN);
    let begun = read("", &pages(&XENFORO, &thread, 9)).text;
    thread.push(Written::plain(6, "Games Master", "/resolve"));
    thread.push(Written::plain(7, "alice", "Good."));
    // The last edit came after the round was closed: posts are an hour apart, and each edit takes ten minutes.
    thread[4] = Written { edits: 9, ..Written::plain(5, "bob", "!Bravo: move to C7") };
    let grown = read(&begun, &pages(&XENFORO, &thread, 9)).text;
    assert_eq!(deeds(&grown)[5..], ["gm: /resolve", "bob edits #5: !Bravo: move to C7", "alice: Good."]);
}

#[test]
fn a_thread_of_another_place_is_not_mixed_in() {
    let thread = posts(&BEGUN);
    let begun = read("", &pages(&SMF, &thread, 9)).text;
    let why = |before: &str, page: Vec<u8>| {
        gather(before, &[page], &Players::default(), &[]).expect_err("another thread").1.to_string()
    };
    let other = String::from_utf8(pages(&SMF, &thread, 9).remove(0)).expect("text").replace("topic=42.", "topic=43.");
    assert!(why(&begun, other.into_bytes()).contains("SMF 2, thread 43"));
    assert!(why(&begun, pages(&XENFORO, &thread, 9).remove(0)).contains("XenForo 2, thread 42"));
    assert!(why("@alice\n!Alpha: hold\n", pages(&SMF, &thread, 9).remove(0)).contains("Name another file"));
}
