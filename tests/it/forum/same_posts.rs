//! One thread, shown by each program in two languages, is read into the same posts.

use fieldpost::forum::{Body, Edited, Post, read};

use super::templates::{PROGRAMS, Piece, Program, Tongue, Written};

fn text(text: &str) -> Piece {
    Piece::Text(text.to_owned())
}

/// A thread with everything that people write, and the text that is read from each post. `None` if no post is left.
fn thread() -> Vec<(Written, Option<&'static str>)> {
    let quote = |who: &str, inside| Piece::Quote(who.to_owned(), inside);
    let spoiler = |called: &str, hidden: &str| Piece::Spoiler(called.to_owned(), hidden.to_owned());
    let welcome = "!I am GM\nWelcome to the ridge. <b>Orders</b> & \"fiction\" by Sunday.";
    let nested = vec![quote("Games Master", vec![text("Welcome to the ridge.")]), text("!Alpha: shoot First Draft")];
    let mut thread = vec![
        (Written::plain(1, "Games Master", welcome), Some(welcome)),
        (
            Written::plain(2, "Béla Kő", "The ridge is ours.\nHold it.\n\n!Alpha: hold"),
            Some("The ridge is ours.\nHold it.\n\n!Alpha: hold"),
        ),
        (
            Written::new(3, "Ann the Red", vec![quote("Béla Kő", nested), text("No.\n!Bravo: move to C7")]),
            Some("> > Welcome to the ridge.\n> !Alpha: shoot First Draft\nNo.\n!Bravo: move to C7"),
        ),
        (
            Written::new(
                4,
                "Béla Kő",
                vec![
                    text("Later."),
                    spoiler("For the GM", "!Alpha: charge\nNobody knows."),
                    Piece::Code("!Alpha: hold\n  and this".to_owned()),
                    Piece::List(vec!["!Bravo: hold".to_owned(), "a plan".to_owned()]),
                    spoiler("Orders", "Alpha: hold"),
                    text("The end."),
                ],
            ),
            Some(
                "Later.\n[spoiler]\n!Alpha: charge\nNobody knows.\n[/spoiler]\n```\n!Alpha: hold\n  and this\n```\n\
                 - !Bravo: hold\n- a plan\n```orders\nAlpha: hold\n```\nThe end.",
            ),
        ),
        (
            Written::new(
                5,
                "Ann the Red",
                vec![
                    text("(move to C "),
                    Piece::Smiley,
                    text(" and "),
                    Piece::Struck("!Alpha: hold".to_owned()),
                    text(" not."),
                ],
            ),
            Some("(move to C :) and [s]!Alpha: hold[/s] not."),
        ),
        (Written::plain(6, "Ann the Red", "!Bravo: hold"), Some("!Bravo: hold")),
        (Written::plain(7, "Béla Kő", "wrong thread"), None),
        (Written::plain(8, "Béla Kő", "@Ann\n/me waves"), Some("@Ann\n/me waves")),
    ];
    thread[5].0.edits = 2;
    thread[6].0.is_taken_back = true;
    thread
}

#[test]
fn a_thread_is_the_same_in_each_program_and_language() {
    for program in PROGRAMS {
        for tongue in [Tongue::English, Tongue::German] {
            same(&program, tongue, 8);
            same(&program, tongue, 3);
        }
    }
}

#[track_caller]
fn same(program: &Program, tongue: Tongue, posts_a_page: usize) {
    let expected = thread();
    let written: Vec<Written> = expected.iter().map(|it| it.0.clone()).collect();
    // SMF keeps nothing of a post that was taken back.
    let written: Vec<Written> =
        written.into_iter().filter(|it| !it.is_taken_back || !program.name.starts_with("SMF")).collect();
    let pages = program.pages(&written, posts_a_page, tongue);
    let at = format!("{} in {tongue:?}, {posts_a_page} posts a page", program.name);
    let mut read_posts: Vec<Post> = Vec::new();
    for (n, page) in pages.iter().enumerate() {
        let page = read(page).unwrap_or_else(|why| panic!("{at}: {why}"));
        assert_eq!(page.thread, Some(42), "{at}");
        assert_eq!(page.goes_on, n + 1 < pages.len(), "{at}, page {}", n + 1);
        read_posts.extend(page.posts);
    }
    for (n, (post, written)) in read_posts.iter().zip(&written).enumerate() {
        let left = expected.iter().find(|it| it.0.id == written.id).and_then(|it| it.1);
        let body = left.map_or(Body::TakenBack, |it| Body::Text(it.to_owned()));
        assert_eq!(post.body, body, "{at}, post {}", n + 1);
        let author = if program.has_one_word { written.author.replace(' ', "_") } else { written.author.clone() };
        assert_eq!((post.id, &post.author), (written.id, &author), "{at}");
        let number = Some(n as u32 + 1);
        assert!(post.number == number || written.is_taken_back && post.number.is_none(), "{at}: {:?}", post.number);
        assert_eq!(post.edited > Edited::Never, 0 < written.edits, "{at}, post {}", n + 1);
        assert!(post.at.is_none_or(|it| it == written.at()), "{at}");
        let edited_at = Edited::At(written.edited_at());
        assert!(matches!(post.edited, Edited::Never | Edited::Sometime) || post.edited == edited_at, "{at}");
    }
    assert_eq!(read_posts.len(), written.len(), "{at}");
}

#[test]
fn what_people_read_as_a_time_is_known_where_the_page_says_it_to_machines_too() {
    let page = |name: &str| {
        let program = PROGRAMS.into_iter().find(|it| it.name == name).expect("one of them");
        read(&program.pages(&[Written::plain(1, "Ann", "x")], 9, Tongue::German)[0]).expect("a page").posts[0].at
    };
    for name in ["XenForo", "phpBB", "Discourse", "Discourse, JSON", "NodeBB", "NodeBB, JSON"] {
        assert!(page(name).is_some(), "{name}");
    }
    for name in ["SMF 2.0", "SMF 2.1", "vBulletin"] {
        assert_eq!(page(name), None, "{name}");
    }
}

#[test]
fn the_source_of_a_post_counts_before_its_rendering() {
    let json = r#"{"post_stream": {"posts": [{"id": 9, "username": "ann", "post_number": 1, "version": 1,
        "raw": "[quote=\"bob, post:1\"]\n!Alpha: hold\n[/quote]\n!Bravo: hold", "cooked": "<p>…</p>"}], "stream": [9]}, "id": 42}"#;
    let page = read(json.as_bytes()).expect("a page");
    assert_eq!(
        page.posts[0].body,
        Body::Text("[quote=\"bob, post:1\"]\n!Alpha: hold\n[/quote]\n!Bravo: hold".to_owned())
    );
}

#[test]
fn a_page_in_other_letters_is_read_by_what_it_says_of_them() {
    let page = String::from_utf8(
        PROGRAMS[0].pages(&[Written::plain(1, "Béla", "Für die Höhe!")], 9, Tongue::German).remove(0),
    );
    let page = page.expect("text").replace("charset=UTF-8", "charset=ISO-8859-1");
    let bytes: Vec<u8> = page.chars().map(|it| u8::try_from(u32::from(it)).unwrap_or(b'?')).collect();
    let post = read(&bytes).expect("a page").posts.remove(0);
    assert_eq!((post.author.as_str(), post.body), ("Béla", Body::Text("Für die Höhe!".to_owned())));
    let wide: Vec<u8> = [0xff, 0xfe].into_iter().chain(page.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    assert_eq!(read(&wide).expect("a page").posts[0].author, "Béla");
}
