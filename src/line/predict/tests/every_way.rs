//! Exact odds against every way of the dice: rule by rule, and for rules together.

use super::{check, check_with, profile, weapon};
use crate::line::battle::scene::{scene, scene_with};
use crate::line::battle::{Amount, Battle, Boon, Event, Kind, Setup, Span, Stat, Tag};
use crate::line::rules::Line;

const D3: Amount = Amount { dice: 1, sides: 3, plus: 0 };

/// A rifleman with two attacks, and two boys.
fn duel(touch: impl FnOnce(&mut Setup)) -> Battle {
    scene_with(".a . . . . . . .b .b", "a Alpha players: rifle; b Boyz enemy: boy", |setup| {
        weapon(setup, "rifle").attacks = Amount::fixed(2);
        touch(setup);
    })
}

fn tagged(tags: &[Tag]) -> Battle {
    duel(|setup| weapon(setup, "rifle").tags = tags.to_vec())
}

/// A duel in which the rifleman has one attack, for tags that roll many dice.
fn one_shot(tags: &[Tag], touch: impl FnOnce(&mut Setup)) -> Battle {
    duel(|setup| {
        weapon(setup, "rifle").attacks = Amount::fixed(1);
        weapon(setup, "rifle").tags = tags.to_vec();
        touch(setup);
    })
}

fn with_boon(mut battle: Battle, name: &str, boon: Boon) -> Battle {
    let squad = super::squad(&battle, name);
    let ability = crate::line::battle::AbilityId(0);
    battle.apply(&Event::BoonBegan { squad, boon, span: Span::Rounds(1), ability });
    battle
}

#[test]
fn a1_to_a5_plain_shots() {
    check(&duel(|_| ()));
}

#[test]
fn a1_a_natural_one_misses_if_a_scenario_says_so() {
    let battle = duel(|setup| weapon(setup, "rifle").accuracy = 1);
    check(&battle);
    check_with(&Line { natural_one_misses: true, ..Line::default() }, &battle);
}

#[test]
fn a3_armour_that_never_or_always_saves_and_none_at_all() {
    for save in [None, Some(1), Some(2), Some(7)] {
        check(&duel(|setup| profile(setup, "boy").save = save));
    }
}

#[test]
fn a4_damage_does_not_carry_over_and_large_blows_kill() {
    for (damage, hp) in [(2, 2), (3, 2), (4, 2), (1, 2), (3, 1)] {
        let battle = duel(|setup| {
            weapon(setup, "rifle").damage = Amount::fixed(damage);
            profile(setup, "boy").hp = hp;
        });
        check(&battle);
    }
}

#[test]
fn t5_dice_for_attacks_and_damage() {
    let battle = one_shot(&[], |setup| {
        weapon(setup, "rifle").damage = Amount { plus: 1, ..D3 };
        profile(setup, "boy").hp = 2;
    });
    check(&battle);
    let battle = one_shot(&[], |setup| {
        weapon(setup, "rifle").attacks = D3;
        profile(setup, "boy").save = None;
    });
    check(&battle);
    let battle = one_shot(&[], |setup| {
        weapon(setup, "rifle").damage = Amount { dice: 2, sides: 6, plus: 0 };
        profile(setup, "boy").hp = 4;
    });
    check(&battle);
}

#[test]
fn a6_each_tag_alone() {
    for tag in [
        Tag::Torrent,
        Tag::Sustained(1),
        Tag::Lethal,
        Tag::Devastating,
        Tag::RapidFire(1),
        Tag::Heavy,
        Tag::IgnoresCover,
        Tag::Indirect,
        Tag::Precision,
        Tag::Assault,
        Tag::OneShot,
        Tag::Anti(Kind::Infantry, 2),
        Tag::Anti(Kind::Vehicle, 2),
    ] {
        check(&tagged(&[tag]));
    }
    check(&one_shot(&[Tag::TwinLinked], |_| ()));
    check(&one_shot(&[Tag::Sustained(2)], |_| ()));
}

#[test]
fn a6_tags_together() {
    for tags in [
        &[Tag::Sustained(1), Tag::Lethal][..],
        &[Tag::Lethal, Tag::Devastating],
        &[Tag::TwinLinked, Tag::Devastating],
        &[Tag::TwinLinked, Tag::Devastating, Tag::Anti(Kind::Infantry, 3)],
        &[Tag::TwinLinked, Tag::Lethal],
        &[Tag::Torrent, Tag::Lethal, Tag::Sustained(2), Tag::Devastating],
        &[Tag::Sustained(1), Tag::Devastating, Tag::Heavy],
    ] {
        let battle = one_shot(tags, |setup| {
            weapon(setup, "rifle").damage = D3;
            profile(setup, "boy").hp = 2;
        });
        check(&battle);
    }
}

#[test]
fn a6_blast_has_more_attacks_at_a_crowd() {
    let battle = scene_with(".a . . . .b .b .b .b .b", "a Alpha players: rifle; b Boyz enemy: boy", |setup| {
        weapon(setup, "rifle").tags = vec![Tag::Blast];
    });
    check(&battle);
}

#[test]
fn c7_rerolls_and_numbers_that_abilities_change() {
    for boon in [
        Boon::RerollMisses,
        Boon::RerollOnes,
        Boon::IgnoreCover,
        Boon::Grant(Tag::Lethal),
        Boon::Modify { stat: Stat::Damage, by: 2, weapons: None },
        Boon::Modify { stat: Stat::Attacks, by: 1, weapons: None },
        Boon::Modify { stat: Stat::Accuracy, by: -3, weapons: None },
        Boon::Modify { stat: Stat::Strength, by: 4, weapons: None },
        Boon::Modify { stat: Stat::Piercing, by: 2, weapons: None },
    ] {
        check(&with_boon(one_shot(&[Tag::Sustained(1)], |_| ()), "Alpha", boon));
    }
    for boon in [
        Boon::Modify { stat: Stat::Save, by: 2, weapons: None },
        Boon::Modify { stat: Stat::Toughness, by: 3, weapons: None },
    ] {
        check(&with_boon(duel(|_| ()), "Boyz", boon));
    }
}

#[test]
fn t10_t11_cover_and_concealment() {
    check(&scene(".a . . . . wb rb .b", "a Alpha players: rifle; b Boyz enemy: boy"));
    check(&scene(".a . .a . . wb rb", "a Alpha players: rifle; b Boyz enemy: boy"));
}

#[test]
fn a5_each_hit_meets_the_toughness_armour_and_cover_of_whom_it_goes_to() {
    let battle = scene_with(".a . . .b rb .b", "a Alpha players: rifle; b Mob enemy: boy gunner officer", |setup| {
        weapon(setup, "rifle").attacks = Amount::fixed(2);
        weapon(setup, "rifle").damage = Amount::fixed(2);
        profile(setup, "gunner").toughness = 5;
    });
    check(&battle);
}

#[test]
fn a5_precision_meets_the_hero_first() {
    for tags in [&[][..], &[Tag::Precision]] {
        let battle = scene_with(".a . . . .b .b", "a Alpha players: rifle; b Staff enemy: officer rifle", |setup| {
            weapon(setup, "rifle").attacks = Amount::fixed(2);
            weapon(setup, "rifle").tags = tags.to_vec();
        });
        check(&battle);
    }
}

#[test]
fn a5_only_those_within_reach_are_hit() {
    let battle = scene(". . . . # .b\n.a . . . . .\n.a . . . . .b", "a Alpha players: rifle; b Boyz enemy: boy");
    check(&battle);
}
