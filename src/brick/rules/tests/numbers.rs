//! Numbers by themselves.

use crate::brick::battle::scene::{profile, scene, scene_with};
use crate::brick::battle::{Amount, Event, Rating};
use crate::brick::rules::roll::{Changes, Pool};
use crate::brick::rules::story::{plain, play};
use crate::dice::Sides;

#[test]
fn bx16_effects_that_read_faces_see_them_lowered() {
    let battle = scene(".a . . . . . . .d", "a Ann red: fig bow; d Dan blue: fig");
    let events = play(&plain(), &battle, "shoot Ann at Dan", "attack 4, damage 6");
    let lowered = events.iter().find_map(|it| match it {
        Event::DamageRolled { roll, .. } => Some((roll.less, roll.total)),
        _ => None,
    });
    assert_eq!(lowered, Some((1, 5)));
}

#[test]
fn bx27_the_plus_of_a_skill_is_part_of_each_of_its_dice() {
    let plus = Rating { dice: 1, sides: Sides::D6, plus: 1 };
    assert_eq!(Amount::skill(1, 2).mean_twice(plus), 7 + 2 + 4);
    assert_eq!(Amount::skill(2, 0).mean_twice(plus), 14 + 4);
    let d8 = Rating { dice: 1, sides: Sides::D8, plus: 0 };
    assert_eq!(Amount::skill(1, 0).mean_twice(d8), 9);
    let two = Rating { dice: 2, sides: Sides::D6, plus: 1 };
    assert_eq!(Amount::skill(1, 2).mean_twice(two), 14 + 2 + 4);
    assert_eq!(Amount::skill(2, 0).mean_twice(two), 28 + 4);
    assert_eq!(Pool::of(Amount::skill(2, 0), two, Changes::default()).mean_twice(two), 28 + 4);
}

#[test]
fn bs10_4_both_of_two_use_what_is_large() {
    let people = "m Mob red 2x1: fig; b Barrel none: barrel; y Yoko blue: fig";
    for (size, users) in [(0, 1), (1, 2), (2, 2)] {
        let battle = scene_with(".b . . . .y\n.m .m . . .", people, |it| profile(it, "barrel").size = size);
        let events = play(&plain(), &battle, "melee Mob ignore then use Barrel", "");
        let used = events.iter().filter(|it| matches!(it, Event::Used { .. })).count();
        assert_eq!(used, users, "of Size {size}");
    }
}
