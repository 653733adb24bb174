//! Odds of what was rolled already, told from what is recorded of it.

use std::cell::Cell;

use super::melees::brawl;
use super::samples::volleys;
use super::{orders_of, parts_of};
use crate::dice::Seed;
use crate::line::battle::scene::squad;
use crate::line::battle::{Battle, Event, Orders, Volley, VolleyKind};
use crate::line::odds::{Law, Patience, fire, melee, of_rolled};
use crate::line::rules::Line;
use crate::line::rules::preview::{Phases, played};

/// Each volley that dice make of these orders, with the battle just before it.
fn rolled(phases: Phases, battle: &Battle, orders: &Orders) -> Vec<(Battle, Volley)> {
    let mut dice = Seed::from(7).dice(1, &[0; 32], &[0; 32]);
    let mut now = battle.clone();
    let mut found = Vec::new();
    for event in played(phases, &Line::default(), battle, orders, &mut dice) {
        if let Event::Attacked(volley) = &event {
            found.push((now.clone(), Volley::clone(volley)));
        }
        now.apply(&event);
    }
    found
}

#[track_caller]
fn same(a: &Law, b: &Law) {
    for n in 0..a.chances().len().max(b.chances().len()) {
        assert!((a.chance(n) - b.chance(n)).abs() <= 1e-12, "{n}: {a:?} and {b:?}");
    }
}

#[test]
fn s1_a_volley_that_was_fired_has_the_odds_that_it_had_before() {
    let battle = volleys();
    for order in ["Alpha: Guards", "Delta: Guards"] {
        let orders = orders_of(&battle, order);
        let before = fire(&Line::default(), &battle, &parts_of(&orders), Patience::LONG).expect("few enough ways");
        let [(at, volley)] = &rolled(Phases::Shooting, &battle, &orders)[..] else { panic!("one volley") };
        same(&of_rolled(at, volley).expect("a plain volley"), &before[0].downed);
    }
}

#[test]
fn m4_blows_that_were_struck_have_the_odds_that_they_had_before() {
    let battle = brawl(".a .b .\n.a .b .b", "a Alpha players: rifle; b Boyz enemy: boy", |setup| {
        for key in ["pistol", "slugga"] {
            super::weapon(setup, key).range = None;
        }
    });
    let patience = Cell::new(Patience::LONG);
    let alpha = squad(&battle, "Alpha");
    let before = melee(&Line::default(), &battle, &Orders::default(), alpha, &patience).expect("few enough ways");
    let struck = rolled(Phases::Melee, &battle, &Orders::default());
    assert_eq!(struck.len(), 2);
    for (at, volley) in &struck {
        assert_eq!(volley.kind, VolleyKind::Blows);
        let it = before.losses.iter().find(|it| it.squad == volley.at).expect("a squad of the melee");
        same(&of_rolled(at, volley).expect("plain blows"), &it.downed);
    }
}
