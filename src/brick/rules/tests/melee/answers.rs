//! BC-11, BC-12: leaps aside, and blows in return.

use super::*;

#[test]
fn bx30_totals_decide_between_a_leap_and_an_attack() {
    let roll = |face: u8, mods: i16, sides| {
        let die = crate::dice::Die::showing(sides, face).expect("a face");
        let total = i16::from(face) + mods;
        let verdict = crate::brick::rules::roll::Faces::of(&[die]).verdict(total, None);
        crate::brick::battle::SkillRoll {
            dice: vec![die],
            plus: 0,
            less: 0,
            mods: Vec::new(),
            total,
            needs: None,
            verdict,
        }
    };
    let attack = |face, mods| roll(face, mods, Sides::D6);
    let outruns = |bail: u8, attack| crate::brick::rules::leap::outruns(&roll(bail, 0, Sides::D6), Some(&attack));
    assert!(outruns(6, attack(5, 2)));
    assert!(!outruns(6, attack(6, 0)));
    assert!(outruns(5, attack(6, -2)));
    assert!(!outruns(1, attack(2, -2)));
}
