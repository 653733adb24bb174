//! BC-13, BC-20: Yoko against Dan, and criticals.

use super::*;

#[test]
fn bc13_1_yokos_turn() {
    check(
        &scene(APART, KITCHEN),
        YOKO,
        "attack 4, parry 4, damage 3, attack 1",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Dan against Yoko: parry with pan
        Yoko Attack Dan with sword: 4 of 3 hits
        Dan parries Yoko with pan: 4 of 3 deflects 1
        Yoko damage with sword: 3 deflected 1=3
        Dan: 3 against 4, holds
        inch: Dan B2
        Dan declares Counterattack at Yoko
        Dan Counterattack Yoko with knife: 1 of 2! misses"#]],
    );
}

#[test]
fn bc13_2_dans_turn() {
    let dice = "attack 4, parry 4, damage 3, attack 1, attack 2, damage 3, attack 6, damage 3 5";
    check(
        &scene(APART, KITCHEN),
        &format!("{YOKO}; {DAN}"),
        dice,
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Dan against Yoko: parry with pan
        Yoko Attack Dan with sword: 4 of 3 hits
        Dan parries Yoko with pan: 4 of 3 deflects 1
        Yoko damage with sword: 3 deflected 1=3
        Dan: 3 against 4, holds
        inch: Dan B2
        Dan declares Counterattack at Yoko
        Dan Counterattack Yoko with knife: 1 of 2! misses
          blue's pass
        Dan declares Attack at Yoko
        Dan Attack Yoko with knife: 2 of 2 hits
        Dan damage with knife: 3=3
        Yoko: 3 against 4, holds
        Yoko declares Counterattack at Dan
        Yoko Counterattack Dan with sword: 6 of 3! hits
        Yoko damage with sword: 3,5+2=10
        Dan: 10 against 4, -1 HP
        Dan killed
        Morale:
        ended: Victory"#]],
    );
}

#[test]
fn bc20_4_overskill_deflects_more_and_not_with_bare_hands() {
    let battle = scene(".y . .d", "y Yoko red: fig pike; d Dan blue: fig pan");
    check(
        &battle,
        "react Dan parry pan then hold; melee Yoko attack Dan",
        "attack 4, parry 6",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Dan against Yoko: parry with pan
        Yoko Attack Dan with pike: 4 of 4 hits
        Dan parries Yoko with pan: 6 +1 AgainstTwoHanded of 3! deflects 2
        Yoko damage with pike:  deflected 2=0"#]],
    );
}

#[test]
fn bc20_5_overskill_on_a_leap_lands_on_the_feet() {
    let battle = scene(".y .d . . . . . .", "y Yoko red: fig knife; d Dan blue: fig");
    check(
        &battle,
        "benny Dan bail hold; react Dan bail E then hold; melee Yoko attack Dan",
        "attack 5, bail 6",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Dan against Yoko: Bail(Some(East))
        Yoko Attack Dan with knife: 5 of 2 hits
        Dan bails to H1: 6! evades
        Dan and Yoko part"#]],
    );
}

#[test]
fn bc20_7_no_hero_parries_a_blow_with_bare_hands() {
    let battle =
        scene_with(".y .d", "y Yoko red: fig sword; d Dan blue: fig", |setup| profile(setup, "fig").is_hero = true);
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
