//! BS-2.1, BS-9, BS-10, BS-12 to BS-15: squads in close combat.

use expect_test::expect;

use crate::brick::battle::Amount;
use crate::brick::battle::scene::{profile, scene, scene_with, unit_named, who};
use crate::brick::rules::aim;
use crate::brick::rules::story;
use crate::brick::rules::story::{after_passes as after, check_passes as check};

#[test]
fn bs2_1_what_the_plate_touches_every_member_has_at_hand() {
    let battle = scene(".l .a .a .a", "l Lever none: barrel; a Mob red 3x1: fig");
    check(
        &battle,
        "melee Mob ignore then use Lever",
        "",
        expect![[r#"
        Melee:
          red's pass
        Mob-1 uses Lever
        Mob-2 uses Lever
        Mob-3 uses Lever
        Morale:
        ended: Victory"#]],
    );
}

#[test]
fn bs9_3_different_weapons_make_one_attack() {
    let battle = scene(
        ". .a .a .a .a\n. . .d . .",
        "a Mob red 4x1: fig sabre | fig sabre | fig sword | fig sword; d Dan blue: fig",
    );
    check(
        &battle,
        "react Dan none then hold; melee Mob attack Dan",
        "attack 2 2 3 3, damage 1 1 1 1",
        expect![[r#"
        Melee:
          red's pass
        Mob declares Attack at Dan
        Mob and Dan in close combat
        Mob-1 Attack Dan with sabre: 2 of 2 hits
        Mob-2 Attack Dan with sabre: 2 of 2 hits
        Mob-3 Attack Dan with sword: 3 of 3 hits
        Mob-4 Attack Dan with sword: 3 of 3 hits
        Mob-1 damage with sabre: 1=1
        Mob-2 damage with sabre: 1=1
        Mob-3 damage with sword: 1+2=3
        Mob-4 damage with sword: 1+2=3
        Mob-2's 1 is wasted
        Dan: 7 against 4, -1 HP
        Dan killed
        Morale:
        ended: Victory"#]],
    );
}

#[test]
fn bs10_1_a_plate_in_contact_at_one_corner_lets_the_rearmost_strike() {
    let battle = scene(".a . . .\n.a . . .\n.a . . .\n. .d . .", "a Mob red 1x3: fig knife; d Dan blue: fig");
    check(
        &battle,
        "react Dan none then hold; melee Mob attack Dan",
        "attack 2 2 2, damage 1 1 1",
        expect![[r#"
        Melee:
          red's pass
        Mob declares Attack at Dan
        Mob and Dan in close combat
        Mob-1 Attack Dan with knife: 2 of 2 hits
        Mob-2 Attack Dan with knife: 2 of 2 hits
        Mob-3 Attack Dan with knife: 2 of 2 hits
        Mob-1 damage with knife: 1=1
        Mob-2 damage with knife: 1=1
        Mob-3 damage with knife: 1=1
        Dan: 3 against 4, holds"#]],
    );
}

#[test]
fn bs10_3_the_hits_of_three_count_on_one_minifig() {
    let tough =
        scene_with(".a .a .a .a\n.a .a .a .a\n. .d . .", "a Mob red 4x2: fig knife; d Dan blue: short", |setup| {
            profile(setup, "short").armor = Amount::fixed(13);
            profile(setup, "short").is_short = false;
        });
    check(
        &tough,
        "react Dan none then hold; melee Mob attack Dan",
        "attack 2 2 2 2 2 2 2 2, damage 5 4 4 3 2 2 1 1",
        expect![[r#"
        Melee:
          red's pass
        Mob declares Attack at Dan
        Mob and Dan in close combat
        Mob-1 Attack Dan with knife: 2 of 2 hits
        Mob-2 Attack Dan with knife: 2 of 2 hits
        Mob-3 Attack Dan with knife: 2 of 2 hits
        Mob-4 Attack Dan with knife: 2 of 2 hits
        Mob-5 Attack Dan with knife: 2 of 2 hits
        Mob-6 Attack Dan with knife: 2 of 2 hits
        Mob-7 Attack Dan with knife: 2 of 2 hits
        Mob-8 Attack Dan with knife: 2 of 2 hits
        Mob-1 damage with knife: 5=5
        Mob-2 damage with knife: 4=4
        Mob-3 damage with knife: 4=4
        Mob-4 damage with knife: 3=3
        Mob-5 damage with knife: 2=2
        Mob-6 damage with knife: 2=2
        Mob-7 damage with knife: 1=1
        Mob-8 damage with knife: 1=1
        Mob-4's 3 is wasted
        Mob-5's 2 is wasted
        Mob-6's 2 is wasted
        Mob-7's 1 is wasted
        Mob-8's 1 is wasted
        Dan: 13 against 13, holds"#]],
    );
    let lever = scene(".l .a .a .a", "l Lever none: barrel; a Mob red 3x1: fig");
    check(
        &lever,
        "melee Mob ignore then use Lever",
        "",
        expect![[r#"
        Melee:
          red's pass
        Mob-1 uses Lever
        Mob-2 uses Lever
        Mob-3 uses Lever
        Morale:
        ended: Victory"#]],
    );
}

#[test]
fn bs12_1_what_does_not_react_is_hit_and_what_does_answers() {
    let statue = scene(".a .a\n.d .", "a Mob red 2x1: fig knife; d Dan none: statue");
    check(
        &statue,
        "melee Mob attack Dan",
        "damage 1 1",
        expect![[r#"
        Melee:
          red's pass
        Mob declares Attack at Dan
        Mob-1 Attack Dan with knife: automatic hits
        Mob-2 Attack Dan with knife: automatic hits
        Mob-1 damage with knife: 1=1
        Mob-2 damage with knife: 1=1
        Dan: 2 against 6, holds
        Morale:
        ended: Victory"#]],
    );
    let bear = scene(".a .a . .\n.d . . .\n. . . .", "a Mob red 2x1: fig knife; d Bear blue: giant knife");
    check(
        &bear,
        "react Bear none then strike; react Mob none; melee Mob attack Bear",
        "attack 2 2, damage 1 1, attack 3, damage 1",
        expect![[r#"
        Melee:
          red's pass
        Mob declares Attack at Bear
        Mob and Bear in close combat
        Mob-1 Attack Bear with knife: 2 +2 LargeTarget of 2 hits
        Mob-2 Attack Bear with knife: 2 +2 LargeTarget of 2 hits
        Mob-1 damage with knife: 1=1
        Mob-2 damage with knife: 1=1
        Bear: 2 against 6, holds
        Bear declares Counterattack at Mob
        Bear Counterattack Mob with knife: 3 -1 Outnumbered of 2 hits
        Bear damage with knife: 1=1
        Mob-1: 1 against 4, holds"#]],
    );
}

#[test]
fn bs12_2_the_second_attack_is_of_those_who_can_still_make_it() {
    let battle = scene(
        ".a .a .a .a .a\n.d . . . .\n. . . . .",
        "a Mob red 5x1: fig knife pan | fig knife pan | fig knife pan | fig knife | fig knife; d Dan blue: giant sword",
    );
    let orders =
        "hits Mob order Mob-1; react Dan none then strike; react Mob none; melee Mob attack Dan with knife then pan";
    check(
        &battle,
        orders,
        "attack 2 2 2 2 2, damage 1 1 1 1 1, attack 4, damage 3, attack 2 2, damage 2 2",
        expect![[r#"
        Melee:
          red's pass
        Mob declares Attack at Dan
        Mob and Dan in close combat
        Mob-1 Attack Dan with knife: 2 +2 LargeTarget of 2 hits
        Mob-2 Attack Dan with knife: 2 +2 LargeTarget of 2 hits
        Mob-3 Attack Dan with knife: 2 +2 LargeTarget of 2 hits
        Mob-4 Attack Dan with knife: 2 +2 LargeTarget of 2 hits
        Mob-5 Attack Dan with knife: 2 +2 LargeTarget of 2 hits
        Mob-1 damage with knife: 1=1
        Mob-2 damage with knife: 1=1
        Mob-3 damage with knife: 1=1
        Mob-4 damage with knife: 1=1
        Mob-5 damage with knife: 1=1
        Dan: 5 against 6, holds
        Dan declares Counterattack at Mob
        Dan Counterattack Mob with sword: 4 -1 Outnumbered of 3 hits
        Dan damage with sword: 3+2=5
        Mob-1: 5 against 4, -1 HP
        Mob-1 killed
        Mob declares Attack at Dan
        Mob-2 Attack Dan with pan: 2 +2 LargeTarget of 3 hits
        Mob-3 Attack Dan with pan: 2 +2 LargeTarget of 3 hits
        Mob-2 damage with pan: 2-1=1
        Mob-3 damage with pan: 2-1=1
        Dan: 7 against 6, -1 HP"#]],
    );
}

#[test]
fn bs12_3_who_will_fall_in_a_step_still_parries_in_it() {
    let battle = scene(".a .a\n.d .d", "a Mob red 2x1: fig sword; d Men blue 2x1: fig pan");
    check(
        &battle,
        "react Men parry pan then hold; react Mob none; melee Mob attack Men",
        "attack 3 3, parry 3 2, damage 3",
        expect![[r#"
        Melee:
          red's pass
        Mob declares Attack at Men
        Mob and Men in close combat
        Men-1 against Mob-1: parry with pan
        Men-2 against Mob-2: parry with pan
        Mob-1 Attack Men with sword: 3 of 3 hits
        Mob-2 Attack Men with sword: 3 of 3 hits
        Men-1 parries Mob-1 with pan: 3 of 3 deflects 1
        Men-2 fails to parry Mob-2 with pan: 2 of 3
        Mob-1 damage with sword:  deflected 1=0
        Mob-2 damage with sword: 3+2=5
        Men-1: 5 against 4, -1 HP
        Men-1 killed"#]],
    );
}

#[test]
fn bs12_4_if_one_uses_two_weapons_all_who_can_must() {
    let battle = scene(
        ".a .a .a .a .a\n.d . . . .\n. . . . .",
        "a Mob red 5x1: fig knife pan | fig knife pan | fig knife pan | fig knife | fig knife; d Dan blue: giant",
    );
    let orders = "react Dan none then hold; melee Mob attack Dan with knife then pan";
    check(
        &battle,
        orders,
        "attack 2 2 2 2 2, damage 1 1 1 1 1, attack 2 2 2, damage 2 2 2",
        expect![[r#"
        Melee:
          red's pass
        Mob declares Attack at Dan
        Mob and Dan in close combat
        Mob-1 Attack Dan with knife: 2 +2 LargeTarget of 2 hits
        Mob-2 Attack Dan with knife: 2 +2 LargeTarget of 2 hits
        Mob-3 Attack Dan with knife: 2 +2 LargeTarget of 2 hits
        Mob-4 Attack Dan with knife: 2 +2 LargeTarget of 2 hits
        Mob-5 Attack Dan with knife: 2 +2 LargeTarget of 2 hits
        Mob-1 damage with knife: 1=1
        Mob-2 damage with knife: 1=1
        Mob-3 damage with knife: 1=1
        Mob-4 damage with knife: 1=1
        Mob-5 damage with knife: 1=1
        Dan: 5 against 6, holds
        Mob declares Attack at Dan
        Mob-1 Attack Dan with pan: 2 +2 LargeTarget of 3 hits
        Mob-2 Attack Dan with pan: 2 +2 LargeTarget of 3 hits
        Mob-3 Attack Dan with pan: 2 +2 LargeTarget of 3 hits
        Mob-1 damage with pan: 2-1=1
        Mob-2 damage with pan: 2-1=1
        Mob-3 damage with pan: 2-1=1
        Dan: 8 against 6, -1 HP"#]],
    );
}

#[test]
fn bs12_5_a_squad_answers_in_one_way() {
    let battle = scene(".a .a\n.d .d", "a Mob red 2x1: fig knife; d Men blue 2x1: fig knife");
    check(
        &battle,
        "react Men parry knife then strike knife; react Mob none; melee Mob attack Men",
        "attack 2 2, parry 2 3",
        expect![[r#"
        Melee:
          red's pass
        Mob declares Attack at Men
        Mob and Men in close combat
        Men-1 against Mob-1: parry with knife
        Men-2 against Mob-2: parry with knife
        Mob-1 Attack Men with knife: 2 of 2 hits
        Mob-2 Attack Men with knife: 2 of 2 hits
        Men-1 parries Mob-1 with knife: 2 of 2 deflects 1
        Men-2 parries Mob-2 with knife: 3 of 2 deflects 1
        Mob-1 damage with knife:  deflected 1=0
        Mob-2 damage with knife:  deflected 1=0"#]],
    );
}

#[test]
fn bs12_6_parries_take_from_the_hits_of_the_squad() {
    let battle = scene(".a .a .a\n.d .d .d", "a Mob red 3x1: fig knife; d Men blue 3x1: fig pan");
    check(
        &battle,
        "react Men parry pan then hold; melee Mob attack Men",
        "attack 2 2 2, parry 3 3 2, damage 5",
        expect![[r#"
        Melee:
          red's pass
        Mob declares Attack at Men
        Mob and Men in close combat
        Men-1 against Mob-1: parry with pan
        Men-2 against Mob-2: parry with pan
        Men-3 against Mob-3: parry with pan
        Mob-1 Attack Men with knife: 2 of 2 hits
        Mob-2 Attack Men with knife: 2 of 2 hits
        Mob-3 Attack Men with knife: 2 of 2 hits
        Men-1 parries Mob-1 with pan: 3 of 3 deflects 1
        Men-2 parries Mob-2 with pan: 3 of 3 deflects 1
        Men-3 fails to parry Mob-3 with pan: 2 of 3
        Mob-1 damage with knife:  deflected 1=0
        Mob-2 damage with knife:  deflected 1=0
        Mob-3 damage with knife: 5=5
        Men-1: 5 against 4, -1 HP
        Men-1 killed"#]],
    );
}

#[test]
fn bs13_1_in_contact_all_strike_wherever_they_stand() {
    let mob = "a Mob red 5x2: fig knife";
    let four = scene(".a .a .a .a .a\n.a .a .a .a .a\n.d .d .d .d .", &format!("{mob}; d Men blue 4x1: fig"));
    let dice = "attack 2 2 2 2 2 2 2 2 2 2, damage 1 1 1 1 1 1 1 1 1 1";
    check(
        &four,
        "react Men none then hold; melee Mob attack Men",
        dice,
        expect![[r#"
        Melee:
          red's pass
        Mob declares Attack at Men
        Mob and Men in close combat
        Mob-1 Attack Men with knife: 2 of 2 hits
        Mob-2 Attack Men with knife: 2 of 2 hits
        Mob-3 Attack Men with knife: 2 of 2 hits
        Mob-4 Attack Men with knife: 2 of 2 hits
        Mob-5 Attack Men with knife: 2 of 2 hits
        Mob-6 Attack Men with knife: 2 of 2 hits
        Mob-7 Attack Men with knife: 2 of 2 hits
        Mob-8 Attack Men with knife: 2 of 2 hits
        Mob-9 Attack Men with knife: 2 of 2 hits
        Mob-10 Attack Men with knife: 2 of 2 hits
        Mob-1 damage with knife: 1=1
        Mob-2 damage with knife: 1=1
        Mob-3 damage with knife: 1=1
        Mob-4 damage with knife: 1=1
        Mob-5 damage with knife: 1=1
        Mob-6 damage with knife: 1=1
        Mob-7 damage with knife: 1=1
        Mob-8 damage with knife: 1=1
        Mob-9 damage with knife: 1=1
        Mob-10 damage with knife: 1=1
        Men-1: 1 against 4, holds
        Men-2: 1 against 4, holds
        Men-3: 1 against 4, holds
        Men-4: 1 against 4, holds
        Men-1: 2 against 4, holds
        Men-2: 2 against 4, holds
        Men-3: 2 against 4, holds
        Men-4: 2 against 4, holds
        Men-1: 3 against 4, holds
        Men-2: 3 against 4, holds"#]],
    );
}

#[test]
fn bs13_2_shots_into_an_engagement_fall_on_both_sides_in_turn() {
    let battle = scene(
        ".b . . . .d . .\n. . .a .a .a . .\n.s .s .s .s . . .",
        "a Men blue 3x1: fig knife; d Dan red: fig knife; s Bows red 4x1: fig bow; b Bob red: fig",
    );
    let linked = after(&battle, "react blue none then hold; melee Dan attack Men", "attack 3, damage 1");
    check(
        &linked,
        "react blue none then hold; react Dan none then hold; shoot Bows at Men",
        "attack 3 3 3 3, damage 6 5 3 2",
        expect![[r#"
        Shooting:
          red's pass
        Bows declares Shoot at Men
        Bows-1 Shoot Men with bow: 3 +1 LargeTarget of 3 hits
        Bows-2 Shoot Men with bow: 3 +1 LargeTarget of 3 hits
        Bows-3 Shoot Men with bow: 3 +1 LargeTarget of 3 hits
        Bows-4 Shoot Men with bow: 3 +1 LargeTarget of 3 hits
        Bows-1 damage with bow: 6=6
        Bows-2 damage with bow: 5=5
        Bows-3 damage with bow: 3=3
        Bows-4 damage with bow: 2=2
        Men mixed up with Dan
        Men-1: 6 against 4, -1 HP
        Dan: 5 against 4, -1 HP
        Men-2: 3 against 4, holds
        Men-3: 2 against 4, holds
        Men-1 killed
        Dan killed"#]],
    );
}

#[test]
fn bs13_3_attacks_link_into_one_ring() {
    let battle = scene(
        ".a .b . .\n.c .d . .",
        "a Ann red: fig knife; d Dan red: fig knife; b Bob blue: fig knife; c Cat blue: fig knife",
    );
    let orders = "react red none then hold; react blue none then hold; melee Ann attack Bob; melee Cat attack Ann; melee Bob attack Dan";
    let end = after(&battle, orders, "attack 2, damage 1, attack 2 2, damage 1 1");
    assert_eq!(end.ring(who(&end, "Cat")).len(), 4);
}

#[test]
fn bs13_4_standing_beside_somebody_links_nobody() {
    let battle = scene(".a .b .c", "a Ann red: fig knife; b Bob blue: fig knife; c Cat blue: fig knife");
    let end = after(
        &battle,
        "react red none then hold; react blue none then hold; melee Cat ignore; melee Ann attack Bob",
        "attack 2, damage 1",
    );
    assert!(!end.is_engaged(who(&end, "Cat")));
}

/// Tybalt against Mercutio, Romeo against Tybalt, four Capulets against Romeo, three Montagues against them.
fn verona(montagues: bool) -> crate::brick::battle::Battle {
    let drawing = ".m .t . . . .\n. .r . . . .\n.k .k .k .k . .\n.o .o .o . . .";
    let people = "t Tybalt red: fig sabre; k Capulets red 4x1: fig sabre; r Romeo blue: fig sabre; m Mercutio blue: fig sabre; o Montagues blue 3x1: fig sabre";
    let battle = scene(drawing, people);
    let quiet = "react red none then hold; react blue none then hold";
    let montague = if montagues { "; melee Montagues attack Capulets" } else { "" };
    let orders = format!(
        "{quiet}; melee Tybalt attack Mercutio; melee Romeo attack Tybalt; melee Capulets attack Romeo{montague}"
    );
    let blue = if montagues { "attack 2 3 3 3, damage 1 1 1 1" } else { "attack 3, damage 1" };
    after(&battle, &orders, &format!("attack 2, damage 1, attack 2 2 2 2, damage 1 1 1 1, {blue}"))
}

#[test]
fn bs13_5_the_ring_of_verona() {
    let all = verona(true);
    assert_eq!(all.ring(who(&all, "Mercutio")).len(), 5);
    for name in ["Tybalt", "Romeo", "Mercutio", "Capulets-1", "Montagues-1"] {
        assert!(!aim::is_outnumbered(&all, unit_named(&all, name)), "{name}");
    }
    let few = verona(false);
    for (name, is_outnumbered) in [("Tybalt", false), ("Romeo", true), ("Mercutio", true), ("Capulets-1", false)] {
        assert_eq!(aim::is_outnumbered(&few, unit_named(&few, name)), is_outnumbered, "{name}");
    }
}

#[test]
fn bt19_hits_go_to_the_target_that_was_named() {
    let all = verona(true);
    let orders = "react red none then hold; react blue none then hold; melee Capulets attack Romeo";
    check(
        &all,
        orders,
        "attack 2 2 2 2, damage 1 1 1 1",
        expect![[r#"
        Melee:
          red's pass
        Capulets declares Attack at Romeo
        Tybalt declares Ignore
        Capulets-1 Attack Romeo with sabre: 2 of 2 hits
        Capulets-2 Attack Romeo with sabre: 2 of 2 hits
        Capulets-3 Attack Romeo with sabre: 2 of 2 hits
        Capulets-4 Attack Romeo with sabre: 2 of 2 hits
        Capulets-1 damage with sabre: 1=1
        Capulets-2 damage with sabre: 1=1
        Capulets-3 damage with sabre: 1=1
        Capulets-4 damage with sabre: 1=1
        Capulets-4's 1 is wasted
        Romeo: 3 against 4, holds"#]],
    );
}

#[test]
fn bs14_1_without_contact_those_strike_who_reach_the_target() {
    let battle = scene(".a .a .a .a\n. . . .\n.d . . .", "a Pikes red 4x1: fig pike; d Dan blue: fig");
    check(
        &battle,
        "react Dan none then hold; melee Pikes attack Dan",
        "attack 4 4, damage 1 1 1 1",
        expect![[r#"
        Melee:
          red's pass
        Pikes declares Attack at Dan
        Pikes and Dan in close combat
        Pikes-1 Attack Dan with pike: 4 of 4 hits
        Pikes-2 Attack Dan with pike: 4 of 4 hits
        Pikes-1 damage with pike: 1,1=2
        Pikes-2 damage with pike: 1,1=2
        Dan: 4 against 4, holds"#]],
    );
}

#[test]
fn bs14_2_a_squad_hops_back_to_skirmish() {
    let battle = scene(". . . .\n.a .a .a .\n.d . . .", "a Swords red 3x1: fig sword; d Dan blue: fig");
    check(
        &battle,
        "react Dan none then hold; melee Swords attack Dan skirmish",
        "attack 3, damage 1",
        expect![[r#"
        Melee:
          red's pass
        inch: Swords-1 A1, Swords-2 B1, Swords-3 C1
        Swords declares Attack at Dan
        Swords and Dan in close combat
        Swords-1 Attack Dan with sword: 3 of 3 hits
        Swords-1 damage with sword: 1+2=3
        Dan: 3 against 4, holds"#]],
    );
}

#[test]
fn bs14_3_pikes_in_contact_hop_back_or_can_not_strike() {
    let pikes = "a Pikes red 4x1: fig pike; d Dan blue: fig";
    check(
        &scene("# # # #\n.a .a .a .a\n.d . . .", pikes),
        "melee Pikes attack Dan",
        "",
        expect![[r#"
        Melee:
          red's pass
        Pikes Melee refused: NoRoom"#]],
    );
    check(
        &scene(". . . .\n.a .a .a .a\n.d . . .", pikes),
        "react Dan none then hold; melee Pikes attack Dan",
        "attack 4 4, damage 1 1 1 1",
        expect![[r#"
        Melee:
          red's pass
        inch: Pikes-1 A1, Pikes-2 B1, Pikes-3 C1, Pikes-4 D1
        Pikes declares Attack at Dan
        Pikes and Dan in close combat
        Pikes-1 Attack Dan with pike: 4 of 4 hits
        Pikes-2 Attack Dan with pike: 4 of 4 hits
        Pikes-1 damage with pike: 1,1=2
        Pikes-2 damage with pike: 1,1=2
        Dan: 4 against 4, holds"#]],
    );
    check(
        &scene("# # # #\n.a .a .a .a\n.d . . .", pikes),
        "react Dan none then hold; melee Pikes shove Dan",
        "",
        expect![[r#"
        Melee:
          red's pass
        Pikes declares Shove at Dan
        Pikes and Dan in close combat
        Pikes-1 Shove Dan with bare hands: automatic hits
        Dan pushed S 2 to A3
        Dan disrupted"#]],
    );
}

#[test]
fn bs15_1_three_attackers_may_hit_one_man_with_all_their_weapons() {
    let battle = scene_with(".a .a .a\n. .d .", "a Mob red 3x1: fig knife pan; d Dan blue: short", |setup| {
        profile(setup, "short").armor = Amount::fixed(30);
    });
    let orders = "react Dan none then hold; melee Mob attack Dan with knife then pan";
    check(
        &battle,
        orders,
        "attack 3 3 3, damage 2 2 2, attack 4 4 4, damage 3 3 3",
        expect![[r#"
        Melee:
          red's pass
        Mob declares Attack at Dan
        Mob and Dan in close combat
        Mob-1 Attack Dan with knife: 3 -1 Short of 2 hits
        Mob-2 Attack Dan with knife: 3 -1 Short of 2 hits
        Mob-3 Attack Dan with knife: 3 -1 Short of 2 hits
        Mob-1 damage with knife: 2=2
        Mob-2 damage with knife: 2=2
        Mob-3 damage with knife: 2=2
        Dan: 6 against 30, holds
        Mob declares Attack at Dan
        Mob-1 Attack Dan with pan: 4 -1 Short of 3 hits
        Mob-2 Attack Dan with pan: 4 -1 Short of 3 hits
        Mob-3 Attack Dan with pan: 4 -1 Short of 3 hits
        Mob-1 damage with pan: 3-1=2
        Mob-2 damage with pan: 3-1=2
        Mob-3 damage with pan: 3-1=2
        Dan: 12 against 30, holds"#]],
    );
}

#[test]
fn bs15_2_the_best_hits_count_and_the_rest_are_wasted() {
    let battle =
        scene_with(".a .a .a .a .a\n. .d . . .", "a Mob red 5x1: fig knife; d Lone blue 1x1: short", |setup| {
            profile(setup, "short").armor = Amount::fixed(20);
        });
    check(
        &battle,
        "react Lone none then hold; benny Mob attack hold; melee Mob attack Lone",
        "attack 3 3 3 3 3, damage 6 5 3 2 1",
        expect![[r#"
        Melee:
          red's pass
        Mob declares Attack at Lone
        Mob and Lone in close combat
        Mob-1 Attack Lone with knife: 3 -1 Short of 2 hits
        Mob-2 Attack Lone with knife: 3 -1 Short of 2 hits
        Mob-3 Attack Lone with knife: 3 -1 Short of 2 hits
        Mob-4 Attack Lone with knife: 3 -1 Short of 2 hits
        Mob-5 Attack Lone with knife: 3 -1 Short of 2 hits
        Mob-1 damage with knife: 6=6
        Mob-2 damage with knife: 5=5
        Mob-3 damage with knife: 3=3
        Mob-4 damage with knife: 2=2
        Mob-5 damage with knife: 1=1
        Lone-1: 6 against 20, holds
        Lone-1: 11 against 20, holds
        Lone-1: 14 against 20, holds
        Mob-4's 2 is wasted
        Mob-5's 1 is wasted"#]],
    );
}

#[test]
fn bx19_each_defender_parries_and_the_largest_hits_suffer() {
    let battle = scene(".a .a .a\n.d .d .d", "a Mob red 3x1: fig knife; d Men blue 3x1: fig pan");
    let dice = "attack 2 2 2, parry 4 1 4, damage 5";
    check(
        &battle,
        "react Men parry pan then hold; melee Mob attack Men",
        dice,
        expect![[r#"
        Melee:
          red's pass
        Mob declares Attack at Men
        Mob and Men in close combat
        Men-1 against Mob-1: parry with pan
        Men-2 against Mob-2: parry with pan
        Men-3 against Mob-3: parry with pan
        Mob-1 Attack Men with knife: 2 of 2 hits
        Mob-2 Attack Men with knife: 2 of 2 hits
        Mob-3 Attack Men with knife: 2 of 2 hits
        Men-1 parries Mob-1 with pan: 4 of 3 deflects 1
        Men-2 fails to parry Mob-2 with pan: 1 of 3!
        Men-2's pan Disarmed to B2
        Men-3 parries Mob-3 with pan: 4 of 3 deflects 1
        Mob-1 damage with knife:  deflected 1=0
        Mob-2 damage with knife:  deflected 1=0
        Mob-3 damage with knife: 5=5
        Men-1: 5 against 4, -1 HP
        Men-1 killed"#]],
    );
}

#[test]
fn bx35_grabs_and_shoves_of_squads_go_pair_by_pair() {
    let battle = scene(". . . .\n. . . .\n.d .d .d .\n.a .a .a .a", "a Mob red 4x1: fig; d Men blue 3x1: fig");
    check(
        &battle,
        "react Men none then hold; melee Mob shove Men",
        "",
        expect![[r#"
        Melee:
          red's pass
        Mob declares Shove at Men
        Mob and Men in close combat
        Mob-1 Shove Men-1 with bare hands: automatic hits
        Men-1 pushed N 2 to A1
        Men-1 disrupted
        Mob-2 Shove Men-2 with bare hands: automatic hits
        Men-2 pushed N 2 to B1
        Men-2 disrupted
        Mob-3 Shove Men-3 with bare hands: automatic hits
        Men-3 pushed N 2 to C1
        Men-3 disrupted"#]],
    );
}

#[test]
fn bx36_each_of_a_squad_leaps_for_himself() {
    let battle = scene(
        ". . . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . .\n. .d .d .d .\n. .a .a .a .",
        "a Mob red 3x1: fig knife; d Men blue 3x1: fig",
    );
    check(
        &battle,
        "react Men bail N then hold; melee Mob attack Men",
        "attack 4 4 4, bail 5 4 2, damage 1 1",
        expect![[r#"
            Melee:
              red's pass
            Mob declares Attack at Men
            Mob and Men in close combat
            Men-1 against Mob-1: Bail(Some(North))
            Men-2 against Mob-2: Bail(Some(North))
            Men-3 against Mob-3: Bail(Some(North))
            Mob-1 Attack Men with knife: 4 of 2 hits
            Mob-2 Attack Men with knife: 4 of 2 hits
            Mob-3 Attack Men with knife: 4 of 2 hits
            Men-1 bails to B1: 5 evades
            Men-2 bails to C2: 4 too late
            Men-3 bails to D4: 2 too late
            Men is no more
            Mob-2 damage with knife: 1=1
            Mob-3 damage with knife: 1=1
            Men-2: 1 against 4, holds
            Men-3: 1 against 4, holds"#]],
    );
}

#[test]
fn bx37_who_lies_on_the_plate_takes_no_part() {
    let mut battle = scene(
        ".a .a .a .a .a\n. .d . . .\n. . . . .\n. . . . .\n. . . . .",
        "a Mob red 5x1: fig knife; d Dan blue: fig",
    );
    battle.apply(&crate::brick::battle::Event::Disrupted { unit: unit_named(&battle, "Mob-1") });
    assert!(!aim::is_fighter(&battle, unit_named(&battle, "Mob-1")));
    check(
        &battle,
        "react Dan none then hold; melee Mob attack Dan",
        "attack 2 2 2 2, damage 1 1 1 1",
        expect![[r#"
            Melee:
              red's pass
            Mob declares Attack at Dan
            Mob and Dan in close combat
            Mob-2 Attack Dan with knife: 2 of 2 hits
            Mob-3 Attack Dan with knife: 2 of 2 hits
            Mob-4 Attack Dan with knife: 2 of 2 hits
            Mob-5 Attack Dan with knife: 2 of 2 hits
            Mob-2 damage with knife: 1=1
            Mob-3 damage with knife: 1=1
            Mob-4 damage with knife: 1=1
            Mob-5 damage with knife: 1=1
            Mob-5's 1 is wasted
            Dan: 3 against 4, holds"#]],
    );
    let mut far = scene(
        ".a .a .a .a .a\n. . . . .\n. . . . .\n. . . . .\n. . . . .d",
        "a Mob red 5x1: fig knife; d Dan blue: fig",
    );
    far.apply(&crate::brick::battle::Event::Disrupted { unit: unit_named(&far, "Mob-1") });
    story::check(
        &far,
        "move Mob to C5",
        "",
        expect![[r#"
        Movement:
          red's pass
        Mob-1 recovers
          red's pass
        Mob moves 3 to C4: Mob-1 A4, Mob-2 B4, Mob-3 C4, Mob-4 D4, Mob-5 E4
        Mob has run S 3"#]],
    );
}

#[test]
fn bx38_piercing_and_deflection_are_settled_hit_by_hit() {
    let battle =
        scene_with(".a . .\n.d .b .", "a Ann red: fig sword; b Bob red: fig sword; d Dan blue: fig pan", |_| ());
    let orders = "react Dan parry pan then hold; melee Ann attack Dan twohanded; melee Bob attack Dan twohanded";
    check(
        &battle,
        orders,
        "attack 4 4, parry 4, damage 2, damage 1",
        expect![[r#"
        Melee:
          red's pass
        Ann declares Attack at Dan
        Ann and Dan in close combat
        Bob declares Attack at Dan
        Bob and Dan in close combat
        Dan against Ann: parry with pan
        Ann Attack Dan with sword: 4 of 3 hits
        Bob Attack Dan with sword: 4 of 3 hits
        Dan parries Ann with pan: 4 -1 Outnumbered of 3 deflects 1
        Ann damage with sword: 2 deflected 1=2
        Bob damage with sword: 1+2=3
        Dan: 5 against 4, -1 HP
        Dan killed
        Morale:
        ended: Victory"#]],
    );
}

#[test]
fn bx44_an_alternation_that_was_broken_off_goes_on_with_the_other_side() {
    let tough = scene_with(
        ". . . .d .e . .\n. .a .a . . . .\n.s .s .s .s .s . .",
        "a Men blue 2x1: short knife; d Dan red: short knife; e Eve red: fig; s Bows red 5x1: fig bow",
        |setup| profile(setup, "short").armor = Amount::fixed(30),
    );
    let linked = after(&tough, "react blue none then hold; melee Dan attack Men", "attack 4, damage 1");
    let orders = "react red none then hold; react blue none then hold; shoot Bows at Men";
    check(
        &linked,
        orders,
        "attack 4 4 4 4 4, damage 6 5 4 3 2",
        expect![[r#"
        Shooting:
          red's pass
        Bows declares Shoot at Men
        Bows-1 Shoot Men with bow: 4 +1 LargeTarget -1 Short of 3 hits
        Bows-2 Shoot Men with bow: 4 +1 LargeTarget -1 Short of 3 hits
        Bows-3 Shoot Men with bow: 4 +1 LargeTarget -1 Short of 3 hits
        Bows-4 Shoot Men with bow: 4 +1 LargeTarget -1 Short of 3 hits
        Bows-5 Shoot Men with bow: 4 +1 LargeTarget -1 Short of 3 hits
        Bows-1 damage with bow: 6=6
        Bows-2 damage with bow: 5=5
        Bows-3 damage with bow: 4=4
        Bows-4 damage with bow: 3=3
        Bows-5 damage with bow: 2=2
        Men mixed up with Dan
        Men-1: 6 against 30, holds
        Dan: 5 against 30, holds
        Men-2: 4 against 30, holds
        Dan: 8 against 30, holds
        Men-1: 8 against 30, holds"#]],
    );
}

#[test]
fn bx51_a_hit_that_nobody_may_still_take_is_wasted() {
    let battle = scene_with(".a .a .a .a\n. .d . .", "a Mob red 4x1: fig knife; d Lone blue 1x1: short", |setup| {
        profile(setup, "short").armor = Amount::fixed(20);
    });
    check(
        &battle,
        "benny Mob attack hold; react Lone none then hold; melee Mob attack Lone",
        "attack 3 3 3 3, damage 6 5 4 3",
        expect![[r#"
        Melee:
          red's pass
        Mob declares Attack at Lone
        Mob and Lone in close combat
        Mob-1 Attack Lone with knife: 3 -1 Short of 2 hits
        Mob-2 Attack Lone with knife: 3 -1 Short of 2 hits
        Mob-3 Attack Lone with knife: 3 -1 Short of 2 hits
        Mob-4 Attack Lone with knife: 3 -1 Short of 2 hits
        Mob-1 damage with knife: 6=6
        Mob-2 damage with knife: 5=5
        Mob-3 damage with knife: 4=4
        Mob-4 damage with knife: 3=3
        Lone-1: 6 against 20, holds
        Lone-1: 11 against 20, holds
        Lone-1: 15 against 20, holds
        Mob-4's 3 is wasted"#]],
    );
}

#[test]
fn bx57_single_units_that_fence_are_not_mixed() {
    let people = "n Ninja blue: fig knife; p Pirate red: fig knife; b Bob red: fig pistol; c Cat red: fig pistol";
    let battle = scene(".b .c . . .n .p", people);
    let linked = after(&battle, "react Ninja none then hold; melee Pirate attack Ninja", "attack 2, damage 1");
    let orders = "react Ninja none then hold; react red none then hold; shoot Bob at Ninja combine A; shoot Cat at Ninja combine A";
    check(
        &linked,
        orders,
        "attack 3 3, damage 1 1",
        expect![[r#"
        Shooting:
          red's pass
        Bob declares Shoot at Ninja
        Cat declares Shoot at Ninja
        Bob Shoot Ninja with pistol: 3 of 3 hits
        Cat Shoot Ninja with pistol: 3 of 3 hits
        Bob damage with pistol: 1=1
        Cat damage with pistol: 1=1
        Ninja: 2 against 4, holds"#]],
    );
}

#[test]
fn bt5_the_three_best_count_and_a_fourth_single_is_refused() {
    let people =
        "v Vic blue: fig; a Ann red: fig knife; b Bob red: fig knife; c Cat red: fig knife; e Eve red: fig knife";
    let battle = scene(".a .b .c\n.e .v .\n. . .", people);
    let all = "melee Ann attack Vic; melee Bob attack Vic; melee Cat attack Vic; melee Eve attack Vic";
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
        Ann Attack Vic with knife: 2 of 2 hits
        Bob Attack Vic with knife: 2 of 2 hits
        Cat Attack Vic with knife: 2 of 2 hits
        Ann damage with knife: 1=1
        Bob damage with knife: 1=1
        Cat damage with knife: 1=1
        Vic: 3 against 4, holds"#]],
    );
}

#[test]
fn bt18_hits_into_an_engagement_are_dealt_strongest_first() {
    let battle = scene(
        ".b . . . .d . .\n. . .a .a .a . .\n.s .s .s .s . . .",
        "a Men blue 3x1: fig knife; d Dan red: fig knife; s Bows red 4x1: fig bow; b Bob red: fig",
    );
    let linked = after(&battle, "react blue none then hold; melee Dan attack Men", "attack 3, damage 1");
    let orders = "react blue none then hold; react Dan none then hold; shoot Bows at Men";
    check(
        &linked,
        orders,
        "attack 3 3 3 3, damage 3 2 6 5",
        expect![[r#"
        Shooting:
          red's pass
        Bows declares Shoot at Men
        Bows-1 Shoot Men with bow: 3 +1 LargeTarget of 3 hits
        Bows-2 Shoot Men with bow: 3 +1 LargeTarget of 3 hits
        Bows-3 Shoot Men with bow: 3 +1 LargeTarget of 3 hits
        Bows-4 Shoot Men with bow: 3 +1 LargeTarget of 3 hits
        Bows-1 damage with bow: 3=3
        Bows-2 damage with bow: 2=2
        Bows-3 damage with bow: 6=6
        Bows-4 damage with bow: 5=5
        Men mixed up with Dan
        Men-1: 6 against 4, -1 HP
        Dan: 5 against 4, -1 HP
        Men-2: 3 against 4, holds
        Men-3: 2 against 4, holds
        Men-1 killed
        Dan killed"#]],
    );
}

#[test]
fn bt22_first_all_parry_and_then_all_strike_with_what_is_left() {
    let people = |arms: &str| format!("a Mob red 2x1: fig knife; d Men blue 2x1: {arms}");
    let orders = "react Men parry best then strike sword; react Mob none; melee Mob attack Men";
    let both = scene(".a .a\n.d .d", &people("fig sword shield"));
    check(
        &both,
        orders,
        "attack 2 2, parry 2 2, attack 3 3, damage 1 1",
        expect![[r#"
        Melee:
          red's pass
        Mob declares Attack at Men
        Mob and Men in close combat
        Men-1 against Mob-1: parry with shield
        Men-2 against Mob-2: parry with shield
        Mob-1 Attack Men with knife: 2 of 2 hits
        Mob-2 Attack Men with knife: 2 of 2 hits
        Men-1 parries Mob-1 with shield: 2 of 2 deflects 1
        Men-2 parries Mob-2 with shield: 2 of 2 deflects 1
        Mob-1 damage with knife:  deflected 1=0
        Mob-2 damage with knife:  deflected 1=0
        Men declares Counterattack at Mob
        Men-1 Counterattack Mob with sword: 3 of 3 hits
        Men-2 Counterattack Mob with sword: 3 of 3 hits
        Men-1 damage with sword: 1+2=3
        Men-2 damage with sword: 1+2=3
        Mob-1: 3 against 4, holds
        Mob-2: 3 against 4, holds"#]],
    );
    let one = scene(".a .a\n.d .d", &people("fig sword"));
    check(
        &one,
        "react Men parry sword then strike sword; react Mob none; melee Mob attack Men",
        "attack 2 2, parry 3 3",
        expect![[r#"
        Melee:
          red's pass
        Mob declares Attack at Men
        Mob and Men in close combat
        Men-1 against Mob-1: parry with sword
        Men-2 against Mob-2: parry with sword
        Mob-1 Attack Men with knife: 2 of 2 hits
        Mob-2 Attack Men with knife: 2 of 2 hits
        Men-1 parries Mob-1 with sword: 3 of 3 deflects 1
        Men-2 parries Mob-2 with sword: 3 of 3 deflects 1
        Mob-1 damage with knife:  deflected 1=0
        Mob-2 damage with knife:  deflected 1=0"#]],
    );
}

#[test]
fn bt20_on_ones_own_turn_the_enemy_may_be_the_active_one() {
    // Whoever answers on its own turn has its hands counted for that turn like anybody's.
    let mut battle = scene(".c .o", "c Cow red: fig knife chair; o Out blue: fig knife");
    battle.apply(&crate::brick::battle::Event::PassBegan { team: crate::brick::battle::TeamId(0) });
    let cow = unit_named(&battle, "Cow");
    let items: Vec<_> = battle.held(cow).collect();
    for item in items {
        let turn = crate::brick::battle::TeamId(0);
        battle.apply(&crate::brick::battle::Event::HandUsed(crate::brick::battle::HandUse {
            unit: cow,
            turn,
            item: Some(item),
            hands: 1,
            is_counter: true,
        }));
    }
    assert_eq!((battle.hands_left(cow), battle.unused(cow).count()), (0, 0));
}
