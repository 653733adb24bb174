//! BS-2.1, BS-9, BS-10, BS-12 to BS-15: squads in close combat.

use expect_test::expect;

use crate::brick::battle::scene::{scene, unit_named, who};
use crate::brick::rules::aim;
use crate::brick::rules::story;
use crate::brick::rules::story::{after_passes as after, check_passes as check};

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
