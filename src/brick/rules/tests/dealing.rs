//! BS-2, BS-3, BS-4, BS-9, BS-10, BS-11, BS-16: squads shoot and are shot at.

use crate::brick::battle::scene::{scene, scene_with, unit, weapon, who};
use crate::brick::battle::{Amount, Profile, Setup, Standard};
use crate::brick::rules::harm::{can_be_touched_by, hp_lost};
use crate::brick::rules::story::{after, check, plain, play, told};
use crate::field::UnitId;
use expect_test::expect;
#[test]
fn bs1_1_any_kinds_of_units_make_a_squad() {
    let crew = "a Crew red 4x3: wagon artillery | fig knife";
    let battle = scene(". . . . .\n.a . . . .\n. . . . .\n.a . . . .\n. . . . .d", &format!("{crew}; d Dan blue: fig"));
    assert!(battle.is_cavalry(who(&battle, "Crew")));
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
        Ann declares Shoot at Men
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
fn bx14_every_time_the_armor_is_beaten_costs_an_hp() {
    for (total, armor, lost) in [(6, 6, 0), (7, 6, 1), (12, 6, 1), (13, 6, 2), (5, 6, 0), (10, 6, 1)] {
        assert_eq!(hp_lost(total, armor), lost, "{total} against {armor}");
    }
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
            Mob-2 Shoot Men with grenade: 5 of 3 hits
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

fn fixed(setup: &mut Setup, key: &str, damage: Amount) {
    weapon(setup, key).ranged.as_mut().expect("a ranged weapon").damage = damage;
}
