//! Every kind of mistake, and the message that its author reads.

use expect_test::{Expect, expect};

use super::*;
use crate::diagnostic::Severity;

#[track_caller]
fn check(changes: &[(&str, &str)], expected: Expect) {
    check_each(&[changes], expected);
}

/// Checks the messages about a table that is inserted before the players.
#[track_caller]
fn check_entry(text: &str, expected: Expect) {
    check_entries(&[text], expected);
}

#[track_caller]
fn check_entries(cases: &[&str], expected: Expect) {
    let found = cases.iter().map(|text| problems(&changed(&[("[[player]]", &format!("{text}\n\n[[player]]"))])));
    expected.assert_eq(&found.collect::<Vec<_>>().join("\n"));
}

#[test]
fn the_terminal_shows_file_line_and_place() {
    let text = changed(&[("name = \"Good\"", "nam = \"Good\""), ("radius = 1", "radius = \"near\"")]);
    let problems = read("good.toml", &text, Library::standard()).expect_err("mistakes");
    expect![[r#"
          × `name` is missing here
           ╭─[good.toml:1:1]
         1 │ 
           · ▲
         2 │ nam = "Good"
         3 │ rounds = 6
           ╰────
          × nothing here is called "nam"
           ╭─[good.toml:2:1]
         1 │ 
         2 │ nam = "Good"
           · ───
         3 │ rounds = 6
           ╰────
          help: Did you mean "name"?
          × `radius` should be a whole number from 0 to 100, not "near"
            ╭─[good.toml:35:10]
         34 │ at = "D4"
         35 │ radius = "near"
            ·          ──────
         36 │ 
            ╰────
        good.toml: 3 errors.
    "#]]
    .assert_eq(&problems.to_string());
}

#[test]
fn a_good_scenario_has_no_problems() {
    check(&[], expect![""]);
}

#[test]
fn own_words_are_short_texts() {
    let with = |words: &str| changed(&[("rounds = 6", &format!("rounds = 6\nwords = {words}"))]);
    assert_eq!(problems(&with(r#"{ vain = "the mist took it", broke = ["ran", "fled"] }"#)), "");
    expect![[r#"
        line 4: words = { vain = "", broke = ["ran", 3], brok = "ran" }
                                 ^^ `vain` should be a name in quotes, one line of 1 to 60 letters, not "".
        line 4: words = { vain = "", broke = ["ran", 3], brok = "ran" }
                                                     ^ `broke` should be a name in quotes, one line of 1 to 60 letters, not 3.
        line 4: words = { vain = "", broke = ["ran", 3], brok = "ran" }
                                                         ^^^^ nothing here is called "brok". Did you mean "broke"?
    "#]]
    .assert_eq(&problems(&with(r#"{ vain = "", broke = ["ran", 3], brok = "ran" }"#)));
}

#[test]
fn text_that_is_not_toml() {
    check_each(
        &[
            &[("rounds = 6", "rounds = "), ("at = \"B2\"", "at = \"B2"), ("radius = 1", "radius 1")],
            &[("rounds = 6", "rounds = 6\nrounds = 7")],
            &[("\"H4\"]", "\"H4\"")],
            &[("legend = {", "legend = [[[[")],
        ],
        expect![[r##"
            line 3: rounds = 
                             ^ a key needs a value. Write key = value.
            line 23: at = "B2
                             ^ this text has no closing quote. End it with the mark that it begins with, on the same line.
            line 35: radius 1
                            ^ a key needs a value. Write key = value.

            line 4: rounds = 7
                    ^^^^^^ this is in the table twice. Keep one of the two; tables that repeat begin with [[…]].

            line 30: tiles = ["H1", "H2", "H3", "H4"
                                                    ^ a list or table before this has no end or no comma. Close it with ] or }, or put a comma between its entries.

            line 6: legend = [[[[ "." = "open", "#" = "wall" }
                                      ^ a key needs a value. Write key = value.
        "##]],
    );
}

#[test]
fn an_empty_text() {
    expect![[r#"
        line 1: 
                ^ the file is empty. A scenario has a name, a map, squads and a victory; copy one from scenarios/ and change it.
    "#]].assert_eq(&problems(""));
    expect![[r#"
        line 1:  
                ^ the file is empty. A scenario has a name, a map, squads and a victory; copy one from scenarios/ and change it.
    "#]].assert_eq(&problems(" \n\t\n"));
}

#[test]
fn keys_that_nothing_knows_and_keys_that_are_missing() {
    check_each(
        &[
            &[("units = [\"3 rif", "unit = [\"3 rif")],
            &[("text = \"Hold", "txt = \"Hold")],
            &[("at = \"D4\"\n", "")],
            &[("name = \"Good\"", "")],
        ],
        expect![[r#"
            line 18: [[squad]]
                     ^^^^^^^^^ `units` is missing here.
            line 22: unit = ["3 rifleman", "1 heavy-team"]
                     ^^^^ nothing here is called "unit". Did you mean "units"?

            line 37: [[victory]]
                     ^^^^^^^^^^^ `text` is missing here.
            line 38: txt = "Hold the ridge"
                     ^^^ nothing here is called "txt". Did you mean "text"?

            line 32: [[objective]]
                     ^^^^^^^^^^^^^ `at` is missing here.

            line 1: 
                    ^ `name` is missing here.
        "#]],
    );
}

#[test]
fn one_heading_with_a_bracket_too_few_makes_the_others_no_mistakes() {
    check(
        &[
            ("[[squad]]\nid = \"alpha\"", "[squad]\nid = \"alpha\""),
            ("[[objective]]", "[[squad]]\nid = \"more\"\n\n[[objective]]"),
        ],
        expect![[r#"
            line 18: [squad]
                     ^^^^^^^ `squad` should be a list, not a table. Write [[squad]] above it, with two brackets.
        "#]],
    );
}

#[test]
fn a_table_where_a_list_belongs_is_put_right_by_what_the_remedy_says() {
    check(
        &[("when = { hold = \"ridge\", rounds = 2 }", "when = { any = { hold = \"ridge\", rounds = 2 } }")],
        expect![[r#"
            line 39: when = { any = { hold = "ridge", rounds = 2 } }
                                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ `any` should be a list, not a table. Put it between square brackets: any = [{ … }].
        "#]],
    );
    check_entry(
        "[ability.gee]\nlike = \"steady-aim\"\n[ability.gee.effects]\ncount_as_not_shot = true",
        expect![[r#"
            line 16: [ability.gee.effects]
                     ^^^^^^^^^^^^^^^^^^^^^ `effects` should be a list, not a table. Write [[ability.gee.effects]] above it, with two brackets.
        "#]],
    );
}

#[test]
fn a_key_of_the_whole_file_in_a_table_is_sent_to_the_top() {
    check_each(
        &[
            &[("rounds = 6\n", ""), ("radius = 1", "radius = 1\nrounds = 6\nraduis = 2")],
            // If the file has that key already, or if it is in braces, another key was meant.
            &[("radius = 1", "radius = 1\nrounds = 6")],
            &[("rounds = 6\n", ""), ("rounds = 2", "briefing = 2")],
        ],
        expect![[r#"
            line 35: rounds = 6
                     ^^^^^^ nothing here is called "rounds". It belongs at the top of the file, above the first table.
            line 36: raduis = 2
                     ^^^^^^ nothing here is called "raduis". Did you mean "radius"?

            line 36: rounds = 6
                     ^^^^^^ nothing here is called "rounds". Did you mean "points"?

            line 38: when = { hold = "ridge", briefing = 2 }
                                              ^^^^^^^^ nothing here is called "briefing". There is "all", "any", "not", "reach", "survive", "killed", "annihilated", "lost", "hold", "capture", "score", "who" and 6 more.
        "#]],
    );
}

#[test]
fn names_that_orders_cannot_tell_apart_are_refused() {
    let objective = |name: &str| format!("[[objective]]\nid = \"well\"\nname = \"{name}\"\nat = \"A1\"\n\n[[victory]]");
    let squad = |name: &str| ("name = \"Drafts\"", format!("name = \"{name}\""));
    for ((old, new), expected) in [
        (squad("Álpha"), "orders can't tell \"Álpha\" from \"Alpha\", the name of a squad."),
        (squad("The ALPHA"), "orders can't tell \"The ALPHA\" from \"Alpha\", the name of a squad."),
        (squad("Lt Marsh"), "orders can't tell \"Lt. Marsh\" from \"Lt Marsh\", the name of a squad."),
        (squad("Ridge"), "orders can't tell \"ridge\" from \"Ridge\", the name of a squad."),
        (squad("Alpha Two"), ""),
        (
            ("[[victory]]", objective("the Ridge")),
            "orders can't tell \"the Ridge\" from \"ridge\", the name of an objective.",
        ),
        (("[[victory]]", objective("ridge")), "\"ridge\" is the name of an objective already."),
        (("[[victory]]", objective("Stahl")), ""),
    ] {
        let found = problems(&changed(&[(old, &new)]));
        let is_told = if expected.is_empty() { found.is_empty() } else { found.lines().count() == 2 };
        assert!(is_told && found.contains(expected), "{new}\n{found}");
    }
}

#[test]
fn one_name_too_many_or_a_list_that_is_missing_makes_no_other_name_wrong() {
    let bob = "[[player]]\nname = \"alice\"\n\n[[squad]]";
    check_each(
        &[
            &[("[[squad]]", bob), ("player = \"alice\"", "player = \"bob\"")],
            &[("id = \"drafts\"", "id = \"alpha\""), ("hold = \"ridge\", rounds = 2", "killed = \"drafts\"")],
        ],
        expect![[r#"
            line 19: name = "alice"
                            ^^^^^^^ "alice" is the name of a player already. Orders and goals need names that mean one thing.

            line 26: id = "alpha"
                          ^^^^^^^ "alpha" is the name of a squad already. Orders and goals need names that mean one thing.
        "#]],
    );
    let without = changed(&[]);
    let (from, to) = (without.find("[[player]]").expect("players"), without.find("[[squad]]").expect("squads"));
    let without = without[..from].to_owned() + &without[to..];
    let twice = without
        .replace("side = \"enemy\"", "player = \"alice\"")
        .replace("hold = \"ridge\", rounds = 2", "killed = \"Lt. Marsh\"");
    expect![[r#"
        line 2: name = "Good"
                       ^^^^^^ the enemy have no squads. Add one: [[squad]].
        line 17: player = "alice"
                          ^^^^^^^ no player is called "alice": this battle has none. Add a [[player]] with name = "alice".
    "#]].assert_eq(&problems(&twice));
}

#[test]
fn h2_abilities_that_need_a_hero_are_nothing_for_the_gm() {
    check_entry(
        "[gm]\ncp = 3\nabilities = [\"rally\", \"fire-orders\"]",
        expect![[r#"
        line 16: abilities = ["rally", "fire-orders"]
                              ^^^^^^^ "rally" needs its hero on the field, and the GM has none, so it can't be used (H-2). The GM's pool is for abilities with needs_hero = false; [ability.rally] can change this one.
    "#]],
    );
}

#[test]
fn large_units_at_the_edge_are_told_by_their_own_tile() {
    check(
        &[
            ("[[squad]]", "[unit.kiln]\nlike = \"rifleman\"\nsize = 2\n\n[[squad]]"),
            ("[\"3 league-conscript\", { unit = \"league-captain\", name = \"Stahl\" }]", "[\"1 kiln\"]"),
            ("tiles = [\"H1\", \"H2\", \"H3\", \"H4\"]", "at = \"H4\""),
        ],
        expect![[r#"
            line 34: at = "H4"
                          ^^^^ Drafts takes 2x2 tiles from H4, and the map ends with H4 (T-1).
        "#]],
    );
}

#[test]
fn values_of_the_wrong_sort() {
    check_each(
        &[
            &[("rounds = 6", "rounds = 6.5")],
            &[("rounds = 6", "rounds = 99999999999999999999999")],
            &[("at = \"D4\"", "at = \"4D\"")],
            &[("[[objective]]", "[objective]")],
            &[("side = \"enemy\"", "side = \"enemies\"")],
            &[("name = \"Good\"", "name = \"\"")],
        ],
        expect![[r#"
            line 3: rounds = 6.5
                             ^^^ `rounds` should be a whole number from 1 to 999, not 6.5.

            line 3: rounds = 99999999999999999999999
                             ^^^^^^^^^^^^^^^^^^^^^^^ `rounds` should be a whole number from 1 to 999, not 99999999999999999999999.

            line 34: at = "4D"
                          ^^^^ `at` should be a tile such as "C7": column letters, then the row (the largest map has 200 of each), not "4D".

            line 32: [objective]
                     ^^^^^^^^^^^ `objective` should be a list, not a table. Write [[objective]] above it, with two brackets.

            line 28: side = "enemies"
                            ^^^^^^^^^ `side` should be "players" or "enemy", not "enemies". Did you mean "enemy"?

            line 2: name = ""
                           ^^ `name` should be a name in quotes, one line of 1 to 60 letters, not "".
        "#]],
    );
}

#[test]
fn names_of_people_that_nothing_has() {
    check_each(
        &[
            &[("3 rifleman", "3 rifelman")],
            &[("in = \"alpha\"", "in = \"alfa\"")],
            &[("class = \"officer\"", "class = \"oficer\"")],
            &[("player = \"alice\"", "player = \"alise\"")],
        ],
        expect![[r#"
            line 22: units = ["3 rifelman", "1 heavy-team"]
                              ^^^^^^^^^^^^ no unit is called "rifelman". Did you mean "rifleman" or "civilian"?

            line 16: hero = { name = "Lt. Marsh", class = "officer", in = "alfa" }
                                                                          ^^^^^^ no squad is called "alfa". Did you mean "Alpha"?

            line 16: hero = { name = "Lt. Marsh", class = "oficer", in = "alpha" }
                                                          ^^^^^^^^ no class is called "oficer". Did you mean "officer"?

            line 21: player = "alise"
                              ^^^^^^^ no player is called "alise". Did you mean "alice"?
        "#]],
    );
}

#[test]
fn names_of_things_that_nothing_has() {
    check_each(
        &[
            &[("hold = \"ridge\"", "hold = \"bridge\"")],
            &[("hold = \"ridge\", rounds = 2", "killed = \"Stal\"")],
            &[("\"wall\"", "\"wal\"")],
            &[("rounds = 6", "ruleset = \"lime\""), ("\"wall\"", "\"wal\"")],
            &[("class = \"officer\"", "class = \"officer\", abilities = [\"raly\"]")],
        ],
        expect![[r##"
            line 39: when = { hold = "bridge", rounds = 2 }
                                     ^^^^^^^^ no objective is called "bridge". Did you mean "ridge"?

            line 39: when = { killed = "Stal" }
                                       ^^^^^^ no squad, unit or side is called "Stal". Did you mean "Stahl"?

            line 6: legend = { "." = "open", "#" = "wal" }
                                                   ^^^^^ no terrain is called "wal". Did you mean "wall"?

            line 3: ruleset = "lime"
                              ^^^^^^ no ruleset is called "lime". Did you mean "line"?
            line 6: legend = { "." = "open", "#" = "wal" }
                                                   ^^^^^ no terrain is called "wal". Did you mean "wall"?

            line 16: hero = { name = "Lt. Marsh", class = "officer", abilities = ["raly"], in = "alpha" }
                                                                                  ^^^^^^ no ability is called "raly". Did you mean "rally"?
        "##]],
    );
}

#[test]
fn maps_that_are_none() {
    check_each(
        &[
            &[("...##...", "...##.."), ("........\n\"\"\"", "...x.x..\n\"\"\"")],
            &[("........\n...##...\n........\n........\n", "")],
            &[("........\n...##...\n........\n........\n", ".\n")],
            &[("\"#\" = ", "\"##\" = ")],
            &[("rounds = 6", "[map.tiles]"), ("[map]\n", "")],
        ],
        expect![[r###"
            line 9: ...##..
                    ^^^^^^^ row 2 of the map has 7 tiles, and most have 8. Add 1 letter.
            line 11: ...x.x..
                        ^ the map has the letter "x" (2 times), and its legend doesn't. It has # and .; add the letter there, or correct it here.

            line 7: tiles = """
                            ^^^ the map has no rows. Draw a row of letters a line, between """ marks.

            line 8: .
                    ^ the map has 1 by 1 tiles; each edge is 2 to 200 tiles long (T-1).

            line 6: legend = { "." = "open", "##" = "wall" }
                                             ^^^^ "##" can't stand for terrain: it takes one letter or mark.
            line 9: ...##...
                       ^ the map has the letter "#" (2 times), and its legend doesn't. It has .; add the letter there, or correct it here.

            line 3: [map.tiles]
                    ^^^^^^^^^^^ `tiles` should be rows of letters between """ marks, not a table.
        "###]],
    );
    let wide = format!("tiles = \"\"\"\n{}", ".".repeat(500));
    let large = format!("{wide}\n{}", format!("{}\n", ".".repeat(500)).repeat(495));
    let text = changed(&[("tiles = \"\"\"", &large)]);
    let found = read("large.toml", &text, Library::standard()).expect_err("too large");
    expect!["the map has 500 by 501 tiles; each edge is 2 to 200 tiles long (T-1)."]
        .assert_eq(&found.diagnostics[0].to_string());
}

#[test]
fn goals_that_mean_nothing() {
    check_each(
        &[
            &[("[[victory]]", "[[bonus]]")],
            &[("hold = \"ridge\", rounds = 2", "")],
            &[("hold = \"ridge\", rounds = 2", "hold = \"ridge\", survive = 3")],
            &[("hold = \"ridge\", rounds = 2", "survive = 3, percent = 50")],
            &[("hold = \"ridge\", rounds = 2", "any = []")],
            &[("hold = \"ridge\", rounds = 2", "lost = \"enemy\"")],
            &[("hold = \"ridge\", rounds = 2", "reach = \"Z1\"")],
        ],
        expect![[r#"
            line 2: name = "Good"
                           ^^^^^^ nothing says how the players win (O-2). Add a [[victory]] with `text` and `when`.

            line 39: when = {  }
                            ^^^^ this condition says nothing: it needs one of `all`, `any`, `not`, `reach`, `survive`, `killed`, `annihilated`, `lost`, `hold`, `capture` and `score`.

            line 39: when = { hold = "ridge", survive = 3 }
                                     ^^^^^^^ this condition says `survive` and `hold` at once. Put them into a list: all = [ … ] or any = [ … ].

            line 39: when = { survive = 3, percent = 50 }
                                                     ^^ `percent` means nothing beside `survive`. Leave it out.

            line 39: when = { any = [] }
                                    ^^ this list of conditions is empty. Put conditions into it, or leave it out.

            line 39: when = { lost = "enemy" }
                            ^^^^^^^^^^^^^^^^^^ `percent` is missing here.

            line 39: when = { reach = "Z1" }
                                      ^^^^ Z1 is off the map, which ends with H4 (T-1).
        "#]],
    );
}

#[test]
fn events_that_mean_nothing() {
    check_each(
        &[
            &[("[[victory]]", "[[event]]\ntext = \"Rain\"\n\n[[victory]]")],
            &[(
                "[[victory]]",
                "[[event]]\nat_round = 1\nreinforce = { squad = \"alpha\", at = \"A1\" }\n\n[[victory]]",
            )],
            &[("[[victory]]", "[[event]]\nat_round = 2\n\n[[victory]]")],
        ],
        expect![[r#"
            line 37: [[event]]
                     ^^^^^^^^^ nothing says when this event happens. Add at_round = 4, or when = { … } as in a victory.

            line 38: at_round = 1
                                ^ round 1 is open when the battle begins, so nothing can come then. Put the squad on the map, and the text into the briefing; or choose round 2.
            line 39: reinforce = { squad = "alpha", at = "A1" }
                                           ^^^^^^^ Alpha can't arrive: it doesn't wait in reserve. Give the squad reserve = true.

            line 37: [[event]]
                     ^^^^^^^^^ nothing happens in this event. Add `reinforce` or `text`.
        "#]],
    );
}

#[test]
fn weapons_and_units_that_say_too_little_or_too_much() {
    check_entries(
        &[
            "[weapon.club]\nlike = \"club\"",
            "[weapon.slingshot]\nrange = 6",
            "[weapon.slingshot]\nlike = \"bolt-action-rifel\"",
            "[weapon.a]\nlike = \"b\"\n[weapon.b]\nlike = \"a\"",
            "[weapon.sidearm]\ntags = [\"Crew\", \"Blast 2\", \"Heavi\", \"Anti tank 4+\"]",
            "[weapon.sidearm]\nattacks = \"2D8\"",
            "[unit.rifleman]\nweapons = [\"musket\"]",
        ],
        expect![[r#"
            line 15: like = "club"
                            ^^^^^^ "club" refers to itself through `like`. Let one of the entries say everything itself.

            line 14: [weapon.slingshot]
                             ^^^^^^^^^ weapon "slingshot" lacks `attacks`, `accuracy` and `strength`. Add `attacks`, `accuracy` and `strength`, or `like` with the name of an entry to begin from.

            line 15: like = "bolt-action-rifel"
                            ^^^^^^^^^^^^^^^^^^^ no weapon is called "bolt-action-rifel". Did you mean "bolt-action-rifle"?

            line 14: [weapon.a]
                             ^ "a" refers to itself through `like`. Let one of the entries say everything itself.
            line 16: [weapon.b]
                             ^ "b" refers to itself through `like`. Let one of the entries say everything itself.

            line 15: tags = ["Crew", "Blast 2", "Heavi", "Anti tank 4+"]
                             ^^^^^^ `tags` should be a weapon tag, with what belongs to it, not "Crew". Did you mean "Crew 1"?
            line 15: tags = ["Crew", "Blast 2", "Heavi", "Anti tank 4+"]
                                     ^^^^^^^^^ `tags` should be a weapon tag, with what belongs to it, not "Blast 2". Did you mean "Blast"?
            line 15: tags = ["Crew", "Blast 2", "Heavi", "Anti tank 4+"]
                                                ^^^^^^^ `tags` should be a weapon tag, with what belongs to it, not "Heavi". Did you mean "Heavy"?
            line 15: tags = ["Crew", "Blast 2", "Heavi", "Anti tank 4+"]
                                                         ^^^^^^^^^^^^^^ `tags` should be a weapon tag, with what belongs to it, not "Anti tank 4+". Did you mean "Anti vehicle 4+"?

            line 15: attacks = "2D8"
                               ^^^^^ `attacks` should be a number from 1 to 99, or dice such as "D3", "D6" or "2D6+1" (at most 9 dice), not "2D8".

            line 15: weapons = ["musket"]
                                ^^^^^^^^ no weapon is called "musket". There is "anti-armour-gun", "bayonet", "bell-hammer", "boar-spear", "bolt-action-rifle", "brine-breath", "carbine", "coil-cannon", "field-axe", "field-mortar", "flame-projector", "glass-thrower" and 17 more.
        "#]],
    );
}

#[test]
fn abilities_that_say_too_little_or_too_much() {
    check_entries(
        &[
            "[ability.rally]\neffects = [{ rally = true, heal = 1 }, { by = 2 }, { heal = 2, radius = 1 }]",
            "[ability.rally]\neffects = [{ ground = \"smoke\" }, { modify = \"save\" }, { rally = false }]",
            "[ability.rally]\ntarget = \"tile\"\ntrigger = \"charged\"\neffects = [{ rally = true }]",
            "[ability.rally]\neffects = [{ reinforce = \"ghosts\", at = \"A1\" }]",
            "[ability.rally]\neffects = [{ modify = \"leadership\", by = 1, weapons = \"melee\" }]",
            "[ability.rally]\neffects = [{ immediately = \"command\" }]",
        ],
        expect![[r#"
            line 15: effects = [{ rally = true, heal = 1 }, { by = 2 }, { heal = 2, radius = 1 }]
                                                       ^ this effect says `rally` and `heal` at once. Make each an effect of its own.
            line 15: effects = [{ rally = true, heal = 1 }, { by = 2 }, { heal = 2, radius = 1 }]
                                                            ^^^^^^^^^^ this effect says nothing: it needs one of `modify`, `reroll`, `ignore`, `grant`, `immediately`, `rally`, `heal`, `stand_up`, `count_as_not_shot`, `ground`, `reinforce`, `regain_cp`, `daze`, `frenzy` and `steady`.
            line 15: effects = [{ rally = true, heal = 1 }, { by = 2 }, { heal = 2, radius = 1 }]
                                                                                             ^ `radius` means nothing beside `heal`. Leave it out.

            line 15: effects = [{ ground = "smoke" }, { modify = "save" }, { rally = false }]
                                ^^^^^^^^^^^^^^^^^^^^ `ground` needs a tile, and this ability isn't used on one (C-4). Give the ability target = "tile", or the effect `at` if it takes one.
            line 15: effects = [{ ground = "smoke" }, { modify = "save" }, { rally = false }]
                                                      ^^^^^^^^^^^^^^^^^^^ `by` is missing here.
            line 15: effects = [{ ground = "smoke" }, { modify = "save" }, { rally = false }]
                                                                                     ^^^^^ `rally` can only be true. Leave it out if it isn't.

            line 16: trigger = "charged"
                               ^^^^^^^^^ a trigger waits for something to happen to a squad, and this ability is used on a tile (C-5). Leave the trigger out, or choose another target.
            line 17: effects = [{ rally = true }]
                                ^^^^^^^^^^^^^^^^ `rally` needs a squad, and this ability is used on a tile (C-4). Give the ability target = "own squad", "allied squad", "enemy squad" or "self".

            line 14: [ability.rally]
                              ^^^^^ rally brings the squad "ghosts", and this battle has none. Add a [[squad]] with id = "ghosts" and reserve = true, or change the ability here.

            line 15: effects = [{ modify = "leadership", by = 1, weapons = "melee" }]
                                                                           ^^^^^^^ `weapons` picks weapons, and save, toughness, move, leadership, control and reach don't belong to weapons (C-7). Leave `weapons` out, or modify accuracy, strength, ap, damage, attacks or range.

            line 15: effects = [{ immediately = "command" }]
                                                ^^^^^^^^^ abilities already happen in the Command phase (C-6). Write "shooting", "melee", "movement" or "morale".
        "#]],
    );
}

#[test]
fn an_ability_that_brings_a_squad_which_does_not_wait_is_told_where_it_says_so() {
    let brings = |squad: &str| format!("[ability.rally]\neffects = [{{ reinforce = \"{squad}\", at = \"A1\" }}]");
    check_entry(
        &brings("alpha"),
        expect![[r#"
            line 14: [ability.rally]
                              ^^^^^ Alpha can't arrive: it doesn't wait in reserve. Give the squad reserve = true.
        "#]],
    );
    let late = "[[squad]]\nid = \"late\"\nside = \"players\"\nunits = [\"1 husk\"]\nreserve = true\n\n[[player]]";
    check(
        &[("[[player]]", &format!("{}\n\n{late}", brings("latte")))],
        expect![[r#"
            line 14: [ability.rally]
                              ^^^^^ rally brings the squad "latte", and this battle has none. Did you mean "late"?
        "#]],
    );
}

#[test]
fn who_could_not_be_read_is_not_said_to_be_nobody() {
    let killed = ("hold = \"ridge\", rounds = 2", "killed = \"Stahl\"");
    let captain = "[unit.captain]\ntoughness = 3\nsave = \"none\"\nhp = 1\nmove = 6\nleadership = \"7+\"\n\n[[player]]";
    check_each(
        &[
            &[("[[player]]", captain), ("unit = \"league-captain\"", "unit = \"captain\""), killed],
            &[("unit = \"league-captain\"", "unit = \"league-capt\""), killed],
            &[("unit = \"league-captain\"", "unit = 3"), killed],
        ],
        expect![[r#"
            line 16: save = "none"
                            ^^^^^^ `save` should be what a save must reach, "2+" to "6+", or "-" for no armour, not "none".

            line 29: units = ["3 league-conscript", { unit = "league-capt", name = "Stahl" }]
                                                             ^^^^^^^^^^^^^ no unit is called "league-capt". Did you mean "league-captain", "league-crawler" or "league-conscript"?

            line 29: units = ["3 league-conscript", { unit = 3, name = "Stahl" }]
                                                             ^ `unit` should be a name in quotes, one line of 1 to 60 letters, not 3.
        "#]],
    );
}

#[test]
fn more_than_a_battle_holds() {
    let squad =
        |n: usize| format!("[[squad]]\nid = \"s{n}\"\nside = \"enemy\"\nunits = [\"1 husk\"]\nreserve = true\n");
    let squads: String = (0..10_000).map(squad).collect();
    let text = changed(&[("[[objective]]", &format!("{squads}[[objective]]"))]);
    let found = read("many.toml", &text, Library::standard()).expect_err("too many");
    let errors: Vec<String> =
        found.diagnostics.iter().filter(|it| it.severity == Severity::Error).map(ToString::to_string).collect();
    expect!["`squad` can list 200 at most, and this one has 10002. Keep 200, or make two battles of it."]
        .assert_eq(&errors.join("\n"));
    let seats: String = (0..9).map(|n| format!("[[player]]\nname = \"p{n}\"\n")).collect();
    let text = changed(&[("[[objective]]", &format!("{seats}[[objective]]"))]);
    let found = read("many.toml", &text, Library::standard()).expect_err("too many");
    expect!["`player` can list 8 at most, and this one has 10. Keep 8, or make two battles of it."]
        .assert_eq(&found.diagnostics[0].to_string());
    // Units that found room in a squad that is too large count as well.
    let squad = |n: usize, units: &str| {
        format!("[[squad]]\nid = \"s{n}\"\nside = \"enemy\"\nunits = [{units}]\nreserve = true\n")
    };
    let mut squads: String = (0..9).map(|n| squad(n, "\"100 husk\"")).collect();
    squads += &squad(9, "\"60 husk\", \"60 husk\"");
    squads += &squad(10, "\"60 husk\"");
    let text = changed(&[("[[objective]]", &format!("{squads}[[objective]]"))]);
    let found = read("many.toml", &text, Library::standard()).expect_err("too many");
    let errors: Vec<String> =
        found.diagnostics.iter().filter(|it| it.severity == Severity::Error).map(ToString::to_string).collect();
    expect![[r#"
        s9 has more than 100 units, the most a squad can have. Make two squads of it.
        this makes more than 1000 units, the most a battle can have."#]]
    .assert_eq(&errors.join("\n"));
}

#[test]
fn m1_a_squad_that_forms_up_into_the_enemy_is_doubted() {
    let many = ("3 league-conscript", "22 league-conscript");
    let around = |at: &str| format!("at = {at:?}");
    check(
        &[many, ("tiles = [\"H1\", \"H2\", \"H3\", \"H4\"]", &around("H1"))],
        expect![[r#"
        line 30: at = "H1"
                      ^^^^ Drafts starts in melee with Alpha (M-1). Around this tile, some of its units come to stand beside Alpha. Choose another, or list a tile for each unit: tiles = ["C7", …].
    "#]],
    );
    // They have room, or their own tile is in contact.
    for at in ["H1", "C1"] {
        check(&[("tiles = [\"H1\", \"H2\", \"H3\", \"H4\"]", &around(at))], expect![""]);
    }
}

#[test]
fn doubts_about_goals() {
    check_each(
        &[
            &[("........\n........\n\"\"\"", "..###...\n..#.#...\n\"\"\"")],
            &[("hold = \"ridge\", rounds = 2", "survive = 7")],
            &[("hold = \"ridge\", rounds = 2", "reach = \"D4\", who = \"alpha\", units = 9")],
            &[("hold = \"ridge\", rounds = 2", "reach = \"D4\", who = \"Stahl\", units = 2")],
            &[("hold = \"ridge\", rounds = 2", "score = 3")],
        ],
        expect![[r#"
            line 34: at = "D4"
                          ^^^^ no way on foot leads from any squad of the players to ridge.

            line 39: when = { survive = 7 }
                                        ^ surviving this long takes until round 7, and the battle ends after round 6.

            line 39: when = { reach = "D4", who = "alpha", units = 9 }
                                                                   ^ 9 of alpha can't get there: there are 6.

            line 39: when = { reach = "D4", who = "Stahl", units = 2 }
                                                                   ^ 2 of Stahl can't get there: there is 1.

            line 39: when = { score = 3 }
                                      ^ no objective gives points, so nobody scores any.
        "#]],
    );
}

#[test]
fn o1_how_long_and_for_how_much_an_objective_can_be_held_is_told() {
    check_each(
        &[&[("rounds = 2", "rounds = 6")], &[("rounds = 2", "rounds = 7"), ("radius = 1", "owner = \"players\"")]],
        expect![[r#"
            line 39: when = { hold = "ridge", rounds = 6 }
                                                       ^ holding it this long takes until round 7, and the battle ends after round 6 (O-1). 5 rounds are the most here: it counts from the round after it is taken, or from the first if it is theirs from the start.

            line 39: when = { hold = "ridge", rounds = 7 }
                                                       ^ holding it this long takes until round 7, and the battle ends after round 6 (O-1). 6 rounds are the most here: it counts from the round after it is taken, or from the first if it is theirs from the start.
        "#]],
    );
    check(&[("rounds = 2", "rounds = 6"), ("radius = 1", "owner = \"players\"")], expect![[""]]);
    check_each(
        &[
            &[("rounds = 6", "rounds = 1"), (", rounds = 2", "")],
            &[("hold = \"ridge\", rounds = 2", "score = 11"), ("radius = 1", "points = 2")],
        ],
        expect![[r#"
            line 39: when = { hold = "ridge" }
                                     ^^^^^^^ holding it this long takes until round 2, and the battle ends after round 1 (O-1). 0 rounds are the most here: it counts from the round after it is taken, or from the first if it is theirs from the start.

            line 39: when = { score = 11 }
                                      ^^ 10 points are the most that can be scored by round 6, the last (O-1). An objective counts from the round after it is taken, or from the first if it is theirs from the start.
        "#]],
    );
    check(&[("hold = \"ridge\", rounds = 2", "score = 10"), ("radius = 1", "points = 2")], expect![[""]]);
}

#[test]
fn reserves_that_wait_for_themselves_or_each_other_are_doubted() {
    let squad =
        |id: &str| format!("[[squad]]\nid = \"{id}\"\nside = \"enemy\"\nunits = [\"1 husk\"]\nreserve = true\n");
    let event = |when: &str, id: &str| format!("[[event]]\n{when}\nreinforce = {{ squad = \"{id}\", at = \"H1\" }}\n");
    for (events, expected) in [
        (event("when = { killed = \"one\" }", "one"), Some("what brings it waits for one,")),
        (
            event("when = { killed = \"two\" }", "one") + &event("when = { killed = \"one\" }", "two"),
            Some("waits for two,"),
        ),
        (event("when = { killed = \"two\" }", "one") + &event("at_round = 2", "two"), None),
        (event("when = { any = [{ killed = \"one\" }, { killed = \"alpha\" }] }", "one"), None),
        (event("when = { all = [{ killed = \"one\" }, { killed = \"alpha\" }] }", "one"), Some("waits for one,")),
        (event("when = { not = { killed = \"one\" } }", "one"), None),
    ] {
        let two = if events.contains("two") { squad("two") } else { String::new() };
        let found = problems(&changed(&[("[[objective]]", &format!("{}{two}{events}[[objective]]", squad("one")))]));
        assert!(expected.map_or(found.is_empty(), |it| found.contains(it)), "{events}\n{found}");
    }
}

#[test]
fn doubts_about_what_nothing_uses() {
    check_each(
        &[
            &[("\"#\" = \"wall\"", "\"#\" = \"wall\", \"w\" = \"woods\"")],
            &[("[[objective]]", "[[player]]\nname = \"bob\"\n\n[[objective]]")],
            &[("[[player]]", "[weapon.club]\nlike = \"bayonet\"\n\n[[player]]")],
        ],
        expect![[r##"
            line 6: legend = { "." = "open", "#" = "wall", "w" = "woods" }
                                                           ^^^ nothing in this battle uses the letter "w".

            line 33: name = "bob"
                            ^^^^^ bob has no squad to lead. Give one player = "bob", or remove the seat.

            line 14: [weapon.club]
                             ^^^^ nothing in this battle uses the weapon "club".
        "##]],
    );
    let reserve = "[[squad]]\nid = \"late\"\nside = \"enemy\"\nunits = [\"1 husk\"]\nreserve = true\n\n[[objective]]";
    check(
        &[("[[objective]]", reserve)],
        expect![[r#"
        line 33: id = "late"
                      ^^^^^^ late waits in reserve, and nothing brings it. Add an [[event]] with `reinforce`.
    "#]],
    );
}

#[test]
fn names_that_orders_would_take_for_something_else_are_doubted() {
    for (name, expected) in [
        ("C7", "in an order, \"C7\" is a tile"),
        ("Charge", "in an order, \"Charge\" is what to do"),
        ("Everybody", "in an order, \"Everybody\" is another word"),
        ("A: b", "in an order, \"A: b\" is more than a name, for its \":\""),
        ("@everyone", "for its \"@\""),
        ("Who?", "for its \"?\""),
        ("Dra\u{200b}fts", "has invisible letters"),
        ("Draft Horses", ""),
    ] {
        let found = problems(&changed(&[("name = \"Drafts\"", &format!("name = \"{name}\""))]));
        assert!(found.contains(expected) && found.is_empty() == expected.is_empty(), "{name}\n{found}");
    }
    for (name, expected) in [
        ("Drafts 1", "in an order, \"Drafts 1\" is number 1 of Drafts"),
        ("C7", "is a tile"),
        ("Charge", "is what to do"),
        ("Old Bess", ""),
    ] {
        let named = format!(
            "[[squad]]\nid = \"more\"\nside = \"enemy\"\nat = \"A1\"\nunits = [{{ unit = \"husk\", name = \"{name}\" }}]\n\n[[objective]]"
        );
        let found = problems(&changed(&[("[[objective]]", &named)]));
        assert!(found.contains(expected) && found.is_empty() == expected.is_empty(), "{name}\n{found}");
    }
    let found = problems(&changed(&[("[map]", "map = 3\n[mop]")]));
    assert!(found.contains("It may have legend"), "{found}");
}

/// **O-2** Each goal is doubted as one thing or the other, or not at all, and nothing else is doubted.
#[test]
fn o2_a_goal_that_is_met_at_once_or_never_is_doubted() {
    let (at_once, never) = ("\"Hold the ridge\" is met from the start", "\"Hold the ridge\" can't come true");
    let (excluded, nothing) = ("never all true at once", "");
    for (when, expected) in [
        ("not = { killed = \"Stahl\" }", at_once),
        ("any = [{ capture = \"ridge\" }, { not = { annihilated = \"drafts\" } }]", at_once),
        ("all = [{ survive = 2 }, { not = { killed = \"Stahl\" } }]", nothing),
        // It is taken in the first round at the earliest, and held from the next.
        ("hold = \"ridge\", rounds = 5", nothing),
        ("hold = \"ridge\", rounds = 6", "holding it this long takes until round 7"),
        ("all = [{ capture = \"ridge\" }, { capture = \"ridge\", by = \"enemy\" }]", excluded),
        ("all = [{ killed = \"Stahl\" }, { not = { killed = \"Stahl\" } }]", excluded),
        ("all = [{ all = [{ survive = 2 }, { capture = \"ridge\" }] }, { not = { capture = \"ridge\" } }]", excluded),
        ("not = { reach = \"H1\", who = \"drafts\" }", never),
        ("all = [{ survive = 2 }, { not = { survive = 3 } }]", nothing),
        ("all = [{ hold = \"ridge\", rounds = 2 }, { capture = \"ridge\", by = \"enemy\" }]", nothing),
        ("any = [{ killed = \"Stahl\" }, { hold = \"ridge\", rounds = 5 }]", nothing),
    ] {
        let found = problems(&changed(&[("hold = \"ridge\", rounds = 2", when)]));
        let is_told = if expected.is_empty() { found.is_empty() } else { found.contains(expected) };
        assert!(is_told, "{when}\n{found}");
    }
    let defeat = "[[defeat]]\ntext = \"Stahl gets away\"\nwhen = { not = { killed = \"Stahl\" } }\n\n[[victory]]";
    let found = problems(&changed(&[("[[victory]]", defeat)]));
    assert!(found.contains("is met from the start. If it is a defeat only at the end, say when that is"), "{found}");
    // The condition in its advice can come true in this battle.
    assert!(found.contains("all = [{ survive = 6 }, …]."), "{found}");
    let bonus = |when: &str| {
        problems(&changed(&[("[[victory]]", &format!("[[bonus]]\ntext = \"Mercy\"\nwhen = {when}\n\n[[victory]]"))]))
    };
    let found = bonus("{ not = { killed = \"Stahl\" } }");
    assert!(found.contains("all = [{ survive = 6 }, …]. It is met only if the battle lasts that long."), "{found}");
    assert_eq!(bonus("{ all = [{ survive = 6 }, { not = { killed = \"Stahl\" } }] }"), "");
}

#[test]
fn o2_main_goals_that_exclude_each_other_are_doubted() {
    let beside = |kind: &str, when: &str| {
        let other = format!("[[{kind}]]\ntext = \"Leave it\"\nwhen = {when}\n\n[[victory]]");
        problems(&changed(&[("hold = \"ridge\", rounds = 2", "capture = \"ridge\""), ("[[victory]]", &other)]))
    };
    for (kind, when, is_told) in [
        ("victory", "{ all = [{ survive = 3 }, { not = { capture = \"ridge\" } }] }", true),
        ("victory", "{ capture = \"ridge\", by = \"enemy\" }", true),
        ("bonus", "{ capture = \"ridge\", by = \"enemy\" }", false),
        // It may have another owner by then.
        ("victory", "{ hold = \"ridge\", by = \"enemy\", rounds = 2 }", false),
    ] {
        let found = beside(kind, when);
        assert_eq!(found.contains("\"Hold the ridge\" is never met together with the main goals"), is_told, "{found}");
        assert_eq!(found.is_empty(), !is_told, "{found}");
    }
}
