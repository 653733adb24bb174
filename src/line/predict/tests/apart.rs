//! A squad of identical units, outside any battle.

use super::{profile, volley_of, weapon};
use crate::line::battle::scene::scene_with;
use crate::line::battle::{Amount, Kind, Tag};
use crate::line::predict::{Attack, Target, outcome};
use crate::line::rules::Line;
use crate::line::rules::preview::Reroll;

#[test]
fn a_squad_apart_from_a_battle_has_the_odds_it_has_in_one() {
    let battle =
        scene_with(".a .a .a .a . . . . . . . .b .b .b", "a Alpha players: rifle; b Boyz enemy: gunner", |setup| {
            let rifle = weapon(setup, "rifle");
            (rifle.attacks, rifle.damage) =
                (Amount { dice: 1, sides: 3, plus: 1 }, Amount { dice: 1, sides: 6, plus: 0 });
            rifle.tags = vec![Tag::Sustained(1), Tag::Lethal, Tag::Heavy];
            profile(setup, "gunner").hp = 3;
        });
    let it = battle.setup().weapon(crate::line::battle::scene::weapon(battle.setup(), "rifle"));
    let attack = Attack {
        attacks: Amount { dice: 4, sides: 3, plus: 4 }, // all four units together
        accuracy: it.accuracy,
        modifiers: 1, // [Heavy]
        strength: it.strength,
        piercing: it.piercing,
        damage: it.damage,
        traits: it.traits(),
        reroll: Reroll::None,
    };
    let target = Target { kind: Kind::Infantry, toughness: 4, save: Some(5), cover: 0, hp: 3, first_hp: 3, units: 3 };
    let apart = outcome(&Line::default(), &attack, &target).expect("few enough ways");
    let within = volley_of(&Line::default(), &battle);
    for n in 0..=3 {
        assert!((apart.downed.chance(n) - within.downed.chance(n)).abs() < 1e-12, "{n} downed");
        assert!((apart.killed.chance(n) - within.killed.chance(n)).abs() < 1e-12, "{n} killed");
    }
}

#[test]
fn more_than_is_worth_going_through_is_refused() {
    let dice = Amount { dice: 20, sides: 6, plus: 0 };
    let attack = Attack {
        attacks: dice,
        accuracy: 4,
        modifiers: 0,
        strength: 4,
        piercing: 0,
        damage: dice,
        traits: Default::default(),
        reroll: Reroll::None,
    };
    let target =
        Target { kind: Kind::Infantry, toughness: 4, save: None, cover: 0, hp: 200, first_hp: 200, units: 1000 };
    assert!(outcome(&Line::default(), &attack, &target).is_none());
}
