//! BC-17, BC-18: charges with weapons, and what meets them.

use super::*;

#[test]
fn bc17_1_on_foot_one_charges_with_what_thrusts() {
    let battle = scene(".r . . . . . . .d .", "r Rob red: fig poleaxe; d Dan blue: fig");
    check(
        &battle,
        &quiet("move Rob charge Dan"),
        "",
        expect![[r#"
        Movement:
          red's pass
        Rob Charge refused: NoChargeWeapon"#]],
    );
    let winged = scene_with(".r . . . . . . .d .", "r Rob red: fig poleaxe; d Dan blue: fig", |setup| {
        profile(setup, "fig").can_fly = true;
    });
    check(
        &winged,
        &quiet("move Rob charge Dan"),
        "attack 4, damage 1 1 1",
        expect![[r#"
        Movement:
          red's pass
        Rob moves 4 to E1: Rob E1
        Rob has run E 4
        Rob declares Charge at Dan
        Rob Charge Dan with poleaxe: 4 of 4 hits
        Rob damage with poleaxe: 1,1,1=3
        Dan: 3 against 4, holds
        Rob and Dan in close combat
        Rob has no run"#]],
    );
}

#[test]
fn bc17_2_with_horns_if_everybody_agrees() {
    let battle = scene(".r . . . . . .d .", "r Rob red: fig horns; d Dan blue: fig");
    check(
        &battle,
        &quiet("move Rob charge Dan"),
        "attack 3, damage 1 1",
        expect![[r#"
        Movement:
          red's pass
        Rob moves 4 to E1: Rob E1
        Rob has run E 4
        Rob declares Charge at Dan
        Rob Charge Dan with horns: 3 of 3 hits
        Rob damage with horns: 1,1+2=4
        Dan: 4 against 4, holds
        Rob and Dan in close combat
        Rob has no run"#]],
    );
    let refused = scene_with(".r . . . . . .d .", "r Rob red: fig horns; d Dan blue: fig", |setup| {
        weapon(setup, "horns").is_charge = false;
    });
    check(
        &refused,
        &quiet("move Rob charge Dan"),
        "",
        expect![[r#"
        Movement:
          red's pass
        Rob Charge refused: NoChargeWeapon"#]],
    );
}

#[test]
fn bc17_3_one_exchange_and_no_more() {
    let battle = scene(".r . . . . . .d .", "r Rob red: fig bayonet; d Dan blue: fig sword knife");
    let orders = "react Rob none then hold; react Dan none then strike sword; move Rob charge Dan with bayonet";
    check(
        &battle,
        orders,
        "attack 3 3, damage 1 1, damage 1",
        expect![[r#"
        Movement:
          red's pass
        Rob moves 4 to E1: Rob E1
        Rob has run E 4
        Rob declares Charge at Dan
        Rob Charge Dan with bayonet: 3 of 3 hits
        Dan Counterattack Rob with sword: 3 of 3 hits
        Rob damage with bayonet: 1,1+2=4
        Dan damage with sword: 1+2=3
        Dan: 4 against 4, holds
        Rob: 3 against 4, holds
        Rob and Dan in close combat
        Rob has no run"#]],
    );
}

#[test]
fn bc6_9_nobody_presses_on_a_charge() {
    let battle = scene(".r . . . . . .d .", "r Rob red: fig bayonet knife; d Dan blue: fig");
    check(
        &battle,
        &quiet("move Rob charge Dan with bayonet"),
        "attack 3, damage 1 1",
        expect![[r#"
        Movement:
          red's pass
        Rob moves 4 to E1: Rob E1
        Rob has run E 4
        Rob declares Charge at Dan
        Rob Charge Dan with bayonet: 3 of 3 hits
        Rob damage with bayonet: 1,1+2=4
        Dan: 4 against 4, holds
        Rob and Dan in close combat
        Rob has no run"#]],
    );
}

#[test]
fn bc17_4_a_hit_spends_momentum_on_damage() {
    let battle = scene(".r . . . . . . .d .", JOUST);
    check(
        &battle,
        &quiet("move Rob charge Dan with pike"),
        "attack 4, damage 1 2 1",
        expect![[r#"
        Movement:
          red's pass
        Rob moves 4 to E1: Rob E1
        Rob has run E 4
        Rob declares Charge at Dan
        Rob Charge Dan with pike: 4 of 4 hits
        Rob damage with pike: 1,2,1=4
        Dan: 4 against 4, holds
        Rob and Dan in close combat
        Rob has no run"#]],
    );
}

#[test]
fn bc17_5_who_misses_keeps_momentum_and_collides() {
    let battle = scene(".r . . . . . . .d . . . . . .", JOUST);
    check(
        &battle,
        &quiet("move Rob charge Dan with pike sprint"),
        "sprint 3, attack 1, mom 5, pop 2",
        expect![[r#"
        Movement:
          red's pass
        Rob sprints 3=3
        Rob moves 4 to E1: Rob E1
        Rob has run E 4
        Rob declares Charge at Dan
        Rob Charge Dan with pike: 1 of 4! misses
        Rob moves 2 to G1: Rob G1
        Rob has run E 6
        Rob MOM 5=5
        Rob has no run
        Dan POP 2=2
        Dan pushed E 3 to K1
        Dan disrupted
        Rob moves 2 to I1: Rob I1
        Rob has run E 2"#]],
    );
}

#[test]
fn bc17_5_who_misses_from_afar_and_has_no_move_left_collides_with_nobody() {
    let battle = scene(".r . . . . . . . . .d .", JOUST);
    check(
        &battle,
        &quiet("move Rob charge Dan with pike sprint"),
        "sprint 2, attack 1",
        expect![[r#"
        Movement:
          red's pass
        Rob sprints 2=2
        Rob moves 6 to G1: Rob G1
        Rob has run E 6
        Rob declares Charge at Dan
        Rob Charge Dan with pike: 1 of 4! misses
        Rob moves 1 to H1: Rob H1
        Rob has run E 7
          blue's pass
        Rob has no run"#]],
    );
}

#[test]
fn bc17_6_a_charge_and_a_sprint_are_one_action() {
    let battle = scene(".r . . . . . . . . .d .", JOUST);
    check(
        &battle,
        &quiet("move Rob charge Dan with pike sprint"),
        "sprint 3, attack 4, damage 1 2 1",
        expect![[r#"
        Movement:
          red's pass
        Rob sprints 3=3
        Rob moves 6 to G1: Rob G1
        Rob has run E 6
        Rob declares Charge at Dan
        Rob Charge Dan with pike: 4 of 4 hits
        Rob damage with pike: 1,2,1=4
        Dan: 4 against 4, holds
        Rob and Dan in close combat
        Rob has no run"#]],
    );
}

#[test]
fn bc18_1_only_a_shield_stops_a_charging_weapon() {
    let sword = scene(".r . . . . . .d .", "r Rob red: fig bayonet; d Dan blue: fig sword");
    check(
        &sword,
        "react Rob none then hold; react Dan parry sword then hold; move Rob charge Dan with bayonet",
        "attack 3, damage 1 1",
        expect![[r#"
        Movement:
          red's pass
        Rob moves 4 to E1: Rob E1
        Rob has run E 4
        Rob declares Charge at Dan
        Rob Charge Dan with bayonet: 3 of 3 hits
        Rob damage with bayonet: 1,1+2=4
        Dan: 4 against 4, holds
        Rob and Dan in close combat
        Rob has no run"#]],
    );
    let shield = scene(".r . . . . . .d .", "r Rob red: fig bayonet; d Dan blue: fig shield");
    check(
        &shield,
        "react Rob none then hold; react Dan parry shield then hold; move Rob charge Dan with bayonet",
        "attack 3, parry 2, damage 1",
        expect![[r#"
        Movement:
          red's pass
        Rob moves 4 to E1: Rob E1
        Rob has run E 4
        Rob declares Charge at Dan
        Dan against Rob: parry with shield
        Rob Charge Dan with bayonet: 3 of 3 hits
        Dan parries Rob with shield: 2 of 2 deflects 1
        Rob damage with bayonet: 1 deflected 1=1
        Dan: 1 against 4, holds
        Rob and Dan in close combat
        Rob has no run"#]],
    );
}

#[test]
fn bc18_2_the_longer_weapon_strikes_first() {
    // A bayonet is an inch shorter than a pike: the pike kills before the charge strikes home.
    let battle = scene(".r . . . . . .d . .", "r Rob red: fig bayonet; d Dan blue: fig pike");
    check(
        &battle,
        "react Rob none; react Dan none then strike; move Rob charge Dan with bayonet",
        "attack 4, damage 3 3",
        expect![[r#"
        Movement:
          red's pass
        Rob moves 4 to E1: Rob E1
        Rob has run E 4
        Rob declares Charge at Dan
        Dan Counterattack Rob with pike: 4 of 4 hits
        Dan damage with pike: 3,3=6
        Rob: 6 against 4, -1 HP
        Rob killed
        Morale:
        ended: Defeat"#]],
    );
}

#[test]
fn bc18_3_lances_of_one_length_strike_at_once() {
    let battle = scene_with(".r . . . . . . .d . .", "r Rob red: fig lance; d Dan blue: fig lance", |setup| {
        weapon(setup, "lance").close.as_mut().expect("a lance").damage = Amount::fixed(7);
    });
    check(
        &battle,
        "react Rob none; react Dan none then strike; move Rob charge Dan with lance",
        "attack 4 4, damage 1",
        expect![[r#"
        Movement:
          red's pass
        Rob moves 4 to E1: Rob E1
        Rob has run E 4
        Rob declares Charge at Dan
        Rob Charge Dan with lance: 4 of 4 hits
        Dan Counterattack Rob with lance: 4 of 4 hits
        Rob damage with lance: 1+7=8
        Dan damage with lance: +7=7
        Dan: 8 against 4, -1 HP
        Rob: 7 against 4, -1 HP
        Rob killed
        Dan killed
        Morale:
        ended: Defeat"#]],
    );
}

#[test]
fn bc3_12_chargers_from_one_side_push_together() {
    let people = "r Rob red: fig; s Sue red: fig; c Cart blue: cart";
    let wide = scene_with(
        ". . . . .\n. . . . .\n. . . . .\n. . . . .\n.c . . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . .\n.r .s . . .",
        people,
        |setup| {
            profile(setup, "cart").is_reactive = true;
        },
    );
    check(
        &wide,
        &quiet("move Rob charge Cart body combine A; move Sue charge Cart body combine A"),
        "mom 4, mom 5, pop 3 2",
        expect![[r#"
        Movement:
          red's pass
        Rob moves 4 to A6: Rob A6
        Rob has run N 4
        Sue moves 4 to B6: Sue B6
        Sue has run N 4
        Rob MOM 4=4
        Rob has no run
        Sue MOM 5=5
        Sue has no run
        Cart POP 3,2=5
        Cart pushed N 4 to A1
        Cart disrupted
        Rob moves 1 to A5: Rob A5
        Rob has run N 1
        Sue moves 1 to B5: Sue B5
        Sue has run N 1"#]],
    );
}

#[test]
fn bc3_13_a_minifig_has_room_for_one_charger_from_a_side() {
    let people = "r Rob red: fig; s Sue red: fig; d Dan blue: fig";
    let battle = scene(".s .r . . . . . .d . . . .", people);
    check(
        &battle,
        &quiet("move Rob charge Dan body; move Sue charge Dan body sprint"),
        "mom 3, pop 3, sprint 6",
        expect![[r#"
        Movement:
          red's pass
        Rob moves 5 to G1: Rob G1
        Rob has run E 5
        Rob MOM 3=3
        Rob has no run
        Dan POP 3=3
        Rob held by Dan
        Rob and Dan in close combat
        Sue sprints 6=6
        Sue Charge refused: NoLane"#]],
    );
}

#[test]
fn bx17_each_charger_needs_a_lane_of_its_own() {
    let people = "r Rob red: fig; s Sue red: fig; t Tom red: fig; d Dan blue: fig";
    let battle = scene(
        ". . . . . . . . . . .\n.s . . . . .d . . . . .t\n. . . . . . . . . . .\n. . . . . . . . . . .\n. . . . . . . . . . .\n. . . . . . . . . . .\n. . . . . .r . . . . .",
        people,
    );
    check(
        &battle,
        &quiet("move Rob charge Dan body; move Sue charge Dan body; move Tom charge Dan body"),
        "mom 1, pop 1, mom 1, pop 1, mom 1, pop 1",
        expect![[r#"
            Movement:
              red's pass
            Rob moves 4 to F3: Rob F3
            Rob has run N 4
            Rob MOM 1=1
            Rob has no run
            Dan POP 1=1
            Rob held by Dan
            Rob and Dan in close combat
            Sue moves 4 to E2: Sue E2
            Sue has run E 4
            Sue MOM 1=1
            Sue has no run
            Dan POP 1=1
            Sue held by Dan
            Sue and Dan in close combat
            Tom moves 4 to G2: Tom G2
            Tom has run W 4
            Tom MOM 1=1
            Tom has no run
            Dan POP 1=1
            Tom held by Dan
            Tom and Dan in close combat"#]],
    );
}

#[test]
fn bt5_who_was_struck_by_three_is_not_charged_by_a_fourth() {
    let people = "v Vic blue: fig; a Ann red: fig knife; b Bob red: fig knife; c Cat red: fig knife; r Rob red: fig";
    let battle = scene(".a .b .c . . . . . .\n. .v . . . . .r . .", people);
    let orders = quiet("melee Ann attack Vic; melee Bob attack Vic; melee Cat attack Vic; move Rob charge Vic body");
    check(
        &battle,
        &orders,
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
        Ann Attack Vic with knife: 2 of 2 hits
        Bob Attack Vic with knife: 2 of 2 hits
        Cat Attack Vic with knife: 2 of 2 hits
        Ann damage with knife: 1=1
        Bob damage with knife: 1=1
        Cat damage with knife: 1=1
        Vic: 3 against 4, holds
        Movement:
          red's pass
        Rob Charge refused: Crowded"#]],
    );
}

#[test]
fn bc3_14_what_is_resolved_in_one_phase_adds_up() {
    let people = "a Ann red: fig sword; b Bob red: fig sword; o Ogre blue: giant";
    let battle = scene(".a .b . .\n.o . . .\n. . . .", people);
    check(
        &battle,
        &quiet("melee Ann attack Ogre combine X; melee Bob attack Ogre combine X; melee Ogre ignore"),
        "attack 3 3, damage 2 2",
        expect![[r#"
        Melee:
          red's pass
        Ann declares Attack at Ogre
        Ann and Ogre in close combat
        Bob declares Attack at Ogre
        Bob and Ogre in close combat
        Ann Attack Ogre with sword: 3 +2 LargeTarget of 3 hits
        Bob Attack Ogre with sword: 3 +2 LargeTarget of 3 hits
        Ann damage with sword: 2+2=4
        Bob damage with sword: 2+2=4
        Ogre: 8 against 6, -1 HP
          blue's pass
        Ogre declares Ignore"#]],
    );
}

#[test]
fn bx48_who_missed_somebody_who_leapt_aside_just_runs_on() {
    let battle = scene(". . . . . . . . .\n.r . . . . . .d . .\n. . . . . . . . .", JOUST);
    check(
        &battle,
        "react Rob none then hold; react Dan pass bail; move Rob charge Dan with pike",
        "bail 2",
        expect![[r#"
        Movement:
          red's pass
        Rob moves 3 to D2: Rob D2
        Rob has run E 3
        Dan responds to Rob
        Dan bails to G3: 2 evades
        Rob moves 2 to F2: Rob F2
        Rob has run E 5"#]],
    );
}
