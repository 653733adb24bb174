//! Melees held against every way of the dice.

use std::cell::Cell;
use std::collections::BTreeMap;

use super::{Facts, agree, by_dice_of, profile, sums_to_one, weapon};
use crate::line::battle::scene::{scene_with, squad};
use crate::line::battle::{Amount, Battle, Event, Fate, Fight, Fire, FirePart, Orders, Phase, Setup, Tag, VolleyKind};
use crate::line::odds::{FireBefore, LossOdds, MeleeOdds, Patience, melee};
use crate::line::rules::Line;
use crate::line::rules::preview::Phases;

/// Weapons that always hit and armour that never saves: few dice, so that every way can be gone through.
fn plain(setup: &mut Setup) {
    for key in ["pistol", "slugga"] {
        weapon(setup, key).tags = vec![Tag::CloseQuarters, Tag::Torrent];
    }
    for key in ["bayonet", "choppa"] {
        weapon(setup, key).tags = vec![Tag::Torrent];
        weapon(setup, key).attacks = Amount::fixed(1);
    }
    for key in ["rifle", "boy"] {
        profile(setup, key).save = None;
    }
}

pub(super) fn brawl(drawing: &str, squads: &str, touch: impl FnOnce(&mut Setup)) -> Battle {
    scene_with(drawing, squads, |setup| {
        plain(setup);
        touch(setup);
    })
}

/// The odds say of a melee what every way of the dice together says.
#[track_caller]
fn check(battle: &Battle, orders: &Orders) {
    check_after(Phases::Melee, battle, orders);
}

#[track_caller]
fn check_after(phases: Phases, battle: &Battle, orders: &Orders) {
    let rules = Line::default();
    let happened = |events: &[Event]| happened(battle, events);
    let (dice, ways) =
        by_dice_of(phases, &rules, battle, orders, 60_000, happened).expect("not too many ways for a test");
    let patience = Cell::new(Patience::LONG);
    let odds = melee(&rules, battle, orders, squad(battle, "Alpha"), &patience).expect("few enough ways").losses;
    for it in &odds {
        sums_to_one(&it.downed);
        sums_to_one(&it.fired_at);
    }
    agree(&facts_of(battle, &odds), &dice);
    assert!(1 < ways, "nothing depends on dice");
}

fn facts_of(battle: &Battle, odds: &[LossOdds]) -> Facts {
    let mut facts = Facts::new();
    for it in odds {
        let name = &battle.setup().squad(it.squad).name;
        for (what, law) in [("fired at", &it.fired_at), ("downed", &it.downed)] {
            for (number, chance) in law.chances().iter().enumerate().filter(|it| 0 < it.0) {
                facts.insert(format!("{name} {what} {number}"), *chance);
            }
        }
        facts.insert(format!("{name} gone"), it.gone);
        facts.insert(format!("{name} killed"), it.killed);
    }
    facts
}

/// What is true once these events have happened; each that is killed is a fact of its own, so that they add up.
fn happened(battle: &Battle, events: &[Event]) -> Vec<String> {
    let (mut before, mut after) = (battle.clone(), battle.clone());
    let mut fired: BTreeMap<String, usize> = BTreeMap::new();
    let mut facts = Vec::new();
    for event in events {
        if matches!(event, Event::Attacked(volley) if volley.kind == VolleyKind::Fire) {
            before.apply(event);
            after.apply(event);
            continue;
        }
        if let Event::Attacked(volley) = event {
            let name = &battle.setup().squad(volley.at).name;
            let felled = volley.hits.iter().filter(|it| it.fate.is_felled()).count();
            let killed = volley.hits.iter().filter(|it| it.fate == Fate::Killed).count();
            facts.extend((0..killed).map(|_| format!("{name} killed")));
            if volley.kind == VolleyKind::CloseQuarters {
                *fired.entry(format!("{name} fired at")).or_default() += felled;
            }
        }
        if let Event::HazardRolled { squad, rolls, .. } = event {
            let felled = rolls.iter().filter(|it| it.2.is_felled()).count();
            *fired.entry(format!("{} fired at", battle.setup().squad(*squad).name)).or_default() += felled;
        }
        after.apply(event);
    }
    facts.extend(fired.iter().filter(|it| 0 < *it.1).map(|(what, n)| format!("{what} {n}")));
    for id in battle.setup().squad_ids().filter(|it| battle.is_on_map(*it)) {
        let name = &battle.setup().squad(id).name;
        let lost = before.standing(id).count() - after.standing(id).count();
        if 0 < lost {
            facts.push(format!("{name} downed {lost}"));
        }
        if after.is_annihilated(id) {
            facts.push(format!("{name} gone"));
        }
    }
    facts
}

#[test]
fn m6_both_sides_strike_at_once() {
    let battle = brawl(".a .b", "a Alpha players: rifle; b Boyz enemy: boy", |setup| {
        weapon(setup, "pistol").range = None;
        weapon(setup, "slugga").range = None;
        weapon(setup, "choppa").tags.clear();
        weapon(setup, "choppa").attacks = Amount::fixed(2);
        weapon(setup, "choppa").damage = Amount::fixed(2);
    });
    check(&battle, &Orders::default());
}

#[test]
fn m2_close_quarters_fire_comes_before_the_blows() {
    let battle = brawl(".a .b", "a Alpha players: rifle; b Boyz enemy: boy", |setup| {
        weapon(setup, "choppa").tags.clear();
        weapon(setup, "bayonet").tags.clear();
        profile(setup, "boy").hp = 2;
    });
    check(&battle, &Orders::default());
}

#[test]
fn m3_who_strikes_depends_on_who_fell_before_others_pressed_in() {
    let battle = brawl(".a .a .b\n.  .  .", "a Alpha players: rifle; b Boyz enemy: boy", |_| ());
    check(&battle, &Orders::default());
}

#[test]
fn m8_three_squads_and_an_order() {
    let battle = brawl(".a .b .c", "a Boyz enemy: boy; b Alpha players: rifle; c Nobz enemy: boy", |setup| {
        weapon(setup, "slugga").range = None;
        weapon(setup, "pistol").range = None;
    });
    let mut orders = Orders::default();
    check(&battle, &orders);
    orders.fight.put(squad(&battle, "Alpha"), Fight { target: Some(squad(&battle, "Nobz")), weapon: None });
    check(&battle, &orders);
}

#[test]
fn a6_hazardous_weapons_at_close_quarters_cost_their_users_their_blows() {
    let battle = brawl(".a .b", "a Alpha players: rifle; b Boyz enemy: boy", |setup| {
        weapon(setup, "pistol").tags.push(Tag::Hazardous);
    });
    check(&battle, &Orders::default());
}

#[test]
fn r1_a_melee_is_fought_by_whom_the_fire_before_it_left() {
    let battle = brawl(
        ".a .b .\n. . .\n.r . .",
        "a Alpha players: rifle; b Boyz enemy: boy boy; r Rifles players: rifle",
        |setup| {
            for key in ["pistol", "slugga"] {
                weapon(setup, key).range = None;
            }
            weapon(setup, "rifle").tags = vec![Tag::Torrent];
        },
    );
    let orders = super::orders_of(&battle, "Rifles: Boyz");
    check_after(Phases::Both, &battle, &orders);
    let patience = Cell::new(Patience::LONG);
    let of = |orders: &Orders| melee(&Line::default(), &battle, orders, squad(&battle, "Alpha"), &patience);
    let (after, now) = (of(&orders).expect("few enough ways"), of(&Orders::default()).expect("few enough ways"));
    assert_eq!((after.before, now.before), (FireBefore::Reckoned, FireBefore::Nobody));
    assert_ne!(after.losses, now.losses);
}

#[test]
fn m1_nobody_outside_a_melee_has_odds() {
    let battle = brawl(".a . . .b", "a Alpha players: rifle; b Boyz enemy: boy", |_| ());
    assert_eq!(battle.phase(), Phase::Command);
    let patience = Cell::new(Patience::BRIEF);
    let odds = melee(&Line::default(), &battle, &Orders::default(), squad(&battle, "Alpha"), &patience);
    assert_eq!(odds, Ok(MeleeOdds { before: FireBefore::Nobody, losses: Vec::new() }));
}

#[test]
fn m2_who_has_fired_does_not_fire_again_at_close_quarters() {
    // They reach him, and he doesn't reach them.
    let battle = brawl(".a . .b\n.a . . ", "a Alpha players: spearman; b Boyz enemy: boy", |setup| {
        let [pistol, spear] = ["pistol", "spear"].map(|it| crate::line::battle::scene::weapon(setup, it));
        profile(setup, "spearman").weapons = vec![pistol, spear];
        profile(setup, "spearman").save = None;
        profile(setup, "boy").hp = 3;
        weapon(setup, "spear").tags = vec![Tag::Torrent];
    });
    let [alpha, boyz] = ["Alpha", "Boyz"].map(|it| squad(&battle, it));
    let mut orders = Orders::default();
    check_after(Phases::Both, &battle, &orders);
    orders.fire.put(alpha, Fire::At(vec![FirePart { target: boyz, with: None }]));
    check_after(Phases::Both, &battle, &orders);
}
