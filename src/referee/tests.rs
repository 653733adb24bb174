//! Posts, edits, deletions and rounds, as a front end drives them.

use crate::battle::scene::{scene, squad};
use crate::dice::Seed;
use crate::orders::Language;
use crate::referee::{Refused, Table};
use crate::rules::Ruleset;
use crate::rules::line::Line;

fn table() -> Table {
    let battle = scene(
        "
        .A .A . . . . . . . .E .E
        .B .B . . . . . . . .E .E",
        "A Alpha players@alice: rifle; B Bravo players@bob: rifle; E Boyz enemy: boy",
    );
    Table::new(battle, Ruleset::Line(Line::default()), Language::default(), Seed::from(7))
}

fn fires(table: &Table, name: &str) -> bool {
    table.orders().fire.get(squad(table.battle(), name)).is_some()
}

#[test]
fn r2_an_edit_is_read_again_and_a_deletion_withdraws() {
    let mut table = table();
    let number = table.post("alice", "!Alpha: shoot Boyz").expect("a seat").number;
    assert!(fires(&table, "Alpha"));
    table.edit("alice", number, "On second thought.").expect("her own post");
    assert!(!fires(&table, "Alpha"));
    table.edit("alice", number, "!Alpha: fire at boyz").expect("her own post");
    assert!(fires(&table, "Alpha"));
    table.delete("alice", number).expect("her own post");
    assert!(!fires(&table, "Alpha"));
}

#[test]
fn r2_what_comes_after_the_round_has_no_effect_on_it() {
    let mut table = table();
    let number = table.post("alice", "!Alpha: shoot Boyz").expect("a seat").number;
    table.close().expect("an open battle");
    let late = table.edit("alice", number, "!Alpha: move to A2").expect_err("the round is closed");
    assert_eq!(late, Refused::RoundIsClosed { number, round: 1 });
    assert_eq!(table.delete("alice", number).expect_err("the round is closed"), late);
    assert!(table.orders().is_empty());
}

#[test]
fn r3_a_squad_without_orders_holds() {
    let mut table = table();
    let alpha = squad(table.battle(), "Alpha");
    let before = table.battle().clone();
    let closed = table.close().expect("an open battle");
    assert!(!closed.orders.has_any_for(alpha));
    let mut after = before.clone();
    closed.events.iter().for_each(|it| after.apply(it));
    assert!(after.standing(alpha).all(|it| after.unit(it).at == before.unit(it).at));
    assert!(closed.events.iter().all(|it| !matches!(it, crate::battle::Event::Attacked(it) if it.by == alpha)));
}

#[test]
fn r5_an_edit_keeps_the_place_of_orders_that_it_does_not_change() {
    let mut table = table();
    table.post("alice", "First!\n!Alpha: shoot Boyz").expect("a seat");
    table.post("bob", "!Bravo: shoot Boyz").expect("a seat");
    table.edit("alice", 1, "First! (typo)\n!Alpha: shoot Boyz\n!Alpha: move to A2").expect("her own post");
    let orders = table.orders();
    let order: Vec<_> = orders.fire.iter().map(|it| it.0).collect();
    assert_eq!(order, [squad(table.battle(), "Alpha"), squad(table.battle(), "Bravo")]);
}

#[test]
fn nobody_changes_anothers_post_or_one_that_is_not_there() {
    let mut table = table();
    let number = table.post("alice", "!Alpha: shoot Boyz").expect("a seat").number;
    let refused = table.edit("bob", number, "!Alpha: hold").expect_err("not his");
    assert_eq!(refused.to_string(), "post #1 is not bob's");
    assert_eq!(table.delete("alice", 9).expect_err("not there"), Refused::NoSuchPost(9));
    assert!(matches!(table.post("mallory", "!Alpha: hold"), Err(Refused::NoSuchSeat { .. })));
    assert!(fires(&table, "Alpha"));
}

#[test]
fn orders_are_owed_until_every_squad_has_been_told_something() {
    let mut table = table();
    assert_eq!(table.owed().len(), 2);
    table.post("alice", "!Alpha: hold").expect("a seat");
    let owed: Vec<String> = table.owed().into_iter().map(|it| it.who).collect();
    assert_eq!(owed, ["bob"]);
}

#[test]
fn r4_a_round_that_is_undone_and_closed_again_is_the_same_round() {
    let mut table = table();
    table.post("alice", "!Alpha: shoot Boyz").expect("a seat");
    let first = table.close().expect("an open battle").events.clone();
    assert_eq!(table.undo(), Ok(1));
    assert!(fires(&table, "Alpha"), "its posts are there again");
    assert_eq!(table.close().expect("an open battle").events, first);
    assert_eq!(table.undo(), Ok(1));
    assert_eq!(table.undo(), Err(Refused::NothingToUndo));
}
