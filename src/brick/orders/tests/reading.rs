//! What is understood of a post.

use expect_test::{Expect, expect};

use super::*;

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&told(text));
}

#[test]
fn fiction_is_no_order() {
    check("Alpha waits. Shoot the Orcs? Not yet.\n> !Alpha: shoot Orcs\n```\n!Alpha: shoot Orcs\n```", expect![""]);
}

#[test]
fn the_words_of_the_rules() {
    check("!shoot Alpha at Orcs with rifle combine A\n!Alpha: shoot Captain with rifle aim at-part head", expect![""]);
    check(
        "!melee Yoko attack Orcs with sword twohanded\n!Yoko: grab Captain release after\n!shove Yoko Captain",
        expect![""],
    );
    check(
        "!move Alpha to C3 via B3 sprint break\n!Alpha: run NE 4\n!move Yoko withdraw to F3 then charge Captain with sword",
        expect![""],
    );
    check(
        "!move Alpha charge Orcs with rifle sprint combine B\n!Alpha: pivot left\n!brace Alpha; reserve Yoko",
        expect![""],
    );
    check("!Yoko: ignore then shoot Captain\n!Yoko: ignore then use Table\n!Yoko: release", expect![""]);
}

#[test]
fn organising() {
    check("!split Alpha into Left: 1, 2 plate 2x1; Right: 3 facing E", expect![""]);
    check("!form Line from Alpha 1, Alpha 2, Yoko plate 3x1 standard Yoko\n!join Yoko to Alpha", expect![""]);
    check(
        "!leave 1, 2 from Alpha\n!replate Alpha 1x3 facing W\n!arrange Alpha 1@0,0 2@1,0\n!standard Alpha 2",
        expect![""],
    );
}

#[test]
fn policies() {
    check(
        "!react Yoko parry sword then strike sword vs attack\n!Yoko: bail N vs charge\n!Yoko: react none",
        expect![""],
    );
    check("!react Alpha pass strike\n!react Yoko drop yes\n!hits Alpha spare Alpha 1\n!misses side worst", expect![""]);
    check("!benny Yoko attack hold, parry deflect\n!rebuff Alpha break\n!misses Alpha list Orcs, Captain", expect![""]);
}

#[test]
fn a_line_may_hold_several_orders_and_several_who_are_told() {
    check("!Alpha: shoot Orcs; move to C3; react none\n!Alpha and Yoko: move to C3", expect![""]);
}

#[test]
fn a_squad_of_this_round_is_named_before_it_is_there() {
    check("!Left: shoot Orcs\n!split Alpha into Left: 1, 2; Right: 3", expect![""]);
}

#[test]
fn what_is_wrong_is_said_at_its_place() {
    check("!Bravo: shoot Orcs", expect![""]);
    check("!Alpha: shoot Orks with pistol", expect![""]);
    check("!Alpha: shoot Orcs with pistol", expect![""]);
    check("!Alpha: shoot Orcs with knife", expect![""]);
    check("!Alpha: shot Orcs\n!Alpha: shoot Goblins", expect![""]);
    check("!Alpha: shoot Orcs if they come", expect![""]);
    check("!move Alpha to Z9", expect![""]);
    check("!react Yoko parry sword none", expect![""]);
    check("!split Alpha into Left: 1, 2 plate 1x1; Right: 3", expect![""]);
    check("!Alpha 1: shoot Orcs", expect![""]);
    check("!Yoko: attack Yoko", expect![""]);
    check("!shoot", expect![""]);
}
