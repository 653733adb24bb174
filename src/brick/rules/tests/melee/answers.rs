//! BC-11, BC-12: leaps aside, and blows in return.

use super::*;

#[test]
fn bc11_1_a_bail_in_close_combat_needs_no_action() {
    let battle = scene(".y .d . . . .\n. . . . . .e", "d Dan red: fig bow; y Yoko blue: fig sword; e Eve blue: fig");
    check(
        &battle,
        "shoot Dan at Eve; react Dan bail E then hold; melee Yoko attack Dan",
        "attack 2, attack 3, bail 4",
        expect![[r#"
        Shooting:
          red's pass
        Dan declares Shoot at Eve
        Dan Shoot Eve with bow: 2 of 3 misses
        Melee:
          blue's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Dan against Yoko: Bail(Some(East))
        Yoko Attack Dan with sword: 3 of 3 hits
        Dan bails to F1: 4 evades
        Dan and Yoko part"#]],
    );
}

#[test]
fn bc11_2_the_leap_is_as_far_as_the_roll_and_half_of_it_at_half_speed() {
    let battle = scene(".y .d . . . . . .", "y Yoko red: fig knife; d Dan blue: fig");
    check(
        &battle,
        "react Dan bail E then hold; melee Yoko attack Dan",
        "attack 3, bail 4",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Dan against Yoko: Bail(Some(East))
        Yoko Attack Dan with knife: 3 of 2 hits
        Dan bails to F1: 4 evades
        Dan and Yoko part"#]],
    );
    let mud = scene(".y qd . . . . . .", "y Yoko red: fig knife; d Dan blue: fig");
    check(
        &mud,
        "react Dan bail E then hold; melee Yoko attack Dan",
        "attack 3, bail 4",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Dan against Yoko: Bail(Some(East))
        Yoko Attack Dan with knife: 3 of 2 hits
        Dan bails to D1: 4 evades
        Dan and Yoko part"#]],
    );
}

#[test]
fn bc11_3_overskill_lands_on_the_feet() {
    let battle = scene(".y .d . . . . . .", "y Yoko red: fig knife; d Dan blue: fig");
    check(
        &battle,
        "react Dan bail E then hold; melee Yoko attack Dan",
        "attack 5, bail 6",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Dan against Yoko: Bail(Some(East))
        Yoko Attack Dan with knife: 5 of 2 hits
        Dan bails to H1: 6! evades on the feet
        Dan and Yoko part"#]],
    );
}

#[test]
fn bc11_4_who_leapt_is_defenceless() {
    let battle = scene("# # # #\n.y .d . #\n# # # #", "y Yoko red: fig sword dagger; d Dan blue: fig pan");
    let orders = "react Dan bail E then strike; melee Yoko attack Dan with sword then dagger";
    check(
        &battle,
        orders,
        "attack 3, bail 5, damage 1, attack 2, damage 1",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Dan against Yoko: Bail(Some(East))
        Yoko Attack Dan with sword: 3 of 3 hits
        Dan bails to C2: 5 too late
        Yoko damage with sword: 1+2=3
        Dan: 3 against 4, holds
        inch: Yoko B2
        Yoko declares Attack at Dan
        Yoko Attack Dan with dagger: 2 +1 Stationary of 2 hits
        Yoko damage with dagger: 1=1
        Dan: 4 against 4, holds"#]],
    );
}

#[test]
fn bc11_5_a_leap_that_is_not_better_than_the_attack_is_too_late() {
    let battle = scene(".y .d . . . . . .", "y Yoko red: fig knife; d Dan blue: fig");
    check(
        &battle,
        "react Dan bail E then hold; melee Yoko attack Dan",
        "attack 4, bail 4, damage 1",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Dan against Yoko: Bail(Some(East))
        Yoko Attack Dan with knife: 4 of 2 hits
        Dan bails to F1: 4 too late
        Dan and Yoko part
        Yoko damage with knife: 1=1
        Dan: 1 against 4, holds"#]],
    );
    check(
        &battle,
        "react Dan bail E then hold; melee Yoko attack Dan",
        "attack 4, bail 5",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Dan against Yoko: Bail(Some(East))
        Yoko Attack Dan with knife: 4 of 2 hits
        Dan bails to G1: 5 evades
        Dan and Yoko part"#]],
    );
}

#[test]
fn bc11_6_a_leap_that_ends_in_reach_helps_nothing() {
    let battle = scene("# # # #\n.y .d . #\n# # # #", "y Yoko red: fig sword; d Dan blue: fig");
    check(
        &battle,
        "react Dan bail E then hold; melee Yoko attack Dan",
        "attack 3, bail 5, damage 1",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Dan against Yoko: Bail(Some(East))
        Yoko Attack Dan with sword: 3 of 3 hits
        Dan bails to C2: 5 too late
        Yoko damage with sword: 1+2=3
        Dan: 3 against 4, holds"#]],
    );
}

#[test]
fn bc12_1_a_blow_in_return_may_take_a_step() {
    let people = "y Yoko red: fig pike; d Dan blue: fig dagger";
    let near = after(
        &scene(".y . .d . .\n. . . . .", people),
        "react Dan none then hold; melee Yoko attack Dan",
        "attack 4, damage 1 1",
    );
    check(
        &near,
        "react Dan none then strike; melee Yoko ignore",
        "attack 2, damage 1",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Ignore
        inch: Dan B1
        Dan declares Counterattack at Yoko
        Dan Counterattack Yoko with dagger: 2 of 2 hits
        Dan damage with dagger: 1=1
        Yoko: 1 against 4, holds"#]],
    );
    let far = after(
        &scene(".y . . .d .\n. . . . .", people),
        "react Dan none then hold; melee Yoko attack Dan",
        "attack 4, damage 1 1",
    );
    check(
        &far,
        "react Dan none then strike; melee Yoko ignore",
        "",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Ignore"#]],
    );
    let off = after(
        &scene(".y . . .\n. . .d .\n. . . .", people),
        "react Dan none then hold; melee Yoko attack Dan",
        "attack 4, damage 1 1",
    );
    check(
        &off,
        "react Dan none then strike; melee Yoko ignore",
        "attack 2, damage 1",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Ignore
        inch: Dan B2
        Dan declares Counterattack at Yoko
        Dan Counterattack Yoko with dagger: 2 of 2 hits
        Dan damage with dagger: 1=1
        Yoko: 1 against 4, holds"#]],
    );
}

#[test]
fn bc12_2_a_blow_in_return_is_an_attack_like_any() {
    let battle = scene(".y .d", "y Yoko red: fig sword; d Dan blue: fig knife");
    check(
        &battle,
        "react Dan none then strike; react Yoko none vs counter; melee Yoko attack Dan",
        "attack 3, damage 1, attack 4, damage 5",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Yoko Attack Dan with sword: 3 of 3 hits
        Yoko damage with sword: 1+2=3
        Dan: 3 against 4, holds
        Dan declares Counterattack at Yoko
        Dan Counterattack Yoko with knife: 4 of 2 hits
        Dan damage with knife: 5=5
        Yoko: 5 against 4, -1 HP
        Yoko killed
        Morale:
        ended: Defeat"#]],
    );
}

#[test]
fn bc12_3_bare_hands_achieve_nothing_in_return() {
    let battle = scene(".y .d", "y Yoko red: fig sword; d Dan blue: fig");
    check(
        &battle,
        "react Dan none then strike bare; melee Yoko attack Dan",
        "attack 3, damage 1",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Yoko Attack Dan with sword: 3 of 3 hits
        Yoko damage with sword: 1+2=3
        Dan: 3 against 4, holds"#]],
    );
}

#[test]
fn bc12_4_the_active_one_parries_with_what_it_has_not_used() {
    let battle = scene(".y .d", "y Yoko red: fig sword dagger; d Dan blue: fig knife");
    let dagger = "react Yoko parry dagger vs counter; react Dan none then strike; melee Yoko attack Dan with sword";
    check(
        &battle,
        dagger,
        "attack 3, damage 1, attack 4, parry 3",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Yoko Attack Dan with sword: 3 of 3 hits
        Yoko damage with sword: 1+2=3
        Dan: 3 against 4, holds
        Dan declares Counterattack at Yoko
        Yoko against Dan: parry with dagger
        Dan Counterattack Yoko with knife: 4 of 2 hits
        Yoko parries Dan with dagger: 3 of 2 deflects 1
        Dan damage with knife:  deflected 1=0"#]],
    );
    let sword = "react Yoko parry sword vs counter; react Dan none then strike; melee Yoko attack Dan with sword";
    check(
        &battle,
        sword,
        "attack 3, damage 1, attack 4, damage 1",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Yoko Attack Dan with sword: 3 of 3 hits
        Yoko damage with sword: 1+2=3
        Dan: 3 against 4, holds
        Dan declares Counterattack at Yoko
        Dan Counterattack Yoko with knife: 4 of 2 hits
        Dan damage with knife: 1=1
        Yoko: 1 against 4, holds"#]],
    );
}

#[test]
fn bc12_5_a_one_misses_in_return() {
    let battle = scene(".y .d", "y Yoko red: fig sword; d Dan blue: fig knife");
    check(
        &battle,
        "react Dan none then strike; react Yoko none vs counter; melee Yoko attack Dan",
        "attack 3, damage 1, attack 1",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Yoko Attack Dan with sword: 3 of 3 hits
        Yoko damage with sword: 1+2=3
        Dan: 3 against 4, holds
        Dan declares Counterattack at Yoko
        Dan Counterattack Yoko with knife: 1 of 2! misses"#]],
    );
}

#[test]
fn bx30_totals_decide_between_a_leap_and_an_attack() {
    let roll = |face: u8, mods: i16, sides| {
        let die = crate::dice::Die::showing(sides, face).expect("a face");
        let total = i16::from(face) + mods;
        let verdict = crate::brick::rules::roll::verdict(&[die], total, None);
        crate::brick::battle::SkillRoll {
            dice: vec![die],
            plus: 0,
            less: 0,
            mods: Vec::new(),
            total,
            needs: None,
            verdict,
        }
    };
    let attack = |face, mods| roll(face, mods, Sides::D6);
    let outruns = |bail: u8, attack| crate::brick::rules::leap::outruns(&roll(bail, 0, Sides::D6), Some(&attack));
    assert!(outruns(6, attack(5, 2)));
    assert!(!outruns(6, attack(6, 0)));
    assert!(outruns(5, attack(6, -2)));
    assert!(!outruns(1, attack(2, -2)));
}

#[test]
fn bx41_a_leap_is_made_even_from_a_miss() {
    let battle = scene(".y .d . . . .", "y Yoko red: fig knife; d Dan blue: fig");
    check(
        &battle,
        "react Dan bail E then hold; melee Yoko attack Dan",
        "attack 1, bail 3",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Dan against Yoko: Bail(Some(East))
        Yoko Attack Dan with knife: 1 of 2! misses
        Dan bails to E1: 3 evades
        Dan and Yoko part"#]],
    );
}

#[test]
fn bx42_a_leap_that_comes_too_late_ends_on_the_ground_even_with_overskill() {
    let battle = scene_with(".y .d . . . . . .", "y Yoko red: short knife; d Dan blue: fig", |setup| {
        profile(setup, "short").skill = Rating { dice: 1, sides: Sides::D6, plus: 1 };
    });
    check(
        &battle,
        "benny Yoko attack hold; react Dan bail E then hold; melee Yoko attack Dan",
        "attack 6, bail 6, damage 1",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Dan against Yoko: Bail(Some(East))
        Yoko Attack Dan with knife: 6+1 of 2! hits
        Dan bails to H1: 6! too late
        Dan and Yoko part
        Yoko damage with knife: 1+1=2
        Dan: 2 against 4, holds"#]],
    );
}
