//! BC-19: momentum against opposition.

use super::*;

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

/// Two who run at each other: the dice after those for their sprints, and what comes of it.
#[track_caller]
fn head_on(dice: &str, expected: Expect) {
    let battle = scene(". . . .a . . . . . . . . . .b . . . .", HEAD_ON);
    let orders = quiet("move Abe charge Bob body sprint; move Bob charge Abe body sprint");
    check(&battle, &orders, &format!("sprint 6 6, {dice}"), expected);
}

#[test]
fn bc19_9_who_charge_each_other_knock_each_other_back() {
    head_on(
        "mom 5 4, pop 4 2",
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
}

#[test]
fn bc19_9_who_charge_each_other_without_force_hold_each_other() {
    head_on(
        "mom 1 1, pop 4 2",
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
}

#[test]
fn bc19_9_who_charge_each_other_and_are_equal_are_both_thrown_back() {
    head_on(
        "mom 5 4, pop 1 1",
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
