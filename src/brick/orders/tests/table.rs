//! Tests of measurements on a real table, and their mistakes.

use expect_test::{Expect, expect};

use super::*;

/// The battle of the other tests, on a real table.
fn table() -> Battle {
    let mut setup = battle().setup().clone();
    setup.has_map = false;
    Battle::new(std::sync::Arc::new(setup))
}

#[track_caller]
fn check(poster: Poster, text: &str, expected: Expect) {
    let battle = table();
    let reading = read_by(&battle, poster, text);
    let orders: Vec<String> = reading.given.iter().map(|it| shown(&battle, &it.order)).collect();
    // Printed orders are read again as the same orders.
    for (given, words) in reading.given.iter().zip(&orders) {
        let again = read_by(&battle, poster, &format!("!{words}"));
        assert_eq!(again.given.iter().map(|it| &it.order).collect::<Vec<_>>(), [&given.order], "{words}");
    }
    let said = reading.diagnostics.iter().map(|it| it.under(text) + "\n");
    expected.assert_eq(&orders.iter().map(|it| format!("{it}\n")).chain(said).collect::<String>());
}

#[test]
fn an_attack_comes_with_its_numbers() {
    check(
        BOB,
        "!Dan attacks Yoko with knife, outnumbered, parry pan\n\
         !Bravo: shoot Orcs with pistol, range 7 in, cover 1, above 2, still and near Yoko, Captain, not outnumbered\n\
         !Dan: charge Captain with body, run 5\"; Dan: grab Captain release after, range 2\n\
         !Bravo: shoot Orcs with pistol, 11 inches away, cover 1\n\
         !Bravo: shoot Orcs with pistol, near Alpha and Yoko",
        expect![[r#"
            melee Dan attack Yoko with knife
            react Dan parry pan vs counter
            measure Dan at Yoko outnumbered
            shoot Bravo at Orcs with pistol
            measure Bravo at Orcs range 7 cover 1 height 2 still not outnumbered near Yoko, Captain
            move Dan charge Captain body
            measure Dan at Captain run 5
            melee Dan grab Captain release after
            measure Dan at Captain range 2
            shoot Bravo at Orcs with pistol
            measure Bravo at Orcs range 11 cover 1
            shoot Bravo at Orcs with pistol
            measure Bravo at Orcs near Alpha-1, Alpha-2, Alpha-3, Yoko
        "#]],
    );
}

#[test]
fn the_gm_measures_anybody_and_players_their_own() {
    check(
        Poster::Gm,
        "!measure Dan at Orcs range 4, below 3, showing 2, moving",
        expect![[r#"
            measure Dan at Orcs range 4 height 0 showing 2 moving
        "#]],
    );
    check(
        BOB,
        "!measure Yoko at Orcs range 4",
        expect![[r#"
        line 1: !measure Yoko at Orcs range 4
                         ^^^^ Yoko isn't yours to order.
    "#]],
    );
}

#[test]
fn what_no_tape_measure_says_is_told() {
    for text in [
        "!Dan: attack Yokel with knife, range 2",
        "!Dan: attack Yoko with trebuchet, range 2",
        "!Dan: attack Yoko with knife, range -2",
        "!Dan: attack Yoko with knife, range 2.5",
        "!Dan: attack Yoko with knife, range far",
        "!Dan: attack Yoko with knife, cover 4",
        "!Dan: attack Yoko with knife, range",
        "!Dan: attack Yoko with knife, height 9000",
        "!Dan: attack Yoko with knife, near Bert",
        "!measure Dan at Orcs",
        "!Dan: move to C3",
        "!Dan: move 4 north",
        "!Bravo: shoot at tile C3 with pistol",
        "!Bravo: withdraw",
    ] {
        let reading = read_by(&table(), BOB, text);
        assert_eq!((reading.given.len(), reading.diagnostics.len()), (0, 1), "{text}: {:?}", reading.given);
    }
    let all = "!Dan: attack Yokel, range 2\n!Dan: attack Yoko with knife, range -2\n!Dan: attack Yoko, cover 4\n\
        !Dan: move to C3\n!measure Dan at Orcs\n!Dan: attack Yoko, parry pan";
    check(
        BOB,
        all,
        expect![[r#"
        melee Dan attack Yoko
        react Dan parry pan vs counter
        line 1: !Dan: attack Yokel, range 2
                             ^^^^^ no squad, figure or thing here is called "Yokel". Did you mean "Yoko"?
        line 2: !Dan: attack Yoko with knife, range -2
                                                    ^^ range is a whole number from 0 to 200.
        line 3: !Dan: attack Yoko, cover 4
                                         ^ cover is a whole number from 0 to 3.
        line 4: !Dan: move to C3
                      ^^^^ this battle has no map: everybody moves their figures on the table. Say an attack and its numbers, such as "Dan: shoot Yoko with pistol, range 7, cover 1".
        line 5: !measure Dan at Orcs
                                    ^ what to measure, such as "range 7", is missing here.
    "#]],
    );
}

#[test]
fn a_map_needs_no_tape_measure() {
    let text =
        "!Alpha: shoot Orcs with rifle, range 7\n!measure Alpha at Orcs range 7\n!Yoko: attack Captain, parry sword";
    expect![[r#"
        melee Yoko attack Captain
        react Yoko parry sword vs counter
        line 1: !Alpha: shoot Orcs with rifle, range 7
                                             ^^^^^^^^^ the map of this battle already says how far away, how high and how well in view everybody is. Leave this out. It is for battles on a real table: map = "real".
        line 2: !measure Alpha at Orcs range 7
                         ^^^^^^^^^^^^^^^^^^^^^ the map of this battle already says how far away, how high and how well in view everybody is. Leave this out. It is for battles on a real table: map = "real".
    "#]].assert_eq(&outcome(text));
}

#[test]
fn whoever_has_fallen_is_known_to_have() {
    let mut battle = table();
    let dan = crate::brick::battle::scene::unit_named(&battle, "Dan");
    battle.apply(&crate::brick::battle::Event::Killed { unit: dan, by: None, downed: false });
    let said = |poster, text| {
        let collected = collect(&battle, &[Accepted::new(poster, read_by(&battle, poster, text), 1)]);
        let reading = read_by(&battle, poster, text);
        let refused = collected.fates.values().filter_map(|it| match it {
            Fate::Refused(why) => Some(why.message.clone()),
            _ => None,
        });
        reading.diagnostics.iter().map(|it| it.message.clone()).chain(refused).collect::<Vec<_>>()
    };
    assert_eq!(said(ANN, "!Yoko: attack Dan"), ["nobody is left of Dan"]);
    assert_eq!(said(BOB, "!Dan: attack Yoko with knife"), ["nobody is left of Dan"]);
    // A new squad may have the name of one that is gone.
    assert_eq!(said(BOB, "!form Dan from Bravo 1\n!Dan: shoot Orcs"), Vec::<String>::new());
}

#[test]
fn no_squad_is_called_like_a_tile_where_there_are_none() {
    let battle = table();
    let reading = read_by(&battle, ANN, "!form K8 from Alpha 1");
    let said: Vec<&str> = reading.diagnostics.iter().map(|it| it.message.as_str()).collect();
    assert_eq!(said, ["K8 is a tile, so it can't name a squad"]);
}
