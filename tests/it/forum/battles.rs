//! Whole battles over forum pages, saved before each edit and at the end: they end as the plain-text thread does.

use fieldpost::forum::{Players, gather};
use fieldpost::referee::thread::{self, Deed};

use super::templates::{PROGRAMS, Piece, Program, Tongue, Written};
use crate::program::{Folder, run};

/// Scenarios, each with the seat whose player has another name in the forum. One thread has edits and a deletion.
const BATTLES: [(&str, &str); 3] = [("ridge-at-dawn", "alice"), ("millers-ford", "robin"), ("brick-duel", "yuki")];

#[test]
fn a_battle_over_the_pages_of_any_forum_ends_as_its_thread_does() {
    for (name, seat) in BATTLES {
        let told = ending(name, &[&format!("scenarios/{name}.posts")]);
        let texts: Vec<String> = PROGRAMS.iter().map(|it| read(it, name, seat)).collect();
        for (text, program) in texts.iter().zip(PROGRAMS) {
            let digest = |text: &str| thread::digest(&thread::read(text));
            assert_eq!(digest(text), digest(&texts[0]), "{name} in {}:\n{text}", program.name);
        }
        let folder = Folder::new();
        assert_eq!(ending(name, &[&folder.file("thread.posts", &texts[0])]), told, "{name}");
    }
}

#[test]
fn a_battle_is_played_from_the_pages_themselves() {
    let folder = Folder::new();
    let mut thread = Vec::new();
    for entry in thread::read(&posts_of("brick-duel")) {
        let Deed::Posts(text) = entry.deed else { panic!("this thread has no edits") };
        thread.push(Written::new(thread.len() as u64 + 1, name_of(&entry.author, ""), pieces(&text, thread.len())));
    }
    let mut paths = Vec::new();
    for (n, page) in PROGRAMS[1].pages(&thread, 4, Tongue::English).into_iter().enumerate() {
        paths.push(folder.file(&format!("page-{n}.html"), page));
    }
    paths.reverse();
    let pages: Vec<&str> = paths.iter().map(String::as_str).collect();
    assert_eq!(ending("brick-duel", &pages), ending("brick-duel", &["scenarios/brick-duel.posts"]));
}

#[test]
fn the_five_steps_of_the_page_for_gms_lead_from_an_empty_thread_to_a_report_and_on() {
    let folder = Folder::new();
    let steps = include_str!("../../../scenarios/GM.md").split_once("**On a forum**").expect("the steps").1;
    let commands: Vec<&str> = steps.lines().filter_map(|it| it.strip_prefix("       fieldpost ")).collect();
    let save = |thread: &[Written]| {
        for (n, page) in PROGRAMS[1].pages(thread, 2, Tongue::English).into_iter().enumerate() {
            folder.file(&format!("page-{}.html", n + 1), page);
        }
    };
    // Runs a command line, with its files in the folder of the test.
    let carry_out = |command: &str| {
        let is_file = |it: &str| it.starts_with("page-") || it.starts_with("ridge.") || it.starts_with("battle");
        let words: Vec<String> =
            command.split(' ').map(|it| if is_file(it) { folder.path(it) } else { it.to_owned() }).collect();
        let shown = run(&words, "");
        assert!(shown.status.success(), "{command}: {}", shown.stderr);
        shown.stdout
    };
    let mut thread = vec![
        Written::plain(1, "Games Master", "A quarter to five.\n!I am gm"),
        Written::plain(2, "Ann the Red", "!I am alice\n!Alpha: shoot First Draft"),
        Written::plain(3, "Béla Kő", "!I am bela\n!Kestrel: hold"),
        Written::plain(4, "Games Master", "/resolve"),
    ];
    save(&thread);
    let [read, play] = commands.as_slice() else { panic!("two commands: {commands:?}") };
    let said = carry_out(read);
    assert!(said.contains("2 pages read: 4 new posts") && !said.contains("no seat"), "{said}");
    assert!(carry_out(play).contains("Round 1 of 8"));
    let report = folder.read("battle/round-01.bbcode");
    for part in [
        "[b]Round 1 of 8",
        "attached file round-01.png",
        "What happened, line by line",
        "Refereed by Fieldpost: round 1.",
    ] {
        assert!(report.contains(part), "{part} in {report}");
    }
    let markdown = folder.read("battle/round-01.discourse.md");
    assert!(markdown.contains("[details=\"") && markdown.contains("\n\n[/details]\n"), "{markdown}");
    assert!(std::fs::exists(folder.path("battle/round-01.png")).expect("it can be asked"));
    // The report is pasted, Ann writes on, and the pages are saved once more.
    thread.push(Written::plain(5, "Games Master", &report));
    thread.push(Written::plain(6, "Ann the Red", "!Alpha: shoot Second Draft"));
    save(&thread);
    let said = carry_out(&read.replace("page-2.html", "page-2.html page-3.html"));
    assert!(said.contains("1 new post,") && said.contains("Left out: 1 report of ours."), "{said}");
    let said = carry_out(play);
    assert!(said.contains("goes on: round 2 is open") && said.contains("Alpha"), "{said}");
}

/// How a battle ended, as the last words of the program's output say.
#[track_caller]
pub(crate) fn ending(name: &str, posts: &[&str]) -> String {
    let scenario = format!("scenarios/{name}.toml");
    let shown = run(&[&["play", &scenario, "--seed", "7", "--json", "--posts"], posts].concat(), "");
    assert!(shown.status.success(), "{name}: {}", shown.stderr);
    let last = shown.stdout.lines().last().unwrap_or_default().to_owned();
    assert!(last.contains("state_hash"), "{last}");
    last
}

/// The thread of a scenario as read from a forum: its pages are read before each edit and deletion, and at the end.
pub(crate) fn read(program: &Program, name: &str, renamed: &str) -> String {
    let players = Players::new([("Ann_the_Red", renamed)]);
    let mut text = String::new();
    let mut again = |thread: &[Option<Written>]| {
        let thread: Vec<Written> = thread.iter().flatten().cloned().collect();
        let pages = program.pages(&thread, 10, Tongue::German);
        text = gather(&text, &pages, &players, &[])
            .unwrap_or_else(|(n, why)| panic!("{}, page {n}: {why}", program.name))
            .text;
    };
    let mut thread: Vec<Option<Written>> = Vec::new();
    for entry in thread::read(&posts_of(name)) {
        match entry.deed {
            Deed::Posts(text) => {
                let id = thread.len() as u64 + 1;
                let pieces = pieces(&text, thread.len());
                thread.push(Some(Written::new(id, name_of(&entry.author, renamed), pieces)));
            }
            Deed::Edits { post, text } => {
                again(&thread);
                let post = thread[post as usize - 1].as_mut().expect("a post that is there");
                *post = Written { edits: post.edits + 1, body: pieces(&text, 1), ..post.clone() };
            }
            Deed::Deletes { post } => {
                again(&thread);
                thread[post as usize - 1] = None;
            }
            Deed::Says(_) => (),
        }
    }
    again(&thread);
    text
}

fn posts_of(name: &str) -> String {
    std::fs::read_to_string(format!("scenarios/{name}.posts")).expect("a thread of the project's")
}

/// The name of a player in the forum.
fn name_of<'a>(author: &'a str, renamed: &str) -> &'a str {
    match author {
        "gm" => "Games Master",
        author if author == renamed => "Ann the Red",
        author => author,
    }
}

/// The pieces of a post in a forum. The first post of the thread is the GM's, and says so.
fn pieces(text: &str, before: usize) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut lines = text.lines().peekable();
    if before == 0 {
        pieces.push(Piece::Text("!I am gm\n".to_owned()));
    }
    while let Some(line) = lines.next() {
        if line == "```orders" {
            let orders: Vec<&str> = lines.by_ref().take_while(|it| *it != "```").collect();
            pieces.push(Piece::Spoiler("Orders".to_owned(), orders.join("\n")));
        } else if line.starts_with('>') {
            let mut quoted = vec![line];
            while let Some(line) = lines.next_if(|it| it.starts_with('>')) {
                quoted.push(line);
            }
            let quoted: Vec<&str> = quoted.iter().map(|it| it.trim_start_matches('>').trim()).collect();
            pieces.push(Piece::Quote("somebody".to_owned(), vec![Piece::Text(quoted.join("\n"))]));
        } else {
            match pieces.last_mut() {
                Some(Piece::Text(text)) => *text = format!("{text}\n{line}"),
                _ => pieces.push(Piece::Text(line.to_owned())),
            }
        }
    }
    pieces
}
