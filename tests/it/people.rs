//! Posts as players write them, with the result that any fair referee would reach: `tests/suite/readings/line.jsonl`.

use fieldpost::diagnostic::{Diagnostic, Severity};
use fieldpost::line::battle::Battle;
use fieldpost::line::orders::{Names, Order, Reading, read};
use fieldpost::post::{Language, Poster};

use crate::line;
use crate::readings::{Case, Expected, Refused};

const READINGS: &str = include_str!("../suite/readings/line.jsonl");
const GATES: &str = include_str!("../suite/readings/gates.toml");

/// A battle in which posts are read.
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

    /// The orders of a post, without those that a later order of the post replaces.
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

    fn comes_to(&self, by: &str, post: &str, expected: &Expected) -> bool {
        let (taken, said) = (self.taken(by, post), self.read(by, post).diagnostics);
        let has = |any: &[Severity]| said.iter().any(|it| any.contains(&it.severity));
        let is_kept = |orders: &str| taken == self.taken(by, orders);
        if let Some(orders) = &expected.same_as {
            return is_kept(orders) && !has(&[Severity::Error]);
        }
        if let Some(refused) = &expected.refused {
            return is_kept(&refused.keeps) && is_refused(refused, post, &said);
        }
        if expected.hint {
            return is_kept(expected.keeps.as_deref().unwrap_or_default())
                && has(&[Severity::Hint, Severity::Warning, Severity::Error]);
        }
        expected.fiction && taken.is_empty() && said.is_empty()
    }

    fn is_same(&self, by: &str, post: &str, orders: &str) -> bool {
        let has_errors = self.read(by, post).diagnostics.iter().any(|it| it.severity == Severity::Error);
        self.taken(by, post) == self.taken(by, orders) && !has_errors
    }

    fn is_refused(&self, by: &str, post: &str, mark: &str, remedy: &str) -> bool {
        let refused = Refused { mark: mark.to_owned(), remedy_has: vec![remedy.to_owned()], ..Refused::default() };
        self.taken(by, post).is_empty() && is_refused(&refused, post, &self.read(by, post).diagnostics)
    }
}

/// Whether a post is refused as expected.
fn is_refused(refused: &Refused, post: &str, said: &[Diagnostic]) -> bool {
    let mut errors = said.iter().filter(|it| it.severity == Severity::Error);
    errors.any(|it| refused.is_said(post, &it.span, &it.to_string()))
}

/// Whether the later of two orders replaces the earlier one.
fn is_replaced(earlier: &Order, later: &Order) -> bool {
    match (earlier, later) {
        (Order::Movement(a, _), Order::Movement(b, _))
        | (Order::Fire(a, _), Order::Fire(b, _))
        | (Order::Fight(a, _), Order::Fight(b, _)) => a == b,
        _ => earlier == later,
    }
}

fn gates() -> Table {
    let battle = line::read("gates.toml", GATES).expect("our own scenario").battle().clone();
    Table { names: Names::new(&battle), battle }
}

#[test]
fn posts_of_every_kind_of_writer_come_to_what_was_meant() {
    let table = gates();
    let mut wrong = Vec::new();
    let cases = Case::all(READINGS);
    assert!(cases.iter().all(|it| it.scenario == "gates"), "the readings are of one scenario");
    for Case { id, by, text, .. } in
        cases.iter().filter(|case| !case.expected().any(|it| table.comes_to(&case.by, &case.text, it)))
    {
        let said: Vec<String> = table.read(by, text).diagnostics.iter().map(|it| it.under(text)).collect();
        wrong.push(format!("{id}: {text}\n    {:?}\n    {}", table.taken(by, text), said.join("\n    ")));
    }
    assert!(wrong.is_empty(), "{} of {} posts come to something else:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

#[test]
fn a_member_goes_by_a_part_of_his_own_name() {
    let battle = line::load("out-of-saltmarket").battle().clone();
    let table = Table { names: Names::new(&battle), battle };
    for post in ["!Penn: move to I10", "!Penn -> I10", "!Archivist Penn goes to I10"] {
        assert!(table.is_same("ivo", post, "!Archivist Penn: move to I10"), "{post}");
    }
    for post in ["!Penn: hold", "!Archivist Penn shoots Cobblers", "!Penn and Mo: move to I9", "!Mo: move to I9"] {
        assert!(table.is_refused("ivo", post, "", ""), "{post}");
    }
    assert!(table.is_refused("ivo", "!Penn: hold", "Penn", "move to"));
}

#[test]
fn a_weapon_in_a_list_is_no_part_of_an_enemys_name() {
    let battle = line::load("the-mast-on-grey-hill").battle().clone();
    let table = Table { names: Names::new(&battle), battle };
    for (post, plain) in [
        ("with all rifles and the gun", "with rifles and the anti-armour gun"),
        ("with rifles, Gate Guns with the gun", "with rifles, \"Gate Guns\" with the anti-armour gun"),
        ("with rifles, guns with the gun", "with rifles, \"Gate Guns\" with the anti-armour gun"),
    ] {
        let [post, plain] = [post, plain].map(|it| format!("!Vesper: shoot West Trench {it}"));
        assert!(table.is_same("gus", &post, &plain), "{post}");
    }
}

#[test]
fn a_name_that_begins_as_an_order_goes_on_is_left_out_by_but() {
    let battle = line::load("ridge-at-dawn").battle().clone();
    let table = Table { names: Names::new(&battle), battle };
    for post in ["!Alpha: fire at anything but First Draft", "!Alpha shoots Second Draft but First Draft is closer"] {
        assert!(table.is_refused("alice", post, "but", ""), "{post}");
    }
    let (told, plain) = ("!Alpha: move to K9, but first shoot Second Draft", "!Alpha: shoot Second Draft; move to K9");
    assert!(table.is_same("alice", told, plain), "{told}");
}

/// A post for each kind of refusal, with its author.
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
    ("alice", "!Alpha: shoot Nobz, sorry, no idea"),
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

/// Every kind of refusal with its mark, its sentence and its remedy: one post, one sentence. `UPDATE_EXPECT=1` rewrites
/// the file.
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
