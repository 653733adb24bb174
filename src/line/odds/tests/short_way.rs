//! The short way, and squads apart from any battle, against the chain.

use proptest::prelude::*;

use super::{profile, sums_to_one, weapon};
use crate::line::battle::scene::{scene_with, squad};
use crate::line::battle::{Amount, FirePart, Kind, Tag, Traits};
use crate::line::odds::squad::{Attack, Target};
use crate::line::odds::{Order, Patience, downed, equals, fire, outcome};
use crate::line::rules::Line;
use crate::line::rules::preview::Reroll;

fn attacks() -> impl Strategy<Value = Attack> {
    let numbers = (0..30_u16, 1..=4_u8, 2..=6_u8, -3..=3_i8, 1..=9_u8, 0..=4_u8);
    let rerolls = prop::sample::select(vec![Reroll::None, Reroll::Ones, Reroll::Misses]);
    let tags = vec![Tag::Torrent, Tag::Lethal, Tag::Devastating, Tag::TwinLinked, Tag::Blast, Tag::RapidFire(1)];
    (numbers, 1..=4_u8, prop::sample::subsequence(tags, 0..=3), rerolls, any::<bool>()).prop_map(
        |((weapons, attacks, accuracy, modifiers, strength, piercing), damage, tags, reroll, is_near)| Attack {
            weapons,
            attacks: Amount::fixed(attacks),
            accuracy,
            modifiers,
            strength,
            piercing,
            damage: Amount::fixed(damage),
            traits: tags.into_iter().fold(Traits::default(), Traits::with),
            reroll,
            is_near,
        },
    )
}

fn targets() -> impl Strategy<Value = Target> {
    (1..=8_u8, prop::option::of(2..=6_u8), 0..=2_u8, 1..=4_u8, 0..=3_u8, 0..=12_u16).prop_map(
        |(toughness, save, cover, hp, hurt, units)| Target {
            kind: Kind::Infantry,
            toughness,
            save,
            cover,
            hp,
            first_hp: hp.saturating_sub(hurt).max(1),
            units,
        },
    )
}

proptest! {
    #[test]
    fn the_short_way_and_the_chain_agree(attacks in prop::collection::vec(attacks(), 0..4), target in targets()) {
        let rules = Line::default();
        let whole = outcome(&rules, &attacks, &target).expect("few enough ways");
        whole.hp.iter().chain([&whole.downed, &whole.killed]).for_each(sums_to_one);
        if let Some(short) = equals::short_way(&rules, &attacks, &target) {
            sums_to_one(&short);
            for n in 0..=usize::from(target.units) {
                let (short, whole) = (short.chance(n), whole.downed.chance(n));
                prop_assert!((short - whole).abs() <= 1e-12, "{n}: {short} and {whole}");
            }
        }
        let killed: f64 = whole.each_killed.iter().sum();
        prop_assert!((killed - whole.killed.mean()).abs() <= 1e-9);
    }
}

#[test]
fn a_squad_apart_from_a_battle_has_the_odds_it_has_in_one() {
    let battle =
        scene_with(".a .a .a .a . . . . . . . .b .b .b", "a Alpha players: rifle; b Guns enemy: gunner", |setup| {
            let rifle = weapon(setup, "rifle");
            (rifle.attacks, rifle.damage) =
                (Amount { dice: 1, sides: 3, plus: 1 }, Amount { dice: 1, sides: 6, plus: 0 });
            rifle.tags = vec![Tag::Sustained(1), Tag::Lethal, Tag::Heavy];
            profile(setup, "gunner").hp = 3;
        });
    let it = battle.setup().weapon(crate::line::battle::scene::weapon(battle.setup(), "rifle"));
    let attack = Attack {
        weapons: 4,
        attacks: it.attacks,
        accuracy: it.accuracy,
        modifiers: 1, // [Heavy]
        strength: it.strength,
        piercing: it.piercing,
        damage: it.damage,
        traits: it.traits(),
        reroll: Reroll::None,
        is_near: false,
    };
    let target = Target { kind: Kind::Infantry, toughness: 4, save: Some(5), cover: 0, hp: 3, first_hp: 3, units: 3 };
    let rules = Line::default();
    let apart = outcome(&rules, &[attack], &target).expect("few enough ways");
    let parts = [FirePart { target: squad(&battle, "Guns"), with: None }];
    let order = Order::at(squad(&battle, "Alpha"), &parts);
    let within = fire(&rules, &battle, &[order], Patience::LONG).expect("few enough ways");
    for n in 0..=3 {
        assert!((apart.downed.chance(n) - within[0].downed.chance(n)).abs() < 1e-12, "{n} downed");
        assert!((apart.killed.chance(n) - within[0].killed.chance(n)).abs() < 1e-12, "{n} killed");
    }
    assert_eq!(downed(&rules, &[attack], &target).expect("few enough ways"), apart.downed);
}
