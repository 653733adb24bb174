//! Posts that are understood.

use expect_test::expect;

use super::*;
use crate::line::orders::clause::read_text;

#[test]
fn shooting_names_a_target_and_maybe_what_with() {
    check(
        "!Alpha: shoot Nobz
!alpha: FIRE AT slugga boyz 1 with rifles
!Alpha: engage the Nobz!
!Heavy: shoot Nobz with team
!Heavy team: shoot Nobz with machine gun, Slugga Boyz 2 with rifles
!Heavy: fire → “Slugga Boyz 1” with machine gun and Nobz
!Heavy: shoot Nobz with machine gun and pistols
!Alpha: shoot with pistols at Nobz
!Alpha: shoot Nobz with everything",
        expect![[r#"
            Alpha: shoot Nobz
            Alpha: shoot Slugga Boyz 1 with rifle
            Alpha: shoot Nobz
            Heavy team: shoot Nobz with "team"
            Heavy team: shoot Nobz with machine gun, Slugga Boyz 2 with rifle
            Heavy team: shoot Slugga Boyz 1 with machine gun, Nobz
            Heavy team: shoot Nobz with machine gun, Nobz with pistol
            Alpha: shoot Nobz with pistol
            Alpha: shoot Nobz"#]],
    );
}

#[test]
fn what_is_written_as_it_is_printed_is_not_told_again() {
    let battle = battle_with(|setup| {
        let nobz = setup.squads.iter_mut().find(|it| it.name == "Nobz").expect("a squad");
        nobz.name = "Second Run".to_owned();
    });
    check_for(
        &battle,
        ALICE,
        "!Alpha: charge Second Run
!alpha charges SECOND RUN!
!Alpha: shoot Second Run; hold
!Alpha: chg Second Run",
        expect![[r#"
            Alpha: charge Second Run
            Alpha: charge Second Run
            Alpha: shoot Second Run
            Alpha: hold
            Alpha: charge Second Run
            line 4: !Alpha: chg Second Run
                     ^^^^^^^^^^^^^^^^^^^^^ in short, "Alpha: charge Second Run"."#]],
    );
}

#[test]
fn on_and_a_stroke_are_as_good_as_at_and_with() {
    check(
        "!Alpha: fire on Nobz w/ pistols
!Alpha: shoot w/ rifles at Nobz
!Alpha: move w 1",
        expect![[r#"
            Alpha: shoot Nobz with pistol, Nobz with rifle
            Alpha: move west 1"#]],
    );
}

#[test]
fn the_verb_may_come_first() {
    check(
        "!shoot Alpha at Boyz 1 with rifles
!shoot Alpha -> Nobz
!shoot Alpha @Nobz
!move Alpha to C7
!hold Alpha
!charge Spears at Nobz after moving to C6
!disengage Alpha to A6
!fall back Alpha
!abandon Alpha all
!melee Spears at Nobz
!join Marsh to Spears
!leave Alpha Officer",
        expect![[r#"
            Alpha: shoot Slugga Boyz 1 with rifle
            Alpha: shoot Nobz
            Alpha: shoot Nobz
            Alpha: move to C7
            Alpha: hold
            Spears: charge Nobz after move to C6
            Alpha: disengage to A6
            Alpha: disengage
            Alpha: abandon all
            Spears: melee Nobz
            Marsh Officer: join Spears
            Alpha Officer: leave
            line 6: !charge Spears at Nobz after moving to C6
                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ in short, "Spears: charge Nobz after move to C6".
            line 9: !abandon Alpha all
                                   ^^^ Alpha carries nobody now (V-5).
            line 11: !join Marsh to Spears
                           ^^^^^ Marsh Officer is 4 tiles from Spears now and can join from 1 tile away (H-1)."#]],
    );
}

#[test]
fn a_squad_at_the_start_is_the_subject_of_the_whole_line() {
    check(
        "!Alpha: shoot Nobz; move to C7; Spears: hold; abandon 2\n!Alpha shoot Nobz; hold",
        expect![[r#"
            Alpha: shoot Nobz
            Alpha: move to C7
            Spears: hold
            Spears: abandon 2
            Alpha: shoot Nobz
            Alpha: hold
            line 1: !Alpha: shoot Nobz; move to C7; Spears: hold; abandon 2
                                                                          ^ Spears carries nobody now (V-5)."#]],
    );
    check(
        "!Alpha: move to C7, shoot Nobz and abandon all downed",
        expect![[r#"
            Alpha: move to C7
            Alpha: shoot Nobz
            Alpha: abandon all
            line 1: !Alpha: move to C7, shoot Nobz and abandon all downed
                                                               ^^^ Alpha carries nobody now (V-5)."#]],
    );
}

#[test]
fn moves_go_to_tiles_by_steps_or_toward_something() {
    check(
        "!Alpha: move to C7
!Alpha: move C7 via c4, D5 take cover
!Alpha: move via C4 and D5 to C7, tight
!Alpha: go to C7 spread out
!Alpha: move north 1
!Spears: move n 1 then e 2
!Spears: move 2 up, right 2
!Spears: move 1 step north and 2 tiles east
!Alpha: move toward Nobz
!Alpha: move towards the ridge 3
!Alpha: move 3 toward Slugga Boyz 2
!Alpha: move to the ridge
!Alpha: move away from Nobz 2 in cover
!Alpha: advance toward Bravo",
        expect![[r#"
            Alpha: move to C7
            Alpha: move to C7 via C4, D5 take cover
            Alpha: move to C7 via C4, D5 tight
            Alpha: move to C7 spread
            Spears: move north 1 then east 2
            Spears: move north 2 then east 2
            Spears: move north 1 then east 2
            Alpha: move toward Nobz
            Alpha: move toward The Ridge 3
            Alpha: move toward Slugga Boyz 2 3
            Alpha: move toward The Ridge
            Alpha: move away from Nobz 2 take cover
            Alpha: move toward Bravo
            line 5: !Alpha: move north 1
                                 ^^^^^^^ these steps lead off the map, counted from C1 (V-1)."#]],
    );
}

#[test]
fn charges_and_escapes_may_have_a_route() {
    check(
        "!Spears: charge Nobz
!Spears: charge Nobz after move to C7
!Spears: move to C7 then charge Nobz
!Spears: disengage
!Spears: fall back to A6
!Spears: withdraw north 2 take cover
!Spears: melee
!Spears: fight Nobz with spears
!Alpha: strike with bayonets
!Spears: abandon all
!Spears: abandon 2 downed
!Spears: hold",
        expect![[r#"
            Spears: charge Nobz
            Spears: charge Nobz after move to C7
            Spears: charge Nobz after move to C7
            Spears: disengage
            Spears: move to A6
            Spears: move north 2 take cover
            Spears: melee
            Spears: melee Nobz with spear
            Alpha: melee with bayonet
            Spears: abandon all
            Spears: abandon 2
            Spears: hold
            line 10: !Spears: abandon all
                                      ^^^ Spears carries nobody now (V-5).
            line 11: !Spears: abandon 2 downed
                                      ^ Spears carries nobody now (V-5)."#]],
    );
}

#[test]
fn abilities_are_used_on_what_they_are_for() {
    check(
        "!use Rally on Alpha by Alpha Officer
!command \"Rally\" on Bravo by Marsh
!Alpha Officer: use rally on Élan
!cp smoke at D5
!ability Curse -> Nobz
!Marsh: use second wind
!Spears: use Steady On",
        expect![[r#"
            use Rally on Alpha by Alpha Officer
            use Rally on Bravo by Marsh Officer
            use Rally on Élan by Alpha Officer
            use Smoke on D5 by Alpha Officer
            use Curse on Nobz by Alpha Officer
            use Second Wind on Marsh.1 by Marsh Officer
            use Steady On on Spears by Alpha Officer
            line 4: !cp smoke at D5
                        ^^^^^^^^^^^ Smoke reaches 4 tiles and its target is 5 away now (C-4).
            line 7: !Spears: use Steady On
                                 ^^^^^^^^^ Steady On reaches 3 tiles and its target is 5 away now (C-4)."#]],
    );
}

#[test]
fn h1_heroes_join_and_leave() {
    check(
        "!Alpha Officer: leave\n!Marsh: join Heavy\n!Marsh: move to D7",
        expect![[r#"
        Alpha Officer: leave
        Marsh Officer: join Heavy team
        Marsh: move to D7
        line 2: !Marsh: join Heavy
                             ^^^^^ Marsh Officer is 2 tiles from Heavy team now and can join from 1 tile away (H-1)."#]],
    );
}

#[test]
fn the_whole_can_be_taken_back_or_left() {
    check(
        "!withdraw orders\n!withdraw orders for Alpha\n!Spears: withdraw orders\n!end battle\n!TAP OUT",
        expect![[r#"
            withdraw orders
            withdraw orders for Alpha
            withdraw orders for Spears
            end battle
            tap out
            line 4: !end battle
                     ^^^ 1 main objective is still open, and ending now would be giving up (O-3). The battle ends only once all are met; to give up, order "tap out" instead."#]],
    );
}

#[test]
fn marks_case_and_politeness_do_not_matter() {
    check(
        "**!Alpha:** *SHOOT* `Nobz`, please.\r\n\t!ÉLAN… no\r\n  !please Alpha: hold, thanks! 🚀\r\n! __Spears__ — hold",
        expect![[r#"
            Alpha: shoot Nobz
            Alpha: hold
            Spears: hold
            line 2: 	!ÉLAN… no
                            ^^ orders say what is done, not what isn't. To do nothing, write "hold"; to take orders back, "withdraw orders"."#]],
    );
}

#[test]
fn a_slip_that_adds_nothing_is_told_without_words() {
    let reading = read_by(&battle(), ALICE, "!Alpha: move to C7 right awya");
    let said: Vec<&str> = reading.diagnostics.iter().map(|it| it.message.as_str()).collect();
    assert_eq!(said, ["taken as \"Alpha: move to C7\""]);
}

#[test]
fn fiction_is_left_alone() {
    check("", expect![""]);
    check("The ridge is ours. Hold it!\n\n— Alice", expect![""]);
    check(
        "> !Alpha: hold\n~~!Alpha: hold~~\n||!Alpha: hold||\n```\n!Alpha: hold\n```",
        expect![[r#"
            line 3: ||!Alpha: hold||
                       ^^^^^^^^^^^ this reads like an order, but hidden or quoted text is never one. Put it outside of that. ">>>" quotes all lines up to the end of the post.
            line 5: !Alpha: hold
                     ^^^^^^^^^^^ this reads like an order but is in a block of fiction. Begin the block with ```orders, or put the line outside of it."#]],
    );
    check("!Alpha: shoot Nobz ~~with rifles~~ ||or not||", expect!["Alpha: shoot Nobz"]);
    check(
        "!Alpha: shoot Nobz ||with rifles||",
        expect![[r#"
            Alpha: shoot Nobz
            line 1: !Alpha: shoot Nobz ||with rifles||
                                         ^^^^^^^^^^^ hidden text is not part of the order. To include it, remove the marks."#]],
    );
    check(
        "!! Alpha: hold",
        expect![[r#"
            line 1: !! Alpha: hold
                       ^^^^^^^^^^^ this reads like an order, but after more than one ! and a space it is taken as an exclamation. Begin the line with one ! to make it one."#]],
    );
    check("[quote=bob]\n[spoiler]\n!Alpha: hold\n[/spoiler]\n[/quote]\n||!Nobz: hold||", expect![""]);
    check(
        ">>> The rain\nkept on\n!Alpha: hold",
        expect![[r#"
            line 3: !Alpha: hold
                     ^^^^^^^^^^^ this reads like an order, but hidden or quoted text is never one. Put it outside of that. ">>>" quotes all lines up to the end of the post."#]],
    );
}

#[test]
fn a_line_that_lacks_its_prefix_gets_a_hint() {
    check(
        "Alpha: shoot Nobz\nshoot Alpha at Nobz\nAlpha: we shoot Nobz now!\nHold the line, boys.",
        expect![[r#"
            line 1: Alpha: shoot Nobz
                    ^^^^^^^^^^^^^^^^^ this reads like an order but is taken as fiction. Begin the line with ! to make it one.
            line 2: shoot Alpha at Nobz
                    ^^^^^^^^^^^^^^^^^^^ this reads like an order but is taken as fiction. Begin the line with ! to make it one."#]],
    );
}

#[test]
fn an_order_to_everybody_or_behind_a_call_to_somebody_gets_a_hint_too() {
    check(
        "@gm Alpha: hold\neveryone hold\nEverybody charges through the mud.\n\"Everyone hold,\" said Marsh.\n\
         @bob hold my beer\n@gm <@7> Alpha: hold",
        expect![[r#"
            line 1: @gm Alpha: hold
                        ^^^^^^^^^^^ this reads like an order but is taken as fiction. Begin the line with ! to make it one.
            line 2: everyone hold
                    ^^^^^^^^^^^^^ this reads like an order but is taken as fiction. Begin the line with ! to make it one.
            line 6: @gm <@7> Alpha: hold
                             ^^^^^^^^^^^ this reads like an order but is taken as fiction. Begin the line with ! to make it one."#]],
    );
}

#[test]
fn the_gm_commands_the_enemy_and_allies_without_a_seat() {
    let post = "!Nobz: shoot Alpha; move toward Alpha\n!Boyz 1: fire at will\n!Nobz: shoot Boyz 2\n!Alpha: hold";
    check_for(
        &battle(),
        Poster::Gm,
        post,
        expect![[r#"
            Nobz: shoot Alpha
            Nobz: move toward Alpha
            Slugga Boyz 1: fire at will
            line 3: !Nobz: shoot Boyz 2
                                 ^^^^^^ Slugga Boyz 2 is on your side, and orders name enemies only (S-1).
            line 4: !Alpha: hold
                     ^^^^^ Alpha is alice's (T-3)."#]],
    );
}

#[test]
fn who_is_only_looked_at_is_named_by_nobody() {
    let battle = battle();
    let after = read_text("hold Nobz quietly", &Names::new(&battle), &battle, ALICE, |it| {
        it.at += 1;
        assert!(!it.names_foe_and_weapon(squad(&battle, "Alpha")));
        (it.at, it.last_enemy)
    });
    assert_eq!(after, (1, None));
}

#[test]
fn r1_whoever_is_said_to_move_before_he_fires_is_told_that_fire_comes_first() {
    let battle = battle();
    for (post, is_told) in [
        ("!Alpha: move to C7, then shoot Nobz", true),
        ("!Alpha: move to C7 before shooting Nobz", true),
        ("!Alpha: shoot Nobz after moving to C7", true),
        ("!Alpha: after moving to C7, shoot Nobz", true),
        ("!Alpha: before shooting Nobz, move to C7", true),
        ("!Alpha: move to C7; then shoot Nobz", true),
        ("!Alpha: move to C7 and shoot Nobz from there", true),
        ("!Alpha: move to C7, from there shoot Nobz", true),
        ("!Alpha: move to C7 and shoot Nobz *from*  there", true),
        ("!Alpha: move to C7; shoot Nobz", false),
        ("!Alpha: before moving to C7, shoot Nobz", false),
        ("!Alpha: shoot Nobz, then move to C7", false),
        ("!Alpha: shoot Nobz before moving to C7", false),
        ("!Alpha: after shooting Nobz, move to C7", false),
    ] {
        let read = read_by(&battle, ALICE, post);
        let told = read.diagnostics.iter().filter(|it| it.message.contains("fires from where it stands")).count();
        assert_eq!((read.given.len(), told), (2, usize::from(is_told)), "{post}");
    }
}

#[test]
fn r1_from_there_is_said_of_the_order_that_it_stands_with() {
    let battle = battle();
    for (post, is_told) in [
        ("!Alpha moves to C7 and shoots Nobz from there. Heavy team shoots Nobz.", true),
        ("!Alpha moves to C7 and shoots Nobz. Heavy team shoots Nobz from there.", false),
        ("!Alpha moves to C7 and shoots Nobz; Heavy team shoots Nobz from there", false),
    ] {
        let read = read_by(&battle, ALICE, post);
        let told = read.diagnostics.iter().filter(|it| it.message.contains("fires from where it stands")).count();
        assert_eq!((read.given.len(), told), (3, usize::from(is_told)), "{post}");
    }
}
