//! Odds against every script: each way in which the dice of a small attack can fall.

use std::collections::BTreeMap;

use super::*;
use crate::brick::battle::scene::{profile, scene, scene_with, weapon};
use crate::brick::battle::{Amount, Event, Melee, Movement};
use crate::brick::rules::story::{orders_of, plain};
use crate::brick::rules::tests::laws::rounds;
use crate::brick::rules::{resolve, resolve_pass};
use crate::dice::{Dice, Purpose};

/// The chance of each thing that can be true once the volley is over.
fn of_all_scripts(battle: &Battle, play: impl Fn(&mut Dice) -> Vec<Event>) -> BTreeMap<String, f64> {
    let mut facts: BTreeMap<String, f64> = BTreeMap::new();
    let mut rolled: Option<Vec<(Purpose, Die)>> = None;
    while let Some(mut dice) = Dice::next_way(rolled.as_deref()) {
        let events = play(&mut dice);
        let weight: f64 = dice.rolled().iter().map(|it| 1.0 / f64::from(it.1.sides().count())).product();
        for fact in facts_of(battle, &events) {
            *facts.entry(fact).or_insert(0.0) += weight;
        }
        rolled = Some(dice.rolled().to_vec());
    }
    facts
}

fn facts_of(battle: &Battle, events: &[Event]) -> Vec<String> {
    let mut facts = Vec::new();
    let (mut fallen, mut lost) = (0, 0_u32);
    for event in events {
        match event {
            Event::Killed { unit, .. } => {
                fallen += 1;
                facts.push(format!("{} falls", battle.setup().unit(*unit).name));
            }
            Event::Harmed(it) => lost += u32::from(it.hp_lost),
            Event::Pushed(_) => facts.push("thrown".to_owned()),
            _ => (),
        }
    }
    if events.iter().any(|it| matches!(it, Event::AttackRolled(it) if it.hits)) {
        facts.push("any hits".to_owned());
    }
    facts.push(format!("{fallen} fall"));
    facts.extend((0..lost).map(|_| "an HP".to_owned()));
    facts
}

fn facts_told(battle: &Battle, odds: &Odds) -> BTreeMap<String, f64> {
    let fall = odds.fall.as_ref().expect("odds of who falls");
    let felled = fall.felled.iter().enumerate().map(|(n, chance)| (format!("{n} fall"), *chance));
    let each = fall.each.iter().map(|(id, chance)| (format!("{} falls", battle.setup().unit(*id).name), *chance));
    let all = [("any hits".to_owned(), odds.any_hit), ("an HP".to_owned(), fall.hp_lost)];
    felled.chain(each).chain(all).filter(|it| 0.0 < it.1).collect()
}

#[track_caller]
fn check_with(rules: &Brick, battle: &Battle, text: &str) {
    let orders = orders_of(battle, text);
    let together: Vec<(Who, &Shoot)> = orders.shoot.iter().collect();
    // What is said in advance is said before anybody shoots.
    let mut commanded = battle.clone();
    for (whose, change) in &orders.policies {
        commanded.apply(&Event::PolicySet { whose: *whose, change: change.clone() });
    }
    let told = facts_told(battle, &shoot(rules, &commanded, &together));
    let all = of_all_scripts(battle, |dice| resolve(rules, battle, &orders, dice));
    compare(&told, &all);
}

#[track_caller]
fn compare(told: &BTreeMap<String, f64>, all: &BTreeMap<String, f64>) {
    for fact in told.keys().chain(all.keys()) {
        let chance = |of: &BTreeMap<String, f64>| of.get(fact).copied().unwrap_or(0.0);
        assert!((chance(told) - chance(all)).abs() < 1e-12, "{fact}: {told:?}, and by all scripts {all:?}");
    }
}

#[track_caller]
fn check(battle: &Battle, text: &str) {
    check_with(&plain(), battle, text);
}

const DUEL: &str = "a Ann red: fig bow; d Dan blue: fig knife";

/// Bonus dice for all, and no stray shots.
fn crits() -> Brick {
    Brick { damage_crits: true, ..plain() }
}

#[test]
fn one_shot_at_one_man() {
    for ground in
        [".a . . . .d", ".a . . . ld", ".a . . . hd", ".a . . . . . . .d", ".a . . s .d", ".2a . . . . . . .d"]
    {
        check(&scene(ground, DUEL), "shoot Ann at Dan");
        check(&scene(ground, DUEL), "shoot Ann at Dan aim");
    }
}

#[test]
fn bx2_bonus_dice_and_bc20_3_overskill() {
    check_with(&crits(), &scene(".a . . . .d", DUEL), "shoot Ann at Dan");
    check_with(&crits(), &scene(".a . . . .d", DUEL), "shoot Ann at Dan nocrit");
    check_with(&crits(), &scene(".a . . . .d", DUEL), "benny Ann attack hold; shoot Ann at Dan");
}

#[test]
fn bx6_armor_that_is_rolled() {
    let people = "a Ann red: fig cannon; d Dan blue: officer knife";
    check(&scene(".a . . . .d", people), "shoot Ann at Dan");
    let people = "a Ann red: officer rifle; d Dan blue: officer knife";
    check_with(&crits(), &scene(".a . . . .d", people), "shoot Ann at Dan nocrit");
}

#[test]
fn bx7_heavy_armor_takes_dice_away() {
    for gun in ["rifle", "cannon"] {
        let people = format!("a Ann red: fig {gun}; d Dan blue: fig knife");
        let battle = scene_with(".a . . . .d", &people, |setup| profile(setup, "fig").has_heavy_armor = true);
        check(&battle, "shoot Ann at Dan");
    }
}

#[test]
fn bc3_1_two_who_shoot_together_at_one() {
    let people = "a Ann red: fig bow; b Bob red: fig rifle; d Dan blue: giant knife";
    let battle = scene(".a . . . .d . . .\n.b . . . . . . .", people);
    check(&battle, "shoot Ann at Dan combine x; shoot Bob at Dan combine x");
    let people = "a Ann red: fig bow; b Bob red: fig bow; d Dan blue: officer knife";
    let battle = scene(".a . . . .d\n.b . . . .", &people.replace("officer", "fig"));
    check(&battle, "shoot Ann at Dan combine x; shoot Bob at Dan combine x");
}

#[test]
fn bs16_6_hits_are_dealt_out() {
    let squads = "a Bows red 1x2: fig bow; d Dogs blue 2x1: fig knife";
    check(&scene(".a . . . .d .d\n.a . . . . .", squads), "shoot Bows at Dogs");
    let squads = "a Bows red 1x2: fig bow; d Dogs blue 2x1: fig knife | officer knife";
    let battle = scene_with(".a . . . .d .d\n.a . . . . .", squads, |setup| {
        // A die with few faces, so that all ways can be gone through.
        profile(setup, "officer").armor = Amount::rolled(1, Sides::D4, 0);
    });
    check(&battle, "shoot Bows at Dogs");
    check(&battle, "hits Dogs dear; shoot Bows at Dogs");
}

#[test]
fn bs16_6_a_second_hit_adds_up() {
    let squads = "a Bows red 1x2: fig bow; d Dogs blue 1x1: fig knife";
    check(&scene(".a . . . .d\n.a . . . .", squads), "shoot Bows at Dogs");
    let battle = scene_with(
        ".a . . . .d .d .d .d\n.a . . . . . . .",
        "a Bows red 1x2: fig cannon; d Dogs blue 4x1: fig knife",
        |setup| {
            weapon(setup, "cannon").ranged.as_mut().expect("a gun").damage = Amount::rolled(1, Sides::D4, 2);
        },
    );
    check(&battle, "shoot Bows at Dogs");
}

#[test]
fn bx14_large_ones_lose_hit_points() {
    let people = "a Ann red: fig cannon; d Dan blue: giant knife";
    let battle = scene_with(".a . . . .d . . .\n. . . . . . . .", people, |setup| {
        profile(setup, "giant").armor = Amount::fixed(2);
    });
    check(&battle, "shoot Ann at Dan");
    let bare = scene_with(".a . . . .d . . .\n. . . . . . . .", people, |setup| {
        profile(setup, "giant").armor = Amount::fixed(0);
    });
    check(&bare, "shoot Ann at Dan");
}

#[test]
fn bc14_2_two_weapons_at_once() {
    let people = "a Ann red: fig pistol pistol; d Dan blue: fig knife";
    check(&scene(".a . . . .d", people), "shoot Ann at Dan with pistol and pistol");
}

#[test]
fn bx27_a_skill_of_several_dice() {
    let battle = scene_with(".a . . . .d", DUEL, |setup| {
        profile(setup, "fig").skill = Rating { dice: 2, sides: Sides::D4, plus: 1 };
    });
    check(&battle, "shoot Ann at Dan");
    assert_eq!(skill(6, Sides::D6, 0, Some(3)), None);
}

#[test]
fn a_blast_has_no_odds_of_who_falls() {
    let people = "a Ann red: fig grenade; d Dan blue: fig knife";
    let battle = scene(".a . . .d", people);
    let orders = orders_of(&battle, "shoot Ann at Dan");
    let odds = shoot(&plain(), &battle, &orders.shoot.iter().collect::<Vec<_>>());
    assert_eq!(odds.fall, None);
    assert!((odds.any_hit - 4.0 / 6.0).abs() < 1e-12);
}

#[test]
fn whatever_is_ordered_chances_add_up() {
    for seed in 0..6 {
        rounds(seed, |rules, battle, orders, _| {
            for shot in orders.shoot.iter() {
                let odds = shoot(rules, battle, &[shot]);
                let Some(fall) = odds.fall else { continue };
                let all: f64 = fall.felled.iter().sum();
                assert!((all - 1.0).abs() < 1e-9, "{all}");
                let each: f64 = fall.each.iter().map(|it| it.1).sum();
                assert!((each - fall.mean()).abs() < 1e-9);
                assert!((-1e-12..=1.0 + 1e-12).contains(&odds.any_hit) && fall.any() <= odds.any_hit + 1e-9);
            }
        });
    }
}

/// A melee's odds against each way in which the dice of its pass can fall.
#[track_caller]
fn check_melee(rules: &Brick, battle: &Battle, text: &str) {
    let orders = orders_of(battle, text);
    let mut commanded = battle.clone();
    for (whose, change) in &orders.policies {
        commanded.apply(&Event::PolicySet { whose: *whose, change: change.clone() });
    }
    let together: Vec<(Who, &Melee)> = orders.melee.iter().collect();
    let who = together[0].0;
    let team = battle.team(who).expect("somebody's");
    let odds = melee(rules, &commanded, &together, who).expect("they can fight").expect("odds");
    let fallen = odds.fall.expect("odds of who falls");
    let mut told: BTreeMap<String, f64> = BTreeMap::new();
    let name = |it: UnitId| battle.setup().unit(it).name.clone();
    for fall in [&fallen.theirs, &fallen.ours] {
        told.extend(fall.each.iter().filter(|it| 0.0 < it.1).map(|it| (format!("{} falls", name(it.0)), it.1)));
    }
    told.insert("an HP".to_owned(), fallen.theirs.hp_lost + fallen.ours.hp_lost);
    let mut all = of_all_scripts(battle, |dice| resolve_pass(rules, &commanded, &orders, dice, team));
    all.retain(|fact, _| told.contains_key(fact) || fact.ends_with(" falls"));
    compare(&told, &all);
    let counts = |fall: &Fall| fall.felled.iter().sum::<f64>();
    assert!((counts(&fallen.theirs) - 1.0).abs() < 1e-12 && (counts(&fallen.ours) - 1.0).abs() < 1e-12);
}

const FIGHT: &str = "a Ann red: fig sword dagger; d Dan blue: fig knife pan";

#[test]
fn bc8_3_one_blow_and_what_comes_back() {
    for text in [
        "react Dan none then hold; melee Ann attack Dan with sword",
        "react Dan none then strike knife; melee Ann attack Dan with sword",
        "react Dan parry pan then hold; melee Ann attack Dan with sword",
        "react Dan parry pan then strike knife; melee Ann attack Dan with sword",
        "react Dan parry bare then hold; melee Ann attack Dan with sword",
    ] {
        check_melee(&plain(), &scene(". .a .d .", FIGHT), text);
    }
}

#[test]
fn bc13_1_yoko_and_dan() {
    let people = "a Yoko red: fig sword; d Dan blue: fig knife pan";
    let text =
        "react Dan parry pan then strike knife; react Yoko none vs counter; melee Yoko attack Dan with sword twohanded";
    check_melee(&plain(), &scene(". .a . .d .", people), text);
    let text = "react Dan none then hold; melee Yoko attack Dan with sword twohanded";
    check_melee(&crits(), &scene(". .a .d .", people), text);
}

#[test]
fn bc5_10_a_second_hand_after_what_came_back() {
    let text = "react Dan none then strike knife vs attack; react Ann none vs counter; melee Ann attack Dan with sword then dagger";
    let battle = scene_with(". .a .d .", FIGHT, |setup| {
        profile(setup, "fig").skill = Rating { dice: 1, sides: Sides::D4, plus: 0 };
        profile(setup, "fig").armor = Amount::fixed(3);
    });
    check_melee(&plain(), &battle, text);
}

#[test]
fn bc11_whoever_leaps_aside() {
    for people in [FIGHT, "a Ann red: fig pike; d Dan blue: fig knife pan"] {
        let weapon = if people == FIGHT { "sword" } else { "pike" };
        let ground = if people == FIGHT { ". .a .d . . . . . ." } else { ". .a . .d . . . . ." };
        let text =
            format!("react Dan bail E then strike; react Ann none vs counter; melee Ann attack Dan with {weapon}");
        check_melee(&plain(), &scene(&format!(". . . . . . . . .\n{ground}\n. . . . . . . . ."), people), &text);
    }
}

#[test]
fn bs12_6_a_squad_parries_for_all() {
    let small = |setup: &mut crate::brick::battle::Setup| {
        profile(setup, "fig").skill = Rating { dice: 1, sides: Sides::D4, plus: 0 };
        profile(setup, "fig").armor = Amount::fixed(2);
    };
    let squads = "a Reds red 1x2: fig sword; d Blues blue 1x2: fig knife pan";
    let text = "react Blues parry pan then hold; melee Reds attack Blues with sword";
    check_melee(&plain(), &scene_with(". .a .d .\n. .a .d .", squads, small), text);
    let text = "react Blues none then strike knife; react Reds none vs counter; melee Reds attack Blues with sword";
    check_melee(&plain(), &scene_with(". .a .d .\n. .a .d .", squads, small), text);
}

#[test]
fn bt5_the_three_best_hits_on_one_man_count() {
    let battle = scene_with(
        ". .a .d .\n. .a . .\n. .a . .\n. .a . .",
        "a Reds red 1x4: fig sword; d Dan blue: fig knife",
        |setup| {
            profile(setup, "fig").skill = Rating { dice: 1, sides: Sides::D4, plus: 0 };
            profile(setup, "fig").armor = Amount::fixed(9);
        },
    );
    check_melee(&plain(), &battle, "react Dan none then hold; melee Reds attack Dan with sword");
}

#[test]
fn bc3_9_two_who_attack_one_are_one_melee() {
    let people = "a Ann red: fig sword; b Bob red: fig sword; d Dan blue: fig knife pan";
    let battle = scene_with(". .a .d .b .", people, |setup| {
        profile(setup, "fig").skill = Rating { dice: 1, sides: Sides::D4, plus: 0 };
    });
    let text = "react Dan parry pan then hold; melee Ann attack Dan with sword; melee Bob attack Dan with sword";
    check_melee(&plain(), &battle, text);
}

#[test]
fn bc17_a_charge_its_exchange_and_its_collision() {
    let people = "a Ann red: fig bayonet; d Dan blue: fig knife";
    let ground = ".a . . . . . .d . . . . . . .";
    let battle = scene(&format!("{ground}\n. . . . . . . . . . . . . ."), people);
    for text in
        ["move Ann charge Dan with bayonet", "move Ann charge Dan body", "move Ann charge Dan with bayonet keepmom"]
    {
        let orders = orders_of(&battle, text);
        let who = battle.everybody().next().expect("Ann");
        let Some(Movement::Charge(order)) = orders.movement.get(who) else { panic!("a charge") };
        let odds = charge(&plain(), &battle, who, order).expect("a way").expect("odds");
        let fallen = odds.clash.fall.expect("who falls");
        let mut told: BTreeMap<String, f64> = BTreeMap::new();
        for fall in [&fallen.theirs, &fallen.ours] {
            let name = |it: UnitId| battle.setup().unit(it).name.clone();
            told.extend(fall.each.iter().filter(|it| 0.0 < it.1).map(|it| (format!("{} falls", name(it.0)), it.1)));
        }
        told.insert("thrown".to_owned(), odds.thrown.unwrap_or(0.0));
        let mut all = of_all_scripts(&battle, |dice| resolve(&plain(), &battle, &orders, dice));
        all.retain(|fact, _| fact.ends_with(" falls") || fact == "thrown");
        compare(&told, &all);
    }
}

#[test]
fn grabs_shoves_and_crowds_that_depend_on_each_other_have_no_odds() {
    let battle = scene(". .a .d .", FIGHT);
    for text in ["melee Ann grab Dan", "melee Ann shove Dan"] {
        let orders = orders_of(&battle, text);
        let together: Vec<(Who, &Melee)> = orders.melee.iter().collect();
        assert!(matches!(melee(&plain(), &battle, &together, together[0].0), Ok(None) | Err(_)), "{text}");
    }
}
