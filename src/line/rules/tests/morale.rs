//! L: the morale phase.

use super::{hurt, squad};
use crate::line::battle::Battle;
use crate::line::battle::scene::scene;
use crate::line::rules::story::after;

/// A squad of five riflemen of whom this many stand, and an enemy out of everybody's mind.
fn standing(count: usize) -> Battle {
    let battle = scene(".a .a .a .a .a . . . . . . .b", "a Alpha players: rifle; b Boyz enemy: boy");
    (count..5).fold(battle, |battle, n| hurt(battle, &format!("Alpha {}", n + 1), 1))
}

#[test]
fn l3_it_stays_broken_until_it_passes_a_test() {
    let alpha = |battle: &Battle| battle.squad(squad(battle, "Alpha")).is_broken;
    let first = after(&standing(2), "", "morale 1 1");
    assert!(alpha(&first));
    let second = after(&first, "", "morale 2 4");
    assert!(alpha(&second));
    let third = after(&second, "", "morale 5 2");
    assert!(!alpha(&third));
}
