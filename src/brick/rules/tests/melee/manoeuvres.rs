//! BC-8, BC-9: what one can do in a close combat, and what it costs.

use super::*;

#[test]
fn bc8_1_doing_nothing_is_to_ignore() {
    story::check(
        &fencing(),
        "react Yoko none; react Dan none then strike",
        "attack 2, damage 1",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Ignore
        Dan declares Counterattack at Yoko
        Dan Counterattack Yoko with knife: 2 of 2 hits
        Dan damage with knife: 1=1
        Yoko: 1 against 4, holds
          blue's pass
        Dan declares Ignore"#]],
    );
}

#[test]
fn bc8_2_an_attack_needs_a_weapon_in_hand() {
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
fn bc8_3_skill_against_use_and_then_damage() {
    check(
        &scene(".y .d", "y Yoko red: fig knife; d Dan blue: fig"),
        "melee Yoko attack Dan",
        "attack 2, damage 3",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Yoko Attack Dan with knife: 2 of 2 hits
        Yoko damage with knife: 3=3
        Dan: 3 against 4, holds"#]],
    );
}

#[test]
fn bc8_4_all_that_one_does_in_a_turn_adds_up() {
    let battle = scene(".y .d", "y Yoko blue: fig; d Dan red: fig knife pan");
    check(
        &battle,
        "melee Dan attack Yoko with knife then pan",
        "attack 2, damage 3, attack 3, damage 3",
        expect![[r#"
        Melee:
          red's pass
        Dan declares Attack at Yoko
        Dan and Yoko in close combat
        Dan Attack Yoko with knife: 2 of 2 hits
        Dan damage with knife: 3=3
        Yoko: 3 against 4, holds
        Dan declares Attack at Yoko
        Dan Attack Yoko with pan: 3 of 3 hits
        Dan damage with pan: 3-1=2
        Yoko: 5 against 4, -1 HP
        Yoko killed
        Morale:
        ended: Defeat"#]],
    );
    let later = after(&battle, "melee Dan attack Yoko with knife", "attack 2, damage 3");
    check(
        &later,
        "melee Dan attack Yoko with knife",
        "attack 2, damage 2",
        expect![[r#"
        Melee:
          red's pass
        Dan declares Attack at Yoko
        Dan Attack Yoko with knife: 2 of 2 hits
        Dan damage with knife: 2=2
        Yoko: 2 against 4, holds"#]],
    );
}

#[test]
fn bc8_5_a_grab_needs_a_free_hand_and_hurts_nobody() {
    let battle = scene(".y .d", "y Yoko red: fig knife; d Dan blue: fig");
    check(
        &battle,
        "react Dan none then hold; melee Yoko grab Dan",
        "",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Grab at Dan
        Yoko and Dan in close combat
        Yoko Grab Dan with bare hands: automatic hits
        Yoko grabs Dan"#]],
    );
    check(
        &scene(".y .d", KITCHEN),
        "react Dan none then hold; melee Dan grab Yoko; react Yoko none then hold",
        "",
        expect![[r#"
        Melee:
          blue's pass
        Dan Melee refused: NoFreeHand"#]],
    );
}

#[test]
fn bc8_6_who_holds_or_is_held_is_hit_as_a_matter_of_course() {
    let people = "a Ann red: fig; b Bob blue: fig knife; c Cat red: fig knife";
    let battle = scene(".a .b .c", people);
    check(
        &battle,
        "react Bob none then strike; react Ann none; melee Ann grab Bob; melee Cat attack Bob",
        "damage 1, damage 2",
        expect![[r#"
        Melee:
          red's pass
        Ann declares Grab at Bob
        Ann and Bob in close combat
        Cat declares Attack at Bob
        Cat and Bob in close combat
        Ann Grab Bob with bare hands: automatic hits
        Ann grabs Bob
        Cat Attack Bob with knife: automatic hits
        Cat damage with knife: 1=1
        Bob: 1 against 4, holds
        Bob declares Counterattack at Ann
        Bob Counterattack Ann with knife: automatic hits
        Bob damage with knife: 2=2
        Ann: 2 against 4, holds"#]],
    );
}

#[test]
fn bc8_7_a_hand_stays_on_whoever_is_held() {
    let battle = scene(".y .d", "y Yoko red: fig knife; d Dan blue: fig");
    let end = after(&battle, "react Dan none then hold; melee Yoko grab Dan", "");
    assert_eq!(end.hands_left(unit_named(&end, "Yoko")), 1);
}

#[test]
fn bc8_8_who_is_held_does_not_leap_aside_or_step() {
    let battle = scene(".y .d . .", "y Yoko red: fig knife; d Dan blue: fig");
    let held = after(&battle, "react Dan none then hold; melee Yoko grab Dan", "");
    check(
        &held,
        "react Dan bail E then hold; melee Yoko attack Dan",
        "damage 1",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko Attack Dan with knife: automatic hits
        Yoko damage with knife: 1=1
        Dan: 1 against 4, holds"#]],
    );
}

#[test]
fn bc8_9_letting_go_before_the_blow_in_return_makes_it_a_roll() {
    let battle = scene(".y .d", "y Yoko red: fig; d Dan blue: fig knife");
    check(
        &battle,
        "react Dan none then strike; react Yoko none; melee Yoko grab Dan release after",
        "attack 2, damage 1",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Grab at Dan
        Yoko and Dan in close combat
        Yoko Grab Dan with bare hands: automatic hits
        Yoko grabs Dan
        Yoko releases Dan
        Dan declares Counterattack at Yoko
        Dan Counterattack Yoko with knife: 2 of 2 hits
        Dan damage with knife: 1=1
        Yoko: 1 against 4, holds"#]],
    );
    let held = after(&battle, "react Dan none then hold; melee Yoko grab Dan", "");
    check(
        &held,
        "react Dan none then hold; melee Yoko release",
        "",
        expect![[r#"
        Melee:
          red's pass
        Yoko releases Dan
        Yoko declares Ignore"#]],
    );
}

#[test]
fn bc8_10_a_shove_breaks_a_grab() {
    let battle = scene(". . .y .d", "y Yoko red: fig; d Dan blue: fig");
    let held = after(&battle, "react Dan none then hold; melee Yoko grab Dan", "");
    check(
        &held,
        "react Yoko none then hold; melee Dan shove Yoko",
        "",
        expect![[r#"
        Melee:
          blue's pass
        Dan declares Shove at Yoko
        Dan Shove Yoko with bare hands: automatic hits
        Yoko releases Dan
        Yoko pushed W 2 to A1
        Yoko disrupted
        Yoko and Dan part"#]],
    );
}

#[test]
fn bc8_11_nobody_shoves_what_is_larger() {
    check(
        &scene(".y .d . .\n. . . .", "y Yoko red: fig; d Rob blue: rider"),
        "melee Yoko shove Rob",
        "",
        expect![[r#"
        Melee:
          red's pass
        Yoko Melee refused: TooLarge"#]],
    );
}

#[test]
fn bc8_12_a_shield_shoves_with_one_hand_everything_else_with_two() {
    let shield = scene(".y .d . . .", "y Yoko red: fig sword shield; d Dan blue: fig");
    let end = after_melee(&shield, "react Yoko none then hold; react Dan none then hold; melee Yoko shove Dan", "");
    assert_eq!(end.hands_left(unit_named(&end, "Yoko")), 2, "the next turn has begun");
    let used = end.ledger().iter().find(|it| it.unit == unit_named(&end, "Yoko")).map(|it| it.hands);
    assert_eq!(used, Some(1));
    let both = scene(".y .d . . .", "y Yoko red: fig sword dagger; d Dan blue: fig");
    let end = after_melee(&both, "react Yoko none then hold; react Dan none then hold; melee Yoko shove Dan", "");
    assert_eq!(end.ledger().iter().find(|it| it.unit == unit_named(&end, "Yoko")).map(|it| it.hands), Some(2));
}

#[test]
fn bc8_13_a_shove_pushes_two_tiles_away_and_into_what_is_there() {
    check(
        &scene(". .\n. .\n.d .\n.y .", "y Yoko red: fig; d Dan blue: fig"),
        "react Dan none then hold; melee Yoko shove Dan",
        "",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Shove at Dan
        Yoko and Dan in close combat
        Yoko Shove Dan with bare hands: automatic hits
        Dan pushed N 2 to A1
        Dan disrupted
        Dan and Yoko part"#]],
    );
    check(
        &scene("~ .\n. .\n.d .\n.y .", "y Yoko red: fig; d Dan blue: fig"),
        "react Dan none then hold; melee Yoko shove Dan",
        "",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Shove at Dan
        Yoko and Dan in close combat
        Yoko Shove Dan with bare hands: automatic hits
        Dan pushed N 2 to A1
        Dan disrupted
        Dan meets the hazard at A1, deadly
        Dan killed
        Morale:
        ended: Victory"#]],
    );
}

#[test]
fn bc8_19_who_ignores_keeps_a_grab() {
    let battle = scene(".y .d", "y Yoko red: fig; d Dan blue: fig");
    let held = after(&battle, "react Dan none then hold; melee Yoko grab Dan", "");
    let end = after(&held, "melee Yoko ignore", "");
    assert_eq!(end.grabs().len(), 1);
}

#[test]
fn bc8_20_three_at_most_strike_at_who_ignores_them() {
    let people = "v Vic red: fig; a Ann blue: fig knife; b Bob blue: fig knife; c Cat blue: fig knife; e Eve green: fig knife; f Flo green: fig knife";
    let battle = scene(".a .b .c\n.e .v .f", people);
    let orders = "react blue none then hold; react green none then hold; react Vic none; melee Ann attack Vic; melee Bob attack Vic; melee Cat attack Vic; melee Eve attack Vic; melee Flo attack Vic";
    let linked = after(&battle, orders, "attack 3 3 3, damage 1 1 1, attack 4 4, damage 1 1");
    check(
        &linked,
        "melee Vic ignore; react blue none then strike; react green none then strike",
        "attack 2 2 2, damage 1 1 1",
        expect![[r#"
        Melee:
          red's pass
        Vic declares Ignore
        Ann declares Counterattack at Vic
        Bob declares Counterattack at Vic
        Cat declares Counterattack at Vic
        Ann Counterattack Vic with knife: 2 of 2 hits
        Bob Counterattack Vic with knife: 2 of 2 hits
        Cat Counterattack Vic with knife: 2 of 2 hits
        Ann damage with knife: 1=1
        Bob damage with knife: 1=1
        Cat damage with knife: 1=1
        Vic: 3 against 4, holds"#]],
    );
}

#[test]
fn bc8_21_an_answer_costs_the_shot_and_none_leaves_it() {
    let battle = scene(".y .d . . .e", "y Yoko red: fig pistol pan; d Dan blue: fig knife; e Eve blue: fig");
    let linked = after(
        &battle,
        "react Yoko none then hold; react Dan none then hold; melee Yoko attack Dan",
        "attack 3, damage 1",
    );
    check(
        &linked,
        "react Yoko none vs counter; melee Yoko ignore then shoot Eve; react Dan none then strike",
        "attack 1, attack 3, damage 2",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Ignore
        Dan declares Counterattack at Yoko
        Dan Counterattack Yoko with knife: 1 of 2! misses
        Yoko declares Shoot at Eve
        Yoko Shoot Eve with pistol: 3 of 3 hits
        Yoko damage with pistol: 2=2
        Eve: 2 against 4, holds"#]],
    );
}

#[test]
fn bc9_1_counters_are_no_actions() {
    let people = "d Dan red: fig bow pan knife; y Yoko blue: fig sword; e Eve blue: fig; z Zoe green: fig sword";
    let battle =
        scene_with(".y .d .z .\n. . . .e", people, |setup| setup.teams[2].allies.push(crate::brick::battle::TeamId(1)));
    let orders = "shoot Dan at Eve; react Dan parry pan then hold; react blue none then hold; react green none then hold; melee Yoko attack Dan; melee Zoe attack Dan";
    check(
        &battle,
        orders,
        "attack 2, attack 3, parry 4, attack 3, parry 4",
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
        Dan parries Yoko with pan: 4 of 3 deflects 1
        Yoko damage with sword:  deflected 1=0
          green's pass
        Zoe declares Attack at Dan
        Zoe and Dan in close combat
        Dan against Zoe: parry with pan
        Zoe Attack Dan with sword: 3 of 3 hits
        Dan parries Zoe with pan: 4 -1 Outnumbered of 3 deflects 1
        Zoe damage with sword:  deflected 1=0"#]],
    );
}

#[test]
fn bc9_2_all_hands_are_there_again_on_every_teams_turn() {
    // The bar brawl: on each of three turns the cowboy has both of his hands.
    let people = "c Cow red: fig knife chair; o Out blue: fig knife; n Nin green: fig knife; m Mar white: fig knife";
    let battle = scene(".o .n\n.c .m", people);
    let mut state = battle.clone();
    for team in 1..4 {
        state.apply(&crate::brick::battle::Event::PassBegan { team: crate::brick::battle::TeamId(team) });
        let cow = unit_named(&state, "Cow");
        assert_eq!(state.hands_left(cow), 2);
        for item in state.held(cow).collect::<Vec<_>>() {
            let turn = crate::brick::battle::TeamId(team);
            state.apply(&crate::brick::battle::Event::HandUsed(crate::brick::battle::HandUse {
                unit: cow,
                turn,
                item: Some(item),
                hands: 1,
                is_counter: true,
            }));
        }
        assert_eq!(state.hands_left(cow), 0);
    }
}

#[test]
fn bc9_4_doing_nothing_saves_the_hand_for_the_blow_in_return() {
    let battle = scene(".y .d", "y Yoko red: fig sword; d Dan blue: fig knife");
    check(
        &battle,
        "react Dan none then strike; react Yoko none vs counter; melee Yoko attack Dan",
        "attack 3, damage 1, attack 2, damage 1",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Yoko Attack Dan with sword: 3 of 3 hits
        Yoko damage with sword: 1+2=3
        Dan: 3 against 4, holds
        Dan declares Counterattack at Yoko
        Dan Counterattack Yoko with knife: 2 of 2 hits
        Dan damage with knife: 1=1
        Yoko: 1 against 4, holds"#]],
    );
    assert_eq!(Policies::default().reaction(Against::Attack).defence, Defence::Parry(Using::Best));
}

#[test]
fn bc14_1_shots_are_not_countered() {
    let battle = scene(".a . . .d", "a Ann red: fig bow; d Dan blue: fig shield");
    check(
        &battle,
        "react Dan parry shield; shoot Ann at Dan",
        "attack 3, damage 1",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 3 of 3 hits
        Ann damage with bow: 1=1
        Dan: 1 against 4, holds"#]],
    );
}

#[test]
fn bc14_3_who_shot_may_only_answer() {
    let battle = scene(".y .d . .\n. . . .e", "d Dan red: fig bow knife; y Yoko blue: fig sword; e Eve blue: fig");
    check(
        &battle,
        "shoot Dan at Eve; melee Dan attack Yoko",
        "attack 2",
        expect![[r#"
        Shooting:
          red's pass
        Dan declares Shoot at Eve
        Dan Shoot Eve with bow: 2 of 3 misses
        Melee:
          red's pass
        Dan Melee refused: NoAction { unit: UnitId(0) }"#]],
    );
}

#[test]
fn bc14_4_who_ignores_may_shoot_if_it_did_not_answer() {
    let battle = scene(".y .d . . .e", "y Yoko red: fig pistol pan; d Dan blue: fig knife; e Eve blue: fig");
    let linked = after(
        &battle,
        "react Yoko none then hold; react Dan none then hold; melee Yoko attack Dan",
        "attack 3, damage 1",
    );
    check(
        &linked,
        "shoot Yoko at Eve; react Dan none then hold",
        "",
        expect![[r#"
        Shooting:
          red's pass
        Yoko Shoot refused: Engaged"#]],
    );
}

#[test]
fn bx28_a_penalty_on_skill_is_none_on_damage() {
    let battle = scene(".a . .\n.v .b .", "v Vic red: fig knife; a Ann blue: fig knife; b Bob blue: fig knife");
    let linked = after(
        &battle,
        "react Vic none then hold; melee Ann attack Vic; melee Bob attack Vic",
        "attack 2 2, damage 1 1",
    );
    check(
        &linked,
        "react blue none then hold; melee Vic attack Ann",
        "attack 4, damage 5",
        expect![[r#"
        Melee:
          red's pass
        Vic declares Attack at Ann
        Vic Attack Ann with knife: 4 -1 Outnumbered of 2 hits
        Vic damage with knife: 5=5
        Ann: 5 against 4, -1 HP
        Ann killed"#]],
    );
}

#[test]
fn bt1_who_ignores_may_parry_at_the_cost_of_its_action() {
    let battle = scene(".y .d . . .e", "y Yoko red: fig pistol pan; d Dan blue: fig knife; e Eve blue: fig");
    let linked = after(
        &battle,
        "react Yoko none then hold; react Dan none then hold; melee Yoko attack Dan",
        "attack 3, damage 1",
    );
    check(
        &linked,
        "react Yoko parry pan vs counter; melee Yoko ignore then shoot Eve; react Dan none then strike",
        "attack 3, parry 4",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Ignore
        Dan declares Counterattack at Yoko
        Yoko against Dan: parry with pan
        Dan Counterattack Yoko with knife: 3 of 2 hits
        Yoko parries Dan with pan: 4 of 3 deflects 1
        Dan damage with knife:  deflected 1=0
        Yoko Shoot refused: NoAction { unit: UnitId(0) }"#]],
    );
}

#[test]
fn bt2_who_countered_may_still_engage_on_its_own_turn() {
    let battle = scene(".y .d", KITCHEN);
    let orders = "react Yoko none then hold; react Dan parry pan then strike knife; melee Yoko attack Dan; melee Dan attack Yoko with knife";
    check(
        &battle,
        orders,
        "attack 3, parry 3, attack 1, attack 2, damage 1",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Dan against Yoko: parry with pan
        Yoko Attack Dan with sword: 3 of 3 hits
        Dan parries Yoko with pan: 3 of 3 deflects 1
        Yoko damage with sword:  deflected 1=0
        Dan declares Counterattack at Yoko
        Dan Counterattack Yoko with knife: 1 of 2! misses
          blue's pass
        Dan declares Attack at Yoko
        Dan Attack Yoko with knife: 2 of 2 hits
        Dan damage with knife: 1=1
        Yoko: 1 against 4, holds"#]],
    );
    let end = after_melee(&battle, orders, "attack 3, parry 3, attack 1, attack 2, damage 1");
    let dan = end.unit(unit_named(&end, "Dan"));
    assert!(dan.has_acted && dan.has_countered);
}

#[test]
fn bt3_only_the_attacked_may_parry_and_all_may_strike_back() {
    let battle = scene(
        ".a .b .c\n. .v .",
        "v Vic red: fig sword; a Ann blue: fig knife pan; b Bob blue: fig knife pan; c Cat blue: fig knife pan",
    );
    let linked = after(
        &battle,
        "react Vic none then hold; melee Ann attack Vic; melee Bob attack Vic; melee Cat attack Vic",
        "attack 2 2 2, damage 1 1 1",
    );
    let orders = "react blue parry pan then strike knife; react Vic none then hold vs counter; melee Vic attack Ann";
    check(
        &linked,
        orders,
        "attack 5, parry 3, attack 2 2 2, damage 1 1 1",
        expect![[r#"
        Melee:
          red's pass
        Vic declares Attack at Ann
        Ann against Vic: parry with pan
        Vic Attack Ann with sword: 5 -1 Outnumbered of 3 hits
        Ann parries Vic with pan: 3 of 3 deflects 1
        Vic damage with sword:  deflected 1=0
        Ann declares Counterattack at Vic
        Bob declares Counterattack at Vic
        Cat declares Counterattack at Vic
        Ann Counterattack Vic with knife: 2 of 2 hits
        Bob Counterattack Vic with knife: 2 of 2 hits
        Cat Counterattack Vic with knife: 2 of 2 hits
        Ann damage with knife: 1=1
        Bob damage with knife: 1=1
        Cat damage with knife: 1=1
        Vic: 3 against 4, holds"#]],
    );
}
