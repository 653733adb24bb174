//! BS-5, BS-6: squads come and go.

use expect_test::expect;

use crate::brick::battle::scene::{scene, scene_with, unit_named, who};
use crate::brick::battle::{Battle, Event, Phase, Standard};
use crate::brick::rules::story::{after, check};
use crate::field::UnitId;

/// A loner, two swordsmen on a small plate, and two on one that has room for five.
fn shadowhawks() -> Battle {
    scene(
        ".l . . . . . .\n. .b .b . . . .\n. . . . . . .\n. . .c .c . . .\n. . . . . . .d",
        "l Lone red: fig sabre; b Small red 2x1: fig sabre; c Hawks red 3x2: fig sabre; d Dan blue: fig sabre",
    )
}

fn spent(battle: &Battle) -> usize {
    battle.standing().filter(|it| battle.unit(*it).has_acted).count()
}

/// The battle after Command alone, before anybody's marks are wiped.
fn commanded(battle: &Battle, orders: &str) -> Battle {
    let orders = crate::brick::rules::story::orders_of(battle, orders);
    let mut dice = crate::dice::Dice::scripted("");
    let events =
        crate::brick::rules::resolve(&crate::brick::rules::story::plain(), battle, &orders, &mut dice, Phase::Morale);
    let mut battle = battle.clone();
    let is_later = |it: &&crate::brick::battle::Event| !matches!(it, crate::brick::battle::Event::PhaseBegan { phase } if *phase != crate::brick::battle::Phase::Command);
    events.iter().take_while(is_later).for_each(|it| battle.apply(it));
    battle
}

#[test]
fn bs5_1_squads_are_free_as_the_battle_begins() {
    let battle = shadowhawks();
    assert_eq!((battle.squad_ids().count(), spent(&battle)), (2, 0));
}

#[test]
fn bs5_2_leaving_costs_nobody_anything() {
    let end = commanded(&shadowhawks(), "leave Hawks-1 from Hawks");
    assert_eq!(spent(&end), 0);
    check(&shadowhawks(), "leave Hawks-1 from Hawks", "", expect!["Hawks-1 leaves Hawks to C3"]);
}

#[test]
fn bs5_3_standing_elsewhere_on_the_plate_is_free_and_leaving_from_there_pays_the_way() {
    check(
        &shadowhawks(),
        "arrange Hawks Hawks-1@2,1 Hawks-2@0,0",
        "",
        expect!["Hawks arranged: Hawks-1 E5, Hawks-2 C4"],
    );
    let end = commanded(&shadowhawks(), "arrange Hawks Hawks-1@2,1; leave Hawks-1 from Hawks");
    assert_eq!(end.unit(unit_named(&end, "Hawks-1")).inches_used, 3);
    check(
        &shadowhawks(),
        "arrange Hawks Hawks-1@1,0",
        "",
        expect!["Hawks Organise refused: BadPlace { unit: UnitId(4) }"],
    );
}

#[test]
fn bs5_4_whoever_has_no_action_can_not_form_up() {
    let battle = scene(".a .a . . .d", "a Mob red: fig bow; d Dan blue: fig");
    check(
        &battle,
        "form Pair from Mob-1,Mob-2",
        "",
        expect![[r#"
        Pair forms on 2x1 North at A1: Mob-1 A1, Mob-2 B1
        Mob-1, Mob-2 form up"#]],
    );
    let end = commanded(&battle, "form Pair from Mob-1,Mob-2");
    assert_eq!(spent(&end), 2);
    check(
        &battle,
        "form Pair from Mob-1,Mob-2 2x1; form Other from Mob-1 1x1",
        "",
        expect![[r#"
        Pair forms on 2x1 North at A1: Mob-1 A1, Mob-2 B1
        Mob-1, Mob-2 form up
        Other not formed: NoAction { unit: UnitId(0) }
        Other not formed: Gone"#]],
    );
}

#[test]
fn bs5_6_joining_forces() {
    let orders = "join Lone to Hawks; join Small to Hawks";
    check(
        &shadowhawks(),
        orders,
        "",
        expect![[r#"
        join Hawks: Lone E4
        Lone form up
        join Hawks: Small-1 C5, Small-2 D5
        Small is no more
        Small-1, Small-2 form up"#]],
    );
    let end = commanded(&shadowhawks(), orders);
    let hawks = who(&end, "Hawks");
    assert_eq!((end.members(hawks).len(), spent(&end)), (5, 3));
    let can_act: Vec<UnitId> = end.members(hawks).into_iter().filter(|it| !end.unit(*it).has_acted).collect();
    assert_eq!(can_act, [unit_named(&end, "Hawks-1"), unit_named(&end, "Hawks-2")]);
}

#[test]
fn bs5_7_splitting() {
    let battle =
        scene(".a .a .a .a . . .\n.a .a .a . . . .\n. . . . . . .d", "a Cola red 4x2: fig bow; d Dan blue: fig");
    let orders = "split Cola into Pepsi: Cola-6,Cola-7 2x1";
    check(
        &battle,
        orders,
        "",
        expect![[r#"
        Pepsi forms on 2x1 North at B3: Cola-6 B3, Cola-7 C3
        Cola-6, Cola-7 form up"#]],
    );
    let end = commanded(&battle, orders);
    assert_eq!((end.members(who(&end, "Cola")).len(), end.members(who(&end, "Pepsi")).len()), (5, 2));
    assert_eq!(spent(&end), 2);
}

#[test]
fn bs5_8_changing_formation() {
    let battle = scene(".a .a .a .a . .\n. . . . . .d", "a Four red 4x2: fig sabre; d Dan blue: fig");
    let end = commanded(&battle, "replate Four 2x2");
    assert_eq!(spent(&end), 4);
    assert_eq!(end.rect(who(&end, "Four")).area(), 4);
    let same = commanded(&battle, "arrange Four Four-1@0,1");
    assert_eq!(spent(&same), 0);
    check(&battle, "replate Four 1x2", "", expect!["Four Organise refused: PlateTooSmall { needs: 4 }"]);
}

#[test]
fn bs5_10_who_joined_this_round_stays_until_the_next() {
    let battle = shadowhawks();
    let joined = after(&battle, "join Lone to Hawks", "");
    let orders = "join Lone to Hawks; leave Lone from Hawks";
    // Leaving comes first in the phase, when there is nothing to leave yet.
    check(
        &battle,
        orders,
        "",
        expect![[r#"
        Hawks Organise refused: NotAMember { unit: UnitId(0) }
        join Hawks: Lone E4
        Lone form up"#]],
    );
    check(&joined, "leave Lone from Hawks", "", expect!["Lone leaves Hawks to E3"]);
}

fn led() -> Battle {
    scene(
        ".a .a .a .a . . . .\n.a .a .a .a . . . .\n. . . . . . . .\n. . . . . . . .d",
        "a Band red 4x2: officer sabre | fig sabre | fig sabre | fig sabre | fig sabre | fig sabre | fig sabre | fig sabre; d Dan blue: fig",
    )
}

#[test]
fn bs6_1_an_officer_rolls_a_d8_and_his_armor_is_a_d10() {
    let battle = scene(".a . . .d", "a Ann red: fig bow; d Dan blue: officer");
    check(
        &battle,
        "shoot Ann at Dan",
        "attack 3, damage 5, armor d10:4",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 3 of 3 hits
        Ann damage with bow: 5=5
        Dan: 5 against 4=4, -1 HP
        Dan killed
        Morale:
        ended: Victory"#]],
    );
    check(
        &battle,
        "shoot Ann at Dan",
        "attack 3, damage 5, armor d10:5",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 3 of 3 hits
        Ann damage with bow: 5=5
        Dan: 5 against 5=5, holds"#]],
    );
    assert_eq!(battle.profile(UnitId(1)).inches(), 6);
}

#[test]
fn bs6_3_with_an_officer_even_those_form_up_who_have_no_action() {
    // Whoever forms up at his own cost can still be taken in by an Officer's squad, and has no Action afterwards.
    let battle = scene(
        ".a .c . . .\n.b .b . . .\n. . . . .\n. .d . . .",
        "a Lone red: fig bow; c Kit red: fig bow; b Bows red 4x1: officer bow | fig bow; d Dan blue: fig",
    );
    let orders = crate::brick::rules::story::orders_of(&battle, "join Lone to Bows");
    let mut spent_before = battle.clone();
    let lone = unit_named(&battle, "Lone");
    spent_before
        .apply(&crate::brick::battle::Event::ActionSpent { units: vec![lone], on: crate::brick::battle::Deed::Use });
    let mut dice = crate::dice::Dice::scripted("");
    let events = crate::brick::rules::resolve(
        &crate::brick::rules::story::plain(),
        &spent_before,
        &orders,
        &mut dice,
        Phase::Morale,
    );
    let mut end = spent_before.clone();
    events
        .iter()
        .take_while(|it| !matches!(it, crate::brick::battle::Event::RoundBegan { .. }))
        .for_each(|it| end.apply(it));
    assert!(end.unit(lone).squad.is_some() && end.unit(lone).has_acted);
}

#[test]
fn bs6_4_the_groups_that_break_off_from_an_officer_pay_nothing_either() {
    let orders =
        "split Band into One: Band-1,Band-2,Band-3 3x1 | Two: Band-4,Band-5,Band-6 3x1 | Three: Band-7,Band-8 2x1";
    let end = commanded(&led(), orders);
    assert_eq!((end.squad_ids().count(), spent(&end)), (3, 0));
    check(
        &led(),
        orders,
        "",
        expect![[r#"
        One forms on 3x1 North at A3: Band-1 A3, Band-2 B3, Band-3 C3
        Band-1, Band-2, Band-3 form up free
        Two forms on 3x1 North at B4: Band-4 B4, Band-5 C4, Band-6 D4
        Band-4, Band-5, Band-6 form up free
        Three forms on 2x1 North at C2: Band-7 C2, Band-8 D2
        Band is no more
        Band-7, Band-8 form up free"#]],
    );
}

#[test]
fn bs3_3_the_standard_stays_near_the_middle_and_where_it_is() {
    check(&led(), "standard Band Band-1", "", expect!["Band Organise refused: BadStandard"]);
    check(
        &led(),
        "replate Band 8x1; standard Band Band-1; standard Band Band-4",
        "",
        expect![[r#"
        Band on 8x1 at A1: Band-1 A1, Band-2 B1, Band-3 C1, Band-4 D1, Band-5 E1, Band-6 F1, Band-7 G1, Band-8 H1
        Band-1, Band-2, Band-3, Band-4, Band-5, Band-6, Band-7, Band-8 form up free
        Band Organise refused: BadStandard
        Band standard: Bearer(UnitId(3))"#]],
    );
}

#[test]
fn bs3_3_a_standard_whose_bearer_stands_too_far_from_the_middle_is_there() {
    let battle = scene(
        ".a .b .c .e .f . .\n. . . . . . .d",
        "a Ann red: officer sabre; b Bob red: fig; c Cat red: fig; e Eve red: fig; f Fox red: fig; d Dan blue: fig",
    );
    check(
        &battle,
        "form Guns from Ann,Bob,Cat,Eve,Fox 5x1 standard Ann",
        "",
        expect![[r#"
        Guns forms on 5x1 North at A1: Ann A1, Bob B1, Cat C1, Eve D1, Fox E1
        Ann, Bob, Cat, Eve, Fox form up free
        Guns standard: Center"#]],
    );
}

#[test]
fn bs3_5_a_new_squad_gets_a_standard_for_nothing() {
    let battle =
        scene(".a .a .a .a . . .\n.a .a .a . . . .\n. . . . . . .d", "a Cola red 4x2: fig bow; d Dan blue: fig");
    let end = commanded(&battle, "split Cola into Pepsi: Cola-6,Cola-7 2x1 standard Cola-6");
    let who = who(&end, "Pepsi");
    let crate::brick::battle::Who::Squad(squad) = who else { panic!("a squad") };
    assert_eq!(end.squad(squad).map(|it| it.standard), Some(Standard::Bearer(unit_named(&end, "Cola-6"))));
}

#[test]
fn bs2_3_a_plate_on_which_they_do_not_fit_is_refused() {
    let battle = scene(".a .a .a . . .d", "a Mob red: fig bow; d Dan blue: fig");
    check(&battle, "form Trio from Mob-1,Mob-2,Mob-3 2x1", "", expect!["Trio not formed: PlateTooSmall { needs: 3 }"]);
}

#[test]
fn bx58_who_has_no_action_is_left_out_and_a_new_plate_is_for_all_or_none() {
    let battle = scene_with(".a .a .a . .\n. . . . .d", "a Mob red: fig bow; d Dan blue: fig", |_| ());
    let mut tired = battle.clone();
    let one = unit_named(&battle, "Mob-1");
    tired.apply(&crate::brick::battle::Event::ActionSpent { units: vec![one], on: crate::brick::battle::Deed::Use });
    check(
        &tired,
        "form Trio from Mob-1,Mob-2,Mob-3",
        "",
        expect![[r#"
        Trio not formed: NoAction { unit: UnitId(0) }
        Trio forms on 2x1 North at B1: Mob-2 B1, Mob-3 C1
        Mob-2, Mob-3 form up"#]],
    );
}

#[test]
fn bx59_a_rider_has_to_fit_on_the_plate_as_he_is() {
    let battle = scene(".a . . . .d\n. . . . .", "a Rob red: rider lance; d Dan blue: fig");
    check(&battle, "form One from Rob 3x1", "", expect!["One not formed: PlateTooSmall { needs: 4 }"]);
    check(
        &battle,
        "form One from Rob",
        "",
        expect![[r#"
        One forms on 2x2 North at A1: Rob A1
        Rob form up"#]],
    );
}

#[test]
fn bc5_13_another_plate_is_no_way_out_of_close_combat() {
    let people = "a Ann red: fig knife; d Duo blue 2x1: fig; h Hawks blue 3x1: fig";
    let mut battle = scene(".a .d .d . .\n. .h . . .\n. . . . .", people);
    let (ann, duo) = (who(&battle, "Ann"), who(&battle, "Duo"));
    battle.apply(&Event::Linked { one: ann, other: duo });
    for orders in
        ["form Band from Duo-1,Duo-2 2x1", "split Duo into One: Duo-1 1x1 | Two: Duo-2 1x1", "join Duo to Hawks"]
    {
        let mut dice = crate::dice::Dice::scripted("");
        let told = crate::brick::rules::story::orders_of(&battle, orders);
        let plain = crate::brick::rules::story::plain();
        let mut end = battle.clone();
        let events = crate::brick::rules::resolve(&plain, &battle, &told, &mut dice, Phase::Command);
        events.iter().for_each(|it| end.apply(it));
        assert!(!end.is_there(duo) && end.is_engaged(ann), "{orders}");
    }
}
