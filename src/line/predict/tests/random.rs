//! Random small attacks.

use proptest::prelude::*;

use super::{agree, by_dice, facts_of, profile, volley_of, weapon};
use crate::line::battle::scene::scene_with;
use crate::line::battle::{Amount, Battle, Kind, Tag};
use crate::line::rules::Line;

fn amounts() -> impl Strategy<Value = Amount> {
    let dice = |sides, plus| Amount { dice: 1, sides, plus };
    prop_oneof![
        4 => (1..=3_u8).prop_map(Amount::fixed),
        1 => (0..=1_u8).prop_map(move |plus| dice(3, plus)),
        1 => Just(dice(6, 0)),
    ]
}

fn tags() -> impl Strategy<Value = Vec<Tag>> {
    let all = vec![
        Tag::Torrent,
        Tag::Heavy,
        Tag::Sustained(1),
        Tag::Sustained(2),
        Tag::Lethal,
        Tag::Devastating,
        Tag::TwinLinked,
        Tag::IgnoresCover,
        Tag::Precision,
        Tag::Anti(Kind::Infantry, 3),
        Tag::RapidFire(1),
    ];
    prop::sample::subsequence(all, 0..=4)
}

fn battles() -> impl Strategy<Value = Battle> {
    let weapons = (1..=2_u8, 2..=6_u8, 1..=9_u8, 0..=3_u8, amounts(), tags());
    let targets = (1..=8_u8, prop::option::of(1..=7_u8), 1..=3_u8, 0..3_usize);
    (weapons, targets).prop_map(|((attacks, accuracy, strength, piercing, damage, tags), target)| {
        let (toughness, save, hp, drawing) = target;
        let drawing = [".a . . . .b .b", ".a . . . rb .b .b", ".a . . . . . . . . . . . . wb"][drawing];
        scene_with(drawing, "a Alpha players: rifle; b Boyz enemy: boy", |setup| {
            let it = weapon(setup, "rifle");
            (it.attacks, it.accuracy, it.strength) = (Amount::fixed(attacks), accuracy, strength);
            (it.piercing, it.damage, it.tags) = (piercing, damage, tags);
            let it = profile(setup, "boy");
            (it.toughness, it.save, it.hp) = (toughness, save, hp);
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, max_global_rejects: 4096, ..ProptestConfig::default() })]

    #[test]
    fn odds_are_what_every_way_of_the_dice_says(battle in battles()) {
        let dice = by_dice(&Line::default(), &battle, 6_000);
        prop_assume!(dice.is_some());
        agree(&facts_of(&volley_of(&Line::default(), &battle)), &dice.expect("it was just asked").0);
    }
}
