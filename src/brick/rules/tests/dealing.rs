//! BS-2, BS-3, BS-4, BS-9, BS-10, BS-11, BS-16: squads shoot and are shot at.

use expect_test::expect;

use crate::brick::battle::scene::{profile, scene, scene_with, unit, weapon, who};
use crate::brick::battle::{Amount, Profile, ProfileId, Setup, Standard};
use crate::brick::rules::Brick;
use crate::brick::rules::harm::{can_be_touched_by, hp_lost};
use crate::brick::rules::story::{after, check, check_with, plain, play, told};
use crate::field::UnitId;

fn fixed(setup: &mut Setup, key: &str, damage: Amount) {
    weapon(setup, key).ranged.as_mut().expect("a ranged weapon").damage = damage;
}

/// Five archers in a row, and three men on a plate.
const ROWS: &str = "a Bows red 5x1: fig bow; d Men blue 3x1: fig";

#[test]
fn bs1_1_any_kinds_of_units_make_a_squad() {
    let crew = "a Crew red 4x3: wagon artillery | fig knife";
    let battle = scene(". . . . .\n.a . . . .\n. . . . .\n.a . . . .\n. . . . .d", &format!("{crew}; d Dan blue: fig"));
    assert!(battle.is_cavalry(who(&battle, "Crew")));
}

#[test]
fn bs1_2_one_order_is_one_combined_attack() {
    check(
        &scene(".a .a .a .a .a . . .d .d .d", ROWS),
        "shoot Bows at Men",
        "attack 3 3 3 3 3, damage 6 5 3 3 2",
        expect![[r#"
            Shooting:
              red's pass
            Bows declares Shoot at Men
            Bows-1 Shoot Men with bow: 3 +1 LargeTarget of 3 hits
            Bows-2 Shoot Men with bow: 3 +1 LargeTarget of 3 hits
            Bows-3 Shoot Men with bow: 3 +1 LargeTarget of 3 hits
            Bows-4 Shoot Men with bow: 3 +1 LargeTarget of 3 hits
            Bows-5 Shoot Men with bow: 3 +1 LargeTarget of 3 hits
            Bows-1 damage with bow: 6=6
            Bows-2 damage with bow: 5=5
            Bows-3 damage with bow: 3=3
            Bows-4 damage with bow: 3=3
            Bows-5 damage with bow: 2=2
            Men-1: 6 against 4, -1 HP
            Men-2: 5 against 4, -1 HP
            Men-3: 3 against 4, holds
            Men-3: 6 against 4, -1 HP
            Bows-5's 2 is wasted
            Men-1 killed
            Men-2 killed
            Men-3 killed
            Men is no more
            Morale:
            ended: Victory"#]],
    );
}

#[test]
fn bs1_3_moving_inside_the_plate_changes_no_distance() {
    let battle = scene(".a .a . . . . . .d", "a Bows red 3x1: fig bow; d Dan blue: fig");
    let other = scene(". .a .a . . . . .d", "a Bows red 3x1 @A1: fig bow; d Dan blue: fig");
    let bows = who(&battle, "Bows");
    assert_eq!(battle.origin(bows), other.origin(who(&other, "Bows")));
}

#[test]
fn bs2_2_the_guide_for_plates_is_a_tile_a_man_and_four_a_rider() {
    let tiles = |kind, size, count: u16| {
        let (columns, rows) = Profile::usual_footprint(kind, size);
        count * u16::from(columns) * u16::from(rows)
    };
    assert_eq!(tiles(crate::brick::battle::Kind::Foot, 1, 6), 6);
    assert_eq!(tiles(crate::brick::battle::Kind::Rider, 2, 2), 8);
}

#[test]
fn bs2_4_where_units_stand_on_the_plate_changes_nothing_for_plain_damage() {
    let orders = "shoot Bows at Men";
    let dice = "attack 3 3, damage 6 1";
    let people = "a Bows red 2x1: fig bow; d Men blue 3x1 @F1: fig";
    check(
        &scene(".a .a . . . .d .d .", people),
        orders,
        dice,
        expect![[r#"
        Shooting:
          red's pass
        Bows declares Shoot at Men
        Bows-1 Shoot Men with bow: 3 +1 LargeTarget of 3 hits
        Bows-2 Shoot Men with bow: 3 +1 LargeTarget of 3 hits
        Bows-1 damage with bow: 6=6
        Bows-2 damage with bow: 1=1
        Men-1: 6 against 4, -1 HP
        Men-2: 1 against 4, holds
        Men-1 killed"#]],
    );
    check(
        &scene(".a .a . . . .d . .d", people),
        orders,
        dice,
        expect![[r#"
        Shooting:
          red's pass
        Bows declares Shoot at Men
        Bows-1 Shoot Men with bow: 3 +1 LargeTarget of 3 hits
        Bows-2 Shoot Men with bow: 3 +1 LargeTarget of 3 hits
        Bows-1 damage with bow: 6=6
        Bows-2 damage with bow: 1=1
        Men-1: 6 against 4, -1 HP
        Men-2: 1 against 4, holds
        Men-1 killed"#]],
    );
}

#[test]
fn bs3_1_distances_are_measured_from_the_standard() {
    // The Standard is four tiles off, the ends of the plate two and six.
    check(
        &scene(".a .a .a .a .a . .d", "a Bows red 5x1: fig bow; d Dan blue: fig"),
        "shoot Bows at Dan",
        "attack 2 2 2 2 2",
        expect![[r#"
        Shooting:
          red's pass
        Bows declares Shoot at Dan
        Bows-1 Shoot Dan with bow: 2 of 3 misses
        Bows-2 Shoot Dan with bow: 2 of 3 misses
        Bows-3 Shoot Dan with bow: 2 of 3 misses
        Bows-4 Shoot Dan with bow: 2 of 3 misses
        Bows-5 Shoot Dan with bow: 2 of 3 misses"#]],
    );
}

#[test]
fn bs3_2_distances_to_a_squad_go_to_its_nearest_part() {
    // The Standard is six tiles off, the edge of the plate four.
    let battle = scene(".a . . . .d .d .d .d .d", "a Ann red: fig bow; d Men blue 5x1: fig");
    let events = crate::brick::rules::story::play(&plain(), &battle, "shoot Ann at Men", "attack 1");
    let distance = events.iter().find_map(|it| match it {
        crate::brick::battle::Event::AttackRolled(swing) => swing.distance,
        _ => None,
    });
    assert_eq!(distance, Some(4));
}

#[test]
fn bs3_4_the_bearer_of_a_standard_fights_with_both_hands() {
    let battle = scene_with(".a .a . . .d", "a Bows red 2x1: fig rifle; d Dan blue: fig", |setup| {
        setup.squads[0].standard = Standard::Bearer(UnitId(1));
    });
    check(
        &battle,
        "shoot Bows at Dan",
        "attack 3 3, damage 2 4",
        expect![[r#"
        Shooting:
          red's pass
        Bows declares Shoot at Dan
        Bows-1 Shoot Dan with rifle: 3 of 3 hits
        Bows-2 Shoot Dan with rifle: 3 of 3 hits
        Bows-1 damage with rifle: 2+1=3
        Bows-2 damage with rifle: 4+1=5
        Dan: 8 against 4, -1 HP
        Dan killed
        Morale:
        ended: Victory"#]],
    );
}

#[test]
fn bs4_1_the_rear_man_can_be_given_the_hit() {
    let battle = scene(".a . . .d .d", "a Ann red: fig bow; d Men blue 2x1: fig");
    check(
        &battle,
        "hits Men order Men-2; shoot Ann at Men",
        "attack 3, damage 5",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Men
        Ann Shoot Men with bow: 3 +1 LargeTarget of 3 hits
        Ann damage with bow: 5=5
        Men-2: 5 against 4, -1 HP
        Men-2 killed"#]],
    );
}

#[test]
fn bs4_3_a_blast_starts_where_the_one_stands_who_was_given_it() {
    let battle = scene(".a . . .d .d . . .d . . .", "a Ann red: fig grenade; d Men blue 5x1 @D1: fig; ");
    check(
        &battle,
        "hits Men order Men-3; shoot Ann at Men",
        "attack 3, damage 5",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Men
        Ann Shoot Men with grenade: 3 of 3 hits
        Ann damage with grenade: 5=5
        explosion at H1, radius 2
        Men-3: 5 against 4, -1 HP
        Men-3 killed
        Ann's grenade Thrown to nowhere"#]],
    );
}

#[test]
fn bs16_5_the_first_victim_is_a_choice_and_what_follows_is_not() {
    let battle = scene(".a . . .d .d . .d .d", "a Ann red: fig grenade; d Men blue 5x1 @D1: fig");
    check(
        &battle,
        "hits Men order Men-2; shoot Ann at Men",
        "attack 3, damage 5",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Men
        Ann Shoot Men with grenade: 3 of 3 hits
        Ann damage with grenade: 5=5
        explosion at E1, radius 2
        Men-1: 5 against 4, -1 HP
        Men-2: 5 against 4, -1 HP
        Men-3: 5 against 4, -1 HP
        Men-1 killed
        Men-2 killed
        Men-3 killed
        Ann's grenade Thrown to nowhere"#]],
    );
}

#[test]
fn bs9_1_a_squad_has_one_action_for_all_its_members() {
    let battle = scene(
        ".a .a .a .a .a . . .d",
        "a Mob red 5x1: fig bow | fig bow | fig bow | fig sword | fig sword; d Dan blue: fig",
    );
    let events = crate::brick::rules::story::play(&plain(), &battle, "shoot Mob at Dan", "attack 2 2 2");
    let spent = events.iter().find_map(|it| match it {
        crate::brick::battle::Event::ActionSpent { units, .. } => Some(units.len()),
        _ => None,
    });
    assert_eq!(spent, Some(5));
}

#[test]
fn bs9_2_members_who_have_nothing_to_do_have_no_action_of_their_own() {
    let battle = scene(".a .a .a . . .d", "a Mob red 3x1: fig bow | fig bow | fig sword; d Dan blue: fig");
    check(
        &battle,
        "shoot Mob at Dan",
        "attack 2 2",
        expect![[r#"
        Shooting:
          red's pass
        Mob declares Shoot at Dan
        Mob-1 Shoot Dan with bow: 2 of 3 misses
        Mob-2 Shoot Dan with bow: 2 of 3 misses"#]],
    );
}

#[test]
fn bs10_2_each_gets_one_roll_a_cycle_however_large() {
    let battle = scene(".a .a . . . .d .d .d", "a Bows red 2x1: fig pistol pistol; d Men blue 3x1: fig");
    check(
        &battle,
        "shoot Bows at Men with pistol and pistol",
        "attack 3 3 3 3, damage 6 5 4 1",
        expect![[r#"
            Shooting:
              red's pass
            Bows declares Shoot at Men
            Bows-1 Shoot Men with pistol: 3 +1 LargeTarget of 3 hits
            Bows-1 Shoot Men with pistol: 3 +1 LargeTarget of 3 hits
            Bows-2 Shoot Men with pistol: 3 +1 LargeTarget of 3 hits
            Bows-2 Shoot Men with pistol: 3 +1 LargeTarget of 3 hits
            Bows-1 damage with pistol: 6=6
            Bows-1 damage with pistol: 5=5
            Bows-2 damage with pistol: 4=4
            Bows-2 damage with pistol: 1=1
            Men-1: 6 against 4, -1 HP
            Men-2: 5 against 4, -1 HP
            Men-3: 4 against 4, holds
            Men-3: 5 against 4, -1 HP
            Men-1 killed
            Men-2 killed
            Men-3 killed
            Men is no more
            Morale:
            ended: Victory"#]],
    );
}

#[test]
fn bs11_1_who_can_not_shoot_sits_out() {
    let battle = scene(
        ".a .a .a .a .a .a . . .d",
        "a Mob red 6x1: fig bow | fig bow | fig bow | fig bow | fig knife | fig knife; d Dan blue: fig",
    );
    check(
        &battle,
        "shoot Mob at Dan",
        "attack 2 2 2 2",
        expect![[r#"
        Shooting:
          red's pass
        Mob declares Shoot at Dan
        Mob-1 Shoot Dan with bow: 2 of 3 misses
        Mob-2 Shoot Dan with bow: 2 of 3 misses
        Mob-3 Shoot Dan with bow: 2 of 3 misses
        Mob-4 Shoot Dan with bow: 2 of 3 misses"#]],
    );
}

#[test]
fn bs11_2_all_shoot_from_the_standards_distance() {
    let people = "a Bows red 5x1: fig bow; d Dan blue: fig";
    check(
        &scene(".a .a .a .a .a . . . .d", people),
        "shoot Bows at Dan",
        "attack 2 2 2 2 2",
        expect![[r#"
        Shooting:
          red's pass
        Bows declares Shoot at Dan
        Bows-1 Shoot Dan with bow: 2 of 3 misses
        Bows-2 Shoot Dan with bow: 2 of 3 misses
        Bows-3 Shoot Dan with bow: 2 of 3 misses
        Bows-4 Shoot Dan with bow: 2 of 3 misses
        Bows-5 Shoot Dan with bow: 2 of 3 misses"#]],
    );
    check(
        &scene(".a .a .a .a .a . . . . .d", people),
        "shoot Bows at Dan",
        "attack 3 3 3 3 3",
        expect![[r#"
        Shooting:
          red's pass
        Bows declares Shoot at Dan
        Bows-1 Shoot Dan with bow: 3 less 1 of 3 misses
        Bows-2 Shoot Dan with bow: 3 less 1 of 3 misses
        Bows-3 Shoot Dan with bow: 3 less 1 of 3 misses
        Bows-4 Shoot Dan with bow: 3 less 1 of 3 misses
        Bows-5 Shoot Dan with bow: 3 less 1 of 3 misses"#]],
    );
}

#[test]
fn bs11_3_all_attacks_then_all_damage_then_the_sum_then_the_misses() {
    let battle = scene(".a .a .a . . .d .e", "a Bows red 3x1: fig bow; d Dan blue: fig; e Eve red: fig");
    let tracked = Brick { track: crate::brick::rules::Track::On, ..plain() };
    check_with(
        &tracked,
        &battle,
        "shoot Bows at Dan",
        "attack 3 2 4, damage 1 2, damage 1",
        expect![[r#"
        Shooting:
          red's pass
        Bows declares Shoot at Dan
        Bows-1 Shoot Dan with bow: 3 of 3 hits
        Bows-2 Shoot Dan with bow: 2 of 3 misses
        Bows-3 Shoot Dan with bow: 4 of 3 hits
        Bows-1 damage with bow: 1=1
        Bows-3 damage with bow: 2=2
        Dan: 3 against 4, holds
        Bows-2's miss by 1 goes to G1: Eve
        Bows-2 damage with bow: 1=1
        Eve: 1 against 4, holds"#]],
    );
}

/// Two dozen pistols, a dozen rifles and three guns on a plate of 13 by 3, and somebody four tiles from its middle.
#[test]
fn bs11_4_the_death_marines_and_the_cashier() {
    // Up to which of them, with what, what each rolls and what hits; the damage that each rolls who does, and its sum.
    let marines = [
        (16, "pistol", 3, 3, "4", "4=4"),
        (18, "pistol", 3, 3, "3", "3=3"),
        (24, "pistol", 2, 3, "", ""),
        (26, "rifle", 3, 3, "3", "3+1=4"),
        (28, "rifle", 3, 3, "2", "2+1=3"),
        (29, "rifle", 3, 3, "3", "3+1=4"),
        (36, "rifle", 2, 3, "", ""),
        (37, "artillery", 4, 4, "10", "10=10"),
        (39, "artillery", 3, 4, "", ""),
    ];
    let (mut kinds, mut attacks, mut damage) = (Vec::new(), Vec::new(), Vec::new());
    let (mut shots, mut harm) = (String::new(), String::new());
    for n in 1..=39 {
        let row = marines.iter().find(|it| n <= it.0).expect("a row for each");
        let &(_, with, rolled, needs, die, sum) = row;
        let hits = if needs <= rolled { "hits" } else { "misses" };
        kinds.push(format!("fig {with}"));
        attacks.push(rolled.to_string());
        shots += &format!("Marines-{n} Shoot Cashier with {with}: {rolled} of {needs} {hits}\n");
        if needs <= rolled {
            damage.push(die);
            harm += &format!("Marines-{n} damage with {with}: {sum}\n");
        }
    }
    let row = " .a".repeat(13);
    let drawing = format!("{row} .\n{row} .\n{row} .\n. . . . . .d . . . . . . . .");
    let people = format!("a Marines red 13x3: {}; d Cashier blue: fig", kinds.join("|"));
    let battle = scene_with(&drawing, &people, |setup| weapon(setup, "pistol").has_overkill = true);
    let dice = format!("attack {}, damage {}", attacks.join(" "), damage.join(" "));
    let events = play(&plain(), &battle, "benny Marines attack hold; shoot Marines at Cashier nocrit", &dice);
    let before = "Shooting:\n  red's pass\nMarines declares Shoot at Cashier";
    let after = "Cashier: 98 against 4, -1 HP\n94 too much for Cashier goes on to nobody\nCashier killed";
    assert_eq!(told(&battle, &events), format!("{before}\n{shots}{harm}{after}\nMorale:\nended: Victory"));
}

#[test]
fn bs16_1_a_squad_can_be_shot_if_any_of_its_plate_shows() {
    let battle = scene(".a . # .\n. . . .d", "a Ann red: fig bow; d Men blue 1x2 @D1: fig");
    check(
        &battle,
        "shoot Ann at Men",
        "attack 3, damage 1",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Men
        Ann Shoot Men with bow: 3 of 3 hits
        Ann damage with bow: 1=1
        Men-1: 1 against 4, holds"#]],
    );
}

#[test]
fn bs16_2_a_plate_is_a_large_target() {
    let battle = scene(".a . . .d .d .d .d\n. . . .d .d .d .d", "a Ann red: fig bow; d Men blue 4x2: fig");
    check(
        &battle,
        "shoot Ann at Men",
        "attack 2, damage 1",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Men
        Ann Shoot Men with bow: 2 +2 LargeTarget of 3 hits
        Ann damage with bow: 1=1
        Men-1: 1 against 4, holds"#]],
    );
}

#[test]
fn bs16_3_only_what_is_twice_as_large_can_be_singled_out() {
    for (attacker, target, may) in [
        ("rat", "fig", true),
        ("fig", "rider", true),
        ("rider", "giant", true),
        ("fig", "fig", false),
        ("rat", "rat", true),
    ] {
        let drawing = ".a . . .d . . . . .\n. . . . . . . . .\n. . . . . . . . .\n. . . . . . . . .";
        let people = format!("a Ann red: {attacker} bow; d Dan blue 4x4 @D1: {target}");
        let battle = scene(drawing, &people);
        assert_eq!(crate::brick::rules::can_single_out(&battle, UnitId(0), UnitId(1)), may, "{attacker} {target}");
    }
}

#[test]
fn bs16_3_who_is_too_large_strikes_at_the_squad() {
    let battle = scene(".a . .d .d .\n.b . . . .", "a Ann red: fig bow; b Bob red: rat bow; d Men blue 2x1: fig");
    let orders = "shoot Ann at Men single Men-2; shoot Bob at Men single Men-2";
    check(
        &battle,
        orders,
        "attack 3, damage 1, attack 3, damage 1",
        expect![[r#"
        Shooting:
          red's pass
        Ann Shoot refused: CannotSingleOut
        Ann declares Shoot at Men-2
        Ann Shoot Men with bow: 3 +1 LargeTarget of 3 hits
        Ann damage with bow: 1=1
        Men-1: 1 against 4, holds
        Bob declares Shoot at Men-2
        Bob Shoot Men-2 with bow: 3 of 3 hits
        Bob damage with bow: 1=1
        Men-2: 1 against 4, holds"#]],
    );
}

#[test]
fn bs16_4_one_hit_goes_to_whomever_the_defender_likes() {
    let battle = scene_with(".a . . .d .d .d", "a Ann red: fig bow; d Men blue 3x1: officer | fig | fig", |setup| {
        setup.units[2].profile = ProfileId(0);
    });
    check(
        &battle,
        "hits Men cheap; shoot Ann at Men",
        "attack 3, damage 5",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Men
        Ann Shoot Men with bow: 3 +1 LargeTarget of 3 hits
        Ann damage with bow: 5=5
        Men-2: 5 against 4, -1 HP
        Men-2 killed"#]],
    );
    check(
        &battle,
        "hits Men dear; shoot Ann at Men",
        "attack 3, damage 5, armor 6",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Men
        Ann Shoot Men with bow: 3 +1 LargeTarget of 3 hits
        Ann damage with bow: 5=5
        Men-1: 5 against 6=6, holds"#]],
    );
}

#[test]
fn bs16_6_the_strongest_first_and_nobody_twice_before_all_have_had_one() {
    let battle = scene(".a .a .a .a .a . . .d .d .d", ROWS);
    check(
        &battle,
        "shoot Bows at Men",
        "attack 3 3 3 3 3, damage 2 3 6 3 5",
        expect![[r#"
        Shooting:
          red's pass
        Bows declares Shoot at Men
        Bows-1 Shoot Men with bow: 3 +1 LargeTarget of 3 hits
        Bows-2 Shoot Men with bow: 3 +1 LargeTarget of 3 hits
        Bows-3 Shoot Men with bow: 3 +1 LargeTarget of 3 hits
        Bows-4 Shoot Men with bow: 3 +1 LargeTarget of 3 hits
        Bows-5 Shoot Men with bow: 3 +1 LargeTarget of 3 hits
        Bows-1 damage with bow: 2=2
        Bows-2 damage with bow: 3=3
        Bows-3 damage with bow: 6=6
        Bows-4 damage with bow: 3=3
        Bows-5 damage with bow: 5=5
        Men-1: 6 against 4, -1 HP
        Men-2: 5 against 4, -1 HP
        Men-3: 3 against 4, holds
        Men-3: 6 against 4, -1 HP
        Bows-1's 2 is wasted
        Men-1 killed
        Men-2 killed
        Men-3 killed
        Men is no more
        Morale:
        ended: Victory"#]],
    );
}

#[test]
fn bs16_7_explosions_first_then_overkill_then_the_rest() {
    let battle = scene_with(
        ".a .a .a . .d .d .d .d .d .d .d .d",
        "a Mob red 3x1: fig bow | fig grenade | fig cannon; d Men blue 8x1: fig",
        |setup| {
            fixed(setup, "bow", Amount::fixed(6));
            fixed(setup, "grenade", Amount::fixed(4));
            fixed(setup, "cannon", Amount::fixed(9));
            weapon(setup, "cannon").has_overkill = true;
        },
    );
    check(
        &battle,
        "shoot Mob at Men",
        "attack 5 5 5",
        expect![[r#"
            Shooting:
              red's pass
            Mob declares Shoot at Men
            Mob-1 Shoot Men with bow: 5 +2 LargeTarget of 3 hits
            Mob-2 Shoot Men with grenade: 5 +1 LargeTarget of 3 hits
            Mob-3 Shoot Men with cannon: 5 +2 LargeTarget of 3 hits
            Mob-1 damage with bow: +6=6
            Mob-2 damage with grenade: +4=4
            Mob-3 damage with cannon: +9=9
            explosion at E1, radius 2
            Mob-3: 4 against 4, holds
            Men-1: 4 against 4, holds
            Men-2: 4 against 4, holds
            Men-3: 4 against 4, holds
            Mob-3 pushed W 1 to C1
            Mob-3 disrupted
            Men-1 pushed E 1 to E1
            Men-1 disrupted
            Men-2 pushed E 1 to F1
            Men-2 disrupted
            Men-3 pushed E 1 to G1
            Men-3 disrupted
            Men-2: 13 against 4, -1 HP
            9 too much for Men-2 goes on to Men-3
            Men-3: 9 against 4, -1 HP
            5 too much for Men-3 goes on to Men-4
            Men-4: 5 against 4, -1 HP
            1 too much for Men-4 goes on to nobody
            Men-5: 6 against 4, -1 HP
            Men-2 killed
            Men-3 killed
            Men-4 killed
            Men-5 killed
            Mob-2's grenade Thrown to nowhere
            Movement:
              red's pass
            Mob-3 recovers
              blue's pass
            Men-1 recovers"#]],
    );
}

#[test]
fn bt4_a_single_target_takes_the_sum_and_a_squad_each_hit() {
    let five = |setup: &mut Setup| profile(setup, "short").armor = Amount::fixed(5);
    let one = scene_with(".a .a . . .d", "a Bows red 2x1: fig bow; d Dan blue: short", five);
    check(
        &one,
        "shoot Bows at Dan",
        "attack 4 4, damage 3 3",
        expect![[r#"
        Shooting:
          red's pass
        Bows declares Shoot at Dan
        Bows-1 Shoot Dan with bow: 4 -1 Short of 3 hits
        Bows-2 Shoot Dan with bow: 4 -1 Short of 3 hits
        Bows-1 damage with bow: 3=3
        Bows-2 damage with bow: 3=3
        Dan: 6 against 5, -1 HP
        Dan killed
        Morale:
        ended: Victory"#]],
    );
    let two = scene_with(".a .a . . .d .d", "a Bows red 2x1: fig bow; d Men blue 2x1: short", five);
    check(
        &two,
        "shoot Bows at Men",
        "attack 4 4, damage 3 3",
        expect![[r#"
        Shooting:
          red's pass
        Bows declares Shoot at Men
        Bows-1 Shoot Men with bow: 4 +1 LargeTarget -1 Short of 3 hits
        Bows-2 Shoot Men with bow: 4 +1 LargeTarget -1 Short of 3 hits
        Bows-1 damage with bow: 3=3
        Bows-2 damage with bow: 3=3
        Men-1: 3 against 5, holds
        Men-2: 3 against 5, holds"#]],
    );
}

#[test]
fn bt16_the_range_is_the_standards_and_the_sight_the_plates() {
    let battle = scene(
        "# . . . . . . . .\n.a .a .a . . . . . .d\n# . . . . . . . .",
        "a Bows red 3x1: fig bow; d Dan blue: fig",
    );
    check(
        &battle,
        "shoot Bows at Dan",
        "attack 2 2 2",
        expect![[r#"
        Shooting:
          red's pass
        Bows declares Shoot at Dan
        Bows-1 Shoot Dan with bow: 2 less 1 of 3 misses
        Bows-2 Shoot Dan with bow: 2 less 1 of 3 misses
        Bows-3 Shoot Dan with bow: 2 less 1 of 3 misses"#]],
    );
}

#[test]
fn bt23_the_defender_may_give_the_largest_to_whom_he_likes_first() {
    let battle = scene(".a .a . . .d .d", "a Bows red 2x1: fig bow; d Men blue 2x1: fig");
    check(
        &battle,
        "hits Men order Men-2; shoot Bows at Men",
        "attack 3 3, damage 6 1",
        expect![[r#"
        Shooting:
          red's pass
        Bows declares Shoot at Men
        Bows-1 Shoot Men with bow: 3 +1 LargeTarget of 3 hits
        Bows-2 Shoot Men with bow: 3 +1 LargeTarget of 3 hits
        Bows-1 damage with bow: 6=6
        Bows-2 damage with bow: 1=1
        Men-2: 6 against 4, -1 HP
        Men-1: 1 against 4, holds
        Men-2 killed"#]],
    );
}

#[test]
fn bx5_a_blast_reaches_two_tiles_and_throws_whoever_lives() {
    let battle = scene_with(
        ".a . . .d . .e .f",
        "a Ann red: fig grenade; d Dan blue: fig; e Eve blue: short; f Flo blue: fig",
        |setup| profile(setup, "short").armor = Amount::fixed(5),
    );
    check(
        &battle,
        "shoot Ann at Dan",
        "attack 3, damage 5",
        expect![[r#"
            Shooting:
              red's pass
            Ann declares Shoot at Dan
            Ann Shoot Dan with grenade: 3 of 3 hits
            Ann damage with grenade: 5=5
            explosion at D1, radius 2
            Dan: 5 against 4, -1 HP
            Eve: 5 against 5, holds
            Eve pushed E 1 to F1
            Eve disrupted
            Dan killed
            Ann's grenade Thrown to nowhere
            Movement:
              blue's pass
            Eve recovers"#]],
    );
}

#[test]
fn bx6_rolled_armor_is_rolled_once_for_each_sum() {
    let battle = scene(".a .b . . .d", "a Ann red: fig bow; b Bob red: fig bow; d Dan blue: officer");
    let dice = "attack 3, damage 5, armor d10:7, attack 3, damage 5, armor d10:4";
    check(
        &battle,
        "shoot Ann at Dan; shoot Bob at Dan",
        dice,
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 3 of 3 hits
        Ann damage with bow: 5=5
        Dan: 5 against 7=7, holds
        Bob declares Shoot at Dan
        Bob Shoot Dan with bow: 3 of 3 hits
        Bob damage with bow: 5=5
        Dan: 5 against 4=4, -1 HP
        Dan killed
        Morale:
        ended: Victory"#]],
    );
    let body = scene_with(".a . . .d", super::DUEL, |setup| {
        profile(setup, "fig").armor = Amount::fixed(4 + 2);
        fixed(setup, "bow", Amount::fixed(7));
    });
    check(
        &body,
        "shoot Ann at Dan",
        "attack 3",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 3 of 3 hits
        Ann damage with bow: +7=7
        Dan: 7 against 6, -1 HP
        Dan killed
        Morale:
        ended: Victory"#]],
    );
    let heavy = scene_with(".a . . .d", "a Ann red: fig cannon; d Dan blue: short", |setup| {
        profile(setup, "short").has_heavy_armor = true;
    });
    check(
        &heavy,
        "shoot Ann at Dan",
        "attack 4, damage 5",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with cannon: 4 -1 Short of 3 hits
        Ann damage with cannon: 5 deflected 1=5
        Dan: 5 against 4, -1 HP
        Dan killed
        Morale:
        ended: Victory"#]],
    );
}

#[test]
fn bx14_every_time_the_armor_is_beaten_costs_an_hp() {
    for (total, armor, lost) in [(6, 6, 0), (7, 6, 1), (12, 6, 1), (13, 6, 2), (5, 6, 0), (10, 6, 1)] {
        assert_eq!(hp_lost(total, armor), lost, "{total} against {armor}");
    }
}

#[test]
fn bx15_overkill_goes_on_along_the_line() {
    let tagged = scene_with(
        ".a . .d . .e .f",
        "a Ann red: fig bow; d Dan blue: fig; e Eve blue: fig; f Flo blue: fig",
        |setup| {
            weapon(setup, "bow").has_overkill = true;
            fixed(setup, "bow", Amount::fixed(10));
        },
    );
    check(
        &tagged,
        "shoot Ann at Dan",
        "attack 3",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 3 of 3 hits
        Ann damage with bow: +10=10
        Dan: 10 against 4, -1 HP
        6 too much for Dan goes on to Eve
        Eve: 6 against 4, -1 HP
        2 too much for Eve goes on to nobody
        Dan killed
        Eve killed"#]],
    );
}

#[test]
fn bx24_a_campaign_may_want_to_know_who_lives() {
    let battle = scene(".a . . .d", super::DUEL);
    let downed = Brick { downed: true, ..plain() };
    check_with(
        &downed,
        &battle,
        "shoot Ann at Dan",
        "attack 3, damage 5",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 3 of 3 hits
        Ann damage with bow: 5=5
        Dan: 5 against 4, -1 HP
        Dan downed
        Morale:
        ended: Victory"#]],
    );
}

#[test]
fn bx34_a_plate_counts_by_its_least_hidden_tile() {
    let people = "a Ann red: fig bow; d Men blue 1x3 @D1: fig";
    check(
        &scene(". . l .d\n.a . . .d\n. . l .d", people),
        "shoot Ann at Men",
        "attack 3, damage 1",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Men
        Ann Shoot Men with bow: 3 +1 LargeTarget of 3 hits
        Ann damage with bow: 1=1
        Men-1: 1 against 4, holds"#]],
    );
    check(
        &scene(". . l .d\n.a . l .d\n. . l .d", people),
        "shoot Ann at Men",
        "attack 3, damage 1",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Men
        Ann Shoot Men with bow: 3 +1 LargeTarget -1 Cover of 3 hits
        Ann damage with bow: 1=1
        Men-1: 1 against 4, holds"#]],
    );
}

#[test]
fn bx45_who_takes_hits_first_is_a_policy() {
    let battle =
        scene_with(".a . . .d .d .d .d", "a Ann red: fig bow; d Men blue 4x1: officer | fig | fig | fig", |setup| {
            setup.squads[0].standard = Standard::Bearer(UnitId(2));
            unit(setup, "Men-1").items.clear();
        });
    let volley = |who: &str| format!("{who}; shoot Ann at Men");
    for (policy, first) in [("cheap", 3), ("dear", 1), ("order Men-4", 4), ("spare Men-3,Men-4", 2)] {
        let dice = if first == 1 { "attack 3, damage 5, armor 4" } else { "attack 3, damage 5" };
        let end = after(&battle, &volley(&format!("hits Men {policy}")), dice);
        let fell: Vec<usize> = (1..5).filter(|it| !end.unit(UnitId(*it as u16)).is_standing()).collect();
        assert_eq!(fell, [first], "{policy}");
    }
}

#[test]
fn bx49_armor_is_rolled_when_the_first_damage_arrives() {
    let battle = scene(".a .a . . . . . . . . . .d", "a Bows red 2x1: fig bow; d Dan blue: officer");
    check(
        &battle,
        "benny Bows attack hold; shoot Bows at Dan nocrit",
        "attack 6 6, damage 1 6, armor 5",
        expect![[r#"
        Shooting:
          red's pass
        Bows declares Shoot at Dan
        Bows-1 Shoot Dan with bow: 6 less 5 of 3! hits
        Bows-2 Shoot Dan with bow: 6 less 5 of 3! hits
        Bows-1 damage with bow: 1 less 5=0
        Bows-2 damage with bow: 6 less 5=1
        Dan: 1 against 5=5, holds"#]],
    );
}

#[test]
fn bx50_without_armor_any_damage_does() {
    assert_eq!(hp_lost(1, 0), 1);
    assert_eq!(hp_lost(0, 0), 0);
}

#[test]
fn bt12_how_many_may_touch_goes_by_the_size_of_the_one_struck() {
    assert_eq!([0, 1, 4].map(can_be_touched_by), [Some(2), Some(3), None]);
}

#[test]
fn bs10_4_large_things_have_no_limit() {
    assert_eq!(can_be_touched_by(4), None);
}
