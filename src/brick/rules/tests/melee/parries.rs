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
fn bx31_both_hands_take_the_weapon_that_is_made_for_them() {
    let battle = scene(".y .d", "y Yoko red: fig dagger sword; d Dan blue: fig");
    check(
        &battle,
        "melee Yoko attack Dan twohanded",
        "",
        expect![[r#"
        Melee:
          red's pass
        Yoko Melee refused: OtherHandFull"#]],
    );
}
