//! BC-5 to BC-7: who gets into a close combat, its order, and the Angry Inch.

use super::*;

#[test]
fn bc1_3_a_weapon_strikes_what_its_surface_can_touch() {
    let at = |x: u8, y: u8| Rect::one(Tile::new(5 + x, 5 + y));
    let knife = Class::Hand.reach();
    assert!(reaches(knife, at(0, 0), at(1, 1)) && !reaches(knife, at(0, 0), at(2, 0)));
    check(
        &scene(".y . .d . .", "y Yoko red: fig knife; d Dan blue: fig"),
        &quiet("melee Yoko attack Dan"),
        "attack 2, damage 1",
        expect![[r#"
        Melee:
          red's pass
        inch: Yoko B1
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Yoko Attack Dan with knife: 2 of 2 hits
        Yoko damage with knife: 1=1
        Dan: 1 against 4, holds"#]],
    );
    check(
        &scene(".y . . .d .", "y Yoko red: fig knife; d Dan blue: fig"),
        &quiet("melee Yoko attack Dan"),
        "",
        expect![[r#"
        Melee:
          red's pass
        Yoko Melee refused: OutOfReach"#]],
    );
    let rider = |setup: &mut Setup| {
        unit(setup, "Yoko").facing = Some(crate::brick::battle::Heading::North);
    };
    let lance = "y Yoko red: fig lance; d Dan blue: fig";
    check(
        &scene_with(". . . .\n# . . .\n.y . .d .\n# . . .", lance, rider),
        &quiet("melee Yoko attack Dan"),
        "",
        expect![[r#"
        Melee:
          red's pass
        Yoko Melee refused: OutOfReach"#]],
    );
    check(
        &scene_with(".d . . .\n. . . .\n.y . . .\n. . . .", lance, rider),
        &quiet("melee Yoko attack Dan"),
        "attack 4, damage 1 1",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Yoko Attack Dan with lance: 4 of 4 hits
        Yoko damage with lance: 1,1=2
        Dan: 2 against 4, holds"#]],
    );
}

#[test]
fn bc1_5_what_hits_as_a_matter_of_course_rolls_no_attack() {
    check(
        &scene(".y .d", "y Yoko red: fig sword; d Door none: barrel"),
        "melee Yoko attack Door",
        "damage 3",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Door
        Yoko Attack Door with sword: automatic hits
        Yoko damage with sword: 3+2=5
        Door: 5 against 4, -1 HP
        Door killed
        Morale:
        ended: Victory"#]],
    );
}

#[test]
fn bc1_6_a_lifeless_thing_is_hit_unless_somebody_attacks_meanwhile() {
    let people = "y Yoko red: fig sword; d Door none: barrel; e Eve blue: fig knife";
    check(
        &scene(".y .d .\n. . .e", people),
        "melee Yoko attack Door",
        "damage 1",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Door
        Yoko Attack Door with sword: automatic hits
        Yoko damage with sword: 1+2=3
        Door: 3 against 4, holds"#]],
    );
    let fenced = after(
        &scene(".y .d .\n.e . .", people),
        "react Eve none then hold; melee Yoko attack Eve; react Yoko none then hold",
        "attack 3, damage 1",
    );
    check(
        &fenced,
        "melee Yoko attack Door",
        "attack 1",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Door
        Yoko Attack Door with sword: 1 +1 Stationary of 3! misses"#]],
    );
}

#[test]
fn bc1_7_bodily_attacks_hit_unless_they_are_countered() {
    let people = "y Yoko red: fig; d Dan blue: fig knife";
    let battle = scene(".y .d . . .", people);
    check(
        &battle,
        "react Dan none then hold; melee Yoko shove Dan",
        "",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Shove at Dan
        Yoko and Dan in close combat
        Yoko Shove Dan with bare hands: automatic hits
        Dan pushed E 2 to D1
        Dan disrupted
        Dan and Yoko part"#]],
    );
    check(
        &battle,
        "react Dan parry knife then hold; melee Yoko shove Dan",
        "parry 2",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Shove at Dan
        Yoko and Dan in close combat
        Dan against Yoko: parry with knife
        Yoko Shove Dan with bare hands: automatic hits
        Dan parries Yoko with knife: 2 of 2"#]],
    );
}

#[test]
fn bc2_15_nobody_in_close_combat_stands_still() {
    let people = "y Yoko red: fig sword; d Dan blue: fig knife; a Ann red: fig bow";
    let battle = scene_with(".a . . .y .d", people, |setup| {
        unit(setup, "Dan").is_dug_in = true;
    });
    let fenced = after(&battle, &quiet("melee Yoko attack Dan"), "attack 3, damage 1");
    check(
        &fenced,
        &quiet("shoot Ann at Dan"),
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
fn bc3_6_ganging_up_uses_up_the_victims_hands() {
    let battle = scene(".a .b .c\n. .v .", GANG);
    let orders = "react Vic parry best then hold; melee Ann attack Vic; melee Bob attack Vic; melee Cat attack Vic";
    check(
        &battle,
        orders,
        "attack 2 2 2, parry 3 4, damage 2",
        expect![[r#"
        Melee:
          red's pass
        Ann declares Attack at Vic
        Ann and Vic in close combat
        Bob declares Attack at Vic
        Bob and Vic in close combat
        Cat declares Attack at Vic
        Cat and Vic in close combat
        Vic against Ann: parry with shield
        Vic against Bob: parry with sword
        Ann Attack Vic with knife: 2 of 2 hits
        Bob Attack Vic with knife: 2 of 2 hits
        Cat Attack Vic with knife: 2 of 2 hits
        Vic parries Ann with shield: 3 -1 Outnumbered of 2 deflects 1
        Vic parries Bob with sword: 4 -1 Outnumbered of 3 deflects 1
        Ann damage with knife:  deflected 1=0
        Bob damage with knife:  deflected 1=0
        Cat damage with knife: 2=2
        Vic: 2 against 4, holds"#]],
    );
}

#[test]
fn bc3_7_the_outnumbered_have_it_harder_in_all_that_they_roll() {
    let battle = scene(".a . .\n.v .b .", "v Vic red: fig sword pan; a Ann blue: fig knife; b Bob blue: fig knife");
    let linked = after(
        &battle,
        "react Vic none then hold; melee Ann attack Vic; melee Bob attack Vic",
        "attack 2 2, damage 1 1",
    );
    check(
        &linked,
        "react Vic none then hold vs counter; react blue none then hold; melee Vic attack Ann with sword",
        "attack 3",
        expect![[r#"
        Melee:
          red's pass
        Vic declares Attack at Ann
        Vic Attack Ann with sword: 3 -1 Outnumbered of 3 misses"#]],
    );
    check(
        &linked,
        "melee Vic ignore; react Vic parry pan then hold; react Ann strike; react Bob none then hold",
        "attack 2, parry 3, damage 1",
        expect![[r#"
        Melee:
          red's pass
        Vic declares Ignore
        Ann declares Counterattack at Vic
        Vic against Ann: parry with pan
        Ann Counterattack Vic with knife: 2 of 2 hits
        Vic fails to parry Ann with pan: 3 -1 Outnumbered of 3
        Ann damage with knife: 1=1
        Vic: 1 against 4, holds"#]],
    );
}

#[test]
fn bc3_8_in_a_brawl_everybody_can_be_outnumbered() {
    let battle = scene(".a .b\n.c .", "a Ann red: fig knife; b Bob blue: fig knife; c Cat green: fig knife");
    let orders = "react red none then hold; react blue none then hold; react green none then hold; melee Ann attack Bob; melee Bob attack Cat; melee Cat attack Ann";
    check(
        &battle,
        orders,
        "attack 3, damage 1, attack 3, damage 1, attack 3, damage 1",
        expect![[r#"
        Melee:
          red's pass
        Ann declares Attack at Bob
        Ann and Bob in close combat
        Ann Attack Bob with knife: 3 of 2 hits
        Ann damage with knife: 1=1
        Bob: 1 against 4, holds
          blue's pass
        Bob declares Attack at Cat
        Bob and Cat in close combat
        Bob Attack Cat with knife: 3 -1 Outnumbered of 2 hits
        Bob damage with knife: 1=1
        Cat: 1 against 4, holds
          green's pass
        Cat declares Attack at Ann
        Cat and Ann in close combat
        Cat Attack Ann with knife: 3 -1 Outnumbered of 2 hits
        Cat damage with knife: 1=1
        Ann: 1 against 4, holds"#]],
    );
}

#[test]
fn bc3_9_three_at_most_gang_up_on_a_minifig_and_any_number_on_a_giant() {
    let people = "v Vic blue: fig; a Ann red: fig knife; b Bob red: fig knife; c Cat red: fig knife; e Eve red: fig knife; f Flo red: fig knife";
    let battle = scene(".a .b .c\n.e .v .f\n. . .", people);
    let all =
        "melee Ann attack Vic; melee Bob attack Vic; melee Cat attack Vic; melee Eve attack Vic; melee Flo attack Vic";
    check(
        &battle,
        &format!("react Vic none then hold; {all}"),
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
        Eve Melee refused: Crowded
        Flo Melee refused: Crowded
        Ann Attack Vic with knife: 2 of 2 hits
        Bob Attack Vic with knife: 2 of 2 hits
        Cat Attack Vic with knife: 2 of 2 hits
        Ann damage with knife: 1=1
        Bob damage with knife: 1=1
        Cat damage with knife: 1=1
        Vic: 3 against 4, holds"#]],
    );
    let giant = people.replace("v Vic blue: fig", "v Vic blue: giant");
    let battle = scene(".a .b .c .e\n.v . . .\n. . . .\n.f . . .", &giant);
    check(
        &battle,
        &format!("react Vic none then hold; {all}"),
        "attack 2 2 2 2 2, damage 1 1 1 1 1",
        expect![[r#"
        Melee:
          red's pass
        Ann declares Attack at Vic
        Ann and Vic in close combat
        Bob declares Attack at Vic
        Bob and Vic in close combat
        Cat declares Attack at Vic
        Cat and Vic in close combat
        Eve declares Attack at Vic
        Eve and Vic in close combat
        Flo declares Attack at Vic
        Flo and Vic in close combat
        Ann Attack Vic with knife: 2 +2 LargeTarget of 2 hits
        Bob Attack Vic with knife: 2 +2 LargeTarget of 2 hits
        Cat Attack Vic with knife: 2 +2 LargeTarget of 2 hits
        Eve Attack Vic with knife: 2 +2 LargeTarget of 2 hits
        Flo Attack Vic with knife: 2 +2 LargeTarget of 2 hits
        Ann damage with knife: 1=1
        Bob damage with knife: 1=1
        Cat damage with knife: 1=1
        Eve damage with knife: 1=1
        Flo damage with knife: 1=1
        Vic: 5 against 6, holds"#]],
    );
}

#[test]
fn bc5_5_within_a_turn_three_attack_one_minifig_by_hand() {
    assert_eq!(can_be_touched_by(1), Some(3));
    let people = "v Vics blue 2x1: fig; a Ann red: fig knife; b Bob red: fig knife; c Cat red: fig knife; e Eve red: fig knife; f Flo red: fig knife; g Gus red: fig knife; h Hal red: fig knife; i Ivy red: fig knife";
    let battle = scene(".a .b .c .e\n.f .v .v .g\n. .h .i .", people);
    let all: String = ["Ann", "Bob", "Cat", "Eve", "Flo", "Gus", "Hal", "Ivy"]
        .iter()
        .map(|it| format!("melee {it} attack Vics; "))
        .collect();
    check(
        &battle,
        &format!("react Vics none then hold; {all}"),
        "attack 2 2 2 2 2 2, damage 1 1 1 1 1 1",
        expect![[r#"
        Melee:
          red's pass
        Ann declares Attack at Vics
        Ann and Vics in close combat
        Bob declares Attack at Vics
        Bob and Vics in close combat
        Cat declares Attack at Vics
        Cat and Vics in close combat
        Eve declares Attack at Vics
        Eve and Vics in close combat
        Flo declares Attack at Vics
        Flo and Vics in close combat
        Gus declares Attack at Vics
        Gus and Vics in close combat
        Hal Melee refused: Crowded
        Ivy Melee refused: Crowded
        Ann Attack Vics with knife: 2 of 2 hits
        Bob Attack Vics with knife: 2 of 2 hits
        Cat Attack Vics with knife: 2 of 2 hits
        Eve Attack Vics with knife: 2 of 2 hits
        Flo Attack Vics with knife: 2 of 2 hits
        Gus Attack Vics with knife: 2 of 2 hits
        Ann damage with knife: 1=1
        Bob damage with knife: 1=1
        Cat damage with knife: 1=1
        Eve damage with knife: 1=1
        Flo damage with knife: 1=1
        Gus damage with knife: 1=1
        Vics-1: 1 against 4, holds
        Vics-2: 1 against 4, holds
        Vics-1: 2 against 4, holds
        Vics-2: 2 against 4, holds
        Vics-1: 3 against 4, holds
        Vics-2: 3 against 4, holds"#]],
    );
}

#[test]
fn bc3_10_only_the_one_that_the_victim_attacks_may_parry() {
    let battle = scene(".a .b .\n. .v .", "v Vic red: fig sword; a Ann blue: fig knife pan; b Bob blue: fig knife pan");
    let linked = after(
        &battle,
        "react Vic none then hold; melee Ann attack Vic; melee Bob attack Vic",
        "attack 2 2, damage 1 1",
    );
    check(
        &linked,
        "react blue parry pan then hold; react Vic none then hold; melee Vic attack Ann",
        "attack 5, parry 3",
        expect![[r#"
        Melee:
          red's pass
        Vic declares Attack at Ann
        Ann against Vic: parry with pan
        Vic Attack Ann with sword: 5 -1 Outnumbered of 3 hits
        Ann parries Vic with pan: 3 of 3 deflects 1
        Vic damage with sword:  deflected 1=0"#]],
    );
}

#[test]
fn bc5_1_anything_in_reach_can_be_struck_and_takes_it() {
    check(
        &scene(".y .d .", "y Yoko red: fig sword; d Tree none: statue"),
        "melee Yoko attack Tree",
        "damage 3",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Tree
        Yoko Attack Tree with sword: automatic hits
        Yoko damage with sword: 3+2=5
        Tree: 5 against 6, holds
        Morale:
        ended: Victory"#]],
    );
}

#[test]
fn bc5_2_an_attack_on_what_fights_back_begins_close_combat() {
    let end = after(&scene(APART, KITCHEN), &quiet("melee Yoko attack Dan"), "attack 3, damage 1");
    assert!(end.is_engaged(who(&end, "Yoko")) && end.is_engaged(who(&end, "Dan")));
}

#[test]
fn bc5_4_groups_brawl_and_the_smaller_has_it_harder() {
    let battle = scene(".a .a .a .\n.b .b .b .b\n.b . . .", "a Few red 3x1: fig knife; b Many blue 4x2: fig knife");
    check(
        &battle,
        "react Many none then hold; melee Few attack Many",
        "attack 2 2 2",
        expect![[r#"
        Melee:
          red's pass
        Few declares Attack at Many
        Few and Many in close combat
        Few-1 Attack Many with knife: 2 -1 Outnumbered of 2 misses
        Few-2 Attack Many with knife: 2 -1 Outnumbered of 2 misses
        Few-3 Attack Many with knife: 2 -1 Outnumbered of 2 misses"#]],
    );
}

#[test]
fn bc5_7_five_manoeuvres_and_no_more() {
    for (order, manoeuvre) in [
        (Melee::Release, Manoeuvre::Ignore),
        (Melee::Ignore(None), Manoeuvre::Ignore),
        (
            Melee::Attack(crate::brick::battle::Engage::at(crate::brick::battle::Target::Tile(Tile::new(0, 0)))),
            Manoeuvre::Attack,
        ),
    ] {
        assert_eq!(Manoeuvre::from(&order), manoeuvre);
    }
    check(
        &scene(".y .d", KITCHEN),
        "melee Yoko attack B1",
        "",
        expect![[r#"
        Melee:
          red's pass
        Yoko Melee refused: OutOfReach"#]],
    );
}

#[test]
fn bc5_8_all_who_are_ignored_may_strike() {
    let battle = scene(".a . .\n.y .b .", "y Yoko red: fig sword; a Ann blue: fig knife; b Bob blue: fig knife");
    let linked = after(
        &battle,
        "react Yoko none then hold; react blue none then strike; melee Ann attack Yoko; melee Bob attack Yoko",
        "attack 2 2, damage 1 1",
    );
    check(
        &linked,
        "melee Yoko ignore; react Yoko none then hold; react blue none then strike",
        "attack 2 2, damage 1 1",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Ignore
        Ann declares Counterattack at Yoko
        Bob declares Counterattack at Yoko
        Ann Counterattack Yoko with knife: 2 of 2 hits
        Bob Counterattack Yoko with knife: 2 of 2 hits
        Ann damage with knife: 1=1
        Bob damage with knife: 1=1
        Yoko: 2 against 4, holds"#]],
    );
}

#[test]
fn bc5_9_each_hand_once_a_turn() {
    // The sword that parries can't strike back, and is there again on the next turn.
    let battle = scene(".y .d", "y Yoko red: fig sword; d Dan blue: fig knife");
    let orders = "react Dan parry knife then strike knife; react Yoko none then hold; melee Yoko attack Dan; melee Dan attack Yoko";
    check(
        &battle,
        orders,
        "attack 3, parry 4, attack 2, damage 1",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Dan against Yoko: parry with knife
        Yoko Attack Dan with sword: 3 of 3 hits
        Dan parries Yoko with knife: 4 of 2 deflects 1
        Yoko damage with sword:  deflected 1=0
          blue's pass
        Dan declares Attack at Yoko
        Dan Attack Yoko with knife: 2 of 2 hits
        Dan damage with knife: 1=1
        Yoko: 1 against 4, holds"#]],
    );
}

#[test]
fn bc5_10_a_second_hand_is_a_second_manoeuvre_with_answers_of_its_own() {
    let battle = scene(".y .d", "y Yoko blue: fig sword shield; d Dan red: fig knife pan");
    let orders =
        "react Yoko parry best then strike sword; react Dan none then hold; melee Dan attack Yoko with knife then pan";
    check(
        &battle,
        orders,
        "attack 3, parry 2, attack 3, damage 1, attack 4, damage 2",
        expect![[r#"
        Melee:
          red's pass
        Dan declares Attack at Yoko
        Dan and Yoko in close combat
        Yoko against Dan: parry with shield
        Dan Attack Yoko with knife: 3 of 2 hits
        Yoko parries Dan with shield: 2 of 2 deflects 1
        Dan damage with knife:  deflected 1=0
        Yoko declares Counterattack at Dan
        Yoko Counterattack Dan with sword: 3 of 3 hits
        Yoko damage with sword: 1+2=3
        Dan: 3 against 4, holds
        Dan declares Attack at Yoko
        Dan Attack Yoko with pan: 4 of 3 hits
        Dan damage with pan: 2-1=1
        Yoko: 1 against 4, holds"#]],
    );
}

#[test]
fn bc5_11_more_hands_do_more() {
    let battle = scene_with(".y .d", "y Yoko red: short knife dagger sabre pan; d Dan blue: fig", |setup| {
        profile(setup, "short").hands = 4;
    });
    assert_eq!(battle.hands_left(unit_named(&battle, "Yoko")), 4);
    let parried = "react Yoko parry best then hold";
    let people = scene_with(
        ".a .b .c\n. .y .",
        "y Yoko blue: short knife dagger sabre pan; a Ann red: fig knife; b Bob red: fig knife; c Cat red: fig knife",
        |setup| {
            profile(setup, "short").hands = 4;
        },
    );
    let orders = format!("{parried}; melee Ann attack Yoko; melee Bob attack Yoko; melee Cat attack Yoko");
    check(
        &people,
        &orders,
        "attack 3 3 3, parry 4 4 4",
        expect![[r#"
        Melee:
          red's pass
        Ann declares Attack at Yoko
        Ann and Yoko in close combat
        Bob declares Attack at Yoko
        Bob and Yoko in close combat
        Cat declares Attack at Yoko
        Cat and Yoko in close combat
        Yoko against Ann: parry with knife
        Yoko against Bob: parry with dagger
        Yoko against Cat: parry with sabre
        Ann Attack Yoko with knife: 3 -1 Short of 2 hits
        Bob Attack Yoko with knife: 3 -1 Short of 2 hits
        Cat Attack Yoko with knife: 3 -1 Short of 2 hits
        Yoko parries Ann with knife: 4 -1 Outnumbered of 2 deflects 1
        Yoko parries Bob with dagger: 4 -1 Outnumbered of 2 deflects 1
        Yoko parries Cat with sabre: 4 -1 Outnumbered of 2 deflects 1
        Ann damage with knife:  deflected 1=0
        Bob damage with knife:  deflected 1=0
        Cat damage with knife:  deflected 1=0"#]],
    );
}

#[test]
fn bc5_12_an_answer_needs_no_action_and_uses_it_up() {
    let battle = scene(".y .d . .\n. . . .e", "d Dan red: fig bow pan; y Yoko blue: fig sword; e Eve blue: fig");
    let orders = "shoot Dan at Eve; react Dan parry pan then hold; react Yoko none then hold; melee Yoko attack Dan";
    check(
        &battle,
        orders,
        "attack 2, attack 3, parry 3",
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
        Dan parries Yoko with pan: 3 of 3 deflects 1
        Yoko damage with sword:  deflected 1=0"#]],
    );
    let end = after_melee(&battle, orders, "attack 2, attack 3, parry 3");
    assert!(end.unit(unit_named(&end, "Dan")).has_countered);
}

#[test]
fn bc5_13_close_combat_ends_when_neither_could_reach_the_other() {
    let battle = scene(".y .d . . .", "y Yoko red: fig dagger; d Dan blue: fig dagger");
    check(
        &battle,
        "react Dan none then hold; melee Yoko shove Dan",
        "",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Shove at Dan
        Yoko and Dan in close combat
        Yoko Shove Dan with bare hands: automatic hits
        Dan pushed E 2 to D1
        Dan disrupted
        Dan and Yoko part"#]],
    );
    let near = scene(".y .d . #", "y Yoko red: fig dagger; d Dan blue: fig dagger");
    assert!(after(&near, "react Dan none then hold; melee Yoko shove Dan", "").is_engaged(who(&near, "Dan")));
}

#[test]
fn bc6_1_a_manoeuvre_is_declared_and_what_can_not_be_made_is_refused() {
    story::check(
        &fencing(),
        &quiet(""),
        "",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Ignore
          blue's pass
        Dan declares Ignore"#]],
    );
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
fn bc6_2_the_counter_is_declared_before_any_die() {
    check(
        &scene(".y .d", KITCHEN),
        "react Yoko none; react Dan parry pan then hold; melee Yoko attack Dan",
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
fn bc6_3_declared_rolled_and_then_hurt() {
    let orders =
        "react Yoko none vs counter; react Dan parry pan then hold; melee Yoko attack Dan with sword twohanded";
    check(
        &scene(".y .d", KITCHEN),
        orders,
        "attack 4, parry 4, damage 3",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Dan against Yoko: parry with pan
        Yoko Attack Dan with sword: 4 of 3 hits
        Dan parries Yoko with pan: 4 of 3 deflects 1
        Yoko damage with sword: 3 deflected 1=3
        Dan: 3 against 4, holds"#]],
    );
}

#[test]
fn bc6_4_also_who_was_not_attacked_strikes_back() {
    let battle =
        scene(".b .c\n.y .d", "y Yoko red: fig sword; b Bob blue: fig; c Cat blue: fig knife; d Dan blue: fig knife");
    let linked = after(
        &battle,
        "react Yoko none then hold; melee Cat attack Yoko; melee Dan attack Yoko",
        "attack 2 2, damage 1 1",
    );
    check(
        &linked,
        "react Yoko none then hold vs counter; react blue none then strike; melee Yoko attack Bob",
        "attack 5, damage 5, attack 2 2, damage 1 1",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Bob
        Yoko and Bob in close combat
        Yoko Attack Bob with sword: 5 -1 Outnumbered of 3 hits
        Yoko damage with sword: 5+2=7
        Bob: 7 against 4, -1 HP
        Bob killed
        Cat declares Counterattack at Yoko
        Dan declares Counterattack at Yoko
        Cat Counterattack Yoko with knife: 2 of 2 hits
        Dan Counterattack Yoko with knife: 2 of 2 hits
        Cat damage with knife: 1=1
        Dan damage with knife: 1=1
        Yoko: 2 against 4, holds"#]],
    );
}

#[test]
fn bc6_5_an_answer_while_ignoring_costs_the_action() {
    let battle = scene(".y .d . . .e", "y Yoko red: fig pistol pan; d Dan blue: fig knife; e Eve blue: fig");
    let linked = after(
        &battle,
        "react Yoko none then hold; react Dan none then hold; melee Yoko attack Dan",
        "attack 3, damage 1",
    );
    check(
        &linked,
        "react Yoko parry pan vs counter; melee Yoko ignore then shoot Eve; react Dan none then strike",
        "attack 2, parry 3",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Ignore
        Dan declares Counterattack at Yoko
        Yoko against Dan: parry with pan
        Dan Counterattack Yoko with knife: 2 of 2 hits
        Yoko parries Dan with pan: 3 of 3 deflects 1
        Dan damage with knife:  deflected 1=0
        Yoko Shoot refused: NoAction { unit: UnitId(0) }"#]],
    );
}

#[test]
fn bc6_6_whoever_falls_on_its_own_turn_has_done_fighting() {
    let battle = scene(".y .d", "y Yoko blue: fig sword; d Dan red: fig knife pan");
    check(
        &battle,
        "react Yoko none then strike; react Dan none then hold; melee Dan attack Yoko with knife then pan",
        "attack 2, damage 1, attack 3, damage 3",
        expect![[r#"
        Melee:
          red's pass
        Dan declares Attack at Yoko
        Dan and Yoko in close combat
        Dan Attack Yoko with knife: 2 of 2 hits
        Dan damage with knife: 1=1
        Yoko: 1 against 4, holds
        Yoko declares Counterattack at Dan
        Yoko Counterattack Dan with sword: 3 of 3 hits
        Yoko damage with sword: 3+2=5
        Dan: 5 against 4, -1 HP
        Dan killed
        Morale:
        ended: Victory"#]],
    );
}

#[test]
fn bc6_7_who_ignores_and_lives_is_free_to_act() {
    let battle = scene(".y .d . . .e", "y Yoko red: fig pistol pan; d Dan blue: fig knife; e Eve blue: fig");
    let linked = after(
        &battle,
        "react Yoko none then hold; react Dan none then hold; melee Yoko attack Dan",
        "attack 3, damage 1",
    );
    check(
        &linked,
        "react Yoko none vs counter; melee Yoko ignore then shoot Eve; react Dan none then strike",
        "attack 2, damage 1, attack 3, damage 2",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Ignore
        Dan declares Counterattack at Yoko
        Dan Counterattack Yoko with knife: 2 of 2 hits
        Dan damage with knife: 1=1
        Yoko: 1 against 4, holds
        Yoko declares Shoot at Eve
        Yoko Shoot Eve with pistol: 3 of 3 hits
        Yoko damage with pistol: 2=2
        Eve: 2 against 4, holds"#]],
    );
}

#[test]
fn bc6_8_the_second_manoeuvre_is_at_the_same_target() {
    let people = "y Yoko blue: fig; e Eve blue: fig; d Dan red: fig knife pan";
    let battle = scene(".y .d .e", people);
    check(
        &battle,
        "react blue none then hold; melee Dan attack Yoko with knife then pan",
        "attack 2, damage 5",
        expect![[r#"
        Melee:
          red's pass
        Dan declares Attack at Yoko
        Dan and Yoko in close combat
        Dan Attack Yoko with knife: 2 of 2 hits
        Dan damage with knife: 5=5
        Yoko: 5 against 4, -1 HP
        Yoko killed"#]],
    );
}

#[test]
fn bc6_10_when_one_side_is_dead_it_stops() {
    check(
        &scene(".y .d", KITCHEN),
        "react Dan none then strike; react Yoko none vs counter; melee Yoko attack Dan",
        "attack 3, damage 3",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Yoko Attack Dan with sword: 3 of 3 hits
        Yoko damage with sword: 3+2=5
        Dan: 5 against 4, -1 HP
        Dan killed
        Morale:
        ended: Victory"#]],
    );
}

#[test]
fn bc7_1_a_free_step_before_a_manoeuvre() {
    let battle = scene(APART, "y Yoko red: fig sword; d Dan blue: fig knife");
    check(
        &battle,
        "react Yoko none vs counter; react Dan none then strike; melee Yoko attack Dan",
        "attack 3, damage 1, attack 2, damage 1",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Yoko Attack Dan with sword: 3 of 3 hits
        Yoko damage with sword: 1+2=3
        Dan: 3 against 4, holds
        inch: Dan B2
        Dan declares Counterattack at Yoko
        Dan Counterattack Yoko with knife: 2 of 2 hits
        Dan damage with knife: 1=1
        Yoko: 1 against 4, holds"#]],
    );
}

#[test]
fn bc7_3_as_many_steps_as_manoeuvres() {
    let battle = scene(".d . .y . .", "y Yoko blue: fig sword; d Dan red: fig knife pan");
    // Knocked back by nobody, each manoeuvre finds its own way.
    check(
        &battle,
        "react Yoko none then hold; melee Dan attack Yoko with knife then pan",
        "attack 2, damage 1, attack 3, damage 2",
        expect![[r#"
        Melee:
          red's pass
        inch: Dan B1
        Dan declares Attack at Yoko
        Dan and Yoko in close combat
        Dan Attack Yoko with knife: 2 of 2 hits
        Dan damage with knife: 1=1
        Yoko: 1 against 4, holds
        Dan declares Attack at Yoko
        Dan Attack Yoko with pan: 3 of 3 hits
        Dan damage with pan: 2-1=1
        Yoko: 2 against 4, holds"#]],
    );
}

#[test]
fn bc7_4_a_step_has_to_serve_the_manoeuvre() {
    check(
        &scene(".y . . .d", "y Yoko red: fig knife; d Dan blue: fig"),
        "melee Yoko attack Dan",
        "",
        expect![[r#"
        Melee:
          red's pass
        Yoko Melee refused: OutOfReach"#]],
    );
}

#[test]
fn bc7_5_a_step_gets_one_up_on_ones_own_turn_alone() {
    let battle = scene(".y .d # #", "y Yoko red: fig shield sword; d Dan blue: fig knife");
    let orders = "react Dan none then strike; react Yoko none then strike; melee Yoko shove Dan; melee Dan attack Yoko";
    check(
        &battle,
        orders,
        "attack 2, damage 1, attack 3, damage 1",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Shove at Dan
        Yoko and Dan in close combat
        Yoko Shove Dan with bare hands: automatic hits
        Dan pushed E 2 to B1
        Dan disrupted
          blue's pass
        Dan recovers
        Dan declares Attack at Yoko
        Dan Attack Yoko with knife: 2 of 2 hits
        Dan damage with knife: 1=1
        Yoko: 1 against 4, holds
        Yoko declares Counterattack at Dan
        Yoko Counterattack Dan with sword: 3 of 3 hits
        Yoko damage with sword: 1+2=3
        Dan: 3 against 4, holds"#]],
    );
}

#[test]
fn bc7_6_the_ground_is_no_target() {
    check(
        &scene(".y . .b", "y Yoko red: fig sword; b Barrel none: barrel"),
        "melee Yoko attack B1",
        "",
        expect![[r#"
        Melee:
          red's pass
        Yoko Melee refused: OutOfReach
        Morale:
        ended: Victory"#]],
    );
    check(
        &scene(".y . .b", "y Yoko red: fig knife; b Barrel none: barrel"),
        "melee Yoko attack Barrel",
        "damage 1",
        expect![[r#"
        Melee:
          red's pass
        inch: Yoko B1
        Yoko declares Attack at Barrel
        Yoko Attack Barrel with knife: automatic hits
        Yoko damage with knife: 1=1
        Barrel: 1 against 4, holds
        Morale:
        ended: Victory"#]],
    );
}

#[test]
fn bx4_reach_and_numbers_of_the_classes() {
    let at = |x: u8, y: u8| Rect::one(Tile::new(5 + x, 5 + y));
    let pike = Class::TwoHanded.reach();
    assert!(
        !reaches(pike, at(0, 0), at(1, 1)) && reaches(pike, at(0, 0), at(2, 0)) && reaches(pike, at(0, 0), at(3, 0))
    );
    let sword = Class::Heavy.reach();
    assert!(reaches(sword, at(0, 0), at(2, 0)) && !reaches(sword, at(0, 0), at(3, 0)));
    assert_eq!(Class::Object.in_close_combat().map(|it| it.damage), Some(Amount::skill(1, -2)));
    check(
        &scene(".y .d", "y Yoko red: fig chair; d Dan blue: fig"),
        "melee Yoko attack Dan",
        "attack 4, damage 5",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Yoko Attack Dan with chair: 4 of 4 hits
        Yoko damage with chair: 5-2=3
        Dan: 3 against 4, holds"#]],
    );
}

#[test]
fn bx9_who_lies_there_can_not_defend_and_is_easier_to_hit() {
    let mut battle = scene(".y .d . . . .", "y Yoko red: fig knife; d Dan blue: fig shield");
    battle.apply(&crate::brick::battle::Event::Disrupted { unit: unit_named(&battle, "Dan") });
    check(
        &battle,
        "react Dan parry shield; melee Yoko attack Dan",
        "attack 2, damage 1",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Yoko Attack Dan with knife: 2 +1 Stationary of 2 hits
        Yoko damage with knife: 1=1
        Dan: 1 against 4, holds"#]],
    );
    check(
        &battle,
        "react Yoko none; melee Dan attack Yoko",
        "",
        expect![[r#"
        Melee:
          blue's pass
        Dan recovers
        Dan Melee refused: NoWeapon"#]],
    );
}

#[test]
fn bx55_a_first_blow_at_who_stood_still_is_no_easier() {
    let battle =
        scene_with(".y .d", "y Yoko red: fig sword; d Dan blue: fig", |setup| unit(setup, "Dan").is_dug_in = true);
    check(
        &battle,
        "melee Yoko attack Dan",
        "attack 2",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Yoko Attack Dan with sword: 2 of 3 misses"#]],
    );
}

#[test]
fn bt7_a_pike_in_contact_shoves_and_does_not_strike() {
    let battle = scene("# .y .d . . .", "y Yoko red: fig pike; d Dan blue: fig");
    check(
        &battle,
        "melee Yoko attack Dan",
        "",
        expect![[r#"
        Melee:
          red's pass
        Yoko Melee refused: NoRoom"#]],
    );
    check(
        &battle,
        "react Dan none then hold; melee Yoko shove Dan",
        "",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Shove at Dan
        Yoko and Dan in close combat
        Yoko Shove Dan with bare hands: automatic hits
        Dan pushed E 2 to E1
        Dan disrupted"#]],
    );
}

#[test]
fn bt14_an_axe_in_hand_does_skill_and_thrown_its_own_die() {
    let battle = scene(".y .d", "y Yoko red: officer axe; d Dan blue: fig");
    check(
        &battle,
        "melee Yoko attack Dan",
        "attack d8:3, damage d8:1",
        expect![[r#"
        Melee:
          red's pass
        Yoko declares Attack at Dan
        Yoko and Dan in close combat
        Yoko Attack Dan with axe: 3 of 2 hits
        Yoko damage with axe: 1=1
        Dan: 1 against 4, holds"#]],
    );
    check(
        &battle,
        "shoot Yoko at Dan",
        "attack d8:3, damage d6:1",
        expect![[r#"
        Shooting:
          red's pass
        Yoko declares Shoot at Dan
        Yoko Shoot Dan with axe: 3 of 2 hits
        Yoko damage with axe: 1=1
        Dan: 1 against 4, holds
        Yoko's axe Thrown to B1"#]],
    );
}

#[test]
fn bt17_a_second_blow_in_a_pass_adds_to_the_first() {
    let battle = scene_with(".y .d", "y Yoko blue: short; d Dan red: fig sword dagger", |setup| {
        profile(setup, "short").armor = Amount::fixed(8);
    });
    check(
        &battle,
        "melee Dan attack Yoko with sword then dagger",
        "attack 5, damage 4, attack 5, damage 5",
        expect![[r#"
        Melee:
          red's pass
        Dan declares Attack at Yoko
        Dan and Yoko in close combat
        Dan Attack Yoko with sword: 5 -1 Short of 3 hits
        Dan damage with sword: 4+2=6
        Yoko: 6 against 8, holds
        Dan declares Attack at Yoko
        Dan Attack Yoko with dagger: 5 -1 Short of 2 hits
        Dan damage with dagger: 5=5
        Yoko: 11 against 8, -1 HP
        Yoko killed
        Morale:
        ended: Defeat"#]],
    );
}
