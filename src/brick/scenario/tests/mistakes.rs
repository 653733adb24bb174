//! Every kind of mistake, and what its author reads.

use expect_test::{Expect, expect};

use super::*;

fn check(changes: &[(&str, &str)], expected: Expect) {
    expected.assert_eq(&problems(&changed(changes)));
}

#[test]
fn a_good_scenario_has_no_problems() {
    check(&[], expect![""]);
}

#[test]
fn names_that_nothing_has() {
    check(&[("weapons = [\"katana\"]", "weapons = [\"katanna\"]")], expect![""]);
    check(&[("\"4 redcoat\"", "\"4 redcoats\"")], expect![""]);
    check(&[("team = \"enemies\"", "team = \"enemy\"")], expect![""]);
    check(&[("standard = \"Redcoats 2\"", "standard = \"Redcoats 9\"")], expect![""]);
}

#[test]
fn bc1_11_a_weapon_without_a_use_is_named() {
    check(
        &[(
            "[[objective]]",
            "[weapon.blunderbuss]\nclass = \"rifle\"\nranged = { range = 6, damage = \"2d6\" }\n[[objective]]",
        )],
        expect![""],
    );
    check(&[("[[objective]]", "[weapon.spoon]\nname = \"spoon\"\n[[objective]]")], expect![""]);
    check(&[("[[objective]]", "[unit.ghost]\nmove = 5\n[[objective]]")], expect![""]);
}

#[test]
fn bs2_2_a_plate_too_small_for_its_units() {
    check(&[("plate = \"3x2\"", "plate = \"2x2\"")], expect![""]);
    check(&[("\"4 redcoat\"", "\"1 lancer\""), ("plate = \"3x2\"", "plate = \"5x1\"")], expect![""]);
    check(&[("plate = \"3x2\"", "plate = \"big\"")], expect![""]);
}

#[test]
fn places_that_cannot_be() {
    check(&[("at = \"H1\"", "at = \"B4\"")], expect![""]);
    check(&[("at = \"H1\"", "at = \"D2\"")], expect![""]);
    check(&[("at = \"H1\"", "at = \"J1\"")], expect![""]);
    check(&[("at = \"A4\"", "at = \"G4\"")], expect![""]);
    check(&[("standard = \"Redcoats 2\"", "tiles = [\"A4\", \"B4\", \"C4\", \"A5\", \"D5\"]")], expect![""]);
    check(&[("standard = \"Redcoats 2\"", "tiles = [\"A4\", \"B4\", \"C4\", \"A5\", \"A5\"]")], expect![""]);
}

#[test]
fn teams_that_do_not_go_together() {
    check(&[("team = \"enemies\"", "team = \"players\"")], expect![""]);
    check(&[("player = \"alice\"\nunits", "player = \"alice\"\nteam = \"enemies\"\nunits")], expect![""]);
    check(&[("[[player]]\nname = \"alice\"", "[[player]]\nname = \"alice\"\nteam = \"enemies\"")], expect![""]);
    check(&[("team = \"enemies\"\n", "")], expect![""]);
}

#[test]
fn levels_that_do_not_fit_the_map() {
    check(&[("[[player]]", "levels = \"\"\"\n........\n..x.....\n\"\"\"\n\n[[player]]")], expect![""]);
    check(
        &[("[[player]]", "levels = \"\"\"\n........\n..x.....\n....\n........\n........\n\"\"\"\n\n[[player]]")],
        expect![""],
    );
}

#[test]
fn whatever_a_file_holds_it_is_answered() {
    for cut in (0..GOOD.len()).step_by(7).filter(|it| GOOD.is_char_boundary(*it)) {
        problems(&GOOD[..cut]);
        problems(&GOOD[cut..]);
    }
}
