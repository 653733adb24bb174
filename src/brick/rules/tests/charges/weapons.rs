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
        Rob has no run
        Rob and Dan in close combat"#]],
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
        Rob has no run
        Rob and Dan in close combat"#]],
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
        Sue has no room at Dan
        Sue moves 5 to F1: Sue F1
        Sue has run E 5
        Sue has no run"#]],
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
