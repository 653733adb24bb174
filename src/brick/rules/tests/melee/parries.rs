//! BC-10: parries, and what they cost.

use super::*;

#[test]
fn bc10_1_a_parry_is_skill_against_the_use_of_what_one_holds() {
    let battle = scene(".y .d", KITCHEN);
    for (die, parries) in [(4, true), (2, false)] {
        let dice = if parries { format!("attack 3, parry {die}") } else { format!("attack 3, parry {die}, damage 1") };
        let end = after(
            &battle,
            "react Yoko none vs counter; react Dan parry pan then hold; melee Yoko attack Dan with sword",
            &dice,
        );
        assert!(end.unit(unit_named(&end, "Dan")).is_standing());
    }
}

#[test]
fn bc10_2_a_gun_parries_as_a_tool_or_an_object() {
    assert_eq!((Class::Rifle.parry_needs(), Class::Pistol.parry_needs()), (3, 4));
}

#[test]
fn bc10_3_bare_hands_fail_only_on_a_critical() {
    let battle = scene(".y .d . .\n.z . . .", "y Yoko red: fig; z Zoe red: fig knife; d Dan blue: fig");
    let linked = after(&battle, "react Dan none then hold; melee Zoe attack Dan", "attack 2, damage 1");
    check(
        &linked,
        "react Dan parry bare then hold; melee Yoko shove Dan; melee Zoe ignore",
        "parry 2",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Shove at Dan
        Yoko and Dan in close combat
        Zoe declares Ignore
        Dan against Yoko: parry Bare
        Yoko Shove Dan with bare hands: automatic hits
        Dan parries Yoko with bare hands: 2 -1 Outnumbered of 0"#]],
    );
    check(
        &linked,
        "react Dan parry bare then hold; melee Yoko shove Dan; melee Zoe ignore",
        "parry 1",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Shove at Dan
        Yoko and Dan in close combat
        Zoe declares Ignore
        Dan against Yoko: parry Bare
        Yoko Shove Dan with bare hands: automatic hits
        Dan fails to parry Yoko with bare hands: 1 -1 Outnumbered of 0!
        Dan pushed E 2 to D1
        Dan disrupted
        Dan and Yoko part
        Dan and Zoe part"#]],
    );
}

#[test]
fn bc10_4_a_two_handed_weapon_is_easier_to_parry() {
    let battle = scene(".y . .d", "y Yoko red: fig pike; d Dan blue: fig pan");
    check(
        &battle,
        "react Dan parry pan then hold; melee Yoko attack Dan",
        "attack 4, parry 2, damage 3",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Dan against Yoko: parry with pan
        Yoko Attack Dan with pike: 4 of 4 hits
        Dan parries Yoko with pan: 2 +1 AgainstTwoHanded of 3 deflects 1
        Yoko damage with pike: 3 deflected 1=3
        Dan: 3 against 4, holds"#]],
    );
}

#[test]
fn bc10_5_a_blow_is_parried_with_something_held() {
    let battle = scene(".y .d", "y Yoko red: fig knife; d Dan blue: fig");
    check(
        &battle,
        "react Dan parry bare then hold; melee Yoko attack Dan",
        "attack 3, parry 4, damage 3",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Dan against Yoko: parry Bare
        Yoko Attack Dan with knife: 3 of 2 hits
        Dan parries Yoko with bare hands: 4 of 0
        Yoko damage with knife: 3=3
        Dan: 3 against 4, holds"#]],
    );
    check(
        &battle,
        "melee Yoko attack Dan",
        "attack 3, damage 3",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Yoko Attack Dan with knife: 3 of 2 hits
        Yoko damage with knife: 3=3
        Dan: 3 against 4, holds"#]],
    );
}

#[test]
fn bc10_6_a_parry_takes_a_die_of_each_type() {
    let battle = scene(".y . .d", "y Yoko red: fig pike; d Dan blue: fig shield");
    check(
        &battle,
        "react Dan parry shield then hold; melee Yoko attack Dan",
        "attack 4, parry 3, damage 2",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Dan against Yoko: parry with shield
        Yoko Attack Dan with pike: 4 of 4 hits
        Dan parries Yoko with shield: 3 +1 AgainstTwoHanded of 2 deflects 1
        Yoko damage with pike: 2 deflected 1=2
        Dan: 2 against 4, holds"#]],
    );
}

#[test]
fn bc10_7_bare_hands_reduce_nothing_and_overskill_neither() {
    let battle = scene(".y .d", "y Yoko red: fig sword; d Dan blue: fig");
    check(
        &battle,
        "react Dan parry bare then hold; melee Yoko attack Dan",
        "attack 3, parry 6, damage 3",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Dan against Yoko: parry Bare
        Yoko Attack Dan with sword: 3 of 3 hits
        Dan parries Yoko with bare hands: 6 of 0!
        Yoko damage with sword: 3+2=5
        Dan: 5 against 4, -1 HP
        Dan killed
        Morale:
        ended: Victory"#]],
    );
}

#[test]
fn bc10_8_overskill_on_a_parry_takes_one_more() {
    let battle = scene_with(".y .d", "y Yoko red: fig sword; d Dan blue: fig shield", |setup| {
        crate::brick::battle::scene::weapon(setup, "sword").close.as_mut().expect("a sword").damage =
            Amount::rolled(3, Sides::D6, 0);
    });
    check(
        &battle,
        "react Dan parry shield then hold; melee Yoko attack Dan",
        "attack 3, parry 6, damage 4",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Dan against Yoko: parry with shield
        Yoko Attack Dan with sword: 3 of 3 hits
        Dan parries Yoko with shield: 6 of 2! deflects 2
        Yoko damage with sword: 4 deflected 2=4
        Dan: 4 against 4, holds"#]],
    );
    check(
        &battle,
        "benny Dan parry hold; react Dan parry shield then hold; melee Yoko attack Dan",
        "attack 3, parry 6, damage 1 1",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Dan against Yoko: parry with shield
        Yoko Attack Dan with sword: 3 of 3 hits
        Dan parries Yoko with shield: 6 of 2! deflects 1
        Yoko damage with sword: 1,1 deflected 1=2
        Dan: 2 against 4, holds"#]],
    );
}

#[test]
fn bc10_9_a_heavy_weapon_in_two_hands_pierces_a_parry() {
    let orders =
        "react Yoko none vs counter; react Dan parry pan then hold; melee Yoko attack Dan with sword twohanded";
    check(
        &scene(".y .d", KITCHEN),
        orders,
        "attack 3, parry 3, damage 3",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Dan against Yoko: parry with pan
        Yoko Attack Dan with sword: 3 of 3 hits
        Dan parries Yoko with pan: 3 of 3 deflects 1
        Yoko damage with sword: 3 deflected 1=3
        Dan: 3 against 4, holds"#]],
    );
}

#[test]
fn bc10_10_a_parry_cancels_a_grab_or_a_shove() {
    check(
        &scene(".y .d", "y Yoko red: fig; d Dan blue: fig sword"),
        "react Dan parry sword then hold; melee Yoko grab Dan",
        "parry 3",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Grab at Dan
        Yoko and Dan in close combat
        Dan against Yoko: parry with sword
        Yoko Grab Dan with bare hands: automatic hits
        Dan parries Yoko with sword: 3 of 3"#]],
    );
    check(
        &scene(".y .d", "y Yoko red: fig; d Dan blue: fig"),
        "react Dan parry best then hold; melee Yoko grab Dan",
        "parry 2",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Grab at Dan
        Yoko and Dan in close combat
        Dan against Yoko: parry Bare
        Yoko Grab Dan with bare hands: automatic hits
        Dan parries Yoko with bare hands: 2 of 0"#]],
    );
}

#[test]
fn bc10_11_what_is_held_can_be_dropped_to_parry_a_shove() {
    let battle = scene(".y .d . ~", "y Yoko red: fig; d Dan blue: fig sword");
    check(
        &battle,
        "react Dan drop yes; react Dan parry bare then hold; melee Yoko shove Dan",
        "parry 2",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Shove at Dan
        Yoko and Dan in close combat
        Dan's sword Dropped to B1
        Dan against Yoko: parry Bare
        Yoko Shove Dan with bare hands: automatic hits
        Dan parries Yoko with bare hands: 2 of 0"#]],
    );
}

#[test]
fn bc10_12_a_parry_that_fails_deflects_nothing() {
    let orders = "react Yoko none vs counter; react Dan parry pan then hold; melee Yoko attack Dan with sword";
    check(
        &scene(".y .d", KITCHEN),
        orders,
        "attack 3, parry 2, damage 3",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Dan against Yoko: parry with pan
        Yoko Attack Dan with sword: 3 of 3 hits
        Dan fails to parry Yoko with pan: 2 of 3
        Yoko damage with sword: 3+2=5
        Dan: 5 against 4, -1 HP
        Dan killed
        Morale:
        ended: Victory"#]],
    );
}

#[test]
fn bc10_13_what_one_parries_with_can_be_knocked_away() {
    let two = "react Yoko none vs counter; react Dan parry pan then hold; melee Yoko attack Dan with sword twohanded";
    check(
        &scene(".y .d . . . .", KITCHEN),
        two,
        "attack 3, parry 2, damage 1",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Dan against Yoko: parry with pan
        Yoko Attack Dan with sword: 3 of 3 hits
        Dan fails to parry Yoko with pan: 2 of 3
        Dan's pan Disarmed to E1
        Yoko damage with sword: 1+2=3
        Dan: 3 against 4, holds"#]],
    );
}

/// A sword in two hands against a shield: the dice, and what comes of it.
#[track_caller]
fn against_a_shield(shield: &str, dice: &str, expected: Expect) {
    let battle = scene(".y .d . . . .", &format!("y Yoko red: fig sword; d Dan blue: fig {shield}"));
    let parry = format!("react Dan parry {shield} then hold");
    check(
        &battle,
        &format!("react Yoko none vs counter; {parry}; melee Yoko attack Dan with sword twohanded"),
        dice,
        expected,
    );
}

#[test]
fn bc10_13_a_shield_is_knocked_away_by_a_one_alone() {
    against_a_shield(
        "heavyshield",
        "attack 3, parry 2, damage 1",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Dan against Yoko: parry with heavyshield
        Yoko Attack Dan with sword: 3 of 3 hits
        Dan fails to parry Yoko with heavyshield: 2 of 3
        Yoko damage with sword: 1+2=3
        Dan: 3 against 4, holds"#]],
    );
    against_a_shield(
        "shield",
        "attack 3, parry 2, damage 1",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Dan against Yoko: parry with shield
        Yoko Attack Dan with sword: 3 of 3 hits
        Dan parries Yoko with shield: 2 of 2 deflects 1
        Yoko damage with sword: 1 deflected 1=1
        Dan: 1 against 4, holds"#]],
    );
    against_a_shield(
        "shield",
        "attack 3, parry 1, damage 1",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Dan against Yoko: parry with shield
        Yoko Attack Dan with sword: 3 of 3 hits
        Dan fails to parry Yoko with shield: 1 of 2!
        Dan's shield Disarmed to E1
        Yoko damage with sword: 1+2=3
        Dan: 3 against 4, holds"#]],
    );
}

#[test]
fn bc10_13_one_hand_knocks_nothing_away() {
    let knife = "react Dan parry pan then hold; melee Yoko attack Dan";
    check(
        &scene(".y .d . . . .", "y Yoko red: fig knife; d Dan blue: fig pan"),
        knife,
        "attack 3, parry 2, damage 1",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Dan against Yoko: parry with pan
        Yoko Attack Dan with knife: 3 of 2 hits
        Dan fails to parry Yoko with pan: 2 of 3
        Yoko damage with knife: 1=1
        Dan: 1 against 4, holds"#]],
    );
}

#[test]
fn bc10_14_it_flies_as_far_as_the_attack_roll() {
    let drawing = ". .\n. .\n. .\n. .\n. .\n.d .\n.y .";
    let two = "react Yoko none vs counter; react Dan parry pan then hold; melee Yoko attack Dan with sword twohanded";
    check(
        &scene(drawing, KITCHEN),
        two,
        "attack 4, parry 2, damage 1",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Dan against Yoko: parry with pan
        Yoko Attack Dan with sword: 4 of 3 hits
        Dan fails to parry Yoko with pan: 2 of 3
        Dan's pan Disarmed to A2
        Yoko damage with sword: 1+2=3
        Dan: 3 against 4, holds"#]],
    );
}

#[test]
fn bx29_without_an_attack_roll_a_leap_only_has_to_get_away() {
    let battle = scene(".y .d . . .", "y Yoko red: fig; d Dan blue: fig");
    check(
        &battle,
        "react Dan bail E then hold; melee Yoko shove Dan",
        "bail 2",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Shove at Dan
        Yoko and Dan in close combat
        Dan against Yoko: Bail(Some(East))
        Yoko Shove Dan with bare hands: automatic hits
        Dan bails to D1: 2 evades
        Dan and Yoko part"#]],
    );
    let armed = scene(".y .d . . . . .", "y Yoko red: fig; d Dan blue: fig sword");
    check(
        &armed,
        "react Dan parry sword then hold; melee Yoko shove Dan",
        "parry 1, distance 3",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Shove at Dan
        Yoko and Dan in close combat
        Dan against Yoko: parry with sword
        Yoko Shove Dan with bare hands: automatic hits
        Dan fails to parry Yoko with sword: 1 of 3!
        Yoko distance 3
        Dan's sword Disarmed to E1
        Dan pushed E 2 to D1
        Dan disrupted
        Dan and Yoko part"#]],
    );
}

#[test]
fn bx31_one_weapon_in_both_hands_is_one_counter() {
    // Yoko holds the katana in both hands, parries with it on Dan's turn, and has nothing to strike back with.
    let battle = scene(APART, KITCHEN);
    let fought = after(
        &battle,
        "melee Yoko attack Dan with sword twohanded; react Dan none then hold; react Yoko none then hold",
        "attack 3, damage 1",
    );
    let orders = "react Yoko parry sword then strike; react Dan none then hold; melee Dan attack Yoko with knife; melee Yoko ignore";
    check(
        &fought,
        orders,
        "attack 2, parry 4",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Ignore
          blue's pass
        inch: Dan B2
        Dan declares Attack at Yoko
        Yoko against Dan: parry with sword
        Dan Attack Yoko with knife: 2 of 2 hits
        Yoko parries Dan with sword: 4 of 3 deflects 1
        Dan damage with knife:  deflected 1=0"#]],
    );
    let full = scene(".y .d", "y Yoko red: fig sword dagger; d Dan blue: fig");
    check(
        &full,
        "melee Yoko attack Dan with sword twohanded",
        "",
        expect![[r#"
        Melee:
          red's pass
        Yoko Melee refused: OtherHandFull"#]],
    );
    let one = scene(".y .d", KITCHEN);
    let orders = "react Yoko none vs counter; react Dan parry pan then hold; melee Yoko attack Dan with sword";
    check(
        &one,
        orders,
        "attack 3, parry 3",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Dan against Yoko: parry with pan
        Yoko Attack Dan with sword: 3 of 3 hits
        Dan parries Yoko with pan: 3 of 3 deflects 1
        Yoko damage with sword:  deflected 1=0"#]],
    );
}

#[test]
fn bx40_no_die_is_drawn_to_parry_a_miss_and_the_hand_is_used() {
    let orders = "react Yoko none vs counter; react Dan parry pan then strike pan; melee Yoko attack Dan with sword";
    check(
        &scene(".y .d", "y Yoko red: fig sword; d Dan blue: fig pan"),
        orders,
        "attack 1",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Dan against Yoko: parry with pan
        Yoko Attack Dan with sword: 1 of 3! misses"#]],
    );
}

#[test]
fn bx53_the_distance_is_the_modified_roll() {
    let battle = scene(
        ".a . . . . .\n.y .d . . . .\n. . . . . .",
        "y Yoko red: fig sword; d Dan blue: fig pan; a Ann blue: fig knife",
    );
    let linked = after(&battle, "react Yoko none then hold; melee Ann attack Yoko", "attack 2, damage 1");
    let orders = "react Ann none then hold; react Yoko none vs counter; react Dan parry pan then hold; melee Yoko attack Dan with sword twohanded";
    check(
        &linked,
        orders,
        "attack 4, parry 2, damage 1",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Dan against Yoko: parry with pan
        Yoko Attack Dan with sword: 4 -1 Outnumbered of 3 hits
        Dan fails to parry Yoko with pan: 2 of 3
        Dan's pan Disarmed to E2
        Yoko damage with sword: 1+2=3
        Dan: 3 against 4, holds"#]],
    );
}

#[test]
fn bx54_two_handed_weapons_do_not_pierce() {
    let battle = scene(".y . .d", "y Yoko red: fig pike; d Dan blue: fig shield");
    check(
        &battle,
        "react Dan parry shield then hold; melee Yoko attack Dan",
        "attack 4, parry 6",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Dan against Yoko: parry with shield
        Yoko Attack Dan with pike: 4 of 4 hits
        Dan parries Yoko with shield: 6 +1 AgainstTwoHanded of 2! deflects 2
        Yoko damage with pike:  deflected 2=0"#]],
    );
}

#[test]
fn bt15_a_katana_in_one_hand_pierces_nothing() {
    let orders = "react Yoko none vs counter; react Dan parry pan then hold; melee Yoko attack Dan with sword";
    check(
        &scene(".y .d", KITCHEN),
        orders,
        "attack 3, parry 3",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Dan against Yoko: parry with pan
        Yoko Attack Dan with sword: 3 of 3 hits
        Dan parries Yoko with pan: 3 of 3 deflects 1
        Yoko damage with sword:  deflected 1=0"#]],
    );
}

#[test]
fn bt21_a_blow_can_be_parried_with_bare_hands_for_nothing() {
    let battle = scene(".y .d", "y Yoko red: fig sword; d Dan blue: fig");
    check(
        &battle,
        "react Dan parry bare then hold; melee Yoko attack Dan",
        "attack 3, parry 4, damage 2",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Dan against Yoko: parry Bare
        Yoko Attack Dan with sword: 3 of 3 hits
        Dan parries Yoko with bare hands: 4 of 0
        Yoko damage with sword: 2+2=4
        Dan: 4 against 4, holds"#]],
    );
}
