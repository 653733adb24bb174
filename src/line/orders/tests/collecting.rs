//! Posts folded into the orders of a round.

use expect_test::expect;

use crate::field::SquadId;
use crate::line::battle::{Effect, Orders};
use crate::line::orders::{Accepted, collect};

use super::*;

/// Collects posts that are accepted one after the other, and compares what becomes of their orders.
#[track_caller]
fn check(posts: &[(Poster, &str)], expected: Expect) {
    let battle = battle();
    let accept = |(n, (poster, post)): (usize, &(Poster, &str))| {
        Accepted::new(*poster, read_by(&battle, *poster, post), n as u64)
    };
    let accepted: Vec<Accepted> = posts.iter().enumerate().map(accept).collect();
    expected.assert_eq(&collected(&battle, &accepted, |n| posts[n].1.to_owned()));
}

fn collected(battle: &Battle, accepted: &[Accepted], text: impl Fn(usize) -> String) -> String {
    let collected = collect(battle, accepted);
    let mut lines = Vec::new();
    for (n, (accepted, in_force)) in accepted.iter().zip(&collected.posts).enumerate() {
        for (numbered, counts) in accepted.orders.iter().zip(&in_force.orders) {
            let mark = if *counts { "+" } else { "-" };
            lines.push(format!("{n} {mark} {}", canonical(battle, &numbered.given.order)));
        }
        lines.extend(in_force.notes.iter().map(|it| it.diagnostic.under(&text(n))));
    }
    lines.push(format!("{} orders, CP left {:?}", count(&collected.orders), collected.cp_left));
    lines.join("\n")
}

fn count(orders: &Orders) -> usize {
    let formations = orders.formations.ranging.iter().count() + orders.formations.break_ranks.len();
    orders.abilities.len()
        + orders.heroes.iter().count()
        + orders.fire.iter().count()
        + orders.fight.iter().count()
        + orders.movement.iter().count()
        + orders.abandon.iter().count()
        + orders.stations.iter().count()
        + formations
}

#[test]
fn the_last_word_counts() {
    check(
        &[
            (ALICE, "!Alpha: shoot Nobz; move to C7\n!Alpha: shoot Boyz 1"),
            (ALICE, "!Alpha: move to D4; shoot Slugga Boyz 1"),
        ],
        expect![[r#"
            0 - Alpha: shoot Nobz
            0 - Alpha: move to C7
            0 - Alpha: shoot Slugga Boyz 1
            line 2: !Alpha: shoot Boyz 1
                     ^^^^^^^^^^^^^^^^^^^ this replaces "shoot Nobz" further up.
            1 + Alpha: move to D4
            1 + Alpha: shoot Slugga Boyz 1
            line 1: !Alpha: move to D4; shoot Slugga Boyz 1
                     ^^^^^^^^^^^^^^^^^ this replaces "move to C7" in an earlier post.
            2 orders, CP left [4, 4]"#]],
    );
}

#[test]
fn v2_members_are_sent_beside_their_squad_until_it_holds_or_is_called_back() {
    check(
        &[
            (ALICE, "!Spears.2: move to C6\n!Spears: move to C7\n!Spears.2: move to D6"),
            (ALICE, "!Spears: hold"),
            (ALICE, "!Spears.1: move to A6"),
        ],
        expect![[r#"
            0 - Spears.2: move to C6
            0 - Spears: move to C7
            0 - Spears.2: move to D6
            line 3: !Spears.2: move to D6
                     ^^^^^^^^^^^^^^^^^^^^ this replaces "move to C6" further up.
            1 + Spears: hold
            line 1: !Spears: hold
                     ^^^^^^^^^^^^ this replaces "move to D6" in an earlier post.
            line 1: !Spears: hold
                     ^^^^^^^^^^^^ this replaces "move to C7" in an earlier post.
            2 + Spears.1: move to A6
            2 orders, CP left [4, 4]"#]],
    );
    check(
        &[(ALICE, "!Spears.2: move to C6"), (ALICE, "!withdraw orders for Spears")],
        expect![[r#"
            0 - Spears.2: move to C6
            1 + withdraw orders for Spears
            0 orders, CP left [4, 4]"#]],
    );
}

#[test]
fn r5_first_and_last_move_a_squad_among_those_of_its_owner() {
    let battle = battle();
    let posts = [
        (ALICE, "!Alpha: shoot Nobz last; move to C7\n!Spears: move to C2"),
        (BOB, "!Bravo: shoot Nobz; move to F8"),
        (ALICE, "!Heavy: shoot Nobz first\n!Spears: move to C3 first\n!Heavy: shoot Nobz last\n!Heavy, Spears: first"),
    ];
    let accept = |(n, (poster, post)): (u64, &(Poster, &str))| {
        let reading = read_by(&battle, *poster, post);
        assert_eq!(reading.diagnostics, []);
        Accepted::new(*poster, reading, n)
    };
    let orders = collect(&battle, &(0..).zip(&posts).map(accept).collect::<Vec<_>>()).orders;
    let named =
        |squads: Vec<SquadId>| squads.iter().map(|it| battle.setup().squad(*it).name.clone()).collect::<Vec<_>>();
    // Bravo keeps the place that its owner's post gave it.
    assert_eq!(named(orders.fire.iter().map(|it| it.0).collect()), ["Heavy team", "Bravo", "Alpha"]);
    assert_eq!(named(orders.movement.iter().map(|it| it.0).collect()), ["Spears", "Bravo", "Alpha"]);
}

#[test]
fn r5_only_the_last_word_of_an_order_moves_it() {
    check(
        &[(ALICE, "!Alpha: first shoot Nobz, then move to C7\n!Alpha: shoot first Nobz\n!first")],
        expect![[r#"
            0 + Alpha: shoot Nobz
            0 + Alpha: move to C7
            2 orders, CP left [4, 4]"#]],
    );
}

#[test]
fn hold_takes_back_the_rest_and_later_orders_count_again() {
    check(
        &[
            (ALICE, "!Alpha: shoot Nobz; abandon all; move to C7"),
            (ALICE, "!Alpha: hold"),
            (ALICE, "!Alpha: shoot Nobz"),
        ],
        expect![[r#"
            0 - Alpha: shoot Nobz
            0 - Alpha: abandon all
            0 - Alpha: move to C7
            1 + Alpha: hold
            line 1: !Alpha: hold
                     ^^^^^^^^^^^ this replaces "shoot Nobz" in an earlier post.
            line 1: !Alpha: hold
                     ^^^^^^^^^^^ this replaces "abandon all" in an earlier post.
            line 1: !Alpha: hold
                     ^^^^^^^^^^^ this replaces "move to C7" in an earlier post.
            2 + Alpha: shoot Nobz
            2 orders, CP left [4, 4]"#]],
    );
}

#[test]
fn c2_what_cannot_be_paid_is_refused_and_what_can_is_not() {
    check(
        &[(
            ALICE,
            "!use Rally on Alpha by Alpha Officer\n!Alpha Officer: use Second Wind; use Smoke on D3; use Curse on Nobz",
        )],
        expect![[r#"
            0 + use Rally on Alpha by Alpha Officer
            0 - use Second Wind on Alpha.3 by Alpha Officer
            0 + use Smoke on D3 by Alpha Officer
            0 + use Curse on Nobz by Alpha Officer
            line 2: !Alpha Officer: use Second Wind; use Smoke on D3; use Curse on Nobz
                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ Second Wind costs 3 CP and you have 2 (C-2).
            3 orders, CP left [0, 4]"#]],
    );
}

#[test]
fn c3_one_ability_once_a_squad_and_round() {
    check(
        &[
            (
                ALICE,
                "!Alpha Officer: use Rally on Bravo\n!Marsh: use Rally on Bravo\n!Alpha Officer: use Rally on Bravo",
            ),
            (ALICE, "!Marsh: use Rally on Élan"),
        ],
        expect![[r#"
            0 + use Rally on Bravo by Alpha Officer
            0 - use Rally on Bravo by Marsh Officer
            0 - use Rally on Bravo by Alpha Officer
            line 2: !Marsh: use Rally on Bravo
                     ^^^^^^^^^^^^^^^^^^^^^^^^^ Rally is used on Bravo this round already, and can be used there only once a round (C-3).
            line 3: !Alpha Officer: use Rally on Bravo
                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ Rally is ordered there already; it counts and costs once (C-3).
            1 + use Rally on Élan by Marsh Officer
            2 orders, CP left [2, 2]"#]],
    );
}

#[test]
fn orders_can_be_withdrawn() {
    check(
        &[
            (ALICE, "!Alpha: shoot Nobz\n!Spears: hold\n!use Curse on Nobz\n!tap out"),
            (BOB, "!Bravo: shoot Nobz\n!tap out"),
            (ALICE, "!withdraw orders for Alpha\n!withdraw orders for Alpha"),
            (ALICE, "!withdraw orders"),
            (BOB, "!end battle"),
        ],
        expect![[r#"
            0 - Alpha: shoot Nobz
            0 - Spears: hold
            0 - use Curse on Nobz by Alpha Officer
            0 - tap out
            1 + Bravo: shoot Nobz
            1 - tap out
            2 + withdraw orders for Alpha
            2 + withdraw orders for Alpha
            line 2: !withdraw orders for Alpha
                     ^^^^^^^^^^^^^^^^^^^^^^^^^ there was no order to take back.
            3 + withdraw orders
            4 + end battle
            line 1: !end battle
                     ^^^^^^^^^^ this replaces "tap out" in an earlier post.
            1 orders, CP left [4, 4]"#]],
    );
}

#[test]
fn one_ability_can_be_withdrawn_and_its_cp_are_back() {
    check(
        &[(ALICE, "!use Curse on Nobz\n!use Steady On on Alpha\n!cancel Curse"), (ALICE, "!withdraw Curse")],
        expect![[r#"
            0 - use Curse on Nobz by Alpha Officer
            0 + use Steady On on Alpha by Alpha Officer
            0 + withdraw Curse
            1 + withdraw Curse
            line 1: !withdraw Curse
                     ^^^^^^^^^^^^^^ there was no order to take back.
            1 orders, CP left [3, 4]"#]],
    );
}

#[test]
fn an_ability_is_withdrawn_from_the_squad_that_is_named() {
    check(
        &[(ALICE, "!use Steady On on Alpha\n!use Steady On on Spears\n!Spears: cancel Steady On")],
        expect![[r#"
        0 + use Steady On on Alpha by Alpha Officer
        0 - use Steady On on Spears by Alpha Officer
        0 + Spears: withdraw Steady On
        1 orders, CP left [3, 4]"#]],
    );
}

#[test]
fn to_hold_fire_and_move_takes_back_the_fire_of_an_earlier_post() {
    check(
        &[(ALICE, "!Alpha: shoot Nobz; move to D4"), (ALICE, "!Alpha: hold fire and move to C7")],
        expect![[r#"
            0 - Alpha: shoot Nobz
            0 - Alpha: move to D4
            1 - Alpha: hold
            1 + Alpha: move to C7
            line 1: !Alpha: hold fire and move to C7
                                          ^^^^^^^^^^ this replaces "shoot Nobz" in an earlier post.
            line 1: !Alpha: hold fire and move to C7
                                          ^^^^^^^^^^ this replaces "move to D4" in an earlier post.
            1 orders, CP left [4, 4]"#]],
    );
}

#[test]
fn to_hold_fire_takes_back_no_move_and_a_form_without_a_move_no_fire() {
    check(
        &[
            (ALICE, "!Alpha: shoot Nobz; move to D4"),
            (ALICE, "!Alpha: hold fire"),
            (ALICE, "!Alpha: shoot Nobz"),
            (ALICE, "!Alpha: Move: none"),
        ],
        expect![[r#"
            0 - Alpha: shoot Nobz
            0 - Alpha: move to D4
            1 - Alpha: hold
            line 1: !Alpha: hold fire
                     ^^^^^^^^^^^^^^^^ this replaces "shoot Nobz" in an earlier post.
            2 + Alpha: shoot Nobz
            line 1: !Alpha: shoot Nobz
                     ^^^^^^^^^^^^^^^^^ this replaces "hold" in an earlier post.
            3 + Alpha: hold
            line 1: !Alpha: Move: none
                     ^^^^^^^^^^^^^^^^^ this replaces "move to D4" in an earlier post.
            2 orders, CP left [4, 4]"#]],
    );
}

#[test]
fn to_hold_fire_and_stay_put_takes_back_the_move_of_an_earlier_post_as_well() {
    let battle = battle();
    for stays in [
        "hold fire, stay put",
        "hold fire. Stay put.",
        "hold fire and hold position",
        "hold fire and keep position",
        "hold fire; stay put",
        "hold, no shooting",
        "hold fire and don't move",
        "Shoot: none. Move: none.",
        "Move: none. Shoot: none.",
    ] {
        let posts = ["!Alpha: shoot Nobz; move to D4", &format!("!Alpha: {stays}")];
        let accepted = posts.map(|it| Accepted::new(ALICE, read_by(&battle, ALICE, it), 1));
        assert_eq!(collect(&battle, &accepted).posts[0].orders, [false, false], "{stays}");
    }
}

#[test]
fn to_hold_fire_behind_a_move_takes_back_the_fire_alone() {
    check(
        &[(ALICE, "!Alpha: shoot Nobz"), (ALICE, "!Alpha: move to C7; hold fire")],
        expect![[r#"
            0 - Alpha: shoot Nobz
            1 - Alpha: hold
            1 + Alpha: move to C7
            line 1: !Alpha: move to C7; hold fire
                                        ^^^^^^^^^ this replaces "shoot Nobz" in an earlier post.
            1 orders, CP left [4, 4]"#]],
    );
}

#[test]
fn an_order_to_hold_that_an_edit_puts_in_leaves_what_stands_behind_it() {
    let battle = battle();
    let read = |post| read_by(&battle, ALICE, post);
    let accepted = Accepted::new(ALICE, read("!Alpha: move to C7"), 1);
    let edited = accepted.carry_over(read("!Alpha: hold fire and move to C7"), 3);
    assert_eq!(collect(&battle, &[edited]).posts[0].orders, [false, true]);
}

#[test]
fn weapons_of_a_later_post_are_told_how_they_fire_with_the_earlier() {
    let posts = ["!Heavy: shoot Nobz with rifles", "!Heavy: also shoot Boyz 1 with machine gun"];
    let battle = battle();
    let accepted = posts.map(|it| Accepted::new(ALICE, read_by(&battle, ALICE, it), 1));
    let notes = &collect(&battle, &accepted).posts[1].notes;
    assert!(notes.iter().any(|it| it.diagnostic.to_string().contains("To fire all of it, write")), "{notes:?}");
}

#[test]
fn q_a3_an_edit_keeps_the_place_of_what_it_leaves_as_it_was() {
    let battle = battle();
    let accept = |poster, post, now| Accepted::new(poster, read_by(&battle, poster, post), now);
    let alice = accept(ALICE, "!Alpha: shoot Nobz\n!Spears: hold", 1);
    let bob = accept(BOB, "!Bravo: shoot Nobz", 2);
    let edited = alice.carry_over(read_by(&battle, ALICE, "A word.\n!Spears: charge Nobz\n!Alpha: shoot Nobz"), 3);
    let numbers: Vec<u64> = edited.orders.iter().map(|it| it.number).collect();
    assert_eq!(numbers, [3, 1]);
    let collected = collect(&battle, &[edited, bob]);
    let fire: Vec<&str> = collected.orders.fire.iter().map(|it| battle.setup().squad(it.0).name.as_str()).collect();
    assert_eq!(fire, ["Alpha", "Bravo"]);
}

#[test]
fn the_last_word_of_an_edited_post_is_the_one_that_stands_last() {
    let battle = battle();
    for (before, after) in [
        ("!Alpha: shoot Nobz", "!Alpha: shoot Boyz 1\n!Alpha: shoot Nobz"),
        ("!Alpha: move to C7", "!Alpha: move to D4\n!Alpha: move to C7"),
        ("!Alpha: shoot Nobz; hold", "!Alpha: move to C7; shoot Nobz; hold"),
        ("!Alpha: shoot Nobz", "!Alpha: hold; shoot Nobz"),
        ("!Alpha: shoot Nobz\n!Spears: hold", "!withdraw orders\n!Alpha: shoot Nobz\n!Spears: hold"),
        ("!withdraw orders for Alpha", "!Alpha: shoot Nobz\n!withdraw orders for Alpha"),
        ("!use Steady On on Alpha", "!use Steady On on Spears\n!withdraw Steady On\n!use Steady On on Alpha"),
    ] {
        let posted = Accepted::new(ALICE, read_by(&battle, ALICE, before), 1);
        let edited = posted.carry_over(read_by(&battle, ALICE, after), 2);
        let anew = Accepted::new(ALICE, read_by(&battle, ALICE, after), 2);
        let [edited, anew] = [edited, anew].map(|it| collected(&battle, &[it], |_| after.to_owned()));
        assert_eq!(edited, anew, "{before} -> {after}");
    }
}

#[test]
fn c1_points_that_come_back_are_reckoned_when_later_orders_are_accepted() {
    let battle = scene_with(
        ".l .a . .b",
        "l Lead players@alice: officer; a Alpha players@alice: rifle; b Boyz enemy: boy",
        |setup| {
            let ability = |name: &str, cost, target, effects| Ability {
                key: name.to_lowercase(),
                name: name.to_owned(),
                text: String::new(),
                cost,
                target,
                range: None,
                per_round: None,
                per_battle: Some(1),
                needs_hero: true,
                trigger: None,
                effects,
            };
            setup.casters[0].cp_max = 2;
            setup.abilities.push(ability("Wind", 1, AbilityTarget::Own, vec![Effect::RegainCommand(2)]));
            setup.abilities.push(ability("Rally", 2, AbilityTarget::AlliedSquad, vec![Effect::Rally]));
            setup.casters[0].abilities = vec![AbilityId(0), AbilityId(1)];
        },
    );
    let poster = Poster::Seat(SeatId(0));
    let read = |text: &str| read_by(&battle, poster, text);
    let posts = [Accepted::new(poster, read("!use Wind\n!use Rally on Alpha"), 0)];
    let collected = collect(&battle, &posts);
    assert_eq!(collected.posts[0].orders, [true, true], "{:?}", collected.posts[0].notes);
    assert_eq!(collected.cp_left, [0]);
    let twice = [Accepted::new(poster, read("!use Wind\n!use Wind"), 0), Accepted::new(poster, read("!use Wind"), 1)];
    let collected = collect(&battle, &twice);
    assert_eq!(collected.orders.abilities.len(), 1, "once in a battle (C-4)");
}
