//! BC-1, BC-2, BC-4: what every attack goes through.

use expect_test::expect;

use super::{DUEL, shots};
use crate::brick::battle::scene::{profile, scene, scene_with, unit, weapon};
use crate::brick::battle::{Amount, Kind, Part, Rating, Setup, Verdict};
use crate::brick::rules::Brick;
use crate::brick::rules::aim::{cover, large, small};
use crate::brick::rules::roll::verdict;
use crate::brick::rules::story::{check, check_with, plain};
use crate::dice::{Die, Sides};

#[test]
fn bc1_1_a_step_that_fails_ends_the_attack_and_later_dice_stay_in_the_hand() {
    check(
        &scene(".a . # . .d", DUEL),
        "shoot Ann at Dan",
        "",
        expect![[r#"
            Shooting:
              red's pass
            Ann Shoot refused: NoSight"#]],
    );
    shots(
        ".a . . . .d",
        DUEL,
        "",
        "attack 2",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 2 of 3 misses"#]],
    );
}

#[test]
fn bc1_2_any_part_that_shows_can_be_shot_at_and_what_hides_without_stopping_makes_it_blind() {
    shots(
        ".a . . h .d",
        DUEL,
        "",
        "attack 5, damage 1",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 5 -2 Cover of 3 hits
        Ann damage with bow: 1=1
        Dan: 1 against 4, holds"#]],
    );
    shots(
        ".a . . # .d",
        DUEL,
        "",
        "",
        expect![[r#"
        Shooting:
          red's pass
        Ann Shoot refused: NoSight"#]],
    );
    shots(
        ".a . . s .d",
        DUEL,
        "",
        "attack 6, damage 1 1",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 6 -5 Blind of 3! hits
        Ann damage with bow: 1,1=2
        Dan: 2 against 4, holds"#]],
    );
}

#[test]
fn bc1_4_a_shot_at_the_edge_of_its_range_is_a_plain_one() {
    shots(
        ".a . . . . . .d",
        DUEL,
        "",
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
fn bx16_effects_that_read_faces_see_them_lowered() {
    shots(
        ".a . . . . . . .d",
        DUEL,
        "",
        "attack 4, damage 6",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 4 less 1 of 3 hits
        Ann damage with bow: 6 less 1=5
        Dan: 5 against 4, -1 HP
        Dan killed
        Morale:
        ended: Victory"#]],
    );
}

#[test]
fn bc1_8_an_attack_hits_if_skill_and_all_that_changes_it_comes_to_the_use() {
    shots(
        ".a . . . . .d .",
        DUEL,
        "",
        "attack 3, damage 1",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 3 of 3 hits
        Ann damage with bow: 1=1
        Dan: 1 against 4, holds"#]],
    );
    shots(
        ".a . . . . .d .",
        DUEL,
        "",
        "attack 2",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 2 of 3 misses"#]],
    );
    let plus = scene_with(".a . . . . .d .", DUEL, |setup| {
        profile(setup, "fig").skill = Rating { dice: 1, sides: Sides::D6, plus: 1 };
    });
    check(
        &plus,
        "shoot Ann at Dan",
        "attack 2, damage 1",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 2+1 of 3 hits
        Ann damage with bow: 1=1
        Dan: 1 against 4, holds"#]],
    );
}

#[test]
fn bc1_9_damage_kills_if_it_is_more_than_armor() {
    shots(
        ".a . . .d",
        DUEL,
        "",
        "attack 3, damage 4",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 3 of 3 hits
        Ann damage with bow: 4=4
        Dan: 4 against 4, holds"#]],
    );
    shots(
        ".a . . .d",
        DUEL,
        "",
        "attack 3, damage 5",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 3 of 3 hits
        Ann damage with bow: 5=5
        Dan: 5 against 4, -1 HP
        Dan killed
        Morale:
        ended: Victory"#]],
    );
}

#[test]
fn bc1_10_what_is_larger_is_damaged_and_not_destroyed() {
    let beast = scene_with(".a . .g . . .\n. . . . . .", "a Ann red: fig bow; g Gog blue: giant", |setup| {
        weapon(setup, "bow").ranged.as_mut().expect("a bow").damage = Amount::fixed(7);
    });
    check(
        &beast,
        "shoot Ann at Gog",
        "attack 3",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Gog
        Ann Shoot Gog with bow: 3 +2 LargeTarget of 3 hits
        Ann damage with bow: +7=7
        Gog: 7 against 6, -1 HP"#]],
    );
}

#[test]
fn bc2_1_modifiers_from_different_sources_add_up_without_a_cap() {
    // Stationary and aimed at, and only the head shows.
    let dug_in = scene_with(".a . . h .d", DUEL, |setup| unit(setup, "Dan").is_dug_in = true);
    check(
        &dug_in,
        "shoot Ann at Dan aim",
        "attack 3, damage 1",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 3 -2 Cover +1 Stationary +1 Aiming of 3 hits
        Ann damage with bow: 1=1
        Dan: 1 against 4, holds"#]],
    );
    check(
        &dug_in,
        "shoot Ann at Dan aim",
        "attack 2",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 2 -2 Cover +1 Stationary +1 Aiming of 3 misses"#]],
    );
}

#[test]
fn bc2_2_only_faces_make_criticals_and_no_modifier_makes_a_roll_certain_or_hopeless() {
    let die = |face| Die::showing(Sides::D6, face).expect("a face");
    assert_eq!(verdict(&[die(1)], 1 + 4, Some(2)), Verdict::CriticalFailure);
    assert_eq!(verdict(&[die(6)], 6 - 5, Some(4)), Verdict::CriticalSuccess);
}

#[test]
fn bc2_3_a_large_target_is_easier_by_one_for_every_two_inches() {
    for (size, bonus) in [(1, 0), (2, 1), (5, 2), (24, 12)] {
        assert_eq!(large(size), bonus, "Size {size}");
    }
}

#[test]
fn bc2_4_only_what_shows_and_is_in_range_makes_a_target_large() {
    // A ship of 24 tiles, of which a wall hides all but the first four.
    let ship = |setup: &mut Setup| {
        let wagon = profile(setup, "wagon");
        (wagon.size, wagon.footprint) = (24, (24, 1));
    };
    let rows = format!(".w{}\n. . . .{}\n. .a{}", " .".repeat(23), " #".repeat(20), " .".repeat(22));
    let hidden = scene_with(&rows, "a Ann red: fig bow; w Ship blue: wagon", ship);
    check(
        &hidden,
        "shoot Ann at Ship",
        "attack 2, damage 1",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Ship
        Ann Shoot Ship with bow: 2 +2 LargeTarget of 3 hits
        Ann damage with bow: 1=1
        Ship: 1 against 6, holds"#]],
    );
}

#[test]
fn bc2_5_size_is_the_longest_dimension_and_height_counts() {
    let battle = scene_with(".a . .w . .\n. . . . .", "a Ann red: fig bow; w Tower blue: wagon", |setup| {
        let tower = profile(setup, "wagon");
        (tower.size, tower.footprint) = (6, (2, 2));
    });
    check(
        &battle,
        "shoot Ann at Tower",
        "attack 2, damage 1",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Tower
        Ann Shoot Tower with bow: 2 +3 LargeTarget of 3 hits
        Ann damage with bow: 1=1
        Tower: 1 against 6, holds"#]],
    );
}

#[test]
fn bc2_6_small_areas_are_harder_to_hit() {
    for (part, by) in [(Part::Whole, 0), (Part::TwoByTwo, -1), (Part::OneByOne, -2)] {
        assert_eq!(small(part), by, "{part:?}");
    }
    // A switch on a wall stands still; on a wagon that rolls it doesn't.
    let on_wall = scene(".a . . .d", "a Ann red: fig bow; d Switch none: barrel");
    check(
        &on_wall,
        "shoot Ann at Switch at-part 1x1",
        "attack 3",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Switch
        Ann Shoot Switch with bow: 3 -2 SmallArea +1 Stationary of 3 misses
        Morale:
        ended: Victory"#]],
    );
    check(
        &on_wall,
        "shoot Ann at Switch at-part 1x1",
        "attack 4, damage 1",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Switch
        Ann Shoot Switch with bow: 4 -2 SmallArea +1 Stationary of 3 hits
        Ann damage with bow: 1=1
        Switch: 1 against 4, holds
        Morale:
        ended: Victory"#]],
    );
    shots(
        ".a . . .d",
        DUEL,
        "at-part 1x1",
        "attack 4",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 4 -2 SmallArea of 3 misses"#]],
    );
    shots(
        ".a . . .d",
        DUEL,
        "at-part 1x1",
        "attack 5, damage 1",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 5 -2 SmallArea of 3 hits
        Ann damage with bow: 1=1
        Dan: 1 against 4, holds"#]],
    );
}

#[test]
fn bc2_7_what_somebody_holds_is_aimed_at_like_the_smallest_things() {
    shots(
        ".a . . .d",
        DUEL,
        "at-part item knife",
        "attack 4",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 4 -2 SmallArea of 3 misses"#]],
    );
    shots(
        ".a . . .d",
        DUEL,
        "at-part item knife",
        "attack 5, damage 3",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 5 -2 SmallArea of 3 hits
        Ann damage with bow: 3=3
        Dan's knife breaks at 3"#]],
    );
}

#[test]
fn bc2_8_each_hidden_section_makes_a_minifig_harder_to_hit() {
    shots(
        ".a . . l .d",
        DUEL,
        "",
        "attack 3",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 3 -1 Cover of 3 misses"#]],
    );
    shots(
        ".a . . l .d",
        DUEL,
        "",
        "attack 4, damage 1",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 4 -1 Cover of 3 hits
        Ann damage with bow: 1=1
        Dan: 1 against 4, holds"#]],
    );
    shots(
        ".a . . h .d",
        DUEL,
        "",
        "attack 4",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 4 -2 Cover of 3 misses"#]],
    );
}

#[test]
fn bc2_9_a_short_minifig_is_harder_to_hit_anywhere() {
    let short = "a Ann red: fig bow; d Dan blue: short";
    shots(
        ".a . . . .d",
        short,
        "",
        "attack 3",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 3 -1 Short of 3 misses"#]],
    );
    shots(
        ".a . . . .d",
        short,
        "",
        "attack 4, damage 1",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 4 -1 Short of 3 hits
        Ann damage with bow: 1=1
        Dan: 1 against 4, holds"#]],
    );
}

#[test]
fn bc2_10_a_short_minifig_moves_an_inch_less() {
    let battle = scene(".a", "a Ann red: short");
    assert_eq!(battle.setup().profiles[2].inches(), 4);
}

#[test]
fn bc2_11_the_first_covered_section_of_a_short_minifig_makes_no_difference() {
    for (hidden, total) in [(0, -1), (1, -1), (2, -2)] {
        assert_eq!(-1 + cover(hidden, true), total, "{hidden} hidden");
    }
}

#[test]
fn bc2_12_who_stands_still_is_easier_to_hit() {
    let still = scene_with(".a . . .d", DUEL, |setup| unit(setup, "Dan").is_dug_in = true);
    check(
        &still,
        "shoot Ann at Dan",
        "attack 2, damage 1",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 2 +1 Stationary of 3 hits
        Ann damage with bow: 1=1
        Dan: 1 against 4, holds"#]],
    );
}

#[test]
fn bc2_13_who_aims_hits_better_and_stays() {
    let still = scene_with(".a . . .d", DUEL, |setup| {
        unit(setup, "Dan").is_dug_in = true;
        weapon(setup, "bow").ranged.as_mut().expect("a bow").needs = 4;
    });
    check(
        &still,
        "shoot Ann at Dan aim",
        "attack 2, damage 1",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 2 +1 Stationary +1 Aiming of 4 hits
        Ann damage with bow: 1=1
        Dan: 1 against 4, holds"#]],
    );
}

#[test]
fn bc2_14_nobody_aims_from_a_moving_vehicle_except_at_what_is_aboard() {
    let people = "w Wagon red: wagon; a Ann red: fig bow; d Dan blue: fig; e Eve blue: fig";
    let battle = scene_with(".w . . . .a .d .e\n. . . . . . .", people, |setup| {
        unit(setup, "Ann").aboard = Some(crate::field::UnitId(0));
        unit(setup, "Dan").aboard = Some(crate::field::UnitId(0));
    });
    check(
        &battle,
        "shoot Ann at Eve aim",
        "attack 3, damage 1",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Eve
        Ann Shoot Eve with bow: 3 of 3 hits
        Ann damage with bow: 1=1
        Eve: 1 against 4, holds"#]],
    );
    check(
        &battle,
        "shoot Ann at Dan aim",
        "attack 3, damage 1",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 3 +1 Aiming of 3 hits
        Ann damage with bow: 1=1
        Dan: 1 against 4, holds"#]],
    );
}

#[test]
fn bc2_16_the_ground_can_be_shot_at_and_stands_still() {
    let battle = scene(".a . . . .d", "a Ann red: fig grenade; d Dan blue: fig");
    check(
        &battle,
        "shoot Ann at C1",
        "attack 2, damage 3",
        expect![[r#"
            Shooting:
              red's pass
            Ann declares Shoot at C1
            Ann Shoot C1 with grenade: 2 +1 Stationary of 3 hits
            Ann damage with grenade: 3=3
            explosion at C1, radius 2
            Ann: 3 against 4, holds
            Dan: 3 against 4, holds
            Ann pushed W 1 to A1
            Ann disrupted
            Dan pushed E 1 to E1
            Dan disrupted
            Ann's grenade Thrown to nowhere
            Movement:
              red's pass
            Ann recovers
              blue's pass
            Dan recovers"#]],
    );
}

#[test]
fn bc4_1_from_above_one_shoots_farther_by_the_height_and_at_most_five() {
    shots(
        ".3a . . . . . . . . .d",
        DUEL,
        "",
        "attack 3, damage 1",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 3 of 3 hits
        Ann damage with bow: 1=1
        Dan: 1 against 4, holds"#]],
    );
    shots(
        ".8a . . . . . . . . . . .d",
        DUEL,
        "",
        "attack 3, damage 1",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 3 of 3 hits
        Ann damage with bow: 1=1
        Dan: 1 against 4, holds"#]],
    );
    shots(
        ".8a . . . . . . . . . . . .d",
        DUEL,
        "",
        "attack 4, damage 2",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 4 less 1 of 3 hits
        Ann damage with bow: 2 less 1=1
        Dan: 1 against 4, holds"#]],
    );
}

#[test]
fn bc4_2_upwards_one_shoots_as_far_as_on_the_level() {
    shots(
        ".a . . . . . .4d",
        DUEL,
        "",
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
fn bc4_3_altitude_is_that_of_the_surface() {
    let battle = scene(".2a .d", DUEL);
    assert_eq!(battle.setup().level(battle.unit(crate::field::UnitId(0)).at), 2);
}

#[test]
fn bc4_4_every_inch_past_range_takes_one_from_every_die() {
    let cannon = "a Ann red: fig cannon; d Dan blue: fig";
    shots(
        ".a . . . . . . . .d",
        cannon,
        "",
        "attack 5, damage 4 5",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with cannon: 5 less 2 of 3 hits
        Ann damage with cannon: 4,5 less 2=5
        Dan: 5 against 4, -1 HP
        Dan killed
        Morale:
        ended: Victory"#]],
    );
    let far = scene(".a . . . . . . . .d", cannon);
    let crits = Brick { damage_crits: true, ..plain() };
    check_with(
        &crits,
        &far,
        "shoot Ann at Dan",
        "attack 5, damage 4 6, bonus 3",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with cannon: 5 less 2 of 3 hits
        Ann damage with cannon: 4,6(3) less 2=7
        Dan: 7 against 4, -1 HP
        Dan killed
        Morale:
        ended: Victory"#]],
    );
    let forbidden = Brick { out_of_range: false, ..plain() };
    check_with(
        &forbidden,
        &far,
        "shoot Ann at Dan",
        "",
        expect![[r#"
        Shooting:
          red's pass
        Ann Shoot refused: OutOfRange { distance: 8, range: 6 }"#]],
    );
}

#[test]
fn bc4_5_criticals_are_read_before_the_distance_counts() {
    let long = scene_with(".a . . . . . . . . . . .d", DUEL, |setup| {
        weapon(setup, "bow").ranged.as_mut().expect("a bow").needs = 4;
    });
    check(
        &long,
        "benny Ann attack hold; shoot Ann at Dan",
        "attack 6, damage 6",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 6 less 5 of 4! hits
        Ann damage with bow: 6 less 5=1
        Dan: 1 against 4, holds"#]],
    );
    check(
        &long,
        "shoot Ann at Dan",
        "attack 1",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 1 less 5 of 4! misses"#]],
    );
}

#[test]
fn bc4_6_a_blast_does_not_weaken_with_the_distance_of_the_throw() {
    let battle = scene(".a . . . . .d", "a Ann red: fig grenade; d Dan blue: fig");
    check(
        &battle,
        "shoot Ann at Dan",
        "attack 5, damage 7",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with grenade: 5 less 2 of 3 hits
        Ann damage with grenade: 7=7
        explosion at F1, radius 2
        Dan: 7 against 4, -1 HP
        Dan killed
        Ann's grenade Thrown to nowhere
        Morale:
        ended: Victory"#]],
    );
}

#[test]
fn bc4_7_at_what_can_not_be_seen_only_a_critical_hits() {
    shots(
        ".a . . s .d",
        DUEL,
        "",
        "attack 5",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 5 -5 Blind of 3 misses"#]],
    );
    shots(
        ".a . . .d",
        DUEL,
        "blind D1",
        "attack 6, damage 1 1",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 6 -5 Blind of 3! hits
        Ann damage with bow: 1,1=2
        Dan: 2 against 4, holds"#]],
    );
}

#[test]
fn bc4_8_a_blind_shot_needs_to_know_the_place_to_an_inch() {
    shots(
        ".a . . .d . .",
        DUEL,
        "blind E1",
        "attack 5",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 5 -5 Blind of 3 misses"#]],
    );
    shots(
        ".a . . .d . .",
        DUEL,
        "blind F1",
        "",
        expect![[r#"
        Shooting:
          red's pass
        Ann Shoot refused: NobodyThere"#]],
    );
}

#[test]
fn bc1_11_a_weapon_has_a_use_a_range_and_a_damage() {
    let battle = scene(".a", "a Ann red: fig bow");
    let bow = battle.setup().weapons.iter().find(|it| it.key == "bow").expect("a bow");
    let ranged = bow.ranged.expect("a bow shoots");
    assert_eq!((ranged.needs, ranged.range, ranged.damage), (3, 6, Amount::rolled(1, Sides::D6, 0)));
    assert_eq!(battle.setup().profiles[0].kind, Kind::Foot);
}
