//! Laws that hold in every battle, with any orders and dice.

use proptest::prelude::*;

use super::{lasting, modify, squad, weapon};
use crate::dice::{Dice, Seed, words_digest};
use crate::field::{SquadId, UnitId};
use crate::line::battle::scene::{scene_with, teach};
use crate::line::battle::{
    AbilityId, AbilityOn, AbilityUse, Amount, Battle, Boon, CasterId, Effect, Event, Fight, Fire, FirePart, HeroMove,
    Orders, Phase, Setup, Span, Stat, Tag, VolleyKind,
};
use crate::line::rules::attack;
use crate::line::rules::attack::Plan;
use crate::line::rules::{Line, battery};

/// A battle with a bit of everything: crews, heroes, a beast, reserves, many kinds of ground and of abilities.
fn melting_pot() -> Battle {
    scene_with(
        ".a .a .a . wh .b .b .\n.a .l . . .h .b bb .\n.t .t . # . . .m .\n. . r . .k . . .\n. . . . .k .k . .d",
        "a Alpha players@alice: rifle rifle rifle gunner; l Lead players@alice: officer; t Guns players@bob: team; \
         k Knives players@bob: spearman; h Mob enemy: boy; b Boyz enemy: boy; m Boss enemy: officer; d Nobz enemy: gunner",
        |setup| {
            weapon(setup, "rifle").tags = vec![Tag::Hazardous, Tag::RapidFire(1)];
            weapon(setup, "choppa").tags = vec![Tag::Sustained(1)];
            teach(setup, "Aim", modify(Stat::Accuracy, 1));
            teach(setup, "Now", vec![Effect::Immediately(Phase::Shooting)]);
            teach(setup, "Strike", vec![Effect::Immediately(Phase::Melee)]);
            teach(setup, "Up", vec![Effect::StandUp { units: 2, hp: 1 }, Effect::Rally]).cost = 2;
            teach(setup, "Again", lasting(Boon::RerollMisses, Span::Rounds(2)));
            teach(setup, "Pay", vec![Effect::RegainCommand(3)]).cost = 2;
            setup.casters[1].abilities = setup.casters[0].abilities.clone();
            setup.cp_per_round = 1;
        },
    )
}

/// Random orders for the melting pot.
fn any_orders() -> impl Strategy<Value = Orders> {
    let squads = || (0_u16..8).prop_map(SquadId);
    let ability = (0_u8..2, 0_u16..6, squads()).prop_map(|(by, ability, on)| AbilityUse {
        by: CasterId(by),
        ability: AbilityId(ability),
        on: AbilityOn::Squad(on),
    });
    let fire = (squads(), squads(), any::<bool>());
    let fight = (squads(), squads());
    let hero = (0_usize..2, squads(), any::<bool>());
    (
        prop::collection::vec(ability, 0..6),
        prop::collection::vec(fire, 0..8),
        prop::collection::vec(fight, 0..4),
        prop::collection::vec(hero, 0..2),
    )
        .prop_map(|(abilities, fires, fights, heroes)| {
            let battle = melting_pot();
            let mut orders = Orders { abilities, ..Orders::default() };
            let differ = |a: SquadId, b: SquadId| battle.side(a) != battle.side(b);
            for (squad, target, at_will) in fires {
                if at_will {
                    orders.fire.put(squad, Fire::AtWill);
                } else if differ(squad, target) {
                    orders.fire.put(squad, Fire::At(vec![FirePart { target, with: None }]));
                }
            }
            for (squad, target) in fights.into_iter().filter(|it| differ(it.0, it.1)) {
                orders.fight.put(squad, Fight { target: Some(target), weapon: None });
            }
            for (hero, to, leave) in heroes {
                let hero = battle.setup().casters[hero].hero.expect("both casters are heroes");
                if leave || differ(battle.unit(hero).squad, to) {
                    orders.heroes.put(hero, HeroMove::Leave);
                } else {
                    orders.heroes.put(hero, HeroMove::Join(to));
                }
            }
            orders
        })
}

/// The units that act in an event.
fn acting(event: &Event) -> Vec<UnitId> {
    match event {
        Event::Attacked(it) => it.shots.iter().map(|it| it.unit).collect(),
        Event::HazardRolled { rolls, .. } => rolls.iter().map(|it| it.0).collect(),
        Event::HeroMoved { hero, .. } => vec![*hero],
        _ => Vec::new(),
    }
}

/// Whether an event is part of an exchange, in which the fallen still strike (M-6).
fn is_at_once(event: &Event) -> bool {
    matches!(event, Event::Attacked(it) if matches!(it.kind, VolleyKind::Blows | VolleyKind::CloseQuarters))
}

fn obeys_the_laws(before: &Battle, event: &Event, after: &Battle) -> Result<(), TestCaseError> {
    for caster in before.setup().caster_ids() {
        prop_assert!(after.cp(caster) <= before.setup().caster(caster).cp_max, "{event:?}");
    }
    if !is_at_once(event) {
        for unit in acting(event) {
            prop_assert!(before.unit(unit).is_standing(), "{unit:?} acts though it is down: {event:?}");
        }
    }
    if let Event::Attacked(volley) = event {
        for hit in volley.hits.iter().filter_map(|it| it.victim) {
            prop_assert!(before.unit(hit).is_standing(), "a hit on {hit:?}, who is down");
        }
        for aim in &volley.aims {
            prop_assert!((-2..=2).contains(&aim.sum));
        }
        for shot in volley.shots.iter().filter(|it| it.again.or(it.die).is_some_and(|it| it.face() == 6)) {
            prop_assert!(0 < shot.hits, "a natural 6 hits");
        }
        for wound in volley.hits.iter().filter_map(|it| it.wound) {
            prop_assert!((2..=6).contains(&wound.needs), "a natural 6 wounds");
        }
    }
    prop_assert!(after.grid_agrees());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn r4_whatever_is_ordered_the_laws_hold_and_the_same_seed_tells_it_again(
        rounds in prop::collection::vec(any_orders(), 3),
        seed in any::<u64>(),
    ) {
        let mut battle = melting_pot();
        for orders in &rounds {
            let play = |battle: &Battle| {
                let mut dice = Seed::from(seed).dice(battle.round(), &orders.digest(), &words_digest([]));
                Line::default().resolve(battle, orders, &mut dice)
            };
            let events = play(&battle);
            prop_assert_eq!(&play(&battle), &events);
            for event in &events {
                let before = battle.clone();
                battle.apply(event);
                obeys_the_laws(&before, event, &battle)?;
            }
        }
    }
}

/// The plans of Alpha's fire at the Boyz.
fn plans(battle: &Battle) -> Vec<Plan> {
    let [alpha, boyz] = ["Alpha", "Boyz"].map(|it| squad(battle, it));
    let parts = [FirePart { target: boyz, with: None }];
    battery::plan(battle, alpha, boyz, &battery::assign(battle, alpha, &parts), None).plans
}

/// Five riflemen in line with twelve targets of a profile, in cover.
fn range(profile: &str, touch: impl FnOnce(&mut Setup)) -> Battle {
    let row = "bb ".repeat(12);
    scene_with(
        &format!(".a .a .a .a .a . {row}"),
        &format!("a Alpha players: rifle; b Boyz enemy: {profile}"),
        |setup| {
            weapon(setup, "rifle").range = Some(60);
            super::arm(setup, "rifle", &["rifle"]);
            touch(setup);
        },
    )
}

/// Five units fire in each volley, so these are 30,000 attacks.
const VOLLEYS: u64 = 6_000;

/// Rolls a volley many times, and compares the means with the expected result.
#[track_caller]
fn expectation_holds(name: &str, battle: &Battle) {
    let rules = Line::default();
    let [plan] = &plans(battle)[..] else { panic!("{name}: one weapon") };
    let outlook = attack::expect(&rules, battle, plan);
    let mut dice = Dice::keyed([5; 32]);
    let (mut hits, mut felled) = (0_u64, 0_u64);
    for _ in 0..VOLLEYS {
        let volley = attack::roll(&rules, battle, plan, &mut dice);
        hits += volley.hits.len() as u64;
        felled += volley.hits.iter().filter(|it| it.fate.is_felled()).count() as u64;
    }
    let is_close = |seen: u64, expected: u32| {
        let (seen, expected) = (1000 * seen / VOLLEYS, u64::from(expected));
        100 * seen.abs_diff(expected) <= 4 * expected.max(100)
    };
    assert!(is_close(hits, outlook.hits_milli), "{name}: {hits} hits in {VOLLEYS}, {outlook:?} expected");
    assert!(is_close(felled, outlook.felled_milli), "{name}: {felled} felled in {VOLLEYS}, {outlook:?} expected");
}

#[test]
fn a1_what_is_expected_of_a_volley_is_what_it_comes_to_on_average() {
    let tags = |tags: &[Tag]| {
        let tags = tags.to_vec();
        range("boy", move |setup| weapon(setup, "rifle").tags = tags)
    };
    expectation_holds("plain", &tags(&[]));
    expectation_holds("sustained", &tags(&[Tag::Sustained(1)]));
    expectation_holds("lethal", &tags(&[Tag::Lethal]));
    expectation_holds("lethal and sustained", &tags(&[Tag::Lethal, Tag::Sustained(1)]));
    expectation_holds("twin-linked", &tags(&[Tag::TwinLinked]));
    expectation_holds("devastating", &tags(&[Tag::Devastating]));
    expectation_holds("devastating and twin-linked", &tags(&[Tag::Devastating, Tag::TwinLinked]));
    expectation_holds("torrent", &tags(&[Tag::Torrent]));
    expectation_holds("blast", &tags(&[Tag::Blast, Tag::IgnoresCover]));
    let dice = Amount { dice: 1, sides: 3, plus: 1 };
    expectation_holds("dice of attacks", &range("boy", |setup| weapon(setup, "rifle").attacks = dice));
    expectation_holds("piercing", &range("boy", |setup| weapon(setup, "rifle").piercing = 2));
    expectation_holds("large damage", &range("gunner", |setup| weapon(setup, "rifle").damage = Amount::fixed(2)));
}

#[test]
fn a1_what_is_expected_knows_rerolls() {
    for boon in [Boon::RerollMisses, Boon::RerollOnes] {
        let mut battle = range("boy", |setup| weapon(setup, "rifle").tags = vec![Tag::Lethal]);
        let alpha = squad(&battle, "Alpha");
        battle.apply(&Event::BoonBegan { squad: alpha, boon, span: Span::Rounds(1), ability: AbilityId(0) });
        expectation_holds(&format!("{boon:?}"), &battle);
    }
}

#[test]
fn a3_nothing_is_expected_of_hits_that_every_save_stops() {
    let mut battle = range("boy", |_| ());
    let boyz = squad(&battle, "Boyz");
    let boon = Boon::Modify { stat: Stat::Save, by: 5, weapons: None };
    battle.apply(&Event::BoonBegan { squad: boyz, boon, span: Span::Rounds(1), ability: AbilityId(0) });
    let outlook = attack::expect(&Line::default(), &battle, &plans(&battle)[0]);
    assert_eq!((outlook.hits_milli, outlook.damage_milli, outlook.felled_milli), (2500, 0, 0));
}
