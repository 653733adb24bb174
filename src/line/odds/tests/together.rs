//! Formations that fire together (F-3) in a queue of fire.

use std::cell::Cell;

use proptest::prelude::*;

use super::{agree, by_dice_of, check, facts_of, happened, orders_of, parts_of, profile, squad, weapon};
use crate::dice::Seed;
use crate::field::SquadId;
use crate::line::battle::scene::{ability, form_up, scene_with};
use crate::line::battle::{
    Ability, AbilityId, AbilityOn, Amount, Battle, Boon, CasterId, Effect, Event, FormationSetup, Setup, Span, Stat,
    Tag, Trigger, VolleyKind,
};
use crate::line::odds::{PartOdds, Patience, fire, fire_in_turn};
use crate::line::rules::Line;
use crate::line::rules::preview::{Phases, played};

/// A battle in which these squads are formations, without armour, so that every way can be gone through.
fn formed(drawing: &str, squads: &str, formations: &[&[&str]], touch: impl FnOnce(&mut Setup)) -> Battle {
    let mut battle = scene_with(drawing, squads, |setup| {
        setup.formations = Some(FormationSetup { autonomous: true, ..FormationSetup::default() });
        for key in ["rifle", "boy", "gunner"] {
            profile(setup, key).save = None;
        }
        touch(setup);
    });
    formations.iter().for_each(|it| form_up(&mut battle, it, None));
    battle
}

/// Alpha and Bravo, a man each, in one formation; Delta beside them; two boys, and one of Nobz.
fn pair(touch: impl FnOnce(&mut Setup)) -> Battle {
    let squads = "a Alpha players: rifle; c Bravo players: rifle; d Delta players: rifle; \
                  b Boyz enemy: boy; n Nobz enemy: boy";
    let drawing = ".a .c . . .b . .b .\n. . . . . . . .\n. . . . . . . .n\n.d . . . . . . .";
    formed(drawing, squads, &[&["Alpha", "Bravo"]], touch)
}

#[test]
fn f3_a_formation_alone() {
    check(&pair(|_| ()), "Alpha: together Boyz");
    check(&pair(|_| ()), "Alpha: together Boyz 2");
    check(&pair(|setup| weapon(setup, "rifle").damage = Amount::fixed(2)), "Bravo: together Boyz");
    let three = formed(".a .a .a . . .b .b", "a Alpha players: rifle; b Boyz enemy: boy", &[&["Alpha"]], |_| ());
    check(&three, "Alpha: together Boyz");
}

#[test]
fn f3_a_squad_in_no_formation_fires_as_any_does() {
    check(&pair(|_| ()), "Delta: together Boyz");
    check(&pair(|_| ()), "Delta: together Boyz; Alpha: Boyz");
}

#[test]
fn f3_who_has_fired_with_the_formation_does_not_fire_again() {
    let battle = pair(|_| ());
    check(&battle, "Alpha: together Boyz; Bravo: Boyz");
    check(&battle, "Alpha: together Boyz; Bravo: Nobz; Delta: Nobz");
    // Both are told to, and it fires once.
    check(&battle, "Alpha: together Boyz; Bravo: together Nobz");
    let odds = |text: &str| {
        let orders = orders_of(&battle, text);
        fire(&Line::default(), &battle, &parts_of(&orders), Patience::LONG).expect("few enough ways")
    };
    let bravo = odds("Alpha: together Boyz; Bravo: Nobz").remove(1);
    assert_eq!((bravo.held, bravo.downed.at_least(1)), (1.0, 0.0));
    assert!(0.0 < odds("Delta: Boyz; Bravo: Nobz").remove(1).downed.at_least(1));
}

#[test]
fn f3_who_has_fired_with_his_own_squad_does_not_fire_with_the_formation() {
    check(&pair(|_| ()), "Alpha: Boyz; Bravo: together Boyz");
    check(&pair(|_| ()), "Alpha: Nobz; Bravo: together Boyz; Delta: Boyz");
}

#[test]
fn f3_the_next_is_shot_at_once_the_nearest_is_gone() {
    check(&pair(|_| ()), "Delta: Boyz; Alpha: together Boyz");
    check(&pair(|_| ()), "Delta: Boyz; Alpha: together Boyz; Bravo: Boyz");
    let battle = pair(|_| ());
    let orders = orders_of(&battle, "Delta: Boyz; Alpha: together Boyz");
    let odds = fire(&Line::default(), &battle, &parts_of(&orders), Patience::LONG).expect("few enough ways");
    let aimed: Vec<f64> = odds[1].aimed.iter().map(|it| it.1).collect();
    let falls = odds[0].downed.at_least(1);
    assert_eq!(aimed.len(), 2);
    assert!(aimed.contains(&falls) && (aimed.iter().sum::<f64>() - 1.0).abs() < 1e-12);
}

#[test]
fn f3_s5_a_volley_at_one_who_is_gone_is_wasted_and_who_would_have_fired_has() {
    check(&pair(|_| ()), "Delta: Boyz; Alpha: together Boyz 1");
    check(&pair(|_| ()), "Delta: Boyz; Alpha: together Boyz 1; Bravo: Nobz");
    check(&pair(|_| ()), "Delta: Nobz; Alpha: together Nobz; Bravo: Boyz");
}

#[test]
fn f3_a_formation_that_reaches_nobody_any_more_leaves_its_squads_free_to_fire() {
    // The second boy is out of everybody's range, and the one of Nobz in that of Bravo.
    let squads = "a Alpha players: rifle; c Bravo players: rifle; d Delta players: gunner; \
                  b Boyz enemy: boy; n Nobz enemy: boy";
    let drawing = ".a .c . . .b . . . .b\n. . . . . . . . .\n. . .n . . . . . .\n. . . .d . . . . .";
    let battle = formed(drawing, squads, &[&["Alpha", "Bravo"]], |setup| {
        weapon(setup, "rifle").range = Some(5);
        weapon(setup, "cannon").damage = Amount::fixed(1);
        weapon(setup, "pistol").range = Some(1);
    });
    check(&battle, "Delta: Boyz; Alpha: together Boyz; Bravo: Nobz");
}

#[test]
fn f3_a_formation_that_has_lost_men_aims_less_well() {
    let squads = "a Alpha players: rifle; b Boyz enemy: boy";
    let battle = formed(".a .a . .b .b", squads, &[&["Boyz"]], |setup| weapon(setup, "slugga").accuracy = 6);
    check(&battle, "Alpha: Boyz; Boyz: together Alpha");
}

#[test]
fn f3_two_formations_one_after_the_other() {
    let squads = "a Alpha players: rifle; c Bravo players: rifle; b Boyz enemy: boy";
    let battle = formed(".a . . . .b .b\n. . . . . .\n.c . . . . .", squads, &[&["Alpha"], &["Bravo"]], |_| ());
    check(&battle, "Alpha: together Boyz; Bravo: together Boyz");
    check(&battle, "Alpha: together Boyz 2; Bravo: together Boyz 2");
    // One squad in two formations: each fires once.
    let mut battle = formed(".a .a . . .b .b", "a Alpha players: rifle; b Boyz enemy: boy", &[], |_| ());
    for unit in battle.standing(squad(&battle, "Alpha")).collect::<Vec<_>>() {
        let (formation, squads) = (battle.next_formation(), vec![squad(&battle, "Alpha")]);
        let started = crate::line::battle::FormationEvent::Started {
            formation,
            squads,
            members: vec![unit],
            leader: None,
            stuck: Vec::new(),
        };
        battle.apply(&Event::Formation(Box::new(started)));
    }
    let (rules, orders) = (Line::default(), orders_of(&battle, "Alpha: together Boyz"));
    let what_is_left = |facts: super::Facts| -> super::Facts {
        facts.into_iter().filter(|it| it.0.contains(" has ") || it.0.contains(" gone")).collect()
    };
    let told = |events: &[Event]| happened(&battle, &orders, events);
    let (dice, _) = by_dice_of(Phases::Shooting, &rules, &battle, &orders, 200_000, told).expect("not too many ways");
    let odds = fire(&rules, &battle, &parts_of(&orders), Patience::LONG).expect("few enough ways");
    assert_eq!(odds.len(), 2);
    agree(&what_is_left(facts_of(&battle, &odds)), &what_is_left(dice));
}

#[test]
fn f3_a6_dangerous_weapons_fell_those_who_would_be_shot_at_next() {
    check(&pair(|setup| weapon(setup, "rifle").tags = vec![Tag::Hazardous]), "Alpha: together Boyz; Bravo: Boyz");
    let squads = "a Alpha players: rifle; b Boyz enemy: boy";
    let battle = formed(".a .a . .b", squads, &[&["Alpha"]], |setup| {
        weapon(setup, "rifle").tags = vec![Tag::Hazardous];
        profile(setup, "rifle").hp = 2;
    });
    check(&battle, "Alpha: together Boyz; Boyz: Alpha");
}

#[test]
fn f3_c5_what_waits_for_a_shot_counts_for_the_volley() {
    for (stat, by) in [(Stat::Save, 2), (Stat::Toughness, 3)] {
        let squads = "a Alpha players: rifle; d Delta players: rifle; b Boyz enemy: boy; o Staff enemy: officer";
        let drawing = ".a .a . . .b .b\n. . . . . .\n.d . . . . .\n. . . . . .o";
        let mut battle = formed(drawing, squads, &[&["Alpha"]], |setup| {
            let effect = Effect::Lasting { boon: Boon::Modify { stat, by, weapons: None }, span: Span::Rounds(1) };
            setup.abilities.push(Ability { cost: 0, trigger: Some(Trigger::ShotAt), ..ability("Wait", vec![effect]) });
        });
        let on = AbilityOn::Squad(squad(&battle, "Boyz"));
        let (by, ability) = (CasterId(0), AbilityId(0));
        battle.apply(&Event::AbilityUsed { by, ability, on, cost: 0, waits_for: Some(Trigger::ShotAt) });
        check(&battle, "Alpha: together Boyz");
        check(&battle, "Delta: Boyz; Alpha: together Boyz 1");
    }
}

#[test]
fn f3_s9_misses_of_a_volley_go_astray() {
    let squads = "a Alpha players: rifle; d Delta players: gunner; b Boyz enemy: boy";
    let battle = formed(".a .a . . .b .d", squads, &[&["Alpha"]], |_| ());
    check(&battle, "Alpha: together Boyz");
}

#[test]
fn t11_s7_who_has_shot_out_of_the_woods_is_seen() {
    let squads = "a Alpha players: rifle; b Boyz enemy: rifle";
    let battle = formed("wa wa . . . . .b", squads, &[], |_| ());
    check(&battle, "Alpha: Boyz; Boyz: Alpha");
    let battle = formed("wa wa . . . . .b", squads, &[&["Alpha"]], |_| ());
    check(&battle, "Alpha: together Boyz; Boyz: Alpha");
}

#[test]
fn r5_a_question_reckons_with_all_that_formations_have_to_do_with_it() {
    let battle = pair(|_| ());
    for text in [
        "Alpha: together Nobz; Bravo: Boyz",
        "Alpha: Nobz; Bravo: together Boyz",
        "Delta: Nobz; Alpha: together Nobz; Bravo: Boyz",
        "Delta: Boyz; Alpha: Nobz; Bravo: together Boyz",
        "Delta: Boyz; Alpha: together Boyz 1",
    ] {
        let orders = orders_of(&battle, text);
        let queue = parts_of(&orders);
        let all = fire(&Line::default(), &battle, &queue, Patience::LONG).expect("few enough ways");
        let last = *queue.last().expect("orders");
        let patience = Cell::new(Patience::LONG);
        let asked = fire_in_turn(&Line::default(), &battle, &orders, last, &patience).expect("few enough ways");
        assert_eq!(asked.last(), all.last(), "{text}");
    }
}

/// What a squad of [`pair`] may be told.
fn told() -> impl Strategy<Value = Option<&'static str>> {
    let all = ["Boyz", "Nobz", "together Boyz", "together Boyz 1", "together Boyz 2", "together Nobz"];
    prop_oneof![1 => Just(None), 5 => prop::sample::select(all.to_vec()).prop_map(Some)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, max_global_rejects: 4096, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn f3_any_queue_goes_as_every_way_of_the_dice_says(
        all in (told(), told(), told()),
        turns in Just(["Alpha", "Bravo", "Delta"]).prop_shuffle(),
    ) {
        let (battle, rules) = (pair(|_| ()), Line::default());
        let of = |name: &str| match name {
            "Alpha" => all.0,
            "Bravo" => all.1,
            _ => all.2,
        };
        let text: Vec<String> = turns.iter().filter_map(|it| Some(format!("{it}: {}", of(it)?))).collect();
        prop_assume!(!text.is_empty());
        check(&battle, &text.join("; "));
        // And each of them is told what comes of it in its turn.
        let orders = orders_of(&battle, &text.join("; "));
        let queue = parts_of(&orders);
        let odds = fire(&rules, &battle, &queue, Patience::LONG).expect("few enough ways");
        for (order, whole) in queue.iter().zip(&odds) {
            let patience = Cell::new(Patience::LONG);
            let asked = fire_in_turn(&rules, &battle, &orders, *order, &patience).expect("few enough ways");
            let what = |it: &PartOdds| [it.wasted, it.held, it.gone, it.hp_lost, it.downed.mean(), it.killed.mean()];
            let off = what(&asked[0]).into_iter().zip(what(whole)).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            prop_assert!(off < 1e-12, "{text:?}: {:?} and {whole:?}", asked[0]);
        }
    }
}

/// Rounds with larger volleys, in which formations and squads fire in turn at the same ones.
#[test]
fn f3_rounds_with_formations_go_as_the_odds_say() {
    const ROUNDS: u32 = 3_000;
    let squads = "a Alpha players: rifle; c Bravo players: gunner; d Delta players: rifle; e Echo players: rifle; \
                  b Boyz enemy: boy";
    let drawing = ".a .a .a . . . . . . .b .b\n.c .c . . . . . . . .b rb\n. . . . . . . . . .b rb\n\
                   .d .d .d . . . . . . . .\n. . . . . . . . . . .\n.e .e . . . . . . . . .";
    let battle = formed(drawing, squads, &[&["Alpha", "Bravo"], &["Echo"]], |setup| {
        weapon(setup, "rifle").attacks = Amount { dice: 1, sides: 3, plus: 0 };
        profile(setup, "boy").save = Some(5);
        profile(setup, "boy").hp = 2;
    });
    let text = "Delta: Boyz; Echo: together Boyz; Bravo: Boyz; Alpha: together Boyz 2";
    let (rules, orders) = (Line::default(), orders_of(&battle, text));
    let odds = fire(&rules, &battle, &parts_of(&orders), Patience::LONG).expect("few enough ways");
    let felled_by = |events: &[Event], by: SquadId| {
        let of = |it: &Event| match it {
            Event::Attacked(it) if it.by == by && it.kind == VolleyKind::Fire => {
                it.hits.iter().filter(|it| it.fate.is_felled()).count()
            }
            _ => 0,
        };
        events.iter().map(of).sum::<usize>()
    };
    let mut felled = vec![vec![0_u32; 12]; odds.len()];
    for n in 0..ROUNDS {
        let mut dice = Seed::from(u64::from(n)).dice(1, &[0; 32], &[0; 32]);
        let events = played(Phases::Shooting, &rules, &battle, &orders, &mut dice);
        for (part, felled) in odds.iter().zip(&mut felled) {
            felled[felled_by(&events, part.squad)] += 1;
        }
    }
    for (part, felled) in odds.iter().zip(&felled) {
        let name = &battle.setup().squad(part.squad).name;
        for (number, seen) in felled.iter().enumerate() {
            let (chance, seen) = (part.downed.chance(number), f64::from(*seen) / f64::from(ROUNDS));
            let deviation = (chance * (1.0 - chance) / f64::from(ROUNDS)).sqrt();
            assert!((seen - chance).abs() <= 5.0 * deviation + 1e-9, "{name} fells {number}: {chance} by odds, {seen}");
        }
    }
    assert!(0.0 < odds[3].wasted && odds[3].wasted < 1.0);
}
