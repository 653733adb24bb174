//! Tests of the orders that a post gives.

use expect_test::{Expect, expect};

use super::*;

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&outcome(text));
}

#[test]
fn fiction_is_no_order() {
    check(
        "Alpha waits. Shoot the Orcs? Not yet.\n> !Alpha: shoot Orcs\n```\n!Alpha: shoot Orcs\n```",
        expect![[r#"
        line 4: !Alpha: shoot Orcs
                 ^^^^^^^^^^^^^^^^^ this reads like an order but is in a block of fiction. Begin the block with ```orders, or put the line outside of it.
    "#]],
    );
}

#[test]
fn the_words_of_the_rules() {
    check(
        "!shoot Alpha at Orcs with rifle combine A\n!Alpha: shoot Captain with rifle aim at-part head",
        expect![[r#"
        shoot Alpha at Orcs with rifle combine A
        shoot Alpha at Captain with rifle aim at-part 1x1
    "#]],
    );
    check(
        "!melee Yoko attack Orcs with sword twohanded\n!Yoko: grab Captain release after\n!shove Yoko Captain",
        expect![[r#"
            melee Yoko attack Orcs with sword twohanded
            melee Yoko grab Captain release after
            melee Yoko shove Captain
        "#]],
    );
    check(
        "!move Alpha to C3 via B3 sprint break\n!Alpha: run NE 4\n!move Yoko withdraw to F3 then charge Captain with sword",
        expect![[r#"
            move Alpha to C3 via B3 sprint break
            move Alpha run NE 4
            move Yoko withdraw to F3 then charge Captain with sword
        "#]],
    );
    check(
        "!move Alpha charge Orcs with rifle sprint combine B\n!Alpha: pivot left\n!brace Alpha; reserve Yoko",
        expect![[r#"
            move Alpha charge Orcs with rifle sprint combine B
            move Alpha pivot left
            brace Alpha
            reserve Yoko
        "#]],
    );
    check(
        "!Yoko: ignore then shoot Captain\n!Yoko: ignore then use Table\n!Yoko: release",
        expect![[r#"
        melee Yoko ignore then shoot at Captain
        melee Yoko ignore then use Table
        melee Yoko release
    "#]],
    );
}

#[test]
fn organising() {
    check(
        "!split Alpha into Left: 1, 2 plate 2x1; Right: 3 facing E",
        expect![[r#"
        split Alpha into "Left": Alpha-1, Alpha-2 plate 2x1 | "Right": Alpha-3 facing E
    "#]],
    );
    check(
        "!form Line from Alpha 1, Alpha 2, Yoko plate 3x1 standard Yoko\n!join Yoko to Alpha",
        expect![[r#"
        form Line from Alpha-1, Alpha-2, Yoko plate 3x1 standard Yoko
        join Yoko to Alpha
    "#]],
    );
    check(
        "!leave 1, 2 from Alpha\n!replate Alpha 1x1 facing W\n!arrange Alpha 1@0,0 2@1,0\n!standard Alpha 2",
        expect![[r#"
            leave Alpha-1, Alpha-2 from Alpha
            replate Alpha plate 1x1 facing W
            arrange Alpha Alpha-1@0,0 Alpha-2@1,0
            standard Alpha Alpha-2
        "#]],
    );
}

#[test]
fn policies() {
    check(
        "!react Yoko parry sword then strike sword vs attack\n!Yoko: bail N vs charge\n!Yoko: react none",
        expect![[r#"
            react Yoko parry sword then strike sword vs attack
            react Yoko bail N vs charge
            react Yoko none
        "#]],
    );
    check(
        "!react Alpha pass strike\n!react Yoko drop yes\n!hits Alpha spare Alpha 1\n!misses side worst",
        expect![[r#"
        react Alpha pass strike
        react Yoko drop yes
        hits Alpha spare Alpha-1
        misses players worst
    "#]],
    );
    check(
        "!benny Yoko attack hold, parry deflect\n!rebuff Alpha break\n!misses Alpha list Orcs, Captain",
        expect![[r#"
        benny Yoko attack hold, parry deflect, bail feet
        rebuff Alpha break
        misses Alpha list Orcs, Captain
    "#]],
    );
}

#[test]
fn a_line_may_hold_several_orders_and_several_who_are_told() {
    check(
        "!Alpha: shoot Orcs; move to C3; react none\n!Alpha and Yoko: move to C3",
        expect![[r#"
        shoot Alpha at Orcs
        move Alpha to C3
        react Alpha none
        move Alpha to C3
        move Yoko to C3
    "#]],
    );
}

#[test]
fn what_stands_behind_an_order_for_somebody_else_is_not_for_the_posters_only_squad() {
    let mut battle = battle();
    let dan = crate::brick::battle::scene::unit_named(&battle, "Dan");
    battle.apply(&crate::brick::battle::Event::Killed { unit: dan, by: None, downed: false });
    for text in [
        "!Alpha: shoot Orcs; move to C3",
        "!Alpha shoots Orcs; moves to C3",
        "!Captain: attack Yoko; move to C3",
        "!Bravo 1: hold; move to C3",
        "!Alpha: shoot Orcs if they come; brace",
        "!Alpha: hold; withdraw orders",
        "!Alpha: hold; tap out",
        "!Alpha: hold. If anybody comes past them, brace.",
    ] {
        let reading = read_by(&battle, BOB, text);
        assert_eq!((reading.given.len(), reading.diagnostics.len()), (0, 1), "{text}: {:?}", reading.given);
    }
    let reading = read_by(&battle, BOB, "!Alpha: hold; shoot Orcs with Bravo; move to C3");
    let said: Vec<&str> = reading.diagnostics.iter().map(|it| it.message.as_str()).collect();
    assert_eq!(said, ["Alpha isn't yours to order", "this says \"shoot\", but not who"]);
    assert!(reading.given.is_empty(), "{:?}", reading.given);
    for text in [
        "!Bravo: hold; Alpha: shoot Orcs; Bravo: move to C3",
        "!Alpha: hold; Bravo: shoot Orcs; move to C3",
        "!Bravo: hold; Alpha: hold; Bravo: shoot Orcs; move Alpha to C3",
    ] {
        let reading = read_by(&battle, BOB, text);
        let refused = if text.ends_with("Alpha to C3") { 2 } else { 1 };
        assert_eq!((reading.given.len(), reading.diagnostics.len()), (2, refused), "{text}: {:?}", reading.given);
    }
    for text in [
        "!Bravo: hold; Alpha: shoot Orcs; move to C3",
        "!Alpha: shoot Orcs; Bravo: move to C3",
        "!Alpha: hold; move Bravo to C3",
        "!Alpha: hold; hits Bravo cheap",
        "!glorp; move to C3",
        "!Orcs are near if we wait; move to C3",
    ] {
        let reading = read_by(&battle, BOB, text);
        assert_eq!((reading.given.len(), reading.diagnostics.len()), (1, 1), "{text}: {:?}", reading.given);
    }
}

#[test]
fn a_squad_of_this_round_is_named_before_it_is_there() {
    check(
        "!Left: shoot Orcs\n!split Alpha into Left: 1, 2; Right: 3",
        expect![[r#"
        shoot "Left" at Orcs
        split Alpha into "Left": Alpha-1, Alpha-2 | "Right": Alpha-3
    "#]],
    );
}

#[test]
fn what_cannot_be_is_said_at_its_place() {
    check(
        "!Alpha: shoot Orcs with pistol",
        expect![[r#"
        line 1: !Alpha: shoot Orcs with pistol
                                        ^^^^^^ Alpha has no pistol (BC-8.2). In hand: rifle and knife.
    "#]],
    );
    check(
        "!Alpha: shoot Orcs with knife",
        expect![[r#"
        line 1: !Alpha: shoot Orcs with knife
                                        ^^^^^ a knife can't be shot or thrown (BC-1.4).
    "#]],
    );
    check(
        "!Alpha: shot Orcs\n!Alpha: shoot Goblins",
        expect![[r#"
            line 1: !Alpha: shot Orcs
                            ^^^^ this tells what happened, which is not an order. Orders say what to do: shoot, move, hold.
            line 2: !Alpha: shoot Goblins
                                  ^^^^^^^ no squad, figure or thing here is called "Goblins". Look at the map.
        "#]],
    );
    check(
        "!Alpha: shoot Orcs if they come",
        expect![[r#"
            line 1: !Alpha: shoot Orcs if they come
                                       ^^ orders can't be conditional: nobody knows what happens before the dice are rolled. To say what to do when struck, use react, hits, misses, benny or rebuff.
        "#]],
    );
    check(
        "!move Alpha to Z9",
        expect![[r#"
        line 1: !move Alpha to Z9
                               ^^ Z9 is off the map, which ends with G5.
    "#]],
    );
    check(
        "!split Alpha into Left: 1, 2 plate 1x1; Right: 3",
        expect![[r#"
            line 1: !split Alpha into Left: 1, 2 plate 1x1; Right: 3
                                                       ^^^ a plate of 1x1 is too small: these units need 2 tiles (BS-2.2).
        "#]],
    );
}

#[test]
fn who_cannot_be_ordered_is_said_at_its_place() {
    check(
        "!Bravo: shoot Orcs",
        expect![[r#"
        line 1: !Bravo: shoot Orcs
                 ^^^^^ Bravo isn't yours to order.
    "#]],
    );
    check(
        "!Alpha 1: shoot Orcs",
        expect![[r#"
        line 1: !Alpha 1: shoot Orcs
                 ^^^^^^^ Alpha-1 is in Alpha and does what it does (BS-5.2). Order Alpha, or let the unit go (leave Alpha-1 from Alpha) and order it from the next round on. In this round it takes orders only as a squad of its own (form NAME from Alpha-1), which is its Action unless an Officer is there.
    "#]],
    );
    check(
        "!form Mob from Yoko, Dan\n!form Mob from Yoko, Captain\n!split Alpha into Left: 1, Dan; Right: 2\n!hold Captain\n!attack Captain\n!hits",
        expect![[r#"
            line 1: !form Mob from Yoko, Dan
                                         ^^^ Dan isn't yours to order.
            line 2: !form Mob from Yoko, Captain
                                         ^^^^^^^ Captain isn't yours to order.
            line 3: !split Alpha into Left: 1, Dan; Right: 2
                                               ^^^ Dan isn't yours to order.
            line 4: !hold Captain
                          ^^^^^^^ Captain isn't yours to order.
            line 5: !attack Captain
                     ^^^^^^ this says "attack", but not who. Write "Name: attack …".
            line 6: !hits
                     ^^^^ this says "hits", but not who. Write "Name: hits …".
        "#]],
    );
    check(
        "!everyone but Alpha and Yoko: hold",
        expect![[r#"
        line 1: !everyone but Alpha and Yoko: hold
                 ^^^^^^^^ you have no squads that this could mean.
    "#]],
    );
    check(
        "!Yoko: attack Yoko",
        expect![[r#"
        line 1: !Yoko: attack Yoko
                              ^^^^ Yoko can't attack Yoko.
    "#]],
    );
    check(
        "!shoot\n!shoot please\n!hits please",
        expect![[r#"
            line 1: !shoot
                     ^^^^^ this says "shoot", but not who. Write "Name: shoot …".
            line 2: !shoot please
                     ^^^^^ this says "shoot", but not who. Write "Name: shoot …".
            line 3: !hits please
                     ^^^^ this says "hits", but not who. Write "Name: hits …".
        "#]],
    );
}

#[test]
fn nobody_turns_to_both_sides() {
    check(
        "!Alpha: pivot left right\n!Alpha: pivot right and left",
        expect![[r#"
            line 1: !Alpha: pivot left right
                                  ^^^^^^^^^^ nobody turns left and right at once. Write "pivot left" or "pivot right".
            line 2: !Alpha: pivot right and left
                                  ^^^^^^^^^^^^^^ nobody turns left and right at once. Write "pivot left" or "pivot right".
        "#]],
    );
}

#[test]
fn what_is_said_twice_is_said_at_its_place() {
    check(
        "!react Yoko parry sword none",
        expect![[r#"
        line 1: !react Yoko parry sword none
                                        ^^^^ "none" repeats what this order already says.
    "#]],
    );
    check(
        "!form Mob from Yoko, Yoko\n!split Alpha into Left: 1, 2; Right: 2, 3\n!leave 1, 1 from Alpha",
        expect![[r#"
            line 1: !form Mob from Yoko, Yoko
                                         ^^^^ "Yoko" repeats what this order already says.
            line 2: !split Alpha into Left: 1, 2; Right: 2, 3
                                                         ^^^^ "Alpha-2" repeats what this order already says.
            line 3: !leave 1, 1 from Alpha
                              ^ "1" repeats what this order already says.
        "#]],
    );
}

#[test]
fn negations_doubts_conditions_and_questions_never_become_orders() {
    let battle = battle();
    for never in
        ["don't", "never", "not", "won't", "can't", "avoid", "maybe", "would", "perhaps", "if", "unless", "when"]
    {
        for post in [
            format!("!Dan: {never} move to E4"),
            format!("!Dan {never} move to E4"),
            format!("!{never} move Dan to E4"),
        ] {
            let reading = read_by(&battle, BOB, &post);
            assert!(reading.given.is_empty() && !reading.diagnostics.is_empty(), "{post}: {reading:?}");
        }
    }
    for post in [
        "!Dan or Bravo: move to E4",
        "!Dan without Bravo: move to E4",
        "!Dan: pretend to move to E4",
        "!Dan: if: move to E4",
    ] {
        let reading = read_by(&battle, BOB, post);
        assert!(reading.given.is_empty() && !reading.diagnostics.is_empty(), "{post}: {reading:?}");
    }
    for post in ["!Dan should move to E4", "!Dan is to move to E4", "!Dan, will move to E4"] {
        assert_eq!(read_by(&battle, BOB, post).given.len(), 1, "{post}");
    }
    let asked = read_by(&battle, BOB, "!Dan: move to E4?");
    assert!(asked.given.is_empty(), "{asked:?}");
}

#[test]
fn marks_of_every_medium_are_no_part_of_an_order() {
    let battle = battle();
    let plain = read_by(&battle, BOB, "!Dan: move to E4");
    assert_eq!(plain.given.len(), 1, "{plain:?}");
    for post in [
        "[b]!Dan: move to E4[/b]",
        "!Dan: [color=red]move[/color] to E4",
        "!Dan: move to ~~F4~~ E4",
        "!Dan: move to ||F4|| E4",
    ] {
        let reading = read_by(&battle, BOB, post);
        assert!(reading.orders().eq(plain.orders()), "{post}: {reading:?}");
    }
}

#[test]
fn orders_are_understood_as_people_write_them() {
    let battle = battle();
    // The orders are Bob's, who has Bravo and Dan.
    for (canonical, posts) in [
        (
            "move Dan to E4",
            &[
                "!Dan, please move to E4",
                "!dan moves to e 4",
                "!I want Dan to move to E4",
                "!Dan should head to E4, please!",
                "!Dan: advancing to E4 – for glory!",
                "!Dan: run to E4",
                "!Dan walks over to E4.",
                "**!Dan: move to E4**",
                "!Dan:\nmove to E4",
                "1) !Dan: move to E4 :)",
                "!Dan now quickly goes to E4 (he is brave)",
                "!Dan: E4",
                "!Dan -> move to position E4",
            ][..],
        ),
        (
            "melee Dan attack Captain with knife",
            &[
                "!Dan attacks the Captain w/ his knife",
                "!Dan: stab Capt with knife",
                "!Dan: attack \"Captain\" using the knife",
                "!have Dan attack the captain with his knife",
            ],
        ),
        (
            "react Dan parry pan then strike knife",
            &["!Dan reacts with parry pan, then strike knife", "!Dan: react: parry with pan then strike with knife"],
        ),
        (
            "shoot Bravo at Orcs",
            &[
                "!shoot Orcs with Bravo",
                "!Bravo: open fire on the Orcs",
                "!Bravo fires at the Orcs",
                "!Bravo: open fire at Orcs!!",
                "!Bravo shoots at the orcs",
            ],
        ),
        ("hold Dan", &["!Dan, stand still", "!Dan: do nothing"]),
        ("stay put Dan", &["!Dan: stay put", "!Dan holds position", "!stay put Dan"]),
        ("move Dan charge Captain with knife", &["!Dan: chg Captain w/ knife", "!Dan chgs the Captain with knife"]),
        ("move Dan withdraw to G4", &["!Dan: fall back to G4", "!Dan retreats to G4"]),
        (
            "shoot Bravo at Orcs\nmove Bravo to C3",
            &[
                "!Bravo: shoot Orcs and move to C3",
                "!Bravo: shoot Orcs, then move to C3",
                "!Bravo: shoot Orcs. Move to C3.",
            ],
        ),
        ("hold Bravo\nhold Dan", &["!everyone: hold", "!all hold", "!Bravo, Dan: hold", "!Bravo & Dan hold"]),
        ("hold Dan", &["!everyone but Bravo: hold"]),
        ("move Dan to E4\nmelee Bravo attack Orcs", &["!Dan: move to E4, Bravo: attack Orcs"]),
    ] {
        for post in posts {
            let reading = read_by(&battle, BOB, post);
            let outcome: Vec<String> = reading.orders().map(|it| shown(&battle, it)).collect();
            assert_eq!(outcome.join("\n"), canonical, "{post}: {:?}", reading.diagnostics);
        }
    }
}

#[test]
fn a_slip_of_the_finger_is_mended_aloud_and_nothing_else_is() {
    check(
        "!Alhpa: shoot Orcs\n!Alpha: shoto Orcs\n!Alpha: shoot Orks with rifel",
        expect![[r#"
            shoot Alpha at Orcs
            shoot Alpha at Orcs
            shoot Alpha at Orcs with rifle
            line 1: !Alhpa: shoot Orcs
                     ^^^^^ taken as "Alpha: shoot at Orcs", with "Alhpa" read as "Alpha".
            line 2: !Alpha: shoto Orcs
                            ^^^^^ taken as "Alpha: shoot at Orcs", with "shoto" read as "shoot".
            line 3: !Alpha: shoot Orks with rifel
                                  ^^^^ taken as "Alpha: shoot at Orcs with rifle", with "Orks" read as "Orcs" and "rifel" read as "rifle".
        "#]],
    );
    check(
        "!Alpha: tap otu\n!Alpha: move to C33\n!form Alphas from 1\n!\"Alhpa\": shoot Orcs",
        expect![[r#"
            shoot "Alhpa" at Orcs
            line 1: !Alpha: tap otu
                            ^^^ "tap" is not an order. Did you mean "tap out"?
            line 2: !Alpha: move to C33
                                    ^^^ C33 is off the map, which ends with G5.
            line 3: !form Alphas from 1
                                      ^ "1" could be Alpha-1, Bravo-1 or Orcs-1. Write more of the name.
        "#]],
    );
}

#[test]
fn what_reads_like_an_order_and_is_none_is_hinted_at() {
    check(
        "Alpha: shoot Orcs\nWe wait. !Alpha: hold\n/Alpha: hold\nThe Alpha shoots at nothing.\nNote: move on.\n\
         @gm Alpha: hold\neveryone hold",
        expect![[r#"
            line 1: Alpha: shoot Orcs
                    ^^^^^^^^^^^^^^^^^ this reads like an order but is taken as fiction. Begin the line with ! to make it one.
            line 2: We wait. !Alpha: hold
                              ^^^^^^^^^^^ this reads like an order but doesn't begin its line, so it is taken as fiction. Put ! at the beginning of a line to make it one.
            line 3: /Alpha: hold
                    ^^^^^^^^^^^^ this reads like an order but is taken as fiction. Begin the line with ! to make it one.
            line 6: @gm Alpha: hold
                        ^^^^^^^^^^^ this reads like an order but is taken as fiction. Begin the line with ! to make it one.
            line 7: everyone hold
                    ^^^^^^^^^^^^^ this reads like an order but is taken as fiction. Begin the line with ! to make it one.
        "#]],
    );
}

#[test]
fn nobody_is_offered_a_name_that_is_not_his_to_order() {
    for (name, others) in [("Brvo", "Bravo"), ("Captin", "Captain")] {
        let outcome = outcome(&format!("!{name}: hold"));
        assert!(outcome.contains("no squad or figure here is called"), "{outcome}");
        assert!(!outcome.contains(others), "{outcome}");
    }
}

#[test]
fn a_unit_is_let_go_by_its_squad_and_by_nobody_else() {
    let posts = "!Yoko: leave 1 from Alpha\n!Yoco's: leave 1 from Alpha\n!Alpha: leave 1 from Alpha\n!Yoko n 2";
    expect![[r#"
        leave Alpha-1 from Alpha
        line 1: !Yoko: leave 1 from Alpha
                 ^^^^ this orders Yoko to let go units of Alpha. Leave the name before "leave" out, or write Alpha.
        line 2: !Yoco's: leave 1 from Alpha
                 ^^^^^^ no squad here is called "Yoco's". Did you mean "Yoko"?
        line 4: !Yoko n 2
                      ^^^ "n 2" could be a way or a tile. Write it like "2 tiles west", or "to" and the tile.
    "#]]
    .assert_eq(&outcome(posts));
}

#[test]
fn a_number_is_one_of_the_squad_and_nobody_elses() {
    // A squad that was made from another: its members keep their names.
    let mut setup = battle().setup().clone();
    setup.squads[0].name = "Gang".to_owned();
    let post = "!split Gang into Left: 1, 2; Right: 3\n!hits Gang spare 3\n!Gang: leave 4";
    let battle = Battle::new(std::sync::Arc::new(setup));
    let reading = read_by(&battle, ANN, post);
    let orders: String = reading.given.iter().map(|it| shown(&battle, &it.order) + "\n").collect();
    expect![[r#"
        split Gang into "Left": Alpha-1, Alpha-2 | "Right": Alpha-3
        hits Gang spare Alpha-3
    "#]]
    .assert_eq(&orders);
    assert_eq!(reading.diagnostics.iter().map(|it| &*it.message).collect::<Vec<_>>(), ["4 isn't in Gang"]);
}

#[test]
fn the_number_of_somebody_who_has_fallen_is_nobody_elses() {
    let mut battle = battle();
    let fallen = crate::brick::battle::scene::unit_named(&battle, "Alpha-2");
    battle.apply(&crate::brick::battle::Event::Killed { unit: fallen, by: None, downed: false });
    let reading = read_by(&battle, ANN, "!split Alpha into Left: 1, 2; Right: 3");
    assert_eq!(reading.diagnostics.iter().map(|it| &*it.message).collect::<Vec<_>>(), ["nobody is left of Alpha-2"]);
}

#[test]
fn several_are_named_before_what_they_do() {
    expect![[r#"
        line 1: !Alpha and Yoko wibble the Captain
                                ^^^^^^ "wibble" is not an order. Say what to do: shoot, melee, move, form, react and so on.
    "#]]
    .assert_eq(&outcome("!Alpha and Yoko wibble the Captain"));
}

#[test]
fn both_of_what_somebody_has_two_of_are_one_for_each_hand() {
    let people = "a Ann reds: fig knife knife; b Bob reds: fig knife pistol; o Otto blues: fig sword; \
        c Twins reds 2x1: fig pistol";
    let battle = crate::brick::battle::scene::scene_with(".a .o . .b\n.c .c . .", people, |_| ());
    for (post, comes_to) in [
        ("!Ann: attack Otto with both knives", "melee Ann attack Otto with knife then knife"),
        ("!Ann stabs Otto with both of her knives", "melee Ann attack Otto with knife then knife"),
        ("!Ann: attack Otto w/ two knives", "melee Ann attack Otto with knife then knife"),
        ("!Ann: stab both knives into Otto", "melee Ann attack Otto with knife then knife"),
        ("!Ann: swing both her knives at Otto", "melee Ann attack Otto with knife then knife"),
        ("!Ann: attack Otto with her knives", "melee Ann attack Otto with knife"),
        ("!Twins: shoot Otto with both pistols", "shoot Twins at Otto with pistol"),
        ("!Bob: attack Otto with both knives", "nobody of Bob has two of knife"),
    ] {
        let reading = read_by(&battle, Poster::Gm, post);
        let orders = reading.orders().map(|it| shown(&battle, it));
        let outcome: Vec<String> = orders.chain(reading.diagnostics.iter().map(|it| it.message.clone())).collect();
        assert_eq!(outcome, [comes_to], "{post}");
    }
}

#[test]
fn only_a_plate_is_a_formation_to_stand_in() {
    check(
        "!Alpha: hold formation\n!Alpha: stand in formation\n!Yoko: stand in formation",
        expect![[r#"
            hold Alpha
            hold Alpha
            line 3: !Yoko: stand in formation
                                 ^^^^^^^^^^^^ "in formation" means nothing to hold. Did you mean "Yoko: hold"? Then write that.
        "#]],
    );
}

#[test]
fn whoever_is_to_move_and_then_shoot_is_told_what_comes_first() {
    check(
        "!Alpha: move to C3, then shoot Orcs\n!Yoko: attack Captain, then move to C3",
        expect![[r#"
            move Alpha to C3
            shoot Alpha at Orcs
            melee Yoko attack Captain
            move Yoko to C3
            line 1: !Alpha: move to C3, then shoot Orcs
                                             ^^^^^^^^^^ this happens before all movement, whatever you write first.
        "#]],
    );
}

#[test]
fn whoever_holds_what_several_hold_is_asked_about() {
    let people = "a Ann reds: fig sword; o Otto blues: fig knife; c Carl blues: fig knife";
    let battle = crate::brick::battle::scene::scene_with(".a .o . .c", people, |_| ());
    let reading = read_by(&battle, Poster::Gm, "!Ann: attack the man with the knife");
    let said: Vec<&str> = reading.diagnostics.iter().map(|it| it.message.as_str()).collect();
    assert_eq!(said, ["\"the man with the knife\" could be Otto or Carl"]);
}

#[test]
fn the_word_that_is_no_verb_is_marked_and_no_name_before_it() {
    check(
        "!yok whistles\n!Yoko: Captain\n!Alpha: spare Alpha 1",
        expect![[r#"
            line 1: !yok whistles
                         ^^^^^^^^ "whistles" is not an order. Say what to do: shoot, melee, move, form, react and so on.
            line 2: !Yoko: Captain
                           ^^^^^^^ this names a squad but gives no order. Try shoot, attack, move, charge or hold.
            line 3: !Alpha: spare Alpha 1
                            ^^^^^ "spare" belongs to a squad's hits. Write "hits Name spare" and a name.
        "#]],
    );
}

#[test]
fn no_word_of_english_is_taken_for_a_slip_of_a_verb() {
    for (post, verb) in
        [("!Yoko: back", "brace"), ("!Yoko: from B1 to C3", "form"), ("!Yoko whistles\n!sorry, Captain", "parry")]
    {
        let outcome = outcome(post);
        assert!(outcome.contains("line 1") && !outcome.contains(&format!("\"{verb}\"")), "{outcome}");
    }
}

#[test]
fn before_a_foe_a_word_of_english_may_be_a_slip() {
    for (post, verb) in
        [("!Yoko: attach Captain", "attack"), ("!Yoko: shoo Captain", "shoot"), ("!Yoko: change Captain", "charge")]
    {
        let outcome = outcome(post);
        assert!(outcome.contains(&format!("Did you mean \"{verb}\"?")), "{outcome}");
    }
    assert!(!outcome("!Yoko: attach Alpha").contains("Did you mean"));
}

#[test]
fn an_order_is_told_with_whose_it_is_first() {
    let battle = battle();
    for (post, words) in [("!stay put Yoko", "Yoko: stay put"), ("!hold Yoko", "Yoko: hold")] {
        let reading = read_by(&battle, ANN, post);
        assert_eq!(reading.orders().map(|it| crate::brick::orders::told(&battle, it)).collect::<Vec<_>>(), [words]);
    }
}

#[test]
fn a_squad_that_is_named_among_people_is_told_who_they_are() {
    let battle =
        crate::brick::battle::scene::scene_with(".a .a .o", "a Alpha reds 2x1: fig; o Otto blues: fig", |setup| {
            crate::brick::battle::scene::unit(setup, "Alpha-1").name = "Ann".to_owned();
            crate::brick::battle::scene::unit(setup, "Alpha-2").name = "Bea".to_owned();
        });
    let said = read_by(&battle, Poster::Gm, "!form Line from Alpha").diagnostics;
    assert_eq!(said[0].message, "Alpha is a squad: name its members here");
    assert_eq!(said[0].help.as_deref(), Some("They are Ann and Bea."));
}

#[test]
fn any_part_of_a_weapons_name_will_do_that_fits_one_in_hand() {
    let people = "a Ann reds: fig sword axe; o Otto blues: fig knife";
    let battle = crate::brick::battle::scene::scene_with(".a .o", people, |setup| {
        crate::brick::battle::scene::weapon(setup, "axe").name = "throwing knife".to_owned();
    });
    let read = |text: &str| read_by(&battle, Poster::Gm, text);
    for (part, whole) in [
        ("!Ann throws her knife at Otto", "!Ann: throw throwing knife at Otto"),
        ("!Ann: attack Otto with knife", "!Ann: attack Otto with throwing knife"),
    ] {
        let (part, whole) = (read(part), read(whole));
        assert_eq!(part.orders().collect::<Vec<_>>(), whole.orders().collect::<Vec<_>>());
        assert_eq!((part.given.len(), &part.diagnostics[..]), (1, &[][..]));
    }
    assert_eq!(read("!Otto: attack Ann with knife").given.len(), 1);
}

#[test]
fn who_goes_away_from_a_foe_is_told_a_tile_far_from_all_of_them() {
    for (text, how) in [
        ("!Yoko: retreat", "withdraw"),
        ("!Yoko retreats from the Captain", "withdraw"),
        ("!Yoko: retreat Captain", "withdraw"),
        ("!Yoko withdraws from the fight", "withdraw"),
        ("!Yoko moves away from the Captain", "move"),
    ] {
        let reading = read_by(&battle(), ANN, text);
        let said: Vec<&str> = reading.diagnostics.iter().map(|it| it.message.as_str()).collect();
        assert_eq!(said, [format!("where to, such as \"{how} to G1\", is missing here")], "{text}");
    }
}

#[test]
fn bc5_8_whether_somebody_strikes_back_is_said_behind_a_defence() {
    check(
        "!Alpha: react brace then strike\n!react Alpha pass strike then hold",
        expect![[r#"
            line 1: !Alpha: react brace then strike
                                        ^^^^^^^^^^^ "then strike" only goes after parry, bail or none, so none of this is taken (BC-5.8). Write the first part alone, and "react Name strike" as an order of its own.
            line 2: !react Alpha pass strike then hold
                                             ^^^^^^^^^ "then hold" only goes after parry, bail or none, so none of this is taken (BC-5.8). Write the first part alone, and "react Name hold" as an order of its own.
        "#]],
    );
}

#[test]
fn a_way_without_a_number_and_a_place_to_leave_are_nowhere_to_go() {
    check(
        "!Yoko: retreat east\n!Yoko: move to the east\n!Yoko: withdraw from B3\n!Yoko: move from B3",
        expect![[r#"
            line 1: !Yoko: retreat east
                                   ^^^^ this doesn't say how many tiles. Write it like "2 tiles east", or name the tile.
            line 2: !Yoko: move to the east
                                       ^^^^ this doesn't say how many tiles. Write it like "2 tiles east", or name the tile.
            line 3: !Yoko: withdraw from B3
                                    ^^^^^^^ Yoko isn't at B3, and can't go from there. Write where to, as in "withdraw to C7".
            line 4: !Yoko: move from B3
                                ^^^^^^^ Yoko isn't at B3, and can't go from there. Write where to, as in "move to C7".
        "#]],
    );
}

#[test]
fn what_is_thrown_by_nobody_or_is_nothing_is_told_so() {
    check(
        "!throw the knife at Orcs\n!Yoko: throw the pumpkin at Orcs",
        expect![[r#"
            line 1: !throw the knife at Orcs
                     ^^^^^ this says "throw", but not who. Write "Name: throw …".
            line 2: !Yoko: throw the pumpkin at Orcs
                                     ^^^^^^^ Yoko has no pumpkin. In hand: sword.
        "#]],
    );
}

#[test]
fn a_mark_ends_with_its_sentence() {
    let text = "!Yoko attacks Captain (legs shaking). Heads up Alpha";
    let reading = read_by(&battle(), ANN, text);
    let marks: Vec<&str> = reading.diagnostics.iter().map(|it| &text[it.span.clone()]).collect();
    assert_eq!(marks, ["legs shaking"]);
}
