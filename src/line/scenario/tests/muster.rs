//! Mistakes about squads, heroes and where they stand.

use expect_test::{Expect, expect};

use super::*;

#[track_caller]
fn check(changes: &[(&str, &str)], expected: Expect) {
    check_each(&[changes], expected);
}

#[test]
fn squads_that_have_no_place() {
    check_each(
        &[
            &[("at = \"B2\"", "at = \"D2\"")],
            &[("at = \"B2\"", "at = \"J2\"")],
            &[("at = \"B2\"", "at = \"H2\"")],
            &[("at = \"B2\"\n", "")],
            &[("3 rifleman", "40 rifleman")],
            &[("\"H3\", \"H4\"", "\"H3\"")],
            &[("\"H3\", \"H4\"", "\"H3\", \"H3\"")],
        ],
        expect![[r#"
            line 23: at = "D2"
                          ^^^^ Alpha can't stand on D2: there is wall, which nobody can enter (T-10).

            line 23: at = "J2"
                          ^^^^ J2 is off the map, which ends with H4 (T-1).

            line 23: at = "H2"
                          ^^^^ Alpha can't stand on H2: Drafts stands there (T-2).

            line 20: name = "Alpha"
                            ^^^^^^^ the file doesn't say where Alpha stands. Give the leader's tile, at = "C7", or let the squad wait: reserve = true.

            line 23: at = "B2"
                          ^^^^ there is no room for the 43 units of Alpha around B2. Choose a tile with more free ground that can be walked to from there.

            line 30: tiles = ["H1", "H2", "H3"]
                             ^^^^^^^^^^^^^^^^^^ Drafts has 4 units and 3 tiles. List a tile for each unit, a hero's last, or give the leader's tile alone: at = "C7".

            line 30: tiles = ["H1", "H2", "H3", "H3"]
                                                ^^^^ Stahl can't stand on H3: Drafts stands there (T-2).
        "#]],
    );
}

#[test]
fn squads_that_say_two_things_of_their_place() {
    check_each(
        &[&[("at = \"B2\"", "at = \"B2\"\nreserve = true")], &[("at = \"B2\"", "at = \"B2\"\ntiles = []")]],
        expect![[r#"
            line 23: at = "B2"
                          ^^^^ Alpha is in reserve, but also has a place on the map. Remove one of the two; an event's `reinforce` says where a reserve arrives.

            line 24: tiles = []
                             ^^ this squad says `at` and `tiles` at once. Keep one of them.
        "#]],
    );
}

#[test]
fn squads_without_units() {
    check_each(
        &[
            &[("\"3 rifleman\", \"1 heavy-team\"", "")],
            &[("3 rifleman", "0 rifleman")],
            &[("3 rifleman", "300 rifleman")],
        ],
        expect![[r#"
            line 22: units = []
                             ^^ Alpha has no units (T-3). List them: units = ["8 rifleman"].

            line 22: units = ["0 rifleman", "1 heavy-team"]
                              ^^^^^^^^^^^^ "0 rifleman" is not a squad entry. Write a number from 1 to 100 and a unit: "8 rifleman".

            line 22: units = ["300 rifleman", "1 heavy-team"]
                              ^^^^^^^^^^^^^^ "300 rifleman" is not a squad entry. Write a number from 1 to 100 and a unit: "8 rifleman".
        "#]],
    );
}

#[test]
fn squads_on_no_side_or_the_wrong_one() {
    check_each(
        &[
            &[("side = \"enemy\"\n", "")],
            &[("side = \"enemy\"", "side = \"enemy\"\nplayer = \"alice\"")],
            &[("side = \"enemy\"", "side = \"players\"")],
        ],
        expect![[r#"
            line 26: id = "drafts"
                          ^^^^^^^^ Drafts has no side. Write side = "players" or side = "enemy".

            line 29: player = "alice"
                              ^^^^^^^ Drafts is the enemy's, so "alice" can't lead it (T-12). The enemy is the GM's: leave `player` out.

            line 2: name = "Good"
                           ^^^^^^ the enemy have no squads. Add one: [[squad]].
        "#]],
    );
}

#[test]
fn squads_with_names_that_mean_something_else() {
    check_each(
        &[
            &[("id = \"drafts\"\nname = \"Drafts\"", "id = \"alpha\"\nname = \"Alpha\"")],
            &[("name = \"Stahl\"", "name = \"Alpha\"")],
            &[("name = \"alice\"", "name = \"gm\"")],
        ],
        expect![[r#"
            line 26: id = "alpha"
                          ^^^^^^^ "alpha" is the name of a squad already. Orders and goals need names that mean one thing.
            line 27: name = "Alpha"
                            ^^^^^^^ "Alpha" is the name of a squad already. Orders and goals need names that mean one thing.

            line 29: units = ["3 league-conscript", { unit = "league-captain", name = "Alpha" }]
                                                                                      ^^^^^^^ "Alpha" is the name of a squad already. Orders and goals need names that mean one thing.

            line 15: name = "gm"
                            ^^^^ "gm" has a meaning of its own and can't be a name. Posts use it for the GM. Choose another name.
            line 21: player = "alice"
                              ^^^^^^^ no player is called "alice". There is "gm".
        "#]],
    );
}

#[test]
fn a_hero_who_cannot_be_read_is_told_once() {
    let tiles = ("at = \"B2\"", "tiles = [\"A1\", \"A2\", \"A3\", \"B1\", \"B2\", \"B3\"]");
    check(&[tiles], expect![""]);
    check_each(
        &[
            &[
                tiles,
                ("class = \"officer\"", "class = \"oficer\""),
                ("hold = \"ridge\", rounds = 2", "killed = \"Lt. Marsh\""),
            ],
            &[tiles, ("in = \"alpha\"", "in = \"alfa\"")],
        ],
        expect![[r#"
            line 16: hero = { name = "Lt. Marsh", class = "oficer", in = "alpha" }
                                                          ^^^^^^^^ no class is called "oficer". Did you mean "officer"?

            line 16: hero = { name = "Lt. Marsh", class = "officer", in = "alfa" }
                                                                          ^^^^^^ no squad is called "alfa". Did you mean "Alpha"?
        "#]],
    );
}

#[test]
fn heroes_without_a_home() {
    check_each(
        &[
            &[("in = \"alpha\"", "in = \"drafts\"")],
            &[(", in = \"alpha\" }", " }")],
            &[("in = \"alpha\" }", "in = \"alpha\", at = \"A1\" }")],
        ],
        expect![[r#"
            line 16: hero = { name = "Lt. Marsh", class = "officer", in = "drafts" }
                                                                          ^^^^^^^^ Lt. Marsh can't be in Drafts, which isn't alice's. Choose a squad with player = "alice".

            line 16: hero = { name = "Lt. Marsh", class = "officer" }
                                     ^^^^^^^^^^^ Lt. Marsh has no place. Give the id of a squad of the same player, in = "alpha", or a tile to stand alone on, at = "C7".

            line 16: hero = { name = "Lt. Marsh", class = "officer", in = "alpha", at = "A1" }
                                                                                        ^^^^ Lt. Marsh has both `in` and `at`. `in` puts him into a squad, `at` lets him stand alone: keep one.
        "#]],
    );
    let two = "hero = [{ name = \"A\", class = \"officer\", in = \"alpha\" }, { name = \"B\", class = \"sapper\", in = \"alpha\" }]";
    check(
        &[("hero = { name = \"Lt. Marsh\", class = \"officer\", in = \"alpha\" }", two)],
        expect![[r#"
        line 16: hero = [{ name = "A", class = "officer", in = "alpha" }, { name = "B", class = "sapper", in = "alpha" }]
                                                                                                               ^^^^^^^ B can't be in Alpha: A is in it. Choose another squad, or set several_heroes = true in [rules].
    "#]],
    );
}

#[test]
fn an_ability_that_brings_a_squad_off_the_map() {
    let ability = "[ability.rally]\neffects = [{ reinforce = \"late\", at = \"ZA200\" }]\n\n[[player]]";
    let squad = "[[squad]]\nid = \"late\"\nside = \"players\"\nunits = [\"1 husk\"]\nreserve = true\n\n[[objective]]";
    check_each(
        &[
            &[("[[player]]", ability), ("[[objective]]", squad)],
            &[("[[player]]", &ability.replace("ZA200", "GA200")), ("[[objective]]", squad)],
        ],
        expect![[r#"
            line 15: effects = [{ reinforce = "late", at = "ZA200" }]
                                                           ^^^^^^^ `at` should be a tile such as "C7": column letters, then the row (the largest map has 200 of each), not "ZA200".

            line 14: [ability.rally]
                              ^^^^^ GA200 is off the map, which ends with H4 (T-1).
        "#]],
    );
}
