//! Posts as players write them, and what any fair referee would make of each: `people/posts.txt`, a post a line.
//!
//! `@ alice, layout` says who writes the posts below, and which kind they are. Behind ` => ` stands what is to come of a post,
//! and behind each ` ## ` what else may: `!…` the same as of these orders; `R MARK >> REMEDY | REMEDY ^^ ORDERS` a refusal that
//! stands at the mark, says the remedies, and keeps these orders; `H ^^ ORDERS` a hint, or a refusal; `F` no word, as it is
//! fiction. `\n` ends a line, `\u200b` is a letter by its number.

use fieldpost::diagnostic::{Diagnostic, Severity};
use fieldpost::line::battle::Battle;
use fieldpost::line::orders::{Names, Order, Reading, read};
use fieldpost::post::{Language, Poster};

use crate::line;

const POSTS: &str = include_str!("people/posts.txt");
const GATES: &str = include_str!("people/gates.toml");

/// A battle that posts are read in.
struct Table {
    battle: Battle,
    names: Names,
}

impl Table {
    fn read(&self, by: &str, post: &str) -> Reading {
        let setup = self.battle.setup();
        let poster = setup.seat_ids().find(|it| setup.seat(*it).name == by).map_or(Poster::Gm, Poster::Seat);
        read(post, &self.names, &self.battle, poster, &Language::default())
    }

    /// The orders of a post, but for those that a later one of it replaces.
    fn taken(&self, by: &str, post: &str) -> Vec<Order> {
        let reading = self.read(by, post);
        let mut kept: Vec<Order> = Vec::new();
        for order in reading.given.into_iter().map(|it| it.order) {
            kept.retain(|it| !is_replaced(it, &order));
            kept.push(order);
        }
        kept.sort_by_key(|it| format!("{it:?}"));
        kept
    }

    fn comes_to(&self, by: &str, post: &str, expected: &str) -> bool {
        let (taken, said) = (self.taken(by, post), self.read(by, post).diagnostics);
        let has = |any: &[Severity]| said.iter().any(|it| any.contains(&it.severity));
        let (expected, keeps) = expected.split_once("^^").unwrap_or((expected, ""));
        let kept = taken == self.taken(by, &plain(keeps.trim()));
        match expected.trim() {
            "F" => taken.is_empty() && said.is_empty(),
            "H" => kept && has(&[Severity::Hint, Severity::Error]),
            orders if orders.starts_with('!') => taken == self.taken(by, &plain(orders)) && !has(&[Severity::Error]),
            refusal => {
                let (mark, remedies) = refusal.split_once(">>").unwrap_or((refusal, ""));
                let mark = plain(mark.trim_start_matches('R').trim());
                kept && said.iter().any(|it| refuses(it, post, &mark, remedies))
            }
        }
    }
}

/// Whether of two orders for one squad the later one is all that counts.
fn is_replaced(earlier: &Order, later: &Order) -> bool {
    match (earlier, later) {
        (Order::Movement(a, _), Order::Movement(b, _))
        | (Order::Fire(a, _), Order::Fire(b, _))
        | (Order::Fight(a, _), Order::Fight(b, _)) => a == b,
        _ => earlier == later,
    }
}

/// Whether a post is refused at this mark, and with these remedies.
fn refuses(it: &Diagnostic, post: &str, mark: &str, remedies: &str) -> bool {
    let told = it.to_string().to_lowercase();
    let (written, mark) = (post.to_lowercase(), mark.to_lowercase());
    let is_marked =
        written.match_indices(&mark).any(|(at, _)| it.span.start < at + mark.len().max(1) && at <= it.span.end);
    it.severity == Severity::Error
        && (is_marked || told.contains(&mark))
        && remedies.split('|').all(|remedy| told.contains(&remedy.trim().to_lowercase()))
}

/// A text of the table, with its line ends and letters by their numbers.
fn plain(text: &str) -> String {
    let text = text.replace("\\n", "\n").replace("\\r", "\r").replace("\\t", "\t");
    let mut parts = text.split("\\u");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (number, rest) = part.split_at(4);
        plain.extend(u32::from_str_radix(number, 16).ok().and_then(char::from_u32));
        plain.push_str(rest);
    }
    plain.replace("\\\\", "\\")
}

fn gates() -> Table {
    let battle = line::read("gates.toml", GATES).expect("our own scenario").battle().clone();
    Table { names: Names::new(&battle), battle }
}

#[test]
fn posts_of_every_kind_of_writer_come_to_what_was_meant() {
    let table = gates();
    let (mut by, mut count) = ("", 0);
    let mut wrong = Vec::new();
    for line in POSTS.lines() {
        if let Some(who) = line.strip_prefix("@ ") {
            by = who.split(',').next().unwrap_or_default();
            continue;
        }
        let (post, expected) = line.rsplit_once(" => ").expect("a post and what comes of it");
        let post = plain(post);
        count += 1;
        if !expected.split(" ## ").any(|it| table.comes_to(by, &post, it)) {
            let reading = table.read(by, &post);
            let said: Vec<String> = reading.diagnostics.iter().map(|it| it.under(&post)).collect();
            wrong.push(format!("{line}\n    {:?}\n    {}", table.taken(by, &post), said.join("\n    ")));
        }
    }
    assert!(wrong.is_empty(), "{} of {count} posts come to something else:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_member_goes_by_a_part_of_his_own_name() {
    let battle = line::load("out-of-saltmarket").battle().clone();
    let table = Table { names: Names::new(&battle), battle };
    for post in ["!Penn: move to I10", "!Penn -> I10", "!Archivist Penn goes to I10"] {
        assert!(table.comes_to("ivo", post, "!Archivist Penn: move to I10"), "{post}");
    }
    for post in ["!Penn: hold", "!Archivist Penn shoots Cobblers", "!Penn and Mo: move to I9", "!Mo: move to I9"] {
        assert!(table.comes_to("ivo", post, "R"), "{post}");
    }
    assert!(table.comes_to("ivo", "!Penn: hold", "R Penn >> move to"));
}

/// A post for each kind of refusal, by who writes it; `*` as GM.
const REFUSED: &[(&str, &str)] = &[
    ("alice", "!"),
    ("alice", "!the rain"),
    ("alice", "!Alpha: dance"),
    ("alice", "!Alpha:"),
    ("alice", "!hold"),
    ("alice", "!Alpfa: dance"),
    ("alice", "!Xyzzy: hold"),
    ("alice", "!The Old Guard: hold"),
    ("alice", "!Nobz: hold"),
    ("alice", "!1. Nobz: hold"),
    ("alice", "!shoot Nobz"),
    ("alice", "!Marsh: hold"),
    ("alice", "!Alpha: shoot"),
    ("alice", "!Alpha: shoot Boyz"),
    ("alice", "!Alpha: shoot Grots"),
    ("alice", "!Alpha: shoot Nobbie"),
    ("alice", "!Alpha: shoot 1st Rifles"),
    ("alice", "!Alpha: shoot Nobz with mortar"),
    ("alice", "!Alpha: shoot Nobz with bayonets"),
    ("alice", "!Alpha: melee Nobz with rifles"),
    ("alice", "!Alpha: shoot Nobz with 3 rifles"),
    ("alice", "!Alpha: shoot Nobz, Gobz"),
    ("alice", "!Alpha: shoot at will"),
    ("alice", "!Alpha: attack Nobz"),
    ("alice", "!Alpha: defend the mill"),
    ("alice", "!Alpha: move"),
    ("alice", "!Alpha: move to Z99"),
    ("alice", "!Alpha: move to the pond"),
    ("alice", "!Alpha: move to the gate"),
    ("alice", "!Alpha: move to J8 to K8"),
    ("alice", "!Alpha: move north"),
    ("alice", "!Alpha: move 4"),
    ("alice", "!Alpha: move north 999"),
    ("alice", "!Alpha: move west 9"),
    ("alice", "!Alpha: move northeast 2"),
    ("alice", "!Alpha: move from A1 to J8"),
    ("alice", "!Alpha: move toward Alpha"),
    ("alice", "!Alpha: abandon"),
    ("alice", "!Alpha: abandon 999"),
    ("alice", "!use"),
    ("alice", "!use Fireball on Nobz"),
    ("alice", "!use Rally"),
    ("alice", "!use Dress Wounds on Alpha"),
    ("alice", "!use Steady Aim on Nobz"),
    ("alice", "!use Steady Aim on Xyzzy"),
    ("alice", "!Marsh: join Nobz"),
    ("alice", "!Marsh: join Xyzzy"),
    ("alice", "!Marsh: join Alpha"),
    ("alice", "!1st Rifles: join Alpha"),
    ("alice", "!cancel"),
    ("alice", "!Alpha: hold if they come"),
    ("alice", "!Alpha: don't move"),
    ("alice", "!Alpha: maybe hold"),
    ("alice", "!Alpha: shoot Nobz or Gobz"),
    ("alice", "!Alpha: hold next round"),
    ("alice", "!Alpha moved to J8"),
    ("alice", "!Alpha: shoot Nobz, sorry, Gobz"),
    ("alice", "!Alpha: half shoot Nobz"),
    ("alice", "!Alpha: ditto"),
    ("alice", "!Alpha: hold?"),
    ("alice", "!Alpha: hold the pickles and the onions"),
    ("alice", "!Alpha: charge Nobz and move to J8"),
    ("alice", "!all three squads: hold"),
    ("alice", "!Alpha: shoto Nobz"),
    ("alice", "!Alpha: move to J8, then shoot Nobz"),
    ("alice", "Alpha: hold"),
    ("alice", "Well. !Alpha: hold"),
    ("alice", "```\nAlpha: hold\n```"),
    ("alice", "```\n!Alpha: hold"),
    ("alice", "```orders\nAlpha: hold"),
    ("alice", "[quote=bob]\n!Alpha: hold"),
    ("alice", "[s]!Alpha: hold"),
    ("alice", "!Alpha: form up"),
    ("alice", "!end battle"),
];

/// Every kind of refusal with its mark, its sentence and its remedy: one post, one sentence. `UPDATE_EXPECT=1` makes the file.
#[test]
fn each_kind_of_refusal_has_its_mark_its_sentence_and_its_remedy() {
    let table = gates();
    let mut shown = String::new();
    for (by, post) in REFUSED {
        let said = table.read(by, post).diagnostics;
        assert_eq!(said.len(), 1, "{post:?}: {said:?}");
        for it in said {
            shown.push_str(&format!("{:?}\n{}\n\n", it.severity, it.under(post)));
        }
    }
    expect_test::expect_file!["people/refused.txt"].assert_eq(&shown);
}
