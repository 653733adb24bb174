//! BC-5 to BC-7: who gets into a close combat, its order, and the Angry Inch.

use super::*;

#[test]
fn bc1_3_a_weapon_strikes_what_its_surface_can_touch() {
    let at = |x: u8, y: u8| Rect::one(Tile::new(5 + x, 5 + y));
    let knife = Class::Hand.reach();
    assert!(reaches(knife, at(0, 0), at(1, 1)) && !reaches(knife, at(0, 0), at(2, 0)));
    check(
        &scene(".y . .d . .", "y Yoko red: fig knife; d Dan blue: fig"),
        &quiet("melee Yoko attack Dan"),
        "attack 2, damage 1",
        expect![[r#"
        Melee:
          red's pass
        inch: Yoko B1
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Yoko Attack Dan with knife: 2 of 2 hits
        Yoko damage with knife: 1=1
        Dan: 1 against 4, holds"#]],
    );
    check(
        &scene(".y . . .d .", "y Yoko red: fig knife; d Dan blue: fig"),
        &quiet("melee Yoko attack Dan"),
        "",
        expect![[r#"
        Melee:
          red's pass
        Yoko Melee refused: OutOfReach"#]],
    );
    let rider = |setup: &mut Setup| {
        unit(setup, "Yoko").facing = Some(crate::brick::battle::Heading::North);
    };
    let lance = "y Yoko red: fig lance; d Dan blue: fig";
    check(
        &scene_with(". . . .\n# . . .\n.y . .d .\n# . . .", lance, rider),
        &quiet("melee Yoko attack Dan"),
        "",
        expect![[r#"
        Melee:
          red's pass
        Yoko Melee refused: OutOfReach"#]],
    );
    check(
        &scene_with(".d . . .\n. . . .\n.y . . .\n. . . .", lance, rider),
        &quiet("melee Yoko attack Dan"),
        "attack 4, damage 1 1",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Yoko Attack Dan with lance: 4 of 4 hits
        Yoko damage with lance: 1,1=2
        Dan: 2 against 4, holds"#]],
    );
}

#[test]
fn bc3_9_three_at_most_gang_up_on_a_minifig_and_any_number_on_a_giant() {
    let people = "v Vic blue: fig; a Ann red: fig knife; b Bob red: fig knife; c Cat red: fig knife; e Eve red: fig knife; f Flo red: fig knife";
    let battle = scene(".a .b .c\n.e .v .f\n. . .", people);
    let all =
        "melee Ann attack Vic; melee Bob attack Vic; melee Cat attack Vic; melee Eve attack Vic; melee Flo attack Vic";
    check(
        &battle,
        &format!("react Vic none then hold; {all}"),
        "attack 2 2 2, damage 1 1 1",
        expect![[r#"
        Melee:
          red's pass
        Ann declares Attack at Vic
        Ann and Vic in close combat
        Bob declares Attack at Vic
        Bob and Vic in close combat
        Cat declares Attack at Vic
        Cat and Vic in close combat
        Eve Melee refused: Crowded
        Flo Melee refused: Crowded
        Ann Attack Vic with knife: 2 of 2 hits
        Bob Attack Vic with knife: 2 of 2 hits
        Cat Attack Vic with knife: 2 of 2 hits
        Ann damage with knife: 1=1
        Bob damage with knife: 1=1
        Cat damage with knife: 1=1
        Vic: 3 against 4, holds"#]],
    );
    let giant = people.replace("v Vic blue: fig", "v Vic blue: giant");
    let battle = scene(".a .b .c .e\n.v . . .\n. . . .\n.f . . .", &giant);
    check(
        &battle,
        &format!("react Vic none then hold; {all}"),
        "attack 2 2 2 2 2, damage 1 1 1 1 1",
        expect![[r#"
        Melee:
          red's pass
        Ann declares Attack at Vic
        Ann and Vic in close combat
        Bob declares Attack at Vic
        Bob and Vic in close combat
        Cat declares Attack at Vic
        Cat and Vic in close combat
        Eve declares Attack at Vic
        Eve and Vic in close combat
        Flo declares Attack at Vic
        Flo and Vic in close combat
        Ann Attack Vic with knife: 2 +2 LargeTarget of 2 hits
        Bob Attack Vic with knife: 2 +2 LargeTarget of 2 hits
        Cat Attack Vic with knife: 2 +2 LargeTarget of 2 hits
        Eve Attack Vic with knife: 2 +2 LargeTarget of 2 hits
        Flo Attack Vic with knife: 2 +2 LargeTarget of 2 hits
        Ann damage with knife: 1=1
        Bob damage with knife: 1=1
        Cat damage with knife: 1=1
        Eve damage with knife: 1=1
        Flo damage with knife: 1=1
        Vic: 5 against 6, holds"#]],
    );
}

#[test]
fn bc5_5_within_a_turn_three_attack_one_minifig_by_hand() {
    assert_eq!(can_be_touched_by(1), Some(3));
    let people = "v Vics blue 2x1: fig; a Ann red: fig knife; b Bob red: fig knife; c Cat red: fig knife; e Eve red: fig knife; f Flo red: fig knife; g Gus red: fig knife; h Hal red: fig knife; i Ivy red: fig knife";
    let battle = scene(".a .b .c .e\n.f .v .v .g\n. .h .i .", people);
    let all: String = ["Ann", "Bob", "Cat", "Eve", "Flo", "Gus", "Hal", "Ivy"]
        .iter()
        .map(|it| format!("melee {it} attack Vics; "))
        .collect();
    check(
        &battle,
        &format!("react Vics none then hold; {all}"),
        "attack 2 2 2 2 2 2, damage 1 1 1 1 1 1",
        expect![[r#"
        Melee:
          red's pass
        Ann declares Attack at Vics
        Ann and Vics in close combat
        Bob declares Attack at Vics
        Bob and Vics in close combat
        Cat declares Attack at Vics
        Cat and Vics in close combat
        Eve declares Attack at Vics
        Eve and Vics in close combat
        Flo declares Attack at Vics
        Flo and Vics in close combat
        Gus declares Attack at Vics
        Gus and Vics in close combat
        Hal Melee refused: Crowded
        Ivy Melee refused: Crowded
        Ann Attack Vics with knife: 2 of 2 hits
        Bob Attack Vics with knife: 2 of 2 hits
        Cat Attack Vics with knife: 2 of 2 hits
        Eve Attack Vics with knife: 2 of 2 hits
        Flo Attack Vics with knife: 2 of 2 hits
        Gus Attack Vics with knife: 2 of 2 hits
        Ann damage with knife: 1=1
        Bob damage with knife: 1=1
        Cat damage with knife: 1=1
        Eve damage with knife: 1=1
        Flo damage with knife: 1=1
        Gus damage with knife: 1=1
        Vics-1: 1 against 4, holds
        Vics-2: 1 against 4, holds
        Vics-1: 2 against 4, holds
        Vics-2: 2 against 4, holds
        Vics-1: 3 against 4, holds
        Vics-2: 3 against 4, holds"#]],
    );
}

#[test]
fn bc5_2_an_attack_on_what_fights_back_begins_close_combat() {
    let end = after(&scene(APART, KITCHEN), &quiet("melee Yoko attack Dan"), "attack 3, damage 1");
    assert!(end.is_engaged(who(&end, "Yoko")) && end.is_engaged(who(&end, "Dan")));
}

#[test]
fn bc5_7_five_manoeuvres_and_no_more() {
    for (order, manoeuvre) in [
        (Melee::Release, Manoeuvre::Ignore),
        (Melee::Ignore(None), Manoeuvre::Ignore),
        (
            Melee::Attack(crate::brick::battle::Engage::at(crate::brick::battle::Target::Tile(Tile::new(0, 0)))),
            Manoeuvre::Attack,
        ),
    ] {
        assert_eq!(Manoeuvre::from(&order), manoeuvre);
    }
    check(
        &scene(".y .d", KITCHEN),
        "melee Yoko attack B1",
        "",
        expect![[r#"
        Melee:
          red's pass
        Yoko Melee refused: OutOfReach"#]],
    );
}

#[test]
fn bc5_11_more_hands_do_more() {
    let battle = scene_with(".y .d", "y Yoko red: short knife dagger sabre pan; d Dan blue: fig", |setup| {
        profile(setup, "short").hands = 4;
    });
    assert_eq!(battle.hands_left(unit_named(&battle, "Yoko")), 4);
    let parried = "react Yoko parry best then hold";
    let people = scene_with(
        ".a .b .c\n. .y .",
        "y Yoko blue: short knife dagger sabre pan; a Ann red: fig knife; b Bob red: fig knife; c Cat red: fig knife",
        |setup| {
            profile(setup, "short").hands = 4;
        },
    );
    let orders = format!("{parried}; melee Ann attack Yoko; melee Bob attack Yoko; melee Cat attack Yoko");
    check(
        &people,
        &orders,
        "attack 3 3 3, parry 4 4 4",
        expect![[r#"
        Melee:
          red's pass
        Ann declares Attack at Yoko
        Ann and Yoko in close combat
        Bob declares Attack at Yoko
        Bob and Yoko in close combat
        Cat declares Attack at Yoko
        Cat and Yoko in close combat
        Yoko against Ann: parry with knife
        Yoko against Bob: parry with dagger
        Yoko against Cat: parry with sabre
        Ann Attack Yoko with knife: 3 -1 Short of 2 hits
        Bob Attack Yoko with knife: 3 -1 Short of 2 hits
        Cat Attack Yoko with knife: 3 -1 Short of 2 hits
        Yoko parries Ann with knife: 4 -1 Outnumbered of 2 deflects 1
        Yoko parries Bob with dagger: 4 -1 Outnumbered of 2 deflects 1
        Yoko parries Cat with sabre: 4 -1 Outnumbered of 2 deflects 1
        Ann damage with knife:  deflected 1=0
        Bob damage with knife:  deflected 1=0
        Cat damage with knife:  deflected 1=0"#]],
    );
}

#[test]
fn bc5_12_an_answer_needs_no_action_and_uses_it_up() {
    let battle = scene(".y .d . .\n. . . .e", "d Dan red: fig bow pan; y Yoko blue: fig sword; e Eve blue: fig");
    let orders = "shoot Dan at Eve; react Dan parry pan then hold; react Yoko none then hold; melee Yoko attack Dan";
    check(
        &battle,
        orders,
        "attack 2, attack 3, parry 3",
        expect![[r#"
        Shooting:
          red's pass
        Dan declares Shoot at Eve
        Dan Shoot Eve with bow: 2 of 3 misses
        Melee:
          blue's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Dan against Yoko: parry with pan
        Yoko Attack Dan with sword: 3 of 3 hits
        Dan parries Yoko with pan: 3 of 3 deflects 1
        Yoko damage with sword:  deflected 1=0"#]],
    );
    let end = after_melee(&battle, orders, "attack 2, attack 3, parry 3");
    assert!(end.unit(unit_named(&end, "Dan")).has_countered);
}

#[test]
fn bc5_13_close_combat_ends_when_neither_could_reach_the_other() {
    let battle = scene(".y .d . . .", "y Yoko red: fig dagger; d Dan blue: fig dagger");
    check(
        &battle,
        "react Dan none then hold; melee Yoko shove Dan",
        "",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Shove at Dan
        Yoko and Dan in close combat
        Yoko Shove Dan with bare hands: automatic hits
        Dan pushed E 2 to D1
        Dan disrupted
        Dan and Yoko part"#]],
    );
    let near = scene(".y .d . #", "y Yoko red: fig dagger; d Dan blue: fig dagger");
    assert!(after(&near, "react Dan none then hold; melee Yoko shove Dan", "").is_engaged(who(&near, "Dan")));
}

#[test]
fn bc5_13_an_angry_inch_reaches_off_a_corner_too() {
    for (drawing, holds) in [
        (".y . .d .", true),
        (".y . . .d", false),
        (".y . . .\n. . .d .", true),
        (".y . . .\n. . . .d", false),
        (".y . .\n. . .\n. . .d", false),
    ] {
        let battle = scene(drawing, "y Yoko red: fig dagger; d Dan blue: fig dagger");
        assert_eq!(could_reach(&battle, who(&battle, "Yoko"), who(&battle, "Dan")), holds, "{drawing}");
    }
}

#[test]
fn bc6_1_a_manoeuvre_is_declared_and_what_can_not_be_made_is_refused() {
    story::check(
        &fencing(),
        &quiet(""),
        "",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Ignore
          blue's pass
        Dan declares Ignore"#]],
    );
    check(
        &scene(".y .d", "y Yoko red: fig; d Dan blue: fig"),
        "melee Yoko attack Dan",
        "",
        expect![[r#"
        Melee:
          red's pass
        Yoko Melee refused: NoWeapon"#]],
    );
}

#[test]
fn bc6_5_an_answer_while_ignoring_costs_the_action() {
    let battle = scene(".y .d . . .e", "y Yoko red: fig pistol pan; d Dan blue: fig knife; e Eve blue: fig");
    let linked = after(
        &battle,
        "react Yoko none then hold; react Dan none then hold; melee Yoko attack Dan",
        "attack 3, damage 1",
    );
    check(
        &linked,
        "react Yoko parry pan vs counter; melee Yoko ignore then shoot Eve; react Dan none then strike",
        "attack 2, parry 3",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Ignore
        Dan declares Counterattack at Yoko
        Yoko against Dan: parry with pan
        Dan Counterattack Yoko with knife: 2 of 2 hits
        Yoko parries Dan with pan: 3 of 3 deflects 1
        Dan damage with knife:  deflected 1=0
        Yoko Shoot refused: NoAction { unit: UnitId(0) }"#]],
    );
}

#[test]
fn bc7_4_a_step_has_to_serve_the_manoeuvre() {
    check(
        &scene(".y . . .d", "y Yoko red: fig knife; d Dan blue: fig"),
        "melee Yoko attack Dan",
        "",
        expect![[r#"
        Melee:
          red's pass
        Yoko Melee refused: OutOfReach"#]],
    );
}

#[test]
fn bc7_6_the_ground_is_no_target() {
    check(
        &scene(".y . .b", "y Yoko red: fig sword; b Barrel none: barrel"),
        "melee Yoko attack B1",
        "",
        expect![[r#"
        Melee:
          red's pass
        Yoko Melee refused: OutOfReach
        Morale:
        ended: Victory"#]],
    );
    check(
        &scene(".y . .b", "y Yoko red: fig knife; b Barrel none: barrel"),
        "melee Yoko attack Barrel",
        "damage 1",
        expect![[r#"
        Melee:
          red's pass
        inch: Yoko B1
        Yoko declares Attack at Barrel
        Yoko Attack Barrel with knife: automatic hits
        Yoko damage with knife: 1=1
        Barrel: 1 against 4, holds
        Morale:
        ended: Victory"#]],
    );
}

#[test]
fn bx4_reach_and_numbers_of_the_classes() {
    let at = |x: u8, y: u8| Rect::one(Tile::new(5 + x, 5 + y));
    let pike = Class::TwoHanded.reach();
    assert!(
        !reaches(pike, at(0, 0), at(1, 1)) && reaches(pike, at(0, 0), at(2, 0)) && reaches(pike, at(0, 0), at(3, 0))
    );
    let sword = Class::Heavy.reach();
    assert!(reaches(sword, at(0, 0), at(2, 0)) && !reaches(sword, at(0, 0), at(3, 0)));
    assert_eq!(Class::Object.in_close_combat().map(|it| it.damage), Some(Amount::skill(1, -2)));
    check(
        &scene(".y .d", "y Yoko red: fig chair; d Dan blue: fig"),
        "melee Yoko attack Dan",
        "attack 4, damage 5",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Yoko Attack Dan with chair: 4 of 4 hits
        Yoko damage with chair: 5-2=3
        Dan: 3 against 4, holds"#]],
    );
}

#[test]
fn bx9_who_lies_there_can_not_defend_and_is_easier_to_hit() {
    let mut battle = scene(".y .d . . . .", "y Yoko red: fig knife; d Dan blue: fig shield");
    battle.apply(&crate::brick::battle::Event::Disrupted { unit: unit_named(&battle, "Dan") });
    check(
        &battle,
        "react Dan parry shield; melee Yoko attack Dan",
        "attack 2, damage 1",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Yoko Attack Dan with knife: 2 +1 Stationary of 2 hits
        Yoko damage with knife: 1=1
        Dan: 1 against 4, holds"#]],
    );
    check(
        &battle,
        "react Yoko none; melee Dan attack Yoko",
        "",
        expect![[r#"
        Melee:
          blue's pass
        Dan Melee refused: NoWeapon"#]],
    );
}

#[test]
fn bt7_a_pike_in_contact_shoves_and_does_not_strike() {
    let battle = scene("# .y .d . . .", "y Yoko red: fig pike; d Dan blue: fig");
    check(
        &battle,
        "melee Yoko attack Dan",
        "",
        expect![[r#"
        Melee:
          red's pass
        Yoko Melee refused: NoRoom"#]],
    );
    check(
        &battle,
        "react Dan none then hold; melee Yoko shove Dan",
        "",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Shove at Dan
        Yoko and Dan in close combat
        Yoko Shove Dan with bare hands: automatic hits
        Dan pushed E 2 to E1
        Dan disrupted"#]],
    );
}
