//! Tests of mistakes in files, and of their messages.

use expect_test::{Expect, expect};

use super::*;

fn check(changes: &[(&str, &str)], expected: Expect) {
    expected.assert_eq(&problems(&changed(changes)));
}

#[test]
fn whoever_begins_on_deadly_ground_is_doubted() {
    check(
        &[
            ("........\n...##", ".......l\n...##"),
            ("\"#\" = \"wall\"", "\"#\" = \"wall\", \"l\" = \"lava\""),
            ("[[player]]", "[terrain.lava]\nname = \"lava\"\ndeadly = true\n\n[[player]]"),
        ],
        expect![[r#"
            line 33: name = "Yoko"
                            ^^^^^^ Yoko stands on lava, which is deadly only to those who enter later. Let Yoko begin beside it.
        "#]],
    );
}

#[test]
fn a_good_scenario_has_no_problems() {
    check(&[], expect![""]);
}

#[test]
fn own_words_are_short_texts() {
    check(&[("rounds = 6", "rounds = 6\nwords = { missed = \"hit the piano\", fell = [\"dozed off\"] }")], expect![""]);
    check(
        &[("rounds = 6", "rounds = 6\nwords = { missed = [], fel = \"dozed off\" }")],
        expect![[r#"
            line 5: words = { missed = [], fel = "dozed off" }
                                           ^^^ nothing here is called "fel". Did you mean "fell"?
        "#]],
    );
}

#[test]
fn a_plate_of_which_nobody_knows_how_it_lies_is_in_nobodys_way() {
    check(
        &[("at = \"A4\"", "facing = \"W\"\nat = \"H4\"")],
        expect![[r#"
            line 25: facing = "W"
                              ^^^ `facing` should be "north", "east", "south" or "west", not "W".
        "#]],
    );
}

#[test]
fn a_second_team_of_the_same_id_is_told_once() {
    let teams = "[[team]]\nid = \"red\"\nplayers = true\n[[team]]\nid = \"red\"\n[[player]]";
    check(
        &[("[[player]]", teams), ("team = \"enemy\"", "team = \"blue\"")],
        expect![[r#"
            line 20: id = "red"
                          ^^^^^ "red" is the name of a team already. Orders and goals need names that mean one thing.
        "#]],
    );
}

#[test]
fn names_that_nothing_has() {
    check(
        &[("weapons = [\"katana\"]", "weapons = [\"katanna\"]")],
        expect![[r#"
        line 32: weapons = ["katanna"]
                            ^^^^^^^^^ no weapon is called "katanna". Did you mean "katana"?
    "#]],
    );
    check(
        &[("\"4 redcoat\"", "\"4 redcoats\"")],
        expect![[r#"
        line 23: units = ["4 redcoats", { unit = "officer", name = "Captain Pym" }]
                          ^^^^^^^^^^^^ no unit is called "redcoats". Did you mean "redcoat"?
    "#]],
    );
    check(
        &[("team = \"enemy\"", "team = \"enemies\"")],
        expect![[r#"
        line 31: team = "enemies"
                        ^^^^^^^^^ no side is called "enemies". Did you mean "enemy"?
    "#]],
    );
    check(
        &[("standard = \"Redcoats 2\"", "standard = \"Redcoats 9\"")],
        expect![[r#"
        line 26: standard = "Redcoats 9"
                            ^^^^^^^^^^^^ nobody of Redcoats is called "Redcoats 9". Name a unit of the squad, by its own name or its number ("Redcoats 3"), or write "center".
    "#]],
    );
}

#[test]
fn who_could_not_be_read_is_not_said_to_be_nobody() {
    let captain = "[unit.captain]\nskill = \"1d8\"\narmor = \"none\"\nmove = 6\n\n[[player]]";
    let standing = "standard = \"Captain Pym\"\ntiles = [\"A4\", \"B4\", \"C4\", \"A5\", \"B5\"]";
    check(
        &[
            ("[[player]]", captain),
            ("unit = \"officer\"", "unit = \"captain\""),
            ("standard = \"Redcoats 2\"", standing),
            ("killed = \"Yoko\"", "killed = \"Captain Pym\""),
        ],
        expect![[r#"
            line 18: armor = "none"
                             ^^^^^^ `armor` should be a number from 0 to 60, or dice such as "1d6+1", "2d10" or "skill+2", not "none".
        "#]],
    );
}

#[test]
fn bx25_morale_where_nobody_has_leadership_is_doubted() {
    let morale = ("rounds = 6", "rounds = 6\n[rules]\nmorale = true");
    check(
        &[morale],
        expect![[r#"
            line 6: morale = true
                             ^^^^ nobody in this battle has `leadership`, so no squad ever tests its nerve (BX-25). Give units `leadership`, such as "7+". The game's own units don't have it; [unit.redcoat] can add it to one.
        "#]],
    );
    check(&[morale, ("[[player]]", "[unit.redcoat]\nleadership = \"7+\"\n\n[[player]]")], expect![""]);
}

#[test]
fn bc1_11_a_weapon_without_a_use_is_named() {
    check(
        &[(
            "[[objective]]",
            "[weapon.blunderbuss]\nclass = \"rifle\"\nranged = { range = 6, damage = \"2d6\" }\n[[objective]]",
        )],
        expect![[r#"
            line 40: [weapon.blunderbuss]
                             ^^^^^^^^^^^ weapon "blunderbuss" lacks `ranged.use`. Add `ranged.use`, or `like` with the name of an entry to begin from.
        "#]],
    );
    check(
        &[("[[objective]]", "[weapon.spoon]\nname = \"spoon\"\n[[objective]]")],
        expect![[r#"
        line 40: [weapon.spoon]
                         ^^^^^ weapon "spoon" lacks `class`. Add `class`, or `like` with the name of an entry to begin from.
    "#]],
    );
    check(
        &[("[[objective]]", "[unit.ghost]\nmove = 5\n[[objective]]")],
        expect![[r#"
        line 40: [unit.ghost]
                       ^^^^^ unit "ghost" lacks `skill` and `armor`. Add `skill` and `armor`, or `like` with the name of an entry to begin from.
    "#]],
    );
}

#[test]
fn bs2_2_a_plate_too_small_for_its_units() {
    check(
        &[("plate = \"3x2\"", "plate = \"2x2\"")],
        expect![[r#"
        line 24: plate = "2x2"
                         ^^^^^ the plate of Redcoats is 2x2, 4 tiles, and its 5 units need 5 (BS-2.2). Make it larger, or the squad smaller.
    "#]],
    );
    check(
        &[("\"4 redcoat\"", "\"1 lancer\""), ("plate = \"3x2\"", "plate = \"5x1\"")],
        expect![[r#"
        line 24: plate = "5x1"
                         ^^^^^ the units of Redcoats don't fit side by side on a plate of 5x1 (BX-11). Make the plate wider or deeper; a rider takes 2 by 2 tiles.
    "#]],
    );
    check(
        &[("plate = \"3x2\"", "plate = \"big\"")],
        expect![[r#"
        line 24: plate = "big"
                         ^^^^^ `plate` should be tiles wide and deep, such as "3x2", each 1 to 40, not "big".
    "#]],
    );
}

#[test]
fn places_that_cannot_be() {
    check(
        &[("at = \"H1\"", "at = \"B4\"")],
        expect![[r#"
            line 33: at = "B4"
                          ^^^^ Yoko can't stand on B4: Redcoats stands there.
        "#]],
    );
    check(
        &[("at = \"H1\"", "at = \"D2\"")],
        expect![[r#"
            line 33: at = "D2"
                          ^^^^ Yoko can't stand on D2: there is wall, which nobody can enter.
        "#]],
    );
    check(
        &[("at = \"H1\"", "at = \"J1\"")],
        expect![[r#"
            line 33: at = "J1"
                          ^^^^ J1 is off the map, which ends with H5.
        "#]],
    );
    check(
        &[("at = \"A4\"", "at = \"G4\"")],
        expect![[r#"
            line 25: at = "G4"
                          ^^^^ Redcoats takes 3x2 tiles from G4, and the map ends with H5.
        "#]],
    );
    check(
        &[("standard = \"Redcoats 2\"", "tiles = [\"A4\", \"B4\", \"C4\", \"A5\", \"D5\"]")],
        expect![[r#"
        line 26: tiles = ["A4", "B4", "C4", "A5", "D5"]
                                                  ^^^^ Captain Pym can't stand on D5: it isn't all on the plate of Redcoats (BS-2.1).
    "#]],
    );
    check(
        &[("standard = \"Redcoats 2\"", "tiles = [\"A4\", \"B4\", \"C4\", \"A5\", \"A5\"]")],
        expect![[r#"
            line 26: tiles = ["A4", "B4", "C4", "A5", "A5"]
                                                      ^^^^ Captain Pym can't stand on A5: Redcoats 4 stands there.
        "#]],
    );
}

#[test]
fn teams_that_do_not_go_together() {
    check(
        &[("team = \"enemy\"", "team = \"players\"")],
        expect![[r#"
        line 2: name = "Good"
                       ^^^^^^ there are no two teams here that would fight each other. Add a [[squad]] or a [[figure]] of another team.
    "#]],
    );
    check(
        &[("player = \"alice\"\nunits", "player = \"alice\"\nteam = \"enemy\"\nunits")],
        expect![[r#"
            line 23: team = "enemy"
                            ^^^^^^^ Redcoats can't be of enemy: alice, who leads it, is of players. Leave `team` out, or give the player that team.
        "#]],
    );
    check(
        &[("[[player]]\nname = \"alice\"", "[[player]]\nname = \"alice\"\nteam = \"enemy\"")],
        expect![[r#"
        line 2: name = "Good"
                       ^^^^^^ there are no two teams here that would fight each other. Add a [[squad]] or a [[figure]] of another team.
        line 17: name = "alice"
                        ^^^^^^^ alice leads enemy, which isn't a team of players. Say players = true in that [[team]].
    "#]],
    );
    check(
        &[("team = \"enemy\"\n", "")],
        expect![[r#"
        line 29: name = "Yoko"
                        ^^^^^^ Yoko has no team. Say team = "…", or player = "…" if one leads it.
    "#]],
    );
}

#[test]
fn names_that_orders_cannot_tell_apart_are_refused() {
    check(
        &[
            ("name = \"Yoko\"", "name = \"Réd-Coats\""),
            ("\"Redcoats\"", "\"the Red Coats\""),
            ("standard = \"Redcoats 2\"\n", ""),
            ("\"Yoko\" }", "\"Réd-Coats\" }"),
        ],
        expect![[r#"
            line 28: name = "Réd-Coats"
                            ^^^^^^^^^^^ orders can't tell "Réd-Coats" from "the Red Coats", the name of a squad. Accents, capitals and an article in front don't count there: give one of the two another name.
        "#]],
    );
    check(
        &[("id = \"wall\"", "id = \"wall\"\nname = \"the Redcoats\"")],
        expect![[r#"
        line 42: name = "the Redcoats"
                        ^^^^^^^^^^^^^^ orders can't tell "the Redcoats" from "Redcoats", the name of a squad. Accents, capitals and an article in front don't count there: give one of the two another name.
    "#]],
    );
    // An object or figure at an objective may share its name.
    check(&[("id = \"wall\"", "id = \"wall\"\nname = \"the door\"")], expect![[""]]);
}

#[test]
fn o1_how_long_an_objective_can_be_held_is_told() {
    check(
        &[("killed = \"Yoko\"", "hold = \"wall\", rounds = 6")],
        expect![[r#"
            line 47: when = { hold = "wall", rounds = 6 }
                                                      ^ holding it this long takes until round 7, and the battle ends after round 6. 5 rounds are the most here: it counts from the round after it is taken, or from the first if it is theirs from the start.
        "#]],
    );
}

#[test]
fn o2_a_goal_that_denies_itself_is_doubted() {
    let when = "all = [{ survive = 2 }, { killed = \"Yoko\" }, { not = { killed = \"Yoko\" } }]";
    check(
        &[("killed = \"Yoko\"", when)],
        expect![[r#"
            line 47: when = { all = [{ survive = 2 }, { killed = "Yoko" }, { not = { killed = "Yoko" } }] }
                                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ these are never all true at once: one contradicts another, or two sides have to hold one place. Take one of them away, or write any = [ … ] if one of them is enough.
        "#]],
    );
}

#[test]
fn levels_that_do_not_fit_the_map() {
    check(
        &[("[[player]]", "levels = \"\"\"\n........\n..x.....\n\"\"\"\n\n[[player]]")],
        expect![[r#"
        line 16: levels = """
                          ^^^ `levels` has 2 rows, and the map has 5. Draw a digit for each tile of the map, row under row, or "." for 0.
    "#]],
    );
    check(
        &[("[[player]]", "levels = \"\"\"\n........\n..x.....\n....\n........\n........\n\"\"\"\n\n[[player]]")],
        expect![[r#"
            line 18: ..x.....
                       ^ "x" is not a level. A level is a digit from 0 to 9, or "." for 0.
            line 19: ....
                     ^^^^ row 3 of the map has 4 tiles, and most have 8. Add 4 letters.
        "#]],
    );
}

#[test]
fn whatever_a_file_holds_it_is_answered() {
    for cut in (0..GOOD.len()).step_by(7).filter(|it| GOOD.is_char_boundary(*it)) {
        problems(&GOOD[..cut]);
        problems(&GOOD[cut..]);
    }
}

#[test]
fn o2_whose_a_goal_is() {
    const TWO: &str = "[[team]]\nid = \"red\"\nplayers = true\n[[team]]\nid = \"enemy\"\nplayers = true\n[[team]]\nid = \
                       \"bots\"\n[[player]]";
    let teams = ("[[player]]", TWO);
    let goal = |team: &str| format!("[[victory]]\nteam = {team:?}\n");
    check(
        &[teams, ("[[victory]]\n", &(goal("red") + "text = \"A\"\nwhen = { survive = 3 }\n" + &goal("enemy")))],
        expect![""],
    );
    check(
        &[teams, ("[[victory]]\n", &goal("red"))],
        expect![[r#"
            line 2: name = "Good"
                           ^^^^^^ nothing says how "enemy" wins, except by being the last one standing. Add a [[victory]] with team = "enemy", or one without a team, which counts for everybody.
        "#]],
    );
    check(
        &[teams, ("[[victory]]\n", &goal("bots"))],
        expect![[r#"
        line 54: team = "bots"
                        ^^^^^^ only players have goals, and no player leads this side. Write how it wins as a [[defeat]].
    "#]],
    );
    check(
        &[teams, ("[[victory]]\n", &goal("blue"))],
        expect![[r#"
        line 54: team = "blue"
                        ^^^^^^ no side is called "blue". There is "red", "enemy" and "bots".
    "#]],
    );
    check(
        &[teams, ("[[victory]]\n", "[[defeat]]\nteam = \"red\"\n")],
        expect![[r#"
        line 54: team = "red"
                        ^^^^^ a [[defeat]] is everybody's. Leave out team, or write how the others win as their [[victory]].
    "#]],
    );
    check(
        &[teams, ("[[victory]]\n", "[[defeat]]\nteam = \"bots\"\n")],
        expect![[r#"
        line 54: team = "bots"
                        ^^^^^^ a [[defeat]] is everybody's. Leave out team.
    "#]],
    );
    check(&[teams, ("[[victory]]\ntext = \"Yoko is gone\"\nwhen = { killed = \"Yoko\" }\n", "")], expect![""]);
}

#[test]
fn who_is_aboard_stands_beside_what_carries_it() {
    let door = "at = \"E1\"";
    let rider =
        "at = \"E1\"\n[[figure]]\nname = \"Pip\"\nunit = \"minifig\"\nteam = \"enemy\"\nat = \"G1\"\naboard = \"Yoko\"";
    check(&[(door, rider)], expect![""]);
    check(
        &[(door, &rider.replace("G1", "A1"))],
        expect![[r#"
        line 44: aboard = "Yoko"
                          ^^^^^^ Pip can't be aboard Yoko, which isn't beside it. Give Pip a tile that touches Yoko.
    "#]],
    );
}
