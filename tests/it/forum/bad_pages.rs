//! Any input given as a page gets a clear message and does no harm, and what was read before stays.

use std::path::Path;

use fieldpost::forum::{Players, Unread, gather, read};

use super::templates::{PROGRAMS, Tongue, Written};
use crate::chaos::Chaos;
use crate::program::{fails, fieldpost};

fn page(program: usize) -> String {
    let thread: Vec<Written> = (1..=4).map(|it| Written::plain(it, "alice", "Mud.\n!Alpha: hold")).collect();
    String::from_utf8(PROGRAMS[program].pages(&thread, 9, Tongue::English).remove(0)).expect("text")
}

#[track_caller]
fn refused(page: &str, words: &str) {
    let why = read(page.as_bytes()).expect_err("no page").to_string();
    assert!(why.contains(words), "{why}");
}

#[test]
fn a_page_without_a_thread_is_refused_with_what_to_save_instead() {
    refused("  ", "nothing in it");
    refused("<html><body><p>A shop</p></body></html>", "It was searched for SMF 2 (div#msg_N), XenForo 2");
    refused("<html><body>Log in <form><input type=password></form></body></html>", "page to log in at");
    refused("{\"id\": 3}", "…/api/topic/ID");
    refused("{\"post_stream\": {\"posts\": 7}}", "without the posts of a thread");
    refused("{\"post_stream\": {\"posts\": [", "ends in the middle");
    refused("{no}", "begins like JSON but isn't valid");
    refused("GIF89a", "not a page of a thread");
}

#[test]
fn pages_for_printing_are_refused() {
    let smf = "<html><head><title>Print Page</title></head><body><h1>Forum</h1><dl id=\"posts\"><dt class=\"postheader\">Title: <strong>Ridge</strong><br />Post by: <strong>alice</strong> on <strong>Today</strong></dt><dd class=\"postbody\">!Alpha: hold</dd></dl></body></html>";
    let phpbb = "<html><body id=\"phpbb\"><div id=\"wrap\" class=\"wrap\"><div id=\"page-body\"><div class=\"post\"><h3>Ridge</h3><div class=\"date\">Posted: Today<br />by <strong>alice</strong></div><div class=\"content\">!Alpha: hold</div></div></div></div></body></html>";
    let vbulletin = "<html><body><ul id=\"postlist\"><li class=\"postbit blockbody\" id=\"post_1\"><div class=\"header\"><div class=\"datetime\">Today</div><span class=\"username\">alice</span></div><div class=\"content\"><blockquote class=\"restore\">!Alpha: hold</blockquote></div></li></ul></body></html>";
    for page in [smf, phpbb, vbulletin] {
        refused(page, "page for printing");
    }
}

#[test]
fn half_a_page_is_not_read() {
    for (n, program) in PROGRAMS.iter().enumerate() {
        let page = page(n);
        let last = page.rfind("!Alpha: hold").expect("its last post");
        assert_eq!(read(&page.as_bytes()[..last]), Err(Unread::CutOff), "{}", program.name);
    }
}

#[test]
fn a_page_that_is_too_large_or_too_deep_is_told_so() {
    let large = page(0) + &" ".repeat(20 << 20);
    refused(&large, "20 MiB, and pages are read up to 16 MiB");
    refused(&format!("<html><body>{}", "<div>".repeat(100_000)), "deeper than any forum's");
}

#[test]
fn a_large_page_is_read() {
    let large = page(0).replacen("Mud.", &"Mud, and more mud. ".repeat((15 << 20) / 19), 1);
    assert_eq!(read(large.as_bytes()).map(|it| it.posts.len()), Ok(4));
}

#[test]
fn nothing_in_a_page_is_run_and_no_form_is_read() {
    let hostile = "<script>document.write('!Alpha: hold')</script><form action=\"https://forum.example\"><input value=\"!Alpha: hold\"><textarea>!Alpha: hold</textarea><select><option>!Alpha: hold</option></select><button>!Alpha: hold</button></form><iframe src=\"https://forum.example\">!Alpha: hold</iframe><style>!Alpha: hold</style><img alt=\"!Alpha: hold\" class=\"smiley\" src=\"https://forum.example/x.png\" onerror=\"alert(1)\">";
    let page = page(0).replacen("Mud.<br />!Alpha: hold", hostile, 1);
    let post = read(page.as_bytes()).expect("a page").posts.remove(0);
    assert_eq!(post.body, fieldpost::forum::Body::Text(String::new()));
}

#[test]
fn a_page_that_cannot_be_read_leaves_what_was_read() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = |name: &str| Path::join(folder.path(), name).display().to_string();
    let (good, bad, out) = (path("good.html"), path("bad.html"), path("thread.posts"));
    std::fs::write(&good, page(0)).expect("a file of the test's");
    std::fs::write(&bad, "<html><body><input type=\"password\"></body></html>").expect("a file of the test's");
    let shown = fieldpost(["read", &good, "-o", &out, "--dry-run"]);
    assert!(
        shown.stdout.contains("@alice · post 1 · #1") && shown.stdout.contains("Nothing was written"),
        "{}",
        shown.stdout
    );
    assert!(!Path::new(&out).exists());
    let shown = fieldpost(["read", &good, "-o", &out, "--for", "scenarios/ridge-at-dawn.toml"]);
    assert!(shown.status.success() && shown.stdout.contains("4 new posts"), "{}{}", shown.stdout, shown.stderr);
    let before = std::fs::read(&out).expect("what was written");
    fails(["read", &good, &bad, "-o", &out], "bad.html can't be read as a page: it is a page to log in at");
    fails(["play", "scenarios/ridge-at-dawn.toml", "--posts", &good, &bad], "page to log in at");
    let shown = fieldpost(["read", "CHANGELOG.md", "-o", &out]);
    assert!(shown.stderr.trim_end().ends_with(" as \"web page, HTML only\"."), "{}", shown.stderr);
    fails(["read", &path("none.html"), "-o", &out], "none.html");
    assert_eq!(std::fs::read(&out).expect("what was written"), before);
    fails(["read", &good, "-o", "README.md"], "README.md can't be read as a page: it is there");
}

#[test]
fn mutated_pages_do_no_harm() {
    mutated(2_000, 1);
}

#[test]
#[ignore = "a million pages; run it in release"]
fn a_million_mutated_pages_do_no_harm() {
    mutated(1_000_000, 2);
}

/// Fragments that mean something to a reader of pages.
const PIECES: [&str; 24] = [
    "<",
    ">",
    "\"",
    "'",
    "&",
    "&#0;",
    "&#xD800;",
    "<div>",
    "</div>",
    "<blockquote>",
    "</blockquote>",
    "<!--",
    "<![CDATA[",
    "<script>",
    "<table>",
    "</html>",
    "<svg>",
    "<p",
    " class=\"post_wrapper\"",
    " id=\"msg_99999999999999999999\"",
    "\0",
    "{",
    "}",
    ",",
];

fn mutated(count: u64, seed: u64) {
    let pages: Vec<Vec<u8>> = (0..PROGRAMS.len()).map(|it| page(it).into_bytes()).collect();
    let begun = gather("", &pages[..1], &Players::default(), &[]).expect("a page").text;
    for n in 0..count {
        let mut chaos = Chaos(seed << 40 | n);
        let mut page = chaos.pick(&pages).clone();
        for _ in 0..chaos.number(1, 8) {
            let at = chaos.next() as usize % (page.len() + 1);
            let end = (at + usize::from(chaos.number(0, 60))).min(page.len());
            match chaos.number(0, 3) {
                0 => drop(page.drain(at..end)),
                1 => drop(page.splice(at..at, chaos.pick::<&str>(&PIECES).bytes())),
                2 => drop(page.splice(at..end, [chaos.next() as u8])),
                _ => drop(page.splice(at..at, page[at..end].repeat(usize::from(chaos.number(1, 4))))),
            }
        }
        if let Ok(found) = gather(&begun, &[page], &Players::default(), &["alice"]) {
            let body = begun.split_once("\n\n").expect("a head").1;
            assert!(found.text.split_once("\n\n").is_some_and(|it| it.1.starts_with(body)), "page {n}");
        }
    }
}
