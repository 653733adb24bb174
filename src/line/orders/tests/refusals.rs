//! Posts that are refused, and how.

use expect_test::expect;

use super::*;
use crate::line::orders::keywords::{Keyword, lexicon};
use crate::post::dictionary;
use crate::post::near::is_one_slip;
use crate::post::numbers::value;

#[test]
fn an_unknown_squad_is_answered_with_the_nearest_names() {
    check(
        "!Alfa: shoot Nobz; hold\n!Xyz: hold\n!shoot Spars at Nobz\n!Alpha & Spears: hold",
        expect![[r#"
            Alpha: hold
            Spears: hold
            line 1: !Alfa: shoot Nobz; hold
                     ^^^^ no squad of yours is called "Alfa". Did you mean "Alpha: hold" and "Alpha: shoot Nobz"? Then write that.
            line 2: !Xyz: hold
                     ^^^ no squad of yours is called "Xyz". Yours are Alpha, Spears, Heavy team and Marsh.
            line 3: !shoot Spars at Nobz
                           ^^^^^ no squad of yours is called "Spars". Did you mean "Spears"?"#]],
    );
}

#[test]
fn t3_only_the_own_squads_take_orders() {
    check(
        "!Bravo: hold\n!Nobz: hold\n!hold Bravo",
        expect![[r#"
        line 1: !Bravo: hold
                 ^^^^^ Bravo is bob's (T-3).
        line 2: !Nobz: hold
                 ^^^^ Nobz is the enemy's (T-3).
        line 3: !hold Bravo
                      ^^^^^ Bravo is bob's (T-3)."#]],
    );
    check_for(
        &battle(),
        BOB,
        "!Spears: hold\n!elan: hold",
        expect![[r#"
        Élan: hold
        line 1: !Spears: hold
                 ^^^^^^ Spears is alice's (T-3)."#]],
    );
}

#[test]
fn a_name_that_fits_several_is_refused() {
    check(
        "!Alpha: shoot Boyz\n!Alpha: shoot \"Slugga\"\n!Alpha: shoot Slugga 1",
        expect![[r#"
            Alpha: shoot Slugga Boyz 1
            line 1: !Alpha: shoot Boyz
                                  ^^^^ "Boyz" could be "Slugga Boyz 1" or "Slugga Boyz 2". Write more of the name.
            line 2: !Alpha: shoot "Slugga"
                                  ^^^^^^^^ no enemy squad is called "Slugga". Did you mean "Slugga Boyz 1" or "Slugga Boyz 2"?"#]],
    );
}

#[test]
fn s1_targets_are_enemies() {
    check(
        "!Alpha: shoot Bravo\n!Alpha: charge Spears\n!Alpha: shoot\n!Alpha: shoot with rifles\n!shoot Nobz",
        expect![[r#"
            line 1: !Alpha: shoot Bravo
                                  ^^^^^ Bravo is on your side, and orders name enemies only (S-1).
            line 2: !Alpha: charge Spears
                                   ^^^^^^ Spears is on your side, and orders name enemies only (S-1).
            line 3: !Alpha: shoot
                            ^^^^^ this doesn't say which enemy is meant for Alpha. The nearest are Slugga Boyz 1, Slugga Boyz 2 and Nobz.
            line 4: !Alpha: shoot with rifles
                                       ^^^^^^ this doesn't say which enemy is meant for Alpha. The nearest are Slugga Boyz 1, Slugga Boyz 2 and Nobz.
            line 5: !shoot Nobz
                           ^^^^ Nobz is the enemy's, and this names no squad of yours. Begin with the name of your squad and a colon. Yours are Alpha, Spears, Heavy team and Marsh."#]],
    );
    check(
        "!Alpha: shoot Noobz\n!Alpha: shoot the zzzzz with rifles",
        expect![[r#"
            Alpha: shoot Nobz
            line 1: !Alpha: shoot Noobz
                                  ^^^^^ taken as "Alpha: shoot Nobz", with "Noobz" read as "Nobz".
            line 2: !Alpha: shoot the zzzzz with rifles
                                  ^^^^^^^^^ no enemy squad is called "the zzzzz". The nearest are Slugga Boyz 1, Slugga Boyz 2 and Nobz."#]],
    );
}

#[test]
fn s4_a_conditional_order_is_refused_with_the_reason() {
    check(
        "!Alpha: shoot Nobz unless dead
!if Nobz are dead, Alpha: shoot Boyz 1
!Alpha: shoot Nobz, otherwise Boyz 1; hold
!Spears: hold until relieved",
        expect![[r#"
            Alpha: hold
            line 1: !Alpha: shoot Nobz unless dead
                                       ^^^^^^ orders can't be conditional: the players fire first and all at once (S-4).
            line 2: !if Nobz are dead, Alpha: shoot Boyz 1
                     ^^ orders can't be conditional: the players fire first and all at once (S-4).
            line 3: !Alpha: shoot Nobz, otherwise Boyz 1; hold
                                        ^^^^^^^^^ orders can't be conditional: the players fire first and all at once (S-4).
            line 4: !Spears: hold until relieved
                                  ^^^^^ orders can't be conditional: the players fire first and all at once (S-4)."#]],
    );
}

#[test]
fn v1_diagonal_steps_are_refused() {
    check(
        "!Alpha: move ne 3\n!Alpha: move north-east 3\n!Alpha: move 2 sw",
        expect![[r#"
        line 1: !Alpha: move ne 3
                             ^^ squads move in cardinal steps only: north, east, south or west (V-1). Write it as two parts, like "north 2 then east 2".
        line 2: !Alpha: move north-east 3
                             ^^^^^ squads move in cardinal steps only: north, east, south or west (V-1). Write it as two parts, like "north 2 then east 2".
        line 3: !Alpha: move 2 sw
                               ^^ squads move in cardinal steps only: north, east, south or west (V-1). Write it as two parts, like "north 2 then east 2"."#]],
    );
}

#[test]
fn who_sends_so_many_may_mean_units_or_steps() {
    check(
        "!Alpha sends 3 south
!Alpha: send 2 to the south
!Alpha: sends 3 steps south",
        expect![[r#"
            Alpha: move south 3
            line 1: !Alpha sends 3 south
                                 ^^^^^^^ 3 could be units or steps (V-2). Steps are written "Alpha: move south 3". A unit that goes alone is named: "Alpha.3: move to C7".
            line 2: !Alpha: send 2 to the south
                                 ^^^^^^^^^^^^^^ 2 could be units or steps (V-2). Steps are written "Alpha: move south 2". A unit that goes alone is named: "Alpha.3: move to C7".
            line 3: !Alpha: sends 3 steps south
                     ^^^^^^^^^^^^^^^^^^^^^^^^^^ in short, "Alpha: move south 3"."#]],
    );
}

#[test]
fn one_of_a_squad_is_named_behind_a_dot_even_if_the_squad_is_called_like_a_title() {
    let battle = battle_with(|setup| {
        setup.squads.iter_mut().filter(|it| it.name == "Spears").for_each(|it| it.name = "Old Gen".to_owned());
    });
    for post in ["!Old Gen.2 hold", "!Old Gen.2: hold"] {
        let said = printed(&battle, &read_by(&battle, ALICE, post), post);
        assert!(said.contains("alone can only be sent to a tile"), "{post}: {said}");
    }
}

#[test]
fn no_answer_asks_about_a_tile_that_the_map_does_not_have() {
    let only_bravo = fallen(&battle(), "Élan", &[0]);
    for post in ["!W8, shoot Nobz", "!w8, shoot Nobz", "!m8 Bravo holds"] {
        let reading = read_by(&only_bravo, BOB, post);
        assert!(reading.given.is_empty(), "{post}: {}", printed(&only_bravo, &reading, post));
        assert!(!printed(&only_bravo, &reading, post).contains("could be the tile"), "{post}");
    }
}

#[test]
fn a_destination_must_be_a_place_to_stand() {
    check(
        "!Alpha: move to Z9
!Alpha: move to F2
!Alpha: move to F7
!Alpha: move C300
!Alpha: move via F3 to C7
!Alpha: move north 3
!Alpha: move to
!Alpha: move to nowhere
!Alpha: move C7 D7
!Alpha: move 4
!Alpha: move north
!Alpha: move south 0
!Alpha: move south 999
!Alpha: move south -3
!Alpha: move toward Alpha
!Alpha: move toward Ridgy
!Alpha: south x99999",
        expect![[r#"
            Alpha: move toward The Ridge
            line 1: !Alpha: move to Z9
                                    ^^ Z9 is off the map, which goes from A1 to L8 (T-1).
            line 2: !Alpha: move to F2
                                    ^^ nobody can stand on F2: wall is in the way (T-10).
            line 3: !Alpha: move to F7
                                    ^^ nobody can stand on F7: water is in the way (T-10).
            line 4: !Alpha: move C300
                                 ^^^^ C300 is off the map, which goes from A1 to L8 (T-1).
            line 5: !Alpha: move via F3 to C7
                                     ^^ nobody can stand on F3: wall is in the way (T-10).
            line 6: !Alpha: move north 3
                                 ^^^^^^^ these steps lead off the map, counted from C1 (V-1).
            line 7: !Alpha: move to
                                 ^^ this doesn't say where to. Name a tile like C7, steps like "north 4", or "toward" a squad or objective.
            line 8: !Alpha: move to nowhere
                                    ^^^^^^^ no tile, squad or objective is called "nowhere".
            line 9: !Alpha: move C7 D7
                                    ^^ "D7" is not understood, so this order is not taken. Leave it out, or put a ; before a further order.
            line 10: !Alpha: move 4
                                  ^ this doesn't say which way. Write it like "north 4".
            line 11: !Alpha: move north
                                  ^^^^^ this doesn't say how many steps. Write it like "north 4".
            line 12: !Alpha: move south 0
                                  ^^^^^ a number of steps is from 1 to 200.
            line 13: !Alpha: move south 999
                                  ^^^^^ a number of steps is from 1 to 200.
            line 14: !Alpha: move south -3
                                  ^^^^^ this doesn't say how many steps. Write it like "south 4".
            line 15: !Alpha: move toward Alpha
                                         ^^^^^ "Alpha" is the squad that is to move.
            line 16: !Alpha: move toward Ridgy
                                         ^^^^^ taken as "Alpha: move toward The Ridge", with "Ridgy" read as "Ridge".
            line 17: !Alpha: south x99999
                             ^^^^^ a number of steps is from 1 to 200."#]],
    );
}

#[test]
fn weapons_must_be_there_and_fit_the_phase() {
    check(
        "!Spears: shoot Nobz
!Alpha: shoot Nobz with cannon
!Alpha: shoot Nobz with bayonets
!Alpha: melee Nobz with rifles
!Alpha: melee with
!Alpha: shoot Nobz with rifles, Boyz 1 with rifles
!Alpha: shoot Nobz and Boyz 1
!Alpha: shoot at will",
        expect![[r#"
            line 1: !Spears: shoot Nobz
                             ^^^^^ Spears has nothing to shoot with (S-1). It can charge or melee.
            line 2: !Alpha: shoot Nobz with cannon
                                            ^^^^^^ Alpha has no "cannon" (S-2). It has rifle and pistol.
            line 3: !Alpha: shoot Nobz with bayonets
                                            ^^^^^^^^ bayonet is a melee weapon and can't be fired (T-5).
            line 4: !Alpha: melee Nobz with rifles
                                            ^^^^^^ rifle is not a melee weapon (M-8). Close-quarters weapons are fired in melee without an order (M-2).
            line 5: !Alpha: melee with
                                  ^^^^ this doesn't name a weapon (S-2). It has bayonet.
            line 6: !Alpha: shoot Nobz with rifles, Boyz 1 with rifles
                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ the same weapons can't fire at two squads (S-4). Write it like "shoot TARGET with WEAPON, TARGET with WEAPON".
            line 7: !Alpha: shoot Nobz and Boyz 1
                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ to fire at two squads, say which weapons fire at which (S-4). Write it like "shoot TARGET with WEAPON, TARGET with WEAPON".
            line 8: !Alpha: shoot at will
                            ^^^^^ only the enemy fires at will: name the squad to shoot (S-6)."#]],
    );
}

#[test]
fn a_misspelt_verb_is_answered_with_the_nearest() {
    check(
        "!Alpha: shot Nobz\n!Alpha: attack Nobz\n!Alpha\n!Alpha:\n!\n!dance\n!Alpha: form line\n!split Alpha\n!Alpha disengge",
        expect![[r#"
            Alpha: disengage
            line 1: !Alpha: shot Nobz
                            ^^^^ this tells what happened, which is not an order. Orders say what to do: shoot, move, hold.
            line 2: !Alpha: attack Nobz
                            ^^^^^^ "attack" could mean several things. Say shoot, melee or charge.
            line 3: !Alpha
                     ^^^^^ this names a squad but gives no order. Try shoot, melee, move, charge or hold.
            line 4: !Alpha:
                          ^ this names a squad but gives no order. Try shoot, melee, move, charge or hold.
            line 5: !
                     ^ there is no order on this line.
            line 6: !dance
                     ^^^^^ this is not understood as an order. An order names a squad and what it does, like "Alpha: hold".
            line 7: !Alpha: form line
                            ^^^^ this battle is played without formations. Its scenario can turn them on with modules = ["formations"].
            line 8: !split Alpha
                     ^^^^^ this battle is played without formations. Its scenario can turn them on with modules = ["formations"].
            line 9: !Alpha disengge
                           ^^^^^^^^ taken as "Alpha: disengage", with "disengge" read as "disengage"."#]],
    );
}

#[test]
fn words_left_over_are_marked() {
    check(
        "!Alpha: hold the line\n!Alpha: shoot Nobz quickly and well; hold\n!Alpha: move C7 (quietly)",
        expect![[r#"
            Alpha: hold
            Alpha: shoot Nobz
            Alpha: hold
            Alpha: move to C7
            line 2: !Alpha: shoot Nobz quickly and well; hold
                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ in short, "Alpha: shoot Nobz" and "Alpha: hold"."#]],
    );
}

#[test]
fn h1_what_heroes_cannot_do() {
    check(
        "!Spears: join Bravo
!Marsh: leave
!Alpha Officer: join Alpha
!Alpha Officer: move to C7
!Marsh: join Nobz
!Marsh: join Alpha
!Marsh: join Xyz
!join Nelson to Alpha",
        expect![[r#"
            Marsh Officer: join Alpha
            line 1: !Spears: join Bravo
                                  ^^^^^ only heroes join and leave squads, and Spears is a squad (H-1).
            line 2: !Marsh: leave
                            ^^^^^ Marsh Officer is alone already (H-1).
            line 3: !Alpha Officer: join Alpha
                                         ^^^^^ Alpha Officer is in Alpha already (H-1).
            line 4: !Alpha Officer: move to C7
                     ^^^^^^^^^^^^^ Alpha Officer is in Alpha and follows its orders (H-1). Give the order to Alpha, or let Alpha Officer leave now and give the order next round.
            line 5: !Marsh: join Nobz
                                 ^^^^ Nobz is on the other side (H-1).
            line 6: !Marsh: join Alpha
                                 ^^^^^ Marsh Officer is 7 tiles from Alpha now and can join from 1 tile away (H-1).
            line 7: !Marsh: join Xyz
                                 ^^^ no squad of your side is called "Xyz".
            line 8: !join Nelson to Alpha
                          ^^^^^^ no hero of yours is called "Nelson"."#]],
    );
}

#[test]
fn c4_an_ability_that_nobody_has_is_told_by_all_of_its_name_whatever_its_words_mean() {
    check(
        "!use heads down on Alpha\n!use Receive the Charge on Alpha\n!use Long Shot on Nobz\n!use Rally shot on Nobz",
        expect![[r#"
            line 1: !use heads down on Alpha
                         ^^^^^^^^^^ no ability of yours is called "heads down". Did you mean "Steady On"?
            line 2: !use Receive the Charge on Alpha
                         ^^^^^^^^^^^^^^^^^^ no ability of yours is called "Receive the Charge". Yours: Rally, Steady On, Smoke, Curse and Second Wind.
            line 3: !use Long Shot on Nobz
                         ^^^^^^^^^ no ability of yours is called "Long Shot". Yours: Rally, Steady On, Smoke, Curse and Second Wind.
            line 4: !use Rally shot on Nobz
                               ^^^^ this tells what happened, which is not an order. Orders say what to do: shoot, move, hold."#]],
    );
}

#[test]
fn c4_abilities_have_a_hero_and_a_fitting_target() {
    check(
        "!use Raly on Alpha
!use Rally on Alpha
!use
!use Secret Art
!use Smoke on Alpha
!use Smoke on L8
!use Smoke on Z99
!use Curse on Alpha
!use Steady On on Bravo
!use Steady On on Heavy
!use Smoke by Marsh on C7
!use Rally by Marsh
!use Rally on Xyz by Marsh
!use Rally on Alpha by Nelson",
        expect![[r#"
            use Smoke on L8 by Alpha Officer
            use Steady On on Heavy team by Alpha Officer
            line 1: !use Raly on Alpha
                         ^^^^ no ability of yours is called "Raly". Did you mean "Rally"?
            line 2: !use Rally on Alpha
                         ^^^^^ Rally could be used by "Alpha Officer" or "Marsh Officer" (C-4). Add "by" and the name.
            line 3: !use
                     ^^^ this doesn't say which ability (C-4). Yours: Rally, Steady On, Smoke, Curse and Second Wind.
            line 4: !use Secret Art
                         ^^^^^^^^^^ no hero of yours has Secret Art (C-4).
            line 5: !use Smoke on Alpha
                                  ^^^^^ "Alpha" is not a tile (T-1). Tiles are written like C7: column, then row.
            line 6: !use Smoke on L8
                         ^^^^^^^^^^^ Smoke reaches 4 tiles and its target is 16 away now (C-4).
            line 7: !use Smoke on Z99
                                  ^^^ Z99 is off the map, which goes from A1 to L8 (T-1).
            line 8: !use Curse on Alpha
                                  ^^^^^ Curse is used on an enemy squad, which Alpha is not (C-4).
            line 9: !use Steady On on Bravo
                         ^^^^^^^^^^^^^^^^^^ Steady On is used on a squad of your own, which Bravo is not (C-4).
            line 10: !use Steady On on Heavy
                          ^^^^^^^^^^^^^^^^^^ Steady On reaches 3 tiles and its target is 5 away now (C-4).
            line 11: !use Smoke by Marsh on C7
                          ^^^^^ Marsh Officer doesn't have Smoke (C-4).
            line 12: !use Rally by Marsh
                          ^^^^^ this doesn't say what Rally is used on (C-4). It is used on a squad of your side.
            line 13: !use Rally on Xyz by Marsh
                                   ^^^ no squad for it is called "Xyz".
            line 14: !use Rally on Alpha by Nelson
                                            ^^^^^^ no hero of yours is called "Nelson"."#]],
    );
    check_for(
        &battle(),
        BOB,
        "!use Rally on Alpha\n!use Rally on Alpha by Marsh",
        expect![[r#"
        line 1: !use Rally on Alpha
                     ^^^^^ no hero of yours has Rally (C-4).
        line 2: !use Rally on Alpha by Marsh
                                       ^^^^^ Marsh Officer is not yours to command (C-1)."#]],
    );
}

#[test]
fn an_enemy_whose_name_is_a_word_of_orders_is_told_as_it_has_to_be_written() {
    let battle = battle_with(|setup| {
        setup.squads.iter_mut().filter(|it| it.name == "Nobz").for_each(|it| it.name = "Foe".to_owned());
    });
    check_for(
        &battle,
        ALICE,
        "!Alpha: shoot Foe\n!use Curse on Foe",
        expect![[r#"
            line 1: !Alpha: shoot Foe
                                  ^^^ this doesn't say which enemy is meant for Alpha. The nearest are Slugga Boyz 1, Slugga Boyz 2 and "Foe".
            line 2: !use Curse on Foe
                                  ^^^ this doesn't say what Curse is used on (C-4). Write its name between quotes: "Foe"."#]],
    );
}

#[test]
fn h2_a_hero_who_is_down_does_nothing() {
    let battle = fallen(&battle(), "Marsh", &[0]);
    check_for(
        &battle,
        ALICE,
        "!use Rally on Alpha by Marsh\n!Marsh: join Alpha\n!Marsh: hold",
        expect![[r#"
        line 1: !use Rally on Alpha by Marsh
                     ^^^^^ Rally needs its hero on the field, and Marsh Officer is not standing (H-2).
        line 2: !Marsh: join Alpha
                             ^^^^^ Marsh Officer is not standing (H-2).
        line 3: !Marsh: hold
                 ^^^^^ Marsh Officer is not standing (H-2)."#]],
    );
}

#[test]
fn h2_a_hero_who_is_still_to_come_has_not_fallen() {
    let battle = battle_with(|setup| {
        let marsh = setup.squads.iter_mut().find(|it| it.name == "Marsh");
        marsh.expect("his own squad").in_reserve = true;
    });
    check_for(
        &battle,
        ALICE,
        "!use Rally on Alpha by Marsh",
        expect![[r#"
        line 1: !use Rally on Alpha by Marsh
                     ^^^^^ Rally needs its hero on the field, and Marsh Officer comes with Marsh, which isn't here yet (H-2)."#]],
    );
}

#[test]
fn squads_that_are_gone_or_in_reserve_take_no_orders() {
    let gone = fallen(&battle(), "Spears", &[0, 1]);
    check_for(
        &gone,
        ALICE,
        "!Spears: hold",
        expect![[r#"
        line 1: !Spears: hold
                 ^^^^^^ nobody of Spears stands any more (T-8)."#]],
    );
    let gone = fallen(&battle(), "Nobz", &[0]);
    check_for(
        &gone,
        ALICE,
        "!Alpha: shoot Nobz; move toward Nobz",
        expect![[r#"
            line 1: !Alpha: shoot Nobz; move toward Nobz
                                  ^^^^ nobody of Nobz stands any more (T-8).
            line 1: !Alpha: shoot Nobz; move toward Nobz
                                                    ^^^^ nobody of Nobz stands any more (T-8)."#]],
    );
    let reserve =
        scene_with(".a .c .b", "a Alpha players@alice: rifle; b Boyz enemy: boy; c Carol players@alice: rifle", |it| {
            it.squads[2].in_reserve = true;
            it.squads[1].in_reserve = true;
        });
    check_for(
        &reserve,
        ALICE,
        "!Carol: hold\n!Alpha: shoot Boyz; move toward Boys; move toward Carol",
        expect![[r#"
            line 1: !Carol: hold
                     ^^^^^ Carol is in reserve: it can take orders once it is on the map.
            line 2: !Alpha: shoot Boyz; move toward Boys; move toward Carol
                                  ^^^^ no enemy squad is called "Boyz".
            line 2: !Alpha: shoot Boyz; move toward Boys; move toward Carol
                                                    ^^^^ no tile, squad or objective is called "Boys".
            line 2: !Alpha: shoot Boyz; move toward Boys; move toward Carol
                                                                      ^^^^^ Carol is in reserve: it can take orders once it is on the map."#]],
    );
}

#[test]
fn v5_abandoning_needs_a_number_and_someone_to_abandon() {
    check(
        "!Alpha: abandon\n!Alpha: abandon 999\n!Alpha: abandon 70000\n!Alpha: abandon 1",
        expect![[r#"
            Alpha: abandon 1
            line 1: !Alpha: abandon
                            ^^^^^^^ this doesn't say how many of the downed to leave behind (V-5). Say "all" or a number.
            line 2: !Alpha: abandon 999
                                    ^^^ no squad carries that many (V-5).
            line 3: !Alpha: abandon 70000
                                    ^^^^^ no squad carries that many (V-5).
            line 4: !Alpha: abandon 1
                                    ^ Alpha carries nobody now (V-5)."#]],
    );
    check_for(&fallen(&battle(), "Alpha", &[0]), ALICE, "!Alpha: abandon 1", expect!["Alpha: abandon 1"]);
}

#[test]
fn v1_a_squad_in_melee_is_warned() {
    let battle = scene_with(".a .b", "a Alpha players@alice: rifle; b Boyz enemy: boy", |_| ());
    check_for(
        &battle,
        ALICE,
        "!Alpha: move to A1\n!Alpha: charge Boyz\n!Alpha: disengage",
        expect![[r#"
            Alpha: move to A1
            Alpha: charge Boyz
            Alpha: disengage
            line 1: !Alpha: move to A1
                                 ^^ Alpha is in melee now and can't move unless the melee ends first (V-1). To get away, order it to disengage."#]],
    );
}

#[test]
fn what_is_echoed_is_made_harmless() {
    check(
        "!@everyone: hold\n!**x**`y`<b>|z|: hold\n!Alpha: shoot \u{7}evil <@1> name",
        expect![[r#"
            line 1: !@everyone: hold
                     ^^^^^^^^^ no squad of yours is called "everyone". Yours are Alpha, Spears, Heavy team and Marsh.
            line 2: !**x**`y`<b>|z|: hold
                       ^^^^^ no squad of yours is called "xy". Yours are Alpha, Spears, Heavy team and Marsh.
            line 3: !Alpha: shoot evil <@1> name
                                   ^^^^^^^^^^^^^^ no enemy squad is called "evil 1 name". The nearest are Slugga Boyz 1, Slugga Boyz 2 and Nobz."#]],
    );
    check(
        "!aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa: hold",
        expect![[r#"
            line 1: !aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa: hold
                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no squad of yours is called "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…". Yours are Alpha, Spears, Heavy team and Marsh."#]],
    );
}

#[test]
fn an_open_fence_is_mentioned() {
    check(
        "```orders\nAlpha: hold",
        expect![[r#"
        Alpha: hold
        line 1: ```orders
                ^^^^^^^^^ this block is never closed, so all lines below it are read as orders. Close it with a line of three backticks."#]],
    );
    check(
        "```\n!Alpha: hold",
        expect![[r#"
        line 1: ```
                ^^^ this block is never closed, so all lines below it are read as fiction. Close it with a line of three backticks."#]],
    );
    check("```\nonce upon a time", expect![""]);
}

#[test]
fn a_word_that_stops_never_gives_the_order_behind_it() {
    const STOPS: &[&str] = &[
        "hold",
        "holding",
        "halts",
        "stop",
        "ceases",
        "skips",
        "pass on",
        "refrains from",
        "avoid",
        "cancels",
        "forget",
        "leave off",
        "no more",
    ];
    const STOPPED: &[&str] = &[
        "fire on Nobz",
        "fire at Nobz",
        "the fire on Nobz",
        "its fire on Nobz",
        "shooting Nobz",
        "shooting at Nobz",
        "firing on Nobz",
        "the charge on Nobz",
        "its charge at Nobz",
        "charging Nobz",
        "the attack on Nobz",
        "attacking Nobz",
        "fighting Nobz",
        "its move to C7",
        "the move to C7",
        "moving to C7",
        "the advance to C7",
        "advancing to C7",
        "the melee with Nobz",
        "its retreat to C7",
    ];
    let battle = battle();
    let is_verb = |it: &(&str, Keyword)| it.1.is_verb() && !it.0.contains(' ');
    let verbs = lexicon().words().filter(is_verb);
    let verbs = verbs.flat_map(|(verb, _)| [format!("the {verb} on Nobz"), format!("{verb} to C7")]);
    let stopped: Vec<String> = STOPPED.iter().map(|it| (*it).to_owned()).chain(verbs).collect();
    let names = Names::new(&battle);
    let mut given = Vec::new();
    for stop in STOPS {
        for stopped in &stopped {
            let text = format!("!Alpha: {stop} {stopped}");
            let reading = read(&text, &names, &battle, ALICE, &Language::default());
            let wrong = reading.orders().filter(|it| !matches!(it, Order::Movement(_, Movement::Hold)));
            given.extend(wrong.map(|it| format!("{text} gives {}", canonical(&battle, it))));
            let offered = reading.diagnostics.iter().flat_map(|it| &it.meant).filter(|it| !it.ends_with(": hold"));
            given.extend(offered.map(|it| format!("{text} offers {it}")));
        }
    }
    assert!(given.is_empty(), "{} of them:\n{}", given.len(), given.join("\n"));
}

#[test]
fn a_word_of_english_is_no_slip_of_another() {
    let battle = battle();
    let names = Names::new(&battle);
    let means_something = |it: &str| {
        lexicon().meaning(it).is_some()
            || lexicon().leads(it)
            || value(it).is_some()
            || names.tables().iter().any(|table| table.begins_with(it))
    };
    // All other words are too far from those of the language and the names to be slips of them.
    let is_near = |word: &str| {
        lexicon().words().any(|it| is_one_slip(word, it.0))
            || names.tables().iter().flat_map(|it| it.vocabulary()).any(|it| is_one_slip(word, it))
    };
    let mut given = Vec::new();
    for word in dictionary::words().filter(|it| !means_something(it) && is_near(it)) {
        for text in [format!("!Alpha {word} Nobz"), format!("!Alpha: shoot {word}")] {
            let orders = read(&text, &names, &battle, ALICE, &Language::default());
            given.extend(orders.orders().map(|it| format!("{text} gives {}", canonical(&battle, it))));
        }
    }
    assert!(given.is_empty(), "{} of them:\n{}", given.len(), given.join("\n"));
}
