//! Orders for formations that are understood, and those that are refused.

use expect_test::expect;

use crate::field::SquadId;
use crate::line::battle::scene::{form_up, squad};
use crate::line::battle::{FormationSetup, Orders};
use crate::line::orders::{Accepted, collect};

use super::*;

/// The usual battle, played with formations.
pub(super) fn with_formations() -> Battle {
    battle_with(|setup| setup.formations = Some(FormationSetup::default()))
}

#[track_caller]
fn check_on(post: &str, expected: Expect) {
    check_for(&with_formations(), ALICE, post, expected);
}

#[test]
fn f5_a_formation_is_formed_of_one_squad_or_several() {
    check_on(
        "!Alpha: form up
!form up Alpha
!formation Alpha + Spears
!form up Alpha and Heavy under Marsh Officer
!Alpha + Spears: form up, led by Alpha Officer
!Alpha and Heavy form a shield wall
!formation Alpha+Spears leader Marsh
!Spears: form ranks with Heavy, on their own
!Spears: form up without a leader
!Alpha: form a spear wall with leader Marsh Officer
!Alpha: form up (leader: Marsh Officer)
!form up everyone
!Alpha: s1 e2; Alpha: steps n2 w1",
        expect![[r#"
            Alpha: form up
            Alpha: form up
            Alpha: form up with Spears
            Alpha: form up with Heavy team under Marsh.1
            Alpha: form up with Spears under Alpha.3
            Alpha: form up with Heavy team
            Alpha: form up with Spears under Marsh.1
            Spears: form up with Heavy team alone
            Spears: form up alone
            Alpha: form up under Marsh.1
            Alpha: form up under Marsh.1
            Alpha: form up with Spears and Heavy team and Marsh
            Alpha: steps south, east 2
            Alpha: steps north 2, west"#]],
    );
}

#[test]
fn f11_units_are_left_out_and_shuffled_by_number_or_name() {
    check_on(
        "!Alpha: form up without u2
!Alpha: form up except u1 and u2, shuffle Alpha.3@C2
!formation Alpha+Spears leader Marsh shuffle Alpha.3@C2, Spears 1 to A6
!Spears: form up under Alpha Officer, shuffling unit 2 to B6
!Alpha: form up but not Alpha 1",
        expect![[r#"
            Alpha: form up without Alpha.2
            Alpha: form up without Alpha.1, Alpha.2 shuffle Alpha.3 to C2
            Alpha: form up with Spears under Marsh.1 shuffle Alpha.3 to C2, Spears.1 to A6
            Spears: form up under Alpha.3 shuffle Spears.2 to B6
            Alpha: form up without Alpha.1"#]],
    );
}

#[test]
fn f10_a_formation_is_given_up() {
    check_on(
        "!Alpha: disband
!disband Spears
!formation Heavy disband
!formation disband Spears
!Alpha: break formation
!break up Spears
!Alpha: break ranks
!melee Spears break-ranks",
        expect![[r#"
            Alpha: disband
            Spears: disband
            Heavy team: disband
            Spears: disband
            Alpha: disband
            Spears: disband
            Alpha: break ranks
            Spears: break ranks"#]],
    );
}

#[test]
fn f3_a_volley_is_aimed_at_one_unit() {
    check_on(
        "!Alpha: volley at Nobz
!volley Alpha at Boyz 1.2
!Alpha: shoot volley at Boyz 2 unit 1
!Alpha: fire a volley at the nearest of Slugga Boyz 2
!Alpha: volley at nearest
!Alpha: volley at u2 of Boyz 2
!Alpha: volley at Slugga Boyz 1 1
!Alpha: volley at Nobz nearest; form up
!Alpha + Heavy: volley at Nobz",
        expect![[r#"
            Alpha: volley at Nobz
            Alpha: volley at Slugga Boyz 1.2
            Alpha: volley at Slugga Boyz 2.1
            Alpha: volley at Slugga Boyz 2
            Alpha: volley at Slugga Boyz 1
            Alpha: volley at Slugga Boyz 2.2
            Alpha: volley at Slugga Boyz 1.1
            Alpha: volley at Nobz
            Alpha: form up
            Alpha: volley at Nobz"#]],
    );
}

#[test]
fn f20_ways_without_end_are_refused_and_nothing_breaks() {
    let battle = battle();
    for way in ["1n", "n", "12"] {
        let post = format!("!Spears: steps {}", way.repeat(8_000));
        assert!(read_by(&battle, ALICE, &post).has_errors(0), "{way}");
    }
}

#[test]
fn f20_a_march_goes_step_by_step() {
    check_on(
        "!Spears: steps N N E
!steps Spears n 2, e then stand
!Spears: march nne
!Spears: march 2 north, 1 east hold u2
!Spears: step north hold u1, east, hold Spears.2
!Spears: wheel left
!wheel Spears to the right around u2, n
!Spears: move steps n, n, wheel left and w2
!Spears: march to C7
!Spears: march in formation toward Nobz
!Spears: steps N; hold
!Spears: steps N, move to C7
!Spears: steps N N hold u2",
        expect![[r#"
            Spears: steps north 2, east
            Spears: steps north 2, east, stand
            Spears: steps north 2, east
            Spears: steps north 2, east hold Spears.2
            Spears: steps north hold Spears.1 then east hold Spears.2
            Spears: wheel left
            Spears: wheel right around Spears.2, north
            Spears: steps north 2, wheel left, west 2
            Spears: move to C7
            Spears: move toward Nobz
            Spears: steps north
            Spears: hold
            Spears: steps north 2 hold Spears.2
            line 12: !Spears: steps N, move to C7
                                       ^^^^^^^^^^ this sentence gives one squad two orders that exclude each other, so neither is taken. Keep one of them; tiles on the way go after "via", and two weapons can each have a target, with a comma between."#]],
    );
}

#[test]
fn f20_a_second_verb_for_steps_goes_on_with_the_march() {
    check_on(
        "!Spears: wheel right, steps E
!Spears: turn left and step E
!Spears: steps E, turn left
!Spears: steps E, left turn, N
!Spears: steps N, steps E 2
!Spears: wheel left then march east
!Spears: wheel left, march E2",
        expect![[r#"
            Spears: wheel right, east
            Spears: wheel left, east
            Spears: steps east, wheel left
            Spears: steps east, wheel left, north
            Spears: steps north, east 2
            Spears: wheel left, east
            line 7: !Spears: wheel left, march E2
                                         ^^^^^^^^ this sentence gives one squad two orders that exclude each other, so neither is taken. Keep one of them; tiles on the way go after "via", and two weapons can each have a target, with a comma between."#]],
    );
}

#[test]
fn one_order_for_a_formation_is_not_taken_back_alone() {
    check_on(
        "!withdraw form up for Alpha
!Alpha: withdraw form up
!withdraw form a shield wall for Alpha
!Alpha: withdraw, form up",
        expect![[r#"
            Alpha: disengage
            Alpha: form up
            line 1: !withdraw form up for Alpha
                     ^^^^^^^^ the orders of a squad are taken back together. Write "withdraw orders for" and the squad, or give it another order instead.
            line 2: !Alpha: withdraw form up
                            ^^^^^^^^ the orders of a squad are taken back together. Write "withdraw orders for" and the squad, or give it another order instead.
            line 3: !withdraw form a shield wall for Alpha
                     ^^^^^^^^ the orders of a squad are taken back together. Write "withdraw orders for" and the squad, or give it another order instead."#]],
    );
}

#[test]
fn what_a_formation_cannot_be_told_is_refused() {
    check_on(
        "!Alpha + Bravo: disband
!Alpha and Heavy: move to C7
!Alpha: form up under Sgt. Ko
!Alpha: form up under Alpha 1
!Alpha: form up under Nobz 1
!Alpha: form up under Bravo 1
!Alpha: form up without u9
!Alpha + Spears: form up without u2
!Alpha: form up without Spears 1
!Alpha: form up shuffle u1
!Alpha: form up shuffle u1@Z99
!Alpha: split into two
!Alpha: volley
!Alpha: volley at u3
!Alpha: volley at Nobz.9
!Alpha: volley at Bravo
!Alpha: volley at Nobz with rifles
!Spears: volley at Nobz
!Alpha: steps
!Alpha: steps hold u1
!Alpha: steps ne
!Alpha: steps n 0
!Alpha: steps n 900
!Alpha: steps n, around
!Alpha: wheel
!Alpha: wheel north
!Alpha: wheel left around Nobz 1
!Alpha: whel left",
        expect![[r#"
            Alpha: move to C7
            Heavy team: move to C7
            line 1: !Alpha + Bravo: disband
                             ^^^^^ Bravo is bob's (T-3).
            line 3: !Alpha: form up under Sgt. Ko
                                          ^^^^^^^ no unit is called "Sgt. Ko". Write it like SQUAD.3.
            line 4: !Alpha: form up under Alpha 1
                                          ^^^^^^^ Alpha 1 can't direct a formation (F-6). Alpha Officer and Marsh Officer can.
            line 5: !Alpha: form up under Nobz 1
                                          ^^^^^^ Nobz 1 is on the other side (F-6).
            line 6: !Alpha: form up under Bravo 1
                                          ^^^^^^^ Bravo 1 is not yours to command (F-6).
            line 7: !Alpha: form up without u9
                                            ^^ Alpha has 3 units. They are Alpha.1 to Alpha.3.
            line 8: !Alpha + Spears: form up without u2
                                                     ^^ unit 2 could be of "Alpha" or "Spears". Write it like Alpha.2.
            line 9: !Alpha: form up without Spears 1
                                            ^^^^^^^^ Spears 1 is not in Alpha.
            line 10: !Alpha: form up shuffle u1
                                             ^^ this doesn't say where to. Name a tile like C7, steps like "north 4", or "toward" a squad or objective.
            line 11: !Alpha: form up shuffle u1@Z99
                                                ^^^ Z99 is off the map, which goes from A1 to L8 (T-1).
            line 12: !Alpha: split into two
                             ^^^^^ squads are not split by order. To leave units out of a formation, write "form up without" and who.
            line 13: !Alpha: volley
                             ^^^^^^ this doesn't say which enemy is meant for Alpha. The nearest are Slugga Boyz 1, Slugga Boyz 2 and Nobz.
            line 14: !Alpha: volley at u3
                                       ^^ this doesn't say which squad unit 3 belongs to. Write it like SQUAD.3.
            line 15: !Alpha: volley at Nobz.9
                                       ^^^^^^ Nobz has 1 unit. It is Nobz.1.
            line 16: !Alpha: volley at Bravo
                                       ^^^^^ Bravo is on your side, and orders name enemies only (S-1).
            line 17: !Alpha: volley at Nobz with rifles
                                            ^^^^ in a volley everybody fires every weapon that can (F-3). Leave the weapons out.
            line 18: !Spears: volley at Nobz
                              ^^^^^^ Spears has nothing to shoot with (S-1). It can charge or melee.
            line 19: !Alpha: steps
                             ^^^^^ this doesn't say which Steps to take (F-20). For example: steps N N E, or wheel left.
            line 20: !Alpha: steps hold u1
                                   ^^^^ name who holds after the Steps in which they hold (F-24). For example: steps N N hold u3.
            line 21: !Alpha: steps ne
                                   ^^ squads move in cardinal steps only: north, east, south or west (V-1). Write it as two parts, like "north 2 then east 2".
            line 22: !Alpha: steps n 0
                                   ^ a number of steps is from 1 to 200.
            line 23: !Alpha: steps n 900
                                   ^ a number of steps is from 1 to 200.
            line 24: !Alpha: steps n, around
                                    ^^^^^^^^ ", around" is not understood, so this order is not taken. Leave it out, or put a ; before a further order.
            line 25: !Alpha: wheel
                             ^^^^^ a wheel goes left or right (F-24). Write it like "wheel right", with a comma before the next Step: "wheel right, E".
            line 26: !Alpha: wheel north
                                   ^^^^^ a wheel goes left or right (F-24). Write it like "wheel right", with a comma before the next Step: "wheel right, E".
            line 27: !Alpha: wheel left around Nobz 1
                                               ^^^^^^ Nobz 1 is not in Alpha.
            line 28: !Alpha: whel left
                             ^^^^ "whel" is not an order. Did you mean "wheel"?"#]],
    );
}

#[test]
fn f5_who_is_in_no_formation_is_asked_whether_to_form_up_or_to_hold() {
    check_on(
        "!Alpha: stand in formation
!Spears: hold formation
!Alpha: form up; stand in formation",
        expect![[r#"
            Spears: hold
            Alpha: form up
            Alpha: hold
            line 1: !Alpha: stand in formation
                                  ^^^^^^^^^^^^ Alpha is in no formation, so this could mean two things (F-5). Write "Alpha: form up" or "Alpha: hold"."#]],
    );
    check_for(&with_two_formations(), ALICE, "!Alpha: stand in formation", expect!["Alpha: hold"]);
    check_for(&battle(), ALICE, "!Alpha: stand in formation", expect!["Alpha: hold"]);
}

#[test]
fn f24_left_and_right_behind_a_wheel_are_wheels_unless_they_are_counted() {
    check_on(
        "!Spears: wheel left and right
!Spears: wheel left, right 2",
        expect![[r#"
            Spears: wheel left, wheel right
            Spears: wheel left, east 2"#]],
    );
}

#[test]
fn f24_wheels_are_counted_as_steps_are() {
    check_on(
        "!Alpha: wheel left x900
!Alpha: wheel left x99999
!Alpha: steps n x99999",
        expect![[r#"
            line 1: !Alpha: wheel left x900
                                       ^^^^ a number of steps is from 1 to 200.
            line 2: !Alpha: wheel left x99999
                                       ^^^^^^ a number of steps is from 1 to 200.
            line 3: !Alpha: steps n x99999
                                  ^ a number of steps is from 1 to 200."#]],
    );
}

#[test]
fn f24_a_turn_is_a_wheel_and_may_be_told_twice() {
    check_on(
        "!Alpha: turn left
!Alpha: turns right twice
!Alpha: wheel left twice
!Alpha: steps N, wheel right x2",
        expect![[r#"
            Alpha: wheel left
            Alpha: wheel right, wheel right
            Alpha: wheel left, wheel left
            Alpha: steps north, wheel right, wheel right"#]],
    );
}

#[test]
fn without_the_module_nothing_of_it_is_read() {
    check(
        "!Alpha: form up
!form up Alpha
!volley Alpha at Nobz
!Alpha: volley at Nobz
!Alpha: steps N N
!Alpha: march to C7
!Alpha: wheel left
!Alpha: disband
!Alpha: break ranks
!Alpha and Spears: hold
!Alpha: move 3 steps south",
        expect![[r#"
            Alpha: move to C7
            Alpha: hold
            Spears: hold
            Alpha: move south 3
            line 1: !Alpha: form up
                            ^^^^ this battle is played without formations. Its scenario can turn them on with modules = ["formations"].
            line 2: !form up Alpha
                     ^^^^ this battle is played without formations. Its scenario can turn them on with modules = ["formations"].
            line 3: !volley Alpha at Nobz
                     ^^^^^^ this battle is played without formations. Its scenario can turn them on with modules = ["formations"].
            line 4: !Alpha: volley at Nobz
                            ^^^^^^ this battle is played without formations. Its scenario can turn them on with modules = ["formations"].
            line 5: !Alpha: steps N N
                            ^^^^^ "steps" is not an order. Squads can shoot, melee, move, charge, disengage, abandon or hold.
            line 7: !Alpha: wheel left
                            ^^^^^ this battle is played without formations. Its scenario can turn them on with modules = ["formations"].
            line 8: !Alpha: disband
                            ^^^^^^^ this battle is played without formations. Its scenario can turn them on with modules = ["formations"].
            line 9: !Alpha: break ranks
                            ^^^^^ "break" is not an order. Squads can shoot, melee, move, charge, disengage, abandon or hold."#]],
    );
}

#[test]
fn the_last_word_counts_for_formations_too() {
    let battle = with_formations();
    let post = "!Alpha: form up; form up with Spears; steps N; volley at Nobz; break ranks; withdraw orders for Alpha";
    let reading = read_by(&battle, ALICE, post);
    let collected = crate::line::orders::collect(&battle, &[crate::line::orders::Accepted::new(ALICE, reading, 1)]);
    assert_eq!(collected.orders, Orders::default());
    let notes = collected.posts[0].notes.iter().map(|it| it.diagnostic.under(post)).collect::<Vec<_>>().join("\n");
    expect![[r#"
        line 1: !Alpha: form up; form up with Spears; steps N; volley at Nobz; break ranks; withdraw orders for Alpha
                                 ^^^^^^^^^^^^^^^^^^^ this replaces "form up" further up."#]]
    .assert_eq(&notes);

    let post = "!Alpha: form up; hold\n!Spears: disband; steps N";
    let reading = read_by(&battle, ALICE, post);
    let collected = crate::line::orders::collect(&battle, &[crate::line::orders::Accepted::new(ALICE, reading, 1)]);
    assert_eq!(collected.posts[0].orders, [true; 4]);

    let post = "!Alpha: shoot Nobz; steps N";
    let reading = read_by(&battle, ALICE, post);
    let collected = crate::line::orders::collect(&battle, &[crate::line::orders::Accepted::new(ALICE, reading, 1)]);
    let notes = collected.posts[0].notes.iter().map(|it| it.diagnostic.under(post)).collect::<Vec<_>>().join("\n");
    expect![[r#"
        line 1: !Alpha: shoot Nobz; steps N
                                    ^^^^^^^ those of Alpha who have shot by then stay where they are (F-23). Take back one of the two orders."#]].assert_eq(&notes);
}

/// A battle with formations in which Alpha and the Spears stand in one each.
fn with_two_formations() -> Battle {
    let mut battle = with_formations();
    for name in ["Alpha", "Spears"] {
        form_up(&mut battle, &[name], None);
    }
    battle
}

#[test]
fn f1_an_order_for_several_formations_is_refused_with_the_reason() {
    check_for(
        &with_two_formations(),
        ALICE,
        "!Alpha and Spears: steps N N
!Alpha + Spears: wheel left
!Alpha and Heavy: steps N
!volley Alpha and Spears at Nobz",
        expect![[r#"
            Alpha: steps north
            line 1: !Alpha and Spears: steps N N
                     ^^^^^^^^^^^^^^^^ Alpha and Spears are in different formations, and one order moves only one of them (F-1). Give each formation an order of its own.
            line 2: !Alpha + Spears: wheel left
                     ^^^^^^^^^^^^^^ Alpha and Spears are in different formations, and one order moves only one of them (F-1). Give each formation an order of its own.
            line 4: !volley Alpha and Spears at Nobz
                            ^^^^^^^^^^^^^^^^ Alpha and Spears are in different formations, and one order moves only one of them (F-1). Give each formation an order of its own."#]],
    );
}

#[test]
fn f11_the_leader_who_is_named_may_shuffle_too() {
    check_on(
        "!Spears: form up under Marsh Officer, shuffle Marsh Officer to D8
!Spears: form up shuffle Marsh Officer to D8",
        expect![[r#"
            Spears: form up under Marsh.1 shuffle Marsh.1 to D8
            line 2: !Spears: form up shuffle Marsh Officer to D8
                                             ^^^^^^^^^^^^^ Marsh Officer is not in Spears."#]],
    );
}

#[test]
fn f16_one_leader_for_two_formations_is_refused_at_once() {
    let battle = with_formations();
    let post = "!Alpha: form up under Marsh Officer\n!Spears: form up under Marsh Officer";
    let posts = [Accepted::new(ALICE, read_by(&battle, ALICE, post), 0)];
    let collected = collect(&battle, &posts);
    assert_eq!(collected.posts[0].orders, [true, false]);
    let told: Vec<&str> = collected.posts[0].notes.iter().map(|it| it.diagnostic.message.as_str()).collect();
    expect!["Marsh Officer is to direct Alpha already, and a leader directs one formation only"]
        .assert_eq(&told.join("\n"));
}

#[test]
fn f10_two_players_form_up_together_if_both_say_so() {
    let battle = with_formations();
    let alice = Accepted::new(ALICE, read_by(&battle, ALICE, "!form up Alpha and Bravo under Alpha Officer"), 0);
    let bob = Accepted::new(BOB, read_by(&battle, BOB, "!form up Bravo and Alpha"), 1);
    let alone = collect(&battle, std::slice::from_ref(&alice));
    assert!(alone.orders.formations.ranging.is_empty());
    let told: Vec<&str> = alone.posts[0].notes.iter().map(|it| it.diagnostic.message.as_str()).collect();
    expect!["nothing happens unless bob also orders the same squads to form up together"].assert_eq(&told.join("\n"));
    let both = collect(&battle, &[alice, bob]);
    let orders: Vec<SquadId> = both.orders.formations.ranging.iter().map(|it| it.0).collect();
    assert_eq!(orders, [squad(&battle, "Alpha")], "the first who said so says how");
    assert!(both.posts.iter().all(|it| it.notes.is_empty()));
}

#[test]
fn f10_the_same_squads_form_up_once_in_whichever_order_they_are_named() {
    let battle = with_formations();
    let post = "!form up Alpha and Spears\n!form up Spears and Alpha";
    let collected = collect(&battle, &[Accepted::new(ALICE, read_by(&battle, ALICE, post), 0)]);
    let orders: Vec<SquadId> = collected.orders.formations.ranging.iter().map(|it| it.0).collect();
    assert_eq!(orders, [squad(&battle, "Alpha")]);
    assert_eq!(collected.posts[0].orders, [true; 2]);
}

#[test]
fn f10_squads_of_several_players_form_up_in_either_order_of_words() {
    check_on(
        "!form up Alpha and Bravo under Alpha Officer
!Alpha and Bravo form up under Alpha Officer
!Bravo + Alpha: form up; move to C7
!form up Bravo, Alpha and Spears
!Bravo, Alpha and Spears will form up; move to C7
!Alpha and Bravo hold
!Bravo and Nobz form up
!Spears: hold, Alpha and Bravo form up",
        expect![[r#"
            Alpha: form up with Bravo under Alpha.3
            Alpha: form up with Bravo under Alpha.3
            Alpha: form up with Bravo
            Alpha: move to C7
            Alpha: form up with Spears and Bravo
            Alpha: form up with Spears and Bravo
            Alpha: move to C7
            Spears: move to C7
            Spears: hold
            Alpha: form up with Bravo
            line 6: !Alpha and Bravo hold
                               ^^^^^ Bravo is bob's (T-3).
            line 7: !Bravo and Nobz form up
                     ^^^^^ Bravo is bob's (T-3)."#]],
    );
}

#[test]
fn f23_fire_before_a_move_in_formation_is_warned_of_as_before_steps() {
    let battle = with_two_formations();
    let notes = |post: &str| {
        let posts = [Accepted::new(ALICE, read_by(&battle, ALICE, post), 0)];
        collect(&battle, &posts).posts[0].notes.len()
    };
    assert_eq!(notes("!Alpha: shoot Nobz; steps N"), 1);
    assert_eq!(notes("!Alpha: shoot Nobz; move to C7"), 1);
    assert_eq!(notes("!Heavy: shoot Nobz; move to C7"), 0);
}
