//! BC-20 and the rulings on dice: criticals, bonus dice, Deflection.

use expect_test::expect;

use super::shots;
use crate::brick::battle::scene::scene;
use crate::brick::battle::{Amount, Rating, Verdict};
use crate::brick::rules::Brick;
use crate::brick::rules::roll::{CHAIN_MAX, Changes, Faces, Piece, Pool};
use crate::brick::rules::story::{check_with, plain};
use crate::dice::{Die, Sides};

const D8: Rating = Rating { dice: 1, sides: Sides::D8, plus: 0 };

fn of(sides: Sides, faces: &[u8]) -> Verdict {
    let dice: Vec<Die> = faces.iter().map(|it| Die::showing(sides, *it).expect("a face")).collect();
    Faces::of(&dice).verdict(faces.iter().map(|it| i16::from(*it)).sum(), Some(2))
}

fn pool(amount: Amount, changes: Changes) -> (Vec<Piece>, i16) {
    let it = Pool::of(amount, Rating::REGULAR, changes);
    (it.pieces, it.plus)
}

fn deflected(levels: u8) -> Changes {
    Changes { levels, ..Changes::default() }
}

fn pierced(levels: u8) -> Changes {
    Changes { levels, is_piercing: true, ..Changes::default() }
}

const SKILL: Piece = Piece::Skill;
const D6: Piece = Piece::Die(Sides::D6);
const D10: Piece = Piece::Die(Sides::D10);

fn with_crits() -> Brick {
    Brick { damage_crits: true, ..plain() }
}

#[test]
fn bc20_1_a_one_fails_whatever_is_added() {
    let one = [Die::showing(Sides::D6, 1).expect("a face")];
    assert_eq!(Faces::of(&one).verdict(1 + 5, Some(2)), Verdict::CriticalFailure);
}

#[test]
fn bc20_2_a_six_succeeds_whatever_is_taken_and_earns_a_benny() {
    let six = [Die::showing(Sides::D6, 6).expect("a face")];
    assert_eq!(Faces::of(&six).verdict(6 - 5, Some(5)), Verdict::CriticalSuccess);
}

#[test]
fn bx1_criticals_are_the_highest_faces_and_the_ones_of_the_skill_dice() {
    assert_eq!(of(Sides::D8, &[8]), Verdict::CriticalSuccess);
    assert_eq!(of(Sides::D8, &[7]), Verdict::Success);
    assert_eq!(of(Sides::D6, &[6, 1]), Verdict::Success);
    assert_eq!(of(Sides::D6, &[6, 6, 1]), Verdict::CriticalSuccess);
    assert_eq!(of(Sides::D6, &[1, 1]), Verdict::CriticalFailure);
    let one = [Die::showing(Sides::D6, 1).expect("a face")];
    assert_eq!(Faces::of(&one).verdict(1 + 1, Some(2)), Verdict::CriticalFailure, "1d6+1 reads the d6");
}

#[test]
fn bx2_a_highest_face_earns_a_d6_which_may_earn_another() {
    let battle = scene(".a . . .d", "a Ann red: fig artillery; d Dan blue: fig");
    check_with(
        &with_crits(),
        &battle,
        "shoot Ann at Dan",
        "attack 4, damage d10:10, bonus d6:6 2",
        expect![[r#"
            Shooting:
              red's pass
            Ann declares Shoot at Dan
            Ann Shoot Dan with artillery: 4 of 4 hits
            Ann damage with artillery: 10(6)(2)=18
            Dan: 18 against 4, -1 HP
            Dan killed
            Morale:
            ended: Victory"#]],
    );
    check_with(
        &with_crits(),
        &battle,
        "shoot Ann at Dan nocrit",
        "attack 4, damage 10",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with artillery: 4 of 4 hits
        Ann damage with artillery: 10=10
        Dan: 10 against 4, -1 HP
        Dan killed
        Morale:
        ended: Victory"#]],
    );
    assert_eq!(CHAIN_MAX, 10);
    let endless = format!("attack 4, damage 10, bonus{}", " 6".repeat(10));
    check_with(
        &with_crits(),
        &battle,
        "shoot Ann at Dan",
        &endless,
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with artillery: 4 of 4 hits
        Ann damage with artillery: 10(6)(6)(6)(6)(6)(6)(6)(6)(6)(6)=70
        Dan: 70 against 4, -1 HP
        Dan killed
        Morale:
        ended: Victory"#]],
    );
}

#[test]
fn bx7_deflection_takes_a_die_of_every_type_and_the_first_level_a_bonus() {
    let (heavy, tool) = (Amount::skill(1, 2), Amount::skill(1, -1));
    let mixed = |d6: u8| Amount { dice: [0, d6, 0, 1, 0], ..Amount::default() };
    assert!(Pool::of(heavy, Rating::REGULAR, deflected(1)).is_nothing());
    assert_eq!(pool(heavy, pierced(1)), (vec![SKILL], 0));
    assert_eq!(pool(Amount::rolled(2, Sides::D6, 0), pierced(2)), (vec![D6], 0));
    assert_eq!(pool(mixed(2), deflected(1)), (vec![D6], 0));
    assert_eq!(pool(mixed(2), pierced(1)), (vec![D6], 0));
    assert_eq!(pool(mixed(1), pierced(1)), (vec![D10], 0));
    assert!(Pool::of(tool, Rating::REGULAR, deflected(1)).is_nothing());
    let pike = Changes { momentum: 1, levels: 1, ..Changes::default() };
    assert_eq!(pool(Amount::skill(2, 0), pike), (vec![SKILL; 2], 0));
}

#[test]
fn bx26_overskill_adds_a_die_of_the_weapons_own() {
    let more = Changes { overskill: 1, ..Changes::default() };
    assert_eq!(pool(Amount::rolled(1, Sides::D10, 0), more), (vec![D10; 2], 0));
    assert_eq!(pool(Amount::rolled(1, Sides::D6, 1), more), (vec![D6; 2], 1));
    assert_eq!(pool(Amount::skill(1, 2), more), (vec![SKILL; 2], 2));
    let people = "a Ann red: officer pistol; d Dan blue: fig";
    shots(
        ".a . . .d",
        people,
        "",
        "attack d8:8, damage d6:1 d6:2",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with pistol: 8 of 3! hits
        Ann damage with pistol: 1,2=3
        Dan: 3 against 4, holds"#]],
    );
}

#[test]
fn bx27_the_plus_of_a_skill_is_part_of_each_of_its_dice() {
    let plus = Rating { dice: 1, sides: Sides::D6, plus: 1 };
    assert_eq!(Amount::skill(1, 2).mean_twice(plus), 7 + 2 + 4);
    assert_eq!(Amount::skill(2, 0).mean_twice(plus), 14 + 4);
    assert_eq!(Amount::skill(1, 0).mean_twice(D8), 9);
    let two = Rating { dice: 2, sides: Sides::D6, plus: 1 };
    assert_eq!(Amount::skill(1, 2).mean_twice(two), 14 + 2 + 4);
    assert_eq!(Amount::skill(2, 0).mean_twice(two), 28 + 4);
    assert_eq!(Pool::of(Amount::skill(2, 0), two, Changes::default()).mean_twice(two), 28 + 4);
}

#[test]
fn bx43_weapon_then_overskill_then_momentum() {
    let all = Changes { overskill: 1, momentum: 1, ..Changes::default() };
    assert_eq!(pool(Amount::rolled(1, Sides::D10, 0), all), (vec![D10, D10, SKILL], 0));
}

#[test]
fn bx46_pools_are_compared_by_their_mean() {
    let two = Amount::rolled(2, Sides::D6, 0).mean_twice(Rating::REGULAR);
    let one = Amount::rolled(1, Sides::D10, 0).mean_twice(Rating::REGULAR);
    assert!(one < two);
}
