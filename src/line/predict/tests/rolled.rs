//! Odds of volleys that were rolled already, worked out from their record.

use super::{orders_of, profile, volley_of, weapon};
use crate::dice::Dice;
use crate::line::battle::scene::{scene, scene_with};
use crate::line::battle::{Amount, Event, Orders, Tag, VolleyKind};
use crate::line::predict::rolled_volley;
use crate::line::rules::{Line, story};

#[test]
fn s1_a_volley_that_was_fired_has_the_odds_that_it_had_before() {
    let battle = scene_with(".a .a .a . . . . .b .b .b", "a Alpha players: rifle; b Boyz enemy: boy", |setup| {
        weapon(setup, "rifle").attacks = Amount { dice: 1, sides: 3, plus: 1 };
        weapon(setup, "rifle").tags = vec![Tag::Sustained(1), Tag::Lethal];
        profile(setup, "boy").hp = 2;
    });
    let mut dice = Dice::for_trial(7, 1, &[0; 32]);
    let events = story::fired(&Line::default(), &battle, &orders_of(&battle), &mut dice);
    let volleys: Vec<_> = events.iter().filter(|it| matches!(it, Event::Attacked(_))).collect();
    let [Event::Attacked(volley)] = volleys[..] else { panic!("one volley") };
    assert_eq!(rolled_volley(&battle, volley), Some(volley_of(&Line::default(), &battle).downed));
}

#[test]
fn m4_blows_fell_as_many_as_their_odds_say() {
    const ROUNDS: u32 = 4_000;
    let battle = scene(".a .b .\n.a .b .b", "a Alpha players: rifle; b Boyz enemy: boy");
    let (mut foretold, mut came, mut blows) = (0.0, 0, 0);
    for run in 0..ROUNDS {
        let mut now = battle.clone();
        let mut dice = Dice::for_trial(run, 1, &[0; 32]);
        for event in Line::default().resolve(&battle, &Orders::default(), &mut dice) {
            if let Event::Attacked(volley) = &event
                && volley.kind == VolleyKind::Blows
            {
                foretold += rolled_volley(&now, volley).expect("plain blows").mean();
                came += volley.hits.iter().filter(|it| it.fate.is_felled()).count();
                blows += 1;
            }
            now.apply(&event);
        }
    }
    assert!(ROUNDS < blows, "blows were struck: {blows}");
    let (foretold, came) = (foretold / f64::from(blows), came as f64 / f64::from(blows));
    assert!((foretold - came).abs() < 0.02, "{foretold:.3} foretold, {came:.3} came");
}
