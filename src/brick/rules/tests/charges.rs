//! BC-16 to BC-19, BS-17: charges and collisions.

use expect_test::expect;

use crate::brick::battle::scene::{profile, scene, scene_with, unit_named, weapon, who};
use crate::brick::battle::{Amount, Heading, Run};
use crate::brick::rules::story;
use crate::brick::rules::story::{after, check};

const JOUST: &str = "r Rob red: fig pike; d Dan blue: fig";

fn quiet(orders: &str) -> String {
    format!("react red none then hold; react blue none then hold; {orders}")
}

#[test]
fn bc16_1_a_charge_is_made_with_a_weapon_with_the_body_or_with_a_shove() {
    let battle = scene(".r . . . . .d . . .", JOUST);
    let far = scene(".r . . . . . . .d . . .", JOUST);
    check(
        &far,
        &quiet("move Rob charge Dan with pike"),
        "attack 4, damage 1 1 1",
        expect![[r#"
        Movement:
          red's pass
        Rob moves 4 to E1: Rob E1
        Rob has run E 4
        Rob declares Charge at Dan
        Rob Charge Dan with pike: 4 of 4 hits
        Rob damage with pike: 1,1,1=3
        Dan: 3 against 4, holds
        Rob and Dan in close combat
        Rob has no run"#]],
    );
    check(
        &battle,
        &quiet("move Rob charge Dan body"),
        "mom 3, pop 3",
        expect![[r#"
        Movement:
          red's pass
        Rob moves 4 to E1: Rob E1
        Rob has run E 4
        Rob MOM 3=3
        Rob has no run
        Dan POP 3=3
        Rob held by Dan
        Rob and Dan in close combat"#]],
    );
    check(
        &battle,
        &quiet("move Rob charge Dan shove"),
        "mom d10:3, pop 3",
        expect![[r#"
        Movement:
          red's pass
        Rob moves 4 to E1: Rob E1
        Rob has run E 4
        Rob MOM 3=3
        Rob has no run
        Dan POP 3=3
        Rob held by Dan
        Rob and Dan in close combat"#]],
    );
}

#[test]
fn bc16_2_momentum_needs_four_straight_inches() {
    check(
        &scene(".r . . . .d . . .", "r Rob red: fig; d Dan blue: fig"),
        &quiet("move Rob charge Dan body"),
        "",
        expect![[r#"
        Movement:
          red's pass
        Rob moves 3 to D1: Rob D1
        Rob has run E 3
        Rob and Dan in close combat
          blue's pass
        Rob has no run"#]],
    );
    check(
        &scene(".r . . . . .d . . .", "r Rob red: fig; d Dan blue: fig"),
        &quiet("move Rob charge Dan body"),
        "mom 2, pop 3",
        expect![[r#"
        Movement:
          red's pass
        Rob moves 4 to E1: Rob E1
        Rob has run E 4
        Rob MOM 2=2
        Rob has no run
        Dan POP 3=3
        Rob held by Dan
        Rob and Dan in close combat"#]],
    );
}

#[test]
fn bc16_3_a_minifig_has_one_mom_however_far_it_ran() {
    let battle = scene_with(".r . . . . . . . . . . . . .d . .", "r Rob red: fig; d Dan blue: fig", |setup| {
        profile(setup, "fig").movement = 13;
    });
    check(
        &battle,
        &quiet("move Rob charge Dan body"),
        "mom 2, pop 3",
        expect![[r#"
        Movement:
          red's pass
        Rob moves 12 to M1: Rob M1
        Rob has run E 12
        Rob MOM 2=2
        Rob has no run
        Dan POP 3=3
        Rob held by Dan
        Rob and Dan in close combat"#]],
    );
}

#[test]
fn bc16_4_a_run_goes_on_over_rounds() {
    let battle = scene(".r . . . . . . . . . . . .\n. . . . . . . . . . . . .d", "r Rob red: fig; d Dan blue: fig");
    let end = after(&battle, "move Rob run E 5", "");
    assert_eq!(end.unit(unit_named(&end, "Rob")).run, Some(Run { heading: Heading::East, inches: 5 }));
    let end = after(&end, "move Rob run E 5", "");
    assert_eq!(end.unit(unit_named(&end, "Rob")).run, Some(Run { heading: Heading::East, inches: 10 }));
}

#[test]
fn bc16_5_stopping_short_or_turning_loses_it() {
    let battle = scene(".r . . . . . . . .\n. . . . . . . . .d", "r Rob red: fig; d Dan blue: fig");
    let short = after(&battle, "move Rob run E 4", "");
    assert_eq!(short.unit(unit_named(&short, "Rob")).run, None);
    let ran = after(&battle, "move Rob run E 5", "");
    let turned = after(&ran, "move Rob run W 5", "");
    assert_eq!(turned.unit(unit_named(&turned, "Rob")).run, Some(Run { heading: Heading::West, inches: 5 }));
}

#[test]
fn bc16_6_another_four_inches_bring_another() {
    let run = Run { heading: Heading::East, inches: 4 };
    assert!(run.has_momentum() && !Run { inches: 3, ..run }.has_momentum());
    let battle = scene(".r . . . . .d . . . . . . . . .", "r Rob red: fig; d Dan blue: fig");
    let after_hit = after(&battle, &quiet("move Rob charge Dan body sprint"), "sprint 6, mom 2, pop 1");
    assert_eq!(after_hit.unit(unit_named(&after_hit, "Rob")).run, Some(Run { heading: Heading::East, inches: 7 }));
}

#[test]
fn bc16_7_a_run_carries_a_throw_farther() {
    let mut battle = scene(".r . . . . . . .d", "r Rob red: fig spear; d Dan blue: fig");
    battle.apply(&crate::brick::battle::Event::Ran {
        who: who(&battle, "Rob"),
        run: Some(Run { heading: Heading::East, inches: 5 }),
    });
    check(
        &battle,
        "shoot Rob at Dan mom",
        "mom 4, attack 2, damage 1",
        expect![[r#"
        Shooting:
          red's pass
        Rob MOM 4=4
        Rob has no run
        Rob declares Shoot at Dan
        Rob Shoot Dan with spear: 2 of 2 hits
        Rob damage with spear: 1=1
        Dan: 1 against 4, holds
        Rob's spear Thrown to H1"#]],
    );
}

#[test]
fn bc16_8_momentum_is_another_skill_die_of_damage() {
    let battle = scene(".r . . . . . . .d . .", "r Rob red: officer pike; d Dan blue: fig");
    check(
        &battle,
        &quiet("move Rob charge Dan with pike"),
        "attack d8:4, damage d8:1 d8:1 d8:1",
        expect![[r#"
        Movement:
          red's pass
        Rob moves 4 to E1: Rob E1
        Rob has run E 4
        Rob declares Charge at Dan
        Rob Charge Dan with pike: 4 of 4 hits
        Rob damage with pike: 1,1,1=3
        Dan: 3 against 4, holds
        Rob and Dan in close combat
        Rob has no run"#]],
    );
}

#[test]
fn bc16_9_what_is_rolled_is_spent() {
    let battle = scene(".r . . . . . . .d . . .", JOUST);
    let end = after(&battle, &quiet("move Rob charge Dan with pike"), "attack 4, damage 1 1 1");
    assert_eq!(end.unit(unit_named(&end, "Rob")).run, None);
}

#[test]
fn bc16_10_momentum_works_only_straight_ahead() {
    check(
        &scene(".r . .d\n# # #\n. . .", JOUST),
        &quiet("move Rob charge Dan body"),
        "",
        expect![[r#"
        Movement:
          red's pass
        Rob moves 1 to B1: Rob B1
        Rob has run E 1
        Rob and Dan in close combat
          blue's pass
        Rob has no run"#]],
    );
}

#[test]
fn bc16_11_momentum_carries_on_to_the_end_of_the_move() {
    let people = "r Rob red: fig pike; d Dan blue: fig";
    let battle = scene(".r . . . . . . .d . . . . . . . .", people);
    check(
        &battle,
        &quiet("move Rob charge Dan with pike sprint"),
        "sprint 6, attack 4, damage 2 2 2",
        expect![[r#"
        Movement:
          red's pass
        Rob sprints 6=6
        Rob moves 4 to E1: Rob E1
        Rob has run E 4
        Rob declares Charge at Dan
        Rob Charge Dan with pike: 4 of 4 hits
        Rob damage with pike: 2,2,2=6
        Dan: 6 against 4, -1 HP
        Dan killed
        Rob moves 7 to L1: Rob L1
        Rob has run E 11
        Morale:
        ended: Victory"#]],
    );
    let cliff = scene(".r . . . . . . .d . ~ . . .", people);
    check(
        &cliff,
        &quiet("move Rob charge Dan with pike sprint"),
        "sprint 6, attack 4, damage 2 2 2",
        expect![[r#"
        Movement:
          red's pass
        Rob sprints 6=6
        Rob moves 4 to E1: Rob E1
        Rob has run E 4
        Rob declares Charge at Dan
        Rob Charge Dan with pike: 4 of 4 hits
        Rob damage with pike: 2,2,2=6
        Dan: 6 against 4, -1 HP
        Dan killed
        Rob moves 5 to J1: Rob J1
        Rob has run E 9
        Rob meets the hazard at J1, deadly
        Rob killed
        Morale:
        ended: Defeat"#]],
    );
}

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
fn bc19_1_a_collision_is_no_action() {
    let battle = scene(".r . . . . .d . . .", "r Rob red: fig bow; d Dan blue: fig");
    check(
        &battle,
        &quiet("shoot Rob at Dan; move Rob charge Dan body"),
        "attack 2, mom 3, pop 3",
        expect![[r#"
        Shooting:
          red's pass
        Rob declares Shoot at Dan
        Rob Shoot Dan with bow: 2 of 3 misses
        Movement:
          red's pass
        Rob moves 4 to E1: Rob E1
        Rob has run E 4
        Rob MOM 3=3
        Rob has no run
        Dan POP 3=3
        Rob held by Dan
        Rob and Dan in close combat"#]],
    );
    check(
        &battle,
        &quiet("shoot Rob at Dan; move Rob run E 5"),
        "attack 2, mom 3, pop 3",
        expect![[r#"
        Shooting:
          red's pass
        Rob declares Shoot at Dan
        Rob Shoot Dan with bow: 2 of 3 misses
        Movement:
          red's pass
        Rob moves 4 to E1: Rob E1
        Rob has run E 4
        Rob MOM 3=3
        Rob has no run
        Dan POP 3=3
        Rob held by Dan
        Rob and Dan in close combat"#]],
    );
}

#[test]
fn bc19_2_the_crash_itself_hurts_nobody() {
    let battle = scene(".r . . . . .d . . . . . . .", "r Rob red: fig; d Dan blue: fig");
    check(
        &battle,
        &quiet("move Rob charge Dan body"),
        "mom 6, pop 1",
        expect![[r#"
        Movement:
          red's pass
        Rob moves 4 to E1: Rob E1
        Rob has run E 4
        Rob MOM 6=6
        Rob has no run
        Dan POP 1=1
        Dan pushed E 5 to K1
        Dan disrupted
        Rob moves 1 to F1: Rob F1
        Rob has run E 1"#]],
    );
}

#[test]
fn bc19_3_a_d6_with_the_body_and_a_d10_with_a_shove() {
    let battle = scene(".r . . . . .d . . . . . . .", "r Rob red: fig; d Dan blue: fig");
    check(
        &battle,
        &quiet("move Rob charge Dan body"),
        "mom d6:5, pop 4",
        expect![[r#"
        Movement:
          red's pass
        Rob moves 4 to E1: Rob E1
        Rob has run E 4
        Rob MOM 5=5
        Rob has no run
        Dan POP 4=4
        Dan pushed E 1 to G1
        Dan disrupted
        Rob moves 1 to F1: Rob F1
        Rob has run E 1"#]],
    );
    check(
        &battle,
        &quiet("move Rob charge Dan shove"),
        "mom d10:8, pop 4",
        expect![[r#"
        Movement:
          red's pass
        Rob moves 4 to E1: Rob E1
        Rob has run E 4
        Rob MOM 8=8
        Rob has no run
        Dan POP 4=4
        Dan pushed E 4 to J1
        Dan disrupted
        Rob moves 1 to F1: Rob F1
        Rob has run E 1"#]],
    );
}

#[test]
fn bc19_4_a_charging_shove_goes_with_a_sprint() {
    let battle = scene(".r . . . . . . . .d . . . . .", "r Rob red: fig; d Dan blue: fig");
    check(
        &battle,
        &quiet("move Rob charge Dan shove sprint"),
        "sprint 3, mom d10:3, pop 2",
        expect![[r#"
        Movement:
          red's pass
        Rob sprints 3=3
        Rob moves 7 to H1: Rob H1
        Rob has run E 7
        Rob MOM 3=3
        Rob has no run
        Dan POP 2=2
        Dan pushed E 1 to J1
        Dan disrupted
        Rob moves 1 to I1: Rob I1
        Rob has run E 1"#]],
    );
}

#[test]
fn bc19_5_everybody_opposes_with_one_pop() {
    let battle =
        scene(".r . . . . .d . . .\n. . . . . . . . .e", "r Rob red: fig; d Dan blue: fig bow; e Eve red: fig");
    check(
        &battle,
        &quiet("shoot Dan at Eve; move Rob charge Dan body"),
        "attack 2, mom 3, pop 4",
        expect![[r#"
        Shooting:
          blue's pass
        Dan declares Shoot at Eve
        Dan Shoot Eve with bow: 2 of 3 misses
        Movement:
          red's pass
        Rob moves 4 to E1: Rob E1
        Rob has run E 4
        Rob MOM 3=3
        Rob has no run
        Dan POP 4=4
        Rob held by Dan
        Rob and Dan in close combat"#]],
    );
}

#[test]
fn bc19_6_opposition_is_not_used_up() {
    let people = "r Rob red: fig; s Sue red: fig; d Dan blue: fig";
    let battle =
        scene(". . . . . .\n.r . . . . .d\n. . . . . .\n. . . . . .\n. . . . . .\n. . . . . .\n. . . . . .s", people);
    check(
        &battle,
        &quiet("move Rob charge Dan body; move Sue charge Dan body"),
        "mom 3, pop 3, mom 2, pop 4",
        expect![[r#"
        Movement:
          red's pass
        Rob moves 4 to E2: Rob E2
        Rob has run E 4
        Rob MOM 3=3
        Rob has no run
        Dan POP 3=3
        Rob held by Dan
        Rob and Dan in close combat
        Sue moves 4 to F3: Sue F3
        Sue has run N 4
        Sue MOM 2=2
        Sue has no run
        Dan POP 4=4
        Sue held by Dan
        Sue and Dan in close combat"#]],
    );
    let squad = scene(".r .r . . . . . .d . . . . .", "r Two red 2x1: fig; d Dan blue: fig");
    check(
        &squad,
        &quiet("move Two charge Dan body"),
        "mom 3 5, pop 4",
        expect![[r#"
        Movement:
          red's pass
        Two moves 5 to F1: Two-1 F1, Two-2 G1
        Two has run E 5
        Two braced free
        Two-1, Two-2 MOM 3,5=8
        Two has no run
        Dan POP 4=4
        Dan pushed E 4 to L1
        Dan disrupted"#]],
    );
}

#[test]
fn bc19_7_opposition_that_is_as_much_holds() {
    let end = after(
        &scene(".r . . . . .d . . .", "r Rob red: fig; d Dan blue: fig"),
        &quiet("move Rob charge Dan body"),
        "mom 3, pop 3",
    );
    assert!(end.is_engaged(who(&end, "Rob")));
}

#[test]
fn bc19_8_otherwise_the_target_flies_and_the_charger_runs_on() {
    let battle = scene(".r . . . . .d . . . . . . .", "r Rob red: fig; d Dan blue: fig");
    check(
        &battle,
        &quiet("move Rob charge Dan body"),
        "mom 6, pop 2",
        expect![[r#"
        Movement:
          red's pass
        Rob moves 4 to E1: Rob E1
        Rob has run E 4
        Rob MOM 6=6
        Rob has no run
        Dan POP 2=2
        Dan pushed E 4 to J1
        Dan disrupted
        Rob moves 1 to F1: Rob F1
        Rob has run E 1"#]],
    );
}

const HEAD_ON: &str = "a Abe red: fig; b Bob blue: fig";

#[test]
fn bc19_9_who_charge_each_other_knock_each_other_back() {
    let battle = scene(". . . .a . . . . . . . . . .b . . . .", HEAD_ON);
    let orders = quiet("move Abe charge Bob body sprint; move Bob charge Abe body sprint");
    check(
        &battle,
        &orders,
        "sprint 6 6, mom 5 4, pop 4 2",
        expect![[r#"
        Movement:
          red's pass
        Abe sprints 6=6
        Abe moves 5 to I1: Abe I1
        Abe has run E 5
        Bob sprints 6=6
        Bob moves 4 to J1: Bob J1
        Bob has run W 4
        Abe MOM 5=5
        Abe has no run
        Bob MOM 4=4
        Bob has no run
        Abe POP 4=4
        Bob POP 2=2
        Bob pushed E 3 to M1
        Bob disrupted
        Abe moves 6 to O1: Abe O1
        Abe has run E 6"#]],
    );
    check(
        &battle,
        &orders,
        "sprint 6 6, mom 1 1, pop 4 2",
        expect![[r#"
        Movement:
          red's pass
        Abe sprints 6=6
        Abe moves 5 to I1: Abe I1
        Abe has run E 5
        Bob sprints 6=6
        Bob moves 4 to J1: Bob J1
        Bob has run W 4
        Abe MOM 1=1
        Abe has no run
        Bob MOM 1=1
        Bob has no run
        Abe POP 4=4
        Bob POP 2=2
        Abe held by Bob
        Abe and Bob in close combat"#]],
    );
    check(
        &battle,
        &orders,
        "sprint 6 6, mom 5 4, pop 1 1",
        expect![[r#"
        Movement:
          red's pass
        Abe sprints 6=6
        Abe moves 5 to I1: Abe I1
        Abe has run E 5
        Bob sprints 6=6
        Bob moves 4 to J1: Bob J1
        Bob has run W 4
        Abe MOM 5=5
        Abe has no run
        Bob MOM 4=4
        Bob has no run
        Abe POP 1=1
        Bob POP 1=1
        Abe pushed W 3 to F1
        Abe disrupted
        Bob pushed E 4 to N1
        Bob disrupted"#]],
    );
}

#[test]
fn bc19_9_who_charge_each_other_with_weapons_strike_first() {
    let people = "a Abe red: fig bayonet; b Bob blue: fig bayonet";
    let battle = scene(". . . .a . . . . . . . . . .b . . . .", people);
    let orders = quiet("move Abe charge Bob with bayonet sprint; move Bob charge Abe with bayonet sprint");
    check(
        &battle,
        &orders,
        "sprint 6 6, attack 3 2, damage 1 1, mom 4, pop 3",
        expect![[r#"
        Movement:
          red's pass
        Abe sprints 6=6
        Abe moves 4 to H1: Abe H1
        Abe has run E 4
        Bob sprints 6=6
        Bob moves 4 to J1: Bob J1
        Bob has run W 4
        Abe declares Charge at Bob
        Abe Charge Bob with bayonet: 3 of 3 hits
        Bob Charge Abe with bayonet: 2 of 3 misses
        Abe damage with bayonet: 1,1+2=4
        Bob: 4 against 4, holds
        Bob MOM 4=4
        Bob has no run
        Abe POP 3=3
        Abe pushed W 1 to G1
        Abe disrupted
        Bob moves 7 to C1: Bob C1
        Bob has run W 7"#]],
    );
    check(
        &battle,
        &orders,
        "sprint 6 6, attack 3 3, damage 1 2 2 2",
        expect![[r#"
        Movement:
          red's pass
        Abe sprints 6=6
        Abe moves 4 to H1: Abe H1
        Abe has run E 4
        Bob sprints 6=6
        Bob moves 4 to J1: Bob J1
        Bob has run W 4
        Abe declares Charge at Bob
        Abe Charge Bob with bayonet: 3 of 3 hits
        Bob Charge Abe with bayonet: 3 of 3 hits
        Abe damage with bayonet: 1,2+2=5
        Bob damage with bayonet: 2,2+2=6
        Bob: 5 against 4, -1 HP
        Abe: 6 against 4, -1 HP
        Abe killed
        Bob killed
        Morale:
        ended: Defeat"#]],
    );
}

#[test]
fn bx47_all_moms_and_then_all_pops_by_their_ids() {
    let battle = scene(". . . .b . . . . . . . . . .a . . . .", HEAD_ON);
    let orders = quiet("move Abe charge Bob body sprint; move Bob charge Abe body sprint");
    check(
        &battle,
        &orders,
        "sprint 6 6, mom 5 4, pop 2 4",
        expect![[r#"
        Movement:
          red's pass
        Abe sprints 6=6
        Abe moves 5 to I1: Abe I1
        Abe has run W 5
        Bob sprints 6=6
        Bob moves 4 to H1: Bob H1
        Bob has run E 4
        Abe MOM 5=5
        Abe has no run
        Bob MOM 4=4
        Bob has no run
        Abe POP 2=2
        Bob POP 4=4
        Abe pushed E 2 to K1
        Abe disrupted
        Bob pushed W 1 to G1
        Bob disrupted"#]],
    );
}

#[test]
fn bc19_10_what_is_thrown_against_a_wall_smashes() {
    let people = "r Rob red: fig bayonet; d Dan blue: fig";
    check(
        &scene(".r . . . . .d . #", people),
        &quiet("move Rob charge Dan body"),
        "mom 6, pop 2",
        expect![[r#"
        Movement:
          red's pass
        Rob moves 4 to E1: Rob E1
        Rob has run E 4
        Rob MOM 6=6
        Rob has no run
        Dan POP 2=2
        Dan pushed E 4 to G1, 3 smash
        Dan disrupted
        Dan: 3 against 4, holds
        Rob moves 1 to F1: Rob F1
        Rob has run E 1"#]],
    );
    let weak = scene_with(".r . . . . . .d . #", people, |setup| {
        weapon(setup, "bayonet").close.as_mut().expect("a bayonet").damage = Amount::fixed(2);
    });
    check(
        &weak,
        &quiet("move Rob charge Dan with bayonet keepmom"),
        "attack 3, mom 6, pop 2",
        expect![[r#"
        Movement:
          red's pass
        Rob moves 4 to E1: Rob E1
        Rob has run E 4
        Rob declares Charge at Dan
        Rob Charge Dan with bayonet: 3 of 3 hits
        Rob damage with bayonet: +2=2
        Dan: 2 against 4, holds
        Rob moves 1 to F1: Rob F1
        Rob has run E 5
        Rob MOM 6=6
        Rob has no run
        Dan POP 2=2
        Dan pushed E 4 to H1, 3 smash
        Dan disrupted
        Dan: 5 against 4, -1 HP
        Dan killed
        Morale:
        ended: Victory"#]],
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
fn bx18_a_plate_is_knocked_over_by_as_much_as_it_is_long() {
    let people = "r Mob red 4x1: fig; d Men blue 4x1: fig";
    let battle = scene(
        ". . . .\n. . . .\n. . . .\n. . . .\n.d .d .d .d\n. . . .\n. . . .\n. . . .\n. . . .\n.r .r .r .r",
        people,
    );
    let orders = quiet("brace Men; move Mob charge Men body");
    check(
        &battle,
        &orders,
        "mom 3 3 3 3, pop 2 2 2 3",
        expect![[r#"
        Men braced
        Movement:
          red's pass
        Mob moves 4 to B6: Mob-1 A6, Mob-2 B6, Mob-3 C6, Mob-4 D6
        Mob has run N 4
        Mob braced free
        Mob-1, Mob-2, Mob-3, Mob-4 MOM 3,3,3,3=12
        Mob has no run
        Men-1, Men-2, Men-3, Men-4 POP 2,2,2,3=9
        Men knocked 3 to A2
        Mob moves 1 to B5: Mob-1 A5, Mob-2 B5, Mob-3 C5, Mob-4 D5
        Mob has run N 1"#]],
    );
    check(
        &battle,
        &orders,
        "mom 3 3 3 3, pop 2 2 2 2",
        expect![[r#"
        Men braced
        Movement:
          red's pass
        Mob moves 4 to B6: Mob-1 A6, Mob-2 B6, Mob-3 C6, Mob-4 D6
        Mob has run N 4
        Mob braced free
        Mob-1, Mob-2, Mob-3, Mob-4 MOM 3,3,3,3=12
        Mob has no run
        Men-1, Men-2, Men-3, Men-4 POP 2,2,2,2=8
        Men knocked 4 to A1, over
        Men is no more
        Men-1 disrupted
        Men-2 disrupted
        Men-3 disrupted
        Men-4 disrupted
        Mob moves 1 to B5: Mob-1 A5, Mob-2 B5, Mob-3 C5, Mob-4 D5
        Mob has run N 1"#]],
    );
}

#[test]
fn bs17_6_a_braced_plate_moves_whole_or_breaks() {
    let people = "r Mob red 4x1: fig; d Men blue 4x1: fig";
    let battle = scene(
        ". . . .\n. . . .\n. . . .\n. . . .\n.d .d .d .d\n. . . .\n. . . .\n. . . .\n. . . .\n.r .r .r .r",
        people,
    );
    let orders = quiet("brace Men; move Mob charge Men body");
    check(
        &battle,
        &orders,
        "mom 3 3 3 1, pop 2 2 2 2",
        expect![[r#"
        Men braced
        Movement:
          red's pass
        Mob moves 4 to B6: Mob-1 A6, Mob-2 B6, Mob-3 C6, Mob-4 D6
        Mob has run N 4
        Mob braced free
        Mob-1, Mob-2, Mob-3, Mob-4 MOM 3,3,3,1=10
        Mob has no run
        Men-1, Men-2, Men-3, Men-4 POP 2,2,2,2=8
        Men knocked 2 to A3
        Mob moves 1 to B5: Mob-1 A5, Mob-2 B5, Mob-3 C5, Mob-4 D5
        Mob has run N 1"#]],
    );
}

#[test]
fn bs17_1_all_of_an_infantry_squad_bring_their_momentum() {
    let battle = scene(
        ". . . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . .\n.d . . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . .\n.r . . . .\n.r . . . .\n.r . . . .\n.r . . . .\n.r . . . .",
        "r Column red 1x5: fig; d Dan blue: fig",
    );
    check(
        &battle,
        &quiet("move Column charge Dan body"),
        "mom 1 1 1 1 1, pop 2",
        expect![[r#"
        Movement:
          red's pass
        Column moves 4 to A9: Column-1 A7, Column-2 A8, Column-3 A9, Column-4 A10, Column-5 A11
        Column has run N 4
        Column braced free
        Column-1, Column-2, Column-3, Column-4, Column-5 MOM 1,1,1,1,1=5
        Column has no run
        Dan POP 2=2
        Dan pushed N 3 to A3
        Dan disrupted
        Column moves 1 to A8: Column-1 A6, Column-2 A7, Column-3 A8, Column-4 A9, Column-5 A10
        Column has run N 1"#]],
    );
}

#[test]
fn bx39_the_plate_has_the_momentum() {
    let people = "r Mob red 5x1: fig; d Dan blue: fig";
    let battle = scene(". . . . . .d\n. . . . . .\n. . . . . .\n. . . . . .\n. . . . . .\n.r .r .r .r .r .", people);
    let end = after(&battle, "move Mob run N 5", "");
    assert_eq!(
        end.squad(crate::field::SquadId(0)).and_then(|it| it.run),
        Some(Run { heading: Heading::North, inches: 5 })
    );
    let turned = after(&battle, "move Mob to D2", "");
    assert_eq!(turned.squad(crate::field::SquadId(0)).and_then(|it| it.run).map(Run::has_momentum), Some(false));
}

#[test]
fn bs17_2_of_cavalry_only_the_front_row_that_meets_the_target() {
    let drawing = format!(
        "{row}\n{row}\n{row}\n. . .d . . .\n{row}\n{row}\n{row}\n{row}\n.r . .r . .r .\n{row}\n.r . .r . .r .\n{row}",
        row = ". . . . . ."
    );
    let battle = scene(&drawing, "r Knights red 6x4 N: rider; d Dan blue: fig");
    check(
        &battle,
        &quiet("move Knights charge Dan body"),
        "mom 3 4, pop 2",
        expect![[r#"
        Movement:
          red's pass
        Knights moves 4 to C7: Knights-1 A5, Knights-2 C5, Knights-3 E5, Knights-4 A7, Knights-5 C7, Knights-6 E7
        Knights has run N 4
        Knights braced free
        Knights-2 MOM 3,4=7
        Knights has no run
        Dan POP 2=2
        Dan pushed N 5 to C1
        Dan disrupted
        Knights moves 3 to C4: Knights-1 A2, Knights-2 C2, Knights-3 E2, Knights-4 A4, Knights-5 C4, Knights-6 E4
        Knights has run N 3
          blue's pass
        Knights has no run"#]],
    );
}

#[test]
fn bx23_a_rider_brings_two_of_everything() {
    let battle = scene(
        ". . .\n. . .\n. . .\n.d . .\n. . .\n. . .\n. . .\n. . .\n.r . .\n. . .",
        "r Rob red: rider; d Dan blue: fig",
    );
    check(
        &battle,
        &quiet("move Rob charge Dan body"),
        "mom 3 4, pop 2",
        expect![[r#"
        Movement:
          red's pass
        Rob moves 4 to A5: Rob A5
        Rob has run N 4
        Rob MOM 3,4=7
        Rob has no run
        Dan POP 2=2
        Dan pushed N 5 to A1
        Dan disrupted
        Rob moves 3 to A2: Rob A2
        Rob has run N 3
          blue's pass
        Rob has no run"#]],
    );
}

#[test]
fn bs17_3_a_squad_that_is_charged_braces_or_is_so_many_men() {
    let people = "r Rob red: giant; d Men blue 3x1: fig";
    let drawing =
        ". . . . .\n. . . . .\n.d .d .d . .\n. . . . .\n. . . . .\n. . . . .\n. . . . .\n.r . . . .\n. . . . .";
    let battle = scene(drawing, people);
    check(
        &battle,
        &quiet("react Men pass brace; move Rob charge Men body"),
        "mom 1 1 1 1, pop 2 2 2",
        expect![[r#"
        Movement:
          red's pass
        Rob moves 4 to A4: Rob A4
        Rob has run N 4
        Men braced
        Rob MOM 1,1,1,1=4
        Rob has no run
        Men-1, Men-2, Men-3 POP 2,2,2=6
        Rob held by Men
        Rob and Men in close combat"#]],
    );
    check(
        &battle,
        &quiet("move Rob charge Men body"),
        "mom 1 1 1 1, pop 4",
        expect![[r#"
        Movement:
          red's pass
        Rob moves 4 to A4: Rob A4
        Rob has run N 4
        Rob MOM 1,1,1,1=4
        Rob has no run
        Men-1 POP 4=4
        Rob held by Men
        Rob and Men in close combat"#]],
    );
}

#[test]
fn bs17_4_bracing_costs_the_action_and_adds_up_the_opposition() {
    let people = "r Mob red 5x1: fig; d Men blue 6x1: fig";
    let battle = scene(
        ". . . . . .\n.d .d .d .d .d .d\n. . . . . .\n. . . . . .\n. . . . . .\n. . . . . .\n.r .r .r .r .r .",
        people,
    );
    let events = story::play(
        &story::plain(),
        &battle,
        &quiet("brace Men; move Mob charge Men body"),
        "mom 6 6 6 6 6, pop 5 5 5 5 5 5",
    );
    let spent = events
        .iter()
        .any(|it| matches!(it, crate::brick::battle::Event::ActionSpent { on: crate::brick::battle::Deed::Brace, .. }));
    assert!(spent);
    check(
        &battle,
        &quiet("brace Men; move Mob charge Men body"),
        "mom 6 6 6 6 6, pop 5 5 5 5 5 5",
        expect![[r#"
        Men braced
        Movement:
          red's pass
        Mob moves 4 to C3: Mob-1 A3, Mob-2 B3, Mob-3 C3, Mob-4 D3, Mob-5 E3
        Mob has run N 4
        Mob braced free
        Mob-1, Mob-2, Mob-3, Mob-4, Mob-5 MOM 6,6,6,6,6=30
        Mob has no run
        Men-1, Men-2, Men-3, Men-4, Men-5, Men-6 POP 5,5,5,5,5,5=30
        Mob held by Men
        Mob and Men in close combat"#]],
    );
}

#[test]
fn bs17_5_who_charges_is_braced_for_nothing() {
    let people = "r Mob red 2x1: fig; d Dan blue: fig";
    let battle = scene(".r .r . . . . . .d . . .", people);
    let events = story::play(&story::plain(), &battle, &quiet("move Mob charge Dan body"), "mom 1 1, pop 2");
    assert!(events.iter().any(|it| matches!(it, crate::brick::battle::Event::Braced { free: true, .. })));
}

#[test]
fn bs17_7_an_unbraced_squad_is_ploughed_through() {
    let people = "r Mob red 3x3: fig; d Men blue 1x3: fig";
    let drawing = format!(
        ". . . . . . . . . . . . . . .\n.r .r .r . . . . .d . . . . . . .\n.r .r .r . . . . .d . . . . . . .\n.r .r .r . . . . .d . . . . . . .\n{}",
        vec!["."; 15].join(" ")
    );
    let battle = scene(&drawing, people);
    check(
        &battle,
        &quiet("move Mob charge Men body"),
        "mom 1 1 1 1 1 1 1 1 1, pop 2 4 5",
        expect![[r#"
        Movement:
          red's pass
        Mob moves 4 to F3: Mob-1 E2, Mob-2 F2, Mob-3 G2, Mob-4 E3, Mob-5 F3, Mob-6 G3, Mob-7 E4, Mob-8 F4, Mob-9 G4
        Mob has run E 4
        Mob braced free
        Mob-1, Mob-2, Mob-3, Mob-4, Mob-5, Mob-6, Mob-7, Mob-8, Mob-9 MOM 1,1,1,1,1,1,1,1,1=9
        Mob has no run
        Men-1 POP 2=2
        Men-1 pushed E 7 to O2
        Men-1 disrupted
        Men-2 POP 4=4
        Men-2 pushed E 3 to K3
        Men-2 disrupted
        Men-3 POP 5=5
        Mob held by Men
        Mob and Men in close combat"#]],
    );
}

#[test]
fn bx32_the_charger_passes_over_who_fell_and_does_not_end_on_them() {
    let people = "r Rob red: fig; d Dan blue: fig";
    let battle = scene(".r . . . . .d . . . . . .", people);
    check(
        &battle,
        &quiet("move Rob charge Dan shove sprint"),
        "sprint 4, mom d10:5, pop 2",
        expect![[r#"
        Movement:
          red's pass
        Rob sprints 4=4
        Rob moves 4 to E1: Rob E1
        Rob has run E 4
        Rob MOM 5=5
        Rob has no run
        Dan POP 2=2
        Dan pushed E 3 to I1
        Dan disrupted
        Rob moves 5 to J1: Rob J1
        Rob has run E 5"#]],
    );
    check(
        &battle,
        &quiet("move Rob charge Dan shove sprint"),
        "sprint 3, mom d10:5, pop 2",
        expect![[r#"
        Movement:
          red's pass
        Rob sprints 3=3
        Rob moves 4 to E1: Rob E1
        Rob has run E 4
        Rob MOM 5=5
        Rob has no run
        Dan POP 2=2
        Dan pushed E 3 to I1
        Dan disrupted
        Rob moves 3 to H1: Rob H1
        Rob has run E 3"#]],
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

#[test]
fn bs9_4_a_squad_does_one_kind_of_thing() {
    let battle = scene(".a .a . . . . . .d .", "a Spears red 2x1: fig spear; d Dan blue: fig");
    check(
        &battle,
        &quiet("shoot Spears at Dan; move Spears charge Dan with spear"),
        "attack 1 1",
        expect![[r#"
        Shooting:
          red's pass
        Spears declares Shoot at Dan
        Spears-1 Shoot Dan with spear: 1 less 4 of 2! misses
        Spears-2 Shoot Dan with spear: 1 less 4 of 2! misses
        Spears-1's spear Thrown to H1
        Spears-2's spear Thrown to H1
        Movement:
          red's pass
        Spears Charge refused: NoAction { unit: UnitId(0) }"#]],
    );
}

#[test]
fn bt6_momenta_that_strike_together_add_up() {
    let battle = scene(".r .r . . . . . .d . . . . .", "r Two red 2x1: fig; d Dan blue: fig");
    check(
        &battle,
        &quiet("move Two charge Dan body"),
        "mom 2 2, pop 3",
        expect![[r#"
        Movement:
          red's pass
        Two moves 5 to F1: Two-1 F1, Two-2 G1
        Two has run E 5
        Two braced free
        Two-1, Two-2 MOM 2,2=4
        Two has no run
        Dan POP 3=3
        Dan pushed E 1 to I1
        Dan disrupted"#]],
    );
}
