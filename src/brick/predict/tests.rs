//! Compares odds with every way in which the dice of a small attack can fall.

use std::collections::BTreeMap;

use super::*;
use crate::brick::battle::scene::{profile, scene, scene_with};
use crate::brick::battle::{Amount, Event, Phase};
use crate::brick::rules::resolve;
use crate::brick::rules::story::{orders_of, plain};
use crate::brick::rules::tests::laws::rounds;
use crate::dice::{Dice, Purpose};

/// The chance of each fact about the end of the round.
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

/// The chance that anything hits.
fn any_hit(odds: &Odds) -> f64 {
    1.0 - odds.shots.iter().map(|it| 1.0 - it.hits).product::<f64>()
}

fn predicted_facts(battle: &Battle, odds: &Odds) -> BTreeMap<String, f64> {
    let (unit, fall) = odds.fall.as_ref().expect("odds of who falls");
    let felled = fall.felled.iter().enumerate().map(|(n, chance)| (format!("{n} fall"), *chance));
    let falls = (format!("{} falls", battle.setup().unit(*unit).name), fall.any());
    let all = [("any hits".to_owned(), any_hit(odds)), ("an HP".to_owned(), fall.hp_lost), falls];
    felled.chain(all).filter(|it| 1e-12 < it.1).collect()
}

#[track_caller]
fn check_with(rules: &Brick, battle: &Battle, text: &str) {
    let orders = orders_of(battle, text);
    let together: Vec<(Who, &Shoot)> = orders.shoot.iter().collect();
    // Policies are set before anybody shoots.
    let mut commanded = battle.clone();
    for (whose, change) in &orders.policies {
        commanded.apply(&Event::PolicySet { whose: *whose, change: change.clone() });
    }
    let predicted = predicted_facts(battle, &shoot(rules, &commanded, &together));
    let all = of_all_scripts(battle, |dice| resolve(rules, battle, &orders, dice, Phase::Morale));
    compare(&predicted, &all);
}

#[track_caller]
fn compare(predicted: &BTreeMap<String, f64>, all: &BTreeMap<String, f64>) {
    for fact in predicted.keys().chain(all.keys()) {
        let chance = |of: &BTreeMap<String, f64>| of.get(fact).copied().unwrap_or(0.0);
        assert!((chance(predicted) - chance(all)).abs() < 1e-12, "{fact}: {predicted:?}, and by all scripts {all:?}");
    }
}

#[track_caller]
fn check(battle: &Battle, text: &str) {
    check_with(&plain(), battle, text);
}

const DUEL: &str = "a Ann red: fig bow; d Dan blue: fig knife";

/// Rules with bonus dice for all rolls, and without stray shots.
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
    let many = skill(6, Sides::D6, 0, Some(3));
    assert!(many.hits() > 0.999 && many.hits() < 1.0, "{many:?}");
}

#[test]
fn a_blast_has_no_odds_of_who_falls() {
    let people = "a Ann red: fig grenade; d Dan blue: fig knife";
    let battle = scene(".a . . .d", people);
    let orders = orders_of(&battle, "shoot Ann at Dan");
    let odds = shoot(&plain(), &battle, &orders.shoot.iter().collect::<Vec<_>>());
    assert_eq!(odds.fall, None);
    assert!((any_hit(&odds) - 4.0 / 6.0).abs() < 1e-12);
}

#[test]
fn whatever_is_ordered_chances_add_up() {
    for seed in 0..6 {
        rounds(seed, |rules, battle, orders, _| {
            for shot in orders.shoot.iter() {
                let odds = shoot(rules, battle, &[shot]);
                let Some((_, fall)) = &odds.fall else { continue };
                let all: f64 = fall.felled.iter().sum();
                assert!((all - 1.0).abs() < 1e-9, "{all}");
                assert!((-1e-12..=1.0 + 1e-12).contains(&any_hit(&odds)) && fall.any() <= any_hit(&odds) + 1e-9);
            }
        });
    }
}

/// Compares the played round with every way in which the dice of these orders can fall.
#[track_caller]
fn check_played(battle: &Battle, text: &str, phase: Phase) {
    let (rules, orders) = (plain(), orders_of(battle, text));
    let all = of_all_scripts(battle, |dice| resolve(&rules, battle, &orders, dice, phase));
    let played = Played::new(&rules, battle, &orders, phase);
    for unit in battle.standing() {
        let fall = played.fall(&[unit], |it| it.phase == phase);
        let exact = all.get(&format!("{} falls", battle.setup().unit(unit).name)).copied().unwrap_or(0.0);
        assert!((fall.any() - exact).abs() < 0.04, "{text}: {} for {exact}", fall.any());
    }
    let everybody: Vec<UnitId> = battle.standing().collect();
    let fall = played.fall(&everybody, |it| it.phase == phase);
    assert!((fall.hp_lost - all.get("an HP").copied().unwrap_or(0.0)).abs() < 0.06, "{text}: {fall:?}");
    assert!((fall.felled.iter().sum::<f64>() - 1.0).abs() < 1e-9);
}

const FIGHT: &str = "a Ann red: fig sword dagger; d Dan blue: fig knife pan";

#[test]
fn bc8_3_a_melee_is_played_with_what_comes_back() {
    for text in [
        "react Dan none then hold; melee Ann attack Dan with sword",
        "react Dan none then strike knife; melee Ann attack Dan with sword",
        "react Dan parry pan then hold; melee Ann attack Dan with sword",
        "react Dan parry pan then strike knife; melee Ann attack Dan with sword",
    ] {
        check_played(&scene(". .a .d .", FIGHT), text, Phase::Melee);
    }
}

#[test]
fn bs16_6_shots_at_a_squad_are_played() {
    let squads = "a Bows red 1x2: fig bow; d Dogs blue 2x1: fig knife";
    check_played(&scene(".a . . . .d .d\n.a . . . . .", squads), "shoot Bows at Dogs", Phase::Shooting);
}

#[test]
fn bc17_a_charge_is_played_with_its_collision() {
    let people = "a Ann red: fig bayonet; d Dan blue: fig knife";
    let battle = scene(".a . . . . . .d . . . . . . .\n. . . . . . . . . . . . . .", people);
    let dan = battle.standing().last().expect("Dan");
    for text in ["move Ann charge Dan with bayonet", "move Ann charge Dan body"] {
        check_played(&battle, text, Phase::Movement);
        let orders = orders_of(&battle, text);
        let all = of_all_scripts(&battle, |dice| resolve(&plain(), &battle, &orders, dice, Phase::Morale));
        let thrown = Played::new(&plain(), &battle, &orders, Phase::Movement).thrown(&[dan], false, |_| true);
        assert!((thrown - all.get("thrown").copied().unwrap_or(0.0)).abs() < 0.04, "{text}: {thrown}");
    }
}

#[test]
fn the_same_round_gives_the_same_figures() {
    let battle = scene(". .a .d .", FIGHT);
    let orders = orders_of(&battle, "melee Ann attack Dan with sword");
    let units: Vec<UnitId> = battle.standing().collect();
    let play = || Played::new(&plain(), &battle, &orders, Phase::Melee).fall(&units, |_| true);
    assert_eq!(play(), play());
}
