//! BC-8, BC-9: what one can do in a close combat, and what it costs.

use super::*;
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
fn bc8_7_a_hand_stays_on_whoever_is_held() {
    let battle = scene(".y .d", "y Yoko red: fig knife; d Dan blue: fig");
    let end = after(&battle, "react Dan none then hold; melee Yoko grab Dan", "");
    assert_eq!(end.hands_left(unit_named(&end, "Yoko")), 1);
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
fn bc8_19_who_ignores_keeps_a_grab() {
    let battle = scene(".y .d", "y Yoko red: fig; d Dan blue: fig");
    let held = after(&battle, "react Dan none then hold; melee Yoko grab Dan", "");
    let end = after(&held, "melee Yoko ignore", "");
    assert_eq!(end.grabs().len(), 1);
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
fn bs10_4_both_of_two_use_what_is_large() {
    let people = "m Mob red 2x1: fig; b Barrel none: barrel; y Yoko blue: fig";
    for (size, users) in [(0, 1), (1, 2), (2, 2)] {
        let battle = scene_with(".b . . . .y\n.m .m . . .", people, |it| profile(it, "barrel").size = size);
        let events = story::play(&plain(), &battle, "melee Mob ignore then use Barrel", "");
        let used = events.iter().filter(|it| matches!(it, crate::brick::battle::Event::Used { .. })).count();
        assert_eq!(used, users, "of Size {size}");
    }
}
