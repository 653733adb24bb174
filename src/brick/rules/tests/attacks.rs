//! BC-1, BC-2, BC-4: what every attack goes through.

use expect_test::expect;

use super::{DUEL, shots};
use crate::brick::battle::scene::scene;
use crate::brick::battle::{Amount, Kind, Part, Verdict};
use crate::brick::rules::Brick;
use crate::brick::rules::aim::{cover, large, small};
use crate::brick::rules::roll::Faces;
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
fn bc2_2_only_faces_make_criticals_and_no_modifier_makes_a_roll_certain_or_hopeless() {
    let die = |face| Die::showing(Sides::D6, face).expect("a face");
    assert_eq!(Faces::of(&[die(1)]).verdict(1 + 4, Some(2)), Verdict::CriticalFailure);
    assert_eq!(Faces::of(&[die(6)]).verdict(6 - 5, Some(4)), Verdict::CriticalSuccess);
}

#[test]
fn bc2_3_a_large_target_is_easier_by_one_for_every_two_inches() {
    for (size, bonus) in [(1, 0), (2, 1), (5, 2), (24, 12)] {
        assert_eq!(large(size), bonus, "Size {size}");
    }
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
